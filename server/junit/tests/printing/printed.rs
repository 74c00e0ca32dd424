//! What printed tests look like: takes small programs over a shop, compares whole tests with the expected text.

#![expect(
    clippy::needless_raw_string_hashes,
    reason = "expect-test writes the snapshots so"
)]

use crate::{
    descriptions::cluster,
    programs::{Program, object, seen},
};
use expect_test::{Expect, expect};
use goalline_testcase::{Literal, Observed, TestCluster};

const SHOP: &str = "
public class shop.Fraction extends java.lang.Number
  private new(numerator: int, denominator: int)
  static getFraction(numerator: int, denominator: int): shop.Fraction
  static getFraction(value: double): shop.Fraction
  static getFraction(str: java.lang.String): shop.Fraction
  getNumerator(): int
  getDenominator(): int
  doubleValue(): double
  reduce(): shop.Fraction
  add(fraction: shop.Fraction): shop.Fraction
  compareTo(other: shop.Fraction): int
  toString(): java.lang.String
  field static final ONE: shop.Fraction
  field static final ZERO: shop.Fraction
public enum shop.Item
  constant APPLE
  constant RED_PEAR
public class shop.Cart
  new()
  add(item: shop.Item, quantity: int): void
  total(): int
  size(): int
  isEmpty(): boolean
  setName(name: java.lang.String): void
  getName(): java.lang.String
  items(): java.util.List<shop.Item>
  codes(): int[]
  load(path: java.lang.String): int throws java.io.IOException
  clear(): void
  best(order: java.util.Comparator<shop.Item>): shop.Item
  cheapest(rule: shop.Rule, limit: long): shop.Item
  merge(others: shop.Cart...): shop.Cart
  log(text: java.lang.String, level: byte): void
  fill(numbers: int[]): void
  price(): java.math.BigDecimal
  note(): java.lang.StringBuilder
  appendNote(note: java.lang.String): shop.Cart
  print(text: java.lang.Object): void
  print(text: java.lang.String): void
  print(text: char[]): void
public interface shop.Rule
  price(item: shop.Item): double
  label(): java.lang.String
public interface java.util.Comparator<T>
  compare(first: T, second: T): int
public interface java.util.Collection<E>
  size(): int
public interface java.util.List<E> implements java.util.Collection<E>
  get(index: int): E
public class java.util.ArrayList<E> implements java.util.List<E>
  new()
public abstract class java.lang.Number
  intValue(): int
";

fn shop() -> TestCluster {
    cluster(SHOP)
}

fn check(program: &mut Program<'_>, expected: &Expect) {
    expected.assert_eq(&program.source());
}

#[test]
fn literals_are_written_in_place_and_a_short_act_stands_in_its_assertion() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let (three, four) = (p.int(3), p.int(4));
    let fraction = p.make("shop.Fraction.getFraction", &[three, four]);
    let value = p.on(fraction, "shop.Fraction.doubleValue", &[]);
    p.saw(value, Observed::Literal(Literal::Double(0.75)));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void doubleValueReturns0Point75() {
            Fraction fraction = Fraction.getFraction(3, 4);

            assertEquals(0.75, fraction.doubleValue(), 1e-9);
        }"#]],
    );
}

#[test]
fn an_object_result_is_told_by_its_inspectors() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let (three, four) = (p.int(3), p.int(-4));
    let fraction = p.make("shop.Fraction.getFraction", &[three, four]);
    p.saw(fraction, object("shop.Fraction"))
        .inspected(fraction, "getNumerator", "I", seen(-3))
        .inspected(fraction, "getDenominator", "I", seen(4))
        .inspected(
            fraction,
            "toString",
            "Ljava/lang/String;",
            Observed::Literal(Literal::Text("-3/4".into())),
        );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void getFractionReturnsFractionWithNumeratorMinusThreeForNegativeDenominator() {
            Fraction result = Fraction.getFraction(3, -4);

            assertEquals(-3, result.getNumerator());
            assertEquals(4, result.getDenominator());
        }"#]],
    );
}

