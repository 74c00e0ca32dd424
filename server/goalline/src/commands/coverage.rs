//! `goalline coverage`: which branch goals of a module its own tests cover, measured by running them; searches nothing.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_engine::{
    Budget, FileCoverage, GoalState, ModuleCoverage, Parameters, Request, Session, Settings,
    build::{Jdk, JdkRequest, Machine, Project, ProjectSettings, top_of},
    goals::GoalChoice,
};
use serde::Serialize;

use crate::{
    args::{CoverageArgs, Format},
    commands::{DONE, NOTHING, WRONG_USE},
    interrupt,
    output::{
        paint::counted,
        progress::RunBar,
        report_json::state_name,
        visible::{complain, visible_json},
    },
    run::{RunError, real},
};

/// Runs what has to run, and prints what the tests cover.
pub fn run(args: &CoverageArgs, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(file) = file_of(&args.path) else {
        complain(&format!("{} has no Java file", args.path.display()));
        return Ok(WRONG_USE);
    };
    let only = (!args.path.is_dir()).then_some(&*file);
    let coverage = match measured(args, &file) {
        Ok(coverage) => coverage,
        Err(error) => {
            complain(&error.to_string());
            let is_wrong = error.is_wrong_use();
            return Ok(if is_wrong { WRONG_USE } else { NOTHING });
        }
    };
    let files = coverage.files.iter();
    let files: Vec<&FileCoverage> = files
        .filter(|it| only.is_none_or(|only| it.file == only))
        .collect();
    match args.format {
        Format::Json => {
            write!(out, "{}", visible_json(&json(&coverage, &files))?)?;
            writeln!(out)?;
        }
        Format::Text => text(&coverage, &files, out)?,
    }
    Ok(DONE)
}

/// The file itself, or the first one below the main sources of a folder.
fn file_of(path: &Path) -> Option<PathBuf> {
    let path = real(path);
    if path.is_file() {
        return Some(path);
    }
    let main = path.join("src/main/java");
    let mut open = vec![if main.is_dir() { main } else { path }];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        // Of a link that leads back the walk would come to no end.
        let is_link = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let entries = entries.filter(|entry| !is_link(entry));
        let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        entries.sort();
        let is_java = |path: &&PathBuf| path.extension().is_some_and(|it| it == "java");
        let is_plain = |path: &&PathBuf| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            !stem.contains('-')
        };
        if let Some(found) = entries.iter().filter(is_java).find(is_plain) {
            return Some(found.clone());
        }
        open.extend(entries.into_iter().rev().filter(|path| path.is_dir()));
    }
    None
}

fn measured(args: &CoverageArgs, file: &Path) -> Result<ModuleCoverage, RunError> {
    let mut progress = RunBar::new();
    let cancel = interrupt::cancel_on_interrupt();
    let settings = ProjectSettings {
        stop: interrupt::stop_with(&cancel),
        ..args.project.settings()
    };
    let project = Arc::new(Project::discover(file, &settings)?);
    cancel.check()?;
    for notice in &project.notices {
        progress.say(notice);
    }
    let selector = JdkRequest {
        setting: settings.java_home.as_deref(),
        project: project.wanted_jdk.as_ref(),
        release: project.java_release(),
    };
    let machine = Machine::current().outside_of(&[top_of(&project.root, None)]);
    let request = Request {
        file: file.to_path_buf(),
        text: None,
        class: None,
        method: None,
        jdk: Jdk::find(selector, &machine)?,
        project,
        budget: Budget {
            seconds: None,
            max_executions: Some(0),
        },
        seed: 1,
        criteria: GoalChoice::default(),
        parameters: Parameters::default(),
        framework: None,
        implicit_exceptions: false,
        kill_survivors: false,
        is_apart: false,
        one_per_shape: false,
        coupled: None,
        open_texts: BTreeMap::new(),
        user_tests: true,
        awaits_suite: false,
    };
    let session = Session::new(Settings {
        worker_memory_mb: args.memory,
        open_user_tests: args.open_user_tests,
        sandbox: args.project.sandbox.into(),
        ..Settings::default()
    });
    Ok(session.map_coverage(&request, &cancel, &mut progress)?)
}

#[derive(Serialize)]
struct JsonCoverage<'a> {
    test_files: usize,
    ran: usize,
    not_known: usize,
    did_nothing: &'a [String],
    notices: &'a [String],
    files: Vec<JsonFile>,
}

#[derive(Serialize)]
struct JsonFile {
    file: String,
    goals: Vec<JsonCoveredGoal>,
}

#[derive(Serialize)]
struct JsonCoveredGoal {
    key: String,
    line: usize,
    text: String,
    state: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tests: Vec<String>,
}

fn json<'a>(coverage: &'a ModuleCoverage, files: &[&FileCoverage]) -> JsonCoverage<'a> {
    let of_file = |file: &&FileCoverage| JsonFile {
        file: file.file.display().to_string(),
        goals: file
            .goals
            .iter()
            .map(|goal| JsonCoveredGoal {
                key: goal.key.0.to_string(),
                line: goal.line,
                text: goal.text.clone(),
                state: state_name(&goal.state),
                tests: match &goal.state {
                    GoalState::CoveredByUser(tests) => tests.clone(),
                    _ => Vec::new(),
                },
            })
            .collect(),
    };
    JsonCoverage {
        test_files: coverage.tests,
        ran: coverage.ran,
        not_known: coverage.open,
        did_nothing: &coverage.idle,
        notices: &coverage.notices,
        files: files.iter().map(of_file).collect(),
    }
}

fn text(
    coverage: &ModuleCoverage,
    files: &[&FileCoverage],
    out: &mut dyn Write,
) -> std::io::Result<()> {
    const MOST_IDLE: usize = 5;
    for file in files {
        let counts = file.counts();
        if counts.measured == 0 {
            continue;
        }
        let name = file.file.file_name().unwrap_or_default().to_string_lossy();
        write!(
            out,
            "{name}: {} of {} goals covered",
            counts.covered, counts.measured
        )?;
        if counts.not_known > 0 {
            write!(out, ", {} not known", counts.not_known)?;
        }
        writeln!(out)?;
        for goal in &file.goals {
            let word = match goal.state {
                GoalState::NotReached(_) => "no test",
                GoalState::NotKnown(_) => "not known",
                _ => continue,
            };
            writeln!(out, "  {:>5}  {word}: {}", goal.line, goal.text)?;
        }
    }
    writeln!(
        out,
        "{}, {} of them run now",
        counted(coverage.tests, "test file"),
        coverage.ran
    )?;
    for notice in &coverage.notices {
        writeln!(out, "{notice}")?;
    }
    if !coverage.idle.is_empty() {
        writeln!(out, "what these might cover is not known:")?;
        for one in coverage.idle.iter().take(MOST_IDLE) {
            writeln!(out, "  {one}")?;
        }
        if coverage.idle.len() > MOST_IDLE {
            writeln!(out, "  and {} more", coverage.idle.len() - MOST_IDLE)?;
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_that_lead_back_are_not_followed_for_ever() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["one", "other"] {
            std::os::unix::fs::symlink(".", folder.path().join(name)).expect("a link");
        }
        assert_eq!(file_of(folder.path()), None);
    }
}
