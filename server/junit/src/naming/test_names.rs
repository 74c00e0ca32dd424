//! Names of tests: takes the act, its inputs and what is asserted, gives `methodOutcomeCondition` that no other test
//! has.

use std::collections::BTreeSet;

use goalline_testcase::{
    Callable, CallableKind, JavaType, Literal, Observed, StatementKind, Var, name_words,
    written_rows,
};

use crate::{
    assertions::{facts::Facts, inspectors::property},
    naming::{
        answer_words::{
            answered_things, answers, given_functions, lacking_answers, missed, refusing_answers,
        },
        complaints::{Complaint, complaint, complaint_at_end, participle},
        condition_words::Phrase,
        contracts::{
            collections::{contract_noun, contract_words},
            differences::{comparison_words, equality_words},
        },
        disambiguation::{differences, exact_outcome},
        documented_words::{
            documented_words, says_what_is_asked, value_asked_about, with_documented_result,
        },
        goal_words::{goal_words, is_usual, speaks_of},
        held_conditions::{ConditionRole, ConditionText, Phrases, phrases, speaks_of_obscure},
        input_words::{InputFact, InputStanding, exact_words, input_facts, is_one_of_many},
        outcome_words::CREATES,
        receiver_words::{ReceiverWords, has_collaborators, receiver_words},
        relation_words::{differences_of_values, numbers, properties, relations},
        suite_names::LONGEST,
        value_words::{constant_words, is_exclusive},
    },
    style::Naming,
    types::{
        hierarchy::is_subclass,
        type_names::{descriptor_types, simple_name},
        variables::{capitalised, decapitalised, says_something, without_article},
    },
    written::NameChoices,
};

pub use crate::naming::goal_words::GoalText;

/// A long name is better than a number.
const LONGEST_AT_LAST: usize = 120;

/// What is known of the act beside its text.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The goals that the test was made for.
    pub(crate) goals: &'a [GoalText],
    /// What held in its run, those conditions first that decided how it ended.
    pub(crate) conditions: &'a [ConditionText],
}

/// Conditions that names are made of by themselves, and in pairs.
const MOST_CONDITIONS: usize = 4;

/// A name, and all that the test may be called once the other tests of the suite are known.
pub(crate) struct ChosenName {
    pub(crate) name: String,
    pub(crate) choices: NameChoices,
}

/// The first name that nobody has: the plain one, then with more and more of what sets this test apart, last with a
/// number.
pub(crate) fn choose_name(
    facts: &Facts<'_>,
    known: Known<'_>,
    naming: Naming,
    taken: &BTreeSet<String>,
) -> ChosenName {
    let own = facts.stem();
    let called = known.goals.iter().find_map(|goal| goal.called.as_ref());
    // A test of a pair is named after both methods.
    let stem = match called {
        Some(called) => format!("{own}And{}", capitalised(called)),
        None => own.clone(),
    };
    let Candidates {
        in_words,
        spelt,
        reasons,
    } = candidates(facts, known);
    let room = LONGEST - naming.dressed(&stem, &stem).len().saturating_sub(own.len());
    let fit = |names: Vec<String>| -> Vec<String> {
        let names = names.into_iter();
        names
            .map(|name| fitting(facts, without_articles(facts, name), room))
            .collect()
    };
    let (in_words, reasons) = (fit(in_words), fit(reasons));
    let endings = |names: &[String]| -> Vec<String> {
        let endings = names.iter().filter_map(|name| name.strip_prefix(&own));
        endings.map(str::to_owned).collect()
    };
    let choices = NameChoices::with_spelt(&stem, endings(&in_words), endings(&spelt));
    let choices = choices.with_reasons(endings(&reasons));
    let choices = NameChoices {
        is_unconditional: gives_what_it_was_made_of(facts, known.conditions)
            || comes_back_always(facts, known),
        ..choices.of_overload(facts.by_overload().map(|it| it.words))
    };
    let candidates: Vec<String> = in_words
        .iter()
        .chain(&spelt)
        .map(|name| match name.strip_prefix(&own) {
            Some(rest) => naming.dressed(&format!("{stem}{rest}"), &stem),
            None => naming.dressed(name, &stem),
        })
        .collect();
    let is_free = |name: &&String| name.len() <= LONGEST && !taken.contains(*name);
    let is_cause = |name: &&String| is_free(name) && !contradicts(name, &stem, naming, taken);
    let chosen = candidates.iter().find(is_cause);
    let chosen = chosen.or_else(|| candidates.iter().find(is_free)).cloned();
    ChosenName {
        name: chosen.unwrap_or_else(|| last_free(&candidates, &own, naming, taken)),
        choices,
    }
}

/// The name without the articles that parameters begin with: `GivenOwnerName` of `anOwnerName`.
fn without_articles(facts: &Facts<'_>, name: String) -> String {
    let calls = facts.statements.iter().filter_map(|it| match &it.kind {
        StatementKind::Call { callable, .. } => Some(facts.cluster.callable(*callable)),
        _ => None,
    });
    let parameters = calls.flat_map(|it| &it.parameter_names);
    let own = facts.stem();
    let Some(ending) = name.strip_prefix(&own) else {
        return name;
    };
    let ending = parameters.fold(
        ending.to_owned(),
        |ending, parameter| match without_article(parameter) {
            Some(rest) => ending.replace(&capitalised(parameter), &capitalised(&rest)),
            None => ending,
        },
    );
    own + &ending
}

/// The name; where it is too long for its `room` with the class of an exception and fits without: what was so says more
/// than the class, which stands in the test.
fn fitting(facts: &Facts<'_>, name: String, room: usize) -> String {
    let Some(class) = facts.thrown.filter(|_| name.len() > room) else {
        return name;
    };
    let thrown = format!("Throws{}", simple_name(class));
    let shorter = name.replacen(&format!("{thrown}When"), "ThrowsWhen", 1);
    if shorter.len() <= room { shorter } else { name }
}

/// Whether another test of the method says that under the same condition it ends in another way that excludes this one:
/// then that is not what it depends on.
fn contradicts(name: &str, stem: &str, naming: Naming, taken: &BTreeSet<String>) -> bool {
    let stem = naming.dressed(stem, stem);
    let marker = match naming {
        Naming::Snake => "_when_",
        Naming::Camel | Naming::TestPrefix | Naming::Segments => "When",
    };
    let parts = |name: &str| {
        let rest = name.strip_prefix(&*stem)?;
        let at = rest.find(marker)?;
        let (outcome, condition) = rest.split_at(at);
        Some((
            outcome.to_lowercase().replace('_', ""),
            condition.to_owned(),
        ))
    };
    let Some((outcome, condition)) = parts(name) else {
        return false;
    };
    taken
        .iter()
        .filter_map(|one| parts(one))
        .any(|(other, same)| {
            same == condition
                && other != outcome
                && (is_exclusive(&outcome) || is_exclusive(&other))
        })
}

/// The first longer name that nobody has, last one with a number.
fn last_free(candidates: &[String], own: &str, naming: Naming, taken: &BTreeSet<String>) -> String {
    let is_free = |name: &&String| name.len() <= LONGEST_AT_LAST && !taken.contains(*name);
    if let Some(name) = candidates.iter().find(is_free) {
        return name.clone();
    }
    let short = candidates.iter().find(|name| name.len() <= LONGEST);
    let stem = short.cloned();
    let stem = stem.unwrap_or_else(|| naming.dressed(own, own));
    // `Returns490` and a 2 would read as 4902.
    let between = match (stem.ends_with(|c: char| c.is_ascii_digit()), naming) {
        (false, _) => "",
        (true, Naming::Snake | Naming::Segments) => "_case",
        (true, Naming::Camel | Naming::TestPrefix) => "Case",
    };
    (2..=u32::MAX)
        .map(|number| format!("{stem}{between}{number}"))
        .find(|name| !taken.contains(name))
        .expect("there are fewer tests than numbers")
}

/// Names by the outcome and the conditions that decided it: each alone, then two of them. What only says what is usual
/// stands beside another one.
fn by_conditions(facts: &Facts<'_>, phrases: &[Phrase]) -> Vec<String> {
    let phrases: Vec<&Phrase> = phrases.iter().take(MOST_CONDITIONS).collect();
    let mut names: Vec<String> = phrases.iter().map(|one| facts.when(one, None)).collect();
    for (at, one) in phrases.iter().enumerate() {
        let others = phrases[at + 1..].iter();
        names.extend(others.map(|other| facts.when(one, Some(other))));
    }
    names
}

/// Ends of what a documentation comment says of a setting.
const SET: [&str; 6] = [
    "Allowed",
    "Configured",
    "Disabled",
    "Enabled",
    "Set",
    "Supported",
];

/// Names of what an object gives that nobody told anything: its fields are nobody's condition then.
fn by_default(
    facts: &Facts<'_>,
    receiver: &ReceiverWords,
    documented: Option<&str>,
) -> Vec<String> {
    let untouched = receiver.untouched.as_deref();
    let is_one = |it: &&str| *it == "ByDefault" || it.starts_with("Before");
    let Some(words) = untouched.filter(is_one) else {
        return Vec::new();
    };
    let plain = format!("{}{words}", facts.named(None));
    // Nobody set it so: that it is, is the outcome.
    let is_set = |words: &&str| SET.iter().any(|participle| words.ends_with(participle));
    let documented = documented.filter(|words| !is_set(words));
    documented
        .map(str::to_owned)
        .into_iter()
        .chain([plain])
        .collect()
}

