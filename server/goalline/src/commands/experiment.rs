//! `goalline experiment`: takes subjects and names of configurations, gives a folder with tables and a report; the
//! comparison itself is the experiment crate's.

use std::{io::Write, sync::Mutex};

use anyhow::{Context, bail};
use goalline_engine::{Algorithm, Budget, Parameters, SETTINGS, goals::LINE_THRESHOLD};
use goalline_experiment::{
    Configuration, EngineRuns, Folder, PRESETS, Plan, Preset, Runner, RunnerProgress, Stopped,
    Subjects, build, read_subjects, report,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    args::ExperimentArgs,
    commands::{DONE, NOTHING, WRONG_USE, selection_check},
    interrupt,
    output::{
        paint::{BOLD, DIM, counted},
        visible::complain,
    },
};

/// Runs, or goes on with, an experiment; or lists the settings.
pub fn run(args: &ExperimentArgs, out: &mut dyn Write) -> anyhow::Result<u8> {
    if args.show_parameters {
        show_parameters(out)?;
        return Ok(DONE);
    }
    if args.check_selection {
        return selection_check::run(args, out);
    }
    let mut plan = match plan(args) {
        Ok(plan) => plan,
        Err(error) => {
            complain(&format!("{error:#}"));
            return Ok(WRONG_USE);
        }
    };
    let root = args.out.as_deref().context("--out says where to write")?;
    let folder = Folder::open(root, &plan, args.shard, args.resume)?;
    let subjects = Subjects::find(&plan.subjects, args.java_home.as_deref());
    let subjects = subjects.map_err(anyhow::Error::msg)?;
    plan.build = build(subjects.jdk());
    let cancel = interrupt::cancel_on_interrupt();
    let refused = Mutex::new(Vec::new());
    let measure = || EngineRuns::new(&subjects, &cancel, &refused);
    let bar = Bar::new();
    let runner = Runner {
        plan: &plan,
        shard: args.shard,
        folder: &folder,
        threads: args.workers,
    };
    let ended = runner.run(&measure, &bar);
    bar.0.finish_and_clear();
    if let Err(Stopped::Folder(error)) = ended {
        return Err(error.into());
    }
    let analysis = report(&plan, &folder)?;
    for (class, reason) in &analysis.failures {
        complain(&format!("{class} was not run: {reason}"));
    }
    let runs = counted(analysis.runs.len(), "run");
    let page = folder.path().join("report.html");
    writeln!(out, "{BOLD}{runs}{BOLD:#} · {}", page.display())?;
    if analysis.missing > 0 {
        let missing = counted(analysis.missing, "run");
        writeln!(
            out,
            "{DIM}{missing} still missing: --resume goes on, or other shards bring them{DIM:#}"
        )?;
    }
    let is_cut = ended.is_err() || analysis.runs.is_empty();
    Ok(if is_cut { NOTHING } else { DONE })
}

fn plan(args: &ExperimentArgs) -> anyhow::Result<Plan> {
    let preset = match &args.preset {
        Some(name) => Some(Preset::named(name).with_context(|| {
            let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            format!(
                "no preset is called {name:?}; there are {}",
                names.join(", ")
            )
        })?),
        None => None,
    };
    let listed = preset.map_or(&[][..], |preset| preset.configurations);
    let mut names: Vec<&str> = listed.to_vec();
    for name in &args.configurations {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    if names.is_empty() {
        bail!("--configurations or --preset says what to compare");
    }
    let configurations: Result<Vec<Configuration>, _> =
        names.into_iter().map(Configuration::named).collect();
    let subjects = args
        .subjects
        .as_deref()
        .context("--subjects names the table of classes")?;
    if args.seconds.is_none() && args.max_executions.is_none() {
        bail!("--seconds or --max-executions limits each run");
    }
    let plan = Plan {
        preset,
        subjects: read_subjects(subjects)?,
        configurations: configurations?,
        seeds: args.seeds,
        budget: Budget {
            seconds: args.seconds,
            max_executions: args.max_executions,
        },
        build: String::new(),
    };
    if let Some(contradiction) = plan.contradiction() {
        bail!(contradiction);
    }
    Ok(plan)
}

/// Settings with their defaults here and in the papers, then the names that configurations are made of.
fn show_parameters(out: &mut dyn Write) -> std::io::Result<()> {
    let (ours, papers) = (
        Parameters::default(),
        Parameters::of_papers(Algorithm::DynaMosa),
    );
    writeln!(
        out,
        "{BOLD}{:18} {:18} {:18} meaning{BOLD:#}",
        "setting", "default", "papers"
    )?;
    for setting in &SETTINGS {
        let (ours, papers) = (setting.get(&ours), setting.get(&papers));
        let (name, meaning, takes) = (setting.name, setting.meaning, setting.takes());
        writeln!(
            out,
            "{name:18} {ours:18} {papers:18} {meaning} {DIM}({takes}){DIM:#}"
        )?;
    }
    let lines = LINE_THRESHOLD;
    writeln!(
        out,
        "{:18} {lines:<18} {lines:<18} lines of a basic block whose last line the smart selection keeps {DIM}(behind CRITERIA){DIM:#}",
        "line-threshold"
    )?;
    writeln!(
        out,
        "\nA configuration is ALGORITHM[/OPTION…][@CRITERIA], with the papers' settings: mosa/hmx/population=80@branch.\n\
         CRITERIA are names joined by +, or smart, smart-paper, eight, all (eight and strong), \
         lt (line+method+exception+output), wt (weak instead of line), \
         representatives (direct+noexception+exception+output). The smart ones may have smart/line-threshold=4.\n\
         Pairs of classes (subjects with a column callee=CLASS) have mosa@coupled, and CRITERIA:caller, \
         CRITERIA:callee, CRITERIA:both.\n\
         `default` is the search as generate runs it. `wsa` has the setting choice=open in the papers."
    )?;
    for preset in PRESETS {
        writeln!(
            out,
            "\n{BOLD}--preset {}{BOLD:#}: {}",
            preset.name,
            preset.configurations.join(", ")
        )?;
        writeln!(out, "{DIM}{}{DIM:#}", preset.question)?;
    }
    Ok(())
}

/// A bar with the time left.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Self {
        let bar = ProgressBar::new(0);
        let style =
            ProgressStyle::with_template("runs {bar:24} {pos}/{len}  {elapsed} so far, {eta} left")
                .expect("the template is sound")
                .progress_chars("██░");
        bar.set_style(style);
        Self(bar)
    }
}

impl RunnerProgress for Bar {
    fn ran(&self, done: usize, all: usize, failed: Option<&str>) {
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
        if let Some(reason) = failed {
            tracing::debug!(reason, "a run gave nothing");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_and_the_threshold_of_lines_are_listed_with_the_papers_values() {
        let mut out = Vec::new();
        show_parameters(&mut out).expect("memory takes it");
        let text = String::from_utf8(out).expect("it is text");
        let papers = |name: &str| {
            let row = text.lines().find_map(|line| line.strip_prefix(name));
            row.and_then(|rest| rest.split_whitespace().nth(1))
        };
        assert!(
            SETTINGS
                .iter()
                .all(|setting| papers(setting.name).is_some())
        );
        for (name, value) in [
            ("eta ", "2.5"),
            ("insert-again ", "0.5"),
            ("line-threshold ", "8"),
            ("mutated-statements ", "1"),
            ("test-insertion ", "0.1"),
        ] {
            assert_eq!(papers(name), Some(value), "{name}");
        }
    }
}
