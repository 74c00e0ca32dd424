//! Walks a file's tree and lists what it declares; takes a parsed file, gives declarations; looks into bodies only
//! for local types.

use std::collections::BTreeMap;

use super::{
    DeclaredKind, DeclaredModifiers, FileDeclarations, TypeDeclaration, TypeKind,
    header::header,
    members::{constructor, enum_constant, fields, initializer, method},
    parameters::{list_types, parameters, type_parameters, type_text},
};
use crate::{JavaFile, Node};

/// Lists what the file declares. Never fails: what a syntax error hides is not listed, what it touches is marked as
/// broken.
pub fn declarations(file: &JavaFile) -> FileDeclarations {
    let mut outline = DeclarationCollector::default();
    header(file, &mut outline.found);
    for child in file.root().named_children() {
        outline.types_in(child, None);
    }
    outline.found
}

#[derive(Default)]
struct DeclarationCollector {
    found: FileDeclarations,
    /// How many local types of this name the class has so far.
    local_names: BTreeMap<(usize, String), usize>,
}

impl DeclarationCollector {
    /// Finds the types in a statement or expression, this node included, and does not list them as members of anything.
    fn types_in(&mut self, node: Node<'_>, outer: Option<usize>) {
        node.visit(|node| {
            if let Some(kind) = declared_kind(node.kind()) {
                self.named_type(node, kind, outer, outer.is_some());
                return false;
            }
            let is_anonymous =
                node.kind() == "object_creation_expression" && node.has("class_body");
            if is_anonymous {
                self.anonymous(node, outer);
            }
            !is_anonymous
        });
    }

    fn named_type(&mut self, node: Node<'_>, kind: TypeKind, outer: Option<usize>, is_local: bool) {
        let (Some(name), Some(body)) = (node.field("name"), node.field("body")) else {
            return;
        };
        let modifiers = DeclaredModifiers::of(node);
        let in_interface = outer.is_some_and(|outer| {
            matches!(
                self.found.types[outer].kind,
                TypeKind::Interface | TypeKind::Annotation
            )
        });
        let is_static = matches!(
            kind,
            TypeKind::Interface | TypeKind::Enum | TypeKind::Record | TypeKind::Annotation
        ) || modifiers.has("static")
            || outer.is_none()
            || (in_interface && !is_local);
        let interfaces = node
            .field("interfaces")
            .or_else(|| node.child("extends_interfaces"));
        let declaration = TypeDeclaration {
            kind,
            name: name.text().to_owned(),
            binary_name: self.binary_name(name.text(), outer, is_local),
            node: node.id(),
            span: node.span(),
            name_span: name.span(),
            body: body.span(),
            outer,
            is_local,
            is_static,
            modifiers,
            type_parameters: type_parameters(node),
            superclass: node
                .field("superclass")
                .and_then(Node::first_named)
                .map(type_text),
            interfaces: interfaces
                .and_then(|list| list.child("type_list"))
                .map(list_types)
                .unwrap_or_default(),
            components: node.field("parameters").map(parameters).unwrap_or_default(),
            members: Vec::new(),
            javadoc: node.doc_comment().map(Node::span),
            is_broken: has_error_outside_members(node, body),
        };
        self.with_body(declaration, body);
    }

    fn anonymous(&mut self, node: Node<'_>, outer: Option<usize>) {
        // Arguments are evaluated, and their classes numbered, before the class itself.
        for child in node
            .named_children()
            .filter(|child| child.kind() != "class_body")
        {
            self.types_in(child, outer);
        }
        let (Some(ty), Some(body)) = (node.field("type"), node.child("class_body")) else {
            return;
        };
        self.body_without_name(node, TypeKind::Anonymous, ty, body, outer);
    }

