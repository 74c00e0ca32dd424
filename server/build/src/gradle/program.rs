//! The Gradle programs that a build may be run by: finds them, runs one quietly in the sandbox of build tools, offline
//! first; gives its messages without decoration.
//!
//! A build script is code of the project, and so is its wrapper: both run only in the sandbox, with a folder of ours
//! for what Gradle keeps, and write nothing of the user's. A Gradle that the user's wrapper has fetched is run as it
//! is.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use goalline_limits::remove_tree;

use super::build_files::{USER_FILES, user_home};
use crate::{
    BuildStop, Jdk, Machine, ProjectSettings,
    boundary::is_within,
    cache_folder,
    confined::{BuildConfinement, home, listed_home},
    content_key,
    files::read_written,
    maven,
    process::{
        self,
        work_area::{WorkArea, fresh_in},
    },
    repository_root,
    tools::{TOOLS, home_of, java_homes, named_files, needed_by},
};

/// A build with plugins of its own has Gradle pack its whole interface into a jar first, once.
const OFFLINE_LIMIT: Duration = Duration::from_secs(300);
/// The first run of a big project downloads everything.
const ONLINE_LIMIT: Duration = Duration::from_secs(600);

/// Settings that would have Gradle answer from what it remembers, keep running, or go on in other threads than ours;
/// a version that does not know one passes over it.
const SETTINGS: [&str; 8] = [
    "org.gradle.daemon=false",
    "org.gradle.parallel=false",
    "org.gradle.configureondemand=false",
    "org.gradle.configuration-cache=false",
    "org.gradle.unsafe.configuration-cache=false",
    "org.gradle.unsafe.isolated-projects=false",
    "org.gradle.vfs.watch=false",
    "org.gradle.welcome=never",
];

/// The newest Java that each Gradle runs on, from the version on that is named.
const NEWEST_JAVA: [(GradleVersion, u32); 18] = [
    (GradleVersion(9, 4), 26),
    (GradleVersion(9, 1), 25),
    (GradleVersion(8, 14), 24),
    (GradleVersion(8, 10), 23),
    (GradleVersion(8, 8), 22),
    (GradleVersion(8, 5), 21),
    (GradleVersion(8, 3), 20),
    (GradleVersion(7, 6), 19),
    (GradleVersion(7, 5), 18),
    (GradleVersion(7, 3), 17),
    (GradleVersion(7, 0), 16),
    (GradleVersion(6, 7), 15),
    (GradleVersion(6, 3), 14),
    (GradleVersion(6, 0), 13),
    (GradleVersion(5, 4), 12),
    (GradleVersion(5, 0), 11),
    (GradleVersion(4, 7), 10),
    (GradleVersion(4, 3), 9),
];

/// What Gradle says where the network may help.
const NOT_HERE: [&str; 4] = [
    "offline",
    "No cached",
    "in any of the following sources",
    "Could not resolve",
];

/// What a build says that writes where it stands, and may not.
const NOT_WRITTEN: [&str; 5] = [
    "Permission denied",
    "AccessDenied",
    "Could not create",
    "Unable to create",
    "Failed to create",
];

/// A version as far as it matters here: `8.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GradleVersion(u32, u32);

