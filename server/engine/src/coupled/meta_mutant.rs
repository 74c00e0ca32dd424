//! The files of a run for pairs with every operation switchable: takes a coupling and its wanted sites, gives probes
//! for a worker that chooses assertions; switches nothing on.

use std::sync::Arc;

use goalline_flow::{CoupledSite, FileFlow};
use goalline_instrument::ProbePlan;
use goalline_jvm::ProbeRoom;

use crate::{
    Coupling,
    coupled::{
        inspected::Inspected,
        parts::{Parts, Placed},
    },
    request::pair_selector::Reading,
};

/// Caller and callees, ready to be probed so that any mutant of either can be switched on; what pairs need is probed
/// as before.
pub(crate) struct SwitchableFiles {
    /// In their order: where each begins, its flow and its probes.
    pub placed: Vec<Placed>,
    pub flows: Vec<Arc<FileFlow>>,
    pub plans: Vec<ProbePlan>,
    /// Room for all of these probes.
    pub room: ProbeRoom,
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
}
