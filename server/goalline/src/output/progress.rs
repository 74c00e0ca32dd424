//! The progress of a run on a terminal: takes the engine's events, gives a bar on standard error; without a terminal
//! only notices.

use std::collections::BTreeSet;

use goalline_engine::{Event, Events, RunPhase};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{
    paint::{DIM, grouped},
    visible::visible,
};

/// A bar that follows one run.
pub struct RunBar {
    bar: ProgressBar,
    /// What was said already, so that the report does not repeat it.
    pub said: BTreeSet<String>,
}

impl RunBar {
    /// A bar for a run on the class or file of this name.
    pub fn new() -> Self {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{prefix:11}{bar:24} {pos}/{len}  {msg}")
            .expect("the template is sound")
            .progress_chars("██░");
        bar.set_style(style);
        Self {
            bar,
            said: BTreeSet::new(),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Prints a notice above the bar, once.
    pub fn say(&mut self, notice: &str) {
        if self.said.insert(notice.to_owned()) {
            self.bar
                .suspend(|| anstream::eprintln!("{DIM}note:{DIM:#} {}", visible(notice)));
        }
    }
}

impl Events for RunBar {
    fn event(&mut self, event: Event) {
        match event {
            Event::Phase(phase) => self.bar.set_prefix(match phase {
                RunPhase::Compiling => "compiling",
                RunPhase::UserTests => "your tests",
                RunPhase::Searching => "searching",
                RunPhase::Verifying => "verifying",
            }),
            Event::UserTests { class, at, of } => {
                self.bar.set_message(format!("{class} ({at} of {of})"));
            }
            Event::Goals { states, .. } => self.bar.set_length(states.len() as u64),
            Event::Progress {
                covered,
                total,
                executions,
                seconds,
            } => {
                self.bar.set_length(total as u64);
                self.bar.set_position(covered as u64);
                self.bar
                    .set_message(format!("{seconds:.1} s  {} tests run", grouped(executions)));
            }
            Event::Notice(notice) => self.say(&notice),
            Event::Covered(_) | Event::TestReady(_) => {}
        }
    }
}

impl Drop for RunBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
