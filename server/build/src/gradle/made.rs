//! What tasks of a Gradle build make, sources and resources: takes source sets whose outputs are not there, gives the
//! folders that the build filled in a copy of the project; writes nothing of the user's.
//!
//! The copy lies in our cache while Gradle runs, in the sandbox of build tools. What was made is kept by the content of
//! build files and of everything else that a task may read; the copy goes.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

use super::{
    BuildReader, GradleError,
    answer::{GradleModule, GradleSourceSet},
    module::ModuleSet,
};
use crate::{
    cache_folder, content_key,
    generated::{roots, tree},
    read_cached, write_cached,
};

/// How long a build that failed is not tried again though nothing changed.
const FAILURE_HOLDS: Duration = Duration::from_secs(600);

/// What a source set lacks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MissingOutput<'a> {
    pub of: ModuleSet<'a>,
    sources: bool,
    resources: bool,
}

/// What tasks made, where it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeFolders {
    /// Of each source set that was asked for, in their order.
    pub sets: Vec<MadeOfSet>,
    /// Why the build ended early, in Gradle's words.
    pub failure: Option<String>,
    /// Seconds since 1970.
    built: u64,
}

/// What tasks made of one source set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeOfSet {
    /// Roots of sources.
    pub roots: Vec<PathBuf>,
    /// The folder of processed resources.
    pub resources: Option<PathBuf>,
}

impl<'a> MissingOutput<'a> {
    /// What the user's own build left nowhere, if anything.
    pub fn of(of: ModuleSet<'a>) -> Option<Self> {
        let ModuleSet { module, set } = of;
        let is_filled =
            |folder: &Path| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
        let mut made = set
            .roots
            .iter()
            .filter(|root| is_made(root, module))
            .peekable();
        let sources = !set.makers.is_empty()
            && if made.peek().is_some() {
                made.any(|root| !is_filled(root))
            } else {
                // Where they are put, no root says: once it is built, a script names them.
                set.strays.is_empty() && !set.classes.iter().any(|it| is_filled(it))
            };
        let resources = (set.changes_resources || !set.resource_makers.is_empty())
            && set.resources.iter().any(|it| it.is_dir())
            && !set.processed.as_deref().is_some_and(is_filled);
        (sources || resources).then_some(Self {
            of,
            sources,
            resources,
        })
    }

    /// The tasks that make it.
    fn tasks(&self) -> Vec<&'a str> {
        let set = self.of.set;
        let makers = set.makers.iter().filter(|_| self.sources);
        let copying = set.resource_makers.iter().chain(&set.resource_task);
        let all = makers.chain(copying.filter(|_| self.resources));
        all.map(String::as_str).collect()
    }
}

/// Whether a root is one that the build writes: it lies in its output folder, or is not there.
pub fn is_made(root: &Path, module: &GradleModule) -> bool {
    let by_custom = ["src/main/java", "src/test/java", "src/testFixtures/java"];
    root.starts_with(&module.output)
        || !root.exists() && !by_custom.iter().any(|it| root.ends_with(it))
}

/// The names of the tasks, for people.
pub fn names_of_tasks(missing: &[MissingOutput<'_>]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in missing.iter().flat_map(MissingOutput::tasks) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// A build of what is missing.
pub struct TaskBuild<'a> {
    pub reader: &'a BuildReader<'a>,
    pub missing: Vec<MissingOutput<'a>>,
}

impl TaskBuild<'_> {
    /// What the tasks made, from the cache where nothing changed.
    pub fn output(&self) -> Result<MadeFolders, GradleError> {
        let settings = self.reader.settings;
        let folder = cache_folder(settings.cache.as_deref()).join("builds");
        let key = self.key().map_err(|cause| self.reader.no_answer(cause))?;
        let record = folder.join(format!("{key}.json"));
        let kept: Option<MadeFolders> = read_cached(&record);
        if let Some(kept) = kept.filter(MadeFolders::holds) {
            return Ok(kept);
        }
        settings.announcer.say(&format!(
            "running {} of {} in a copy, because they make sources or resources that are not there (once, and again \
             when what they are made of changes)",
            names_of_tasks(&self.missing),
            self.reader.root.folder.display()
        ));
        let made = self.run(&folder, &folder.join(&key))?;
        write_cached(&record, &made);
        self.forget_the_last(&folder, &key);
        Ok(made)
    }

    /// What the result depends on: build files, the source sets, and all that a task may read.
    fn key(&self) -> io::Result<String> {
        let build_files = self
            .reader
            .root
            .key(self.reader.settings.java_home.as_deref())?;
        let mut folders: Vec<PathBuf> = Vec::new();
        let mut roots: Vec<PathBuf> = Vec::new();
        for missing in &self.missing {
            folders.push(missing.of.module.folder.clone());
            roots.extend(
                missing
                    .of
                    .module
                    .sets
                    .iter()
                    .flat_map(|set| set.roots.clone()),
            );
        }
        folders.dedup();
        let inputs = tree::key_of_inputs(&folders, &roots)?;
        let names: Vec<&str> = self.missing.iter().map(|it| &*it.of.set.name).collect();
        let parts = [
            build_files,
            inputs,
            names.join(","),
            names_of_tasks(&self.missing),
        ];
        let parts: Vec<&[u8]> = parts.iter().map(String::as_bytes).collect();
        Ok(content_key(&parts)[..32].to_owned())
    }

    fn run(&self, folder: &Path, place: &Path) -> Result<MadeFolders, GradleError> {
        let no_answer = |cause| self.reader.no_answer(cause);
        let mut tasks: Vec<&str> = Vec::new();
        for name in self.missing.iter().flat_map(MissingOutput::tasks) {
            if !tasks.contains(&name) {
                tasks.push(name);
            }
        }
        fs::create_dir_all(folder).map_err(no_answer)?;
        let area = tempfile::tempdir_in(folder).map_err(no_answer)?;
        let area = fs::canonicalize(area.path()).map(|path| (path, area));
        let (area_folder, _area) = area.map_err(no_answer)?;
        let answer = self.reader.ask_in_copy(&area_folder, &tasks)?;
        let copy = self.reader.copy_in(&area_folder);
        let mut sets = Vec::new();
        for (number, missing) in self.missing.iter().enumerate() {
            let kept = place.join(number.to_string());
            let now = answer
                .modules
                .iter()
                .find(|it| it.folder == missing.of.module.folder);
            let now = now.and_then(|module| module.set(&missing.of.set.name));
            let taken = Taken {
                real: &self.reader.root.folder,
                copy: &copy,
                kept: &kept,
            };
            sets.push(taken.of(missing, now).map_err(no_answer)?);
        }
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Ok(MadeFolders {
            sets,
            failure: answer.failure,
            built: now.unwrap_or_default().as_secs(),
        })
    }

    /// What the build before this one made of the same is of no use any more.
    fn forget_the_last(&self, folder: &Path, key: &str) {
        let mut parts = vec![self.reader.root.folder.as_os_str().as_encoded_bytes()];
        for missing in &self.missing {
            parts.push(missing.of.module.path.as_bytes());
            parts.push(missing.of.set.name.as_bytes());
        }
        let pointer = folder.join(format!("{}.last.json", &content_key(&parts)[..32]));
        let last: Option<String> = read_cached(&pointer);
        if let Some(last) = last.filter(|last| last != key) {
            // It only costs room when it stays.
            let _ = fs::remove_dir_all(folder.join(&last));
            let _ = fs::remove_file(folder.join(format!("{last}.json")));
        }
        write_cached(&pointer, &key);
    }
}

