//! What a search reaches, and that it reaches the same thing twice.

use std::{collections::BTreeSet, sync::Arc};

use goalline_goals::{GoalId, GoalSet};
use goalline_testcase::{Executor, Mocking, Statement, StatementKind, TestCase, TestCluster};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::subject::{MiniSubject, MiniValue};
use crate::{
    Algorithm, ArchivedTest, ConstantPool, Ending, HandedOn, Minimisation, Parameters,
    SearchEvents, SearchProgress, SearchResult, SearchTask, World,
    algorithms::search,
    minimise,
    population::reduce::reduce,
    scripted::{Recorder, ScriptedExecutor},
};

/// Numbers behind numbers, a text behind those.
pub(super) const NESTED: MiniSubject = MiniSubject {
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
            if arguments[2] == MiniValue::Null {
                return Err("java.lang.NullPointerException");
            }
            recorder.same_text(2, arguments[2].text(), "magic word");
        }
        Ok(MiniValue::Number(0))
    },
};

/// A state that only several calls in the right order reach.
pub(super) const COUNTING: MiniSubject = MiniSubject {
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
        Ok(MiniValue::Null)
    },
};

#[derive(Default)]
pub(super) struct Heard {
    pub(super) covered: Vec<(GoalId, TestCase)>,
    /// With the tests run until then.
    pub(super) reached: Vec<(GoalId, u64)>,
    /// What the result covers, with the tests run until then.
    pub(super) result: Vec<(usize, u64)>,
    pub(super) progress: Vec<SearchProgress>,
}

impl SearchEvents for Heard {
    fn covered(&mut self, goals: &[GoalId], test: &Arc<ArchivedTest>) {
        self.covered
            .extend(goals.iter().map(|goal| (*goal, test.test.clone())));
    }

    fn reached(&mut self, goal: GoalId, _: bool, executions: u64) {
        self.reached.push((goal, executions));
    }

    fn result_covers(&mut self, covered: usize, executions: u64) {
        self.result.push((covered, executions));
    }

    fn progress(&mut self, progress: SearchProgress, _: &TestCluster) {
        self.progress.push(progress);
    }
}

/// A search for all goals of the subject, on this executor, with the seed and so many executions.
pub(super) fn search_on(
    subject: &MiniSubject,
    executor: &mut dyn Executor,
    parameters: &Parameters,
    (seed, executions): (u64, u64),
) -> (SearchResult, Heard) {
    let goals = subject.goals();
    let wanted = MiniSubject::wanted(&goals);
    let mut heard = Heard::default();
    let task = SearchTask {
        goals: &goals,
        wanted: &wanted,
        pool: ConstantPool::default(),
        seeds: Vec::new(),
        parameters,
    };
    let world = World {
        cluster: &mut subject.cluster(&goals),
        executor,
        stop: &mut |so_far| so_far >= executions,
        events: &mut heard,
    };
    let found = search(task, world, &mut ChaCha8Rng::seed_from_u64(seed));
    (found, heard)
}

pub(super) fn search_subject(
    subject: &MiniSubject,
    algorithm: Algorithm,
    seed: u64,
    executions: u64,
) -> (GoalSet, SearchResult, Heard) {
    let parameters = Parameters {
        algorithm,
        ..Parameters::default()
    };
    let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
        subject.run(cluster, test, options, recorder)
    });
    let (found, heard) = search_on(subject, &mut executor, &parameters, (seed, executions));
    (subject.goals(), found, heard)
}

pub(super) fn uncovered(goals: &GoalSet, found: &SearchResult) -> Vec<String> {
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
        let (goals, found, _) = search_subject(&NESTED, Algorithm::DynaMosa, seed, 60_000);
        assert_eq!(
            uncovered(&goals, &found),
            Vec::<String>::new(),
            "seed {seed}"
        );
    }
}

