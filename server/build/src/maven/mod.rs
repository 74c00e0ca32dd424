//! Maven modules: takes a pom file, gives what Maven says of class path, roots and compiler options; never runs a
//! plugin of the project.
//!
//! Two short Maven runs answer everything, for a reactor in which nothing was ever built too. The first prints the
//! effective poms of the whole reactor, from copies from which nothing runs. The second resolves the class path of a
//! pom written for the purpose, in a temporary folder, in which the module's siblings are replaced by their own
//! dependencies. Answers are cached by the content of all poms.

mod class_path_poms;
mod compiler;
mod copies;
mod dependency;
mod effective;
mod elements;
mod generators;
mod missing;
mod program;
mod reactor;
mod resolve;
mod settings;
mod surefire;
mod wanted;
mod written;
pub(crate) mod xml;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use class_path_poms::jars_of;
pub use dependency::Dependency;
pub use program::{MavenProgram, local_repository, maven_version};
pub use reactor::missing_modules;
pub use resolve::{CANNOT_BE_HAD, MAVEN_SAYS, ResolvedPaths};
pub use written::{WrittenLibraries, libraries_of};

use generators::{
    built::{Build, GeneratingModule},
    resources::LeftResources,
};

use reactor::Reactor;

use crate::{
    BuildChoice, Jdk, JdkRequest, Machine, Project, ProjectFramework, ProjectKind, ProjectSettings,
    TestRun, WantedJdk,
    boundary::is_within,
    cache_folder,
    generated::{roots::roots_below, tree},
    process::stuck,
    read_cached, repository_root, write_cached,
};

/// Why Maven gave no answer.
#[derive(Debug, Error)]
pub enum MavenError {
    /// There is no Maven.
    #[error(
        "Maven was not found, so {} is read as a plain folder without its dependencies; \
         install Maven (for Debian: maven), run the project's own wrapper once (./mvnw -v), or give --classpath", .module.display()
    )]
    NotInstalled {
        /// The module's folder.
        module: PathBuf,
    },
    /// Maven ran and said no.
    #[error(
        "Maven rejects {}, so the module is read as a plain folder without its dependencies. Maven says:\n{}{}",
        .pom.display(), missing::causes(.message), missing::remedy(.message)
    )]
    Rejected {
        /// The pom file.
        pom: PathBuf,
        /// Its own words.
        message: String,
    },
    /// Maven could not be run to its end.
    #[error("Maven gave no answer for {} ({cause}), so the module is read as a plain folder", .pom.display())]
    NoAnswer {
        /// The pom file.
        pom: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// Maven answered something that cannot be read.
    #[error("the pom {} cannot be read ({reason}), so the module is read as a plain folder", .pom.display())]
    Unreadable {
        /// The pom file.
        pom: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// What is kept in the cache: what Maven said, and when.
#[derive(Debug, Serialize, Deserialize)]
struct CachedAnswer {
    /// The pom that was asked about.
    pom: PathBuf,
    /// Seconds since 1970.
    asked: u64,
    said: MavenSaid,
}

#[derive(Debug, Serialize, Deserialize)]
enum MavenSaid {
    Answer(Box<MavenAnswer>),
    Rejected { pom: PathBuf, message: String },
}

/// A project as Maven described it.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct MavenAnswer {
    root: PathBuf,
    source_roots: Vec<PathBuf>,
    test_roots: Vec<PathBuf>,
    resources: Vec<PathBuf>,
    test_resources: Vec<PathBuf>,
    jars: Vec<PathBuf>,
    test_jars: Vec<PathBuf>,
    processors: Vec<PathBuf>,
    compiler_options: Vec<String>,
    test_run: TestRun,
    /// The version of the JDK that the build's toolchain is.
    toolchain: Option<String>,
    /// The module and its siblings, as what builds make of them goes.
    modules: Vec<GeneratingModule>,
    /// Where what is missing would lie: once it is there, Maven is asked again.
    missing: Vec<PathBuf>,
    /// Sources of other modules that lie outside of these: `../src/main/java` of a module beside them.
    lent: Vec<LentRoot>,
    notices: Vec<String>,
}

/// A folder of sources that does not lie in the folder of its module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LentRoot {
    folder: PathBuf,
    /// The pom of a module that compiles it.
    pom: PathBuf,
    /// How many libraries that module names: of several, each with a part of the folder, the one with most can compile
    /// most.
    dependencies: usize,
}

/// The plugin that fills in resources.
const RESOURCES: &str = "maven-resources-plugin";

/// How long a makeshift, or a no, holds though no pom changed: what was missing may be there by then.
const MAKESHIFT_HOLDS: Duration = Duration::from_secs(600);

