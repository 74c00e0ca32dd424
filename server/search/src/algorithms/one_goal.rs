//! One goal at a time (Fraser and Arcuri 2013, §4.2): goals in random order, each with a search and a share of the
//! budget of its own, no seeding; other goals are credited only to the finished test of a goal.

use goalline_goals::GoalId;
use goalline_testcase::TestCase;
use rand::{Rng, seq::SliceRandom};

use crate::{
    ConstantPool, operators,
    session::{Individual, SearchEnded, SearchSession},
};

/// Tests per goal and turn where nobody says how much budget there is.
const TESTS_PER_GOAL: u64 = 1_000;

/// Tests that run before anything is known of what one costs.
const FIRST: usize = 8;

/// The end of a goal's share.
#[derive(Clone, Copy)]
enum GoalShare {
    /// Of the whole budget.
    Spent(f64),
    /// Tests run.
    Executions(u64),
}

/// Spends the budget.
pub(super) fn run(session: &mut SearchSession<'_>) {
    session.learns_constants = false;
    session.factory.pool = ConstantPool::default();
    session.seeds.clear();
    if session.factory.focus.callables().is_empty() {
        return;
    }
    // What is left when all goals had their share is shared out again among those that are open.
    loop {
        let mut goals: Vec<GoalId> = session.aims.targets.open_goals().collect();
        if goals.is_empty() {
            return;
        }
        goals.shuffle(session.factory.rng);
        let mut left = goals.len();
        for goal in goals {
            let share = share(session, left);
            left -= 1;
            if session.aims.targets.is_open(goal) && seek(session, goal, share).is_err() {
                return;
            }
        }
    }
}

/// An equal part of what is left, for each goal that has not had its turn.
fn share(session: &mut SearchSession<'_>, left: usize) -> GoalShare {
    match session.spent() {
        Some(spent) => GoalShare::Spent(spent + (1.0 - spent).max(0.0) / left.max(1) as f64),
        None => GoalShare::Executions(session.counts.executions + TESTS_PER_GOAL),
    }
}

/// How many tests still fit into the share, by what those so far took; none when it is used up.
#[expect(clippy::cast_sign_loss, reason = "what is left is not negative")]
fn room(session: &mut SearchSession<'_>, share: GoalShare) -> usize {
    let executions = session.counts.executions;
    match share {
        GoalShare::Executions(most) => most.saturating_sub(executions) as usize,
        GoalShare::Spent(most) => match session.spent() {
            Some(spent) if spent > 0.0 && executions > 0 => {
                let left = (most - spent).max(0.0) * executions as f64 / spent;
                left.round() as usize
            }
            _ => FIRST,
        },
    }
}

/// A test with its distance to the goal.
struct ScoredTest {
    individual: Individual,
    distance: f64,
}

/// A genetic algorithm for one goal: at least one test, and no more than the share holds.
fn seek(
    session: &mut SearchSession<'_>,
    goal: GoalId,
    share: GoalShare,
) -> Result<(), SearchEnded> {
    let size = session.parameters.population.max(2);
    let mut population: Vec<ScoredTest> = Vec::new();
    let mut room = self::room(session, share).max(1);
    while room > 0 {
        let wish = room.min(size);
        let tests = if population.len() < size {
            random_tests(session, wish.min(size - population.len()))
        } else {
            breed(session, &population, wish)
        };
        if tests.is_empty() {
            return Ok(());
        }
        for individual in session.run(tests)? {
            let distance = session.distances(&[goal], &individual)[0];
            population.push(ScoredTest {
                individual,
                distance,
            });
        }
        population.sort_by(|a, b| {
            let length = |it: &ScoredTest| it.individual.test.len();
            a.distance
                .total_cmp(&b.distance)
                .then(length(a).cmp(&length(b)))
        });
        population.truncate(size);
        let is_covered = population[0].distance <= 0.0;
        if is_covered {
            session.credit(&population[0].individual);
        }
        session.end_generation();
        if is_covered {
            return Ok(());
        }
        room = self::room(session, share);
    }
    Ok(())
}

fn random_tests(session: &mut SearchSession<'_>, count: usize) -> Vec<TestCase> {
    let test = |_| {
        let callable = session.factory.focus.choose(session.factory.rng)?;
        Some(session.factory.random_test(callable))
    };
    (0..count).filter_map(test).collect()
}

fn breed(session: &mut SearchSession<'_>, population: &[ScoredTest], size: usize) -> Vec<TestCase> {
    let mut offspring = Vec::with_capacity(size + 1);
    for _ in 0..2 * size {
        if offspring.len() >= size {
            break;
        }
        let (a, b) = (parent(session, population), parent(session, population));
        let factory = &mut session.factory;
        let recombines = factory.rng.random_bool(factory.parameters.crossover_rate);
        let (mut first, mut second) = if recombines {
            operators::cross(factory, &a.test, &b.test)
        } else {
            (a.test.clone(), b.test.clone())
        };
        operators::mutate(factory, &mut first, !recombines && a.threw());
        operators::mutate(factory, &mut second, !recombines && b.threw());
        for test in [first, second] {
            if !test.is_empty() && session.admits(&test) {
                offspring.push(test);
            }
        }
    }
    offspring.truncate(size);
    offspring
}

/// The best of some drawn at random: tests stand nearest first.
fn parent<'p>(session: &mut SearchSession<'_>, population: &'p [ScoredTest]) -> &'p Individual {
    let draws = session.parameters.tournament.max(1);
    let count = population.len();
    let best = (0..draws)
        .map(|_| session.factory.rng.random_range(0..count))
        .min()
        .unwrap_or(0);
    &population[best].individual
}
