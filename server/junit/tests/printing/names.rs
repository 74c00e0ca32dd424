//! Names of printed tests: many programs that differ little, each name tells them apart in words.

use std::collections::BTreeSet;

use goalline_junit::{ConditionRole, ConditionText, NameChoices, Naming, suite_names};
use goalline_testcase::{Literal, Observed, TestCluster};

use crate::{
    descriptions::cluster,
    programs::{Program, seen},
    shop::shop,
};

const GAUGE: &str = "
public class shop.Gauge
  new()
  new(limit: int)
  level(low: int, high: int): int
  isFull(): boolean
  fill(amount: int): void
  parse(str: java.lang.String): java.lang.Integer
  field static final ZERO: shop.Gauge
";

fn gauge() -> TestCluster {
    cluster(GAUGE)
}

/// The name of a test of `level(low, high)` that returned `level`.
fn level(cluster: &mut TestCluster, taken: &mut BTreeSet<String>, values: [i32; 3]) -> String {
    let mut p = Program::new(cluster);
    p.taken.append(taken);
    let gauge = p.make("shop.Gauge", &[]);
    let (low, high) = (p.int(values[0]), p.int(values[1]));
    let result = p.on(gauge, "shop.Gauge.level", &[low, high]);
    p.saw(result, seen(values[2])).goal("high > low", true);
    let name = p.write().expect("a number can be asserted").name;
    *taken = std::mem::take(&mut p.taken);
    name
}

#[test]
fn without_a_known_condition_names_say_what_is_special_about_the_values() {
    let mut cluster = gauge();
    let mut taken = BTreeSet::new();
    let mut next = |values| level(&mut cluster, &mut taken, values);
    assert_eq!(next([1, 2, 3]), "levelReturnsThreeWhenHighIsGreaterThanLow");
    assert_eq!(next([-1, 1, 3]), "levelReturnsThreeForNegativeLow");
    assert_eq!(next([0, -1, 3]), "levelReturnsThreeForZeroLow");
    assert_eq!(next([0, -2, 3]), "levelReturnsThreeForNegativeHigh");
    assert_eq!(
        next([0, -3, 3]),
        "levelReturnsThreeForZeroLowAndNegativeHigh"
    );
}

#[test]
fn an_input_that_may_be_anything_is_no_condition() {
    let name = |of_no_matter: &[usize], condition: Option<&str>| {
        let mut cluster = gauge();
        let mut p = Program::new(&mut cluster);
        let gauge = p.make("shop.Gauge", &[]);
        let given = [p.int(-1), p.int(0)];
        let result = p.on(gauge, "shop.Gauge.level", &given);
        p.saw(result, seen(3));
        p.conditions.extend(condition.map(|text| ConditionText {
            text: text.to_owned(),
            outcome: true,
            is_sure: true,
            role: ConditionRole::Sought,
        }));
        for at in of_no_matter {
            p.is_of_no_matter(given[*at]);
        }
        p.write().expect("a number can be asserted").name
    };
    assert_eq!(name(&[], None), "levelReturnsThreeForZeroHigh");
    assert_eq!(name(&[1], None), "levelReturnsThreeForNegativeLow");
    // Each alone may be another one, and both together the cause.
    assert_eq!(name(&[0, 1], None), "levelReturnsThreeForZeroHigh");
    let condition = Some("low < 0");
    assert_eq!(name(&[1], condition), "levelReturnsThreeWhenLowIsNegative");
    assert_eq!(
        name(&[0, 1], condition),
        "levelReturnsThreeWhenLowIsNegative"
    );
}

#[test]
fn an_object_with_two_letters_for_a_name_is_told_by_its_type_unless_another_one_is_of_it() {
    let name = |method: &str, count: usize| {
        let mut cluster = cluster(
            "public class shop.Ring\n\
             public class shop.Star\n  new()\n  degree(er: shop.Ring): int\n  \
             between(er: shop.Ring, es: shop.Ring): int",
        );
        let mut p = Program::new(&mut cluster);
        let star = p.make("shop.Star", &[]);
        let given: Vec<_> = (0..count).map(|_| p.null("shop.Ring")).collect();
        let result = p.on(star, &format!("shop.Star.{method}"), &given);
        p.saw(result, seen(1));
        p.write().expect("a number can be asserted").name
    };
    assert_eq!(name("degree", 1), "degreeReturnsOneForNullRing");
    assert_eq!(name("between", 2), "betweenReturnsOneForNullErAndEs");
}

/// The name of a test of `level(low, high)` that threw or returned 3, of which these conditions are known.
fn of_level(
    values: [i32; 2],
    thrown: Option<&str>,
    held: &[(&str, bool)],
    taken: &[&str],
) -> String {
    let mut cluster = gauge();
    let mut p = Program::new(&mut cluster);
    p.taken.extend(taken.iter().map(|name| (*name).to_owned()));
    let gauge = p.make("shop.Gauge", &[]);
    let (low, high) = (p.int(values[0]), p.int(values[1]));
    let result = p.on(gauge, "shop.Gauge.level", &[low, high]);
    for (text, outcome) in held {
        p.held(text, *outcome);
    }
    match thrown {
        Some(class) => p.threw(class, Some("bad"), &["shop.Gauge:12"]),
        None => p.saw(result, seen(3)),
    };
    p.write().expect("it is thrown on purpose, or returns").name
}

#[test]
fn a_name_says_the_condition_that_decided_before_it_says_values() {
    let held = [("low > high", true), ("limit == 0", false)];
    assert_eq!(
        of_level([5, -2], None, &held, &[]),
        "levelReturnsThreeWhenLowIsGreaterThanHigh"
    );
    let illegal = Some("java.lang.IllegalArgumentException");
    assert_eq!(
        of_level([5, 2], illegal, &held, &[]),
        "levelRejectsLowGreaterThanHigh"
    );
    let state = Some("java.lang.IllegalStateException");
    assert_eq!(
        of_level([5, 2], state, &held, &[]),
        "levelThrowsIllegalStateExceptionWhenLowIsGreaterThanHigh"
    );
}

#[test]
fn where_one_condition_is_taken_two_are_said() {
    let held = [("low > high", true), ("high < 9", true)];
    let taken = [
        "levelReturnsThreeWhenLowIsGreaterThanHigh",
        "levelReturnsThreeWhenHighIsLessThanNine",
    ];
    assert_eq!(
        of_level([5, 2], None, &held, &taken),
        "levelReturnsThreeWhenLowIsGreaterThanHighAndHighIsLessThanNine"
    );
}

#[test]
fn what_the_arguments_contradict_is_not_said() {
    // The method may have changed its parameter before it asked. What stands behind that is no cause.
    let held = [("low > high", true), ("high < 9", true)];
    let names = [
        of_level([1, 2], None, &held, &[]),
        of_level([1, 2], None, &held[1..], &[]),
    ];
    let expected = [
        "levelReturnsThreeWhenLowIsLessThanHigh",
        "levelReturnsThreeWhenHighIsLessThanNine",
    ];
    assert_eq!(names, expected);
}

#[test]
fn of_what_was_none_of_several_values_no_one_is_the_cause() {
    let held = [("low == 8", false), ("low == 9", false)];
    let name = of_level([1, 2], None, &held, &[]);
    assert!(!name.contains("IsNot"), "{name}");
    assert_eq!(
        of_level([1, 2], None, &held[..1], &[]),
        "levelReturnsThreeWhenLowIsNotEight"
    );
}

#[test]
fn a_condition_under_which_another_test_ends_in_the_opposite_way_is_no_cause() {
    let illegal = Some("java.lang.IllegalStateException");
    let held = [("low == 1", true), ("high == 2", true)];
    let taken = [
        "levelReturnsTrueWhenLowIsOne",
        "levelReturnsNineWhenHighIsTwo",
    ];
    assert_eq!(
        of_level([1, 2], illegal, &held, &[]),
        "levelThrowsIllegalStateExceptionWhenLowIsOne"
    );
    // One that returned says the same of `low`, one that computed something says it of `high`.
    assert_eq!(
        of_level([1, 2], None, &held, &taken),
        "levelReturnsThreeWhenHighIsTwo"
    );
}

#[test]
fn what_was_only_passed_on_the_way_is_no_cause_of_an_exception() {
    let mut cluster = gauge();
    let mut p = Program::new(&mut cluster);
    let gauge = p.make("shop.Gauge", &[]);
    let (low, high) = (p.int(5), p.int(2));
    p.on(gauge, "shop.Gauge.level", &[low, high]);
    p.passed("low != 0", true);
    let illegal = "java.lang.IllegalStateException";
    p.threw(illegal, Some("Out of stock"), &["shop.Gauge:12"]);
    assert_eq!(
        p.write().expect("it is thrown on purpose").name,
        "levelThrowsIllegalStateExceptionBecauseOutOfStock"
    );
}

#[test]
fn conditions_of_other_methods_are_said_only_where_the_arguments_show_them() {
    let mut cluster = gauge();
    let mut p = Program::new(&mut cluster);
    let gauge = p.make("shop.Gauge", &[]);
    let (low, high) = (p.int(5), p.int(2));
    let result = p.on(gauge, "shop.Gauge.level", &[low, high]);
    p.held_elsewhere("limit > 0", true)
        .held_elsewhere("high < low", true);
    p.saw(result, seen(3));
    assert_eq!(
        p.write().expect("it returns").name,
        "levelReturnsThreeWhenHighIsLessThanLow"
    );
}

#[test]
fn a_null_that_a_helper_calls_empty_is_called_null() {
    let mut cluster = gauge();
    let mut p = Program::new(&mut cluster);
    let gauge = p.make("shop.Gauge", &[]);
    let text = p.null("java.lang.String");
    let parsed = p.on(gauge, "shop.Gauge.parse", &[text]);
    p.held("Texts.isEmpty(str)", true);
    p.saw(parsed, Observed::Null);
    assert_eq!(
        p.write().expect("it returns null").name,
        "parseReturnsNullWhenStrIsNull"
    );
}

#[test]
fn a_message_that_is_a_sentence_ends_the_name_where_nothing_else_is_known() {
    let mut cluster = gauge();
    let mut p = Program::new(&mut cluster);
    let gauge = p.make("shop.Gauge", &[]);
    p.on(gauge, "shop.Gauge.isFull", &[]);
    p.threw(
        "java.lang.IllegalStateException",
        Some("Nothing was measured."),
        &["shop.Gauge:12"],
    );
    assert_eq!(
        p.write().expect("it is thrown on purpose").name,
        "isFullThrowsIllegalStateExceptionWhenNothingWasMeasured"
    );
}

#[test]
fn nobody_rejects_a_number_for_being_positive() {
    let illegal = Some("java.lang.IllegalArgumentException");
    assert_eq!(
        of_level([5, 2], illegal, &[], &[]),
        "levelThrowsIllegalArgumentExceptionWhenLowIsGreaterThanHigh"
    );
}

