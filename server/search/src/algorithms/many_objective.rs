//! The loop that the many-objective algorithms share: takes a way to sort, breeds tests towards all sought goals at
//! once, with local search beside it; which goals are sought is decided elsewhere.

use std::convert::Infallible;

use goalline_goals::GoalId;
use goalline_testcase::{CallableId, TestCase};
use rand::{Rng, seq::IndexedRandom};

use crate::{
    Parameters,
    local_search::LocalSearch,
    operators,
    population::ranking::{GoalColumn, RankedRow, Rows, Sorting, Survival, survivors},
    session::{Individual, Running, SearchEnded, SearchSession},
};

/// Individuals of the first generation per callable under test, where there is room.
const FIRST_PER_CALLABLE: usize = 2;

/// Tests that run first of all: the first results come early.
const FIRST_BATCH: usize = 8;

/// The part of the budget that one batch of the first generation may use up.
const BATCH_SHARE: f64 = 0.04;

/// Tests that are made for one of the first generation until one of them is harmless.
const TRIES_PER_FIRST: usize = 3;

/// A population with the place of each individual, best first.
#[derive(Default)]
struct Population {
    individuals: Vec<Individual>,
    places: Vec<RankedRow>,
    /// Version of the columns that the rows were made for.
    version: u32,
}

/// Spends the budget.
pub(super) fn run(session: &mut SearchSession<'_>, sorting: Sorting) {
    let mut population = Population::default();
    if first_generation(session, &mut population).is_err() {
        return;
    }
    session.end_generation();
    let mut search = Loop {
        population,
        local_search: LocalSearch::default(),
        sorting,
    };
    // The budget ends both.
    let Err(SearchEnded) = if session.parameters.overlaps && !session.runs_mutants() {
        search.overlapping(session)
    } else {
        search.in_turn(session)
    };
}

/// Generation after generation, until the budget ends.
struct Loop {
    population: Population,
    local_search: LocalSearch,
    sorting: Sorting,
}

impl Loop {
    fn breed(&mut self, session: &mut SearchSession<'_>) -> Vec<TestCase> {
        select(session, &mut self.population, self.sorting);
        breed(session, &self.population)
    }

    /// Each generation is bred from the last one (Panichella, Kifetew, Tonella 2018, Algorithm 1).
    fn in_turn(&mut self, session: &mut SearchSession<'_>) -> Result<Infallible, SearchEnded> {
        loop {
            let offspring = self.breed(session);
            let ran = session.run(offspring)?;
            self.population.individuals.extend(ran);
            let candidates = self.local_search.next_batch(session);
            if !candidates.is_empty() {
                let ran = session.run(candidates)?;
                self.local_search.learn(session, ran);
            }
            session.end_generation();
        }
    }

    /// Bred while the last generation runs, from what the one before it did: whichever is done first, the results are
    /// the same. The next one waits at the executor before the last one is fetched, and what local search wants to
    /// know runs beside it, so that the executor never idles.
    fn overlapping(&mut self, session: &mut SearchSession<'_>) -> Result<Infallible, SearchEnded> {
        let mut running: Option<Running> = None;
        let mut climbing: Option<Running> = None;
        loop {
            let mut offspring = self.breed(session);
            let pauses = session.has_to_confirm();
            let mut started = None;
            if !pauses {
                started = Some(session.start(std::mem::take(&mut offspring)));
            }
            if let Some(running) = running {
                let ran = session.fetch(running)?;
                self.population.individuals.extend(session.record_all(ran));
                if let Some(climbing) = climbing {
                    let ran = session.fetch(climbing)?;
                    let ran = session.record_all(ran);
                    self.local_search.learn(session, ran);
                }
                if pauses {
                    session.end_generation();
                } else {
                    session.end_generation_unconfirmed();
                }
            }
            running = Some(started.unwrap_or_else(|| session.start(offspring))?);
            climbing = self.start_climbing(session);
        }
    }

