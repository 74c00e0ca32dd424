//! Java's types: which is assignable to which, what type variables stand for.

pub(crate) mod assignable;
pub(crate) mod examples;
pub(crate) mod shape;
pub(crate) mod substitution;
pub(crate) mod universe;
