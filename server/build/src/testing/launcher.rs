//! JUnit's platform launcher and engines, that for `TestNG` among them: takes a project and what its tests are written
//! with, gives jars; downloads through Maven alone.

use std::{
    fs,
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::{
    Project, ProjectSettings,
    maven::{self, Dependency, MavenProgram},
};

/// The Jupiter that is taken where the project has none and the local repository neither.
const DEFAULT_JUPITER: &str = "5.11.4";

/// What test sources are written with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestFrameworks {
    /// JUnit 5 and newer.
    pub jupiter: bool,
    /// JUnit 4, or 3.
    pub junit4: bool,
    /// `TestNG`.
    pub testng: bool,
}

/// What runs tests of `TestNG` under JUnit's launcher, with the `TestNG` of the project.
const TESTNG_ENGINE: &str = "1.0.6";

/// The oldest `TestNG` that the engine knows how to drive; it runs what was written for those before it.
const OLDEST_TESTNG: &str = "6.14.3";

/// Jars that run tests, beside those on the project's class paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launcher {
    /// The jars.
    pub jars: Vec<PathBuf>,
    /// Jars of the project that one of these stands for, as they are too old to be driven.
    pub replaced: Vec<PathBuf>,
}

/// Why tests cannot be run.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "your tests were not run: JUnit's launcher ({wanted}) is not in the local Maven repository, and {reason}; \
     run `mvn test` once, or put junit-platform-console-standalone on the test class path"
)]
pub struct NoLauncher {
    /// What is missing, `junit-platform-launcher 1.11.4 and 6 more jars`.
    pub wanted: String,
    /// Why it could not be had.
    pub reason: String,
}

/// What names a jar in a repository.
struct ArtifactCoordinates {
    group: &'static str,
    artifact: &'static str,
    version: String,
}

impl ArtifactCoordinates {
    fn new(group: &'static str, artifact: &'static str, version: &str) -> Self {
        Self {
            group,
            artifact,
            version: version.to_owned(),
        }
    }
}

impl Launcher {
    /// The launcher that fits the JUnit on the project's class paths: from the local repository, else by Maven.
    pub fn find(
        project: &Project,
        frameworks: TestFrameworks,
        settings: &ProjectSettings,
    ) -> Result<Self, NoLauncher> {
        let on_path: Vec<String> = project
            .test_class_path
            .iter()
            .chain(&project.class_path)
            .filter_map(|jar| Some(jar.file_name()?.to_str()?.to_owned()))
            .collect();
        if on_path
            .iter()
            .any(|name| name.starts_with("junit-platform-console-standalone"))
        {
            return Ok(Self::default());
        }
        // Without the project's own TestNG its engine would end all others.
        let has_testng = on_path.iter().any(|name| is_jar_of(name, "testng"));
        let frameworks = TestFrameworks {
            testng: frameworks.testng && has_testng,
            ..frameworks
        };
        let replaced = old_testng(project, frameworks);
        let is_replaced = |artifact: &str| artifact == "testng" && !replaced.is_empty();
        let is_there = |artifact: &str| {
            !is_replaced(artifact) && on_path.iter().any(|name| is_jar_of(name, artifact))
        };
        let repository = maven::local_repository();
        let version = jupiter_version(&on_path)
            .or_else(|| newest_complete(repository.as_deref()?, frameworks))
            .unwrap_or_else(|| DEFAULT_JUPITER.to_owned());
        let mut wanted = wanted(&version, frameworks);
        if !replaced.is_empty() {
            wanted.push(ArtifactCoordinates::new(
                "org.testng",
                "testng",
                OLDEST_TESTNG,
            ));
        }
        wanted.retain(|it| !is_there(it.artifact));
        let local: Option<Vec<PathBuf>> = wanted
            .iter()
            .map(|coordinates| jar_in(repository.as_deref()?, coordinates))
            .collect();
        if let Some(jars) = local {
            return Ok(Self { jars, replaced });
        }
        let jars = by_maven(project, &wanted, settings)?;
        let is_new = |jar: &PathBuf| {
            let name = jar.file_name().unwrap_or_default().to_string_lossy();
            artifact_of(&name).is_none_or(|artifact| !is_there(artifact))
        };
        let jars = jars.into_iter().filter(is_new).collect();
        Ok(Self { jars, replaced })
    }
}

