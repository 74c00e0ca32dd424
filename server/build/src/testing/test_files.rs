//! Where the tests of a class stand or would stand: takes a project and a main file, gives paths; creates nothing.

use std::path::{Path, PathBuf};

use crate::Project;

impl Project {
    /// The file that tests of `class` (its simple name), which stands in `main_file`, belong into: the existing test
    /// class when there is one, else a new `ClassTest.java` in the test root, else beside the class.
    pub fn test_file_for(&self, main_file: &Path, class: &str) -> PathBuf {
        if let Some(existing) = self.existing_tests(main_file, class).into_iter().next() {
            return existing;
        }
        self.test_folders(main_file)
            .into_iter()
            .next()
            .unwrap_or_else(|| folder_of(main_file))
            .join(format!("{class}Test.java"))
    }

    /// The test classes of `class` by custom: the same package in a test root (or the same folder), named `CartTest`,
    /// `CartTests`, `TestCart`, `CartTestCase` or `CartIT`.
    pub fn existing_tests(&self, main_file: &Path, class: &str) -> Vec<PathBuf> {
        let names = [
            format!("{class}Test.java"),
            format!("{class}Tests.java"),
            format!("Test{class}.java"),
            format!("{class}TestCase.java"),
            format!("{class}IT.java"),
        ];
        let mut folders = self.test_folders(main_file);
        folders.push(folder_of(main_file));
        folders.dedup();
        folders
            .iter()
            .flat_map(|folder| names.iter().map(|name| folder.join(name)))
            .filter(|file| file.is_file() && file != main_file)
            .collect()
    }

    /// The folders of the file's package in the test roots.
    fn test_folders(&self, main_file: &Path) -> Vec<PathBuf> {
        let folder = folder_of(main_file);
        let Some(package) = self
            .source_roots
            .iter()
            .find_map(|root| folder.strip_prefix(root).ok())
        else {
            return Vec::new();
        };
        let custom = self.root.join("src/test/java");
        let has_main = self
            .source_roots
            .iter()
            .any(|root| root.ends_with("src/main/java"));
        let default = (self.test_roots.is_empty() && has_main).then_some(&custom);
        self.test_roots
            .iter()
            .chain(default)
            .map(|root| root.join(package))
            .collect()
    }
}

fn folder_of(file: &Path) -> PathBuf {
    file.parent().unwrap_or(file).to_path_buf()
}
