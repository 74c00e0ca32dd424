//! Looks after JVMs, asked or not: takes their limits, ends one that takes more memory, disk or processor than it
//! may; knows no frames.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use goalline_limits::{ControlGroup, TreeUsage, free, most_memory, number_in};

use crate::descriptors::Descriptors;

/// How often each JVM is looked at.
const PERIOD: Duration = Duration::from_millis(200);
/// Only every so many looks goes through its folder.
const LOOKS_A_FOLDER: u32 = 5;
/// Entries of a folder beyond which it counts as full: nobody goes through more of them.
const MOST_FILES: usize = 20_000;
/// Threads that a JVM may have: they take memory of the kernel that counts nowhere, and numbers that others need.
const MOST_THREADS: u64 = 4_000;
/// Sockets that a JVM may have: what is under way in them is memory of the kernel.
const MOST_SOCKETS: u64 = 1_000;
/// Ends of pipes that a JVM may have: what they may hold counts for all programs of the user together, 16 pages each of
/// 64 MB in all; beyond that nobody's new pipe holds more than two pages.
const MOST_PIPES: u64 = 220;
/// Locks of parts of files that a JVM may have: these are memory of the kernel, too.
const MOST_LOCKS: u64 = 10_000;
/// What its `epoll` descriptors may wait for: the kernel keeps so many for all programs of the user together, memory of
/// its own, and gives the others none when they are used up.
const MOST_WATCHES: u64 = 20_000;
/// Bytes of the files of all JVMs together.
const MOST_DISK_OF_ALL: u64 = 2 << 30;
/// Bytes that are left on the disk below which a JVM ends that may hide files: those that it has mapped or sent to
/// itself have no name, those in a folder that it closed are not seen, and nobody knows how large they are.
const LEAST_FREE: u64 = 512 << 20;
/// Processor time that a JVM may use while nothing is asked of it: what it compiles of its own and collects takes less.
const IDLE_WORK: Duration = Duration::from_secs(3);

/// What a JVM may take.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// Bytes of memory.
    pub(crate) resident: u64,
    /// For people: its heap in megabytes.
    pub(crate) heap_mb: u32,
    /// The folder that it may write, and bytes of all files in it.
    pub(crate) folder: PathBuf,
    pub(crate) disk: u64,
}

/// A JVM that is looked after as long as this is held.
pub(crate) struct Watched {
    process: u32,
    limits: Limits,
    /// Requests that it has not answered.
    open: AtomicU32,
    /// Whether it is not reaped yet: until then nobody else has its number.
    alive: Mutex<bool>,
    killed: Mutex<Option<Killed>>,
    /// How its processor time stood when it had nothing to do, and since when.
    idle: Mutex<Option<Idle>>,
    /// Whether there was room on the disk when it began: where there was none, it is not to blame for that.
    had_room: bool,
    /// Bytes on the disk when somebody last looked.
    disk: AtomicU64,
    /// How many the kernel had ended when it began, for want of memory in the group of all.
    ended_before: u64,
}

/// Why a JVM was killed by us.
#[derive(Clone)]
pub(crate) struct Killed {
    pub(crate) reason: String,
    /// Whether it had answered all that was asked: what is asked next has nothing to do with it.
    pub(crate) was_idle: bool,
}

struct Idle {
    since: Instant,
    used: Duration,
    starved: Duration,
}

/// Whether a JVM of which nothing is asked has kept a processor busy: what it used, how long it waited for one, how
/// long ago that began. On a busy machine it gets little, however much it would take.
fn is_busy(used: Duration, starved: Duration, elapsed: Duration) -> bool {
    // What does next to nothing waits for it again and again.
    let wanted = used + starved.min(used * 15);
    used > IDLE_WORK && wanted * 4 > elapsed
}

/// All that are looked after; a thread does so as long as there is one.
static ALL: Mutex<Vec<Weak<Watched>>> = Mutex::new(Vec::new());

