//! The variables of a file by name: takes its tree, gives the types that declarations say and where each is visible; infers none.

use std::collections::BTreeMap;

use goalline_syntax::{JavaFile, Node, NodeId, Span};

/// The variables of a file with the types that their declarations say.
pub(crate) struct Variables<'f> {
    pub(crate) by_name: BTreeMap<&'f str, Vec<Variable<'f>>>,
    /// Methods of the file by name: whether all of that name return primitive numbers.
    pub(crate) numbers: BTreeMap<&'f str, bool>,
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
        let mut by_name: BTreeMap<&str, Vec<Variable<'_>>> = BTreeMap::new();
        let mut numbers: BTreeMap<&str, bool> = BTreeMap::new();
        for node in file.root().descendants() {
            if node.kind() == "method_declaration" {
                let returned = node.field("type").is_some_and(|ty| is_numeric(ty.text()));
                let name = node.field("name").map_or("", Node::text);
                *numbers.entry(name).or_insert(true) &= returned;
            }
            for variable in declared(node) {
                by_name.entry(variable.name).or_default().push(variable);
            }
        }
        Self { by_name, numbers }
    }

    pub(crate) fn find(&self, name: &str, at: usize) -> Option<&Variable<'f>> {
        let named = self.by_name.get(name)?.iter();
        named
            .filter(|it| it.scope.start <= at && at < it.scope.end && it.from <= at)
            .min_by_key(|it| it.scope.end - it.scope.start)
    }
}

/// Whether a type is a primitive number.
pub(crate) fn is_numeric(ty: &str) -> bool {
    matches!(
        ty,
        "byte" | "short" | "char" | "int" | "long" | "float" | "double"
    )
}

/// The method, constructor, lambda or type that a name belongs to.
pub(crate) fn owner(node: Node<'_>) -> Option<NodeId> {
    let is_owner = |node: &Node<'_>| {
        matches!(
            node.kind(),
            "method_declaration"
                | "constructor_declaration"
                | "compact_constructor_declaration"
                | "lambda_expression"
                | "class_body"
                | "static_initializer"
        )
    };
    node.ancestors().find(is_owner).map(Node::id)
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
