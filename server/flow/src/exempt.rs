//! Methods that nobody writes tests for: takes a parsed file, says which methods a tool wrote and which are the bare
//! accessors of a class that only holds data. They have no goals.

use std::collections::{BTreeMap, BTreeSet};

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
    let is_whole_file = is_generated_file(header(file, declared));
    let mut generated: Vec<bool> = Vec::with_capacity(declared.types.len());
    for ty in &declared.types {
        // Outer types come before inner ones.
        let is_around = ty.outer.is_some_and(|outer| generated[outer]);
        let is_whole_type =
            is_whole_file || is_around || is_generated(file, &ty.modifiers, ty.javadoc);
        generated.push(is_whole_type);
        let holder = Holder::of(file, ty);
        for member in &ty.members {
            // The initial values of all fields are one body, whoever wrote one of the fields.
            let is_field = member.kind == DeclaredKind::Field;
            let is_own = !is_field && is_generated(file, &member.modifiers, member.javadoc);
            if is_whole_type || is_own {
                exempt.insert(member.node, Exempt::Generated);
            } else if holder.as_ref().is_some_and(|it| it.is_bare(member)) {
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

/// Whether a line of the comment begins with a mark, as a word of its own.
fn is_marked(comment: &str) -> bool {
    let comment = comment.to_ascii_lowercase();
    let is_mark = |line: &str| {
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '/' | '*'));
        let mut marks = MARKS.iter().filter_map(|mark| line.strip_prefix(mark));
        marks.any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '.'))
            && !line.starts_with(TAKEN_OVER)
    };
    comment.lines().any(is_mark)
}

fn is_generated_file(header: &str) -> bool {
    let lower = header.to_ascii_lowercase();
    let is_asked = REQUESTS.iter().any(|request| lower.contains(request));
    is_marked(header) || is_asked && lower.contains("generated")
}

/// What a class with accessors has.
struct Holder<'a> {
    file: &'a JavaFile,
    fields: BTreeSet<&'a str>,
}

impl<'a> Holder<'a> {
    /// The class, where it has accessors and nothing else that could be wrong but what objects have.
    fn of(file: &'a JavaFile, ty: &'a TypeDeclaration) -> Option<Self> {
        if ty.kind != TypeKind::Class || ty.is_anonymous() {
            return None;
        }
        let fields = ty.members.iter();
        let fields = fields.filter(|it| it.kind == DeclaredKind::Field);
        let holder = Self {
            file,
            fields: fields.map(|it| it.name.as_str()).collect(),
        };
        let mut accessors = 0;
        for method in &ty.members {
            if method.kind != DeclaredKind::Method || method.code.is_none() {
                continue;
            }
            if holder.is_accessor(method) {
                accessors += 1;
            } else if !OF_OBJECTS.contains(&method.name.as_str()) {
                return None;
            }
        }
        (accessors >= FEWEST_ACCESSORS).then_some(holder)
    }

    /// Whether nothing but giving or setting fields happens in it.
    fn is_bare(&self, member: &MemberDeclaration) -> bool {
        match member.kind {
            DeclaredKind::Method => self.is_accessor(member),
            DeclaredKind::Constructor => {
                let mut statements = statements(self.file, member);
                statements.all(|it| hands_on(it) || self.sets_field(member, it))
            }
            _ => false,
        }
    }

    fn is_accessor(&self, member: &MemberDeclaration) -> bool {
        let statements: Vec<Node<'_>> = statements(self.file, member).take(3).collect();
        match (member.parameters.len(), statements.as_slice()) {
            (0, [only]) => given(*only).is_some_and(|it| self.names_field(member, it)),
            (1, [only]) => self.sets_field(member, *only),
            (1, [set, end]) => {
                let gives_itself = given(*end).is_some_and(|it| it.kind() == "this");
                gives_itself && self.sets_field(member, *set)
            }
            _ => false,
        }
    }

    /// Whether an expression names a field of the class, `price` or `this.price`, and no parameter of the member.
    fn names_field(&self, member: &MemberDeclaration, expression: Node<'_>) -> bool {
        let is_own = || {
            expression
                .field("object")
                .is_some_and(|it| it.kind() == "this")
        };
        let name = match expression.kind() {
            "identifier" => Some(expression).filter(|it| !is_parameter(member, *it)),
            "field_access" if is_own() => expression.field("field"),
            _ => None,
        };
        name.is_some_and(|name| self.fields.contains(name.text()))
    }

    /// Whether a statement sets a field to a parameter as it is: `this.price = price;`.
    fn sets_field(&self, member: &MemberDeclaration, statement: Node<'_>) -> bool {
        let is_expression = statement.kind() == "expression_statement";
        let set = is_expression.then(|| statement.first_named()).flatten();
        let set = set.filter(|it| it.kind() == "assignment_expression");
        set.is_some_and(|set| {
            let right = set.field("right");
            set.field("operator").is_some_and(|it| it.text() == "=")
                && right.is_some_and(|it| is_parameter(member, it))
                && set
                    .field("left")
                    .is_some_and(|left| self.names_field(member, left))
        })
    }
}

fn is_parameter(member: &MemberDeclaration, expression: Node<'_>) -> bool {
    let mut parameters = member.parameters.iter();
    expression.kind() == "identifier" && parameters.any(|it| it.name == expression.text())
}

fn statements<'f>(
    file: &'f JavaFile,
    member: &MemberDeclaration,
) -> impl Iterator<Item = Node<'f>> + use<'f> {
    let code = member.code.map(|code| file.node(code));
    code.into_iter().flat_map(Node::named_children)
}

/// `super();` and `super(message);`, where nothing is computed.
fn hands_on(statement: Node<'_>) -> bool {
    let is_call = statement.kind() == "explicit_constructor_invocation";
    let given = statement.field("arguments").filter(|_| is_call);
    given.is_some_and(|given| {
        given
            .named_children()
            .all(|it| it.kind() == "identifier" || it.kind().ends_with("_literal"))
    })
}

/// What `return …;` gives.
fn given(statement: Node<'_>) -> Option<Node<'_>> {
    (statement.kind() == "return_statement")
        .then(|| statement.first_named())
        .flatten()
}
