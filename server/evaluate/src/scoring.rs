//! Scoring of suites by all criteria, whatever the search sought: takes tests of a search, gives what they cover of
//! every goal when each runs alone in a fresh class loader of a JVM that ran no search.

use std::collections::{BTreeMap, BTreeSet};

use goalline_engine::{
    mutants::suite_kills::{FRESH, kill, run_each},
    run::search_run::SearchRun,
};
use goalline_flow::MethodId;
use goalline_goals::{Criterion, GoalChoice, GoalId, GoalSet, MutantId};
use goalline_jvm::{Pool, SetId};
use goalline_prepare::{
    Cancel, EngineError, Request,
    prepare::{prepare, prepared::Prepared},
    sources::attributions::Attributions,
};
use goalline_search::{Ending, Fitness, HandedOn, Minimisation, minimise, reduce, strong_mutants};
use goalline_testcase::{Execution, RunOptions, StoredTest, TestBed, TestCase, TestCluster, Trace};

/// A class with the probes of all criteria that are scored, on a JVM that runs no search.
pub(crate) struct Scoring {
    /// The class; its goals are all goals of the criteria.
    pub prepared: Prepared,
    /// What tests are built from here.
    pub cluster: TestCluster,
    criteria: Vec<Criterion>,
    by_key: BTreeMap<String, GoalId>,
}

impl Scoring {
    /// The class of the request for these criteria; as it was left, where that has all of them.
    pub(crate) fn of(
        last: Option<Self>,
        request: &Request,
        searched: &Prepared,
        criteria: &[Criterion],
        checkers: &mut Pool,
    ) -> Result<Self, EngineError> {
        if let Some(last) = last
            && last.prepared.unit == searched.unit
            && criteria.iter().all(|it| last.criteria.contains(it))
        {
            return Ok(last);
        }
        let request = Request {
            criteria: GoalChoice::Listed(criteria.to_vec()),
            ..request.clone()
        };
        let worker = checkers.worker();
        let mut prepared = prepare(&request, worker, &mut Attributions::of(&request.project))?;
        worker.compile(&prepared.units(SetId::Plain), SetId::Plain)?;
        let goals = prepared.goals.goals.iter();
        Ok(Self {
            by_key: goals
                .map(|goal| (goal.key.0.to_string(), goal.id))
                .collect(),
            cluster: std::mem::take(&mut prepared.cluster),
            prepared,
            criteria: criteria.to_vec(),
        })
    }

    /// The same goal here; none where it has no probe here.
    fn goal(&self, of: &GoalSet, goal: GoalId) -> Option<GoalId> {
        let goal = of.goal(goal);
        if goal.criterion == Criterion::Exception {
            return Some(self.prepared.goals.discover(goal.method, &goal.detail));
        }
        let here = *self.by_key.get(&*goal.key.0)?;
        (!self.prepared.scope.unmeasurable.contains_key(&here)).then_some(here)
    }

    /// The test in the numbers of this cluster.
    pub(crate) fn adopt(&mut self, cluster: &TestCluster, test: &TestCase) -> Option<TestCase> {
        StoredTest::of(cluster, test).restore(&mut self.cluster)
    }

    /// The smallest tests that cover what the archive of a search covers.
    pub(crate) fn minimal_suite(
        &mut self,
        run: &SearchRun,
        checkers: &mut Pool,
        cancel: &Cancel,
    ) -> Result<Vec<TestCase>, EngineError> {
        let mut tests = Vec::new();
        for (entry, goals) in reduce(&run.found.archive, &|_| true) {
            cancel.check()?;
            let Some(test) = self.adopt(&run.cluster, &entry.test) else {
                continue;
            };
            let goals = goals.iter();
            let goals: Vec<GoalId> = goals
                .filter_map(|goal| self.goal(&run.prepared.goals, *goal))
                .collect();
            let mut bench = Minimisation {
                goals: &self.prepared.goals,
                cluster: &mut self.cluster,
                executor: checkers,
                options: RunOptions::default(),
                handed_on: &mut HandedOn::default(),
            };
            let small = if goals.is_empty() {
                test
            } else {
                minimise(&test, &goals, &mut bench)?
            };
            tests.push(small);
        }
        Ok(tests)
    }

    /// Runs each test alone in a fresh class loader.
    pub(crate) fn run(
        &self,
        tests: &[TestCase],
        checkers: &mut Pool,
        cancel: &Cancel,
    ) -> Result<Vec<Execution>, EngineError> {
        let mut test_bed = TestBed {
            executor: checkers,
            cluster: &self.cluster,
        };
        let runs = run_each(&mut test_bed, tests, FRESH, cancel)?;
        if self.prepared.goals.discovers {
            for run in &runs {
                self.discover(&run.trace);
            }
        }
        Ok(runs)
    }

    fn discover(&self, trace: &Trace) {
        if let Some(thrown) = &trace.thrown
            && (thrown.method as usize) < self.prepared.goals.flow.methods.len()
        {
            let method = MethodId(thrown.method);
            self.prepared.goals.discover(method, &thrown.class);
        }
    }

    /// The goals that a suite covers; mutants are run only where strong mutation is among what is scored now.
    pub(crate) fn covered(
        &self,
        tests: &[TestCase],
        scored: &[Criterion],
        checkers: &mut Pool,
        cancel: &Cancel,
    ) -> Result<BTreeSet<GoalId>, EngineError> {
        let mut runs = self.run(tests, checkers, cancel)?;
        if scored.contains(&Criterion::Strong) {
            let strong = strong_mutants(&self.prepared.goals, &self.prepared.scope.wanted);
            let strong: BTreeSet<MutantId> = strong.map(|(mutant, _)| mutant).collect();
            let mut test_bed = TestBed {
                executor: checkers,
                cluster: &self.cluster,
            };
            kill(&mut test_bed, &strong, tests, &mut runs, cancel)?;
        }
        let fitness = Fitness::new(&self.prepared.goals);
        let mut covered = BTreeSet::new();
        for run in runs.iter().filter(|run| Ending::of(&run.outcome).is_some()) {
            fitness.covered(&run.trace, |goal| {
                covered.insert(goal);
            });
        }
        Ok(covered)
    }
}
