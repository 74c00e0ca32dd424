//! The system calls of a worker: gives filters that let through what a JVM needs and nothing else; knows nothing of
//! files.
//!
//! The list was measured (`strace -f -c` over the tests of the worker on JDK 17 and 25, and over a program of threads,
//! files, sockets, processes and three collectors on JDK 11 and 21, which added nothing) and completed from the
//! sources of the JDK's VM, of the JDK's native code and of the C libraries. What it leaves out answers "no such call",
//! upon which programs try an older call.

use std::collections::BTreeMap;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule,
};

/// Arguments four and five of the one `execve` that is let through. The kernel does not look at them, and who was
/// started by it cannot know them: it starts no other program.
pub(crate) type Pass = [u64; 2];

/// Stands for the number of the process, which is known after the fork only.
const OWN: u64 = 0x7FED_CBA9;

/// Programs in the order in which they are to be applied.
pub(crate) struct Filters(Vec<BpfProgram>);

impl Filters {
    /// Compiles the lists. Each answer needs a program of its own, and the last one applied has the last word.
    ///
    /// A process with a world of its own may use its network, and change files as far as those of its world can be
    /// changed.
    pub(crate) fn new(pass: Pass, has_own_world: bool) -> Result<Self, BackendError> {
        let mut denied = denied(pass)?;
        let mut owned = owned()?;
        if has_own_world {
            for call in NETWORK {
                denied.remove(call);
            }
            for call in FILE_CHANGES {
                owned.remove(call);
            }
            denied.insert(libc::SYS_socket, foreign_sockets()?);
            let questions = [IOCTLS, NETWORK_IOCTLS].concat();
            denied.insert(libc::SYS_ioctl, vec![none_of(1, &questions)?]);
        }
        let mut allowed: BTreeMap<i64, Vec<SeccompRule>> =
            ALLOWED.iter().map(|call| (*call, Vec::new())).collect();
        if has_own_world {
            let more = NETWORK.iter().chain(FILE_CHANGES);
            allowed.extend(more.map(|call| (*call, Vec::new())));
        }
        // Those two programs speak for them.
        allowed.extend(
            denied
                .keys()
                .chain(owned.keys())
                .map(|call| (*call, Vec::new())),
        );
        Ok(Self(vec![
            program(denied, SeccompAction::Allow, errno(libc::EACCES))?,
            program(owned, SeccompAction::Allow, errno(libc::EPERM))?,
            program(allowed, errno(libc::ENOSYS), SeccompAction::Allow)?,
        ]))
    }

    /// Binds the calling process, whose number is this. Makes system calls only.
    pub(crate) fn apply(&mut self, process: u32) -> Result<(), seccompiler::Error> {
        for program in &mut self.0 {
            for step in program.iter_mut().filter(|step| u64::from(step.k) == OWN) {
                step.k = process;
            }
            seccompiler::apply_filter(program)?;
        }
        Ok(())
    }
}

fn errno(number: i32) -> SeccompAction {
    SeccompAction::Errno(number.cast_unsigned())
}

fn program(
    calls: BTreeMap<i64, Vec<SeccompRule>>,
    others: SeccompAction,
    these: SeccompAction,
) -> Result<BpfProgram, BackendError> {
    let architecture = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(calls, others, these, architecture)?.try_into()
}

/// A rule for calls that have none of these 32-bit values as that argument.
fn none_of(argument: u8, values: &[u64]) -> Result<SeccompRule, BackendError> {
    let other = |value: &u64| {
        let value = value & u64::from(u32::MAX);
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value)
    };
    SeccompRule::new(values.iter().map(other).collect::<Result<_, _>>()?)
}

/// A rule for calls with another 64-bit argument.
fn not(argument: u8, value: u64) -> Result<SeccompRule, BackendError> {
    let other = SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, value);
    SeccompRule::new(vec![other?])
}

