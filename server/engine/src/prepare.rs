//! From text to something searchable: takes a request and a worker, prepares the class or, where pairs are asked for, the class with its callees.

use goalline_jvm::Worker;

use crate::{
    EngineError, Request, prepare_class::prepare_class, prepare_coupled::prepare_coupled,
    prepared::Prepared,
};

/// Parses, probes, compiles and describes what the request is about.
pub(crate) fn prepare(request: &Request, worker: &mut Worker) -> Result<Prepared, EngineError> {
    match &request.coupled {
        Some(wish) => prepare_coupled(request, wish, worker),
        None => prepare_class(request, worker),
    }
}
