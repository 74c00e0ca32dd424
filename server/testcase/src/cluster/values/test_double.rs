//! Objects that nobody implements: takes an interface or abstract class, gives the methods a test double has to answer.

use std::{collections::BTreeSet, sync::Arc};

use crate::cluster::{
    jdk::allowed,
    members::{
        cache::{
            DoubleMethod, DoubleMethods, DoubleStyle, Mocking, NoDouble, remember, remembered,
        },
        callable::{CallableId, CallableKind},
        choice::Preference,
        framework_names::FAR,
        injected::is_filled,
        member::{Member, MemberKind},
        test_cluster::TestCluster,
    },
    types::universe::Universe,
};
use crate::{ClassDescription, ClassKind, FieldDescription, JavaType, TypeId, TypeParameter};

/// An order that gives always the same answer is none: a double of it orders by text, and nothing is answered.
const ORDER: &str = "java.util.Comparator";

/// What is known by what it holds.
const CONTAINERS: [&str; 4] = [
    "java.util.Collection",
    "java.util.Map",
    "java.util.Iterator",
    "java.lang.CharSequence",
];

/// Methods that a class written by hand in a test has at most.
pub const MOST_WRITTEN_METHODS: usize = 3;

impl TestCluster {
    /// The methods that a test double for the type answers; none where there can be no test double: not an interface or
    /// abstract class, not accessible, sealed, or with a supertype that is not described.
    pub fn test_double(&mut self, ty: TypeId) -> Option<Arc<DoubleMethods>> {
        if remembered(&self.memory.doubles, ty).is_none() {
            let found = self.find_double(ty).map(Arc::new).ok_or(NoDouble);
            remember(&mut self.memory.doubles, ty, found);
        }
        remembered(&self.memory.doubles, ty).and_then(|it| it.clone().ok())
    }

    /// What `test_double` said before, if it was asked.
    pub(crate) fn known_double(&self, ty: TypeId) -> Option<&DoubleMethods> {
        remembered(&self.memory.doubles, ty)?.as_deref().ok()
    }

    /// The constructor that a double of an abstract class calls, if the double was asked for before.
    pub fn double_constructor(&self, ty: TypeId) -> Option<CallableId> {
        self.known_double(ty)?.constructor
    }

    /// Whether objects of the type are collaborators, which tests mock.
    pub fn is_collaborator(&mut self, ty: TypeId) -> bool {
        self.mocking != Mocking::Nothing
            && self.test_double(ty).is_some_and(|it| it.is_collaborator)
    }

    /// Whether objects of the type are known by what they hold: a mock of one holds nothing and says that it does.
    pub fn is_known_by_contents(&self, ty: TypeId) -> bool {
        let name = self.ty(ty).class_name();
        let is = |name: &str| {
            CONTAINERS
                .iter()
                .any(|it| *it == name || self.universe.has_supertype(name, it))
        };
        name.is_some_and(is)
    }

    fn find_double(&mut self, ty: TypeId) -> Option<DoubleMethods> {
        if self.is_mockable(ty) {
            let is_collaborator = self.stands_alone(ty);
            if is_collaborator || self.is_contract(ty) {
                return self.find_mock(ty, is_collaborator);
            }
        }
        let found = self.find_written(ty)?;
        let is_long = found.methods.len() > MOST_WRITTEN_METHODS;
        // Half a mock, of which some methods run and others give nothing, is none that anybody would write.
        if is_long && self.is_mockable(ty) && self.is_all_open(ty) {
            return self.find_mock(ty, false);
        }
        // What is too long to be written by hand, and what nothing mocks, is no test where a real one can be had.
        let is_in_vain = is_long && self.mocking == Mocking::Nothing;
        (!is_in_vain || !self.is_made_plainly(ty)).then_some(found)
    }

