//! What a method gives, in the words of its documentation: takes Javadoc, gives the noun of `@return`, or of a first
//! sentence that says what is returned: `smallest of values`. Names of tests tell it in place of the value.

use crate::sources::{documented_conditions::without_markup, javadoc_examples::plain};

/// Most words of such a noun: longer ones end before one of [`BETWEEN`].
const MOST_WORDS: usize = 5;

/// Verbs that a sentence begins with that says what is returned.
const VERBS: [&str; 14] = [
    "return",
    "returns",
    "get",
    "gets",
    "compute",
    "computes",
    "calculate",
    "calculates",
    "find",
    "finds",
    "determine",
    "determines",
    "retrieve",
    "retrieves",
];

/// Words that nothing is lost without.
const LEFT_OUT: [&str; 20] = [
    "a",
    "an",
    "the",
    "this",
    "given",
    "specified",
    "supplied",
    "provided",
    "passed",
    "resulting",
    "corresponding",
    "new",
    "newly",
    "created",
    "current",
    "any",
    "fresh",
    "immutable",
    "read-only",
    "unmodifiable",
];

/// Words that a noun goes on behind.
const BETWEEN: [&str; 14] = [
    "of", "in", "for", "from", "to", "at", "by", "with", "as", "within", "after", "before",
    "between", "on",
];

/// Words that end the noun: what follows is about something else.
const ENDS: [&str; 20] = [
    "if",
    "when",
    "or",
    "which",
    "that",
    "where",
    "otherwise",
    "unless",
    "is",
    "are",
    "was",
    "has",
    "have",
    "will",
    "can",
    "may",
    "never",
    "not",
    "using",
    "such",
];

/// Words that say more of a noun that stands before them: `code corresponding to the text`.
const MORE_OF_IT: [&str; 16] = [
    "based",
    "consisting",
    "containing",
    "corresponding",
    "denoting",
    "derived",
    "describing",
    "ending",
    "holding",
    "indicating",
    "matching",
    "obtained",
    "produced",
    "representing",
    "specifying",
    "starting",
];

/// Words that no noun begins with.
const NO_NOUN: [&str; 16] = [
    "true",
    "false",
    "null",
    "whether",
    "if",
    "itself",
    "it",
    "self",
    "reference",
    "see",
    "zero",
    "one",
    "same",
    "and",
    "instance",
    "representation",
];

/// Words that say nothing alone about what it is.
const ALONE: [&str; 26] = [
    "object",
    "result",
    "value",
    "results",
    "values",
    "string",
    "boolean",
    "int",
    "integer",
    "long",
    "double",
    "float",
    "list",
    "array",
    "set",
    "map",
    "type",
    "copy",
    "text",
    "number",
    "collection",
    "iterator",
    "stream",
    "builder",
    "index",
    "byte",
];

/// Words behind which stands in what the result differs from what it is called before.
const CHANGED: [&str; 3] = ["after", "with", "where"];

/// The noun that a documentation comment has for what is returned, without articles; none where it has no short one.
pub(crate) fn documented_result(javadoc: &str) -> Option<String> {
    let text = without_markup(&plain(
        javadoc.trim_end_matches("*/").trim_start_matches("/**"),
    ));
    let mut parts = text.split('@');
    let description = parts.next().unwrap_or_default();
    let tag = parts.find_map(|tag| tag.strip_prefix("return"));
    let told = tag.filter(|tag| tag.starts_with(char::is_whitespace));
    told.and_then(noun)
        .or_else(|| noun(after_verb(description)?))
}

/// What follows the verb of a first sentence that says what is returned.
fn after_verb(description: &str) -> Option<&str> {
    let (verb, rest) = description.trim().split_once(char::is_whitespace)?;
    VERBS.contains(&&*verb.to_lowercase()).then_some(rest)
}

