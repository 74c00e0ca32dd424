//! One climb towards a goal: takes the nearest test, moves one of its literals or the length of one of its arrays at
//! a time (alternating variable method, Korel 1990), many candidates per batch, and goes on from the best; runs
//! nothing itself.

use std::collections::VecDeque;

use goalline_goals::GoalId;
use goalline_testcase::{
    CallableId, CallableKind, JavaString, Literal, Shape, Statement, StatementKind, TestCase, Vars,
};
use rand::seq::{IndexedRandom, SliceRandom};

use super::arrays::{self, PlacedArray};
use crate::{
    goals::tracker::Nearness,
    local_search::literal_moves::{moves, onwards},
    operators,
    operators::literal_values::peers,
    session::{Individual, SearchSession},
};

/// Candidates per batch.
const BATCH: usize = 64;

/// Candidates for one goal before the next one has its turn; fewer where they are costly.
const MOST_PER_CLIMB: u64 = 800;

/// Other texts of the test that a text is made akin to.
const MOST_PEERS: usize = 4;

/// Tests that are made before one of them is taken to climb from.
const SHAKES: usize = 24;

/// A climb under way.
pub(super) struct Climb {
    pub(super) goal: GoalId,
    /// How near it was when the climb began.
    start: Nearness,
    /// How near it is now, and the test that is.
    nearness: Nearness,
    test: TestCase,
    /// Candidates that it may still run.
    left: u64,
    stage: ClimbStage,
    /// Candidates that are being run, and the statement that each of them changes.
    sent: Vec<PlacedArray>,
}

/// What the next batch is for.
enum ClimbStage {
    /// Making a test as near as the first that does more on the way: where a condition only says yes or no, the
    /// objects it looks at may have to be filled before any literal matters.
    Shaking,
    /// Trying all single moves.
    Exploring {
        /// Statements that nothing was tried at.
        places: Vec<usize>,
        candidates: VecDeque<PlacedArray>,
    },
    /// Repeating the step that helped, doubled each time, while it goes on helping.
    Pursuing { gain: Gain },
}

/// A candidate that came nearer.
struct Gain {
    nearness: Nearness,
    test: TestCase,
    /// The statement that it changes.
    at: usize,
}

impl Climb {
    /// From one of the nearest tests; none where no test came near.
    pub(super) fn begin(session: &mut SearchSession<'_>, goal: GoalId) -> Option<Self> {
        let attempt = session.aims.tracker.attempt(goal)?;
        let tried = attempt.tests.choose(session.factory.rng)?;
        let (start, test) = (attempt.nearness, tried.test.clone());
        let shakes = attempt.climbs % 2 == 1;
        let left = session.costs.part(MOST_PER_CLIMB, tried.steps);
        let stage = if shakes {
            ClimbStage::Shaking
        } else {
            ClimbStage::exploring(session, &test)
        };
        Some(Self {
            goal,
            start,
            nearness: start,
            test,
            left,
            stage,
            sent: Vec::new(),
        })
    }

    /// The next candidates; none when the goal is covered or no move helps any more.
    pub(super) fn next_batch(&mut self, session: &mut SearchSession<'_>) -> Option<Vec<TestCase>> {
        while session.aims.targets.is_active(self.goal) && self.left > 0 {
            let mut candidates = self.candidates(session)?;
            candidates.retain(|(_, test)| session.admits(test));
            if !candidates.is_empty() {
                self.left = self.left.saturating_sub(candidates.len() as u64);
                let tests = candidates.iter().map(|(_, test)| test.clone()).collect();
                self.sent = candidates;
                return Some(tests);
            }
            self.go_on(session, None);
        }
        None
    }

    /// Goes on from what the candidates did.
    pub(super) fn learn(&mut self, session: &mut SearchSession<'_>, runs: Vec<Individual>) {
        let sent = std::mem::take(&mut self.sent);
        if matches!(self.stage, ClimbStage::Shaking) {
            self.take_fullest(session, runs);
            self.stage = ClimbStage::exploring(session, &self.test);
            return;
        }
        let nearest = match &self.stage {
            ClimbStage::Pursuing { gain } => gain.nearness,
            _ => self.nearness,
        };
        let mut best: Option<Gain> = None;
        for ((at, test), run) in sent.into_iter().zip(&runs) {
            if run.ending.is_none() {
                continue;
            }
            let nearness = session.nearness(self.goal, run);
            if nearness < best.as_ref().map_or(nearest, |best| best.nearness) {
                best = Some(Gain { nearness, test, at });
            }
        }
        self.go_on(session, best);
    }

    /// Remembers a climb in vain.
    pub(super) fn end(self, session: &mut SearchSession<'_>) {
        if session.aims.targets.is_active(self.goal) && self.nearness >= self.start {
            session.aims.tracker.note_climb(self.goal);
        }
    }

