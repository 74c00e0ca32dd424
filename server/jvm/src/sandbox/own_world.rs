//! A world of their own for the user's tests: a network with the loopback address alone, and file systems of which
//! nothing can be changed but one folder and a copy of the build's output that vanishes. Made of namespaces between
//! fork and exec, by system calls only; what holds it together afterwards are the rules of the sandbox.

use std::{
    ffi::{CStr, CString, c_int, c_ulong},
    fs, io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    ptr,
    sync::OnceLock,
};

use goalline_limits::give_up_rights;
use landlock::{AccessFs, BitFlags};

/// Folders of an output folder that stay the build's own: a warm JVM sees there what a build writes later.
const CLASSES: [&str; 4] = [
    "classes",
    "test-classes",
    "generated-sources",
    "generated-test-sources",
];

/// Names of folders that builds write into, below a module.
const OUTPUT: [&str; 2] = ["target", "build"];

/// What a world is made of, ready before the fork.
pub(crate) struct OwnWorld {
    users: IdMap,
    groups: IdMap,
    /// The folder that may be written.
    folder: CString,
    /// Where the process is to run; it has to go there again, below what is mounted.
    directory: Option<CString>,
    outputs: Vec<OutputCopy>,
}

/// One line of a map of numbers of users or groups, and where it is written.
struct IdMap {
    file: &'static CStr,
    line: String,
}

/// A folder of the build's output, to be covered by a copy that takes what is written.
struct OutputCopy {
    place: CString,
    /// Where the folder itself can be found once it is covered.
    below: CString,
    options: CString,
    /// What is not covered: inside of `below`, and its place.
    kept: Vec<[CString; 2]>,
}

impl OwnWorld {
    /// For tests of the module, with this folder to write into; none where the kernel does not allow it.
    pub(crate) fn new(
        module: &Path,
        writable: &Path,
        directory: &Path,
    ) -> io::Result<Option<Self>> {
        if !is_supported() {
            return Ok(None);
        }
        let outputs = OUTPUT.iter().map(|name| module.join(name));
        let outputs = outputs.filter(|path| path.is_dir() && !path.is_symlink());
        let outputs = outputs.filter_map(|path| OutputCopy::new(&path, writable).transpose());
        Ok(Some(Self {
            outputs: outputs.collect::<io::Result<_>>()?,
            directory: Some(text(directory)?),
            ..Self::bare(writable)?
        }))
    }

    fn bare(writable: &Path) -> io::Result<Self> {
        // SAFETY: both ask for a number.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        Ok(Self {
            users: IdMap {
                file: c"/proc/self/uid_map",
                line: format!("{user} {user} 1"),
            },
            groups: IdMap {
                file: c"/proc/self/gid_map",
                line: format!("{group} {group} 1"),
            },
            folder: text(writable)?,
            directory: None,
            outputs: Vec::new(),
        })
    }

    /// Takes the calling process there, for good and without the rights that it took to get there. Makes system calls
    /// only.
    pub(crate) fn enter(&self) -> io::Result<()> {
        let spaces = libc::CLONE_NEWUSER | libc::CLONE_NEWNET | libc::CLONE_NEWNS;
        // SAFETY: takes flags; the calling process has one thread.
        check(unsafe { libc::unshare(spaces) })?;
        write(c"/proc/self/setgroups", b"deny")?;
        for map in [&self.users, &self.groups] {
            write(map.file, map.line.as_bytes())?;
        }
        start_loopback()?;
        keep_small_buffers();
        mount(None, c"/", libc::MS_REC | libc::MS_PRIVATE)?;
        mount(Some(&self.folder), &self.folder, libc::MS_BIND)?;
        for output in &self.outputs {
            output.cover()?;
        }
        let everything = libc::AT_RECURSIVE.cast_unsigned();
        protect(c"/", everything, &MountAttributes::read_only())?;
        protect(&self.folder, 0, &MountAttributes::writable())?;
        for output in &self.outputs {
            protect(&output.place, 0, &MountAttributes::writable())?;
        }
        take_null_anew()?;
        if let Some(directory) = &self.directory {
            // SAFETY: takes a text that ends.
            check(unsafe { libc::chdir(directory.as_ptr()) })?;
        }
        give_up_rights(0)
    }

    /// Allows reading and writing what only exists in this world, by rules that are not applied yet. Makes system calls
    /// only.
    pub(crate) fn allow(&self, rules: c_int, access: BitFlags<AccessFs>) -> io::Result<()> {
        for output in &self.outputs {
            // SAFETY: takes a text that ends and flags.
            let folder = check(unsafe {
                libc::open(output.place.as_ptr(), libc::O_PATH | libc::O_CLOEXEC)
            })?;
            let rule = PathRule {
                access: access.bits(),
                folder,
            };
            let done = add_rule(rules, &rule);
            // SAFETY: closes what was opened above.
            unsafe { libc::close(folder) };
            done?;
        }
        Ok(())
    }
}

