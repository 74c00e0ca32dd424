//! One module as the rest of Goalline sees it: takes what a Gradle build says of all of its projects, gives the one
//! that a file belongs to; reads nothing but whether files are there.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::answer::{GradleCompiler, GradleEntry, GradleModule, GradleSourceSet, GradleTestTask};
use crate::{
    Project, ProjectFramework, ProjectKind, TestRun, WantedJdk,
    boundary::is_within,
    options::{
        javac::{is_wanted, levels},
        jvm::{megabytes, take_arguments},
    },
    test_selection::TestSelection,
};

/// The sources that a file is compiled and tested with.
#[derive(Clone, Debug)]
pub struct ChosenModule<'a> {
    module: &'a GradleModule,
    main: &'a GradleSourceSet,
    test: Option<&'a GradleSourceSet>,
    /// Source sets of this build that are compiled with it, nearest first.
    pub siblings: Vec<ModuleSet<'a>>,
    /// The same for tests alone.
    pub test_siblings: Vec<ModuleSet<'a>>,
    entries: Entries<'a>,
}

/// A source set and whose it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModuleSet<'a> {
    pub module: &'a GradleModule,
    pub set: &'a GradleSourceSet,
}

/// Class paths without what comes from projects of the build.
#[derive(Clone, Debug, Default)]
struct Entries<'a> {
    main: Vec<&'a GradleEntry>,
    test: Vec<&'a GradleEntry>,
    /// What siblings are compiled with.
    siblings: Vec<&'a GradleEntry>,
}

impl<'a> ChosenModule<'a> {
    /// The same in a build of this repository: a script may call any folder the one of its module, and what lies there
    /// would be opened.
    pub fn inside(repository: &Path, file: &Path, modules: &'a [GradleModule]) -> Option<Self> {
        Self::of(file, modules).filter(|it| is_within(&it.module.folder, repository))
    }

    /// The module whose source set has the file, else the innermost one around it; none where that is no Java module.
    pub fn of(file: &Path, modules: &'a [GradleModule]) -> Option<Self> {
        let is_java = |module: &&GradleModule| module.kind == "java";
        let has = |set: &GradleSourceSet| set.roots.iter().any(|root| file.starts_with(root));
        let own = modules
            .iter()
            .filter(is_java)
            .find(|it| it.sets.iter().any(has));
        let around = || {
            let around = modules.iter().filter(|it| file.starts_with(&it.folder));
            around.max_by_key(|module| module.folder.components().count())
        };
        let module = own.or_else(around).filter(is_java)?;
        let set = module.sets.iter().find(|set| has(set));
        let is_test = |set: &GradleSourceSet| set.name == "test" || is_run(module, set);
        let main = set.filter(|set| !is_test(set));
        let main = main
            .or_else(|| module.set("main"))
            .or(module.sets.first())?;
        let test = set.filter(|set| is_test(set));
        let test = test.or_else(|| module.set("test"));
        let test = test.filter(|test| test.name != main.name);
        let mut chosen = Self {
            module,
            main,
            test,
            siblings: Vec::new(),
            test_siblings: Vec::new(),
            entries: Entries::default(),
        };
        chosen.read_class_paths(modules);
        Some(chosen)
    }