/// A Gradle that can be run.
#[derive(Clone, Debug)]
pub struct GradleProgram {
    launcher: Launched,
    /// Its version, where that is known before it runs.
    version: Option<GradleVersion>,
    java_home: Option<PathBuf>,
    /// The folder where it keeps what it fetches: ours.
    home: PathBuf,
    may_be_unbound: bool,
    stop: BuildStop,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Launched {
    Program(PathBuf),
    /// The project's wrapper, which fetches a Gradle first.
    Wrapper(PathBuf),
}

/// Where and what Gradle runs.
#[derive(Clone, Copy, Debug)]
pub struct GradleRun<'a> {
    /// The build's folder, or a copy of it.
    pub root: &'a Path,
    /// What may be read beside it: the repository that it is part of.
    pub repository: &'a Path,
    /// A folder of ours, for all that is written.
    pub area: &'a Path,
    /// Tasks and options.
    pub arguments: &'a [String],
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GradleEnd {
    /// As it should.
    Done,
    /// A build that says what is wrong with it.
    Failed(String),
    /// No build at all: the program could not be had, or does not run here.
    NotRun(String),
}

impl GradleProgram {
    /// The programs for a build, in the order to try them: the Gradle that its wrapper has fetched for the user, else
    /// the wrapper; then those of `GRADLE_HOME` and of the path.
    pub fn all(settings: &ProjectSettings, root: &Path) -> Vec<Self> {
        let home = home_for(root, settings);
        let properties = root.join("gradle/wrapper/gradle-wrapper.properties");
        let distribution = read_written(properties)
            .ok()
            .and_then(|text| distribution_in(&text));
        let mut found: Vec<(Launched, Option<GradleVersion>)> = Vec::new();
        if let Some(name) = distribution {
            let version = version_in(&name);
            // In the folder of ours builds write: what leads out of it is none that a wrapper fetched.
            let ours = fetched(&home.join("wrapper/dists"), &name);
            let ours = ours.filter(|program| is_within(program, &home));
            let users = user_home().and_then(|home| fetched(&home.join("wrapper/dists"), &name));
            let fetched = users.into_iter().chain(ours).map(Launched::Program);
            let all = fetched.chain(wrapper_of(root).map(Launched::Wrapper));
            found.extend(all.take(1).map(|launched| (launched, version)));
        }
        found.extend(installed().map(|path| {
            let version = version_in(&home_of(&path).to_string_lossy());
            (Launched::Program(path), version)
        }));
        let of_program = |(launcher, version): (Launched, Option<GradleVersion>)| Self {
            launcher,
            version,
            java_home: java_for(version, settings, root),
            home: home.clone(),
            may_be_unbound: settings.unbound_builds,
            stop: settings.stop.clone(),
        };
        found.into_iter().map(of_program).collect()
    }

    /// What is run, for people.
    pub fn name(&self) -> String {
        let version = self
            .version
            .map(|GradleVersion(major, minor)| format!(" {major}.{minor}"));
        let version = version.unwrap_or_default();
        match &self.launcher {
            Launched::Program(path) => format!("Gradle{version} ({})", path.display()),
            Launched::Wrapper(jar) => format!("Gradle{version} (fetched by {})", jar.display()),
        }
    }

    /// Whether it has fetched nothing yet, so that nothing comes of it without the network.
    pub fn is_empty_handed(&self) -> bool {
        let homes = user_home().into_iter().chain([self.home.clone()]);
        !homes
            .into_iter()
            .any(|home| home.join("caches/modules-2").is_dir())
    }

    /// Runs, offline or not.
    pub fn run(&self, run: GradleRun<'_>, offline: bool) -> io::Result<GradleEnd> {
        self.prepare_home()?;
        let mut command = self.command(run)?;
        if offline {
            command.arg("--offline");
        }
        let limit = if offline { OFFLINE_LIMIT } else { ONLINE_LIMIT };
        let finished = process::run_confined(&mut command, limit, &self.confinement(run))?;
        if finished.success {
            return Ok(GradleEnd::Done);
        }
        let output = &finished.output;
        Ok(match errors_in(output) {
            Some(message) => GradleEnd::Failed(message),
            None => GradleEnd::NotRun(output.trim().chars().take(1_000).collect()),
        })
    }