/// Reads the module of this pom, from the cache when no pom changed and all jars are still there.
pub fn read_module(pom: &Path, settings: &ProjectSettings) -> Result<Project, MavenError> {
    let reactor = Reactor::around(pom);
    let answer = answer_about(pom, &reactor, settings)?;
    Ok(project_of(answer, &reactor, settings))
}

/// Reads the module that compiles the file: that of the nearest pom above it, or one of the reactor whose sources lie
/// elsewhere than itself.
pub fn read_module_of(
    file: &Path,
    nearest: &Path,
    settings: &ProjectSettings,
) -> Result<Project, MavenError> {
    let reactor = Reactor::around(nearest);
    let answer = answer_about(nearest, &reactor, settings)?;
    let holds = |lent: &&LentRoot| file.starts_with(&lent.folder) && lent.pom != nearest;
    let lent = answer.lent.iter().filter(holds);
    match lent.max_by_key(|lent| lent.dependencies) {
        Some(lent) => read_module(&lent.pom, settings),
        None => Ok(project_of(answer, &reactor, settings)),
    }
}

fn answer_about(
    pom: &Path,
    reactor: &Reactor,
    settings: &ProjectSettings,
) -> Result<MavenAnswer, MavenError> {
    let folder = cache_folder(settings.cache.as_deref()).join("maven");
    let key = reactor.key(settings.java_home.as_deref());
    let place = folder.join(format!("{key}.json"));
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.unwrap_or_default().as_secs();
    let kept: Option<CachedAnswer> = read_cached(&place);
    let said = if let Some(kept) = kept.filter(|kept| kept.holds(pom, now)) {
        tracing::debug!(pom = %pom.display(), "class path from the cache");
        kept.said
    } else {
        let kept = CachedAnswer {
            pom: pom.to_path_buf(),
            asked: now,
            said: asked_unless_stuck(pom, reactor, settings, &place)?,
        };
        write_cached(&place, &kept);
        kept.said
    };
    match said {
        MavenSaid::Answer(answer) => Ok(*answer),
        MavenSaid::Rejected { pom, message } => Err(MavenError::Rejected { pom, message }),
    }
}

fn project_of(answer: MavenAnswer, reactor: &Reactor, settings: &ProjectSettings) -> Project {
    let modules = within(&repository_root(&answer.root), &answer.modules);
    // What we made ourselves lies outside of the repository, and only that may.
    let mut project = answer.into_project();
    project.output_folders = built_outputs(&modules, reactor);
    let mut project = project.within_its_repository();
    add_generated(&mut project, &modules, reactor, settings);
    project
}

/// The modules whose output lies in the repository, links followed: what a pom calls its output may be that of another
/// project of the user's, whose sources and resources are none of this one's.
fn within(repository: &Path, modules: &[GeneratingModule]) -> Vec<GeneratingModule> {
    let is_own = |module: &&GeneratingModule| is_within(&module.output, repository);
    modules.iter().filter(is_own).cloned().collect()
}

/// Where the user's own build left classes, if it ran since a pom changed.
fn built_outputs(modules: &[GeneratingModule], reactor: &Reactor) -> Vec<PathBuf> {
    let poms: Vec<PathBuf> = reactor.files().into_iter().collect();
    let folders = modules.iter().map(|module| module.output.join("classes"));
    let folders = folders.filter(|folder| tree::is_built_since(folder, &poms));
    folders.collect()
}

/// Adds sources and resources that plugins make: those that the user's own build left, else those of a build in a copy.
fn add_generated(
    project: &mut Project,
    modules: &[GeneratingModule],
    reactor: &Reactor,
    settings: &ProjectSettings,
) {
    let cache = cache_folder(settings.cache.as_deref());
    let poms: Vec<PathBuf> = reactor.files().into_iter().collect();
    let mut missing = Vec::new();
    let mut plugins: BTreeSet<&str> = BTreeSet::new();
    let mut makes_sources = false;
    for module in modules {
        let is_own = module.root == project.root;
        let is_there = project.add_output(&module.output, is_own);
        let is_built = tree::is_built_since(&module.output.join("classes"), &poms);
        let has_resources = project.add_left_resources(module, is_built, &cache);
        // Maven, which leaves its status, made none where it made classes; an editor's build may not run plugins.
        let made_none = is_built && module.output.join("maven-status").is_dir();
        if !is_there && !made_none && !module.plugins.is_empty() {
            makes_sources = true;
            plugins.extend(module.plugins.iter().map(String::as_str));
            missing.push(module);
        } else if !has_resources {
            plugins.insert(RESOURCES);
            missing.push(module);
        }
    }
    if missing.is_empty() {
        return;
    }
    let plugins = plugins.into_iter().collect::<Vec<_>>().join(", ");
    if settings.build == BuildChoice::Never {
        project.notices.push(format!(
            "{plugins} makes sources or resources of {}, which are not there: build the project once (mvn test-compile), \
             or let Goalline do so in a copy (without --no-build)",
            project.root.display()
        ));
        return;
    }
    let settings = on_fitting_jdk(project, settings);
    let build = Build {
        reactor,
        modules: missing,
        makes_sources,
        plugins,
        settings: &settings,
    };
    project.add_made(&build);
}

