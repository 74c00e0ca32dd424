//! Three or more tests of one shape as one parameterised test: takes written tests, gives the merged ones with the
//! tests that they stand for; nothing is run.

use std::collections::{BTreeMap, BTreeSet};

use goalline_syntax::{Span, TextEdit, apply_edits};
use goalline_testcase::TestCluster;

use crate::{
    printing::layout::fit,
    style::{self, Framework, Room, Style},
    tables::{
        columns::{Column, columns, in_place, own_name},
        table::{Lines, table},
        table_names::{TableSubject, remarks, table_names},
        test_literals::{LiteralRole, TestShape, shape},
    },
    written::{Collaborators, WrittenTest},
};

/// So many tests of one shape, or more, are a table.
pub const FEWEST_ROWS: usize = 3;

const ASSERTIONS: &str = "org.junit.jupiter.api.Assertions.";

/// A parameterised test, and the places of the tests whose rows it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTest {
    /// The test.
    pub written: WrittenTest,
    /// Among the tests that were given.
    pub rows: Vec<usize>,
}

/// A test with what is left of it without literals.
struct ShapedTest<'a> {
    /// Its place among the tests.
    at: usize,
    test: &'a WrittenTest,
    shape: TestShape,
}

/// What the method begins with.
struct MethodHead<'a> {
    annotation: &'a str,
    name: &'a str,
}

/// Parameterised tests in place of three or more that differ in literals alone.
pub fn one_per_shape(
    cluster: &TestCluster,
    tests: &[WrittenTest],
    style: &Style,
    taken: &BTreeSet<String>,
) -> Vec<TableTest> {
    if style.framework != Framework::Jupiter {
        return Vec::new();
    }
    let mut shapes: BTreeMap<(&str, String), Vec<ShapedTest<'_>>> = BTreeMap::new();
    for (at, test) in tests.iter().enumerate() {
        if let Some(shape) = shape(&test.source) {
            let key = (test.method.as_str(), shape.rest.clone());
            shapes
                .entry(key)
                .or_default()
                .push(ShapedTest { at, test, shape });
        }
    }
    let mut taken = taken.clone();
    taken.extend(tests.iter().map(|test| test.name.clone()));
    let mut found = Vec::new();
    for group in shapes.into_values() {
        let whole = merged(cluster, &group, style, &taken);
        let tables: Vec<TableTest> = match by_outcome(group) {
            // A rule says of each row which of both it is.
            Outcomes::Mixed(_) if whole.as_ref().is_some_and(tells_rule) => {
                whole.into_iter().collect()
            }
            Outcomes::Mixed(parts) => {
                let parts = parts.iter();
                let parts = parts.filter_map(|part| merged(cluster, part, style, &taken));
                parts.collect()
            }
            Outcomes::Alike => whole.into_iter().collect(),
        };
        taken.extend(tables.iter().map(|table| table.written.name.clone()));
        found.extend(tables);
    }
    found
}

/// Whether the name says which rows are true.
fn tells_rule(table: &TableTest) -> bool {
    table
        .written
        .name
        .to_lowercase()
        .replace('_', "")
        .contains("returnswhether")
}