impl Watched {
    /// Looks after the process from now on.
    pub(crate) fn begin(process: u32, limits: Limits) -> Arc<Self> {
        let had_room = free(&limits.folder).is_some_and(|free| free.bytes >= LEAST_FREE);
        let watched = Arc::new(Self {
            process,
            limits,
            had_room,
            disk: AtomicU64::new(0),
            ended_before: ended_by_kernel(),
            open: AtomicU32::new(0),
            alive: Mutex::new(true),
            killed: Mutex::default(),
            idle: Mutex::default(),
        });
        let mut all = held(&ALL);
        let is_first = all.is_empty();
        all.push(Arc::downgrade(&watched));
        if is_first {
            let started = thread::Builder::new()
                .name("watch".into())
                .spawn(look_after_all);
            if let Err(error) = started {
                all.clear();
                tracing::warn!(%error, "workers are not watched");
            }
        }
        watched
    }

    /// It was asked for something.
    pub(crate) fn ask(&self) {
        self.open.fetch_add(1, Ordering::Relaxed);
    }

    /// It has answered.
    pub(crate) fn answer(&self) {
        let less = |open: u32| Some(open.saturating_sub(1));
        // It never fails: there is always a number.
        let _ = self
            .open
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }

    /// Why it was killed, where we did that.
    pub(crate) fn killed(&self) -> Option<Killed> {
        held(&self.killed).clone()
    }

    /// Whether the kernel has ended a program of ours since it began, because all together took too much memory.
    pub(crate) fn may_have_been_in_want(&self) -> bool {
        ended_by_kernel() > self.ended_before
    }

    /// Ends its group for a reason of ours, unless it is gone.
    pub(crate) fn kill_for(&self, reason: &str) {
        held(&self.killed).get_or_insert_with(|| Killed {
            reason: reason.to_owned(),
            was_idle: self.open.load(Ordering::Relaxed) == 0,
        });
        self.kill();
    }

    /// Ends its group, unless it is gone.
    pub(crate) fn kill(&self) {
        if *held(&self.alive) {
            // SAFETY: sends a signal; the group is the process's own, and it is not reaped yet.
            unsafe { libc::kill(-self.process.cast_signed(), libc::SIGKILL) };
        }
    }

    /// What reaps the process or finds it alive; nobody signals it meanwhile.
    pub(crate) fn reaping<T>(&self, reap: impl FnOnce() -> (T, bool)) -> T {
        let mut alive = held(&self.alive);
        let (answer, is_gone) = reap();
        *alive &= !is_gone;
        answer
    }

    /// Ends it where it takes more than it may; gives the bytes of memory that it takes.
    fn look(&self, goes_through_folder: bool) -> u64 {
        let limits = &self.limits;
        let status = ProcessStatus::of(self.process);
        if status.resident > limits.resident {
            let limit = limits.resident >> 20;
            let heap = limits.heap_mb;
            self.kill_for(&format!(
                "the memory limit ({limit} MB resident, {heap} MB heap)"
            ));
        }
        if status.threads > MOST_THREADS {
            self.kill_for(&format!("the limit of its threads ({MOST_THREADS})"));
        }
        if goes_through_folder {
            let open = Descriptors::of(self.process, MOST_WATCHES);
            self.look_at_kernel(&open);
            self.look_at_disk(&open);
        }
        if self.works_unasked() {
            self.kill_for("it kept a processor busy while nothing was asked of it");
        }
        status.resident
    }

    fn look_at_kernel(&self, open: &Descriptors) {
        if open.sockets > MOST_SOCKETS {
            self.kill_for(&format!("the limit of its sockets ({MOST_SOCKETS})"));
        }
        if open.pipes > MOST_PIPES {
            self.kill_for(&format!("the limit of its pipes ({MOST_PIPES})"));
        }
        if open.locks > MOST_LOCKS {
            self.kill_for(&format!("the limit of its locks ({MOST_LOCKS})"));
        }
        if open.watches > MOST_WATCHES {
            self.kill_for(&format!("the limit of what it waits for ({MOST_WATCHES})"));
        }
    }

    fn look_at_disk(&self, open: &Descriptors) {
        let Limits { folder, disk, .. } = &self.limits;
        let seen = TreeUsage::of(folder, MOST_FILES);
        let in_folder = seen.map_or(u64::MAX, |it| it.bytes);
        let hides = seen.is_some_and(|it| it.hides);
        let taken = open.nameless.saturating_add(in_folder);
        self.disk.store(taken, Ordering::Relaxed);
        if taken > *disk {
            let limit = disk >> 20;
            self.kill_for(&format!("the limit of its files ({limit} MB)"));
        } else if self.had_room
            && free(folder).is_some_and(|free| free.bytes < LEAST_FREE)
            && (hides || open.sockets > 0 || has_mapped_nameless(self.process, folder))
        {
            self.kill_for("the disk is nearly full, and it holds files that nobody sees");
        }
    }

