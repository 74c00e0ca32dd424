//! Names of the tests of a suite: takes what each may be called, gives each the best name that no other test of its
//! method makes untrue. A condition that another test meets as well, and that ends in another way there, did not
//! decide.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    naming::{outcome_words::command_words::is_command, value_words::is_exclusive},
    style::Naming,
    written::NameChoices,
};

/// Longest name that people read, and that a line of a hundred columns has room for behind `public void`.
pub(crate) const LONGEST: usize = 80;

/// Words between what came out and the condition.
const MARKERS: [&str; 7] = [
    "When", "For", "Because", "Rejects", "Accepts", "After", "On",
];

/// Conditions that hold nearly always: only where a test of the opposite ends otherwise do they tell anything.
const USUAL: [&str; 15] = [
    "IsNotSameObject",
    "IsNotNull",
    "AreNotNull",
    "IsNotEmpty",
    "AreNotEmpty",
    "IsNotBlank",
    "AreNotBlank",
    "IsNotZero",
    "AreNotZero",
    "IsNotNegative",
    "AreNotNegative",
    "IsNotNaN",
    "AreNotNaN",
    "IsPresent",
    "ArePresent",
];

/// Conditions of contracts that would be taken for usual ones.
const PROMISED: [&str; 6] = [
    "AllElementsArePresent",
    "AnElementIsPresent",
    "ElementIsPresent",
    "EntryIsPresent",
    "KeyIsPresent",
    "ValueIsPresent",
];

/// A test as its name tells it.
struct Told<'a> {
    choices: &'a NameChoices,
    /// How it ended: the first words that name it.
    outcome: &'a str,
    /// All conditions that hold in it, one by one.
    conditions: BTreeSet<&'a str>,
}

impl<'a> Told<'a> {
    fn of(choices: &'a NameChoices) -> Self {
        let conditions = choices
            .endings
            .iter()
            .flat_map(|ending| parts(Ending::of(ending).condition))
            .filter(|part| choices.overload.as_deref() != Some(*part));
        let first = choices.endings.first().map(|first| Ending::of(first));
        Self {
            choices,
            outcome: first.map_or("", |first| first.outcome),
            conditions: conditions.collect(),
        }
    }

    fn is_sibling(&self, other: &Self) -> bool {
        !std::ptr::eq(self.choices, other.choices) && self.choices.stem == other.choices.stem
    }

    /// Whether it gives nothing, or answers a question: that depends on something.
    fn says_too_little(&self) -> bool {
        self.answers_a_question() || self.outcome == "ReturnsNull"
    }