#[test]
fn a_text_that_comes_back_as_it_was_is_called_unchanged() {
    let mut cluster = cluster(
        "public class shop.Label\n  static trimmed(title: java.lang.String): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let title = p.text("x/y");
    let trimmed = p.make("shop.Label.trimmed", &[title]);
    p.saw(trimmed, Observed::Literal(Literal::Text("x/y".into())));
    assert_eq!(
        p.write().expect("it returns").name,
        "trimmedReturnsTitleUnchangedWhenTitleContainsSlash"
    );
}

#[test]
fn forty_like_tests_need_no_counter() {
    let mut cluster = gauge();
    let mut taken = BTreeSet::new();
    for low in 20..30 {
        for high in 1..5 {
            let name = level(&mut cluster, &mut taken, [low, high, 3]);
            assert!(
                name.len() <= 80 && !name.contains("Returns3") && !is_numbered(&name),
                "{name} says what sets the test apart"
            );
        }
    }
}

/// Whether the name ends with a counter: `levelReturnsThree2`, not `…Low20`.
fn is_numbered(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_value = ["Low", "High", "Is"]
        .iter()
        .any(|word| stem.ends_with(word));
    stem.len() < name.len() && !is_value
}

#[test]
fn the_state_of_the_receiver_sets_tests_apart() {
    let mut cluster = gauge();
    let mut p = Program::new(&mut cluster);
    p.taken.insert("isFullReturnsFalse".to_owned());
    let gauge = p.make("shop.Gauge", &[]);
    let amount = p.int(1);
    p.on(gauge, "shop.Gauge.fill", &[amount]);
    let full = p.on(gauge, "shop.Gauge.isFull", &[]);
    p.saw(full, Observed::Literal(Literal::Boolean(false)));
    assert_eq!(
        p.write().expect("it returns something").name,
        "isFullReturnsFalseAfterFill"
    );
}

#[test]
fn what_was_done_to_the_receiver_before_sets_tests_apart_by_its_values() {
    let mut cluster = gauge();
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for amount in [7, 8] {
        let mut p = Program::new(&mut cluster);
        p.taken.append(&mut taken);
        p.taken.insert("isFullReturnsFalse".to_owned());
        let gauge = p.make("shop.Gauge", &[]);
        let amount = p.int(amount);
        p.on(gauge, "shop.Gauge.fill", &[amount]);
        let full = p.on(gauge, "shop.Gauge.isFull", &[]);
        p.saw(full, Observed::Literal(Literal::Boolean(false)));
        names.push(p.write().expect("it returns something").name);
        taken = std::mem::take(&mut p.taken);
    }
    let expected = [
        "isFullReturnsFalseAfterFill",
        "isFullReturnsFalseAfterFillEight",
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_counter_never_joins_a_number_that_the_name_ends_with() {
    let mut cluster = gauge();
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for _ in 0..30 {
        let mut p = Program::new(&mut cluster);
        p.taken.append(&mut taken);
        let gauge = p.make("shop.Gauge.ZERO", &[]);
        let text = p.text("490");
        let parsed = p.on(gauge, "shop.Gauge.parse", &[text]);
        p.saw(parsed, seen(490));
        names.push(p.write().expect("it returns something").name);
        taken = std::mem::take(&mut p.taken);
    }
    assert!(
        is_numbered(names.last().expect("there are names")),
        "{names:?}"
    );
    assert!(
        !names.iter().any(|name| name.ends_with("4902")),
        "{names:?}"
    );
}

#[test]
fn an_empty_string_is_called_so_when_the_parameter_says_nothing() {
    let mut cluster = gauge();
    let mut p = Program::new(&mut cluster);
    let gauge = p.make("shop.Gauge", &[]);
    let text = p.text("");
    let parsed = p.on(gauge, "shop.Gauge.parse", &[text]);
    p.saw(parsed, Observed::Null);
    assert_eq!(
        p.write().expect("it returns null").name,
        "parseReturnsNullForEmptyString"
    );
}

#[test]
fn names_follow_the_style_of_the_test_class() {
    let names = [
        Naming::Camel,
        Naming::TestPrefix,
        Naming::Snake,
        Naming::Segments,
    ]
    .map(|naming| {
        let mut cluster = shop();
        let mut p = Program::new(&mut cluster);
        p.style.naming = naming;
        p.style.brace_alone = true;
        let cart = p.make("shop.Cart", &[]);
        let size = p.on(cart, "shop.Cart.size", &[]);
        p.saw(size, seen(12));
        let written = p.write().expect("the size can be asserted");
        assert!(written.source.contains("()\n{\n"), "{}", written.source);
        written.name
    });
    assert_eq!(
        names,
        [
            "sizeReturns12",
            "testSizeReturns12",
            "size_returns_12",
            "size_returns12"
        ]
    );
}

#[test]
fn the_argument_that_the_message_blames_first_is_named() {
    for message in ["high must not be negative", "high is less than low"] {
        let mut cluster = gauge();
        let mut p = Program::new(&mut cluster);
        let gauge = p.make("shop.Gauge", &[]);
        let (low, high) = (p.int(0), p.int(-3));
        p.on(gauge, "shop.Gauge.level", &[low, high]);
        p.threw(
            "java.lang.IllegalStateException",
            Some(message),
            &["shop.Cart:12"],
        );
        assert_eq!(
            p.write().expect("it is thrown on purpose").name,
            "levelThrowsIllegalStateExceptionForNegativeHigh"
        );
    }
}

#[test]
fn what_the_receiver_was_made_of_is_told_by_parameter_before_it_is_told_by_value() {
    let mut cluster = gauge();
    let mut taken: BTreeSet<String> = ["isFullReturnsFalse".to_owned()].into();
    let mut names = Vec::new();
    for limit in [1_500_000_000, -7, 1_600_000_000] {
        let mut p = Program::new(&mut cluster);
        p.taken.append(&mut taken);
        let limit = p.int(limit);
        let gauge = p.make("shop.Gauge", &[limit]);
        let full = p.on(gauge, "shop.Gauge.isFull", &[]);
        p.saw(full, Observed::Literal(Literal::Boolean(false)));
        names.push(p.write().expect("it returns something").name);
        taken = std::mem::take(&mut p.taken);
    }
    assert_eq!(
        names,
        [
            "isFullReturnsFalseOnPositiveLimit",
            "isFullReturnsFalseWhenLimitIsNegative",
            "isFullReturnsFalseOnLargeNumber"
        ]
    );
}

#[test]
fn the_same_call_again_is_called_so() {
    let mut cluster = gauge();
    let mut p = Program::new(&mut cluster);
    p.taken.insert("isFullReturnsFalse".to_owned());
    let gauge = p.make("shop.Gauge", &[]);
    p.on(gauge, "shop.Gauge.isFull", &[]);
    let full = p.on(gauge, "shop.Gauge.isFull", &[]);
    p.saw(full, Observed::Literal(Literal::Boolean(false)));
    assert_eq!(
        p.write().expect("it returns something").name,
        "isFullReturnsFalseWhenCalledTwice"
    );
}

const ORDERS: &str = "
public class shop.Order
  isPaid(): boolean
  total(): double
  doubled(): shop.Order
  static of(amount: int, rebate: int): shop.Order
public class shop.OrderForm
  new()
  rebate(percent: int): shop.OrderForm
  gift(wrapped: boolean): shop.OrderForm
  build(): shop.Order
";

#[test]
fn what_a_builder_was_told_sets_tests_of_what_it_built_apart() {
    let mut cluster = cluster(ORDERS);
    let mut taken: BTreeSet<String> = ["isPaidReturnsFalse".to_owned()].into();
    let mut names = Vec::new();
    for (method, told) in [("gift", 1), ("rebate", -3), ("rebate", 5)] {
        let mut p = Program::new(&mut cluster);
        p.taken.append(&mut taken);
        let form = p.make("shop.OrderForm", &[]);
        let told = match method {
            "gift" => p.literal("boolean", Literal::Boolean(told == 1)),
            _ => p.int(told),
        };
        p.on(form, &format!("shop.OrderForm.{method}"), &[told]);
        let order = p.on(form, "shop.OrderForm.build", &[]);
        let paid = p.on(order, "shop.Order.isPaid", &[]);
        p.saw(paid, Observed::Literal(Literal::Boolean(false)));
        names.push(p.write().expect("it returns something").name);
        taken = std::mem::take(&mut p.taken);
    }
    assert_eq!(
        names,
        [
            "isPaidReturnsFalseAfterGift",
            "isPaidReturnsFalseAfterRebate",
            "isPaidReturnsFalseAfterRebateFive"
        ]
    );
}

#[test]
fn what_a_builder_was_told_and_the_built_object_gives_is_what_the_test_is_about() {
    let mut cluster = cluster(
        "public class shop.OrderForm\n  new()\n  withRebate(percent: int): shop.OrderForm\n  build(): shop.Order\n\
         public class shop.Order\n  getRebate(): int\n  isPaid(): boolean",
    );
    let mut name = |seen: i32| {
        let mut p = Program::new(&mut cluster);
        let form = p.make("shop.OrderForm", &[]);
        let percent = p.int(5);
        let told = p.on(form, "shop.OrderForm.withRebate", &[percent]);
        let order = p.on(told, "shop.OrderForm.build", &[]);
        let rebate = p.on(order, "shop.Order.getRebate", &[]);
        p.saw(rebate, Observed::Literal(Literal::Int(seen)));
        p.write().expect("it returns something").name
    };
    assert_eq!(
        [name(5), name(-1)],
        ["withRebateSetsRebate", "withRebateSetsRebateToMinusOne"]
    );
}

#[test]
fn what_is_not_there_is_unknown() {
    let mut cluster = cluster(
        "public class shop.Shelf\n  new(size: int)\n  findPen(name: java.lang.String): shop.Pen\n\
         public class shop.Pen",
    );
    let mut p = Program::new(&mut cluster);
    let size = p.int(3);
    let shelf = p.make("shop.Shelf", &[size]);
    let name = p.text("world");
    let found = p.on(shelf, "shop.Shelf.findPen", &[name]);
    p.saw(found, Observed::Null);
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "findPenReturnsNullForUnknownName");
}

#[test]
fn a_text_that_is_made_nothing_of_where_a_number_is_asked_for_is_no_number() {
    let mut cluster =
        cluster("public class shop.Check\n  static isLong(value: java.lang.String): boolean");
    let mut name = |text: &str, condition: &str, seen: bool| {
        let mut p = Program::new(&mut cluster);
        let value = p.text(text);
        let told = p.make("shop.Check.isLong", &[value]);
        p.held(condition, true);
        p.saw(told, Observed::Literal(Literal::Boolean(seen)));
        p.write().expect("it returns something").name
    };
    assert_eq!(
        name("blue", "formatLong(value) == null", false),
        "isLongReturnsFalseForNonNumericValue"
    );
    assert_eq!(
        name("42", "formatLong(value) != null", true),
        "isLongReturnsTrueForNumericValue"
    );
}

#[test]
fn a_condition_that_says_what_the_method_asks_gives_way_to_the_value() {
    let mut cluster =
        cluster("public class shop.Net\n  static isValidHost(host: java.lang.String): boolean");
    let mut name = |host: &str| {
        let mut p = Program::new(&mut cluster);
        let host = p.text(host);
        let told = p.make("shop.Net.isValidHost", &[host]);
        p.saw(told, Observed::Literal(Literal::Boolean(true)));
        p.write().expect("it returns something").name
    };
    assert_eq!(name("example.com"), "isValidHostReturnsTrueForExampleCom");
    assert_eq!(name("[::1]"), "isValidHostReturnsTrueWhenHostNameIsValid");
    assert_eq!(name(""), "isValidHostReturnsTrueForEmptyHost");
}

#[test]
fn what_was_put_there_is_known() {
    let mut cluster = cluster(
        "public class shop.Shelf\n  new()\n  add(pen: java.lang.String): void\n  \
         contains(pen: java.lang.String): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let shelf = p.make("shop.Shelf", &[]);
    let put = p.text("world");
    p.on(shelf, "shop.Shelf.add", &[put]);
    let asked = p.text("world");
    let found = p.on(shelf, "shop.Shelf.contains", &[asked]);
    p.saw(found, Observed::Literal(Literal::Boolean(true)));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "containsReturnsTrueForKnownPen");
}

#[test]
fn whether_a_thing_is_attached_is_told_by_whether_it_was() {
    let mut cluster = cluster(
        "public class shop.Hub\n  new()\n  add(cable: shop.Cable): void\n  isAttached(cable: shop.Cable): boolean\n\
         public class shop.Cable\n  new()",
    );
    let mut name = |is_own: bool| {
        let mut p = Program::new(&mut cluster);
        let hub = p.make("shop.Hub", &[]);
        let cable = p.make("shop.Cable", &[]);
        p.on(hub, "shop.Hub.add", &[cable]);
        let other = p.make("shop.Cable", &[]);
        let asked = if is_own { cable } else { other };
        let attached = p.on(hub, "shop.Hub.isAttached", &[asked]);
        p.saw(attached, Observed::Literal(Literal::Boolean(is_own)));
        p.write().expect("it returns something").name
    };
    assert_eq!(name(true), "isAttachedReturnsTrueForKnownCable");
    assert_eq!(name(false), "isAttachedReturnsFalseForUnknownCable");
}

#[test]
fn what_else_an_object_was_given_is_no_condition_of_what_it_gives_back() {
    let mut cluster = cluster(
        "public class shop.Token\n  new(code: int, key: java.lang.String)\n  getCode(): int\n  \
         getKey(): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let (code, key) = (p.int(7), p.text(""));
    let token = p.make("shop.Token", &[code, key]);
    let told = p.on(token, "shop.Token.getCode", &[]);
    p.saw(told, Observed::Literal(Literal::Int(7)));
    let name = p.write().expect("it returns something").name;
    // Before: getCodeReturnsGivenCodeWhenKeyIsEmpty.
    assert_eq!(name, "getCodeReturnsGivenCode");
}

#[test]
fn a_setting_is_so_by_default_or_for_what_a_factory_makes() {
    let mut cluster = cluster(
        "public class shop.Rights\n  new()\n  static createAll(): shop.Rights\n  supportsRefund(): boolean\n  \
         refund(isOn: boolean): shop.Rights",
    );
    let mut name = |maker: &str, seen: bool| {
        let mut p = Program::new(&mut cluster);
        let rights = p.make(maker, &[]);
        let told = p.on(rights, "shop.Rights.supportsRefund", &[]);
        p.saw(told, Observed::Literal(Literal::Boolean(seen)));
        p.write().expect("it returns something").name
    };
    assert_eq!(
        name("shop.Rights", true),
        "supportsRefundReturnsTrueByDefault"
    );
    assert_eq!(
        name("shop.Rights.createAll", true),
        "supportsRefundReturnsTrueForCreateAll"
    );
}

#[test]
fn what_a_factory_says_that_it_makes_is_no_default_and_was_done() {
    let mut cluster = cluster(
        "public class shop.Watch\n  private new()\n  static createStarted(): shop.Watch\n  \
         static create(): shop.Watch\n  \
         isStarted(): boolean\n  start(): void\n  stop(): void",
    );
    let mut name = |maker: &str, stops: bool, seen: bool| {
        let mut p = Program::new(&mut cluster);
        let watch = p.make(maker, &[]);
        if stops {
            p.on(watch, "shop.Watch.stop", &[]);
        }
        let told = p.on(watch, "shop.Watch.isStarted", &[]);
        p.saw(told, Observed::Literal(Literal::Boolean(seen)));
        p.write().expect("it returns something").name
    };
    assert_eq!(
        name("shop.Watch.createStarted", true, false),
        "isStartedReturnsFalseAfterStop"
    );
    assert_eq!(
        name("shop.Watch.create", false, false),
        "isStartedReturnsFalseByDefault"
    );
    assert!(!name("shop.Watch.createStarted", false, true).contains("ByDefault"));
}

#[test]
fn a_flag_that_is_asked_for_may_have_been_given_to_the_constructor() {
    // Before: isStrictReturnsTrue.
    let mut cluster = cluster(
        "public class shop.Page\n  new(title: java.lang.String, strict: boolean)\n  isStrict(): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let (title, strict) = (p.text("News"), p.literal("boolean", Literal::Boolean(true)));
    let page = p.make("shop.Page", &[title, strict]);
    let answer = p.on(page, "shop.Page.isStrict", &[]);
    p.saw(answer, truth(true));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "isStrictReturnsTrueWhenCreatedWithTrue");
}

#[test]
fn parameters_are_called_without_their_articles() {
    // Before: getOwnerNameReturnsGivenAnOwnerName.
    let mut cluster = cluster(
        "public class shop.Account\n  new(anOwnerName: java.lang.String)\n  getOwnerName(): java.lang.String\n  \
         isActive(): boolean\n  setActive(aIsActive: boolean): void",
    );
    let mut p = Program::new(&mut cluster);
    let alice = p.text("Alice");
    let account = p.make("shop.Account", &[alice]);
    let given = p.on(account, "shop.Account.getOwnerName", &[]);
    p.saw(given, Observed::Literal(Literal::Text("Alice".into())));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "getOwnerNameReturnsGivenOwnerName");
    let mut p = Program::new(&mut cluster);
    let alice = p.text("Alice");
    let account = p.make("shop.Account", &[alice]);
    let active = p.on(account, "shop.Account.isActive", &[]);
    p.saw(active, truth(true));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "isActiveReturnsTrueByDefault");
}

#[test]
fn a_no_about_two_objects_of_one_kind_says_that_they_differ() {
    // Before: isSameDayReturnsFalse.
    let mut cluster = cluster(
        "public class shop.Day\n  new(number: int)\n\npublic class shop.Days\n  \
         static isSameDay(day1: shop.Day, day2: shop.Day): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let (two, three) = (p.int(2), p.int(3));
    let (one, other) = (p.make("shop.Day", &[two]), p.make("shop.Day", &[three]));
    let same = p.make("shop.Days.isSameDay", &[one, other]);
    p.saw(same, truth(false));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "isSameDayReturnsFalseWhenDay1DiffersFromDay2");
}

#[test]
fn what_a_reader_reads_is_no_reader() {
    // Before: readLineReturnsGivenReader.
    let mut cluster = cluster(
        "public class java.io.StringReader\n  new(text: java.lang.String)\n\npublic class shop.Lines\n  \
         new(reader: java.io.StringReader)\n  readLine(): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let text = p.text("orange");
    let reader = p.make("java.io.StringReader", &[text]);
    let lines = p.make("shop.Lines", &[reader]);
    let line = p.on(lines, "shop.Lines.readLine", &[]);
    p.saw(line, Observed::Literal(Literal::Text("orange".into())));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "readLineReturnsWholeTextOfReader");
}

#[test]
fn the_only_thing_that_was_given_says_more_than_what_should_have_been() {
    // Before: mainThrowsUsageExceptionBecauseSupplyUrlToFetch.
    let mut cluster = cluster(
        "public class shop.UsageException : java.lang.RuntimeException\n\npublic class shop.Fetch\n  \
         static main(args: java.lang.String...): void",
    );
    let mut p = Program::new(&mut cluster);
    let args = p.array("java.lang.String[]", &[]);
    p.make("shop.Fetch.main", &[args]);
    let said = Some("usage: supply url to fetch");
    p.threw("shop.UsageException", said, &["shop.Fetch:7"]);
    let name = p.write().expect("it throws").name;
    assert!(
        name.ends_with("ForEmptyArgs") || name.ends_with("ForNoArgs"),
        "{name}"
    );
}

#[test]
fn what_is_found_by_what_it_was_told_is_called_so() {
    // Before: getPetReturnsGivenPetForStringName.
    let mut cluster = cluster(
        "
public class shop.Pet
  new()
  setName(name: java.lang.String): void
public class shop.Owner
  new()
  addPet(pet: shop.Pet): void
  getPet(name: java.lang.String): shop.Pet
  getPet(id: int): shop.Pet",
    );
    let mut p = Program::new(&mut cluster);
    let pet = p.make("shop.Pet", &[]);
    let leo = p.text("Leo");
    p.on(pet, "shop.Pet.setName", &[leo]);
    let owner = p.make("shop.Owner", &[]);
    p.on(owner, "shop.Owner.addPet", &[pet]);
    let found = p.on(owner, "shop.Owner.getPet", &[leo]);
    p.saw(found, Observed::Same(pet));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "getPetReturnsPetWithGivenName");
}

#[test]
fn of_what_an_object_is_compared_with_the_input_tells_more_than_a_letter() {
    // Before: equalsReturnsFalseWhenOIsNull.
    let mut cluster =
        cluster("public class shop.Pet\n  new()\n  equals(o: java.lang.Object): boolean");
    let mut p = Program::new(&mut cluster);
    let pet = p.make("shop.Pet", &[]);
    let null = p.null("java.lang.Object");
    let equal = p.on(pet, "shop.Pet.equals", &[null]);
    p.saw(equal, truth(false));
    p.held("o == null", true);
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "equalsReturnsFalseForNull");
    let mut p = Program::new(&mut cluster);
    let pet = p.make("shop.Pet", &[]);
    let equal = p.on(pet, "shop.Pet.equals", &[pet]);
    p.saw(equal, truth(true));
    p.held("this == o", true);
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "equalsReturnsTrueForSamePet");
}

#[test]
fn values_that_come_out_as_they_are_given_are_told_in_what_they_have_to_do_with_each_other() {
    let mut cluster = cluster(
        "
public class shop.Texts
  static evaluate(expected: java.lang.String, actual: java.lang.String): boolean
  static prepend(str: java.lang.String, prefix: java.lang.String, prefixes: java.lang.String...): java.lang.String",
    );
    // Before: evaluateReturnsFalse.
    let mut p = Program::new(&mut cluster);
    let (red, green) = (p.text("red"), p.text("green"));
    let equal = p.make("shop.Texts.evaluate", &[red, green]);
    p.saw(equal, truth(false));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "evaluateReturnsFalseWhenExpectedDiffersFromActual");
    let mut prepended = |text: &str, prefix: &str, others: &[&str], result: &str| {
        let mut p = Program::new(&mut cluster);
        let (text, prefix) = (p.text(text), p.text(prefix));
        let others: Vec<_> = others.iter().map(|one| p.text(one)).collect();
        let others = p.array("java.lang.String[]", &others);
        let given = p.make("shop.Texts.prepend", &[text, prefix, others]);
        p.saw(given, Observed::Literal(Literal::Text(result.into())));
        p.write().expect("it returns something").name
    };
    // Before: …ForEmptyPrefixAndPrefixes, of a call that is given no prefixes.
    let empty = prepended("abc", "", &[], "abc");
    assert_eq!(empty, "prependReturnsStrUnchangedForEmptyPrefix");
    // Before: …WhenStrContainsPrefix.
    let other = prepended("xyzabc", "a", &["hello", ""], "xyzabc");
    assert_eq!(other, "prependReturnsStrUnchangedWhenOneOfPrefixesIsEmpty");
}

#[test]
fn a_flag_that_is_asked_for_was_set_to_what_it_is() {
    // Before: isCachedReturnsFalseWithoutCached.
    let mut cluster = cluster(
        "public class shop.Page\n  new()\n  setCached(cached: boolean): void\n  isCached(): boolean\n  \
         isOld(): boolean",
    );
    let mut name = |asked: &str, set: bool| {
        let mut p = Program::new(&mut cluster);
        let page = p.make("shop.Page", &[]);
        let given = p.literal("boolean", Literal::Boolean(set));
        p.on(page, "shop.Page.setCached", &[given]);
        let answer = p.on(page, asked, &[]);
        p.saw(answer, Observed::Literal(Literal::Boolean(set)));
        p.write().expect("it returns something").name
    };
    assert_eq!(
        name("shop.Page.isCached", false),
        "isCachedReturnsFalseWhenSetToFalse"
    );
    assert_eq!(
        name("shop.Page.isCached", true),
        "isCachedReturnsTrueWhenSetToTrue"
    );
    assert_eq!(
        name("shop.Page.isOld", false),
        "isOldReturnsFalseWhenNotCached"
    );
}

