//! Which tests a build runs: takes the patterns and tags of its configuration, says of a test file whether it is among
//! them; runs none.
//!
//! What the build leaves out covers nothing for whoever looks at its coverage, though it may be a test.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::files::globs::FilePattern;

/// What Surefire takes for tests where nothing is said.
const CUSTOMARY: [&str; 4] = ["**/Test*", "**/*Test", "**/*Tests", "**/*TestCase"];

/// The tests that a build runs of a module's test sources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestSelection {
    /// Patterns of files below a test root, as Ant has them; all files where there are none.
    pub includes: Vec<String>,
    /// Patterns of files that are left out all the same.
    pub excludes: Vec<String>,
    /// Tags (categories, groups) of which a test needs one; none where all run.
    pub tags: Vec<String>,
    /// Tags that a test may not have.
    pub excluded_tags: Vec<String>,
}

impl TestSelection {
    /// What Surefire's configuration says, lists split at commas.
    pub fn of_surefire(includes: Vec<String>, excludes: Vec<String>) -> Self {
        let customary = || CUSTOMARY.map(str::to_owned).to_vec();
        Self {
            includes: if includes.is_empty() {
                customary()
            } else {
                includes
            },
            excludes,
            ..Self::default()
        }
    }

    /// Whether the build runs the tests of this file, given below its test root.
    pub fn runs(&self, file: &Path) -> bool {
        let name = file.with_extension("");
        let parts: Vec<&str> = name.iter().filter_map(|part| part.to_str()).collect();
        let is_in = |patterns: &[String]| patterns.iter().any(|it| matches_file(it, &parts));
        let takes_all = self.includes.is_empty() || self.includes.iter().any(|it| is_foreign(it));
        (takes_all || is_in(&self.includes)) && !is_in(&self.excludes)
    }
}

/// Names in a list of tags: `fast, slow` or `fast | slow`. Other expressions are not read: all tests run then.
pub fn tags_in(list: &str) -> Vec<String> {
    if list.contains(['&', '!', '(', '$']) {
        return Vec::new();
    }
    let names = list.split([',', '|']).map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether the pattern is written in another language than Ant's: `%regex[…]`, `!…`.
fn is_foreign(pattern: &str) -> bool {
    pattern.trim().starts_with(['%', '!'])
}

/// Whether the pattern means the file with these parts, the last without its ending. What is not Ant's and what is
/// about nested classes or methods means none.
fn matches_file(pattern: &str, file: &[&str]) -> bool {
    let pattern = pattern.trim();
    if is_foreign(pattern) || pattern.contains(['$', '#']) {
        return false;
    }
    let endings = [".java", ".class", ".*"];
    let bare = endings
        .iter()
        .find_map(|ending| pattern.strip_suffix(ending));
    let bare = bare.unwrap_or(pattern);
    let mut parts: Vec<&str> = if bare.contains('/') {
        bare.split('/').filter(|part| !part.is_empty()).collect()
    } else {
        // A class by its name, with its package or without.
        bare.split('.').collect()
    };
    if bare.ends_with('/') {
        parts.push("**");
    } else if parts.len() == 1 && parts[0] != "**" {
        parts.insert(0, "**");
    }
    FilePattern::of_ant(&parts.join("/")).fits(&file.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(includes: &[&str], excludes: &[&str]) -> TestSelection {
        let owned = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect();
        TestSelection::of_surefire(owned(includes), owned(excludes))
    }

    fn runs(selection: &TestSelection, files: &[&str]) -> Vec<bool> {
        let files = files.iter();
        files.map(|file| selection.runs(Path::new(file))).collect()
    }

    #[test]
    fn surefire_runs_what_is_named_by_custom_where_nothing_is_said() {
        let files = [
            "shop/CartTest.java",
            "TestCart.java",
            "shop/a/CartTests.java",
            "shop/CartIT.java",
            "shop/CartSpecs.java",
        ];
        let expected = [true, true, true, false, false];
        assert_eq!(runs(&selection(&[], &[]), &files), expected);
        assert_eq!(runs(&TestSelection::default(), &files), [true; 5]);
    }

    #[test]
    fn patterns_mean_files_folders_and_classes_by_their_names() {
        let files = [
            "shop/CartTest.java",
            "shop/slow/TillTest.java",
            "ATest.java",
        ];
        for (pattern, expected) in [
            ("**/*Test.java", [true, true, true]),
            ("shop/**", [true, true, false]),
            ("shop/", [true, true, false]),
            ("shop/*", [true, false, false]),
            ("**/slow/**/*.class", [false, true, false]),
            ("CartTest", [true, false, false]),
            ("shop.slow.*Test", [false, true, false]),
            ("?Test.java", [false, false, true]),
            ("**", [true, true, true]),
        ] {
            assert_eq!(
                runs(&selection(&[pattern], &[]), &files),
                expected,
                "{pattern}"
            );
            let excluded = runs(&selection(&[], &[pattern]), &files);
            assert_eq!(excluded, expected.map(|it| !it), "{pattern}");
        }
    }

    #[test]
    fn what_is_about_nested_classes_or_another_language_leaves_nothing_out() {
        let all = selection(&[], &["**/*$*", "%regex[.*Cart.*]", "!CartTest"]);
        assert_eq!(runs(&all, &["shop/CartTest.java"]), [true]);
        let some = selection(&["%regex[.*Cart.*]"], &["**/Slow*"]);
        let files = ["shop/CartTest.java", "SlowTest.java"];
        assert_eq!(runs(&some, &files), [true, false]);
    }

    #[test]
    fn lists_of_tags_are_read_and_expressions_are_not() {
        assert_eq!(tags_in("fast, slow|net"), ["fast", "slow", "net"]);
        assert_eq!(tags_in("fast & !net"), Vec::<String>::new());
        assert_eq!(tags_in(""), Vec::<String>::new());
    }
}
