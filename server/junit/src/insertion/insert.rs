//! Tests into an existing test class: takes its parsed file and written tests, gives edits that add methods and
//! imports and touch nothing else.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fmt,
};

use goalline_syntax::{JavaFile, Span, TextEdit};

use crate::{
    insertion::{
        class_file::{indented, qualified},
        existing::Existing,
        field_edits,
        import_edits::{Imports, import_edits, merge_same_place},
        shared_fields::KnownFields,
        tokens::replace,
    },
    style::Framework,
    written::{Collaborators, FieldFilling, WrittenTest},
};

/// Why tests cannot be inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InsertError {
    /// The file has a syntax error; the one-based line of the first one.
    Broken {
        /// One-based line.
        line: usize,
    },
    /// No class in the file can hold tests.
    NoClass,
    /// The class is written for something else than JUnit 4, Jupiter and TestNG.
    OtherFramework {
        /// What it is written for.
        framework: &'static str,
    },
    /// The test uses what the class's JUnit does not have.
    NotInFramework {
        /// Name of the test.
        test: String,
    },
}

impl fmt::Display for InsertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken { line } => {
                write!(
                    f,
                    "the test class has a syntax error at line {line}; mend it first"
                )
            }
            Self::NoClass => f.write_str("the file has no class that can hold tests"),
            Self::OtherFramework { framework } => {
                write!(
                    f,
                    "the test class is written for {framework}, which is not supported yet"
                )
            }
            Self::NotInFramework { test } => {
                write!(
                    f,
                    "{test} needs an assertion that the JUnit of the test class does not have"
                )
            }
        }
    }
}

impl Error for InsertError {}

/// The edits that put the tests at the end of the test class. They are in the order of the text and speak of the file
/// as it is.
pub fn insert_into(
    existing: &JavaFile,
    tests: &[WrittenTest],
) -> Result<Vec<TextEdit>, InsertError> {
    if existing.has_error() {
        return Err(InsertError::Broken {
            line: error_line(existing),
        });
    }
    let class = Existing::find(existing).ok_or(InsertError::NoClass)?;
    if let Some(framework) = class.foreign_framework() {
        return Err(InsertError::OtherFramework { framework });
    }
    if tests.is_empty() {
        return Ok(Vec::new());
    }
    let line_break = class.line_break();
    let indent = class.indent().unwrap_or_else(|| "    ".to_owned());
    let mut imports = Imports::of(&class);
    let mut taken = class.method_names();
    let mut methods = Vec::new();
    let tests = fitted(&class, tests)?;
    let shared = field_edits::shared(&class, &imports, &tests);
    for test in &tests {
        let test = shared.taken_from(test);
        let mut source = fit_in(&class, &mut imports, &test);
        source = with_visibility(&source, class.has_public_tests());
        source = renamed(&source, &test.name, &mut taken);
        methods.push(indented(&reindented(&source, &indent), &indent));
    }
    let fields = field_edits::edits(&class, &shared, &mut imports, &indent);
    let mut edits = import_edits(&class, &imports);
    edits.extend(fields);
    edits.push(method_edit(&class, &methods));
    let mut edits = merge_same_place(edits);
    for edit in &mut edits {
        if line_break != "\n" {
            edit.new_text = edit.new_text.replace('\n', line_break);
        }
    }
    Ok(edits)
}

/// The tests for the JUnit of the class and with its own fields.
fn fitted(class: &Existing<'_>, tests: &[WrittenTest]) -> Result<Vec<WrittenTest>, InsertError> {
    let known = if class.fills_mocks() {
        class.known_fields()
    } else {
        KnownFields::default()
    };
    let fitted = tests.iter().map(|test| {
        let test = match class.framework() {
            Some(framework) => {
                converted(test, framework).ok_or_else(|| InsertError::NotInFramework {
                    test: test.name.clone(),
                })?
            }
            None => test.clone(),
        };
        Ok(known.adopted(&test))
    });
    fitted.collect()
}

fn error_line(file: &JavaFile) -> usize {
    let nodes = file.root().descendants();
    let first = nodes
        .filter(|node| node.is_error() || node.is_missing())
        .map(|node| node.span().start)
        .min();
    file.lines().line_of(first.unwrap_or(0)) + 1
}

/// What a test is written for; none where it does not say.
fn written_for(test: &WrittenTest) -> Option<Framework> {
    let all = [Framework::Jupiter, Framework::Junit4, Framework::TestNg];
    all.into_iter().find(|framework| {
        let annotation = framework.test_annotation();
        let is_imported = test.imports.iter().any(|one| one == annotation);
        is_imported || test.source.starts_with(&format!("@{annotation}"))
    })
}

