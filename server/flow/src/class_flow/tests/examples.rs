//! Call sites with the branches that they couple, worked out by hand from the definitions.

use expect_test::{Expect, expect};

use super::texts::{code_base, shown};

#[expect(
    clippy::needless_pass_by_value,
    reason = "`check(java, expect![..])` reads best"
)]
fn check(text: &str, caller: &str, expected: Expect) {
    expected.assert_eq(&shown(&code_base(text), text, caller).0);
}

#[test]
fn the_nearest_branch_decides_about_a_call() {
    check(
        "class R { void f() { e.g(); if (a) { if (b) e.g(); e.g(); } else e.h(); while (c) e.g(); } }
         class E { void g() { if (x) y(); } void h() { } }",
        "R",
        expect![[r#"
            e.g() -> E.g different: [] x [x false, x true]
            e.g() -> E.g different: [b true] x [x false, x true]
            e.g() -> E.g different: [a true] x [x false, x true]
            e.h() -> E.h different: [a false] x []
            e.g() -> E.g different: [c true] x [x false, x true]
        "#]],
    );
}

#[test]
fn each_way_to_a_call_is_a_branch_of_its_own() {
    check(
        "class R { void f() { if (a || b && c) e.g(); switch (k) { case 1: case 2: e.g(); break; default: if \
        (d) return; e.g(); } } }
         class E { void g() { switch (x) { case 1: return; default: z(); } } }",
        "R",
        expect![[r#"
            e.g() -> E.g different: [a true, c true] x [1 true, default true]
            e.g() -> E.g different: [1 true, 2 true] x [1 true, default true]
            e.g() -> E.g different: [d false] x [1 true, default true]
        "#]],
    );
}

#[test]
fn a_guard_before_a_call_decides_about_it() {
    check(
        "class R { void f() { if (a) return; if (b) throw x; do { e.g(); } while (c); } }
         class E { void g() { for (int i : x) { } } }",
        "R",
        expect![[r#"
            e.g() -> E.g different: [b false, c true] x [x false, x true]
        "#]],
    );
}

#[test]
fn exceptions_that_nobody_throws_are_ignored_and_finally_always_runs() {
    check(
        "class R { void f() { if (a) { try { x(); e.g(); } catch (Y y) { if (b) e.g(); } finally { e.g(); } } } }
         class E { void g() { try { if (x) y(); } catch (Z z) { if (u) y(); } } }",
        "R",
        expect![[r#"
            e.g() -> E.g different: [a true] x [x false, x true, u false, u true]
            e.g() -> E.g different: [b true] x [x false, x true, u false, u true]
            e.g() -> E.g different: [a true] x [x false, x true, u false, u true]
        "#]],
    );
}

#[test]
fn private_methods_of_the_caller_are_joined_at_their_calls() {
    check(
        "class R { void f() { if (a) h(); if (b) i(); } private void h() { e.g(); } private void i() { if (c) e.g(); }
                   public void j() { if (d) k(); } void k() { e.g(); } }
         class E { void g() { if (x) h(); } private void h() { if (y) g(); if (z) k(); } void k() { } void l() \
         { if (u) k(); } }",
        "R",
        expect![[r#"
            e.g() -> E.g different: [a true] x [x false, x true, y false, y true, z false, z true]
            e.g() -> E.g different: [c true] x [x false, x true, y false, y true, z false, z true]
            e.g() -> E.g different: [d true] x [x false, x true, y false, y true, z false, z true]
        "#]],
    );
}

#[test]
fn recursion_ends() {
    check(
        "class R { void f() { if (a) f(); else e.g(); } void h() { if (b) i(); } void i() { h(); e.g(); } void \
        j() { j(); if (c) e.g(); } }
         class E { void g() { if (x) h(); } void h() { if (y) g(); } }",
        "R",
        expect![[r#"
            e.g() -> E.g different: [] x [x false, x true, y false, y true]
            e.g() -> E.g different: [b true] x [x false, x true, y false, y true]
            e.g() -> E.g different: [c true] x [x false, x true, y false, y true]
        "#]],
    );
}

#[test]
fn constructors_run_initial_values_and_those_above() {
    check(
        "class R { R() { super(); } void f() { if (a) new E(); if (b) new D(); if (c) new F(1); } }
         class B { B() { if (x) y(); } }
         class E extends B { int i = u ? 1 : 2; }
         class D { { if (v) y(); } D() { if (w) y(); } }
         class F { { if (p) y(); } F(int i) { this(); } F() { if (q) y(); } }",
        "R",
        expect![[r#"
            new E() -> E.<init> different: [a true] x [u false, u true, x false, x true]
            new D() -> D.<init> different: [b true] x [w false, w true, v false, v true]
            new F(1) -> F.<init> different: [c true] x [q false, q true, p false, p true]
        "#]],
    );
}

#[test]
fn an_interface_call_has_one_site_per_implementation() {
    check(
        "class R { void f() { if (a) i.g(); if (b) j.g(); } }
         interface I { void g(); } interface J { void g(); }
         class P implements I { void g() { if (x) y(); } }
         class Q implements I { void g() { if (z) y(); } }
         class S extends Q { }
         class T extends Q { void g() { } }",
        "R",
        expect![[r#"
            i.g() -> P.g different: [a true] x [x false, x true]
            i.g() -> Q.g different: [a true] x [z false, z true]
            i.g() -> T.g different: [a true] x []
        "#]],
    );
}

#[test]
fn what_is_only_known_as_a_class_of_a_library_may_be_anything() {
    check(
        "class R { void f() { if (a) u.g(); } } class E implements U { public void g() { if (x) y(); } }",
        "R",
        expect![""],
    );
}

#[test]
fn another_object_of_a_class_above_need_not_be_of_this_class() {
    check(
        "class B { void t() { if (a) hook(); } void hook() { } }
         class R extends B { void s() { if (b) b.hook(); } void hook() { e.g(); } }
         class E { void g() { if (x) y(); } }",
        "R",
        expect![[r#"
            b.hook() -> B.hook below: [b true] x []
            e.g() -> E.g different: [a true] x [x false, x true]
        "#]],
    );
}

#[test]
fn a_caller_above_couples_with_what_overrides() {
    check(
        "class R { void f() { if (a) hook(); } void hook() { if (b) y(); } void other() { f(); } }
         class E extends R { void hook() { if (x) y(); if (z) other(); } void other() { if (u) y(); } }
         class D extends R { }",
        "R",
        expect![[r#"
            hook() -> E.hook above: [a true] x [x false, x true, z false, z true, u false, u true]
        "#]],
    );
}

#[test]
fn what_runs_later_in_the_same_statements_is_not_missed() {
    // Whatever `a` does, `b` runs after it. An argument is evaluated before the call that it is handed to.
    check(
        "class R { void f() { a(); b(); } private void a() { if (x) b(); } private void b() { e.g(); } }
         class E { void g() { } }",
        "R",
        expect![[r#"
            e.g() -> E.g different: [] x []
        "#]],
    );
    check(
        "class R { void f() { a(e.g()); } void h() { b(); } private void b() { if (y) a(1); } private void \
        a(int k) { if (x) f(); } }
         class E { int g() { return 1; } }",
        "R",
        expect![[r#"
            e.g() -> E.g different: [x true] x []
        "#]],
    );
}

#[test]
fn what_the_callee_overrides_is_no_caller_unless_the_callee_calls_it() {
    check(
        "class R { void f() { if (a) hook(); } void t() { if (b) hook(); } void hook() { } private void p() { \
        if (c) hook(); } }
         class E extends R { void f() { } void t() { if (u) super.t(); } void hook() { if (x) y(); } void p() { } }",
        "R",
        expect![[r#"
            hook() -> E.hook above: [b true] x [x false, x true]
            hook() -> E.hook above: [c true] x [x false, x true]
        "#]],
    );
}

#[test]
fn a_call_of_an_interface_with_a_body_of_its_own_may_run_each_implementation() {
    check(
        "class R { void f() { if (a) i.g(); if (b) j.g(); if (c) p.g(); } }
         interface I { default void g() { if (x) y(); } }
         interface J { default void g() { if (u) y(); } }
         class P implements I, J { public void g() { if (z) y(); } }
         class Q implements I { }",
        "R",
        expect![[r#"
            i.g() -> P.g different: [a true] x [z false, z true]
            i.g() -> I.g different: [a true] x [x false, x true]
            j.g() -> P.g different: [b true] x [z false, z true]
            j.g() -> J.g different: [b true] x [u false, u true]
            p.g() -> P.g different: [c true] x [z false, z true]
        "#]],
    );
}

#[test]
fn a_caller_below_couples_with_what_it_inherits() {
    check(
        "class E { void g() { if (x) h(); } void h() { if (y) z(); } void k() { if (u) z(); } }
         class R extends E { void f() { if (a) g(); if (b) super.k(); if (c) k(); } void k() { if (d) z(); } \
         void h() { } }",
        "R",
        expect![[r#"
            g() -> E.g below: [a true] x [x false, x true]
            super.k() -> E.k below: [b true] x [u false, u true]
        "#]],
    );
}

#[test]
fn inherited_branches_decide_about_calls_of_other_classes() {
    check(
        "class B { void t() { if (a) hook(); } void hook() { } }
         class R extends B { void hook() { e.g(); } }
         class E extends F { void g() { h(); } void h() { if (x) y(); } }
         class F { void h() { if (z) y(); } }",
        "R",
        expect![[r#"
            e.g() -> E.g different: [a true] x [x false, x true]
        "#]],
    );
}

#[test]
fn lambdas_are_graphs_of_their_own_and_callees_run_theirs() {
    check(
        "class R { void f() { if (a) run(() -> e.g()); run(() -> { if (b) e.g(); }); } }
         class E { void g() { run(() -> x ? 1 : 2); } }",
        "R",
        expect![[r#"
            e.g() -> E.g different: [] x [x false, x true]
            e.g() -> E.g different: [b true] x [x false, x true]
        "#]],
    );
}

#[test]
fn calls_into_the_class_itself_and_into_the_unknown_are_counted() {
    let text = "class R { void f() { if (a) f(); u.g(); e.g(); } } class E { void g() { } }";
    let (_, count) = shown(&code_base(text), text, "R");
    assert_eq!((count.calls, count.own, count.unknown), (3, 1, 1));
}
