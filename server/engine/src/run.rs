//! One run on warm workers: takes a request, searches, hands out tests meanwhile, gives the report.

pub(crate) mod additional_search;
pub mod caller_first;
pub(crate) mod hazard_words;
pub(crate) mod near_duplicates;
pub(crate) mod notices;
pub mod search_run;
pub(crate) mod suite;
pub(crate) mod summary;
pub(crate) mod untouchable;
pub(crate) mod watch;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use goalline_coverage::{self as coverage, Covered, Tester};
use goalline_goals::GoalId;
use goalline_junit::WrittenTest;
use goalline_jvm::{Interrupt, Pool};
use goalline_prepare::{
    Budget, Cancel, EngineError, Event, Events, ReadyTest, Report, Request, RunPhase,
    SearchFigures,
    prepare::{
        additional_goals::is_short,
        prepare,
        prepared::{Prepared, compile_plain},
    },
    report::with_tables,
    request::Caller,
};
use goalline_search::{SearchResult, SearchTask, UndeclaredException, World, reduce, search};
use goalline_testcase::{StatementKind, TestCase, TestCluster};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

use crate::{
    limits::{LONGEST_UNTIMED, RunLimits},
    run::{
        additional_search::{FIRST_PART, Second, second},
        caller_first::{CallerFirst, caller_first},
        notices::notices,
        summary::FinishedRun,
        untouchable::why_untouchable,
        watch::{LAST_ANSWER, Watch},
    },
    store::last_results::{LastRun, ResultStore},
    verify::{
        house_style::HouseStyle,
        joining::{Joining, KnownOfOwn},
        live::{CandidateBatch, JudgedBatch, Live},
        possible_faults::faults,
        renew::{self, Start},
        searched::Searched,
        verification::{Candidate, Checkers, Verdict, Verification, unless_over},
    },
    warm::Warm,
};

/// Prepares, searches, offers.
pub(crate) fn run(
    warm: &mut Warm,
    store: &ResultStore,
    request: &Request,
    cancel: &Cancel,
    events: &mut dyn Events,
) -> Result<Report, EngineError> {
    let (begun, deaths) = (Instant::now(), warm.searchers.deaths());
    let is_coupled = request.coupled.is_some();
    events.event(Event::Phase(RunPhase::Compiling));
    let last = store.get(&request.file);
    let (before, budget) = caller_first(warm, request, last.is_some(), cancel)?;
    let mut prepared = prepare_interruptibly(warm, request, cancel)?;
    let owner = &mut Caller { cancel, events };
    let own = run_user_tests(&mut warm.tester, &prepared, request, owner)?;
    own.leave_out(&mut prepared);
    events.event(own.goals(&prepared));
    events.event(Event::Phase(RunPhase::Searching));
    let mut cluster = std::mem::take(&mut prepared.cluster);
    let material = own.material(&mut cluster);
    material.enrich(&mut prepared.knowledge.constants);
    let bench = verification(request, &prepared, cancel);
    let style = format!("{:?}", bench.style);
    let mut start = first_tests(last.as_deref(), &before, &bench, &style, &mut cluster);
    start.seeds.extend(material.seeds);
    let order = SearchOrder {
        request,
        budget,
        cancel,
        bench: &bench,
    };
    let mut searched = search_and_verify(warm, &order, start, events, &mut cluster)?;
    let joins = own.has_files().then(|| KnownOfOwn::of(&own.tests));
    let unchecked = joined_checks(&mut warm.tester, &order, joins.as_ref(), &mut searched);
    let figures = SearchFigures {
        executions: before.executions + searched.found.executions,
        search_seconds: before.seconds + searched.seconds,
        first_test_seconds: searched.first_test.map(|at| (at - begun).as_secs_f64()),
        total_seconds: begun.elapsed().as_secs_f64(),
        seed: request.seed,
        deaths: warm.searchers.deaths() - deaths,
    };
    let mut notices = notices(request, &bench, &searched, &cluster);
    notices.extend(own.notices.into_iter().chain(unchecked));
    if !searched.has_ready() && !bench.limits.is_over() {
        let (found, checkers) = (&searched.found, &mut warm.checkers);
        notices.extend(why_untouchable(bench.prepared, found, checkers, &cluster));
    }
    let mut seeds = renew::seeds(bench.prepared, &cluster, &searched.found);
    let finished = FinishedRun {
        searched,
        user_tests: own.tests,
        figures,
        notices,
        names_are_open: request.one_per_shape && request.method.is_none(),
    };
    let mut report = summary::report(&bench, &cluster, finished);
    if let Some(last) = last.filter(|_| request.method.is_some()) {
        renew::add_others(&last, &prepared.unit.text, &mut report, &mut seeds);
    }
    let kept = renew::keep(bench.prepared, style, &report, seeds, !cancel.is_replaced());
    if !is_coupled {
        store.put(&request.file, kept);
    }
    add_tables(warm, &order, &cluster, joins.as_ref(), &mut report)?;
    Ok(report)
}

