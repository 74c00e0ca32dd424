//! Questions about described classes that printing needs answered: subtypes, members, exceptions; a class without a
//! description is unknown, never an error.

use std::collections::BTreeSet;

use goalline_testcase::{
    ClassDescription, ClassKind, ExecutableDescription, JavaType, TestCluster,
};

use crate::types::type_names::{class_type, descriptor_types};

/// A class with what its type variables stand for, as seen from a subtype.
pub(crate) struct Ancestor<'a> {
    pub(crate) class: &'a ClassDescription,
    arguments: Vec<JavaType>,
}

impl Ancestor<'_> {
    /// The type with this class's type variables replaced; variables of methods and of raw types become their bound's
    /// erasure.
    pub(crate) fn resolve(&self, ty: &JavaType) -> JavaType {
        match ty {
            JavaType::Primitive(_) => ty.clone(),
            JavaType::Variable(name) => {
                let at = self
                    .class
                    .type_parameters
                    .iter()
                    .position(|one| one.name == *name);
                at.and_then(|at| self.arguments.get(at).cloned())
                    .unwrap_or_else(|| class_type("java.lang.Object"))
            }
            JavaType::Array(element) => JavaType::Array(Box::new(self.resolve(element))),
            JavaType::Class { name, arguments } => JavaType::Class {
                name: name.clone(),
                arguments: arguments
                    .iter()
                    .map(|argument| self.resolve(argument))
                    .collect(),
            },
            JavaType::Wildcard { upper, lower } => JavaType::Wildcard {
                upper: upper.as_ref().map(|bound| Box::new(self.resolve(bound))),
                lower: lower.as_ref().map(|bound| Box::new(self.resolve(bound))),
            },
        }
    }

    /// Whether the type was used without the arguments that its class declares.
    pub(crate) fn is_raw(&self) -> bool {
        self.arguments.len() < self.class.type_parameters.len()
    }
}

/// The class of a type and all its described supertypes, nearest first, each once.
pub(crate) fn ancestors<'a>(cluster: &'a TestCluster, ty: &JavaType) -> Vec<Ancestor<'a>> {
    let mut found: Vec<Ancestor<'a>> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![ty.clone()];
    let mut next = 0;
    while let Some(JavaType::Class { name, arguments }) = waiting.get(next).cloned() {
        next += 1;
        if !seen.insert(name.clone()) {
            continue;
        }
        let Some(class) = cluster.class(&name) else {
            continue;
        };
        let ancestor = Ancestor { class, arguments };
        waiting.extend(
            class
                .superclass
                .iter()
                .chain(&class.interfaces)
                .map(|one| ancestor.resolve(one)),
        );
        found.push(ancestor);
    }
    found
}

/// Whether every value of class `from` is one of class `to`; none when a description on the way is missing.
pub(crate) fn is_subclass(cluster: &TestCluster, from: &str, to: &str) -> Option<bool> {
    if from == to || to == "java.lang.Object" {
        return Some(true);
    }
    let mut unknown = false;
    let mut seen = BTreeSet::new();
    let mut waiting = vec![from.to_owned()];
    while let Some(name) = waiting.pop() {
        if name == to {
            return Some(true);
        }
        if name == "java.lang.Object" || !seen.insert(name.clone()) {
            continue;
        }
        if let Some(class) = cluster.class(&name) {
            waiting.extend(
                class
                    .superclass
                    .iter()
                    .chain(&class.interfaces)
                    .filter_map(|one| match one {
                        JavaType::Class { name, .. } => Some(name.clone()),
                        _ => None,
                    }),
            );
        } else {
            let known = KNOWN_SUPERTYPES.iter().find(|(class, _)| *class == name);
            match known {
                Some((_, supers)) => {
                    waiting.extend(supers.iter().map(|one| (*one).to_owned()));
                }
                None => unknown = true,
            }
        }
    }
    if unknown { None } else { Some(false) }
}

const NUMBER: &[&str] = &["java.lang.Number", "java.lang.Comparable"];
const SERIALIZABLE: &[&str] = &["java.io.Serializable"];

