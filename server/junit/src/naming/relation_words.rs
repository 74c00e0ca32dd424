//! How the values of a test relate to each other, in words for its name: takes what the call and its receiver were
//! given, gives `DataStartsWithSeq`, `LowIsGreaterThanHigh`; true of the values as they are written.

use std::cmp::Ordering;

use goalline_testcase::{
    CallableKind, Literal, StatementKind, Var, is_stock_text, made_alike, range_end,
};

use crate::{
    assertions::{
        facts::Facts,
        inspectors::{first_word, property},
    },
    naming::{
        condition_words::is_plural,
        receiver_words::{calls_on_receiver, has_collaborators},
        value_words::{number_words, text_properties},
    },
    types::variables::{capitalised, decapitalised, is_short_word, says_something},
};

/// A text, a character or a number that a test is made of, with the name of the parameter that it is given for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamedValue {
    /// `Seq`
    pub(crate) name: String,
    pub(crate) value: PlainValue,
    /// Whether it was given to what made the receiver.
    pub(crate) is_of_receiver: bool,
    /// Whether other values give the same.
    pub(crate) is_immaterial: bool,
    /// Whether it is the receiver's where the call has a parameter of the same name: both mean the same kind of thing.
    pub(crate) is_namesake: bool,
}

/// What can be compared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PlainValue {
    Text(String),
    Char(String),
    /// Characters or texts of which any may be meant.
    OneOf(Vec<String>),
    Number(f64),
}

/// Names of which the first is meant to be the lesser.
const ORDERED: [(&str, &str); 14] = [
    ("begin", "end"),
    ("first", "last"),
    ("first", "second"),
    ("from", "to"),
    ("from", "until"),
    ("index", "length"),
    ("index", "size"),
    ("k", "n"),
    ("left", "right"),
    ("low", "high"),
    ("lower", "upper"),
    ("min", "max"),
    ("offset", "length"),
    ("start", "end"),
];

/// Names of texts that something is read from or sought in: of others it is no reason that one stands in them.
const CONTENTS: [&str; 15] = [
    "chars", "content", "cs", "data", "in", "input", "line", "s", "seq", "sequence", "source",
    "src", "str", "string", "text",
];

/// The relations that hold, the most telling first. That two values have nothing in common can be why a call finds
/// nothing; it is no reason for anything else.
pub(crate) fn relations(facts: &Facts<'_>) -> Vec<String> {
    let found = Relations::of(facts);
    // Where a collaborator decides, that two texts differ does not.
    let finds_nothing =
        facts.thrown.is_none() && is_nothing_found(&facts.outcome()) && !has_collaborators(facts);
    let apart = found.apart.into_iter().filter(|_| finds_nothing);
    // What does not stand in a text is no reason for what comes out otherwise.
    let is_reason = |words: &String| finds_nothing || !words.contains("NotContain");
    let weak = found.weak.into_iter().filter(is_reason);
    let all = found.telling.into_iter().chain(weak).chain(apart);
    let all = all.filter(|words| !is_contradicted(facts, words));
    all.chain(objects_apart(facts)).collect()
}

/// Whether the message of the exception compares the same two values the other way round: one of them was changed
/// before they were compared.
fn is_contradicted(facts: &Facts<'_>, words: &str) -> bool {
    const WAYS: [(&str, &str); 2] = [("IsLessThan", " > "), ("IsGreaterThan", " < ")];
    WAYS.iter().any(|(way, opposite)| {
        let names = words.split_once(way);
        names
            .zip(facts.message)
            .is_some_and(|((left, right), message)| {
                let said = format!("{}{opposite}{}", decapitalised(left), decapitalised(right));
                message.contains(&said)
            })
    })
}

/// `Date1DiffersFromDate2` of a no about two objects of one type that were not made alike.
fn objects_apart(facts: &Facts<'_>) -> Option<String> {
    let (act, _, given) = facts.callable()?;
    let ([one, other], [name, other_name]) = (given, &act.parameter_names[..]) else {
        return None;
    };
    let asked = act.name.to_lowercase();
    let asks_for_sameness =
        (asked.contains("same") || asked.contains("equal")) && !asked.contains("not");
    let is_no = facts.thrown.is_none() && facts.outcome() == "ReturnsFalse";
    if !asks_for_sameness || !is_no {
        return None;
    }
    let is_object = |var: &Var| {
        matches!(
            facts.statements[usize::from(var.0)].kind,
            StatementKind::Call { .. }
        )
    };
    let is_pair = matches!(act.parameters[..], [first, second] if first == second)
        && are_a_pair(name, other_name);
    let differ = is_pair
        && is_object(one)
        && is_object(other)
        && !made_alike(facts.statements, *one, *other);
    let (name, other_name) = (capitalised(name), capitalised(other_name));
    differ.then(|| format!("{name}DiffersFrom{other_name}"))
}