/// The settings with the JDK that can compile the project, where the user names none: Maven compiles with its own.
fn on_fitting_jdk(project: &Project, settings: &ProjectSettings) -> ProjectSettings {
    let mut settings = settings.clone();
    if settings.java_home.is_none() {
        let request = JdkRequest {
            release: project.java_release(),
            ..JdkRequest::default()
        };
        let machine = Machine::current().outside_of(&[repository_root(&project.root)]);
        settings.java_home = Jdk::find(request, &machine).ok().map(|jdk| jdk.home);
    }
    settings
}

impl GeneratingModule {
    fn of(module: &effective::Module) -> Self {
        let roots = module.source_roots.iter().chain(&module.test_roots);
        Self {
            root: module.root.clone(),
            output: module.output.clone(),
            source_roots: roots.cloned().collect(),
            resources: module.resources.clone(),
            test_resources: module.test_resources.clone(),
            filtered: module.filtered.clone(),
            plugins: module.generators.clone(),
        }
    }
}

impl Project {
    /// Adds the sources that plugins made in an output folder; whether there are any. Tests count for the own module
    /// alone.
    fn add_output(&mut self, output: &Path, with_tests: bool) -> bool {
        let mut roots = roots_below(&output.join("generated-sources"));
        let mut test_roots = roots_below(&output.join("generated-test-sources"));
        test_roots.retain(|_| with_tests);
        let is_there = !roots.is_empty() || !test_roots.is_empty();
        roots.retain(|root| !self.source_roots.contains(root));
        test_roots.retain(|root| !self.test_roots.contains(root));
        self.source_roots.append(&mut roots);
        self.test_roots.append(&mut test_roots);
        is_there
    }

    /// Adds what a build in a copy makes, and says what it did not.
    fn add_made(&mut self, build: &Build<'_>) {
        let plugins = &build.plugins;
        match build.output() {
            Ok(made) => {
                for (module, output) in build.modules.iter().zip(&made.outputs) {
                    let is_own = module.root == self.root;
                    self.add_output(output, is_own);
                    add_resources(&mut self.class_path, &output.join("classes"));
                    if is_own {
                        add_resources(&mut self.test_class_path, &output.join("test-classes"));
                    }
                }
                self.notices.extend(made.failure.map(|message| {
                    format!(
                        "the build of {} in a copy, for what {plugins} makes, ended early. Maven says:\n{message}",
                        self.root.display()
                    )
                }));
            }
            Err(error) => self.notices.push(format!(
                "what {plugins} makes of {} is not there, and could not be made: {error}",
                self.root.display()
            )),
        }
    }

    /// Adds resources that the user's own build made, and that are not those in the sources; whether all are there that
    /// have to be filled in. Those of tests count for the own module alone.
    fn add_left_resources(
        &mut self,
        module: &GeneratingModule,
        is_built: bool,
        cache: &Path,
    ) -> bool {
        let is_own = module.root == self.root;
        let mut is_whole = true;
        let kinds = [
            ("classes", &module.resources),
            ("test-classes", &module.test_resources),
        ];
        for (name, folders) in kinds {
            let of_tests = name == "test-classes";
            if of_tests && !is_own {
                continue;
            }
            let none = module.output.join(".nothing");
            let output = Some(module.output.join(name))
                .filter(|_| is_built)
                .unwrap_or(none);
            let left = LeftResources::of(&output, folders);
            let filtered = module
                .filtered
                .iter()
                .filter(|it| folders.contains(&it.folder));
            is_whole &= filtered.into_iter().all(|one| {
                let files = one.files();
                files.iter().all(|file| left.has(file, &one.folder))
            });
            let path = if of_tests {
                &mut self.test_class_path
            } else {
                &mut self.class_path
            };
            path.splice(0..0, left.kept_below(cache));
        }
        is_whole
    }
}

