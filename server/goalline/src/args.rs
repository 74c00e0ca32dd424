//! The command line as clap reads it: names, flags and their help; what they do stands in one module per command.

use std::{ffi::OsString, path::PathBuf};

use clap::{Parser, Subcommand, ValueEnum};
use goalline_engine::{
    Algorithm, Framework, MethodSelector, PairDefinition, PairSelector,
    build::{Announcer, BuildChoice, ProjectSettings},
    goals::GoalChoice,
};
use goalline_experiment::Shard;
use goalline_jvm::Sandbox;

use crate::output::{paint::DIM, visible::visible};

/// Shows which coverage goals the tests of a Java class miss, and offers ready, verified tests.
#[derive(Debug, Parser)]
#[command(name = "goalline", version, propagate_version = true)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands, one module each.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Generates tests for a small example project, in a copy of it.
    Demo(DemoArgs),
    /// Runs the language server.
    Serve(ServeArgs),
    /// Says what Goalline finds on this machine, and what is missing.
    Doctor(DoctorArgs),
    /// Lists the coverage goals of a Java file; needs no JDK and no build.
    Goals(GoalsArgs),
    /// Lists pairs of branches of a caller and a callee that a test may cover together; runs no test.
    Couple(CoupleArgs),
    /// Says which branch goals of a module its own tests cover: each test runs once, and again when a change can affect
    /// it.
    Coverage(CoverageArgs),
    /// Generates tests: each is compiled and passed twice in a fresh JVM before it is written.
    Generate(GenerateArgs),
    /// Compares ways to search on many classes, with the statistics of the papers.
    Experiment(ExperimentArgs),
}

/// Options of `demo`.
#[derive(Clone, Debug, clap::Args)]
pub struct DemoArgs {
    /// Show all goals and all tests.
    #[arg(long)]
    pub all: bool,
    /// Insert the tests into a copy of the example, and say where it is.
    #[arg(long)]
    pub write: bool,
    /// Insert only the test of this name.
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// Seconds of search.
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = seconds)]
    pub seconds: f64,
    /// Seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The JDK to run on.
    #[arg(long, value_name = "DIR")]
    pub java_home: Option<PathBuf>,
}

/// Options of `serve`.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeArgs {
    /// Speak over standard input and output (the only transport, and so the default).
    #[arg(long)]
    pub stdio: bool,
    /// The editor's process: the server ends when it is gone.
    #[arg(long = "clientProcessId", value_name = "PID")]
    pub client_process_id: Option<u32>,
}

/// Options of `doctor`.
#[derive(Clone, Debug, clap::Args)]
pub struct DoctorArgs {
    /// A project: what its build says is told module by module. Its build tool runs.
    pub project: Option<PathBuf>,
    /// The JDK to look at.
    #[arg(long, value_name = "DIR")]
    pub java_home: Option<PathBuf>,
}

/// Options of `goals`.
#[derive(Clone, Debug, clap::Args)]
pub struct GoalsArgs {
    /// The Java file.
    pub file: PathBuf,
    /// How to print. In JSON, lines and columns start at 1, columns count characters (Unicode code points), and the
    /// end is exclusive.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Goals to list: smart (a selection of eight criteria), smart-paper (as published), eight, all (these and
    /// strong), or some of branch,direct,line,weak,strong,method,noexception,exception,output.
    #[arg(long, value_name = "NAMES", default_value = "branch", value_parser = GoalChoice::named)]
    pub criteria: GoalChoice,
}

/// Options of `coverage`.
#[derive(Clone, Debug, clap::Args)]
pub struct CoverageArgs {
    /// The folder of a module, or one of its Java files, of which alone is told then.
    #[arg(value_name = "MODULE_OR_FILE")]
    pub path: PathBuf,
    /// The project and its JDK.
    #[command(flatten)]
    pub project: ProjectArgs,
    /// How to print. In JSON, lines start at 1.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Let the tests use the network and all files: they run outside of the sandbox.
    #[arg(long)]
    pub open_user_tests: bool,
    /// Heap of the JVM in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    pub memory: u32,
}

