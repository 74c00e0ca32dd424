//! Which test sources are about a class: takes texts, gives those that mention it, by imports and type names; reads
//! no file.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_build::{TestFrameworks, customary_tests};
use goalline_junit::TEST_ANNOTATIONS;
use goalline_syntax::{
    FileDeclarations, JavaFile, MemberDeclaration, TypeDeclaration, TypeKind, declarations,
};

/// Annotations that say that a class is run, whatever its members are; `TestNG` takes its own for all of them.
const RUNNERS: [&str; 4] = ["RunWith", "Suite", "ExtendWith", "Test"];

/// What the tests are about.
#[derive(Debug)]
pub(super) struct TestedClass {
    package: String,
    /// Simple names of the top-level types of the file, the class that is tested first.
    names: Vec<String>,
}

/// A test source that is about the class.
#[derive(Clone, Debug)]
pub(super) struct TestFile {
    pub path: PathBuf,
    pub text: Arc<str>,
    /// Binary name of its first test class.
    pub class: String,
    /// Binary names of the top-level classes that JUnit is asked to run.
    pub classes: Vec<String>,
    /// Written with JUnit 3 or 4.
    pub is_junit4: bool,
    /// Written with Jupiter.
    pub is_jupiter: bool,
    /// Written with `TestNG`.
    pub is_testng: bool,
}

impl TestedClass {
    /// The class of this binary name, in its file.
    pub(super) fn of(file: &JavaFile, class: &str) -> Self {
        let declared = declarations(file);
        let package = declared.package.clone().unwrap_or_default();
        let own = class.rsplit('.').next().unwrap_or(class);
        let own = own.split('$').next().unwrap_or(own).to_owned();
        let mut names = vec![own];
        for ty in top_level(&declared) {
            if !names.contains(&ty.name) {
                names.push(ty.name.clone());
            }
        }
        Self { package, names }
    }

    /// The class that tests are named after.
    pub(super) fn simple_name(&self) -> &str {
        &self.names[0]
    }

    /// Whether the file is named after the class, as people name tests.
    fn is_namesake(&self, file: &TestFileCandidate) -> bool {
        let name = self.simple_name();
        let stem = file.path.file_stem().unwrap_or_default().to_string_lossy();
        let customs = customary_tests(name);
        customs.iter().any(|custom| *custom == *stem) && file.package() == self.package
    }

    /// Whether the file means one of the types by a name that it uses.
    fn is_mentioned(&self, file: &TestFileCandidate) -> bool {
        self.names.iter().any(|name| {
            has_word(&file.text, name) && self.can_see(file, name) && uses(&file.file, name)
        })
    }

    fn can_see(&self, file: &TestFileCandidate, name: &str) -> bool {
        if file.package() == self.package {
            return true;
        }
        let full = format!("{}.{name}", self.package);
        let imports = &file.declared.imports;
        imports.iter().any(|import| {
            import.path == full
                || import.path.starts_with(&format!("{full}."))
                || import.is_wildcard && !import.is_static && import.path == self.package
        }) || file.text.contains(&full)
    }
}

struct TestFileCandidate {
    path: PathBuf,
    text: Arc<str>,
    file: JavaFile,
    declared: FileDeclarations,
}

impl TestFileCandidate {
    fn package(&self) -> &str {
        self.declared.package.as_deref().unwrap_or_default()
    }

    /// Whether something of the package is imported, or named in full: `@org.junit.Test`.
    fn names(&self, package: &str) -> bool {
        let imports = &self.declared.imports;
        let is_imported = imports
            .iter()
            .any(|import| import.path.starts_with(package));
        is_imported || self.uses(&format!("@{package}."))
    }

    fn uses(&self, start: &str) -> bool {
        let members = self.declared.types.iter().flat_map(|ty| &ty.members);
        let mut annotations = members.flat_map(|member| &member.modifiers.annotations);
        annotations.any(|it| it.starts_with(start))
    }
}

