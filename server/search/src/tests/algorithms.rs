//! What each algorithm reaches and repeats, and worked examples of the parts that they share.

use goalline_goals::GoalId;
use goalline_testcase::{Execution, Literal, Outcome, Statement, StatementKind, TestCase, TypeId};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{
    searching::{COUNTING, Heard, NESTED, search_on, search_subject, uncovered},
    subject::MiniSubject,
};
use crate::{
    Algorithm, Archive, ConstantPool, Parameters, SearchTask, Setting, Stop, World,
    algorithms::search,
    goals::{
        fitness::Fitness,
        targets::{IntermediateSteps, TargetPlan, TargetPolicy, Targets},
    },
    scripted::ScriptedExecutor,
};

#[test]
fn every_algorithm_gives_the_same_tests_for_the_same_seed() {
    for algorithm in Algorithm::all() {
        let run = || {
            let (_, found, heard) = search_subject(&NESTED, algorithm, 7, 1_500);
            let tests: Vec<TestCase> = found
                .archive
                .confirmed_tests()
                .map(|(_, test)| test.test.clone())
                .collect();
            (tests, heard.covered, heard.progress, found.executions)
        };
        assert_eq!(run(), run(), "{}", algorithm.name());
    }
}

#[test]
fn every_algorithm_finds_a_state_that_several_calls_reach() {
    for algorithm in Algorithm::all().filter(|it| *it != Algorithm::Random) {
        let (goals, found, _) = search_subject(&COUNTING, algorithm, 1, 60_000);
        let left = uncovered(&goals, &found);
        assert_eq!(left, Vec::<String>::new(), "{}", algorithm.name());
    }
}

#[test]
fn what_is_set_of_the_operators_changes_what_is_bred() {
    for (algorithm, setting, value) in [
        (Algorithm::DynaMosa, "eta", "20"),
        (Algorithm::DynaMosa, "mutation-rate", "0.9"),
        (Algorithm::DynaMosa, "mutated-statements", "4"),
        (Algorithm::DynaMosa, "insert-again", "0.1"),
        (Algorithm::WholeSuite, "test-insertion", "0.9"),
    ] {
        let bred = |text: &str| {
            let mut parameters = Parameters {
                algorithm,
                ..Parameters::default()
            };
            let setting = Setting::named(setting).expect("a setting");
            setting.set(&mut parameters, text).expect("a value of it");
            let mut tests = Vec::new();
            let mut executor =
                ScriptedExecutor::new(|cluster: &_, test: &TestCase, options, recorder: &mut _| {
                    tests.push(test.clone());
                    NESTED.run(cluster, test, options, recorder)
                });
            search_on(&NESTED, &mut executor, &parameters, (1, 1_500));
            tests
        };
        let parameters = Parameters::default();
        let default = Setting::named(setting).map(|it| it.get(&parameters));
        let default = default.expect("a setting");
        assert_eq!(bred(&default), bred(&default));
        assert_ne!(bred(value), bred(&default), "{setting}");
    }
}

#[test]
fn deletion_and_change_take_each_statement_with_a_probability_by_the_length_of_the_test() {
    let of = |mutated_statements, length| {
        let parameters = Parameters {
            mutated_statements,
            ..Parameters::default()
        };
        parameters.chance_per_statement(length)
    };
    for (wish, length, chance) in [(1, 4, 0.25), (3, 4, 0.75), (8, 4, 1.0), (1, 0, 1.0)] {
        assert!(
            (of(wish, length) - chance).abs() < 1e-12,
            "{wish} of {length}"
        );
    }
}

#[test]
fn a_whole_suite_is_scored_as_its_best_individual() {
    // 60 tests are less than a generation: what the result covers is what the best of the first suites covers.
    let (_, found, heard) = search_subject(&NESTED, Algorithm::WholeSuite, 1, 60);
    let told = heard.progress.last().expect("one iteration").covered;
    assert_eq!(found.archive.confirmed_tests().count(), told);
    assert!(told > 0);
}

/// A budget with a known end.
struct Most(u64);

impl Stop for Most {
    fn should_stop(&mut self, executions: u64) -> bool {
        executions >= self.0
    }

    fn spent(&mut self, executions: u64) -> Option<f64> {
        Some(executions as f64 / self.0 as f64)
    }
}

