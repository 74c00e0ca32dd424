//! The Maven program: finds it, runs it quietly, offline first, with a time limit; gives its messages without decoration.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{MavenError, elements::LocalName};
use crate::{ProjectSettings, process};

const OFFLINE_LIMIT: Duration = Duration::from_secs(60);
/// The first run of a big project downloads everything.
const ONLINE_LIMIT: Duration = Duration::from_secs(600);

/// A Maven that can be run.
#[derive(Clone, Debug)]
pub struct MavenProgram {
    path: PathBuf,
    java_home: Option<PathBuf>,
    /// The project's own folder, where Maven runs.
    module: PathBuf,
}

/// Options of a JVM that runs for a second or two: what its better compiler would gain costs more than it brings. No collector is
/// chosen: with another one in the user's options or in `.mvn/jvm.config` it would not start.
const SHORT_LIVED: &str = " -XX:TieredStopAtLevel=1";

impl MavenProgram {
    /// The Maven of the settings and no other, else that of `MAVEN_HOME`, of the path, or the wrapper of the project.
    pub fn find(settings: &ProjectSettings, module: &Path) -> Option<Self> {
        let name = if cfg!(windows) { "mvn.cmd" } else { "mvn" };
        let wrapper = if cfg!(windows) { "mvnw.cmd" } else { "mvnw" };
        let of_home = ["MAVEN_HOME", "M2_HOME"]
            .iter()
            .filter_map(|variable| Some(PathBuf::from(env::var_os(variable)?).join("bin")));
        let on_path: Vec<PathBuf> = env::var_os("PATH")
            .map(|path| env::split_paths(&path).collect())
            .unwrap_or_default();
        let installed = of_home.chain(on_path).map(|folder| folder.join(name));
        let wrappers = module.ancestors().map(|folder| folder.join(wrapper));
        let candidates: Vec<PathBuf> = match &settings.maven {
            Some(named) => vec![named.clone()],
            None => installed.chain(wrappers).collect(),
        };
        let path = candidates.into_iter().find(|program| program.is_file())?;
        Some(Self {
            path,
            java_home: settings.java_home.clone(),
            module: module.to_path_buf(),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs goals on a pom, offline first; only when something was not in the local repository, online. Wherever the pom lies, Maven
    /// runs where people start it, with the options of the project's `.mvn`: they may name settings, and so the repositories.
    pub(super) fn run(&self, pom: &Path, arguments: &[String]) -> Result<(), MavenError> {
        let offline = self.run_once(pom, arguments, true)?;
        if offline.success {
            return Ok(());
        }
        let mut output = offline.output;
        if output.contains("offline") || output.contains("has not been downloaded") {
            tracing::info!(pom = %pom.display(), "Maven needs the network");
            let online = self.run_once(pom, arguments, false)?;
            if online.success {
                return Ok(());
            }
            output = online.output;
        }
        Err(MavenError::Rejected {
            pom: pom.to_path_buf(),
            message: errors_in(&output),
        })
    }

    fn run_once(
        &self,
        pom: &Path,
        arguments: &[String],
        offline: bool,
    ) -> Result<process::Finished, MavenError> {
        let mut command = self.command();
        command
            .args(["-q", "-B", "-Dstyle.color=never", "-f"])
            .arg(pom)
            .args(arguments);
        if offline {
            command.arg("-o");
        }
        let mut folders = self.module.ancestors();
        if let Some(root) = folders.find(|folder| folder.join(".mvn").is_dir()) {
            command.env("MAVEN_BASEDIR", root).current_dir(root);
        } else if self.module.is_dir() {
            command.current_dir(&self.module);
        }
        let limit = if offline { OFFLINE_LIMIT } else { ONLINE_LIMIT };
        process::run(&mut command, limit).map_err(|cause| MavenError::NoAnswer {
            pom: pom.to_path_buf(),
            cause,
        })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        let mut options = env::var_os("MAVEN_OPTS").unwrap_or_default();
        options.push(SHORT_LIVED);
        command.env("MAVEN_OPTS", options);
        if let Some(home) = &self.java_home {
            command.env("JAVA_HOME", home);
        }
        command
    }
}

/// The version of the Maven that would be run, with its path; none without Maven.
pub fn maven_version(settings: &ProjectSettings) -> Option<(String, PathBuf)> {
    let program = MavenProgram::find(settings, Path::new(""))?;
    let mut command = program.command();
    command.args(["-v", "-B", "-Dstyle.color=never"]);
    let finished = process::run(&mut command, OFFLINE_LIMIT).ok()?;
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

/// The folder of the local repository: the one that the user's `settings.xml` names, else `~/.m2/repository`.
pub fn local_repository() -> Option<PathBuf> {
    let home = PathBuf::from(env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"))?);
    let named = fs::read_to_string(home.join(".m2/settings.xml"))
        .ok()
        .and_then(|text| {
            let document = roxmltree::Document::parse(&text).ok()?;
            let node = document
                .descendants()
                .find(|node| node.has_tag_name_local("localRepository"))?;
            Some(
                node.text()?
                    .trim()
                    .replace("${user.home}", &home.to_string_lossy()),
            )
        });
    named
        .map(PathBuf::from)
        .or_else(|| Some(home.join(".m2/repository")))
        .filter(|folder| folder.is_dir())
}

/// Maven's error lines, without their marks and without the advice that closes them.
fn errors_in(output: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn whatever_pom_it_reads_maven_has_the_options_of_the_project_and_runs_where_these_lie() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = fs::canonicalize(folder.path()).expect("it is there");
        let module = root.join("app/core");
        fs::create_dir_all(&module).expect("a folder");
        fs::create_dir(root.join(".mvn")).expect("a folder");
        let maven = root.join("mvn");
        let script = format!(
            "#!/bin/sh\necho \"$PWD $MAVEN_BASEDIR\" > {}\n",
            root.join("seen").display()
        );
        fs::write(&maven, script).expect("a file");
        fs::set_permissions(&maven, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let program = MavenProgram {
            path: maven,
            java_home: None,
            module,
        };
        let elsewhere = tempfile::tempdir().expect("a temporary folder");
        let pom = elsewhere.path().join("pom.xml");
        program
            .run(&pom, &["validate".to_owned()])
            .expect("it ends well");
        let seen = fs::read_to_string(root.join("seen")).expect("it ran");
        let root = root.display();
        assert_eq!(seen, format!("{root} {root}\n"));
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
    fn output_without_error_lines_is_shown_as_it_is() {
        assert_eq!(
            errors_in("Error: JAVA_HOME is not defined\n"),
            "Error: JAVA_HOME is not defined"
        );
    }
}
