//! A class with a preview feature on a real JVM: the build's flags reach the compiler, the searching JVM and the
//! checks.

use std::sync::Arc;

use goalline_engine::{
    Budget, Cancel, Event, Request, Session, Settings,
    build::{Jdk, JdkRequest, Machine},
};

use crate::cart::CART;

/// Primitive types in patterns: a preview from Java 23 on.
const GRADE: &str = "
    public String grade(int points) {
        return switch (points) {
            case 0 -> \"none\";
            case int many when many > 90 -> \"best\";
            case int some -> some < 0 ? \"wrong\" : \"fine\";
        };
    }
";

/// The first Java that has it.
const FIRST: u32 = 23;

#[test]
fn a_preview_feature_is_compiled_searched_and_checked_with_the_flags_of_the_build() {
    let wish = JdkRequest {
        setting: None,
        project: None,
        release: FIRST,
    };
    let found = Jdk::find(wish, &Machine::current());
    let Some(jdk) = found.ok().filter(|jdk| jdk.feature >= FIRST) else {
        eprintln!("skipped: there is no JDK {FIRST} or newer");
        return;
    };
    let root = tempfile::tempdir().expect("a temporary folder");
    let budget = Budget {
        seconds: None,
        max_executions: Some(1_000),
    };
    let with_grade = format!("{GRADE}    private int items;");
    let text = CART.replace("    private int items;", &with_grade);
    let mut request = crate::cart::save(root.path(), &text, budget);
    let mut project = (*request.project).clone();
    let flags = ["--release", &jdk.feature.to_string(), "--enable-preview"];
    project.compiler_options = flags.map(str::to_owned).to_vec();
    request = Request {
        project: Arc::new(project),
        jdk,
        ..request
    };
    let session = Session::new(Settings::default());
    let report = session
        .generate(&request, &Cancel::default(), &mut |_: Event| {})
        .expect("it compiles");
    let names: Vec<&str> = report.tests.iter().map(|test| test.name.as_str()).collect();
    assert!(names.len() >= 4, "{names:?}");
    let texts: Vec<&str> = report
        .tests
        .iter()
        .map(|test| test.source.as_str())
        .collect();
    for grade in ["none", "best", "wrong", "fine"] {
        let is_asserted = |text: &&str| text.contains(&format!("\"{grade}\""));
        assert!(texts.iter().any(is_asserted), "{grade}: {texts:?}");
    }
}
