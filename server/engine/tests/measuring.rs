//! Measured searches on a real JVM: what they say of a small class, and that they say it twice.

mod cart;

use std::path::Path;

use cart::CART;
use goalline_engine::{
    Algorithm, Budget, Cancel, EngineError, Measured, Parameters, Request, Session, Settings,
    goals::Criterion,
};

fn measure(
    session: &Session,
    root: &Path,
    text: &str,
    algorithm: Algorithm,
) -> Result<Measured, EngineError> {
    let budget = Budget {
        seconds: None,
        max_executions: Some(600),
    };
    let request = Request {
        parameters: Parameters::of_papers(algorithm),
        ..cart::save(root, text, budget)
    };
    session.measure(
        &request,
        &[Criterion::Branch, Criterion::Line],
        &Cancel::default(),
    )
}

#[test]
fn the_same_seed_and_number_of_executions_measure_the_same_with_every_algorithm() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let session = Session::new(Settings::default());
    for algorithm in Algorithm::all() {
        let again = || {
            let mut it = measure(&session, root.path(), CART, algorithm).expect("it compiles");
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
    let session = Session::new(Settings::default());
    let broken = CART.replace("items += count;", "items += count");
    let error = measure(&session, root.path(), &broken, Algorithm::Random);
    assert!(
        matches!(error, Err(EngineError::DoesNotCompile { .. })),
        "{error:?}"
    );
    assert!(measure(&session, root.path(), CART, Algorithm::Random).is_ok());
}
