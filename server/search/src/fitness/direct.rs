//! Fitness of direct branches (design §5, DBC): the worst level until the test calls the method itself, then as branches in those calls.

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
            self.nearest_direct_control(predicate as u32, depth)
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

    /// The shortest way back over control dependences to a predicate that ran in a direct call, or to the entry.
    fn nearest_direct_control(&mut self, from: u32, depth: f64) -> f64 {
        self.walk += 1;
        self.queue.clear();
        self.queue.push((from, 1.0));
        self.visited[from as usize] = self.walk;
        let mut best = depth;
        let mut next = 0;
        while let Some(&(predicate, level)) = self.queue.get(next) {
            next += 1;
            if level >= best {
                break;
            }
            for branch in self.graph.controls.get(predicate as usize) {
                let control = (branch / 2) as usize;
                if self.direct.ran[control] == self.epoch {
                    best = best.min(level + self.direct.near[control][(branch % 2) as usize]);
                } else if self.visited[control] != self.walk {
                    self.visited[control] = self.walk;
                    self.queue.push((control as u32, level + 1.0));
                }
            }
        }
        best
    }
}
