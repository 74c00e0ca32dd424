//! Experiments that compare searches: takes subjects, configurations and a budget, gives one record per run, tables
//! and a report; a run itself is the engine's.

mod analysis;
mod plan;
mod report;
mod runs;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Cell, ClassSize, Tally, Versus, Winner};
pub use plan::configuration::{Configuration, ConfigurationError, fits};
pub use plan::outline::build;
pub use plan::preset::{PRESETS, Preset};
pub use plan::record::{Coverage, RunOutcome, RunRecord};
pub use plan::subjects::{ExperimentSubject, SubjectSource, SubjectsError, read_subjects};
pub use plan::{Plan, PlannedRun, Shard};
pub use report::report;
pub use runs::engine_runs::{EngineRuns, Subjects, check_selection};
pub use runs::folder::{Folder, FolderError};
pub use runs::runner::{Measure, Runner, RunnerProgress, Stopped};
