//! The generator of the product: takes jobs, finds project and JDK for them, runs the engine on workers that stay warm.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use goalline_engine::{
    Algorithm, Budget, Cancel, EngineError, Event, Events, LastPairs, LastResults, PairDefinition,
    PairSelector, Parameters, Report, Request, Session, Settings as EngineSettings, SuiteRun,
    UserTestReport,
    build::{
        BuildStop, Jdk, JdkRequest, Machine, Project, ProjectSettings, WantedJdk,
        is_read_for_anybody, repository_root, top_of,
    },
    class_style,
};
use goalline_jvm::Sandbox;

use crate::serve::state::{
    asked::MethodAround,
    generator::{Failure, Generator, Job, TestPlace},
    settings::ClientSettings,
};

/// At most so many pairs of branches are searched for one call.
const MOST_PAIRS: usize = 64;
/// Whoever saves twice gets the same twice.
const SEED: u64 = 1;

/// Projects that are kept between a build's answer and the run that it is for.
const MOST_KEPT: usize = 8;
/// How long an answer is one to a run that was asked for anew while it waited.
const JUST_ASKED: Duration = Duration::from_secs(2);

/// What makes an engine session fit for a job.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SessionKey {
    memory_mb: u32,
    sandbox: Sandbox,
}

/// What decides which JDK is taken.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Wanted {
    /// What the user wants.
    setting: Option<PathBuf>,
    /// What the project wants.
    project: Option<WantedJdk>,
    /// The release that its sources need.
    release: u32,
    /// Where no JDK counts.
    folders: Vec<PathBuf>,
}

/// The engine with what it keeps between runs.
#[derive(Default)]
pub struct Engine {
    session: Mutex<Option<(SessionKey, Arc<Session>)>>,
    jdks: Mutex<BTreeMap<Wanted, Jdk>>,
    /// What builds said last, the newest first.
    projects: Mutex<Vec<KeptProject>>,
}

/// What a build said, for whom.
struct KeptProject {
    job: Job,
    project: Result<Project, Failure>,
    at: Instant,
}

impl Generator for Engine {
    fn ask_build(&self, job: &Job, cancel: &Cancel) -> Result<(), Failure> {
        if self.kept(job).is_some() {
            return Ok(());
        }
        let flags = cancel.clone();
        let stop = BuildStop::when(move || flags.is_cancelled() && !flags.is_replaced());
        let project = discover(job, stop.clone());
        if stop.is_due() {
            return Err(Failure::Cancelled);
        }
        let mut projects = self.projects.lock().unwrap_or_else(PoisonError::into_inner);
        projects.retain(|kept| kept.job.path != job.path);
        projects.truncate(MOST_KEPT - 1);
        let kept = KeptProject {
            job: job.clone(),
            project,
            at: Instant::now(),
        };
        projects.insert(0, kept);
        Ok(())
    }

    fn test_place(&self, job: &Job) -> Result<TestPlace, Failure> {
        let project = self.project(job)?;
        let file = project.test_file_for(&job.path, &job.name());
        Ok(TestPlace {
            outside: project.strays_to(&file),
            style: class_style(&project, &file, None),
            file,
        })
    }

    fn warm_up(&self, job: &Job) -> Result<(), Failure> {
        let request = self.request(job, self.project(job)?)?;
        self.session(&job.settings)
            .warm_up(&request)
            .map_err(failure)
    }

    fn last_results(&self, job: &Job) -> Option<LastResults> {
        self.session(&job.settings).last_results(&job.path)
    }

    fn last_pairs(&self, job: &Job) -> Option<LastPairs> {
        self.session(&job.settings).last_pairs(&job.path)
    }

    fn generate(
        &self,
        job: &Job,
        cancel: &Cancel,
        events: &mut dyn Events,
    ) -> Result<Report, Failure> {
        let project = self.project(job)?;
        for notice in &project.notices {
            events.event(Event::Notice(notice.clone()));
        }
        let request = self.request(job, project)?;
        self.session(&job.settings)
            .generate(&request, cancel, events)
            .map_err(failure)
    }

    fn measure(&self, job: &Job, cancel: &Cancel) -> Result<UserTestReport, Failure> {
        let request = self.request(job, self.project(job)?)?;
        self.session(&job.settings)
            .run_user_tests(&request, cancel)
            .map_err(failure)
    }

    fn module(&self, job: &Job) -> Result<PathBuf, Failure> {
        Ok(self.project(job)?.root)
    }

