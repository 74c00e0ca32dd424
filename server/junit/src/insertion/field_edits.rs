//! Fields for mocks in an existing test class: takes the class and tests that share mocks, gives the edits that add
//! fields and what fills them. A class that knows Mockito in another way keeps it.

use goalline_syntax::TextEdit;

use crate::{
    insertion::{existing::Existing, import_edits::Imports, shared_fields::SharedFields},
    types::type_names::simple_name,
    written::WrittenTest,
};

/// The fields that the class gets for these tests; none where it has its own way.
pub(crate) fn shared(
    class: &Existing<'_>,
    imports: &Imports,
    tests: &[WrittenTest],
) -> SharedFields {
    let injects = class
        .fields()
        .any(|field| field.modifiers.has_annotation("InjectMocks"));
    if injects || !class.fills_mocks() && !class.is_free_of_mockito() {
        return SharedFields::default();
    }
    let shared = SharedFields::of(tests);
    let is_taken = shared
        .fields
        .iter()
        .any(|field| class.fields().any(|known| known.name == field.name));
    let needs_set_up = !class.fills_mocks() && shared.filling.set_up().is_some();
    let has_set_up = class.method_names().contains("setUp");
    let of_tests = tests.iter().flat_map(|test| {
        let types = test.collaborators.types();
        let paths = test.imports.iter().chain(&test.plain_names);
        paths.filter(move |path| types.contains(simple_name(path)))
    });
    let own = shared.imports();
    let means_other = own
        .iter()
        .chain(of_tests)
        .any(|path| imports.means_other(class, simple_name(path), path));
    if is_taken || means_other || needs_set_up && has_set_up {
        return SharedFields::default();
    }
    shared
}

/// The edits that add the fields, in the order of the text; asks for their imports.
pub(crate) fn edits(
    class: &Existing<'_>,
    shared: &SharedFields,
    imports: &mut Imports,
    indent: &str,
) -> Vec<TextEdit> {
    if shared.is_empty() {
        return Vec::new();
    }
    let is_filled = class.fills_mocks();
    let shared = SharedFields {
        fields: shared.fields.clone(),
        filling: if is_filled {
            crate::written::FieldFilling::None
        } else {
            shared.filling
        },
    };
    for path in shared.imports() {
        imports.want(class, &path);
    }
    let mut edits = Vec::new();
    if let Some(annotation) = shared.class_annotation() {
        let start = class.class().span.start;
        edits.push(TextEdit::insert(start, format!("{annotation}\n")));
    }
    edits.push(members(
        class,
        &shared.source(indent, are_beside(class, indent)),
    ));
    edits
}

/// Whether annotations of fields stand beside them: as most do that are there, else as google-java-format writes them
/// where levels are its two spaces.
fn are_beside(class: &Existing<'_>, indent: &str) -> bool {
    let text = class.file.text();
    let annotated = class
        .fields()
        .map(|field| &text[field.span.start..field.span.end])
        .filter(|field| field.starts_with('@'));
    let (beside, above): (Vec<&str>, Vec<&str>) = annotated.partition(|it| !it.contains('\n'));
    if beside.is_empty() && above.is_empty() {
        indent == "  "
    } else {
        beside.len() > above.len()
    }
}

/// Puts the fields behind those that the class has, or at its beginning.
fn members(class: &Existing<'_>, source: &str) -> TextEdit {
    if let Some(last) = class.fields().last() {
        return TextEdit::insert(last.span.end, format!("\n\n{}", source.trim_end()));
    }
    let text = class.file.text();
    let inside = class.class().body.start + 1;
    let rest = &text[inside..];
    let first = rest.find('\n').filter(|at| rest[..*at].trim().is_empty());
    let Some(first) = first else {
        return TextEdit::insert(inside, format!("\n{}\n", source.trim_end()));
    };
    let next = rest[first + 1..].lines().next().unwrap_or_default().trim();
    let source = if next.is_empty() {
        format!("{}\n", source.trim_end())
    } else {
        source.to_owned()
    };
    TextEdit::insert(inside + first + 1, source)
}
