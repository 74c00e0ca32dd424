//! Files that are whole at all times: takes a path and what is to stand there, writes it beside, flushes it and puts
//! it in its place. Reads files of a project, which may be anything.

pub(crate) mod globs;

#[cfg(target_os = "linux")]
use std::ffi::CString;
use std::{
    fs::{self, File, Permissions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

/// Bytes of a file of a project, at most: what is larger is no source, no build file and no jar that is looked into.
const LARGEST: u64 = 64 << 20;

/// Bytes of a file that people write by hand, at most: a build script, a setting of an editor.
const LARGEST_WRITTEN: u64 = 1 << 20;

/// The bytes of a file that whoever wrote the project may have put there. A pipe or a device, which may never end, is
/// not waited for, and what is too large is not read.
///
/// # Errors
/// What the system said, or that it is no file, or too large a one.
pub fn read_file(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    read_up_to(LARGEST, path)
}

fn read_up_to(most: u64, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let file = open_file(path)?;
    let about = file.metadata()?;
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, "it is too large");
    let room = usize::try_from(about.len()).map_err(|_| too_large())?;
    if about.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(room);
    // It may grow meanwhile.
    if file.take(most + 1).read_to_end(&mut bytes)? as u64 > most {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Opens a file of a project for reading, where it is one: no pipe, which would have us wait, and no device.
///
/// # Errors
/// What the system said, or that it is no file.
pub(crate) fn open_file(path: impl AsRef<Path>) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    // Opening a pipe that nobody writes to would wait for somebody.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NONBLOCK | libc::O_NOCTTY,
    );
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file"));
    }
    Ok(file)
}

/// All of a file, as [`read_file`] reads it, for a text.
///
/// # Errors
/// The same, or that it is no UTF-8.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    as_text(read_file(path)?)
}

/// The same of a file that people write by hand, of which many are read for one answer: a megabyte of each at most.
///
/// # Errors
/// The same, for a smaller one.
pub(crate) fn read_written(path: impl AsRef<Path>) -> io::Result<String> {
    as_text(read_up_to(LARGEST_WRITTEN, path)?)
}

fn as_text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8"))
}

/// Where a file or folder of a copy really lies, if that is in the copy. What ran there may have put a link in its
/// place or above it, and what is taken out of a copy is moved by us, outside of any sandbox. The copy's own path is
/// one without links, from before anything ran: where it is a link by now, nothing is in it.
pub(crate) fn real_in(copy: &Path, path: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(path).ok()?;
    real.starts_with(copy).then_some(real)
}

/// Puts the bytes where the path says, following a link to its end: the file is whole or as it was, whatever happens
/// to the disk, the program or the machine. Permissions of a file that was there stay.
///
/// # Errors
/// What the system said; the file is as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_with(path, |file| file.write_all(bytes))
}

/// The same over a file in which `old` stands: where something else does by now, that is left as it is. Whoever read a
/// file to add to it takes nothing back that somebody else has saved meanwhile.
///
/// # Errors
/// The same, or that the file was changed.
pub fn replace_whole(path: &Path, old: &[u8], bytes: &[u8]) -> io::Result<()> {
    let is_as_it_was = || {
        if fs::read(path)? == old {
            return Ok(());
        }
        let words = "it was changed meanwhile and is left as it is; try again";
        Err(io::Error::other(words))
    };
    put(path, |file| file.write_all(bytes), is_as_it_was)
}

/// The same for what is written piece by piece.
///
/// # Errors
/// What the system said, or whoever fills the file; it is as it was.
pub fn write_whole_with(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    put(path, fill, || Ok(()))
}

/// Whatever `may_take_place` says is asked last, when all is written.
fn put(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    may_take_place: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir()) {
        // A pipe or a device, which nothing can take the place of.
        return fill(&mut File::options().write(true).open(path)?);
    }
    let end = end_of(path)?;
    let folder = end.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let permissions = permissions_of(&end)?;
    let beside = FileBeside::new(folder)?;
    let mut buffer = io::BufWriter::new(beside.file());
    fill(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    if let Some(permissions) = permissions {
        beside.file().set_permissions(permissions)?;
    }
    beside.file().sync_all()?;
    may_take_place()?;
    beside.persist(folder, &end)?;
    flush_folder(folder);
    Ok(())
}

