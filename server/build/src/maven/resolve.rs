//! The class paths of a module: has Maven resolve a pom written for the purpose, again without what it names as
//! missing, and reads the paths.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    MavenError, MavenProgram,
    class_path_poms::{PomBody, execution, pom, write_module},
    dependency::Dependency,
    effective::Module,
    local_repository,
    missing::{self, MissingArtifact},
    program::MavenFolders,
    wanted::WantedArtifacts,
};
use crate::{files::read_text, process::work_area::WorkArea};

/// The class paths of a module.
#[derive(Debug, Default)]
pub struct ResolvedPaths {
    /// To compile and run main classes.
    pub main: Vec<PathBuf>,
    /// For tests, on top of that.
    pub test: Vec<PathBuf>,
    /// Annotation processors.
    pub processors: Vec<PathBuf>,
    /// Where in the local repository what is missing would lie.
    pub missing: Vec<PathBuf>,
    /// What could not be done.
    pub notices: Vec<String>,
}

/// How often Maven is asked again without what it named as missing.
const MOST_ROUNDS: usize = 12;

/// Resolves with Maven. What Maven names as missing is left out, and nothing else; where it names nothing, main
/// classes are resolved without what tests need; where that fails, too, what the local repository has of the direct
/// dependencies is taken.
pub fn class_path(
    program: &MavenProgram,
    pom: &Path,
    own: &Module,
    wanted: &WantedArtifacts<'_>,
) -> Result<ResolvedPaths, MavenError> {
    let program = &program.fetching_from(&own.passed_on);
    let mut question = Question {
        dependencies: wanted.dependencies.clone(),
        processors: wanted.processors.clone(),
        passed_on: &own.passed_on,
        left_out: LeftOut::default(),
    };
    let mut resolved = match question.ask_until_answered(program, pom)? {
        Ok(resolved) => resolved,
        Err(message) => {
            let rest = question.take_out_tests();
            let main = if rest.is_empty() {
                Err(message.clone())
            } else {
                question.ask_until_answered(program, pom)?
            };
            let mut resolved = main.unwrap_or_else(|_| local_jars(&question.dependencies));
            let mut tests = local_jars(&rest).test;
            tests.retain(|jar| !resolved.main.contains(jar));
            resolved.test = tests;
            resolved.notices.push(format!(
                "Maven cannot resolve all dependencies of {}, so jars that are already in the local repository are used. \
                 Maven says:\n{message}",
                pom.display()
            ));
            resolved
        }
    };
    resolved.notices.extend(question.left_out.notice(pom));
    resolved.missing = question.left_out.places;
    for processor in &wanted.sibling_processors {
        resolved.notices.push(format!(
            "the annotation processor {processor} is built in the same reactor and is not run"
        ));
    }
    Ok(resolved)
}

/// What Maven is asked for.
struct Question<'a> {
    dependencies: Vec<Dependency>,
    processors: Vec<Dependency>,
    passed_on: &'a str,
    left_out: LeftOut,
}

