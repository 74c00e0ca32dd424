//! The Maven program: finds it, runs it quietly, offline first, with a time limit; gives its messages without
//! decoration.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{
    MavenError,
    elements::LocalName,
    reactor::Reactor,
    settings::{dot_mvn, repositories::are_foreign},
    xml,
};
use crate::{
    BuildStop, ProjectSettings, cache_folder,
    confined::{BuildConfinement, home, listed_home},
    content_key,
    files::real_in,
    process::{
        self,
        work_area::{WorkArea, fresh_in},
    },
    repository_root,
    tools::{TOOLS, has_same_owner, home_of, java_homes, named_files, needed_by},
};

/// A reactor of hundreds of modules takes minutes on a machine that is busy.
const OFFLINE_LIMIT: Duration = Duration::from_secs(300);
/// The first run of a big project downloads everything.
const ONLINE_LIMIT: Duration = Duration::from_secs(600);

/// What Maven says where the network may help: a thing is not in the local repository, or was nowhere when it was
/// last asked for.
const NOT_HERE: [&str; 5] = [
    "offline",
    // Of a range of versions whose list was never fetched, Maven says nothing of being offline.
    "No versions available",
    "has not been downloaded",
    "during a previous attempt",
    "was cached in the local repository",
];

/// A Maven that can be run.
#[derive(Clone, Debug)]
pub struct MavenProgram {
    path: PathBuf,
    java_home: Option<PathBuf>,
    /// The project's own folder, where its `.mvn` lies: that may be above its repository.
    root: PathBuf,
    /// What it may read of the project.
    repository: PathBuf,
    /// What the project's `.mvn` says.
    dot_mvn: dot_mvn::Config,
    /// Where it keeps what it fetches when it reads or builds copies of the project: what these name may run then, and
    /// the user's own repository is what the user's next build runs. Likewise where the project says whence to fetch.
    own_repository: Option<PathBuf>,
    /// The folder of ours that such repositories lie in.
    cache: PathBuf,
    may_be_unbound: bool,
    stop: BuildStop,
}

/// Where Maven runs: folders and poms of ours.
#[derive(Clone, Copy, Debug)]
pub(super) struct MavenFolders<'a> {
    /// What it may write into.
    pub area: &'a Path,
    /// The folder in it that stands for the project's root.
    pub root: &'a Path,
    /// The pom.
    pub pom: &'a Path,
}

/// Options of a JVM that runs for a second or two: what its better compiler would gain costs more than it brings. No
/// collector is chosen: with another one in the user's options it would not start.
const SHORT_LIVED: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"];

/// Files of the user that Maven reads, below `~/.m2`.
const USER_FILES: [&str; 6] = [
    "settings.xml",
    "settings-security.xml",
    "toolchains.xml",
    "extensions.xml",
    "maven.properties",
    "wrapper",
];

