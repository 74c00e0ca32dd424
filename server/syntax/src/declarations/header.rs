//! The head of a file, found by the query in `grammars/java/header.scm`: takes a parsed file, gives its package and
//! imports.

use std::sync::LazyLock;

use tree_sitter::{Query, QueryCursor, QueryMatch, StreamingIterator};

use super::{FileDeclarations, Import};
use crate::{JavaFile, Span, java_file::node::language};

static HEADER: LazyLock<Query> = LazyLock::new(|| {
    let source = include_str!("../../../../grammars/java/header.scm");
    Query::new(language(), source).expect("the query fits the grammar that is built in")
});

/// Adds package and imports to what was found.
pub(super) fn header(file: &JavaFile, found: &mut FileDeclarations) {
    let mut cursor = QueryCursor::new();
    cursor.set_max_start_depth(Some(1));
    let mut matches = cursor.matches(&HEADER, file.tree().root_node(), file.text().as_bytes());
    while let Some(matched) = matches.next() {
        let span = |name: &str| captured(matched, name);
        let text = |name: &str| {
            span(name).map(|it| it.of(file.text()).split_whitespace().collect::<String>())
        };
        if let (Some(declaration), Some(name)) = (span("package"), text("package.name")) {
            found.package = Some(name);
            found.package_span = Some(declaration);
        }
        if let (Some(declaration), Some(path)) = (span("import"), text("import.name")) {
            let mut words = declaration.of(file.text()).split_whitespace();
            found.imports.push(Import {
                path,
                is_static: span("import.static").is_some(),
                // The grammar does not know this word; it was blanked before it came to the parser.
                is_module: words.nth(1) == Some("module"),
                is_wildcard: span("import.asterisk").is_some(),
                span: declaration,
            });
        }
    }
}

fn captured(matched: &QueryMatch<'_, '_>, name: &str) -> Option<Span> {
    let index = HEADER.capture_index_for_name(name)?;
    let node = matched.nodes_for_capture_index(index).next()?;
    Some(Span::new(node.start_byte(), node.end_byte()))
}
