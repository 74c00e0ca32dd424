//! How much memory and disk there is; whom the system ends first where memory runs out.

use std::{fs, path::Path, sync::OnceLock};

/// How much sooner than others a program of ours is ended where the machine runs out of memory, of a thousand.
const ENDS_SOONER: &str = "500";

/// Bytes of memory that this machine, or the container that it is, has.
pub fn machine_memory() -> u64 {
    static THERE_IS: OnceLock<u64> = OnceLock::new();
    *THERE_IS.get_or_init(|| {
        let number = |file: &Path, name: &str| number_in(&fs::read_to_string(file).ok()?, name);
        let machine = number(Path::new("/proc/meminfo"), "MemTotal:").map(|it| it << 10);
        let group = fs::read_to_string("/proc/self/cgroup").ok();
        let group = group.and_then(|text| Some(text.trim().strip_prefix("0::/")?.to_owned()));
        let group = Path::new("/sys/fs/cgroup").join(group.unwrap_or_default());
        let group = number(&group.join("memory.max"), "");
        machine.into_iter().chain(group).min().unwrap_or(u64::MAX)
    })
}

/// Bytes of memory that all programs of a project together may take: three quarters of what there is.
pub fn most_memory() -> u64 {
    machine_memory() / 4 * 3
}

/// Bytes of memory that programs can still have, those on the disk among them; none where the system does not say.
pub fn free_memory() -> Option<u64> {
    free_memory_in(&fs::read_to_string("/proc/meminfo").ok()?)
}

fn free_memory_in(text: &str) -> Option<u64> {
    let on_disk = number_in(text, "SwapFree:").unwrap_or(0);
    Some(number_in(text, "MemAvailable:")?.saturating_add(on_disk) << 10)
}

/// The number behind a name, at the beginning of a line.
pub fn number_in(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What is free on a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeDisk {
    /// Bytes.
    pub bytes: u64,
    /// Files that may be made; none where the disk does not count them.
    pub files: Option<u64>,
}

/// What is free on the disk that the folder lies on.
#[cfg(unix)]
pub fn free(folder: &Path) -> Option<FreeDisk> {
    use std::{ffi::CString, os::unix::ffi::OsStrExt};
    let path = CString::new(folder.as_os_str().as_bytes()).ok()?;
    // SAFETY: a value of numbers, for which zeros are good.
    let mut about: libc::statvfs = unsafe { std::mem::zeroed() };
    // SAFETY: takes a text that ends and writes a value that is alive.
    let done = unsafe { libc::statvfs(path.as_ptr(), &raw mut about) };
    (done == 0).then(|| FreeDisk {
        bytes: (about.f_bavail as u64).saturating_mul(about.f_frsize as u64),
        files: (about.f_files > 0).then_some(about.f_favail as u64),
    })
}

#[cfg(not(unix))]
pub fn free(_: &Path) -> Option<FreeDisk> {
    None
}

/// Has the system end this process, and what it starts, before programs of the user's where memory runs out.
pub fn prefer_to_end(process: u32) {
    let place = format!("/proc/{process}/oom_score_adj");
    if let Err(error) = fs::write(place, ENDS_SOONER) {
        tracing::debug!(%error, process, "it is not ended sooner than others");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_on_the_disk_and_memory_for_all() {
        assert!(free(&std::env::temp_dir()).is_some_and(|free| free.bytes > 0));
        assert!(free(Path::new("/nowhere")).is_none());
        assert!(most_memory() > 1 << 28 && most_memory() < machine_memory());
        let said = "MemAvailable:  12 kB\nSwapFree:  3 kB\n";
        assert_eq!(free_memory_in(said), Some(15 << 10));
        assert_eq!(number_in("a: 1\nMemTotal:  12 kB\n", "MemTotal:"), Some(12));
        assert_eq!(number_in("max\n", ""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn where_memory_runs_out_a_program_of_ours_ends_first() {
        let mut command = std::process::Command::new("sleep");
        let mut child = command.arg("600").spawn().expect("sleep");
        prefer_to_end(child.id());
        let place = format!("/proc/{}/oom_score_adj", child.id());
        let score = fs::read_to_string(place).expect("it runs");
        child.kill().expect("it runs");
        child.wait().expect("it was killed");
        assert_eq!(score.trim(), ENDS_SOONER);
    }
}
