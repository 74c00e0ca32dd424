//! Local search beside the population: takes goals whose predicate ran but did not flip, moves one literal of the nearest test
//! at a time (alternating variable method, Korel 1990), many candidates per batch.

use goalline_goals::GoalId;
use goalline_testcase::{
    CallableId, CallableKind, JavaString, Literal, Shape, Statement, StatementKind, TestCase, Vars,
};
use rand::seq::{IndexedRandom, SliceRandom};

use crate::{
    literals::peers,
    operators,
    probes::{moves, onwards},
    session::{Ended, Session},
    tracker::Nearness,
};

/// Candidates per batch.
const BATCH: usize = 64;

/// Candidates for one goal before the next one has its turn; fewer where they are costly.
const MOST_PER_CLIMB: u64 = 800;

/// Other texts of the test that a text is made akin to.
const MOST_PEERS: usize = 4;

/// Tests that are made before one of them is taken to climb from.
const SHAKES: usize = 24;

/// Climbs that share a generation.
const CLIMBS_PER_STEP: usize = 4;

/// Takes its share of the executions.
#[derive(Debug, Default)]
pub(crate) struct LocalSearch {
    spent: u64,
    turn: usize,
}

/// A candidate's last step, to be repeated and doubled while it helps.
struct Gain {
    nearness: Nearness,
    test: TestCase,
    at: usize,
}

impl LocalSearch {
    /// Climbs towards stalled goals while its share lasts.
    pub(crate) fn step(&mut self, session: &mut Session<'_>) -> Result<(), Ended> {
        for _ in 0..CLIMBS_PER_STEP {
            let Some(found) = self.next_column(session) else {
                break;
            };
            self.turn = found + 1;
            let goal = session.targets.columns()[found];
            let before = session.executions;
            let climbed = climb(session, goal);
            self.spent += session.executions - before;
            climbed?;
        }
        Ok(())
    }

    /// Whether a step would run anything.
    pub(crate) fn is_due(&self, session: &Session<'_>) -> bool {
        self.next_column(session).is_some()
    }

    /// The column of the next goal in turn whose predicate ran and that has stalled for long enough: longer after each climb
    /// in vain. None while local search has had its share.
    fn next_column(&self, session: &Session<'_>) -> Option<usize> {
        let share = session.executions as f64 * session.parameters.local_share;
        if self.spent as f64 >= share {
            return None;
        }
        let is_due = |goal: GoalId| {
            let Some(attempt) = session.tracker.attempt(goal) else {
                return false;
            };
            let patience = session.parameters.patience * (1 + attempt.climbs);
            attempt.nearness.ran() && session.tracker.stalled(goal, session.generation) >= patience
        };
        let columns = session.targets.columns();
        (0..columns.len())
            .map(|step| (self.turn + step) % columns.len())
            .find(|at| session.targets.is_active(columns[*at]) && is_due(columns[*at]))
    }
}

/// Moves literals of the nearest test until the goal is covered or no move helps.
fn climb(session: &mut Session<'_>, goal: GoalId) -> Result<(), Ended> {
    let Some(attempt) = session.tracker.attempt(goal) else {
        return Ok(());
    };
    let start = attempt.nearness;
    let Some(tried) = attempt.tests.choose(session.shop.rng) else {
        return Ok(());
    };
    let most = session.costs.part(MOST_PER_CLIMB, tried.steps);
    let mut test = tried.test.clone();
    if attempt.climbs % 2 == 1 {
        test = shaken(session, goal, test, start)?;
    }
    let mut nearness = start;
    let limit = session.executions + most;
    while session.targets.is_active(goal) && session.executions < limit {
        let gain = explore(session, goal, &test, nearness, limit)?;
        let Some(gain) = gain else { break };
        let old = test;
        Gain { nearness, test, .. } = pursue(session, goal, &old, gain)?;
    }
    if session.targets.is_active(goal) && nearness >= start {
        session.tracker.note_climb(goal);
    }
    Ok(())
}

/// A test as near as this one that does more on the way: where a condition only says yes or no, the objects it looks at
/// may have to be filled before any literal matters.
fn shaken(
    session: &mut Session<'_>,
    goal: GoalId,
    test: TestCase,
    nearness: Nearness,
) -> Result<TestCase, Ended> {
    let mut tests = Vec::with_capacity(SHAKES);
    for _ in 0..SHAKES {
        let mut fuller = test.clone();
        let end = fuller.len().saturating_sub(1);
        operators::fill(&mut session.shop, &mut fuller, end);
        if session.admits(&fuller) {
            tests.push(fuller);
        }
    }
    let runs = session.run(tests)?;
    let mut fullest = test;
    for run in runs.into_iter().filter(|run| run.ending.is_some()) {
        if session.nearness(goal, &run) <= nearness && run.test.len() > fullest.len() {
            fullest = run.test;
        }
    }
    Ok(fullest)
}

