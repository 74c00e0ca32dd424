//! Statements as google-java-format lays them out (its `JavaInputAstVisitor`), as far as tests have them.

use goalline_syntax::Node;

use crate::printing::formatters::{
    chain,
    documents::{DocumentBuilder, Fill, Indent},
    items, of_statement,
};

/// Items shorter than this are filled into lines.
const SHORT: usize = 10;

const ZERO: Indent = Indent::Fixed(0);

/// The lines of the statement, what goes on standing so many columns further in; none where it is of a kind that is
/// not known here.
pub(crate) fn lines(statement: &str, width: usize, continuation: usize) -> Option<Vec<String>> {
    of_statement(statement, |node| {
        let mut visitor = Visitor {
            builder: DocumentBuilder::new(),
            plus: isize::try_from(continuation).ok()?,
        };
        visitor.statement(node)?;
        Some(visitor.builder.lines(width))
    })
}

struct Visitor {
    builder: DocumentBuilder,
    plus: isize,
}

impl Visitor {
    fn statement(&mut self, node: Node<'_>) -> Option<()> {
        match node.kind() {
            "expression_statement" => {
                self.expression(node.first_named()?);
                self.builder.text(";");
                Some(())
            }
            "local_variable_declaration" => self.declaration(node),
            _ => None,
        }
    }

    fn declaration(&mut self, node: Node<'_>) -> Option<()> {
        let mut declarators = node.fields("declarator");
        let declarator = declarators.next()?;
        if declarators.next().is_some() {
            return None;
        }
        let value = declarator.field("value")?;
        let modifiers = node.child("modifiers").map(Node::text);
        let type_break = self.builder.tag();
        let deeper = Indent::IfBroken(type_break, self.plus, 0);
        self.builder.open(Indent::Fixed(self.plus));
        self.builder.open(ZERO);
        if let Some(modifiers) = modifiers {
            self.builder.text(modifiers);
            self.builder.text(" ");
        }
        self.builder.text(node.field("type")?.text());
        self.builder
            .may_break(" ", Fill::Independent, Some(type_break));
        self.builder.open(deeper);
        self.builder.text(declarator.field("name")?.text());
        self.builder.close();
        self.builder.close();
        self.builder.text(" =");
        if value.kind() == "array_initializer" {
            self.builder.open(Indent::Fixed(-self.plus));
            self.builder.text(" ");
            self.expression(value);
        } else {
            self.builder.open(deeper);
            self.builder.may_break(" ", Fill::Independent, None);
            self.expression(value);
        }
        self.builder.close();
        self.builder.text(";");
        self.builder.close();
        Some(())
    }

    fn expression(&mut self, node: Node<'_>) {
        match node.kind() {
            "method_invocation" | "field_access" => self.dotted(node),
            "object_creation_expression" => self.creation(node),
            "array_creation_expression" => self.array(node),
            "array_initializer" => self.initializer(node),
            "lambda_expression" => self.lambda(node),
            "binary_expression" => self.binary(node),
            "assignment_expression" => self.assignment(node),
            "cast_expression" => self.cast(node),
            _ => self.builder.text(node.text()),
        }
    }

    fn lambda(&mut self, node: Node<'_>) {
        let (Some(parameters), Some(body)) = (node.field("parameters"), node.field("body")) else {
            return self.builder.text(node.text());
        };
        self.builder.text(parameters.text());
        self.builder.text(" ->");
        if body.kind() == "block" {
            self.builder.text(" ");
            self.builder.text(body.text());
            return;
        }
        self.builder.open(Indent::Fixed(self.plus));
        self.builder.may_break(" ", Fill::Unified, None);
        self.expression(body);
        self.builder.close();
    }