/// Resources as the build made them come before those that it made them of.
fn add_resources(path: &mut Vec<PathBuf>, folder: &Path) {
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        path.insert(0, folder.to_path_buf());
    }
}

fn asked_unless_stuck(
    pom: &Path,
    reactor: &Reactor,
    settings: &ProjectSettings,
    place: &Path,
) -> Result<MavenSaid, MavenError> {
    let no_answer = |cause| MavenError::NoAnswer {
        pom: pom.to_path_buf(),
        cause,
    };
    let folder = place.parent().unwrap_or(place);
    let record = place.with_extension("stuck.json");
    stuck::ask(&record, &settings.stop, no_answer, || {
        MavenSaid::of(ask(reactor, settings, folder))
    })
}

impl stuck::NoAnswer for MavenError {
    fn no_answer(&self) -> Option<&std::io::Error> {
        match self {
            Self::NoAnswer { cause, .. } => Some(cause),
            _ => None,
        }
    }
}

impl MavenSaid {
    fn of(answer: Result<MavenAnswer, MavenError>) -> Result<Self, MavenError> {
        match answer {
            Ok(answer) => Ok(Self::Answer(Box::new(answer))),
            Err(MavenError::Rejected { pom, message }) => Ok(Self::Rejected { pom, message }),
            Err(other) => Err(other),
        }
    }
}

impl CachedAnswer {
    /// Whether this is about the pom, and still so.
    fn holds(&self, pom: &Path, now: u64) -> bool {
        let age = now.checked_sub(self.asked);
        let is_fresh = age.is_some_and(|age| age < MAKESHIFT_HOLDS.as_secs());
        self.pom == pom
            && match &self.said {
                MavenSaid::Rejected { .. } => is_fresh,
                MavenSaid::Answer(answer) => {
                    let is_whole = answer.notices.is_empty() || is_fresh;
                    is_whole && answer.is_about(pom) && answer.is_up_to_date()
                }
            }
    }
}

fn ask(
    reactor: &Reactor,
    settings: &ProjectSettings,
    folder: &Path,
) -> Result<MavenAnswer, MavenError> {
    let pom = &reactor.module;
    let module = pom.parent().unwrap_or(pom);
    let program = MavenProgram::find(settings, module).ok_or_else(|| MavenError::NotInstalled {
        module: module.to_path_buf(),
    })?;
    let modules = effective::read(&program, reactor, folder)?;
    let own = modules
        .iter()
        .find(|candidate| candidate.root == module)
        .ok_or_else(|| {
            let reason = "the module is not in it".to_owned();
            MavenError::Unreadable {
                pom: pom.clone(),
                reason,
            }
        })?;
    let wanted = wanted::WantedArtifacts::of(own, &modules);
    let resolved = resolve::class_path(&program, pom, own, &wanted)?;
    let mut answer = MavenAnswer {
        root: own.root.clone(),
        source_roots: own.source_roots.clone(),
        test_roots: own.test_roots.clone(),
        resources: own.resources.clone(),
        test_resources: own.test_resources.clone(),
        jars: resolved.main,
        test_jars: resolved.test,
        processors: resolved.processors,
        compiler_options: own.compiler.options.clone(),
        test_run: own.test_run.clone(),
        toolchain: own.toolchain.clone(),
        modules: vec![GeneratingModule::of(own)],
        missing: resolved.missing,
        lent: lent_by(&modules),
        notices: resolved.notices,
    };
    answer
        .notices
        .extend(modules.iter().find_map(effective::Module::stand_in));
    for sibling in &wanted.siblings {
        answer
            .source_roots
            .extend_from_slice(&sibling.module.source_roots);
        answer.modules.push(GeneratingModule::of(sibling.module));
        answer
            .resources
            .extend_from_slice(&sibling.module.resources);
        if sibling.with_tests {
            answer
                .test_roots
                .extend_from_slice(&sibling.module.test_roots);
        }
    }
    Ok(answer)
}

/// The folders of sources that do not lie in the folder of their module.
fn lent_by(modules: &[effective::Module]) -> Vec<LentRoot> {
    let of = |module: &effective::Module| {
        let roots = module.source_roots.iter().chain(&module.test_roots);
        let outside = roots.filter(|folder| !folder.starts_with(&module.root));
        let lent = outside.map(|folder| LentRoot {
            folder: folder.clone(),
            pom: module.root.join("pom.xml"),
            dependencies: module.dependencies.len(),
        });
        lent.collect::<Vec<_>>()
    };
    modules.iter().flat_map(of).collect()
}

impl MavenAnswer {
    fn is_about(&self, pom: &Path) -> bool {
        pom.parent() == Some(&*self.root)
    }

