//! What an exception's message complains of, as the end of a test's name: takes the message and the values that stand
//! in it by chance, gives `WhenCurrenciesDiffer`, `ForDuplicateKey`, `BecauseOutOfStock`.

use crate::{
    assertions::raised_by::said_by_machine,
    naming::{condition_syntax::unescaped, value_words::sign_word},
    types::variables::capitalised,
};

/// Most words of a sentence that a name can hold, and its longest form.
const MOST_WORDS: usize = 10;
const LONGEST: usize = 60;

/// The end of a name that a message gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Complaint {
    /// What is so: `WhenIndexIsOutOfBounds`, `ForUnknownKey`.
    Condition(String),
    /// What it says, as it says it: `BecauseOutOfStock`.
    Reason(String),
}

impl Complaint {
    /// The end of the name.
    pub(crate) fn words(&self) -> &str {
        match self {
            Self::Condition(words) | Self::Reason(words) => words,
        }
    }
}

/// What the first sentence of a message, as a Java literal, says; none where it is no sentence. `values` are texts of
/// the test: where one of them stands in the message, it says nothing of the cause.
pub(crate) fn complaint(literal: &str, values: &[String]) -> Option<Complaint> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let text = String::from_utf16_lossy(&unescaped(inner)?);
    if said_by_machine(&text) {
        return None;
    }
    let text = without_told_value(without_class(&text), values);
    let text = without_details(&text, values);
    if let Some(failed) = failed_attempt(&text, values) {
        return Some(Complaint::Condition(failed));
    }
    if let Some(both) = under_a_condition(&text, values) {
        return Some(both);
    }
    let words = sentence(&with_spoken_signs(&text), values)?;
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let found = condition(&words, &lower).map(Complaint::Condition);
    let is_whole = !has_gap(&text)
        && lower[..] != ["not", "found"]
        && lower[0] != "only"
        && lower
            .last()
            .is_none_or(|last| !BEFORE_VALUES.contains(last));
    let as_it_stands = || is_whole.then(|| Complaint::Reason(reason(&words, &lower)));
    let found = found.or_else(as_it_stands)?;
    (found.words().len() <= LONGEST).then_some(found)
}

/// `WhenCountryIsSetAndLanguageIsNotSet` of `When country is set, language must be set`; none of a sentence that begins
/// otherwise, or that says nothing clear.
fn under_a_condition(text: &str, values: &[String]) -> Option<Complaint> {
    let (first, rest) = text.split_once(' ')?;
    if !matches!(first.to_lowercase().as_str(), "when" | "if" | "where") {
        return None;
    }
    let (given, demanded) = rest.split_once(", ")?;
    let said = |text: &str| {
        let words = sentence(text, values)?;
        let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        condition(&words, &lower)
    };
    let (given, demanded) = (said(given)?, said(&with_spoken_signs(demanded))?);
    let both = format!("{given}And{}", demanded.strip_prefix("When")?);
    (both.len() <= LONGEST).then_some(Complaint::Condition(both))
}

/// What the last part of a message says, behind its last colon: `ForInvalidNumber` of `Cannot parse date [x]: Invalid
/// number`.
pub(crate) fn complaint_at_end(literal: &str, values: &[String]) -> Option<Complaint> {
    let (_, end) = literal.strip_suffix('"')?.rsplit_once(": ")?;
    let found = complaint(&format!("\"{end}\""), values);
    // The end may be a value of which nothing but a value before it is told: `Invalid number: -1`.
    found.or_else(|| {
        let rest = literal.strip_suffix(&format!(": {end}\""))?;
        let (_, middle) = rest.rsplit_once(": ")?;
        complaint(&format!("\"{middle}\""), values)
    })
}

/// The message behind the class of its cause: `java.text.ParseException: Unparseable date`.
fn without_class(text: &str) -> &str {
    let Some((class, rest)) = text.split_once(": ") else {
        return text;
    };
    let is_class = class.contains('.')
        && class.split('.').all(|part| {
            !part.is_empty()
                && part
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || c == '$' || c == '_')
        })
        && (class.ends_with("Exception") || class.ends_with("Error"));
    if is_class { rest } else { text }
}

