//! Poms written for a purpose: lists of dependencies for which Maven gives jars, in temporary folders; knows nothing
//! of modules.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    MavenError, MavenProgram,
    copies::{Coordinates, StandIns},
    dependency::Dependency,
    program::MavenFolders,
};
use crate::{files::read_text, process::work_area::WorkArea};

const PLUGIN_VERSION: &str = "3.8.1";

/// The jars of dependencies that have nothing to do with the module, and of what they need.
pub fn jars_of(
    program: &MavenProgram,
    dependencies: &[Dependency],
) -> Result<Vec<PathBuf>, MavenError> {
    let xml: String = dependencies.iter().map(Dependency::to_xml).collect();
    paths_of(program, "", &xml)
}

/// Has Maven fetch the poms of parents, and of theirs, from the repositories that are named beside its own.
pub fn fetch_poms(
    program: &MavenProgram,
    parents: &BTreeSet<Coordinates>,
    repositories: &str,
) -> Result<(), MavenError> {
    let pom_of = |parent: &Coordinates| Dependency {
        group: parent.group.clone(),
        artifact: parent.artifact.clone(),
        version: Some(parent.version.clone()),
        kind: "pom".to_owned(),
        scope: "compile".to_owned(),
        exclusions: vec![("*".to_owned(), "*".to_owned())],
        ..Dependency::default()
    };
    let xml: String = parents
        .iter()
        .map(|parent| pom_of(parent).to_xml())
        .collect();
    let repositories = format!("<repositories>{repositories}</repositories>");
    paths_of(program, &repositories, &xml).map(|_| ())
}

/// Releases that stand in for parents that are snapshots and cannot be had: the one that a snapshot is to become, else
/// the newest before it.
pub fn released(
    program: &MavenProgram,
    parents: &BTreeSet<Coordinates>,
    repositories: &str,
) -> StandIns {
    let fetch = |it: &Coordinates| fetch_poms(program, &BTreeSet::from([it.clone()]), repositories);
    let stand_in = |parent: &Coordinates| {
        let exact = parent.release()?;
        if fetch(&exact).is_ok() {
            return Some(exact.version);
        }
        let range = Coordinates {
            version: parent.releases_before()?,
            ..parent.clone()
        };
        // With a range Maven reads the poms of all that is in it, and then has one with all that is above it.
        let is_there = fetch(&range).is_ok();
        let local = program.local_repositories();
        let newest = local.iter().find_map(|it| exact.newest_in(it));
        newest.filter(|_| is_there).map(|it| it.version)
    };
    let pairs = parents
        .iter()
        .filter_map(|parent| Some((parent.clone(), stand_in(parent)?)));
    pairs.collect()
}

/// What is asked for may come from where the project says, its settings among that: then it is kept for the project.
fn paths_of(
    program: &MavenProgram,
    passed_on: &str,
    dependencies: &str,
) -> Result<Vec<PathBuf>, MavenError> {
    let no_answer = |cause| MavenError::NoAnswer {
        pom: PathBuf::from("pom.xml"),
        cause,
    };
    let area = WorkArea::new().map_err(no_answer)?;
    let folder = area.path();
    let written = PomBody {
        passed_on,
        dependencies,
        executions: &execution(folder, "runtime", "runtime"),
    };
    write_module(folder, "all", &written).map_err(no_answer)?;
    let place = MavenFolders {
        area: folder,
        root: folder,
        pom: &folder.join("all/pom.xml"),
    };
    let program = program.fetching_from(passed_on);
    program.run(place, &["validate".to_owned()])?;
    let text = read_text(folder.join("runtime.path")).map_err(no_answer)?;
    Ok(std::env::split_paths(text.trim()).collect())
}

/// What a pom for the purpose has inside.
pub struct PomBody<'a> {
    /// Elements that come from the project's effective pom.
    pub passed_on: &'a str,
    /// Dependencies as XML.
    pub dependencies: &'a str,
    /// Runs of the plugin as XML.
    pub executions: &'a str,
}

/// Writes the pom of a module in which the plugin runs.
pub fn write_module(folder: &Path, name: &str, body: &PomBody<'_>) -> io::Result<()> {
    let PomBody {
        passed_on,
        dependencies,
        executions,
    } = body;
    fs::create_dir_all(folder.join(name))?;
    let body = format!(
        "{passed_on}<dependencies>{dependencies}</dependencies><build><plugins><plugin>\
         <groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId>\
         <version>{PLUGIN_VERSION}</version><executions>{executions}</executions></plugin></plugins></build>"
    );
    fs::write(folder.join(name).join("pom.xml"), pom(name, &body))
}

/// A pom of ours.
pub fn pom(artifact: &str, body: &str) -> String {
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\
         <modelVersion>4.0.0</modelVersion><groupId>goalline</groupId><artifactId>{artifact}</artifactId>\
         <version>1</version><packaging>pom</packaging>{body}</project>"
    )
}

/// One run of the plugin: writes the class path of a scope into a file of this name.
pub fn execution(folder: &Path, name: &str, scope: &str) -> String {
    format!(
        "<execution><id>{name}</id><phase>validate</phase><goals><goal>build-classpath</goal></goals>\
         <configuration><includeScope>{scope}</includeScope><outputFile>{}</outputFile></configuration></execution>",
        folder.join(name).with_extension("path").display()
    )
}
