//! A test as Java text, with what it imports and what it is of; writes nothing.

use std::{collections::BTreeSet, ops::Range};

use goalline_testcase::{CallableId, JavaType, ObservedPart, TestCluster, Var};
use serde::{Deserialize, Serialize};

use crate::{
    style::{Framework, Style},
    types::{
        type_names::{descriptor_types, primitive_name, simple_name},
        variables::type_word,
    },
};

/// A test as Java text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenTest {
    /// Method name, unique among the taken names.
    pub name: String,
    /// The method with its annotation; lines end with `\n` (not the last), indented by nothing.
    pub source: String,
    /// Classes to import, sorted.
    pub imports: Vec<String>,
    /// Members to import statically, sorted.
    pub static_imports: Vec<String>,
    /// Top-level classes written by their simple name without an import (package, `java.lang`), sorted, qualified.
    pub plain_names: Vec<String>,
    /// `total(int,String)`: the method under test by name and erased parameter types.
    pub method: String,
    /// The callable under test.
    pub callable: CallableId,
    /// Whether the test only pins an implicit exception.
    pub implicit_exception: bool,
    /// Number of assertions.
    pub assertions: usize,
    /// Mutants on which it fails, of those it was run with; sorted.
    pub kills: Vec<u32>,
    /// What of it may stand in fields of its class.
    #[serde(default)]
    pub collaborators: Collaborators,
    /// What its assertions state that can be left out. Only known where it was just written.
    #[serde(skip)]
    pub stated: Vec<Stated>,
    /// What else it may be called once the other tests of the suite are known.
    #[serde(skip)]
    pub names: NameChoices,
}

/// Endings of names that are kept of a test, at most.
const MOST_ENDINGS: usize = 160;

/// What a test may be called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameChoices {
    /// What each name begins with: the method.
    pub(crate) stem: String,
    /// What follows it, the best first: outcome and condition.
    pub(crate) endings: Vec<String>,
    /// So many of them are in words; those behind only spell values.
    pub(crate) in_words: usize,
    /// Those of them that tell a condition of the source which decided.
    pub(crate) reasons: BTreeSet<String>,
    /// What sets the overload apart from others: no condition of how it ends.
    pub(crate) overload: Option<String>,
    /// Whether it ends so whatever else is so: nobody asks when.
    pub(crate) is_unconditional: bool,
}

impl NameChoices {
    /// Names that begin with this and go on so, the best first.
    pub fn new(stem: &str, endings: impl IntoIterator<Item = String>) -> Self {
        Self::with_spelt(stem, endings, [])
    }

    /// The same, and then those that only spell values.
    pub(crate) fn with_spelt(
        stem: &str,
        endings: impl IntoIterator<Item = String>,
        spelt: impl IntoIterator<Item = String>,
    ) -> Self {
        let mut known = BTreeSet::new();
        let mut is_new = |it: &String| known.insert(it.clone());
        let mut endings: Vec<String> = endings.into_iter().filter(&mut is_new).collect();
        let in_words = endings.len().min(MOST_ENDINGS);
        endings.extend(spelt.into_iter().filter(&mut is_new));
        endings.truncate(MOST_ENDINGS);
        Self {
            stem: stem.to_owned(),
            endings,
            in_words,
            reasons: BTreeSet::new(),
            overload: None,
            is_unconditional: false,
        }
    }

    /// The same where these tell why.
    pub(crate) fn with_reasons(self, reasons: impl IntoIterator<Item = String>) -> Self {
        Self {
            reasons: reasons.into_iter().collect(),
            ..self
        }
    }

    /// The only ending behind those in words that says when.
    pub(crate) fn only_goal(&self) -> Option<&String> {
        let mut goals = self.endings[self.in_words..].iter();
        let first = goals.find(|it| it.contains("When"))?;
        goals.all(|it| !it.contains("When")).then_some(first)
    }

