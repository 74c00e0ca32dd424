//! Static holders, in which others leave something for code that has no other way to it: finds them among the described
//! classes, gives the callables that fill them for the time of a test; what is put there is the search's choice.

use crate::{ClassDescription, JavaType};
use {
    super::{
        callable::{Callable, CallableId, CallableKind},
        member::{Member, MemberKind},
        test_cluster::TestCluster,
    },
    crate::cluster::{jdk::allowed, types::universe::Universe},
};

/// What the names of methods begin with that take away what a holder has; the worker has the same words.
const TAKES_AWAY: [&str; 6] = ["clear", "reset", "remove", "unset", "unload", "clean"];

impl TestCluster {
    /// What fills static holders: fields in which a container leaves collaborators (`SpringUtil.getBean`), and methods
    /// that have a counterpart which takes away what they put down (`RequestContextHolder`).
    pub fn holders(&mut self) -> &[CallableId] {
        if self.memory.holders.is_none() {
            let found = self.find_holders();
            self.memory.holders = Some(found);
        }
        self.memory.holders.as_deref().unwrap_or_default()
    }

    /// The name of the method that takes away what this one puts into a static holder.
    pub fn clearing(&self, setter: &Callable) -> Option<&str> {
        let class = self.universe.class(&setter.declared_in)?;
        clearing(class, &setter.name)
    }

    fn find_holders(&mut self) -> Vec<CallableId> {
        if !self.may_mock() {
            return Vec::new();
        }
        let universe = self.universe.clone();
        let classes = universe.classes().iter().enumerate();
        let near = classes
            .filter(|(_, class)| !allowed::is_jdk(&class.name) && universe.is_accessible(class));
        let members = near.flat_map(|(number, _)| universe.own_members(number));
        let held = members.filter(|it| universe.is_held(*it) || universe.is_put_down(*it));
        held.filter_map(|it| self.holder(it)).collect()
    }

    /// None where it is a field and no double is what one takes for its type.
    fn holder(&mut self, member: Member) -> Option<CallableId> {
        let universe = self.universe.clone();
        let ty = match universe.executable(member) {
            Some(method) => method.parameters.first()?.clone(),
            None => universe.signature(member).returns,
        };
        if !universe.is_nameable(&ty) {
            return None;
        }
        let ty = self.intern(ty);
        let is_field = member.kind == MemberKind::Field;
        if is_field && !self.is_collaborator(ty) {
            return None;
        }
        let callable = self.callable_of(member);
        let (kind, parameter_names) = if is_field {
            (CallableKind::HeldField, vec![callable.name.clone()])
        } else {
            (CallableKind::HeldByMethod, callable.parameter_names.clone())
        };
        Some(self.add(Callable {
            kind,
            parameters: vec![ty],
            parameter_names,
            ..callable
        }))
    }
}

impl Universe {
    /// Whether others leave something in static fields of the class, or by its static methods.
    pub(crate) fn is_holder(&self, class: &ClassDescription) -> bool {
        let number = self.number(&class.name);
        let mut members = number.into_iter().flat_map(|it| self.own_members(it));
        members.any(|it| self.is_held(it) || self.is_put_down(it))
    }

    /// Whether an object of the class sets the static field, which has no value before.
    fn is_held(&self, field: Member) -> bool {
        let modifiers = self.member_modifiers(field);
        field.kind == MemberKind::Field
            && modifiers.is_static()
            && !modifiers.is_final()
            && !self.declarer(field).fields[field.at].is_set
    }

    /// Whether the static method puts something down that another one gives and a third one takes away again. Of the
    /// class under test it is tested like all others.
    fn is_put_down(&self, member: Member) -> bool {
        let Some(method) = self.executable(member) else {
            return false;
        };
        let class = self.declarer(member);
        let (Some(property), [ty]) = (method.name.strip_prefix("set"), &*method.parameters) else {
            return false;
        };
        let is_getter = |name: &str| name.strip_prefix("get") == Some(property);
        let mut methods = class.methods.iter();
        method.modifiers.is_static()
            && method.returns == JavaType::void()
            && method.type_parameters.is_empty()
            && self.is_usable(member)
            && !self.is_under_test(&class.name)
            && clearing(class, &method.name).is_some()
            && methods.any(|it| {
                it.modifiers.is_static()
                    && is_getter(&it.name)
                    && it.parameters.is_empty()
                    && it.returns == *ty
            })
    }
}

/// The method of the class that takes away what the setter of this name puts down.
fn clearing<'a>(class: &'a ClassDescription, setter: &str) -> Option<&'a str> {
    let property = setter.strip_prefix("set").filter(|it| !it.is_empty())?;
    let find = |name: &str| {
        let mut methods = class.methods.iter();
        let found = methods.find(|it| {
            it.name == name
                && it.modifiers.is_static()
                && it.parameters.is_empty()
                && it.returns == JavaType::void()
        });
        found.map(|it| it.name.as_str())
    };
    let names = [property, ""];
    let mut names = names
        .into_iter()
        .flat_map(|ending| TAKES_AWAY.map(|verb| format!("{verb}{ending}")));
    names.find_map(|name| find(&name))
}
