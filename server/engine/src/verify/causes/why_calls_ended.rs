//! How the call that a test is about ended, and why: takes its run, gives the branches that decided it, the nearest to
//! the end first, whatever else decided it as something that nobody knows, and the factory of what it returned.

use goalline_flow::{Branch, FileFlow, Line, MethodId, Predicate, PredicateId};
use goalline_junit::ReturnedConstant;
use goalline_syntax::{DeclaredKind, Import, JavaFile, Node, TypeDeclaration, declarations};
use goalline_testcase::{Execution, Outcome, PredicateTrace, Thrown, begins_with_word};

/// How far branches are followed to those that lead to them.
const DEEPEST: usize = 6;

/// Something that decided how a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decider {
    /// This branch.
    Branch(Branch),
    /// A branch that was not the same each time, or code outside of the file: what stands behind it was passed on the
    /// way.
    Unknown,
}

/// How a call ended, with what decided that.
#[derive(Debug, Default)]
pub(crate) struct CallEnding {
    /// What decided it, the nearest to the end first.
    pub(crate) deciders: Vec<Decider>,
    /// Whether those only chose where the result is computed: what it is may depend on all that ran before.
    pub(crate) is_computed: bool,
    /// Whether the call threw.
    pub(crate) is_throw: bool,
}

/// A run, seen from the method that the test is about.
pub(crate) struct RunOfAct<'a> {
    pub(crate) flow: &'a FileFlow,
    pub(crate) file: &'a JavaFile,
    pub(crate) act: MethodId,
    pub(crate) run: &'a Execution,
}