/// `WhenNothingWasAdded` of what is not found where nothing is, unless what was asked for is why.
fn by_nothing_done(
    facts: &Facts<'_>,
    receiver: &ReceiverWords,
    first: Option<&Phrase>,
    inputs: &[InputFact],
) -> Option<String> {
    let nothing = receiver.untouched.as_deref();
    let nothing = nothing.filter(|words| words.starts_with("WhenNothing"))?;
    // `MessageOfKeyIsNull` says the same in the words of the class.
    let is_found = |condition: &str| condition.contains("Of") && condition.ends_with("IsNull");
    let is_asked = first.is_some_and(|one| !is_found(&one.condition()));
    let lacks = |one: &InputFact| ABSENT.iter().any(|it| one.words.starts_with(it));
    let is_why = is_asked || inputs.iter().any(lacks);
    (!is_why).then(|| format!("{}{nothing}", facts.named(None)))
}

/// What is said of inputs that are not there.
const ABSENT: [&str; 4] = ["Null", "Empty", "Blank", "NaN"];

/// The name by a special input where the first condition only says what the input is not: who sees `null` knows that
/// it is of no class.
fn by_special(facts: &Facts<'_>, first: Option<&Phrase>, inputs: &[InputFact]) -> Option<String> {
    const NEGATIONS: [&str; 4] = ["IsNot", "AreNot", "IsNeither", "DoesNot"];
    let condition = first?.condition();
    let is_negation = NEGATIONS
        .iter()
        .any(|negation| condition.contains(negation));
    let mut special = inputs.iter().filter(|one| one.is_special());
    let special = special.find(|one| ABSENT.iter().any(|it| one.words.starts_with(it)))?;
    // Another one is no reason for what is so of this one.
    let subject = ABSENT.iter().find_map(|it| special.words.strip_prefix(it));
    if !subject.is_some_and(|subject| condition.contains(subject)) {
        return None;
    }
    // Two that are not there are equal.
    let is_equality = condition.contains("Equals") && special.words.starts_with("Null");
    let is_it = (is_negation || is_equality) && facts.thrown.is_none();
    let all: Vec<&InputFact> = inputs.iter().filter(|one| one.is_special()).collect();
    let both = same_kind(&all).filter(|_| is_equality);
    let both = both.map(|both| format!("{}{}", both.kind, both.subjects));
    let words = both.as_ref().unwrap_or(&special.words);
    is_it.then(|| facts.named(Some(words)))
}

/// Whether the input is something special of which the message of the exception says nothing, and another one was given
/// that may be refused: `{` beside an empty registry.
fn is_no_cause(facts: &Facts<'_>, input: &InputFact) -> bool {
    const SAID: [(&str, &[&str]); 5] = [
        ("Null", &["null", "required", "missing", "must be"]),
        ("Empty", &["empty", "blank", "length", "size", "required"]),
        ("Blank", &["blank", "empty", "required"]),
        (
            "Negative",
            &[
                "negative", "positive", "least", "greater", "less", "range", "-",
            ],
        ),
        (
            "Zero",
            &["zero", "positive", "least", "greater", "less", "range", "0"],
        ),
    ];
    let given = facts.callable().map_or(0, |(.., given)| given.len());
    let Some(said) = facts.said.filter(|_| facts.rejects() && given > 1) else {
        return false;
    };
    let said = said.to_lowercase();
    let words = SAID
        .iter()
        .find(|(kind, _)| input.words.starts_with(kind))
        .map(|(_, words)| *words);
    let is_told = words.is_none_or(|words| words.iter().any(|word| said.contains(word)));
    input.standing == InputStanding::Special && !is_told
}

/// Names by the outcome and what goes in.
fn stems(facts: &Facts<'_>, goals: &[GoalText], inputs: &[InputFact]) -> Vec<String> {
    let mut names = Vec::new();
    let inputs: Vec<InputFact> = inputs
        .iter()
        .filter(|one| !is_no_cause(facts, one))
        .cloned()
        .collect();
    let discriminating: Vec<&InputFact> = inputs.iter().filter(|one| one.is_special()).collect();
    let plain = facts.named(None);
    let alike = same_kind(&discriminating).filter(|_| facts.thrown.is_none());
    names.extend(alike.map(|alike| match alike.kind {
        // `ForNaNA` reads as one word.
        "NaN" => format!("{plain}When{}AreNaN", alike.subjects),
        kind => facts.named(Some(&format!("{kind}{}", alike.subjects))),
    }));
    if let Some(first) = discriminating.first() {
        names.push(facts.named(Some(&first.words)));
        // Another overload ends so for the same reason: a further value would be none.
        let overload = facts.by_overload();
        names.extend(
            overload.map(|it| facts.named(Some(&format!("{}And{}", first.words, it.words)))),
        );
    }
    let parameters = facts
        .callable()
        .map_or(&[][..], |(callable, ..)| &callable.parameter_names);
    let of_inputs = goals
        .iter()
        .filter(|goal| goal.text.contains(' ') && speaks_of(goal, parameters) && !is_usual(goal));
    let of_inputs = of_inputs.filter_map(goal_words);
    // `WhenOIsNull` says no more than `ForNull`.
    let is_letter = |words: &String| words.get(1..3) == Some("Is");
    let of_inputs = of_inputs.filter(|words| !is_letter(words));
    names.extend(of_inputs.map(|goal| format!("{plain}When{goal}")));
    if inputs.is_empty()
        && let Some(again) = facts.again()
    {
        // Without it the first call would look like an oversight.
        names.insert(0, format!("{plain}{again}"));
    }
    let first = discriminating.first().copied().or(inputs.first());
    if let Some(first) = first {
        names.push(facts.named(Some(&first.words)));
        let others = inputs.iter().filter(|one| one.words != first.words);
        names.extend(others.clone().map(|one| facts.named(Some(&one.words))));
        names.extend(
            others.map(|one| facts.named(Some(&format!("{}And{}", first.words, one.words)))),
        );
    }
    names
}

/// What sets an overload apart from others.
struct Overload {
    /// The type that it takes where others take another one, with the parameter's name: `FloatArray`, `IntIndex`.
    words: String,
    /// The parameters that others take another type for.
    typed: Vec<TypedSubject>,
}

/// A parameter that a condition may speak of, and how it is called with its type: `Value` and `FloatValue`.
struct TypedSubject {
    subject: String,
    words: String,
}

/// The names, each followed by one that says the overload, where there are some that differ in one type.
fn with_overload(facts: &Facts<'_>, plain: &[String], names: Vec<String>) -> Vec<String> {
    let Some(overload) = facts.by_overload() else {
        return names;
    };
    let stem = facts.stem();
    let said = |name: &String| {
        let of_subject = overload.typed.iter().find_map(|typed| {
            let (outcome, condition) = name[stem.len()..].split_once("When")?;
            let rest = condition.strip_prefix(&*typed.subject)?;
            let is_whole = rest.starts_with(char::is_uppercase);
            is_whole.then(|| format!("{stem}{outcome}When{}{rest}", typed.words))
        });
        let is_bare = plain.contains(name);
        // Of what is refused `For` would say why.
        let link = if facts.thrown.is_some() {
            "With"
        } else {
            "For"
        };
        let bare = is_bare.then(|| format!("{name}{link}{}", overload.words));
        of_subject.or(bare)
    };
    names
        .iter()
        .flat_map(|name| {
            let said = said(name).filter(|said| said != name);
            [Some(name.clone()), said].into_iter().flatten()
        })
        .collect()
}

/// A parameter with its type in words: `StringValue`, `IntIndex`, `FloatArray`.
fn with_type(name: &str, ty: &JavaType) -> String {
    let class = capitalised(&crate::written::short_type(ty)).replace("[]", "Array");
    let is_said = name.to_lowercase().ends_with(&class.to_lowercase());
    // `BigMoney2` of a parameter `money2`.
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let stem = name.strip_suffix(digits).unwrap_or(name).to_lowercase();
    match name {
        _ if stem.len() > 2 && class.to_lowercase().ends_with(&stem) => format!("{class}{digits}"),
        _ if stem.starts_with(&class.to_lowercase()) => class,
        // `LongL` and `BigMoneyProviderArrayMonies` are no words.
        _ if !says_something(name) || name.len() == 1 || class.ends_with("Array") => class,
        name if is_said => capitalised(name),
        name => format!("{class}{}", capitalised(name)),
    }
}

/// What two or three inputs are alike in.
struct SameKind {
    kind: &'static str,
    /// `AAndC`
    subjects: String,
}