/// The sentence without a value in its middle: `Room number does not exist` of `Room number: 2 does not exist`.
fn without_told_value(text: &str, values: &[String]) -> String {
    let told = text.split_once(": ").and_then(|(subject, rest)| {
        let (value, said) = rest.split_once(' ')?;
        let is_value = value.parse::<f64>().is_ok() || values.iter().any(|it| it == value);
        let goes_on = said.starts_with(|c: char| c.is_ascii_lowercase());
        (is_value && goes_on).then(|| format!("{subject} {said}"))
    });
    told.unwrap_or_else(|| text.to_owned())
}

/// The sentence without texts of the test, without where it happened and how much it was: `Misshaped tag` of `Misshaped
/// tag at 9 [character 10 line 1]`, `Maximum depth reached` of `Maximum depth of 0 reached`.
fn without_details(text: &str, values: &[String]) -> String {
    let mut text = text.to_owned();
    // Of one word it is left open whether it is one of the sentence.
    for value in values.iter().filter(|it| it.trim().contains(' ')) {
        text = text.replace(&format!(" {value} "), " ");
    }
    // A value that is only spelt otherwise: `HELLO` of `hello`.
    let is_spelt_otherwise = |word: &str| {
        let is_large = word.chars().all(char::is_uppercase) && !values.iter().any(|it| it == word);
        is_large && values.iter().any(|it| it.eq_ignore_ascii_case(word))
    };
    let mut words = Vec::new();
    let mut all = text
        .split(' ')
        .filter(|word| !is_spelt_otherwise(word))
        .peekable();
    while let Some(word) = all.next() {
        let is_behind = all.peek().is_some_and(|next| begins_with_digit(next));
        match word {
            "at" if is_behind && words.len() > 1 => break,
            "of" if is_behind && !words.is_empty() && words.last() != Some(&"out") => {
                let number = all.next();
                if all.peek().is_none() {
                    words.push(word);
                    words.extend(number);
                }
            }
            _ => words.push(word),
        }
    }
    words.join(" ")
}

