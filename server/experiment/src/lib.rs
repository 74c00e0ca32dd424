//! Experiments that compare searches: takes subjects, configurations and a budget, gives one record per run, tables and a report;
//! a run itself is the engine's.

mod analysis;
mod area;
mod configuration;
mod correlation;
mod engine_runs;
mod fault_report;
mod folder;
mod friedman;
mod goal_report;
mod nearest;
mod outline;
mod overview;
mod pair_report;
mod per_goal;
mod plan;
mod plots;
mod preset;
mod record;
mod report;
mod runner;
pub mod statistics;
mod subjects;
mod tables;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Cell, Size, Tally, Verdict, Versus};
pub use configuration::{Configuration, ConfigurationError, fits};
pub use engine_runs::{EngineRuns, Subjects, check_selection};
pub use folder::{Folder, FolderError};
pub use outline::build;
pub use plan::{Job, Plan, Shard};
pub use preset::{PRESETS, Preset};
pub use record::{Coverage, Outcome, Record};
pub use report::report;
pub use runner::{Measure, Progress, Stopped, run};
pub use subjects::{Source, Subject, SubjectsError, read_subjects};
