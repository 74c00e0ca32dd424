//! Measured searches on a real JVM: what they say of a small class, that they say it twice, and that suites of either
//! class of a pair, of both, and of their pairs are measured on one scale.

#[path = "../../engine/tests/cart/mod.rs"]
mod cart;
#[path = "../../engine/tests/pair/mod.rs"]
mod pair;

use std::path::Path;

use goalline_engine::{
    Algorithm, Budget, Cancel, EngineError, PairSelector, Parameters, Request, Settings,
    goals::Criterion,
};
use goalline_evaluate::{
    Evaluator, FaultVerdict, MeasuredPair, MeasuredSearch, PairSuite, ScoredGoals,
};

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

/// Measures a suite for `Cart` with `Rates`.
fn measured(evaluator: &Evaluator, root: &Path, suite: PairSuite) -> MeasuredPair {
    let mut caller = pair::save(root);
    caller.coupled = Some(PairSelector {
        callee: Some("Rates".to_owned()),
        ..PairSelector::default()
    });
    let inner = Request {
        file: root.join("src/shop/Rates.java"),
        coupled: None,
        ..caller.clone()
    };
    let measured = evaluator.measure_pair(&caller, &inner, suite, &Cancel::default());
    measured.expect("both compile")
}

fn share(scored: &ScoredGoals) -> (usize, usize) {
    let covered = scored.iter().filter(|(_, is_covered)| *is_covered);
    (covered.count(), scored.len())
}

#[test]
fn suites_of_either_class_and_of_their_pairs_are_measured_by_the_same_goals() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let evaluator = Evaluator::new(Settings::default());
    let of = |suite| measured(&evaluator, root.path(), suite);
    let pairs = of(PairSuite::Coupled);
    assert_eq!(share(&pairs.score.pairs), (4, 4));
    // `first` never passes a negative number on; which of the other three happen during their own call, nobody asked.
    let (told, all) = share(&pairs.score.strict);
    assert!((1..=3).contains(&told) && all == 4, "{told} of {all}");
    assert_eq!(share(&pairs.score.lines), (4, 4));
    let inner = of(PairSuite::Callee);
    assert_eq!(share(&inner.score.pairs), (0, 4));
    assert_eq!(share(&inner.score.lines), (4, 4));
    let (noticed, mutants) = share(&inner.score.mutants);
    assert!(noticed > 0 && noticed < mutants, "{noticed} of {mutants}");
    let caller = of(PairSuite::Caller);
    let both = of(PairSuite::Both);
    assert_eq!(both.tests, caller.tests + inner.tests);
    assert_eq!(both.executions, caller.executions + inner.executions);
    assert_eq!(share(&both.score.pairs), share(&caller.score.pairs));
    assert_eq!(both.score, of(PairSuite::Both).score);
}
