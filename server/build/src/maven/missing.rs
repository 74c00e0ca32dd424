//! What Maven says it cannot get: takes its message, gives the artifacts that it names, its causes without what follows
//! from them, and what helps; fetches nothing.

use std::path::{Path, PathBuf};

use super::dependency::Dependency;

/// What stands before an artifact that cannot be had, the more telling first: whose description cannot be read is the
/// one to leave out, not the parent that it lacks.
const BEFORE: [&str; 6] = [
    "descriptor for ",
    "could not be resolved: ",
    "Could not find artifact ",
    "Failure to find ",
    "Could not transfer artifact ",
    "the artifact ",
];

/// What stands behind one.
const BEHIND: [&str; 2] = [" was not found in ", " is not available"];

/// An artifact that Maven names as missing.
#[derive(Debug, PartialEq, Eq)]
pub struct MissingArtifact {
    /// Its group.
    pub group: String,
    /// Its artifact.
    pub artifact: String,
    /// Its classifier, if it has one.
    pub classifier: Option<String>,
    /// Its name as Maven writes it: `group:artifact:jar:1`.
    pub name: String,
    /// What Maven says of it, where that is more than its name in a list.
    pub words: Option<String>,
}

impl MissingArtifact {
    /// Reads `group:artifact:extension:version` or `group:artifact:extension:classifier:version`.
    fn of(name: &str, words: Option<&str>) -> Option<Self> {
        let parts: Vec<&str> = name.split(':').collect();
        let (classifier, version) = match parts[..] {
            [_, _, _, version] => (None, version),
            [_, _, _, classifier, version] => (Some(classifier.to_owned()), version),
            _ => return None,
        };
        let is_whole = parts.iter().all(|part| !part.is_empty()) && !version.is_empty();
        is_whole.then(|| Self {
            group: parts[0].to_owned(),
            artifact: parts[1].to_owned(),
            classifier,
            name: name.to_owned(),
            words: words.map(str::to_owned),
        })
    }

    /// Reads `'dependencies.dependency.version' for group:artifact:jar is missing`: nothing gives it a version.
    fn without_version(line: &str) -> Option<Self> {
        let (_, rest) = line.split_once("'dependencies.dependency.version' for ")?;
        let (name, _) = rest.split_once(" is missing")?;
        let mut parts = name.split(':');
        Some(Self {
            group: parts.next()?.to_owned(),
            artifact: parts.next()?.to_owned(),
            classifier: None,
            name: name.to_owned(),
            words: Some(line.trim().to_owned()),
        })
    }

    /// Where its jar would lie.
    pub fn jar_in(&self, repository: &Path) -> PathBuf {
        let version = self.name.rsplit(':').next().unwrap_or_default();
        let classifier = self.classifier.as_ref().map(|it| format!("-{it}"));
        let (artifact, classifier) = (&self.artifact, classifier.unwrap_or_default());
        repository
            .join(self.group.replace('.', "/"))
            .join(artifact)
            .join(version)
            .join(format!("{artifact}-{version}{classifier}.jar"))
    }

    /// Whether the dependency asks for it.
    pub fn is(&self, dependency: &Dependency) -> bool {
        let of_kind = (dependency.kind == "test-jar").then_some("tests");
        let classifier = dependency.classifier.as_deref().or(of_kind);
        dependency.group == self.group
            && dependency.artifact == self.artifact
            && classifier == self.classifier.as_deref()
    }
}

/// The artifacts that a message of Maven names as missing, each once.
pub fn named_in(message: &str) -> Vec<MissingArtifact> {
    let mut found: Vec<MissingArtifact> = Vec::new();
    for line in message.lines() {
        if let Some(missing) = MissingArtifact::without_version(line) {
            found.push(missing);
            continue;
        }
        let before = BEFORE.iter().map(|mark| names_behind(line, mark));
        let behind = BEHIND.iter().map(|mark| names_before(line, mark));
        let Some(names) = before.chain(behind).find(|names| !names.is_empty()) else {
            continue;
        };
        for name in names {
            let missing = MissingArtifact::of(name, sentence(line, name));
            let is_new = |it: &MissingArtifact| found.iter().all(|known| known.name != it.name);
            found.extend(missing.filter(is_new));
        }
    }
    found
}

/// The names behind each such mark, a list of them included.
fn names_behind<'a>(line: &'a str, mark: &str) -> Vec<&'a str> {
    let rests = line
        .match_indices(mark)
        .map(|(at, _)| &line[at + mark.len()..]);
    rests
        .flat_map(|rest| rest.split(", ").map_while(first_name))
        .collect()
}

fn names_before<'a>(line: &'a str, mark: &str) -> Vec<&'a str> {
    let parts = line.match_indices(mark).map(|(at, _)| &line[..at]);
    parts
        .filter_map(|before| first_name(before.rsplit(' ').next()?))
        .collect()
}

