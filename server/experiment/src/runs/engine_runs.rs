//! Runs on real classes: takes subjects, finds their sources once, measures each run with the engine on workers that
//! stay warm.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
};

use goalline_engine::{
    Budget, Cancel, EngineError, PairSelector, Parameters, Request, Settings,
    build::{Jdk, JdkRequest, Machine, Project, ProjectSettings, cache_folder},
    goals::GoalChoice,
};
use goalline_evaluate::{Evaluator, SelectionCheck};

use crate::{ExperimentSubject, Measure, Plan, PlannedRun, RunOutcome, RunRecord, SubjectSource};

/// Copies an artifact out of a Maven repository.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

/// Where a subject is.
#[derive(Clone, Debug)]
struct SubjectPlace {
    file: PathBuf,
    project: Arc<Project>,
    /// The file of the callee and its class, where the subject is a pair.
    callee: Option<(PathBuf, String)>,
    /// The faulty version, where there is one.
    buggy: Option<(PathBuf, Arc<Project>)>,
}

/// A class with everything a run needs, or why it cannot be run.
type LocatedSubject = Result<SubjectPlace, String>;

/// The sources of all subjects.
pub struct Subjects {
    jdk: Jdk,
    found: Vec<LocatedSubject>,
}

impl Subjects {
    /// Finds the sources of these subjects; published ones are copied into the cache folder once.
    ///
    /// # Errors
    /// Why there is no JDK.
    pub fn find(subjects: &[ExperimentSubject], java_home: Option<&Path>) -> Result<Self, String> {
        let selector = JdkRequest {
            setting: java_home,
            project: None,
            release: 0,
        };
        let jdk = Jdk::find(selector, &Machine::current()).map_err(|error| error.to_string())?;
        let found = subjects.iter().map(|subject| find(subject, &jdk)).collect();
        Ok(Self { jdk, found })
    }
}

impl Subjects {
    /// The version of the JDK that runs go on.
    pub fn jdk(&self) -> &str {
        &self.jdk.version
    }

    /// A search in a class as the product makes it.
    fn request(&self, place: &SubjectPlace, budget: Budget) -> Request {
        Request {
            file: place.file.clone(),
            text: None,
            class: None,
            method: None,
            project: place.project.clone(),
            jdk: self.jdk.clone(),
            budget,
            seed: 1,
            parameters: Parameters::default(),
            framework: None,
            implicit_exceptions: false,
            kill_survivors: false,
            is_apart: false,
            one_per_shape: false,
            user_tests: false,
            awaits_suite: false,
            coupled: None,
            open_texts: BTreeMap::new(),
            criteria: GoalChoice::default(),
        }
    }
}

/// Searches for the smart selection of a subject and checks by running what it leaves out as implied.
///
/// # Errors
/// Why the class cannot be run.
pub fn check_selection(
    subjects: &Subjects,
    subject: usize,
    budget: Budget,
    cancel: &Cancel,
) -> Result<SelectionCheck, String> {
    let found = subjects.found[subject].clone()?;
    let evaluator = Evaluator::new(Settings::default());
    let request = subjects.request(&found, budget);
    let check = evaluator.check_selection(&request, cancel);
    check.map_err(|error| error.to_string())
}

fn find(subject: &ExperimentSubject, jdk: &Jdk) -> LocatedSubject {
    let root = root_of(&subject.source, jdk)?;
    let file = file_of(&root, &subject.class)?;
    let callee = match &subject.callee {
        Some(callee) => Some((file_around(&root, callee)?, callee.clone())),
        None => None,
    };
    let buggy = match &subject.buggy {
        Some(buggy) => {
            let root = root_of(buggy, jdk)?;
            let file = file_of(&root, &subject.class)?;
            let project = project_of(&file, root)?;
            Some((file, project))
        }
        None => None,
    };
    let project = project_of(&file, root)?;
    Ok(SubjectPlace {
        file,
        project,
        callee,
        buggy,
    })
}

fn root_of(source: &SubjectSource, jdk: &Jdk) -> Result<PathBuf, String> {
    match source {
        SubjectSource::Folder(folder) => Ok(folder.clone()),
        SubjectSource::Artifact(artifact) => published(artifact, jdk),
    }
}

