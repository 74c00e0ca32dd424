//! The JVM that the user's own tests run in: takes a request, gives a worker as the build would start one; runs
//! nothing itself.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use goalline_build::{
    Launcher, Project, ProjectFramework, ProjectKind, ProjectSettings, TestFrameworks,
    TestSelection,
};
use goalline_jvm::{CompileSetup, Interrupt, Sandbox, Worker, WorkerError, WorkerOptions};
use goalline_prepare::{EngineError, Request, Settings};

use super::records::MapMemory;

/// A worker that is started when the first tests are to be run, and then stays warm.
pub struct Tester {
    options: WorkerOptions,
    /// How long one test may take.
    pub limit: Duration,
    /// Whether networks and files outside of the project are kept away.
    pub is_sandboxed: bool,
    /// Causes of failures that the user has read already: those of one module mostly have the same one.
    pub told: BTreeSet<String>,
    /// What was read of coverage maps.
    pub maps: Arc<MapMemory>,
    worker: Option<Worker>,
    starting: Option<JoinHandle<Option<Worker>>>,
    /// The launcher that was found last, and for which frameworks.
    launcher: Option<(TestFrameworks, Result<Launcher, String>)>,
}

impl Tester {
    /// Nothing is started yet.
    pub fn new(
        settings: &Settings,
        request: &Request,
        cache: PathBuf,
        readable: Vec<PathBuf>,
    ) -> Self {
        Self {
            options: options(settings, request, cache, readable),
            limit: settings.user_test_limit,
            is_sandboxed: sandbox(settings) != Sandbox::Off,
            told: BTreeSet::new(),
            maps: Arc::default(),
            worker: None,
            starting: None,
            launcher: None,
        }
    }

    /// Where results are kept.
    pub(crate) fn cache(&self) -> &Path {
        &self.options.cache
    }

    /// Starts the JVM in the background when the project has test sources.
    pub fn start_ahead(&mut self, request: &Request) {
        let project = &request.project;
        let has_tests = request.user_tests && project.test_roots.iter().any(|root| root.is_dir());
        if !has_tests || self.worker.is_some() || self.starting.is_some() {
            return;
        }
        // With the launcher known ahead, the JVM need not be started again to be allowed to read it.
        let frameworks = TestFrameworks {
            jupiter: project.framework == ProjectFramework::Jupiter,
            junit4: project.framework == ProjectFramework::Junit4,
            testng: project.framework == ProjectFramework::TestNg,
        };
        if let Ok(launcher) = self.launcher(request, frameworks) {
            self.options.readable.extend(launcher.jars);
        }
        let options = self.options.clone();
        self.starting = Some(thread::spawn(move || Worker::start(&options).ok()));
    }

    /// The worker, set up to compile and run the project's tests. No interrupt of an earlier run is left in it.
    pub fn worker(
        &mut self,
        request: &Request,
        launcher: &Launcher,
    ) -> Result<&mut Worker, EngineError> {
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => self.start()?,
        };
        let worker = self.worker.insert(worker);
        worker.set_interrupt(Interrupt::default());
        worker.configure(&setup(&request.project, launcher))?;
        Ok(worker)
    }

    /// The worker that was started ahead, if that went well, else a new one.
    fn start(&mut self) -> Result<Worker, WorkerError> {
        let ahead = self.starting.take().and_then(|start| start.join().ok());
        match ahead.flatten() {
            Some(worker) => Ok(worker),
            None => Worker::start(&self.options),
        }
    }

    /// JUnit's launcher for tests of these frameworks, asked for once.
    pub fn launcher(
        &mut self,
        request: &Request,
        frameworks: TestFrameworks,
    ) -> Result<Launcher, String> {
        if let Some((known, launcher)) = &self.launcher
            && *known == frameworks
        {
            return launcher.clone();
        }
        let settings = ProjectSettings {
            java_home: Some(request.jdk.home.clone()),
            ..ProjectSettings::default()
        };
        let found = Launcher::find(&request.project, frameworks, &settings)
            .map_err(|error| error.to_string());
        self.launcher = Some((frameworks, found.clone()));
        found
    }
}

/// The user's own tests may be open where all else is confined.
fn sandbox(settings: &Settings) -> Sandbox {
    if settings.open_user_tests {
        Sandbox::Off
    } else {
        settings.sandbox
    }
}

fn options(
    settings: &Settings,
    request: &Request,
    cache: PathBuf,
    mut readable: Vec<PathBuf>,
) -> WorkerOptions {
    let project = &request.project;
    let run = &project.test_run;
    readable.extend(project.test_roots.iter().cloned());
    readable.extend(run.source_roots.iter().cloned());
    let mut flags = vec!["-XX:+EnableDynamicAgentLoading".to_owned()];
    let is_preview = |option: &String| option == "--enable-preview";
    if project.compiler_options.iter().any(is_preview) {
        flags.push("--enable-preview".to_owned());
    }
    flags.extend(run.flags.iter().filter_map(|flag| with_jar(flag, project)));
    flags.extend(mocking_agent(project.jars_of_tests()));
    let mut properties = vec![("jdk.attach.allowAttachSelf".to_owned(), "true".to_owned())];
    properties.extend(request.jdk.stand_in_properties(project.java_release()));
    properties.extend(run.properties.iter().cloned());
    properties.extend(run.selection.iter().flat_map(tags));
    let working_directory = run
        .working_directory
        .clone()
        .filter(|folder| folder.is_dir());
    WorkerOptions {
        memory_mb: settings
            .worker_memory_mb
            .max(run.memory_mb.unwrap_or_default()),
        sandbox: sandbox(settings),
        cache,
        readable,
        closed: goalline_build::wide_folders(),
        flags,
        properties,
        environment: run.environment.clone(),
        tests_of: Some(project.root.clone()),
        working_directory: Some(working_directory.unwrap_or_else(|| project.root.clone())),
        ..WorkerOptions::new(request.jdk.home.clone(), request.jdk.feature)
    }
}

