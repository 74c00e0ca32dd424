//! How the project's tests are found and run: their files, and JUnit's launcher that fits.

pub(crate) mod framework;
pub(crate) mod launcher;
pub(crate) mod reports;
pub(crate) mod test_files;
pub(crate) mod test_sources;