    /// Starts what local search wants to know next. Where the budget has ended, the next generation hears of it.
    fn start_climbing(&mut self, session: &mut SearchSession<'_>) -> Option<Running> {
        let candidates = self.local_search.next_batch(session);
        if candidates.is_empty() {
            return None;
        }
        session.start(candidates).ok()
    }
}

/// Seeds, then random tests that take turns over all callables under test. A batch runs while the next one is made:
/// where values are hard to make, a short budget is over before all are.
fn first_generation(
    session: &mut SearchSession<'_>,
    population: &mut Population,
) -> Result<(), SearchEnded> {
    let mut beginners = Beginners::of(session);
    let mut running: Option<Running> = None;
    let mut pace = Pace::of(session);
    loop {
        let mut tests = beginners.batch(session, pace.size);
        pace.made();
        let is_last = tests.is_empty();
        let mut started = None;
        if !is_last && !session.runs_mutants() {
            started = Some(session.start(std::mem::take(&mut tests)));
        }
        if let Some(running) = running {
            let ran = session.fetch(running)?;
            let ran = session.record_all(ran);
            pace.measure(ran.len(), session);
            population.individuals.extend(ran);
        }
        if is_last {
            break;
        }
        running = Some(started.unwrap_or_else(|| session.start(tests))?);
    }
    if population.individuals.is_empty() {
        return Err(SearchEnded);
    }
    Ok(())
}

/// How many tests of the first generation are given to the executor at once. Where the clock ends the search, slow code
/// would else use up all of it before anything is learnt from the first tests.
struct Pace {
    size: usize,
    most: usize,
    reads_clock: bool,
    /// The part of the budget that was used up when tests came back last.
    spent: f64,
}

impl Pace {
    fn of(session: &mut SearchSession<'_>) -> Self {
        Self {
            size: FIRST_BATCH,
            most: session.parameters.population,
            reads_clock: session.reads_clock(),
            spent: session.spent().unwrap_or_default(),
        }
    }

    /// A batch was made: the next one is as large as can be where nothing is to be measured first.
    fn made(&mut self) {
        if !self.reads_clock {
            self.size = self.most;
        }
    }

    /// So many tests came back.
    fn measure(&mut self, count: usize, session: &mut SearchSession<'_>) {
        if self.reads_clock && count > 0 {
            let spent = session.spent().unwrap_or_default();
            let each = (spent - self.spent) / count as f64;
            self.spent = spent;
            self.size = paced(each, self.most);
        }
    }
}

/// As many tests as use up a small part of the budget, each of which uses up that much.
fn paced(each: f64, most: usize) -> usize {
    let least = FIRST_BATCH / 2;
    let mut sizes = (least..=most).rev();
    let fitting = sizes.find(|size| *size as f64 * each <= BATCH_SHARE);
    fitting.unwrap_or(least)
}

/// What the first generation is made of, as far as it is not made yet.
struct Beginners {
    seeds: std::vec::IntoIter<TestCase>,
    callables: Vec<CallableId>,
    /// The random tests, by number.
    left: std::ops::Range<usize>,
}

impl Beginners {
    fn of(session: &mut SearchSession<'_>) -> Self {
        let callables = match session.aims.covering.callables() {
            [] => session.factory.focus.callables().to_vec(),
            covering => covering.to_vec(),
        };
        let wish = (callables.len() * FIRST_PER_CALLABLE).min(session.parameters.first);
        let random = session.parameters.population.max(wish);
        Self {
            seeds: std::mem::take(&mut session.seeds).into_iter(),
            left: 0..if callables.is_empty() { 0 } else { random },
            callables,
        }
    }

    /// So many tests, fewer at the end.
    fn batch(&mut self, session: &mut SearchSession<'_>, size: usize) -> Vec<TestCase> {
        let mut tests = Vec::with_capacity(size);
        while tests.len() < size {
            let test = match self.seeds.next() {
                Some(seed) => Some(seed),
                None => match self.left.next() {
                    Some(at) => random_test(session, self.callables[at % self.callables.len()]),
                    None => break,
                },
            };
            let Some(mut test) = test else { continue };
            if !test.is_empty()
                && session
                    .aims
                    .covering
                    .repair(&mut session.factory, &mut test)
            {
                tests.push(test);
            }
        }
        tests
    }
}

