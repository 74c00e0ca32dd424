//! What tests cannot do in the sandbox, and that everything else works in it. Without a sandbox on this platform
//! nothing is tested.

use crate::support::{CompiledSubject, jdks, observing, options, text};
use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use goalline_jvm::{CompileSetup, WorkerOptions, sandbox_support};
use goalline_testcase::{Literal, Observed, ObservedPart as Of, Outcome};

const ESCAPE: &str = r#"package escape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
public class Escape {
    public static String read(String path) {
        try { return "read " + Files.readAllBytes(Path.of(path)).length; }
        catch (IOException denied) { return denied.getClass().getSimpleName(); }
    }
    public static String list(String path) {
        try (var all = Files.list(Path.of(path))) { return "listed " + all.count(); }
        catch (IOException denied) { return denied.getClass().getSimpleName(); }
    }
    public static String write(String path) {
        try { Files.writeString(Path.of(path), "x"); return "written"; }
        catch (IOException denied) { return denied.getClass().getSimpleName(); }
    }
    public static String temporary() throws IOException {
        Path file = Files.createTempFile("abc", "d");
        Files.writeString(file, "text");
        String text = Files.readString(file);
        Files.delete(file);
        return text;
    }
    public static String leave(String name) throws IOException {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "own", name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x");
        return "left";
    }
    public static String held(String folder) throws IOException {
        try (var all = Files.list(Path.of(System.getProperty("java.io.tmpdir"), folder))) { return "" + all.count(); }
    }
    public static String connect() {
        try (java.net.Socket socket = new java.net.Socket("127.0.0.1", 9)) { return "connected"; }
        catch (IOException denied) { return denied.getMessage(); }
    }
    public static String listen() {
        try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) { return "listening"; }
        catch (IOException denied) { return "denied"; }
    }
    public static String start(String program) {
        try { return "exit " + new ProcessBuilder(program).start().waitFor(); }
        catch (IOException | InterruptedException denied) { return "denied"; }
    }
    public static boolean destroy(long process) {
        return ProcessHandle.of(process).map(ProcessHandle::destroyForcibly).orElse(false);
    }
}
"#;

/// What the static method returned.
fn answer(subject: &mut CompiledSubject, name: &str, arguments: &[Literal]) -> Observed {
    let test = subject.test(&[(name, arguments)]);
    let execution = subject.run_with(&test, observing());
    assert_eq!(execution.outcome, Outcome::Passed, "{name}");
    execution
        .observations
        .into_iter()
        .find(|one| one.subject == Of::Value)
        .unwrap_or_else(|| panic!("{name} returned nothing"))
        .observed
}

fn said(value: &str) -> Observed {
    Observed::Literal(text(value))
}

#[test]
fn a_confined_test_may_measure_letters() {
    let Some(mut subject) = CompiledSubject::new(ESCAPE).filter(|_| is_confined()) else {
        return;
    };
    for folder in ["/usr/share/fonts", "/etc/fonts"] {
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        let listed = answer(&mut subject, "list", &[text(folder)]);
        assert_eq!(listed, said(&format!("listed {}", entries.count())));
    }
}

#[test]
fn a_confined_test_reads_writes_and_reaches_nothing_of_the_user() {
    if !is_confined() {
        return;
    }
    for (feature, home) in jdks() {
        let setup = CompileSetup::default();
        let mut subject = CompiledSubject::with(ESCAPE, &options(feature, &home), 1, &setup);
        nothing_of_the_user_is_reached(&mut subject);
    }
}

