//! Whether tests stand in a class: takes their text and that of the class, compares bodies without white space; reads
//! no file.

use goalline_engine::WrittenTest;

/// The body of a test without white space: what stays the same when it is inserted under another name or indentation.
pub fn body_of(test: &WrittenTest) -> Option<String> {
    let start = test.source.find('{')?;
    Some(without_blanks(&test.source[start..]))
}

/// Whether the body of a test stands in a class, given without white space.
pub fn stands_in(test: &WrittenTest, class: &str) -> bool {
    body_of(test).is_some_and(|body| class.contains(&body))
}

/// A text without white space.
pub fn without_blanks(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace())
        .collect()
}
