//! The sandbox of build tools on Linux: Landlock for files, seccomp for what Landlock does not see.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    os::unix::{fs::MetadataExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command},
    sync::OnceLock,
    thread,
};

use goalline_limits::{ANY_FILE, ControlGroup, end_of, give_up_rights, number_in, place_of};
use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

use super::{BuildConfinement, build_system_calls};

/// The newest Landlock that the rules use; an older kernel enforces what it knows.
const LANDLOCK: ABI = ABI::V6;

/// Bytes of a file that a build may write.
const LARGEST_FILE: u64 = 16 << 30;

/// Processes and threads that a build may start beside all that the user has.
const MORE_TASKS: u64 = 5_000;

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
pub fn spawn(confinement: &BuildConfinement, command: &mut Command) -> io::Result<Child> {
    let tasks = tasks_of_this_user() + MORE_TASKS;
    let leaving = leaving().map_err(|error| io::Error::other(format!("no sandbox: {error}")))?;
    // Its group is its own by then.
    let group = ControlGroup::of_this_program().ok();
    let stay = move || {
        close_on_exec();
        if let Some(mut entrance) = group.map(ControlGroup::entrance) {
            // Who cannot enter is looked after all the same.
            let _ = entrance.write(b"0");
        }
        limit(tasks)?;
        give_up_rights(1 << ANY_FILE)?;
        seccompiler::apply_filter(&leaving).map_err(|_| io::Error::from_raw_os_error(libc::EPERM))
    };
    // SAFETY: the closure makes system calls only; it neither allocates nor locks.
    unsafe { command.pre_exec(stay) };
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

/// Keeps whatever is open from the program that is executed next: whoever started this one may have left a socket or a
/// file. Makes system calls only.
fn close_on_exec() {
    let last = libc::c_uint::MAX;
    // SAFETY: sets a flag of the descriptors that the calling process has.
    let done = unsafe { libc::syscall(libc::SYS_close_range, 3, last, libc::CLOSE_RANGE_CLOEXEC) };
    if done == 0 {
        return;
    }
    // Before Linux 5.11, where there is no Landlock either.
    // SAFETY: asks for a number.
    let most = unsafe { libc::sysconf(libc::_SC_OPEN_MAX) };
    for number in 3..i32::try_from(most).unwrap_or(256).clamp(256, 1 << 16) {
        // SAFETY: sets a flag of a descriptor, where there is one of that number.
        unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
}

/// No file grows without an end, no core is kept, no process is started where the user has so many; a limit that is
/// lower stays. Makes system calls only.
fn limit(tasks: u64) -> io::Result<()> {
    for (what, most) in [
        (libc::RLIMIT_FSIZE, LARGEST_FILE),
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_NPROC, tasks),
    ] {
        let mut limit = libc::rlimit {
            rlim_cur: most,
            rlim_max: most,
        };
        // SAFETY: writes a value that is alive.
        check(unsafe { libc::getrlimit(what, &raw mut limit) })?;
        limit.rlim_max = limit.rlim_max.min(most);
        limit.rlim_cur = limit.rlim_cur.min(limit.rlim_max);
        // SAFETY: reads a value that is alive.
        check(unsafe { libc::setrlimit(what, &raw const limit) })?;
    }
    Ok(())
}

fn check(done: i32) -> io::Result<()> {
    if done < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Processes and threads of this user: the system counts them all together.
fn tasks_of_this_user() -> u64 {
    let owner = |path: &Path| fs::metadata(path).ok().map(|it| it.uid());
    let own = owner(Path::new("/proc/self"));
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let own = processes.filter(|entry| owner(&entry.path()) == own);
    let threads = own.filter_map(|entry| {
        let status = fs::read_to_string(entry.path().join("status")).ok()?;
        number_in(&status, "Threads:")
    });
    threads.sum()
}

/// Whether this kernel has Landlock.
pub fn is_enforced() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    let bind_nothing = || {
        thread::spawn(|| bind(&BuildConfinement::default()).unwrap_or(false))
            .join()
            .unwrap_or(false)
    };
    *ANSWER.get_or_init(bind_nothing)
}

/// Binds the calling thread; false where the kernel has no Landlock.
fn bind(confinement: &BuildConfinement) -> Result<bool, Box<dyn std::error::Error + Send + Sync>> {
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
    for path in SETTINGS.iter().flat_map(|it| everybodys(Path::new(it))) {
        rules = allow(rules, &path, read)?;
    }
    rules = allow(rules, Path::new("/dev/null"), read | AccessFs::WriteFile)?;
    let folders = WritableFolders::of(confinement);
    for path in &confinement.readable {
        rules = folders.allow(rules, path, run)?;
    }
    for path in &confinement.writable {
        rules = folders.allow(rules, path, all)?;
    }
    let status = rules.restrict_self()?.ruleset;
    #[cfg(target_arch = "x86_64")]
    seccompiler::apply_filter(&no_second_numbers())?;
    seccompiler::apply_filter(&build_system_calls::filter()?)?;
    seccompiler::apply_filter(&filter()?)?;
    seccompiler::apply_filter(&descriptors(FLAGS_OF_FILES, libc::SYS_ioctl, libc::ENOTTY)?)?;
    seccompiler::apply_filter(&descriptors(
        LEASES_AND_SIGNALS,
        libc::SYS_fcntl,
        libc::EPERM,
    )?)?;
    seccompiler::apply_filter(&modes(confinement.pretends_modes)?)?;
    seccompiler::apply_filter(&modes_of_open_files()?)?;
    Ok(status != RulesetStatus::NotEnforced)
}

/// The parts of a folder of settings that every user of the system may read; the superuser's builds would see the
/// others, too. Those of devices and processes have rules of their own.
fn everybodys(path: &Path) -> Vec<PathBuf> {
    const EVERYBODY: u32 = 0o004;
    let is_private = |about: &fs::Metadata| about.mode() & EVERYBODY == 0;
    // SAFETY: asks for a number.
    let is_superuser = unsafe { libc::geteuid() } == 0;
    if !is_superuser || path.starts_with("/proc") || path.starts_with("/sys") {
        return vec![path.to_path_buf()];
    }
    let Ok(about) = fs::symlink_metadata(path) else {
        return Vec::new();
    };
    if about.is_symlink() {
        return vec![path.to_path_buf()];
    }
    if is_private(&about) {
        return Vec::new();
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let entries = entries.map(|entry| entry.path());
    // A rule for a link is one for where it leads, which is allowed there or not at all.
    let entries: Vec<PathBuf> = entries.filter(|entry| !entry.is_symlink()).collect();
    let parts: Vec<PathBuf> = entries.iter().flat_map(|it| everybodys(it)).collect();
    if parts == entries {
        vec![path.to_path_buf()]
    } else {
        parts
    }
}

/// Folders that builds write, by their names and where they really lie. Another build may write there at this moment
/// and put a link in the place of what lies in one.
struct WritableFolders<'a> {
    folders: Vec<(&'a Path, PathBuf)>,
}

impl<'a> WritableFolders<'a> {
    fn of(confinement: &'a BuildConfinement) -> Self {
        let folders = confinement.writable.iter().filter_map(|folder| {
            let real = end_of(&PathFd::new(folder).ok()?).ok()?;
            Some((folder.as_path(), real))
        });
        Self {
            folders: folders.collect(),
        }
    }

    /// Allows the access below the path, unless what is opened by that name lies out of the folder that the name lies
    /// in.
    fn allow(
        &self,
        rules: RulesetCreated,
        path: &Path,
        access: BitFlags<AccessFs>,
    ) -> Result<RulesetCreated, Box<dyn std::error::Error + Send + Sync>> {
        let Ok(opened) = PathFd::new(path) else {
            return Ok(rules);
        };
        let end = end_of(&opened)?;
        let mut around = self
            .folders
            .iter()
            .filter(|(name, _)| path.starts_with(name));
        if around.any(|(_, real)| !end.starts_with(real)) {
            return Err(format!("{} leads out of its folder", path.display()).into());
        }
        Ok(allow_opened(rules, &opened, access)?)
    }
}

/// Allows the access below the path; what does not exist needs no rule.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    match PathFd::new(path) {
        Ok(opened) => allow_opened(rules, &opened, access),
        Err(_) => Ok(rules),
    }
}

