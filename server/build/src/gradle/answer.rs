//! What our script in a Gradle build wrote down, read as data: takes a folder of files, gives modules; trusts no path
//! further than it is spelled.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use crate::files::read_file;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A project of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GradleModule {
    /// `:app`.
    pub path: String,
    pub folder: PathBuf,
    /// The folder that its build writes into.
    pub output: PathBuf,
    /// The version of Gradle.
    pub gradle: String,
    /// `java`, `android` or `none`.
    pub kind: String,
    pub sets: Vec<GradleSourceSet>,
    pub tests: Vec<GradleTestTask>,
    pub archives: Vec<GradleArchive>,
}

/// Sources that are compiled together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GradleSourceSet {
    /// `main`, `test`, `testFixtures`.
    pub name: String,
    pub roots: Vec<PathBuf>,
    /// Sources that are compiled and lie below no root: a script names them by themselves.
    pub strays: Vec<PathBuf>,
    pub resources: Vec<PathBuf>,
    /// Output folders for classes, one per language.
    pub classes: Vec<PathBuf>,
    /// The output folder for resources.
    pub processed: Option<PathBuf>,
    /// Whether resources are more than copied.
    pub changes_resources: bool,
    /// Tasks that make what is compiled.
    pub makers: Vec<String>,
    /// Tasks that make what is copied.
    pub resource_makers: Vec<String>,
    pub resource_task: Option<String>,
    pub compile: Vec<GradleEntry>,
    pub run: Vec<GradleEntry>,
    pub compiler: Option<GradleCompiler>,
    /// What could not be resolved, in Gradle's words.
    pub failures: Vec<String>,
}

/// An entry of a class path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GradleEntry {
    pub file: PathBuf,
    /// `group:name` of a library.
    pub module: Option<String>,
    /// The path of a project of the same build.
    pub project: Option<String>,
}

/// How sources are compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GradleCompiler {
    pub arguments: Vec<String>,
    pub release: Option<u32>,
    pub source: Option<String>,
    pub target: Option<String>,
    /// The release of the JDK that compiles and runs.
    pub toolchain: Option<u32>,
    pub encoding: Option<String>,
    pub processors: Option<Vec<PathBuf>>,
    pub processors_on_class_path: bool,
}

/// A task that runs tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GradleTestTask {
    pub name: String,
    /// Where its test classes are.
    pub classes: Vec<PathBuf>,
    pub jvm_arguments: Vec<String>,
    pub properties: BTreeMap<String, String>,
    pub environment: BTreeMap<String, String>,
    pub working_directory: Option<PathBuf>,
    pub heap: Option<String>,
    /// Whether `assert` is looked at; not known of some.
    pub assertions: Option<bool>,
    pub framework: Option<String>,
    pub includes: Vec<String>,
    pub excludes: Vec<String>,
    pub included_tags: Vec<String>,
    pub excluded_tags: Vec<String>,
}

/// An archive that a project makes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GradleArchive {
    pub file: PathBuf,
    /// The source set whose classes are in it.
    pub set: String,
}

impl GradleModule {
    /// The source set of this name.
    pub fn set(&self, name: &str) -> Option<&GradleSourceSet> {
        self.sets.iter().find(|set| set.name == name)
    }

    /// The task that runs the tests of a source set.
    pub fn tests_of(&self, set: &GradleSourceSet) -> Option<&GradleTestTask> {
        let runs = |task: &&GradleTestTask| {
            let mut classes = set.classes.iter();
            classes.any(|folder| task.classes.contains(folder))
        };
        let own = self.tests.iter().find(|task| task.name == set.name);
        own.or_else(|| self.tests.iter().find(runs))
    }
}

/// Bytes of all that a build says of itself, and its modules, at most: a build may write anything there.
const MOST_BYTES: usize = 256 << 20;
const MOST_MODULES: usize = 10_000;

/// Values in all of that at most: each takes a hundred times the room that it is written in.
const MOST_VALUES: usize = 2_000_000;

