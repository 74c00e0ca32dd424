//! Pairs of branches on a real JVM: what covers one in either reading, what the user's own tests count for, what an
//! open text changes.

use std::{fs, path::Path, sync::Arc};

use goalline_engine::{
    Cancel, CoupledCall, EngineError, GoalState, PairDefinition, PairSelector, Report, Request,
    Session, Settings,
};

use crate::pair::{CALLEE, CALLER};

fn request(root: &Path, reading: PairDefinition) -> Request {
    Request {
        coupled: Some(PairSelector {
            reading,
            ..PairSelector::default()
        }),
        ..crate::pair::save(root)
    }
}

fn run(request: &Request) -> Report {
    let session = Session::new(Settings::default());
    let report = session.generate(request, &Cancel::default(), &mut |_| {});
    report.expect("it compiles")
}

/// Each combination of a call: `a > 100 true, a < 0 false: ready`.
fn combinations(report: &Report, call: &CoupledCall) -> Vec<String> {
    let one = |it: &goalline_engine::Combination| {
        let (one, other) = (&call.callers[it.caller], &call.callees[it.callee]);
        let found = report.goals.iter().find(|goal| goal.goal.key == it.key);
        let state = match found.map(|goal| &goal.state) {
            Some(GoalState::TestReady(_)) => "ready",
            Some(GoalState::CoveredByUser(_)) => "covered",
            Some(GoalState::NotReached(_)) => "not reached",
            _ => "other",
        };
        format!(
            "{} {}, {} {}: {state}",
            one.text, one.outcome, other.text, other.outcome
        )
    };
    call.combinations.iter().map(one).collect()
}

#[test]
fn a_triple_needs_the_callees_branch_during_its_own_call() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let report = run(&request(root.path(), PairDefinition::Strict));
    let found: Vec<_> = report
        .calls
        .iter()
        .map(|call| (call.callee.as_str(), combinations(&report, call)))
        .collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        found[0],
        (
            "Rates.of",
            vec![
                "a > 100 true, a < 0 true: not reached".to_owned(),
                "a > 100 true, a < 0 false: ready".to_owned(),
            ]
        )
    );
    assert_eq!(
        found[1],
        (
            "Rates.of",
            vec![
                "a < 50 true, a < 0 true: ready".to_owned(),
                "a < 50 true, a < 0 false: ready".to_owned(),
            ]
        )
    );
    assert!(report.calls[0].callee_files[0].ends_with("Rates.java"));
    assert!(!report.tests.is_empty());
}

/// The first call never meets a negative number; at 150 it never begins. The others, on which nothing depends, meet
/// one then.
const THROWING: &str = "package shop;
public class Cart {
    public int total(int sum) {
        int first = 0;
        if (sum > 100) {
            try {
                first = Rates.of(Math.abs(900 / (sum - 150)));
            } catch (ArithmeticException e) {
                first = 1;
            }
        }
        return first + Rates.of(sum - 200) + later(sum);
    }
    private int later(int sum) { return Rates.of(sum - 300); }
}
";

#[test]
fn a_call_that_never_began_because_its_argument_threw_gets_no_credit_for_the_next_one() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let mut request = request(root.path(), PairDefinition::Strict);
    request.text = Some(THROWING.into());
    let report = run(&request);
    let found: Vec<_> = report
        .calls
        .iter()
        .map(|call| combinations(&report, call))
        .collect();
    assert_eq!(
        found,
        [[
            "sum > 100 true, a < 0 true: not reached",
            "sum > 100 true, a < 0 false: ready"
        ]]
    );
}

/// Behind three conditions of the caller, which take a search; the last one no search covers, so that one for the
/// caller takes all that it has.
const HARD: &str = "package shop;
public class Cart {
    public int total(int a, int b) {
        int rate = 0;
        if (a > 1000) {
            if (b < -5000) {
                if (a + b == 77) {
                    rate = Rates.of(a);
                }
            }
        }
        if (a + 1 == a) {
            rate = 1;
        }
        return rate;
    }
}
";

#[test]
fn a_search_for_pairs_starts_from_tests_of_the_callers_own_branches() {
    let root = tempfile::tempdir().expect("a temporary folder");
    // Sixty tests are left for the pairs in either case.
    let covered = |tests: u64, caller_share: f64| {
        let mut request = request(root.path(), PairDefinition::Strict);
        fs::write(&request.file, HARD).expect("it is ours");
        request.budget.max_executions = Some(tests);
        request.parameters.caller_share = caller_share;
        let report = run(&request);
        assert!(report.figures.executions >= tests, "{:?}", report.figures);
        combinations(&report, &report.calls[0])
            .iter()
            .filter(|it| it.ends_with("ready"))
            .count()
    };
    assert_eq!(covered(60, 0.0), 0);
    assert!(covered(6_000, 0.99) > 0);
}

