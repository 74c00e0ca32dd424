//! The one table of criteria: for each, its name and the function that finds its goals; to add one, add a file and a
//! line here.

mod branch;
mod coupled;
mod direct;
pub(crate) mod exception;
mod line;
mod method;
mod no_exception;
mod output;
mod strong;
mod weak;

use goalline_flow::FileFlow;

use crate::{Criterion, goal::FoundGoal};

/// What every criterion says about itself.
struct CriterionEntry {
    criterion: Criterion,
    /// The name in keys, reports and settings.
    name: &'static str,
    /// The name for people.
    title: &'static str,
    /// The papers' abbreviation.
    short: &'static str,
    goals: fn(&FileFlow) -> Vec<FoundGoal>,
}

const TABLE: [CriterionEntry; 10] = [
    entry(Criterion::Branch, "branch", "branch", "BC", branch::goals),
    entry(
        Criterion::Direct,
        "direct",
        "direct branch",
        "DBC",
        direct::goals,
    ),
    entry(Criterion::Line, "line", "line", "LC", line::goals),
    entry(Criterion::Weak, "weak", "weak mutation", "WM", weak::goals),
    entry(
        Criterion::Strong,
        "strong",
        "strong mutation",
        "SM",
        strong::goals,
    ),
    entry(Criterion::Method, "method", "method", "TMC", method::goals),
    entry(
        Criterion::NoException,
        "noexception",
        "method without exception",
        "NTMC",
        no_exception::goals,
    ),
    entry(
        Criterion::Exception,
        "exception",
        "exception",
        "EC",
        exception::goals,
    ),
    entry(Criterion::Output, "output", "output", "OC", output::goals),
    entry(
        Criterion::Coupled,
        "coupled",
        "coupled branches",
        "CBC",
        coupled::goals,
    ),
];

const fn entry(
    criterion: Criterion,
    name: &'static str,
    title: &'static str,
    short: &'static str,
    goals: fn(&FileFlow) -> Vec<FoundGoal>,
) -> CriterionEntry {
    CriterionEntry {
        criterion,
        name,
        title,
        short,
        goals,
    }
}

impl Criterion {
    /// All criteria, in the order in which they are listed everywhere.
    pub fn all() -> impl Iterator<Item = Criterion> {
        TABLE.iter().map(|entry| entry.criterion)
    }

    /// The eight that smart selection chooses from (Zhou et al. 2022).
    pub fn eight() -> impl Iterator<Item = Criterion> {
        Self::all().filter(|it| match it {
            Self::Branch
            | Self::Direct
            | Self::Line
            | Self::Weak
            | Self::Method
            | Self::NoException
            | Self::Exception
            | Self::Output => true,
            Self::Strong | Self::Coupled => false,
        })
    }

    /// Its name in keys, reports and settings.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Its name for people: "direct branch".
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// The abbreviation that the papers use: `DBC`.
    pub fn short(self) -> &'static str {
        self.entry().short
    }

    /// The criterion of this name.
    pub fn named(name: &str) -> Option<Self> {
        TABLE
            .iter()
            .find(|entry| entry.name == name)
            .map(|entry| entry.criterion)
    }

    /// Whether its goals need `FileFlow::with_operations`.
    pub fn needs_operations(self) -> bool {
        matches!(self, Self::Weak | Self::Strong)
    }

    pub(crate) fn goals(self, flow: &FileFlow) -> Vec<FoundGoal> {
        (self.entry().goals)(flow)
    }

    fn entry(self) -> &'static CriterionEntry {
        let mut entries = TABLE.iter();
        entries
            .find(|entry| entry.criterion == self)
            .expect("the table lists every criterion")
    }
}
