//! What printed arrange and act look like: takes small programs over a shop, compares whole tests with the expected
//! text.

#![expect(
    clippy::needless_raw_string_hashes,
    reason = "expect-test writes the snapshots so"
)]

use crate::{
    descriptions::cluster,
    programs::{Program, object, seen},
    shop::{check, shop},
};
use expect_test::expect;
use goalline_junit::Mockito;
use goalline_testcase::{JavaType, Literal, Observed, StatementKind};

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
            void doubleValueReturns0Point75WhenNumeratorIsThreeAndDenominatorIsFour() {
                Fraction fraction = Fraction.getFraction(3, 4);

                assertEquals(0.75, fraction.doubleValue(), 1e-9);
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
            void addReturnsSameInstanceForZero() {
                assertSame(Fraction.ONE, Fraction.ONE.add(Fraction.ZERO));
            }"#]],
    );
}

#[test]
fn a_functional_interface_becomes_a_lambda() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let minus = p.int(-1);
    let order = p.test_double(
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
fn a_comparator_without_an_answer_is_one_that_keeps_its_contract() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let order = p.test_double("java.util.Comparator<shop.Item>", &[]);
    let best = p.on(cart, "shop.Cart.best", &[order]);
    p.saw(best, Observed::Null);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void bestReturnsNull() {
                Cart cart = new Cart();

                assertNull(cart.best(Comparator.comparing(Object::toString)));
            }"#]],
    );
}

#[test]
fn a_hash_code_is_that_of_an_equal_object_and_no_number() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let numbers = (p.int(3), p.int(4));
    let one = p.make("shop.Fraction.getFraction", &[numbers.0, numbers.1]);
    let other = p.make("shop.Fraction.getFraction", &[numbers.0, numbers.1]);
    let expected = p.on(other, "shop.Fraction.hashCode", &[]);
    let hash = p.on(one, "shop.Fraction.hashCode", &[]);
    p.saw(expected, Observed::Literal(Literal::Int(1234)));
    p.saw(hash, Observed::Literal(Literal::Int(1234)));
    check(
        &mut p,
        &expect![[r#"
            @Test
            void hashCodeIsThatOfEqualFraction() {
                Fraction fraction = Fraction.getFraction(3, 4);

                assertEquals(Fraction.getFraction(3, 4).hashCode(), fraction.hashCode());
            }"#]],
    );
}

#[test]
fn that_an_object_has_the_hash_code_of_itself_is_not_asserted() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let numbers = (p.int(3), p.int(4));
    let one = p.make("shop.Fraction.getFraction", &[numbers.0, numbers.1]);
    let kept = p.make("shop.Fraction.getFraction", &[numbers.0, numbers.1]);
    let expected = p.on(kept, "shop.Fraction.hashCode", &[]);
    let hash = p.on(one, "shop.Fraction.hashCode", &[]);
    p.saw(kept, Observed::Same(one));
    p.saw(expected, Observed::Literal(Literal::Int(1234)));
    p.saw(hash, Observed::Literal(Literal::Int(1234)));
    assert!(p.write().is_err(), "a factory gave the same object twice");
}

#[test]
fn the_constructor_of_an_abstract_class_is_given_what_the_double_says() {
    let mut cluster = cluster(
        "public abstract class shop.Gate\n  new(name: java.lang.String, lanes: int)\n  abstract used(): int\n  isFull(): boolean",
    );
    let ty = cluster.intern(JavaType::class("shop.Gate"));
    cluster.test_double(ty).expect("it is abstract");
    let mut p = Program::new(&mut cluster);
    let name = p.text("north");
    let lanes = p.int(3);
    let gate = p.test_double("shop.Gate", &[]);
    let kind = &mut p.test.statements[usize::from(gate.0)].kind;
    if let StatementKind::TestDouble { arguments, .. } = kind {
        arguments.extend([name, lanes]);
    }
    let full = p.on(gate, "shop.Gate.isFull", &[]);
    p.saw(full, Observed::Literal(Literal::Boolean(false)));
    let source = p.source();
    assert!(source.contains("new Gate(\"north\", 3) {"), "{source}");
}

