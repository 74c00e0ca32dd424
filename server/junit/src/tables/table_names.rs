//! What a parameterised test and its rows are called: takes the names of the tests that it is made of and its columns,
//! gives a name that holds for all of them, and what each says besides.

use goalline_testcase::{RangeEnd, range_end};

use crate::{
    style::Naming,
    tables::{
        columns::Column,
        test_literals::{LiteralKind, NULL},
    },
    types::variables::{capitalised, decapitalised},
};

/// Words that a condition begins with.
const CONDITION: [&str; 12] = [
    "When", "If", "Unless", "For", "On", "Of", "With", "Without", "After", "Given", "Because",
    "While",
];

/// Words that say what is so, and not only what the value is: a row shows that itself.
const TELLING: [&str; 6] = ["When", "If", "Unless", "Without", "Because", "While"];

/// Words that a name cannot end with.
const OPEN: [&str; 11] = [
    "Returns", "Leaves", "Throws", "Gives", "Is", "Has", "Sets", "Makes", "Minus", "Not", "And",
];

/// The name of a test in words.
struct TestWords {
    outcome: Vec<String>,
    condition: Vec<String>,
}

impl TestWords {
    fn of(name: &str, method: &str, naming: Naming) -> Self {
        let name = match naming {
            Naming::TestPrefix => name.strip_prefix("test").unwrap_or(name),
            _ => name,
        };
        // The words of the method are no condition.
        let skipped = words(method).len();
        let words = words(name);
        let is_condition = |word: &String| CONDITION.contains(&word.as_str());
        let from = words.iter().skip(skipped).position(is_condition);
        let from = from.map_or(words.len(), |at| at + skipped);
        Self {
            outcome: words[..from].to_vec(),
            condition: words[from..].to_vec(),
        }
    }

    /// `when str is null`
    fn remark(&self) -> String {
        let is_telling = |word: &String| TELLING.contains(&word.as_str());
        if !self.condition.first().is_some_and(is_telling) {
            return String::new();
        }
        let mut text = String::new();
        let mut last_is_letter = false;
        for word in in_words_of_the_source(&self.condition) {
            let is_letter = word.chars().count() == 1 && word != "A";
            let goes_on = is_letter && last_is_letter;
            if !text.is_empty() && !goes_on {
                text.push(' ');
            }
            last_is_letter = is_letter;
            let is_as_it_is = is_letter || MIXED.contains(&word.as_str());
            text.push_str(&if is_as_it_is {
                word
            } else {
                word.to_lowercase()
            });
        }
        text
    }
}

/// Words with capitals inside.
const MIXED: [&str; 3] = ["NaN", "IPv4", "IPv6"];

/// Words behind which a number is a value: `IndexIs42`, and not `Inet6`.
const BEFORE_VALUES: [&str; 24] = [
    "After", "And", "Are", "At", "Before", "Below", "Between", "By", "Equals", "Exceeds", "For",
    "From", "Has", "Is", "Least", "Minus", "Most", "Not", "Of", "Or", "Over", "Than", "To", "With",
];

/// The words with what was one word in the source joined again: `NaN` of `Na` and `N`, `Inet6` of `Inet` and `6`.
fn in_words_of_the_source(words: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        let last = joined.last_mut().filter(|last| {
            let is_name = is_number && last.len() > 1 && !BEFORE_VALUES.contains(&last.as_str());
            is_name
                || MIXED
                    .iter()
                    .any(|mixed| mixed.starts_with(&format!("{last}{word}")))
        });
        match last {
            Some(last) => last.push_str(word),
            None => joined.push(word.clone()),
        }
    }
    for word in &mut joined {
        let mixed = MIXED.iter().find(|mixed| mixed.eq_ignore_ascii_case(word));
        if let Some(mixed) = mixed {
            (*mixed).clone_into(word);
        }
    }
    joined
}

