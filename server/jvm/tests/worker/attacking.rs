//! What native code of a hostile project cannot do in the sandbox: system calls made by a library that lies in the
//! project, on every JDK.

use std::{
    ffi::c_long,
    fs,
    os::{
        fd::{AsRawFd, FromRawFd, OwnedFd},
        unix::fs::{MetadataExt, PermissionsExt},
    },
    path::{Path, PathBuf},
    process::Command,
};

use goalline_jvm::{CompileSetup, WorkerOptions, sandbox_support};
use goalline_testcase::{Literal, Observed, ObservedPart as Of, Outcome, RunOptions};

use crate::support::{CompiledSubject, jdks, options, text};

/// `%` is the library.
const NATIVE: &str = r#"package escape;
public class Native {
    static { System.load("%"); }
    public static native long call(long number, long a, long b, long c, long d, long e);
    /** The same with a text as the argument of that place, and a list of that text and another one after it where there is one. */
    public static native long with(long number, String text, String more, long a, long b, long c);
    public static native long old(long number);
    public static native long at(long number, long a, String text, long b, long c);
    public static String name() { return "native"; }
}
"#;

const LIBRARY: &str = r#"
#define _GNU_SOURCE
#include <jni.h>
#include <errno.h>
#include <unistd.h>
#include <string.h>
#include <sys/syscall.h>
static jlong told(long answer) { return answer < 0 ? -errno : answer; }
JNIEXPORT jlong JNICALL Java_escape_Native_call
  (JNIEnv *env, jclass self, jlong n, jlong a, jlong b, jlong c, jlong d, jlong e) {
    return told(syscall(n, a, b, c, d, e));
}
JNIEXPORT jlong JNICALL Java_escape_Native_with
  (JNIEnv *env, jclass self, jlong n, jstring text, jstring more, jlong a, jlong b, jlong c) {
    const char *path = (*env)->GetStringUTFChars(env, text, 0);
    const char *second = (*env)->GetStringUTFChars(env, more, 0);
    char *list[] = {(char *)path, (char *)second, "60", 0};
    char *none[] = {0};
    if (n == SYS_execve) {
        return told(syscall(n, path, list, none, b, c));
    }
    return told(syscall(n, path, a, b, c));
}
JNIEXPORT jlong JNICALL Java_escape_Native_old(JNIEnv *env, jclass self, jlong n) {
    jlong answer = n;
#ifdef __x86_64__
    __asm__ volatile("int $0x80" : "+a"(answer) : : "memory");
#endif
    return answer;
}
JNIEXPORT jlong JNICALL Java_escape_Native_at
  (JNIEnv *env, jclass self, jlong n, jlong a, jstring text, jlong b, jlong c) {
    return told(syscall(n, a, (*env)->GetStringUTFChars(env, text, 0), b, c));
}
"#;

/// A project with a library, a file of the user beside it, and a JVM that may read both.
struct Attacker {
    folder: tempfile::TempDir,
    subject: CompiledSubject,
}

impl Attacker {
    fn new(feature: u32, home: &Path) -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let library = compiled(folder.path(), home);
        fs::write(folder.path().join("diary"), "mine").expect("it is ours");
        let worker = WorkerOptions {
            readable: vec![folder.path().to_path_buf()],
            ..options(feature, home)
        };
        let source = NATIVE.replace('%', library.to_str().expect("a plain path"));
        let subject = CompiledSubject::with(&source, &worker, 1, &CompileSetup::default());
        Self { folder, subject }
    }

    fn diary(&self) -> PathBuf {
        self.folder.path().join("diary")
    }

    /// What the system answered: an error is a negative number.
    fn answer(&mut self, name: &str, arguments: &[Literal]) -> i64 {
        let test = self.subject.test(&[(name, arguments)]);
        // One loader for all: a library is loaded once.
        let observing = RunOptions {
            observe: true,
            ..RunOptions::default()
        };
        let execution = self.subject.run_with(&test, observing);
        assert_eq!(execution.outcome, Outcome::Passed, "{name} {arguments:?}");
        let mut values = execution.observations.into_iter();
        let value = values.find(|one| one.subject == Of::Value);
        match value.expect("it returns something").observed {
            Observed::Literal(Literal::Long(answer)) => answer,
            other => panic!("{other:?}"),
        }
    }

    fn call(&mut self, number: c_long, arguments: [i64; 5]) -> i64 {
        let all = [number].into_iter().chain(arguments);
        self.answer("call", &all.map(Literal::Long).collect::<Vec<_>>())
    }

    fn with(&mut self, number: c_long, path: &str, arguments: [i64; 3]) -> i64 {
        let mut all = vec![Literal::Long(number), text(path), text("/bin/sleep")];
        all.extend(arguments.map(Literal::Long));
        self.answer("with", &all)
    }

    fn at(&mut self, number: c_long, folder: i32, path: &str, arguments: [i64; 2]) -> i64 {
        let [first, second] = arguments.map(Literal::Long);
        let folder = Literal::Long(folder.into());
        self.answer(
            "at",
            &[Literal::Long(number), folder, text(path), first, second],
        )
    }
}