#[test]
fn what_a_setter_of_its_name_was_never_told_is_the_default() {
    let mut cluster = cluster(
        "public class shop.Print\n  new()\n  outline(): boolean\n  outline(isOn: boolean): shop.Print",
    );
    let mut p = Program::new(&mut cluster);
    let print = p.make("shop.Print", &[]);
    let outline = p.on(print, "shop.Print.outline", &[]);
    p.saw(outline, Observed::Literal(Literal::Boolean(false)));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "outlineReturnsFalseByDefault");
}

#[test]
fn what_a_contract_says_is_told_of_what_a_call_leaves_too() {
    let mut cluster = cluster(
        "public interface java.util.Collection\npublic class shop.Bag : java.util.Collection\n  new()\n  \
         add(pen: java.lang.String): boolean\n  \
         removeIf(filter: java.util.function.Predicate): boolean\n  size(): int\n\
         public interface java.util.function.Predicate",
    );
    let mut p = Program::new(&mut cluster);
    let bag = p.make("shop.Bag", &[]);
    let filter = p.test_double("java.util.function.Predicate", &[]);
    let removed = p.on(bag, "shop.Bag.removeIf", &[filter]);
    p.saw(removed, Observed::Literal(Literal::Boolean(true)))
        .had(bag, "size", seen(2))
        .inspected(bag, "size", "I", seen(0));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "removeIfLeavesBagEmptyWhenAnElementMatches");
}

#[test]
fn numbers_that_a_call_compares_are_told_by_their_order() {
    let mut cluster = cluster(
        "public class shop.Scale\n  static compare(x: int, y: int): int\n  static fits(weight: int, max: int): boolean",
    );
    let mut name = |method: &str, numbers: [i32; 2], seen: Literal| {
        let mut p = Program::new(&mut cluster);
        let numbers = numbers.map(|number| p.int(number));
        let told = p.make(method, &numbers);
        p.saw(told, Observed::Literal(seen));
        p.write().expect("it returns something").name
    };
    assert_eq!(
        name("shop.Scale.compare", [2, 3], Literal::Int(-1)),
        "compareReturnsNegativeWhenXIsLessThanY"
    );
    assert_eq!(
        name("shop.Scale.fits", [3, 2], Literal::Boolean(false)),
        "fitsReturnsFalseWhenWeightIsGreaterThanMax"
    );
}

#[test]
fn an_object_is_told_by_how_many_things_it_was_made_of() {
    let mut cluster = cluster(
        "public class shop.Set\n  new(pens: java.util.List<java.lang.String>)\n  isSingle(): boolean\n\
         public class java.util.Collections\n  \
         static singletonList(one: java.lang.String): java.util.List<java.lang.String>",
    );
    let mut p = Program::new(&mut cluster);
    let pen = p.text("world");
    let pens = p.make("java.util.Collections.singletonList", &[pen]);
    let set = p.make("shop.Set", &[pens]);
    let told = p.on(set, "shop.Set.isSingle", &[]);
    p.saw(told, Observed::Literal(Literal::Boolean(true)));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "isSingleReturnsTrueWithOnePen");
}

#[test]
fn an_object_that_reads_what_is_empty_is_told_so() {
    let mut cluster = cluster(
        "public class shop.Scanner\n  new(reader: java.io.Reader)\n  read(): int\n\
         public abstract class java.io.Reader\npublic class java.io.StringReader : java.io.Reader\n  \
         new(text: java.lang.String)",
    );
    let mut p = Program::new(&mut cluster);
    let nothing = p.text("");
    let reader = p.make("java.io.StringReader", &[nothing]);
    let scanner = p.make("shop.Scanner", &[reader]);
    let read = p.on(scanner, "shop.Scanner.read", &[]);
    p.saw(read, seen(-1));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "readReturnsMinusOneWhenReaderIsEmpty");
}

#[test]
fn a_vague_outcome_is_told_by_what_the_object_comes_from() {
    let mut cluster = cluster(ORDERS);
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for rebate in [20, -20, -21] {
        let mut p = Program::new(&mut cluster);
        p.taken.append(&mut taken);
        let (amount, rebate) = (p.int(2), p.int(rebate));
        let order = p.make("shop.Order.of", &[amount, rebate]);
        let doubled = p.on(order, "shop.Order.doubled", &[]);
        let total = p.on(doubled, "shop.Order.total", &[]);
        let seen = Observed::Literal(Literal::Double(1.557_407_724_654_902));
        p.saw(total, seen).goal("unreadable ? 1 : 2", true);
        names.push(p.write().expect("it returns something").name);
        taken = std::mem::take(&mut p.taken);
    }
    assert_eq!(
        names,
        [
            "totalReturnsPositiveNumberOfDoubled",
            "totalReturnsPositiveNumberWhenRebateIsNegative",
            "totalReturnsPositiveNumberOnPositiveAmount"
        ]
    );
}

#[test]
fn like_tests_whose_values_are_long_are_told_apart_by_one_of_them() {
    let mut cluster = gauge();
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for end in [
        "near you",
        "by a river",
        "at a bridge",
        "under a tree",
        "in a bay",
        "up here",
        "in town",
        "on a hill",
    ] {
        let mut p = Program::new(&mut cluster);
        p.taken.append(&mut taken);
        let gauge = p.make("shop.Gauge.ZERO", &[]);
        let text = p.text(&format!("the gauge that stands {end}"));
        let parsed = p.on(gauge, "shop.Gauge.parse", &[text]);
        p.saw(parsed, Observed::Null);
        names.push(p.write().expect("it returns null").name);
        taken = std::mem::take(&mut p.taken);
    }
    assert!(!names.iter().any(|name| is_numbered(name)), "{names:?}");
    let last = "parseReturnsNullWithTextEndingWithHill";
    assert_eq!(names.last().map(String::as_str), Some(last));
}

const QUEUE: &str = "
public class shop.TokenQueue
  new(data: java.lang.String)
  matches(seq: java.lang.String): boolean
  consumeTo(seq: java.lang.String): java.lang.String
  advance(): void
  size(): int
  isEmpty(): boolean
  check(element1: java.lang.Object): void
  chomp(open: char, close: char): boolean
  private field bufferPosition: int
  private field bufferLength: int
";

/// The name of a test of a queue of this text that was asked with another one and gave this.
fn of_queue(data: &str, method: &str, asked: &str, given: Literal) -> String {
    let mut cluster = cluster(QUEUE);
    let mut p = Program::new(&mut cluster);
    let data = p.text(data);
    let queue = p.make("shop.TokenQueue", &[data]);
    let asked = p.text(asked);
    let result = p.on(queue, &format!("shop.TokenQueue.{method}"), &[asked]);
    p.saw(result, Observed::Literal(given));
    p.write().expect("it returns something").name
}

#[test]
fn how_the_values_relate_is_the_condition_where_they_only_stand_in_for_any() {
    let truth = Literal::Boolean;
    let matches = |data: &str, asked: &str, value| of_queue(data, "matches", asked, truth(value));
    assert_eq!(
        matches("hello", "world", false),
        "matchesReturnsFalseWhenDataDoesNotContainSeq"
    );
    assert_eq!(
        matches("world", "world", true),
        "matchesReturnsTrueWhenSeqEqualsData"
    );
    let text = |text: &str| Literal::Text(text.into());
    assert_eq!(
        of_queue("one two", "consumeTo", " two", text("one")),
        "consumeToReturnsStartOfDataWhenDataEndsWithSeq"
    );
    assert_eq!(
        of_queue("hello", "consumeTo", "x", text("hello")),
        "consumeToReturnsWholeDataWhenDataDoesNotContainSeq"
    );
}

#[test]
fn what_holds_of_the_receiver_says_so_and_is_so_before_the_call() {
    let mut cluster = cluster(QUEUE);
    let name = |was_empty: bool, cluster: &mut TestCluster| {
        let mut p = Program::new(cluster);
        let data = p.text("x");
        let queue = p.make("shop.TokenQueue", &[data]);
        let was = Observed::Literal(Literal::Boolean(was_empty));
        p.had(queue, "isEmpty", was);
        let asked = p.text("world");
        let result = p.on(queue, "shop.TokenQueue.matches", &[asked]);
        p.saw(result, Observed::Literal(Literal::Boolean(false)));
        p.held("isEmpty()", true);
        p.write().expect("it returns something").name
    };
    assert_eq!(
        name(true, &mut cluster),
        "matchesReturnsFalseWhenQueueIsEmpty"
    );
    // It was so only when the condition was asked.
    assert_eq!(
        name(false, &mut cluster),
        "matchesReturnsFalseWhenDataDoesNotContainSeq"
    );
}

#[test]
fn what_was_done_before_is_told_by_what_is_so_since() {
    let mut cluster = cluster(QUEUE);
    let mut p = Program::new(&mut cluster);
    let data = p.text("x");
    let queue = p.make("shop.TokenQueue", &[data]);
    p.on(queue, "shop.TokenQueue.advance", &[]);
    p.had(queue, "size", seen(2));
    let result = p.on(queue, "shop.TokenQueue.isEmpty", &[]);
    p.saw(result, Observed::Literal(Literal::Boolean(false)));
    assert_eq!(
        p.write().expect("it returns something").name,
        "isEmptyReturnsFalseWhenQueueHasTwoElements"
    );
}

#[test]
fn an_array_that_is_not_there_is_named_by_its_type_where_a_letter_names_it() {
    let mut cluster = cluster(
        "public class shop.Fill\n  static fill(a: int[], by: int): java.lang.Object\n  \
         static fill(a: char[], by: char): java.lang.Object",
    );
    let mut p = Program::new(&mut cluster);
    let (none, three) = (p.null("int[]"), p.int(3));
    let result = p.make("shop.Fill.fill", &[none, three]);
    p.saw(result, Observed::Null);
    assert_eq!(
        p.write().expect("it returns something").name,
        "fillReturnsNullForNullIntArray"
    );
}

#[test]
fn a_number_that_may_not_be_zero_or_less_is_called_what_it_is() {
    let illegal = Some("java.lang.IllegalArgumentException");
    let held = [("high > 0", false)];
    assert_eq!(
        of_level([5, 0], illegal, &held, &[]),
        "levelRejectsZeroHigh"
    );
    assert_eq!(
        of_level([5, -2], illegal, &held, &[]),
        "levelRejectsNegativeHigh"
    );
}

/// The name of a test in which a queue refuses `null` with this message.
fn of_refused_null(said: &str) -> String {
    let mut cluster = cluster(QUEUE);
    let mut p = Program::new(&mut cluster);
    let data = p.text("x");
    let queue = p.make("shop.TokenQueue", &[data]);
    let element = p.null("java.lang.Object");
    p.on(queue, "shop.TokenQueue.check", &[element]);
    let illegal = "java.lang.IllegalArgumentException";
    p.threw(illegal, Some(said), &["shop.TokenQueue:12"]);
    p.write().expect("it is thrown on purpose").name
}

#[test]
fn a_null_that_is_refused_is_named_whatever_its_parameter_is_called() {
    assert_eq!(of_refused_null("element1"), "checkRejectsNullElement1");
}

#[test]
fn what_is_null_is_no_reason_for_an_exception_that_speaks_of_something_else() {
    let name = of_refused_null("queue is closed");
    assert!(!name.contains("Null"), "{name}");
}

#[test]
fn fields_that_no_reader_sees_are_told_after_what_the_values_show() {
    let mut cluster = cluster(QUEUE);
    let mut p = Program::new(&mut cluster);
    let data = p.text("hello");
    let queue = p.make("shop.TokenQueue", &[data]);
    let (open, close) = (
        p.literal("char", Literal::Char(u16::from(b'('))),
        p.literal("char", Literal::Char(u16::from(b'('))),
    );
    let result = p.on(queue, "shop.TokenQueue.chomp", &[open, close]);
    p.held("bufferPosition >= bufferLength", true);
    p.saw(result, Observed::Literal(Literal::Boolean(false)));
    assert_eq!(
        p.write().expect("it returns something").name,
        "chompReturnsFalseWhenOpenEqualsClose"
    );
}

