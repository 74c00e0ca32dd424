//! Which checks are worth keeping: takes checks and what runs with one mutant switched on showed, gives the few that
//! notice most; runs nothing.

use std::collections::BTreeSet;

use goalline_testcase::{
    CallableKind, DoubleStyle, Literal, Observation, Observed, ObservedPart, Statement,
    StatementKind, Var,
};

use crate::{
    assertions::{
        checks::{Access, Check, Fact, MapWay, OF_ONLY_ELEMENT, Observations, accessed_type},
        choosing::tells_kind,
        facts::ImmaterialInputs,
        inspectors::{Interest, first_word},
        tolerance::passes,
    },
    types::hierarchy::holds_objects,
};

/// Assertions that one test makes at most when mutants chose them.
const MOST: usize = 4;

/// The mutant that gives nothing instead of the act's result: no run is needed to know that whatever looks at the
/// result kills it.
const NO_RESULT: u32 = u32::MAX;

/// The first of the mutants that lose one call on a mock each.
const FIRST_LOST_CALL: u32 = NO_RESULT - 64;

/// The first of the mutants that pass nothing on of one answer each that the test gave to a mock.
const FIRST_LOST_ANSWER: u32 = FIRST_LOST_CALL - 0x1_0000;

/// The mutant in which a method that is there to change its receiver leaves it as it was.
const NO_EFFECT: u32 = FIRST_LOST_ANSWER - 1;

/// The mutant that leaves its receiver in the other state, where the method is there to find out: whether it is valid.
const OTHER_STATE: u32 = NO_EFFECT - 1;

/// The mutant that forgets what the act was given, where what it gives says so.
const LOST_ARGUMENT: u32 = OTHER_STATE - 1;

/// The mutant that gives a copy of the receiver with nothing changed.
const LOST_DIFFERENCE: u32 = LOST_ARGUMENT - 1;

/// The mutant that gives a result of another kind, where a constant of an enum says which it is: what was found or why
/// not is what a reader looks for first.
const OTHER_KIND: u32 = LOST_DIFFERENCE - 1;

/// The mutant that gives a copy whose property that the act is about did not change: the year, where years were added.
const OTHER_PROPERTY: u32 = OTHER_KIND - 1;

/// The mutant that puts something else into a list than its only element, where a text says what it is.
const OTHER_ELEMENT: u32 = OTHER_PROPERTY - 1;

/// The mutant that takes what is blank for what it was given: where a check notices any mutant and says what was kept
/// all the same, that is what the test is for.
const NOTHING_KEPT: u32 = OTHER_ELEMENT - 1;

/// The mutant that answers with a status and nothing else, where there is a body.
const LOST_BODY: u32 = NOTHING_KEPT - 1;

/// The mutant that goes on as if a guard had let the call through, and then changes something: where nothing is
/// changed, a reader wants to see that.
const CHANGED_ALL_THE_SAME: u32 = LOST_BODY - 1;

/// The first of the mutants that forget one argument each of the call that put it there.
const FIRST_LOST_PART: u32 = CHANGED_ALL_THE_SAME - 32;

/// Parts of an answer that are looked for in a result at most.
const MOST_PARTS: usize = 16;

/// Lost calls that are looked for at most.
const MOST_LOST_CALLS: usize = 2;

/// What a test showed with one mutant switched on.
#[derive(Clone, Copy, Debug)]
pub struct MutantRun<'a> {
    /// The mutant, by a number of the caller's.
    pub mutant: u32,
    /// Whether the test ended otherwise than without the mutant: then it fails whatever it asserts.
    pub ends_otherwise: bool,
    /// Whether it computed another value before the act already, in code that is not the act's own: what it changes
    /// says nothing of the act.
    pub is_of_setup: bool,
    /// Whether it changes the condition of a branch that the test was made for.
    pub is_of_goal: bool,
    /// What was observed in it.
    pub observations: &'a [Observation],
}

/// Whether it says what the body of an answer is, or which view shows it.
fn tells_body(check: &Check) -> bool {
    let is_body = matches!(&check.access, Access::Inspector { method, .. }
        if ["getBody", "getViewName"].contains(&method.as_str()));
    is_body && !matches!(check.fact, Fact::Is(Observed::Null) | Fact::NotNull)
}

/// Arguments of a call, of most calls at most.
const FEW_ARGUMENTS: usize = 8;

/// The mutant that forgets this argument.
fn lost_part(position: usize) -> u32 {
    FIRST_LOST_PART + position.min(31) as u32
}

/// Whether the mutant forgets one argument of the call that put it there.
fn is_lost_part(mutant: u32) -> bool {
    (FIRST_LOST_PART..CHANGED_ALL_THE_SAME).contains(&mutant)
}

/// Whether the check asks the only element of a list: `getLines().get(0).getPrice()`.
fn is_of_only_element(check: &Check) -> bool {
    let is_it = |method: &str| {
        method.starts_with(OF_ONLY_ELEMENT) || method.contains(&format!("().{OF_ONLY_ELEMENT}"))
    };
    matches!(&check.access, Access::Inspector { method, .. } if is_it(method))
}

/// Verbs of methods that fill something which they are given.
const WRITING: [&str; 12] = [
    "append", "copy", "dump", "emit", "encode", "export", "format", "print", "render", "save",
    "store", "write",
];

/// Ends of names of classes that are written to, and of which people ask what was written.
const SINKS: [&str; 4] = ["OutputStream", "StringBuffer", "StringBuilder", "Writer"];