fn compiled(folder: &Path, home: &Path) -> PathBuf {
    let source = folder.join("native.c");
    let library = folder.join("native.so");
    fs::write(&source, LIBRARY).expect("it is ours");
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(format!("-I{}", home.join("include").display()))
        .arg(format!("-I{}", home.join("include/linux").display()))
        .arg(&source)
        .status();
    assert!(status.expect("these tests need a C compiler").success());
    library
}

/// An attacker on each JDK; none where this platform does not confine.
fn attackers() -> Vec<(u32, Attacker)> {
    let support = sandbox_support();
    if !support.files || !support.system_calls {
        eprintln!("skipped: {}", support.explanation);
        return Vec::new();
    }
    let each = jdks().into_iter();
    each.map(|(feature, home)| (feature, Attacker::new(feature, &home)))
        .collect()
}

const EPERM: i64 = -(libc::EPERM as i64);
const EACCES: i64 = -(libc::EACCES as i64);
const ENOSYS: i64 = -(libc::ENOSYS as i64);

#[test]
fn modes_owners_and_times_of_files_stay_as_they_are() {
    for (feature, mut attacker) in attackers() {
        let diary = attacker.diary();
        let path = diary.to_str().expect("a plain path").to_owned();
        let before = fs::metadata(&diary).expect("it is there");
        let here = libc::AT_FDCWD;
        assert_eq!(
            attacker.at(libc::SYS_fchmodat, here, &path, [0o666, 0]),
            EPERM
        );
        assert_eq!(
            attacker.at(libc::SYS_fchownat, here, &path, [1000, 1000]),
            EPERM
        );
        assert_eq!(attacker.at(libc::SYS_utimensat, here, &path, [0, 0]), EPERM);
        assert_eq!(attacker.at(452, here, &path, [0o666, 0]), EPERM);
        #[cfg(target_arch = "x86_64")]
        assert_eq!(attacker.with(libc::SYS_chmod, &path, [0o666, 0, 0]), EPERM);
        let after = fs::metadata(&diary).expect("it is there");
        let shown = |it: &fs::Metadata| (it.permissions().mode(), it.uid(), it.modified().ok());
        assert_eq!(shown(&before), shown(&after), "JDK {feature}");
    }
}

#[test]
fn other_processes_keep_their_limits_priorities_and_processors() {
    let own = i64::from(std::process::id());
    for (feature, mut attacker) in attackers() {
        let jvm = i64::from(attacker.subject.pool.process_ids()[0]);
        for (number, arguments) in [
            (libc::SYS_prlimit64, [own, 0, 0, 0, 0]),
            // Of its own it may not raise what it was given, but for the number of open files.
            (libc::SYS_prlimit64, [0, 1, jvm, 0, 0]),
            (libc::SYS_setpriority, [0, own, 19, 0, 0]),
            (libc::SYS_sched_setaffinity, [own, 8, 0, 0, 0]),
            (libc::SYS_sched_setscheduler, [own, 5, 0, 0, 0]),
            (libc::SYS_ioprio_set, [1, own, 3 << 13, 0, 0]),
            // The server could die, and this one live on.
            (libc::SYS_prctl, [1, 0, 0, 0, 0]),
            (libc::SYS_fcntl, [0, 8, own, 0, 0]),
            // A lock that no process is said to hold.
            (libc::SYS_fcntl, [0, 37, 0, 0, 0]),
            // What pipes hold counts for all programs of the user together.
            (libc::SYS_fcntl, [0, 1031, 1 << 20, 0, 0]),
        ] {
            let answer = attacker.call(number, arguments);
            assert_eq!(answer, EPERM, "JDK {feature}, call {number}");
        }
        for number in [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_tkill] {
            let answer = attacker.call(number, [own, own, 0, 0, 0]);
            assert_eq!(answer, EACCES, "JDK {feature}, call {number}");
        }
    }
}

