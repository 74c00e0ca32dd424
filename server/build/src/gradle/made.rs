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

use goalline_limits::remove_tree;
use serde::{Deserialize, Serialize};

use super::{
    BuildReader, GradleError,
    answer::{GradleModule, GradleSourceSet},
    module::ModuleSet,
};
use crate::{
    cache_folder, content_key,
    files::real_in,
    generated::{roots, tree},
    process::{stuck, work_area::WorkArea},
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

/// What tasks made of one source set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeOfSet {
    /// Roots of sources.
    pub roots: Vec<PathBuf>,
    /// The folder of processed resources.
    pub resources: Option<PathBuf>,
    /// Why the build ended early, in Gradle's words.
    pub failure: Option<String>,
    /// Seconds since 1970.
    built: u64,
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

/// The tasks that make what is missing, each once.
pub fn tasks_of<'a>(missing: impl Iterator<Item = &'a MissingOutput<'a>>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in missing.flat_map(MissingOutput::tasks) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A build of what is missing.
pub struct TaskBuild<'a> {
    pub reader: &'a BuildReader<'a>,
    pub missing: Vec<MissingOutput<'a>>,
}

impl TaskBuild<'_> {
    /// What the tasks made of each source set that lacks something, in their order: from the cache where nothing
    /// changed, else by one run for all.
    pub fn output(&self) -> Result<Vec<MadeOfSet>, GradleError> {
        let settings = self.reader.settings;
        let folder = cache_folder(settings.cache.as_deref()).join("builds");
        let mut wanted = Vec::new();
        for missing in &self.missing {
            let key = self.key(missing);
            let key = key.map_err(|cause| self.reader.no_answer(cause))?;
            let record = folder.join(format!("{key}.json"));
            let kept: Option<MadeOfSet> = read_cached(&record);
            let made = kept.filter(MadeOfSet::holds);
            wanted.push(WantedSet { missing, key, made });
        }
        if let Some(open) = wanted.iter().find(|it| it.made.is_none()) {
            let stuck = folder.join(format!("{}.stuck.json", open.key));
            let no_answer = |cause| self.reader.no_answer(cause);
            stuck::ask(&stuck, &settings.stop, no_answer, || {
                self.run(&folder, &mut wanted)
            })?;
        }
        Ok(wanted.into_iter().filter_map(|it| it.made).collect())
    }

    /// What the result depends on: build files, the source set, and all that a task of its module may read.
    fn key(&self, missing: &MissingOutput<'_>) -> io::Result<String> {
        let build_files = self
            .reader
            .root
            .key(self.reader.settings.java_home.as_deref())?;
        let ModuleSet { module, set } = missing.of;
        let roots: Vec<PathBuf> = module.sets.iter().flat_map(|it| it.roots.clone()).collect();
        let inputs = tree::key_of_inputs(std::slice::from_ref(&module.folder), &roots)?;
        let tasks = missing.tasks().join(" ");
        let parts = [&*build_files, &inputs, &module.path, &set.name, &tasks];
        Ok(content_key(&parts.map(str::as_bytes))[..32].to_owned())
    }

    /// Runs the tasks of those that are not in the cache, and puts what they make there.
    fn run(&self, folder: &Path, wanted: &mut [WantedSet<'_>]) -> Result<(), GradleError> {
        let no_answer = |cause| self.reader.no_answer(cause);
        let open = wanted.iter().filter(|it| it.made.is_none());
        let open: Vec<&MissingOutput<'_>> = open.map(|it| it.missing).collect();
        let tasks = tasks_of(open.iter().copied());
        self.reader.settings.announcer.say(&format!(
            "running {} of {} in a copy, because they make sources or resources that are not there (once, and again \
             when what they are made of changes)",
            tasks.join(", "),
            self.reader.root.folder.display()
        ));
        fs::create_dir_all(folder).map_err(no_answer)?;
        let area = WorkArea::new_in(folder).map_err(no_answer)?;
        let area_folder = fs::canonicalize(area.path()).map_err(no_answer)?;
        let answer = self.reader.ask_in_copy(&area_folder, &tasks)?;
        let copy = self.reader.copy_in(&area_folder);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        for one in wanted.iter_mut().filter(|it| it.made.is_none()) {
            let ModuleSet { module, set } = one.missing.of;
            let said = answer.modules.iter().find(|it| it.folder == module.folder);
            let said = said.and_then(|module| module.set(&set.name));
            let taken = CopyOfBuild {
                real: &self.reader.root.folder,
                copy: &copy,
                kept: &folder.join(&one.key),
            };
            let made = taken.made_of(one.missing, said.unwrap_or(set));
            let made = MadeOfSet {
                failure: answer.failure.clone(),
                built: now.as_ref().map_or(0, std::time::Duration::as_secs),
                ..made.map_err(no_answer)?
            };
            write_cached(&folder.join(format!("{}.json", one.key)), &made);
            self.forget_the_last(folder, one);
            one.made = Some(made);
        }
        Ok(())
    }

    /// What the run before this one made of the same is of no use any more.
    fn forget_the_last(&self, folder: &Path, one: &WantedSet<'_>) {
        let ModuleSet { module, set } = one.missing.of;
        let root = self.reader.root.folder.as_os_str().as_encoded_bytes();
        let name = content_key(&[root, module.path.as_bytes(), set.name.as_bytes()]);
        let pointer = folder.join(format!("{}.last.json", &name[..32]));
        let last: Option<String> = read_cached(&pointer);
        if let Some(last) = last.filter(|last| *last != one.key) {
            // It only costs room when it stays.
            let _ = remove_tree(&folder.join(&last));
            let _ = fs::remove_file(folder.join(format!("{last}.json")));
        }
        write_cached(&pointer, &one.key);
    }
}

