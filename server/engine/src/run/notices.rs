//! What the user should know of a run: takes its request, its workbench and what was found, gives sentences; decides
//! nothing.

use goalline_build::{JunitVersion, ProjectKind};
use goalline_search::SearchResult;
use goalline_testcase::TestCluster;

use crate::{Request, run::hazard_words, verify::verification::Verification};

/// What the user should know of this run.
pub(crate) fn notices(
    request: &Request,
    bench: &Verification<'_>,
    found: &SearchResult,
    cluster: &TestCluster,
) -> Vec<String> {
    let mut notices = request.project.notices.clone();
    let (kind, junit) = (request.project.kind, request.project.junit);
    notices.extend(without_junit(kind, junit, bench.junit.is_empty()));
    notices.extend(bench.prepared.file.left_out());
    notices.extend(bench.prepared.notices.iter().cloned());
    let is_reproducible = request.budget.seconds.is_none();
    notices.extend(hazard_words::notices(
        &found.blamed_calls,
        cluster,
        is_reproducible,
    ));
    notices.extend(bench.limits.notice());
    notices
}

/// What to say where the tests were checked with a JUnit that is not the project's. Without a build there is no place
/// to name one.
fn without_junit(
    kind: ProjectKind,
    version: JunitVersion,
    has_none_at_all: bool,
) -> Option<String> {
    let has_build = matches!(kind, ProjectKind::Maven | ProjectKind::Gradle);
    let checked_with = match version {
        _ if has_none_at_all => "stand-ins for it",
        JunitVersion::Absent if has_build => "the Jupiter of the local repository",
        _ => return None,
    };
    Some(format!(
        "the project has no JUnit on its test class path: the tests were checked with {checked_with}; \
         add org.junit.jupiter:junit-jupiter to run them"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_without_junit_is_told_of_it_though_the_tests_could_be_checked() {
        let told = |kind, version, none| without_junit(kind, version, none).unwrap_or_default();
        let maven = told(ProjectKind::Maven, JunitVersion::Absent, false);
        assert!(
            maven.contains("the Jupiter of the local repository"),
            "{maven}"
        );
        let nothing = told(ProjectKind::Maven, JunitVersion::Absent, true);
        assert!(nothing.contains("stand-ins"), "{nothing}");
        assert_eq!(told(ProjectKind::Maven, JunitVersion::Jupiter, false), "");
        assert_eq!(told(ProjectKind::Folder, JunitVersion::Absent, false), "");
    }
}
