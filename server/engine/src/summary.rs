//! The report of a run: takes what the search and the checks gave, gives goals with states, the suite and possible faults.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_goals::{GoalId, GoalKey, Target};
use goalline_junit::{Raised, WrittenTest, raised, statements, test_class_name, write_class};
use goalline_search::{Closest, Surprise};
use goalline_testcase::{Callable, StatementKind, TestCase, TestCluster};

use crate::{
    ClosestAttempt, GoalReport, GoalState, PossibleFault, ReadyTest, Report, SearchFigures,
    offer::{Candidate, Verdict, Workbench},
    prepare::Prepared,
    run::Searched,
};

/// Possible faults that a report lists at most.
const MOST_FAULTS: usize = 20;

/// Puts the report together.
pub(crate) fn report(
    bench: &Workbench<'_>,
    cluster: &TestCluster,
    searched: Searched,
    figures: SearchFigures,
    mut notices: Vec<String>,
) -> Report {
    let prepared = bench.prepared;
    let tests = suite(prepared, &searched.verdicts);
    let test_class_name = test_class_name(&prepared.class);
    let written: Vec<WrittenTest> = tests.iter().map(|test| test.written.clone()).collect();
    let test_class = write_class(&prepared.package, &test_class_name, &written, &bench.style);
    let goals = goal_reports(prepared, cluster, &searched, &tests);
    let faults = faults(bench, cluster, &searched.found.surprises);
    let failure = searched.found.failure;
    notices.extend(failure.map(|failure| format!("the search stopped early: {failure}")));
    let class = prepared.class.clone();
    Report {
        class,
        goals,
        tests,
        faults,
        figures,
        test_class,
        test_class_name,
        notices,
    }
}

/// The ready tests without those whose goals others cover too, in the order of the methods they test.
fn suite(prepared: &Prepared, verdicts: &[(Candidate, Verdict)]) -> Vec<Arc<ReadyTest>> {
    let ready = verdicts.iter().filter_map(|(_, verdict)| match verdict {
        Verdict::Ready(test) => Some(test.clone()),
        Verdict::Refused(_) => None,
    });
    let mut tests: Vec<Arc<ReadyTest>> = ready.collect();
    let mut times: BTreeMap<GoalKey, usize> = BTreeMap::new();
    for goal in tests.iter().flat_map(|test| &test.goals) {
        *times.entry(goal.clone()).or_default() += 1;
    }
    for at in (0..tests.len()).rev() {
        if tests[at].goals.iter().all(|goal| times[goal] > 1) {
            for goal in &tests.remove(at).goals {
                times.entry(goal.clone()).and_modify(|count| *count -= 1);
            }
        }
    }
    let place = |test: &ReadyTest| {
        let first = test
            .goals
            .first()
            .and_then(|key| prepared.goals.by_key(key));
        first.map_or(usize::MAX, |goal| goal.id.0 as usize)
    };
    tests.sort_by_key(|test| place(test));
    tests
}

fn goal_reports(
    prepared: &Prepared,
    cluster: &TestCluster,
    searched: &Searched,
    tests: &[Arc<ReadyTest>],
) -> Vec<GoalReport> {
    let mut ready: BTreeMap<&GoalKey, &ReadyTest> = BTreeMap::new();
    for test in tests {
        for goal in &test.goals {
            ready.entry(goal).or_insert(test);
        }
    }
    let mut refused: BTreeMap<GoalId, &str> = BTreeMap::new();
    for (candidate, verdict) in &searched.verdicts {
        if let Verdict::Refused(reason) = verdict {
            refused.extend(candidate.goals.iter().map(|goal| (*goal, reason.as_str())));
        }
    }
    let wanted: BTreeSet<GoalId> = prepared.wanted.iter().copied().collect();
    let closest: BTreeMap<GoalId, &Closest> = searched
        .found
        .closest
        .iter()
        .map(|closest| (closest.goal, closest))
        .collect();
    let state = |id: GoalId| {
        let goal = prepared.goals.goal(id);
        if let Some(test) = ready.get(&goal.key) {
            return GoalState::TestReady(test.name.clone());
        }
        if let Some(reason) = why_unmeasurable(prepared, id) {
            return GoalState::NotMeasurable(reason);
        }
        if !wanted.contains(&id) {
            return GoalState::NotMeasured;
        }
        if let Some(reason) = refused.get(&id) {
            return GoalState::NotOffered((*reason).to_owned());
        }
        GoalState::NotReached(closest.get(&id).map(|closest| ClosestAttempt {
            distance: closest.distance,
            statements: statements(cluster, &closest.test),
        }))
    };
    let goals = prepared.goals.goals.iter();
    goals
        .map(|goal| GoalReport {
            goal: goal.clone(),
            state: state(goal.id),
        })
        .collect()
}

/// Why a goal has no probe.
pub(crate) fn why_unmeasurable(prepared: &Prepared, id: GoalId) -> Option<String> {
    match prepared.goals.goal(id).target {
        Target::Branch(branch) => prepared.unmeasurable.get(&branch.predicate).cloned(),
        Target::Entry(_) => None,
    }
}

/// The surprises that nothing declares, documents or throws on purpose. Those that a `null` argument brought about are none.
fn faults(
    bench: &Workbench<'_>,
    cluster: &TestCluster,
    surprises: &[Surprise],
) -> Vec<PossibleFault> {
    let own = &bench.prepared.own_throws;
    let mut faults = Vec::new();
    for surprise in surprises {
        let Some(callable) = last_call(cluster, &surprise.test) else {
            continue;
        };
        let how = raised(cluster, callable, &surprise.thrown, &|class, line| {
            own.is_own(class, line)
        });
        let is_documented = own.is_documented(&callable.name, &surprise.thrown.class);
        let is_fault = matches!(how, Raised::Implicitly | Raised::ByLibrary);
        if !is_fault || is_documented || passes_null(&surprise.test) {
            continue;
        }
        let frame = |frame: &goalline_testcase::StackFrame| {
            format!("{}.{}:{}", frame.class, frame.method, frame.line)
        };
        faults.push(PossibleFault {
            exception: surprise.thrown.class.clone(),
            method: callable.name.clone(),
            input: statements(cluster, &surprise.test),
            stack: surprise.thrown.stack.iter().map(frame).collect(),
        });
        if faults.len() == MOST_FAULTS {
            break;
        }
    }
    faults
}

fn last_call<'a>(cluster: &'a TestCluster, test: &TestCase) -> Option<&'a Callable> {
    match &test.statements.last()?.kind {
        StatementKind::Call { callable, .. } => Some(cluster.callable(*callable)),
        _ => None,
    }
}

fn passes_null(test: &TestCase) -> bool {
    test.statements
        .iter()
        .any(|statement| statement.kind == StatementKind::Null)
}
