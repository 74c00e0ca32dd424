//! How new tests are to look: takes a request, reads the test class they will join (or one beside it), gives its
//! style and names.

use std::{collections::BTreeSet, fs, path::Path};

use goalline_build::{JunitVersion, Project, find_junit};
use goalline_junit::{AssertionLibrary, Framework, Style, learn_style, taken_names};
use goalline_syntax::JavaFile;

use crate::Request;

/// The style of the project's tests, and the names that the test class already has.
pub(crate) struct HouseStyle {
    pub style: Style,
    pub taken: BTreeSet<String>,
}

impl HouseStyle {
    /// Reads the test class of this class (binary name); where there is none, the first one in its folder shows the
    /// style.
    pub(crate) fn of(request: &Request, class: &str) -> Self {
        let base = base(request);
        let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
        let file = request.project.test_file_for(&request.file, simple);
        let (existing, taken) = match parse(&file) {
            Some(existing) => {
                let taken = taken_names(&existing);
                (Some(existing), taken)
            }
            None => (sibling(&file), BTreeSet::new()),
        };
        let mut style = existing.map_or_else(|| base.clone(), |file| learn_style(&file, &base));
        if let Some(framework) = request.framework {
            style.framework = framework;
        }
        if style.assertions != AssertionLibrary::JUnit && !has_library(request, style.assertions) {
            style.assertions = AssertionLibrary::JUnit;
        }
        style.mocks = has_mockito(&request.project);
        Self { style, taken }
    }
}

fn base(request: &Request) -> Style {
    let of_project = match request.project.junit {
        JunitVersion::Junit4 => Framework::Junit4,
        JunitVersion::Jupiter | JunitVersion::Absent => Framework::Jupiter,
    };
    let of_build = release(&request.project.compiler_options);
    Style {
        framework: request.framework.unwrap_or(of_project),
        release: of_build.unwrap_or(request.jdk.feature),
        ..Style::default()
    }
}

/// The Java version that the build's options name: `--release 8`, `-source 1.8`.
fn release(options: &[String]) -> Option<u32> {
    let after = |flags: &[&str]| {
        let at = options
            .iter()
            .position(|one| flags.contains(&one.as_str()))?;
        let text = options.get(at + 1)?;
        text.strip_prefix("1.").unwrap_or(text).parse().ok()
    };
    after(&["--release"]).or_else(|| after(&["-source", "--source"]))
}

fn parse(file: &Path) -> Option<JavaFile> {
    let text = fs::read_to_string(file).ok()?;
    Some(JavaFile::parse(text.as_str()))
}

/// The first test class in the folder that the new one will lie in.
fn sibling(file: &Path) -> Option<JavaFile> {
    let entries = fs::read_dir(file.parent()?).ok()?;
    let mut tests: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with("Test.java"))
        .collect();
    tests.sort();
    parse(tests.first()?).filter(|file| !file.has_error())
}

/// Whether the project's tests have Mockito.
pub(crate) fn has_mockito(project: &Project) -> bool {
    project.test_class_path.iter().any(|jar| {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("mockito-core-")
    })
}

/// Whether the class path that tests are checked with has the library.
fn has_library(request: &Request, library: AssertionLibrary) -> bool {
    let part = match library {
        AssertionLibrary::JUnit => return true,
        AssertionLibrary::AssertJ => "assertj",
        AssertionLibrary::Hamcrest | AssertionLibrary::HamcrestCore => "hamcrest",
    };
    let names = find_junit(&request.project);
    names.iter().any(|jar| {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        name.contains(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(options: &[&str]) -> Option<u32> {
        release(
            &options
                .iter()
                .map(|one| (*one).to_owned())
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn the_release_is_that_of_the_build() {
        assert_eq!(of(&["-g", "--release", "8"]), Some(8));
        assert_eq!(of(&["-source", "1.8", "-target", "1.8"]), Some(8));
        assert_eq!(of(&["-g"]), None);
        assert_eq!(of(&["--release"]), None);
    }
}
