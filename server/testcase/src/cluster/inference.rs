//! From members to callables: takes a member and what its result is wanted for, gives it with every type variable bound.

use super::{
    Callable, CallableId, CallableKind, TestCluster,
    choice::Preference,
    member::{Member, MemberKind, Signature, first_bound},
    substitution::Bindings,
    universe::Universe,
};
use crate::{JavaType, TypeParameter};

/// How a member's type variables are resolved.
#[derive(Clone, Debug)]
pub(crate) enum Instance {
    /// Each variable stands for a type.
    Bound(Bindings),
    /// The member of a raw type: everything erased.
    Raw,
}

impl Universe {
    /// The variables that have to be bound before a test can use the member.
    pub(crate) fn free_parameters(
        &self,
        member: Member,
        signature: &Signature,
    ) -> Vec<TypeParameter> {
        let is_static = matches!(
            self.callable_kind(member),
            CallableKind::StaticMethod | CallableKind::StaticFieldRead
        );
        let of_class: &[TypeParameter] = if is_static {
            &[]
        } else {
            &self.owner(member).type_parameters
        };
        of_class
            .iter()
            .chain(&signature.type_parameters)
            .cloned()
            .collect()
    }

    /// Binds the member's variables so that its result can be what is wanted.
    pub(crate) fn infer(
        &self,
        member: Member,
        signature: &Signature,
        wanted: &JavaType,
    ) -> Option<Instance> {
        let parameters = self.free_parameters(member, signature);
        let mut bindings = Bindings::default();
        if !self.unify(&signature.returns, wanted, &parameters, &mut bindings) {
            return None;
        }
        let is_raw_allowed =
            matches!(wanted, JavaType::Class { arguments, .. } if arguments.is_empty());
        match self.choose(&parameters, bindings, Preference::Usual) {
            Some(bindings) => Some(Instance::Bound(bindings)),
            None => is_raw_allowed.then_some(Instance::Raw),
        }
    }

    /// Binds variables of the declared type so that it may become assignable to the wanted one; false where it never will.
    fn unify(
        &self,
        declared: &JavaType,
        wanted: &JavaType,
        parameters: &[TypeParameter],
        bindings: &mut Bindings,
    ) -> bool {
        match (declared, wanted) {
            (_, JavaType::Wildcard { upper, lower }) => {
                match upper.as_deref().or(lower.as_deref()) {
                    Some(bound) => self.unify(declared, bound, parameters, bindings),
                    None => true,
                }
            }
            (JavaType::Variable(name), _) if parameters.iter().any(|it| it.name == *name) => {
                match bindings.get(name) {
                    Some(bound) => bound == wanted || self.is_subtype(bound, wanted),
                    None if wanted.is_primitive() => false,
                    None => {
                        bindings.bind(name, wanted.clone());
                        true
                    }
                }
            }
            (JavaType::Class { .. }, JavaType::Class { name, arguments }) => {
                let Some(JavaType::Class { arguments: own, .. }) = self.as_super(declared, name)
                else {
                    return false;
                };
                own.is_empty()
                    || arguments.is_empty()
                    || own
                        .iter()
                        .zip(arguments)
                        .all(|(own, wanted)| self.unify(own, wanted, parameters, bindings))
            }
            (JavaType::Array(declared), JavaType::Array(wanted)) => {
                self.unify(declared, wanted, parameters, bindings)
            }
            _ => true,
        }
    }
}

impl TestCluster {
    /// The callable that uses the member so; none where a parameter accepts nothing but `null`.
    pub(crate) fn link(
        &mut self,
        member: Member,
        signature: &Signature,
        instance: &Instance,
    ) -> Option<CallableId> {
        let universe = &self.universe;
        let kind = universe.callable_kind(member);
        let owner = universe.owner(member);
        let all: Vec<TypeParameter> = signature
            .type_parameters
            .iter()
            .chain(&owner.type_parameters)
            .cloned()
            .collect();
        let erase = |ty: &JavaType| universe.erase(ty, &|name| first_bound(all.iter(), name));
        let up = |ty: &JavaType| match instance {
            Instance::Bound(bindings) => bindings.upward(ty).without_wildcard(),
            Instance::Raw => erase(ty),
        };
        let parameters: Vec<JavaType> = signature
            .parameters
            .iter()
            .map(|ty| match instance {
                Instance::Bound(bindings) => bindings.downward(ty),
                Instance::Raw => Some(erase(ty)),
            })
            .collect::<Option<_>>()?;
        let mut returns = up(&signature.returns);
        if !universe.is_nameable(&returns) {
            returns = JavaType::object();
        }
        let throws = signature
            .throws
            .iter()
            .filter_map(|ty| up(ty).class_name().map(str::to_owned));
        let throws = throws.collect();
        let receiver = match kind {
            CallableKind::Constructor => universe.outer_type(owner),
            CallableKind::Method | CallableKind::FieldRead => Some(match instance {
                Instance::Bound(bindings) => bindings.upward(&Universe::generic_type(owner)),
                Instance::Raw => JavaType::class(&owner.name),
            }),
            _ => None,
        };
        let callable = self.callable_of(member, kind);
        let linked = Callable {
            receiver: receiver.map(|ty| self.intern(ty)),
            parameters: parameters.into_iter().map(|ty| self.intern(ty)).collect(),
            returns: self.intern(returns),
            throws,
            ..callable
        };
        Some(self.add(linked))
    }

