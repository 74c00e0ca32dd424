//! From verified tests to a workspace edit: takes tests and the newest text of their test file, gives the edit an
//! editor applies; asks for no search and writes no file.

use std::{collections::HashMap, path::Path, sync::Arc};

use goalline_engine::build::read_text;
use goalline_engine::{WrittenTest, insertion, new_test_class};
use goalline_syntax::{JavaFile, LineIndex, Span, TextEdit as Edit, apply_edits, declarations};
use tower_lsp::{
    jsonrpc::{Error, ErrorCode, Result},
    ls_types::{
        CreateFile, DocumentChangeOperation, DocumentChanges, OneOf,
        OptionalVersionedTextDocumentIdentifier, ResourceOp, TextDocumentEdit, TextEdit, Uri,
        WorkspaceEdit,
    },
};

use super::chosen::NamedTests;
use crate::serve::{
    state::{
        generator::{TestPlace, name_of},
        results::FileResults,
        server::ServerState,
    },
    transport::convert,
};

/// `RequestFailed` of the protocol: the request was right, and a person can read why it failed.
const REQUEST_FAILED: ErrorCode = ErrorCode::ServerError(-32803);

/// Tests on their way into a test file.
pub struct Planned {
    /// The test file.
    pub uri: Uri,
    /// Its text now; none when it does not exist.
    pub old: Option<Arc<str>>,
    version: Option<i32>,
    edits: Vec<Edit>,
}

impl Planned {
    /// The text of the test file afterwards.
    pub fn new_text(&self) -> String {
        let old = self.old.as_deref().unwrap_or_default();
        apply_edits(old, &self.edits).unwrap_or_else(|_| old.to_owned())
    }
}

/// How these tests of a main file go into its test file, on the newest text.
pub fn plan(state: &ServerState, main: &Path, chosen: &NamedTests) -> Result<Planned> {
    let names = &chosen.tests;
    let results = state.results.get(main);
    let (Some(results), Some(place)) = (results, results.and_then(|it| it.place.as_ref())) else {
        return Err(failed(
            "nothing was found for this file yet; save it first".into(),
        ));
    };
    let tests = insertable(state, results, main, chosen);
    if tests.is_empty() {
        let file = name_of(&place.file);
        return Err(failed(if results.are_taken(names) {
            format!("this test stands in {file} already")
        } else {
            "this test was replaced by a newer search, which has none in its place; save the class to search again".into()
        }));
    }
    if let Some(reason) = refusal(place) {
        return Err(failed(reason));
    }
    if let Some(document) = state.documents.get(&place.file) {
        return Ok(Planned {
            uri: document.uri.clone(),
            old: Some(document.text().clone()),
            version: Some(document.version),
            edits: edits(document.file(), state, main, place, &tests)?,
        });
    }
    let uri = convert::uri_of(&place.file).ok_or_else(|| {
        failed(format!(
            "{} cannot be written as a URI",
            place.file.display()
        ))
    })?;
    let (old, edits) = match read_text(&place.file) {
        Ok(text) => {
            let edits = edits(&JavaFile::parse(text.as_str()), state, main, place, &tests)?;
            (Some(Arc::from(text)), edits)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let text = new_class(state, main, place, &tests);
            (None, vec![Edit::replace(Span::new(0, 0), text)])
        }
        Err(error) => {
            return Err(failed(format!(
                "cannot read {}: {error}",
                place.file.display()
            )));
        }
    };
    Ok(Planned {
        uri,
        old,
        version: None,
        edits,
    })
}

/// Why nothing may be written there.
fn refusal(place: &TestPlace) -> Option<String> {
    let file = place.file.display();
    if let Some(end) = &place.outside {
        let end = end.display();
        return Some(format!(
            "{file} leads to {end}, outside of the project: no test is written there"
        ));
    }
    let is_read_only =
        std::fs::metadata(&place.file).is_ok_and(|file| file.permissions().readonly());
    is_read_only.then(|| format!("{file} is read-only: make it writable and try again"))
}

