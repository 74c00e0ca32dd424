//! Tests that show much the same: takes the tests of a suite, drops those that assert what another one of the same
//! method asserts, stand in another one, or say that nothing is there before another one sets it, and are needless
//! otherwise; which ones are needless is said by others.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_goals::GoalKey;
use goalline_junit::{FEWEST_ROWS, WrittenTest};
use goalline_prepare::ReadyTest;

/// Drops tests that assert what another one of the method asserts, with other values, where they are needless: whoever
/// reads them sees the same test again. A row of a table costs no reading and stays.
pub(crate) fn drop_near_duplicates(
    tests: &mut Vec<Arc<ReadyTest>>,
    rows: &BTreeSet<String>,
    mut is_needless: impl FnMut(&ReadyTest) -> bool,
) {
    let mut alike: BTreeMap<String, usize> = BTreeMap::new();
    for test in tests.iter() {
        *alike.entry(shown_by(test)).or_default() += 1;
    }
    tests.retain(|test| {
        let count = alike.get_mut(&shown_by(test)).filter(|count| **count > 1);
        match count {
            Some(count) if !rows.contains(&test.name) && is_needless(test) => {
                *count -= 1;
                false
            }
            _ => true,
        }
    });
}

/// Leaves out tests that stand in another one line by line, question and answer included, where that one only asserts
/// more or `may_go` has nothing against it: that one has their goals and what they notice, too.
pub(crate) fn absorb_contained(
    tests: &mut Vec<Arc<ReadyTest>>,
    may_go: impl Fn(&ReadyTest) -> bool,
) {
    absorb(
        tests,
        |holder, test| {
            holder.method != test.method
                && contains(holder, test)
                && (only_asserts_more(holder, test) || may_go(test))
        },
        ReadyTest::take_merits_of,
    );
}

/// Leaves out tests that only say that an object made of nothing has nothing of a property which another test sets on
/// such an object and asks for, where `may_go` has nothing against it. That one makes and asks, too, so it has those of
/// their goals that whoever calls covers; what they notice it need not.
pub(crate) fn absorb_blank_defaults(
    tests: &mut Vec<Arc<ReadyTest>>,
    may_go: impl Fn(&ReadyTest) -> bool,
    is_covered_by_calling: impl Fn(&GoalKey) -> bool,
) {
    absorb(
        tests,
        |holder, test| {
            blank_default(test).is_some_and(|blank| blank.is_set_by(holder)) && may_go(test)
        },
        |holder, test| {
            let goals = test.goals.iter().filter(|goal| is_covered_by_calling(goal));
            for goal in goals {
                if !holder.goals.contains(goal) {
                    holder.goals.push(goal.clone());
                }
            }
        },
    );
}

/// Drops tests that only say that a call gives its own object, where a test calls it in a chain, which does not go on
/// where it gives nothing, and they are needless otherwise.
pub(crate) fn drop_links(
    tests: &mut Vec<Arc<ReadyTest>>,
    mut is_needless: impl FnMut(&ReadyTest) -> bool,
) {
    let holders: Vec<Arc<ReadyTest>> = tests
        .iter()
        .filter(|test| gives_itself(test).is_none())
        .cloned()
        .collect();
    tests.retain(|test| {
        let is_chained = gives_itself(test).is_some_and(|name| {
            let class = class_of_object(test);
            class.is_some_and(|class| holders.iter().any(|it| chains(it, class, name)))
        });
        !(is_chained && is_needless(test))
    });
}

/// The class of the object that a test makes with `new` for its last assertion.
fn class_of_object(test: &WrittenTest) -> Option<&str> {
    let object = body(test).last()?.split_once('(')?.1;
    let object = object.split([',', '.']).next()?;
    let made = format!(" {object} = new ");
    let line = body(test).find(|line| line.contains(&made))?;
    let rest = line.split_once(&made)?.1;
    rest.split(['(', '<']).next()
}

