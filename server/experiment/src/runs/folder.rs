//! Where an experiment keeps its runs: one file each, whole or absent; a lock keeps two experiments out of one folder.

use std::{
    fs::{self, File, TryLockError},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;
use thiserror::Error;

use crate::{Plan, PlannedRun, RunOutcome, Shard, plan::outline::ExperimentOutline};

/// What the experiment is.
const OUTLINE: &str = "experiment.json";

/// Held by whoever runs here: alone, or together with other shards.
const LOCK: &str = ".lock";

/// Held by whoever makes what shards share: the outline and the report.
const SHARED_LOCK: &str = ".lock-report";

/// Folder of the runs.
const RUNS: &str = "runs";

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// Reading or writing failed.
    #[error("{path}: {cause}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// Somebody runs here now.
    #[error("another experiment is running in {0}")]
    Busy(PathBuf),
    /// There are runs already.
    #[error("{0} holds an experiment already: --resume goes on with it")]
    NotEmpty(PathBuf),
    /// The runs there are those of another experiment.
    #[error(
        "{0} holds another experiment (other subjects, configurations, settings, sources, seeds or budget): give another folder"
    )]
    Other(PathBuf),
    /// What is written there of the experiment is not what this build writes.
    #[error(
        "{0} holds an experiment of another version of goalline: finish it with that one, or give another folder"
    )]
    Version(PathBuf),
    /// A file there is no record.
    #[error("{path} is no record of a run ({cause}): remove it to repeat the run")]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        cause: serde_json::Error,
    },
}

/// The folder of one experiment, locked.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    _locks: [File; 2],
}

impl Folder {
    /// Opens and locks a folder for a plan. Shards of one experiment may share it.
    ///
    /// # Errors
    /// See [`FolderError`].
    pub fn open(root: &Path, plan: &Plan, shard: Shard, resume: bool) -> Result<Self, FolderError> {
        fs::create_dir_all(root.join(RUNS)).map_err(at(root))?;
        let locks = lock(root, shard)?;
        let folder = Self {
            root: root.to_path_buf(),
            _locks: locks,
        };
        if folder.is_new(&ExperimentOutline::of(plan))? || resume || shard != Shard::WHOLE {
            Ok(folder)
        } else {
            Err(FolderError::NotEmpty(folder.root))
        }
    }

    /// Makes it the folder of this experiment, or finds that it is; of several shards that come at once, one makes it.
    fn is_new(&self, outline: &ExperimentOutline) -> Result<bool, FolderError> {
        if self.belongs_to(outline)? {
            return Ok(false);
        }
        let _lock = self.lock_shared()?;
        if self.belongs_to(outline)? {
            return Ok(false);
        }
        self.write(OUTLINE, &json(outline))?;
        Ok(true)
    }

    /// Whether it is the folder of this experiment, not yet of any.
    fn belongs_to(&self, outline: &ExperimentOutline) -> Result<bool, FolderError> {
        let path = self.root.join(OUTLINE);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            read => read.map_err(at(&path))?,
        };
        match serde_json::from_slice::<ExperimentOutline>(&bytes) {
            Ok(known) if known == *outline => Ok(true),
            Ok(_) => Err(FolderError::Other(self.root.clone())),
            Err(_) => Err(FolderError::Version(self.root.clone())),
        }
    }

    /// Waits until no other shard is making what they share, and keeps them out until the file is dropped: who comes
    /// last sees the runs of all.
    ///
    /// # Errors
    /// See [`FolderError`].
    pub(crate) fn lock_shared(&self) -> Result<File, FolderError> {
        let path = self.root.join(SHARED_LOCK);
        let lock = File::create(&path).map_err(at(&path))?;
        lock.lock().map_err(at(&path))?;
        Ok(lock)
    }

    /// What became of a run, if it has been made.
    ///
    /// # Errors
    /// See [`FolderError`].
    pub fn outcome(&self, plan: &Plan, job: PlannedRun) -> Result<Option<RunOutcome>, FolderError> {
        let path = self.root.join(name(plan, job));
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map(Some)
                .map_err(|cause| FolderError::Broken { path, cause }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(FolderError::Io { path, cause }),
        }
    }

    /// Keeps what became of a run.
    ///
    /// # Errors
    /// See [`FolderError`].
    pub fn keep(
        &self,
        plan: &Plan,
        job: PlannedRun,
        outcome: &RunOutcome,
    ) -> Result<(), FolderError> {
        self.write(&name(plan, job), &json(outcome))
    }

    /// Writes a file of the folder: it is there whole, or as it was before.
    ///
    /// # Errors
    /// See [`FolderError`].
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.stream(name, |file| file.write_all(bytes))
    }

    /// The same of a file that is too long for memory.
    ///
    /// # Errors
    /// See [`FolderError`].
    pub fn stream(
        &self,
        name: &str,
        mut fill: impl FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let path = self.root.join(name);
        let done = new_file(&path, &mut fill)
            .and_then(|file| file.persist(&path).map_err(|error| error.error));
        done.map(drop).map_err(at(&path))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.root
    }
}

