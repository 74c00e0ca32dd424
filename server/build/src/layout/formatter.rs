//! Formatters in build files: takes the folder of a module, reads its build files as text, so that plugins of
//! profiles and of conventions count, too; gives the formatter that lays out its Java sources.

use std::path::{Path, PathBuf};

use crate::files::read_written;

/// A formatter whose layout can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formatter {
    /// google-java-format: levels of two spaces, a hundred columns.
    Google,
    /// The same in the style of Android's sources: levels of four.
    GoogleAosp,
    /// spring-javaformat: levels of a tab, or of four spaces; a hundred and twenty columns.
    Spring {
        /// Whether it is told to indent with spaces.
        spaces: bool,
    },
}

/// Where the build's own plugins stand.
const CONVENTIONS: [&str; 3] = [
    "buildSrc/src/main/kotlin",
    "buildSrc/src/main/groovy",
    "build-logic/src/main/kotlin",
];

/// The formatter that the build files of this folder name.
pub(super) fn in_folder(folder: &Path) -> Option<Formatter> {
    let pom = read_written(folder.join("pom.xml")).map(|it| without_comments(&it, "<!--", "-->"));
    let scripts = ["build.gradle", "build.gradle.kts"].map(|name| folder.join(name));
    let conventions = CONVENTIONS
        .iter()
        .flat_map(|place| conventions_in(&folder.join(place)));
    let scripts = scripts.into_iter().chain(conventions);
    let scripts = scripts.filter_map(|file| read_written(file).ok());
    let scripts = scripts.map(|text| without_script_comments(&text));
    let mut texts = pom.ok().into_iter().chain(scripts);
    texts.find_map(|text| named_in(&text))
}

/// The scripts and sources of plugins in a folder of them, as many as are looked into.
fn conventions_in(folder: &Path) -> Vec<PathBuf> {
    const MOST: usize = 64;
    const ENDINGS: [&str; 4] = ["gradle", "groovy", "kt", "kts"];
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| {
            file.extension()
                .is_some_and(|it| ENDINGS.iter().any(|one| it == *one))
        })
        .collect();
    files.sort();
    files.truncate(MOST);
    files
}

impl Formatter {
    /// With what files beside the build files of these folders tell it.
    pub(super) fn told_by(self, folders: &[PathBuf]) -> Self {
        match self {
            Self::Spring { .. } => Self::Spring {
                spaces: folders.iter().any(|folder| indents_with_spaces(folder)),
            },
            other => other,
        }
    }
}

/// The formatter that a build file without comments names.
fn named_in(text: &str) -> Option<Formatter> {
    let is_spring = text.contains("spring-javaformat-maven-plugin")
        || text.contains("spring-javaformat-gradle-plugin")
        || ["'io.spring.javaformat'", "\"io.spring.javaformat\""]
            .iter()
            .any(|id| text.contains(id));
    if is_spring {
        return Some(Formatter::Spring { spaces: false });
    }
    let at = [
        "<googleJavaFormat",
        "googleJavaFormat(",
        "fmt-maven-plugin",
        "googleformatter-maven-plugin",
        "com.github.sherter.google-java-format",
    ]
    .iter()
    .find_map(|word| text.find(word))?;
    let behind = &text[at..];
    let end = ["</googleJavaFormat>", "</plugin>", "\n"]
        .iter()
        .find_map(|end| behind.find(end))
        .unwrap_or(behind.len());
    let said = behind[..end].to_lowercase();
    Some(if said.contains("aosp") {
        Formatter::GoogleAosp
    } else {
        Formatter::Google
    })
}

fn indents_with_spaces(folder: &Path) -> bool {
    read_written(folder.join(".springjavaformatconfig")).is_ok_and(|text| {
        let mut lines = text.lines().map(|line| line.replace(' ', ""));
        lines.any(|line| line == "indentation-style=spaces")
    })
}

/// The text without what stands between these marks.
pub(super) fn without_comments(text: &str, from: &str, to: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(from) {
        kept.push_str(before);
        rest = behind.split_once(to).map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    kept
}

fn without_script_comments(text: &str) -> String {
    let text = without_comments(&without_globs(text), "/*", "*/");
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// `'src/**/*.java'` begins no comment.
fn without_globs(text: &str) -> String {
    text.replace("/**/", "/")
        .replace("/*.", "/.")
        .replace("/**\"", "/\"")
        .replace("/**'", "/'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formatters_are_known_by_what_build_files_say() {
        let google = "<java><googleJavaFormat><version>1.17.0</version></googleJavaFormat></java>";
        let aosp = "<googleJavaFormat><style>AOSP</style></googleJavaFormat>";
        for (text, expected) in [
            (google, Some(Formatter::Google)),
            (aosp, Some(Formatter::GoogleAosp)),
            (
                "spotless { java { googleJavaFormat() } }",
                Some(Formatter::Google),
            ),
            (
                "java { googleJavaFormat('1.7').aosp()\n }",
                Some(Formatter::GoogleAosp),
            ),
            (
                "java { target 'src/**/*.java'\n googleJavaFormat() /* as all */ }",
                Some(Formatter::Google),
            ),
            (
                "java { googleJavaFormat(\"1.7\")\n } // aosp",
                Some(Formatter::Google),
            ),
            (
                "plugins { id 'io.spring.javaformat' }",
                Some(Formatter::Spring { spaces: false }),
            ),
            ("id(\"com.diffplug.spotless\")", None),
        ] {
            assert_eq!(named_in(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_commented_out_does_not_count() {
        let pom = "<a/><!-- <googleJavaFormat/> --><b/>";
        assert_eq!(without_comments(pom, "<!--", "-->"), "<a/><b/>");
        let script = "a\n// googleJavaFormat()\n/* id 'io.spring.javaformat' */b";
        assert_eq!(without_script_comments(script), "a\nb");
    }
}
