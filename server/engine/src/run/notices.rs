//! What the user should know of a run: takes its request, its workbench and what was found, gives sentences; decides
//! nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use goalline_build::{ProjectFramework, ProjectKind};
use goalline_junit::{Framework, unmocked_class};
use goalline_prepare::{Budget, Request};
use goalline_testcase::TestCluster;

use crate::{
    limits::LONGEST_UNTIMED,
    run::hazard_words,
    verify::{
        searched::Searched,
        verification::{Candidate, Verdict, Verification},
    },
};

/// In characters.
const LONGEST_REASON: usize = 200;

/// What the user should know of this run.
pub(crate) fn notices(
    request: &Request,
    bench: &Verification<'_>,
    searched: &Searched,
    cluster: &TestCluster,
) -> Vec<String> {
    let mut notices = request.project.notices.clone();
    let (kind, junit) = (request.project.kind, request.project.framework);
    notices.extend(without_junit(kind, junit, &bench.junit));
    let surefire = request.project.test_run.old_surefire.as_deref();
    notices.extend(passed_over(bench.style.framework, surefire));
    notices.extend(bench.prepared.file.left_out());
    notices.extend(bench.prepared.notices.iter().cloned());
    let is_reproducible = request.budget.seconds.is_none();
    notices.extend(hazard_words::notices(
        &searched.found.blamed_calls,
        cluster,
        is_reproducible,
    ));
    notices.extend(bench.limits.notice());
    notices.extend(ended_early(request.budget, searched));
    notices.extend(without_mockito(&searched.verdicts));
    notices.extend(all_refused(&searched.verdicts));
    notices
}

/// What to say of a search that was given no time and took too much of it.
fn ended_early(budget: Budget, searched: &Searched) -> Option<String> {
    let is_early = budget.seconds.is_none() && searched.seconds >= LONGEST_UNTIMED.as_secs_f64();
    let (ran, most) = (searched.found.executions, budget.max_executions?);
    (is_early && ran < most).then(|| {
        format!(
            "the search ended after {} s with {ran} of {most} tests run, for each takes long here: the result may differ \
             from run to run; --seconds says how long it may take",
            LONGEST_UNTIMED.as_secs()
        )
    })
}

/// What to say where the tests were checked with a JUnit that is not the project's. Without a build there is no place
/// to name one.
fn without_junit(
    kind: ProjectKind,
    version: ProjectFramework,
    checked_with: &[PathBuf],
) -> Option<String> {
    let has_build = matches!(kind, ProjectKind::Maven | ProjectKind::Gradle);
    let is_mockito = |jar: &PathBuf| {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("mockito-core-")
    };
    let has_mockito = checked_with.iter().any(is_mockito);
    let (checked_with, to_add) = match version {
        _ if checked_with.is_empty() => ("test doubles of it", "org.junit.jupiter:junit-jupiter"),
        ProjectFramework::Absent if has_build && has_mockito => (
            "the Jupiter and the Mockito of the local repository",
            "org.junit.jupiter:junit-jupiter and org.mockito:mockito-junit-jupiter",
        ),
        ProjectFramework::Absent if has_build => (
            "the Jupiter of the local repository",
            "org.junit.jupiter:junit-jupiter",
        ),
        _ => return None,
    };
    Some(format!(
        "the project has no JUnit on its test class path: the tests were checked with {checked_with}; \
         add {to_add} to run them"
    ))
}

/// What to say where Maven would run none of these tests, and say nothing of it: its Surefire is older than JUnit 5.
fn passed_over(written_for: Framework, surefire: Option<&str>) -> Option<String> {
    let surefire = surefire.filter(|_| written_for == Framework::Jupiter)?;
    Some(format!(
        "maven-surefire-plugin {surefire} of this build passes over tests of JUnit 5 without a word: name 2.22.2 or a later \
         one in the pom to run them"
    ))
}

/// What to say where tests were left out for want of mocks: one sentence for all of them.
fn without_mockito(verdicts: &[(Candidate, Verdict)]) -> Option<String> {
    let refused = verdicts.iter().filter_map(|(_, verdict)| match verdict {
        Verdict::Refused(reason) => unmocked_class(reason),
        Verdict::Ready(_) => None,
    });
    let classes: BTreeSet<&str> = refused.collect();
    if classes.is_empty() {
        return None;
    }
    let classes: Vec<&str> = classes.into_iter().collect();
    Some(format!(
        "tests that need mocks of {} were left out: add org.mockito:mockito-core to the test dependencies to have them",
        classes.join(", ")
    ))
}

