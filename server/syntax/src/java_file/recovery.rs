//! Makes text that the grammar cannot parse harmless: takes a text and its tree, gives a text of the same length that
//! parses.
//!
//! Two kinds of text are replaced by others of the same number of bytes, so every span stays what it was. Java that
//! the grammar does not know is written in a way it knows (`gaps.rs`). And where a syntax error makes tree-sitter
//! lose the structure of the class around it, the body of the member it stands in is blanked, so that an error
//! silences only its member (`damage.rs`).

mod damage;
mod gaps;
mod heads;
mod regions;
#[cfg(test)]
mod tests;
mod tokens;

use std::{ops::ControlFlow, sync::Arc};

use tree_sitter::{InputEdit, ParseOptions, ParseState, Parser, Point, Tree};

use crate::{
    Span,
    java_file::{Limit, node::language, parser_memory::HeapGrowth},
};

/// In bytes: a longer file is not parsed. javac takes no class whose code comes near it.
pub const LONGEST: usize = 2 << 20;

/// Nodes of a tree: a text of more is not looked into, as each may become a goal. Five times as many as the largest
/// class has that we have seen; densely written, a text of the greatest length would have millions.
pub const MOST_NODES: usize = 500_000;

/// Times that the parser reports progress: Java takes a hundredth of a text's bytes, also with errors.
const PATIENCE: usize = 10_000;

/// Whether a file is longer than that.
pub(crate) fn is_too_long(text: &str) -> bool {
    text.len() > LONGEST
}

/// A text and the tree of exactly this text.
#[derive(Clone)]
struct Parsed {
    text: Arc<str>,
    tree: Tree,
    /// Why the tree is that of no text at all: the parser needs out of all proportion long for this one, or there would
    /// be too many nodes.
    given_up: Option<Limit>,
}

/// A text, and the tree to work with.
#[derive(Clone)]
pub(crate) struct Recovered {
    /// The text as it is.
    raw: Parsed,
    /// The text with what the grammar does not know written otherwise and damage blanked, where there is any of it.
    harmless: Option<Parsed>,
    /// Bodies that were blanked.
    pub(crate) damage: Vec<Span>,
}

impl Recovered {
    /// Parses a text; `old` is what was parsed before an edit, if there is such.
    pub(crate) fn parse(text: Arc<str>, old: Option<&Self>) -> Self {
        let nothing = |length| Self {
            raw: Parsed::parse("".into(), None),
            harmless: None,
            damage: vec![Span::new(0, length)],
        };
        if is_too_long(&text) {
            return nothing(text.len());
        }
        let old = old.filter(|old| old.given_up().is_none());
        let raw = Parsed::parse(text, old.map(|old| &old.raw));
        if raw.given_up.is_some() {
            return Self {
                damage: vec![Span::new(0, raw.text.len())],
                raw,
                harmless: None,
            };
        }
        if !raw.tree.root_node().has_error() && !gaps::hides_lines(&raw.text) {
            return Self {
                raw,
                harmless: None,
                damage: Vec::new(),
            };
        }
        let before = old.map(|old| old.harmless.as_ref().unwrap_or(&old.raw));
        let known = gaps::rewritten(&raw.text);
        let parsed = if known == *raw.text {
            raw.clone()
        } else {
            Parsed::parse(known.into(), before.or(Some(&raw)))
        };
        if !parsed.tree.root_node().has_error() {
            return Self {
                raw,
                harmless: Some(parsed),
                damage: Vec::new(),
            };
        }
        let (harmless, damage) = damage::blanked(parsed, before);
        Self {
            raw,
            harmless: Some(harmless),
            damage,
        }
    }

    /// Why it is not looked into.
    pub(crate) fn given_up(&self) -> Option<Limit> {
        let harmless = self.harmless.as_ref();
        let of_harmless = || harmless.and_then(|it| it.given_up);
        self.raw.given_up.or_else(of_harmless)
    }

