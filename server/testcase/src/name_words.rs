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
    for c in name.chars() {
        if c.is_uppercase() || words.is_empty() {
            words.push(String::new());
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_share_what_they_speak_of_and_no_verbs() {
        assert_eq!(shared_words("getMaxRetries", "withMaxRetries"), 2);
        assert_eq!(shared_words("getDelay", "maxDelays"), 1);
        assert_eq!(shared_words("getName", "setSize"), 0);
    }
}
