//! The fitness of a suite (FITNESS.md): takes what its tests came to, gives the sum over all goals, by the formulas of
//! the papers per criterion: Fraser and Arcuri 2013, §3.2 (branches); Rojas, Campos, Vivanti, Fraser, Arcuri 2015, §2
//! (the others).

use std::collections::BTreeSet;

use goalline_flow::PredicateId;
use goalline_goals::{Goal, GoalId, GoalSet, Target};
use goalline_testcase::Trace;

use crate::goals::fitness::normalise;

/// What one goal adds to the fitness of a suite that comes this near to it: nothing when covered; a branch whose
/// predicate ran at least twice ν of its distance, else 1 (once is not enough, for one run takes one side); a method
/// 1 until called; a mutant 1 until its operation ran, then ν; a kind of output ν (its distance is given as such); a
/// strong mutant ν. Lines and exceptions count together, not here.
fn contribution(target: Target, least: f64, runs: u32) -> f64 {
    match target {
        _ if least <= 0.0 => 0.0,
        Target::Branch(_) | Target::DirectBranch(_) if runs >= 2 => least.min(1.0),
        Target::Branch(_) | Target::DirectBranch(_) | Target::Called(_) | Target::Returned(_) => {
            1.0
        }
        Target::Weak(_) | Target::Output(..) => least.min(1.0),
        _ => normalise(least),
    }
}

/// Per goal the least distance over all tests of a suite, with what else counts of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    /// By goal of [`SuiteGoals::goals`].
    pub least: Vec<f64>,
    /// By goal how often its predicate ran; 0 for goals without one.
    pub runs: Vec<u32>,
    /// Methods with a branch to cover that no test entered.
    pub silent_methods: usize,
    /// Exceptions that left direct calls.
    pub exceptions: BTreeSet<GoalId>,
}

/// The runs of a branch's predicate that count for a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountedRuns {
    /// The goal has no predicate.
    Nothing,
    /// All.
    Any(PredicateId),
    /// Those in calls that the test made itself.
    Direct(PredicateId),
}

impl CountedRuns {
    /// Of a direct branch all runs, too, where a test cannot call its method.
    fn of(set: &GoalSet, goal: &Goal) -> Self {
        match goal.target {
            Target::DirectBranch(branch) if set.flow.method(goal.method).is_callable => {
                Self::Direct(branch.predicate)
            }
            target => target
                .branch()
                .map_or(Self::Nothing, |branch| Self::Any(branch.predicate)),
        }
    }

    fn in_trace(self, trace: &Trace) -> u32 {
        let seen = match self {
            Self::Nothing => None,
            Self::Any(predicate) => trace.predicate(predicate.0),
            Self::Direct(predicate) => {
                let mut direct = trace.direct.iter();
                direct.find(|seen| seen.predicate == predicate.0)
            }
        };
        seen.map_or(0, |seen| seen.true_count.saturating_add(seen.false_count))
    }
}

/// A branch that leads to lines.
#[derive(Debug)]
struct Guide {
    /// Its place among the goals.
    at: usize,
    /// Places of the lines that depend on it.
    lines: Vec<usize>,
}

/// The goals that suites are scored by.
#[derive(Debug)]
pub(super) struct SuiteGoals {
    /// The wanted goals, then branches that are scored only because they lead to wanted lines.
    pub goals: Vec<GoalId>,
    /// By goal what covers it.
    targets: Vec<Target>,
    /// By goal which runs of its predicate count.
    counted: Vec<CountedRuns>,
    /// Methods with a branch to cover.
    pub methods: Vec<u32>,
    /// Whether each wanted goal counts.
    pub counts: Vec<bool>,
    guides: Vec<Guide>,
    discovers: bool,
}

impl SuiteGoals {
    /// All wanted goals count.
    pub(super) fn new(set: &GoalSet, wanted: &[GoalId]) -> Self {
        let mut goals = wanted.to_vec();
        let guides = guides(set, &mut goals);
        let of = |goal: &GoalId| set.goal(*goal);
        let mut methods: Vec<u32> = wanted
            .iter()
            .filter(|goal| is_branch(of(goal).target))
            .map(|goal| of(goal).method.0)
            .collect();
        methods.sort_unstable();
        methods.dedup();
        Self {
            targets: goals.iter().map(|goal| of(goal).target).collect(),
            counted: goals
                .iter()
                .map(|goal| CountedRuns::of(set, of(goal)))
                .collect(),
            goals,
            methods,
            counts: vec![true; wanted.len()],
            guides,
            discovers: set.discovers,
        }
    }