#[test]
fn breeding_tests_reaches_what_random_tests_miss() {
    let ran = |algorithm| {
        (0..5)
            .map(|seed| {
                let (goals, found, _) = search_subject(&COUNTING, algorithm, seed, 3_000);
                uncovered(&goals, &found).len()
            })
            .sum::<usize>()
    };
    let (bred, random) = (ran(Algorithm::DynaMosa), ran(Algorithm::Random));
    assert!(bred < random, "{bred} {random}");
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
fn an_earlier_search_on_the_same_executor_changes_nothing() {
    let parameters = Parameters::of_papers(Algorithm::DynaMosa);
    let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
        NESTED.run(cluster, test, options, recorder)
    });
    let mut run = |seed| {
        let (_, heard) = search_on(&NESTED, &mut executor, &parameters, (seed, 1_000));
        (heard.covered, heard.progress)
    };
    let first = run(1);
    run(2);
    assert_eq!(run(1), first);
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
fn undeclared_exceptions_are_kept_once_per_call_class_and_way() {
    let (_, found, _) = search_subject(&COUNTING, Algorithm::DynaMosa, 5, 20_000);
    let undeclared = found.undeclared.iter();
    let classes: BTreeSet<&str> = undeclared
        .clone()
        .map(|it| it.thrown.class.as_str())
        .collect();
    assert_eq!(classes, BTreeSet::from(["java.lang.IllegalStateException"]));
    let ways: BTreeSet<u64> = undeclared.clone().map(|it| it.way).collect();
    assert_eq!(ways.len(), found.undeclared.len());
    assert_eq!(undeclared.map(|it| it.test.len()).min(), Some(3));
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
        let mut bench = Minimisation {
            goals: &goals,
            cluster: &mut cluster,
            executor: &mut executor,
            options: Parameters::default().options,
            handed_on: &mut HandedOn::default(),
        };
        let small = minimise(&entry.test, &keep, &mut bench).expect("the executor never fails");
        let is_call = |it: &&Statement| matches!(it.kind, StatementKind::Call { .. });
        let calls = small.statements.iter().filter(is_call).count();
        assert!(calls <= keep.len() + 1, "a call for each goal: {small:?}");
        assert!(small.len() <= 1 + 4 * (calls - 1), "{small:?}");
        covered.extend(keep);
    }
    covered.sort_unstable();
    assert_eq!(covered, MiniSubject::wanted(&goals));
}

#[test]
fn a_goal_that_only_polluted_state_covers_is_not_reported() {
    // The predicate is true from the second test on: in a fresh class loader never.
    let subject = MiniSubject {
        java: "package shop; class Subject { boolean cached() { return cache != null ? true : false; } }",
        methods: &[("<init>", ":V"), ("cached", ":Z")],
        body: |_, _, _, _| Ok(MiniValue::Null),
    };
    let goals = subject.goals();
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
    let (found, _) = search_on(&subject, &mut executor, &parameters, (1, 2_000));
    assert_eq!(
        uncovered(&goals, &found),
        ["shop.Subject#cached():branch:cache != null#0:true"]
    );
}

#[test]
fn a_search_that_finds_much_at_once_goes_on_after_a_few_confirmed_tests() {
    let mut java = "package shop; class Subject {".to_owned();
    let names: Vec<&'static str> = (0..60)
        .map(|number| &*String::leak(format!("m{number}")))
        .collect();
    let mut methods = vec![("<init>", ":V")];
    for name in names {
        java.extend([" void ", name, "() {}"]);
        methods.push((name, ":V"));
    }
    java.push_str(" boolean never(int n) { return n == 123456789 && n == 0 ? true : false; } }");
    methods.push(("never", "I:Z"));
    let subject = MiniSubject {
        java: String::leak(java),
        methods: Vec::leak(methods),
        body: |recorder, _, name, _| {
            if let Some(number) = name.strip_prefix('m') {
                recorder.enter(number.parse().unwrap_or(0));
            }
            Ok(MiniValue::Null)
        },
    };
    let parameters = Parameters::default();
    let mut fresh = Vec::new();
    let mut executor =
        ScriptedExecutor::new(|cluster: &_, test: &TestCase, options, recorder: &mut _| {
            fresh.push(options.fresh_loader);
            subject.run(cluster, test, options, recorder)
        });
    let (found, _) = search_on(&subject, &mut executor, &parameters, (1, 1_000));
    let first = fresh
        .split(|is_fresh| !is_fresh)
        .find(|run| !run.is_empty())
        .expect("something was confirmed");
    assert!(first.len() <= 16, "{} at once", first.len());
    // At the end all of them are.
    assert_eq!(found.archive.confirmed_tests().count(), 60);
}

