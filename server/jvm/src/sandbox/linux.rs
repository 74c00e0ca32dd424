//! The sandbox of Linux: Landlock for files and signals, seccomp for the network and new processes.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, Read},
    os::fd::{AsFd, AsRawFd, OwnedFd},
    path::{Path, PathBuf},
};

use super::{
    Promise, SandboxSupport,
    own_world::{self, OwnWorld},
    worker_system_calls::{Filters, Pass},
};
use crate::{WorkerError, WorkerOptions, exec_program::ExecProgram, install::Installed};
use goalline_limits::{end_of, open_past_no_link_in, place_of};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, Scope,
};

/// The newest Landlock that the rules use; an older kernel enforces what it knows.
const LANDLOCK: ABI = ABI::V6;

/// Readable for every JVM: the C library and its settings, devices without content, time zones, fonts (whoever
/// writes a sheet or a picture asks for their widths), what the system is like.
const SYSTEM: &[&str] = &[
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/passwd",
    "/etc/group",
    "/etc/nsswitch.conf",
    "/usr/share/zoneinfo",
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/etc/fonts",
    "/var/cache/fontconfig",
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/proc/sys/vm",
    "/proc/sys/kernel",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/kernel/mm/transparent_hugepage",
];

/// Readable for the user's tests besides: names of machines and services.
const READ_BY_TESTS: &[&str] = &[
    "/etc/hostname",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/gai.conf",
    "/etc/resolv.conf",
    "/etc/protocols",
    "/etc/services",
    "/etc/mime.types",
    "/etc/os-release",
    "/usr/share/mime",
    "/proc/sys/net",
];

/// The same with the folders in which distributions keep the settings of JDKs.
fn read_by_tests() -> Vec<PathBuf> {
    let settings = fs::read_dir("/etc").into_iter().flatten().flatten();
    let of_java = settings
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("java"))
        .map(|entry| entry.path());
    let fixed = READ_BY_TESTS.iter().map(PathBuf::from);
    fixed.chain(of_java).collect()
}

/// Programs that load `java` itself.
const LOADERS: &[&str] = &[
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-linux-riscv64-lp64d.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

/// Rules made before the fork.
pub(crate) struct Confinement {
    files: Option<OwnedFd>,
    filters: Filters,
    pass: Pass,
    world: Option<OwnWorld>,
}

impl Confinement {
    /// Binds the calling process to the rules. Makes system calls only.
    pub(crate) fn apply(&mut self) -> io::Result<()> {
        if let Some(world) = &self.world {
            world.enter()?;
            // SAFETY: asks for a signal when the spawning thread ends; new rights may have taken the wish back.
            check(unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) }.into())?;
            if let Some(files) = &self.files {
                world.allow(files.as_raw_fd(), writing())?;
            }
        }
        // SAFETY: sets a flag of the calling process.
        check(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }.into())?;
        if let Some(files) = &self.files {
            // SAFETY: takes a descriptor that is open and no flags.
            check(unsafe {
                libc::syscall(libc::SYS_landlock_restrict_self, files.as_raw_fd(), 0)
            })?;
        }
        self.filters
            .apply(std::process::id())
            .map_err(|_| io::Error::from_raw_os_error(libc::EPERM))
    }

    /// Turns the calling process into the program, as only who knows the pass can once the rules are applied; gives
    /// why it did not.
    pub(crate) fn execute(&self, program: &ExecProgram) -> io::Error {
        let [path, arguments, environment] = program.pointers();
        // SAFETY: the pointers are those of texts and of lists that end, which the program owns; the kernel ignores
        // the pass.
        unsafe {
            libc::syscall(
                libc::SYS_execve,
                path,
                arguments,
                environment,
                self.pass[0],
                self.pass[1],
            );
        }
        io::Error::last_os_error()
    }
}

/// Two numbers that nobody can guess.
fn new_pass() -> io::Result<Pass> {
    let mut pass: Pass = [0; 2];
    let length = size_of::<Pass>();
    // SAFETY: writes so many bytes at most into numbers that are alive.
    let filled = unsafe { libc::getrandom(pass.as_mut_ptr().cast(), length, 0) };
    if usize::try_from(filled) == Ok(length) {
        Ok(pass)
    } else {
        Err(io::Error::last_os_error())
    }
}

