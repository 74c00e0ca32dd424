//! JUnit on the class path and in the local repository: takes a project, gives a version and jars; downloads nothing.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Project, ProjectFramework, ProjectKind,
    files::{read_file, read_text},
    maven,
};

/// Packages of frameworks that are not Jupiter.
const OTHERS: [&str; 3] = ["org.junit.", "junit.framework.", "org.testng."];

/// How versions of Mockito begin that run on Java 8 and have what extends Jupiter.
const MOCKITO_OF_JAVA_8: [&str; 3] = ["2.", "3.", "4."];

/// What the project's tests are written with, from the jars on its class paths; JUnit where TestNG stands beside it.
/// None where a library brings one along that is older than Jupiter, and nobody wrote a test with it.
pub fn version_on(project: &Project) -> ProjectFramework {
    let mut version = ProjectFramework::Absent;
    for jar in project.jars_of_tests() {
        match version_in(jar) {
            ProjectFramework::Jupiter => return ProjectFramework::Jupiter,
            ProjectFramework::Junit4 => version = ProjectFramework::Junit4,
            ProjectFramework::TestNg if version == ProjectFramework::Absent => {
                version = ProjectFramework::TestNg;
            }
            ProjectFramework::TestNg | ProjectFramework::Absent => {}
        }
    }
    if version != ProjectFramework::Absent && brings_one_along(project) {
        return ProjectFramework::Absent;
    }
    version
}

/// Whether a build names nothing for tests, and no test is written with what main classes have of a framework: that
/// came with a library which should have named it for its own tests alone.
fn brings_one_along(project: &Project) -> bool {
    let has_build = matches!(project.kind, ProjectKind::Maven | ProjectKind::Gradle);
    has_build && project.test_class_path.is_empty() && !names_one(project) && !has_tests(project)
}

/// Whether the module's own build file names a framework.
fn names_one(project: &Project) -> bool {
    const BUILD_FILES: [&str; 3] = ["pom.xml", "build.gradle", "build.gradle.kts"];
    BUILD_FILES.iter().any(|file| {
        let text = read_text(project.root.join(file)).unwrap_or_default();
        ["junit", "testng"].iter().any(|it| text.contains(it))
    })
}

/// Whether a test file imports JUnit 4, or what else there is beside Jupiter.
fn has_tests(project: &Project) -> bool {
    project.test_files().iter().any(|file| {
        let text = read_text(file).unwrap_or_default();
        let of_others = text.replace("org.junit.jupiter", "");
        OTHERS.iter().any(|it| of_others.contains(it))
    })
}

fn version_in(jar: &Path) -> ProjectFramework {
    let name = jar.file_name().unwrap_or_default().to_string_lossy();
    if name == "testng.jar" || name.starts_with("testng-") && name.ends_with(".jar") {
        return ProjectFramework::TestNg;
    }
    if !name.contains("junit") || jar.extension().is_none_or(|extension| extension != "jar") {
        return ProjectFramework::Absent;
    }
    let Ok(bytes) = read_file(jar) else {
        return ProjectFramework::Absent;
    };
    // The names of a jar's entries stand in it uncompressed.
    let has = |entry: &str| {
        bytes
            .windows(entry.len())
            .any(|window| window == entry.as_bytes())
    };
    if has("org/junit/jupiter/api/Test.class") {
        ProjectFramework::Jupiter
    } else if has("org/junit/Test.class") {
        ProjectFramework::Junit4
    } else {
        ProjectFramework::Absent
    }
}

/// JUnit's jars to check a generated test with, and those of libraries for assertions and mocks: those of the
/// project's class path, else Jupiter from the local Maven repository, with Mockito where a build can be told to add
/// both, else none.
pub fn find_junit(project: &Project) -> Vec<PathBuf> {
    if project.framework != ProjectFramework::Absent {
        let all = project.jars_of_tests();
        return all.filter(|jar| is_junit_part(jar)).cloned().collect();
    }
    let Some(repository) = maven::local_repository() else {
        return Vec::new();
    };
    let mut jars = newest_jupiter(&repository).unwrap_or_default();
    let has_build = matches!(project.kind, ProjectKind::Maven | ProjectKind::Gradle);
    if has_build && !jars.is_empty() {
        let mockito = newest_mockito(&repository, project.java_release());
        jars.extend(mockito.unwrap_or_default());
    }
    jars
}

/// What tests have on their class path when they are checked: what the project's have, and what `find_junit` borrows
/// from the local repository where they have no framework at all.
pub fn jars_of_checked_tests(project: &Project) -> impl Iterator<Item = PathBuf> {
    let borrowed = match project.framework {
        ProjectFramework::Absent => find_junit(project),
        _ => Vec::new(),
    };
    project.jars_of_tests().cloned().chain(borrowed)
}