fn begins_with_digit(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

/// The text with comparisons in words: `delay must be greater than 0`.
fn with_spoken_signs(text: &str) -> String {
    const SIGNS: [(&str, &str); 6] = [
        (" >= ", " at least "),
        (" <= ", " at most "),
        (" == ", " equal to "),
        (" != ", " other than "),
        (" > ", " greater than "),
        (" < ", " less than "),
    ];
    let mut text = text.to_owned();
    for (sign, words) in SIGNS {
        text = text.replace(sign, words);
    }
    text.replace(" be at least to ", " be at least ")
}

/// What could not be done to what: `WhenFieldCannotBeLocated` of `Cannot locate field size on class Short`.
fn failed_attempt(text: &str, values: &[String]) -> Option<String> {
    const MOST: usize = 4;
    const LONGEST_THING: usize = 12;
    const MODIFIERS: [&str; 5] = ["Final", "New", "Private", "Public", "Static"];
    const ENDS: [&str; 23] = [
        "after", "as", "at", "because", "before", "by", "class", "for", "from", "if", "in", "into",
        "is", "named", "of", "on", "that", "to", "when", "which", "while", "with", "without",
    ];
    let mut words = text.split_whitespace();
    match &*words.next()?.to_lowercase() {
        "cannot" | "can't" | "couldn't" => {}
        "can" | "could" => words.next().filter(|word| *word == "not").map(|_| ())?,
        "unable" | "failed" => words.next().filter(|word| *word == "to").map(|_| ())?,
        _ => return None,
    }
    let done = participle(words.next()?)?;
    // `look up` is one verb.
    let mut words = words.peekable();
    let particle = words.next_if(|word| ["down", "off", "out", "up"].contains(word));
    let is_article = |word: &&str| ["a", "an", "any", "the"].contains(word);
    let is_word =
        |word: &&str| word.chars().all(|c| c.is_ascii_lowercase()) && !ENDS.contains(word);
    let is_value = |word: &str| values.iter().any(|value| value == word);
    let what: Vec<String> = words
        .skip_while(is_article)
        .take_while(is_word)
        .filter(|word| !is_value(word))
        .map(capitalised)
        .collect();
    let is_thing = |word: &&String| !MODIFIERS.contains(&word.as_str());
    let thing = what
        .last()
        .filter(is_thing)
        .filter(|_| what.len() <= MOST)?;
    // Longer names have no room for what kind of thing it is.
    let whole = Some(what.concat()).filter(|whole| whole.len() <= LONGEST_THING);
    let what = whole.as_ref().unwrap_or(thing);
    let particle = particle.map_or_else(String::new, capitalised);
    Some(format!(
        "When{what}CannotBe{}{particle}",
        capitalised(&done)
    ))
}

/// `located` of `locate`; none of what is no verb of an attempt.
pub(crate) fn participle(verb: &str) -> Option<String> {
    const IRREGULAR: [(&str, &str); 14] = [
        ("be", ""),
        ("build", "built"),
        ("do", "done"),
        ("find", "found"),
        ("get", ""),
        ("have", ""),
        ("make", "made"),
        ("put", "put"),
        ("read", "read"),
        ("send", "sent"),
        ("set", "set"),
        ("take", "taken"),
        ("understand", "understood"),
        ("write", "written"),
    ];
    if verb.len() < 2 || !verb.chars().all(|c| c.is_ascii_lowercase()) {
        return None;
    }
    if let Some((_, irregular)) = IRREGULAR.iter().find(|(one, _)| *one == verb) {
        return (!irregular.is_empty()).then(|| (*irregular).to_owned());
    }
    let stem = verb
        .strip_suffix('y')
        .filter(|it| !it.ends_with(['a', 'e', 'o', 'u']));
    Some(match stem {
        Some(stem) => format!("{stem}ied"),
        None if verb.ends_with('e') => format!("{verb}d"),
        None => format!("{verb}ed"),
    })
}

/// The words of the first sentence: without articles, what is quoted or in parentheses, numbers and values.
fn sentence(text: &str, values: &[String]) -> Option<Vec<String>> {
    const ENDS: [&str; 10] = [
        ", must ",
        " due to ",
        ": ",
        ". ",
        "; ",
        " - ",
        ", but ",
        " but ",
        " therefore ",
        " because ",
    ];
    const ARTICLES: [&str; 3] = ["a", "an", "the"];
    let text = without_enclosed(text);
    let end = ENDS.iter().filter_map(|end| text.find(end)).min();
    let is_followed_by_value = end.is_some_and(|end| text[end..].starts_with(": "));
    let text = &text[..end.unwrap_or(text.len())];
    let text = text.trim().trim_end_matches(['.', '!', ':', ',']);
    let is_value = |word: &str| values.iter().any(|value| value == word);
    // `NaN` is a word.
    let is_number = |word: &str| begins_with_digit(word) && word.parse::<f64>().is_ok();
    let spoken: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_end_matches([',', '.']))
        .collect();
    let words: Vec<&str> = with_limits(&spoken)
        .filter(|word| {
            let is_article = ARTICLES.contains(&word.to_lowercase().as_str());
            !is_article && !is_value(word) && !is_number(word) && !word.is_empty()
        })
        .collect();
    let mut words = without_place(words);
    // `Owner not found with id` says nothing more without the number.
    if let [_, _, .., "with" | "for" | "by", _] = words[..]
        && is_followed_by_value
    {
        words.truncate(words.len() - 2);
    }
    if words
        .last()
        .is_some_and(|last| BEFORE_LIMITS.contains(last))
    {
        return None;
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '\'');
    // `PT30M` is a value, `Base64` a word.
    let is_value = |word: &&str| {
        let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.contains(|c: char| c.is_ascii_alphabetic())
    };
    if words.iter().any(is_value) {
        return None;
    }
    let is_sentence = (2..=MOST_WORDS).contains(&words.len())
        && words.iter().all(|word| word.chars().all(is_plain))
        && words[0].starts_with(|c: char| c.is_ascii_alphabetic());
    is_sentence.then(|| words.into_iter().map(str::to_owned).collect())
}

/// Words at the end of a sentence that lost what was found in place of something else: `Expecting character, got`.
const BEFORE_VALUES: [&str; 4] = ["got", "saw", "was", "were"];

/// Words that say nothing without the number, or the value, behind them.
const BEFORE_LIMITS: [&str; 24] = [
    "than", "least", "most", "exactly", "to", "of", "by", "and", "are", "at", "contain", "for",
    "from", "has", "have", "in", "is", "not", "on", "or", "was", "were", "with", "without",
];

