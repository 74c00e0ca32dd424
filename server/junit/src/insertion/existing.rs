//! What an existing test class tells: takes its parsed file, gives its framework, style, names and imports; nothing
//! is changed.

use std::collections::BTreeSet;

use goalline_syntax::{
    DeclaredKind, FileDeclarations, Import, JavaFile, MemberDeclaration, TypeDeclaration, TypeKind,
    declarations,
};

use crate::{
    insertion::{
        shared_fields::{KnownField, KnownFields, KnownSubject},
        tokens::{Identifier, identifiers},
    },
    style::{
        AssertionLibrary, FileHeader, Framework, ImportOrder, Mockito, Naming, StubbingWords,
        Style, columns,
    },
    types::type_names::simple_name,
};

/// A test class that tests can be inserted into.
pub(crate) struct Existing<'a> {
    pub(crate) file: &'a JavaFile,
    pub(crate) declarations: FileDeclarations,
    class: usize,
}

impl<'a> Existing<'a> {
    /// Finds the class that holds tests: the first top-level class with a test method, else the first one that is not
    /// abstract.
    pub(crate) fn find(file: &'a JavaFile) -> Option<Self> {
        let declarations = declarations(file);
        let is_candidate = |ty: &TypeDeclaration| {
            ty.kind == TypeKind::Class && ty.outer.is_none() && !ty.is_local && !ty.is_abstract()
        };
        let with_tests = declarations
            .types
            .iter()
            .position(|ty| is_candidate(ty) && has_tests(ty));
        let class = with_tests.or_else(|| declarations.types.iter().position(is_candidate))?;
        Some(Self {
            file,
            declarations,
            class,
        })
    }

    pub(crate) fn class(&self) -> &TypeDeclaration {
        &self.declarations.types[self.class]
    }

    /// Names of the methods of the class.
    pub(crate) fn method_names(&self) -> BTreeSet<String> {
        self.members(DeclaredKind::Method)
    }

    fn members(&self, kind: DeclaredKind) -> BTreeSet<String> {
        let members = self
            .class()
            .members
            .iter()
            .filter(|member| member.kind == kind);
        members.map(|member| member.name.clone()).collect()
    }

    /// What its imports say that it is written for.
    pub(crate) fn framework(&self) -> Option<Framework> {
        let mut found = None;
        for import in &self.declarations.imports {
            if import.path.starts_with("org.junit.jupiter") {
                return Some(Framework::Jupiter);
            }
            if import.path.starts_with("org.testng.") {
                return Some(Framework::TestNg);
            }
            let old = [
                "org.junit.Test",
                "org.junit.Assert",
                "org.junit.Before",
                "org.junit",
            ];
            if old
                .iter()
                .any(|one| import.path == *one || import.path.starts_with(&format!("{one}.")))
            {
                found = Some(Framework::Junit4);
            }
        }
        found
    }

