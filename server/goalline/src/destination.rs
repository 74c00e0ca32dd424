//! Where tests are written: takes a report and the user's choice, gives files; the only place of the command line that writes sources.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use goalline_engine::{
    Framework, InsertError, ReadyTest, Report, insertion, new_test_class,
    project::{JunitVersion, Project, package_of},
    syntax::{JavaFile, apply_edits},
};
use thiserror::Error;

/// Where the tests of a run go.
#[derive(Clone, Debug)]
pub enum Destination {
    /// Nowhere.
    Nowhere,
    /// Into this folder, with folders for packages.
    Folder(PathBuf),
    /// Into the project: the existing test class, else a new one in the test root.
    Project,
}

/// A file that was written.
#[derive(Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub path: PathBuf,
    /// Whether it existed before.
    pub existed: bool,
}

/// Why nothing was written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The test class cannot take tests.
    #[error("{}: {cause}; nothing was written (--out DIR writes a test class of its own)", .path.display())]
    Insert {
        /// The test class.
        path: PathBuf,
        /// Why.
        cause: InsertError,
    },
    /// Edits that do not fit the text.
    #[error("{}: {cause}; nothing was written", .path.display())]
    Edit {
        /// The test class.
        path: PathBuf,
        /// What is wrong with them.
        cause: goalline_engine::syntax::EditError,
    },
    /// The disk.
    #[error("cannot write {}: {cause}", .path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}

/// What a run was about, as far as writing needs it.
pub struct Subject<'a> {
    /// The Java file.
    pub file: &'a Path,
    /// Its text.
    pub text: &'a str,
    /// Its project.
    pub project: &'a Project,
    /// What the user asked to write for.
    pub framework: Option<Framework>,
}

impl Destination {
    /// Writes these tests of the report; gives the file, or nothing when there is nothing to write.
    pub fn write(
        &self,
        subject: &Subject<'_>,
        report: &Report,
        tests: &[&ReadyTest],
    ) -> Result<Option<Written>, WriteError> {
        if tests.is_empty() {
            return Ok(None);
        }
        match self {
            Self::Nowhere => Ok(None),
            Self::Folder(folder) => {
                let package = package_of(subject.text);
                let mut path = folder.clone();
                path.extend(package.split('.').filter(|part| !part.is_empty()));
                path.push(format!("{}.java", report.test_class_name));
                let existed = path.exists();
                write(
                    &path,
                    &subject.new_class(&package, &report.test_class_name, tests),
                )?;
                Ok(Some(Written { path, existed }))
            }
            Self::Project => subject.write_into_project(report, tests).map(Some),
        }
    }
}

impl Subject<'_> {
    fn write_into_project(
        &self,
        report: &Report,
        tests: &[&ReadyTest],
    ) -> Result<Written, WriteError> {
        let class = report
            .class
            .rsplit(['.', '$'])
            .next()
            .unwrap_or(&report.class);
        let path = self.project.test_file_for(self.file, class);
        if !path.exists() {
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            write(&path, &self.new_class(&package_of(self.text), &name, tests))?;
            return Ok(Written {
                path,
                existed: false,
            });
        }
        let existing = fs::read_to_string(&path).map_err(|cause| WriteError::Disk {
            path: path.clone(),
            cause,
        })?;
        let edits = insertion(&JavaFile::parse(existing.as_str()), tests.iter().copied()).map_err(
            |cause| WriteError::Insert {
                path: path.clone(),
                cause,
            },
        )?;
        let text = apply_edits(&existing, &edits).map_err(|cause| WriteError::Edit {
            path: path.clone(),
            cause,
        })?;
        write(&path, &text)?;
        Ok(Written {
            path,
            existed: true,
        })
    }

    fn new_class(&self, package: &str, name: &str, tests: &[&ReadyTest]) -> String {
        let framework = self.framework.unwrap_or(match self.project.junit {
            JunitVersion::Junit4 => Framework::Junit4,
            JunitVersion::Jupiter | JunitVersion::Absent => Framework::Jupiter,
        });
        new_test_class(package, name, tests.iter().copied(), framework)
    }
}

fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|cause| WriteError::Disk {
            path: path.to_path_buf(),
            cause,
        })
}
