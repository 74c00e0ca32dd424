//! Whether a test that failed had done all that it does: it failed in an assertion after which it calls nothing. Reads
//! the text of the test; runs nothing.

use goalline_syntax::{JavaFile, Node, Span};

/// Kinds of nodes whose bodies run more than once, or not where they stand.
const REPEATED: [&str; 6] = [
    "for_statement",
    "enhanced_for_statement",
    "while_statement",
    "do_statement",
    "lambda_expression",
    "class_body",
];

/// How assertions of all libraries begin.
const ASSERTIONS: [&str; 4] = ["assert", "fail", "verify", "check"];

/// Whether the test of this name failed at the end of what it does, by the reason that is told of it: `… at line 12`.
pub(super) fn did_all(test: &JavaFile, method: &str, reason: &str) -> bool {
    let is_assertion = reason.split(':').next().is_some_and(|thrown| {
        thrown.starts_with("org.mockito.exceptions.verification.")
            || thrown.ends_with("AssertionError")
            || thrown.ends_with("AssertionFailedError")
            || thrown.ends_with("ComparisonFailure")
    });
    let behind = reason.rsplit_once(" at line ").map(|(_, rest)| rest);
    let line = behind.and_then(|rest| rest.split(',').next()?.trim().parse().ok());
    match line {
        Some(line) if is_assertion => ends_at(test, method, line),
        _ => false,
    }
}

/// Whether an assertion stands in this line, from 1, and the method calls nothing after it.
fn ends_at(test: &JavaFile, method: &str, line: usize) -> bool {
    let line_of = |span: Span| {
        let from = test.lines().chars(span.start).line + 1;
        let to = test.lines().chars(span.end).line + 1;
        from..=to
    };
    let named = |node: &Node<'_>| {
        let name = node.field("name").map(Node::text);
        node.kind() == "method_declaration" && name == Some(method)
    };
    let mut methods = test.root().descendants().filter(named);
    let Some(body) = methods.find_map(|it| {
        it.field("body")
            .filter(|it| line_of(it.span()).contains(&line))
    }) else {
        return false;
    };
    let statements = body
        .descendants()
        .filter(|node| node.kind() == "expression_statement");
    let Some(failed) = statements
        .filter(|it| line_of(it.span()).contains(&line))
        .last()
    else {
        return false;
    };
    let is_assertion = failed
        .descendants()
        .filter(|node| node.kind() == "method_invocation")
        .filter_map(|call| call.field("name"))
        .any(|name| ASSERTIONS.iter().any(|it| name.text().starts_with(it)));
    is_assertion && is_last(failed, body)
}

/// Whether nothing is called after this statement, up to the end of the body.
fn is_last(statement: Node<'_>, body: Node<'_>) -> bool {
    let mut inner = statement;
    while inner.id() != body.id() {
        let Some(outer) = inner.parent() else {
            return false;
        };
        if REPEATED.contains(&outer.kind()) {
            return false;
        }
        // What follows in a `finally` or a `catch` ran, or never does.
        if outer.kind() == "block" {
            let mut after = outer
                .named_children()
                .filter(|it| it.span().start >= inner.span().end);
            if after.any(calls) {
                return false;
            }
        }
        inner = outer;
    }
    true
}

fn calls(node: Node<'_>) -> bool {
    const CALLS: [&str; 3] = [
        "method_invocation",
        "object_creation_expression",
        "explicit_constructor_invocation",
    ];
    let mut all = node.descendants();
    CALLS.contains(&node.kind()) || all.any(|it| CALLS.contains(&it.kind()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: &str = "class T {
    @Test void last() {
        int a = run();
        try {
            assertEquals(1,
                a);
        } finally { stop(); }
        int b = 3;
    }
    @Test void middle() {
        assertTrue(run());
        stop();
    }
    @Test void loop() {
        for (int i : all()) {
            assertTrue(run(i));
        }
    }
    @Test void call() {
        run();
    }
}";

    #[test]
    fn only_a_test_that_failed_in_its_last_assertion_had_done_all() {
        let file = JavaFile::parse(TEST);
        let did = |method: &str, line: usize| {
            let reason = format!("java.lang.AssertionError: expected <1> at line {line}");
            did_all(&file, method, &reason)
        };
        assert!(did("last", 5) && did("last", 6));
        assert!(!did("last", 3) && !did("middle", 11) && !did("loop", 16) && !did("call", 20));
        let mockito = "org.mockito.exceptions.verification.WantedButNotInvoked: \
                       Wanted but not invoked: mailer.send(order); at line 5";
        assert!(did_all(&file, "last", mockito));
        assert!(!did("other", 5));
        let thrown = "java.io.IOException: no network at line 5";
        assert!(
            !did_all(&file, "last", thrown),
            "what it called had not ended"
        );
        assert!(!did_all(&file, "last", "java.lang.AssertionError"));
    }
}
