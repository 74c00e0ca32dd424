//! Gradle builds: takes a file of one, gives what Gradle says of its module: class paths, roots, options, how tests
//! run.
//!
//! One run answers for all modules: a script of ours adds a task that writes down what the build says. Build scripts
//! are code of the project, so that run happens in the sandbox of build tools and only where the project is trusted;
//! answers are cached by the content of all build files. A build that compiles plugins of its own, or fails for want
//! of a place to write, is read in a copy.

mod answer;
mod build_files;
mod made;
mod module;
mod program;
mod written;

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use build_files::GradleRoot;
pub use program::gradle_version;

use answer::GradleModule;
use made::{MissingOutput, TaskBuild, tasks_of};
use module::ChosenModule;
use program::{GradleEnd, GradleProgram, GradleRun, wants_network, wants_to_write};
use written::{WrittenAnswer, WrittenBuild};

use crate::{
    BuildChoice, Project, ProjectSettings,
    boundary::is_within,
    cache_folder, content_key,
    files::real_in,
    generated::tree,
    process::stuck,
    process::work_area::{WorkArea, fresh_in},
    read_cached, repository_root, write_cached,
};

/// The script that has a build say what it is.
const SCRIPT: &str = include_str!("model.gradle");

/// The task that it adds.
const TASK: &str = "goallineModel";

/// How long a makeshift, or a no, holds though no build file changed: what was missing may be there by then.
const MAKESHIFT_HOLDS: Duration = Duration::from_secs(600);

/// Why Gradle gave no answer.
#[derive(Debug, Error)]
pub enum GradleError {
    /// There is no Gradle that runs.
    #[error(
        "{} is built with Gradle, and no Gradle runs here{reason}, so the module is read as a plain folder without its \
         dependencies; install Gradle (for Debian: gradle), run the project's own wrapper once (./gradlew --version), \
         or give --classpath", .root.display()
    )]
    NotInstalled {
        /// The build's folder.
        root: PathBuf,
        /// What those said that were tried, with the words that lead to it.
        reason: String,
    },
    /// Gradle ran, and the build failed.
    #[error(
        "the Gradle build {} fails, so the module is read as a plain folder without its dependencies. {program} says:\n\
         {message}", .root.display()
    )]
    Failed {
        /// The build's folder.
        root: PathBuf,
        /// Which Gradle it was.
        program: String,
        /// Its own words.
        message: String,
    },
    /// Gradle could not be run to its end.
    #[error("Gradle gave no answer for {} ({cause}), so the module is read as a plain folder", .root.display())]
    NoAnswer {
        /// The build's folder.
        root: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The build has no such module, or none with Java in it.
    #[error(
        "{} is no Java module of the Gradle build {}{hint}, so it is read as a plain folder without its dependencies",
        .file.display(), .root.display()
    )]
    NoModule {
        /// The file that was asked about.
        file: PathBuf,
        /// The build's folder.
        root: PathBuf,
        /// What it is instead.
        hint: &'static str,
    },
}

/// What is kept in the cache: what a build said, and when.
#[derive(Debug, Serialize, Deserialize)]
struct CachedBuild {
    /// Seconds since 1970.
    asked: u64,
    modules: Vec<GradleModule>,
    /// The words of a build that failed, and of which Gradle.
    failure: Option<[String; 2]>,
}

/// What one run says.
struct BuildAnswer {
    modules: Vec<GradleModule>,
    /// What went wrong in tasks, though there is an answer.
    failure: Option<String>,
}

/// Has a build say what it is.
struct BuildReader<'a> {
    root: &'a GradleRoot,
    settings: &'a ProjectSettings,
}

/// What was read of a build's files, and when.
#[derive(Debug, Serialize, Deserialize)]
struct CachedReading {
    /// Seconds since 1970.
    asked: u64,
    answer: WrittenAnswer,
}

