//! Maven modules read by a real Maven: class paths, reactors in which nothing was built, poms that Maven rejects.
//!
//! Without Maven these tests say so and end; the first run downloads what the poms name.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use goalline_build::{
    Announcer, BuildChoice, Project, ProjectFramework, ProjectKind, ProjectSettings, maven_version,
};
use tempfile::TempDir;

struct MavenTree {
    dir: TempDir,
    root: PathBuf,
}

fn tree(files: &[(&str, &str)]) -> MavenTree {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let root = fs::canonicalize(dir.path()).expect("a real path").join("p");
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    MavenTree { dir, root }
}

impl MavenTree {
    fn settings(&self) -> ProjectSettings {
        ProjectSettings {
            cache: Some(self.dir.path().join("cache")),
            ..Default::default()
        }
    }

    fn discover(&self, file: &str) -> Project {
        Project::discover(&self.root.join(file), &self.settings()).expect("a project")
    }
}

fn has_maven() -> bool {
    let there = maven_version(&ProjectSettings::default()).is_some();
    if !there {
        eprintln!("skipped: Maven is not installed");
    }
    there
}

fn names(paths: &[PathBuf]) -> Vec<&str> {
    paths
        .iter()
        .filter_map(|path| path.file_name()?.to_str())
        .collect()
}

fn pom(body: &str) -> String {
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>{body}</project>"
    )
}

const LANG: &str = "<dependency><groupId>org.apache.commons</groupId><artifactId>commons-lang3</artifactId>\
    <version>3.17.0</version></dependency>";

#[test]
fn class_paths_options_and_junit_come_from_maven_and_then_from_the_cache() {
    if !has_maven() {
        return;
    }
    let text = pom(&format!(
        "<groupId>x</groupId><artifactId>one</artifactId><version>1</version>\
         <properties><maven.compiler.release>17</maven.compiler.release></properties>\
         <dependencies>{LANG}<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId>\
         <version>5.11.4</version><scope>test</scope></dependency></dependencies>"
    ));
    let tree = tree(&[
        ("pom.xml", &text),
        ("src/main/java/a/A.java", "package a; class A {}"),
        ("src/main/resources/a.txt", ""),
    ]);
    let project = tree.discover("src/main/java/a/A.java");
    assert_eq!(project.notices, Vec::<String>::new());
    assert_eq!(project.kind, ProjectKind::Maven);
    assert_eq!(project.root, tree.root);
    assert_eq!(
        names(&project.class_path),
        ["resources", "commons-lang3-3.17.0.jar"]
    );
    assert!(names(&project.test_class_path).contains(&"junit-jupiter-api-5.11.4.jar"));
    assert_eq!(project.compiler_options, ["--release", "17"]);
    assert_eq!(project.java_release(), 17);
    assert_eq!(project.framework, ProjectFramework::Jupiter);
    assert_eq!(
        project.test_file_for(&tree.root.join("src/main/java/a/A.java"), "A"),
        tree.root.join("src/test/java/a/ATest.java")
    );
    assert!(
        !tree.root.join("target").exists(),
        "nothing of the project was built or touched"
    );

    let no_maven = Path::new("/nowhere/mvn");
    let settings = ProjectSettings {
        maven: Some(no_maven.into()),
        ..tree.settings()
    };
    let again = Project::discover(&tree.root.join("src/main/java/a/A.java"), &settings);
    assert_eq!(
        again.expect("a project"),
        project,
        "the cache needs no Maven"
    );
}

