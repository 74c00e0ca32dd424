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
    /// What tests are for.
    pub(crate) tested: Tested,
    /// What the source of the classes under test says.
    pub(crate) source: SourceFacts,
    pub(crate) mocking: Mocking,
    pub(crate) memory: ClusterCache,
    types: Types,
    callables: Callables,
}

/// What tests are for, and who runs it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tested {
    /// The callables of the classes under test that a test can call, in source order.
    pub(crate) callables: Vec<CallableId>,
    /// The callables that run a method of the source.
    pub(crate) reaching: BTreeMap<MethodId, Vec<CallableId>>,
    /// Types of objects that only methods of the classes under test give.
    pub(crate) hidden_types: BTreeSet<TypeId>,
}

/// What the source of the classes under test says, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceFacts {
    /// Its methods, by their binary names.
    pub(crate) methods: BTreeMap<MethodKey, MethodId>,
    /// Types that it tests objects for.
    pub(crate) hints: Vec<JavaType>,
    /// Classes whose literals it compares.
    pub(crate) asked: Vec<JavaType>,
    /// Parameters that nobody may pass `null` for.
    pub(crate) without_null: BTreeSet<(MethodId, usize)>,
    /// What the documentation of methods shows.
    pub(crate) examples: Arc<BTreeMap<MethodId, Examples>>,
    /// Names that it uses of other classes.
    pub(crate) mentioned: BTreeSet<String>,
    /// Unchecked exceptions that it catches, by binary name: a collaborator may throw each of these.
    pub(crate) caught: Vec<String>,
}

/// The types, by number.
#[derive(Clone, Debug, Default)]
struct Types {
    all: Vec<JavaType>,
    shapes: Vec<Shape>,
    numbers: BTreeMap<JavaType, TypeId>,
}

impl Types {
    /// Gives the type the next number.
    fn add(&mut self, ty: JavaType, shape: Shape) -> TypeId {
        let id = TypeId(self.all.len() as u32);
        self.numbers.insert(ty.clone(), id);
        self.all.push(ty);
        self.shapes.push(shape);
        id
    }
}

/// The callables, by number.
#[derive(Clone, Debug, Default)]
struct Callables {
    all: Vec<Callable>,
    numbers: BTreeMap<Callable, CallableId>,
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

    /// Whether the classes under test catch exceptions that nobody declares.
    pub fn catches_unchecked(&self) -> bool {
        !self.source.caught.is_empty()
    }

    /// All words of the classes under test: what they look at is worth setting.
    pub fn mention(&mut self, names: BTreeSet<String>) {
        self.source.mentioned = names;
        self.memory = ClusterCache::default();
    }

    /// Whether the sources of the classes under test have this word.
    pub fn mentions(&self, word: &str) -> bool {
        self.source.mentioned.contains(word)
    }

    /// How many types have a number; they are `0..types_len`.
    pub fn types_len(&self) -> usize {
        self.types.all.len()
    }

    /// The type with this number.
    pub fn ty(&self, id: TypeId) -> &JavaType {
        &self.types.all[id.0 as usize]
    }

    /// The number of the type, a new one where it has none yet. Element types of arrays get numbers with their arrays.
    pub fn intern(&mut self, ty: JavaType) -> TypeId {
        if let Some(id) = self.types.numbers.get(&ty) {
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
        self.types.add(ty, shape)
    }

    /// The number of the type if it has one.
    pub fn type_id(&self, ty: &JavaType) -> Option<TypeId> {
        self.types.numbers.get(ty).copied()
    }

    /// How values of the type are made.
    pub fn shape(&self, id: TypeId) -> Shape {
        self.types.shapes[id.0 as usize]
    }

    /// The callable with this number.
    pub fn callable(&self, id: CallableId) -> &Callable {
        &self.callables.all[id.0 as usize]
    }

    /// All callables so far, by number.
    pub fn callables(&self) -> &[Callable] {
        &self.callables.all
    }

    /// What tests are for: the constructors and methods of the classes under test that a test can call, in source
    /// order; generic ones with a usual choice of type arguments and, where the bounds allow it, a second one.
    pub fn under_test(&self) -> &[CallableId] {
        &self.tested.callables
    }

    /// The described class of this binary name.
    pub fn class(&self, name: &str) -> Option<&ClassDescription> {
        self.universe.class(name)
    }

    /// The package that tests stand in; empty for the unnamed one.
    pub fn package(&self) -> &str {
        self.universe.package()
    }

    /// The values of constant fields of the described classes that are not the JDK's, and what enums that the tested
    /// code uses are made with, each once, in class order.
    pub fn constants(&self) -> Vec<&ConstantDescription> {
        let mut constants = Vec::new();
        for class in self.universe.classes() {
            if allowed::is_jdk(&class.name) {
                continue;
            }
            let fields = class.fields.iter();
            let values = fields.filter_map(|field| field.constant.as_ref());
            for constant in values.chain(&class.enum_texts) {
                if !constants.contains(&constant) {
                    constants.push(constant);
                }
            }
        }
        constants
    }

    /// The value of a constant field of this name, of a class of this simple name where one is given; none where
    /// several classes have another one each.
    pub fn constant(&self, class: Option<&str>, name: &str) -> Option<&ConstantDescription> {
        let is_it = |it: &&ClassDescription| {
            let simple = it.name.rsplit(['.', '$']).next();
            class.is_none() || class == simple
        };
        let classes = self.universe.classes().iter().filter(is_it);
        let mut found = classes.filter_map(|it| {
            let field = it.fields.iter().find(|field| field.name == name)?;
            field.constant.as_ref()
        });
        let first = found.next()?;
        found.all(|it| it == first).then_some(first)
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
        let Callables { all, numbers } = &mut self.callables;
        if let Some(id) = numbers.get(&callable) {
            return *id;
        }
        let id = CallableId(all.len() as u32);
        numbers.insert(callable.clone(), id);
        all.push(callable);
        id
    }
}
