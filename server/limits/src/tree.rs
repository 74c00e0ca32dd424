//! Folders that a project's code has written into: clears them away and sees how much lies in them, whatever they are
//! like; knows nothing of who wrote.

use std::{
    ffi::{CStr, CString},
    fs,
    io::{self, ErrorKind},
    os::{
        fd::{AsFd, AsRawFd, OwnedFd},
        unix::fs::MetadataExt,
    },
    path::Path,
};

use rustix::{
    fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fchmod, fstat, openat, statat, unlinkat},
    io::Errno,
    path::Arg,
};

/// What was seen of a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeUsage {
    /// Bytes on the disk of all files that were seen.
    pub bytes: u64,
    /// Files and folders.
    pub entries: usize,
    /// Whether a folder keeps what lies in it to itself: it may not be read.
    pub hides: bool,
}

impl TreeUsage {
    /// What lies in the folder, at any depth; none where that is more than so many entries, or deeper than a path can
    /// say.
    pub fn of(folder: &Path, most_entries: usize) -> Option<Self> {
        let mut seen = Self::default();
        let mut ahead = vec![folder.to_path_buf()];
        while let Some(folder) = ahead.pop() {
            let entries = match fs::read_dir(folder) {
                Ok(entries) => entries,
                Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                    seen.hides = true;
                    continue;
                }
                // It is gone by now, or was no folder of ours.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) if error.kind() == ErrorKind::NotADirectory => continue,
                Err(_) => return None,
            };
            for entry in entries.flatten() {
                seen.entries += 1;
                if seen.entries > most_entries {
                    return None;
                }
                // Of a link itself, not of where it leads.
                let Ok(file) = entry.metadata() else { continue };
                seen.bytes += file.blocks() * 512;
                if file.is_dir() {
                    ahead.push(entry.path());
                }
            }
        }
        Some(seen)
    }
}

/// Removes the folder with all that lies in it. What the standard library removes by going down ends the program where
/// folders lie deep enough in one another; here each is brought up before it is emptied. Links are not followed, nor is
/// one in the place of the folder itself, whoever puts them there meanwhile: every step begins at a folder that is
/// open. Folders that were closed are opened.
///
/// # Errors
/// What the system said; what could be removed is.
pub fn remove_tree(folder: &Path) -> io::Result<()> {
    if fs::symlink_metadata(folder)?.is_symlink() {
        return fs::remove_file(folder);
    }
    let top = opened(CWD, folder)?;
    let mut ahead = Vec::new();
    let mut brought = 0_usize;
    let mut failed = empty(&top, |name| {
        ahead.push(name.to_owned());
        Ok(())
    });
    while let Some(name) = ahead.pop() {
        let emptied = opened(&top, &name).map_err(io::Error::from);
        let emptied = emptied.and_then(|inner| {
            empty(&inner, |deeper| {
                let place = free_name(&top, &mut brought);
                // One that may not be written cannot be moved.
                drop(opened(&inner, deeper)?);
                rustix::fs::renameat(&inner, deeper, &top, &place)?;
                ahead.push(place);
                Ok(())
            })
        });
        let removed = unlinkat(&top, &name, AtFlags::REMOVEDIR);
        failed = failed.and(emptied).and(removed.map_err(io::Error::from));
    }
    failed.and(fs::remove_dir(folder))
}

/// Removes what is no folder, and hands the names of folders on.
fn empty(
    folder: &OwnedFd,
    mut inner: impl FnMut(&CStr) -> rustix::io::Result<()>,
) -> io::Result<()> {
    let mut failed = Ok(());
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        let kind = match entry.file_type() {
            FileType::Unknown => statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
                .map_or(FileType::Unknown, |it| FileType::from_raw_mode(it.st_mode)),
            known => known,
        };
        let done = match kind {
            FileType::Directory => inner(name),
            _ => unlinkat(folder, name, AtFlags::empty()),
        };
        failed = failed.and(done);
    }
    Ok(failed?)
}

/// Opens a folder, and no link to one; its owner may read and empty it then.
fn opened(at: impl AsFd, name: impl Arg + Copy) -> rustix::io::Result<OwnedFd> {
    const ALL: Mode = Mode::RWXU;
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = || openat(&at, name, flags, Mode::empty());
    let folder = match open() {
        Err(Errno::ACCESS) => {
            open_closed(&at, name)?;
            open()
        }
        other => other,
    }?;
    if !Mode::from_raw_mode(fstat(&folder)?.st_mode).contains(ALL) {
        fchmod(&folder, ALL)?;
    }
    Ok(folder)
}

/// Changes the mode of a folder that may not even be read: by what stands for it, for a name could be another thing's
/// by then.
#[cfg(target_os = "linux")]
fn open_closed(at: impl AsFd, name: impl Arg) -> rustix::io::Result<()> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = openat(at, name, flags, Mode::empty())?;
    let place = format!("/proc/self/fd/{}", folder.as_raw_fd());
    rustix::fs::chmod(place, Mode::RWXU)
}

