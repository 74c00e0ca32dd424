//! Gradle's files of any text are read without a panic and without a wait: no Gradle runs here, and no Maven.

use std::{fs, path::Path};

use proptest::{collection::vec, prelude::*, sample::select};

use super::{GradleRoot, WrittenBuild};
use crate::ProjectSettings;

const WORDS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "$",
    "${",
    "$x",
    "\\",
    "//",
    "/*",
    "*/",
    "=",
    ":",
    ",",
    ".",
    "->",
    "`",
    "\n",
    "\u{0}",
    "é",
    "plugins {",
    "dependencies {",
    "implementation(",
    "testImplementation ",
    "platform(",
    "project(\":a\")",
    "project(\":\")",
    "libs.a.b",
    "include ':a:b'",
    "includeBuild '..'",
    "apply from: '../x.gradle'",
    "subprojects {",
    "allprojects {",
    "sourceSets {",
    "srcDirs = ['/', '../..']",
    "buildscript {",
    "ext.x = \"$x\"",
    "[versions]",
    "[libraries]",
    "module = ",
    "version.ref = ",
    "x = \"${x}\"",
];

const SCRIPT: &str = r#"
plugins {
    id 'java'
    alias(libs.plugins.boot)
}
group = 'g'
ext { guavaVersion = '33.0.0-jre' }
repositories { mavenCentral() }
sourceSets { main { java { srcDirs = ['src/main/java', "$projectDir/more"] } } }
dependencies {
    implementation platform('org.springframework.boot:spring-boot-dependencies:3.2.0')
    implementation "com.google.guava:guava:$guavaVersion"
    api project(':lib')
    testImplementation(libs.junit) { exclude group: 'org.hamcrest' }
    annotationProcessor 'org.projectlombok:lombok:1.18.30'
}
java { toolchain { languageVersion = JavaLanguageVersion.of(17) } }
test { useJUnitPlatform { excludeTags 'slow' }
    filter { includeTestsMatching '*Test' } }
tasks.withType(JavaCompile) { options.compilerArgs += ['-parameters'] }
"#;

const KOTLIN: &str = r#"
plugins { `java-library`; id("org.springframework.boot") version "3.2.0" }
val jacksonVersion: String by project
dependencies {
    implementation("com.fasterxml.jackson.core:jackson-databind:${jacksonVersion}")
    testImplementation(platform(libs.junit.bom))
    "extra"(project(path = ":lib", configuration = "default"))
}
tasks.test { useJUnitPlatform() }
"#;

const SETTINGS: &str = "rootProject.name = 'p'\ninclude 'lib', ':deep:er'\nproject(':lib').projectDir = file('elsewhere')\n";

const CATALOG: &str = r#"
[versions]
junit = "5.10.0"
[libraries]
junit = { module = "org.junit.jupiter:junit-jupiter", version.ref = "junit" }
junit-bom = { group = "org.junit", name = "junit-bom", version = { strictly = "[5.0,6.0)" } }
[bundles]
all = ["junit", "junit-bom"]
[plugins]
boot = { id = "org.springframework.boot", version = "3.2.0" }
"#;

const PROPERTIES: &str = "jacksonVersion=2.17.0\norg.gradle.jvmargs=-Xmx1g\\\n -Dx=y\n";

/// Lines of a file and words that mean something in it, in any order and number, cut anywhere.
fn bent(text: &'static str) -> impl Strategy<Value = String> {
    let lines: Vec<&'static str> = text.split_inclusive('\n').collect();
    let piece = prop_oneof![
        3 => select(lines),
        2 => select(WORDS),
        1 => select(vec![text]),
    ];
    (vec(piece, 0..24), any::<prop::sample::Index>()).prop_map(|(pieces, end)| {
        let all: Vec<char> = pieces.concat().chars().collect();
        let end = all.len() - end.index(all.len() + 1) / 4;
        all[..end].iter().collect()
    })
}

fn write(root: &Path, name: &str, text: &str) {
    let file = root.join(name);
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, text).expect("a file");
}

proptest! {
    #[test]
    fn files_of_any_text_give_modules_or_a_reason(
        script in prop_oneof![bent(SCRIPT), bent(KOTLIN)],
        settings in bent(SETTINGS),
        catalog in bent(CATALOG),
        properties in bent(PROPERTIES),
        is_kotlin in any::<bool>(),
    ) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let folder = fs::canonicalize(dir.path()).expect("a real path");
        let ending = if is_kotlin { ".kts" } else { "" };
        let source = folder.join("lib/src/main/java/A.java");
        write(&folder, "lib/src/main/java/A.java", "class A { }");
        write(&folder, &format!("lib/build.gradle{ending}"), &script);
        write(&folder, &format!("build.gradle{ending}"), &script);
        write(&folder, &format!("settings.gradle{ending}"), &settings);
        write(&folder, "gradle/libs.versions.toml", &catalog);
        write(&folder, "gradle.properties", &properties);
        let root = GradleRoot::around(&source, Some(&folder)).expect("there are scripts");
        let build = WrittenBuild::of(&root).expect("there is a script");
        let settings = ProjectSettings {
            cache: Some(folder.join("cache")),
            maven: Some(folder.join("no-maven")),
            ..ProjectSettings::default()
        };
        let module = build.module_of(&source).expect("it has a script");
        let sources = folder.join("lib/src/main/java");
        // Libraries need Maven; a module without any has its sources.
        if let Ok(answer) = build.modules(&module, &settings) {
            let all = answer.modules.iter().flat_map(|it| &it.sets);
            let roots: Vec<_> = all.flat_map(|set| &set.roots).collect();
            prop_assert!(script.contains("srcDirs") || roots.contains(&&sources), "{roots:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn pipes_in_the_place_of_files_are_not_waited_for() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = fs::canonicalize(dir.path()).expect("a real path");
    let source = folder.join("src/main/java/A.java");
    write(&folder, "src/main/java/A.java", "class A { }");
    write(&folder, "build.gradle", "plugins { id 'java' }");
    fs::create_dir_all(folder.join("gradle/wrapper")).expect("a folder");
    for name in [
        "gradle.properties",
        "settings.gradle",
        "settings.gradle.kts",
        "gradle/libs.versions.toml",
        "gradle/wrapper/gradle-wrapper.properties",
    ] {
        let made = std::process::Command::new("mkfifo")
            .arg(folder.join(name))
            .status();
        assert!(made.expect("mkfifo").success());
    }
    let root = GradleRoot::around(&source, Some(&folder)).expect("there is a script");
    assert!(!root.compiles_itself());
    root.key(None).expect("a key");
    let build = WrittenBuild::of(&root).expect("there is a script");
    let settings = ProjectSettings {
        cache: Some(folder.join("cache")),
        maven: Some(folder.join("no-maven")),
        ..ProjectSettings::default()
    };
    let module = build.module_of(&source).expect("it has a script");
    // Libraries need Maven.
    assert!(build.modules(&module, &settings).is_err());
}
