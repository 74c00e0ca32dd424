//! Conditions of the source as a test's name says them: takes the text of a condition and how it came out, gives its
//! words, such as `KIsGreaterThanN`, where each part of it has words.

use goalline_testcase::name_words;

use crate::{
    naming::{
        condition_syntax::{Expression, parse},
        value_words::{char_words, constant_words, number_words, text_words},
    },
    types::variables::{capitalised, decapitalised},
};

/// Longest words for one condition.
const LONGEST: usize = 48;

/// A condition in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// Whom it is about: `K`, `Name`; empty for the object that the method is called on.
    subject: String,
    /// What links the two: `Is`, `IsNot`, `Contains`; empty where the rest says it.
    verb: String,
    /// What is said: `Null`, `GreaterThanN`.
    rest: String,
}

/// An end of a range, in words.
enum Bound<'p> {
    Low(&'p str),
    High(&'p str),
}

/// Verbs as they are said of one thing, and of many.
const OF_MANY: [(&str, &str); 11] = [
    ("Contains", "Contain"),
    ("Differs", "Differ"),
    ("DiffersFrom", "DifferFrom"),
    ("EndsWith", "EndWith"),
    ("Equals", "Equal"),
    ("Has", "Have"),
    ("HasNo", "HaveNo"),
    ("Is", "Are"),
    ("IsNeither", "AreNeither"),
    ("IsNot", "AreNot"),
    ("StartsWith", "StartWith"),
];

/// The verb as it is said of many things.
fn of_many(verb: &str) -> String {
    if let Some(rest) = verb.strip_prefix("DoesNot") {
        return format!("DoNot{rest}");
    }
    let row = OF_MANY.iter().find(|(of_one, _)| *of_one == verb);
    row.map_or(verb, |(_, of_many)| of_many).to_owned()
}

impl Phrase {
    /// `WhenKIsGreaterThanN`, without `When`.
    pub(crate) fn condition(&self) -> String {
        // A flag is one thing, whatever it is about: `PadWithZerosIsFalse`.
        let is_flag = matches!(self.rest.as_str(), "True" | "False");
        let are_many = !is_flag && is_plural(&self.subject);
        let verb = if are_many {
            of_many(&self.verb)
        } else {
            self.verb.clone()
        };
        format!("{}{verb}{}", self.subject, self.rest)
    }

    /// The same of an object with a name, where it is about the one that the method is called on.
    pub(crate) fn of_receiver(mut self, receiver: &str) -> Self {
        let is_about_it = self.subject.is_empty() || self.subject == "This";
        if is_about_it && !self.verb.is_empty() && self.verb != "Not" {
            receiver.clone_into(&mut self.subject);
        }
        self
    }

    /// The words for a value of which this holds, as they stand after `Rejects`: `NullName`, `KGreaterThanN`.
    pub(crate) fn value(&self) -> Option<String> {
        const ADJECTIVES: [&str; 5] = ["Null", "Empty", "Blank", "Negative", "Zero"];
        const COMPARISONS: [&str; 4] = ["GreaterThan", "LessThan", "AtMost", "AtLeast"];
        if self.verb == "IsNot" && self.rest == "Positive" {
            return Some(format!("NonPositive{}", self.subject));
        }
        if self.verb != "Is" || self.subject.is_empty() {
            return None;
        }
        if ADJECTIVES.contains(&self.rest.as_str()) {
            return Some(format!("{}{}", self.rest, self.subject));
        }
        let is_comparison = COMPARISONS.iter().any(|one| self.rest.starts_with(one));
        is_comparison.then(|| format!("{}{}", self.subject, self.rest))
    }

    /// The same where it says that a number is not positive, and the number is known: zero or negative.
    pub(crate) fn of_number(&self, number: f64) -> Self {
        let mut sharper = self.clone();
        if self.verb == "IsNot" && self.rest == "Positive" && number <= 0.0 {
            "Is".clone_into(&mut sharper.verb);
            let word = if number < 0.0 { "Negative" } else { "Zero" };
            word.clone_into(&mut sharper.rest);
        }
        sharper
    }

    /// `KindIsNeitherRoundNorFlat` for two that say what one thing is not; none of others.
    pub(crate) fn neither(&self, other: &Self) -> Option<Self> {
        let is_alike = self.subject == other.subject && self.verb == other.verb;
        let verb = match &*self.verb {
            "IsNot" => "IsNeither",
            "DoesNotEqual" => "EqualsNeither",
            _ => return None,
        };
        is_alike.then(|| Self {
            rest: format!("{}Nor{}", self.rest, other.rest),
            verb: verb.to_owned(),
            subject: self.subject.clone(),
        })
    }

    /// `ChIsBetweenCapitalAAndCapitalZ` of two that say between which bounds one thing is; none of others.
    pub(crate) fn between(&self, other: &Self) -> Option<Self> {
        let bounds = (self.bound()?, other.bound()?);
        let ((Bound::Low(low), Bound::High(high)) | (Bound::High(high), Bound::Low(low))) = bounds
        else {
            return None;
        };
        (self.subject == other.subject).then(|| Self {
            rest: format!("Between{low}And{high}"),
            verb: "Is".to_owned(),
            subject: self.subject.clone(),
        })
    }

    fn bound(&self) -> Option<Bound<'_>> {
        if self.verb == "IsNot" && self.rest == "Negative" {
            return Some(Bound::Low("Zero"));
        }
        let low = self.rest.strip_prefix("AtLeast").map(Bound::Low);
        let bound = low.or_else(|| self.rest.strip_prefix("AtMost").map(Bound::High));
        bound.filter(|_| self.verb == "Is")
    }

    /// `PetHasGivenName`, or that it does not.
    pub(crate) fn of_given(compared: &SameProperty<'_>, outcome: bool) -> Self {
        let rest = format!("Given{}", compared.property);
        said(constant_words(compared.of), HAS, &rest, outcome)
    }

    /// `InputContainsPlus`
    pub(crate) fn containing(whom: &str, what: &str) -> Self {
        let contains = verbs("Contains", "DoesNotContain");
        said(constant_words(whom), contains, what, true)
    }

    /// Whether it says that something was found, or was not.
    pub(crate) fn is_about_search(&self) -> bool {
        self.rest == "Found"
    }

    /// Whom it is about.
    pub(crate) fn subject(&self) -> &str {
        &self.subject
    }

    /// Whether it says in which part two objects differ.
    pub(crate) fn tells_difference(&self) -> bool {
        self.verb == "Differs"
    }

    /// Whether it only says what something is not.
    pub(crate) fn is_negation(&self) -> bool {
        const NEGATIONS: [&str; 7] = [
            "IsNot",
            "Differs",
            "DiffersFrom",
            "DoesNotEqual",
            "DoesNotHave",
            "DoesNotMatch",
            "Not",
        ];
        let is_whole = self.rest.is_empty() && self.verb.starts_with("DoesNot");
        is_whole || NEGATIONS.contains(&self.verb.as_str())
    }

    /// Whether it says only what something is not, or speaks of a single character or of a length: a value that is a
    /// word may say more.
    pub(crate) fn says_less_than_a_word(&self) -> bool {
        let is_of_letters = |part: &str| part.contains("Character") || part.ends_with("Length");
        self.is_negation() || is_of_letters(&self.subject)
    }

    /// Whether it only says what is usual, so that it tells no test apart: a text that is there, a list that has
    /// elements.
    pub(crate) fn is_usual(&self) -> bool {
        const ABSENT: [&str; 3] = ["Null", "Empty", "Blank"];
        let is_absent = |word: &str| ABSENT.contains(&word);
        self.verb == "IsNot" && self.rest.split("Or").all(is_absent)
    }
}

/// The condition in words, as it was when it came out so; none where a part of it has no words.
pub(crate) fn phrase(text: &str, outcome: bool) -> Option<Phrase> {
    let condition = parse(text)?;
    let phrase = of_condition(&condition, outcome)?;
    let phrase = of_two_alike(&condition, &phrase).unwrap_or(phrase);
    (phrase.condition().len() <= LONGEST).then_some(phrase)
}