#[test]
fn one_goal_at_a_time_gives_no_goal_more_than_its_share() {
    let goals = NESTED.goals();
    let wanted = MiniSubject::wanted(&goals);
    let parameters = Parameters::of_papers(Algorithm::OneGoal);
    let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
        NESTED.run(cluster, test, options, recorder)
    });
    let mut heard = Heard::default();
    let task = SearchTask {
        goals: &goals,
        wanted: &wanted,
        pool: ConstantPool::default(),
        seeds: Vec::new(),
        parameters: &parameters,
    };
    let world = World {
        cluster: &mut NESTED.cluster(&goals),
        executor: &mut executor,
        stop: &mut Most(90),
        events: &mut heard,
    };
    search(task, world, &mut ChaCha8Rng::seed_from_u64(1));
    // Six goals, of which random tests cover one: 15 tests for each, a little more when one is covered early; a whole
    // population is 50.
    let told = heard.progress.iter().map(|it| it.executions);
    let batches: Vec<u64> = std::iter::once(0)
        .chain(told.clone())
        .zip(told)
        .map(|(before, after)| after - before)
        .collect();
    assert!(batches.iter().all(|it| *it <= 25), "{batches:?}");
    assert!(batches.len() >= 6, "{batches:?}");
}

fn states(targets: &Targets, count: u32) -> String {
    (0..count)
        .map(|goal| {
            match (
                targets.is_open(GoalId(goal)),
                targets.is_active(GoalId(goal)),
            ) {
                (true, true) => 'a',
                (true, false) => '.',
                _ => 'c',
            }
        })
        .collect()
}

/// All goals of three nested conditions as targets, none of them covered.
fn nested_targets(sought: TargetPolicy) -> (Fitness, Targets) {
    let goals = NESTED.goals();
    let fitness = Fitness::new(&goals);
    let plan = TargetPlan {
        sought,
        most_columns: usize::MAX,
        steps: IntermediateSteps::NONE,
    };
    let targets = Targets::new(&goals, fitness.graph(), &MiniSubject::wanted(&goals), plan);
    (fitness, targets)
}

#[test]
fn dynamosa_seeks_a_branch_once_any_branch_it_depends_on_is_covered() {
    // Panichella, Kifetew, Tonella 2018, Algorithm 2 (updateTargets), on three nested conditions: goals 0 to 5 are
    // the true and false branches of a == 4242, b < -100000 and s.equals(…), outermost first.
    let (fitness, mut targets) = nested_targets(TargetPolicy::Dynamic);
    let graph = fitness.graph();
    assert_eq!(states(&targets, 6), "aa....");
    targets.cover(graph, GoalId(1));
    assert_eq!(states(&targets, 6), "ac....");
    targets.cover(graph, GoalId(0));
    assert_eq!(states(&targets, 6), "ccaa..");
    targets.cover(graph, GoalId(2));
    assert_eq!(states(&targets, 6), "cccaaa");
    // By chance, before what leads to it: what depends on it is sought all the same.
    let (fitness, mut targets) = nested_targets(TargetPolicy::Dynamic);
    targets.cover(fitness.graph(), GoalId(2));
    assert_eq!(states(&targets, 6), "aac.aa");
}

#[test]
fn rows_are_made_anew_when_a_goal_that_looked_covered_is_sought_again() {
    // While it looks covered a row has 0 for it, whatever the test did.
    let (fitness, mut targets) = nested_targets(TargetPolicy::All);
    targets.cover(fitness.graph(), GoalId(2));
    let made = targets.version();
    targets.reopen(GoalId(2));
    assert_eq!(states(&targets, 6), "aaaaaa");
    assert_ne!(targets.version(), made);
}

#[test]
fn mosa_seeks_all_goals_from_the_start() {
    let (_, targets) = nested_targets(TargetPolicy::All);
    assert_eq!(states(&targets, 6), "aaaaaa");
    assert_eq!(targets.columns().len(), 6);
}

#[test]
fn the_archive_takes_a_shorter_test_and_keeps_the_first_of_equal_length() {
    // Panichella, Kifetew, Tonella 2015, Algorithm 3 (updateArchive).
    let test = |length: usize, value: i32| TestCase {
        statements: vec![
            Statement {
                ty: TypeId(0),
                kind: StatementKind::Literal(Literal::Int(value)),
            };
            length
        ],
    };
    let passed = Execution {
        outcome: Outcome::Passed,
        trace: goalline_testcase::Trace::default(),
        steps: 0,
        observations: Vec::new(),
        slow_at: None,
    };
    let (first, second) = (GoalId(0), GoalId(1));
    let mut archive = Archive::new(&[first, second], true);
    let mut offer = |test: &TestCase, covers: &[GoalId]| {
        let new = archive.offer(test, &passed, covers.to_vec());
        let kept = |goal| archive.best(goal).map(|entry| entry.test.clone());
        (new, kept(first), kept(second))
    };
    let (three, also_three, two) = (test(3, 1), test(3, 2), test(2, 3));
    let got = offer(&three, &[first]);
    assert_eq!(got, (vec![first], Some(three.clone()), None));
    let got = offer(&also_three, &[first, second]);
    assert_eq!(got, (vec![second], Some(three), Some(also_three.clone())));
    let got = offer(&two, &[first]);
    assert_eq!(got, (vec![], Some(two), Some(also_three)));
}
