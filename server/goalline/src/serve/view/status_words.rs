//! What the status line says, in words: takes what a run is at or what it found, gives the line; when it is sent and
//! where is decided in `jobs` and `transport`.

use goalline_engine::{GoalState, RunPhase};

use crate::output::paint::counted;

/// What a run does now.
pub fn phase(phase: RunPhase) -> &'static str {
    match phase {
        RunPhase::Compiling => "compiling",
        RunPhase::UserTests => "running your tests",
        RunPhase::Searching => "searching",
        RunPhase::Verifying => "checking tests",
    }
}

/// A test class of the user's that runs now, by its binary name.
pub fn user_tests(class: &str, at: usize, of: usize) -> String {
    let class = class.rsplit('.').next().unwrap_or(class);
    format!("running your tests, {class} ({at} of {of})")
}

/// How far the run of a module's tests is, which makes the coverage map.
pub fn suite(done: usize, of: usize) -> String {
    format!("your tests, {done} of {of}")
}

/// How far a search is.
pub fn searching(covered: usize, total: usize) -> String {
    format!("searching, {covered} of {total} goals")
}

/// What there is of a class or a method, in one line.
pub fn found<'a>(
    subject: &str,
    states: impl Iterator<Item = &'a GoalState>,
    tests: usize,
) -> String {
    let (mut covered, mut total) = (0, 0);
    for state in states {
        let is_covered = matches!(state, GoalState::CoveredByUser(_) | GoalState::TestReady(_));
        covered += usize::from(is_covered);
        total += usize::from(!matches!(state, GoalState::NotMeasurable(_)));
    }
    let tests = counted(tests, "test");
    format!("{subject}: {covered} of {total} goals have a test, {tests} ready")
}

/// What a search that has not begun or not ended says.
pub fn looking(subject: &str, is_warming_up: bool) -> String {
    let waits = if is_warming_up {
        "reading the build first"
    } else {
        "looking for tests"
    };
    format!("{subject}: {waits}")
}

/// A search whose build takes long.
pub fn waiting_for_build(subject: &str) -> String {
    format!("{subject}: waiting for what its build says, other files go on")
}

/// A run that the user ended.
pub fn stopped(name: &str) -> String {
    format!("{name}: stopped")
}

/// A class that javac refuses; whether there are goals of an earlier text.
pub fn does_not_compile(name: &str, had_goals: bool) -> String {
    let goals = if had_goals {
        ", goals from the last good save"
    } else {
        ""
    };
    format!("{name} does not compile{goals}")
}

/// A class of a folder that is not trusted.
pub fn not_trusted(name: &str) -> String {
    format!("{name}: not measured, nothing runs: trust this folder first")
}

/// A class that is in no folder of the workspace.
pub fn outside(name: &str) -> String {
    format!("{name}: not measured, nothing runs: it is in no folder that you opened")
}

/// A class whose module's tests have run.
pub fn suite_ended(name: &str) -> String {
    format!("{name}: your tests have run")
}
