//! Where verified tests go: takes tests and the text of the test class, gives the new text or the edits; writes no
//! file.

use goalline_junit::{InsertError, Style, WrittenTest, insert_into, write_class};
use goalline_syntax::{JavaFile, TextEdit};

/// The edits that put the tests into an existing test class: imports merged, its style kept, no name used twice.
///
/// # Errors
/// A test class with syntax errors is left alone, with the reason.
pub fn insertion<'a>(
    existing: &JavaFile,
    tests: impl IntoIterator<Item = &'a WrittenTest>,
) -> Result<Vec<TextEdit>, InsertError> {
    let written: Vec<WrittenTest> = tests.into_iter().cloned().collect();
    insert_into(existing, &written)
}

/// The text of a new test class with these tests.
pub fn new_test_class<'a>(
    package: &str,
    class_name: &str,
    tests: impl IntoIterator<Item = &'a WrittenTest>,
    style: &Style,
) -> String {
    let written: Vec<WrittenTest> = tests.into_iter().cloned().collect();
    write_class(package, class_name, &written, style)
}
