//! Arguments of the JVM that runs tests: takes those of a build, gives what a test can depend on; starts none.

use crate::TestRun;

/// Flags that take their value as a word of their own.
const WITH_VALUE: [&str; 5] = [
    "--add-opens",
    "--add-exports",
    "--add-reads",
    "--add-modules",
    "--limit-modules",
];

/// Sorts the arguments of the JVM of tests: properties, flags that a test can depend on, and the rest, which is left
/// out (memory, debuggers, coverage agents that the build starts with names that only it knows).
pub fn take_arguments(words: &[String], run: &mut TestRun) {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word.contains("${") || word.contains("@{") && !word.starts_with("-javaagent:") {
            continue;
        }
        if let Some(property) = word.strip_prefix("-D") {
            let (name, value) = property.split_once('=').unwrap_or((property, ""));
            run.properties.push((name.to_owned(), value.to_owned()));
        } else if WITH_VALUE.contains(&word.as_str()) {
            let value = words.next();
            run.flags
                .extend(value.map(|value| format!("{word}={value}")));
        } else if let Some(agent) = word.strip_prefix("-javaagent:") {
            if !agent.contains("jacoco") {
                run.flags.push(word.clone());
            }
        } else if word.starts_with("--add-")
            || word.starts_with("--enable-")
            || word.starts_with("-Xss")
            || word.starts_with("-ea")
            || word.starts_with("-da")
        {
            run.flags.push(word.clone());
        } else if let Some(heap) = word.strip_prefix("-Xmx") {
            run.memory_mb = megabytes(heap);
        }
    }
}

/// `512m`, `2g`, `1048576k` in megabytes.
pub fn megabytes(text: &str) -> Option<u32> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.parse().ok()?;
    let bytes = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => number,
        "k" => number << 10,
        "m" => number << 20,
        "g" => number << 30,
        _ => return None,
    };
    u32::try_from(bytes >> 20).ok()
}
