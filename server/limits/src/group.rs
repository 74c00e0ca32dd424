//! What a process group takes: its members at one moment, with their memory and threads.

use std::fs;

/// What all processes of a group take together; zeros where the system does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupUsage {
    /// Bytes of memory; what processes share counts for each of them.
    pub memory: u64,
    /// Processes that are alive.
    pub processes: u64,
    /// Their threads.
    pub threads: u64,
}

impl GroupUsage {
    /// What the group of this number takes now.
    pub fn of(group: u32) -> Self {
        let mut sum = Self::default();
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let is_process = entry.file_name().as_encoded_bytes()[0].is_ascii_digit();
            if !is_process {
                continue;
            }
            // One that has ended meanwhile takes nothing.
            let text = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            if let Some(one) = Self::of_member(&text, group) {
                sum.memory += one.memory;
                sum.processes += one.processes;
                sum.threads += one.threads;
            }
        }
        sum
    }

    /// What one process takes, by what the system says of it; none where it is of another group, or dead.
    fn of_member(stat: &str, group: u32) -> Option<Self> {
        // The name before it may hold anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let is_alive = fields.next()? != "Z";
        let is_member = fields.nth(1)?.parse() == Ok(group);
        let threads = fields.nth(14)?.parse().ok()?;
        let pages: u64 = fields.nth(3)?.parse().ok()?;
        (is_alive && is_member).then(|| Self {
            memory: pages * page(),
            processes: 1,
            threads,
        })
    }
}

/// Bytes of a page of memory.
fn page() -> u64 {
    #[cfg(unix)]
    // SAFETY: asks for a number.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    #[cfg(not(unix))]
    let bytes = 4096_i64;
    u64::try_from(bytes).unwrap_or(4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_counts_for_its_group_whatever_its_name_is() {
        let line = "7 (a) Z 1 2) S 1 5 5 0 -1 4194560 1 2 3 4 11 12 0 0 20 0 9 0 100 1000000 250 18446744073709551615";
        let one = GroupUsage::of_member(line, 5).expect("it is a member");
        assert_eq!(
            (one.processes, one.threads, one.memory),
            (1, 9, 250 * page())
        );
        assert_eq!(GroupUsage::of_member(line, 6), None);
        assert_eq!(GroupUsage::of_member(&line.replace(") S", ") Z"), 5), None);
        assert_eq!(GroupUsage::of_member("7 (cut", 5), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_a_process_starts_counts_for_the_group() {
        use std::os::unix::process::CommandExt;
        let mut command = std::process::Command::new("sh");
        command.args(["-c", "sleep 600 & sleep 600 & wait"]);
        let mut child = command.process_group(0).spawn().expect("sh");
        while GroupUsage::of(child.id()).processes < 3 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let usage = GroupUsage::of(child.id());
        // SAFETY: sends a signal to the group that was made above.
        unsafe { libc::kill(-child.id().cast_signed(), libc::SIGKILL) };
        child.wait().expect("it was killed");
        assert!(usage.memory > 0 && usage.threads >= 3, "{usage:?}");
    }
}