impl Question<'_> {
    /// Asks, and again without what Maven names as missing; its words where it names nothing that can be left out.
    fn ask_until_answered(
        &mut self,
        program: &MavenProgram,
        pom: &Path,
    ) -> Result<Result<ResolvedPaths, String>, MavenError> {
        let mut rounds = 0;
        loop {
            if self.dependencies.is_empty() && self.processors.is_empty() {
                return Ok(Ok(ResolvedPaths::default()));
            }
            match self.ask(program, pom) {
                Err(MavenError::Rejected { message, .. }) => {
                    rounds += 1;
                    if rounds > MOST_ROUNDS || !self.leave_out(&message) {
                        return Ok(Err(message));
                    }
                }
                answer => return answer.map(Ok),
            }
        }
    }

    fn ask(&self, program: &MavenProgram, pom: &Path) -> Result<ResolvedPaths, MavenError> {
        let no_answer = |cause| MavenError::NoAnswer {
            pom: pom.to_path_buf(),
            cause,
        };
        let area = WorkArea::new().map_err(no_answer)?;
        let folder = area.path();
        self.write_poms(folder).map_err(no_answer)?;
        let place = MavenFolders {
            area: folder,
            root: folder,
            pom: &folder.join("pom.xml"),
        };
        program.run(place, &["validate".to_owned()])?;
        read_paths(folder).map_err(no_answer)
    }

    fn write_poms(&self, folder: &Path) -> io::Result<()> {
        let modules = "<modules><module>classes</module><module>processors</module></modules>";
        fs::write(folder.join("pom.xml"), pom("all", modules))?;
        let scopes = ["test", "compile", "runtime"].map(|scope| execution(folder, scope, scope));
        let xml = |list: &[Dependency]| list.iter().map(Dependency::to_xml).collect::<String>();
        let written = PomBody {
            passed_on: self.passed_on,
            dependencies: &xml(&self.dependencies),
            executions: &scopes.concat(),
        };
        write_module(folder, "classes", &written)?;
        let written = PomBody {
            passed_on: self.passed_on,
            dependencies: &xml(&self.processors),
            executions: &execution(folder, "processors", "runtime"),
        };
        write_module(folder, "processors", &written)
    }

    /// Takes out what the message names as missing; false when that changes nothing.
    fn leave_out(&mut self, message: &str) -> bool {
        let mut changed = false;
        for missing in missing::named_in(message) {
            let count = self.dependencies.len() + self.processors.len();
            self.dependencies.retain(|it| !missing.is(it));
            self.processors.retain(|it| !missing.is(it));
            let mut is_gone = self.dependencies.len() + self.processors.len() < count;
            if !is_gone {
                // It comes through another one.
                let name = (missing.group.clone(), missing.artifact.clone());
                for other in self.dependencies.iter_mut().chain(&mut self.processors) {
                    if !other.exclusions.contains(&name) {
                        other.exclusions.push(name.clone());
                        is_gone = true;
                    }
                }
            }
            if is_gone {
                self.left_out.add(missing);
            }
            changed |= is_gone;
        }
        changed
    }

    /// Leaves what main classes need, and gives what only tests do.
    fn take_out_tests(&mut self) -> Vec<Dependency> {
        let all = std::mem::take(&mut self.dependencies);
        let (tests, main) = all.into_iter().partition(|it| it.scope == "test");
        self.dependencies = main;
        tests
    }
}

/// What a notice says of artifacts that nobody has.
pub const CANNOT_BE_HAD: &str = "which cannot be had";
/// What stands before Maven's own words there.
pub const MAVEN_SAYS: &str = ". Maven says:";

/// What cannot be had, and what Maven says of it.
#[derive(Default)]
struct LeftOut {
    names: Vec<String>,
    words: Vec<String>,
    /// Where their jars would lie.
    places: Vec<PathBuf>,
}

impl LeftOut {
    fn add(&mut self, missing: MissingArtifact) {
        let repository = local_repository();
        self.places.extend(repository.map(|it| missing.jar_in(&it)));
        for (list, text) in [
            (&mut self.names, Some(missing.name)),
            (&mut self.words, missing.words),
        ] {
            list.extend(text.filter(|text| !list.contains(text)));
        }
    }

    fn notice(&self, pom: &Path) -> Option<String> {
        let (names, words) = (self.names.join(", "), self.words.join("\n"));
        let said = match words.as_str() {
            "" => String::new(),
            words => format!("{MAVEN_SAYS}\n{words}"),
        };
        (!self.names.is_empty()).then(|| {
            format!(
                "{} is read without {names}, {CANNOT_BE_HAD}{}{said}",
                pom.display(),
                missing::what_helps(&self.names)
            )
        })
    }
}