#[test]
fn the_same_object_is_asserted_as_the_same() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let (three, four) = (p.int(3), p.int(4));
    let fraction = p.make("shop.Fraction.getFraction", &[three, four]);
    let reduced = p.on(fraction, "shop.Fraction.reduce", &[]);
    p.saw(reduced, Observed::Same(fraction));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void reduceReturnsSameInstance() {
            Fraction fraction = Fraction.getFraction(3, 4);

            assertSame(fraction, fraction.reduce());
        }"#]],
    );
}

#[test]
fn constants_are_read_where_they_are_used() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let one = p.make("shop.Fraction.ONE", &[]);
    let zero = p.make("shop.Fraction.ZERO", &[]);
    let sum = p.on(one, "shop.Fraction.add", &[zero]);
    p.saw(sum, Observed::Same(one));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void addReturnsSameInstance() {
            assertSame(Fraction.ONE, Fraction.ONE.add(Fraction.ZERO));
        }"#]],
    );
}

#[test]
fn an_own_exception_is_expected_with_its_message() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let item = p.make("shop.Item.APPLE", &[]);
    let quantity = p.int(-1);
    p.on(cart, "shop.Cart.add", &[item, quantity]);
    p.threw(
        "java.lang.IllegalArgumentException",
        Some("quantity must be positive"),
        &["shop.Cart:12"],
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void addRejectsNegativeQuantity() {
            Cart cart = new Cart();

            IllegalArgumentException thrown =
                    assertThrows(IllegalArgumentException.class, () -> cart.add(Item.APPLE, -1));

            assertEquals("quantity must be positive", thrown.getMessage());
        }"#]],
    );
}

#[test]
fn a_message_of_the_jdk_is_not_expected() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let text = p.text("abc");
    p.make("shop.Fraction.getFraction", &[text]);
    p.threw(
        "java.lang.NumberFormatException",
        Some("For input string: \"abc\""),
        &["java.lang.Integer:652", "shop.Fraction:30"],
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void getFractionThrowsNumberFormatException() {
            assertThrows(NumberFormatException.class, () -> Fraction.getFraction("abc"));
        }"#]],
    );
}

#[test]
fn a_void_act_is_told_by_the_state_it_leaves() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let item = p.make("shop.Item.RED_PEAR", &[]);
    let quantity = p.int(2);
    p.on(cart, "shop.Cart.add", &[item, quantity]);
    p.inspected(cart, "total", "I", seen(80))
        .inspected(cart, "size", "I", seen(1))
        .inspected(
            cart,
            "isEmpty",
            "Z",
            Observed::Literal(Literal::Boolean(false)),
        )
        .inspected(cart, "getName", "Ljava/lang/String;", Observed::Null);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void addLeavesSizeOne() {
                Cart cart = new Cart();

                cart.add(Item.RED_PEAR, 2);

                assertEquals(1, cart.size());
                assertEquals(80, cart.total());
            }"#]],
    );
}

#[test]
fn a_setter_is_told_by_its_getter_first() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let name = p.text("");
    p.on(cart, "shop.Cart.setName", &[name]);
    p.inspected(cart, "size", "I", seen(0)).inspected(
        cart,
        "getName",
        "Ljava/lang/String;",
        Observed::Literal(Literal::Text("".into())),
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void setNameStoresEmptyString() {
            Cart cart = new Cart();

            cart.setName("");

            assertEquals("", cart.getName());
        }"#]],
    );
}

#[test]
fn a_checked_exception_is_declared_only_where_something_throws_it() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let path = p.text("a");
    let count = p.on(cart, "shop.Cart.load", &[path]);
    p.saw(count, seen(0));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void loadReturnsZero() throws Exception {
            Cart cart = new Cart();

            assertEquals(0, cart.load("a"));
        }"#]],
    );
}