impl OutputCopy {
    /// None for a path that cannot be written as an option of a mount.
    fn new(place: &Path, writable: &Path) -> io::Result<Option<Self>> {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let part = |kind: &str| writable.join(format!(".{name}-{kind}"));
        let [below, upper, work] = ["below", "upper", "work"].map(part);
        let plain = |path: &PathBuf| {
            !path
                .as_os_str()
                .as_bytes()
                .iter()
                .any(|b| b",:\\".contains(b))
        };
        if ![&below, &upper, &work].into_iter().all(plain) {
            return Ok(None);
        }
        for folder in [&below, &upper, &work] {
            fs::create_dir_all(folder)?;
        }
        // A link would be followed from two places, and a part of the machine could come to lie in the project.
        let is_folder = |name: &&&str| {
            let about = fs::symlink_metadata(place.join(name));
            about.is_ok_and(|about| about.is_dir())
        };
        let kept = CLASSES.iter().filter(is_folder);
        let kept = kept.map(|name| Ok([text(&below.join(name))?, text(&place.join(name))?]));
        let [lower, upper, work] = [&below, &upper, &work].map(|path| path.display());
        let options = format!("lowerdir={lower},upperdir={upper},workdir={work},userxattr");
        Ok(Some(Self {
            kept: kept.collect::<io::Result<_>>()?,
            place: text(place)?,
            below: text(&below)?,
            options: CString::new(options).map_err(io::Error::other)?,
        }))
    }

    fn cover(&self) -> io::Result<()> {
        mount(Some(&self.place), &self.below, libc::MS_BIND)?;
        // SAFETY: takes texts that end.
        check(unsafe {
            libc::mount(
                c"overlay".as_ptr(),
                self.place.as_ptr(),
                c"overlay".as_ptr(),
                libc::MS_NOSUID | libc::MS_NODEV,
                self.options.as_ptr().cast(),
            )
        })?;
        for [from, to] in &self.kept {
            mount(Some(from), to, libc::MS_BIND)?;
        }
        Ok(())
    }
}

/// Whether the kernel lets this user make such a world: tried once, in a process that ends at once.
pub(crate) fn is_supported() -> bool {
    static SUPPORTED: OnceLock<bool> = OnceLock::new();
    *SUPPORTED.get_or_init(|| {
        let tried = tempfile::tempdir().and_then(|folder| {
            let output = folder.path().join("target");
            fs::create_dir(&output)?;
            let mut world = OwnWorld::bare(folder.path())?;
            world
                .outputs
                .extend(OutputCopy::new(&output, folder.path())?);
            tried(&world)
        });
        tried.is_ok_and(|works| works)
    })
}

fn tried(world: &OwnWorld) -> io::Result<bool> {
    // SAFETY: the child makes system calls only, and ends.
    let child = check(unsafe { libc::fork() })?;
    if child == 0 {
        let status = i32::from(world.enter().is_err());
        // SAFETY: ends the child at once.
        unsafe { libc::_exit(status) };
    }
    let mut status = 1;
    // SAFETY: waits for the child and writes a number that is alive.
    check(unsafe { libc::waitpid(child, &raw mut status, 0) })?;
    Ok(status == 0)
}