/// Sockets of other kinds than those of the internet: a socket with a name among the files leads to whoever listens
/// there, and others are for the settings of networks.
fn foreign_sockets() -> Result<Vec<SeccompRule>, BackendError> {
    let families = [libc::AF_INET, libc::AF_INET6].map(|it| it.cast_unsigned().into());
    let plain = [libc::SOCK_STREAM, libc::SOCK_DGRAM];
    let flags = [
        0,
        libc::SOCK_CLOEXEC,
        libc::SOCK_NONBLOCK,
        libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK,
    ];
    let kinds = plain.iter().flat_map(|kind| flags.map(|flag| kind | flag));
    let kinds: Vec<u64> = kinds.map(|kind| kind.cast_unsigned().into()).collect();
    let protocols = [0, libc::IPPROTO_TCP, libc::IPPROTO_UDP];
    let protocols = protocols.map(|it| it.cast_unsigned().into());
    Ok(vec![
        none_of(0, &families)?,
        none_of(1, &kinds)?,
        none_of(2, &protocols)?,
    ])
}

/// New processes, and threads in a world of their own.
fn no_plain_threads() -> Result<Vec<SeccompRule>, BackendError> {
    let masked = |flags: i32, value: i32| {
        let [flags, value] = [flags, value].map(|it| u64::from(it.cast_unsigned()));
        let how = SeccompCmpOp::MaskedEq(flags);
        SeccompRule::new(vec![SeccompCondition::new(
            0,
            SeccompCmpArgLen::Qword,
            how,
            value,
        )?])
    };
    let worlds = WORLDS.iter().map(|flag| masked(*flag, *flag));
    [masked(libc::CLONE_THREAD, 0)]
        .into_iter()
        .chain(worlds)
        .collect()
}

/// Flags of new namespaces.
const WORLDS: [i32; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// Calls about sockets that are had already.
const NETWORK: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
];

/// Calls that change modes and times of files, which the mounts of an own world know.
const FILE_CHANGES: &[i64] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
    libc::SYS_utimensat,
];

/// Names, addresses, states and sizes of network devices.
const NETWORK_IOCTLS: &[u64] = &[
    0x8910, 0x8912, 0x8913, 0x8915, 0x8919, 0x891B, 0x8921, 0x8927, 0x8933,
];

/// The network, new processes and programs, signals to others: "permission denied", as Java says it in its exceptions.
fn denied(pass: Pass) -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let kinds = [
        libc::SOCK_STREAM,
        libc::SOCK_STREAM | libc::SOCK_CLOEXEC,
        libc::SOCK_STREAM | libc::SOCK_NONBLOCK,
        libc::SOCK_STREAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK,
    ];
    let mut calls: BTreeMap<i64, Vec<SeccompRule>> =
        DENIED.iter().map(|call| (*call, Vec::new())).collect();
    calls.insert(libc::SYS_clone, no_plain_threads()?);
    calls.insert(libc::SYS_execve, vec![not(3, pass[0])?, not(4, pass[1])?]);
    calls.insert(libc::SYS_kill, vec![none_of(0, &[OWN])?]);
    calls.insert(libc::SYS_tgkill, vec![none_of(0, &[OWN])?]);
    // A pair leads nowhere; one for datagrams could send to any socket that has a name, others are parts of the kernel
    // that nobody needs.
    let local = libc::AF_UNIX.cast_unsigned().into();
    let kinds = kinds.map(|kind| kind.cast_unsigned().into());
    calls.insert(
        libc::SYS_socketpair,
        vec![none_of(0, &[local])?, none_of(1, &kinds)?],
    );
    // No input typed into a terminal, no flags of files, no signals about input to others.
    calls.insert(libc::SYS_ioctl, vec![none_of(1, IOCTLS)?]);
    Ok(calls)
}