/// What to say where tests were found and none is ready: the reason that most of them have. Goals that tests of the
/// user's may cover are not known, and say nothing of it.
fn all_refused(verdicts: &[(Candidate, Verdict)]) -> Option<String> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, verdict) in verdicts {
        match verdict {
            Verdict::Ready(_) => return None,
            Verdict::Refused(reason) if unmocked_class(reason).is_some() => {}
            Verdict::Refused(reason) => *reasons.entry(reason).or_default() += 1,
        }
    }
    let (reason, refused) = reasons.into_iter().max_by_key(|(_, count)| *count)?;
    let words: Vec<&str> = reason.split_whitespace().collect();
    let reason: String = words.join(" ").chars().take(LONGEST_REASON).collect();
    let found = verdicts.len();
    Some(format!(
        "no test is offered: of {found} that were found {refused} are refused ({reason})"
    ))
}

#[cfg(test)]
mod tests {
    use goalline_junit::Refusal;
    use goalline_testcase::TestCase;

    use super::*;

    #[test]
    fn one_sentence_says_what_tests_with_mocks_would_need() {
        let refused = |class: &str, has_mockito| {
            let refusal = Refusal::NeedsMock {
                class: class.to_owned(),
                has_mockito,
            };
            let candidate = Candidate::new(TestCase::default(), Vec::new());
            (candidate, Verdict::Refused(refusal.to_string()))
        };
        let verdicts = [
            refused("shop.Owners", false),
            refused("shop.Files", false),
            refused("shop.Owners", false),
            refused("shop.Clock", true),
        ];
        assert_eq!(
            without_mockito(&verdicts).as_deref(),
            Some(
                "tests that need mocks of Files, Owners were left out: add org.mockito:mockito-core to the test \
                 dependencies to have them"
            )
        );
        assert_eq!(without_mockito(&verdicts[3..]), None);
    }

    #[test]
    fn where_all_tests_are_refused_the_usual_reason_is_told_once() {
        let refused = |reason: &str| {
            let candidate = Candidate::new(TestCase::default(), Vec::new());
            (candidate, Verdict::Refused(reason.to_owned()))
        };
        let verdicts = [
            refused("nothing can be asserted"),
            refused("it failed: MockitoException: \nCannot mock this class"),
            refused("it failed: MockitoException: \nCannot mock this class"),
        ];
        assert_eq!(
            all_refused(&verdicts).as_deref(),
            Some(
                "no test is offered: of 3 that were found 2 are refused (it failed: MockitoException: Cannot mock \
                 this class)"
            )
        );
        assert_eq!(all_refused(&[]), None);
    }

    #[test]
    fn a_build_without_junit_is_told_of_it_though_the_tests_could_be_checked() {
        let told = |kind, version, jars: &[&str]| {
            let jars: Vec<PathBuf> = jars.iter().map(PathBuf::from).collect();
            without_junit(kind, version, &jars).unwrap_or_default()
        };
        let (maven, absent) = (ProjectKind::Maven, ProjectFramework::Absent);
        let api = "m2/junit-jupiter-api-5.10.2.jar";
        let plain = told(maven, absent, &[api]);
        assert!(
            plain.contains("the Jupiter of the local repository"),
            "{plain}"
        );
        let mocking = told(maven, absent, &[api, "m2/mockito-core-5.7.0.jar"]);
        let names = "add org.junit.jupiter:junit-jupiter and org.mockito:mockito-junit-jupiter to";
        assert!(mocking.contains(names), "{mocking}");
        let nothing = told(maven, absent, &[]);
        assert!(nothing.contains("test doubles"), "{nothing}");
        assert_eq!(told(maven, ProjectFramework::Jupiter, &[api]), "");
        assert_eq!(told(ProjectKind::Folder, absent, &[api]), "");
    }

    #[test]
    fn a_surefire_older_than_junit_5_is_told_where_the_tests_are_of_it() {
        let told = |written_for, surefire| passed_over(written_for, surefire).unwrap_or_default();
        let old = Some("2.12.4");
        assert!(told(Framework::Jupiter, old).contains("maven-surefire-plugin 2.12.4"));
        assert_eq!(told(Framework::Jupiter, None), "");
        assert_eq!(told(Framework::Junit4, old), "");
        assert_eq!(told(Framework::TestNg, old), "");
    }
}
