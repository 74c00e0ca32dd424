//! A program ready to be executed: takes a command, gives the texts and lists that `execve` wants, made before the
//! fork.

use std::{
    ffi::{CString, OsStr, c_char, c_void},
    io,
    os::unix::ffi::OsStrExt,
    process::Command,
    ptr,
};

/// Path, arguments and environment of a command whose environment was cleared first.
pub(crate) struct ExecProgram {
    path: CString,
    arguments: List,
    environment: List,
}

impl ExecProgram {
    pub(crate) fn of(command: &Command) -> io::Result<Self> {
        let path = text(command.get_program())?;
        let arguments = command.get_args().map(text);
        let arguments = [Ok(path.clone())].into_iter().chain(arguments);
        let environment = command.get_envs().filter_map(|(name, value)| {
            let mut both = name.to_owned();
            both.push("=");
            both.push(value?);
            Some(text(&both))
        });
        Ok(Self {
            arguments: List::of(arguments.collect::<io::Result<_>>()?),
            environment: List::of(environment.collect::<io::Result<_>>()?),
            path,
        })
    }

    /// What `execve` takes, in its order.
    pub(crate) fn pointers(&self) -> [*const c_void; 3] {
        [
            self.path.as_ptr().cast(),
            self.arguments.pointers.as_ptr().cast(),
            self.environment.pointers.as_ptr().cast(),
        ]
    }
}

fn text(text: &OsStr) -> io::Result<CString> {
    CString::new(text.as_bytes()).map_err(io::Error::other)
}

/// Texts, and a list of where they are that ends with nothing.
struct List {
    pointers: Vec<*const c_char>,
    _texts: Vec<CString>,
}

// SAFETY: the pointers lead to texts that the list owns and that nobody changes.
unsafe impl Send for List {}
// SAFETY: likewise.
unsafe impl Sync for List {}

impl List {
    fn of(texts: Vec<CString>) -> Self {
        let pointers = texts.iter().map(|text| text.as_ptr());
        Self {
            pointers: pointers.chain([ptr::null()]).collect(),
            _texts: texts,
        }
    }
}