/// A harmless test of the callable.
fn random_test(session: &mut SearchSession<'_>, callable: CallableId) -> Option<TestCase> {
    (0..TRIES_PER_FIRST).find_map(|_| {
        let test = session.factory.random_test(callable);
        session.admits(&test).then_some(test)
    })
}

/// Keeps the survivors, best first.
fn select(session: &mut SearchSession<'_>, population: &mut Population, sorting: Sorting) {
    let individuals = &mut population.individuals;
    if population.version != session.aims.targets.version() {
        for individual in individuals.iter_mut() {
            if individual.ending.is_some() {
                let Individual { test, trace, .. } = &*individual;
                individual.row = session.row(test, trace, individual.steps, individual.is_lost);
            } else {
                individual.row = vec![f64::INFINITY; session.aims.targets.columns().len()];
            }
        }
        population.version = session.aims.targets.version();
    }
    let patience = session.parameters.patience;
    let columns: Vec<GoalColumn> = session
        .aims
        .targets
        .active()
        .map(|(at, goal)| {
            let stalled = session
                .aims
                .tracker
                .stalled(goal, session.counts.generation);
            GoalColumn {
                at,
                shorter_wins: stalled < patience || stalled % patience.saturating_mul(2) < patience,
            }
        })
        .collect();
    let rows: Vec<&[f64]> = individuals.iter().map(|it| it.row.as_slice()).collect();
    let longest = session.parameters.max_length;
    let lengths: Vec<usize> = individuals
        .iter()
        // Of two that come as near, the costly one is the worse, however short.
        .map(|it| it.test.len() + usize::from(session.costs.is_costly(it.steps)) * longest)
        .collect();
    let rows = Rows {
        rows: &rows,
        lengths: &lengths,
    };
    let mut places = survivors(
        rows,
        &columns,
        Survival {
            size: session.parameters.population,
            sorting,
            neighbours: session.parameters.neighbours,
        },
        session.factory.rng,
    );
    let mut old: Vec<Option<Individual>> =
        std::mem::take(individuals).into_iter().map(Some).collect();
    for (at, place) in places.iter_mut().enumerate() {
        individuals.extend(old[place.index].take());
        place.index = at;
    }
    population.places = places;
}

/// The next generation of tests.
fn breed(session: &mut SearchSession<'_>, population: &Population) -> Vec<TestCase> {
    let size = session.parameters.population;
    let targets: Vec<GoalId> = session
        .aims
        .targets
        .active()
        .map(|(_, goal)| goal)
        .collect();
    let mut offspring = Vec::with_capacity(size + 1);
    let (fresh, targeted) = turns(session.parameters);
    let mut tries = 0;
    while offspring.len() < size && tries < 4 * size {
        tries += 1;
        if let Some(mended) = session.mended() {
            offspring.extend(fit(session, mended));
            continue;
        }
        let kind: f64 = session.factory.rng.random();
        if kind < fresh + targeted {
            let test = if kind < fresh {
                new_test(session)
            } else {
                targeted_test(session, &targets)
            };
            offspring.extend(test.and_then(|test| fit(session, test)));
            continue;
        }
        let (Some(a), Some(b)) = (parent(session, population), parent(session, population)) else {
            continue;
        };
        let factory = &mut session.factory;
        let recombines = factory.rng.random_bool(factory.parameters.crossover_rate);
        let (mut first, mut second) = if recombines {
            operators::cross(factory, &a.test, &b.test)
        } else {
            (a.test.clone(), b.test.clone())
        };
        for (child, parent) in [(&mut first, a), (&mut second, b)] {
            if !session.aims.covering.admits(child) {
                child.clone_from(&parent.test);
            }
        }
        operators::mutate(factory, &mut first, !recombines && a.threw());
        operators::mutate(factory, &mut second, !recombines && b.threw());
        offspring.extend(fit(session, first));
        offspring.extend(fit(session, second));
    }
    offspring.truncate(size);
    offspring
}