fn read_paths(folder: &Path) -> io::Result<ResolvedPaths> {
    let read = |name: &str| -> io::Result<Vec<PathBuf>> {
        let text = read_text(folder.join(name).with_extension("path"))?;
        let is_code = |path: &PathBuf| path.extension().is_some_and(|e| e == "jar");
        Ok(std::env::split_paths(text.trim()).filter(is_code).collect())
    };
    let (compile, runtime) = (read("compile")?, read("runtime")?);
    let (main, test) = read("test")?
        .into_iter()
        .partition(|path| compile.contains(path) || runtime.contains(path));
    Ok(ResolvedPaths {
        main,
        test,
        processors: read("processors")?,
        ..ResolvedPaths::default()
    })
}

/// What the local repository has of these, without what they need.
fn local_jars(dependencies: &[Dependency]) -> ResolvedPaths {
    let repository = local_repository();
    let jars = dependencies.iter().filter_map(|dependency| {
        let repository = repository.as_deref()?;
        Some((dependency, jar_of(repository, dependency)?))
    });
    let (test, main): (Vec<_>, Vec<_>) =
        jars.partition(|(dependency, _)| dependency.scope == "test");
    let paths = |list: Vec<(&Dependency, PathBuf)>| list.into_iter().map(|(_, jar)| jar).collect();
    ResolvedPaths {
        main: paths(main),
        test: paths(test),
        ..ResolvedPaths::default()
    }
}

fn jar_of(repository: &Path, dependency: &Dependency) -> Option<PathBuf> {
    if let Some(path) = &dependency.system_path {
        return Some(PathBuf::from(path)).filter(|jar| jar.is_file());
    }
    let Dependency {
        group,
        artifact,
        version,
        classifier,
        ..
    } = dependency;
    let version = version.as_deref()?;
    let folder = repository
        .join(group.replace('.', "/"))
        .join(artifact)
        .join(version);
    let classifier = classifier
        .as_ref()
        .map(|name| format!("-{name}"))
        .unwrap_or_default();
    Some(folder.join(format!("{artifact}-{version}{classifier}.jar"))).filter(|jar| jar.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dependency(artifact: &str, scope: &str) -> Dependency {
        Dependency {
            group: "g".into(),
            artifact: artifact.into(),
            version: Some("1".into()),
            kind: "jar".into(),
            scope: scope.into(),
            ..Dependency::default()
        }
    }

    fn question() -> Question<'static> {
        Question {
            dependencies: vec![dependency("main", "compile"), dependency("check", "test")],
            processors: vec![dependency("maker", "compile")],
            passed_on: "",
            left_out: LeftOut::default(),
        }
    }

    fn names(list: &[Dependency]) -> Vec<&str> {
        list.iter().map(|it| it.artifact.as_str()).collect()
    }

    #[test]
    fn only_what_maven_names_is_left_out_and_named_once() {
        let mut question = question();
        let message = "Could not find artifact g:check:jar:1 in central (https://x)";
        assert!(question.leave_out(message));
        assert!(question.leave_out("Could not find artifact g:maker:jar:1 in central (https://x)"));
        assert_eq!(names(&question.dependencies), ["main"]);
        assert!(question.processors.is_empty());
        let notice = question.left_out.notice(Path::new("/p/pom.xml"));
        let notice = notice.expect("something is left out");
        assert!(
            notice.starts_with("/p/pom.xml is read without g:check:jar:1, g:maker:jar:1,"),
            "{notice}"
        );
        assert_eq!(notice.matches(message).count(), 1, "{notice}");
    }

    #[test]
    fn what_comes_through_another_one_is_excluded_there() {
        let mut question = question();
        let message = "Could not find artifact g:deep:jar:1 in central (https://x)";
        assert!(question.leave_out(message));
        assert_eq!(names(&question.dependencies), ["main", "check"]);
        let deep = ("g".to_owned(), "deep".to_owned());
        assert_eq!(question.dependencies[0].exclusions, [deep]);
        assert!(
            !question.leave_out(message),
            "once more would go on for ever"
        );
        assert!(!question.leave_out("something else is wrong"));
    }

    #[test]
    fn what_tests_need_is_set_apart() {
        let mut question = question();
        assert_eq!(names(&question.take_out_tests()), ["check"]);
        assert_eq!(names(&question.dependencies), ["main"]);
    }
}
