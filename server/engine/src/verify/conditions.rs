//! What was so in a run of a test, in the words of the source: takes the run of the call under test, gives the
//! conditions that came out one way only, those first that decided how the call ended. Names of tests tell them.

use std::collections::BTreeSet;

use goalline_flow::{Branch, FileFlow, Line, MethodId, Predicate, PredicateId, PredicateKind};
use goalline_goals::GoalId;
use goalline_junit::ConditionText;
use goalline_syntax::{DeclaredKind, JavaFile, Node, Span};
use goalline_testcase::{Execution, Outcome, PredicateTrace, Thrown};

use crate::prepare::prepared::Prepared;

/// Conditions that a name is chosen from, at most.
const MOST: usize = 16;

/// How far conditions are followed to those that lead to them.
const DEEPEST: usize = 6;

/// Longest initial value that stands for a local variable.
const LONGEST_VALUE: usize = 48;

/// The conditions that held in the run of a call of this method; nothing of what was not measured.
pub(crate) fn conditions(
    prepared: &Prepared,
    act: MethodId,
    run: &Execution,
    made_for: &[GoalId],
) -> Vec<ConditionText> {
    let seen = RunOfAct {
        prepared,
        flow: &prepared.goals.flow,
        act,
        run,
    };
    let mut branches = seen.that_decided();
    let decided = branches.len();
    let goals = made_for.iter().rev();
    let goals = goals.filter_map(|goal| prepared.goals.goal(*goal).target.branch());
    branches.extend(goals.filter(|branch| seen.held(branch.predicate) == Some(branch.outcome)));
    branches.extend(seen.others());
    let names = KnownNames::of(prepared, act);
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for (at, branch) in branches.into_iter().enumerate() {
        if !known.insert(branch) {
            continue;
        }
        if let Some(condition) = seen.told(branch, &names, at < decided)
            && !found.contains(&condition)
        {
            found.push(condition);
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// A run, seen from the method that the test is about.
struct RunOfAct<'a> {
    prepared: &'a Prepared,
    flow: &'a FileFlow,
    act: MethodId,
    run: &'a Execution,
}

impl RunOfAct<'_> {
    /// How the predicate came out, where it came out one way only.
    fn held(&self, id: PredicateId) -> Option<bool> {
        let trace = &self.run.trace;
        let is_own = self.flow.predicate(id).method == self.act;
        let direct = trace.direct_predicate(id.0).filter(|_| is_own);
        let seen = direct.or_else(|| trace.predicate(id.0))?;
        one_way(seen)
    }

    fn was_taken(&self, branch: Branch) -> bool {
        let ran = self.run.trace.predicate(branch.predicate.0);
        ran.is_some_and(|ran| if branch.outcome { ran.true_count } else { ran.false_count } > 0)
    }

    /// The branches that decided how the call ended, the nearest to its end first.
    fn that_decided(&self) -> Vec<Branch> {
        let mut found = Vec::new();
        for line in self.last_lines() {
            let inside = self.flow.predicates.iter();
            let inside =
                inside.filter(|it| it.method == line.method && line.span.contains(it.span));
            for predicate in inside {
                found.extend(self.branch_of(predicate));
            }
            self.follow(&line.controls, DEEPEST, &mut found);
        }
        found
    }

    fn branch_of(&self, predicate: &Predicate) -> Option<Branch> {
        let outcome = self.held(predicate.id)?;
        Some(Branch {
            predicate: predicate.id,
            outcome,
        })
    }

    /// Those of the branches that were taken, and those that led to them.
    fn follow(&self, controls: &[Branch], depth: usize, found: &mut Vec<Branch>) {
        let taken = controls
            .iter()
            .copied()
            .filter(|branch| self.was_taken(*branch));
        let taken: Vec<Branch> = taken.collect();
        let one_way = |branch: &Branch| self.held(branch.predicate) == Some(branch.outcome);
        found.extend(
            taken
                .iter()
                .filter(|branch| one_way(branch) && !found.contains(branch))
                .copied()
                .collect::<Vec<_>>(),
        );
        if depth > 0 {
            for branch in taken {
                let controls = &self.flow.predicate(branch.predicate).controls;
                self.follow(controls, depth - 1, found);
            }
        }
    }

    /// Where the call ended: the lines on the stack of what it threw, the innermost first, or the one `return`.
    fn last_lines(&self) -> Vec<&Line> {
        if let Outcome::Threw { thrown, .. } = &self.run.outcome {
            return self.lines_of(thrown);
        }
        // Lines that are implied by branches have no probe of their own: what led to them says whether they ran.
        let lines = self.flow.lines.iter();
        let returns: Vec<&Line> = lines
            .filter(|line| line.method == self.act && line.text.starts_with("return"))
            .filter(|line| {
                let mut controls = line.controls.iter();
                line.controls.is_empty() || controls.any(|branch| self.was_taken(*branch))
            })
            .collect();
        if returns.len() == 1 {
            returns
        } else {
            Vec::new()
        }
    }

    fn lines_of(&self, thrown: &Thrown) -> Vec<&Line> {
        let mut found: Vec<&Line> = Vec::new();
        for frame in thrown.stack.iter().filter(|frame| frame.line > 0) {
            let row = frame.line as usize - 1;
            let before = self.flow.lines.iter().filter(|line| {
                let method = self.flow.method(line.method);
                line.line <= row && method.class == frame.class && method.name == frame.method
            });
            let Some(line) = before.max_by_key(|line| line.line) else {
                continue;
            };
            found.push(line);
            if line.method == self.act {
                break;
            }
        }
        found
    }

    /// All that came out one way in the method, the last first, then in what it called.
    fn others(&self) -> Vec<Branch> {
        let is_own = |predicate: &&Predicate| predicate.method == self.act;
        let own = self.flow.predicates.iter().rev().filter(is_own);
        let other = self.flow.predicates.iter().rev().filter(|it| !is_own(it));
        own.chain(other)
            .filter_map(|it| self.branch_of(it))
            .collect()
    }

    /// The condition in words that a reader of the test may know; none where it speaks of anything else. One that
    /// decided in a helper is taken for one of the method where their parameters have the same names.
    fn told(&self, branch: Branch, names: &KnownNames, decided: bool) -> Option<ConditionText> {
        let predicate = self.flow.predicate(branch.predicate);
        let (text, outcome) = match predicate.kind {
            PredicateKind::Condition | PredicateKind::Value => {
                (predicate.text.clone(), branch.outcome)
            }
            PredicateKind::ForEach if !branch.outcome => {
                (format!("{}.isEmpty()", predicate.text), true)
            }
            PredicateKind::Label { switch } if branch.outcome && self.is_only_label(switch) => {
                let selector = self.selector(predicate.span)?;
                (format!("{selector} == {}", predicate.text), true)
            }
            _ => return None,
        };
        let is_own = predicate.method == self.act;
        let text = if is_own {
            names.resolved(&text, predicate.span)?
        } else {
            names.known(&text).then_some(text)?
        };
        if names.calls_what_changes(&text) {
            // `consume() == '"'` is nothing that a reader could look at.
            return None;
        }
        let is_changed = names.speaks_of_changed(&text)
            || (names.speaks_of_state(&text) && self.may_be_changed(predicate, names));
        Some(ConditionText {
            text,
            outcome,
            decided,
            is_sure: !is_changed
                && (is_own || (decided && self.is_of_same_class(predicate.method))),
        })
    }

    /// Whether the object may have been another one by the time the predicate was asked than it was before the call.
    fn may_be_changed(&self, predicate: &Predicate, names: &KnownNames) -> bool {
        let is_own = predicate.method == self.act;
        if !is_own && names.first_change.is_some() {
            return true;
        }
        let method = self.flow.method(predicate.method);
        let change = if is_own {
            names.first_change
        } else {
            names
                .changes
                .first_change(&self.prepared.file, method.body, DEEPEST_CALL)
        };
        change.is_some_and(|change| change < predicate.span.start)
    }

    fn is_of_same_class(&self, method: MethodId) -> bool {
        self.flow.method(method).class == self.flow.method(self.act).class
    }

    fn is_only_label(&self, switch: u32) -> bool {
        let labels = self.flow.predicates.iter().filter(|it| match it.kind {
            PredicateKind::Label { switch: of } | PredicateKind::Default { switch: of } => {
                of == switch
            }
            _ => false,
        });
        let chosen = labels.filter(|it| {
            let ran = self.run.trace.predicate(it.id.0);
            ran.is_some_and(|ran| ran.true_count > 0)
        });
        chosen.count() == 1
    }

    /// What the switch around this label chooses by.
    fn selector(&self, label: Span) -> Option<String> {
        let file = &self.prepared.file;
        if label.end > file.text().len() {
            return None;
        }
        let around = file.root().smallest_around(label);
        let switch = around
            .ancestors()
            .find(|node| node.kind().starts_with("switch_") && node.field("condition").is_some())?;
        Some(
            switch
                .field("condition")?
                .unparenthesized()
                .text()
                .to_owned(),
        )
    }
}

fn one_way(seen: &PredicateTrace) -> Option<bool> {
    match (seen.true_count > 0, seen.false_count > 0) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// What a reader of a test knows by name: parameters of the method, fields, constants, and what local variables stand
/// for.
#[derive(Default)]
struct KnownNames {
    parameters: BTreeSet<String>,
    fields: BTreeSet<String>,
    /// Parameters that the method gives other values.
    changed: BTreeSet<String>,
    /// Local variables that keep their initial value.
    locals: Vec<LocalVariable>,
    /// What changes objects of the class.
    changes: Changes,
    /// Methods of the class that change the object that they are called on.
    changing: BTreeSet<String>,
    /// Where the method first changes the object that it is called on.
    first_change: Option<usize>,
    /// Variables of for-each loops: all that is said of them was so of every element.
    elements: BTreeSet<String>,
}

/// A local variable.
struct LocalVariable {
    name: String,
    /// Its initial value.
    value: String,
    /// Where it is declared.
    declared: Span,
    /// The block that it is known in.
    scope: Span,
}

impl KnownNames {
    fn of(prepared: &Prepared, act: MethodId) -> Self {
        let flow = &prepared.goals.flow;
        let method = flow.method(act);
        let declared = goalline_syntax::declarations(&prepared.file);
        // Those of a class inside of it, or beside it, are other fields.
        let is_around = |class: &str| {
            let rest = method.class.strip_prefix(class);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        let around = declared
            .types
            .iter()
            .filter(|ty| is_around(&ty.binary_name));
        let members = around.flat_map(|ty| &ty.members);
        let is_field =
            |kind: DeclaredKind| matches!(kind, DeclaredKind::Field | DeclaredKind::EnumConstant);
        let fields = members.filter(|member| is_field(member.kind));
        let fields: BTreeSet<String> = fields.map(|member| member.name.clone()).collect();
        let changes = Changes {
            fields: fields.clone(),
            bodies: bodies(flow, &method.class),
        };
        let is_there = method.body.end <= prepared.file.text().len();
        let mut names = Self {
            parameters: method.parameter_names.iter().cloned().collect(),
            first_change: is_there
                .then(|| changes.first_change(&prepared.file, method.body, DEEPEST_CALL))
                .flatten(),
            changing: if is_there {
                changes.changing(&prepared.file)
            } else {
                BTreeSet::new()
            },
            fields,
            changes,
            changed: BTreeSet::new(),
            locals: Vec::new(),
            elements: BTreeSet::new(),
        };
        if method.body.end <= prepared.file.text().len() {
            names.read(&prepared.file, method.body);
        }
        names
    }

    /// Reads which variables of the body change, and what the others stand for.
    fn read(&mut self, file: &JavaFile, body: Span) {
        let around = file.root().smallest_around(body);
        let inside = |node: &Node<'_>| body.contains(node.span());
        let mut assigned = BTreeSet::new();
        for node in around.descendants().filter(inside) {
            match node.kind() {
                "assignment_expression" => {
                    assigned.extend(node.field("left").map(|left| left.text().to_owned()));
                }
                "update_expression" => {
                    assigned.extend(node.first_named().map(|of| of.text().to_owned()));
                }
                "variable_declarator" => self.locals.extend(local(node)),
                "enhanced_for_statement" => {
                    self.elements
                        .extend(node.field("name").map(|name| name.text().to_owned()));
                }
                _ => {}
            }
        }
        self.changed = self.parameters.intersection(&assigned).cloned().collect();
        for local in &self.locals {
            // It hides a field of this name.
            self.fields.remove(&local.name);
        }
        self.locals.retain(|local| !assigned.contains(&local.name));
        self.elements.retain(|name| !assigned.contains(name));
    }

    /// The text with local variables by what they stand for; none where it speaks of others.
    fn resolved(&self, text: &str, at: Span) -> Option<String> {
        let mut text = text.to_owned();
        for _ in 0..3 {
            let Some(word) = self.unknown(&text) else {
                return Some(text);
            };
            let mut locals = self.locals.iter().rev();
            let local = locals.find(|local| {
                local.name == word && local.scope.contains(at) && local.declared.start < at.start
            })?;
            let is_short = (1..=LONGEST_VALUE).contains(&local.value.len());
            text = is_short.then(|| replaced(&text, &word, &format!("({})", local.value)))?;
        }
        self.known(&text).then_some(text)
    }

    fn known(&self, text: &str) -> bool {
        self.unknown(text).is_none()
    }

    /// The first name that nobody knows.
    fn unknown(&self, text: &str) -> Option<String> {
        const WORDS: [&str; 6] = ["null", "true", "false", "this", "instanceof", "final"];
        names(text)
            .find(|name| {
                let is_known = WORDS.contains(name)
                    || name.starts_with(char::is_uppercase)
                    || self.parameters.contains(*name)
                    || self.fields.contains(*name)
                    || self.elements.contains(*name);
                !is_known
            })
            .map(str::to_owned)
    }

    /// Whether it speaks of the object that the method is called on: of a field, of what a method of it gives.
    fn speaks_of_state(&self, text: &str) -> bool {
        let is_field = |name: &str| name == "this" || self.fields.contains(name);
        names(text).any(is_field) || own_calls(text).next().is_some()
    }

    fn calls_what_changes(&self, text: &str) -> bool {
        own_calls(text).any(|name| self.changing.contains(name))
    }

    fn speaks_of_changed(&self, text: &str) -> bool {
        names(text).any(|name| self.changed.contains(name))
    }
}

/// How far calls of methods of the class are followed to find out whether they change anything.
const DEEPEST_CALL: usize = 3;

/// What changes objects of a class: assignments to fields, calls on fields that do not only ask.
#[derive(Default)]
struct Changes {
    fields: BTreeSet<String>,
    /// The methods of the class.
    bodies: Vec<MethodBody>,
}

/// A method by its name.
struct MethodBody {
    name: String,
    body: Span,
}

fn bodies(flow: &FileFlow, class: &str) -> Vec<MethodBody> {
    let own = flow.methods.iter().filter(|method| method.class == class);
    own.map(|method| MethodBody {
        name: method.name.clone(),
        body: method.body,
    })
    .collect()
}

impl Changes {
    /// Where a body first changes the object; methods of the class that it calls are looked into.
    fn first_change(&self, file: &JavaFile, body: Span, depth: usize) -> Option<usize> {
        if body.end > file.text().len() {
            return None;
        }
        let around = file.root().smallest_around(body);
        let inside = around
            .descendants()
            .filter(|node| body.contains(node.span()));
        inside
            .filter(|node| self.is_change(file, *node, depth))
            .map(|node| node.span().end)
            .min()
    }

    fn is_change(&self, file: &JavaFile, node: Node<'_>, depth: usize) -> bool {
        match node.kind() {
            "assignment_expression" => node
                .field("left")
                .is_some_and(|left| self.is_of_field(left.text())),
            "update_expression" => node
                .first_named()
                .is_some_and(|of| self.is_of_field(of.text())),
            "method_invocation" => {
                let Some(name) = node.field("name").map(|name| name.text().to_owned()) else {
                    return false;
                };
                match node.field("object").map(|on| on.text().to_owned()) {
                    Some(on) if on != "this" => self.is_of_field(&on) && !only_asks(&name),
                    _ => self.is_changing(file, &name, depth),
                }
            }
            _ => false,
        }
    }

    /// `count`, `this.count`, `counts[0]`
    fn is_of_field(&self, text: &str) -> bool {
        let text = text.trim_start_matches("this.");
        let name = text.split(|c| !is_part(c)).next().unwrap_or_default();
        self.fields.contains(name)
    }

    fn is_changing(&self, file: &JavaFile, name: &str, depth: usize) -> bool {
        let mut own = self
            .bodies
            .iter()
            .filter(|method| method.name == name)
            .peekable();
        if own.peek().is_none() || depth == 0 {
            return !only_asks(name);
        }
        own.any(|method| self.first_change(file, method.body, depth - 1).is_some())
    }

    fn changing(&self, file: &JavaFile) -> BTreeSet<String> {
        let names = self.bodies.iter().map(|method| &method.name);
        names
            .filter(|name| self.is_changing(file, name, DEEPEST_CALL) && !only_asks(name))
            .cloned()
            .collect()
    }
}

/// Whether a method of this name is one that most often only asks.
fn only_asks(name: &str) -> bool {
    const QUESTIONS: [&str; 26] = [
        "all", "any", "can", "char", "compare", "contains", "count", "current", "ends", "equals",
        "get", "has", "hash", "index", "is", "last", "length", "matches", "max", "min", "none",
        "peek", "size", "starts", "stream", "to",
    ];
    let first = name.split(char::is_uppercase).next().unwrap_or(name);
    QUESTIONS.contains(&first)
}

/// The methods that an expression calls on the object itself.
fn own_calls(text: &str) -> impl Iterator<Item = &str> {
    words(text).filter_map(|(at, word)| {
        let before = text[..at].trim_end();
        let after = text[at + word.len()..].trim_start();
        let is_own = !before.ends_with('.') || before.ends_with("this.");
        (is_own && after.starts_with('(') && word.starts_with(char::is_lowercase)).then_some(word)
    })
}

/// A local variable with the value that it is declared with.
fn local(declarator: Node<'_>) -> Option<LocalVariable> {
    let scope = declarator.ancestors().find(|node| {
        matches!(
            node.kind(),
            "block" | "switch_block_statement_group" | "for_statement" | "constructor_body"
        )
    });
    Some(LocalVariable {
        name: declarator.field("name")?.text().to_owned(),
        value: declarator.field("value").map_or("", Node::text).to_owned(),
        declared: declarator.span(),
        scope: scope?.span(),
    })
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The names of variables and types in an expression: neither members nor calls, nothing in quotes.
fn names(text: &str) -> impl Iterator<Item = &str> {
    words(text).filter_map(|(at, word)| {
        let before = text[..at].trim_end();
        let after = text[at + word.len()..].trim_start();
        (!before.ends_with('.') && !after.starts_with('(')).then_some(word)
    })
}

/// The words of an expression with their places, but for those in quotes.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut found = Vec::new();
    let mut quote = None;
    let mut start = None;
    let mut is_escaped = false;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if let Some(open) = quote {
            if !is_escaped && c == open {
                quote = None;
            }
            is_escaped = c == '\\' && !is_escaped;
        } else if is_part(c) {
            start.get_or_insert(at);
        } else {
            let from = start.take();
            found.extend(from.map(|from| (from, &text[from..at])));
            if matches!(c, '"' | '\'') {
                quote = Some(c);
            }
        }
    }
    found.retain(|(_, word)| !word.starts_with(|c: char| c.is_ascii_digit()));
    found.into_iter()
}

/// The text with something else in place of a name.
fn replaced(text: &str, name: &str, by: &str) -> String {
    let places: Vec<usize> = words(text)
        .filter(|(at, word)| *word == name && !text[..*at].trim_end().ends_with('.'))
        .map(|(at, _)| at)
        .collect();
    let mut result = text.to_owned();
    for at in places.into_iter().rev() {
        result.replace_range(at..at + name.len(), by);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(java: &str) -> KnownNames {
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        let method = &flow.methods[0];
        let mut names = KnownNames {
            parameters: method.parameter_names.iter().cloned().collect(),
            fields: ["limit".to_owned()].into(),
            ..KnownNames::default()
        };
        names.read(&file, method.body);
        names
    }

    /// What a text at the first place of this marker is told as.
    fn resolved(names: &KnownNames, text: &str, marker: &str) -> Option<String> {
        let at = JAVA.find(marker).expect("the marker is there");
        names.resolved(text, Span::new(at, at + 1))
    }

    const JAVA: &str = "class A { int limit; int m(String text, int n) { int len = text.length(); int at = 0; \
                        n++; while (at < len) at++; { String sub = \"x\"; } { String sub = text.trim(); f(sub); } \
                        for (char c : text.all()) f(c); boolean tight = len > limit; return tight ? at : n; } }";

    #[test]
    fn local_variables_are_told_by_what_they_stand_for() {
        let names = known(JAVA);
        let resolved = |text: &str, marker: &str| resolved(&names, text, marker);
        assert_eq!(
            resolved("len == 0", "while").as_deref(),
            Some("(text.length()) == 0")
        );
        assert_eq!(
            resolved("tight", "? at").as_deref(),
            Some("((text.length()) > limit)")
        );
        let call = resolved("LIMIT > text.at(len)", "while");
        assert_eq!(call.as_deref(), Some("LIMIT > text.at((text.length()))"));
        assert_eq!(
            resolved("sub == null", "f(sub)").as_deref(),
            Some("(text.trim()) == null")
        );
        assert_eq!(resolved("sub == null", "? at"), None);
        assert_eq!(resolved("c == 'x'", "f(c)").as_deref(), Some("c == 'x'"));
    }

    #[test]
    fn what_changes_in_the_method_is_not_told_of_its_arguments() {
        let names = known(JAVA);
        assert_eq!(resolved(&names, "at < len", "while"), None);
        assert!(names.known("limit > 0"));
        assert!(
            !known("class A { int limit; void m() { int limit = f(); limit++; } }")
                .known("limit > 0")
        );
        assert!(names.speaks_of_changed("n > 0"));
        assert!(!names.speaks_of_changed("text.n > len"));
    }

    #[test]
    fn a_condition_on_the_object_is_one_of_the_beginning_only_before_the_first_change() {
        let java = "class Queue { Reader reader; int at; boolean isEmpty() { return reader.isEmpty(); } \
                    char next() { at++; return reader.consume(); } \
                    void m(List<String> out) { out.add(\"\"); if (isEmpty()) return; String c = last(); next(); if (isEmpty()) f(); } \
                    String last() { return reader.toString(); } }";
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        let changes = Changes {
            fields: ["reader".to_owned(), "at".to_owned()].into(),
            bodies: bodies(&flow, "Queue"),
        };
        let body = |name: &str| {
            flow.methods
                .iter()
                .find(|it| it.name == name)
                .expect("it is there")
                .body
        };
        let first = |name: &str| changes.first_change(&file, body(name), DEEPEST_CALL);
        let change = java.find("next(); if").expect("it is there") + "next()".len();
        assert_eq!(first("m"), Some(change));
        assert_eq!(first("isEmpty"), None);
        assert_eq!(first("last"), None);
        assert!(first("next").is_some());
        assert_eq!(
            changes.changing(&file),
            ["m", "next"].map(str::to_owned).into()
        );
        assert_eq!(
            own_calls("next() == a.b(this.c())").collect::<Vec<_>>(),
            ["next", "c"]
        );
    }

    #[test]
    fn members_calls_and_quotes_are_no_variables() {
        let found: Vec<&str> = names("a.b(c, \"d 'e\") + 'f' < G.h && i(1x)").collect();
        assert_eq!(found, ["a", "c", "G"]);
    }
}
