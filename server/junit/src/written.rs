//! A test as Java text, with what it imports and what it is of; writes nothing.

use std::ops::Range;

use goalline_testcase::{CallableId, JavaType, ObservedPart, TestCluster, Var};
use serde::{Deserialize, Serialize};

use crate::types::{
    type_names::{descriptor_types, primitive_name, simple_name},
    variables::type_word,
};

/// A test as Java text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenTest {
    /// Method name, unique among the taken names.
    pub name: String,
    /// The method with its annotation; lines end with `\n` (not the last), indented by nothing.
    pub source: String,
    /// Classes to import, sorted.
    pub imports: Vec<String>,
    /// Members to import statically, sorted.
    pub static_imports: Vec<String>,
    /// Top-level classes written by their simple name without an import (package, `java.lang`), sorted, qualified.
    pub plain_names: Vec<String>,
    /// `total(int,String)`: the method under test by name and erased parameter types.
    pub method: String,
    /// The callable under test.
    pub callable: CallableId,
    /// Whether the test only pins an implicit exception.
    pub implicit_exception: bool,
    /// Number of assertions.
    pub assertions: usize,
    /// Mutants on which it fails, of those it was run with; sorted.
    pub kills: Vec<u32>,
    /// What its assertions state that can be left out. Only known where it was just written.
    #[serde(skip)]
    pub stated: Vec<Stated>,
}

/// What an assertion states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// Its lines in the source, counted from 0.
    pub lines: Range<usize>,
    /// What it is about.
    pub about: About,
}

/// What an assertion is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// What was observed of a variable.
    Observed(Var, ObservedPart),
    /// The message of what the act threw.
    Message,
    /// What a mock answers.
    Stub(StubbedCall),
}

/// A method of a mock that the test says an answer for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StubbedCall {
    /// The mock.
    pub double: Var,
    /// Method name.
    pub method: String,
    /// JVM descriptor.
    pub descriptor: String,
}

impl WrittenTest {
    /// Whether it needs Mockito.
    pub fn mocks(&self) -> bool {
        let of_mockito = |path: &String| path.starts_with("org.mockito.");
        self.static_imports.iter().any(of_mockito)
    }
}

/// `total(int,String)`, `<init>()`.
pub(crate) fn signature(cluster: &TestCluster, callable: CallableId) -> String {
    let callable = cluster.callable(callable);
    let parameters: Vec<String> = descriptor_types(&callable.descriptor)
        .0
        .iter()
        .map(short_type)
        .collect();
    format!("{}({})", callable.name, parameters.join(","))
}

/// `Entry[]`: the erased type by its simple name.
pub(crate) fn short_type(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(primitive) => primitive_name(*primitive).to_owned(),
        JavaType::Class { name, .. } => simple_name(name).to_owned(),
        JavaType::Array(element) => format!("{}[]", short_type(element)),
        other => type_word(other),
    }
}
