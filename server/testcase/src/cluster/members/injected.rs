//! Fields that a container sets: takes a type, gives the callables that set them; what is put there is the search's
//! choice.

use crate::{ClassDescription, FieldDescription, JavaType, TypeId};
use {
    super::{
        callable::{CallableId, CallableKind},
        framework_names::{COMPONENT, COMPONENT_TYPES, INJECTED},
        member::{Member, MemberKind},
        test_cluster::TestCluster,
    },
    crate::cluster::{
        jdk::allowed,
        members::cache::{remember, remembered},
        types::universe::Universe,
    },
};

impl TestCluster {
    /// The fields of an object of this type, its superclasses' included, that are neither set by its own code nor by a
    /// caller but by a container: each as a callable that sets it, whatever its visibility.
    pub fn injected(&mut self, ty: TypeId) -> &[CallableId] {
        if remembered(&self.memory.injected, ty).is_none() {
            let found = self.find_injected(ty);
            remember(&mut self.memory.injected, ty, found);
        }
        remembered(&self.memory.injected, ty).map_or(&[], Vec::as_slice)
    }

    fn find_injected(&mut self, ty: TypeId) -> Vec<CallableId> {
        let receiver = self.ty(ty).clone();
        let universe = &self.universe;
        let Some(class) = receiver.class_name().and_then(|it| universe.number(it)) else {
            return Vec::new();
        };
        let is_component = universe.is_component(&universe.classes()[class]);
        let lineage = universe.superclasses(class);
        let fields = lineage.iter().flat_map(|at| universe.own_members(*at));
        let fields: Vec<Member> = fields
            .filter(|it| it.kind == MemberKind::Field)
            .map(|it| Member { class, ..it })
            .filter(|it| universe.is_injected(*it, is_component))
            .collect();
        let linked = fields
            .into_iter()
            .filter_map(|it| self.link_write(it, &receiver, CallableKind::InjectedField));
        linked.collect()
    }
}

impl Universe {
    /// The class and its superclasses outside of the JDK, the nearest first.
    fn superclasses(&self, class: usize) -> Vec<usize> {
        let mut found = vec![class];
        let parent = |at: usize| {
            let parent = self.classes()[at].superclass.as_ref();
            parent.and_then(JavaType::class_name)
        };
        while let Some(next) = parent(found[found.len() - 1]).and_then(|name| self.number(name)) {
            if found.contains(&next) || allowed::is_jdk(&self.classes()[next].name) {
                break;
            }
            found.push(next);
        }
        found
    }

    /// Whether a container makes the objects of the class, or they stand for something far away.
    pub(crate) fn is_component(&self, class: &ClassDescription) -> bool {
        let is_marked = |it: &ClassDescription| {
            let mut annotations = it.annotations.iter();
            annotations.any(|annotation| COMPONENT.binary_search(&annotation.as_str()).is_ok())
        };
        is_marked(class)
            || COMPONENT_TYPES
                .iter()
                .any(|known| self.has_supertype(&class.name, known))
    }

    /// Whether a container hands the class under test an object of this type: what would else be written as a lambda
    /// is somebody that it works with.
    pub(crate) fn is_handed_in(&self, class: &ClassDescription) -> bool {
        let is_it = |ty: &JavaType| ty.class_name() == Some(&*class.name);
        let numbers = self.under_test().iter().filter_map(|it| self.number(it));
        !allowed::is_jdk(&class.name)
            && numbers
                .flat_map(|number| self.superclasses(number))
                .any(|number| {
                    let owner = &self.classes()[number];
                    let is_component = self.is_component(owner);
                    let mut made_with = owner.constructors.iter().flat_map(|it| &it.parameters);
                    let mut fields = self.own_members(number).into_iter();
                    is_component && made_with.any(is_it)
                        || fields.any(|it| {
                            it.kind == MemberKind::Field
                                && is_it(&owner.fields[it.at].ty)
                                && self.is_injected(it, is_component)
                        })
                })
    }

    /// Whether a container sets the field, of an object of a component or of another class.
    pub(crate) fn is_injected(&self, field: Member, is_component: bool) -> bool {
        let modifiers = self.member_modifiers(field);
        if modifiers.is_static() || modifiers.is_final() {
            return false;
        }
        let described = &self.declarer(field).fields[field.at];
        let is_object =
            matches!(&described.ty, JavaType::Class { name, .. } if !allowed::is_jdk(name));
        is_marked(described) || (is_component && is_object && !described.is_set)
    }
}

/// Whether a container sets fields of its objects: it makes these, too, whatever says so.
pub(crate) fn is_filled(class: &ClassDescription) -> bool {
    class.fields.iter().any(is_marked)
}

/// Whether the field says that a container sets it.
fn is_marked(field: &FieldDescription) -> bool {
    let mut annotations = field.annotations.iter();
    annotations.any(|it| INJECTED.binary_search(&it.as_str()).is_ok())
}
