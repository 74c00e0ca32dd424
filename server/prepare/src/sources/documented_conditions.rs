//! When a method ends as it does, in the words of its documentation: takes Javadoc, gives the conditions that `@throws`
//! and `@return` name. Names of tests tell them.

use crate::sources::javadoc_examples::plain;

/// Most words of a condition: longer ones are no part of a name.
const MOST_WORDS: usize = 10;

/// What Javadoc says of how a method ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DocumentedConditions {
    /// Simple names of exceptions with what is so when they are thrown, one for each tag.
    thrown: Vec<Clause>,
    /// What is returned (`true`, `false`, `null`), with what is so then.
    returned: Vec<Clause>,
}

/// An end, and what is so then.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Clause {
    end: String,
    condition: Option<String>,
}

impl DocumentedConditions {
    /// Reads one documentation comment.
    pub(crate) fn of(javadoc: &str) -> Self {
        let text = without_markup(&plain(javadoc.trim_end_matches("*/")));
        let mut found = Self::default();
        for tag in text.split('@').skip(1) {
            let (name, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            match name {
                "throws" | "exception" => found.thrown.extend(thrown(rest)),
                "return" => {
                    let words = ["true", "false", "null"].iter();
                    found
                        .returned
                        .extend(words.filter_map(|word| returned(rest, word)));
                }
                _ => {}
            }
        }
        found
    }

    /// What is so when the exception (simple name) is thrown; none where there are several reasons or none.
    pub(crate) fn when_thrown(&self, exception: &str) -> Option<&str> {
        let mut clauses = self.thrown.iter().filter(|one| one.end == exception);
        let only = clauses.next()?;
        let condition = only.condition.as_deref();
        condition.filter(|_| clauses.next().is_none())
    }

    /// What is so when this is returned.
    pub(crate) fn when_returned(&self, value: &str) -> Option<&str> {
        let mut clauses = self.returned.iter();
        let found = clauses.find(|one| one.end == value)?;
        found.condition.as_deref()
    }
}

/// The exception of a tag with the one condition that it names.
fn thrown(text: &str) -> Option<Clause> {
    let (name, said) = text.trim().split_once(char::is_whitespace)?;
    let end = name.rsplit('.').next().unwrap_or(name).to_owned();
    let first = said.split(". ").next().unwrap_or(said);
    let mut conditions = conditions(first);
    let condition = conditions.next().filter(|_| conditions.next().is_none());
    let condition = condition.flatten();
    Some(Clause { end, condition })
}

/// What is so where `@return` says that this word is returned: `true if the list is empty`.
fn returned(text: &str, word: &str) -> Option<Clause> {
    let words = text.split_whitespace().collect::<Vec<_>>();
    let is_word = |at: &str| at.trim_matches(|c: char| !c.is_alphanumeric()) == word;
    let at = words.iter().position(|one| is_word(one))?;
    let behind = words.get(at + 1)?.to_lowercase();
    let is_condition = ["if", "iff", "when"].contains(&&*behind);
    let rest = words[at + 1..].join(" ");
    let condition = conditions(&rest).next().filter(|_| is_condition).flatten();
    Some(Clause {
        end: word.to_owned(),
        condition: Some(condition?),
    })
}

/// What stands behind each `if` and `when`, up to the next sign; none where that is too long, or one word. `If any` and
/// the like are no conditions.
fn conditions(text: &str) -> impl Iterator<Item = Option<String>> {
    const ASIDE: [&str; 5] = ["any", "needed", "necessary", "present", "so"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let begins = |at: usize| {
        let word = words[at].to_lowercase();
        matches!(word.as_str(), "if" | "iff" | "when")
    };
    let starts: Vec<usize> = (0..words.len()).filter(|at| begins(*at)).collect();
    let found = starts.into_iter().filter_map(|start| {
        let mut condition = Vec::new();
        for word in &words[start + 1..] {
            let plain = word.trim_end_matches([',', '.', ';', ':']);
            let is_end = matches!(
                plain.to_lowercase().as_str(),
                "otherwise" | "else" | "if" | "when"
            );
            if is_end {
                without_other_end(&mut condition);
                break;
            }
            condition.push(plain);
            if word.ends_with([',', '.', ';', ':']) {
                break;
            }
        }
        let is_aside = match condition[..] {
            [] => true,
            [only] => ASIDE.contains(&only),
            _ => false,
        };
        let fits = (2..=MOST_WORDS).contains(&condition.len());
        (!is_aside).then(|| fits.then(|| condition.join(" ")))
    });
    found.collect::<Vec<_>>().into_iter()
}

/// Takes `and true`, or `false` alone, away, behind which an `otherwise` stands.
fn without_other_end(condition: &mut Vec<&str>) {
    const LONGEST: usize = 3;
    let tail = condition.iter().rposition(|word| *word == "and");
    let is_end = |word: &&str| ["true", "false", "null"].contains(word);
    if let Some(at) = tail
        && condition.len() - at <= LONGEST + 1
        && condition.last().is_some_and(is_end)
    {
        condition.truncate(at);
    }
    // `is` in front of it makes it what is so: `if it is null otherwise`.
    let is_state = |word: &&str| ["is", "are", "was", "be"].contains(word);
    let before = condition.len().checked_sub(2).map(|at| condition[at]);
    if condition.last().is_some_and(is_end) && !before.as_ref().is_some_and(is_state) {
        condition.pop();
    }
}

/// The text without inline tags and elements of HTML: what they hold stays.
pub(crate) fn without_markup(text: &str) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let inside = &rest[c.len_utf8()..];
        if c == '{'
            && let Some(tag) = inside.strip_prefix('@')
            && let Some(end) = tag.find('}')
        {
            let held = tag[..end].split_once(char::is_whitespace);
            found.push_str(held.map_or("", |(_, held)| held.trim()));
            rest = &tag[end + 1..];
        } else if c == '<'
            && let Some(end) = inside.find('>')
        {
            rest = &inside[end + 1..];
        } else {
            found.push(c);
            rest = inside;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(javadoc: &str) -> DocumentedConditions {
        DocumentedConditions::of(&format!("/**\n * Does it.\n * {javadoc}\n */"))
    }

    #[test]
    fn what_comes_otherwise_is_no_part_of_the_condition() {
        let found = of(
            "@return {@code false} if any of the flags is {@code false} and {@code true} otherwise",
        );
        assert_eq!(
            found.when_returned("false"),
            Some("any of the flags is false")
        );
        let bare = of("@return {@code true} if the value is defined {@code false} otherwise.");
        assert_eq!(bare.when_returned("true"), Some("the value is defined"));
        let state = of("@return null if the value is null otherwise its name");
        assert_eq!(state.when_returned("null"), Some("the value is null"));
        let both = of("@return true if a is set and b is null");
        assert_eq!(both.when_returned("true"), Some("a is set and b is null"));
    }

    #[test]
    fn an_exception_has_the_condition_of_its_only_tag() {
        let one = of("@throws IllegalArgumentException if the {@code name} is blank");
        assert_eq!(
            one.when_thrown("IllegalArgumentException"),
            Some("the name is blank")
        );
        assert_eq!(one.when_thrown("IllegalStateException"), None);
        let two = of("@throws a.B if x is null\n * @throws a.B if y is null");
        assert_eq!(two.when_thrown("B"), None);
        let both = of("@throws B if x is null, or if y is null");
        assert_eq!(both.when_thrown("B"), None);
        let aside = of("@throws B if the listener fails, if any");
        assert_eq!(aside.when_thrown("B"), Some("the listener fails"));
        // Before: the second one, as the first is too long for a name.
        let long = of(
            "@throws B if the currency is the same as this currency and the conversion is not one; \
                       or if the multiplier is negative",
        );
        assert_eq!(long.when_thrown("B"), None);
        assert_eq!(of("@throws B never").when_thrown("B"), None);
    }

    #[test]
    fn what_is_returned_has_the_condition_behind_it() {
        let found = of("@return <code>true</code> if the list is empty, {@code false} otherwise");
        assert_eq!(found.when_returned("true"), Some("the list is empty"));
        assert_eq!(found.when_returned("false"), None);
        let found = of("@return the enum, null if no enum is found");
        assert_eq!(found.when_returned("null"), Some("no enum is found"));
        assert_eq!(of("@return never null").when_returned("null"), None);
    }
}
