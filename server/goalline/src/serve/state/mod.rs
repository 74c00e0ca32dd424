//! What the server knows: documents, settings, what runs have found and where it stands by now; says nothing to the
//! client.

pub mod asked;
pub mod documents;
pub mod faults;
pub mod generator;
pub mod ignored;
pub mod machine;
pub mod pairs;
pub mod results;
pub mod server;
pub mod settings;
pub mod suites;
pub mod test_classes;
