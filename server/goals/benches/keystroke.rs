//! How long an editor waits after a keystroke in a file of 2,000 lines: parse again, flow, goals. Asserts nothing.

use std::sync::Arc;

use divan::{Bencher, black_box};
use goalline_flow::FileFlow;
use goalline_goals::{Criterion, GoalSet};
use goalline_syntax::{JavaFile, Span};

fn main() {
    divan::main();
}

/// Twenty lines as they stand in any library.
const METHOD: &str = "
    /**
     * Counts the items that a filter keeps.
     */
    public int countNUMBER(final List<String> items, final int limit, boolean strict) {
        int found = 0;
        for (final String item : items) {
            if (item == null || strict && item.isEmpty()) {
                continue;
            }
            switch (item.charAt(0)) {
                case 'a':
                case 'b':
                    found += item.length() > limit ? 2 : 1;
                    break;
                default:
                    found++;
            }
        }
        return items.stream().filter(it -> it.length() > limit).count() > 3 ? found : -1;
    }
";

fn file() -> JavaFile {
    let methods: String = (0..95)
        .map(|number| METHOD.replace("NUMBER", &number.to_string()))
        .collect();
    let text = format!("package p;\n\npublic class A {{\n{methods}}}\n");
    assert!(
        (1_900..2_100).contains(&text.lines().count()),
        "the file should have 2,000 lines"
    );
    JavaFile::parse(text)
}

fn goals(file: &JavaFile) -> GoalSet {
    GoalSet::of(Arc::new(FileFlow::of(file)), &[Criterion::Branch])
}

/// Types and takes back `typed` in the middle of the file.
fn keystrokes(bencher: Bencher<'_, '_>, typed: &str) {
    let mut file = file();
    let middle = file.text().len() / 2;
    let at = middle
        + file.text()[middle..]
            .find("found++")
            .expect("each method counts");
    let mut is_typed = false;
    bencher.bench_local(|| {
        if is_typed {
            file.edit(Span::new(at, at + typed.len()), "");
        } else {
            file.edit(Span::new(at, at), typed);
        }
        is_typed = !is_typed;
        black_box(goals(&file))
    });
}

#[divan::bench]
fn a_keystroke_in_good_code(bencher: Bencher<'_, '_>) {
    keystrokes(bencher, " ");
}

#[divan::bench]
fn a_brace_that_breaks_the_method_and_is_taken_back(bencher: Bencher<'_, '_>) {
    keystrokes(bencher, "{");
}

#[divan::bench]
fn a_half_typed_call_that_is_taken_back(bencher: Bencher<'_, '_>) {
    keystrokes(bencher, "foo(");
}

#[divan::bench]
fn the_first_parse(bencher: Bencher<'_, '_>) {
    let text = file().shared_text();
    bencher.bench_local(|| black_box(goals(&JavaFile::parse(text.clone()))));
}