    fn command(&self, run: GradleRun<'_>) -> io::Result<Command> {
        let temporary = fresh_in(run.area)?;
        let mut options = vec![
            env::var("GRADLE_OPTS").unwrap_or_default(),
            "-XX:-UsePerfData".to_owned(),
        ];
        let folder = temporary.display().to_string();
        if !folder.contains(char::is_whitespace) {
            options.push(format!("-Djava.io.tmpdir={folder}"));
        }
        let mut command = match &self.launcher {
            Launched::Program(path) => Command::new(path),
            Launched::Wrapper(jar) => {
                let java = java_homes(self.java_home.as_deref());
                let java = java.first().map(|home| home.join("bin/java"));
                let mut command = Command::new(java.unwrap_or_else(|| "java".into()));
                command.args(options.iter().flat_map(|it| it.split_whitespace()));
                command
                    .arg("-Dorg.gradle.appname=gradlew")
                    .arg("-cp")
                    .arg(jar);
                command.arg("org.gradle.wrapper.GradleWrapperMain");
                command
            }
        };
        command
            .args(["-q", "--no-daemon", "--console=plain", "--continue", "-g"])
            .arg(&self.home)
            .arg("--project-cache-dir")
            .arg(run.area.join("project-cache"))
            .args(SETTINGS.map(|setting| format!("-D{setting}")))
            .args(run.arguments)
            .env("GRADLE_OPTS", options.join(" ").trim())
            .env("GRADLE_USER_HOME", &self.home)
            .env("TMPDIR", &temporary)
            .current_dir(run.root);
        if let Some(home) = &self.java_home {
            command.env("JAVA_HOME", home);
            command.arg(format!("-Dorg.gradle.java.home={}", home.display()));
        }
        // What the user's own builds have fetched is read where it lies: Gradle 6.1 and newer do.
        if let Some(kept) = user_home().map(|home| home.join("caches"))
            && kept.join("modules-2").is_dir()
        {
            command.env("GRADLE_RO_DEP_CACHE", kept);
        }
        Ok(command)
    }

    /// It reads the system, itself, its JDK, the project and what the user says to every build; it writes its folder
    /// and the area.
    fn confinement(&self, run: GradleRun<'_>) -> BuildConfinement {
        let mut readable = java_homes(self.java_home.as_deref());
        // In the folder of ours, which is writable as it is, builds may put a link in the place of a program between
        // two looks at it.
        if let Launched::Program(path) = &self.launcher
            && !path.starts_with(&self.home)
        {
            readable.extend(needed_by(path));
        }
        let options = ["GRADLE_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"];
        let options = options.iter().filter_map(|name| env::var(name).ok());
        let words = options.flat_map(|text| {
            let words = text.split_whitespace().map(str::to_owned);
            words.collect::<Vec<_>>()
        });
        readable.extend(named_files(&words.collect::<Vec<_>>()));
        let homes: Vec<PathBuf> = home().into_iter().chain(listed_home()).collect();
        for home in &homes {
            readable.extend(TOOLS.iter().map(|folder| home.join(folder)));
            readable.push(home.join(".m2/settings.xml"));
        }
        if let Some(home) = user_home() {
            readable.extend(USER_FILES.map(|name| home.join(name)));
            readable.extend(["wrapper", "caches"].map(|name| home.join(name)));
        }
        readable.extend(maven::local_repository());
        readable.extend([run.repository, run.root].map(Path::to_path_buf));
        readable.retain(|folder| !homes.iter().any(|home| home.starts_with(folder)));
        BuildConfinement {
            readable,
            writable: vec![self.home.clone(), run.area.to_path_buf()],
            variables: vec!["GRADLE_OPTS".to_owned()],
            // Gradle sets modes wherever it unpacks or copies.
            pretends_modes: true,
            may_be_unbound: self.may_be_unbound,
            stop: self.stop.clone(),
        }
    }