/// Options of `couple`.
#[derive(Clone, Debug, clap::Args)]
pub struct CoupleArgs {
    /// The Java files with the callers, all of one project.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Only calls of this class, by its simple or binary name.
    #[arg(long, value_name = "NAME")]
    pub callee: Option<String>,
    /// The project and its JDK.
    #[command(flatten)]
    pub project: ProjectArgs,
    /// How to print. In JSON, lines and columns start at 1, and columns count characters (Unicode code points).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Print one row per caller and callee, with tabs between columns: how many pairs couple them, and how complex
    /// each is.
    #[arg(long, conflicts_with_all = ["callee", "format"])]
    pub by_class: bool,
    /// Pairs to list per call; the rest is counted. With 0 there are only counts.
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub limit: usize,
    /// Heap of the compiling JVM in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    pub memory: u32,
}

/// How goals are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Source excerpts with carets.
    Text,
    /// One JSON object.
    Json,
}

/// Options of `generate`.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
#[derive(Clone, Debug, clap::Args)]
pub struct GenerateArgs {
    /// The Java files; they share one warm JVM.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Only this class of the file, by its simple or binary name.
    #[arg(long, value_name = "NAME")]
    pub class: Option<String>,
    /// Only this method: total, total(int,String) where overloads are to be told apart, Cart.total where several
    /// classes have one; a constructor by the name of its class.
    #[arg(long, value_name = "NAME")]
    pub method: Option<MethodSelector>,
    /// The project and its JDK.
    #[command(flatten)]
    pub project: ProjectArgs,
    /// Seconds of search per file; 10 when neither this nor --max-executions is given.
    #[arg(long, value_name = "N", value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Tests to run per file at most; alone, the result is the same each time, unless these take more than four
    /// minutes, which ends the search.
    #[arg(long, value_name = "N")]
    pub max_executions: Option<u64>,
    /// Seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Goals to seek: smart (a selection of eight criteria), smart-paper (as published), eight, all (these and
    /// strong), or some of branch,direct,line,weak,strong,method,noexception,exception,output; or coupled: pairs of
    /// branches of the file and of what it calls; coupled-strict: the second one during the call.
    #[arg(long, value_name = "NAMES", default_value = "branch", value_parser = criteria_selector)]
    pub criteria: CriteriaSelector,
    /// With --criteria coupled: only calls of this class, by its simple or binary name.
    #[arg(long, value_name = "NAME")]
    pub callee: Option<String>,
    /// What searches: dynamosa, mosa, wsa, ws, one-goal, random, or an ablation of DynaMOSA; when not given, mosa for
    /// pairs, else dynamosa.
    #[arg(long, value_name = "NAME", value_parser = algorithm)]
    pub algorithm: Option<Algorithm>,
    /// Worker JVMs.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = workers)]
    pub workers: usize,
    /// Heap of each worker in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(64..))]
    pub memory: u32,
    /// The JUnit to write for; the one on the project's test class path when not given, else Jupiter.
    #[arg(long, value_enum)]
    pub framework: Option<FrameworkName>,
    /// Do not run the project's own tests first: search for all goals, those that they cover too.
    #[arg(long)]
    pub no_user_tests: bool,
    /// Run the project's own tests outside of the sandbox: they may use the network and all files.
    #[arg(long, conflicts_with = "no_user_tests")]
    pub open_user_tests: bool,
    /// Say for every test why it exists: its goals, what else it covers, the mutants it kills.
    #[arg(long)]
    pub explain: bool,
    /// Offer tests too that only pin a `NullPointerException` or another exception that the JVM raises by itself.
    #[arg(long)]
    pub implicit_exceptions: bool,
    /// Search for the goals asked for and nothing else: no further tests that kill mutants.
    #[arg(long)]
    pub goals_only: bool,
    /// Write test sources there, in folders for their packages, instead of into the project.
    #[arg(long, value_name = "DIR", conflicts_with = "dry_run")]
    pub out: Option<PathBuf>,
    /// Write figures and the state of each goal there, as JSON: an object for one FILE, a list of them for several.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Show the tests and write nothing.
    #[arg(long)]
    pub dry_run: bool,
}

