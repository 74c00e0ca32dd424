//! Which of the user's tests have to run again: takes what they depend on, then and now, gives what to run and what
//! still holds; runs nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use goalline_build::{SourceIndex, content_key, read_cached, write_cached};
use goalline_flow::FileFlow;
use goalline_prepare::{
    Request,
    prepare::prepared::Prepared,
    sources::skeleton::{FileParts, is_named, name},
};
use goalline_testcase::Trace;
use serde::{Deserialize, Serialize};

use super::{
    BrokenTestClass, Tester, UserTest, UserTestOutcome,
    find::{TestFile, has_word},
};

/// Changes when the meaning of what is kept does.
const FORMAT: &str = "user tests 4";

/// Everything that the outcome of the tests depends on, as keys of contents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TestFingerprint {
    /// JDK, class path, options, criteria, all other sources of the project.
    surroundings: String,
    /// The file under test.
    #[serde(flatten)]
    parts: FileParts,
    /// The test files.
    files: BTreeMap<PathBuf, String>,
}

/// What the last run of the tests of a class left.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct LastTestRun {
    #[serde(rename = "picture")]
    fingerprint: TestFingerprint,
    tests: Vec<(PathBuf, UserTest)>,
    broken: Vec<(PathBuf, BrokenTestClass)>,
}

/// What of a file has to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FileWork {
    /// All its tests.
    All,
    /// The tests with these ids.
    Only(Vec<String>),
    /// None.
    Nothing,
}

impl TestFingerprint {
    /// As things are now.
    pub(super) fn now(
        prepared: &Prepared,
        request: &Request,
        files: &[TestFile],
        tester: &Tester,
    ) -> Self {
        let parts = if prepared.coupled.is_none() {
            FileParts::of(&prepared.file, &prepared.goals.flow)
        } else {
            // The flow of the goals joins several files.
            FileParts::of(&prepared.file, &FileFlow::of(&prepared.file))
        };
        let key = |file: &TestFile| (file.path.clone(), content_key(&[file.text.as_bytes()]));
        let files: BTreeMap<PathBuf, String> = files.iter().map(key).collect();
        Self {
            surroundings: surroundings(prepared, request, &files, tester),
            parts,
            files,
        }
    }

    /// The tests of the file did not run: they do when they are asked for next.
    pub(super) fn forget(&mut self, file: &Path) {
        self.files.remove(file);
    }

    /// The methods whose bodies differ; none when more than bodies of methods differs.
    fn changed_methods<'a>(&'a self, then: &'a Self) -> Option<BTreeSet<&'a str>> {
        let is_same = self.surroundings == then.surroundings;
        is_same.then(|| self.parts.changed_since(&then.parts))?
    }