/// What is said of each row.
pub(crate) fn remarks(names: &[&str], method: &str, naming: Naming) -> Vec<String> {
    let names = names.iter();
    names
        .map(|name| TestWords::of(name, method, naming).remark())
        .collect()
}

/// What a table is about.
#[derive(Clone, Copy)]
pub(crate) struct TableSubject<'a> {
    /// The method that its rows call.
    pub(crate) method: &'a str,
    /// The simple name of the exception that all of them end with.
    pub(crate) thrown: Option<&'a str>,
}

/// Names for the test, best first.
pub(crate) fn table_names(
    names: &[&str],
    subject: TableSubject<'_>,
    columns: &[Column],
    naming: Naming,
) -> Vec<String> {
    let method = subject.method;
    let all: Vec<TestWords> = names
        .iter()
        .map(|name| TestWords::of(name, method, naming))
        .collect();
    let mut common = all
        .first()
        .map(|one| one.outcome.clone())
        .unwrap_or_default();
    for other in &all {
        let same = common.iter().zip(&other.outcome);
        common.truncate(same.take_while(|(one, other)| one == other).count());
    }
    let own = words(method);
    let mut returns = false;
    let mut opens = false;
    while common.len() > own.len() && common.last().is_some_and(|it| OPEN.contains(&it.as_str())) {
        returns |= common.pop().is_some_and(|word| word == "Returns");
        opens = true;
    }
    if common.len() < own.len() {
        common.clone_from(&own);
        opens = true;
    }
    let mut stem = decapitalised(&common.concat());
    let is_open = opens || common.len() == own.len();
    let rule = rule(&all, columns).filter(|_| is_open && returns);
    let rule = rule.map(|rule| format!("{stem}ReturnsWhether{rule}"));
    let condition = shared_condition(&all).filter(|_| !is_open);
    let preposition = match common.last().map(String::as_str) {
        Some("Rejects" | "Accepts") if !opens => "Each",
        _ => "ForEach",
    };
    let inputs: Vec<&Column> = columns.iter().filter(|one| !one.is_expected()).collect();
    let told = inputs_in_words(&inputs);
    let preposition = if is_open {
        let thrown = subject.thrown.filter(|_| !returns);
        let thrown = thrown.map(|class| format!("Throws{class}"));
        stem.push_str(&thrown.unwrap_or_else(|| common_outcome(columns, returns)));
        "ForEach"
    } else {
        preposition
    };
    let endings = [told.clone(), with_types(&inputs, &told)];
    let by_condition = condition.map(|words| format!("{stem}{words}"));
    let others = endings
        .into_iter()
        .map(|ending| format!("{stem}{preposition}{ending}"));
    rule.into_iter()
        .chain(by_condition)
        .chain(others)
        .map(|name| naming.dressed(&name, method))
        .collect()
}

/// What goes in, as the name of a table calls it.
fn inputs_in_words(inputs: &[&Column]) -> String {
    let is_told = (1..=3).contains(&inputs.len()) && inputs.iter().all(|one| one.is_named);
    match inputs {
        _ if !is_told => "Input".to_owned(),
        // A letter says nothing.
        [only] if only.name.len() < 3 => capitalised(only.kind.noun()),
        _ => {
            let names: Vec<String> = inputs.iter().map(|one| capitalised(&one.name)).collect();
            told_inputs(inputs, &names)
        }
    }
}

/// What goes in with its type, to tell overloads apart: `FloatValueAndMinAndMax`, where all are of one type.
fn with_types(inputs: &[&Column], told: &str) -> String {
    let mut types: Vec<String> = inputs
        .iter()
        .map(|one| capitalised(one.kind.type_name()))
        .collect();
    types.dedup();
    format!("{}{told}", types.join("And"))
}