/// The method of which the test only says that it gives its own object.
fn gives_itself(test: &WrittenTest) -> Option<&str> {
    let mut asserting = body(test).filter(|line| asserts(line));
    let line = asserting.next()?;
    let is_only = asserting.next().is_none() && body(test).last() == Some(line);
    let asserted = line.strip_suffix(");").filter(|_| is_only)?;
    let same = asserted
        .strip_prefix("assertSame(")
        .and_then(|it| it.split_once(", "));
    let fluent = || {
        asserted
            .strip_prefix("assertThat(")?
            .rsplit_once(").isSameAs(")
    };
    let (object, call) = same.or_else(|| fluent().map(|(call, object)| (object, call)))?;
    let call = call.strip_prefix(object)?.strip_prefix('.')?;
    let (name, rest) = call.split_once('(')?;
    (end_of_arguments(rest) == Some(rest.len())).then_some(name)
}

/// Whether something is called on what a call of this name on a new object of the class gives.
fn chains(test: &WrittenTest, class: &str, name: &str) -> bool {
    let call = format!(".{name}(");
    let made = [format!("new {class}("), format!("new {class}<")];
    let mut statements = test.source.split(";\n");
    statements.any(|statement| {
        let goes_on = |(at, _): (usize, &str)| {
            let rest = &statement[at + call.len()..];
            end_of_arguments(rest).is_some_and(|end| {
                let next = rest[end..].trim_start();
                // What is kept is used further on.
                next.starts_with('.') || next.is_empty() && statement.contains(" = ")
            })
        };
        made.iter().any(|it| statement.contains(it)) && statement.match_indices(&call).any(goes_on)
    })
}