fn same_kind(inputs: &[&InputFact]) -> Option<SameKind> {
    const KINDS: [&str; 8] = [
        "Null", "NaN", "Empty", "Blank", "Negative", "Zero", "Infinite", "Same",
    ];
    let mut kinds = KINDS.iter().copied();
    let kind = kinds.find(|kind| inputs.first().is_some_and(|it| it.words.starts_with(kind)))?;
    let alike: Option<Vec<&str>> = inputs
        .iter()
        .map(|one| one.words.strip_prefix(kind).filter(|rest| !rest.is_empty()))
        .collect();
    let mut subjects = alike?;
    subjects.sort_unstable();
    matches!(subjects.len(), 2 | 3).then(|| SameKind {
        kind,
        subjects: subjects.join("And"),
    })
}

/// The parameter that is said to be no number; several are none.
fn nan_subject(words: &str) -> Option<&str> {
    let subject = words.strip_prefix("NaN")?;
    (!subject.is_empty() && !subject.contains("And")).then_some(subject)
}

/// All names that a test may have, the best first.
struct Candidates {
    in_words: Vec<String>,
    /// Those of values as they are spelt.
    spelt: Vec<String>,
    /// Those of conditions that decided.
    reasons: Vec<String>,
}

/// Words for values that have no better ones.
const EMPTY_WORDS: [&str; 2] = ["OtherString", "LongString"];

fn candidates(facts: &Facts<'_>, known: Known<'_>) -> Candidates {
    let inputs = with_unasked_null_last(facts, known.conditions, input_facts(facts));
    let receiver = receiver_words(facts);
    let documented = with_documented_result(facts);
    let documented = documented.filter(|told| told.outcome() != facts.outcome());
    let mut plain = vec![facts.named(None)];
    plain.extend(documented.as_ref().map(|told| told.named(None)));
    let mut in_words = documented.map_or_else(Vec::new, |told| {
        readable_names(&told, known, &inputs, &receiver)
    });
    let is_always_so = refuses_always(facts, known) || comes_back_always(facts, known);
    if is_always_so && facts.by_overload().is_none() || facts.tells_what_is_looked_for() {
        in_words.extend(plain.first().cloned());
    }
    in_words.extend(readable_names(facts, known, &inputs, &receiver));
    // What tells nothing of a value tells less than no condition.
    let is_empty = |name: &String| EMPTY_WORDS.iter().any(|words| name.contains(words));
    if in_words.iter().any(is_empty) {
        in_words.extend(plain.iter().cloned());
    }
    in_words.sort_by_key(is_empty);
    if in_words.iter().any(|name| answers_itself(facts, name)) {
        in_words.retain(|name| !answers_itself(facts, name));
        in_words.extend(plain.iter().cloned());
    }
    in_words.retain(|name| !says_which_twice(name) && !says_truth_twice(name));
    let held = phrases(facts, known.conditions);
    let mut reasons = by_conditions(facts, &held.telling);
    reasons.retain(|name| !answers_itself(facts, name));
    Candidates {
        reasons,
        in_words: with_overload(facts, &plain, in_words),
        spelt: spelt_names(facts, known.goals, &inputs, &receiver),
    }
}

/// Whether the condition only says what the method is asked for: `isValidReturnsFalseWhenValueIsNotValid`.
fn answers_itself(facts: &Facts<'_>, name: &str) -> bool {
    let asked = facts.callable().and_then(|(callable, ..)| {
        let asked = callable.name.strip_prefix("is")?;
        asked.starts_with(char::is_uppercase).then_some(asked)
    });
    let condition = name
        .rsplit_once("When")
        .map_or("", |(_, condition)| condition);
    asked.is_some_and(|asked| {
        let subject = condition.strip_suffix(asked);
        subject.is_some_and(|it| it.ends_with("Is") || it.ends_with("IsNot"))
    })
}