/// Whether the outcome is what comes out where something is not there.
fn is_nothing_found(outcome: &str) -> bool {
    const NOTHING: [&str; 4] = [
        "ReturnsFalse",
        "ReturnsNull",
        "ReturnsMinusOne",
        "ReturnsZero",
    ];
    NOTHING.contains(&outcome)
        || ["Unchanged", "Whole"].iter().any(|it| outcome.contains(it))
        || outcome.starts_with("ReturnsEmpty")
        || outcome.starts_with("Returns") && outcome.ends_with("Empty")
}

/// What only says that two values have nothing in common.
pub(crate) fn differences_of_values(facts: &Facts<'_>) -> Vec<String> {
    Relations::of(facts).apart
}

/// How values relate to each other, in words.
#[derive(Default)]
struct Relations {
    telling: Vec<String>,
    weak: Vec<String>,
    apart: Vec<String>,
}

impl Relations {
    fn of(facts: &Facts<'_>) -> Self {
        let mut found = Self::default();
        let mut values = named_values(facts);
        // What may be anything is in no relation that matters.
        values.retain(|one| !one.is_immaterial);
        for (at, one) in values.iter().enumerate() {
            for other in values[at + 1..].iter().filter(|it| it.name != one.name) {
                let is_reason = |it: &Relation| is_reason(facts, one, other, it);
                let found_one = order_compared(facts, one, other).or_else(|| relation(one, other));
                match found_one.filter(is_reason) {
                    Some(Relation::Telling(words)) => found.telling.push(words),
                    Some(Relation::Weak(words)) => found.weak.push(words),
                    Some(Relation::Apart(words)) => found.apart.push(words),
                    None => {}
                }
            }
        }
        found
    }
}

enum Relation {
    Telling(String),
    /// What is sought is not there.
    Weak(String),
    /// It only says that two values have nothing in common.
    Apart(String),
}

/// How two numbers or characters lie to each other where the call is there to tell that.
fn order_compared(facts: &Facts<'_>, one: &NamedValue, other: &NamedValue) -> Option<Relation> {
    let (act, _, arguments) = facts.callable()?;
    let is_comparison = ["compare", "max", "min"].contains(&first_word(&act.name));
    let is_pair = arguments.len() == 2 && !one.is_of_receiver && !other.is_of_receiver;
    let order = match (&one.value, &other.value) {
        (PlainValue::Number(left), PlainValue::Number(right)) => left.partial_cmp(right)?,
        (PlainValue::Char(left), PlainValue::Char(right)) => left.cmp(right),
        _ => return None,
    };
    (is_comparison && is_pair).then(|| in_order(one, order, other))
}

fn in_order(one: &NamedValue, order: Ordering, other: &NamedValue) -> Relation {
    let verb = match order {
        Ordering::Less => "IsLessThan",
        Ordering::Equal => "Equals",
        Ordering::Greater => "IsGreaterThan",
    };
    Relation::Telling(format!("{}{verb}{}", one.name, other.name))
}

fn relation(one: &NamedValue, other: &NamedValue) -> Option<Relation> {
    let (a, b) = (&one.name, &other.name);
    match (&one.value, &other.value) {
        (PlainValue::Number(left), PlainValue::Number(right)) => {
            ordered(one, other).then(|| in_order(one, left.total_cmp(right), other))
        }
        (PlainValue::OneOf(parts), PlainValue::Text(text)) => Some(of_any(a, parts, b, text)),
        (PlainValue::Text(text), PlainValue::OneOf(parts)) => Some(of_any(b, parts, a, text)),
        (PlainValue::Text(left), PlainValue::Text(right)) => {
            Some(of_texts(one, other, left, right))
        }
        (PlainValue::Char(part), PlainValue::Text(text)) => Some(part_of(a, part, b, text)),
        (PlainValue::Text(text), PlainValue::Char(part)) => Some(part_of(b, part, a, text)),
        (PlainValue::Char(left), PlainValue::Char(right)) if left == right => {
            Some(Relation::Telling(format!("{a}Equals{b}")))
        }
        _ => None,
    }
}

