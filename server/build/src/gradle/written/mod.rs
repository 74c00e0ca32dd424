//! A build as its files are written, where no Gradle runs that can read them: takes a file of the build, gives its
//! module and the siblings that it needs, with the libraries that are named there as Maven resolves them; runs no
//! script.
//!
//! It is a makeshift: what scripts compute is not known. But most state what they need in words.

mod catalog;
#[cfg(test)]
mod laws;
mod module_statements;
mod script;
mod values;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use module_statements::{Reader, Use, WrittenLibrary, WrittenModule, WrittenProject};
use script::{ScriptStatement, statements};
use values::Values;

use super::{
    answer::{GradleCompiler, GradleEntry, GradleModule, GradleSourceSet, GradleTestTask},
    build_files::{BUILDS, GradleRoot},
};
use crate::{
    ProjectSettings,
    files::read_written,
    maven::{self, Dependency, MavenError, ResolvedPaths, WrittenLibraries},
};

/// Scripts beside those of modules that are read for the versions in them, at most.
const MOST_SHARED: usize = 64;

/// Source sets that are known by where they lie.
const SETS: [&str; 3] = ["main", "test", "testFixtures"];

/// Whose versions Spring Boot's plugin manages.
const SPRING_BOOT: &str = "org.springframework.boot";

/// The plugin that adds Lombok to every source set.
const LOMBOK: &str = "io.freefair.lombok";

/// A Lombok that stands every JDK of today, where nothing says which one it is.
const LOMBOK_VERSION: &str = "1.18.42";

/// A build's files, read.
pub struct WrittenBuild<'a> {
    root: &'a GradleRoot,
    files: Vec<PathBuf>,
    /// The statements of the settings.
    settings: Vec<ScriptStatement>,
}

/// A module as it is written.
#[derive(Default)]
struct ReadModule {
    folder: PathBuf,
    path: String,
    written: WrittenModule,
}

/// What the modules that belong together need from outside.
#[derive(Default)]
struct Needs {
    modules: Vec<ReadModule>,
    /// The source sets of other modules, by path and name.
    siblings: Vec<WrittenProject>,
    libraries: WrittenLibraries,
}

