//! The variables of a file by name: takes its tree, gives the types that declarations say and where each is visible;
//! infers none.

use std::collections::BTreeMap;

use goalline_syntax::{JavaFile, Node, NodeId, Span};

use crate::constant_conditions;

/// The variables of a file with the types that their declarations say.
pub(crate) struct Variables<'f> {
    all: Vec<Variable<'f>>,
    by_name: BTreeMap<&'f str, Vec<Scope>>,
    /// Those that surely have a value, by the body that they belong to, in the order in which they have it.
    by_owner: BTreeMap<Option<NodeId>, Vec<usize>>,
    /// Methods of the file by name: whether all of that name return primitive numbers.
    pub(crate) numbers: BTreeMap<&'f str, bool>,
    /// By node: what [`owner`] gives.
    owners: Vec<Option<NodeId>>,
    /// By node: whether it is made of literals only.
    constants: Vec<bool>,
    /// By node: whether it is seen to be a text.
    texts: Vec<bool>,
}

/// Where a variable is visible, among those of its name; scopes that begin first come first, and those around before
/// those inside.
struct Scope {
    /// The variable by number.
    variable: usize,
    /// The scope around it by position.
    around: Option<usize>,
}

pub(crate) struct Variable<'f> {
    pub(crate) name: &'f str,
    /// Empty where the declaration does not say it.
    pub(crate) ty: &'f str,
    pub(crate) scope: Span,
    pub(crate) from: usize,
    /// Whether it surely has a value from there on.
    pub(crate) has_value: bool,
    pub(crate) owner: Option<NodeId>,
}

impl<'f> Variables<'f> {
    /// All variables of the file.
    pub(crate) fn of(file: &'f JavaFile) -> Self {
        let nodes: Vec<Node<'f>> = file.root().descendants().collect();
        let mut all: Vec<Variable<'_>> = Vec::new();
        let mut numbers: BTreeMap<&str, bool> = BTreeMap::new();
        for node in nodes.iter().copied() {
            if node.kind() == "method_declaration" {
                let returned = node.field("type").is_some_and(|ty| is_numeric(ty.text()));
                let name = node.field("name").map_or("", Node::text);
                *numbers.entry(name).or_insert(true) &= returned;
            }
            all.extend(declared(node));
        }
        let count = nodes.last().map_or(0, |last| last.id().0 as usize + 1);
        let mut found = Self {
            by_name: by_name(&all),
            by_owner: by_owner(&all),
            all,
            numbers,
            owners: owners(&nodes, count),
            constants: vec![false; count],
            texts: vec![false; count],
        };
        // What is below a node comes after it.
        for node in nodes.into_iter().rev() {
            let index = node.id().0 as usize;
            let is_constant = |part: Node<'_>| found.is_constant(part);
            found.constants[index] = constant_conditions::parts(node)
                .is_some_and(|parts| parts.into_iter().all(is_constant));
            found.texts[index] = found.shows_text(node);
        }
        found
    }

    pub(crate) fn find(&self, name: &str, at: usize) -> Option<&Variable<'f>> {
        let scopes = self.by_name.get(name)?;
        let begun = scopes.partition_point(|it| self.all[it.variable].scope.start <= at);
        let mut around = begun.checked_sub(1);
        while let Some(position) = around {
            let scope = &scopes[position];
            let variable = &self.all[scope.variable];
            if at < variable.scope.end && variable.from <= at {
                return Some(variable);
            }
            around = scope.around;
        }
        None
    }

    /// The variables of a body that surely have a value, in the order in which they have it.
    pub(crate) fn of_owner(&self, owner: Option<NodeId>) -> impl Iterator<Item = &Variable<'f>> {
        let variables = self.by_owner.get(&owner).into_iter().flatten();
        variables.map(|variable| &self.all[*variable])
    }

    /// The method, constructor, lambda or type that a node belongs to.
    pub(crate) fn owner(&self, node: Node<'_>) -> Option<NodeId> {
        self.owners[node.id().0 as usize]
    }

    /// Whether an expression is made of literals only.
    pub(crate) fn is_constant(&self, node: Node<'_>) -> bool {
        self.constants[node.id().0 as usize]
    }

    /// Whether an expression is seen to be a text.
    pub(crate) fn is_text(&self, node: Node<'_>) -> bool {
        self.texts[node.id().0 as usize]
    }

    /// The same, by its kind and what is known of its parts.
    fn shows_text(&self, node: Node<'_>) -> bool {
        match node.kind() {
            "string_literal" => true,
            "identifier" => {
                let found = self.find(node.text(), node.span().start);
                found.is_some_and(|it| it.ty == "String")
            }
            "method_invocation" => {
                let name = node.field("name").map_or("", Node::text);
                let is_of_text = node.field("object").is_some_and(|it| it.text() == "String");
                TEXT_CALLS.contains(&name) || is_of_text
            }
            "binary_expression" if node.has("+") => {
                let mut operands = node.field("left").into_iter().chain(node.field("right"));
                operands.any(|operand| self.is_text(operand))
            }
            "parenthesized_expression" => node.first_named().is_some_and(|it| self.is_text(it)),
            _ => false,
        }
    }
}

