//! The tree as a flat list: takes a tree-sitter tree, gives cheap nodes with parents, fields and text; comments are
//! stepped over.
//!
//! Tree-sitter's own nodes pay a call across the language border for each step; one pass copies them out, and
//! everything that looks at a file afterwards walks this list.

use std::sync::LazyLock;

use crate::{JavaFile, Span, java_file::parser_memory};

/// The number of a node in its file, in the order in which a reader meets their first bytes (parents before children).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

static LANGUAGE: LazyLock<tree_sitter::Language> = LazyLock::new(|| {
    parser_memory::count_from_now_on();
    tree_sitter_java::LANGUAGE.into()
});

static KINDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    (0..LANGUAGE.node_kind_count())
        .map(|id| LANGUAGE.node_kind_for_id(id as u16).unwrap_or_default())
        .collect()
});

/// What the kind of a node says about it without asking the node.
static KIND_FLAGS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let flags = |(id, kind): (u16, &&str)| {
        let is_comment = matches!(*kind, "line_comment" | "block_comment");
        (if LANGUAGE.node_kind_is_named(id) {
            NAMED
        } else {
            0
        }) | (if is_comment { EXTRA } else { 0 })
    };
    (0u16..).zip(KINDS.iter()).map(flags).collect()
});

static FIELDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    (0..=LANGUAGE.field_count())
        .map(|id| LANGUAGE.field_name_for_id(id as u16).unwrap_or_default())
        .collect()
});

/// The Java grammar; asked for before anything else of tree-sitter is.
pub fn language() -> &'static tree_sitter::Language {
    &LANGUAGE
}

#[derive(Clone, Copy, Debug)]
struct NodeEntry {
    kind: u16,
    field: u16,
    start: u32,
    end: u32,
    /// The number of the first node that is not below this one.
    after: u32,
    parent: u32,
    flags: u8,
}

const NAMED: u8 = 1;
const EXTRA: u8 = 2;
const ERROR: u8 = 4;
const MISSING: u8 = 8;
const HAS_ERROR: u8 = 16;
const NO_PARENT: u32 = u32::MAX;
/// How deep nodes may nest, the links of a chain counted once. No code that people write comes near it, and walking
/// so deep by recursion takes a fraction of the smallest stack. What nests deeper cannot be measured.
pub const DEEPEST: u16 = 300;
const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
const ERROR_KIND: &str = "ERROR";

/// All nodes of a tree, in order, as deep as code may nest.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeList {
    entries: Vec<NodeEntry>,
    /// Nodes below which code nests too deep: nothing is below them here, and they count as errors.
    pub(crate) too_deep: Vec<Span>,
}

impl NodeList {
    pub(crate) fn of(tree: &tree_sitter::Tree) -> Self {
        let count = tree.root_node().descendant_count();
        let mut entries: Vec<NodeEntry> = Vec::with_capacity(count);
        let mut depths: Vec<u16> = Vec::with_capacity(count);
        let mut too_deep = Vec::new();
        let mut cursor = tree.walk();
        let may_err = tree.root_node().has_error();
        let mut parent = NO_PARENT;
        loop {
            let index = entries.len() as u32;
            entries.push(Self::entry(&cursor, parent, may_err));
            let depth = entries.get(parent as usize).map_or(0, |around| {
                depths[parent as usize] + u16::from(!is_link(around, &mut cursor))
            });
            depths.push(depth);
            if depth < DEEPEST && cursor.goto_first_child() {
                parent = index;
                continue;
            }
            if depth == DEEPEST && cursor.node().child_count() > 0 {
                too_deep.push(Self::cut(&mut entries));
            }
            loop {
                let count = entries.len() as u32;
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return Self {
                        entries: Self::closed(entries),
                        too_deep,
                    };
                }
                entries[parent as usize].after = count;
                parent = entries[parent as usize].parent;
            }
        }
    }

    fn entry(cursor: &tree_sitter::TreeCursor<'_>, parent: u32, may_err: bool) -> NodeEntry {
        let node = cursor.node();
        let kind = node.kind_id();
        let mut flags = KIND_FLAGS.get(kind as usize).copied().unwrap_or(NAMED);
        if may_err {
            for (flag, holds) in [
                (ERROR, node.is_error()),
                (MISSING, node.is_missing()),
                (HAS_ERROR, node.has_error()),
            ] {
                flags |= if holds { flag } else { 0 };
            }
        }
        NodeEntry {
            kind,
            field: cursor.field_id().map_or(0, u16::from),
            start: node.start_byte() as u32,
            end: node.end_byte() as u32,
            after: 0,
            parent,
            flags,
        }
    }

    /// Makes an error of the last node, which has nothing below it; gives its bytes.
    fn cut(entries: &mut [NodeEntry]) -> Span {
        let last = entries.len() - 1;
        entries[last].flags |= ERROR;
        let mut at = last as u32;
        while let Some(entry) = entries.get_mut(at as usize)
            && entry.flags & HAS_ERROR == 0
        {
            entry.flags |= HAS_ERROR;
            at = entry.parent;
        }
        let NodeEntry { start, end, .. } = entries[last];
        Span::new(start as usize, end as usize)
    }

    fn closed(mut entries: Vec<NodeEntry>) -> Vec<NodeEntry> {
        let count = entries.len() as u32;
        for index in 0..count {
            let entry = &mut entries[index as usize];
            if entry.after == 0 {
                entry.after = if entry.parent == NO_PARENT {
                    count
                } else {
                    index + 1
                };
            }
        }
        entries
    }

    /// The last node that starts at or before an offset.
    fn last_from(&self, offset: usize) -> u32 {
        let before = |entry: &NodeEntry| entry.start as usize <= offset;
        self.entries.partition_point(before).saturating_sub(1) as u32
    }
}