    /// Sorts what is on the class paths: libraries, and projects of the build by what they are compiled of.
    fn read_class_paths(&mut self, modules: &'a [GradleModule]) {
        let outputs = Outputs::of(modules);
        let own = [Some(self.main), self.test];
        let is_own = |found: &ModuleSet<'_>| {
            let mut own = own.iter().flatten();
            std::ptr::eq(found.module, self.module) && own.any(|set| std::ptr::eq(*set, found.set))
        };
        let mut seen: Vec<ModuleSet<'a>> = Vec::new();
        let mut sort = |entries: Vec<&'a GradleEntry>| {
            let (mut libraries, mut siblings) = (Vec::new(), Vec::new());
            for entry in entries {
                match outputs.source_of(entry) {
                    Some(found) if is_own(&found) || seen.contains(&found) => {}
                    Some(found) => {
                        seen.push(found);
                        siblings.push(found);
                    }
                    None => libraries.push(entry),
                }
            }
            (libraries, siblings)
        };
        let both = |set: &'a GradleSourceSet| set.run.iter().chain(&set.compile).collect();
        (self.entries.main, self.siblings) = sort(both(self.main));
        if let Some(test) = self.test {
            (self.entries.test, self.test_siblings) = sort(both(test));
        }
        let siblings = self.siblings.iter().chain(&self.test_siblings);
        let entries = siblings.flat_map(|it| &it.set.compile);
        let libraries = entries.filter(|entry| outputs.source_of(entry).is_none());
        self.entries.siblings = libraries.collect();
    }

    /// The source sets that are compiled: its own, then those of the build that they need.
    pub fn all_sets(&self) -> Vec<ModuleSet<'a>> {
        let module = self.module;
        let own = [Some(self.main), self.test].into_iter().flatten();
        let own = own.map(|set| ModuleSet { module, set });
        own.chain(self.siblings.iter().copied())
            .chain(self.test_siblings.iter().copied())
            .collect()
    }

    /// Whether a source set is one of tests of this module.
    pub fn is_of_tests(&self, set: &GradleSourceSet) -> bool {
        self.test.is_some_and(|test| std::ptr::eq(test, set))
            || is_of_helpers(set) && !std::ptr::eq(self.main, set)
    }

    /// The project; what tasks make is not in it yet.
    pub fn into_project(self) -> Project {
        let compiler = self.main.compiler.clone().unwrap_or_default();
        let (class_path, test_class_path) = self.class_paths();
        let processor_path = self.processors();
        let mut project = Project {
            kind: ProjectKind::Gradle,
            root: self.module.folder.clone(),
            source_roots: Vec::new(),
            test_roots: Vec::new(),
            class_path,
            test_class_path,
            output_folders: self.output_folders(),
            compiler_options: options(&compiler, !processor_path.is_empty()),
            processor_path,
            framework: ProjectFramework::Absent,
            test_run: self.test_run(&compiler),
            wanted_jdk: compiler
                .toolchain
                .and_then(|release| WantedJdk::named(&release.to_string())),
            notices: self.notices(),
        };
        for ModuleSet { set, .. } in self.all_sets() {
            let is_first_test = self.test.is_some_and(|test| std::ptr::eq(test, set));
            let is_of_tests = self.is_of_tests(set);
            let roots = if is_of_tests {
                &mut project.test_roots
            } else {
                &mut project.source_roots
            };
            // The first root of tests is where new tests go: it may not exist yet.
            let first = set.roots.first().filter(|_| is_first_test);
            let there = set
                .roots
                .iter()
                .filter(|root| root.is_dir() || Some(*root) == first);
            roots.extend(there.cloned());
        }
        project
    }

    /// Folders and jars of main classes, and what tests have on top of that: in the order of the class path that the
    /// build runs with, and in the versions that it runs tests with.
    fn class_paths(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let mut main = OrderedPaths::default();
        let mut test = OrderedPaths::default();
        for ModuleSet { set, .. } in self.all_sets() {
            let of_other_languages = set.classes.iter().filter(|folder| {
                let is_of_java = folder.components().any(|part| part.as_os_str() == "java");
                !is_of_java && folder.is_dir()
            });
            let folders = set.resources.iter().filter(|folder| folder.is_dir());
            let path = if self.is_of_tests(set) {
                &mut test
            } else {
                &mut main
            };
            folders
                .chain(of_other_languages)
                .for_each(|it| path.add(it));
        }
        let in_tests: BTreeSet<&PathBuf> = self.entries.test.iter().map(|it| &it.file).collect();
        for entry in self.entries.main.iter().filter(|it| it.file.exists()) {
            let other = self.entries.test.iter().find(|other| {
                let is_other = other.module.is_some() && other.module == entry.module;
                is_other && !in_tests.contains(&entry.file) && other.file.exists()
            });
            main.add(&other.unwrap_or(entry).file);
        }
        for entry in self.entries.test.iter().filter(|it| it.file.exists()) {
            if !main.seen.contains(&entry.file) {
                test.add(&entry.file);
            }
        }
        // Others are compiled from their sources, too, with what nobody who uses their classes needs.
        let known = self.entries.main.iter().chain(&self.entries.test);
        let known: BTreeSet<&String> = known.filter_map(|it| it.module.as_ref()).collect();
        for entry in &self.entries.siblings {
            let is_known = entry.module.as_ref().is_some_and(|it| known.contains(it));
            if !is_known && entry.file.exists() {
                main.add(&entry.file);
            }
        }
        (main.paths, test.paths)
    }

    /// Where the user's own build puts the classes of Java sources.
    fn output_folders(&self) -> Vec<PathBuf> {
        let sets = self.all_sets().into_iter();
        let main = sets.filter(|it| !self.is_of_tests(it.set));
        main.flat_map(|it| it.set.classes.clone()).collect()
    }

    /// Processors of everything that is compiled together: javac has one path for all.
    fn processors(&self) -> Vec<PathBuf> {
        let sets = self.all_sets().into_iter();
        let compilers = sets.filter_map(|it| it.set.compiler.as_ref());
        let paths = compilers.flat_map(|compiler| compiler.processors.iter().flatten());
        let mut found = OrderedPaths::default();
        paths
            .filter(|path| path.is_file())
            .for_each(|it| found.add(it));
        found.paths
    }

    fn test_run(&self, main: &GradleCompiler) -> TestRun {
        let Some(test) = self.test else {
            return TestRun::default();
        };
        let task = self.module.tests_of(test).cloned().unwrap_or_default();
        let mut run = run_of(task);
        let compiler = test.compiler.clone().unwrap_or_default();
        let own = levels_of(&compiler);
        if own != levels_of(main) {
            run.compiler_options = own;
        }
        run
    }

    /// What is missing: libraries in Gradle's words, and processors that the build makes itself.
    fn notices(&self) -> Vec<String> {
        let mut notices = Vec::new();
        let sets = [Some(self.main), self.test].into_iter().flatten();
        let failures: BTreeSet<&str> = sets
            .flat_map(|set| &set.failures)
            .map(String::as_str)
            .collect();
        if !failures.is_empty() {
            let words: Vec<&str> = failures.into_iter().collect();
            notices.push(format!(
                "Gradle cannot resolve all dependencies of {}, so the rest is used. Gradle says:\n{}",
                self.module.folder.display(),
                words.join("\n")
            ));
        }
        let compiler = self.main.compiler.iter();
        let processors = compiler.flat_map(|it| it.processors.iter().flatten());
        for missing in processors.filter(|path| !path.is_file()) {
            notices.push(format!(
                "the annotation processor {} is built in the same build and is not run",
                missing.display()
            ));
        }
        notices
    }
}