/// That the same thing of two objects is equal, or differs: `BitsDiffer` of `bits.equals(other.bits)`.
fn of_two_alike(condition: &Expression, phrase: &Phrase) -> Option<Phrase> {
    let (left, right) = match condition {
        Expression::Not(inner) => return of_two_alike(inner, phrase),
        Expression::Call {
            on: Some(left),
            name,
            arguments,
        } if name == "equals" => match &arguments[..] {
            [right] => (&**left, right),
            // `Objects.equals(bits, other.bits)`
            [left, right] => (left, right),
            _ => return None,
        },
        Expression::Binary {
            operator,
            left,
            right,
        } if matches!(operator.as_str(), "==" | "!=") => (&**left, &**right),
        _ => return None,
    };
    let (own, of_other) = (property(left)?, property(right)?);
    let is_other = own.of == "this" && of_other.of != "this";
    if own.name != of_other.name || !is_other || phrase.subject.is_empty() {
        return None;
    }
    let is_so = !phrase.is_negation();
    Some(Phrase {
        subject: phrase.subject.clone(),
        verb: if is_so { "Is" } else { "Differs" }.to_owned(),
        rest: if is_so { "Equal" } else { "" }.to_owned(),
    })
}

/// What something else has, compared with a variable that is called like it.
pub(crate) struct SameProperty<'e> {
    /// Whose it is: `pet`.
    of: &'e str,
    /// `Name`
    property: String,
    /// The variable: `name`.
    pub(crate) given: &'e str,
}

/// `pet`, `Name` and `name` of `pet.getName().equals(name)`, in any order.
pub(crate) fn same_property(condition: &Expression) -> Option<SameProperty<'_>> {
    let (left, right) = compared(condition)?;
    same_property_of(left, right).or_else(|| same_property_of(right, left))
}

fn same_property_of<'e>(held: &'e Expression, given: &'e Expression) -> Option<SameProperty<'e>> {
    let (held, Expression::Name(given)) = (property(held)?, given) else {
        return None;
    };
    let words = constant_words(&crate::assertions::inspectors::property(held.name));
    let is_its = held.of != "this" && held.of.len() > 2;
    let is_same = constant_words(given) == words;
    (is_its && is_same).then_some(SameProperty {
        of: held.of,
        property: words,
        given,
    })
}

/// What a condition says are equal, or not.
fn compared(condition: &Expression) -> Option<(&Expression, &Expression)> {
    match condition {
        Expression::Call {
            on,
            name,
            arguments,
            ..
        } if matches!(name.as_str(), "equals" | "equalsIgnoreCase") => {
            match (on.as_deref(), &arguments[..]) {
                (_, [left, right]) | (Some(left), [right]) => Some((left, right)),
                _ => None,
            }
        }
        Expression::Binary {
            operator,
            left,
            right,
        } if operator == "==" => Some((left, right)),
        _ => None,
    }
}

/// What an object has: a field, or what a getter gives.
#[derive(Clone, Copy)]
struct Property<'e> {
    /// Whose it is.
    of: &'e str,
    name: &'e str,
}

fn property(expression: &Expression) -> Option<Property<'_>> {
    let (of, name) = match expression {
        Expression::Name(name) => return Some(Property { of: "this", name }),
        Expression::Member { of, name } => (Some(of), name),
        Expression::Call {
            on,
            name,
            arguments,
        } if arguments.is_empty() && name != "getClass" => (on.as_ref(), name),
        _ => return None,
    };
    match of.map(|of| &**of) {
        None => Some(Property { of: "this", name }),
        Some(Expression::Name(of)) => Some(Property { of, name }),
        Some(_) => None,
    }
}

/// Whether a noun stands for more than one thing, as far as its end shows.
pub(crate) fn is_plural(noun: &str) -> bool {
    const SINGULAR: [&str; 5] = ["goods", "lens", "news", "series", "species"];
    let last = noun
        .rfind(char::is_uppercase)
        .map_or(noun, |at| &noun[at..]);
    if SINGULAR.contains(&&*last.to_lowercase()) {
        return false;
    }
    let stem = noun.strip_suffix('s').filter(|stem| stem.len() > 2);
    let before = stem.and_then(|stem| stem.chars().next_back());
    before.is_some_and(|c| c.is_lowercase() && !matches!(c, 's' | 'u' | 'i' | 'a'))
}

fn said(subject: String, verbs: Verbs, rest: &str, outcome: bool) -> Phrase {
    Phrase {
        subject,
        verb: if outcome { verbs.so } else { verbs.not_so }.to_owned(),
        rest: rest.to_owned(),
    }
}

/// What is said where something is so, and where it is not.
#[derive(Clone, Copy)]
struct Verbs {
    so: &'static str,
    not_so: &'static str,
}

const fn verbs(so: &'static str, not_so: &'static str) -> Verbs {
    Verbs { so, not_so }
}

const IS: Verbs = verbs("Is", "IsNot");
const HAS: Verbs = verbs("Has", "DoesNotHave");

fn of_condition(condition: &Expression, outcome: bool) -> Option<Phrase> {
    if let Some(inner) = is_unwrapping(condition) {
        return of_condition(inner, outcome);
    }
    match condition {
        Expression::Not(inner) => of_condition(inner, !outcome),
        Expression::Binary {
            operator,
            left,
            right,
        } => comparison(operator, left, right, outcome),
        Expression::InstanceOf { value, class } => {
            Some(said(noun(value)?, IS, &capitalised(class), outcome))
        }
        Expression::Call {
            on,
            name,
            arguments,
        } => call(on.as_deref(), name, arguments, outcome),
        // `b` says nothing but that it is one.
        Expression::Name(name) if name.len() == 1 => None,
        Expression::Name(name) => Some(flag(String::new(), name, outcome)),
        Expression::Member { of, name } => {
            let is_own = matches!(&**of, Expression::Name(of) if of == "this");
            let subject = if is_own { String::new() } else { noun(of)? };
            Some(flag(subject, name, outcome))
        }
        _ => None,
    }
}

/// What a variable of type `boolean` says, or a getter of one.
fn flag(subject: String, name: &str, outcome: bool) -> Phrase {
    let asked = after_word(name, "get").map(decapitalised);
    let name = asked.as_deref().unwrap_or(name);
    if let Some((thing, quality)) = after_word(name, "is").and_then(quality_of)
        && subject.is_empty()
    {
        // `isEmailValid` is about the mail.
        return said(thing.to_owned(), IS, quality, outcome);
    }
    for verb in ["is", "has"] {
        if let Some(rest) = after_word(name, verb) {
            return of_question(subject, verb, rest, outcome);
        }
    }
    if let Some((base, rest)) = third_person(name) {
        let verb = if outcome {
            capitalised(&name[..name.len() - rest.len()])
        } else {
            format!("DoesNot{}", capitalised(&base))
        };
        let rest = rest.to_owned();
        return Phrase {
            subject,
            verb,
            rest,
        };
    }
    let words = constant_words(name);
    if words.ends_with("ed") || words.ends_with("able") {
        let links = if subject.is_empty() {
            verbs("", "Not")
        } else {
            IS
        };
        return said(subject, links, &words, outcome);
    }
    let truth = if outcome { "True" } else { "False" };
    said(format!("{subject}{words}"), IS, truth, true)
}

/// `Email` and `Valid` of `EmailValid`.
fn quality_of(words: &str) -> Option<(&str, &str)> {
    const NO_THINGS: [&str; 9] = [
        "All", "Already", "Any", "Both", "Fully", "No", "Non", "None", "Still",
    ];
    let quality = QUALITIES.iter().find(|it| words.ends_with(**it))?;
    let thing = words.strip_suffix(quality)?;
    let is_thing = !thing.is_empty()
        && !NO_THINGS.contains(&thing)
        && !thing.starts_with("Not")
        && !thing.ends_with("ly")
        && !thing.ends_with("Yet");
    is_thing.then_some((thing, *quality))
}

/// Verbs that names of flags and questions begin with, as they are in the negative.
const VERBS: [(&str, &str); 22] = [
    ("accepts", "accept"),
    ("allows", "allow"),
    ("applies", "apply"),
    ("belongs", "belong"),
    ("contains", "contain"),
    ("ends", "end"),
    ("equals", "equal"),
    ("exists", "exist"),
    ("ignores", "ignore"),
    ("includes", "include"),
    ("keeps", "keep"),
    ("matches", "match"),
    ("needs", "need"),
    ("overlaps", "overlap"),
    ("owns", "own"),
    ("preserves", "preserve"),
    ("requires", "require"),
    ("starts", "start"),
    ("supports", "support"),
    ("tracks", "track"),
    ("uses", "use"),
    ("wants", "want"),
];

/// The verb that a name begins with, as it is in the negative, and the rest of the name.
fn third_person(name: &str) -> Option<(String, &str)> {
    VERBS.iter().find_map(|(verb, base)| {
        let rest = after_word(name, verb)?;
        Some(((*base).to_owned(), rest))
    })
}

