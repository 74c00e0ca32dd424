//! `goalline generate`: takes Java files, writes tests into the project or a folder, and a report; the search itself
//! is the engine's.

use std::{io::Write, path::Path};

use anyhow::Context;
use goalline_engine::{
    Budget, Cancel, Parameters, Session, Settings, WrittenTest, build::write_whole,
};
use goalline_experiment::fits;

use crate::{
    args::GenerateArgs,
    commands::{DONE, NOTHING, WRONG_USE},
    destination::{Destination, WritingSubject},
    interrupt,
    output::{
        explain::explain,
        missed::missed,
        paint::{GOOD, counted},
        report_json::JsonReport,
        summary::{self, ListLength},
        visible::{complain, visible_json},
    },
    run::{self, Console, Generated, Options},
};

/// Seconds of search when no limit was given.
const DEFAULT_SECONDS: f64 = 10.0;

/// Generates tests for each file, with one session; the worst status of all files.
pub fn run(args: &GenerateArgs, out: &mut dyn Write) -> anyhow::Result<u8> {
    if args.method.is_some() && args.coupled().is_some() {
        eprintln!(
            "goalline: --method is for goals of the file; pairs of branches are those of all its calls"
        );
        return Ok(WRONG_USE);
    }
    if let Err(error) = fits(args.algorithm(), &args.choice()) {
        complain(&error.to_string());
        return Ok(WRONG_USE);
    }
    let options = options(args);
    let destination = destination(args);
    let mut console = Console::new(out);
    let session = Session::new(Settings {
        workers: args.workers,
        worker_memory_mb: args.memory,
        open_user_tests: args.open_user_tests,
        sandbox: args.project.sandbox.into(),
        ..Settings::default()
    });
    let cancel = interrupt::cancel_on_interrupt();
    let generation = Generation {
        session: &session,
        options: &options,
        destination: &destination,
        cancel: &cancel,
        explains: args.explain,
    };
    let mut reports = Vec::new();
    let mut status = DONE;
    for file in &args.files {
        if cancel.is_cancelled() {
            break;
        }
        let (one, report) = generation.one_file(file, &mut console)?;
        status = status.max(one);
        reports.extend(report);
    }
    if let Some(path) = &args.report {
        write_report(path, &reports, args.files.len() == 1)
            .with_context(|| format!("cannot write the report {}", path.display()))?;
    }
    Ok(status)
}

fn options(args: &GenerateArgs) -> Options {
    let seconds = args.seconds.or(match args.max_executions {
        Some(_) => None,
        None => Some(DEFAULT_SECONDS),
    });
    Options {
        class: args.class.clone(),
        method: args.method.clone(),
        settings: args.project.settings(),
        budget: Budget {
            seconds,
            max_executions: args.max_executions,
        },
        seed: args.seed,
        coupled: args.coupled(),
        criteria: args.choice(),
        parameters: Parameters {
            algorithm: args.algorithm(),
            ..Parameters::default()
        },
        workers: args.workers,
        framework: args.framework.map(Into::into),
        user_tests: !args.no_user_tests,
        implicit_exceptions: args.implicit_exceptions,
        kill_survivors: !args.goals_only,
        is_apart: args.out.is_some(),
        one_per_shape: true,
    }
}

fn destination(args: &GenerateArgs) -> Destination {
    match &args.out {
        Some(folder) => Destination::Folder(folder.clone()),
        None if args.dry_run => Destination::Nowhere,
        None => Destination::Project,
    }
}

/// What is the same for all files of one call.
struct Generation<'a> {
    session: &'a Session,
    options: &'a Options,
    destination: &'a Destination,
    cancel: &'a Cancel,
    /// Whether the report says why goals are missing.
    explains: bool,
}

impl Generation<'_> {
    fn one_file(
        &self,
        path: &Path,
        console: &mut Console<'_>,
    ) -> anyhow::Result<(u8, Option<JsonReport>)> {
        let done = match run::generate(self.session, path, self.options, self.cancel, console) {
            Ok(done) => done,
            Err(error) => {
                complain(&error.to_string());
                let is_wrong = error.is_wrong_use();
                return Ok((if is_wrong { WRONG_USE } else { NOTHING }, None));
            }
        };
        let out = &mut *console.out;
        let Generated {
            file,
            project,
            report,
            ..
        } = &done;
        let shown = match self.destination {
            Destination::Nowhere => ListLength::All,
            Destination::Folder(_) | Destination::Project => ListLength::Some(1),
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        missed(report, &name, file, shown, out)?;
        summary::tests(report, shown, out)?;
        if self.explains {
            explain(report, file.lines(), out)?;
        }
        summary::figures(report, &name, file.lines(), shown, out)?;
        let json = JsonReport::of(report, file.lines());
        let subject = WritingSubject {
            file: &done.path,
            text: file.text(),
            project,
            framework: self.options.framework,
        };
        let tests: Vec<&WrittenTest> = report.written().collect();
        match self.destination.write(&subject, report, &tests) {
            Ok(Some(written)) => {
                let tests = counted(tests.len(), "test");
                let verb = if written.existed {
                    "inserted into"
                } else {
                    "written to"
                };
                writeln!(
                    out,
                    "\n{GOOD}{tests} {verb}{GOOD:#} {}\n",
                    written.path.display()
                )?;
            }
            Ok(None) => writeln!(out)?,
            Err(error) => {
                complain(&error.to_string());
                return Ok((NOTHING, Some(json)));
            }
        }
        let nothing = report.tests.is_empty() && !summary::is_all_covered(report);
        Ok((if nothing { NOTHING } else { DONE }, Some(json)))
    }
}

fn write_report(path: &Path, reports: &[JsonReport], is_single: bool) -> anyhow::Result<()> {
    let mut text = match reports {
        [report] if is_single => visible_json(report)?,
        // Nothing was generated, and why was printed: a report would look like a result.
        [] if is_single => return Ok(()),
        reports => visible_json(reports)?,
    };
    text.push('\n');
    Ok(write_whole(path, text.as_bytes())?)
}