fn check(result: libc::c_long) -> io::Result<()> {
    if result < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

/// Makes the rules: read what is needed, write one folder, no network, no new programs.
pub(crate) fn confine(
    options: &WorkerOptions,
    installed: &Installed,
    readable: &[PathBuf],
    writable: &Path,
) -> Result<Confinement, WorkerError> {
    let failed = |reason: String| WorkerError::Start {
        reason: format!("cannot make the sandbox: {reason}; run without it by the setting"),
    };
    let files =
        files(options, installed, readable, writable).map_err(|error| failed(error.to_string()))?;
    let pass = new_pass().map_err(|error| failed(error.to_string()))?;
    let world = world(options, writable).map_err(|error| failed(error.to_string()))?;
    let filters = Filters::new(pass, world.is_some());
    let filters = filters.map_err(|error| failed(error.to_string()))?;
    Ok(Confinement {
        files,
        filters,
        pass,
        world,
    })
}

/// The world of the user's tests, where they run and the kernel allows one.
fn world(options: &WorkerOptions, writable: &Path) -> io::Result<Option<OwnWorld>> {
    let Some(module) = &options.tests_of else {
        return Ok(None);
    };
    let directory = options.working_directory.as_deref().unwrap_or(writable);
    OwnWorld::new(module, writable, directory)
}

/// What may be done in a folder that is the process's own.
fn writing() -> BitFlags<AccessFs> {
    AccessFs::from_all(LANDLOCK) & !AccessFs::Execute
}

fn files(
    options: &WorkerOptions,
    installed: &Installed,
    readable: &[PathBuf],
    writable: &Path,
) -> Result<Option<OwnedFd>, landlock::RulesetError> {
    let all = AccessFs::from_all(LANDLOCK);
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let mut rules = Ruleset::default().handle_access(all)?;
    if options.tests_of.is_none() || !own_world::is_supported() {
        rules = rules.handle_access(AccessNet::from_all(LANDLOCK))?;
    }
    let mut rules = rules.scope(Scope::from_all(LANDLOCK))?.create()?;
    rules = allow(rules, writable, writing())?;
    for path in SYSTEM {
        rules = allow(rules, Path::new(path), read)?;
    }
    if options.tests_of.is_some() {
        for path in &read_by_tests() {
            rules = allow(rules, path, read)?;
        }
    }
    rules = allow(rules, Path::new("/dev/null"), read | AccessFs::WriteFile)?;
    rules = allow(rules, &installed.folder, read)?;
    for path in readable {
        if let Some(opened) = opened(path, options) {
            rules = allow_opened(rules, opened, read)?;
        }
    }
    for path in &jdk_folders(&options.jdk_home) {
        rules = allow(rules, path, read)?;
    }
    rules = allow(
        rules,
        &options.jdk_home.join("bin/java"),
        read | AccessFs::Execute,
    )?;
    for loader in LOADERS {
        rules = allow(rules, Path::new(loader), read | AccessFs::Execute)?;
    }
    Ok(rules.into())
}

/// The file or folder for a rule, where a worker may have it. All that is looked at is what was opened, wherever the
/// links on its way lead: builds write into folders of the cache, at this moment, too, and may have put a link in the
/// place of a library. Where it cannot be told, it may not.
fn opened(path: &Path, options: &WorkerOptions) -> Option<OwnedFd> {
    let opened = open_past_no_link_in(path, &options.cache).ok()?;
    let end = end_of(&opened).ok()?;
    let is_open = !is_closed(&end, options);
    (is_open && !is_false_archive(&opened, path, options)).then_some(opened)
}

/// Endings of what classes are packed into.
const ARCHIVES: [&str; 5] = ["aar", "ear", "jar", "jmod", "war"];

/// Whether a file goes by the name of an archive and is none: a build may have copied something there that it may read
/// and a worker may not, the user's settings of it.
fn is_false_archive(opened: &OwnedFd, path: &Path, options: &WorkerOptions) -> bool {
    if !is_called_archive(path) {
        return false;
    }
    let kind = fs::metadata(place_of(opened)).map(|it| it.file_type());
    if !kind.as_ref().is_ok_and(fs::FileType::is_file) {
        // Nothing comes out of a folder by that name, but in the cache, nor out of a pipe. What a link by that name
        // leads to is one only where it is called so itself.
        let is_folder = kind.is_ok_and(|it| it.is_dir());
        let is_called_so = end_of(opened).is_ok_and(|end| is_called_archive(&end));
        return !is_folder || !is_called_so || is_of_cache(opened, options);
    }
    let mut begin = [0; 4];
    let read = File::open(place_of(opened)).and_then(|mut file| file.read_exact(&mut begin));
    read.is_err() || !(begin.starts_with(b"PK") || begin.starts_with(b"JM"))
}

fn is_called_archive(path: &Path) -> bool {
    let ending = path.extension().map(OsStr::to_ascii_lowercase);
    ending.is_some_and(|it| ARCHIVES.iter().any(|one| it == *one))
}

/// Whether it lies in the cache; where that cannot be told, too.
fn is_of_cache(opened: &OwnedFd, options: &WorkerOptions) -> bool {
    let cache = options.cache.canonicalize();
    cache.is_ok_and(|cache| end_of(opened).map_or(true, |end| end.starts_with(cache)))
}

/// Whether the path, which has no links, is or holds a folder that is not opened as such.
fn is_closed(end: &Path, options: &WorkerOptions) -> bool {
    let mut closed = options.closed.iter().flat_map(|it| it.canonicalize());
    end.parent().is_none() || closed.any(|one| one.starts_with(end))
}

/// Allows the access below the path; what does not exist needs no rule.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    match PathFd::new(path) {
        Ok(opened) => allow_opened(rules, opened, access),
        Err(_) => Ok(rules),
    }
}

