//! What a process has open that takes disk or memory and is counted nowhere else: takes its number, gives figures; ends
//! nothing.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// Figures of what a process has open; zeros where the system does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Descriptors {
    /// Bytes on the disk of files that have no name any more.
    pub(crate) nameless: u64,
    pub(crate) sockets: u64,
    /// Ends of pipes.
    pub(crate) pipes: u64,
    /// What its `epoll` descriptors wait for, all together.
    pub(crate) watches: u64,
    /// Locks of parts of files, which are no descriptors and hang on some.
    pub(crate) locks: u64,
}

impl Descriptors {
    /// Those that the process has now. Beyond so many watches nobody counts on.
    pub(crate) fn of(process: u32, most_watches: u64) -> Self {
        let folder = PathBuf::from(format!("/proc/{process}"));
        let locks = fs::read_to_string("/proc/locks").unwrap_or_default();
        let mut all = Self {
            locks: locks_of(process, &locks),
            ..Self::default()
        };
        let open = fs::read_dir(folder.join("fd"));
        for entry in open.into_iter().flatten().flatten() {
            // One that is closed by now takes nothing.
            let end = fs::read_link(entry.path()).unwrap_or_default();
            let end = end.to_string_lossy();
            if end.starts_with("socket:") {
                all.sockets += 1;
            } else if end.starts_with("pipe:") {
                all.pipes += 1;
            } else if end.contains("[eventpoll]") && all.watches <= most_watches {
                let number = entry.file_name();
                all.watches += watches_in(&folder.join("fdinfo").join(number));
            } else if end.starts_with('/') {
                all.nameless += nameless(&entry.path());
            }
        }
        all
    }
}

/// How many locks of this list are the process's, those that it waits for among them:
/// `7: POSIX  ADVISORY  WRITE 4242 fd:01:1234 0 EOF`.
fn locks_of(process: u32, list: &str) -> u64 {
    let process = process.to_string();
    let is_its = |line: &&str| {
        let words = line.split_whitespace().filter(|word| *word != "->");
        words.clone().nth(4) == Some(&process)
    };
    list.lines().filter(is_its).count() as u64
}

fn watches_in(about: &Path) -> u64 {
    let text = fs::read_to_string(about).unwrap_or_default();
    let watches = text.lines().filter(|line| line.starts_with("tfd:"));
    watches.count() as u64
}

fn nameless(open: &Path) -> u64 {
    let file = fs::metadata(open).ok();
    let nameless = file.filter(|file| file.is_file() && file.nlink() == 0);
    nameless.map_or(0, |file| file.blocks() * 512)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{
        os::{
            fd::{AsRawFd, FromRawFd, OwnedFd},
            unix::net::UnixStream,
        },
        process,
    };

    use super::*;

    #[test]
    fn locks_count_for_whom_they_belong_to() {
        let list = "1: POSIX  ADVISORY  WRITE 42 fd:01:7 0 EOF\n1: -> POSIX  ADVISORY  WRITE 42 fd:01:7 0 EOF\n\
            2: FLOCK  ADVISORY  READ  421 fd:01:42 0 EOF\n3: OFDLCK ADVISORY  READ -1 fd:01:42 0 EOF\n";
        assert_eq!(
            [42, 421, 7].map(|process| locks_of(process, list)),
            [2, 1, 0]
        );
    }

    #[test]
    fn sockets_pipes_watches_and_files_without_a_name_are_counted() {
        let count = || Descriptors::of(process::id(), u64::MAX);
        let before = count();
        let pair = UnixStream::pair().expect("two sockets");
        let pipe = std::io::pipe().expect("a pipe");
        // SAFETY: makes a descriptor that nobody else has.
        let waiting = unsafe { OwnedFd::from_raw_fd(libc::epoll_create1(libc::EPOLL_CLOEXEC)) };
        for socket in [&pair.0, &pair.1] {
            let mut event = libc::epoll_event { events: 1, u64: 0 };
            let (waiting, socket) = (waiting.as_raw_fd(), socket.as_raw_fd());
            // SAFETY: takes descriptors that are open and a value that is alive.
            let done =
                unsafe { libc::epoll_ctl(waiting, libc::EPOLL_CTL_ADD, socket, &raw mut event) };
            assert_eq!(done, 0);
        }
        let mut file = tempfile::tempfile().expect("a file without a name");
        std::io::Write::write_all(&mut file, &vec![1; 1 << 20]).expect("there is room");
        let after = count();
        // Other tests of this process open and close what they need.
        assert!(after.watches >= 2 && after.sockets >= 2, "{after:?}");
        assert!(after.pipes >= 2, "{after:?}");
        assert!(
            after.nameless >= before.nameless.min(1) + (1 << 19),
            "{after:?}"
        );
        drop((pair, pipe, waiting, file));
    }
}
