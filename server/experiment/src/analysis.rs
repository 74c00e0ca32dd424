//! What an experiment says: takes the records of its runs, gives per class and configuration where coverage lies, and
//! for each pair of configurations who wins.

pub(crate) mod area;
pub(crate) mod correlation;
pub(crate) mod friedman;
pub mod statistics;

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Folder, FolderError, Plan, PlannedRun, RunOutcome, RunRecord,
    analysis::statistics::{Comparison, Spread, compare, spread},
    plan::{ComparedPair, record::FAULTS},
};

/// From this many branches on a class is large, as in the papers.
const LARGE: usize = 200;

/// What has no total.
const UNBOUNDED: [&str; 2] = ["exception", FAULTS];

/// Coverage of one class by one configuration, by one criterion.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Index of the subject.
    pub subject: usize,
    /// Index of the configuration.
    pub configuration: usize,
    /// Name of the criterion.
    pub criterion: String,
    /// Covered part per run, by seed.
    pub coverage: Vec<f64>,
    /// Where they lie.
    pub spread: Spread,
    /// Goals of the class; of what has no total the most that any run saw on it, of whatever configuration.
    pub goals: usize,
}

/// Who reaches more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The first: at least four runs on each side, p < 0.05 and Â12 > 0.5.
    Win,
    /// Nobody.
    Tie,
    /// The second.
    Loss,
}

/// Two configurations on one class.
#[derive(Clone, Debug, PartialEq)]
pub struct Versus {
    /// Index of the subject.
    pub subject: usize,
    /// Indices of the configurations.
    pub pair: (usize, usize),
    /// Name of the criterion.
    pub criterion: String,
    /// Coverage at the end.
    pub coverage: Comparison,
    /// Area under coverage over the budget.
    pub area: Comparison,
}

impl Versus {
    /// Who reaches more at the end.
    pub fn verdict(&self) -> Winner {
        verdict(self.coverage)
    }

    /// Who reaches more; where nobody does at the end, who is sooner.
    pub fn verdict_by_area(&self) -> Winner {
        verdict(self.area)
    }
}

fn verdict(it: Comparison) -> Winner {
    if !it.is_significant() {
        Winner::Tie
    } else if it.a12 > 0.5 {
        Winner::Win
    } else {
        Winner::Loss
    }
}

/// Which classes a tally counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassSize {
    /// Fewer than 200 branches.
    Small,
    /// 200 branches or more.
    Large,
}

impl ClassSize {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
        }
    }
}

/// Two configurations over all classes of a size.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Indices of the configurations.
    pub pair: (usize, usize),
    /// Name of the criterion.
    pub criterion: String,
    /// Which classes.
    pub size: ClassSize,
    /// Classes on which the first reaches more.
    pub wins: usize,
    /// Neither.
    pub ties: usize,
    /// The second.
    pub losses: usize,
    /// Of the ties: classes on which the first is sooner, and on which the second is.
    pub sooner: (usize, usize),
    /// Mean Â12.
    pub a12: f64,
}

/// Lines of a reason why a class was not run that a report shows.
const REASON_LINES: usize = 4;

/// All of it.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The runs that went through, in the order of the plan.
    pub runs: Vec<(PlannedRun, RunRecord)>,
    /// Runs that gave nothing: class and why, each once.
    pub failures: BTreeSet<(String, String)>,
    /// Runs that are not made yet.
    pub missing: usize,
    /// By subject, criterion and configuration.
    pub cells: Vec<Cell>,
    /// By subject, criterion and pair.
    pub versus: Vec<Versus>,
    /// By criterion, pair and size; sizes without a class are left out.
    pub tallies: Vec<Tally>,
}

impl Analysis {
    /// Reads the runs of a folder and compares.
    ///
    /// # Errors
    /// See [`FolderError`].
    pub fn of(plan: &Plan, folder: &Folder) -> Result<Self, FolderError> {
        let mut it = Self::default();
        for job in plan.jobs() {
            match folder.outcome(plan, job)? {
                Some(RunOutcome::Measured(record)) => it.runs.push((job, record)),
                Some(RunOutcome::Failed(reason)) => {
                    let class = plan.subjects[job.subject].name();
                    it.failures.insert((class, beginning(&reason)));
                }
                None => it.missing += 1,
            }
        }
        it.compare(plan);
        Ok(it)
    }

    /// Names of the criteria that were measured.
    pub fn criteria(&self) -> Vec<&str> {
        let names = self
            .runs
            .iter()
            .flat_map(|(_, record)| record.coverage.keys());
        let set: BTreeSet<&str> = names.map(String::as_str).collect();
        set.into_iter().collect()
    }

    /// The runs of a subject by a configuration, by seed.
    pub fn runs_of(
        &self,
        subject: usize,
        configuration: usize,
    ) -> impl Iterator<Item = &RunRecord> {
        self.runs
            .iter()
            .filter(move |(job, _)| job.subject == subject && job.configuration == configuration)
            .map(|(_, record)| record)
    }

    /// The covered part by a criterion. Exceptions and faults have no total: their number counts, against the most
    /// that any run saw on the class.
    pub(crate) fn share(&self, job: PlannedRun, run: &RunRecord, criterion: &str) -> Option<f64> {
        let coverage = run.coverage.get(criterion);
        if !UNBOUNDED.contains(&criterion) {
            return Some(coverage?.share());
        }
        let most = self.most(job.subject, criterion);
        let seen = coverage.map_or(0, crate::Coverage::total);
        (most > 0).then(|| seen as f64 / most as f64)
    }

