//! The open documents: takes what the client says about them, in order, gives the newest text, tree and goals; keeps
//! no results.

pub mod equal_bodies;
pub mod followed;
pub mod moved;
pub mod shown;

use std::{
    cell::{Cell, OnceCell},
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_flow::MethodFlow;
use goalline_goals::GoalChoice;
use goalline_syntax::{JavaFile, LineIndex, Span};
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};
use tracing::warn;

use crate::serve::transport::convert;
use {super::asked::MethodAround, crate::serve::state::documents::shown::SelectedGoals};

/// After more changes than this a parse from scratch is cheaper.
const FEW_CHANGES: usize = 8;

/// One open document. Its text is always the newest; it is parsed when somebody looks.
pub struct Document {
    /// Its URI as the client writes it.
    pub uri: Uri,
    /// The version of the text.
    pub version: i32,
    lines: LineIndex,
    file: OnceCell<JavaFile>,
    goals: OnceCell<Arc<SelectedGoals>>,
    choice: GoalChoice,
    /// The last parsed text, and what was replaced since.
    parsed: Cell<Option<JavaFile>>,
    since: Vec<(Span, String)>,
}

impl Document {
    fn new(uri: Uri, version: i32, text: String, choice: GoalChoice) -> Self {
        Self {
            uri,
            version,
            choice,
            lines: LineIndex::new(text),
            file: OnceCell::new(),
            goals: OnceCell::new(),
            parsed: Cell::new(None),
            since: Vec::new(),
        }
    }

    /// The newest text.
    pub fn text(&self) -> &Arc<str> {
        self.lines.text()
    }

    /// Its lines.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// The newest text with its tree.
    pub fn file(&self) -> &JavaFile {
        self.file.get_or_init(|| match self.parsed.take() {
            Some(mut file) if self.since.len() <= FEW_CHANGES => {
                self.since
                    .iter()
                    .for_each(|(span, text)| file.edit(*span, text));
                file
            }
            _ => JavaFile::parse(self.text().clone()),
        })
    }

    /// The goals of the newest text.
    pub fn goals(&self) -> &Arc<SelectedGoals> {
        self.goals
            .get_or_init(|| Arc::new(SelectedGoals::of(self.file(), &self.choice)))
    }

    /// The declared method in which a line stands, the innermost one; none between methods.
    pub fn method_at(&self, line: usize) -> Option<MethodAround> {
        let flow = &self.goals().set.flow;
        let of = |offset: usize| self.lines.utf16(offset).line;
        let stands_in = |method: &&MethodFlow| {
            of(method.name_span.start) <= line && line <= of(method.body.end)
        };
        let declared = flow.methods.iter().filter(|it| it.enclosing.is_none());
        let innermost = declared.filter(stands_in).max_by_key(|it| it.body.start);
        innermost.map(|it| MethodAround::of(flow, it.id))
    }

    fn change(&mut self, change: &TextDocumentContentChangeEvent) -> TextChange {
        self.goals.take();
        if let Some(file) = self.file.take() {
            self.parsed.set(Some(file));
            self.since.clear();
        }
        let old = self.lines.text();
        let (made, text) = if let Some(range) = change.range {
            let span = convert::span_of(&self.lines, range);
            self.since.push((span, change.text.clone()));
            let text = [&old[..span.start], &change.text, &old[span.end..]].concat();
            (
                TextChange {
                    span,
                    new_length: change.text.len(),
                },
                text,
            )
        } else {
            self.parsed.set(None);
            (TextChange::between(old, &change.text), change.text.clone())
        };
        self.lines = LineIndex::new(text);
        made
    }
}

/// A replaced span of the text before the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// What was replaced.
    pub span: Span,
    /// How many bytes are there now.
    pub new_length: usize,
}

impl TextChange {
    /// The change between two whole texts: what lies between their common start and end.
    pub fn between(old: &str, new: &str) -> Self {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let rest = old.len().min(new.len()) - start;
        let end = old
            .iter()
            .rev()
            .zip(new.iter().rev())
            .take(rest)
            .take_while(|(a, b)| a == b);
        let end = end.count();
        Self {
            span: Span::new(start, old.len() - end),
            new_length: new.len() - end - start,
        }
    }
}

/// All open documents, by path.
#[derive(Default)]
pub struct Documents {
    open: BTreeMap<PathBuf, Document>,
}

impl Documents {
    /// Whose goals are shown from now on, file by file.
    pub fn choose(&mut self, choice: impl Fn(&Path) -> GoalChoice) {
        for (path, document) in &mut self.open {
            let choice = choice(path);
            if document.choice != choice {
                document.choice = choice;
                document.goals.take();
            }
        }
    }

    /// The document at this path, if it is open.
    pub fn get(&self, path: &Path) -> Option<&Document> {
        self.open.get(path)
    }

    /// The texts of all open documents.
    pub fn texts(&self) -> BTreeMap<PathBuf, Arc<str>> {
        let open = self.open.iter();
        open.map(|(path, document)| (path.clone(), document.text().clone()))
            .collect()
    }

    /// `didOpen`: gives the path, if it is one that goals can be shown for, those that `choice` gives.
    pub fn open(
        &mut self,
        uri: Uri,
        version: i32,
        text: String,
        choice: impl FnOnce(&Path) -> GoalChoice,
    ) -> Option<PathBuf> {
        let path = convert::path_of(&uri)?;
        let document = Document::new(uri, version, text, choice(&path));
        self.open.insert(path.clone(), document);
        Some(path)
    }

    /// `didChange`: gives what changed; none for a document that is not open or a version that is older than ours.
    pub fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) -> Option<(PathBuf, Vec<TextChange>)> {
        let path = convert::path_of(uri)?;
        let Some(document) = self.open.get_mut(&path) else {
            warn!(
                uri = uri.as_str(),
                "a change of a document that is not open"
            );
            return None;
        };
        if version < document.version {
            warn!(uri = uri.as_str(), version, "a change of an older version");
            return None;
        }
        document.version = version;
        let made = changes
            .iter()
            .map(|change| document.change(change))
            .collect();
        Some((path, made))
    }

    /// `didClose`, or a document whose state is not to be trusted any more.
    pub fn close(&mut self, uri: &Uri) -> Option<PathBuf> {
        let path = convert::path_of(uri)?;
        self.open.remove(&path).map(|_| path)
    }
}