    /// Whether all that others see of an object is what a mock answers: neither a final method, which runs on fields
    /// that no constructor set, nor such a field itself.
    fn is_all_open(&self, ty: TypeId) -> bool {
        let universe = &self.universe;
        let name = self.ty(ty).class_name();
        let Some(number) = name.and_then(|name| universe.number(name)) else {
            return false;
        };
        let is_closed = |member: Member| {
            let modifiers = universe.member_modifiers(member);
            let is_of_object = universe.declarer(member).name == "java.lang.Object";
            modifiers.is_final() && !modifiers.is_static() && !is_of_object
        };
        let is_seen = |field: &FieldDescription| {
            !field.modifiers.is_private() && !field.modifiers.is_static()
        };
        let ancestors = name
            .map(|name| universe.ancestors(name))
            .unwrap_or_default();
        let mut classes = name.into_iter().chain(ancestors.iter().map(|it| &**it));
        !universe.methods_of(number).into_iter().any(is_closed)
            && !classes.any(|it| {
                universe
                    .class(it)
                    .is_some_and(|class| class.fields.iter().any(is_seen))
            })
    }

    /// Whether there can be mocks of the type, and tests would have them.
    fn is_mockable(&self, ty: TypeId) -> bool {
        let universe = &self.universe;
        let class = self.ty(ty).class_name().and_then(|it| universe.class(it));
        self.mocking != Mocking::Nothing
            && class.is_some_and(|class| {
                matches!(
                    class.kind,
                    ClassKind::Class | ClassKind::Interface | ClassKind::Annotation
                ) && !class.is_sealed
                    && !class.modifiers.is_final()
                    && !universe.is_under_test(&class.name)
                    && universe.is_accessible(class)
                    && !allowed::is_wide(&class.name)
                    && !allowed::is_listed(&class.name)
            })
    }

    /// Whether it is an interface of more than one method, or one that is only told something.
    fn is_contract(&self, ty: TypeId) -> bool {
        let name = self.ty(ty).class_name();
        let class = name.and_then(|it| self.universe.class(it));
        let is_lambda = |it| self.universe.is_functional(it) && !self.universe.only_acts(it);
        class.is_some_and(|it| it.kind == ClassKind::Interface && !is_lambda(it))
    }

    /// Whether a container makes objects of the type, they lead far away, or nobody at hand implements it.
    fn stands_alone(&mut self, ty: TypeId) -> bool {
        let universe = Arc::clone(&self.universe);
        let Some(class) = self.ty(ty).class_name().and_then(|it| universe.class(it)) else {
            return false;
        };
        let is_far = is_far(&universe, &class.name) || is_made_of_far_things(&universe, class);
        let is_lambda = |class| {
            universe.is_functional(class)
                && !universe.is_handed_in(class)
                && !universe.only_acts(class)
        };
        is_far
            || universe.is_component(class)
            || is_filled(class)
            || (class.modifiers.is_abstract() && !is_lambda(class) && !self.is_made_plainly(ty))
    }

    /// Whether a plain class at hand is or makes one.
    fn is_made_plainly(&mut self, ty: TypeId) -> bool {
        let universe = Arc::clone(&self.universe);
        let generators = self.generators(ty).to_vec();
        generators.iter().any(|id| {
            let callable = self.callable(*id);
            let owner = universe.class(&callable.owner);
            let is_maker = match callable.kind {
                CallableKind::Constructor | CallableKind::StaticMethod => true,
                // What a field of another class holds, nobody knows.
                CallableKind::StaticFieldRead => self.ty(ty).class_name() == Some(&*callable.owner),
                _ => false,
            };
            let gives_what_a_container_made =
                |it: &ClassDescription| universe.is_component(it) || universe.is_holder(it);
            is_maker && !owner.is_some_and(gives_what_a_container_made)
        })
    }