/// The inputs; `null` of which no condition of the run speaks, though the call came past some and returned, stands in
/// for any value: nobody looked at it.
fn with_unasked_null_last(
    facts: &Facts<'_>,
    conditions: &[ConditionText],
    inputs: Vec<InputFact>,
) -> Vec<InputFact> {
    let decides = is_exclusive(&facts.outcome().to_lowercase());
    if facts.thrown.is_some() || conditions.is_empty() || decides {
        return inputs;
    }
    let asked: BTreeSet<String> = conditions
        .iter()
        .flat_map(|it| it.text.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .map(capitalised)
        .collect();
    let is_unasked = |one: &InputFact| {
        let subject = one.words.strip_prefix("Null");
        let subject = subject.filter(|it| it.starts_with(char::is_uppercase));
        subject.is_some_and(|subject| {
            facts.is_parameter(&decapitalised(subject)) && !asked.contains(subject)
        })
    };
    let (last, first): (Vec<InputFact>, Vec<InputFact>) = inputs.into_iter().partition(is_unasked);
    let plain = last.into_iter().map(|one| InputFact {
        standing: InputStanding::Stock,
        ..one
    });
    first.into_iter().chain(plain).collect()
}

/// Whether it says that a property is set to a truth value and that this was given:
/// `SetsAutoFlushToTrueForTrueAutoFlush`.
fn says_truth_twice(name: &str) -> bool {
    ["True", "False"].iter().any(|value| {
        name.split_once(&format!("To{value}For{value}"))
            .is_some_and(|(outcome, rest)| outcome.ends_with(rest))
    })
}

/// Whether it says that a given number comes out, and which one: `ReturnsGivenValueWhenValueIsTwo`.
fn says_which_twice(name: &str) -> bool {
    const NUMBERS: [&str; 8] = [
        "IsFive", "IsMinus", "IsNine", "IsOne", "IsSeven", "IsThree", "IsTwo", "IsZero",
    ];
    let given = name.split_once("Given").map_or("", |(_, given)| given);
    let parts = given.split_once("When");
    parts.is_some_and(|(value, condition)| {
        let rest = condition.strip_prefix(value).filter(|_| !value.is_empty());
        rest.is_some_and(|rest| NUMBERS.iter().any(|number| rest.starts_with(number)))
    })
}

/// Names by conditions, by what is special about the inputs, by the message, by the receiver.
fn readable_names(
    facts: &Facts<'_>,
    known: Known<'_>,
    inputs: &[InputFact],
    receiver: &ReceiverWords,
) -> Vec<String> {
    let held = phrases(facts, known.conditions);
    let plain = facts.named(None);
    let complaint = complaint_of(facts);
    let mut names = telling_names(facts, &held, complaint.as_ref(), inputs, receiver);
    let is_readable =
        |one: &&InputFact| reads_well(&one.words) && one.standing != InputStanding::Stock;
    let readable = inputs.iter().filter(is_readable).cloned();
    let (most_often_so, readable): (Vec<InputFact>, Vec<InputFact>) =
        readable.partition(|one| says_little_of_why(facts, &held, one));
    for one in held.telling.iter().take(MOST_CONDITIONS) {
        let others = held.internal.iter().chain(&held.passed);
        let others = others.take(MOST_CONDITIONS);
        names.extend(others.map(|other| facts.when(one, Some(other))));
    }
    let takes = takes_something(facts);
    let ReceiverNames {
        telling: of_receiver,
        of_text,
        beside_the_point,
    } = ReceiverNames::of(facts, receiver);
    if facts.thrown.is_some() {
        names.extend(by_causes(facts, complaint.as_ref(), &readable, receiver));
    } else {
        let untouched = receiver.untouched.as_deref();
        names.extend(by_what_went_in(facts, known, &readable, untouched));
        // What was done before is to be seen in the test, what is computed of fields is not.
        let (computed, inside): (Vec<String>, Vec<String>) = by_conditions(facts, &held.internal)
            .into_iter()
            .partition(|name| tells_a_sum(name));
        names.extend(inside);
        if !computed.is_empty() && !takes {
            names.extend(of_receiver.iter().cloned());
        }
        names.extend(computed);
        if facts.outcome() == "ReturnsNull" {
            // What was looked at and was none is why nothing was found.
            names.extend(by_conditions(facts, &held.passed));
        }
        names.extend(of_receiver);
    }
    names.extend(by_conditions(facts, &held.internal));
    if facts.thrown.is_none() && !is_exclusive(&facts.outcome().to_lowercase()) {
        let said = held.passed.iter().filter(|one| !one.is_negation());
        names.extend(said.map(|one| facts.when(one, None)));
    }
    names.extend(by_conditions(facts, &held.usual));
    names.extend(by_plain_values(facts));
    names.extend(of_text);
    let things = answers_not_said(facts).into_iter();
    let things = things.chain(differences_of_values(facts));
    let things = things.chain(answered_reasons(facts));
    names.extend(things.map(|words| format!("{plain}When{words}")));
    names.extend(by_conditions(facts, &held.vague));
    let usual = most_often_so.iter();
    names.extend(usual.map(|one| facts.named(Some(&one.words))));
    if facts.thrown.is_none() {
        names.extend(beside_the_point);
    }
    // Where it ended one way for one reason, all that did not decide would be a false one: only where nothing else
    // tells tests apart.
    names.extend(by_conditions(facts, &held.passed));
    let overload = facts.by_overload().filter(|_| facts.thrown.is_none());
    names.extend(overload.map(|it| format!("{plain}For{}", it.words)));
    names
}

/// What mocks answered, but how many rows were written where the call did something to what it was given: that is no
/// reason.
fn answered_reasons(facts: &Facts<'_>) -> Vec<String> {
    let mut answered = answered_things(facts);
    if facts.outcome().starts_with("Sets") {
        answered.retain(|words| !tells_rows(words));
    }
    answered
}

/// Whether it says how many rows were written: `OneIsUpdated`.
fn tells_rows(words: &str) -> bool {
    const WRITTEN: [&str; 4] = ["Deleted", "Inserted", "Saved", "Updated"];
    WRITTEN.iter().any(|written| {
        let rest = words.strip_suffix(written);
        rest.is_some_and(|rest| rest.ends_with("Is") || rest.ends_with("Are"))
    })
}

/// The plain name of a getter that gives what its object was given: that is so whatever else the object was given.
fn given_back(facts: &Facts<'_>, of_receiver: &[String]) -> Option<String> {
    let is_told = of_receiver.iter().any(|name| tells_a_call(name));
    let is_it = facts.outcome().starts_with("ReturnsGiven") && !takes_something(facts);
    (is_it && !is_told).then(|| facts.named(None))
}

/// Whether a getter gives what its object was made of: that is so whatever else the object was given.
fn gives_what_it_was_made_of(facts: &Facts<'_>, conditions: &[ConditionText]) -> bool {
    let Some((act, Some(receiver), [])) = facts.callable().filter(|_| facts.thrown.is_none())
    else {
        return false;
    };
    let kind = |var: Var| &facts.statements[usize::from(var.0)].kind;
    let StatementKind::Call {
        callable,
        receiver: None,
        arguments,
    } = kind(receiver)
    else {
        return false;
    };
    let maker = facts.cluster.callable(*callable);
    let asked = property(&act.name);
    let is_asked = |name: &str| name.eq_ignore_ascii_case(&asked);
    // What the constructor looks at may be changed there.
    let is_looked_at = conditions.iter().any(|it| {
        let mut words = it.text.split(|c: char| !c.is_alphanumeric());
        words.any(is_asked)
    });
    if maker.kind != CallableKind::Constructor || is_looked_at {
        return false;
    }
    let is_it = |given: &Var| match (facts.result(), kind(*given)) {
        (Some(Observed::Same(same)), _) => same == given,
        (Some(Observed::Literal(Literal::Boolean(_))), _) => false,
        (Some(Observed::Literal(seen)), StatementKind::Literal(literal)) => seen == literal,
        (Some(Observed::Constant { constant, class }), StatementKind::Call { callable, .. }) => {
            let read = facts.cluster.callable(*callable);
            let is_read = read.kind == CallableKind::StaticFieldRead;
            is_read && read.name == *constant && read.owner == *class
        }
        _ => false,
    };
    let given = maker.parameter_names.iter().zip(arguments);
    given
        .into_iter()
        .any(|(name, var)| is_asked(name) && is_it(var))
}

/// `equalsReturnsFalseForOtherMoney`, where nothing says what the two differ in.
fn by_other_of_its_class(facts: &Facts<'_>) -> Option<String> {
    let (act, receiver, given) = facts.callable()?;
    let [other] = given else { return None };
    let class = |var: Var| {
        facts
            .cluster
            .ty(facts.statements[usize::from(var.0)].ty)
            .class_name()
    };
    let own = class(receiver?)?;
    let is_there = facts.statements[usize::from(other.0)].kind != StatementKind::Null;
    let is_other = is_there && receiver != Some(*other);
    let is_it = act.name == "equals" && facts.outcome() == "ReturnsFalse" && is_other;
    (is_it && class(*other) == Some(own))
        .then(|| facts.named(Some(&format!("Other{}", simple_name(own)))))
}

/// Whether an input is seldom why: that a number is positive, or a text long, where a condition that says little says
/// more; whatever it is, where it is added.
fn says_little_of_why(facts: &Facts<'_>, held: &Phrases, input: &InputFact) -> bool {
    let outcome = facts.outcome();
    let is_any = ["Adds", "Puts"].iter().any(|it| outcome.starts_with(it));
    is_any && !input.is_special() || !held.vague.is_empty() && is_most_often_so(input)
}

/// Names by the object that the method was called on.
struct ReceiverNames {
    telling: Vec<String>,
    /// By the text that it was made of, which is seldom why.
    of_text: Vec<String>,
    /// By what was done before.
    beside_the_point: Vec<String>,
}

impl ReceiverNames {
    fn of(facts: &Facts<'_>, receiver: &ReceiverWords) -> Self {
        // Of a call that was given something what was done before is no reason; `isOpen()` is true after `open()`.
        let takes = takes_something(facts);
        let all = by_receiver(facts, receiver).into_iter();
        let (beside_the_point, rest): (Vec<String>, Vec<String>) =
            all.partition(|name| takes && tells_a_call(name));
        let made_of_text = format!("{}On", facts.named(None));
        let is_of_text = |name: &String| facts.is_made_of_text() && name.starts_with(&made_of_text);
        let (of_text, telling): (Vec<String>, Vec<String>) = rest.into_iter().partition(is_of_text);
        let plain = given_back(facts, &telling).into_iter();
        Self {
            telling: plain.chain(telling).collect(),
            of_text,
            beside_the_point,
        }
    }
}

/// Whether the call is given something.
fn takes_something(facts: &Facts<'_>) -> bool {
    facts
        .callable()
        .is_some_and(|(act, ..)| !act.parameters.is_empty())
}

/// Whether what is said of an input is so of most.
fn is_most_often_so(input: &InputFact) -> bool {
    let of_most = ["Positive", "Long"].iter();
    input.standing == InputStanding::Plain
        && of_most.into_iter().any(|words| {
            let subject = input.words.strip_prefix(words);
            subject.is_some_and(|subject| subject.starts_with(char::is_uppercase))
        })
}

/// Names by what decided, by what the documentation and the message say of it, by what is special about an input.
fn telling_names(
    facts: &Facts<'_>,
    held: &Phrases,
    complaint: Option<&Complaint>,
    inputs: &[InputFact],
    receiver: &ReceiverWords,
) -> Vec<String> {
    let plain = facts.named(None);
    let first = held.telling.first();
    let said = documented_words(facts);
    let documented = said.as_ref().map(|words| format!("{plain}{words}"));
    let mut names = Vec::new();
    names.extend(by_refused_input(
        facts,
        &[
            first.map(Phrase::condition),
            complaint.map(|it| it.words().to_owned()),
            said.clone(),
        ],
        inputs,
    ));
    names.extend(first_names(facts, first, inputs));
    // What an object was made of may be why it says so.
    let may_be_why = facts.is_made_of_something() && first.is_some();
    let by_default = by_default(facts, receiver, documented.as_deref());
    names.extend(by_default.into_iter().filter(|_| !may_be_why));
    names.extend(by_nothing_done(facts, receiver, first, inputs));
    names.extend(by_special(facts, first, inputs));
    names.extend(by_clear_complaint(facts, complaint, held, inputs));
    if first.is_none() && !matches!(complaint, Some(Complaint::Condition(_))) {
        names.extend(by_all_that_was_given(facts, inputs));
    }
    let at_end = said_of(facts, complaint_at_end);
    names.extend(at_end.map(|it| format!("{plain}{}", it.words())));
    if facts.thrown.is_some() {
        names.extend(documented.clone());
    }
    names.extend(by_value_asked_about(facts, first, said, inputs));
    names.extend(by_conditions(facts, &held.telling));
    names.extend(documented);
    if facts.thrown.is_none() {
        names.extend(by_conditions(facts, &held.making));
    }
    names
}

/// `RejectsNegativeSize` where all that is special is a size below zero and one of the reasons speaks of a size:
/// `WhenSizeIsZeroOrLess` is so of another test, too.
fn by_refused_input(
    facts: &Facts<'_>,
    reasons: &[Option<String>],
    inputs: &[InputFact],
) -> Option<String> {
    const KINDS: [&str; 5] = ["Blank", "Empty", "Negative", "Null", "Zero"];
    let special: Vec<&InputFact> = inputs.iter().filter(|one| one.is_special()).collect();
    let [only] = special[..] else { return None };
    let mut subjects = KINDS
        .iter()
        .filter_map(|kind| only.words.strip_prefix(kind));
    let subject = subjects.find(|it| it.starts_with(char::is_uppercase))?;
    let (callable, ..) = facts.callable()?;
    let names = callable.parameter_names.iter().map(|it| capitalised(it));
    let others: Vec<String> = names.filter(|it| it != subject).collect();
    // `Is`, `Must`: the next word begins there, and speaks of nothing else that was given.
    let speaks_of_it = |reason: &String| {
        let said = ["When", "Because"];
        let said = said.iter().find_map(|it| reason.strip_prefix(it));
        let rest = said.unwrap_or(reason).strip_prefix(subject);
        rest.is_some_and(|rest| {
            rest.starts_with(char::is_uppercase)
                && !others.iter().any(|other| rest.contains(other.as_str()))
        })
    };
    let is_it = facts.rejects() && reasons.iter().flatten().any(speaks_of_it);
    is_it.then(|| facts.named(Some(&only.words)))
}

/// The name of a refusal by the only thing that was given, where that is special: `ForEmptyArgs` says what was so,
/// `BecauseSupplyUrlToFetch` what should have been.
fn by_all_that_was_given(facts: &Facts<'_>, inputs: &[InputFact]) -> Option<String> {
    let (.., given) = facts.callable().filter(|_| facts.thrown.is_some())?;
    let [only] = inputs else { return None };
    // What is said to be so may be so of the object, and not of what it was given.
    let tells_state = facts.said.is_some_and(|said| {
        let mut words = said.split(' ');
        words.any(|word| ["is", "are", "was", "been", "not"].contains(&word))
    });
    let is_it = given.len() == 1 && only.standing == InputStanding::Special && !tells_state;
    is_it.then(|| facts.named(Some(&only.words)))
}

/// Whether a name says after which call of the set-up: `AfterAddPet`.
fn tells_a_call(name: &str) -> bool {
    name.rfind("After")
        .is_some_and(|at| name[at + 5..].starts_with(char::is_uppercase))
}

/// Whether a name says what something amounts to: `WhenCharsReadMinusMarkedAtIsPositive`.
fn tells_a_sum(name: &str) -> bool {
    const OPERATORS: [&str; 5] = ["Plus", "Minus", "Times", "DividedBy", "Modulo"];
    let condition = name
        .split_once("When")
        .map_or("", |(_, condition)| condition);
    OPERATORS.iter().any(|it| condition.contains(it))
}

/// The name by the value where the condition that decided, or the documented one, only says what the method asks.
fn by_value_asked_about(
    facts: &Facts<'_>,
    decided: Option<&Phrase>,
    documented: Option<String>,
    inputs: &[InputFact],
) -> Option<String> {
    let condition = decided.map(Phrase::condition).or(documented)?;
    let special = inputs.iter().find(|one| one.is_special());
    let special = special.filter(|_| says_what_is_asked(facts, &condition));
    let special = special.map(|one| one.words.clone());
    let words = special.or_else(|| value_asked_about(facts, &condition))?;
    Some(facts.named(Some(&words)))
}

/// The name by what is so according to the message, where neither a condition on an argument nor a special argument
/// that the message speaks of says it in the words of the source.
fn by_clear_complaint(
    facts: &Facts<'_>,
    complaint: Option<&Complaint>,
    held: &Phrases,
    inputs: &[InputFact],
) -> Option<String> {
    let words = match complaint? {
        Complaint::Condition(words) => words,
        // A caller sees no local variables.
        Complaint::Reason(words) if held.is_cause_inside => words,
        Complaint::Reason(_) => return None,
    };
    let decided = held.telling.first();
    // What was not found says more than that an item and a namespace do not match.
    let is_said = decided.is_some_and(|one| facts.is_about_parameter(one) || one.is_about_search())
        || inputs
            .iter()
            .any(|one| one.standing == InputStanding::Blamed);
    (!is_said).then(|| format!("{}{words}", facts.named(None)))
}

/// Names by the object that the method was called on; what it was told and shows need not be said twice.
fn by_receiver(facts: &Facts<'_>, receiver: &ReceiverWords) -> Vec<String> {
    if facts.gives_a_property() {
        return Vec::new();
    }
    let (plain, outcome) = (facts.named(None), facts.outcome());
    let is_new = |words: &&String| {
        let told = words
            .strip_prefix("With")
            .map(|it| it.trim_end_matches('s'));
        let is_said = outcome.starts_with("ReturnsAdded") && words.starts_with("After");
        told.is_none_or(|told| !outcome.contains(told)) && !is_said
    };
    let words = receiver.discriminating.iter().filter(is_new);
    words.map(|one| format!("{plain}{one}")).collect()
}

/// Names by small numbers, then none of it; what stands in for any text is no reason, unless nothing else tells tests
/// apart.
fn by_plain_values(facts: &Facts<'_>) -> Vec<String> {
    let plain = facts.named(None);
    let mut names: Vec<String> = by_other_of_its_class(facts).into_iter().collect();
    let makes = facts
        .callable()
        .is_some_and(|(act, ..)| act.kind == CallableKind::Constructor);
    if makes && !facts.says_little() {
        // What a new object is like is so for most numbers.
        names.push(plain.clone());
    }
    // What is given back is any value; a result that has a noun is that of all numbers.
    let outcome = facts.outcome();
    let is_noun = |noun: &String| outcome.ends_with(&**noun);
    // So is what the receiver is told by a call that gives it.
    let is_given_any = facts
        .callable()
        .is_some_and(|(.., given)| !given.is_empty());
    let is_told = is_given_any && facts.gives_itself();
    let is_given = facts.thrown.is_none()
        && (is_told
            || outcome.contains("WithGiven")
            || facts.documented.as_ref().is_some_and(is_noun));
    if facts.thrown.is_none() && !has_collaborators(facts) && !facts.only_looks() && !is_given {
        let numbers = numbers(facts).into_iter();
        names.extend(numbers.map(|words| format!("{plain}When{words}")));
    }
    if !facts.says_little() {
        names.push(plain.clone());
    }
    if outcome.starts_with("Returns") || facts.source_of_result().is_some() {
        let told = facts.other_commands().into_iter();
        names.extend(told.map(|words| format!("{plain}And{words}")));
    }
    if !facts.only_looks() {
        let of_stock = properties(facts, true).into_iter();
        names.extend(of_stock.map(|words| format!("{plain}When{words}")));
    }
    let inside = facts.constants_inside().into_iter();
    names.extend(inside.map(|words| format!("{plain}{words}")));
    names
}

/// What the exception complains of. Of one that a test may not expect in words only what is clearly a condition.
fn complaint_of(facts: &Facts<'_>) -> Option<Complaint> {
    said_of(facts, complaint)
}

/// Whether a complaint only says that the act did not work with what it is given: `WhenTextCouldNotBeParsed` of
/// `parse(text)`.
fn says_that_act_failed(words: &str, act: &str, parameters: &[String]) -> bool {
    let end = act.find(char::is_uppercase).unwrap_or(act.len());
    let Some(done) = participle(&act[..end]).map(|it| capitalised(&it)) else {
        return false;
    };
    parameters.iter().any(|parameter| {
        let given = format!("When{}", capitalised(parameter));
        let rest = words.strip_prefix(given.as_str());
        let failed = rest.and_then(|rest| {
            let mut ways = ["CouldNotBe", "CannotBe", "CanNotBe"].iter();
            ways.find_map(|way| rest.strip_prefix(way))
        });
        let behind = failed.and_then(|rest| rest.strip_prefix(done.as_str()));
        behind.is_some_and(|rest| rest.is_empty() || rest.starts_with("To"))
    })
}

/// Whether a method says that it does nothing, whatever it is given: that is no condition.
fn refuses_always(facts: &Facts<'_>, known: Known<'_>) -> bool {
    const REFUSALS: [&str; 3] = [
        "NotImplementedException",
        "NotSupportedException",
        "UnsupportedOperationException",
    ];
    let class = facts.thrown.map(simple_name);
    let is_refusal = class.is_some_and(|class| REFUSALS.contains(&class));
    is_refusal && known.conditions.is_empty()
}

/// Whether a step of a chain gives the object that it was called on, and all that was asked on the way was asked of
/// what that was made of.
fn comes_back_always(facts: &Facts<'_>, known: Known<'_>) -> bool {
    let receiver = facts.callable().and_then(|(_, receiver, _)| receiver);
    let is_itself = matches!((facts.result(), receiver),
        (Some(Observed::Same(same)), Some(receiver)) if *same == receiver);
    let mut conditions = known.conditions.iter();
    let is_of_making = conditions.all(|it| it.role == ConditionRole::Making);
    is_itself && is_of_making && !known.conditions.is_empty()
}

/// What a reading of the exception's message gives.
fn said_of(facts: &Facts<'_>, read: fn(&str, &[String]) -> Option<Complaint>) -> Option<Complaint> {
    let texts = facts.statements.iter().filter_map(|one| match &one.kind {
        StatementKind::Literal(Literal::Text(text)) => Some(text.to_text()),
        _ => None,
    });
    let (said, texts) = (facts.said?, texts.collect::<Vec<_>>());
    // What the caller gave to be said complains of nothing.
    if texts.iter().any(|given| given == said) {
        return None;
    }
    let found = read(said, &texts)?;
    let act = facts.callable().map(|(callable, ..)| callable);
    if act.is_some_and(|act| says_that_act_failed(found.words(), &act.name, &act.parameter_names)) {
        return None;
    }
    let is_condition = matches!(found, Complaint::Condition(_));
    (is_condition || facts.message.is_some()).then_some(found)
}

/// Names that say more than the condition that decided.
fn first_names(facts: &Facts<'_>, first: Option<&Phrase>, inputs: &[InputFact]) -> Vec<String> {
    let mut names = Vec::new();
    let is_promised = contract_noun(facts).is_some_and(|noun| facts.outcome().ends_with(noun));
    if facts.thrown.is_none() && (is_promised || facts.outcome().starts_with("Stores")) {
        // What is stored is the input: saying it once is enough. What a contract promises needs no condition.
        names.push(facts.named(None));
    }
    // Which part differs says more than that the other one is another.
    let is_told = first.is_some_and(Phrase::tells_difference);
    let is_bare = |words: &String| words.starts_with("Other");
    let compared = facts
        .compared()
        .filter(|words| !(is_told && is_bare(words)));
    names.extend(compared.map(|words| facts.named(Some(&words))));
    names.extend(
        facts
            .asked_after()
            .map(|words| format!("{}{words}", facts.named(None))),
    );
    names.extend(
        facts
            .already_there()
            .map(|words| format!("{}{words}", facts.named(None))),
    );
    let told = comparison_words(facts);
    let is_plain = !inputs.iter().any(InputFact::is_special);
    let told = told.or_else(|| {
        contract_words(facts)
            .filter(|_| is_plain)
            .map(str::to_owned)
    });
    names.extend(told.map(|words| format!("{}{words}", facts.named(None))));
    names.extend(numeric_words(facts, first).map(|words| facts.named(Some(&words))));
    names.extend(no_number(facts).map(|words| facts.named(Some(&words))));
    let word = inputs.iter().find(|one| one.is_word);
    if let (Some(first), Some(word)) = (first, word)
        && first.says_less_than_a_word()
    {
        names.push(facts.named(Some(&word.words)));
    }
    names
}

/// `NonNumericValue` where a method that is about numbers is given a text, and its condition only says that another one
/// made nothing of it.
fn numeric_words(facts: &Facts<'_>, decided: Option<&Phrase>) -> Option<String> {
    const NUMERIC: [&str; 11] = [
        "byte", "decimal", "double", "float", "int", "integer", "long", "number", "numeric",
        "percent", "short",
    ];
    let condition = decided?.condition();
    let is_made = condition.contains("Of")
        && ["IsNull", "IsNotNull"]
            .iter()
            .any(|verb| condition.ends_with(verb));
    let (act, ..) = facts
        .callable()
        .filter(|_| is_made && facts.thrown.is_none())?;
    let words = name_words(&act.name);
    let is_numeric = words.iter().any(|word| NUMERIC.contains(&&**word));
    let mut given = given_texts(facts).into_iter().filter(|_| is_numeric);
    let GivenText { parameter, text } = given.find(|one| !one.text.is_empty())?;
    let is_number = text.parse::<f64>().is_ok();
    let kind = if is_number { "Numeric" } else { "NonNumeric" };
    Some(format!("{kind}{}", capitalised(parameter)))
}

/// `NonNumericStr` of the one text that was given to what reads numbers, and took it for none.
fn no_number(facts: &Facts<'_>) -> Option<String> {
    let is_it = facts
        .thrown
        .is_some_and(|class| class.ends_with("NumberFormatException"));
    let given = given_texts(facts);
    let [GivenText { parameter, text }] = &given[..] else {
        return None;
    };
    let has_digits = text.contains(|c: char| c.is_ascii_digit());
    let subject = if says_something(parameter) {
        parameter
    } else {
        "text"
    };
    let is_none = is_it && !text.trim().is_empty() && !has_digits;
    is_none.then(|| format!("NonNumeric{}", capitalised(subject)))
}

/// A text that the act is given, and for which parameter.
struct GivenText<'a> {
    parameter: &'a str,
    text: String,
}