/// Whether the node at the cursor goes on a chain that the node around it belongs to: `a + b + c`, `a.b().c()`, `else
/// if`. Such chains are as long as people write them, and whoever walks a tree walks them in a loop; everything else
/// nests, and may be walked by recursion.
fn is_link(around: &NodeEntry, cursor: &mut tree_sitter::TreeCursor<'_>) -> bool {
    let Some(field) = cursor.field_name() else {
        return false;
    };
    let kind = KINDS.get(around.kind as usize).copied().unwrap_or_default();
    let own = cursor.node().kind();
    match (kind, field) {
        ("binary_expression", "left") => own == kind && !is_compared(cursor),
        ("method_invocation" | "field_access", "object") | ("array_access", "array") => {
            matches!(own, "method_invocation" | "field_access" | "array_access")
        }
        ("if_statement", "alternative") => own == kind,
        _ => false,
    }
}

/// Whether a comparison stands behind the operand at the cursor. Tree-sitter finds the node around another one from
/// the root on, so the cursor goes there and back.
fn is_compared(cursor: &mut tree_sitter::TreeCursor<'_>) -> bool {
    let (mut steps, mut is_compared) = (0, false);
    while cursor.goto_next_sibling() {
        steps += 1;
        if cursor.field_name() == Some("operator") {
            is_compared = COMPARISONS.contains(&cursor.node().kind());
            break;
        }
    }
    for _ in 0..steps {
        cursor.goto_previous_sibling();
    }
    is_compared
}

/// A node of a file's tree. Comments are not among the children; see [`Node::doc_comment`].
#[derive(Clone, Copy)]
pub struct Node<'f> {
    file: &'f JavaFile,
    index: u32,
}

impl<'f> Node<'f> {
    pub(crate) fn new(file: &'f JavaFile, id: NodeId) -> Self {
        Self { file, index: id.0 }
    }