/// Puts parameterised tests into the report, where they are wanted; the tests of the user, where there are any, have to
/// bear them, too.
fn add_tables(
    warm: &mut Warm,
    order: &SearchOrder<'_>,
    cluster: &TestCluster,
    joins: Option<&KnownOfOwn>,
    report: &mut Report,
) -> Result<(), EngineError> {
    if !order.request.one_per_shape {
        return Ok(());
    }
    let bench = order.bench;
    warm.checkers.set_interrupt(bench.limits.interrupt());
    let tables = unless_over(bench.tables(&mut warm.checkers, cluster, report));
    warm.checkers.set_interrupt(Interrupt::default());
    let tables = tables?;
    if tables.is_empty() {
        return Ok(());
    }
    let all: Vec<WrittenTest> = with_tables(&report.tests, &tables).cloned().collect();
    let fits = joins.is_none_or(|own| {
        let joining = Joining {
            tester: &mut warm.tester,
            prepared: bench.prepared,
            request: order.request,
            cancel: order.cancel,
            own,
        };
        joining.takes(&all)
    });
    if fits {
        report.tables = tables;
        report.test_class = summary::test_class(bench, report);
    }
    Ok(())
}

/// Checks the tests beside those of the user that they would join; says why where that cannot be done.
fn joined_checks(
    tester: &mut Tester,
    order: &SearchOrder<'_>,
    own: Option<&KnownOfOwn>,
    searched: &mut Searched,
) -> Option<String> {
    let joining = Joining {
        tester,
        prepared: order.bench.prepared,
        request: order.request,
        cancel: order.cancel,
        own: own?,
    };
    joining.join(&mut searched.verdicts)
}

/// What makes tests of the run ready: how they are written, and how long that may take.
fn verification<'a>(
    request: &Request,
    prepared: &'a Prepared,
    cancel: &'a Cancel,
) -> Verification<'a> {
    let HouseStyle { style, taken } = HouseStyle::of(request, &prepared.class);
    Verification {
        prepared,
        style,
        taken,
        junit: goalline_build::find_junit(&request.project),
        implicit_exceptions: request.implicit_exceptions,
        limits: RunLimits::new(cancel, request.budget.seconds),
    }
}

/// What the user's own tests do and cover, where they are to run.
fn run_user_tests(
    tester: &mut Tester,
    prepared: &Prepared,
    request: &Request,
    owner: &mut Caller,
) -> Result<Covered, EngineError> {
    if !request.user_tests {
        return Ok(Covered::default());
    }
    owner.events.event(Event::Phase(RunPhase::UserTests));
    coverage::run(tester, prepared, request, owner)
}

