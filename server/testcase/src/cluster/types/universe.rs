//! The described classes as one hierarchy: takes descriptions, gives supertypes, subtypes and access; holds no
//! callable.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::{ClassDescription, ClassKind, JavaType, Modifiers, TypeParameter};
use {super::substitution::Bindings, crate::cluster::jdk::allowed};

/// Deeper hierarchies do not exist; a description that claims one is cyclic.
const MAX_DEPTH: usize = 64;

/// Every described class, by number and by name, as seen from the package that the tests stand in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Universe {
    classes: Vec<ClassDescription>,
    by_name: BTreeMap<String, usize>,
    /// Per described class its supertypes, itself included; only asked about, never walked through.
    above: HashMap<String, HashSet<String>>,
    subtypes: BTreeMap<String, Vec<usize>>,
    package: String,
    under_test: Vec<String>,
}

impl Universe {
    /// Puts the classes in order: under test first, then the project's, then the JDK's as the table lists them.
    pub(crate) fn new(
        described: Vec<ClassDescription>,
        under_test: &[String],
        package: &str,
    ) -> Self {
        let mut classes: Vec<ClassDescription> = Vec::new();
        let mut seen = BTreeSet::new();
        for mut class in described {
            if seen.insert(class.name.clone()) {
                class
                    .constructors
                    .sort_by_cached_key(|it| (it.parameters.len(), it.descriptor.clone()));
                class
                    .methods
                    .sort_by_cached_key(|it| (it.name.clone(), it.descriptor.clone()));
                classes.push(class);
            }
        }
        classes.sort_by_cached_key(|class| {
            let own = under_test.iter().position(|name| *name == class.name);
            let rank = own.map_or_else(|| allowed::rank(&class.name), |_| 0);
            (own.is_none(), own, allowed::is_jdk(&class.name), rank)
        });
        let by_name = classes
            .iter()
            .enumerate()
            .map(|(at, it)| (it.name.clone(), at))
            .collect();
        let mut universe = Self {
            classes,
            by_name,
            above: HashMap::new(),
            subtypes: BTreeMap::new(),
            package: package.to_owned(),
            under_test: under_test.to_vec(),
        };
        let names = universe.classes.iter().map(|class| class.name.clone());
        let above = names.map(|name| {
            let ancestors = universe.ancestors(&name);
            (name, ancestors.into_iter().collect())
        });
        universe.above = above.collect();
        universe.subtypes = universe.find_subtypes();
        universe
    }