/// What is being written, in the folder where it is to stand.
enum FileBeside {
    /// A file that has no name until it is whole: whoever is killed while it writes leaves nothing.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// Where there are no such files.
    Named(NamedTempFile),
}

impl FileBeside {
    fn new(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if is_linkable()
            && let Ok(file) = unnamed(folder)
        {
            return Ok(Self::Unnamed(file));
        }
        Ok(Self::Named(named().tempfile_in(folder)?))
    }

    fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file(),
        }
    }

    /// Takes the place of what stands there. No file can do that without a name of its own: it has one for a moment.
    fn persist(self, folder: &Path, end: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => {
                let beside = named().make_in(folder, |path| give_name(&file, path))?;
                beside.persist(end).map_err(|error| error.error)
            }
            Self::Named(file) => {
                file.persist(end).map_err(|error| error.error)?;
                Ok(())
            }
        }
    }
}

fn named() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".goalline-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(NEW_FILE));
    builder
}

/// Mode of a new file, of which the user's mask takes away.
#[cfg(unix)]
const NEW_FILE: u32 = 0o666;

/// Whether a file without a name may be given one: that goes by way of `/proc`.
#[cfg(target_os = "linux")]
fn is_linkable() -> bool {
    Path::new("/proc/self/fd").exists()
}

#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = File::options();
    options
        .write(true)
        .mode(NEW_FILE)
        .custom_flags(libc::O_TMPFILE);
    options.open(folder)
}

