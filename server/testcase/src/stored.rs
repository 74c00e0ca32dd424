//! Tests that outlive their cluster: takes a test case, gives it with the names of all it uses, and fits it into
//! another cluster later.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cluster::members::{
    callable::{Callable, CallableId, CallableKind},
    member::{Member, MemberKind},
    test_cluster::TestCluster,
};
use crate::{JavaType, Literal, StatementKind, TestCase, TypeId};

/// A test case that brings the types and callables it uses along: the numbers in it are places in its own two lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTest {
    types: Vec<JavaType>,
    callables: Vec<Callable>,
    test: TestCase,
}

impl StoredTest {
    /// The test with all it uses of its cluster.
    pub fn of(cluster: &TestCluster, test: &TestCase) -> Self {
        let mut packing = Packing {
            cluster,
            types: Numbering::default(),
            callables: Numbering::default(),
        };
        let mut test = test.clone();
        for statement in &mut test.statements {
            statement.ty = packing.ty(statement.ty);
            match &mut statement.kind {
                StatementKind::Literal(Literal::Class(ty)) => *ty = packing.ty(*ty),
                StatementKind::Call { callable, .. } => *callable = packing.callable(*callable),
                _ => {}
            }
        }
        let Packing {
            types, callables, ..
        } = packing;
        Self {
            types: types.items,
            callables: callables.items,
            test,
        }
    }

    /// The test in the numbers of this cluster; none where the cluster no longer has what the test uses, or has it
    /// with other types.
    pub fn restore(&self, cluster: &mut TestCluster) -> Option<TestCase> {
        let types = self.types.iter().map(|ty| cluster.restore_type(ty));
        let types: Vec<TypeId> = types.collect::<Option<_>>()?;
        let callables = self.callables.iter();
        let callables = callables.map(|callable| cluster.restore_callable(callable, &types));
        let callables: Vec<CallableId> = callables.collect::<Option<_>>()?;
        let mut test = self.test.clone();
        for statement in &mut test.statements {
            statement.ty = at(&types, statement.ty)?;
            match &mut statement.kind {
                StatementKind::Literal(Literal::Class(ty)) => *ty = at(&types, *ty)?,
                StatementKind::Call { callable, .. } => {
                    *callable = *callables.get(callable.0 as usize)?;
                }
                // What its constructor takes is known once it was asked for.
                StatementKind::TestDouble { .. } => {
                    cluster.test_double(statement.ty)?;
                }
                _ => {}
            }
        }
        test.is_well_formed(cluster).then_some(test)
    }
}

fn at(types: &[TypeId], place: TypeId) -> Option<TypeId> {
    types.get(place.0 as usize).copied()
}

/// Things in the order in which they were first seen.
struct Numbering<K, T> {
    places: BTreeMap<K, u32>,
    items: Vec<T>,
}

impl<K, T> Default for Numbering<K, T> {
    fn default() -> Self {
        Self {
            places: BTreeMap::new(),
            items: Vec::new(),
        }
    }
}

impl<K: Ord, T> Numbering<K, T> {
    fn add(&mut self, key: K, item: T) -> u32 {
        let place = self.items.len() as u32;
        self.places.insert(key, place);
        self.items.push(item);
        place
    }
}

/// A test on its way out of its cluster.
struct Packing<'a> {
    cluster: &'a TestCluster,
    types: Numbering<TypeId, JavaType>,
    callables: Numbering<CallableId, Callable>,
}

impl Packing<'_> {
    fn ty(&mut self, id: TypeId) -> TypeId {
        let known = self.types.places.get(&id).copied();
        TypeId(known.unwrap_or_else(|| self.types.add(id, self.cluster.ty(id).clone())))
    }

    fn callable(&mut self, id: CallableId) -> CallableId {
        if let Some(known) = self.callables.places.get(&id) {
            return CallableId(*known);
        }
        let callable = self.cluster.callable(id);
        let packed = Callable {
            receiver: callable.receiver.map(|ty| self.ty(ty)),
            parameters: callable.parameters.iter().map(|ty| self.ty(*ty)).collect(),
            returns: self.ty(callable.returns),
            method: None,
            ..callable.clone()
        };
        CallableId(self.callables.add(id, packed))
    }
}

impl TestCluster {
    fn restore_type(&mut self, ty: &JavaType) -> Option<TypeId> {
        let is_known = *ty == JavaType::void() || self.universe.is_nameable(ty);
        is_known.then(|| self.intern(ty.clone()))
    }

    /// The callable with the types that it had, as long as its class still has such a member for tests to use.
    fn restore_callable(&mut self, kept: &Callable, types: &[TypeId]) -> Option<CallableId> {
        if let Some(stream) = kept.caught_stream() {
            let ty = at(types, *kept.parameters.first()?)?;
            return Some(self.catching(stream, ty));
        }
        let member = self.member_of(kept)?;
        let declared = self.universe.signature(member).throws;
        let throws = declared.iter().filter_map(JavaType::class_name);
        let throws = throws.map(str::to_owned).collect();
        let receiver = match kept.receiver {
            Some(ty) => Some(at(types, ty)?),
            None => None,
        };
        let parameters = kept.parameters.iter().map(|ty| at(types, *ty));
        let callable = Callable {
            kind: kept.kind,
            receiver,
            parameters: parameters.collect::<Option<_>>()?,
            parameter_names: kept.parameter_names.clone(),
            returns: at(types, kept.returns)?,
            throws,
            ..self.callable_of(member)
        };
        Some(self.add(callable))
    }

    fn member_of(&self, kept: &Callable) -> Option<Member> {
        let universe = &self.universe;
        let class = universe.number(&kept.owner)?;
        let mut members = universe.own_members(class);
        members.extend(universe.methods_of(class));
        let (read, is_write) = match kept.kind {
            CallableKind::FieldWrite | CallableKind::InjectedField => {
                (CallableKind::FieldRead, true)
            }
            CallableKind::StaticFieldWrite | CallableKind::HeldField => {
                (CallableKind::StaticFieldRead, true)
            }
            CallableKind::HeldByMethod => (CallableKind::StaticMethod, false),
            other => (other, false),
        };
        let is_by_container = matches!(
            kept.kind,
            CallableKind::InjectedField | CallableKind::HeldField
        );
        members.into_iter().find(|member| {
            let descriptor = match universe.executable(*member) {
                Some(executable) => executable.descriptor.clone(),
                None => universe.field_descriptor(*member),
            };
            universe.member_name(*member) == kept.name
                && descriptor == kept.descriptor
                && universe.callable_kind(*member) == read
                && universe.declarer(*member).name == kept.declared_in
                && (universe.is_usable(*member) || is_by_container)
                && !(is_write && universe.member_modifiers(*member).is_final())
                && !(member.kind == MemberKind::Constructor
                    && universe.owner(*member).modifiers.is_abstract())
        })
    }
}
