//! What a project's build says, module by module: takes a folder, prints what discovery makes of it, what is missing
//! and how long it took; what a user pastes into a report.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use goalline_engine::build::{
    Jdk, JdkRequest, Machine, Project, ProjectSettings, TestRun, missing_modules, top_of,
};

use crate::output::{
    paint::counted,
    visible::{visible, visible_in_line},
};

/// How long a user waits for what is to be pasted into a report; a project may have hundreds of modules.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Folders deeper than this hold no module.
const MOST_DEPTH: usize = 6;

/// What a module is recognised by, beside sources by custom: a Gradle build may describe all modules in one script.
const BUILD_FILES: [&str; 4] = [
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "src/main/java",
];

/// Folders that hold no module.
const PASSED: [&str; 6] = ["src", "target", "build", "buildSrc", ".git", ".gradle"];

/// Prints the modules at and below a folder; those that `patience` is too short for are counted.
pub fn print(
    folder: &Path,
    settings: &ProjectSettings,
    patience: Duration,
    out: &mut dyn Write,
) -> io::Result<()> {
    let folder = fs::canonicalize(folder)?;
    let mut modules = Vec::new();
    find_modules(&folder, MOST_DEPTH, &mut modules);
    if modules.is_empty() {
        modules.push(folder);
    }
    for module in &modules {
        print_missing(module, out)?;
    }
    let begun = Instant::now();
    let mut modules = modules.into_iter();
    while let Some(module) = modules.next() {
        if begun.elapsed() > patience {
            return print_rest(1 + modules.len(), out);
        }
        let Some(source) = first_source(&module) else {
            continue;
        };
        writeln!(out, "\n{}", shown(&module))?;
        let started = Instant::now();
        match Project::discover(&source, settings) {
            Ok(project) => print_module(&project, settings, out)?,
            Err(error) => writeln!(out, "    error      {}", indented(&error.to_string()))?,
        }
        writeln!(
            out,
            "    took       {:.1} s",
            started.elapsed().as_secs_f64()
        )?;
    }
    Ok(())
}

/// The modules that the pom of this folder lists and that are not there.
fn print_missing(folder: &Path, out: &mut dyn Write) -> io::Result<()> {
    for name in missing_modules(folder) {
        let pom = folder.join("pom.xml");
        writeln!(
            out,
            "\n{}\n    missing    module {}, which it lists",
            shown(&pom),
            visible_in_line(&name)
        )?;
    }
    Ok(())
}

/// A build tool is asked for each module by itself.
fn print_rest(count: usize, out: &mut dyn Write) -> io::Result<()> {
    let modules = counted(count, "further module");
    writeln!(
        out,
        "\nand {modules}, to be asked about by name: goalline doctor MODULE"
    )
}

fn print_module(
    project: &Project,
    settings: &ProjectSettings,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "    read as    {:?}", project.kind)?;
    let request = JdkRequest {
        setting: settings.java_home.as_deref(),
        project: project.wanted_jdk.as_ref(),
        release: project.java_release(),
    };
    let machine = Machine::current().outside_of(&[top_of(&project.root, None)]);
    match Jdk::find(request, &machine) {
        Ok(jdk) => {
            let found = format!("{} from {}", jdk.version, jdk.found_by);
            writeln!(out, "    JDK        {}", visible_in_line(&found))?;
        }
        Err(error) => writeln!(out, "    JDK        {}", indented(&error.to_string()))?,
    }
    for (name, roots) in [
        ("sources", &project.source_roots),
        ("tests", &project.test_roots),
    ] {
        for root in roots {
            writeln!(out, "    {name:<10} {}", shown(root))?;
        }
    }
    let is_jar = |path: &&PathBuf| path.is_file();
    let main = project.class_path.iter().filter(is_jar).count();
    let test = project.test_class_path.iter().filter(is_jar).count();
    let processors = project.processor_path.len();
    writeln!(
        out,
        "    jars       {main}, {test} more for tests, {processors} for processors"
    )?;
    let options = project.compiler_options.join(" ");
    writeln!(out, "    javac      {}", visible_in_line(&options))?;
    print_test_run(&project.test_run, out)?;
    writeln!(out, "    JUnit      {:?}", project.framework)?;
    for notice in &project.notices {
        writeln!(out, "    missing    {}", indented(notice))?;
    }
    Ok(())
}

