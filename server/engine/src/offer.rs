//! From covering tests to offered ones: takes test cases, minimises, observes, writes and checks them, gives ready tests or reasons.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_goals::{Goal, GoalId};
use goalline_junit::{
    GoalText, Refusal, Style, TestDraft, WrittenTest, before_act, write_class, write_test,
};
use goalline_jvm::{Pool, SourceUnit};
use goalline_search::{Bench, Fitness, minimise};
use goalline_testcase::{Execution, Executor, Observation, RunOptions, TestCase, TestCluster};

use crate::{
    EngineError, ReadyTest,
    prepare::{Prepared, broken},
};

/// Runs of each written test before it is offered.
const RUNS: u32 = 2;

/// Simple name of the class that tests are checked in.
const CHECK_CLASS: &str = "GoallineCheckTest";

/// A covering test with the goals it was taken for.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub test: TestCase,
    pub goals: Vec<GoalId>,
}

/// What became of a candidate.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    Ready(Arc<ReadyTest>),
    Refused(String),
}

/// What offering needs that stays the same over a run.
pub(crate) struct Workbench<'a> {
    pub prepared: &'a Prepared,
    pub style: Style,
    pub junit: Vec<std::path::PathBuf>,
    pub implicit_exceptions: bool,
}

impl Workbench<'_> {
    /// Minimises, observes, writes and checks the candidates; verdicts come in their order.
    pub(crate) fn offer(
        &self,
        pool: &mut Pool,
        cluster: &mut TestCluster,
        candidates: &[Candidate],
        taken: &mut BTreeSet<String>,
    ) -> Result<Vec<Verdict>, EngineError> {
        let tests = self.minimised(pool, cluster, candidates)?;
        let observed = observe(pool, cluster, &tests)?;
        let mut verdicts = Vec::new();
        let mut written = Vec::new();
        for (at, (test, seen)) in tests.iter().zip(&observed).enumerate() {
            let goals = &candidates[at].goals;
            match self.write(cluster, test, seen, goals, taken) {
                Ok(text) => {
                    written.push((at, text));
                    verdicts.push(Verdict::Refused("its check did not run".to_owned()));
                }
                Err(refusal) => verdicts.push(Verdict::Refused(refusal.to_string())),
            }
        }
        let failures = self.check(pool, &written)?;
        for (at, text) in written {
            verdicts[at] = match failures.get(&text.name) {
                Some(reason) => Verdict::Refused(reason.clone()),
                None => Verdict::Ready(Arc::new(self.ready(
                    text,
                    &candidates[at].goals,
                    &observed[at],
                ))),
            };
        }
        Ok(verdicts)
    }

    fn minimised(
        &self,
        pool: &mut Pool,
        cluster: &mut TestCluster,
        candidates: &[Candidate],
    ) -> Result<Vec<TestCase>, EngineError> {
        let goals = &self.prepared.goals;
        let mut minimal = Vec::new();
        for candidate in candidates {
            let mut bench = Bench {
                goals,
                probe_base: 0,
                cluster,
                executor: pool,
                options: RunOptions::default(),
            };
            minimal.push(minimise(&candidate.test, &candidate.goals, &mut bench).map_err(broken)?);
        }
        Ok(minimal)
    }

    fn write(
        &self,
        cluster: &TestCluster,
        test: &TestCase,
        seen: &Seen,
        goals: &[GoalId],
        taken: &mut BTreeSet<String>,
    ) -> Result<WrittenTest, Refusal> {
        let goals: Vec<GoalText> = goals
            .iter()
            .map(|goal| goal_text(self.prepared.goals.goal(*goal)))
            .collect();
        let own = &self.prepared.own_throws;
        let draft = TestDraft {
            test,
            execution: &seen.execution,
            stable: &seen.stable,
            before: &seen.before,
            goals: &goals,
            implicit_exceptions: self.implicit_exceptions,
            is_own_throw: &|class, line| own.is_own(class, line),
        };
        write_test(cluster, &draft, &self.style, taken)
    }

    /// Compiles the tests against the plain class and runs each of them; gives the reasons of those that failed, by name.
    fn check(
        &self,
        pool: &mut Pool,
        written: &[(usize, WrittenTest)],
    ) -> Result<BTreeMap<String, String>, EngineError> {
        let mut failures = BTreeMap::new();
        loop {
            let open: Vec<WrittenTest> = written
                .iter()
                .map(|(_, test)| test)
                .filter(|test| !failures.contains_key(&test.name))
                .cloned()
                .collect();
            if open.is_empty() {
                return Ok(failures);
            }
            let text = write_class(&self.prepared.package, CHECK_CLASS, &open, &self.style);
            let name = qualified(&self.prepared.package, CHECK_CLASS);
            let path = self
                .prepared
                .unit
                .path
                .with_file_name(format!("{CHECK_CLASS}.java"));
            let unit = SourceUnit {
                path,
                text: text.clone(),
            };
            let checker = pool.spare().map_err(broken)?;
            let outcome = checker
                .check(&unit, &name, RUNS, &self.junit)
                .map_err(broken)?;
            let errors: Vec<_> = outcome
                .diagnostics
                .iter()
                .filter(|found| found.is_error)
                .collect();
            if errors.is_empty() {
                for test in outcome.tests.iter().filter(|test| !test.passed) {
                    let failure = test.failure.clone().unwrap_or_default();
                    failures.insert(
                        test.method.clone(),
                        format!("it did not pass again: {failure}"),
                    );
                }
                return Ok(failures);
            }
            let before = failures.len();
            for error in errors {
                if let Some(test) = test_at(&text, &open, error.line as usize) {
                    failures.insert(test, format!("it does not compile: {}", error.message));
                }
            }
            if failures.len() == before {
                let reason = "the class of all tests does not compile".to_owned();
                failures.extend(open.into_iter().map(|test| (test.name, reason.clone())));
                return Ok(failures);
            }
        }
    }

    fn ready(&self, text: WrittenTest, made_for: &[GoalId], seen: &Seen) -> ReadyTest {
        let goals = &self.prepared.goals;
        let mut all: Vec<GoalId> = made_for.to_vec();
        Fitness::new(goals, 0).covered(&seen.execution.trace, |goal| {
            if !all.contains(&goal) {
                all.push(goal);
            }
        });
        let goals = all
            .into_iter()
            .map(|goal| goals.goal(goal).key.clone())
            .collect();
        ReadyTest {
            written: text,
            goals,
        }
    }
}

