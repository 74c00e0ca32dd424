//! What a compiler knows about the calls of a file and a parser does not: takes part in class graphs, comes from
//! elsewhere.

use std::sync::Arc;

use goalline_syntax::Span;

/// Declarations and calls of one file, as javac attributed them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributedFile {
    /// Every class of the file, nested, local and anonymous ones included.
    pub classes: Vec<AttributedClass>,
    /// Every method and constructor of these classes, those that nobody wrote included.
    pub methods: Vec<AttributedMethod>,
    /// Every call, object creation and method reference that the compiler understood, in source order of their ends.
    pub calls: Vec<AttributedCall>,
}

/// A class with what stands directly above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributedClass {
    /// Binary name.
    pub name: Arc<str>,
    /// Binary names of the superclass (first, unless the class is an interface) and the interfaces.
    pub above: Vec<Arc<str>>,
    /// Whether it is abstract; interfaces are.
    pub is_abstract: bool,
    /// Whether it is an interface.
    pub is_interface: bool,
}

/// A method by its class.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodName {
    /// Binary name of the class that declares it.
    pub class: Arc<str>,
    /// `total`, or `<init>`.
    pub name: Arc<str>,
    /// Descriptor as in the JVM, without the parameters that the compiler adds.
    pub descriptor: Arc<str>,
}

/// A declared method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributedMethod {
    /// Its name.
    pub name: MethodName,
    /// Whether it is static.
    pub is_static: bool,
    /// Whether it is private.
    pub is_private: bool,
    /// Whether it has no body by intent.
    pub is_abstract: bool,
    /// Where its body starts in the text, by which it is found again; none where nobody wrote one.
    pub body: Option<usize>,
    /// The constructor of the superclass that it calls without saying so.
    pub implied_super: Option<MethodName>,
    /// Descriptors under which it overrides, where they differ from its own.
    pub overrides: Vec<Arc<str>>,
}

/// How a call finds its method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallKind {
    /// By the class of the receiver.
    Virtual,
    /// The method that is named and no other: static, private, or by `super`.
    Exact,
    /// A constructor.
    Constructor,
}

/// A call as the compiler understood it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributedCall {
    /// The call expression in the text.
    pub span: Span,
    /// How the method is found.
    pub kind: CallKind,
    /// Whether the receiver is the object that runs the calling method (no receiver, `this`, `super`).
    pub is_on_this: bool,
    /// Binary name of the receiver's class as declared; the method's class where there is none.
    pub receiver: Arc<str>,
    /// The method as the compiler found it.
    pub callee: MethodName,
}