/// What `use` reaches ends with a `null` that nobody meant, unless five others were put there before.
const LACKING: MiniSubject = MiniSubject {
    java: r"
package shop;
class Subject {
    int given;
    void give() { given++; }
    void use(int x) {
        if (x > 0) { given(); } else { given(); }
    }
}
",
    methods: &[("<init>", ":V"), ("give", ":V"), ("use", "I:V")],
    body: |recorder, state, name, arguments| give_or_use(recorder, state, name, arguments, 5),
};

/// The same where three do.
const LACKING_LITTLE: MiniSubject = MiniSubject {
    body: |recorder, state, name, arguments| give_or_use(recorder, state, name, arguments, 3),
    ..LACKING
};

/// What the methods of [`LACKING`] do where so many have to be put there before.
fn give_or_use(
    recorder: &mut Recorder,
    given: &mut i64,
    name: &str,
    arguments: &[MiniValue],
    needed: i64,
) -> Result<MiniValue, &'static str> {
    match name {
        "give" => {
            recorder.enter(0);
            *given += 1;
        }
        "use" => {
            recorder.enter(1);
            recorder.less(0, 0, arguments[0].number());
            if *given < needed {
                return Err("java.lang.NullPointerException");
            }
        }
        _ => {}
    }
    Ok(MiniValue::Null)
}

/// How the tests end that a search finds of a class that lacks something, and after how many tests it ended.
fn mended(subject: &MiniSubject, mocking: Option<Mocking>, seed: u64) -> (Vec<Ending>, u64) {
    let parameters = Parameters::default();
    let run = |cluster: &_, test: &_, options, recorder: &mut _| {
        subject.run(cluster, test, options, recorder)
    };
    let mut executor = ScriptedExecutor::new(run);
    let goals = subject.goals();
    let wanted = MiniSubject::wanted(&goals);
    let mut cluster = subject.cluster(&goals);
    if let Some(mocking) = mocking {
        cluster.allow_mocks(mocking);
    }
    let task = SearchTask {
        goals: &goals,
        wanted: &wanted,
        pool: ConstantPool::default(),
        seeds: Vec::new(),
        parameters: &parameters,
    };
    let world = World {
        cluster: &mut cluster,
        executor: &mut executor,
        stop: &mut |so_far| so_far >= 20_000,
        events: &mut Heard::default(),
    };
    let found = search(task, world, &mut ChaCha8Rng::seed_from_u64(seed));
    let tests: Vec<_> = found.archive.confirmed_tests().collect();
    assert_eq!(tests.len(), wanted.len());
    let endings = tests.iter().map(|(_, it)| it.ending).collect();
    (endings, found.executions)
}

#[test]
fn a_test_that_only_a_null_ended_is_mended_until_it_passes() {
    let subjects = [
        (&LACKING, Some(Mocking::Extensible)),
        (&LACKING_LITTLE, None),
    ];
    for (subject, mocking) in subjects {
        for seed in 0..3 {
            let (endings, executions) = mended(subject, mocking, seed);
            let passed = endings.iter().all(|it| *it == Ending::Passed);
            assert!(passed, "{mocking:?} {endings:?}");
            assert!(executions < 20_000, "what is mended is done");
        }
    }
}