    fn suite(
        &self,
        job: &Job,
        cancel: &Cancel,
        events: &mut dyn Events,
    ) -> Result<SuiteRun, Failure> {
        let request = self.request(job, self.project(job)?)?;
        self.session(&job.settings)
            .complete_map(&request, cancel, events)
            .map_err(failure)
    }

    fn couple(&self, job: &Job, cancel: &Cancel) -> Result<LastPairs, Failure> {
        let request = Request {
            coupled: Some(PairSelector {
                callee: None,
                reading: PairDefinition::Strict,
                most_pairs: Some(job.settings.former.max_combinations.unwrap_or(MOST_PAIRS)),
            }),
            open_texts: job.open_texts.clone(),
            parameters: Parameters {
                algorithm: Algorithm::Mosa,
                ..Parameters::default()
            },
            ..self.request(job, self.project(job)?)?
        };
        self.session(&job.settings)
            .couple(&request, cancel)
            .map_err(failure)
    }
}

impl Engine {
    /// What the build said when it was asked for this run; it is asked where it was not.
    fn project(&self, job: &Job) -> Result<Project, Failure> {
        let kept = self.kept(job);
        kept.unwrap_or_else(|| discover(job, BuildStop::default()))
    }

    fn kept(&self, job: &Job) -> Option<Result<Project, Failure>> {
        let projects = self.projects.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = projects.iter().find(|kept| kept.is_about(job))?;
        Some(kept.project.clone())
    }

    fn request(&self, job: &Job, project: Project) -> Result<Request, Failure> {
        let settings = &job.settings;
        Ok(Request {
            file: job.path.clone(),
            text: Some(job.text.clone()),
            class: None,
            method: job.method.as_ref().map(MethodAround::selector),
            jdk: self.jdk(job, &project)?,
            project: Arc::new(project),
            budget: Budget {
                seconds: Some(settings.seconds_per_save),
                max_executions: None,
            },
            seed: settings.former.seed.unwrap_or(SEED),
            criteria: settings.choice(),
            parameters: Parameters::default(),
            framework: None,
            implicit_exceptions: settings.implicit_exceptions,
            kill_survivors: false,
            is_apart: false,
            one_per_shape: false,
            user_tests: true,
            awaits_suite: job.awaits_suite,
            coupled: None,
            open_texts: BTreeMap::new(),
        })
    }

    fn jdk(&self, job: &Job, project: &Project) -> Result<Jdk, Failure> {
        let mut folders = job.folders.clone();
        folders.push(top_of(&project.root, job.folder()));
        let wanted = Wanted {
            setting: job.java_home()?.map(Path::to_path_buf),
            project: project.wanted_jdk.clone(),
            release: project.java_release(),
            folders,
        };
        let mut jdks = self.jdks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(jdk) = jdks.get(&wanted) {
            return Ok(jdk.clone());
        }
        let selector = JdkRequest {
            setting: wanted.setting.as_deref(),
            project: wanted.project.as_ref(),
            release: wanted.release,
        };
        let jdk = Jdk::find(selector, &Machine::current().outside_of(&wanted.folders))
            .map_err(|error| Failure::Trouble(format!("goalline: {error}")))?;
        jdks.insert(wanted, jdk.clone());
        Ok(jdk)
    }

    fn session(&self, settings: &ClientSettings) -> Arc<Session> {
        let fit = SessionKey {
            memory_mb: settings.worker.memory,
            sandbox: settings.sandbox.into(),
        };
        let mut kept = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((kept, session)) if *kept == fit => session.clone(),
            _ => {
                let session = Arc::new(Session::new(EngineSettings {
                    worker_memory_mb: fit.memory_mb,
                    sandbox: fit.sandbox,
                    remembers: true,
                    ..EngineSettings::default()
                }));
                *kept = Some((fit, session.clone()));
                session
            }
        }
    }
}

impl KeptProject {
    /// Whether it is what the job would hear: asked for the very run, or for one like it that waited for the answer.
    fn is_about(&self, job: &Job) -> bool {
        let asked = &self.job;
        asked.path == job.path
            && asked.text == job.text
            && asked.settings == job.settings
            && asked.java_server == job.java_server
            && (asked.number == job.number || self.at.elapsed() < JUST_ASKED)
    }
}

fn discover(job: &Job, stop: BuildStop) -> Result<Project, Failure> {
    let named = NamedPaths::of(job);
    let settings = ProjectSettings {
        class_path: named.class_path,
        sources: named.sources,
        java_home: job.java_home()?.map(Path::to_path_buf),
        workspace: job.folder().map(Path::to_path_buf),
        unbound_builds: Sandbox::from(job.settings.sandbox) != Sandbox::Required,
        stop,
        ..ProjectSettings::default()
    };
    let mut project = Project::discover_text(&job.path, &job.text, &settings)
        .map_err(|error| Failure::Trouble(format!("goalline: {error}")))?;
    project.notices.extend(named.notices);
    Ok(project)
}