#[test]
fn a_pair_of_the_paper_takes_both_branches_from_anywhere_in_one_test() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let report = run(&request(root.path(), PairDefinition::Paper));
    let all: Vec<String> = report
        .calls
        .iter()
        .flat_map(|call| combinations(&report, call))
        .collect();
    assert_eq!(all.len(), 4, "{all:?}");
    assert!(all.iter().all(|one| one.ends_with(": ready")), "{all:?}");
}

#[test]
fn a_later_process_has_the_pairs_with_the_texts_of_both_files() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let settings = || Settings {
        cache: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")),
        remembers: true,
        ..Settings::default()
    };
    let request = request(root.path(), PairDefinition::Strict);
    let now = Session::new(settings()).couple(&request, &Cancel::default());
    let now = now.expect("it compiles");
    let found = Session::new(settings()).last_pairs(&request.file);
    let found = found.expect("a run looked at them");
    assert!(found == now, "the cache gives other pairs");
    assert!(!found.calls.is_empty() && !found.states.is_empty() && !found.tests.is_empty());
    let texts: Vec<&str> = found.texts.values().map(|text| &**text).collect();
    assert_eq!(texts, [CALLER, CALLEE]);
    let alone = Request {
        text: Some("package shop;\npublic class Cart { }\n".into()),
        ..request
    };
    let session = Session::new(settings());
    let result = session.couple(&alone, &Cancel::default());
    assert_eq!(result.expect("no pairs are no error").calls, []);
    let found = session.last_pairs(&alone.file).expect("there was a run");
    assert_eq!((found.calls, found.tests), (Vec::new(), Vec::new()));
    assert!(found.seen.holds(&alone.file));
}

#[test]
fn no_more_pairs_per_call_than_wished_and_the_rest_is_counted() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let mut request = request(root.path(), PairDefinition::Strict);
    request
        .coupled
        .as_mut()
        .expect("it is for pairs")
        .most_pairs = Some(1);
    let report = run(&request);
    let counts: Vec<_> = report
        .calls
        .iter()
        .map(|call| (call.combinations.len(), call.more))
        .collect();
    assert_eq!(counts, [(1, 1), (1, 1)]);
    assert_eq!(report.goals.len(), 2);
}

/// Two branches lead to the call; the called method has a condition, and one more stands behind it.
const NESTED: &str = "package shop;
public class Cart {
    public int first(int a) {
        if (a > 100 || a < 50) {
            return Rates.of(a);
        }
        return 0;
    }
}
";

const DEEP: &str = "package shop;
public class Rates {
    static int deep(int a) { return a > 7 ? 1 : 2; }
    static int of(int a) { return a > 150 ? deep(a) : 0; }
}
";

#[test]
fn where_there_are_too_many_pairs_those_near_to_the_call_on_both_sides_stay() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let mut request = request(root.path(), PairDefinition::Strict);
    let most = |request: &mut Request, most| {
        let wish = request.coupled.as_mut().expect("it is for pairs");
        wish.most_pairs = Some(most);
    };
    fs::write(&request.file, NESTED).expect("it is ours");
    fs::write(root.path().join("src/shop/Rates.java"), DEEP).expect("it is ours");
    most(&mut request, 3);
    let report = run(&request);
    let call = &report.calls[0];
    assert_eq!(
        combinations(&report, call),
        [
            "a < 50 true, a > 150 true: ready",
            "a < 50 true, a > 150 false: ready",
            "a > 100 true, a > 150 true: ready",
        ]
    );
    assert_eq!(call.more, 5);
    most(&mut request, 5);
    let report = run(&request);
    let last = combinations(&report, &report.calls[0]).pop();
    assert_eq!(last.as_deref(), Some("a < 50 true, a > 7 true: ready"));
}

const RECURSIVE: &str = "package shop;
public class Cart {
    public int first(int a) {
        if (a > 0) {
            return Rates.of(a);
        }
        return 0;
    }
    int back(int a) { return a > 5 ? first(a - 1) : a; }
}
";

const BACK: &str = "package shop;
public class Rates {
    static int of(int a) {
        if (a > 3) {
            return of(a - 1) + new Cart().back(a - 2);
        }
        return a;
    }
}
";

