//! A property of the weaver: takes random Java and the fixtures, checks that probed text without its probes has the
//! source's tokens.

use std::path::Path;

use goalline_flow::FileFlow;
use goalline_instrument::{ProbePlan, ProbedSource, weave};
use goalline_syntax::{JavaFile, Node};
use proptest::prelude::*;

/// The tokens of a text, probes taken out. What probes make of two spellings is told as one spelling on both sides:
/// the order of `null == x`, and braces around a lone statement.
fn tokens(text: &str) -> Vec<String> {
    let file = JavaFile::parse(text);
    let mut tokens = Vec::new();
    collect(file.root(), &mut tokens);
    tokens
}

fn collect(node: Node<'_>, tokens: &mut Vec<String>) {
    let probe = probe(node);
    if let Some((name, arguments)) = probe {
        return unprobed(name, &arguments, tokens);
    }
    match node.kind() {
        "import_declaration" if node.text().contains("goalline.probe") => {}
        "expression_statement" if is_report(node) => {}
        "parenthesized_expression" if pattern_inside(node).is_some() => {
            let inner = pattern_inside(node).expect("just seen");
            collect(inner, tokens);
        }
        "binary_expression" if null_check(node).is_some() => {
            let (value, operator) = null_check(node).expect("just seen");
            collect(value, tokens);
            tokens.extend([operator, "null"].map(str::to_owned));
        }
        "block" if lone_statement(node).is_some() => {
            collect(lone_statement(node).expect("just seen"), tokens);
        }
        "return_statement" | "yield_statement" | "expression_statement" if is_lone(node) => {
            for child in node.named_children() {
                collect(child, tokens);
            }
        }
        "string_literal" | "character_literal" => tokens.push(node.text().to_owned()),
        _ if node.children().next().is_none() => {
            if !node.text().is_empty() {
                tokens.push(node.text().to_owned());
            }
        }
        _ => node.children().for_each(|child| collect(child, tokens)),
    }
}

fn probe(node: Node<'_>) -> Option<(&str, Vec<Node<'_>>)> {
    let object = node.field("object")?.text();
    let is_probe = node.kind() == "method_invocation"
        && matches!(object, "goalline.probe.P" | "GoallineProbes");
    is_probe.then(|| {
        let arguments = node
            .field("arguments")
            .into_iter()
            .flat_map(Node::named_children);
        (
            node.field("name").map_or("", Node::text),
            arguments.collect(),
        )
    })
}

fn unprobed(name: &str, arguments: &[Node<'_>], tokens: &mut Vec<String>) {
    const OPERATORS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
    let names = ["lt", "le", "gt", "ge", "eq", "ne"];
    let mut compare = |left: Node<'_>, operator: &str, right: Node<'_>| {
        collect(left, tokens);
        tokens.push(operator.to_owned());
        collect(right, tokens);
    };
    if let Some(at) = names.iter().position(|it| *it == name) {
        return compare(arguments[1], OPERATORS[at], arguments[2]);
    }
    match name {
        "order" | "index" => {
            let at: usize = arguments[1]
                .text()
                .parse()
                .expect("the number of an operator");
            compare(arguments[2], OPERATORS[at], arguments[3]);
        }
        "isNull" | "qIsNull" | "notNull" | "qNotNull" => {
            collect(arguments[1], tokens);
            let operator = if name.ends_with("Null") && name.contains("ot") {
                "!="
            } else {
                "=="
            };
            tokens.extend([operator, "null"].map(str::to_owned));
        }
        "c" | "d" | "e" | "s" | "l" | "f" | "length" => collect(arguments[0], tokens),
        _ => collect(arguments[1], tokens),
    }
}

fn is_report(statement: Node<'_>) -> bool {
    statement
        .first_named()
        .and_then(probe)
        .is_some_and(|(name, _)| matches!(name, "enter" | "step" | "hit" | "other"))
}

/// `(o(7, x) instanceof T t && hit(7))`
fn pattern_inside(node: Node<'_>) -> Option<Node<'_>> {
    let inner = node.first_named()?;
    let (name, _) = probe(inner.field("right")?)?;
    (name == "hit").then(|| inner.field("left")).flatten()
}

fn null_check(node: Node<'_>) -> Option<(Node<'_>, &str)> {
    let (left, right) = (node.field("left")?, node.field("right")?);
    let operator = node.field("operator")?.kind();
    if !matches!(operator, "==" | "!=") {
        return None;
    }
    match (left.kind(), right.kind()) {
        (_, "null_literal") => Some((left, operator)),
        ("null_literal", _) => Some((right, operator)),
        _ => None,
    }
}

/// The statement of a block that has no other, in a loop, a lambda or a rule of a switch.
fn lone_statement(block: Node<'_>) -> Option<Node<'_>> {
    let parent = block.parent()?.kind();
    let is_loop = parent.ends_with("_statement") && parent != "try_statement";
    if !is_loop && !matches!(parent, "lambda_expression" | "switch_rule") {
        return None;
    }
    let mut statements = block.named_children().filter(|it| !is_report(*it));
    let first = statements.next()?;
    let is_whole = first.kind() != "return_statement" || first.first_named().is_some();
    (statements.next().is_none() && is_whole).then_some(first)
}

/// Whether a statement is all of a lambda's or a rule's body, where `return`, `yield` and the semicolon come and go
/// with braces.
fn is_lone(statement: Node<'_>) -> bool {
    let Some(parent) = statement.parent() else {
        return false;
    };
    let whole = if parent.kind() == "block" && lone_statement(parent) == Some(statement) {
        parent.parent()
    } else {
        Some(parent)
    };
    whole.is_some_and(|it| matches!(it.kind(), "lambda_expression" | "switch_rule"))
}

fn probed(text: &str) -> ProbedSource {
    let file = JavaFile::parse(text);
    let flow = FileFlow::of(&file);
    weave(&file, &flow, &ProbePlan::full(&flow))
}

#[test]
fn fixtures_without_their_probes_have_the_tokens_of_the_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    for release in ["java8", "java11", "java17", "java21", "java25"] {
        let folder = root.join(release).join("fixture");
        for entry in std::fs::read_dir(folder).expect("the fixtures") {
            let path = entry.expect("entry").path();
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            assert_eq!(
                tokens(&probed(&text).text),
                tokens(&text),
                "{}",
                path.display()
            );
        }
    }
}

fn space() -> impl Strategy<Value = &'static str> {
    prop_oneof![6 => Just(" "), 1 => Just("\n"), 1 => Just(" /* é😀 */ "), 1 => Just(" // x < y\r\n")]
}

fn value() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        Just("a"),
        Just("b.c"),
        Just("1"),
        Just("'x'"),
        Just("\"t\""),
        Just("LIMIT"),
        Just("null"),
    ]
    .prop_map(str::to_owned);
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), space()).prop_map(|(x, s)| format!("({x}{s}+ 1)")),
            inner.clone().prop_map(|x| format!("f({x})")),
            (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("a.g({x}, {y})")),
            inner.prop_map(|x| format!("m.get({x})")),
        ]
    })
    .boxed()
}

