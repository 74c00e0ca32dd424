//! How near the search came to each open goal, with which test, and since when nothing got nearer; runs nothing.

use std::{collections::BTreeMap, sync::Arc};

use goalline_goals::{GoalId, GoalSet, Target};
use goalline_testcase::{PredicateTrace, TestCase, Trace};

/// Tests that are kept per goal.
const MOST_TIES: usize = 6;

/// One in this many tests that are as near as the nearest is kept.
const TIE_PERIOD: u32 = 16;

/// How near a run came to a goal: less is nearer. Raw distances tell apart what ν rounds to the same number.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Nearness {
    /// Fitness, or 0 when the predicate ran.
    pub level: f64,
    /// Raw branch distance when the predicate ran, else 0.
    pub distance: f64,
}

impl Nearness {
    /// How near this run came to the target, given its fitness.
    pub(crate) fn of(goals: &GoalSet, goal: GoalId, trace: &Trace, fitness: f64) -> Self {
        let Some((seen, outcome)) = last_predicate(goals, goals.goal(goal).target, trace) else {
            return Self {
                level: fitness,
                distance: 0.0,
            };
        };
        Self {
            level: 0.0,
            distance: if outcome {
                seen.true_distance
            } else {
                seen.false_distance
            },
        }
    }

    /// Whether the predicate ran.
    pub(crate) fn ran(self) -> bool {
        self.level == 0.0
    }
}

/// What the predicate did whose outcome is all that is missing, if it ran, and that outcome.
fn last_predicate<'t>(
    goals: &GoalSet,
    target: Target,
    trace: &'t Trace,
) -> Option<(&'t PredicateTrace, bool)> {
    let (seen, branch) = match target {
        Target::Branch(branch) => (trace.predicate(branch.predicate.0), branch),
        Target::DirectBranch(branch) => {
            let method = goals.flow.predicate(branch.predicate).method;
            let seen = if goals.flow.method(method).is_callable {
                trace.direct_predicate(branch.predicate.0)
            } else {
                trace.predicate(branch.predicate.0)
            };
            (seen, branch)
        }
        _ => return None,
    };
    Some((seen?, branch.outcome))
}

/// A test that came near.
#[derive(Debug)]
pub(crate) struct Tried {
    /// The statements that ran.
    pub test: TestCase,
    /// The steps it used.
    pub steps: u64,
}

/// The nearest attempt at one goal.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// How near it came.
    pub nearness: Nearness,
    /// Its fitness.
    pub fitness: f64,
    /// The first test that came this near, then others that came as near in other ways.
    pub tests: Vec<Arc<Tried>>,
    /// The generation that found it.
    pub since: u32,
    /// How often local search tried from it in vain.
    pub climbs: u32,
}

/// The nearest attempts at all goals.
#[derive(Debug, Default)]
pub(crate) struct Tracker {
    attempts: BTreeMap<GoalId, Attempt>,
    fitness: Vec<f64>,
    ties: Vec<u32>,
}

impl Tracker {
    /// For this many goals.
    pub(crate) fn new(goals: usize) -> Self {
        Self {
            attempts: BTreeMap::new(),
            fitness: vec![f64::INFINITY; goals],
            ties: vec![0; goals],
        }
    }

    /// Makes room for a goal that came up while tests ran.
    pub(crate) fn admit(&mut self, goal: GoalId) {
        let room = (goal.0 as usize + 1).max(self.fitness.len());
        self.fitness.resize(room, f64::INFINITY);
        self.ties.resize(room, 0);
    }

    /// Whether a run with this fitness is worth noting: nearer than any before, or now and then as near. Where a
    /// condition says only yes or no, what differs between such tests is all there is to choose from.
    pub(crate) fn is_worth_noting(&mut self, goal: GoalId, fitness: f64) -> bool {
        let at = goal.0 as usize;
        let best = self.fitness[at];
        if fitness < best {
            return true;
        }
        if fitness > best || fitness >= 1.0 {
            return false;
        }
        self.ties[at] = self.ties[at].wrapping_add(1);
        // Close to 1 the raw distance decides.
        fitness > 0.999_999 || self.ties[at].is_multiple_of(TIE_PERIOD)
    }

    /// Notes an attempt if it is as near as the ones before, or nearer.
    pub(crate) fn note(&mut self, goal: GoalId, attempt: Attempt) {
        let at = goal.0 as usize;
        match self.attempts.get_mut(&goal) {
            Some(known) if known.nearness < attempt.nearness => {}
            Some(known) if known.nearness == attempt.nearness => {
                if known.tests.len() < MOST_TIES {
                    known.tests.extend(attempt.tests);
                } else if let Some(test) = attempt.tests.into_iter().next() {
                    let turn = (self.ties[at] / TIE_PERIOD) as usize;
                    known.tests[1 + turn % (MOST_TIES - 1)] = test;
                }
            }
            _ => {
                self.fitness[at] = attempt.fitness;
                self.ties[at] = 0;
                self.attempts.insert(goal, attempt);
            }
        }
    }

    /// The nearest attempt at the goal.
    pub(crate) fn attempt(&self, goal: GoalId) -> Option<&Attempt> {
        self.attempts.get(&goal)
    }

    /// Notes that local search tried in vain from the nearest attempt.
    pub(crate) fn note_climb(&mut self, goal: GoalId) {
        if let Some(attempt) = self.attempts.get_mut(&goal) {
            attempt.climbs += 1;
        }
    }

    /// Generations since the goal got nearer.
    pub(crate) fn stalled(&self, goal: GoalId, generation: u32) -> u32 {
        self.attempts
            .get(&goal)
            .map_or(0, |attempt| generation.saturating_sub(attempt.since))
    }
}

#[cfg(test)]
mod tests {
    use goalline_flow::{Branch, FileFlow, PredicateId};
    use goalline_goals::Criterion;
    use goalline_syntax::JavaFile;

    use super::*;

    #[test]
    fn of_a_direct_branch_the_predicate_decides_as_it_ran_in_calls_that_the_test_made() {
        let java = "class S { void f() { if (x) z(); } private void g() { if (y) z(); } }";
        let flow = FileFlow::of(&JavaFile::parse(java));
        let goals = GoalSet::of(Arc::new(flow), &[Criterion::Direct]);
        let goal = |predicate| {
            let target = Target::DirectBranch(Branch {
                predicate: PredicateId(predicate),
                outcome: true,
            });
            let found = goals.goals.iter().find(|goal| goal.target == target);
            found.expect("each condition has one").id
        };
        let seen = |predicate, distance| PredicateTrace {
            predicate,
            true_count: 0,
            false_count: 1,
            true_distance: distance,
            false_distance: 0.0,
        };
        let mut trace = Trace {
            predicates: vec![seen(0, 3.0), seen(1, 2.0)],
            direct: vec![seen(0, 5.0)],
            ..Trace::default()
        };
        let near = |predicate, trace: &Trace| Nearness::of(&goals, goal(predicate), trace, 0.8);
        let at = |level, distance| Nearness { level, distance };
        assert_eq!(near(0, &trace), at(0.0, 5.0));
        // No test can call `g`: any run of its condition counts.
        assert_eq!(near(1, &trace), at(0.0, 2.0));
        trace.direct.clear();
        assert_eq!(near(0, &trace), at(0.8, 0.0));
        assert!(!near(0, &trace).ran());
    }
}
