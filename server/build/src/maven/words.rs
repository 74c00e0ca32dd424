//! What users read of Maven's words: takes its message, gives the causes without what follows from them, and what
//! helps where a thing cannot be had; asks nobody.

use super::missing::named_in;

/// Lines of Maven that a notice shows at most.
const MOST_LINES: usize = 5;

const REMEDY: &str =
    "build it where its sources are (mvn install), or name a repository that has it";

/// What helps where these artifacts cannot be had; nothing where it is a version that is not written.
pub fn what_helps(names: &[String]) -> String {
    let has_version = |name: &String| name.matches(':').count() >= 3;
    if names.iter().any(has_version) {
        format!("; {REMEDY}")
    } else {
        String::new()
    }
}

/// What helps where Maven rejects a pom with these words: an end for a sentence, empty where nobody knows.
pub fn remedy(message: &str) -> String {
    let missing = named_in(message);
    missing.first().map_or_else(String::new, |artifact| {
        match what_helps(std::slice::from_ref(&artifact.name)).strip_prefix("; ") {
            Some(help) => format!("\nOf {}: {help}; mvn -U asks again at once", artifact.name),
            None => String::new(),
        }
    })
}

/// The message without headings, and without what lacks a version only because the list of versions cannot be had.
pub fn causes(message: &str) -> String {
    let lacks_list = message.contains("Non-resolvable");
    let is_heading = |line: &str| {
        let is_count = line.starts_with("The project ") && line.contains(") has ");
        is_count
            || line.contains("Some problems were encountered while processing the POMs")
            || line.starts_with("The build could not read ")
    };
    let follows = |line: &str| lacks_list && line.starts_with("'dependencies.dependency.version'");
    let told = |line: &&str| !is_heading(line) && !follows(line);
    // What helps against that is told behind it.
    let whole = |line| {
        str::split(line, ". This failure was cached")
            .next()
            .unwrap_or(line)
    };
    let lines: Vec<&str> = message.lines().filter(told).map(whole).collect();
    match lines.len().checked_sub(MOST_LINES) {
        _ if lines.is_empty() => message.to_owned(),
        None | Some(0) => lines.join("\n"),
        Some(more) => format!("{}\nand {more} more lines", lines[..MOST_LINES].join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_is_missing_the_message_says_what_helps() {
        let parent = "no.such:parent:pom:3 was not found in https://x during a previous attempt";
        assert_eq!(
            remedy(parent),
            "\nOf no.such:parent:pom:3: build it where its sources are (mvn install), or name a repository that has it; \
             mvn -U asks again at once"
        );
        assert_eq!(remedy("Non-parseable POM"), "");
        let no_version = "'dependencies.dependency.version' for a:b:jar is missing.";
        assert_eq!(remedy(no_version), "");
        assert!(what_helps(&["a:b:jar:1".to_owned()]).contains("mvn install"));
    }

    #[test]
    fn what_follows_from_a_list_of_versions_that_cannot_be_had_is_not_told() {
        let message = "[ERROR] Some problems were encountered while processing the POMs:\n\
            Non-resolvable import POM: Could not find artifact g:bom:pom:1\n\
            'dependencies.dependency.version' for a:b:jar is missing. @ x\n\
            The build could not read 1 project\nThe project g:x:1 (/p/pom.xml) has 2 errors";
        let cause = "Non-resolvable import POM: Could not find artifact g:bom:pom:1";
        assert_eq!(causes(message), cause);
        assert!(remedy(message).starts_with("\nOf g:bom:pom:1: "));
        let again = "g:p:pom:3 was not found in https://x during a previous attempt. This failure was cached in the y";
        assert_eq!(
            causes(again),
            "g:p:pom:3 was not found in https://x during a previous attempt"
        );
        let alone = "'dependencies.dependency.version' for a:b:jar is missing. @ x";
        assert_eq!(causes(alone), alone);
        let many = vec![alone; 7].join("\n");
        assert!(causes(&many).ends_with("\nand 2 more lines"));
    }
}
