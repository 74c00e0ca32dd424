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
        parts::{Parts, PlacedFile},
    },
    request::pair_selector::PairDefinition,
};

/// Caller and callees, ready to be probed so that any mutant of either can be switched on; what pairs need is probed
/// as before.
pub struct MetaMutantFiles {
    /// In their order: where each begins, its flow and its probes.
    pub placed: Vec<PlacedFile>,
    /// Their flows, with operations.
    pub flows: Vec<Arc<FileFlow>>,
    /// What is probed in each.
    pub plans: Vec<ProbePlan>,
    /// Room for all of these probes.
    pub room: ProbeRoom,
    /// The files as one, with the operations of all.
    pub flow: Arc<FileFlow>,
}

impl MetaMutantFiles {
    /// The files of the pairs of these sites.
    pub(crate) fn of(coupling: &Coupling, sites: &[&CoupledSite], reading: PairDefinition) -> Self {
        let files = Parts::of(coupling, sites, reading, &[]).indices();
        let files = files.into_iter();
        let inspected: Vec<Inspected> = files
            .map(|file| Inspected::meta_mutant(coupling, file))
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
    pub fn at(&self, offset: usize) -> Option<(&PlacedFile, bool)> {
        let found = self.placed.iter().rposition(|one| one.start <= offset)?;
        Some((&self.placed[found], found == 0))
    }
}