/// Where the parenthesis that is open at the beginning is closed: behind it.
fn end_of_arguments(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (1, 0);
    while let Some(first) = text[at..].chars().next() {
        at += match first {
            '"' | '\'' => quoted(&text[at..], first),
            _ => first.len_utf8(),
        };
        match first {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Leaves out the tests for which another one stands, as `stands_for` (that one, then the test) says; that one takes
/// over what is to be taken.
fn absorb(
    tests: &mut Vec<Arc<ReadyTest>>,
    stands_for: impl Fn(&ReadyTest, &ReadyTest) -> bool,
    take_over: impl Fn(&mut ReadyTest, &ReadyTest),
) {
    let mut at = 0;
    while at < tests.len() {
        let test = tests[at].clone();
        let is_holder =
            |(place, other): (usize, &Arc<ReadyTest>)| place != at && stands_for(other, &test);
        match tests.iter().enumerate().position(is_holder) {
            Some(holder) => {
                take_over(Arc::make_mut(&mut tests[holder]), &test);
                tests.remove(at);
            }
            None => at += 1,
        }
    }
}

/// What a test of two statements says to be nothing by default.
struct BlankDefault {
    getter: String,
    /// What makes the object: `Cart("basket")`.
    maker: String,
}

impl BlankDefault {
    /// Whether the test makes such an object, sets the property on it, and asserts that it is something.
    fn is_set_by(&self, test: &WrittenTest) -> bool {
        let property = self.getter.trim_start_matches(char::is_lowercase);
        let mut statements = statements(test).into_iter();
        let Some(object) = statements.find_map(|it| object_of(&it, &self.maker)) else {
            return false;
        };
        let set = format!("{object}.set{property}(");
        let asked = format!("{object}.{}()", self.getter);
        statements.any(|it| it.starts_with(&set) || it.contains(&format!(" = {set}")))
            && statements.any(|it| asserts(&it) && it.contains(&asked) && !says_nothing(&it))
    }
}

/// The variable that a statement gives a new object that is made so.
fn object_of(statement: &str, maker: &str) -> Option<String> {
    let (before, made) = statement.split_once(" = new ")?;
    let is_made = made.strip_suffix(';') == Some(maker);
    let object = before.rsplit(' ').next().filter(|_| is_made)?;
    Some(object.to_owned())
}

/// The statements of a test's body, each on one line.
fn statements(test: &WrittenTest) -> Vec<String> {
    let mut statements = Vec::new();
    let mut open = String::new();
    for line in body(test) {
        if !open.is_empty() {
            open.push(' ');
        }
        open.push_str(line);
        if open.ends_with(';') {
            statements.push(std::mem::take(&mut open));
        }
    }
    statements.extend(Some(open).filter(|it| !it.is_empty()));
    statements
}

/// Whether a line asserts that something is `null` or zero.
fn says_nothing(line: &str) -> bool {
    const NOTHING: [&str; 5] = [
        "assertNull(",
        "assertEquals(0, ",
        "assertEquals(0L, ",
        ".isNull()",
        ".isZero()",
    ];
    NOTHING.iter().any(|it| line.contains(it))
}

fn blank_default(test: &WrittenTest) -> Option<BlankDefault> {
    let statements = statements(test);
    let last = statements.last().filter(|_| statements.len() <= 2)?;
    let getter = test.method.strip_suffix("()")?;
    let asks = last.contains(&format!(".{getter}()"));
    let made = statements.iter().find_map(|it| it.split_once("new "))?.1;
    let maker = match made.strip_suffix(';') {
        Some(maker) if statements.len() > 1 => maker,
        _ => &made[..made.find("()")? + "()".len()],
    };
    let class = &maker[..maker.find(['(', '<'])?];
    let is_plain = class
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$'));
    // What it was made of may be what it gives.
    let given = maker.split_once('(').map_or("", |(_, given)| given);
    let mut given = given.trim_end_matches(')').split(',').map(str::trim);
    let is_of_zero = given.any(|it| matches!(it, "0" | "0L" | "0.0" | "null"));
    (asks && is_plain && !is_of_zero && says_nothing(last)).then(|| BlankDefault {
        getter: getter.to_owned(),
        maker: maker.to_owned(),
    })
}

/// Whether all lines of a test's body stand in the other's, in their order.
fn contains(test: &WrittenTest, other: &WrittenTest) -> bool {
    let mut lines = body(test);
    body(other).all(|line| lines.any(|it| it == line)) && body(other).next().is_some()
}

/// Whether the first test begins with all lines of the other one, and only asserts something behind them: then it runs
/// what the other one runs.
fn only_asserts_more(holder: &WrittenTest, test: &WrittenTest) -> bool {
    let mut lines = body(holder);
    let begins = body(test).all(|line| lines.next() == Some(line));
    begins && lines.all(|line| line.starts_with("assert") || line.starts_with("verify("))
}

/// The lines of a test's body but for empty ones.
fn body(test: &WrittenTest) -> impl Iterator<Item = &str> {
    let inner = test.source.split_once('{').map_or("", |(_, inner)| inner);
    let inner = inner.rsplit_once('}').map_or("", |(inner, _)| inner);
    inner.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// Names of tests that differ from two others or more in literals alone.
pub(crate) fn rows_of_tables(tests: &[Arc<ReadyTest>]) -> BTreeSet<String> {
    let mut shapes: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for test in tests {
        shapes.entry(shape_of(test)).or_default().push(&test.name);
    }
    let tables = shapes
        .into_values()
        .filter(|names| names.len() >= FEWEST_ROWS);
    tables.flatten().map(str::to_owned).collect()
}

/// What a test of a method shows apart from values: its method and its assertions without literals, and without what
/// its variables are called. The message of an exception is no value: another one is another reason. That a
/// collaborator was told nothing counts where nothing else is asserted.
fn shown_by(test: &WrittenTest) -> String {
    let lines = test.source.lines();
    let asserting: Vec<&str> = lines.filter(|line| asserts(line)).collect();
    let is_never =
        |line: &&&str| line.trim_start().starts_with("verify(") && line.contains(", never()");
    let has_more = asserting.iter().any(|line| !is_never(&line));
    let asserting = asserting.iter().filter(|line| !has_more || !is_never(line));
    let given = given_texts(&test.source);
    let shown: Vec<String> = asserting
        .map(|line| {
            if line.contains(".getMessage()") {
                without_given(line.trim(), &given)
            } else {
                // Less than nothing is a value like others.
                without_variables(&without_literals(line.trim())).replace("-0", "0")
            }
        })
        .collect();
    format!("{}: {}", test.method, shown.join(" "))
}

/// The line with its variables numbered in their order: what begins with a small letter and is neither called nor asked
/// for.
fn without_variables(line: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut known: Vec<&str> = Vec::new();
    let mut shown = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|c| !is_part(c));
        let end = end.map_or(rest.len(), |length| start + length);
        let (before, word) = (&rest[..start], &rest[start..end]);
        let is_variable = word.starts_with(char::is_lowercase)
            && !rest[end..].starts_with('(')
            && !before.ends_with('.');
        shown += before;
        if is_variable {
            let number = known.iter().position(|it| *it == word);
            let number = number.unwrap_or_else(|| {
                known.push(word);
                known.len() - 1
            });
            shown += "it";
            shown += &number.to_string();
        } else {
            shown += word;
        }
        rest = &rest[end..];
    }
    shown + rest
}

/// The line without the last of the given texts that its message repeats: another value is no other reason.
fn without_given(line: &str, given: &[&str]) -> String {
    let found = given
        .iter()
        .filter_map(|text| Some((line.rfind(text)?, *text)));
    let found = found
        .filter(|(_, text)| !text.is_empty())
        .max_by_key(|(at, text)| (at + text.len(), text.len()));
    match found {
        Some((at, text)) if !line.contains(&format!("\"{text}\"")) => {
            format!("{}…{}", &line[..at], &line[at + text.len()..])
        }
        _ => line.to_owned(),
    }
}

/// What stands in quotes in the lines that state nothing of a message.
fn given_texts(source: &str) -> Vec<&str> {
    let lines = source
        .lines()
        .filter(|line| !line.contains(".getMessage()"));
    let parts = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    parts.collect()
}

/// The whole test without literals: those of which this is the same are rows of a table.
fn shape_of(test: &WrittenTest) -> String {
    let source = test.source.replacen(&test.name, "", 1);
    let lines: Vec<String> = source.lines().map(without_literals).collect();
    format!("{}: {}", test.method, lines.join("\n"))
}

/// Whether the line asserts something, or begins to.
fn asserts(line: &str) -> bool {
    ["assert", "verify(", "fail("]
        .iter()
        .any(|word| line.contains(word))
}

/// The line without its texts, characters, numbers and truth values; `assertTrue` stays.
fn without_literals(line: &str) -> String {
    let mut shown = String::new();
    let mut rest = line;
    let mut is_in_word = false;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => quoted(rest, first),
            _ if is_in_word => 0,
            '0'..='9' => rest
                .find(|it: char| !it.is_alphanumeric() && it != '.')
                .unwrap_or(rest.len()),
            _ => ["true", "false", "null"]
                .iter()
                .find(|word| is_word(rest, word))
                .map_or(0, |word| word.len()),
        };
        if length > 0 {
            shown.push('0');
            rest = &rest[length..];
            is_in_word = false;
        } else {
            shown.push(first);
            is_in_word = first.is_alphanumeric() || first == '_';
            rest = &rest[first.len_utf8()..];
        }
    }
    shown
}