    /// The tree to work with.
    pub(crate) fn tree(&self) -> &Tree {
        self.harmless
            .as_ref()
            .map_or(&self.raw.tree, |parsed| &parsed.tree)
    }
}

impl Parsed {
    /// Parses a text, again only where it differs from an earlier one.
    fn parse(text: Arc<str>, old: Option<&Self>) -> Self {
        let old_tree = old.map(|old| {
            let mut tree = old.tree.clone();
            if let Some(edit) = difference(&old.text, &text) {
                tree.edit(&edit);
            }
            tree
        });
        let language = language();
        let mut parser = Parser::new();
        parser
            .set_language(language)
            .expect("the grammar is built for this parser");
        let bytes = text.as_bytes();
        let mut left = PATIENCE + bytes.len() / 8;
        let mut growth = HeapGrowth::begin();
        let mut has_patience = |state: &ParseState| {
            left = left.saturating_sub(1);
            if left == 0 || growth.is_out_of_proportion(state.current_byte_offset()) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let options = ParseOptions::new().progress_callback(&mut has_patience);
        let from = &mut |at: usize, _| bytes.get(at..).unwrap_or_default();
        let tree = parser.parse_with_options(from, old_tree.as_ref(), Some(options));
        let too_many = |tree: &Tree| tree.root_node().descendant_count() > MOST_NODES;
        let given_up = match &tree {
            None => Some(Limit::Effort),
            Some(tree) if too_many(tree) => Some(Limit::Nodes),
            Some(_) => None,
        };
        let tree = tree.filter(|_| given_up.is_none()).or_else(|| {
            parser.reset();
            parser.parse("", None)
        });
        let tree = tree.expect("no text is parsed at once");
        Self {
            text,
            tree,
            given_up,
        }
    }
}

/// The one replacement that makes `new` of `old`, as small as it can be.
fn difference(old: &str, new: &str) -> Option<InputEdit> {
    let (old, new) = (old.as_bytes(), new.as_bytes());
    if old == new {
        return None;
    }
    let start = same_start(old, new);
    let same_end = same_end(old, new, old.len().min(new.len()) - start);
    let (old_end, new_end) = (old.len() - same_end, new.len() - same_end);
    Some(InputEdit {
        start_byte: start,
        old_end_byte: old_end,
        new_end_byte: new_end,
        start_position: point(old, start),
        old_end_position: point(old, old_end),
        new_end_position: point(new, new_end),
    })
}

/// How many bytes both texts start with, compared in steps that the processor takes at once.
fn same_start(a: &[u8], b: &[u8]) -> usize {
    const STEP: usize = 64;
    let steps = a
        .chunks_exact(STEP)
        .zip(b.chunks_exact(STEP))
        .take_while(|(a, b)| a == b)
        .count();
    let from = steps * STEP;
    from + a[from..]
        .iter()
        .zip(&b[from..])
        .take_while(|(a, b)| a == b)
        .count()
}

/// How many bytes both texts end with, at most `limit`.
fn same_end(a: &[u8], b: &[u8], limit: usize) -> usize {
    const STEP: usize = 64;
    let (a, b) = (&a[a.len() - limit..], &b[b.len() - limit..]);
    let steps = a
        .rchunks_exact(STEP)
        .zip(b.rchunks_exact(STEP))
        .take_while(|(a, b)| a == b)
        .count();
    let (a, b) = (&a[..limit - steps * STEP], &b[..limit - steps * STEP]);
    steps * STEP
        + a.iter()
            .rev()
            .zip(b.iter().rev())
            .take_while(|(a, b)| a == b)
            .count()
}

/// Tree-sitter counts rows by `\n` only.
fn point(text: &[u8], offset: usize) -> Point {
    let before = &text[..offset];
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    Point::new(
        memchr::memchr_iter(b'\n', before).count(),
        offset - line_start,
    )
}
