//! Insertions and replaced tokens over a text: takes them in any order, gives the new text with a map back; keeps
//! every line break.

use goalline_syntax::Span;

use crate::probed::{ProbePlace, Segment, Site};

/// What stands at one offset, in this order: ends of inner before outer wraps, plain insertions, begins of outer
/// before inner wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum EditOrder {
    Close {
        inner_start: std::cmp::Reverse<usize>,
        rank: std::cmp::Reverse<u8>,
    },
    Insert,
    Open {
        outer_end: std::cmp::Reverse<usize>,
        rank: u8,
    },
    Replace,
}

#[derive(Clone, Debug)]
struct ProbeEdit {
    at: usize,
    order: EditOrder,
    text: String,
    /// Bytes of the old text that this edit takes the place of.
    removes: usize,
    site: Option<usize>,
}

/// Edits of one text.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    edits: Vec<ProbeEdit>,
    places: Vec<ProbePlace>,
}

/// Of two wraps around the same span, the one with the lower rank is the outer one.
pub(crate) mod rank {
    /// A body made into a block.
    pub(crate) const BODY: u8 = 0;
    /// A statement that may be left out, or a returned value.
    pub(crate) const STATEMENT: u8 = 1;
    /// A condition that may be turned round.
    pub(crate) const CONDITION: u8 = 2;
    /// A predicate.
    pub(crate) const PREDICATE: u8 = 3;
    /// An operand inside a predicate.
    pub(crate) const OPERAND: u8 = 4;
    /// An operation, which may be all of an operand.
    pub(crate) const OPERATION: u8 = 5;
}

impl Edits {
    /// Announces a site, to which edits can then belong.
    pub(crate) fn site(&mut self, place: ProbePlace) -> usize {
        self.places.push(place);
        self.places.len() - 1
    }

    /// Puts `before` and `after` around a span.
    pub(crate) fn wrap(&mut self, span: Span, rank: u8, around: (String, String), site: usize) {
        let (before, after) = around;
        let open = EditOrder::Open {
            outer_end: std::cmp::Reverse(span.end),
            rank,
        };
        let close = EditOrder::Close {
            inner_start: std::cmp::Reverse(span.start),
            rank: std::cmp::Reverse(rank),
        };
        self.push(span.start, open, before, 0, Some(site));
        self.push(span.end, close, after, 0, Some(site));
    }

    /// Puts a text between two tokens.
    pub(crate) fn insert(&mut self, at: usize, text: String, site: Option<usize>) {
        self.push(at, EditOrder::Insert, text, 0, site);
    }

    /// Puts a text in the place of one token.
    pub(crate) fn replace(&mut self, token: Span, text: &str, site: usize) {
        self.push(
            token.start,
            EditOrder::Replace,
            text.to_owned(),
            token.end - token.start,
            Some(site),
        );
    }

    fn push(
        &mut self,
        at: usize,
        order: EditOrder,
        text: String,
        removes: usize,
        site: Option<usize>,
    ) {
        self.edits.push(ProbeEdit {
            at,
            order,
            text,
            removes,
            site,
        });
    }

    /// The new text, where each site stands in it, and the map back to the old text.
    pub(crate) fn apply(mut self, old: &str) -> (String, Vec<Site>, Vec<Segment>) {
        self.edits.sort_by_key(|edit| (edit.at, edit.order));
        let grown: usize = self.edits.iter().map(|edit| edit.text.len()).sum();
        let mut text = String::with_capacity(old.len() + grown);
        let mut spans: Vec<Option<Span>> = vec![None; self.places.len()];
        let mut segments = Vec::new();
        let mut copied = 0;
        for edit in &self.edits {
            if edit.at > copied {
                segments.push(Segment {
                    new: text.len(),
                    old: copied,
                });
                text.push_str(&old[copied..edit.at]);
            }
            let start = text.len();
            segments.push(Segment {
                new: start,
                old: edit.at,
            });
            text.push_str(&edit.text);
            copied = edit.at.max(copied) + edit.removes;
            if let Some(site) = edit.site {
                let span = spans[site].get_or_insert(Span::new(start, start));
                span.end = text.len();
            }
        }
        segments.push(Segment {
            new: text.len(),
            old: copied,
        });
        text.push_str(&old[copied..]);
        let sites = self.places.into_iter().zip(spans);
        let sites = sites
            .filter_map(|(place, span)| Some(Site { place, span: span? }))
            .collect();
        (text, sites, segments)
    }
}
