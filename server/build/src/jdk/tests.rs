//! Tests of the JDK search with folders that look like JDKs.

use tempfile::TempDir;

use super::*;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn java(home: &Path, version: &str, with_compiler: bool) -> PathBuf {
    fs::create_dir_all(home.join("bin")).expect("bin");
    fs::write(program(home, "java"), "").expect("java");
    if with_compiler {
        fs::write(program(home, "javac"), "").expect("javac");
    }
    fs::write(
        home.join("release"),
        format!("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"{version}\"\n"),
    )
    .expect("release");
    home.to_path_buf()
}

/// As it is known by the name of its folder.
fn installed(home: PathBuf) -> FoundJdk {
    let name = home.file_name().expect("a name").to_string_lossy();
    FoundJdk {
        name: name.into_owned(),
        home,
    }
}

#[test]
fn the_setting_wins_over_java_home() {
    let dir = folder();
    let set = java(&dir.path().join("a"), "11.0.2", true);
    let machine = Machine {
        java_home: Some(java(&dir.path().join("b"), "25", true)),
        ..Machine::default()
    };
    let wish = JdkRequest {
        setting: Some(&set),
        ..JdkRequest::default()
    };
    let jdk = Jdk::find(wish, &machine).expect("a JDK");
    assert_eq!((jdk.home.as_path(), jdk.feature), (set.as_path(), 11));
    assert_eq!(jdk.found_by, "setting goalline.java.home");
}

/// What a project finds that asks for the JDK of this name where JDKs 11, 17 (twice) and 21 are installed and 25 is
/// that of the environment.
fn asked_for(name: &str) -> (String, String) {
    let dir = folder();
    let known = |name: &str, version: &str| installed(java(&dir.path().join(name), version, true));
    let machine = Machine {
        java_home: Some(java(&dir.path().join("b"), "25", true)),
        known: vec![
            known("11.0.2-open", "11.0.2"),
            known("17.0.9-tem", "17.0.9"),
            known("corretto-17.0.15.6.1", "17.0.15"),
            known("21.0.1-oracle", "21.0.1"),
        ],
        ..Machine::default()
    };
    let wanted = WantedJdk::named(name).expect("a name");
    let wish = JdkRequest {
        project: Some(&wanted),
        ..JdkRequest::default()
    };
    let jdk = Jdk::find(wish, &machine).expect("a JDK");
    (jdk.version, jdk.found_by)
}

#[test]
fn a_project_chooses_among_installed_jdks_by_name_or_version() {
    let chosen = |version: &str| (version.to_owned(), "project".to_owned());
    assert_eq!(asked_for("17.0.9-tem"), chosen("17.0.9"));
    assert_eq!(asked_for("17.0.15"), chosen("17.0.15"));
    assert_eq!(asked_for("temurin-17.0.1"), chosen("17.0.9"));
    assert_eq!(asked_for("21"), chosen("21.0.1"));
    assert_eq!(asked_for("25"), chosen("25"));
}

#[test]
fn a_jdk_that_is_not_installed_is_passed_over() {
    let environment = ("25".to_owned(), "JAVA_HOME".to_owned());
    assert_eq!(asked_for("19.0.1-tem"), environment);
    assert_eq!(asked_for("system"), environment);
}

#[cfg(unix)]
#[test]
fn a_jdk_inside_of_a_project_counts_only_where_a_setting_names_it() {
    let dir = folder();
    let project = dir.path().join("project");
    let inside = java(&project.join("17.0.9-tem"), "17.0.9", true);
    let link = dir.path().join("21");
    std::os::unix::fs::symlink(&inside, &link).expect("a link");
    let outside = java(&dir.path().join("installed/11"), "11.0.2", true);
    let linked = FoundJdk {
        name: "21".into(),
        home: link,
    };
    let machine = Machine {
        java_home: Some(inside.clone()),
        path: vec![inside.join("bin"), "bin".into(), "".into()],
        known: vec![
            installed(inside.clone()),
            linked,
            installed(outside.clone()),
        ],
        projects: Vec::new(),
    }
    .outside_of(&[project]);
    for name in ["17.0.9-tem", "17", "21", "11"] {
        let wanted = WantedJdk::named(name).expect("a name");
        let wish = JdkRequest {
            project: Some(&wanted),
            ..JdkRequest::default()
        };
        let jdk = Jdk::find(wish, &machine).expect("a JDK");
        assert_eq!(jdk.home, outside, "{name}");
    }
    let wish = JdkRequest {
        setting: Some(&inside),
        ..JdkRequest::default()
    };
    let jdk = Jdk::find(wish, &machine).expect("the user named it");
    assert_eq!(jdk.home, inside);
}

#[test]
fn a_wrong_setting_is_not_passed_over() {
    let dir = folder();
    let machine = Machine {
        java_home: Some(java(&dir.path().join("b"), "25", true)),
        ..Machine::default()
    };
    let nowhere = dir.path().join("nowhere");
    let wish = JdkRequest {
        setting: Some(&nowhere),
        ..JdkRequest::default()
    };
    let error = Jdk::find(wish, &machine).expect_err("no JDK there");
    assert_eq!(error.looked_at, ["setting goalline.java.home"]);
    assert!(
        error.to_string().contains("which has no bin/java"),
        "{error}"
    );
}