/// Supertypes of the JDK classes that every test meets, for clusters that do not describe them.
const KNOWN_SUPERTYPES: &[(&str, &[&str])] = &[
    (
        "java.lang.String",
        &[
            "java.lang.CharSequence",
            "java.lang.Comparable",
            "java.io.Serializable",
        ],
    ),
    (
        "java.lang.StringBuilder",
        &["java.lang.CharSequence", "java.lang.Appendable"],
    ),
    (
        "java.lang.StringBuffer",
        &["java.lang.CharSequence", "java.lang.Appendable"],
    ),
    ("java.lang.Integer", NUMBER),
    ("java.lang.Long", NUMBER),
    ("java.lang.Short", NUMBER),
    ("java.lang.Byte", NUMBER),
    ("java.lang.Double", NUMBER),
    ("java.lang.Float", NUMBER),
    ("java.lang.Number", SERIALIZABLE),
    (
        "java.lang.Character",
        &["java.lang.Comparable", "java.io.Serializable"],
    ),
    (
        "java.lang.Boolean",
        &["java.lang.Comparable", "java.io.Serializable"],
    ),
    ("java.lang.CharSequence", &[]),
    ("java.lang.Comparable", &[]),
    ("java.lang.Appendable", &[]),
    ("java.io.Serializable", &[]),
];

/// Exceptions of the JDK that need no `throws`, by name; their subclasses need none either.
const UNCHECKED: &[&str] = &[
    "java.lang.RuntimeException",
    "java.lang.Error",
    "java.lang.NullPointerException",
    "java.lang.IllegalArgumentException",
    "java.lang.IllegalStateException",
    "java.lang.NumberFormatException",
    "java.lang.IndexOutOfBoundsException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.StringIndexOutOfBoundsException",
    "java.lang.ArithmeticException",
    "java.lang.ClassCastException",
    "java.lang.NegativeArraySizeException",
    "java.lang.UnsupportedOperationException",
    "java.lang.SecurityException",
    "java.util.NoSuchElementException",
    "java.util.InputMismatchException",
    "java.util.MissingResourceException",
    "java.util.ConcurrentModificationException",
    "java.util.EmptyStackException",
    "java.time.DateTimeException",
    "java.time.format.DateTimeParseException",
    "java.io.UncheckedIOException",
];

/// Whether a test that calls something declaring this exception must declare one itself.
pub(crate) fn is_checked(cluster: &TestCluster, exception: &str) -> bool {
    !UNCHECKED
        .iter()
        .any(|unchecked| is_subclass(cluster, exception, unchecked) == Some(true))
}

/// The method of this name and descriptor as seen from a type, with the ancestor that declares it.
pub(crate) fn find_method<'a>(
    cluster: &'a TestCluster,
    ty: &JavaType,
    name: &str,
    descriptor: &str,
) -> Option<(Ancestor<'a>, &'a ExecutableDescription)> {
    ancestors(cluster, ty).into_iter().find_map(|ancestor| {
        let class = ancestor.class;
        let method = class
            .methods
            .iter()
            .find(|method| method.name == name && method.descriptor == descriptor)?;
        Some((ancestor, method))
    })
}

/// The executable that a class itself declares under this name and descriptor.
pub(crate) fn declared<'a>(
    cluster: &'a TestCluster,
    class: &str,
    name: &str,
    descriptor: &str,
) -> Option<&'a ExecutableDescription> {
    let class = cluster.class(class)?;
    let all = if name == "<init>" {
        &class.constructors
    } else {
        &class.methods
    };
    all.iter()
        .find(|one| one.name == name && one.descriptor == descriptor)
}

/// A member that javac considers when a call of its name is written.
#[derive(Debug)]
pub(crate) struct OverloadCandidate {
    /// Erased parameter types.
    pub(crate) parameters: Vec<JavaType>,
    /// Whether the last one is variable-arity.
    pub(crate) is_varargs: bool,
    /// Its descriptor.
    pub(crate) descriptor: String,
}

