//! Conditions in the words of the documentation, as the end of a test's name: takes how the act ended and what its
//! Javadoc says of that, gives `WhenEnumNameIsValid`.

use goalline_testcase::{Literal, Observed, PLAIN_WORDS, StatementKind, Var, name_words};

use crate::{
    assertions::{facts::Facts, inspectors::first_word, promises::DocumentedEnd},
    naming::{
        complaints::VERBS, condition_syntax::parse, held_conditions::truth,
        receiver_words::is_participle,
    },
    types::variables::{capitalised, decapitalised},
};

/// Longest that a name can hold.
const LONGEST: usize = 60;

/// What is so when the call ends as it did; none where the documentation says nothing, or what is not so here.
pub(crate) fn documented_words(facts: &Facts<'_>) -> Option<String> {
    let (callable, ..) = facts.callable()?;
    // What is refused may be so because it was done before.
    let is_condition =
        |words: &String| facts.thrown.is_some() || !says_what_was_done(words, &callable.name);
    ended_so(facts).filter(is_condition)
}

/// Whether the words only say that the call did what it is called: `WhenSymbolIsDefined` of `defineSymbol`, which gives
/// whether it has.
fn says_what_was_done(words: &str, method: &str) -> bool {
    let done = ["Is", "Are"].iter().find_map(|verb| {
        let (_, rest) = words.rsplit_once(verb)?;
        Some(rest.strip_prefix("Not").unwrap_or(rest).to_lowercase())
    });
    done.is_some_and(|done| is_participle(&done, first_word(method)))
}

/// What the documentation says of a call that ended so.
fn ended_so(facts: &Facts<'_>) -> Option<String> {
    let (callable, ..) = facts.callable()?;
    let said = |end| facts.promises.condition_of(callable, end);
    if let Some(class) = facts.thrown {
        return words(facts, &said(DocumentedEnd::Thrown(class))?, true);
    }
    match facts.result()? {
        Observed::Null => {
            let found = words(facts, &said(DocumentedEnd::Returned("null"))?, true);
            found.filter(|words| !(words.starts_with("WhenNo") && is_there(facts)))
        }
        Observed::Literal(Literal::Boolean(true)) => {
            words(facts, &said(DocumentedEnd::Returned("true"))?, true)
        }
        Observed::Literal(Literal::Boolean(false)) => {
            let own = said(DocumentedEnd::Returned("false"));
            let own = own.and_then(|own| words(facts, &own, true));
            own.or_else(|| words(facts, &said(DocumentedEnd::Returned("true"))?, false))
        }
        _ => None,
    }
}

/// Whether what the act is asked for was told to an object before: that there is none such is not why.
fn is_there(facts: &Facts<'_>) -> bool {
    let literal = |var: &Var| match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Literal(literal) => Some(literal.clone()),
        _ => None,
    };
    let Some((.., asked)) = facts.callable() else {
        return false;
    };
    let mut before = facts.statements[..facts.act].iter();
    before.any(|it| match &it.kind {
        StatementKind::Call { arguments, .. } => arguments.iter().any(|told| {
            let is_it = |one: &Var| literal(one).is_some() && literal(one) == literal(told);
            asked.iter().any(is_it)
        }),
        _ => false,
    })
}

/// The value that is asked about, where the condition only says what the method's name asks: `ForLocalhost` in place of
/// `WhenDomainIsValid` of `isValidDomain`.
pub(crate) fn value_asked_about(facts: &Facts<'_>, condition: &str) -> Option<String> {
    const LONGEST_VALUE: usize = 20;
    let (.., arguments) = facts.callable()?;
    let [value] = arguments else { return None };
    let StatementKind::Literal(Literal::Text(text)) = &facts.statements[usize::from(value.0)].kind
    else {
        return None;
    };
    let text = text.to_text();
    let is_word = (2..=LONGEST_VALUE).contains(&text.len())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-')
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && !PLAIN_WORDS.contains(&&*text);
    let words: String = text.split(['.', '-']).map(capitalised).collect();
    (says_what_is_asked(facts, condition) && is_word).then_some(words)
}

/// Whether a condition only says what the method's name asks.
pub(crate) fn says_what_is_asked(facts: &Facts<'_>, condition: &str) -> bool {
    let Some((callable, ..)) = facts.callable() else {
        return false;
    };
    let asked = name_words(&callable.name);
    let said = name_words(condition);
    let is_question = asked
        .first()
        .is_some_and(|verb| verb == "i" || verb == "is");
    is_question && said.last().is_some_and(|last| asked.contains(last))
}

