//! From members to callables: takes a member and what its result is wanted for, gives it with every type variable
//! bound.

use crate::{JavaType, TypeId, TypeParameter};
use {
    super::{
        callable::{Callable, CallableId, CallableKind},
        choice::Preference,
        member::{Member, MemberKind, Signature},
        test_cluster::TestCluster,
    },
    crate::cluster::jdk::parameter_names::parameter_names as parameter_names_of_jdk,
    crate::cluster::types::{
        substitution::Bindings,
        universe::{Universe, erase, first_bound},
    },
};

/// How a member's type variables are resolved.
#[derive(Clone, Debug)]
pub(crate) enum Instance {
    /// Each variable stands for a type.
    Bound(Bindings),
    /// The member of a raw type: everything erased.
    Raw,
}

/// A member's types with all variables bound.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedTypes {
    receiver: Option<JavaType>,
    parameters: Vec<JavaType>,
    returns: JavaType,
    throws: Vec<JavaType>,
}

impl ResolvedTypes {
    /// The same, used on exactly this type.
    pub(crate) fn on(self, receiver: &JavaType) -> Self {
        Self {
            receiver: Some(receiver.clone()),
            ..self
        }
    }
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

    /// Binds the member's variables so that its result can be what is wanted; the others as preferred.
    pub(crate) fn infer(
        &self,
        member: Member,
        signature: &Signature,
        wanted: &JavaType,
        preference: Preference,
    ) -> Option<Instance> {
        let parameters = self.free_parameters(member, signature);
        let mut bindings = Bindings::default();
        if !self.unify(&signature.returns, wanted, &parameters, &mut bindings) {
            return None;
        }
        // Any class can be asked about itself: `Class<?>`.
        if self.owner(member).name == "java.lang.Class" {
            for parameter in &self.owner(member).type_parameters {
                bindings.bind(&parameter.name, JavaType::UNBOUNDED);
            }
        }
        let is_raw_allowed =
            matches!(wanted, JavaType::Class { arguments, .. } if arguments.is_empty());
        match self.choose(&parameters, bindings, preference) {
            Some(bindings) => Some(Instance::Bound(bindings)),
            None => is_raw_allowed.then_some(Instance::Raw),
        }
    }