/// The project's `TestNG` where it is older than what can be driven.
fn old_testng(project: &Project, frameworks: TestFrameworks) -> Vec<PathBuf> {
    let is_old = |jar: &&PathBuf| {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        let version = name
            .strip_prefix("testng-")
            .and_then(|rest| rest.strip_suffix(".jar"));
        is_jar_of(&name, "testng")
            && version.is_some_and(|version| numbers(version) < numbers(OLDEST_TESTNG))
    };
    let jars = project.test_class_path.iter().chain(&project.class_path);
    jars.filter(|jar| frameworks.testng && is_old(jar))
        .cloned()
        .collect()
}

/// `[6, 9, 10]` of `6.9.10-jdk15`.
fn numbers(version: &str) -> Vec<u32> {
    let version = version.split('-').next().unwrap_or(version);
    version.split('.').map_while(|it| it.parse().ok()).collect()
}

/// The first name, and how many there are besides.
fn in_short(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first, rest @ ..] => format!("{first} and {} more jars", rest.len()),
    }
}

fn by_maven(
    project: &Project,
    wanted: &[ArtifactCoordinates],
    settings: &ProjectSettings,
) -> Result<Vec<PathBuf>, NoLauncher> {
    let names: Vec<String> = wanted
        .iter()
        .map(|it| format!("{} {}", it.artifact, it.version))
        .collect();
    let failed = |reason: String| NoLauncher {
        wanted: in_short(&names),
        reason,
    };
    let program = MavenProgram::find(settings, &project.root)
        .ok_or_else(|| failed("Maven, which would fetch it, was not found".to_owned()))?;
    let dependencies: Vec<Dependency> = wanted
        .iter()
        .map(|it| Dependency {
            group: it.group.to_owned(),
            artifact: it.artifact.to_owned(),
            version: Some(it.version.clone()),
            kind: "jar".to_owned(),
            scope: "compile".to_owned(),
            ..Dependency::default()
        })
        .collect();
    maven::jars_of(&program, &dependencies).map_err(|error| {
        let text = error.to_string();
        let line = text.lines().last().unwrap_or_default();
        failed(format!("Maven cannot fetch it ({line})"))
    })
}

/// Everything that running needs, the project's own JUnit included.
fn wanted(jupiter: &str, frameworks: TestFrameworks) -> Vec<ArtifactCoordinates> {
    let platform = platform_of(jupiter);
    let of = ArtifactCoordinates::new;
    let mut wanted = vec![
        of("org.junit.platform", "junit-platform-launcher", &platform),
        of("org.junit.platform", "junit-platform-engine", &platform),
        of("org.junit.platform", "junit-platform-commons", &platform),
        of("org.opentest4j", "opentest4j", "1.3.0"),
    ];
    let of_jupiter = |artifact| of("org.junit.jupiter", artifact, jupiter);
    if frameworks.jupiter {
        wanted.push(of_jupiter("junit-jupiter-engine"));
        wanted.push(of_jupiter("junit-jupiter-api"));
        wanted.push(of_jupiter("junit-jupiter-params"));
    }
    if frameworks.junit4 {
        wanted.push(of("org.junit.vintage", "junit-vintage-engine", jupiter));
        wanted.push(of("junit", "junit", "4.13.2"));
        wanted.push(of("org.hamcrest", "hamcrest-core", "1.3"));
    }
    if frameworks.testng {
        wanted.push(of("org.junit.support", "testng-engine", TESTNG_ENGINE));
    }
    wanted
}