fn project_of(file: &Path, root: PathBuf) -> Result<Arc<Project>, String> {
    let settings = ProjectSettings {
        sources: vec![root],
        ..ProjectSettings::default()
    };
    let project = Project::discover(file, &settings).map_err(|error| error.to_string())?;
    Ok(Arc::new(project))
}

/// The file of a top-level class: what is searched is a whole file, under the name of one class.
fn file_of(root: &Path, class: &str) -> Result<PathBuf, String> {
    match class.split_once('$') {
        Some((outer, _)) => Err(format!(
            "{class} is nested: name its top-level class {outer}"
        )),
        None => file_around(root, class),
    }
}

/// The file in which a class is declared, if it is.
fn file_around(root: &Path, class: &str) -> Result<PathBuf, String> {
    let outer = class.split('$').next().unwrap_or_default();
    let file = root.join(outer.replace('.', "/") + ".java");
    fs::canonicalize(&file).map_err(|cause| format!("{}: {cause}", file.display()))
}

/// The unpacked sources of `group:artifact:version`.
fn published(artifact: &str, jdk: &Jdk) -> Result<PathBuf, String> {
    let subjects = cache_folder(None).join("subjects");
    let root = subjects.join(artifact.replace(':', "_"));
    if root.exists() {
        return Ok(root);
    }
    let text = |cause: std::io::Error| format!("{}: {cause}", subjects.display());
    fs::create_dir_all(&subjects).map_err(text)?;
    let work = tempfile::tempdir_in(&subjects).map_err(text)?;
    let maven = Command::new("mvn")
        .args(["-q", "-B", COPY])
        .arg(format!("-Dartifact={artifact}:jar:sources"))
        .arg(format!("-DoutputDirectory={}", work.path().display()))
        .current_dir(work.path())
        .stdin(Stdio::null())
        .output()
        .map_err(|cause| format!("mvn: {cause}"))?;
    if !maven.status.success() {
        let said = String::from_utf8_lossy(&maven.stdout);
        let line = said.lines().find(|line| line.contains("ERROR"));
        return Err(format!(
            "no sources of {artifact}: {}",
            line.unwrap_or("Maven failed")
        ));
    }
    let jar = first_jar(work.path()).ok_or_else(|| format!("no sources of {artifact}"))?;
    let unpacked = work.path().join("sources");
    fs::create_dir_all(&unpacked).map_err(text)?;
    let done = Command::new(jdk.home.join("bin/jar"))
        .arg("--extract")
        .arg("--file")
        .arg(&jar)
        .current_dir(&unpacked)
        .stdin(Stdio::null())
        .status()
        .map_err(|cause| format!("jar: {cause}"))?;
    if !done.success() {
        return Err(format!("{} cannot be unpacked", jar.display()));
    }
    // Somebody else may have been faster: theirs is as good.
    if fs::rename(&unpacked, &root).is_err() && !root.exists() {
        return Err(format!("{} cannot be written", root.display()));
    }
    Ok(root)
}

fn first_jar(folder: &Path) -> Option<PathBuf> {
    let mut entries = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path());
    entries.find(|path| path.extension().is_some_and(|it| it == "jar"))
}

/// Measures runs on one set of warm workers.
pub struct EngineRuns<'a> {
    subjects: &'a Subjects,
    evaluator: Evaluator,
    cancel: &'a Cancel,
    /// Subjects that no configuration can be run on, with the reason.
    refused: &'a Mutex<Vec<(usize, String)>>,
}

impl<'a> EngineRuns<'a> {
    /// With workers of its own, which start with the first run.
    pub fn new(
        subjects: &'a Subjects,
        cancel: &'a Cancel,
        refused: &'a Mutex<Vec<(usize, String)>>,
    ) -> Self {
        Self {
            subjects,
            evaluator: Evaluator::new(Settings::default()),
            cancel,
            refused,
        }
    }