/// Class path and source roots that the settings name, or the Java server where they name none.
#[derive(Debug, Default, PartialEq)]
struct NamedPaths {
    class_path: Vec<PathBuf>,
    sources: Vec<PathBuf>,
    notices: Vec<String>,
}

impl NamedPaths {
    /// Those that may be read: what lies outside of the workspace, and is no archive, is the user's own word or none.
    /// Both the settings and what a Java server reads may be a stranger's, and the sandbox opens what is named here.
    fn of(job: &Job) -> Self {
        let mut named = Self::default();
        let mut folders = job.folders.clone();
        folders.extend(job.path.parent().map(repository_root));
        let told = job.java_server.clone().unwrap_or_default();
        let (settings, own) = (&job.settings, &job.own);
        named.class_path = named.kept("classpath", &settings.classpath, &own.classpath, &folders);
        named.sources = named.kept("sources", &settings.sources, &own.sources, &folders);
        let told_of = |paths: &mut Vec<PathBuf>, told: Vec<PathBuf>| {
            if paths.is_empty() {
                let read = |path: &PathBuf| is_read_for_anybody(path, &folders);
                paths.extend(told.into_iter().filter(read));
            }
        };
        told_of(&mut named.class_path, told.entries);
        told_of(&mut named.sources, told.sources);
        named
    }

    fn kept(
        &mut self,
        setting: &str,
        paths: &[PathBuf],
        own: &[PathBuf],
        folders: &[PathBuf],
    ) -> Vec<PathBuf> {
        let is_kept = |path: &&PathBuf| own.contains(path) || is_read_for_anybody(path, folders);
        let (kept, left): (Vec<_>, Vec<_>) = paths.iter().partition(is_kept);
        self.notices.extend(left.iter().map(|path| {
            format!(
                "goalline.{setting} names {}, which lies outside of the workspace: it is not read; name it in your own settings if it belongs to the project, then restart the server",
                path.display()
            )
        }));
        kept.into_iter().cloned().collect()
    }
}

fn failure(error: EngineError) -> Failure {
    match error {
        EngineError::DoesNotCompile {
            mut messages,
            remedy,
            ..
        } => {
            // The first one is what is shown.
            if let (Some(first), Some(remedy)) = (messages.first_mut(), remedy) {
                *first = format!("{first}. {remedy}");
            }
            Failure::DoesNotCompile(messages)
        }
        EngineError::NothingToTest(reason) => Failure::NothingToTest(reason),
        EngineError::NothingCoupled { .. } => Failure::NothingToTest(error.to_string()),
        EngineError::Cancelled => Failure::Cancelled,
        other => Failure::Trouble(format!("goalline: {other}")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::serve::transport::class_path::ClassPath;

    fn job(workspace: &Path) -> Job {
        Job {
            number: 1,
            path: workspace.join("src/Cart.java"),
            method: None,
            text: "class Cart {}".into(),
            settings: ClientSettings::default(),
            own: ClientSettings::default(),
            folders: vec![workspace.to_path_buf()],
            java_server: None,
            awaits_suite: false,
            open_texts: BTreeMap::new(),
        }
    }

    #[test]
    fn no_setting_of_the_workspace_opens_a_folder_outside_of_it_and_no_java_server_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let [shop, keys] = ["shop", "keys"].map(|name| folder.path().join(name));
        for path in [shop.join("lib"), shop.join("src"), keys.clone()] {
            fs::create_dir_all(path).expect("it is ours");
        }
        let mut job = job(&shop);
        let both = vec![keys.clone(), shop.join("lib")];
        job.java_server = Some(ClassPath {
            entries: both.clone(),
            sources: both.clone(),
        });
        let own = vec![shop.join("lib")];
        let told = NamedPaths::of(&job);
        assert_eq!((&told.class_path, &told.sources), (&own, &own));

        job.settings.classpath = both.clone();
        job.settings.sources = vec![keys.clone()];
        job.java_server = None;
        let named = NamedPaths::of(&job);
        assert_eq!((named.class_path, named.sources), (own, Vec::new()));
        assert_eq!(named.notices.len(), 2, "{:?}", named.notices);

        // The user's own options may name what they like.
        job.own.classpath.clone_from(&both);
        assert_eq!(NamedPaths::of(&job).class_path, both);
    }
}