/// The names of what goes in; of many long ones the first, and that there are others.
fn told_inputs(inputs: &[&Column], names: &[String]) -> String {
    const LONGEST: usize = 40;
    let all = names.join("And");
    let (Some(first), true) = (names.first(), all.len() > LONGEST && names.len() > 1) else {
        return all;
    };
    let are_flags = inputs[1..].iter().all(|one| one.kind == LiteralKind::Flag);
    format!("{first}And{}", if are_flags { "Flags" } else { "Others" })
}

/// The condition that all the tests have.
fn shared_condition(all: &[TestWords]) -> Option<String> {
    let first = &all.first()?.condition;
    let is_telling = first
        .first()
        .is_some_and(|word| TELLING.contains(&word.as_str()));
    (is_telling && all.iter().all(|one| one.condition == *first)).then(|| first.concat())
}

/// What can be said of rows that end in different ways: that what goes in comes out where it does, else that each gives
/// what is expected of it.
fn common_outcome(columns: &[Column], returns: bool) -> String {
    let echoed = columns.iter().find(|one| one.is_echoed && one.is_named);
    match echoed.filter(|_| returns && !columns.iter().any(Column::is_expected)) {
        Some(echoed) => format!("Returns{}Unchanged", capitalised(&echoed.name)),
        None if returns => "ReturnsExpectedValue".to_owned(),
        None => "GivesExpectedResult".to_owned(),
    }
}

/// The condition of one of the tests that tells the rows that are true from the others: `ValueIsNotZero`. Only what
/// decided one of them counts: any few values have something in common by chance.
fn rule(all: &[TestWords], columns: &[Column]) -> Option<String> {
    let mut expected = columns.iter().filter(|one| one.is_expected());
    let expected = expected.next().filter(|_| expected.next().is_none())?;
    let truths: Vec<bool> = expected
        .values
        .iter()
        .map(|value| value.parse().ok())
        .collect::<Option<_>>()?;
    if truths.iter().all(|truth| *truth == truths[0]) {
        return None;
    }
    let inputs: Vec<&Column> = columns.iter().filter(|one| !one.is_expected()).collect();
    let told = all.iter().filter_map(|one| {
        let (first, rest) = one.condition.split_first()?;
        (first == "When").then(|| rest.concat())
    });
    let told = told.filter_map(|condition| RowCondition::of(&condition, &inputs));
    told.chain(RowCondition::of_range(&inputs))
        .find_map(|found| {
            let held: Vec<bool> = (0..truths.len())
                .map(|row| found.holds(row))
                .collect::<Option<_>>()?;
            let is_so = held == truths;
            let is_opposite = held.iter().zip(&truths).all(|(held, truth)| held != truth);
            (is_so || is_opposite).then(|| found.words(is_so))
        })
}

/// A condition in words that can be looked up in the rows of a table.
struct RowCondition<'a> {
    subject: &'a Column,
    /// Whether it is said that it is not so.
    is_negated: bool,
    said: Said<'a>,
}

/// What is said of a value.
enum Said<'a> {
    /// `Zero`, `Empty`
    Alone(&'static str),
    /// `GreaterThan` another one, `LessThan`, `AtLeast`, `AtMost`, `Equals`
    Than(&'static str, &'a Column),
    /// Within these, both included.
    Between(&'a Column, &'a Column),
}

/// What can be said of a value by itself.
const ALONE: [&str; 5] = ["Zero", "Negative", "Positive", "Empty", "Null"];

/// What can be said of two numbers, with the opposite.
const RELATIONS: [(&str, &str); 6] = [
    ("IsGreaterThan", "IsAtMost"),
    ("IsAtMost", "IsGreaterThan"),
    ("IsLessThan", "IsAtLeast"),
    ("IsAtLeast", "IsLessThan"),
    ("Equals", "DiffersFrom"),
    ("DiffersFrom", "Equals"),
];

