//! What the coverage of a test file depends on, as keys of contents: it holds as long as these stay.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_build::{SourceIndex, content_key, source_texts};
use goalline_flow::FileFlow;
use goalline_prepare::{Request, sources::skeleton::FileParts};
use goalline_syntax::JavaFile;

use super::{Tester, find::words_of, records::MapMemory};

/// Changes when the meaning of what is kept does.
const FORMAT: &str = "coverage map 2";

/// The sources of a module and what they run in, as they are now.
#[derive(Debug, Default)]
pub(super) struct MapValidity {
    /// What all tests depend on.
    surroundings: String,
    /// The text of the file that a run is about, where an editor holds it.
    held: Option<HeldText>,
    /// The other sources.
    main: BTreeMap<PathBuf, String>,
    /// Test files with those of the test sources that they mention, and that these mention.
    tests: BTreeMap<PathBuf, String>,
}

#[derive(Debug)]
struct HeldText {
    file: PathBuf,
    text: Arc<str>,
}

impl MapValidity {
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
        let held = request.text.clone().map(|text| HeldText {
            file: request.file.clone(),
            text,
        });
        Self {
            surroundings: surroundings(request, tester),
            held,
            main,
            tests: keys_of(texts, &tester.maps),
        }
    }

    /// The key of a source that is no test.
    pub(super) fn main(&self, file: &Path) -> Option<&String> {
        self.main.get(file)
    }

    /// What a source consists of.
    pub(super) fn parts(&self, file: &Path) -> Option<FileParts> {
        let held = self.held.as_ref().filter(|held| held.file == file);
        let text = match held {
            Some(held) => held.text.clone(),
            None => source_texts([file.to_path_buf()]).next()?.1.into(),
        };
        let file = JavaFile::parse(text);
        Some(FileParts::of(&file, &FileFlow::of(&file)))
    }

    /// The key of a test file, with everything that it depends on whatever it runs.
    pub(super) fn of_test(&self, file: &Path) -> Option<String> {
        let own = self.tests.get(file)?;
        Some(content_key(&[self.surroundings.as_bytes(), own.as_bytes()]))
    }
}

/// The key of each file with those of what it mentions; looked for only where a text has changed.
fn keys_of(texts: &[(PathBuf, String)], memory: &MapMemory) -> BTreeMap<PathBuf, String> {
    let own: Vec<String> = texts
        .iter()
        .map(|(_, text)| content_key(&[text.as_bytes()]))
        .collect();
    let paths = texts
        .iter()
        .map(|(path, _)| path.as_os_str().as_encoded_bytes());
    let parts: Vec<&[u8]> = paths.chain(own.iter().map(String::as_bytes)).collect();
    memory.mentioned(content_key(&parts), || with_mentioned(texts, &own))
}

/// The key of each file with the keys of those that it mentions by name, over any number of steps: helpers, parents.
fn with_mentioned(texts: &[(PathBuf, String)], own: &[String]) -> BTreeMap<PathBuf, String> {
    let stem = |path: &Path| {
        let stem = path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    };
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, (path, _)) in texts.iter().enumerate() {
        by_name.entry(stem(path)).or_default().push(at);
    }
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
        format!("{:?}", project.made_beside_sources()),
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
        let memory = MapMemory::default();
        let before = keys_of(&texts("1"), &memory);
        assert_eq!(keys_of(&texts("1"), &memory), before);
        let after = keys_of(&texts("2"), &memory);
        let same = |name: &str| before[Path::new(name)] == after[Path::new(name)];
        assert!(!same("A.java") && !same("Shelf.java") && same("Other.java"));
    }
}
