//! Handing out tests while the search goes on: takes covered goals from the search, gives verified tests made on a
//! second worker.

use std::{
    collections::BTreeSet,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use goalline_goals::{GoalId, GoalSet};
use goalline_prepare::{Event, Events};
use goalline_search::{ArchivedTest, SearchEvents, SearchProgress};
use goalline_testcase::TestCluster;

use crate::verify::verification::{Candidate, Verdict};

/// Between two progress events.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Tests that are made ready at once, at most. It begins with one, so that the first one comes early.
const BATCH: usize = 6;

/// Candidates with the cluster they were built from.
pub(crate) struct CandidateBatch {
    pub cluster: TestCluster,
    pub candidates: Vec<Candidate>,
}

/// What the second worker made of a batch.
pub(crate) type JudgedBatch = Vec<(Candidate, Verdict)>;

/// The listener of a search. Without channels nothing is handed out before the end.
pub(crate) struct Live<'a> {
    pub goals: &'a GoalSet,
    pub events: &'a mut dyn Events,
    pub started: Instant,
    pub channels: Option<(mpsc::Sender<CandidateBatch>, mpsc::Receiver<JudgedBatch>)>,
    pub done: JudgedBatch,
    /// When the first test was ready.
    pub first_test: Option<Instant>,
    pending: Vec<(GoalId, Arc<ArchivedTest>)>,
    served: BTreeSet<GoalId>,
    is_busy: bool,
    batches: usize,
    reported: Option<Instant>,
    /// What is told of a second search: the numbers of the first one, and the goals that nobody asked for.
    second: Option<(SearchProgress, BTreeSet<GoalId>)>,
    last: Option<SearchProgress>,
}

impl<'a> Live<'a> {
    /// A listener that has heard nothing; `is_busy`: the second worker has something to do already.
    pub(crate) fn new(
        goals: &'a GoalSet,
        events: &'a mut dyn Events,
        channels: Option<(mpsc::Sender<CandidateBatch>, mpsc::Receiver<JudgedBatch>)>,
        is_busy: bool,
    ) -> Self {
        Self {
            goals,
            events,
            started: Instant::now(),
            channels,
            done: Vec::new(),
            first_test: None,
            pending: Vec::new(),
            served: BTreeSet::new(),
            is_busy,
            batches: 0,
            reported: None,
            second: None,
            last: None,
        }
    }

    /// A second search begins, for these goals too.
    pub(crate) fn begin_second(&mut self, additional: &[GoalId]) {
        if let Some(last) = self.last {
            self.second = Some((last, additional.iter().copied().collect()));
        }
    }

    /// Lets go of the second worker and waits for what it is at.
    pub(crate) fn finish(&mut self) {
        if let Some((sender, finished)) = self.channels.take() {
            drop(sender);
            while let Ok(done) = finished.recv() {
                self.take(done);
            }
        }
    }

    /// Takes what the second worker has finished.
    pub(crate) fn take(&mut self, finished: JudgedBatch) {
        self.is_busy = false;
        for (candidate, verdict) in finished {
            if let Verdict::Ready(test) = &verdict {
                self.served.extend(
                    self.goals
                        .all()
                        .filter(|goal| test.goals.contains(&goal.key))
                        .map(|goal| goal.id),
                );
                self.first_test.get_or_insert_with(Instant::now);
                self.events.event(Event::TestReady(test.clone()));
            }
            self.done.push((candidate, verdict));
        }
    }

    fn collect(&mut self) {
        let finished = match &self.channels {
            Some((_, finished)) => finished.try_recv().ok(),
            None => None,
        };
        if let Some(finished) = finished {
            self.take(finished);
        }
    }

    /// Gives the second worker its next batch when it is idle.
    fn feed(&mut self, cluster: &TestCluster) {
        if self.is_busy || self.pending.is_empty() {
            return;
        }
        let Some((sender, _)) = &self.channels else {
            return;
        };
        self.pending.retain(|(goal, _)| !self.served.contains(goal));
        let mut candidates: Vec<Candidate> = Vec::new();
        let most = BATCH.min(self.batches + 1);
        while candidates.len() < most && !self.pending.is_empty() {
            let (_, test) = self.pending.remove(0);
            let goals: Vec<GoalId> = test
                .covers
                .iter()
                .copied()
                .filter(|goal| !self.served.contains(goal))
                .collect();
            self.served.extend(&goals);
            self.pending.retain(|(goal, _)| !goals.contains(goal));
            candidates.push(Candidate::new(test.test.clone(), goals));
        }
        candidates.retain(|candidate| !candidate.goals.is_empty());
        if candidates.is_empty() {
            return;
        }
        self.batches += 1;
        self.is_busy = sender
            .send(CandidateBatch {
                cluster: cluster.clone(),
                candidates,
            })
            .is_ok();
    }
}

impl SearchEvents for Live<'_> {
    fn covered(&mut self, goals: &[GoalId], test: &Arc<ArchivedTest>) {
        for goal in goals {
            let additional = self.second.as_ref().map(|(_, additional)| additional);
            if additional.is_none_or(|additional| !additional.contains(goal)) {
                self.events
                    .event(Event::Covered(self.goals.goal(*goal).key.clone()));
            }
            self.pending.push((*goal, test.clone()));
        }
    }

    fn progress(&mut self, progress: SearchProgress, cluster: &TestCluster) {
        self.collect();
        self.feed(cluster);
        let progress = match &self.second {
            Some((first, _)) => SearchProgress {
                executions: first.executions + progress.executions,
                ..*first
            },
            None => progress,
        };
        self.last = Some(progress);
        if self
            .reported
            .is_some_and(|last| last.elapsed() < REPORT_EVERY)
        {
            return;
        }
        self.reported = Some(Instant::now());
        self.events.event(Event::Progress {
            covered: progress.covered,
            total: progress.wanted,
            executions: progress.executions,
            seconds: self.started.elapsed().as_secs_f64(),
        });
    }
}
