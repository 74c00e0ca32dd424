//! What an experiment consists of: takes subjects, configurations, seeds and a budget, gives its runs in order and in
//! shards.

pub(crate) mod configuration;
pub(crate) mod nearest;
pub(crate) mod outline;
pub(crate) mod preset;
pub(crate) mod record;
pub(crate) mod subjects;

use goalline_engine::{Budget, goals::Criterion};

use crate::{Configuration, ExperimentSubject, plan::record::PAIR_MEASURES};

/// A whole experiment.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The comparison it repeats, if any.
    pub preset: Option<&'static crate::Preset>,
    /// What is searched.
    pub subjects: Vec<ExperimentSubject>,
    /// How.
    pub configurations: Vec<Configuration>,
    /// How often, with seeds from 1.
    pub seeds: u64,
    /// For how long.
    pub budget: Budget,
    /// Which build of the program makes the runs: see [`crate::build`].
    pub build: String,
}

/// Two configurations that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ComparedPair {
    /// Their places in the plan.
    pub of: (usize, usize),
    /// Names of the criteria that they are compared by.
    pub criteria: Vec<&'static str>,
    /// Whether they seek the same, so that how fast they get there can be compared, too.
    pub is_same_goal: bool,
}

/// One run, by its place in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedRun {
    /// Index of the subject.
    pub subject: usize,
    /// Index of the configuration.
    pub configuration: usize,
    /// From 1.
    pub seed: u64,
}

/// A part of an experiment: this one of so many, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 to `of`.
    pub number: usize,
    /// All shards.
    pub of: usize,
}

impl Shard {
    /// The experiment in one piece.
    pub const WHOLE: Self = Self { number: 1, of: 1 };
}

impl Plan {
    /// All runs, each subject's in one piece so that its workers stay warm, configurations in turn.
    pub fn jobs(&self) -> Vec<PlannedRun> {
        let mut jobs = Vec::new();
        for subject in 0..self.subjects.len() {
            for seed in 1..=self.seeds {
                for configuration in 0..self.configurations.len() {
                    jobs.push(PlannedRun {
                        subject,
                        configuration,
                        seed,
                    });
                }
            }
        }
        jobs
    }

    /// The runs of one shard: all configurations of every so many seeds, so that each machine makes every comparison
    /// that it has a part in.
    pub fn shard(&self, shard: Shard) -> Vec<PlannedRun> {
        let jobs = self.jobs();
        let blocks = jobs.chunks(self.configurations.len().max(1));
        let own = blocks
            .skip(shard.number.saturating_sub(1))
            .step_by(shard.of.max(1));
        own.flatten().copied().collect()
    }

    /// Runs that are best made one after the other on the same workers: all of a pair of classes, whose preparation
    /// they share and whose unit suites are asked for more than once; of single classes each by itself.
    pub(crate) fn stretches(&self, jobs: &[PlannedRun]) -> Vec<Vec<PlannedRun>> {
        let is_about_pairs = self.is_about_pairs();
        jobs.chunk_by(|one, other| is_about_pairs && one.subject == other.subject)
            .map(<[PlannedRun]>::to_vec)
            .collect()
    }

    /// The end of the budget on the axis of time: seconds, or tests where only these are limited.
    pub fn end(&self) -> f64 {
        let tests = self.budget.max_executions.unwrap_or_default() as f64;
        self.budget.seconds.unwrap_or(tests)
    }

    /// Whether runs are limited by the clock, and so differ each time.
    pub fn is_timed(&self) -> bool {
        self.budget.seconds.is_some()
    }

    /// Whether the subjects are pairs of classes.
    pub fn is_about_pairs(&self) -> bool {
        self.configurations.iter().any(|it| it.suite.is_some())
    }