/// The best of all single moves.
fn explore(
    session: &mut Session<'_>,
    goal: GoalId,
    test: &TestCase,
    nearness: Nearness,
    limit: u64,
) -> Result<Option<Gain>, Ended> {
    let mut places: Vec<usize> = (0..test.len()).collect();
    places.shuffle(session.shop.rng);
    let mut candidates = Vec::new();
    for at in places {
        let kinds = kinds(session, test, at, nearness);
        for kind in kinds {
            let mut changed = test.clone();
            changed.statements[at].kind = kind;
            candidates.push((at, changed));
        }
        while candidates.len() >= BATCH {
            let rest = candidates.split_off(BATCH);
            let gain = best(
                session,
                goal,
                std::mem::replace(&mut candidates, rest),
                nearness,
            )?;
            if gain.is_some() || session.executions >= limit {
                return Ok(gain);
            }
        }
    }
    if candidates.is_empty() {
        Ok(None)
    } else {
        best(session, goal, candidates, nearness)
    }
}

/// Repeats the step that helped, doubled each time, while it goes on helping.
fn pursue(
    session: &mut Session<'_>,
    goal: GoalId,
    from: &TestCase,
    gain: Gain,
) -> Result<Gain, Ended> {
    let at = gain.at;
    let (StatementKind::Literal(old), StatementKind::Literal(new)) =
        (&from.statements[at].kind, &gain.test.statements[at].kind)
    else {
        return Ok(gain);
    };
    let candidates: Vec<(usize, TestCase)> = onwards(old, new)
        .into_iter()
        .map(|literal| {
            let mut changed = gain.test.clone();
            changed.statements[at].kind = StatementKind::Literal(literal);
            (at, changed)
        })
        .collect();
    if candidates.is_empty() || !session.targets.is_active(goal) {
        return Ok(gain);
    }
    let further = best(session, goal, candidates, gain.nearness)?;
    Ok(further.unwrap_or(gain))
}

/// Runs candidates and gives the one that comes nearest, if it is nearer than before.
fn best(
    session: &mut Session<'_>,
    goal: GoalId,
    candidates: Vec<(usize, TestCase)>,
    nearness: Nearness,
) -> Result<Option<Gain>, Ended> {
    let admitted = candidates
        .into_iter()
        .filter(|(_, test)| session.admits(test));
    let (places, tests): (Vec<usize>, Vec<TestCase>) = admitted.unzip();
    let runs = session.run(tests.clone())?;
    let mut best: Option<Gain> = None;
    for ((at, test), run) in places.into_iter().zip(tests).zip(&runs) {
        if run.ending.is_none() {
            continue;
        }
        let reached = session.nearness(goal, run);
        if reached < best.as_ref().map_or(nearness, |best| best.nearness) {
            best = Some(Gain {
                nearness: reached,
                test,
                at,
            });
        }
    }
    Ok(best)
}

/// What else the statement might be: other literals, other constants of its type.
fn kinds(
    session: &mut Session<'_>,
    test: &TestCase,
    at: usize,
    nearness: Nearness,
) -> Vec<StatementKind> {
    let statement = &test.statements[at];
    match &statement.kind {
        StatementKind::Literal(literal) => {
            let peers: Vec<&JavaString> = peers(test, at).take(MOST_PEERS).collect();
            let distance = nearness.ran().then_some(nearness.distance);
            let literals: Vec<Literal> = moves(literal, distance, &session.shop.pool, &peers);
            literals.into_iter().map(StatementKind::Literal).collect()
        }
        StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } if arguments.is_empty() => constants(session, statement, *callable),
        _ => Vec::new(),
    }
}

/// The other constants of an enum.
fn constants(
    session: &mut Session<'_>,
    statement: &Statement,
    now: CallableId,
) -> Vec<StatementKind> {
    let cluster = &mut *session.shop.cluster;
    if cluster.shape(statement.ty) != Shape::Enum {
        return Vec::new();
    }
    let generators = cluster.generators(statement.ty).to_vec();
    generators
        .into_iter()
        .filter(|callable| {
            let called = cluster.callable(*callable);
            *callable != now
                && called.kind == CallableKind::StaticFieldRead
                && called.returns == statement.ty
        })
        .map(|callable| StatementKind::Call {
            callable,
            receiver: None,
            arguments: Vars::new(),
        })
        .collect()
}