/// Whether a task of the module runs what the source set is compiled to.
fn is_run(module: &GradleModule, set: &GradleSourceSet) -> bool {
    let mut tasks = module.tests.iter();
    tasks.any(|task| {
        set.classes
            .iter()
            .any(|folder| task.classes.contains(folder))
    })
}

/// What only tests are compiled with, whichever module it comes from.
fn is_of_helpers(set: &GradleSourceSet) -> bool {
    matches!(&*set.name, "test" | "testFixtures")
}

fn run_of(task: GradleTestTask) -> TestRun {
    let mut run = TestRun {
        properties: task.properties.into_iter().collect(),
        environment: task.environment.into_iter().collect(),
        working_directory: task.working_directory,
        selection: Some(TestSelection {
            includes: task.includes,
            excludes: task.excludes,
            tags: task.included_tags,
            excluded_tags: task.excluded_tags,
        }),
        ..TestRun::default()
    };
    if task.assertions == Some(false) {
        run.flags.push("-da".to_owned());
    }
    take_arguments(&task.jvm_arguments, &mut run);
    run.memory_mb = task.heap.as_deref().and_then(megabytes).or(run.memory_mb);
    run
}

fn levels_of(compiler: &GradleCompiler) -> Vec<String> {
    let release = compiler.release.map(|release| release.to_string());
    let toolchain = || compiler.toolchain.map(|release| release.to_string());
    let source = compiler.source.clone().or_else(toolchain);
    if release.is_none() && source.is_none() {
        return Vec::new();
    }
    levels(release, source, compiler.target.clone())
}