/// What a property says that is called after what an object does: `DoesNotPreserveLinks` of `preserveLinks`. None where
/// its first word may as well be no verb: a start tag starts no tag, equal lengths equal none.
pub(crate) fn verb_statement(property: &str, is_so: bool) -> Option<String> {
    const NOUNS: [&str; 7] = ["end", "equal", "match", "need", "own", "start", "support"];
    let (verb, base, rest) = VERBS.iter().find_map(|(verb, base)| {
        let rest = after_word(property, verb).or_else(|| {
            let is_verb = !NOUNS.contains(base);
            after_word(property, base).filter(|_| is_verb)
        })?;
        Some((*verb, *base, rest))
    })?;
    Some(if is_so {
        format!("{}{rest}", capitalised(verb))
    } else {
        format!("DoesNot{}{rest}", capitalised(base))
    })
}

/// Whether words say what an object does.
pub(crate) fn states_a_verb(words: &str) -> bool {
    let is_verb = |(verb, _): &(&str, &str)| {
        let rest = words.strip_prefix(&*capitalised(verb));
        rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
    };
    words.starts_with("DoesNot") || VERBS.iter().any(is_verb)
}

/// What `isEmpty`, `isNotEmpty` and `isNoneBlank` ask: whoever denies twice says it plainly.
fn of_question(subject: String, verb: &str, rest: &str, outcome: bool) -> Phrase {
    // `ReaderTracksNewlines` of `reader.isTrackNewlines()`.
    let told = verb_statement(&decapitalised(rest), outcome).filter(|_| verb == "is");
    if let Some(told) = told {
        return Phrase {
            subject,
            verb: told,
            rest: String::new(),
        };
    }
    let denied = after_word(rest, "Not").or_else(|| after_word(rest, "None"));
    match denied.filter(|_| verb == "is") {
        Some(denied) => said(subject, links(verb), denied, !outcome),
        None => said(subject, links(verb), rest, outcome),
    }
}

fn links(verb: &str) -> Verbs {
    match verb {
        "has" => verbs("Has", "HasNo"),
        _ => IS,
    }
}

/// The rest of a name behind a word in lower case.
fn after_word<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    let rest = name.strip_prefix(word)?;
    rest.starts_with(char::is_uppercase).then_some(rest)
}

/// What a call that gives a truth value says: `NameIsEmpty`, `CIsWhitespace`, `TextContainsSeparator`.
fn call(
    on: Option<&Expression>,
    name: &str,
    arguments: &[Expression],
    outcome: bool,
) -> Option<Phrase> {
    let on = on.filter(|on| !is_class(on) && **on != Expression::Name("this".to_owned()));
    if let Some(sought) = on.and_then(sought_in_store).filter(|_| name == "isPresent") {
        return Some(said(sought, IS, "Found", outcome));
    }
    let arguments = without_trim(name, arguments);
    if let Some(Matching { text, pattern }) = on.and_then(|on| matching(on, name, arguments)) {
        let matches = verbs("Matches", "DoesNotMatch");
        return Some(said(noun(text)?, matches, &noun(pattern)?, outcome));
    }
    let (subject, given) = match (on, arguments) {
        (Some(on), []) => (noun(on)?, None),
        (None, []) => (String::new(), None),
        (Some(on), [argument]) => (noun(on)?, Some(argument)),
        (None, [argument]) => (noun(argument)?, None),
        (None, [first, second]) => (noun(first)?, Some(second)),
        _ => return None,
    };
    if let Some(argument) = given {
        if on.is_some_and(is_constant) && !is_constant(argument) && name.starts_with("equals") {
            return told_by_constant(on?, argument, outcome);
        }
        if matches!(name, "equals" | "equal") && noun(argument).as_ref() == Some(&subject) {
            return apart(on.or(arguments.first())?, argument, outcome);
        }
        return of_two(subject, name, argument, outcome).or_else(|| {
            if let Some(quality) = after_word(name, "is").filter(|it| QUALITIES.contains(it)) {
                // `validator.isValid(card)` is about the card.
                return Some(said(noun(argument)?, IS, quality, outcome));
            }
            let mut asked = ["is", "has"].into_iter();
            let (verb, rest) = asked.find_map(|verb| Some((verb, after_word(name, verb)?)))?;
            // `hasKey(key)` has said it.
            let given = noun(argument)?;
            let given = if rest.ends_with(&given) { "" } else { &given };
            let rest = format!("{rest}{given}");
            Some(said(
                subject_of(on, arguments)?,
                links(verb),
                &rest,
                outcome,
            ))
        });
    }
    for verb in ["is", "has"] {
        let Some(rest) = after_word(name, verb) else {
            continue;
        };
        if arguments.len() == 1 && RELATIONS.iter().any(|one| rest.ends_with(one)) {
            // `isAfter(element)` is about the object that it is asked of.
            let rest = format!("{rest}{subject}");
            return Some(said(String::new(), links(verb), &rest, outcome));
        }
        // `isAppIdUnique(entity.getAppId())` says what it is about once more.
        let rest = without_subject(&subject, rest);
        return Some(of_question(subject, verb, &rest, outcome));
    }
    match ALONE.iter().find(|(verb, _)| *verb == name) {
        Some((_, verbs)) => Some(said(subject, *verbs, "", outcome)),
        None if arguments.is_empty() => Some(flag(subject, name, outcome)),
        None => own_question(name, outcome).filter(|_| on.is_none()),
    }
}

/// Ends of names of what keeps objects.
const STORES: [&str; 4] = ["Repository", "Mapper", "Dao", "DAO"];

/// What a store is asked for: `User` of `userRepository.findByUsername(name)`, `Pet` of `repository.findPetById(id)`.
fn sought_in_store(question: &Expression) -> Option<String> {
    let Expression::Call {
        on: Some(on),
        name,
        arguments,
    } = question
    else {
        return None;
    };
    let Expression::Name(store) = &**on else {
        return None;
    };
    // `repository.findPetById(id)` says itself what it looks for.
    let is_bare = STORES.iter().any(|end| end.eq_ignore_ascii_case(store));
    let kept = STORES.iter().find_map(|end| store.strip_suffix(end));
    let kept = kept.or_else(|| is_bare.then_some(""))?;
    let verbs = ["find", "get", "select", "load", "query"];
    let sought = verbs.iter().find_map(|verb| name.strip_prefix(verb))?;
    // A mapper may be one that copies.
    if store.to_lowercase().ends_with("mapper") && name.starts_with("get") && !name.contains("By") {
        return None;
    }
    let sought = sought.strip_prefix("One").unwrap_or(sought);
    let thing = sought.find("By").map_or(sought, |at| &sought[..at]);
    let thing = if thing.is_empty() { kept } else { thing };
    (!thing.is_empty() && !arguments.is_empty()).then(|| capitalised(thing))
}

/// What a method of the class itself looks for: `User` of `getUserByEmail(mail)`, `Name` of `getByName(name)`.
fn sought_by_itself(question: &Expression) -> Option<String> {
    let Expression::Call {
        on,
        name,
        arguments,
    } = question
    else {
        return None;
    };
    let is_own = on
        .as_deref()
        .is_none_or(|on| *on == Expression::Name("this".to_owned()));
    let verbs = ["find", "get", "load", "query", "select"];
    let sought = verbs.iter().find_map(|verb| name.strip_prefix(verb))?;
    let (thing, key) = sought.split_once("By")?;
    // `getByNameAndAge` is asked for several things.
    let is_one = key.starts_with(char::is_uppercase) && !key.contains("And");
    let thing = if thing.is_empty() { key } else { thing };
    let is_thing = thing.starts_with(char::is_uppercase);
    (is_own && is_one && is_thing && arguments.len() == 1).then(|| thing.to_owned())
}

/// `"yes".equals(answer)` is about the answer.
fn told_by_constant(constant: &Expression, argument: &Expression, outcome: bool) -> Option<Phrase> {
    let constant = match constant {
        Expression::Call { on: Some(of), .. } => noun(of)?,
        _ => noun(constant)?,
    };
    let answer = noun(argument)?;
    let constant = without_subject(&answer, &constant);
    Some(said(answer, IS, &constant, outcome))
}

/// Questions that are a verb alone, with what they say when they are true and when they are not.
const ALONE: [(&str, Verbs); 3] = [
    ("exists", verbs("Exists", "DoesNotExist")),
    ("fails", verbs("Fails", "DoesNotFail")),
    ("matches", verbs("Matches", "DoesNotMatch")),
];

/// `MayBeSoldNowReturnsFalse`: a question of the class's own says by its name what it asks, where that has three words.
fn own_question(name: &str, outcome: bool) -> Option<Phrase> {
    let truth = if outcome { "True" } else { "False" };
    (name_words(name).len() > 2).then(|| Phrase {
        subject: String::new(),
        verb: String::new(),
        rest: format!("{}Returns{truth}", capitalised(name)),
    })
}

