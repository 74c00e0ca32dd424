//! The sandbox of Linux: Landlock for files and signals, seccomp for the network and new processes.

use std::{
    collections::BTreeMap,
    fs, io,
    os::fd::{AsRawFd, OwnedFd},
    path::{Path, PathBuf},
};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, Scope,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

use super::SandboxSupport;
use crate::{WorkerError, WorkerOptions, install::Installed};

/// The newest Landlock that the rules use; an older kernel enforces what it knows.
const LANDLOCK: ABI = ABI::V6;

/// Readable for every JVM: the C library and its settings, devices without content, time zones, what the system is like.
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
    "/dev/null",
    "/dev/zero",
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
    "/sys/fs/cgroup",
];

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
    filters: Vec<BpfProgram>,
}

impl Confinement {
    /// Binds the calling process to the rules. Makes system calls only.
    pub(crate) fn apply(&self) -> io::Result<()> {
        // SAFETY: sets a flag of the calling process.
        check(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }.into())?;
        if let Some(files) = &self.files {
            // SAFETY: takes a descriptor that is open and no flags.
            check(unsafe {
                libc::syscall(libc::SYS_landlock_restrict_self, files.as_raw_fd(), 0)
            })?;
        }
        for filter in &self.filters {
            seccompiler::apply_filter(filter)
                .map_err(|_| io::Error::from_raw_os_error(libc::EPERM))?;
        }
        Ok(())
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
    let filters = filters().map_err(|error| failed(error.to_string()))?;
    Ok(Confinement { files, filters })
}

fn files(
    options: &WorkerOptions,
    installed: &Installed,
    readable: &[PathBuf],
    writable: &Path,
) -> Result<Option<OwnedFd>, landlock::RulesetError> {
    let all = AccessFs::from_all(LANDLOCK);
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let mut rules = Ruleset::default()
        .handle_access(all)?
        .handle_access(AccessNet::from_all(LANDLOCK))?
        .scope(Scope::from_all(LANDLOCK))?
        .create()?;
    rules = allow(rules, writable, all & !AccessFs::Execute)?;
    for path in SYSTEM {
        rules = allow(rules, Path::new(path), read)?;
    }
    rules = allow(rules, Path::new("/dev/null"), read | AccessFs::WriteFile)?;
    rules = allow(rules, &installed.folder, read)?;
    for path in readable.iter().filter(|path| !is_closed(path, options)) {
        rules = allow(rules, path, read)?;
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

/// Whether the path, followed to its end, is or holds a folder that is not opened as such.
fn is_closed(path: &Path, options: &WorkerOptions) -> bool {
    let Ok(end) = path.canonicalize() else {
        return false;
    };
    let mut closed = options.closed.iter().flat_map(|it| it.canonicalize());
    end.parent().is_none() || closed.any(|one| one.starts_with(&end))
}

/// Allows the access below the path; what does not exist needs no rule.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    let Ok(opened) = PathFd::new(path) else {
        return Ok(rules);
    };
    let access = if path.is_dir() {
        access
    } else {
        access & AccessFs::from_file(LANDLOCK)
    };
    rules.add_rule(PathBeneath::new(opened, access))
}

/// Folders of a JDK that hold what no program asks for.
const UNREAD: &[&str] = &["legal", "jmods", "man", "demo", "sample", "include"];

/// The JDK's home, and the ends of all links in it and in what these lead to: distributions keep settings in `/etc`, folder by folder.
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

/// Two programs, as each has one answer: "permission denied", and "no such call" for `clone3`, after which the C library
/// uses `clone`, whose flags a filter can read.
fn filters() -> Result<Vec<BpfProgram>, seccompiler::BackendError> {
    let no_thread = SeccompCondition::new(
        0,
        SeccompCmpArgLen::Qword,
        SeccompCmpOp::MaskedEq(libc::CLONE_THREAD.cast_unsigned().into()),
        0,
    )?;
    let mut denied: BTreeMap<i64, Vec<SeccompRule>> =
        DENIED.iter().map(|call| (*call, Vec::new())).collect();
    denied.insert(libc::SYS_clone, vec![SeccompRule::new(vec![no_thread])?]);
    let missing = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    Ok(vec![
        program(missing, libc::ENOSYS)?,
        program(denied, libc::EACCES)?,
    ])
}

fn program(
    calls: BTreeMap<i64, Vec<SeccompRule>>,
    answer: i32,
) -> Result<BpfProgram, seccompiler::BackendError> {
    let answer = SeccompAction::Errno(answer.cast_unsigned());
    let architecture = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(calls, SeccompAction::Allow, answer, architecture)?.try_into()
}

/// The network, new processes, other processes, the machine. `socketpair` stays: the JDK needs one and it leads nowhere.
const DENIED: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
    libc::SYS_execveat,
    libc::SYS_kill,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pidfd_open,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_chroot,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_setpgid,
    libc::SYS_setsid,
];

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
    }
}