/// The test files that are about the subject: those named after it first, then those that mention it, and those whose
/// test classes extend one that does.
pub(super) fn tests_of(subject: &TestedClass, texts: Vec<(PathBuf, String)>) -> Vec<TestFile> {
    // Parsing is worth it only where one of the names stands, or may be inherited.
    let (near, far): (Vec<_>, Vec<_>) = texts.into_iter().partition(|(path, text)| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let names = &subject.names;
        names.iter().any(|name| has_word(text, name)) || stem.contains(subject.simple_name())
    });
    let near: Vec<TestFileCandidate> = near
        .into_iter()
        .map(|(path, text)| parse(path, text))
        .collect();
    let mut found: Vec<(bool, TestFileCandidate)> = near
        .into_iter()
        .map(|file| (subject.is_namesake(&file), file))
        .filter(|(is_namesake, file)| *is_namesake || subject.is_mentioned(file))
        .collect();
    let mut far = far;
    loop {
        let heirs = heirs(&found, &mut far);
        if heirs.is_empty() {
            break;
        }
        found.extend(heirs.into_iter().map(|heir| (false, heir)));
    }
    found.sort_by_key(|(is_namesake, file)| (!is_namesake, file.path.clone()));
    let files = found.into_iter().map(|(_, file)| test_file(file));
    files.filter(|file| !file.classes.is_empty()).collect()
}

fn parse(path: PathBuf, text: String) -> TestFileCandidate {
    let text: Arc<str> = text.into();
    let file = JavaFile::parse(text.clone());
    let declared = declarations(&file);
    TestFileCandidate {
        path,
        text,
        file,
        declared,
    }
}

/// Takes the files that extend a class that is found already.
fn heirs(
    found: &[(bool, TestFileCandidate)],
    far: &mut Vec<(PathBuf, String)>,
) -> Vec<TestFileCandidate> {
    let parents: BTreeSet<&str> = found
        .iter()
        .flat_map(|(_, file)| top_level(&file.declared))
        .map(|ty| ty.name.as_str())
        .collect();
    let extends = |ty: &TypeDeclaration| {
        let above = ty.superclass.iter().chain(&ty.interfaces);
        above
            .map(|name| name.split('<').next().unwrap_or(name).trim())
            .any(|name| parents.contains(name.rsplit('.').next().unwrap_or(name)))
    };
    let mut heirs = Vec::new();
    far.retain(|(path, text)| {
        if !parents.iter().any(|parent| has_word(text, parent)) {
            return true;
        }
        let file = parse(path.clone(), text.clone());
        let is_heir = top_level(&file.declared).any(extends);
        if is_heir {
            heirs.push(file);
        }
        !is_heir
    });
    heirs
}

fn test_file(file: TestFileCandidate) -> TestFile {
    let runs = |ty: &&TypeDeclaration| {
        let is_class = matches!(ty.kind, TypeKind::Class | TypeKind::Record);
        // A class without tests of its own may inherit them.
        let may_inherit = ty.superclass.is_some() || !ty.interfaces.is_empty();
        let nested = || nested_tests(&file.declared, ty);
        let has_tests = has_tests(ty) || is_suite(ty) || may_inherit || nested();
        is_class && !ty.is_abstract() && has_tests
    };
    let classes: Vec<String> = top_level(&file.declared)
        .filter(runs)
        .map(|ty| ty.binary_name.clone())
        .collect();
    let written_with = frameworks_of(&file);
    TestFile {
        class: classes.first().cloned().unwrap_or_default(),
        is_junit4: written_with.junit4,
        is_jupiter: written_with.jupiter,
        is_testng: written_with.testng,
        classes,
        path: file.path,
        text: file.text,
    }
}