    /// Whether an ending that tells what is `null` speaks of what the conditions that decided speak of; true where none
    /// is known.
    pub(crate) fn is_about_a_reason(&self, ending: &str) -> bool {
        let input = ending.split_once("ForNull").map(|(_, input)| input);
        let Some(input) = input.filter(|_| !self.reasons.contains(ending)) else {
            return true;
        };
        let subject = &input[input.rfind(char::is_uppercase).unwrap_or(0)..];
        let is_told = |it: &String| {
            let condition = it.split_once("When");
            condition.is_some_and(|(_, condition)| condition.contains(subject))
        };
        self.reasons.is_empty() || self.reasons.iter().any(is_told)
    }

    /// The same of an overload that this sets apart.
    pub(crate) fn of_overload(self, overload: Option<String>) -> Self {
        Self { overload, ..self }
    }
}

/// The mocks of a test and the object under test that is made of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collaborators {
    /// The mocks, in the order in which they are made.
    pub mocks: Vec<MockLines>,
    /// The object under test, where mocks alone make it.
    pub subject: Option<SubjectLines>,
    /// How fields of a class of such tests are filled.
    pub filling: FieldFilling,
}

/// A mock of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MockLines {
    /// Its variable.
    pub name: String,
    /// The type as written.
    pub declared: String,
    /// Binary names of its class and of all above it.
    pub supertypes: Vec<String>,
    /// The lines of the source that make it, counted from 0.
    pub lines: Range<usize>,
}

/// The object under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubjectLines {
    /// Its variable.
    pub name: String,
    /// The type as written.
    pub declared: String,
    /// The lines of the source that make it and set its fields, counted from 0.
    pub lines: Vec<Range<usize>>,
    /// The mocks it is made of, in the order of its constructor, or of the lines that set its fields.
    pub mocks: Vec<String>,
    /// Binary names of the types that its constructor, or its fields, have for them.
    pub types: Vec<String>,
    /// The fields that they are set to, in their order; none for a constructor.
    #[serde(default)]
    pub fields: Vec<String>,
    /// Whether its constructor takes them.
    pub by_constructor: bool,
    /// Whether a field is set that the test does not see.
    pub is_private: bool,
    /// Whether the test declares an exception for the sake of these lines alone.
    pub is_only_thrower: bool,
}

impl MockLines {
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.name == other.name && self.declared == other.declared
    }
}

impl SubjectLines {
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.name == other.name
            && self.declared == other.declared
            && self.mocks == other.mocks
            && self.by_constructor == other.by_constructor
    }
}

impl Collaborators {
    /// The simple names of the types of fields.
    pub(crate) fn types(&self) -> BTreeSet<&str> {
        let mocks = self.mocks.iter().map(|mock| &mock.declared);
        let subject = self.subject.iter().map(|subject| &subject.declared);
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        mocks
            .chain(subject)
            .flat_map(|text| text.split(move |c| !is_part(c)))
            .filter(|name| !name.is_empty())
            .collect()
    }
}

/// How the fields of a test class come by their mocks.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum FieldFilling {
    /// Not at all: there is no Mockito.
    #[default]
    None,
    /// `MockitoAnnotations.initMocks(this)` before each test of JUnit 4.
    InitBefore,
    /// `MockitoAnnotations.initMocks(this)` before each test of Jupiter.
    InitBeforeEach,
    /// `MockitoAnnotations.openMocks(this)` before each test of Jupiter.
    OpenBeforeEach,
    /// `MockitoAnnotations.initMocks(this)` before each test of TestNG.
    InitBeforeMethod,
    /// `MockitoAnnotations.openMocks(this)` before each test of TestNG.
    OpenBeforeMethod,
    /// `@RunWith` of Mockito 1.
    OldRunner,
    /// `@RunWith`
    Runner,
    /// `@ExtendWith`
    Extension,
}

impl FieldFilling {
    /// What tests of this style have.
    pub(crate) fn of(style: &Style) -> Self {
        let Some(mockito) = style.mocks else {
            return Self::None;
        };
        let opens = mockito.major > 3 || mockito.major == 3 && mockito.minor >= 4;
        match (style.framework, mockito.has_extension) {
            (Framework::Junit4, true) if mockito.major < 2 => Self::OldRunner,
            (Framework::Junit4, true) => Self::Runner,
            (Framework::Junit4, false) => Self::InitBefore,
            (Framework::Jupiter, true) => Self::Extension,
            (Framework::Jupiter, false) if opens => Self::OpenBeforeEach,
            (Framework::Jupiter, false) => Self::InitBeforeEach,
            (Framework::TestNg, _) if opens => Self::OpenBeforeMethod,
            (Framework::TestNg, _) => Self::InitBeforeMethod,
        }
    }

