//! The way along a path, part by part: opens what the path names, and stops at a link in a folder that others write.
//! A program that writes there may put a link in the place of a file between any two looks at its name; what is open
//! stays what it is.

use std::{
    ffi::OsString,
    fs, io,
    os::{
        fd::{AsFd, AsRawFd, OwnedFd},
        unix::ffi::OsStringExt,
    },
    path::{Component, Path, PathBuf},
};

use rustix::{
    fs::{CWD, FileType, Mode, OFlags, fstat, openat, readlinkat},
    io::Errno,
};

/// Links on one way at most, as the kernel has it.
const MOST_LINKS: usize = 40;

/// Opens what the path, an absolute one, names, as what rules are made of and nothing is read from. Links are followed
/// until the way has come into `folder`: from there on it passes none, goes nowhere back, and has to end in it. What
/// lies there may be moved elsewhere at any moment.
///
/// # Errors
/// Nothing by that name, a link in the folder, a part of the way that may not be passed.
pub fn open_past_no_link_in(path: &Path, folder: &Path) -> io::Result<OwnedFd> {
    let closed = fs::canonicalize(folder);
    let is_closed = |place: &Path| {
        closed
            .as_ref()
            .is_ok_and(|closed| place.starts_with(closed))
    };
    let root = || open(CWD, Path::new("/"));
    let mut at = root()?;
    // What lies ahead, the next part last.
    let mut ahead = parts(path);
    let mut links = 0;
    let mut is_inside = false;
    let refused = || io::Error::from_raw_os_error(libc::ELOOP);
    while let Some(part) = ahead.pop() {
        if part == Path::new("/") {
            at = root()?;
            continue;
        }
        if is_inside && part == Path::new("..") {
            return Err(refused());
        }
        let next = open(&at, &part)?;
        if FileType::from_raw_mode(fstat(&next)?.st_mode) != FileType::Symlink {
            at = next;
            is_inside |= is_closed(&end_of(&at)?);
            continue;
        }
        links += 1;
        if links > MOST_LINKS || is_inside {
            return Err(refused());
        }
        let target = readlinkat(&next, "", Vec::new())?;
        ahead.extend(parts(Path::new(&OsString::from_vec(target.into_bytes()))));
    }
    if is_inside && !is_closed(&end_of(&at)?) {
        return Err(refused());
    }
    Ok(at)
}

/// Where what is open lies, without links.
///
/// # Errors
/// A system that does not tell.
pub fn end_of(opened: &impl AsFd) -> io::Result<PathBuf> {
    fs::read_link(place_of(opened))
}

/// Where the system tells of what is open: whatever is asked there is asked of that, and not of a name.
pub fn place_of(opened: &impl AsFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", opened.as_fd().as_raw_fd()))
}

/// The part itself, also where it is a link. A disk that is mounted when somebody comes to it is mounted for whoever
/// asks for a folder.
fn open(at: impl AsFd, part: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = |flags| openat(&at, part, flags, Mode::empty());
    match open(flags | OFlags::DIRECTORY) {
        Err(Errno::NOTDIR | Errno::LOOP) => Ok(open(flags)?),
        other => Ok(other?),
    }
}

/// The parts of a path, the last one first.
fn parts(path: &Path) -> Vec<PathBuf> {
    let parts = path.components().rev();
    parts
        .filter(|part| *part != Component::CurDir)
        .map(|part| PathBuf::from(part.as_os_str()))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::{
        os::unix::fs::symlink,
        sync::atomic::{AtomicBool, Ordering},
        thread,
    };

    use super::*;

    #[test]
    fn a_link_in_the_folder_is_not_passed_and_one_to_it_or_elsewhere_is() {
        let dir = tempfile::tempdir().expect("a folder");
        let place = |name: &str| dir.path().join(name);
        fs::create_dir_all(place("real/homes")).expect("a folder");
        fs::create_dir_all(place("keys")).expect("a folder");
        fs::write(place("real/homes/a.jar"), "").expect("a file");
        symlink(place("keys"), place("real/homes/b.jar")).expect("a link");
        symlink(place("real"), place("cache")).expect("a link");
        symlink(place("keys"), place("c.jar")).expect("a link");
        symlink("c.jar", place("relative.jar")).expect("a link");
        symlink(place("real/homes/b.jar"), place("d.jar")).expect("a link");
        let cache = place("cache");
        let end = |path: &Path| {
            let opened = open_past_no_link_in(path, &cache).ok()?;
            end_of(&opened).ok()
        };
        let real = |name: &str| Some(place(name).canonicalize().expect("it is there"));
        assert_eq!(end(&cache.join("homes/a.jar")), real("real/homes/a.jar"));
        assert_eq!(end(&cache.join("homes/b.jar")), None);
        assert_eq!(end(&cache.join("homes/none.jar")), None);
        assert_eq!(end(&place("c.jar")), real("keys"));
        assert_eq!(end(&place("relative.jar")), real("keys"));
        // However the way there is written.
        assert_eq!(end(&place("d.jar")), None);
        assert_eq!(end(&place("keys/../real/homes/b.jar")), None);
        assert_eq!(end(&place("keys/./../real/homes")), real("real/homes"));
        assert_eq!(end(&cache.join("homes/../../keys")), None);
        let none = place("none");
        assert!(open_past_no_link_in(&cache.join("homes/b.jar"), &none).is_ok());
        symlink("round.jar", place("round.jar")).expect("a link");
        assert_eq!(end(&place("round.jar")), None);
    }

    #[test]
    fn whoever_changes_a_file_for_a_link_and_back_gets_nothing_opened_elsewhere() {
        let dir = tempfile::tempdir().expect("a folder");
        let place = |name: &str| dir.path().join(name);
        fs::create_dir_all(place("cache")).expect("a folder");
        fs::write(place("key"), "secret").expect("a file");
        fs::write(place("cache/a.jar"), "").expect("a file");
        let is_over = AtomicBool::new(false);
        let opened = thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    for kind in ["plain", "link"] {
                        let other = place("cache/other");
                        let made = match kind {
                            "plain" => fs::write(&other, ""),
                            _ => symlink(place("key"), &other),
                        };
                        made.and_then(|()| fs::rename(&other, place("cache/a.jar")))
                            .expect("it is ours");
                    }
                }
            });
            let tries = (0..5_000)
                .filter_map(|_| open_past_no_link_in(&place("cache/a.jar"), &place("cache")).ok());
            let ends: Vec<PathBuf> = tries.filter_map(|it| end_of(&it).ok()).collect();
            is_over.store(true, Ordering::Relaxed);
            ends
        });
        assert!(!opened.is_empty(), "the file was there at times");
        let key = place("key").canonicalize().expect("it is there");
        assert!(!opened.contains(&key));
    }
}