fn options(compiler: &GradleCompiler, has_processors: bool) -> Vec<String> {
    let mut options = levels_of(compiler);
    if let Some(encoding) = &compiler.encoding {
        options.extend(["-encoding".to_owned(), encoding.clone()]);
    }
    let mut arguments = compiler.arguments.iter();
    while let Some(argument) = arguments.next() {
        // Levels among the arguments say the same again.
        if matches!(&**argument, "--release" | "-source" | "-target") {
            arguments.next();
        } else if is_wanted(argument) {
            options.push(argument.clone());
        }
    }
    if !has_processors && !compiler.processors_on_class_path {
        options.push("-proc:none".to_owned());
    }
    options
}

/// Paths in the order they came in, each once.
#[derive(Default)]
struct OrderedPaths {
    paths: Vec<PathBuf>,
    seen: BTreeSet<PathBuf>,
}

impl OrderedPaths {
    fn add(&mut self, path: &Path) {
        if self.seen.insert(path.to_path_buf()) {
            self.paths.push(path.to_path_buf());
        }
    }
}

/// What the projects of a build write, and of which sources.
struct Outputs<'a> {
    by_file: BTreeMap<&'a Path, ModuleSet<'a>>,
    by_project: BTreeMap<&'a str, Vec<ModuleSet<'a>>>,
}

impl<'a> Outputs<'a> {
    fn of(modules: &'a [GradleModule]) -> Self {
        let mut outputs = Self {
            by_file: BTreeMap::new(),
            by_project: BTreeMap::new(),
        };
        for module in modules {
            for archive in &module.archives {
                if let Some(set) = module.set(&archive.set) {
                    let found = ModuleSet { module, set };
                    outputs.by_file.insert(&archive.file, found);
                }
            }
            for set in &module.sets {
                let found = ModuleSet { module, set };
                let files = set.classes.iter().chain(&set.processed);
                outputs
                    .by_file
                    .extend(files.map(|file| (file.as_path(), found)));
            }
            if let Some(set) = module.set("main") {
                let all = outputs.by_project.entry(&module.path).or_default();
                all.push(ModuleSet { module, set });
            }
        }
        outputs
    }