    fn find_subtypes(&self) -> BTreeMap<String, Vec<usize>> {
        let mut subtypes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, class) in self.classes.iter().enumerate() {
            for ancestor in &self.above[&class.name] {
                if *ancestor != class.name {
                    subtypes.entry(ancestor.clone()).or_default().push(at);
                }
            }
        }
        for class in &self.classes {
            for name in &class.subclasses {
                let Some(&at) = self.by_name.get(name) else {
                    continue;
                };
                let known = subtypes.entry(class.name.clone()).or_default();
                if let Err(place) = known.binary_search(&at) {
                    known.insert(place, at);
                }
            }
        }
        subtypes
    }

    /// Whether the one class, by name, is the other one or has it as a supertype.
    pub(crate) fn has_supertype(&self, name: &str, other: &str) -> bool {
        name == other
            || self
                .above
                .get(name)
                .is_some_and(|above| above.contains(other))
    }

    /// How many supertypes the class has, itself included.
    pub(crate) fn ancestor_count(&self, class: usize) -> usize {
        self.above[&self.classes[class].name].len()
    }

    /// Itself and every described or named supertype, by name, nearest first.
    pub(crate) fn ancestors(&self, name: &str) -> Vec<String> {
        let mut found = vec![name.to_owned()];
        let mut at = 0;
        while at < found.len() {
            if let Some(class) = self.class(&found[at]) {
                for parent in class.superclass.iter().chain(&class.interfaces) {
                    if let Some(parent) = parent.class_name()
                        && !found.iter().any(|known| known == parent)
                    {
                        found.push(parent.to_owned());
                    }
                }
            }
            at += 1;
        }
        found
    }

    /// Numbers of the proper subtypes of the class, the most useful first.
    pub(crate) fn subtypes(&self, name: &str) -> &[usize] {
        self.subtypes.get(name).map_or(&[], Vec::as_slice)
    }

    /// All classes, by number.
    pub(crate) fn classes(&self) -> &[ClassDescription] {
        &self.classes
    }

    /// The class of this binary name.
    pub(crate) fn class(&self, name: &str) -> Option<&ClassDescription> {
        self.by_name.get(name).map(|at| &self.classes[*at])
    }

    /// The number of the class of this binary name.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Whether the class is under test.
    pub(crate) fn is_under_test(&self, name: &str) -> bool {
        self.under_test.iter().any(|own| own == name)
    }

    /// The classes under test.
    pub(crate) fn under_test(&self) -> &[String] {
        &self.under_test
    }

    /// The package that the tests stand in.
    pub(crate) fn package(&self) -> &str {
        &self.package
    }

    /// Whether a test can name the class.
    pub(crate) fn is_accessible(&self, class: &ClassDescription) -> bool {
        let mut next = Some(class);
        while let Some(class) = next {
            let is_open = self.admits(class.modifiers, &class.name);
            if !is_open || class.canonical.is_none() || allowed::is_internal(&class.name) {
                return false;
            }
            next = class.outer.as_deref().and_then(|outer| self.class(outer));
        }
        true
    }

    /// Whether a test can use a member with these modifiers that this class declares.
    pub(crate) fn admits(&self, modifiers: Modifiers, declared_in: &str) -> bool {
        modifiers.is_public()
            || (!modifiers.is_private() && package_of(declared_in) == self.package)
    }

    /// Whether a test can write the type: all classes in it described and accessible, or the JDK's.
    pub(crate) fn is_nameable(&self, ty: &JavaType) -> bool {
        match ty {
            JavaType::Primitive(_) => true,
            JavaType::Variable(_) => false,
            JavaType::Array(element) => self.is_nameable(element),
            JavaType::Class { name, arguments } => {
                let is_open = match self.class(name) {
                    Some(class) => self.is_accessible(class),
                    None => !allowed::is_internal(name),
                };
                is_open && arguments.iter().all(|argument| self.is_nameable(argument))
            }
            JavaType::Wildcard { upper, lower } => [upper, lower]
                .into_iter()
                .flatten()
                .all(|bound| self.is_nameable(bound)),
        }
    }

    /// Whether tests may name the type, and that is not just taken for granted because nothing is known of its class.
    pub(crate) fn is_known_open(&self, ty: &JavaType) -> bool {
        if let JavaType::Array(element) = ty {
            return self.is_known_open(element);
        }
        let is_known = |name: &str| allowed::is_jdk(name) || self.class(name).is_some();
        ty.class_name().is_none_or(is_known) && self.is_nameable(ty)
    }

    /// Whether an instance belongs to an instance of the class around it.
    pub(crate) fn is_inner(class: &ClassDescription) -> bool {
        class.kind == ClassKind::Class && class.outer.is_some() && !class.modifiers.is_static()
    }

    /// The class with its own type variables as arguments: `List<E>`.
    pub(crate) fn generic_type(class: &ClassDescription) -> JavaType {
        let arguments = class
            .type_parameters
            .iter()
            .map(|it| JavaType::Variable(it.name.clone()))
            .collect();
        JavaType::Class {
            name: class.name.clone(),
            arguments,
        }
    }

    /// The direct supertypes, with the type's arguments put in; those of a raw type are raw.
    pub(crate) fn direct_supertypes(&self, ty: &JavaType) -> Vec<JavaType> {
        let JavaType::Class { name, arguments } = ty else {
            return Vec::new();
        };
        let Some(class) = self.class(name) else {
            return allowed::known_supertypes(name);
        };
        let bindings = Self::bind_arguments(class, arguments);
        class
            .superclass
            .iter()
            .chain(&class.interfaces)
            .map(|parent| match &bindings {
                Some(bindings) => bindings.upward(parent),
                None => JavaType::class(parent.class_name().unwrap_or("java.lang.Object")),
            })
            .collect()
    }

    /// The class's type parameters bound to these arguments; none for a raw type. A lone `?` means what the bound says.
    pub(crate) fn bind_arguments(
        class: &ClassDescription,
        arguments: &[JavaType],
    ) -> Option<Bindings> {
        if arguments.len() != class.type_parameters.len() {
            return None;
        }
        let mut bindings = Bindings::default();
        for (parameter, argument) in class.type_parameters.iter().zip(arguments) {
            let is_open = *argument == JavaType::UNBOUNDED;
            let argument = match parameter.bounds.first() {
                Some(bound) if is_open => {
                    let parameters = class.type_parameters.iter();
                    let bound = erase(bound, &|name| first_bound(parameters.clone(), name));
                    JavaType::Wildcard {
                        upper: Some(Box::new(bound)),
                        lower: None,
                    }
                }
                _ => argument.clone(),
            };
            bindings.bind(&parameter.name, argument);
        }
        Some(bindings)
    }

    /// The type seen as this class or interface, if it is a subtype of it.
    pub(crate) fn as_super(&self, ty: &JavaType, name: &str) -> Option<JavaType> {
        self.as_super_within(ty, name, MAX_DEPTH)
    }

    /// Whether a class of the one name can have the other as a supertype; of classes that are not described nothing
    /// is known.
    fn may_be_below(&self, name: &str, other: &str) -> bool {
        self.above
            .get(name)
            .is_none_or(|above| above.contains(other))
    }

    fn as_super_within(&self, ty: &JavaType, name: &str, depth: usize) -> Option<JavaType> {
        match ty {
            JavaType::Class { name: own, .. } if own == name => Some(ty.clone()),
            JavaType::Primitive(_) => None,
            _ if name == "java.lang.Object" => Some(JavaType::object()),
            JavaType::Array(_) => matches!(name, "java.lang.Cloneable" | "java.io.Serializable")
                .then(|| JavaType::class(name)),
            JavaType::Class { name: own, .. } if !self.may_be_below(own, name) => None,
            JavaType::Class { .. } if depth > 0 => self
                .direct_supertypes(ty)
                .iter()
                .find_map(|parent| self.as_super_within(parent, name, depth - 1)),
            _ => None,
        }
    }
}