/// Options of `experiment`.
#[derive(Clone, Debug, clap::Args)]
pub struct ExperimentArgs {
    /// A table of classes: a source (group:artifact:version or a folder), a tab, a class; `#` starts a comment.
    #[arg(long, value_name = "FILE")]
    pub subjects: Option<PathBuf>,
    /// What to compare: ALGORITHM[/OPTION…][@CRITERIA], such as mosa/hmx@branch.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub configurations: Vec<String>,
    /// A comparison of the papers by name; --show-parameters lists them.
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Runs of each configuration on each class, with seeds from 1.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub seeds: u64,
    /// Seconds of search per run.
    #[arg(long, value_name = "N", value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Tests to run per run at most; alone, the report is the same each time.
    #[arg(long, value_name = "N")]
    pub max_executions: Option<u64>,
    /// Runs at the same time, each with a JVM of its own.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = workers)]
    pub workers: usize,
    /// Folder for runs, tables and the report.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with the experiment that the folder holds.
    #[arg(long)]
    pub resume: bool,
    /// Only this part of the runs, such as 2/5; shards may share the folder, and the last one's report is the whole.
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    pub shard: Shard,
    /// Compare nothing: search for the smart selection of each class, and say whether the goals it calls implied
    /// really are.
    #[arg(long, conflicts_with_all = ["preset", "configurations", "resume"])]
    pub check_selection: bool,
    /// The JDK to run on.
    #[arg(long, value_name = "DIR")]
    pub java_home: Option<PathBuf>,
    /// List the settings of a search, with their defaults here and in the papers, and the presets.
    #[arg(long)]
    pub show_parameters: bool,
}

/// Where the project is and what it runs on.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ProjectArgs {
    /// The project's folder; the search for a build file does not leave it.
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Class path of the project, in place of what its build file says.
    #[arg(long, value_name = "CP")]
    pub classpath: Option<OsString>,
    /// Source root, in place of those of the build file; may be repeated.
    #[arg(long, value_name = "DIR")]
    pub sources: Vec<PathBuf>,
    /// The JDK to run on.
    #[arg(long, value_name = "DIR")]
    pub java_home: Option<PathBuf>,
    /// Do not run the project's build (in a copy) for sources that its plugins make.
    #[arg(long)]
    pub no_build: bool,
    /// Whether what runs of the project (its tests, its build) is confined, and what becomes of it where this machine
    /// cannot do that.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = SandboxName::Required)]
    pub sandbox: SandboxName,
}

/// `--framework`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FrameworkName {
    /// JUnit Jupiter (5 and newer).
    Jupiter,
    /// JUnit 4.
    Junit4,
    /// TestNG.
    Testng,
}

/// Whether the JVM that runs tests is confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SandboxName {
    /// It is; where this machine cannot, nothing runs.
    #[default]
    Required,
    /// It is where this machine can.
    WhenAvailable,
    /// It is not.
    Off,
}

impl From<SandboxName> for Sandbox {
    fn from(name: SandboxName) -> Self {
        match name {
            SandboxName::Required => Self::Required,
            SandboxName::WhenAvailable => Self::WhenAvailable,
            SandboxName::Off => Self::Off,
        }
    }
}

/// `--criteria`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CriteriaSelector {
    /// Goals of the file.
    Goals(GoalChoice),
    /// Coupled branches, and what covers a pair of them.
    Coupled(PairDefinition),
}

impl GenerateArgs {
    /// Which pairs are wanted in place of goals.
    pub fn coupled(&self) -> Option<PairSelector> {
        let CriteriaSelector::Coupled(reading) = self.criteria else {
            return None;
        };
        Some(PairSelector {
            callee: self.callee.clone(),
            reading,
            most_pairs: None,
        })
    }

