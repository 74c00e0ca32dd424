//! Who may be called: takes the bodies of a file, tells for a call which of them its name and number of arguments
//! allow.

use std::collections::BTreeMap;

use goalline_syntax::{FileDeclarations, Node, NodeId};

use crate::{MethodId, MethodKind, bodies::Body};

/// The bodies of a file by how they are called.
pub(crate) struct Callees<'a> {
    declared: &'a FileDeclarations,
    methods: BTreeMap<&'a str, Vec<OverloadArity>>,
    /// By position of the type.
    constructors: BTreeMap<usize, Vec<OverloadArity>>,
    /// By the node that creates or declares a local class: all methods of it.
    local: BTreeMap<NodeId, Vec<MethodId>>,
    lambdas: BTreeMap<NodeId, MethodId>,
    /// By simple name: positions.
    types: BTreeMap<&'a str, Vec<usize>>,
}

/// A call that more methods may answer than this tells nothing of any of them.
const MOST_CALLEES: usize = 200;

#[derive(Clone, Copy)]
struct OverloadArity {
    id: MethodId,
    parameters: usize,
    is_varargs: bool,
}

impl OverloadArity {
    fn takes(self, arguments: Option<usize>) -> bool {
        arguments.is_none_or(|count| {
            count == self.parameters || (self.is_varargs && count + 1 >= self.parameters)
        })
    }
}

impl<'a> Callees<'a> {
    pub(crate) fn of(declared: &'a FileDeclarations, bodies: &'a [Body<'_>]) -> Self {
        let mut callees = Self {
            declared,
            methods: BTreeMap::new(),
            constructors: BTreeMap::new(),
            local: BTreeMap::new(),
            lambdas: BTreeMap::new(),
            types: BTreeMap::new(),
        };
        for (index, ty) in declared.types.iter().enumerate() {
            let named = callees.types.entry(ty.name.as_str()).or_default();
            named.push(index);
        }
        for body in bodies {
            let id = body.flow.id;
            let parameters = body.flow.parameters.len();
            let candidate = OverloadArity {
                id,
                parameters,
                is_varargs: body.is_varargs,
            };
            match body.flow.kind {
                MethodKind::Method => {
                    callees
                        .methods
                        .entry(&body.flow.name)
                        .or_default()
                        .push(candidate);
                    let ty = &declared.types[body.ty];
                    if ty.is_local {
                        callees.local.entry(ty.node).or_default().push(id);
                    }
                }
                MethodKind::Constructor => {
                    callees
                        .constructors
                        .entry(body.ty)
                        .or_default()
                        .push(candidate);
                }
                MethodKind::Lambda => {
                    callees.lambdas.insert(body.node.id(), id);
                }
                MethodKind::StaticInitializer | MethodKind::InstanceInitializer => {}
            }
        }
        callees
    }

    /// The bodies that this call, in a body of this type, may run; empty when none is declared in the file.
    pub(crate) fn called_by(&self, call: Node<'_>, ty: usize) -> Vec<MethodId> {
        let mut found = match call.kind() {
            "lambda_expression" => self.lambdas.get(&call.id()).copied().into_iter().collect(),
            "method_invocation" => {
                match call.field("name").map_or("", Node::text) {
                    // Where statements come before it, the call of a constructor is parsed as one of a method.
                    "this" | "super" => self.explicit(call, ty),
                    name => self.methods(name, arguments(call)),
                }
            }
            "method_reference" => self.referenced(call),
            "object_creation_expression" => {
                let created = call.field("type").map_or("", Node::text);
                self.constructors(self.types_named(created), arguments(call))
            }
            "explicit_constructor_invocation" => self.explicit(call, ty),
            _ => Vec::new(),
        };
        if found.len() > MOST_CALLEES {
            found.clear();
        }
        found.extend(self.local.get(&call.id()).into_iter().flatten());
        found.sort_unstable();
        found.dedup();
        found
    }

    fn methods(&self, name: &str, arguments: Option<usize>) -> Vec<MethodId> {
        let candidates = self.methods.get(name).into_iter().flatten();
        taking(candidates, arguments)
    }

    fn constructors(
        &self,
        types: impl Iterator<Item = usize>,
        arguments: Option<usize>,
    ) -> Vec<MethodId> {
        let candidates = types.flat_map(|ty| self.constructors.get(&ty).into_iter().flatten());
        taking(candidates, arguments)
    }

    fn types_named(&self, written: &str) -> impl Iterator<Item = usize> {
        let name = written.split('<').next().unwrap_or_default();
        let name = name.rsplit('.').next().unwrap_or_default().trim();
        let named = self.types.get(name).filter(|_| !name.is_empty());
        named.into_iter().flatten().copied()
    }

    fn referenced(&self, call: Node<'_>) -> Vec<MethodId> {
        if call.has("new") {
            let created = call.first_named().map_or("", Node::text);
            return self.constructors(self.types_named(created), None);
        }
        let name = call.named_children().last().map_or("", Node::text);
        self.methods(name, None)
    }

    fn explicit(&self, call: Node<'_>, ty: usize) -> Vec<MethodId> {
        let called = call.field("constructor").or(call.field("name"));
        let is_this = called.is_some_and(|it| it.text() == "this");
        if is_this {
            return self.constructors(std::iter::once(ty), arguments(call));
        }
        let superclass = self.declared.types[ty]
            .superclass
            .as_deref()
            .unwrap_or_default();
        self.constructors(self.types_named(superclass), arguments(call))
    }
}

/// Those that take so many arguments; of too many, one too many.
fn taking<'c>(
    candidates: impl Iterator<Item = &'c OverloadArity>,
    arguments: Option<usize>,
) -> Vec<MethodId> {
    candidates
        .filter(|it| it.takes(arguments))
        .map(|it| it.id)
        .take(MOST_CALLEES + 1)
        .collect()
}

fn arguments(call: Node<'_>) -> Option<usize> {
    call.field("arguments")
        .map(|arguments| arguments.named_children().count())
}
