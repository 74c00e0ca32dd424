//! `.editorconfig` files: takes a path, gives what the sections that match it say.

use std::{collections::BTreeMap, path::Path};

use crate::files::{globs::FilePattern, read_written};

/// Folders above a file whose settings are looked for, and sections of one file that are asked, at most.
const MOST_FOLDERS: usize = 32;
const MOST_SECTIONS: usize = 1_000;

/// The properties of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EditorProperties(BTreeMap<String, String>);

impl EditorProperties {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// One level of indentation.
    pub(super) fn indent(&self) -> Option<String> {
        const MOST: usize = 8;
        if self.get("indent_style") == Some("tab") {
            return Some("\t".to_owned());
        }
        let size = match self.get("indent_size") {
            Some("tab") | None => self.get("tab_width")?,
            Some(size) => size,
        };
        let size: usize = size.parse().ok()?;
        (1..=MOST).contains(&size).then(|| " ".repeat(size))
    }

    pub(super) fn width(&self) -> Option<usize> {
        self.get("max_line_length")?.parse().ok()
    }

    pub(super) fn line_break(&self) -> Option<&'static str> {
        match self.get("end_of_line")? {
            "crlf" => Some("\r\n"),
            "lf" => Some("\n"),
            _ => None,
        }
    }
}

/// What the `.editorconfig` files above the file say of it, none outside of `last`: the nearer, the later, the
/// stronger.
pub(super) fn said_of(file: &Path, last: &Path) -> EditorProperties {
    let mut texts = Vec::new();
    let folders = file.ancestors().skip(1).take(MOST_FOLDERS);
    for folder in folders.take_while(|it| it.starts_with(last)) {
        let Ok(text) = read_written(folder.join(".editorconfig")) else {
            continue;
        };
        let is_root = is_root(&text);
        texts.push((folder, text));
        if is_root {
            break;
        }
    }
    let mut said = EditorProperties::default();
    for (folder, text) in texts.iter().rev() {
        let path = file.strip_prefix(folder).unwrap_or(file);
        said.read(text, &path.to_string_lossy().replace('\\', "/"));
    }
    said
}

fn is_root(text: &str) -> bool {
    let head = text.lines().take_while(|line| !line.starts_with('['));
    head.filter_map(property)
        .any(|(name, value)| name == "root" && value == "true")
}

/// `name = value` in small letters.
fn property(line: &str) -> Option<(String, String)> {
    let line = line.trim();
    if line.starts_with(['#', ';']) {
        return None;
    }
    let (name, value) = line.split_once('=')?;
    let value = value.split([';', '#']).next().unwrap_or_default();
    Some((name.trim().to_lowercase(), value.trim().to_lowercase()))
}

impl EditorProperties {
    fn read(&mut self, text: &str, path: &str) {
        let mut matches = false;
        let mut sections = 0;
        for line in text.lines() {
            let line = line.trim();
            if let Some(pattern) = line.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
                sections += 1;
                matches = sections <= MOST_SECTIONS && is_matched(pattern, path);
            } else if matches && let Some((name, value)) = property(line) {
                self.0.insert(name, value);
            }
        }
    }
}

/// Whether the section with this head is about the path, which is relative to the folder of the section's file.
fn is_matched(pattern: &str, path: &str) -> bool {
    let pattern = pattern.trim_start_matches('/');
    let is_anywhere = !pattern.contains('/');
    let path = if is_anywhere {
        path.rsplit('/').next().unwrap_or(path)
    } else {
        path
    };
    FilePattern::of_editor(pattern).fits(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_match_as_editors_match_them() {
        for (pattern, path, expected) in [
            ("*", "src/Cart.java", true),
            ("*.java", "src/Cart.java", true),
            ("*.{java,xml}", "src/Cart.java", true),
            ("*.{xml,{kt,java}}", "src/Cart.java", true),
            ("{pom,wro}.xml", "src/Cart.java", false),
            ("src/*.java", "src/shop/Cart.java", false),
            ("src/**.java", "src/shop/Cart.java", true),
            ("/src/**/Cart.java", "src/shop/Cart.java", true),
            ("Car[st].java", "Cart.java", true),
            ("Car[!t].java", "Cart.java", false),
            ("Car?.jav", "Cart.java", false),
        ] {
            assert_eq!(is_matched(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn a_size_without_a_style_is_one_of_spaces() {
        let said = |text: &str| {
            let mut said = EditorProperties::default();
            said.read(text, "Cart.java");
            said
        };
        assert_eq!(said("[*]\nindent_size = 2").indent().as_deref(), Some("  "));
        assert_eq!(said("[*]\nindent_size = 0").indent(), None);
        let tab = "[*]\nindent_style=tab\nindent_size=4 ; wide\n";
        assert_eq!(said(tab).indent().as_deref(), Some("\t"));
        assert_eq!(said("[*]\nmax_line_length = off").width(), None);
    }
}