impl RunOfAct<'_> {
    /// How the predicate came out, where it came out one way only.
    pub(crate) fn held(&self, id: PredicateId) -> Option<bool> {
        let trace = &self.run.trace;
        let is_own = self.flow.predicate(id).method == self.act;
        let direct = trace.direct_predicate(id.0).filter(|_| is_own);
        let seen = direct.or_else(|| trace.predicate(id.0))?;
        one_way(seen)
    }

    /// All that came out one way in the method, the last first, then in what it called.
    pub(crate) fn all(&self) -> Vec<Branch> {
        let is_own = |predicate: &&Predicate| predicate.method == self.act;
        let own = self.flow.predicates.iter().rev().filter(is_own);
        let other = self.flow.predicates.iter().rev().filter(|it| !is_own(it));
        own.chain(other)
            .filter_map(|it| self.branch_of(it))
            .collect()
    }

    /// How the call ended.
    pub(crate) fn ending(&self) -> CallEnding {
        match &self.run.outcome {
            Outcome::Threw { thrown, .. } => self.ending_of_throw(thrown),
            _ => self.ending_of_return(),
        }
    }

    fn ending_of_throw(&self, thrown: &Thrown) -> CallEnding {
        let mut deciders = Vec::new();
        let lines = self.lines_of(thrown);
        if lines.is_empty() {
            deciders.push(Decider::Unknown);
        }
        for (at, line) in lines.into_iter().enumerate() {
            self.inside(line, &mut deciders);
            if at == 0 && !throws_by_itself(line) {
                deciders.push(Decider::Unknown);
            }
            self.follow(&line.controls, DEEPEST, &mut deciders);
        }
        CallEnding {
            deciders,
            is_computed: false,
            is_throw: true,
        }
    }

    fn ending_of_return(&self) -> CallEnding {
        let Some(line) = self.only_return(self.act) else {
            return CallEnding::default();
        };
        let maker = self.maker_of_answer(line);
        let first = maker.unwrap_or(line);
        let mut deciders = Vec::new();
        self.inside(first, &mut deciders);
        let is_chosen = !deciders.is_empty() || self.gives_a_constant(first);
        self.follow(&first.controls, DEEPEST, &mut deciders);
        if maker.is_some() {
            self.follow(&line.controls, DEEPEST, &mut deciders);
        }
        CallEnding {
            deciders,
            is_computed: !is_chosen,
            is_throw: false,
        }
    }

    /// The factory that the call that returned ends with, where the file has others of its class for other answers:
    /// `notFound` of `return Answer.notFound(id)` beside `return Answer.ok()`.
    pub(crate) fn answered(&self) -> Option<String> {
        let line = self.seen_return(self.act)?;
        let maker = self.maker_of_answer(line).unwrap_or(line);
        let (class, factory) = factory_of(&maker.text)?;
        let mut all = self
            .flow
            .lines
            .iter()
            .filter_map(|line| factory_of(&line.text));
        let has_others = all.any(|(of, other)| of == class && other != factory);
        let says_how = SAYS_HOW_IT_WENT.contains(&factory);
        (has_others || says_how).then(|| factory.to_owned())
    }

    /// The constant that the call returned by its name, where a test may name it too: one of its own class that is not
    /// private, or of a class that the file imports.
    pub(crate) fn returned_constant(&self) -> Option<ReturnedConstant> {
        let value = self.seen_return(self.act)?.text.strip_prefix("return ")?;
        let value = value.strip_suffix(';')?.trim();
        let (value, asked) = value.split_at(asked_constant(value).map_or(value.len(), str::len));
        let (class, name) = match value.rsplit_once('.') {
            Some((class, name)) => (Some(class), name),
            None => (None, value),
        };
        let is_large = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        // `ReturnsNull` is another thing.
        let says_other = OTHERWISE_SAID.iter().any(|word| name.starts_with(word));
        if name.len() < 2 || !name.chars().all(is_large) || says_other {
            return None;
        }
        let declared = declarations(self.file);
        let own = &self.flow.method(self.act).class;
        let own = declared.types.iter().find(|it| it.binary_name == *own)?;
        let class = match class.filter(|class| *class != own.name) {
            None => has_constant(own, name).then(|| own.binary_name.clone())?,
            // Those of the JDK are numbers and texts, and everybody's.
            Some(class) => imported(&declared.imports, class)
                .filter(|it| !asked.is_empty() || it.starts_with("java"))
                .filter(|_| !is_kind_of(own, class))?
                .to_owned(),
        };
        Some(ReturnedConstant {
            class,
            name: format!("{name}{asked}"),
        })
    }

    /// The line that made what this `return` gives back, where that is another one: the only one that may have run.
    fn maker_of_answer(&self, line: &Line) -> Option<&Line> {
        let helper = self.return_of_helper(line);
        helper.or_else(|| self.given_to_returned(line))
    }

    /// The `return` of a method of the same class, where the act's own gives back what that gave: `Object error =
    /// check(order); if (error != null) { return error; }`.
    fn return_of_helper(&self, line: &Line) -> Option<&Line> {
        let body = self.flow.method(line.method).body;
        if body.end > self.file.text().len() {
            return None;
        }
        let given = line.text.strip_prefix("return ")?.strip_suffix(';')?.trim();
        let body = self.file.root().smallest_around(body);
        let called = helper_called(given).or_else(|| helper_called(only_value(body, given)?))?;
        let class = &self.flow.method(self.act).class;
        let methods = self.flow.methods.iter();
        let mut helpers = methods.filter(|it| it.class == *class && it.name == called);
        let helper = helpers.next()?;
        let is_one = helpers.next().is_none() && helper.id != self.act;
        self.seen_return(helper.id).filter(|_| is_one)
    }

    /// The one line that gave the returned variable its value, of several that may: `result = Answer.full();`.
    fn given_to_returned(&self, line: &Line) -> Option<&Line> {
        let name = line.text.strip_prefix("return ")?.strip_suffix(';')?.trim();
        let own = self.flow.lines.iter().filter(|it| it.method == line.method);
        let (assigned, rest): (Vec<&Line>, Vec<&Line>) =
            own.partition(|it| given_value(&it.text) == Some((None, name)));
        let begins =
            |it: &&Line| matches!(given_value(&it.text), Some((Some(_), own)) if own == name);
        let declared: Vec<&Line> = rest.into_iter().filter(begins).collect();
        // `if (full) result = Answer.full();` begins otherwise.
        if self.assignments(line.method, name) != assigned.len() {
            return None;
        }
        let is_one_of_several = assigned.len() + declared.len() > 1;
        // What is told to the variable on one of the ways may turn it into another answer.
        let is_told = |it: &&Line| {
            let call = it.text.strip_prefix(name);
            call.is_some_and(|it| it.starts_with('.')) && it.controls != line.controls
        };
        let mut lines = self.flow.lines.iter();
        let is_told_at_times = lines.any(|it| it.method == line.method && is_told(&it));
        let mut taken = assigned.into_iter().filter(|it| self.was_given(it));
        match (taken.next(), taken.next()) {
            (Some(only), None) => is_one_of_several.then_some(only),
            (None, _) => {
                let mut beside = declared
                    .into_iter()
                    .filter(|it| it.controls == line.controls && !is_told_at_times);
                beside.next().filter(|_| beside.next().is_none())
            }
            _ => None,
        }
    }

    /// Whether a line that gives a value may have run: one that catches something only where it was seen to.
    fn was_given(&self, line: &Line) -> bool {
        if line.span.end > self.file.text().len() {
            return false;
        }
        let around = self.file.root().smallest_around(line.span);
        let mut around = around.ancestors();
        let catches = around.any(|node| node.kind() == "catch_clause");
        let place = self.flow.lines.iter().position(|it| it.span == line.span);
        self.may_have_run(line)
            && (!catches || place.is_some_and(|at| self.was_seen_to_run(at, line)))
    }

    /// How often the variable is given another value in the method.
    fn assignments(&self, method: MethodId, name: &str) -> usize {
        let body = self.flow.method(method).body;
        if body.end > self.file.text().len() {
            return 0;
        }
        let inside = self.file.root().smallest_around(body).descendants();
        let assigned = inside.filter(|node| {
            let is_it = |left: Node<'_>| left.text() == name;
            body.contains(node.span())
                && node.kind() == "assignment_expression"
                && node.field("left").is_some_and(is_it)
        });
        assigned.count()
    }

    /// Whether a line ran, as far as the branches tell that led to it.
    fn may_have_run(&self, line: &Line) -> bool {
        // Lines that are implied by branches have no probe of their own: what led to them says whether they ran.
        line.controls.is_empty() || line.controls.iter().any(|branch| self.was_taken(*branch))
    }

    /// The one `return` that ended the method's call, where it has none that nobody sees run.
    fn seen_return(&self, method: MethodId) -> Option<&Line> {
        // `if (full) return Answer.full();` is a line that begins otherwise: of such methods nobody knows which ran.
        let mut own = self.flow.lines.iter().filter(|line| line.method == method);
        let hides =
            own.any(|line| !line.text.starts_with("return") && line.text.contains("return "));
        if self.run.outcome != Outcome::Passed || hides {
            return None;
        }
        self.only_return(method)
    }

    /// The call that failed, where the method ended in the clause that catches what it throws: the only one of its
    /// `try`.
    pub(crate) fn caught(&self) -> Option<String> {
        let ends = |line: &Line| line.text.starts_with("return") || line.text.starts_with("throw");
        let own = self.flow.lines.iter().enumerate();
        let mut lines = own.filter(|(at, line)| {
            line.method == self.act && ends(line) && self.was_seen_to_run(*at, line)
        });
        let (_, line) = lines.next()?;
        if lines.next().is_some() || line.span.end > self.file.text().len() {
            return None;
        }
        let body = self.flow.method(self.act).body;
        let around = self.file.root().smallest_around(line.span);
        let mut inside = around
            .ancestors()
            .take_while(|node| body.contains(node.span()));
        let clause = inside.find(|node| node.kind() == "catch_clause")?;
        only_call(clause.parent()?.field("body")?)
    }

    /// Whether the line, or the value that it returns, was seen: where it is measured.
    fn was_seen_to_run(&self, at: usize, line: &Line) -> bool {
        let trace = &self.run.trace;
        let mut returned = self.flow.operations.iter().filter(|operation| {
            operation.method == line.method && operation.span.start == line.span.start
        });
        trace.lines.contains(&(at as u32))
            || returned.any(|operation| trace.operation(operation.id.0).is_some())
    }

    /// The predicates of a statement, the last first: `&&` and `||` end with the one that decided.
    fn inside(&self, line: &Line, found: &mut Vec<Decider>) {
        // Of a statement with others in it only what stands on the line of its beginning.
        let text = self.file.text();
        if line.span.end > text.len() {
            return;
        }
        let is_around = AROUND.iter().any(|word| line.text.starts_with(word));
        let end = line.span.of(text).find('\n').filter(|_| is_around);
        let end = end.map_or(line.span.end, |end| line.span.start + end);
        let predicates = self.flow.predicates.iter().rev();
        let predicates = predicates.filter(|it| {
            it.method == line.method && line.span.start <= it.span.start && it.span.end <= end
        });
        let mut branches: Vec<Branch> = predicates.filter_map(|it| self.branch_of(it)).collect();
        if branches
            .first()
            .is_some_and(|last| ends_with_one(&line.text, *last))
        {
            // Those before it were so for nothing.
            branches.truncate(1);
        } else if branches.iter().all(|branch| !branch.outcome) {
            // None of them was so: no one decided, and the first is what people think of first.
            branches.reverse();
        }
        found.extend(branches.into_iter().map(Decider::Branch));
    }

    fn branch_of(&self, predicate: &Predicate) -> Option<Branch> {
        let outcome = self.held(predicate.id)?;
        Some(Branch {
            predicate: predicate.id,
            outcome,
        })
    }

    fn was_taken(&self, branch: Branch) -> bool {
        let ran = self.run.trace.predicate(branch.predicate.0);
        ran.is_some_and(|ran| if branch.outcome { ran.true_count } else { ran.false_count } > 0)
    }

    /// Those of the branches that were taken, and those that led to them.
    fn follow(&self, controls: &[Branch], depth: usize, found: &mut Vec<Decider>) {
        let taken = controls.iter().copied();
        let taken: Vec<Branch> = taken.filter(|branch| self.was_taken(*branch)).collect();
        for branch in &taken {
            let decider = if self.held(branch.predicate) == Some(branch.outcome) {
                Decider::Branch(*branch)
            } else {
                Decider::Unknown
            };
            if !found.contains(&decider) {
                found.push(decider);
            }
        }
        if depth > 0 {
            for branch in taken {
                let controls = &self.flow.predicate(branch.predicate).controls;
                self.follow(controls, depth - 1, found);
            }
        }
    }

    /// The one `return` that may have ended the method's call.
    fn only_return(&self, method: MethodId) -> Option<&Line> {
        let lines = self.flow.lines.iter();
        let mut returns = lines.filter(|line| {
            line.method == method && line.text.starts_with("return") && self.may_have_run(line)
        });
        let only = returns.next()?;
        returns.next().is_none().then_some(only)
    }

    /// Whether a `return` gives the same whenever it is reached: a literal, a constant, an argument, nothing.
    fn gives_a_constant(&self, line: &Line) -> bool {
        let text = line.text.trim_start_matches("return");
        let text = text.trim().trim_end_matches(';').trim();
        let parameters = &self.flow.method(line.method).parameter_names;
        let is_name = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_upper = |name: &str| !name.contains(char::is_lowercase);
        let last = text.rsplit('.').next().unwrap_or(text);
        let is_word = matches!(text, "" | "null" | "true" | "false" | "this");
        is_word
            || is_literal(text)
            || (is_name && parameters.iter().any(|one| one == text))
            || (!last.is_empty() && !text.contains('(') && is_upper(last))
            || EMPTY.iter().any(|empty| text.ends_with(empty))
            || is_made_of_constants(&line.text)
    }

    /// The lines on the stack of what was thrown, the innermost first.
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
}