    /// Adds by goal how often its predicate ran.
    pub(super) fn count_runs(&self, trace: &Trace, runs: &mut [u32]) {
        for (runs, counted) in runs.iter_mut().zip(&self.counted) {
            *runs += counted.in_trace(trace);
        }
    }

    /// How many wanted goals a suite covers, exceptions among them.
    pub(super) fn covered(&self, reached: &Reached) -> usize {
        let wanted = &reached.least[..self.counts.len()];
        wanted.iter().filter(|least| **least <= 0.0).count() + reached.exceptions.len()
    }

    /// Whether a suite covers every goal that counts.
    pub(super) fn all_covered(&self, reached: &Reached) -> bool {
        let mut wanted = reached.least.iter().zip(&self.counts);
        wanted.all(|(least, counts)| !counts || *least <= 0.0)
    }

    /// Less is better. Methods that no test entered count where they are asked for: with an archive, one whose goals
    /// it covers need not be entered by each suite again.
    pub(super) fn fitness(&self, reached: &Reached, with_methods: bool) -> f64 {
        let mut sum = 0.0;
        let mut missed_lines = 0_u32;
        for at in (0..self.counts.len()).filter(|at| self.counts[*at]) {
            match self.targets[at] {
                Target::Line(_) => missed_lines += u32::from(reached.least[at] > 0.0),
                target => sum += contribution(target, reached.least[at], reached.runs[at]),
            }
        }
        for guide in &self.guides {
            if guide.lines.iter().any(|line| self.counts[*line]) {
                let at = guide.at;
                sum += contribution(self.targets[at], reached.least[at], reached.runs[at]);
            }
        }
        sum += normalise(f64::from(missed_lines));
        if self.discovers {
            sum += 1.0 / (1.0 + reached.exceptions.len() as f64);
        }
        if with_methods {
            sum += reached.silent_methods as f64;
        }
        sum
    }
}

fn is_branch(target: Target) -> bool {
    matches!(
        target,
        Target::Branch(_) | Target::DirectBranch(_) | Target::Entry(_) | Target::DirectEntry(_)
    )
}