fn given_texts<'a>(facts: &'a Facts<'_>) -> Vec<GivenText<'a>> {
    let Some((act, _, arguments)) = facts.callable() else {
        return Vec::new();
    };
    let given = act.parameter_names.iter().zip(arguments);
    let texts =
        given.filter_map(
            |(parameter, var)| match &facts.statements[usize::from(var.0)].kind {
                StatementKind::Literal(Literal::Text(text)) => Some(GivenText {
                    parameter,
                    text: text.to_text(),
                }),
                _ => None,
            },
        );
    texts.collect()
}

/// Names by what collaborators answered, by what is special about the inputs, by how values relate to each other; of a
/// call that returned; `untouched` says that nothing can be found.
fn by_what_went_in(
    facts: &Facts<'_>,
    known: Known<'_>,
    inputs: &[InputFact],
    untouched: Option<&str>,
) -> Vec<String> {
    let plain = facts.named(None);
    let answered = answers_not_said(facts);
    let answered: Vec<String> = answered
        .iter()
        .map(|words| format!("{plain}When{words}"))
        .collect();
    let outcome = facts.outcome();
    let special: Vec<InputFact> = inputs
        .iter()
        .filter(|one| one.is_special())
        .cloned()
        .collect();
    let mut names = answered;
    if !special.is_empty() {
        names.extend(stems(facts, known.goals, &special));
    }
    names.extend(untouched.map(|words| format!("{plain}{words}")));
    if special.is_empty() {
        names.extend(stems(facts, known.goals, &special));
    }
    let lacking = lacking_that_matter(facts, known.conditions, &outcome);
    names.extend(lacking.iter().map(|words| format!("{plain}When{words}")));
    let nothing = facts.unknown().into_iter().chain(facts.nothing_found());
    let nothing = nothing.chain(facts.known());
    names.extend(nothing.map(|words| format!("{plain}{words}")));
    let functions = given_functions(facts).into_iter();
    names.extend(functions.map(|words| format!("{plain}When{words}")));
    names.extend(by_relations(facts));
    names.extend(stems(facts, known.goals, inputs));
    names
}

