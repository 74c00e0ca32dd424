//! What declarations say of small files: one line per type and member.

use expect_test::{Expect, expect};

use super::{FileDeclarations, Import, MemberDeclaration, TypeDeclaration, declarations};
use crate::JavaFile;

#[expect(
    clippy::needless_pass_by_value,
    reason = "`check(java, expect![..])` reads best"
)]
fn check(java: &str, expected: Expect) {
    let file = JavaFile::parse(java);
    assert!(!file.has_error(), "{}", file.tree().root_node().to_sexp());
    let found = declarations(&file);
    let types = found.types.iter().map(|ty| described(ty, java));
    expected.assert_eq(&format!("{}{}", head(&found), types.collect::<String>()));
}

fn head(found: &FileDeclarations) -> String {
    let import = |it: &Import| {
        let (is_static, rest) = (it.is_static, if it.is_wildcard { ".*" } else { "" });
        format!(
            "import {}{}{rest}\n",
            if is_static { "static " } else { "" },
            it.path
        )
    };
    let package = found.package.iter().map(|it| format!("package {it}\n"));
    package.chain(found.imports.iter().map(import)).collect()
}

fn described(ty: &TypeDeclaration, java: &str) -> String {
    let mut line = format!("{:?} {}", ty.kind, ty.binary_name);
    for (word, holds) in [
        ("local", ty.is_local),
        ("static", ty.is_static),
        ("abstract", ty.is_abstract()),
    ] {
        line += if holds { " " } else { "" };
        line += if holds { word } else { "" };
    }
    for (word, list) in [("<>", &ty.type_parameters), ("implements", &ty.interfaces)] {
        if !list.is_empty() {
            line += &[" ", word, " ", &list.join(" & ")].concat();
        }
    }
    line += &ty
        .superclass
        .as_ref()
        .map_or(String::new(), |it| format!(" extends {it}"));
    line += &ty
        .javadoc
        .map_or(String::new(), |it| format!(" {}", it.of(java)));
    let members = ty.members.iter().map(|it| member(it, java));
    format!("{line}\n{}", members.collect::<String>())
}

fn member(member: &MemberDeclaration, java: &str) -> String {
    let parameters = member.parameters.iter().map(|it| {
        format!(
            "{} {}{}",
            it.ty,
            it.name,
            if it.is_varargs { "..." } else { "" }
        )
    });
    let mut line = format!(
        "  {:?} {} {}({})",
        member.kind,
        member.ty.as_deref().unwrap_or("-"),
        member.name,
        parameters.collect::<Vec<_>>().join("; ")
    );
    line += if member.is_static { " static" } else { "" };
    for (word, list) in [
        ("<>", &member.type_parameters),
        ("throws", &member.throws),
        ("@", &member.modifiers.annotations),
    ] {
        if !list.is_empty() {
            line += &[" ", word, " ", &list.join(" & ")].concat();
        }
    }
    line += &member
        .javadoc
        .map_or(String::new(), |it| format!(" {}", it.of(java)));
    line + "\n"
}

#[test]
fn the_head_of_a_file_is_package_and_imports() {
    check(
        "@N package a . b;\nimport c.D;\nimport static c.D.e;\nimport c.*;\nimport static c.D.*;\nimport x;\n",
        expect![[r#"
            package a.b
            import c.D
            import static c.D.e
            import c.*
            import static c.D.*
            import x
        "#]],
    );
    check("", expect![[""]]);
}

#[test]
fn members_have_types_parameters_and_comments() {
    check(
        "/** A. */ @N public abstract class A<T extends B & C, U> extends D<T> implements E, F<U> {
             /** x. */ private static final int x = 1, y[] = {}; /* no */ List<? extends T> z;
             /** m. */ @Override @M(1) public <V> V[] m(final Map.Entry<V, int[]> e, @N(2) T t[], String... more) throws G, H.I { return null; }
             // no
             A(A<T, U> this, int i) { } static { } { } abstract int[] n()[];
         }",
        expect![[r#"
            Class A static abstract <> T & U implements E & F<U> extends D<T> /** A. */
              Field int x() static /** x. */
              Field int[] y() static /** x. */
              Field List<? extends T> z()
              Method V[] m(Map.Entry<V, int[]> e; T[] t; String[] more...) <> V throws G & H.I @ @Override & @M(1) /** m. */
              Constructor - <init>(int i)
              StaticInitializer - <clinit>() static
              InstanceInitializer - <init>()
              Method int[][] n()
        "#]],
    );
}

#[test]
fn nested_types_know_what_java_implies() {
    check(
        "class A { class B { } static class C { } interface D { class E { } int X = 1; void f(); default void g() { } } enum F { G, H { } }
         record I<T>(T a, int... b) implements J { I { } static int k; } @interface K { int l() default 1; } }",
        expect![[r#"
            Class A static
            Class A$B
            Class A$C static
            Interface A$D static abstract
              Field int X() static
              Method void f()
              Method void g()
            Class A$D$E static
            Enum A$F static
              EnumConstant - G() static
              EnumConstant - H() static
            EnumConstantBody A$F$1 local
            Record A$I static <> T implements J
              CompactConstructor - <init>(T a; int[] b...)
              Field int k() static
            Annotation A$K static abstract
              Method int l()
        "#]],
    );
}

#[test]
fn local_types_are_numbered_by_class_and_name() {
    check(
        "class A { Object f = new B() { class C { } }; void g() { class D { } record E() { } interface F { } new A(new B() { }) { }; } void h() { class D { Object o = new B() { }; } } }",
        expect![[r#"
            Class A static
              Field Object f()
              Method void g()
              Method void h()
            Anonymous A$1 local extends B
            Class A$1$C
            Class A$1D local
            Record A$1E local static
            Interface A$1F local static abstract
            Anonymous A$2 local extends B
            Anonymous A$3 local extends A
            Class A$2D local
              Field Object o()
            Anonymous A$2D$1 local extends B
        "#]],
    );
}
