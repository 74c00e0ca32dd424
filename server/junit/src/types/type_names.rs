//! Type names as one test writes them: takes binary names and types, gives source text and the imports it needs;
//! members are not looked up.

use std::collections::{BTreeMap, BTreeSet};

use goalline_testcase::{JavaType, Primitive, TestCluster};

/// Public types of `java.lang` that a test may mention or that its imports must not shadow.
const JAVA_LANG: &[&str] = &[
    "Appendable",
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "ArrayStoreException",
    "AssertionError",
    "AutoCloseable",
    "Boolean",
    "Byte",
    "CharSequence",
    "Character",
    "Class",
    "ClassCastException",
    "ClassLoader",
    "ClassNotFoundException",
    "CloneNotSupportedException",
    "Cloneable",
    "Comparable",
    "Deprecated",
    "Double",
    "Enum",
    "Error",
    "Exception",
    "Float",
    "FunctionalInterface",
    "IllegalArgumentException",
    "IllegalStateException",
    "IndexOutOfBoundsException",
    "Integer",
    "InterruptedException",
    "Iterable",
    "Long",
    "Math",
    "Module",
    "NegativeArraySizeException",
    "NoSuchFieldException",
    "NoSuchMethodException",
    "NullPointerException",
    "Number",
    "NumberFormatException",
    "Object",
    "Override",
    "Package",
    "Process",
    "Readable",
    "Record",
    "Runnable",
    "Runtime",
    "RuntimeException",
    "Short",
    "StackOverflowError",
    "StrictMath",
    "String",
    "StringBuffer",
    "StringBuilder",
    "StringIndexOutOfBoundsException",
    "SuppressWarnings",
    "System",
    "Thread",
    "ThreadLocal",
    "Throwable",
    "UnsupportedOperationException",
    "Void",
];

/// The names that one test uses, and what has to be imported for them.
pub(crate) struct TypeNames<'a> {
    cluster: &'a TestCluster,
    package: &'a str,
    /// Qualified name of a top-level class by the simple name it is written with.
    simple: BTreeMap<String, String>,
    imports: BTreeSet<String>,
    /// First segments of qualified names that were written out: no variable may obscure them.
    roots: BTreeSet<String>,
}

impl<'a> TypeNames<'a> {
    pub(crate) fn new(cluster: &'a TestCluster) -> Self {
        Self {
            cluster,
            package: cluster.package(),
            simple: BTreeMap::new(),
            imports: BTreeSet::new(),
            roots: BTreeSet::new(),
        }
    }

    /// The classes to import, sorted.
    pub(crate) fn imports(&self) -> Vec<String> {
        self.imports.iter().cloned().collect()
    }

