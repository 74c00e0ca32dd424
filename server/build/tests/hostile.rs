//! Projects that try to run code while Maven is asked about them: agents, extensions, wrappers. None of it runs.
//!
//! Without Maven or a JDK these tests say so and end.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use goalline_build::{Project, ProjectKind, ProjectSettings, maven_version};
use tempfile::TempDir;

/// A class that leaves a mark as soon as it is loaded.
const EVIL: &str = r#"
package evil;
public class NAME {
    static {
        String[] names = {"loaded by " + ProcessHandle.current().info().command().orElse("?")};
        try { java.nio.file.Files.write(java.nio.file.Path.of("MARK"), java.util.List.of(names)); }
        catch (java.io.IOException e) { throw new RuntimeException(e); }
    }
    public static void premain(String arguments) { }
}
"#;

const COMPONENTS: &str = "<component-set><components><component>\
    <role>org.apache.maven.AbstractMavenLifecycleParticipant</role><role-hint>evil</role-hint>\
    <implementation>evil.Evil</implementation></component></components></component-set>";

struct Attack {
    dir: TempDir,
    root: PathBuf,
    jar: PathBuf,
    mark: PathBuf,
}

/// A folder with a hostile jar in it, for which a project in `p` can be written; none without Maven and a JDK.
fn attack() -> Option<Attack> {
    let Some((_, maven)) = maven_version(&ProjectSettings::default()) else {
        eprintln!("skipped: Maven is not installed");
        return None;
    };
    let libraries = fs::canonicalize(maven)
        .ok()?
        .parent()?
        .parent()?
        .join("lib/*");
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = fs::canonicalize(dir.path()).expect("a real path");
    let mark = folder.join("home/mark");
    let attack = Attack {
        root: folder.join("p"),
        jar: folder.join("evil.jar"),
        mark,
        dir,
    };
    fs::create_dir(folder.join("home")).expect("a folder");
    let agent = EVIL.replace("MARK", &attack.mark.to_string_lossy());
    let extends = "Evil extends org.apache.maven.AbstractMavenLifecycleParticipant";
    for (file, name) in [("Agent", "Agent"), ("Evil", extends)] {
        let text = agent.replace("NAME", name);
        write(&folder.join(format!("src/evil/{file}.java")), &text);
    }
    write(
        &folder.join("classes/META-INF/plexus/components.xml"),
        COMPONENTS,
    );
    write(&folder.join("manifest"), "Premain-Class: evil.Agent\n");
    let mut javac = Command::new("javac");
    javac
        .arg("-cp")
        .arg(libraries)
        .arg("-d")
        .arg("classes")
        .args(["src/evil/Evil.java", "src/evil/Agent.java"]);
    let mut jar = Command::new("jar");
    jar.args(["cfm", "evil.jar", "manifest", "-C", "classes", "."]);
    for mut command in [javac, jar] {
        let ended = command.current_dir(&folder).output();
        let Ok(ended) = ended else {
            eprintln!("skipped: no JDK is installed");
            return None;
        };
        assert!(ended.status.success(), "{ended:?}");
    }
    Some(attack)
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

impl Attack {
    /// A project with these files and one class.
    fn project(&self, files: &[(&str, &str)]) -> Project {
        let class = ("src/main/java/a/A.java", "package a; class A {}");
        for (path, text) in files.iter().chain([&class]) {
            write(&self.root.join(path), text);
        }
        let settings = ProjectSettings {
            cache: Some(self.dir.path().join("cache")),
            ..ProjectSettings::default()
        };
        Project::discover(&self.root.join("src/main/java/a/A.java"), &settings).expect("a project")
    }

    fn expect_nothing_ran(&self, project: &Project) {
        let mark = fs::read_to_string(&self.mark).unwrap_or_default();
        assert!(!self.mark.exists(), "{mark}");
        assert_eq!(project.notices, Vec::<String>::new());
        assert_eq!(project.kind, ProjectKind::Maven);
        let options = &project.compiler_options;
        assert_eq!(options[..2], ["--release", "17"], "the pom is read");
    }

    /// The hostile jar in a repository of the project, as Maven lays it out.
    fn publish(&self, artifact: &str, pom: &str) {
        let folder = self.root.join(format!("repository/x/evil/{artifact}/1"));
        write(&folder.join(format!("{artifact}-1.pom")), pom);
        fs::copy(&self.jar, folder.join(format!("{artifact}-1.jar"))).expect("a jar");
    }
}

fn pom(coordinates: &str, body: &str) -> String {
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>{coordinates}\
         <properties><maven.compiler.release>17</maven.compiler.release></properties>{body}</project>"
    )
}

const OWN: &str = "<groupId>x.evil</groupId><artifactId>shop</artifactId><version>1</version>";