#[test]
fn no_program_follows_on_the_jvm() {
    for (feature, mut attacker) in attackers() {
        let jvm = attacker.subject.pool.process_ids();
        let loader = "/lib64/ld-linux-x86-64.so.2";
        let java = jdks().pop().expect("there is one").1.join("bin/java");
        for program in [loader, "/bin/sleep", java.to_str().expect("a plain path")] {
            let answer = attacker.with(libc::SYS_execve, program, [0, 0, 0]);
            assert_eq!(answer, EACCES, "JDK {feature}, {program}");
        }
        let with_descriptors = [libc::SYS_sendmsg, libc::SYS_sendmmsg];
        for number in with_descriptors {
            assert_eq!(attacker.call(number, [0; 5]), EACCES, "call {number}");
        }
        for number in [libc::SYS_execveat, libc::SYS_setsid] {
            assert_eq!(attacker.call(number, [0; 5]), EACCES, "call {number}");
        }
        // A program in memory lies in no folder that a rule for files knows.
        assert_eq!(attacker.call(libc::SYS_memfd_create, [0; 5]), ENOSYS);
        assert_eq!(attacker.subject.pool.process_ids(), jvm);
    }
}

#[test]
fn what_is_not_on_the_list_is_not_there() {
    for (feature, mut attacker) in attackers() {
        for number in [
            libc::SYS_shmget,
            libc::SYS_shmat,
            libc::SYS_msgget,
            libc::SYS_semget,
            libc::SYS_mq_open,
            libc::SYS_io_uring_setup,
            libc::SYS_process_vm_readv,
            libc::SYS_keyctl,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_userfaultfd,
            libc::SYS_mount,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_pidfd_getfd,
            libc::SYS_mknodat,
            // The same calls once more, as x86 has them for pointers of 32 bits.
            #[cfg(target_arch = "x86_64")]
            (0x4000_0000 | libc::SYS_socket),
        ] {
            let answer = attacker.call(number, [0; 5]);
            assert_eq!(answer, ENOSYS, "JDK {feature}, call {number}");
        }
        // A socket for datagrams could send to any socket that has a name; another kind is a part of the kernel more.
        for [family, kind] in [
            [libc::AF_UNIX, libc::SOCK_DGRAM],
            [libc::AF_TIPC, libc::SOCK_STREAM],
        ] {
            let pair = [family.into(), kind.into(), 0, 0, 0];
            assert_eq!(attacker.call(libc::SYS_socketpair, pair), EACCES);
        }
        assert_eq!(attacker.subject.pool.deaths(), 0);
    }
}

/// What happens in folders of the user would tell the names of the files there, and each user may watch so many only;
/// labels of files (where a download came from) are had without opening these.
#[test]
fn folders_of_the_user_are_not_watched_and_labels_of_files_not_read() {
    for (feature, mut attacker) in attackers() {
        assert_eq!(attacker.call(libc::SYS_inotify_init1, [0; 5]), ENOSYS);
        let diary = attacker.diary();
        let path = diary.to_str().expect("a plain path").to_owned();
        for number in [libc::SYS_listxattr, libc::SYS_llistxattr] {
            let answer = attacker.with(number, &path, [0, 0, 0]);
            assert_eq!(answer, ENOSYS, "JDK {feature}, call {number}");
        }
    }
}

/// What waits in the kernel for all programs of the user together, timers among it, is not used up.
#[test]
fn what_waits_for_all_programs_of_the_user_has_a_limit() {
    for (feature, attacker) in attackers() {
        let most = hard_limit(&attacker, "Max pending signals");
        assert!(most <= 1 << 10, "JDK {feature}: {most}");
    }
}

#[test]
fn no_thread_gets_a_world_of_its_own() {
    let thread = libc::CLONE_THREAD | libc::CLONE_SIGHAND | libc::CLONE_VM;
    for (feature, mut attacker) in attackers() {
        for world in [libc::CLONE_NEWNET, libc::CLONE_NEWUTS, libc::CLONE_NEWIPC] {
            let flags = i64::from(thread | world);
            let answer = attacker.call(libc::SYS_clone, [flags, 0, 0, 0, 0]);
            assert_eq!(answer, EACCES, "JDK {feature}, {world:#x}");
        }
    }
}