/// Reads the modules that were written into a folder, in the order of their own folders. Paths in the first folder of
/// `moved` are those below the second one.
pub fn read(folder: &Path, moved: Option<(&Path, &Path)>) -> io::Result<Vec<GradleModule>> {
    let mut modules = Vec::new();
    let mut room = MOST_BYTES;
    let mut values = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_file() {
            return Err(io::Error::other("it is no file"));
        }
        let bytes = read_file(entry.path())?;
        let left = room.checked_sub(bytes.len());
        values += bytes.iter().filter(|it| b",{[".contains(it)).count();
        let left = left.filter(|_| modules.len() < MOST_MODULES && values < MOST_VALUES);
        room = left.ok_or_else(|| io::Error::other("it says too much of itself"))?;
        let mut value: Value = serde_json::from_slice(&bytes)?;
        if let Some((from, to)) = moved {
            move_paths(&mut value, &from.to_string_lossy(), &to.to_string_lossy());
        }
        modules.push(serde_json::from_value::<GradleModule>(value)?);
    }
    modules.sort_by(|a, b| a.folder.cmp(&b.folder));
    Ok(modules)
}

/// What is said of the copy is true of what it is a copy of: in names of files, and in words.
fn move_paths(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::String(text) => *text = text.replace(from, to),
        Value::Array(items) => items.iter_mut().for_each(|item| move_paths(item, from, to)),
        Value::Object(map) => map.values_mut().for_each(|item| move_paths(item, from, to)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_copy_says_is_read_as_said_of_the_project() {
        let dir = tempfile::tempdir().expect("a folder");
        let text = r#"{"path": ":app", "folder": "/copy/app", "kind": "java", "later": 1, "sets": [{"name": "main",
            "roots": ["/copy/app/src", "/elsewhere"], "failures": ["no /copy/libs/a.jar"], "compiler": null}]}"#;
        fs::write(dir.path().join("a.json"), text).expect("a file");
        let moved = (Path::new("/copy"), Path::new("/real"));
        let modules = read(dir.path(), Some(moved)).expect("it can be read");
        let set = modules[0].set("main").expect("it is there");
        assert_eq!(modules[0].folder, Path::new("/real/app"));
        assert_eq!(
            set.roots,
            [Path::new("/real/app/src"), Path::new("/elsewhere")]
        );
        assert_eq!(set.failures, ["no /real/libs/a.jar"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_no_answer() {
        let dir = tempfile::tempdir().expect("a folder");
        let elsewhere = dir.path().join("settings.json");
        fs::write(&elsewhere, "{\"path\": \":app\"}").expect("a file");
        let model = dir.path().join("model");
        fs::create_dir(&model).expect("a folder");
        std::os::unix::fs::symlink(&elsewhere, model.join("a.json")).expect("a link");
        read(&model, None).expect_err("it is the user's");
    }

    #[test]
    fn an_answer_without_an_end_is_an_error_before_it_fills_the_memory() {
        let dir = tempfile::tempdir().expect("a folder");
        let whole = format!("{{\"path\": \"{}\"}}", "x".repeat(60 << 20));
        for number in 0..5 {
            fs::write(dir.path().join(format!("{number}.json")), &whole).expect("a file");
        }
        let error = read(dir.path(), None).expect_err("it is too much");
        assert!(error.to_string().contains("too much"), "{error}");
    }

    #[test]
    fn an_answer_of_nothing_but_values_is_too_much_too() {
        let dir = tempfile::tempdir().expect("a folder");
        let sets = "{},".repeat(MOST_VALUES / 2);
        let text = format!("{{\"sets\": [{sets}{{}}]}}");
        fs::write(dir.path().join("a.json"), text).expect("a file");
        let error = read(dir.path(), None).expect_err("it is too much");
        assert!(error.to_string().contains("too much"), "{error}");
    }

    #[test]
    fn what_is_no_answer_is_an_error() {
        let dir = tempfile::tempdir().expect("a folder");
        for text in ["", "[1]", r#"{"sets": 1}"#, &"[".repeat(100_000)] {
            fs::write(dir.path().join("a.json"), text).expect("a file");
            assert!(read(dir.path(), None).is_err(), "{text:.20}");
        }
    }
}
