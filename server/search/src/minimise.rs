//! Minimisation: takes a test and the goals it has to keep, gives the shortest and plainest test found that still
//! covers them.

mod arranging;
pub(crate) mod behaviours;
pub(crate) mod collaborators;
mod copied_properties;
mod follow_up_question;
mod kept_state;
mod made_at_once;
mod plain_makers;
mod plain_questions;
mod rest_of_text;
mod simpler;
mod sinks;
#[cfg(test)]
mod small_classes;
mod something_to_tell;
mod state_to_change;
mod texts_for_objects;
pub(crate) mod use_of_result;
pub(crate) mod values;

pub use copied_properties::{HandedOn, with_all_properties};
use goalline_goals::{GoalId, GoalSet, MutantId, Target};
use goalline_testcase::{
    CallableKind, Execution, Executor, ExecutorError, Literal, RunOptions, Shape, Statement,
    StatementKind, TestBed, TestCase, TestCluster, TypeId, Var,
};

use self::{
    arranging::{arranged, given_objects, passed_on},
    collaborators::{
        answering_functions::with_answering_functions,
        answers_apart::answers_apart,
        asked_about_something::asked_about_something,
        asked_by_id::{properties_of_found, with_another_given, with_ids_asked_for},
        asked_by_name::answered_by_name,
        configured::configured,
        counts::with_counts,
        failing::failing,
        found_things::with_things_found,
        named_in_messages::named_in_messages,
        said_outright::said_outright,
        silent::beside_asked_ones,
        stand_ins::with_stand_ins,
        stubbed_last::stubbed_last,
    },
    copied_properties::with_copied_properties,
    follow_up_question::asked_afterwards,
    kept_state::with_kept_state,
    made_at_once::made_at_once,
    plain_makers::by_plain_makers,
    rest_of_text::from_where_it_reads,
    simpler::simplifications,
    something_to_tell::with_something_to_tell,
    state_to_change::on_something,
    values::{
        big_numbers::by_their_digits,
        calendar_dates::as_calendar_dates,
        discriminating::{discriminating, in_roles_of_their_own},
        fixed_times::at_fixed_times,
        literals_in_place::{apart, arrays_apart, observed},
        meaningful::{first_that_works, meaningful, with_equal_hash},
        ranges::in_plain_ranges,
        revealing_inputs::with_revealing_inputs,
        small_numbers::with_small_numbers,
        usual_classes::usual_classes,
    },
};
use crate::{
    Ending,
    goals::fitness::Fitness,
    mutants::{
        propagation::{is_infected, strong_mutants},
        runs::{JudgedRuns, kill_all},
    },
    population::archive::executed_length,
};

/// Rounds after which the test is taken as it is.
const MOST_ROUNDS: usize = 24;

/// Mutants that each edit alone has to leave noticed before edits are tried together, at first; those that are lost
/// then join them, four times as many each time. Hundreds of edits, each with each of a hundred mutants, would take a
/// minute.
const TRIED_FIRST: usize = 4;

/// What a minimisation acts on.
pub struct Minimisation<'a> {
    /// The goals of the file with their flow.
    pub goals: &'a GoalSet,
    /// What tests are built from.
    pub cluster: &'a mut TestCluster,
    /// What runs them.
    pub executor: &'a mut dyn Executor,
    /// How tests are run.
    pub options: RunOptions,
    /// What earlier tests showed already.
    pub handed_on: &'a mut HandedOn,
}

/// What people write where any container will do.
const USUAL_CONTAINERS: [&str; 3] = [
    "java.util.ArrayList",
    "java.util.HashMap",
    "java.util.HashSet",
];

/// Removes statements, makes values simpler and then zeros discriminating, as long as the goals stay covered and the
/// test ends no worse than before. The result was confirmed in a fresh class loader; where nothing smaller is, the test
/// comes back as it was.
pub fn minimise(
    test: &TestCase,
    keep: &[GoalId],
    minimisation: &mut Minimisation<'_>,
) -> Result<TestCase, ExecutorError> {
    // What earlier runs left in static fields can cover goals as well: then only fresh class loaders tell what is
    // needed.
    for fresh_loader in [false, true] {
        minimisation.handed_on.begin();
        if let Some(small) = minimised(test, keep, fresh_loader, minimisation)? {
            minimisation.handed_on.settle(&small, minimisation.cluster);
            return Ok(small);
        }
    }
    Ok(test.clone())
}