    fn record(
        &self,
        plan: &Plan,
        job: PlannedRun,
        place: &SubjectPlace,
    ) -> Result<RunRecord, EngineError> {
        let configuration = &plan.configurations[job.configuration];
        let request = Request {
            seed: job.seed,
            parameters: configuration.parameters.clone(),
            criteria: configuration.criteria.clone(),
            ..self.subjects.request(place, plan.budget)
        };
        if let Some((file, project)) = &place.buggy {
            let faulty = Request {
                file: file.clone(),
                project: project.clone(),
                ..request.clone()
            };
            let scored = plan.scored(job.configuration);
            let (measured, verdict) =
                self.evaluator
                    .measure_with_fault(&request, &faulty, &scored, self.cancel)?;
            return Ok(RunRecord {
                fault: Some(verdict),
                ..RunRecord::new(&measured, plan.is_timed())
            });
        }
        let (Some(suite), Some((file, class))) = (configuration.suite, &place.callee) else {
            let measured =
                self.evaluator
                    .measure(&request, &plan.scored(job.configuration), self.cancel)?;
            return Ok(RunRecord::new(&measured, plan.is_timed()));
        };
        let inner = Request {
            file: file.clone(),
            ..request.clone()
        };
        let caller = Request {
            coupled: Some(PairSelector {
                callee: Some(class.clone()),
                ..PairSelector::default()
            }),
            ..request
        };
        let measured = self
            .evaluator
            .measure_pair(&caller, &inner, suite, self.cancel)?;
        Ok(RunRecord::of_pair(&measured, plan.is_timed()))
    }

    fn refused(&self) -> std::sync::MutexGuard<'_, Vec<(usize, String)>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether no run of the subject can go through, whatever the configuration. One that finds nothing to test seeks
/// other goals than the next one, and a file that cannot be read now may be read later.
fn is_of_subject(error: &EngineError) -> bool {
    matches!(
        error,
        EngineError::DoesNotCompile { .. } | EngineError::NoSuchClass { .. }
    )
}

impl Measure for EngineRuns<'_> {
    fn measure(&mut self, plan: &Plan, job: PlannedRun) -> Option<RunOutcome> {
        if self.cancel.is_cancelled() {
            return None;
        }
        let known = self
            .refused()
            .iter()
            .find(|it| it.0 == job.subject)
            .cloned();
        if let Some((_, reason)) = known {
            return Some(RunOutcome::Failed(reason));
        }
        let place = match &self.subjects.found[job.subject] {
            Ok(place) => place,
            Err(reason) => return Some(RunOutcome::Failed(reason.clone())),
        };
        match self.record(plan, job, place) {
            Ok(record) => Some(RunOutcome::Measured(record)),
            Err(EngineError::Cancelled) => None,
            Err(error) => {
                let reason = error.to_string();
                if is_of_subject(&error) {
                    self.refused().push((job.subject, reason.clone()));
                }
                Some(RunOutcome::Failed(reason))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_holds_for_every_configuration_refuses_a_subject() {
        let file = || PathBuf::from("shop/Cart.java");
        let broken = EngineError::DoesNotCompile {
            file: file(),
            messages: vec!["Cart.java:3: ';' expected".to_owned()],
            remedy: None,
        };
        assert!(is_of_subject(&broken));
        let nothing = EngineError::NothingToTest("no line of it has a probe".to_owned());
        let unreadable = EngineError::Unreadable {
            path: file(),
            cause: std::io::ErrorKind::Interrupted.into(),
        };
        for passing in [nothing, unreadable, EngineError::Panicked("a search")] {
            assert!(!is_of_subject(&passing), "{passing}");
        }
    }

    #[test]
    fn a_subject_is_a_top_level_class_that_has_a_file() {
        let root = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(root.path().join("shop")).expect("it is empty");
        fs::write(root.path().join("shop/Cart.java"), "class Cart {}").expect("there is space");
        assert!(file_of(root.path(), "shop.Cart").is_ok());
        let says = |class: &str| file_of(root.path(), class).expect_err("no top-level class");
        assert_eq!(
            says("shop.Cart$Nope"),
            "shop.Cart$Nope is nested: name its top-level class shop.Cart"
        );
        assert!(says("shop.Nope").contains("Nope.java: "));
    }
}
