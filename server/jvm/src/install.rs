//! Brings the worker's Java sources to a cache folder as jars, compiled by the JDK that will run them, with an archive
//! of what each worker loads; starts no worker.

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs::{self, File},
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

use crate::{WorkerError, WorkerOptions};

/// Path below `worker/` and text of each Java source.
pub(crate) const SOURCES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// Workers that this process has found whole, as their files were then: to sum them up takes a while.
static FOUND_WHOLE: Mutex<BTreeMap<PathBuf, Vec<FileState>>> = Mutex::new(BTreeMap::new());

/// Length and time of a file; none where there is none.
type FileState = Option<(u64, SystemTime)>;

/// A compiled worker in the cache.
#[derive(Clone, Debug)]
pub(crate) struct Installed {
    pub(crate) folder: PathBuf,
}

impl Installed {
    pub(crate) fn worker_jar(&self) -> PathBuf {
        self.folder.join("worker.jar")
    }

    pub(crate) fn probe_jar(&self) -> PathBuf {
        self.folder.join("probe.jar")
    }

    /// Where the archive of what each worker loads stands, if the JDK made one.
    pub(crate) fn archive(&self) -> PathBuf {
        self.folder.join("worker.jsa")
    }

    /// Where the sums of all others stand. It is written last.
    fn sums(&self) -> PathBuf {
        self.folder.join("sums")
    }

    fn parts(&self) -> [PathBuf; 4] {
        [
            self.worker_jar(),
            self.probe_jar(),
            self.archive(),
            self.sums(),
        ]
    }

    /// Whether all is what was made: a disk that was full or a cleaning tool may have taken a part of it.
    fn is_whole(&self) -> bool {
        let state: Vec<FileState> = self.parts().iter().map(|part| file_state(part)).collect();
        let mut found = FOUND_WHOLE.lock().unwrap_or_else(PoisonError::into_inner);
        if found.get(&self.folder) == Some(&state) {
            return true;
        }
        let written = fs::read_to_string(self.sums()).ok();
        let is_whole = written.is_some() && written == self.sums_now().ok();
        if is_whole {
            found.insert(self.folder.clone(), state);
        }
        is_whole
    }

    /// The sums of all parts as they are; there need not be an archive.
    fn sums_now(&self) -> io::Result<String> {
        let archive = match fs::read(self.archive()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            other => other?,
        };
        let mut sums = String::new();
        for part in [
            fs::read(self.worker_jar())?,
            fs::read(self.probe_jar())?,
            archive,
        ] {
            let mut hasher = DefaultHasher::new();
            part.hash(&mut hasher);
            writeln!(sums, "{:016x}", hasher.finish()).map_err(io::Error::other)?;
        }
        Ok(sums)
    }
}

fn file_state(path: &Path) -> FileState {
    let about = fs::metadata(path).ok()?;
    Some((about.len(), about.modified().ok()?))
}

/// Gives the compiled worker for this JDK, compiling it where it is not in the cache yet, and lets it write its
/// archive, which is worth having and not more. Safe to run at the same time in several processes: one compiles, the
/// others wait for it, and the sums appear when all is there.
pub(crate) fn install(
    options: &WorkerOptions,
    write_archive: impl FnOnce(&Installed) -> Result<(), WorkerError>,
) -> Result<Installed, WorkerError> {
    let folder = options.cache.join(format!("worker-{:016x}", key(options)));
    let installed = Installed { folder };
    if installed.is_whole() {
        return Ok(installed);
    }
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| WorkerError::Io { path, source }
    };
    fs::create_dir_all(&options.cache).map_err(io(&options.cache))?;
    // Where files cannot be locked, some compile it at the same time, and the first one wins.
    let lock = File::create(options.cache.join("worker.lock")).ok();
    let _held = lock.filter(|lock| lock.lock().is_ok());
    if installed.is_whole() {
        return Ok(installed);
    }
    let building = tempfile::Builder::new()
        .prefix("building-")
        .tempdir_in(&options.cache)
        .map_err(io(&options.cache))?;
    build(options, building.path())?;
    // An incomplete or damaged folder of an older time gives way; a JVM that runs from it has its jars open.
    remove(&installed.folder).map_err(io(&installed.folder))?;
    if let Err(source) = fs::rename(building.path(), &installed.folder) {
        // Where files cannot be locked another process may have been faster.
        if installed.is_whole() {
            return Ok(installed);
        }
        return Err(WorkerError::Io {
            path: installed.folder,
            source,
        });
    }
    drop(building.keep());
    if let Err(error) = write_archive(&installed) {
        tracing::debug!(%error, "workers start without an archive");
    }
    flush(&installed).map_err(io(&installed.folder))?;
    Ok(installed)
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Notes the sums of all parts, and sees to it that everything is on the disk.
fn flush(built: &Installed) -> io::Result<()> {
    fs::write(built.sums(), built.sums_now()?)?;
    for part in built.parts().iter().filter(|part| part.is_file()) {
        File::open(part)?.sync_all()?;
    }
    Ok(())
}

fn key(options: &WorkerOptions) -> u64 {
    let mut hasher = DefaultHasher::new();
    SOURCES.hash(&mut hasher);
    options.jdk_home.hash(&mut hasher);
    options.jdk_feature.hash(&mut hasher);
    fs::read(options.jdk_home.join("release"))
        .unwrap_or_default()
        .hash(&mut hasher);
    hasher.finish()
}

