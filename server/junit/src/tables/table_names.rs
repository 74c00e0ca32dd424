//! What a parameterised test and its rows are called: takes the names of the tests that it is made of and its columns,
//! gives a name that holds for all of them, and what each says besides.

use crate::{
    naming::{test_names::dressed, words::number_words},
    style::Naming,
    tables::{columns::Column, literals::LiteralKind},
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
const OPEN: [&str; 10] = [
    "Returns", "Throws", "Gives", "Is", "Has", "Sets", "Makes", "Minus", "Not", "And",
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
        for word in &self.condition {
            let is_letter = word.chars().count() == 1 && word != "A";
            let goes_on = is_letter && last_is_letter;
            if !text.is_empty() && !goes_on {
                text.push(' ');
            }
            last_is_letter = is_letter;
            text.push_str(&if is_letter {
                word.clone()
            } else {
                word.to_lowercase()
            });
        }
        text
    }
}

/// What is said of each row.
pub(crate) fn remarks(names: &[&str], method: &str, naming: Naming) -> Vec<String> {
    let names = names.iter();
    names
        .map(|name| TestWords::of(name, method, naming).remark())
        .collect()
}

/// Names for the test, best first.
pub(crate) fn table_names(
    names: &[&str],
    method: &str,
    columns: &[Column],
    naming: Naming,
) -> Vec<String> {
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
    let condition = shared_condition(&all).filter(|_| !is_open);
    let preposition = match common.last().map(String::as_str) {
        Some("Rejects" | "Accepts") if !opens => "Each",
        _ => "ForEach",
    };
    let inputs: Vec<&Column> = columns.iter().filter(|one| !one.is_expected()).collect();
    let is_told = (1..=3).contains(&inputs.len()) && inputs.iter().all(|one| one.is_named);
    let by_name: Vec<String> = inputs.iter().map(|one| capitalised(&one.name)).collect();
    let by_type: Vec<String> = inputs
        .iter()
        .map(|one| capitalised(one.kind.type_name()))
        .collect();
    let told = if is_told {
        told_inputs(&inputs, &by_name)
    } else {
        "Input".to_owned()
    };
    let preposition = if is_open {
        let (outcome, link) = common_outcome(columns, returns);
        stem.push_str(&outcome);
        link
    } else {
        preposition
    };
    let endings = [told.clone(), format!("{}{told}", by_type.join("And"))];
    let by_condition = condition.map(|words| format!("{stem}{words}"));
    let others = endings
        .into_iter()
        .map(|ending| format!("{stem}{preposition}{ending}"));
    by_condition
        .into_iter()
        .chain(others)
        .map(|name| dressed(&name, method, naming))
        .collect()
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

/// What can be said of rows that end in different ways, and what links it to what goes in: which values come out where
/// they are few, else that it depends.
fn common_outcome(columns: &[Column], returns: bool) -> (String, &'static str) {
    let echoed = columns.iter().find(|one| one.is_echoed && one.is_named);
    let expected: Vec<&Column> = columns.iter().filter(|one| one.is_expected()).collect();
    match (echoed, &expected[..]) {
        (Some(echoed), []) if returns => {
            let outcome = format!("Returns{}Unchanged", capitalised(&echoed.name));
            (outcome, "ForEach")
        }
        (_, [only]) if returns => match few_values(only) {
            Some(values) => (format!("Returns{values}"), "DependingOn"),
            None => ("Result".to_owned(), "DependsOn"),
        },
        _ => ("Result".to_owned(), "DependsOn"),
    }
}

/// `MinusOneZeroOrOne`: the values of a column where there are two or three that have words.
fn few_values(column: &Column) -> Option<String> {
    const MOST: usize = 3;
    let mut values: Vec<&str> = column.values.iter().map(String::as_str).collect();
    values.sort_by_key(|value| (value.parse::<i64>().ok(), std::cmp::Reverse(*value)));
    values.dedup();
    let words = values.iter().map(|value| match (column.kind, *value) {
        (LiteralKind::Flag | LiteralKind::Asserted | LiteralKind::AssertedOf, "true") => {
            Some("True".to_owned())
        }
        (LiteralKind::Flag | LiteralKind::Asserted | LiteralKind::AssertedOf, "false") => {
            Some("False".to_owned())
        }
        (LiteralKind::Int | LiteralKind::Long, value) => value.parse().ok().map(number_words),
        (LiteralKind::Text, "") => Some("EmptyString".to_owned()),
        (LiteralKind::Text, value) => {
            let is_word =
                (2..=10).contains(&value.len()) && value.chars().all(|c| c.is_ascii_alphabetic());
            is_word.then(|| capitalised(value))
        }
        _ => None,
    });
    let mut words = words.collect::<Option<Vec<String>>>()?;
    words.dedup();
    if !(2..=MOST).contains(&words.len()) {
        return None;
    }
    let last = words.pop()?;
    Some(format!("{}Or{last}", words.concat()))
}

/// The words of a name, each with a capital.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_new = true;
    for c in name.chars() {
        if c == '_' {
            is_new = true;
            continue;
        }
        if is_new || c.is_uppercase() {
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
    use super::*;
    use crate::tables::literals::LiteralRole;

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
        table_names(names, "fareFor", &columns, naming).remove(0)
    }

    #[test]
    fn a_table_is_named_by_what_all_its_tests_have_in_common() {
        let same = [
            "fareForReturnsZeroWhenAgeIsZero",
            "fareForReturnsZeroWhenAgeIsLess",
        ];
        assert_eq!(first(&same, Naming::Camel), "fareForReturnsZeroForEachAge");
        let other = ["fareForReturnsTwoWhenAgeIsOne", "fareForReturnsNine"];
        let name = "fareForResultDependsOnAge";
        assert_eq!(first(&other, Naming::Camel), name);
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
        let names = table_names(&other, "fareFor", &[echoed], Naming::Camel);
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

    #[test]
    fn a_table_with_few_outcomes_names_them() {
        let age = column("age", LiteralRole::Other);
        let fare = |kind: LiteralKind, values: &[&str]| Column {
            kind,
            values: values.iter().map(|one| (*one).to_owned()).collect(),
            ..column("expected", LiteralRole::Expected)
        };
        let name = |fare: Column| {
            let names = ["fareForReturnsTwoWhenAgeIsOne", "fareForReturnsNine"];
            table_names(&names, "fareFor", &[age.clone(), fare], Naming::Camel).remove(0)
        };
        assert_eq!(
            name(fare(LiteralKind::Int, &["1", "-1", "0", "1"])),
            "fareForReturnsMinusOneZeroOrOneDependingOnAge"
        );
        assert_eq!(
            name(fare(LiteralKind::Flag, &["true", "false", "true"])),
            "fareForReturnsTrueOrFalseDependingOnAge"
        );
        assert_eq!(
            name(fare(LiteralKind::Int, &["1", "2", "3", "4"])),
            "fareForResultDependsOnAge"
        );
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
            "fareForReturnsZeroForTwo",
        ];
        let told = remarks(&names, "fareFor", Naming::Camel);
        assert_eq!(told, ["when URL is not a", ""]);
    }
}