fn nothing_of_the_user_is_reached(subject: &mut CompiledSubject) {
    let own = env!("CARGO_MANIFEST_DIR");
    assert_eq!(
        answer(subject, "read", &[text(&format!("{own}/Cargo.toml"))]),
        said("AccessDeniedException")
    );
    assert_eq!(
        answer(subject, "list", &[text(own)]),
        said("AccessDeniedException")
    );
    if let Ok(home) = std::env::var("HOME") {
        assert_eq!(
            answer(subject, "list", &[text(&home)]),
            said("AccessDeniedException")
        );
    }
    let outside = std::env::temp_dir().join("goalline-escaped");
    let outside = outside.to_str().expect("a plain path");
    assert_eq!(
        answer(subject, "write", &[text(outside)]),
        said("AccessDeniedException")
    );
    assert!(!std::path::Path::new(outside).exists());
    let inside = subject.test(&[("write", &[text("own.txt")])]);
    for _ in 0..2 {
        // It is cleared away: the second run leaves it anew.
        let left = subject.run_with(&inside, observing()).outcome;
        assert!(
            matches!(&left, Outcome::Died { cause, .. } if cause == "it leaves files behind"),
            "{left:?}"
        );
    }
    for program in ["true", "/bin/sh", "java"] {
        assert_eq!(
            answer(subject, "start", &[text(program)]),
            said("denied"),
            "{program}"
        );
    }
    assert_eq!(answer(subject, "temporary", &[]), said("text"));
    assert_eq!(answer(subject, "connect", &[]), said("Permission denied"));
    assert_eq!(answer(subject, "listen", &[]), said("denied"));
    let process = Literal::Long(i64::from(std::process::id()));
    let survived = answer(subject, "destroy", &[process]);
    assert_eq!(survived, Observed::Literal(Literal::Boolean(false)));
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn a_temporary_file_with_a_name_of_its_own_may_be_left() {
    let Some(mut subject) = CompiledSubject::new(ESCAPE).filter(|_| is_confined()) else {
        return;
    };
    for _ in 0..2 {
        let own = text("sheet-4711234567.xml");
        assert_eq!(answer(&mut subject, "leave", &[own]), said("left"));
        let usual = subject.test(&[("leave", &[text("sheet.xml")])]);
        let left = subject.run_with(&usual, observing()).outcome;
        assert!(matches!(left, Outcome::Died { .. }), "{left:?}");
        // A folder that is still there is empty.
        assert_eq!(answer(&mut subject, "held", &[text("own")]), said("0"));
    }
}

const CRYPTO: &str = r#"package shop;
public class Vault {
    public static int lock(String text) throws Exception {
        javax.crypto.Cipher cipher = javax.crypto.Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(javax.crypto.Cipher.ENCRYPT_MODE, new javax.crypto.spec.SecretKeySpec(new byte[16], "AES"));
        return cipher.doFinal(text.getBytes("UTF-8")).length;
    }
    public static boolean trusts() throws Exception {
        javax.net.ssl.TrustManagerFactory factory =
            javax.net.ssl.TrustManagerFactory.getInstance(javax.net.ssl.TrustManagerFactory.getDefaultAlgorithm());
        factory.init((java.security.KeyStore) null);
        return factory.getTrustManagers().length > 0;
    }
}
"#;

#[test]
fn cryptography_works_in_the_sandbox_on_every_jdk() {
    for (feature, home) in jdks() {
        let setup = CompileSetup::default();
        let mut subject = CompiledSubject::with(CRYPTO, &options(feature, &home), 1, &setup);
        assert_eq!(
            answer(&mut subject, "lock", &[text("gold")]),
            Observed::Literal(Literal::Int(16)),
            "JDK {feature}"
        );
        assert_eq!(
            answer(&mut subject, "trusts", &[]),
            Observed::Literal(Literal::Boolean(true)),
            "JDK {feature}"
        );
    }
}

#[test]
fn a_home_folder_is_not_opened_by_whoever_names_it() {
    if is_confined() {
        for (feature, home) in jdks() {
            the_home_folder_stays_closed(options(feature, &home));
        }
    }
}

fn the_home_folder_stays_closed(options: WorkerOptions) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let user = folder.path().join("home/user");
    let project = user.join("shop");
    std::fs::create_dir_all(&project).expect("it is ours");
    let link = project.join("all");
    std::os::unix::fs::symlink(&user, &link).expect("it is ours");
    for file in [user.join("secret"), project.join("price")] {
        std::fs::write(file, "text").expect("it is ours");
    }
    let worker = WorkerOptions {
        closed: vec![user.clone()],
        readable: vec![project.clone(), link.clone()],
        ..options
    };
    let setup = CompileSetup {
        source_roots: vec![user.clone()],
        class_path: vec![folder.path().to_path_buf(), link],
        ..CompileSetup::default()
    };
    let mut subject = CompiledSubject::with(ESCAPE, &worker, 1, &setup);
    let price = project.join("price").display().to_string();
    let secret = user.join("secret").display().to_string();
    assert_eq!(
        answer(&mut subject, "read", &[text(&price)]),
        said("read 4")
    );
    assert_eq!(
        answer(&mut subject, "read", &[text(&secret)]),
        said("AccessDeniedException")
    );
}

