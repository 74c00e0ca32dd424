//! That an existing test class teaches how its tests are named, braced and asserted.

use goalline_junit::{AssertionLibrary, Naming, Style, learn_style};
use goalline_syntax::JavaFile;

fn learnt(imports: &str, methods: &str) -> Style {
    let text = format!(
        "package shop;\nimport org.junit.jupiter.api.Test;\n{imports}\nclass CartTest {{\n{methods}\n}}\n"
    );
    learn_style(&JavaFile::parse(text.as_str()), &Style::default())
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