    /// What of a callable does not depend on types.
    fn callable_of(&mut self, member: Member, kind: CallableKind) -> Callable {
        let returns = self.intern(JavaType::void());
        let (owner, declarer) = (self.universe.owner(member), self.universe.declarer(member));
        let executable = self.universe.executable(member);
        let is_inner = member.kind == MemberKind::Constructor && Universe::is_inner(owner);
        let parameter_names = executable.map_or_else(Vec::new, |it| {
            let skipped = usize::from(is_inner && it.parameter_names.len() == it.parameters.len());
            it.parameter_names.iter().skip(skipped).cloned().collect()
        });
        let name = self.universe.member_name(member).to_owned();
        let descriptor = executable.map_or_else(
            || self.universe.field_descriptor(member),
            |executable| executable.descriptor.clone(),
        );
        let key = (declarer.name.clone(), name, descriptor);
        let method = self.methods.get(&key).copied();
        let (declared_in, name, descriptor) = key;
        Callable {
            kind,
            owner: owner.name.clone(),
            is_under_test: self.universe.is_under_test(&declared_in)
                && member.kind != MemberKind::Field,
            declared_in,
            name,
            descriptor,
            receiver: None,
            parameters: Vec::new(),
            parameter_names,
            returns,
            throws: Vec::new(),
            is_varargs: executable.is_some_and(|it| it.is_varargs),
            method,
        }
    }

    /// The callable that writes the field that this one reads; none where it is final.
    pub(crate) fn link_write(&mut self, member: Member, read: CallableId) -> Option<CallableId> {
        if self.universe.member_modifiers(member).is_final() {
            return None;
        }
        let read = self.callable(read).clone();
        let void = self.intern(JavaType::void());
        let kind = match read.kind {
            CallableKind::StaticFieldRead => CallableKind::StaticFieldWrite,
            _ => CallableKind::FieldWrite,
        };
        let written = Callable {
            kind,
            parameters: vec![read.returns],
            parameter_names: vec![read.name.clone()],
            returns: void,
            ..read
        };
        Some(self.add(written))
    }
}

impl Universe {
    /// The type of the instance that an instance of this inner class belongs to.
    fn outer_type(&self, class: &crate::ClassDescription) -> Option<JavaType> {
        if !Self::is_inner(class) {
            return None;
        }
        let outer = self.class(class.outer.as_deref()?)?;
        let chosen = self.choose(
            &outer.type_parameters,
            Bindings::default(),
            Preference::Usual,
        );
        Some(match chosen {
            Some(bindings) => bindings.upward(&Self::generic_type(outer)),
            None => JavaType::class(&outer.name),
        })
    }

    /// JVM descriptor of the field's erased type.
    fn field_descriptor(&self, member: Member) -> String {
        let declarer = self.declarer(member);
        let parameters = &declarer.type_parameters;
        let ty = &declarer.fields[member.at].ty;
        descriptor(&self.erase(ty, &|name| first_bound(parameters.iter(), name)))
    }
}

/// JVM descriptor of an erased type.
fn descriptor(ty: &JavaType) -> String {
    use crate::Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short, Void};
    match ty {
        JavaType::Array(element) => format!("[{}", descriptor(element)),
        JavaType::Class { name, .. } => format!("L{};", name.replace('.', "/")),
        JavaType::Primitive(primitive) => match primitive {
            Boolean => "Z",
            Byte => "B",
            Short => "S",
            Char => "C",
            Int => "I",
            Long => "J",
            Float => "F",
            Double => "D",
            Void => "V",
        }
        .to_owned(),
        JavaType::Variable(_) | JavaType::Wildcard { .. } => "Ljava/lang/Object;".to_owned(),
    }
}
