//! Calls whose name promises a meaning: takes a call, gives the probe that observes its operands, or none.

use std::collections::BTreeSet;

use goalline_syntax::Node;

/// A call to be observed: its result goes through `probe`, its operands through identities that remember them.
pub(crate) struct ObservedCall<'f> {
    /// Method of the runtime that takes the result.
    pub(crate) probe: &'static str,
    /// The identity of the runtime and the operand it goes around.
    pub(crate) operands: Vec<(Identity, Node<'f>)>,
}

/// An identity of the runtime that remembers an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identity {
    /// By predicate: `a`, `b`.
    Slot(char),
    /// One for all: `c`, `d`, `e`.
    Shared(char),
}

const A: Identity = Identity::Slot('a');
const B: Identity = Identity::Slot('b');
const C: Identity = Identity::Shared('c');
const D: Identity = Identity::Shared('d');
const E: Identity = Identity::Shared('e');

/// What the names of a file stand for, as far as its text tells.
#[derive(Default)]
pub(crate) struct Names {
    /// Imported (statically too), or declared as a type.
    types: BTreeSet<String>,
    variables: BTreeSet<String>,
    enum_constants: BTreeSet<String>,
}

impl Names {
    /// The names that the file imports or declares.
    pub(crate) fn of(root: Node<'_>) -> Self {
        let mut names = Self::default();
        for node in root.descendants() {
            let (name, kind) = match node.kind() {
                "import_declaration" => (node.named_children().last(), &mut names.types),
                "class_declaration"
                | "interface_declaration"
                | "enum_declaration"
                | "record_declaration" => (node.field("name"), &mut names.types),
                "variable_declarator" => (node.field("name"), &mut names.variables),
                "enum_constant" => (node.field("name"), &mut names.enum_constants),
                _ => continue,
            };
            let last = name.and_then(|name| name.text().rsplit('.').next());
            kind.extend(last.map(|last| last.trim().to_owned()));
        }
        names
    }

    /// Whether a bare label names a constant variable of this file, or one that it imports, and no constant of an
    /// enum in it.
    pub(crate) fn is_constant_variable(&self, label: &str) -> bool {
        (self.variables.contains(label) || self.types.contains(label))
            && !self.enum_constants.contains(label)
    }

    /// Whether the file imports a type of this name or has one.
    pub(crate) fn declares(&self, ty: &str) -> bool {
        self.types.contains(ty)
    }

    /// Whether the expression before a dot is the name of a type.
    fn is_type(&self, object: Node<'_>) -> bool {
        let name = match object.kind() {
            "identifier" => object.text(),
            "field_access" => match object.field("field") {
                Some(field) => field.text(),
                None => return false,
            },
            _ => return false,
        };
        let is_camel = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
        is_camel || self.types.contains(name)
    }
}

/// The receiver (of an instance call) and the arguments, in order; none where there is nothing to observe.
fn operands<'f>(call: Node<'f>, names: &Names) -> Option<Vec<Node<'f>>> {
    let mut operands = Vec::new();
    match call.field("object") {
        Some(object) if object.kind() == "super" => return None,
        Some(object) if !names.is_type(object) => operands.push(object),
        _ => {}
    }
    if call.has("super") {
        return None;
    }
    operands.extend(call.field("arguments")?.named_children());
    Some(operands)
}

