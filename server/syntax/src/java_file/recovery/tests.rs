//! What is left of a file that does not parse: which members are kept whole, and that nothing moves.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use crate::{JavaFile, Span, declarations};

/// Lists the members with a body: `f`, or `f broken`.
fn members(java: &str) -> String {
    let file = JavaFile::parse(java);
    let found = declarations(&file);
    let members = found
        .types
        .iter()
        .flat_map(|ty| ty.members.iter().map(move |it| (ty, it)));
    let line = |(ty, member): (&crate::TypeDeclaration, &crate::MemberDeclaration)| {
        let broken = if member.is_broken { " broken" } else { "" };
        let empty = if member.code.is_none() { " empty" } else { "" };
        format!("{}.{}{broken}{empty}\n", ty.binary_name, member.name)
    };
    members.map(line).collect()
}

/// A class whose second method has this body, between two good ones and a nested class.
fn damaged(body: &str) -> String {
    format!(
        "package p;

class A {{
    int x = 1;

    void before() {{
        if (a) {{
            x();
        }}
    }}

    /** Doc. */
    int hurt(int i) {{
{body}
    }}

    @Override
    public void after(String s) {{
        for (String t : s) {{
            y(new B() {{
                @Override
                void inner() {{
                    z();
                }}
            }});
        }}
    }}

    static class Inner {{
        int last() {{
            return 1;
        }}
    }}

    void end() {{
    }}
}}
"
    )
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "`check(java, expect![..])` reads best"
)]
fn check(java: &str, expected: Expect) {
    expected.assert_eq(&members(java));
}

const DAMAGE: &[&str] = &[
    "        foo(",
    "        foo.",
    "        foo.bar",
    "        foo.bar(1, ",
    "        int y = ;",
    "        int y = 1",
    "        if (i > 0) {\n            return 1;",
    "        if (i > 0 {\n            return 1;\n        }",
    "        if (i > 0)) {\n            return 1;\n        }",
    "        if (",
    "        if",
    "        for (int j = 0; j < ",
    "        while (true) {",
    "        }\n        return 1;",
    "        }\n        if (i > 0) {\n            return 1;\n        }",
    "        x(\"abc);",
    "        x('abc);",
    "        x(y -> { ;",
    "        x(y -> );",
    "        new B() {\n            void g() {",
    "        switch (i) {\n            case 1 -> ",
    "        switch (i) {\n            case 1:",
    "        case 1:",
    "        try {\n            x();",
    "        ) ] } { ( [",
    "        @",
    "        # \\ `",
    "        é 你 😀 (",
    "        else x();",
    "        int[ y;",
    "        List<String y = new ArrayList<>(;",
    "        return i ? 1 : ;",
    "        return i ? 1;",
    "        {{{{",
    "        public",
    "        class",
    "        class B {",
    "        String s = \"a\" + ;",
    "        // fine\n        x(/* open */",
];

#[test]
fn an_error_silences_only_the_member_it_stands_in() {
    let kept = [
        "A.x",
        "A.before",
        "A.after",
        "A.end",
        "A$1.inner",
        "A$Inner.last",
    ];
    for body in DAMAGE {
        let java = damaged(body);
        let left: Vec<_> = members(&java).lines().map(str::to_owned).collect();
        for member in kept.map(|it| format!("p.{it}")) {
            assert!(
                left.contains(&member),
                "{member} is lost:\n{java}\n{left:?}"
            );
        }
        let hurt = left.iter().find(|it| it.starts_with("p.A.hurt"));
        assert!(
            hurt.is_none_or(|it| it.contains("broken")),
            "not silenced:\n{java}\n{left:?}"
        );
        assert!(JavaFile::parse(java).has_error());
    }
}

