//! JDKs: finds one with a compiler, says where it looked.

use std::path::PathBuf;

/// A JDK that was run once to learn its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its home folder (`bin/java` and `bin/javac` inside).
    pub home: PathBuf,
    /// Feature release: 11, 17, 25.
    pub feature: u32,
    /// Full version, `17.0.15`.
    pub version: String,
    /// Where it was found, for people: `JAVA_HOME`, `setting goalline.java.home`, `PATH`, `known folders`.
    pub found_by: String,
}