fn insertable<'a>(
    state: &'a ServerState,
    results: &'a FileResults,
    main: &Path,
    chosen: &NamedTests,
) -> Vec<&'a WrittenTest> {
    match state.pairs.get(main).filter(|_| chosen.pairs) {
        Some(pairs) => pairs.insertable(&chosen.tests),
        None => results.insertable(&chosen.tests),
    }
}

/// The edit that puts these tests of a main file into its test file, on the newest text.
pub fn edit(state: &ServerState, main: &Path, chosen: &NamedTests) -> Result<WorkspaceEdit> {
    let planned = plan(state, main, chosen)?;
    let lines = LineIndex::new(planned.old.clone().unwrap_or_default());
    let edits = planned.edits.into_iter();
    let edits = edits.map(|edit| text_edit(&lines, edit)).collect();
    match planned.old {
        Some(_) => Ok(change(state, planned.uri, planned.version, edits)),
        None => create(state, planned.uri, edits),
    }
}

/// A failure a person can act on.
pub fn failed(message: String) -> Error {
    let mut error = Error::new(REQUEST_FAILED);
    error.message = message.into();
    error
}

/// The edits to an existing file; one without any text becomes a whole class.
fn edits(
    file: &JavaFile,
    state: &ServerState,
    main: &Path,
    place: &TestPlace,
    tests: &[&WrittenTest],
) -> Result<Vec<Edit>> {
    let text = file.text();
    if text.trim().is_empty() {
        let text = new_class(state, main, place, tests);
        Ok(vec![Edit::replace(Span::new(0, file.text().len()), text)])
    } else {
        insertion(file, tests.iter().copied()).map_err(|error| {
            failed(format!(
                "cannot insert into {}: {error}",
                name_of(&place.file)
            ))
        })
    }
}

fn text_edit(lines: &LineIndex, edit: Edit) -> TextEdit {
    TextEdit::new(convert::range_of(lines, edit.span), edit.new_text)
}

fn new_class(
    state: &ServerState,
    main: &Path,
    place: &TestPlace,
    tests: &[&WrittenTest],
) -> String {
    let text = state.text_of(main).unwrap_or_default();
    let package = declarations(&JavaFile::parse(text))
        .package
        .unwrap_or_default();
    let tests = tests.iter().copied();
    new_test_class(&package, &name_of(&place.file), tests, &place.style)
}

fn change(
    state: &ServerState,
    uri: Uri,
    version: Option<i32>,
    edits: Vec<TextEdit>,
) -> WorkspaceEdit {
    if !state.client.has_document_changes {
        return WorkspaceEdit::new(HashMap::from([(uri, edits)]));
    }
    let changes = DocumentChanges::Edits(vec![document_edit(uri, version, edits)]);
    WorkspaceEdit {
        document_changes: Some(changes),
        ..WorkspaceEdit::default()
    }
}

/// No options: an editor that finds the file there after all must refuse, not overwrite or append.
fn create(state: &ServerState, uri: Uri, edits: Vec<TextEdit>) -> Result<WorkspaceEdit> {
    if !state.client.creates_files {
        return Err(failed(format!(
            "this editor creates no files: create {} and try again",
            uri.as_str()
        )));
    }
    let operation = ResourceOp::Create(CreateFile {
        uri: uri.clone(),
        options: None,
        annotation_id: None,
    });
    let edit = document_edit(uri, None, edits);
    let operations = vec![
        DocumentChangeOperation::Op(operation),
        DocumentChangeOperation::Edit(edit),
    ];
    let changes = DocumentChanges::Operations(operations);
    Ok(WorkspaceEdit {
        document_changes: Some(changes),
        ..WorkspaceEdit::default()
    })
}

fn document_edit(uri: Uri, version: Option<i32>, edits: Vec<TextEdit>) -> TextDocumentEdit {
    TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    }
}