/// Numbers in words.
const SPOKEN: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// What numbers name things by: which one it was says nothing of why it is complained about.
const KEYS: [&str; 4] = ["code", "id", "key", "number"];

/// The words, with the numbers that are limits as words: `greater than zero`.
fn with_limits<'a>(words: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    words.iter().enumerate().map(|(at, word)| {
        let is_limit = at > 0 && BEFORE_LIMITS.contains(&words[at - 1]);
        let is_key = at > 1 && words[at - 1] == "is" && KEYS.contains(&words[at - 2]);
        let number = word.parse::<usize>().ok().filter(|_| is_limit && !is_key);
        let spoken = number.and_then(|number| SPOKEN.get(number));
        spoken.copied().unwrap_or(word)
    })
}

/// Without the words that announce where it happened: the place itself is a number, and gone.
fn without_place(mut words: Vec<&str>) -> Vec<&str> {
    const PLACES: [&str; 6] = ["column", "index", "line", "offset", "position", "row"];
    if let [.., "at" | "on" | "in", place] = words[..]
        && PLACES.contains(&place)
    {
        words.truncate(words.len() - 2);
    }
    words
}

/// Whether something is quoted in the middle that is no word: without it the rest is no sentence (`Expected '=' and
/// instead saw '@'`).
fn has_gap(text: &str) -> bool {
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    ['\'', '"', '`'].iter().any(|quote| {
        let parts: Vec<&str> = text.split(*quote).collect();
        let goes_on = parts
            .get(2)
            .is_some_and(|it| it.contains(char::is_alphabetic));
        goes_on && !is_word(parts[1])
    })
}

/// The text without what stands in parentheses, brackets or quotes.
fn without_enclosed(text: &str) -> String {
    const PAIRS: [(char, char); 7] = [
        ('(', ')'),
        ('[', ']'),
        ('<', '>'),
        ('{', '}'),
        ('"', '"'),
        ('`', '`'),
        ('\'', '\''),
    ];
    let is_name = |text: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        text.starts_with(char::is_lowercase) && text.len() > 2 && text.chars().all(is_part)
    };
    let mut found = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let inside = &rest[c.len_utf8()..];
        let close = PAIRS.iter().find(|(open, _)| *open == c);
        // `can't` opens no quote.
        let opens = !found.ends_with(|c: char| c.is_alphanumeric()) || c != '\'';
        let end = close.filter(|_| opens).and_then(|(_, close)| {
            let at = inside.find(*close)?;
            Some(at + close.len_utf8())
        });
        if let Some(end) = end {
            // The name of a method or a property is a word of the sentence.
            if matches!(c, '\'' | '`') && is_name(&inside[..end - 1]) {
                found.push_str(&inside[..end - 1]);
            }
            // So is a sign: `must not contain '/'`.
            let mut quoted = inside[..end - 1].chars();
            let sign = quoted.next().filter(|_| quoted.next().is_none());
            let sign = sign.filter(|_| c == '\'').and_then(sign_word);
            found.push_str(&sign.map(str::to_lowercase).unwrap_or_default());
            rest = &inside[end..];
        } else {
            found.push(c);
            rest = inside;
        }
    }
    found
}

fn joined(words: &[String]) -> String {
    let parts = words.iter().flat_map(|word| word.split('-'));
    parts
        .map(|part| capitalised(&part.replace('\'', "")))
        .collect()
}

/// Words that say of a thing that it is not as it should be.
const FAULTY: [&str; 21] = [
    "ambiguous",
    "bad",
    "circular",
    "conflicting",
    "duplicate",
    "duplicated",
    "empty",
    "illegal",
    "incorrect",
    "invalid",
    "malformed",
    "misplaced",
    "missing",
    "negative",
    "null",
    "undefined",
    "unexpected",
    "unknown",
    "unsupported",
    "unterminated",
    "wrong",
];

/// Verbs that say how something is.
pub(crate) const VERBS: [&str; 22] = [
    "are", "cannot", "contains", "could", "did", "differ", "differs", "do", "does", "exceed",
    "exceeds", "exist", "exists", "has", "have", "is", "match", "needs", "overlap", "requires",
    "was", "were",
];

