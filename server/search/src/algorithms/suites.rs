//! The loop that WS and WSA share: takes a session, breeds suites by the sum of what their tests leave to every goal
//! (Fraser and Arcuri 2013, Algorithm 1 and §3.2); tests that two suites share are run once.

use std::sync::Arc;

use goalline_flow::MethodId;
use goalline_goals::GoalId;
use goalline_testcase::TestCase;
use rand::{Rng, seq::IndexedRandom};

use super::suite_fitness::{Reached, SuiteGoals};
use crate::{
    operators,
    session::{Individual, SearchEnded, SearchSession},
};

/// Tests that a suite gets at once, at most: where all are harmful, a probability of 1 would not end.
const MOST_INSERTED: usize = 100;

/// Tests that are tried before one of them is harmless.
const TRIES: usize = 3;

/// Whether covered goals leave the fitness and tests come back from the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Archiving {
    /// WS.
    Off,
    /// WSA.
    On,
}

/// A test that was run, with its distance to every goal.
struct SuiteTest {
    individual: Individual,
    distances: Vec<f64>,
    /// The exception that left a direct call, where exceptions are goals.
    exception: Option<GoalId>,
}

/// A test of a suite being bred.
enum TestInSuite {
    Known(Arc<SuiteTest>),
    New(TestCase),
}

/// Suites being bred, with the two that they stand in for.
struct BredPair {
    parents: [usize; 2],
    children: [Vec<TestInSuite>; 2],
}

/// A suite of tests that were run.
#[derive(Clone)]
struct SuiteIndividual {
    tests: Vec<Arc<SuiteTest>>,
    reached: Reached,
    fitness: f64,
    length: usize,
    /// Tests run up to the last one of its own.
    whole_at: u64,
}

/// A population of suites, the best first.
pub(super) struct SuitePopulation {
    archiving: Archiving,
    goals: SuiteGoals,
    population: Vec<SuiteIndividual>,
}

impl SuitePopulation {
    /// No suite yet.
    pub(super) fn new(session: &SearchSession<'_>, archiving: Archiving) -> Self {
        Self {
            archiving,
            goals: SuiteGoals::new(session.goals, session.wanted()),
            population: Vec::new(),
        }
    }

    /// Breeds until the budget ends or a suite covers everything.
    pub(super) fn search(&mut self, session: &mut SearchSession<'_>) {
        if session.factory.focus.callables().is_empty() || self.first(session).is_err() {
            return;
        }
        loop {
            self.end_iteration(session);
            if self.is_done(session) {
                return;
            }
            if self.evolve(session).is_err() {
                self.sort();
                self.note_covered(session);
                return;
            }
        }
    }

    /// Whether nothing is left to do.
    fn is_done(&self, session: &SearchSession<'_>) -> bool {
        match self.archiving {
            Archiving::On => session.is_done(),
            Archiving::Off => {
                self.goals.all_covered(&self.population[0].reached) && session.is_quiet()
            }
        }
    }

    /// The tests of the best suite.
    pub(super) fn best_tests(&self) -> impl Iterator<Item = &Individual> {
        let best = self.population.first();
        best.into_iter()
            .flat_map(|suite| suite.tests.iter().map(|test| &test.individual))
    }

    /// Suites of random tests; those that the budget did not allow are missing.
    fn first(&mut self, session: &mut SearchSession<'_>) -> Result<(), SearchEnded> {
        let mut seeds = std::mem::take(&mut session.seeds);
        for _ in 0..session.parameters.population {
            let most = session.parameters.first_suite.max(1);
            let count = session.factory.rng.random_range(1..=most);
            let mut parts: Vec<TestInSuite> = Vec::with_capacity(count + seeds.len());
            parts.extend(seeds.drain(..).map(TestInSuite::New));
            for _ in 0..count {
                parts.extend(random_test(session).map(TestInSuite::New));
            }
            let (suites, ended) = self.run(session, vec![parts]);
            self.population.extend(suites);
            if self.population.is_empty() {
                return Err(SearchEnded);
            }
            if ended.is_err() {
                break;
            }
            self.note_covered(session);
            session.tell_progress();
        }
        Ok(())
    }

    /// Sorts, and with an archive takes what it covers out of the fitness (Rojas et al. 2017, §3.3).
    fn end_iteration(&mut self, session: &mut SearchSession<'_>) {
        if self.archiving == Archiving::On {
            for (counts, goal) in self.goals.counts.iter_mut().zip(&self.goals.goals) {
                *counts = session.aims.targets.is_open(*goal);
            }
            for at in 0..self.population.len() {
                self.population[at].fitness = self.fitness(&self.population[at]);
            }
        }
        self.sort();
        self.note_covered(session);
        session.end_generation();
    }

    fn sort(&mut self) {
        self.population.sort_by(|a, b| {
            a.fitness
                .total_cmp(&b.fitness)
                .then(a.length.cmp(&b.length))
        });
    }