#[test]
fn what_the_receiver_was_told_before_is_given_back_by_its_name() {
    let mut cluster = cluster(
        "public class shop.Labels\n  new()\n  put(key: java.lang.String, value: java.lang.String): void\n  \
         get(key: java.lang.String): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let labels = p.make("shop.Labels", &[]);
    let (key, value) = (p.text("color"), p.text("blue"));
    p.on(labels, "shop.Labels.put", &[key, value]);
    p.had(labels, "size", seen(1));
    let asked = p.text("color");
    let result = p.on(labels, "shop.Labels.get", &[asked]);
    p.saw(result, Observed::Literal(Literal::Text("blue".into())));
    assert_eq!(
        p.write().expect("it returns something").name,
        "getReturnsGivenValueWhenLabelsHaveOneElement"
    );
}

#[test]
fn overloads_are_told_apart_by_the_type_of_what_they_take_last() {
    let mut cluster = cluster(
        "public class shop.Bag\n  new()\n  add(value: java.lang.String): int\n  add(value: java.lang.Number): int\n  \
         keep(value: java.lang.String): void\n  kept(): java.lang.Object",
    );
    let mut p = Program::new(&mut cluster);
    p.taken.insert("addReturnsOne".to_owned());
    let bag = p.make("shop.Bag", &[]);
    let value = p.text("hello");
    let result = p.on(bag, "shop.Bag.add", &[value]);
    p.saw(result, seen(1));
    assert_eq!(
        p.write().expect("it returns something").name,
        "addReturnsOneForStringValue"
    );
}

#[test]
fn what_is_not_there_is_the_cause_and_the_overload_tells_it_from_the_same_cause_in_another_one() {
    let mut cluster = cluster(
        "public class shop.Split\n  new()\n  \
         split(str: java.lang.CharSequence, separator: char, ignoreEmpty: boolean): int\n  \
         split(str: java.lang.CharSequence, separator: java.lang.String, ignoreEmpty: boolean): int\n\
         public class java.lang.StringBuilder extends java.lang.CharSequence\n  new()",
    );
    let mut taken = BTreeSet::new();
    let mut next = |by_text: bool, is_null: bool| {
        let mut p = Program::new(&mut cluster);
        p.taken.append(&mut taken);
        let split = p.make("shop.Split", &[]);
        let text = if is_null {
            p.null("java.lang.CharSequence")
        } else {
            p.make("java.lang.StringBuilder", &[])
        };
        let separator = if by_text {
            p.text("x")
        } else {
            p.literal("char", Literal::Char(u16::from(b'x')))
        };
        let flag = p.literal("boolean", Literal::Boolean(false));
        let result = p.on(split, "shop.Split.split", &[text, separator, flag]);
        p.saw(result, seen(0));
        let name = p.write().expect("a number can be asserted").name;
        taken = std::mem::take(&mut p.taken);
        name
    };
    assert_eq!(next(false, true), "splitReturnsZeroForNullStr");
    assert_eq!(
        next(true, true),
        "splitReturnsZeroForNullStrAndStringSeparator"
    );
    assert_eq!(next(true, false), "splitReturnsZeroForEmptyStr");
}

#[test]
fn an_object_that_the_receiver_was_given_before_has_the_name_of_its_parameter() {
    let mut cluster = cluster(
        "public class shop.Box\n  new()\n  keep(content: java.lang.Object): void\n  kept(): java.lang.Object\n\
         public class shop.Pear\n  new()",
    );
    let mut p = Program::new(&mut cluster);
    let bag = p.make("shop.Box", &[]);
    let pear = p.make("shop.Pear", &[]);
    p.on(bag, "shop.Box.keep", &[pear]);
    let kept = p.on(bag, "shop.Box.kept", &[]);
    p.saw(kept, Observed::Same(pear));
    assert_eq!(
        p.write().expect("it returns something").name,
        "keptReturnsGivenContentAfterKeep"
    );
}

#[test]
fn small_numbers_are_told_with_their_names_where_nothing_else_is_known() {
    let mut cluster = cluster(
        "public class shop.Bits\n  new(mask: int)\n  isSet(holder: int): boolean\n  owner(ownerId: int): boolean",
    );
    let name = |method: &str, cluster: &mut TestCluster| {
        let mut p = Program::new(cluster);
        let mask = p.int(2);
        let bits = p.make("shop.Bits", &[mask]);
        let given = p.int(6);
        let result = p.on(bits, &format!("shop.Bits.{method}"), &[given]);
        p.saw(result, Observed::Literal(Literal::Boolean(true)));
        p.write().expect("it returns something").name
    };
    assert_eq!(
        name("isSet", &mut cluster),
        "isSetReturnsTrueWhenMaskIsTwoAndHolderIsSix"
    );
    assert_eq!(name("owner", &mut cluster), "ownerReturnsTrueWhenMaskIsTwo");
}

#[test]
fn what_is_given_to_an_object_is_not_sought_in_what_it_was_made_of() {
    let mut cluster = cluster(
        "public class shop.Page\n  new(address: java.lang.String)\n  title(text: java.lang.String): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let address = p.text("docs");
    let page = p.make("shop.Page", &[address]);
    let title = p.text("world");
    let result = p.on(page, "shop.Page.title", &[title]);
    p.saw(result, Observed::Literal(Literal::Boolean(true)));
    let name = p.write().expect("it returns something").name;
    assert!(!name.contains("Address"), "{name}");
}

const PURSE: &str = "
public class shop.Purse
  new()
  static zero(currency: shop.Currency): shop.Purse
  static of(currency: shop.Currency, amount: int): shop.Purse
  add(key: java.lang.String, coin: java.lang.String): void
  find(key: java.lang.String): java.lang.String
  getOwner(): java.lang.String
  isPositive(): boolean
  scaled(scale: int, currency: shop.Currency): shop.Purse
  withCurrency(currency: shop.Currency): shop.Purse
  getCurrency(): shop.Currency
  getScale(): int
  getRate(): double
  plus(amount: double): shop.Purse
  convert(currency: shop.Currency, exact: boolean): int
  equals(other: java.lang.Object): boolean
  show(value: java.lang.Object): java.lang.String
  private field amount: int
public enum shop.Currency
  constant USD
  constant CHF
public class java.util.Optional<T>
  static empty(): java.util.Optional<T>
";

/// The name of a test of a purse that is made and asked so.
fn of_purse(written: impl Fn(&mut Program<'_>)) -> String {
    let mut cluster = cluster(PURSE);
    let mut p = Program::new(&mut cluster);
    written(&mut p);
    let written = p.write();
    written
        .expect("it returns something, or is thrown on purpose")
        .name
}

fn told(text: &str) -> Observed {
    Observed::Literal(Literal::Text(text.into()))
}

fn truth(value: bool) -> Observed {
    Observed::Literal(Literal::Boolean(value))
}

#[test]
fn what_an_object_gives_that_nobody_told_anything_is_its_default() {
    // Before: getOwnerReturnsNullOnNewPurse, findReturnsNullOnNewPurse.
    let by_default = of_purse(|p| {
        let purse = p.make("shop.Purse", &[]);
        let owner = p.on(purse, "shop.Purse.getOwner", &[]);
        p.saw(owner, Observed::Null);
    });
    assert_eq!(by_default, "getOwnerReturnsNullByDefault");
    let of_subclass = of_purse(|p| {
        let purse = p.test_double("shop.Purse", &[]);
        let owner = p.on(purse, "shop.Purse.getOwner", &[]);
        p.saw(owner, Observed::Null);
    });
    assert_eq!(of_subclass, by_default);
    let not_found = of_purse(|p| {
        let purse = p.make("shop.Purse", &[]);
        let key = p.text("hello");
        let found = p.on(purse, "shop.Purse.find", &[key]);
        p.saw(found, Observed::Null);
    });
    assert_eq!(not_found, "findReturnsNullWhenNothingWasAdded");
}

#[test]
fn a_constant_or_a_flag_beside_other_values_is_no_condition() {
    // Before: convertReturnsThreeForUsd.
    let name = of_purse(|p| {
        let purse = p.make("shop.Purse", &[]);
        let currency = p.make("shop.Currency.USD", &[]);
        let exact = p.literal("boolean", Literal::Boolean(false));
        let result = p.on(purse, "shop.Purse.convert", &[currency, exact]);
        p.saw(result, seen(3));
    });
    assert_eq!(name, "convertReturnsThree");
}

#[test]
fn a_factory_that_says_what_it_makes_tells_the_object() {
    // Before: isPositiveReturnsFalseOnUsd.
    let name = of_purse(|p| {
        let currency = p.make("shop.Currency.USD", &[]);
        let purse = p.make("shop.Purse.zero", &[currency]);
        let result = p.on(purse, "shop.Purse.isPositive", &[]);
        p.saw(result, truth(false));
    });
    assert_eq!(name, "isPositiveReturnsFalseOnZeroPurse");
}

#[test]
fn what_equals_is_given_is_told_by_what_differs() {
    let compared = |make: &dyn Fn(&mut Program<'_>) -> goalline_testcase::Var, is_equal: bool| {
        of_purse(|p| {
            let currency = p.make("shop.Currency.USD", &[]);
            let amount = p.int(2);
            let purse = p.make("shop.Purse.of", &[currency, amount]);
            let other = make(p);
            let result = p.on(purse, "shop.Purse.equals", &[other]);
            p.held("this == other", false);
            p.saw(result, truth(is_equal));
        })
    };
    let of = |currency: &'static str, amount: i32| {
        move |p: &mut Program<'_>| {
            let currency = p.make(currency, &[]);
            let amount = p.int(amount);
            p.make("shop.Purse.of", &[currency, amount])
        }
    };
    let names = [
        compared(&of("shop.Currency.CHF", 2), false),
        compared(&of("shop.Currency.CHF", 5), false),
        compared(&of("shop.Currency.USD", 2), true),
        compared(&|p: &mut Program<'_>| p.text("hello"), false),
    ];
    let expected = [
        "equalsReturnsFalseForOtherCurrency",
        "equalsReturnsFalseForOtherPurse",
        "equalsReturnsTrueForEqualCurrencyAndAmount",
        "equalsReturnsFalseForObjectOfOtherType",
    ];
    assert_eq!(names, expected);
}

#[test]
fn of_any_object_the_type_is_told_and_whether_it_is_empty() {
    let shown = |make: &dyn Fn(&mut Program<'_>) -> goalline_testcase::Var| {
        of_purse(|p| {
            let purse = p.make("shop.Purse", &[]);
            let value = make(p);
            let result = p.on(purse, "shop.Purse.show", &[value]);
            p.saw(result, Observed::Null);
        })
    };
    let currency = shown(&|p: &mut Program<'_>| p.make("shop.Currency.USD", &[]));
    assert_eq!(currency, "showReturnsNullForCurrency");
    let empty = shown(&|p: &mut Program<'_>| p.make("java.util.Optional.empty", &[]));
    assert_eq!(empty, "showReturnsNullForEmptyOptional");
}

#[test]
fn numbers_that_nobody_reads_are_left_out_and_given_ones_are_called_so() {
    // Before: plusReturnsPurseWithRate2Point025, scaledReturnsPurseWithScaleThree.
    let sum = of_purse(|p| {
        let purse = p.make("shop.Purse", &[]);
        let amount = p.literal("double", Literal::Double(2.0));
        let result = p.on(purse, "shop.Purse.plus", &[amount]);
        let rate = Observed::Literal(Literal::Double(2.025));
        p.held("amount > 0", true);
        p.inspected(result, "getRate", "D", rate);
    });
    assert_eq!(sum, "plusReturnsNewPurseWhenAmountIsPositive");
    let scaled = of_purse(|p| {
        let purse = p.make("shop.Purse", &[]);
        let scale = p.int(3);
        let currency = p.make("shop.Currency.USD", &[]);
        let result = p.on(purse, "shop.Purse.scaled", &[scale, currency]);
        p.inspected(result, "getScale", "I", seen(3));
    });
    assert_eq!(scaled, "scaledReturnsPurseWithGivenScale");
    let kept = of_purse(|p| {
        let purse = p.make("shop.Purse", &[]);
        let rate = Observed::Literal(Literal::Double(2.025));
        p.had(purse, "getRate", rate.clone());
        let key = p.text("hello");
        p.on(purse, "shop.Purse.add", &[key, key]);
        p.inspected(purse, "getRate", "D", rate);
    });
    assert!(!kept.contains("Changes"), "{kept}");
}

#[test]
fn a_constant_that_was_given_is_called_so_where_it_comes_out() {
    // Before: withCurrencyReturnsPurseWithCurrencyUsdForUsd.
    let name = of_purse(|p| {
        let purse = p.make("shop.Purse", &[]);
        let currency = p.make("shop.Currency.USD", &[]);
        let result = p.on(purse, "shop.Purse.withCurrency", &[currency]);
        p.held("this.currency == currency", false);
        let same = Observed::Same(currency);
        p.inspected(result, "getCurrency", "Lshop/Currency;", same);
    });
    assert_eq!(
        name,
        "withCurrencyReturnsPurseWithGivenCurrencyWhenCurrencyIsAnother"
    );
}

#[test]
fn a_message_tells_the_condition_that_the_source_says_in_words_of_its_own() {
    // Before: plusThrowsIllegalStateExceptionWhenParseIntIsAtLeastLimit.
    let thrown = |class: &'static str, message: &'static str, held: &'static str| {
        of_purse(|p| {
            let purse = p.make("shop.Purse", &[]);
            let amount = p.literal("double", Literal::Double(2.0));
            p.on(purse, "shop.Purse.plus", &[amount]);
            p.held(held, true);
            p.threw(class, Some(message), &["shop.Purse:12"]);
        })
    };
    let state = "java.lang.IllegalStateException";
    assert_eq!(
        thrown(
            state,
            "index 7 is out of bounds: 3",
            "parsed.count() >= limit"
        ),
        "plusThrowsIllegalStateExceptionWhenIndexIsOutOfBounds"
    );
    assert_eq!(
        thrown(state, "index 7 is out of bounds: 3", "amount > 0"),
        "plusThrowsIllegalStateExceptionWhenAmountIsPositive"
    );
    // Before: plusThrowsIllegalStateException.
    let long = "purse contains coins that nobody has paid into account";
    assert_eq!(
        thrown(state, long, "parsed.count() >= limit"),
        "plusThrowsWhenPurseContainsCoinsThatNobodyHasPaidIntoAccount"
    );
}

#[test]
fn a_special_value_is_no_cause_of_an_exception_that_values_do_not_cause() {
    // Before: convertThrowsIllegalStateExceptionForNullCurrency.
    let name = of_purse(|p| {
        let purse = p.make("shop.Purse", &[]);
        let currency = p.null("shop.Currency");
        let exact = p.literal("boolean", Literal::Boolean(true));
        p.on(purse, "shop.Purse.convert", &[currency, exact]);
        p.threw("java.lang.IllegalStateException", None, &["shop.Purse:12"]);
    });
    assert_eq!(name, "convertThrowsIllegalStateException");
}

#[test]
fn what_was_passed_on_the_way_is_no_cause_of_an_answer_that_excludes_others() {
    // Before: isPositiveReturnsFalseWhenAmountDiffersFromLimit.
    let name = of_purse(|p| {
        let currency = p.make("shop.Currency.USD", &[]);
        let amount = p.int(2);
        let purse = p.make("shop.Purse.of", &[currency, amount]);
        let result = p.on(purse, "shop.Purse.isPositive", &[]);
        p.passed("amount != 7", true);
        p.saw(result, truth(false));
    });
    assert!(!name.contains("Seven"), "{name}");
}

#[test]
fn a_function_that_always_gives_one_thing_is_the_condition() {
    let mut cluster = cluster(
        "public class shop.Walk\n  static filter(visitor: shop.Visitor, name: java.lang.String): java.lang.String\n\
         public interface shop.Visitor\n  visit(name: java.lang.String): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let goes_on = p.literal("boolean", Literal::Boolean(false));
    let visitor = p.test_double(
        "shop.Visitor",
        &[("visit", "(Ljava/lang/String;)Z", goes_on)],
    );
    let name = p.text("world");
    let found = p.make("shop.Walk.filter", &[visitor, name]);
    p.saw(found, told("world"));
    let name = p.write().expect("it returns something").name;
    assert!(name.ends_with("WhenVisitorReturnsFalse"), "{name}");
}

#[test]
fn what_is_asked_of_an_argument_is_why_nothing_is_done_with_it() {
    let mut cluster = cluster(
        "public class shop.Owner\n  new()\n  addPet(pet: shop.Pet): void\n  countPets(): int\n\
         public class shop.Pet\n  new()\n  isNew(): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let owner = p.make("shop.Owner", &[]);
    let pet = p.make("shop.Pet", &[]);
    p.on(owner, "shop.Owner.addPet", &[pet]);
    p.held_elsewhere("pet.isNew()", false);
    p.conditions[0].is_sure = true;
    p.kept(owner, "countPets", "I", seen(0));
    p.mutant_changes(owner, "countPets", &seen(1));
    let name = p.write().expect("it leaves something").name;
    assert_eq!(name, "addPetIgnoresPetWhenPetIsNotNew");
}

#[test]
fn what_was_done_before_is_no_reason_for_what_a_call_with_arguments_gives() {
    let mut cluster = cluster(
        "public class shop.Shelf\n  new()\n  add(pen: java.lang.String): void\n\
         \x20 nearest(pen: java.lang.String): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let shelf = p.make("shop.Shelf", &[]);
    let pen = p.text("blue");
    p.on(shelf, "shop.Shelf.add", &[pen]);
    let other = p.text("green");
    let found = p.on(shelf, "shop.Shelf.nearest", &[other]);
    p.saw(found, Observed::Same(pen));
    let name = p.write().expect("it returns something").name;
    assert!(!name.contains("After"), "{name}");
}

#[test]
fn the_zero_among_identifiers_is_one_like_the_others() {
    let mut cluster = cluster(
        "public class shop.Shelf\n  static label(penId: int): java.lang.String\n  static half(size: int): int",
    );
    let mut p = Program::new(&mut cluster);
    let zero = p.int(0);
    let label = p.make("shop.Shelf.label", &[zero]);
    p.saw(label, told("pen no. 0"));
    let name = p.write().expect("it returns something").name;
    assert!(!name.contains("Zero"), "{name}");
    let mut p = Program::new(&mut cluster);
    let zero = p.int(0);
    let half = p.make("shop.Shelf.half", &[zero]);
    p.saw(half, seen(0));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "halfReturnsZeroForZeroSize");
}

#[test]
fn what_a_new_object_is_like_is_not_told_of_one_number_alone() {
    // Before: newStackIsEmptyWhenInitialSizeIsTwo.
    let mut cluster =
        cluster("public class shop.Stack\n  new(initialSize: int)\n  isEmpty(): boolean");
    let mut p = Program::new(&mut cluster);
    let size = p.int(2);
    let stack = p.make("shop.Stack", &[size]);
    p.inspected(stack, "isEmpty", "Z", truth(true));
    let name = p.write().expect("it can be asserted").name;
    assert_eq!(name, "newStackIsEmpty");
}

#[test]
fn where_nothing_was_put_nothing_is_found_whatever_the_key() {
    let found = |held: &'static str| {
        of_purse(|p| {
            let purse = p.make("shop.Purse", &[]);
            let key = p.text("x-y");
            let found = p.on(purse, "shop.Purse.find", &[key]);
            p.held(held, true);
            p.saw(found, Observed::Null);
        })
    };
    let empty = "findReturnsNullWhenNothingWasAdded";
    assert_eq!(found("getCoupon(key) == null"), empty);
}

#[test]
fn what_has_what_was_asked_for_is_told_as_having_it() {
    let found = |held: &'static str, outcome| {
        of_purse(|p| {
            let purse = p.make("shop.Purse", &[]);
            let key = p.text("x-y");
            let found = p.on(purse, "shop.Purse.find", &[key]);
            p.held(held, outcome);
            p.saw(found, Observed::Null);
        })
    };
    let has = "findReturnsNullWhenCouponHasGivenKey";
    assert_eq!(found("coupon.getKey().equals(key)", true), has);
    assert_eq!(found("Objects.equals(key, coupon.getKey())", true), has);
    assert_eq!(found("coupon.getKey() == key", true), has);
    let lacks = "findReturnsNullWhenCouponDoesNotHaveGivenKey";
    assert_eq!(
        found("(coupon.getKey()).equalsIgnoreCase(key)", false),
        lacks
    );
    let other = found("coupon.getOwner().equals(key)", true);
    assert!(!other.contains("Given"), "{other}");
}

#[test]
fn a_field_with_a_getter_and_a_local_variable_that_decided_are_told() {
    let decided = |held: &'static str| {
        of_purse(|p| {
            let purse = p.make("shop.Purse", &[]);
            let key = p.text("x-y");
            let found = p.on(purse, "shop.Purse.find", &[key]);
            p.held(held, true);
            p.saw(found, Observed::Null);
        })
    };
    assert_eq!(decided("owner == null"), "findReturnsNullWhenOwnerIsNull");
    assert_eq!(
        decided("coupon.getDeleted()"),
        "findReturnsNullWhenCouponIsDeleted"
    );
    assert_ne!(
        decided("amount > 3"),
        "findReturnsNullWhenAmountIsGreaterThanThree"
    );
}

#[test]
fn a_getter_gives_what_it_holds_whatever_signs_stand_in_it() {
    // Before: getLeftReturnsGivenFormatWhenFormatStartsWithPercent.
    let mut cluster = cluster(
        "public class shop.Diff\n  new(format: java.lang.String, limit: int)\n  getFormat(): java.lang.String\n  \
         isEmpty(): boolean\n  isOpen(): boolean\n  open(): void",
    );
    let mut p = Program::new(&mut cluster);
    let (format, limit) = (p.text("%s-%s"), p.int(3));
    let diff = p.make("shop.Diff", &[format, limit]);
    let given = p.on(diff, "shop.Diff.getFormat", &[]);
    p.saw(given, Observed::Literal(Literal::Text("%s-%s".into())));
    let name = p.write().expect("it returns something").name;
    assert!(!name.contains("Percent"), "{name}");
}

#[test]
fn only_of_what_holds_elements_it_is_a_state_to_be_empty() {
    // Before: isOpenReturnsTrueWhenDiffIsNotEmpty.
    let name = |more: &str| {
        let mut cluster = cluster(&format!(
            "public class shop.Diff\n  new()\n  isEmpty(): boolean\n  isOpen(): boolean\n  open(): void{more}"
        ));
        let mut p = Program::new(&mut cluster);
        let diff = p.make("shop.Diff", &[]);
        p.on(diff, "shop.Diff.open", &[]);
        p.had(diff, "isEmpty", truth(false));
        let is_open = p.on(diff, "shop.Diff.isOpen", &[]);
        p.saw(is_open, truth(true));
        p.write().expect("it returns something").name
    };
    assert_eq!(name(""), "isOpenReturnsTrueAfterOpen");
    assert_eq!(
        name("\n  iterator(): java.lang.Object"),
        "isOpenReturnsTrueWhenDiffIsNotEmpty"
    );
}

#[test]
fn an_optional_is_called_by_what_it_holds() {
    const STORE: &str = "
public class shop.Store
  new()
  find(): java.util.Optional<java.lang.String>
public final class java.util.Optional<T>
  isPresent(): boolean
  get(): T
";
    let mut cluster = cluster(STORE);
    let mut named = |method: &str, returns: &str, observed: Observed| {
        let mut p = Program::new(&mut cluster);
        let store = p.make("shop.Store", &[]);
        let found = p.on(store, "shop.Store.find", &[]);
        p.inspected(found, method, returns, observed);
        p.write().expect("it is written").name
    };
    let is = |value| Observed::Literal(Literal::Boolean(value));
    assert_eq!(
        named("isPresent", "Z", is(false)),
        "findReturnsEmptyOptional"
    );
    assert_eq!(
        named("isPresent", "Z", is(true)),
        "findReturnsNonEmptyOptional"
    );
    let plum = Observed::Literal(Literal::Text("plum".into()));
    let of_plum = named("get", "Ljava/lang/Object;", plum);
    assert_eq!(of_plum, "findReturnsOptionalWithPlum");
}

/// The name of a test of `total(price)`, whose result is documented as the sum of prices.
fn total(cluster: &mut TestCluster, taken: &mut BTreeSet<String>, price: Literal) -> String {
    let mut p = Program::new(cluster);
    p.taken.append(taken);
    let bill = p.make("shop.Bill", &[]);
    let (ty, result) = match price {
        Literal::Long(value) => ("long", value as i32),
        Literal::Int(value) => ("int", value),
        _ => panic!("no price"),
    };
    let price = p.literal(ty, price);
    let total = p.on(bill, "shop.Bill.total", &[price]);
    p.saw(total, seen(result * 2));
    let name = p.write().expect("a number can be asserted").name;
    *taken = std::mem::take(&mut p.taken);
    name
}

#[test]
fn a_result_that_the_documentation_has_a_noun_for_is_told_by_it_and_not_by_its_value() {
    let mut cluster = cluster("public class shop.Bill\n  new()\n  total(price: int): int");
    let mut name = |price| total(&mut cluster, &mut BTreeSet::new(), Literal::Int(price));
    assert_eq!(name(14), "totalReturnsSumOfPrices");
    assert_eq!(name(-3), "totalReturnsSumOfPricesForNegativePrice");
    assert_eq!(name(0), "totalReturnsZeroForZeroPrice");
}

#[test]
fn what_the_documentation_only_calls_as_its_getter_is_told_by_its_value() {
    let mut cluster = cluster("public class shop.Pool\n  new()\n  getMaxIdle(): int");
    let mut p = Program::new(&mut cluster);
    let pool = p.make("shop.Pool", &[]);
    let most = p.on(pool, "shop.Pool.getMaxIdle", &[]);
    p.saw(most, seen(8));
    let name = p.write().expect("a number can be asserted").name;
    assert_eq!(name, "getMaxIdleReturnsEightByDefault");
}

#[test]
fn a_step_that_always_gives_its_object_has_no_condition_of_what_that_was_made_of() {
    let mut cluster = cluster(
        "public class shop.Block\n  new(hash: java.util.Map<java.lang.String,java.lang.String>)\n  \
         label(label: java.lang.String): shop.Block",
    );
    let mut name = |decides: bool| {
        let mut p = Program::new(&mut cluster);
        let none = p.null("java.util.Map");
        let block = p.make("shop.Block", &[none]);
        let label = p.text("else");
        let same = p.on(block, "shop.Block.label", &[label]);
        p.saw(same, Observed::Same(block));
        p.held("hash.isEmpty()", true);
        p.conditions[0].is_sure = true;
        p.conditions[0].role = if decides {
            ConditionRole::Decided
        } else {
            ConditionRole::Making
        };
        p.write().expect("it comes back").name
    };
    assert_eq!(name(false), "labelReturnsSameInstance");
    assert_ne!(name(true), "labelReturnsSameInstance");
}

#[test]
fn a_parameter_that_is_called_as_its_type_is_told_by_the_type_of_the_overload() {
    let mut cluster = cluster(
        "public class shop.Sums\n  new()\n  count(total2: shop.Total): int\n  count(total2: shop.BigTotal): int\n\
         public class shop.Total\n  new()\npublic class shop.BigTotal\n  new()",
    );
    let mut taken = BTreeSet::new();
    let mut name = |class: &str| {
        let mut p = Program::new(&mut cluster);
        p.taken.append(&mut taken);
        let sums = p.make("shop.Sums", &[]);
        let total = p.make(class, &[]);
        let count = p.on(sums, "shop.Sums.count", &[total]);
        p.saw(count, seen(17));
        let name = p.write().expect("a number can be asserted").name;
        taken = std::mem::take(&mut p.taken);
        name
    };
    assert_eq!(name("shop.Total"), "countReturns17");
    assert_eq!(name("shop.BigTotal"), "countReturns17ForBigTotal2");
}

#[test]
fn the_same_of_another_overload_says_which() {
    let mut cluster = cluster(
        "public class shop.Bill\n  new()\n  total(price: int): int\n  total(price: long): int",
    );
    let mut taken = BTreeSet::new();
    let mut name = |price| total(&mut cluster, &mut taken, price);
    assert_eq!(name(Literal::Int(14)), "totalReturnsSumOfPrices");
    assert_eq!(
        name(Literal::Long(15)),
        "totalReturnsSumOfPricesForLongPrice"
    );
}

#[test]
fn what_is_no_number_is_told_as_a_condition_one_or_several() {
    let mut cluster =
        cluster("public class shop.Most\n  new()\n  of(a: double, b: double): double");
    let mut name = |a: f64, b: f64| {
        let mut p = Program::new(&mut cluster);
        let most = p.make("shop.Most", &[]);
        let given = [a, b].map(|it| p.literal("double", Literal::Double(it)));
        let result = p.on(most, "shop.Most.of", &given);
        p.saw(result, Observed::Literal(Literal::Double(a.max(b))));
        p.write().expect("a number can be asserted").name
    };
    assert_eq!(name(f64::NAN, 3.0), "ofReturnsThreeWhenAIsNaN");
    assert_eq!(name(f64::NAN, f64::NAN), "ofReturnsNaNWhenAAndBAreNaN");
}

#[test]
fn a_long_text_of_the_object_is_told_by_what_it_says_now_or_no_longer() {
    let mut cluster = cluster(
        "public class shop.Guest\n  new(name: java.lang.String)\npublic class shop.Book\n  new()\n  \
         put(guest: shop.Guest): void\n  clear(): void\n  print(): java.lang.String",
    );
    let text = |text: &str| Observed::Literal(Literal::Text(text.into()));
    let (without, with) = (
        text("--- guests ---\n\n---"),
        text("--- guests ---\nAlice, 20 years\n---"),
    );
    let mut p = Program::new(&mut cluster);
    let name = p.text("Alice");
    let guest = p.make("shop.Guest", &[name]);
    let book = p.make("shop.Book", &[]);
    p.on(book, "shop.Book.put", &[guest]);
    p.had(book, "print", without.clone());
    p.inspected(book, "print", "Ljava/lang/String;", with.clone());
    let name = p.write().expect("a text").name;
    assert!(name.starts_with("putAddsGuestToPrint"), "{name}");

    let mut p = Program::new(&mut cluster);
    let name = p.text("Alice");
    let guest = p.make("shop.Guest", &[name]);
    let book = p.make("shop.Book", &[]);
    p.on(book, "shop.Book.put", &[guest]);
    p.on(book, "shop.Book.clear", &[]);
    p.had(book, "print", with);
    p.inspected(book, "print", "Ljava/lang/String;", without);
    let name = p.write().expect("a text").name;
    assert!(name.starts_with("clearRemovesGuestFromPrint"), "{name}");
}

#[test]
fn of_two_objects_that_differ_in_one_property_equals_is_told_by_that() {
    let mut cluster = cluster(
        "public class shop.Pen\n  new()\n  withWidth(width: int): shop.Pen\n  setInk(ink: int): void\n  \
         dry(): shop.Pen\n  equals(other: java.lang.Object): boolean",
    );
    let mut name = |method: &str| {
        let mut p = Program::new(&mut cluster);
        let pen = p.make("shop.Pen", &[]);
        let other = match method {
            "withWidth" => {
                let five = p.int(5);
                p.on(pen, "shop.Pen.withWidth", &[five])
            }
            "setInk" => {
                let other = p.make("shop.Pen", &[]);
                let five = p.int(5);
                p.on(other, "shop.Pen.setInk", &[five]);
                other
            }
            // One gives the pen itself, the other one another pen.
            _ => {
                let other = p.make("shop.Pen", &[]);
                let dried = p.on(other, "shop.Pen.dry", &[]);
                if method == "dry" {
                    p.saw(dried, Observed::Same(other));
                }
                other
            }
        };
        let equal = p.on(pen, "shop.Pen.equals", &[other]);
        p.saw(equal, Observed::Literal(Literal::Boolean(false)));
        p.held("this != other", true);
        p.write().expect("an answer").name
    };
    assert_eq!(name("withWidth"), "equalsReturnsFalseForOtherWidth");
    assert_eq!(name("setInk"), "equalsReturnsFalseForOtherInk");
    assert_eq!(name("dry"), "equalsReturnsFalseForOtherDry");
    assert_eq!(name("dried"), "equalsReturnsFalseForOtherPen");
}

#[test]
fn what_a_factory_was_given_that_is_special_is_told_of_what_it_made() {
    let mut cluster = cluster(
        "public class shop.Filters\n  static all(names: java.lang.String[]): far.Filter\n\
         public interface far.Filter\n  accepts(name: java.lang.String): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let names = p.array("java.lang.String", &[]);
    let filter = p.make("shop.Filters.all", &[names]);
    let name = p.text("hello");
    let accepted = p.on(filter, "far.Filter.accepts", &[name]);
    p.saw(accepted, Observed::Literal(Literal::Boolean(true)));
    let name = p.write().expect("an answer").name;
    assert_eq!(name, "allAcceptsReturnsTrueForEmptyNames");
}

#[test]
fn the_answer_of_a_function_that_the_call_is_given_is_told_as_that() {
    let mut cluster = cluster(
        "public class shop.Lazy\n  static get(source: far.Source): java.lang.String\n\
         public interface far.Source\n  next(): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let blue = p.text("blue");
    let source = p.test_double("far.Source", &[("next", "()Ljava/lang/String;", blue)]);
    let got = p.make("shop.Lazy.get", &[source]);
    p.saw(got, Observed::Literal(Literal::Text("blue".into())));
    assert_eq!(p.write().expect("a text").name, "getReturnsResultOfSource");
}

#[test]
fn a_number_that_the_object_was_made_with_is_told_by_what_it_was_given_for() {
    let mut cluster =
        cluster("public class shop.Gate\n  new(limit: int, width: int)\n  getMost(): int");
    let mut name = |limit: i32, width: i32| {
        let mut p = Program::new(&mut cluster);
        let given = [p.int(limit), p.int(width)];
        let gate = p.make("shop.Gate", &given);
        let most = p.on(gate, "shop.Gate.getMost", &[]);
        p.saw(most, seen(limit));
        p.write().expect("a number can be asserted").name
    };
    assert_eq!(name(20, 3), "getMostReturnsGivenLimit");
    assert_eq!(name(20, 20), "getMostReturns20");
}

#[test]
fn what_was_not_done_yet_is_told_as_before_it() {
    let mut cluster = cluster(
        "public class shop.Call\n  new(tries: int)\n  execute(): void\n  isExecuted(): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let tries = p.int(3);
    let call = p.make("shop.Call", &[tries]);
    let executed = p.on(call, "shop.Call.isExecuted", &[]);
    p.saw(executed, Observed::Literal(Literal::Boolean(false)));
    let name = p.write().expect("an answer").name;
    assert_eq!(name, "isExecutedReturnsFalseBeforeExecute");
}

#[test]
fn a_noun_that_is_what_the_call_was_given_does_not_tell_what_became_of_that() {
    let mut cluster = cluster(
        "public class shop.Book\n  new()\n  quoted(title: java.lang.String): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let book = p.make("shop.Book", &[]);
    let title = p.text("Emma, again");
    let quoted = p.on(book, "shop.Book.quoted", &[title]);
    p.saw(
        quoted,
        Observed::Literal(Literal::Text("<Emma, again>".into())),
    );
    let name = p.write().expect("a text").name;
    assert!(!name.contains("TitleInQuotes"), "{name}");
}

#[test]
fn who_listens_is_not_found_where_nobody_was_added() {
    let mut cluster = cluster(
        "public class shop.Bell\n  new()\n  addGuest(guest: shop.Guest): void\n  \
         removeGuest(guest: shop.Guest): boolean\npublic interface shop.Guest\n  ring(): void",
    );
    let mut p = Program::new(&mut cluster);
    let bell = p.make("shop.Bell", &[]);
    let guest = p.mock("shop.Guest", &[]);
    let removed = p.on(bell, "shop.Bell.removeGuest", &[guest]);
    p.saw(removed, Observed::Literal(Literal::Boolean(false)));
    assert_eq!(
        p.write().expect("an answer").name,
        "removeGuestReturnsFalseWhenNothingWasAdded"
    );
}

#[test]
fn a_constant_that_is_compared_with_itself_is_the_same_and_not_an_equal_one() {
    let mut cluster = cluster(
        "public class shop.Coin\n  field static final ONE: shop.Coin\n  equals(other: java.lang.Object): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let pair = [p.make("shop.Coin.ONE", &[]), p.make("shop.Coin.ONE", &[])];
    let equal = p.on(pair[0], "shop.Coin.equals", &[pair[1]]);
    p.saw(equal, Observed::Literal(Literal::Boolean(true)));
    assert_eq!(
        p.write().expect("an answer").name,
        "equalsReturnsTrueForSameCoin"
    );
}

#[test]
fn what_a_text_may_have_decided_is_not_by_default() {
    let mut cluster =
        cluster("public class shop.Code\n  new(text: java.lang.String)\n  isValid(): boolean");
    let mut p = Program::new(&mut cluster);
    let text = p.text("none");
    let code = p.make("shop.Code", &[text]);
    let valid = p.on(code, "shop.Code.isValid", &[]);
    p.saw(valid, Observed::Literal(Literal::Boolean(false)));
    let name = p.write().expect("an answer").name;
    assert!(!name.contains("ByDefault"), "{name}");
}

#[test]
fn what_was_looked_for_is_told_by_a_short_name_too() {
    let mut cluster = cluster("public class shop.Desk\n  new()\n  load(id: int): java.lang.String");
    let mut p = Program::new(&mut cluster);
    let desk = p.make("shop.Desk", &[]);
    let id = p.int(7);
    let loaded = p.on(desk, "shop.Desk.load", &[id]);
    p.saw(loaded, Observed::Null);
    p.held("hr.isFound()", false);
    let name = p.write().expect("it gives nothing").name;
    assert_eq!(name, "loadReturnsNullWhenHrIsNotFound");
}

#[test]
fn of_two_blank_objects_only_those_are_equal_that_have_an_equality() {
    for (equals, expected) in [
        ("", "holdsReturnsFalseForOtherBox"),
        (
            "\n  equals(other: java.lang.Object): boolean",
            "holdsReturnsFalseForEqualBox",
        ),
    ] {
        let mut cluster = cluster(&format!(
            "public class shop.Box\n  new()\n  holds(other: shop.Box): boolean{equals}"
        ));
        let mut p = Program::new(&mut cluster);
        let [one, other] = [p.make("shop.Box", &[]), p.make("shop.Box", &[])];
        let held = p.on(one, "shop.Box.holds", &[other]);
        p.saw(held, truth(false));
        assert_eq!(p.write().expect("an answer").name, expected);
    }
}

#[test]
fn what_two_compared_objects_differ_in_is_the_condition() {
    let mut cluster = cluster(
        "public class shop.Coin\n  new(value: int, mint: java.lang.String)\n  \
         isWorthMoreThan(other: shop.Coin): boolean\n  compareTo(other: shop.Coin): int",
    );
    let mut name = |value: i32, mint: &str, method: &str, answer: Literal| {
        let mut p = Program::new(&mut cluster);
        let given = [p.int(2), p.text("London")];
        let coin = p.make("shop.Coin", &given);
        let given = [p.int(value), p.text(mint)];
        let other = p.make("shop.Coin", &given);
        let answered = p.on(coin, &format!("shop.Coin.{method}"), &[other]);
        p.saw(answered, Observed::Literal(answer));
        p.write().expect("an answer").name
    };
    let mut more = |value, mint| name(value, mint, "isWorthMoreThan", Literal::Boolean(false));
    assert_eq!(
        more(5, "London"),
        "isWorthMoreThanReturnsFalseWhenValueIsLess"
    );
    assert_eq!(more(2, "Paris"), "isWorthMoreThanReturnsFalseForOtherMint");
    assert_eq!(more(2, "London"), "isWorthMoreThanReturnsFalseForEqualCoin");
    assert_eq!(
        name(1, "London", "compareTo", Literal::Int(7)),
        "compareToReturnsPositiveWhenValueIsGreater"
    );
    // Of two differences the one that has the order of the answer.
    assert_eq!(
        name(1, "Paris", "compareTo", Literal::Int(7)),
        "compareToReturnsPositiveWhenValueIsGreater"
    );
    assert_eq!(
        name(5, "Paris", "compareTo", Literal::Int(7)),
        "compareToReturnsPositiveForLesserCoin"
    );
}

#[test]
fn of_an_order_only_the_sign_is_asserted() {
    let mut cluster =
        cluster("public class shop.Coin\n  new(value: int)\n  compareTo(other: shop.Coin): int");
    let mut p = Program::new(&mut cluster);
    let given = [p.int(2)];
    let coin = p.make("shop.Coin", &given);
    let given = [p.int(9)];
    let other = p.make("shop.Coin", &given);
    let order = p.on(coin, "shop.Coin.compareTo", &[other]);
    p.saw(order, seen(-7));
    let text = p.write().expect("an order").source;
    assert!(
        text.contains("assertTrue(coin.compareTo(new Coin(9)) < 0)"),
        "{text}"
    );
}

#[test]
fn what_a_contract_of_the_jdk_says_of_an_answer_is_the_condition() {
    let mut cluster = cluster(
        "public class shop.Shelf\n  new()\n  keys(): java.util.Set\n\
         public interface java.util.Set extends java.util.Collection\n  remove(element: java.lang.Object): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let shelf = p.make("shop.Shelf", &[]);
    let keys = p.on(shelf, "shop.Shelf.keys", &[]);
    let key = p.text("blue");
    let removed = p.on(keys, "java.util.Set.remove", &[key]);
    p.saw(removed, Observed::Literal(Literal::Boolean(false)));
    let name = p.write().expect("an answer").name;
    assert_eq!(name, "keysRemoveReturnsFalseWhenElementIsAbsent");
}

#[test]
fn a_sign_that_the_source_does_not_speak_of_is_no_condition() {
    let mut cluster = cluster(
        "public class shop.Plain\n  static escape(input: java.lang.String): java.lang.String",
    );
    let mut name = |input: &str| {
        let mut p = Program::new(&mut cluster);
        let given = p.text(input);
        let escaped = p.make("shop.Plain.escape", &[given]);
        p.saw(escaped, Observed::Literal(Literal::Text("things".into())));
        p.write().expect("a text").name
    };
    // Of the signs, the source of the tests speaks of all but `!`.
    assert!(
        name("_thing").contains("StartsWithUnderscore"),
        "{}",
        name("_thing")
    );
    assert!(
        !name("!thing").contains("Exclamation"),
        "{}",
        name("!thing")
    );
}

#[test]
fn a_local_variable_of_one_letter_is_no_condition() {
    let mut cluster =
        cluster("public class shop.Index\n  static find(name: java.lang.String): java.lang.String");
    let mut p = Program::new(&mut cluster);
    let given = p.text("blue");
    let found = p.make("shop.Index.find", &[given]);
    p.saw(found, Observed::Null);
    p.held("c.getName().equals(other)", false);
    p.held("ctor == null", true);
    let name = p.write().expect("nothing").name;
    assert!(!name.contains("CName") && !name.contains("Ctor"), "{name}");
}

#[test]
fn a_call_that_finds_out_a_state_and_gives_its_receiver_shows_that_state() {
    let mut cluster = cluster(
        "public class shop.Check\n  new()\n  validateName(): shop.Check\n  isValid(): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let check = p.make("shop.Check", &[]);
    let same = p.on(check, "shop.Check.validateName", &[]);
    p.saw(same, Observed::Same(check));
    let valid = Observed::Literal(Literal::Boolean(true));
    p.had(check, "isValid", valid.clone());
    p.inspected(check, "isValid", "Z", valid);
    p.inspected(
        check,
        "isOpen",
        "Z",
        Observed::Literal(Literal::Boolean(true)),
    );
    let written = p.write().expect("the state");
    assert_eq!(written.name, "validateNameKeepsCheckValid");
    let is_whole = written.source.contains("assertSame(check, ")
        && written.source.contains("assertTrue(check.isValid())");
    assert!(is_whole, "{}", written.source);
}

#[test]
fn what_a_builder_was_told_right_before_shows_in_what_it_builds() {
    let mut cluster = cluster(
        "public class shop.PenBuilder\n  new()\n  ink(ink: int): shop.PenBuilder\n  build(): shop.Pen\n\
         public class shop.Pen\n  getInk(): int\n  getCap(): int",
    );
    let mut p = Program::new(&mut cluster);
    let builder = p.make("shop.PenBuilder", &[]);
    let given = p.int(20);
    let told = p.on(builder, "shop.PenBuilder.ink", &[given]);
    let pen = p.on(told, "shop.PenBuilder.build", &[]);
    p.inspected(pen, "getCap", "I", seen(3));
    p.inspected(pen, "getInk", "I", seen(20));
    let written = p.write().expect("a pen");
    assert_eq!(written.name, "buildReturnsPenWithInk20");
    let place = |getter: &str| written.source.find(getter).unwrap_or(usize::MAX);
    assert!(place("getInk()") < place("getCap()"), "{}", written.source);
}

#[test]
fn a_builder_that_shows_no_change_is_asked_for_nothing_that_it_is_not_about() {
    let mut cluster = cluster(
        "public class shop.Tags\n  new()\n  removeTags(tags: java.lang.String): shop.Tags\n  isOpen(): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let tags = p.make("shop.Tags", &[]);
    let open = Observed::Literal(Literal::Boolean(true));
    p.inspected(tags, "isOpen", "Z", open.clone());
    p.then_act();
    let name = p.text("blue");
    let same = p.on(tags, "shop.Tags.removeTags", &[name]);
    p.saw(same, Observed::Same(tags));
    p.inspected(tags, "isOpen", "Z", open);
    let source = p.write().expect("it gives itself").source;
    assert!(!source.contains("isOpen"), "{source}");
}

#[test]
fn that_two_texts_are_alike_by_chance_is_no_condition() {
    let mut cluster = cluster(
        "public class shop.Texts\n  \
         static shorten(text: java.lang.String, mark: java.lang.String): java.lang.String\n  \
         static same(text: java.lang.String, mark: java.lang.String): java.lang.String",
    );
    let mut name = |method: &str| {
        let mut p = Program::new(&mut cluster);
        let given = [p.text("Any"), p.text("Any")];
        let shortened = p.make(&format!("shop.Texts.{method}"), &given);
        p.saw(
            shortened,
            Observed::Literal(Literal::Text("A thing".into())),
        );
        p.write().expect("a text").name
    };
    assert!(!name("shorten").contains("Equals"), "{}", name("shorten"));
    assert!(name("same").contains("TextEqualsMark"), "{}", name("same"));
}

#[test]
fn an_overload_is_told_by_what_it_takes_besides() {
    let mut cluster = cluster(
        "public class shop.Sack\n  new()\n  add(element: java.lang.Object): boolean\n  \
         add(element: java.lang.Object, copies: int): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let sack = p.make("shop.Sack", &[]);
    let given = [p.text("blue"), p.int(20)];
    p.on(sack, "shop.Sack.add", &given);
    p.threw(
        "java.lang.UnsupportedOperationException",
        None,
        &["shop.Sack:9"],
    );
    let name = p.write().expect("it refuses").name;
    assert_eq!(name, "addThrowsUnsupportedOperationExceptionForCopies");
}

#[test]
fn two_that_are_not_there_are_told_as_that_and_not_as_equal() {
    let mut cluster = cluster(
        "public class shop.Same\n  static same(one: java.lang.String, other: java.lang.String): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let given = [p.null("java.lang.String"), p.null("java.lang.String")];
    let same = p.make("shop.Same.same", &given);
    p.saw(same, Observed::Literal(Literal::Boolean(true)));
    p.held("one == other", true);
    let name = p.write().expect("an answer").name;
    assert_eq!(name, "sameReturnsTrueForNullOneAndOther");
}

#[test]
fn what_a_function_compares_is_the_condition() {
    let mut cluster = cluster(
        "public class shop.Orders\n  static compare(x: int, y: int): int\n  \
         static compare(x: boolean, y: boolean): int",
    );
    let mut name = |of_numbers: bool| {
        let mut p = Program::new(&mut cluster);
        let given = if of_numbers {
            [p.int(2), p.int(9)]
        } else {
            [
                p.literal("boolean", Literal::Boolean(false)),
                p.literal("boolean", Literal::Boolean(true)),
            ]
        };
        let order = p.make("shop.Orders.compare", &given);
        p.saw(order, seen(-1));
        p.write().expect("an order").name
    };
    assert_eq!(name(true), "compareReturnsNegativeWhenXIsLessThanY");
    assert_eq!(name(false), "compareReturnsNegativeWhenXIsFalseAndYIsTrue");
}

#[test]
fn a_number_that_comes_out_as_it_was_given_is_not_told_twice() {
    let mut cluster =
        cluster("public class shop.Count\n  new(value: int)\n  intValue(): int\n  get(): int");
    let mut p = Program::new(&mut cluster);
    let given = p.int(2);
    let count = p.make("shop.Count", &[given]);
    let result = p.on(count, "shop.Count.intValue", &[]);
    p.saw(result, seen(2));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "intValueReturnsGivenValue");
}

#[test]
fn what_only_one_of_two_constructors_takes_is_the_difference() {
    let mut cluster = cluster(
        "public class shop.Range\n  new()\n  new(start: int)\n  new(start: int, stop: int)\n  \
         equals(other: java.lang.Object): boolean",
    );
    let mut name = |one: &[i32], other: &[i32]| {
        let mut p = Program::new(&mut cluster);
        let one: Vec<_> = one.iter().map(|it| p.int(*it)).collect();
        let one = p.make("shop.Range", &one);
        let other: Vec<_> = other.iter().map(|it| p.int(*it)).collect();
        let other = p.make("shop.Range", &other);
        let result = p.on(one, "shop.Range.equals", &[other]);
        p.saw(result, Observed::Literal(Literal::Boolean(false)));
        p.write().expect("it returns something").name
    };
    assert_eq!(name(&[2], &[]), "equalsReturnsFalseForOtherStart");
    assert_eq!(name(&[2], &[2, 3]), "equalsReturnsFalseForOtherStop");
    let both = name(&[5], &[2, 3]);
    assert!(!both.contains("Stop"), "{both}");
}

#[test]
fn a_text_of_two_is_called_joined() {
    let mut cluster = cluster(
        "public class shop.Word\n  new(text: java.lang.String)\n  \
         join(other: shop.Word): shop.Word\n  getText(): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let (left, right) = (p.text("tea"), p.text("pot"));
    let word = p.make("shop.Word", &[left]);
    let other = p.make("shop.Word", &[right]);
    let result = p.on(word, "shop.Word.join", &[other]);
    let text = Observed::Literal(Literal::Text("teapot".into()));
    p.inspected(result, "getText", "Ljava/lang/String;", text);
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "joinReturnsWordWithJoinedText");
}

#[test]
fn elements_that_were_given_are_called_so_where_they_come_out() {
    let mut cluster = cluster(
        "public class shop.Bill\n  new(vias: java.lang.String[])\n  getVias(): java.lang.String[]",
    );
    let mut p = Program::new(&mut cluster);
    let via = p.text("world");
    let vias = p.array("java.lang.String[]", &[via]);
    let bill = p.make("shop.Bill", &[vias]);
    let result = p.on(bill, "shop.Bill.getVias", &[]);
    let elements = vec![Observed::Literal(Literal::Text("world".into()))];
    p.saw(
        result,
        Observed::Array {
            length: 1,
            elements,
        },
    );
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "getViasReturnsGivenVias");
}

#[test]
fn what_can_be_nothing_else_is_not_so_by_default() {
    let mut cluster =
        cluster("public class shop.Bill\n  new()\n  getFormat(): int\n  getCode(): int");
    let mut name = |question: &str| {
        let mut p = Program::new(&mut cluster);
        let bill = p.make("shop.Bill", &[]);
        let result = p.on(bill, question, &[]);
        p.saw(result, seen(2));
        p.write().expect("it returns something").name
    };
    assert_eq!(name("shop.Bill.getFormat"), "getFormatReturnsTwo");
    assert_eq!(name("shop.Bill.getCode"), "getCodeReturnsTwoByDefault");
}

#[test]
fn that_there_is_no_such_thing_is_not_said_where_it_is_there() {
    let mut cluster = cluster(
        "public class shop.Shelf\n  new()\n  put(item: java.lang.String): void\n  \
         lookUp(item: java.lang.String): java.lang.Object",
    );
    let mut name = |put: &str| {
        let mut p = Program::new(&mut cluster);
        let shelf = p.make("shop.Shelf", &[]);
        let item = p.text(put);
        p.on(shelf, "shop.Shelf.put", &[item]);
        let asked = p.text("tea");
        let found = p.on(shelf, "shop.Shelf.lookUp", &[asked]);
        p.saw(found, Observed::Null);
        p.write().expect("it returns something").name
    };
    assert_eq!(name("salt"), "lookUpReturnsNullWhenNoSuchItemIsThere");
    assert_ne!(name("tea"), "lookUpReturnsNullWhenNoSuchItemIsThere");
}

#[test]
fn a_number_that_was_set_is_called_so_where_it_comes_out() {
    let mut cluster =
        cluster("public class shop.Bill\n  new()\n  setCode(code: int): void\n  getCode(): int");
    let mut p = Program::new(&mut cluster);
    let bill = p.make("shop.Bill", &[]);
    let code = p.int(2);
    p.on(bill, "shop.Bill.setCode", &[code]);
    let result = p.on(bill, "shop.Bill.getCode", &[]);
    p.saw(result, seen(2));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "getCodeReturnsGivenCode");
}

#[test]
fn what_a_bare_get_gives_is_the_value() {
    let mut cluster =
        cluster("public class shop.Count\n  new()\n  increment(): void\n  get(): int");
    let mut p = Program::new(&mut cluster);
    let count = p.make("shop.Count", &[]);
    p.on(count, "shop.Count.increment", &[]);
    p.inspected(count, "get", "I", seen(1));
    let name = p.write().expect("it changes something").name;
    assert_eq!(name, "incrementLeavesValueOne");
}

#[test]
fn what_comes_back_has_the_condition_that_it_is_of_a_class() {
    let mut cluster = cluster(
        "public class shop.Bags\n  static of(bag: shop.Bag): shop.Bag\npublic class shop.Bag\n  new()",
    );
    let mut p = Program::new(&mut cluster);
    let bag = p.make("shop.Bag", &[]);
    let result = p.make("shop.Bags.of", &[bag]);
    p.saw(result, Observed::Same(bag));
    p.held("bag instanceof Unmodifiable", true);
    let written = p.write().expect("it returns something");
    assert_eq!(written.name, "ofReturnsGivenBagWhenBagIsUnmodifiable");
}

#[test]
fn what_is_added_again_was_added_already() {
    let mut cluster = cluster(
        "public class shop.Shelf\n  new()\n  add(pen: shop.Pen): void\n  size(): int\npublic class shop.Pen\n  new()",
    );
    let mut p = Program::new(&mut cluster);
    let shelf = p.make("shop.Shelf", &[]);
    let pen = p.make("shop.Pen", &[]);
    p.on(shelf, "shop.Shelf.add", &[pen]);
    p.on(shelf, "shop.Shelf.add", &[pen]);
    p.kept(shelf, "size", "I", seen(1))
        .goal("pens.contains(pen)", true);
    let name = p.write().expect("a size").name;
    assert!(name.ends_with("WhenAlreadyAdded"), "{name}");
}

#[test]
fn what_was_set_under_a_key_is_what_the_test_is_about() {
    let mut cluster = cluster(
        "public class shop.Notes\n  new()\n  setNote(key: java.lang.String, text: java.lang.String): void\n  \
         getNote(key: java.lang.String): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let notes = p.make("shop.Notes", &[]);
    let (key, text) = (p.text("color"), p.text("see below"));
    p.on(notes, "shop.Notes.setNote", &[key, text]);
    let note = p.on(notes, "shop.Notes.getNote", &[key]);
    p.saw(note, Observed::Literal(Literal::Text("see below".into())));
    assert_eq!(p.write().expect("a text").name, "setNoteSetsNote");
}

#[test]
fn a_field_that_is_a_constant_of_the_test_is_a_condition() {
    let mut cluster = cluster(
        "public class shop.Desk\n  field currentMood: shop.Mood\n  new()\n  use(mood: shop.Mood): void\n  sell(): int\n\
         public class shop.Mood\n  field static final CALM: shop.Mood",
    );
    let mut p = Program::new(&mut cluster);
    let desk = p.make("shop.Desk", &[]);
    let mood = p.make("shop.Mood.CALM", &[]);
    p.on(desk, "shop.Desk.use", &[mood]);
    let sold = p.on(desk, "shop.Desk.sell", &[]);
    p.saw(sold, seen(3));
    p.held("currentMood == Mood.CALM", true);
    assert_eq!(
        p.write().expect("a number").name,
        "sellReturnsThreeWhenCurrentMoodIsCalm"
    );
}

#[test]
fn what_is_called_by_a_letter_is_told_by_what_it_is_unless_another_one_is_that_too() {
    let mut cluster = cluster(
        "public class shop.Desk\n  new()\n  use(m: shop.Mood): int\n  mix(a: shop.Mood, b: shop.Mood): int\n\
         public class shop.Mood\n  field static final CALM: shop.Mood",
    );
    let mut name = |method: &str, count: usize, condition: &str| {
        let mut p = Program::new(&mut cluster);
        let desk = p.make("shop.Desk", &[]);
        let mood = p.make("shop.Mood.CALM", &[]);
        let used = p.on(desk, method, &vec![mood; count]);
        p.saw(used, seen(3));
        p.held(condition, true);
        p.write().expect("a number").name
    };
    assert_eq!(
        name("shop.Desk.use", 1, "m == Mood.CALM"),
        "useReturnsThreeWhenMoodIsCalm"
    );
    assert_eq!(
        name("shop.Desk.mix", 2, "a == Mood.CALM"),
        "mixReturnsThreeWhenAIsCalm"
    );
}

#[test]
fn what_the_only_element_of_a_list_says_was_added() {
    let mut cluster = cluster(
        "public class shop.Bill\n  new()\n  addPrice(price: int): void\n  getLines(): java.util.List<shop.Line>\n\
         public class shop.Line\n  getPrice(): int\npublic interface java.util.List<E>\n  get(at: int): E",
    );
    let mut p = Program::new(&mut cluster);
    let bill = p.make("shop.Bill", &[]);
    let price = p.int(7);
    p.on(bill, "shop.Bill.addPrice", &[price]);
    p.inspected(bill, "getLines().get(0).getPrice", "I", seen(7));
    p.had(bill, "getTip", seen(0));
    let written = p.write().expect("an element");
    assert!(
        written.name.starts_with("addPriceAdds"),
        "{}: {}",
        written.name,
        written.source
    );
}

#[test]
fn what_the_only_element_of_a_list_says_that_is_returned_says_more_than_that_it_is_one() {
    // Before: assertEquals(1, bill.lines().size()).
    let mut cluster = cluster(
        "public class shop.Bill\n  new()\n  lines(): java.util.List<shop.Line>\npublic class shop.Line\n  \
         getPrice(): int\npublic interface java.util.List<E>\n  get(at: int): E",
    );
    let mut p = Program::new(&mut cluster);
    let bill = p.make("shop.Bill", &[]);
    let lines = p.on(bill, "shop.Bill.lines", &[]);
    let sized = Observed::Sized {
        size: 1,
        elements: Vec::new(),
    };
    p.saw(lines, sized);
    p.inspected(lines, "get(0).getPrice", "I", seen(7));
    p.mutant_changes(lines, "get(0).getPrice", &seen(8));
    let written = p.write().expect("an element");
    let expected = "assertEquals(7, result.get(0).getPrice());";
    assert!(written.source.contains(expected), "{}", written.source);
    assert_eq!(written.name, "linesReturnsOneLine");
}

#[test]
fn an_answer_of_which_a_part_is_told_is_called_as_what_made_it() {
    // Before: openReturnsMapWithErrmsg.
    let mut cluster = cluster(
        "public class shop.Door\n  new()\n  open(): shop.Answer\npublic class shop.Answer\n  private new()\n  \
         getCode(): int",
    );
    let mut name = |answered: Option<&'static str>| {
        let mut p = Program::new(&mut cluster);
        p.answered = answered;
        let door = p.make("shop.Door", &[]);
        let answer = p.on(door, "shop.Door.open", &[]);
        p.kept(answer, "getCode", "I", Observed::Literal(Literal::Int(501)));
        p.write().expect("it returns something").name
    };
    assert_eq!(name(Some("locked")), "openReturnsLocked");
    // That one is made says nothing of which.
    assert_eq!(name(Some("createFor")), name(None));
}

#[test]
fn a_sign_that_is_looked_for_within_a_text_is_said_where_the_text_has_it() {
    let name = |given: &str, condition: &str, outcome| {
        let mut cluster =
            cluster("public class shop.Desk\n  new()\n  read(code: java.lang.String): int");
        let mut p = Program::new(&mut cluster);
        p.conditions = vec![ConditionText {
            text: condition.to_owned(),
            outcome,
            role: ConditionRole::Sought,
            is_sure: true,
        }];
        let desk = p.make("shop.Desk", &[]);
        let code = p.text(given);
        let read = p.on(desk, "shop.Desk.read", &[code]);
        p.saw(read, seen(7));
        p.write().expect("it returns something").name
    };
    let is_plus = "code.charAt(ANYWHERE) == '+'";
    assert_eq!(
        name("u+aaa", is_plus, true),
        "readReturnsSevenWhenCodeContainsPlus"
    );
    // It is not so of what a reader sees, or says little.
    assert!(!name("uaaaa", is_plus, true).contains("Plus"));
    assert!(!name("uaaaa", is_plus, false).contains("Anywhere"));
    let is_digit = "Character.isDigit(code.charAt(ANYWHERE))";
    assert_eq!(
        name("ab7", is_digit, true),
        "readReturnsSevenWhenCodeContainsDigit"
    );
    assert_eq!(
        name("12x", is_digit, false),
        "readReturnsSevenWhenCodeContainsNonDigit"
    );
}

#[test]
fn a_local_variable_of_one_letter_is_no_condition_however_little_else_is_known() {
    let mut cluster = cluster("public class shop.Desk\n  new()\n  scan(): void");
    let mut p = Program::new(&mut cluster);
    p.taken.insert("scanThrowsIllegalStateException".to_owned());
    p.goal("d == 0.0f", true);
    let desk = p.make("shop.Desk", &[]);
    p.on(desk, "shop.Desk.scan", &[]);
    p.threw("java.lang.IllegalStateException", None, &["shop.Desk:7"]);
    let name = p.write().expect("it throws").name;
    assert!(!name.contains("DIsZero"), "{name}");
}

#[test]
fn a_class_whose_name_has_the_word_of_a_sign_is_told_all_the_same() {
    // Before: isBareReturnsTrue of an empty `HashMap`, for the sake of the `#`.
    let mut cluster = cluster(
        "public class shop.Util\n  static isBare(obj: java.lang.Object): boolean\n\
         public class java.util.HashMap\n  new()",
    );
    let mut p = Program::new(&mut cluster);
    let map = p.make("java.util.HashMap", &[]);
    let bare = p.make("shop.Util.isBare", &[map]);
    p.saw(bare, Observed::Literal(Literal::Boolean(true)));
    let name = p.write().expect("it gives something").name;
    assert_eq!(name, "isBareReturnsTrueForEmptyHashMap");
}

#[test]
fn a_documented_reason_that_the_argument_refutes_is_none() {
    // Before: exchangeThrowsWhenMultiplierIsNegative of one that is zero.
    let mut cluster = cluster(
        "public class shop.Till\n  new()\n  exchange(multiplier: java.math.BigDecimal): void\n\
         public class java.math.BigDecimal\n  field static final ZERO: java.math.BigDecimal\n  new(value: int)",
    );
    let mut name = |is_zero: bool| {
        let mut p = Program::new(&mut cluster);
        let till = p.make("shop.Till", &[]);
        let number = if is_zero {
            p.make("java.math.BigDecimal.ZERO", &[])
        } else {
            let value = p.int(-1);
            p.make("java.math.BigDecimal", &[value])
        };
        p.on(till, "shop.Till.exchange", &[number]);
        p.threw(
            "java.lang.IllegalArgumentException",
            Some("no"),
            &["shop.Till:7"],
        );
        p.write().expect("it throws on purpose").name
    };
    let of_zero = name(true);
    assert!(!of_zero.contains("Negative"), "{of_zero}");
    let of_other = name(false);
    assert!(of_other.contains("MultiplierIsNegative"), "{of_other}");
}

#[test]
fn a_property_of_what_was_given_is_set_where_it_has_a_setter() {
    // Before: storeLeavesIdOne.
    let mut cluster = cluster(
        "public class shop.Desk\n  new()\n  store(pen: shop.Pen): void\n\
         public class shop.Pen\n  new()\n  getId(): int\n  setId(id: int): void\n  getCount(): int",
    );
    let mut name = |getter: &str, before: i32| {
        let mut p = Program::new(&mut cluster);
        let desk = p.make("shop.Desk", &[]);
        let pen = p.make("shop.Pen", &[]);
        p.on(desk, "shop.Desk.store", &[pen]);
        p.had(pen, getter, seen(before));
        p.inspected(pen, getter, "I", seen(1));
        p.mutant_changes(pen, getter, &seen(2));
        p.write().expect("it is seen").name
    };
    assert_eq!(name("getId", 5), "storeSetsIdToOne");
    assert_eq!(name("getCount", 5), "storeLeavesCountOne");
    // What was so before was set by nobody.
    assert_eq!(name("getId", 1), "storeLeavesIdOne");
}

#[test]
fn that_a_number_is_positive_is_said_where_no_condition_says_more() {
    let mut cluster =
        cluster("public class shop.Desk\n  new()\n  take(userId: int): java.lang.String");
    let mut name = |conditions: Vec<ConditionText>| {
        let mut p = Program::new(&mut cluster);
        p.conditions = conditions;
        // Another test has the plain name.
        p.taken.insert("takeReturnsOk".to_owned());
        let desk = p.make("shop.Desk", &[]);
        let user = p.int(25);
        let taken = p.on(desk, "shop.Desk.take", &[user]);
        p.saw(taken, told("ok"));
        p.write().expect("it returns something").name
    };
    assert_eq!(name(Vec::new()), "takeReturnsOkForPositiveUserId");
    let sought = ConditionText {
        text: "collect != null".to_owned(),
        outcome: false,
        role: ConditionRole::Sought,
        is_sure: true,
    };
    assert_eq!(name(vec![sought]), "takeReturnsOkWhenCollectIsNull");
}

#[test]
fn the_only_element_of_a_list_is_told_by_what_was_added() {
    // Before: getTagsReturnsOneElement.
    let mut cluster = cluster(
        "public class shop.Pen\n  new()\n  addTag(tag: shop.Tag): void\n  getTags(): java.util.List<shop.Tag>\n\
         public class shop.Tag\n  new()\npublic interface java.util.Collection<E>\n  size(): int\n\
         public interface java.util.List<E> implements java.util.Collection<E>\n  get(index: int): E",
    );
    let mut p = Program::new(&mut cluster);
    let pen = p.make("shop.Pen", &[]);
    let tag = p.make("shop.Tag", &[]);
    p.on(pen, "shop.Pen.addTag", &[tag]);
    let tags = p.on(pen, "shop.Pen.getTags", &[]);
    let only = Observed::Sized {
        size: 1,
        elements: vec![Observed::Same(tag)],
    };
    p.saw(tags, only);
    assert_eq!(
        p.write().expect("it returns something").name,
        "getTagsReturnsAddedTag"
    );
    let mut p = Program::new(&mut cluster);
    let pen = p.make("shop.Pen", &[]);
    let tags = p.on(pen, "shop.Pen.getTags", &[]);
    let two = Observed::Sized {
        size: 2,
        elements: vec![
            crate::programs::object("shop.Tag"),
            crate::programs::object("shop.Tag"),
        ],
    };
    p.saw(tags, two);
    let name = p.write().expect("it returns something").name;
    assert!(name.starts_with("getTagsReturnsTwoTags"), "{name}");
}

#[test]
fn what_was_given_or_comes_of_it_is_no_default() {
    let mut cluster = cluster(
        "public class shop.Range\n  new(from: int, length: int)\n  new(from: int, end: long)\n  getFrom(): int\n  \
         getEnd(): int\n  setEnd(end: int): void\n  isOpen(): boolean\n  setOpen(open: boolean): void\n\
         public class shop.Gate\n  new(width: int)\n  getWidth(): int\n  isOpen(): boolean\n  \
         setOpen(open: boolean): void",
    );
    let mut name = |class: &str, given: &[i32], asked: &str, seen: Literal| {
        let mut p = Program::new(&mut cluster);
        let numbers: Vec<_> = given.iter().map(|one| p.int(*one)).collect();
        let object = p.make(class, &numbers);
        let answer = p.on(object, asked, &[]);
        p.saw(answer, Observed::Literal(seen));
        p.write().expect("it returns something").name
    };
    // The length has no getter: what becomes of it nobody knows.
    let end = name("shop.Range", &[2, 3], "shop.Range.getEnd", Literal::Int(5));
    assert!(!end.contains("ByDefault"), "{end}");
    // The width has one, so it is another property.
    let is_open = Literal::Boolean(true);
    let open = name("shop.Gate", &[2], "shop.Gate.isOpen", is_open);
    assert_eq!(open, "isOpenReturnsTrueByDefault");
}

#[test]
fn arrays_of_like_elements_make_equal_objects() {
    let mut cluster = cluster(
        "public class shop.Code\n  new(digits: int[])\n  equals(other: java.lang.Object): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let one = [p.int(4), p.int(2)];
    let one = p.array("int[]", &one);
    let other = [p.int(4), p.int(2)];
    let other = p.array("int[]", &other);
    let pair = [p.make("shop.Code", &[one]), p.make("shop.Code", &[other])];
    let equal = p.on(pair[0], "shop.Code.equals", &[pair[1]]);
    p.saw(equal, truth(true));
    assert_eq!(
        p.write().expect("an answer").name,
        "equalsReturnsTrueForEqualDigits"
    );
}

#[test]
fn a_number_that_stands_for_all_that_went_in_is_told_as_what_it_is() {
    // Before: hash32ReturnsLargeNegativeNumber, updateLeavesValueLargeNumber.
    let mut cluster = cluster(
        "public class shop.Hashes\n  static hash32(text: java.lang.String): int\n\
         public class shop.Tickets\n  static next(text: java.lang.String): int\n\
         public class shop.Sum\n  new()\n  update(b: int): void\n  getValue(): int",
    );
    let mut given = |function: &str| {
        let mut p = Program::new(&mut cluster);
        let word = p.text("red");
        let hash = p.make(function, &[word]);
        p.saw(hash, seen(-1_955_850_956));
        p.write().expect("it returns something").name
    };
    assert_eq!(given("shop.Hashes.hash32"), "hash32ReturnsHashOfText");
    assert_eq!(given("shop.Tickets.next"), "nextReturnsLargeNegativeNumber");
    let mut p = Program::new(&mut cluster);
    let sum = p.make("shop.Sum", &[]);
    let two = p.int(2);
    p.on(sum, "shop.Sum.update", &[two]);
    p.inspected(sum, "getValue", "I", seen(1_996_959_894));
    p.had(sum, "getValue", seen(0));
    let name = p.write().expect("it changes something").name;
    assert!(name.starts_with("updateChangesValue"), "{name}");
}

#[test]
fn a_number_that_is_refused_is_told_by_its_sign_where_the_message_speaks_of_it() {
    // Before: groupThrowsIllegalArgumentExceptionWhenSizeIsNotPositive, of zero and of less.
    let mut cluster = cluster("public class shop.Style\n  new()\n  group(size: int): int");
    let mut name = |size: i32| {
        let mut p = Program::new(&mut cluster);
        let style = p.make("shop.Style", &[]);
        let size = p.int(size);
        p.on(style, "shop.Style.group", &[size]);
        let message = Some("Size must be greater than zero");
        p.threw(
            "java.lang.IllegalArgumentException",
            message,
            &["shop.Style:3"],
        );
        p.write().expect("it is thrown on purpose").name
    };
    assert_eq!(name(-2), "groupRejectsNegativeSize");
    assert_eq!(name(0), "groupRejectsZeroSize");
}

#[test]
fn what_an_escape_stands_for_is_read_as_a_character() {
    // Before: assertEquals(13, lexer.readEscape()) in readEscapeReturns13.
    let mut cluster =
        cluster("public class shop.Lexer\n  new(text: java.lang.String)\n  readEscape(): int");
    let mut p = Program::new(&mut cluster);
    let text = p.text("r");
    let lexer = p.make("shop.Lexer", &[text]);
    let read = p.on(lexer, "shop.Lexer.readEscape", &[]);
    p.saw(read, seen(13));
    let written = p.write().expect("it returns something");
    let told = "assertEquals('\\r', lexer.readEscape());";
    assert!(written.source.contains(told), "{}", written.source);
    assert_eq!(written.name, "readEscapeReturnsCarriageReturn");
}

#[test]
fn of_what_a_copy_is_its_declaration_does_not_say() {
    let mut cluster = cluster(
        "public class shop.Task\n  new()\n  copy(): java.lang.Object\n  equals(other: java.lang.Object): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let task = p.make("shop.Task", &[]);
    let copy = p.on(task, "shop.Task.copy", &[]);
    let result = p.on(task, "shop.Task.equals", &[copy]);
    p.saw(result, truth(false));
    let name = p.write().expect("it returns something").name;
    assert!(!name.contains("OtherType"), "{name}");
}

#[test]
fn what_a_message_says_nothing_of_is_no_cause_where_something_else_was_given() {
    // Before: formatRejectsEmptyLocale, whatever the pattern.
    let mut cluster = cluster(
        "public class shop.Format\n  new()\n  \
         format(pattern: java.lang.String, locale: java.lang.String): int",
    );
    let mut name = |message: &'static str| {
        let mut p = Program::new(&mut cluster);
        let format = p.make("shop.Format", &[]);
        let (pattern, locale) = (p.text("{"), p.text(""));
        p.on(format, "shop.Format.format", &[pattern, locale]);
        p.threw(
            "java.lang.IllegalArgumentException",
            Some(message),
            &["shop.Format:3"],
        );
        p.write().expect("it is thrown on purpose").name
    };
    assert!(!name("Unterminated element").contains("Empty"));
    assert!(name("The text is empty").contains("Empty"));
}

#[test]
fn what_a_builder_was_told_is_told_of_what_it_built() {
    // Before: applyReturnsText, and applyReturnsTextOnTrue.
    let mut cluster = cluster(
        "public class shop.Format\n  apply(amount: int): java.lang.String\n\
         public class shop.FormatBuilder\n  new()\n  grouping(grouping: boolean): shop.FormatBuilder\n  \
         digits(digits: int): shop.FormatBuilder\n  removeSign(sign: int): shop.FormatBuilder\n  \
         build(): shop.Format",
    );
    let mut name = |step: &str, given: Literal, ty: &str| {
        let mut p = Program::new(&mut cluster);
        let builder = p.make("shop.FormatBuilder", &[]);
        let given = p.literal(ty, given);
        let told = p.on(builder, &format!("shop.FormatBuilder.{step}"), &[given]);
        let format = p.on(told, "shop.FormatBuilder.build", &[]);
        let amount = p.int(2_700);
        let result = p.on(format, "shop.Format.apply", &[amount]);
        p.saw(
            result,
            Observed::Literal(Literal::Text("3 000 of it".into())),
        );
        p.write().expect("it returns something").name
    };
    let ends = |name: &str, words: &str| assert!(name.ends_with(words), "{name}");
    ends(&name("digits", Literal::Int(1), "int"), "WithDigits");
    // What takes something away says nothing so.
    let removed = name("removeSign", Literal::Int(1), "int");
    assert!(!removed.contains("With"), "{removed}");
    let truth = |value| Literal::Boolean(value);
    ends(&name("grouping", truth(true), "boolean"), "WithGrouping");
    ends(
        &name("grouping", truth(false), "boolean"),
        "WithoutGrouping",
    );
}

#[test]
fn what_a_getter_was_given_comes_back_whatever_else_its_object_is_made_of() {
    // Before: getModeReturnsGivenModeWhenKeyIsEmpty, as there is a test in which another mode comes back.
    let mut cluster = cluster(
        "public class shop.Record\n  new(mode: int, key: java.lang.String)\n  getMode(): int",
    );
    let mut p = Program::new(&mut cluster);
    let given = [p.int(5), p.text("")];
    let record = p.make("shop.Record", &given);
    let result = p.on(record, "shop.Record.getMode", &[]);
    p.saw(result, seen(5));
    let written = p.write().expect("it returns something");
    let suite = [(written.name, written.names)];
    let known = [NameChoices::new("getMode", ["ReturnsSeven".to_owned()])];
    let names = suite_names(&suite, &known, Naming::Camel, &BTreeSet::new());
    assert_eq!(names, ["getModeReturnsGivenMode"]);
}

#[test]
fn a_value_that_says_nothing_is_told_by_the_constant_that_an_object_holds() {
    // Before: nextReturns29 and nextReturns23.
    let mut cluster = cluster(
        "public class shop.Sign\n  field static final LAST: shop.Sign\n  field static final FIRST: shop.Sign\n\
         public class shop.Field\n  new(sign: shop.Sign)\n\
         public class shop.Days\n  new(field: shop.Field)\n  next(from: int): int",
    );
    let mut choices = |sign: &str, day: i32| {
        let mut p = Program::new(&mut cluster);
        let sign = p.make(sign, &[]);
        let field = p.make("shop.Field", &[sign]);
        let days = p.make("shop.Days", &[field]);
        let from = p.int(5);
        let result = p.on(days, "shop.Days.next", &[from]);
        p.saw(result, seen(day));
        let written = p.write().expect("it returns something");
        (written.name, written.names)
    };
    let suite = [
        choices("shop.Sign.LAST", 29),
        choices("shop.Sign.FIRST", 23),
    ];
    let known: Vec<_> = suite.iter().map(|(_, it)| it.clone()).collect();
    let names = suite_names(&suite, &known, Naming::Camel, &BTreeSet::new());
    assert_eq!(
        names,
        [
            "nextReturns29WhenSignIsLast",
            "nextReturns23WhenSignIsFirst"
        ]
    );
}

#[test]
fn a_text_that_only_has_to_be_long_is_told_by_its_length_and_by_what_a_message_says_of_it() {
    // Before: digitsRejectsExampleexam.
    let mut cluster =
        cluster("public class shop.Format\n  new()\n  digits(digits: java.lang.String): void");
    let mut p = Program::new(&mut cluster);
    let format = p.make("shop.Format", &[]);
    let digits = p.text("exampleexam");
    p.on(format, "shop.Format.digits", &[digits]);
    p.threw(
        "java.lang.IllegalArgumentException",
        Some("Digits string must contain exactly 10 characters."),
        &["shop.Format:3"],
    );
    let name = p.write().expect("it is thrown on purpose").name;
    assert!(
        name.ends_with("WhenDigitsStringDoesNotContainExactlyTenCharacters"),
        "{name}"
    );
}

#[test]
fn a_number_far_from_zero_among_others_is_what_is_refused() {
    // Before: openThrowsIllegalArgumentException, whatever the host and the port.
    let mut cluster = cluster(
        "public class shop.Line\n  new()\n  open(host: java.lang.String, tries: int, port: int): void",
    );
    let mut p = Program::new(&mut cluster);
    let line = p.make("shop.Line", &[]);
    let given = [p.text("example.com"), p.int(2), p.int(70_000)];
    p.on(line, "shop.Line.open", &given);
    let library = ["java.net.InetSocketAddress:3", "shop.Line:3"];
    p.threw("java.lang.IllegalArgumentException", None, &library);
    let name = p.write().expect("it is thrown").name;
    assert!(name.ends_with("LargePort"), "{name}");
}

#[test]
fn numbers_that_are_all_zero_are_told_as_such() {
    // Before: gcdReturnsZero.
    let mut cluster = cluster("public class shop.Numbers\n  new()\n  gcd(values: int[]): int");
    let mut p = Program::new(&mut cluster);
    let numbers = p.make("shop.Numbers", &[]);
    let zeros = [p.int(0), p.int(0)];
    let values = p.array("int[]", &zeros);
    let result = p.on(numbers, "shop.Numbers.gcd", &[values]);
    p.saw(result, seen(0));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "gcdReturnsZeroForAllZeroValues");
}

#[test]
fn null_that_nobody_looked_at_on_the_way_is_no_condition() {
    // Before: readReturnsThreeForNullStream of what is read without the stream.
    let name = |condition: &str| {
        let mut cluster = cluster(
            "public class shop.Tree\n  new()\n  read(stream: java.io.InputStream, depth: int): int\n\
             public class java.io.InputStream",
        );
        let mut p = Program::new(&mut cluster);
        let tree = p.make("shop.Tree", &[]);
        let given = [p.null("java.io.InputStream"), p.int(2)];
        let result = p.on(tree, "shop.Tree.read", &given);
        p.saw(result, seen(3)).passed(condition, true);
        p.write().expect("it returns something").name
    };
    let (unasked, asked) = (name("root.isLeaf()"), name("stream == null"));
    assert!(!unasked.contains("Null"), "{unasked}");
    assert!(asked.contains("Null"), "{asked}");
}

#[test]
fn a_counter_that_was_just_made_is_not_empty() {
    // Before: takeReturnsThreeForEmptyShift.
    let name = |counter: &str| {
        let mut cluster = cluster(&format!(
            "public class shop.Node\n  new()\n  take(shift: {counter}): int\n\
             public class {counter}\n  new()"
        ));
        let mut p = Program::new(&mut cluster);
        let node = p.make("shop.Node", &[]);
        let shift = p.make(counter, &[]);
        let result = p.on(node, "shop.Node.take", &[shift]);
        p.saw(result, seen(3));
        p.write().expect("it returns something").name
    };
    let atomic = name("java.util.concurrent.atomic.AtomicInteger");
    assert!(!atomic.contains("Empty"), "{atomic}");
    let list = name("java.util.ArrayList");
    assert_eq!(list, "takeReturnsThreeForEmptyShift");
}

#[test]
fn a_step_that_what_was_built_never_saw_is_not_told_of_it() {
    let mut cluster = cluster(
        "public class shop.Price\n  new()\n  amount(amount: int): shop.Price\n  \
         tax(tax: int): shop.Price\n  total(rate: int, of: shop.Price): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    let price = p.make("shop.Price", &[]);
    let (two, three, rate) = (p.int(2), p.int(3), p.int(2_700));
    let other = p.on(price, "shop.Price.amount", &[two]);
    let taxed = p.on(price, "shop.Price.tax", &[three]);
    let total = p.on(taxed, "shop.Price.total", &[rate, other]);
    let text = Observed::Literal(Literal::Text("3 000 of it".into()));
    p.saw(total, text);
    let name = p.write().expect("it returns something").name;
    assert!(!name.contains("WithAmount"), "{name}");
}

#[test]
fn what_a_class_is_called_is_no_sign() {
    // Before: equalsReturnsTrue, as if `Point` were a point.
    let mut cluster =
        cluster("public class shop.Point\n  new(x: int)\n  equals(o: java.lang.Object): boolean");
    let mut p = Program::new(&mut cluster);
    let two = p.int(2);
    let point = p.make("shop.Point", &[two]);
    let result = p.on(point, "shop.Point.equals", &[point]);
    p.saw(result, truth(true));
    let name = p.write().expect("it returns something").name;
    assert_eq!(name, "equalsReturnsTrueForSamePoint");
}

/// A controller that gives an answer which is a map.
const ANSWERS: &str = "\
public class shop.Orders
  new(log: shop.Log)
  clean(): shop.Answer
  remove(id: int): shop.Answer
public class shop.Answer
  new()
  isWarn(): boolean
  isError(): boolean
public interface shop.Log
  cleanLog(): void
";

/// `{code=500}`
fn code_500() -> Observed {
    Observed::Unordered(goalline_testcase::Unordered {
        size: 1,
        is_map: true,
        keys: vec![Observed::Literal(Literal::Text("code".into()))],
        values: vec![seen(500)],
    })
}

#[test]
fn an_answer_that_is_a_map_is_called_by_what_it_says_that_it_is() {
    // Before: removeReturnsOneElement.
    let mut cluster = cluster(ANSWERS);
    let mut name = |warns: bool| {
        let mut p = Program::new(&mut cluster);
        let log = p.null("shop.Log");
        let orders = p.make("shop.Orders", &[log]);
        let three = p.int(3);
        let result = p.on(orders, "shop.Orders.remove", &[three]);
        p.saw(result, code_500());
        p.inspected(result, "isError", "Z", truth(true));
        p.inspected(result, "isWarn", "Z", truth(warns));
        p.write().expect("it returns something").name
    };
    assert!(
        name(false).starts_with("removeReturnsError"),
        "{}",
        name(false)
    );
    assert!(
        name(true).starts_with("removeReturnsAnswer"),
        "{}",
        name(true)
    );
}

#[test]
fn what_makes_no_difference_to_the_receiver_is_no_condition() {
    let mut cluster = cluster(
        "public class shop.Lexer\n  new(format: shop.Format)\n  divides(c: char): boolean\n\
         public enum shop.Format\n  constant RFC\n  constant TDF",
    );
    let mut name = |is_any: bool| {
        let mut p = Program::new(&mut cluster);
        let format = p.make("shop.Format.RFC", &[]);
        let lexer = p.make("shop.Lexer", &[format]);
        let letter = p.literal("char", Literal::Char(u16::from(b'a')));
        let result = p.on(lexer, "shop.Lexer.divides", &[letter]);
        p.saw(result, truth(false));
        p.taken.insert("dividesReturnsFalse".to_owned());
        if is_any {
            p.is_of_no_matter(format);
        }
        p.write().expect("it returns something").name
    };
    assert_eq!(name(false), "dividesReturnsFalseWhenFormatIsRfc");
    assert_eq!(name(true), "dividesReturnsFalseForLetterA");
}

#[test]
fn a_message_that_the_caller_gave_is_no_complaint() {
    // Before: isTrueThrowsIllegalArgumentExceptionBecauseOutOfStock.
    let mut cluster = cluster(
        "public class shop.Validate\n  static isTrue(val: boolean, msg: java.lang.String): void",
    );
    let mut p = Program::new(&mut cluster);
    let (no, said) = (
        p.literal("boolean", Literal::Boolean(false)),
        p.text("Out of stock"),
    );
    p.make("shop.Validate.isTrue", &[no, said]);
    p.threw(
        "java.lang.IllegalArgumentException",
        Some("Out of stock"),
        &["shop.Validate:3"],
    );
    p.held("val", false);
    let name = p.write().expect("it is thrown on purpose").name;
    assert_eq!(name, "isTrueThrowsIllegalArgumentExceptionWhenValIsFalse");
}

#[test]
fn beside_a_result_that_only_says_that_it_went_well_the_effect_is_told() {
    let mut cluster = cluster(
        "public class shop.Logs\n  new(store: shop.Store)\n  clearOld(): shop.Answer\n  \
         delAll(): shop.Answer\n\
         public class shop.Answer\n  new()\n  isSuccess(): boolean\n\
         public interface shop.Store\n  delAll(): void",
    );
    let mut name = |act: &str| {
        let mut p = Program::new(&mut cluster);
        crate::mocks::with_mockito(&mut p);
        let store = p.mock("shop.Store", &[]);
        let logs = p.make("shop.Logs", &[store]);
        let result = p.on(logs, act, &[]);
        p.saw(result, code_500());
        p.inspected(result, "isSuccess", "Z", truth(true));
        p.called(store, "delAll", "()V", &[&[]]);
        p.mutant_calls(store, "delAll", "()V", &[]);
        p.mutant_changes_value(result, &Observed::Null);
        p.write().expect("it returns something").name
    };
    assert_eq!(name("shop.Logs.clearOld"), "clearOldDeletesAll");
}

#[test]
fn nothing_was_added_only_of_what_is_looked_for() {
    let name = |filling: &str| {
        let text = format!(
            "public class shop.Store\n  new()\n  findTitle(key: java.lang.String): java.lang.String\n  \
             {filling}(value: java.lang.Object): void"
        );
        let mut cluster = cluster(&text);
        let mut p = Program::new(&mut cluster);
        let store = p.make("shop.Store", &[]);
        let key = p.text("x-y");
        let found = p.on(store, "shop.Store.findTitle", &[key]);
        p.saw(found, Observed::Null);
        p.write().expect("it returns something").name
    };
    assert_eq!(name("add"), "findTitleReturnsNullWhenNothingWasAdded");
    assert_eq!(name("addTitles"), "findTitleReturnsNullWhenNothingWasAdded");
    assert_eq!(name("addListener"), "findTitleReturnsNullForUnknownKey");
}

#[test]
fn what_may_be_anything_is_in_no_relation_to_another_value() {
    let name = |is_any: bool| {
        let mut cluster = gauge();
        let mut p = Program::new(&mut cluster);
        let gauge = p.make("shop.Gauge", &[]);
        let given = [p.int(2), p.int(3)];
        let result = p.on(gauge, "shop.Gauge.level", &given);
        p.saw(result, seen(9));
        if is_any {
            p.is_of_no_matter(given[0]);
        }
        p.write().expect("a number can be asserted").name
    };
    assert_eq!(name(false), "levelReturnsNineWhenLowIsLessThanHigh");
    assert!(!name(true).contains("Less"), "{}", name(true));
}

#[test]
fn an_overload_that_takes_more_in_the_middle_is_told_by_that() {
    let mut cluster = cluster(
        "public class shop.Sack\n  new()\n  add(key: int, element: java.lang.Object): boolean\n  \
         add(key: int, time: long, element: java.lang.Object): boolean",
    );
    let mut p = Program::new(&mut cluster);
    let sack = p.make("shop.Sack", &[]);
    let time = p.literal("long", Literal::Long(20));
    let given = [p.int(20), time, p.text("blue")];
    p.on(sack, "shop.Sack.add", &given);
    p.threw(
        "java.lang.UnsupportedOperationException",
        None,
        &["shop.Sack:9"],
    );
    let name = p.write().expect("it refuses").name;
    assert_eq!(name, "addThrowsUnsupportedOperationExceptionForTime");
}

#[test]
fn a_factory_that_is_told_how_it_went_is_no_kind_of_answer() {
    let name = |overload: &str| {
        let mut cluster = cluster(&format!(
            "public class shop.Desk\n  new()\n  save(id: int): shop.Answer\n\n\
             public class shop.Answer\n  new()\n  static judge({overload}): shop.Answer\n  getCode(): int"
        ));
        let mut p = Program::new(&mut cluster);
        p.answered = Some("judge");
        let desk = p.make("shop.Desk", &[]);
        let id = p.int(7);
        let saved = p.on(desk, "shop.Desk.save", &[id]);
        p.inspected(saved, "getCode", "I", seen(200));
        p.write().expect("a number can be asserted").name
    };
    assert!(!name("isSaved: boolean").contains("Judge"));
    assert!(name("code: int").starts_with("saveReturnsJudge"));
}
