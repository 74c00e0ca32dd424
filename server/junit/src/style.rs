//! How tests are to look: framework, indentation, width; learnt elsewhere from an existing class, never applied to code of the user.

use std::collections::BTreeSet;

/// The JUnit that tests are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framework {
    /// JUnit Jupiter (5 and newer).
    #[default]
    Jupiter,
    /// JUnit 4.
    Junit4,
}

impl Framework {
    /// Qualified name of the `@Test` annotation.
    pub fn test_annotation(self) -> &'static str {
        match self {
            Self::Jupiter => "org.junit.jupiter.api.Test",
            Self::Junit4 => "org.junit.Test",
        }
    }

    /// Qualified name of the class with the assertions.
    pub fn assertions_class(self) -> &'static str {
        match self {
            Self::Jupiter => "org.junit.jupiter.api.Assertions",
            Self::Junit4 => "org.junit.Assert",
        }
    }
}

/// How a test is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The JUnit to write for.
    pub framework: Framework,
    /// One level of indentation.
    pub indent: String,
    /// Columns that a line should not exceed.
    pub width: usize,
    /// The Java version of the test sources: below 9 there is no `List.of`, below 10 no `var`.
    pub release: u32,
    /// Whether `assertThrows` exists (JUnit 4: from 4.13; Jupiter: always).
    pub has_assert_throws: bool,
    /// Whether local variables are declared `final`.
    pub final_locals: bool,
    /// Whether local variables are declared with `var` where the initialiser shows their type.
    pub uses_var: bool,
    /// Names that local variables must not take: fields of the existing test class.
    pub reserved: BTreeSet<String>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            framework: Framework::Jupiter,
            indent: "    ".to_owned(),
            width: 100,
            release: 11,
            has_assert_throws: true,
            final_locals: false,
            uses_var: false,
            reserved: BTreeSet::new(),
        }
    }
}