    /// Without an archive, what the best suite covers is all there is.
    fn note_covered(&self, session: &mut SearchSession<'_>) {
        if self.archiving == Archiving::Off {
            let fitness =
                |a: &&SuiteIndividual, b: &&SuiteIndividual| a.fitness.total_cmp(&b.fitness);
            let best = self.population.iter().min_by(fitness);
            session.findings.covered_so_far = best.map(|suite| self.goals.covered(&suite.reached));
        }
    }

    /// Tells of a suite that is the best one so far, in the middle of the generation that began after so many tests.
    fn tell_best(&self, session: &mut SearchSession<'_>, suite: &SuiteIndividual, begun: u64) {
        if self.archiving == Archiving::Off {
            let covered = self.goals.covered(&suite.reached);
            // One of known tests alone is bred in the generation, too.
            session.tell_result(covered, suite.whole_at.max(begun));
        }
    }

    fn fitness(&self, suite: &SuiteIndividual) -> f64 {
        let with_methods = self.archiving == Archiving::Off;
        self.goals.fitness(&suite.reached, with_methods)
    }

    /// One generation: the best suite stays, pairs of children take the place of parents that they are not worse
    /// than. Where the budget ends in its middle, the pairs that were run still do, and nobody leaves.
    fn evolve(&mut self, session: &mut SearchSession<'_>) -> Result<(), SearchEnded> {
        let size = session.parameters.population;
        let pairs: Vec<BredPair> = (0..size.div_ceil(2)).map(|_| self.breed(session)).collect();
        let mut parents = Vec::with_capacity(pairs.len());
        let mut children = Vec::with_capacity(2 * pairs.len());
        for pair in pairs {
            parents.push(pair.parents);
            children.extend(pair.children);
        }
        let begun = session.counts.executions;
        let (suites, ended) = self.run(session, children);
        let longest = 2 * self.population[0].length;
        let mut next = match ended {
            Ok(()) => vec![self.population[0].clone()],
            Err(SearchEnded) => self.population.clone(),
        };
        let mut suites = suites.into_iter();
        let mut best = self.population[0].fitness;
        for [a, b] in parents {
            let (Some(c), Some(d)) = (suites.next(), suites.next()) else {
                break;
            };
            let (a, b) = (&self.population[a], &self.population[b]);
            let (old, new) = (a.fitness.min(b.fitness), c.fitness.min(d.fitness));
            let is_no_longer = c.length + d.length <= a.length + b.length;
            let is_accepted = new < old || (new <= old && is_no_longer);
            for (child, parent) in [(c, a), (d, b)] {
                let fits = child.length <= longest && !child.tests.is_empty();
                let stays = next.len() < size || ended.is_err();
                if is_accepted && fits && stays && child.fitness < best {
                    best = child.fitness;
                    self.tell_best(session, &child, begun);
                }
                next.push(if is_accepted && fits {
                    child
                } else {
                    parent.clone()
                });
            }
        }
        if ended.is_ok() {
            next.truncate(size.max(1));
        }
        self.population = next;
        ended
    }

    fn breed(&self, session: &mut SearchSession<'_>) -> BredPair {
        let parents = [self.parent(session), self.parent(session)];
        let [a, b] = parents.map(|at| &self.population[at].tests);
        let rng = &mut *session.factory.rng;
        let mut children = if rng.random_bool(session.parameters.crossover_rate) {
            crossed(a, b, rng.random())
        } else {
            [a.clone(), b.clone()]
        }
        .map(|tests| {
            tests
                .into_iter()
                .map(TestInSuite::Known)
                .collect::<Vec<TestInSuite>>()
        });
        for child in &mut children {
            self.mutate(session, child);
        }
        BredPair { parents, children }
    }

    /// The best of some drawn at random: suites stand best first.
    fn parent(&self, session: &mut SearchSession<'_>) -> usize {
        let draws = session.parameters.tournament.max(1);
        let count = self.population.len();
        (0..draws)
            .map(|_| session.factory.rng.random_range(0..count))
            .min()
            .unwrap_or(0)
    }

    /// Changes one test on average, and adds some; one that becomes empty goes.
    fn mutate(&self, session: &mut SearchSession<'_>, suite: &mut Vec<TestInSuite>) {
        let chance = 1.0 / suite.len().max(1) as f64;
        for at in (0..suite.len()).rev() {
            if !session.factory.rng.random_bool(chance) {
                continue;
            }
            let (mut test, threw) = match &suite[at] {
                TestInSuite::Known(ran) => (ran.individual.test.clone(), ran.individual.threw()),
                TestInSuite::New(test) => (test.clone(), false),
            };
            operators::mutate(&mut session.factory, &mut test, threw);
            if test.is_empty() {
                suite.remove(at);
            } else if session.admits(&test) {
                suite[at] = TestInSuite::New(test);
            }
        }
        let mut chance = session.parameters.test_insertion;
        for _ in 0..MOST_INSERTED {
            let is_full = suite.len() >= session.parameters.suite;
            if is_full || !session.factory.rng.random_bool(chance) {
                break;
            }
            suite.extend(self.new_test(session).map(TestInSuite::New));
            chance *= session.parameters.test_insertion;
        }
    }