#[test]
fn a_reactor_in_which_nothing_was_built_resolves_to_sources() {
    if !has_maven() {
        return;
    }
    let root = pom(
        "<groupId>x</groupId><artifactId>root</artifactId><version>${revision}</version>\
         <packaging>pom</packaging><modules><module>core</module><module>app</module></modules>\
         <properties><revision>1-SNAPSHOT</revision></properties>",
    );
    let module = |artifact: &str, dependencies: &str| {
        pom(&format!(
            "<parent><groupId>x</groupId><artifactId>root</artifactId><version>${{revision}}</version></parent>\
             <artifactId>{artifact}</artifactId><dependencies>{dependencies}</dependencies>"
        ))
    };
    let core = "<dependency><groupId>x</groupId><artifactId>core</artifactId>\
        <version>${project.version}</version></dependency>";
    let tree = tree(&[
        ("pom.xml", &root),
        ("core/pom.xml", &module("core", LANG)),
        ("app/pom.xml", &module("app", core)),
        (
            "core/src/main/java/core/Core.java",
            "package core; public class Core {}",
        ),
        (
            "app/src/main/java/app/App.java",
            "package app; class App { core.Core core; }",
        ),
    ]);
    let project = tree.discover("app/src/main/java/app/App.java");
    assert_eq!(project.notices, Vec::<String>::new());
    assert_eq!(project.root, tree.root.join("app"));
    assert_eq!(
        project.source_roots,
        [
            tree.root.join("app/src/main/java"),
            tree.root.join("core/src/main/java")
        ]
    );
    assert_eq!(names(&project.class_path), ["commons-lang3-3.17.0.jar"]);
    assert_eq!(project.compiler_options, ["-source", "8", "-target", "8"]);
    assert_eq!(project.framework, ProjectFramework::Absent);
}

#[test]
fn a_pom_that_maven_rejects_is_a_notice_with_its_words() {
    if !has_maven() {
        return;
    }
    let tree = tree(&[
        ("pom.xml", &pom("<artifactId>no-group</artifactId>")),
        ("src/main/java/a/A.java", "package a; class A {}"),
    ]);
    let project = tree.discover("src/main/java/a/A.java");
    assert_eq!(project.kind, ProjectKind::Folder);
    assert_eq!(project.root, tree.root);
    assert_eq!(project.source_roots, [tree.root.join("src/main/java")]);
    let [notice] = project.notices.as_slice() else {
        panic!("{:?}", project.notices)
    };
    assert!(
        notice.starts_with("Maven rejects ") && notice.contains("'groupId' is missing"),
        "{notice}"
    );
}

#[test]
fn a_dependency_that_does_not_exist_leaves_the_rest_usable() {
    if !has_maven() {
        return;
    }
    let text = pom(
        "<groupId>x</groupId><artifactId>one</artifactId><version>1</version>\
         <dependencies><dependency><groupId>x.y</groupId><artifactId>not-there</artifactId>\
         <version>9</version></dependency></dependencies>",
    );
    let tree = tree(&[
        ("pom.xml", &text),
        ("src/main/java/a/A.java", "package a; class A {}"),
    ]);
    let project = tree.discover("src/main/java/a/A.java");
    assert_eq!(project.kind, ProjectKind::Maven);
    let [notice] = project.notices.as_slice() else {
        panic!("{:?}", project.notices)
    };
    assert!(notice.contains("x.y:not-there:jar:9"), "{notice}");
}

#[test]
fn annotation_processors_are_resolved_apart_from_the_class_path() {
    if !has_maven() {
        return;
    }
    let text = pom(
        "<groupId>x</groupId><artifactId>one</artifactId><version>1</version><build><plugins><plugin>\
         <artifactId>maven-compiler-plugin</artifactId><configuration><annotationProcessorPaths><path>\
         <groupId>org.projectlombok</groupId><artifactId>lombok</artifactId><version>1.18.42</version>\
         </path></annotationProcessorPaths><compilerArgs><arg>-Ax=y</arg></compilerArgs></configuration>\
         </plugin></plugins></build>",
    );
    let tree = tree(&[
        ("pom.xml", &text),
        ("src/main/java/a/A.java", "package a; class A {}"),
    ]);
    let project = tree.discover("src/main/java/a/A.java");
    assert_eq!(project.notices, Vec::<String>::new());
    assert_eq!(names(&project.processor_path), ["lombok-1.18.42.jar"]);
    assert_eq!(project.class_path, Vec::<PathBuf>::new());
    assert!(project.compiler_options.contains(&"-Ax=y".to_owned()));
}

