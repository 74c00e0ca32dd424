//! That an existing test class teaches how its tests are named, braced and asserted.

use goalline_junit::{
    AssertionLibrary, Collaborators, NameChoices, Naming, Style, WrittenTest, learn_style,
    write_class,
};
use goalline_syntax::JavaFile;
use goalline_testcase::CallableId;

fn learnt(imports: &str, methods: &str) -> Style {
    let text = format!(
        "package shop;\nimport org.junit.jupiter.api.Test;\n{imports}\nclass CartTest {{\n{methods}\n}}\n"
    );
    learn_style(&JavaFile::parse(text.as_str()), &Style::default())
}

/// An empty test.
fn written() -> WrittenTest {
    WrittenTest {
        name: "a".to_owned(),
        source: "@Test\nvoid a() {\n}".to_owned(),
        imports: vec!["org.junit.jupiter.api.Test".to_owned()],
        static_imports: Vec::new(),
        plain_names: Vec::new(),
        method: "a()".to_owned(),
        callable: CallableId(0),
        implicit_exception: false,
        assertions: 0,
        kills: Vec::new(),
        collaborators: Collaborators::default(),
        stated: Vec::new(),
        names: NameChoices::default(),
    }
}

fn named(names: &[&str]) -> Naming {
    let methods: Vec<String> = names
        .iter()
        .map(|name| format!("    @Test void {name}() {{ }}\n"))
        .collect();
    learnt("", &methods.concat()).naming
}

#[test]
fn most_names_show_how_tests_are_named() {
    assert_eq!(named(&["testTotal", "testAdd", "adds"]), Naming::TestPrefix);
    assert_eq!(named(&["total_of_nothing", "adds_items"]), Naming::Snake);
    assert_eq!(named(&["total_whenEmpty", "add_ofTwo"]), Naming::Segments);
    assert_eq!(named(&["testTotal", "addsItems"]), Naming::Camel);
    assert_eq!(named(&[]), Naming::Camel);
}

#[test]
fn braces_on_their_own_lines_are_kept() {
    let alone = learnt("", "    @Test\n    void total()\n    {\n    }\n");
    assert!(alone.brace_alone);
    assert!(!learnt("", "    @Test\n    void total() {\n    }\n").brace_alone);
}

#[test]
fn the_library_of_most_assertions_is_used() {
    let assertj = "import static org.assertj.core.api.Assertions.assertThat;";
    let that = "    @Test void total() { assertThat(1).isEqualTo(1); }\n";
    assert_eq!(learnt(assertj, that).assertions, AssertionLibrary::AssertJ);
    let core = "import static org.hamcrest.CoreMatchers.is;";
    let thrown =
        "    @Test void total() { assertThat(1, is(1)); assertThrows(X.class, () -> { }); }\n";
    assert_eq!(
        learnt(core, thrown).assertions,
        AssertionLibrary::HamcrestCore
    );
    let equals =
        "    @Test void total() { assertEquals(1, 1); assertTrue(true); assertThat(1); }\n";
    assert_eq!(learnt(assertj, equals).assertions, AssertionLibrary::JUnit);
}

#[test]
fn a_new_class_has_its_imports_as_the_classes_beside_it() {
    let beside = "package shop;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertTrue;

class TillTest {
}
";
    let style = learn_style(&JavaFile::parse(beside), &Style::default());
    let imports = [
        "java.util.Map",
        "org.junit.jupiter.api.Test",
        "com.shop.Till",
    ];
    let written = WrittenTest {
        source: "@Test\nvoid a() {\n}".to_owned(),
        imports: imports.map(str::to_owned).to_vec(),
        static_imports: vec!["org.junit.jupiter.api.Assertions.assertEquals".to_owned()],
        ..self::written()
    };
    let text = write_class("shop", "CartTest", &[written], &style);
    let expected = "package shop;

import com.shop.Till;
import org.junit.jupiter.api.Test;

import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;

class CartTest {
";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn a_new_class_has_the_line_breaks_of_the_classes_beside_it_and_their_comment_about_rights() {
    let beside = "/* Copyright us */\r\n\r\npackage shop;\r\n\r\nclass TillTest {\r\n}\r\n";
    let style = learn_style(&JavaFile::parse(beside), &Style::default());
    let text = write_class("shop", "CartTest", &[written()], &style);
    assert!(
        text.starts_with("/* Copyright us */\r\n\r\npackage shop;\r\n"),
        "{text}"
    );
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
}

#[test]
fn a_comment_about_the_class_is_no_comment_about_rights() {
    let beside = "/* Tests of the till, by Alice. */\npackage shop;\nclass TillTest { }\n";
    let style = learn_style(&JavaFile::parse(beside), &Style::default());
    assert_eq!(style.header.to_string(), "");
}
