//! Labels, defaults, fall through, arrows, yields, patterns and guards.

use expect_test::expect;

use super::{check, check_code};

#[test]
fn each_label_is_a_predicate_and_so_is_the_default() {
    check_code(
        "switch (k) { case 1: if (a) x(); break; case 2: case 3: y(); default: if (b) z(); }",
        expect![[r#"
            1 label 0
            a <- 1 true
            2 label 0
            3 label 0
            default default 0
            b <- 2 true, 3 true, default true
        "#]],
    );
}

#[test]
fn a_statement_without_default_has_an_implied_one() {
    check_code(
        "switch (k) { case A: x(); } if (b) y();",
        expect![[r#"
        switch default 0
        A label 0
        b
    "#]],
    );
    check_code(
        "switch (k) { case A -> x(); case B, C -> { if (a) y(); } }",
        expect![[r#"
            switch default 0
            A label 0
            B label 0
            C label 0
            a <- B true, C true
        "#]],
    );
}

#[test]
fn code_after_a_fall_through_depends_on_all_labels_that_reach_it() {
    check_code(
        "switch (k) { case 1: x(); case 2: if (a) y(); break; case 3: if (b) return; } if (c) z();",
        expect![[r#"
            switch default 0
            1 label 0
            2 label 0
            a <- 1 true, 2 true
            3 label 0
            b <- 3 true
            c <- switch true, 1 true, 2 true, b false
        "#]],
    );
}

#[test]
fn switch_expressions_and_pattern_switches_have_no_implied_default() {
    check_code(
        "int i = switch (k) { case A -> a ? 1 : 2; case B -> { if (b) yield 3; yield 4; } };",
        expect![[r#"
            A label 0
            a <- A true
            B label 0
            b <- B true
        "#]],
    );
    check_code(
        "switch (o) { case String s -> x(); case Integer i -> { if (a) y(); } }",
        expect![[r#"
            String s label 0
            Integer i label 0
            a <- Integer i true
        "#]],
    );
    check_code(
        "switch (o) { case null -> x(); case A -> y(); }",
        expect![[r#"
        null label 0
        A label 0
    "#]],
    );
}

#[test]
fn old_style_switch_expressions_yield() {
    check_code(
        "int i = switch (k) { case 1: if (a) yield 1; case 2: yield 2; default: yield f(b > 0); };",
        expect![[r#"
            1 label 0
            a <- 1 true
            2 label 0
            default default 0
            b > 0 value <- default true
        "#]],
    );
}

#[test]
fn a_guard_is_asked_when_the_pattern_matches() {
    check_code(
        "switch (o) { case String s when s.isEmpty() && a -> x(); case String s -> { if (b) y(); } case P(int i, Q q) -> z(); default -> { if (c) v(); } }",
        expect![[r#"
            String s label 0 <- a true
            s.isEmpty()
            a <- s.isEmpty() true
            String s label 0
            b <- String s true
            P(int i, Q q) label 0
            default default 0
            c <- default true
        "#]],
    );
}

#[test]
fn labels_with_several_patterns_and_a_default_after_null_are_labels_like_others() {
    check_code(
        "switch (o) { case A _, B.C _ -> x(); case D(int _), E(_) when a -> y(); case F(var f) -> z(); }",
        expect![[r#"
            A _ label 0
            B.C _ label 0
            D(int _) label 0 <- a true
            E(_) label 0 <- a true
            a
            F(var f) label 0
        "#]],
    );
    check_code(
        "switch (o) { case A a -> x(); case null, default -> { if (b) y(); } }",
        expect![[r#"
            A a label 0
            null label 0
            default default 0
            b <- null true, default true
        "#]],
    );
}

#[test]
fn a_switch_may_stand_in_a_condition_and_throw() {
    check_code(
        "if (switch (k) { case 1 -> a; default -> throw new E(); }) x();",
        expect![[r#"
            switch (k) { case 1 -> a; default -> throw new E(); } <- 1 true
            1 label 0
            default default 0
        "#]],
    );
}

#[test]
fn switches_are_counted_over_the_file() {
    check(
        "void f() { switch (i) { case 1: switch (j) { case 2: } } } int g() { return switch (k) { case 3 -> 1; default -> 2; }; }",
        expect![[r#"
            A.f()
              switch default 0
              1 label 0
              switch default 1 <- 1 true
              2 label 1 <- 1 true
            A.g()
              3 label 2
              default default 2
        "#]],
    );
}

#[test]
fn a_break_in_a_switch_in_a_loop_leaves_the_switch_and_continue_the_round() {
    check_code(
        "while (w) { switch (k) { case 1: break; case 2: continue; default: return; } if (a) x(); }",
        expect![[r#"
            w
            1 label 0 <- w true
            2 label 0 <- w true
            default default 0 <- w true
            a <- 1 true
        "#]],
    );
}
