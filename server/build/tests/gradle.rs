//! Gradle builds read by a real Gradle: modules, class paths, what tasks make; builds that fail, and builds that try to
//! write where they may not.
//!
//! Without Gradle these tests say so and end; the first run downloads what the builds name.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use goalline_build::{
    Announcer, BuildChoice, Project, ProjectFramework, ProjectKind, ProjectSettings, gradle_version,
};
use tempfile::TempDir;

struct GradleTree {
    dir: TempDir,
    root: PathBuf,
    said: Arc<Mutex<Vec<String>>>,
}

fn tree() -> Option<GradleTree> {
    if gradle_version(&ProjectSettings::default()).is_none() {
        eprintln!("skipped: Gradle is not installed");
        return None;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let root = fs::canonicalize(dir.path()).expect("a real path").join("p");
    fs::create_dir(&root).expect("a folder");
    let said = Arc::default();
    Some(GradleTree { dir, root, said })
}

impl GradleTree {
    /// The tree with the build of two modules that lies among the fixtures.
    fn with_fixture(self) -> Self {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/gradle");
        for (path, bytes) in files(&fixture) {
            let place = self
                .root
                .join(path.strip_prefix(&fixture).expect("below it"));
            fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
            fs::write(place, bytes).expect("a file");
        }
        self
    }

    fn write(&self, path: &str, text: &str) {
        let place = self.root.join(path);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::write(place, text).expect("a file");
    }

    fn settings(&self) -> ProjectSettings {
        let said = Arc::clone(&self.said);
        ProjectSettings {
            cache: Some(self.dir.path().join("cache")),
            announcer: Announcer::new(move |text| {
                said.lock().expect("a list").push(text.to_owned());
            }),
            ..ProjectSettings::default()
        }
    }

    fn discover(&self, file: &str) -> Project {
        self.discover_with(file, &self.settings())
    }

    fn discover_with(&self, file: &str, settings: &ProjectSettings) -> Project {
        Project::discover(&self.root.join(file), settings).expect("a project")
    }

    fn said(&self) -> usize {
        self.said.lock().expect("a list").len()
    }
}

/// All files below a folder with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let bytes = fs::read(&path).expect("a file");
            found.insert(path, bytes);
        }
    }
    found
}

fn names(paths: &[PathBuf]) -> Vec<&str> {
    let names = paths.iter().filter_map(|path| path.file_name()?.to_str());
    names.collect()
}

#[test]
fn two_modules_are_what_gradle_says_and_nothing_of_the_user_is_written() {
    let Some(tree) = tree().map(GradleTree::with_fixture) else {
        return;
    };
    let before = files(&tree.root);
    let till = tree.discover("till/src/main/java/till/Till.java");
    assert_eq!(till.notices, Vec::<String>::new());
    assert_eq!(till.kind, ProjectKind::Gradle);
    assert_eq!(till.root, tree.root.join("till"));
    // The library that the other module builds is that module's sources, those that its task makes among them.
    let [own, sibling, made] = &till.source_roots[..] else {
        panic!("three roots, not {:?}", till.source_roots)
    };
    assert_eq!(*own, tree.root.join("till/src/main/java"));
    assert_eq!(*sibling, tree.root.join("prices/src/main/java"));
    let made = fs::read_to_string(made.join("prices/Currency.java")).expect("it was made");
    assert!(made.contains("KWD(3)"), "{made}");
    assert_eq!(till.test_roots, [tree.root.join("till/src/test/java")]);
    let [resources, rest @ ..] = &till.class_path[..] else {
        panic!("a class path, not {:?}", till.class_path)
    };
    let filled = fs::read_to_string(resources.join("till.properties")).expect("it was copied");
    assert_eq!(filled, "limit=500\n");
    // As it is compiled from its sources, what it is compiled with comes along.
    let expected = [
        "resources",
        "commons-lang3-3.14.0.jar",
        "lombok-1.18.42.jar",
    ];
    assert_eq!(names(rest), expected);
    let for_tests = names(&till.test_class_path);
    assert_eq!(for_tests, ["junit-4.13.2.jar", "hamcrest-core-1.3.jar"]);
    assert_eq!(till.framework, ProjectFramework::Junit4);
    let expected = "-source 11 -target 11 -encoding UTF-8 -parameters";
    assert!(till.compiler_options.join(" ").starts_with(expected));
    let run = &till.test_run;
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(run.properties, [pair("till.greeting", "Good morning")]);
    assert_eq!(run.environment, [pair("TILL_NUMBER", "7")]);
    assert_eq!(run.flags, ["--add-opens=java.base/java.util=ALL-UNNAMED"]);
    assert_eq!(run.memory_mb, Some(256));
    assert_eq!(run.working_directory, Some(tree.root.join("till")));

    // One run of Gradle answers for all modules, and what was made is made once.
    let told = tree.said();
    let prices = tree.discover("prices/src/main/java/prices/Money.java");
    assert_eq!(prices.notices, Vec::<String>::new());
    assert_eq!(prices.source_roots.len(), 2);
    assert!(names(&prices.class_path).contains(&"lombok-1.18.42.jar"));
    let again = tree.discover("till/src/main/java/till/Till.java");
    assert_eq!(again, till);
    assert_eq!(tree.said(), told);
    let never = ProjectSettings {
        build: BuildChoice::Never,
        ..tree.settings()
    };
    let without = tree.discover_with("prices/src/main/java/prices/Money.java", &never);
    assert!(without.notices[0].contains(":prices:currencies"));
    assert_eq!(files(&tree.root), before);
}