/// Jupiter 5.x goes with platform 1.x; from 6 on they share a number.
fn platform_of(jupiter: &str) -> String {
    match jupiter.strip_prefix("5.") {
        Some(rest) => format!("1.{rest}"),
        None => jupiter.to_owned(),
    }
}

/// The version of the Jupiter, or of its platform, on the class path.
fn jupiter_version(on_path: &[String]) -> Option<String> {
    let version_of = |artifact: &str| {
        on_path.iter().find_map(|name| {
            let rest = name.strip_prefix(artifact)?.strip_prefix('-')?;
            let version = rest.strip_suffix(".jar")?;
            version
                .starts_with(|c: char| c.is_ascii_digit())
                .then(|| version.to_owned())
        })
    };
    version_of("junit-jupiter-api")
        .or_else(|| version_of("junit-jupiter-engine"))
        .or_else(|| version_of("junit-vintage-engine"))
        .or_else(|| {
            let platform = version_of("junit-platform-commons")?;
            Some(match platform.strip_prefix("1.") {
                Some(rest) => format!("5.{rest}"),
                None => platform,
            })
        })
}

/// The newest Jupiter 5 of which the local repository has everything.
fn newest_complete(repository: &Path, frameworks: TestFrameworks) -> Option<String> {
    let folder = repository.join("org/junit/platform/junit-platform-launcher");
    let mut versions: Vec<(Vec<u32>, String)> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter_map(|entry| {
            let platform = entry.file_name().into_string().ok()?;
            let rest = platform.strip_prefix("1.")?.to_owned();
            let numbers: Result<Vec<u32>, _> = rest.split('.').map(str::parse).collect();
            Some((numbers.ok()?, format!("5.{rest}")))
        })
        .collect();
    versions.sort();
    let is_complete = |version: &String| {
        wanted(version, frameworks)
            .iter()
            .all(|coordinates| jar_in(repository, coordinates).is_some())
    };
    versions
        .into_iter()
        .rev()
        .map(|(_, version)| version)
        .find(is_complete)
}

fn jar_in(repository: &Path, coordinates: &ArtifactCoordinates) -> Option<PathBuf> {
    let ArtifactCoordinates {
        group,
        artifact,
        version,
    } = coordinates;
    let folder = repository.join(group.replace('.', "/")).join(artifact);
    let jar = |version: &str| {
        folder
            .join(version)
            .join(format!("{artifact}-{version}.jar"))
    };
    let exact = jar(version);
    if exact.is_file() {
        return Some(exact);
    }
    // These two never break their users: any version does.
    if !matches!(*artifact, "opentest4j" | "junit") {
        return None;
    }
    let mut versions: Vec<String> = fs::read_dir(&folder)
        .ok()?
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|version| *artifact != "junit" || version.starts_with("4.1"))
        .collect();
    versions.sort();
    versions
        .iter()
        .rev()
        .map(|version| jar(version))
        .find(|jar| jar.is_file())
}

/// Whether the file is a jar of the artifact, whatever its version.
fn is_jar_of(file: &str, artifact: &str) -> bool {
    artifact_of(file) == Some(artifact)
}

