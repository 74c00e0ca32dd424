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
            let flag = value.map(|value| format!("{word}={value}"));
            run.flags
                .extend(flag.and_then(|flag| on_the_class_path(&flag)));
        } else if let Some(agent) = word.strip_prefix("-javaagent:") {
            if !agent.contains("jacoco") {
                run.flags.push(word.clone());
            }
        } else if word.starts_with("--add-")
            || word.starts_with("--enable-")
            || word.starts_with("-Xss")
            || word.starts_with("-ea")
            || word.starts_with("-da")
            || word.starts_with("-enableassertions")
            || word.starts_with("-disableassertions")
        {
            run.flags.extend(on_the_class_path(word));
        } else if let Some(heap) = word.strip_prefix("-Xmx") {
            run.memory_mb = megabytes(heap);
        }
    }
}

/// The flag for a JVM that has all of the project on its class path: there is no module of the project or of its
/// libraries, and one that is to be added and is not there ends the JVM before it begins. None where nothing is left.
fn on_the_class_path(flag: &str) -> Option<String> {
    let Some((name, modules)) = flag.split_once('=') else {
        return Some(flag.to_owned());
    };
    if name == "--limit-modules" {
        return None;
    }
    if name != "--add-modules" {
        return Some(flag.to_owned());
    }
    let is_of_jdk = |it: &&str| {
        it.starts_with("java.")
            || it.starts_with("jdk.")
            || matches!(*it, "ALL-SYSTEM" | "ALL-DEFAULT")
    };
    let modules: Vec<&str> = modules.split(',').filter(is_of_jdk).collect();
    (!modules.is_empty()).then(|| format!("{name}={}", modules.join(",")))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_that_are_not_the_jdk_s_are_not_added_to_a_jvm_with_a_class_path() {
        let line = "--add-modules jakarta.mail --add-modules java.sql,shop.till --limit-modules java.base \
                    --add-modules=ALL-SYSTEM --add-reads shop=ALL-UNNAMED -ea";
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let mut run = TestRun::default();
        take_arguments(&words, &mut run);
        assert_eq!(
            run.flags,
            [
                "--add-modules=java.sql",
                "--add-modules=ALL-SYSTEM",
                "--add-reads=shop=ALL-UNNAMED",
                "-ea"
            ]
        );
    }
}