    /// What does not go together in it: configurations for pairs with those for single classes, or with subjects of
    /// the other kind.
    pub fn contradiction(&self) -> Option<String> {
        let is_about_pairs = self.is_about_pairs();
        let other = |it: &&Configuration| it.suite.is_some() != is_about_pairs;
        if let Some(other) = self.configurations.iter().find(other) {
            let name = &other.name;
            return Some(format!(
                "{name} searches in single classes, others in pairs"
            ));
        }
        let is_faulty_pair = |it: &&ExperimentSubject| it.callee.is_some() && it.buggy.is_some();
        if let Some(pair) = self.subjects.iter().find(is_faulty_pair) {
            let name = pair.name();
            return Some(format!(
                "{name} has a callee and a faulty version; faults are compared in single classes"
            ));
        }
        let unfit = |it: &&ExperimentSubject| it.callee.is_some() != is_about_pairs;
        let subject = self.subjects.iter().find(unfit)?.name();
        Some(if is_about_pairs {
            format!("{subject} has no callee=CLASS column, and the configurations are about pairs")
        } else {
            format!("{subject} is a pair, and the configurations are about single classes")
        })
    }

    /// The criteria by which the suites of a configuration are scored: the eight, whatever it seeks, and strong
    /// mutation where it seeks that, for every mutant then costs runs of its own.
    pub fn scored(&self, configuration: usize) -> Vec<Criterion> {
        let listed = self.configurations[configuration].listed();
        let is_strong = listed.unwrap_or_default().contains(&Criterion::Strong);
        let eight = Criterion::eight();
        eight
            .chain(is_strong.then_some(Criterion::Strong))
            .collect()
    }

    /// The configurations that are compared, with the names of the criteria they are compared by: two that seek the
    /// same, by that; two that search alike, one of which seeks the smart selection (or where none does, any two), by
    /// the eight. Where a preset has a baseline, only with that.
    pub(crate) fn pairs(&self) -> Vec<ComparedPair> {
        let all = &self.configurations;
        if self.is_about_pairs() {
            return all_pairs(all.len());
        }
        let is_smart = |it: &Configuration| it.listed().is_none();
        let has_smart = all.iter().any(is_smart);
        let has_baseline = self.preset.is_some_and(|preset| preset.has_baseline);
        let firsts = if has_baseline { 1 } else { all.len() };
        let mut pairs = Vec::new();
        for a in 0..firsts.min(all.len()) {
            for b in a + 1..all.len() {
                let (first, second) = (&all[a], &all[b]);
                let is_same_goal = first.criteria == second.criteria;
                let by: Vec<Criterion> = match first.listed() {
                    Some(listed) if is_same_goal => listed.to_vec(),
                    _ => Criterion::eight().collect(),
                };
                let differs_in_goal = first.how() == second.how()
                    && (is_smart(first) || is_smart(second) || !has_smart);
                if is_same_goal || differs_in_goal {
                    pairs.push(ComparedPair {
                        of: (a, b),
                        criteria: by.into_iter().map(Criterion::name).collect(),
                        is_same_goal,
                    });
                }
            }
        }
        pairs
    }

    /// The budget, for people.
    pub fn budget_text(&self) -> String {
        let seconds = self.budget.seconds.map(|it| format!("{it} s"));
        let tests = self.budget.max_executions.map(|it| format!("{it} tests"));
        let both: Vec<String> = seconds.into_iter().chain(tests).collect();
        both.join(" or ")
    }
}

/// Each with each, by what suites for pairs of classes are measured by.
fn all_pairs(count: usize) -> Vec<ComparedPair> {
    let each = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    each.map(|of| ComparedPair {
        of,
        criteria: PAIR_MEASURES.to_vec(),
        is_same_goal: false,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Preset;

    fn compared(preset: &str) -> Vec<(usize, usize)> {
        let preset = Preset::named(preset).expect("a preset");
        let named = |name: &&str| Configuration::named(name).expect("a configuration");
        let plan = Plan {
            preset: Some(preset),
            subjects: Vec::new(),
            configurations: preset.configurations[..3].iter().map(named).collect(),
            seeds: 1,
            budget: Budget {
                seconds: None,
                max_executions: Some(1),
            },
            build: String::new(),
        };
        plan.pairs().into_iter().map(|pair| pair.of).collect()
    }

    #[test]
    fn where_there_is_a_baseline_the_others_are_not_compared_with_one_another() {
        assert_eq!(compared("default"), [(0, 1), (0, 2)]);
        assert_eq!(compared("dynamosa"), [(0, 1), (0, 2), (1, 2)]);
    }
}