    /// What it is written for, where that is nothing that tests are written for here.
    pub(crate) fn foreign_framework(&self) -> Option<&'static str> {
        let imports = |prefix: &str| {
            self.declarations
                .imports
                .iter()
                .any(|one| one.path.starts_with(prefix))
        };
        if imports("junit.framework") && self.framework().is_none() {
            Some("JUnit 3")
        } else if imports("spock.lang") {
            Some("Spock")
        } else {
            None
        }
    }

    /// One level of indentation as its members have it.
    pub(crate) fn indent(&self) -> Option<String> {
        let text = self.file.text();
        self.class().members.iter().find_map(|member| {
            let line = &text[..member.span.start];
            let line = &line[line.rfind(['\n', '\r']).map_or(0, |at| at + 1)..];
            (!line.is_empty() && line.chars().all(|c| c == ' ' || c == '\t'))
                .then(|| line.to_owned())
        })
    }

    /// Whether empty lines stand behind the opening brace of the class and before its closing one.
    fn empty_lines(&self) -> (bool, bool) {
        let body = self.class().body;
        let inside = &self.file.text()[body.start + 1..body.end - 1];
        let breaks = |blank: &str| blank.matches('\n').count() > 1;
        let behind = inside.len() - inside.trim_start().len();
        let before = inside.trim_end().len();
        (breaks(&inside[..behind]), breaks(&inside[before..]))
    }

    /// Whether lines of code use more room than is usual, and no more than many projects allow.
    fn has_wide_lines(&self) -> bool {
        let usual = Style::default().width;
        let mut lines = self.file.text().lines().filter(|line| {
            let code = line.trim_start();
            !["import ", "package ", "//", "*", "/*"]
                .iter()
                .any(|start| code.starts_with(start))
        });
        lines.any(|line| (usual + 1..=WIDE).contains(&columns(line)))
    }

    /// The line break that most of its lines end with.
    pub(crate) fn line_break(&self) -> &'static str {
        let text = self.file.text();
        let both = text.matches("\r\n").count();
        let all = text.matches('\n').count();
        if all > 0 && both * 2 > all {
            "\r\n"
        } else {
            "\n"
        }
    }

    /// In what order its imports stand, as far as it has both kinds, or several blocks of one.
    fn import_order(&self) -> ImportOrder {
        let imports = &self.declarations.imports;
        let text = self.file.text();
        let mut groups: Vec<Vec<String>> = Vec::new();
        let mut end = 0;
        for import in imports.iter().filter(|one| !one.is_static) {
            let between = text.get(end..import.span.start).unwrap_or("");
            if groups.is_empty() || between.matches('\n').count() > 1 {
                groups.push(Vec::new());
            }
            end = import.span.end;
            let first = import.path.split('.').next().unwrap_or_default().to_owned();
            if let Some(group) = groups.last_mut().filter(|group| !group.contains(&first)) {
                group.push(first);
            }
        }
        // The block that is the least special takes what no other one is for.
        let is_of_jdk = |first: &String| ["java", "javax"].contains(&first.as_str());
        let others = (0..groups.len())
            .rev()
            .max_by_key(|at| (!groups[*at].iter().all(is_of_jdk), groups[*at].len()));
        if let Some(others) = others {
            groups[others].push(String::new());
        }
        let is_static = |one: Option<&Import>| one.is_some_and(|one| one.is_static);
        ImportOrder {
            static_last: is_static(imports.last()) && !is_static(imports.first()),
            groups,
        }
    }

    /// The comment before everything else, with the empty lines behind it, where it is about rights to the file and
    /// not about the class.
    pub(crate) fn header(&self) -> &str {
        let text = self.file.text();
        let end = self.declarations.package_span.map_or(0, |span| span.start);
        let head = &text[..end];
        let is_about_rights = ["opyright", "icense"]
            .iter()
            .any(|word| head.contains(word));
        if is_about_rights { head } else { "" }
    }

    /// Whether its test methods are `public`, as far as it has any.
    pub(crate) fn has_public_tests(&self) -> bool {
        let mut tests = self
            .class()
            .members
            .iter()
            .filter(|one| one.modifiers.has_annotation("Test"));
        tests.clone().next().is_some() && tests.all(|one| one.modifiers.has("public"))
    }

    fn tests(&self) -> impl Iterator<Item = &MemberDeclaration> {
        let members = self.class().members.iter();
        members.filter(|one| one.modifiers.has_annotation("Test"))
    }

    /// How most of its tests are named.
    fn naming(&self) -> Naming {
        let kinds = self.tests().map(|test| {
            let name = test.name.as_str();
            let after_test = name.strip_prefix("test").unwrap_or("");
            if after_test.starts_with(char::is_uppercase) {
                Naming::TestPrefix
            } else if !name.contains('_') {
                Naming::Camel
            } else if name.contains(char::is_uppercase) {
                Naming::Segments
            } else {
                Naming::Snake
            }
        });
        let kinds: Vec<Naming> = kinds.collect();
        let others = [Naming::TestPrefix, Naming::Segments, Naming::Snake];
        let is_most = |naming: &Naming| {
            let count = kinds.iter().filter(|one| *one == naming).count();
            count * 2 > kinds.len()
        };
        others.into_iter().find(is_most).unwrap_or_default()
    }

    /// Whether the opening braces of most of its tests stand on lines of their own.
    fn braces_stand_alone(&self) -> bool {
        let text = self.file.text();
        let alone = self.tests().filter(|test| {
            let text = &text[test.span.start..test.span.end];
            text.lines().any(|line| line.trim() == "{")
        });
        alone.count() * 2 > self.tests().count()
    }

    /// What most of its assertions are written with, as far as its imports tell.
    fn assertions(&self) -> AssertionLibrary {
        let imports = |prefix: &str| {
            let imports = &self.declarations.imports;
            imports.iter().any(|one| one.path.starts_with(prefix))
        };
        let library = if imports("org.assertj.core.api") {
            AssertionLibrary::AssertJ
        } else if imports("org.hamcrest.Matchers") {
            AssertionLibrary::Hamcrest
        } else if imports("org.hamcrest") {
            AssertionLibrary::HamcrestCore
        } else {
            return AssertionLibrary::JUnit;
        };
        let code = self.identifiers();
        let called = code.iter().filter(|one| one.is_called);
        let (of_library, others): (Vec<&str>, Vec<&str>) = called
            .map(|one| one.text)
            .filter(|name| name.starts_with("assert"))
            // That something throws is said in JUnit's words beside Hamcrest's.
            .filter(|name| *name != "assertThrows")
            .partition(|name| name.starts_with("assertThat"));
        if of_library.len() >= others.len() {
            library
        } else {
            AssertionLibrary::JUnit
        }
    }

    /// Whether more of its answers begin with `given` than with `when`.
    fn stubs_by_given(&self) -> bool {
        let mut imports = self.declarations.imports.iter();
        if !imports.any(|one| one.path.starts_with("org.mockito.BDDMockito")) {
            return false;
        }
        let code = self.identifiers();
        let count = |word: &str| {
            let calls = code.iter().filter(|one| one.is_called && one.text == word);
            calls.count()
        };
        count("given") > 0 && count("given") >= count("when")
    }

    /// Whether something fills its fields with mocks.
    pub(crate) fn fills_mocks(&self) -> bool {
        let text = self.file.text();
        let class = self.class();
        let annotations = &text[class.span.start..class.name_span.start];
        let is_said = |part: &str| annotations.contains(part);
        let is_called = self
            .set_ups()
            .any(|text| text.contains("openMocks(") || text.contains("initMocks("));
        is_said("MockitoExtension") || is_said("MockitoJUnitRunner") || is_called
    }

    /// Whether its tests can have another runner, and nothing of it knows Mockito.
    pub(crate) fn is_free_of_mockito(&self) -> bool {
        let is_of_mockito = |import: &goalline_syntax::Import| {
            [
                "org.mockito",
                "org.springframework.boot.test",
                "org.powermock",
                "org.easymock",
            ]
            .iter()
            .any(|prefix| import.path.starts_with(prefix))
        };
        !self.declarations.imports.iter().any(is_of_mockito)
            && !self.class().modifiers.has_annotation("RunWith")
            && self.class().superclass.is_none()
    }

    /// The texts of the methods that run before each test.
    fn set_ups(&self) -> impl Iterator<Item = &'a str> {
        let file = self.file;
        let members = self.class().members.iter();
        let methods = members.filter(|member| {
            let modifiers = &member.modifiers;
            let names = ["BeforeEach", "Before", "BeforeMethod"];
            names.iter().any(|name| modifiers.has_annotation(name))
        });
        methods.map(move |method| &file.text()[method.span.start..method.span.end])
    }

    /// The mocks and objects under test that its fields hold.
    pub(crate) fn known_fields(&self) -> KnownFields {
        let mut known = KnownFields::default();
        for member in self.fields() {
            let Some(declared) = member.ty.clone() else {
                continue;
            };
            let field = KnownField {
                declared,
                name: member.name.clone(),
            };
            if member.modifiers.has_annotation("InjectMocks") {
                known.subjects.push(KnownSubject {
                    field,
                    arguments: None,
                });
            } else if member.modifiers.has_annotation("Mock") {
                known
                    .mocks
                    .extend((!self.is_stubbed_before(&field.name)).then_some(field));
            } else if let Some(arguments) = self.made_before(&field) {
                known.subjects.push(KnownSubject {
                    field,
                    arguments: Some(arguments),
                });
            }
        }
        known
    }

    /// The fields of the class.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &MemberDeclaration> {
        let members = self.class().members.iter();
        members.filter(|member| member.kind == DeclaredKind::Field)
    }

    /// Whether a method that runs before each test says answers, and of this field.
    fn is_stubbed_before(&self, name: &str) -> bool {
        let says = |words: &[Identifier<'_>]| {
            words.iter().any(|one| {
                let is_word = [
                    "when",
                    "given",
                    "doReturn",
                    "doThrow",
                    "doAnswer",
                    "willReturn",
                ];
                one.is_called && is_word.contains(&one.text)
            })
        };
        self.set_ups().any(|text| {
            let words = identifiers(text);
            says(&words) && words.iter().any(|one| one.text == name)
        })
    }

    /// The arguments of `field = new Type(…);` in a method that runs before each test.
    fn made_before(&self, field: &KnownField) -> Option<Vec<String>> {
        let made = format!("{} = new {}(", field.name, field.declared);
        self.set_ups().find_map(|text| {
            let (_, rest) = text.split_once(&made)?;
            let (arguments, _) = rest.split_once(");")?;
            let names = arguments
                .split(',')
                .map(str::trim)
                .filter(|one| !one.is_empty());
            let names = names.map(|name| name.trim_start_matches("this.").to_owned());
            Some(names.collect())
        })
    }

    /// Identifiers of its code, imports and package left out.
    pub(crate) fn identifiers(&self) -> Vec<Identifier<'_>> {
        let from = self.declarations.imports.iter().map(|one| one.span.end);
        let from = from
            .chain(self.declarations.package_span.map(|span| span.end))
            .max()
            .unwrap_or(0);
        identifiers(&self.file.text()[from..])
    }
}