    /// Our folder says to every build what the user's own says, and nothing that a build has put there.
    fn prepare_home(&self) -> io::Result<()> {
        fs::create_dir_all(&self.home)?;
        for name in USER_FILES {
            let place = self.home.join(name);
            if fs::symlink_metadata(&place).is_ok_and(|it| it.is_dir()) {
                remove_tree(&place)?;
            } else if fs::symlink_metadata(&place).is_ok() {
                fs::remove_file(&place)?;
            }
            let real = user_home().map(|home| home.join(name));
            if let Some(real) = real.filter(|real| real.exists() && *real != place) {
                link(&real, &place)?;
            }
        }
        Ok(())
    }
}

/// Where builds of one repository keep what they fetch: what one project leaves there, no other runs.
fn home_for(root: &Path, settings: &ProjectSettings) -> PathBuf {
    let repository = repository_root(root);
    let name = content_key(&[repository.as_os_str().as_encoded_bytes()]);
    let homes = cache_folder(settings.cache.as_deref()).join("gradle/homes");
    homes.join(&name[..16])
}

#[cfg(unix)]
fn link(real: &Path, place: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(real, place)
}

#[cfg(not(unix))]
fn link(real: &Path, place: &Path) -> io::Result<()> {
    if real.is_file() {
        fs::copy(real, place)?;
    }
    Ok(())
}

/// Whether what went wrong may be for want of the network.
pub fn wants_network(message: &str) -> bool {
    NOT_HERE.iter().any(|words| message.contains(words))
}

/// Whether what went wrong may be for want of a place to write.
pub fn wants_to_write(message: &str) -> bool {
    NOT_WRITTEN.iter().any(|words| message.contains(words))
}

/// The name of the archive that a wrapper fetches, `gradle-8.5-bin`.
fn distribution_in(properties: &str) -> Option<String> {
    let mut lines = properties.lines().filter_map(|line| line.split_once('='));
    let (_, address) = lines.find(|(name, _)| name.trim() == "distributionUrl")?;
    let name = address.trim().rsplit('/').next()?.strip_suffix(".zip")?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+".contains(c);
    (!name.starts_with('.') && name.chars().all(is_plain)).then(|| name.to_owned())
}

/// The program in the folder that a wrapper unpacked an archive into: below it lies one more, named by a hash.
fn fetched(distributions: &Path, name: &str) -> Option<PathBuf> {
    let program = if cfg!(windows) {
        "bin/gradle.bat"
    } else {
        "bin/gradle"
    };
    let below = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    let hashes = below(&distributions.join(name));
    let mut homes = hashes.iter().flat_map(|hash| below(hash));
    homes.find_map(|home| Some(home.join(program)).filter(|program| program.is_file()))
}

/// The wrapper's jar, where it lies in the build's own folder and not behind a link.
fn wrapper_of(root: &Path) -> Option<PathBuf> {
    let root = fs::canonicalize(root).ok()?;
    let jar = fs::canonicalize(root.join("gradle/wrapper/gradle-wrapper.jar")).ok()?;
    (jar.is_file() && jar.starts_with(&root)).then_some(jar)
}

/// Programs that are installed. An entry of the path that is relative would mean a program of the project.
fn installed() -> impl Iterator<Item = PathBuf> {
    let name = if cfg!(windows) {
        "gradle.bat"
    } else {
        "gradle"
    };
    let of_home = env::var_os("GRADLE_HOME").map(|home| PathBuf::from(home).join("bin"));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = of_home.into_iter().chain(env::split_paths(&path)).collect();
    let files = folders.into_iter().map(move |folder| folder.join(name));
    files
        .filter(|path| path.is_absolute() && path.is_file())
        .take(1)
}

/// The version in the name of an archive or a folder.
fn version_in(name: &str) -> Option<GradleVersion> {
    let version = &name[name.rfind("gradle-")? + "gradle-".len()..];
    let mut numbers = version.split(|c: char| !c.is_ascii_digit());
    let major = numbers.next()?.parse().ok()?;
    let minor = numbers.next().and_then(|it| it.parse().ok()).unwrap_or(0);
    Some(GradleVersion(major, minor))
}

/// The JDK to run on: the one that is set, else the usual one where this Gradle runs on it, else the newest that it
/// does run on.
fn java_for(
    version: Option<GradleVersion>,
    settings: &ProjectSettings,
    root: &Path,
) -> Option<PathBuf> {
    if settings.java_home.is_some() {
        return settings.java_home.clone();
    }
    let newest = version.and_then(|version| {
        let mut known = NEWEST_JAVA.iter();
        known
            .find(|(since, _)| version >= *since)
            .map(|(_, java)| *java)
    });
    let machine = Machine::current().outside_of(&[repository_root(root)]);
    Some(Jdk::newest_up_to(newest?, &machine)?.home)
}

/// What went wrong, in Gradle's words: the paragraphs under this heading. None where no build began.
fn errors_in(output: &str) -> Option<String> {
    const HEADING: &str = "* What went wrong:";
    let parts = output.split(HEADING).skip(1);
    let mut lines: Vec<&str> = Vec::new();
    for part in parts {
        let end = part.find("\n* ").unwrap_or(part.len());
        for line in part[..end].lines().map(str::trim_end) {
            if !line.is_empty() && !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines.truncate(12);
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The line that says most of why a program did not run: the last one that is no place in code.
pub fn last_words(output: &str) -> Option<&str> {
    let mut lines = output.lines().map(str::trim);
    let is_place = |line: &str| line.starts_with("at ") || line.starts_with("... ");
    lines.rfind(|line| !line.is_empty() && !is_place(line))
}

/// The version of the Gradle that is installed, with its path; none without one.
pub fn gradle_version(settings: &ProjectSettings) -> Option<(String, PathBuf)> {
    let path = installed().next()?;
    let area = WorkArea::new().ok()?;
    let program = GradleProgram {
        launcher: Launched::Program(path.clone()),
        version: None,
        java_home: settings.java_home.clone(),
        home: cache_folder(settings.cache.as_deref()).join("gradle/homes/none"),
        may_be_unbound: settings.unbound_builds,
        stop: settings.stop.clone(),
    };
    let run = GradleRun {
        root: area.path(),
        repository: area.path(),
        area: area.path(),
        arguments: &["--version".to_owned()],
    };
    program.prepare_home().ok()?;
    let mut command = program.command(run).ok()?;
    let confinement = program.confinement(run);
    let finished = process::run_confined(&mut command, OFFLINE_LIMIT, &confinement).ok()?;
    let mut lines = finished.output.lines();
    let version = lines.find_map(|line| line.strip_prefix("Gradle "))?;
    Some((version.trim().to_owned(), path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_wrapper_fetches_is_read_off_its_properties() {
        let name = |url: &str| distribution_in(&format!("a=b\ndistributionUrl={url}\nc=d\n"));
        assert_eq!(
            name(r"https\://services.gradle.org/distributions/gradle-8.5-bin.zip").as_deref(),
            Some("gradle-8.5-bin")
        );
        assert_eq!(name("https://x/..zip"), None);
        assert_eq!(name("https://x/gradle.tar"), None);
        assert_eq!(distribution_in("distributionBase=x"), None);
    }

    #[test]
    fn a_version_decides_the_newest_java() {
        let version = |name: &str| version_in(name);
        assert_eq!(version("gradle-8.10.2-all"), Some(GradleVersion(8, 10)));
        assert_eq!(version("/x/gradle-9-bin"), Some(GradleVersion(9, 0)));
        assert_eq!(version("/usr/share/gradle"), None);
        let is_falling = NEWEST_JAVA.windows(2).all(|pair| pair[0] > pair[1]);
        assert!(is_falling, "the first that fits is taken");
    }

    #[test]
    fn a_gradle_that_the_wrapper_fetched_is_found_below_its_hash() {
        let dir = tempfile::tempdir().expect("a folder");
        let program = if cfg!(windows) {
            "gradle.bat"
        } else {
            "gradle"
        };
        let place = dir.path().join("gradle-8.5-bin/1a2b/gradle-8.5/bin");
        fs::create_dir_all(&place).expect("a folder");
        assert_eq!(fetched(dir.path(), "gradle-8.5-bin"), None);
        fs::write(place.join(program), "").expect("a file");
        assert_eq!(
            fetched(dir.path(), "gradle-8.5-bin"),
            Some(place.join(program))
        );
        assert_eq!(fetched(dir.path(), "gradle-8.6-bin"), None);
    }

    #[test]
    fn builds_of_two_repositories_share_nothing_that_either_may_write() {
        let dir = tempfile::tempdir().expect("a folder");
        for folder in ["a/.git", "a/core", "b/.git"] {
            fs::create_dir_all(dir.path().join(folder)).expect("a folder");
        }
        let home = |name: &str| home_for(&dir.path().join(name), &ProjectSettings::default());
        assert_eq!(home("a"), home("a/core"));
        assert_ne!(home("a"), home("b"));
    }

    #[cfg(unix)]
    #[test]
    fn no_program_that_a_build_put_among_those_of_wrappers_opens_the_folder_around_the_project() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().join("code/evil");
        let properties = root.join("gradle/wrapper/gradle-wrapper.properties");
        fs::create_dir_all(properties.parent().expect("a folder")).expect("a folder");
        fs::write(properties, "distributionUrl=https://x/gradle-8.5-evil.zip").expect("a file");
        fs::write(root.join("gradle.sh"), "").expect("a file");
        let settings = ProjectSettings {
            cache: Some(dir.path().join("cache")),
            ..ProjectSettings::default()
        };
        let dists = home_for(&root, &settings).join("wrapper/dists/gradle-8.5-evil/1a2b");
        fs::create_dir_all(dists.join("real/bin")).expect("a folder");
        let planted = dists.join("real/bin/gradle");
        let programs = || GradleProgram::all(&settings, &root);
        let is_found = || {
            let launcher = Launched::Program(planted.clone());
            programs().iter().any(|it| it.launcher == launcher)
        };
        fs::write(&planted, "").expect("a file");
        assert!(is_found(), "a wrapper may have fetched it");
        fs::remove_file(&planted).expect("it is ours");
        // Of a program in a folder `bin` all is read that lies around that: of this one, whatever lies in `code`.
        std::os::unix::fs::symlink(root.join("gradle.sh"), &planted).expect("a link");
        assert!(!is_found());
    }

    #[cfg(unix)]
    #[test]
    fn a_wrapper_behind_a_link_out_of_the_build_is_not_run() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().join("shop");
        let folder = root.join("gradle/wrapper");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(dir.path().join("evil.jar"), "").expect("a file");
        let jar = folder.join("gradle-wrapper.jar");
        std::os::unix::fs::symlink(dir.path().join("evil.jar"), &jar).expect("a link");
        assert_eq!(wrapper_of(&root), None);
        fs::remove_file(&jar).expect("it is ours");
        fs::write(&jar, "").expect("a file");
        assert!(wrapper_of(&root).is_some());
    }

    #[test]
    fn why_a_wrapper_does_not_run_is_told_by_its_exception_and_not_by_a_place_in_code() {
        let output = "Downloading x\nException in thread \"main\" java.net.UnknownHostException: services\n\
            \tat java.base/sun.nio.ch.NioSocketImpl.connect(Nio";
        assert_eq!(
            last_words(output),
            Some("Exception in thread \"main\" java.net.UnknownHostException: services")
        );
        assert_eq!(last_words("\n"), None);
    }

    #[test]
    fn a_failure_is_told_in_the_words_of_gradle_and_without_its_advice() {
        let output = "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file 'b' line: 3\n\n\
            * What went wrong:\nA problem occurred evaluating root project 'x'.\n> No such property: foo\n\n* Try:\n\
            Run with --stacktrace\n";
        assert_eq!(
            errors_in(output).as_deref(),
            Some("A problem occurred evaluating root project 'x'.\n> No such property: foo")
        );
        assert_eq!(
            errors_in("Exception in thread \"main\" java.net.UnknownHostException"),
            None
        );
        assert!(wants_network(
            "No cached version of a:b:1 available for offline mode."
        ));
        assert!(!wants_network("No such property: foo"));
    }
}