    /// The sources of an entry that a project of the build makes; where several builds have a project of its name, only
    /// the file tells.
    fn source_of(&self, entry: &GradleEntry) -> Option<ModuleSet<'a>> {
        let of_file = self.by_file.get(&*entry.file).copied();
        of_file.or_else(|| {
            let all = self.by_project.get(&**entry.project.as_ref()?)?;
            (all.len() == 1 && !entry.file.exists()).then(|| all[0])
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn library(file: &Path, module: &str) -> GradleEntry {
        GradleEntry {
            file: file.to_path_buf(),
            module: Some(module.to_owned()),
            project: None,
        }
    }

    #[test]
    fn a_module_that_a_script_puts_outside_of_the_repository_is_none() {
        let dir = tempfile::tempdir().expect("a folder");
        let (evil, secrets) = (dir.path().join("code/evil"), dir.path().join("code/.ssh"));
        for folder in [&evil.join(".git"), &secrets] {
            fs::create_dir_all(folder).expect("a folder");
        }
        let file = evil.join("src/main/java/A.java");
        let module = |folder: &Path| GradleModule {
            folder: folder.to_path_buf(),
            kind: "java".to_owned(),
            sets: vec![set(&evil, "main")],
            ..GradleModule::default()
        };
        assert!(ChosenModule::inside(&evil, &file, &[module(&evil)]).is_some());
        for outside in [&secrets, &dir.path().join("code")] {
            assert!(ChosenModule::inside(&evil, &file, &[module(outside)]).is_none());
        }
    }

    fn set(root: &Path, name: &str) -> GradleSourceSet {
        GradleSourceSet {
            name: name.to_owned(),
            roots: vec![root.join("src").join(name).join("java")],
            classes: vec![root.join("build/classes/java").join(name)],
            compiler: Some(GradleCompiler {
                processors_on_class_path: true,
                ..GradleCompiler::default()
            }),
            ..GradleSourceSet::default()
        }
    }

    fn module(root: &Path, name: &str) -> GradleModule {
        let folder = root.join(name);
        GradleModule {
            path: format!(":{name}"),
            kind: "java".to_owned(),
            sets: vec![set(&folder, "main"), set(&folder, "test")],
            archives: vec![super::super::answer::GradleArchive {
                file: folder.join("build/libs").join(format!("{name}.jar")),
                set: "main".to_owned(),
            }],
            folder,
            ..GradleModule::default()
        }
    }

    /// Two modules, the second of which needs the first by its jar, which nobody built; with their sources.
    fn build(root: &Path) -> Vec<GradleModule> {
        let modules = vec![module(root, "lib"), module(root, "app")];
        for set in modules.iter().flat_map(|it| &it.sets) {
            fs::create_dir_all(&set.roots[0]).expect("a folder");
        }
        let mut modules = modules;
        modules[1].sets[0].run = vec![GradleEntry {
            file: root.join("lib/build/libs/lib.jar"),
            module: None,
            project: Some(":lib".to_owned()),
        }];
        modules[1].sets[1].run = vec![GradleEntry {
            file: root.join("app/build/classes/java/main"),
            ..GradleEntry::default()
        }];
        modules
    }

    #[test]
    fn a_library_that_a_sibling_builds_is_what_that_is_compiled_of() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path();
        let modules = build(root);
        let file = root.join("app/src/main/java/A.java");
        let chosen = ChosenModule::of(&file, &modules).expect("it is there");
        let project = chosen.into_project();
        assert_eq!(project.root, root.join("app"));
        let roots = ["app/src/main/java", "lib/src/main/java"];
        assert_eq!(project.source_roots, roots.map(|it| root.join(it)));
        assert_eq!(project.test_roots, [root.join("app/src/test/java")]);
        assert!(project.class_path.is_empty(), "{:?}", project.class_path);
        assert!(project.test_class_path.is_empty());
    }

    #[test]
    fn a_sibling_is_compiled_with_its_own_libraries_and_processors() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path();
        let [only, old, new, processor] =
            ["only.jar", "old.jar", "new.jar", "processor.jar"].map(|name| root.join(name));
        for jar in [&only, &old, &new, &processor] {
            fs::write(jar, "").expect("a file");
        }
        let mut modules = build(root);
        modules[0].sets[0].compile = vec![library(&only, "g:only"), library(&old, "g:a")];
        let compiler = modules[0].sets[0].compiler.as_mut().expect("it has one");
        compiler.processors = Some(vec![processor.clone()]);
        modules[1].sets[0].run.push(library(&new, "g:a"));
        let own = modules[1].sets[0].compiler.as_mut().expect("it has one");
        own.processors_on_class_path = false;
        let file = root.join("app/src/main/java/A.java");
        let chosen = ChosenModule::of(&file, &modules).expect("it is there");
        let project = chosen.into_project();
        assert_eq!(project.class_path, [new, only]);
        assert_eq!(project.processor_path, [processor]);
        assert_eq!(project.compiler_options, Vec::<String>::new());
    }