    /// The top-level classes written by their simple name without an import, sorted: those of the package and of
    /// `java.lang`.
    pub(crate) fn plain_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.simple.values().cloned().collect();
        names.retain(|name| !self.imports.contains(name));
        names.sort();
        names
    }

    /// Whether a variable of this name would obscure a type or package of the test.
    pub(crate) fn is_used(&self, name: &str) -> bool {
        self.simple.contains_key(name) || self.roots.contains(name)
    }

    /// Source text of a class by its binary name: `Cart`, `Map.Entry`, or qualified when the simple name is another
    /// class.
    pub(crate) fn class(&mut self, binary: &str) -> String {
        let canonical = self
            .cluster
            .class(binary)
            .and_then(|class| class.canonical.clone())
            .unwrap_or_else(|| binary.replace('$', "."));
        let (package, top) = split_package(binary);
        let top = top.split('$').next().unwrap_or(top);
        // A dollar may be part of a top-level class's own name: then the canonical name keeps it.
        let from_package = if package.is_empty() {
            canonical.as_str()
        } else {
            &canonical[package.len() + 1..]
        };
        let (head, nested) = match from_package.split_once('.') {
            Some((head, nested)) => (head, Some(nested)),
            None => (from_package, None),
        };
        debug_assert!(
            head.starts_with(top),
            "the canonical name begins like the binary one"
        );
        let head_text = self.top_level(package, head);
        match nested {
            Some(nested) => format!("{head_text}.{nested}"),
            None => head_text,
        }
    }

    fn top_level(&mut self, package: &str, simple: &str) -> String {
        let qualified = if package.is_empty() {
            simple.to_owned()
        } else {
            format!("{package}.{simple}")
        };
        if let Some(holder) = self.simple.get(simple) {
            return if *holder == qualified {
                simple.to_owned()
            } else {
                self.written_out(qualified)
            };
        }
        if package != self.package {
            if self.package_declares(simple) {
                return self.written_out(qualified);
            }
            if package != "java.lang" {
                if JAVA_LANG.contains(&simple) || package.is_empty() {
                    return self.written_out(qualified);
                }
                self.imports.insert(qualified.clone());
            }
        }
        self.simple.insert(simple.to_owned(), qualified);
        simple.to_owned()
    }

    fn written_out(&mut self, qualified: String) -> String {
        if let Some((root, _)) = qualified.split_once('.') {
            self.roots.insert(root.to_owned());
        }
        qualified
    }

    fn package_declares(&self, simple: &str) -> bool {
        if self.package.is_empty() {
            self.cluster.class(simple).is_some()
        } else {
            self.cluster
                .class(&format!("{}.{simple}", self.package))
                .is_some()
        }
    }

    /// Source text of a type.
    pub(crate) fn java_type(&mut self, ty: &JavaType) -> String {
        match ty {
            JavaType::Primitive(primitive) => primitive_name(*primitive).to_owned(),
            JavaType::Class { name, arguments } => {
                let mut text = self.class(name);
                if !arguments.is_empty() {
                    let arguments: Vec<String> = arguments
                        .iter()
                        .map(|argument| self.java_type(argument))
                        .collect();
                    text.push('<');
                    text.push_str(&arguments.join(", "));
                    text.push('>');
                }
                text
            }
            JavaType::Array(element) => format!("{}[]", self.java_type(element)),
            JavaType::Variable(_) => self.class("java.lang.Object"),
            JavaType::Wildcard {
                upper: Some(upper), ..
            } => {
                format!("? extends {}", self.java_type(upper))
            }
            JavaType::Wildcard {
                lower: Some(lower), ..
            } => {
                format!("? super {}", self.java_type(lower))
            }
            JavaType::Wildcard { .. } => "?".to_owned(),
        }
    }

    /// Source text of a type that is instantiated: wildcards among its arguments become their bounds.
    pub(crate) fn instantiable(&mut self, ty: &JavaType) -> String {
        let concrete = without_wildcards(ty);
        self.java_type(&concrete)
    }

    /// Source text of the erasure of a type.
    pub(crate) fn erased(&mut self, ty: &JavaType) -> String {
        let erasure = erase(ty);
        self.java_type(&erasure)
    }

    /// Whether a test in the package can name this type.
    pub(crate) fn is_nameable(&self, ty: &JavaType) -> bool {
        match ty {
            JavaType::Primitive(_) | JavaType::Variable(_) => true,
            JavaType::Class { name, arguments } => {
                self.is_visible(name) && arguments.iter().all(|argument| self.is_nameable(argument))
            }
            JavaType::Array(element) => self.is_nameable(element),
            JavaType::Wildcard { upper, lower } => upper
                .iter()
                .chain(lower)
                .all(|bound| self.is_nameable(bound)),
        }
    }

    /// Whether a test in the package can name this class.
    pub(crate) fn is_visible(&self, binary: &str) -> bool {
        let Some(class) = self.cluster.class(binary) else {
            // Not described: a local or anonymous class has a digit after its dollar.
            return !binary
                .split('$')
                .skip(1)
                .any(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        };
        let same_package = split_package(binary).0 == self.package;
        let visible =
            class.modifiers.is_public() || (same_package && !class.modifiers.is_private());
        class.canonical.is_some()
            && visible
            && class
                .outer
                .as_deref()
                .is_none_or(|outer| self.is_visible(outer))
    }
}

/// The package and the rest of a binary name.
pub(crate) fn split_package(binary: &str) -> (&str, &str) {
    binary.rsplit_once('.').unwrap_or(("", binary))
}

