//! One run on warm workers: takes a request, searches, hands out tests meanwhile, gives the report.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{Arc, mpsc},
    thread,
    time::Instant,
};

use goalline_goals::GoalId;
use goalline_junit::{Framework, Style};
use goalline_jvm::{Pool, SetId};
use goalline_project::JunitVersion;
use goalline_search::{Found, Parameters, Surprise, Task, World, reduce, search};
use goalline_testcase::{Executor, Outcome, TestCase, TestCluster};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

use crate::{
    Cancel, EngineError, Event, Events, GoalState, Phase, ReadyTest, Report, Request,
    SearchFigures,
    live::{Batch, Done, Live},
    offer::{Candidate, OBSERVING, Verdict, Workbench},
    prepare::{Prepared, broken, prepare},
    session::Warm,
    summary,
};

/// Prepares, searches, offers.
pub(crate) fn run(
    warm: &mut Warm,
    request: &Request,
    cancel: &Cancel,
    events: &mut dyn Events,
) -> Result<Report, EngineError> {
    let begun = Instant::now();
    events.event(Event::Phase(Phase::Compiling));
    let mut prepared = prepare(request, warm.searchers.worker())?;
    if cancel.is_cancelled() {
        return Err(EngineError::Cancelled);
    }
    events.event(Event::Goals(first_states(&prepared)));
    events.event(Event::Phase(Phase::Searching));
    let mut cluster = std::mem::take(&mut prepared.cluster);
    let bench = Workbench {
        prepared: &prepared,
        style: style(request),
        junit: goalline_project::find_junit(&request.project),
        implicit_exceptions: request.implicit_exceptions,
    };
    let searched = search_and_offer(warm, request, cancel, events, &bench, &mut cluster)?;
    let figures = SearchFigures {
        executions: searched.found.executions,
        search_seconds: searched.seconds,
        first_test_seconds: searched.first_test.map(|at| (at - begun).as_secs_f64()),
        total_seconds: begun.elapsed().as_secs_f64(),
        seed: request.seed,
        deaths: warm.searchers.deaths(),
    };
    let notices = notices(request, &bench, &figures);
    Ok(summary::report(
        &bench, &cluster, searched, figures, notices,
    ))
}

/// What the user should know of this run.
fn notices(request: &Request, bench: &Workbench<'_>, figures: &SearchFigures) -> Vec<String> {
    let mut notices = request.project.notices.clone();
    if bench.junit.is_empty() {
        notices.push(
            "the project has no JUnit on its test class path: the tests were checked with stand-ins for it; \
             add org.junit.jupiter:junit-jupiter to run them"
                .to_owned(),
        );
    }
    if bench.prepared.file.has_error() {
        notices.push("the file has syntax errors: members with one have no goals".to_owned());
    }
    if figures.deaths > 0 {
        notices.push(format!(
            "{} worker(s) ended while running tests (System.exit, memory, time); everything found was kept",
            figures.deaths
        ));
    }
    notices
}

fn first_states(prepared: &Prepared) -> Vec<(goalline_goals::GoalKey, GoalState)> {
    let state = |id: GoalId| match summary::why_unmeasurable(prepared, id) {
        Some(reason) => GoalState::NotMeasurable(reason),
        None => GoalState::NotReached(None),
    };
    prepared
        .goals
        .goals
        .iter()
        .map(|goal| (goal.key.clone(), state(goal.id)))
        .collect()
}

/// What a search with its offers gave.
pub(crate) struct Searched {
    pub found: Found,
    pub seconds: f64,
    pub first_test: Option<Instant>,
    /// Tests in the suite, with the goals each was taken for.
    pub verdicts: Vec<(Candidate, Verdict)>,
}

fn search_and_offer(
    warm: &mut Warm,
    request: &Request,
    cancel: &Cancel,
    events: &mut dyn Events,
    bench: &Workbench<'_>,
    cluster: &mut TestCluster,
) -> Result<Searched, EngineError> {
    let prepared = bench.prepared;
    // With a budget of executions alone the result may not depend on what was handed out when.
    let is_timed = request.budget.seconds.is_some();
    let mut taken = BTreeSet::new();
    let mut first_test = None;
    let (batches, to_make) = mpsc::channel::<Batch>();
    let (made, finished) = mpsc::channel::<Done>();
    let Warm {
        searchers,
        checkers,
    } = warm;
    thread::scope(|scope| {
        let helper = scope.spawn(|| {
            let made = made;
            serve_batches(bench, checkers, to_make, &made, &mut taken)
        });
        let mut counting = |event: Event| {
            if matches!(event, Event::TestReady(_)) && first_test.is_none() {
                first_test = Some(Instant::now());
            }
            events.event(event);
        };
        let channels = is_timed.then_some((batches.clone(), finished));
        drop(batches);
        let mut live = Live::new(&prepared.goals, &mut counting, channels);
        let mut found = run_search(request, cancel, prepared, cluster, searchers, &mut live);
        let seconds = live.started.elapsed().as_secs_f64();
        live.finish();
        let mut verdicts = std::mem::take(&mut live.done);
        live.events.event(Event::Phase(Phase::Verifying));
        let (checkers, taken) = helper
            .join()
            .map_err(|_| broken("the checking thread panicked"))??;
        let rest = remaining(&found, &verdicts, prepared);
        for chunk in rest.chunks(CHUNK) {
            let results = bench.offer(checkers, cluster, chunk, taken)?;
            for (candidate, verdict) in chunk.iter().cloned().zip(results) {
                if let Verdict::Ready(test) = &verdict {
                    live.events.event(Event::TestReady(test.clone()));
                }
                verdicts.push((candidate, verdict));
            }
        }
        drop(live);
        look_closer(&mut found.surprises, checkers, cluster)?;
        Ok(Searched {
            found,
            seconds,
            first_test,
            verdicts,
        })
    })
}

