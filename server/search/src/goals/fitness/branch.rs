//! Branch distance and approach level: takes what a run did, gives the way to a branch, a method or a place; loads
//! nothing. A run that broke off on a straight way is the nearer the more lines of that way it came.

use super::{Fitness, Layer};

/// What a whole way that was left to go counts: less than any branch distance of note, so that it only decides between
/// runs that are alike otherwise.
const LINES_LEFT: f64 = 1e-12;

impl Fitness {
    /// To the outcome of a predicate: ν of its distance where it ran, else the way to it.
    pub(super) fn branch_distance(&mut self, branch: u32) -> f64 {
        let predicate = (branch / 2) as usize;
        if self.plain.ran[predicate] == self.epoch {
            return self.plain.near[predicate][(branch % 2) as usize];
        }
        let method = self.graph.method[predicate];
        if self.entered[method as usize] != self.epoch {
            return self.graph.depth[predicate] + self.method_distance(method);
        }
        let depth = self.graph.depth[predicate];
        let level = self.nearest_control(predicate as u32, depth, |fitness| &fitness.plain);
        let has_broken_off = level.fract() == 0.0;
        if has_broken_off {
            level + LINES_LEFT * self.way_left(predicate)
        } else {
            level
        }
    }

    /// The share of the lines on the way to a predicate that a run did not pass; 0 where lines are not measured.
    fn way_left(&self, predicate: usize) -> f64 {
        let way = self.graph.way_to(predicate);
        if !self.has_lines || way.is_empty() {
            return 0.0;
        }
        let is_left = |line: &&u32| self.lines[**line as usize] != self.epoch;
        way.iter().filter(is_left).count() as f64 / way.len() as f64
    }

    /// The shortest way back over control dependences to a predicate that ran, by what is taken for running; else
    /// `entry`, the way to the entry.
    pub(super) fn nearest_control(
        &mut self,
        from: u32,
        entry: f64,
        layer: fn(&Self) -> &Layer,
    ) -> f64 {
        self.walk += 1;
        self.queue.clear();
        self.queue.push((from, 1.0));
        self.visited[from as usize] = self.walk;
        let mut best = entry;
        let mut next = 0;
        while let Some(&(predicate, level)) = self.queue.get(next) {
            next += 1;
            if level >= best {
                break;
            }
            for branch in self.graph.controls.get(predicate as usize) {
                let control = (branch / 2) as usize;
                if layer(self).ran[control] == self.epoch {
                    best = best.min(level + layer(self).near[control][(branch % 2) as usize]);
                } else if self.visited[control] != self.walk {
                    self.visited[control] = self.walk;
                    self.queue.push((control as u32, level + 1.0));
                }
            }
        }
        best
    }

    pub(super) fn method_distance(&mut self, method: u32) -> f64 {
        if self.entered[method as usize] == self.epoch {
            return 0.0;
        }
        if self.methods_epoch != self.epoch {
            self.methods_epoch = self.epoch;
            self.measure_methods();
        }
        self.methods[method as usize]
    }

    /// Least distances to all methods at once: relaxes the entrances until nothing gets nearer.
    fn measure_methods(&mut self) {
        let worst = self.graph.worst();
        for method in 0..self.methods.len() {
            self.methods[method] = if self.entered[method] == self.epoch {
                0.0
            } else {
                worst
            };
        }
        for pass in 0.. {
            let mut changed = false;
            for at in 0..self.graph.entrances.len() {
                let entrance = self.graph.entrances[at];
                let (to, from) = (entrance.callee as usize, entrance.caller as usize);
                let caller_entered = self.entered[from] == self.epoch;
                if self.entered[to] == self.epoch || (caller_entered && pass > 0) {
                    continue;
                }
                let way = if caller_entered {
                    1.0 + self.entrance_distance(at)
                } else {
                    1.0 + entrance.depth + self.methods[from]
                };
                if way < self.methods[to] {
                    self.methods[to] = way;
                    changed = true;
                }
            }
            if !changed && pass > 0 {
                break;
            }
        }
    }

    /// Distance to a call in a method that was entered.
    fn entrance_distance(&mut self, entrance: usize) -> f64 {
        let count = self.graph.entrance_controls.get(entrance).len();
        let mut best = if count == 0 { 0.0 } else { f64::INFINITY };
        for at in 0..count {
            let branch = self.graph.entrance_controls.get(entrance)[at];
            best = best.min(self.branch_distance(branch));
        }
        best
    }

    /// To a place in a method that depends on these branches; 0 where the flow came as far as it decides.
    pub(super) fn place_distance(&mut self, controls: &[u32], method: u32) -> f64 {
        if controls.is_empty() || self.entered[method as usize] != self.epoch {
            let depth = controls
                .iter()
                .map(|branch| self.graph.depth[*branch as usize / 2]);
            let depth = depth.reduce(f64::min).unwrap_or(0.0);
            let way = self.method_distance(method);
            return if way > 0.0 { depth + way } else { 0.0 };
        }
        let ways = controls.iter().map(|branch| self.branch_distance(*branch));
        ways.reduce(f64::min).unwrap_or(0.0)
    }
}
