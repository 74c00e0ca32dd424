//! Tests put into existing test classes: takes a class's text and tests, compares the whole file after the edits.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use goalline_junit::{
    Framework, InsertError, NameChoices, Style, WrittenTest, insert_into, learn_style, taken_names,
    write_class,
};
use goalline_syntax::{JavaFile, apply_edits};
use goalline_testcase::CallableId;

/// A test that uses `Cart`, `List` and `assertEquals`.
fn written(name: &str) -> WrittenTest {
    WrittenTest {
        name: name.to_owned(),
        source: format!(
            "@Test\nvoid {name}() {{\n    Cart cart = new Cart();\n\n    assertEquals(List.of(\"List\"), cart.names());\n}}"
        ),
        imports: vec![
            "java.util.List".to_owned(),
            "org.junit.jupiter.api.Test".to_owned(),
        ],
        static_imports: vec!["org.junit.jupiter.api.Assertions.assertEquals".to_owned()],
        plain_names: vec!["shop.Cart".to_owned()],
        method: "names()".to_owned(),
        callable: CallableId(0),
        implicit_exception: false,
        assertions: 1,
        kills: Vec::new(),
        collaborators: goalline_junit::Collaborators::default(),
        stated: Vec::new(),
        names: NameChoices::default(),
    }
}

fn inserted(text: &str) -> String {
    let file = JavaFile::parse(text);
    let edits = insert_into(&file, &[written("namesReturnsList")]).expect("the class takes tests");
    apply_edits(text, &edits).expect("the edits fit the text")
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&inserted(text));
}

#[test]
fn imports_are_merged_in_order_and_the_test_comes_last() {
    check(
        "package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void isEmpty() {
        assertTrue(new Cart().isEmpty());
    }
}
",
        &expect![[r#"
            package shop;

            import static org.junit.jupiter.api.Assertions.assertEquals;
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import java.util.ArrayList;
            import java.util.List;
            import org.junit.jupiter.api.Test;

            class CartTest {
                @Test
                void isEmpty() {
                    assertTrue(new Cart().isEmpty());
                }

                @Test
                void namesReturnsList() {
                    Cart cart = new Cart();

                    assertEquals(List.of("List"), cart.names());
                }
            }
        "#]],
    );
}