/// Longest text that is asserted beside that its sink came back.
const LONGEST_WRITTEN: usize = 80;

/// Whether it says of something to be filled that nothing is in it.
fn says_that_nothing_came(check: &Check) -> bool {
    const CONTENTS: [&str; 3] = ["getBuffer", "toByteArray", "toString"];
    let is_asked = match &check.access {
        Access::Inspector { method, .. } => CONTENTS.contains(&method.as_str()),
        access => *access == Access::Value,
    };
    is_asked
        && match &check.fact {
            Fact::ArrayLength(0) | Fact::TextLength(0) => true,
            Fact::Is(Observed::Array { elements, .. }) => elements.is_empty(),
            Fact::Text(text) | Fact::Is(Observed::Literal(Literal::Text(text))) => {
                text.0.is_empty()
            }
            _ => false,
        }
}

/// The checks that a test makes, and the mutants on which it fails.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ChosenChecks {
    pub(crate) checks: Vec<Check>,
    pub(crate) kills: Vec<u32>,
    /// Inputs of the act with which these checks have nothing to do.
    pub(crate) immaterial: ImmaterialInputs,
    /// Where all that is checked is that the act returns: that nothing came to one of its arguments.
    pub(crate) nothing_written: Option<Check>,
    /// Whether the checks say nothing of the act.
    pub(crate) is_untold: bool,
}