/// Reads the module of this file, from the cache when no build file changed and all jars are still there; where Gradle
/// says nothing of it, as the build's files have it in words.
pub fn read_module(
    file: &Path,
    root: &GradleRoot,
    settings: &ProjectSettings,
) -> Result<Project, GradleError> {
    let reader = BuildReader { root, settings };
    match reader.module(file) {
        Err(error) if !error.is_sure() => reader.written_module(file, &error).ok_or(error),
        answer => answer,
    }
}

/// Resources as the user's own build left them come before those that it made them of, where it does more than copy;
/// not from outside of the repository, where a script may say that it leaves them.
fn add_processed(project: &mut Project, chosen: &ChosenModule<'_>) {
    let repository = repository_root(&project.root);
    for of in chosen.all_sets() {
        let changes = of.set.changes_resources || !of.set.resource_makers.is_empty();
        let is_left = |it: &&PathBuf| changes && it.is_dir() && is_within(it, &repository);
        let folder = of.set.processed.iter().find(is_left);
        if let Some(folder) = folder {
            let path = if chosen.is_of_tests(of.set) {
                &mut project.test_class_path
            } else {
                &mut project.class_path
            };
            path.insert(0, folder.clone());
        }
    }
}

/// Adds what tasks make and the user's own build left nowhere, from a build in a copy.
fn add_made(project: &mut Project, chosen: &ChosenModule<'_>, build: &TaskBuild<'_>) {
    if build.missing.is_empty() {
        return;
    }
    let names = tasks_of(build.missing.iter()).join(", ");
    let folder = build.reader.root.folder.display();
    if build.reader.settings.build == BuildChoice::Never {
        project.notices.push(format!(
            "{names} of {folder} make sources or resources that are not there: build the project once (gradle testClasses), \
             or let Goalline do so in a copy (without --no-build)"
        ));
        return;
    }
    let made = match build.output() {
        Ok(made) => made,
        Err(error) => {
            project.notices.push(format!(
                "what {names} of {folder} make is not there, and could not be made: {error}"
            ));
            return;
        }
    };
    let mut failures: Vec<String> = Vec::new();
    for (missing, made) in build.missing.iter().zip(made) {
        let is_of_tests = chosen.is_of_tests(missing.of.set);
        let (roots, path) = if is_of_tests {
            (&mut project.test_roots, &mut project.test_class_path)
        } else {
            (&mut project.source_roots, &mut project.class_path)
        };
        roots.extend(made.roots);
        if let Some(resources) = made.resources {
            path.insert(0, resources);
        }
        failures.extend(made.failure.filter(|message| !failures.contains(message)));
    }
    project.notices.extend(failures.into_iter().map(|message| {
        format!("running {names} of {folder} in a copy ended early. Gradle says:\n{message}")
    }));
}

impl stuck::NoAnswer for GradleError {
    fn no_answer(&self) -> Option<&io::Error> {
        match self {
            Self::NoAnswer { cause, .. } => Some(cause),
            _ => None,
        }
    }
}

impl GradleError {
    /// Whether the build itself says that there is no such module.
    fn is_sure(&self) -> bool {
        matches!(self, Self::NoModule { hint, .. } if !hint.is_empty())
    }

    /// What is wrong with a build, without what came of it.
    fn cause(&self, root: &Path) -> String {
        let root = root.display();
        match self {
            Self::NotInstalled { reason, .. } => {
                format!("no Gradle runs here that reads {root}{reason}")
            }
            Self::Failed {
                program, message, ..
            } => format!("{program} fails to read {root}:\n{message}"),
            Self::NoAnswer { cause, .. } => format!("Gradle gave no answer for {root} ({cause})"),
            Self::NoModule { .. } => format!("the Gradle that runs here finds no Java in {root}"),
        }
    }