    fn binary(&mut self, node: Node<'_>) {
        let own = operator(node);
        let mut operands = Vec::new();
        let mut left = Some(node);
        while let Some(here) = left.filter(|it| it.kind() == node.kind() && operator(*it) == own) {
            operands.extend(here.field("right"));
            left = here.field("left");
        }
        operands.extend(left);
        operands.reverse();
        let fill = fill_of(&operands);
        self.builder.open(Indent::Fixed(self.plus));
        for (at, operand) in operands.into_iter().enumerate() {
            if at > 0 {
                self.builder.may_break(" ", fill, None);
                self.builder.text(own.unwrap_or_default());
                self.builder.text(" ");
            }
            self.expression(operand);
        }
        self.builder.close();
    }

    fn assignment(&mut self, node: Node<'_>) {
        let (Some(left), Some(right)) = (node.field("left"), node.field("right")) else {
            return self.builder.text(node.text());
        };
        self.builder.open(Indent::Fixed(self.plus));
        self.expression(left);
        self.builder.text(" =");
        self.builder.may_break(" ", Fill::Unified, None);
        self.expression(right);
        self.builder.close();
    }

    fn cast(&mut self, node: Node<'_>) {
        let (Some(ty), Some(value)) = (node.field("type"), node.field("value")) else {
            return self.builder.text(node.text());
        };
        self.builder.open(Indent::Fixed(self.plus));
        self.builder.text(&format!("({})", ty.text()));
        self.builder.may_break(" ", Fill::Unified, None);
        self.expression(value);
        self.builder.close();
    }

    fn creation(&mut self, node: Node<'_>) {
        let (Some(ty), Some(arguments)) = (node.field("type"), node.field("arguments")) else {
            return self.builder.text(node.text());
        };
        if node.has("class_body") || node.field("object").is_some() {
            return self.builder.text(node.text());
        }
        self.builder.text(&format!("new {}", ty.text()));
        self.arguments(arguments, Indent::Fixed(self.plus));
    }

    fn array(&mut self, node: Node<'_>) {
        let Some(value) = node.field("value") else {
            return self.builder.text(node.text());
        };
        let (whole, value_text) = (node.text(), value.text());
        self.builder.text(&whole[..whole.len() - value_text.len()]);
        self.initializer(value);
    }

    fn initializer(&mut self, node: Node<'_>) {
        let elements = items(node);
        self.builder.text("{");
        if !elements.is_empty() {
            let fill = fill_of(&elements);
            self.builder.open(Indent::Fixed(self.plus / 2));
            self.builder.may_break("", Fill::Unified, None);
            self.builder.open(ZERO);
            self.list(&elements, fill);
            self.builder.close();
            self.builder
                .break_at("", Fill::Unified, -self.plus / 2, None);
            self.builder.close();
        }
        self.builder.text("}");
    }

    fn list(&mut self, elements: &[Node<'_>], fill: Fill) {
        for (at, element) in elements.iter().enumerate() {
            if at > 0 {
                self.builder.text(",");
                self.builder.may_break(" ", fill, None);
            }
            self.expression(*element);
        }
    }

    fn arguments(&mut self, list: Node<'_>, indent: Indent) {
        let arguments = items(list);
        self.builder.open(indent);
        self.builder.text("(");
        match &arguments[..] {
            [] => {}
            [format, rest @ ..] if !rest.is_empty() && is_format(*format) => {
                self.builder.may_break("", Fill::Unified, None);
                self.builder.open(ZERO);
                self.expression(*format);
                self.builder.text(",");
                self.builder.may_break(" ", Fill::Unified, None);
                self.builder.open(ZERO);
                self.list(rest, fill_of(rest));
                self.builder.close();
                self.builder.close();
            }
            all => {
                self.builder.may_break("", Fill::Unified, None);
                self.builder.open(ZERO);
                self.list(all, fill_of(all));
                self.builder.close();
            }
        }
        self.builder.text(")");
        self.builder.close();
    }

    fn dotted(&mut self, node: Node<'_>) {
        let parts = chain(node);
        let prefixes = prefixes(&parts);
        if prefixes.is_empty() {
            self.regular_chain(&parts);
        } else {
            self.prefixed_chain(&parts, &prefixes);
        }
    }

    /// The name of a part with its type arguments, or the whole of one that is no call and no field.
    fn up_to_arguments(&mut self, part: Node<'_>) {
        if part.kind() == "method_invocation" {
            let arguments = part
                .field("type_arguments")
                .or(part.child("type_arguments"));
            self.builder.text(arguments.map_or("", Node::text));
            self.builder.text(part.field("name").map_or("", Node::text));
        } else if part.kind() == "field_access" {
            self.builder
                .text(part.field("field").map_or("", Node::text));
        } else {
            self.expression(part);
        }
    }

    fn arguments_of(&mut self, part: Node<'_>, indent: Indent) {
        if part.kind() == "method_invocation"
            && let Some(arguments) = part.field("arguments")
        {
            self.arguments(arguments, indent);
        }
    }

    fn regular_chain(&mut self, parts: &[Node<'_>]) {
        let goes_on = parts.len() > 1;
        let shortest = usize::try_from(self.plus).unwrap_or(4);
        let mut length = 0;
        self.builder.open(Indent::Fixed(self.plus));
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                if length > shortest {
                    self.builder.may_break("", Fill::Unified, None);
                }
                self.builder.text(".");
                length += 1;
            }
            if !(at == 0 && goes_on && self.filled_first(*part)) {
                self.up_to_arguments(*part);
                let indent = if goes_on { self.plus } else { 0 };
                self.arguments_of(*part, Indent::Fixed(indent));
            }
            let own_start = part
                .field("object")
                .map_or(part.span().start, |object| object.span().end + 1);
            length += part.span().end - own_start;
        }
        self.builder.close();
    }

