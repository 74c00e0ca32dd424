//! Mocks that several tests of a class share, as fields of it: takes written tests, gives tests without the lines that
//! make these, and the fields. Each test stays whole by itself until it is put into a class: which ones will stand
//! together is only known there.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use crate::{
    insertion::tokens::{identifiers, replace},
    types::type_names::simple_name,
    written::{Collaborators, FieldFilling, MockLines, SubjectLines, WrittenTest},
};

/// A field of a test class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SharedField {
    /// `Mock` or `InjectMocks`.
    pub(crate) annotation: &'static str,
    pub(crate) declared: String,
    pub(crate) name: String,
}

/// What a class gets beside its tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SharedFields {
    pub(crate) fields: Vec<SharedField>,
    pub(crate) filling: FieldFilling,
}

/// A field that the class has, of this type as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownField {
    pub(crate) declared: String,
    pub(crate) name: String,
}

/// An object under test that the class has, made of its own mocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownSubject {
    pub(crate) field: KnownField,
    /// The arguments of its constructor; none where Mockito makes it of all that fits.
    pub(crate) arguments: Option<Vec<String>>,
}

/// What stands for a local variable of a test: a field of this name.
type Renaming = BTreeMap<String, String>;

impl SharedFields {
    /// The fields that tests of a new class share: those of the object under test that most tests are about, and
    /// mocks that two tests or more make.
    pub(crate) fn of(tests: &[WrittenTest]) -> Self {
        let fillings = tests.iter().map(|test| test.collaborators.filling);
        let filling = fillings.max().unwrap_or_default();
        let subject = main_subject(tests).filter(|subject| subject.is_shared(filling));
        let mut fields: Vec<SharedField> = Vec::new();
        for mock in shared_mocks(tests) {
            let is_new = fields.iter().all(|field| field.name != mock.lines.name);
            let is_of_subject = subject.as_ref().is_some_and(|subject| {
                subject.lines.mocks.contains(&mock.lines.name)
                    || is_set_in_another_test(tests, subject.lines, mock.lines)
            });
            // Mockito would give it to the object under test in place of another one.
            let is_confusing = subject
                .as_ref()
                .is_some_and(|subject| subject.lines.asked_types(mock.lines) > 0);
            let is_shared = mock.count > 1 && filling.is_by_annotation() && !is_confusing;
            if is_new && (is_of_subject || is_shared) {
                fields.push(mock.lines.field());
            }
        }
        fields.extend(subject.map(|subject| SharedField {
            annotation: "InjectMocks",
            declared: subject.lines.declared.clone(),
            name: subject.lines.name.clone(),
        }));
        Self { fields, filling }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// The test without the lines that make what the fields are.
    pub(crate) fn taken_from(&self, test: &WrittenTest) -> WrittenTest {
        let is_field = |annotation: &str, declared: &str, name: &str| {
            self.fields.iter().any(|field| {
                field.annotation == annotation && field.declared == declared && field.name == name
            })
        };
        let mut lines = BTreeSet::new();
        for mock in &test.collaborators.mocks {
            if is_field("Mock", &mock.declared, &mock.name) {
                lines.extend(mock.lines.clone());
            }
        }
        if let Some(subject) = &test.collaborators.subject
            && is_field("InjectMocks", &subject.declared, &subject.name)
            && subject.mocks_are(&self.mocks())
        {
            lines.extend(subject.lines.iter().cloned().flatten());
            return without_lines(&without_throws(test, subject), &lines);
        }
        without_lines(test, &lines)
    }

    fn mocks(&self) -> BTreeSet<&str> {
        let mocks = self
            .fields
            .iter()
            .filter(|field| field.annotation == "Mock");
        mocks.map(|field| field.name.as_str()).collect()
    }

    /// The fields as members of a class, one empty line after each; their annotations beside them, or on lines of
    /// their own.
    pub(crate) fn source(&self, indent: &str, are_beside: bool) -> String {
        let between = if are_beside {
            " "
        } else {
            &*format!("\n{indent}")
        };
        let field = |field: &SharedField| {
            let (annotation, declared, name) = (field.annotation, &field.declared, &field.name);
            format!("{indent}@{annotation}{between}private {declared} {name};\n\n")
        };
        let set_up = self.filling.set_up().map(|set_up| {
            let annotation = simple_name(set_up.annotation);
            let (visibility, method) = (set_up.visibility, set_up.method);
            format!(
                "{indent}@{annotation}\n{indent}{visibility}void setUp() {{\n{indent}{indent}\
                 MockitoAnnotations.{method}(this);\n{indent}}}\n\n"
            )
        });
        let needs_set_up = !self.is_empty();
        let members = self.fields.iter().map(field);
        members.chain(set_up.filter(|_| needs_set_up)).collect()
    }

    /// What the fields and their filling import.
    pub(crate) fn imports(&self) -> Vec<String> {
        if self.is_empty() {
            return Vec::new();
        }
        let of_fields = self
            .fields
            .iter()
            .map(|one| format!("org.mockito.{}", one.annotation));
        let mut imports: Vec<String> = of_fields.collect();
        imports.extend(self.filling.imports().iter().map(|one| (*one).to_owned()));
        imports.sort();
        imports.dedup();
        imports
    }

    /// The line before the class.
    pub(crate) fn class_annotation(&self) -> Option<String> {
        let class = self.filling.class()?;
        let annotation = self.filling.annotation()?;
        (!self.is_empty())
            .then(|| format!("@{}({}.class)", simple_name(annotation), simple_name(class)))
    }
}

impl MockLines {
    fn field(&self) -> SharedField {
        SharedField {
            annotation: "Mock",
            declared: self.declared.clone(),
            name: self.name.clone(),
        }
    }
}

impl SubjectLines {
    /// How many of the types that it asks for the mock has.
    fn asked_types(&self, mock: &MockLines) -> usize {
        let is_of = |ty: &&String| mock.supertypes.contains(ty);
        self.types.iter().filter(is_of).count()
    }