#[test]
fn an_import_joins_the_group_of_its_package() {
    let text = inserted(
        "package shop;

import org.junit.jupiter.api.BeforeEach;

import java.util.ArrayList;
import java.util.Map;

import static org.hamcrest.Matchers.is;

class CartTest {
}
",
    );
    let expected = "package shop;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertEquals;

class CartTest {
";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn wildcard_imports_are_enough() {
    check(
        "package shop;

import java.util.*;
import org.junit.jupiter.api.*;
import static org.junit.jupiter.api.Assertions.*;

class CartTest {

    @Test
    void isEmpty() {
    }

}
",
        &expect![[r#"
            package shop;

            import java.util.*;
            import org.junit.jupiter.api.*;
            import static org.junit.jupiter.api.Assertions.*;

            class CartTest {

                @Test
                void isEmpty() {
                }

                @Test
                void namesReturnsList() {
                    Cart cart = new Cart();

                    assertEquals(List.of("List"), cart.names());
                }

            }
        "#]],
    );
}

#[test]
fn tabs_windows_line_breaks_and_a_missing_final_line_break_stay() {
    let text = "package shop;\r\n\r\nimport org.junit.jupiter.api.Test;\r\n\r\nclass CartTest {\r\n\t@Test\r\n\tvoid a() {\r\n\t}\r\n}";
    let after = inserted(text);
    assert!(
        !after.replace("\r\n", "").contains(['\n', '\r']),
        "every line break is a CRLF: {after:?}"
    );
    assert!(after.ends_with('}'), "no final line break is added");
    expect![[r#"
        package shop;

        import static org.junit.jupiter.api.Assertions.assertEquals;

        import java.util.List;
        import org.junit.jupiter.api.Test;

        class CartTest {
        	@Test
        	void a() {
        	}

        	@Test
        	void namesReturnsList() {
        		Cart cart = new Cart();

        		assertEquals(List.of("List"), cart.names());
        	}
        }"#]]
    .assert_eq(&after.replace("\r\n", "\n"));
}

#[test]
fn names_that_mean_something_else_are_written_out() {
    check(
        "package shop;

import java.awt.List;
import org.junit.jupiter.api.Test;

class CartTest {
    class Cart {
    }

    @Test
    void a() {
        assertEquals(1, 2);
    }

    private void assertEquals(int a, int b) {
    }
}
",
        &expect![[r#"
            package shop;

            import java.awt.List;
            import org.junit.jupiter.api.Assertions;
            import org.junit.jupiter.api.Test;

            class CartTest {
                class Cart {
                }

                @Test
                void a() {
                    assertEquals(1, 2);
                }

                private void assertEquals(int a, int b) {
                }

                @Test
                void namesReturnsList() {
                    shop.Cart cart = new shop.Cart();

                    Assertions.assertEquals(java.util.List.of("List"), cart.names());
                }
            }
        "#]],
    );
}

#[test]
fn a_class_that_writes_the_prefix_gets_the_prefix() {
    check(
        "package shop;

import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void a() {
        Assertions.assertTrue(true);
    }
}
",
        &expect![[r#"
            package shop;

            import java.util.List;
            import org.junit.jupiter.api.Assertions;
            import org.junit.jupiter.api.Test;

            class CartTest {
                @Test
                void a() {
                    Assertions.assertTrue(true);
                }

                @Test
                void namesReturnsList() {
                    Cart cart = new Cart();

                    Assertions.assertEquals(List.of("List"), cart.names());
                }
            }
        "#]],
    );
}

#[test]
fn a_junit_4_class_gets_a_junit_4_test() {
    check(
        "package shop;

import static org.junit.Assert.assertTrue;
import org.junit.Test;

public class CartTest {
  @Test
  public void a() {
    assertTrue(true);
  }
}
",
        &expect![[r#"
            package shop;

            import static org.junit.Assert.assertEquals;
            import static org.junit.Assert.assertTrue;
            import java.util.List;
            import org.junit.Test;

            public class CartTest {
              @Test
              public void a() {
                assertTrue(true);
              }

              @Test
              public void namesReturnsList() {
                Cart cart = new Cart();

                assertEquals(List.of("List"), cart.names());
              }
            }
        "#]],
    );
}

#[test]
fn an_empty_class_without_imports_takes_a_test() {
    check(
        "class CartTest { }\n",
        &expect![[r#"
        import static org.junit.jupiter.api.Assertions.assertEquals;

        import java.util.List;
        import org.junit.jupiter.api.Test;

        class CartTest {
            @Test
            void namesReturnsList() {
                Cart cart = new Cart();

                assertEquals(List.of("List"), cart.names());
            }
        }
    "#]],
    );
    check(
        "package shop;\n\n/** Tests. */\nclass CartTest {\n}\n",
        &expect![[r#"
            package shop;

            import static org.junit.jupiter.api.Assertions.assertEquals;

            import java.util.List;
            import org.junit.jupiter.api.Test;

            /** Tests. */
            class CartTest {
                @Test
                void namesReturnsList() {
                    Cart cart = new Cart();

                    assertEquals(List.of("List"), cart.names());
                }
            }
        "#]],
    );
}

#[test]
fn a_taken_name_gets_a_number() {
    let text = "package shop;\nclass CartTest {\n    void namesReturnsList() {}\n}\n";
    assert!(inserted(text).contains("void namesReturnsList2() {"));
    assert_eq!(
        taken_names(&JavaFile::parse(text)),
        BTreeSet::from(["namesReturnsList".to_owned()])
    );
}

#[test]
fn nothing_else_in_the_file_changes() {
    let text = "package shop;\n\nimport java.util.List;\n\nclass CartTest {\n  // odd   spacing\n\n\n    @Test void a( ) { }  // end\n  }  // last\n";
    let after = inserted(text);
    let kept: Vec<&str> = after
        .lines()
        .filter(|line| text.lines().any(|one| one == *line))
        .collect();
    assert_eq!(
        kept.iter().filter(|line| !line.is_empty()).count(),
        text.lines().filter(|line| !line.is_empty()).count()
    );
}

#[test]
fn classes_that_cannot_take_the_test_say_why() {
    let refused = |text: &str| {
        insert_into(&JavaFile::parse(text), &[written("a")]).expect_err("it cannot take tests")
    };
    assert_eq!(
        refused("class CartTest {\n  void a() { int x = ; }\n}\n"),
        InsertError::Broken { line: 2 }
    );
    assert_eq!(refused("interface CartTest { }"), InsertError::NoClass);
    assert_eq!(
        refused("import spock.lang.Specification;\nclass CartTest { void a() {} }"),
        InsertError::OtherFramework { framework: "Spock" }
    );
    // Its assertions have the actual value first.
    assert_eq!(
        refused("import org.testng.annotations.Test;\nclass CartTest { @Test void a() {} }"),
        InsertError::NotInFramework {
            test: "a".to_owned()
        }
    );
}

#[test]
fn the_layout_of_a_class_is_learnt_for_new_ones_and_kept_in_its_own() {
    let wide = "x".repeat(95);
    let text = format!(
        "import org.junit.jupiter.api.Test;\n\nclass CartTests {{\n\n\t@Test\n\tvoid a() {{\n\t\tcheck(\"{wide}\");\n\t}}\n\n}}\n"
    );
    let style = learn_style(&JavaFile::parse(text.as_str()), &Style::default());
    assert!(style.empty_line_first && style.empty_line_last);
    assert_eq!(style.width, 120);
    let fresh = write_class("", "OrderTests", &[written("b")], &style);
    assert!(
        fresh.contains("class OrderTests {\n\n\t@Test\n\tvoid b"),
        "{fresh}"
    );
    assert!(fresh.ends_with("\t}\n\n}\n"), "{fresh}");
    let joined = inserted(&text);
    assert!(joined.ends_with("\t}\n\n}\n"), "{joined}");
    let narrow = text.replace(&wide, "x");
    let style = learn_style(&JavaFile::parse(narrow.as_str()), &Style::default());
    assert_eq!(style.width, 100);
}

#[test]
fn the_style_is_learnt_from_the_class() {
    let text = "package shop;\nimport org.junit.Test;\npublic class CartTest {\n\tprivate Cart cart;\n\t@Test public void a() {\n\t\tfinal var x = 1;\n\t\tfinal var y = 2;\n\t}\n}\n";
    let style = learn_style(&JavaFile::parse(text), &Style::default());
    assert_eq!(style.framework, Framework::Junit4);
    assert_eq!(style.indent, "\t");
    assert!(style.final_locals && style.uses_var);
    assert!(style.reserved.contains("cart"));
}

#[test]
fn a_new_class_has_sorted_imports_and_one_empty_line_between_tests() {
    let mut other = written("second");
    other.imports.push("java.awt.List".to_owned());
    other.source = "@Test\nvoid second() {\n    assertNull(new java.util.List[1]);\n}".to_owned();
    let text = write_class(
        "shop",
        "CartTest",
        &[written("first"), other],
        &Style::default(),
    );
    expect![[r#"
        package shop;

        import static org.junit.jupiter.api.Assertions.assertEquals;

        import java.util.List;
        import org.junit.jupiter.api.Test;

        class CartTest {
            @Test
            void first() {
                Cart cart = new Cart();

                assertEquals(List.of("List"), cart.names());
            }

            @Test
            void second() {
                assertNull(new java.util.List[1]);
            }
        }
    "#]]
    .assert_eq(&text);
}
