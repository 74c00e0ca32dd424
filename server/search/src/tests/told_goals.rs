//! What a search tells while it runs: at which test it says that a goal is covered, of every algorithm alike.

use goalline_goals::GoalId;
use goalline_testcase::{Executor, RunOptions, TestCase};

use super::{
    searching::{COUNTING, Heard, NESTED, search_on},
    subject::MiniSubject,
};
use crate::{
    Algorithm, Parameters, SearchResult, goals::fitness::Fitness, scripted::ScriptedExecutor,
};

/// A search with the papers' settings, with every test that it ran in order.
fn logged(
    subject: &MiniSubject,
    algorithm: Algorithm,
    (seed, executions): (u64, u64),
) -> (SearchResult, Heard, Vec<(TestCase, RunOptions)>) {
    let parameters = Parameters::of_papers(algorithm);
    let mut log = Vec::new();
    let mut executor =
        ScriptedExecutor::new(|cluster: &_, test: &TestCase, options, recorder: &mut _| {
            log.push((test.clone(), options));
            subject.run(cluster, test, options, recorder)
        });
    let (found, heard) = search_on(subject, &mut executor, &parameters, (seed, executions));
    (found, heard, log)
}

/// Per goal the number, from 1, of the first of these tests that covers it.
fn first_tests(subject: &MiniSubject, log: &[(TestCase, RunOptions)]) -> Vec<(GoalId, u64)> {
    let goals = subject.goals();
    let cluster = subject.cluster(&goals);
    let fitness = Fitness::new(&goals);
    let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
        subject.run(cluster, test, options, recorder)
    });
    let mut firsts: Vec<(GoalId, u64)> = Vec::new();
    for (number, (test, options)) in (1..).zip(log) {
        let runs = executor.run(&cluster, std::slice::from_ref(test), *options);
        let run = runs.expect("a script runs everything").remove(0);
        fitness.covered(&run.trace, |goal| {
            if !firsts.iter().any(|(known, _)| *known == goal) {
                firsts.push((goal, number));
            }
        });
    }
    firsts.sort_unstable();
    firsts
}

#[test]
fn a_goal_is_covered_from_the_test_on_that_covers_it_not_from_the_end_of_its_batch_or_suite() {
    for algorithm in [
        Algorithm::DynaMosa,
        Algorithm::Mosa,
        Algorithm::WholeSuiteArchive,
        Algorithm::Random,
    ] {
        for subject in [&COUNTING, &NESTED] {
            let (_, heard, log) = logged(subject, algorithm, (1, 1_000));
            let mut told = heard.reached;
            told.sort_unstable();
            told.dedup_by_key(|(goal, _)| *goal);
            assert_eq!(told, first_tests(subject, &log), "{}", algorithm.name());
            assert!(told.iter().any(|(_, number)| number % 50 != 0));
        }
    }
}

#[test]
fn one_goal_at_a_time_tells_of_a_goal_at_the_test_that_was_kept_for_it() {
    for seed in 0..4 {
        let (_, heard, log) = logged(&NESTED, Algorithm::OneGoal, (seed, 10_000));
        for (goal, number) in &heard.reached {
            let test = &log[*number as usize - 1..*number as usize];
            let covers = first_tests(&NESTED, test);
            assert!(covers.contains(&(*goal, 1)), "{goal:?} at {number}");
        }
        assert!(heard.reached.iter().any(|(_, number)| number % 50 != 0));
    }
}

#[test]
fn whole_suites_tell_of_a_better_one_in_the_middle_of_a_generation_and_last_of_all_of_the_result() {
    let mut in_between = 0;
    for seed in 0..8 {
        let (found, heard, log) = logged(&NESTED, Algorithm::WholeSuite, (seed, 1_000));
        let firsts = first_tests(&NESTED, &log);
        let ends = heard.progress.iter().map(|it| (it.executions, it.covered));
        let mut told: Vec<(u64, usize)> = ends.collect();
        for (covered, at) in &heard.result {
            let coverable = firsts.iter().filter(|(_, number)| number <= at).count();
            assert!(*covered <= coverable, "{covered} after {at} tests");
        }
        in_between += heard.result.len();
        told.extend(heard.result.iter().map(|(covered, at)| (*at, *covered)));
        // Of two at one time the later one told is a better suite.
        told.sort_by_key(|(at, _)| *at);
        let last = told.last().map(|(_, covered)| *covered);
        let result = found.archive.tests().count();
        assert_eq!(last, Some(result), "seed {seed}");
    }
    assert!(in_between > 0);
}