/// The type without type arguments; variables become what their bound erases to.
pub(crate) fn erase(ty: &JavaType, bound_of: &dyn Fn(&str) -> Option<JavaType>) -> JavaType {
    erase_within(ty, bound_of, MAX_DEPTH)
}

fn erase_within(
    ty: &JavaType,
    bound_of: &dyn Fn(&str) -> Option<JavaType>,
    depth: usize,
) -> JavaType {
    let bound = match ty {
        JavaType::Primitive(_) => return ty.clone(),
        JavaType::Class { name, .. } => return JavaType::class(name),
        JavaType::Array(element) => return erase_within(element, bound_of, depth).array_of(),
        JavaType::Wildcard { upper, .. } => upper.as_deref().cloned(),
        JavaType::Variable(name) => bound_of(name),
    };
    match bound {
        Some(bound) if depth > 0 => erase_within(&bound, bound_of, depth - 1),
        _ => JavaType::object(),
    }
}

/// The package in a binary name; empty for the unnamed one.
pub(crate) fn package_of(name: &str) -> &str {
    name.rfind('.').map_or("", |at| &name[..at])
}

/// The first bound of the type parameter with this name.
pub(crate) fn first_bound<'a>(
    mut parameters: impl Iterator<Item = &'a TypeParameter>,
    name: &str,
) -> Option<JavaType> {
    parameters
        .find(|it| it.name == name)
        .and_then(|it| it.bounds.first().cloned())
}