#[test]
fn a_build_that_fails_is_told_once_in_its_own_words() {
    let Some(tree) = tree() else { return };
    tree.write("settings.gradle", "rootProject.name = 'broken'");
    tree.write("build.gradle", "apply plugin: 'java'\n\nnoSuchThing {\n}\n");
    tree.write("src/main/java/A.java", "class A { }");
    let project = tree.discover("src/main/java/A.java");
    assert_eq!(project.kind, ProjectKind::Gradle);
    let [notice] = &project.notices[..] else {
        panic!("one notice, not {:?}", project.notices)
    };
    assert!(notice.contains("noSuchThing"), "{notice}");
    assert!(!notice.contains("--stacktrace"), "{notice}");
    assert_eq!(project.source_roots, [tree.root.join("src/main/java")]);
}

#[cfg(unix)]
#[test]
fn what_a_build_leaves_in_its_area_does_not_lead_us_to_files_of_the_user() {
    let Some(tree) = tree() else { return };
    let users = tree.dir.path().join("users");
    for folder in ["autostart", "documents"] {
        fs::create_dir_all(users.join(folder)).expect("a folder");
        fs::write(users.join(folder).join("diary"), "mine").expect("a file");
    }
    let before = files(&users);
    // In the first run it puts links where we may write in the next one, and has us make one.
    let script = format!(
        "def area = gradle.startParameter.projectCacheDir.parentFile\n\
         def leads = {{ String name, String to ->\n\
         def place = new File(area, name)\n\
         if (java.nio.file.Files.isSymbolicLink(place.toPath())) return\n\
         if (place.exists() && !place.deleteDir()) place.delete()\n\
         java.nio.file.Files.createSymbolicLink(place.toPath(), new File('{users}', to).toPath())\n}}\n\
         leads('model.gradle', 'documents/diary')\n\
         leads('tmp', 'documents')\n\
         if (!projectDir.path.startsWith(area.path)) {{\n\
         leads('copy', 'autostart')\nthrow new RuntimeException('Permission denied')\n}}\n\
         apply plugin: 'java'\n",
        users = users.display()
    );
    tree.write("settings.gradle", "rootProject.name = 'p'\n");
    tree.write("build.gradle", &script);
    tree.write("src/main/java/p/A.java", "package p; class A {}");
    let project = tree.discover("src/main/java/p/A.java");
    assert_eq!(files(&users), before, "{:?}", project.notices);
    assert_eq!(project.kind, ProjectKind::Gradle);
    assert_eq!(project.notices, Vec::<String>::new());
}

