//! What parameterised tests look like: takes small programs over a shop, compares the merged test with the expected
//! text.

use std::collections::BTreeSet;

use crate::{programs::Program, shop::shop};
use expect_test::{Expect, expect};
use goalline_junit::{Framework, Style, TableTest, WrittenTest, one_per_shape};
use goalline_testcase::{Literal, Observed, TestCluster};

/// Gives the test another name.
fn renamed(test: WrittenTest, name: String) -> WrittenTest {
    WrittenTest {
        source: test.source.replacen(&test.name, &name, 1),
        name,
        ..test
    }
}

/// Tests of `Fraction.toString`, one for each of these.
fn fractions(cluster: &mut TestCluster, all: &[(i32, &str)]) -> Vec<WrittenTest> {
    let mut tests = Vec::new();
    for (at, (numerator, text)) in all.iter().enumerate() {
        let mut p = Program::new(cluster);
        let (numerator, four) = (p.int(*numerator), p.int(4));
        let fraction = p.make("shop.Fraction.getFraction", &[numerator, four]);
        let told = p.on(fraction, "shop.Fraction.toString", &[]);
        p.saw(told, Observed::Literal(Literal::Text((*text).into())));
        let test = p.write().expect("there is something to assert");
        let case = ["First", "Second", "Third"][at];
        let mut test = renamed(test, format!("toStringReturnsTextWhen{case}"));
        test.kills = vec![7, u32::try_from(at).expect("it is small")];
        tests.push(test);
    }
    tests
}

/// Whether a cart of this name is empty.
fn carts(cluster: &mut TestCluster, all: &[(&str, bool)]) -> Vec<WrittenTest> {
    let mut tests = Vec::new();
    for (name, is_empty) in all {
        let mut p = Program::new(cluster);
        let cart = p.make("shop.Cart", &[]);
        let given = p.text(name);
        p.on(cart, "shop.Cart.setName", &[given]);
        let told = p.on(cart, "shop.Cart.isEmpty", &[]);
        p.saw(told, Observed::Literal(Literal::Boolean(*is_empty)));
        let test = p.write().expect("there is something to assert");
        let returned = if *is_empty { "True" } else { "False" };
        let name = format!("isEmptyReturns{returned}For{name}");
        tests.push(renamed(test, name));
    }
    tests
}

fn merged(cluster: &TestCluster, tests: &[WrittenTest]) -> Vec<TableTest> {
    one_per_shape(cluster, tests, &Style::default(), &BTreeSet::new())
}

fn check(tests: &[TableTest], expected: &Expect) {
    let [table] = tests else {
        panic!("{tests:?}");
    };
    expected.assert_eq(&table.written.source);
}

#[test]
fn three_tests_that_differ_in_literals_become_a_table_with_their_conditions() {
    let mut cluster = shop();
    let all = [(1, "1/4"), (-2, "-1/2"), (3, "it's, so")];
    let tests = fractions(&mut cluster, &all);
    let tables = merged(&cluster, &tests);
    check(
        &tables,
        &expect![[r#"
            @ParameterizedTest
            @CsvSource({
                "1, 1/4", // when first
                "-2, -1/2", // when second
                "3, 'it''s, so'" // when third
            })
            void toStringReturnsTextForEachNumerator(int numerator, String expected) {
                Fraction fraction = Fraction.getFraction(numerator, 4);

                assertEquals(expected, fraction.toString());
            }"#]],
    );
    let table = &tables[0];
    assert_eq!(table.rows, [0, 1, 2]);
    assert_eq!(table.written.kills, [0, 1, 2, 7]);
    let imports = [
        "org.junit.jupiter.params.ParameterizedTest",
        "org.junit.jupiter.params.provider.CsvSource",
    ];
    assert_eq!(table.written.imports, imports);
}

#[test]
fn what_is_the_same_in_all_rows_stays_where_it_is() {
    let mut cluster = shop();
    let tests = fractions(&mut cluster, &[(1, "x"), (2, "x"), (3, "x")]);
    check(
        &merged(&cluster, &tests),
        &expect![[r#"
            @ParameterizedTest
            @ValueSource(ints = {
                1, // when first
                2, // when second
                3 // when third
            })
            void toStringReturnsTextForEachNumerator(int numerator) {
                Fraction fraction = Fraction.getFraction(numerator, 4);

                assertEquals("x", fraction.toString());
            }"#]],
    );
}

#[test]
fn two_tests_of_a_shape_and_those_of_junit_4_stay_apart() {
    let mut cluster = shop();
    let tests = fractions(&mut cluster, &[(1, "1/4"), (-2, "-1/2"), (3, "3/4")]);
    assert_eq!(merged(&cluster, &tests[..2]), []);
    let style = Style {
        framework: Framework::Junit4,
        ..Style::default()
    };
    let old = one_per_shape(&cluster, &tests, &style, &BTreeSet::new());
    assert_eq!(old, []);
}

#[test]
fn what_is_asserted_and_what_is_denied_stand_apart_where_no_rule_says_which_is_which() {
    let mut cluster = shop();
    let mut all = vec![("A", true), ("B", false), ("C", true), ("D", false)];
    let tests = carts(&mut cluster, &all);
    assert_eq!(merged(&cluster, &tests), [], "two of each are no table");
    all.extend([("E", true), ("F", false)]);
    let tests = carts(&mut cluster, &all);
    let tables = merged(&cluster, &tests);
    let rows: Vec<&[usize]> = tables.iter().map(|one| one.rows.as_slice()).collect();
    assert_eq!(rows, [[0, 2, 4], [1, 3, 5]]);
}

#[test]
fn what_is_asserted_and_what_is_denied_are_one_table_by_a_rule() {
    let mut cluster = shop();
    let tests = carts(&mut cluster, &[("", true), ("B", false), ("C", false)]);
    let endings = ["TrueWhenNameIsEmpty", "FalseForB", "FalseForC"];
    let called = tests.into_iter().zip(endings);
    let tests: Vec<WrittenTest> = called
        .map(|(test, name)| renamed(test, format!("isEmptyReturns{name}")))
        .collect();
    check(
        &merged(&cluster, &tests),
        &expect![[r#"
            @ParameterizedTest
            @CsvSource({
                "'', true", // when name is empty
                "B, false",
                "C, false"
            })
            void isEmptyReturnsWhetherNameIsEmpty(String name, boolean expected) {
                Cart cart = new Cart();
                cart.setName(name);

                assertEquals(expected, cart.isEmpty());
            }"#]],
    );
}

#[test]
fn what_has_no_room_on_a_line_with_its_parameters_is_broken() {
    let mut cluster = shop();
    let all = [(1, "1/4"), (-2, "-1/2"), (3, "3/4")];
    let tests = fractions(&mut cluster, &all);
    let style = Style {
        width: 60,
        ..Style::default()
    };
    let tables = one_per_shape(&cluster, &tests, &style, &BTreeSet::new());
    check(
        &tables,
        &expect![[r#"
            @ParameterizedTest
            @CsvSource({
                "1, 1/4", // when first
                "-2, -1/2", // when second
                "3, 3/4" // when third
            })
            void toStringReturnsTextForEachNumerator(
                    int numerator, String expected) {
                Fraction fraction =
                        Fraction.getFraction(numerator, 4);

                assertEquals(expected, fraction.toString());
            }"#]],
    );
}
