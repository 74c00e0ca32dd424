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

/// Attributes of one element at most, and declarations of namespaces in all: a parser compares each with all before it.
const MOST_ATTRIBUTES: usize = 64;
const MOST_NAMESPACES: usize = 4_000;

/// The tree of a text, unless a parser would be at it for minutes.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, String> {
    if text.matches("xmlns").count() > MOST_NAMESPACES || has_crowded_tag(text) {
        return Err("it has too many attributes".to_owned());
    }
    Document::parse(text).map_err(|error| error.to_string())
}

/// Whether an element has more attributes than anybody writes. Looks at each byte once.
fn has_crowded_tag(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let passed_over = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")];
        let mut passed_over = passed_over.iter();
        let begun = passed_over.find_map(|(begin, end)| Some((rest.strip_prefix(begin)?, end)));
        if let Some((inside, end)) = begun {
            rest = inside.find(end).map_or("", |at| &inside[at + end.len()..]);
            continue;
        }
        let (mut quote, mut attributes, mut length) = (None, 0, rest.len());
        for (at, byte) in rest.bytes().enumerate() {
            match (quote, byte) {
                (Some(open), _) if open == byte => quote = None,
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'=') => attributes += 1,
                (None, b'>') => {
                    length = at;
                    break;
                }
                _ => {}
            }
        }
        if attributes > MOST_ATTRIBUTES {
            return true;
        }
        rest = &rest[length..];
    }
    false
}

/// The text of an XML file that can be parsed, without its comments, or why it cannot.
pub fn read(file: &Path) -> Result<String, String> {
    let bytes = read_file(file).map_err(|error| error.to_string())?;
    if bytes.len() > LARGEST {
        return Err("it is too large".to_owned());
    }
    if let Some(name) = unknown_encoding(&bytes) {
        return Err(format!("it is written in {name}, not in UTF-8"));
    }
    let text = decoded(&bytes);
    let document = parse(&text)?;
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

/// Encodings in which each byte of ASCII is that letter, wherever it stands.
const PLAIN: [&str; 6] = [
    "utf-8",
    "utf8",
    "us-ascii",
    "iso-8859-",
    "windows-125",
    "koi8-",
];

/// Those in which it is as long as all others are ASCII, too.
const PLAIN_IN_ASCII: [&str; 6] = ["gb2312", "gbk", "gb18030", "big5", "euc-", "shift_jis"];

/// The declared encoding, where what we read would not be what Maven reads: a comment to one is text to the other.
fn unknown_encoding(bytes: &[u8]) -> Option<String> {
    const DECLARATION: usize = 200;
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARATION)]);
    let declaration = head.split("?>").next().filter(|it| it.contains("<?xml"))?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let name = value.split(['"', '\'']).nth(1)?.to_ascii_lowercase();
    let is_of = |all: &[&str]| all.iter().any(|one| name.starts_with(one));
    let is_plain = is_of(&PLAIN) || is_of(&PLAIN_IN_ASCII) && bytes.is_ascii();
    (!is_plain).then_some(name)
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
    fn no_element_keeps_a_parser_busy_for_minutes() {
        let attributes = |count: usize| {
            (0..count).fold(String::new(), |all, number| {
                all + &format!(" a{number}='>'")
            })
        };
        assert!(parse(&format!("<a{}/>", attributes(MOST_ATTRIBUTES))).is_ok());
        let unlike = "<!--> <![CDATA[ -->";
        for before in [
            "",
            "<!-- <x> -->",
            "<![CDATA[ \" ]]>",
            "<?x \"?>",
            "'",
            unlike,
        ] {
            let crowded = format!("<a>{before}<b{}/></a>", attributes(100_000));
            let error = parse(&crowded).expect_err("it has too many");
            assert!(error.contains("attributes"), "{error}");
        }
        let spaces = "<b xmlns:a='x'/>".repeat(MOST_NAMESPACES + 1);
        assert!(parse(&format!("<a>{spaces}</a>")).is_err());
    }

    #[test]
    fn what_maven_would_read_otherwise_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let pom = folder.path().join("pom.xml");
        let read = |encoding: &str, name: &[u8]| {
            let mut bytes = format!("<?xml version='1.0' encoding='{encoding}'?><a>").into_bytes();
            bytes.extend(name);
            bytes.extend(b"</a>");
            std::fs::write(&pom, bytes).expect("a file");
            super::read(&pom).map_err(|error| error.contains("is written in"))
        };
        for (encoding, name) in [("UTF-8", "ö"), ("windows-1252", "ö"), ("GBK", "o")] {
            assert!(read(encoding, name.as_bytes()).is_ok(), "{encoding}");
        }
        let hidden = b"<![CDATA[\x81]]><!-- ]]>x<!-- -->";
        for encoding in ["Shift_JIS", "gbk", "UTF-7", "ISO-2022-JP", "UTF-16"] {
            assert_eq!(read(encoding, hidden), Err(true), "{encoding}");
        }
    }

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