/// Whether what holds of two values can be why a call does what it does.
fn is_reason(facts: &Facts<'_>, one: &NamedValue, other: &NamedValue, relation: &Relation) -> bool {
    if are_namesakes(one, other) {
        return true;
    }
    if one.is_of_receiver && other.is_of_receiver {
        return false;
    }
    let is_number = matches!(one.value, PlainValue::Number(_));
    let is_char = |it: &NamedValue| matches!(it.value, PlainValue::Char(_));
    let is_array = |it: &NamedValue| matches!(it.value, PlainValue::OneOf(_));
    let is_sought =
        (is_array(one) && !is_content(&other.name)) || (is_array(other) && !is_content(&one.name));
    match relation {
        Relation::Apart(words) if words.contains("DiffersFrom") => {
            are_a_pair(&one.name, &other.name) && facts.outcome() == "ReturnsFalse"
        }
        // Whether an array has what is sought in it.
        _ if is_sought => true,
        Relation::Telling(_) if is_number || (is_char(one) && is_char(other)) => true,
        Relation::Telling(words) if words.contains("Equals") => {
            compares(facts) || are_a_pair(&one.name, &other.name)
        }
        // What is given to an object of some text need not be sought in it.
        _ if other.is_of_receiver => is_content(&other.name),
        _ => is_content(&one.name) || is_content(&other.name),
    }
}

/// Whether the call is about whether things are alike: of others it is chance that two texts are.
fn compares(facts: &Facts<'_>) -> bool {
    const COMPARING: [&str; 13] = [
        "compare",
        "contain",
        "count",
        "differ",
        "difference",
        "distance",
        "ends",
        "equal",
        "has",
        "index",
        "match",
        "same",
        "starts",
    ];
    let name = facts.callable().map(|(act, ..)| act.name.to_lowercase());
    name.is_some_and(|name| COMPARING.iter().any(|word| name.contains(word)))
}

/// Whether two things are called so alike that they are of one kind: `str1` and `str2`, `left` and `right`.
fn are_a_pair(one: &str, other: &str) -> bool {
    const PAIRS: [(&str, &str); 8] = [
        ("actual", "expected"),
        ("first", "second"),
        ("from", "to"),
        ("left", "right"),
        ("new", "old"),
        ("next", "previous"),
        ("one", "other"),
        ("source", "target"),
    ];
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let stem = |name: &str| {
        name.trim_end_matches(|c: char| c.is_ascii_digit())
            .to_owned()
    };
    let are = |(left, right): &(&str, &str)| {
        (one.starts_with(left) && other.starts_with(right))
            || (one.starts_with(right) && other.starts_with(left))
    };
    stem(&one) == stem(&other)
        || one.ends_with(&other)
        || other.ends_with(&one)
        || PAIRS.iter().any(are)
}

/// Before the name of what a text is read from.
const TEXT_OF: &str = "TextOf";

fn is_content(name: &str) -> bool {
    name.starts_with(TEXT_OF) || CONTENTS.contains(&name.to_lowercase().as_str())
}

/// What is so of each text by itself: `DataStartsWithBackslash`; of one that only stands in for any where nothing else
/// tells a test apart.
pub(crate) fn properties(facts: &Facts<'_>, of_stock: bool) -> Vec<String> {
    let mut found = Vec::new();
    for one in named_values(facts) {
        if let PlainValue::Text(text) = &one.value
            && is_stock_text(text) == of_stock
            && (is_content(&one.name) || !(of_stock || one.is_of_receiver))
        {
            let is_content = is_content(&one.name);
            // Of a name or a key it is no reason that it is made of letters.
            // Nor is it one of an expression which signs it is written with.
            let is_expression = ["regex", "pattern", "format", "expression"]
                .iter()
                .any(|word| one.name.to_lowercase().contains(word));
            let is_reason =
                |words: &String| !is_expression && (is_content || !words.contains("Letter"));
            let words = text_properties(text, &|sign| facts.promises.speaks_of(sign))
                .into_iter()
                .filter(is_reason);
            found.extend(words.map(|words| format!("{}{words}", one.name)));
        }
    }
    found
}

