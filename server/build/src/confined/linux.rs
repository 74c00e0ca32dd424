//! The sandbox of build tools on Linux: Landlock for files, seccomp for what Landlock does not see.

use std::{
    collections::BTreeMap,
    io,
    path::Path,
    process::{Child, Command},
    sync::OnceLock,
    thread,
};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

use super::Confinement;

/// The newest Landlock that the rules use; an older kernel enforces what it knows.
const LANDLOCK: ABI = ABI::V6;

/// Programs and libraries of the system.
const PROGRAMS: [&str; 9] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/nix/store",
    "/snap",
];

/// Settings and what the system is like: certificates, names of hosts, processors, time. What of `/proc` belongs to
/// processes outside stays closed, for they are none of the sandbox.
const SETTINGS: [&str; 11] = [
    "/etc",
    "/proc",
    "/sys",
    "/run/systemd/resolve",
    "/run/resolvconf",
    "/run/NetworkManager",
    "/var/lib/ca-certificates",
    "/dev/zero",
    "/dev/random",
    "/dev/urandom",
    "/dev/null",
];

/// Starts the program on a thread that is bound first: what it starts inherits that, and the rest of this process
/// does not.
pub fn spawn(confinement: &Confinement, command: &mut Command) -> io::Result<Child> {
    thread::scope(|scope| {
        let bound = scope.spawn(|| {
            bind(confinement).map_err(|error| io::Error::other(format!("no sandbox: {error}")))?;
            command.spawn()
        });
        bound
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("no sandbox")))
    })
}

/// Whether this kernel has Landlock.
pub fn is_enforced() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    let bind_nothing = || {
        thread::spawn(|| bind(&Confinement::default()).unwrap_or(false))
            .join()
            .unwrap_or(false)
    };
    *ANSWER.get_or_init(bind_nothing)
}

/// Binds the calling thread; false where the kernel has no Landlock.
fn bind(confinement: &Confinement) -> Result<bool, Box<dyn std::error::Error + Send + Sync>> {
    let all = AccessFs::from_all(LANDLOCK);
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let run = read | AccessFs::Execute;
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .scope(Scope::from_all(LANDLOCK))?
        .create()?;
    for path in PROGRAMS {
        rules = allow(rules, Path::new(path), run)?;
    }
    for path in SETTINGS {
        rules = allow(rules, Path::new(path), read)?;
    }
    rules = allow(rules, Path::new("/dev/null"), read | AccessFs::WriteFile)?;
    for path in &confinement.readable {
        rules = allow(rules, path, run)?;
    }
    for path in &confinement.writable {
        rules = allow(rules, path, all)?;
    }
    let status = rules.restrict_self()?.ruleset;
    seccompiler::apply_filter(&filter()?)?;
    seccompiler::apply_filter(&modes(confinement.pretends_modes)?)?;
    Ok(status != RulesetStatus::NotEnforced)
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

/// What Landlock leaves open: sockets in the file system (an agent with keys, a daemon of containers), other
/// processes, other users' memory, ways around filters; modes, owners and times of files by their names have a filter
/// of their own.
fn filter() -> Result<BpfProgram, seccompiler::BackendError> {
    let mut denied = always(DENIED);
    let local = libc::AF_UNIX.cast_unsigned().into();
    let is_local = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, local)?;
    denied.insert(libc::SYS_socket, vec![SeccompRule::new(vec![is_local])?]);
    program(denied, libc::EACCES)
}

/// Modes, owners and times of files by their names. A build sets them wherever it copies a file, and ends where it
/// cannot: it is told that it did.
fn modes(pretends: bool) -> Result<BpfProgram, seccompiler::BackendError> {
    let mut denied = always(OF_FILES);
    // With no name it is about a file that is open already.
    let named = SeccompCondition::new(1, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)?;
    denied.insert(libc::SYS_utimensat, vec![SeccompRule::new(vec![named])?]);
    program(denied, if pretends { 0 } else { libc::EACCES })
}

fn always(calls: &[i64]) -> BTreeMap<i64, Vec<SeccompRule>> {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

fn program(
    denied: BTreeMap<i64, Vec<SeccompRule>>,
    error: i32,
) -> Result<BpfProgram, seccompiler::BackendError> {
    let answer = SeccompAction::Errno(error.cast_unsigned());
    let architecture = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(denied, SeccompAction::Allow, answer, architecture)?.try_into()
}

const OF_FILES: &[i64] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
    libc::SYS_fchmodat,
    // fchmodat2, which the C library has no name for everywhere.
    452,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
];

const DENIED: &[i64] = &[
    libc::SYS_io_uring_setup,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
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
    libc::SYS_shmat,
    libc::SYS_msgget,
    libc::SYS_semget,
];