fn text(path: &Path) -> io::Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(io::Error::other)
}

fn check(result: c_int) -> io::Result<c_int> {
    if result < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(result)
    }
}

fn write(path: &CStr, content: &[u8]) -> io::Result<()> {
    // SAFETY: takes a text that ends and a flag.
    let file = check(unsafe { libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC) })?;
    // SAFETY: reads so many bytes of what is alive.
    let written = unsafe { libc::write(file, content.as_ptr().cast(), content.len()) };
    let error = io::Error::last_os_error();
    // SAFETY: closes what was opened above.
    unsafe { libc::close(file) };
    if usize::try_from(written) == Ok(content.len()) {
        Ok(())
    } else {
        Err(error)
    }
}

fn mount(from: Option<&CStr>, to: &CStr, flags: c_ulong) -> io::Result<()> {
    let from = from.map_or(ptr::null(), CStr::as_ptr);
    // SAFETY: takes texts that end, or none.
    check(unsafe { libc::mount(from, to.as_ptr(), ptr::null(), flags, ptr::null()) }).map(|_| ())
}

/// What `mount_setattr` takes.
#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

impl MountAttributes {
    const READ_ONLY: u64 = 1;

    fn read_only() -> Self {
        Self {
            set: Self::READ_ONLY,
            clear: 0,
            ..Self::writable()
        }
    }

    fn writable() -> Self {
        Self {
            set: 0,
            clear: Self::READ_ONLY,
            propagation: 0,
            user_namespace: 0,
        }
    }
}

fn protect(path: &CStr, flags: u32, attributes: &MountAttributes) -> io::Result<()> {
    // SAFETY: takes a text that ends and a value of the size given.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            flags,
            ptr::from_ref(attributes),
            size_of::<MountAttributes>(),
        )
    };
    if done < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// What `landlock_add_rule` takes for a path.
#[repr(C, packed)]
struct PathRule {
    access: u64,
    folder: c_int,
}

fn add_rule(rules: c_int, rule: &PathRule) -> io::Result<()> {
    const BENEATH_PATH: c_int = 1;
    // SAFETY: takes a descriptor and a value that is alive.
    let done = unsafe {
        libc::syscall(
            libc::SYS_landlock_add_rule,
            rules,
            BENEATH_PATH,
            ptr::from_ref(rule),
            0,
        )
    };
    if done < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// A new network has its loopback device, which is off.
fn start_loopback() -> io::Result<()> {
    // SAFETY: takes numbers.
    let socket = check(unsafe { libc::socket(libc::AF_INET, libc::SOCK_DGRAM, 0) })?;
    // SAFETY: a value of numbers, for which zeros are good.
    let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
    for (to, from) in request.ifr_name.iter_mut().zip(b"lo") {
        *to = from.cast_signed() as libc::c_char;
    }
    request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as libc::c_short;
    // SAFETY: reads a value that is alive.
    let done = check(unsafe { libc::ioctl(socket, libc::SIOCSIFFLAGS as _, &raw const request) });
    // SAFETY: closes what was opened above.
    unsafe { libc::close(socket) };
    done.map(|_| ())
}

/// What waits in connections is memory of the kernel that counts for nobody: each end holds little of it here. Where
/// this cannot be set, only the number of sockets is bounded.
fn keep_small_buffers() {
    const SIZES: &[u8] = b"4096 32768 65536";
    for setting in [
        c"/proc/sys/net/ipv4/tcp_rmem",
        c"/proc/sys/net/ipv4/tcp_wmem",
    ] {
        let _ = write(setting, SIZES);
    }
}

/// Input and output were opened outside of this world, where the device may be changed.
fn take_null_anew() -> io::Result<()> {
    // SAFETY: takes a text that ends and flags.
    let null = check(unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC) })?;
    for standard in [libc::STDIN_FILENO, libc::STDOUT_FILENO] {
        // SAFETY: takes descriptors.
        check(unsafe { libc::dup2(null, standard) })?;
    }
    // SAFETY: closes what was opened above.
    unsafe { libc::close(null) };
    Ok(())
}
