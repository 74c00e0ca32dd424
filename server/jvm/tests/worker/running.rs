//! Running test cases on every JDK that is found: outcomes, traces, observations, seen constants.

use std::path::PathBuf;

use crate::support::{
    CompiledSubject, TestScript, class, jdks, observing, options, test_double, text,
};
use goalline_jvm::{CompileSetup, Pool, ProbeRoom, SetId, SourceUnit};
use goalline_testcase::{
    CallableId, Executor, JavaType, Literal, Observation, Observed, ObservedPart as Of, Outcome,
    Primitive, RunOptions, SeenConstant, Statement, StatementKind, Unordered, Var,
};

const CART: &str = r#"package shop;
public class Cart {
    private int total;
    enum Size { SMALL, LARGE }
    public void add(int price) {
        if (price < 0) {
            throw new IllegalArgumentException("negative: " + price);
        }
        total += price;
    }
    int total() { return total; }
    public Size getSize() { return total > 100 ? Size.LARGE : Size.SMALL; }
    public int[] pair(int a) { return new int[] { a, total }; }
    public java.util.List<String> names() { return java.util.List.of("a", "b"); }
    static boolean isCoupon(String code) { if (code.equals("SUMMER")) return true; return false; }
    public static int loop(int n) { int i = 0; while (i != n) { i++; } return i; }
    public static int deep(int n) { return n == 0 ? 0 : 1 + deep(n + 1); }
}
"#;

#[test]
fn a_passing_test_gives_its_branches_and_distances_on_every_jdk() {
    for (feature, home) in jdks() {
        let mut subject =
            CompiledSubject::with(CART, &options(feature, &home), 1, &CompileSetup::default());
        let test = subject.test(&[("add", &[Literal::Int(7)]), ("total", &[])]);
        let execution = subject.run(&test);
        assert_eq!(execution.outcome, Outcome::Passed);
        let predicate = subject.predicate("price < 0");
        let trace = execution.trace.predicate(predicate).expect("it ran");
        assert_eq!((trace.true_count, trace.false_count), (0, 1));
        assert_eq!((trace.true_distance, trace.false_distance), (8.0, 0.0));
        assert!(execution.steps >= 2, "{} steps", execution.steps);
        assert_eq!(execution.trace.methods.len(), 2, "{:?}", execution.trace);
    }
}

const MARKED: &str = r#"package p;
public class Marked {
    public static int mark(int number) { return number + System.identityHashCode(new Object()); }
    public static int order(int first) {
        java.util.Set<Object> all = new java.util.HashSet<>();
        Object one = new Object();
        for (int i = 0; i < 50; i++) { all.add(i == first ? one : new Object()); }
        return new java.util.ArrayList<>(all).indexOf(one);
    }
}
"#;

#[test]
fn objects_have_the_same_identity_hashes_in_each_process_that_runs_the_same_tests() {
    for (feature, home) in jdks() {
        let shown = || {
            let setup = CompileSetup::default();
            let mut subject = CompiledSubject::with(MARKED, &options(feature, &home), 1, &setup);
            let calls = [("mark", 0), ("order", 17), ("mark", 0)];
            let tests = calls.map(|(name, it)| subject.test(&[(name, &[Literal::Int(it)])]));
            let runs = subject.run_all(&tests, observing());
            let seen = runs.into_iter().flat_map(|run| run.observations);
            seen.map(|one| one.observed).collect::<Vec<_>>()
        };
        let first = shown();
        let [Observed::Literal(Literal::Int(mark)), ..] = &first[..] else {
            panic!("{first:?}");
        };
        assert!(*mark > 0xffff, "{mark} has not as many digits as others");
        for _ in 0..3 {
            assert_eq!(shown(), first, "JDK {feature}");
        }
    }
}

const CURRENCIES: &str = r#"package p;
public class Currencies {
    static int known;
    static { add(1); add(2); }
    public static int add(int code) {
        if (code > 999) { throw new IllegalArgumentException(); }
        return ++known;
    }
}
"#;

#[test]
fn what_a_static_initialiser_calls_is_no_call_of_the_test() {
    let Some(mut subject) = CompiledSubject::new(CURRENCIES) else {
        return;
    };
    let flow = &subject.flow;
    let direct = flow.predicates.iter().map(|it| Some(it.method.0));
    let room = ProbeRoom {
        calls: true,
        direct: direct.collect(),
        ..ProbeRoom::new(flow.predicates.len() as u32, flow.methods.len() as u32)
    };
    subject.pool.worker().prepare(&room).expect("prepare");
    let test = subject.test(&[("add", &[Literal::Int(7)])]);
    let execution = subject.run(&test);
    let predicate = subject.predicate("code > 999");
    let all = execution.trace.predicate(predicate).expect("it ran");
    assert_eq!(all.false_count, 3, "{:?}", execution.trace);
    let direct = execution.trace.direct_predicate(predicate);
    let direct = direct.expect("the test called it");
    assert_eq!((direct.true_distance, direct.false_count), (993.0, 1));
}

/// Two threads that come upon three hundred conditions for the first time at the same moment.
fn race() -> String {
    let conditions: Vec<String> = (0..300)
        .map(|number| format!("if (n > {number}) sum++; "))
        .collect();
    let conditions = conditions.concat();
    format!(
        r#"package shop;
        public class Race {{
            public static int run(int n) throws Exception {{
                java.util.concurrent.atomic.AtomicInteger ready = new java.util.concurrent.atomic.AtomicInteger();
                Runnable both = () -> {{ ready.incrementAndGet(); while (ready.get() < 2) {{ Thread.onSpinWait(); }} look(n); }};
                Thread[] threads = {{new Thread(both), new Thread(both)}};
                for (Thread thread : threads) {{ thread.start(); }}
                for (Thread thread : threads) {{ thread.join(); }}
                return n;
            }}
            static int look(int n) {{ int sum = 0; {conditions} return sum; }}
        }}"#
    )
}