fn allow_opened(
    rules: RulesetCreated,
    opened: &PathFd,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    let access = if place_of(opened).is_dir() {
        access
    } else {
        access & AccessFs::from_file(LANDLOCK)
    };
    rules.add_rule(PathBeneath::new(opened, access))
}

/// What Landlock leaves open of calls that builds need: sockets in the file system (an agent with keys, a daemon of
/// containers) and of kinds that lead to the machine instead of the network, other processes; modes, owners, times and
/// flags of files have filters of their own.
fn filter() -> Result<BpfProgram, seccompiler::BackendError> {
    let mut denied = BTreeMap::new();
    denied.insert(libc::SYS_socket, foreign_sockets()?);
    // One for datagrams could send to any socket that has a name.
    let kind = SeccompCmpOp::MaskedEq(0xF);
    let datagrams = compared(1, kind, libc::SOCK_DGRAM.cast_unsigned().into())?;
    denied.insert(
        libc::SYS_socketpair,
        vec![SeccompRule::new(vec![datagrams])?],
    );
    for call in OF_ITSELF {
        denied.insert(*call, vec![unlike(0, 0)?]);
    }
    for call in [libc::SYS_setpriority, libc::SYS_ioprio_set] {
        let process = u64::from(call == libc::SYS_ioprio_set);
        denied.insert(call, vec![unlike(0, process)?, unlike(1, 0)?]);
    }
    denied.insert(libc::SYS_clone, namespaces()?);
    program(denied, libc::EACCES)
}