    /// What helps: a script that no Gradle compiles is its author's, all else may be for want of the right Gradle.
    fn remedy(&self, root: &Path) -> &'static str {
        match self {
            Self::Failed { message, .. } if message.contains("startup failed") => {
                "Mend the script where Gradle says so"
            }
            _ if root.join("gradlew").is_file() => {
                "Run ./gradlew --version once: it fetches the Gradle that the build asks for"
            }
            _ => "Mend the script, or install the Gradle that it was written for",
        }
    }
}

impl BuildReader<'_> {
    /// The module as Gradle has it.
    fn module(&self, file: &Path) -> Result<Project, GradleError> {
        let modules = self.modules()?;
        let repository = repository_root(&self.root.folder);
        let Some(chosen) = ChosenModule::inside(&repository, file, &modules) else {
            let is_android = modules.iter().any(|it| it.kind == "android");
            return Err(GradleError::NoModule {
                file: file.to_path_buf(),
                root: self.root.folder.clone(),
                hint: if is_android {
                    " (modules of Android are not read)"
                } else {
                    ""
                },
            });
        };
        let missing = chosen.all_sets().into_iter().filter_map(MissingOutput::of);
        let build = TaskBuild {
            reader: self,
            missing: missing.collect(),
        };
        let mut project = self.project_of(&chosen);
        add_processed(&mut project, &chosen);
        add_made(&mut project, &chosen, &build);
        Ok(project)
    }

    fn project_of(&self, chosen: &ChosenModule<'_>) -> Project {
        // What we made ourselves lies outside of the repository, and only that may.
        let mut project = chosen.clone().into_project();
        let files = self.root.files().unwrap_or_default();
        let outputs = &mut project.output_folders;
        outputs.retain(|folder| tree::is_built_since(folder, &files));
        project.within_its_repository()
    }

    /// The module as the build's files have it in words, for want of a Gradle; none where they say nothing of it.
    fn written_module(&self, file: &Path, error: &GradleError) -> Option<Project> {
        let answer = self.written(file)?;
        let repository = repository_root(&self.root.folder);
        let chosen = ChosenModule::inside(&repository, file, &answer.modules)?;
        let mut project = self.project_of(&chosen);
        project.notices.push(format!(
            "{}\nSo it is read from its files alone: libraries that they name are there, what scripts compute or make is \
             not. {}",
            error.cause(&self.root.folder),
            error.remedy(&self.root.folder)
        ));
        project.notices.extend(answer.notices);
        Some(project)
    }

    fn written(&self, file: &Path) -> Option<WrittenAnswer> {
        let build = WrittenBuild::of(self.root)?;
        let module = build.module_of(file)?;
        let key = self.root.key(self.settings.java_home.as_deref()).ok()?;
        let parts = [key.as_bytes(), module.as_bytes(), b"written 1"];
        let folder = cache_folder(self.settings.cache.as_deref()).join("gradle");
        let place = folder.join(format!("{}.json", &content_key(&parts)[..32]));
        let now = now();
        let kept: Option<CachedReading> = read_cached(&place);
        if let Some(kept) = kept.filter(|kept| kept.holds(now)) {
            return Some(kept.answer);
        }
        match build.modules(&module, self.settings) {
            Ok(_) if self.settings.stop.is_due() => None,
            Ok(answer) => {
                let kept = CachedReading { asked: now, answer };
                write_cached(&place, &kept);
                Some(kept.answer)
            }
            Err(error) => {
                tracing::info!(%error, "the libraries that build files name cannot be had");
                None
            }
        }
    }

    /// What the build says of all of its modules.
    fn modules(&self) -> Result<Vec<GradleModule>, GradleError> {
        let folder = cache_folder(self.settings.cache.as_deref()).join("gradle");
        let key = self.root.key(self.settings.java_home.as_deref());
        let key = key.map_err(|cause| self.no_answer(cause))?;
        // Once there is another Gradle, it is asked.
        let programs = GradleProgram::all(self.settings, &self.root.folder);
        let programs: Vec<String> = programs.iter().map(GradleProgram::name).collect();
        let key = content_key(&[key.as_bytes(), programs.join("\n").as_bytes()]);
        let place = folder.join(format!("{}.json", &key[..32]));
        let now = now();
        let kept: Option<CachedBuild> = read_cached(&place);
        let kept = if let Some(kept) = kept.filter(|kept| kept.holds(now)) {
            kept
        } else {
            let stuck = place.with_extension("stuck.json");
            let answer = stuck::ask(
                &stuck,
                &self.settings.stop,
                |cause| self.no_answer(cause),
                || self.ask(),
            );
            let answer = match answer {
                Ok(answer) => Ok(answer.modules),
                Err(GradleError::Failed {
                    program, message, ..
                }) => Err([program, message]),
                // A wrapper tries for a minute to fetch what it cannot have.
                Err(GradleError::NotInstalled { reason, .. }) => Err([String::new(), reason]),
                Err(other) => return Err(other),
            };
            let kept = CachedBuild {
                asked: now,
                failure: answer.as_ref().err().cloned(),
                modules: answer.unwrap_or_default(),
            };
            write_cached(&place, &kept);
            kept
        };
        match kept.failure {
            None => Ok(kept.modules),
            Some([program, reason]) if program.is_empty() => Err(GradleError::NotInstalled {
                root: self.root.folder.clone(),
                reason,
            }),
            Some([program, message]) => Err(GradleError::Failed {
                root: self.root.folder.clone(),
                program,
                message,
            }),
        }
    }

    fn ask(&self) -> Result<BuildAnswer, GradleError> {
        if !self.root.compiles_itself() {
            let in_place = self.in_new_area(|area| self.ask_at(&self.root.folder, area, &[]));
            match in_place {
                Err(GradleError::Failed { message, .. }) if wants_to_write(&message) => {}
                answer => return answer,
            }
        }
        // Not in an area that a run before has written into: it may have led the place of the copy elsewhere.
        self.in_new_area(|area| self.ask_in_copy(area, &[]))
    }

    fn in_new_area(
        &self,
        ask: impl FnOnce(&Path) -> Result<BuildAnswer, GradleError>,
    ) -> Result<BuildAnswer, GradleError> {
        let area = WorkArea::new().map_err(|cause| self.no_answer(cause))?;
        let folder = fs::canonicalize(area.path()).map_err(|cause| self.no_answer(cause))?;
        ask(&folder)
    }

    /// Where the copy of the build is, in an area.
    fn copy_in(&self, area: &Path) -> PathBuf {
        let name = self.root.folder.file_name().unwrap_or_default();
        // Projects are called like their folders.
        area.join("copy").join(name)
    }

    /// Asks in a copy, in which these tasks run first.
    fn ask_in_copy(&self, area: &Path, tasks: &[&str]) -> Result<BuildAnswer, GradleError> {
        let copy = self.copy_in(area);
        let copied = fs::create_dir_all(&copy).and_then(|()| tree::copy(&self.root.folder, &copy));
        copied.map_err(|cause| self.no_answer(cause))?;
        link_history(&self.root.folder, &copy);
        self.ask_at(&copy, area, tasks)
    }

    fn ask_at(
        &self,
        place: &Path,
        area: &Path,
        tasks: &[&str],
    ) -> Result<BuildAnswer, GradleError> {
        let no_answer = |cause| self.no_answer(cause);
        let programs = GradleProgram::all(self.settings, &self.root.folder);
        let mut reasons = Vec::new();
        for program in programs {
            let own = fresh_in(area).map_err(no_answer)?;
            let (script, model) = (own.join("model.gradle"), own.join("model"));
            fs::write(&script, SCRIPT).map_err(no_answer)?;
            fs::create_dir(&model).map_err(no_answer)?;
            let mut arguments = vec![
                "-I".to_owned(),
                script.display().to_string(),
                format!("-Dgoalline.model={}", model.display()),
            ];
            arguments.extend(tasks.iter().map(|task| (*task).to_owned()));
            arguments.push(TASK.to_owned());
            let repository = repository_root(&self.root.folder);
            let run = GradleRun {
                root: place,
                repository: &repository,
                area,
                arguments: &arguments,
            };
            let answer = self.offline_first(&program, run, &model)?;
            match answer {
                Ok(answer) => return Ok(answer),
                Err(GradleEnd::Failed(message)) => {
                    let tried = reasons.concat();
                    let moved = message.replace(
                        &place.display().to_string(),
                        &self.root.folder.display().to_string(),
                    );
                    return Err(GradleError::Failed {
                        root: self.root.folder.clone(),
                        program: program.name(),
                        message: format!("{moved}{tried}"),
                    });
                }
                Err(GradleEnd::NotRun(words)) => {
                    let line = program::last_words(&words).unwrap_or("it ended without a word");
                    reasons.push(format!("\n({} does not run: {line})", program.name()));
                }
                Err(GradleEnd::Done) => reasons.push("\n(it wrote nothing)".to_owned()),
            }
        }
        Err(GradleError::NotInstalled {
            root: self.root.folder.clone(),
            reason: reasons.concat(),
        })
    }

    /// Runs without the network, and with it where something is not there.
    fn offline_first(
        &self,
        program: &GradleProgram,
        run: GradleRun<'_>,
        model: &Path,
    ) -> Result<Result<BuildAnswer, GradleEnd>, GradleError> {
        let no_answer = |cause| self.no_answer(cause);
        let read = |end: GradleEnd| {
            let moved = (run.root != self.root.folder).then_some((run.root, &*self.root.folder));
            // The build may have put a link in the place of the folder that was made for its answer.
            let area = fs::canonicalize(run.area).map_err(no_answer)?;
            let model =
                real_in(&area, model).ok_or_else(|| no_answer(io::ErrorKind::NotFound.into()))?;
            let modules = answer::read(&model, moved).map_err(no_answer)?;
            Ok(match end {
                GradleEnd::NotRun(words) => Err(GradleEnd::NotRun(words)),
                end if modules.is_empty() => Err(end),
                GradleEnd::Done => Ok(BuildAnswer {
                    modules,
                    failure: None,
                }),
                GradleEnd::Failed(message) => Ok(BuildAnswer {
                    modules,
                    failure: Some(message),
                }),
            })
        };
        if program.is_empty_handed() {
            return read(program.run(run, false).map_err(no_answer)?);
        }
        let first = read(program.run(run, true).map_err(no_answer)?)?;
        let is_whole = match &first {
            Ok(answer) => answer.failure.is_none() && !lacks_something(&answer.modules),
            Err(GradleEnd::Failed(message)) => !wants_network(message),
            Err(_) => true,
        };
        if is_whole {
            return Ok(first);
        }
        tracing::info!(root = %run.root.display(), "Gradle needs the network");
        read(program.run(run, false).map_err(no_answer)?)
    }

    fn no_answer(&self, cause: io::Error) -> GradleError {
        GradleError::NoAnswer {
            root: self.root.folder.clone(),
            cause,
        }
    }
}