impl<'a> WrittenBuild<'a> {
    /// Reads which files the build has; none where it has no script.
    pub fn of(root: &'a GradleRoot) -> Option<Self> {
        let files = root.files().ok()?;
        let settings = files.iter().filter(|file| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            file.parent() == Some(&*root.folder) && name.starts_with("settings.gradle")
        });
        let settings = settings.flat_map(|file| read_script(file)).collect();
        Some(Self {
            root,
            files,
            settings,
        })
    }

    /// The path of a file's module; none where no script stands above the file.
    pub fn module_of(&self, file: &Path) -> Option<String> {
        let folders = file.ancestors().skip(1);
        let mut folders = folders.take_while(|folder| folder.starts_with(&self.root.folder));
        let is_listed = |folder: &&Path| {
            let has_sources = folder.join("src").is_dir();
            has_sources && *folder != self.root.folder && self.is_included(folder)
        };
        let folder = folders.find(|it| script_of(it).is_some() || is_listed(it))?;
        Some(self.path_of(folder))
    }

    /// Whether the settings name a folder, which then needs no script of its own.
    fn is_included(&self, folder: &Path) -> bool {
        let path = self.path_of(folder);
        let path = path.trim_start_matches(':');
        self.settings.iter().flatten().any(
            |part| matches!(part, script::Part::Text(text) if text.trim_start_matches(':') == path),
        )
    }

    /// The module of this path with those that it needs, and what could not be had.
    pub fn modules(
        &self,
        path: &str,
        settings: &ProjectSettings,
    ) -> Result<WrittenAnswer, MavenError> {
        let needs = self.needs(path);
        let folder = needs.modules.first().map(|it| it.folder.clone());
        let folder = folder.unwrap_or_else(|| self.root.folder.clone());
        let script = script_of(&folder).or_else(|| script_of(&self.root.folder));
        let script = script.unwrap_or(folder);
        let resolved = maven::libraries_of(&script, &needs.libraries, settings)?;
        Ok(needs.answer(resolved))
    }

    /// `:a:b` of a folder.
    fn path_of(&self, folder: &Path) -> String {
        let below = folder.strip_prefix(&self.root.folder);
        let parts = below.unwrap_or(Path::new("")).components();
        let parts: Vec<_> = parts
            .map(|it| it.as_os_str().to_string_lossy().into_owned())
            .collect();
        let usual = format!(":{}", parts.join(":"));
        // Settings may call it otherwise.
        let named = self.settings.iter().find_map(|statement| {
            let (path, place) = place_in(statement)?;
            (self.root.folder.join(place) == folder).then(|| path.to_owned())
        });
        named.unwrap_or(usual)
    }

    /// Where the project of a path lies: where the settings say, else where its name says, else where a folder of that
    /// name has a script.
    fn folder_of(&self, path: &str) -> Option<PathBuf> {
        let root = &self.root.folder;
        let named = self.settings.iter().find_map(|statement| {
            let (named, place) = place_in(statement)?;
            (named == path).then(|| root.join(place))
        });
        let usual = root.join(path.trim_start_matches(':').replace(':', "/"));
        let last = path.rsplit(':').next().unwrap_or(path);
        let like_it = || {
            let folders = self.files.iter().filter_map(|file| file.parent());
            let mut folders = folders.filter(|folder| folder.ends_with(last));
            folders
                .find(|it| script_of(it).is_some())
                .map(Path::to_path_buf)
        };
        named
            .into_iter()
            .chain([usual])
            .find(|folder| folder.is_dir())
            .or_else(like_it)
    }

    /// The path of a project that a script names; `projects.coreApi` means `:core-api`.
    fn real_path(&self, named: &str) -> String {
        let is_there = |path: &str| {
            let below = path.trim_start_matches(':').replace(':', "/");
            self.root.folder.join(below).is_dir()
        };
        let folders = self.files.iter().filter_map(|file| file.parent());
        let mut paths = folders.map(|folder| self.path_of(folder));
        let found = (!is_there(named))
            .then(|| paths.find(|path| accessor(path) == named))
            .flatten();
        found.unwrap_or_else(|| named.to_owned())
    }

    /// Reads a module, then those that it needs.
    fn needs(&self, path: &str) -> Needs {
        let mut needs = Needs::default();
        let mut open = vec![WrittenProject {
            path: path.to_owned(),
            of: Use::Compile,
            set: "main",
        }];
        let mut seen = BTreeSet::new();
        while let Some(project) = open.pop() {
            let is_own = needs.modules.is_empty();
            if !is_own && project.path != path && !needs.siblings.contains(&project) {
                needs.siblings.push(project.clone());
            }
            let folder = self.folder_of(&project.path);
            let Some(folder) = folder.filter(|_| seen.insert(project.path.clone())) else {
                continue;
            };
            let (module, values) = self.read_module(&project.path, &folder);
            needs.add_libraries(&module, if is_own { Use::Test } else { project.of });
            self.add_platforms(&module, &mut needs);
            add_plugins(&module, &values, &mut needs.libraries);
            let further = module.projects.iter().rev();
            let further = further.filter(|it| is_own || it.of != Use::Test);
            open.splice(
                0..0,
                further.cloned().map(|it| WrittenProject {
                    of: it.of.max(project.of),
                    ..it
                }),
            );
            needs.modules.push(ReadModule {
                folder,
                path: project.path,
                written: module,
            });
        }
        needs
    }

    /// Lists of versions that are projects of the build.
    fn add_platforms(&self, module: &WrittenModule, needs: &mut Needs) {
        for project in &module.projects {
            if let Some(folder) = self
                .folder_of(&project.path)
                .filter(|it| !it.join("src").is_dir())
            {
                let (platform, values) = self.read_module(&project.path, &folder);
                needs.libraries.add_managed(&platform);
                add_plugins(&platform, &values, &mut needs.libraries);
            }
        }
    }

    /// What the scripts say of one module.
    fn read_module(&self, path: &str, folder: &Path) -> (WrittenModule, Values) {
        let own = script_of(folder)
            .map(|it| read_script(&it))
            .unwrap_or_default();
        let of_root = script_of(&self.root.folder).map(|it| read_script(&it));
        let of_root = of_root
            .filter(|_| folder != self.root.folder)
            .unwrap_or_default();
        let values = self.values(folder, [&own, &of_root]);
        let reader = Reader {
            values: &values,
            module: path,
            folder,
        };
        let mut module = WrittenModule::default();
        reader.read_root(&of_root, &mut module);
        reader.read(&own, &mut module);
        let mut seen = BTreeSet::new();
        loop {
            let scripts = self.further_scripts(&module, folder);
            let Some(next) = scripts.into_iter().find(|it| seen.insert(it.clone())) else {
                break;
            };
            reader.read(&read_script(&next), &mut module);
        }
        for project in &mut module.projects {
            project.path = self.real_path(&project.path);
        }
        (module, values)
    }

    /// Scripts that are applied: by their place, or as plugins of the build.
    fn further_scripts(&self, module: &WrittenModule, folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for script in &module.scripts {
            let name = script
                .rsplit('}')
                .next()
                .unwrap_or(script)
                .trim_start_matches('/');
            let places = [folder, &self.root.folder].map(|it| it.join(name));
            found.extend(places.into_iter().find(|it| it.is_file()));
        }
        for plugin in &module.plugins {
            let names = [".gradle", ".gradle.kts"].map(|ending| format!("{plugin}{ending}"));
            let is_it = |file: &&PathBuf| {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                names.iter().any(|it| *it == name)
            };
            found.extend(self.files.iter().find(is_it).cloned());
        }
        found
    }

    /// What names mean in the scripts of a folder: its own first, then those of all that is around it.
    fn values(&self, folder: &Path, scripts: [&[ScriptStatement]; 2]) -> Values {
        let mut values = Values::default();
        for place in [folder, &self.root.folder] {
            let text = read_written(place.join("gradle.properties"));
            values.add_properties(&text.unwrap_or_default());
        }
        for file in &self.files {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if let Some(name) = name.strip_suffix(".versions.toml") {
                values.add_catalog(name, &read_written(file).unwrap_or_default());
            }
        }
        for script in scripts {
            values.add_script(script);
        }
        values.add_script(&self.settings);
        // Others may keep the versions of all.
        let is_shared = |file: &&PathBuf| {
            let is_known = BUILDS.iter().any(|name| file.ends_with(name));
            !is_known && file.to_string_lossy().contains(".gradle")
        };
        for file in self.files.iter().filter(is_shared).take(MOST_SHARED) {
            values.add_script(&read_script(file));
        }
        values
    }
}