impl MadeFolders {
    fn holds(&self) -> bool {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let age = now.unwrap_or_default().as_secs().checked_sub(self.built);
        let is_fresh = age.is_some_and(|age| age < FAILURE_HOLDS.as_secs());
        let folders = self
            .sets
            .iter()
            .flat_map(|set| set.roots.iter().chain(&set.resources));
        (self.failure.is_none() || is_fresh) && folders.into_iter().all(|it| it.is_dir())
    }
}

/// What is taken out of a copy before that goes.
struct Taken<'a> {
    real: &'a Path,
    copy: &'a Path,
    kept: &'a Path,
}

impl Taken<'_> {
    fn of(
        &self,
        missing: &MissingOutput<'_>,
        now: Option<&GradleSourceSet>,
    ) -> io::Result<MadeOfSet> {
        let ModuleSet { module, set } = missing.of;
        if self.kept.exists() {
            fs::remove_dir_all(self.kept)?;
        }
        let mut made = MadeOfSet::default();
        let said = now.unwrap_or(set);
        let mut places: Vec<PathBuf> = said
            .roots
            .iter()
            .filter(|it| is_made(it, module))
            .cloned()
            .collect();
        for stray in &said.strays {
            let root = self.place(stray).and_then(|file| roots::root_of(&file));
            let root =
                root.and_then(|root| Some(self.real.join(root.strip_prefix(self.copy).ok()?)));
            places.extend(root.filter(|root| !root.is_dir()));
        }
        places.dedup();
        for root in places.iter().filter(|_| missing.sources) {
            made.roots
                .extend(self.take(root, &format!("sources{}", made.roots.len()))?);
        }
        if let Some(processed) = set.processed.as_ref().filter(|_| missing.resources) {
            made.resources = self.take(processed, "resources")?;
        }
        Ok(made)
    }

    /// Moves a folder that the build made, if it did.
    fn take(&self, folder: &Path, name: &str) -> io::Result<Option<PathBuf>> {
        let Some(made) = self.place(folder).filter(|made| made.is_dir()) else {
            return Ok(None);
        };
        fs::create_dir_all(self.kept)?;
        let kept = self.kept.join(name);
        fs::rename(made, &kept)?;
        Ok(Some(kept))
    }

    fn place(&self, path: &Path) -> Option<PathBuf> {
        let below = path.strip_prefix(self.real).ok()?;
        Some(self.copy.join(below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_users_build_left_is_not_missing() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().to_path_buf();
        let set = GradleSourceSet {
            roots: vec![folder.join("src/main/java"), folder.join("build/gen")],
            resources: vec![folder.join("src/main/resources")],
            processed: Some(folder.join("build/resources/main")),
            changes_resources: true,
            makers: vec![":gen".to_owned()],
            resource_task: Some(":processResources".to_owned()),
            ..GradleSourceSet::default()
        };
        let module = GradleModule {
            output: folder.join("build"),
            folder: folder.clone(),
            ..GradleModule::default()
        };
        let of = ModuleSet {
            module: &module,
            set: &set,
        };
        let tasks = || MissingOutput::of(of).map(|missing| missing.tasks());
        assert_eq!(tasks(), Some(vec![":gen"]));
        let write = |path: &str| {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "").expect("a file");
        };
        write("src/main/resources/a.txt");
        assert_eq!(tasks(), Some(vec![":gen", ":processResources"]));
        write("build/gen/A.java");
        assert_eq!(tasks(), Some(vec![":processResources"]));
        write("build/resources/main/a.txt");
        assert_eq!(tasks(), None);
    }
}