/// How the launcher is told which tests of a class the build runs.
fn tags(selection: &TestSelection) -> Vec<(String, String)> {
    let lists = [
        ("goalline.tags", &selection.tags),
        ("goalline.tags.excluded", &selection.excluded_tags),
    ];
    let said = lists.into_iter().filter(|(_, tags)| !tags.is_empty());
    said.map(|(name, tags)| (name.to_owned(), tags.join(",")))
        .collect()
}

/// The agent that Mockito and its like attach to their own JVM: loaded from the start, it needs no attaching, which the
/// sandbox would not let through. `jars` are those that tests run with.
pub fn mocking_agent<'j>(jars: impl IntoIterator<Item = &'j PathBuf>) -> Option<String> {
    let name = |jar: &&PathBuf| {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("byte-buddy-agent-") && name.ends_with(".jar")
    };
    let jar = jars.into_iter().find(name)?;
    Some(format!("-javaagent:{}", jar.display()))
}

/// The flag; `-javaagent:@{org.mockito:mockito-core:jar}`, which Maven fills in as it builds, with that jar of the
/// class path; none for an agent that is not there.
fn with_jar(flag: &str, project: &Project) -> Option<String> {
    let Some(agent) = flag.strip_prefix("-javaagent:") else {
        return Some(flag.to_owned());
    };
    let Some(open) = agent
        .strip_prefix("@{")
        .or_else(|| agent.strip_prefix("${"))
    else {
        let jar = agent.split('=').next().unwrap_or(agent);
        return Path::new(jar).is_file().then(|| flag.to_owned());
    };
    let (coordinates, rest) = open.split_once('}')?;
    let artifact = coordinates.split(':').nth(1)?;
    let is_wanted = |jar: &&PathBuf| {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix(artifact)
            .and_then(|rest| rest.strip_prefix('-'))
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let jar = project.jars_of_tests().find(is_wanted)?;
    Some(format!("-javaagent:{}{rest}", jar.display()))
}

fn setup(project: &Project, launcher: &Launcher) -> CompileSetup {
    let existing = |paths: &mut dyn Iterator<Item = &PathBuf>| -> Vec<PathBuf> {
        paths.filter(|path| path.exists()).cloned().collect()
    };
    // As in a build: what a test has a resource of its own for hides the one of the module.
    let is_folder = |path: &&PathBuf| path.is_dir();
    let resources = project.test_class_path.iter().chain(&project.class_path);
    let both = project.class_path.iter().chain(&project.test_class_path);
    let jars = resources
        .filter(is_folder)
        .chain(both.filter(|path| !is_folder(path)))
        .filter(|jar| !launcher.replaced.contains(jar))
        .chain(&launcher.jars);
    // As a build has them on the class path of tests: the usual sources come first.
    let roots = project.source_roots.iter().chain(&project.test_roots);
    let roots = roots.chain(&project.test_run.source_roots);
    CompileSetup {
        class_path: existing(&mut jars.into_iter()),
        source_roots: existing(&mut roots.into_iter()),
        options: compiler_options(project),
        processor_path: existing(&mut project.processor_path.iter()),
        built: existing(&mut project.output_folders.iter()),
        // All of them stand on the class path.
        test_libraries: Vec::new(),
    }
}

/// The options of the build with the levels of test sources, where those differ. Frameworks want the names of
/// parameters, which builds see to; Maven alone says for sure whether they are there.
fn compiler_options(project: &Project) -> Vec<String> {
    let mut options = with_levels(project);
    let is_sure = project.kind == ProjectKind::Maven;
    if !is_sure && !options.iter().any(|option| option == "-parameters") {
        options.push("-parameters".to_owned());
    }
    options
}

fn with_levels(project: &Project) -> Vec<String> {
    let levels = &project.test_run.compiler_options;
    if levels.is_empty() {
        return project.compiler_options.clone();
    }
    let mut options = Vec::new();
    let mut given = project.compiler_options.iter();
    while let Some(option) = given.next() {
        if matches!(option.as_str(), "--release" | "-source" | "-target") {
            given.next();
        } else {
            options.push(option.clone());
        }
    }
    options.extend(levels.iter().cloned());
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mockito on the class path of tests, its agent on that of all, as a pom without scopes has it.
    fn mocking_project() -> Project {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("A.java");
        let settings = ProjectSettings::default();
        let mut project =
            Project::discover_text(&file, "class A {}", &settings).expect("a project");
        project.test_class_path = vec!["/m/mockito-core-5.14.2.jar".into()];
        project.class_path = vec!["/m/byte-buddy-agent-1.15.4.jar".into()];
        project
    }

    #[test]
    fn agents_are_found_on_both_class_paths_and_left_out_when_they_are_not_there() {
        let project = mocking_project();
        assert_eq!(
            with_jar("-javaagent:@{org.mockito:mockito-core:jar}=x", &project).as_deref(),
            Some("-javaagent:/m/mockito-core-5.14.2.jar=x")
        );
        assert_eq!(with_jar("-javaagent:/no/such.jar", &project), None);
        assert_eq!(with_jar("-ea", &project).as_deref(), Some("-ea"));
        assert_eq!(
            mocking_agent(project.jars_of_tests()).as_deref(),
            Some("-javaagent:/m/byte-buddy-agent-1.15.4.jar")
        );
    }
}