/// A file beside the path, with what belongs there.
fn new_file(
    path: &Path,
    fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let parent = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(parent)?;
    let mut written = BufWriter::new(readable_by_all().tempfile_in(parent)?);
    fill(&mut written)?;
    let whole = written.into_inner()?;
    whole.as_file().sync_all()?;
    Ok(whole)
}

/// Temporary files are the owner's alone, results are not.
fn readable_by_all() -> tempfile::Builder<'static, 'static> {
    #[cfg_attr(
        not(unix),
        expect(unused_mut, reason = "permissions are a matter of Unix")
    )]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_path_buf();
    |cause| FolderError::Io { path, cause }
}

/// One lock for the experiment, shared by its shards, and one for the shard.
fn lock(root: &Path, shard: Shard) -> Result<[File; 2], FolderError> {
    let whole = File::create(root.join(LOCK)).map_err(at(root))?;
    let own = format!("{LOCK}-{}-of-{}", shard.number, shard.of);
    let own = File::create(root.join(own)).map_err(at(root))?;
    let locked = if shard == Shard::WHOLE {
        whole.try_lock()
    } else {
        whole.try_lock_shared()
    };
    match locked.and_then(|()| own.try_lock()) {
        Ok(()) => Ok([whole, own]),
        Err(TryLockError::WouldBlock) => Err(FolderError::Busy(root.to_path_buf())),
        Err(TryLockError::Error(cause)) => Err(at(root)(cause)),
    }
}

fn name(plan: &Plan, job: PlannedRun) -> String {
    let configuration = plan.configurations[job.configuration]
        .name
        .replace(['/', '@', '=', ':'], "_");
    let class = plan.subjects[job.subject].name();
    format!("{RUNS}/{class}/{configuration}/{}.json", job.seed)
}

fn json(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("records are plain data")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use goalline_engine::Budget;

    use super::*;
    use crate::{Configuration, ExperimentSubject, RunRecord, SubjectSource};

    const JOB: PlannedRun = PlannedRun {
        subject: 0,
        configuration: 0,
        seed: 1,
    };

    fn plan() -> Plan {
        Plan {
            preset: None,
            subjects: vec![ExperimentSubject {
                source: SubjectSource::Artifact("org.shop:shop:1.0".to_owned()),
                class: "shop.Cart".to_owned(),
                callee: None,
                buggy: None,
            }],
            configurations: vec![Configuration::named("mosa").expect("a configuration")],
            seeds: 1,
            budget: Budget {
                seconds: None,
                max_executions: Some(1),
            },
            build: String::new(),
        }
    }

    fn entries(folder: &Path) -> BTreeSet<PathBuf> {
        let entries = fs::read_dir(folder).expect("it is there");
        entries.map(|it| it.expect("an entry").path()).collect()
    }

    #[test]
    fn a_write_that_fails_names_the_file_and_leaves_the_folder_as_it_was() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let folder = Folder::open(root.path(), &plan(), Shard::WHOLE, false).expect("empty");
        let taken = root.path().join("summary.md");
        fs::create_dir_all(taken.join("inside")).expect("there is space");
        let before = entries(root.path());
        let error = folder.write("summary.md", b"new").expect_err("a folder");
        assert!(error.to_string().starts_with(&taken.display().to_string()));
        assert_eq!(entries(root.path()), before);
        assert!(taken.join("inside").is_dir());
    }

    #[test]
    fn a_folder_of_another_version_is_refused_as_such_and_left_as_it_is() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let outline = root.path().join(OUTLINE);
        let older = r#"{"subjects":["shop.Cart"],"configurations":["mosa"],"seeds":1}"#;
        fs::write(&outline, older).expect("there is space");
        let opened = Folder::open(root.path(), &plan(), Shard::WHOLE, true);
        let text = opened.expect_err("an older outline").to_string();
        assert!(text.contains("another version of goalline"), "{text}");
        assert_eq!(fs::read_to_string(&outline).expect("it is there"), older);
    }

    #[test]
    fn a_record_that_was_cut_is_named_with_what_to_do() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let plan = plan();
        let folder = Folder::open(root.path(), &plan, Shard::WHOLE, false).expect("empty");
        let outcome = RunOutcome::Measured(RunRecord::default());
        folder.keep(&plan, JOB, &outcome).expect("there is space");
        let path = root.path().join(name(&plan, JOB));
        let whole = fs::read(&path).expect("it is there");
        fs::write(&path, &whole[..whole.len() / 2]).expect("there is space");
        let error = folder.outcome(&plan, JOB).expect_err("half a record");
        let text = error.to_string();
        assert!(text.starts_with(&path.display().to_string()), "{text}");
        assert!(text.ends_with("remove it to repeat the run"), "{text}");
    }
}