const REPOSITORIES: &str = "<repositories><repository><id>own</id><url>file://${project.basedir}/repository</url></repository></repositories>\
    <pluginRepositories><pluginRepository><id>own</id><url>file://${project.basedir}/repository</url></pluginRepository></pluginRepositories>";

#[test]
fn agents_and_extensions_of_the_mvn_folder_do_not_run() {
    let Some(attack) = attack() else { return };
    let agent = format!("-javaagent:{}", attack.jar.display());
    let options = format!(
        "-Dmaven.ext.class.path={}\n-Dlevel=17\n",
        attack.jar.display()
    );
    let files = [
        (".mvn/jvm.config", &*agent),
        (".mvn/maven.config", &*options),
        (
            ".mvn/extensions.xml",
            "<extensions><extension><groupId>x.evil</groupId><artifactId>none</artifactId><version>1</version></extension></extensions>",
        ),
        ("pom.xml", &pom(OWN, "").replace(">17<", ">${level}<")),
    ];
    // Were it not for us, the agent would run.
    let project = attack.project(&files);
    attack.expect_nothing_ran(&project);
    let plain = Command::new("mvn")
        .arg("-v")
        .current_dir(&attack.root)
        .output();
    if plain.is_ok_and(|ended| ended.status.success()) {
        assert!(attack.mark.exists(), "this attack is none");
    }
}

#[test]
fn extensions_of_a_pom_and_of_its_plugins_and_profiles_do_not_run() {
    let Some(attack) = attack() else { return };
    let library = |artifact: &str| {
        format!("<groupId>x.evil</groupId><artifactId>{artifact}</artifactId><version>1</version>")
    };
    for artifact in ["one", "two", "three"] {
        attack.publish(artifact, &pom(&library(artifact), ""));
    }
    let body = format!(
        "{REPOSITORIES}<build><extensions><extension>{}</extension></extensions><plugins><plugin>{}<extensions>true</extensions>\
         </plugin></plugins></build><profiles><profile><id>p</id><activation><file><exists>src/main/java</exists></file></activation>\
         <build><plugins><plugin>{}<extensions>true</extensions></plugin></plugins></build></profile></profiles>",
        library("one"),
        library("two"),
        library("three")
    );
    let project = attack.project(&[("pom.xml", &pom(OWN, &body))]);
    attack.expect_nothing_ran(&project);
}

#[test]
fn what_a_pom_says_of_the_plugin_that_prints_it_for_us_does_nothing() {
    let Some(attack) = attack() else { return };
    let library = "<groupId>x.evil</groupId><artifactId>none</artifactId><version>1</version>";
    let plugin = |names: &str, more: &str| {
        format!(
            "<build><plugins><plugin>{names}<version>3.5.1</version>{more}<configuration>\
             <output>${{project.basedir}}/elsewhere.xml</output></configuration></plugin></plugins></build>"
        )
    };
    // The one needs a library that is nowhere, the other writes where we do not look.
    let plain = plugin(
        "<artifactId>maven-help-plugin</artifactId>",
        &format!("<dependencies><dependency>{library}</dependency></dependencies>"),
    );
    let hidden = plugin("<artifactId>maven-${kind}-plugin</artifactId>", "");
    let hidden = format!("<profiles><profile><id>p</id>{hidden}</profile></profiles>");
    let text = pom(OWN, &format!("{plain}{hidden}"));
    let text = text.replace("</properties>", "<kind>help</kind></properties>");
    let project = attack.project(&[("pom.xml", &text)]);
    attack.expect_nothing_ran(&project);
}