    /// The simple names of test files that are new, gone or another text.
    fn changed_files(&self, then: &Self) -> BTreeSet<String> {
        let all = self.files.keys().chain(then.files.keys());
        all.filter(|path| self.files.get(*path) != then.files.get(*path))
            .map(|path| {
                path.file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect()
    }
}

impl LastTestRun {
    fn place(cache: &Path, request: &Request) -> PathBuf {
        let file = request.file.as_os_str().as_encoded_bytes();
        let mut parts = vec![FORMAT.as_bytes(), file];
        if request.coupled.is_some() {
            parts.push(b"pairs");
        }
        let name = content_key(&parts);
        cache.join("user-tests").join(format!("{name}.json"))
    }

    /// What was kept for this file; nothing where nothing was.
    pub(super) fn load(cache: &Path, request: &Request) -> Self {
        read_cached(&Self::place(cache, request)).unwrap_or_default()
    }

    /// Keeps what a run gave.
    pub(super) fn save(
        fingerprint: TestFingerprint,
        tests: Vec<(PathBuf, UserTest)>,
        broken: Vec<(PathBuf, BrokenTestClass)>,
        cache: &Path,
        request: &Request,
    ) {
        let memory = Self {
            fingerprint,
            tests,
            broken,
        };
        write_cached(&Self::place(cache, request), &memory);
    }

    /// What has to run, file by file.
    pub(super) fn work(&self, now: &TestFingerprint, files: &[TestFile]) -> Vec<FileWork> {
        let Some(methods) = now.changed_methods(&self.fingerprint) else {
            return vec![FileWork::All; files.len()];
        };
        let changed = now.changed_files(&self.fingerprint);
        let of = |file: &TestFile| {
            if changed.iter().any(|name| {
                file.path
                    .file_stem()
                    .is_some_and(|stem| stem == name.as_str())
                    || has_word(&file.text, name)
            }) {
                return FileWork::All;
            }
            if methods.is_empty() {
                return FileWork::Nothing;
            }
            let mut ids = Vec::new();
            for (_, test) in self.tests.iter().filter(|(path, _)| *path == file.path) {
                let is_whole_class = test.method.is_empty();
                let is_unknown = matches!(test.outcome, UserTestOutcome::Died(_));
                if is_whole_class {
                    return FileWork::All;
                }
                if is_unknown || test.enters.iter().any(|it| methods.contains(it.as_str())) {
                    ids.push(test.id.clone());
                }
            }
            if ids.is_empty() {
                FileWork::Nothing
            } else {
                FileWork::Only(ids)
            }
        };
        files.iter().map(of).collect()
    }

    /// The tests of the file that are remembered.
    pub(super) fn tests_of(&self, file: &Path) -> impl Iterator<Item = UserTest> {
        let own = self.tests.iter().filter(move |(path, _)| path == file);
        own.map(|(_, test)| UserTest {
            is_remembered: true,
            ..test.clone()
        })
    }

    /// Why the file did not compile.
    pub(super) fn broken_of(&self, file: &Path) -> Option<BrokenTestClass> {
        let found = self.broken.iter().find(|(path, _)| path == file);
        found.map(|(_, broken)| broken.clone())
    }
}

/// The methods of the file that were entered; what runs in an initialiser belongs to the skeleton.
pub(super) fn entered(flow: &FileFlow, trace: &Trace) -> Vec<String> {
    let mut entered = BTreeSet::new();
    for method in &trace.methods {
        let mut at = flow.methods.get(method.method as usize);
        while let Some(inner) = at
            && let Some(outer) = inner.enclosing
        {
            at = Some(flow.method(outer));
        }
        entered.extend(at.filter(|method| is_named(method)).map(name));
    }
    entered.into_iter().collect()
}

/// A key of all that the tests may depend on beside the file under test and their own texts.
fn surroundings(
    prepared: &Prepared,
    request: &Request,
    files: &BTreeMap<PathBuf, String>,
    tester: &Tester,
) -> String {
    let project = &request.project;
    let mut index = SourceIndex::open(tester.cache(), &project.root);
    let mut parts: Vec<String> = vec![
        FORMAT.to_owned(),
        format!("{:?}", request.jdk),
        // What the sandbox kept from them, it may not keep from them now.
        format!("sandboxed: {}", tester.is_sandboxed),
        format!("{:?}", project.test_run),
        format!("{:?}", project.compiler_options),
        format!("{:?}", project.made_beside_sources()),
    ];
    let criteria: BTreeSet<_> = prepared
        .goals
        .goals
        .iter()
        .map(|goal| goal.criterion)
        .collect();
    parts.push(format!("{criteria:?}"));
    parts.push(format!("{:?}", request.coupled));
    for partner in prepared.partners() {
        parts.push(content_key(&[partner.plain.text.as_bytes()]));
    }
    let class_path = project.class_path.iter().chain(&project.test_class_path);
    for entry in class_path {
        parts.push(entry.display().to_string());
        parts.push(format!("{:?}", goalline_build::stamps(entry)));
    }
    for file in project.java_files() {
        if file != request.file && !files.contains_key(&file) {
            parts.push(file.display().to_string());
            parts.push(index.key_of(&file).unwrap_or_default());
        }
    }
    index.save();
    let parts: Vec<&[u8]> = parts.iter().map(String::as_bytes).collect();
    content_key(&parts)
}

#[cfg(test)]
mod tests {
    use goalline_syntax::JavaFile;

    use super::*;

    const CART: &str = "package shop; class Cart {
        int total; static int made = make();
        Cart(int a) { this.total = a; }
        static int make() { return 1; }
        int total() { Runnable r = () -> { total++; }; r.run(); return total; }
        void add(int a) { total += a; } }";

    fn fingerprint(text: &str, tests: &[&TestFile]) -> TestFingerprint {
        let file = JavaFile::parse(text);
        let parts = FileParts::of(&file, &FileFlow::of(&file));
        let key = |file: &&TestFile| (file.path.clone(), content_key(&[file.text.as_bytes()]));
        TestFingerprint {
            surroundings: String::new(),
            parts,
            files: tests.iter().map(key).collect(),
        }
    }

    fn test_file(name: &str, text: &str) -> TestFile {
        TestFile {
            path: PathBuf::from(format!("{name}.java")),
            text: text.into(),
            class: name.to_owned(),
            classes: vec![name.to_owned()],
            is_junit4: false,
            is_jupiter: true,
            is_testng: false,
        }
    }

    fn test(id: &str, enters: &str) -> (PathBuf, UserTest) {
        let test = UserTest {
            id: id.to_owned(),
            class: "CartTest".to_owned(),
            method: id.to_owned(),
            name: id.to_owned(),
            outcome: UserTestOutcome::Passed,
            covers: Vec::new(),
            enters: vec![format!("shop.Cart#{enters}")],
            is_remembered: false,
        };
        (PathBuf::from("CartTest.java"), test)
    }

    fn work(before: &str, after: &str) -> FileWork {
        let file = test_file("CartTest", "class CartTest {}");
        let memory = LastTestRun {
            fingerprint: fingerprint(before, &[&file]),
            tests: vec![test("adds", "add(int)"), test("totals", "total()")],
            broken: Vec::new(),
        };
        memory.work(&fingerprint(after, &[&file]), &[file])[0].clone()
    }

    #[test]
    fn a_changed_body_runs_only_the_tests_that_entered_it() {
        let after = CART.replace("total += a", "total += 2 * a");
        assert_eq!(work(CART, &after), FileWork::Only(vec!["adds".to_owned()]));
        let in_lambda = CART.replace("total++", "total--");
        assert_eq!(
            work(CART, &in_lambda),
            FileWork::Only(vec!["totals".to_owned()])
        );
        let unused = CART.replace("return 1", "return 2");
        assert_eq!(work(CART, &unused), FileWork::Nothing);
    }

    #[test]
    fn space_and_comments_change_nothing_and_anything_else_everything() {
        let spaced = CART.replace("total += a;", "/* a */ total  +=\n a; // b\n");
        assert_eq!(work(CART, &spaced), FileWork::Nothing);
        for (from, to) in [
            ("make();", "2;"),
            ("int total()", "long total()"),
            (
                "void add(int a) {",
                "public String toString() { return null; } void add(int a) {",
            ),
        ] {
            assert_eq!(work(CART, &CART.replace(from, to)), FileWork::All, "{to}");
        }
    }

    #[test]
    fn a_changed_test_file_runs_with_those_that_mention_it_and_no_other() {
        let base = test_file("Base", "class Base {}");
        let heir = test_file("HeirTest", "class HeirTest extends Base {}");
        let other = test_file("OtherTest", "class OtherTest {}");
        let memory = LastTestRun {
            fingerprint: fingerprint(CART, &[&base, &heir, &other]),
            ..LastTestRun::default()
        };
        let base = test_file("Base", "class Base { int a; }");
        let now = fingerprint(CART, &[&base, &heir, &other]);
        assert_eq!(
            memory.work(&now, &[base, heir, other]),
            [FileWork::All, FileWork::All, FileWork::Nothing]
        );
    }

    #[test]
    fn a_constructor_that_calls_another_one_is_no_body_of_its_own() {
        let text =
            "class A { A() { this(compute()); } A(int a) { } static int compute() { return 1; } }";
        let file = JavaFile::parse(text);
        let parts = FileParts::of(&file, &FileFlow::of(&file));
        assert_eq!(
            parts.bodies.keys().collect::<Vec<_>>(),
            ["A#<init>(int)", "A#compute()"]
        );
    }
}