#[test]
fn without_maven_the_module_is_a_plain_folder_and_a_notice_says_so() {
    let tree = tree(&[
        ("pom.xml", &pom("")),
        ("src/main/java/a/A.java", "package a; class A {}"),
        ("src/test/java/a/ATest.java", "package a; class ATest {}"),
    ]);
    let maven = Some(tree.root.join("pom.xml/no-such-file"));
    let settings = ProjectSettings {
        maven,
        ..tree.settings()
    };
    let project = Project::discover(&tree.root.join("src/main/java/a/A.java"), &settings);
    let project = project.expect("a project");
    assert_eq!(project.kind, ProjectKind::Folder);
    assert_eq!(project.test_roots, [tree.root.join("src/test/java")]);
    let [notice] = project.notices.as_slice() else {
        panic!("{:?}", project.notices)
    };
    assert!(
        notice.starts_with("Maven was not found") && notice.contains("--classpath"),
        "{notice}"
    );
}

#[test]
fn published_sources_have_the_libraries_of_the_pom_that_was_packed_with_them() {
    if !has_maven() {
        return;
    }
    let text = pom(&format!(
        "<groupId>x</groupId><artifactId>one</artifactId><version>1</version>\
         <dependencies>{LANG}</dependencies>"
    ));
    let in_need = "package a; import org.apache.commons.lang3.StringUtils; class A {}";
    let tree = tree(&[
        ("META-INF/maven/x/one/pom.xml", &text),
        ("a/A.java", in_need),
    ]);
    let project = tree.discover("a/A.java");
    assert_eq!(project.kind, ProjectKind::Folder);
    assert_eq!(project.root, tree.root);
    assert_eq!(project.source_roots, [tree.root.as_path()]);
    assert_eq!(names(&project.class_path), ["commons-lang3-3.17.0.jar"]);
    assert!(project.notices.is_empty(), "{:?}", project.notices);
    // What needs none does not wait for Maven.
    fs::write(tree.root.join("a/A.java"), "package a; class A {}").expect("it was written before");
    assert!(tree.discover("a/A.java").class_path.is_empty());
}

#[test]
fn a_module_that_maven_rejects_spoils_no_other_one() {
    if !has_maven() {
        return;
    }
    let parent =
        "<parent><groupId>x</groupId><artifactId>root</artifactId><version>1</version></parent>";
    let root = pom(
        "<groupId>x</groupId><artifactId>root</artifactId><version>1</version><packaging>pom</packaging>\
         <modules><module>good</module><module>lib</module><module>broken</module></modules>",
    );
    let good = pom(&format!(
        "{parent}<artifactId>good</artifactId><dependencies>{LANG}<dependency><groupId>x</groupId>\
         <artifactId>lib</artifactId><version>1</version></dependency></dependencies>"
    ));
    let lib = pom(&format!("{parent}<artifactId>lib</artifactId>"));
    let broken = pom(&format!(
        "{parent}<artifactId>broken</artifactId><dependencies><dependency><groupId>x</groupId>\
         <artifactId>without-version</artifactId></dependency></dependencies>"
    ));
    let tree = tree(&[
        ("pom.xml", &root),
        ("good/pom.xml", &good),
        ("lib/pom.xml", &lib),
        ("lib/src/main/java/b/B.java", "package b; public class B {}"),
        ("broken/pom.xml", &broken),
        (
            "good/src/main/java/a/A.java",
            "package a; class A { b.B b; }",
        ),
    ]);
    let project = tree.discover("good/src/main/java/a/A.java");
    assert_eq!(project.notices, Vec::<String>::new());
    assert_eq!(project.root, tree.root.join("good"));
    assert_eq!(
        project.source_roots,
        [
            tree.root.join("good/src/main/java"),
            tree.root.join("lib/src/main/java")
        ]
    );
    assert_eq!(project.class_path.len(), 1, "{:?}", project.class_path);
}