/// Beginnings of names of constants that a test's name says of other results.
const OTHERWISE_SAID: [&str; 7] = ["DEFAULT", "EMPTY", "FALSE", "GIVEN", "NULL", "SAME", "TRUE"];

/// Whether the class extends or implements one of this simple name.
fn is_kind_of(class: &TypeDeclaration, simple: &str) -> bool {
    let mut above = class.superclass.iter().chain(&class.interfaces);
    above.any(|it| {
        let name = it.split('<').next().unwrap_or(it);
        name.trim().rsplit('.').next() == Some(simple)
    })
}

/// Whether the class has such a constant, a number or a text, that a test in its package may read.
fn has_constant(class: &TypeDeclaration, name: &str) -> bool {
    class.members.iter().any(|it| {
        it.kind == DeclaredKind::Field
            && it.name == name
            && matches!(it.ty.as_deref(), Some("int" | "long" | "String"))
            && it.is_static
            && it.modifiers.has("final")
            && !it.modifiers.has("private")
    })
}

/// The class of this simple name that is imported by itself.
fn imported<'i>(imports: &'i [Import], simple: &str) -> Option<&'i str> {
    let named = |it: &&Import| {
        let is_type = !it.is_static && !it.is_module && !it.is_wildcard;
        is_type && it.path.rsplit('.').next() == Some(simple)
    };
    imports.iter().find(named).map(|it| it.path.as_str())
}