impl<'a> RowCondition<'a> {
    fn of(condition: &str, inputs: &[&'a Column]) -> Option<Self> {
        inputs.iter().find_map(|subject| {
            let rest = condition.strip_prefix(&*capitalised(&subject.name))?;
            let related = inputs.iter().find_map(|other| {
                let verb = rest.strip_suffix(&*capitalised(&other.name))?;
                let (verb, _) = RELATIONS.iter().find(|(one, _)| *one == verb)?;
                Some(Self {
                    subject,
                    is_negated: false,
                    said: Said::Than(verb, other),
                })
            });
            let rest = rest.strip_prefix("Is").or_else(|| rest.strip_prefix("Are"));
            let alone = rest.and_then(|rest| {
                let positive = rest.strip_prefix("Not");
                let word = positive.unwrap_or(rest);
                let word = ALONE.iter().find(|one| **one == word)?;
                Some(Self {
                    subject,
                    is_negated: positive.is_some(),
                    said: Said::Alone(word),
                })
            });
            related.or(alone)
        })
    }

    /// That a number lies between the two that are called the ends of a range.
    fn of_range(inputs: &[&'a Column]) -> Option<Self> {
        let end = |wanted: Option<RangeEnd>| {
            let mut found = inputs.iter().filter(|it| range_end(&it.name) == wanted);
            found.next().filter(|_| inputs.len() == 3)
        };
        Some(Self {
            subject: end(None)?,
            is_negated: false,
            said: Said::Between(end(Some(RangeEnd::Low))?, end(Some(RangeEnd::High))?),
        })
    }

    /// Whether it is so in a row; none where that cannot be seen.
    fn holds(&self, row: usize) -> Option<bool> {
        let value = |column: &Column| column.values.get(row).cloned();
        let number = |column: &Column| value(column)?.parse::<f64>().ok();
        let text = value(self.subject)?;
        let is_so = match &self.said {
            Said::Alone("Empty") => text.is_empty() && self.subject.kind == LiteralKind::Text,
            Said::Alone("Null") => text == NULL,
            Said::Alone(word) => {
                let number = number(self.subject)?;
                match *word {
                    "Zero" => number == 0.0,
                    "Negative" => number < 0.0,
                    _ => number > 0.0,
                }
            }
            Said::Than(verb, other) => {
                let (one, other) = (number(self.subject)?, number(other)?);
                match *verb {
                    "IsGreaterThan" => one > other,
                    "IsAtMost" => one <= other,
                    "IsLessThan" => one < other,
                    "IsAtLeast" => one >= other,
                    "Equals" => one.total_cmp(&other).is_eq(),
                    _ => one.total_cmp(&other).is_ne(),
                }
            }
            Said::Between(low, high) => {
                (number(low)?..=number(high)?).contains(&number(self.subject)?)
            }
        };
        Some(is_so != self.is_negated)
    }

    /// The condition, or its opposite.
    fn words(&self, is_so: bool) -> String {
        let subject = capitalised(&self.subject.name);
        match &self.said {
            Said::Alone(word) => {
                let not = if self.is_negated == is_so { "Not" } else { "" };
                format!("{subject}Is{not}{word}")
            }
            Said::Than(verb, other) => {
                let opposite = RELATIONS.iter().find(|(one, _)| one == verb);
                let opposite = opposite.map_or(*verb, |(_, other)| other);
                let verb = if is_so { verb } else { opposite };
                format!("{subject}{verb}{}", capitalised(&other.name))
            }
            Said::Between(low, high) => {
                let not = if is_so { "" } else { "Not" };
                let [low, high] = [low, high].map(|it| capitalised(&it.name));
                format!("{subject}Is{not}Between{low}And{high}")
            }
        }
    }
}

/// The words of a name, each with a capital.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_new = true;
    let mut before = ' ';
    for c in name.chars() {
        let is_number = c.is_ascii_digit() && !before.is_ascii_digit();
        before = c;
        if c == '_' {
            is_new = true;
            continue;
        }
        if is_new || c.is_uppercase() || is_number {
            words.push(c.to_uppercase().collect());
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
        is_new = false;
    }
    words
}

#[cfg(test)]
mod tests {
    /// A table of calls that return.
    fn about(method: &str) -> TableSubject<'_> {
        TableSubject {
            method,
            thrown: None,
        }
    }

    use super::*;
    use crate::tables::test_literals::LiteralRole;

    fn column(name: &str, role: LiteralRole) -> Column {
        Column {
            name: name.to_owned(),
            is_named: true,
            is_echoed: false,
            kind: LiteralKind::Int,
            role,
            literals: vec![0],
            values: Vec::new(),
        }
    }

    fn first(names: &[&str], naming: Naming) -> String {
        let columns = [
            column("age", LiteralRole::Other),
            column("expected", LiteralRole::Expected),
        ];
        table_names(names, about("fareFor"), &columns, naming).remove(0)
    }

    #[test]
    fn a_table_is_named_by_what_all_its_tests_have_in_common() {
        let same = [
            "fareForReturnsZeroWhenAgeIsZero",
            "fareForReturnsZeroWhenAgeIsLess",
        ];
        assert_eq!(first(&same, Naming::Camel), "fareForReturnsZeroForEachAge");
        let other = ["fareForReturnsTwoWhenAgeIsOne", "fareForReturnsNine"];
        let name = "fareForReturnsExpectedValueForEachAge";
        assert_eq!(first(&other, Naming::Camel), name);
        let left = ["fareForLeavesTextNine", "fareForLeavesNothing"];
        let name = "fareForGivesExpectedResultForEachAge";
        assert_eq!(first(&left, Naming::Camel), name);
        let alike = [
            "fareForReturnsTwoWhenAgeIsNegative",
            "fareForReturnsTwoWhenAgeIsNegative",
        ];
        let name = "fareForReturnsTwoWhenAgeIsNegative";
        assert_eq!(first(&alike, Naming::Camel), name);
        let thrown = [
            "testFareForRejectsNegativeAge",
            "testFareForRejectsLargeAge",
        ];
        assert_eq!(
            first(&thrown, Naming::TestPrefix),
            "testFareForRejectsEachAge"
        );
        let echoed = Column {
            is_echoed: true,
            ..column("age", LiteralRole::Other)
        };
        let names = table_names(&other, about("fareFor"), &[echoed], Naming::Camel);
        assert_eq!(names[0], "fareForReturnsAgeUnchangedForEachAge");
        let segments = [
            "fareFor_returnsZeroWhenAgeIsZero",
            "fareFor_returnsZeroForTwo",
        ];
        assert_eq!(
            first(&segments, Naming::Segments),
            "fareFor_returnsZeroForEachAge"
        );
    }

    /// The name of a table whose tests are called so, of ages and of what is expected of them.
    fn of_truths(names: &[&str], ages: &[&str], truths: &[&str]) -> String {
        let values = |of: &[&str]| of.iter().map(|one| (*one).to_owned()).collect();
        let age = Column {
            values: values(ages),
            ..column("age", LiteralRole::Other)
        };
        let expected = Column {
            kind: LiteralKind::Flag,
            values: values(truths),
            ..column("expected", LiteralRole::Expected)
        };
        table_names(names, about("isFree"), &[age, expected], Naming::Camel).remove(0)
    }

    #[test]
    fn a_condition_that_tells_the_true_rows_from_the_others_is_the_rule() {
        let names = [
            "isFreeReturnsTrueWhenAgeIsZero",
            "isFreeReturnsFalseWhenAgeIsNotZero",
            "isFreeReturnsFalseForTwo",
        ];
        let truths = ["true", "false", "false"];
        assert_eq!(
            of_truths(&names, &["0", "7", "2"], &truths),
            "isFreeReturnsWhetherAgeIsZero"
        );
        assert_eq!(
            of_truths(&names, &["0", "7", "2"], &["false", "true", "true"]),
            "isFreeReturnsWhetherAgeIsNotZero"
        );
        // It does not tell them apart.
        assert_eq!(
            of_truths(&names, &["0", "7", "0"], &truths),
            "isFreeReturnsExpectedValueForEachAge"
        );
        let others = [
            "isFreeReturnsTrue",
            "isFreeReturnsFalse",
            "isFreeReturnsFalseForTwo",
        ];
        assert_eq!(
            of_truths(&others, &["0", "7", "2"], &truths),
            "isFreeReturnsExpectedValueForEachAge"
        );
    }

    #[test]
    fn that_a_number_lies_between_the_ends_of_a_range_is_a_rule() {
        let of = |name: &str, values: [&str; 3]| Column {
            values: values.map(str::to_owned).to_vec(),
            ..column(name, LiteralRole::Other)
        };
        let columns = |truths: [&str; 3]| {
            let expected = Column {
                kind: LiteralKind::Flag,
                values: truths.map(str::to_owned).to_vec(),
                ..column("expected", LiteralRole::Expected)
            };
            let inputs = [
                ("value", ["2", "5", "12"]),
                ("min", ["5"; 3]),
                ("max", ["10"; 3]),
            ];
            let inputs = inputs.map(|(name, values)| of(name, values));
            inputs.into_iter().chain([expected]).collect::<Vec<_>>()
        };
        let names = [
            "fitsReturnsFalse",
            "fitsReturnsTrue",
            "fitsReturnsFalseForTwo",
        ];
        let first =
            |truths| table_names(&names, about("fits"), &columns(truths), Naming::Camel).remove(0);
        assert_eq!(
            first(["false", "true", "false"]),
            "fitsReturnsWhetherValueIsBetweenMinAndMax"
        );
        assert_eq!(
            first(["false", "false", "true"]),
            "fitsReturnsExpectedValueForEachValueAndMinAndMax"
        );
    }

    #[test]
    fn what_all_rows_throw_is_said() {
        let names = [
            "fareForRejectsNegativeAge",
            "fareForThrowsPriceExceptionWhenAgeIsZero",
        ];
        let subject = TableSubject {
            method: "fareFor",
            thrown: Some("PriceException"),
        };
        let age = column("age", LiteralRole::Other);
        let message = column("message", LiteralRole::Expected);
        let told = table_names(&names, subject, &[age, message], Naming::Camel);
        assert_eq!(told[0], "fareForThrowsPriceExceptionForEachAge");
    }

    #[test]
    fn many_long_inputs_are_told_by_the_first() {
        let names = ["A", "B"].map(str::to_owned);
        let flag = Column {
            kind: LiteralKind::Flag,
            ..column("shown", LiteralRole::Other)
        };
        let age = column("age", LiteralRole::Other);
        assert_eq!(told_inputs(&[&age, &age], &names), "AAndB");
        let long = ["DurationOfTheWholeJourney", "ShownWithLeadingZeros"].map(str::to_owned);
        let told = |last: &Column| told_inputs(&[&age, last], &long);
        assert_eq!(told(&flag), "DurationOfTheWholeJourneyAndFlags");
        assert_eq!(told(&age), "DurationOfTheWholeJourneyAndOthers");
    }

    #[test]
    fn a_row_is_told_by_its_condition_and_not_by_its_value() {
        let names = [
            "fareForReturnsZeroWhenURLIsNotA",
            "fareForReturnsZeroWhenAgeIs20",
            "fareForReturnsZeroForTwo",
            "fareForReturnsZeroWhenInet6AddressIsNotValidIPv4Address",
            "fareForReturnsZeroWhenIpv6PartIsHashNaN",
        ];
        let told = remarks(&names, "fareFor", Naming::Camel);
        let expected = [
            "when URL is not a",
            "when age is 20",
            "",
            "when inet6 address is not valid IPv4 address",
            "when IPv6 part is hash NaN",
        ];
        assert_eq!(told, expected);
    }
}
