//! Warm workers: takes settings and a request, gives the JVMs that fit; runs nothing in them.

use std::{sync::Arc, thread};

use goalline_build::find_junit;
use goalline_coverage::{MapMemory, Tester, mocking_agent};
use goalline_jvm::Pool;
use goalline_prepare::{
    EngineError, Request, Settings,
    prepare::pools::{configured, options},
    sources::attributions::Attributions,
};

/// Workers for one project and JDK.
pub struct Warm {
    /// Those that search.
    pub searchers: Pool,
    /// One that minimises and observes; its spare one observes and checks with the settings of another user.
    pub checkers: Pool,
    /// The one that runs the user's own tests.
    pub tester: Tester,
    /// What the compiler of any of them said about the files of the project.
    pub attributions: Attributions,
}

/// Where the user's own tests are to run; nothing is started yet.
pub(crate) fn tester(settings: &Settings, request: &Request, maps: &Arc<MapMemory>) -> Tester {
    let options = options(settings, request);
    let mut tester = Tester::new(settings, request, options.cache, options.readable);
    tester.maps = maps.clone();
    tester
}

/// Starts the searching workers and the checking one side by side.
pub(crate) fn start(
    settings: &Settings,
    request: &Request,
    maps: &Arc<MapMemory>,
) -> Result<Warm, EngineError> {
    let options = options(settings, request);
    let mut tester = tester(settings, request, maps);
    // Generated tests may mock, with the Mockito of the project or, where it has none, the one they are checked with.
    let mut checking = options.clone();
    checking
        .flags
        .extend(mocking_agent(&find_junit(&request.project)));
    checking
        .flags
        .extend(opened_packages(&request.project.test_run.flags));
    thread::scope(|scope| {
        let checkers = scope.spawn(|| -> Result<Pool, EngineError> {
            let mut checkers = configured(&checking, request, 1)?.with_spare_elsewhere();
            checkers.start_spare();
            Ok(checkers)
        });
        tester.start_ahead(request);
        let searchers = configured(&options, request, settings.workers.max(1))?;
        let checkers = checkers
            .join()
            .map_err(|_| EngineError::Panicked("starting a worker"))??;
        Ok(Warm {
            searchers,
            checkers,
            tester,
            attributions: Attributions::of(&request.project),
        })
    })
}

/// Those of the build's flags for test JVMs that open packages of the JDK: older versions of Mockito need them.
fn opened_packages(flags: &[String]) -> Vec<String> {
    let mut opened = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let (name, value) = match flag.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (flag.as_str(), None),
        };
        if !matches!(name, "--add-opens" | "--add-exports") {
            continue;
        }
        if let Some(value) = value.or_else(|| flags.next().cloned()) {
            opened.push(format!("{name}={value}"));
        }
    }
    opened
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_checked_with_the_packages_that_the_build_opens_and_no_other_flag_of_it() {
        let flags = [
            "-Xmx1g",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "-Dmode=strict",
        ];
        assert_eq!(
            opened_packages(&flags.map(str::to_owned)),
            [
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
            ]
        );
    }
}