fn allow_opened(
    rules: RulesetCreated,
    opened: impl AsFd,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    let access = if place_of(&opened).is_dir() {
        access
    } else {
        access & AccessFs::from_file(LANDLOCK)
    };
    rules.add_rule(PathBeneath::new(opened, access))
}

/// Folders of a JDK that hold what no program asks for.
const UNREAD: &[&str] = &["legal", "jmods", "man", "demo", "sample", "include"];

/// The JDK's home, and the ends of all links in it and in what these lead to: distributions keep settings in `/etc`,
/// folder by folder.
fn jdk_folders(home: &Path) -> Vec<PathBuf> {
    let mut all = vec![home.to_owned()];
    let mut ahead = vec![home.to_owned()];
    while let Some(folder) = ahead.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let path = entry.path();
            if kind.is_dir() && !UNREAD.iter().any(|name| entry.file_name() == *name) {
                ahead.push(path);
            } else if kind.is_symlink()
                && let Ok(end) = path.canonicalize()
                && !all.iter().any(|known| end.starts_with(known))
                && !home.starts_with(&end)
            {
                if end.is_dir() {
                    ahead.push(end.clone());
                }
                all.push(end);
            }
        }
    }
    all
}

pub(crate) fn support() -> SandboxSupport {
    const VERSION_QUESTION: libc::c_uint = 1;
    let nothing: *const libc::c_void = std::ptr::null();
    // SAFETY: with this flag the call only answers with a version and reads no memory.
    let landlock = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            nothing,
            0,
            VERSION_QUESTION,
        )
    };
    // SAFETY: asks for the calling thread's own state.
    let seccomp = unsafe { libc::prctl(libc::PR_GET_SECCOMP, 0, 0, 0, 0) } >= 0;
    let files = if landlock > 0 {
        format!("files by Landlock version {landlock}")
    } else {
        "no Landlock (Linux 5.13 or newer with it enabled): files are open to tests".into()
    };
    let calls = if seccomp {
        "network and new processes by seccomp"
    } else {
        "no seccomp: network and new processes are open to tests"
    };
    SandboxSupport {
        files: landlock > 0,
        system_calls: seccomp,
        explanation: format!("{files}; {calls}"),
        promises: promises(landlock, seccomp, own_world::is_supported()),
    }
}

/// What Landlock of this version and seccomp keep from the code of a project.
fn promises(landlock: libc::c_long, seccomp: bool, has_worlds: bool) -> Vec<Promise> {
    let promise = |holds, what| Promise { holds, what };
    vec![
        promise(
            landlock >= 1,
            "files: it reads the project, its class path and the JDK, and writes its own folder",
        ),
        promise(
            landlock >= 3,
            "files: it cuts none short that it may only read (Linux 6.2)",
        ),
        promise(seccomp, "network: it opens no connection"),
        promise(
            landlock >= 6,
            "signals and abstract sockets: it reaches no other process (Linux 6.12; without it, by system calls)",
        ),
        promise(
            seccomp,
            "system calls: a list of what a JVM needs; no other program, no modes, owners, times or limits of others",
        ),
        promise(
            has_worlds && seccomp,
            "your own tests: a network with the loopback address alone, a copy of the build's output to write into \
             (user namespaces; without them, what such tests cover is not known)",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_goes_by_the_name_of_an_archive_and_is_none_is_not_opened() {
        let dir = tempfile::tempdir().expect("a folder");
        let place = |name: &str| dir.path().join(name);
        fs::write(place("settings.xml"), "<settings><password>").expect("a file");
        fs::write(place("a.jar"), "PK\x03\x04").expect("a file");
        fs::write(place("b.jar"), "<settings><password>").expect("a file");
        fs::write(place("empty.JAR"), "").expect("a file");
        symlink(place("settings.xml"), place("c.jar")).expect("a link");
        fs::create_dir(place("folder.jar")).expect("a folder");
        let made = std::process::Command::new("mkfifo")
            .arg(place("pipe.jar"))
            .status();
        assert!(made.expect("mkfifo").success());
        fs::create_dir_all(place("cache/folder.jar")).expect("a folder");
        fs::write(place("cache/a.jar"), "PK\x03\x04").expect("a file");
        symlink(place("a.jar"), place("cache/link.jar")).expect("a link");
        fs::create_dir(place("keys")).expect("a folder");
        symlink(place("keys"), place("keys.jar")).expect("a link");
        let options = WorkerOptions {
            cache: place("cache"),
            ..WorkerOptions::new("/jdk".into(), 17)
        };
        let is_opened = |name: &str| opened(&place(name), &options).is_some();
        for name in ["a.jar", "folder.jar", "settings.xml", "cache/a.jar"] {
            assert!(is_opened(name), "{name}");
        }
        for name in [
            "b.jar",
            "c.jar",
            "empty.JAR",
            "pipe.jar",
            "cache/folder.jar",
            "cache/link.jar",
            "keys.jar",
        ] {
            assert!(!is_opened(name), "{name}");
        }
    }
}