/// Whether the names say that one is meant to be the lesser.
fn ordered(one: &NamedValue, other: &NamedValue) -> bool {
    if are_namesakes(one, other) {
        return true;
    }
    let is_end = |it: &NamedValue| range_end(&it.name).is_some();
    if is_end(one) != is_end(other) && !one.is_of_receiver && !other.is_of_receiver {
        return true;
    }
    let (a, b) = (one.name.to_lowercase(), other.name.to_lowercase());
    let begins =
        |name: &str, word: &str| name == word || (word.len() > 1 && name.starts_with(word));
    ORDERED.iter().any(|(first, second)| {
        (begins(&a, first) && begins(&b, second)) || (begins(&b, first) && begins(&a, second))
    })
}

/// Whether one is what the receiver was made of, and the other what a parameter of the same name was given.
fn are_namesakes(one: &NamedValue, other: &NamedValue) -> bool {
    other.is_namesake && other.name.ends_with(&one.name)
}

fn of_texts(one: &NamedValue, other: &NamedValue, left: &str, right: &str) -> Relation {
    let (a, b) = (&one.name, &other.name);
    if left == right {
        return Relation::Telling(format!("{a}Equals{b}"));
    }
    if left.to_lowercase() == right.to_lowercase() {
        return Relation::Telling(format!("{a}Equals{b}IgnoringCase"));
    }
    if are_namesakes(one, other) {
        return Relation::Weak(format!("{a}DiffersFrom{b}"));
    }
    // What is sought in what the receiver was made of stands second.
    let inside = if other.is_of_receiver || right.len() > left.len() {
        part_of(a, left, b, right)
    } else {
        part_of(b, right, a, left)
    };
    match inside {
        Relation::Weak(_) if !other.is_of_receiver => Relation::Apart(format!("{a}DiffersFrom{b}")),
        inside => inside,
    }
}

/// Where a text has another one.
fn part_of(part_name: &str, part: &str, name: &str, text: &str) -> Relation {
    let is_called = |kind: &str| part_name.to_lowercase().ends_with(kind);
    let (verb, is_there) = if text == part {
        ("Equals", true)
    } else if is_called("prefix") && !text.starts_with(part) {
        // That it stands elsewhere is not what is asked.
        ("DoesNotStartWith", false)
    } else if is_called("suffix") && !text.ends_with(part) {
        ("DoesNotEndWith", false)
    } else if is_called("suffix") {
        ("EndsWith", true)
    } else if text.starts_with(part) {
        ("StartsWith", true)
    } else if text.ends_with(part) {
        ("EndsWith", true)
    } else if text.contains(part) {
        ("Contains", true)
    } else {
        ("DoesNotContain", false)
    };
    let words = format!("{name}{verb}{part_name}");
    if is_there {
        Relation::Telling(words)
    } else {
        Relation::Weak(words)
    }
}

fn of_any(parts_name: &str, parts: &[String], name: &str, text: &str) -> Relation {
    let (contain, do_not) = if is_plural(parts_name) {
        ("Contain", "DoNotContain")
    } else {
        ("Contains", "DoesNotContain")
    };
    if parts.iter().any(String::is_empty) && !text.is_empty() {
        return Relation::Telling(format!("OneOf{parts_name}IsEmpty"));
    }
    if parts.iter().any(|part| part == text) {
        return Relation::Telling(format!("{parts_name}{contain}{name}"));
    }
    if !is_content(name) {
        return Relation::Apart(format!("{parts_name}{do_not}{name}"));
    }
    let starts = parts.iter().any(|part| text.starts_with(part.as_str()));
    let contains = parts.iter().any(|part| text.contains(part.as_str()));
    match (starts, contains) {
        (true, _) => Relation::Telling(format!("{name}StartsWithOneOf{parts_name}")),
        (_, true) => Relation::Telling(format!("{name}ContainsOneOf{parts_name}")),
        _ => Relation::Apart(format!("{name}ContainsNoneOf{parts_name}")),
    }
}

/// What the call was given, then what its receiver was made of.
pub(crate) fn named_values(facts: &Facts<'_>) -> Vec<NamedValue> {
    let Some((act, receiver, arguments)) = facts.callable() else {
        return Vec::new();
    };
    let mut found = values_of(facts, &act.parameter_names, arguments, false);
    let made =
        receiver.and_then(
            |receiver| match &facts.statements[usize::from(receiver.0)].kind {
                StatementKind::Call {
                    callable,
                    arguments,
                    ..
                } => Some((facts.cluster.callable(*callable), arguments)),
                _ => None,
            },
        );
    if let Some((maker, given)) = made
        && matches!(
            maker.kind,
            CallableKind::Constructor | CallableKind::StaticMethod
        )
    {
        let of_receiver = values_of(facts, &maker.parameter_names, given, true);
        found.extend(of_receiver.into_iter().map(|one| {
            let is_taken = act
                .parameter_names
                .iter()
                .any(|name| capitalised(name) == one.name);
            let owner = facts.receiver_word().filter(|_| is_taken);
            NamedValue {
                name: format!("{}{}", owner.unwrap_or_default(), one.name),
                is_namesake: is_taken,
                ..one
            }
        }));
    }
    name_the_text(&mut found);
    found
}

