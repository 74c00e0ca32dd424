//! Fitness of lines (CRITERIA.md, LC): 0 when the statement ran, else 1 + the way to it; never 0 by the branch alone.

use super::Fitness;

impl Fitness {
    /// An earlier line may have thrown, so a line whose branch was taken is still 1 away.
    pub(super) fn line_distance(&mut self, line: u32) -> f64 {
        if self.lines[line as usize] == self.epoch {
            return 0.0;
        }
        let controls = self.touched.line_controls.get(line as usize).to_vec();
        1.0 + self.place_distance(&controls, self.touched.line_method[line as usize])
    }
}
