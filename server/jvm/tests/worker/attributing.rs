//! Whom the calls of a file mean, as javac sees it, at the places where the parser sees the calls.

use std::fmt::Write;

use expect_test::{Expect, expect};
use goalline_flow::{AttributedFile, CallKind, MethodName};
use goalline_jvm::{CompileSetup, SourceUnit, Worker};
use goalline_syntax::JavaFile;

use crate::support::{jdks, options};

fn unit(name: &str, text: &str) -> SourceUnit {
    SourceUnit {
        path: format!("/src/{name}.java").into(),
        text: text.to_owned(),
    }
}

fn attributed(units: &[SourceUnit]) -> Option<Vec<AttributedFile>> {
    let mut seen = Vec::new();
    for (feature, home) in jdks() {
        let mut worker = Worker::start(&options(feature, &home)).expect("a worker");
        worker
            .configure(&CompileSetup::default())
            .expect("configure");
        seen.push(worker.attribute(units).expect("attribute"));
    }
    seen.dedup();
    assert!(seen.len() <= 1, "the JDKs differ: {seen:#?}");
    seen.pop()
}

fn method(name: &MethodName) -> String {
    format!("{}.{}{}", name.class, name.name, name.descriptor)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "`check(java, expect![..])` reads best"
)]
fn check(text: &str, expected: Expect) {
    let Some(files) = attributed(&[unit("A", text)]) else {
        return;
    };
    let mut shown = String::new();
    for call in &files[0].calls {
        let kind = match call.kind {
            CallKind::Virtual => "",
            CallKind::Exact => " exact",
            CallKind::Constructor => " new",
        };
        let this = if call.is_on_this { " this" } else { "" };
        writeln!(
            shown,
            "{} -> {}{kind}{this} by {}",
            call.span.of(text),
            method(&call.callee),
            call.receiver
        )
        .expect("text");
    }
    expected.assert_eq(&shown);
}

