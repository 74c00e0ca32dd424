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

/// Verbs of methods that write rows, with what these have become.
const ROW_VERBS: [(&str, &str); 9] = [
    ("add", "Added"),
    ("clear", "Cleared"),
    ("create", "Created"),
    ("delete", "Deleted"),
    ("insert", "Inserted"),
    ("lock", "Locked"),
    ("remove", "Removed"),
    ("save", "Saved"),
    ("update", "Updated"),
];

/// What has become of the rows that a method of this name writes, `Inserted`; none of a method that writes none.
pub fn written_rows(method: &str) -> Option<&'static str> {
    const WAYS: [&str; 3] = ["batch", "logic", "soft"];
    let way = WAYS.iter().find_map(|way| method.strip_prefix(way));
    let rest = way.filter(|rest| rest.starts_with(char::is_uppercase));
    let rest = rest.map(|rest| {
        let first = rest.chars().take(1).flat_map(char::to_lowercase);
        first.chain(rest.chars().skip(1)).collect::<String>()
    });
    let method = rest.as_deref().unwrap_or(method);
    let verb = ROW_VERBS
        .iter()
        .find(|(verb, _)| begins_with_word(method, &[verb]));
    verb.map(|(_, written)| *written)
}

/// Whether a method of this name writes rows and, where it gives a number, says how many.
pub fn writes_rows(method: &str) -> bool {
    written_rows(method).is_some()
}

/// Whether a method of this name looks for something that may not be there: `findById`, `getOwnerByName`.
pub fn looks_up(method: &str) -> bool {
    const VERBS: [&str; 7] = [
        "fetch", "find", "load", "lookup", "query", "search", "select",
    ];
    let is_by = method
        .match_indices("By")
        .any(|(at, by)| method[at + by.len()..].starts_with(char::is_uppercase));
    begins_with_word(method, &VERBS) || begins_with_word(method, &["get"]) && is_by
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
    fn methods_that_write_rows_and_that_look_something_up_are_known_by_their_names() {
        assert_eq!(written_rows("insertSelective"), Some("Inserted"));
        assert_eq!(written_rows("batchUpdateStatus"), Some("Updated"));
        assert_eq!(written_rows("address"), None);
        assert_eq!(written_rows("batch"), None);
        assert_eq!(written_rows("batchAddress"), None);
        assert!(looks_up("findById") && looks_up("getOwnerByName") && looks_up("selectOne"));
        assert!(!looks_up("getOwner") && !looks_up("finder") && !looks_up("getBytes"));
    }

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