/// Calls a text `s` what it is where no other one is called so: `SStartsWithQuote` is no sentence.
fn name_the_text(values: &mut [NamedValue]) {
    const WORD: &str = "Text";
    if values.iter().any(|one| one.name == WORD) {
        return;
    }
    let is_text = |one: &NamedValue| matches!(one.value, PlainValue::Text(_));
    let mut letters = values
        .iter_mut()
        .filter(|one| one.name == "S" && is_text(one));
    if let (Some(only), None) = (letters.next(), letters.next()) {
        WORD.clone_into(&mut only.name);
    }
}

fn values_of(
    facts: &Facts<'_>,
    names: &[String],
    given: &[Var],
    is_of_receiver: bool,
) -> Vec<NamedValue> {
    let pairs = names.iter().zip(given);
    let pairs = pairs.filter(|(name, _)| !name.is_empty() && !is_numbered(name));
    let values = pairs.filter_map(|(name, var)| {
        let value = plain_value(facts, *var)?;
        // What is read is what a reader was made of, and not the reader.
        let is_read = is_reader(facts, *var);
        let name = capitalised(name);
        Some(NamedValue {
            name: if is_read {
                format!("{TEXT_OF}{name}")
            } else {
                name
            },
            value,
            is_of_receiver,
            is_immaterial: facts.immaterial.contains(*var),
            is_namesake: false,
        })
    });
    values.collect()
}

/// Whether it is a reader or a stream of the JDK that was made of a text.
fn is_reader(facts: &Facts<'_>, var: Var) -> bool {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Call { callable, .. } => {
            let owner = &facts.cluster.callable(*callable).owner;
            owner.starts_with("java.io.")
                && (owner.ends_with("Reader") || owner.ends_with("InputStream"))
        }
        _ => false,
    }
}

/// `arg0`, as compilers call parameters without a name.
fn is_numbered(name: &str) -> bool {
    name.starts_with("arg") && !says_something(name)
}

