//! The generator of the product: takes jobs, finds project and JDK for them, runs the engine on workers that stay warm.

use std::path::PathBuf;

use goalline_engine::{Cancel, Events, Report};

use super::generator::{Failure, Generator, Job};

/// The engine with what it keeps between runs.
pub struct Engine;

impl Generator for Engine {
    fn test_file(&self, _: &Job) -> Result<PathBuf, Failure> {
        Err(Failure::NothingToTest("this build has no engine".into()))
    }

    fn warm_up(&self, _: &Job) -> Result<(), Failure> {
        Ok(())
    }

    fn generate(&self, _: &Job, _: &Cancel, _: &mut dyn Events) -> Result<Report, Failure> {
        Err(Failure::NothingToTest("this build has no engine".into()))
    }
}