#[test]
fn threads_that_note_probes_at_the_same_moment_lose_none_and_spoil_no_trace() {
    let Some((feature, home)) = jdks().into_iter().next() else {
        return;
    };
    let options = options(feature, &home);
    let mut subject = CompiledSubject::with(&race(), &options, 1, &CompileSetup::default());
    let test = subject.test(&[("run", &[Literal::Int(30)])]);
    let patient = RunOptions {
        time_limit_ms: 10_000,
        step_budget: 1 << 40,
        ..RunOptions::default()
    };
    for execution in subject.run_all(&vec![test; 400], patient) {
        assert_eq!(execution.outcome, Outcome::Passed);
        let seen: Vec<u32> = execution
            .trace
            .predicates
            .iter()
            .map(|it| it.predicate)
            .collect();
        let each_once: Vec<u32> = (0..=*seen.last().expect("they ran")).collect();
        assert_eq!(seen, each_once, "no note is lost and none is there twice");
    }
}

#[test]
fn a_pool_runs_what_another_one_compiled() {
    let Some((feature, home)) = jdks().into_iter().next() else {
        return;
    };
    let options = options(feature, &home);
    let mut subject = CompiledSubject::with(CART, &options, 1, &CompileSetup::default());
    let test = subject.test(&[("add", &[Literal::Int(7)]), ("total", &[])]);
    let here = subject.run(&test);
    let mut other = Pool::start(&options, 1).expect("a pool");
    other.take_over(&subject.pool.known());
    let there = other.run(&subject.cluster, &[test], RunOptions::default());
    assert_eq!(there.expect("a run"), [here]);
}

#[test]
fn an_exception_ends_the_test_and_says_where_it_came_from() {
    let Some(mut subject) = CompiledSubject::new(CART) else {
        return;
    };
    let test = subject.test(&[("add", &[Literal::Int(-1)]), ("total", &[])]);
    let execution = subject.run_with(&test, observing());
    let Outcome::Threw { statement, thrown } = execution.outcome else {
        panic!("{:?}", execution.outcome)
    };
    assert_eq!(statement, Var(2));
    assert_eq!(thrown.class, "java.lang.IllegalArgumentException");
    assert_eq!(thrown.message.expect("a message").to_text(), "negative: -1");
    assert_eq!(thrown.stack.len(), 1);
    assert_eq!(
        (thrown.stack[0].method.as_str(), thrown.stack[0].line),
        ("add", 7)
    );
}

#[test]
fn assertions_of_the_program_are_switched_on_as_in_builds() {
    let Some(mut subject) = CompiledSubject::new(
        "package shop; public class Till { public static int half(int n) { assert n % 2 == 0; return n / 2; } }",
    ) else {
        return;
    };
    let test = subject.test(&[("half", &[Literal::Int(3)])]);
    let Outcome::Threw { thrown, .. } = subject.run(&test).outcome else {
        panic!("it does not pass");
    };
    assert_eq!(thrown.class, "java.lang.AssertionError");
}

