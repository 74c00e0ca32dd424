//! How tests are to look: framework, indentation, width; learnt elsewhere from an existing class, never applied to
//! code of the user.

mod file_header;

use std::collections::BTreeSet;

pub use file_header::FileHeader;

use crate::types::variables::{capitalised, decapitalised};

/// What tests are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framework {
    /// JUnit Jupiter (5 and newer).
    #[default]
    Jupiter,
    /// JUnit 4.
    Junit4,
    /// TestNG.
    TestNg,
}

impl Framework {
    /// Qualified name of the `@Test` annotation.
    pub fn test_annotation(self) -> &'static str {
        match self {
            Self::Jupiter => "org.junit.jupiter.api.Test",
            Self::Junit4 => "org.junit.Test",
            Self::TestNg => "org.testng.annotations.Test",
        }
    }

    /// Qualified name of the class with the assertions.
    pub fn assertions_class(self) -> &'static str {
        match self {
            Self::Jupiter => "org.junit.jupiter.api.Assertions",
            Self::Junit4 => "org.junit.Assert",
            Self::TestNg => "org.testng.Assert",
        }
    }

    /// Whether test classes and their methods have to be public.
    pub(crate) fn wants_public(self) -> bool {
        self != Self::Jupiter
    }

    /// Whether there is an `assertDoesNotThrow`.
    pub(crate) fn says_that_nothing_is_thrown(self) -> bool {
        self == Self::Jupiter
    }

    /// What of `@Test` names the exception that a test expects, where no assertion does.
    pub(crate) fn expected_attribute(self) -> &'static str {
        match self {
            Self::Jupiter | Self::Junit4 => "expected",
            Self::TestNg => "expectedExceptions",
        }
    }

    /// The assertion that gives the exception which it expects.
    pub(crate) fn gives_thrown(self) -> &'static str {
        match self {
            Self::Jupiter | Self::Junit4 => "assertThrows",
            Self::TestNg => "expectThrows",
        }
    }
}

/// The library that assertions are written with; what it has no words for is said in JUnit's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AssertionLibrary {
    /// JUnit's own.
    #[default]
    JUnit,
    /// `assertThat(actual).isEqualTo(expected)`
    AssertJ,
    /// `assertThat(actual, is(expected))` with all matchers.
    Hamcrest,
    /// The same with the core matchers alone, as they come with JUnit 4.
    HamcrestCore,
}

/// Which characters literals are written with: all others are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Those that every encoding of sources has.
    Ascii,
    /// All that a reader can see, for sources that are read as UTF-8.
    Unicode,
}

/// How answers of mocks are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StubbingWords {
    /// `when(x.m()).thenReturn(v)`
    #[default]
    When,
    /// `given(x.m()).willReturn(v)`
    Given,
}

/// What of Mockito the project's tests have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mockito {
    /// The number before the first dot of its version.
    pub major: u32,
    /// The number after it.
    pub minor: u32,
    /// Whether final classes and methods can be mocked: the inline mock maker is the one in use.
    pub mocks_final: bool,
    /// Whether JUnit has Mockito's extension (Jupiter) or its runner (JUnit 4): fields are filled by an annotation.
    pub has_extension: bool,
    /// How answers are written.
    pub words: StubbingWords,
}

impl Default for Mockito {
    fn default() -> Self {
        Self {
            major: 5,
            minor: 0,
            mocks_final: true,
            has_extension: true,
            words: StubbingWords::When,
        }
    }
}

impl Mockito {
    /// Qualified name of the class with `any()` and its like.
    pub(crate) fn matchers_class(&self) -> &'static str {
        if self.major < 2 {
            "org.mockito.Matchers"
        } else {
            "org.mockito.ArgumentMatchers"
        }
    }

    /// Whether a captor of a list can be made without a cast: of Mockito 1 its type is the one of the class.
    pub(crate) fn catches_lists(&self) -> bool {
        self.major >= 2
    }

    /// Whether `mock()` takes its class from what it is assigned to, type arguments included.
    pub(crate) fn infers_mocked_class(&self) -> bool {
        self.major > 4 || self.major == 4 && self.minor >= 10
    }
}

/// How names of tests are built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// `totalReturnsZero`
    #[default]
    Camel,
    /// `testTotalReturnsZero`
    TestPrefix,
    /// `total_returns_zero`
    Snake,
    /// `total_returnsZero`
    Segments,
}