    /// Binds variables of the declared type so that it may become assignable to the wanted one; false where it never
    /// will.
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
        let resolved = match instance {
            Instance::Bound(bindings) => self.universe.resolve(member, signature, bindings)?,
            Instance::Raw => self.universe.resolve_raw(member),
        };
        self.add_resolved(member, resolved)
    }

    /// Gives the member with these types a number; none where a test cannot write the type of a parameter.
    pub(crate) fn add_resolved(
        &mut self,
        member: Member,
        mut resolved: ResolvedTypes,
    ) -> Option<CallableId> {
        if !resolved
            .parameters
            .iter()
            .all(|ty| self.universe.is_nameable(ty))
        {
            return None;
        }
        if !self.universe.is_nameable(&resolved.returns) {
            resolved.returns = JavaType::object();
        }
        let throws = resolved.throws.iter().filter_map(JavaType::class_name);
        let linked = Callable {
            receiver: resolved.receiver.map(|ty| self.intern_legal(ty)),
            parameters: resolved
                .parameters
                .into_iter()
                .map(|ty| self.intern_legal(ty))
                .collect(),
            returns: self.intern_legal(resolved.returns),
            throws: throws.map(str::to_owned).collect(),
            ..self.callable_of(member)
        };
        Some(self.add(linked))
    }

    fn intern_legal(&mut self, ty: JavaType) -> TypeId {
        let ty = self.universe.legal(ty);
        self.intern(ty)
    }

    /// What of a callable does not depend on types.
    pub(crate) fn callable_of(&mut self, member: Member) -> Callable {
        let returns = self.intern(JavaType::void());
        let (owner, declarer) = (self.universe.owner(member), self.universe.declarer(member));
        let executable = self.universe.executable(member);
        let is_inner = member.kind == MemberKind::Constructor && Universe::is_inner(owner);
        let parameter_names = executable.map_or_else(Vec::new, |it| {
            let skipped = usize::from(is_inner && it.parameter_names.len() == it.parameters.len());
            it.parameter_names.iter().skip(skipped).cloned().collect()
        });
        let parameter_names = match executable.filter(|_| parameter_names.is_empty()) {
            Some(it) => parameter_names_of_jdk(&declarer.name, &it.name, it.parameters.len()),
            None => parameter_names,
        };
        let name = self.universe.member_name(member).to_owned();
        let descriptor = executable.map_or_else(
            || self.universe.field_descriptor(member),
            |executable| executable.descriptor.clone(),
        );
        let key = (declarer.name.clone(), name, descriptor);
        let method = self.source.methods.get(&key).copied();
        let (declared_in, name, descriptor) = key;
        Callable {
            kind: self.universe.callable_kind(member),
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

    /// The callable that writes the field of a receiver of this type; none where nothing but `null` is accepted.
    pub(crate) fn link_write(
        &mut self,
        field: Member,
        receiver: &JavaType,
        kind: CallableKind,
    ) -> Option<CallableId> {
        let JavaType::Class { arguments, .. } = receiver else {
            return None;
        };
        let owner = self.universe.owner(field);
        let accepted = match Universe::bind_arguments(owner, arguments) {
            Some(bindings) => bindings.downward(&self.universe.signature(field).returns)?,
            None => self.universe.resolve_raw(field).returns,
        };
        if !self.universe.is_nameable(&accepted) {
            return None;
        }
        let receiver = self.intern(receiver.clone());
        let accepted = self.intern(accepted);
        let field = self.callable_of(field);
        let written = Callable {
            kind,
            receiver: Some(receiver),
            parameters: vec![accepted],
            parameter_names: vec![field.name.clone()],
            ..field
        };
        Some(self.add(written))
    }
}

impl Universe {
    /// The member's types with its variables bound.
    pub(crate) fn resolve(
        &self,
        member: Member,
        signature: &Signature,
        bindings: &Bindings,
    ) -> Option<ResolvedTypes> {
        if member.kind != MemberKind::Constructor && self.is_always_raw(self.owner(member)) {
            return Some(self.resolve_raw(member));
        }
        let up = |ty: &JavaType| bindings.upward(ty).without_wildcard();
        let parameters = signature.parameters.iter().map(|ty| bindings.downward(ty));
        let receiver = || bindings.upward(&Self::generic_type(self.owner(member)));
        Some(ResolvedTypes {
            receiver: self.receiver(member, receiver),
            parameters: parameters.collect::<Option<_>>()?,
            returns: up(&signature.returns),
            throws: signature.throws.iter().map(up).collect(),
        })
    }

    /// The member's types when it is used through a raw type: what it erases to where it is declared.
    pub(crate) fn resolve_raw(&self, member: Member) -> ResolvedTypes {
        let declared = Member {
            class: member.declared,
            ..member
        };
        let signature = self.signature(declared);
        let of_class = &self.declarer(member).type_parameters;
        let all = || signature.type_parameters.iter().chain(of_class);
        let erased = |ty: &JavaType| erase(ty, &|name| first_bound(all(), name));
        let receiver = || JavaType::class(&self.owner(member).name);
        ResolvedTypes {
            receiver: self.receiver(member, receiver),
            parameters: signature.parameters.iter().map(erased).collect(),
            returns: erased(&signature.returns),
            throws: signature.throws.iter().map(erased).collect(),
        }
    }

    /// Whether the class belongs to instances of a generic class: without the type arguments of that, which are not
    /// kept, Java takes it and its members as raw.
    fn is_always_raw(&self, class: &crate::ClassDescription) -> bool {
        let mut next = Some(class);
        while let Some(inner) = next.filter(|it| Self::is_inner(it)) {
            next = inner.outer.as_deref().and_then(|outer| self.class(outer));
            if next.is_some_and(|outer| !outer.type_parameters.is_empty()) {
                return true;
            }
        }
        false
    }

    /// The type as a test may write it.
    fn legal(&self, ty: JavaType) -> JavaType {
        match ty {
            JavaType::Class { name, arguments } => {
                let is_raw = self
                    .class(&name)
                    .is_some_and(|class| self.is_always_raw(class));
                let arguments = if is_raw { Vec::new() } else { arguments };
                let arguments = arguments.into_iter().map(|it| self.legal(it)).collect();
                JavaType::Class { name, arguments }
            }
            JavaType::Array(element) => self.legal(*element).array_of(),
            JavaType::Wildcard { upper, lower } => JavaType::Wildcard {
                upper: upper.map(|bound| Box::new(self.legal(*bound))),
                lower: lower.map(|bound| Box::new(self.legal(*bound))),
            },
            other => other,
        }
    }

    /// What the member is used on: nothing, an instance of its class, or of the class around that.
    fn receiver(&self, member: Member, instance: impl FnOnce() -> JavaType) -> Option<JavaType> {
        match self.callable_kind(member) {
            CallableKind::Constructor => self.outer_type(self.owner(member)),
            CallableKind::Method | CallableKind::FieldRead => Some(instance()),
            _ => None,
        }
    }

    /// The type of the instance that an instance of this inner class belongs to.
    fn outer_type(&self, class: &crate::ClassDescription) -> Option<JavaType> {
        if !Self::is_inner(class) {
            return None;
        }
        let outer = self.class(class.outer.as_deref()?)?;
        Some(match self.outer_bindings(outer) {
            Some(bindings) => bindings.upward(&Self::generic_type(outer)),
            None => JavaType::class(&outer.name),
        })
    }

    /// What the variables of a class stand for when an instance of it is needed for one of an inner class.
    pub(crate) fn outer_bindings(&self, outer: &crate::ClassDescription) -> Option<Bindings> {
        self.choose(
            &outer.type_parameters,
            Bindings::default(),
            Preference::Usual,
        )
    }

    /// JVM descriptor of the field's erased type.
    pub(crate) fn field_descriptor(&self, member: Member) -> String {
        let declarer = self.declarer(member);
        let parameters = &declarer.type_parameters;
        let ty = &declarer.fields[member.at].ty;
        descriptor(&erase(ty, &|name| first_bound(parameters.iter(), name)))
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
