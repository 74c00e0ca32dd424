//! Which examples the documentation of a callable shows: read elsewhere, kept with the cluster for whoever wants values
//! that a reader of the documentation knows.

use std::collections::BTreeMap;

use goalline_flow::MethodId;

use crate::cluster::members::{callable::CallableId, test_cluster::TestCluster};
use crate::cluster::types::examples::Examples;

impl TestCluster {
    /// From now on these examples are known.
    pub fn know_examples(&mut self, examples: BTreeMap<MethodId, Examples>) {
        self.source.examples = examples.into();
    }

    /// What the documentation of the callable shows; none where it shows nothing.
    pub fn examples(&self, callable: CallableId) -> Option<&Examples> {
        self.source.examples.get(&self.callable(callable).method?)
    }
}