    fn is_up_to_date(&self) -> bool {
        let lists = [&self.jars, &self.test_jars, &self.processors];
        lists.into_iter().flatten().all(|jar| jar.exists())
            && !self.missing.iter().any(|jar| jar.exists())
    }

    fn into_project(self) -> Project {
        let existing = |folders: Vec<PathBuf>| folders.into_iter().filter(|path| path.is_dir());
        let mut test_roots = self.test_roots;
        // The first root is where new tests go: it may not exist yet.
        let first = test_roots.first().cloned();
        test_roots.retain(|root| root.is_dir() || Some(root) == first.as_ref());
        // A folder may be named once for what is filtered in it, and once for the rest.
        let once = |paths: &mut dyn Iterator<Item = PathBuf>| {
            let mut seen = BTreeSet::new();
            paths.filter(|it| seen.insert(it.clone())).collect()
        };
        Project {
            kind: ProjectKind::Maven,
            root: self.root,
            source_roots: existing(self.source_roots).collect(),
            test_roots,
            class_path: once(&mut existing(self.resources).chain(self.jars)),
            test_class_path: once(&mut existing(self.test_resources).chain(self.test_jars)),
            output_folders: Vec::new(),
            processor_path: self.processors,
            compiler_options: self.compiler_options,
            framework: ProjectFramework::Absent,
            test_run: self.test_run,
            wanted_jdk: self.toolchain.as_deref().and_then(WantedJdk::named),
            notices: self.notices,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(pom: &str, root: &str, notices: &[&str]) -> CachedAnswer {
        CachedAnswer {
            pom: pom.into(),
            asked: 1_000,
            said: MavenSaid::Answer(Box::new(MavenAnswer {
                root: root.into(),
                notices: notices.iter().map(|it| (*it).to_owned()).collect(),
                ..MavenAnswer::default()
            })),
        }
    }

    const POM: &str = "/p/a/pom.xml";

    #[test]
    fn an_answer_about_another_module_is_not_taken_whatever_its_name() {
        let holds = |pom, root| kept(pom, root, &[]).holds(Path::new(POM), 1_000);
        assert!(holds(POM, "/p/a"));
        assert!(!holds("/p/b/pom.xml", "/p/b"));
        assert!(!holds(POM, "/p/b"));
    }

    #[test]
    fn the_output_of_another_project_is_not_that_of_a_module_whatever_its_pom_says() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = |path: &str| {
            let path = dir.path().join(path);
            fs::create_dir_all(&path).expect("a folder");
            path
        };
        let (evil, other) = (folder("evil"), folder("other/target/classes"));
        fs::create_dir_all(evil.join(".git")).expect("a folder");
        fs::write(other.join("application.yml"), "secret").expect("a file");
        let module = |output: PathBuf| GeneratingModule {
            root: evil.clone(),
            output,
            ..GeneratingModule::default()
        };
        let modules = [
            module(evil.join("target")),
            module(evil.join("../other/target")),
            module(dir.path().join("other/target")),
        ];
        let kept = within(&repository_root(&evil), &modules);
        assert_eq!(kept, modules[..1]);
    }

    #[test]
    fn a_makeshift_holds_for_ten_minutes_and_a_whole_answer_for_good() {
        let holds = |notices: &[&str], now| kept(POM, "/p/a", notices).holds(Path::new(POM), now);
        for (now, expected) in [(1_000, true), (1_599, true), (1_600, false), (999, false)] {
            assert_eq!(holds(&["something is missing"], now), expected, "{now}");
            assert!(holds(&[], now));
            let said = MavenSaid::Rejected {
                pom: POM.into(),
                message: "no".to_owned(),
            };
            let rejected = CachedAnswer {
                said,
                ..kept(POM, "/p/a", &[])
            };
            assert_eq!(rejected.holds(Path::new(POM), now), expected, "{now}");
        }
    }

    #[test]
    fn an_answer_holds_as_long_as_its_jars_are_there_and_what_was_missing_is_not() {
        let dir = tempfile::tempdir().expect("a folder");
        let (jar, gone) = (dir.path().join("is.jar"), dir.path().join("is-not.jar"));
        std::fs::write(&jar, "").expect("a file");
        let up_to_date = |jars: &PathBuf, missing: &PathBuf| {
            let answer = MavenAnswer {
                jars: vec![jars.clone()],
                missing: vec![missing.clone()],
                ..MavenAnswer::default()
            };
            answer.is_up_to_date()
        };
        assert!(up_to_date(&jar, &gone));
        assert!(!up_to_date(&gone, &gone));
        assert!(!up_to_date(&jar, &jar));
    }
}
