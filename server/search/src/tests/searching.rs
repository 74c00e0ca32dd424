//! What a search reaches, and that it reaches the same thing twice.

use std::sync::Arc;

use goalline_goals::{GoalId, GoalSet};
use goalline_testcase::{TestCase, TestCluster};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::subject::{Subject, Value};
use crate::{
    Algorithm, ArchivedTest, Bench, ConstantPool, Found, Parameters, Progress, SearchEvents, Task,
    World, minimise, reduce, scripted::ScriptedExecutor, search,
};

/// Numbers behind numbers, a text behind those.
const NESTED: Subject = Subject {
    java: r#"
package shop;
class Subject {
    boolean take(int a, int b, String s) {
        if (a == 4242) {
            if (b < -100000) {
                if (s.equals("magic word")) {
                    return true;
                }
            }
        }
        return false;
    }
}
"#,
    methods: &[("<init>", ":V"), ("take", "IIS:Z")],
    body: |recorder, _, name, arguments| {
        recorder.enter(0);
        if name == "take"
            && recorder.equal(0, arguments[0].number(), 4242)
            && recorder.less(1, arguments[1].number(), -100_000)
        {
            if arguments[2] == Value::Null {
                return Err("java.lang.NullPointerException");
            }
            recorder.same_text(2, arguments[2].text(), "magic word");
        }
        Ok(Value::Number(0))
    },
};

/// A state that only several calls in the right order reach.
const COUNTING: Subject = Subject {
    java: r"
package shop;
class Subject {
    int count;
    void add() { count++; }
    boolean isFull() {
        return count == 4 ? true : false;
    }
    void fail(int x) {
        if (x == 77) throw new IllegalStateException();
    }
}
",
    methods: &[
        ("<init>", ":V"),
        ("add", ":V"),
        ("isFull", ":Z"),
        ("fail", "I:V"),
    ],
    body: |recorder, state, name, arguments| {
        match name {
            "add" => {
                recorder.enter(0);
                *state += 1;
            }
            "isFull" => {
                recorder.enter(1);
                recorder.equal(0, *state, 4);
            }
            "fail" => {
                recorder.enter(2);
                if recorder.equal(1, arguments[0].number(), 77) {
                    return Err("java.lang.IllegalStateException");
                }
            }
            _ => {}
        }
        Ok(Value::Null)
    },
};

#[derive(Default)]
struct Heard {
    covered: Vec<(GoalId, TestCase)>,
    progress: Vec<Progress>,
}

impl SearchEvents for Heard {
    fn covered(&mut self, goals: &[GoalId], test: &Arc<ArchivedTest>) {
        self.covered
            .extend(goals.iter().map(|goal| (*goal, test.test.clone())));
    }

    fn progress(&mut self, progress: Progress, _: &TestCluster) {
        self.progress.push(progress);
    }
}

fn search_subject(
    subject: &Subject,
    algorithm: Algorithm,
    seed: u64,
    executions: u64,
) -> (GoalSet, Found, Heard) {
    let goals = subject.goals();
    let mut cluster = subject.cluster(&goals);
    let wanted = Subject::wanted(&goals);
    let parameters = Parameters {
        algorithm,
        ..Parameters::default()
    };
    let mut heard = Heard::default();
    let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
        subject.run(cluster, test, options, recorder)
    });
    let task = Task {
        goals: &goals,
        wanted: &wanted,
        probe_base: 0,
        pool: ConstantPool::default(),
        seeds: Vec::new(),
        parameters: &parameters,
    };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let found = search(
        task,
        World {
            cluster: &mut cluster,
            executor: &mut executor,
            stop: &mut |so_far| so_far >= executions,
            events: &mut heard,
        },
        &mut rng,
    );
    (goals, found, heard)
}

fn uncovered(goals: &GoalSet, found: &Found) -> Vec<String> {
    goals
        .goals
        .iter()
        .filter(|goal| found.archive.confirmed(goal.id).is_none())
        .map(|goal| goal.key.0.to_string())
        .collect()
}

#[test]
fn dynamosa_climbs_nested_numbers_and_a_text_on_every_seed() {
    for seed in 0..10 {
        let (goals, found, _) = search_subject(&NESTED, Algorithm::DynaMosa, seed, 20_000);
        assert_eq!(
            uncovered(&goals, &found),
            Vec::<String>::new(),
            "seed {seed}"
        );
    }
}

#[test]
fn random_search_without_seen_values_in_order_does_worse() {
    let ran = |algorithm| {
        (0..5)
            .map(|seed| {
                let (goals, found, _) = search_subject(&COUNTING, algorithm, seed, 3_000);
                uncovered(&goals, &found).len()
            })
            .sum::<usize>()
    };
    assert!(ran(Algorithm::DynaMosa) <= ran(Algorithm::Random));
}