/// Writes the sources below a folder; gives those that are compiled now.
fn write_sources(folder: &Path) -> Result<Vec<PathBuf>, WorkerError> {
    let mut files = Vec::new();
    for (name, text) in SOURCES {
        let path = folder.join(name);
        let parent = path.parent().expect("each source stands in a folder");
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|source| WorkerError::Io {
                path: path.clone(),
                source,
            })?;
        // These are compiled later, beside the user's own JUnit.
        if !name.starts_with("junit/") && !name.starts_with("goalline/usertests/") {
            files.push(path);
        }
    }
    Ok(files)
}

fn build(options: &WorkerOptions, folder: &Path) -> Result<(), WorkerError> {
    let files = write_sources(&folder.join("sources"))?;
    let classes = folder.join("classes");
    // javac runs plugins that it finds on its class path, and compiles sources that lie there: without one named that
    // is the folder that we were started in, a stranger's project.
    let nothing = folder.join("nothing");
    fs::create_dir_all(&nothing).map_err(|source| WorkerError::Io {
        path: nothing.clone(),
        source,
    })?;
    let tools = Tools { options, folder };
    tools.run(
        tools
            .command("javac")
            .args(["--release", "11", "-proc:none", "-implicit:none", "-nowarn"])
            .args(["-encoding", "UTF-8", "--class-path"])
            .arg(&nothing)
            .arg("--processor-path")
            .arg(&nothing)
            .arg("-d")
            .arg(&classes)
            .args(&files),
    )?;
    for (jar, package) in [
        ("worker.jar", "goalline/worker"),
        ("probe.jar", "goalline/probe"),
    ] {
        tools.run(
            tools
                .command("jar")
                .arg("--create")
                .arg("--file")
                .arg(folder.join(jar))
                .arg("-C")
                .arg(&classes)
                .arg(package),
        )?;
    }
    fs::remove_dir_all(&classes).map_err(|source| WorkerError::Io {
        path: classes.clone(),
        source,
    })
}

/// What a tool says when the disk is full.
const FULL: [&str; 3] = [
    "No space left on device",
    "not enough space on the disk",
    "Disk quota exceeded",
];

/// Tools of the JDK that make the worker in a folder.
struct Tools<'a> {
    options: &'a WorkerOptions,
    folder: &'a Path,
}

impl Tools<'_> {
    /// A tool, started as what runs for a second or two should be: what its better compiler would gain costs more than
    /// it brings. Whatever it leaves goes with the folder.
    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.options.jdk_home.join("bin").join(name));
        command.arg("-J-XX:TieredStopAtLevel=1");
        command.arg(format!("-J-Djava.io.tmpdir={}", self.folder.display()));
        command.current_dir(self.folder).env_remove("CLASSPATH");
        command
    }

    fn run(&self, command: &mut Command) -> Result<(), WorkerError> {
        let output = command.output().map_err(|error| {
            let name = command.get_program().display();
            self.failed(&format!("{name} did not start: {error}"))
        })?;
        if output.status.success() {
            return Ok(());
        }
        Err(self.failed(&String::from_utf8_lossy(&output.stderr)))
    }

    /// A disk that is full is no fault of the JDK.
    fn failed(&self, text: &str) -> WorkerError {
        if FULL.iter().any(|words| text.contains(words)) {
            return WorkerError::Io {
                path: self.folder.to_path_buf(),
                source: io::ErrorKind::StorageFull.into(),
            };
        }
        WorkerError::Install {
            jdk: self.options.jdk_home.clone(),
            reason: text.lines().take(5).collect::<Vec<_>>().join("; "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damage_of_any_part_is_seen() {
        let folder = tempfile::tempdir().expect("a folder");
        let installed = Installed {
            folder: folder.path().to_owned(),
        };
        fs::write(installed.worker_jar(), "a worker").expect("a part");
        fs::write(installed.probe_jar(), "a probe").expect("a part");
        assert!(!installed.is_whole(), "nobody noted what is there");
        flush(&installed).expect("a disk");
        assert!(installed.is_whole(), "not every JDK makes an archive");
        fs::write(installed.archive(), "an archive").expect("a part");
        assert!(!installed.is_whole(), "nobody noted the archive");
        flush(&installed).expect("a disk");
        assert!(installed.is_whole());
        for part in installed.parts() {
            let whole = fs::read(&part).expect("a part");
            for damaged in [&whole[..whole.len() / 2], &[]] {
                fs::write(&part, damaged).expect("a part");
                assert!(!installed.is_whole(), "{part:?}");
            }
            fs::remove_file(&part).expect("a part");
            assert!(!installed.is_whole(), "{part:?}");
            fs::write(&part, whole).expect("a part");
            assert!(installed.is_whole());
        }
    }

    #[test]
    fn a_full_disk_is_not_laid_at_the_door_of_the_jdk() {
        let options = WorkerOptions::new("/jdk".into(), 17);
        let folder = Path::new("/cache/building");
        let tools = Tools {
            options: &options,
            folder,
        };
        let said = "A.java:1: error: error while writing A: No space left on device\nclass A {\n";
        let text = tools.failed(said).to_string();
        assert!(
            text.starts_with("cannot use /cache/building: no storage space"),
            "{text}"
        );
        assert!(text.ends_with("free space"), "{text}");
        let text = tools.failed("error: invalid flag: --release").to_string();
        assert!(text.contains("JDK 11 or newer"), "{text}");
    }
}
