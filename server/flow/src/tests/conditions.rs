//! What is a predicate and what is none, and how short circuits and `?:` depend on each other.

use expect_test::expect;

use super::{check, check_code};

#[test]
fn nested_ifs_depend_on_the_outcome_they_stand_under() {
    check_code(
        "if (a) { if (b) x(); } else if (c) y(); if (d) z();",
        expect![[r#"
            a
            b <- a true
            c <- a false
            d
        "#]],
    );
}

#[test]
fn operands_of_short_circuits_are_predicates_of_their_own() {
    check_code(
        "if (a && b || c) x();",
        expect![[r#"
        a
        b <- a true
        c <- a false, b false
    "#]],
    );
    check_code(
        "if (a || b && !c) x(); else if (!(d || e)) y();",
        expect![[r#"
        a
        b <- a false
        c <- b true
        d <- b false, c true
        e <- d false
    "#]],
    );
    check_code(
        "boolean r = a && b;",
        expect![[r#"
        a
        b <- a true
    "#]],
    );
    check_code(
        "return a || f(b && c);",
        expect![[r#"
        a
        f(b && c) <- a false
        b <- a false
        c <- b true
    "#]],
    );
}

#[test]
fn parentheses_and_negation_are_stripped() {
    check_code(
        "if (!(a)) x(); while (!!((b()))) y();",
        expect![[r#"
        a
        b()
    "#]],
    );
}

#[test]
fn constant_conditions_are_no_predicates_but_names_are() {
    check_code(
        "while (true) { if (a) break; }",
        expect![[r#"
        a
    "#]],
    );
    check_code(
        "if (1 < 2 && a) x(); if (DEBUG) y(); if (\"a\" == \"b\") z();",
        expect![[r#"
            a
            DEBUG
        "#]],
    );
    check_code("boolean b = !true; int i = 1 < 2 ? 3 : 4;", expect![[""]]);
}

#[test]
fn comparisons_and_negations_used_as_values_are_predicates() {
    check_code(
        "boolean r = a < b; f(c == d, !e); return !(o instanceof X);",
        expect![[r#"
            a < b value
            c == d value
            e value
            o instanceof X value
        "#]],
    );
    check_code("return o instanceof X;", expect![[""]]);
    check_code("r = flag; return isEmpty();", expect![[""]]);
}

#[test]
fn operands_of_bitwise_operators_are_no_conditions() {
    check_code(
        "if (a & b) x(); if (c | d < e) y(); r = f ^ g;",
        expect![[r#"
        a & b
        c | d < e
        d < e value
    "#]],
    );
}

#[test]
fn comparisons_inside_conditions_are_predicates_too() {
    check_code(
        "if (check(a < b)) x(); if ((c > d) == e) y(); if (i == (j ? 1 : 2)) z();",
        expect![[r#"
            check(a < b)
            a < b value
            (c > d) == e
            c > d value
            i == (j ? 1 : 2)
            j
        "#]],
    );
}

#[test]
fn the_arms_of_a_conditional_depend_on_its_condition() {
    check_code(
        "int i = a ? b ? 1 : 2 : c ? 3 : 4;",
        expect![[r#"
        a
        b <- a true
        c <- a false
    "#]],
    );
    check_code(
        "if (a ? b : c) x();",
        expect![[r#"
        a
        b <- a true
        c <- a false
    "#]],
    );
    check_code(
        "return a ? b < c : d;",
        expect![[r#"
        a
        b < c value <- a true
    "#]],
    );
}

#[test]
fn an_assert_is_a_predicate_whose_failure_leaves_the_method() {
    check_code(
        "assert a : f(b > 0); if (c) x();",
        expect![[r#"
        a
        b > 0 value <- a false
        c <- a true
    "#]],
    );
}

#[test]
fn white_space_in_the_text_of_a_predicate_is_folded() {
    check_code(
        "if (a\n      .b( 1,\t2 )) x();",
        expect![[r#"
        a .b( 1, 2 )
    "#]],
    );
}

#[test]
fn lambdas_are_bodies_of_their_own() {
    check(
        "void f() { if (a) g(x -> x > 0, (int y, String z) -> { if (y > 1) h(() -> y < 2); }); }
         void f(int i) { g(x -> x); }",
        expect![[r#"
            A.f()
              a
            A.lambda$f$0(var)
              x > 0 value
            A.lambda$f$1(int,String)
              y > 1
            A.lambda$f$2()
              y < 2 value
            A.f(int)
            A.lambda$f$0(var)
        "#]],
    );
}

#[test]
fn fields_and_initialisers_are_bodies() {
    check(
        "int i = a ? 1 : 2; static boolean s = b && c; { if (d) x(); } static { if (e) y(); }
         Runnable r = () -> { if (f) z(); }; int plain = 3;",
        expect![[r#"
            A.<init>()
              a
            A.<clinit>()
              b
              c <- b true
            A.<init>()
              d
            A.<clinit>()
              e
            A.lambda$new$0()
              f
        "#]],
    );
}