/// Gives a file without a name this one, unless it is taken.
#[cfg(target_os = "linux")]
fn give_name(file: &File, path: &Path) -> io::Result<()> {
    use std::os::{fd::AsRawFd, unix::ffi::OsStrExt};
    let opened = CString::new(format!("/proc/self/fd/{}", file.as_raw_fd()))?;
    let name = CString::new(path.as_os_str().as_bytes())?;
    let here = libc::AT_FDCWD;
    // SAFETY: takes texts that end and flags.
    let done = unsafe {
        libc::linkat(
            here,
            opened.as_ptr(),
            here,
            name.as_ptr(),
            libc::AT_SYMLINK_FOLLOW,
        )
    };
    if done < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Where a chain of links ends, though nothing may stand there.
fn end_of(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 40;
    let mut end = path.to_path_buf();
    for _ in 0..MOST {
        match fs::read_link(&end) {
            Ok(next) => end = end.parent().unwrap_or(Path::new("")).join(next),
            // It is no link, or nothing.
            Err(_) => return Ok(end),
        }
    }
    Err(io::Error::other("too many links in a row"))
}

/// The permissions of the file; none where there is none.
fn permissions_of(path: &Path) -> io::Result<Option<Permissions>> {
    match fs::metadata(path) {
        Ok(file) => Ok(Some(file.permissions())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The new name survives a power cut, where folders can be flushed; where they cannot, the file is whole all the same.
fn flush_folder(folder: &Path) {
    if let Err(error) = File::open(folder).and_then(|folder| folder.sync_all()) {
        tracing::debug!(%error, folder = %folder.display(), "a folder cannot be flushed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that lies in the folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<_> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_somebody_saved_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("CartTest.java");
        fs::write(&file, "saved meanwhile").expect("it is ours");
        let error = replace_whole(&file, b"as it was read", b"ours").expect_err("it differs");
        assert!(error.to_string().contains("changed meanwhile"), "{error}");
        assert_eq!(
            fs::read_to_string(&file).expect("it is there"),
            "saved meanwhile"
        );
        assert_eq!(names(folder.path()), ["CartTest.java"]);
        replace_whole(&file, b"saved meanwhile", b"both").expect("it is as it was");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "both");
    }

    #[cfg(unix)]
    #[test]
    fn what_may_never_end_and_what_is_too_large_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = |name: &str| folder.path().join(name);
        let pipe = place("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        std::os::unix::fs::symlink("/dev/zero", place("device")).expect("a link");
        let sparse = File::create(place("sparse")).expect("a file");
        sparse.set_len(LARGEST + 1).expect("it takes no room");
        for name in ["pipe", "device", "sparse", ".", "absent"] {
            assert!(read_file(place(name)).is_err(), "{name}");
        }
        sparse.set_len(LARGEST / 64).expect("it can be cut");
        let read = read_text(place("sparse")).expect("a file");
        assert_eq!(read.len() as u64, LARGEST / 64);
        assert!(read_written(place("sparse")).is_ok());
        sparse
            .set_len(LARGEST_WRITTEN + 1)
            .expect("it takes no room");
        assert!(read_written(place("sparse")).is_err());
    }

    #[test]
    fn an_error_in_the_middle_leaves_the_file_as_it_was_and_nothing_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("CartTest.java");
        write_whole(&file, b"mine").expect("written");
        let full = write_whole_with(&file, |out| {
            out.write_all(&vec![b'x'; 1 << 17])?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(
            full.expect_err("it was full").kind(),
            io::ErrorKind::StorageFull
        );
        assert_eq!(fs::read(&file).expect("it is there"), b"mine");
        assert_eq!(names(folder.path()), ["CartTest.java"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("a/real"), folder.path().join("link"));
        write_whole(&file, b"one").expect("written");
        fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("it is ours");
        symlink("a/real", &link).expect("a link");
        write_whole(&link, b"two").expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).expect("it is there"), b"two");
        let mode = fs::metadata(&file)
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_of_new_files() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let mode = |name: &str| {
            let file = fs::metadata(folder.path().join(name)).expect("it is there");
            file.permissions().mode()
        };
        write_whole(&folder.path().join("ours"), b"").expect("written");
        fs::write(folder.path().join("usual"), b"").expect("written");
        assert_eq!(mode("ours"), mode("usual"));
    }

    /// Says to a child process of the next test what it is to write again and again.
    #[cfg(target_os = "linux")]
    const WRITES: &str = "GOALLINE_WRITES";

    /// A test class that nobody could take for a part of one.
    #[cfg(target_os = "linux")]
    fn test_class(line: &str) -> String {
        format!("class CartTest {{\n{}}}\n", line.repeat(20_000))
    }

    /// Whether the process has a file of the folder open, under whatever name.
    #[cfg(target_os = "linux")]
    fn is_writing(process: u32, folder: &Path) -> bool {
        let open = fs::read_dir(format!("/proc/{process}/fd"));
        let mut open = open.into_iter().flatten().flatten();
        open.any(|it| fs::read_link(it.path()).is_ok_and(|path| path.starts_with(folder)))
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_that_is_killed_at_any_moment_of_writing_leaves_a_whole_file() {
        let (old, new) = (test_class("    // old\n"), test_class("    // new\n"));
        if let Some(file) = std::env::var_os(WRITES) {
            // The parent kills it; were that forgotten, it ends all the same.
            for text in [&new, &old].repeat(100_000) {
                write_whole(Path::new(&file), text.as_bytes()).expect("written");
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("CartTest.java");
        write_whole(&file, old.as_bytes()).expect("written");
        let (mut moments_within, mut left) = (0, 0);
        for moment in 0..20_u64 {
            let mut writer = std::process::Command::new(std::env::current_exe().expect("a path"))
                .args(["--exact", "--test-threads=1"])
                .arg("files::tests::a_program_that_is_killed_at_any_moment_of_writing_leaves_a_whole_file")
                .env(WRITES, &file)
                .stdout(std::process::Stdio::null())
                .spawn()
                .expect("this very program");
            let begun = std::time::Instant::now();
            while !is_writing(writer.id(), folder.path()) && begun.elapsed().as_secs() < 60 {}
            std::thread::sleep(std::time::Duration::from_micros(moment * 311));
            moments_within += usize::from(is_writing(writer.id(), folder.path()));
            writer.kill().expect("it runs");
            writer.wait().expect("it was killed");
            let text = fs::read_to_string(&file).expect("it stands there");
            assert!(text == old || text == new, "{} bytes", text.len());
            let others = names(folder.path())
                .into_iter()
                .filter(|it| it != "CartTest.java");
            for name in others {
                left += 1;
                fs::remove_file(folder.path().join(name)).expect("it was left");
            }
        }
        assert!(moments_within > 0, "it was never killed while it wrote");
        // It has a name for the moment alone in which it takes the place of the other one.
        assert!(left * 2 < moments_within, "{left} of {moments_within}");
    }
}