fn plain_value(facts: &Facts<'_>, var: Var) -> Option<PlainValue> {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Literal(literal) => of_literal(literal),
        StatementKind::Array { elements } if !elements.is_empty() => {
            let parts = elements.iter().map(|one| match plain_value(facts, *one) {
                Some(PlainValue::Char(part) | PlainValue::Text(part)) => Some(part),
                _ => is_empty_text(facts, *one).then(String::new),
            });
            Some(PlainValue::OneOf(parts.collect::<Option<Vec<_>>>()?))
        }
        // A reader of the JDK reads what it was made of.
        StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } => {
            let maker = facts.cluster.callable(*callable);
            let is_wrapper =
                maker.kind == CallableKind::Constructor && maker.owner.starts_with("java.io.");
            match arguments[..] {
                [only] if is_wrapper => plain_value(facts, only),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_empty_text(facts: &Facts<'_>, var: Var) -> bool {
    matches!(&facts.statements[usize::from(var.0)].kind,
        StatementKind::Literal(Literal::Text(text)) if text.0.is_empty())
}

fn of_literal(literal: &Literal) -> Option<PlainValue> {
    Some(match literal {
        Literal::Text(text) if !text.0.is_empty() => PlainValue::Text(text.to_text()),
        Literal::Char(unit) => {
            PlainValue::Char(char::from_u32(u32::from(*unit)).map(String::from)?)
        }
        Literal::Long(value) if value.unsigned_abs() >= 1 << 53 => return None,
        number => PlainValue::Number(number.number()?),
    })
}

/// What a text that came out has to do with what went in: `StartOfData`, `GivenName`, `NameInUpperCase`.
pub(crate) fn text_relation(facts: &Facts<'_>, text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let values = named_values(facts);
    let texts = values.iter().filter_map(|one| match &one.value {
        PlainValue::Text(given) => Some((one, given)),
        PlainValue::Char(_) | PlainValue::OneOf(_) | PlainValue::Number(_) => None,
    });
    let texts: Vec<_> = texts.collect();
    let found = texts
        .iter()
        .find_map(|(one, given)| whole(one, given, text));
    let found = found.or_else(|| told_before(facts, &Literal::Text(text.into())));
    found.or_else(|| texts.iter().find_map(|(one, given)| part(one, given, text)))
}

/// Where a character that came out stands in what went in: `FirstCharacterOfInput`.
pub(crate) fn char_relation(facts: &Facts<'_>, unit: u16) -> Option<String> {
    let c = char::from_u32(u32::from(unit))?;
    let told = told_before(facts, &Literal::Char(unit));
    let found = named_values(facts).iter().find_map(|one| match &one.value {
        PlainValue::Char(given) if given.chars().eq([c]) => Some(format!("Given{}", one.name)),
        PlainValue::Text(given) if is_content(&one.name) => {
            let mut places = given.chars().enumerate().filter(|(_, it)| *it == c);
            let (at, _) = places.next().filter(|_| places.next().is_none())?;
            let name = &one.name;
            Some(match at {
                0 => format!("FirstCharacterOf{name}"),
                _ if at + 1 == given.chars().count() => format!("LastCharacterOf{name}"),
                _ => format!("CharacterOf{name}"),
            })
        }
        _ => None,
    });
    found.or(told)
}

/// So many numbers are told at most.
const MOST_NUMBERS: usize = 3;

/// Which small whole numbers went in, where nothing else is known: `MaskIsTwoAndHolderIsSix`, then what the call was
/// given alone. An identifier is any number.
pub(crate) fn numbers(facts: &Facts<'_>) -> Vec<String> {
    const GREATEST: f64 = 99.0;
    // A letter that only says the type is no name.
    let is_identifier = |name: &str| {
        matches!(name, "D" | "F" | "I" | "L") || name.ends_with("Id") || name.ends_with("ID")
    };
    let said = |one: &NamedValue| match one.value {
        PlainValue::Number(value) if value.fract() == 0.0 && value.abs() <= GREATEST => {
            let words = number_words(value as i64);
            let verb = if is_plural(&one.name) { "Are" } else { "Is" };
            (!is_identifier(&one.name)).then(|| format!("{}{verb}{words}", one.name))
        }
        _ => None,
    };
    let mut values = named_values(facts);
    values.retain(|one| !one.is_immaterial);
    let (made, given): (Vec<_>, Vec<_>) = values.iter().partition(|one| one.is_of_receiver);
    // Of an object that is made of more than numbers one of them is seldom why.
    let is_all = made.iter().filter_map(|one| said(one)).count() == made_of(facts);
    let made: Vec<String> = made
        .into_iter()
        .filter(|_| is_all)
        .filter_map(said)
        .collect();
    let given: Vec<String> = given.into_iter().filter_map(said).collect();
    let all: Vec<String> = made.iter().chain(&given).cloned().collect();
    let joined = [all, given, made].into_iter();
    let joined = joined.filter(|parts| (1..=MOST_NUMBERS).contains(&parts.len()));
    joined.map(|parts| parts.join("And")).collect()
}

/// How many things the receiver was made of.
fn made_of(facts: &Facts<'_>) -> usize {
    let receiver = facts.callable().and_then(|(_, receiver, _)| receiver);
    let made = receiver.map(|receiver| &facts.statements[usize::from(receiver.0)].kind);
    match made {
        Some(StatementKind::Call { arguments, .. }) => arguments.len(),
        _ => 0,
    }
}

/// What the receiver was given before under a name: `Syntax` after `syntax(XML)`.
pub(crate) fn given_before(facts: &Facts<'_>, var: Var) -> Option<String> {
    let calls = calls_on_receiver(facts).into_iter();
    let mut found = calls.filter_map(|(call, given)| {
        let at = given.iter().position(|one| *one == var)?;
        let name = call.parameter_names.get(at)?;
        ((name.len() > 2 || is_short_word(name)) && !is_numbered(name)).then(|| capitalised(name))
    });
    found.next()
}

/// What the receiver was made with, by the name that its maker has for it, where the call has no arguments: `Amount`.
pub(crate) fn given_to_maker(facts: &Facts<'_>, var: Var) -> Option<String> {
    let (act, receiver, _) = facts.callable()?;
    let receiver = receiver.filter(|_| act.parameters.is_empty())?;
    let StatementKind::Call {
        callable,
        arguments,
        receiver: None,
    } = &facts.statements[usize::from(receiver.0)].kind
    else {
        return None;
    };
    let names = &facts.cluster.callable(*callable).parameter_names;
    let mut given = names.iter().zip(arguments).filter(|(_, one)| **one == var);
    let (name, _) = given.next().filter(|(name, _)| says_something(name))?;
    given.next().is_none().then(|| capitalised(name))
}

/// What the receiver was made with or told before that a call without arguments gives back: `GivenThreshold`.
pub(crate) fn number_given(facts: &Facts<'_>, literal: &Literal) -> Option<String> {
    let (act, receiver, _) = facts.callable()?;
    let receiver = receiver.filter(|_| act.parameters.is_empty())?;
    if let Some(told) = number_set(facts, literal) {
        return Some(told);
    }
    let made = match &facts.statements[usize::from(receiver.0)].kind {
        StatementKind::Call {
            callable,
            arguments,
            receiver: None,
        } => (facts.cluster.callable(*callable), &arguments[..]),
        _ => return None,
    };
    let is_it = |var: &Var| match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Literal(given) => {
            given.number().is_some() && given.number() == literal.number()
        }
        _ => false,
    };
    let pairs = made.0.parameter_names.iter().zip(made.1);
    let mut given = pairs.filter(|(_, var)| is_it(var));
    let (name, _) = given.next().filter(|(name, _)| says_something(name))?;
    let told = given
        .next()
        .is_none()
        .then(|| format!("Given{}", capitalised(name)));
    told.filter(|_| calls_on_receiver(facts).is_empty())
}

/// What the receiver was told last, where the act asks for that: `GivenCode` of `getCode()` after `setCode(2)`.
fn number_set(facts: &Facts<'_>, literal: &Literal) -> Option<String> {
    let (act, ..) = facts.callable()?;
    let asked = property(&act.name);
    let calls = calls_on_receiver(facts);
    let (last, given) = calls.last()?;
    let set = last.name.strip_prefix("set")?;
    let [var] = given[..] else {
        return None;
    };
    let is_it = match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Literal(given) => {
            given.number().is_some() && given.number() == literal.number()
        }
        _ => false,
    };
    (is_it && set.eq_ignore_ascii_case(&asked)).then(|| format!("Given{set}"))
}

