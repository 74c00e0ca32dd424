//! What the rest of Goalline knows about a project.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{jdk::tool_version::WantedJdk, test_selection::TestSelection};

/// How the project was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectKind {
    /// A Maven module.
    Maven,
    /// A module of a Gradle build.
    Gradle,
    /// A folder with sources and maybe `lib/*.jar`.
    Folder,
    /// Given by `--classpath` and `--sources`.
    Explicit,
    /// A single file.
    File,
}

/// What the project's tests are written with, by the test class path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectFramework {
    /// Jupiter.
    Jupiter,
    /// JUnit 4 only.
    Junit4,
    /// TestNG, and no JUnit.
    TestNg,
    /// None.
    Absent,
}

/// How the build runs the tests: what the JVM of the tests is started with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestRun {
    /// System properties, the later ones hold.
    pub properties: Vec<(String, String)>,
    /// Further flags: `--add-opens=…`, `-javaagent:…`, `-ea`.
    pub flags: Vec<String>,
    /// Environment variables beside those of the server.
    pub environment: Vec<(String, String)>,
    /// The working directory; the project's root when none.
    pub working_directory: Option<PathBuf>,
    /// The heap that the build gives to tests, in megabytes.
    pub memory_mb: Option<u32>,
    /// javac's levels for test sources (`--release 17`), where they differ from those of main sources.
    pub compiler_options: Vec<String>,
    /// Main sources that the build compiles by themselves and tests see: those of a multi-release jar.
    #[serde(default)]
    pub source_roots: Vec<PathBuf>,
    /// Which of them it runs; none where no build says.
    #[serde(default)]
    pub selection: Option<TestSelection>,
    /// The version of Maven's Surefire where it is too old to run a test of JUnit 5, and says nothing of it.
    #[serde(default)]
    pub old_surefire: Option<String>,
}

/// One module: everything needed to compile and run its classes and tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// How it was recognised.
    pub kind: ProjectKind,
    /// Root folder of the module; working directory of its tests.
    pub root: PathBuf,
    /// Roots of main sources, those of reactor siblings it depends on included (after its own).
    pub source_roots: Vec<PathBuf>,
    /// Roots of test sources.
    pub test_roots: Vec<PathBuf>,
    /// Class path to compile and run main classes against: jars and folders; the module's own output folder is not in
    /// it.
    pub class_path: Vec<PathBuf>,
    /// What tests have on top of that (JUnit and friends).
    pub test_class_path: Vec<PathBuf>,
    /// Folders that the user's own build wrote main classes to, those of siblings included: none that is older than a
    /// build file.
    pub output_folders: Vec<PathBuf>,
    /// Processor path; empty when processors come from the class path or there are none.
    pub processor_path: Vec<PathBuf>,
    /// javac options of the build: `--release 17`, `-A…`, `--enable-preview`, `-parameters`, `--add-exports …`,
    /// `-encoding`.
    pub compiler_options: Vec<String>,
    /// The JUnit of its tests.
    pub framework: ProjectFramework,
    /// How the build runs them.
    pub test_run: TestRun,
    /// The JDK that the project asks for (`.sdkmanrc`, `.java-version`, a toolchain of its build), if any: a choice
    /// among those that are installed.
    pub wanted_jdk: Option<WantedJdk>,
    /// What the user should know: Maven missing or unhappy, what was assumed instead.
    pub notices: Vec<String>,
}

impl Project {
    /// What tests have on their class path, what the build names for tests alone first: some poms give libraries for
    /// tests no scope.
    pub fn jars_of_tests(&self) -> impl Iterator<Item = &PathBuf> {
        self.test_class_path.iter().chain(&self.class_path)
    }

    /// The oldest JDK that can compile the project, its tests included: the highest release that compiler options
    /// name, 0 when they name none.
    pub fn java_release(&self) -> u32 {
        let options = [&self.compiler_options, &self.test_run.compiler_options];
        options
            .into_iter()
            .map(|it| release_in(it))
            .max()
            .unwrap_or(0)
    }
}

/// The highest release that javac's options name; 0 when they name none.
fn release_in(options: &[String]) -> u32 {
    let is_level = |name: &str| {
        let names = ["--release", "-source", "--source", "-target", "--target"];
        names.contains(&name)
    };
    let pairs = options.windows(2).map(|pair| (&*pair[0], &*pair[1]));
    let joined = options.iter().filter_map(|option| option.split_once('='));
    let levels = pairs.chain(joined).filter(|(name, _)| is_level(name));
    let numbers = levels.filter_map(|(_, level)| level.trim_start_matches("1.").parse().ok());
    numbers.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_release_counts_however_it_is_written() {
        let release = |options: &str| {
            let options: Vec<String> = options.split(' ').map(str::to_owned).collect();
            release_in(&options)
        };
        for (options, expected) in [
            ("--release 21", 21),
            ("--release=21", 21),
            ("-source 1.8 -target 11", 11),
            ("-parameters -Aversion=25", 0),
        ] {
            assert_eq!(release(options), expected, "{options}");
        }
    }
}