    /// The goals of a criterion that any run on a class knew, of whatever configuration.
    fn most(&self, subject: usize, criterion: &str) -> usize {
        let of = self.runs.iter().filter(|(job, _)| job.subject == subject);
        let known = of.filter_map(|(_, run)| run.coverage.get(criterion));
        known.map(crate::Coverage::total).max().unwrap_or_default()
    }

    fn compare(&mut self, plan: &Plan) {
        let criteria: Vec<String> = self.criteria().into_iter().map(str::to_owned).collect();
        let pairs = plan.pairs();
        for subject in 0..plan.subjects.len() {
            for criterion in &criteria {
                for configuration in 0..plan.configurations.len() {
                    let cell = self.cell(subject, configuration, criterion);
                    self.cells.extend(cell);
                }
            }
            for pair in &pairs {
                for criterion in &pair.criteria {
                    let versus = self.pair(plan, subject, pair, criterion);
                    self.versus.extend(versus);
                }
            }
        }
        let sizes = self.sizes(plan);
        for pair in &pairs {
            for criterion in &pair.criteria {
                for size in [ClassSize::Small, ClassSize::Large] {
                    let tally = self.tally(pair.of, criterion, size, &sizes);
                    self.tallies.extend(tally);
                }
            }
        }
    }

    /// By seed the covered part of a criterion.
    fn shares(&self, subject: usize, configuration: usize, criterion: &str) -> Vec<f64> {
        let runs = self.runs.iter();
        runs.filter(|(job, _)| job.subject == subject && job.configuration == configuration)
            .filter_map(|(job, run)| self.share(*job, run, criterion))
            .collect()
    }

    fn cell(&self, subject: usize, configuration: usize, criterion: &str) -> Option<Cell> {
        let runs = self.runs_of(subject, configuration);
        let of = runs.filter_map(|run| run.coverage.get(criterion));
        let goals = of.map(crate::Coverage::total).max();
        // A configuration under which nobody saw an exception saw none of those that others saw.
        let goals = if UNBOUNDED.contains(&criterion) {
            self.most(subject, criterion)
        } else {
            goals?
        };
        let coverage = self.shares(subject, configuration, criterion);
        (!coverage.is_empty()).then(|| Cell {
            subject,
            configuration,
            criterion: criterion.to_owned(),
            spread: spread(&coverage),
            coverage,
            goals,
        })
    }

    fn pair(
        &self,
        plan: &Plan,
        subject: usize,
        both: &ComparedPair,
        criterion: &str,
    ) -> Option<Versus> {
        let areas = |configuration| -> Vec<f64> {
            self.runs_of(subject, configuration)
                // What is not sought together does not grow towards the same end.
                .filter(|_| both.is_same_goal)
                .map(|run| area::under_coverage(run, plan.end()))
                .collect()
        };
        let pair = both.of;
        let shares = |configuration| self.shares(subject, configuration, criterion);
        let (a, b) = (shares(pair.0), shares(pair.1));
        (!a.is_empty() && !b.is_empty()).then(|| Versus {
            subject,
            pair,
            criterion: criterion.to_owned(),
            coverage: compare(&a, &b),
            area: compare(&areas(pair.0), &areas(pair.1)),
        })
    }

    fn sizes(&self, plan: &Plan) -> BTreeMap<usize, ClassSize> {
        let size = |subject: usize| {
            let of = |(_, run): &(PlannedRun, RunRecord)| {
                run.coverage.get("branch").map(crate::Coverage::total)
            };
            let mut runs = self.runs.iter().filter(|(job, _)| job.subject == subject);
            let branches = runs.find_map(of).unwrap_or_default();
            if branches >= LARGE {
                ClassSize::Large
            } else {
                ClassSize::Small
            }
        };
        (0..plan.subjects.len()).map(|at| (at, size(at))).collect()
    }

    fn tally(
        &self,
        pair: (usize, usize),
        criterion: &str,
        size: ClassSize,
        sizes: &BTreeMap<usize, ClassSize>,
    ) -> Option<Tally> {
        let counts = |it: &&Versus| {
            it.pair == pair && it.criterion == criterion && sizes[&it.subject] == size
        };
        let all: Vec<&Versus> = self.versus.iter().filter(counts).collect();
        if all.is_empty() {
            return None;
        }
        let count = |verdict| all.iter().filter(|it| it.verdict() == verdict).count();
        let sooner = |verdict| {
            let ties = all.iter().filter(|it| it.verdict() == Winner::Tie);
            ties.filter(|it| it.verdict_by_area() == verdict).count()
        };
        Some(Tally {
            pair,
            criterion: criterion.to_owned(),
            size,
            wins: count(Winner::Win),
            ties: count(Winner::Tie),
            losses: count(Winner::Loss),
            sooner: (sooner(Winner::Win), sooner(Winner::Loss)),
            a12: all.iter().map(|it| it.coverage.a12).sum::<f64>() / all.len() as f64,
        })
    }
}

/// The first lines of a reason: a compiler may have hundreds.
fn beginning(reason: &str) -> String {
    let lines: Vec<&str> = reason.lines().collect();
    match lines.len().checked_sub(REASON_LINES) {
        None | Some(0) => reason.to_owned(),
        Some(more) => format!(
            "{}\n… and {more} more lines",
            lines[..REASON_LINES].join("\n")
        ),
    }
}