/// What the receiver was told before: `GivenValue` after `put("color", "blue")`.
fn told_before(facts: &Facts<'_>, literal: &Literal) -> Option<String> {
    let kind = StatementKind::Literal(literal.clone());
    let calls = calls_on_receiver(facts).into_iter();
    let mut found = calls.flat_map(|(call, given)| {
        let is_it = |var: &Var| facts.statements[usize::from(var.0)].kind == kind;
        let pairs = call.parameter_names.iter().zip(given);
        let told = pairs.filter(|(name, var)| !is_numbered(name) && is_it(var));
        told.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    });
    let name = found.next()?;
    // Where two roles have one value, it is told as it is.
    let is_only = found.all(|other| other == name);
    (is_only && name.len() > 1).then(|| format!("Given{}", capitalised(&name)))
}

fn whole(one: &NamedValue, given: &str, text: &str) -> Option<String> {
    let name = &one.name;
    let has_case = text.to_lowercase() != text.to_uppercase();
    if given == text {
        let whole = if is_content(name) {
            format!("Whole{name}")
        } else if one.is_namesake {
            name.clone()
        } else {
            format!("Given{name}")
        };
        return one.is_of_receiver.then_some(whole);
    }
    if given.trim() == text && !given.starts_with(text) {
        return Some(format!("{name}WithoutBlanksAround"));
    }
    if has_case && given.to_lowercase() == text {
        return Some(format!("{name}InLowerCase"));
    }
    (has_case && given.to_uppercase() == text).then(|| format!("{name}InUpperCase"))
}

