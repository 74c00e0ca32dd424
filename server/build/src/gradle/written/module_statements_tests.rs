//! Scripts in both languages, and what is read of them.

use super::{super::script::statements, *};

fn read(script: &str, module: &str) -> WrittenModule {
    let script = statements(script);
    let mut values = Values::default();
    let catalog = "[libraries]\nx = 'g:x:1'\ny-z = 'g:y'\n[bundles]\nall = ['x', 'y-z']\n[plugins]\nb = 'p.b:2'";
    values.add_catalog("libs", catalog);
    values.add_script(&script);
    let sources = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(sources.path().join("src/jmh/java")).expect("a folder");
    let reader = Reader {
        values: &values,
        module,
        folder: sources.path(),
    };
    let mut module = WrittenModule::default();
    if reader.module == ":" {
        reader.read(&script, &mut module);
    } else {
        reader.read_root(&script, &mut module);
    }
    module
}

fn libraries(module: &WrittenModule) -> Vec<String> {
    let shown = |it: &WrittenLibrary| {
        let platform = if it.is_platform { " platform" } else { "" };
        let exclusions = it.exclusions.join(",");
        format!("{:?}{platform} {} {exclusions}", it.of, it.name)
    };
    let all = module.libraries.iter().map(shown);
    all.map(|it| it.trim_end().to_owned()).collect()
}

#[test]
fn dependencies_are_read_in_the_spellings_of_both_languages() {
    let module = read(
        "def v = '3'\ndependencies {\n implementation 'g:a:1', \"g:b:$v\"\n compileOnly(\"g:c:1\")\n\
         api group: 'g', name: 'd', version: v\n testImplementation(libs.x)\n runtimeOnly libs.bundles.all\n\
         implementation(platform(\"g:bom:2\"))\n annotationProcessor('g:e:' + v)\n\
         implementation('g:f:1') { exclude group: 'h', module: 'i' }\n \"api\"(\"g:h:1\")\n\
         if (x) { implementation 'g:i:1' }\n listOf(\"g:j:1\").forEach { testImplementation(it) }\n\
         jmhImplementation 'g:k:1'\n \"guiceApi\"(\"g:r:1\")\n errorprone('g:l:1')\n implementation files('libs/m.jar')\n\
         constraints { api 'g:n:1' }\n}\ndependencyManagement { imports { mavenBom 'g:o:1' } }\n\
         buildscript { dependencies { classpath 'g:p:1'; implementation 'g:q:1' } }",
        ":",
    );
    assert_eq!(
        libraries(&module),
        [
            "Compile g:a:1",
            "Compile g:b:3",
            "CompileOnly g:c:1",
            "Compile g:d:3",
            "Test g:x:1",
            "Run g:x:1",
            "Run g:y",
            "Compile platform g:bom:2",
            "Processor g:e:3",
            "Compile g:f:1 h:i",
            "Compile g:h:1",
            "Compile g:i:1",
            "Test g:j:1",
            "Compile g:r:1",
            "Managed g:n:1",
            "Managed platform g:o:1",
        ]
    );
    assert_eq!(module.files, ["libs/m.jar"]);
}

#[test]
fn of_the_roots_script_only_what_is_about_the_module_counts() {
    let script = "dependencies { api 'g:root:1' }\nallprojects { dependencies { api 'g:all:1' } }\n\
        subprojects { dependencies { api 'g:sub:1' } }\nconfigure(coreProjects) { dependencies { api 'g:core:1' } }\n\
        project(':a') { dependencies { api 'g:a:1' } }";
    assert_eq!(
        libraries(&read(script, ":")),
        ["Compile g:root:1", "Compile g:all:1"]
    );
    let of_a = [
        "Compile g:all:1",
        "Compile g:sub:1",
        "Compile g:core:1",
        "Compile g:a:1",
    ];
    assert_eq!(libraries(&read(script, ":a")), of_a);
    assert_eq!(libraries(&read(script, ":b")), of_a[..3]);
}

#[test]
fn projects_plugins_and_levels_are_read() {
    let module = read(
        "plugins { id 'java'; id(\"q\") version \"1\"; alias(libs.plugins.b) }\napply from: \"$rootDir/x.gradle\"\n\
         val level = 11\njava { sourceCompatibility = JavaVersion.VERSION_1_8\n\
         targetCompatibility = JavaVersion.toVersion(level)\n\
         toolchain { languageVersion.set(JavaLanguageVersion.of(21)) } }\n\
         tasks.withType(JavaCompile) { options.release.set(17)\n options.encoding = 'UTF-8'\n\
         options.compilerArgs.addAll(listOf(\"--add-exports\", \"a/b=c\")) }\ntest { jvmArgs '-ea' }\n\
         bootRun { jvmArgs '-Dof.the.application=1' }\nlatest { jvmArgs '-Dof.the.latest=1' }\ntasks.named('test') { jvmArgs '-Xss2m' }\n\
         dependencies { api project(':a')\n testImplementation(project(\":b\").sourceSets.test.output)\n\
         testImplementation(testFixtures(project(':c')))\n implementation(projects.d.e)\n api rootProject }",
        ":",
    );
    assert_eq!(module.plugins, ["java", "q:1", "p.b:2"]);
    assert_eq!(module.scripts, ["${rootDir}/x.gradle"]);
    assert_eq!(module.source.as_deref(), Some("1.8"));
    assert_eq!(module.target.as_deref(), Some("11"));
    assert_eq!((module.toolchain, module.release), (Some(21), Some(17)));
    assert_eq!(module.encoding.as_deref(), Some("UTF-8"));
    assert_eq!(module.arguments, ["--add-exports", "a/b=c"]);
    assert_eq!(module.test_arguments, ["-ea", "-Xss2m"]);
    let projects = module.projects.iter();
    let projects = projects.map(|it| format!("{:?} {} {}", it.of, it.path, it.set));
    assert_eq!(
        projects.collect::<Vec<_>>(),
        [
            "Compile :a main",
            "Test :b test",
            "Test :c testFixtures",
            "Compile :d:e main",
            "Compile : main"
        ]
    );
}