fn is_junit_part(jar: &Path) -> bool {
    let name = jar.file_name().unwrap_or_default().to_string_lossy();
    [
        "junit",
        "testng",
        "opentest4j",
        "apiguardian",
        "hamcrest",
        "jspecify",
        "assertj",
        "byte-buddy",
        "mockito",
        "objenesis",
        // It makes the mocks where its plug-in for Mockito is on the class path.
        "powermock",
        "javassist",
        "spring-test",
        "spring-core",
        "spring-jcl",
        "commons-logging",
    ]
    .iter()
    .any(|part| name.contains(part))
}

fn newest_jupiter(repository: &Path) -> Option<Vec<PathBuf>> {
    let api = repository.join("org/junit/jupiter/junit-jupiter-api");
    versions_in(&api).into_iter().rev().find_map(|version| {
        // Jupiter 5.x goes with platform 1.x; from 6 on they share a number and need a newer JDK.
        let platform = format!("1.{}", version.strip_prefix("5.")?);
        let commons = jar_of(
            repository,
            "org/junit/platform",
            "junit-platform-commons",
            &platform,
        )?;
        let api = jar_of(
            repository,
            "org/junit/jupiter",
            "junit-jupiter-api",
            &version,
        )?;
        let opentest = repository.join("org/opentest4j/opentest4j");
        let opentest = versions_in(&opentest)
            .into_iter()
            .rev()
            .find_map(|version| jar_of(repository, "org/opentest4j", "opentest4j", &version))?;
        let params = jar_of(
            repository,
            "org/junit/jupiter",
            "junit-jupiter-params",
            &version,
        );
        Some([api, commons, opentest].into_iter().chain(params).collect())
    })
}

/// The newest complete Mockito of the repository that a project of this release can run; 0 stands for any release.
fn newest_mockito(repository: &Path, release: u32) -> Option<Vec<PathBuf>> {
    let newest = |group: &str, artifact: &str| {
        let versions = versions_in(&repository.join(group).join(artifact));
        let mut jars = versions.into_iter().rev();
        jars.find_map(|version| jar_of(repository, group, artifact, &version))
    };
    let objenesis = newest("org/objenesis", "objenesis")?;
    let versions = versions_in(&repository.join("net/bytebuddy/byte-buddy"));
    let [buddy, agent] = versions.into_iter().rev().find_map(|version| {
        let of = |artifact| jar_of(repository, "net/bytebuddy", artifact, &version);
        Some([of("byte-buddy")?, of("byte-buddy-agent")?])
    })?;
    let versions = versions_in(&repository.join("org/mockito/mockito-core"));
    versions.into_iter().rev().find_map(|version| {
        let needs_newer = MOCKITO_OF_JAVA_8.iter().all(|it| !version.starts_with(it));
        if (1..11).contains(&release) && needs_newer {
            return None;
        }
        let core = jar_of(repository, "org/mockito", "mockito-core", &version)?;
        let extension = jar_of(repository, "org/mockito", "mockito-junit-jupiter", &version)?;
        Some(vec![
            core,
            extension,
            buddy.clone(),
            agent.clone(),
            objenesis.clone(),
        ])
    })
}

fn jar_of(repository: &Path, group: &str, artifact: &str, version: &str) -> Option<PathBuf> {
    let folder = repository.join(group).join(artifact).join(version);
    Some(folder.join(format!("{artifact}-{version}.jar"))).filter(|jar| jar.is_file())
}