    /// `when(call).…`: the argument of a short name stays beside it.
    fn filled_first(&mut self, part: Node<'_>) -> bool {
        const SHORT_NAME: usize = 4;
        let (Some(name), Some(arguments)) = (part.field("name"), part.field("arguments")) else {
            return false;
        };
        let arguments = items(arguments);
        let [only] = arguments[..] else {
            return false;
        };
        if part.kind() != "method_invocation" || name.text().len() > SHORT_NAME {
            return false;
        }
        self.builder.open(ZERO);
        self.builder.open(ZERO);
        self.builder.text(name.text());
        self.builder.text("(");
        self.expression(only);
        self.builder.close();
        self.builder.text(")");
        self.builder.close();
        true
    }

    fn prefixed_chain(&mut self, parts: &[Node<'_>], prefixes: &[usize]) {
        let last = prefixes.last().copied().unwrap_or(0);
        let goes_on = last + 1 < parts.len();
        let name_break = self.builder.tag();
        let indent = Indent::IfBroken(name_break, self.plus, if goes_on { self.plus } else { 0 });
        self.builder.open(Indent::Fixed(self.plus));
        for _ in prefixes {
            self.builder.open(ZERO);
        }
        let mut open = prefixes.iter().copied().peekable();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                let is_prefix = open.peek().is_some_and(|end| at <= *end);
                let fill = if is_prefix {
                    Fill::Independent
                } else {
                    Fill::Unified
                };
                self.builder.may_break("", fill, Some(name_break));
                self.builder.text(".");
            }
            self.up_to_arguments(*part);
            if open.next_if_eq(&at).is_some() {
                self.builder.close();
            }
            self.arguments_of(*part, indent);
        }
        self.builder.close();
    }
}