/// Plugins that name versions by commits look for the history: it stays where it is.
fn link_history(from: &Path, to: &Path) {
    #[cfg(unix)]
    if let Some(history) = Some(from.join(".git")).filter(|it| it.exists()) {
        // Without it such a plugin says what it lacks.
        let _ = std::os::unix::fs::symlink(history, to.join(".git"));
    }
    #[cfg(not(unix))]
    let _ = (from, to);
}

fn lacks_something(modules: &[GradleModule]) -> bool {
    let mut sets = modules.iter().flat_map(|it| &it.sets);
    sets.any(|set| !set.failures.is_empty())
}

fn now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.unwrap_or_default().as_secs()
}

/// Whether every library of these modules is there.
fn has_libraries(modules: &[GradleModule]) -> bool {
    let sets = modules.iter().flat_map(|it| &it.sets);
    let mut libraries = sets
        .flat_map(|set| set.run.iter().chain(&set.compile))
        .filter(|entry| entry.module.is_some());
    libraries.all(|entry| entry.file.exists())
}

impl CachedReading {
    /// Whether this is still so: what could not be had is asked for again after a while.
    fn holds(&self, now: u64) -> bool {
        let age = now.checked_sub(self.asked);
        let is_fresh = age.is_some_and(|age| age < MAKESHIFT_HOLDS.as_secs());
        (self.answer.notices.is_empty() || is_fresh) && has_libraries(&self.answer.modules)
    }
}