/// With what probability a turn gives a fresh test, and with what a targeted one: a turn of breeding gives two tests,
/// so that for a share `s` of the tests 2s / (1 + s) of the turns are needed.
fn turns(parameters: &Parameters) -> (f64, f64) {
    let (fresh, targeted) = (parameters.fresh_share, parameters.targeted_share);
    let per_share = 2.0 / (1.0 + fresh + targeted);
    (fresh * per_share, targeted * per_share)
}

/// The test, if it may be run; one that has lost its covering method has got another one.
fn fit(session: &mut SearchSession<'_>, mut test: TestCase) -> Option<TestCase> {
    let is_covering = session
        .aims
        .covering
        .repair(&mut session.factory, &mut test);
    (is_covering && !test.is_empty() && session.admits(&test)).then_some(test)
}

/// The best of some individuals drawn at random: individuals stand best first.
fn parent<'p>(
    session: &mut SearchSession<'_>,
    population: &'p Population,
) -> Option<&'p Individual> {
    let places = &population.places;
    if places.is_empty() {
        return None;
    }
    let draws = session.parameters.tournament.max(1);
    let costs = &session.costs;
    let rng = &mut *session.factory.rng;
    let best = (0..draws)
        .filter_map(|_| {
            let at = rng.random_range(0..places.len());
            let steps = population.individuals[places[at].index].steps;
            costs.admits(steps, rng).then_some(at)
        })
        .min_by_key(|at| (places[*at].rank, std::cmp::Reverse(places[*at].crowding)))?;
    population.individuals.get(places[best].index)
}

/// A random test, or a mutant of a test in the archive.
fn new_test(session: &mut SearchSession<'_>) -> Option<TestCase> {
    let factory = &mut session.factory;
    if factory.rng.random_bool(0.5) {
        let intermediate = session
            .aims
            .targets
            .has_steps()
            .then(|| session.intermediate.tests());
        let known = session
            .archive
            .tests()
            .chain(intermediate.into_iter().flatten());
        let known: Vec<_> = known.map(|(_, entry)| entry).collect();
        let entry = known.choose(factory.rng)?;
        if !session.costs.admits(entry.steps, factory.rng) {
            return None;
        }
        let mut test = entry.test.clone();
        operators::mutate(factory, &mut test, false);
        return Some(test);
    }
    let callable = session.aims.covering.choose(factory)?;
    Some(factory.random_test(callable))
}

/// A mutant of a test that came nearest to some active goal.
fn targeted_test(session: &mut SearchSession<'_>, targets: &[GoalId]) -> Option<TestCase> {
    let factory = &mut session.factory;
    let goal = targets.choose(factory.rng)?;
    let tried = session
        .aims
        .tracker
        .attempt(*goal)?
        .tests
        .choose(factory.rng)?;
    if !session.costs.admits(tried.steps, factory.rng) {
        return None;
    }
    let mut test = tried.test.clone();
    operators::mutate(factory, &mut test, false);
    Some(test)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_generation_are_counted_in_tests_though_a_turn_of_breeding_gives_two() {
        for (fresh_share, targeted_share) in [(0.1, 0.0), (0.06, 0.12), (0.0, 1.0), (0.0, 0.0)] {
            let parameters = Parameters {
                fresh_share,
                targeted_share,
                ..Parameters::default()
            };
            let (fresh, targeted) = turns(&parameters);
            let tests = fresh + targeted + 2.0 * (1.0 - fresh - targeted);
            assert!((fresh / tests - fresh_share).abs() < 1e-12);
            assert!((targeted / tests - targeted_share).abs() < 1e-12);
        }
    }

    #[test]
    fn slow_tests_are_run_a_few_at_a_time() {
        // Of a hundredth of the budget each, and of a millionth.
        assert_eq!(paced(0.01, 50), 4);
        assert_eq!(paced(0.002, 50), 20);
        assert_eq!(paced(0.000_001, 50), 50);
        assert_eq!(paced(0.0, 50), 50);
    }
}
