//! What a test can call, read or write: one constructor, method or field with every type variable bound.

use goalline_flow::MethodId;
use serde::{Deserialize, Serialize};

use crate::TypeId;

/// The number of a callable in its cluster. New ones are only ever appended, so a number never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CallableId(pub u32);

/// What a callable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CallableKind {
    /// `new T(…)`; for an inner class `outer.new T(…)` with the outer instance as the receiver.
    Constructor,
    /// `x.m(…)`
    Method,
    /// `T.m(…)`
    StaticMethod,
    /// `x.f`
    FieldRead,
    /// `T.F`, enum constants included
    StaticFieldRead,
    /// `x.f = v`
    FieldWrite,
    /// `x.f = v` by a container, whatever the field's visibility: with it an object is made, it tests nothing.
    InjectedField,
    /// `T.F = v`
    StaticFieldWrite,
    /// `T.f = v` by a container, whatever the field's visibility, for the time of one test: afterwards the field is as
    /// it was. It tests nothing.
    HeldField,
    /// `T.setContext(v)`, whose counterpart (`T.clearContext()`) is called once the test is over. It tests nothing.
    HeldByMethod,
}

/// A constructor, method or field with all type variables bound to concrete types.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Callable {
    /// What it is.
    pub kind: CallableKind,
    /// Binary name of the class to call it on: the class it is looked up in (for inherited members the subclass asked
    /// for).
    pub owner: String,
    /// Binary name of the class that declares it: with name and descriptor the identity for linking.
    pub declared_in: String,
    /// Name; `<init>` for constructors.
    pub name: String,
    /// JVM descriptor of the method, or of the field's type. That of an inner class's constructor begins with the
    /// outer class, which stands in `receiver` and not in `parameters`.
    pub descriptor: String,
    /// Type of the receiver; none for static members and constructors, except that an inner (not static) member class
    /// is constructed on an instance of the class around it.
    pub receiver: Option<TypeId>,
    /// Parameter types (field writes: the field's type).
    pub parameters: Vec<TypeId>,
    /// Parameter names where known.
    pub parameter_names: Vec<String>,
    /// Type of the result; `void` where there is none.
    pub returns: TypeId,
    /// Binary names of the declared exceptions.
    pub throws: Vec<String>,
    /// Whether the last parameter is variable-arity.
    pub is_varargs: bool,
    /// The source method that runs when a test calls it, when it is one of the class under test.
    #[serde(skip)]
    pub method: Option<MethodId>,
    /// Whether it belongs to the class under test (a call of it is what a test is for).
    pub is_under_test: bool,
}