impl Naming {
    /// The name in the way that tests are named here; `stem` is what it begins with.
    pub(crate) fn dressed(self, name: &str, stem: &str) -> String {
        match self {
            Self::Camel => name.to_owned(),
            Self::TestPrefix => format!("test{}", capitalised(name)),
            Self::Segments => match name.strip_prefix(stem) {
                Some(rest) if !rest.is_empty() => format!("{stem}_{}", decapitalised(rest)),
                _ => name.to_owned(),
            },
            Self::Snake => {
                let mut text = String::new();
                let mut before = '_';
                for c in name.chars() {
                    let starts_word =
                        c.is_uppercase() || (c.is_ascii_digit() && !before.is_ascii_digit());
                    if starts_word && before != '_' {
                        text.push('_');
                    }
                    text.extend(c.to_lowercase());
                    before = c;
                }
                text
            }
        }
    }
}

/// Who says where a statement that is too long goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineBreaks {
    /// Nobody: behind `=`, else between arguments.
    #[default]
    Free,
    /// google-java-format.
    Google,
    /// Eclipse's formatter as spring-javaformat sets it.
    Eclipse,
}

impl LineBreaks {
    /// The elements of an array in their braces.
    pub(crate) fn braced(self, elements: &[String]) -> String {
        let elements = elements.join(", ");
        if self == Self::Eclipse && !elements.is_empty() {
            format!("{{ {elements} }}")
        } else {
            format!("{{{elements}}}")
        }
    }
}

/// What a statement has to fit into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room<'s> {
    /// Columns, those left out that it is indented by.
    pub(crate) width: usize,
    /// One level of indentation.
    pub(crate) indent: &'s str,
    /// Who says where it is broken.
    pub(crate) breaks: LineBreaks,
}

/// Columns that a text takes; a tab counts four.
pub(crate) fn columns(text: &str) -> usize {
    let width = |letter| if letter == '\t' { 4 } else { 1 };
    text.chars().map(width).sum()
}

/// In what order imports of a new class stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportOrder {
    /// Whether the static ones are the last.
    pub static_last: bool,
    /// What the imports of each group begin with, for those that are not static; an empty line stands between groups.
    /// What no group is for stands in the one with an empty beginning, else in front. One group without any.
    pub groups: Vec<Vec<String>>,
}

/// How a test is written.
#[expect(
    clippy::struct_excessive_bools,
    reason = "habits that vary independently of each other"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The JUnit to write for.
    pub framework: Framework,
    /// One level of indentation.
    pub indent: String,
    /// Columns that a line should not exceed; a tab counts four.
    pub width: usize,
    /// Whether an empty line stands behind the opening brace of a class.
    pub empty_line_first: bool,
    /// Whether an empty line stands before its closing brace.
    pub empty_line_last: bool,
    /// The Java version of the test sources: below 9 there is no `List.of`, below 10 no `var`.
    pub release: u32,
    /// Whether `assertThrows` exists (JUnit 4: from 4.13; Jupiter: always).
    pub has_assert_throws: bool,
    /// Whether local variables are declared `final`.
    pub final_locals: bool,
    /// Whether local variables are declared with `var` where the initialiser shows their type.
    pub uses_var: bool,
    /// How tests are named.
    pub naming: Naming,
    /// Whether the opening brace of a method stands on a line of its own.
    pub brace_alone: bool,
    /// Who says where lines are broken.
    pub breaks: LineBreaks,
    /// What lines of a new file end with.
    pub line_break: &'static str,
    /// The comment that a new file begins with, its line breaks included.
    pub header: FileHeader,
    /// The order of imports in a new file.
    pub imports: ImportOrder,
    /// What assertions are written with.
    pub assertions: AssertionLibrary,
    /// What test doubles are written with; none where the project's tests have no Mockito.
    pub mocks: Option<Mockito>,
    /// Whether private fields can be set by Spring's `ReflectionTestUtils`.
    pub sets_fields: bool,
    /// Which characters literals are written with.
    pub spelling: Spelling,
    /// Names that local variables must not take: fields of the existing test class.
    pub reserved: BTreeSet<String>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            framework: Framework::Jupiter,
            indent: "    ".to_owned(),
            width: 100,
            empty_line_first: false,
            empty_line_last: false,
            release: 11,
            has_assert_throws: true,
            final_locals: false,
            uses_var: false,
            naming: Naming::Camel,
            brace_alone: false,
            breaks: LineBreaks::Free,
            line_break: "\n",
            header: FileHeader::default(),
            imports: ImportOrder::default(),
            assertions: AssertionLibrary::JUnit,
            mocks: None,
            sets_fields: false,
            spelling: Spelling::Ascii,
            reserved: BTreeSet::new(),
        }
    }
}

impl Style {
    /// Whether tests can be written with lambdas.
    pub fn has_lambdas(&self) -> bool {
        self.release >= 8
    }

    /// What a line at this depth inside of its class has room for.
    pub(crate) fn room(&self, depth: usize) -> Room<'_> {
        Room {
            width: self.width.saturating_sub(depth * columns(&self.indent)),
            indent: &self.indent,
            breaks: self.breaks,
        }
    }
}