/// Whether the class says itself what it runs: JUnit 3's `suite()`, a runner.
fn is_suite(ty: &TypeDeclaration) -> bool {
    let mut members = ty.members.iter();
    let makes_suite = |it: &MemberDeclaration| it.is_static && it.name == "suite";
    RUNNERS.iter().any(|name| ty.modifiers.has_annotation(name)) || members.any(makes_suite)
}

/// The versions of JUnit that a file is written with.
fn frameworks_of(file: &TestFileCandidate) -> TestFrameworks {
    let imported = imported_frameworks(&file.declared);
    TestFrameworks {
        jupiter: imported.jupiter || file.names("org.junit.jupiter"),
        junit4: imported.junit4 || file.uses("@org.junit.Test"),
        testng: imported.testng || file.names("org.testng"),
    }
}

/// The versions of JUnit that a file imports something of.
pub fn imported_frameworks(declared: &FileDeclarations) -> TestFrameworks {
    let imports = || declared.imports.iter().map(|import| import.path.as_str());
    TestFrameworks {
        jupiter: imports().any(|path| path.starts_with("org.junit.jupiter")),
        junit4: imports().any(is_junit4),
        testng: imports().any(|path| path.starts_with("org.testng")),
    }
}

fn is_junit4(import: &str) -> bool {
    let newer = ["org.junit.jupiter", "org.junit.platform"];
    let old = ["org.junit", "junit.framework"];
    let is_below = |root: &str| {
        import
            .strip_prefix(root)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    old.into_iter().any(is_below) && !newer.into_iter().any(is_below)
}

fn top_level(declared: &FileDeclarations) -> impl Iterator<Item = &TypeDeclaration> {
    declared.types.iter().filter(|ty| ty.outer.is_none())
}

fn has_tests(ty: &TypeDeclaration) -> bool {
    ty.members.iter().any(|member| {
        TEST_ANNOTATIONS
            .iter()
            .any(|test| member.modifiers.has_annotation(test))
    })
}

fn nested_tests(declared: &FileDeclarations, outer: &TypeDeclaration) -> bool {
    declared
        .types
        .iter()
        .any(|ty| outer.span.contains(ty.span) && has_tests(ty))
}

/// All test files of these texts.
pub(super) fn all_tests(texts: &[(PathBuf, String)]) -> Vec<TestFile> {
    let files = texts.iter();
    files
        .filter_map(|(path, text)| test_of(path, text))
        .collect()
}

/// The test file with this text, if it is one.
pub(super) fn test_of(path: &Path, text: &str) -> Option<TestFile> {
    let file = test_file(parse(path.to_path_buf(), text.to_owned()));
    (!file.classes.is_empty()).then_some(file)
}

/// The words of a text, those in comments and texts among them.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
}

/// Whether the word stands in the text with no letter beside it.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    })
}

