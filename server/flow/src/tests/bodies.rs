//! Which bodies there are, what they are called, and on which lines their statements start.

use expect_test::{Expect, expect};
use goalline_syntax::JavaFile;

use super::{branches, flow_of};
use crate::FileFlow;

fn check(members: &str, expected: Expect) {
    let flow = flow_of(members);
    let line = |method: &crate::MethodFlow| {
        let enclosing = method
            .enclosing
            .map(|id| format!(" in {}", flow.method(id).signature()));
        let (kind, enclosing) = (method.kind, enclosing.unwrap_or_default());
        format!(
            "{} {} {kind:?}{enclosing}\n",
            method.class,
            method.signature()
        )
    };
    expected.assert_eq(&flow.methods.iter().map(line).collect::<String>());
}

#[test]
fn bodies_have_the_names_that_javac_gives() {
    check(
        "A() {} A(int... i) { this(); } static { x(); } { x(); }
         int f = g(() -> 1); static int s = g(() -> 2);
         <T extends B> T[] m(java.util.Map.Entry<String, int[]> e, T t[], @N final String... more) { return null; }
         abstract int none(); native void alsoNone();",
        expect![[r#"
            A <init>() Constructor
            A <init>(int[]) Constructor
            A <clinit>() StaticInitializer
            A <init>() InstanceInitializer
            A <init>() InstanceInitializer
            A lambda$new$0() Lambda in <init>()
            A <clinit>() StaticInitializer
            A lambda$static$0() Lambda in <clinit>()
            A m(Entry,T[],String[]) Method
        "#]],
    );
}

#[test]
fn local_and_anonymous_classes_are_numbered_per_class_and_know_where_they_stand() {
    check(
        "void f() { new B() { void g() { new C() { void h() { x(y -> y); } }; } }; class L { void m() { } } }
         void k() { class L { L() { } } run(() -> new D() { void n() { } }); }
         class Inner { Object o = new E() { void p() { } }; interface I { default void q() { } } }",
        expect![[r#"
            A f() Method
            A$1 g() Method in f()
            A$1$1 h() Method in g()
            A$1$1 lambda$h$0(var) Lambda in h()
            A$1L m() Method in f()
            A k() Method
            A$2L <init>() Constructor in k()
            A lambda$k$0() Lambda in k()
            A$2 n() Method in lambda$k$0()
            A$Inner <init>() InstanceInitializer
            A$Inner$1 p() Method in <init>()
            A$Inner$I q() Method
        "#]],
    );
}

#[test]
fn enums_and_records_have_bodies() {
    check(
        "enum K { ONE(1) { void f() { } }, TWO; K(int... i) { } K() { } void f() { } }
         record R(int a, String b) { R { if (a < 0) throw new E(); } R(int a) { this(a, \"\"); } static R of() { return new R(1); } }",
        expect![[r#"
            A$K$1 f() Method
            A$K <init>(int[]) Constructor
            A$K <init>() Constructor
            A$K f() Method
            A$R <init>(int,String) Constructor
            A$R <init>(int) Constructor
            A$R of() Method
        "#]],
    );
}

#[test]
fn what_catch_clauses_are_for_is_known_by_simple_names() {
    let flow = flow_of(
        "void f() { try { g(); } catch (java.io.IOException | IllegalStateException e) { } }
         void h() { try { g(); } catch (final Exception e) { Runnable r = () -> { try { g(); } catch (Lost l) { } }; } }",
    );
    let caught: Vec<&str> = flow.caught.iter().map(String::as_str).collect();
    assert_eq!(
        caught,
        ["Exception", "IOException", "IllegalStateException", "Lost"]
    );
}

#[test]
fn lambdas_are_counted_inside_their_method() {
    check(
        "void f() { g(() -> { h(a -> a); }, b -> b); } void f(int i) { g((x, y) -> x); } A() { g(() -> 1); }",
        expect![[r#"
            A f() Method
            A lambda$f$0() Lambda in f()
            A lambda$f$1(var) Lambda in lambda$f$0()
            A lambda$f$2(var) Lambda in f()
            A f(int) Method
            A lambda$f$0(var,var) Lambda in f(int)
            A <init>() Constructor
            A lambda$new$0() Lambda in <init>()
        "#]],
    );
}

fn check_lines(members: &str, expected: Expect) {
    let flow = flow_of(members);
    let line = |line: &crate::Line| {
        let name = &flow.method(line.method).name;
        format!("{} {name}{}\n", line.line, branches(&flow, &line.controls))
    };
    expected.assert_eq(&flow.lines.iter().map(line).collect::<String>());
}

#[test]
fn lines_are_those_on_which_a_statement_starts() {
    check_lines(
        "void f()
         {
             int a;
             if (a > 0
                 && b)
             {
                 x(1,
                   2);
             } else if (c)
                 return;
             label:
             for (;;) { break; }
             run(() -> {
                 y();
             });
             try {
                 z();
             } finally {
                 v();
             }
         }
         A() {
             super();
         }
         int g() { return 1; }",
        expect![[r#"
            3 f
            4 f
            7 f <- b true
            9 f <- a > 0 false, b false
            10 f <- c true
            12 f <- b true, c false
            13 f <- b true, c false
            14 lambda$f$0
            16 f <- b true, c false
            17 f <- b true, c false
            19 f <- b true, c false
            23 <init>
            25 g
        "#]],
    );
}

#[test]
fn bodies_with_an_error_are_listed_and_have_nothing_else() {
    let file = JavaFile::parse("class A { void f() { if (a) x(; } void g() { if (b) y(); } }");
    let flow = FileFlow::of(&file);
    let broken: Vec<_> = flow
        .methods
        .iter()
        .map(|it| (it.name.as_str(), it.is_broken))
        .collect();
    assert_eq!(broken, [("f", true), ("g", false)]);
    let texts: Vec<_> = flow.predicates.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["b"]);
}

#[test]
fn the_text_of_a_statement_is_cut_where_all_code_stands_on_one_line() {
    let flow = flow_of(&format!(
        "void f() {{ if (é) x(); {} }}",
        "else  if (é) x(); ".repeat(100)
    ));
    let text = &flow.lines[0].text;
    assert!(text.starts_with("if (é) x(); else if (é) x(); else"));
    // 200 characters, of which each of eleven `else  if` loses one.
    assert_eq!(text.chars().count(), 189);
}

/// The methods of a file that are exempt, each with the reason.
fn check_exempt(java: &str, expected: Expect) {
    let flow = FileFlow::of(&JavaFile::parse(java));
    let line = |method: &crate::MethodFlow| {
        let exempt = method.exempt?;
        Some(format!(
            "{} {} {exempt:?}\n",
            method.class,
            method.signature()
        ))
    };
    expected.assert_eq(&flow.methods.iter().filter_map(line).collect::<String>());
}

#[test]
fn accessors_of_a_class_that_only_holds_data_are_exempt_and_what_compares_is_not() {
    check_exempt(
        "class Item {
             private int price; String name;
             Item(int price) { super(); this.price = price; }
             Item(long price) { super(price > 0 ? price : fail()); }
             Item(String name) { this.name = name.trim(); }
             int getPrice() { return price; }
             void setPrice(int p) { this.price = p; }
             Item name(String name) { this.name = name; return this; }
             public boolean equals(Object o) { return o instanceof Item && ((Item) o).price == price; }
         }",
        expect![[r#"
            Item <init>(int) Accessor
            Item getPrice() Accessor
            Item setPrice(int) Accessor
            Item name(String) Accessor
        "#]],
    );
}

#[test]
fn accessors_beside_a_method_that_does_something_are_not_exempt() {
    check_exempt(
        "class Item { int price; int getPrice() { return price; } void setPrice(int p) { price = p; }
             int twice() { return price * 2; } }
         class Other { int a; int getA() { return a; } void setB(int b) { a = b + 1; } int getC() { return a; } }
         class Single { int a; int getA() { return a; } }
         class Wrong { int a; int getA() { return a; } void setA(int a) { a = a; } int getB() { return a; } }
         /** Ids come from {@code @GeneratedValue}, see @generated ids. */ class Ids { int a() { return 1; } }
         enum Size { BIG; int a; int getA() { return a; } void setA(int b) { a = b; } }",
        expect![""],
    );
}

#[test]
fn what_a_tool_wrote_is_exempt_with_all_that_is_written_in_it() {
    check_exempt(
        "class A {
             /** @mbg.generated */ boolean f(int a) { run(() -> a > 0); return a > 1; }
             @javax.annotation.Generated(\"x\") int g() { return 1; }
             /** @mbg.generated */ int h = k(() -> 1);
             int mine() { return 2; }
             @Generated static class B { int f() { return 1; } class C { C() { f(); } } }
         }",
        expect![[r#"
            A f(int) Generated
            A lambda$f$0() Generated
            A g() Generated
            A$B f() Generated
            A$B$C <init>() Generated
        "#]],
    );
    check_exempt(
        "// Generated by the protocol buffer compiler.  DO NOT EDIT!\npackage a; class A { int f() { return 1; } }",
        expect![[r#"
            a.A f() Generated
        "#]],
    );
    check_exempt(
        "package a; /** Users do not edit generated orders. */ class A { int f() { return 1; }
             /** @generated NOT */ int g() { return 2; } }",
        expect![""],
    );
}