/// Modes, owners and times of files, which no rule for files knows; limits, priorities and places of processes: "not
/// permitted".
fn owned() -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let mut calls: BTreeMap<i64, Vec<SeccompRule>> =
        OWNED.iter().map(|call| (*call, Vec::new())).collect();
    let is_set = SeccompCondition::new(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)?;
    let no_files = SeccompCondition::new(
        1,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Ne,
        u64::from(RLIMIT_NOFILE),
    )?;
    // A JVM raises the number of its open files.
    let set = SeccompRule::new(vec![is_set, no_files])?;
    calls.insert(libc::SYS_prlimit64, vec![none_of(0, &[0, OWN])?, set]);
    #[cfg(target_arch = "x86_64")]
    calls.insert(
        libc::SYS_setrlimit,
        vec![none_of(0, &[u64::from(RLIMIT_NOFILE)])?],
    );
    calls.insert(libc::SYS_prctl, vec![none_of(0, PRCTLS)?]);
    calls.insert(libc::SYS_mmap, vec![shared_memory_without_a_file()?]);
    let signals = [F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY];
    // Locks that belong to no process are counted for none.
    let locks = [F_OFD_SETLK, F_OFD_SETLKW];
    let one_of = |command: &u64| {
        let same = SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, *command);
        SeccompRule::new(vec![same?])
    };
    // What pipes may hold counts for all programs of the user together.
    let others = [F_SETPIPE_SZ];
    let refused = signals.iter().chain(&locks).chain(&others);
    let rules: Result<_, BackendError> = refused.map(one_of).collect();
    calls.insert(libc::SYS_fcntl, rules?);
    Ok(calls)
}

/// Memory that processes share and that is no file: what is not mapped of it at the moment counts for nobody, however
/// much it is.
fn shared_memory_without_a_file() -> Result<SeccompRule, BackendError> {
    let flags = (libc::MAP_SHARED | libc::MAP_ANONYMOUS).cast_unsigned();
    let both = SeccompCmpOp::MaskedEq(flags.into());
    let is_shared = SeccompCondition::new(3, SeccompCmpArgLen::Dword, both, flags.into())?;
    SeccompRule::new(vec![is_shared])
}

/// The same number everywhere, which the crate does not have everywhere.
const FCHMODAT2: i64 = 452;
/// Likewise.
#[cfg(target_arch = "aarch64")]
const RENAMEAT: i64 = 38;
const RLIMIT_NOFILE: u32 = 7;
const F_SETOWN: u64 = 8;
const F_SETSIG: u64 = 10;
const F_SETOWN_EX: u64 = 15;
const F_SETLEASE: u64 = 1024;
const F_NOTIFY: u64 = 1026;
const F_SETPIPE_SZ: u64 = 1031;
const F_OFD_SETLK: u64 = 37;
const F_OFD_SETLKW: u64 = 38;

/// Whether a descriptor is a terminal and how large, how much there is to read, whether it blocks, whether programs
/// inherit it.
const IOCTLS: &[u64] = &[0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451];

/// Names of threads and of memory, what may be dumped, no new rights (the next filter asks for that), capabilities
/// that are had, timer slack, huge pages, vectors and tags on ARM. Nothing about the signal that comes when the
/// parent ends. No new rights for programs, which each filter asks for before it is applied.
const PRCTLS: &[u64] = &[
    3,
    15,
    16,
    21,
    23,
    29,
    30,
    38,
    39,
    41,
    42,
    50,
    51,
    54,
    55,
    56,
    63,
    64,
    0x5356_4D41,
];

/// Answered with "permission denied", all of them.
const DENIED: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
    libc::SYS_execveat,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pidfd_open,
    libc::SYS_ptrace,
    libc::SYS_setpgid,
    libc::SYS_setsid,
    // Descriptors go along with such messages: what is under way counts for all programs of the user together, and
    // what it holds for nobody.
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
];

/// Answered with "not permitted", all of them.
const OWNED: &[i64] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
];

