//! Java text as data: takes source text, gives a tree, spans, a line index and declarations; knows nothing of goals.

mod span;

pub use span::Span;
pub use tree_sitter;
