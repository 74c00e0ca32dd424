//! What a file declares: package, imports, types, members, as plain data; made from the tree by
//! `declarations/outline.rs`.

mod header;
mod members;
mod modifiers;
mod outline;
mod parameters;

use crate::{NodeId, Span};

pub use modifiers::DeclaredModifiers;
pub use outline::declarations;
pub use parameters::lambda_parameters;

/// Everything one file declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDeclarations {
    /// The package, `shop.billing`; none for the unnamed package.
    pub package: Option<String>,
    /// The package declaration.
    pub package_span: Option<Span>,
    /// The imports in order.
    pub imports: Vec<Import>,
    /// All types in source order, nested, local and anonymous ones included, outer before inner.
    pub types: Vec<TypeDeclaration>,
}

/// One import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// `java.util.List`; for `java.util.*` the part before the asterisk, `java.util`.
    pub path: String,
    /// Whether it is `import static`.
    pub is_static: bool,
    /// Whether it is `import module`.
    pub is_module: bool,
    /// Whether it ends in `.*`.
    pub is_wildcard: bool,
    /// The declaration, semicolon included.
    pub span: Span,
}

/// What kind of type is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `class`
    Class,
    /// `interface`
    Interface,
    /// `enum`
    Enum,
    /// `record`
    Record,
    /// `@interface`
    Annotation,
    /// `new T() { … }`
    Anonymous,
    /// The body of an enum constant: anonymous too.
    EnumConstantBody,
}

/// One type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDeclaration {
    /// What it is.
    pub kind: TypeKind,
    /// Simple name; empty for anonymous classes.
    pub name: String,
    /// `shop.Cart$Line`; local and anonymous classes are numbered per directly enclosing class and name in source order
    /// (`Cart$1`, `Cart$1Local`), as javac numbers them; only where a lambda or `new T<>() { … }` is one of several
    /// arguments, javac numbers the classes in the other arguments first.
    pub binary_name: String,
    /// Its node.
    pub node: NodeId,
    /// The whole declaration, modifiers included; for anonymous classes the body.
    pub span: Span,
    /// The name; for anonymous classes the name of the type after `new`, or of the enum constant.
    pub name_span: Span,
    /// The body, braces included.
    pub body: Span,
    /// Position in [`FileDeclarations::types`] of the type directly around it.
    pub outer: Option<usize>,
    /// Whether it is declared inside a body or an initialiser (local and anonymous classes).
    pub is_local: bool,
    /// Whether it has no enclosing instance by its declaration: `static`, or implied for enums, records, interfaces,
    /// members of interfaces.
    pub is_static: bool,
    /// Written modifiers and annotations.
    pub modifiers: DeclaredModifiers,
    /// Names of the type parameters.
    pub type_parameters: Vec<String>,
    /// The type after `extends` of a class, or the type after `new` of an anonymous class; type arguments included.
    pub superclass: Option<String>,
    /// Types after `implements`, or after `extends` of an interface; type arguments included.
    pub interfaces: Vec<String>,
    /// Components of a record.
    pub components: Vec<Parameter>,
    /// Fields, methods, constructors, initialisers, enum constants in source order.
    pub members: Vec<MemberDeclaration>,
    /// Its Javadoc comment.
    pub javadoc: Option<Span>,
    /// Whether a syntax error stands in it but in none of its members.
    pub is_broken: bool,
}

impl TypeDeclaration {
    /// Whether it has no name of its own.
    pub fn is_anonymous(&self) -> bool {
        matches!(self.kind, TypeKind::Anonymous | TypeKind::EnumConstantBody)
    }

    /// Whether an object of it cannot be made directly: `abstract`, interfaces, annotations.
    pub fn is_abstract(&self) -> bool {
        matches!(self.kind, TypeKind::Interface | TypeKind::Annotation)
            || self.modifiers.has("abstract")
    }
}

/// What kind of member is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclaredKind {
    /// One variable of a field declaration.
    Field,
    /// A constant of an enum.
    EnumConstant,
    /// A method, also one without a body; an element of an annotation type.
    Method,
    /// A constructor.
    Constructor,
    /// The compact constructor of a record.
    CompactConstructor,
    /// `static { … }`
    StaticInitializer,
    /// `{ … }`
    InstanceInitializer,
}

/// One member of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberDeclaration {
    /// What it is.
    pub kind: DeclaredKind,
    /// Its name; `<init>` for constructors, `<clinit>` and `<init>` for initialisers.
    pub name: String,
    /// The node of the whole declaration.
    pub node: NodeId,
    /// The whole declaration, modifiers included, Javadoc not.
    pub span: Span,
    /// The name; for initialisers the opening brace.
    pub name_span: Span,
    /// The code: a body with its braces, the initial value of a field, the arguments of an enum constant.
    pub code: Option<NodeId>,
    /// The bytes of the code.
    pub body: Option<Span>,
    /// Whether it belongs to the class and not to an object (for fields of interfaces and enum constants without
    /// being written).
    pub is_static: bool,
    /// Written modifiers and annotations.
    pub modifiers: DeclaredModifiers,
    /// Names of its own type parameters.
    pub type_parameters: Vec<String>,
    /// Parameters; of a compact constructor the components of the record.
    pub parameters: Vec<Parameter>,
    /// Type of the field or return type as written, array dimensions after the name included.
    pub ty: Option<String>,
    /// Types after `throws`.
    pub throws: Vec<String>,
    /// Its Javadoc comment.
    pub javadoc: Option<Span>,
    /// Whether a syntax error stands in it.
    pub is_broken: bool,
}

/// A parameter of a method, constructor or lambda, or a component of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type as written, without annotations; `T[]` for `T...`; `var` where a lambda leaves it out.
    pub ty: String,
    /// Without type arguments and qualifiers: `String`, `Entry`, `T[]`.
    pub simple_type: String,
    /// Whether it is `T...`.
    pub is_varargs: bool,
    /// The declaration.
    pub span: Span,
}

impl FileDeclarations {
    /// The type with this binary name.
    pub fn type_named(&self, binary_name: &str) -> Option<&TypeDeclaration> {
        self.types.iter().find(|ty| ty.binary_name == binary_name)
    }

    /// The innermost type whose declaration holds the offset.
    pub fn type_at(&self, offset: usize) -> Option<&TypeDeclaration> {
        let around = |ty: &&TypeDeclaration| ty.span.start <= offset && offset <= ty.span.end;
        self.types
            .iter()
            .filter(around)
            .min_by_key(|ty| ty.span.end - ty.span.start)
    }
}

#[cfg(test)]
mod tests;