#[test]
fn a_call_that_comes_back_to_its_caller_couples_like_any_other() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let request = request(root.path(), PairDefinition::Strict);
    fs::write(&request.file, RECURSIVE).expect("it is ours");
    fs::write(root.path().join("src/shop/Rates.java"), BACK).expect("it is ours");
    let report = run(&request);
    assert_eq!(
        combinations(&report, &report.calls[0]),
        [
            "a > 0 true, a > 3 true: ready",
            "a > 0 true, a > 3 false: ready",
        ]
    );
}

const BUILDS: &str = "package shop;
public class Cart {
    public int first(int a) {
        if (a > 100) {
            return new Rates(a).rate;
        }
        return new Rates(1, 2).rate;
    }
}
";

/// One constructor begins with another one, which begins with that of the class above.
const CHAINED: &str = "package shop;
public class Rates extends Base {
    final int rate;
    Rates(int a) {
        this(a, a);
        if (a > 110) { count++; }
    }
    Rates(int a, int b) {
        super(b);
        rate = a > 120 ? 1 : 2;
    }
}
class Base {
    int count;
    Base(int a) { if (a > 130) { count = 1; } }
}
";

#[test]
fn what_a_constructor_runs_before_its_first_statement_happens_during_its_call() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let request = request(root.path(), PairDefinition::Strict);
    fs::write(&request.file, BUILDS).expect("it is ours");
    fs::write(root.path().join("src/shop/Rates.java"), CHAINED).expect("it is ours");
    let report = run(&request);
    let call = report.calls.iter().find(|call| call.callers[0].outcome);
    let found = combinations(&report, call.expect("the first one"));
    assert_eq!(
        found,
        [
            "a > 100 true, a > 110 true: ready",
            "a > 100 true, a > 110 false: ready",
            "a > 100 true, a > 120 true: ready",
            "a > 100 true, a > 120 false: ready",
            "a > 100 true, a > 130 true: ready",
            "a > 100 true, a > 130 false: ready",
        ]
    );
}

#[test]
fn an_unsaved_callee_counts_as_the_editor_holds_it() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let mut request = request(root.path(), PairDefinition::Strict);
    let callee = root.path().join("src/shop/Rates.java");
    let edited = CALLEE.replace("a < 0", "a < 200 && a > 120");
    request.open_texts.insert(callee, Arc::from(edited));
    let report = run(&request);
    let texts: Vec<_> = report.calls[0].callees.iter().map(|it| &it.text).collect();
    assert_eq!(texts, ["a < 200", "a < 200", "a > 120", "a > 120"]);
    assert_eq!(
        combinations(&report, &report.calls[0])[2],
        "a > 100 true, a > 120 true: ready"
    );
}

#[test]
fn a_class_that_calls_no_other_one_has_nothing_to_test() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let request = Request {
        coupled: Some(PairSelector::default()),
        ..crate::cart::save(
            root.path(),
            crate::cart::CART,
            request(root.path(), PairDefinition::Paper).budget,
        )
    };
    let session = Session::new(Settings::default());
    let result = session.generate(&request, &Cancel::default(), &mut |_| {});
    assert!(
        matches!(result, Err(EngineError::NothingCoupled { .. })),
        "{result:?}"
    );
}

const PRICES: &str = "package shop;
public class Cart {
    public int price(int count) {
        if (count > 9) {
            return Rates.of(count) - 4;
        }
        return 0;
    }
}
";

const REBATES: &str = "package shop;
public class Rates {
    static int of(int count) {
        if (count > 50) {
            return count * 3;
        }
        return count + 6;
    }
}
";

#[test]
fn tests_of_pairs_assert_what_notices_mutants_of_the_caller_and_of_the_callee() {
    for reading in [PairDefinition::Paper, PairDefinition::Strict] {
        let root = tempfile::tempdir().expect("a temporary folder");
        let request = request(root.path(), reading);
        fs::write(&request.file, PRICES).expect("it is ours");
        fs::write(root.path().join("src/shop/Rates.java"), REBATES).expect("it is ours");
        let report = run(&request);
        let told = report.tests.iter().flat_map(|test| &test.tells_apart);
        let told: Vec<&str> = told.map(String::as_str).collect();
        for mutant in [
            "line 5: Rates.of(count) - 4 from Rates.of(count) + 4",
            "Rates.java line 5: count * 3 from count + 3",
            "Rates.java line 7: count + 6 from count - 6",
        ] {
            assert!(told.contains(&mutant), "{mutant}: {told:#?}");
        }
        let class = &report.test_class;
        assert!(class.contains(".price("), "{class}");
    }
}
