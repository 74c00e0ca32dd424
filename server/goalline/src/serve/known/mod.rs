//! What the server knows: documents, settings, what runs have found and where it stands by now; says nothing to the client.

pub mod asked;
pub mod bodies;
pub mod documents;
pub mod faults;
pub mod followed;
pub mod generator;
pub mod ignored;
pub mod machine;
pub mod moved;
pub mod pairs;
pub mod results;
pub mod scoped_settings;
pub mod settings;
pub mod shown;
pub mod state;
pub mod test_classes;