/// Released versions in a folder of the repository, oldest first.
fn versions_in(folder: &Path) -> Vec<String> {
    let mut versions: Vec<(Vec<u32>, String)> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().into_string().ok()?;
            let numbers: Result<Vec<u32>, _> = version.split('.').map(str::parse).collect();
            Some((numbers.ok()?, version))
        })
        .collect();
    versions.sort();
    versions.into_iter().map(|(_, version)| version).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain_folder;

    fn put(path: &Path, bytes: &[u8]) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    #[test]
    fn jupiter_wins_over_junit_4_wherever_it_stands() {
        let dir = tempfile::tempdir().expect("a folder");
        let jupiter = dir
            .path()
            .join("junit-platform-console-standalone-1.13.0.jar");
        let old = dir.path().join("junit-4.13.2.jar");
        put(
            &jupiter,
            b"PK..org/junit/jupiter/api/Test.class..org/junit/Test.class",
        );
        put(&old, b"PK..org/junit/Test.class");
        assert_eq!(version_in(&old), ProjectFramework::Junit4);
        assert_eq!(version_in(&jupiter), ProjectFramework::Jupiter);
        put(&old, b"PK..junit/framework/TestCase.class");
        assert_eq!(
            version_in(&old),
            ProjectFramework::Absent,
            "JUnit 3 has no @Test"
        );
    }

    #[test]
    fn a_framework_that_a_library_brings_along_is_not_what_tests_are_written_with() {
        let dir = tempfile::tempdir().expect("a folder");
        let put = |path: &str, text: &str| put(&dir.path().join(path), text.as_bytes());
        put("lib/junit-4.10.jar", "PK..org/junit/Test.class");
        put(
            "src/main/java/shop/Cart.java",
            "package shop; class Cart { }",
        );
        let file = dir.path().join("src/main/java/shop/Cart.java");
        let version = |kind, for_tests: &[&str]| {
            let mut project = plain_folder::of(&file, "shop", Some(dir.path()));
            project.kind = kind;
            project.test_roots = vec![dir.path().join("src/test/java")];
            project.test_class_path = for_tests.iter().map(PathBuf::from).collect();
            assert!(!project.class_path.is_empty());
            version_on(&project)
        };
        let maven = ProjectKind::Maven;
        assert_eq!(version(maven, &[]), ProjectFramework::Absent);
        assert_eq!(version(ProjectKind::Folder, &[]), ProjectFramework::Junit4);
        assert_eq!(
            version(maven, &["mockito-core-1.jar"]),
            ProjectFramework::Junit4
        );
        let test = "src/test/java/shop/CartTest.java";
        put(test, "import org.junit.jupiter.api.Test;");
        assert_eq!(
            version(maven, &[]),
            ProjectFramework::Absent,
            "ours, before it is named"
        );
        put("pom.xml", "<artifactId>junit</artifactId>");
        assert_eq!(
            version(maven, &[]),
            ProjectFramework::Junit4,
            "the build names it"
        );
        put("pom.xml", "<artifactId>json-simple</artifactId>");
        put(
            "lib/jupiter-junit.jar",
            "PK..org/junit/jupiter/api/Test.class",
        );
        assert_eq!(version(maven, &[]), ProjectFramework::Jupiter);
        fs::remove_file(dir.path().join("lib/jupiter-junit.jar")).expect("a file");
        put(test, "import org.junit.Test;");
        assert_eq!(version(maven, &[]), ProjectFramework::Junit4);
    }

    #[test]
    fn the_newest_complete_jupiter_of_the_repository_is_taken() {
        let dir = tempfile::tempdir().expect("a folder");
        let jar = |path: &str| put(&dir.path().join(path), b"");
        jar("org/junit/jupiter/junit-jupiter-api/5.9.1/junit-jupiter-api-5.9.1.jar");
        jar("org/junit/jupiter/junit-jupiter-api/5.10.2/junit-jupiter-api-5.10.2.jar");
        jar("org/junit/jupiter/junit-jupiter-api/5.11.0/junit-jupiter-api-5.11.0.pom");
        jar("org/junit/platform/junit-platform-commons/1.9.1/junit-platform-commons-1.9.1.jar");
        jar("org/junit/platform/junit-platform-commons/1.10.2/junit-platform-commons-1.10.2.jar");
        jar("org/opentest4j/opentest4j/1.3.0/opentest4j-1.3.0.jar");
        let jars = newest_jupiter(dir.path()).expect("a Jupiter");
        let names: Vec<_> = jars
            .iter()
            .filter_map(|jar| jar.file_name()?.to_str())
            .collect();
        assert_eq!(
            names,
            [
                "junit-jupiter-api-5.10.2.jar",
                "junit-platform-commons-1.10.2.jar",
                "opentest4j-1.3.0.jar"
            ]
        );
    }

    #[test]
    fn the_newest_mockito_of_the_repository_that_the_release_can_run_is_taken() {
        let dir = tempfile::tempdir().expect("a folder");
        let jar = |path: &str, version: &str| {
            let name = path.rsplit('/').next().expect("a name");
            let file = format!("{path}/{version}/{name}-{version}.jar");
            put(&dir.path().join(file), b"");
        };
        for version in ["4.5.1", "5.7.0"] {
            jar("org/mockito/mockito-core", version);
            jar("org/mockito/mockito-junit-jupiter", version);
        }
        jar("org/mockito/mockito-core", "5.20.0");
        assert_eq!(newest_mockito(dir.path(), 17), None, "it runs on others");
        jar("org/objenesis/objenesis", "3.3");
        jar("net/bytebuddy/byte-buddy", "1.15.0");
        for version in ["1.12.23", "1.14.9"] {
            jar("net/bytebuddy/byte-buddy", version);
            jar("net/bytebuddy/byte-buddy-agent", version);
        }
        let names = |release| {
            let jars = newest_mockito(dir.path(), release).expect("a Mockito");
            let name = |jar: &PathBuf| Some(jar.file_name()?.to_str()?.to_owned());
            jars.iter().filter_map(name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            names(17),
            "mockito-core-5.7.0.jar mockito-junit-jupiter-5.7.0.jar byte-buddy-1.14.9.jar \
             byte-buddy-agent-1.14.9.jar objenesis-3.3.jar"
        );
        assert!(
            names(8).starts_with("mockito-core-4.5.1.jar"),
            "{}",
            names(8)
        );
        assert_eq!(names(0), names(17), "no release is said");
    }

    #[test]
    fn what_makes_mocks_in_the_name_of_mockito_is_there_whole() {
        let jars = [
            "mockito-core-3.1.0.jar",
            "powermock-api-mockito2-2.0.4.jar",
            "powermock-reflect-2.0.4.jar",
            "javassist-3.26.0-GA.jar",
        ];
        assert!(jars.iter().all(|jar| is_junit_part(Path::new(jar))));
        assert!(!is_junit_part(Path::new("hibernate-core-5.4.9.jar")));
    }
}
