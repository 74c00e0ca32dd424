//! What build tools and their JDKs are found by and read, whichever they are: takes names and options, gives paths.

use std::{
    collections::BTreeSet,
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// Folders in the home folder where managers of versions keep JDKs and Mavens. Not `bin` and `.local/bin`: scripts of
/// the user's lie there, and passwords in them.
pub const TOOLS: [&str; 9] = [
    ".asdf",
    ".jabba",
    ".jdks",
    ".jenv",
    ".local/share/mise",
    ".local/share/rtx",
    ".nix-profile",
    ".sdkman",
    ".mavenrc",
];

/// Whether a folder belongs to whom the module belongs to.
#[cfg(unix)]
pub fn has_same_owner(folder: &Path, module: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = |path: &Path| fs::metadata(path).ok().map(|it| it.uid());
    owner(folder) == owner(module)
}

/// Whether a folder belongs to whom the module belongs to.
#[cfg(not(unix))]
pub fn has_same_owner(_folder: &Path, _module: &Path) -> bool {
    true
}

/// Whether a build file counts for a module: it and its folder belong to whom the module belongs to, to us or to root,
/// and not everybody may put files there, as in a temporary folder.
pub fn is_own_build_file(file: &Path, module: &Path) -> bool {
    let folder = file.parent().unwrap_or(file);
    let is_own = |path: &Path| has_same_owner(path, module) || is_ours_or_roots(path);
    is_own(folder) && is_own(file) && !is_shared(folder)
}

#[cfg(unix)]
fn is_ours_or_roots(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    // SAFETY: asks for a number.
    let us = unsafe { libc::geteuid() };
    fs::metadata(path).is_ok_and(|it| [0, us].contains(&it.uid()))
}

#[cfg(not(unix))]
fn is_ours_or_roots(_path: &Path) -> bool {
    true
}

/// Whether everybody may put files into the folder, each its own.
#[cfg(unix)]
pub fn is_shared(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    const STICKY_AND_WRITTEN_BY_ALL: u32 = 0o1002;
    let mode = fs::metadata(folder).map(|it| it.mode());
    mode.is_ok_and(|mode| mode & STICKY_AND_WRITTEN_BY_ALL == STICKY_AND_WRITTEN_BY_ALL)
}

/// Whether everybody may put files into the folder, each its own.
#[cfg(not(unix))]
pub fn is_shared(_folder: &Path) -> bool {
    false
}

/// The folder that a program's `bin` lies in, links resolved.
pub fn home_of(program: &Path) -> PathBuf {
    let program = fs::canonicalize(program).unwrap_or_else(|_| program.to_path_buf());
    let folder = program.parent().unwrap_or(&program);
    let home = folder.parent().filter(|_| folder.ends_with("bin"));
    home.unwrap_or(folder).to_path_buf()
}

/// What has to be read for a program to run: its home, and the file that it is called by where that is a script or a
/// link among others.
pub fn needed_by(program: &Path) -> Vec<PathBuf> {
    let home = home_of(program);
    let called = Some(program.to_path_buf()).filter(|it| !it.starts_with(&home));
    [home].into_iter().chain(called).collect()
}

/// The first program of this name on the path.
pub fn on_path(name: &str) -> Option<PathBuf> {
    first_in(&env::var_os("PATH")?, name)
}

/// The same of this path. An entry that is relative would mean a program of the project.
fn first_in(path: &OsStr, name: &str) -> Option<PathBuf> {
    let mut files = env::split_paths(path).map(|folder| folder.join(name));
    files.find(|file| file.is_absolute() && file.is_file())
}

/// JDKs that a build tool may run on: the one that was chosen, else that of `JAVA_HOME`, and that of the path.
pub fn java_homes(chosen: Option<&Path>) -> Vec<PathBuf> {
    let named = chosen.map(Path::to_path_buf);
    let named = named.or_else(|| Some(env::var_os("JAVA_HOME")?.into()));
    let of_path = on_path("java").map(|java| home_of(&java));
    named.into_iter().chain(of_path).collect()
}

/// Files that the user's options name: certificates, agents, settings.
pub fn named_files(options: &[String]) -> BTreeSet<PathBuf> {
    let values = options.iter().flat_map(|word| word.split(['=', ':']));
    values
        .map(PathBuf::from)
        .filter(|path| path.is_absolute() && path.is_file())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_of_a_relative_folder_is_none_of_the_path() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("java");
        fs::write(&program, "").expect("a file");
        // Tests run in the folder of their crate.
        let relative = [PathBuf::from("src"), PathBuf::new()];
        let path = env::join_paths(&relative).expect("plain paths");
        assert_eq!(first_in(&path, "tools.rs"), None);
        let all = relative.iter().map(PathBuf::as_path).chain([folder.path()]);
        let path = env::join_paths(all).expect("plain paths");
        assert_eq!(first_in(&path, "java"), Some(program));
    }
}