/// What the build starts the JVM of the tests with.
fn print_test_run(run: &TestRun, out: &mut dyn Write) -> io::Result<()> {
    let properties = run.properties.iter();
    let properties = properties.map(|(name, value)| format!("-D{name}={value}"));
    let heap = run.memory_mb.map(|megabytes| format!("-Xmx{megabytes}m"));
    // Values of variables may be secrets.
    let variables = run.environment.iter().map(|(name, _)| format!("${name}"));
    let all: Vec<String> = properties
        .chain(run.flags.iter().cloned())
        .chain(heap)
        .chain(variables)
        .collect();
    writeln!(out, "    tests with {}", visible_in_line(&all.join(" ")))
}

fn shown(path: &Path) -> String {
    visible_in_line(&path.display().to_string())
}

/// Several lines, all of them below the heading.
fn indented(text: &str) -> String {
    visible(text).replace('\n', "\n               ")
}

fn find_modules(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if is_module(folder) {
        found.push(folder.to_path_buf());
    }
    for path in entries(folder) {
        // A link may lead to what nobody named: the builds there are strangers'.
        if depth > 0 && path.is_dir() && !path.is_symlink() && !is_passed(&path) {
            find_modules(&path, depth - 1, found);
        }
    }
}

fn is_module(folder: &Path) -> bool {
    BUILD_FILES.iter().any(|name| folder.join(name).exists())
}

fn is_passed(folder: &Path) -> bool {
    PASSED.iter().any(|name| folder.ends_with(name))
}

/// Any Java file of the module.
fn first_source(module: &Path) -> Option<PathBuf> {
    let own = module.join("src");
    let mut open = vec![if own.is_dir() {
        own
    } else {
        module.to_path_buf()
    }];
    while let Some(folder) = open.pop() {
        for path in entries(&folder) {
            if path.extension().is_some_and(|ending| ending == "java") {
                return Some(path);
            }
            let is_output = path != module.join("src") && is_passed(&path) && folder == module;
            if path.is_dir() && !path.is_symlink() && !is_module(&path) && !is_output {
                open.push(path);
            }
        }
    }
    None
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_link_leads_to_no_module() {
        let dir = tempfile::tempdir().expect("a folder");
        let (own, other) = (dir.path().join("own"), dir.path().join("other"));
        for folder in [own.join("shop"), other.clone()] {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("pom.xml"), "").expect("a file");
        }
        std::os::unix::fs::symlink(&other, own.join("linked")).expect("a link");
        let mut found = Vec::new();
        find_modules(&own, 3, &mut found);
        assert_eq!(found, [own.join("shop")]);
    }

    #[test]
    fn modules_are_found_though_one_script_describes_them_all_and_outputs_are_none() {
        let dir = tempfile::tempdir().expect("a folder");
        for file in [
            "build.gradle.kts",
            "app/src/main/java/A.java",
            "build/tmp/src/main/java/B.java",
            "buildSrc/src/main/java/C.java",
            "old/pom.xml",
        ] {
            let file = dir.path().join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, "").expect("a file");
        }
        let mut found = Vec::new();
        find_modules(dir.path(), MOST_DEPTH, &mut found);
        assert_eq!(found, ["", "app", "old"].map(|it| dir.path().join(it)));
        assert_eq!(first_source(dir.path()), None);
    }

    #[test]
    fn each_part_of_a_module_is_told() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("src/main/java/a/A.java");
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, "package a; class A {}").expect("a file");
        let mut out = Vec::new();
        let settings = ProjectSettings::default();
        print(dir.path(), &settings, PATIENCE, &mut out).expect("it prints");
        let text = String::from_utf8(out).expect("text");
        for part in [
            "read as    Folder",
            "src/main/java\n",
            "JUnit      Absent",
            "took ",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn a_module_that_is_listed_and_not_there_is_told() {
        let dir = tempfile::tempdir().expect("a folder");
        let pom = "<project><modules><module>gone</module></modules></project>";
        fs::write(dir.path().join("pom.xml"), pom).expect("a pom");
        let mut out = Vec::new();
        let settings = ProjectSettings::default();
        print(dir.path(), &settings, Duration::ZERO, &mut out).expect("it prints");
        let text = String::from_utf8(out).expect("text");
        assert!(
            text.contains("missing    module gone, which it lists"),
            "{text}"
        );
    }

    #[test]
    fn modules_that_would_take_too_long_are_counted() {
        let dir = tempfile::tempdir().expect("a folder");
        for module in ["a", "b"] {
            fs::create_dir_all(dir.path().join(module).join("src/main/java")).expect("a folder");
        }
        let mut out = Vec::new();
        let settings = ProjectSettings::default();
        print(dir.path(), &settings, Duration::ZERO, &mut out).expect("it prints");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains("and 2 further modules"), "{text}");
    }
}
