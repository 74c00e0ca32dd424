//! Sources that nobody would write by hand: nesting of every construct, chains and lists of every length. None ends
//! the process, none takes more than a moment, and code beside them keeps its goals.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use goalline_flow::FileFlow;
use goalline_goals::{Criterion, GoalSet};
use goalline_syntax::{JavaFile, LONGEST, Limit, LineIndex};
use proptest::prelude::*;

/// The smallest stack that a thread has by itself.
const STACK: usize = 2 << 20;
/// Far more than any of them takes: a time that grows with the square of a source is far beyond it.
const PATIENCE: Duration = Duration::from_secs(60);
const BESIDE: &str = "\n    int beside(int a) {\n        return a > 1 ? 1 : 2;\n    }\n";

/// Those whose goals are known from the text.
const CRITERIA: [Criterion; 8] = [
    Criterion::Branch,
    Criterion::Direct,
    Criterion::Line,
    Criterion::Weak,
    Criterion::Strong,
    Criterion::Method,
    Criterion::NoException,
    Criterion::Output,
];

/// A construct around itself: what comes before and after what it holds, and what is innermost.
struct Nest {
    name: &'static str,
    /// What stands before the first and after the last.
    around: [&'static str; 2],
    parts: [&'static str; 2],
    innermost: &'static str,
}

const fn nest(
    name: &'static str,
    around: [&'static str; 2],
    parts: [&'static str; 2],
    innermost: &'static str,
) -> Nest {
    Nest {
        name,
        around,
        parts,
        innermost,
    }
}

const STATEMENT: [&str; 2] = ["void m(int a) { ", " }"];
const VALUE: [&str; 2] = ["Object m(int a) { return ", "; }"];

const NESTS: [Nest; 28] = [
    nest("equalities", VALUE, ["", " == true"], "a > 1"),
    nest("parentheses", VALUE, ["(", ")"], "a"),
    nest("conditions", VALUE, ["(a > 1 && ", ")"], "a > 2"),
    nest("negations", VALUE, ["!", ""], "b"),
    nest("signs", VALUE, ["- ", ""], "a"),
    nest("casts", VALUE, ["(int) ", ""], "a"),
    nest("lambdas", VALUE, ["() -> ", ""], "a > 1"),
    nest(
        "blocks of lambdas",
        VALUE,
        ["f(() -> { return ", "; })"],
        "a > 1",
    ),
    nest("arguments", VALUE, ["f(", ")"], "a"),
    nest("conditional values", VALUE, ["a > 1 ? 1 : ", ""], "2"),
    nest("comparisons", VALUE, ["a == (", ")"], "a"),
    nest("assignments", VALUE, ["a = ", ""], "1"),
    nest(
        "array initialisers",
        ["Object[] x = ", ";"],
        ["{", "}"],
        "1",
    ),
    nest("indices", VALUE, ["a[", "]"], "1"),
    nest(
        "anonymous classes",
        VALUE,
        ["new A() { Object n() { return ", "; } }"],
        "1",
    ),
    nest(
        "switch values",
        VALUE,
        ["switch (a) { case 1 -> 1; default -> ", "; }"],
        "2",
    ),
    nest("generics", ["", " x;"], ["A<", ">"], "A"),
    nest("annotations", ["", " int x;"], ["@A(", ")"], "1"),
    nest("blocks", STATEMENT, ["{", "}"], ";"),
    nest("ifs", STATEMENT, ["if (a > 1) ", ""], ";"),
    nest("ifs in blocks", STATEMENT, ["if (a > 1) { ", " }"], ";"),
    nest(
        "loops",
        STATEMENT,
        ["while (a > 1) for (;;) do ", " while (true);"],
        ";",
    ),
    nest("labels", STATEMENT, ["l: ", ""], ";"),
    nest("switches", STATEMENT, ["switch (a) { case 1: ", " }"], ";"),
    nest(
        "tries",
        STATEMENT,
        ["try { ", " } finally { a++; }"],
        "return;",
    ),
    nest(
        "finally blocks",
        STATEMENT,
        ["try { return; } finally { ", " }"],
        "a++;",
    ),
    nest(
        "local classes",
        STATEMENT,
        ["class L { void n(int a) { ", " } }"],
        "if (a > 1) return;",
    ),
    nest(
        "classes",
        ["", ""],
        ["class N { ", " int f(int a) { return a > 1 ? 1 : 2; } }"],
        "",
    ),
];

/// Something again and again, on one level or as a chain.
struct Repeated {
    name: &'static str,
    around: [&'static str; 2],
    part: &'static str,
}

const fn row(name: &'static str, around: [&'static str; 2], part: &'static str) -> Repeated {
    Repeated { name, around, part }
}

const ROWS: [Repeated; 19] = [
    row("sums", ["int m(int a) { return a", "; }"], " + a"),
    row(
        "texts",
        ["String m(int a) { return \"\"", "; }"],
        " + \"x\" + a",
    ),
    row(
        "mixed operators",
        ["int m(int a) { return a", "; }"],
        " + a * a - a",
    ),
    row(
        "ands",
        ["boolean m(int a) { return a > 0", "; }"],
        " && a > 1",
    ),
    row(
        "ors of ands",
        ["boolean m(int a) { return a > 0", "; }"],
        " || a > 1 && a < 9",
    ),
    row(
        "constant ands",
        ["void m() { while (true", ") ; }"],
        " && true",
    ),
    row("calls", ["Object m(A x) { return x", "; }"], ".a(1 > 2)"),
    row("fields", ["Object m(A x) { return x", "; }"], ".a"),
    row(
        "indices in a row",
        ["Object m(A x) { return x", "; }"],
        "[1]",
    ),
    row(
        "else ifs",
        ["void m(int a) { if (a > 0) ; ", " }"],
        " else if (a > 1) ;",
    ),
    row(
        "ifs in a row",
        ["void m(int a) { ", " }"],
        "if (a > 1) a++; ",
    ),
    row(
        "returns",
        ["int m(int a) { ", " return 2; }"],
        "if (a > 1) return 1; ",
    ),
    row(
        "cases",
        ["void m(int a) { switch (a) { ", " } }"],
        "case 1: a++; ",
    ),
    row("elements", ["int[] x = {", "};"], "1, "),
    row("variables", ["void m(int a) { ", " }"], "int v = a + 1; "),
    row("comments", ["", ""], "/** c */ // d\n"),
    row(
        "methods",
        ["", ""],
        "/** c */ int f(int a) { return a > 1 ? f(a) : 2; }\n",
    ),
    row(
        "inner classes",
        ["", ""],
        "/** c */ class N { int g(int a) { N n = new N(); return a > 1 ? g(a) : 2; } }\n",
    ),
    row(
        "enum constants",
        ["enum E { ", " }"],
        "C(1 > 2) { int f(int a) { return a > 1 ? 1 : 2; } },",
    ),
];

fn nested(nest: &Nest, depth: usize) -> String {
    let [open, close] = nest.parts.map(|part| part.repeat(depth));
    let [before, after] = nest.around;
    let inner = [before, &open, nest.innermost, &close, after].concat();
    format!("class A {{\n    {inner}\n{BESIDE}}}\n")
}

fn repeated(row: &Repeated, count: usize) -> String {
    let [before, after] = row.around;
    let inner = [before, &row.part.repeat(count), after].concat();
    format!("class A {{\n    {inner}\n{BESIDE}}}\n")
}

/// What the editor does with a text, on a small stack: file and goals of all criteria.
fn measured(name: &str, text: String) -> (JavaFile, GoalSet) {
    let begun = Instant::now();
    let work = move || {
        let file = JavaFile::parse(text);
        let flow = Arc::new(FileFlow::with_operations(&file));
        let goals = GoalSet::of(flow, &CRITERIA);
        (file, goals)
    };
    let worker = thread::Builder::new().stack_size(STACK).spawn(work);
    let done = worker.expect("a thread").join().expect("no panic");
    let took = begun.elapsed();
    assert!(took < PATIENCE, "{name} took {took:?}");
    done
}

fn has_goals_of(goals: &GoalSet, method: &str) -> bool {
    let named = |id| goals.flow.method(id).name == method;
    goals.goals.iter().any(|goal| named(goal.method))
}

#[test]
fn what_nests_too_deep_costs_its_member_alone_and_the_reason_is_known() {
    for nest in &NESTS {
        let (file, goals) = measured(nest.name, nested(nest, 8_000));
        assert_eq!(
            file.limit().map(|it| it.0),
            Some(Limit::Depth),
            "{}",
            nest.name
        );
        assert!(has_goals_of(&goals, "beside"), "{}", nest.name);
        // Of classes within classes the innermost member is silenced.
        let has_members_inside = nest.name.ends_with("classes");
        assert!(
            has_members_inside || !has_goals_of(&goals, "m"),
            "{}",
            nest.name
        );
    }
}

#[test]
fn what_people_write_is_never_too_deep() {
    for nest in &NESTS {
        let (file, goals) = measured(nest.name, nested(nest, 25));
        assert_eq!(file.limit(), None, "{}", nest.name);
        assert!(has_goals_of(&goals, "beside"), "{}", nest.name);
    }
}

#[test]
fn rows_and_chains_may_be_as_long_as_they_like() {
    for row in &ROWS {
        let (file, goals) = measured(row.name, repeated(row, 3_000));
        assert_eq!(file.limit(), None, "{}", row.name);
        assert!(has_goals_of(&goals, "beside"), "{}", row.name);
    }
}

/// Each loop looked through to its end, each case compared with all before it, would take minutes.
#[test]
fn tens_of_thousands_of_loops_and_of_cases_take_a_moment() {
    let loops = row(
        "loops in a row",
        ["void m(int a) { ", " }"],
        "for (; a > 1;) { a++; break; } ",
    );
    let cases = row(
        "cases without code",
        ["void m(int a) { switch (a) { ", " a++; } }"],
        "case 1: ",
    );
    for (row, count, has_goals) in [(loops, 15_000, true), (cases, 40_000, false)] {
        let (_, goals) = measured(row.name, repeated(&row, count));
        assert!(has_goals_of(&goals, "beside"), "{}", row.name);
        assert_eq!(has_goals_of(&goals, "m"), has_goals, "{}", row.name);
    }
}

/// Counted from the start of its line, each would take as long as the file is.
#[test]
fn places_in_a_file_that_stands_on_one_line_are_found_in_a_moment() {
    let text = format!("/* é */ {}", "if (a > 1) a++; ".repeat(LONGEST / 32));
    let lines = LineIndex::new(text.as_str());
    let begun = Instant::now();
    for (at, _) in text.match_indices('(') {
        let place = lines.utf16(at);
        assert_eq!((place.line, place.column), (0, at - 1));
        assert_eq!(lines.offset_of_utf16(place), at);
    }
    let took = begun.elapsed();
    assert!(took < PATIENCE, "{took:?}");
}

#[test]
fn the_links_of_a_long_chain_keep_their_goals() {
    let branches = |row: &Repeated| {
        let file = JavaFile::parse(repeated(row, 1_000));
        let goals = GoalSet::of(Arc::new(FileFlow::of(&file)), &[Criterion::Branch]);
        goals.goals.len() - 2
    };
    let named = |name: &str| {
        let row = ROWS.iter().find(|row| row.name == name);
        branches(row.expect("a row"))
    };
    assert_eq!(named("ands"), 2_002);
    assert_eq!(named("else ifs"), 2_002);
    let guarded = row("", ["Object m(A x, int a) { return x", "; }"], ".a(a > 2)");
    assert_eq!(branches(&guarded), 2_000);
}

#[test]
fn a_file_that_is_too_long_has_no_goals_and_the_reason_is_known() {
    let text = repeated(&ROWS[0], LONGEST);
    let (file, goals) = measured("too long", text);
    assert_eq!(file.limit().map(|it| it.0), Some(Limit::Length));
    assert!(file.has_error());
    assert_eq!(goals.goals.len(), 0);
}

/// Each would have hundreds of thousands of goals or of bodies, and take gigabytes.
#[test]
fn a_file_that_is_written_too_densely_has_no_goals_and_the_reason_is_known() {
    let dense = [
        ["class A { Object[] m = {", "() -> a > 1, ", "}; }"],
        [
            "class A { boolean m(boolean b) { return f(",
            "!b,",
            "b); } }",
        ],
        ["class A {", "{}", "}"],
        ["class A { void m(int a) { ", "a++;", "} }"],
    ];
    for [before, part, after] in dense {
        let count = (LONGEST - before.len() - after.len()) / part.len();
        let text = [before, &part.repeat(count), after].concat();
        let (file, goals) = measured(part, text);
        assert_eq!(file.limit().map(|it| it.0), Some(Limit::Nodes), "{part}");
        assert!(goals.goals.is_empty() && goals.flow.methods.is_empty());
    }
}

/// Texts that no rule fits, as long as files may be.
#[test]
fn a_long_text_that_is_no_java_takes_a_moment() {
    let pieces = [
        "}{",
        "(",
        "{",
        "class A {",
        "a ",
        "\" ",
        "if (",
        "case 1: ",
        "int f() {",
        "<A",
        "/*",
        "@A(",
    ];
    for piece in pieces {
        let text = piece.repeat(30_000 / piece.len());
        measured(piece, text);
    }
}

/// 20 KB of each took the parser gigabytes, as it follows several readings at once and keeps all of each.
#[test]
fn a_text_with_an_error_at_every_step_is_given_up_before_it_takes_memory_wherever_it_stands() {
    let places = [
        "",
        "class X { ",
        "class X { int f() { ",
        "class X { int f() { return ",
    ];
    let other = "class Y { int g(int a) { return a > 1 ? a : 2; } }\n".repeat(4_000);
    for piece in ["<a", "a<b", "A<", "A<B<", "a<b."] {
        for place in places {
            let short = format!("{place}{}", piece.repeat(10_000));
            let hidden = format!("{other}{place}{}", piece.repeat(10_000));
            for text in [short, hidden] {
                let (file, goals) = measured(piece, text);
                if place.contains("return") {
                    let limit = file.limit().map(|it| it.0);
                    assert_eq!(limit, Some(Limit::Effort), "{place}{piece}");
                    assert!(goals.goals.is_empty());
                }
            }
        }
    }
}

/// For each of its members the way up to the root was gone, and that from the root for each step.
#[test]
fn branches_that_stand_in_each_other_outside_of_a_class_take_a_moment() {
    for piece in ["if(a){}else ", "if(a);else "] {
        for count in [400, 8_000] {
            measured(piece, piece.repeat(count));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn constructs_nested_in_each_other_at_random_never_end_the_process(
        picked in prop::collection::vec((0..NESTS.len(), 1_usize..400), 1..30),
        is_closed in any::<bool>(),
    ) {
        let (mut open, mut close) = (String::new(), Vec::new());
        for (index, depth) in picked {
            let Nest { around: [before, after], parts, .. } = &NESTS[index];
            open += before;
            open += &parts[0].repeat(depth);
            close.push(format!("{}{after}", parts[1].repeat(depth)));
        }
        close.reverse();
        let close = if is_closed { close.concat() } else { String::new() };
        measured("random", format!("class A {{ {open} 1 {close}\n{BESIDE}}}"));
    }
}