/// The same facts where the documentation has a noun for what the call gives that the method's name does not say.
pub(crate) fn with_documented_result<'a>(facts: &Facts<'a>) -> Option<Facts<'a>> {
    const LONGEST_NOUN: usize = 40;
    let (callable, ..) = facts.callable().filter(|_| facts.thrown.is_none())?;
    let noun = facts.promises.result_of(callable)?;
    let joined: String = noun.split(' ').map(capitalised).collect();
    let is_said = callable
        .name
        .to_lowercase()
        .contains(&joined.to_lowercase());
    let is_said = is_said
        || joined
            .to_lowercase()
            .starts_with(&callable.name.to_lowercase());
    // `the input string, in quotes where…` is not the input.
    let first = noun.split(' ').next().unwrap_or_default();
    let is_given = ["input", "original", "unchanged"].contains(&first)
        || callable.parameter_names.iter().any(|name| name == first);
    (!is_said && !is_given && joined.len() <= LONGEST_NOUN).then(|| Facts {
        documented: Some(joined),
        ..facts.clone()
    })
}

/// The end of a name of a sentence, or of its opposite.
fn words(facts: &Facts<'_>, sentence: &str, is_so: bool) -> Option<String> {
    let spoken = spoken(sentence, facts.receiver_word().as_deref())?;
    let spoken = the_one_of_two(facts, &spoken)
        .filter(|_| is_so)
        .unwrap_or(spoken);
    let is_otherwise = speaks_of_null(facts, &spoken) == Some(!is_so)
        || speaks_of_number(facts, &spoken) == Some(!is_so);
    if is_otherwise || is_said_in_vain(facts, &spoken, is_so) {
        return None;
    }
    let spoken = if is_so { spoken } else { opposite(&spoken)? };
    let joined: String = spoken.iter().map(|word| capitalised(word)).collect();
    let found = format!("When{joined}");
    (found.len() <= LONGEST).then_some(found)
}

/// Whether the sentence speaks of a `null` though the act is given none, of one of several though there are none, or
/// has no end.
fn is_said_in_vain(facts: &Facts<'_>, spoken: &[String], is_so: bool) -> bool {
    const BEING: [&str; 6] = ["are", "be", "has", "have", "is", "was"];
    let Some((callable, _, arguments)) = facts.callable() else {
        return false;
    };
    let given = |var: &Var| &facts.statements[usize::from(var.0)].kind;
    let says = |word: &str| spoken.iter().any(|it| it.eq_ignore_ascii_case(word));
    let is_null = |var: &Var| matches!(given(var), StatementKind::Null);
    let is_of_null =
        is_so && says("null") && !arguments.is_empty() && !arguments.iter().any(is_null);
    let mut named = callable.parameter_names.iter().zip(arguments);
    let is_of_none = named.any(|(name, var)| {
        let is_empty =
            matches!(given(var), StatementKind::Array { elements } if elements.is_empty());
        is_empty && says(name) && says("of")
    });
    let ends = spoken
        .last()
        .is_none_or(|last| !BEING.contains(&&*last.to_lowercase()));
    is_of_null || is_of_none || !ends
}

/// The words of a sentence with a subject and a verb, without articles; `this` and `it` are the object.
fn spoken(sentence: &str, object: Option<&str>) -> Option<Vec<String>> {
    const LEFT_OUT: [&str; 9] = [
        "a",
        "an",
        "the",
        "given",
        "specified",
        "supplied",
        "provided",
        "passed",
        "any",
    ];
    // Which one of several does not matter; that it is one of them does.
    let sentence = sentence.replace("any of", "one of");
    let words = sentence.split_whitespace();
    let mut words: Vec<String> = words
        .flat_map(|word| word.split('-'))
        .map(|word| {
            word.trim_matches(['\'', '"', '#', '(', ')'])
                .replace("'s", "")
                .replace(['\'', '.'], "")
        })
        .filter(|word| !word.is_empty() && !LEFT_OUT.contains(&word.to_lowercase().as_str()))
        .collect();
    let first = words.first()?.to_lowercase();
    // Who several are is said elsewhere.
    if first == "they" {
        return None;
    }
    if matches!(first.as_str(), "this" | "it") {
        let is_verb = words.get(1).is_some_and(|word| VERBS.contains(&&**word));
        match object {
            Some(object) if is_verb => object.clone_into(&mut words[0]),
            _ => _ = words.remove(0),
        }
    }
    // Of two reasons nobody knows which one it is; what something is due to is a reason as well.
    if let Some(at) = words.iter().position(|word| word == "due") {
        words.truncate(at);
    }
    let or = words.iter().rposition(|word| word == "or");
    if or.is_some_and(|at| words.len() - at > 2) {
        return None;
    }
    let is_plain = words.iter().all(|word| {
        word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !word.starts_with(|c: char| c.is_ascii_digit())
    });
    let verb = words
        .iter()
        .position(|word| VERBS.contains(&&*word.to_lowercase()));
    let is_sentence = verb.is_some_and(|at| at > 0 && at + 1 < words.len());
    (is_plain && is_sentence).then_some(words)
}

