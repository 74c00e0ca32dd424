//! The words of a Java name: takes `withMaxRetries`, gives `with`, `max`, `retrie`. Who compares names by what they
//! speak of, the search and the names of tests, has to agree on that.

/// Words of methods' names that tell nothing of what they are about.
const IDLE: [&str; 12] = [
    "with", "set", "get", "is", "has", "on", "add", "use", "using", "when", "to", "of",
];

/// Shortest word that tells something.
const SHORTEST: usize = 3;

/// The words of a name in small letters, the plural's `s` left out.
pub fn name_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut begins = true;
    for c in name.chars() {
        if c == '_' {
            begins = true;
            continue;
        }
        if c.is_uppercase() || begins {
            words.push(String::new());
        }
        begins = false;
        if let Some(last) = words.last_mut() {
            last.extend(c.to_lowercase());
        }
    }
    let singular = |word: String| match word.strip_suffix('s') {
        Some(one) => one.to_owned(),
        None => word,
    };
    words.into_iter().map(singular).collect()
}

/// How many words that tell something stand in both names.
pub fn shared_words(one: &str, other: &str) -> usize {
    let others = name_words(other);
    let mut words = name_words(one);
    words.retain(|word| word.len() >= SHORTEST && !IDLE.contains(&&**word));
    words.iter().filter(|word| others.contains(word)).count()
}

/// Whether a name begins with one of these, as words of their own: `addAll` with `add`, `address` not.
pub fn begins_with_word(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| {
        let rest = name.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
    })
}

/// Whether a method of this name writes rows and, where it gives a number, says how many.
pub fn writes_rows(method: &str) -> bool {
    begins_with_word(method, &["insert", "update", "delete", "save"])
}

/// Which end of a range a name speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeEnd {
    /// `min`, `lowerBound`
    Low,
    /// `max`, `upperBound`
    High,
}

/// Words of the ends of a range.
const LOW: [&str; 5] = ["min", "minimum", "low", "lower", "least"];
const HIGH: [&str; 5] = ["max", "maximum", "high", "upper", "most"];

/// The end of a range that the name speaks of; none of a name that speaks of none.
pub fn range_end(name: &str) -> Option<RangeEnd> {
    let words = name_words(name);
    let speaks_of = |ends: &[&str]| words.iter().any(|word| ends.contains(&&**word));
    match (speaks_of(&LOW), speaks_of(&HIGH)) {
        (true, false) => Some(RangeEnd::Low),
        (false, true) => Some(RangeEnd::High),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_begins_with_whole_words() {
        assert!(begins_with_word("addAll", &["put", "add"]));
        assert!(begins_with_word("add", &["add"]));
        assert!(!begins_with_word("address", &["add"]));
    }

    #[test]
    fn a_name_speaks_of_an_end_of_a_range() {
        assert_eq!(range_end("minAge"), Some(RangeEnd::Low));
        assert_eq!(range_end("upperBound"), Some(RangeEnd::High));
        assert_eq!(range_end("min_amount"), Some(RangeEnd::Low));
        assert_eq!(range_end("value"), None);
        assert_eq!(range_end("minute"), None);
    }

    #[test]
    fn names_share_what_they_speak_of_and_no_verbs() {
        assert_eq!(shared_words("getMaxRetries", "withMaxRetries"), 2);
        assert_eq!(shared_words("getDelay", "maxDelays"), 1);
        assert_eq!(shared_words("getName", "setSize"), 0);
    }
}
