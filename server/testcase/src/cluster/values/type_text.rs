//! Types as Java writes them: takes a type number, gives its text with simple names and the imports that these need.

use std::collections::BTreeSet;

use crate::cluster::{
    members::test_cluster::TestCluster,
    types::universe::{erase, package_of},
};
use crate::{JavaType, TypeId};

/// A type as written in a test of the cluster's package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeText {
    /// `Map.Entry<String, int[]>`
    pub text: String,
    /// Canonical names of the top-level classes to import (`java.util.Map`), sorted; without `java.lang` and the own
    /// package.
    pub imports: Vec<String>,
}

impl TestCluster {
    /// The type in source, with simple names.
    pub fn source_name(&self, id: TypeId) -> String {
        self.write_type(id).text
    }

    /// The type in source and what to import for it. Top-level wildcards and variables do not occur in interned types.
    pub fn write_type(&self, id: TypeId) -> TypeText {
        let mut imports = BTreeSet::new();
        let mut text = String::new();
        self.write(self.ty(id), &mut text, &mut imports);
        TypeText {
            text,
            imports: imports.into_iter().collect(),
        }
    }

    /// The type without its type arguments: what array creations, class literals and casts in `instanceof` name.
    pub fn erased(&self, id: TypeId) -> JavaType {
        erase(self.ty(id), &|_| None)
    }

    fn write(&self, ty: &JavaType, text: &mut String, imports: &mut BTreeSet<String>) {
        match ty {
            JavaType::Primitive(primitive) => text.push_str(primitive.keyword()),
            JavaType::Variable(name) => text.push_str(name),
            JavaType::Array(element) => {
                self.write(element, text, imports);
                text.push_str("[]");
            }
            JavaType::Wildcard { upper, lower } => {
                text.push('?');
                for (word, bound) in [(" extends ", upper), (" super ", lower)] {
                    if let Some(bound) = bound {
                        text.push_str(word);
                        self.write(bound, text, imports);
                    }
                }
            }
            JavaType::Class { name, arguments } => {
                text.push_str(&self.write_class(name, imports));
                let mut separator = "<";
                for argument in arguments {
                    text.push_str(separator);
                    self.write(argument, text, imports);
                    separator = ", ";
                }
                if !arguments.is_empty() {
                    text.push('>');
                }
            }
        }
    }

    fn write_class(&self, binary: &str, imports: &mut BTreeSet<String>) -> String {
        let package = package_of(binary);
        let described = self.class(binary).and_then(|class| class.canonical.clone());
        let canonical = described.unwrap_or_else(|| binary.replace('$', "."));
        let nested = if package.is_empty() {
            0
        } else {
            package.len() + 1
        };
        let simple = canonical.get(nested..).unwrap_or(&canonical).to_owned();
        if !package.is_empty() && package != "java.lang" && package != self.package() {
            let top = simple.split('.').next().unwrap_or(&simple);
            imports.insert(format!("{package}.{top}"));
        }
        simple
    }
}