/// The small test, when it was confirmed in a fresh class loader.
fn minimised(
    test: &TestCase,
    keep: &[GoalId],
    fresh_loader: bool,
    minimisation: &mut Minimisation<'_>,
) -> Result<Option<TestCase>, ExecutorError> {
    let mut fitness = Fitness::new(minimisation.goals);
    let is_strong =
        |goal: &GoalId| matches!(minimisation.goals.goal(*goal).target, Target::Strong(_));
    let mut judge = Judge {
        keep: keep.iter().copied().filter(|it| !is_strong(it)).collect(),
        to_kill: strong_mutants(minimisation.goals, keep)
            .map(|(mutant, _)| mutant)
            .collect(),
        tried_first: Vec::new(),
        fitness: &mut fitness,
        ending: None,
        fresh_loader,
    };
    judge.tried_first = judge.to_kill.iter().copied().take(TRIED_FIRST).collect();
    let Some((ending, length)) = minimisation.prove(test, &mut judge)? else {
        return Ok(None);
    };
    judge.ending = Some(ending);
    let mut small = TestCase {
        statements: test.statements[..length].to_vec(),
    };
    small = shrink(small, removals, minimisation, &mut judge)?;
    small = apart(small, minimisation, &mut judge)?;
    small = arrays_apart(small, minimisation, &mut judge)?;
    small = in_literals(small, minimisation, &mut judge)?;
    small = arranged(small, minimisation, &mut judge)?;
    for propose in [simplifications, removals] {
        small = shrink(small, propose, minimisation, &mut judge)?;
    }
    small = from_where_it_reads(small, minimisation, &mut judge)?;
    small = of_plain_objects(small, minimisation, &mut judge)?;
    small = given_objects(&small, minimisation, &mut judge)?;
    let times = at_fixed_times(&small, minimisation.cluster);
    small = first_that_works(small, times, minimisation, &mut judge)?;
    small = by_their_digits(small, minimisation, &mut judge)?;
    small = as_calendar_dates(small, minimisation, &mut judge)?;
    small = meaningful(small, minimisation, &mut judge)?;
    // What was too long to be written down may be short by now.
    small = in_literals(small, minimisation, &mut judge)?;
    let classes = usual_classes(&small, minimisation.cluster);
    small = best_of(&small, classes, minimisation, &mut judge)?.unwrap_or(small);
    // To what makes tests plainer two arrays that are alike are one.
    small = arrays_apart(small, minimisation, &mut judge)?;
    small = discriminating(small, minimisation, &mut judge)?;
    let numbers = with_small_numbers(&small, minimisation.cluster);
    small = first_that_works(small, numbers, minimisation, &mut judge)?;
    let counts = with_counts(&small, minimisation.cluster);
    small = first_that_works(small, counts, minimisation, &mut judge)?;
    small = with_revealing_inputs(small, minimisation, &mut judge)?;
    let ranges = in_plain_ranges(&small, minimisation.cluster);
    small = first_that_works(small, ranges, minimisation, &mut judge)?;
    small = with_answering_functions(small, minimisation, &mut judge)?;
    small = failing(small, minimisation, &mut judge)?;
    small = passed_on(small, minimisation, &mut judge)?;
    small = with_things_found(small, minimisation, &mut judge)?;
    small = beside_what_is_found(small, minimisation, &mut judge)?;
    small = telling_more(small, minimisation, &mut judge)?;
    judge.fresh_loader = true;
    let confirmed = minimisation.prove(&small, &mut judge)?;
    Ok(confirmed.map(|_| small))
}

/// The test that gives other objects than those which its mocks find, of which only what matters is set.
fn beside_what_is_found(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let others = with_another_given(&test, minimisation.cluster);
    let before = test.clone();
    let apart = first_that_works(test, others, minimisation, judge)?;
    if apart == before {
        return Ok(apart);
    }
    shrink(apart, properties_of_found, minimisation, judge)
}

