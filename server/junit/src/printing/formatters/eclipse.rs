//! Statements as Eclipse's formatter lays them out with the settings of spring-javaformat, as far as tests have them:
//! of all ways to break a line that is too long the one whose breaks weigh least, where a break weighs the more the
//! deeper it stands (`WrapExecutor`).

use goalline_syntax::Node;

use crate::{
    printing::formatters::{chain, items, of_statement},
    style::columns,
};

/// A statement is broken in so many places at most; one that needs more is filled from the left.
const MOST_BREAKS: usize = 3;

/// Statements with more places than this are filled from the left.
const MOST_PLACES: usize = 60;

/// What the first place of a list weighs beside the others.
const FIRST_ARGUMENT: f64 = 1.3;
const FIRST_SELECTOR: f64 = 1.2;

/// A place where a line may begin.
#[derive(Clone, Copy, Debug)]
struct BreakPlace {
    /// The byte that the line begins with.
    at: usize,
    /// A byte on the line that the new one is indented against.
    parent: usize,
    /// So many levels.
    levels: usize,
}

/// Places that are broken together.
#[derive(Clone, Debug)]
struct Break {
    places: Vec<BreakPlace>,
    weight: f64,
}

/// The lines of the statement, `indent` being one level of indentation; none where it is of a kind that is not known
/// here.
pub(crate) fn lines(statement: &str, width: usize, indent: &str) -> Option<Vec<String>> {
    of_statement(statement, |node| {
        if !matches!(
            node.kind(),
            "expression_statement" | "local_variable_declaration"
        ) {
            return None;
        }
        let mut breaks = Breaks {
            start: node.span().start,
            found: Vec::new(),
        };
        breaks.visit(node, 0);
        let page = Page {
            text: node.text(),
            width,
            indent,
        };
        Some(page.lines(&best(&page, &breaks.found)))
    })
}

/// The places of the breaks that weigh least, in the order of the text.
fn best(page: &Page<'_>, breaks: &[Break]) -> Vec<BreakPlace> {
    let mut chosen = Choice {
        page,
        breaks,
        best: None,
    };
    if breaks.len() <= MOST_PLACES {
        chosen.try_from(0, &mut Vec::new());
    }
    match chosen.best {
        Some(best) if best.excess == 0 => best.places,
        best => {
            let filled = filled(page, breaks);
            let excess = page.excess(&filled);
            match best {
                Some(best) if best.excess <= excess => best.places,
                _ => filled,
            }
        }
    }
}

/// The outermost list broken wherever a line is full.
fn filled(page: &Page<'_>, breaks: &[Break]) -> Vec<BreakPlace> {
    let lightest = breaks
        .iter()
        .map(|one| one.weight)
        .fold(f64::INFINITY, f64::min);
    let outermost = breaks
        .iter()
        .filter(|one| one.weight < lightest * std::f64::consts::E);
    let mut places: Vec<BreakPlace> = outermost.flat_map(|one| one.places.clone()).collect();
    places.sort_by_key(|place| place.at);
    let mut kept: Vec<BreakPlace> = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let next = places.get(at + 1).map_or(page.text.len(), |next| next.at);
        let mut with = kept.clone();
        with.push(BreakPlace { at: next, ..*place });
        let before = page.lines_until(&kept, next);
        if before.last().is_some_and(|line| columns(line) > page.width) {
            kept.push(*place);
        }
    }
    kept
}

struct Choice<'p> {
    page: &'p Page<'p>,
    breaks: &'p [Break],
    best: Option<WrapCandidate>,
}

struct WrapCandidate {
    excess: usize,
    weight: f64,
    places: Vec<BreakPlace>,
}