/// Prepares what the request is about, unless the run is cancelled meanwhile.
fn prepare_interruptibly(
    warm: &mut Warm,
    request: &Request,
    cancel: &Cancel,
) -> Result<Prepared, EngineError> {
    let searchers = &mut warm.searchers;
    searchers.set_interrupt(Interrupt::from(cancel.flag()).patient(LAST_ANSWER));
    let prepared = prepare(request, searchers.worker(), &mut warm.attributions);
    searchers.set_interrupt(Interrupt::default());
    cancel.check()?;
    prepared
}

/// What the last run of the file left; for pairs the tests alone, because they were written for goals of the file.
fn first_tests(
    last: Option<&LastRun>,
    before: &CallerFirst,
    bench: &Verification<'_>,
    style: &str,
    cluster: &mut TestCluster,
) -> Start {
    let mut start = Start::of(last, style, &bench.prepared.unit.text, cluster);
    start.seeds.extend(before.seeds(cluster));
    if bench.prepared.coupled.is_some() {
        start.ready.clear();
    }
    start
}

/// What a search is to do.
struct SearchOrder<'a> {
    request: &'a Request,
    /// What the search has of the request's budget.
    budget: Budget,
    cancel: &'a Cancel,
    bench: &'a Verification<'a>,
}

fn search_and_verify(
    warm: &mut Warm,
    order: &SearchOrder<'_>,
    start: Start,
    events: &mut dyn Events,
    cluster: &mut TestCluster,
) -> Result<Searched, EngineError> {
    let bench = order.bench;
    let prepared = bench.prepared;
    // With a budget of executions alone the result may not depend on what was handed out when.
    let is_timed = order.request.budget.seconds.is_some();
    let mut taken = bench.taken.clone();
    let (batches, to_make) = mpsc::channel::<CandidateBatch>();
    let (made, finished) = mpsc::channel::<JudgedBatch>();
    let second = SecondWorker {
        batches: to_make,
        made,
    };
    let old = Old {
        tests: if is_timed { start.ready } else { Vec::new() },
        cluster: cluster.clone(),
    };
    let has_old = !old.tests.is_empty();
    let (searchers, checkers) = (&mut warm.searchers, &mut warm.checkers);
    checkers.set_interrupt(bench.limits.interrupt());
    checkers.take_over(&searchers.known());
    let searched = thread::scope(|scope| {
        let helper = scope.spawn(|| order.serve_batches(checkers, &old, second, &mut taken));
        let channels = is_timed.then_some((batches.clone(), finished));
        drop(batches);
        let mut live = Live::new(&prepared.goals, events, channels, has_old);
        let founds = order.searches(start.seeds, cluster, searchers, &mut live)?;
        let seconds = live.started.elapsed().as_secs_f64();
        live.finish();
        live.events.event(Event::Phase(RunPhase::Verifying));
        let (mut checkers, taken) = helper
            .join()
            .map_err(|_| EngineError::Panicked("checking tests"))??;
        bench.limits.end_search();
        order.verify_rest(&mut checkers, cluster, taken, &founds, &mut live)?;
        let (verdicts, first_test) = (live.done, live.first_test);
        let found = joined(founds);
        let faults = faults(bench, checkers.pool, cluster, &found.undeclared, taken);
        Ok(Searched {
            found,
            seconds,
            first_test,
            verdicts,
            faults,
        })
    });
    warm.checkers.set_interrupt(Interrupt::default());
    searched
}

/// Tests that end worker after worker may keep a search so long past twice its time.
const OVERTIME: Duration = Duration::from_secs(2);

/// No search is watched for longer than some months.
const MOST_SECONDS: f64 = 1.0e7;

/// Tests that are written and checked at once after the search.
const CHUNK: usize = 64;

/// The same at first where the search had a time: the end of it is looked for between two chunks.
const FIRST_CHUNK: usize = 16;

/// A chunk that takes no longer lets the next one be larger.
const QUICK: Duration = Duration::from_millis(1_500);

/// Ends of the channels between a search and the second worker; when both are dropped, nothing more comes.
struct SecondWorker {
    batches: mpsc::Receiver<CandidateBatch>,
    made: mpsc::Sender<JudgedBatch>,
}