/// The test whose objects have something, are asked for it, and whose mocks are told last what to answer.
fn telling_more(
    mut small: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    // A number that became a plain one may be a character.
    small = apart(small, minimisation, judge)?;
    small = on_something(small, minimisation, judge)?;
    small = with_copied_properties(small, minimisation, judge)?;
    small = with_kept_state(small, minimisation, judge)?;
    small = in_roles_of_their_own(small, minimisation, judge)?;
    let ids = with_ids_asked_for(&small, minimisation.cluster);
    small = first_that_works(small, ids, minimisation, judge)?;
    small = asked_afterwards(small, minimisation, judge)?;
    small = with_something_to_tell(small, minimisation, judge)?;
    small = with_equal_hash(small, minimisation, judge)?;
    small = asked_about_something(small, minimisation, judge)?;
    small = shrink(small, leftovers, minimisation, judge)?;
    // What was given an id to tell may be found by another one.
    let ids = with_ids_asked_for(&small, minimisation.cluster);
    small = first_that_works(small, ids, minimisation, judge)?;
    small = beside_asked_ones(small, minimisation, judge)?;
    small = configured(small, minimisation, judge)?;
    small = answers_apart(small, minimisation, judge)?;
    small = named_in_messages(small, minimisation, judge)?;
    small = said_outright(small, minimisation, judge)?;
    small = answered_by_name(small, minimisation, judge)?;
    let last = stubbed_last(&small).into_iter().collect();
    first_that_works(small, last, minimisation, judge)
}

/// The test whose objects are made as plainly as they can be.
fn of_plain_objects(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let before = test.clone();
    let mut small = by_plain_makers(test, minimisation, judge)?;
    small = with_stand_ins(small, minimisation, judge)?;
    if small != before {
        // What was done with what is not there any more.
        small = shrink(small, removals, minimisation, judge)?;
    }
    made_at_once(small, minimisation, judge)
}

/// The test with literals in place of calls that only give them.
fn in_literals(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let values = observed(&test, minimisation)?;
    Ok(best_of(&test, values, minimisation, judge)?.unwrap_or(test))
}

/// A change of a test.
#[derive(Clone, Debug)]
struct TestEdit {
    at: usize,
    change: EditKind,
}

/// What becomes of a statement.
#[derive(Clone, Debug)]
enum EditKind {
    /// It goes, with all that depends on it.
    Removed,
    /// It goes, and an earlier variable takes its place.
    MergedInto(Var),
    /// It does this instead.
    Becomes(StatementKind),
    /// It does this instead, which gives an object of this narrower type.
    IsMade(TypeId, StatementKind),
    /// It is this literal instead, and so is every other one that is equal to it.
    AllBecome(Literal),
}

/// Says whether a run still does what it has to.
struct Judge<'a> {
    /// What each run has to cover.
    keep: Vec<GoalId>,
    /// The mutants that what is taken has to notice.
    to_kill: Vec<MutantId>,
    /// Those of them that edits alone are tried with.
    tried_first: Vec<MutantId>,
    fitness: &'a mut Fitness,
    ending: Option<Ending>,
    /// Whether each test runs in a class loader of its own.
    fresh_loader: bool,
}

/// A test that does what it has to: how it ends, and how many statements run.
type Working = (Ending, usize);

impl Judge<'_> {
    /// So many of the mutants that are not watched yet and that this run, whose trace has how far it got with them,
    /// did not notice.
    fn lost(&self, run: &Execution, most: usize) -> Vec<MutantId> {
        let is_new = |mutant: &&MutantId| {
            !self.tried_first.contains(mutant)
                && (!is_infected(&run.trace, **mutant) || is_told_surviving(run, **mutant))
        };
        self.to_kill
            .iter()
            .filter(is_new)
            .take(most)
            .copied()
            .collect()
    }
}

/// Whether the run with the mutant showed nothing else.
fn is_told_surviving(run: &Execution, mutant: MutantId) -> bool {
    let mut known = run.trace.mutants.iter();
    known.any(|it| it.mutant == mutant.0 && it.propagation > 0.0)
}