/// Tests of one shape by what they say.
enum Outcomes<'a> {
    /// All assert something, or all deny it.
    Alike,
    /// Those that assert something and those that deny it: a name of both at once says neither.
    Mixed([Vec<ShapedTest<'a>>; 2]),
}

fn by_outcome(group: Vec<ShapedTest<'_>>) -> Outcomes<'_> {
    let denies = |one: &ShapedTest<'_>| {
        let mut asserted = one
            .shape
            .literals
            .iter()
            .filter(|it| it.kind.is_assertion());
        asserted.any(|one| one.value == "false")
    };
    let (no, yes): (Vec<_>, Vec<_>) = group.into_iter().partition(denies);
    if no.is_empty() || yes.is_empty() {
        return Outcomes::Alike;
    }
    Outcomes::Mixed([yes, no])
}

fn merged(
    cluster: &TestCluster,
    group: &[ShapedTest<'_>],
    style: &Style,
    taken: &BTreeSet<String>,
) -> Option<TableTest> {
    if group.len() < FEWEST_ROWS {
        return None;
    }
    let tests: Vec<&WrittenTest> = group.iter().map(|one| one.test).collect();
    let shapes: Vec<&TestShape> = group.iter().map(|one| &one.shape).collect();
    // The shortest one is not broken into lines for the sake of a value.
    let base = (0..group.len()).min_by_key(|at| tests[*at].source.len())?;
    let act = cluster.callable(tests[base].callable);
    let columns = columns(cluster, act, &tests[base].source, &shapes)?;
    let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
    let method = match act.name.as_str() {
        "<init>" => common_method(&names),
        name => name.to_owned(),
    };
    let thrown = thrown_by_all(&tests[base].source);
    let told = TableSubject {
        method: &method,
        thrown,
    };
    let name = table_names(&names, told, &columns, style.naming)
        .into_iter()
        .find(|name| !taken.contains(name))?;
    let remarks = remarks(&names, &method, style.naming);
    let lines = Lines {
        indent: &style.indent,
        width: style.width,
        breaks: style.breaks,
    };
    let table = table(&columns, &remarks, lines);
    let annotation = format!("@ParameterizedTest\n{}", table.text);
    let head = MethodHead {
        annotation: &annotation,
        name: &name,
    };
    let source = source(tests[base], shapes[base], &columns, &head)?;
    let source = fitted(&source, &annotation, style);
    let mut imports: BTreeSet<String> = tests[base].imports.iter().cloned().collect();
    imports.remove(style.framework.test_annotation());
    imports.insert("org.junit.jupiter.params.ParameterizedTest".to_owned());
    imports.insert(table.import.to_owned());
    let mut kills: Vec<u32> = tests.iter().flat_map(|it| it.kills.clone()).collect();
    kills.sort_unstable();
    kills.dedup();
    let written = WrittenTest {
        name,
        imports: imports.into_iter().collect(),
        static_imports: static_imports(tests[base], &source),
        kills,
        collaborators: collaborators(tests[base], &source, &annotation),
        source,
        ..tests[base].clone()
    };
    Some(TableTest {
        written,
        rows: group.iter().map(|one| one.at).collect(),
    })
}

/// The exception that the test, and all of its shape, expects.
fn thrown_by_all(source: &str) -> Option<&str> {
    let (_, rest) = source.split_once("assertThrows(")?;
    let (class, _) = rest.trim_start().split_once(".class")?;
    class
        .chars()
        .all(|c| c.is_alphanumeric() || c == '_')
        .then_some(class)
}

/// What the names of tests of a constructor begin with: `newCart`, `constructor`.
fn common_method(names: &[&str]) -> String {
    let first = names.first().copied().unwrap_or_default();
    let first = first.strip_prefix("test").unwrap_or(first);
    let end = ["Rejects", "Throws", "Returns", "Accepts", "_"]
        .iter()
        .filter_map(|word| first.find(word))
        .min();
    first[..end.unwrap_or(0)].to_owned()
}

/// The text of the test with parameters in place of what differs, under this annotation and name.
fn source(
    base: &WrittenTest,
    shape: &TestShape,
    columns: &[Column],
    head: &MethodHead<'_>,
) -> Option<String> {
    let parameters: Vec<String> = columns
        .iter()
        .map(|column| format!("{} {}", column.kind.type_name(), column.name))
        .collect();
    let mut edits = vec![
        TextEdit::replace(shape.annotation, head.annotation.to_owned()),
        TextEdit::replace(shape.name, head.name.to_owned()),
        TextEdit::replace(shape.parameters, format!("({})", parameters.join(", "))),
    ];
    let text = &base.source;
    for column in columns {
        if own_name(column).is_some()
            && let LiteralRole::Initial { span, .. } = role_in(shape, column)
        {
            let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
            let end = text[span.end..]
                .find('\n')
                .map_or(text.len(), |at| span.end + at + 1);
            // The first section does not begin with the empty line that stood after the declarations.
            let is_first = text[..start].trim_end().ends_with('{');
            let after = usize::from(is_first && text[end..].starts_with('\n'));
            edits.push(TextEdit::replace(
                Span::new(start, end + after),
                String::new(),
            ));
            continue;
        }
        edits.extend(column.literals.iter().map(|at| {
            let literal = &shape.literals[*at];
            let mut name = in_place(literal, &column.name);
            if text[literal.span.end..].starts_with('\n') {
                name.truncate(name.trim_end().len());
            }
            TextEdit::replace(literal.span, name)
        }));
    }
    edits.sort_by_key(|edit| edit.span.start);
    apply_edits(text, &edits).ok()
}

/// The source with what became too long for a line on several.
fn fitted(source: &str, annotation: &str, style: &Style) -> String {
    let Some(rest) = source.strip_prefix(annotation) else {
        return source.to_owned();
    };
    let mut lines: Vec<String> = vec![annotation.to_owned()];
    let mut open: Vec<&str> = Vec::new();
    for line in rest.trim_start_matches('\n').lines() {
        open.push(line);
        if line.is_empty() || line.ends_with([';', '{', '}']) {
            lines.extend(statement(&open, style));
            open.clear();
        }
    }
    lines.extend(open.into_iter().map(str::to_owned));
    lines.join("\n")
}

/// The lines of a statement, or of the head of the method, as they are where each has room.
fn statement(lines: &[&str], style: &Style) -> Vec<String> {
    let room = style.room(1);
    if lines.iter().all(|line| style::columns(line) <= room.width) {
        return lines.iter().map(|line| (*line).to_owned()).collect();
    }
    let first = lines[0];
    let lead = &first[..first.len() - first.trim_start().len()];
    let mut whole = String::new();
    for line in lines {
        let goes_on = line.trim_start().starts_with(['.', ')']);
        if !whole.is_empty() && !whole.ends_with('(') && !goes_on {
            whole.push(' ');
        }
        whole.push_str(line.trim());
    }
    if lead.is_empty()
        && let Some((head, parameters)) = whole.split_once('(')
    {
        return vec![
            format!("{head}("),
            format!("{}{parameters}", style.indent.repeat(2)),
        ];
    }
    let room = Room {
        width: room.width.saturating_sub(style::columns(lead)),
        ..room
    };
    let fitted = fit(&whole, room).into_iter();
    fitted.map(|line| format!("{lead}{line}")).collect()
}

/// Where the test has what the column stands for.
fn role_in<'s>(shape: &'s TestShape, column: &Column) -> &'s LiteralRole {
    &shape.literals[column.literals[0]].role
}