impl Choice<'_> {
    fn try_from(&mut self, from: usize, chosen: &mut Vec<usize>) {
        self.weigh(chosen);
        if chosen.len() == MOST_BREAKS {
            return;
        }
        for next in from..self.breaks.len() {
            chosen.push(next);
            self.try_from(next + 1, chosen);
            chosen.pop();
        }
    }

    fn weigh(&mut self, chosen: &[usize]) {
        let weight = chosen.iter().map(|at| self.breaks[*at].weight).sum();
        if let Some(best) = &self.best
            && best.excess == 0
            && weight > best.weight
        {
            return;
        }
        let places = chosen.iter().flat_map(|at| self.breaks[*at].places.clone());
        let mut places: Vec<BreakPlace> = places.collect();
        places.sort_by_key(|place| place.at);
        let candidate = WrapCandidate {
            excess: self.page.excess(&places),
            weight,
            places,
        };
        if self.best.as_ref().is_none_or(|best| candidate.beats(best)) {
            self.best = Some(candidate);
        }
    }
}

impl WrapCandidate {
    /// Less too wide, then lighter, then with more on the first lines.
    fn beats(&self, other: &Self) -> bool {
        let ends = |it: &Self| -> Vec<usize> { it.places.iter().map(|place| place.at).collect() };
        self.excess
            .cmp(&other.excess)
            .then(self.weight.total_cmp(&other.weight))
            .then_with(|| ends(other).cmp(&ends(self)))
            .is_lt()
    }
}

struct Page<'p> {
    text: &'p str,
    width: usize,
    indent: &'p str,
}

impl Page<'_> {
    /// Columns beyond the width, over all lines.
    fn excess(&self, places: &[BreakPlace]) -> usize {
        let lines = self.lines(places);
        let excess = lines
            .iter()
            .map(|line| columns(line).saturating_sub(self.width));
        excess.sum()
    }

    fn lines(&self, places: &[BreakPlace]) -> Vec<String> {
        self.lines_until(places, self.text.len())
    }

    fn lines_until(&self, places: &[BreakPlace], end: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut levels: Vec<usize> = Vec::new();
        let starts = std::iter::once(0).chain(places.iter().map(|place| place.at));
        let ends = places.iter().map(|place| place.at).chain([end]);
        for (at, (from, to)) in starts.zip(ends).enumerate() {
            let own = match at.checked_sub(1).map(|at| places[at]) {
                Some(place) => {
                    let line = places[..at]
                        .iter()
                        .filter(|one| one.at <= place.parent && one.at != place.at)
                        .count();
                    levels[line.min(at - 1)] + place.levels
                }
                None => 0,
            };
            levels.push(own);
            let text = self.text[from..to.max(from)].trim();
            lines.push(format!("{}{text}", self.indent.repeat(own)));
        }
        lines
    }
}

struct Breaks {
    start: usize,
    found: Vec<Break>,
}

impl Breaks {
    fn place(&self, at: usize, parent: usize, levels: usize) -> BreakPlace {
        BreakPlace {
            at: at - self.start,
            parent: parent - self.start,
            levels,
        }
    }

    fn visit(&mut self, node: Node<'_>, depth: i32) {
        match node.kind() {
            "method_invocation" => {
                let is_root = node.parent().is_none_or(|around| {
                    around.kind() != "method_invocation" || node.field_name() != Some("object")
                });
                if is_root {
                    self.selectors(node, depth);
                }
                self.arguments(node.field("arguments"), depth);
            }
            "object_creation_expression" => self.arguments(node.field("arguments"), depth),
            "array_initializer" => self.list(&items(node), node.span().start, depth),
            "binary_expression" => self.operators(node, depth),
            _ => {}
        }
        for child in node.named_children() {
            let is_expression = !matches!(
                child.kind(),
                "argument_list" | "variable_declarator" | "block"
            );
            if child.kind() != "block" && child.kind() != "class_body" {
                self.visit(child, depth + i32::from(is_expression));
            }
        }
    }

    fn arguments(&mut self, list: Option<Node<'_>>, depth: i32) {
        if let Some(list) = list {
            self.list(&items(list), list.span().start, depth);
        }
    }

