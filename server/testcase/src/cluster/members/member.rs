//! Members as a class offers them: takes a class, gives its own and inherited members with types in that class's own
//! variables.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    ClassDescription, ClassKind, ExecutableDescription, JavaType, Modifiers, TypeParameter,
};
use {
    super::callable::CallableKind,
    crate::cluster::{
        jdk::allowed,
        types::{
            substitution::Bindings,
            universe::{Universe, erase, first_bound},
        },
    },
};

/// What kind of member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MemberKind {
    /// A constructor.
    Constructor,
    /// A method.
    Method,
    /// A field.
    Field,
}

/// A member, by place, and the class through which it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Member {
    /// Number of the class it is looked up in.
    pub(crate) class: usize,
    /// Number of the class that declares it.
    pub(crate) declared: usize,
    /// What it is.
    pub(crate) kind: MemberKind,
    /// Its place among the class's constructors, methods or fields.
    pub(crate) at: usize,
}

/// A member's types. Variables are those of the class it is looked up in and, renamed so that they differ, its own.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    /// The member's own type parameters.
    pub(crate) type_parameters: Vec<TypeParameter>,
    /// Parameters; without the outer instance of an inner class's constructor.
    pub(crate) parameters: Vec<JavaType>,
    /// Result; for constructors the class with its variables, for fields the field's type.
    pub(crate) returns: JavaType,
    /// Declared exceptions.
    pub(crate) throws: Vec<JavaType>,
}

/// Every member that can make a value, with its types, by the erased type of its result.
pub(crate) type Makers = BTreeMap<JavaType, Vec<(Member, Signature)>>;

impl Universe {
    /// The class through which the member is used.
    pub(crate) fn owner(&self, member: Member) -> &ClassDescription {
        &self.classes()[member.class]
    }

    /// The class that declares the member.
    pub(crate) fn declarer(&self, member: Member) -> &ClassDescription {
        &self.classes()[member.declared]
    }

    /// The description of a constructor or method.
    pub(crate) fn executable(&self, member: Member) -> Option<&ExecutableDescription> {
        let class = self.declarer(member);
        match member.kind {
            MemberKind::Constructor => class.constructors.get(member.at),
            MemberKind::Method => class.methods.get(member.at),
            MemberKind::Field => None,
        }
    }

    /// Whether nobody should use the member any more.
    pub(crate) fn is_deprecated(&self, member: Member) -> bool {
        self.executable(member).is_some_and(|it| it.is_deprecated)
    }

    /// The member's name; `<init>` for constructors.
    pub(crate) fn member_name(&self, member: Member) -> &str {
        match self.executable(member) {
            Some(executable) => &executable.name,
            None => &self.declarer(member).fields[member.at].name,
        }
    }

    /// The member's modifiers; members of interfaces are public even where nobody wrote it.
    pub(crate) fn member_modifiers(&self, member: Member) -> Modifiers {
        match self.executable(member) {
            Some(executable) => executable.modifiers,
            None => self.declarer(member).fields[member.at].modifiers,
        }
    }

    /// How the member is used when it is read or called.
    pub(crate) fn callable_kind(&self, member: Member) -> CallableKind {
        match (member.kind, self.member_modifiers(member).is_static()) {
            (MemberKind::Constructor, _) => CallableKind::Constructor,
            (MemberKind::Method, true) => CallableKind::StaticMethod,
            (MemberKind::Method, false) => CallableKind::Method,
            (MemberKind::Field, true) => CallableKind::StaticFieldRead,
            (MemberKind::Field, false) => CallableKind::FieldRead,
        }
    }

    /// Whether a test may use the member at all: visible from its package and not on the table of forbidden ones.
    pub(crate) fn is_usable(&self, member: Member) -> bool {
        let (owner, declarer) = (self.owner(member), self.declarer(member));
        let name = self.member_name(member);
        let descriptor = self
            .executable(member)
            .map_or("", |it| it.descriptor.as_str());
        self.is_accessible(owner)
            && self.admits(self.member_modifiers(member), &declarer.name)
            && allowed::forbidden(&declarer.name, name, descriptor).is_none()
            && (owner.name == declarer.name
                || allowed::forbidden(&owner.name, name, descriptor).is_none())
    }

    /// The class's own members, in the order constructors, methods, fields.
    pub(crate) fn own_members(&self, class: usize) -> Vec<Member> {
        let it = &self.classes()[class];
        let numbered = |kind, count| {
            (0..count).map(move |at| Member {
                class,
                declared: class,
                kind,
                at,
            })
        };
        numbered(MemberKind::Constructor, it.constructors.len())
            .chain(numbered(MemberKind::Method, it.methods.len()))
            .chain(numbered(MemberKind::Field, it.fields.len()))
            .collect()
    }

