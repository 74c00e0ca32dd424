//! Fitness of direct branches (CRITERIA.md, DBC): the worst level until the test calls the method itself, then as
//! branches in those calls.

use super::Fitness;

impl Fitness {
    pub(super) fn direct_distance(&mut self, branch: u32) -> f64 {
        let predicate = (branch / 2) as usize;
        let method = self.graph.method[predicate];
        if !self.graph.is_callable[method as usize] {
            return self.branch_distance(branch);
        }
        if self.direct.ran[predicate] == self.epoch {
            return self.direct.near[predicate][(branch % 2) as usize];
        }
        let depth = self.graph.depth[predicate];
        if self.is_called(method) {
            self.nearest_control(predicate as u32, depth, |fitness| &fitness.direct)
        } else {
            depth + 1.0
        }
    }

    pub(super) fn direct_entry(&mut self, method: u32) -> f64 {
        if self.graph.is_callable[method as usize] {
            self.called(method)
        } else {
            self.method_distance(method)
        }
    }
}
