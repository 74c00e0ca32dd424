//! What printed assertions look like in the words of AssertJ and Hamcrest: one program with an assertion of most kinds.

use crate::{
    programs::{Program, seen},
    shop::shop,
};
use expect_test::{Expect, expect};
use goalline_junit::AssertionLibrary;
use goalline_testcase::{Literal, Observed};

/// A cart whose total was read after an array and a text were given: one assertion of most kinds.
fn in_words_of(assertions: AssertionLibrary, expected: &Expect) {
    let mut cluster = shop();
    let mut tests = Vec::new();
    let seen_values = [
        (
            "codes",
            Observed::Array {
                length: 1,
                elements: vec![seen(7)],
            },
        ),
        ("price", Observed::Null),
        ("size", seen(2)),
        ("isEmpty", Observed::Literal(Literal::Boolean(false))),
        (
            "items",
            Observed::Sized {
                size: 0,
                elements: Vec::new(),
            },
        ),
    ];
    for (method, observed) in seen_values {
        let mut p = Program::new(&mut cluster);
        p.style.assertions = assertions;
        let cart = p.make("shop.Cart", &[]);
        let result = p.on(cart, &format!("shop.Cart.{method}"), &[]);
        p.saw(result, observed);
        tests.push(p.source());
    }
    let mut p = Program::new(&mut cluster);
    p.style.assertions = assertions;
    let fraction = p.make("shop.Fraction.ONE", &[]);
    let result = p.on(fraction, "shop.Fraction.doubleValue", &[]);
    p.saw(result, Observed::Literal(Literal::Double(1.0)));
    tests.push(p.source());
    let mut p = Program::new(&mut cluster);
    p.style.assertions = assertions;
    let cart = p.make("shop.Cart", &[]);
    let (item, less) = (p.make("shop.Item.APPLE", &[]), p.int(-1));
    p.on(cart, "shop.Cart.add", &[item, less]);
    p.threw(
        "java.lang.IllegalArgumentException",
        Some("must be positive"),
        &["shop.Cart:7"],
    );
    tests.push(p.source());
    let asserting = tests.iter().flat_map(|test| test.lines());
    let asserting =
        asserting.filter(|line| line.contains("assert") || line.starts_with("        "));
    let lines: Vec<&str> = asserting.map(str::trim_start).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn assertions_are_written_in_the_words_of_assertj() {
    in_words_of(
        AssertionLibrary::AssertJ,
        &expect![[r#"
        assertThat(cart.codes()).isEqualTo(new int[] {7});
        assertThat(cart.price()).isNull();
        assertThat(cart.size()).isEqualTo(2);
        assertThat(cart.isEmpty()).isFalse();
        assertThat(cart.items()).isEmpty();
        assertThat(Fraction.ONE.doubleValue()).isCloseTo(1.0, within(1e-9));
        assertThatThrownBy(() -> cart.add(Item.APPLE, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must be positive");"#]],
    );
}

#[test]
fn assertions_are_written_in_the_words_of_hamcrest() {
    in_words_of(
        AssertionLibrary::Hamcrest,
        &expect![[r#"
        assertThat(cart.codes(), is(new int[] {7}));
        assertThat(cart.price(), is(nullValue()));
        assertThat(cart.size(), is(2));
        assertThat(cart.isEmpty(), is(false));
        assertThat(cart.items().isEmpty(), is(true));
        assertThat(Fraction.ONE.doubleValue(), is(closeTo(1.0, 1e-9)));
        assertThrows(IllegalArgumentException.class, () -> cart.add(Item.APPLE, -1));
        assertThat(thrown.getMessage(), is("must be positive"));"#]],
    );
}
