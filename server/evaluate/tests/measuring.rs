//! Measured searches on a real JVM: what they say of a small class, and that they say it twice.

#[path = "../../engine/tests/cart/mod.rs"]
mod cart;

use std::path::Path;

use goalline_engine::{
    Algorithm, Budget, Cancel, EngineError, Parameters, Request, Settings, goals::Criterion,
};
use goalline_evaluate::{Evaluator, FaultVerdict, MeasuredSearch};

use cart::CART;

fn measure(
    evaluator: &Evaluator,
    root: &Path,
    text: &str,
    algorithm: Algorithm,
) -> Result<MeasuredSearch, EngineError> {
    let budget = Budget {
        seconds: None,
        max_executions: Some(600),
    };
    let request = Request {
        parameters: Parameters::of_papers(algorithm),
        ..cart::save(root, text, budget)
    };
    evaluator.measure(
        &request,
        &[Criterion::Branch, Criterion::Line],
        &Cancel::default(),
    )
}

#[test]
fn the_same_seed_and_number_of_executions_measure_the_same_with_every_algorithm() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let evaluator = Evaluator::new(Settings::default());
    for algorithm in Algorithm::all() {
        let again = || {
            let mut it = measure(&evaluator, root.path(), CART, algorithm).expect("it compiles");
            it.seconds = 0.0;
            it.steps.iter_mut().for_each(|step| step.seconds = 0.0);
            it
        };
        let (first, second) = (again(), again());
        assert_eq!(first, second, "{}", algorithm.name());
        let covered = first.goals.iter().filter(|goal| goal.is_covered).count();
        assert!(covered > 0 && first.tests > 0, "{}", algorithm.name());
        let growing = |pair: &[goalline_engine::Step]| pair[0].executions < pair[1].executions;
        assert!(first.steps.windows(2).all(growing), "{}", algorithm.name());
    }
}

#[test]
fn a_class_that_does_not_compile_is_an_error_and_the_session_goes_on() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let evaluator = Evaluator::new(Settings::default());
    let broken = CART.replace("items += count;", "items += count");
    let error = measure(&evaluator, root.path(), &broken, Algorithm::Random);
    assert!(
        matches!(error, Err(EngineError::DoesNotCompile { .. })),
        "{error:?}"
    );
    assert!(measure(&evaluator, root.path(), CART, Algorithm::Random).is_ok());
}

#[test]
fn a_class_whose_libraries_are_missing_is_told_what_to_do() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let evaluator = Evaluator::new(Settings::default());
    let (package, rest) = CART.split_once(';').expect("a package");
    let text = format!("{package};\nimport org.other.Thing;{rest}");
    let error = measure(&evaluator, root.path(), &text, Algorithm::Random);
    let said = error.expect_err("nobody has it").to_string();
    let remedy = said.lines().last().unwrap_or_default();
    assert!(
        remedy.starts_with("The class path has nothing of org.other: ")
            && remedy.contains("--classpath"),
        "{said}"
    );
}

#[test]
fn a_suite_tells_a_version_that_does_something_else_and_not_one_that_only_looks_otherwise() {
    let right = tempfile::tempdir().expect("a temporary folder");
    let evaluator = Evaluator::new(Settings::default());
    let budget = Budget {
        seconds: None,
        max_executions: Some(600),
    };
    let request = cart::save(right.path(), CART, budget);
    let verdict = |other: &str| {
        let root = tempfile::tempdir().expect("a temporary folder");
        let faulty = cart::save(root.path(), other, budget);
        let (measured, verdict) = evaluator
            .measure_with_fault(&request, &faulty, &[Criterion::Branch], &Cancel::default())
            .expect("both compile");
        assert!(measured.tests > 0);
        verdict
    };
    let looks = CART.replace("count < 1", "!(count >= 1)");
    let value = CART.replace("\"empty\"", "\"none\"");
    let endless = CART.replace("items += count;", "while (true) { items += count; }");
    assert_eq!(verdict(&value), FaultVerdict::Detected);
    assert_eq!(verdict(&endless), FaultVerdict::Detected);
    assert_eq!(verdict(&looks), FaultVerdict::NotDetected);
}
