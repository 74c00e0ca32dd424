//! Methods that nobody writes tests for: takes a parsed file, says which methods a tool wrote and which are the bare
//! accessors of a class that only holds data. They have no goals.

use std::collections::BTreeMap;

use goalline_syntax::{
    DeclaredKind, DeclaredModifiers, FileDeclarations, JavaFile, MemberDeclaration, Node, NodeId,
    Span, TypeDeclaration, TypeKind,
};

/// Why a method has no goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exempt {
    /// A tool wrote it, as an annotation or a comment says.
    Generated,
    /// It only gives or sets a field of a class that only holds data.
    Accessor,
}

/// What tools write into a comment of what they wrote.
const MARKS: [&str; 3] = ["@mbg.generated", "@mbggenerated", "@generated"];
/// What is written behind a mark where somebody has taken over (Eclipse's modelling framework).
const TAKEN_OVER: &str = "@generated not";
/// What tools ask for above a file that they generated.
const REQUESTS: [&str; 3] = ["do not edit", "don't edit", "do not modify"];
/// What every class has besides, data or not.
const OF_OBJECTS: [&str; 5] = ["equals", "hashCode", "toString", "canEqual", "clone"];
/// A class with fewer accessors than these says little about what it is for.
const FEWEST_ACCESSORS: usize = 2;

/// The members that are exempt, by the node of their declaration.
pub(crate) fn exempt(file: &JavaFile, declared: &FileDeclarations) -> BTreeMap<NodeId, Exempt> {
    let mut exempt = BTreeMap::new();
    let is_whole = is_generated_file(header(file, declared));
    let mut generated: Vec<bool> = Vec::with_capacity(declared.types.len());
    for ty in &declared.types {
        // Outer types come before inner ones.
        let is_around = ty.outer.is_some_and(|outer| generated[outer]);
        let is_generated = is_whole || is_around || is_generated(file, &ty.modifiers, ty.javadoc);
        generated.push(is_generated);
        let holds_data = holds_data(file, ty);
        for member in &ty.members {
            // The initial values of all fields are one body, whoever wrote one of the fields.
            let is_field = member.kind == DeclaredKind::Field;
            let is_own = !is_field && self::is_generated(file, &member.modifiers, member.javadoc);
            if is_generated || is_own {
                exempt.insert(member.node, Exempt::Generated);
            } else if holds_data && is_bare(file, ty, member) {
                exempt.insert(member.node, Exempt::Accessor);
            }
        }
    }
    exempt
}

/// What stands above the package and the types.
fn header<'f>(file: &'f JavaFile, declared: &FileDeclarations) -> &'f str {
    let types = declared
        .types
        .iter()
        .map(|ty| ty.javadoc.unwrap_or(ty.span).start);
    let imports = declared.imports.iter().map(|import| import.span.start);
    let package = declared.package_span.map(|span| span.start);
    let end = types.chain(imports).chain(package).min();
    &file.text()[..end.unwrap_or(0)]
}

fn is_generated(file: &JavaFile, modifiers: &DeclaredModifiers, javadoc: Option<Span>) -> bool {
    modifiers.has_annotation("Generated")
        || javadoc.is_some_and(|comment| is_marked(comment.of(file.text())))
}

fn is_marked(comment: &str) -> bool {
    let comment = comment.to_ascii_lowercase();
    MARKS.iter().any(|mark| comment.contains(mark)) && !comment.contains(TAKEN_OVER)
}

fn is_generated_file(header: &str) -> bool {
    let lower = header.to_ascii_lowercase();
    let is_asked = REQUESTS.iter().any(|request| lower.contains(request));
    is_marked(header) || is_asked && lower.contains("generated")
}

/// Whether the class has accessors and nothing else that could be wrong but what objects have.
fn holds_data(file: &JavaFile, ty: &TypeDeclaration) -> bool {
    if ty.kind != TypeKind::Class || ty.is_anonymous() {
        return false;
    }
    let methods = || {
        ty.members
            .iter()
            .filter(|it| it.kind == DeclaredKind::Method && it.code.is_some())
    };
    let (accessors, others): (Vec<_>, Vec<_>) = methods().partition(|it| is_accessor(file, ty, it));
    accessors.len() >= FEWEST_ACCESSORS
        && others
            .iter()
            .all(|it| OF_OBJECTS.contains(&it.name.as_str()))
}

/// Whether nothing but giving or setting fields happens in it.
fn is_bare(file: &JavaFile, ty: &TypeDeclaration, member: &MemberDeclaration) -> bool {
    match member.kind {
        DeclaredKind::Method => is_accessor(file, ty, member),
        DeclaredKind::Constructor => {
            let mut statements = statements(file, member);
            statements.all(|it| calls_above(it) || sets_field(ty, member, it))
        }
        _ => false,
    }
}

fn is_accessor(file: &JavaFile, ty: &TypeDeclaration, member: &MemberDeclaration) -> bool {
    let statements: Vec<Node<'_>> = statements(file, member).collect();
    match (member.parameters.len(), statements.as_slice()) {
        (0, [only]) => given(*only).is_some_and(|it| names_field(ty, it)),
        (1, [only]) => sets_field(ty, member, *only),
        (1, [set, end]) => {
            let gives_itself = given(*end).is_some_and(|it| it.kind() == "this");
            gives_itself && sets_field(ty, member, *set)
        }
        _ => false,
    }
}

fn statements<'f>(
    file: &'f JavaFile,
    member: &MemberDeclaration,
) -> impl Iterator<Item = Node<'f>> + use<'f> {
    let code = member.code.map(|code| file.node(code));
    code.into_iter().flat_map(Node::named_children)
}

/// `super();` and `super(message);`.
fn calls_above(statement: Node<'_>) -> bool {
    statement.kind() == "explicit_constructor_invocation"
}

/// What `return …;` gives.
fn given(statement: Node<'_>) -> Option<Node<'_>> {
    (statement.kind() == "return_statement")
        .then(|| statement.first_named())
        .flatten()
}

/// Whether an expression names a field of the class, `price` or `this.price`.
fn names_field(ty: &TypeDeclaration, expression: Node<'_>) -> bool {
    let is_own = || {
        expression
            .field("object")
            .is_some_and(|it| it.kind() == "this")
    };
    let name = match expression.kind() {
        "identifier" => Some(expression),
        "field_access" if is_own() => expression.field("field"),
        _ => None,
    };
    let mut members = ty.members.iter();
    name.is_some_and(|name| {
        members.any(|it| it.kind == DeclaredKind::Field && it.name == name.text())
    })
}

/// Whether a statement sets a field to a parameter as it is: `this.price = price;`.
fn sets_field(ty: &TypeDeclaration, member: &MemberDeclaration, statement: Node<'_>) -> bool {
    let is_expression = statement.kind() == "expression_statement";
    let set = is_expression.then(|| statement.first_named()).flatten();
    set.filter(|it| it.kind() == "assignment_expression")
        .is_some_and(|set| {
            let is_parameter = |value: Node<'_>| {
                let mut parameters = member.parameters.iter();
                value.kind() == "identifier" && parameters.any(|it| it.name == value.text())
            };
            set.field("operator").is_some_and(|it| it.text() == "=")
                && set.field("right").is_some_and(is_parameter)
                && set.field("left").is_some_and(|left| names_field(ty, left))
        })
}
