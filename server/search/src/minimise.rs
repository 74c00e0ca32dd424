//! Minimisation: takes a test and the goals it has to keep, gives the shortest and plainest test found that still
//! covers them.

pub(crate) mod behaviours;
mod literals;
mod simpler;
mod telling;

use goalline_goals::{GoalId, GoalSet, MutantId, Target};
use goalline_testcase::{
    Execution, Executor, ExecutorError, Literal, RunOptions, StatementKind, TestCase, TestCluster,
    Var,
};

use self::{
    literals::{apart, observed},
    simpler::simplifications,
    telling::telling,
};
use crate::{
    Ending,
    goals::fitness::Fitness,
    mutation::propagation::{is_infected, notice_all, strong_mutants},
    population::archive::executed_length,
};

/// Rounds after which the test is taken as it is.
const MOST_ROUNDS: usize = 24;

/// Mutants that each edit alone has to leave noticed before edits are tried together, at first; those that are lost
/// then join them, four times as many each time. Hundreds of edits, each with each of a hundred mutants, would take a
/// minute.
const WATCHED: usize = 4;

/// What a minimisation acts on.
pub struct Bench<'a> {
    /// The goals of the file with their flow.
    pub goals: &'a GoalSet,
    /// What tests are built from.
    pub cluster: &'a mut TestCluster,
    /// What runs them.
    pub executor: &'a mut dyn Executor,
    /// How tests are run.
    pub options: RunOptions,
}

/// Removes statements, makes values simpler and then zeros telling, as long as the goals stay covered and the test
/// ends no worse than before. The result was confirmed in a fresh class loader; where nothing smaller is, the test
/// comes back as it was.
pub fn minimise(
    test: &TestCase,
    keep: &[GoalId],
    bench: &mut Bench<'_>,
) -> Result<TestCase, ExecutorError> {
    // What earlier runs left in static fields can cover goals as well: then only fresh class loaders tell what is
    // needed.
    for fresh_loader in [false, true] {
        if let Some(small) = minimised(test, keep, fresh_loader, bench)? {
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
    bench: &mut Bench<'_>,
) -> Result<Option<TestCase>, ExecutorError> {
    let mut fitness = Fitness::new(bench.goals);
    let is_strong = |goal: &GoalId| matches!(bench.goals.goal(*goal).target, Target::Strong(_));
    let mut judge = Judge {
        keep: keep.iter().copied().filter(|it| !is_strong(it)).collect(),
        notice: strong_mutants(bench.goals, keep)
            .map(|(mutant, _)| mutant)
            .collect(),
        watched: Vec::new(),
        fitness: &mut fitness,
        ending: None,
        fresh_loader,
    };
    judge.watched = judge.notice.iter().copied().take(WATCHED).collect();
    let Some((ending, length)) = bench.prove(test, &mut judge)? else {
        return Ok(None);
    };
    judge.ending = Some(ending);
    let mut small = TestCase {
        statements: test.statements[..length].to_vec(),
    };
    small = shrink(small, removals, bench, &mut judge)?;
    small = apart(small, bench, &mut judge)?;
    let values = observed(&small, bench)?;
    small = best_of(&small, values, bench, &mut judge)?.unwrap_or(small);
    for propose in [simplifications, removals] {
        small = shrink(small, propose, bench, &mut judge)?;
    }
    small = telling(small, bench, &mut judge)?;
    judge.fresh_loader = true;
    let confirmed = bench.prove(&small, &mut judge)?;
    Ok(confirmed.map(|_| small))
}

/// A change of a test.
#[derive(Clone, Debug)]
struct Edit {
    at: usize,
    change: Change,
}

/// What becomes of a statement.
#[derive(Clone, Debug)]
enum Change {
    /// It goes, with all that depends on it.
    Removed,
    /// It goes, and an earlier variable takes its place.
    MergedInto(Var),
    /// It does this instead.
    Becomes(StatementKind),
    /// It is this literal instead, and so is every other one that is equal to it.
    AllBecome(Literal),
}

/// Says whether a run still does what it has to.
struct Judge<'a> {
    /// What each run has to cover.
    keep: Vec<GoalId>,
    /// The mutants that what is taken has to notice.
    notice: Vec<MutantId>,
    /// Those of them that edits alone are tried with.
    watched: Vec<MutantId>,
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
            !self.watched.contains(mutant)
                && (!is_infected(&run.trace, **mutant) || is_told_unnoticed(run, **mutant))
        };
        self.notice
            .iter()
            .filter(is_new)
            .take(most)
            .copied()
            .collect()
    }
}

/// Whether the run with the mutant showed nothing else.
fn is_told_unnoticed(run: &Execution, mutant: MutantId) -> bool {
    let mut known = run.trace.mutants.iter();
    known.any(|it| it.mutant == mutant.0 && it.propagation > 0.0)
}

impl Bench<'_> {
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
        let world = (&mut *self.executor, &*self.cluster);
        notice_all(world, tests, (&mut runs, &mut works), mutants, options)?;
        let judged = tests.iter().zip(runs).zip(works);
        let judged = judged.map(|((test, run), works)| {
            let ending = Ending::of(&run.outcome).filter(|_| works);
            let working = ending.map(|ending| (ending, executed_length(test, &run.outcome)));
            (working, run)
        });
        Ok(judged.collect())
    }

    /// Ending and executed length of a test that does all it has to.
    fn prove(
        &mut self,
        test: &TestCase,
        judge: &mut Judge<'_>,
    ) -> Result<Option<Working>, ExecutorError> {
        let notice = judge.notice.clone();
        let judged = self.run(std::slice::from_ref(test), &notice, judge)?;
        Ok(judged[0].0)
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
    propose: fn(&TestCase, &mut TestCluster) -> Vec<Edit>,
    bench: &mut Bench<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    for _ in 0..MOST_ROUNDS {
        let edits = propose(&test, bench.cluster);
        match best_of(&test, edits, bench, judge)? {
            Some(better) => test = better,
            None => break,
        }
    }
    Ok(test)
}