/// Sockets of other kinds than those of the internet, and than the one that says what addresses and routes there are.
fn foreign_sockets() -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let is_not = |family: i32| compared(0, SeccompCmpOp::Ne, family.cast_unsigned().into());
    let none_of_these = [libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK].map(is_not);
    let none_of_these = none_of_these.into_iter().collect::<Result<_, _>>()?;
    let settings = vec![
        compared(0, SeccompCmpOp::Eq, libc::AF_NETLINK.cast_unsigned().into())?,
        compared(
            2,
            SeccompCmpOp::Ne,
            libc::NETLINK_ROUTE.cast_unsigned().into(),
        )?,
    ];
    Ok(vec![
        SeccompRule::new(none_of_these)?,
        SeccompRule::new(settings)?,
    ])
}

/// New processes in a world of their own, in which they would have all rights, and such as this program would have
/// started: it knows nothing of them, and keeps their numbers once they have ended.
fn namespaces() -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let each = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
        libc::CLONE_PARENT,
    ];
    let rule = |flag: i32| {
        let flag = u64::from(flag.cast_unsigned());
        let is_set = SeccompCondition::new(
            0,
            SeccompCmpArgLen::Qword,
            SeccompCmpOp::MaskedEq(flag),
            flag,
        )?;
        SeccompRule::new(vec![is_set])
    };
    each.into_iter().map(rule).collect()
}

/// A rule for calls whose argument is another number of 32 bits.
fn unlike(argument: u8, value: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    SeccompRule::new(vec![compared(argument, SeccompCmpOp::Ne, value)?])
}

fn compared(
    argument: u8,
    how: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, how, value)
}

