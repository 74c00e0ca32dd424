//! Answers that a cluster gave before, by type, what test doubles answer and what is looked up: only data; finds
//! nothing.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use super::callable::CallableId;
use crate::TypeId;

/// What a library for mocks that the tests have can mock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mocking {
    /// There is none.
    #[default]
    Nothing,
    /// Interfaces, and classes that can be extended: what the worker can stand in for as well.
    Extensible,
}

/// What a test double does where it has no answer.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum DoubleStyle {
    /// What a class written by hand does: abstract methods return `null`, zero or `false`, all others run as declared.
    #[default]
    Written,
    /// What Mockito's mocks do: no method runs, no constructor ran; each returns zero, `false`, an empty collection,
    /// optional or stream, else `null`. Calls on it are observed.
    Mock,
}

/// One method that a test double answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubleMethod {
    /// Name.
    pub name: Arc<str>,
    /// JVM descriptor where it is declared.
    pub descriptor: Arc<str>,
    /// Type of the answer; `void` where none is given.
    pub returns: TypeId,
    /// Its parameter types.
    pub parameters: Vec<TypeId>,
    /// Binary names of the declared exceptions; of a mock's method also of unchecked ones that the class under test
    /// catches.
    pub throws: Vec<String>,
    /// Whether its caller says by a class, or by what it hands over, what it is to give: `<T> T get(String key,
    /// Class<T> type)`, `<T> T merge(T entity)`.
    pub gives_what_is_asked_for: bool,
    /// Whether its caller says by a class what it is to give, and that is an object of this class: an answer for
    /// another one is none.
    pub gives_asked_class: bool,
}

/// How a test double of a type is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubleMethods {
    /// The abstract methods, inherited ones included.
    pub methods: Vec<DoubleMethod>,
    /// Whether a lambda does: an interface with exactly one abstract method, which has no type parameters.
    pub is_functional: bool,
    /// The constructor of an abstract class that a subclass calls, the simplest; none for interfaces. Its parameters
    /// get what the double says, or `null`, zero and `false`.
    pub constructor: Option<CallableId>,
    /// What a double of the type does where it has no answer. For a mock, `methods` are all that can be overridden, and
    /// there is no constructor.
    pub style: DoubleStyle,
    /// Whether a double is what one takes for the type: a container makes its objects, they lead far away, or nobody
    /// at hand implements it.
    pub is_collaborator: bool,
}

/// A member that a test looks up by name: it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// The class to ask.
    pub class: TypeId,
    /// The member's name; none where a constructor is looked up.
    pub name: Option<String>,
    /// Types of its parameters; none where a field is looked up.
    pub parameters: Option<Vec<TypeId>>,
}

/// There can be no test double for the type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoDouble;

/// Answers that were given before, by `TypeId`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClusterCache {
    pub(crate) generators: Vec<Option<Vec<CallableId>>>,
    pub(crate) uses: Vec<Option<Vec<CallableId>>>,
    pub(crate) properties: Vec<Option<Vec<CallableId>>>,
    pub(crate) questions: Vec<Option<Vec<CallableId>>>,
    pub(crate) injected: Vec<Option<Vec<CallableId>>>,
    pub(crate) holders: Option<Vec<CallableId>>,
    pub(crate) narrowed: Vec<Option<Vec<TypeId>>>,
    pub(crate) doubles: Vec<Option<Result<Arc<DoubleMethods>, NoDouble>>>,
    pub(crate) literal_types: Vec<Option<Vec<TypeId>>>,
    pub(crate) class_literals: Vec<Option<Vec<TypeId>>>,
    pub(crate) assignable: Vec<Vec<Option<bool>>>,
    pub(crate) lookups: BTreeMap<CallableId, Arc<[Lookup]>>,
}

/// The remembered answer for a type, if there is one.
pub(crate) fn remembered<T>(answers: &[Option<T>], id: TypeId) -> Option<&T> {
    answers.get(id.0 as usize).and_then(Option::as_ref)
}

/// Keeps an answer for a type and gives it back.
pub(crate) fn remember<T>(answers: &mut Vec<Option<T>>, id: TypeId, answer: T) -> &T {
    let at = id.0 as usize;
    if answers.len() <= at {
        answers.resize_with(at + 1, || None);
    }
    answers[at].insert(answer)
}