    /// A random test, or with an archive as often a mutant of a test in it.
    fn new_test(&self, session: &mut SearchSession<'_>) -> Option<TestCase> {
        if self.archiving == Archiving::On && session.factory.rng.random_bool(0.5) {
            let known: Vec<_> = session.archive.tests().map(|(_, entry)| entry).collect();
            if let Some(entry) = known.choose(session.factory.rng) {
                let mut test = entry.test.clone();
                operators::mutate(&mut session.factory, &mut test, false);
                return Some(test).filter(|test| !test.is_empty() && session.admits(test));
            }
        }
        random_test(session)
    }

    /// Runs what is new in these suites, a batch at a time. Gives the suites, without those from the first one on
    /// that the budget did not allow whole.
    fn run(
        &self,
        session: &mut SearchSession<'_>,
        suites: Vec<Vec<TestInSuite>>,
    ) -> (Vec<SuiteIndividual>, Result<(), SearchEnded>) {
        let mut tests: Vec<TestCase> = Vec::new();
        for part in suites.iter().flatten() {
            if let TestInSuite::New(test) = part {
                tests.push(test.clone());
            }
        }
        let mut ran = Vec::with_capacity(tests.len());
        let mut ended = Ok(());
        while !tests.is_empty() {
            let rest = tests.split_off(tests.len().min(session.parameters.population.max(1)));
            let individuals = session.run(std::mem::replace(&mut tests, rest));
            let Ok(individuals) = individuals else {
                ended = Err(SearchEnded);
                break;
            };
            for individual in individuals {
                let distances = session.distances(&self.goals.goals, &individual);
                let exception = exception(session, &individual);
                ran.push(Arc::new(SuiteTest {
                    individual,
                    distances,
                    exception,
                }));
            }
        }
        let mut ran = ran.into_iter();
        let whole = suites.into_iter().map_while(|parts| {
            let tests = parts.into_iter().map(|part| match part {
                TestInSuite::Known(known) => Some(known),
                TestInSuite::New(_) => ran.next(),
            });
            tests.collect::<Option<Vec<Arc<SuiteTest>>>>()
        });
        let suites = whole.map(|tests| self.scored(tests)).collect();
        (suites, ended)
    }

    fn scored(&self, tests: Vec<Arc<SuiteTest>>) -> SuiteIndividual {
        let goals = &self.goals;
        let mut reached = Reached {
            least: vec![f64::INFINITY; goals.goals.len()],
            runs: vec![0; goals.goals.len()],
            ..Reached::default()
        };
        let mut silent = goals.methods.clone();
        for ran in tests.iter().filter(|ran| ran.individual.ending.is_some()) {
            for (least, distance) in reached.least.iter_mut().zip(&ran.distances) {
                *least = least.min(*distance);
            }
            goals.count_runs(&ran.individual.trace, &mut reached.runs);
            silent.retain(|method| !ran.individual.trace.entered(*method));
            reached.exceptions.extend(ran.exception);
        }
        reached.silent_methods = silent.len();
        let mut suite = SuiteIndividual {
            length: tests.iter().map(|ran| ran.individual.test.len()).sum(),
            whole_at: tests
                .iter()
                .map(|ran| ran.individual.number)
                .max()
                .unwrap_or_default(),
            tests,
            reached,
            fitness: 0.0,
        };
        suite.fitness = self.fitness(&suite);
        suite
    }
}

/// The goal that the exception which ended the test covers, where exceptions are goals.
fn exception(session: &SearchSession<'_>, individual: &Individual) -> Option<GoalId> {
    let thrown = individual.trace.thrown.as_ref()?;
    let discovered = &session.goals.discovered;
    let goal = discovered.find(MethodId(thrown.method), &thrown.class)?;
    Some(goal.id)
}

/// Two suites from two, cut at the same relative point: as many tests of one as are left of the other (Fraser and
/// Arcuri 2013, §3.3).
fn crossed<T: Clone>(a: &[T], b: &[T], point: f64) -> [Vec<T>; 2] {
    #[expect(
        clippy::cast_sign_loss,
        reason = "lengths and points are never negative"
    )]
    let cut = |suite: &[T]| (suite.len() as f64 * point).round() as usize;
    let (in_a, in_b) = (cut(a), cut(b));
    [
        [&a[..in_a], &b[in_b..]].concat(),
        [&b[..in_b], &a[in_a..]].concat(),
    ]
}

fn random_test(session: &mut SearchSession<'_>) -> Option<TestCase> {
    for _ in 0..TRIES {
        let callable = session.factory.focus.choose(session.factory.rng)?;
        let test = session.factory.random_test(callable);
        if !test.is_empty() && session.admits(&test) {
            return Some(test);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossover_of_suites_cuts_both_at_the_same_relative_point() {
        // 4 and 2 tests, cut in the middle: 2 + 1 and 1 + 2.
        let [first, second] = crossed(&['a', 'b', 'c', 'd'], &['x', 'y'], 0.5);
        assert_eq!(first, ['a', 'b', 'y']);
        assert_eq!(second, ['x', 'c', 'd']);
    }
}