    /// Whether each mock is called as the field that it is set to: so Mockito tells those of one type apart.
    fn is_told_by_names(&self) -> bool {
        !self.by_constructor && self.fields == self.mocks
    }

    fn mocks_are(&self, names: &BTreeSet<&str>) -> bool {
        self.mocks.iter().all(|mock| names.contains(mock.as_str()))
    }
}

/// An object under test with the number of tests that make it so.
struct MainSubject<'a> {
    lines: &'a SubjectLines,
    count: usize,
}

impl MainSubject<'_> {
    fn is_shared(&self, filling: FieldFilling) -> bool {
        let is_wanted = self.lines.is_private && filling != FieldFilling::None;
        is_wanted || self.count > 1 && filling.is_by_annotation()
    }
}

/// The object that most tests are about, made in one way of mocks that Mockito tells apart.
fn main_subject(tests: &[WrittenTest]) -> Option<MainSubject<'_>> {
    let mocks: Vec<&MockLines> = shared_mocks(tests).iter().map(|mock| mock.lines).collect();
    let is_one = |name: &String| mocks.iter().filter(|mock| mock.name == *name).count() == 1;
    let all = tests
        .iter()
        .filter_map(|test| test.collaborators.subject.as_ref())
        .filter(|subject| !subject.mocks.is_empty());
    let mut found: Option<MainSubject<'_>> = None;
    for lines in all.clone() {
        let mut own = mocks.iter().filter(|mock| lines.mocks.contains(&mock.name));
        let is_clear = lines.is_told_by_names() || own.all(|mock| lines.asked_types(mock) == 1);
        let count = all.clone().filter(|other| other.is_like(lines)).count();
        let is_better = found.as_ref().is_none_or(|best| count > best.count);
        if is_better && is_clear && lines.mocks.iter().all(is_one) {
            found = Some(MainSubject { lines, count });
        }
    }
    found
}

/// Whether another test sets a field of an object like this one to the mock, and nobody takes it for something else:
/// then Mockito may do so for all tests.
fn is_set_in_another_test(tests: &[WrittenTest], subject: &SubjectLines, mock: &MockLines) -> bool {
    let collaborators = tests.iter().map(|test| &test.collaborators);
    let is_one = |name: &String| {
        let mut all = collaborators.clone().flat_map(|it| &it.mocks);
        all.all(|other| other.name != *name || other.is_like(mock))
    };
    let mut others = collaborators
        .clone()
        .filter_map(|it| Some((it.subject.as_ref()?, &it.mocks)));
    let is_new = subject.asked_types(mock) == 0
        || subject.is_told_by_names() && !subject.fields.contains(&mock.name);
    !subject.by_constructor
        && is_new
        && is_one(&mock.name)
        && others.any(|(other, mocks)| {
            let mut strange = mocks.iter().filter(|one| !other.mocks.contains(&one.name));
            other.name == subject.name
                && other.declared == subject.declared
                && !other.by_constructor
                && other.mocks.contains(&mock.name)
                && (other.asked_types(mock) == 1 || other.is_told_by_names())
                && strange.all(|one| other.asked_types(one) == 0)
        })
}

/// A mock of some tests: what it is, and how many make it.
struct SharedMock<'a> {
    lines: &'a MockLines,
    count: usize,
}

/// The mocks of all tests in the order in which they are made.
fn shared_mocks(tests: &[WrittenTest]) -> Vec<SharedMock<'_>> {
    let mut found: Vec<SharedMock<'_>> = Vec::new();
    for lines in tests.iter().flat_map(|test| &test.collaborators.mocks) {
        match found.iter_mut().find(|one| one.lines.is_like(lines)) {
            Some(known) => known.count += 1,
            None => found.push(SharedMock { lines, count: 1 }),
        }
    }
    found
}

