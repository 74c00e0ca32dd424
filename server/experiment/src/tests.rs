//! Whole experiments on scripted runs: what resuming, sharding and failing classes do to the report.

mod reports;
mod special;

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Mutex, atomic::AtomicUsize, atomic::Ordering},
};

use goalline_engine::Budget;

use crate::{
    Analysis, Configuration, Coverage, ExperimentSubject, Folder, FolderError, Measure, Plan,
    PlannedRun, Preset, RunOutcome, RunRecord, Runner, RunnerProgress, Shard, Stopped,
    SubjectSource, Winner, report,
};

fn plan() -> Plan {
    let subject = |class: &str| ExperimentSubject {
        source: SubjectSource::Artifact("org.shop:shop:1.0".to_owned()),
        class: class.to_owned(),
        callee: None,
        buggy: None,
    };
    let names = ["dynamosa", "mosa/hmx"];
    Plan {
        preset: Preset::named("whole-suite"),
        subjects: vec![
            subject("shop.Cart"),
            subject("shop.Broken"),
            subject("shop.Money"),
        ],
        configurations: names
            .map(|name| Configuration::named(name).expect("a configuration"))
            .to_vec(),
        seeds: 5,
        budget: Budget {
            seconds: None,
            max_executions: Some(100),
        },
        build: "0.1.0 first".to_owned(),
    }
}

/// The first configuration covers three of four goals in every run, the second two or, on the last seed, three.
struct ScriptedRuns<'a> {
    runs: &'a AtomicUsize,
    /// Runs after which the user interrupts.
    most: usize,
}

impl Measure for ScriptedRuns<'_> {
    fn measure(&mut self, plan: &Plan, job: PlannedRun) -> Option<RunOutcome> {
        if self.runs.fetch_add(1, Ordering::Relaxed) >= self.most {
            return None;
        }
        if plan.subjects[job.subject].class == "shop.Broken" {
            let errors = (3..9).map(|line| format!("Broken.java:{line}: ';' expected"));
            return Some(RunOutcome::Failed(errors.collect::<Vec<_>>().join("\n")));
        }
        let covered = if job.configuration == 0 || job.seed == 5 {
            3
        } else {
            2
        };
        let keys: Vec<String> = (0..4).map(|goal| format!("goal {goal}")).collect();
        let (covered_keys, missed) = keys.split_at(covered);
        let coverage = Coverage {
            covered: covered_keys.to_vec(),
            missed: missed.to_vec(),
        };
        Some(RunOutcome::Measured(RunRecord {
            coverage: BTreeMap::from([("branch".to_owned(), coverage)]),
            sought: 4,
            steps: vec![(10.0, 1), (50.0, covered)],
            tests: covered,
            statements: 3 * covered,
            executions: 100,
            ..RunRecord::default()
        }))
    }
}

#[derive(Default)]
struct HeardProgress(Mutex<Vec<String>>);

impl RunnerProgress for HeardProgress {
    fn ran(&self, done: usize, all: usize, failed: Option<&str>) {
        let line = format!("{done}/{all} {}", failed.unwrap_or_default());
        self.0.lock().expect("no thread panics").push(line);
    }
}

fn go(root: &Path, shard: Shard, resume: bool, most: usize) -> (Result<(), Stopped>, usize) {
    let plan = plan();
    let folder = Folder::open(root, &plan, shard, resume).expect("nobody else is here");
    let runs = AtomicUsize::new(0);
    let measure = || ScriptedRuns { runs: &runs, most };
    let result = Runner {
        plan: &plan,
        shard,
        folder: &folder,
        threads: 2,
    }
    .run(&measure, &HeardProgress::default());
    report(&plan, &folder).expect("records are whole, and there is space");
    (result, runs.into_inner())
}

const FILES: [&str; 7] = [
    "report.html",
    "summary.md",
    "summary.csv",
    "steps.csv",
    "goals.csv",
    "comparisons.csv",
    "goal-comparisons.csv",
];

fn files(root: &Path) -> Vec<String> {
    FILES
        .iter()
        .map(|name| fs::read_to_string(root.join(name)).expect(name))
        .collect()
}

#[test]
fn an_interrupted_experiment_goes_on_where_it_was_and_gives_the_same_report() {
    let (whole, parts) = (temporary(), temporary());
    let (result, runs) = go(whole.path(), Shard::WHOLE, false, usize::MAX);
    assert!(result.is_ok());
    assert_eq!(runs, 30);
    let (result, _) = go(parts.path(), Shard::WHOLE, false, 7);
    assert!(matches!(result, Err(Stopped::Cancelled)));
    assert!(files(parts.path())[0].contains("runs are missing"));
    let (result, runs) = go(parts.path(), Shard::WHOLE, true, usize::MAX);
    assert!(result.is_ok());
    assert!(runs < 30, "{runs}");
    assert_eq!(files(parts.path()), files(whole.path()));
}

#[test]
fn shards_merge_into_the_report_of_the_whole() {
    let (whole, parts) = (temporary(), temporary());
    let _ = go(whole.path(), Shard::WHOLE, false, usize::MAX);
    let mut all = 0;
    for number in 1..=3 {
        all += go(parts.path(), Shard { number, of: 3 }, false, usize::MAX).1;
    }
    assert_eq!(all, 30);
    assert_eq!(files(parts.path()), files(whole.path()));
}

