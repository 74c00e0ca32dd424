//! Members of a type: takes the node of a field, method, constructor, initialiser or enum constant, gives what it
//! declares.

use super::{
    DeclaredKind, DeclaredModifiers, MemberDeclaration,
    parameters::{dimensions, list_types, parameters, type_parameters, type_text},
};
use crate::{Node, Span};

fn blank(node: Node<'_>, kind: DeclaredKind, name: &str, name_span: Span) -> MemberDeclaration {
    MemberDeclaration {
        kind,
        name: name.to_owned(),
        node: node.id(),
        span: node.span(),
        name_span,
        code: None,
        body: None,
        is_static: false,
        modifiers: DeclaredModifiers::of(node),
        type_parameters: Vec::new(),
        parameters: Vec::new(),
        ty: None,
        throws: Vec::new(),
        javadoc: node.doc_comment().map(Node::span),
        is_broken: is_broken(node),
    }
}

/// Whether a syntax error stands in the member itself; one in a member of a class inside it silences only that one.
fn is_broken(member: Node<'_>) -> bool {
    let (file, span) = (member.file(), member.span());
    // Damage is in order, and no two of it overlap.
    let first = file
        .damage()
        .partition_point(|damage| damage.end <= span.start);
    if file
        .damage()
        .get(first)
        .is_some_and(|damage| damage.start < span.end)
    {
        return true;
    }
    let mut found = false;
    member.visit(|node| {
        found |= node.is_error() || node.is_missing();
        let is_inner_member = node != member
            && node.parent().is_some_and(|parent| {
                matches!(
                    parent.kind(),
                    "class_body" | "interface_body" | "enum_body_declarations"
                )
            })
            && !node.is_error();
        node.has_error() && !is_inner_member
    });
    found
}

pub(super) fn fields(node: Node<'_>, in_interface: bool) -> Vec<MemberDeclaration> {
    let ty = node.field("type").map(type_text);
    let field = |declarator: Node<'_>| {
        let name = declarator.field("name")?;
        let value = declarator.field("value");
        let mut field = blank(node, DeclaredKind::Field, name.text(), name.span());
        field.is_static = in_interface || field.modifiers.has("static");
        field.code = value.map(Node::id);
        field.body = value.map(Node::span);
        field.ty = ty
            .as_ref()
            .map(|ty| format!("{ty}{}", dimensions(declarator)));
        Some(field)
    };
    node.fields("declarator").filter_map(field).collect()
}

pub(super) fn enum_constant(node: Node<'_>) -> MemberDeclaration {
    let name = node.field("name").unwrap_or(node);
    let mut constant = blank(node, DeclaredKind::EnumConstant, name.text(), name.span());
    constant.is_static = true;
    constant.code = node.field("arguments").map(Node::id);
    constant.body = node.field("arguments").map(Node::span);
    constant
}

pub(super) fn method(node: Node<'_>) -> Vec<MemberDeclaration> {
    let Some(name) = node.field("name") else {
        return Vec::new();
    };
    let mut method = callable(node, DeclaredKind::Method, name.text(), name.span());
    method.is_static = method.modifiers.has("static");
    method.ty = node
        .field("type")
        .map(|ty| format!("{}{}", type_text(ty), dimensions(node)));
    vec![method]
}

pub(super) fn constructor(node: Node<'_>, kind: DeclaredKind) -> Vec<MemberDeclaration> {
    let name = node.field("name");
    name.map(|name| callable(node, kind, "<init>", name.span()))
        .into_iter()
        .collect()
}

fn callable(node: Node<'_>, kind: DeclaredKind, name: &str, name_span: Span) -> MemberDeclaration {
    let mut callable = blank(node, kind, name, name_span);
    callable.type_parameters = type_parameters(node);
    callable.parameters = node.field("parameters").map(parameters).unwrap_or_default();
    callable.throws = node.child("throws").map(list_types).unwrap_or_default();
    callable.code = node.field("body").map(Node::id);
    callable.body = node.field("body").map(Node::span);
    callable
}

pub(super) fn initializer(node: Node<'_>, kind: DeclaredKind) -> Vec<MemberDeclaration> {
    let is_static = kind == DeclaredKind::StaticInitializer;
    let Some(block) = (if is_static {
        node.child("block")
    } else {
        Some(node)
    }) else {
        return Vec::new();
    };
    let start = block.span().start;
    let name = if is_static { "<clinit>" } else { "<init>" };
    let mut initializer = blank(node, kind, name, Span::new(start, start + 1));
    initializer.is_static = is_static;
    initializer.code = Some(block.id());
    initializer.body = Some(block.span());
    vec![initializer]
}