/// The name that the text begins with, up to the colon or the space that ends it.
fn first_name(text: &str) -> Option<&str> {
    let word = text.split([' ', ',']).next()?;
    let name = word.trim_end_matches([':', '.']);
    let is_letter = |c: char| c.is_alphanumeric() || "._-+:$".contains(c);
    let is_name = matches!(name.split(':').count(), 4 | 5) && name.chars().all(is_letter);
    is_name.then_some(name)
}

/// What is said of the name: from the mark before it on, else from the name on where a mark stands behind it. What
/// comes in front is about our own pom.
fn sentence<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let is_named = |at: usize, mark: &str| line[at + mark.len()..].starts_with(name);
    let marks = BEFORE[2..].iter().flat_map(|mark| line.match_indices(mark));
    let before = marks
        .filter(|(at, mark)| is_named(*at, mark))
        .map(|(at, _)| at)
        .min();
    let behind = || {
        BEHIND
            .iter()
            .find_map(|mark| line.find(&format!("{name}{mark}")))
    };
    let at = before.or_else(behind)?;
    line[at..].split(" -> ").next()
}

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

    fn names(message: &str) -> Vec<String> {
        named_in(message).into_iter().map(|it| it.name).collect()
    }

    const ONE: &str = "Failed to execute goal on project classes: Could not resolve dependencies for project \
        goalline:classes:pom:1: Could not find artifact x.y:not-there:jar:9 in central (https://repo.maven.apache.org/maven2)";

    #[test]
    fn the_artifact_is_named_in_the_words_of_maven() {
        let [missing] = &named_in(ONE)[..] else {
            panic!("{:?}", named_in(ONE))
        };
        assert_eq!(
            (&*missing.group, &*missing.artifact, &*missing.name),
            ("x.y", "not-there", "x.y:not-there:jar:9")
        );
        assert_eq!(
            missing.words.as_deref().unwrap_or_default(),
            "Could not find artifact x.y:not-there:jar:9 in central (https://repo.maven.apache.org/maven2)"
        );
    }

    #[test]
    fn of_several_each_is_named_and_the_sentence_is_about_one() {
        let message = "The following artifacts could not be resolved: a:b:jar:1, c:d:jar:2: a:b:jar:1 was not found in https://x \
             during a previous attempt. -> [Help 1]";
        let words: Vec<_> = named_in(message).into_iter().map(|it| it.words).collect();
        let first = "a:b:jar:1 was not found in https://x during a previous attempt.";
        assert_eq!(words, [Some(first.to_owned()), None]);
    }

    #[test]
    fn every_wording_of_maven_is_understood() {
        for (message, expected) in [
            (
                "The following artifacts could not be resolved: a:b:jar:1, c:d:jar:tests:2: Could not find artifact a:b:jar:1 in x",
                &["a:b:jar:1", "c:d:jar:tests:2"][..],
            ),
            (
                "Failed to collect dependencies at a:b:jar:1 -> c:d:jar:2: Failed to read artifact descriptor for c:d:jar:2: \
                 Could not transfer artifact e:parent:pom:3 from/to x (http://x): refused",
                &["c:d:jar:2"],
            ),
            (
                "Failure to find a:b:jar:1-SNAPSHOT in https://x was cached in the local repository",
                &["a:b:jar:1-SNAPSHOT"],
            ),
            (
                "Could not resolve: a:b:jar:1 was not found in https://x during a previous attempt.",
                &["a:b:jar:1"],
            ),
            (
                "Cannot access central (https://x) in offline mode and the artifact a:b:jar:1 has not been downloaded from it before.",
                &["a:b:jar:1"],
            ),
            (
                "'dependencies.dependency.version' for a:b:jar is missing.",
                &["a:b:jar"],
            ),
            ("The build could not read 1 project", &[]),
        ] {
            assert_eq!(names(message), expected, "{message}");
        }
    }

    #[test]
    fn only_the_dependency_with_this_classifier_is_meant() {
        let missing = MissingArtifact::of("g:a:jar:tests:1", None).expect("a name");
        let dependency = |kind: &str, classifier: Option<&str>| Dependency {
            group: "g".into(),
            artifact: "a".into(),
            kind: kind.into(),
            classifier: classifier.map(str::to_owned),
            ..Dependency::default()
        };
        assert!(missing.is(&dependency("test-jar", None)));
        assert!(missing.is(&dependency("jar", Some("tests"))));
        assert!(!missing.is(&dependency("jar", None)));
        assert_eq!(
            missing.jar_in(Path::new("/r")),
            Path::new("/r/g/a/1/a-1-tests.jar")
        );
    }

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
        let many = [alone; 7].join("\n");
        assert!(causes(&many).ends_with("\nand 2 more lines"));
    }
}