/// The parts up to which a chain stays together: a type and its static member, the receiver of a lone call.
fn prefixes(parts: &[Node<'_>]) -> Vec<usize> {
    let mut found = Vec::new();
    found.extend(type_prefix(parts));
    let is_call = |part: &Node<'_>| part.kind() == "method_invocation";
    let calls = parts.iter().filter(|part| is_call(part)).count();
    let first = parts.iter().position(is_call);
    let is_name = |part: &Node<'_>| !is_call(part) && part.kind() != "object_creation_expression";
    if calls == 1
        && let Some(first) = first.filter(|at| *at > 0 && !found.contains(at))
        && parts[..first].iter().all(is_name)
    {
        found.push(first);
    }
    let first = parts.first().map_or("", |part| part.text());
    if found.is_empty() && parts.len() > 1 && ["this", "super"].contains(&first) {
        found.push(1);
    }
    found
}

/// Where the chain begins with a type, the part behind its name.
fn type_prefix(parts: &[Node<'_>]) -> Option<usize> {
    let name = |part: &Node<'_>| match part.kind() {
        "identifier" => Some(part.text().to_owned()),
        "field_access" => part.field("field").map(|it| it.text().to_owned()),
        "method_invocation" => part.field("name").map(|it| it.text().to_owned()),
        _ => None,
    };
    let is_type =
        |name: &str| name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
    let mut names = parts.iter().map_while(name).enumerate();
    let (at, _) = names.find(|(_, name)| {
        is_type(name) || name.starts_with(char::is_uppercase) || name.contains(char::is_uppercase)
    })?;
    let is_type = name(&parts[at]).is_some_and(|name| is_type(&name));
    is_type.then_some((at + 1).min(parts.len() - 1))
}

fn operator(binary: Node<'_>) -> Option<&str> {
    binary.field("operator").map(Node::text)
}

/// Whether the argument is a literal with places for others.
fn is_format(argument: Node<'_>) -> bool {
    let text = argument.text();
    let has_place = || {
        text.contains('%')
            || text
                .as_bytes()
                .windows(3)
                .any(|it| it[0] == b'{' && it[1].is_ascii_digit() && it[2] == b'}')
    };
    argument.kind() == "string_literal" && has_place()
}

fn fill_of(items: &[Node<'_>]) -> Fill {
    let is_short = |item: &Node<'_>| item.text().chars().count() < SHORT;
    if items.iter().all(is_short) {
        Fill::Independent
    } else {
        Fill::Unified
    }
}

#[cfg(test)]
mod tests {
    use super::{super::samples::joined, *};

    /// What google-java-format 1.17 made of these, four columns in.
    const FORMATTED: [&str; 9] = [
        "IllegalArgumentException thrown =
    assertThrows(IllegalArgumentException.class, () -> visitController.initNewVisitForm());",
        "IllegalArgumentException thrown =
    assertThrows(
        IllegalArgumentException.class,
        () -> visitController.loadPetWithVisit(owner, other, 3, model));",
        "assertThat(
    thrown.getMessage(),
    is(\"Owner not found with id: 2. Please ensure the ID is correct and the owner exists.\"));",
        "when(ownerRepository.findByLastNameStartingWith(eq(\"Smith\"), any(Pageable.class)))
    .thenReturn(new PageImpl<>(owners));",
        "verify(redirectAttributes)
    .addFlashAttribute(\"error\", \"There was an error in updating the owner, please try again.\");",
        "assertEquals(
    Collections.singletonList(new OwnerDetails(\"Alice\", \"Smith\")),
    ownerController.listOwners());",
        "String[] disallowed =
    new String[] {
      \"id\", \"name\", \"address\", \"telephone\", \"city\", \"first\", \"second\", \"third\", \"fourth\"
    };",
        "assertThat(
        new JsonPrimitive(new BigDecimal(\"0.000000000000000\"))
            .equals(new JsonPrimitive(new BigDecimal(\"0.00\"))))
    .isTrue();",
        "OwnerController controller =
    (OwnerController)
        SerializationUtils.deserialize(SerializationUtils.serialize(controllerBefore));",
    ];

    #[test]
    fn statements_are_broken_as_the_formatter_breaks_them() {
        for expected in FORMATTED {
            let lines = lines(&joined(expected), 96, 4).expect("it is a statement");
            assert_eq!(lines.join("\n"), expected);
        }
    }

    #[test]
    fn the_style_of_android_goes_on_eight_columns_in() {
        let lines = lines("int total = cart.total(first, second);", 20, 8);
        let expected = [
            "int total =",
            "        cart.total(",
            "                first,",
            "                second);",
        ];
        assert_eq!(lines.expect("it is a statement"), expected);
    }

    #[test]
    fn what_is_no_statement_is_left_to_others() {
        assert_eq!(lines("if (a) { b(); }", 5, 4), None);
        assert_eq!(lines("a(", 5, 4), None);
    }
}