fn condition(words: &[String], lower: &[&str]) -> Option<String> {
    // What alone is allowed was not so.
    if lower[0] == "only" {
        return None;
    }
    let demand = ["must", "should", "shall", "cannot", "can't", "may"];
    if let Some(at) = lower.iter().position(|word| demand.contains(word))
        && at > 0
    {
        return demanded(words, lower, at);
    }
    if let [subject @ .., "not", "found"] = lower
        && !subject.is_empty()
        && !VERBS.iter().any(|verb| subject.contains(verb))
    {
        let subject = joined(&words[..subject.len()]);
        return Some(format!("When{subject}IsNotFound"));
    }
    if let ["no", rest @ .., "found"] = lower
        && let Some(found) = nothing_found(&words[1..words.len() - 1], rest)
    {
        return Some(found);
    }
    if let ["no", rest @ ..] = lower
        && let Some(at) = rest.iter().position(|word| *word == "found")
        && let Some(found) = nothing_found_for(&words[1..], rest, at)
    {
        return Some(found);
    }
    if let [subject @ .., "necessary" | "needed"] = lower
        && !subject.is_empty()
        && !VERBS.iter().any(|verb| subject.contains(verb))
    {
        let (subject, needed) = words.split_at(subject.len());
        return Some(format!("When{}Is{}", joined(subject), joined(needed)));
    }
    if let [.., "is" | "are", "required"] = lower {
        let subject = joined(&words[..words.len() - 2]);
        return Some(format!(
            "When{subject}{}Missing",
            is_or_are(lower[lower.len() - 2])
        ));
    }
    let verb = lower.iter().position(|word| VERBS.contains(word));
    match verb {
        Some(at) if at > 0 => return Some(format!("When{}", joined(words))),
        Some(_) => return None,
        None => {}
    }
    if let Some(at) = lower.iter().position(|word| *word == "out")
        && at > 0
        && lower.get(at + 1) == Some(&"of")
    {
        let (subject, rest) = words.split_at(at);
        return Some(format!("When{}Is{}", joined(subject), joined(rest)));
    }
    // Where it was found is beside the point.
    let place = lower.iter().position(|word| PLACES.contains(word));
    let thing = &words[..place.filter(|at| *at > 1).unwrap_or(words.len())];
    let is_thing = FAULTY.contains(&lower[0]) && thing.len() <= 4;
    is_thing.then(|| format!("For{}", joined(thing)))
}

/// Words behind which it is told where something was found.
const PLACES: [&str; 5] = ["at", "from", "in", "inside", "within"];

/// `WhenCurrencyIsNotFound` of `no currency found`.
fn nothing_found(words: &[String], lower: &[&str]) -> Option<String> {
    let is_thing = !words.is_empty() && !VERBS.iter().any(|verb| lower.contains(verb));
    is_thing.then(|| format!("When{}IsNotFound", joined(words)))
}

/// `WhenCountryHasNoCurrency` of `no currency found for country`: `words` begin behind the `no`, `found` stands there.
fn nothing_found_for(words: &[String], lower: &[&str], found: usize) -> Option<String> {
    let (what, of) = (&words[..found], words.get(found + 2..)?);
    let is_for = matches!(lower.get(found + 1), Some(&("for" | "in")));
    let is_told = is_for && !what.is_empty() && !of.is_empty() && what.len() + of.len() <= 5;
    is_told.then(|| format!("When{}HasNo{}", joined(of), joined(what)))
}

fn is_or_are(verb: &str) -> &'static str {
    if verb == "are" { "Are" } else { "Is" }
}