#[test]
fn every_kind_of_call_has_its_method() {
    check(
        "class B { B(int i) { } int f() { return 1; } static int g(long l) { return 2; } }
         class A extends B {
             int field = f();
             A() { this(3); }
             A(int i) { super(i); }
             int f() { return super.f() + B.g(1) + this.h().length(); }
             String h() { java.util.function.Supplier<B> s = () -> new B(1) { int f() { return g(2); } }; return \"é\" + s.get().f(); }
             void r() { Runnable x = this::h; java.util.function.IntFunction<B> y = B::new; x.run(); }
         }",
        expect![[r#"
            f() -> A.f()I this by A
            this(3) -> A.<init>(I)V new this by A
            super(i) -> B.<init>(I)V new this by B
            super.f() -> B.f()I exact this by B
            B.g(1) -> B.g(J)I exact by B
            this.h().length() -> java.lang.String.length()I by java.lang.String
            this.h() -> A.h()Ljava/lang/String; this by A
            new B(1) { int f() { return g(2); } } -> B.<init>(I)V new by B
            g(2) -> B.g(J)I exact this by A$1
            s.get().f() -> B.f()I by B
            s.get() -> java.util.function.Supplier.get()Ljava/lang/Object; by java.util.function.Supplier
            this::h -> A.h()Ljava/lang/String; this by A
            B::new -> B.<init>(I)V new by B
            x.run() -> java.lang.Runnable.run()V by java.lang.Runnable
        "#]],
    );
}

#[test]
fn a_call_through_a_subclass_knows_both_classes() {
    check(
        "class A { static class P { void f() { } } static class Q extends P { class R { void g() { f(); } } }
           <T extends Q> void h(T t, Q q) { t.f(); q.f(); } }",
        expect![[r#"
            f() -> A$P.f()V by A$Q
            t.f() -> A$P.f()V by A$Q
            q.f() -> A$P.f()V by A$Q
        "#]],
    );
}

#[test]
fn the_object_of_a_class_around_is_another_object() {
    check(
        "class A { String s() { return this.s(); }
           class B extends A { void f() { A.this.s(); B.this.s(); Runnable r = A.this::s; } } }",
        expect![[r#"
            this.s() -> A.s()Ljava/lang/String; this by A
            A.this.s() -> A.s()Ljava/lang/String; by A
            B.this.s() -> A.s()Ljava/lang/String; this by A$B
            A.this::s -> A.s()Ljava/lang/String; by A
        "#]],
    );
}

#[test]
fn what_does_not_compile_leaves_the_rest_understood() {
    check(
        "class A { void f() { g(); missing(); String s = 1; s.length(); } void g() { } Unknown u() { return u(); } }",
        expect![[r#"
            g() -> A.g()V this by A
            s.length() -> java.lang.String.length()I by java.lang.String
            u() -> A.u()L?; this by A
        "#]],
    );
}

#[test]
fn declarations_say_what_nobody_wrote() {
    let text = "interface I<T> { void take(T t); }
        abstract class A implements I<String> { A() { } abstract void a(); private static void s() { } }
        class B extends A { public void take(String s) { } void a() { } }
        class C extends A { C() { super(); } public void take(String s) { } void a() { } }
        enum E { X { void f() { } }; void f() { } }";
    let Some(files) = attributed(&[unit("A", text)]) else {
        return;
    };
    let mut shown = String::new();
    for class in &files[0].classes {
        let above = class.above.join(", ");
        let kind = if class.is_interface {
            "interface"
        } else {
            "class"
        };
        writeln!(
            shown,
            "{kind} {} ({above}) {}",
            class.name, class.is_abstract
        )
        .expect("text");
    }
    for one in &files[0].methods {
        let body = one
            .body
            .map(|start| text[start..].chars().take(2).collect::<String>());
        let implied = one.implied_super.as_ref().map(method);
        let name = method(&one.name);
        writeln!(shown, "{name} {body:?} {implied:?} {:?}", one.overrides).expect("text");
    }
    expect![[r#"
        interface I () true
        class A (java.lang.Object, I) true
        class B (A) false
        class C (A) false
        class E (java.lang.Enum) false
        class E$1 (E) false
        I.take(Ljava/lang/Object;)V None None []
        A.<init>()V Some("{ ") Some("java.lang.Object.<init>()V") []
        A.a()V None None []
        A.s()V Some("{ ") None []
        B.<init>()V None Some("A.<init>()V") []
        B.take(Ljava/lang/String;)V Some("{ ") None ["(Ljava/lang/Object;)V"]
        B.a()V Some("{ ") None []
        C.<init>()V Some("{ ") None []
        C.take(Ljava/lang/String;)V Some("{ ") None ["(Ljava/lang/Object;)V"]
        C.a()V Some("{ ") None []
        E.<init>()V None Some("java.lang.Enum.<init>(Ljava/lang/String;I)V") []
        E$1.<init>()V None Some("E.<init>()V") []
        E$1.f()V Some("{ ") None []
        E.f()V Some("{ ") None []
    "#]]
    .assert_eq(&shown);
}

#[test]
fn calls_stand_where_the_parser_sees_them() {
    let text = "class A { A a; A f(int i) { String s = \"é😀\"; return ((A) a).f(1).<String>g(2).a.f(3); }
        <T> A g(int i) { return new A().new B(1).h(); } class B { B(int i) { super(); } A h() { return a.f((1)); } } }";
    let Some(files) = attributed(&[unit("A", text)]) else {
        return;
    };
    let file = JavaFile::parse(text);
    let kinds = [
        "method_invocation",
        "object_creation_expression",
        "explicit_constructor_invocation",
    ];
    let nodes = file
        .root()
        .descendants()
        .filter(|node| kinds.contains(&node.kind()));
    let mut parsed: Vec<&str> = nodes
        .map(|node| node.text().trim_end_matches(';'))
        .collect();
    let calls = files[0].calls.iter().map(|call| call.span.of(text));
    let mut compiled: Vec<&str> = calls.collect();
    parsed.sort_unstable();
    compiled.sort_unstable();
    assert_eq!(parsed, compiled);
}
