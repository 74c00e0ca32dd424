//! The comment about rights that a file of tests begins with: takes that of another test class, gives that of a new
//! one. Some tell the name of their file, and that of another one would be wrong.

use std::fmt;

/// Stands for the name of the file.
const FILE: &str = "\u{1}";
/// Stands for a line of dashes as long as the name.
const DASHES: &str = "\u{2}";

/// The comment before everything else, whatever file it stands in; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileHeader {
    text: String,
}

impl FileHeader {
    /// That of the file of this class.
    pub(crate) fn of(text: &str, class: &str) -> Self {
        let file = file_of(class);
        if !text.contains(&file) {
            return Self {
                text: text.to_owned(),
            };
        }
        let dashes = "-".repeat(file.len());
        let line = |line: &str| {
            let is_ruled = line.trim_start_matches([' ', '*']).trim_end() == dashes;
            let line = with_marker(line, &file);
            if is_ruled {
                line.replace(&dashes, DASHES)
            } else {
                line
            }
        };
        let lines: Vec<String> = text.split('\n').map(line).collect();
        Self {
            text: lines.join("\n"),
        }
    }

    /// The text for the file of this class.
    pub(crate) fn for_class(&self, class: &str) -> String {
        let file = file_of(class);
        let dashes = "-".repeat(file.len());
        self.text.replace(FILE, &file).replace(DASHES, &dashes)
    }
}

impl fmt::Display for FileHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The line with what stands for the file in place of its name; a longer name that ends so is another one's.
fn with_marker(line: &str, file: &str) -> String {
    let mut marked = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(file) {
        let (before, behind) = (&rest[..at], &rest[at + file.len()..]);
        let is_end = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        marked.push_str(before);
        marked.push_str(if is_end { file } else { FILE });
        rest = behind;
    }
    marked + rest
}

fn file_of(class: &str) -> String {
    format!("{class}.java")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_tells_its_file_tells_the_new_one() {
        let text = "/* Copyright us\n * ----------\n * ATest.java\n * ----------\n * -----\n */\n";
        let header = FileHeader::of(text, "ATest");
        assert_eq!(
            header.for_class("CartTest"),
            "/* Copyright us\n * -------------\n * CartTest.java\n * -------------\n * -----\n */\n"
        );
        let plain = "/* Copyright us\n * ----------\n */\n";
        assert_eq!(FileHeader::of(plain, "ATest").for_class("CartTest"), plain);
        let longer = "/* Copyright us, BigATest.java */\n";
        assert_eq!(FileHeader::of(longer, "ATest").for_class("BTest"), longer);
        let of_other = text.replace("ATest", "BTest");
        assert_eq!(FileHeader::of(&of_other, "BTest"), header);
    }
}