#[cfg(unix)]
#[test]
fn no_wrapper_runs_neither_that_of_the_project_nor_one_above() {
    use std::os::unix::fs::PermissionsExt;

    const NAME: &str = "hostile::no_wrapper_runs_neither_that_of_the_project_nor_one_above";
    const FOLDER: &str = "GOALLINE_TEST_FOLDER";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let folder = PathBuf::from(folder);
        let settings = ProjectSettings {
            cache: Some(folder.join("cache")),
            ..ProjectSettings::default()
        };
        let file = folder.join("above/p/src/main/java/a/A.java");
        let project = Project::discover(&file, &settings).expect("a project");
        assert!(
            project.notices[0].contains("./mvnw -v"),
            "{:?}",
            project.notices
        );
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mark = dir.path().join("mark");
    for place in ["above/mvnw", "above/p/mvnw"] {
        let script = dir.path().join(place);
        fs::create_dir_all(script.parent().expect("a folder")).expect("a folder");
        fs::write(
            &script,
            format!("#!/bin/sh\necho ran > {}\n", mark.display()),
        )
        .expect("a file");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    let sources = dir.path().join("above/p/src/main/java/a");
    fs::create_dir_all(&sources).expect("a folder");
    fs::write(sources.join("A.java"), "package a; class A {}").expect("a file");
    fs::write(dir.path().join("above/p/pom.xml"), pom(OWN, "")).expect("a file");
    // This very test in a process that finds no Maven.
    let ended = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", NAME])
        .env(FOLDER, dir.path())
        .env("PATH", "/nowhere")
        .env("HOME", dir.path())
        .env_remove("MAVEN_HOME")
        .env_remove("M2_HOME")
        .output()
        .expect("it runs");
    assert!(ended.status.success(), "{ended:?}");
    assert!(String::from_utf8_lossy(&ended.stdout).contains("1 passed"));
    assert!(!mark.exists());
}

#[test]
fn a_plugin_that_makes_sources_reads_the_repository_of_the_user_and_leaves_nothing_in_it() {
    let Some(attack) = attack() else { return };
    if !goalline_build::builds_are_confined() {
        eprintln!("skipped: this kernel has no Landlock");
        return;
    }
    // It could as well be a part of Maven, which the user's next build runs.
    let name = format!("goalline-{}", std::process::id());
    let home = std::env::var_os("HOME").expect("whoever runs Maven has one");
    let planted = Path::new(&home).join(".m2/repository").join(&name);
    let body = format!(
        "<build><plugins><plugin><artifactId>maven-antrun-plugin</artifactId><version>3.1.0</version><executions><execution>\
         <phase>generate-sources</phase><goals><goal>run</goal></goals><configuration><target>\
         <echo file=\"${{project.build.directory}}/generated-sources/x/b/B.java\">package b; public class B {{}}</echo>\
         <echo file=\"{}\">evil</echo></target></configuration></execution></executions></plugin></plugins></build>",
        planted.display()
    );
    let project = attack.project(&[("pom.xml", &pom(OWN, &body))]);
    let was_planted = planted.exists();
    let _ = fs::remove_file(&planted);
    assert!(!was_planted, "{}", planted.display());
    assert!(
        project.source_roots.len() > 1,
        "its plugin ran: {project:?}"
    );
    let [notice] = &project.notices[..] else {
        panic!("one notice, not {:?}", project.notices)
    };
    assert!(notice.contains(&name), "{notice}");
}

#[test]
fn what_a_repository_of_the_project_gives_is_kept_from_all_other_projects() {
    let Some(attack) = attack() else { return };
    // It could as well be called like a library of theirs that was not fetched yet.
    let name = format!("one-{}", std::process::id());
    let library =
        format!("<groupId>x.evil</groupId><artifactId>{name}</artifactId><version>1</version>");
    attack.publish(&name, &pom(&library, ""));
    let home = std::env::var_os("HOME").expect("whoever runs Maven has one");
    let planted = Path::new(&home).join(".m2/repository/x/evil").join(&name);
    let dependency = format!("<dependencies><dependency>{library}</dependency></dependencies>");
    let own = attack.project(&[("pom.xml", &pom(OWN, &format!("{REPOSITORIES}{dependency}")))]);
    let was_planted = planted.exists();
    let _ = fs::remove_dir_all(&planted);
    assert!(!was_planted, "{}", planted.display());
    attack.expect_nothing_ran(&own);
    let [jar] = &own.class_path[..] else {
        panic!("one library, not {:?}", own.class_path)
    };
    assert!(jar.starts_with(attack.dir.path().join("cache")), "{jar:?}");
    let other = attack.dir.path().join("bank/src/main/java/a/A.java");
    write(&other, "package a; class A {}");
    let bank = pom(&OWN.replace("shop", "bank"), &dependency);
    write(&attack.dir.path().join("bank/pom.xml"), &bank);
    let settings = ProjectSettings {
        cache: Some(attack.dir.path().join("cache")),
        ..ProjectSettings::default()
    };
    let other = Project::discover(&other, &settings).expect("a project");
    assert_eq!(other.class_path, Vec::<PathBuf>::new());
}

#[test]
fn what_the_copies_hide_from_maven_is_still_true_of_the_answer() {
    let Some(attack) = attack() else { return };
    let body = "<packaging>bundle</packaging><build><directory>out</directory>\
        <testSourceDirectory>${checks}</testSourceDirectory><plugins><plugin>\
        <groupId>org.apache.felix</groupId><artifactId>maven-bundle-plugin</artifactId><version>5.1.9</version>\
        <extensions>true</extensions></plugin></plugins></build><profiles><profile><id>p</id><activation><file>\
        <exists>${basedir}/there/deep.txt</exists></file></activation><properties><checks>checks</checks></properties>\
        </profile></profiles>";
    let project = attack.project(&[
        ("pom.xml", &pom(OWN, body)),
        ("there/deep.txt", "text"),
        ("checks/a/ATest.java", "package a; class ATest {}"),
    ]);
    attack.expect_nothing_ran(&project);
    assert_eq!(project.source_roots, [attack.root.join("src/main/java")]);
    assert_eq!(project.test_roots, [attack.root.join("checks")]);
}
