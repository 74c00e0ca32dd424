//! Lines of Java fitted to a width: takes one statement, gives its lines; string and char literals are never broken.

use crate::{
    printing::formatters::{eclipse, google},
    style::{LineBreaks, Room, columns},
};

/// The statement in lines no wider than the room where breaks can do it.
pub(crate) fn fit(statement: &str, room: Room<'_>) -> Vec<String> {
    let mut lines = statement.lines();
    if statement.contains('\n') && lines.all(|line| line.ends_with(';') && !line.starts_with(' ')) {
        let several = statement.lines();
        return several.flat_map(|one| fit(one, room)).collect();
    }
    if statement.contains('\n') || columns(statement) <= room.width {
        return block(statement, room);
    }
    let by_formatter = match room.breaks {
        LineBreaks::Free => None,
        // Levels of two spaces go on four further in, those of Android's style eight.
        LineBreaks::Google => google::lines(statement, room.width, 2 * columns(room.indent)),
        LineBreaks::Eclipse => eclipse::lines(statement, room.width, room.indent),
    };
    by_formatter.unwrap_or_else(|| freely_broken(statement, room.width, room.indent))
}

/// Whether the statement is at most what is made and, in a line of its own, how.
pub(crate) fn fits_well(statement: &str, room: Room<'_>) -> bool {
    let lines = fit(statement, room);
    lines.len() <= 2 && lines.iter().all(|line| columns(line) <= room.width)
}

/// The lines of what has several, or room on one. google-java-format begins what has a body on a line of its own.
fn block(statement: &str, room: Room<'_>) -> Vec<String> {
    let mut lines: Vec<String> = statement.lines().map(str::to_owned).collect();
    let value = statement
        .find(" = new ")
        .filter(|at| room.breaks == LineBreaks::Google && lines[0].len() > *at);
    if let Some(at) = value.filter(|_| lines.len() > 1 && lines[0].ends_with('{')) {
        let continuation = room.indent.repeat(2);
        let first = lines[0].split_off(at + " = ".len());
        lines[0].truncate(at + " =".len());
        lines.insert(1, first);
        for line in lines.iter_mut().skip(1).filter(|line| !line.is_empty()) {
            line.insert_str(0, &continuation);
        }
    }
    lines
}

/// Breaks after `=` or between arguments; continuation lines are indented by two levels.
fn freely_broken(statement: &str, width: usize, indent: &str) -> Vec<String> {
    let continuation = indent.repeat(2);
    if let Some(at) = top_level(statement, 0)
        .iter()
        .find_map(LineBreak::after_assignment)
    {
        let (head, value) = (statement[..at].trim_end(), statement[at..].trim_start());
        let rest = format!("{continuation}{value}");
        let is_braced = value.starts_with('{');
        if !is_braced && columns(&rest) <= width && columns(head) <= width {
            return vec![head.to_owned(), rest];
        }
        let whole = break_arguments(statement, width, "", &continuation);
        if is_braced || whole.iter().all(|line| columns(line) <= width) {
            return whole;
        }
        let mut lines = vec![head.to_owned()];
        let deeper = continuation.repeat(2);
        lines.extend(break_arguments(value, width, &continuation, &deeper));
        return lines;
    }
    break_arguments(statement, width, "", &continuation)
}

/// Fills lines with the parts between the commas of the outermost argument list that has any.
fn break_arguments(text: &str, width: usize, first: &str, rest: &str) -> Vec<String> {
    const DEEPEST: usize = 3;
    let breaks = (1..=DEEPEST)
        .map(|depth| {
            top_level(text, depth)
                .iter()
                .filter_map(LineBreak::after_comma)
                .collect()
        })
        .find(|breaks: &Vec<usize>| !breaks.is_empty())
        .unwrap_or_default();
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut from = 0;
    for to in breaks.into_iter().chain([text.len()]) {
        let part = &text[from..to];
        let part = if from == 0 { part } else { part.trim_start() };
        let glue = if from == 0 { "" } else { " " };
        if from > 0 && columns(&line) + glue.len() + columns(part) > width {
            lines.push(std::mem::replace(&mut line, format!("{rest}{part}")));
        } else {
            line.push_str(glue);
            line.push_str(part);
        }
        from = to;
    }
    lines.push(line);
    // `assertThrows(X.class, () -> call(…));`: the second part may itself be too long.
    let last = lines.pop().unwrap_or_default();
    if columns(&last) <= width || lines.is_empty() {
        lines.push(last);
    } else {
        let inner = format!("{rest}{}", &rest[..rest.len() / 2]);
        lines.extend(break_arguments(last.trim_start(), width, rest, &inner));
    }
    lines
}

