//! What a method takes and gives as a subtype of its declarer sees it: type arguments are put in first, and only what
//! is generic beyond them is erased, as javac compares an implementation with what it implements.

use goalline_testcase::{ExecutableDescription, JavaType, TypeParameter};

use crate::types::{
    hierarchy::Ancestor,
    type_names::{descriptor_types, erase},
};

/// The types of one method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MethodTypes {
    pub(crate) parameters: Vec<JavaType>,
    pub(crate) returns: JavaType,
}

impl MethodTypes {
    /// The types that an implementation of the method writes: `Owner save(Owner)` for `<S extends T> S save(S)` of a
    /// repository of owners.
    pub(crate) fn of(ancestor: &Ancestor<'_>, method: &ExecutableDescription) -> Self {
        if ancestor.is_raw() {
            let (parameters, returns) = descriptor_types(&method.descriptor);
            return Self {
                parameters,
                returns,
            };
        }
        let is_generic = !method.type_parameters.is_empty();
        let seen = |ty: &JavaType| {
            let bounded = bounded(ty, &method.type_parameters, DEEPEST_BOUND);
            let resolved = ancestor.resolve(&bounded);
            if is_generic {
                erase(&resolved)
            } else {
                resolved
            }
        };
        Self {
            parameters: method.parameters.iter().map(seen).collect(),
            returns: seen(&method.returns),
        }
    }
}

/// Bounds that bounds are followed through: `<S extends R, R extends T>`.
const DEEPEST_BOUND: usize = 4;

/// The type with the method's own variables replaced by the first bound of each.
fn bounded(ty: &JavaType, parameters: &[TypeParameter], depth: usize) -> JavaType {
    match ty {
        JavaType::Variable(name) => {
            let Some(parameter) = parameters.iter().find(|one| one.name == *name) else {
                return ty.clone();
            };
            match parameter.bounds.first() {
                Some(bound) if depth > 0 => bounded(bound, parameters, depth - 1),
                _ => JavaType::object(),
            }
        }
        JavaType::Array(element) => JavaType::Array(Box::new(bounded(element, parameters, depth))),
        // The arguments of a generic method's types are erased in any case.
        _ => ty.clone(),
    }
}