/// The branches on which wanted lines depend; those that are no wanted goals are added to the goals.
fn guides(set: &GoalSet, goals: &mut Vec<GoalId>) -> Vec<Guide> {
    let mut guides: Vec<(GoalId, Guide)> = Vec::new();
    for at in 0..goals.len() {
        let target = set.goal(goals[at]).target;
        if !matches!(target, Target::Line(_)) {
            continue;
        }
        for branch in set.controls(target) {
            let Some(goal) = set.of_branch(*branch) else {
                continue;
            };
            if let Some((_, guide)) = guides.iter_mut().find(|(known, _)| *known == goal) {
                guide.lines.push(at);
                continue;
            }
            let place = goals.iter().position(|known| *known == goal);
            let place = place.unwrap_or_else(|| {
                goals.push(goal);
                goals.len() - 1
            });
            let (at, lines) = (place, vec![at]);
            guides.push((goal, Guide { at, lines }));
        }
    }
    guides.into_iter().map(|(_, guide)| guide).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::{Branch, FileFlow, MethodId};
    use goalline_goals::{Criterion, MutantId, OutputClass};
    use goalline_syntax::JavaFile;
    use goalline_testcase::PredicateTrace;

    use super::*;

    const BRANCH: Target = Target::Branch(Branch {
        predicate: PredicateId(0),
        outcome: true,
    });

    fn goals(targets: &[Target]) -> SuiteGoals {
        SuiteGoals {
            goals: (0..targets.len() as u32).map(GoalId).collect(),
            targets: targets.to_vec(),
            counted: vec![CountedRuns::Nothing; targets.len()],
            methods: vec![0],
            counts: vec![true; targets.len()],
            guides: Vec::new(),
            discovers: false,
        }
    }

    fn reached(least: &[f64], runs: &[u32]) -> Reached {
        Reached {
            least: least.to_vec(),
            runs: runs.to_vec(),
            ..Reached::default()
        }
    }

    #[test]
    fn a_branch_counts_by_distance_only_once_its_predicate_ran_twice() {
        // Fraser and Arcuri 2013, §3.2: d(b, T) = 0 covered; ν(dmin) when the predicate ran at least twice; else 1.
        assert!(contribution(BRANCH, 0.0, 1).abs() < 1e-12);
        assert!((contribution(BRANCH, 0.75, 1) - 1.0).abs() < 1e-12);
        assert!((contribution(BRANCH, 0.75, 2) - 0.75).abs() < 1e-12);
        assert!((contribution(BRANCH, 2.5, 0) - 1.0).abs() < 1e-12);
        assert!((contribution(Target::Entry(MethodId(0)), 1.0, 0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn methods_count_whole_and_mutants_and_outputs_by_distance() {
        // Rojas et al. 2015, §2: |methods| − |called|; 1 for a mutant that was not reached, else ν of its infection
        // distance; ν of the distance to a kind of output.
        assert!((contribution(Target::Called(MethodId(0)), 1.0, 0) - 1.0).abs() < 1e-12);
        assert!((contribution(Target::Weak(MutantId(3)), 2.4, 0) - 1.0).abs() < 1e-12);
        assert!((contribution(Target::Weak(MutantId(3)), 0.25, 0) - 0.25).abs() < 1e-12);
        let zero = Target::Output(MethodId(0), OutputClass::Zero);
        assert!((contribution(zero, 0.8, 0) - 0.8).abs() < 1e-12);
    }

    #[test]
    fn lines_count_together_with_the_branches_that_lead_to_them() {
        // Rojas et al. 2015, §2: ν(|lines| − |covered|) + the branch distances of their control dependences. Two of
        // three lines missed, ν(2) = 2/3; the branch ran twice and is 0.5 away.
        let lines = [Target::Line(0), Target::Line(1), Target::Line(2), BRANCH];
        let mut goals = goals(&lines);
        goals.counts.truncate(3);
        goals.guides = vec![Guide {
            at: 3,
            lines: vec![1, 2],
        }];
        let suite = reached(&[0.0, 1.5, 1.5, 0.5], &[0, 0, 0, 2]);
        assert!((goals.fitness(&suite, false) - (2.0 / 3.0 + 0.5)).abs() < 1e-12);
        // Once the archive has both lines, their branch leads nowhere: ν(0) is left.
        goals.counts = vec![true, false, false];
        assert!(goals.fitness(&suite, false).abs() < 1e-12);
    }

    #[test]
    fn more_exceptions_are_better_without_an_end() {
        // Rojas et al. 2015, §2: 1 / (1 + exceptions).
        let mut goals = goals(&[]);
        goals.discovers = true;
        let mut suite = reached(&[], &[]);
        assert!((goals.fitness(&suite, false) - 1.0).abs() < 1e-12);
        suite.exceptions.extend([GoalId(7), GoalId(9)]);
        assert!((goals.fitness(&suite, false) - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn what_the_archive_covers_leaves_the_fitness() {
        // Rojas, Vivanti, Arcuri, Fraser 2017, §3.3. Two branches of one predicate that ran twice: the true one 0.75
        // away, the false one covered by a test of another suite only (0.5 away here); one method not entered.
        let mut goals = goals(&[BRANCH, BRANCH]);
        let suite = Reached {
            silent_methods: 1,
            ..reached(&[0.75, 0.5], &[2, 2])
        };
        assert!((goals.fitness(&suite, false) - 1.25).abs() < 1e-12);
        assert!((goals.fitness(&suite, true) - 2.25).abs() < 1e-12);
        goals.counts[1] = false;
        assert!((goals.fitness(&suite, false) - 0.75).abs() < 1e-12);
    }

    #[test]
    fn direct_branches_of_a_method_that_no_test_can_call_count_all_runs_of_their_predicate() {
        let java = "class A { void f(int a) { if (a > 1) g(a); } private void g(int a) { if (a > 2) h(); } }";
        let flow = FileFlow::of(&JavaFile::parse(java));
        let set = GoalSet::of(Arc::new(flow), &[Criterion::Direct]);
        let wanted: Vec<GoalId> = set.goals.iter().map(|goal| goal.id).collect();
        let goals = SuiteGoals::new(&set, &wanted);
        let seen = |predicate, true_count, false_count| PredicateTrace {
            predicate,
            true_count,
            false_count,
            true_distance: 1.0,
            false_distance: 1.0,
        };
        // The test called `f` once; somebody else called it three times more.
        let trace = Trace {
            predicates: vec![seen(0, 3, 1), seen(1, 0, 3)],
            direct: vec![seen(0, 1, 0)],
            ..Trace::default()
        };
        let mut runs = vec![0; wanted.len()];
        goals.count_runs(&trace, &mut runs);
        let of = |name: &str| -> Vec<u32> {
            let of_method = |goal: &&Goal| set.flow.method(goal.method).name == name;
            let places = set.goals.iter().filter(of_method);
            places.map(|goal| runs[goal.id.0 as usize]).collect()
        };
        assert_eq!(of("f"), [1, 1]);
        assert_eq!(of("g"), [3, 3]);
    }
}
