//! All bodies of code in a file: takes declarations, gives methods, constructors, initialisers and lambdas with the
//! graph of each.

use std::collections::BTreeMap;

use goalline_syntax::{
    DeclaredKind, FileDeclarations, JavaFile, MemberDeclaration, Node, NodeId, Parameter, Span,
    TypeDeclaration, TypeKind, lambda_parameters,
};

use crate::{
    MethodFlow, MethodId, MethodKind,
    build::{BodyGraph, build},
    exempt::{Exempt, exempt},
};

/// A body with its graph; none where a syntax error stands in it.
pub(crate) struct Body<'f> {
    /// Ids are not final before all bodies are known.
    pub(crate) flow: MethodFlow,
    /// The declaration, by which bodies are ordered.
    pub(crate) node: Node<'f>,
    pub(crate) graph: Option<BodyGraph>,
    /// Position of the body it is written in.
    pub(crate) enclosing: Option<usize>,
    /// The type around it, by position.
    pub(crate) ty: usize,
    /// Whether the last parameter takes any number of arguments.
    pub(crate) is_varargs: bool,
}

/// Finds all bodies, in source order of their declarations.
pub(crate) fn bodies<'f>(
    file: &'f JavaFile,
    declared: &FileDeclarations,
    with_operations: bool,
) -> Vec<Body<'f>> {
    let mut found = Bodies {
        with_operations,
        hidden: hidden(declared),
        ..Bodies::default()
    };
    for (index, ty) in declared.types.iter().enumerate() {
        found.initial_values(file, index, ty, true);
        found.initial_values(file, index, ty, false);
        for member in &ty.members {
            found.member(file, index, ty, member);
        }
    }
    found.written_in(declared);
    let mut bodies = found.in_source_order();
    exempt_bodies(&mut bodies, &exempt(file, declared));
    bodies
}

/// Marks the bodies of exempt members and what is written in these.
fn exempt_bodies(bodies: &mut [Body<'_>], exempt: &BTreeMap<NodeId, Exempt>) {
    for index in 0..bodies.len() {
        let mut around = Some(index);
        while let Some(at) = around {
            let body = &bodies[at];
            let known = exempt.get(&body.node.id()).copied();
            around = body.enclosing.filter(|_| known.is_none());
            if known.is_some() {
                bodies[index].flow.exempt = known;
            }
        }
    }
}

#[derive(Default)]
struct Bodies<'f> {
    found: Vec<Body<'f>>,
    with_operations: bool,
    /// By type: whether a test cannot name it.
    hidden: Vec<bool>,
    /// Where local and anonymous classes stand: the body by position.
    classes: BTreeMap<NodeId, usize>,
    /// Lambdas so far, by class, enclosing method's node (initialisers share one count per class) and name.
    lambdas: BTreeMap<(usize, Option<NodeId>, String), usize>,
}

impl<'f> Bodies<'f> {
    fn member(
        &mut self,
        file: &'f JavaFile,
        index: usize,
        ty: &TypeDeclaration,
        member: &MemberDeclaration,
    ) {
        let kind = match member.kind {
            DeclaredKind::Method => MethodKind::Method,
            DeclaredKind::Constructor | DeclaredKind::CompactConstructor => MethodKind::Constructor,
            DeclaredKind::StaticInitializer => MethodKind::StaticInitializer,
            DeclaredKind::InstanceInitializer => MethodKind::InstanceInitializer,
            DeclaredKind::Field | DeclaredKind::EnumConstant => return,
        };
        let (Some(code), Some(body)) = (member.code, member.body) else {
            return;
        };
        let is_made =
            kind != MethodKind::Constructor || !(ty.is_abstract() || ty.kind == TypeKind::Enum);
        let flow = MethodFlow {
            kind,
            is_private: member.modifiers.has("private"),
            is_static: member.is_static,
            is_callable: matches!(kind, MethodKind::Method | MethodKind::Constructor)
                && !member.modifiers.has("private")
                && !self.hidden[index]
                && is_made,
            returns: (kind == MethodKind::Method)
                .then(|| member.ty.clone())
                .flatten()
                .filter(|ty| ty != "void"),
            ..described(ty, &member.name, &member.parameters, member.name_span, body)
        };
        let is_varargs = member.parameters.last().is_some_and(|last| last.is_varargs);
        let graph = (!member.is_broken)
            .then(|| build(&[file.node(code)], self.with_operations))
            .flatten();
        let flow = MethodFlow {
            is_broken: graph.is_none(),
            ..flow
        };
        let node = file.node(member.node);
        self.add(Body {
            flow,
            node,
            graph,
            enclosing: None,
            ty: index,
            is_varargs,
        });
    }

    /// The initial values of the fields of a class are one body, where there is anything to know about them.
    fn initial_values(
        &mut self,
        file: &'f JavaFile,
        index: usize,
        ty: &TypeDeclaration,
        is_static: bool,
    ) {
        let valued = |member: &&MemberDeclaration| {
            matches!(
                member.kind,
                DeclaredKind::Field | DeclaredKind::EnumConstant
            ) && member.is_static == is_static
                && member.code.is_some()
                && !member.is_broken
        };
        let fields: Vec<_> = ty.members.iter().filter(valued).collect();
        let code: Vec<_> = fields
            .iter()
            .filter_map(|field| field.code.map(|code| file.node(code)))
            .collect();
        let (Some(first), Some(start)) = (fields.first(), code.first()) else {
            return;
        };
        let (kind, name) = if is_static {
            (MethodKind::StaticInitializer, "<clinit>")
        } else {
            (MethodKind::InstanceInitializer, "<init>")
        };
        let flow = MethodFlow {
            kind,
            is_private: true,
            is_static,
            ..described(ty, name, &[], first.name_span, start.span())
        };
        let Some(graph) = build(&code, self.with_operations) else {
            return;
        };
        if !(graph.predicates.is_empty() && graph.calls.is_empty()) {
            let (node, graph) = (file.node(first.node), Some(graph));
            self.add(Body {
                flow,
                node,
                graph,
                enclosing: None,
                ty: index,
                is_varargs: false,
            });
        }
    }