/// `keys is empty` of `keys is null or empty`, where they are: the one of the two that is so.
fn the_one_of_two(facts: &Facts<'_>, spoken: &[String]) -> Option<Vec<String>> {
    let [sentence @ .., one, or, other] = spoken else {
        return None;
    };
    let is_state = |word: &str| ["null", "empty", "blank"].contains(&word);
    if or != "or" || !is_state(one) || !is_state(other) {
        return None;
    }
    let (null, state) = match (one.as_str(), other.as_str()) {
        ("null", state) | (state, "null") => ("null", state),
        _ => return None,
    };
    let with = |word: &str| [sentence, &[word.to_owned()]].concat();
    // `speaks_of_null` knows `is` only.
    let asked = match sentence {
        [subject @ .., _] => [subject, &["is".to_owned(), null.to_owned()]].concat(),
        [] => return None,
    };
    Some(with(if speaks_of_null(facts, &asked)? {
        null
    } else {
        state
    }))
}

/// Whether the argument that the sentence says to be `null` is.
fn speaks_of_null(facts: &Facts<'_>, spoken: &[String]) -> Option<bool> {
    let [subject @ .., verb, null] = spoken else {
        return None;
    };
    if null != "null" || verb != "is" {
        return None;
    }
    let joined: String = subject.iter().map(|word| capitalised(word)).collect();
    truth(
        facts,
        &parse(&format!("{} == null", decapitalised(&joined)))?,
    )
}

/// Whether the argument that the sentence says to be negative, positive or zero is; none where that is not seen.
fn speaks_of_number(facts: &Facts<'_>, spoken: &[String]) -> Option<bool> {
    let [subject @ .., verb, state] = spoken else {
        return None;
    };
    let compared = match state.as_str() {
        "negative" => "< 0",
        "positive" => "> 0",
        "zero" => "== 0",
        _ => return None,
    };
    let joined: String = subject.iter().map(|word| capitalised(word)).collect();
    let asked = parse(&format!("{} {compared}", decapitalised(&joined)))?;
    truth(facts, &asked).filter(|_| verb == "is")
}

/// The sentence with a `not` behind its verb, or that it is so of none of several; none where it is no simple one.
fn opposite(spoken: &[String]) -> Option<Vec<String>> {
    let is_joined = spoken.iter().any(|word| {
        matches!(
            word.as_str(),
            "or" | "and" | "not" | "no" | "both" | "either"
        )
    });
    let at = spoken
        .iter()
        .position(|word| matches!(word.as_str(), "is" | "are" | "was" | "can"))?;
    if is_joined || spoken.get(at) == Some(&"can".to_owned()) {
        return None;
    }
    let mut opposite = spoken.to_vec();
    if spoken.starts_with(&["one".to_owned(), "of".to_owned()]) {
        "none".clone_into(&mut opposite[0]);
        return Some(opposite);
    }
    opposite.insert(at + 1, "not".to_owned());
    Some(opposite)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(sentence: &str) -> Option<String> {
        spoken(sentence, Some("Money")).map(|words| words.join(" "))
    }

    #[test]
    fn that_a_call_did_what_it_is_called_is_no_condition() {
        // Before: defineSymbolReturnsFalseWhenSymbolIsNotDefined of one that had been defined before.
        assert!(says_what_was_done("WhenSymbolIsDefined", "defineSymbol"));
        assert!(says_what_was_done("WhenSymbolIsNotDefined", "defineSymbol"));
        assert!(!says_what_was_done("WhenSymbolIsDefined", "addSymbol"));
        assert!(!says_what_was_done("WhenSymbolHasText", "defineSymbol"));
    }

    #[test]
    fn a_sentence_is_told_without_articles_and_of_the_object() {
        assert_eq!(
            said("the enum name is valid").as_deref(),
            Some("enum name is valid")
        );
        assert_eq!(
            said("this is negative").as_deref(),
            Some("Money is negative")
        );
        assert_eq!(said("not found"), None);
        assert_eq!(said("they are converted to absolute"), None);
        assert_eq!(said("an error is raised or no place has been set"), None);
        assert_eq!(
            said("the size is zero or less").as_deref(),
            Some("size is zero or less")
        );
        assert_eq!(
            said("the request was not executed due to cancellation").as_deref(),
            Some("request was not executed")
        );
        assert_eq!(said("x > 3 is so"), None);
    }

    #[test]
    fn the_opposite_of_a_simple_sentence_has_a_not() {
        let not = |sentence: &str| {
            let words: Vec<String> = sentence.split(' ').map(str::to_owned).collect();
            opposite(&words).map(|words| words.join(" "))
        };
        assert_eq!(not("name is valid").as_deref(), Some("name is not valid"));
        assert_eq!(not("name is null or blank"), None);
        assert_eq!(not("list contains name"), None);
        assert_eq!(
            not("one of words are found").as_deref(),
            Some("none of words are found")
        );
    }
}