    /// Every method a value of the class has, overridden ones once, nearest declaration first; statics are the
    /// class's own.
    pub(crate) fn methods_of(&self, class: usize) -> Vec<Member> {
        self.methods_from(class, &self.method_resolution_order(class))
    }

    /// The same without those that JDK classes declare, unless it is one: then only its own.
    pub(crate) fn methods_outside_jdk(&self, class: usize) -> Vec<Member> {
        let is_jdk = |at: usize| allowed::is_jdk(&self.classes()[at].name);
        let mut order = vec![class];
        if !is_jdk(class) {
            order = self.method_resolution_order(class);
            order.retain(|at| !is_jdk(*at));
        }
        self.methods_from(class, &order)
    }

    fn methods_from(&self, class: usize, order: &[usize]) -> Vec<Member> {
        let mut seen = BTreeSet::new();
        let mut members = Vec::new();
        for &declared in order {
            for at in 0..self.classes()[declared].methods.len() {
                let member = Member {
                    class,
                    declared,
                    kind: MemberKind::Method,
                    at,
                };
                if declared != class
                    && (self.member_modifiers(member).is_static()
                        || self.member_modifiers(member).is_private())
                {
                    continue;
                }
                if order.len() == 1 || seen.insert(self.override_key(member)) {
                    members.push(member);
                }
            }
        }
        members
    }

    /// Name and erased parameters: what decides whether one method overrides another.
    pub(crate) fn override_key(&self, member: Member) -> (String, Vec<JavaType>) {
        let signature = self.signature(member);
        let owner = self.owner(member);
        let bound_of = |name: &str| {
            let all = signature
                .type_parameters
                .iter()
                .chain(&owner.type_parameters);
            first_bound(all, name)
        };
        let erased = signature
            .parameters
            .iter()
            .map(|ty| erase(ty, &bound_of))
            .collect();
        (self.member_name(member).to_owned(), erased)
    }

    /// Numbers of the class, its superclasses from the nearest, then the interfaces, subinterfaces before theirs.
    fn method_resolution_order(&self, class: usize) -> Vec<usize> {
        let mut order = vec![class];
        let mut at = &self.classes()[class];
        while let Some(parent) = at
            .superclass
            .as_ref()
            .and_then(|it| it.class_name())
            .and_then(|it| self.number(it))
        {
            if order.contains(&parent) {
                break;
            }
            order.push(parent);
            at = &self.classes()[parent];
        }
        let mut interfaces: Vec<usize> = self
            .ancestors(&self.classes()[class].name)
            .iter()
            .filter_map(|name| self.number(name))
            .filter(|at| !order.contains(at))
            .collect();
        interfaces.sort_by_key(|at| std::cmp::Reverse(self.ancestor_count(*at)));
        order.extend(interfaces);
        order
    }

    /// The member's types.
    pub(crate) fn signature(&self, member: Member) -> Signature {
        let (owner, declarer) = (self.owner(member), self.declarer(member));
        let bindings = self.inherited_bindings(owner, declarer);
        let Some(executable) = self.executable(member) else {
            let ty = &declarer.fields[member.at].ty;
            let returns = self.close(&bindings.upward(ty).without_wildcard(), owner);
            return Signature {
                type_parameters: Vec::new(),
                parameters: Vec::new(),
                returns,
                throws: Vec::new(),
            };
        };
        let own = &executable.type_parameters;
        let is_inner_constructor = member.kind == MemberKind::Constructor && Self::is_inner(owner);
        let outer = owner.outer.as_deref().filter(|_| is_inner_constructor);
        let around = outer
            .and_then(|it| self.class(it))
            .and_then(|it| self.outer_bindings(it));
        let rename = |name: &str| {
            own.iter()
                .any(|it| it.name == name)
                .then(|| format!("{name}'"))
        };
        let resolve = |ty: &JavaType| {
            let seen = bindings.upward(&ty.rename(&rename)).without_wildcard();
            match &around {
                Some(bindings) => self.close(&bindings.upward(&seen), owner),
                None => self.close(&seen, owner),
            }
        };
        let has_outer = is_inner_constructor
            && executable.parameters.len() == descriptor_arity(&executable.descriptor);
        let skipped = usize::from(has_outer);
        Signature {
            type_parameters: own
                .iter()
                .map(|it| TypeParameter {
                    name: format!("{}'", it.name),
                    bounds: it.bounds.iter().map(resolve).collect(),
                })
                .collect(),
            parameters: executable
                .parameters
                .iter()
                .skip(skipped)
                .map(resolve)
                .collect(),
            returns: if member.kind == MemberKind::Constructor {
                Self::generic_type(owner)
            } else {
                resolve(&executable.returns)
            },
            throws: executable.throws.iter().map(resolve).collect(),
        }
    }

