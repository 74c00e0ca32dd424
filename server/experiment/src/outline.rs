//! What an experiment was made with: takes a plan, gives the words that tell it from another one, and the name of the build that runs it;
//! decides nothing about folders.

use std::{env, fs, path::Path};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Configuration, Plan, Source, Subject};

/// Letters of a fingerprint.
const SHOWN: usize = 12;

/// The words that tell one experiment from another; what a folder belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outline {
    preset: Option<String>,
    subjects: Vec<String>,
    /// By name, and what the name meant: defaults change, names do not.
    configurations: Vec<(String, String)>,
    seeds: u64,
    seconds: Option<f64>,
    max_executions: Option<u64>,
}

impl Outline {
    /// Of this plan; reads the files of subjects in folders, which may be others the next time.
    pub(crate) fn of(plan: &Plan) -> Self {
        Self {
            preset: plan.preset.map(|preset| preset.name.to_owned()),
            subjects: plan.subjects.iter().map(subject).collect(),
            configurations: plan.configurations.iter().map(configuration).collect(),
            seeds: plan.seeds,
            seconds: plan.budget.seconds,
            max_executions: plan.budget.max_executions,
        }
    }
}

/// The version of the program and a fingerprint of its file: runs of another build may be others.
pub fn build() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let bytes = env::current_exe().and_then(fs::read);
    bytes.map_or_else(
        |_| version.to_owned(),
        |bytes| format!("{version} {}", fingerprint(&bytes)),
    )
}

fn configuration(it: &Configuration) -> (String, String) {
    let meant = format!("{:?} {:?} {:?}", it.parameters, it.criteria, it.suite);
    (it.name.clone(), meant)
}

fn subject(it: &Subject) -> String {
    let mut words = vec![source(&it.source, &it.class), it.name()];
    words.extend(it.buggy.iter().map(|buggy| source(buggy, &it.class)));
    words.join(" ")
}

/// An artifact is the same everywhere and always; a folder is where it is, with what is in the file.
fn source(source: &Source, class: &str) -> String {
    match source {
        Source::Artifact(artifact) => artifact.clone(),
        Source::Folder(folder) => {
            let path = fs::canonicalize(folder).unwrap_or_else(|_| folder.clone());
            format!("{} {}", path.display(), text_of(&path, class))
        }
    }
}

fn text_of(root: &Path, class: &str) -> String {
    let outer = class.split('$').next().unwrap_or_default();
    let file = root.join(outer.replace('.', "/") + ".java");
    fs::read(file).map_or_else(|_| "unread".to_owned(), |bytes| fingerprint(&bytes))
}

fn fingerprint(bytes: &[u8]) -> String {
    let mut text = format!("{:x}", Sha256::digest(bytes));
    text.truncate(SHOWN);
    text
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use goalline_engine::Budget;

    use super::*;

    fn plan(folder: PathBuf, buggy: PathBuf, population: usize) -> Plan {
        let mut configuration = Configuration::named("mosa").expect("a configuration");
        configuration.parameters.population = population;
        Plan {
            preset: None,
            subjects: vec![Subject {
                source: Source::Folder(folder),
                class: "shop.Cart".to_owned(),
                callee: None,
                buggy: Some(Source::Folder(buggy)),
            }],
            configurations: vec![configuration],
            seeds: 1,
            budget: Budget {
                seconds: None,
                max_executions: Some(1),
            },
            build: String::new(),
        }
    }

    #[test]
    fn another_text_folder_faulty_version_or_default_makes_another_experiment() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let folder = |name: &str, text: &str| {
            let folder = root.path().join(name);
            fs::create_dir_all(folder.join("shop")).expect("there is space");
            fs::write(folder.join("shop/Cart.java"), text).expect("there is space");
            folder
        };
        let (sound, other) = (
            folder("sound", "class Cart {}"),
            folder("other/sound", "class Cart {}"),
        );
        let (one, two) = (
            folder("1/src", "class Cart { }"),
            folder("2/src", "class Cart { }"),
        );
        let of = |folder: &PathBuf, buggy: &PathBuf, population| {
            Outline::of(&plan(folder.clone(), buggy.clone(), population))
        };
        let first = of(&sound, &one, 50);
        assert_eq!(first, of(&sound, &one, 50));
        assert_ne!(first, of(&other, &one, 50), "the folder");
        assert_ne!(first, of(&sound, &two, 50), "the faulty version");
        assert_ne!(first, of(&sound, &one, 51), "what mosa meant");
        folder("sound", "class Cart { int items; }");
        assert_ne!(first, of(&sound, &one, 50), "the text");
    }
}