#[test]
fn a_file_belongs_to_the_module_that_compiles_it_wherever_that_lies() {
    if !has_maven() {
        return;
    }
    let root = pom(
        "<groupId>x</groupId><artifactId>root</artifactId><version>1</version><packaging>pom</packaging>\
         <modules><module>annotations</module><module>processor</module></modules>",
    );
    let annotations = pom(
        "<parent><groupId>x</groupId><artifactId>root</artifactId><version>1</version></parent>\
         <artifactId>annotations</artifactId><build><sourceDirectory>../src/main/java</sourceDirectory></build>",
    );
    let processor = pom(&format!(
        "<parent><groupId>x</groupId><artifactId>root</artifactId><version>1</version></parent>\
         <artifactId>processor</artifactId><dependencies>{LANG}</dependencies>\
         <build><sourceDirectory>../src/main/java</sourceDirectory></build>"
    ));
    let tree = tree(&[
        ("pom.xml", &root),
        ("annotations/pom.xml", &annotations),
        ("processor/pom.xml", &processor),
        ("src/main/java/a/A.java", "package a; class A {}"),
    ]);
    let project = tree.discover("src/main/java/a/A.java");
    assert_eq!(project.root, tree.root.join("processor"));
    assert_eq!(project.source_roots, [tree.root.join("src/main/java")]);
    assert_eq!(project.class_path.len(), 1, "{:?}", project.class_path);
}

#[test]
fn each_module_of_a_reactor_has_its_own_roots_and_class_path_whichever_was_asked_first() {
    if !has_maven() {
        return;
    }
    let root = pom(
        "<groupId>x</groupId><artifactId>root</artifactId><version>1</version><packaging>pom</packaging>\
         <modules><module>one</module><module>two</module></modules>",
    );
    let module = |artifact: &str, dependencies: &str| {
        pom(&format!(
            "<parent><groupId>x</groupId><artifactId>root</artifactId><version>1</version></parent>\
             <artifactId>{artifact}</artifactId><dependencies>{dependencies}</dependencies>"
        ))
    };
    let tree = tree(&[
        ("pom.xml", &root),
        ("one/pom.xml", &module("one", LANG)),
        ("two/pom.xml", &module("two", "")),
        ("one/src/main/java/a/One.java", "package a; class One {}"),
        ("two/src/main/java/a/Two.java", "package a; class Two {}"),
    ]);
    for again in [false, true] {
        for (name, class, jars) in [
            ("one", "One", &["commons-lang3-3.17.0.jar"][..]),
            ("two", "Two", &[]),
        ] {
            let file = format!("{name}/src/main/java/a/{class}.java");
            let project = tree.discover(&file);
            let own = tree.root.join(name);
            assert_eq!(project.root, own, "{name}, from the cache: {again}");
            assert_eq!(project.source_roots, [own.join("src/main/java")]);
            assert_eq!(project.test_roots, [own.join("src/test/java")]);
            assert_eq!(names(&project.class_path), jars);
            assert_eq!(
                project.test_file_for(&tree.root.join(&file), class),
                own.join(format!("src/test/java/a/{class}Test.java"))
            );
        }
    }
}