/// Whether this platform confines; says so where it does not.
fn is_confined() -> bool {
    let support = sandbox_support();
    let confines = support.files && support.system_calls;
    if !confines {
        eprintln!("skipped: {}", support.explanation);
    }
    confines
}

#[test]
fn no_jvm_outlives_its_pool() {
    let Some(subject) = CompiledSubject::new(ESCAPE) else {
        return;
    };
    let ids = subject.pool.process_ids();
    assert!(!ids.is_empty());
    drop(subject);
    for id in ids {
        assert!(
            !std::path::Path::new(&format!("/proc/{id}")).exists(),
            "process {id}"
        );
    }
}

/// Set in the process that the next test kills.
const VICTIM: &str = "GOALLINE_TEST_VICTIM";

/// Not a test of its own: in the victim process it starts a pool, tells its JVM's number and waits to be killed.
#[test]
fn the_victim_waits() {
    if std::env::var_os(VICTIM).is_none() {
        return;
    }
    let Some(subject) = CompiledSubject::new(ESCAPE) else {
        return;
    };
    let mut out = std::io::stderr();
    for id in subject.pool.process_ids() {
        writeln!(out, "jvm {id}").expect("the parent reads");
    }
    std::thread::sleep(std::time::Duration::from_secs(600));
}

#[test]
fn no_jvm_outlives_a_server_that_is_killed() {
    if jdks().is_empty() {
        return;
    }
    let mut victim = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", "confining::the_victim_waits", "--nocapture"])
        .env(VICTIM, "1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the victim starts");
    let lines = BufReader::new(victim.stderr.take().expect("it is piped")).lines();
    let jvm = lines
        .map_while(Result::ok)
        .find_map(|line| line.strip_prefix("jvm ").map(str::to_owned))
        .expect("the victim tells the number");
    let process = std::path::PathBuf::from(format!("/proc/{jvm}"));
    assert!(process.exists());
    victim.kill().expect("it can be killed");
    victim.wait().expect("it is gone");
    for _ in 0..200 {
        // A JVM that is gone but not yet reaped by the system has no memory any more.
        let memory = std::fs::read_to_string(process.join("statm")).unwrap_or_default();
        if memory.is_empty() || memory.starts_with("0 ") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("process {jvm} is still there");
}

const WORLD: &str = r#"package escape;
import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
public class World {
    interface Deed { Object done() throws Exception; }
    private static String told(Deed deed) {
        try { return String.valueOf(deed.done()); }
        catch (Throwable any) { return any.getClass().getSimpleName(); }
    }
    public static String talk() {
        return told(() -> {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                    Socket met = server.accept()) {
                client.getOutputStream().write(7);
                return met.getInputStream().read();
            }
        });
    }
    /** How much a connection takes that nobody reads. */
    public static int swallowed() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel met = server.accept()) {
            client.configureBlocking(false);
            java.nio.ByteBuffer much = java.nio.ByteBuffer.allocate(1 << 16);
            int all = 0;
            for (int i = 0; i < 1000; i++) {
                much.clear();
                all += client.write(much);
                Thread.yield();
            }
            return all;
        }
    }
    public static String leave(String address, int port) {
        return told(() -> {
            try (Socket out = new Socket()) {
                out.connect(new InetSocketAddress(address, port), 2000); return "left"; } });
    }
    public static String named(String path) {
        return told(() -> {
            try (SocketChannel out = SocketChannel.open(UnixDomainSocketAddress.of(path))) { return "left"; } });
    }
    public static String age(String path) {
        return told(() -> {
            Files.setLastModifiedTime(Path.of(path), FileTime.fromMillis(1000)); return "aged"; });
    }
    public static String open(String path) {
        return told(() -> {
            Files.setPosixFilePermissions(Path.of(path), 
                PosixFilePermissions.fromString("rwxrwxrwx")); return "opened"; });
    }
    public static String write(String path) {
        return told(() -> {
            Path file = Path.of(path);
            Files.createDirectories(file.getParent()); Files.writeString(file, "x"); return Files.readString(file); });
    }
    public static String own() {
        return told(() -> {
            File file = File.createTempFile("abc", "d");
            String said = file.setLastModified(1000) + " " + file.lastModified() + " " + file.setReadOnly();
            file.delete();
            return said;
        });
    }
}
"#;