/// A text that is compared with a pattern.
struct Matching<'a> {
    text: &'a Expression,
    pattern: &'a Expression,
}

/// What `PATTERN.matcher(text).find()` is about.
fn matching<'a>(on: &'a Expression, name: &str, arguments: &[Expression]) -> Option<Matching<'a>> {
    let asks = matches!(name, "find" | "lookingAt" | "matches") && arguments.is_empty();
    match on {
        Expression::Call {
            on: Some(pattern),
            name,
            arguments,
        } if asks && name == "matcher" => match &arguments[..] {
            [text] => Some(Matching { text, pattern }),
            _ => None,
        },
        _ => None,
    }
}

fn subject_of(on: Option<&Expression>, arguments: &[Expression]) -> Option<String> {
    on.map_or_else(|| noun(arguments.first()?), noun)
}

/// What of a value of which only the text matters that is no blank is asked: `name` of `hasText(name.trim())`.
fn without_trim<'e>(name: &str, arguments: &'e [Expression]) -> &'e [Expression] {
    const OF_TEXT: [&str; 4] = ["hasText", "isBlank", "isNotBlank", "isNoneBlank"];
    match arguments {
        [
            Expression::Call {
                on: Some(on),
                name: trim,
                arguments: none,
            },
        ] if OF_TEXT.contains(&name) && none.is_empty() && ["trim", "strip"].contains(&&**trim) => {
            std::slice::from_ref(on)
        }
        _ => arguments,
    }
}

/// What is asked of an argument, whoever knows it.
const QUALITIES: [&str; 9] = [
    "Active",
    "Allowed",
    "Blank",
    "Empty",
    "Enabled",
    "Known",
    "Null",
    "Supported",
    "Valid",
];

/// Calls that give what they are called on in another form: names leave them out.
const UNWRAPPING: [&str; 9] = [
    "booleanValue",
    "byteValue",
    "charValue",
    "doubleValue",
    "floatValue",
    "intValue",
    "longValue",
    "shortValue",
    "get",
];

/// Static methods that give what they are given in another form, or as it is.
const PASSED_ON: [&str; 12] = [
    "find",
    "from",
    "fromCode",
    "fromValue",
    "parseByte",
    "parseDouble",
    "parseFloat",
    "parseInt",
    "parseLong",
    "parseShort",
    "requireNonNull",
    "valueOf",
];

/// What a static method that may know nothing of it is given: `code` of `Status.fromCode(code)`.
fn looked_up_by(call: &Expression) -> Option<&Expression> {
    const MAY_KNOW: [&str; 4] = ["find", "from", "fromCode", "fromValue"];
    match call {
        Expression::Call { name, .. } if MAY_KNOW.contains(&name.as_str()) => is_unwrapping(call),
        _ => None,
    }
}

/// What a call gives in another form.
fn is_unwrapping(expression: &Expression) -> Option<&Expression> {
    match expression {
        Expression::Call {
            on: Some(on),
            name,
            arguments,
        } if arguments.is_empty() && UNWRAPPING.contains(&name.as_str()) => Some(on),
        Expression::Call {
            on: Some(on),
            name,
            arguments,
        } if is_class(on)
            && PASSED_ON.contains(&name.as_str())
            && (arguments.len() == 1 || name == "requireNonNull") =>
        {
            arguments.first()
        }
        _ => None,
    }
}

fn is_class(on: &Expression) -> bool {
    matches!(on, Expression::Name(name)
        if name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase))
}

/// Ends of names of methods that relate an object to what they are given.
const RELATIONS: [&str; 10] = [
    "Before", "After", "By", "With", "To", "In", "Of", "Than", "From", "Within",
];

/// Methods that say something of two values, with what they say when they are true and when they are not.
const OF_TWO: [(&str, Verbs); 11] = [
    ("equals", verbs("Equals", "DoesNotEqual")),
    ("equal", verbs("Equals", "DoesNotEqual")),
    ("equalsIgnoreCase", verbs("Equals", "DoesNotEqual")),
    ("contentEquals", verbs("Equals", "DoesNotEqual")),
    ("contains", verbs("Contains", "DoesNotContain")),
    ("containsKey", verbs("Contains", "DoesNotContain")),
    ("containsValue", verbs("Contains", "DoesNotContain")),
    ("startsWith", verbs("StartsWith", "DoesNotStartWith")),
    ("endsWith", verbs("EndsWith", "DoesNotEndWith")),
    ("matches", verbs("Matches", "DoesNotMatch")),
    ("isBefore", verbs("IsBefore", "IsNotBefore")),
];

fn of_two(subject: String, name: &str, argument: &Expression, outcome: bool) -> Option<Phrase> {
    let (_, links) = OF_TWO.iter().find(|(one, _)| *one == name)?;
    let other = noun(argument)?;
    if subject == other {
        // It would say that something equals itself.
        return None;
    }
    let is_equality = links.so == "Equals" && *argument != Expression::Null;
    if is_equality && is_constant(argument) {
        let constant = without_subject(&subject, &other);
        return Some(said(subject, IS, &constant, outcome));
    }
    Some(said(subject, *links, &other, outcome))
}

fn comparison(
    operator: &str,
    left: &Expression,
    right: &Expression,
    outcome: bool,
) -> Option<Phrase> {
    if is_constant(left) && !is_constant(right) {
        // `0 <= index` is about the index.
        return comparison(turned(operator), right, left, outcome);
    }
    if let (Some((one, other)), Expression::Number(number)) = (ordered(left), right) {
        return order(by_order(operator, *number)?, &one, &other, outcome);
    }
    let operator = if outcome {
        operator
    } else {
        opposite(operator)?
    };
    if let Expression::Number(number) = right
        && let Some(phrase) = with_number(operator, left, *number)
    {
        return Some(phrase);
    }
    if let Expression::Truth(value) = right {
        return of_condition(left, (operator == "==") == *value);
    }
    if matches!(operator, "==" | "!=") {
        return equality(left, right, operator == "==");
    }
    let (subject, other) = (noun(left)?, noun(right)?);
    let rest = match operator {
        _ if subject == other => return None,
        "<" => "LessThan",
        "<=" => "AtMost",
        ">" => "GreaterThan",
        ">=" => "AtLeast",
        _ => return None,
    };
    Some(said(subject, IS, &format!("{rest}{other}"), true))
}

/// The two that a call of `compareTo` or `signum` puts in order.
fn ordered(call: &Expression) -> Option<(Expression, Expression)> {
    let Expression::Call {
        on,
        name,
        arguments,
    } = call
    else {
        return None;
    };
    let this = || Expression::Name("this".to_owned());
    let one = on.as_deref().cloned().unwrap_or_else(this);
    match (name.as_str(), &arguments[..]) {
        ("compareTo", [other]) => {
            let is_zero = matches!(other, Expression::Member { name, .. } if name == "ZERO");
            let zero = Expression::Number(0);
            Some((one, if is_zero { zero } else { other.clone() }))
        }
        ("signum", []) => Some((one, Expression::Number(0))),
        _ => None,
    }
}

/// What the result of `compareTo` says of the two where it is compared with a number: `== -1` is `<`.
fn by_order(operator: &str, number: i64) -> Option<&str> {
    Some(match (operator, number) {
        (operator, 0) => operator,
        ("==", -1) => "<",
        ("!=" | ">", -1) => ">=",
        ("==", 1) => ">",
        ("!=" | "<", 1) => "<=",
        _ => return None,
    })
}

/// Two values in their order; where they are equal they need not be the same.
fn order(operator: &str, one: &Expression, other: &Expression, outcome: bool) -> Option<Phrase> {
    if *other == Expression::Number(0) || !matches!(operator, "==" | "!=") {
        return comparison(operator, one, other, outcome);
    }
    let (subject, rest) = (noun(one)?, noun(other)?);
    let links = if is_constant(other) {
        IS
    } else {
        verbs("Equals", "DiffersFrom")
    };
    (subject != rest).then(|| said(subject, links, &rest, (operator == "==") == outcome))
}

/// What a comparison with a number says of a size, of where something is, of a sign; none where it is only a number.
fn with_number(operator: &str, left: &Expression, number: i64) -> Option<Phrase> {
    if let Some(phrase) = size(operator, left, number).or_else(|| place(operator, left, number)) {
        return Some(phrase);
    }
    let rest = sign(operator).filter(|_| number == 0)?;
    let is_so = !matches!(operator, "!=" | ">=" | "<=");
    Some(said(noun(left)?, IS, rest, is_so))
}