#[test]
fn a_test_jar_that_cannot_be_had_drops_nothing_else_and_is_named_once() {
    if !has_maven() {
        return;
    }
    let test = |group: &str, artifact: &str, version: &str| {
        format!(
            "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>\
             <scope>test</scope></dependency>"
        )
    };
    let one = pom(&format!(
        "<groupId>x</groupId><artifactId>one</artifactId><version>1</version><dependencies>{LANG}{}{}{}</dependencies>",
        test("org.junit.jupiter", "junit-jupiter", "5.11.4"),
        test("x.y", "not-there", "9"),
        test("x.y", "neither", "9"),
    ));
    let tree = tree(&[
        ("pom.xml", &one),
        ("src/main/java/a/A.java", "package a; class A {}"),
    ]);
    let project = tree.discover("src/main/java/a/A.java");
    assert_eq!(names(&project.class_path), ["commons-lang3-3.17.0.jar"]);
    let tests = names(&project.test_class_path);
    for jar in ["junit-jupiter-api-5.11.4.jar", "opentest4j-1.3.0.jar"] {
        assert!(tests.contains(&jar), "{tests:?}");
    }
    let [notice] = project.notices.as_slice() else {
        panic!("{:?}", project.notices)
    };
    for part in [
        "is read without x.y:not-there:jar:9, x.y:neither:jar:9,",
        "Could not find artifact x.y:not-there:jar:9 in ",
    ] {
        assert_eq!(notice.matches(part).count(), 1, "{notice}");
    }
    let settings = ProjectSettings {
        maven: Some("/nowhere/mvn".into()),
        ..tree.settings()
    };
    let again = Project::discover(&tree.root.join("src/main/java/a/A.java"), &settings);
    assert_eq!(
        again.expect("a project"),
        project,
        "Maven is not asked again at once"
    );
}

#[cfg(unix)]
#[test]
fn effective_poms_are_asked_for_once_for_all_modules_of_a_reactor() {
    use std::os::unix::fs::PermissionsExt;

    if !has_maven() {
        return;
    }
    let root = pom(
        "<groupId>x</groupId><artifactId>root</artifactId><version>1</version><packaging>pom</packaging>\
         <modules><module>one</module><module>two</module></modules>",
    );
    let module = |artifact: &str| {
        pom(&format!(
            "<parent><groupId>x</groupId><artifactId>root</artifactId><version>1</version></parent>\
             <artifactId>{artifact}</artifactId>"
        ))
    };
    let tree = tree(&[
        ("pom.xml", &root),
        ("one/pom.xml", &module("one")),
        ("two/pom.xml", &module("two")),
        ("one/src/main/java/a/One.java", "package a; class One {}"),
        ("two/src/main/java/a/Two.java", "package a; class Two {}"),
        ("bin/mvn", "#!/bin/sh\nexit 1\n"),
    ]);
    let broken = tree.root.join("bin/mvn");
    fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).expect("it is ours");
    assert_eq!(
        tree.discover("one/src/main/java/a/One.java").root,
        tree.root.join("one")
    );
    let settings = ProjectSettings {
        maven: Some(broken),
        ..tree.settings()
    };
    let project = Project::discover(&tree.root.join("two/src/main/java/a/Two.java"), &settings);
    let project = project.expect("a project");
    assert_eq!(project.notices, Vec::<String>::new());
    assert_eq!(project.root, tree.root.join("two"));
}

#[test]
fn a_parent_that_cannot_be_had_is_named_in_the_words_of_maven() {
    if !has_maven() {
        return;
    }
    let text = pom(
        "<parent><groupId>x.y</groupId><artifactId>no-parent</artifactId><version>9</version></parent>\
         <artifactId>one</artifactId>",
    );
    let tree = tree(&[
        ("pom.xml", &text),
        ("src/main/java/a/A.java", "package a; class A {}"),
    ]);
    let project = tree.discover("src/main/java/a/A.java");
    assert_eq!(project.kind, ProjectKind::Folder);
    let [notice] = project.notices.as_slice() else {
        panic!("{:?}", project.notices)
    };
    let words = "Maven says:\nx.y:no-parent:pom:9 was not found in ";
    assert!(notice.contains(words), "{notice}");
}

/// A module whose plugin fills in a template of a Java class.
fn templated() -> MavenTree {
    let text = pom(
        "<groupId>x</groupId><artifactId>one</artifactId><version>1</version>\
         <properties><maven.compiler.source>11</maven.compiler.source>\
         <maven.compiler.target>11</maven.compiler.target></properties>\
         <build><plugins><plugin><groupId>org.codehaus.mojo</groupId>\
         <artifactId>templating-maven-plugin</artifactId><version>3.1.0</version><executions><execution>\
         <goals><goal>filter-sources</goal></goals></execution></executions></plugin></plugins></build>",
    );
    tree(&[
        ("pom.xml", &text),
        (
            "src/main/java/a/A.java",
            "package a; class A { String v = Made.V; }",
        ),
        (
            "src/main/java-templates/a/Made.java",
            "package a; class Made { static final String V = \"${project.version}\"; }",
        ),
    ])
}

