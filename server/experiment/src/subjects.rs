//! What is searched: takes the text of a table of subjects, gives one subject per row; fetches nothing.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Where the source of a subject is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// `group:artifact:version` in a Maven repository, which has the sources too.
    Artifact(String),
    /// A source root.
    Folder(PathBuf),
}

/// A class to search tests for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Where its source is.
    pub source: Source,
    /// Its qualified name.
    pub class: String,
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

/// Reads a table: a source, a tab, a class; further columns and lines that start with `#` are left out. Folders are relative to
/// the table.
///
/// # Errors
/// See [`SubjectsError`].
pub fn read_subjects(path: &Path) -> Result<Vec<Subject>, SubjectsError> {
    let text = std::fs::read_to_string(path).map_err(|cause| SubjectsError::Unreadable {
        path: path.to_path_buf(),
        cause,
    })?;
    subjects(&text, path)
}

fn subjects(text: &str, path: &Path) -> Result<Vec<Subject>, SubjectsError> {
    let mut subjects: Vec<Subject> = Vec::new();
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
        if subjects.iter().any(|known| known.class == class) {
            let class = class.to_owned();
            return Err(SubjectsError::Twice {
                path: path(),
                line,
                class,
            });
        }
        let source = if source.split(':').count() == 3 {
            Source::Artifact(source.to_owned())
        } else {
            Source::Folder(path().parent().unwrap_or(Path::new("")).join(source))
        };
        subjects.push(Subject {
            source,
            class: class.to_owned(),
        });
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
        assert_eq!(got[0].source, Source::Artifact("org.a:b:1.0".to_owned()));
        assert_eq!(got[1].source, Source::Folder(PathBuf::from("/x/lib/src")));
        assert_eq!(got[1].class, "c.D");
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