/// What Spring Boot's and Lombok's plugins add.
fn add_plugins(module: &WrittenModule, values: &Values, libraries: &mut WrittenLibraries) {
    let version_of = |id: &str| {
        let mut plugins = module.plugins.iter();
        plugins.find_map(|plugin| plugin.strip_prefix(id)?.strip_prefix(':'))
    };
    if let Some(version) = version_of(SPRING_BOOT) {
        let name = format!("{SPRING_BOOT}:spring-boot-dependencies:{version}");
        libraries
            .platforms
            .extend(dependency(&values.text(&name), "import"));
    }
    if module.plugins.iter().any(|it| it.starts_with(LOMBOK)) {
        let is_managed = !libraries.platforms.is_empty();
        let version = if is_managed { "" } else { LOMBOK_VERSION };
        let name = format!("org.projectlombok:lombok:{version}");
        let lombok = |scope| dependency(&name, scope);
        libraries.dependencies.extend(lombok("provided"));
        libraries.processors.extend(lombok("compile"));
    }
}

impl Needs {
    /// Adds what a module needs from outside; `of` says what the module itself is needed for: `Test` for the one that
    /// is asked about, whose tests run.
    fn add_libraries(&mut self, module: &WrittenModule, of: Use) {
        self.libraries.add_managed(module);
        let is_own = self.modules.is_empty();
        let used = module.libraries.iter().filter(|it| !it.is_platform);
        for library in used {
            let scope = match library.of {
                Use::Compile => "compile",
                Use::Run => "runtime",
                Use::CompileOnly => "provided",
                Use::Test if is_own => "test",
                Use::Processor => "processor",
                Use::Test | Use::Managed | Use::Nothing => continue,
            };
            let scope = if !is_own && of == Use::Test && scope != "processor" {
                "test"
            } else {
                scope
            };
            let Some(found) = library.dependency(scope) else {
                continue;
            };
            if scope == "processor" {
                let found = Dependency {
                    scope: "compile".to_owned(),
                    ..found
                };
                self.libraries.processors.push(found);
            } else {
                self.libraries.dependencies.push(found);
            }
        }
    }