#[test]
fn state_reached_by_several_calls_is_found() {
    for seed in 0..10 {
        let (goals, found, _) = search_subject(&COUNTING, Algorithm::DynaMosa, seed, 20_000);
        assert_eq!(
            uncovered(&goals, &found),
            Vec::<String>::new(),
            "seed {seed}"
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_tests() {
    let run = || {
        let (_, found, heard) = search_subject(&NESTED, Algorithm::DynaMosa, 7, 3_000);
        let tests: Vec<TestCase> = found
            .archive
            .confirmed_tests()
            .map(|(_, test)| test.test.clone())
            .collect();
        (tests, heard.covered, found.executions, found.closest)
    };
    assert_eq!(run(), run());
}

#[test]
fn the_search_ends_when_everything_is_covered() {
    let (_, found, _) = search_subject(&COUNTING, Algorithm::DynaMosa, 1, 1_000_000);
    assert!(found.executions < 100_000);
}

#[test]
fn each_goal_is_told_once_with_a_test_that_was_confirmed() {
    let (_, found, heard) = search_subject(&NESTED, Algorithm::DynaMosa, 3, 20_000);
    let mut told: Vec<GoalId> = heard.covered.iter().map(|(goal, _)| *goal).collect();
    told.sort_unstable();
    let confirmed: Vec<GoalId> = found
        .archive
        .confirmed_tests()
        .map(|(goal, _)| goal)
        .collect();
    assert_eq!(told, confirmed);
    assert!(
        heard
            .progress
            .windows(2)
            .all(|pair| pair[0].executions < pair[1].executions)
    );
}

#[test]
fn goals_out_of_reach_come_with_the_nearest_attempt() {
    let (goals, found, _) = search_subject(&NESTED, Algorithm::DynaMosa, 3, 60);
    assert!(!found.closest.is_empty());
    for closest in &found.closest {
        assert!(found.archive.confirmed(closest.goal).is_none());
        assert!(closest.fitness > 0.0);
        assert!(!closest.test.is_empty());
    }
    assert!(goals.goals.len() > found.closest.len());
}

#[test]
fn undeclared_exceptions_are_kept_once_per_call_and_class() {
    let (_, found, _) = search_subject(&COUNTING, Algorithm::DynaMosa, 5, 20_000);
    let classes: Vec<&str> = found
        .surprises
        .iter()
        .map(|surprise| surprise.thrown.class.as_str())
        .collect();
    assert_eq!(classes, ["java.lang.IllegalStateException"]);
    assert_eq!(found.surprises[0].test.len(), 3);
}

#[test]
fn minimised_tests_are_short_plain_and_still_cover_their_goals() {
    let (goals, found, _) = search_subject(&NESTED, Algorithm::DynaMosa, 2, 20_000);
    let mut cluster = NESTED.cluster(&goals);
    let suite = reduce(&found.archive, &|_| true);
    let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
        NESTED.run(cluster, test, options, recorder)
    });
    let mut covered: Vec<GoalId> = Vec::new();
    for (entry, keep) in suite {
        let mut bench = Bench {
            goals: &goals,
            probe_base: 0,
            cluster: &mut cluster,
            executor: &mut executor,
            options: Parameters::default().options,
        };
        let small = minimise(&entry.test, &keep, &mut bench).expect("the executor never fails");
        assert!(small.len() <= 11, "{small:?}");
        covered.extend(keep);
    }
    covered.sort_unstable();
    assert_eq!(covered, Subject::wanted(&goals));
}

#[test]
fn a_goal_that_only_polluted_state_covers_is_not_reported() {
    // The predicate is true from the second test on: in a fresh class loader never.
    let subject = Subject {
        java: "package shop; class Subject { boolean cached() { return cache != null ? true : false; } }",
        methods: &[("<init>", ":V"), ("cached", ":Z")],
        body: |_, _, _, _| Ok(Value::Null),
    };
    let goals = subject.goals();
    let mut cluster = subject.cluster(&goals);
    let wanted = Subject::wanted(&goals);
    let parameters = Parameters::default();
    let mut runs = 0;
    let mut executor =
        ScriptedExecutor::new(|cluster: &_, test: &TestCase, options, recorder: &mut _| {
            subject.run(cluster, test, options, recorder);
            recorder.enter(0);
            runs += 1;
            recorder.holds(0, !options.fresh_loader && runs > 1);
            goalline_testcase::Outcome::Passed
        });
    let task = Task {
        goals: &goals,
        wanted: &wanted,
        probe_base: 0,
        pool: ConstantPool::default(),
        seeds: Vec::new(),
        parameters: &parameters,
    };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let found = search(
        task,
        World {
            cluster: &mut cluster,
            executor: &mut executor,
            stop: &mut |so_far| so_far >= 2_000,
            events: &mut Heard::default(),
        },
        &mut rng,
    );
    assert_eq!(
        uncovered(&goals, &found),
        ["shop.Subject#cached():branch:cache != null#0:true"]
    );
}
