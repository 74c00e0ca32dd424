//! Experiments on subjects of a special kind: pairs of classes, and classes with a faulty version.

use std::{collections::BTreeMap, fs};

use goalline_evaluate::FaultVerdict;

use super::{HeardProgress, plan, temporary};
use crate::{
    Configuration, Coverage, ExperimentSubject, Folder, Measure, Plan, PlannedRun, Preset,
    RunOutcome, RunRecord, Runner, Shard, SubjectSource, report,
};

/// The first configuration covers all pairs of branches and kills a mutant that no unit suite does.
#[derive(Default)]
struct ScriptedPairs {
    /// The pair that it has at hand.
    subject: Option<usize>,
}

impl Measure for ScriptedPairs {
    fn measure(&mut self, plan: &Plan, job: PlannedRun) -> Option<RunOutcome> {
        // All runs of a pair are made one after the other on the same workers.
        let begins = (job.seed, job.configuration) == (1, 0);
        assert_eq!(begins, self.subject != Some(job.subject));
        self.subject = Some(job.subject);
        let is_coupled = plan.configurations[job.configuration].name == "mosa@coupled";
        let keys = |covered: &[&str], missed: &[&str]| Coverage {
            covered: covered.iter().map(|key| (*key).to_owned()).collect(),
            missed: missed.iter().map(|key| (*key).to_owned()).collect(),
        };
        let coverage = if is_coupled {
            [
                ("coupled", keys(&["p", "q"], &[])),
                ("callee-mutants", keys(&["m", "n"], &[])),
                ("faults", keys(&["Overflow at shop.Money.add:7"], &[])),
            ]
        } else {
            [
                ("coupled", keys(&["p"], &["q"])),
                ("callee-mutants", keys(&["m"], &["n"])),
                ("faults", keys(&[], &[])),
            ]
        };
        let coverage = coverage.map(|(name, coverage)| (name.to_owned(), coverage));
        Some(RunOutcome::Measured(RunRecord {
            coverage: BTreeMap::from(coverage),
            ..RunRecord::default()
        }))
    }
}

#[test]
fn a_comparison_on_pairs_ranks_configurations_and_says_what_unit_suites_miss() {
    let root = temporary();
    let subject = |class: &str| ExperimentSubject {
        callee: Some("shop.Money".to_owned()),
        class: class.to_owned(),
        ..plan().subjects[0].clone()
    };
    let names = ["mosa@coupled", "mosa@branch:caller", "mosa@branch:callee"];
    let plan = Plan {
        preset: Preset::named("coupled"),
        subjects: ["shop.Cart", "shop.Shop"].map(subject).to_vec(),
        configurations: names
            .map(|name| Configuration::named(name).expect("a configuration"))
            .to_vec(),
        ..plan()
    };
    assert_eq!(plan.contradiction(), None);
    let folder = Folder::open(root.path(), &plan, Shard::WHOLE, false).expect("it is empty");
    let result = Runner {
        plan: &plan,
        shard: Shard::WHOLE,
        folder: &folder,
        threads: 2,
    }
    .run(&ScriptedPairs::default, &HeardProgress::default());
    assert!(result.is_ok());
    report(&plan, &folder).expect("records are whole, and there is space");
    let summary = fs::read_to_string(root.path().join("summary.md")).expect("it is written");
    let has = |row: &str| summary.lines().any(|line| line == row);
    assert!(
        has("| org.shop:shop:1.0 | 2 | 100.0 % | 50.0 % | 50.0 % |"),
        "{summary}"
    );
    let means = "| Shop → Money | 2 | 2.0 | 1.0 | 1.0 |";
    assert!(has(means), "{summary}");
    // Rank 1 twice, and two ties for ranks 2 and 3.
    assert!(summary.contains("| mosa@coupled | 1.00 | – |"), "{summary}");
    assert!(summary.contains("| mosa@branch:caller | 2.50 |"));
    assert!(has("| mosa@coupled | 1.0 | 2 | 2 |"), "{summary}");
    assert!(has("| mosa@branch:callee | 0.0 | 0 | 0 |"));
    let report = fs::read_to_string(root.path().join("report.html")).expect("it is written");
    for measure in ["coupled", "callee-mutants", "faults"] {
        assert!(report.contains(&format!("Coverage at the end by {measure}, all runs")));
    }
    let single = Plan {
        configurations: vec![Configuration::named("mosa").expect("a configuration")],
        ..plan
    };
    let reason = single.contradiction().expect("a pair is no class");
    assert!(reason.starts_with("shop.Cart+shop.Money is a pair"));
}

/// The first configuration detects the fault in every run, the second in none.
struct ScriptedFaults;

impl Measure for ScriptedFaults {
    fn measure(&mut self, plan: &Plan, job: PlannedRun) -> Option<RunOutcome> {
        let has_fault = plan.subjects[job.subject].buggy.is_some();
        let verdict = match job.configuration {
            0 => FaultVerdict::Detected,
            _ if job.seed == 1 => FaultVerdict::Failing,
            _ => FaultVerdict::NotDetected,
        };
        Some(RunOutcome::Measured(RunRecord {
            fault: has_fault.then_some(verdict),
            ..RunRecord::default()
        }))
    }
}

#[test]
fn where_subjects_have_faulty_versions_the_report_counts_who_detects_them() {
    let root = temporary();
    let [cart, broken, money] = plan().subjects.try_into().expect("three of them");
    let faulty = ExperimentSubject {
        buggy: Some(SubjectSource::Folder("faults/SHOP-7".into())),
        ..cart
    };
    let plan = Plan {
        subjects: vec![faulty, broken, money],
        ..plan()
    };
    assert_eq!(plan.contradiction(), None);
    let folder = Folder::open(root.path(), &plan, Shard::WHOLE, false).expect("it is empty");
    let measure = || ScriptedFaults;
    let result = Runner {
        plan: &plan,
        shard: Shard::WHOLE,
        folder: &folder,
        threads: 1,
    }
    .run(&measure, &HeardProgress::default());
    assert!(result.is_ok());
    report(&plan, &folder).expect("records are whole, and there is space");
    let summary = fs::read_to_string(root.path().join("summary.md")).expect("it is written");
    let has = |row: &str| summary.lines().any(|line| line == row);
    assert!(has("| dynamosa | 5 | 0 | 0 | 1 |"), "{summary}");
    assert!(has("| mosa/hmx | 0 | 4 | 1 | 0 |"), "{summary}");
    assert!(has("| shop.Cart!SHOP-7 | 5 | 0 |"), "{summary}");
}