/// What constants of enums are asked for that stands for them.
const ASKED: [&str; 20] = [
    "code",
    "desc",
    "description",
    "getCode",
    "getDesc",
    "getDescription",
    "getKey",
    "getLabel",
    "getMessage",
    "getMsg",
    "getName",
    "getResult",
    "getText",
    "getValue",
    "key",
    "label",
    "message",
    "name",
    "text",
    "value",
];

/// A constant that is asked for something: `Answer.FULL` of `Answer.FULL.getText()`.
fn asked_constant(value: &str) -> Option<&str> {
    let (constant, question) = value.strip_suffix("()")?.rsplit_once('.')?;
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_constant = constant.split('.').count() == 2 && constant.split('.').all(is_name);
    (is_constant && ASKED.contains(&question)).then_some(constant)
}

/// Factories that say how it went, though there is no other one.
const SAYS_HOW_IT_WENT: [&str; 8] = [
    "accepted",
    "created",
    "error",
    "fail",
    "failed",
    "ok",
    "success",
    "succeeded",
];

/// The type that a line declares a variable of, if it does, and the variable that it gives a value:
/// `Answer result = Answer.ok();`, `result = Answer.ok();`.
fn given_value(line: &str) -> Option<(Option<&str>, &str)> {
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_type = |text: &str| {
        text.chars()
            .all(|c| c.is_alphanumeric() || "_.<>[], ?".contains(c))
    };
    let (left, _) = line.split_once(" = ")?;
    match left.rsplit_once(' ') {
        Some((ty, name)) => (is_type(ty) && is_name(name)).then_some((Some(ty), name)),
        None => is_name(left).then_some((None, left)),
    }
}

/// The class and the name of the function whose result a `return` gives as it is, or of which it only builds the
/// answer: `Answer.notFound()`, `ResponseEntity.notFound().build()`.
fn factory_of(line: &str) -> Option<(&str, &str)> {
    // How a result is turned into another type says nothing of what it is.
    const TURNING: [&str; 9] = [
        "as",
        "convert",
        "copy",
        "from",
        "map",
        "of",
        "parse",
        "to",
        "transform",
    ];
    let assigned = line
        .split_once(" = ")
        .filter(|_| given_value(line).is_some());
    let value = assigned
        .map(|(_, value)| value)
        .or_else(|| line.strip_prefix("return "))?;
    let (called, given) = value.trim_start().split_once('(')?;
    let behind = behind_arguments(given)?.trim_start();
    let is_all = [";", ".build()", ".body("]
        .iter()
        .any(|end| behind.starts_with(end));
    if !is_all {
        return None;
    }
    let (class, name) = called.trim_end().rsplit_once('.')?;
    let is_word = |text: &str| {
        text.chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '.')
    };
    let simple = class.rsplit('.').next().unwrap_or(class);
    let is_static = simple.starts_with(char::is_uppercase) && name.starts_with(char::is_lowercase);
    let is_kind = is_static && !begins_with_word(name, &TURNING);
    (is_kind && is_word(class) && is_word(name)).then_some((class, name))
}

