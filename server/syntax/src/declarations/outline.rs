//! Walks a file's tree and lists what it declares; takes a parsed file, gives declarations; looks into bodies only for local types.

use std::collections::BTreeMap;

use super::{
    FileDeclarations, Import, MemberDeclaration, MemberKind, Modifiers, Parameter, TypeDeclaration,
    TypeKind,
};
use crate::{JavaFile, Node, Span};

/// Lists what the file declares. Never fails: what a syntax error hides is not listed, what it touches is marked as broken.
pub fn declarations(file: &JavaFile) -> FileDeclarations {
    let mut outline = Outline::default();
    outline.file(file.root());
    outline.found
}

#[derive(Default)]
struct Outline {
    found: FileDeclarations,
    /// How many local types of this name the class has so far.
    local_names: BTreeMap<(usize, String), usize>,
}

impl Outline {
    fn file(&mut self, root: Node<'_>) {
        for child in root.named_children() {
            match child.kind() {
                "package_declaration" => {
                    self.found.package = child
                        .named_children()
                        .find(|node| is_name(*node))
                        .map(name_text);
                    self.found.package_span = Some(child.span());
                }
                "import_declaration" => self.found.imports.extend(import(child)),
                _ => self.types_in(child, None),
            }
        }
    }

    /// Finds the types in a statement or expression, this node included, and does not list them as members of anything.
    fn types_in(&mut self, node: Node<'_>, outer: Option<usize>) {
        let kind = node.kind();
        if let Some(kind) = declared_kind(kind) {
            self.named_type(node, kind, outer, outer.is_some());
            return;
        }
        if kind == "object_creation_expression" && node.has("class_body") {
            self.anonymous(node, outer);
            return;
        }
        for child in node.named_children() {
            self.types_in(child, outer);
        }
    }

    fn named_type(&mut self, node: Node<'_>, kind: TypeKind, outer: Option<usize>, is_local: bool) {
        let (Some(name), Some(body)) = (node.field("name"), node.field("body")) else {
            return;
        };
        let modifiers = Modifiers::of(node);
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
        self.body_without_name(node, TypeKind::Anonymous, (ty, body), outer);
    }