    /// Whether another test shows that.
    fn may_end_otherwise(&self, others: &[Told<'_>]) -> bool {
        let mut siblings = others.iter().filter(|other| self.is_sibling(other));
        siblings.any(|other| self.ends_otherwise(other))
    }

    fn throws(&self) -> bool {
        self.outcome.starts_with("Throws") || self.outcome == "Rejects"
    }

    /// Whether two ways to end exclude each other.
    fn ends_otherwise(&self, other: &Self) -> bool {
        let is_end = |outcome: &str| is_exclusive(&outcome.to_lowercase()) || is_given(outcome);
        let (own, others) = (self.outcome, other.outcome);
        if self.may_give_what(other) || other.may_give_what(self) {
            return false;
        }
        match (self.throws(), other.throws()) {
            (true, true) => own != others && own != "Rejects" && others != "Rejects",
            (false, false) => own != others && (is_end(own) || is_end(others)),
            _ => true,
        }
    }

    /// Whether it may have given what it was given, as the other did: what was given may be nothing.
    fn may_give_what(&self, other: &Self) -> bool {
        let is_null = |part: &&str| part.starts_with("Null") || part.ends_with("Null");
        self.outcome == "ReturnsNull"
            && is_given(other.outcome)
            && self.conditions.iter().any(is_null)
    }

    /// Whether one of the others meets the whole condition and ends otherwise.
    fn is_untrue(&self, condition: &str, others: &[Told<'_>]) -> bool {
        let mut parts = parts(condition);
        parts.retain(|part| self.choices.overload.as_deref() != Some(*part));
        let siblings = others.iter().filter(|other| self.is_sibling(other));
        let mut excluding = siblings.filter(|other| self.ends_otherwise(other));
        excluding.any(|other| {
            !parts.is_empty() && parts.iter().all(|one| other.conditions.contains(one))
        })
    }

    /// Whether nothing says when the method ends so though other tests show that it can end otherwise, or it answers a
    /// question or gives nothing, which is hardly all that it can do.
    fn lacks_a_condition(&self, ending: &str, others: &[Told<'_>]) -> bool {
        const NOTHING: [&str; 3] = ["ReturnsNull", "ReturnsEmpty", "ReturnsDefault"];
        let mut siblings = others.iter().filter(|other| self.is_sibling(other));
        let is_bare = Ending::of(ending).condition.is_empty() && !self.choices.is_unconditional;
        let is_nothing = NOTHING.iter().any(|it| self.outcome.starts_with(it));
        // What a call may leave so and may leave as it was depends on something.
        let changes_at_times = |it: &Told<'_>| {
            self.outcome.starts_with("Leaves")
                && (it.outcome == "ReturnsSameInstance"
                    || it.outcome == "DoesNotThrow"
                    || it.outcome.starts_with("Keeps"))
        };
        // Of two ways to call the same nobody knows which one it is.
        let calls_so = |it: &Told<'_>| {
            is_command(self.outcome)
                && it.outcome == self.outcome
                && it.conditions != self.conditions
        };
        // A call that ends well as well, or is refused for something else, is refused for a reason.
        let is_let_pass = |it: &Told<'_>| {
            self.outcome == "DoesNotThrow" && it.throws() && !it.conditions.is_empty()
        };
        let is_refused_at_times = |it: &Told<'_>| {
            let is_same = it.outcome == self.outcome && it.conditions != self.conditions;
            self.throws() && (!it.throws() || is_same)
        };
        is_bare
            && (is_nothing
                || self.answers_a_question()
                || is_mere_value(self.outcome)
                || siblings.clone().any(is_refused_at_times)
                || siblings.clone().any(changes_at_times)
                || siblings.clone().any(is_let_pass)
                || siblings.clone().any(calls_so)
                || (is_exclusive(&self.outcome.to_lowercase()) || is_given(self.outcome))
                    && siblings.any(|it| self.ends_otherwise(it)))
    }

    fn answers_a_question(&self) -> bool {
        matches!(self.outcome, "ReturnsTrue" | "ReturnsFalse")
    }

    /// Whether all that the condition says is so in every other test of the method, some of which end otherwise: then
    /// it tells nothing.
    fn is_common(&self, condition: &str, others: &[Told<'_>]) -> bool {
        let parts = parts(condition);
        let siblings = others.iter().filter(|other| self.is_sibling(other));
        let siblings: Vec<&Told<'_>> = siblings.collect();
        let is_everywhere = |part: &&str| siblings.iter().all(|it| it.conditions.contains(*part));
        siblings.len() > 1
            && siblings.iter().any(|it| it.outcome != self.outcome)
            && !parts.is_empty()
            && parts.iter().all(is_everywhere)
    }

    /// Whether a part of the condition is what is usual, and no test shows what its opposite gives: that a call may be
    /// refused is no news.
    fn is_idle(&self, condition: &str, others: &[Told<'_>]) -> bool {
        let parts = parts(condition);
        // What the contract of a collection speaks of.
        let is_promised = |part: &str| PROMISED.contains(&part);
        let is_usual =
            |part: &str| !is_promised(part) && USUAL.iter().any(|usual| part.ends_with(usual));
        let is_shown = |part: &str| {
            let opposite = opposite(part);
            let siblings = others.iter().filter(|other| self.is_sibling(other));
            // Who lets something pass shows it by what is refused.
            let lets_pass = self.outcome == "DoesNotThrow";
            let mut others =
                siblings.filter(|it| it.outcome != self.outcome && (lets_pass || !it.throws()));
            // Where it is so as well and something else comes out, it decides nothing.
            let decides = others.clone().all(|other| !other.conditions.contains(part));
            let nothing = part
                .replace("IsNotEmpty", "IsNull")
                .replace("IsNotBlank", "IsNull");
            decides
                && others.any(|other| {
                    let is_met = |one: &str| one != part && other.conditions.contains(one);
                    is_met(&opposite) || is_met(&nothing)
                })
        };
        parts.iter().any(|part| is_usual(part) && !is_shown(part))
    }
}

/// Whether the outcome is a value that says nothing by itself: `Returns29`, `ReturnsText`, `LeavesCount116`.
fn is_mere_value(outcome: &str) -> bool {
    let is_digits = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    let is_returned = outcome
        .strip_prefix("Returns")
        .is_some_and(|rest| rest.split("Point").all(is_digits));
    let told = outcome.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_left = outcome.starts_with("Leaves") && told != outcome;
    let is_number = is_returned || is_left;
    let is_some = ["Text", "String", "Characters"]
        .iter()
        .any(|some| outcome == format!("Returns{some}") || outcome == format!("Writes{some}"));
    is_number || is_some
}

/// Whether the outcome is one of several things that the call was given.
fn is_given(outcome: &str) -> bool {
    let given = [
        "ReturnsGiven",
        "ReturnsDefault",
        "ReturnsSame",
        "ReturnsEmpty",
    ];
    outcome.ends_with("Unchanged") || given.iter().any(|one| outcome.starts_with(one))
}

/// `XIsNull` of `XIsNotNull`, `XIsNotPresent` of `XIsPresent`.
fn opposite(part: &str) -> String {
    for verb in ["Is", "Are"] {
        if let Some((subject, rest)) = part.rsplit_once(&format!("{verb}Not")) {
            return format!("{subject}{verb}{rest}");
        }
    }
    part.replace("IsPresent", "IsNotPresent")
        .replace("ArePresent", "AreNotPresent")
}

/// The name that ends so.
fn name(choices: &NameChoices, ending: &str, naming: Naming) -> String {
    naming.dressed(&format!("{}{ending}", choices.stem), &choices.stem)
}

/// What follows the method in a name.
struct Ending<'a> {
    outcome: &'a str,
    condition: &'a str,
}

