//! Goals that come up while tests run: takes traces that an exception ended, makes it a goal of the search; with it,
//! when a search that may always find another one is done.

use goalline_flow::MethodId;
use goalline_testcase::Trace;

use super::SearchSession;

/// Generations without a new exception after which a search is done that has covered everything else.
const QUIET: u32 = 50;

impl SearchSession<'_> {
    /// Makes the exception that left a direct call a goal, where exceptions are asked for and it is new.
    pub(super) fn discover(&mut self, trace: &Trace) {
        if !self.goals.discovers {
            return;
        }
        let Some(thrown) = &trace.thrown else { return };
        let method = MethodId(thrown.method);
        let known = self.goals.flow.methods.get(method.0 as usize);
        if known.is_none_or(|method| method.exempt.is_some()) {
            return;
        }
        let goal = self.goals.discover(method, &thrown.class);
        if !self.archive.admit(goal) {
            return;
        }
        self.counts.discovered += 1;
        self.aims.admit(goal);
        self.counts.last_discovery = self.counts.generation;
    }

    /// Whether exceptions, which have no total, are not asked for or did not come up for a while.
    pub(crate) fn is_quiet(&self) -> bool {
        !self.goals.discovers || self.counts.generation - self.counts.last_discovery >= QUIET
    }

    /// Whether nothing is left to do.
    pub(crate) fn is_done(&self) -> bool {
        self.aims.targets.open() == 0 && self.is_quiet() && !self.mends()
    }
}
