//! What the project's tests can mock: takes a project, looks at the names of the jars that its tests are checked with;
//! reads none of them.

use std::collections::BTreeSet;

use goalline_build::{Project, jars_of_checked_tests};
use goalline_testcase::Mocking;

/// By the library for mocks on the class path of the tests.
pub(crate) fn mocking(project: &Project) -> Mocking {
    let has_mockito = jars_of_checked_tests(project).any(|jar| {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("mockito-core-") || name.starts_with("mockito-all-")
    });
    if has_mockito {
        Mocking::Extensible
    } else {
        Mocking::Nothing
    }
}

/// All words of a Java text that can be names, those in comments included: what is mentioned may matter.
pub(crate) fn words(text: &str) -> BTreeSet<String> {
    let is_of_name = |it: char| it.is_alphanumeric() || it == '_';
    let words = text.split(|it| !is_of_name(it));
    words
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}