fn condition() -> BoxedStrategy<String> {
    let operator = prop_oneof![
        Just("<"),
        Just("<="),
        Just(">"),
        Just(">="),
        Just("=="),
        Just("!="),
    ];
    let call = prop_oneof![
        Just("s.equals"),
        Just("s.startsWith"),
        Just("Objects.equals"),
        Just("list.contains"),
        Just("p"),
        Just("Character.isDigit"),
        Just("super.equals"),
        Just("s.matches"),
    ];
    let leaf = prop_oneof![
        (value(), space(), operator, space(), value())
            .prop_map(|(x, s, o, t, y)| format!("{x}{s}{o}{t}{y}")),
        (call, value()).prop_map(|(call, x)| format!("{call}({x})")),
        value().prop_map(|x| format!("s.indexOf({x}) >= 0")),
        value().prop_map(|x| format!("(0 > s.compareTo({x}))")),
        Just("flag".to_owned()),
        Just("o instanceof String t".to_owned()),
        Just("o instanceof Point(int x, var y)".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        prop_oneof![
            (inner.clone(), space(), inner.clone()).prop_map(|(x, s, y)| format!("{x}{s}&& {y}")),
            (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("({x} || {y})")),
            inner.clone().prop_map(|x| format!("!({x})")),
            inner.clone().prop_map(|x| format!("test(q -> {x})")),
            (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("({x} ? {y} : flag)")),
            inner.prop_map(|x| format!("(switch (k) {{ case 1, 2 -> {x}; default -> flag; }})")),
        ]
    })
    .boxed()
}

fn statement() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        condition().prop_map(|c| format!("boolean z = {c};")),
        condition().prop_map(|c| format!("h({c});")),
        value().prop_map(|v| format!("h({v});")),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            (condition(), inner.clone()).prop_map(|(c, s)| format!("if ({c}) {{ {s} }}")),
            (condition(), space(), inner.clone())
                .prop_map(|(c, t, s)| format!("while{t}({c}) {{ h(1); {s} }}")),
            (condition(), inner.clone())
                .prop_map(|(c, s)| format!("for (int i = 0; {c}; i++) {{ {s} h(2); }}")),
            inner
                .clone()
                .prop_map(|s| format!("for (var e : list) {{ {s} h(3); }}")),
            inner
                .clone()
                .prop_map(|s| format!("for (;;) {{ {s} h(4); }}")),
            (value(), inner.clone()).prop_map(|(v, s)| format!(
                "switch ({v}) {{ case 1: {s} break; case 'c': default: h(5); }}"
            )),
            (value(), inner).prop_map(|(v, s)| format!(
                "switch ({v}) {{ case RED -> {{ {s} h(6); }} case null -> h(7); default -> h(8); }}"
            )),
        ]
    })
    .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_code_without_its_probes_has_the_tokens_of_the_source(
        statements in prop::collection::vec(statement(), 1..4),
    ) {
        let text = format!("class C {{\n void m() {{\n{}\n}}\n}}\n", statements.join("\n"));
        prop_assume!(!JavaFile::parse(text.as_str()).has_error());
        let probed = probed(&text);
        prop_assert_eq!(probed.text.matches('\n').count(), text.matches('\n').count());
        prop_assert_eq!(tokens(&probed.text), tokens(&text), "{}", probed.text);
    }
}