#[cfg(not(target_os = "linux"))]
fn open_closed(at: impl AsFd, name: impl Arg) -> rustix::io::Result<()> {
    rustix::fs::chmodat(at, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)
}

fn free_name(folder: &OwnedFd, brought: &mut usize) -> CString {
    loop {
        let name = CString::new(format!("gone-{brought}")).expect("a name without an end in it");
        *brought += 1;
        if statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW).is_err() {
            return name;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs::Permissions,
        os::unix::fs::{PermissionsExt, symlink},
        sync::atomic::{AtomicBool, Ordering},
        thread,
    };

    use super::*;

    /// Folders in one another, so many that no path can say where the last one lies, with a file in it.
    fn deep(folder: &Path, depth: usize) {
        let (root, next) = (folder.join("root"), folder.join("next"));
        fs::create_dir(&root).expect("it is ours");
        fs::write(root.join("hidden"), vec![1; 1 << 16]).expect("it is ours");
        for _ in 0..depth {
            fs::create_dir(&next).expect("it is ours");
            fs::rename(&root, next.join("root")).expect("it is ours");
            fs::rename(&next, &root).expect("it is ours");
        }
    }

    #[test]
    fn folders_in_one_another_are_removed_however_deep_and_take_no_stack() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("left");
        fs::create_dir(&folder).expect("it is ours");
        deep(&folder, 6_000);
        let removed = folder.clone();
        let small = thread::Builder::new().stack_size(64 << 10);
        let thread = small
            .spawn(move || remove_tree(&removed))
            .expect("a thread");
        thread.join().expect("it goes on").expect("it is ours");
        assert!(!folder.exists());
    }

    #[test]
    fn what_closed_folders_and_links_lead_to_is_removed_and_left() {
        let parent = tempfile::tempdir().expect("a folder");
        let (left, mine) = (parent.path().join("left"), parent.path().join("mine"));
        for folder in ["a/b/c", "gone-0", "closed/inner"] {
            fs::create_dir_all(left.join(folder)).expect("it is ours");
        }
        fs::create_dir(&mine).expect("it is ours");
        fs::write(mine.join("diary"), "mine").expect("it is ours");
        symlink(&mine, left.join("a/b/link")).expect("it is ours");
        fs::write(left.join("closed/inner/file"), "").expect("it is ours");
        for (closed, mode) in [("closed/inner", 0o000), ("closed", 0o300)] {
            let mode = Permissions::from_mode(mode);
            fs::set_permissions(left.join(closed), mode).expect("it is ours");
        }
        remove_tree(&left).expect("all of it is ours");
        assert!(!left.exists() && mine.join("diary").exists());
        symlink(&mine, &left).expect("it is ours");
        remove_tree(&left).expect("the link is ours");
        assert!(!left.is_symlink() && mine.join("diary").exists());
        assert!(remove_tree(&left).is_err());
    }

    #[test]
    fn a_folder_that_becomes_a_link_while_it_is_removed_leads_nowhere() {
        let parent = tempfile::tempdir().expect("a folder");
        let (left, mine) = (parent.path().join("left"), parent.path().join("mine"));
        fs::create_dir_all(mine.join("deep")).expect("it is ours");
        for name in ["diary", "deep/letter"] {
            fs::write(mine.join(name), "mine").expect("it is ours");
        }
        for round in 0..20 {
            for number in 0..200 {
                fs::create_dir_all(left.join(format!("{round}-{number}"))).expect("it is ours");
            }
            let is_over = AtomicBool::new(false);
            thread::scope(|both| {
                both.spawn(|| {
                    // Each folder that is still there becomes a link to the files of somebody.
                    while !is_over.load(Ordering::Relaxed) {
                        for entry in fs::read_dir(&left).into_iter().flatten().flatten() {
                            if fs::remove_dir(entry.path()).is_ok() {
                                symlink(&mine, entry.path()).ok();
                            }
                        }
                    }
                });
                remove_tree(&left).ok();
                is_over.store(true, Ordering::Relaxed);
            });
            remove_tree(&left).ok();
        }
        assert!(mine.join("diary").exists() && mine.join("deep/letter").exists());
    }

    #[test]
    fn files_count_at_any_depth_and_links_for_themselves() {
        let folder = tempfile::tempdir().expect("a folder");
        let deep = folder.path().join("a/b");
        fs::create_dir_all(&deep).expect("it is ours");
        fs::write(deep.join("file"), vec![1; 1 << 20]).expect("it is ours");
        symlink("/usr", folder.path().join("link")).expect("it is ours");
        let usage = TreeUsage::of(folder.path(), 10).expect("it is small");
        assert!((1 << 20..1 << 21).contains(&usage.bytes), "{usage:?}");
        assert_eq!((usage.entries, usage.hides), (4, false));
        assert_eq!(TreeUsage::of(folder.path(), 3), None);
    }

    #[test]
    fn what_lies_too_deep_to_be_named_is_too_much() {
        let folder = tempfile::tempdir().expect("a folder");
        deep(folder.path(), 2_000);
        assert_eq!(TreeUsage::of(folder.path(), 100_000), None);
        remove_tree(&folder.path().join("root")).expect("it is ours");
    }
}