/// The test with as many of these edits as work together, of those that work alone; none where none does.
fn best_of(
    test: &TestCase,
    edits: Vec<Edit>,
    bench: &mut Bench<'_>,
    judge: &mut Judge<'_>,
) -> Result<Option<TestCase>, ExecutorError> {
    let best = together(test, edits, |_, _| true, (bench, judge))?;
    Ok(best.map(|(mut best, length)| {
        best.statements.truncate(length);
        best
    }))
}

/// The test with as many of these edits as work together, and how much of it runs. Edits alone are tried with the
/// watched mutants; what they give together has to notice all.
fn together(
    test: &TestCase,
    mut edits: Vec<Edit>,
    fits: impl Fn(&TestCase, usize) -> bool,
    (bench, judge): (&mut Bench<'_>, &mut Judge<'_>),
) -> Result<Option<(TestCase, usize)>, ExecutorError> {
    let mut mutants = judge.watched.clone();
    let (mut is_new, mut most) = (true, WATCHED);
    loop {
        let count = edits.len();
        retain_working(test, &mut edits, &mutants, &fits, (bench, judge))?;
        let good = first_per_statement(&edits);
        if good.is_empty() {
            return Ok(None);
        }
        // Most often all work together: that is tried by itself.
        let all = edited(test, &good);
        let notice = judge.notice.clone();
        let (works, run) = bench
            .run(std::slice::from_ref(&all), &notice, judge)?
            .remove(0);
        if let Some((_, length)) = works.filter(|(_, length)| fits(&all, *length)) {
            return Ok(Some((all, length)));
        }
        mutants = judge.lost(&run, most);
        let is_of_no_use = !is_new && edits.len() == count;
        if mutants.is_empty() || is_of_no_use {
            let best = first_together(test, &good, bench, judge)?;
            return Ok(best.filter(|(best, length)| fits(best, *length)));
        }
        judge.watched.extend(&mutants);
        is_new = false;
        most *= 4;
    }
}

/// Leaves the edits that work alone, as far as these mutants tell.
fn retain_working(
    test: &TestCase,
    edits: &mut Vec<Edit>,
    mutants: &[MutantId],
    fits: impl Fn(&TestCase, usize) -> bool,
    (bench, judge): (&mut Bench<'_>, &mut Judge<'_>),
) -> Result<(), ExecutorError> {
    let alone = edits
        .iter()
        .map(|edit| edited(test, std::slice::from_ref(edit)));
    let alone: Vec<TestCase> = alone.collect();
    if alone.is_empty() {
        return Ok(());
    }
    let works = bench.run(&alone, mutants, judge)?;
    let works = alone.iter().zip(works);
    let mut works =
        works.map(|(test, (works, _))| works.is_some_and(|(_, length)| fits(test, length)));
    edits.retain(|_| works.next() == Some(true));
    Ok(())
}

/// The first, simplest edit of each statement.
fn first_per_statement(edits: &[Edit]) -> Vec<Edit> {
    let mut good: Vec<Edit> = Vec::new();
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
    good: &[Edit],
    bench: &mut Bench<'_>,
    judge: &mut Judge<'_>,
) -> Result<Option<(TestCase, usize)>, ExecutorError> {
    let fewer: Vec<TestCase> = (1..good.len())
        .map(|count| edited(test, &good[..count]))
        .collect();
    let notice = judge.notice.clone();
    let works = bench.run(&fewer, &notice, judge)?;
    let mut best = fewer.into_iter().zip(works).rev();
    Ok(best.find_map(|(test, (works, _))| Some((test, works?.1))))
}

/// Each statement left out or merged into an earlier one of its type, the last one first.
fn removals(test: &TestCase, _: &mut TestCluster) -> Vec<Edit> {
    let mut edits = Vec::new();
    for at in (0..test.len()).rev() {
        edits.push(Edit {
            at,
            change: Change::Removed,
        });
        let statement = &test.statements[at];
        let is_null = |at: usize| matches!(test.statements[at].kind, StatementKind::Null);
        let earlier = (0..at).filter(|earlier| test.statements[*earlier].ty == statement.ty);
        let earlier = earlier.filter(|earlier| !is_null(*earlier) || is_null(at));
        // A literal is written where it is used: one of its own costs nothing, and can be made plain by itself.
        let is_literal = matches!(statement.kind, StatementKind::Literal(_));
        if !is_literal && !test.users(Var(at as u16)).is_empty() {
            edits.extend(earlier.take(2).map(|earlier| Edit {
                at,
                change: Change::MergedInto(Var(earlier as u16)),
            }));
        }
    }
    edits
}

/// The test with these edits, which stand from the last statement to the first.
fn edited(test: &TestCase, edits: &[Edit]) -> TestCase {
    let mut test = test.clone();
    for edit in edits {
        let var = Var(edit.at as u16);
        match &edit.change {
            Change::Becomes(kind) => test.statements[edit.at].kind = kind.clone(),
            Change::AllBecome(literal) => {
                let old = test.statements[edit.at].kind.clone();
                let equal = test.statements.iter_mut().filter(|one| one.kind == old);
                for statement in equal {
                    statement.kind = StatementKind::Literal(literal.clone());
                }
            }
            Change::Removed => {
                test.remove(var);
            }
            Change::MergedInto(earlier) => {
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