    #[test]
    fn tests_decide_which_version_of_a_library_there_is() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path();
        let [old, new, other] = ["old.jar", "new.jar", "other.jar"].map(|name| root.join(name));
        for jar in [&old, &new, &other] {
            fs::write(jar, "").expect("a file");
        }
        let mut modules = build(root);
        let [main, test] = &mut modules[0].sets[..] else {
            panic!("two sets")
        };
        main.run = vec![library(&old, "g:a")];
        main.compile = vec![library(&root.join("gone.jar"), "g:gone")];
        test.run = vec![library(&other, "g:b"), library(&new, "g:a")];
        let file = root.join("lib/src/main/java/A.java");
        let project = ChosenModule::of(&file, &modules)
            .expect("it is there")
            .into_project();
        assert_eq!(project.class_path, [new]);
        assert_eq!(project.test_class_path, [other]);
    }

    #[test]
    fn a_file_of_another_source_set_is_compiled_with_that() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path();
        let mut modules = build(root);
        let folder = modules[0].folder.clone();
        for name in ["api", "integrationTest"] {
            let set = set(&folder, name);
            fs::create_dir_all(&set.roots[0]).expect("a folder");
            modules[0].sets.push(set);
        }
        modules[0].tests = vec![GradleTestTask {
            name: "integrationTest".to_owned(),
            classes: vec![folder.join("build/classes/java/integrationTest")],
            ..GradleTestTask::default()
        }];
        let roots = |file: &str| {
            let chosen = ChosenModule::of(&folder.join(file), &modules).expect("it is there");
            let project = chosen.into_project();
            (project.source_roots, project.test_roots)
        };
        let root = |name: &str| vec![folder.join("src").join(name).join("java")];
        assert_eq!(roots("src/api/java/A.java"), (root("api"), root("test")));
        let of_tests = roots("src/integrationTest/java/ATest.java");
        assert_eq!(of_tests, (root("main"), root("integrationTest")));
        // A file in no source set is one of the module around it.
        assert_eq!(roots("scratch/A.java"), (root("main"), root("test")));
    }

    #[test]
    fn options_are_those_that_count_and_levels_come_first() {
        let compiler = GradleCompiler {
            release: Some(17),
            source: Some("11".to_owned()),
            encoding: Some("UTF-8".to_owned()),
            arguments: ["--release", "17", "-Werror", "-parameters", "-Aa=b"]
                .map(str::to_owned)
                .to_vec(),
            ..GradleCompiler::default()
        };
        let said = |compiler: &GradleCompiler| options(compiler, false).join(" ");
        let expected = "--release 17 -encoding UTF-8 -parameters -Aa=b -proc:none";
        assert_eq!(said(&compiler), expected);
        let old = GradleCompiler {
            source: Some("1.8".to_owned()),
            target: Some("1.8".to_owned()),
            processors_on_class_path: true,
            ..GradleCompiler::default()
        };
        assert_eq!(said(&old), "-source 8 -target 8");
    }

    #[test]
    fn a_test_task_says_how_its_jvm_is_started() {
        let task = GradleTestTask {
            jvm_arguments: ["-Dx=1", "-javaagent:/x/jacoco.jar=a", "-Xss2m"]
                .map(str::to_owned)
                .to_vec(),
            properties: BTreeMap::from([("a".to_owned(), "b".to_owned())]),
            heap: Some("2g".to_owned()),
            ..GradleTestTask::default()
        };
        let without_assertions = GradleTestTask {
            assertions: Some(false),
            ..task.clone()
        };
        assert_eq!(run_of(without_assertions).flags, ["-da", "-Xss2m"]);
        let run = run_of(task);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(run.properties, [pair("a", "b"), pair("x", "1")]);
        assert_eq!(run.flags, ["-Xss2m"]);
        assert_eq!(run.memory_mb, Some(2_048));
    }
}
