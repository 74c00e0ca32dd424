//! Modifiers and annotations as written on a declaration: takes its node, gives their texts; adds none that Java
//! implies.

use crate::Node;

/// Written modifiers and annotations, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredModifiers {
    /// `public`, `static`, `sealed` …
    pub keywords: Vec<&'static str>,
    /// `@Override`, `@Test(timeout = 1)`, as written.
    pub annotations: Vec<String>,
}

impl DeclaredModifiers {
    pub(super) fn of(declaration: Node<'_>) -> Self {
        let mut modifiers = Self::default();
        for child in declaration
            .child("modifiers")
            .into_iter()
            .flat_map(Node::children)
        {
            if child.is_named() {
                modifiers.annotations.push(child.text().to_owned());
            } else {
                modifiers.keywords.push(child.kind());
            }
        }
        modifiers
    }

    /// Whether this keyword is written.
    pub fn has(&self, keyword: &str) -> bool {
        self.keywords.contains(&keyword)
    }

    /// Whether an annotation of this simple name is written, `Test` for `@Test` and `@org.junit.Test`.
    pub fn has_annotation(&self, simple_name: &str) -> bool {
        self.annotations.iter().any(|annotation| {
            let name = annotation
                .trim_start_matches('@')
                .split('(')
                .next()
                .unwrap_or_default();
            name.trim().rsplit('.').next() == Some(simple_name)
        })
    }
}