    fn body_without_name(
        &mut self,
        node: Node<'_>,
        kind: TypeKind,
        (name, body): (Node<'_>, Node<'_>),
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
            modifiers: Modifiers::default(),
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
            "constructor_declaration" => constructor(node, MemberKind::Constructor),
            "compact_constructor_declaration" => {
                let mut found = constructor(node, MemberKind::CompactConstructor);
                for constructor in &mut found {
                    constructor
                        .parameters
                        .clone_from(&self.found.types[owner].components);
                }
                found
            }
            "static_initializer" => initializer(node, MemberKind::StaticInitializer),
            "block" => initializer(node, MemberKind::InstanceInitializer),
            _ => return,
        };
        self.found.types[owner].members.extend(members);
        for child in node.named_children() {
            if child.kind() == "class_body" {
                if let Some(name) = node.field("name") {
                    self.body_without_name(
                        node,
                        TypeKind::EnumConstantBody,
                        (name, child),
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

fn import(node: Node<'_>) -> Option<Import> {
    Some(Import {
        path: name_text(node.named_children().find(|child| is_name(*child))?),
        is_static: node.has("static"),
        is_wildcard: node.has("asterisk"),
        span: node.span(),
    })
}

fn is_name(node: Node<'_>) -> bool {
    matches!(node.kind(), "identifier" | "scoped_identifier")
}

fn name_text(node: Node<'_>) -> String {
    node.text().split_whitespace().collect()
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

fn blank(node: Node<'_>, kind: MemberKind, name: &str, name_span: Span) -> MemberDeclaration {
    MemberDeclaration {
        kind,
        name: name.to_owned(),
        node: node.id(),
        span: node.span(),
        name_span,
        code: None,
        body: None,
        is_static: false,
        modifiers: Modifiers::of(node),
        type_parameters: Vec::new(),
        parameters: Vec::new(),
        ty: None,
        throws: Vec::new(),
        javadoc: node.doc_comment().map(Node::span),
        is_broken: node.has_error(),
    }
}

fn fields(node: Node<'_>, in_interface: bool) -> Vec<MemberDeclaration> {
    let ty = node.field("type").map(type_text);
    let field = |declarator: Node<'_>| {
        let name = declarator.field("name")?;
        let value = declarator.field("value");
        let mut field = blank(node, MemberKind::Field, name.text(), name.span());
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

fn enum_constant(node: Node<'_>) -> MemberDeclaration {
    let name = node.field("name").unwrap_or(node);
    let mut constant = blank(node, MemberKind::EnumConstant, name.text(), name.span());
    constant.is_static = true;
    constant.code = node.field("arguments").map(Node::id);
    constant.body = node.field("arguments").map(Node::span);
    constant
}

fn method(node: Node<'_>) -> Vec<MemberDeclaration> {
    let Some(name) = node.field("name") else {
        return Vec::new();
    };
    let mut method = callable(node, MemberKind::Method, name.text(), name.span());
    method.is_static = method.modifiers.has("static");
    method.ty = node
        .field("type")
        .map(|ty| format!("{}{}", type_text(ty), dimensions(node)));
    vec![method]
}

fn constructor(node: Node<'_>, kind: MemberKind) -> Vec<MemberDeclaration> {
    let name = node.field("name");
    name.map(|name| callable(node, kind, "<init>", name.span()))
        .into_iter()
        .collect()
}

fn callable(node: Node<'_>, kind: MemberKind, name: &str, name_span: Span) -> MemberDeclaration {
    let mut callable = blank(node, kind, name, name_span);
    callable.type_parameters = type_parameters(node);
    callable.parameters = node.field("parameters").map(parameters).unwrap_or_default();
    callable.throws = node.child("throws").map(list_types).unwrap_or_default();
    callable.code = node.field("body").map(Node::id);
    callable.body = node.field("body").map(Node::span);
    callable
}

fn initializer(node: Node<'_>, kind: MemberKind) -> Vec<MemberDeclaration> {
    let is_static = kind == MemberKind::StaticInitializer;
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

fn type_parameters(node: Node<'_>) -> Vec<String> {
    let list = node
        .field("type_parameters")
        .into_iter()
        .flat_map(Node::named_children);
    list.filter_map(|parameter| parameter.child("type_identifier"))
        .map(|name| name.text().to_owned())
        .collect()
}

fn list_types(list: Node<'_>) -> Vec<String> {
    list.named_children().map(type_text).collect()
}

/// The parameters of a lambda expression.
pub fn lambda_parameters(lambda: Node<'_>) -> Vec<Parameter> {
    match lambda.field("parameters") {
        Some(name) if name.kind() == "identifier" => {
            vec![parameter(name, name, "var".to_owned(), false)]
        }
        Some(list) => parameters(list),
        None => Vec::new(),
    }
}

/// The parameters in a list of formal, spread or inferred parameters; the receiver parameter is none.
fn parameters(list: Node<'_>) -> Vec<Parameter> {
    let parameter = |node: Node<'_>| match node.kind() {
        "formal_parameter" => {
            let ty = format!("{}{}", type_text(node.field("type")?), dimensions(node));
            Some(parameter(node, node.field("name")?, ty, false))
        }
        "spread_parameter" => {
            let declarator = node.child("variable_declarator")?;
            let ty = node
                .named_children()
                .find(|child| !matches!(child.kind(), "modifiers" | "variable_declarator"))?;
            Some(parameter(
                node,
                declarator.field("name")?,
                format!("{}[]", type_text(ty)),
                true,
            ))
        }
        "identifier" => Some(parameter(node, node, "var".to_owned(), false)),
        _ => None,
    };
    list.named_children().filter_map(parameter).collect()
}

fn parameter(node: Node<'_>, name: Node<'_>, ty: String, is_varargs: bool) -> Parameter {
    Parameter {
        name: name.text().to_owned(),
        simple_type: simple_type(&ty),
        ty,
        is_varargs,
        span: node.span(),
    }
}

fn dimensions(node: Node<'_>) -> String {
    let brackets = node
        .field("dimensions")
        .into_iter()
        .flat_map(Node::children);
    "[]".repeat(brackets.filter(|token| token.kind() == "[").count())
}

/// The text of a type, annotations left out, white space only where two words would run together.
fn type_text(node: Node<'_>) -> String {
    let mut text = String::new();
    let mut end_of_annotation = 0;
    for token in node.descendants() {
        if matches!(token.kind(), "annotation" | "marker_annotation") {
            end_of_annotation = end_of_annotation.max(token.span().end);
        }
        let is_token = token.children().next().is_none();
        if !is_token || token.span().start < end_of_annotation {
            continue;
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '?';
        if text.ends_with(is_word) && token.text().starts_with(is_word) {
            text.push(' ');
        }
        text.push_str(token.text());
        if token.text() == "," {
            text.push(' ');
        }
    }
    text
}

/// `java.util.Map.Entry<K, V>[]` is `Entry[]`.
fn simple_type(ty: &str) -> String {
    let mut depth = 0usize;
    let mut simple = String::new();
    for character in ty.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '.' if depth == 0 => simple.clear(),
            _ if depth == 0 => simple.push(character),
            _ => {}
        }
    }
    simple.trim().to_owned()
}
