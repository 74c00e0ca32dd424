//! The one table of criteria: for each, its name and the function that finds its goals; to add one, add a file and a line here.

mod branch;

use goalline_flow::FileFlow;

use crate::{Criterion, goal::Found};

/// What every criterion says about itself.
struct Entry {
    criterion: Criterion,
    /// The name in keys, reports and settings.
    name: &'static str,
    goals: fn(&FileFlow) -> Vec<Found>,
}

const TABLE: &[Entry] = &[Entry {
    criterion: Criterion::Branch,
    name: "branch",
    goals: branch::goals,
}];

impl Criterion {
    /// All criteria, in the order in which they are listed everywhere.
    pub fn all() -> impl Iterator<Item = Criterion> {
        TABLE.iter().map(|entry| entry.criterion)
    }

    /// Its name in keys, reports and settings.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The criterion of this name.
    pub fn named(name: &str) -> Option<Self> {
        TABLE
            .iter()
            .find(|entry| entry.name == name)
            .map(|entry| entry.criterion)
    }

    pub(crate) fn goals(self, flow: &FileFlow) -> Vec<Found> {
        (self.entry().goals)(flow)
    }

    fn entry(self) -> &'static Entry {
        let mut entries = TABLE.iter();
        entries
            .find(|entry| entry.criterion == self)
            .expect("the table lists every criterion")
    }
}