    /// What to try now.
    fn candidates(&mut self, session: &mut SearchSession<'_>) -> Option<Vec<PlacedArray>> {
        match &mut self.stage {
            ClimbStage::Shaking => Some(shaken(session, &self.test)),
            ClimbStage::Exploring { places, candidates } => {
                while candidates.len() < BATCH
                    && let Some(at) = places.pop()
                {
                    candidates.extend(moved(session, &self.test, at, self.nearness));
                }
                let batch = candidates.drain(..candidates.len().min(BATCH));
                let batch: Vec<PlacedArray> = batch.collect();
                (!batch.is_empty()).then_some(batch)
            }
            ClimbStage::Pursuing { gain } => Some(further(session, &self.test, gain)),
        }
    }

    /// What comes after candidates of which this one was the best.
    fn go_on(&mut self, session: &mut SearchSession<'_>, best: Option<Gain>) {
        let stage = std::mem::replace(&mut self.stage, ClimbStage::Shaking);
        self.stage = match (stage, best) {
            (stage @ ClimbStage::Exploring { .. }, None) => stage,
            (ClimbStage::Exploring { .. }, Some(gain)) => ClimbStage::Pursuing { gain },
            (ClimbStage::Pursuing { gain }, best) => {
                Gain {
                    nearness: self.nearness,
                    test: self.test,
                    ..
                } = best.unwrap_or(gain);
                ClimbStage::exploring(session, &self.test)
            }
            (ClimbStage::Shaking, _) => ClimbStage::exploring(session, &self.test),
        };
    }

    fn take_fullest(&mut self, session: &mut SearchSession<'_>, runs: Vec<Individual>) {
        for run in runs.into_iter().filter(|run| run.ending.is_some()) {
            let is_as_near = session.nearness(self.goal, &run) <= self.nearness;
            if is_as_near && run.test.len() > self.test.len() {
                self.test = run.test;
            }
        }
    }
}

impl ClimbStage {
    /// All statements of the test, in a random order.
    fn exploring(session: &mut SearchSession<'_>, test: &TestCase) -> Self {
        let mut places: Vec<usize> = (0..test.len()).collect();
        places.shuffle(session.factory.rng);
        Self::Exploring {
            places,
            candidates: VecDeque::new(),
        }
    }
}

/// The test with more done to what it ends with.
fn shaken(session: &mut SearchSession<'_>, test: &TestCase) -> Vec<PlacedArray> {
    let end = test.len().saturating_sub(1);
    let fuller = |_| {
        let mut fuller = test.clone();
        operators::fill(&mut session.factory, &mut fuller, end);
        (end, fuller)
    };
    (0..SHAKES).map(fuller).collect()
}

/// The step that helped, taken again and again.
fn further(session: &SearchSession<'_>, from: &TestCase, gain: &Gain) -> Vec<PlacedArray> {
    let at = gain.at;
    // What an array got more may stand before it.
    let before = at - gain.test.len().saturating_sub(from.len());
    match (
        &from.statements[before].kind,
        &gain.test.statements[at].kind,
    ) {
        (StatementKind::Literal(old), StatementKind::Literal(new)) => {
            let literals = onwards(old, new).into_iter();
            literals
                .map(|literal| (at, changed(&gain.test, at, StatementKind::Literal(literal))))
                .collect()
        }
        (StatementKind::Array { elements }, StatementKind::Array { .. }) => {
            let most = session.parameters.max_length;
            arrays::onwards(
                session.factory.cluster,
                elements.len(),
                &gain.test,
                at,
                most,
            )
        }
        _ => Vec::new(),
    }
}

fn changed(test: &TestCase, at: usize, kind: StatementKind) -> TestCase {
    let mut changed = test.clone();
    changed.statements[at].kind = kind;
    changed
}

/// The test with something else at this statement.
fn moved(
    session: &mut SearchSession<'_>,
    test: &TestCase,
    at: usize,
    nearness: Nearness,
) -> Vec<PlacedArray> {
    if matches!(test.statements[at].kind, StatementKind::Array { .. }) {
        let most = session.parameters.max_length;
        return arrays::neighbours(session.factory.cluster, test, at, most);
    }
    let kinds = kinds(session, test, at, nearness).into_iter();
    kinds.map(|kind| (at, changed(test, at, kind))).collect()
}

/// What else the statement might be: other literals, other constants of its type.
fn kinds(
    session: &mut SearchSession<'_>,
    test: &TestCase,
    at: usize,
    nearness: Nearness,
) -> Vec<StatementKind> {
    let statement = &test.statements[at];
    match &statement.kind {
        StatementKind::Literal(literal) => {
            let peers: Vec<&JavaString> = peers(test, at).take(MOST_PEERS).collect();
            let distance = nearness.ran().then_some(nearness.distance);
            let literals: Vec<Literal> = moves(literal, distance, &session.factory.pool, &peers);
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
    session: &mut SearchSession<'_>,
    statement: &Statement,
    now: CallableId,
) -> Vec<StatementKind> {
    let cluster = &mut *session.factory.cluster;
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