/// The text of a generated class, and what was said before it was made.
fn made(tree: &MavenTree, build: BuildChoice) -> (Option<String>, Vec<String>, Project) {
    let said = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&said);
    let settings = ProjectSettings {
        build,
        announcer: Announcer::new(move |text| heard.lock().expect("ours").push(text.to_owned())),
        ..tree.settings()
    };
    let file = tree.root.join("src/main/java/a/A.java");
    let project = Project::discover(&file, &settings).expect("a project");
    let mut places = project.source_roots.iter().map(|it| it.join("a/Made.java"));
    let text = places.find_map(|place| fs::read_to_string(place).ok());
    let said = said.lock().expect("ours").clone();
    (text, said, project)
}

#[test]
fn sources_that_a_plugin_makes_come_from_a_build_in_a_copy_once_and_again_when_their_input_changes()
{
    if !has_maven() {
        return;
    }
    let tree = templated();
    let (text, said, project) = made(&tree, BuildChoice::Auto);
    assert_eq!(project.notices, Vec::<String>::new());
    assert!(text.is_some_and(|text| text.contains("V = \"1\"")));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("templating-maven-plugin"), "{said:?}");
    assert!(
        !tree.root.join("target").exists(),
        "nothing of the user's is written"
    );
    fs::write(
        tree.root.join("src/main/java/a/A.java"),
        "package a; class A {}",
    )
    .expect("a file");
    let (text, said, _) = made(&tree, BuildChoice::Auto);
    assert!(text.is_some() && said.is_empty(), "{said:?}");
    let template = tree.root.join("src/main/java-templates/a/Made.java");
    fs::write(template, "package a; class Made { int changed; }").expect("a file");
    let (text, said, _) = made(&tree, BuildChoice::Auto);
    assert!(text.is_some_and(|text| text.contains("changed")));
    assert_eq!(said.len(), 1, "{said:?}");
}

#[test]
fn no_build_runs_where_the_user_says_never_or_has_built_already() {
    if !has_maven() {
        return;
    }
    let tree = templated();
    let (text, said, project) = made(&tree, BuildChoice::Never);
    assert!(text.is_none() && said.is_empty(), "{said:?}");
    assert!(
        project.notices[0].contains("templating-maven-plugin"),
        "{:?}",
        project.notices
    );
    let folder = tree.root.join("target/generated-sources/java-templates/a");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(
        folder.join("Made.java"),
        "package a; class Made { int own; }",
    )
    .expect("a file");
    let (text, said, project) = made(&tree, BuildChoice::Auto);
    assert!(text.is_some_and(|text| text.contains("own")));
    assert!(said.is_empty() && project.notices.is_empty(), "{said:?}");
}

#[test]
fn a_check_that_fails_does_not_keep_a_build_in_a_copy_from_making_sources() {
    if !has_maven() {
        return;
    }
    let tree = templated();
    let file = tree.root.join("pom.xml");
    let check = "<plugin><artifactId>maven-enforcer-plugin</artifactId><version>3.5.0</version><executions><execution>\
                 <id>maven-version</id><phase>validate</phase><goals><goal>enforce</goal></goals><configuration>\
                 <skip>false</skip><rules><requireMavenVersion><version>99</version></requireMavenVersion></rules>\
                 </configuration></execution></executions></plugin>";
    let pom = fs::read_to_string(&file).expect("a pom");
    let strict = pom.replacen("<plugins>", &format!("<plugins>{check}"), 1);
    assert_ne!(strict, pom);
    fs::write(file, strict).expect("a file");
    let (text, _, project) = made(&tree, BuildChoice::Auto);
    assert_eq!(project.notices, Vec::<String>::new());
    assert!(text.is_some(), "the template was filled in");
}

