//! What printed assertions look like: takes small programs over a shop, compares whole tests with the expected text.

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
use goalline_junit::{About, AssertionLibrary, Refusal, ReturnedConstant, WrittenTest};
use goalline_testcase::{
    JavaString, Literal, Observed, ObservedPart, TestCluster, Unordered, Var, with_prints_caught,
};

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
fn of_a_long_text_of_an_object_what_it_was_given_is_asserted_and_not_its_length() {
    let mut cluster = shop();
    let long = "x".repeat(200);
    for (text, expected) in [
        (
            format!("{long} London"),
            "assertTrue(cart.getName().contains(\"London\"));",
        ),
        (long, "assertDoesNotThrow("),
    ] {
        let mut p = Program::new(&mut cluster);
        let cart = p.make("shop.Cart", &[]);
        let (given, level) = (p.text("London"), p.literal("byte", Literal::Byte(1)));
        p.on(cart, "shop.Cart.log", &[given, level]);
        let text = Observed::Literal(Literal::Text(text.as_str().into()));
        p.inspected(cart, "getName", "Ljava/lang/String;", text);
        let source = p.source();
        assert!(source.contains(expected), "{source}");
        assert!(!source.contains("length()"), "{source}");
    }
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
            void reduceReturnsSameInstanceWhenNumeratorIsThreeAndDenominatorIsFour() {
                Fraction fraction = Fraction.getFraction(3, 4);

                assertSame(fraction, fraction.reduce());
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
            void addLeavesSizeOneWhenQuantityIsTwo() {
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
fn what_is_kept_for_want_of_an_argument_is_told_first() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let name = p.text("");
    let london = || Observed::Literal(Literal::Text("London".into()));
    p.on(cart, "shop.Cart.setName", &[name]);
    p.inspected(cart, "getName", "Ljava/lang/String;", london())
        .inspected(cart, "size", "I", seen(0))
        .then_act();
    p.inspected(cart, "getName", "Ljava/lang/String;", london())
        .inspected(cart, "size", "I", seen(2));
    check(
        &mut p,
        &expect![[r#"
            @Test
            void setNameKeepsNameForEmptyName() {
                Cart cart = new Cart();

                cart.setName("");

                assertEquals("London", cart.getName());
                assertEquals(2, cart.size());
            }"#]],
    );
}

#[test]
fn what_a_setter_stored_is_told_by_its_property_unless_it_stands_for_nothing() {
    let mut cluster = shop();
    let names = ["London", "10 Downing Street", ""].map(|stored| {
        let mut p = Program::new(&mut cluster);
        let cart = p.make("shop.Cart", &[]);
        let name = p.text(stored);
        p.on(cart, "shop.Cart.setName", &[name]);
        p.inspected(
            cart,
            "getName",
            "Ljava/lang/String;",
            Observed::Literal(Literal::Text(stored.into())),
        );
        p.write().expect("a test").name
    });
    let told = [
        "setNameStoresName",
        "setNameStoresName",
        "setNameStoresEmptyString",
    ];
    assert_eq!(names, told);
}

#[test]
fn lists_and_arrays_are_compared_by_content() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let items = p.on(cart, "shop.Cart.items", &[]);
    let pear = Observed::Constant {
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
            void itemsReturnsOnlyRedPear() {
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
            void codesReturnsTwoElements() {
                Cart cart = new Cart();

                assertArrayEquals(new int[] {1, 2}, cart.codes());
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
            void appendNoteLeavesGivenNoteAsText() {
                Cart cart = new Cart();

                assertSame(cart, cart.appendNote("a"));
                assertEquals("a", cart.toString());
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
            void logLeavesTotalSevenWhenLevelIsTwo() {
                Cart cart = new Cart();

                cart.log("a", (byte) 2);

                assertEquals(7, cart.total());
            }"#]],
    );
}

#[test]
fn of_an_act_that_may_refuse_its_arguments_and_leaves_them_alone_its_return_is_said() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let list = p.make("java.util.ArrayList", &[]);
    let given = p.retyped(list, "java.lang.Object");
    p.on(cart, "shop.Cart.print", &[given]);
    let empty = || Observed::Sized {
        size: 0,
        elements: Vec::new(),
    };
    p.saw(list, empty()).then_act();
    p.saw(list, empty());
    assert!(p.source().contains("assertDoesNotThrow("), "{}", p.source());
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
            void printDoesNotThrow() {
                Cart cart = new Cart();

                assertDoesNotThrow(() -> cart.print("a"));
            }"#]],
    );
    p.taken.clear();
    p.style.framework = goalline_junit::Framework::Junit4;
    assert_eq!(
        p.write().expect_err("it could do nothing"),
        Refusal::NothingToAssert
    );
    p.goal("text.isEmpty()", false);
    check(
        &mut p,
        &expect![[r#"
            @Test
            public void printKeepsSize() {
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

#[test]
fn mutants_choose_the_assertions_that_notice_them() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let (three, four) = (p.int(3), p.int(4));
    let fraction = p.make("shop.Fraction.getFraction", &[three, four]);
    p.saw(fraction, object("shop.Fraction"))
        .inspected(fraction, "getNumerator", "I", seen(3))
        .inspected(fraction, "getDenominator", "I", seen(4))
        .inspected(
            fraction,
            "doubleValue",
            "D",
            Observed::Literal(Literal::Double(0.75)),
        )
        .mutant_changes(fraction, "getDenominator", &seen(5))
        .mutant_ends_otherwise();
    check(
        &mut p,
        &expect![[r#"
            @Test
            void getFractionReturnsFractionWithGivenDenominator() {
                Fraction result = Fraction.getFraction(3, 4);

                assertEquals(4, result.getDenominator());
            }"#]],
    );
    assert_eq!(p.write().expect("it can be written").kills, [0, 1]);
}

#[test]
fn a_mutant_within_the_printed_tolerance_is_not_killed() {
    let double = |value: f64| Observed::Literal(Literal::Double(value));
    let kills = |other: f64| {
        let mut cluster = shop();
        let mut p = Program::new(&mut cluster);
        let (three, four) = (p.int(3), p.int(4));
        let fraction = p.make("shop.Fraction.getFraction", &[three, four]);
        let value = p.on(fraction, "shop.Fraction.doubleValue", &[]);
        p.saw(value, double(0.75));
        p.mutant_changes_value(value, &double(other));
        let written = p.write().expect("it can be written");
        let tolerance = "assertEquals(0.75, fraction.doubleValue(), 1e-9)";
        assert!(written.source.contains(tolerance), "{}", written.source);
        written.kills
    };
    assert_eq!(kills(0.75 + 1e-12), [] as [u32; 0]);
    assert_eq!(kills(0.75 + 1e-6), [0]);
}

#[test]
fn the_number_of_all_flags_is_not_asserted_beside_the_flag_that_was_set() {
    let mut cluster = cluster(
        "public class shop.Rights\n  new()\n  refund(isOn: boolean): void\n  supportsRefund(): boolean\n  \
         getFlags(): long",
    );
    let mut p = Program::new(&mut cluster);
    let rights = p.make("shop.Rights", &[]);
    let on = p.literal("boolean", Literal::Boolean(true));
    p.on(rights, "shop.Rights.refund", &[on]);
    let flags = |flags: i64| Observed::Literal(Literal::Long(flags));
    let truth = |is_so: bool| Observed::Literal(Literal::Boolean(is_so));
    p.inspected(rights, "supportsRefund", "Z", truth(true))
        .inspected(rights, "getFlags", "J", flags(7_618_556))
        .mutant_changes(rights, "supportsRefund", &truth(false))
        .and_changes(rights, "getFlags", &flags(7_618_540))
        .mutant_changes(rights, "getFlags", &flags(7_618_557));
    let written = p.write().expect("a test");
    assert!(
        written
            .source
            .contains("assertTrue(rights.supportsRefund())"),
        "{}",
        written.source
    );
    assert!(!written.source.contains("7618556"), "{}", written.source);
}

#[test]
fn the_result_is_looked_at_where_only_the_state_kills_a_mutant() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    p.inspected(cart, "size", "I", seen(0)).then_act();
    let text = p.text("a");
    let loaded = p.on(cart, "shop.Cart.load", &[text]);
    p.saw(loaded, seen(2))
        .inspected(cart, "size", "I", seen(3))
        .mutant_changes(cart, "size", &seen(4));
    check(
        &mut p,
        &expect![[r#"
            @Test
            void loadReturnsTwo() throws Exception {
                Cart cart = new Cart();

                assertEquals(2, cart.load("a"));
                assertEquals(3, cart.size());
            }"#]],
    );
    assert_eq!(p.write().expect("it can be written").kills, [0]);
}

#[test]
fn what_a_hash_of_identity_makes_longer_or_shorter_is_not_asserted_and_a_small_number_is() {
    for (size, is_asserted) in [(27, false), (2, true)] {
        let mut cluster = shop();
        let source = printed_beside_a_hash(&mut cluster, size);
        assert_eq!(
            source.contains(&format!("{size}, ")),
            is_asserted,
            "{source}"
        );
    }
}

/// A test of a cart that has this size and an identity hash in its text.
fn printed_beside_a_hash(cluster: &mut TestCluster, size: i32) -> String {
    let mut p = Program::new(cluster);
    let cart = p.make("shop.Cart", &[]);
    p.inspected(cart, "size", "I", seen(0)).then_act();
    let text = p.text("a");
    p.on(cart, "shop.Cart.print", &[text]);
    let hashed = Observed::Literal(Literal::Text(JavaString::from(
        "a java.lang.Object@1b2c3d4e",
    )));
    p.inspected(cart, "toString", "Ljava/lang/String;", hashed)
        .inspected(cart, "size", "I", seen(size));
    p.source()
}

#[test]
fn each_assertion_knows_its_lines_and_what_it_is_about() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let codes = p.on(cart, "shop.Cart.codes", &[]);
    let many: Vec<Observed> = (1_000_000..1_000_012).map(seen).collect();
    let array = Observed::Array {
        length: 12,
        elements: many,
    };
    p.saw(codes, array).inspected(cart, "size", "I", seen(12));
    let written = p.write().expect("a test");
    let lines: Vec<&str> = written.source.lines().collect();
    let about: Vec<(String, bool)> = written
        .stated
        .iter()
        .map(|one| {
            let text = lines[one.lines.clone()].join(" ");
            let is_value = one.about == About::Observed(codes, ObservedPart::Value);
            let starts = text.trim_start().starts_with("assert");
            assert!(
                starts && text.ends_with(';') && text.matches(';').count() == 1,
                "{text}"
            );
            (text, is_value)
        })
        .collect();
    assert_eq!(
        about.len(),
        lines.iter().filter(|line| line.contains(" assert")).count()
    );
    assert!(
        about[0].1 && written.stated[0].lines.len() > 1,
        "{}",
        written.source
    );
}

#[test]
fn the_message_of_an_exception_can_be_left_out() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let path = p.text("x");
    p.on(cart, "shop.Cart.load", &[path]);
    p.threw("java.io.IOException", Some("no file x"), &["shop.Cart:12"]);
    let written = p.write().expect("a test");
    let [stated] = written.stated.as_slice() else {
        panic!("{written:?}");
    };
    let line = written.source.lines().nth(stated.lines.start);
    assert!(
        line.is_some_and(|line| line.contains("getMessage()")),
        "{}",
        written.source
    );
    assert_eq!(stated.about, About::Message);
}

#[test]
fn what_an_exception_carries_and_was_made_of_can_be_left_out_one_by_one() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let path = p.text("x");
    p.on(cart, "shop.Cart.load", &[path]);
    p.threw("java.io.IOException", None, &["shop.Cart:12"]);
    p.carrying("java.lang.IllegalStateException", "getLine", 7);
    let written = p.write().expect("a test");
    let lines: Vec<&str> = written.source.lines().collect();
    let stated: Vec<&str> = written
        .stated
        .iter()
        .map(|it| lines[it.lines.start].trim())
        .collect();
    assert_eq!(
        stated,
        [
            "assertTrue(thrown.getCause() instanceof IllegalStateException);",
            "assertEquals(7, thrown.getLine());",
        ],
        "{}",
        written.source
    );
    assert_eq!(written.stated[0].about, About::Cause);
    assert!(matches!(written.stated[1].about, About::Observed(..)));
}

#[test]
fn what_the_receiver_writes_to_is_asserted_before_that_it_gives_itself() {
    let mut cluster = cluster(
        "public class shop.Form\n  new(out: java.io.StringWriter)\n  close(): shop.Form\n\
         public class java.io.StringWriter\n  new()",
    );
    let mut p = Program::new(&mut cluster);
    let out = p.make("java.io.StringWriter", &[]);
    let form = p.make("shop.Form", &[out]);
    let closed = p.on(form, "shop.Form.close", &[]);
    let written = |text: &str| Observed::Value {
        class: "java.io.StringWriter".to_owned(),
        text: text.into(),
    };
    p.saw(out, written("")).saw(closed, Observed::Same(form));
    p.before = p.stable.clone();
    p.saw(out, written("end"));
    let test = p.write().expect("there is something to assert");
    assert_eq!(test.name, "closeWritesEnd");
    assert!(
        test.source
            .contains("assertEquals(\"end\", out.toString());"),
        "{}",
        test.source
    );
}

#[test]
fn of_a_long_text_that_was_written_the_lines_are_asserted_that_the_test_speaks_of() {
    let mut cluster = cluster(
        "public class shop.Form\n  new()\n  print(out: java.io.StringWriter, title: java.lang.String)\n\
         public class java.io.StringWriter\n  new()",
    );
    let mut p = Program::new(&mut cluster);
    let form = p.make("shop.Form", &[]);
    let out = p.make("java.io.StringWriter", &[]);
    let title = p.text("London");
    p.on(form, "shop.Form.print", &[out, title]);
    let lines = [&"=".repeat(60), "first", "  title London", &"=".repeat(60)];
    let written = |text: &str| Observed::Value {
        class: "java.io.StringWriter".to_owned(),
        text: text.into(),
    };
    p.saw(out, written(""));
    p.before = p.stable.clone();
    p.saw(out, written(&lines.join("\n")));
    let test = p.write().expect("there is something to assert");
    assert_eq!(test.name, "printAppendsToOut");
    let asserted = test.source.lines().filter(|it| it.contains("assert"));
    let asserted: Vec<&str> = asserted.map(str::trim).collect();
    assert_eq!(
        asserted,
        ["assertTrue(out.toString().contains(\"title London\"));"]
    );
}

#[test]
fn what_a_writer_that_is_handed_over_writes_to_is_asserted() {
    let mut cluster = cluster(
        "public class shop.Form\n  new()\n  print(out: java.io.PrintWriter)\n\
         public class java.io.StringWriter extends java.io.Writer\n  new()\n\
         public class java.io.Writer\n\
         public class java.io.PrintWriter\n  new(out: java.io.Writer)",
    );
    let mut p = Program::new(&mut cluster);
    let form = p.make("shop.Form", &[]);
    let paper = p.make("java.io.StringWriter", &[]);
    let out = p.make("java.io.PrintWriter", &[paper]);
    p.on(form, "shop.Form.print", &[out]);
    let written = |text: &str| Observed::Value {
        class: "java.io.StringWriter".to_owned(),
        text: text.into(),
    };
    p.saw(paper, written(""));
    p.before = p.stable.clone();
    p.saw(paper, written("end"));
    let test = p.write().expect("there is something to assert");
    assert!(
        test.source
            .contains("assertEquals(\"end\", out.toString());"),
        "{}",
        test.source
    );
}

/// A test of `print()`, which printed this text to `System.out`.
fn printing(text: &str) -> WrittenTest {
    let mut cluster = cluster(
        "public class shop.Form\n  new()\n  print()\n\
         public class java.io.OutputStream\n\
         public class java.io.ByteArrayOutputStream extends java.io.OutputStream\n  new()\n\
         public class java.io.PrintStream extends java.io.OutputStream\n  new(out: java.io.OutputStream)",
    );
    cluster.mention(["System", "out", "println"].map(str::to_owned).into());
    let mut p = Program::new(&mut cluster);
    let form = p.make("shop.Form", &[]);
    p.on(form, "shop.Form.print", &[]);
    p.test = with_prints_caught(&p.test, p.cluster).remove(0);
    let printed = |text: &str| Observed::Value {
        class: "java.io.ByteArrayOutputStream".to_owned(),
        text: text.into(),
    };
    p.saw(Var(1), printed(""));
    p.before = p.stable.clone();
    p.saw(Var(1), printed(text));
    p.write().expect("there is something to assert")
}

#[test]
fn what_is_printed_is_caught_asserted_line_by_line_and_the_stream_put_back() {
    let test = printing("first\n second\n");
    assert_eq!(test.name, "printPrintsLines");
    let expected = "@Test
void printPrintsLines() {
    Form form = new Form();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream standardOut = System.out;
    System.setOut(new PrintStream(printed));

    try {
        form.print();

        assertArrayEquals(new String[] {\"first\", \" second\"}, printed.toString().split(\"\\\\R\"));
    } finally {
        System.setOut(standardOut);
    }
}";
    assert_eq!(test.source, expected);
}

#[test]
fn a_line_that_is_printed_is_compared_without_its_end_and_a_text_without_one_as_it_is() {
    for (printed, name, asserted) in [
        (
            "All sold.\n",
            "printPrintsAllSold",
            "assertEquals(\"All sold.\", printed.toString().trim());",
        ),
        (
            "12%",
            "printPrintsText",
            "assertEquals(\"12%\", printed.toString());",
        ),
        (
            ".",
            "printPrintsPoint",
            "assertEquals(\".\", printed.toString());",
        ),
        (
            " ",
            "printPrintsBlank",
            "assertEquals(\" \", printed.toString());",
        ),
        (
            "\n",
            "printPrintsEmptyLine",
            "assertEquals(System.lineSeparator(), printed.toString());",
        ),
    ] {
        let test = printing(printed);
        assert_eq!(test.name, name);
        assert!(test.source.contains(asserted), "{}", test.source);
    }
}

const SHELF: &str = "
public class shop.Shelf
  new()
  labels(): java.util.Set<java.lang.String>
  prices(): java.util.Map<java.lang.String,java.lang.Integer>
  boxes(): java.util.Map<java.lang.String,java.lang.Object>
  any(): java.lang.Object
public interface java.util.Collection<E>
  size(): int
public interface java.util.Set<E> implements java.util.Collection<E>
  isEmpty(): boolean
public interface java.util.Map<K,V>
  size(): int
";

#[test]
fn sets_and_maps_are_compared_by_what_they_hold() {
    let name = |name: &str| Observed::Literal(Literal::Text(name.into()));
    let holding = |keys: &[&str], values: Option<&[i32]>| {
        Observed::Unordered(Unordered {
            size: keys.len() as u32,
            is_map: values.is_some(),
            keys: keys.iter().map(|key| name(key)).collect(),
            values: values
                .unwrap_or_default()
                .iter()
                .map(|it| seen(*it))
                .collect(),
        })
    };
    let mut cluster = cluster(SHELF);
    let mut asserted = |method: &str, release: u32, observed: &Observed| {
        let mut p = Program::new(&mut cluster);
        p.style.release = release;
        let shelf = p.make("shop.Shelf", &[]);
        let result = p.on(shelf, &format!("shop.Shelf.{method}"), &[]);
        p.saw(result, observed.clone());
        let source = p.source();
        let line = source.lines().find(|line| line.contains("assert"));
        line.unwrap_or_default().trim().to_owned()
    };
    let labels = holding(&["new", "old"], None);
    let prices = holding(&["pear", "plum"], Some(&[3, 5]));
    // Of a map whose values cannot be stated, or that no expression can be written for, the keys are.
    let boxes = holding(&["pear", "plum"], Some(&[]));
    let asserted = [
        asserted("labels", 11, &labels),
        asserted("labels", 8, &labels),
        asserted("prices", 11, &prices),
        asserted("prices", 8, &prices),
        asserted("boxes", 11, &boxes),
    ];
    expect![[r#"
        assertEquals(Set.of("new", "old"), shelf.labels());
        assertEquals(new HashSet<>(Arrays.asList("new", "old")), shelf.labels());
        assertEquals(Map.of("pear", 3, "plum", 5), shelf.prices());
        assertEquals(3, result.get("pear"));
        assertEquals(Set.of("pear", "plum"), shelf.boxes().keySet());"#]]
    .assert_eq(&asserted.join("\n"));
}

#[test]
fn a_map_that_no_expression_can_be_written_for_is_compared_by_its_text() {
    let key = |name: &str| Observed::Literal(Literal::Text(name.into()));
    let map = Observed::Unordered(Unordered {
        size: 2,
        is_map: true,
        keys: vec![key("pear"), key("plum")],
        values: vec![seen(3), seen(5)],
    });
    let mut cluster = cluster(SHELF);
    let mut asserted = |method: &str, release: u32, text: &str| {
        let mut p = Program::new(&mut cluster);
        p.style.release = release;
        let shelf = p.make("shop.Shelf", &[]);
        let result = p.on(shelf, &format!("shop.Shelf.{method}"), &[]);
        p.saw(result, map.clone());
        p.inspected(result, "toString", "Ljava/lang/String;", key(text));
        p.source()
    };
    let text = "{plum=5, pear=3}";
    let told = format!("assertEquals(\"{text}\", result.toString());");
    assert!(asserted("prices", 8, text).contains(&told));
    assert!(asserted("prices", 11, text).contains("Map.of("));
    assert!(asserted("any", 8, text).contains(&told));
    // A text that tells identities tells nothing.
    assert!(asserted("prices", 8, "{plum=shop.Box@1f}").contains("result.get(\"pear\")"));
}

#[test]
fn of_a_map_that_cannot_be_stated_as_a_whole_it_is_said_what_it_holds_for_a_key() {
    let key = |name: &str| Observed::Literal(Literal::Text(name.into()));
    let thing = Observed::Object {
        class: "java.lang.Object".to_owned(),
    };
    let map = |value: Observed| {
        Observed::Unordered(Unordered {
            size: 2,
            is_map: true,
            keys: vec![key("content"), key("total")],
            values: vec![value, seen(3)],
        })
    };
    let sized = |size: u32| Observed::Sized {
        size,
        elements: Vec::new(),
    };
    let mut cluster = cluster(SHELF);
    let mut asserted = |method: &str, release: u32, observed: Observed| {
        let mut p = Program::new(&mut cluster);
        p.style.release = release;
        let shelf = p.make("shop.Shelf", &[]);
        let result = p.on(shelf, &format!("shop.Shelf.{method}"), &[]);
        p.saw(result, observed);
        let source = p.source();
        let is_told = |line: &&str| line.contains("assert") || line.contains(" = (Map");
        let lines = source.lines().filter(is_told);
        lines.map(str::trim).collect::<Vec<_>>().join("\n")
    };
    let asserted = [
        asserted("boxes", 11, map(thing.clone())),
        asserted("any", 11, map(thing.clone())),
        asserted("any", 8, map(seen(5))),
        asserted("any", 11, map(map(thing))),
        asserted("any", 8, map(map(seen(4)))),
        asserted("any", 11, sized(0)),
        asserted("any", 8, sized(2)),
    ];
    expect![[r#"
        assertEquals(Set.of("content", "total"), result.keySet());
        assertEquals(3, result.get("total"));

        assertEquals(Set.of("content", "total"), ((Map<?, ?>) result).keySet());
        assertEquals(3, ((Map<?, ?>) result).get("total"));

        assertEquals(5, ((Map<?, ?>) result).get("content"));
        assertEquals(3, ((Map<?, ?>) result).get("total"));

        assertEquals(Set.of("content", "total"), ((Map<?, ?>) result).keySet());
        assertEquals(3, ((Map<?, ?>) ((Map<?, ?>) result).get("content")).get("total"));
        assertEquals(3, ((Map<?, ?>) result).get("total"));

        Map<?, ?> content = (Map<?, ?>) ((Map<?, ?>) result).get("content");
        assertEquals(new HashSet<>(Arrays.asList("content", "total")),
        assertEquals(4, content.get("content"));
        assertEquals(3, content.get("total"));
        assertEquals(3, ((Map<?, ?>) result).get("total"));

        assertTrue(((Collection<?>) shelf.any()).isEmpty());

        assertEquals(2, ((Collection<?>) shelf.any()).size());"#]]
    .assert_eq(&asserted.join("\n\n"));
}

#[test]
fn of_what_kind_a_result_is_is_said_where_only_an_interface_is_promised_and_little_is_told() {
    const DESK: &str = "
public class shop.Desk
  new()
  rule(): shop.Rule
  plain(): shop.PlainRule
public interface shop.Rule
  limit(): int
  isPlain(): boolean
public class shop.PlainRule implements shop.Rule
  new()
  limit(): int
  isPlain(): boolean
class shop.HiddenRule implements shop.Rule
  new()
  limit(): int
  isPlain(): boolean
";
    let mut cluster = cluster(DESK);
    let mut asserted = |method: &str, class: &str, library: AssertionLibrary| {
        let asked = if method == "limited" {
            "limit"
        } else {
            "isPlain"
        };
        let method = if method == "limited" { "rule" } else { method };
        let mut p = Program::new(&mut cluster);
        p.style.assertions = library;
        let desk = p.make("shop.Desk", &[]);
        let result = p.on(desk, &format!("shop.Desk.{method}"), &[]);
        p.saw(result, object(class));
        if asked == "limit" {
            p.inspected(result, "limit", "I", seen(3));
        } else {
            p.inspected(
                result,
                "isPlain",
                "Z",
                Observed::Literal(Literal::Boolean(true)),
            );
        }
        let source = p.source();
        let lines = source.lines().filter(|line| line.contains("assert"));
        lines.map(str::trim).collect::<Vec<_>>().join("\n")
    };
    let asserted = [
        asserted("limited", "shop.PlainRule", AssertionLibrary::JUnit),
        asserted("rule", "shop.PlainRule", AssertionLibrary::JUnit),
        asserted("rule", "shop.PlainRule", AssertionLibrary::AssertJ),
        asserted("rule", "shop.HiddenRule", AssertionLibrary::JUnit),
        asserted("plain", "shop.PlainRule", AssertionLibrary::JUnit),
    ];
    expect![[r#"
        assertEquals(3, result.limit());

        assertTrue(result instanceof PlainRule);
        assertTrue(result.isPlain());

        assertThat(result).isInstanceOf(PlainRule.class);
        assertThat(result.isPlain()).isTrue();

        assertTrue(result.isPlain());

        assertTrue(result.isPlain());"#]]
    .assert_eq(&asserted.join("\n\n"));
}

#[test]
fn what_a_part_of_a_librarys_object_says_is_asked_of_the_part() {
    const DESK: &str = "
public class shop.Desk
  new()
  reply(): net.Reply
public class net.Reply
  getHeaders(): net.Headers
public class net.Headers
";
    let mut cluster = cluster(DESK);
    let mut p = Program::new(&mut cluster);
    let desk = p.make("shop.Desk", &[]);
    let reply = p.on(desk, "shop.Desk.reply", &[]);
    let location = Observed::Value {
        class: "java.net.URI".to_owned(),
        text: "/replies/7".into(),
    };
    let part = "getHeaders().getLocation";
    p.inspected(reply, part, "Ljava/net/URI;", location);
    let test = p.write().expect("there is something to assert");
    expect!["replyReturnsReplyWithLocationUri"].assert_eq(&test.name);
    let told = "assertEquals(URI.create(\"/replies/7\"), result.getHeaders().getLocation());";
    assert!(test.source.contains(told), "{}", test.source);
}

#[test]
fn what_an_act_is_not_about_is_not_said_to_be_as_it_was() {
    const GATE: &str = "
public class shop.Gate
  new()
  setLevel(level: int): void
  isOpen(): boolean
  getLevel(): int
";
    let mut cluster = cluster(GATE);
    let mut source = |inspector: &str, returns: &str, observed: &Observed| {
        let mut p = Program::new(&mut cluster);
        let gate = p.make("shop.Gate", &[]);
        let level = p.int(0);
        p.on(gate, "shop.Gate.setLevel", &[level]);
        p.kept(gate, inspector, returns, observed.clone());
        p.goal("level < 1", true).source()
    };
    let shut = Observed::Literal(Literal::Boolean(false));
    assert!(!source("isOpen", "Z", &shut).contains("isOpen"));
    assert!(source("getLevel", "I", &seen(0)).contains("getLevel"));
}

#[test]
fn what_a_getter_gives_is_not_compared_with_what_it_gave_just_before() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let first = p.on(cart, "shop.Cart.note", &[]);
    let again = p.on(cart, "shop.Cart.note", &[]);
    p.saw(again, Observed::Same(first));
    let written = p.write().map(|test| test.source);
    assert!(!written.is_ok_and(|text| text.contains("assertSame")));
}

#[test]
fn what_only_makes_an_object_of_another_class_is_no_test_of_this_one() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let list = p.make("java.util.ArrayList", &[]);
    p.inspected(list, "size", "I", seen(0));
    assert_eq!(
        p.write().map(|test| test.source),
        Err(Refusal::NothingToAssert)
    );
}

#[test]
fn the_documentation_says_when_an_answer_is_given() {
    let mut cluster = shop();
    let mut p = Program::new(&mut cluster);
    let cart = p.make("shop.Cart", &[]);
    let answer = p.on(cart, "shop.Cart.isEmpty", &[]);
    p.saw(answer, Observed::Literal(Literal::Boolean(true)));
    let name = p.write().expect("an answer can be asserted").name;
    assert_eq!(name, "isEmptyReturnsTrueWhenCartHasNoItems");
}

#[test]
fn what_is_asked_of_an_object_that_no_tested_method_gave_is_a_test_of_another_class() {
    let mut cluster = cluster(
        "
public class shop.Game
  new()
  play(cup: depot.Cup): void
  take(dice: depot.Dice): void
public abstract class depot.Cup
public class depot.Dice
  new()
  cup(): depot.Cup
",
    );
    let mut p = Program::new(&mut cluster);
    let dice = p.make("depot.Dice", &[]);
    let cup = p.on(dice, "depot.Dice.cup", &[]);
    p.saw(cup, Observed::Null);
    let refusal = p.write().expect_err("it is of another class");
    assert_eq!(
        refusal.to_string(),
        "it is reached only by a call of Dice, and would be a test of that"
    );
}

#[test]
fn what_a_copy_was_asked_to_have_is_asserted_and_told_whatever_the_mutants_change() {
    let mut cluster = cluster(
        "public class shop.Pen\n  new()\n  withWidth(width: int): shop.Pen\n  getColour(): int\n  getWidth(): int",
    );
    let mut p = Program::new(&mut cluster);
    let pen = p.make("shop.Pen", &[]);
    let width = p.int(5);
    let wide = p.on(pen, "shop.Pen.withWidth", &[width]);
    p.saw(wide, object("shop.Pen"))
        .inspected(wide, "getColour", "I", seen(7))
        .inspected(wide, "getWidth", "I", seen(5));
    p.mutant_changes(wide, "getColour", &seen(8));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void withWidthReturnsPenWithGivenWidth() {
            Pen pen = new Pen();

            Pen result = pen.withWidth(5);

            assertEquals(5, result.getWidth());
            assertEquals(7, result.getColour());
        }"#]],
    );
}

#[test]
fn of_which_kind_a_result_is_is_asserted_whatever_the_mutants_change() {
    let mut cluster = cluster(
        "public class shop.Route\n  getSteps(): int\n  getStatus(): shop.Status\n\
         public enum shop.Status\n  constant FOUND\n  constant ABSENT\n\
         public class shop.Map\n  new()\n  find(): shop.Route",
    );
    let mut p = Program::new(&mut cluster);
    let map = p.make("shop.Map", &[]);
    let route = p.on(map, "shop.Map.find", &[]);
    let status = Observed::Constant {
        class: "shop.Status".to_owned(),
        constant: "FOUND".to_owned(),
    };
    p.saw(route, object("shop.Route"))
        .inspected(route, "getSteps", "I", seen(2))
        .inspected(route, "getStatus", "Lshop/Status;", status);
    p.mutant_changes(route, "getSteps", &seen(3));
    check(
        &mut p,
        &expect![[r#"
            @Test
            void findReturnsRouteWithStatusFound() {
                Map map = new Map();

                Route result = map.find();

                assertEquals(Status.FOUND, result.getStatus());
                assertEquals(2, result.getSteps());
            }"#]],
    );
}

#[test]
fn an_answer_to_a_request_is_known_by_its_status() {
    let mut cluster = cluster(
        "public class shop.Answer\n  getStatusCode(): shop.Status\n\
         public enum shop.Status\n  constant NOT_FOUND\n  constant OK\n\
         public class shop.Shop\n  new()\n  show(): shop.Answer",
    );
    let mut p = Program::new(&mut cluster);
    let shop = p.make("shop.Shop", &[]);
    let answer = p.on(shop, "shop.Shop.show", &[]);
    let status = Observed::Constant {
        class: "shop.Status".to_owned(),
        constant: "NOT_FOUND".to_owned(),
    };
    p.saw(answer, object("shop.Answer")).inspected(
        answer,
        "getStatusCode",
        "Lshop/Status;",
        status,
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void showReturnsStatusNotFound() {
            Shop shop = new Shop();

            Answer result = shop.show();

            assertEquals(Status.NOT_FOUND, result.getStatusCode());
        }"#]],
    );
}

#[test]
fn a_property_that_is_a_verb_is_told_as_one_and_what_an_object_has_is_a_thing() {
    let name = |inspector: &str, value| {
        let mut cluster = cluster(&format!(
            "public class shop.Rules\n  {inspector}(): boolean\n\
             public class shop.Shop\n  new()\n  rules(): shop.Rules",
        ));
        let mut p = Program::new(&mut cluster);
        let shop = p.make("shop.Shop", &[]);
        let rules = p.on(shop, "shop.Shop.rules", &[]);
        let value = Observed::Literal(Literal::Boolean(value));
        p.saw(rules, object("shop.Rules"))
            .inspected(rules, inspector, "Z", value);
        p.write().expect("a truth can be asserted").name
    };
    assert_eq!(
        name("preserveLinks", false),
        "rulesReturnsRulesThatDoesNotPreserveLinks"
    );
    assert_eq!(name("isKeepLinks", true), "rulesReturnsRulesThatKeepsLinks");
    assert_eq!(name("hasUseLinks", true), "rulesReturnsRulesWithUseLinks");
}

#[test]
fn what_a_list_replaced_is_its_previous_element() {
    let mut cluster = cluster(
        "public class shop.Names implements java.util.List<java.lang.String>\n  new()\n  \
         add(name: java.lang.String): boolean\n  \
         set(index: int, name: java.lang.String): java.lang.String\n\
         public interface java.util.List<E> implements java.util.Collection<E>\n\
         public interface java.util.Collection<E>",
    );
    let mut p = Program::new(&mut cluster);
    let names = p.make("shop.Names", &[]);
    let first = p.text("Leo");
    p.on(names, "shop.Names.add", &[first]);
    let index = p.int(0);
    let second = p.text("Max");
    let previous = p.on(names, "shop.Names.set", &[index, second]);
    p.saw(
        previous,
        Observed::Literal(Literal::Text(JavaString::from("Leo"))),
    );
    check(
        &mut p,
        &expect![[r#"
            @Test
            void setReturnsPreviousElement() {
                Names names = new Names();
                names.add("Leo");

                assertEquals("Leo", names.set(0, "Max"));
            }"#]],
    );
}

#[test]
fn a_class_that_comes_out_is_compared_with_its_literal() {
    let mut cluster = cluster(
        "public class shop.Property\n  getName(): java.lang.String\n  getType(): java.lang.Class<?>\n\
         public class shop.Schema\n  new()\n  find(name: java.lang.String): shop.Property",
    );
    let mut p = Program::new(&mut cluster);
    let schema = p.make("shop.Schema", &[]);
    let name = p.text("width");
    let property = p.on(schema, "shop.Schema.find", &[name]);
    let class = Observed::Value {
        class: "java.lang.Class".to_owned(),
        text: "long".into(),
    };
    p.saw(property, object("shop.Property"))
        .inspected(
            property,
            "getName",
            "Ljava/lang/String;",
            Observed::Literal(Literal::Text("width".into())),
        )
        .inspected(property, "getType", "Ljava/lang/Class;", class);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void findReturnsPropertyWithTypeLong() {
                Schema schema = new Schema();

                Property result = schema.find("width");

                assertEquals(long.class, result.getType());
                assertEquals("width", result.getName());
            }"#]],
    );
}

#[test]
fn a_character_that_is_read_as_a_number_is_written_as_a_character() {
    let mut cluster = cluster(
        "public class shop.Scanner\n  new(text: java.lang.String)\n  read(): int\n  size(): int",
    );
    let mut written = |method: &str, number: i32| {
        let mut p = Program::new(&mut cluster);
        let text = p.text("text");
        let scanner = p.make("shop.Scanner", &[text]);
        let read = p.on(scanner, method, &[]);
        p.saw(read, seen(number));
        p.write().expect("it gives something").source
    };
    let read = written("shop.Scanner.read", 116);
    assert!(read.contains("assertEquals('t', scanner.read())"));
    assert!(read.contains("readReturnsLetterT"));
    assert!(written("shop.Scanner.read", -1).contains("assertEquals(-1, scanner.read())"));
    assert!(written("shop.Scanner.size", 116).contains("assertEquals(116, scanner.size())"));
}

#[test]
fn a_protected_method_is_not_called_with_parts_that_nobody_else_makes() {
    let mut cluster = cluster(
        "public class shop.Ring\n  new()\n  protected reuse(link: shop.Link): int\n  protected grow(by: int): int\n\
         class shop.Link\n  new()",
    );
    let mut refused = |method: &str| {
        let mut p = Program::new(&mut cluster);
        let ring = p.make("shop.Ring", &[]);
        let given = match method {
            "reuse" => p.make("shop.Link", &[]),
            _ => p.int(3),
        };
        let size = p.on(ring, &format!("shop.Ring.{method}"), &[given]);
        p.saw(size, seen(4));
        p.write().err().map(|refusal| refusal.to_string())
    };
    assert_eq!(
        refused("reuse").as_deref(),
        Some("it calls reuse, which is not public, as its class does not")
    );
    assert_eq!(refused("grow"), None);
}

#[test]
fn whose_whole_text_is_asserted_is_not_measured_beside_it() {
    let mut cluster = cluster(
        "public class shop.Page\n  new()\n  append(text: java.lang.String): void\n  size(): int\n  \
         rows(): int\n  toString(): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let page = p.make("shop.Page", &[]);
    let word = p.text("hello");
    p.on(page, "shop.Page.append", &[word]);
    let text = |text: &str| Observed::Literal(Literal::Text(text.into()));
    p.inspected(page, "size", "I", seen(5))
        .inspected(page, "rows", "I", seen(1))
        .inspected(page, "toString", "Ljava/lang/String;", text("hello"));
    p.mutant_changes(page, "size", &seen(4));
    p.mutant_changes(page, "rows", &seen(2));
    p.mutant_changes(page, "toString", &text(""));
    let source = p.source();
    assert!(source.contains("\"hello\", page.toString()"), "{source}");
    assert!(source.contains("page.rows()"), "{source}");
    assert!(!source.contains("page.size()"), "{source}");
}

#[test]
fn what_was_so_before_is_no_test_where_no_branch_asks_for_it_and_no_mutant_changes_it() {
    let mut cluster = cluster(
        "public class shop.Pen\n  new()\n  setInk(ink: int): void\n  getInk(): int\n  getWidth(): int",
    );
    let mut p = Program::new(&mut cluster);
    let pen = p.make("shop.Pen", &[]);
    let ink = p.int(5);
    p.on(pen, "shop.Pen.setInk", &[ink]);
    p.kept(pen, "getInk", "I", seen(5))
        .kept(pen, "getWidth", "I", seen(3));
    let refusal = p.write().expect_err("an empty method would pass");
    assert_eq!(refusal, Refusal::NothingToAssert);
    p.goal("ink == this.ink", true);
    assert!(p.write().is_ok(), "it goes a way of its own");
    let same = seen(3);
    p.mutant_changes(pen, "getWidth", &same);
    let refusal = p.write().expect_err("an empty method would pass");
    assert_eq!(refusal, Refusal::NothingToAssert);
    p.mutant_changes(pen, "getInk", &seen(6));
    assert!(p.write().is_ok(), "a mutant changes it");
}

#[test]
fn what_a_test_was_made_for_is_asserted_before_what_its_call_gives() {
    let mut cluster = cluster(
        "public class shop.Pen\n  new()\n  draw(): shop.Line\n  getLines(): int\n  getWidth(): int\n\
         public class shop.Line\n  getLength(): int",
    );
    let mut p = Program::new(&mut cluster);
    let pen = p.make("shop.Pen", &[]);
    let line = p.on(pen, "shop.Pen.draw", &[]);
    p.saw(line, object("shop.Line"))
        .inspected(line, "getLength", "I", seen(8))
        .kept(pen, "getWidth", "I", seen(3))
        .kept(pen, "getLines", "I", seen(1))
        .mutant_changes(line, "getLength", &seen(9))
        .mutant_changes(pen, "getLines", &seen(2));
    let plain = p.write().expect("a test");
    assert_eq!(plain.kills, [0], "{}", plain.source);
    p.of_goal();
    check(
        &mut p,
        &expect![[r#"
            @Test
            void drawKeepsLines() {
                Pen pen = new Pen();

                Line result = pen.draw();

                assertEquals(1, pen.getLines());
                assertEquals(8, result.getLength());
            }"#]],
    );
    assert_eq!(p.write().expect("a test").kills, [0, 1]);
}

#[test]
fn that_a_call_gives_its_receiver_is_told_before_what_was_so_anyway() {
    let mut cluster = cluster(
        "public class shop.Pen\n  new()\n  withWidth(width: int): shop.Pen\n  getColour(): int",
    );
    let mut p = Program::new(&mut cluster);
    let pen = p.make("shop.Pen", &[]);
    let width = p.int(5);
    let same = p.on(pen, "shop.Pen.withWidth", &[width]);
    p.saw(same, Observed::Same(pen))
        .kept(pen, "getColour", "I", seen(7));
    let name = p.write().expect("it gives something").name;
    assert!(name.starts_with("withWidthReturnsSameInstance"), "{name}");
}

#[test]
fn a_value_of_the_jdk_is_stated_by_what_the_test_handed_over() {
    let mut cluster = cluster(
        "public class shop.Timer\n  new()\n  start(delay: java.time.Duration): java.time.Duration\n\
         public class java.time.Duration\n  static ofSeconds(seconds: long): java.time.Duration",
    );
    let mut p = Program::new(&mut cluster);
    let timer = p.make("shop.Timer", &[]);
    let seconds = p.literal("long", Literal::Long(2));
    let delay = p.make("java.time.Duration.ofSeconds", &[seconds]);
    let left = p.on(timer, "shop.Timer.start", &[delay]);
    let two = Observed::Value {
        class: "java.time.Duration".into(),
        text: "PT2S".into(),
    };
    p.saw(delay, two.clone());
    p.saw(left, two);
    let source = p.source();
    assert!(
        source.contains("assertEquals(delay, timer.start(delay));"),
        "{source}"
    );
}

#[test]
fn what_became_of_a_value_that_was_handed_over_is_not_stated_by_itself() {
    let mut cluster = cluster(
        "public class shop.Timer\n  new()\n  shift(day: java.util.Date): void\n\
         public class java.util.Date\n  new(millis: long)",
    );
    let mut p = Program::new(&mut cluster);
    let timer = p.make("shop.Timer", &[]);
    let millis = p.literal("long", Literal::Long(2));
    let day = p.make("java.util.Date", &[millis]);
    let date = |text: &str| Observed::Value {
        class: "java.util.Date".into(),
        text: text.into(),
    };
    p.on(timer, "shop.Timer.shift", &[day]);
    p.saw(day, date("1970-01-01T00:00:00.002Z")).then_act();
    p.saw(day, date("1970-01-02T00:00:00.002Z"));
    let source = p.source();
    let expected = "assertEquals(Date.from(Instant.parse(\"1970-01-02T00:00:00.002Z\")), day);";
    assert!(source.contains(expected), "{source}");
}

#[test]
fn that_an_act_left_alone_what_a_mutant_changes_is_told_whatever_its_name_says() {
    let mut cluster = cluster(
        "public class shop.Pen\n  new()\n  resume(page: int): void\n  getInk(): int\n  getWidth(): int",
    );
    let mut p = Program::new(&mut cluster);
    let pen = p.make("shop.Pen", &[]);
    let page = p.int(5);
    p.on(pen, "shop.Pen.resume", &[page]);
    p.kept(pen, "getInk", "I", seen(5))
        .kept(pen, "getWidth", "I", seen(3));
    p.mutant_changes(pen, "getInk", &seen(5));
    assert_eq!(p.write(), Err(Refusal::NothingToAssert));
    // That a mutant throws says nothing of the ink, whatever way the call goes.
    p.goal("page > 3", true).mutant_ends_otherwise();
    let source = p.source();
    assert!(source.contains("assertDoesNotThrow"), "{source}");
    p.mutant_changes(pen, "getInk", &seen(6));
    let source = p.source();
    assert!(
        source.contains("assertEquals(5, pen.getInk());"),
        "{source}"
    );
    assert!(!source.contains("getWidth"), "{source}");
}

#[test]
fn what_an_object_was_made_with_is_no_state_that_an_act_leaves() {
    let mut cluster = cluster(
        "public class shop.Pen\n  new()\n  resume(page: int): void\n  getMaker(): int\n  getInk(): int",
    );
    let mut p = Program::new(&mut cluster);
    let pen = p.make("shop.Pen", &[]);
    let page = p.int(5);
    p.on(pen, "shop.Pen.resume", &[page]);
    p.kept(pen, "getMaker", "I", seen(5))
        .kept(pen, "getInk", "I", seen(3));
    p.mutant_changes(pen, "getMaker", &seen(6));
    assert_eq!(p.write(), Err(Refusal::NothingToAssert));
}

#[test]
fn a_result_that_is_always_the_same_is_not_asserted() {
    let mut cluster =
        cluster("public class shop.Pen\n  new()\n  process(page: int): boolean\n  getInk(): int");
    let mut p = Program::new(&mut cluster);
    let pen = p.make("shop.Pen", &[]);
    let page = p.int(5);
    let done = p.on(pen, "shop.Pen.process", &[page]);
    p.saw(done, Observed::Literal(Literal::Boolean(true)));
    p.had(pen, "getInk", seen(3));
    p.inspected(pen, "getInk", "I", seen(2));
    let source = p.source();
    assert!(!source.contains("assertTrue"), "{source}");
    assert!(
        source.contains("assertEquals(2, pen.getInk());"),
        "{source}"
    );
}

#[test]
fn a_page_is_asserted_though_it_is_the_same_each_time() {
    let asserts = |page: &str| {
        let mut cluster = cluster(
            "public class shop.PenController\n  new()\n  process(page: int): java.lang.String\n  getInk(): int",
        );
        let mut p = Program::new(&mut cluster);
        let desk = p.make("shop.PenController", &[]);
        let number = p.int(5);
        let shown = p.on(desk, "shop.PenController.process", &[number]);
        p.saw(shown, Observed::Literal(Literal::Text(page.into())));
        p.had(desk, "getInk", seen(3));
        p.inspected(desk, "getInk", "I", seen(2));
        p.source().contains(&format!("assertEquals(\"{page}\""))
    };
    assert!(asserts("admin/index") && asserts("redirect:index"));
    assert!(!asserts("done"));
}

#[test]
fn of_a_date_that_years_were_added_to_its_year_is_asserted() {
    let mut cluster = cluster(
        "public class shop.Day\n  new(year: int)\n  plusYears(years: int): shop.Day\n\
         \x20 getSerial(): int\n  getYear(): int",
    );
    let mut p = Program::new(&mut cluster);
    let year = p.int(2024);
    let day = p.make("shop.Day", &[year]);
    let years = p.int(7);
    let later = p.on(day, "shop.Day.plusYears", &[years]);
    p.saw(later, object("shop.Day"));
    for (of, serial, year) in [(day, 739_000, 2024), (later, 741_557, 2031)] {
        p.inspected(of, "getSerial", "I", seen(serial));
        p.inspected(of, "getYear", "I", seen(year));
    }
    p.mutant_changes(later, "getSerial", &seen(1));
    p.mutant_changes(later, "getYear", &seen(1));
    let source = p.source();
    let (year, serial) = (
        "assertEquals(2031, result.getYear());",
        "result.getSerial()",
    );
    let at = source.find(year).expect("the year is asserted");
    assert!(
        source.find(serial).is_none_or(|other| at < other),
        "{source}"
    );
}

#[test]
fn that_an_object_still_gives_what_it_was_made_with_is_asserted_of_nothing_that_could_say_more() {
    let mut cluster = cluster(
        "public class shop.Desk\n  new(shop: shop.Shop)\n  serve(guest: shop.Guest): void\n  getShop(): shop.Shop\n\
         public class shop.Shop\n  new()\npublic class shop.Guest\n  new()\n  isServed(): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let shop = p.make("shop.Shop", &[]);
    let desk = p.make("shop.Desk", &[shop]);
    let guest = p.make("shop.Guest", &[]);
    p.on(desk, "shop.Desk.serve", &[guest]);
    p.kept(desk, "getShop", "Lshop/Shop;", Observed::Same(shop));
    p.kept(
        guest,
        "isServed",
        "Z",
        Observed::Literal(Literal::Boolean(false)),
    );
    p.mutant_changes(desk, "getShop", &Observed::Null);
    p.mutant_changes(
        guest,
        "isServed",
        &Observed::Literal(Literal::Boolean(true)),
    );
    let source = p.source();
    assert!(
        source.contains("isServed()") && !source.contains("getShop()"),
        "{source}"
    );
}

#[test]
fn that_an_object_still_gives_what_it_was_made_with_alone_is_no_test() {
    let mut cluster = cluster(
        "public class shop.Desk\n  new(shop: shop.Shop)\n  serve(guests: int): void\n  getShop(): shop.Shop\n\
         public class shop.Shop\n  new()",
    );
    let mut p = Program::new(&mut cluster);
    let shop = p.make("shop.Shop", &[]);
    let desk = p.make("shop.Desk", &[shop]);
    let guests = p.int(2);
    p.on(desk, "shop.Desk.serve", &[guests]);
    p.inspected(desk, "getShop", "Lshop/Shop;", Observed::Same(shop));
    assert_eq!(p.write(), Err(Refusal::NothingToAssert));
}

#[test]
fn of_a_text_with_an_identity_in_it_what_the_object_was_told_is_asserted() {
    // Before: assertNull(pet.getNote()), which no call of toString changes.
    let mut cluster = cluster(
        "public class shop.Pet\n  new()\n  setName(name: java.lang.String): void\n  toString(): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let pet = p.make("shop.Pet", &[]);
    let leo = p.text("Leo");
    p.on(pet, "shop.Pet.setName", &[leo]);
    let told = p.on(pet, "shop.Pet.toString", &[]);
    let text = "[Pet@\u{2026} id = [null], name = 'Leo']";
    p.saw(told, Observed::Literal(Literal::Text(text.into())));
    let written = p.write().expect("it says its name");
    assert_eq!(written.name, "toStringReturnsTextWithName");
    let told = "assertTrue(pet.toString().contains(\"Leo\"));";
    assert!(written.source.contains(told), "{}", written.source);
}

#[test]
fn what_is_returned_by_the_name_of_a_constant_is_asserted_and_told_by_it() {
    // Before: assertEquals(3, urls.mode()) in modeReturnsThree.
    let mut cluster = cluster("public class shop.Urls\n  new()\n  mode(): int\n  key(): short");
    for (method, value, expected) in [
        (
            "mode",
            Literal::Int(3),
            "assertEquals(Urls.ALLOW_ALL, urls.mode());",
        ),
        // It would need a cast.
        ("key", Literal::Short(3), "assertEquals(3, urls.key());"),
    ] {
        let mut p = Program::new(&mut cluster);
        p.constant = Some(ReturnedConstant {
            class: "shop.Urls".to_owned(),
            name: "ALLOW_ALL".to_owned(),
        });
        let urls = p.make("shop.Urls", &[]);
        let result = p.on(urls, &format!("shop.Urls.{method}"), &[]);
        p.saw(result, Observed::Literal(value));
        let written = p.write().expect("it returns something");
        assert!(written.source.contains(expected), "{}", written.source);
        let is_told = written.name == "modeReturnsAllowAll";
        assert_eq!(is_told, method == "mode", "{}", written.name);
    }
}

#[test]
fn what_is_thrown_deep_inside_of_libraries_tells_nothing_of_the_class() {
    // Before: rolesThrowsIllegalArgumentExceptionWhenTokenIsNotNotBlank, of a helper that reads the token of a request.
    let mut cluster = cluster("public class shop.Roles\n  new()\n  level(): int");
    let mut written = |frames: &[&str]| {
        let mut p = Program::new(&mut cluster);
        let roles = p.make("shop.Roles", &[]);
        p.on(roles, "shop.Roles.level", &[]);
        p.threw(
            "java.lang.IllegalArgumentException",
            Some("no token"),
            frames,
        );
        p.write()
    };
    let deep = [
        "org.tools.Assert:3",
        "org.tools.jwt.Token:7",
        "org.tools.jwt.Tokens:9",
        "shop.Roles:4",
    ];
    let refused = Refusal::ThrownElsewhere("java.lang.IllegalArgumentException".to_owned());
    assert_eq!(written(&deep).expect_err("it is deep"), refused);
    for near in [
        // The class asks one class of a library; the check of an argument is none.
        &[
            "org.tools.Assert:3",
            "org.tools.jwt.Token:7",
            "shop.Roles:4",
        ][..],
        // A double throws what the test says.
        &[
            "org.mockito.internal.Throws:3",
            "org.mockito.internal.Handler:7",
            "shop.Users$MockitoMock$1:1",
            "shop.Roles:4",
        ],
        // Its own helpers are the class's business.
        &["shop.Users:3", "shop.tokens.Tokens:7", "shop.Roles:4"],
        &["shop.users.Users:3", "shop.tokens.Tokens:7", "shop.Roles:4"],
    ] {
        assert!(written(near).is_ok(), "{near:?}");
    }
}

#[test]
fn two_of_a_class_that_are_made_of_one_object_are_no_test_unless_both_are_needed() {
    let mut cluster = cluster(
        "public class shop.Reader\n  new()\npublic class shop.Scan\n  new(reader: shop.Reader)\n  next(): int\n  \
         follows(other: shop.Scan): int",
    );
    let mut written = |needs_other: bool, has_own_part: bool| {
        let mut p = Program::new(&mut cluster);
        let reader = p.make("shop.Reader", &[]);
        let scan = p.make("shop.Scan", &[reader]);
        let part = if has_own_part {
            p.make("shop.Reader", &[])
        } else {
            reader
        };
        let other = p.make("shop.Scan", &[part]);
        let result = if needs_other {
            p.on(scan, "shop.Scan.follows", &[other])
        } else {
            p.on(scan, "shop.Scan.next", &[])
        };
        p.saw(result, seen(7));
        p.write().map(|it| it.name)
    };
    let refused = Refusal::SharedParts("shop.Scan".to_owned());
    assert_eq!(
        written(false, false).expect_err("one disturbs the other"),
        refused
    );
    assert!(written(true, false).is_ok());
    assert!(written(false, true).is_ok());
}

#[test]
fn an_object_that_has_a_public_name_is_told_by_it_and_by_what_it_holds() {
    let mut cluster = cluster(
        "public class shop.Unit\n  new()\n  static of(sign: java.lang.String): shop.Unit\n  \
         getSign(): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let sign = p.text("m");
    let unit = p.make("shop.Unit.of", &[sign]);
    let metre = Observed::Constant {
        class: "shop.Unit".into(),
        constant: "METRE".into(),
    };
    let told = Observed::Literal(Literal::Text("m".into()));
    p.saw(unit, metre)
        .inspected(unit, "getSign", "Ljava/lang/String;", told);
    // Which it is and what it holds are two things where it can be changed.
    p.mutant_changes_value(unit, &Observed::Null);
    p.mutant_changes(unit, "getSign", &Observed::Null);
    let source = p.source();
    assert!(source.contains("assertSame(Unit.METRE, "), "{source}");
    assert!(source.contains("getSign()"), "{source}");
}

#[test]
fn a_new_object_is_asked_for_the_nothing_that_it_was_made_of() {
    let mut cluster = cluster(
        "public class shop.Token\n  new(user: java.lang.String, password: java.lang.String)\n  \
         getUser(): java.lang.String\n  getPassword(): java.lang.String\n  getHost(): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let (user, nothing) = (p.text("Alice"), p.null("java.lang.String"));
    let token = p.make("shop.Token", &[user, nothing]);
    let alice = Observed::Literal(Literal::Text("Alice".into()));
    p.inspected(token, "getUser", "Ljava/lang/String;", alice);
    for blank in ["getPassword", "getHost"] {
        p.inspected(token, blank, "Ljava/lang/String;", Observed::Null);
    }
    let source = p.source();
    assert!(
        source.contains("assertNull(token.getPassword());"),
        "{source}"
    );
    assert!(!source.contains("getHost"), "{source}");
}

#[test]
fn a_program_is_tested_by_what_it_calls_where_that_can_be_called() {
    for (others, is_refused) in [
        ("", false),
        ("\n  static greet(name: java.lang.String): int", true),
    ] {
        let mut cluster = cluster(&format!(
            "public class shop.Program\n  static main(arguments: java.lang.String[]): void{others}"
        ));
        let mut p = Program::new(&mut cluster);
        let given = p.array("java.lang.String[]", &[]);
        p.make("shop.Program.main", &[given]);
        assert_eq!(p.write().err() == Some(Refusal::Program), is_refused);
    }
}

#[test]
fn an_answer_is_asked_how_it_went_beside_what_it_carries() {
    let mut cluster = cluster(
        "public class shop.Desk\n  static answer(text: java.lang.String): shop.Answer\n\
         public class shop.Answer\n  getData(): java.lang.String\n  getCode(): int\n  getAge(): int",
    );
    let mut p = Program::new(&mut cluster);
    let given = p.text("Leo");
    let answer = p.make("shop.Desk.answer", &[given]);
    let data = Observed::Literal(Literal::Text("Leo".into()));
    p.inspected(answer, "getData", "Ljava/lang/String;", data)
        .inspected(answer, "getCode", "I", seen(200))
        .inspected(answer, "getAge", "I", seen(7));
    p.mutant_changes(answer, "getData", &Observed::Null);
    let source = p.write().expect("an answer").source;
    assert!(source.contains("assertEquals(200, "), "{source}");
    assert!(!source.contains("getAge"), "{source}");
}

#[test]
fn where_a_sink_only_comes_back_what_was_written_to_it_is_asserted_too() {
    // Before: assertSame(out, form.printAll(out, "")) of a call that may write what it likes.
    let mut cluster = cluster(
        "public class shop.Form\n  new()\n  run(out: java.io.StringWriter): java.io.StringWriter\n\
         public class java.io.StringWriter\n  new()",
    );
    let mut source = |text: &str| {
        let mut p = Program::new(&mut cluster);
        let form = p.make("shop.Form", &[]);
        let out = p.make("java.io.StringWriter", &[]);
        let result = p.on(form, "shop.Form.run", &[out]);
        let written = |text: &str| Observed::Value {
            class: "java.io.StringWriter".to_owned(),
            text: text.into(),
        };
        p.saw(out, written(""));
        p.before = p.stable.clone();
        p.saw(out, written(text)).saw(result, Observed::Same(out));
        p.write().expect("there is something to assert").source
    };
    let nothing = source("");
    assert!(
        nothing.contains("assertSame(out, form.run(out));"),
        "{nothing}"
    );
    assert!(
        nothing.contains("assertEquals(\"\", out.toString());"),
        "{nothing}"
    );
}

#[test]
fn a_call_that_appends_nothing_is_named_so() {
    // Before: printAppendsToOut.
    let mut cluster = cluster(
        "public class shop.Form\n  new()\n  print(out: java.io.StringWriter)\n\
         public class java.io.StringWriter\n  new()",
    );
    let mut p = Program::new(&mut cluster);
    let form = p.make("shop.Form", &[]);
    let out = p.make("java.io.StringWriter", &[]);
    p.on(form, "shop.Form.print", &[out]);
    p.saw(
        out,
        Observed::Value {
            class: "java.io.StringWriter".to_owned(),
            text: "".into(),
        },
    );
    p.before = p.stable.clone();
    p.goal("title == null", true);
    let test = p.write().expect("there is something to assert");
    assert_eq!(test.name, "printAppendsNothing");
}

#[test]
fn a_test_that_nobody_would_read_is_not_written() {
    let mut cluster =
        cluster("public class shop.Cart\n  new()\n  add(count: int): void\n  size(): int");
    let mut written = |calls: i32| {
        let mut p = Program::new(&mut cluster);
        let cart = p.make("shop.Cart", &[]);
        for count in 0..calls {
            let count = p.int(count);
            p.on(cart, "shop.Cart.add", &[count]);
        }
        let size = p.on(cart, "shop.Cart.size", &[]);
        p.saw(size, seen(7));
        p.write().map(|_| ())
    };
    assert_eq!(written(20), Ok(()));
    assert_eq!(written(40), Err(Refusal::TooLong(42)));
}

#[test]
fn that_a_property_has_a_moment_is_said_where_it_had_nothing() {
    let mut cluster = cluster(
        "public class shop.Orders\n  new()\n  create(order: shop.Order): int\n\
         public class shop.Order\n  new()\n  getCreated(): java.util.Date\n  getId(): int",
    );
    let mut source = |had_nothing: bool| {
        let mut p = Program::new(&mut cluster);
        let orders = p.make("shop.Orders", &[]);
        let order = p.make("shop.Order", &[]);
        p.kept(order, "getId", "I", seen(2));
        let before = if had_nothing {
            Observed::Null
        } else {
            object("java.util.Date")
        };
        p.inspected(order, "getCreated", "Ljava/util/Date;", before);
        p.then_act();
        let created = p.on(orders, "shop.Orders.create", &[order]);
        p.saw(created, seen(1));
        p.inspected(
            order,
            "getCreated",
            "Ljava/util/Date;",
            object("java.util.Date"),
        );
        p.mutant_changes(order, "getCreated", &Observed::Null);
        p.mutant_changes_value(created, &seen(0));
        p.source()
    };
    let told = source(true);
    assert!(
        told.contains("assertNotNull(order.getCreated());"),
        "{told}"
    );
    let told = source(false);
    assert!(!told.contains("getCreated"), "{told}");
}

#[test]
fn that_a_call_returns_whose_result_nobody_looks_at_is_no_test() {
    let written = |returns: &str| {
        let text =
            format!("public class shop.Till\n  new()\n  print(text: java.lang.Object): {returns}");
        let mut cluster = cluster(&text);
        let mut p = Program::new(&mut cluster);
        let till = p.make("shop.Till", &[]);
        let text = p.text("a");
        p.on(till, "shop.Till.print", &[text]);
        p.write().map(|it| it.name)
    };
    assert_eq!(written("void"), Ok("printDoesNotThrow".to_owned()));
    assert!(written("java.lang.Object").is_err());
}

#[test]
fn an_array_among_objects_says_its_own_type() {
    let mut cluster = cluster(
        "public class shop.Rows\n  new(rows: java.lang.Object[], grid: int[][])\n  size(): int",
    );
    let mut p = Program::new(&mut cluster);
    let (seven, nine) = (p.int(7), p.int(9));
    let row = p.array("int[]", &[seven]);
    let rows = p.array("java.lang.Object[]", &[row]);
    let line = p.array("int[]", &[nine]);
    let grid = p.array("int[][]", &[line]);
    let made = p.make("shop.Rows", &[rows, grid]);
    let size = p.on(made, "shop.Rows.size", &[]);
    p.saw(size, seen(1));
    let source = p.source();
    for line in ["{new int[] {7}}", "{{9}}"] {
        assert!(source.contains(line), "{source}");
    }
}