/// What is so where what a sentence demands is not: `KeyIsNull` for `key must not be null`.
fn demanded(words: &[String], lower: &[&str], at: usize) -> Option<String> {
    const STATES: [&str; 6] = ["null", "empty", "blank", "negative", "zero", "less"];
    let subject = joined(&words[..at]);
    let rest = &lower[at + 1..];
    let is = if crate::naming::condition_words::is_plural(&subject) {
        "Are"
    } else {
        "Is"
    };
    let from = |count: usize| joined(&words[at + 1 + count..]);
    let is_allowed = matches!(lower[at], "must" | "should" | "shall");
    let is_forbidden = matches!(lower[at], "cannot" | "can't");
    let found = match rest {
        ["not", "be", state, ..] if STATES.contains(state) => format!("{subject}{is}{}", from(2)),
        ["be", state, ..] if !is_allowed && STATES.contains(state) => {
            format!("{subject}{is}{}", from(1))
        }
        ["be", "not", _, ..] if is_allowed => format!("{subject}{is}{}", from(2)),
        ["already", verb, _, ..] if is_forbidden && is_done_all_the_same(verb) => {
            let verb = done_all_the_same(verb, is == "Are")?;
            format!("{subject}Already{verb}{}", from(2))
        }
        [verb, _, ..] if is_forbidden && is_done_all_the_same(verb) => {
            let verb = done_all_the_same(verb, is == "Are")?;
            format!("{subject}{verb}{}", from(1))
        }
        // What cannot be done is so as it is said.
        _ if !is_allowed => joined(words),
        ["not", verb, _, ..] => {
            let verb = done_all_the_same(verb, is == "Are")?;
            format!("{subject}{verb}{}", from(2))
        }
        ["not", ..] => return None,
        ["be", limit @ ..] if limit.contains(&"and") && speaks_of_limit(limit) => return None,
        ["be", limit @ ..] if speaks_of_limit(limit) => {
            format!("{subject}{is}{}", beyond(limit, &words[at + 2..]))
        }
        ["be", _, ..] => format!("{subject}{is}Not{}", from(1)),
        ["have", _, ..] => format!("{subject}DoesNotHave{}", from(1)),
        [_, _, ..] => format!("{subject}DoesNot{}", from(0)),
        _ => return None,
    };
    Some(format!("When{found}"))
}

/// Verbs of what must not be done, with their third person.
const FORBIDDEN: [(&str, &str); 8] = [
    ("contain", "Contains"),
    ("end", "Ends"),
    ("equal", "Equals"),
    ("exceed", "Exceeds"),
    ("have", "Has"),
    ("include", "Includes"),
    ("overlap", "Overlaps"),
    ("start", "Starts"),
];

fn is_done_all_the_same(verb: &str) -> bool {
    FORBIDDEN.iter().any(|(base, _)| *base == verb)
}

/// `Contains` of what must not contain something; none of what is no verb that stands for itself.
fn done_all_the_same(verb: &str, is_plural: bool) -> Option<String> {
    let (base, third) = FORBIDDEN.iter().find(|(base, _)| *base == verb)?;
    Some(if is_plural {
        capitalised(base)
    } else {
        (*third).to_owned()
    })
}

fn speaks_of_limit(words: &[&str]) -> bool {
    matches!(
        words,
        [
            "greater" | "less" | "larger" | "smaller" | "bigger",
            "than",
            _,
            ..
        ] | ["at", "least" | "most", _, ..]
    )
}

/// What is so where a limit is not kept: `NotPositive` of `greater than zero`, `AtLeastMaximum` of `less than maximum`.
fn beyond(lower: &[&str], words: &[String]) -> String {
    let (or_equal, skipped) = match lower {
        [_, _, "or", "equal", "to", ..] => (true, 5),
        _ => (false, 2),
    };
    let limit = joined(&words[skipped..]);
    let is_zero = limit == "Zero";
    match (lower[0], lower[1], or_equal) {
        ("at", "least", _) | ("greater" | "larger" | "bigger", _, true) if is_zero => {
            "Negative".to_owned()
        }
        ("greater" | "larger" | "bigger", _, false) if is_zero => "NotPositive".to_owned(),
        ("at", "least", _) | ("greater" | "larger" | "bigger", _, true) => {
            format!("LessThan{limit}")
        }
        ("greater" | "larger" | "bigger", _, false) => format!("AtMost{limit}"),
        ("at", _, _) | (_, _, true) => format!("GreaterThan{limit}"),
        _ => format!("AtLeast{limit}"),
    }
}

