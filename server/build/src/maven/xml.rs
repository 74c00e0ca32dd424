//! XML of poms, in and out: reads what Maven would take for one, writes a tree anew, element by element; knows no
//! element by name.

use std::{fmt::Write, path::Path};

use crate::files::read_file;
use roxmltree::{Document, Node};

/// Elements in elements at most.
const DEEPEST: usize = 200;

/// The entities of XML itself; Maven knows those of HTML, too.
const ENTITIES: [&str; 5] = ["amp", "lt", "gt", "quot", "apos"];

/// What becomes of an element when it is written.
#[derive(Debug)]
pub enum Edit {
    /// It stays.
    Keep,
    /// It goes, with all that is in it.
    Drop,
    /// It stays, with this text in place of what is in it.
    Text(String),
    /// It stays, with this XML behind what is in it.
    Add(String),
}

/// Bytes of a pom, or of settings, at most: it is parsed more than once.
const LARGEST: usize = 4 << 20;

/// The text of an XML file that can be parsed, without its comments, or why it cannot.
pub fn read(file: &Path) -> Result<String, String> {
    let bytes = read_file(file).map_err(|error| error.to_string())?;
    if bytes.len() > LARGEST {
        return Err("it is too large".to_owned());
    }
    let text = decoded(&bytes);
    let document = Document::parse(&text).map_err(|error| error.to_string())?;
    Ok(without_comments(&document))
}

/// Maven reads a text across comments in the middle of it, and so does whoever reads this: what is looked at is what
/// Maven sees. Their lines stay.
fn without_comments(document: &Document<'_>) -> String {
    let text = document.input_text();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let passed_over = document
        .descendants()
        .filter(|it| it.is_comment() || it.is_pi());
    for range in passed_over.map(|node| node.range()) {
        out.push_str(&text[at..range.start]);
        let lines = text[range.clone()].matches('\n');
        lines.for_each(|line| out.push_str(line));
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// UTF-8, else Latin-1, as old poms have it; a letter of HTML that XML has no name for becomes a question mark: it
/// stands in names of people.
fn decoded(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    let mut parts = text.trim_start_matches('\u{feff}').split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = part.split(';').next().unwrap_or_default();
        let is_foreign = name.len() < part.len()
            && name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric())
            && !ENTITIES.contains(&name);
        if is_foreign {
            out.push('?');
            out.push_str(&part[name.len() + 1..]);
        } else {
            out.push('&');
            out.push_str(part);
        }
    }
    out
}

/// The names from the root to an element, `project/build/plugins`. Those of a profile are where they will be: its own
/// two are left out.
pub fn path_of(node: Node<'_, '_>) -> String {
    let mut names: Vec<&str> = node
        .ancestors()
        .filter(Node::is_element)
        .map(|node| node.tag_name().name())
        .collect();
    names.reverse();
    if names.len() > 3 && names[1..3] == ["profiles", "profile"] {
        names.drain(1..3);
    }
    names.join("/")
}

/// Writes an element and what is in it, each as it is or as `edit` has it, by the element and its path. Comments
/// leave their lines behind: what Maven says of a line is true of the original, too.
pub fn write(
    node: Node<'_, '_>,
    out: &mut String,
    edit: &dyn Fn(Node<'_, '_>, &str) -> Edit,
) -> Result<(), &'static str> {
    write_at(node, out, edit, 0)
}

fn write_at(
    node: Node<'_, '_>,
    out: &mut String,
    edit: &dyn Fn(Node<'_, '_>, &str) -> Edit,
    depth: usize,
) -> Result<(), &'static str> {
    if node.is_comment() {
        let lines = node.text().unwrap_or_default().matches('\n');
        lines.for_each(|line| out.push_str(line));
    } else if node.is_text() {
        out.push_str(&escape(node.text().unwrap_or_default()));
    }
    if !node.is_element() {
        return Ok(());
    }
    if depth > DEEPEST {
        return Err("its elements are nested too deeply");
    }
    let what = edit(node, &path_of(node));
    if matches!(what, Edit::Drop) {
        return Ok(());
    }
    let name = node.tag_name().name();
    open(node, depth == 0, out);
    if let Edit::Text(text) = &what {
        out.push_str(&escape(text));
    } else {
        for inner in node.children() {
            write_at(inner, out, edit, depth + 1)?;
        }
    }
    if let Edit::Add(xml) = &what {
        out.push_str(xml);
    }
    let _ = write!(out, "</{name}>");
    Ok(())
}

/// The start tag. Maven looks at names without prefixes, and at no attribute with one but that for spaces.
fn open(node: Node<'_, '_>, is_root: bool, out: &mut String) {
    let _ = write!(out, "<{}", node.tag_name().name());
    if let Some(namespace) = node.tag_name().namespace().filter(|_| is_root) {
        let _ = write!(out, " xmlns=\"{}\"", attribute(namespace));
    }
    for it in node.attributes() {
        let prefix = match it.namespace() {
            None => "",
            Some("http://www.w3.org/XML/1998/namespace") => "xml:",
            Some(_) => continue,
        };
        let _ = write!(out, " {prefix}{}=\"{}\"", it.name(), attribute(it.value()));
    }
    out.push('>');
}

/// A text as XML has it.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn attribute(text: &str) -> String {
    escape(text).replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_of_a_text_with_comments_is_what_maven_reads_of_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let pom = folder.path().join("pom.xml");
        let text = "<?xml version=\"1.0\"?>\n<!-- a\n b --><project>\n<id>cen<!-- x -->tr<?y z?>al</id></project>\n";
        std::fs::write(&pom, text).expect("a file");
        let read = read(&pom).expect("it is XML");
        let document = Document::parse(&read).expect("it is XML");
        let id = document.descendants().find(|it| it.has_tag_name("id"));
        assert_eq!(id.and_then(|it| it.text()), Some("central"));
        assert_eq!(read.lines().count(), text.lines().count());
    }
}
