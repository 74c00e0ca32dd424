//! What the coverage of a test file depends on, as keys of contents: it holds as long as these stay.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::{Path, PathBuf},
};

use goalline_build::{SourceIndex, content_key};

use super::{Tester, find::words_of};
use crate::Request;

/// Changes when the meaning of what is kept does.
const FORMAT: &str = "coverage map 1";

/// The sources of a module and what they run in, as they are now.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    /// What all tests depend on.
    surroundings: String,
    /// The other sources.
    main: BTreeMap<PathBuf, String>,
    /// Test files with those of the test sources that they mention, and that these mention.
    tests: BTreeMap<PathBuf, String>,
}

impl Conditions {
    /// As things are; these are the texts of all files of the test sources.
    pub(super) fn now(request: &Request, tester: &Tester, texts: &[(PathBuf, String)]) -> Self {
        let project = &request.project;
        let mut index = SourceIndex::open(tester.cache(), &project.root);
        let is_test: BTreeSet<&PathBuf> = texts.iter().map(|(path, _)| path).collect();
        let files = project.java_files().into_iter();
        let main = files.filter(|file| !is_test.contains(file));
        let main = main.map(|file| {
            let held = request.text.as_ref().filter(|_| file == request.file);
            let key = match held {
                Some(text) => Some(content_key(&[text.as_bytes()])),
                None => index.key_of(&file),
            };
            (file, key.unwrap_or_default())
        });
        let main = main.collect();
        index.save();
        Self {
            surroundings: surroundings(request, tester),
            main,
            tests: with_mentioned(texts),
        }
    }

    /// The key of a source that is no test.
    pub(super) fn main(&self, file: &Path) -> Option<&String> {
        self.main.get(file)
    }

    /// The key of a test file, with everything that it depends on whatever it runs.
    pub(super) fn of_test(&self, file: &Path) -> Option<String> {
        let own = self.tests.get(file)?;
        Some(content_key(&[self.surroundings.as_bytes(), own.as_bytes()]))
    }
}

/// The key of each file with the keys of those that it mentions by name, over any number of steps: helpers, parents.
fn with_mentioned(texts: &[(PathBuf, String)]) -> BTreeMap<PathBuf, String> {
    let stem = |path: &Path| {
        let stem = path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    };
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, (path, _)) in texts.iter().enumerate() {
        by_name.entry(stem(path)).or_default().push(at);
    }
    let own: Vec<String> = texts
        .iter()
        .map(|(_, text)| content_key(&[text.as_bytes()]))
        .collect();
    let mentioned: Vec<BTreeSet<usize>> = texts
        .iter()
        .map(|(_, text)| {
            let words = words_of(text);
            let known = words.filter_map(|word| by_name.get(word));
            known.flatten().copied().collect()
        })
        .collect();
    let key = |at: usize| {
        let mut reached = BTreeSet::from([at]);
        let mut open = vec![at];
        while let Some(next) = open.pop() {
            open.extend(mentioned[next].iter().filter(|it| reached.insert(**it)));
        }
        let keys: Vec<&[u8]> = reached.iter().map(|it| own[*it].as_bytes()).collect();
        content_key(&keys)
    };
    let files = texts.iter().enumerate();
    files
        .map(|(at, (path, _))| (path.clone(), key(at)))
        .collect()
}

fn surroundings(request: &Request, tester: &Tester) -> String {
    let project = &request.project;
    let mut parts = vec![
        FORMAT.to_owned(),
        format!("{:?}", request.jdk),
        format!("{:?}", project.test_run),
        format!("{:?}", project.compiler_options),
        format!("sandboxed: {}", tester.is_sandboxed),
    ];
    let paths = project.class_path.iter().chain(&project.test_class_path);
    for entry in paths.chain(&project.test_run.source_roots) {
        parts.push(entry.display().to_string());
        parts.push(format!("{:?}", goalline_build::stamps(entry)));
    }
    let parts: Vec<&[u8]> = parts.iter().map(String::as_bytes).collect();
    content_key(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_file_depends_on_helpers_of_helpers_and_on_no_other_test() {
        let texts = |base: &str| -> Vec<(PathBuf, String)> {
            [
                ("A.java", "class A extends Shelf {}"),
                ("Shelf.java", "class Shelf { Base base; }"),
                ("Base.java", base),
                ("Other.java", "class Other {}"),
            ]
            .map(|(path, text)| (path.into(), text.to_owned()))
            .into()
        };
        let (before, after) = (with_mentioned(&texts("1")), with_mentioned(&texts("2")));
        let same = |name: &str| before[Path::new(name)] == after[Path::new(name)];
        assert!(!same("A.java") && !same("Shelf.java") && same("Other.java"));
    }
}
