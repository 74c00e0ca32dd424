//! The cluster itself: takes numbers, gives the types and callables they stand for; files beside it find what there is.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_flow::MethodId;

use crate::{ClassDescription, ConstantDescription, JavaType, TypeId};
use {
    super::{
        callable::{Callable, CallableId},
        member::Makers,
    },
    crate::cluster::{
        jdk::allowed,
        members::cache::{ClusterCache, Mocking},
        types::{
            examples::Examples,
            shape::{DescribedShape, Shape},
            universe::Universe,
        },
    },
};

/// The name of a source method: class, name and descriptor.
pub(crate) type MethodKey = (String, String, String);

/// Everything a test may be built from. Numbers of types and callables depend only on what is asked, in which order;
/// answers are kept, so that asking again costs an index.
#[derive(Clone, Debug, Default)]
pub struct TestCluster {
    pub(crate) universe: Arc<Universe>,
    pub(crate) makers: Arc<Makers>,
    pub(crate) methods: BTreeMap<MethodKey, MethodId>,
    pub(crate) hints: Vec<JavaType>,
    pub(crate) types: Vec<JavaType>,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) numbers: BTreeMap<JavaType, TypeId>,
    pub(crate) callables: Vec<Callable>,
    pub(crate) callable_numbers: BTreeMap<Callable, CallableId>,
    pub(crate) under_test: Vec<CallableId>,
    pub(crate) reaching: BTreeMap<MethodId, Vec<CallableId>>,
    pub(crate) hidden_types: BTreeSet<TypeId>,
    /// Parameters that nobody may pass `null` for.
    pub(crate) without_null: BTreeSet<(MethodId, usize)>,
    pub(crate) mocking: Mocking,
    /// What the documentation of source methods shows.
    pub(crate) examples: Arc<BTreeMap<MethodId, Examples>>,
    /// Names that the classes under test use of others, as far as that is known.
    pub(crate) mentioned: BTreeSet<String>,
    pub(crate) memory: ClusterCache,
}

impl TestCluster {
    /// What the tests can mock; nothing before this was said.
    pub fn allow_mocks(&mut self, mocking: Mocking) {
        self.mocking = mocking;
        self.memory = ClusterCache::default();
    }

    /// Whether the tests can mock anything.
    pub fn may_mock(&self) -> bool {
        self.mocking != Mocking::Nothing
    }

    /// All words of the classes under test: what they look at is worth setting.
    pub fn mention(&mut self, names: BTreeSet<String>) {
        self.mentioned = names;
        self.memory = ClusterCache::default();
    }

    /// How many types have a number; they are `0..types_len`.
    pub fn types_len(&self) -> usize {
        self.types.len()
    }

    /// The type with this number.
    pub fn ty(&self, id: TypeId) -> &JavaType {
        &self.types[id.0 as usize]
    }

    /// The number of the type, a new one where it has none yet. Element types of arrays get numbers with their arrays.
    pub fn intern(&mut self, ty: JavaType) -> TypeId {
        if let Some(id) = self.numbers.get(&ty) {
            return *id;
        }
        let shape = match (self.universe.form(&ty), &ty) {
            (DescribedShape::Array, JavaType::Array(element)) => {
                let element = element.as_ref().clone();
                Shape::Array(self.intern(element))
            }
            (DescribedShape::Plain(shape), _) => shape,
            (DescribedShape::Array, _) => Shape::Reference,
        };
        let id = TypeId(self.types.len() as u32);
        self.numbers.insert(ty.clone(), id);
        self.types.push(ty);
        self.shapes.push(shape);
        id
    }

    /// The number of the type if it has one.
    pub fn type_id(&self, ty: &JavaType) -> Option<TypeId> {
        self.numbers.get(ty).copied()
    }

    /// How values of the type are made.
    pub fn shape(&self, id: TypeId) -> Shape {
        self.shapes[id.0 as usize]
    }

    /// The callable with this number.
    pub fn callable(&self, id: CallableId) -> &Callable {
        &self.callables[id.0 as usize]
    }

    /// All callables so far, by number.
    pub fn callables(&self) -> &[Callable] {
        &self.callables
    }

    /// What tests are for: the constructors and methods of the classes under test that a test can call, in source
    /// order; generic ones with a usual choice of type arguments and, where the bounds allow it, a second one.
    pub fn under_test(&self) -> &[CallableId] {
        &self.under_test
    }

    /// The described class of this binary name.
    pub fn class(&self, name: &str) -> Option<&ClassDescription> {
        self.universe.class(name)
    }

    /// The package that tests stand in; empty for the unnamed one.
    pub fn package(&self) -> &str {
        self.universe.package()
    }

    /// The values of constant fields of the described classes that are not the JDK's, each once, in class order.
    pub fn constants(&self) -> Vec<&ConstantDescription> {
        let mut constants = Vec::new();
        for class in self.universe.classes() {
            if allowed::is_jdk(&class.name) {
                continue;
            }
            for constant in class
                .fields
                .iter()
                .filter_map(|field| field.constant.as_ref())
            {
                if !constants.contains(&constant) {
                    constants.push(constant);
                }
            }
        }
        constants
    }

    /// Whether a value of the one type can be passed where the other is asked for, without a cast and without a warning
    /// (JLS 5.3). `null` is not asked about here.
    pub fn is_assignable(&mut self, from: TypeId, to: TypeId) -> bool {
        if let Some(known) = self.known_assignable(from, to) {
            return known;
        }
        let answer = self.universe.is_assignable(self.ty(from), self.ty(to));
        let rows = &mut self.memory.assignable;
        if rows.len() <= from.0 as usize {
            rows.resize(from.0 as usize + 1, Vec::new());
        }
        let row = &mut rows[from.0 as usize];
        if row.len() <= to.0 as usize {
            row.resize(to.0 as usize + 1, None);
        }
        row[to.0 as usize] = Some(answer);
        answer
    }

    /// The same without remembering the answer.
    pub fn would_be_assignable(&self, from: TypeId, to: TypeId) -> bool {
        self.known_assignable(from, to)
            .unwrap_or_else(|| self.universe.is_assignable(self.ty(from), self.ty(to)))
    }

    fn known_assignable(&self, from: TypeId, to: TypeId) -> Option<bool> {
        *self
            .memory
            .assignable
            .get(from.0 as usize)?
            .get(to.0 as usize)?
    }

    /// Gives the callable a number, the same one as an equal callable before.
    pub(crate) fn add(&mut self, callable: Callable) -> CallableId {
        if let Some(id) = self.callable_numbers.get(&callable) {
            return *id;
        }
        let id = CallableId(self.callables.len() as u32);
        self.callable_numbers.insert(callable.clone(), id);
        self.callables.push(callable);
        id
    }
}
