//! Looks after JVMs, asked or not: takes their limits, ends one that takes more memory, disk or processor than it
//! may; knows no frames.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How often each JVM is looked at.
const PERIOD: Duration = Duration::from_millis(200);
/// Only every so many looks goes through its folder.
const LOOKS_A_FOLDER: u32 = 5;
/// Entries of a folder beyond which it counts as full: nobody goes through more of them.
const MOST_FILES: usize = 20_000;
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
}

/// All that are looked after; a thread does so as long as there is one.
static ALL: Mutex<Vec<Weak<Watched>>> = Mutex::new(Vec::new());

impl Watched {
    /// Looks after the process from now on.
    pub(crate) fn begin(process: u32, limits: Limits) -> Arc<Self> {
        let watched = Arc::new(Self {
            process,
            limits,
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

    fn look(&self, goes_through_folder: bool) {
        let limits = &self.limits;
        if resident(self.process) > limits.resident {
            let limit = limits.resident >> 20;
            let heap = limits.heap_mb;
            self.kill_for(&format!(
                "the memory limit ({limit} MB resident, {heap} MB heap)"
            ));
        }
        if goes_through_folder && disk(self.process, &limits.folder) > limits.disk {
            let limit = limits.disk >> 20;
            self.kill_for(&format!("the limit of its files ({limit} MB)"));
        }
        if self.works_unasked() {
            self.kill_for("it kept a processor busy while nothing was asked of it");
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
        });
        let used = now.saturating_sub(start.used);
        used > IDLE_WORK && used * 4 > start.since.elapsed()
    }
}

/// Ends all that are looked after.
pub(crate) fn kill_all() {
    let all: Vec<_> = held(&ALL).iter().filter_map(Weak::upgrade).collect();
    for one in all {
        one.kill();
    }
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
        for one in held {
            one.look(look % LOOKS_A_FOLDER == 0);
        }
    }
}

/// Resident bytes; 0 where the system does not say.
fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status"));
    let kilobytes = status.ok().and_then(|status| {
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    kilobytes.unwrap_or(0) * 1024
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

/// Bytes on the disk of all files in the folder, and of those that have no name any more and that the process has open.
fn disk(process: u32, folder: &Path) -> u64 {
    let mut sum = nameless(process);
    let mut ahead = vec![folder.to_path_buf()];
    let mut seen = 0;
    while let Some(folder) = ahead.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            seen += 1;
            if seen > MOST_FILES {
                return u64::MAX;
            }
            // Of a link itself, not of where it leads.
            let Ok(file) = entry.metadata() else { continue };
            sum += file.blocks() * 512;
            if file.is_dir() {
                ahead.push(entry.path());
            }
        }
    }
    sum
}

fn nameless(process: u32) -> u64 {
    let open = fs::read_dir(format!("/proc/{process}/fd"));
    let files = open.into_iter().flatten().flatten();
    let files = files.filter_map(|entry| fs::metadata(entry.path()).ok());
    let nameless = files.filter(|file| file.is_file() && file.nlink() == 0);
    nameless.map(|file| file.blocks() * 512).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_count_at_any_depth_and_links_for_themselves() {
        let folder = tempfile::tempdir().expect("a folder");
        let deep = folder.path().join("a/b");
        fs::create_dir_all(&deep).expect("it is ours");
        fs::write(deep.join("file"), vec![1; 1 << 20]).expect("it is ours");
        std::os::unix::fs::symlink("/usr", folder.path().join("link")).expect("it is ours");
        let sum = disk(0, folder.path());
        assert!((1 << 20..1 << 21).contains(&sum), "{sum}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_processor_time_of_this_process_is_known_and_grows() {
        let own = std::process::id();
        let before = processor_time(own).expect("the system says");
        while processor_time(own).expect("the system says") == before {
            std::hint::spin_loop();
        }
        assert!(resident(own) > 0);
    }
}