impl Observations<'_> {
    /// Of these checks those that kill a mutant no other chosen one kills, the deadliest first choice, at least one.
    /// Where the act gives something, one of them looks at it. Without mutants the usual ones stay.
    pub(crate) fn worth_keeping(&self, usual: Vec<Check>, runs: &[MutantRun<'_>]) -> ChosenChecks {
        let mut kills: BTreeSet<u32> = runs
            .iter()
            .filter(|run| run.ends_otherwise)
            .map(|run| run.mutant)
            .collect();
        let told: Vec<&MutantRun<'_>> = runs.iter().filter(|run| !run.ends_otherwise).collect();
        if told.is_empty() {
            return ChosenChecks {
                checks: usual,
                kills: kills.into_iter().collect(),
                ..ChosenChecks::default()
            };
        }
        let mut usual = usual;
        usual.extend(self.calls_of_mutants(&told));
        usual.extend(self.moments_set());
        let matrix: Vec<BTreeSet<u32>> = usual
            .iter()
            .map(|check| {
                let fails = told.iter().filter(|run| !self.holds_in(check, run));
                let result = self.looks_at_result(check).then_some(NO_RESULT);
                fails.map(|run| run.mutant).chain(result).collect()
            })
            .collect();
        let matrix = self.with_lost_calls(&usual, matrix);
        let matrix = self.with_lost_answers(&usual, matrix);
        let matrix = self.with_lost_effect(&usual, matrix);
        let matrix = self.with_forbidden_call(&usual, &told, matrix);
        let matrix = self.with_lost_parts(&usual, matrix);
        let matrix = self.without_opaque_numbers(&usual, matrix);
        let appeal: Vec<Appeal> = usual.iter().map(|it| self.appeal(it)).collect();
        let all: BTreeSet<u32> = matrix.iter().flatten().copied().collect();
        let parts = all.into_iter().filter(|mutant| is_lost_part(*mutant));
        let more = self.properties_given().max(parts.count());
        let more = more.max(self.answers_in_turn()).min(MOST);
        let most = self.most_checks.min(MOST + more);
        let mut kept = deadliest(&matrix, &appeal, most);
        let text = kept.iter().find_map(|at| whole_text(&usual[*at]));
        if let Some(text) = text {
            kept.retain(|at| !text.is_measured_by(&usual[*at]));
        }
        kills.extend(kept.iter().flat_map(|at| &matrix[*at]));
        kills.retain(|mutant| *mutant < FIRST_LOST_PART);
        let mut at = 0;
        let mut checks = usual;
        checks.retain(|_| {
            at += 1;
            kept.contains(&(at - 1))
        });
        ChosenChecks {
            checks,
            kills: kills.into_iter().collect(),
            ..ChosenChecks::default()
        }
    }

    /// The chosen checks with what a reader misses whatever mutants say.
    pub(crate) fn with_what_is_due(
        &self,
        chosen: ChosenChecks,
        runs: &[MutantRun<'_>],
    ) -> ChosenChecks {
        let chosen = self.with_what_it_is_for(chosen, runs);
        let chosen = self.with_nothing_written(chosen);
        let chosen = self.with_what_came_back(chosen);
        let chosen = self.with_nothing_given(chosen);
        self.with_how_it_went(chosen)
    }

    /// The chosen checks with one more, where none of them notices that the condition of the test's own branch is
    /// another one and something else does: what a test was made for it has to notice.
    fn with_what_it_is_for(&self, chosen: ChosenChecks, runs: &[MutantRun<'_>]) -> ChosenChecks {
        let mut chosen = chosen;
        let own = || runs.iter().filter(|run| run.is_of_goal && !run.is_of_setup);
        let is_noticed = |run: &MutantRun<'_>| chosen.kills.contains(&run.mutant);
        if own().any(|run| run.ends_otherwise || is_noticed(run)) {
            return chosen;
        }
        let notices = |check: &Check| -> Vec<u32> {
            let fails = own().filter(|run| !self.holds_in(check, run));
            fails.map(|run| run.mutant).collect()
        };
        let told = self.all_that_can_be_asked().into_iter();
        let told = told.filter(|check| !self.tells_all(check));
        let mut more: Vec<(Vec<u32>, Check)> = told.map(|check| (notices(&check), check)).collect();
        more.retain(|(kills, _)| !kills.is_empty());
        // How many there are says more than what the only one says, which is asked where there is only one.
        more.sort_by_key(|(kills, check)| {
            let is_about = self.is_about_act(check);
            (
                is_of_only_element(check),
                !is_about,
                usize::MAX - kills.len(),
            )
        });
        if let Some((kills, check)) = more.into_iter().next() {
            chosen.checks.retain(|it| it.fact != Fact::Returns);
            chosen.checks.insert(0, check);
            chosen.kills.extend(kills);
        }
        chosen
    }

    /// The chosen checks, with what may stand in place of that the act returns at all: that nothing came to one of its
    /// arguments, where one says so. Of a call that writes nothing a reader wants to see that.
    fn with_nothing_written(&self, chosen: ChosenChecks) -> ChosenChecks {
        let StatementKind::Call {
            arguments,
            callable,
            ..
        } = &self.statements[self.act].kind
        else {
            return chosen;
        };
        let verb = first_word(&self.cluster.callable(*callable).name);
        if !WRITING.contains(&verb) {
            return chosen;
        }
        let is_nothing =
            |check: &Check| arguments.contains(&check.var) && says_that_nothing_came(check);
        if chosen
            .checks
            .iter()
            .any(|check| check.fact != Fact::Returns)
        {
            return chosen;
        }
        let written = arguments.iter().filter_map(|var| {
            let is_text = |it: &&Observed| matches!(it, Observed::Value { .. });
            self.value_check(*var, self.value_of(*var).filter(is_text)?)
        });
        // What is written to comes last.
        let told = written.chain(self.all_that_can_be_asked());
        ChosenChecks {
            nothing_written: told.filter(is_nothing).last(),
            ..chosen
        }
    }

    /// The chosen checks, and what was written where all that is checked is that the call gave back what it was to
    /// write to.
    fn with_what_came_back(&self, chosen: ChosenChecks) -> ChosenChecks {
        let mut chosen = chosen;
        let StatementKind::Call { arguments, .. } = &self.statements[self.act].kind else {
            return chosen;
        };
        let [only] = &chosen.checks[..] else {
            return chosen;
        };
        let Fact::Is(Observed::Same(sink)) = only.fact else {
            return chosen;
        };
        let is_short = |seen: &&Observed| match seen {
            Observed::Value { class, text } => {
                SINKS.iter().any(|sink| class.ends_with(sink)) && text.0.len() <= LONGEST_WRITTEN
            }
            _ => false,
        };
        if usize::from(only.var.0) == self.act && arguments.contains(&sink) {
            let written = self.value_of(sink).filter(is_short);
            let more = written.and_then(|seen| self.value_check(sink, seen));
            chosen.checks.extend(more);
        }
        chosen
    }

    /// The chosen checks, and that a new object keeps the nothing that it was made of: of `new Token("Alice", null)` a
    /// reader asks for the password, whatever else it has.
    fn with_nothing_given(&self, chosen: ChosenChecks) -> ChosenChecks {
        let mut chosen = chosen;
        let StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } = &self.statements[self.act].kind
        else {
            return chosen;
        };
        let maker = self.cluster.callable(*callable);
        if maker.kind != CallableKind::Constructor {
            return chosen;
        }
        let is_nothing =
            |var: &Var| self.statements[usize::from(var.0)].kind == StatementKind::Null;
        let given = maker.parameter_names.iter().zip(arguments);
        let blank: Vec<&String> = given
            .filter(|(_, var)| is_nothing(var))
            .map(|(name, _)| name)
            .collect();
        let is_kept = |check: &Check| {
            let is_it = |method: &str| {
                let property = method.strip_prefix("get").unwrap_or(method);
                blank.iter().any(|name| name.eq_ignore_ascii_case(property))
            };
            check.fact == Fact::Is(Observed::Null)
                && matches!(&check.access, Access::Inspector { method, .. } if is_it(method))
        };
        let all = self.all_checks_of(Var(self.act as u16));
        let kept = all.into_iter().filter(is_kept);
        let more: Vec<Check> = kept.filter(|it| !chosen.checks.contains(it)).collect();
        let room = MOST.saturating_sub(chosen.checks.len());
        chosen.checks.extend(more.into_iter().take(room));
        chosen
    }

    /// The chosen checks, and how it went where only what an answer carries is asked: a name that says *success* has to
    /// be told by more.
    fn with_how_it_went(&self, chosen: ChosenChecks) -> ChosenChecks {
        const HOW: [&str; 7] = [
            "getCode",
            "getErrno",
            "getResultCode",
            "getStatus",
            "getSuccess",
            "isOk",
            "isSuccess",
        ];
        const WHAT: [&str; 4] = ["getContent", "getData", "getPayload", "getResult"];
        let mut chosen = chosen;
        let act = Var(self.act as u16);
        let asks = |check: &Check, names: &[&str]| {
            let first = |method: &str| {
                method
                    .split(['(', '.'])
                    .next()
                    .unwrap_or_default()
                    .to_owned()
            };
            check.var == act
                && matches!(&check.access, Access::Inspector { method, .. }
                    if names.contains(&first(method).as_str()))
        };
        let carries = chosen.checks.iter().any(|it| asks(it, &WHAT));
        let is_told = chosen.checks.iter().any(|it| asks(it, &HOW));
        if carries && !is_told && chosen.checks.len() < MOST {
            let is_plain = |it: &Check| matches!(it.fact, Fact::Is(Observed::Literal(_)));
            let all = self.all_checks_of(act).into_iter();
            let how = all.filter(|it| asks(it, &HOW) && is_plain(it));
            chosen.checks.extend(how.take(1));
        }
        chosen
    }

    /// How many properties the test sets of what it hands in: each may go somewhere.
    fn properties_given(&self) -> usize {
        let StatementKind::Call { arguments, .. } = &self.statements[self.act].kind else {
            return 0;
        };
        let is_property = |it: &&Statement| match &it.kind {
            StatementKind::Call {
                callable,
                receiver: Some(object),
                arguments: values,
            } => {
                let is_setter = self.cluster.callable(*callable).name.starts_with("set");
                is_setter && values.len() == 1 && arguments.contains(object)
            }
            _ => false,
        };
        let before = self.statements[..self.act].iter();
        before.filter(is_property).count()
    }

    /// How many answers mocks give to a question that was asked before: each may come out.
    fn answers_in_turn(&self) -> usize {
        let rows = self.statements.iter().map(|it| match &it.kind {
            StatementKind::TestDouble { answers, .. } => {
                let is_again = |at: &usize| {
                    let answer = &answers[*at];
                    let mut earlier = answers[..*at].iter();
                    earlier
                        .any(|it| it.method == answer.method && it.descriptor == answer.descriptor)
                };
                (0..answers.len()).filter(is_again).count()
            }
            _ => 0,
        });
        rows.sum()
    }

    /// The matrix with a mutant for each of the first calls on mocks that change something.
    fn with_lost_calls(&self, checks: &[Check], matrix: Vec<BTreeSet<u32>>) -> Vec<BTreeSet<u32>> {
        let mut matrix = matrix;
        let told = (0..checks.len()).filter(|at| self.tells_change(&checks[*at]));
        for (number, at) in told.take(MOST_LOST_CALLS).enumerate() {
            matrix[at].insert(FIRST_LOST_CALL + number as u32);
        }
        matrix
    }

    /// The matrix with the mutant that changes something behind a guard, for the first call that the guard keeps from
    /// being made; where something is changed all the same, the guard is about something else.
    fn with_forbidden_call(
        &self,
        checks: &[Check],
        runs: &[&MutantRun<'_>],
        matrix: Vec<BTreeSet<u32>>,
    ) -> Vec<BTreeSet<u32>> {
        let mut matrix = matrix;
        let is_kept_away = |check: &Check| {
            let of_guard = runs.iter().filter(|run| run.is_of_goal && !run.is_of_setup);
            let mut of_guard = of_guard.filter(|run| !self.holds_in(check, run));
            matches!(check.fact, Fact::Called { times: 0, .. }) && of_guard.next().is_some()
        };
        let changes = checks.iter().any(|check| self.tells_change(check));
        if let Some(at) = checks.iter().position(is_kept_away).filter(|_| !changes) {
            matrix[at].insert(CHANGED_ALL_THE_SAME);
        }
        matrix
    }

    /// The matrix with a mutant for each object, text and number that a mock gives: that it arrives where the act says
    /// is what it is given for.
    fn with_lost_answers(
        &self,
        checks: &[Check],
        matrix: Vec<BTreeSet<u32>>,
    ) -> Vec<BTreeSet<u32>> {
        let mut matrix = matrix;
        for (check, noticed) in checks.iter().zip(&mut matrix) {
            if usize::from(check.var.0) == self.act
                && let Some(answer) = self.answer_stated(check)
            {
                noticed.insert(FIRST_LOST_ANSWER + u32::from(answer.0));
            }
        }
        matrix
    }

    /// The matrix with the mutants that forget an argument, what sets a copy apart from its receiver, the body of an
    /// answer, and of which kind a result is, for each check of these.
    fn with_lost_parts(&self, checks: &[Check], matrix: Vec<BTreeSet<u32>>) -> Vec<BTreeSet<u32>> {
        let mut matrix = matrix;
        let of_result = |check: &Check| {
            usize::from(check.var.0) == self.act && matches!(check.access, Access::Inspector { .. })
        };
        for (check, noticed) in checks.iter().zip(&mut matrix) {
            if of_result(check) && self.states_argument(check) {
                noticed.insert(LOST_ARGUMENT);
            } else if of_result(check) {
                noticed.extend(self.value_told_before(check).map(lost_part));
            }
            if is_of_only_element(check) {
                let text = matches!(&check.fact, Fact::Is(Observed::Literal(Literal::Text(_))));
                noticed.extend(match self.argument_stated(check) {
                    Some(position) => Some(lost_part(position)),
                    None => text.then_some(OTHER_ELEMENT),
                });
            }
            noticed.extend(self.arguments_within(check).map(lost_part));
            if of_result(check) && self.differs_from_receiver(check) {
                noticed.insert(LOST_DIFFERENCE);
                if self.is_about_act(check) {
                    noticed.insert(OTHER_PROPERTY);
                }
            }
            if !noticed.is_empty() && self.tells_what_was_kept(check) {
                noticed.insert(NOTHING_KEPT);
            }
            if of_result(check) && tells_body(check) {
                noticed.insert(LOST_BODY);
            }
            let is_kind = matches!(check.fact, Fact::InstanceOf(_));
            if (is_kind || of_result(check)) && tells_kind(check) {
                noticed.insert(OTHER_KIND);
            }
        }
        matrix
    }

    /// Whether the check is of a property that the act's name speaks of.
    pub(crate) fn is_about_act(&self, check: &Check) -> bool {
        let act = match &self.statements[self.act].kind {
            StatementKind::Call { callable, .. } => self.cluster.callable(*callable),
            _ => return false,
        };
        let interest = self.interest(act);
        matches!(&check.access, Access::Inspector { method, .. } if interest.concerns(method))
    }

    /// Whether the check states what the act was given, where that can be no chance.
    pub(crate) fn states_argument(&self, check: &Check) -> bool {
        self.argument_stated(check).is_some()
    }

    /// Which argument of the act it says.
    fn argument_stated(&self, check: &Check) -> Option<usize> {
        let StatementKind::Call { arguments, .. } = &self.statements[self.act].kind else {
            return None;
        };
        let Fact::Is(seen) = &check.fact else {
            return None;
        };
        let mut arguments = arguments.iter();
        arguments.position(|var| self.is_seen_in(*var, seen))
    }

    /// Which of the values that the test tells its objects a property of the result is, among those that are told once:
    /// what maps an object of six properties to another class is seen to map each.
    fn value_told_before(&self, check: &Check) -> Option<usize> {
        let Fact::Is(Observed::Literal(seen)) = &check.fact else {
            return None;
        };
        let says_something = match seen {
            Literal::Text(text) => text.0.len() > 1,
            literal => literal.number().is_some_and(|it| it.abs() > 1.0),
        };
        let literals = self.statements[..self.act]
            .iter()
            .filter_map(|it| match &it.kind {
                StatementKind::Literal(literal) => Some(literal),
                _ => None,
            });
        let mut told = literals.enumerate().filter(|(_, literal)| *literal == seen);
        let (at, _) = told.next().filter(|_| says_something)?;
        // Behind the arguments, which have numbers of their own.
        told.next().is_none().then_some(FEW_ARGUMENTS + at)
    }

    /// Which arguments of the act stand in an object that it made and handed to a mock: the ids of a query, whose
    /// answer is the same without them.
    fn arguments_within(&self, check: &Check) -> impl Iterator<Item = usize> {
        let told: &[Observed] = match &check.fact {
            Fact::Called {
                arguments: Some(told),
                ..
            } => told,
            _ => &[],
        };
        let parts = told.iter().flat_map(|one| match one {
            Observed::Described { parts, .. } => &parts[..],
            _ => &[],
        });
        let given: &[Var] = match &self.statements[self.act].kind {
            StatementKind::Call { arguments, .. } => arguments,
            _ => &[],
        };
        parts.filter_map(|part| {
            let mut given = given.iter();
            given.position(|var| self.is_seen_in(*var, &part.observed))
        })
    }

    /// Whether the receiver, of which the act gives another one, says something else there.
    pub(crate) fn differs_from_receiver(&self, check: &Check) -> bool {
        let StatementKind::Call {
            receiver: Some(receiver),
            ..
        } = &self.statements[self.act].kind
        else {
            return false;
        };
        let is_copy = self.statements[self.act].ty == self.statements[usize::from(receiver.0)].ty;
        let seen_of = |var: Var| {
            let mut seen = self.stable.iter();
            seen.find(|one| one.var == var && one.subject == check.access.subject())
        };
        // That each gives itself is no difference.
        let is_value = !matches!(check.fact, Fact::Is(Observed::Same(_)));
        let (own, other) = (seen_of(check.var).filter(|_| is_value), seen_of(*receiver));
        is_copy
            && own
                .zip(other)
                .is_some_and(|(own, other)| own.observed != other.observed)
    }

    /// The matrix with the mutant that changes nothing, for the first check of what a mutator changed, in its receiver
    /// or in the copy that it gives: what it is about before anything else.
    fn with_lost_effect(&self, checks: &[Check], matrix: Vec<BTreeSet<u32>>) -> Vec<BTreeSet<u32>> {
        let mut matrix = matrix;
        let StatementKind::Call {
            callable,
            receiver: Some(receiver),
            ..
        } = &self.statements[self.act].kind
        else {
            return matrix;
        };
        let interest = self.interest(self.cluster.callable(*callable));
        let is_built = self.told_builder().is_some();
        let changed = self.changed(self.identity(*receiver)).unwrap_or_default();
        let is_copy = self.statements[self.act].ty == self.statements[usize::from(receiver.0)].ty;
        let of_change = |check: &Check| {
            let mut parts = changed.iter().filter(|one| one.var == check.var);
            let name = match &check.access {
                Access::Inspector { method, .. } => method,
                Access::Field(name) => name,
                Access::Value | Access::Entry(_) | Access::Interaction { .. } => return None,
            };
            let is_it = |part: &ObservedPart| match part {
                ObservedPart::Inspector { method, .. } => method == name,
                ObservedPart::Field { name: field } => field == name,
                ObservedPart::Value | ObservedPart::Interaction { .. } => false,
            };
            let is_changed = parts.any(|part| is_it(&part.subject));
            // What gives a copy with something else says so by that.
            let is_of_copy = (is_copy || is_built) && usize::from(check.var.0) == self.act;
            let concerns = interest.concerns(name);
            (is_changed || is_of_copy && concerns).then_some(concerns)
        };
        let stays = |check: &Check| {
            check.var == *receiver
                && matches!(&check.access, Access::Inspector { method, .. } if interest.asks_for_state(method))
        };
        if let Some(at) = checks.iter().position(stays) {
            matrix[at].insert(OTHER_STATE);
        }
        let told = (0..checks.len()).filter(|_| interest.is_mutator || is_built);
        let told = told.filter_map(|at| Some((at, of_change(&checks[at])?)));
        if let Some((at, _)) = told.min_by_key(|(at, concerns)| (!concerns, *at)) {
            matrix[at].insert(NO_EFFECT);
        }
        matrix
    }

    /// The matrix without what large numbers notice that a property has, which say nothing to a reader, where what
    /// another check tells notices some of that: `133693439L` of all flags beside the one that was set.
    fn without_opaque_numbers(
        &self,
        checks: &[Check],
        matrix: Vec<BTreeSet<u32>>,
    ) -> Vec<BTreeSet<u32>> {
        let is_opaque: Vec<bool> = checks.iter().map(|it| self.is_opaque(it)).collect();
        let plain = matrix.iter().zip(&is_opaque).filter(|(_, is_it)| !**is_it);
        let noticed: BTreeSet<u32> = plain.flat_map(|(row, _)| row.clone()).collect();
        let rows = matrix.into_iter().zip(is_opaque);
        rows.map(|(row, is_opaque)| {
            let is_needless = is_opaque && row.iter().any(|mutant| noticed.contains(mutant));
            if is_needless { BTreeSet::new() } else { row }
        })
        .collect()
    }

    /// Whether it says of a property that it is a number nobody can read, which the test does not give either.
    fn is_opaque(&self, check: &Check) -> bool {
        const LEAST: f64 = 100_000.0;
        let Fact::Is(Observed::Literal(seen)) = &check.fact else {
            return false;
        };
        let is_large = seen
            .number()
            .is_some_and(|number| number.abs() >= LEAST && number % 1000.0 != 0.0);
        let is_given = || {
            let mut given = self.statements.iter();
            given.any(|it| matches!(&it.kind, StatementKind::Literal(literal) if literal.number() == seen.number()))
        };
        matches!(check.access, Access::Inspector { .. }) && is_large && !is_given()
    }

    /// Whether the check compares a text that lists the parts of an object, and neither contents nor what the act is
    /// about: what single properties are says the same in plainer words.
    fn tells_all(&self, check: &Check) -> bool {
        let is_text = matches!(&check.access,
            Access::Inspector { method, .. } if method == "toString");
        let is_dump = matches!(&check.fact,
            Fact::Is(Observed::Literal(Literal::Text(text))) if is_dump(&text.to_text()));
        let is_aim = match &self.statements[self.act].kind {
            StatementKind::Call { callable, .. } => {
                Interest::of(self.cluster.callable(*callable)).concerns("toString")
            }
            _ => false,
        };
        is_text && is_dump && !is_aim
    }

    /// What the check is to a reader, whatever it kills.
    fn appeal(&self, check: &Check) -> Appeal {
        if self.tells_all(check) {
            return Appeal::Dump;
        }
        let Fact::Is(seen) = &check.fact else {
            return Appeal::Plain;
        };
        let is_asked = matches!(check.access, Access::Inspector { .. });
        let is_literal = |at: &usize| {
            let kind = &self.statements[*at].kind;
            matches!(kind, StatementKind::Literal(_)) && self.is_seen_in(Var(*at as u16), seen)
        };
        if is_asked && (0..self.statements.len()).any(|at| is_literal(&at)) {
            return Appeal::SaysWhatWasGiven;
        }
        Appeal::Plain
    }

    /// The answer of a mock that the check states, where that can be no chance.
    fn answer_stated(&self, check: &Check) -> Option<Var> {
        let Fact::Is(seen) = &check.fact else {
            return None;
        };
        let mut answers = self.statements.iter().flat_map(|it| match &it.kind {
            StatementKind::TestDouble {
                answers,
                style: DoubleStyle::Mock,
                ..
            } => &answers[..],
            _ => &[],
        });
        let is_told = |var: Var| self.is_seen_in(var, seen);
        let answer = answers.find(|it| !it.throws && self.parts_of(it.value).any(is_told));
        answer.map(|it| it.value)
    }

    /// The value, and what a container of the JDK that it is was made of: the owner of `Optional.of(owner)`.
    fn parts_of(&self, var: Var) -> impl Iterator<Item = Var> {
        const HOLDING: [&str; 6] = [
            "asList",
            "of",
            "ofNullable",
            "singleton",
            "singletonList",
            "singletonMap",
        ];
        let mut parts = vec![var];
        let mut at = 0;
        while let Some(part) = parts.get(at).filter(|_| at < MOST_PARTS) {
            at += 1;
            match &self.statements[usize::from(part.0)].kind {
                StatementKind::Call {
                    callable,
                    receiver: None,
                    arguments,
                } if HOLDING.contains(&&*self.cluster.callable(*callable).name) => {
                    parts.extend(arguments.iter().copied());
                }
                StatementKind::Array { elements } => parts.extend(elements.iter().copied()),
                _ => {}
            }
        }
        parts.into_iter()
    }

    /// What the object that the act gives holds of what mocks answered, where none of these checks says that: that the
    /// owner who was found is shown says more than which page shows it.
    pub(crate) fn answer_held(&self, checks: &[Check]) -> Option<Check> {
        let is_told = |check: &Check| self.answer_stated(check).is_some();
        if checks.iter().any(is_told) {
            return None;
        }
        let all = self.all_checks_of(Var(self.act as u16));
        all.into_iter().find(is_told)
    }

    /// Whether what was seen is what the statement gives, and no yes or no, nor a zero, which anything may be.
    pub(crate) fn is_seen_in(&self, var: Var, seen: &Observed) -> bool {
        match (seen, &self.statements[usize::from(var.0)].kind) {
            (Observed::Same(same), _) => *same == var,
            (Observed::Unordered(all), _) => {
                let mut held = all.keys.iter().chain(&all.values);
                held.any(|one| self.is_seen_in(var, one))
            }
            (Observed::Literal(seen), StatementKind::Literal(given)) => {
                let says_something =
                    !matches!(seen, Literal::Boolean(_)) && seen.number() != Some(0.0);
                seen == given && says_something
            }
            // `BigDecimal.TEN`
            (Observed::Value { .. } | Observed::Constant { .. }, StatementKind::Call { .. }) => {
                self.value_of(var) == Some(seen)
            }
            _ => false,
        }
    }

    /// Whether the check looks at what the act gives. That what changes something gives nothing is beside the point.
    fn looks_at_result(&self, check: &Check) -> bool {
        let says_nothing = match check.fact {
            Fact::Returns => true,
            Fact::Is(Observed::Null) => self.changes_something(),
            _ => false,
        };
        usize::from(check.var.0) == self.act && !says_nothing
    }

    fn changes_something(&self) -> bool {
        match &self.statements[self.act].kind {
            StatementKind::Call { callable, .. } => {
                self.interest(self.cluster.callable(*callable)).is_mutator
            }
            _ => false,
        }
    }

    /// Whether the check passes in the run with the mutant.
    pub(crate) fn holds_in(&self, check: &Check, run: &MutantRun<'_>) -> bool {
        match &check.fact {
            Fact::Returns => return true,
            Fact::NotNull if check.access != Access::Value => {
                let subject = check.access.subject();
                let is_asked = |one: &&Observation| one.var == check.var && one.subject == subject;
                let mut asked = run.observations.iter().filter(is_asked);
                return asked.all(|one| one.observed != Observed::Null);
            }
            Fact::NotNull => {}
            Fact::InstanceOf(class) => {
                let mutated = self.seeing(run.observations);
                return match mutated.value_of(check.var) {
                    Some(Observed::Object { class: of }) => of == class,
                    // Of which class it is, its name does not say.
                    Some(Observed::Constant { class: of, .. }) => holds_objects(self.cluster, of),
                    _ => false,
                };
            }
            Fact::Contains(piece) if check.access == Access::Value => {
                return self
                    .seeing(run.observations)
                    .has_piece(check.var, &piece.to_text());
            }
            Fact::Called { .. } => return self.seeing(run.observations).were_called(check),
            _ => return self.seeing(run.observations).states(check),
        }
        let there = run.observations.iter().filter(|one| one.var == check.var);
        let mut values = there.filter(|one| one.subject == goalline_testcase::ObservedPart::Value);
        values
            .next_back()
            .is_none_or(|one| one.observed != goalline_testcase::Observed::Null)
    }

    /// The same test with other observations.
    fn seeing<'b>(&'b self, observations: &'b [Observation]) -> Observations<'b> {
        Observations {
            stable: observations,
            ..*self
        }
    }

    /// Whether these observations pass the check as it is written.
    fn states(&self, check: &Check) -> bool {
        let here = match &check.access {
            Access::Value => {
                let seen = self.value_of(check.var);
                let check = seen.and_then(|seen| self.value_check(check.var, seen));
                check.into_iter().collect()
            }
            Access::Entry(MapWay { asked: None, .. }) => self.all_entries(check.var),
            _ => self.all_checks_of(check.var),
        };
        here.iter().any(|one| self.agree(check, one))
    }

    /// Whether what the one states holds where the other one would be stated.
    fn agree(&self, stated: &Check, seen: &Check) -> bool {
        let is_same = stated.access == seen.access && stated.fact == seen.fact;
        is_same
            || stated.access == seen.access
                && match (&stated.fact, &seen.fact) {
                    (Fact::Is(stated_value), Fact::Is(seen)) => {
                        let ty = self.ty(stated.var);
                        let accessed = accessed_type(self.cluster, ty, &stated.access);
                        passes(accessed.as_ref().unwrap_or(ty), stated_value, seen)
                    }
                    _ => false,
                }
    }
}

/// All of a text that an object holds, as it tells it.
#[derive(Clone, Copy)]
struct WholeText {
    object: Var,
    length: usize,
}

/// What the check says of the text that an object holds.
fn whole_text(check: &Check) -> Option<WholeText> {
    let Access::Inspector { method, .. } = &check.access else {
        return None;
    };
    match &check.fact {
        Fact::Is(Observed::Literal(Literal::Text(text)))
            if method == "toString" && !is_dump(&text.to_text()) =>
        {
            Some(WholeText {
                object: check.var,
                length: text.0.len(),
            })
        }
        _ => None,
    }
}

impl WholeText {
    /// Whether the check only says how long the text is: who sees it can count.
    fn is_measured_by(self, check: &Check) -> bool {
        let Access::Inspector { method, .. } = &check.access else {
            return false;
        };
        let is_measure = matches!(method.as_str(), "length" | "size");
        let is_length = matches!(&check.fact, Fact::Is(Observed::Literal(literal))
            if literal.number() == Some(self.length as f64));
        is_measure && is_length && check.var == self.object
    }
}

/// Whether a text lists the parts of an object (`Style['0', false]`), and is neither what people call it (`AUD 2.00`)
/// nor what it holds (`[1, 2]`).
fn is_dump(text: &str) -> bool {
    const LONGEST: usize = 40;
    let is_contents = text.starts_with(['[', '{']);
    !is_contents && (text.chars().count() > LONGEST || text.contains(['[', '{', '=', '(']))
}

/// What a check is to a reader, the least wanted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Appeal {
    /// The text of a whole object.
    Dump,
    /// Something of a result.
    Plain,
    /// What the test gave is what came out.
    SaysWhatWasGiven,
}

/// Positions of the sets that together hold everything the sets hold: each time the one with most that is new; of
/// those the one that is wanted most, earlier ones on ties; dumps last. At least one, where there is any; so many at
/// most.
fn deadliest(matrix: &[BTreeSet<u32>], appeal: &[Appeal], most: usize) -> BTreeSet<usize> {
    let mut kept = BTreeSet::new();
    let mut dead: BTreeSet<u32> = BTreeSet::new();
    while kept.len() < most {
        let gain = |at: usize| matrix[at].difference(&dead).count();
        let best = (0..matrix.len())
            .rev()
            .filter(|at| !kept.contains(at))
            .max_by_key(|at| {
                let is_readable = appeal[*at] > Appeal::Dump && gain(*at) > 0;
                (is_readable, gain(*at), appeal[*at])
            });
        let Some(best) = best.filter(|at| gain(*at) > 0 || kept.is_empty()) else {
            break;
        };
        dead.extend(&matrix[best]);
        kept.insert(best);
    }
    // One that was taken early may be needless beside two that were taken later.
    let all: Vec<usize> = kept.iter().rev().copied().collect();
    for at in all {
        let others = kept.iter().filter(|other| **other != at);
        let covered: BTreeSet<u32> = others.flat_map(|other| matrix[*other].clone()).collect();
        if kept.len() > 1 && matrix[at].is_subset(&covered) {
            kept.remove(&at);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(matrix: &[&[u32]]) -> Vec<usize> {
        let matrix: Vec<BTreeSet<u32>> = matrix
            .iter()
            .map(|row| row.iter().copied().collect())
            .collect();
        let appeal = vec![Appeal::Plain; matrix.len()];
        deadliest(&matrix, &appeal, MOST).into_iter().collect()
    }

    #[test]
    fn so_many_assertions_are_kept_as_a_test_may_have() {
        let matrix: Vec<BTreeSet<u32>> = (0..9).map(|it| BTreeSet::from([it])).collect();
        let kept = |most: usize| deadliest(&matrix, &[Appeal::Plain; 9], most).len();
        assert_eq!([kept(4), kept(7), kept(12)], [4, 7, 9]);
    }

    #[test]
    fn an_assertion_that_kills_nothing_of_its_own_goes() {
        assert_eq!(kept(&[&[1, 2], &[2], &[3]]), [0, 2]);
    }

    #[test]
    fn of_assertions_that_kill_as_much_the_one_that_says_what_was_given_is_made() {
        let matrix = [BTreeSet::from([1, 2]), BTreeSet::from([1, 2])];
        let appeal = [Appeal::Plain, Appeal::SaysWhatWasGiven];
        let kept = deadliest(&matrix, &appeal, MOST);
        assert_eq!(kept.into_iter().collect::<Vec<_>>(), [1]);
        let fewer = [BTreeSet::from([1, 2]), BTreeSet::from([1])];
        let kept = deadliest(&fewer, &appeal, MOST);
        assert_eq!(kept.into_iter().collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn one_assertion_that_kills_all_is_enough() {
        assert_eq!(kept(&[&[1], &[2], &[1, 2, 3]]), [2]);
    }

    #[test]
    fn a_text_that_people_call_a_value_by_is_no_list_of_its_parts() {
        assert!(is_dump("Style['0', false]"));
        assert!(is_dump("Account(id=Alice)"));
        assert!(!is_dump("AUD 2.00"));
        assert!(!is_dump("[1, 2]"));
    }

    #[test]
    fn the_text_of_all_stands_only_where_nothing_plainer_kills_as_much() {
        let sets = |matrix: &[&[u32]]| -> Vec<BTreeSet<u32>> {
            matrix
                .iter()
                .map(|row| row.iter().copied().collect())
                .collect()
        };
        let appeal = [Appeal::Plain, Appeal::Plain, Appeal::Dump];
        let kept = |matrix: &[&[u32]]| deadliest(&sets(matrix), &appeal, MOST);
        assert_eq!(kept(&[&[1], &[2], &[1, 2]]), [0, 1].into());
        assert_eq!(kept(&[&[1], &[], &[1, 2]]), [2].into());
        assert_eq!(kept(&[&[], &[], &[]]), [0].into());
    }

    #[test]
    fn the_most_informative_one_stays_when_none_kills() {
        assert_eq!(kept(&[&[], &[]]), [0]);
    }

    #[test]
    fn an_early_choice_that_later_ones_made_needless_goes() {
        assert_eq!(kept(&[&[1, 2, 3], &[1, 2, 4], &[3, 5]]), [1, 2]);
    }
}