/// Let through whatever their arguments.
const ALLOWED: &[i64] = &[
    // Memory.
    libc::SYS_brk,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mincore,
    libc::SYS_mlock,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_msync,
    libc::SYS_munlock,
    libc::SYS_munmap,
    libc::SYS_mbind,
    libc::SYS_get_mempolicy,
    libc::SYS_set_mempolicy,
    // Threads.
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_getcpu,
    libc::SYS_gettid,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_arch_prctl,
    #[cfg(target_arch = "riscv64")]
    libc::SYS_riscv_flush_icache,
    // Signals of its own.
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sigaltstack,
    // Itself and the machine.
    libc::SYS_capget,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getgroups,
    libc::SYS_getpgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getpriority,
    libc::SYS_getrandom,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_getrlimit,
    libc::SYS_getrusage,
    libc::SYS_getsid,
    libc::SYS_getuid,
    libc::SYS_sysinfo,
    libc::SYS_times,
    libc::SYS_umask,
    libc::SYS_uname,
    libc::SYS_wait4,
    libc::SYS_waitid,
    // Time.
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_getitimer,
    libc::SYS_gettimeofday,
    libc::SYS_nanosleep,
    libc::SYS_setitimer,
    libc::SYS_timer_create,
    libc::SYS_timer_delete,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_gettime,
    libc::SYS_timer_settime,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_gettime,
    libc::SYS_timerfd_settime,
    // Descriptors.
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_copy_file_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_fadvise64,
    libc::SYS_fallocate,
    libc::SYS_fdatasync,
    libc::SYS_flock,
    libc::SYS_fstat,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_lseek,
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_preadv2,
    libc::SYS_pselect6,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_pwritev2,
    libc::SYS_read,
    libc::SYS_readahead,
    libc::SYS_readv,
    libc::SYS_sendfile,
    libc::SYS_splice,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_sync_file_range,
    libc::SYS_write,
    libc::SYS_writev,
    // The ends of a pair of sockets.
    libc::SYS_getpeername,
    libc::SYS_getsockname,
    libc::SYS_getsockopt,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_sendto,
    libc::SYS_setsockopt,
    libc::SYS_shutdown,
    // Files, each of which has its rules. Nothing that no rule knows: what happens in folders that may not be read,
    // and labels of files that may not be opened.
    libc::SYS_chdir,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fchdir,
    libc::SYS_fgetxattr,
    libc::SYS_flistxattr,
    libc::SYS_fstatfs,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_linkat,
    libc::SYS_mkdirat,
    libc::SYS_newfstatat,
    libc::SYS_openat,
    libc::SYS_readlinkat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_renameat,
    #[cfg(target_arch = "aarch64")]
    RENAMEAT,
    libc::SYS_renameat2,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_symlinkat,
    libc::SYS_truncate,
    libc::SYS_unlinkat,
    // Calls that x86 has from older times, and that C libraries make there.
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_creat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_dup2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_epoll_create,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_epoll_wait,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_eventfd,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_getdents,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_getpgrp,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_link,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mkdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_pause,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_pipe,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rename,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rmdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_select,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_stat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_symlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_time,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_unlink,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_the_process_stands_only_where_it_is_to_be_filled_in() {
        let filters = Filters::new([1, 2], false).expect("the lists are sound");
        let steps = filters.0.iter().flatten();
        // kill, tgkill, prlimit64.
        assert_eq!(steps.filter(|step| u64::from(step.k) == OWN).count(), 3);
    }

    #[test]
    fn no_call_is_both_let_through_and_denied() {
        let denied = denied([0, 0]).expect("the list is sound");
        let owned = owned().expect("the list is sound");
        for call in ALLOWED {
            assert!(
                !denied.contains_key(call) && !owned.contains_key(call),
                "{call}"
            );
        }
        assert!(denied.keys().all(|call| !owned.contains_key(call)));
    }
}
