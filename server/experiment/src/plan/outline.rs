//! What an experiment was made with: takes a plan, gives the words that tell it from another one, and the name of the
//! build that runs it; decides nothing about folders.

use std::{
    collections::BTreeSet,
    env,
    fmt::LowerHex,
    fs,
    path::{Path, PathBuf},
};

use goalline_engine::{SETTINGS, goals::GoalChoice};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Configuration, ExperimentSubject, Plan, SubjectSource};

/// Letters of a fingerprint.
const SHOWN: usize = 12;

/// The words that tell one experiment from another; what a folder belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ExperimentOutline {
    preset: Option<String>,
    subjects: Vec<String>,
    /// By name, and what the name meant: defaults change, names do not.
    configurations: Vec<(String, String)>,
    seeds: u64,
    seconds: Option<f64>,
    max_executions: Option<u64>,
}

impl ExperimentOutline {
    /// Of this plan; reads the Java files of folders, which may be others the next time.
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

/// The version of the program, a fingerprint of its file, and the JDK that runs go on: runs of another build may be
/// others.
pub fn build(jdk: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let bytes = env::current_exe().and_then(fs::read);
    let file = bytes.map_or_else(
        |_| String::new(),
        |bytes| format!(" {}", fingerprint(&bytes)),
    );
    format!("{version}{file} on JDK {jdk}")
}

fn configuration(it: &Configuration) -> (String, String) {
    let mut meant: Vec<String> = SETTINGS
        .iter()
        .map(|setting| format!("{}={}", setting.name, setting.get(&it.parameters)))
        .collect();
    let criteria = it.criteria.criteria();
    let names: Vec<&str> = criteria.iter().map(|it| it.name()).collect();
    meant.push(format!("criteria={}", names.join("+")));
    if let GoalChoice::Smart(smart) = it.criteria {
        meant.push(format!(
            "{:?}/line-threshold={}",
            smart.table, smart.line_threshold
        ));
    }
    meant.extend(it.suite.map(|suite| format!("{suite:?}")));
    (it.name.clone(), meant.join(" "))
}

fn subject(it: &ExperimentSubject) -> String {
    let mut words = vec![source(&it.source), it.name()];
    words.extend(it.buggy.iter().map(source));
    words.join(" ")
}

/// An artifact is the same everywhere and always; a folder is what is written in it, wherever it is.
fn source(source: &SubjectSource) -> String {
    match source {
        SubjectSource::Artifact(artifact) => artifact.clone(),
        SubjectSource::Folder(folder) => {
            let mut hash = Sha256::new();
            read_all(folder, folder, &mut hash);
            shown(&hash.finalize())
        }
    }
}

/// Takes in every Java file of a folder, by name, then its text; what cannot be read says so when it is run.
fn read_all(root: &Path, folder: &Path, hash: &mut Sha256) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths: BTreeSet<PathBuf> = entries.map(|entry| entry.path()).collect();
    for path in paths {
        if path.is_dir() && !path.is_symlink() {
            read_all(root, &path, hash);
        } else if path.extension().is_some_and(|it| it == "java") {
            let name = path.strip_prefix(root).unwrap_or(&path);
            hash.update(name.as_os_str().as_encoded_bytes());
            hash.update(Sha256::digest(fs::read(&path).unwrap_or_default()));
        }
    }
}

fn fingerprint(bytes: &[u8]) -> String {
    shown(&Sha256::digest(bytes))
}

fn shown(digest: &impl LowerHex) -> String {
    let mut text = format!("{digest:x}");
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
            subjects: vec![ExperimentSubject {
                source: SubjectSource::Folder(folder),
                class: "shop.Cart".to_owned(),
                callee: None,
                buggy: Some(SubjectSource::Folder(buggy)),
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
    fn another_text_faulty_version_or_default_makes_another_experiment_and_another_place_does_not()
    {
        let root = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, file: &str, text: &str| {
            let folder = root.path().join(name);
            fs::create_dir_all(folder.join("shop")).expect("there is space");
            fs::write(folder.join("shop").join(file), text).expect("there is space");
            folder
        };
        let sound = write("sound", "Cart.java", "class Cart {}");
        let moved = write("moved", "Cart.java", "class Cart {}");
        let (one, two) = (
            write("1/src", "Cart.java", "class Cart { }"),
            write("2/src", "Cart.java", "class Cart {  }"),
        );
        let of = |folder: &PathBuf, buggy: &PathBuf, population| {
            ExperimentOutline::of(&plan(folder.clone(), buggy.clone(), population))
        };
        let first = of(&sound, &one, 50);
        assert_eq!(first, of(&sound, &one, 50));
        assert_eq!(first, of(&moved, &one, 50), "the place");
        assert_ne!(first, of(&sound, &two, 50), "the faulty version");
        assert_ne!(first, of(&sound, &one, 51), "what mosa meant");
        write("sound", "notes.txt", "not compiled");
        assert_eq!(first, of(&sound, &one, 50), "no text of the program");
        write("sound", "Till.java", "class Till {}");
        assert_ne!(first, of(&sound, &one, 50), "a class beside it");
        write("moved", "Cart.java", "class Cart { int items; }");
        assert_ne!(first, of(&moved, &one, 50), "the text");
    }

    #[test]
    fn what_a_configuration_seeks_is_part_of_what_its_name_meant() {
        let meant = |name| configuration(&Configuration::named(name).expect("a configuration")).1;
        let all = [
            "mosa@smart",
            "mosa@smart-paper",
            "mosa@smart/line-threshold=4",
            "mosa@all",
            "mosa@eight",
        ];
        let different: BTreeSet<String> = all.into_iter().map(meant).collect();
        assert_eq!(different.len(), all.len(), "{different:?}");
    }
}