/// Numbers as programs of 32 bits have them lie beside the list: the kernel ends who uses them.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_call_as_programs_of_32_bits_make_it_ends_the_jvm() {
    for (feature, mut attacker) in attackers() {
        let test = attacker.subject.test(&[("old", &[Literal::Long(20)])]);
        let outcome = attacker.subject.run(&test).outcome;
        assert!(
            matches!(outcome, Outcome::Died { .. }),
            "JDK {feature}: {outcome:?}"
        );
    }
}

/// What the code of a project may know of a process of the user's, and of the server: nothing.
#[test]
fn what_the_system_says_of_other_processes_is_closed() {
    let own = std::process::id();
    for (feature, mut attacker) in attackers() {
        for name in [
            "environ", "cmdline", "maps", "mem", "fd", "fd/0", "fd/1", "cwd", "root", "status",
            "task", "stat",
        ] {
            for path in [
                format!("/proc/{own}/{name}"),
                format!("/proc/{own}/task/{own}/{name}"),
            ] {
                let here = libc::AT_FDCWD;
                let answer = attacker.at(libc::SYS_openat, here, &path, [0, 0]);
                let closed = [EACCES, EPERM, -i64::from(libc::ENOENT)];
                assert!(closed.contains(&answer), "JDK {feature}, {path}: {answer}");
            }
        }
        for path in [
            "cgroup.procs",
            "unified/cgroup.procs",
            "memory/cgroup.procs",
        ] {
            let path = format!("/sys/fs/cgroup/{path}");
            let answer = attacker.at(libc::SYS_openat, libc::AT_FDCWD, &path, [0, 0]);
            let closed = [EACCES, EPERM, -i64::from(libc::ENOENT)];
            assert!(closed.contains(&answer), "JDK {feature}, {path}: {answer}");
        }
    }
}

/// A process with many descriptors holds memory of the kernel that nobody counts.
#[test]
fn descriptors_have_a_limit_that_nothing_raises() {
    for (feature, attacker) in attackers() {
        let most = hard_limit(&attacker, "Max open files");
        assert!(most <= 1 << 13, "JDK {feature}: {most}");
    }
}

/// What the JVM may have of that at most, as the system shows it.
fn hard_limit(attacker: &Attacker, name: &str) -> u64 {
    let jvm = attacker.subject.pool.process_ids()[0];
    let limits = fs::read_to_string(format!("/proc/{jvm}/limits")).expect("it runs");
    let line = limits.lines().find_map(|line| line.strip_prefix(name));
    let hard = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    hard.unwrap_or(u64::MAX)
}

#[test]
fn memory_that_programs_share_is_not_written() {
    // SAFETY: makes and takes away a segment of memory of this process.
    let id = unsafe { libc::shmget(libc::IPC_PRIVATE, 4096, 0o600 | libc::IPC_CREAT) };
    assert!(id >= 0);
    let answers: Vec<i64> = attackers()
        .iter_mut()
        .map(|(_, attacker)| attacker.call(libc::SYS_shmat, [id.into(), 0, 0, 0, 0]))
        .collect();
    // SAFETY: as above.
    unsafe { libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut()) };
    assert!(
        answers.iter().all(|answer| *answer == ENOSYS),
        "{answers:?}"
    );
}

#[test]
fn memory_that_counts_for_nobody_is_not_to_be_had() {
    for (feature, mut attacker) in attackers() {
        let kind = i64::from(libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        let shared = attacker.call(libc::SYS_mmap, [0, 1 << 20, 3, kind, -1]);
        assert_eq!(shared, -i64::from(libc::EPERM), "{feature}");
        let read = i64::from(libc::O_RDONLY);
        let zeros = attacker.at(libc::SYS_openat, libc::AT_FDCWD, "/dev/zero", [read, 0]);
        assert_eq!(zeros, -i64::from(libc::EACCES), "{feature}");
    }
}

#[test]
fn descriptors_that_were_left_open_are_not_inherited() {
    let null = fs::File::open("/dev/null").expect("it is there");
    // As a shell or an editor leaves one: no flag tells to close it. The JVM itself gets to no such number.
    // SAFETY: makes a descriptor, which is owned by what is made of it.
    let left = unsafe { OwnedFd::from_raw_fd(libc::fcntl(null.as_raw_fd(), libc::F_DUPFD, 900)) };
    let number = i64::from(left.as_raw_fd());
    assert!(number >= 900);
    for (feature, mut attacker) in attackers() {
        let answer = attacker.call(libc::SYS_lseek, [number, 0, 0, 0, 0]);
        assert_eq!(answer, -i64::from(libc::EBADF), "JDK {feature}");
    }
}
