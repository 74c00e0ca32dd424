//! A JDK for the laws: finds the installed ones, compiles the probe runtime and probed sources, runs programs.

use std::{
    collections::BTreeMap,
    env, fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::Mutex,
};

use goalline_flow::FileFlow;
use goalline_instrument::{ProbePlan, ProbedSource, weave};
use goalline_syntax::JavaFile;

/// An installed JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledJdk {
    home: PathBuf,
    /// 17 for Java 17.
    pub feature: u32,
}

/// The JDKs of `JAVA_HOME`, of the path and of the folder where Linux distributions put them. None fails the test,
/// unless `GOALLINE_ALLOW_NO_JDK` is set.
pub fn jdks() -> Vec<InstalledJdk> {
    let mut homes: Vec<PathBuf> = env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    for folder in env::split_paths(&env::var_os("PATH").unwrap_or_default()) {
        let javac = fs::canonicalize(folder.join("javac"));
        homes.extend(
            javac
                .ok()
                .and_then(|javac| Some(javac.parent()?.parent()?.to_owned())),
        );
    }
    let known = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    homes.extend(known.map(|entry| entry.path()));
    let mut jdks: Vec<InstalledJdk> = Vec::new();
    for home in homes.iter().filter_map(|home| fs::canonicalize(home).ok()) {
        let is_new = !jdks.iter().any(|jdk| jdk.home == home);
        if let (true, Some(feature)) = (is_new && home.join("bin/javac").exists(), feature(&home)) {
            jdks.push(InstalledJdk { home, feature });
        }
    }
    assert!(
        !jdks.is_empty() || env::var_os("GOALLINE_ALLOW_NO_JDK").is_some(),
        "no JDK found: install one (for Debian: openjdk-17-jdk-headless) or set JAVA_HOME"
    );
    if jdks.is_empty() {
        eprintln!("SKIPPED: no JDK, and GOALLINE_ALLOW_NO_JDK is set");
    }
    jdks
}

fn feature(home: &Path) -> Option<u32> {
    let release = fs::read_to_string(home.join("release")).ok()?;
    let version = release
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    version.split(['.', '"', '-', '+']).next()?.parse().ok()
}

/// An error of javac.
#[derive(Clone, Debug)]
pub struct JavacError {
    /// Absolute path.
    pub file: PathBuf,
    /// UTF-16 code units; none where javac names no place.
    pub offset: Option<usize>,
    /// Javac's name of the error and its text.
    pub message: String,
}

/// A folder to compile in, with the probe runtime and a driver of javac.
pub struct CompileFolder {
    jdk: InstalledJdk,
    folder: PathBuf,
    compiler: Mutex<Option<WarmCompiler>>,
}

/// For JVMs that run for some seconds: what the better compiler would gain costs more than it brings.
const SHORT_LIVED: &str = "-XX:TieredStopAtLevel=1";

/// A JVM that compiles, warm after the first time.
struct WarmCompiler {
    jvm: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl WarmCompiler {
    fn start(jdk: &InstalledJdk, runtime: &Path) -> Self {
        let mut jvm = Command::new(jdk.home.join("bin/java"))
            .args(["-Xss64m", "-XX:+UseSerialGC", SHORT_LIVED, "-cp"])
            .arg(runtime)
            .arg("Compile")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java starts");
        Self {
            requests: jvm.stdin.take().expect("a pipe"),
            answers: BufReader::new(jvm.stdout.take().expect("a pipe")),
            jvm,
        }
    }

    fn compile(&mut self, arguments: &[String]) -> Vec<JavacError> {
        writeln!(self.requests, "{}", arguments.join("\t")).expect("the compiler listens");
        let mut errors = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).expect("text");
            assert!(read > 0, "the compiler ended");
            match line.trim_end_matches('\n') {
                "." => return errors,
                line => errors.push(error(line)),
            }
        }
    }
}

impl Drop for WarmCompiler {
    fn drop(&mut self) {
        self.jvm.kill().ok();
        self.jvm.wait().ok();
    }
}