/// Ready tests of the last run, with the cluster they were fitted to.
struct Old {
    tests: Vec<(Arc<ReadyTest>, TestCase)>,
    cluster: TestCluster,
}

impl SearchOrder<'_> {
    /// Makes tests ready for the goals that no ready one covers and, where there is time, for what no ready one
    /// notices; checks all of them together, as far as the limits of the run allow.
    fn verify_rest(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &mut TestCluster,
        taken: &mut BTreeSet<String>,
        founds: &[SearchResult],
        live: &mut Live<'_>,
    ) -> Result<(), EngineError> {
        let (bench, limits) = (self.bench, &self.bench.limits);
        for found in founds {
            let mut rest = remaining(found, &live.done, bench.prepared);
            if !rest.is_empty() && !limits.is_late_for_better() {
                unless_over(checkers.arm(bench.prepared, is_short(self.request)))?;
            }
            let mut most = if limits.is_timed() {
                FIRST_CHUNK
            } else {
                CHUNK
            };
            while !rest.is_empty() {
                let chunk: Vec<Candidate> = rest.drain(..most.min(rest.len())).collect();
                let begun = Instant::now();
                live.take(unless_over(bench.verify(checkers, cluster, &chunk, taken))?);
                if begun.elapsed() < QUICK {
                    most = CHUNK.min(2 * most);
                }
            }
        }
        if !is_short(self.request) && !limits.is_late_for_assertion_selection() {
            bench.weigh(checkers, cluster, &mut live.done, taken)?;
        }
        let looks_again = !is_short(self.request) && !bench.prepared.scope.additional.is_empty();
        if looks_again && !limits.is_late_for_assertion_selection() {
            let seed = self.request.seed;
            let more = bench.overlooked(checkers, cluster, founds, seed, &live.done);
            let more = bench.verify_parts(checkers, cluster, unless_over(more)?, taken);
            live.take(unless_over(more)?);
        }
        if !is_short(self.request) && !limits.is_late_for_assertion_selection() {
            unless_over(bench.isolate_causes(checkers, cluster, &mut live.done, taken))?;
        }
        unless_over(bench.check_together(checkers.pool, &mut live.done))
    }

    /// The second worker: compiles what the checks need, checks the tests of the last run, then makes batches ready
    /// until the search lets go of the channel. Mutants are compiled after the first batch, so that its tests come
    /// early; beside a short search not at all, for they would slow it.
    fn serve_batches<'w, 't>(
        &self,
        checkers: &'w mut Pool,
        old: &Old,
        channels: SecondWorker,
        taken: &'t mut BTreeSet<String>,
    ) -> Result<(Checkers<'w>, &'t mut BTreeSet<String>), EngineError> {
        let bench = self.bench;
        let is_short = is_short(self.request);
        compile_plain(bench.prepared, checkers.worker())?;
        let SecondWorker { batches, made } = channels;
        let mut checkers = Checkers::new(checkers);
        if !old.tests.is_empty() {
            let renewed = bench.renew(checkers.pool, &old.cluster, &old.tests, taken)?;
            if made.send(renewed).is_err() {
                return Ok((checkers, taken));
            }
        }
        for mut batch in batches {
            let done = bench.verify(&mut checkers, &mut batch.cluster, &batch.candidates, taken);
            let done = unless_over(done)?;
            if made.send(done).is_err() {
                break;
            }
            if !is_short && !bench.limits.is_late_for_better() {
                unless_over(checkers.arm(bench.prepared, is_short))?;
            }
        }
        Ok((checkers, taken))
    }

    /// Searches for what is asked for and, where that is wanted, from what was found on for what goes beyond.
    fn searches(
        &self,
        seeds: Vec<TestCase>,
        cluster: &mut TestCluster,
        pool: &mut Pool,
        live: &mut Live<'_>,
    ) -> Result<Vec<SearchResult>, EngineError> {
        let prepared = self.bench.prepared;
        let mut budget = self.budget;
        if !prepared.scope.additional.is_empty() {
            budget = budget.share(FIRST_PART);
        }
        let watch = Watch {
            cancel: self.cancel,
            budget,
            started: live.started,
            before: 0,
            longest: Some(LONGEST_UNTIMED),
        };
        let mut searcher = Searcher {
            cluster,
            pool,
            watch,
            rng: ChaCha8Rng::seed_from_u64(self.request.seed),
        };
        let first = Second {
            wanted: prepared.sought(),
            seeds,
        };
        let found = searcher.run(self, first, live);
        let mut founds = vec![found];
        if self.cancel.is_cancelled() || founds[0].failure.is_some() {
            return Ok(founds);
        }
        if let Some(next) = second(prepared, searcher.pool, &founds[0])? {
            live.begin_second(&prepared.scope.additional);
            searcher.watch.budget = self.budget;
            searcher.watch.before = founds[0].executions;
            founds.push(searcher.run(self, next, live));
        }
        Ok(founds)
    }
}