#[test]
fn damage_between_members_silences_no_member() {
    check(
        "class A {\n    void f() {\n        x();\n    }\n\n    priv int y = ;\n\n    void g() {\n        x();\n    \
          }\n}\n",
        expect![[r#"
            A.f
            A.int broken empty
            A.g
        "#]],
    );
    check(
        "class A {\n    void f() {\n        x();\n    }\n    publ\n    @Over\n    int h(int i {\n        z();\n    \
          }\n    void g() {\n        x();\n    }\n}\n",
        expect![[r#"
            A.f
            A.h broken
            A.g
        "#]],
    );
    check(
        "class A {\n    void f() {\n        x();\n    }\n    }\n    void g() {\n        x();\n    }\n}\n",
        expect![[r#"
            A.f
            A.g
        "#]],
    );
}

#[test]
fn an_error_in_a_method_of_an_anonymous_class_silences_that_method() {
    check(
        "class A {\n    void f() {\n        x(new B() {\n            void g() { y(; }\n            void h() { z(); \
          }\n        });\n    }\n}\n",
        expect![[r#"
            A.f
            A$1.g broken
            A$1.h
        "#]],
    );
}

#[test]
fn a_missing_brace_of_a_nested_class_silences_no_member() {
    check(
        "class A {\n    static class B {\n        void f() {\n            x();\n        }\n\n    void g() {\n        \
          y();\n    }\n}\n",
        expect![[r#"
            A$B.f
            A$B.g
        "#]],
    );
}

#[test]
fn what_looks_like_a_constructor_of_another_class_is_broken() {
    check(
        "class A {\n    void f() {\n        }\n        catch (E e) {\n            x();\n        }\n    A() { }\n}\n",
        expect![[r#"
            A.f
            A.<init> broken
            A.<init>
        "#]],
    );
}

#[test]
fn constants_of_an_enum_are_members_of_their_own() {
    let java = |hurt: &str| {
        format!(
            "enum E {{\n    ONE(1) {{\n        void f() {{\n            x();\n        }}\n        void g() \
              {{\n            {hurt}\n        }}\n    }},\n    TWO(2),\n    THREE {{\n        void h() {{\n        \
              }}\n    }};\n    void i() {{\n    }}\n}}\n"
        )
    };
    for hurt in ["x(", "if (a) {", "\""] {
        let left = members(&java(hurt));
        for kept in ["E$1.f\n", "E.TWO\n", "E$2.h\n", "E.i\n"] {
            assert!(
                left.contains(kept),
                "{kept} is lost:\n{}\n{left}",
                java(hurt)
            );
        }
        assert!(!left.contains("E$1.g\n"), "{left}");
    }
    check(
        "enum E {\n    ONE(1,\n    TWO;\n    void f() { }\n}\n",
        expect![[r#"
            E.f
        "#]],
    );
}

#[test]
fn several_damaged_members_are_all_silenced() {
    check(
        "class A {\n  void f() {\n    x(;\n    if (a) {\n  }\n  void g() {\n    y();\n  }\n  void h() {\n    }\n    \
          }\n  void i() {\n    z(\"\n  }\n  void j() { }\n}\n",
        expect![[r#"
            A.f broken
            A.g
            A.h
            A.i broken
            A.j
        "#]],
    );
}

#[test]
fn what_the_grammar_does_not_know_is_no_error() {
    for body in [
        "switch (o) { case Shape.Circle(double r) -> y(); case a.b.C(D.E(var _), F(G g)) when g.h(1) -> x(); default \
          -> x(); }",
        "switch (o) { case A _, B _ -> y(); case C(_), D.E(int _) -> x(); case F.G _, H _ when a > 1 -> z(); default \
          -> x(); }",
        "switch (o) { case final String s -> y(); case null, default -> x(); }",
        "if (o instanceof A.B(int x, C.D(var y)) && x > y) z();",
    ] {
        let java = format!("class A {{ void f() {{ {body} }} }}");
        assert!(!JavaFile::parse(java.as_str()).has_error(), "{body}");
    }
    for java in [
        "import module java.base; class A { }",
        "class A { A(int i) { if (i < 0) throw new E(); this.x = i; super(i); } A() { int j = 1; this(j); } }",
        "class A { }\u{1a}",
        "class A {\r // comment\r void f() { }\r}",
    ] {
        assert!(!JavaFile::parse(java).has_error(), "{java}");
    }
    let file = JavaFile::parse("class A { // {\r void f() { }\r}");
    assert_eq!(declarations(&file).types[0].members.len(), 1);
    let file = JavaFile::parse("import module java.base; import a.*; class A { }");
    let imports = declarations(&file).imports;
    assert_eq!(
        (imports[0].path.as_str(), imports[0].is_module),
        ("java.base", true)
    );
    assert_eq!(
        (imports[1].path.as_str(), imports[1].is_module),
        ("a", false)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_makes_it_panic_and_edits_equal_parsing_anew(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, prop::sample::select(vec![
            "", "{", "}", "(", ")", "\"", "'", "/*", "*/", ";", "if (a) {", "case A.B(", "é", "\r", "class B {",
            "void g() {",
        ])), 1..6)
    ) {
        let mut file = JavaFile::parse(damaged("        return i;"));
        for (at, length, new) in edits {
            let start = at.index(file.text().len());
            file.edit(Span::new(start, (start + length).min(file.text().len())), new);
            let anew = JavaFile::parse(file.shared_text());
            let spans = |file: &JavaFile| {
                file.root().descendants().map(|it| (it.kind(), it.span())).collect::<Vec<_>>()
            };
            if !anew.has_error() {
                prop_assert_eq!(spans(&file), spans(&anew));
            }
            let end = file.text().len();
            prop_assert!(file.root().descendants().all(|it| it.span().end <= end));
            let _ = declarations(&file);
        }
    }
}