#[test]
fn tests_of_the_user_have_the_loopback_address_and_a_copy_of_the_output_folder_and_no_way_out() {
    if !has_worlds() {
        return;
    }
    for (feature, home) in jdks().into_iter().filter(|(feature, _)| *feature >= 17) {
        own_tests_have_their_world(options(feature, &home));
    }
}

fn own_tests_have_their_world(options: WorkerOptions) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let module = built_module(folder.path());
    let worker = WorkerOptions {
        readable: vec![module.clone()],
        tests_of: Some(module.clone()),
        ..options
    };
    let mut subject = CompiledSubject::with(WORLD, &worker, 1, &CompileSetup::default());
    let subject = &mut subject;
    assert_eq!(answer(subject, "talk", &[]), said("7"));
    assert_eq!(answer(subject, "own", &[]), said("true 1000 true"));
    little_waits_in_the_kernel(subject);
    // The device is one for all programs of the machine.
    for standard in ["/proc/self/fd/0", "/proc/self/fd/1", "/dev/null"] {
        let changed = answer(subject, "open", &[text(standard)]);
        assert_ne!(changed, said("opened"), "{standard}");
    }
    no_way_leads_out(subject, &module);
    only_a_copy_of_the_output_is_written(subject, &module);
}

fn little_waits_in_the_kernel(subject: &mut CompiledSubject) {
    let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    if mounts.lines().any(|line| line.contains(" /proc/sys ")) {
        eprintln!("skipped: settings of the network cannot be written in this container");
        return;
    }
    let swallowed = answer(subject, "swallowed", &[]);
    let Observed::Literal(Literal::Int(bytes)) = swallowed else {
        panic!("{swallowed:?}");
    };
    assert!(bytes < 1 << 20, "{bytes} bytes wait in one connection");
}

/// Whether this machine has worlds for the tests of the user; says so where it does not.
fn has_worlds() -> bool {
    let is_about = |promise: &goalline_jvm::Promise| {
        promise.holds && promise.what.starts_with("your own tests")
    };
    let has = is_confined() && sandbox_support().promises.iter().any(is_about);
    if !has {
        eprintln!("skipped: no namespaces");
    }
    has
}

#[test]
fn a_link_in_the_output_folder_brings_nothing_of_the_machine_into_the_project() {
    if has_worlds() {
        for (feature, home) in jdks() {
            the_link_leads_to_no_secret(options(feature, &home));
        }
    }
}