/// What collaborators gave nothing for, where the outcome says a thing that may depend on it, or a condition that
/// decided asks for it: where it shows that a call was made, what that gave is beside the point.
fn lacking_that_matter(
    facts: &Facts<'_>,
    conditions: &[ConditionText],
    outcome: &str,
) -> Vec<String> {
    let depends = is_exclusive(&outcome.to_lowercase()) || outcome.starts_with("Leaves");
    if depends {
        return lacking_answers(facts, conditions);
    }
    let decided = conditions
        .iter()
        .filter(|it| it.role != ConditionRole::Passed);
    let decided: Vec<ConditionText> = decided.cloned().collect();
    if decided.is_empty() {
        return Vec::new();
    }
    lacking_answers(facts, &decided)
}

/// What collaborators answered, but for what came out: saying it once is enough.
fn answers_not_said(facts: &Facts<'_>) -> Vec<String> {
    let source = facts.source_of_result();
    let source = source.as_deref();
    let own = capitalised(&facts.stem());
    // How many rows were written is what came out, whatever that was.
    let rows = source.and_then(|source| written_rows(&decapitalised(source)));
    let is_said = |words: &String| {
        source.is_some_and(|source| words.starts_with(source) || words.starts_with(&own))
            || rows.is_some_and(|written| words.ends_with(written))
    };
    let mut all = answers(facts);
    all.retain(|words| !is_said(words));
    all
}

/// Names by how values relate to each other, and by what is so of each.
fn by_relations(facts: &Facts<'_>) -> Vec<String> {
    let plain = facts.named(None);
    // What a text begins or ends with is no reason for leaving it as it is.
    let outcome = facts.outcome();
    let is_left = outcome.ends_with("Unchanged");
    let is_edge = |words: &str| words.contains("StartsWith") || words.contains("EndsWith");
    // What replaces a sign does so wherever it stands.
    let mut verbs = ["Replaces", "Removes"].iter();
    let sign = verbs.find_map(|verb| outcome.strip_prefix(verb));
    let is_said = |words: &str| sign.is_some_and(|sign| words.ends_with(sign));
    // Most texts are words: that is a reason for a yes or a no at most.
    let decides = is_exclusive(&outcome.to_lowercase());
    let is_usual = |words: &str| !decides && words.ends_with("HasOnlyLetters");
    let properties = properties(facts, false).into_iter();
    let properties = properties
        .filter(|words| !(is_said(words) || is_left && is_edge(words) || is_usual(words)));
    let related = relations(facts).into_iter().chain(properties);
    related.map(|words| format!("{plain}When{words}")).collect()
}

/// Names by what an exception may come from: what its message complains of is the cause; what else is special about
/// the inputs, the answers and what was done before may be none.
fn by_causes(
    facts: &Facts<'_>,
    complaint: Option<&Complaint>,
    inputs: &[InputFact],
    receiver: &ReceiverWords,
) -> Vec<String> {
    let plain = facts.named(None);
    let special = inputs.iter().filter(|one| one.is_special()).cloned();
    let is_blamed = |one: &InputFact| one.standing == InputStanding::Blamed;
    let (blamed, special): (Vec<InputFact>, Vec<InputFact>) = special.partition(is_blamed);
    let mut names = stems(facts, &[], &blamed);
    if let Some(words) = complaint.map(Complaint::words) {
        names.push(format!("{plain}{words}"));
        // Another overload complains of the same.
        let overload = facts.by_overload();
        names.extend(overload.map(|it| format!("{plain}For{}{words}", it.words)));
    }
    if facts.complains_of_values() {
        names.extend(stems(facts, &[], &special));
    }
    let reasons = refusing_answers(facts).into_iter();
    let is_open = complaint.is_none() && blamed.is_empty() && special.is_empty();
    let missed = missed(facts).filter(|_| is_open);
    let reasons = reasons.chain(missed).chain(relations(facts));
    names.extend(reasons.map(|words| format!("{plain}When{words}")));
    let of_receiver = receiver.discriminating.iter();
    names.extend(of_receiver.map(|one| format!("{plain}{one}")));
    // What a text contains may be no reason, where the exception says which.
    if complaint.is_none() {
        names.extend(by_class_of_exception(facts));
        names.extend(by_relations(facts));
    }
    let overload = facts.by_overload();
    names.extend(overload.map(|it| format!("{plain}For{}", it.words)));
    let large = only_large_number(facts).filter(|_| complaint.is_none());
    names.extend(large.map(|words| facts.named(Some(&words))));
    if let [only] = inputs
        && !only.is_special()
    {
        names.push(facts.named(Some(&only.words)));
    }
    names
}