#[test]
fn a_functional_interface_becomes_a_lambda() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let minus = p.int(-1);
    let order = p.stand_in(
        "java.util.Comparator<shop.Item>",
        &[("compare", "(Ljava/lang/Object;Ljava/lang/Object;)I", minus)],
    );
    let best = p.on(cart, "shop.Cart.best", &[order]);
    p.saw(best, Observed::Null);
    check(
        &mut p,
        &expect![[r#"
        @Test
        void bestReturnsNull() {
            Cart cart = new Cart();

            assertNull(cart.best((first, second) -> -1));
        }"#]],
    );
}

#[test]
fn another_interface_becomes_an_anonymous_class() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let price = p.literal("double", Literal::Double(1.5));
    let rule = p.stand_in("shop.Rule", &[("price", "(Lshop/Item;)D", price)]);
    let limit = p.literal("long", Literal::Long(5));
    let cheapest = p.on(cart, "shop.Cart.cheapest", &[rule, limit]);
    p.saw(
        cheapest,
        Observed::Enum {
            class: "shop.Item".to_owned(),
            constant: "RED_PEAR".to_owned(),
        },
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void cheapestReturnsRedPear() {
            Cart cart = new Cart();
            Rule rule = new Rule() {
                @Override
                public String label() {
                    return null;
                }

                @Override
                public double price(Item item) {
                    return 1.5;
                }
            };

            assertEquals(Item.RED_PEAR, cart.cheapest(rule, 5L));
        }"#]],
    );
}

#[test]
fn variable_arity_elements_are_written_one_by_one() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let first = p.make("shop.Cart", &[]);
    let second = p.make("shop.Cart", &[]);
    let others = p.array("shop.Cart[]", &[first, second]);
    let merged = p.on(cart, "shop.Cart.merge", &[others]);
    p.saw(merged, Observed::Same(cart))
        .inspected(cart, "size", "I", seen(0));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void mergeReturnsSameInstance() {
            Cart cart = new Cart();

            assertSame(cart, cart.merge(new Cart(), new Cart()));
            assertEquals(0, cart.size());
        }"#]],
    );
}

#[test]
fn a_null_array_in_a_variable_arity_place_is_cast() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let others = p.null("shop.Cart[]");
    let merged = p.on(cart, "shop.Cart.merge", &[others]);
    p.saw(merged, Observed::Same(cart));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void mergeReturnsSameInstanceForNullOthers() {
            Cart cart = new Cart();

            assertSame(cart, cart.merge((Cart[]) null));
        }"#]],
    );
}

#[test]
fn null_is_cast_where_overloads_compete() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let text = p.null("java.lang.String");
    p.on(cart, "shop.Cart.print", &[text]);
    check(
        &mut p,
        &expect![[r#"
        @Test
        void printCompletesForNullText() {
            Cart cart = new Cart();

            assertDoesNotThrow(() -> cart.print((String) null));
        }"#]],
    );
}

#[test]
fn a_byte_argument_is_cast() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let text = p.text("a\n\u{1}");
    let level = p.literal("byte", Literal::Byte(2));
    p.on(cart, "shop.Cart.log", &[text, level]);
    p.inspected(cart, "total", "I", seen(0));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void logLeavesTotalZero() {
            Cart cart = new Cart();

            cart.log("a\n\u0001", (byte) 2);

            assertEquals(0, cart.total());
        }"#]],
    );
}

#[test]
fn lists_and_arrays_are_compared_by_content() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let items = p.on(cart, "shop.Cart.items", &[]);
    let pear = Observed::Enum {
        class: "shop.Item".to_owned(),
        constant: "RED_PEAR".to_owned(),
    };
    p.saw(
        items,
        Observed::Sized {
            size: 1,
            elements: vec![pear],
        },
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void itemsReturnsListOfOne() {
            Cart cart = new Cart();

            assertEquals(List.of(Item.RED_PEAR), cart.items());
        }"#]],
    );

    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let codes = p.on(cart, "shop.Cart.codes", &[]);
    p.saw(
        codes,
        Observed::Array {
            length: 2,
            elements: vec![seen(1), seen(2)],
        },
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void codesReturnsArrayOfTwo() {
            Cart cart = new Cart();

            assertArrayEquals(new int[] {1, 2}, cart.codes());
        }"#]],
    );
}