fn equality(left: &Expression, right: &Expression, is_equal: bool) -> Option<Phrase> {
    if let Some(of) = classes(left, right) {
        let rest = if is_equal { "SameClass" } else { "OtherClass" };
        return Some(said(of, verbs("IsOf", "IsOf"), rest, true));
    }
    // `validate(issue) == null`: there is nothing to say against it.
    if let Expression::Call {
        on: None,
        name,
        arguments,
    } = left
        && let [checked] = &arguments[..]
        && *right == Expression::Null
        && name == "validate"
    {
        return Some(said(noun(checked)?, IS, "Valid", is_equal));
    }
    if let Some(sought) = sought_in_store(left).filter(|_| *right == Expression::Null) {
        return Some(said(sought, IS, "Found", !is_equal));
    }
    if let Some(sought) = sought_by_itself(left).filter(|_| *right == Expression::Null) {
        return Some(said(sought, IS, "Found", !is_equal));
    }
    if let Some(key) = looked_up_by(left).filter(|_| *right == Expression::Null) {
        return Some(said(noun(key)?, IS, "Known", !is_equal));
    }
    if let Some(constant) = of_same_property(left, right) {
        let subject = noun(left)?;
        let constant = without_subject(&subject, &noun(constant)?);
        return Some(said(subject, IS, &constant, is_equal));
    }
    let (subject, other) = (noun(left)?, noun(right)?);
    if let Some(sought) = subject_of_search(left).filter(|_| other == "NotFound") {
        return Some(said(sought, IS, "Found", !is_equal));
    }
    if subject == other {
        return apart(left, right, is_equal).or_else(|| own_and_given(left, right, is_equal));
    }
    if is_code(left, right) {
        return None;
    }
    if is_constant(right) {
        let constant = without_subject(&subject, &other);
        return Some(said(subject, IS, &constant, is_equal));
    }
    if subject == "This" {
        return Some(said(other, IS, "SameObject", is_equal));
    }
    if other == "This" {
        return Some(said(subject, IS, "SameObject", is_equal));
    }
    let links = verbs("Equals", "DiffersFrom");
    Some(said(subject, links, &other, is_equal))
}

/// The constant whose property is compared with the same one of something else:
/// `order.getStatus() == OrderStatus.PAID.getStatus()`.
fn of_same_property<'e>(left: &Expression, right: &'e Expression) -> Option<&'e Expression> {
    let of = |expression: &Expression| match expression {
        Expression::Call {
            name, arguments, ..
        } if arguments.is_empty() => Some(name.clone()),
        _ => None,
    };
    let left = is_unwrapping(left).unwrap_or(left);
    match right {
        Expression::Call {
            on: Some(on), name, ..
        } if of(right).is_some() && of(left) == of(right) => is_told_by(on, name).then_some(on),
        _ => None,
    }
}

/// Whether such a property of a constant is what that is: its code, or what its class is called after.
fn is_told_by(constant: &Expression, property: &str) -> bool {
    const SPECIAL: [&str; 3] = ["INSTANCE", "MAX_VALUE", "MIN_VALUE"];
    const CODES: [&str; 5] = ["Code", "Id", "Type", "Value", "name"];
    let property = after_word(property, "get").unwrap_or(property);
    let is_code = CODES.contains(&property);
    match constant {
        Expression::Member { of, name } => {
            let property = capitalised(property);
            let is_of_class = matches!(&**of, Expression::Name(class)
                if class.trim_end_matches("Enum").ends_with(&property));
            is_constant_name(name) && !SPECIAL.contains(&name.as_str()) && (is_of_class || is_code)
        }
        Expression::Name(name) => is_constant_name(name) && is_code,
        _ => false,
    }
}

/// Whether a letter or a digit is only a code for something that has no word here: `mode == 'k'`.
fn is_code(left: &Expression, right: &Expression) -> bool {
    let Expression::Char(unit) = right else {
        return false;
    };
    let (Expression::Name(name) | Expression::Member { name, .. }) = left else {
        return false;
    };
    let is_sign = char::from_u32(u32::from(*unit)).is_none_or(|c| !c.is_ascii_alphanumeric());
    let lower = name.to_lowercase();
    let is_character = name.len() <= 2
        || [
            "char", "digit", "letter", "sign", "symbol", "first", "last", "next",
        ]
        .iter()
        .any(|word| lower.contains(word));
    !is_sign && !is_character
}

/// `Normal` for the constant `STATUS_NORMAL` that a status is compared with: what it repeats of that is left out.
fn without_subject(subject: &str, constant: &str) -> String {
    let (of, words) = (camel_words(subject), camel_words(constant));
    let stem = |word: &str| word.trim_end_matches('s').to_lowercase();
    let is_repeated = |count: &usize| {
        let end = of[of.len() - count..].iter();
        end.zip(&words).all(|(one, other)| stem(one) == stem(other))
    };
    let most = of.len().min(words.len().saturating_sub(1));
    let repeated = (1..=most).rev().find(is_repeated).unwrap_or(0);
    words[repeated..].concat()
}

/// `Time`, `Type` of `TimeType`.
pub(crate) fn camel_words(name: &str) -> Vec<&str> {
    let starts = name.char_indices().filter(|(_, c)| c.is_uppercase());
    let mut starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([name.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(from, to)| &name[*from..to])
        .collect()
}

/// Of which other object the class is compared with that of this one: `getClass() == other.getClass()`.
fn classes(left: &Expression, right: &Expression) -> Option<String> {
    let of_class = |one: &Expression| match one {
        Expression::Call {
            on,
            name,
            arguments,
        } if name == "getClass" && arguments.is_empty() => Some(on.clone()),
        _ => None,
    };
    let is_this = |on: &Option<Box<Expression>>| {
        let is_name = |on: &Expression| *on == Expression::Name("this".to_owned());
        on.as_deref().is_none_or(is_name)
    };
    match (of_class(left)?, of_class(right)?) {
        (own, Some(other)) if is_this(&own) => noun(&other),
        (Some(other), own) if is_this(&own) => noun(&other),
        _ => None,
    }
}

/// What is sought by a call that gives an index: `indexOfKey(key)`.
fn subject_of_search(call: &Expression) -> Option<String> {
    match call {
        Expression::Call {
            name, arguments, ..
        } if name.to_lowercase().contains("index") => noun(arguments.first()?),
        _ => None,
    }
}

/// A comparison of two values whose words are the same: the one that belongs to something is said with that,
/// `IdOfOwnerEqualsOwnerId`.
fn apart(left: &Expression, right: &Expression, is_equal: bool) -> Option<Phrase> {
    let (owned, other) = match (owned(left), owned(right)) {
        (Some(owned), None) => (owned, noun(right)?),
        (None, Some(owned)) => (owned, noun(left)?),
        _ => return None,
    };
    Some(said(
        owned,
        verbs("Equals", "DiffersFrom"),
        &other,
        is_equal,
    ))
}

/// `CurrencyIsTheSame` for `this.currency == currency`: the object has a value of the name that is given.
fn own_and_given(left: &Expression, right: &Expression, is_equal: bool) -> Option<Phrase> {
    let is_own = |one: &Expression| {
        matches!(one, Expression::Member { of, .. }
            if **of == Expression::Name("this".to_owned()))
    };
    let is_given = |one: &Expression| matches!(one, Expression::Name(_));
    let are_both = (is_own(left) && is_given(right)) || (is_given(left) && is_own(right));
    let links = verbs("IsTheSame", "IsAnother");
    Some(said(noun(right).filter(|_| are_both)?, links, "", is_equal))
}

/// `IdOfOwner` for `owner.getId()`; none of what belongs to nothing.
fn owned(expression: &Expression) -> Option<String> {
    match expression {
        Expression::Call {
            on: Some(on),
            name,
            arguments,
        } if arguments.is_empty() && is_unwrapping(expression).is_none() => {
            let name = after_word(name, "get").unwrap_or(name);
            Some(format!("{}Of{}", capitalised(name), noun(on)?))
        }
        Expression::Member { of, name } => {
            let is_own = matches!(&**of, Expression::Name(of) if of == "this");
            let of = noun(of).filter(|_| !is_own)?;
            Some(format!("{}Of{of}", constant_words(name)))
        }
        _ => None,
    }
}

/// What a comparison with zero says; for what only excludes one sign, the sign that is excluded.
fn sign(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "==" | "!=" => "Zero",
        "<" | ">=" => "Negative",
        ">" | "<=" => "Positive",
        _ => return None,
    })
}

/// `TextIsEmpty` for `text.length() == 0`.
fn size(operator: &str, left: &Expression, number: i64) -> Option<Phrase> {
    let of = sized(left)?;
    let is_empty = match (operator, number) {
        ("==" | "<=", 0) | ("<", 1) => true,
        ("!=" | ">", 0) | (">=", 1) => false,
        _ => return None,
    };
    Some(said(noun(of)?, IS, "Empty", is_empty))
}