fn is_word(text: &str, word: &str) -> bool {
    let after = text.strip_prefix(word).map(|rest| rest.chars().next());
    after.is_some_and(|next| !next.is_some_and(char::is_alphanumeric))
}

/// How long the literal is that begins here.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, unit) in text.char_indices().skip(1) {
        if unit == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = unit == '\\' && !is_escaped;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use crate::sample_test::sample_test;

    use super::*;

    fn test(name: &str, body: &str) -> Arc<ReadyTest> {
        Arc::new(sample_test(name, &format!("\n{body}\n")))
    }

    /// The same, of a method.
    fn of(method: &str, name: &str, body: &str) -> Arc<ReadyTest> {
        let mut one = sample_test(name, &format!("\n{body}\n"));
        one.written.method = method.to_owned();
        Arc::new(one)
    }

    #[test]
    fn that_a_call_gives_its_object_shows_where_it_is_called_in_a_chain() {
        let mut tests = vec![
            of(
                "dry()",
                "dry",
                "Mix mix = new Mix();\nassertSame(mix, mix.dry());",
            ),
            of(
                "wet(String)",
                "wet",
                "final Mix mix = new Mix();\nassertThat(mix.wet(\"a)\")).isSameAs(mix);",
            ),
            of(
                "last()",
                "last",
                "Mix mix = new Mix();\nassertSame(mix, mix.last());",
            ),
            of(
                "both()",
                "both",
                "Mix mix = new Mix();\nassertSame(mix, mix.both());\nassertTrue(mix.isDry());",
            ),
            of(
                "last()",
                "other",
                "Bowl bowl = new Bowl();\nassertSame(bowl, bowl.last());",
            ),
            of(
                "pour()",
                "pour",
                "Mix mix = new Mix().dry().wet(\"b)\").both().last();\n\nassertEquals(2, mix.pour());",
            ),
        ];
        let mut kept = tests.clone();
        drop_links(&mut kept, |_| false);
        assert_eq!(kept.len(), tests.len());
        drop_links(&mut tests, |_| true);
        let names: Vec<&str> = tests.iter().map(|test| &*test.name).collect();
        assert_eq!(names, ["both", "other", "pour"]);
    }

    #[test]
    fn what_stands_in_another_test_line_by_line_is_no_test_of_its_own() {
        let add = "cart.add(pen);\n\nassertEquals(1, cart.size());\nassertTrue(cart.holds(pen));";
        let mut tests = vec![
            of(
                "size()",
                "size",
                "cart.add(pen);\n\nassertEquals(1, cart.size());",
            ),
            of(
                "size()",
                "other",
                "assertEquals(1, cart.size());\ncart.add(pen);",
            ),
            of("add(Pen)", "add", add),
        ];
        let mut untouched = tests.clone();
        untouched[2] = of("add(Pen)", "add", &add.replace("\n\n", "\ncart.lock();\n"));
        absorb_contained(&mut untouched, |_| false);
        // What only asserts more runs the same.
        let mut asserted = tests.clone();
        absorb_contained(&mut asserted, |_| false);
        absorb_contained(&mut tests, |_| true);
        let names = |tests: &[Arc<ReadyTest>]| -> Vec<String> {
            tests.iter().map(|test| test.name.clone()).collect()
        };
        assert_eq!(names(&tests), ["other", "add"]);
        assert_eq!((untouched.len(), names(&asserted)), (3, names(&tests)));
    }

    #[test]
    fn that_nothing_is_there_by_default_is_no_test_beside_one_that_sets_it() {
        let set = "Pen pen = new Pen();\n\npen.setName(\"red\");\n\nassertEquals(\"red\", pen.getName());";
        let blank = |class: &str, getter: &str| {
            format!("{class} pen = new {class}();\n\nassertNull(pen.{getter}());")
        };
        let mut tests = vec![
            of("getName()", "name", &blank("Pen", "getName")),
            of("getInk()", "ink", &blank("Pen", "getInk")),
            of("getName()", "of case", &blank("Case", "getName")),
            of("setName(String)", "set", set),
            of("getLid()", "lid", &blank("Pen", "getLid")),
            of("getLid()", "lid set", &set.replace("Name", "Lid")),
            of(
                "getCap()",
                "cap",
                "Pen pen =\n        new Pen(\"quill\");\n\nassertNull(pen.getCap());",
            ),
            of(
                "setCap(String)",
                "cap set",
                "Pen pen = new Pen(\"quill\");\n\nPen result =\n        pen.setCap(\"red\");\n\n\
                 assertSame(pen, result);\nassertEquals(\"red\", pen.getCap());",
            ),
        ];
        absorb_blank_defaults(&mut tests, |_| true, |_| true);
        let names: Vec<&str> = tests.iter().map(|test| &*test.name).collect();
        assert_eq!(names, ["ink", "of case", "set", "lid set", "cap set"]);
    }

    #[test]
    fn of_tests_that_assert_the_same_with_other_values_the_needed_ones_and_one_more_stay() {
        let mut tests = vec![
            test("needless", "cart.add(1);\nassertEquals(1, cart.total());"),
            test("needed", "cart.addAll();\nassertEquals(2, cart.total());"),
            test("other", "assertEquals(3, cart.size());"),
            test("thrown", "assertEquals(\"full\", thrown.getMessage());"),
            test("thrownToo", "assertEquals(\"empty\", thrown.getMessage());"),
        ];
        drop_near_duplicates(&mut tests, &BTreeSet::new(), |test| test.name != "needed");
        let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["needed", "other", "thrown", "thrownToo"]);
    }

    #[test]
    fn other_variables_and_calls_of_collaborators_make_no_other_assertion() {
        let mut tests = vec![
            test(
                "one",
                "assertEquals(1, cart.total(pen));\nverify(till, never()).open();",
            ),
            test("two", "assertEquals(-2, other.total(cup));"),
            test("told", "cart.clear();\nverify(till).open();"),
            test("toldToo", "cart.clear();\nverify(till).shut();"),
            test("first", "assertSame(pen, cart.least(pen, cup));"),
            test("second", "assertSame(cup, cart.least(pen, cup));"),
            test("size", "assertEquals(2, other.size(cup));"),
        ];
        drop_near_duplicates(&mut tests, &BTreeSet::new(), |_| true);
        let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["two", "told", "toldToo", "first", "second", "size"]);
    }

    #[test]
    fn a_message_that_repeats_another_value_is_no_other_reason() {
        let rejects = |name: &str, given: &str, message: &str| {
            let body = format!(
                "thrown = assertThrows(() -> cart.add(\"{given}\"));\nassertEquals(\"{message}\", thrown.getMessage());"
            );
            test(name, &body)
        };
        let mut tests = vec![
            rejects("slash", "/", "no '/' in names: /"),
            rejects("word", "x/", "no '/' in names: x/"),
            rejects("comma", ",", "no ',' in names: ,"),
        ];
        drop_near_duplicates(&mut tests, &BTreeSet::new(), |_| true);
        let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["word", "comma"]);
    }

    #[test]
    fn rows_of_a_table_stay() {
        let row = |name: &str, value: i32| {
            let body =
                format!("Cart cart = new Cart({value});\nassertEquals({value}, cart.total());");
            test(name, &body)
        };
        let mut tests = vec![row("one", 1), row("two", 2), row("three", 3)];
        tests.push(test("apart", "assertEquals(4, cart.total());"));
        let rows = rows_of_tables(&tests);
        drop_near_duplicates(&mut tests, &rows, |_| true);
        let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["one", "two", "three"]);
    }

    #[test]
    fn assertions_are_alike_whatever_their_values_are() {
        let shown = without_literals;
        assert_eq!(
            shown("assertEquals(-12L, cart.add(\"a\\\"b\"));"),
            "assertEquals(-0, cart.add(0));"
        );
        assert_eq!(
            shown("assertTrue(it.is(true, 'x', a1));"),
            "assertTrue(it.is(0, 0, a1));"
        );
        assert_ne!(
            shown("assertTrue(it.is());"),
            shown("assertFalse(it.is());")
        );
    }
}