/// `LargePort` of the only number that the act is given and that is far from zero.
fn only_large_number(facts: &Facts<'_>) -> Option<String> {
    const LARGE: f64 = 10_000.0;
    let (act, _, arguments) = facts.callable()?;
    let given = act.parameter_names.iter().zip(arguments);
    let number = |var: &Var| match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Literal(literal) if !facts.immaterial.contains(*var) => literal.number(),
        _ => None,
    };
    let mut large = given.filter_map(|(name, var)| {
        let number = number(var).filter(|it| it.abs() >= LARGE && it.is_finite())?;
        let kind = if number < 0.0 {
            "LargeNegative"
        } else {
            "Large"
        };
        Some((name, kind))
    });
    let (name, kind) = large.next().filter(|_| large.next().is_none())?;
    let tells = says_something(name) && !is_one_of_many(name);
    tells.then(|| format!("{kind}{}", capitalised(name)))
}

/// `RejectsInvalidKeySpec` of an `InvalidKeySpecException`: the exception's class says what was wrong with what was
/// given.
fn by_class_of_exception(facts: &Facts<'_>) -> Option<String> {
    const FAULTS: [&str; 11] = [
        "Bad",
        "Corrupt",
        "Duplicate",
        "Incompatible",
        "Invalid",
        "Malformed",
        "Unknown",
        "Unrecognized",
        "Unresolvable",
        "Unsupported",
        "Illegal",
    ];
    // What these are about is none of their words.
    const OF_ANYTHING: [&str; 10] = [
        "Access",
        "Argument",
        "Class",
        "Monitor",
        "Object",
        "Operation",
        "Parameter",
        "Request",
        "State",
        "Thread",
    ];
    let class = simple_name(facts.thrown?);
    let told = class.strip_suffix("Exception")?;
    let fault = FAULTS.iter().find_map(|fault| told.strip_prefix(fault))?;
    // What an object is like is nothing that it was given.
    let is_state = ["Mode", "State"].iter().any(|it| fault.ends_with(it));
    let is_told = fault.starts_with(char::is_uppercase)
        && !is_state
        && !OF_ANYTHING.iter().any(|word| fault.starts_with(word));
    let takes = takes_something(facts);
    (takes && is_told).then(|| format!("{}Rejects{told}", facts.stem()))
}

/// Names by values as they are spelt, for tests that nothing else tells apart.
fn spelt_names(
    facts: &Facts<'_>,
    goals: &[GoalText],
    inputs: &[InputFact],
    receiver: &ReceiverWords,
) -> Vec<String> {
    let plain = facts.named(None);
    let stems = stems(facts, goals, inputs);
    let mut names = stems.clone();
    let goals = goals.iter().filter(|goal| !speaks_of_obscure(facts, goal));
    let goals: Vec<String> = goals.filter_map(goal_words).collect();
    for receiver in &receiver.discriminating {
        names.extend(stems.iter().map(|stem| format!("{stem}{receiver}")));
    }
    names.extend(goals.iter().map(|goal| format!("{plain}When{goal}")));
    let others = receiver.of_origin.iter().chain(&receiver.values);
    names.extend(others.map(|words| format!("{plain}{words}")));
    let exact = exact_words(facts);
    if !exact.is_empty() {
        let exact = facts.named(Some(&exact.join("And")));
        names.push(exact.clone());
        names.extend(receiver.all().map(|receiver| format!("{exact}{receiver}")));
    }
    for goal in &goals {
        names.extend(stems.iter().map(|stem| format!("{stem}When{goal}")));
    }
    names.extend(last_resorts(facts, &stems, inputs));
    names.push(plain);
    names.extend(very_last_resorts(facts));
    names
}

/// Whether what is said of an input is more than how it is spelt: signs, digits and numbers of elements are no words.
fn reads_well(words: &str) -> bool {
    const SPELT: [&str; 14] = [
        "Minus",
        "Slash",
        "Underscore",
        "Point",
        "Colon",
        "Comma",
        "Hash",
        "Star",
        "OfLength",
        "Quote",
        "Dollar",
        "Exclamation",
        "Letter",
        "Space",
    ];
    // What a parameter or a class is called is no number and no sign: `NullElement1`, `SamePoint`.
    if ["Equal", "Null", "Same"]
        .iter()
        .any(|it| words.starts_with(it))
    {
        return true;
    }
    let said = words.replace("HashMap", "Map").replace("HashSet", "Set");
    // `Command` is no comma, and nothing that starts a star.
    let is_said = |sign: &&str| {
        let mut places = said.match_indices(*sign);
        places.any(|(at, _)| !said[at + sign.len()..].starts_with(char::is_lowercase))
    };
    let has_sign = SPELT.iter().any(is_said) && !words.contains("With");
    let is_count = words.contains("With") && words.contains("Element");
    words.len() >= 3
        && !words.starts_with("Positive")
        && !has_sign
        && !is_count
        && !words.contains(|c: char| c.is_ascii_digit())
}

/// Names of like tests of which even the values are too long for a name: by what only one of them does or holds.
fn very_last_resorts(facts: &Facts<'_>) -> Vec<String> {
    let (stem, plain) = (facts.stem(), facts.named(None));
    let outcome = exact_outcome(facts);
    let mut names: Vec<String> = outcome
        .map(|outcome| format!("{stem}{outcome}"))
        .into_iter()
        .collect();
    let differences = differences(facts);
    names.extend(differences.iter().map(|one| format!("{plain}{one}")));
    for (at, one) in differences.iter().enumerate() {
        let later = differences[at + 1..].iter();
        names.extend(later.map(|other| format!("{plain}{one}{other}")));
    }
    names
}

/// Names by the types of the parameters; then, where what comes out takes many words, by what goes in alone.
fn last_resorts(facts: &Facts<'_>, stems: &[String], inputs: &[InputFact]) -> Vec<String> {
    let mut names = Vec::new();
    let types = parameter_types(facts);
    if !types.is_empty() {
        names.extend(stems.iter().map(|stem| format!("{stem}With{types}")));
    }
    let stem = facts.stem();
    // Whose property it is that was too long to tell.
    let class = facts.class_of_result();
    let returned = class.map(|class| format!("{stem}Returns{class}"));
    let with_input = |one: &InputFact| {
        let plain = returned.as_ref().unwrap_or(&stem);
        format!("{plain}For{}", one.words)
    };
    names.extend(inputs.iter().map(with_input));
    names.extend(returned.clone());
    names
}

/// The parameter types of the method in words, to tell overloads apart: `FloatArray`, `IntAndString`.
fn parameter_types(facts: &Facts<'_>) -> String {
    let Some((callable, ..)) = facts.callable() else {
        return String::new();
    };
    if !callable.descriptor.starts_with('(') {
        return String::new();
    }
    let parameters = descriptor_types(&callable.descriptor).0;
    let words: Vec<String> = parameters
        .iter()
        .map(|ty| capitalised(&crate::written::short_type(ty)).replace("[]", "Array"))
        .collect();
    words.join("And")
}

