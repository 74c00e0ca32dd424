//! What tests may use of the JDK: takes names, answers from the tables of allowed classes and of forbidden members.

use std::sync::LazyLock;

use crate::{JavaType, Primitive};
use {
    super::forbidden,
    crate::cluster::jdk::{
        table::{self, AllowedClass},
        values,
    },
};

static TABLE: LazyLock<Vec<AllowedClass>> =
    LazyLock::new(|| [table::TABLE, values::TABLE].concat());

/// The JDK classes worth describing for every project, the most useful first. Not all of them exist in every JDK.
pub fn jdk_allow_list() -> &'static [AllowedClass] {
    &TABLE
}

/// Whether the class belongs to the JDK, by its name.
pub(crate) fn is_jdk(name: &str) -> bool {
    [
        "java.",
        "javax.",
        "jdk.",
        "sun.",
        "com.sun.",
        "org.w3c.dom.",
        "org.xml.sax.",
    ]
    .iter()
    .any(|prefix| name.starts_with(prefix))
}

/// Whether the class belongs to the JDK and is closed to programs.
pub(crate) fn is_internal(name: &str) -> bool {
    ["jdk.internal.", "sun.", "com.sun."]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

fn listed(name: &str) -> Option<&'static AllowedClass> {
    let mut all = TABLE.iter().chain(values::ON_DEMAND);
    all.find(|class| class.name == name)
}

/// Whether it is one of the JDK's classes that tests use as values.
pub(crate) fn is_listed(name: &str) -> bool {
    listed(name).is_some()
}

/// The place of a JDK class in the table; behind all for others.
pub(crate) fn rank(name: &str) -> usize {
    TABLE
        .iter()
        .position(|class| class.name == name)
        .unwrap_or(TABLE.len())
}

/// Whether a member of a JDK class may make values; of classes that are not on the table what `is_plain` says.
pub(crate) fn makes(class: &str, member: &str, is_plain: impl FnOnce() -> bool) -> bool {
    listed(class).map_or_else(is_plain, |listed| listed.makes.contains(&member))
}

/// Whether a JDK method of this name changes a value whose class has these ancestors.
pub(crate) fn uses(ancestors: &[String], member: &str) -> bool {
    let mut is_listed = false;
    for class in ancestors.iter().filter_map(|name| listed(name)) {
        if class.uses.contains(&member) {
            return true;
        }
        is_listed |= ancestors.first().is_some_and(|own| own == class.name);
    }
    let looks_so = ["set", "add", "put", "append", "insert"];
    !is_listed && looks_so.iter().any(|prefix| member.starts_with(prefix))
}

/// Why tests never use the member, if so.
pub(crate) fn forbidden(class: &str, member: &str, descriptor: &str) -> Option<&'static str> {
    forbidden::reason(class, member, descriptor)
}

/// Types that nearly everything is a subtype of: values are made by a choice of common ones.
pub(crate) fn is_wide(name: &str) -> bool {
    matches!(
        name,
        "java.lang.Object"
            | "java.lang.Comparable"
            | "java.lang.CharSequence"
            | "java.lang.Number"
            | "java.lang.Cloneable"
            | "java.lang.Enum"
            | "java.lang.Record"
            | "java.io.Serializable"
            | "java.lang.AutoCloseable"
            | "java.lang.Iterable"
    )
}

/// JDK classes that stand for a wide type where it is asked for.
pub(crate) fn stands_for_wide(name: &str) -> bool {
    matches!(
        name,
        "java.util.ArrayList"
            | "java.util.HashMap"
            | "java.util.HashSet"
            | "java.util.Date"
            | "java.util.Optional"
            | "java.lang.StringBuilder"
            | "java.lang.RuntimeException"
            | "java.math.BigDecimal"
            | "java.math.BigInteger"
            | "java.util.concurrent.atomic.AtomicInteger"
            | "java.util.concurrent.TimeUnit"
            | "java.nio.CharBuffer"
            | "java.io.StringReader"
    )
}

/// Supertypes of the classes that literals have, for when nobody described them.
pub(crate) fn known_supertypes(name: &str) -> Vec<JavaType> {
    let own = || JavaType::Class {
        name: "java.lang.Comparable".to_owned(),
        arguments: vec![JavaType::class(name)],
    };
    let serializable = || JavaType::class("java.io.Serializable");
    match (name, Primitive::of_wrapper(name)) {
        ("java.lang.String", _) => {
            vec![
                own(),
                JavaType::class("java.lang.CharSequence"),
                serializable(),
            ]
        }
        (_, Some(Primitive::Boolean | Primitive::Char)) => vec![own(), serializable()],
        (_, Some(_)) => vec![JavaType::class("java.lang.Number"), own()],
        _ if name == "java.lang.Number" => vec![serializable()],
        _ => Vec::new(),
    }
}
