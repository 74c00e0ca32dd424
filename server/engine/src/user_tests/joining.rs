//! New tests among the user's own: takes ready tests, runs them inside of the test class they would be inserted into, in order and in
//! reverse, gives those that do not pass there and why not all was looked at; writes no file.

use std::{collections::BTreeMap, fs, path::Path};

use goalline_junit::{WrittenTest, insert_into};
use goalline_jvm::{Interrupt, SetId, SourceUnit, UserTestEnd, UserTestResult, UserTestRun};
use goalline_project::{JunitVersion, TestFrameworks};
use goalline_syntax::{JavaFile, apply_edits, declarations};

use super::{Tester, find::imported_frameworks, running::LAST_ANSWER};
use crate::{Cancel, Request, limits, prepared::Prepared};

/// How new tests get on in the user's test class.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    /// Why tests do not pass there, in its order or in reverse, by name.
    pub misfits: BTreeMap<String, String>,
    /// Why the tests were not run there, or not in both orders.
    pub unchecked: Option<String>,
}

impl Joined {
    fn unchecked(class: &str, why: impl std::fmt::Display) -> Self {
        Self {
            misfits: BTreeMap::new(),
            unchecked: Some(format!(
                "whether the new tests pass inside of {class} was not checked: {why}"
            )),
        }
    }
}

/// Runs the tests in the user's test class, in its order and in reverse. Nothing is said where there is no such class; a newer run ends it.
pub(crate) fn joined(
    tester: &mut Tester,
    prepared: &Prepared,
    request: &Request,
    tests: &[WrittenTest],
    cancel: &Cancel,
) -> Joined {
    let simple = prepared.class.rsplit(['.', '$']).next();
    let path = request
        .project
        .test_file_for(&request.file, simple.unwrap_or(&prepared.class));
    let Some(merged) = merged(&path, tests) else {
        return Joined::default();
    };
    let class = class_of(prepared, &path);
    let frameworks = frameworks(&merged, request);
    let launcher = match tester.launcher(request, frameworks) {
        Ok(launcher) => launcher,
        Err(reason) => return Joined::unchecked(&class, reason),
    };
    let limit = tester.limit;
    let worker = match tester.worker(request, &launcher) {
        Ok(worker) => worker,
        Err(error) => return Joined::unchecked(&class, error),
    };
    let interrupt = Interrupt::from(cancel.replaced_flag()).patient(LAST_ANSWER);
    worker.set_interrupt(interrupt.so_long_after(cancel.moment(), limits::LAST_ANSWER));
    let unit = SourceUnit { path, text: merged };
    let units = [prepared.unit.clone(), unit];
    let outcome = match worker.compile(&units, SetId::Plain) {
        Ok(outcome) => outcome,
        Err(error) => return Joined::unchecked(&class, error),
    };
    let mut joined = Joined::default();
    if !outcome.ok {
        let first = outcome.diagnostics.iter().find(|found| found.is_error);
        let reason = first.map_or("", |error| error.message.as_str());
        let reason = format!("the tests do not compile inside of {class}: {reason}");
        let all = tests.iter().map(|test| (test.name.clone(), reason.clone()));
        joined.misfits.extend(all);
        return joined;
    }
    for reversed in [false, true] {
        let run = UserTestRun {
            class: &class,
            set: SetId::Plain,
            only: &[],
            limit,
            reversed,
        };
        let results = match worker.run_user_tests(&run) {
            Ok(results) => results,
            Err(error) => {
                joined.unchecked = Joined::unchecked(&class, error).unchecked;
                break;
            }
        };
        for (name, reason) in failures(tests, results, &class, reversed) {
            joined.misfits.entry(name).or_insert(reason);
        }
    }
    joined
}

/// What the test class is written with: where its imports do not say, what the project has.
fn frameworks(text: &str, request: &Request) -> TestFrameworks {
    let imported = imported_frameworks(&declarations(&JavaFile::parse(text)));
    if imported.jupiter || imported.junit4 {
        return imported;
    }
    let junit4 = request.project.junit == JunitVersion::Junit4;
    TestFrameworks {
        jupiter: !junit4,
        junit4,
    }
}

/// Of the results those of new tests that did not pass.
fn failures(
    tests: &[WrittenTest],
    results: Vec<UserTestResult>,
    class: &str,
    reversed: bool,
) -> Vec<(String, String)> {
    let order = if reversed { " in reverse order" } else { "" };
    let failed = results.into_iter().filter_map(|result| {
        let (UserTestEnd::Failed(cause) | UserTestEnd::Died(cause)) = result.end else {
            return None;
        };
        let is_new = tests.iter().any(|test| test.name == result.method);
        let reason = format!("it does not pass inside of {class}{order}: {cause}");
        is_new.then_some((result.method, reason))
    });
    failed.collect()
}

/// The test class with the tests in it; none where there is no such class, or it takes none.
fn merged(path: &Path, tests: &[WrittenTest]) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let existing = JavaFile::parse(text.as_str());
    let edits = insert_into(&existing, tests).ok()?;
    apply_edits(&text, &edits).ok()
}

fn class_of(prepared: &Prepared, path: &Path) -> String {
    let simple = path.file_stem().unwrap_or_default().to_string_lossy();
    if prepared.package.is_empty() {
        simple.into_owned()
    } else {
        format!("{}.{simple}", prepared.package)
    }
}
