//! Which exceptions the class under test throws on purpose: takes its file, gives the lines of `throw` statements and documented exceptions.

use std::collections::BTreeSet;

use goalline_syntax::{FileDeclarations, JavaFile};

/// The `throw` statements and `@throws` tags of one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnThrows {
    top_level: BTreeSet<String>,
    lines: BTreeSet<u32>,
    documented: BTreeSet<(String, String)>,
}

impl OwnThrows {
    /// Reads the file.
    pub(crate) fn of(file: &JavaFile, declarations: &FileDeclarations) -> Self {
        let mut own = Self::default();
        for node in file.root().descendants() {
            if node.kind() == "throw_statement" {
                let span = node.span();
                let first = file.lines().line_of(span.start) as u32 + 1;
                let last = file.lines().line_of(span.end) as u32 + 1;
                own.lines.extend(first..=last);
            }
        }
        for ty in &declarations.types {
            if ty.outer.is_none() {
                own.top_level.insert(ty.binary_name.clone());
            }
            for member in &ty.members {
                let Some(javadoc) = member.javadoc else {
                    continue;
                };
                for exception in documented(javadoc.of(file.text())) {
                    own.documented.insert((member.name.clone(), exception));
                }
            }
        }
        own
    }

    /// Whether a `throw` statement stands on this one-based line of this class of the file.
    pub(crate) fn is_own(&self, class: &str, line: u32) -> bool {
        let top = class.split('$').next().unwrap_or(class);
        self.top_level.contains(top) && self.lines.contains(&line)
    }

    /// Whether the Javadoc of a method of this name documents the exception (by simple name).
    pub(crate) fn is_documented(&self, method: &str, exception: &str) -> bool {
        let simple = exception.rsplit(['.', '$']).next().unwrap_or(exception);
        self.documented
            .contains(&(method.to_owned(), simple.to_owned()))
    }
}

/// Simple names after `@throws` and `@exception`.
fn documented(javadoc: &str) -> impl Iterator<Item = String> {
    let words: Vec<&str> = javadoc.split_whitespace().collect();
    let named = |pair: &[&str]| {
        let tag = pair[0].trim_start_matches('*');
        (tag == "@throws" || tag == "@exception")
            .then(|| pair[1].rsplit('.').next().unwrap_or(pair[1]).to_owned())
    };
    words
        .windows(2)
        .filter_map(named)
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
mod tests {
    use goalline_syntax::declarations;

    use super::*;

    fn of(java: &str) -> OwnThrows {
        let file = JavaFile::parse(java);
        OwnThrows::of(&file, &declarations(&file))
    }

    #[test]
    fn a_throw_statement_is_known_by_all_its_lines() {
        let own = of("package p;\nclass A {\n  void m() {\n    throw new X(\n      1);\n  }\n}\n");
        assert!(own.is_own("p.A", 4));
        assert!(own.is_own("p.A$Inner", 5));
        assert!(!own.is_own("p.A", 3));
        assert!(!own.is_own("p.B", 4));
    }

    #[test]
    fn documented_exceptions_are_known_by_method_and_simple_name() {
        let own = of(
            "class A {\n /** Does.\n  * @throws java.io.IOException when it fails */\n void m() {} }",
        );
        assert!(own.is_documented("m", "java.io.IOException"));
        assert!(!own.is_documented("n", "java.io.IOException"));
    }
}