/// A source set that lacks something, and what was made of it.
struct WantedSet<'a> {
    missing: &'a MissingOutput<'a>,
    key: String,
    made: Option<MadeOfSet>,
}

impl MadeOfSet {
    fn holds(&self) -> bool {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let age = now.unwrap_or_default().as_secs().checked_sub(self.built);
        let is_fresh = age.is_some_and(|age| age < FAILURE_HOLDS.as_secs());
        let mut folders = self.roots.iter().chain(&self.resources);
        (self.failure.is_none() || is_fresh) && folders.all(|it| it.is_dir())
    }
}

/// What is taken out of a copy before that goes.
struct CopyOfBuild<'a> {
    real: &'a Path,
    copy: &'a Path,
    kept: &'a Path,
}

impl CopyOfBuild<'_> {
    /// Moves what the build made of a source set to where it is kept.
    fn made_of(
        &self,
        missing: &MissingOutput<'_>,
        said: &GradleSourceSet,
    ) -> io::Result<MadeOfSet> {
        let ModuleSet { module, set } = missing.of;
        if self.kept.exists() {
            remove_tree(self.kept)?;
        }
        let mut made = MadeOfSet::default();
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
        let made = self.place(folder);
        let made = made.and_then(|made| real_in(self.copy, &made));
        let Some(made) = made.filter(|made| made.is_dir()) else {
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

    #[cfg(unix)]
    #[test]
    fn a_folder_that_lies_behind_a_link_out_of_the_copy_is_not_taken() {
        let dir = tempfile::tempdir().expect("a folder");
        let users = dir.path().join("users/gen");
        let (real, folder) = (dir.path().join("shop"), dir.path().join("copy"));
        for folder in [&users, &folder.join("made/gen")] {
            fs::create_dir_all(folder).expect("a folder");
        }
        std::os::unix::fs::symlink(dir.path().join("users"), folder.join("build")).expect("a link");
        let copy = CopyOfBuild {
            real: &real,
            copy: &folder,
            kept: &dir.path().join("kept"),
        };
        let take = |path: &str| copy.take(&real.join(path), "sources").expect("it is ours");
        assert_eq!(take("build/gen"), None);
        assert!(users.is_dir());
        assert!(take("made/gen").is_some_and(|kept| kept.is_dir()));
        // Nor where the copy itself is a link by then.
        fs::remove_dir_all(&folder).expect("it is ours");
        std::os::unix::fs::symlink(dir.path().join("users"), &folder).expect("a link");
        assert_eq!(take("gen"), None);
        assert!(users.is_dir());
    }

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
