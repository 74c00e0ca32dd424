//! Between the protocol's places and ours: takes UTF-16 positions and URIs, gives spans and paths, and back; keeps
//! nothing.

use std::path::{Path, PathBuf};

use goalline_syntax::{LineColumn, LineIndex, Span};
use tower_lsp::ls_types::{Position, Range, Uri};

/// The path of a `file:` URI; none for the rest (`untitled:`, `jdt:`, `git:`), which nothing can be generated for.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    if !uri.scheme().as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    uri.to_file_path().map(std::borrow::Cow::into_owned)
}

/// The URI of a path.
pub fn uri_of(path: &Path) -> Option<Uri> {
    Uri::from_file_path(path)
}

/// The span of a range, clamped to the text.
pub fn span_of(lines: &LineIndex, range: Range) -> Span {
    lines.span_of_utf16(line_column(range.start), line_column(range.end))
}

/// The offset of a position, clamped to the text.
pub fn offset_of(lines: &LineIndex, position: Position) -> usize {
    lines.offset_of_utf16(line_column(position))
}

/// The range of a span.
pub fn range_of(lines: &LineIndex, span: Span) -> Range {
    Range::new(position_of(lines, span.start), position_of(lines, span.end))
}

fn position_of(lines: &LineIndex, offset: usize) -> Position {
    let at = lines.utf16(offset);
    Position::new(at.line as u32, at.column as u32)
}

fn line_column(position: Position) -> LineColumn {
    LineColumn::new(position.line as usize, position.character as usize)
}