impl MavenProgram {
    /// The Maven of the settings and no other; else the one that the project's wrapper has fetched, that of
    /// `MAVEN_HOME`, of the path. No script of the project is run.
    pub fn find(settings: &ProjectSettings, module: &Path) -> Option<Self> {
        let root = root_of(settings, module);
        let name = if cfg!(windows) { "mvn.cmd" } else { "mvn" };
        let distributions = env::var_os("MAVEN_USER_HOME")
            .map(PathBuf::from)
            .or_else(|| Some(home()?.join(".m2")))
            .map(|folder| folder.join("wrapper/dists"));
        let fetched = distributions.and_then(|folder| dot_mvn::fetched_maven(&root, &folder));
        let of_home = ["MAVEN_HOME", "M2_HOME"]
            .iter()
            .filter_map(|variable| Some(PathBuf::from(env::var_os(variable)?).join("bin")));
        let on_path: Vec<PathBuf> = env::var_os("PATH")
            .map(|path| env::split_paths(&path).collect())
            .unwrap_or_default();
        let installed = of_home.chain(on_path).map(|folder| folder.join(name));
        // An entry of the path that is relative would mean a program of the project.
        let installed = installed.filter(|path| path.is_absolute());
        let candidates: Vec<PathBuf> = settings.maven.as_ref().map_or_else(
            || fetched.into_iter().chain(installed).collect(),
            |named| vec![named.clone()],
        );
        let path = candidates.into_iter().find(|path| path.is_file())?;
        Some(Self {
            path,
            java_home: settings.java_home.clone(),
            dot_mvn: dot_mvn::config(&root),
            root,
            repository: repository_root(module),
            own_repository: None,
            cache: cache_folder(settings.cache.as_deref()),
            may_be_unbound: settings.unbound_builds,
            stop: settings.stop.clone(),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The JDK that it is to run on.
    pub(super) fn java_home(&self) -> Option<&Path> {
        self.java_home.as_deref()
    }

    /// The folder that Maven takes for the root of the project.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Runs goals on a pom, offline first; only when something was not in the local repository, online.
    pub(super) fn run(
        &self,
        place: MavenFolders<'_>,
        arguments: &[String],
    ) -> Result<(), MavenError> {
        let offline = self.run_once(place, arguments, true)?;
        if offline.success {
            return Ok(());
        }
        let mut output = offline.output;
        if NOT_HERE.iter().any(|words| output.contains(words)) {
            tracing::info!(pom = %place.pom.display(), "Maven needs the network");
            let online = self.run_once(place, arguments, false)?;
            if online.success {
                return Ok(());
            }
            output = online.output;
        }
        Err(MavenError::Rejected {
            pom: place.pom.to_path_buf(),
            message: errors_in(&output),
        })
    }

    /// Runs a build of the project, in a copy that has its `.mvn`: its plugins and extensions run. They may read the
    /// user's repository and never write it; what is fetched for them goes into one of the project's own.
    pub(super) fn build(
        &self,
        place: MavenFolders<'_>,
        arguments: &[String],
    ) -> Result<(), MavenError> {
        let builder = Self {
            dot_mvn: dot_mvn::Config::default(),
            own_repository: Some(self.repository_of_project()),
            ..self.clone()
        };
        builder.run(place, arguments)
    }

    /// The same for poms of the project. Whatever they make it do, the user's repository stays as it is; what is
    /// fetched for them is kept for this project.
    pub(super) fn for_poms_of_project(&self) -> Self {
        Self {
            own_repository: Some(self.repository_of_project()),
            ..self.clone()
        }
    }

    /// The same for poms of ours with these elements: what comes from where the project says, and from nowhere that the
    /// user answers for, is kept for this project. All take what lies in the user's repository, whence it ever came.
    pub(super) fn fetching_from(&self, named: &str) -> Self {
        let users = home().map(|home| home.join(".m2/settings.xml"));
        let users = users.and_then(|file| xml::read(&file).ok());
        let said = self.dot_mvn.settings.as_deref().unwrap_or_default();
        let mut all = [named, said].into_iter();
        let is_foreign = all.any(|it| are_foreign(it, users.as_deref().unwrap_or_default()));
        let own = is_foreign.then(|| self.repository_of_project());
        Self {
            own_repository: own.or_else(|| self.own_repository.clone()),
            ..self.clone()
        }
    }

    /// Folders with what was fetched before: that of the project alone, that of the user.
    pub(super) fn local_repositories(&self) -> Vec<PathBuf> {
        let own = Some(self.repository_of_project()).filter(|own| own.is_dir());
        own.into_iter().chain(local_repository()).collect()
    }

    fn repository_of_project(&self) -> PathBuf {
        let name = content_key(&[self.repository.as_os_str().as_encoded_bytes()]);
        self.cache.join("repositories").join(&name[..16])
    }

    fn run_once(
        &self,
        place: MavenFolders<'_>,
        arguments: &[String],
        offline: bool,
    ) -> Result<process::Finished, MavenError> {
        let no_answer = |cause| MavenError::NoAnswer {
            pom: place.pom.to_path_buf(),
            cause,
        };
        // A run before this one may have put a link there.
        let area = fs::canonicalize(place.area).map_err(no_answer)?;
        let root = real_in(&area, place.root)
            .ok_or_else(|| no_answer(io::Error::other("its folder is not where it was")))?;
        // Maven looks for a `.mvn` in all folders above: it finds an empty one.
        fs::create_dir_all(root.join(".mvn")).map_err(no_answer)?;
        let mut command = self.command(place.area).map_err(no_answer)?;
        command
            .args(["-q", "-B", "-Dstyle.color=never", "-f"])
            .arg(place.pom)
            .args(&self.dot_mvn.options)
            .args(arguments)
            .env("MAVEN_BASEDIR", &root)
            .current_dir(&root);
        if offline {
            // What is there is taken, whichever repository it once came from.
            command.args([
                "-o",
                "-Daether.enhancedLocalRepository.trackingFilename=none",
            ]);
        } else {
            // What was missing yesterday may be there today.
            command.arg("-U");
        }
        let own = self
            .own_repository
            .as_ref()
            .filter(|own| !offline || own.is_dir());
        if let Some(own) = own {
            fs::create_dir_all(own).map_err(no_answer)?;
            command.arg(format!("-Dmaven.repo.local={}", own.display()));
            // The user's repository is at hand without the network.
            command.arg("-Daether.offline.protocols=file");
        }
        let settings = own.and_then(|_| self.settings_with_users_repository());
        if let Some(settings) = settings.as_ref().or(self.dot_mvn.settings.as_ref()) {
            // As those of the installation: the user's own come first.
            let file = fresh_in(place.area).map_err(no_answer)?;
            let file = file.join("settings.xml");
            fs::write(&file, settings).map_err(no_answer)?;
            command.arg("-gs").arg(file);
        }
        let limit = if offline && self.own_repository.is_none() {
            OFFLINE_LIMIT
        } else {
            ONLINE_LIMIT
        };
        let confinement = self.confinement(place.area);
        process::run_confined(&mut command, limit, &confinement).map_err(no_answer)
    }

    fn command(&self, area: &Path) -> io::Result<Command> {
        let temporary = fresh_in(area)?;
        let mut command = Command::new(&self.path);
        let mut options = dot_mvn::memory(&self.root);
        let user = env::var_os("MAVEN_OPTS").unwrap_or_default();
        options.push(user.to_string_lossy().into_owned());
        options.extend(SHORT_LIVED.map(str::to_owned));
        let folder = temporary.display().to_string();
        if !folder.contains(char::is_whitespace) {
            options.push(format!("-Djava.io.tmpdir={folder}"));
        }
        // Whoever is in no list of this machine, but in one of the network, is nobody to Java in the sandbox.
        let unlisted = home().filter(|_| listed_home().is_none());
        let unlisted = unlisted.map(|home| home.display().to_string());
        options.extend(
            unlisted
                .filter(|home| !home.contains(char::is_whitespace))
                .map(|home| format!("-Duser.home={home}")),
        );
        command
            .env("MAVEN_OPTS", options.join(" ").trim())
            .env("TMPDIR", &temporary);
        if let Some(home) = &self.java_home {
            command.env("JAVA_HOME", home);
        }
        Ok(command)
    }

    /// The settings of the project, or of the installation, with the user's repository as one more to take libraries
    /// and plugins from.
    fn settings_with_users_repository(&self) -> Option<String> {
        let address = format!("file://{}", local_repository()?.display());
        let installed = || fs::read_to_string(home_of(&self.path).join("conf/settings.xml")).ok();
        let text = self.dot_mvn.settings.clone().or_else(installed);
        dot_mvn::with_repository(text.as_deref().unwrap_or("<settings/>"), &address)
    }

    /// It reads the system, itself, its JDK, the user's settings for it and the project, and writes a repository and
    /// the area.
    fn confinement(&self, area: &Path) -> BuildConfinement {
        let mut readable = Vec::new();
        readable.extend(java_homes(self.java_home.as_deref()));
        readable.extend(needed_by(&self.path));
        readable.extend(named_files(&user_options()));
        let homes: Vec<PathBuf> = home().into_iter().chain(listed_home()).collect();
        for home in &homes {
            readable.extend(TOOLS.iter().map(|folder| home.join(folder)));
            readable.extend(USER_FILES.iter().map(|file| home.join(".m2").join(file)));
        }
        readable.push(self.repository.clone());
        readable.retain(|folder| !homes.iter().any(|home| home.starts_with(folder)));
        let mut repositories: Vec<PathBuf> = repository_place().into_iter().collect();
        repositories.extend(listed_home().map(|home| home.join(".m2/repository")));
        for repository in &repositories {
            if let Err(error) = fs::create_dir_all(repository) {
                tracing::debug!(repository = %repository.display(), %error, "no local repository");
            }
        }
        let mut writable = match &self.own_repository {
            None => repositories,
            Some(own) => {
                readable.extend(repositories);
                vec![own.clone()]
            }
        };
        writable.push(area.to_path_buf());
        BuildConfinement {
            readable,
            writable,
            variables: variables_of_settings(),
            pretends_modes: self.own_repository.is_some(),
            may_be_unbound: self.may_be_unbound,
            stop: self.stop.clone(),
        }
    }
}

/// The folder whose `.mvn` counts: the nearest above the module that has one, inside of what the settings call the
/// project, else inside of the reactor (the module's own where that root stands beside it), and never in a folder of
/// another user; the reactor's root where there is none.
fn root_of(settings: &ProjectSettings, module: &Path) -> PathBuf {
    let reactor = Reactor::around(&module.join("pom.xml")).root;
    let reactor = reactor.parent().unwrap_or(module).to_path_buf();
    let named = settings
        .project
        .as_ref()
        .and_then(|project| fs::canonicalize(project).ok());
    let limit = named
        .filter(|project| module.starts_with(project))
        .or_else(|| module.starts_with(&reactor).then(|| reactor.clone()))
        .unwrap_or_else(|| module.to_path_buf());
    let folders = module
        .ancestors()
        .take_while(|folder| folder.starts_with(&limit));
    let mut own = folders.take_while(|folder| has_same_owner(folder, module));
    let found = own.find(|folder| folder.join(".mvn").is_dir());
    found.map_or(reactor, Path::to_path_buf)
}

/// What the user says to JVMs and to Maven.
fn user_options() -> Vec<String> {
    let variables = [
        "JAVA_TOOL_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "MAVEN_OPTS",
        "MAVEN_ARGS",
    ];
    let texts = variables
        .iter()
        .filter_map(|variable| env::var(variable).ok());
    texts
        .flat_map(|text| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Names of the variables that the user's settings are filled in from, such as passwords of repositories.
pub(super) fn variables_of_settings() -> Vec<String> {
    let settings = home().map(|home| home.join(".m2/settings.xml"));
    let text = settings
        .and_then(|file| fs::read_to_string(file).ok())
        .unwrap_or_default();
    let names = text.split("${env.").skip(1);
    names
        .filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()))
        .collect()
}

/// The version of the Maven that would be run, with its path; none without Maven.
pub fn maven_version(settings: &ProjectSettings) -> Option<(String, PathBuf)> {
    let program = MavenProgram::find(settings, Path::new(""))?;
    let area = WorkArea::new().ok()?;
    let mut command = program.command(area.path()).ok()?;
    command
        .args(["-v", "-B", "-Dstyle.color=never"])
        .current_dir(area.path());
    let confinement = program.confinement(area.path());
    let finished = process::run_confined(&mut command, OFFLINE_LIMIT, &confinement).ok()?;
    let version = finished
        .output
        .split_once("Apache Maven ")?
        .1
        .split_whitespace()
        .next()?;
    let version: String = version
        .chars()
        .take_while(|c| c.is_alphanumeric() || ".-".contains(*c))
        .collect();
    Some((version, program.path))
}

/// The folder of the local repository, if it is there: the one that the user's options or `settings.xml` name, else
/// `~/.m2/repository`.
pub fn local_repository() -> Option<PathBuf> {
    repository_place().filter(|folder| folder.is_dir())
}

fn repository_place() -> Option<PathBuf> {
    let of_options = user_options()
        .iter()
        .find_map(|word| word.strip_prefix("-Dmaven.repo.local=").map(PathBuf::from));
    let homes: Vec<PathBuf> = home().into_iter().chain(listed_home()).collect();
    let home = homes.iter().find(|home| home.join(".m2").is_dir());
    let home = home.or(homes.first())?;
    let of_settings = || {
        let text = xml::read(&home.join(".m2/settings.xml")).ok()?;
        let document = xml::parse(&text).ok()?;
        let mut nodes = document.descendants();
        let node = nodes.find(|node| node.has_tag_name_local("localRepository"))?;
        let text = node.text()?.trim();
        Some(text.replace("${user.home}", &home.to_string_lossy()).into())
    };
    of_options
        .or_else(of_settings)
        .or_else(|| Some(home.join(".m2/repository")))
}

/// Maven's error lines, without their marks and without the advice that closes them.
fn errors_in(output: &str) -> String {
    let output = &without_colours(output);
    let mut lines: Vec<&str> = Vec::new();
    for line in output.lines() {
        let Some(line) = line
            .strip_prefix("[ERROR]")
            .or_else(|| line.strip_prefix("[FATAL]"))
            .map(str::trim)
            .filter(|line| !line.is_empty())
        else {
            continue;
        };
        if line.starts_with("To see the full stack trace") || line.starts_with("Re-run Maven") {
            break;
        }
        let line = line.split(" -> [Help").next().unwrap_or(line);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return output.trim().chars().take(2_000).collect();
    }
    lines.truncate(12);
    lines.join("\n")
}

/// Maven resets colours in front of its first line also where it uses none.
fn without_colours(output: &str) -> String {
    let mut parts = output.split("\u{1b}[");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| {
        let code = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        code.strip_prefix('m').unwrap_or(part)
    });
    std::iter::once(first).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Maven of a project at `root` that runs such a script.
    #[cfg(unix)]
    fn program_of_script(root: &Path, script: &str) -> MavenProgram {
        use std::os::unix::fs::PermissionsExt;

        let module = root.join("app/core");
        for folder in [&module, &root.join("bin")] {
            fs::create_dir_all(folder).expect("a folder");
        }
        let maven = root.join("bin/mvn");
        fs::write(&maven, format!("#!/bin/sh\n{script}")).expect("a file");
        fs::set_permissions(&maven, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let settings = ProjectSettings {
            maven: Some(maven),
            project: Some(root.to_path_buf()),
            ..ProjectSettings::default()
        };
        MavenProgram::find(&settings, &module).expect("the one that is named")
    }

    #[cfg(unix)]
    #[test]
    fn a_range_of_versions_whose_list_was_never_fetched_needs_the_network() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = fs::canonicalize(folder.path()).expect("it is there");
        let area = root.join("area");
        fs::create_dir_all(&area).expect("a folder");
        let script = "case \"$*\" in *' -o '*)\n\
            echo '[ERROR] No versions available for a:b:jar:[7.2.0,7.2.99] within specified range'; exit 1;;\nesac\n";
        let program = program_of_script(&root, script);
        let place = MavenFolders {
            area: &area,
            root: &area,
            pom: &area.join("pom.xml"),
        };
        let done = program.run(place, &["validate".to_owned()]);
        assert!(done.is_ok(), "{done:?}");
    }

    #[cfg(unix)]
    #[test]
    fn maven_runs_in_a_folder_of_ours_with_harmless_options_of_the_project_and_without_secrets() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = fs::canonicalize(folder.path()).expect("it is there");
        let area = root.join("area");
        for folder in [&area, &root.join(".mvn")] {
            fs::create_dir_all(folder).expect("a folder");
        }
        fs::write(root.join(".mvn/maven.config"), "-Drevision=7 -s evil.xml").expect("a file");
        fs::write(root.join(".mvn/jvm.config"), "-javaagent:evil.jar -Xmx99m").expect("a file");
        let script = "echo \"$PWD $MAVEN_BASEDIR $MAVEN_OPTS $*\" > seen\nenv >> seen\n";
        let program = program_of_script(&root, script);
        let pom = area.join("pom.xml");
        let place = MavenFolders {
            area: &area,
            root: &area,
            pom: &pom,
        };
        program
            .run(place, &["validate".to_owned()])
            .expect("it ends well");
        let seen = fs::read_to_string(area.join("seen")).expect("it ran");
        let area = area.display();
        assert!(seen.starts_with(&format!("{area} {area} ")), "{seen}");
        assert!(
            seen.contains("-Xmx99m") && seen.contains("-Drevision=7"),
            "{seen}"
        );
        assert!(!seen.contains("evil"), "{seen}");
        // Cargo sets it for tests; nobody needs to know.
        assert!(env::var_os("CARGO_MANIFEST_DIR").is_some());
        assert!(!seen.contains("CARGO_MANIFEST_DIR"), "{seen}");
    }

    #[test]
    fn a_build_reads_its_repository_and_not_what_a_list_of_modules_above_lies_beside() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let code = fs::canonicalize(folder.path()).expect("it is there");
        for module in ["evil", "bank"] {
            fs::create_dir_all(code.join(module).join(".git")).expect("a folder");
            fs::write(code.join(module).join("pom.xml"), "<project/>").expect("a file");
        }
        fs::create_dir_all(code.join("tools/bin")).expect("a folder");
        fs::write(code.join("tools/bin/mvn"), "").expect("a file");
        let list =
            "<project><modules><module>evil</module><module>bank</module></modules></project>";
        fs::write(code.join("pom.xml"), list).expect("a file");
        let settings = ProjectSettings {
            maven: Some(code.join("tools/bin/mvn")),
            ..ProjectSettings::default()
        };
        let program = |module: &str| {
            let found = MavenProgram::find(&settings, &code.join(module));
            found.expect("the one that is named")
        };
        let evil = program("evil");
        assert_eq!(evil.root(), code, "that is where Maven would begin");
        let readable = evil.confinement(&code.join("area")).readable;
        let of_code: Vec<_> = readable.iter().filter(|it| it.starts_with(&code)).collect();
        assert_eq!(of_code, [&code.join("tools"), &code.join("evil")]);
        let own = |module: &str| program(module).repository_of_project();
        assert_ne!(own("evil"), own("bank"));
    }