    /// Whether an annotation of the class is all that it takes.
    pub(crate) fn is_by_annotation(self) -> bool {
        self.annotation().is_some()
    }

    /// Qualified name of the annotation of the class.
    pub(crate) fn annotation(self) -> Option<&'static str> {
        match self {
            Self::Extension => Some("org.junit.jupiter.api.extension.ExtendWith"),
            Self::Runner | Self::OldRunner => Some("org.junit.runner.RunWith"),
            _ => None,
        }
    }

    /// Qualified name of the class in that annotation.
    pub(crate) fn class(self) -> Option<&'static str> {
        match self {
            Self::Extension => Some("org.mockito.junit.jupiter.MockitoExtension"),
            Self::Runner => Some("org.mockito.junit.MockitoJUnitRunner"),
            Self::OldRunner => Some("org.mockito.runners.MockitoJUnitRunner"),
            _ => None,
        }
    }

    /// The method before each test that fills them.
    pub(crate) fn set_up(self) -> Option<SetUp> {
        let set_up = |annotation, visibility, method| SetUp {
            annotation,
            visibility,
            method,
        };
        match self {
            Self::InitBefore => Some(set_up("org.junit.Before", "public ", "initMocks")),
            Self::InitBeforeEach => {
                Some(set_up("org.junit.jupiter.api.BeforeEach", "", "initMocks"))
            }
            Self::OpenBeforeEach => {
                Some(set_up("org.junit.jupiter.api.BeforeEach", "", "openMocks"))
            }
            Self::InitBeforeMethod => Some(set_up(
                "org.testng.annotations.BeforeMethod",
                "public ",
                "initMocks",
            )),
            Self::OpenBeforeMethod => Some(set_up(
                "org.testng.annotations.BeforeMethod",
                "public ",
                "openMocks",
            )),
            _ => None,
        }
    }

    /// What it imports.
    pub(crate) fn imports(self) -> Vec<&'static str> {
        let mut all: Vec<&str> = self.annotation().into_iter().chain(self.class()).collect();
        if let Some(set_up) = self.set_up() {
            all.extend([set_up.annotation, "org.mockito.MockitoAnnotations"]);
        }
        all
    }
}

/// A method that fills fields.
pub(crate) struct SetUp {
    /// Qualified name of its annotation.
    pub(crate) annotation: &'static str,
    pub(crate) visibility: &'static str,
    /// What it calls.
    pub(crate) method: &'static str,
}

/// What an assertion states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// Its lines in the source, counted from 0.
    pub lines: Range<usize>,
    /// What it is about.
    pub about: About,
}

/// What an assertion is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// What was observed of a variable.
    Observed(Var, ObservedPart),
    /// The message of what the act threw.
    Message,
    /// The class of what that was made of.
    Cause,
    /// What a mock answers.
    Stub(StubbedCall),
}

/// A method of a mock that the test says an answer for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StubbedCall {
    /// The mock.
    pub double: Var,
    /// Method name.
    pub method: String,
    /// JVM descriptor.
    pub descriptor: String,
}

impl WrittenTest {
    /// Whether it needs Mockito.
    pub fn mocks(&self) -> bool {
        let of_mockito = |path: &String| path.starts_with("org.mockito.");
        self.static_imports.iter().any(of_mockito)
    }
}

/// `total(int,String)`, `<init>()`.
pub(crate) fn signature(cluster: &TestCluster, callable: CallableId) -> String {
    let callable = cluster.callable(callable);
    let parameters: Vec<String> = descriptor_types(&callable.descriptor)
        .0
        .iter()
        .map(short_type)
        .collect();
    format!("{}({})", callable.name, parameters.join(","))
}

/// `Entry[]`: the erased type by its simple name.
pub(crate) fn short_type(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(primitive) => primitive_name(*primitive).to_owned(),
        JavaType::Class { name, .. } => simple_name(name).to_owned(),
        JavaType::Array(element) => format!("{}[]", short_type(element)),
        other => type_word(other),
    }
}
