//! The files of a run for pairs with every operation switchable: takes a coupling and its wanted sites, gives probes for a worker that
//! chooses assertions; switches nothing on.

use std::{path::PathBuf, sync::Arc};

use goalline_flow::{CoupledSite, FileFlow};
use goalline_instrument::ProbePlan;
use goalline_jvm::{ProbeRoom, SourceUnit, Worker};
use goalline_syntax::JavaFile;

use crate::{
    Coupling, EngineError,
    coupled_compile::{Probing, compile_humbly},
    coupled_parts::Parts,
    coupled_wish::Reading,
    inspected::Inspected,
};

/// A file with where it begins in the joined text.
pub(crate) struct Placed {
    pub start: usize,
    pub path: PathBuf,
    pub file: JavaFile,
}

/// Caller and callees, ready to be probed so that any mutant of either can be switched on; what pairs need is probed as before.
pub(crate) struct SwitchableFiles {
    placed: Vec<Placed>,
    flows: Vec<Arc<FileFlow>>,
    plans: Vec<ProbePlan>,
    room: ProbeRoom,
    /// The files as one, with the operations of all.
    pub flow: Arc<FileFlow>,
}

impl SwitchableFiles {
    /// The files of the pairs of these sites.
    pub(crate) fn of(coupling: &Coupling, sites: &[&CoupledSite], reading: Reading) -> Self {
        let files = Parts::of(coupling, sites, reading, &[]).indices();
        let files = files.into_iter();
        let inspected: Vec<Inspected> = files
            .map(|file| Inspected::switchable(coupling, file))
            .collect();
        let parts = Parts::of(coupling, sites, reading, &inspected);
        let all = 0..parts.count();
        Self {
            placed: all.clone().map(|part| parts.placed(part)).collect(),
            flows: all.clone().map(|part| parts.file(part).1.clone()).collect(),
            plans: all.map(|part| parts.plan(part)).collect(),
            room: parts.room(&parts.flow(sites)),
            flow: Arc::new(parts.files_flow()),
        }
    }

    /// The file that holds a place of the joined text, with whether it is the caller's.
    pub(crate) fn at(&self, offset: usize) -> Option<(&Placed, bool)> {
        let found = self.placed.iter().rposition(|one| one.start <= offset)?;
        Some((&self.placed[found], found == 0))
    }

    /// Gives the worker the files with these probes; whether javac takes them.
    pub(crate) fn install(&self, worker: &mut Worker) -> Result<bool, EngineError> {
        worker.prepare(&self.room)?;
        let files = self.placed.iter().zip(&self.flows);
        let files: Vec<Probing<'_>> = files
            .map(|(placed, flow)| Probing {
                unit: SourceUnit {
                    path: placed.path.clone(),
                    text: placed.file.text().to_owned(),
                },
                file: &placed.file,
                flow,
            })
            .collect();
        let compiled = compile_humbly(worker, &files, self.plans.clone(), |_| Ok(()))?;
        Ok(compiled.is_some())
    }
}