    fn list(&mut self, elements: &[Node<'_>], opened: usize, depth: i32) {
        for (at, element) in elements.iter().enumerate() {
            let factor = if at == 0 { FIRST_ARGUMENT } else { 1.0 };
            let place = self.place(element.span().start, opened, 2);
            self.found.push(Break {
                places: vec![place],
                weight: f64::from(depth).exp() * factor,
            });
        }
    }

    /// The dots of a chain of calls: all behind the first one together.
    fn selectors(&mut self, root: Node<'_>, depth: i32) {
        let parts = chain(root);
        let dots: Vec<BreakPlace> = parts
            .windows(2)
            .filter(|pair| pair[1].kind() == "method_invocation")
            .map(|pair| {
                let end = pair[0].span().end;
                self.place(end, end - 1, 1)
            })
            .collect();
        let Some((first, rest)) = dots.split_first() else {
            return;
        };
        let first_parent = first.parent;
        let weight = f64::from(depth).exp();
        let along = |places: &[BreakPlace]| -> Vec<BreakPlace> {
            let moved = places.iter().map(|place| BreakPlace {
                parent: first_parent,
                ..*place
            });
            moved.collect()
        };
        if !rest.is_empty() {
            self.found.push(Break {
                places: along(rest),
                weight,
            });
        }
        self.found.push(Break {
            places: along(&dots),
            weight: weight * FIRST_SELECTOR,
        });
    }

    fn operators(&mut self, node: Node<'_>, depth: i32) {
        let around = node.parent();
        if around.is_some_and(|it| it.kind() == node.kind()) {
            return;
        }
        let mut left = Some(node);
        let mut innermost = node;
        let mut places = Vec::new();
        while let Some(here) = left.filter(|it| it.kind() == "binary_expression") {
            places.extend(here.field("operator").map(|it| it.span().start));
            innermost = here;
            left = here.field("left");
        }
        let parent = innermost.span().start;
        for at in places {
            let place = self.place(at, parent, 2);
            self.found.push(Break {
                places: vec![place],
                weight: f64::from(depth).exp(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::samples::joined, *};

    /// What spring-javaformat 0.0.47 made of these, two tabs in.
    const FORMATTED: [&str; 8] = [
        "IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class,
\t\t() -> userServiceImpl.saveUser(user));",
        "assertThat(thrown.getMessage(), is(
\t\t\"Owner not found with id: 2. Please ensure the ID is correct and the owner exists in the database.\"));",
        "DataIntegrityViolationException dataIntegrityViolationException = new DataIntegrityViolationException(
\t\t\"Out of stock\");",
        "MethodArgumentNotValidException methodArgumentNotValidException = new MethodArgumentNotValidException(null,
\t\tbindingResult);",
        "given(this.owners.findByLastNameStartingWith(eq(\"Franklin\"), any(Pageable.class)))
\t.willReturn(new PageImpl<>(List.of(george)));",
        "actions.andExpect(content().contentType(MediaType.APPLICATION_JSON))
\t.andExpect(jsonPath(\"$.vetList[0].identity\").value(1));",
        "assertThat(resp.getBody()).containsEntry(\"message\",
\t\t\"Expected: controller used to showcase what happens when an exception is thrown\");",
        "SpringApplication.run(PetClinicApplication.class, \"--spring.profiles.active=mysql\",
\t\t\"--spring.docker.compose.enabled=false\");",
    ];

    #[test]
    fn statements_are_broken_as_the_formatter_breaks_them() {
        for expected in FORMATTED {
            let lines = lines(&joined(expected), 112, "\t").expect("it is a statement");
            assert_eq!(lines.join("\n"), expected);
        }
    }

    #[test]
    fn more_arguments_than_are_weighed_fill_the_lines() {
        let words: Vec<String> = (10..40).map(|number| format!("\"word{number}\"")).collect();
        let lines = lines(&format!("assertContains({});", words.join(", ")), 40, "\t");
        let lines = lines.expect("it is a statement");
        assert!(
            lines.len() > 5 && lines.iter().all(|line| columns(line) <= 40),
            "{lines:#?}"
        );
    }
}