/// The last simple name of a binary or qualified name: `Entry` of `java.util.Map$Entry`.
pub(crate) fn simple_name(binary: &str) -> &str {
    binary.rsplit(['.', '$']).next().unwrap_or(binary)
}

/// The keyword of a primitive type.
pub(crate) fn primitive_name(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "boolean",
        Primitive::Byte => "byte",
        Primitive::Short => "short",
        Primitive::Char => "char",
        Primitive::Int => "int",
        Primitive::Long => "long",
        Primitive::Float => "float",
        Primitive::Double => "double",
        Primitive::Void => "void",
    }
}

/// The primitive that a wrapper class boxes.
pub(crate) fn unboxed(binary: &str) -> Option<Primitive> {
    Some(match binary {
        "java.lang.Boolean" => Primitive::Boolean,
        "java.lang.Byte" => Primitive::Byte,
        "java.lang.Short" => Primitive::Short,
        "java.lang.Character" => Primitive::Char,
        "java.lang.Integer" => Primitive::Int,
        "java.lang.Long" => Primitive::Long,
        "java.lang.Float" => Primitive::Float,
        "java.lang.Double" => Primitive::Double,
        _ => return None,
    })
}

/// The erasure of a type.
pub(crate) fn erase(ty: &JavaType) -> JavaType {
    match ty {
        JavaType::Primitive(_) => ty.clone(),
        JavaType::Class { name, .. } => class_type(name),
        JavaType::Array(element) => JavaType::Array(Box::new(erase(element))),
        JavaType::Wildcard {
            upper: Some(upper), ..
        } => erase(upper),
        JavaType::Wildcard { .. } | JavaType::Variable(_) => class_type("java.lang.Object"),
    }
}

/// The type with wildcard arguments replaced by their bounds, so that it can stand after `new`.
pub(crate) fn without_wildcards(ty: &JavaType) -> JavaType {
    let JavaType::Class { name, arguments } = ty else {
        return ty.clone();
    };
    let arguments = arguments
        .iter()
        .map(|argument| match argument {
            JavaType::Wildcard {
                upper: Some(bound), ..
            }
            | JavaType::Wildcard {
                lower: Some(bound), ..
            } => (**bound).clone(),
            JavaType::Wildcard { .. } => class_type("java.lang.Object"),
            other => other.clone(),
        })
        .collect();
    JavaType::Class {
        name: name.clone(),
        arguments,
    }
}

/// A class without type arguments.
pub(crate) fn class_type(name: &str) -> JavaType {
    JavaType::Class {
        name: name.to_owned(),
        arguments: Vec::new(),
    }
}

/// The parameter types and the result of a JVM method descriptor; the type alone of a field's.
pub(crate) fn descriptor_types(descriptor: &str) -> (Vec<JavaType>, JavaType) {
    let mut parameters = Vec::new();
    let mut rest = descriptor;
    if let Some(inner) = descriptor.strip_prefix('(') {
        rest = inner;
        while !rest.is_empty() && !rest.starts_with(')') {
            let (ty, after) = descriptor_type(rest);
            parameters.push(ty);
            rest = after;
        }
        rest = rest.strip_prefix(')').unwrap_or(rest);
    }
    (parameters, descriptor_type(rest).0)
}

fn descriptor_type(text: &str) -> (JavaType, &str) {
    let rest = text.get(1..).unwrap_or("");
    let primitive = |primitive| (JavaType::Primitive(primitive), rest);
    match text.as_bytes().first() {
        Some(b'Z') => primitive(Primitive::Boolean),
        Some(b'B') => primitive(Primitive::Byte),
        Some(b'S') => primitive(Primitive::Short),
        Some(b'C') => primitive(Primitive::Char),
        Some(b'I') => primitive(Primitive::Int),
        Some(b'J') => primitive(Primitive::Long),
        Some(b'F') => primitive(Primitive::Float),
        Some(b'D') => primitive(Primitive::Double),
        Some(b'[') => {
            let (element, after) = descriptor_type(rest);
            (JavaType::Array(Box::new(element)), after)
        }
        Some(b'L') => {
            let (name, after) = rest.split_once(';').unwrap_or((rest, ""));
            (class_type(&name.replace('/', ".")), after)
        }
        _ => primitive(Primitive::Void),
    }
}