#[test]
fn every_shard_makes_the_runs_of_all_configurations() {
    let plan = plan();
    for of in 2..=10 {
        let mut all = Vec::new();
        for number in 1..=of {
            let jobs = plan.shard(Shard { number, of });
            for block in jobs.chunks(plan.configurations.len()) {
                let configurations: Vec<usize> =
                    block.iter().map(|job| job.configuration).collect();
                assert!(configurations.into_iter().eq(0..plan.configurations.len()));
                assert!(
                    block
                        .iter()
                        .all(|job| (job.subject, job.seed) == (block[0].subject, block[0].seed))
                );
            }
            all.extend(jobs);
        }
        all.sort_by_key(|job| (job.subject, job.seed, job.configuration));
        assert_eq!(all, plan.jobs(), "of {of}");
    }
}

#[test]
fn two_experiments_do_not_share_a_folder() {
    let root = temporary();
    let plan = plan();
    let shard = |number| Shard { number, of: 2 };
    let first = Folder::open(root.path(), &plan, Shard::WHOLE, false).expect("it is empty");
    let busy = Folder::open(root.path(), &plan, Shard::WHOLE, true);
    assert!(matches!(busy, Err(FolderError::Busy(_))));
    assert!(matches!(
        Folder::open(root.path(), &plan, shard(1), true),
        Err(FolderError::Busy(_))
    ));
    drop(first);
    assert!(matches!(
        Folder::open(root.path(), &plan, Shard::WHOLE, false),
        Err(FolderError::NotEmpty(_))
    ));
    let one = Folder::open(root.path(), &plan, shard(1), true).expect("shards share");
    assert!(Folder::open(root.path(), &plan, shard(2), true).is_ok());
    assert!(matches!(
        Folder::open(root.path(), &plan, shard(1), true),
        Err(FolderError::Busy(_))
    ));
    drop(one);
    let other = Plan { seeds: 6, ..plan };
    assert!(matches!(
        Folder::open(root.path(), &other, Shard::WHOLE, true),
        Err(FolderError::Other(_))
    ));
}

#[test]
fn a_class_that_does_not_compile_is_reported_and_the_others_run() {
    let root = temporary();
    let _ = go(root.path(), Shard::WHOLE, false, usize::MAX);
    let report = &files(root.path())[0];
    assert!(report.contains("Not run: shop.Broken: Broken.java:3"));
    assert!(report.contains("Broken.java:6"));
    assert!(report.contains("… and 2 more lines"));
    assert!(report.contains("Cart") && report.contains("Money"));
    // It opens offline: names of namespaces are the only addresses.
    assert!(!report.contains("src=") && !report.contains("href=") && !report.contains("<script"));
}

#[test]
fn who_covers_more_in_nearly_every_run_wins() {
    let root = temporary();
    let _ = go(root.path(), Shard::WHOLE, false, usize::MAX);
    let plan = plan();
    let folder = Folder::open(root.path(), &plan, Shard::WHOLE, true).expect("it is free");
    let analysis = Analysis::of(&plan, &folder).expect("records are whole");
    assert_eq!(analysis.missing, 0);
    let versus = &analysis.versus[0];
    // 0.75 five times against 0.5 four times and 0.75 once: 20 pairs won, 5 tied.
    assert!((versus.coverage.a12 - 0.9).abs() < 1e-12);
    assert_eq!(versus.verdict(), Winner::Win);
    let tally = &analysis.tallies[0];
    assert_eq!((tally.wins, tally.ties, tally.losses), (2, 0, 0));
    // Of four goals of two classes one is never covered, one by all runs of the first and one of the second. Both
    // classes are as large.
    let summary = fs::read_to_string(root.path().join("summary.md")).expect("it is written");
    let row = "| dynamosa against mosa/hmx | 2 | 4 | 0 | 2 | – |";
    assert!(summary.contains(row), "{summary}");
    assert!(summary.contains("| Cart | 4 | 3.0 | 2.2 |"), "{summary}");
}

#[test]
fn with_three_seeds_nobody_wins_and_the_report_says_why() {
    let root = temporary();
    let plan = Plan { seeds: 3, ..plan() };
    let folder = Folder::open(root.path(), &plan, Shard::WHOLE, false).expect("it is empty");
    let runs = AtomicUsize::new(0);
    let measure = || ScriptedRuns {
        runs: &runs,
        most: usize::MAX,
    };
    let result = Runner {
        plan: &plan,
        shard: Shard::WHOLE,
        folder: &folder,
        threads: 1,
    }
    .run(&measure, &HeardProgress::default());
    assert!(result.is_ok());
    let analysis = report(&plan, &folder).expect("records are whole, and there is space");
    // 0.75 three times against 0.5 three times.
    assert!((analysis.versus[0].coverage.a12 - 1.0).abs() < 1e-12);
    let tally = &analysis.tallies[0];
    assert_eq!((tally.wins, tally.ties, tally.losses), (0, 2, 0));
    let summary = fs::read_to_string(root.path().join("summary.md")).expect("it is written");
    assert!(summary.contains("With fewer than four seeds all is tied"));
}

fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}
