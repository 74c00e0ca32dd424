//! From text to something searchable: takes a request and a worker, prepares the class or, where pairs are asked for,
//! the class with its callees.

pub mod additional_goals;
pub mod class;
pub mod compile_callees;
pub mod pools;
pub mod prepared;
pub mod states;
pub(crate) mod unreachable;
pub mod with_callees;

use goalline_jvm::{SetId, Worker};

use crate::{
    EngineError, Request,
    prepare::{
        class::prepare_class,
        prepared::Prepared,
        with_callees::{Javac, prepare_coupled},
    },
    sources::{attributions::Attributions, environment_calls::EnvironmentCalls},
};

/// Parses, probes, compiles and describes what the request is about.
pub fn prepare(
    request: &Request,
    worker: &mut Worker,
    attributions: &mut Attributions,
) -> Result<Prepared, EngineError> {
    worker.keep_only(&[SetId::Plain, SetId::Probed], &[&request.file])?;
    let mut prepared = match &request.coupled {
        Some(selector) => prepare_coupled(
            request,
            selector,
            Javac {
                worker,
                attributions,
            },
        )?,
        None => prepare_class(request, worker)?,
    };
    if EnvironmentCalls::may_be_in(&prepared.unit.text) {
        let unit = std::slice::from_ref(&prepared.unit);
        let attributed = worker.attribute(unit)?;
        let flow = &prepared.goals.flow;
        prepared.knowledge.environment_calls = attributed
            .first()
            .map_or_else(EnvironmentCalls::default, |file| {
                EnvironmentCalls::of(flow, file)
            });
    }
    Ok(prepared)
}