    #[cfg(unix)]
    #[test]
    fn what_a_run_leaves_in_its_area_does_not_lead_the_next_one_to_files_of_the_user() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = fs::canonicalize(folder.path()).expect("it is there");
        let (area, users) = (root.join("area"), root.join("users"));
        for folder in [&area.join("project"), &users, &root.join(".mvn")] {
            fs::create_dir_all(folder).expect("a folder");
        }
        fs::write(root.join(".mvn/maven.config"), "-s s.xml").expect("a file");
        fs::write(root.join("s.xml"), "<settings/>").expect("a file");
        fs::write(users.join("diary"), "mine").expect("a file");
        let run = |leaves: &str| {
            let script = format!(
                "case \"$*\" in *' -o '*)\n{leaves}\necho '[ERROR] offline'; exit 1;;\nesac\n"
            );
            let program = program_of_script(&root, &script);
            let copy = area.join("project");
            let place = MavenFolders {
                area: &area,
                root: &copy,
                pom: &copy.join("pom.xml"),
            };
            program.run(place, &["validate".to_owned()])
        };
        let link = format!("ln -sfn {}", users.display());
        let done = run(&format!(
            "rm -rf ../settings.xml ../tmp; {link}/diary ../settings.xml; {link} ../tmp"
        ));
        assert!(done.is_ok(), "{done:?}");
        let moved = run(&format!("mv ../project ../gone; {link} ../project"));
        assert!(moved.is_err(), "{moved:?}");
        let left = fs::read_dir(&users).expect("a folder").count();
        let diary = fs::read_to_string(users.join("diary")).expect("it is there");
        assert_eq!((left, &*diary), (1, "mine"));
    }

    #[test]
    fn the_closing_advice_of_maven_is_left_out() {
        let output = "[WARNING] x\n[ERROR] The project x has 1 error\n[ERROR]     Non-parseable POM: y @ line 3 -> [Help 2]\n\
            [ERROR] \n[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.\n[ERROR] z\n";
        assert_eq!(
            errors_in(output),
            "The project x has 1 error\nNon-parseable POM: y @ line 3"
        );
    }

    #[test]
    fn colours_are_taken_off() {
        let output = "\u{1b}[0m\u{1b}[0m[ERROR] \u{1b}[1;31mno\u{1b}[m -> [Help 1]\n";
        assert_eq!(errors_in(output), "no");
    }

    #[test]
    fn output_without_error_lines_is_shown_as_it_is() {
        assert_eq!(
            errors_in("Error: JAVA_HOME is not defined\n"),
            "Error: JAVA_HOME is not defined"
        );
    }
}
