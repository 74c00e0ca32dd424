//! Patterns of files: takes those of builds and of editors, says which paths they mean. They come with a project, so
//! they are matched by automata, whose time grows with pattern and path alone; what tries one way after the other
//! needs years for `*a*a*a*a*b`.

use globset::{GlobBuilder, GlobMatcher};

/// Longest pattern that is read, in bytes.
const LONGEST: usize = 4_096;

/// What a pattern means.
pub(crate) struct FilePattern(Option<GlobMatcher>);

impl FilePattern {
    /// A pattern of Ant: `*` means any letters of a name, `?` one, `**` any folders.
    pub(crate) fn of_ant(pattern: &str) -> Self {
        let escaped = |letter: char| match letter {
            '*' | '?' | '/' => letter.to_string(),
            letter => globset::escape(letter.encode_utf8(&mut [0; 4])),
        };
        let is_read = pattern.len() <= LONGEST;
        let pattern: Option<String> = is_read.then(|| pattern.chars().map(escaped).collect());
        Self(pattern.and_then(|pattern| compiled(&pattern)))
    }

    /// A pattern of an `.editorconfig` file: `*` stays in a folder, `**` does not, `{a,b}` is one of several, `[abc]`
    /// one letter of them.
    pub(crate) fn of_editor(pattern: &str) -> Self {
        let parts = pattern.split('/').map(|part| match part.split_once("**") {
            Some((start, rest)) if part != "**" => {
                let start = if start.is_empty() {
                    String::new()
                } else {
                    format!("{start}*/")
                };
                format!("{start}**/*{rest}")
            }
            _ => part.to_owned(),
        });
        let is_read = pattern.len() <= LONGEST;
        let pattern = is_read.then(|| parts.collect::<Vec<_>>().join("/"));
        Self(pattern.and_then(|pattern| compiled(&pattern)))
    }

    /// Whether it means the path, whose parts `/` separates. What is no pattern means none.
    pub(crate) fn fits(&self, path: &str) -> bool {
        self.0
            .as_ref()
            .is_some_and(|pattern| pattern.is_match(path))
    }
}

fn compiled(pattern: &str) -> Option<GlobMatcher> {
    let mut glob = GlobBuilder::new(pattern);
    let glob = glob.literal_separator(true).backslash_escape(true).build();
    Some(glob.ok()?.compile_matcher())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_would_be_tried_for_ever_are_answered_at_once() {
        let path = "a".repeat(200);
        let stars = format!("{}X", "*a".repeat(1_000));
        let lists = format!("A{}X", "{a,a}".repeat(300));
        let one_list = format!("A{{{}}}X", "a,".repeat(1_000));
        let nested = "{a,".repeat(1_000) + &"}".repeat(1_000);
        for pattern in [stars, lists, one_list, nested] {
            assert!(!FilePattern::of_ant(&pattern).fits(&path), "{pattern}");
            assert!(!FilePattern::of_editor(&pattern).fits(&path), "{pattern}");
        }
    }

    #[test]
    fn what_ant_does_not_know_stands_for_itself() {
        for (pattern, path, expected) in [
            ("a{b,c}", "ab", false),
            ("a{b,c}", "a{b,c}", true),
            ("[ab]*", "[ab]c", true),
            ("Größe?", "Größen", true),
            ("*", "a/b", false),
        ] {
            assert_eq!(
                FilePattern::of_ant(pattern).fits(path),
                expected,
                "{pattern} {path}"
            );
        }
    }
}
