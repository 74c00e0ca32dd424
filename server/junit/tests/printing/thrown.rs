//! What tests of exceptions look like: takes small programs over a shop that throw, compares whole tests with the
//! expected text.

#![expect(
    clippy::needless_raw_string_hashes,
    reason = "expect-test writes the snapshots so"
)]

use crate::{
    descriptions::cluster,
    programs::{Program, seen},
    shop::{check, shop},
};
use expect_test::expect;
use goalline_testcase::{Literal, Observed};

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
            void getFractionThrowsNumberFormatExceptionForNonNumericText() {
                assertThrows(NumberFormatException.class, () -> Fraction.getFraction("abc"));
            }"#]],
    );
}

#[test]
fn the_class_of_an_exception_may_say_what_was_wrong_with_what_was_given() {
    let name = |class: &str| {
        let mut cluster = shop();
        let mut p = Program::new(&mut cluster);
        let cart = p.make("shop.Cart", &[]);
        let path = p.text("world");
        p.on(cart, "shop.Cart.load", &[path]);
        p.threw(class, None, &["shop.Keys:7", "shop.Cart:30"]);
        p.write().expect("an exception").name
    };
    assert_eq!(name("shop.InvalidKeyException"), "loadRejectsInvalidKey");
    // What the cart is like is nothing that it was given.
    let of_state = name("shop.IllegalCartStateException");
    assert!(!of_state.contains("Rejects"), "{of_state}");
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

/// Whether a test is refused in which adding to a cart ends so; `frames` are `class:line`, the throwing one first.
fn is_refused(exception: &str, frames: &[&str]) -> bool {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let arguments = [p.null("shop.Item"), p.int(1)];
    p.on(cart, "shop.Cart.add", &arguments);
    p.threw(exception, None, frames);
    p.write().is_err()
}

#[test]
fn what_the_jdk_refuses_of_a_call_that_is_given_nothing_is_no_argument() {
    let mut cluster = cluster(
        "public class shop.Die\n  new()\n  roll(): int\n  roll(faces: int): int\n\
         public class java.lang.IllegalArgumentException extends java.lang.RuntimeException",
    );
    let mut is_refused = |is_given: bool| {
        let mut p = Program::new(&mut cluster);
        let die = p.make("shop.Die", &[]);
        let given: Vec<_> = is_given.then(|| p.int(0)).into_iter().collect();
        p.on(die, "shop.Die.roll", &given);
        let frames = ["java.util.Random:300", "shop.Die:7"];
        p.threw(
            "java.lang.IllegalArgumentException",
            Some("bound must be positive"),
            &frames,
        );
        p.write().is_err()
    };
    assert!(is_refused(false) && !is_refused(true));
}

#[test]
fn the_message_of_an_exception_that_hides_where_it_comes_from_is_its_classs_unless_that_is_the_jdks()
 {
    let mut cluster = shop();
    let mut source = |exception: &str| {
        let mut p = Program::new(&mut cluster);
        let cart = p.make("shop.Cart", &[]);
        let arguments = [p.null("shop.Item"), p.int(1)];
        p.on(cart, "shop.Cart.add", &arguments);
        p.threw(exception, Some("no item"), &[]);
        p.source()
    };
    assert!(source("shop.Refused").contains("\"no item\""));
    assert!(!source("java.lang.IllegalArgumentException").contains("\"no item\""));
}

#[test]
fn what_modules_of_the_jdk_keep_closed_is_no_behaviour_of_the_class() {
    let closed = "java.lang.reflect.InaccessibleObjectException";
    assert!(is_refused(
        closed,
        &["java.lang.reflect.AccessibleObject:354", "shop.Cart:7"]
    ));
}

#[test]
fn what_a_list_that_was_handed_in_refuses_is_no_behaviour_of_the_class() {
    let refused = |frames: &[&str]| is_refused("java.lang.UnsupportedOperationException", frames);
    assert!(refused(&["java.util.AbstractList:167", "shop.Cart:7"]));
    assert!(refused(&["java.nio.CharBuffer:9", "shop.Cart:7"]));
    // A class that refuses by itself, or is a list that inherits it.
    assert!(!refused(&["shop.Cart:7"]));
    assert!(!refused(&["java.util.AbstractList:167"]));
}

#[test]
fn what_the_jdk_refuses_that_is_no_argument_of_the_call_is_no_behaviour_of_the_class() {
    let inside = ["javax.xml.Node:354", "shop.Cart:7"];
    assert!(is_refused("org.w3c.dom.DOMException", &inside));
    assert!(is_refused("java.util.NoSuchElementException", &inside));
    assert!(is_refused("java.lang.IllegalStateException", &inside));
    // What it complains of may be what the call was given.
    assert!(!is_refused("java.lang.NumberFormatException", &inside));
    assert!(!is_refused("java.lang.IllegalArgumentException", &inside));
    let own = ["shop.Till:354", "shop.Cart:7"];
    assert!(!is_refused("java.lang.IllegalStateException", &own));
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
fn require_non_null_without_a_message_is_a_check_too() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let item = p.null("shop.Item");
    let quantity = p.int(1);
    p.on(cart, "shop.Cart.add", &[item, quantity]);
    p.threw(
        "java.lang.NullPointerException",
        None,
        &["java.util.Objects:221", "shop.Cart:400"],
    );
    let written = p.write().expect("somebody asks for it");
    assert!(!written.implicit_exception);
    // The same call made by a class of the JDK is nobody's check of this argument.
    p.threw(
        "java.lang.NullPointerException",
        None,
        &[
            "java.util.Objects:221",
            "java.util.ArrayList:9",
            "shop.Cart:400",
        ],
    );
    p.write().expect_err("nobody throws it on purpose");
    // Nor is that of a library, to which the class handed on what it had.
    p.threw(
        "java.lang.NullPointerException",
        Some("inputStream"),
        &[
            "java.util.Objects:246",
            "org.streams.Streams:9",
            "shop.Cart:400",
        ],
    );
    p.write().expect_err("the class does not ask for it");
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
fn testng_expects_the_exception_whose_message_is_looked_at_and_names_others_as_it_can() {
    let mut cluster = shop();
    for (release, expected) in [
        (
            true,
            expect![[r#"
                @Test
                public void getFractionThrowsArithmeticExceptionForZeroDenominator() {
                    ArithmeticException thrown =
                            expectThrows(ArithmeticException.class, () -> Fraction.getFraction(1, 0));

                    assertEquals(thrown.getMessage(), "no");
                }"#]],
        ),
        (
            false,
            expect![[r#"
                @Test(expectedExceptions = ArithmeticException.class)
                public void getFractionThrowsArithmeticExceptionForZeroDenominator() {
                    Fraction.getFraction(1, 0);
                }"#]],
        ),
    ] {
        let mut p = Program::new(&mut cluster);
        p.style.framework = goalline_junit::Framework::TestNg;
        p.style.has_assert_throws = release;
        let (one, zero) = (p.int(1), p.int(0));
        p.make("shop.Fraction.getFraction", &[one, zero]);
        p.threw(
            "java.lang.ArithmeticException",
            Some("no"),
            &["shop.Fraction:12"],
        );
        check(&mut p, &expected);
    }
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
fn what_only_the_sandbox_forbids_is_not_expected() {
    let mut cluster = shop();
    for (class, message) in [
        ("java.io.IOException", "Permission denied"),
        (
            "java.io.IOException",
            "Cannot run program \"touch\": error=1, Operation not permitted",
        ),
        ("java.net.UnknownHostException", "example.org"),
        ("java.nio.file.AccessDeniedException", "a"),
    ] {
        let mut p = Program::new(&mut cluster);
        let cart = p.make("shop.Cart", &[]);
        let path = p.text("a");
        p.on(cart, "shop.Cart.load", &[path]);
        p.threw(
            class,
            Some(message),
            &["java.io.UnixFileSystem:1", "shop.Cart:30"],
        );
        let refusal = p.write().expect_err("elsewhere it may not come");
        assert!(
            refusal.to_string().contains("depends on the machine"),
            "{class}: {refusal}"
        );
    }
}

#[test]
fn a_message_that_a_helper_of_the_project_makes_is_expected_and_none_of_a_library() {
    let source = |helper: &str| {
        let mut cluster = shop();
        let mut p = Program::new(&mut cluster);
        let text = p.text("abc");
        p.make("shop.Fraction.getFraction", &[text]);
        p.threw(
            "java.lang.IllegalArgumentException",
            Some("no fraction: abc"),
            &[helper, "shop.Fraction:300"],
        );
        p.source()
    };
    let own = source("shop.helpers.Checked:652");
    assert!(
        own.contains("assertEquals(\"no fraction: abc\", thrown.getMessage());"),
        "{own}"
    );
    let foreign = source("org.helpers.Checked:652");
    assert!(!foreign.contains("getMessage"), "{foreign}");
}

const REFUSING: &str = "\
public class shop.Desk
  new(owners: shop.OwnerRepository)
  increment(articleId: java.lang.Long): void

public interface shop.OwnerRepository
  findById(id: int): java.util.Optional<shop.Owner>
  findAllByName(name: java.lang.String): java.util.List<shop.Owner>

public class java.lang.IllegalStateException extends java.lang.RuntimeException
  new()

public class java.lang.IllegalArgumentException extends java.lang.RuntimeException
  new()

public class java.lang.RuntimeException extends java.lang.Throwable
  new()

public class java.lang.Throwable
  new()
";

#[test]
fn a_message_in_chinese_blames_what_it_names_and_says_that_it_is_null() {
    let name = |message: &str| {
        let mut cluster = cluster(REFUSING);
        let mut p = Program::new(&mut cluster);
        p.style.spelling = goalline_junit::Spelling::Unicode;
        let owners = p.null("shop.OwnerRepository");
        let desk = p.make("shop.Desk", &[owners]);
        let nothing = p.null("java.lang.Long");
        p.on(desk, "shop.Desk.increment", &[nothing]);
        let frames = ["util.Assert:9", "shop.Desk:3"];
        p.threw("java.lang.IllegalArgumentException", Some(message), &frames);
        p.write().expect("it is written").name
    };
    assert_eq!(name("articleId不可为空！"), "incrementRejectsNullArticleId");
    assert_eq!(name("文章不可为空！"), "incrementRejectsNullArticleId");
    // What complains of something else says nothing of null.
    assert_eq!(
        name("文章已被删除"),
        "incrementThrowsIllegalArgumentException"
    );
}

#[test]
fn what_the_only_collaborator_did_not_find_is_why_it_is_refused() {
    let name = |method: &str, descriptor: &str, asked: Observed| {
        let mut cluster = cluster(REFUSING);
        let mut p = Program::new(&mut cluster);
        crate::mocks::with_mockito(&mut p);
        let owners = p.mock("shop.OwnerRepository", &[]);
        let desk = p.make("shop.Desk", &[owners]);
        let id = p.literal("java.lang.Long", Literal::Long(7));
        p.on(desk, "shop.Desk.increment", &[id]);
        p.called(owners, method, descriptor, &[&[asked]]);
        p.threw(
            "java.lang.IllegalStateException",
            Some("nothing"),
            &["shop.Desk:3"],
        );
        p.write().expect("it is written").name
    };
    let id = Observed::Literal(Literal::Int(7));
    let text = Observed::Literal(Literal::Text("Ada".into()));
    assert_eq!(
        name("findById", "(I)Ljava/util/Optional;", id),
        "incrementThrowsIllegalStateExceptionWhenOwnerIsNotFound"
    );
    assert_eq!(
        name(
            "findAllByName",
            "(Ljava/lang/String;)Ljava/util/List;",
            text
        ),
        "incrementThrowsIllegalStateExceptionWhenNothingIsFound"
    );
}