#[test]
fn a_build_that_writes_where_it_stands_is_read_in_a_copy_and_one_that_reaches_out_gets_nowhere() {
    let Some(tree) = tree() else { return };
    let mark = tree.dir.path().join("mark");
    let secret = tree.dir.path().join("secret");
    fs::write(&secret, "do not tell").expect("a file");
    tree.write("settings.gradle", "rootProject.name = 'own'");
    let reach =
        "def tried = { Closure c -> try { c() } catch (Exception e) { e.class.simpleName } }";
    tree.write(
        "build.gradle",
        &format!(
            "apply plugin: 'java'\nsourceCompatibility = 11\n{reach}\nfile('version.txt').text = '1'\n\
             tried {{ new File('{}').text = 'x' }}\n\
             compileJava.options.compilerArgs << '-Asecret=' + tried {{ new File('{}').text }}\n\
             dependencies {{ compile 'com.example.goalline:no-such-library:1.0' }}\n\
             repositories {{ mavenCentral() }}\n",
            mark.display(),
            secret.display()
        ),
    );
    tree.write("src/main/java/A.java", "class A { }");
    let before = files(&tree.root);
    let project = tree.discover("src/main/java/A.java");
    assert_eq!(project.kind, ProjectKind::Gradle, "{:?}", project.notices);
    assert_eq!(project.source_roots, [tree.root.join("src/main/java")]);
    let options = project.compiler_options.join(" ");
    assert!(options.starts_with("-source 11 "), "{options}");
    // What cannot be had is named, and the rest is there.
    let [notice] = &project.notices[..] else {
        panic!("one notice, not {:?}", project.notices)
    };
    assert!(notice.contains("no-such-library"), "{notice}");
    assert_eq!(files(&tree.root), before);
    if goalline_build::builds_are_confined() {
        assert!(!mark.exists());
        assert!(options.contains("-Asecret=FileNotFound"), "{options}");
    }
}

#[test]
fn a_build_that_no_gradle_here_can_read_has_what_its_files_say_in_words() {
    let Some(tree) = tree() else {
        return;
    };
    let settings = "rootProject.name = 'p'\ninclude 'app', 'core'";
    tree.write("settings.gradle", settings);
    // Debian's Gradle knows no catalogues, and nobody has such a plugin.
    tree.write(
        "build.gradle",
        "plugins { id 'no.such.plugin' version '1' }\nsubprojects { apply plugin: 'java' }",
    );
    let catalog = "[versions]\njunit = '4.13.2'\n[libraries]\njunit = { module = 'junit:junit', version.ref = 'junit' }\n";
    tree.write("gradle/libs.versions.toml", catalog);
    let app = "ext { apiVersion = '1.1.2' }\njava { sourceCompatibility = 11 }\ndependencies {\n\
        implementation project(':core')\n testImplementation libs.junit\n}";
    tree.write("app/build.gradle", app);
    let core = "dependencies { api \"org.apiguardian:apiguardian-api:${apiVersion}\" }\next.apiVersion = '1.1.2'";
    tree.write("core/build.gradle", core);
    tree.write(
        "core/src/main/java/core/Core.java",
        "package core; public class Core {}",
    );
    tree.write(
        "app/src/main/java/app/App.java",
        "package app; public class App {}",
    );
    let project = tree.discover("app/src/main/java/app/App.java");
    assert_eq!(project.kind, ProjectKind::Gradle);
    assert_eq!(project.root, tree.root.join("app"));
    let roots = ["app/src/main/java", "core/src/main/java"].map(|it| tree.root.join(it));
    assert_eq!(project.source_roots, roots);
    assert_eq!(names(&project.class_path), ["apiguardian-api-1.1.2.jar"]);
    assert_eq!(
        names(&project.test_class_path),
        ["junit-4.13.2.jar", "hamcrest-core-1.3.jar"]
    );
    assert_eq!(project.framework, ProjectFramework::Junit4);
    assert_eq!(project.compiler_options[..2], ["-source", "11"]);
    let [notice] = &project.notices[..] else {
        panic!("one notice, not {:?}", project.notices)
    };
    assert!(notice.contains("no.such.plugin"), "{notice}");
    assert!(notice.contains("read from its files alone"), "{notice}");
    // The cause comes first, what helps last.
    let cause = format!(" fails to read {}:", tree.root.display());
    assert!(
        notice
            .lines()
            .next()
            .is_some_and(|line| line.ends_with(&cause)),
        "{notice}"
    );
    assert!(
        notice.ends_with("install the Gradle that it was written for"),
        "{notice}"
    );
}