/// What is imported of the assertions, as far as it is still called.
fn static_imports(base: &WrittenTest, source: &str) -> Vec<String> {
    let is_called = |import: &String| {
        let member = import.strip_prefix(ASSERTIONS);
        member.is_none_or(|member| source.contains(&format!("{member}(")))
    };
    let mut imports: BTreeSet<String> = base.static_imports.iter().cloned().collect();
    imports.retain(is_called);
    let of_assertions = base
        .static_imports
        .iter()
        .any(|one| one.starts_with(ASSERTIONS));
    if of_assertions && source.contains("assertEquals(") {
        imports.insert(format!("{ASSERTIONS}assertEquals"));
    }
    imports.into_iter().collect()
}

/// What may stand in fields, where the lines of the test are as they were but for the table in front.
fn collaborators(base: &WrittenTest, source: &str, annotation: &str) -> Collaborators {
    let more = annotation.lines().count() - 1;
    if source.lines().count() != base.source.lines().count() + more {
        return Collaborators::default();
    }
    let mut moved = base.collaborators.clone();
    let mocks = moved.mocks.iter_mut().map(|mock| &mut mock.lines);
    let subject = moved.subject.iter_mut().flat_map(|it| &mut it.lines);
    for lines in mocks.chain(subject) {
        *lines = lines.start + more..lines.end + more;
    }
    moved
}