impl CachedBuild {
    /// Whether this is still so: libraries do not go away by themselves.
    fn holds(&self, now: u64) -> bool {
        let age = now.checked_sub(self.asked);
        let is_fresh = age.is_some_and(|age| age < MAKESHIFT_HOLDS.as_secs());
        let is_whole = self.failure.is_none() && !lacks_something(&self.modules);
        (is_whole || is_fresh) && has_libraries(&self.modules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use answer::{GradleEntry, GradleSourceSet};

    fn kept(failures: &[&str], library: &Path) -> CachedBuild {
        let entry = |file: &Path, module: Option<&str>| GradleEntry {
            file: file.to_path_buf(),
            module: module.map(str::to_owned),
            project: None,
        };
        let set = GradleSourceSet {
            failures: failures.iter().map(|it| (*it).to_owned()).collect(),
            run: vec![
                entry(library, Some("g:a")),
                entry(Path::new("/not/built/yet.jar"), None),
            ],
            ..GradleSourceSet::default()
        };
        CachedBuild {
            asked: 1_000,
            modules: vec![GradleModule {
                sets: vec![set],
                ..GradleModule::default()
            }],
            failure: None,
        }
    }

    #[test]
    fn no_folder_outside_of_the_repository_is_taken_for_resources_that_the_build_left() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = |path: &str| {
            let path = dir.path().join(path);
            fs::create_dir_all(&path).expect("a folder");
            path
        };
        let (root, secrets) = (folder("shop"), folder("home/.ssh"));
        folder("shop/.git");
        let left = folder("shop/build/resources/main");
        for (processed, expected) in [(left.clone(), vec![left]), (secrets, vec![])] {
            let set = GradleSourceSet {
                name: "main".to_owned(),
                roots: vec![root.join("src/main/java")],
                processed: Some(processed),
                changes_resources: true,
                ..GradleSourceSet::default()
            };
            let modules = [GradleModule {
                folder: root.clone(),
                kind: "java".to_owned(),
                sets: vec![set],
                ..GradleModule::default()
            }];
            let file = root.join("src/main/java/A.java");
            let chosen = ChosenModule::of(&file, &modules).expect("it has the file");
            let mut project = chosen.clone().into_project().within_its_repository();
            project.class_path.clear();
            add_processed(&mut project, &chosen);
            assert_eq!(project.class_path, expected);
        }
    }

    #[test]
    fn an_answer_holds_while_its_libraries_are_there_and_a_makeshift_for_ten_minutes() {
        let dir = tempfile::tempdir().expect("a folder");
        let (there, gone) = (dir.path().join("a.jar"), dir.path().join("b.jar"));
        fs::write(&there, "").expect("a file");
        assert!(kept(&[], &there).holds(9_000));
        assert!(!kept(&[], &gone).holds(1_001));
        let failed = CachedBuild {
            failure: Some(["Gradle".to_owned(), "no".to_owned()]),
            ..kept(&[], &there)
        };
        for (now, expected) in [(1_599, true), (1_600, false), (999, false)] {
            assert_eq!(kept(&["no a"], &there).holds(now), expected, "{now}");
            assert_eq!(failed.holds(now), expected, "{now}");
        }
    }
}
