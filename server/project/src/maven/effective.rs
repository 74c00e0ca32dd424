//! Effective poms: has Maven print them for a whole reactor and reads them; resolves no dependency.

use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

use super::{
    MavenError, MavenProgram,
    compiler::{self, Compiler},
    dependency::Dependency,
    elements::{LocalName, child, plugin, text_of},
    reactor::Reactor,
    surefire,
};
use crate::TestRun;

const GOAL: &str = "org.apache.maven.plugins:maven-help-plugin:3.5.1:effective-pom";

/// One module as its effective pom has it.
#[derive(Debug, Default)]
pub struct Module {
    pub group: String,
    pub artifact: String,
    pub root: PathBuf,
    pub source_roots: Vec<PathBuf>,
    pub test_roots: Vec<PathBuf>,
    pub resources: Vec<PathBuf>,
    pub test_resources: Vec<PathBuf>,
    pub dependencies: Vec<Dependency>,
    /// The elements `dependencyManagement` and `repositories` as they stand, to be passed on to Maven.
    pub passed_on: String,
    pub compiler: Compiler,
    pub test_run: TestRun,
}

/// Has Maven print the effective poms of the reactor; of the module alone when the rest of the reactor is broken.
pub fn read(
    program: &MavenProgram,
    pom: &Path,
    reactor: &Reactor,
) -> Result<Vec<Module>, MavenError> {
    match read_from(program, &reactor.root, reactor) {
        Err(MavenError::Rejected { .. } | MavenError::Unreadable { .. }) if reactor.root != pom => {
            read_from(program, pom, reactor)
        }
        answer => answer,
    }
}

fn read_from(
    program: &MavenProgram,
    pom: &Path,
    reactor: &Reactor,
) -> Result<Vec<Module>, MavenError> {
    let no_answer = |cause| MavenError::NoAnswer {
        pom: pom.to_path_buf(),
        cause,
    };
    let folder = tempfile::tempdir().map_err(no_answer)?;
    let output = folder.path().join("effective.xml");
    program.run(
        pom,
        &[GOAL.to_owned(), format!("-Doutput={}", output.display())],
    )?;
    let text = std::fs::read_to_string(output).map_err(no_answer)?;
    let folders = folders_by_artifact(reactor);
    modules_in(&text, &folders).map_err(|reason| MavenError::Unreadable {
        pom: pom.to_path_buf(),
        reason,
    })
}

/// The folder of each module by its artifact, from the poms on disk: an effective pom does not name its own.
fn folders_by_artifact(reactor: &Reactor) -> Vec<(String, PathBuf)> {
    let artifact_of = |pom: &PathBuf| {
        let text = std::fs::read_to_string(pom).ok()?;
        let document = Document::parse(&text).ok()?;
        let artifact = text_of(document.root_element(), "artifactId")?;
        Some((artifact, pom.parent()?.to_path_buf()))
    };
    reactor.poms.iter().filter_map(artifact_of).collect()
}

fn modules_in(text: &str, folders: &[(String, PathBuf)]) -> Result<Vec<Module>, String> {
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let root = document.root_element();
    let projects: Vec<Node<'_, '_>> = if root.has_tag_name_local("projects") {
        root.children()
            .filter(|node| node.has_tag_name_local("project"))
            .collect()
    } else {
        vec![root]
    };
    Ok(projects
        .into_iter()
        .filter_map(|project| module_of(project, text, folders))
        .collect())
}

fn module_of(project: Node<'_, '_>, text: &str, folders: &[(String, PathBuf)]) -> Option<Module> {
    let artifact = text_of(project, "artifactId")?;
    let root = folders
        .iter()
        .find(|(name, _)| *name == artifact)?
        .1
        .clone();
    let build = child(project, "build");
    let folder = |name: &str, default: &str| {
        build
            .and_then(|build| text_of(build, name))
            .unwrap_or_else(|| default.to_owned())
    };
    let target = root.join(folder("directory", "target"));
    let mut source_roots = vec![root.join(folder("sourceDirectory", "src/main/java"))];
    let mut test_roots = vec![root.join(folder("testSourceDirectory", "src/test/java"))];
    add_helper_roots(project, &root, &mut source_roots, &mut test_roots);
    add_generated(&target.join("generated-sources"), &mut source_roots);
    let resources = |list: &str, item: &str| -> Vec<PathBuf> {
        build
            .and_then(|build| child(build, list))
            .into_iter()
            .flat_map(|list| list.children())
            .filter(|node| node.has_tag_name_local(item))
            .filter_map(|node| text_of(node, "directory"))
            .map(|folder| root.join(folder))
            // A licence file may come from the module's root: as a class path, that would be everything.
            .filter(|folder| {
                !source_roots
                    .iter()
                    .any(|s| s != folder && s.starts_with(folder))
            })
            .collect()
    };
    let (resource_roots, test_resource_roots) = (
        resources("resources", "resource"),
        resources("testResources", "testResource"),
    );
    let passed_on = ["dependencyManagement", "repositories", "pluginRepositories"]
        .iter()
        .filter_map(|name| child(project, name))
        .map(|node| &text[node.range()])
        .collect();
    Some(Module {
        group: text_of(project, "groupId").unwrap_or_default(),
        artifact,
        source_roots,
        test_roots,
        resources: resource_roots,
        test_resources: test_resource_roots,
        dependencies: child(project, "dependencies")
            .into_iter()
            .flat_map(|list| list.children())
            .filter(|node| node.has_tag_name_local("dependency"))
            .filter_map(Dependency::of)
            .collect(),
        passed_on,
        compiler: Compiler::of(project),
        test_run: test_run(project, &root),
        root,
    })
}

fn test_run(project: Node<'_, '_>, root: &Path) -> TestRun {
    TestRun {
        compiler_options: compiler::test_levels(project),
        ..surefire::test_run(project, root)
    }
}

/// Roots that build-helper-maven-plugin adds.
fn add_helper_roots(
    project: Node<'_, '_>,
    root: &Path,
    sources: &mut Vec<PathBuf>,
    tests: &mut Vec<PathBuf>,
) {
    let Some(helper) = plugin(project, "build-helper-maven-plugin") else {
        return;
    };
    let executions = helper
        .descendants()
        .filter(|node| node.has_tag_name_local("execution"));
    for execution in executions {
        let has_goal = |name: &str| {
            execution
                .descendants()
                .any(|node| node.has_tag_name_local("goal") && node.text() == Some(name))
        };
        let roots = match () {
            () if has_goal("add-source") => &mut *sources,
            () if has_goal("add-test-source") => &mut *tests,
            () => continue,
        };
        let named = execution
            .descendants()
            .filter(|node| node.has_tag_name_local("source"));
        roots.extend(named.filter_map(|node| Some(root.join(node.text()?.trim()))));
    }
}

/// Sources that the last build generated; those of annotation processors are made anew by our own compile.
fn add_generated(folder: &Path, sources: &mut Vec<PathBuf>) {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir() && !path.ends_with("annotations") && !sources.contains(path))
        .collect();
    found.sort();
    sources.append(&mut found);
}