/// x86 has each call twice: once more under a number with this bit, for pointers of 32 bits. A list of what is denied
/// knows the first number alone, and nobody needs the second one.
#[cfg(target_arch = "x86_64")]
fn no_second_numbers() -> BpfProgram {
    const FIRST: u32 = 0x4000_0000;
    let step = |code: u32, jt, jf, k| seccompiler::sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    let answer = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned();
    vec![
        // The number of a call stands in front of all that the kernel shows of it.
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, FIRST),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, answer),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
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

/// The same of files that are open, which a file that may only be read can be, too. Whoever copies a file does so, and
/// is told that it did.
fn modes_of_open_files() -> Result<BpfProgram, seccompiler::BackendError> {
    let mut denied = always(&[
        libc::SYS_fchmod,
        libc::SYS_fchown,
        libc::SYS_fsetxattr,
        libc::SYS_fremovexattr,
    ]);
    let unnamed = SeccompCondition::new(1, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, 0)?;
    denied.insert(libc::SYS_utimensat, vec![SeccompRule::new(vec![unnamed])?]);
    program(denied, 0)
}

/// What takes a process out of the group that ends with its build. Daemons are told that they left.
fn leaving() -> Result<BpfProgram, seccompiler::BackendError> {
    program(always(&[libc::SYS_setsid, libc::SYS_setpgid]), 0)
}

/// What is asked of a descriptor by one of these numbers.
fn descriptors(
    numbers: &[u64],
    call: i64,
    error: i32,
) -> Result<BpfProgram, seccompiler::BackendError> {
    let is = |number: &u64| SeccompRule::new(vec![compared(1, SeccompCmpOp::Eq, *number)?]);
    let rules: Result<Vec<_>, _> = numbers.iter().map(is).collect();
    program(BTreeMap::from([(call, rules?)]), error)
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

/// Calls whose first argument is a process, where 0 is the own one.
const OF_ITSELF: &[i64] = &[
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
];

/// Flags of files, which can be set of one that may only be read: what is not to be dumped, copied, changed ever again,
/// and seals and keys of whole files.
const FLAGS_OF_FILES: &[u64] = &[
    // FS_IOC_SETFLAGS, of 64 and of 32 bits, FS_IOC_FSSETXATTR, FS_IOC_SETVERSION.
    0x4008_6602,
    0x4004_6602,
    0x401C_5820,
    0x4008_7602,
    0x4004_7602,
    // FS_IOC_ENABLE_VERITY, FS_IOC_SET_ENCRYPTION_POLICY.
    0x4080_6685,
    0x800C_6613,
    // FS_IOC_SETFSLABEL, FIFREEZE, FITHAW, FITRIM.
    0x4100_9432,
    0xC004_5877,
    0xC004_5878,
    0xC018_5879,
    // TIOCSTI, TIOCLINUX: what somebody is to have typed.
    0x5412,
    0x541C,
];

/// What of a file that may only be read keeps others from writing it, or sends them signals: `F_SETOWN`,
/// `F_SETSIG`, `F_SETOWN_EX`, `F_SETLEASE`, `F_NOTIFY`.
const LEASES_AND_SIGNALS: &[u64] = &[8, 10, 15, 1024, 1026];

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn beside_what_is_private_the_rest_of_a_folder_is_everybodys_and_no_link_leads_out_of_it() {
        // SAFETY: asks for a number.
        if unsafe { libc::geteuid() } != 0 {
            // Who may not read it needs no rule that says so.
            return;
        }
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join("etc");
        let mode = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
        };
        fs::create_dir(&folder).expect("a folder");
        mode(&folder, 0o755);
        let (hosts, shadow) = (folder.join("hosts"), folder.join("shadow"));
        for file in [&hosts, &shadow] {
            fs::write(file, "").expect("a file");
            mode(file, 0o644);
        }
        symlink("/root", folder.join("link")).expect("a link");
        assert_eq!(everybodys(&folder), std::slice::from_ref(&folder));
        mode(&shadow, 0o640);
        assert_eq!(everybodys(&folder), [hosts]);
        mode(&folder, 0o700);
        assert!(everybodys(&folder).is_empty());
    }
}
