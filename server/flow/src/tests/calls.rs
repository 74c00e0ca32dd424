//! Which calls may stay in the file, and on which branches they depend.

use expect_test::{Expect, expect};

use super::{branches, flow_of};

fn check(members: &str, expected: Expect) {
    let flow = flow_of(members);
    let line = |site: &crate::CallSite| {
        let name = |id: &crate::MethodId| {
            format!(
                "{}.{}",
                flow.method(*id).class,
                flow.method(*id).signature()
            )
        };
        let callees: Vec<_> = site.callees.iter().map(name).collect();
        let controls = branches(&flow, &site.controls);
        format!(
            "{} -> {}{controls}\n",
            flow.method(site.caller).name,
            callees.join(", ")
        )
    };
    expected.assert_eq(&flow.call_sites.iter().map(line).collect::<String>());
}

#[test]
fn calls_are_matched_by_name_and_arity() {
    check(
        "void f() { g(1); g(1, 2); if (a) this.g(3); b.g(4); other(); h(); h(1, 2, 3); }
         void g(int i) { } void g(String s) { } void h(int... i) { }",
        expect![[r#"
            f -> A.g(int), A.g(String)
            f -> A.g(int), A.g(String) <- a true
            f -> A.g(int), A.g(String)
            f -> A.h(int[])
            f -> A.h(int[])
        "#]],
    );
}

#[test]
fn constructors_are_called_by_new_this_and_super() {
    check(
        "A() { this(1); } A(int i) { } static A of() { return c ? new A() : new A.B<>(1); }
         static class B extends A { B(int i) { super(i); } }",
        expect![[r#"
            <init> -> A.<init>(int)
            of -> A.<init>() <- c true
            of -> A$B.<init>(int) <- c false
            <init> -> A.<init>(int)
        "#]],
    );
}

#[test]
fn a_constructor_may_do_something_before_it_calls_another() {
    check(
        "A() { if (a) throw new E(); this(1); } A(int i) { } class B extends A { B() { x(); super(2); } }",
        expect![[r#"
            <init> -> A.<init>(int) <- a false
            <init> -> A.<init>(int)
        "#]],
    );
}

#[test]
fn method_references_name_any_arity() {
    check(
        "void f() { x(this::g, A::g, A::new); } A(int i) { } void g() { } void g(int i) { }",
        expect![[r#"
            f -> A.g(), A.g(int)
            f -> A.g(), A.g(int)
            f -> A.<init>(int)
        "#]],
    );
}

#[test]
fn lambdas_and_local_classes_are_reached_where_they_are_written() {
    check(
        "void f() { if (a) run(() -> g()); if (b) new B() { void g() { } }; }",
        expect![[r#"
            f -> A.lambda$f$0() <- a true
            lambda$f$0 -> A$1.g()
            f -> A$1.g() <- b true
        "#]],
    );
}

#[test]
fn a_call_in_the_first_round_of_a_loop_depends_on_nothing() {
    check(
        "void f() { do { g(); } while (a); while (b) g(); } void g() { }",
        expect![[r#"
            f -> A.g()
            f -> A.g() <- b true
        "#]],
    );
}
