//! The limits of a build: takes the number of its process group and the folders that it writes, says which limit it
//! has exceeded; ends nothing itself.

use std::path::PathBuf;

use goalline_limits::{FreeDisk, GroupUsage, free, free_memory, machine_memory};

/// Bytes of memory that a build may take on any machine.
const LEAST_MEMORY: u64 = 2 << 30;
/// Processes of a build: a compiler per module, browsers for tests, scripts.
const MOST_PROCESSES: u64 = 500;
/// Threads of all of them.
const MOST_THREADS: u64 = 5_000;
/// Bytes that a build leaves free on a disk, where there were as many when it began.
const LEAST_FREE: u64 = 2 << 30;
/// Files that may still be made on a disk when a build ends, where as many could be when it began.
const LEAST_FILES: u64 = 50_000;

/// Bytes of memory that a build leaves to others, where there were as many when it began: not all that it takes counts
/// for one of its processes.
const LEAST_MEMORY_LEFT: u64 = 192 << 20;

/// What a build may take.
#[derive(Clone, Debug)]
pub struct BuildLimits {
    memory: u64,
    processes: u64,
    threads: u64,
    free: FreeDisk,
    /// Bytes of memory that are left to others; none where there were fewer when it began.
    left: Option<u64>,
    /// Folders that it writes, on disks that had room when it began.
    roomy: Vec<PathBuf>,
}

impl BuildLimits {
    /// Those of a build that begins now and writes these folders.
    pub fn new(writable: &[PathBuf]) -> Self {
        Self {
            memory: (machine_memory() / 2).max(LEAST_MEMORY),
            processes: MOST_PROCESSES,
            threads: MOST_THREADS,
            free: FreeDisk {
                bytes: LEAST_FREE,
                files: Some(LEAST_FILES),
            },
            left: Some(LEAST_MEMORY_LEFT)
                .filter(|left| free_memory().is_some_and(|it| it >= *left)),
            roomy: Vec::new(),
        }
        .with_room_in(writable)
    }

    fn with_room_in(mut self, writable: &[PathBuf]) -> Self {
        let has_room = |folder: &&PathBuf| free(folder).is_some_and(|it| !self.is_full(it));
        self.roomy = writable.iter().filter(has_room).cloned().collect();
        self
    }

    /// The limit that the group exceeds now, for people.
    pub fn exceeded(&self, group: u32) -> Option<String> {
        let usage = GroupUsage::of(group);
        if usage.memory > self.memory {
            let limit = self.memory >> 20;
            return Some(format!("it took more memory than a build may ({limit} MB)"));
        }
        if usage.processes > self.processes {
            let limit = self.processes;
            return Some(format!("it had more processes than a build may ({limit})"));
        }
        if usage.threads > self.threads {
            let limit = self.threads;
            return Some(format!("it had more threads than a build may ({limit})"));
        }
        let is_short = |left: u64| free_memory().is_some_and(|free| free < left);
        if self.left.is_some_and(is_short) {
            return Some("the machine had no memory left while it ran".to_owned());
        }
        let is_full = |folder: &&PathBuf| free(folder).is_some_and(|it| self.is_full(it));
        let full = self.roomy.iter().find(is_full)?;
        Some(format!(
            "it filled the disk of {}: less than {} MB, or room for {LEAST_FILES} files, are left",
            full.display(),
            self.free.bytes >> 20
        ))
    }

    fn is_full(&self, disk: FreeDisk) -> bool {
        let has_few = |(files, least): (u64, u64)| files < least;
        disk.bytes < self.free.bytes || disk.files.zip(self.free.files).is_some_and(has_few)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{
        os::unix::process::CommandExt,
        process::{Child, Command},
    };

    use super::*;

    /// A group of three processes that wait.
    fn waiting() -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 600 & sleep 600 & wait"]);
        let child = command.process_group(0).spawn().expect("sh");
        while GroupUsage::of(child.id()).processes < 3 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        child
    }

    #[test]
    fn memory_processes_threads_and_the_disk_have_a_limit_each_which_is_named() {
        let mut child = waiting();
        let folder = std::env::temp_dir();
        let usual = BuildLimits::new(std::slice::from_ref(&folder));
        let over = |limits: BuildLimits| limits.exceeded(child.id()).unwrap_or_default();
        let memory = over(BuildLimits {
            memory: 1 << 10,
            ..usual.clone()
        });
        let processes = over(BuildLimits {
            processes: 2,
            ..usual.clone()
        });
        let threads = over(BuildLimits {
            threads: 2,
            ..usual.clone()
        });
        let full = |bytes, files| {
            let free = FreeDisk {
                bytes,
                files: Some(files),
            };
            over(BuildLimits {
                free,
                roomy: vec![folder.clone()],
                ..usual.clone()
            })
        };
        let (disk, files) = (full(u64::MAX, 0), full(0, u64::MAX));
        let left = over(BuildLimits {
            left: Some(u64::MAX),
            ..usual.clone()
        });
        let none = usual.exceeded(child.id());
        // SAFETY: sends a signal to the group that was made above.
        unsafe { libc::kill(-child.id().cast_signed(), libc::SIGKILL) };
        child.wait().expect("it was killed");
        assert!(memory.contains("more memory"), "{memory}");
        assert!(
            processes.contains("more processes than a build may (2)"),
            "{processes}"
        );
        assert!(threads.contains("more threads"), "{threads}");
        assert!(left.contains("no memory left"), "{left}");
        assert!(disk.contains("filled the disk"), "{disk}");
        let counts = free(&folder).is_some_and(|free| free.files.is_some());
        assert_eq!(files.contains("filled the disk"), counts, "{files}");
        assert_eq!(none, None);
    }

    #[test]
    fn a_disk_that_was_full_before_is_not_held_against_a_build() {
        let limits = BuildLimits {
            free: FreeDisk {
                bytes: u64::MAX,
                files: None,
            },
            ..BuildLimits::new(&[])
        };
        assert!(
            limits
                .with_room_in(&[std::env::temp_dir()])
                .roomy
                .is_empty()
        );
    }
}
