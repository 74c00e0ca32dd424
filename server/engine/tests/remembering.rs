//! What a save finds of the save before: a small class in a plain folder, searched on a real JVM.

mod cart;

use std::path::Path;

use cart::CART;
use goalline_engine::{Budget, Cancel, Event, Report, Session, Settings};
use tempfile::TempDir;

struct Folder {
    root: TempDir,
    session: Session,
}

impl Folder {
    fn new() -> Self {
        let root = tempfile::tempdir().expect("a temporary folder");
        let session = session();
        Self { root, session }
    }

    /// Saves the text and runs.
    fn save(&self, text: &str) -> Report {
        let budget = Budget {
            seconds: Some(20.0),
            max_executions: Some(2_000),
        };
        let request = cart::save(self.root.path(), text, budget);
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
    let mut folder = Folder::new();
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
    let folder = Folder::new();
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
    let folder = Folder::new();
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
