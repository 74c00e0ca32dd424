//! Tests of the whole search on small Java subjects that a scripted executor runs without a JVM.

mod fitness;
mod laws;
mod searching;
mod subject;
