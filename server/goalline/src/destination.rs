//! Where tests are written: takes a report and the user's choice, gives files; the only place of the command line
//! that writes sources.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use goalline_engine::{
    Framework, InsertError, Report, WrittenTest,
    build::{Project, package_of, read_text, replace_whole, write_whole},
    class_style, insertion, new_test_class,
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
pub struct WrittenFile {
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
    /// The test class is not to be written.
    #[error("{}: the file is read-only, nothing was written; make it writable, or write a test class of its own with --out DIR", .path.display())]
    ReadOnly {
        /// The test class.
        path: PathBuf,
    },
    /// Something on the way to the test class is a link out of the project.
    #[error(
        "{} leads to {}, outside of the project: nothing was written; write a test class of its own with --out DIR",
        .path.display(), .end.display()
    )]
    Outside {
        /// The test class.
        path: PathBuf,
        /// Where it would really stand.
        end: PathBuf,
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
pub struct WritingSubject<'a> {
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
        subject: &WritingSubject<'_>,
        report: &Report,
        tests: &[&WrittenTest],
    ) -> Result<Option<WrittenFile>, WriteError> {
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
                write(&path, &subject.new_class(report, &path, tests))?;
                Ok(Some(WrittenFile { path, existed }))
            }
            Self::Project => subject.write_into_project(report, tests).map(Some),
        }
    }
}

impl WritingSubject<'_> {
    fn write_into_project(
        &self,
        report: &Report,
        tests: &[&WrittenTest],
    ) -> Result<WrittenFile, WriteError> {
        let path = self.project.test_file_for(self.file, simple_name(report));
        if let Some(end) = self.project.strays_to(&path) {
            return Err(WriteError::Outside { path, end });
        }
        if !path.exists() {
            write(&path, &self.new_class(report, &path, tests))?;
            return Ok(WrittenFile {
                path,
                existed: false,
            });
        }
        let existing = read_text(&path).map_err(|cause| disk(&path, cause))?;
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
        refuse_read_only(&path)?;
        replace_whole(&path, existing.as_bytes(), text.as_bytes())
            .map_err(|cause| disk(&path, cause))?;
        Ok(WrittenFile {
            path,
            existed: true,
        })
    }

    /// The text of a new test class in this file, laid out as those beside its place in the project are.
    fn new_class(&self, report: &Report, path: &Path, tests: &[&WrittenTest]) -> String {
        let file = self.project.test_file_for(self.file, simple_name(report));
        let style = class_style(self.project, &file, self.framework);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        new_test_class(&package_of(self.text), &name, tests.iter().copied(), &style)
    }
}

fn simple_name(report: &Report) -> &str {
    let parts = report.class.rsplit(['.', '$']);
    parts.into_iter().next().unwrap_or(&report.class)
}

fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    refuse_read_only(path)?;
    write_whole(path, text.as_bytes()).map_err(|cause| disk(path, cause))
}

/// Who may write every file is asked, too.
fn refuse_read_only(path: &Path) -> Result<(), WriteError> {
    if fs::metadata(path).is_ok_and(|file| file.permissions().readonly()) {
        return Err(WriteError::ReadOnly {
            path: path.to_path_buf(),
        });
    }
    Ok(())
}

fn disk(path: &Path, cause: io::Error) -> WriteError {
    WriteError::Disk {
        path: path.to_path_buf(),
        cause,
    }
}

#[cfg(test)]
mod tests {
    use goalline_engine::build::ProjectSettings;

    use super::*;
    use crate::output::samples;

    struct ShopFolder {
        folder: tempfile::TempDir,
        file: PathBuf,
    }