/// Of what a length or size is taken.
fn sized(expression: &Expression) -> Option<&Expression> {
    match expression {
        Expression::Call {
            on,
            name,
            arguments,
        } if matches!(name.as_str(), "length" | "size" | "getLength") => match (on, &arguments[..])
        {
            (Some(on), []) => Some(on),
            (_, [argument]) => Some(argument),
            _ => None,
        },
        Expression::Member { of, name } if name == "length" => Some(of),
        _ => None,
    }
}

/// `TextContainsSeparator` for `text.indexOf(separator) >= 0`; none where it is no such thing.
fn place(operator: &str, left: &Expression, number: i64) -> Option<Phrase> {
    let Expression::Call {
        on,
        name,
        arguments,
    } = left
    else {
        return None;
    };
    if !name.to_lowercase().ends_with("indexof") {
        return None;
    }
    let is_there = match (operator, number) {
        ("<", 0) | ("==" | "<=", -1) => false,
        (">=", 0) | ("!=" | ">", -1) => true,
        _ => return None,
    };
    let sought = noun(arguments.first()?)?;
    let links = verbs("Contains", "DoesNotContain");
    let is_value = matches!(name.as_str(), "indexOf" | "lastIndexOf");
    Some(match on {
        Some(on) if is_value => said(noun(on)?, links, &sought, is_there),
        // Where it is sought is the object itself, or some part of it.
        _ => said(sought, IS, "Found", is_there),
    })
}

/// The operator as seen from the right side.
fn turned(operator: &str) -> &str {
    match operator {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        same => same,
    }
}

/// The operator that holds where this one does not.
fn opposite(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "==" => "!=",
        "!=" => "==",
        "<" => ">=",
        "<=" => ">",
        ">" => "<=",
        ">=" => "<",
        _ => return None,
    })
}

fn is_constant(expression: &Expression) -> bool {
    match expression {
        Expression::Null
        | Expression::Number(_)
        | Expression::Decimal(_)
        | Expression::Text(_)
        | Expression::Char(_)
        | Expression::Truth(_) => true,
        // Of a variable nobody writes the first letter large.
        Expression::Name(name) => name.starts_with(char::is_uppercase),
        Expression::Member { name, .. } => is_constant_name(name) || name == "class",
        // `ServiceResult.SUCCESS.getResult()`
        Expression::Call {
            on: Some(on),
            arguments,
            name,
        } => {
            // Of an object that is the only one, or of its bounds, the property is what it is about.
            const OF_CONSTANTS: [&str; 6] = [
                "getCode",
                "getName",
                "getResult",
                "getValue",
                "name",
                "toString",
            ];
            let is_only = matches!(&**on, Expression::Member { name, .. } if name == "INSTANCE");
            let is_member = matches!(**on, Expression::Member { .. });
            let is_itself = arguments.is_empty() && OF_CONSTANTS.contains(&name.as_str());
            is_itself && is_member && !is_only && is_constant(on)
        }
        _ => false,
    }
}

/// `MAX_SIZE`
pub(crate) fn is_constant_name(name: &str) -> bool {
    name.len() > 1 && name.starts_with(char::is_uppercase) && !name.contains(char::is_lowercase)
}

/// A value in words: a number, a name, a property of it, the character at a place.
fn noun(expression: &Expression) -> Option<String> {
    if let Some(inner) = is_unwrapping(expression) {
        return noun(inner);
    }
    Some(match expression {
        Expression::Null => "Null".to_owned(),
        Expression::Truth(value) => if *value { "True" } else { "False" }.to_owned(),
        Expression::Number(number) => number_words(*number),
        Expression::Decimal(text) => text.replace('.', "Point").replace('-', "Minus"),
        Expression::Char(unit) => char_words(*unit),
        Expression::Text(text) => match text_words(text).as_str() {
            "LongString" | "OtherString" => return None,
            words => words.to_owned(),
        },
        Expression::Name(name) => constant_words(name),
        Expression::Member { of, name } => match &**of {
            Expression::Name(of) if of == "this" => constant_words(name),
            Expression::Name(of) if name == "class" => capitalised(of),
            // `Integer.MAX_VALUE` and `Kind.ROUND`: the class says little, but for the bounds.
            Expression::Name(of) if of.starts_with(char::is_uppercase) => {
                let bounds = matches!(name.as_str(), "MAX_VALUE" | "MIN_VALUE");
                if name == "INSTANCE" {
                    of.clone() + "Instance"
                } else if bounds {
                    format!(
                        "{}{}",
                        if name == "MAX_VALUE" {
                            "Maximum"
                        } else {
                            "Minimum"
                        },
                        of
                    )
                } else {
                    constant_words(name)
                }
            }
            of => format!("{}{}", noun(of)?, constant_words(name)),
        },
        Expression::Call {
            on,
            name,
            arguments,
        } => call_noun(on.as_deref(), name, arguments)?,
        Expression::Index { of, at } => format!("{}At{}", noun(of)?, noun(at)?),
        Expression::Binary {
            operator,
            left,
            right,
        } => {
            let operator = match operator.as_str() {
                "+" => "Plus",
                "-" => "Minus",
                "*" => "Times",
                "/" => "DividedBy",
                "%" => "Modulo",
                _ => return None,
            };
            format!("{}{operator}{}", noun(left)?, noun(right)?)
        }
        Expression::Not(_) | Expression::InstanceOf { .. } => return None,
    })
}

/// Whether it is the last index of the text: `code.length() - 1`.
fn is_last_of(at: &Expression, text: &Expression) -> bool {
    let Expression::Binary {
        operator,
        left,
        right,
    } = at
    else {
        return false;
    };
    let is_length = matches!(&**left, Expression::Call { on: Some(on), name, arguments }
        if **on == *text && name == "length" && arguments.is_empty());
    is_length && operator == "-" && **right == Expression::Number(1)
}

/// Questions for what is kept under a name, without their `get`.
const NAMED: [&str; 7] = [
    "Attribute",
    "Get",
    "Header",
    "Parameter",
    "Property",
    "String",
    "Value",
];

