//! Measured suites of a pair of classes on a real JVM: one scale for suites of either class, of both, and of their pairs.

#[path = "../../engine/tests/cart/mod.rs"]
mod cart;

use std::{fs, path::Path};

use goalline_engine::{Algorithm, Budget, Cancel, PairSelector, Parameters, Request, Settings};
use goalline_evaluate::{Evaluator, MeasuredPair, PairSuite, ScoredGoals};

use cart::{CALLEE, CALLER};

fn request(root: &Path) -> Request {
    let budget = Budget {
        seconds: None,
        max_executions: Some(4_000),
    };
    let request = cart::save(root, CALLER, budget);
    fs::write(root.join("src/shop/Rates.java"), CALLEE).expect("it is ours");
    Request {
        parameters: Parameters {
            algorithm: Algorithm::Mosa,
            ..Parameters::default()
        },
        ..request
    }
}

/// Measures a suite for `Cart` with `Rates`.
fn measured(evaluator: &Evaluator, root: &Path, suite: PairSuite) -> MeasuredPair {
    let mut caller = request(root);
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
