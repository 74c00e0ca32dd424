//! What can be done to a value: takes a type, gives the callables that may change the state of a value of it.

use crate::{ClassDescription, JavaType, Primitive, TypeId};
use {
    super::{
        callable::{CallableId, CallableKind},
        choice::Preference,
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
    /// Methods and field writes that can be called on a value of the type to change its state: for classes under test
    /// every method a test can call, the inherited ones of project classes included; for other classes those that
    /// look like mutators; for the JDK's the ones on the table.
    pub fn uses(&mut self, ty: TypeId) -> &[CallableId] {
        if remembered(&self.memory.uses, ty).is_none() {
            let found = self.find_uses(ty);
            remember(&mut self.memory.uses, ty, found);
        }
        remembered(&self.memory.uses, ty).map_or(&[], Vec::as_slice)
    }

    /// The setters and fields of a type that is neither under test nor the JDK's which set what the classes under test
    /// look at; none where no mocks are there to give such objects.
    pub fn properties(&mut self, ty: TypeId) -> &[CallableId] {
        if remembered(&self.memory.properties, ty).is_none() {
            let found = self.find_properties(ty);
            remember(&mut self.memory.properties, ty, found);
        }
        remembered(&self.memory.properties, ty).map_or(&[], Vec::as_slice)
    }

    /// Public methods without parameters by which a value of the type, one of a class that is not the JDK's, tells
    /// something: `getName()`, `isOpen()`, the inherited ones included, and what stands for a field (`name()`).
    pub fn questions(&mut self, ty: TypeId) -> &[CallableId] {
        if remembered(&self.memory.questions, ty).is_none() {
            let found = self.find_questions(ty);
            remember(&mut self.memory.questions, ty, found);
        }
        remembered(&self.memory.questions, ty).map_or(&[], Vec::as_slice)
    }

    fn find_questions(&mut self, ty: TypeId) -> Vec<CallableId> {
        let receiver = self.ty(ty).clone();
        let class = receiver.class_name().filter(|name| !allowed::is_jdk(name));
        let Some(class) = class.and_then(|name| self.universe.number(name)) else {
            return Vec::new();
        };
        let mut members = self.universe.methods_outside_jdk(class);
        members.retain(|it| self.universe.is_question(*it));
        let linked = members
            .into_iter()
            .filter_map(|it| self.link_on(it, &receiver));
        linked.collect()
    }

    fn find_properties(&mut self, ty: TypeId) -> Vec<CallableId> {
        let name = self.ty(ty).class_name().unwrap_or_default().to_owned();
        let is_own = self.universe.is_under_test(&name) || allowed::is_jdk(&name);
        if !self.may_mock() || is_own {
            return Vec::new();
        }
        let mut setters = self.find_uses(ty);
        setters.retain(|id| {
            let callable = self.callable(*id);
            let property = callable.name.strip_prefix("set");
            callable.parameters.len() == 1
                && match property {
                    Some(property) => ["get", "is", "has"].iter().any(|prefix| {
                        self.source
                            .mentioned
                            .contains(&format!("{prefix}{property}"))
                    }),
                    None => {
                        callable.kind == CallableKind::FieldWrite
                            && self.source.mentioned.contains(&callable.name)
                    }
                }
        });
        setters
    }

    /// Those deprecated members of a class that nobody needs: another one is called so, or sets the same property, or a
    /// builder does. What is under test is tested, whether or not others should use it any more.
    fn outdated(&self, class: usize, members: &[Member]) -> Vec<Member> {
        let universe = &self.universe;
        let name = &universe.classes()[class].name;
        if universe.is_under_test(name) {
            return Vec::new();
        }
        let has_builder = universe.number(&format!("{name}$Builder")).is_some();
        let property = |member: Member| {
            let name = universe.member_name(member);
            let prefixes = ["set", "with", "add"];
            let property = prefixes.iter().find_map(|it| name.strip_prefix(it));
            property.unwrap_or(name).to_lowercase()
        };
        let (old, current): (Vec<Member>, Vec<Member>) = members
            .iter()
            .partition(|member| universe.is_deprecated(**member));
        let is_there = |old: Member| current.iter().any(|it| property(*it) == property(old));
        old.into_iter()
            .filter(|it| has_builder || is_there(*it))
            .collect()
    }

    fn find_uses(&mut self, ty: TypeId) -> Vec<CallableId> {
        let receiver = self.ty(ty).clone();
        let Some(class) = receiver
            .class_name()
            .and_then(|name| self.universe.number(name))
        else {
            return Vec::new();
        };
        let universe = &self.universe;
        let mut members = universe.methods_of(class);
        members.sort_by_key(|it| {
            let executable = universe.executable(*it);
            let declarer = universe.declarer(*it);
            let key = executable.map(|executable| {
                (
                    declarer.name.clone(),
                    executable.name.clone(),
                    executable.descriptor.clone(),
                )
            });
            (
                declarer.name != universe.owner(*it).name,
                key.and_then(|key| self.source.methods.get(&key).copied()),
            )
        });
        members.retain(|it| universe.is_mutator(*it));
        let outdated = self.outdated(class, &members);
        members.retain(|it| !outdated.contains(it));
        let is_component = universe.is_component(&universe.classes()[class]);
        let fields: Vec<Member> = universe
            .ancestors(&universe.classes()[class].name)
            .iter()
            .filter_map(|name| universe.number(name))
            .flat_map(|declared| universe.own_members(declared))
            .filter(|it| it.kind == MemberKind::Field)
            .map(|it| Member { class, ..it })
            // What a container sets is set once, when the object is made.
            .filter(|it| universe.is_written(*it) && !universe.is_injected(*it, is_component))
            .collect();
        let methods = members
            .into_iter()
            .filter_map(|it| self.link_on(it, &receiver));
        let mut found: Vec<CallableId> = methods.collect();
        found.extend(
            fields
                .into_iter()
                .filter_map(|it| self.link_write(it, &receiver, CallableKind::FieldWrite)),
        );
        found
    }

    /// The one method that a value of the type is there for, where it is a functional interface.
    pub fn function_of(&mut self, ty: TypeId) -> Option<CallableId> {
        let receiver = self.ty(ty).clone();
        let class = self.universe.number(receiver.class_name()?)?;
        self.test_double(ty).filter(|it| it.is_functional)?;
        let members = self.universe.methods_of(class);
        let is_it =
            |it: &Member| self.universe.is_callable_on_value(*it) && self.universe.is_abstract(*it);
        let function = members.into_iter().find(is_it)?;
        self.link_on(function, &receiver)
    }

    /// The instance member on a receiver of this type.
    pub(crate) fn link_on(&mut self, member: Member, receiver: &JavaType) -> Option<CallableId> {
        self.link_on_as(member, receiver, Preference::Usual)
    }

    /// The same, with variables of its own bound as preferred.
    pub(crate) fn link_on_as(
        &mut self,
        member: Member,
        receiver: &JavaType,
        preference: Preference,
    ) -> Option<CallableId> {
        let JavaType::Class { arguments, .. } = receiver else {
            return None;
        };
        let universe = &self.universe;
        let signature = universe.signature(member);
        let bindings = Universe::bind_arguments(universe.owner(member), arguments);
        let bindings = bindings
            .and_then(|bindings| universe.choose(&signature.type_parameters, bindings, preference));
        let resolved = match bindings {
            Some(bindings) => universe.resolve(member, &signature, &bindings)?,
            None => universe.resolve_raw(member),
        };
        self.add_resolved(member, resolved.on(receiver))
    }
}

impl Universe {
    fn is_mutator(&self, member: Member) -> bool {
        let (owner, declarer) = (self.owner(member), self.declarer(member));
        if self.callable_kind(member) != CallableKind::Method || !self.is_usable(member) {
            return false;
        }
        let name = self.member_name(member);
        if allowed::is_jdk(&declarer.name) {
            return allowed::uses(&self.ancestors(&owner.name), name);
        }
        if self.is_under_test(&owner.name) {
            return true;
        }
        if self.is_object_method(member) {
            return false;
        }
        self.executable(member).is_some_and(|executable| {
            let has_parameters = !executable.parameters.is_empty();
            let gives_nothing = executable.returns == JavaType::Primitive(Primitive::Void);
            let is_fluent = executable.returns.class_name() == Some(owner.name.as_str());
            gives_nothing
                || is_fluent
                || (has_parameters && !reads_like_a_question(name))
                || (!has_parameters && sounds_like_a_step(name))
        })
    }

    /// Whether the method tells something of its object and takes nothing.
    fn is_question(&self, member: Member) -> bool {
        let name = self.member_name(member);
        let asks = ["get", "is", "has"].iter().any(|verb| {
            let rest = name.strip_prefix(verb);
            rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
        });
        let mut fields = self.declarer(member).fields.iter();
        let is_told = asks || name == "get" || fields.any(|field| field.name == name);
        let is_method = self.callable_kind(member) == CallableKind::Method;
        is_told
            && is_method
            && self.is_usable(member)
            && self.member_modifiers(member).is_public()
            && self.executable(member).is_some_and(|executable| {
                executable.parameters.is_empty()
                    && executable.returns != JavaType::Primitive(Primitive::Void)
            })
    }

    /// Whether a test may write the field. One that its class keeps for itself is out of bounds: whoever sets the size
    /// of a list to `-2` tests an object that cannot be.
    fn is_written(&self, member: Member) -> bool {
        let declarer: &ClassDescription = self.declarer(member);
        let modifiers = self.member_modifiers(member);
        let is_kept = declarer.fields[member.at].is_set && !modifiers.is_public();
        !allowed::is_jdk(&declarer.name)
            && self.callable_kind(member) == CallableKind::FieldRead
            && !modifiers.is_final()
            && !is_kept
            && self.is_usable(member)
    }
}

fn reads_like_a_question(name: &str) -> bool {
    [
        "get", "is", "has", "to", "equals", "contains", "compare", "find", "index", "as",
    ]
    .iter()
    .any(|prefix| name.starts_with(prefix))
}

fn sounds_like_a_step(name: &str) -> bool {
    [
        "next", "pop", "poll", "remove", "take", "read", "advance", "consume", "open", "close",
        "start",
    ]
    .iter()
    .any(|prefix| name.starts_with(prefix))
}