    fn shop() -> ShopFolder {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = fs::canonicalize(folder.path()).expect("a real path");
        let file = root.join("src/main/java/shop/Cart.java");
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, samples::CART).expect("a file");
        ShopFolder { folder, file }
    }

    fn write_to(
        shop: &ShopFolder,
        destination: &Destination,
    ) -> Result<Option<WrittenFile>, WriteError> {
        let (_, report) = samples::run();
        let project =
            Project::discover(&shop.file, &ProjectSettings::default()).expect("a project");
        let subject = WritingSubject {
            file: &shop.file,
            text: samples::CART,
            project: &project,
            framework: None,
        };
        let tests: Vec<&WrittenTest> = report.written().collect();
        destination.write(&subject, &report, &tests)
    }

    #[test]
    fn a_folder_gets_the_test_class_under_its_package() {
        let shop = shop();
        let out = shop.folder.path().join("out");
        let written = write_to(&shop, &Destination::Folder(out.clone())).expect("written");
        let path = out.join("shop/CartTest.java");
        assert_eq!(
            written,
            Some(WrittenFile {
                path: path.clone(),
                existed: false
            })
        );
        let text = fs::read_to_string(path).expect("the test class");
        assert!(text.starts_with("package shop;\n"), "{text}");
        assert!(text.contains("void totalReturnsOne()"), "{text}");
    }

    #[test]
    fn the_project_gets_a_new_class_in_its_test_root_and_then_insertions() {
        let shop = shop();
        let first = write_to(&shop, &Destination::Project)
            .expect("written")
            .expect("a file");
        assert!(!first.existed);
        assert!(
            first.path.ends_with("src/test/java/shop/CartTest.java"),
            "{first:?}"
        );
        let own = "package shop;\n\nclass CartTest {\n    // mine\n}\n";
        fs::write(&first.path, own).expect("a file");
        let second = write_to(&shop, &Destination::Project)
            .expect("written")
            .expect("a file");
        assert_eq!(
            second,
            WrittenFile {
                path: first.path.clone(),
                existed: true
            }
        );
        let text = fs::read_to_string(&first.path).expect("the test class");
        assert!(
            text.contains("// mine") && text.contains("void totalReturnsOne()"),
            "{text}"
        );
    }

    #[test]
    fn a_broken_test_class_is_left_alone_and_the_reason_is_given() {
        let shop = shop();
        let first = write_to(&shop, &Destination::Project)
            .expect("written")
            .expect("a file");
        let broken = "package shop;\n\nclass CartTest {\n    void (\n}\n";
        fs::write(&first.path, broken).expect("a file");
        let error = write_to(&shop, &Destination::Project).expect_err("refused");
        assert!(
            error.to_string().contains("syntax error at line"),
            "{error}"
        );
        assert_eq!(
            fs::read_to_string(&first.path).expect("the test class"),
            broken
        );
    }

    #[test]
    fn a_read_only_test_class_is_left_alone_whoever_the_user_is() {
        let shop = shop();
        let own = "package shop;\n\nclass CartTest {\n}\n";
        let path = shop.folder.path().join("src/test/java/shop/CartTest.java");
        fs::create_dir_all(path.parent().expect("a folder")).expect("it is ours");
        fs::write(&path, own).expect("a file");
        let mut permissions = fs::metadata(&path).expect("it is there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("it is ours");
        let error = write_to(&shop, &Destination::Project).expect_err("refused");
        assert!(error.to_string().contains("is read-only"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("the test class"), own);
    }

    #[cfg(unix)]
    #[test]
    fn a_test_root_that_leads_out_of_the_project_gets_nothing() {
        let shop = shop();
        let elsewhere = tempfile::tempdir().expect("a folder");
        let root = shop.folder.path().join("src/test");
        std::os::unix::fs::symlink(elsewhere.path(), root).expect("a link");
        let error = write_to(&shop, &Destination::Project).expect_err("refused");
        assert!(
            error.to_string().contains("outside of the project"),
            "{error}"
        );
        assert_eq!(fs::read_dir(elsewhere.path()).expect("a folder").count(), 0);
    }

    /// Names the project in the process that the next test limits.
    #[cfg(unix)]
    const LIMITED: &str = "GOALLINE_TEST_LIMITED";

    /// Not a test of its own: in the limited process it writes into the project and says what came of it.
    #[cfg(unix)]
    #[test]
    fn the_limited_writer() {
        let Some(file) = std::env::var_os(LIMITED).map(PathBuf::from) else {
            return;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let error = write_to(&ShopFolder { folder, file }, &Destination::Project);
        let error = error.expect_err("there is no room").to_string();
        let mut out = io::stderr();
        io::Write::write_fmt(&mut out, format_args!("said: {error}\n")).expect("the parent reads");
    }

    #[cfg(unix)]
    #[test]
    fn a_disk_that_is_full_leaves_the_test_class_as_it_was_and_nothing_beside_it() {
        let shop = shop();
        let first = write_to(&shop, &Destination::Project)
            .expect("written")
            .expect("a file");
        let own = format!(
            "package shop;\n\nclass CartTest {{ /* {} */ }}\n",
            "mine ".repeat(2_000)
        );
        fs::write(&first.path, &own).expect("a file");
        // No file may become longer than four kilobytes, which the system says as it says that a disk is full.
        let output = std::process::Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"])
            .arg(std::env::current_exe().expect("this binary"))
            .args([
                "--exact",
                "destination::tests::the_limited_writer",
                "--nocapture",
            ])
            .env(LIMITED, &shop.file)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("said: cannot write") && said.contains("CartTest.java"),
            "{said}"
        );
        assert_eq!(
            fs::read_to_string(&first.path).expect("the test class"),
            own
        );
        let beside = fs::read_dir(first.path.parent().expect("a folder"));
        assert_eq!(beside.expect("a folder").count(), 1);
    }

    #[test]
    fn a_dry_run_writes_nothing() {
        let shop = shop();
        assert_eq!(
            write_to(&shop, &Destination::Nowhere).expect("nothing"),
            None
        );
        assert!(!shop.folder.path().join("src/test").exists());
    }
}