#[test]
fn another_interface_becomes_an_anonymous_class() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let price = p.literal("double", Literal::Double(1.5));
    let rule = p.test_double("shop.Rule", &[("price", "(Lshop/Item;)D", price)]);
    let limit = p.literal("long", Literal::Long(5));
    let cheapest = p.on(cart, "shop.Cart.cheapest", &[rule, limit]);
    p.saw(
        cheapest,
        Observed::Constant {
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
fn where_there_is_mockito_another_interface_becomes_a_mock() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    p.style.mocks = Some(Mockito::default());
    let cart = p.make("shop.Cart", &[]);
    let price = p.literal("double", Literal::Double(1.5));
    let rule = p.test_double("shop.Rule", &[("price", "(Lshop/Item;)D", price)]);
    let limit = p.literal("long", Literal::Long(5));
    let cheapest = p.on(cart, "shop.Cart.cheapest", &[rule, limit]);
    p.saw(cheapest, Observed::Null);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void cheapestReturnsNull() {
                Cart cart = new Cart();
                Rule rule = mock(Rule.class);
                when(rule.price(any())).thenReturn(1.5);

                assertNull(cart.cheapest(rule, 5L));
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
            void mergeLeavesCartEmpty() {
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
            void printDoesNotThrowForNullText() {
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
            void logLeavesTotalZeroWhenTextContainsControlCharacter() {
                Cart cart = new Cart();

                cart.log("a\n\u0001", (byte) 2);

                assertEquals(0, cart.total());
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
            void getFractionReturnsFractionWhenDenominatorIsOne() {
                Cart cart = new Cart();
                int numerator = cart.total();
                cart.clear();

                assertNotNull(Fraction.getFraction(numerator, 1));
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
fn the_object_under_test_is_no_other_one_where_a_field_of_the_test_class_has_its_name() {
    let mut cluster = cluster(
        "
public class shop.Cart
  new()
  size(): int
public class shop.CartPrinter
  new()
  pages(): int
",
    );
    for (class, method, expected) in [
        (
            "shop.Cart",
            "shop.Cart.size",
            "Cart testedCart = new Cart();",
        ),
        (
            "shop.CartPrinter",
            "shop.CartPrinter.pages",
            "CartPrinter printer = new CartPrinter();",
        ),
    ] {
        let mut p = Program::new(&mut cluster);
        p.style.reserved = ["cart".to_owned(), "cartPrinter".to_owned()].into();
        let object = p.make(class, &[]);
        let told = p.on(object, method, &[]);
        p.saw(told, seen(0));
        let source = p.source();
        assert!(source.contains(expected), "{source}");
    }
}

#[test]
fn a_builder_that_is_passed_on_keeps_its_name() {
    let mut cluster = cluster(
        "
public class shop.Order
  new()
  add(item: java.lang.String): shop.Order
public class shop.Till
  new()
  pay(order: shop.Order, notes: java.lang.String[]): int
",
    );
    let mut p = Program::new(&mut cluster);
    let order = p.make("shop.Order", &[]);
    let notes = p.array("java.lang.String[]", &[]);
    let item = p.text("tea");
    let added = p.on(order, "shop.Order.add", &[item]);
    let till = p.make("shop.Till", &[]);
    let paid = p.on(till, "shop.Till.pay", &[added, notes]);
    p.saw(added, Observed::Same(order));
    p.saw(paid, seen(3));
    let source = p.write().expect("a number can be asserted").source;
    let made = "    Order order = new Order().add(\"tea\");\n";
    assert!(source.contains(made), "{source}");
    assert!(source.contains("till.pay(order, "), "{source}");
}

/// An order that gives itself, and what it is made into.
const ORDER: &str = "
public class shop.Order
  static order(): shop.Order
  add(item: java.lang.String): shop.Order
  wrap(): shop.Order
  bill(): shop.Bill
  count(): int
public class shop.Bill
  new()
  total(): int
";

#[test]
fn what_a_builder_is_told_stands_in_a_chain() {
    let mut cluster = cluster(ORDER);
    let mut p = Program::new(&mut cluster);
    let order = p.make("shop.Order.order", &[]);
    let item = p.text("tea");
    let added = p.on(order, "shop.Order.add", &[item]);
    let wrapped = p.on(order, "shop.Order.wrap", &[]);
    let count = p.on(order, "shop.Order.count", &[]);
    p.saw(added, Observed::Same(order));
    p.saw(wrapped, Observed::Same(order));
    p.saw(count, seen(2));
    let source = p.source();
    let made = "Order order = Order.order().add(\"tea\").wrap();";
    assert!(source.contains(made), "{source}");
}

#[test]
fn a_chain_of_calls_may_stand_on_a_line_of_its_own() {
    let mut cluster = cluster(ORDER);
    let mut p = Program::new(&mut cluster);
    let order = p.make("shop.Order.order", &[]);
    let item = p.text("a box of the finest tea that there is in this old town");
    let added = p.on(order, "shop.Order.add", &[item]);
    let bill = p.on(added, "shop.Order.bill", &[]);
    let total = p.on(bill, "shop.Bill.total", &[]);
    p.saw(added, Observed::Same(order));
    p.saw(total, seen(3));
    let source = p.source();
    let asked = "    Bill bill =\n            Order.order().add(\"a box";
    assert!(source.contains(asked), "{source}");
}

#[test]
fn an_array_that_a_field_is_set_to_says_its_type() {
    let mut cluster = cluster("public class shop.Pad\n  new()\n  field buffer: char[]");
    let mut p = Program::new(&mut cluster);
    let pad = p.make("shop.Pad", &[]);
    let letter = p.literal("char", Literal::Char(97));
    let buffer = p.array("char[]", &[letter]);
    p.on(pad, "shop.Pad.buffer", &[buffer]);
    let test = p.test.clone();
    assert_eq!(
        goalline_junit::statements(&cluster, &test),
        "Pad pad = new Pad();\npad.buffer = new char[] {'a'};"
    );
}

#[test]
fn elements_that_are_passed_one_by_one_get_no_array_of_their_own_on_a_long_line() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    p.style.width = 34;
    let cart = p.make("shop.Cart", &[]);
    let other = p.make("shop.Cart", &[]);
    let name = p.text("for the picnic on Sunday");
    p.on(other, "shop.Cart.setName", &[name]);
    let others = p.array("shop.Cart[]", &[other]);
    let merged = p.on(cart, "shop.Cart.merge", &[others]);
    p.inspected(merged, "size", "I", seen(3));
    p.saw(merged, object("shop.Cart"));
    let source = p.write().expect("a size can be asserted").source;
    assert!(source.contains(".merge(other)"), "{source}");
    assert!(!source.contains("[]"), "{source}");
}

#[test]
fn that_a_call_returns_is_no_test_unless_it_may_refuse_something() {
    const GATE: &str = "
public class shop.Gate
  new()
  clear(): void
  swing(): void
  checkShut(): void
  close(): void
";
    let mut cluster = cluster(GATE);
    let mut is_written = |method: Option<&str>| {
        let mut p = Program::new(&mut cluster);
        let gate = p.make("shop.Gate", &[]);
        if let Some(method) = method {
            p.on(gate, &format!("shop.Gate.{method}"), &[]);
        } else {
            p.saw(gate, object("shop.Gate"));
        }
        p.goal("level > 0", true);
        p.write().is_ok()
    };
    assert!(!is_written(Some("clear")), "it refuses nothing");
    assert!(!is_written(None), "new Gate() makes a gate");
    assert!(is_written(Some("swing")), "it has a throw");
    assert!(is_written(Some("checkShut")) && is_written(Some("close")));
}

#[test]
fn before_java_8_a_functional_interface_becomes_a_class() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    p.style.release = 7;
    let cart = p.make("shop.Cart", &[]);
    let minus = p.int(-1);
    let order = p.test_double(
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
            Comparator<Item> order = new Comparator<Item>() {
                @Override
                public int compare(Item first, Item second) {
                    return -1;
                }
            };

            assertNull(cart.best(order));
        }"#]],
    );
}