    fn body_without_name(
        &mut self,
        node: Node<'_>,
        kind: TypeKind,
        name: Node<'_>,
        body: Node<'_>,
        outer: Option<usize>,
    ) {
        let declaration = TypeDeclaration {
            kind,
            name: String::new(),
            binary_name: self.binary_name("", outer, true),
            node: node.id(),
            span: body.span(),
            name_span: name.span(),
            body: body.span(),
            outer,
            is_local: true,
            is_static: false,
            modifiers: DeclaredModifiers::default(),
            type_parameters: Vec::new(),
            superclass: (kind == TypeKind::Anonymous).then(|| type_text(name)),
            interfaces: Vec::new(),
            components: Vec::new(),
            members: Vec::new(),
            javadoc: None,
            is_broken: has_error_outside_members(body, body),
        };
        self.with_body(declaration, body);
    }

    fn with_body(&mut self, declaration: TypeDeclaration, body: Node<'_>) {
        let index = self.found.types.len();
        self.found.types.push(declaration);
        self.members(body, index);
    }

    fn binary_name(&mut self, name: &str, outer: Option<usize>, is_local: bool) -> String {
        let Some(outer) = outer else {
            return match &self.found.package {
                Some(package) => format!("{package}.{name}"),
                None => name.to_owned(),
            };
        };
        let around = &self.found.types[outer].binary_name;
        if !is_local {
            return format!("{around}${name}");
        }
        let count = self
            .local_names
            .entry((outer, name.to_owned()))
            .or_default();
        *count += 1;
        format!("{around}${count}{name}")
    }

    fn members(&mut self, body: Node<'_>, owner: usize) {
        for child in body.named_children() {
            match child.kind() {
                // What tree-sitter could not place may still hold whole members.
                "enum_body_declarations" | "ERROR" => self.members(child, owner),
                kind => match declared_kind(kind) {
                    Some(kind) => self.named_type(child, kind, Some(owner), false),
                    None => self.member(child, owner),
                },
            }
        }
    }

    fn member(&mut self, node: Node<'_>, owner: usize) {
        let in_interface = matches!(
            self.found.types[owner].kind,
            TypeKind::Interface | TypeKind::Annotation
        );
        let members = match node.kind() {
            "field_declaration" | "constant_declaration" => fields(node, in_interface),
            "enum_constant" => vec![enum_constant(node)],
            "method_declaration" | "annotation_type_element_declaration" => method(node),
            "constructor_declaration" => {
                let mut found = constructor(node, DeclaredKind::Constructor);
                for constructor in &mut found {
                    // A stray `catch (E e) { … }` parses as a constructor.
                    let name = constructor.name_span.of(node.file().text());
                    constructor.is_broken |= name != self.found.types[owner].name;
                }
                found
            }
            "compact_constructor_declaration" => {
                let mut found = constructor(node, DeclaredKind::CompactConstructor);
                for constructor in &mut found {
                    constructor
                        .parameters
                        .clone_from(&self.found.types[owner].components);
                }
                found
            }
            "static_initializer" => initializer(node, DeclaredKind::StaticInitializer),
            "block" => initializer(node, DeclaredKind::InstanceInitializer),
            _ => return,
        };
        self.found.types[owner].members.extend(members);
        for child in node.named_children() {
            if child.kind() == "class_body" {
                if let Some(name) = node.field("name") {
                    self.body_without_name(
                        node,
                        TypeKind::EnumConstantBody,
                        name,
                        child,
                        Some(owner),
                    );
                }
            } else {
                self.types_in(child, Some(owner));
            }
        }
    }
}

fn declared_kind(kind: &str) -> Option<TypeKind> {
    Some(match kind {
        "class_declaration" => TypeKind::Class,
        "interface_declaration" => TypeKind::Interface,
        "enum_declaration" => TypeKind::Enum,
        "record_declaration" => TypeKind::Record,
        "annotation_type_declaration" => TypeKind::Annotation,
        _ => return None,
    })
}

fn has_error_outside_members(declaration: Node<'_>, body: Node<'_>) -> bool {
    let header = declaration
        .children()
        .filter(|child| *child != body)
        .any(Node::has_error);
    (header && declaration != body)
        || body
            .children()
            .any(|child| child.is_error() || child.is_missing())
}
