//! Pairs of branches of a run for a later process: takes its report and what it ran on, gives both later; decides
//! nothing.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_build::read_text;
use goalline_goals::GoalKey;
use goalline_prepare::{CoupledCall, FileKeys, GoalState, ReadyTest, Report};
use serde::{Deserialize, Serialize};

use crate::store::version;

/// What is known of the calls of one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LastPairs {
    /// What made it: versions differ in what they understand.
    version: String,
    /// The files that it depends on.
    pub seen: FileKeys,
    /// The texts that were looked at, of the caller and of all that it calls; the files may have changed since.
    pub texts: BTreeMap<PathBuf, Arc<str>>,
    /// The calls whose pairs the goals are.
    pub calls: Vec<CoupledCall>,
    /// Each goal with its state.
    pub states: Vec<(GoalKey, GoalState)>,
    /// The tests that were ready.
    pub tests: Vec<Arc<ReadyTest>>,
}

impl LastPairs {
    /// Of a run on this text of this file; `open` are texts of files that an editor holds.
    pub fn of(
        report: &Report,
        file: &Path,
        text: Arc<str>,
        open: &BTreeMap<PathBuf, Arc<str>>,
    ) -> Self {
        let files = report.calls.iter().flat_map(|call| {
            let callers = call.callers.iter().map(|branch| &branch.file);
            callers.chain(&call.callee_files)
        });
        let mut texts = BTreeMap::from([(file.to_path_buf(), text)]);
        for file in files {
            if texts.contains_key(file) {
                continue;
            }
            let read = || Some(Arc::from(read_text(file).ok()?));
            if let Some(text) = open.get(file).cloned().or_else(read) {
                texts.insert(file.clone(), text);
            }
        }
        let states = report.goals.iter();
        Self {
            texts,
            calls: report.calls.clone(),
            states: states
                .map(|it| (it.goal.key.clone(), it.state.clone()))
                .collect(),
            tests: report.tests.clone(),
            ..Self::none(report.seen.clone())
        }
    }

    /// No pairs, as long as these files are as they are.
    pub fn none(seen: FileKeys) -> Self {
        Self {
            version: version(),
            seen,
            ..Self::default()
        }
    }

    /// Whether this version understands it.
    pub(crate) fn is_of_use(&self) -> bool {
        self.version == version()
    }
}
