//! Calls that cost a worker or a time limit, for people: takes runs that ended badly, gives one of each kind with its
//! test.

use goalline_testcase::{CallableId, Execution, Outcome, StatementKind, TestCase, Var};

/// Kinds that are kept.
const MOST: usize = 20;

/// What a call cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Its time limit, by the clock.
    Time,
    /// Its worker; what ended that.
    Worker(String),
}

/// A call that ended badly.
#[derive(Clone, Debug, PartialEq)]
pub struct BlamedCall {
    /// The first test with it, cut after the call where that is known.
    pub test: TestCase,
    /// Whether the call is the last statement of the test: else any of its calls may be the one.
    pub is_last: bool,
    /// What it cost.
    pub cost: Cost,
    /// How often that happened.
    pub times: u32,
}

/// The hazards of one search, in the order of their first.
#[derive(Debug, Default)]
pub(crate) struct BlamedCalls {
    seen: Vec<(Option<CallableId>, BlamedCall)>,
}

impl BlamedCalls {
    /// Notes a run that ended badly; others leave no trace.
    pub(crate) fn note(&mut self, test: &TestCase, run: &Execution) {
        let (at, cost) = match &run.outcome {
            Outcome::TimedOut {
                statement,
                by_steps: false,
            } => (Some(*statement), Cost::Time),
            Outcome::Died { cause, statement } => (*statement, Cost::Worker(cause.clone())),
            _ => return,
        };
        let callable = at.and_then(|at| callable(test, at));
        let is_same = |(known, blamed_call): &&mut (Option<CallableId>, BlamedCall)| {
            *known == callable && blamed_call.cost == cost
        };
        if let Some((_, known)) = self.seen.iter_mut().find(is_same) {
            known.times += 1;
        } else if self.seen.len() < MOST {
            let mut test = test.clone();
            if let Some(Var(at)) = at {
                test.statements.truncate(usize::from(at) + 1);
            }
            let blamed_call = BlamedCall {
                test,
                is_last: at.is_some(),
                cost,
                times: 1,
            };
            self.seen.push((callable, blamed_call));
        }
    }

    /// All of them.
    pub(crate) fn into_list(self) -> Vec<BlamedCall> {
        self.seen
            .into_iter()
            .map(|(_, blamed_call)| blamed_call)
            .collect()
    }
}

fn callable(test: &TestCase, Var(at): Var) -> Option<CallableId> {
    match &test.statements.get(usize::from(at))?.kind {
        StatementKind::Call { callable, .. } => Some(*callable),
        _ => None,
    }
}