    /// Which goals are wanted; pairs have their own.
    pub fn choice(&self) -> GoalChoice {
        match &self.criteria {
            CriteriaSelector::Goals(choice) => choice.clone(),
            CriteriaSelector::Coupled(_) => GoalChoice::default(),
        }
    }

    /// What searches.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm.unwrap_or(match &self.criteria {
            CriteriaSelector::Goals(_) => Algorithm::DynaMosa,
            CriteriaSelector::Coupled(_) => Algorithm::Mosa,
        })
    }
}

impl From<FrameworkName> for Framework {
    fn from(name: FrameworkName) -> Self {
        match name {
            FrameworkName::Jupiter => Self::Jupiter,
            FrameworkName::Junit4 => Self::Junit4,
            FrameworkName::Testng => Self::TestNg,
        }
    }
}

impl ProjectArgs {
    /// What the flags say, for discovery.
    pub fn settings(&self) -> ProjectSettings {
        let class_path = self.classpath.as_deref().map(std::env::split_paths);
        ProjectSettings {
            project: self.project.clone(),
            class_path: class_path
                .into_iter()
                .flatten()
                .filter(|path| !path.as_os_str().is_empty())
                .collect(),
            sources: self.sources.clone(),
            java_home: self.java_home.clone(),
            build: if self.no_build {
                BuildChoice::Never
            } else {
                BuildChoice::Auto
            },
            unbound_builds: self.sandbox != SandboxName::Required,
            announcer: Announcer::new(|text| {
                anstream::eprintln!("{DIM}note:{DIM:#} {}", visible(text));
            }),
            ..ProjectSettings::default()
        }
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("a number of seconds above 0, such as 2 or 0.5".to_owned()),
    }
}

fn criteria_selector(text: &str) -> Result<CriteriaSelector, String> {
    match text {
        "coupled" => Ok(CriteriaSelector::Coupled(PairDefinition::Paper)),
        "coupled-strict" => Ok(CriteriaSelector::Coupled(PairDefinition::Strict)),
        _ => GoalChoice::named(text).map(CriteriaSelector::Goals),
    }
}

fn algorithm(text: &str) -> Result<Algorithm, String> {
    Algorithm::named(text).ok_or_else(|| {
        let names: Vec<&str> = Algorithm::all().map(Algorithm::name).collect();
        format!("one of {}", names.join(", "))
    })
}

fn workers(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(workers) if (1..=64).contains(&workers) => Ok(workers),
        _ => Err("a number from 1 to 64".to_owned()),
    }
}

/// `2/5` on the command line.
fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(number, of)| {
        let (number, of) = (number.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&number).then_some(Shard { number, of })
    });
    parts.ok_or_else(|| "a number and how many there are, such as 2/5".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_table_of_commands_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn wrong_use_ends_with_status_2() {
        for line in [
            &["generate"][..],
            &["generate", "A.java", "--seconds", "0"],
            &["generate", "A.java", "--seconds", "nan"],
            &["generate", "A.java", "--workers", "0"],
            &["generate", "A.java", "--algorithm", "mosaic"],
            &["generate", "A.java", "--out", "x", "--dry-run"],
            &["generate", "A.java", "--framework", "spock"],
            &["goals"],
            &["experiment", "--shard", "3/2"],
            &["experiment", "--seeds", "0"],
            &["goals", "A.java", "--format", "xml"],
            &["unknown"],
        ] {
            let error = Args::try_parse_from([&["goalline"], line].concat()).expect_err("refused");
            assert_eq!(error.exit_code(), 2, "{line:?}");
        }
    }

    #[test]
    fn a_class_path_is_split_as_the_platform_does() {
        let joined = std::env::join_paths(["a.jar", "b"]).expect("plain names");
        let args = ProjectArgs {
            classpath: Some(joined),
            ..ProjectArgs::default()
        };
        assert_eq!(
            args.settings().class_path,
            [PathBuf::from("a.jar"), PathBuf::from("b")]
        );
    }
}
