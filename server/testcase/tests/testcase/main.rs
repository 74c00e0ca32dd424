//! Tests of the crate through its public face, in one binary.

mod cluster;
mod collaborators;
mod editing;
mod java;
mod kept;
mod lookups;
mod reaching;