#[test]
fn an_implicit_exception_is_written_only_when_wanted() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let item = p.null("shop.Item");
    let quantity = p.int(1);
    p.on(cart, "shop.Cart.add", &[item, quantity]);
    p.threw(
        "java.lang.NullPointerException",
        Some("Cannot invoke …"),
        &["shop.Cart:400"],
    );
    let refusal = p.write().expect_err("nobody throws it on purpose");
    assert_eq!(
        refusal.to_string(),
        "it only pins a NullPointerException, which nothing throws on purpose"
    );
    p.with_implicit_exceptions();
    let written = p.write().expect("now it is wanted");
    assert!(written.implicit_exception);
    expect![[r#"
        @Test
        void addThrowsNullPointerExceptionForNullItem() {
            Cart cart = new Cart();

            assertThrows(NullPointerException.class, () -> cart.add(null, 1));
        }"#]]
    .assert_eq(&written.source);
}

#[test]
fn require_non_null_counts_as_a_check_of_the_class() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let item = p.null("shop.Item");
    let quantity = p.int(1);
    p.on(cart, "shop.Cart.add", &[item, quantity]);
    p.threw(
        "java.lang.NullPointerException",
        Some("item"),
        &["java.util.Objects:246", "shop.Cart:400"],
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void addThrowsNullPointerExceptionForNullItem() {
            Cart cart = new Cart();

            NullPointerException thrown =
                    assertThrows(NullPointerException.class, () -> cart.add(null, 1));

            assertEquals("item", thrown.getMessage());
        }"#]],
    );
}

#[test]
fn junit_4_before_assert_throws_uses_the_expected_attribute() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    p.style.framework = goalline_junit::Framework::Junit4;
    p.style.has_assert_throws = false;
    let (one, zero) = (p.int(1), p.int(0));
    p.make("shop.Fraction.getFraction", &[one, zero]);
    p.threw(
        "java.lang.ArithmeticException",
        Some("no"),
        &["shop.Fraction:12"],
    );
    check(
        &mut p,
        &expect![[r#"
        @Test(expected = ArithmeticException.class)
        public void getFractionThrowsArithmeticExceptionForZeroDenominator() {
            Fraction.getFraction(1, 0);
        }"#]],
    );
}

#[test]
fn calls_are_evaluated_in_the_order_of_the_program() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let total = p.on(cart, "shop.Cart.total", &[]);
    let size = p.on(cart, "shop.Cart.size", &[]);
    // The arguments stand in the other order than their calls: only the later call may move.
    let fraction = p.make("shop.Fraction.getFraction", &[size, total]);
    p.saw(fraction, object("shop.Fraction"));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void getFractionReturnsFraction() {
            Cart cart = new Cart();
            int denominator = cart.total();

            assertNotNull(Fraction.getFraction(cart.size(), denominator));
        }"#]],
    );

    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let total = p.on(cart, "shop.Cart.total", &[]);
    let size = p.on(cart, "shop.Cart.size", &[]);
    let fraction = p.make("shop.Fraction.getFraction", &[total, size]);
    p.saw(fraction, object("shop.Fraction"));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void getFractionReturnsFraction() {
            Cart cart = new Cart();

            assertNotNull(Fraction.getFraction(cart.total(), cart.size()));
        }"#]],
    );

    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let total = p.on(cart, "shop.Cart.total", &[]);
    p.on(cart, "shop.Cart.clear", &[]);
    let size = p.int(1);
    let fraction = p.make("shop.Fraction.getFraction", &[total, size]);
    p.saw(fraction, object("shop.Fraction"));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void getFractionReturnsFraction() {
            Cart cart = new Cart();
            int numerator = cart.total();
            cart.clear();

            assertNotNull(Fraction.getFraction(numerator, 1));
        }"#]],
    );
}

#[test]
fn an_array_that_the_act_changed_is_compared_with_what_it_holds_in_the_end() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let zero = p.int(0);
    let numbers = p.array("int[]", &[zero, zero]);
    p.on(cart, "shop.Cart.fill", &[numbers]);
    p.saw(
        numbers,
        Observed::Array {
            length: 2,
            elements: vec![seen(7), seen(7)],
        },
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void fillChangesNumbers() {
            Cart cart = new Cart();
            int[] numbers = {0, 0};

            cart.fill(numbers);

            assertArrayEquals(new int[] {7, 7}, numbers);
        }"#]],
    );
}

#[test]
fn the_object_under_test_has_the_plain_name_and_a_builder_returns_itself() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let first = p.make("shop.Cart", &[]);
    let text = p.text("a");
    p.on(first, "shop.Cart.setName", &[text]);
    let second = p.make("shop.Cart", &[]);
    let others = p.array("shop.Cart[]", &[first]);
    let merged = p.on(second, "shop.Cart.merge", &[others]);
    p.saw(merged, Observed::Same(second));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void mergeReturnsSameInstance() {
            Cart other = new Cart();
            other.setName("a");
            Cart cart = new Cart();

            assertSame(cart, cart.merge(other));
        }"#]],
    );
}