    /// Keeps a body and finds the lambdas and classes written in it.
    fn add(&mut self, body: Body<'f>) {
        let index = self.found.len();
        let calls = body.graph.iter().flat_map(|graph| graph.calls.keys());
        let inner: Vec<_> = calls.map(|id| body.node.file().node(*id)).collect();
        self.found.push(body);
        for node in inner {
            if node.kind() == "lambda_expression" {
                self.lambda(node, index);
            } else {
                self.classes.insert(node.id(), index);
            }
        }
    }

    fn lambda(&mut self, lambda: Node<'f>, enclosing: usize) {
        let Some(body) = lambda.field("body") else {
            return;
        };
        let mut outermost = enclosing;
        while let Some(outer) = self.found[outermost].enclosing {
            outermost = outer;
        }
        let Body {
            flow: around,
            node,
            ty,
            ..
        } = &self.found[outermost];
        let (name, of) = match around.kind {
            MethodKind::StaticInitializer => ("static", None),
            MethodKind::InstanceInitializer => ("new", None),
            MethodKind::Constructor => ("new", Some(node.id())),
            MethodKind::Method | MethodKind::Lambda => (around.name.as_str(), Some(node.id())),
        };
        let (ty, is_static) = (*ty, around.is_static);
        let count = self.lambdas.entry((ty, of, name.to_owned())).or_default();
        let parameters = lambda_parameters(lambda);
        let graph = build(&[body], self.with_operations);
        let flow = MethodFlow {
            id: MethodId(0),
            kind: MethodKind::Lambda,
            class: around.class.clone(),
            name: format!("lambda${name}${count}"),
            parameters: simple_types(&parameters),
            parameter_names: names(&parameters),
            is_private: true,
            is_static,
            name_span: lambda.child("->").map_or(lambda.span(), Node::span),
            body: body.span(),
            returns: None,
            is_callable: false,
            is_broken: graph.is_none(),
            exempt: None,
            enclosing: None,
        };
        *count += 1;
        let enclosing = Some(enclosing);
        self.add(Body {
            flow,
            node: lambda,
            graph,
            enclosing,
            ty,
            is_varargs: false,
        });
    }

    /// Members of local and anonymous classes are written in the body that holds the class.
    fn written_in(&mut self, declared: &FileDeclarations) {
        for index in 0..self.found.len() {
            if self.found[index].flow.kind == MethodKind::Lambda {
                continue;
            }
            let mut ty = Some(self.found[index].ty);
            while let Some(at) = ty {
                if let Some(body) = self.classes.get(&declared.types[at].node) {
                    self.found[index].enclosing = Some(*body);
                    break;
                }
                ty = declared.types[at].outer;
            }
        }
    }

    fn in_source_order(self) -> Vec<Body<'f>> {
        let mut order: Vec<usize> = (0..self.found.len()).collect();
        order.sort_by_key(|index| (self.found[*index].node.id(), *index));
        let mut position = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            position[*old] = new;
        }
        let mut bodies = self.found;
        for (index, body) in bodies.iter_mut().enumerate() {
            body.flow.id = MethodId(position[index] as u32);
            body.enclosing = body.enclosing.map(|old| position[old]);
            body.flow.enclosing = body.enclosing.map(|index| MethodId(index as u32));
        }
        bodies.sort_by_key(|body| body.flow.id);
        bodies
    }
}

fn described(
    ty: &TypeDeclaration,
    name: &str,
    parameters: &[Parameter],
    name_span: Span,
    body: Span,
) -> MethodFlow {
    MethodFlow {
        id: MethodId(0),
        kind: MethodKind::Method,
        class: ty.binary_name.clone(),
        name: name.to_owned(),
        parameters: simple_types(parameters),
        parameter_names: names(parameters),
        is_private: false,
        is_static: false,
        name_span,
        body,
        returns: None,
        is_callable: false,
        is_broken: false,
        exempt: None,
        enclosing: None,
    }
}

/// By type: whether it, or a type around it, is private, local or without a name.
fn hidden(declared: &FileDeclarations) -> Vec<bool> {
    let mut hidden: Vec<bool> = Vec::with_capacity(declared.types.len());
    for ty in &declared.types {
        // Outer types come before inner ones.
        let around = ty.outer.is_some_and(|outer| hidden[outer]);
        hidden.push(around || ty.is_local || ty.is_anonymous() || ty.modifiers.has("private"));
    }
    hidden
}

fn simple_types(parameters: &[Parameter]) -> Vec<String> {
    parameters
        .iter()
        .map(|parameter| parameter.simple_type.clone())
        .collect()
}

fn names(parameters: &[Parameter]) -> Vec<String> {
    parameters
        .iter()
        .map(|parameter| parameter.name.clone())
        .collect()
}
