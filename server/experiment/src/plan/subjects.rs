//! What is searched: takes the text of a table of subjects, gives one subject per row; fetches nothing.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Where the source of a subject is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectSource {
    /// `group:artifact:version` in a Maven repository, which has the sources too.
    Artifact(String),
    /// A source root.
    Folder(PathBuf),
}

impl SubjectSource {
    /// As tables of subjects write it: with two colons an artifact, else a folder beside the table.
    fn of(written: &str, table: &Path) -> Self {
        if written.split(':').count() == 3 {
            Self::Artifact(written.to_owned())
        } else {
            Self::Folder(table.parent().unwrap_or(Path::new("")).join(written))
        }
    }

    fn last_part(&self) -> String {
        match self {
            Self::Artifact(artifact) => artifact.rsplit(':').next().map(str::to_owned),
            Self::Folder(folder) => folder
                .file_name()
                .map(|name| name.to_string_lossy().into_owned()),
        }
        .unwrap_or_default()
    }
}

/// A class to search tests for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentSubject {
    /// Where its source is.
    pub source: SubjectSource,
    /// Its qualified name.
    pub class: String,
    /// A class that it calls, where pairs of branches are compared.
    pub callee: Option<String>,
    /// The source of a faulty version, where suites are compared by whether they tell it from this one.
    pub buggy: Option<SubjectSource>,
}

impl ExperimentSubject {
    /// What tells it from others in tables and on disk: the class, with its callee behind a plus sign, or with the
    /// last part of where its faulty version is behind an exclamation mark.
    pub fn name(&self) -> String {
        match (&self.callee, &self.buggy) {
            (Some(callee), _) => format!("{}+{callee}", self.class),
            (None, Some(buggy)) => format!("{}!{}", self.class, buggy.last_part()),
            (None, None) => self.class.clone(),
        }
    }

    /// Its source, as tables of subjects write it.
    pub fn source_name(&self) -> String {
        match &self.source {
            SubjectSource::Artifact(artifact) => artifact.clone(),
            SubjectSource::Folder(folder) => folder.display().to_string(),
        }
    }
}

/// Why a table of subjects cannot be used.
#[derive(Debug, Error)]
pub enum SubjectsError {
    /// It cannot be read.
    #[error("cannot read {path}: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// A row is no subject.
    #[error(
        "{path}:{line}: a row is a source (group:artifact:version, or a folder) and a class, with a tab between"
    )]
    Row {
        /// The file.
        path: PathBuf,
        /// One-based.
        line: usize,
    },
    /// A class stands there twice.
    #[error("{path}:{line}: {class} stands there twice")]
    Twice {
        /// The file.
        path: PathBuf,
        /// One-based.
        line: usize,
        /// The class.
        class: String,
    },
    /// It has no rows.
    #[error("{0} has no subjects")]
    Empty(PathBuf),
}

/// The column that names a callee begins so.
const CALLEE: &str = "callee=";

/// The column that names a faulty version begins so.
const BUGGY: &str = "buggy=";

/// Reads a table: a source, a tab, a class, where pairs are meant `callee=CLASS`, and where there is a faulty version
/// `buggy=SOURCE`; further columns and lines that start with `#` are left out. Folders are relative to the table.
///
/// # Errors
/// See [`SubjectsError`].
pub fn read_subjects(path: &Path) -> Result<Vec<ExperimentSubject>, SubjectsError> {
    let text = std::fs::read_to_string(path).map_err(|cause| SubjectsError::Unreadable {
        path: path.to_path_buf(),
        cause,
    })?;
    subjects(&text, path)
}

fn subjects(text: &str, path: &Path) -> Result<Vec<ExperimentSubject>, SubjectsError> {
    let mut subjects: Vec<ExperimentSubject> = Vec::new();
    for (at, row) in text.lines().enumerate() {
        if row.starts_with('#') || row.trim().is_empty() {
            continue;
        }
        let (line, path) = (at + 1, || path.to_path_buf());
        let mut columns = row.split('\t').map(str::trim);
        let (Some(source), Some(class)) = (columns.next(), columns.next()) else {
            return Err(SubjectsError::Row { path: path(), line });
        };
        if source.is_empty() || class.is_empty() {
            return Err(SubjectsError::Row { path: path(), line });
        }
        let rest: Vec<&str> = columns.collect();
        let named = |prefix: &str| rest.iter().find_map(|column| column.strip_prefix(prefix));
        let subject = ExperimentSubject {
            source: SubjectSource::of(source, &path()),
            class: class.to_owned(),
            callee: named(CALLEE).map(str::to_owned),
            buggy: named(BUGGY).map(|buggy| SubjectSource::of(buggy, &path())),
        };
        if subjects.iter().any(|known| known.name() == subject.name()) {
            let (path, class) = (path(), subject.name());
            return Err(SubjectsError::Twice { path, line, class });
        }
        subjects.push(subject);
    }
    if subjects.is_empty() {
        return Err(SubjectsError::Empty(path.to_path_buf()));
    }
    Ok(subjects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_artifacts_or_folders_beside_the_table() {
        let text = "# a comment\norg.a:b:1.0\ta.B\t184\nlib/src\tc.D\n";
        let got = subjects(text, Path::new("/x/subjects.tsv")).expect("a table");
        assert_eq!(
            got[0].source,
            SubjectSource::Artifact("org.a:b:1.0".to_owned())
        );
        assert_eq!(
            got[1].source,
            SubjectSource::Folder(PathBuf::from("/x/lib/src"))
        );
        assert_eq!(got[1].class, "c.D");
    }

    #[test]
    fn a_column_may_name_the_callee_of_a_pair() {
        let text = "lib\tc.D\tcallee=c.E\tby couplings\nlib\tc.D\tcallee=c.F\nlib\tc.D\n";
        let got = subjects(text, Path::new("s.tsv")).expect("a table");
        let names: Vec<String> = got.iter().map(ExperimentSubject::name).collect();
        assert_eq!(names, ["c.D+c.E", "c.D+c.F", "c.D"]);
    }

    #[test]
    fn a_column_may_name_a_faulty_version_of_which_a_class_may_have_several() {
        let text = "org.a:b:1.0\tc.D\tbuggy=faults/A-1\norg.a:b:1.0\tc.D\tbuggy=org.a:b:0.9\n";
        let got = subjects(text, Path::new("/x/s.tsv")).expect("a table");
        let folder = PathBuf::from("/x/faults/A-1");
        assert_eq!(got[0].buggy, Some(SubjectSource::Folder(folder)));
        let names: Vec<String> = got.iter().map(ExperimentSubject::name).collect();
        assert_eq!(names, ["c.D!A-1", "c.D!0.9"]);
    }

    #[test]
    fn bad_rows_are_named_by_their_line() {
        let says = |text: &str| {
            subjects(text, Path::new("s.tsv"))
                .expect_err("bad")
                .to_string()
        };
        assert!(says("#\nlone\n").starts_with("s.tsv:2: a row is"));
        assert_eq!(says("a\tB\nb\tB\n"), "s.tsv:2: B stands there twice");
        assert_eq!(says("#\n"), "s.tsv has no subjects");
    }
}