/// What stands behind the parenthesis that closes the arguments; none where one is not closed.
fn behind_arguments(given: &str) -> Option<&str> {
    let mut depth = 1_usize;
    for (at, c) in given.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            // Parentheses may be quoted.
            '"' | '\'' => return given.rfind(')').map(|last| &given[last + 1..]),
            _ => {}
        }
        if depth == 0 {
            return Some(&given[at + 1..]);
        }
    }
    None
}

/// The name of the one call in a block that stands in no other one.
fn only_call(block: Node<'_>) -> Option<String> {
    let calls = block.descendants().filter(|node| {
        matches!(
            node.kind(),
            "method_invocation" | "object_creation_expression"
        )
    });
    let calls: Vec<Node<'_>> = calls.collect();
    let is_outer = |node: &&Node<'_>| {
        let mut others = calls.iter().filter(|other| other.span() != node.span());
        !others.any(|other| other.span().contains(node.span()))
    };
    let outer: Vec<&Node<'_>> = calls.iter().filter(is_outer).collect();
    let [only] = outer[..] else {
        return None;
    };
    let name = only.field("name")?;
    Some(name.text().to_owned())
}

/// Whether a factory of another class makes the answer of texts, numbers and constants alone: `Answer.failed("full")`,
/// `Answer.failed(Reason.FULL.getText())`.
fn is_made_of_constants(line: &str) -> bool {
    if factory_of(line).is_none() {
        return false;
    }
    let Some((_, given)) = line.split_once('(') else {
        return false;
    };
    let Some(behind) = behind_arguments(given) else {
        return false;
    };
    // `ResponseEntity.ok().body(…)` is made of its body.
    let is_all = [";", ".build();"].contains(&behind.trim());
    let given = given[..given.len() - behind.len()].trim_end();
    let given = given.strip_suffix(')').unwrap_or(given);
    let is_constant = |one: &str| {
        let one = asked_constant(one).unwrap_or(one);
        let name = one.split_once('.').map_or("", |(_, name)| name);
        let is_large = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        one.starts_with(char::is_uppercase) && !name.is_empty() && name.chars().all(is_large)
    };
    let mut all = given.split(", ").map(str::trim);
    is_all && (given.is_empty() || all.all(|one| is_literal(one) || is_constant(one)))
}

/// The method of the own class that a value is the result of: `check` of `this.check(order)`.
fn helper_called(value: &str) -> Option<&str> {
    let (called, given) = value.split_once('(')?;
    let is_all = behind_arguments(given)?.trim().is_empty();
    let name = called.strip_prefix("this.").unwrap_or(called);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_all && is_name).then_some(name)
}

/// The value that the variable has from its declaration to the end; none of one that is given another.
fn only_value<'f>(body: Node<'f>, name: &str) -> Option<&'f str> {
    let is_it =
        |node: &Node<'f>, field: &str| node.field(field).is_some_and(|it| it.text() == name);
    let mut nodes = body.descendants();
    if nodes.any(|node| node.kind() == "assignment_expression" && is_it(&node, "left")) {
        return None;
    }
    let nodes = body.descendants();
    let mut declared =
        nodes.filter(|node| node.kind() == "variable_declarator" && is_it(node, "name"));
    let only = declared.next().filter(|_| declared.next().is_none())?;
    only.field("value").map(Node::text)
}

/// Whether the exception of a line comes whenever the line is reached: a `throw`, a call that only throws.
fn throws_by_itself(line: &Line) -> bool {
    const FAILING: [&str; 7] = [
        "abort", "error", "fail", "raise", "reject", "report", "throw",
    ];
    let is_on_line = line.text.contains("throw ");
    let called = line.text.split('(').next().unwrap_or_default();
    let called = called.rsplit(['.', ' ']).next().unwrap_or_default();
    is_on_line || FAILING.iter().any(|word| called.starts_with(word))
}

/// Whether the operand that was asked last decided alone: one of `&&` that was not so, one of `||` that was.
fn ends_with_one(text: &str, last: Branch) -> bool {
    let (has_and, has_or) = (text.contains("&&"), text.contains("||"));
    let is_plain = has_and != has_or && !text.contains("!(") && !text.contains('?');
    is_plain && last.outcome == has_or
}

/// Words that statements begin with that have others in them.
const AROUND: [&str; 7] = ["if", "for", "while", "do", "try", "switch", "synchronized"];

/// Ends of expressions that give something empty.
const EMPTY: [&str; 6] = [
    "emptyList()",
    "emptyMap()",
    "emptySet()",
    "Optional.empty()",
    "List.of()",
    "[0]",
];

/// Whether a text is one literal of the language and nothing more: `-1L`, `"a"`, not `5 + x`.
fn is_literal(text: &str) -> bool {
    for quote in ['"', '\''] {
        if let Some(rest) = text.strip_prefix(quote) {
            let inside = rest.strip_suffix(quote);
            return inside.is_some_and(|inside| !inside.replace("\\\\", "").contains(quote));
        }
    }
    let number = text.strip_prefix('-').unwrap_or(text);
    let is_of_number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
    number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(is_of_number)
}

