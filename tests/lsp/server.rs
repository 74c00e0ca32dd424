//! The real server as a child process: builds the binary once, starts it on a pipe, says how it ended.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::client::Client;

/// A running server with its client.
pub struct Server {
    /// The client's end.
    pub client: Client,
    process: Child,
}

/// Asks for the server's mirror of a document (needs the option `testRequests`).
pub fn mirror(client: &mut Client, uri: &str) -> Value {
    client.call("goalline/text", json!({ "uri": uri }))
}

/// The built binary: the one that is named, or it stands beside this test's own folder.
pub fn binary() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        if let Some(named) = env::var_os("GOALLINE_SERVER") {
            return PathBuf::from(named);
        }
        let test = env::current_exe().expect("a test knows where it is");
        let folder = test
            .ancestors()
            .nth(2)
            .expect("tests run in target/<profile>/deps");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "-p", "goalline"]);
        if folder.ends_with("release") {
            cargo.arg("--release");
        }
        cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
        assert!(
            cargo.status().expect("cargo runs").success(),
            "the binary does not build"
        );
        folder.join(format!("goalline{}", env::consts::EXE_SUFFIX))
    });
    built.clone()
}

fn serve() -> Command {
    let mut command = Command::new(binary());
    command.args(["serve", "--stdio"]);
    command
}

impl Server {
    /// Starts the server.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts the server with more arguments.
    pub fn start_with(arguments: &[&str]) -> Self {
        Self::spawn(serve().args(arguments))
    }

    /// Starts the server with this folder in place of the user's cache, so that it knows nothing of what others have
    /// found.
    pub fn start_with_cache(folder: &Path) -> Self {
        Self::spawn(serve().env("XDG_CACHE_HOME", folder))
    }

    /// The same with programs of this folder before all others.
    pub fn start_with_programs(programs: &Path, cache: &Path) -> Self {
        let others = env::var_os("PATH").unwrap_or_default();
        let folders = [programs.to_path_buf()].into_iter();
        let all = env::join_paths(folders.chain(env::split_paths(&others)));
        let path = all.expect("plain paths");
        Self::spawn(serve().env("PATH", path).env("XDG_CACHE_HOME", cache))
    }

    /// Starts the server with this folder in place of the temporary one.
    pub fn start_with_temporary(folder: &Path) -> Self {
        Self::spawn(serve().env("TMPDIR", folder))
    }

    fn spawn(command: &mut Command) -> Self {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let input = process.stdin.take().expect("it was piped");
        let output = process.stdout.take().expect("it was piped");
        Self {
            client: Client::new(input, output),
            process,
        }
    }

    /// A started server that answers the requests of tests.
    pub fn ready() -> Self {
        let mut server = Self::start();
        let options = json!({ "testRequests": true, "runOnSave": false, "trusted": true });
        server
            .client
            .initialize_with(json!({ "capabilities": {}, "initializationOptions": options }));
        server
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits for the end and gives the exit status.
    pub fn wait(&mut self) -> Option<i32> {
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(30) {
            let status: Option<ExitStatus> = self.process.try_wait().expect("it is our child");
            if let Some(status) = status {
                return status.code();
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the server does not end");
    }

    /// Ends the server as an editor does, and checks the exit status.
    pub fn end(mut self) {
        self.client.end();
        assert_eq!(self.wait(), Some(0));
        self.client.read_to_end();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Only a failed test leaves it running.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