impl<'a> Ending<'a> {
    fn of(text: &'a str) -> Self {
        let markers = MARKERS.iter().filter_map(|marker| {
            let at = marker_at(text, marker)?;
            Some((at, marker.len()))
        });
        let Some((at, length)) = markers.min() else {
            return Self {
                outcome: text,
                condition: "",
            };
        };
        let is_outcome = matches!(&text[at..at + length], "Rejects" | "Accepts");
        let end = if is_outcome { at + length } else { at };
        Self {
            outcome: &text[..end],
            condition: &text[at + length..],
        }
    }
}

/// Where the word stands as a word of its own with something behind it.
fn marker_at(text: &str, marker: &str) -> Option<usize> {
    let mut places = text.match_indices(marker).map(|(at, _)| at);
    places.find(|at| {
        let next = text[at + marker.len()..].chars().next();
        next.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
    })
}

/// Whether it says when, and not only on what or after what.
fn has_condition(text: &str) -> bool {
    ["When", "For"]
        .iter()
        .any(|marker| marker_at(text, marker).is_some())
}

/// What is joined by `And` and `When`.
fn parts(condition: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = condition;
    loop {
        let next = ["And", "When", "For"].iter().filter_map(|word| {
            let at = marker_at(rest, word).filter(|at| *at > 0)?;
            Some((at, word.len()))
        });
        let Some((at, length)) = next.min() else {
            break;
        };
        parts.push(&rest[..at]);
        rest = &rest[at + length..];
    }
    parts.push(rest);
    parts.retain(|part| !part.is_empty());
    parts
}

