//! Java text as data: takes source text, gives a tree, spans, a line index and declarations; knows nothing of goals.

mod declarations;
mod java_file;
mod line_index;
mod span;
mod text_edit;

pub use declarations::{
    DeclaredKind, DeclaredModifiers, FileDeclarations, Import, MemberDeclaration, Parameter,
    TypeDeclaration, TypeKind, declarations, lambda_parameters,
};
pub use java_file::node::{DEEPEST, Node, NodeId, language};
pub use java_file::recovery::LONGEST;
pub use java_file::{JavaFile, Limit};
pub use line_index::{LineColumn, LineIndex};
pub use span::Span;
pub use text_edit::{EditError, TextEdit, apply_edits};
pub use tree_sitter;