/// The test for the framework of the class; none when it uses what that does not have. TestNG has its own order of
/// arguments: nothing is turned into it, or from it.
fn converted(test: &WrittenTest, framework: Framework) -> Option<WrittenTest> {
    let other = match written_for(test) {
        Some(other) if other != framework => other,
        _ => return Some(test.clone()),
    };
    let lost = match framework {
        _ if other == Framework::TestNg => true,
        Framework::TestNg => true,
        Framework::Jupiter => test.source.starts_with("@Test("),
        Framework::Junit4 => test
            .static_imports
            .iter()
            .any(|one| one.ends_with(".assertDoesNotThrow")),
    };
    if lost {
        return None;
    }
    let swap = |one: &String| {
        one.replace(other.assertions_class(), framework.assertions_class())
            .replace(other.test_annotation(), framework.test_annotation())
    };
    let is_public = framework == Framework::Junit4;
    Some(WrittenTest {
        source: with_visibility(&swap(&test.source), is_public),
        imports: test.imports.iter().map(swap).collect(),
        static_imports: test.static_imports.iter().map(swap).collect(),
        collaborators: Collaborators {
            filling: FieldFilling::None,
            ..test.collaborators.clone()
        },
        ..test.clone()
    })
}

/// Writes out the names that mean something else in this file, and asks for imports of the others.
fn fit_in(class: &Existing<'_>, imports: &mut Imports, test: &WrittenTest) -> String {
    let mut clashes = BTreeMap::new();
    for import in &test.imports {
        if !imports.want(class, import) {
            clashes.insert(
                crate::types::type_names::simple_name(import).to_owned(),
                import.clone(),
            );
        }
    }
    for plain in &test.plain_names {
        let simple = crate::types::type_names::simple_name(plain);
        if imports.means_other(class, simple, plain) {
            clashes.insert(simple.to_owned(), plain.clone());
        }
    }
    let source = qualified(&test.source, &clashes);
    let mut members = BTreeMap::new();
    for import in &test.static_imports {
        if let Some(prefix) = imports.want_static(class, import) {
            let member = crate::types::type_names::simple_name(import).to_owned();
            members.insert(member, prefix);
        }
    }
    replace(&source, |identifier| {
        let prefix = members
            .get(identifier.text)
            .filter(|_| identifier.is_called)?;
        Some(format!("{prefix}.{}", identifier.text))
    })
}

/// Makes the method `public`, or leaves the modifier as it is.
fn with_visibility(source: &str, is_public: bool) -> String {
    if is_public {
        // Annotations, whose tables have lines further in, stand before it.
        source.replacen("\nvoid ", "\npublic void ", 1)
    } else {
        source.to_owned()
    }
}

/// Gives the method a name that the class does not have yet.
fn renamed(source: &str, name: &str, taken: &mut BTreeSet<String>) -> String {
    if taken.insert(name.to_owned()) {
        return source.to_owned();
    }
    let new = (2..=u32::MAX)
        .map(|number| format!("{name}{number}"))
        .find(|one| !taken.contains(one))
        .expect("a class has fewer methods than there are numbers");
    taken.insert(new.clone());
    source.replacen(&format!("void {name}("), &format!("void {new}("), 1)
}

/// The lines with their levels of indentation in the unit of the class.
fn reindented(source: &str, indent: &str) -> String {
    let own = source
        .lines()
        .find(|line| line.starts_with([' ', '\t']))
        .map_or("", |line| &line[..line.len() - line.trim_start().len()]);
    if own.is_empty() || own == indent {
        return source.to_owned();
    }
    let lines: Vec<String> = source
        .lines()
        .map(|line| {
            let mut rest = line;
            let mut levels = 0;
            while let Some(shorter) = rest.strip_prefix(own) {
                rest = shorter;
                levels += 1;
            }
            format!("{}{rest}", indent.repeat(levels))
        })
        .collect();
    lines.join("\n")
}

/// Puts the methods before the closing brace of the class, with one empty line around each.
fn method_edit(class: &Existing<'_>, methods: &[String]) -> TextEdit {
    let text = class.file.text();
    let body = class.class().body;
    let brace = body.end - 1;
    let line_start = text[..brace].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let methods = methods.join("\n");
    let is_alone = text[line_start..brace].trim().is_empty() && line_start > body.start;
    if !is_alone {
        // `class CartTest { }` on one line: the brace moves to a line of its own.
        let from = body.start + 1 + text[body.start + 1..brace].trim_end().len();
        return TextEdit::replace(Span::new(from, brace), format!("\n{methods}"));
    }
    let before = text[body.start + 1..line_start].trim_end_matches([' ', '\t']);
    let breaks = before.trim_end_matches(['\n', '\r']);
    let is_empty_class = breaks.trim().is_empty();
    let has_empty_line = before[breaks.len()..].matches('\n').count() > 1;
    let gap = if is_empty_class || has_empty_line {
        ""
    } else {
        "\n"
    };
    // Where an empty line stood before the brace, one does again.
    let last = if has_empty_line && !is_empty_class {
        "\n"
    } else {
        ""
    };
    TextEdit::insert(line_start, format!("{gap}{methods}{last}"))
}