/// Whether the word is used in the code as the name of a type, not only in a comment or text.
fn uses(file: &JavaFile, name: &str) -> bool {
    file.root()
        .descendants()
        .any(|node| matches!(node.kind(), "type_identifier" | "identifier") && node.text() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let file = JavaFile::parse("package shop; public class Cart {} class Line {}");
        let subject = TestedClass::of(&file, "shop.Cart");
        let texts = files
            .iter()
            .map(|(path, text)| (PathBuf::from(path), (*text).to_owned()));
        let files = tests_of(&subject, texts.collect());
        files.into_iter().flat_map(|file| file.classes).collect()
    }

    const TEST: &str = "@Test void a() { new Cart(); }";

    #[test]
    fn a_test_is_found_by_its_name_by_an_import_and_by_its_package_and_the_namesake_comes_first() {
        let files = [
            (
                "b/AllTest.java",
                format!("package b; import shop.Cart; class AllTest {{ {TEST} }}"),
            ),
            (
                "shop/CartTest.java",
                "package shop; class CartTest { @Test void a() {} }".to_owned(),
            ),
            (
                "shop/Other.java",
                format!("package shop; class Other {{ {TEST} }}"),
            ),
            (
                "c/Far.java",
                format!("package c; import shop.*; class Far {{ {TEST} }}"),
            ),
        ];
        let files: Vec<(&str, &str)> = files.iter().map(|(a, b)| (*a, b.as_str())).collect();
        assert_eq!(
            found(&files),
            ["shop.CartTest", "b.AllTest", "c.Far", "shop.Other"]
        );
    }

    #[test]
    fn another_class_of_the_same_name_a_comment_and_a_helper_without_tests_are_none() {
        let files = [
            (
                "b/AllTest.java",
                format!("package b; import other.Cart; class AllTest {{ {TEST} }}"),
            ),
            (
                "shop/Comment.java",
                "package shop; class Comment { /* Cart */ @Test void a() { String s = \"Cart\"; } }"
                    .to_owned(),
            ),
            (
                "shop/Carts.java",
                "package shop; class Carts { Cart cart; }".to_owned(),
            ),
        ];
        let files: Vec<(&str, &str)> = files.iter().map(|(a, b)| (*a, b.as_str())).collect();
        assert_eq!(found(&files), [""; 0]);
    }

    #[test]
    fn inherited_and_nested_tests_run_through_the_class_that_has_them() {
        let files = [
            (
                "shop/AbstractTest.java",
                "package shop; abstract class AbstractTest { @Test void a() { new Cart(); } }",
            ),
            (
                "shop/FastTest.java",
                "package shop; class FastTest extends AbstractTest {}",
            ),
            (
                "shop/FasterTest.java",
                "package shop; class FasterTest extends FastTest {}",
            ),
            (
                "shop/OuterTest.java",
                "package shop; class OuterTest { @Nested class In { @Test void a() { new Line(); } } }",
            ),
        ];
        assert_eq!(
            found(&files),
            ["shop.FastTest", "shop.FasterTest", "shop.OuterTest"]
        );
    }

    #[test]
    fn a_suite_and_a_class_with_a_runner_are_tests_without_a_method_that_is_one() {
        let suite = "public static Test suite() { return All.of(new Cart()); }";
        let files = [
            (
                "shop/CartSuite.java",
                format!("package shop; class CartSuite {{ {suite} }}"),
            ),
            (
                "shop/CartStory.java",
                "package shop; @RunWith(Story.class) class CartStory { Cart cart; }".to_owned(),
            ),
            (
                "shop/Tools.java",
                format!(
                    "package shop; class Tools {{ {} }}",
                    suite.replace("static", "")
                ),
            ),
        ];
        let files: Vec<(&str, &str)> = files.iter().map(|(a, b)| (*a, b.as_str())).collect();
        assert_eq!(found(&files), ["shop.CartStory", "shop.CartSuite"]);
    }

    #[test]
    fn the_framework_is_told_by_the_imports() {
        let kind = |import: &str| {
            let text = format!("package shop; import {import}; class CartTest {{ {TEST} }}");
            let file = test_file(parse(PathBuf::from("shop/CartTest.java"), text));
            (file.is_jupiter, file.is_junit4, file.is_testng)
        };
        assert_eq!(kind("org.junit.jupiter.api.Test"), (true, false, false));
        assert_eq!(kind("org.junit.Test"), (false, true, false));
        assert_eq!(kind("org.junit.*"), (false, true, false));
        assert_eq!(kind("junit.framework.TestCase"), (false, true, false));
        assert_eq!(kind("org.testng.annotations.Test"), (false, false, true));
        let whole = |annotation: &str| {
            let text = format!("class T {{ @{annotation}(timeout = 9) void a() {{}} }}");
            let file = test_file(parse(PathBuf::from("T.java"), text));
            (file.is_jupiter, file.is_junit4, file.is_testng)
        };
        assert_eq!(whole("org.junit.jupiter.api.Test"), (true, false, false));
        assert_eq!(whole("org.junit.Test"), (false, true, false));
        assert_eq!(whole("org.testng.annotations.Test"), (false, false, true));
    }
}