    /// What the variables of a supertype stand for in terms of the class's own.
    fn inherited_bindings(
        &self,
        owner: &ClassDescription,
        declarer: &ClassDescription,
    ) -> Bindings {
        let Some(JavaType::Class { arguments, .. }) =
            self.as_super(&Self::generic_type(owner), &declarer.name)
        else {
            return Bindings::default();
        };
        if let Some(bindings) = Self::bind_arguments(declarer, &arguments) {
            return bindings;
        }
        let mut raw = Bindings::default();
        for parameter in &declarer.type_parameters {
            let bound_of = |name: &str| first_bound(declarer.type_parameters.iter(), name);
            let erased = erase(&JavaType::Variable(parameter.name.clone()), &bound_of);
            raw.bind(&parameter.name, erased);
        }
        raw
    }

    /// Replaces the variables of classes around an inner class, which nothing binds here, by what they erase to.
    fn close(&self, ty: &JavaType, owner: &ClassDescription) -> JavaType {
        let is_own = |name: &str| {
            name.ends_with('\'') || owner.type_parameters.iter().any(|it| it.name == name)
        };
        if !ty.mentions(&mut |name| !is_own(name)) {
            return ty.clone();
        }
        let mut bindings = Bindings::default();
        ty.mentions(&mut |name| {
            if !is_own(name) && bindings.get(name).is_none() {
                let bound_of = |name: &str| self.outer_bound(owner, name);
                bindings.bind(name, erase(&JavaType::Variable(name.to_owned()), &bound_of));
            }
            false
        });
        bindings.upward(ty)
    }

    pub(crate) fn outer_bound(&self, class: &ClassDescription, name: &str) -> Option<JavaType> {
        let mut next = class.outer.as_deref();
        while let Some(outer) = next.and_then(|outer| self.class(outer)) {
            if outer.type_parameters.iter().any(|it| it.name == name) {
                return first_bound(outer.type_parameters.iter(), name);
            }
            next = outer.outer.as_deref();
        }
        None
    }

    /// Whether the method has no body that a value of the class would inherit.
    pub(crate) fn is_abstract(&self, member: Member) -> bool {
        let is_marked = self.member_modifiers(member).is_abstract();
        let executable = self.executable(member);
        is_marked
            && executable.is_some_and(|it| !it.is_default)
            && !(self.declarer(member).kind == ClassKind::Interface
                && self.is_object_method(member))
    }

    /// `equals`, `hashCode` and `toString` of `Object`: worth calling only on objects whose class overrides them.
    pub(crate) fn object_methods(&self) -> Vec<Member> {
        let Some(object) = self.number("java.lang.Object") else {
            return Vec::new();
        };
        let mut methods = self.own_members(object);
        methods.retain(|it| it.kind == MemberKind::Method && self.is_object_method(*it));
        methods
    }

    /// Whether it is an instance method that a test may call.
    pub(crate) fn is_callable_on_value(&self, member: Member) -> bool {
        self.callable_kind(member) == CallableKind::Method && self.is_usable(member)
    }

    /// Whether it has the signature of a public method of `Object`, which every value has a body for.
    pub(crate) fn is_object_method(&self, member: Member) -> bool {
        let parameters = self.executable(member).map_or(&[][..], |it| &it.parameters);
        match self.member_name(member) {
            "hashCode" | "toString" => parameters.is_empty(),
            "equals" => parameters == [JavaType::object()],
            _ => false,
        }
    }
}

/// How many parameters a method descriptor has.
fn descriptor_arity(descriptor: &str) -> usize {
    let inside = descriptor
        .trim_start_matches('(')
        .split(')')
        .next()
        .unwrap_or_default();
    let mut arity = 0;
    let mut characters = inside.chars();
    while let Some(character) = characters.next() {
        match character {
            '[' => {}
            'L' => {
                arity += 1;
                characters.by_ref().find(|it| *it == ';');
            }
            _ => arity += 1,
        }
    }
    arity
}
