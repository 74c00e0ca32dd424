//! Goals in plain English: takes what stands at one expression, gives the sentence an editor shows; decides nothing
//! about state.

use std::{collections::BTreeSet, path::Path};

use goalline_engine::{ClosestAttempt, GoalState};
use goalline_goals::{Criterion, GoalKey};
use goalline_syntax::Span;

use crate::{
    output::paint,
    serve::state::{
        asked::Asked, documents::followed::Followed, results::FileResults, server::ServerState,
    },
};

/// The uncovered goals at one expression.
pub struct Missing<'a> {
    results: &'a FileResults,
    /// Where the expression stands now.
    pub span: Span,
    /// Whether a test ran the expression, the other way.
    pub has_run: bool,
    /// One goal, or the two outcomes.
    pub goals: Vec<&'a Followed>,
}

/// The expressions with uncovered goals, in the order of the text.
pub fn missing<'a>(standing: &[&'a Followed], results: &'a FileResults) -> Vec<Missing<'a>> {
    let taken = results.taken_goals();
    let mut places: Vec<Missing<'a>> = Vec::new();
    for goal in standing
        .iter()
        .copied()
        .filter(|goal| is_missing(goal, &taken) && !results.is_ignored(&goal.key))
    {
        let Some(span) = goal.span() else {
            continue;
        };
        match places
            .iter_mut()
            .rev()
            .find(|place| place.span == span && place.is_same(goal))
        {
            Some(place) => place.goals.push(goal),
            None => places.push(Missing {
                results,
                has_run: standing.iter().any(|it| it.runs(span)),
                span,
                goals: vec![goal],
            }),
        }
    }
    places
}

/// Why a goal of a file that no test covers is not called missing.
pub fn why_not_known(state: &ServerState, path: &Path) -> String {
    let is_waiting = state.results.get(path).is_some_and(FileResults::is_waiting);
    match state.suites.progress(path).filter(|_| is_waiting) {
        Some(progress) => format!("your tests are running, {progress}"),
        None if is_waiting => "not all of your tests have run yet".to_owned(),
        None => "a test of yours that could not run here may cover it".to_owned(),
    }
}

/// Whether a goal is to be shown as missing: measured, and neither the user's tests nor the tests they took cover it.
fn is_missing(goal: &Followed, taken: &BTreeSet<GoalKey>) -> bool {
    let counts = matches!(
        goal.state,
        GoalState::TestReady(_) | GoalState::NotReached(_) | GoalState::NotOffered(_)
    );
    counts && !taken.contains(&goal.key)
}

impl Missing<'_> {
    /// Two outcomes of one condition, not two labels that happen to stand at one place; all mutants of one operation,
    /// all kinds of values of one method.
    fn is_same(&self, goal: &Followed) -> bool {
        let kind = |asked: Asked| match asked {
            Asked::Outcome(_) => 0,
            Asked::Element(_) => 1,
            Asked::Label => 2,
            Asked::Entry => 3,
            Asked::Other => 4,
        };
        let is_other = |it: &Followed| it.asked == Asked::Other || it.asked != goal.asked;
        self.goals.iter().all(|it| {
            it.criterion == goal.criterion && kind(it.asked) == kind(goal.asked) && is_other(it)
        })
    }

    /// The criterion of the goals.
    pub fn criterion(&self) -> Criterion {
        self.goals[0].criterion
    }

    /// "never false in a test".
    pub fn fact(&self) -> String {
        self.results.limited(&self.plain_fact())
    }

    fn plain_fact(&self) -> String {
        if self.never_ran() && self.criterion() != Criterion::Output {
            return "never run".into();
        }
        if let (Some(words), false) = (&self.goals[0].own_words, self.are_both_outcomes()) {
            return match self.goals.len() {
                1 => words.clone(),
                count => format!("{words} (and {} more)", count - 1),
            };
        }
        match (self.goals.as_slice(), self.goals[0].asked) {
            ([_, _, ..], _) => "never run in a test".into(),
            (_, Asked::Outcome(outcome)) => format!("never {outcome} in a test"),
            (_, Asked::Element(true)) => "never with an element in a test".into(),
            (_, Asked::Element(false)) => "never to its end in a test".into(),
            (_, Asked::Label) => "never chosen in a test".into(),
            (_, Asked::Entry) => "never called in a test".into(),
            (_, Asked::Other) => "not covered by a test".into(),
        }
    }

    fn are_both_outcomes(&self) -> bool {
        self.goals.len() == 2 && matches!(self.goals[0].asked, Asked::Outcome(_))
    }

    /// The whole message of a hint. How many tests there are is left out: that differs from run to run, and hints
    /// stay calm.
    pub fn message(&self) -> String {
        let ready = self
            .goals
            .iter()
            .find(|goal| is_ready(goal))
            .map(|goal| goal.asked);
        let suffix = match ready {
            None => String::new(),
            Some(Asked::Outcome(outcome)) if !self.all_ready() => {
                format!(" · test ready for {outcome}")
            }
            Some(_) => " · test ready".into(),
        };
        format!("{}{suffix}", self.fact())
    }

    /// Names of the verified tests for these goals, each once.
    pub fn ready_tests(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for goal in &self.goals {
            match &goal.state {
                GoalState::TestReady(name) if !names.contains(&name.as_str()) => names.push(name),
                _ => {}
            }
        }
        names
    }

    /// How near the search came, where it did not arrive.
    pub fn attempt(&self) -> Option<&ClosestAttempt> {
        self.goals.iter().find_map(|goal| match &goal.state {
            GoalState::NotReached(attempt) => attempt.as_ref(),
            _ => None,
        })
    }

    /// The goal to show an attempt for: there is one, and no test is ready here.
    pub fn attempted(&self) -> Option<&GoalKey> {
        let has_attempt = |goal: &&&Followed| matches!(goal.state, GoalState::NotReached(Some(_)));
        if self.goals.iter().any(|goal| is_ready(goal)) {
            return None;
        }
        self.goals.iter().find(has_attempt).map(|goal| &goal.key)
    }

    /// Why a test that was found is not offered.
    pub fn refusal(&self) -> Option<&str> {
        self.goals.iter().find_map(|goal| match &goal.state {
            GoalState::NotOffered(reason) => Some(reason.as_str()),
            _ => None,
        })
    }

    fn all_ready(&self) -> bool {
        self.goals.iter().all(|goal| is_ready(goal))
    }

    /// Whether the predicate ran in no run at all; known only when a run has ended. A test of the user's that covers
    /// its other outcome has run it, whatever the search did.
    fn never_ran(&self) -> bool {
        let is_unreached = |goal: &Followed| match &goal.state {
            GoalState::NotReached(attempt) => attempt
                .as_ref()
                .is_none_or(|attempt| attempt.distance.is_none()),
            _ => false,
        };
        let mut goals = self.goals.iter();
        !self.has_run && goals.all(|goal| goal.was_tried && is_unreached(goal))
    }
}

/// How near the search came: "12 away".
pub fn nearness(attempt: &ClosestAttempt) -> String {
    match attempt.distance {
        Some(distance) => format!("{} away", paint::distance(distance)),
        None => "the expression did not run".into(),
    }
}

fn is_ready(goal: &Followed) -> bool {
    matches!(goal.state, GoalState::TestReady(_))
}