impl Facts<'_> {
    /// The name of what is tested: the method, `newCart`, `constructor`.
    fn stem(&self) -> String {
        if let Some(told) = self.told_call() {
            return told.callable.name.clone();
        }
        let Some((callable, ..)) = self.callable() else {
            return "test".to_owned();
        };
        match callable.kind {
            CallableKind::Constructor if self.thrown.is_some() => "constructor".to_owned(),
            CallableKind::Constructor => {
                format!("new{}", capitalised(simple_name(&callable.owner)))
            }
            CallableKind::StaticFieldRead | CallableKind::FieldRead => {
                decapitalised(&callable.name)
            }
            CallableKind::FieldWrite
            | CallableKind::InjectedField
            | CallableKind::HeldField
            | CallableKind::StaticFieldWrite => {
                format!("setting{}", constant_words(&callable.name))
            }
            _ => self.with_views(callable),
        }
    }

    /// The method, behind those that gave the view it is called on: `entrySetIteratorHasNext`.
    fn with_views(&self, callable: &Callable) -> String {
        const MOST: usize = 2;
        let mut words = vec![callable.name.clone()];
        let mut called = (
            callable,
            self.callable().and_then(|(_, receiver, _)| receiver),
        );
        while let (method, Some(view)) = called
            && let Some((maker, _)) = self.maker_of_view(method, view)
            && words.len() <= MOST
        {
            words.push(maker.name.clone());
            let of_maker = match &self.statements[usize::from(view.0)].kind {
                StatementKind::Call { receiver, .. } => *receiver,
                _ => None,
            };
            called = (maker, of_maker);
        }
        let (last, others) = words.split_last().expect("the method is one");
        let others = others.iter().rev().map(|word| capitalised(word));
        std::iter::once(last.clone()).chain(others).collect()
    }

    /// The whole name with one condition.
    fn named(&self, condition: Option<&str>) -> String {
        let stem = self.stem();
        let Some(class) = self.thrown else {
            let outcome = self.outcome();
            if let Some(subject) = condition.and_then(nan_subject) {
                return format!("{stem}{outcome}When{subject}IsNaN");
            }
            return match condition {
                Some(condition) if outcome == CREATES => format!("{stem}Accepts{condition}"),
                Some(condition) => format!("{stem}{outcome}For{condition}"),
                None => format!("{stem}{outcome}"),
            };
        };
        match condition {
            Some(condition) if self.rejects() => format!("{stem}Rejects{condition}"),
            Some(condition) => format!("{stem}Throws{}For{condition}", simple_name(class)),
            None => format!("{stem}Throws{}", simple_name(class)),
        }
    }

    /// What sets an overload apart that takes one thing of another type last: `StringValue`.
    fn by_overload(&self) -> Option<Overload> {
        let (callable, ..) = self
            .subject()
            .filter(|(it, ..)| it.descriptor.starts_with('('))?;
        let parameters = descriptor_types(&callable.descriptor).0;
        let of_class = self
            .cluster
            .under_test()
            .iter()
            .map(|id| self.cluster.callable(*id));
        let others = of_class.filter(|other| {
            other.name == callable.name
                && other.owner == callable.owner
                && other.descriptor != callable.descriptor
                && other.parameters.len() == callable.parameters.len()
        });
        let others: Vec<_> = others
            .map(|other| descriptor_types(&other.descriptor).0)
            .collect();
        let differing = |at: &usize| {
            let own = parameters.get(*at);
            others.iter().filter(|types| types.get(*at) != own).count()
        };
        let at = (0..parameters.len()).max_by_key(differing)?;
        if differing(&at) == 0 {
            return self.by_further_parameters(callable);
        }
        let typed = |at: usize| {
            let name = callable.parameter_names.get(at)?;
            Some(TypedSubject {
                subject: capitalised(name),
                words: with_type(name, &parameters[at]),
            })
        };
        let told = typed(at)?;
        let names = callable.parameter_names.iter().enumerate();
        let is_told = |(at, name): &(usize, &String)| differing(at) > 0 && says_something(name);
        let of_all = names.filter(is_told).filter_map(|(at, _)| typed(at));
        Some(Overload {
            words: told.words,
            typed: of_all.collect(),
        })
    }

    /// What an overload takes beside what another one takes: `NCopies`.
    fn by_further_parameters(&self, callable: &Callable) -> Option<Overload> {
        const MOST: usize = 2;
        let of_class = self.cluster.under_test().iter();
        let mut shorter = of_class
            .map(|id| self.cluster.callable(*id))
            .filter(|other| {
                let names = &other.parameter_names;
                let is_named = names.len() == other.parameters.len();
                let mut names = names.iter();
                let stands_within =
                    is_named && names.all(|name| callable.parameter_names.contains(name));
                other.name == callable.name
                    && other.owner == callable.owner
                    && other.parameters.len() < callable.parameters.len()
                    && (callable.parameters.starts_with(&other.parameters) || stands_within)
            });
        let other = shorter.next()?;
        let shared = other.parameters.len();
        let mut further: Vec<&String> = callable.parameter_names.iter().collect();
        if callable.parameters.starts_with(&other.parameters) {
            further = further.split_off(shared.min(further.len()));
        } else {
            further.retain(|name| !other.parameter_names.contains(name));
        }
        let is_told = shared > 0
            && (1..=MOST).contains(&further.len())
            && further.iter().all(|name| says_something(name));
        let words: Vec<String> = further.iter().map(|name| capitalised(name)).collect();
        is_told.then(|| Overload {
            words: words.join("And"),
            typed: Vec::new(),
        })
    }

    /// Whether the call only gives what an object holds, whatever that is.
    fn only_looks(&self) -> bool {
        self.callable().is_some_and(|(callable, ..)| {
            let is_read = ["get", "to"].iter().any(|verb| {
                let rest = callable.name.strip_prefix(verb);
                rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
            });
            (is_read || callable.name == "hashCode") && callable.parameters.is_empty()
        })
    }

    /// Whether a condition is about something that the call was given, or the object that it is called on.
    fn is_about_parameter(&self, phrase: &Phrase) -> bool {
        let Some((callable, ..)) = self.callable() else {
            return false;
        };
        let mut names: Vec<String> = callable.parameter_names.clone();
        names.extend(self.receiver_word());
        let begins = |name: &String| phrase.subject().starts_with(&capitalised(name));
        names.iter().any(begins)
    }

    /// The number that the call is given as the parameter of this name.
    fn number_called(&self, subject: &str) -> Option<f64> {
        let (callable, _, arguments) = self.callable()?;
        let mut given = callable.parameter_names.iter().zip(arguments);
        let (_, var) = given.find(|(name, _)| capitalised(name) == subject)?;
        match &self.statements[usize::from(var.0)].kind {
            StatementKind::Literal(literal) => literal.number(),
            _ => None,
        }
    }

    /// Whether a condition is about something that made the receiver.
    fn is_about_maker(&self, phrase: &Phrase) -> bool {
        let subject = crate::types::variables::decapitalised(phrase.subject());
        self.is_given_to_receiver(&subject)
    }

    /// How the object that `equals` is given differs from its own.
    fn compared(&self) -> Option<String> {
        let (_, _, given) = self.callable()?;
        let [other] = given else { return None };
        equality_words(self, *other)
    }

    /// Whether the exception is one that values which are none, or out of their range, cause.
    fn complains_of_values(&self) -> bool {
        const CAUSED: [&str; 6] = [
            "NullPointerException",
            "IndexOutOfBoundsException",
            "NegativeArraySizeException",
            "ArithmeticException",
            "NumberFormatException",
            "DateTimeException",
        ];
        let class = self.thrown.unwrap_or_default();
        self.rejects() || CAUSED.iter().any(|one| class.ends_with(one))
    }

    /// Whether what made the receiver was given a text.
    fn is_made_of_text(&self) -> bool {
        let receiver = self.callable().and_then(|(_, receiver, _)| receiver);
        let is_text = |var: &Var| {
            let kind = &self.statements[usize::from(var.0)].kind;
            matches!(kind, StatementKind::Literal(Literal::Text(_)))
        };
        receiver.is_some_and(
            |receiver| match &self.statements[usize::from(receiver.0)].kind {
                StatementKind::Call { arguments, .. } => arguments.iter().any(is_text),
                _ => false,
            },
        )
    }

    /// Whether the receiver is new and was given something when it was made.
    fn is_made_of_something(&self) -> bool {
        let receiver = self.callable().and_then(|(_, receiver, _)| receiver);
        receiver.is_some_and(|var| {
            matches!(&self.statements[usize::from(var.0)].kind,
                StatementKind::Call { arguments, .. } if !arguments.is_empty())
        })
    }

    /// Whether the exception says that an argument is not accepted.
    fn rejects(&self) -> bool {
        let is_one = |class| is_subclass(self.cluster, class, "java.lang.IllegalArgumentException");
        self.thrown.is_some_and(|class| is_one(class) == Some(true))
    }

    /// The whole name with what held, and what held besides.
    fn when(&self, condition: &Phrase, other: Option<&Phrase>) -> String {
        let number = self.number_called(condition.subject());
        let sharper = number.map(|number| condition.of_number(number));
        let condition = sharper.as_ref().unwrap_or(condition);
        let besides = other.map_or_else(String::new, |other| format!("And{}", other.condition()));
        if self.rejects()
            && let Some(value) = condition.value()
            && (self.is_about_parameter(condition) || self.is_about_maker(condition))
        {
            let besides = besides.replacen("And", "When", 1);
            return format!("{}{besides}", self.named(Some(&value)));
        }
        format!("{}When{}{besides}", self.named(None), condition.condition())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_the_act_failed_is_no_complaint() {
        let fails = |words: &str, act: &str| {
            let names = ["text", "value"].map(str::to_owned);
            says_that_act_failed(words, act, &names)
        };
        assert!(fails("WhenTextCouldNotBeParsed", "parse"));
        assert!(fails("WhenTextCannotBeParsedToPeriod", "parse"));
        assert!(fails("WhenValueCannotBeConverted", "convertToType"));
        assert!(fails("WhenValueCannotBeWritten", "write"));
        // These say which, or why.
        assert!(!fails("WhenLastAdminCannotBeDeleted", "delete"));
        assert!(!fails("WhenTextCannotBeParsedBecauseItIsEmpty", "parse"));
        assert!(!fails("WhenTextCouldNotBeParsed", "read"));
        assert!(!fails("ForInvalidNumber", "parse"));
    }
}