fn the_link_leads_to_no_secret(options: WorkerOptions) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let repository = folder.path().canonicalize().expect("a real path");
    let secret = tempfile::tempdir().expect("a folder of the user's");
    std::fs::write(secret.path().join("key"), "mine").expect("it is ours");
    // From the folder of the worker this leads to the secret, from the module to a folder that is the project's.
    let above = std::env::temp_dir().components().count();
    let way = secret.path().strip_prefix("/").expect("an absolute path");
    let deep = (0..above).map(|_| "d").collect::<PathBuf>();
    let module = repository.join(&deep).join("module");
    let place = repository.join("d").join(way);
    for folder in [&module.join("target"), &place] {
        std::fs::create_dir_all(folder).expect("it is ours");
    }
    let link = "../".repeat(above + 1);
    let link = Path::new(&link).join(way);
    std::os::unix::fs::symlink(link, module.join("target/classes")).expect("a link");
    assert!(
        module.join("target/classes").is_dir(),
        "the link leads nowhere"
    );
    let worker = WorkerOptions {
        readable: vec![repository],
        tests_of: Some(module),
        ..options
    };
    let mut subject = CompiledSubject::with(ESCAPE, &worker, 1, &CompileSetup::default());
    let key = place.join("key").display().to_string();
    let read = answer(&mut subject, "read", &[text(&key)]);
    assert_eq!(read, said("NoSuchFileException"));
}

/// A module with sources and what its build made.
fn built_module(folder: &Path) -> PathBuf {
    let module = folder.canonicalize().expect("a real path");
    for name in ["target/classes", "target/old", "src"] {
        std::fs::create_dir_all(module.join(name)).expect("a folder");
    }
    for name in ["target/old/report", "target/classes/a", "src/A.java"] {
        std::fs::write(module.join(name), "mine").expect("a file");
    }
    module
}

fn no_way_leads_out(subject: &mut CompiledSubject, module: &Path) {
    let at = |name: &str| [text(&module.join(name).display().to_string())];
    let outside = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = i32::from(outside.local_addr().expect("an address").port());
    for (address, end) in [
        ("127.0.0.1", "ConnectException"),
        ("192.0.2.1", "SocketException"),
    ] {
        let port = Literal::Int(port);
        let left = answer(subject, "leave", &[text(address), port]);
        assert!(
            left == said(end) || left == said("ConnectException"),
            "{address}: {left:?}"
        );
    }
    let listening = module.join("listening");
    let _named = std::os::unix::net::UnixListener::bind(&listening).expect("a socket");
    let named = answer(subject, "named", &at("listening"));
    assert!(
        named != said("left") && named != said("NoClassDefFoundError"),
        "{named:?}"
    );
}

fn only_a_copy_of_the_output_is_written(subject: &mut CompiledSubject, module: &Path) {
    let at = |name: &str| [text(&module.join(name).display().to_string())];
    for name in ["target/new", "target/deep/er/new", "target/old/report"] {
        assert_eq!(answer(subject, "write", &at(name)), said("x"), "{name}");
    }
    for name in [
        "src/A.java",
        "src/new",
        "target/classes/a",
        "target/classes/new",
    ] {
        let denied = answer(subject, "write", &at(name));
        assert!(
            denied != said("x") && denied != said("mine"),
            "{name}: {denied:?}"
        );
        assert_ne!(answer(subject, "age", &at(name)), said("aged"), "{name}");
        assert_ne!(answer(subject, "open", &at(name)), said("opened"), "{name}");
    }
    for name in ["src/A.java", "target/classes/a", "target/old/report"] {
        let there = std::fs::read_to_string(module.join(name));
        assert_eq!(there.expect("the file"), "mine", "{name}");
    }
    for name in ["target/new", "target/deep", "src/new", "target/classes/new"] {
        assert!(!module.join(name).exists(), "{name}");
    }
    // What the build writes later is seen.
    std::fs::write(module.join("target/classes/later"), "x").expect("a file");
    assert_ne!(
        answer(subject, "write", &at("target/classes/later")),
        said("x")
    );
    assert!(module.join("target/classes/later").exists());
}