    /// What Gradle would have said.
    fn answer(self, resolved: ResolvedPaths) -> WrittenAnswer {
        let Self {
            modules, siblings, ..
        } = self;
        let mut answer: Vec<GradleModule> = modules.iter().map(module_of).collect();
        let places: Vec<(Use, PathBuf)> = siblings
            .iter()
            .filter_map(|sibling| {
                let module = modules.iter().find(|it| it.path == sibling.path)?;
                Some((sibling.of, classes(&module.folder, sibling.set)))
            })
            .collect();
        let of = |is_test: bool| {
            let places = places
                .iter()
                .filter(move |(of, _)| (*of == Use::Test) == is_test);
            places.map(|(_, place)| entry(place))
        };
        if let (Some(own), Some(read)) = (answer.first_mut(), modules.first()) {
            let libraries =
                |paths: &[PathBuf]| paths.iter().map(|it| library(it)).collect::<Vec<_>>();
            let main: Vec<GradleEntry> = of(false)
                .chain(read.jars().iter().map(|it| entry(it)))
                .chain(libraries(&resolved.main))
                .collect();
            let fixtures = ["main", "testFixtures"].map(|set| entry(&classes(&read.folder, set)));
            let test = fixtures.into_iter().chain(of(true));
            let test = test.chain(main.clone()).chain(libraries(&resolved.test));
            // Fixtures may be what is asked about.
            own.sets[1].run = test.collect();
            let of_tests = own.sets[1].run.clone();
            own.sets[2].run = of_tests;
            own.sets[0].run = main;
            for set in &mut own.sets {
                if let Some(compiler) = &mut set.compiler {
                    compiler.processors = Some(resolved.processors.clone());
                }
            }
        }
        WrittenAnswer {
            modules: answer,
            notices: resolved.notices,
        }
    }
}

/// What is known of a build without Gradle.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WrittenAnswer {
    pub modules: Vec<GradleModule>,
    pub notices: Vec<String>,
}

impl ReadModule {
    /// Jars that lie in the project.
    fn jars(&self) -> Vec<PathBuf> {
        let places = self.written.files.iter().map(|it| self.folder.join(it));
        let in_folder = |place: PathBuf| {
            let entries = fs::read_dir(&place).into_iter().flatten().flatten();
            let mut inside: Vec<PathBuf> = entries.map(|it| it.path()).collect();
            inside.retain(|it| it.extension().is_some_and(|ending| ending == "jar"));
            inside.sort();
            if place.is_file() { vec![place] } else { inside }
        };
        places.flat_map(in_folder).collect()
    }
}

impl WrittenLibraries {
    /// Lists of versions, and versions by themselves.
    fn add_managed(&mut self, module: &WrittenModule) {
        for library in &module.libraries {
            if library.is_platform {
                self.platforms.extend(library.dependency("import"));
            } else if library.of == Use::Managed {
                let found = library.dependency("compile");
                self.managed.extend(found.filter(|it| it.version.is_some()));
            }
        }
    }
}

impl WrittenLibrary {
    fn dependency(&self, scope: &str) -> Option<Dependency> {
        let exclusions = self.exclusions.iter().filter_map(|it| it.split_once(':'));
        let exclusions = exclusions.map(|(group, name)| (group.to_owned(), name.to_owned()));
        Some(Dependency {
            exclusions: exclusions.collect(),
            ..dependency(&self.name, scope)?
        })
    }
}

/// `group:name:version:classifier@type`, the last three where they are there; none where a name in it is not known.
fn dependency(name: &str, scope: &str) -> Option<Dependency> {
    let (name, kind) = name.split_once('@').unwrap_or((name, "jar"));
    let mut parts = name.split(':').filter(|it| !it.is_empty());
    let (group, artifact) = (parts.next()?, parts.next()?);
    if group.contains('$') || artifact.contains('$') {
        return None;
    }
    // A version that is computed is one that is not known.
    let version = parts.next().filter(|it| !it.contains('$'));
    let version = version.map(|it| match it.trim_end_matches('!') {
        "+" | "latest.release" | "latest.integration" => "RELEASE".to_owned(),
        open if open.ends_with(".+") => format!("[{},)", open.trim_end_matches(".+")),
        fixed => fixed.to_owned(),
    });
    Some(Dependency {
        group: group.to_owned(),
        artifact: artifact.to_owned(),
        version,
        kind: if scope == "import" { "pom" } else { kind }.to_owned(),
        classifier: parts.next().map(str::to_owned),
        scope: scope.to_owned(),
        ..Dependency::default()
    })
}