fn part(one: &NamedValue, given: &str, text: &str) -> Option<String> {
    let name = &one.name;
    if given == text {
        return None;
    }
    if given.starts_with(text) {
        return Some(format!("StartOf{name}"));
    }
    if given.ends_with(text) {
        return Some(format!("EndOf{name}"));
    }
    // A letter or two stand in many texts by chance.
    let is_long = given.chars().count() >= 3;
    if is_long && text.starts_with(given) {
        return Some(format!("TextThatStartsWith{name}"));
    }
    if is_long && text.ends_with(given) {
        return Some(format!("TextThatEndsWith{name}"));
    }
    (is_long && text.contains(given)).then(|| format!("TextWith{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, text: &str, is_of_receiver: bool) -> NamedValue {
        NamedValue {
            name: name.to_owned(),
            value: PlainValue::Text(text.to_owned()),
            is_of_receiver,
            is_immaterial: false,
            is_namesake: false,
        }
    }

    fn words(one: &NamedValue, other: &NamedValue) -> String {
        match relation(one, other) {
            Some(Relation::Telling(words)) => words,
            Some(Relation::Weak(words) | Relation::Apart(words)) => format!("({words})"),
            None => "-".to_owned(),
        }
    }

    #[test]
    fn a_text_called_by_a_letter_is_a_text_unless_another_one_is() {
        let named = |names: &[&str]| {
            let mut values: Vec<NamedValue> =
                names.iter().map(|name| text(name, "a", false)).collect();
            name_the_text(&mut values);
            let names: Vec<String> = values.into_iter().map(|one| one.name).collect();
            names.join(" ")
        };
        assert_eq!(named(&["S"]), "Text");
        assert_eq!(named(&["S", "Seq"]), "Text Seq");
        assert_eq!(named(&["S", "Text"]), "S Text");
        assert_eq!(named(&["K"]), "K", "it may be a key");
    }

    #[test]
    fn texts_relate_by_where_one_stands_in_the_other() {
        let of = |seq: &str| words(&text("Seq", seq, false), &text("Data", "a-b-c", true));
        assert_eq!(of("a-b-c"), "SeqEqualsData");
        assert_eq!(of("A-B-C"), "SeqEqualsDataIgnoringCase");
        assert_eq!(of("a-"), "DataStartsWithSeq");
        assert_eq!(of("-c"), "DataEndsWithSeq");
        assert_eq!(of("b"), "DataContainsSeq");
        assert_eq!(of("x"), "(DataDoesNotContainSeq)");
    }

    #[test]
    fn characters_and_lists_of_them_relate_to_texts() {
        let data = text("Data", "a-b", true);
        let of = |value: PlainValue| {
            let sought = NamedValue {
                name: "C".to_owned(),
                value,
                is_of_receiver: false,
                is_immaterial: false,
                is_namesake: false,
            };
            words(&sought, &data)
        };
        assert_eq!(of(PlainValue::Char("-".to_owned())), "DataContainsC");
        let any =
            |parts: &[&str]| PlainValue::OneOf(parts.iter().map(|it| (*it).to_owned()).collect());
        assert_eq!(of(any(&["x", "a"])), "DataStartsWithOneOfC");
        assert_eq!(of(any(&["x", "-"])), "DataContainsOneOfC");
        assert_eq!(of(any(&["x", "y"])), "(DataContainsNoneOfC)");
        let haystack = NamedValue {
            value: any(&["red", "green"]),
            ..text("Haystack", "", false)
        };
        let sought = |needle: &str| words(&text("Needle", needle, false), &haystack);
        assert_eq!(sought("red"), "HaystackContainsNeedle");
        assert_eq!(sought("blue"), "(HaystackDoesNotContainNeedle)");
    }

    #[test]
    fn what_the_receiver_has_of_the_same_name_is_compared_with_it() {
        let of = |given: &str, made: &str| {
            let own = NamedValue {
                is_namesake: true,
                ..text("RangeElement", made, true)
            };
            words(&text("Element", given, false), &own)
        };
        assert_eq!(of("b", "b"), "ElementEqualsRangeElement");
        assert_eq!(of("b", "abc"), "(ElementDiffersFromRangeElement)");
    }

    #[test]
    fn numbers_relate_only_where_their_names_say_that_one_is_the_lesser() {
        let number = |name: &str, value: f64| NamedValue {
            name: name.to_owned(),
            value: PlainValue::Number(value),
            is_of_receiver: false,
            is_immaterial: false,
            is_namesake: false,
        };
        assert_eq!(
            words(&number("Start", 3.0), &number("EndIndex", 1.0)),
            "StartIsGreaterThanEndIndex"
        );
        assert_eq!(
            words(&number("Max", 3.0), &number("Min", 3.0)),
            "MaxEqualsMin"
        );
        assert_eq!(words(&number("Quantity", 3.0), &number("Id", 5.0)), "-");
    }
}