#[test]
fn a_generator_that_fails_is_one_notice_and_sources_that_do_not_compile_are_none() {
    if !has_maven() {
        return;
    }
    let tree = templated();
    let source = tree.root.join("src/main/java/a/A.java");
    fs::write(source, "package a; class A { x").expect("a file");
    let (text, _, project) = made(&tree, BuildChoice::Auto);
    assert!(text.is_some(), "the template comes before the compiler");
    assert_eq!(project.notices, Vec::<String>::new());
    let file = tree.root.join("pom.xml");
    let wrong = fs::read_to_string(&file).expect("a pom");
    let wrong = wrong.replace("filter-sources", "no-such-goal");
    fs::write(file, wrong).expect("a file");
    let (_, _, project) = made(&tree, BuildChoice::Auto);
    let [notice] = &project.notices[..] else {
        panic!("{:?}", project.notices)
    };
    assert!(
        notice.contains("ended early. Maven says") && notice.contains("no-such-goal"),
        "{notice}"
    );
}

#[test]
fn resources_that_are_filled_in_come_from_a_build_in_a_copy_or_from_what_the_user_has_built() {
    if !has_maven() {
        return;
    }
    let tree = tree(&[
        (
            "pom.xml",
            &pom(
                "<groupId>x</groupId><artifactId>filled</artifactId><version>7</version><build><resources><resource>\
                 <directory>src/main/resources</directory><filtering>true</filtering></resource></resources></build>",
            ),
        ),
        (
            "src/main/resources/app.properties",
            "version=${project.version}",
        ),
        ("src/main/java/a/A.java", "package a; class A { }"),
    ]);
    let filled = || {
        let (_, said, project) = made(&tree, BuildChoice::Auto);
        assert_eq!(project.notices, Vec::<String>::new());
        let text = fs::read_to_string(project.class_path[0].join("app.properties"));
        (
            text.expect("it is there"),
            said.len(),
            project.output_folders,
        )
    };
    assert_eq!(filled(), ("version=7".to_owned(), 1, Vec::new()));
    let classes = tree.root.join("target/classes");
    fs::create_dir_all(classes.join("a")).expect("a folder");
    for (path, text) in [("a/A.class", ""), ("app.properties", "version=mine")] {
        fs::write(classes.join(path), text).expect("a file");
    }
    assert_eq!(filled(), ("version=mine".to_owned(), 0, vec![classes]));
    // Without a placeholder there is nothing to fill in, and nothing to build.
    fs::remove_dir_all(tree.root.join("target")).expect("it is there");
    let resource = tree.root.join("src/main/resources/app.properties");
    fs::write(resource, "version=fixed").expect("a file");
    assert_eq!(filled(), ("version=fixed".to_owned(), 0, Vec::new()));
}

#[test]
fn a_release_stands_in_for_a_parent_that_is_a_snapshot_and_cannot_be_had() {
    if !has_maven() {
        return;
    }
    let tree = tree(&[
        (
            "pom.xml",
            "<project><modelVersion>4.0.0</modelVersion><parent><groupId>org.sonatype.oss</groupId>\
             <artifactId>oss-parent</artifactId><version>9-SNAPSHOT</version><relativePath/></parent>\
             <groupId>g</groupId><artifactId>a</artifactId><version>1</version><dependencies><dependency>\
             <groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope>\
             </dependency></dependencies></project>",
        ),
        ("src/main/java/A.java", "class A {}"),
    ]);
    let project = tree.discover("src/main/java/A.java");
    assert_eq!(project.kind, ProjectKind::Maven, "{:?}", project.notices);
    assert_eq!(project.framework, ProjectFramework::Junit4);
    let [notice] = &project.notices[..] else {
        panic!("one notice, not {:?}", project.notices)
    };
    assert!(notice.contains("oss-parent:9-SNAPSHOT"), "{notice}");
    assert!(notice.ends_with("so 9 stands in for it"), "{notice}");
}
