//! What callers ask of a worker and what they get, apart from test runs.

use std::{collections::BTreeMap, path::PathBuf};

use goalline_testcase::ClassDescription;

/// Whether a worker is confined, and what becomes of it where it cannot be; the looser the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sandbox {
    /// It is, or does not start.
    #[default]
    Required,
    /// It is, as far as the platform can.
    WhenAvailable,
    /// It is not.
    Off,
}

/// How to start a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Home of the JDK.
    pub jdk_home: PathBuf,
    /// Its feature release.
    pub jdk_feature: u32,
    /// Where compiled workers are kept; see [`WorkerOptions::default_cache`].
    pub cache: PathBuf,
    /// Heap limit in megabytes.
    pub memory_mb: u32,
    /// Whether to confine it.
    pub sandbox: Sandbox,
    /// Files and folders it may read when confined: class path, source roots, project.
    pub readable: Vec<PathBuf>,
    /// Folders that, with all above them, are not opened as such, whoever names them: home folders, the temporary one.
    pub closed: Vec<PathBuf>,
    /// System properties: time zone, language, those of the build.
    pub properties: Vec<(String, String)>,
    /// Further JVM flags: `--enable-preview`, `--add-opens …`.
    pub flags: Vec<String>,
    /// The working directory; the worker's own temporary folder when none.
    pub working_directory: Option<PathBuf>,
    /// The module whose own tests it runs, if it does: they have the loopback address and a copy of the module's output
    /// folder to themselves, where the kernel allows that.
    pub tests_of: Option<PathBuf>,
    /// Environment variables beside those of this process.
    pub environment: Vec<(String, String)>,
}

impl WorkerOptions {
    /// Options with default heap and sandbox.
    pub fn new(jdk_home: PathBuf, jdk_feature: u32) -> Self {
        Self {
            jdk_home,
            jdk_feature,
            cache: Self::default_cache(),
            memory_mb: 512,
            sandbox: Sandbox::Required,
            readable: Vec::new(),
            closed: Vec::new(),
            properties: Vec::new(),
            flags: Vec::new(),
            working_directory: None,
            tests_of: None,
            environment: Vec::new(),
        }
    }

    /// `goalline` in the user's cache folder; in the temporary folder when there is none.
    pub fn default_cache() -> PathBuf {
        let absolute = |name: &str| {
            std::env::var_os(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        absolute("XDG_CACHE_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".cache")))
            .unwrap_or_else(std::env::temp_dir)
            .join("goalline")
    }
}

/// How the project's classes are compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompileSetup {
    /// Jars and folders.
    pub class_path: Vec<PathBuf>,
    /// Roots of sources that are compiled when something needs them.
    pub source_roots: Vec<PathBuf>,
    /// javac options of the build.
    pub options: Vec<String>,
    /// Annotation processor path.
    pub processor_path: Vec<PathBuf>,
    /// Jars that only tests have: code that runs finds there what is not on the class path; nothing is compiled with
    /// them.
    pub test_libraries: Vec<PathBuf>,
    /// Folders that the user's own build wrote classes to: those that are newer than their sources are not compiled.
    pub built: Vec<PathBuf>,
}

/// A Java text with the name of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceUnit {
    /// Path of the file; the text counts, not what the file holds.
    pub path: PathBuf,
    /// The text.
    pub text: String,
}

/// One of the two sets of classes made from texts. Classes made from files are shared by both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetId {
    /// As the user wrote them; what tests are checked against.
    Plain,
    /// With probes; what tests are searched with. Hides plain ones.
    Probed,
}

impl SetId {
    /// Its number in messages.
    pub(crate) fn number(self) -> usize {
        match self {
            Self::Plain => 0,
            Self::Probed => 1,
        }
    }
}

/// The code of what is said about an annotation processor that failed.
const PROCESSOR_FAILED: &str = "goalline.processor";

/// A message of javac. Offsets are UTF-16 code units from the start of the text, -1 where there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavacDiagnostic {
    /// Path of the unit or file; empty where there is none.
    pub file: String,
    /// Start of the place.
    pub start: i64,
    /// The position javac points at.
    pub position: i64,
    /// End of the place.
    pub end: i64,
    /// One-based line; 0 where there is none.
    pub line: u32,
    /// One-based column; 0 where there is none.
    pub column: u32,
    /// `compiler.err.cant.resolve.location` and the like.
    pub code: String,
    /// The text for people.
    pub message: String,
    /// Whether it is an error.
    pub is_error: bool,
}

impl JavacDiagnostic {
    /// Whether it names an annotation processor that failed: what it would have made is not there.
    pub fn is_about_processor(&self) -> bool {
        self.code == PROCESSOR_FAILED
    }
}

/// What a compilation gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileOutcome {
    /// Whether the classes are there.
    pub ok: bool,
    /// Messages, warnings included.
    pub diagnostics: Vec<JavacDiagnostic>,
    /// Binary names of the classes made from the units, sorted.
    pub classes: Vec<String>,
}

/// What describing classes gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Described {
    /// The classes, those asked for among them.
    pub classes: Vec<ClassDescription>,
    /// Classes asked for that name something that is on no class path, with what was thrown.
    pub incomplete: BTreeMap<String, String>,
}

/// How one test method fared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// Name of the method.
    pub method: String,
    /// Whether it passed each time.
    pub passed: bool,
    /// Exception class, message and line in the test class.
    pub failure: Option<String>,
}

/// What checking a test class gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOutcome {
    /// Messages of javac; with an error among them nothing ran.
    pub diagnostics: Vec<JavacDiagnostic>,
    /// One per test method, by name.
    pub tests: Vec<TestResult>,
    /// Whether built-in test doubles for JUnit were used because the test class path has none.
    pub has_junit_doubles: bool,
}
