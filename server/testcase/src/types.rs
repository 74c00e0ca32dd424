//! Java types as the search and the printer need them: erased names with type arguments; resolved elsewhere, by
//! reflection.

use serde::{Deserialize, Serialize};

/// A primitive type, `void` included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Primitive {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `short`
    Short,
    /// `char`
    Char,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `void`: only a return type.
    Void,
}

/// A Java type as reflection gives it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum JavaType {
    /// A primitive, or `void`.
    Primitive(Primitive),
    /// A class or interface by its binary name (`java.util.Map$Entry`), with its type arguments (none: raw or not
    /// generic).
    Class {
        /// Binary name.
        name: String,
        /// Type arguments.
        arguments: Vec<JavaType>,
    },
    /// An array.
    Array(Box<JavaType>),
    /// A type variable by name (`T`); the innermost declaration of that name is meant.
    Variable(String),
    /// `?`, `? extends upper`, `? super lower`.
    Wildcard {
        /// Upper bound other than `Object`.
        upper: Option<Box<JavaType>>,
        /// Lower bound.
        lower: Option<Box<JavaType>>,
    },
}

/// The number of a concrete type (no variables outside of erased positions) interned in a `TestCluster`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TypeId(pub u32);
