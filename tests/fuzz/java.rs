//! Java sources, bent: parsed, edited, their goals found, probes woven in.

use std::{fs, path::Path, sync::Arc};

use goalline_flow::FileFlow;
use goalline_goals::{GoalChoice, GoalSet};
use goalline_instrument::{ProbePlan, weave};
use goalline_syntax::{JavaFile, Span};
use proptest::{prelude::*, sample::Index};

use crate::bent::bent;

const WORDS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    ";",
    "\"",
    "\"\"\"",
    "'",
    "/*",
    "*/",
    "//",
    "\\u0022",
    "->",
    "::",
    "<",
    ">>>",
    "?",
    ":",
    "switch (x) {",
    "case 1, 2 ->",
    "default:",
    "yield 1;",
    "if (a)",
    "else",
    "for (;;)",
    "while (true)",
    "try {",
    "catch (",
    "finally {",
    "class A {",
    "record R(",
    "enum E {",
    "interface I {",
    "@A(",
    "new int[]{",
    "() -> ",
    "a instanceof B b &&",
    "assert x :",
    "synchronized (",
    "super(",
    "this.",
    "…",
    "\u{0}",
    "\u{1F600}",
    "\u{D7FF}",
];

/// Sources that are here anyway, the demo's and those of the worker, and those of the corpus.
fn sources() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut texts = Vec::new();
    for folder in ["tests/fixtures/shop/src", "server/jvm/worker"] {
        collect(&root.join(folder), &mut texts);
    }
    texts.extend(crate::bent::texts_in("java"));
    assert!(texts.len() > 20, "{} sources", texts.len());
    texts.sort();
    texts
}

fn collect(folder: &Path, texts: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, texts);
        } else if path.extension().is_some_and(|ending| ending == "java") {
            let text = fs::read_to_string(path).expect("a source");
            // Long ones take their time and show nothing else.
            if text.len() < 12_000 {
                texts.push(text);
            }
        }
    }
}

/// Where a repeated piece stands.
const PLACES: &[&str] = &[
    "",
    "class X { ",
    "class X { int f() { ",
    "class X { int f() { return ",
];

/// Short words that mean one thing or another by what follows them.
const OPEN: &[&str] = &[
    "a", "A", "<", ">", ".", ",", "[", "]", "&", "!", "-", "a<b", "int a", "x->", "\n",
];

/// Bytes of a text of repeated pieces, which takes the parser the longer the more readings it has.
const REPEATED: usize = 20_000;

/// In bytes: far more than what reads all the texts takes, far less than a text that is out of proportion.
#[cfg(target_os = "linux")]
const MOST_MEMORY: usize = 1 << 30;

/// The most memory that this process ever had, in bytes.
#[cfg(target_os = "linux")]
fn most_memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("the system says it");
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = most.and_then(|it| it.trim().strip_suffix(" kB")?.parse::<usize>().ok());
    kilobytes.expect("a number") << 10
}

fn read(file: &JavaFile) {
    let flow = Arc::new(FileFlow::with_operations(file));
    let criteria = GoalChoice::named("all").expect("it is a choice").criteria();
    let goals = GoalSet::of(flow.clone(), &criteria);
    for goal in goals.all() {
        assert!(goal.span.end <= file.text().len());
        let _ = goals.depends(goal.id);
    }
    let _ = weave(file, &flow, &ProbePlan::full(&flow));
}

proptest! {
    #![proptest_config(crate::bent::cases())]

    #[cfg(target_os = "linux")]
    #[test]
    fn a_source_of_a_piece_that_is_repeated_takes_little_memory(
        words in prop::collection::vec(prop_oneof![prop::sample::select(WORDS), prop::sample::select(OPEN)], 1..5),
        place in prop::sample::select(PLACES),
    ) {
        let piece = words.concat();
        read(&JavaFile::parse(format!("{place}{}", piece.repeat(REPEATED / piece.len()))));
        let most = most_memory();
        prop_assert!(most < MOST_MEMORY, "{piece}: {most}");
    }

    #[test]
    fn a_source_of_any_text_is_read(
        text in bent(sources(), WORDS),
        edits in prop::collection::vec((any::<Index>(), any::<Index>(), prop::sample::select(WORDS)), 0..4),
    ) {
        let mut file = JavaFile::parse(text);
        read(&file);
        for (from, to, word) in edits {
            let places: Vec<usize> = file.text().char_indices().map(|(at, _)| at).chain([file.text().len()]).collect();
            let (from, to) = (places[from.index(places.len())], places[to.index(places.len())]);
            let start = from.min(to);
            let last = from.max(to).min(start + 40);
            let end = (start..=last).rfind(|at| file.text().is_char_boundary(*at));
            let span = Span::new(start, end.unwrap_or(start));
            file.edit(span, word);
            read(&file);
            prop_assert_eq!(file.has_error(), JavaFile::parse(file.text()).has_error());
        }
    }
}