impl Minimisation<'_> {
    /// Per test its ending and executed length, where it covers what it has to and notices these mutants; and the runs.
    fn run(
        &mut self,
        tests: &[TestCase],
        mutants: &[MutantId],
        judge: &mut Judge<'_>,
    ) -> Result<Vec<(Option<Working>, Execution)>, ExecutorError> {
        let options = RunOptions {
            fresh_loader: judge.fresh_loader,
            ..self.options
        };
        let mut runs = self.executor.run(self.cluster, tests, options)?;
        let mut works: Vec<bool> = runs.iter().map(|run| self.covers(run, judge)).collect();
        let mut test_bed = TestBed {
            executor: &mut *self.executor,
            cluster: self.cluster,
        };
        let judged = JudgedRuns {
            runs: &mut runs,
            works: &mut works,
        };
        kill_all(&mut test_bed, tests, judged, mutants, options)?;
        let judged = tests.iter().zip(runs).zip(works);
        let judged = judged.map(|((test, run), works)| {
            let ending = Ending::of(&run.outcome).filter(|_| works);
            let working = ending.map(|ending| (ending, executed_length(test, &run.outcome)));
            (working, run)
        });
        Ok(judged.collect())
    }

    /// Per edit whether it works alone and fits, as far as these mutants tell.
    fn work_alone(
        &mut self,
        test: &TestCase,
        edits: &[TestEdit],
        mutants: &[MutantId],
        fits: impl Fn(&TestCase, usize) -> bool,
        judge: &mut Judge<'_>,
    ) -> Result<Vec<bool>, ExecutorError> {
        let alone = edits
            .iter()
            .map(|edit| edited(test, std::slice::from_ref(edit)));
        let alone: Vec<TestCase> = alone.collect();
        if alone.is_empty() {
            return Ok(Vec::new());
        }
        let works = self.run(&alone, mutants, judge)?;
        let works = alone.iter().zip(works);
        let works =
            works.map(|(test, (works, _))| works.is_some_and(|(_, length)| fits(test, length)));
        Ok(works.collect())
    }

    /// Ending and executed length of a test that does all it has to.
    fn prove(
        &mut self,
        test: &TestCase,
        judge: &mut Judge<'_>,
    ) -> Result<Option<Working>, ExecutorError> {
        let to_kill = judge.to_kill.clone();
        let judged = self.run(std::slice::from_ref(test), &to_kill, judge)?;
        Ok(judged[0].0)
    }

    /// The first of the tests that does all it has to, down to its last statement. Those that do not even cover it are
    /// known before any runs with mutants, which takes a hundred times as long.
    fn first_whole(
        &mut self,
        tests: &[TestCase],
        judge: &mut Judge<'_>,
    ) -> Result<Option<usize>, ExecutorError> {
        let is_whole = |test: &TestCase, works: Option<Working>| {
            works.is_some_and(|(_, length)| length == test.len())
        };
        let covering = self.run(tests, &[], judge)?.into_iter().zip(tests);
        let covering: Vec<bool> = covering
            .map(|((works, _), test)| is_whole(test, works))
            .collect();
        for (at, test) in tests.iter().enumerate() {
            if covering[at]
                && (judge.to_kill.is_empty() || is_whole(test, self.prove(test, judge)?))
            {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Whether the run covers what it has to, and ends no worse than it may.
    fn covers(&self, run: &Execution, judge: &mut Judge<'_>) -> bool {
        let Some(ending) = Ending::of(&run.outcome) else {
            return false;
        };
        if judge.ending.is_some_and(|least| ending > least) {
            return false;
        }
        judge.fitness.load(&run.trace);
        let mut keep = judge.keep.iter().map(|goal| self.goals.goal(*goal).target);
        keep.all(|target| judge.fitness.distance(target) == 0.0)
    }
}

/// Applies the edits that are proposed, each alone first, then as many together as work, until none works.
fn shrink(
    mut test: TestCase,
    propose: fn(&TestCase, &mut TestCluster) -> Vec<TestEdit>,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    for _ in 0..MOST_ROUNDS {
        let edits = propose(&test, minimisation.cluster);
        match best_of(&test, edits, minimisation, judge)? {
            Some(better) => test = better,
            None => break,
        }
    }
    Ok(test)
}

/// The test with as many of these edits as work together, of those that work alone; none where none does.
fn best_of(
    test: &TestCase,
    edits: Vec<TestEdit>,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<Option<TestCase>, ExecutorError> {
    let best = together(test, edits, |_, _| true, minimisation, judge)?;
    Ok(best.map(|(mut best, length)| {
        best.statements.truncate(length);
        best
    }))
}

/// The test with as many of these edits as work together, and how much of it runs. Edits alone are tried with the
/// watched mutants; what they give together has to notice all.
fn together(
    test: &TestCase,
    mut edits: Vec<TestEdit>,
    fits: impl Fn(&TestCase, usize) -> bool,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<Option<(TestCase, usize)>, ExecutorError> {
    if judge.ending == Some(Ending::ThrewImplicitly) {
        edits.retain(|edit| !takes_collaborator(test, edit, minimisation.cluster));
    }
    let mut mutants = judge.tried_first.clone();
    let (mut is_new, mut most) = (true, TRIED_FIRST);
    loop {
        let count = edits.len();
        let works = minimisation.work_alone(test, &edits, &mutants, &fits, judge)?;
        let mut works = works.into_iter();
        edits.retain(|_| works.next() == Some(true));
        let good = first_per_statement(&edits);
        if good.is_empty() {
            return Ok(None);
        }
        // Most often all work together: that is tried by itself.
        let all = edited(test, &good);
        let to_kill = judge.to_kill.clone();
        let (works, run) = minimisation
            .run(std::slice::from_ref(&all), &to_kill, judge)?
            .remove(0);
        if let Some((_, length)) = works.filter(|(_, length)| fits(&all, *length)) {
            return Ok(Some((all, length)));
        }
        mutants = judge.lost(&run, most);
        let is_of_no_use = !is_new && edits.len() == count;
        if mutants.is_empty() || is_of_no_use {
            let best = first_together(test, &good, minimisation, judge)?;
            return Ok(best.filter(|(best, length)| fits(best, *length)));
        }
        judge.tried_first.extend(&mutants);
        is_new = false;
        most *= 4;
    }
}

/// Whether an object would lose what a container gives it: a missing collaborator is no fault of the class.
fn takes_collaborator(test: &TestCase, edit: &TestEdit, cluster: &TestCluster) -> bool {
    let injected = |at: usize| match &test.statements[at].kind {
        StatementKind::Call {
            callable,
            arguments,
            ..
        } if cluster.callable(*callable).kind == CallableKind::InjectedField => {
            arguments.first().copied()
        }
        _ => None,
    };
    let var = Some(Var(edit.at as u16));
    matches!(edit.change, EditKind::Removed)
        && (injected(edit.at).is_some() || (0..test.len()).any(|at| injected(at) == var))
}

/// The first, simplest edit of each statement.
fn first_per_statement(edits: &[TestEdit]) -> Vec<TestEdit> {
    let mut good: Vec<TestEdit> = Vec::new();
    for edit in edits {
        if good.iter().all(|known| known.at != edit.at) {
            good.push(edit.clone());
        }
    }
    good
}

/// The test with as many of these edits, from the first on, as work together, and how much of it runs.
fn first_together(
    test: &TestCase,
    good: &[TestEdit],
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<Option<(TestCase, usize)>, ExecutorError> {
    let fewer: Vec<TestCase> = (1..good.len())
        .map(|count| edited(test, &good[..count]))
        .collect();
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(&fewer, &to_kill, judge)?;
    let mut best = fewer.into_iter().zip(works).rev();
    Ok(best.find_map(|(test, (works, _))| Some((test, works?.1))))
}

/// What other classes make and nobody uses any more, each left out.
fn leftovers(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestEdit> {
    let is_left = |at: &usize| match &test.statements[*at].kind {
        StatementKind::Call { callable, .. } => {
            let called = cluster.callable(*callable);
            let makes = matches!(
                called.kind,
                CallableKind::Constructor | CallableKind::StaticMethod
            );
            makes
                && !called.is_under_test
                && cluster.shape(called.returns) != Shape::Void
                && test.users(Var(*at as u16)).is_empty()
        }
        _ => false,
    };
    let before_last = (0..test.len().saturating_sub(1)).rev();
    let left = before_last.filter(is_left).map(|at| TestEdit {
        at,
        change: EditKind::Removed,
    });
    left.collect()
}

/// Each statement left out or merged into an earlier one of its type, the last one first.
fn removals(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestEdit> {
    let mut edits = Vec::new();
    for at in (0..test.len()).rev() {
        edits.push(TestEdit {
            at,
            change: EditKind::Removed,
        });
        let statement = &test.statements[at];
        let is_null = |at: usize| matches!(test.statements[at].kind, StatementKind::Null);
        let earlier = (0..at).filter(|earlier| test.statements[*earlier].ty == statement.ty);
        let earlier = earlier.filter(|earlier| !is_null(*earlier) || is_null(at));
        let are_one =
            |earlier: &usize| !test.holds_both(Var(*earlier as u16), Var(at as u16), cluster);
        let earlier = earlier.filter(are_one);
        // A literal is written where it is used: one of its own costs nothing, and can be made plain by itself.
        let is_literal = matches!(statement.kind, StatementKind::Literal(_));
        if !is_literal && !test.users(Var(at as u16)).is_empty() {
            let earlier = earlier.take(2).map(|earlier| Var(earlier as u16));
            let others = earlier.chain(wrapped(test, at, cluster));
            edits.extend(others.map(|earlier| TestEdit {
                at,
                change: EditKind::MergedInto(earlier),
            }));
        }
    }
    edits
}

/// What the call at this place makes another object around, where it could be handed over by itself.
fn wrapped(test: &TestCase, at: usize, cluster: &TestCluster) -> Vec<Var> {
    let (var, statement) = (Var(at as u16), &test.statements[at]);
    let StatementKind::Call { arguments, .. } = &statement.kind else {
        return Vec::new();
    };
    let is_object = |it: &&Var| {
        let part = test.statement(**it);
        let is_made = matches!(
            part.kind,
            StatementKind::Call { .. } | StatementKind::TestDouble { .. }
        );
        is_made && part.ty != statement.ty
    };
    let fits = |part: &&Var| {
        let users = test.users(var);
        let ty = test.statement(**part).ty;
        users
            .iter()
            .all(|user| takes_instead(test, *user, var, ty, cluster))
    };
    arguments
        .iter()
        .filter(is_object)
        .filter(fits)
        .copied()
        .collect()
}

/// Whether the statement, a call that is given the variable, would take an object of this type in its place.
fn takes_instead(test: &TestCase, user: Var, var: Var, ty: TypeId, cluster: &TestCluster) -> bool {
    let StatementKind::Call {
        callable,
        receiver,
        arguments,
    } = &test.statement(user).kind
    else {
        return false;
    };
    let parameters = &cluster.callable(*callable).parameters;
    let given = arguments
        .iter()
        .zip(parameters)
        .filter(|(one, _)| **one == var);
    let mut given = given.map(|(_, parameter)| *parameter);
    *receiver != Some(var) && given.all(|parameter| cluster.would_be_assignable(ty, parameter))
}

/// The test with these edits, which stand from the last statement to the first.
fn edited(test: &TestCase, edits: &[TestEdit]) -> TestCase {
    let mut test = test.clone();
    for edit in edits {
        let var = Var(edit.at as u16);
        match &edit.change {
            EditKind::Becomes(kind) => test.statements[edit.at].kind = kind.clone(),
            EditKind::IsMade(ty, kind) => {
                test.statements[edit.at] = Statement {
                    ty: *ty,
                    kind: kind.clone(),
                };
            }
            EditKind::AllBecome(literal) => {
                let old = test.statements[edit.at].kind.clone();
                let equal = test.statements.iter_mut().filter(|one| one.kind == old);
                for statement in equal {
                    statement.kind = StatementKind::Literal(literal.clone());
                }
            }
            EditKind::Removed => {
                test.remove(var);
            }
            EditKind::MergedInto(earlier) => {
                for statement in &mut test.statements[edit.at + 1..] {
                    statement.kind.visit_uses_mut(|used| {
                        if *used == var {
                            *used = *earlier;
                        }
                    });
                }
                test.remove(var);
            }
        }
    }
    test.remove_unused();
    test
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, method, named};
    use goalline_testcase::JavaType;

    #[test]
    fn what_a_wrapper_is_made_around_may_take_its_place_where_it_fits() {
        let java = "package p; class Shop { static void take(Object one) {} static void sell(Case one) {} }";
        let methods = ["take", "sell"].map(|name| {
            let ty = if name == "take" {
                "java/lang/Object"
            } else {
                "p/Case"
            };
            function(name, &format!("(L{ty};)V"))
        });
        let mut case = class("p.Case", Vec::new());
        case.constructors = vec![method("<init>", "(Lp/Pen;)V")];
        let classes = vec![
            class("p.Shop", methods.to_vec()),
            case,
            class("p.Pen", Vec::new()),
            class("java.lang.Object", Vec::new()),
        ];
        let cluster = &mut cluster_of(java, classes);
        let [pens, cases] = ["p.Pen", "p.Case"].map(|name| {
            let ty = cluster.intern(JavaType::class(name));
            cluster.generators(ty)[0]
        });
        let tried = |method: &str| {
            let statements = vec![
                call(cluster, pens, None, &[]),
                call(cluster, cases, None, &[Var(0)]),
                call(cluster, named(method, cluster), None, &[Var(1)]),
            ];
            wrapped(&TestCase { statements }, 1, cluster)
        };
        assert_eq!(tried("take"), [Var(0)]);
        assert_eq!(tried("sell"), []);
    }
}