    /// All that can be overridden.
    fn find_mock(&mut self, ty: TypeId, is_collaborator: bool) -> Option<DoubleMethods> {
        let wanted = self.ty(ty).clone();
        let universe = Arc::clone(&self.universe);
        let number = universe.number(wanted.class_name()?)?;
        let wanted = universe.function_type(&wanted);
        let mut methods = Vec::new();
        let mut seen = BTreeSet::new();
        for member in universe.methods_of(number) {
            let modifiers = universe.member_modifiers(member);
            let declarer = universe.declarer(member);
            let is_open = !modifiers.is_static()
                && !modifiers.is_final()
                && universe.admits(modifiers, &declarer.name)
                && declarer.name != "java.lang.Object"
                && !universe.is_object_method(member);
            if is_open
                && let Some(mut method) = self.double_method(member, &wanted)
                && seen.insert((method.name.clone(), method.descriptor.clone()))
            {
                let caught = self.source.caught.iter();
                let more = caught.filter(|it| !method.throws.contains(*it));
                let more: Vec<String> = more.cloned().collect();
                method.throws.extend(more);
                methods.push(method);
            }
        }
        Some(DoubleMethods {
            methods,
            is_functional: false,
            constructor: None,
            style: DoubleStyle::Mock,
            is_collaborator,
        })
    }

    fn double_method(&mut self, member: Member, implemented: &JavaType) -> Option<DoubleMethod> {
        let executable = self.universe.executable(member)?;
        let name: Arc<str> = executable.name.as_str().into();
        let descriptor: Arc<str> = executable.descriptor.as_str().into();
        let is_own = |it: &TypeParameter| executable.returns == JavaType::Variable(it.name.clone());
        let gives_what_it_is_given = descriptor.starts_with("(Ljava/lang/Object;")
            && executable.parameters.first() == Some(&executable.returns)
            && executable.type_parameters.iter().any(is_own);
        let is_told_a_class =
            !executable.type_parameters.is_empty() && descriptor.contains("Ljava/lang/Class;");
        let gives_asked_class = executable.gives_asked_class();
        let callable = self.link_on_as(member, implemented, self.undeclared())?;
        let callable = self.callable(callable);
        Some(DoubleMethod {
            name,
            descriptor,
            returns: callable.returns,
            parameters: callable.parameters.clone(),
            throws: callable.throws.clone(),
            gives_what_is_asked_for: is_told_a_class || gives_what_it_is_given,
            gives_asked_class,
        })
    }

    fn find_written(&mut self, ty: TypeId) -> Option<DoubleMethods> {
        let wanted = self.ty(ty).clone();
        let universe = &self.universe;
        let number = universe.number(wanted.class_name()?)?;
        let class = &universe.classes()[number];
        let is_open =
            class.modifiers.is_abstract() && !class.is_sealed && universe.is_accessible(class);
        if !is_open || !matches!(class.kind, ClassKind::Class | ClassKind::Interface) {
            return None;
        }
        let is_interface = class.kind == ClassKind::Interface;
        let is_known = |name: &String| name == "java.lang.Object" || universe.class(name).is_some();
        if !universe.ancestors(&class.name).iter().all(is_known) {
            return None;
        }
        let abstract_ones: Vec<Member> = universe
            .methods_of(number)
            .into_iter()
            .filter(|member| universe.is_abstract(*member))
            .collect();
        let is_overridable = |it: &Member| {
            universe.admits(universe.member_modifiers(*it), &universe.declarer(*it).name)
        };
        if !abstract_ones.iter().all(is_overridable) {
            return None;
        }
        let implemented = universe.function_type(&wanted);
        let mut is_functional = is_interface && abstract_ones.len() == 1;
        let mut methods = Vec::new();
        let mut seen = BTreeSet::new();
        let is_lawful = wanted.class_name() == Some(ORDER);
        for member in abstract_ones {
            let executable = self.universe.executable(member)?;
            is_functional &= executable.type_parameters.is_empty();
            let method = self.double_method(member, &implemented)?;
            if is_lawful {
                continue;
            }
            if seen.insert((method.name.clone(), method.descriptor.clone())) {
                methods.push(method);
            }
        }
        let constructor = if is_interface {
            None
        } else {
            Some(self.simplest_constructor(number, &implemented)?)
        };
        Some(DoubleMethods {
            methods,
            is_functional,
            constructor,
            style: DoubleStyle::Written,
            is_collaborator: false,
        })
    }