/// The name of each test of a suite, in their order: the best that is free and that no test makes untrue, else the
/// one that it has. `known` are all tests that were seen, those of the suite among them.
pub fn suite_names(
    suite: &[(String, NameChoices)],
    known: &[NameChoices],
    naming: Naming,
    taken: &BTreeSet<String>,
) -> Vec<String> {
    let all: Vec<Told<'_>> = suite
        .iter()
        .map(|(_, choices)| choices)
        .chain(known)
        .map(Told::of)
        .collect();
    let mut by_stem: BTreeMap<&str, Vec<Told<'_>>> = BTreeMap::new();
    for told in all {
        by_stem.entry(&told.choices.stem).or_default().push(told);
    }
    let mut names: Vec<String> = suite.iter().map(|(name, _)| name.clone()).collect();
    let mut used: BTreeSet<String> = taken.iter().chain(&names).cloned().collect();
    // The plain name is for the overload that takes least.
    let mut settled = BTreeSet::new();
    for (at, (_, choices)) in suite.iter().enumerate() {
        let Some(ending) = of_overload(choices, suite) else {
            continue;
        };
        let other = name(choices, ending, naming);
        if names[at] == other || other.len() <= LONGEST && !used.contains(&other) {
            used.remove(&names[at]);
            used.insert(other.clone());
            names[at] = other;
            settled.insert(at);
        }
    }
    for (at, (_, choices)) in suite.iter().enumerate() {
        let Some(others) = by_stem.get(&*choices.stem) else {
            continue;
        };
        if settled.contains(&at) {
            continue;
        }
        used.remove(&names[at]);
        let is_free = |ending: &String| {
            let name = name(choices, ending, naming);
            name.len() <= LONGEST && !used.contains(&name)
        };
        if let Some(best) = best_ending(choices, others, is_free) {
            names[at] = name(choices, best, naming);
        }
        used.insert(names[at].clone());
    }
    names
}

/// The first ending that is free and that no other test makes untrue; one with a condition where that one lacks it.
fn best_ending<'c>(
    choices: &'c NameChoices,
    others: &[Told<'_>],
    is_free: impl Fn(&String) -> bool,
) -> Option<&'c String> {
    let told = Told::of(choices);
    let is_true = |ending: &&String| {
        let condition = Ending::of(ending).condition;
        !told.is_untrue(condition, others)
            && !told.is_idle(condition, others)
            && !told.is_common(condition, others)
    };
    let endings = choices.endings.iter().filter(is_true);
    let mut free = endings.filter(|it| is_free(it));
    let best = free.next()?;
    if told.says_too_little() && !choices.is_about_a_reason(best) {
        let mut reasons = choices.endings.iter().filter(is_true);
        let reason = reasons.find(|it| choices.reasons.contains(*it) && is_free(it));
        return reason.or(Some(best));
    }
    if !told.lacks_a_condition(best, others) {
        return Some(best);
    }
    let in_words = &choices.endings[..choices.in_words];
    // What a test was given need not be why it answers so, where none shows that it can answer otherwise.
    let is_always = told.answers_a_question() && !told.may_end_otherwise(others);
    let is_said = |it: &String| {
        let is_reason = !is_always || choices.reasons.contains(it);
        in_words.contains(it) && has_condition(it) && is_reason
    };
    // What is so where another value comes out decides nothing, and no condition is better than such a one.
    let is_shared = |it: &String| {
        let own = parts(Ending::of(it).condition);
        let siblings = others.iter().filter(|other| told.is_sibling(other));
        let mut otherwise = siblings.filter(|other| other.outcome != told.outcome);
        otherwise.any(|other| own.iter().all(|part| other.conditions.contains(part)))
    };
    let is_mere = is_mere_value(told.outcome);
    // Of a refusal the condition that the test was made for says more than none, where it is the only one.
    let is_only = |it: &String| told.throws() && choices.only_goal() == Some(it);
    let is_better = |it: &&String| (is_said(it) || is_only(it)) && !(is_mere && is_shared(it));
    free.find(is_better).or(Some(best))
}