    /// Whether it has used much of a processor since it has nothing to do.
    fn works_unasked(&self) -> bool {
        let mut idle = held(&self.idle);
        if self.open.load(Ordering::Relaxed) > 0 {
            *idle = None;
            return false;
        }
        let Some(now) = processor_time(self.process) else {
            return false;
        };
        let start = idle.get_or_insert(Idle {
            since: Instant::now(),
            used: now,
            starved: starved(self.process),
        });
        let used = now.saturating_sub(start.used);
        // How long threads have waited takes many looks, which nobody needs of what has done little.
        let waited = || starved(self.process).saturating_sub(start.starved);
        used > IDLE_WORK && is_busy(used, waited(), start.since.elapsed())
    }
}

/// Ends all that are looked after.
pub(crate) fn kill_all() {
    let all: Vec<_> = held(&ALL).iter().filter_map(Weak::upgrade).collect();
    for one in all {
        one.kill();
    }
}

/// How many programs the kernel has ended because the group of all was out of memory.
fn ended_by_kernel() -> u64 {
    ControlGroup::of_this_program().map_or(0, ControlGroup::ended)
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn look_after_all() {
    for look in 1_u32.. {
        thread::sleep(PERIOD);
        let mut all = held(&ALL);
        all.retain(|one| one.strong_count() > 0);
        if all.is_empty() {
            return;
        }
        let held: Vec<_> = all.iter().filter_map(Weak::upgrade).collect();
        drop(all);
        let looks_at_disk = look % LOOKS_A_FOLDER == 0;
        let memory = held
            .iter()
            .map(|one| (one.clone(), one.look(looks_at_disk)));
        end_the_largest(&memory.collect::<Vec<_>>(), most_memory(), "memory");
        let disk = held
            .iter()
            .map(|one| (one.clone(), one.disk.load(Ordering::Relaxed)));
        end_the_largest(&disk.collect::<Vec<_>>(), MOST_DISK_OF_ALL, "files");
    }
}

/// Ends the one that takes the most where all together take more than so much.
fn end_the_largest(all: &[(Arc<Watched>, u64)], most: u64, what: &str) {
    // Of what is too much to be counted the sum is no greater.
    let sum = all
        .iter()
        .fold(0, |sum: u64, (_, taken)| sum.saturating_add(*taken));
    if sum > most
        && let Some((largest, _)) = all.iter().max_by_key(|(_, taken)| *taken)
    {
        let limit = most >> 20;
        largest.kill_for(&format!(
            "the limit of the {what} of all workers ({limit} MB)"
        ));
    }
}

/// What the system says of a process; zeros where it does not.
#[derive(Default)]
struct ProcessStatus {
    /// Bytes of memory, those on the disk for want of it and the tables of its pages among them.
    resident: u64,
    threads: u64,
}

impl ProcessStatus {
    fn of(process: u32) -> Self {
        let text = fs::read_to_string(format!("/proc/{process}/status"));
        Self::said(&text.unwrap_or_default())
    }

    fn said(text: &str) -> Self {
        let number = |name| number_in(text, name).unwrap_or(0);
        let memory: u64 = ["VmRSS:", "VmSwap:", "VmPTE:"].map(number).iter().sum();
        Self {
            resident: memory << 10,
            threads: number("Threads:"),
        }
    }
}

/// Whether the process has mapped a file of the folder that has no name any more, which nobody sees.
fn has_mapped_nameless(process: u32, folder: &Path) -> bool {
    let maps = fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
    let folder = folder.to_string_lossy();
    let mut lines = maps.lines();
    lines.any(|line| line.ends_with(" (deleted)") && line.contains(&*folder))
}

/// How long its threads have waited for the processor; nothing where the system does not say.
pub(crate) fn starved(process: u32) -> Duration {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let waited = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    Duration::from_nanos(waited.sum())
}

/// The processor time of all its threads; none where the system does not say.
fn processor_time(process: u32) -> Option<Duration> {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before it may hold anything.
    let fields = status.rsplit_once(')')?.1.split_whitespace();
    let mut times = fields.skip(11).map_while(|field| field.parse::<u64>().ok());
    let ticks = times.next()? + times.next()?;
    // SAFETY: asks for a number.
    let a_second = u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).ok()?;
    Some(Duration::from_millis(ticks * 1_000 / a_second.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_from_the_processor_is_as_busy_as_what_has_it() {
        let seconds = Duration::from_secs;
        assert!(is_busy(seconds(4), seconds(0), seconds(5)));
        // It got a tenth of one.
        assert!(is_busy(seconds(4), seconds(36), seconds(40)));
        assert!(!is_busy(seconds(4), seconds(0), seconds(40)));
        // It wakes up now and then, and has to wait each time.
        assert!(!is_busy(seconds(4), seconds(2_000), seconds(3_600)));
        assert!(!is_busy(seconds(2), seconds(20), seconds(22)));
    }

    #[test]
    fn memory_that_went_to_the_disk_and_tables_of_pages_count() {
        let status = "VmRSS:\t  100 kB\nVmPTE:\t  20 kB\nVmSwap:\t  3 kB\nThreads:\t7\n";
        let status = ProcessStatus::said(status);
        assert_eq!((status.resident, status.threads), (123 << 10, 7));
    }

    /// A process that only waits, looked after by nobody else.
    fn waiting() -> (std::process::Child, Arc<Watched>) {
        use std::os::unix::process::CommandExt;
        let mut command = std::process::Command::new("sleep");
        let child = command.arg("600").process_group(0).spawn().expect("sleep");
        let limits = Limits {
            resident: u64::MAX,
            heap_mb: 1,
            folder: PathBuf::from("/nowhere"),
            disk: u64::MAX,
        };
        let process = child.id();
        (child, Watched::begin(process, limits))
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn of_all_that_take_too_much_together_the_largest_ends() {
        let ((mut small, one), (mut large, other)) = (waiting(), waiting());
        let taken = [(one.clone(), 2 << 20), (other.clone(), 3 << 20)];
        end_the_largest(&taken, 5 << 20, "memory");
        assert!(one.killed().is_none() && other.killed().is_none());
        end_the_largest(&taken, 4 << 20, "memory");
        let killed = other.killed().expect("it takes most");
        assert_eq!(
            killed.reason,
            "the limit of the memory of all workers (4 MB)"
        );
        assert!(
            !other
                .reaping(|| (large.wait(), true))
                .expect("it ends")
                .success()
        );
        assert!(one.killed().is_none());
        end_the_largest(&[(one.clone(), 1), (other, u64::MAX)], 4 << 20, "files");
        assert!(one.killed().is_none());
        one.kill();
        assert!(
            !one.reaping(|| (small.wait(), true))
                .expect("it ends")
                .success()
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_mapped_and_has_no_name_may_be_hidden() {
        use std::os::fd::AsRawFd;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, vec![1; 1 << 12]).expect("it is ours");
        let own = std::process::id();
        let deleted_is_mapped = || {
            let maps = fs::read_to_string(format!("/proc/{own}/maps")).expect("the system says");
            let place = folder.path().to_string_lossy().into_owned();
            maps.lines()
                .any(|line| line.contains(&place) && line.ends_with("(deleted)"))
        };
        assert!(!deleted_is_mapped());
        let file = fs::File::open(&path).expect("it is ours");
        // SAFETY: maps a page of a file that is long enough, which nobody reads or writes.
        let page = unsafe {
            let descriptor = file.as_raw_fd();
            libc::mmap(
                std::ptr::null_mut(),
                1 << 12,
                libc::PROT_READ,
                libc::MAP_PRIVATE,
                descriptor,
                0,
            )
        };
        assert_ne!(page, libc::MAP_FAILED);
        drop(file);
        fs::remove_file(&path).expect("it is ours");
        assert!(deleted_is_mapped() && has_mapped_nameless(own, folder.path()));
        // SAFETY: unmaps what was mapped above.
        assert_eq!(unsafe { libc::munmap(page, 1 << 12) }, 0);
        assert!(!deleted_is_mapped());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_processor_time_of_this_process_is_known_and_grows() {
        let own = std::process::id();
        let before = processor_time(own).expect("the system says");
        while processor_time(own).expect("the system says") == before {
            std::hint::spin_loop();
        }
        assert!(ProcessStatus::of(own).resident > 0 && ProcessStatus::of(own).threads > 0);
    }
}
