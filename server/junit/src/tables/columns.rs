//! The columns of a table: takes the literals of tests of one shape, gives those that differ, each with a name that
//! nothing else in the test has.

use std::collections::BTreeSet;

use goalline_testcase::{Callable, TestCluster};

use crate::{
    insertion::tokens::identifiers,
    tables::test_literals::{LiteralKind, LiteralRole, NULL, NULL_WORD, TestLiteral, TestShape},
    types::{
        type_names::simple_name,
        variables::{capitalised, decapitalised, is_identifier},
    },
};

/// More columns are no table that anybody reads.
const MOST_COLUMNS: usize = 6;

/// What differs between the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// The parameter.
    pub(crate) name: String,
    /// Whether the source has a word for it.
    pub(crate) is_named: bool,
    /// Whether what goes in is what the test expects.
    pub(crate) is_echoed: bool,
    pub(crate) kind: LiteralKind,
    pub(crate) role: LiteralRole,
    /// Which literals of each test it stands for.
    pub(crate) literals: Vec<usize>,
    /// Row by row.
    pub(crate) values: Vec<String>,
}

impl Column {
    /// Whether a row has `null` there.
    pub(crate) fn has_null(&self) -> bool {
        self.values.iter().any(|value| value == NULL)
    }

    /// Whether the test expects it.
    pub(crate) fn is_expected(&self) -> bool {
        is_expected(&self.role)
    }
}

fn is_expected(role: &LiteralRole) -> bool {
    matches!(role, LiteralRole::Expected | LiteralRole::Message)
}

/// The columns, what goes in first; none where nobody would read the table, or a column has no name.
pub(crate) fn columns(
    cluster: &TestCluster,
    act: &Callable,
    source: &str,
    rows: &[&TestShape],
) -> Option<Vec<Column>> {
    let mut columns: Vec<Column> = Vec::new();
    for (at, literal) in rows.first()?.literals.iter().enumerate() {
        let values: Vec<String> = rows
            .iter()
            .map(|row| row.literals[at].value.clone())
            .collect();
        if values.iter().all(|value| *value == values[0]) {
            continue;
        }
        let is_same = |column: &&mut Column| {
            let goes_in = |role: &LiteralRole| !matches!(role, LiteralRole::Initial { .. });
            column.kind == literal.kind
                && column.values == values
                && goes_in(&column.role)
                && goes_in(&literal.role)
        };
        if let Some(column) = columns.iter_mut().find(is_same) {
            column.literals.push(at);
            column.is_echoed |= column.is_expected() != is_expected(&literal.role);
            if column.is_expected() {
                column.role = literal.role.clone();
            }
            continue;
        }
        columns.push(Column {
            name: String::new(),
            is_named: false,
            is_echoed: false,
            kind: literal.kind,
            role: literal.role.clone(),
            literals: vec![at],
            values,
        });
    }
    if columns.len() > MOST_COLUMNS || mistakes_null(&columns) {
        return None;
    }
    columns.sort_by_key(Column::is_expected);
    let mut taken: BTreeSet<String> = identifiers(source)
        .into_iter()
        .map(|one| one.text.to_owned())
        .collect();
    for column in &mut columns {
        let own = own_name(column);
        if let Some(own) = own {
            column.name = own;
            column.is_named = true;
            continue;
        }
        let known = known_names(cluster, act, &column.role);
        let free = |name: &&String| is_identifier(name) && !taken.contains(*name);
        column.is_named = known.iter().any(|name| free(&name));
        let all: Vec<String> = known.into_iter().chain(nouns(column.kind)).collect();
        column.name.clone_from(all.iter().find(free)?);
        taken.insert(column.name.clone());
    }
    Some(columns)
}

/// Whether a text would be read as `null`, because it reads like the word for it.
fn mistakes_null(columns: &[Column]) -> bool {
    let is_word = |column: &Column| column.values.iter().any(|value| value == NULL_WORD);
    columns.iter().any(Column::has_null) && columns.iter().any(is_word)
}

/// The variable that nothing but this literal goes into: the parameter takes its place.
pub(crate) fn own_name(column: &Column) -> Option<String> {
    match &column.role {
        LiteralRole::Initial {
            variable, declared, ..
        } if declared == column.kind.type_name() || declared == "var" => Some(variable.clone()),
        _ => None,
    }
}

/// What the source calls it, best first.
fn known_names(cluster: &TestCluster, act: &Callable, role: &LiteralRole) -> Vec<String> {
    match role {
        LiteralRole::Expected => vec!["expected".to_owned(), "expectedResult".to_owned()],
        LiteralRole::Message => vec!["message".to_owned(), "expectedMessage".to_owned()],
        LiteralRole::Initial { variable, .. } => vec![format!("given{}", capitalised(variable))],
        LiteralRole::Other => Vec::new(),
        LiteralRole::Argument {
            called,
            arity,
            position,
        } => {
            let place = ArgumentPlace {
                arity: *arity,
                position: *position,
            };
            let Some(name) = parameter(cluster, act, called, place) else {
                return Vec::new();
            };
            let whole = format!("{}{}", decapitalised(called), capitalised(&name));
            vec![name, whole]
        }
    }
}

/// Which argument of how many.
#[derive(Clone, Copy)]
struct ArgumentPlace {
    arity: usize,
    position: usize,
}

/// The name of a parameter: that of the tested method, or the one that all methods of this name give it.
fn parameter(
    cluster: &TestCluster,
    act: &Callable,
    called: &str,
    place: ArgumentPlace,
) -> Option<String> {
    let is_it = |callable: &&Callable| {
        let is_named = if callable.name == "<init>" {
            simple_name(&callable.owner) == called
        } else {
            callable.name == called
        };
        is_named && callable.parameters.len() == place.arity
    };
    let name_in = |callable: &Callable| {
        let name = callable.parameter_names.get(place.position)?;
        let is_made_up = name.ends_with(|c: char| c.is_ascii_digit());
        (!is_made_up).then(|| name.clone())
    };
    if let Some(name) = Some(act).filter(is_it).and_then(name_in) {
        return Some(name);
    }
    let all = cluster.callables().iter().filter(is_it);
    let names: BTreeSet<String> = all.filter_map(name_in).collect();
    if names.len() == 1 {
        return names.into_iter().next();
    }
    let of_setter = called.strip_prefix("set").filter(|_| place.arity == 1)?;
    Some(decapitalised(of_setter))
}

fn nouns(kind: LiteralKind) -> [String; 3] {
    let noun = kind.noun();
    let other = capitalised(noun);
    [
        noun.to_owned(),
        format!("other{other}"),
        format!("another{other}"),
    ]
}

/// What a literal becomes: the parameter's name, in an assertion's words.
pub(crate) fn in_place(literal: &TestLiteral, name: &str) -> String {
    match literal.kind {
        LiteralKind::Asserted => format!("assertEquals({name}, "),
        LiteralKind::AssertedOf => format!("isEqualTo({name})"),
        _ => name.to_owned(),
    }
}
