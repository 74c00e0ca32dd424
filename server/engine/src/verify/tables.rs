//! Tests of one shape in one: takes the tests of a report, writes those that differ in literals alone as parameterised
//! ones, and gives those of these that pass among the others; where one does not, its tests stay apart.

use std::path::Path;

use goalline_junit::{Framework, TableTest, WrittenTest, one_per_shape};
use goalline_jvm::Pool;
use goalline_prepare::{
    EngineError,
    report::{Report, with_tables},
};
use goalline_testcase::TestCluster;

use crate::verify::verification::{RUNS, TOGETHER_ALONE, Verification};

/// How often those that do not pass are left out before all are.
const MOST_TRIALS: usize = 3;

impl Verification<'_> {
    /// Whether the project's tests can have parameters.
    pub(crate) fn may_have_tables(&self) -> bool {
        self.style.framework == Framework::Jupiter
            && self.junit.iter().any(|jar| has_parameters(jar))
    }

    /// The parameterised tests of the report, checked with all that stands beside them; none where the project's tests
    /// cannot have any.
    pub(crate) fn tables(
        &self,
        pool: &mut Pool,
        cluster: &TestCluster,
        report: &Report,
    ) -> Result<Vec<TableTest>, EngineError> {
        if !self.may_have_tables() || self.limits.is_late() {
            return Ok(Vec::new());
        }
        let tests: Vec<WrittenTest> = report.tests.iter().map(|it| it.written.clone()).collect();
        let mut tables = one_per_shape(cluster, &tests, &self.style, &self.taken);
        for _ in 0..MOST_TRIALS {
            if tables.is_empty() || self.limits.is_over() {
                break;
            }
            let own: Vec<WrittenTest> = tables.iter().map(|table| table.written.clone()).collect();
            let mut failures = self.check_in_one_class(pool, &own, RUNS)?;
            if failures.is_empty() {
                let all: Vec<WrittenTest> = with_tables(&report.tests, &tables).cloned().collect();
                failures = self.check_in_one_class(pool, &all, TOGETHER_ALONE)?;
            }
            if failures.is_empty() {
                return Ok(tables);
            }
            tracing::debug!(?failures, "parameterised tests that do not pass");
            // Where none of them failed, a test beside them did that passed before: a busy machine was too slow for it.
            tables.retain(|table| !failures.contains_key(&table.written.name));
        }
        Ok(Vec::new())
    }
}

/// Whether the jar holds `@ParameterizedTest`.
fn has_parameters(jar: &Path) -> bool {
    let name = jar.file_name().unwrap_or_default().to_string_lossy();
    [
        "junit-jupiter-params-",
        "junit-platform-console-standalone-",
    ]
    .iter()
    .any(|artifact| name.starts_with(artifact))
}