fn by_name<'f>(all: &[Variable<'f>]) -> BTreeMap<&'f str, Vec<Scope>> {
    let mut by_name: BTreeMap<&str, Vec<Scope>> = BTreeMap::new();
    for (variable, it) in all.iter().enumerate() {
        let scopes = by_name.entry(it.name).or_default();
        scopes.push(Scope {
            variable,
            around: None,
        });
    }
    for scopes in by_name.values_mut() {
        let span = |scope: &Scope| all[scope.variable].scope;
        let from = |scope: &Scope| all[scope.variable].from;
        scopes.sort_by_key(|it| (span(it).start, std::cmp::Reverse(span(it).end), from(it)));
        // Of several in one scope the first is meant.
        scopes.dedup_by(|second, first| span(second) == span(first));
        // Scopes are nodes of a tree: of two that share code one is inside of the other.
        let mut open: Vec<usize> = Vec::new();
        for position in 0..scopes.len() {
            let start = span(&scopes[position]).start;
            while open
                .pop_if(|last| span(&scopes[*last]).end <= start)
                .is_some()
            {}
            scopes[position].around = open.last().copied();
            open.push(position);
        }
    }
    by_name
}

fn by_owner(all: &[Variable<'_>]) -> BTreeMap<Option<NodeId>, Vec<usize>> {
    let mut by_owner: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (variable, it) in all.iter().enumerate().filter(|(_, it)| it.has_value) {
        by_owner.entry(it.owner).or_default().push(variable);
    }
    for owned in by_owner.values_mut() {
        owned.sort_by_key(|variable| (all[*variable].from, all[*variable].name));
    }
    by_owner
}

/// What [`owner`] gives for each of these nodes, which come in order.
fn owners(nodes: &[Node<'_>], count: usize) -> Vec<Option<NodeId>> {
    let mut owners: Vec<Option<NodeId>> = vec![None; count];
    for node in nodes {
        owners[node.id().0 as usize] = node.parent().and_then(|parent| {
            if is_owner(parent) {
                Some(parent.id())
            } else {
                owners[parent.id().0 as usize]
            }
        });
    }
    owners
}

/// Calls that give a text, whatever they are called on.
const TEXT_CALLS: [&str; 12] = [
    "toString",
    "substring",
    "trim",
    "strip",
    "toLowerCase",
    "toUpperCase",
    "name",
    "getName",
    "getSimpleName",
    "getMessage",
    "concat",
    "repeat",
];

/// Whether a type is a primitive number.
pub(crate) fn is_numeric(ty: &str) -> bool {
    matches!(
        ty,
        "byte" | "short" | "char" | "int" | "long" | "float" | "double"
    )
}

/// The method, constructor, lambda or type that a name belongs to.
fn owner(node: Node<'_>) -> Option<NodeId> {
    node.ancestors().find(|node| is_owner(*node)).map(Node::id)
}

fn is_owner(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "method_declaration"
            | "constructor_declaration"
            | "compact_constructor_declaration"
            | "lambda_expression"
            | "class_body"
            | "static_initializer"
    )
}

fn declared(node: Node<'_>) -> Vec<Variable<'_>> {
    match node.kind() {
        "formal_parameter" | "spread_parameter" | "catch_formal_parameter" => {
            let name = node.field("name").or_else(|| {
                let declarator = node.child("variable_declarator");
                declarator.and_then(|it| it.field("name"))
            });
            let ty = node.field("type").map_or("", Node::text);
            let ty = if node.kind() == "formal_parameter" {
                ty
            } else {
                ""
            };
            let around = node.parent().and_then(Node::parent);
            let scope = around.map_or(node.span(), Node::span);
            name.map(|name| variable(node, name, ty, scope, true))
                .into_iter()
                .collect()
        }
        "local_variable_declaration" => {
            let scope = node.parent().map_or(node.span(), Node::span);
            declarators(node, scope, false)
        }
        "field_declaration" | "constant_declaration" => {
            let scope = node.parent().map_or(node.span(), Node::span);
            declarators(node, scope, true)
        }
        "enhanced_for_statement" => {
            let ty = node.field("type").map_or("", Node::text);
            let (name, body) = (node.field("name"), node.field("body"));
            name.zip(body)
                .map(|(name, body)| variable(node, name, ty, body.span(), true))
                .into_iter()
                .collect()
        }
        // Their types are not written, or are no primitives: they only hide others.
        "inferred_parameters" => {
            let scope = node.parent().map_or(node.span(), Node::span);
            node.named_children()
                .map(|name| variable(node, name, "", scope, false))
                .collect()
        }
        "lambda_expression" => {
            let parameters = node.field("parameters");
            let bare = parameters.filter(|it| it.kind() == "identifier");
            bare.map(|name| variable(node, name, "", node.span(), false))
                .into_iter()
                .collect()
        }
        "instanceof_expression" | "type_pattern" | "record_pattern_component" | "resource" => {
            let name = node.field("name").or_else(|| {
                let last = node.named_children().last();
                last.filter(|it| it.kind() == "identifier")
            });
            let body = node.ancestors().find(|it| it.kind() == "block");
            let scope = body.map_or(node.span(), Node::span);
            name.map(|name| variable(node, name, "", scope, false))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

fn variable<'f>(
    node: Node<'f>,
    name: Node<'f>,
    ty: &'f str,
    scope: Span,
    has_value: bool,
) -> Variable<'f> {
    Variable {
        name: name.text(),
        ty,
        scope,
        from: if has_value {
            scope.start
        } else {
            name.span().start
        },
        has_value,
        owner: owner(name).or_else(|| owner(node)),
    }
}

fn declarators(node: Node<'_>, scope: Span, is_field: bool) -> Vec<Variable<'_>> {
    let ty = node.field("type").map_or("", Node::text);
    let declarators = node.fields("declarator").filter_map(|declarator| {
        let name = declarator.field("name")?;
        // `int a[]` is no int.
        let ty = if declarator.field("dimensions").is_some() {
            ""
        } else {
            ty
        };
        Some(Variable {
            name: name.text(),
            ty,
            scope,
            from: if is_field {
                scope.start
            } else {
                declarator.span().end
            },
            has_value: !is_field && declarator.field("value").is_some(),
            owner: owner(node),
        })
    });
    declarators.collect()
}