/// Annotations that make a method a test.
pub const TEST_ANNOTATIONS: [&str; 6] = [
    "Test",
    "ParameterizedTest",
    "RepeatedTest",
    "TestFactory",
    "TestTemplate",
    "Theory",
];

fn has_tests(ty: &TypeDeclaration) -> bool {
    ty.members.iter().any(|member| {
        let mut annotations = TEST_ANNOTATIONS.iter();
        annotations.any(|annotation| member.modifiers.has_annotation(annotation))
    })
}

/// The method names that the test class of the file already has: names no new test may take.
pub fn taken_names(file: &JavaFile) -> BTreeSet<String> {
    Existing::find(file)
        .map(|existing| existing.method_names())
        .unwrap_or_default()
}

/// Columns of lines where the usual hundred are not the limit.
const WIDE: usize = 120;

/// The style of an existing test class: what it shows replaces what `base` says.
pub fn learn_style(file: &JavaFile, base: &Style) -> Style {
    let Some(existing) = Existing::find(file) else {
        return base.clone();
    };
    let mut style = base.clone();
    if let Some(framework) = existing.framework() {
        if framework == Framework::Jupiter {
            style.has_assert_throws = true;
        }
        style.framework = framework;
    }
    style.assertions = existing.assertions();
    style.naming = existing.naming();
    style.line_break = existing.line_break();
    style.imports = existing.import_order();
    style.header = FileHeader::of(existing.header(), &existing.class().name);
    style.brace_alone = existing.braces_stand_alone();
    if let Some(indent) = existing.indent() {
        style.indent = indent;
    }
    (style.empty_line_first, style.empty_line_last) = existing.empty_lines();
    if existing.has_wide_lines() {
        style.width = WIDE;
    }
    style.reserved = existing.members(DeclaredKind::Field);
    if existing.stubs_by_given() {
        style.mocks = Some(Mockito {
            words: StubbingWords::Given,
            ..base.mocks.unwrap_or_default()
        });
    }
    let locals = local_declarations(&existing);
    let finals = locals
        .iter()
        .filter(|text| text.starts_with("final "))
        .count();
    let vars = locals
        .iter()
        .filter(|text| text.trim_start_matches("final ").starts_with("var "))
        .count();
    style.final_locals = locals.len() >= 2 && finals * 2 > locals.len();
    style.uses_var = locals.len() >= 2 && vars * 2 > locals.len();
    style
}

/// The texts of the local variable declarations in the methods of the class.
fn local_declarations<'a>(existing: &Existing<'a>) -> Vec<&'a str> {
    let file = existing.file;
    let methods = existing
        .class()
        .members
        .iter()
        .filter(|one| one.kind == DeclaredKind::Method);
    methods
        .flat_map(|method| file.node(method.node).descendants())
        .filter(|node| node.kind() == "local_variable_declaration")
        .map(goalline_syntax::Node::text)
        .collect()
}

/// Whether an import gives this simple name, and if so for which class.
pub(crate) fn imported<'d>(declarations: &'d FileDeclarations, simple: &str) -> Option<&'d str> {
    declarations
        .imports
        .iter()
        .find(|one| !one.is_static && !one.is_wildcard && simple_name(&one.path) == simple)
        .map(|one| one.path.as_str())
}