/// The words that a text begins with, up to where something else is told.
fn noun(text: &str) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_changed = false;
    for (at, raw) in text.split_whitespace().enumerate() {
        let word = raw.trim_matches(|c: char| !c.is_alphanumeric());
        let lower = word.to_lowercase();
        if raw.contains('[') {
            // `byte[]` is a type, and no word.
            return None;
        }
        let is_verb = at == 0 && VERBS.contains(&&*lower);
        if !words.is_empty() && MORE_OF_IT.contains(&&*lower) {
            break;
        }
        if ENDS.contains(&&*lower) || raw.starts_with('(') || (word.is_empty() && !words.is_empty())
        {
            is_changed = CHANGED.contains(&&*lower);
            break;
        }
        if !is_verb && !LEFT_OUT.contains(&&*lower) {
            words.push(word.to_owned());
        }
        if raw.ends_with([',', '.', ';', ':', ')']) {
            break;
        }
    }
    let all = words.clone();
    let words = shortened(words)?;
    let cut = all.get(words.len()).map(|word| word.to_lowercase());
    is_changed |= cut.is_some_and(|word| CHANGED.contains(&&*word));
    let is_plain = |word: &String| {
        word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && word.starts_with(|c: char| c.is_alphabetic())
    };
    let split: Vec<String> = words
        .iter()
        .flat_map(|word| word.split('-'))
        .map(str::to_owned)
        .collect();
    let first = split.first()?.to_lowercase();
    // `the long value` says no more than its type.
    let is_vague = split
        .iter()
        .all(|word| ALONE.contains(&&*word.to_lowercase()))
        || split
            .iter()
            .any(|word| word.eq_ignore_ascii_case("representation"));
    // `the value of the holder with the bits set` is another value: what it is like is left out.
    let is_another = is_changed && ALONE.contains(&&*first);
    let is_noun =
        !is_another && !NO_NOUN.contains(&&*first) && !is_vague && split.iter().all(is_plain);
    is_noun.then(|| split.join(" "))
}

/// So many words that a name can hold them; none where they do not end anywhere before.
fn shortened(mut words: Vec<String>) -> Option<Vec<String>> {
    let is_between = |word: &String| BETWEEN.contains(&&*word.to_lowercase());
    while words.len() > MOST_WORDS {
        let at = words.iter().rposition(is_between)?;
        words.truncate(at);
    }
    while words.last().is_some_and(is_between) {
        words.pop();
    }
    (!words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<String> {
        documented_result(&format!("/**\n * {text}\n */"))
    }

    #[test]
    fn what_is_said_of_the_noun_behind_it_is_left_out() {
        let code = Some("DM Soundex code".to_owned());
        assert_eq!(
            of("@return A DM Soundex code corresponding to the String supplied."),
            code
        );
        assert_eq!(of("@return the corresponding DM Soundex code"), code);
        assert_eq!(of("@return A string containing a set of codes."), None);
        assert_eq!(of("@return The long value."), None);
    }

    #[test]
    fn what_is_returned_is_told_without_articles_up_to_where_something_else_begins() {
        let told = |text: &str| of(&format!("Does it.\n * @return {text}"));
        assert_eq!(
            told("the minimum value in the array").as_deref(),
            Some("minimum value in array")
        );
        assert_eq!(
            told("An unmodifiable list of the names").as_deref(),
            Some("list of names")
        );
        assert_eq!(
            told("the index of the match, or -1 if there is none").as_deref(),
            Some("index of match")
        );
        assert_eq!(
            told("the {@code largest} of the values").as_deref(),
            Some("largest of values")
        );
        assert_eq!(
            told("The document serialized as a string").as_deref(),
            Some("document serialized as string")
        );
        assert_eq!(
            told("the number of non-empty lines of the whole text behind the cursor").as_deref(),
            Some("number of non empty lines")
        );
    }

    #[test]
    fn words_that_do_not_say_what_it_is_are_none() {
        for text in [
            "true if it is so",
            "this",
            "a reference to this object",
            "the result",
            "null, always",
            "<code>-1</code> where nothing is found",
            "whether it is so",
            "a byte[] containing the bytes",
            "the value of holder with the specified bits set",
            "a copy of the text where blanks are none",
        ] {
            assert_eq!(of(&format!("Does it.\n * @return {text}")), None, "{text}");
        }
        assert_eq!(of("Does it."), None);
    }

    #[test]
    fn a_first_sentence_that_says_what_is_returned_is_as_good() {
        assert_eq!(
            of("Returns the initials of the name.").as_deref(),
            Some("initials of name")
        );
        assert_eq!(of("Sets the name of the cart."), None);
    }
}