/// A place where a line may be broken: the byte after it.
#[derive(Clone, Copy, Debug)]
enum LineBreak {
    Assignment(usize),
    Comma(usize),
}

impl LineBreak {
    fn after_assignment(&self) -> Option<usize> {
        match self {
            Self::Assignment(at) => Some(*at),
            Self::Comma(_) => None,
        }
    }

    fn after_comma(&self) -> Option<usize> {
        match self {
            Self::Comma(at) => Some(*at),
            Self::Assignment(_) => None,
        }
    }
}

/// The assignments and commas at this depth of parentheses and braces, outside of literals.
fn top_level(text: &str, wanted: usize) -> Vec<LineBreak> {
    let mut marks = Vec::new();
    let mut depth = 0_usize;
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if let Some(open) = quote {
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == open {
                quote = None;
            }
            continue;
        }
        match c {
            '"' | '\'' => quote = Some(c),
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            '=' if depth == wanted && text[at..].starts_with("= ") => {
                marks.push(LineBreak::Assignment(at + 1));
            }
            ',' if depth == wanted && text[at..].starts_with(", ") => {
                marks.push(LineBreak::Comma(at + 1));
            }
            _ => {}
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(statement: &str, width: usize, indent: &str) -> Vec<String> {
        let room = Room {
            width,
            indent,
            breaks: LineBreaks::Free,
        };
        super::fit(statement, room)
    }

    #[test]
    fn a_long_assignment_breaks_after_the_equals_sign() {
        let lines = fit(
            "LongTypeName name = assertThrows(X.class, () -> f(1));",
            40,
            "  ",
        );
        assert_eq!(
            lines,
            [
                "LongTypeName name =",
                "    assertThrows(X.class, () -> f(1));"
            ]
        );
    }

    #[test]
    fn long_arguments_fill_lines() {
        let lines = fit(
            "assertEquals(List.of(1, 2), target.method(3, 4));",
            30,
            "  ",
        );
        assert_eq!(
            lines,
            ["assertEquals(List.of(1, 2),", "    target.method(3, 4));"]
        );
    }

    #[test]
    fn commas_in_literals_are_no_place_to_break() {
        let lines = fit("call(\"a, b (\\\" , c\", ',', 2222222222222);", 26, "  ");
        assert_eq!(
            lines,
            ["call(\"a, b (\\\" , c\", ',',", "    2222222222222);"]
        );
    }

    #[test]
    fn a_lone_argument_is_broken_inside() {
        let lines = fit(
            "assertDoesNotThrow(() -> a.call(first, second, third));",
            40,
            "  ",
        );
        assert_eq!(
            lines,
            [
                "assertDoesNotThrow(() -> a.call(first,",
                "    second, third));"
            ]
        );
    }

    #[test]
    fn a_body_begins_on_a_line_of_its_own_where_google_lays_it_out() {
        let statement = "Till till = new Till() {\n  int a() {\n    return 1;\n  }\n};";
        let room = Room {
            width: 96,
            indent: "  ",
            breaks: LineBreaks::Google,
        };
        let expected =
            "Till till =\n    new Till() {\n      int a() {\n        return 1;\n      }\n    };";
        assert_eq!(super::fit(statement, room).join("\n"), expected);
        let free = Room {
            breaks: LineBreaks::Free,
            ..room
        };
        assert_eq!(super::fit(statement, free).join("\n"), statement);
    }

    #[test]
    fn what_fits_stays_on_its_line() {
        assert_eq!(fit("cart.add(1);", 40, "  "), ["cart.add(1);"]);
    }
}