/// `junit-jupiter-api` of `junit-jupiter-api-5.11.4.jar`.
fn artifact_of(file: &str) -> Option<&str> {
    let name = file.strip_suffix(".jar")?;
    let mut at = name
        .match_indices('-')
        .filter(|(at, _)| name[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    Some(at.next().map_or(name, |(at, _)| &name[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: TestFrameworks = TestFrameworks {
        jupiter: true,
        junit4: true,
        testng: false,
    };

    #[test]
    fn of_many_jars_that_are_missing_one_is_named() {
        let names = ["launcher 1.11.4", "engine 1.11.4", "commons 1.11.4"].map(str::to_owned);
        assert_eq!(in_short(&names), "launcher 1.11.4 and 2 more jars");
        assert_eq!(in_short(&names[..1]), "launcher 1.11.4");
    }

    #[test]
    fn the_version_is_that_of_the_project() {
        let version = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            jupiter_version(&names)
        };
        let api = version(&[
            "junit-jupiter-api-5.9.1.jar",
            "junit-platform-commons-1.9.1.jar",
        ]);
        assert_eq!(api.as_deref(), Some("5.9.1"));
        let platform = version(&["junit-platform-commons-1.10.2.jar"]);
        assert_eq!(platform.as_deref(), Some("5.10.2"));
        assert_eq!(version(&["junit-4.13.2.jar"]), None);
        assert_eq!(platform_of("5.11.4"), "1.11.4");
        assert_eq!(platform_of("6.0.1"), "6.0.1");
    }

    #[test]
    fn an_artifact_is_told_from_its_file_name() {
        assert_eq!(artifact_of("junit-4.13.2.jar"), Some("junit"));
        assert_eq!(
            artifact_of("junit-jupiter-api-5.11.4.jar"),
            Some("junit-jupiter-api")
        );
        assert_eq!(artifact_of("plain.jar"), Some("plain"));
        assert_eq!(artifact_of("classes"), None);
    }

    #[test]
    fn a_launcher_that_cannot_be_had_is_named_with_what_to_do() {
        let mut project = crate::plain_folder::of(Path::new("/p/src/A.java"), "", None);
        project.test_class_path = vec![PathBuf::from("/x/junit-jupiter-api-5.99.9.jar")];
        let settings = ProjectSettings {
            maven: Some(PathBuf::from("/no/such/mvn")),
            ..ProjectSettings::default()
        };
        let error = Launcher::find(&project, BOTH, &settings).expect_err("no such version");
        let text = error.to_string();
        for part in ["junit-platform-launcher 1.99.9", "Maven", "mvn test"] {
            assert!(text.contains(part), "{text}");
        }
        project.test_class_path = vec![PathBuf::from(
            "/x/junit-platform-console-standalone-1.10.2.jar",
        )];
        let all_in_one = Launcher::find(&project, BOTH, &settings);
        assert_eq!(all_in_one, Ok(Launcher::default()));
    }

    #[test]
    fn a_testng_that_is_too_old_for_the_engine_is_replaced() {
        let mut project = crate::plain_folder::of(Path::new("/p/src/A.java"), "", None);
        let replaced = |project: &mut Project, name: &str| {
            project.test_class_path = vec![PathBuf::from(format!("/x/{name}"))];
            let testng = TestFrameworks {
                testng: true,
                ..TestFrameworks::default()
            };
            assert!(old_testng(project, BOTH).is_empty(), "nothing is driven");
            !old_testng(project, testng).is_empty()
        };
        for old in [
            "testng-6.9.10.jar",
            "testng-5.14.jar",
            "testng-6.8-jdk15.jar",
        ] {
            assert!(replaced(&mut project, old), "{old}");
        }
        for fits in [
            "testng-6.14.3.jar",
            "testng-7.10.2.jar",
            "testng-engine-1.0.jar",
        ] {
            assert!(!replaced(&mut project, fits), "{fits}");
        }
    }

    #[test]
    fn only_a_repository_with_everything_counts_as_complete() {
        let repository = tempfile::tempdir().expect("a folder");
        let put = |coordinates: &ArtifactCoordinates| {
            let ArtifactCoordinates {
                group,
                artifact,
                version,
            } = coordinates;
            let folder = repository.path().join(group.replace('.', "/"));
            let folder = folder.join(artifact).join(version);
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join(format!("{artifact}-{version}.jar")), b"").expect("a jar");
        };
        wanted("5.9.1", BOTH).iter().for_each(put);
        wanted("5.10.0", BOTH)
            .iter()
            .filter(|it| !it.artifact.contains("vintage"))
            .for_each(put);
        let newest = |frameworks| newest_complete(repository.path(), frameworks);
        assert_eq!(newest(BOTH).as_deref(), Some("5.9.1"));
        let jupiter = TestFrameworks {
            jupiter: true,
            ..TestFrameworks::default()
        };
        assert_eq!(newest(jupiter).as_deref(), Some("5.10.0"));
    }
}