/// What a test class has of its own for its tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownFields {
    /// Mocks that nothing is said of before a test.
    pub(crate) mocks: Vec<KnownField>,
    pub(crate) subjects: Vec<KnownSubject>,
}

impl KnownFields {
    /// The test with fields of the class for what it would make itself.
    pub(crate) fn adopted(&self, test: &WrittenTest) -> WrittenTest {
        let mut renamed = Renaming::new();
        let mut throws_less = None;
        let mut lines = BTreeSet::new();
        for mock in &test.collaborators.mocks {
            let alike: Vec<&KnownField> = self
                .mocks
                .iter()
                .filter(|field| field.declared == mock.declared)
                .collect();
            let named = alike.iter().find(|field| field.name == mock.name);
            let field = match (named, alike.as_slice()) {
                (Some(named), _) => named,
                (None, [one]) => one,
                _ => continue,
            };
            if can_be_called(test, &mock.name, &field.name)
                && !renamed.values().any(|name| *name == field.name)
            {
                renamed.insert(mock.name.clone(), field.name.clone());
                lines.extend(mock.lines.clone());
            }
        }
        if let Some(subject) = &test.collaborators.subject
            && let Some(known) = self
                .subjects
                .iter()
                .find(|known| known.is_for(subject, &renamed))
            && can_be_called(test, &subject.name, &known.field.name)
        {
            lines.extend(subject.lines.iter().cloned().flatten());
            throws_less = Some(without_throws(test, subject));
            renamed.insert(subject.name.clone(), known.field.name.clone());
        }
        let mut test = without_lines(throws_less.as_ref().unwrap_or(test), &lines);
        test.source = replace(&test.source, |identifier| {
            renamed.get(identifier.text).cloned()
        });
        test
    }
}

impl KnownSubject {
    /// Whether it is what the test makes.
    fn is_for(&self, subject: &SubjectLines, renamed: &Renaming) -> bool {
        let names: Option<Vec<&String>> =
            subject.mocks.iter().map(|name| renamed.get(name)).collect();
        let Some(names) = names.filter(|_| self.field.declared == subject.declared) else {
            return false;
        };
        match &self.arguments {
            Some(arguments) => subject.by_constructor && arguments.iter().eq(names),
            None => true,
        }
    }
}

/// Whether the variable can have the other name: nothing else in the test has it.
fn can_be_called(test: &WrittenTest, name: &str, other: &str) -> bool {
    let all = identifiers(&test.source);
    name == other || !all.iter().any(|one| !one.is_member && one.text == other)
}

/// The test without the exception that only the lines of the subject ask for.
fn without_throws(test: &WrittenTest, subject: &SubjectLines) -> WrittenTest {
    let mut test = test.clone();
    if subject.is_only_thrower {
        test.source = test.source.replacen("() throws Exception", "()", 1);
    }
    test
}

/// The test without these lines, and without imports that nothing else needs.
fn without_lines(test: &WrittenTest, lines: &BTreeSet<usize>) -> WrittenTest {
    if lines.is_empty() {
        return test.clone();
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, line) in test.source.lines().enumerate() {
        let is_first = kept
            .last()
            .is_none_or(|last| last.is_empty() || last.ends_with('{'));
        let is_left_over = line.is_empty() && is_first;
        if !lines.contains(&at) && !is_left_over {
            places.insert(at, kept.len());
            kept.push(line);
        }
    }
    let source = kept.join("\n");
    let used: BTreeSet<String> = identifiers(&source)
        .iter()
        .map(|one| one.text.to_owned())
        .collect();
    let is_used = |path: &String| used.contains(simple_name(path));
    let types = test.collaborators.types();
    let is_needed = |path: &String| is_used(path) || types.contains(simple_name(path));
    WrittenTest {
        source,
        imports: test
            .imports
            .iter()
            .filter(|path| is_needed(path))
            .cloned()
            .collect(),
        static_imports: test
            .static_imports
            .iter()
            .filter(|path| is_used(path))
            .cloned()
            .collect(),
        collaborators: moved(&test.collaborators, &places),
        stated: Vec::new(),
        ..test.clone()
    }
}

/// The collaborators whose lines are left, where these now stand.
fn moved(collaborators: &Collaborators, places: &BTreeMap<usize, usize>) -> Collaborators {
    let moved = |lines: &Range<usize>| -> Option<Range<usize>> {
        let last = lines.end.checked_sub(1)?;
        Some(*places.get(&lines.start)?..places.get(&last)? + 1)
    };
    let mocks = collaborators.mocks.iter().filter_map(|mock| {
        Some(MockLines {
            lines: moved(&mock.lines)?,
            ..mock.clone()
        })
    });
    let subject = collaborators.subject.as_ref().and_then(|subject| {
        Some(SubjectLines {
            lines: subject.lines.iter().map(moved).collect::<Option<_>>()?,
            ..subject.clone()
        })
    });
    Collaborators {
        mocks: mocks.collect(),
        subject,
        filling: collaborators.filling,
    }
}
