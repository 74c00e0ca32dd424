//! The text of one test method: takes statements, checks and how the act ends, gives arrange, act and assert with
//! imports; decides nothing about content.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use goalline_testcase::{
    CallableId, CallableKind, JavaType, Observation, Observed, ObservedPart, Statement,
    StatementKind, TestCluster, Var,
};

use crate::{
    assertions::{
        checks::{Access, Check, Fact, MapGetter, MapWay},
        expected_throw::ExpectedThrow,
        facts::{Facts, ImmaterialInputs},
        promises::Promises,
    },
    doubles::mock_calls::literals_in,
    printing::{
        double_forms::DoubleForm,
        layout::{fit, fits_well},
        printer::Printer,
        value_places::{Demands, Placement, is_copyable, place},
    },
    style::Style,
    types::hierarchy::{find_method, is_checked},
    writing::{
        chains::{ArrangedLines, Chaining},
        sharing::{PlacedLines, Sharing},
    },
    written::NameChoices,
    written::{About, Collaborators, Stated, StubbedCall, WrittenTest, signature},
};

/// How the act ends.
pub(crate) enum End {
    Returned,
    Threw {
        expected: ExpectedThrow,
        /// What it said as a Java literal, whether a test may expect that or not.
        said: Option<String>,
    },
}

/// Everything that is decided before the text is made.
pub(crate) struct BodyWriter<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) style: &'a Style,
    pub(crate) statements: &'a [Statement],
    pub(crate) act: usize,
    pub(crate) end: End,
    pub(crate) checks: Vec<Check>,
    /// How test doubles are written, by their statements.
    pub(crate) doubles: BTreeMap<usize, DoubleForm>,
    /// What was observed twice.
    pub(crate) seen: &'a [Observation],
    /// What was observed before the act; empty where that is not known.
    pub(crate) before: &'a [Observation],
    /// Answers of mocks that no call asked for.
    pub(crate) idle: &'a [StubbedCall],
    /// Inputs of the act for which other values give the same.
    pub(crate) immaterial: ImmaterialInputs,
    /// The factory that made what the act gives.
    pub(crate) answered: Option<&'a str>,
    /// What mocks were asked that decided how the act ended.
    pub(crate) deciding: &'a [StubbedCall],
    /// What the sources say.
    pub(crate) promises: &'a dyn Promises,
}

/// The lines of a test body by their part.
struct TestBody<'a> {
    arrange: Vec<String>,
    act: Vec<String>,
    assert: Vec<String>,
    printer: Printer<'a>,
    /// What lines of the arrangement answer, by their positions.
    stubs: BTreeMap<usize, StubbedCall>,
    /// The statements that lines of the arrangement are, by their positions.
    made: BTreeMap<usize, usize>,
    /// The variables written inside of each line, for lines that turn out too long.
    too_long: BTreeSet<Var>,
}