fn reason(words: &[String], lower: &[&str]) -> String {
    const BEGINNINGS: [(&str, &str); 6] = [
        ("cannot", "ItCannot"),
        ("can't", "ItCannot"),
        ("could", "ItCould"),
        ("unable", "ItIsUnable"),
        ("failed", "ItFailed"),
        ("expected", "ItExpected"),
    ];
    let begins = BEGINNINGS.iter().find(|(word, _)| *word == lower[0]);
    match begins {
        Some((_, said)) => format!("Because{said}{}", joined(&words[1..])),
        None => format!("Because{}", joined(words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_done_is_the_condition() {
        assert_eq!(
            end("Cannot locate declared field class java.lang.Class.size"),
            "WhenFieldCannotBeLocated"
        );
        assert_eq!(
            end("Could not parse the date world"),
            "WhenDateCannotBeParsed"
        );
        assert_eq!(
            end("Unable to apply filter to 3 rows"),
            "WhenFilterCannotBeApplied"
        );
        assert_eq!(end("Maximum event time allowed is PT30M seconds"), "-");
        assert_eq!(end("Failed to write file"), "WhenFileCannotBeWritten");
        assert_eq!(
            end("Cannot remove a protocol that is not set."),
            "WhenProtocolCannotBeRemoved"
        );
        assert_ne!(end("Cannot be null"), "WhenNullCannotBe");
    }

    fn end(message: &str) -> String {
        let literal = format!("\"{}\"", message.replace('"', "\\\""));
        let found = complaint(&literal, &["world".to_owned()]);
        found.map_or_else(|| "-".to_owned(), |it| it.words().to_owned())
    }

    #[test]
    fn where_and_how_much_it_was_is_no_part_of_the_cause() {
        assert_eq!(
            end("Misshaped meta tag at 9 [character 10 line 1]"),
            "BecauseMisshapedMetaTag"
        );
        assert_eq!(
            end("Maximum nesting depth of 0 reached at 4"),
            "BecauseMaximumNestingDepthReached"
        );
        let found = end("Owner not found with id: 7. Please ask for another one");
        assert_eq!(found, "WhenOwnerIsNotFound");
        assert_eq!(
            end("Ordinates must not be NaN"),
            "BecauseOrdinatesMustNotBeNaN"
        );
        let told = complaint(
            "\"The Out of stock instant is above the supported maximum of 2513-01-01 (UTC)\"",
            &["Out of stock".to_owned()],
        );
        assert_eq!(
            told.map(|it| it.words().to_owned()).as_deref(),
            Some("WhenInstantIsAboveSupportedMaximum")
        );
    }

    #[test]
    fn a_sentence_that_lost_what_was_found_tells_no_cause() {
        assert_eq!(end("Expecting character, got: world"), "-");
        assert_eq!(end("world not found"), "-");
        assert_eq!(end("Only numbers are supported in sums"), "-");
        assert_eq!(
            end("More than one user found"),
            "BecauseMoreThanOneUserFound"
        );
        assert_eq!(end("Archiver: world not found."), "WhenArchiverIsNotFound");
    }

    #[test]
    fn the_end_of_a_message_tells_the_cause() {
        let end = |message: &str| {
            let found = complaint_at_end(&format!("\"{message}\""), &[]);
            found.map_or_else(|| "-".to_owned(), |it| it.words().to_owned())
        };
        assert_eq!(
            end("java.text.ParseException: Failed to parse date [1]: No time zone indicator"),
            "BecauseNoTimeZoneIndicator"
        );
        assert_eq!(
            end("Failed to parse date [1]: Invalid number: -1"),
            "ForInvalidNumber"
        );
        assert_eq!(end("Invalid number: -1"), "-");
        assert_eq!(end("DictDetail: id is 2"), "-");
        assert_eq!(end("Cart: size is 2"), "WhenSizeIsTwo");
    }

    #[test]
    fn what_the_virtual_machine_says_is_no_complaint() {
        let said = "Cannot read field \"size\" because \"other\" is null";
        assert_eq!(end(said), "-");
    }

    #[test]
    fn what_a_message_says_is_so_is_the_condition() {
        assert_eq!(end("Currencies differ: GBP/AUD"), "WhenCurrenciesDiffer");
        assert_eq!(
            end("index 1 is out of bounds - the array has 0 elements"),
            "WhenIndexIsOutOfBounds"
        );
        assert_eq!(end("Rounding necessary"), "WhenRoundingIsNecessary");
        assert_eq!(end("Value out of sequence."), "WhenValueIsOutOfSequence");
        assert_eq!(end("user world not found"), "WhenUserIsNotFound");
        assert_eq!(
            end("No currency found for country 'x'"),
            "WhenCountryHasNoCurrency"
        );
        assert_eq!(end("No user found"), "WhenUserIsNotFound");
        assert_eq!(
            end("array contains null element at index: 0"),
            "WhenArrayContainsNullElement"
        );
        assert_eq!(end("Nothing was measured."), "WhenNothingWasMeasured");
        assert_eq!(
            end("value [null] is not an array or object therefore its key cannot be resolved"),
            "WhenValueIsNotArrayOrObject"
        );
    }

    #[test]
    fn what_a_message_demands_is_not_so() {
        assert_eq!(
            end("Money iterator must not be empty"),
            "WhenMoneyIteratorIsEmpty"
        );
        assert_eq!(end("token cannot be null"), "WhenTokenIsNull");
        assert_eq!(
            end("Time period must be greater than 0!"),
            "WhenTimePeriodIsNotPositive"
        );
        assert_eq!(end("Size must be at least 17"), "-");
        assert_eq!(end("delayMin must be > 0"), "WhenDelayMinIsNotPositive");
        assert_eq!(
            end("delayMin must be < delayMax"),
            "WhenDelayMinIsAtLeastDelayMax"
        );
        assert_eq!(
            end("maxDuration must be > the delay"),
            "WhenMaxDurationIsAtMostDelay"
        );
        assert_eq!(end("maxRetries must be >= 0"), "WhenMaxRetriesAreNegative");
        assert_eq!(end("The limit must be positive"), "WhenLimitIsNotPositive");
        assert_eq!(
            end("Passed in key must select exactly one node (found 0): color"),
            "WhenPassedInKeyDoesNotSelectExactlyOneNode"
        );
        assert_eq!(end("Money 'a' cannot be parsed"), "WhenMoneyCannotBeParsed");
        assert_eq!(
            end("A new role cannot already have an ID"),
            "WhenNewRoleAlreadyHasID"
        );
        assert_eq!(
            end("Token String must be not blank!"),
            "WhenTokenStringIsBlank"
        );
        assert_eq!(
            end("When country is specified, language must be specified."),
            "WhenCountryIsSpecifiedAndLanguageIsNotSpecified"
        );
        assert_ne!(end("When in doubt, ask"), "WhenInDoubtAsk");
        assert_ne!(
            end("Username may contain only letters"),
            "WhenUsernameContainsOnlyLetters"
        );
        assert_eq!(end("a name is required"), "WhenNameIsMissing");
        assert_eq!(
            end("Entry name must not contain '/': x/"),
            "WhenEntryNameContainsSlash"
        );
    }

    #[test]
    fn a_thing_that_is_not_as_it_should_be_is_what_the_test_is_for() {
        assert_eq!(end("Duplicate key \"world\""), "ForDuplicateKey");
        assert_eq!(
            end("Room number: 2 does not exist"),
            "WhenRoomNumberDoesNotExist"
        );
        assert_eq!(
            end("Duplicate key in uniquely indexed collection."),
            "ForDuplicateKey"
        );
        assert_eq!(end("Misplaced endArray."), "ForMisplacedEndArray");
        assert_eq!(end("Unknown unit: 12"), "ForUnknownUnit");
        assert_eq!(end("Invalid code, must be of length 3"), "ForInvalidCode");
    }

    #[test]
    fn other_sentences_are_reasons_as_they_stand() {
        assert_eq!(end("Out of stock"), "BecauseOutOfStock");
        assert_eq!(
            end("Execution of 'newInstance' failed"),
            "BecauseExecutionOfNewInstanceFailed"
        );
        assert_eq!(
            end("Cannot convert to the same currency"),
            "BecauseItCannotConvertToSameCurrency"
        );
    }

    #[test]
    fn what_is_no_sentence_says_nothing() {
        assert_eq!(end("world"), "-");
        assert_eq!(end("a=b c=d"), "-");
        assert_eq!(end("Error: world"), "-");
        assert_eq!(end("Names must not contain \"x y\""), "-");
        assert_eq!(end("Expected '=' and instead saw '@'"), "-");
    }
}
