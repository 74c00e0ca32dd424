//! How far a search had got at which time: takes numbers of covered goals as they change, gives the steps; knows no
//! goals.

use std::time::Instant;

/// How far a search had got; from here until the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Seconds of search, when it was noticed: after the batch.
    pub seconds: f64,
    /// Tests run.
    pub executions: u64,
    /// Sought goals that some test covers.
    pub covered: usize,
}

/// The steps of a search so far.
#[derive(Debug)]
pub struct StepRecorder {
    started: Instant,
    steps: Vec<Step>,
}

impl StepRecorder {
    /// None yet, of a search that started then.
    pub fn since(started: Instant) -> Self {
        Self {
            started,
            steps: Vec::new(),
        }
    }

    /// Notes that so many goals are covered from so many tests on. Of several numbers at one test the last one
    /// counts: one test covers several goals, and of suites bred together several may be whole after the same test.
    pub fn note(&mut self, covered: usize, executions: u64) {
        match self.steps.last_mut() {
            Some(last) if executions <= last.executions => last.covered = covered,
            Some(last) if covered == last.covered => {}
            None if covered == 0 => {}
            _ => self.steps.push(Step {
                seconds: self.started.elapsed().as_secs_f64(),
                executions,
                covered,
            }),
        }
    }

    /// All of them, in order.
    pub fn into_list(self) -> Vec<Step> {
        self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(covered: &[(usize, u64)]) -> Vec<(usize, u64)> {
        let mut steps = StepRecorder::since(Instant::now());
        for (covered, executions) in covered {
            steps.note(*covered, *executions);
        }
        let list = steps.into_list().into_iter();
        list.map(|step| (step.covered, step.executions)).collect()
    }

    #[test]
    fn a_step_is_where_the_number_changes_and_a_test_that_covers_several_goals_is_one() {
        let told = [(0, 5), (1, 10), (2, 10), (2, 12), (3, 20), (3, 50)];
        assert_eq!(noted(&told), [(2, 10), (3, 20)]);
    }

    #[test]
    fn what_is_refuted_is_a_step_down_and_at_the_same_test_no_step_at_all() {
        assert_eq!(noted(&[(2, 10), (1, 30)]), [(2, 10), (1, 30)]);
        assert_eq!(noted(&[(1, 10), (2, 30), (1, 30)]), [(1, 10), (1, 30)]);
    }
}
