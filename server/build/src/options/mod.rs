//! What builds say to javac and to the JVM of the tests: takes their words, gives those that count here; knows no build
//! tool.

pub mod javac;
pub mod jvm;