#[test]
fn values_of_the_jdk_are_made_again_from_their_text() {
    let value = |class: &str, text: &str| Observed::Value {
        class: class.to_owned(),
        text: text.into(),
    };
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let price = p.on(cart, "shop.Cart.price", &[]);
    p.saw(price, value("java.math.BigDecimal", "1.50"));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void priceReturns1Point50() {
            Cart cart = new Cart();

            assertEquals(new BigDecimal("1.50"), cart.price());
        }"#]],
    );

    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let note = p.on(cart, "shop.Cart.note", &[]);
    p.saw(note, value("java.lang.StringBuilder", "a\nb"));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void noteReturnsALineFeedB() {
            Cart cart = new Cart();

            assertEquals("a\nb", cart.note().toString());
        }"#]],
    );
}

#[test]
fn a_text_that_the_act_changed_is_told_beside_the_object() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let note = p.text("a");
    let same = p.on(cart, "shop.Cart.appendNote", &[note]);
    let text = |text: &str| Observed::Literal(Literal::Text(text.into()));
    p.saw(same, Observed::Same(cart))
        .inspected(cart, "getName", "Ljava/lang/String;", Observed::Null)
        .inspected(cart, "size", "I", seen(0))
        .inspected(cart, "toString", "Ljava/lang/String;", text("a"));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void appendNoteReturnsSameInstance() {
            Cart cart = new Cart();

            assertSame(cart, cart.appendNote("a"));
            assertEquals("a", cart.toString());
        }"#]],
    );
}

#[test]
fn a_message_in_the_style_of_a_locale_is_not_expected() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let (one, zero) = (p.int(1), p.int(0));
    p.make("shop.Fraction.getFraction", &[one, zero]);
    p.threw(
        "java.lang.ArithmeticException",
        Some("more than 9,223"),
        &["shop.Fraction:12"],
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void getFractionThrowsArithmeticExceptionForZeroDenominator() {
            assertThrows(ArithmeticException.class, () -> Fraction.getFraction(1, 0));
        }"#]],
    );
}

#[test]
fn only_what_the_act_changed_is_asserted() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let (text, level) = (p.text("a"), p.literal("byte", Literal::Byte(2)));
    p.on(cart, "shop.Cart.log", &[text, level]);
    p.inspected(cart, "size", "I", seen(3))
        .inspected(cart, "total", "I", seen(0))
        .then_act();
    p.inspected(cart, "size", "I", seen(3))
        .inspected(cart, "total", "I", seen(7));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void logLeavesTotalSeven() {
            Cart cart = new Cart();

            cart.log("a", (byte) 2);

            assertEquals(7, cart.total());
        }"#]],
    );
}

#[test]
fn an_act_that_changes_nothing_is_only_said_to_return() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let text = p.text("a");
    p.on(cart, "shop.Cart.print", &[text]);
    p.inspected(cart, "size", "I", seen(3)).then_act();
    p.inspected(cart, "size", "I", seen(3));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void printCompletes() {
            Cart cart = new Cart();

            assertDoesNotThrow(() -> cart.print("a"));
        }"#]],
    );
    p.taken.clear();
    p.style.framework = goalline_junit::Framework::Junit4;
    check(
        &mut p,
        &expect![[r#"
        @Test
        public void printLeavesSizeThree() {
            Cart cart = new Cart();

            cart.print("a");

            assertEquals(3, cart.size());
        }"#]],
    );
}

#[test]
fn a_change_is_asserted_beside_the_value() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let path = p.text("a");
    let count = p.on(cart, "shop.Cart.load", &[path]);
    p.inspected(cart, "size", "I", seen(0)).then_act();
    p.saw(count, seen(2)).inspected(cart, "size", "I", seen(2));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void loadReturnsTwo() throws Exception {
            Cart cart = new Cart();

            assertEquals(2, cart.load("a"));
            assertEquals(2, cart.size());
        }"#]],
    );
}