    fn entry(self) -> &'f NodeEntry {
        &self.file.nodes().entries[self.index as usize]
    }

    fn at(self, index: u32) -> Self {
        Self {
            file: self.file,
            index,
        }
    }

    /// Its number.
    pub fn id(self) -> NodeId {
        NodeId(self.index)
    }

    /// The file it belongs to.
    pub fn file(self) -> &'f JavaFile {
        self.file
    }

    /// The grammar's name of the node: `if_statement`, or the token itself for punctuation and keywords.
    pub fn kind(self) -> &'static str {
        let kind = self.entry().kind as usize;
        KINDS.get(kind).copied().unwrap_or(ERROR_KIND)
    }

    /// Whether it is more than punctuation or a keyword.
    pub fn is_named(self) -> bool {
        self.entry().flags & NAMED != 0
    }

    /// Whether it stands for text that fits no rule.
    pub fn is_error(self) -> bool {
        self.entry().flags & ERROR != 0
    }

    /// Whether the parser made it up because the text lacks it.
    pub fn is_missing(self) -> bool {
        self.entry().flags & MISSING != 0
    }

    /// Whether it or anything below it is an error or missing.
    pub fn has_error(self) -> bool {
        self.entry().flags & HAS_ERROR != 0
    }

    /// Whether it is a comment.
    pub fn is_comment(self) -> bool {
        self.entry().flags & EXTRA != 0
    }

    /// Its bytes.
    pub fn span(self) -> Span {
        let entry = self.entry();
        Span::new(entry.start as usize, entry.end as usize)
    }

    /// Its text.
    pub fn text(self) -> &'f str {
        self.span().of(self.file.text())
    }

    /// The field of the parent that this node fills.
    pub fn field_name(self) -> Option<&'static str> {
        let field = self.entry().field as usize;
        (field != 0).then(|| FIELDS[field])
    }

    /// The node around it.
    pub fn parent(self) -> Option<Self> {
        let parent = self.entry().parent;
        (parent != NO_PARENT).then(|| self.at(parent))
    }

    /// The nodes around it, from the inside out, itself left out.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'f>> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// Its children, tokens included, comments left out.
    pub fn children(self) -> impl Iterator<Item = Node<'f>> + Clone {
        self.children_with_comments()
            .filter(|child| !child.is_comment())
    }

    /// Its children that are more than tokens, comments left out.
    pub fn named_children(self) -> impl Iterator<Item = Node<'f>> + Clone {
        self.children().filter(|child| child.is_named())
    }

    /// Its children, comments included.
    pub fn children_with_comments(self) -> impl Iterator<Item = Node<'f>> + Clone {
        let end = self.entry().after;
        let first = (self.index + 1 < end).then(|| self.at(self.index + 1));
        std::iter::successors(first, move |child| {
            let next = child.entry().after;
            (next < end).then(|| child.at(next))
        })
    }

    /// Itself and everything below it in order, comments left out.
    pub fn descendants(self) -> impl Iterator<Item = Node<'f>> + Clone {
        (self.index..self.entry().after)
            .map(move |index| self.at(index))
            .filter(|node| !node.is_comment())
    }

    /// Calls `enter` with this node and everything below it in order, comments left out; where `enter` says no, not
    /// with what is below. Walks without recursion, however deep the code nests.
    pub fn visit(self, mut enter: impl FnMut(Self) -> bool) {
        let mut index = self.index;
        while index < self.entry().after {
            let node = self.at(index);
            let descend = !node.is_comment() && enter(node);
            index = if descend {
                index + 1
            } else {
                node.entry().after
            };
        }
    }

    /// The child in this field.
    pub fn field(self, name: &str) -> Option<Self> {
        self.fields(name).next()
    }

    /// The children in this field.
    pub fn fields(self, name: &str) -> impl Iterator<Item = Node<'f>> + Clone {
        self.named_or_token_fields()
            .filter(move |child| child.field_name() == Some(name))
    }

    fn named_or_token_fields(self) -> impl Iterator<Item = Node<'f>> + Clone {
        self.children().filter(|child| child.entry().field != 0)
    }

    /// The first child of this kind.
    pub fn child(self, kind: &str) -> Option<Self> {
        self.children().find(|child| child.kind() == kind)
    }

    /// The first child that is more than a token.
    pub fn first_named(self) -> Option<Self> {
        self.named_children().next()
    }

    /// Whether it has a child of this kind, for keywords and operators.
    pub fn has(self, kind: &str) -> bool {
        self.child(kind).is_some()
    }

    /// The expression inside any parentheses around it.
    #[must_use]
    pub fn unparenthesized(self) -> Self {
        let mut node = self;
        while node.kind() == "parenthesized_expression"
            && let Some(inner) = node.first_named()
        {
            node = inner;
        }
        node
    }

    /// The `/** … */` comment that stands right before it.
    pub fn doc_comment(self) -> Option<Self> {
        let mut comment = self.previous_sibling()?;
        while comment.is_comment() {
            if comment.text().starts_with("/**") && comment.text().len() > "/**/".len() {
                return Some(comment);
            }
            comment = comment.previous_sibling()?;
        }
        None
    }

    /// The child before it of the node around it, comments included.
    fn previous_sibling(self) -> Option<Self> {
        let parent = self.entry().parent;
        let last = self.index.checked_sub(1).filter(|last| *last != parent)?;
        let mut sibling = self.at(last);
        while sibling.entry().parent != parent {
            sibling = sibling.parent()?;
        }
        Some(sibling)
    }

    /// The smallest node that holds the span, which is not empty; itself where none below it does.
    #[must_use]
    pub fn smallest_around(self, span: Span) -> Self {
        let mut node = self.at(self.file.nodes().last_from(span.start));
        while node.index > self.index {
            if !node.is_comment() && node.span().contains(span) {
                return node;
            }
            let Some(parent) = node.parent() else {
                return self;
            };
            node = parent;
        }
        self
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.file, other.file) && self.index == other.index
    }
}

impl Eq for Node<'_> {}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}@{:?}", self.kind(), self.span())
    }
}
