//! From ready tests to a workspace edit: takes tests and the newest text of their test file, gives the edit an editor applies; asks for
//! no search and writes no file.

use std::{collections::HashMap, path::Path, sync::Arc};

use goalline_engine::{ReadyTest, insertion, new_test_class};
use goalline_syntax::{JavaFile, LineIndex, Span, TextEdit as Edit, declarations};
use tower_lsp::{
    jsonrpc::{Error, ErrorCode, Result},
    ls_types::{
        CreateFile, DocumentChangeOperation, DocumentChanges, OneOf,
        OptionalVersionedTextDocumentIdentifier, ResourceOp, TextDocumentEdit, TextEdit, Uri,
        WorkspaceEdit,
    },
};

use super::{
    convert,
    generator::{TestPlace, name_of},
    session::State,
};

/// `RequestFailed` of the protocol: the request was right, and a person can read why it failed.
const REQUEST_FAILED: ErrorCode = ErrorCode::ServerError(-32803);

/// The edit that puts these tests of a main file into its test file, on the newest text.
pub fn edit(state: &State, main: &Path, names: &[String]) -> Result<WorkspaceEdit> {
    let results = state.results.get(main);
    let (Some(results), Some(place)) = (results, results.and_then(|it| it.place.as_ref())) else {
        return Err(failed(
            "nothing was found for this file yet; save it first".into(),
        ));
    };
    let offers = results.offers();
    let tests: Vec<&Arc<ReadyTest>> = names
        .iter()
        .filter_map(|name| offers.iter().find(|it| it.name == *name).copied())
        .collect();
    if tests.is_empty() {
        return Err(failed(
            "this test is not offered any more: it was inserted or replaced by a newer run".into(),
        ));
    }
    let uri = convert::uri_of(&place.file).ok_or_else(|| {
        failed(format!(
            "{} cannot be written as a URI",
            place.file.display()
        ))
    })?;
    if let Some(document) = state.documents.get(&place.file) {
        let edits = edits(document.file(), state, main, place, &tests)?;
        return Ok(change(
            state,
            document.uri.clone(),
            Some(document.version),
            edits,
        ));
    }
    match std::fs::read_to_string(&place.file) {
        Ok(text) => {
            let edits = edits(&JavaFile::parse(text), state, main, place, &tests)?;
            Ok(change(state, uri, None, edits))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            create(state, uri, new_class(state, main, place, &tests))
        }
        Err(error) => Err(failed(format!(
            "cannot read {}: {error}",
            place.file.display()
        ))),
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
    state: &State,
    main: &Path,
    place: &TestPlace,
    tests: &[&Arc<ReadyTest>],
) -> Result<Vec<TextEdit>> {
    let text = file.text();
    let edits = if text.trim().is_empty() {
        vec![Edit::replace(
            Span::new(0, text.len()),
            new_class(state, main, place, tests),
        )]
    } else {
        insertion(file, tests.iter().map(|test| &***test)).map_err(|error| {
            failed(format!(
                "cannot insert into {}: {error}",
                name_of(&place.file)
            ))
        })?
    };
    Ok(edits
        .into_iter()
        .map(|edit| text_edit(file.lines(), edit))
        .collect())
}

fn text_edit(lines: &LineIndex, edit: Edit) -> TextEdit {
    TextEdit::new(convert::range_of(lines, edit.span), edit.new_text)
}

fn new_class(state: &State, main: &Path, place: &TestPlace, tests: &[&Arc<ReadyTest>]) -> String {
    let text = state.text_of(main).unwrap_or_default();
    let package = declarations(&JavaFile::parse(text))
        .package
        .unwrap_or_default();
    let tests = tests.iter().map(|test| &***test);
    new_test_class(&package, &name_of(&place.file), tests, place.framework)
}

fn change(state: &State, uri: Uri, version: Option<i32>, edits: Vec<TextEdit>) -> WorkspaceEdit {
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
fn create(state: &State, uri: Uri, text: String) -> Result<WorkspaceEdit> {
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
    let edit = document_edit(
        uri,
        None,
        vec![TextEdit::new(tower_lsp::ls_types::Range::default(), text)],
    );
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
