//! Blanks members that break the structure around them: takes a parsed text with errors, gives one whose other
//! members are whole.

use std::collections::BTreeSet;

use super::{
    Parsed,
    regions::{Region, regions},
    tokens::tokens,
};
use crate::Span;

/// A text with more members, or with more errors, is left as tree-sitter has it: each is held against each.
const MOST_REGIONS: usize = 20_000;
const MOST_ERRORS: usize = 500;

/// How often the length of the text is parsed once more at most to see which members do: they may lie in each other.
const MOST_PARSED: usize = 8;

/// Rounds after which what is still wrong stays as tree-sitter left it.
const ROUNDS: usize = 4;

/// The text with damaged members blanked, parsed, and what was blanked; `before` is what was parsed before an edit.
pub(super) fn blanked(parsed: Parsed, before: Option<&Parsed>) -> (Parsed, Vec<Span>) {
    let original = parsed.text.clone();
    let regions = regions(&original, &tokens(&original));
    if regions.len() > MOST_REGIONS || errors(&parsed).len() > MOST_ERRORS {
        return (parsed, Vec::new());
    }
    let mut blank: BTreeSet<usize> = BTreeSet::new();
    let mut now = parsed;
    for _ in 0..ROUNDS {
        let known = blank.len();
        blank.extend(lost(&now, &regions, &original, &blank));
        if blank.len() == known {
            break;
        }
        let text = without(&original, blank.iter().map(|index| &regions[*index]));
        now = Parsed::parse(text.into(), before.or(Some(&now)));
    }
    let spans = blank
        .iter()
        .map(|index| Span::new(regions[*index].start, regions[*index].end));
    (now, spans.collect())
}

/// The regions that are damaged and whose member tree-sitter did not keep to itself; when all of these are blank
/// already, those that an error touches and that do not parse.
fn lost(
    parsed: &Parsed,
    regions: &[Region],
    original: &str,
    blank: &BTreeSet<usize>,
) -> BTreeSet<usize> {
    let errors = errors(parsed);
    let touches =
        |region: &Region, error: &Span| error.start <= region.end && region.start <= error.end;
    let members = members(parsed);
    let is_whole: Vec<_> = regions
        .iter()
        .map(|region| members.contains(&(region.start, region.end)))
        .collect();
    let is_kept = |error: &Span| {
        regions.iter().zip(&is_whole).any(|(region, is_whole)| {
            *is_whole && region.start <= error.start && error.end <= region.end
        })
    };
    // Whole members may hold all errors; then nothing else is hurt.
    let is_any_stray = !errors.iter().all(is_kept);
    // What lacks a brace is lost even where the parser finds the error far below.
    let is_damaged =
        |index: &usize| regions[*index].is_damaged && (is_any_stray || !is_whole[*index]);
    let damaged: BTreeSet<_> = (0..regions.len()).filter(is_damaged).collect();
    if !damaged.is_subset(blank) {
        return damaged;
    }
    let mut to_parse = original.len() * MOST_PARSED;
    let is_lost = |index: &usize| {
        let region = &regions[*index];
        let is_touched = errors.iter().any(|error| touches(region, error));
        if !is_touched || is_whole[*index] {
            return false;
        }
        let size = region.end - region.start;
        let may_parse = size <= to_parse;
        to_parse = to_parse.saturating_sub(size);
        may_parse && !parses(region, original)
    };
    (0..regions.len()).filter(is_lost).collect()
}

fn errors(parsed: &Parsed) -> Vec<Span> {
    let mut found = Vec::new();
    let mut open = vec![parsed.tree.root_node()];
    while let Some(node) = open.pop() {
        if node.is_error() || node.is_missing() {
            found.push(Span::new(node.start_byte(), node.end_byte()));
        }
        if node.has_error() {
            let mut cursor = node.walk();
            open.extend(node.children(&mut cursor));
        }
    }
    found
}

/// Start and end of all members that the tree has under a type and not under an error. One walk: tree-sitter looks for
/// a node's parent from the root on.
fn members(parsed: &Parsed) -> BTreeSet<(usize, usize)> {
    let mut found = BTreeSet::new();
    let mut cursor = parsed.tree.walk();
    let mut under_type = Vec::new();
    loop {
        let node = cursor.node();
        let kind = node.kind();
        if under_type.last() == Some(&true) && kind.ends_with("_declaration") {
            found.insert((node.start_byte(), node.end_byte()));
        }
        if cursor.goto_first_child() {
            under_type.push(kind.ends_with("_body") || kind == "enum_body_declarations");
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
            under_type.pop();
        }
    }
}

/// Whether the member parses in a type of its own.
fn parses(region: &Region, original: &str) -> bool {
    let kind = if region.is_constant { "enum" } else { "class" };
    let text = format!("{kind} A {{ {} }}", &original[region.start..region.end]);
    let parsed = Parsed::parse(text.into(), None);
    parsed.given_up.is_none() && !parsed.tree.root_node().has_error()
}

/// The text with the bodies of these members, or all of them where they have none, turned into blanks.
fn without<'r>(original: &str, regions: impl Iterator<Item = &'r Region>) -> String {
    let mut bytes = original.as_bytes().to_vec();
    for region in regions {
        let from = region.body.map_or(region.start, |open| open + 1);
        for byte in &mut bytes[from..region.end] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        match region.body {
            Some(open) if open + 1 < region.end => bytes[region.end - 1] = b'}',
            Some(open) => bytes[open] = b';',
            None => {}
        }
    }
    String::from_utf8(bytes).expect("whole characters became blanks")
}
