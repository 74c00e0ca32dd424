//! A control group of the kernel's (version 2) for all programs that run a project's code: bounds of memory, processes
//! and processor that nobody has to look after, where this user may make such a group.
//!
//! One may where systemd handed a part of the tree to the user's session, or a container its own: a group above ours
//! that this user may write and that passes control of memory on. Whoever may not has the bounds that are looked
//! after, and no group.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use crate::machine::{most_memory, number_in};

/// Where the tree of groups is.
const ROOT: &str = "/sys/fs/cgroup";
/// Processes and threads of all programs together.
const MOST_TASKS: u64 = 12_000;
/// The share of the processor, where others want it, too; theirs is a hundred.
const WEIGHT: u64 = 50;
/// How groups of ours are called, before the number of the process that made them.
const NAME: &str = "goalline-";

/// A group that bounds whoever enters it.
#[derive(Debug)]
pub struct ControlGroup {
    folder: PathBuf,
    entrance: File,
    /// Whether it bounds the share of the processor, too.
    has_weight: bool,
}

/// Why there is none, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoControlGroup(pub &'static str);

impl ControlGroup {
    /// The group of this program, made when it is first asked for.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of_this_program() -> Result<&'static Self, NoControlGroup> {
        static OWN: OnceLock<Result<ControlGroup, NoControlGroup>> = OnceLock::new();
        let make = || {
            let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
            Self::make(Path::new(ROOT), &own, std::process::id())
        };
        OWN.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    /// Makes a group beside or above the own one, whichever is nearest and may be had.
    fn make(root: &Path, own: &str, process: u32) -> Result<Self, NoControlGroup> {
        if !root.join("cgroup.controllers").exists() {
            return Err(NoControlGroup(
                "this system has no control groups of version 2",
            ));
        }
        let own = own.lines().find_map(|line| line.strip_prefix("0::/"));
        let own = root.join(own.ok_or(NoControlGroup("this process is in no control group"))?);
        let above = own.ancestors().take_while(|it| it.starts_with(root));
        let passes_memory_on = |folder: &&Path| {
            let controls = fs::read_to_string(folder.join("cgroup.subtree_control"));
            controls.is_ok_and(|it| it.split_whitespace().any(|one| one == "memory"))
        };
        let made = above
            .filter(passes_memory_on)
            .find_map(|folder| Self::in_folder(folder, process).ok());
        made.ok_or(NoControlGroup(
            "no control group above this process is this user's: start the editor in a session of systemd's",
        ))
    }

    fn in_folder(parent: &Path, process: u32) -> io::Result<Self> {
        // Whoever enters is moved below this one, which takes its word.
        File::options()
            .write(true)
            .open(parent.join("cgroup.procs"))?;
        sweep(parent);
        let folder = parent.join(format!("{NAME}{process}"));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let set = |name: &str, value: u64| fs::write(folder.join(name), value.to_string());
        let bounded = set("memory.max", most_memory());
        let entrance = bounded.and_then(|()| {
            let place = folder.join("cgroup.procs");
            File::options().write(true).open(place)
        });
        let entrance = entrance.inspect_err(|_| {
            // An empty group is of no use to anybody.
            let _ = fs::remove_dir(&folder);
        })?;
        // Not every tree passes these on.
        let has_weight = set("cpu.weight", WEIGHT).is_ok();
        if let Err(error) = set("pids.max", MOST_TASKS) {
            tracing::debug!(%error, "the number of processes is not bounded by the system");
        }
        Ok(Self {
            folder,
            entrance,
            has_weight,
        })
    }

    /// What a process writes `0` into to enter.
    pub fn entrance(&self) -> &File {
        &self.entrance
    }

    /// Whether others come first where they want the processor.
    pub fn has_weight(&self) -> bool {
        self.has_weight
    }

    /// How many processes the kernel has ended because the group was out of memory.
    pub fn ended(&self) -> u64 {
        let events = fs::read_to_string(self.folder.join("memory.events"));
        number_in(&events.unwrap_or_default(), "oom_kill ").unwrap_or(0)
    }
}

/// Removes groups of programs that were killed: an empty one goes, any other stays.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_string_lossy();
        let number = number
            .strip_prefix(NAME)
            .and_then(|it| it.parse::<u32>().ok());
        let is_left = |number| !Path::new(&format!("/proc/{number}")).exists();
        if number.is_some_and(is_left) {
            // Others may remove it in the same moment, or somebody may still be in it.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree as the kernel shows it: a session's part passes control on, the group of the program does not.
    fn tree() -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a folder");
        let (session, own) = (
            root.path().join("user/app"),
            root.path().join("user/app/editor"),
        );
        fs::create_dir_all(&own).expect("a folder");
        fs::write(root.path().join("cgroup.controllers"), "cpu memory pids").expect("a file");
        for (folder, controls) in [(&session, "memory pids\n"), (&own, "")] {
            fs::write(folder.join("cgroup.subtree_control"), controls).expect("a file");
            fs::write(folder.join("cgroup.procs"), "").expect("a file");
        }
        // What the kernel puts into a new folder stands there already.
        fs::create_dir(session.join("goalline-7")).expect("a folder");
        fs::write(session.join("goalline-7/cgroup.procs"), "").expect("a file");
        root
    }

    #[test]
    fn a_group_lies_in_the_nearest_part_that_passes_memory_on_and_has_its_bounds() {
        let root = tree();
        let group = ControlGroup::make(root.path(), "1:name=x:/\n0::/user/app/editor\n", 7);
        let group = group.expect("the session is ours");
        assert_eq!(group.folder, root.path().join("user/app/goalline-7"));
        let bound = |name: &str| fs::read_to_string(group.folder.join(name)).expect("it is set");
        assert_eq!(bound("memory.max"), most_memory().to_string());
        assert_eq!(bound("pids.max"), MOST_TASKS.to_string());
        fs::write(group.folder.join("memory.events"), "oom 3\noom_kill 2\n").expect("a file");
        assert_eq!(group.ended(), 2);
    }

    #[test]
    fn where_no_part_of_the_tree_may_be_had_there_is_no_group_and_a_reason() {
        let root = tree();
        fs::write(root.path().join("user/app/cgroup.subtree_control"), "pids").expect("a file");
        let reason = ControlGroup::make(root.path(), "0::/user/app/editor", 7);
        assert!(
            reason
                .expect_err("nothing is passed on")
                .0
                .contains("this user's")
        );
        fs::remove_file(root.path().join("cgroup.controllers")).expect("it is ours");
        let reason = ControlGroup::make(root.path(), "0::/user/app/editor", 7);
        assert!(reason.expect_err("it is no tree").0.contains("version 2"));
    }

    #[test]
    fn a_group_that_a_killed_program_left_is_removed_and_others_stay() {
        let root = tempfile::tempdir().expect("a folder");
        let own = format!("{NAME}{}", std::process::id());
        for name in ["goalline-4194305", "goalline-x", own.as_str()] {
            fs::create_dir(root.path().join(name)).expect("a folder");
        }
        sweep(root.path());
        assert!(!root.path().join("goalline-4194305").exists());
        assert!(root.path().join("goalline-x").exists() && root.path().join(own).exists());
    }
}