/// An observing run, and what was the same in a second one.
struct Seen {
    execution: Execution,
    stable: Vec<Observation>,
    /// What a run without the act gave.
    before: Vec<Observation>,
}

/// Runs each test alone in a fresh class loader, with messages, stacks and values.
pub(crate) const OBSERVING: RunOptions = RunOptions {
    step_budget: 100_000,
    time_limit_ms: 1_000,
    fresh_loader: true,
    observe: true,
};

fn observe(
    pool: &mut Pool,
    cluster: &TestCluster,
    tests: &[TestCase],
) -> Result<Vec<Seen>, EngineError> {
    let options = OBSERVING;
    let first = pool.run(cluster, tests, options).map_err(broken)?;
    let second = pool.run(cluster, tests, options).map_err(broken)?;
    let shortened: Vec<TestCase> = tests.iter().map(|test| before_act(cluster, test)).collect();
    let before = pool.run(cluster, &shortened, options).map_err(broken)?;
    let seen = first
        .into_iter()
        .zip(second)
        .zip(before)
        .map(|((execution, again), before)| {
            let is_stable = |seen: &&Observation| again.observations.contains(seen);
            let same_end = execution.outcome == again.outcome;
            let stable = execution.observations.iter().filter(is_stable).cloned();
            let stable = if same_end {
                stable.collect()
            } else {
                Vec::new()
            };
            Seen {
                execution,
                stable,
                before: before.observations,
            }
        });
    Ok(seen.collect())
}

fn goal_text(goal: &Goal) -> GoalText {
    let outcome = match goal.target {
        goalline_goals::Target::Branch(branch) => Some(branch.outcome),
        goalline_goals::Target::Entry(_) => None,
    };
    GoalText {
        text: goal.text.clone(),
        outcome,
    }
}

fn qualified(package: &str, class: &str) -> String {
    if package.is_empty() {
        class.to_owned()
    } else {
        format!("{package}.{class}")
    }
}

/// The test whose method stands around this one-based line.
fn test_at(text: &str, tests: &[WrittenTest], line: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().take(line).collect();
    lines.iter().rev().find_map(|line| {
        let rest = line
            .trim_start()
            .strip_prefix("void ")
            .or_else(|| line.trim_start().strip_prefix("public void "))?;
        let name = rest.split('(').next()?;
        tests
            .iter()
            .find(|test| test.name == name)
            .map(|test| test.name.clone())
    })
}