#[test]
fn a_runtime_without_a_compiler_is_named_in_the_error() {
    let dir = folder();
    let machine = Machine {
        java_home: Some(java(&dir.path().join("jre"), "17.0.15", false)),
        ..Machine::default()
    };
    let error = Jdk::find(JdkRequest::default(), &machine).expect_err("no compiler");
    assert_eq!(
        error.to_string(),
        "no JDK found.\n  \
           looked at: setting goalline.java.home, JAVA_HOME, PATH, known folders\n  \
           found:     a Java 17 runtime without a compiler\n  \
           to do:     install a JDK 11 or newer (for Debian: openjdk-17-jdk-headless), or set goalline.java.home (on the command line: --java-home)"
    );
}

#[test]
fn an_old_jdk_is_passed_over_for_a_newer_one_in_a_known_folder() {
    let dir = folder();
    let machine = Machine {
        java_home: Some(java(&dir.path().join("old"), "1.8.0_392", true)),
        path: Vec::new(),
        known: vec![
            installed(java(&dir.path().join("k1"), "17.0.1", true)),
            installed(java(&dir.path().join("k2"), "21.0.1", true)),
            installed(java(&dir.path().join("k3"), "25", false)),
        ],
        ..Machine::default()
    };
    let jdk = Jdk::find(JdkRequest::default(), &machine).expect("a JDK");
    assert_eq!((jdk.feature, jdk.found_by.as_str()), (21, "known folders"));
}

#[test]
fn a_project_that_needs_more_than_there_is_says_so() {
    let dir = folder();
    let machine = Machine {
        java_home: Some(java(&dir.path().join("j"), "17.0.1", true)),
        ..Machine::default()
    };
    let wish = JdkRequest {
        release: 21,
        ..JdkRequest::default()
    };
    let error = Jdk::find(wish, &machine).expect_err("too old for the project");
    assert_eq!(
        error.to_string(),
        "the project needs a JDK 21 or newer, and there is a JDK 17 (too old for it): install one (for Debian: \
         openjdk-21-jdk-headless), or set goalline.java.home (on the command line: --java-home)"
    );
}

#[test]
fn a_project_is_compiled_by_the_nearest_jdk_that_can() {
    let dir = folder();
    let known = |version: &str| installed(java(&dir.path().join(version), version, true));
    let machine = Machine {
        java_home: Some(java(&dir.path().join("j"), "17.0.1", true)),
        known: ["11.0.2", "26", "25", "21.0.4"].map(known).to_vec(),
        ..Machine::default()
    };
    for (release, feature) in [(17, 17), (18, 21), (21, 21), (22, 25), (0, 17)] {
        let wish = JdkRequest {
            release,
            ..JdkRequest::default()
        };
        let jdk = Jdk::find(wish, &machine).expect("a JDK");
        assert_eq!(jdk.feature, feature, "{release}");
    }
}

#[test]
fn only_a_jdk_that_nobody_chose_stands_in_for_an_older_one() {
    let jdk = |found_by: &str| Jdk {
        home: PathBuf::from("j"),
        feature: 25,
        version: "25.0.1".to_owned(),
        found_by: found_by.to_owned(),
    };
    let stands_in = |found_by: &str, release: u32| {
        let properties = jdk(found_by).stand_in_properties(release);
        properties
            .iter()
            .any(|(name, _)| name == "net.bytebuddy.experimental")
    };
    assert!(stands_in("known folders", 21));
    assert!(!stands_in("known folders", 25));
    assert!(!stands_in("known folders", 0));
    assert!(!stands_in("JAVA_HOME", 21));
}

#[cfg(unix)]
#[test]
fn links_on_the_path_lead_to_the_home() {
    let dir = folder();
    let real = fs::canonicalize(dir.path()).expect("a real path");
    let home = java(&real.join("jvm/jdk-17"), "17.0.15", true);
    let bin = real.join("usr-bin");
    fs::create_dir_all(&bin).expect("bin");
    std::os::unix::fs::symlink(program(&home, "java"), bin.join("java")).expect("a link");
    let machine = Machine {
        path: vec![bin],
        ..Machine::default()
    };
    let jdk = Jdk::find(JdkRequest::default(), &machine).expect("a JDK");
    assert_eq!((jdk.home, jdk.found_by.as_str()), (home, "PATH"));
}

#[cfg(unix)]
#[test]
fn a_jdk_without_a_release_file_is_asked() {
    use std::os::unix::fs::PermissionsExt;
    let dir = folder();
    let home = java(&dir.path().join("j"), "0", true);
    fs::remove_file(home.join("release")).expect("the release file");
    let script = "#!/bin/sh\necho 'openjdk version \"21.0.4\" 2024-07-16' >&2\n";
    fs::write(program(&home, "java"), script).expect("java");
    fs::set_permissions(program(&home, "java"), fs::Permissions::from_mode(0o755)).expect("mode");
    let machine = Machine {
        java_home: Some(home),
        ..Machine::default()
    };
    let jdk = Jdk::find(JdkRequest::default(), &machine).expect("a JDK");
    assert_eq!((jdk.feature, jdk.version.as_str()), (21, "21.0.4"));
}

#[test]
fn versions_of_all_ages_are_read() {
    for (version, feature) in [("17.0.15", 17), ("1.8.0_392", 8), ("25-ea", 25), ("11", 11)] {
        assert_eq!(feature_of(version), Some(feature), "{version}");
    }
    assert_eq!(feature_of("unknown"), None);
}