/// Runs the surprises once more to learn their messages and stacks; those that do not happen again are dropped.
fn look_closer(
    surprises: &mut Vec<Surprise>,
    checkers: &mut Pool,
    cluster: &TestCluster,
) -> Result<(), EngineError> {
    let tests: Vec<TestCase> = surprises
        .iter()
        .map(|surprise| surprise.test.clone())
        .collect();
    let runs = checkers.run(cluster, &tests, OBSERVING).map_err(broken)?;
    let mut again = runs.into_iter();
    surprises.retain_mut(|surprise| match again.next().map(|run| run.outcome) {
        Some(Outcome::Threw { thrown, .. }) if thrown.class == surprise.thrown.class => {
            surprise.thrown = thrown;
            true
        }
        _ => false,
    });
    Ok(())
}

/// Tests that are written and checked at once after the search.
const CHUNK: usize = 64;

/// The second worker: compiles what the checks need, then makes batches ready until the search lets go of the channel.
fn serve_batches<'w, 't>(
    bench: &Workbench<'_>,
    checkers: &'w mut Pool,
    batches: mpsc::Receiver<Batch>,
    made: &mpsc::Sender<Done>,
    taken: &'t mut BTreeSet<String>,
) -> Result<(&'w mut Pool, &'t mut BTreeSet<String>), EngineError> {
    let prepared = bench.prepared;
    let flow = &prepared.goals.flow;
    let worker = checkers.worker();
    worker
        .prepare(flow.predicates.len() as u32, flow.methods.len() as u32)
        .map_err(broken)?;
    worker
        .compile(std::slice::from_ref(&prepared.probed), SetId::Probed)
        .map_err(broken)?;
    worker
        .compile(std::slice::from_ref(&prepared.unit), SetId::Plain)
        .map_err(broken)?;
    for mut batch in batches {
        let verdicts = bench.offer(checkers, &mut batch.cluster, &batch.candidates, taken)?;
        let done = batch.candidates.into_iter().zip(verdicts).collect();
        if made.send(done).is_err() {
            break;
        }
    }
    Ok((checkers, taken))
}

fn run_search(
    request: &Request,
    cancel: &Cancel,
    prepared: &Prepared,
    cluster: &mut TestCluster,
    pool: &mut Pool,
    live: &mut Live<'_>,
) -> Found {
    let parameters = Parameters::default();
    let task = Task {
        goals: &prepared.goals,
        wanted: &prepared.wanted,
        probe_base: 0,
        pool: prepared.constants.clone(),
        seeds: Vec::new(),
        parameters: &parameters,
    };
    let started = live.started;
    let budget = request.budget;
    let mut stop = |executions: u64| {
        cancel.is_cancelled()
            || budget.max_executions.is_some_and(|most| executions >= most)
            || budget
                .seconds
                .is_some_and(|most| started.elapsed().as_secs_f64() >= most)
    };
    let mut rng = ChaCha8Rng::seed_from_u64(request.seed);
    let world = World {
        cluster,
        executor: pool,
        stop: &mut stop,
        events: live,
    };
    search(task, world, &mut rng)
}

/// A small set of tests for the goals that no ready test covers yet.
fn remaining(
    found: &Found,
    verdicts: &[(Candidate, Verdict)],
    prepared: &Prepared,
) -> Vec<Candidate> {
    let mut ready: BTreeMap<&str, &Arc<ReadyTest>> = BTreeMap::new();
    for (_, verdict) in verdicts {
        if let Verdict::Ready(test) = verdict {
            ready.extend(test.goals.iter().map(|goal| (&*goal.0, test)));
        }
    }
    let is_open = |goal: GoalId| !ready.contains_key(&*prepared.goals.goal(goal).key.0);
    let open = reduce(&found.archive, &is_open);
    open.into_iter()
        .map(|(test, goals)| Candidate {
            test: test.test.clone(),
            goals,
        })
        .collect()
}

fn style(request: &Request) -> Style {
    let of_project = match request.project.junit {
        JunitVersion::Junit4 => Framework::Junit4,
        JunitVersion::Jupiter | JunitVersion::Absent => Framework::Jupiter,
    };
    let framework = request.framework.unwrap_or(of_project);
    Style {
        framework,
        release: request.jdk.feature.min(11),
        ..Style::default()
    }
}

/// Paths that workers must be able to read.
pub(crate) fn readable(request: &Request) -> Vec<PathBuf> {
    let project = &request.project;
    let mut paths = vec![project.root.clone()];
    paths.extend(project.source_roots.iter().cloned());
    paths.extend(project.class_path.iter().cloned());
    paths.extend(project.test_class_path.iter().cloned());
    paths.extend(project.processor_path.iter().cloned());
    paths.extend(goalline_project::find_junit(project));
    paths
}