fn one_way(seen: &PredicateTrace) -> Option<bool> {
    match (seen.true_count > 0, seen.false_count > 0) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{StackFrame, Trace, Var};

    use super::*;

    /// A run that ended so.
    fn run(outcome: Outcome, trace: Trace) -> Execution {
        Execution {
            outcome,
            trace,
            steps: 0,
            observations: Vec::new(),
            slow_at: None,
        }
    }

    #[test]
    fn one_literal_is_none_that_something_is_computed_with() {
        for text in ["5", "-1L", "0x1F", "1.5e3", "\"a\\\"b\"", "'c'", "\"\""] {
            assert!(is_literal(text) || text.contains('\\'), "{text}");
        }
        for text in ["5 + x", "-x", "\"a\" + x + \"b\"", "'a' + c", ""] {
            assert!(!is_literal(text), "{text}");
        }
    }

    /// A run of the first method of the class, looked at. Given are conditions with how often they were true and false.
    fn seen<T>(
        java: &str,
        ran: &[(&str, u32, u32)],
        thrown: Option<&str>,
        look: impl Fn(&RunOfAct<'_>) -> T,
    ) -> T {
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        let traced = flow.predicates.iter().filter_map(|predicate| {
            let (_, true_count, false_count) = ran.iter().find(|it| it.0 == predicate.text)?;
            Some(PredicateTrace {
                predicate: predicate.id.0,
                true_count: *true_count,
                false_count: *false_count,
                true_distance: 0.0,
                false_distance: 0.0,
            })
        });
        let outcome = thrown.map_or(Outcome::Passed, |place| {
            let before = &java[..java.find(place).expect("the place is there")];
            let thrown = Thrown {
                class: "shop.Refused".to_owned(),
                nameable: "shop.Refused".to_owned(),
                message: None,
                stack: vec![StackFrame {
                    class: "Till".to_owned(),
                    method: "pay".to_owned(),
                    line: before.matches('\n').count() as u32 + 1,
                }],
                ..Thrown::default()
            };
            Outcome::Threw {
                statement: Var(0),
                thrown,
            }
        });
        let predicates = traced.collect();
        let trace = Trace {
            predicates,
            ..Trace::default()
        };
        let run = run(outcome, trace);
        let seen = RunOfAct {
            flow: &flow,
            file: &file,
            act: flow.methods[0].id,
            run: &run,
        };
        look(&seen)
    }

    /// What decided such a run, the nearest first: conditions as they are written, with how they came out; `?` for what
    /// nobody knows.
    fn deciders(java: &str, ran: &[(&str, u32, u32)], thrown: Option<&str>) -> Vec<String> {
        seen(java, ran, thrown, |run| {
            let found = run.ending().deciders.into_iter();
            let told = found.map(|decider| match decider {
                Decider::Branch(branch) => {
                    let text = &run.flow.predicate(branch.predicate).text;
                    format!("{text} {}", branch.outcome)
                }
                Decider::Unknown => "?".to_owned(),
            });
            told.collect()
        })
    }

    #[test]
    fn a_constant_that_is_returned_by_its_name_is_known_where_a_test_may_name_it() {
        let constant = |java: &str, is_open: bool| {
            let ran = [("door.isOpen()", u32::from(is_open), u32::from(!is_open))];
            seen(java, &ran, None, |run| {
                let found = run.returned_constant();
                found.map_or(String::new(), |it| format!("{}.{}", it.class, it.name))
            })
        };
        let java = "import java.awt.Font;\nclass House {\n static final int OPEN = 1;\n private static final int SHUT = 2;\n \
                    int state(Door door) {\n if (door.isOpen()) {\n return OPEN;\n }\n return SHUT;\n }\n}";
        assert_eq!(constant(java, true), "House.OPEN");
        assert_eq!(constant(java, false), "");
        let of_other = java.replace("return SHUT", "return Font.BOLD");
        assert_eq!(constant(&of_other, false), "java.awt.Font.BOLD");
        let of_library = of_other.replace("java.awt.Font", "org.other.Font");
        assert_eq!(constant(&of_library, false), "");
        let asked = of_library.replace("Font.BOLD", "Font.BOLD.getText()");
        assert_eq!(constant(&asked, false), "org.other.Font.BOLD.getText()");
        let counted = of_library.replace("Font.BOLD", "Font.BOLD.next()");
        assert_eq!(constant(&counted, false), "");
        let told = of_library.replace("Font.BOLD", "Font.BOLD.getText(door)");
        assert_eq!(constant(&told, false), "");
        // An `Integer` is ambiguous to assertions of numbers.
        let boxed = java.replace("static final int OPEN", "static final Integer OPEN");
        assert_eq!(constant(&boxed, true), "");
        assert_eq!(constant(&java.replace("OPEN", "NULL_STATE"), true), "");
        let computed = java.replace("return OPEN", "return OPEN + 1");
        assert_eq!(constant(&computed, true), "");
    }

    #[test]
    fn an_answer_is_called_as_its_factory_where_its_class_has_several() {
        let answered = |java: &str, is_open: bool| {
            let ran = [("door.isOpen()", u32::from(is_open), u32::from(!is_open))];
            seen(java, &ran, None, |run| run.answered().unwrap_or_default())
        };
        let java = "class House {\n Answer enter(Door door) {\n if (door.isOpen()) {\n return Answer.ok(door);\n }\n \
                    return Answer.locked();\n }\n}";
        assert_eq!(answered(java, true), "ok");
        assert_eq!(answered(java, false), "locked");
        // A return behind a condition on its line is none that anybody sees.
        let hidden = java.replace("{\n return Answer.ok(door);\n }", "return Answer.ok(door);");
        assert_eq!(answered(&hidden, true), "");
        // What is asked of the answer is another result.
        let chained = java.replace("Answer.locked()", "Answer.locked().get()");
        assert_eq!(answered(&chained, false), "");
        // Of one alone the name says no more than its class, unless it says how it went.
        let java = java.replace("Answer.locked()", "null");
        assert_eq!(answered(&java, true), "ok");
        assert_eq!(answered(&java.replace("Answer.ok", "Answer.big"), true), "");
    }

    #[test]
    fn an_answer_that_is_made_of_constants_is_the_same_however_it_is_reached() {
        for constant in [
            "return Answer.ok();",
            "return Answer.failed(\"full\");",
            "return Answer.failed(\"full\", 3);",
            "return Answer.failed(Reason.FULL.getText());",
            "result = Answer.failed();",
        ] {
            assert!(is_made_of_constants(constant), "{constant}");
        }
        for other in [
            "return Answer.ok(door);",
            "return Answer.ok(Doors.find(3));",
            "return door.answer();",
            "return \"full\";",
            "return Answer.ok().body(find(door));",
            "return Answer.failed(Reason.FULL.format(door));",
            "return Answer.failed(A.B + C.get(door));",
        ] {
            assert!(!is_made_of_constants(other), "{other}");
        }
    }

    #[test]
    fn what_a_variable_was_given_is_answered_and_decided_where_it_was_given() {
        let java = "class House {\n Answer enter(Door door) {\n Answer result;\n if (door.isOpen()) {\n \
                    result = Answer.ok(door);\n } else {\n result = Answer.locked();\n }\n return result;\n }\n}";
        let answered = |java: &str, is_open: bool| {
            let ran = [("door.isOpen()", u32::from(is_open), u32::from(!is_open))];
            seen(java, &ran, None, |run| run.answered().unwrap_or_default())
        };
        assert_eq!(answered(java, true), "ok");
        assert_eq!(answered(java, false), "locked");
        let closed = [("door.isOpen()", 0, 1)];
        let count = seen(java, &closed, None, |run| run.ending().deciders.len());
        assert_eq!(count, 1);
        // Each block may have one of its own, and one may stand where no other is given.
        let apart = java
            .replace("Answer result;\n", "")
            .replace(
                "result = Answer.ok(door);",
                "Answer result = Answer.ok(door);\n return result;",
            )
            .replace(
                "result = Answer.locked();\n }\n return result;",
                "Answer result = Answer.locked();\n return result;\n }",
            );
        assert_eq!(answered(&apart, true), "ok");
        assert_eq!(answered(&apart, false), "locked");
        let early = java
            .replace("Answer result;", "Answer result = Answer.locked();")
            .replace(" else {\n result = Answer.locked();\n }", "");
        assert_eq!(answered(&early, true), "ok");
        assert_eq!(answered(&early, false), "locked");
        // What one of the ways tells it may turn it into another answer.
        let told = early.replace("result = Answer.ok(door);", "result.open(door);");
        assert_eq!(answered(&told, false), "");
        // What a clause gives that catches something it gave only where that was thrown.
        let caught = "class House {\n Answer enter(Door door) {\n Answer result = Answer.locked();\n try {\n \
                      door.open();\n } catch (Exception e) {\n result = Answer.ok(door);\n }\n return result;\n }\n}";
        assert_eq!(answered(caught, true), "locked");
        // Of one that is changed afterwards nobody knows.
        let again = java.replace(
            "return result",
            "result = Answer.other(result);\n return result",
        );
        assert_eq!(answered(&again, true), "");
        let hidden = java.replace(
            "return result",
            "if (door.isOld()) result = null;\n return result",
        );
        assert_eq!(answered(&hidden, true), "");
    }

    #[test]
    fn what_a_method_of_its_own_class_gave_back_is_answered_and_decided_there() {
        let java = "class House {\n Answer enter(Door door) {\n Answer refused = check(door);\n if (refused != null) {\n \
                    return refused;\n }\n return Answer.ok();\n }\n private Answer check(Door door) {\n \
                    if (door.isShut()) {\n return Answer.locked();\n }\n return null;\n }\n}";
        let ran = [("refused != null", 1, 0), ("door.isShut()", 1, 0)];
        let answered =
            |java: &str| seen(java, &ran, None, |run| run.answered().unwrap_or_default());
        assert_eq!(answered(java), "locked");
        let decided = seen(java, &ran, None, |run| {
            let deciders = run.ending().deciders.into_iter();
            let decided = deciders.map(|it| match it {
                Decider::Branch(branch) => run.flow.predicate(branch.predicate).text.clone(),
                Decider::Unknown => "?".to_owned(),
            });
            decided.collect::<Vec<_>>()
        });
        assert_eq!(decided, ["door.isShut()", "refused != null"]);
        // Of a variable that is given something else nobody knows what it holds.
        let changed = java.replace("if (refused", "refused = other;\n if (refused");
        assert_eq!(answered(&changed), "");
        let of_other = java.replace("= check(", "= doors.check(");
        assert_eq!(answered(&of_other), "");
    }

    const TILL: &str = "class Till {\n int pay(Cart cart, Card card) {\n if (cart == null) {\n throw new Refused();\n }\n \
                        for (Item item : cart.items()) {\n if (item.isGone()) {\n Asserts.fail(\"gone\");\n }\n }\n \
                        if (card.isOld()) {\n ledger.book(card);\n return 0;\n }\n return 1;\n }\n}";

    #[test]
    fn a_throw_is_decided_by_the_conditions_that_lead_to_it_the_nearest_first() {
        let ran = [("cart == null", 1, 0)];
        let at_throw = deciders(TILL, &ran, Some("throw new"));
        assert_eq!(at_throw, ["cart == null true"]);
        let ran = [
            ("cart == null", 0, 1),
            ("cart.items()", 1, 0),
            ("item.isGone()", 1, 0),
        ];
        let at_call = deciders(TILL, &ran, Some("Asserts.fail"));
        assert_eq!(at_call[0], "item.isGone() true");
        assert!(!at_call.contains(&"?".to_owned()), "{at_call:?}");
    }

    #[test]
    fn what_other_code_threw_is_not_decided_by_what_was_passed_before() {
        let ran = [
            ("cart == null", 0, 1),
            ("cart.items()", 0, 1),
            ("card.isOld()", 1, 0),
        ];
        let found = deciders(TILL, &ran, Some("ledger.book"));
        assert_eq!(found[0], "?");
        // Of several evaluations nobody knows which one it was.
        let ran = [("cart == null", 0, 1), ("item.isGone()", 1, 2)];
        let found = deciders(TILL, &ran, Some("Asserts.fail"));
        assert_eq!(found[0], "?");
    }

    #[test]
    fn a_return_is_decided_by_what_leads_to_it() {
        let ran = [
            ("cart == null", 0, 1),
            ("cart.items()", 0, 1),
            ("card.isOld()", 0, 1),
        ];
        let found = deciders(TILL, &ran, None);
        assert_eq!(found[0], "card.isOld() false");
    }

    #[test]
    fn a_return_where_an_exception_is_caught_is_decided_by_the_only_call_that_can_throw() {
        let java = "class Key {\n int of(String key) {\n try {\n return Integer.parseInt(key.trim());\n \
                    } catch (NumberFormatException e) {\n return 0;\n }\n }\n}";
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        let caught = |text: &str| {
            let line = flow.lines.iter().position(|line| line.text == text);
            let lines = line.map(|at| at as u32).into_iter().collect();
            let trace = Trace {
                lines,
                ..Trace::default()
            };
            let run = run(Outcome::Passed, trace);
            let seen = RunOfAct {
                flow: &flow,
                file: &file,
                act: flow.methods[0].id,
                run: &run,
            };
            seen.caught()
        };
        assert_eq!(caught("return 0;").as_deref(), Some("parseInt"));
        assert_eq!(caught("return Integer.parseInt(key.trim());"), None);
    }

    #[test]
    fn a_factory_says_what_the_answer_is_and_a_conversion_does_not() {
        let ok = factory_of("return ResponseUtil.ok(order);");
        assert_eq!(ok, Some(("ResponseUtil", "ok")));
        let offer = factory_of("return Answer.offer();");
        assert_eq!(offer, Some(("Answer", "offer")));
        assert_eq!(
            factory_of("return BeanUtils.transform(ItemDTO.class, item);"),
            None
        );
        assert_eq!(factory_of("return Answers.toDto(item);"), None);
    }

    #[test]
    fn the_last_operand_that_was_asked_decides() {
        let java =
            "class Key { boolean isOwn(String key) { return key != null && key.isOpen(); } }";
        let both = [("key != null", 1, 0), ("key.isOpen()", 1, 0)];
        let found = deciders(java, &both, None);
        assert_eq!(found, ["key.isOpen() true", "key != null true"]);
        let neither = [("key != null", 0, 1), ("key.isOpen()", 0, 1)];
        let found = deciders(&java.replace("&&", "||"), &neither, None);
        assert_eq!(found, ["key != null false", "key.isOpen() false"]);
        let first = [("key != null", 0, 1)];
        assert_eq!(deciders(java, &first, None), ["key != null false"]);
        // What was so before it is no reason that all of it is not.
        let last = [("key != null", 1, 0), ("key.isOpen()", 0, 1)];
        assert_eq!(deciders(java, &last, None), ["key.isOpen() false"]);
    }
}
