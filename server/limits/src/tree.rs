//! Folders that a project's code has written into: clears them away and sees how much lies in them, whatever they are
//! like; knows nothing of who wrote.

use std::{
    fs::{self, DirEntry, Permissions},
    io::{self, ErrorKind},
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
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
/// one in the place of the folder itself; folders that were closed are opened. Nobody else may write there any more.
///
/// # Errors
/// What the system said; what could be removed is.
pub fn remove_tree(folder: &Path) -> io::Result<()> {
    if fs::symlink_metadata(folder)?.is_symlink() {
        return fs::remove_file(folder);
    }
    let mut ahead = Vec::new();
    let mut brought = 0_usize;
    let mut failed = empty(folder, |entry| {
        ahead.push(entry.path());
        Ok(())
    });
    while let Some(inner) = ahead.pop() {
        let emptied = empty(&inner, |entry| {
            let place = free_name(folder, &mut brought);
            open_for_us(&entry.path())?;
            fs::rename(entry.path(), &place)?;
            ahead.push(place);
            Ok(())
        });
        failed = failed.and(emptied).and(fs::remove_dir(&inner));
    }
    failed.and(fs::remove_dir(folder))
}

/// Removes what is no folder, and hands the folders on.
fn empty(folder: &Path, mut inner: impl FnMut(&DirEntry) -> io::Result<()>) -> io::Result<()> {
    open_for_us(folder)?;
    let mut failed = Ok(());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let done = if entry.file_type()?.is_dir() {
            inner(&entry)
        } else {
            fs::remove_file(entry.path())
        };
        failed = failed.and(done);
    }
    failed
}

/// One that is not a link: its owner may read and empty it.
fn open_for_us(folder: &Path) -> io::Result<()> {
    const ALL: u32 = 0o700;
    let about = fs::symlink_metadata(folder)?;
    if about.is_dir() && about.mode() & ALL != ALL {
        fs::set_permissions(folder, Permissions::from_mode(ALL))?;
    }
    Ok(())
}

fn free_name(folder: &Path, brought: &mut usize) -> PathBuf {
    loop {
        let place = folder.join(format!("gone-{brought}"));
        *brought += 1;
        if fs::symlink_metadata(&place).is_err() {
            return place;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{os::unix::fs::symlink, thread};

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