/// What the searches of a run go on with, one after the other.
struct Searcher<'a> {
    cluster: &'a mut TestCluster,
    pool: &'a mut Pool,
    watch: Watch<'a>,
    rng: ChaCha8Rng,
}

impl Searcher<'_> {
    fn run(
        &mut self,
        order: &SearchOrder<'_>,
        selector: Second,
        live: &mut Live<'_>,
    ) -> SearchResult {
        let prepared = order.bench.prepared;
        let parameters = order.request.parameters.with_room_for(self.cluster);
        let task = SearchTask {
            goals: &prepared.goals,
            wanted: &selector.wanted,
            pool: prepared.knowledge.constants.clone(),
            seeds: selector.seeds,
            parameters: &parameters,
        };
        let mut interrupt = Interrupt::from(order.cancel.flag()).patient(LAST_ANSWER);
        if let Some(seconds) = order.budget.seconds {
            let budget = Duration::from_secs_f64(seconds.min(MOST_SECONDS));
            interrupt = interrupt
                .with_budget_end(live.started + budget)
                .until(live.started + budget * 2 + OVERTIME);
        } else {
            interrupt = interrupt.until(live.started + LONGEST_UNTIMED + OVERTIME);
        }
        self.pool.set_interrupt(interrupt);
        let world = World {
            cluster: self.cluster,
            executor: self.pool,
            stop: &mut self.watch,
            events: live,
        };
        let found = search(task, world, &mut self.rng);
        self.pool.set_interrupt(Interrupt::default());
        found
    }
}

/// Whether the same call threw the same exception on the same way.
fn is_same(one: &UndeclaredException, other: &UndeclaredException) -> bool {
    let call = |undeclared_exception: &UndeclaredException| match undeclared_exception
        .test
        .statements
        .last()
        .map(|it| &it.kind)
    {
        Some(StatementKind::Call { callable, .. }) => Some(*callable),
        _ => None,
    };
    call(one) == call(other) && one.thrown.class == other.thrown.class && one.way == other.way
}

/// What all searches of a run found, as if it had been one; the tests of the archive and the nearest attempts are the
/// first one's.
fn joined(founds: Vec<SearchResult>) -> SearchResult {
    let mut all = founds.into_iter();
    let first = all.next().expect("a run searches at least once");
    all.fold(first, |mut joined, more| {
        joined.blamed_calls.extend(more.blamed_calls);
        joined.executions += more.executions;
        joined.generations += more.generations;
        for undeclared_exception in more.undeclared {
            if !joined
                .undeclared
                .iter()
                .any(|known| is_same(known, &undeclared_exception))
            {
                joined.undeclared.push(undeclared_exception);
            }
        }
        joined.failure = joined.failure.or(more.failure);
        joined
    })
}

/// A small set of tests for the goals that no verified test covers yet.
fn remaining(
    found: &SearchResult,
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
        .map(|(test, goals)| Candidate::new(test.test.clone(), goals))
        .collect()
}