impl BodyWriter<'_> {
    pub(crate) fn callable_of_act(&self) -> Option<CallableId> {
        match &self.statements[self.act].kind {
            StatementKind::Call { callable, .. } => Some(*callable),
            _ => None,
        }
    }

    pub(crate) fn facts(&self) -> Facts<'_> {
        let (thrown, message, said) = match &self.end {
            End::Threw { expected, said } => (
                Some(expected.class.as_str()),
                expected.message.as_deref(),
                said.as_deref(),
            ),
            End::Returned => (None, None, None),
        };
        Facts {
            cluster: self.cluster,
            statements: self.statements,
            act: self.act,
            checks: &self.checks,
            before: self.before,
            seen: self.seen,
            mocks: self.mocks(),
            thrown,
            message,
            said,
            documented: None,
            immaterial: &self.immaterial,
            answered: self.answered,
            deciding: self.deciding,
            promises: self.promises,
        }
    }

    fn mocks(&self) -> Vec<usize> {
        let mocks = self.doubles.iter().filter(|(_, form)| form.is_mock());
        mocks.map(|(at, _)| *at).collect()
    }

    pub(crate) fn write(
        &self,
        name: String,
        callable: CallableId,
        implicit_exception: bool,
    ) -> WrittenTest {
        let body = self.shortest_body();
        let TestBody {
            arrange,
            act,
            assert,
            mut printer,
            stubs,
            made,
            ..
        } = body;
        let annotation = self.annotation(&mut printer);
        let visibility = if self.style.framework.wants_public() {
            "public "
        } else {
            ""
        };
        let throws_otherwise = self.throws_clause(&mut printer, &stubs, false);
        let throws = self.throws_clause(&mut printer, &stubs, true);
        let brace = if self.style.brace_alone { "\n{" } else { " {" };
        let mut source = format!("{annotation}\n{visibility}void {name}(){throws}{brace}\n");
        let first_line = source.lines().count();
        let mut stated = self.stubbed(&arrange, &stubs, first_line);
        let placed = PlacedLines {
            lines: self.line_ranges(&arrange, first_line),
            made: &made,
        };
        let collaborators = self.collaborators(&printer, &placed, throws_otherwise.is_empty());
        let before_assert = self.sections(&mut source, &[&arrange, &act, &assert], &printer.resets);
        stated.extend(self.stated(
            &assert,
            before_assert,
            1 + usize::from(!printer.resets.is_empty()),
        ));
        source.push('}');
        WrittenTest {
            name,
            source,
            imports: printer.names.imports(),
            plain_names: printer.names.plain_names(),
            static_imports: printer.members.into_iter().collect(),
            method: signature(self.cluster, callable),
            callable,
            implicit_exception,
            assertions: self.checks.len().max(1) + self.said_beside_class(),
            kills: Vec::new(),
            collaborators,
            stated,
            names: NameChoices::default(),
        }
    }

    /// Appends the parts of a body; what a static field holds it holds no longer than the act and what is said of it.
    /// Gives the number of lines before the last part.
    fn sections(
        &self,
        source: &mut String,
        sections: &[&Vec<String>; 3],
        resets: &BTreeMap<usize, String>,
    ) -> usize {
        let [arrange, act, assert] = *sections;
        let is_held = !resets.is_empty();
        let depth = 1 + usize::from(is_held);
        let mut before_assert = 0;
        let mut is_first = true;
        for (section, depth) in [(arrange, 1), (act, depth), (assert, depth)] {
            if is_held && std::ptr::eq(section, act) {
                let gap = if is_first { "" } else { "\n" };
                source.push_str(gap);
                source.push_str(&self.opened(&["try"]));
                is_first = true;
            }
            if !section.is_empty() {
                if !is_first {
                    source.push('\n');
                }
                is_first = false;
            }
            before_assert = source.lines().count();
            source.push_str(&self.indented(section, depth));
        }
        if is_held {
            source.push_str(&self.opened(&["}", "finally"]));
            let resets: Vec<String> = resets.values().rev().cloned().collect();
            source.push_str(&self.indented(&resets, 2));
            source.push_str(&self.indented(&["}".to_owned()], 1));
        }
        before_assert
    }

    /// `} finally {` of these words, in one line or one each, as the project has it.
    fn opened(&self, words: &[&str]) -> String {
        let mut lines: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
        lines.push("{".to_owned());
        if !self.style.brace_alone {
            lines = vec![lines.join(" ")];
        }
        self.indented(&lines, 1)
    }

    fn collaborators(
        &self,
        printer: &Printer<'_>,
        placed: &PlacedLines<'_>,
        throws_by_fields: bool,
    ) -> Collaborators {
        Sharing {
            cluster: self.cluster,
            style: self.style,
            statements: self.statements,
            act: self.act,
            doubles: &self.doubles,
            printer,
            placed,
            throws_otherwise: !throws_by_fields,
        }
        .collaborators()
    }

    /// What the assertions state, the first of which begins at this line.
    fn stated(&self, assert: &[String], first_line: usize, depth: usize) -> Vec<Stated> {
        let about = match &self.end {
            End::Threw { expected, .. } => expected.about(),
            End::Returned => self.checks.iter().map(about).collect(),
        };
        let mut start = first_line;
        let stated = assert.iter().zip(about).map(|(assertion, about)| {
            let lines = start..start + self.fitted(assertion, depth).len();
            start = lines.end;
            Stated { lines, about }
        });
        stated.collect()
    }

    /// The lines that say what mocks answer, the first line of the arrangement being this one.
    fn stubbed(
        &self,
        arrange: &[String],
        stubs: &BTreeMap<usize, StubbedCall>,
        first_line: usize,
    ) -> Vec<Stated> {
        let ranges = self.line_ranges(arrange, first_line);
        let stated = stubs.iter().map(|(at, call)| Stated {
            lines: ranges[*at].clone(),
            about: About::Stub(call.clone()),
        });
        stated.collect()
    }

    /// The lines of the source that each of these is, the first of which begins at this one.
    fn line_ranges(&self, lines: &[String], first_line: usize) -> Vec<Range<usize>> {
        let mut start = first_line;
        let ranges = lines.iter().map(|line| {
            let range = start..start + self.fitted(line, 1).len();
            start = range.end;
            range
        });
        ranges.collect()
    }

    /// What is asserted of an exception beside its class.
    fn said_beside_class(&self) -> usize {
        match &self.end {
            End::Threw { expected, .. } => expected.about().len(),
            End::Returned => 0,
        }
    }

    fn annotation(&self, printer: &mut Printer<'_>) -> String {
        let test = printer.names.class(self.style.framework.test_annotation());
        match &self.end {
            End::Threw { expected, .. } if !self.style.has_assert_throws => {
                let class = printer.names.class(&expected.class);
                let attribute = self.style.framework.expected_attribute();
                format!("@{test}({attribute} = {class}.class)")
            }
            _ => format!("@{test}"),
        }
    }

    fn indented(&self, lines: &[String], depth: usize) -> String {
        let mut text = String::new();
        for line in lines.iter().flat_map(|line| self.fitted(line, depth)) {
            if !line.is_empty() {
                text.push_str(&self.style.indent.repeat(depth));
                text.push_str(&line);
            }
            text.push('\n');
        }
        text
    }

    fn fitted(&self, line: &str, depth: usize) -> Vec<String> {
        fit(line, self.style.room(1 + depth))
    }

    /// Writes everything in place that may be, then takes calls out of lines that become too long.
    fn shortest_body(&self) -> TestBody<'_> {
        const ROUNDS: usize = 8;
        let mut demands = self.demands();
        let mut body = self.body(&demands);
        for _ in 0..ROUNDS {
            if body.too_long.is_subset(&demands.forced) {
                break;
            }
            demands.forced.append(&mut body.too_long);
            if demands.forced.contains(&Var(self.act as u16)) {
                demands.act_in_assertion = false;
                demands.needed.insert(Var(self.act as u16));
            }
            body = self.body(&demands);
        }
        let mut arranged = ArrangedLines {
            lines: &mut body.arrange,
            made: &mut body.made,
            stubs: &mut body.stubs,
        };
        let chaining = Chaining {
            cluster: self.cluster,
            statements: self.statements,
            seen: self.seen,
            room: self.style.room(2),
        };
        chaining.apply(&mut arranged);
        body
    }

    fn demands(&self) -> Demands {
        let act = Var(self.act as u16);
        let mut needed = BTreeSet::new();
        let rows = self.rows();
        let is_row = |one: &Observed| matches!(one, Observed::Same(var) if rows.contains(var));
        for check in &self.checks {
            needed.insert(check.var);
            let mut stack: Vec<&Observed> = match &check.fact {
                Fact::Is(observed) => vec![observed],
                Fact::Called {
                    arguments: Some(arguments),
                    ..
                } => arguments.iter().filter(|one| !is_row(one)).collect(),
                _ => Vec::new(),
            };
            while let Some(observed) = stack.pop() {
                match observed {
                    Observed::Same(var) => {
                        needed.insert(*var);
                    }
                    Observed::Array { elements, .. } | Observed::Sized { elements, .. } => {
                        stack.extend(elements);
                    }
                    Observed::Unordered(all) => stack.extend(all.keys.iter().chain(&all.values)),
                    Observed::Described { parts, .. } => {
                        stack.extend(parts.iter().map(|part| &part.observed));
                    }
                    _ => {}
                }
            }
        }
        needed.extend(self.stubbed_with().difference(&rows));
        needed.retain(|var| !is_copyable(self.cluster, &self.statements[usize::from(var.0)]));
        let act_in_assertion = self.act_fits_in_assertion(act);
        let expected_in_assertion = self.hash_before_act().filter(|_| act_in_assertion);
        if act_in_assertion {
            needed.remove(&act);
            expected_in_assertion.map(|at| needed.remove(&Var(at as u16)));
        }
        Demands {
            expected_in_assertion,
            needed,
            act: Some(self.act),
            act_in_assertion,
            act_throws: matches!(self.end, End::Threw { .. }),
            forced: BTreeSet::new(),
            doubles: self.doubles.clone(),
        }
    }

    /// Whether the only thing said about the act's value is the first assertion, and nothing runs in between.
    fn act_fits_in_assertion(&self, act: Var) -> bool {
        let about_act = self.checks.iter().filter(|check| check.var == act).count();
        let is_constructor = self.callable_of_act().is_some_and(|callable| {
            self.cluster.callable(callable).kind == CallableKind::Constructor
        });
        let first = self.checks.first();
        let is_first = first.is_some_and(|check| check.var == act && check.access == Access::Value);
        let returns = first.is_some_and(|check| check.fact == Fact::Returns);
        let is_last = self.act + 1 == self.statements.len();
        is_last && about_act == 1 && is_first && (!is_constructor || returns)
    }

    /// The arrays of literals that mocks were given as any number of arguments: these are written one by one.
    fn rows(&self) -> BTreeSet<Var> {
        let mut found = BTreeSet::new();
        for one in self.seen {
            let ObservedPart::Interaction { method, descriptor } = &one.subject else {
                continue;
            };
            let ty = self.cluster.ty(self.statements[usize::from(one.var.0)].ty);
            let called = find_method(self.cluster, ty, method, descriptor);
            let Observed::Calls { arguments, .. } = &one.observed else {
                continue;
            };
            if called.is_some_and(|(_, called)| called.is_varargs) {
                found.extend(arguments.iter().filter_map(|given| match given.last() {
                    Some(Observed::Same(array)) => Some(*array),
                    _ => None,
                }));
            }
        }
        found.retain(|array| literals_in(self.statements, *array).is_some());
        found
    }

    /// The objects that mocks with answers were asked about: an answer is for them, and they are there before it.
    fn stubbed_with(&self) -> BTreeSet<Var> {
        let mut found = BTreeSet::new();
        for one in self.seen {
            let ObservedPart::Interaction { method, descriptor } = &one.subject else {
                continue;
            };
            let (at, Observed::Calls { arguments, .. }) = (usize::from(one.var.0), &one.observed)
            else {
                continue;
            };
            let StatementKind::TestDouble { answers, .. } = &self.statements[at].kind else {
                continue;
            };
            let is_answered = answers
                .iter()
                .any(|it| *it.method == **method && *it.descriptor == **descriptor);
            let objects = arguments
                .iter()
                .flatten()
                .filter_map(|argument| match argument {
                    Observed::Same(var) if usize::from(var.0) < at => Some(*var),
                    _ => None,
                });
            found.extend(objects.filter(|_| is_answered));
        }
        found
    }

    /// The call right before the act whose hash code the act is to give again, where nothing else asks for it.
    fn hash_before_act(&self) -> Option<usize> {
        let before = self.act.checked_sub(1)?;
        let expected = self.checks.first().map(|check| &check.fact);
        let is_it =
            matches!(expected, Some(Fact::Is(Observed::Same(var))) if usize::from(var.0) == before);
        let StatementKind::Call { callable, .. } = &self.statements[before].kind else {
            return None;
        };
        let is_hash = self.cluster.callable(*callable).name == "hashCode";
        (is_it && is_hash && self.checks.len() == 1).then_some(before)
    }

    fn body(&self, demands: &Demands) -> TestBody<'_> {
        let placements = place(self.cluster, self.statements, demands);
        let mut printer = Printer::new(
            self.cluster,
            self.statements,
            self.style,
            Some(self.act),
            placements,
        );
        printer.doubles.clone_from(&self.doubles);
        printer.seen = self.seen;
        printer.idle = self.idle;
        // The annotation comes first: its simple name is not for anything else.
        printer.names.class(self.style.framework.test_annotation());
        printer.name_receiver();
        let mut body = TestBody {
            arrange: Vec::new(),
            act: Vec::new(),
            assert: Vec::new(),
            printer,
            stubs: BTreeMap::new(),
            made: BTreeMap::new(),
            too_long: BTreeSet::new(),
        };
        for at in 0..self.statements.len() {
            if at == self.act && matches!(self.end, End::Threw { .. }) {
                self.expect_throw(&mut body);
            } else if let Some(line) = body.printer.statement(at) {
                self.note_length(&mut body, at, &line);
                let section = if at < self.act {
                    body.made.insert(body.arrange.len(), at);
                    &mut body.arrange
                } else {
                    &mut body.act
                };
                section.push(line);
                for stub in body.printer.stubs(at) {
                    self.note_length(&mut body, at, &stub.text);
                    body.stubs.insert(body.arrange.len(), stub.call);
                    body.arrange.push(stub.text);
                }
            }
        }
        // It belongs to no check: which of them a line is of is counted from the first one.
        body.act.extend(body.printer.map_within(&self.checks));
        for check in &self.checks {
            let line = body.printer.assertion(check);
            if demands.act_in_assertion && check.var == Var(self.act as u16) {
                self.note_length_of_act(&mut body, &line);
            }
            body.assert.push(line);
        }
        body
    }

    fn expect_throw(&self, body: &mut TestBody<'_>) {
        let End::Threw { expected, .. } = &self.end else {
            return;
        };
        let act = Var(self.act as u16);
        if self.style.has_assert_throws {
            let lines = body.printer.expects_throw(act, expected);
            body.act.extend(lines.iter().take(1).cloned());
            body.assert.extend(lines.into_iter().skip(1));
        } else {
            let call = body.printer.call(self.act);
            body.act.push(format!("{call};"));
        }
    }

    /// Takes calls out of a line that is too long.
    fn note_length(&self, body: &mut TestBody<'_>, at: usize, line: &str) {
        let room = self.style.room(2).width;
        if !line.contains('\n') && line.chars().count() > room {
            let mut longest = self.inlined_calls(&body.printer, at);
            // A chain of calls may stand on a line of its own.
            if fits_well(line, self.style.room(2)) {
                longest.retain(|it| Some(*it) != receiver_of(&self.statements[at]));
            }
            body.too_long.extend(longest);
        }
    }

    fn note_length_of_act(&self, body: &mut TestBody<'_>, line: &str) {
        const LONGEST_ASSERTION: usize = 88;
        if line.chars().count() > LONGEST_ASSERTION && self.checks[0].fact != Fact::Returns {
            let inlined = self.inlined_calls(&body.printer, self.act);
            if inlined.is_empty() {
                body.too_long.insert(Var(self.act as u16));
            }
            body.too_long.extend(inlined);
        } else {
            self.note_length(body, self.act, line);
        }
    }

    fn inlined_calls(&self, printer: &Printer<'_>, at: usize) -> Vec<Var> {
        let mut found = Vec::new();
        self.statements[at].kind.visit_uses(|var| {
            let operand = usize::from(var.0);
            let is_inline = printer.placement(operand) == Placement::Inline;
            if is_inline && self.is_spread(at, var) {
                // Its elements are arguments; an array of its own would say less than these.
                found.extend(self.inlined_calls(printer, operand));
            } else if is_inline && !is_copyable(self.cluster, &self.statements[operand]) {
                found.push(var);
            }
        });
        found
    }

    /// Whether the statement takes the elements of this array one by one.
    fn is_spread(&self, at: usize, var: Var) -> bool {
        let is_array = matches!(
            self.statements[usize::from(var.0)].kind,
            StatementKind::Array { .. }
        );
        match &self.statements[at].kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => {
                let is_last = arguments.last() == Some(&var);
                is_array && is_last && self.cluster.callable(*callable).is_varargs
            }
            _ => false,
        }
    }

    /// What methods of mocks declare that the test calls to say an answer or to ask about calls.
    fn thrown_by_mocked<'s>(&'s self, stubs: &'s BTreeMap<usize, StubbedCall>) -> Vec<&'s str> {
        let mut called: Vec<(&JavaType, &str, &str)> = Vec::new();
        for stub in stubs.values() {
            let ty = self.statements[usize::from(stub.double.0)].ty;
            called.push((self.cluster.ty(ty), &stub.method, &stub.descriptor));
        }
        for check in &self.checks {
            if let Access::Interaction { method, descriptor } = &check.access {
                let ty = self.statements[usize::from(check.var.0)].ty;
                called.push((self.cluster.ty(ty), method, descriptor));
            }
        }
        let found = called
            .into_iter()
            .filter_map(|(ty, method, descriptor)| {
                find_method(self.cluster, ty, method, descriptor)
            })
            .flat_map(|(_, method)| &method.throws);
        found.filter_map(JavaType::class_name).collect()
    }

    /// ` throws Exception` when something that is written declares a checked exception.
    fn throws_clause(
        &self,
        printer: &mut Printer<'_>,
        stubs: &BTreeMap<usize, StubbedCall>,
        with_fields: bool,
    ) -> String {
        let in_lambda = matches!(self.end, End::Threw { .. }) && self.style.has_assert_throws
            || self.checks.iter().any(|check| check.fact == Fact::Returns);
        let mut declared_exceptions: Vec<&str> = Vec::new();
        for (at, statement) in self.statements.iter().enumerate() {
            if let StatementKind::Call { callable, .. } = &statement.kind
                && !(at == self.act && in_lambda)
            {
                let callable = self.cluster.callable(*callable);
                let is_there = match callable.kind {
                    CallableKind::InjectedField => with_fields,
                    kind => kind == CallableKind::HeldField,
                };
                if is_there && printer.injects_by_reflection(callable) {
                    declared_exceptions.push("java.lang.Exception");
                }
                let throws = &callable.throws;
                declared_exceptions.extend(throws.iter().map(String::as_str));
            }
        }
        let mut inspected = Vec::new();
        for check in &self.checks {
            let asked = match &check.access {
                Access::Inspector { method, descriptor }
                | Access::Entry(MapWay {
                    asked: Some(MapGetter { method, descriptor }),
                    ..
                }) => Some((method, descriptor)),
                _ => None,
            };
            if let Some((method, descriptor)) = asked {
                let ty = self
                    .cluster
                    .ty(self.statements[usize::from(check.var.0)].ty);
                if let Some((_, found)) = find_method(self.cluster, ty, method, descriptor) {
                    inspected.extend(found.throws.iter().filter_map(|ty| match ty {
                        JavaType::Class { name, .. } => Some(name.as_str()),
                        _ => None,
                    }));
                }
            }
        }
        declared_exceptions.extend(inspected);
        declared_exceptions.extend(self.thrown_by_mocked(stubs));
        let checked: Vec<&str> = declared_exceptions
            .into_iter()
            .filter(|exception| is_checked(self.cluster, exception))
            .collect();
        if checked.is_empty() {
            String::new()
        } else {
            let widest = if checked.contains(&"java.lang.Throwable") {
                "java.lang.Throwable"
            } else {
                "java.lang.Exception"
            };
            format!(" throws {}", printer.names.class(widest))
        }
    }
}

fn receiver_of(statement: &Statement) -> Option<Var> {
    match &statement.kind {
        StatementKind::Call { receiver, .. } => *receiver,
        _ => None,
    }
}

/// Without this observation the check cannot be made.
fn about(check: &Check) -> About {
    About::Observed(check.var, check.access.subject())
}