impl CompileFolder {
    /// Prepares a folder, which must be there and empty.
    pub fn open(jdk: &InstalledJdk, folder: &Path) -> Self {
        let compile_folder = Self {
            jdk: jdk.clone(),
            folder: folder.to_owned(),
            compiler: Mutex::default(),
        };
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let runtime = crate_folder.join("../jvm/worker/goalline/probe");
        let folders = [runtime.clone(), runtime.join("distance")];
        let entries = folders
            .iter()
            .flat_map(|folder| fs::read_dir(folder).expect("the runtime"));
        let mut sources: Vec<PathBuf> = entries
            .map(|it| it.expect("entry").path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "java"))
            .collect();
        sources.sort();
        for driver in ["Compile", "RunAll", "Claims"] {
            sources.push(crate_folder.join(format!("tests/java/driver/{driver}.java")));
        }
        let output = Command::new(jdk.home.join("bin/javac"))
            .arg(format!("-J{SHORT_LIVED}"))
            .args([
                "--release",
                "11",
                "-Xlint:-options",
                "-encoding",
                "UTF-8",
                "-d",
            ])
            .arg(compile_folder.runtime())
            .args(sources)
            .output()
            .expect("javac starts");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        compile_folder
    }

    /// Where the runtime's classes are.
    pub fn runtime(&self) -> PathBuf {
        self.folder.join("runtime")
    }

    /// Compiles sources, by path below a folder of that name, into `name.classes`.
    pub fn compile(
        &self,
        name: &str,
        sources: &BTreeMap<PathBuf, String>,
        options: &[String],
    ) -> Vec<JavacError> {
        let root = self.folder.join(name);
        let mut list = Vec::new();
        for (path, text) in sources {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folder");
            fs::write(&path, text).expect("source");
            list.push(path.display().to_string());
        }
        let list_file = self.folder.join(format!("{name}.list"));
        fs::write(&list_file, list.join("\n")).expect("list");
        let classes = self.classes(name);
        fs::remove_dir_all(&classes).ok();
        fs::create_dir_all(&classes).expect("folder");
        let mut arguments = vec![list_file.display().to_string()];
        arguments.extend(["-proc:none", "-nowarn", "-Xmaxerrs", "10000", "-d"].map(String::from));
        arguments.push(classes.display().to_string());
        arguments.extend_from_slice(options);
        let mut compiler = self.compiler.lock().expect("one at a time");
        let compiler =
            compiler.get_or_insert_with(|| WarmCompiler::start(&self.jdk, &self.runtime()));
        compiler.compile(&arguments)
    }

    /// Where the classes of a compilation are.
    pub fn classes(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.classes"))
    }

    /// Runs main classes in one JVM; gives what they print, and the exit status.
    pub fn run(&self, classes: &Path, mains: &[String]) -> String {
        let class_path = [classes.to_owned(), self.runtime()];
        let output = Command::new(self.jdk.home.join("bin/java"))
            .args(["-ea", "-XX:+UseSerialGC", SHORT_LIVED, "-cp"])
            .arg(env::join_paths(class_path).expect("no separators in paths"))
            .arg("RunAll")
            .args(mains)
            .output()
            .expect("java starts");
        format!(
            "{}{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
            output.status
        )
    }
}

fn error(line: &str) -> JavacError {
    let mut fields = line.splitn(3, '\t');
    let file = PathBuf::from(fields.next().unwrap_or_default());
    let offset = fields.next().and_then(|offset| offset.parse().ok());
    JavacError {
        file,
        offset,
        message: fields.next().unwrap_or_default().to_owned(),
    }
}

/// A source with its probes.
pub struct Probed {
    /// Its path below the root.
    pub path: PathBuf,
    /// Its flow.
    pub flow: FileFlow,
    /// The plan that javac accepts.
    pub plan: ProbePlan,
    /// The text of that plan.
    pub source: ProbedSource,
    /// What javac said against earlier plans.
    pub complaints: Vec<String>,
}

/// Every probe there is.
fn everything(flow: &FileFlow) -> ProbePlan {
    let operations = flow.operations.iter().map(|operation| operation.id);
    ProbePlan::full(flow)
        .with_extras(flow, 0..flow.lines.len() as u32, operations)
        .with_returns(flow)
}

/// Weaves all sources and compiles them together as `name`, stepping down until javac accepts.
pub fn probe_all(
    compile_folder: &CompileFolder,
    name: &str,
    sources: &BTreeMap<PathBuf, String>,
    options: &[String],
) -> Vec<Probed> {
    let mut files: Vec<(JavaFile, Probed)> = Vec::new();
    let (mut predicates, mut methods) = (0, 0);
    for (path, text) in sources {
        let file = JavaFile::parse(text.as_str());
        let flow = FileFlow::with_operations(&file);
        let plan = everything(&flow).with_bases(predicates, methods);
        predicates += flow.predicates.len() as u32;
        methods += flow.methods.len() as u32;
        let source = weave(&file, &flow, &plan);
        files.push((
            file,
            Probed {
                path: path.clone(),
                flow,
                plan,
                source,
                complaints: Vec::new(),
            },
        ));
    }
    for _ in 0..40 {
        let texts = files
            .iter()
            .map(|(_, it)| (it.path.clone(), it.source.text.clone()))
            .collect();
        let errors = compile_folder.compile(name, &texts, options);
        if errors.is_empty() {
            return files.into_iter().map(|(_, probed)| probed).collect();
        }
        let mut changed = false;
        for (file, probed) in &mut files {
            let of_file = || {
                errors
                    .iter()
                    .filter(|error| error.file.ends_with(&probed.path))
            };
            let offsets: Vec<usize> = of_file().filter_map(|error| error.offset).collect();
            if offsets.is_empty() {
                continue;
            }
            let said: Vec<String> = of_file()
                .map(|error| {
                    let line = line_at(&probed.source.text, error.offset.unwrap_or_default());
                    format!("{}: {}\n    {line}", probed.path.display(), error.message)
                })
                .collect();
            changed |= probed.plan.step_down(&probed.source, &offsets);
            probed.complaints.extend(said);
            probed.source = weave(file, &probed.flow, &probed.plan);
        }
        assert!(
            changed,
            "errors that no probe is to blame for: {:#?}",
            &errors[..errors.len().min(5)]
        );
    }
    panic!("{name} does not compile after 40 rounds")
}

fn line_at(text: &str, offset: usize) -> &str {
    let byte = text.char_indices().scan(0, |units, (byte, c)| {
        let at = *units;
        *units += c.len_utf16();
        Some((at, byte))
    });
    let byte = byte
        .filter(|(at, _)| *at <= offset)
        .last()
        .map_or(0, |(_, byte)| byte);
    let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
    let end = text[byte..].find('\n').map_or(text.len(), |at| byte + at);
    text[start..end].trim()
}

/// All Java files below a folder, by relative path; descriptors of packages and modules left out.
pub fn java_files(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "java")
                && path.file_name().is_none_or(|it| it != "module-info.java")
            {
                let bytes = fs::read(&path).expect("a file");
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let relative = path.strip_prefix(root).expect("below the root").to_owned();
                files.insert(relative, text);
            }
        }
    }
    files
}