#[test]
fn an_endless_loop_ends_by_steps() {
    let Some(mut subject) = CompiledSubject::new(CART) else {
        return;
    };
    let test = subject.test(&[("loop", &[Literal::Int(-1)])]);
    let execution = subject.run(&test);
    assert_eq!(
        execution.outcome,
        Outcome::TimedOut {
            statement: Var(1),
            by_steps: true
        }
    );
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn a_run_tells_whether_a_container_refused_to_be_changed_and_who_wanted_it() {
    const FILLER: &str = r#"package shop;
import java.util.*;
public class Filler {
    public void fill() { Arrays.asList("a").add("b"); }
    public void refuse() { throw new UnsupportedOperationException(); }
}
"#;
    let Some(mut subject) = CompiledSubject::new(FILLER) else {
        return;
    };
    for (method, expected) in [("fill", true), ("refuse", false)] {
        let test = subject.test(&[(method, &[])]);
        for options in [RunOptions::default(), observing()] {
            let Outcome::Threw { thrown, .. } = subject.run_with(&test, options).outcome else {
                panic!("{method} throws");
            };
            assert_eq!(thrown.is_refusal(), expected, "{method}: {thrown:?}");
        }
    }
}

#[test]
fn endless_recursion_is_an_exception_of_the_test() {
    let Some(mut subject) = CompiledSubject::new(CART) else {
        return;
    };
    let test = subject.test(&[("deep", &[Literal::Int(1)])]);
    let options = RunOptions {
        step_budget: 100_000_000,
        ..RunOptions::default()
    };
    let execution = subject.run_with(&test, options);
    let Outcome::Threw { thrown, .. } = execution.outcome else {
        panic!("{:?}", execution.outcome)
    };
    assert_eq!(thrown.class, "java.lang.StackOverflowError");
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn an_observing_run_tells_values_and_what_inspectors_return() {
    let Some(mut subject) = CompiledSubject::new(CART) else {
        return;
    };
    let test = subject.test(&[
        ("add", &[Literal::Int(101)]),
        ("total", &[]),
        ("pair", &[Literal::Int(3)]),
        ("names", &[]),
    ]);
    let execution = subject.run_with(&test, observing());
    assert_eq!(execution.outcome, Outcome::Passed);
    let seen: Vec<(Var, Of, Observed)> = execution
        .observations
        .into_iter()
        .map(|one| (one.var, one.subject, one.observed))
        .collect();
    let int = |value| Observed::Literal(Literal::Int(value));
    let name = |value: &str| Observed::Literal(text(value));
    assert!(seen.contains(&(Var(3), Of::Value, int(101))), "{seen:#?}");
    let pair = Observed::Array {
        length: 2,
        elements: vec![int(3), int(101)],
    };
    assert!(seen.contains(&(Var(5), Of::Value, pair)), "{seen:#?}");
    let names = Observed::Sized {
        size: 2,
        elements: vec![name("a"), name("b")],
    };
    assert!(seen.contains(&(Var(6), Of::Value, names)), "{seen:#?}");
    let size = Of::Inspector {
        method: "getSize".into(),
        descriptor: "()Lshop/Cart$Size;".into(),
    };
    let large = Observed::Constant {
        class: "shop.Cart$Size".into(),
        constant: "LARGE".into(),
    };
    assert!(seen.contains(&(Var(0), size, large)), "{seen:#?}");
}

#[test]
fn what_everybody_knows_by_a_name_is_told_by_it_and_what_the_test_has_by_its_variable() {
    const UNIT: &str = r#"package shop;
public class Unit {
    @Deprecated public static final Unit METER = new Unit("m");
    public static final Unit METRE = METER;
    static final Unit FOOT = new Unit("ft");
    private final String sign;
    public Unit() { this("?"); }
    private Unit(String sign) { this.sign = sign; }
    public Unit standard() { return METRE; }
    public Unit foot() { return FOOT; }
    public Unit self() { return this; }
    public Unit getBase() { return METRE; }
}
"#;
    let Some(mut subject) = CompiledSubject::new(UNIT) else {
        return;
    };
    let test = subject.test(&[("standard", &[]), ("foot", &[]), ("self", &[])]);
    let execution = subject.run_with(&test, observing());
    assert_eq!(execution.outcome, Outcome::Passed);
    let value = |var: u16| {
        let is_it = |it: &&Observation| it.var == Var(var) && it.subject == Of::Value;
        let told = execution.observations.iter().find(is_it);
        told.map(|it| it.observed.clone())
    };
    let metre = Observed::Constant {
        class: "shop.Unit".into(),
        constant: "METRE".into(),
    };
    assert_eq!(value(1).as_ref(), Some(&metre));
    let unit = Observed::Object {
        class: "shop.Unit".into(),
    };
    assert_eq!(value(2), Some(unit), "FOOT is not for everybody");
    assert_eq!(value(3), Some(Observed::Same(Var(0))));
    let test = subject.test(&[("self", &[])]);
    let execution = subject.run_with(&test, observing());
    let base = execution.observations.iter().find(
        |it| matches!(&it.subject, Of::Inspector { method, .. } if method == "getBase" && it.var == Var(0)),
    );
    assert_eq!(base.map(|it| &it.observed), Some(&metre));
}

#[test]
fn what_sets_and_maps_hold_is_told_in_the_same_order_each_time_and_lists_tell_objects_of_the_test()
{
    const BOX: &str = r#"package shop;
import java.util.*;
public class Box {
    public Set<String> labels() { return new LinkedHashSet<>(List.of("old", "new")); }
    public Map<String, Integer> prices() { return new LinkedHashMap<>(Map.of("plum", 5, "pear", 3)); }
    public Map<String, Object> parts() { return Collections.singletonMap("lid", new Object()); }
    public List<Box> boxes() { return List.of(this); }
}
"#;
    let Some(mut subject) = CompiledSubject::new(BOX) else {
        return;
    };
    let test = subject.test(&[
        ("labels", &[]),
        ("prices", &[]),
        ("parts", &[]),
        ("boxes", &[]),
    ]);
    let seen = subject.run_with(&test, observing()).observations;
    let names = |all: &[&str]| -> Vec<Observed> {
        all.iter()
            .map(|name| Observed::Literal(text(name)))
            .collect()
    };
    let unordered = |keys: &[&str], is_map: bool, values: &[i32]| {
        Observed::Unordered(Unordered {
            size: keys.len() as u32,
            is_map,
            keys: names(keys),
            values: values
                .iter()
                .map(|it| Observed::Literal(Literal::Int(*it)))
                .collect(),
        })
    };
    let boxes = Observed::Sized {
        size: 1,
        elements: vec![Observed::Same(Var(0))],
    };
    let expected = [
        unordered(&["new", "old"], false, &[]),
        unordered(&["pear", "plum"], true, &[3, 5]),
        Observed::Unordered(Unordered {
            size: 1,
            is_map: true,
            keys: names(&["lid"]),
            values: vec![Observed::Object {
                class: "java.lang.Object".to_owned(),
            }],
        }),
        boxes,
    ];
    for (at, wanted) in (1..).zip(expected) {
        let values = seen
            .iter()
            .filter(|one| one.var == Var(at) && one.subject == Of::Value);
        let values: Vec<&Observed> = values.map(|one| &one.observed).collect();
        assert!(values.contains(&&wanted), "{at}: {values:#?}");
    }
}

/// What was asked of the objects that methods gave, with the number of each.
fn told_by_looks(seen: Vec<Observation>) -> Vec<(u16, String, Observed)> {
    let told = seen.into_iter().filter_map(|one| match one.subject {
        Of::Inspector { method, .. } if one.var > Var(0) => Some((one.var.0, method, one.observed)),
        _ => None,
    });
    told.collect()
}

#[test]
fn a_future_that_is_done_tells_what_it_holds_and_one_that_is_not_keeps_nobody_waiting() {
    const PROMISES: &str = r#"package shop;
import java.util.concurrent.CompletableFuture;
public class Promises {
    public CompletableFuture<String> done() { return CompletableFuture.completedFuture("kiwi"); }
    public CompletableFuture<String> own() {
        CompletableFuture<String> own = new CompletableFuture<String>() {};
        own.complete("lime");
        return own;
    }
    public CompletableFuture<String> waiting() { return new CompletableFuture<>(); }
    public CompletableFuture<String> broken() {
        CompletableFuture<String> broken = new CompletableFuture<>();
        broken.completeExceptionally(new IllegalStateException());
        return broken;
    }
}
"#;
    let Some(mut subject) = CompiledSubject::new(PROMISES) else {
        return;
    };
    let methods = ["done", "own", "waiting", "broken"];
    let test = subject.test(&methods.map(|name| (name, &[][..])));
    let told = told_by_looks(subject.run_with(&test, observing()).observations);
    let is = |value| Observed::Literal(Literal::Boolean(value));
    let name = |value: &str| Observed::Literal(text(value));
    let expected = [
        (1, "join", name("kiwi")),
        (2, "join", name("lime")),
        (3, "isDone", is(false)),
        (4, "isCompletedExceptionally", is(true)),
    ];
    let expected = expected.map(|(var, method, observed)| (var, method.to_owned(), observed));
    assert_eq!(told, expected);
}

#[test]
fn objects_of_the_jdk_that_hold_something_tell_what_they_hold() {
    const HOLDER: &str = r#"package shop;
import java.util.*;
import java.util.concurrent.atomic.*;
public class Holder {
    public Optional<String> found() { return Optional.of("plum"); }
    public Optional<String> missing() { return Optional.empty(); }
    public Optional<Object> unnamed() { return Optional.of(new Object()); }
    public Map.Entry<String, Integer> priced() { return new TreeMap<>(Map.of("pear", 3)).firstEntry(); }
    public Iterator<String> none() { return new ArrayList<String>().iterator(); }
    public AtomicReference<String> last() { return new AtomicReference<>("fig"); }
    public Exception failed() { return new IllegalStateException("sold"); }
}
"#;
    let Some(mut subject) = CompiledSubject::new(HOLDER) else {
        return;
    };
    let test = subject.test(&[
        ("found", &[]),
        ("missing", &[]),
        ("unnamed", &[]),
        ("priced", &[]),
        ("none", &[]),
        ("last", &[]),
        ("failed", &[]),
    ]);
    let told = told_by_looks(subject.run_with(&test, observing()).observations);
    let is = |value| Observed::Literal(Literal::Boolean(value));
    let name = |value: &str| Observed::Literal(text(value));
    let expected = [
        (1, "get", name("plum")),
        (2, "isPresent", is(false)),
        (3, "isPresent", is(true)),
        (4, "getKey", name("pear")),
        (4, "getValue", Observed::Literal(Literal::Int(3))),
        (5, "hasNext", is(false)),
        (6, "get", name("fig")),
        (7, "getMessage", name("sold")),
    ];
    let expected = expected.map(|(var, method, observed)| (var, method.to_owned(), observed));
    assert_eq!(told, expected);
}

const FAILURE: &str = r#"package shop;
import java.util.*;
public class Failure extends RuntimeException {
    public Failure(String message) { super(message); }
    public String[] frames() { return trace().split("\n"); }
    public List<StackTraceElement> stack() { return Arrays.asList(getStackTrace()); }
    public String getTop() { return getStackTrace()[0].toString(); }
    public String trace() {
        java.io.StringWriter out = new java.io.StringWriter();
        printStackTrace(new java.io.PrintWriter(out));
        return out.toString();
    }
}
"#;

#[test]
fn stacks_and_what_is_made_of_them_are_not_observed() {
    let Some(mut subject) = CompiledSubject::new(FAILURE) else {
        return;
    };
    let test = subject.test(&[
        ("<init>", &[text("sold")]),
        ("frames", &[]),
        ("stack", &[]),
        ("trace", &[]),
    ]);
    let execution = subject.run_with(&test, observing());
    assert_eq!(execution.outcome, Outcome::Passed);
    let seen: Vec<(Var, String, Observed)> = execution
        .observations
        .into_iter()
        .map(|one| (one.var, format!("{:?}", one.subject), one.observed))
        .filter(|(_, _, observed)| !matches!(observed, Observed::Null | Observed::Object { .. }))
        .collect();
    let told: Vec<&str> = seen
        .iter()
        .map(|(_, subject, _)| {
            ["getMessage", "toString"]
                .into_iter()
                .find(|name| subject.contains(name))
                .unwrap_or("something else")
        })
        .collect();
    assert_eq!(told, ["getMessage", "toString"], "{seen:#?}");
}

const DAYS: &str = r#"package shop;
public class Days {
    public java.util.Date first() { return new java.util.Date(2); }
    public java.util.Date today() { return new java.util.Date(System.currentTimeMillis()); }
}
"#;

#[test]
fn a_date_is_told_by_its_instant_unless_that_is_now() {
    let Some(mut subject) = CompiledSubject::new(DAYS) else {
        return;
    };
    let test = subject.test(&[("<init>", &[]), ("first", &[]), ("today", &[])]);
    let execution = subject.run_with(&test, observing());
    let values = execution.observations.iter();
    let values = values.filter(|one| matches!(one.observed, Observed::Value { .. }));
    let mut told: Vec<(Var, Observed)> =
        values.map(|one| (one.var, one.observed.clone())).collect();
    // As it was given, and as it is in the end.
    told.dedup();
    let instant = Observed::Value {
        class: "java.util.Date".into(),
        text: "1970-01-01T00:00:00.002Z".into(),
    };
    assert_eq!(told, [(Var(1), instant)]);
}

const QUEUE: &str = r#"package shop;
public class Queue {
    private String left = "";
    public void put(String first) { left = first + left; }
    public String chomp() { String all = left; left = ""; return all; }
    public boolean isEmpty() { return left.isEmpty(); }
    @Override public String toString() { return left; }
}
"#;

#[test]
fn what_only_looks_is_asked_before_what_takes_away() {
    let Some(mut subject) = CompiledSubject::new(QUEUE) else {
        return;
    };
    let test = subject.test(&[("put", &[text("ab")])]);
    let execution = subject.run_with(&test, observing());
    let told = |name: &str| {
        let is_it = |of: &Of| matches!(of, Of::Inspector { method, .. } if method == name);
        let mut seen = execution.observations.iter();
        seen.find(|one| is_it(&one.subject))
            .map(|one| &one.observed)
    };
    assert_eq!(told("toString"), Some(&Observed::Literal(text("ab"))));
    assert_eq!(
        told("isEmpty"),
        Some(&Observed::Literal(Literal::Boolean(false)))
    );
    assert_eq!(
        told("chomp"),
        None,
        "it gives another value the second time"
    );
}

#[test]
fn constants_met_at_comparisons_are_told_once() {
    let Some(mut subject) = CompiledSubject::new(CART) else {
        return;
    };
    let test = subject.test(&[("isCoupon", &[text("x")])]);
    subject.run(&test);
    let seen = subject.pool.take_seen();
    assert!(
        seen.contains(&SeenConstant::Text("SUMMER".into())),
        "{seen:?}"
    );
    subject.run(&test);
    assert_eq!(subject.pool.take_seen(), Vec::new());
}

#[test]
fn a_search_in_a_warm_worker_is_told_the_constants_that_an_earlier_one_met() {
    let Some(mut subject) = CompiledSubject::new(CART) else {
        return;
    };
    let test = subject.test(&[("isCoupon", &[text("x")])]);
    subject.run(&test);
    let first = subject.pool.take_seen();
    // Each search compiles its class.
    let unit = SourceUnit {
        path: PathBuf::from("/src/shop/Other.java"),
        text: "package shop; class Other {}".to_owned(),
    };
    let worker = subject.pool.worker();
    worker.compile(&[unit], SetId::Plain).expect("compile");
    subject.run(&test);
    assert_eq!(subject.pool.take_seen(), first);
}

const PLUGINS: &str = r#"package plug;
import java.util.Comparator;
import java.util.function.Function;
public class Plugins {
    interface Price { long cents(String item); default long twice(String item) { return 2 * cents(item); } }
    static abstract class Rule {
        private final String name;
        protected Rule(String name) { this.name = name; init(); }
        void init() { score(0); }
        protected abstract int score(int n);
        abstract String label();
        int both() { return score(1) + label().length(); }
    }
    static long price(Price price) { return price.twice("tea"); }
    static int rule(Rule rule) { return rule.both(); }
    static Object apply(Function<String, Object> f) { return f.andThen(x -> x + "!").apply("a"); }
    static int compare(Comparator<String> c) { return c.reversed().compare("a", "b"); }
    static String itself(Price price) {
        return price.equals(price) + " " + price.equals(null) + " " + (price.hashCode() == price.hashCode());
    }
    static int[][] matrix(int[][] m, char c, long[] l, Object[] o) { m[0][0] = c; return m; }
    static boolean same(String text) { return text == "literal"; }
}
"#;

/// The value that the last statement gave.
fn last_value(subject: &mut CompiledSubject, script: &TestScript) -> Observed {
    let last = script.test.len() - 1;
    let execution = subject.run_with(&script.test, observing());
    assert_eq!(execution.outcome, Outcome::Passed);
    let mut all = execution.observations.into_iter();
    all.find(|one| one.var.0 as usize == last && one.subject == Of::Value)
        .expect("a value")
        .observed
}

#[test]
fn test_doubles_answer_and_keep_default_and_concrete_methods() {
    for (feature, home) in jdks() {
        let setup = CompileSetup::default();
        let mut subject = CompiledSubject::with(PLUGINS, &options(feature, &home), 1, &setup);
        let mut value = |literal: Literal, name: &str, answer: (&str, &str), call: &str| {
            let mut script = TestScript::default();
            let given = script.literal(&mut subject.cluster, literal);
            let answer = (answer.0, answer.1, given);
            let object = test_double(&mut script, &mut subject.cluster, name, answer);
            script.call(&subject.cluster, subject.callable(call), None, &[object]);
            last_value(&mut subject, &script)
        };
        let price = ("cents", "(Ljava/lang/String;)J");
        let is = Observed::Literal;
        assert_eq!(
            value(Literal::Long(7), "plug.Plugins$Price", price, "price"),
            is(Literal::Long(14))
        );
        assert_eq!(
            value(Literal::Int(7), "plug.Plugins$Price", price, "price"),
            is(Literal::Long(14)),
            "widened, as by a return statement"
        );
        let own = value(Literal::Long(7), "plug.Plugins$Price", price, "itself");
        assert_eq!(own, is(text("true false true")));
        let rule = ("label", "()Ljava/lang/String;");
        assert_eq!(
            value(text("abc"), "plug.Plugins$Rule", rule, "rule"),
            is(Literal::Int(3))
        );
        let function = ("apply", "(Ljava/lang/Object;)Ljava/lang/Object;");
        let applied = value(text("b"), "java.util.function.Function", function, "apply");
        assert_eq!(applied, is(text("b!")));
        let comparator = ("compare", "(Ljava/lang/Object;Ljava/lang/Object;)I");
        let compared = value(
            Literal::Int(-3),
            "java.util.Comparator",
            comparator,
            "compare",
        );
        assert_eq!(compared, is(Literal::Int(-3)));
        let silent = ("other", "()V");
        let ordered = value(Literal::Int(0), "java.util.Comparator", silent, "compare");
        assert_eq!(ordered, is(Literal::Int(1)), "in reverse order, by text");
    }
}

#[test]
fn the_constructor_of_an_abstract_class_gets_what_a_double_gives_it() {
    let java = r#"package plug;
public class Toll {
    static abstract class Gate {
        private final String name;
        private final long lanes;
        protected Gate(int lanes, int more, String name) { this(name, lanes + more); }
        protected Gate(String name, String other) { this(name, 1); }
        protected Gate(String name, long lanes) {
            if (name == null || lanes <= 0) { throw new IllegalArgumentException("no gate"); }
            this.name = name;
            this.lanes = lanes;
        }
        abstract String label();
        String all() { return label() + name + lanes; }
    }
    static String all(Gate gate) { return gate.all(); }
}"#;
    for (feature, home) in jdks() {
        let setup = CompileSetup::default();
        let mut subject = CompiledSubject::with(java, &options(feature, &home), 1, &setup);
        let mut script = TestScript::default();
        let name = script.literal(&mut subject.cluster, text("north"));
        let lanes = script.literal(&mut subject.cluster, Literal::Int(3));
        let answer = ("label", "()Ljava/lang/String;", name);
        let gate = test_double(&mut script, &mut subject.cluster, "plug.Toll$Gate", answer);
        script.call(&subject.cluster, subject.callable("all"), None, &[gate]);
        let refused = subject.run_with(&script.test, observing());
        assert_ne!(refused.outcome, Outcome::Passed, "null and zero");
        let kind = &mut script.test.statements[gate.0 as usize].kind;
        let StatementKind::TestDouble { arguments, .. } = kind else {
            panic!("a double: {kind:?}");
        };
        arguments.extend([name, lanes]);
        let all = last_value(&mut subject, &script);
        assert_eq!(all, Observed::Literal(text("northnorth3")));
    }
}

#[test]
fn what_a_public_class_of_the_jdk_inherits_from_a_hidden_one_can_be_called() {
    let java = "package plug; public class Cut { public static int left(StringBuilder text) { return text.length(); } }";
    for (feature, home) in jdks() {
        let setup = CompileSetup::default();
        let mut subject = CompiledSubject::with(java, &options(feature, &home), 1, &setup);
        let builder = subject.cluster.intern(class("java.lang.StringBuilder"));
        let named =
            |subject: &CompiledSubject, all: &[CallableId], name: &str, descriptor: &str| {
                let is_it = |id: &&CallableId| {
                    let called = subject.cluster.callable(**id);
                    called.name == name && called.descriptor == descriptor
                };
                *all.iter().find(is_it).expect("it is described")
            };
        let generators = subject.cluster.generators(builder).to_vec();
        let make = named(&subject, &generators, "<init>", "(Ljava/lang/String;)V");
        let uses = subject.cluster.uses(builder).to_vec();
        // Declared in AbstractStringBuilder, which nobody can name.
        let cut = named(&subject, &uses, "setLength", "(I)V");
        let mut script = TestScript::default();
        let word = script.literal(&mut subject.cluster, text("goal"));
        let two = script.literal(&mut subject.cluster, Literal::Int(2));
        let object = script.call(&subject.cluster, make, None, &[word]);
        script.call(&subject.cluster, cut, Some(object), &[two]);
        let left = subject.callable("left");
        script.call(&subject.cluster, left, None, &[object]);
        let two = Observed::Literal(Literal::Int(2));
        assert_eq!(last_value(&mut subject, &script), two, "JDK {feature}");
    }
}

#[test]
fn string_literals_are_the_same_objects_as_those_of_the_class() {
    let Some(mut subject) = CompiledSubject::new(PLUGINS) else {
        return;
    };
    let script = TestScript {
        test: subject.test(&[("same", &[text("literal")])]),
    };
    let same = Observed::Literal(Literal::Boolean(true));
    assert_eq!(last_value(&mut subject, &script), same);
}

#[test]
fn arrays_of_any_depth_are_built_and_told() {
    let Some(mut subject) = CompiledSubject::new(PLUGINS) else {
        return;
    };
    let mut script = TestScript::default();
    let array = |of: JavaType| JavaType::Array(Box::new(of));
    let primitive = JavaType::Primitive;
    let rows = subject.cluster.intern(array(primitive(Primitive::Int)));
    let matrix = subject
        .cluster
        .intern(array(array(primitive(Primitive::Int))));
    let longs = subject.cluster.intern(array(primitive(Primitive::Long)));
    let objects = subject.cluster.intern(array(class("java.lang.Object")));
    let five = script.literal(&mut subject.cluster, Literal::Int(5));
    let letter = script.literal(&mut subject.cluster, Literal::Char(u16::from(b'A')));
    let row = script.push(
        rows,
        StatementKind::Array {
            elements: vec![five, five].into(),
        },
    );
    let all = script.push(
        matrix,
        StatementKind::Array {
            elements: vec![row].into(),
        },
    );
    let long = script.push(
        longs,
        StatementKind::Array {
            elements: vec![five].into(),
        },
    );
    let none = script.push(objects, StatementKind::Null);
    let callable = subject.callable("matrix");
    script.call(&subject.cluster, callable, None, &[all, letter, long, none]);
    assert_eq!(last_value(&mut subject, &script), Observed::Same(all));
}

#[test]
fn of_an_object_of_a_library_its_getters_are_asked_and_nothing_else() {
    const PAGE: &str = "package lib; public class Page {
        public String getView() { return \"list\"; }
        public Object getModel() { return new Object(); }
        public String describe() { return \"a page\"; }
        public String toString() { return \"Page\"; }
    }";
    const USER: &str = "package user; public class User {
        public static lib.Page show() { return new lib.Page(); }
    }";
    for (feature, home) in jdks() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().join("Page.java");
        std::fs::write(&source, PAGE).expect("a file");
        let compiled = crate::support::javac(&home)
            .arg("-d")
            .args([folder.path(), source.as_path()])
            .status();
        assert!(compiled.expect("javac runs").success());
        let setup = CompileSetup {
            class_path: vec![folder.path().into()],
            ..CompileSetup::default()
        };
        let mut subject = CompiledSubject::with(USER, &options(feature, &home), 1, &setup);
        let test = subject.test(&[("show", &[])]);
        let seen = subject.run_with(&test, observing()).observations;
        let asked: Vec<&str> = seen
            .iter()
            .filter_map(|one| match &one.subject {
                Of::Inspector { method, .. } => Some(method.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(asked, ["getView"], "{seen:?}");
    }
}

#[test]
fn a_hidden_superclass_is_asked_by_its_public_methods_and_the_only_element_of_a_list_what_it_is() {
    const QUERY: &str = r#"package shop;
public class Query extends Base {
    public java.util.List<Part> parts() { return new java.util.ArrayList<>(all); }
    public java.util.Optional<Part> first() { return all.stream().findFirst(); }
    public Query named(String name) { all.add(new Part("name =", name)); return this; }
    public static class Part {
        private final String text; private final Object value;
        private Part(String text, Object value) { this.text = text; this.value = value; }
        public String getText() { return text; }
        public Object getValue() { return value; }
    }
}
abstract class Base {
    final java.util.List<Query.Part> all = new java.util.ArrayList<>();
    public java.util.List<Query.Part> getParts() { return all; }
    public boolean isValid() { return !all.isEmpty(); }
}
"#;
    let Some(mut subject) = CompiledSubject::new(QUERY) else {
        return;
    };
    let mut asked = |calls: &[(&str, &[Literal])]| -> Vec<(String, Observed)> {
        let test = subject.test(calls);
        let seen = subject.run_with(&test, observing()).observations;
        let seen = seen.into_iter().filter_map(|one| match one.subject {
            Of::Inspector { method, .. } if method != "toString" => Some((method, one.observed)),
            _ => None,
        });
        seen.collect()
    };
    let one = asked(&[("named", &[text("Leo")])]);
    let is = |seen: &[(String, Observed)], name: &str, value: Literal| {
        let wanted = Observed::Literal(value);
        seen.iter()
            .any(|(method, it)| method == name && *it == wanted)
    };
    assert!(is(&one, "isValid", Literal::Boolean(true)), "{one:?}");
    assert!(
        is(&one, "getParts().get(0).getText", text("name =")),
        "{one:?}"
    );
    let has = |seen: &[(String, Observed)]| {
        seen.iter()
            .any(|(method, _)| method == "getParts().get(0).getValue")
    };
    assert!(has(&one), "{one:?}");
    let given = asked(&[("named", &[text("Leo")]), ("parts", &[])]);
    let is_told = |name: &str| given.iter().any(|(method, _)| method == name);
    assert!(
        is_told("get(0).getText") && is_told("get(0).getValue"),
        "{given:?}"
    );
    let found = asked(&[("named", &[text("Leo")]), ("first", &[])]);
    assert!(is(&found, "get().getText", text("name =")), "{found:?}");
    let two = asked(&[("named", &[text("Leo")]), ("named", &[text("Max")])]);
    assert!(!has(&two), "of two nobody knows which is meant: {two:?}");
}

#[test]
fn what_an_object_holds_says_what_it_is() {
    const ANSWER: &str = r#"package shop;
public class Answer {
    private final Page page;
    private Answer(Page page) { this.page = page; }
    public static Answer of(int number) { return new Answer(number < 0 ? null : new Page(number, "red")); }
    public Object getData() { return page; }
    public Page getPage() { return page; }
    public long getCode() { return 200; }
    private String[] rows = {};
    public Answer rows(String prefix, String[] rows) { this.rows = rows; return this; }
    public String[] rows() { return rows; }
    public String[] moreRows() { return rows; }
}
class Page {
    private final int number; private final String text;
    Page(int number, String text) { this.number = number; this.text = text; }
    public int getNumber() { return number; }
    public String getText() { return text; }
    public java.util.List<String> getRows() { return java.util.List.of(text); }
    public String getNothing() { return null; }
    public boolean isLast() { return false; }
}
"#;
    let Some(mut subject) = CompiledSubject::new(ANSWER) else {
        return;
    };
    let mut asked = |number: i32| -> Vec<String> {
        let test = subject.test(&[("of", &[Literal::Int(number)])]);
        let seen = subject.run_with(&test, observing()).observations;
        let names = seen.into_iter().filter_map(|one| match one.subject {
            Of::Inspector { method, .. } => Some(method),
            _ => None,
        });
        names
            .filter(|it| it.contains('.') || it.contains("ows"))
            .collect()
    };
    // Once, though two getters give it; what is nothing is not told.
    let parts = [
        "getPage().getNumber",
        "getPage().getRows",
        "getPage().getText",
    ];
    // What a step is given is asked for by its name.
    assert_eq!(asked(3), [&["rows"][..], &parts].concat());
    assert_eq!(asked(-1), ["rows"]);
}

const KEPT: &str = r#"package p;
public class Kept {
    enum Size { SMALL; int uses; }
    private static int count;
    private static final java.util.List<String> NAMES = new java.util.ArrayList<>(java.util.List.of("a"));
    private static final int[] TABLE = { 1, 2, 3 };
    private static final java.util.Map<String, int[]> MAP = new java.util.HashMap<>(java.util.Map.of("k", new int[1]));
    public static int look() { return count + NAMES.size() + TABLE[1] + Size.SMALL.uses + MAP.get("k")[0]; }
    public static int counted() { count++; return look(); }
    public static int named() { NAMES.add("b"); return look(); }
    public static int tabled() { TABLE[1] = 7; return look(); }
    public static int used() { Size.SMALL.uses++; return look(); }
    public static int mapped() { MAP.get("k")[0]++; return look(); }
    public static int which() { return System.identityHashCode(Kept.class); }
}
"#;

/// What the last call of each test gave, where each test may rely on classes that nothing has changed.
fn given(subject: &mut CompiledSubject, names: &[&str]) -> Vec<Observed> {
    let tests: Vec<_> = names
        .iter()
        .map(|name| subject.test(&[(name, &[])]))
        .collect();
    let runs = subject.run_all(&tests, observing());
    let values = runs.into_iter().flat_map(|run| run.observations);
    values.map(|one| one.observed).collect()
}

#[test]
fn what_a_test_leaves_in_static_fields_no_other_one_finds() {
    for (feature, home) in jdks() {
        let setup = CompileSetup::default();
        let mut subject = CompiledSubject::with(KEPT, &options(feature, &home), 1, &setup);
        let int = |number| Observed::Literal(Literal::Int(number));
        let changing = ["counted", "named", "tabled", "used", "mapped"];
        for name in changing {
            let seen = given(&mut subject, &["look", name, name, "look", name, "look"]);
            let changed = &seen[1];
            assert_ne!(*changed, int(3), "{name}");
            assert_eq!(
                seen,
                [
                    int(3),
                    changed.clone(),
                    changed.clone(),
                    int(3),
                    changed.clone(),
                    int(3)
                ],
                "{name}"
            );
        }
    }
}

#[test]
fn classes_that_a_test_left_as_they_were_made_serve_the_next_one() {
    for (feature, home) in jdks() {
        let setup = CompileSetup::default();
        let mut subject = CompiledSubject::with(KEPT, &options(feature, &home), 1, &setup);
        let seen = given(
            &mut subject,
            &["which", "look", "which", "counted", "which"],
        );
        assert_eq!(seen[0], seen[2], "nothing was changed");
        assert_ne!(seen[2], seen[4], "a field was changed");
    }
}

const NOTED: &str = r#"package p;
public class Noted {
    private static final Noted ONE = new Noted();
    private final int size;
    Noted() { if (Runtime.getRuntime() == null) { size = 1; } else { size = 2; } }
    public static int size() { return ONE.size; }
}
"#;

#[test]
fn what_an_initialiser_runs_of_the_class_each_test_shows() {
    for (feature, home) in jdks() {
        let setup = CompileSetup::default();
        let mut subject = CompiledSubject::with(NOTED, &options(feature, &home), 1, &setup);
        let test = subject.test(&[("size", &[])]);
        let runs = subject.run_all(&[test.clone(), test.clone(), test], observing());
        for run in runs {
            assert_eq!(run.trace.predicates.len(), 1, "{:?}", run.trace);
        }
    }
}

#[test]
fn of_a_text_that_a_call_gives_its_identity_hashes_are_hidden() {
    const TELLING: &str = "package told; public final class Telling {
    public static String itself() { return new Object() + \" name = 'Leo'\"; }
    public static String mail() { return \"alice@example.com\"; }
}
";
    let (feature, home) = jdks().into_iter().next().expect("a JDK");
    let setup = CompileSetup::default();
    let mut subject = CompiledSubject::with(TELLING, &options(feature, &home), 1, &setup);
    let told = |told: &str| Observed::Literal(text(told));
    assert_eq!(
        given(&mut subject, &["itself", "mail"]),
        [
            told("java.lang.Object@\u{2026} name = 'Leo'"),
            told("alice@example.com")
        ]
    );
}

#[test]
fn a_map_of_the_projects_own_tells_what_it_holds_unless_it_looks_things_up_itself() {
    const DESK: &str = r#"package shop;
import java.util.*;
public class Desk {
    public static class Answer extends HashMap<String, Object> {
        public boolean isError() { return true; }
    }
    public static class Folded extends HashMap<String, Object> {
        @Override public Object get(Object key) { return super.get(key.toString().toLowerCase()); }
    }
    public Answer refuse() { Answer answer = new Answer(); answer.put("code", 500); return answer; }
    public Folded fold() { Folded folded = new Folded(); folded.put("code", 500); return folded; }
    public void tell(Answer answer) { answer.put("code", 404); }
}
"#;
    let Some(mut subject) = CompiledSubject::new(DESK) else {
        return;
    };
    let mut test = subject.test(&[("refuse", &[]), ("fold", &[])]);
    let told = subject.test(&[("tell", &[])]);
    let Some(StatementKind::Call { callable, .. }) = told.statements.last().map(|it| &it.kind)
    else {
        panic!("{told:?}");
    };
    let tell = StatementKind::Call {
        callable: *callable,
        receiver: Some(Var(0)),
        arguments: [Var(1)].into_iter().collect(),
    };
    let ty = told.statements[told.len() - 1].ty;
    test.statements.push(Statement { ty, kind: tell });
    let seen = subject.run_with(&test, observing()).observations;
    let code = |number: i32| {
        Observed::Unordered(Unordered {
            size: 1,
            is_map: true,
            keys: vec![Observed::Literal(text("code"))],
            values: vec![Observed::Literal(Literal::Int(number))],
        })
    };
    let of = |var: u16| -> Vec<&Observed> {
        let of = seen
            .iter()
            .filter(|it| it.var == Var(var) && it.subject == Of::Value);
        of.map(|it| &it.observed).collect()
    };
    assert_eq!(
        of(1),
        [&code(500), &code(404)],
        "when it was given, and in the end"
    );
    assert!(
        matches!(of(2)[..], [Observed::Object { .. }]),
        "{:?}",
        of(2)
    );
    let is_text = |it: &Observation| matches!(&it.subject, Of::Inspector { method, .. } if method == "toString");
    assert!(
        !seen.iter().any(|it| it.var == Var(1) && is_text(it)),
        "in the order of hash codes"
    );
}

#[test]
fn of_a_moment_it_is_told_that_there_is_one() {
    const ORDER: &str = r#"package shop;
public class Order {
    private java.util.Date created;
    private java.time.LocalDate born;
    public java.util.Date getCreated() { return created; }
    public java.time.LocalDate getBorn() { return born; }
    public void create() { created = new java.util.Date(); born = java.time.LocalDate.of(2001, 2, 3); }
}
"#;
    let Some(mut subject) = CompiledSubject::new(ORDER) else {
        return;
    };
    let test = subject.test(&[("create", &[])]);
    let seen = subject.run_with(&test, observing()).observations;
    let told = |name: &str| {
        let is_it = |it: &&Observation| matches!(&it.subject, Of::Inspector { method, .. } if method == name);
        seen.iter().find(is_it).map(|it| it.observed.clone())
    };
    let class = "java.util.Date".to_owned();
    assert_eq!(told("getCreated"), Some(Observed::Object { class }));
    assert!(matches!(told("getBorn"), Some(Observed::Value { .. })));
}

#[test]
fn a_map_that_forgets_what_nobody_asked_for_is_not_asked_for_its_keys() {
    const DESK: &str = r#"package shop;
import java.util.*;
public class Desk {
    public static class Recent extends LinkedHashMap<String, Integer> {
        private Recent() { super(4, 0.75f, true); }
        @Override protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) { return size() > 2; }
        public int checkout() { int count = size(); clear(); return count; }
    }
    private final Recent recent = new Recent();
    public Recent fill() { recent.put("b", 1); recent.put("a", 2); return recent; }
    public void more() { recent.put("c", 3); }
}
"#;
    let Some(mut subject) = CompiledSubject::new(DESK) else {
        return;
    };
    let test = subject.test(&[("fill", &[]), ("more", &[])]);
    let seen = subject.run_with(&test, observing()).observations;
    let of = seen
        .iter()
        .filter(|it| it.var == Var(1) && it.subject == Of::Value);
    let keys: Vec<&[Observed]> = of
        .filter_map(|it| match &it.observed {
            Observed::Unordered(all) => Some(&all.keys[..]),
            _ => None,
        })
        .collect();
    let name = |name: &str| Observed::Literal(text(name));
    let [filled, forgotten] = [["a", "b"], ["a", "c"]].map(|all| all.map(name));
    assert_eq!(keys, [filled, forgotten]);
}
