//! What a save finds of the save before: a small class in a plain folder, searched on a real JVM.

use std::{path::Path, sync::Arc};

use goalline_engine::{
    Budget, Cancel, Event, GoalReport, GoalState, ReadyTest, Report, Request, Session, Settings,
};

use crate::cart::CART;
use tempfile::TempDir;

const BUDGET: Budget = Budget {
    seconds: Some(20.0),
    max_executions: Some(2_000),
};

struct CachedFolder {
    root: TempDir,
    session: Session,
}

impl CachedFolder {
    fn new() -> Self {
        let root = tempfile::tempdir().expect("a temporary folder");
        let session = session();
        Self { root, session }
    }

    /// Saves the text and runs.
    fn save(&self, text: &str) -> Report {
        self.search(text, None)
    }

    /// The same for one method alone.
    fn search(&self, text: &str, method: Option<&str>) -> Report {
        let request = Request {
            method: method.map(|name| name.parse().expect("a name")),
            ..crate::cart::save(self.root.path(), text, BUDGET)
        };
        let report = self
            .session
            .generate(&request, &Cancel::default(), &mut |_: Event| {});
        report.expect("the class compiles")
    }
}

fn session() -> Session {
    Session::new(Settings {
        // By path, and each test has its own: they share the compiled worker.
        cache: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")),
        remembers: true,
        ..Settings::default()
    })
}

fn names(report: &Report) -> Vec<&str> {
    report.tests.iter().map(|test| test.name.as_str()).collect()
}

#[test]
fn tests_stay_the_same_from_save_to_save_and_in_a_later_process() {
    let mut folder = CachedFolder::new();
    let first = folder.save(CART);
    assert!(first.tests.len() >= 3, "{:?}", names(&first));
    let again = folder.save(CART);
    assert_eq!(names(&again), names(&first));
    folder.session = session();
    let file = folder.root.path().join("src/shop/Cart.java");
    let last = folder.session.last_results(&file).expect("it was measured");
    assert!(last.tests == again.tests, "the cache gives other tests");
    let later = folder.save(CART);
    assert_eq!(names(&later), names(&first));
}

#[test]
fn what_an_edit_made_wrong_is_made_anew_and_the_rest_stays() {
    let folder = CachedFolder::new();
    let first = folder.save(CART);
    let edited = CART.replace("\"large\"", "\"huge\"");
    let second = folder.save(&edited);
    let texts = |report: &Report| -> Vec<String> {
        report
            .tests
            .iter()
            .map(|test| test.source.clone())
            .collect()
    };
    assert!(texts(&first).iter().any(|text| text.contains("\"large\"")));
    assert!(!texts(&second).iter().any(|text| text.contains("\"large\"")));
    assert!(texts(&second).iter().any(|text| text.contains("\"huge\"")));
    let others = |report: &Report| -> Vec<String> {
        let mut texts = texts(report);
        texts.retain(|text| !text.contains("\"large\"") && !text.contains("\"huge\""));
        texts
    };
    assert_eq!(others(&first), others(&second));
}

#[test]
fn tests_of_the_last_run_say_which_mutants_they_notice_in_a_class_that_has_changed_too() {
    let folder = CachedFolder::new();
    let told = |report: &Report| -> Vec<(String, usize)> {
        let tests = report.tests.iter();
        let mut told: Vec<_> = tests
            .map(|test| (test.name.clone(), test.tells_apart.len()))
            .collect();
        told.retain(|(_, mutants)| *mutants > 0);
        told
    };
    let first = told(&folder.save(CART));
    assert!(!first.is_empty(), "mutants choose what tests assert");
    assert_eq!(told(&folder.save(CART)), first);
    let moved = CART.replacen("package shop;", "package shop; // moved by a line\n", 1);
    assert_eq!(told(&folder.save(&moved)), first);
}

/// Whether the goal is one of this method.
fn is_of(goal: &GoalReport, method: &str) -> bool {
    goal.goal.key.0.contains(&format!("#{method}("))
}

#[test]
fn a_search_for_one_method_seeks_its_goals_alone() {
    let folder = CachedFolder::new();
    let report = folder.search(CART, Some("add(int)"));
    for goal in &report.goals {
        assert_eq!(goal.is_sought, is_of(goal, "add"), "{:?}", goal.goal.key);
        let is_ready = matches!(goal.state, GoalState::TestReady(_));
        assert!(is_ready || !goal.is_sought, "{:?}", goal.state);
    }
    let is_of_add = |test: &Arc<ReadyTest>| test.method.starts_with("add(");
    assert!(report.tests.iter().all(is_of_add), "{:?}", names(&report));
}

#[test]
fn after_a_search_for_one_method_what_was_found_for_others_is_still_there() {
    let folder = CachedFolder::new();
    let whole = folder.save(CART);
    let edited = CART.replace("count < 1", "count < 2");
    let one = folder.search(&edited, Some("add"));
    let of_size = |report: &Report| -> Vec<(String, GoalState)> {
        let goals = report.goals.iter().filter(|goal| is_of(goal, "size"));
        goals
            .map(|it| (it.goal.key.0.to_string(), it.state.clone()))
            .collect()
    };
    assert!(!of_size(&whole).is_empty());
    assert_eq!(of_size(&one), of_size(&whole));
    assert!(
        one.goals
            .iter()
            .any(|goal| goal.goal.text.contains("count < 2") && goal.is_sought)
    );
}

#[test]
fn a_method_that_is_not_there_is_answered_with_those_that_may_be_meant() {
    let folder = CachedFolder::new();
    let request = Request {
        method: Some("ad".parse().expect("a name")),
        ..crate::cart::save(folder.root.path(), CART, BUDGET)
    };
    let session = &folder.session;
    let error = session.generate(&request, &Cancel::default(), &mut |_: Event| {});
    let error = error.expect_err("there is none").to_string();
    assert!(
        error.ends_with("declares no method ad; did you mean add(int) or size()?"),
        "{error}"
    );
}