    /// The constructor with the fewest parameters, of several the one whose descriptor comes first: the worker takes
    /// the same. Its parameters are those that it has for an object of this type.
    fn simplest_constructor(&mut self, class: usize, made: &JavaType) -> Option<CallableId> {
        let universe = &self.universe;
        let owner = &universe.classes()[class];
        if Universe::is_inner(owner) {
            return None;
        }
        let open = owner.constructors.iter().enumerate().filter(|(_, it)| {
            universe.admits(it.modifiers, &owner.name) || it.modifiers.is_protected()
        });
        let (at, _) = open.min_by_key(|(_, it)| (it.parameters.len(), it.descriptor.clone()))?;
        let member = Member {
            class,
            declared: class,
            kind: MemberKind::Constructor,
            at,
        };
        let signature = universe.signature(member);
        let raw = JavaType::class(&owner.name);
        let instance = universe
            .infer(member, &signature, made, Preference::Usual)
            .or_else(|| universe.infer(member, &signature, &raw, Preference::Usual))?;
        self.link(member, &signature, &instance)
    }
}

/// Whether objects of the class lead far away: to a database, the network.
fn is_far(universe: &Universe, class: &str) -> bool {
    FAR.iter().any(|it| universe.has_supertype(class, it))
}

/// Whether nobody makes an object of the class without something that leads far away: a test of who uses it is none of
/// what it says there.
fn is_made_of_far_things(universe: &Universe, class: &ClassDescription) -> bool {
    let mut constructors = class.constructors.iter();
    let is_one = |ty: &JavaType| ty.class_name().is_some_and(|it| is_far(universe, it));
    !class.constructors.is_empty() && constructors.all(|it| it.parameters.iter().any(is_one))
}

impl Universe {
    /// Whether a lambda does for one.
    fn is_functional(&self, class: &ClassDescription) -> bool {
        let Some(number) = self.number(&class.name) else {
            return false;
        };
        let members = self.methods_of(number).into_iter();
        class.kind == ClassKind::Interface
            && members.filter(|it| self.is_abstract(*it)).count() == 1
    }

    /// Whether it is somebody who is told something and says nothing: of a lambda that does nothing no test could see
    /// that it was called. What the JDK has of these is handed around as code everywhere.
    fn only_acts(&self, class: &ClassDescription) -> bool {
        let number = self.number(&class.name);
        let members = number.into_iter().flat_map(|it| self.methods_of(it));
        let mut abstract_ones = members.filter(|it| self.is_abstract(*it));
        let gives_nothing = |it: Member| {
            let executable = self.executable(it);
            executable.is_some_and(|it| it.returns == JavaType::void())
        };
        !class.name.starts_with("java.") && abstract_ones.all(gives_nothing)
    }

    /// The type without wildcards that an implementation of it names (JLS 9.9): `Function<? super A, ? extends B>` is
    /// implemented as `Function<A, B>`.
    fn function_type(&self, ty: &JavaType) -> JavaType {
        let JavaType::Class { name, arguments } = ty else {
            return ty.clone();
        };
        let Some(class) = self.class(name) else {
            return ty.clone();
        };
        let Some(bindings) = Self::bind_arguments(class, arguments) else {
            return ty.clone();
        };
        let exact = |parameter: &TypeParameter| match bindings.get(&parameter.name).cloned() {
            Some(JavaType::Wildcard {
                lower: Some(lower), ..
            }) => *lower,
            bound => bound.unwrap_or_else(JavaType::object).without_wildcard(),
        };
        let arguments = class.type_parameters.iter().map(exact).collect();
        JavaType::Class {
            name: name.clone(),
            arguments,
        }
    }
}
