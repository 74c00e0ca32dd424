//! The class path of a list of dependencies: writes a pom for the purpose into a temporary folder, has Maven resolve it, reads the paths.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    MavenError, MavenProgram, dependency::Dependency, effective::Module, local_repository,
    wanted::Wanted,
};

const PLUGIN_VERSION: &str = "3.8.1";

/// The class paths of a module.
#[derive(Debug, Default)]
pub struct Resolved {
    /// To compile and run main classes.
    pub main: Vec<PathBuf>,
    /// For tests, on top of that.
    pub test: Vec<PathBuf>,
    /// Annotation processors.
    pub processors: Vec<PathBuf>,
    /// What could not be done.
    pub notices: Vec<String>,
}

/// Resolves with Maven; when Maven cannot, takes what the local repository has of the direct dependencies, and says so.
pub fn class_path(
    program: &MavenProgram,
    pom: &Path,
    own: &Module,
    wanted: &Wanted<'_>,
) -> Result<Resolved, MavenError> {
    let processors: Vec<&Dependency> = own
        .compiler
        .processors
        .iter()
        .filter(|processor| !wanted.sibling_processors.contains(&processor.artifact))
        .collect();
    let mut resolved = if wanted.dependencies.is_empty() && processors.is_empty() {
        Resolved::default()
    } else {
        let no_answer = |cause| MavenError::NoAnswer {
            pom: pom.to_path_buf(),
            cause,
        };
        let folder = tempfile::tempdir().map_err(no_answer)?;
        write_poms(folder.path(), own, wanted, &processors).map_err(no_answer)?;
        match program.run(&folder.path().join("pom.xml"), &["validate".to_owned()]) {
            Ok(()) => read_paths(folder.path()).map_err(no_answer)?,
            Err(MavenError::Rejected { message, .. }) => makeshift(pom, wanted, &message),
            Err(error) => return Err(error),
        }
    };
    for processor in &wanted.sibling_processors {
        resolved.notices.push(format!(
            "the annotation processor {processor} is built in the same reactor and is not run"
        ));
    }
    Ok(resolved)
}

/// The jars of dependencies that have nothing to do with the module, and of what they need.
pub fn jars_of(
    program: &MavenProgram,
    dependencies: &[Dependency],
) -> Result<Vec<PathBuf>, MavenError> {
    let folder = tempfile::tempdir();
    let no_answer = |cause| MavenError::NoAnswer {
        pom: PathBuf::from("pom.xml"),
        cause,
    };
    let folder = folder.map_err(no_answer)?;
    let pom = folder.path().join("pom.xml");
    let xml: String = dependencies.iter().map(Dependency::to_xml).collect();
    let execution = execution(folder.path(), "runtime", "runtime");
    write_module(folder.path(), "all", "", &xml, &execution)
        .and_then(|()| fs::rename(folder.path().join("all/pom.xml"), &pom))
        .map_err(no_answer)?;
    program.run(&pom, &["validate".to_owned()])?;
    let text = fs::read_to_string(folder.path().join("runtime.path")).map_err(no_answer)?;
    Ok(std::env::split_paths(text.trim()).collect())
}

fn write_poms(
    folder: &Path,
    own: &Module,
    wanted: &Wanted<'_>,
    processors: &[&Dependency],
) -> io::Result<()> {
    let modules = "<modules><module>classes</module><module>processors</module></modules>";
    fs::write(folder.join("pom.xml"), pom("all", modules))?;
    let dependencies: String = wanted.dependencies.iter().map(Dependency::to_xml).collect();
    let executions = ["test", "compile", "runtime"].map(|scope| execution(folder, scope, scope));
    write_module(
        folder,
        "classes",
        &own.passed_on,
        &dependencies,
        &executions.concat(),
    )?;
    let dependencies: String = processors
        .iter()
        .map(|processor| processor.to_xml())
        .collect();
    let execution = execution(folder, "processors", "runtime");
    write_module(
        folder,
        "processors",
        &own.passed_on,
        &dependencies,
        &execution,
    )
}

fn write_module(
    folder: &Path,
    name: &str,
    passed_on: &str,
    dependencies: &str,
    executions: &str,
) -> io::Result<()> {
    fs::create_dir_all(folder.join(name))?;
    let body = format!(
        "{passed_on}<dependencies>{dependencies}</dependencies><build><plugins><plugin>\
         <groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId>\
         <version>{PLUGIN_VERSION}</version><executions>{executions}</executions></plugin></plugins></build>"
    );
    fs::write(folder.join(name).join("pom.xml"), pom(name, &body))
}

fn pom(artifact: &str, body: &str) -> String {
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\
         <modelVersion>4.0.0</modelVersion><groupId>goalline</groupId><artifactId>{artifact}</artifactId>\
         <version>1</version><packaging>pom</packaging>{body}</project>"
    )
}

fn execution(folder: &Path, name: &str, scope: &str) -> String {
    format!(
        "<execution><id>{name}</id><phase>validate</phase><goals><goal>build-classpath</goal></goals>\
         <configuration><includeScope>{scope}</includeScope><outputFile>{}</outputFile></configuration></execution>",
        folder.join(name).with_extension("path").display()
    )
}

fn read_paths(folder: &Path) -> io::Result<Resolved> {
    let read = |name: &str| -> io::Result<Vec<PathBuf>> {
        let text = fs::read_to_string(folder.join(name).with_extension("path"))?;
        let is_code = |path: &PathBuf| path.extension().is_some_and(|e| e == "jar");
        Ok(std::env::split_paths(text.trim()).filter(is_code).collect())
    };
    let (compile, runtime) = (read("compile")?, read("runtime")?);
    let (main, test) = read("test")?
        .into_iter()
        .partition(|path| compile.contains(path) || runtime.contains(path));
    Ok(Resolved {
        main,
        test,
        processors: read("processors")?,
        notices: Vec::new(),
    })
}

fn makeshift(pom: &Path, wanted: &Wanted<'_>, message: &str) -> Resolved {
    let mut resolved = Resolved::default();
    let repository = local_repository();
    for dependency in &wanted.dependencies {
        let jar = repository
            .as_deref()
            .and_then(|repository| jar_of(repository, dependency));
        let path = if dependency.scope == "test" {
            &mut resolved.test
        } else {
            &mut resolved.main
        };
        path.extend(jar);
    }
    resolved.notices.push(format!(
        "Maven cannot resolve all dependencies of {}, so only jars that are already in the local repository are used. \
         Maven says:\n{message}",
        pom.display()
    ));
    resolved
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