/// The ending that says which overload it is, where the first one, which says nothing of how it came, is as well that
/// of a test of an overload that takes less.
fn of_overload<'c>(
    choices: &'c NameChoices,
    suite: &[(String, NameChoices)],
) -> Option<&'c String> {
    let overload = choices.overload.as_deref()?;
    let first = choices.endings.first()?;
    let takes_less = |other: &NameChoices| {
        other.stem == choices.stem
            && other.overload.is_none()
            && other.endings.first() == Some(first)
    };
    let is_bare = Ending::of(first).condition.is_empty();
    let is_shared = suite.iter().any(|(_, other)| takes_less(other));
    let told = format!("{first}For{overload}");
    let mut endings = choices.endings.iter();
    endings.find(|it| is_bare && is_shared && **it == told)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(endings: &[&str]) -> NameChoices {
        NameChoices::new("escape", endings.iter().map(|one| (*one).to_owned()))
    }

    /// The names of tests of these endings, the best first.
    fn names(tests: &[&[&str]]) -> Vec<String> {
        let suite: Vec<(String, NameChoices)> = tests
            .iter()
            .enumerate()
            .map(|(at, endings)| (format!("escape{at}"), choices(endings)))
            .collect();
        suite_names(&suite, &[], Naming::Camel, &BTreeSet::new())
    }

    #[test]
    fn a_condition_that_another_test_meets_and_that_ends_otherwise_there_is_not_told() {
        let thrown: &[&str] = &["ThrowsErrorWhenTextContainsEquals", "ThrowsErrorForValue"];
        let returned: &[&str] = &["ReturnsTextForLetter", "ReturnsTextWhenTextContainsEquals"];
        assert_eq!(
            names(&[thrown, returned]),
            ["escapeThrowsErrorForValue", "escapeReturnsTextForLetter"]
        );
        assert_eq!(
            names(&[thrown])[0],
            "escapeThrowsErrorWhenTextContainsEquals"
        );
    }

    #[test]
    fn conditions_that_each_hold_elsewhere_are_told_together_where_they_hold_together_nowhere_else()
    {
        let both: &[&str] = &[
            "RejectsNullKey",
            "ThrowsErrorWhenKeyIsNull",
            "ThrowsErrorWhenKeyIsNullAndForceIsTrue",
        ];
        let first: &[&str] = &["ReturnsTrueForNullKey", "ReturnsTrueWhenKeyIsNull"];
        let second: &[&str] = &["ReturnsFalseWhenForceIsTrue"];
        assert_eq!(
            names(&[both, first, second])[0],
            "escapeThrowsErrorWhenKeyIsNullAndForceIsTrue"
        );
    }

    #[test]
    fn which_overload_it_is_is_no_condition_of_how_it_ends() {
        let of_floats =
            |endings: &[&str]| choices(endings).of_overload(Some("FloatArray".to_owned()));
        let suite = [
            ("a".to_owned(), choices(&["ReturnsSum"])),
            (
                "b".to_owned(),
                of_floats(&["ReturnsSum", "ReturnsSumForFloatArray"]),
            ),
            (
                "c".to_owned(),
                of_floats(&["ThrowsErrorWhenArrayIsEmpty", "ThrowsErrorForFloatArray"]),
            ),
        ];
        let names = suite_names(&suite, &[], Naming::Camel, &BTreeSet::new());
        assert_eq!(names[1], "escapeReturnsSumForFloatArray");
    }

    #[test]
    fn the_plain_name_is_for_the_overload_that_takes_least() {
        let longer = choices(&["ReturnsSum", "ReturnsSumWhenAIsTwo", "ReturnsSumForNote"]);
        let shorter = choices(&["ReturnsSum", "ReturnsSumWhenAHasOnlyLetters"]);
        let suite = [
            (
                "escapeReturnsSum".to_owned(),
                longer.of_overload(Some("Note".to_owned())),
            ),
            ("escapeReturnsSumWhenAHasOnlyLetters".to_owned(), shorter),
        ];
        let names = suite_names(&suite, &[], Naming::Camel, &BTreeSet::new());
        assert_eq!(names, ["escapeReturnsSumForNote", "escapeReturnsSum"]);
    }

    #[test]
    fn of_two_tests_that_show_the_same_call_each_says_when() {
        let plain: &[&str] = &["CallsSave", "CallsSaveWhenPathIsSecure"];
        let framed: &[&str] = &["CallsSaveWhenFrameIsFalse", "CallsSave"];
        let all = [
            "escapeCallsSaveWhenPathIsSecure",
            "escapeCallsSaveWhenFrameIsFalse",
        ];
        assert_eq!(names(&[plain, framed]), all);
        assert_eq!(names(&[plain]), ["escapeCallsSave"]);
    }

    #[test]
    fn a_refusal_says_its_reason_where_the_call_can_end_otherwise() {
        let spelt = ["ThrowsErrorWhenTotalIsZero".to_owned()];
        let refused = NameChoices::with_spelt("escape", ["ThrowsError".to_owned()], spelt);
        let name = |others: &[&str]| {
            let mut suite = vec![("escapeThrowsError".to_owned(), refused.clone())];
            let others = others
                .iter()
                .map(|it| (format!("escape{it}"), choices(&[it])));
            suite.extend(others);
            suite_names(&suite, &[], Naming::Camel, &BTreeSet::new()).remove(0)
        };
        assert_eq!(name(&[]), "escapeThrowsError");
        let told = "escapeThrowsErrorWhenTotalIsZero";
        assert_eq!(name(&["ReturnsSum"]), told);
        assert_eq!(name(&["ThrowsErrorWhenKeyIsNull"]), told);
    }

    #[test]
    fn what_is_usual_is_told_only_where_a_test_shows_the_opposite() {
        let usual: &[&str] = &["ReturnsTextWhenKeyIsNotNull", "ReturnsText"];
        assert_eq!(names(&[usual]), ["escapeReturnsText"]);
        let promised: &[&str] = &["ReturnsFalseWhenElementIsPresent", "ReturnsFalse"];
        assert_eq!(
            names(&[promised]),
            ["escapeReturnsFalseWhenElementIsPresent"],
            "the contract says it"
        );
        let opposite: &[&str] = &["ReturnsNullWhenKeyIsNull"];
        assert_eq!(
            names(&[usual, opposite])[0],
            "escapeReturnsTextWhenKeyIsNotNull"
        );
    }

    #[test]
    fn what_is_let_pass_says_what_is_not_refused() {
        let passes: &[&str] = &["DoesNotThrow", "DoesNotThrowWhenValueIsNotEmpty"];
        let refused: &[&str] = &["ThrowsErrorWhenValueIsNull"];
        assert_eq!(
            names(&[passes, refused])[0],
            "escapeDoesNotThrowWhenValueIsNotEmpty"
        );
        assert_eq!(names(&[passes])[0], "escapeDoesNotThrow");
    }

    #[test]
    fn a_condition_that_decided_says_more_than_an_input_of_which_it_says_nothing() {
        let reason = "ReturnsNullWhenObjIsNotAReference";
        let told = |input: &str| {
            let held = choices(&[input, reason]).with_reasons([reason.to_owned()]);
            let suite = [("escape0".to_owned(), held)];
            suite_names(&suite, &[], Naming::Camel, &BTreeSet::new()).remove(0)
        };
        assert_eq!(
            told("ReturnsNullForNullEnvironment"),
            format!("escape{reason}")
        );
        assert_eq!(told("ReturnsNullForNullObj"), "escapeReturnsNullForNullObj");
    }

    #[test]
    fn what_is_usual_is_not_told_where_something_else_comes_out_of_it_too() {
        let three: &[&str] = &["ReturnsThreeWhenPosIsNotNegative", "ReturnsThree"];
        let two: &[&str] = &["ReturnsTwoWhenPosIsNotNegative", "ReturnsTwo"];
        let negative: &[&str] = &["ReturnsMinusOneWhenPosIsNegative"];
        assert_eq!(
            names(&[three, two, negative]),
            [
                "escapeReturnsThree",
                "escapeReturnsTwo",
                "escapeReturnsMinusOneWhenPosIsNegative"
            ]
        );
        assert_eq!(
            names(&[three, negative])[0],
            "escapeReturnsThreeWhenPosIsNotNegative"
        );
    }

    #[test]
    fn an_answer_that_can_be_another_one_has_a_condition_where_there_is_one_in_words() {
        let bare: &[&str] = &["ReturnsFalse", "ReturnsFalseForDate"];
        let other: &[&str] = &["ReturnsTrueForArray"];
        assert_eq!(names(&[bare, other])[0], "escapeReturnsFalseForDate");
        assert_eq!(names(&[bare])[0], "escapeReturnsFalse");
        let reason = "ReturnsFalseWhenAIsB";
        let held = choices(&["ReturnsFalse", "ReturnsFalseWhenAIsC", reason]);
        let held = held.with_reasons([reason.to_owned()]);
        let suite = [("escape0".to_owned(), held)];
        let told = suite_names(&suite, &[], Naming::Camel, &BTreeSet::new());
        assert_eq!(told, ["escapeReturnsFalseWhenAIsB"]);
        let nothing: &[&str] = &[
            "ReturnsNull",
            "ReturnsNullAfterAdd",
            "ReturnsNullWhenKeyIsOpen",
        ];
        assert_eq!(names(&[nothing])[0], "escapeReturnsNullWhenKeyIsOpen");
        let only: &[&str] = &["ReturnsNull", "ReturnsNullAfterAdd"];
        assert_eq!(names(&[only])[0], "escapeReturnsNull");
    }

    #[test]
    fn what_is_so_in_every_test_of_a_method_tells_none_of_them_apart() {
        let three: &[&str] = &["ReturnsThreeForZeroIndex", "ReturnsThree"];
        let two: &[&str] = &["ReturnsTwoForZeroIndex", "ReturnsTwo"];
        let four: &[&str] = &["ReturnsFourForZeroIndex", "ReturnsFour"];
        assert_eq!(
            names(&[three, two, four])[..2],
            ["escapeReturnsThree", "escapeReturnsTwo"]
        );
        let other: &[&str] = &["ReturnsFourForNegativeIndex"];
        assert_eq!(
            names(&[three, two, other])[0],
            "escapeReturnsThreeForZeroIndex"
        );
    }

    #[test]
    fn a_change_that_another_test_of_the_method_does_not_show_has_a_condition() {
        let changed: &[&str] = &["LeavesCheckNotValid", "LeavesCheckNotValidWhenNameIsNull"];
        let same: &[&str] = &["ReturnsSameInstance"];
        assert_eq!(
            names(&[changed, same])[0],
            "escapeLeavesCheckNotValidWhenNameIsNull"
        );
        assert_eq!(names(&[changed])[0], "escapeLeavesCheckNotValid");
    }

    #[test]
    fn which_of_the_things_that_were_given_comes_back_has_a_condition_that_also_holds_of_none() {
        let second: &[&str] = &["ReturnsGivenSecond", "ReturnsGivenSecondWhenFirstIsNull"];
        let first: &[&str] = &["ReturnsGivenFirst", "ReturnsGivenFirstWhenSecondIsNull"];
        let none: &[&str] = &["ReturnsNullWhenFirstIsNull", "ReturnsNullWhenSecondIsNull"];
        assert_eq!(
            names(&[second, first, none])[..2],
            [
                "escapeReturnsGivenSecondWhenFirstIsNull",
                "escapeReturnsGivenFirstWhenSecondIsNull"
            ]
        );
    }

    #[test]
    fn results_that_are_computed_may_come_of_the_same_condition() {
        let one: &[&str] = &["ReturnsThreeWhenLowIsZero", "ReturnsThree"];
        let other: &[&str] = &["ReturnsFourWhenLowIsZero"];
        assert_eq!(names(&[one, other])[0], "escapeReturnsThreeWhenLowIsZero");
    }

    #[test]
    fn a_name_of_the_users_and_of_another_test_is_no_choice() {
        let suite = [
            ("a".to_owned(), choices(&["ReturnsOne", "ReturnsOneForX"])),
            (
                "b".to_owned(),
                choices(&["ReturnsOneForX", "ReturnsOneForY"]),
            ),
        ];
        let taken = ["escapeReturnsOne".to_owned()].into();
        assert_eq!(
            suite_names(&suite, &[], Naming::Camel, &taken),
            ["escapeReturnsOneForX", "escapeReturnsOneForY"]
        );
    }

    #[test]
    fn words_are_markers_only_where_they_are_words() {
        let ending = Ending::of("ReturnsFormatterWhenFormatIsNull");
        assert_eq!(
            (ending.outcome, ending.condition),
            ("ReturnsFormatter", "FormatIsNull")
        );
        assert_eq!(parts("ZeroLowAndNegativeHigh"), ["ZeroLow", "NegativeHigh"]);
    }
}
