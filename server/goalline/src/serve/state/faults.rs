//! Possible faults of one file: takes what a run has found and the edits since, gives where each is shown, in what
//! words, and its tests; a fault is never offered as expected behaviour unasked.

use std::sync::Arc;

use goalline_engine::{PossibleFault, WrittenTest};
use goalline_syntax::{LineIndex, Span};

use {
    super::documents::TextChange,
    crate::serve::state::documents::{equal_bodies::stands_in, followed::FollowedSpan},
};

/// One possible fault, followed through the edits since.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Its name in the file of ignored goals: class, method, exception and where it was thrown.
    pub key: String,
    /// What was found.
    pub found: PossibleFault,
    place: FollowedSpan,
    /// Whether its failing test stands in the test file.
    is_inserted: bool,
}

/// The possible faults of a file, as the last run found them.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    text: Arc<str>,
    faults: Vec<Fault>,
}

impl Faults {
    /// What a run of this text found.
    pub fn of(text: Arc<str>, class: &str, found: &[PossibleFault]) -> Self {
        let lines = LineIndex::new(text.clone());
        let faults = found
            .iter()
            .filter_map(|found| fault(&lines, class, found))
            .collect();
        Self { text, faults }
    }

    /// The text was edited; `text` is the one after the changes.
    pub fn edit(&mut self, changes: &[TextChange], text: &str) {
        let is_text_of_run = *self.text == *text;
        for fault in &mut self.faults {
            fault.place.edit(changes, is_text_of_run);
        }
    }

    /// Follows from the text of the run to this one.
    pub fn reopen(&mut self, text: &str) {
        self.faults.iter_mut().for_each(|it| it.place.rewind());
        let change = TextChange::between(&self.text, text);
        self.edit(&[change], text);
    }

    /// Looks whose failing test stands in the test file by now; `test_file` has no white space.
    pub fn look_for_inserted(&mut self, test_file: &str) {
        for fault in &mut self.faults {
            let failing = fault.found.failing.as_ref();
            fault.is_inserted = failing.is_some_and(|test| stands_in(test, test_file));
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter()
    }

    /// The one with this key.
    pub fn by_key(&self, key: &str) -> Option<&Fault> {
        self.iter().find(|fault| fault.key == key)
    }

    /// The tests of all of them: failing as long as it happens, or accepting it.
    pub fn tests(&self) -> impl Iterator<Item = &WrittenTest> {
        self.iter()
            .flat_map(|it| it.found.failing.iter().chain(&it.found.accepting))
    }
}

impl Fault {
    /// Where it is thrown, in the text now; none when an edit touched it.
    pub fn span(&self) -> Option<Span> {
        self.place.span()
    }

    /// "possible fault: `new Cart().total(0)` throws …: it divides without a check".
    pub fn message(&self) -> String {
        let call = self.found.input.trim_end().lines().next_back();
        let call = call.unwrap_or_default().trim().trim_end_matches(';');
        format!(
            "possible fault: `{call}` throws {}: {}",
            simple(&self.found.exception),
            self.found.reason
        )
    }

    /// The input and the stack, as lines of text.
    pub fn shown(&self) -> String {
        let frames = self.found.stack.iter().map(|frame| format!("  at {frame}"));
        let stack = frames.collect::<Vec<_>>().join("\n");
        let input = self.found.input.trim_end();
        format!("{input}\n  throws {}\n{stack}", self.found.exception)
    }

    /// The test that fails as long as it happens, where it does not stand in the test file yet.
    pub fn failing(&self) -> Option<&WrittenTest> {
        let failing = self.found.failing.as_ref();
        failing.filter(|_| !self.is_inserted)
    }
}

fn fault(lines: &LineIndex, class: &str, found: &PossibleFault) -> Option<Fault> {
    let frames: Vec<TraceFrame<'_>> = found
        .stack
        .iter()
        .filter_map(|it| TraceFrame::of(it))
        .collect();
    let frame = frames.iter().find(|frame| frame.is_of(class))?;
    let text = lines.text();
    let start = text.split_inclusive('\n').take(frame.line - 1);
    let start: usize = start.map(str::len).sum();
    let line = text[start..].lines().next()?;
    let code = line.trim();
    let indent = line.len() - line.trim_start().len();
    let span = Span::new(start + indent, start + indent + code.len());
    let method = &found.method;
    let thrown_in = format!("{}.{}", frame.class, frame.method);
    Some(Fault {
        key: format!("{class}#{method}:fault:{}:{thrown_in}", found.exception),
        found: found.clone(),
        place: FollowedSpan::new(span),
        is_inserted: false,
    })
}

/// `shop.Cart.total:8`
struct TraceFrame<'a> {
    class: &'a str,
    method: &'a str,
    line: usize,
}

impl<'a> TraceFrame<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let (place, line) = text.rsplit_once(':')?;
        let (class, method) = place.rsplit_once('.')?;
        let line = line.parse().ok().filter(|line| *line > 0)?;
        Some(Self {
            class,
            method,
            line,
        })
    }

    /// Whether it is one of the class or of a class nested in it.
    fn is_of(&self, class: &str) -> bool {
        let rest = self.class.strip_prefix(class);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    }
}

fn simple(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}