fn call_noun(on: Option<&Expression>, name: &str, arguments: &[Expression]) -> Option<String> {
    let name = after_word(name, "get").unwrap_or(name);
    let name = capitalised(name);
    let is_this = |one: &Expression| *one == Expression::Name("this".to_owned());
    let on = on.filter(|on| !is_class(on) && !is_this(on));
    match (on, arguments) {
        (None, []) => Some(name),
        (Some(on), []) => Some(format!("{}{name}", noun(on)?)),
        (Some(on), [Expression::Number(0)]) if name == "CharAt" => {
            Some(format!("{}FirstCharacter", noun(on)?))
        }
        (Some(on), [at]) if name == "CharAt" && is_last_of(at, on) => {
            Some(format!("{}LastCharacter", noun(on)?))
        }
        (Some(on), [at]) if name == "CharAt" => {
            Some(format!("{}CharacterAt{}", noun(on)?, noun(at)?))
        }
        // What a map or a request has under a name.
        (Some(_), [Expression::Text(key)]) if NAMED.contains(&name.as_str()) => {
            let key = key.to_text();
            let is_name = key.len() > 1
                && key.starts_with(|c: char| c.is_ascii_lowercase())
                && key.chars().all(|c| c.is_ascii_alphanumeric());
            is_name.then(|| capitalised(&key))
        }
        // What a map has of a key, or a list at an index.
        (Some(on), [of @ Expression::Name(_)]) if name == "Get" => {
            let of = noun(of)?;
            let link = if of.ends_with("Index") { "At" } else { "Of" };
            Some(format!("{}{link}{of}", noun(on)?))
        }
        (None, [of]) if matches!(name.as_str(), "Length" | "Size") => {
            Some(format!("{}{name}", noun(of)?))
        }
        (None, [of]) => {
            let of = noun(of).filter(|_| !is_this(of))?;
            // `jwtFromRequest(request)`
            if name.ends_with(&of) && name.len() > of.len() {
                return Some(name);
            }
            let link = if name.ends_with("Of") { "" } else { "Of" };
            Some(format!("{name}{link}{of}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, outcome: bool) -> String {
        phrase(text, outcome).map_or_else(|| "-".to_owned(), |phrase| phrase.condition())
    }

    #[test]
    fn two_bounds_of_one_thing_are_a_range() {
        let phrase = |text: &str| phrase(text, true).expect("it has words");
        let between = |one: &str, other: &str| {
            let both = phrase(one).between(&phrase(other));
            both.map_or_else(|| "-".to_owned(), |both| both.condition())
        };
        assert_eq!(
            between("ch <= 'Z'", "ch >= 'A'"),
            "ChIsBetweenCapitalAAndCapitalZ"
        );
        assert_eq!(
            between("month >= 1", "month <= 12"),
            "MonthIsBetweenOneAnd12"
        );
        assert_eq!(between("month >= 1", "day <= 12"), "-");
        assert_eq!(between("month >= 1", "month >= 0"), "-");
        assert_eq!(between("month >= 1", "month != 7"), "-");
    }

    #[test]
    fn a_question_of_its_own_says_what_it_asks() {
        assert_eq!(
            words("onlyHasAllowedProperties(pageable)", false),
            "OnlyHasAllowedPropertiesReturnsFalse"
        );
        assert_eq!(words("door.mayBeSoldNow(pageable)", false), "-");
        assert_eq!(words("apply(pageable)", true), "-");
        assert_eq!(
            words("reader.isTrackNewlines()", true),
            "ReaderTracksNewlines"
        );
        assert_eq!(words("validate(issue) == null", true), "IssueIsValid");
        assert_eq!(
            words("validateLogin(name) == null", true),
            "ValidateLoginOfNameIsNull"
        );
    }

    #[test]
    fn a_property_that_is_called_after_what_an_object_does_is_told_as_that() {
        let said = |property: &str, is_so| verb_statement(property, is_so);
        assert_eq!(
            said("preserveRelativeLinks", false).as_deref(),
            Some("DoesNotPreserveRelativeLinks")
        );
        assert_eq!(said("useDefault", true).as_deref(), Some("UsesDefault"));
        assert_eq!(
            said("supportsZip", false).as_deref(),
            Some("DoesNotSupportZip")
        );
        assert_eq!(said("startTag", true), None, "it starts no tag");
        assert_eq!(said("equalLength", true), None);
        assert_eq!(said("tracksErrors", true).as_deref(), Some("TracksErrors"));
        assert_eq!(said("empty", true), None);
        assert!(states_a_verb("DoesNotUseDefault") && states_a_verb("UsesDefault"));
        assert!(!states_a_verb("IsEmpty") && !states_a_verb("UserKnown"));
    }

    #[test]
    fn comparisons_are_said_in_the_words_of_the_source() {
        assert_eq!(words("k > n", true), "KIsGreaterThanN");
        assert_eq!(
            words("jwtFromRequest(request) == null", true),
            "JwtFromRequestIsNull"
        );
        assert_eq!(words("k > n", false), "KIsAtMostN");
        assert_eq!(
            words("UNSAFE_SIGNS.matcher(input).find()", true),
            "InputMatchesUnsafeSigns"
        );
        assert_eq!(words("k.compareTo(n) > 0", true), "KIsGreaterThanN");
        assert_eq!(
            words("element.hasAttribute(\"id\")", true),
            "ElementHasAttributeId"
        );
        assert_eq!(
            words("element.hasAttribute(\"id\")", false),
            "ElementHasNoAttributeId"
        );
        assert_eq!(
            words("isDigit(code.charAt(code.length() - 1))", false),
            words("isDigit(code.charAt(0))", false).replace("First", "Last")
        );
        assert_eq!(
            words("sum.compareTo(new BigDecimal(0)) == 0", true),
            "SumIsZero"
        );
        assert_eq!(
            words("sum.compareTo(BigDecimal.ZERO) < 0", false),
            "SumIsNotNegative"
        );
        assert_eq!(words("this.total() > LIMIT", false), "TotalIsAtMostLimit");
        assert_eq!(words("kind == Kind.ROUND", true), "KindIsRound");
        assert_eq!(words("parseInt.fails()", true), "ParseIntFails");
        assert_eq!(
            words("index >= size - 1", true),
            "IndexIsAtLeastSizeMinusOne"
        );
        assert_eq!(words("value == trueValue", true), "ValueEqualsTrueValue");
        assert_eq!(
            words("value == trueValue", false),
            "ValueDiffersFromTrueValue"
        );
        assert_eq!(
            words("len > Integer.MAX_VALUE", true),
            "LenIsGreaterThanMaximumInteger"
        );
    }

    #[test]
    fn what_a_map_gives_is_of_its_key() {
        for (text, outcome, expected) in [
            ("(stock.get(item)) == null", true, "StockOfItemIsNull"),
            ("stock.get(item) != null", true, "StockOfItemIsNotNull"),
            (
                "(stock.get(item)) < count",
                true,
                "StockOfItemIsLessThanCount",
            ),
            ("rows.get(index) == null", true, "RowsAtIndexIsNull"),
        ] {
            assert_eq!(words(text, outcome), expected);
        }
    }

    #[test]
    fn what_a_constant_is_compared_with_comes_first() {
        assert_eq!(words("0 <= index", true), "IndexIsNotNegative");
        assert_eq!(words("null != name", false), "NameIsNull");
        assert_eq!(words("'-' == c", true), "CIsMinus");
        assert_eq!(words("indexOfKey(key) == NotFound", true), "KeyIsNotFound");
    }

    #[test]
    fn comparisons_with_zero_say_the_sign() {
        assert_eq!(words("n < 0", true), "NIsNegative");
        assert_eq!(words("n < 0", false), "NIsNotNegative");
        assert_eq!(words("n <= 0", true), "NIsNotPositive");
        assert_eq!(words("n > 0", true), "NIsPositive");
        assert_eq!(words("n == 0", false), "NIsNotZero");
    }

    #[test]
    fn what_a_store_is_asked_for_is_found_or_not() {
        let question = "userRepository.findByUsername(value).isPresent()";
        assert_eq!(words(question, false), "UserIsNotFound");
        assert_eq!(
            words("petMapper.selectPetById(id) == null", true),
            "PetIsNotFound"
        );
        assert_eq!(words("dao.findOne(id) != null", true), "-");
        assert_eq!(
            words("repository.findPetById(id) == null", true),
            "PetIsNotFound"
        );
        assert_eq!(
            words("Status.fromCode(code) == null", true),
            "CodeIsNotKnown"
        );
        assert_ne!(words("isNonNull", true), "NonIsNull");
    }

    #[test]
    fn a_length_of_zero_is_empty() {
        assert_eq!(words("str.length() == 0", true), "StrIsEmpty");
        assert_eq!(words("array.length < 1", false), "ArrayIsNotEmpty");
        assert_eq!(words("StringUtils.length(cs) > 0", false), "CsIsEmpty");
        assert_eq!(words("params.get(\"page\") == null", true), "PageIsNull");
        assert_eq!(words("params.get(\"a b\") == null", true), "-");
        assert_eq!(words("str.length() != 3", true), "StrLengthIsNotThree");
    }

    #[test]
    fn calls_that_give_truth_say_what_they_ask() {
        assert_eq!(words("cart.isEmpty()", false), "CartIsNotEmpty");
        assert_eq!(words("isEmpty()", true), "IsEmpty");
        assert_eq!(words("Character.isWhitespace(c)", true), "CIsWhitespace");
        assert_eq!(words("isAfter(element)", true), "IsAfterElement");
        assert_eq!(
            words("order == Natural.INSTANCE", true),
            "OrderIsNaturalInstance"
        );
        assert_eq!(
            words("options.contains(opt)", false),
            "OptionsDoNotContainOpt"
        );
        assert_eq!(words("text.startsWith(\"-\")", true), "TextStartsWithMinus");
        assert_eq!(words("bits.equals(other.bits)", false), "BitsDiffer");
        assert_eq!(words("name.equals(other.name)", true), "NameIsEqual");
        assert_eq!(
            words("Objects.equals(name, other.name)", false),
            "NameDiffers"
        );
        assert_eq!(words("names.contains(key)", false), "NamesDoNotContainKey");
        assert_eq!(words("\"yes\".equals(answer)", true), "AnswerIsYes");
        let unique = words("isAppIdUnique(entity.getAppId())", false);
        assert_eq!(unique, "EntityAppIdIsNotUnique");
        let status = "order.getStatus().intValue() != OrderStatus.PRE_PAID.getStatus()";
        assert_eq!(words(status, true), "OrderStatusIsNotPrePaid");
        let lengths = words("name.length() == PREFIX.length()", true);
        assert_eq!(lengths, "NameLengthEqualsPrefixLength");
        let tenant = words("user.getTenantId() == TenantContext.getTenantId()", true);
        assert!(!tenant.ends_with("IsTenantContext"), "{tenant}");
        let mode = words("Config.INSTANCE.getMode().equals(mode)", true);
        assert!(
            !mode.contains("IsConfig") && !mode.contains("IsInstance"),
            "{mode}"
        );
        let trimmed = "StringUtils.hasText(user.getAddress().trim())";
        assert_eq!(words(trimmed, false), "UserAddressHasNoText");
        let paid = "ServiceResult.SUCCESS.getResult().equals(payResult)";
        assert_eq!(words(paid, true), "PayResultIsSuccess");
        assert_eq!(
            words("text.indexOf(separator) < 0", true),
            "TextDoesNotContainSeparator"
        );
        assert_eq!(words("names.isEmpty()", false), "NamesAreNotEmpty");
        assert_eq!(words("withNames", false), "WithNamesIsFalse");
        assert_eq!(words("status.isEmpty()", true), "StatusIsEmpty");
        assert_eq!(words("it.hasNext()", false), "ItHasNoNext");
        assert_eq!(words("nextIndexOf(c) == -1", true), "CIsNotFound");
        assert_eq!(words("matchesSpace()", false), "DoesNotMatchSpace");
        assert_eq!(words("type.isValid(card)", false), "CardIsNotValid");
        assert_eq!(words("options.needsName()", true), "OptionsNeedsName");
        assert_eq!(words("obj instanceof Foo", true), "ObjIsFoo");
        assert_eq!(
            words("!(obj instanceof java.util.Map<?, ?>)", true),
            "ObjIsNotMap"
        );
    }

    #[test]
    fn objects_and_their_classes_are_compared_in_words() {
        let classes = "getClass() != obj.getClass()";
        assert_eq!(words(classes, true), "ObjIsOfOtherClass");
        assert_eq!(words(classes, false), "ObjIsOfSameClass");
        assert_eq!(words("this == obj", false), "ObjIsNotSameObject");
        assert_eq!(words("range.negated", false), "RangeIsNotNegated");
        let of_this = phrase("isIntegral(this)", true).map(|it| it.of_receiver("Primitive"));
        let words = of_this.map(|it| it.condition());
        assert_eq!(words.as_deref(), Some("PrimitiveIsIntegral"));
    }

    #[test]
    fn nothing_is_compared_with_what_has_the_same_words() {
        let apart = "Objects.equals(owner.getId(), ownerId)";
        assert_eq!(words(apart, false), "IdOfOwnerDiffersFromOwnerId");
        assert_eq!(words("owner.id == ownerId", true), "IdOfOwnerEqualsOwnerId");
        assert_eq!(words("this.id == id", true), "IdIsTheSame");
        assert_eq!(words("this.id == id", false), "IdIsAnother");
        assert_eq!(words("id == id", true), "-");
        assert_eq!(words("value.equals(null)", true), "ValueEqualsNull");
        assert_eq!(words("count(this) == 1", true), "-");
    }

    #[test]
    fn what_is_about_the_object_itself_names_it_where_its_name_is_known() {
        let of_queue =
            |text: &str| phrase(text, true).map(|it| it.of_receiver("Queue").condition());
        assert_eq!(of_queue("isEmpty()").as_deref(), Some("QueueIsEmpty"));
        assert_eq!(of_queue("!hasNext()").as_deref(), Some("QueueHasNoNext"));
        assert_eq!(of_queue("closed").as_deref(), Some("Closed"));
        assert_eq!(of_queue("name == null").as_deref(), Some("NameIsNull"));
    }

    #[test]
    fn flags_are_said_as_flags() {
        assert_eq!(words("ignoreCase", true), "IgnoreCaseIsTrue");
        assert_eq!(words("!ignoreCase", true), "IgnoreCaseIsFalse");
        assert_eq!(words("flag.booleanValue()", false), "FlagIsFalse");
        assert_eq!(words("value.intValue() == 0", true), "ValueIsZero");
        let parsed = "Double.parseDouble(order.getTotal()) <= 0";
        assert_eq!(words(parsed, true), "OrderTotalIsNotPositive");
        assert_ne!(words("Integer.parseInt(hex, 16) == 255", true), "HexIs255");
        let required = "Objects.requireNonNull(kind, \"none\") == 1";
        assert_eq!(words(required, true), "KindIsOne");
        assert_eq!(words("negated", false), "NotNegated");
        assert_eq!(words("isEmailValid", false), "EmailIsNotValid");
        assert_eq!(words("cache.hasKey(key)", false), "CacheHasNoKey");
        assert_eq!(words("Code.find(code) == Code.ONE", true), "CodeIsOne");
        assert_eq!(words("this.isOpen", true), "IsOpen");
    }

    #[test]
    fn what_a_method_of_the_class_looks_for_is_found_or_not() {
        // Before: ByNameOfEntityNameIsNotNull.
        let by_name = "this.getByName(entity.getName()) != null";
        assert_eq!(words(by_name, true), "NameIsFound");
        assert_eq!(
            words("findUserByEmail(mail) == null", true),
            "UserIsNotFound"
        );
        // Several keys are none that a name has room for.
        assert_ne!(
            words("getByNameAndAge(key) == null", true),
            "NameAndAgeIsNotFound"
        );
    }

    #[test]
    fn what_has_no_words_is_left_out() {
        assert_eq!(words("a ^ b ^ c", true), "-");
        assert_eq!(words("(x = y) != null", true), "-");
        assert_eq!(words("list.stream().anyMatch(it -> it.ok())", true), "-");
        assert_eq!(words("new Foo().bar()", true), "-");
    }

    #[test]
    fn getters_of_flags_say_what_they_get() {
        assert_eq!(words("coupon.getDeleted()", true), "CouponIsDeleted");
        assert_eq!(words("coupon.getDeleted()", false), "CouponIsNotDeleted");
        assert_eq!(words("option.getHasHeader()", true), "OptionHasHeader");
    }

    #[test]
    fn nothing_is_denied_twice() {
        assert_eq!(words("StringUtils.isNotEmpty(name)", false), "NameIsEmpty");
        assert_eq!(
            words("StringUtils.isNotEmpty(name)", true),
            "NameIsNotEmpty"
        );
        assert_eq!(words("isNoneBlank(name)", true), "NameIsNotBlank");
        assert_eq!(words("order.isNotPaid", false), "OrderIsPaid");
        assert_eq!(words("order.isNotable", false), "OrderIsNotNotable");
    }

    #[test]
    fn constants_do_not_repeat_what_is_compared_with_them() {
        let of_status = "status.equals(Order.STATUS_OPEN)";
        assert_eq!(words(of_status, true), "StatusIsOpen");
        assert_eq!(
            words("goodType == Goods.GOODS_TYPE_ARRAY", false),
            "GoodTypeIsNotArray"
        );
        assert_eq!(words("type == STATUS_OPEN", true), "TypeIsStatusOpen");
        assert_eq!(words("status == STATUS", true), "-");
        assert_eq!(words("type != Object.class", true), "TypeIsNotObject");
    }

    #[test]
    fn an_order_is_said_of_the_two_that_are_in_it() {
        assert_eq!(words("amount.signum() > 0", false), "AmountIsNotPositive");
        let one = "price.compareTo(BigDecimal.ONE) == 0";
        assert_eq!(words(one, true), "PriceIsOne");
        assert_eq!(words("b", true), "-");
        assert_eq!(
            words("price.compareTo(min) == -1", true),
            "PriceIsLessThanMin"
        );
        assert_eq!(
            words("price.compareTo(min) == -1", false),
            "PriceIsAtLeastMin"
        );
        let of_money =
            |text: &str| phrase(text, true).map(|it| it.of_receiver("Money").condition());
        assert_eq!(
            of_money("compareTo(other) == 0").as_deref(),
            Some("MoneyEqualsOther")
        );
        assert_eq!(
            of_money("compareTo(other) >= 0").as_deref(),
            Some("MoneyIsAtLeastOther")
        );
    }

    #[test]
    fn a_letter_that_is_a_code_has_no_words() {
        assert_eq!(words("this.mode == 'k'", false), "-");
        assert_eq!(words("c == 'k'", true), "CIsLetterK");
        assert_eq!(words("separator == '-'", true), "SeparatorIsMinus");
    }

    #[test]
    fn a_rejected_value_is_named_with_what_is_wrong_about_it() {
        let value = |text: &str| phrase(text, true).and_then(|phrase| phrase.value());
        assert_eq!(value("k > n").as_deref(), Some("KGreaterThanN"));
        assert_eq!(value("name == null").as_deref(), Some("NullName"));
        assert_eq!(value("n < 0").as_deref(), Some("NegativeN"));
        assert_eq!(value("n <= 0").as_deref(), Some("NonPositiveN"));
        assert_eq!(value("text.isEmpty()").as_deref(), Some("EmptyText"));
        assert_eq!(value("a != b"), None);
    }
}