/// All constructors (`<init>`) or methods of this name that a call on `owner` may mean, private ones left out.
pub(crate) fn candidates(cluster: &TestCluster, owner: &str, name: &str) -> Vec<OverloadCandidate> {
    let mut found: Vec<OverloadCandidate> = Vec::new();
    for ancestor in ancestors(cluster, &class_type(owner)) {
        let is_constructor = name == "<init>";
        let all = if is_constructor {
            &ancestor.class.constructors
        } else {
            &ancestor.class.methods
        };
        for one in all
            .iter()
            .filter(|one| one.name == name && !one.modifiers.is_private())
        {
            let parameters = descriptor_types(&one.descriptor).0;
            if found.iter().all(|other| other.parameters != parameters) {
                let descriptor = one.descriptor.clone();
                found.push(OverloadCandidate {
                    parameters,
                    is_varargs: one.is_varargs,
                    descriptor,
                });
            }
        }
        if is_constructor {
            break;
        }
    }
    found
}

/// The members every object has, for abstract-method counting.
const OBJECT_METHODS: &[(&str, &str)] = &[
    ("equals", "(Ljava/lang/Object;)Z"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
];

/// Whether two objects of the type that were made alike are equal, as far as its classes say.
pub(crate) fn has_equality(cluster: &TestCluster, ty: &JavaType) -> bool {
    let (name, descriptor) = OBJECT_METHODS[0];
    ancestors(cluster, ty).iter().any(|ancestor| {
        let class = ancestor.class;
        let mut methods = class.methods.iter();
        let says = methods.any(|one| one.name == name && one.descriptor == descriptor);
        // An order says only what its `equals` would mean.
        let is_said = says && class.kind != ClassKind::Interface;
        class.kind == ClassKind::Record || is_said && class.name != "java.lang.Object"
    })
}

/// Whether a constant of this class is a plain object and none of an enum: it may have parts, and which it is, its
/// identity says.
pub(crate) fn holds_objects(cluster: &TestCluster, class: &str) -> bool {
    cluster
        .class(class)
        .is_some_and(|class| class.kind != ClassKind::Enum)
}

/// The abstract methods that an implementation of the type must have, with the ancestor that declares each.
pub(crate) fn abstract_methods<'a>(
    cluster: &'a TestCluster,
    ty: &JavaType,
) -> Vec<(Ancestor<'a>, &'a ExecutableDescription)> {
    let mut done: BTreeSet<(String, Vec<JavaType>)> = BTreeSet::new();
    let mut found = Vec::new();
    // Methods of classes come first: they implement those of interfaces.
    let (classes, interfaces): (Vec<_>, Vec<_>) = ancestors(cluster, ty)
        .into_iter()
        .partition(|ancestor| ancestor.class.kind != ClassKind::Interface);
    for ancestor in classes.into_iter().chain(interfaces) {
        let class = ancestor.class;
        let Ancestor { arguments, .. } = ancestor;
        for method in class
            .methods
            .iter()
            .filter(|method| !method.modifiers.is_static())
        {
            let ancestor = Ancestor {
                class,
                arguments: arguments.clone(),
            };
            let resolved: Vec<JavaType> = method
                .parameters
                .iter()
                .map(|one| crate::types::type_names::erase(&ancestor.resolve(one)))
                .collect();
            let is_new = done.insert((method.name.clone(), resolved));
            let of_object = class.kind == ClassKind::Interface
                && OBJECT_METHODS.contains(&(method.name.as_str(), method.descriptor.as_str()));
            if is_new && method.modifiers.is_abstract() && !of_object {
                found.push((ancestor, method));
            }
        }
    }
    found
}

/// Whether the class is an interface with exactly one abstract method, which a lambda can implement.
pub(crate) fn functional_method<'a>(
    cluster: &'a TestCluster,
    ty: &JavaType,
) -> Option<(Ancestor<'a>, &'a ExecutableDescription)> {
    let JavaType::Class { name, .. } = ty else {
        return None;
    };
    let class = cluster.class(name)?;
    if class.kind != ClassKind::Interface {
        return None;
    }
    let mut methods = abstract_methods(cluster, ty);
    if methods.len() != 1 || !methods[0].1.type_parameters.is_empty() {
        return None;
    }
    methods.pop()
}
