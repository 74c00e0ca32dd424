//! What a report says of criteria without a total, of how criteria go together, and of who made the runs.

use std::{collections::BTreeMap, fs, sync::atomic::AtomicUsize, thread, time::Duration};

use super::{HeardProgress, ScriptedRuns, plan, temporary};
use crate::{
    Analysis, Configuration, Coverage, Folder, Measure, Plan, PlannedRun, Preset, RunOutcome,
    RunRecord, Runner, Shard, analysis::correlation::correlations, report, report::per_goal,
};

/// Goals of one criterion by the class and the number of the configuration: so many of them are covered, so many not.
type GoalTable = fn(&str, usize, u64) -> (usize, usize);

/// Runs that cover these goals of these criteria.
struct FixedCoverage(Vec<(&'static str, GoalTable)>);

impl Measure for &FixedCoverage {
    fn measure(&mut self, plan: &Plan, job: PlannedRun) -> Option<RunOutcome> {
        let class = &plan.subjects[job.subject].class;
        let keys = |from: usize, to: usize| (from..to).map(|it| format!("goal {it}")).collect();
        let criteria = self.0.iter().map(|(criterion, goals)| {
            let (covered, missed) = goals(class, job.configuration, job.seed);
            let coverage = Coverage {
                covered: keys(0, covered),
                missed: keys(covered, covered + missed),
            };
            ((*criterion).to_owned(), coverage)
        });
        Some(RunOutcome::Measured(RunRecord {
            coverage: criteria.collect(),
            sought: 1,
            ..RunRecord::default()
        }))
    }
}

/// The analysis and the summary of an experiment with these configurations.
fn analysed(preset: &str, names: [&str; 2], counted: &FixedCoverage) -> (Plan, Analysis, String) {
    let root = temporary();
    let plan = Plan {
        preset: Preset::named(preset),
        configurations: names
            .map(|name| Configuration::named(name).expect("a configuration"))
            .to_vec(),
        ..plan()
    };
    let folder = Folder::open(root.path(), &plan, Shard::WHOLE, false).expect("it is empty");
    let measure = || counted;
    let result = Runner {
        plan: &plan,
        shard: Shard::WHOLE,
        folder: &folder,
        threads: 1,
    }
    .run(&measure, &HeardProgress::default());
    assert!(result.is_ok());
    let analysis = report(&plan, &folder).expect("there is space");
    let summary = fs::read_to_string(root.path().join("summary.md")).expect("it is written");
    (plan, analysis, summary)
}

#[test]
fn exceptions_have_the_total_that_any_configuration_saw_on_the_class() {
    let seen: GoalTable = |_, configuration, seed| match (configuration, seed) {
        (0, _) => (4, 0),
        (_, 1) => (3, 0),
        _ => (1, 0),
    };
    let names = ["mosa@branch+exception", "wsa@branch+exception"];
    let (_, analysis, summary) =
        analysed("dynamosa", names, &FixedCoverage(vec![("exception", seen)]));
    // Three once and one four times: 1.4 of four.
    assert!(summary.contains("| Cart | 4 | 4.0 | 1.4 |"), "{summary}");
    assert!(summary.contains("| mosa@branch+exception | 100.0 % |"));
    assert!(summary.contains("| wsa@branch+exception | 35.0 % |"));
    assert!(analysis.cells.iter().all(|cell| cell.goals == 4));
}

#[test]
fn coverage_that_one_criterion_guided_to_is_correlated_with_the_others_over_all_runs() {
    let lines: GoalTable = |_, _, seed| (seed as usize, 5 - seed as usize);
    let opposite: GoalTable = |_, _, seed| (5 - seed as usize, seed as usize);
    let constant: GoalTable = |_, _, _| (1, 1);
    let counted = FixedCoverage(vec![
        ("line", lines),
        ("output", opposite),
        ("weak", constant),
    ]);
    let names = ["mosa@line", "ws@branch+exception+output"];
    let (plan, analysis, summary) = analysed("smart-selection", names, &counted);
    assert_eq!(analysis.criteria(), ["line", "output", "weak"]);
    let rows: Vec<_> = correlations(&plan, &analysis)
        .into_iter()
        .map(|it| {
            let rounded = it.measured.iter();
            let rounded: Vec<_> = rounded.map(|it| it.map(f64::round)).collect();
            (it.how, it.guiding, rounded)
        })
        .collect();
    // What does not vary goes with nothing; exceptions were not measured.
    assert_eq!(
        rows,
        [
            ("mosa".to_owned(), "line", vec![Some(1.0), Some(-1.0), None]),
            ("ws".to_owned(), "exception", vec![None; 3]),
            ("ws".to_owned(), "output", vec![Some(-1.0), Some(1.0), None]),
        ]
    );
    assert!(
        summary.contains("| mosa | line | 1.00 | -1.00 | – |"),
        "{summary}"
    );
}

#[test]
fn criteria_are_not_correlated_where_branches_join_each_of_them() {
    let some: GoalTable = |_, _, seed| (seed as usize, 5 - seed as usize);
    let counted = FixedCoverage(vec![("line", some)]);
    let (plan, analysis, summary) = analysed(
        "smart-selection",
        ["dynamosa@line", "ranking-only@weak"],
        &counted,
    );
    assert_eq!(correlations(&plan, &analysis), []);
    assert!(!summary.contains("guiding"), "{summary}");
    let names = ["dynamosa@line", "dynamosa@branch"];
    let (plan, analysis, _) = analysed("smart-selection", names, &counted);
    let guiding: Vec<_> = correlations(&plan, &analysis)
        .iter()
        .map(|it| it.guiding)
        .collect();
    assert_eq!(guiding, ["branch"], "branches alone guide it");
}

#[test]
fn the_difference_is_correlated_with_the_number_of_goals_over_classes() {
    // On the larger a class the more often the first covers all: Â12 of 0.6, 0.8 and 1.
    let goals: GoalTable = |class, configuration, seed| {
        let (size, wins) = match class {
            "shop.Cart" => (10, 1),
            "shop.Broken" => (20, 3),
            _ => (30, 5),
        };
        let is_whole = configuration == 0 && seed <= wins;
        if is_whole { (size, 0) } else { (1, size - 1) }
    };
    let (plan, analysis, summary) = analysed(
        "whole-suite",
        ["wsa", "ws"],
        &FixedCoverage(vec![("branch", goals)]),
    );
    let effects: Vec<f64> = analysis.versus.iter().map(|it| it.coverage.a12).collect();
    for (effect, expected) in effects.iter().zip([0.6, 0.8, 1.0]) {
        // Where neither covers all, each has one goal of ten, twenty or thirty: a tie.
        assert!((effect - expected).abs() < 1e-12, "{effects:?}");
    }
    let pair = plan.pairs()[0].of;
    let correlation = per_goal::with_size(&analysis, pair).expect("sizes differ");
    assert!((correlation - 1.0).abs() < 1e-9, "{correlation}");
    assert!(summary.contains(" | 1.00 |"), "{summary}");
}

#[test]
fn the_report_says_which_builds_made_the_runs() {
    let root = temporary();
    let by = |build: &str, resume: bool, most: usize| {
        let plan = Plan {
            build: build.to_owned(),
            ..plan()
        };
        let folder = Folder::open(root.path(), &plan, Shard::WHOLE, resume).expect("it is free");
        let runs = AtomicUsize::new(0);
        let measure = || ScriptedRuns { runs: &runs, most };
        let _ = Runner {
            plan: &plan,
            shard: Shard::WHOLE,
            folder: &folder,
            threads: 1,
        }
        .run(&measure, &HeardProgress::default());
        report(&plan, &folder).expect("there is space");
        fs::read_to_string(root.path().join("summary.md")).expect("it is written")
    };
    let summary = by("0.1.0 first", false, 4);
    assert!(
        summary.contains("Made by goalline 0.1.0 first."),
        "{summary}"
    );
    let summary = by("0.1.0 second", true, usize::MAX);
    let says = "The runs are of several builds of goalline: 4 by 0.1.0 first, 16 by 0.1.0 second.";
    assert!(summary.contains(says), "{summary}");
}

#[test]
fn shards_that_end_together_leave_a_report_of_all_runs() {
    for _ in 0..8 {
        let root = temporary();
        thread::scope(|scope| {
            for number in 1..=5 {
                let root = root.path();
                scope.spawn(move || {
                    super::go(root, Shard { number, of: 5 }, false, usize::MAX)
                        .0
                        .expect("nobody interrupts");
                });
            }
        });
        let summary = fs::read_to_string(root.path().join("summary.md")).expect("it is written");
        assert!(summary.contains("20 runs, each measured"), "{summary}");
    }
}

#[test]
fn a_report_waits_until_no_other_shard_makes_one() {
    let root = temporary();
    let (first, second) = (Shard { number: 1, of: 2 }, Shard { number: 2, of: 2 });
    super::go(root.path(), first, false, usize::MAX)
        .0
        .expect("nobody interrupts");
    let plan = plan();
    let folder = Folder::open(root.path(), &plan, second, false).expect("shards share");
    let runs = AtomicUsize::new(0);
    let measure = || ScriptedRuns {
        runs: &runs,
        most: usize::MAX,
    };
    thread::scope(|scope| {
        let held = folder.lock_shared().expect("nobody holds it");
        let reported = scope.spawn(|| report(&plan, &folder).expect("there is space"));
        // Whoever does not wait is done by then, and has not seen what comes now.
        thread::sleep(Duration::from_millis(300));
        Runner {
            plan: &plan,
            shard: second,
            folder: &folder,
            threads: 1,
        }
        .run(&measure, &HeardProgress::default())
        .expect("nobody interrupts");
        drop(held);
        let analysis = reported.join().expect("it does not panic");
        assert_eq!(analysis.runs.len(), 20);
        assert_eq!(analysis.missing, 0);
    });
}

#[test]
fn a_long_table_of_goals_has_a_row_per_goal_and_run() {
    let root = temporary();
    let _ = super::go(root.path(), Shard::WHOLE, false, usize::MAX);
    let table = fs::read_to_string(root.path().join("goals.csv")).expect("it is written");
    let mut covered: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        *covered.entry((cells[1], cells[5] == "1")).or_default() += 1;
    }
    // Two classes, five seeds: three of four goals each, and two, with the last seed three.
    let expected = [
        (("dynamosa", false), 10),
        (("dynamosa", true), 30),
        (("mosa/hmx", false), 18),
        (("mosa/hmx", true), 22),
    ];
    assert_eq!(covered, BTreeMap::from(expected));
}