/// The observation of a boolean call.
pub(crate) fn boolean<'f>(call: Node<'f>, names: &Names) -> Option<ObservedCall<'f>> {
    let name = call.field("name")?.text();
    let operands = operands(call, names)?;
    let object = call.field("object").map_or("", |object| object.text());
    let is_on = |class: &str| object == class || object.ends_with(&format!(".{class}"));
    let (probe, identities): (&str, &[Option<Identity>]) = match (name, operands.len()) {
        ("equals" | "deepEquals", 2..=3) | ("contentEquals", 2) => ("qEquals", &[Some(A), Some(B)]),
        ("equalsIgnoreCase", 2) => ("qEqualsIgnoreCase", &[Some(A), Some(B)]),
        ("startsWith", 2) => ("qStartsWith", &[Some(A), Some(B)]),
        ("startsWith", 3) => ("qStartsWithAt", &[Some(A), Some(B), Some(C)]),
        ("endsWith", 2) => ("qEndsWith", &[Some(A), Some(B)]),
        ("contains", 2) => ("qContains", &[Some(A), Some(B)]),
        ("containsKey", 2) => ("qContainsKey", &[Some(A), Some(B)]),
        ("containsValue", 2) => ("qContainsValue", &[Some(A), Some(B)]),
        ("isEmpty", 1) => ("qIsEmpty", &[Some(A)]),
        ("isBlank", 1) => ("qIsBlank", &[Some(A)]),
        ("matches", 2) if is_on("Pattern") => ("qPatternMatches", &[Some(A), Some(B)]),
        ("matches", 1 | 2) => ("qMatches", &[Some(A), Some(B)]),
        ("find", 1 | 2) => ("qFind", &[Some(A)]),
        ("lookingAt", 1) => ("qLookingAt", &[Some(A)]),
        ("regionMatches", 5) => (
            "qRegionMatches",
            &[Some(A), Some(C), Some(B), Some(D), Some(E)],
        ),
        ("regionMatches", 6) => {
            let probe = if operands[1].text() == "false" {
                "qRegionMatches"
            } else {
                "qRegionMatchesIgnoringCase"
            };
            (probe, &[Some(A), None, Some(C), Some(B), Some(D), Some(E)])
        }
        (_, 1) if is_on("Character") => (character_probe(name)?, &[Some(A)]),
        _ => return asked(call),
    };
    Some(ObservedCall {
        probe,
        operands: assign(&operands, identities),
    })
}

/// The observation of a call that promises nothing: what it was asked about, where that is a name or comes of another
/// call. What it says no to may be what an earlier call should have been given.
fn asked(call: Node<'_>) -> Option<ObservedCall<'_>> {
    let arguments = call.field("arguments")?.named_children();
    let is_told = |argument: &Node<'_>| {
        let kind = argument.unparenthesized().kind();
        matches!(kind, "identifier" | "field_access" | "method_invocation")
    };
    let told: Vec<Node<'_>> = arguments.filter(is_told).take(2).collect();
    (!told.is_empty()).then(|| ObservedCall {
        probe: "qAsked",
        operands: [A, B].into_iter().zip(told).collect(),
    })
}

fn character_probe(name: &str) -> Option<&'static str> {
    const PROBES: [&str; 11] = [
        "isDigit",
        "isLetter",
        "isLetterOrDigit",
        "isWhitespace",
        "isSpaceChar",
        "isUpperCase",
        "isLowerCase",
        "isAlphabetic",
        "isISOControl",
        "isJavaIdentifierStart",
        "isJavaIdentifierPart",
    ];
    PROBES.into_iter().find(|probe| *probe == name)
}

/// The observation of a call whose number is compared with a constant.
pub(crate) fn number<'f>(call: Node<'f>, names: &Names) -> Option<ObservedCall<'f>> {
    let name = call.field("name")?.text();
    let operands = operands(call, names)?;
    let (probe, observed) = match (name, operands.len()) {
        ("compareTo" | "compareToIgnoreCase" | "compare", 2) => ("order", &operands[..]),
        ("compare", 3) => ("order", &operands[1..]),
        ("indexOf" | "lastIndexOf", 2..=3) => ("index", &operands[..]),
        _ => return None,
    };
    Some(ObservedCall {
        probe,
        operands: assign(observed, &[Some(A), Some(B)]),
    })
}

/// The observation of `map.get(key)`, compared with null.
pub(crate) fn lookup<'f>(call: Node<'f>, names: &Names) -> Option<ObservedCall<'f>> {
    let operands = operands(call, names)?;
    (call.field("name")?.text() == "get" && operands.len() == 2).then(|| ObservedCall {
        probe: "get",
        operands: assign(&operands, &[Some(A), Some(B)]),
    })
}

fn assign<'f>(operands: &[Node<'f>], identities: &[Option<Identity>]) -> Vec<(Identity, Node<'f>)> {
    let pairs = operands.iter().zip(identities);
    let observed = pairs.filter_map(|(operand, identity)| Some(((*identity)?, *operand)));
    observed
        .filter(|(_, operand)| is_observable(*operand))
        .collect()
}

/// Expressions that need the type of what they are passed to cannot go through an identity.
fn is_observable(operand: Node<'_>) -> bool {
    !matches!(
        operand.unparenthesized().kind(),
        "lambda_expression" | "method_reference" | "null_literal" | "super"
    )
}