fn module_of(read: &ReadModule) -> GradleModule {
    let written = &read.written;
    let compiler = GradleCompiler {
        arguments: written.arguments.clone(),
        release: written.release,
        source: written.source.clone(),
        target: written.target.clone(),
        toolchain: written.toolchain,
        encoding: written.encoding.clone(),
        ..GradleCompiler::default()
    };
    let set = |name: &str| GradleSourceSet {
        name: name.to_owned(),
        roots: vec![read.folder.join("src").join(name).join("java")],
        resources: vec![read.folder.join("src").join(name).join("resources")],
        classes: vec![classes(&read.folder, name)],
        compiler: Some(compiler.clone()),
        ..GradleSourceSet::default()
    };
    GradleModule {
        path: read.path.clone(),
        folder: read.folder.clone(),
        output: read.folder.join("build"),
        kind: "java".to_owned(),
        sets: SETS.map(set).into(),
        tests: vec![GradleTestTask {
            name: "test".to_owned(),
            classes: vec![classes(&read.folder, "test")],
            jvm_arguments: written.test_arguments.clone(),
            ..GradleTestTask::default()
        }],
        ..GradleModule::default()
    }
}

/// Where Gradle puts the classes of a source set.
fn classes(folder: &Path, set: &str) -> PathBuf {
    folder.join("build/classes/java").join(set)
}

fn entry(file: &Path) -> GradleEntry {
    GradleEntry {
        file: file.to_path_buf(),
        ..GradleEntry::default()
    }
}

/// A jar of the local repository.
fn library(file: &Path) -> GradleEntry {
    GradleEntry {
        module: Some(file.parent().unwrap_or(file).display().to_string()),
        ..entry(file)
    }
}

/// The path and the place of `project(':a').projectDir = file('b')`.
fn place_in(statement: &[script::Part]) -> Option<(&str, &str)> {
    let is_place =
        |part: &script::Part| matches!(part, script::Part::Word(it) if it.ends_with("projectDir"));
    let mut texts = statement.iter().filter_map(|part| match part {
        script::Part::Text(text) => Some(text.as_str()),
        _ => None,
    });
    let (path, place) = (texts.next()?, texts.next()?);
    statement.iter().any(is_place).then_some((path, place))
}

/// The script of a project's folder. Many builds call it after the folder: `core/core.gradle`,
/// `core/core-build.gradle.kts`.
fn script_of(folder: &Path) -> Option<PathBuf> {
    let own = folder.file_name().unwrap_or_default().to_string_lossy();
    let usual = BUILDS.map(|name| folder.join(name));
    let named = ["", "-build"].into_iter().flat_map(|part| {
        ["gradle", "gradle.kts"].map(|ending| folder.join(format!("{own}{part}.{ending}")))
    });
    usual.into_iter().chain(named).find(|file| file.is_file())
}

/// What scripts call a project behind `projects.`, with colons: `:a:coreApi` of `:a:core-api`.
fn accessor(path: &str) -> String {
    let mut accessor = String::new();
    let mut begins_word = false;
    for letter in path.chars() {
        if matches!(letter, '-' | '_' | '.') {
            begins_word = true;
        } else {
            let large = letter.to_uppercase().next().filter(|_| begins_word);
            accessor.push(large.unwrap_or(letter));
            begins_word = false;
        }
    }
    accessor
}

fn read_script(file: &Path) -> Vec<ScriptStatement> {
    statements(&read_written(file).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projects_are_found_by_their_accessors_and_by_scripts_called_after_their_folders() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = GradleRoot {
            folder: dir.path().to_path_buf(),
        };
        let write = |name: &str, text: &str| {
            let file = root.folder.join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a script");
        };
        write(
            "settings.gradle.kts",
            "include(\":core-api\", \":app\", \":deep:in_it\")",
        );
        write("core-api/core-api.gradle", "dependencies { api 'g:a:1' }");
        write("deep/in_it/in_it-build.gradle.kts", "");
        write(
            "app/app-build.gradle.kts",
            "dependencies { api(projects.coreApi)\n implementation(projects.deep.inIt) }",
        );
        let build = WrittenBuild::of(&root).expect("there are scripts");
        let source = root.folder.join("app/src/main/java/A.java");
        let path = build.module_of(&source).expect("it has a script");
        assert_eq!(path, ":app");
        let needs = build.needs(&path);
        let found: Vec<&str> = needs.modules.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(found, [":app", ":core-api", ":deep:in_it"]);
        assert_eq!(needs.libraries.dependencies.len(), 1);
    }
}
