//! Effective poms: has Maven print them for a whole reactor and reads them; resolves no dependency.

use std::{
    fs,
    path::{Path, PathBuf},
};

use roxmltree::Node;

use super::{
    MavenError, MavenProgram, class_path_poms,
    compiler::{self, CompilerSettings},
    copies::{self, Coordinates, Copies, NoCopies, StandIns},
    dependency::Dependency,
    elements::{LocalName, child, plugin, text_of},
    generators::{
        self,
        resources::{self, FilteredFolder},
        source_roots,
    },
    missing,
    program::{MavenFolders, variables_of_settings},
    reactor::Reactor,
    surefire, xml,
};
use crate::{TestRun, files::read_text, process::work_area::WorkArea, read_cached, write_cached};

const GOAL: &str = "org.apache.maven.plugins:maven-help-plugin:3.5.1:effective-pom";
/// Where its plugin lies in a local repository.
const PLUGIN: &str = "org/apache/maven/plugins/maven-help-plugin/3.5.1/maven-help-plugin-3.5.1.jar";

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
    pub compiler: CompilerSettings,
    pub test_run: TestRun,
    /// The folder that its build writes into.
    pub output: PathBuf,
    /// The version of the JDK that a toolchain plugin asks for.
    pub toolchain: Option<String>,
    /// Folders of resources that placeholders are filled into.
    pub filtered: Vec<FilteredFolder>,
    /// Plugins that make sources or resources of it.
    pub generators: Vec<String>,
    /// The version of its parent.
    pub parent: Option<String>,
}

impl Module {
    /// What stands in for a parent that cannot be had, for people.
    pub fn stand_in(&self) -> Option<String> {
        let text = xml::read(&self.root.join("pom.xml")).ok()?;
        let written = Coordinates::of_parent(&text).ok()??;
        let used = self.parent.as_ref().filter(|it| **it != written.version)?;
        written.release().map(|_| {
            let Coordinates {
                group,
                artifact,
                version,
            } = &written;
            format!(
                "{group}:{artifact}:{version}, the parent of {}, cannot be had, so {used} stands in for it",
                self.root.join("pom.xml").display()
            )
        })
    }
}

/// Reads the effective poms of the reactor, without modules that are broken; of the module alone when the rest cannot
/// be read. What Maven prints is kept in the folder: it is the same for all modules.
pub fn read(
    program: &MavenProgram,
    reactor: &Reactor,
    kept: &Path,
) -> Result<Vec<Module>, MavenError> {
    let rejected = match read_without_broken(program, reactor, kept) {
        Err(error @ (MavenError::Rejected { .. } | MavenError::Unreadable { .. }))
            if reactor.root != reactor.module =>
        {
            error
        }
        answer => return answer,
    };
    match read_without_broken(program, &Reactor::alone(&reactor.module), kept) {
        Err(MavenError::Rejected { message, .. }) if lacks_its_own(&message, reactor) => {
            Err(rejected)
        }
        answer => answer,
    }
}

/// Whether Maven misses a module of the reactor: then what is wrong is what keeps the whole from being read.
fn lacks_its_own(message: &str, reactor: &Reactor) -> bool {
    let missing = missing::named_in(message);
    missing.iter().any(|it| reactor.has(&it.name))
}

fn read_without_broken(
    program: &MavenProgram,
    reactor: &Reactor,
    kept: &Path,
) -> Result<Vec<Module>, MavenError> {
    match read_from(program, reactor, kept) {
        Err(MavenError::Rejected { pom, message }) => match reactor.without_broken(&message) {
            Some(rest) => read_from(program, &rest, kept),
            None => Err(MavenError::Rejected { pom, message }),
        },
        answer => answer,
    }
}

fn read_from(
    program: &MavenProgram,
    reactor: &Reactor,
    kept: &Path,
) -> Result<Vec<Module>, MavenError> {
    let key = reactor.shared_key(program.java_home());
    let place = kept.join(format!("{key}.poms.json"));
    let unreadable = |reason| MavenError::Unreadable {
        pom: reactor.root.clone(),
        reason,
    };
    if let Some(text) = read_cached::<String>(&place) {
        return modules_in(&text, reactor).map_err(unreadable);
    }
    let text = print(program, reactor)?;
    let modules = modules_in(&text, reactor).map_err(unreadable)?;
    write_cached(&place, &text);
    Ok(modules)
}

/// Has Maven print the effective poms of the reactor.
fn print(program: &MavenProgram, reactor: &Reactor) -> Result<String, MavenError> {
    let pom = reactor.root.clone();
    let no_answer = |cause| MavenError::NoAnswer {
        pom: pom.clone(),
        cause,
    };
    let copies = copies_of(program, reactor)?;
    let mut repositories = program.local_repositories().into_iter();
    if !repositories.any(|repository| repository.join(PLUGIN).is_file()) {
        fetch_plugin(program)?;
    }
    let output = copies.area().join("effective.xml");
    let mut arguments = vec![GOAL.to_owned(), format!("-Doutput={}", output.display())];
    if copies.wants_system {
        arguments.extend(system_properties());
    }
    let place = MavenFolders {
        area: copies.area(),
        root: copies.root(),
        pom: copies.place(&pom).unwrap_or(&pom),
    };
    program
        .for_poms_of_project()
        .run(place, &arguments)
        .map_err(|error| match error {
            MavenError::Rejected { message, .. } => MavenError::Rejected {
                pom: pom.clone(),
                message: copies.with_real_paths(&message),
            },
            other => other,
        })?;
    let text = read_text(output).map_err(no_answer)?;
    Ok(copies.xml_with_real_paths(&text))
}

/// Has Maven fetch the plugin that prints, on a pom of ours: what it fetches for poms of a project is that project's.
fn fetch_plugin(program: &MavenProgram) -> Result<(), MavenError> {
    let pom = PathBuf::from("pom.xml");
    let no_answer = |cause| MavenError::NoAnswer { pom, cause };
    let written = WorkArea::new().and_then(|area| {
        let pom = area.path().join("pom.xml");
        fs::write(&pom, class_path_poms::pom("printed", ""))?;
        Ok((area, pom))
    });
    let (area, pom) = written.map_err(no_answer)?;
    let place = MavenFolders {
        area: area.path(),
        root: area.path(),
        pom: &pom,
    };
    let output = area.path().join("effective.xml");
    let arguments = [GOAL.to_owned(), format!("-Doutput={}", output.display())];
    // Settings of the project may name a place of their own to fetch from.
    program.fetching_from("").run(place, &arguments)
}

/// The copies; parents that are nowhere on this machine are fetched first, so that these can be looked into, too.
fn copies_of(program: &MavenProgram, reactor: &Reactor) -> Result<Copies, MavenError> {
    let secrets = variables_of_settings();
    let failed = |error| match error {
        NoCopies::Io(cause) => MavenError::NoAnswer {
            pom: reactor.root.clone(),
            cause,
        },
        NoCopies::Unreadable { pom, reason } => MavenError::Unreadable { pom, reason },
    };
    let copy = |stand_ins: &StandIns| {
        let local = program.local_repositories();
        Copies::of(reactor, program.root(), &local, &secrets, stand_ins).map_err(failed)
    };
    let copies = copy(&StandIns::new())?;
    if copies.missing.is_empty() {
        return Ok(copies);
    }
    match class_path_poms::fetch_poms(program, &copies.missing, &copies.repositories) {
        // Maven would look for them once more, and what it found then nobody would have looked into.
        Err(MavenError::Rejected { message, .. }) => {
            let stand_ins =
                class_path_poms::released(program, &copies.missing, &copies.repositories);
            if !stand_ins.is_empty() {
                let copies = copy(&stand_ins)?;
                if copies.missing.is_empty() {
                    return Ok(copies);
                }
            }
            let missing = missing::named_in(&message);
            let words: Vec<String> = missing.into_iter().filter_map(|it| it.words).collect();
            let message = if words.is_empty() {
                message
            } else {
                words.join("\n")
            };
            let pom = reactor.root.clone();
            Err(MavenError::Rejected { pom, message })
        }
        Err(error) => Err(error),
        Ok(()) => copy(&StandIns::new()),
    }
}

/// What os-maven-plugin, an extension that many poms name, tells them.
fn system_properties() -> [String; 3] {
    let name = if cfg!(target_os = "macos") {
        "osx"
    } else {
        std::env::consts::OS
    };
    let processor = match std::env::consts::ARCH {
        "aarch64" => "aarch_64",
        other => other,
    };
    [
        format!("-Dos.detected.name={name}"),
        format!("-Dos.detected.arch={processor}"),
        format!("-Dos.detected.classifier={name}-{processor}"),
    ]
}

fn modules_in(text: &str, reactor: &Reactor) -> Result<Vec<Module>, String> {
    let document = xml::parse(text)?;
    let root = document.root_element();
    let projects: Vec<Node<'_, '_>> = if root.has_tag_name_local("projects") {
        root.children()
            .filter(|node| node.has_tag_name_local("project"))
            .collect()
    } else {
        vec![root]
    };
    let module = |project: Node<'_, '_>| {
        let number = text_of(child(project, "properties")?, copies::NUMBER)?;
        let folder = reactor.numbered(&number)?.parent()?;
        module_of(project, text, folder)
    };
    Ok(projects.into_iter().filter_map(module).collect())
}

fn module_of(project: Node<'_, '_>, text: &str, root: &Path) -> Option<Module> {
    let artifact = text_of(project, "artifactId")?;
    let build = child(project, "build");
    let folder = |name: &str, default: &str| {
        build
            .and_then(|build| text_of(build, name))
            .unwrap_or_else(|| default.to_owned())
    };
    let target = root.join(folder("directory", "target"));
    let mut source_roots = vec![root.join(folder("sourceDirectory", "src/main/java"))];
    let mut test_roots = vec![root.join(folder("testSourceDirectory", "src/test/java"))];
    source_roots::add_helper_roots(project, root, &mut source_roots, &mut test_roots);
    let folders_of = |list: &str, item: &str| -> Vec<PathBuf> {
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
        folders_of("resources", "resource"),
        folders_of("testResources", "testResource"),
    );
    let passed_on = ["dependencyManagement", "repositories"]
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
        compiler: CompilerSettings::of(project),
        test_run: test_run(project, root),
        root: root.to_path_buf(),
        output: target,
        toolchain: toolchain(project),
        filtered: filtered(project, root),
        generators: generators::bound_in(project),
        parent: child(project, "parent").and_then(|parent| text_of(parent, "version")),
    })
}

/// The JDK that the build compiles and tests with, where it is not the one that Maven runs on: as
/// maven-toolchains-plugin or maven-compiler-plugin name it. Of a range the oldest.
fn toolchain(project: Node<'_, '_>) -> Option<String> {
    let jdk = |plugin_name: &str, element: &str| {
        let plugin = plugin(project, plugin_name)?;
        let mut nodes = plugin.descendants();
        let jdk = nodes.find(|node| node.has_tag_name_local(element))?;
        text_of(jdk, "version")
    };
    let named = jdk("maven-compiler-plugin", "jdkToolchain");
    let version = named.or_else(|| jdk("maven-toolchains-plugin", "jdk"))?;
    let version = version.trim_start_matches(['[', '(']);
    let oldest = version.split(',').next().unwrap_or(version);
    Some(oldest.trim_end_matches([']', ')']).trim().to_owned())
}

fn filtered(project: Node<'_, '_>, root: &Path) -> Vec<FilteredFolder> {
    let mut folders = resources::filtered(project, "resources", "resource", root);
    folders.extend(resources::filtered(
        project,
        "testResources",
        "testResource",
        root,
    ));
    folders
}

fn test_run(project: Node<'_, '_>, root: &Path) -> TestRun {
    TestRun {
        compiler_options: compiler::test_levels(project),
        source_roots: source_roots::further_roots(project, root),
        ..surefire::test_run(project, root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toolchain_names_the_jdk_and_of_a_range_the_oldest() {
        let read = |plugin: &str, configuration: &str| {
            let text = format!(
                "<project><build><plugins><plugin><artifactId>{plugin}</artifactId><configuration>{configuration}\
                 </configuration></plugin></plugins></build></project>"
            );
            let document = xml::parse(&text).expect("a pom");
            toolchain(document.root_element())
        };
        let jdk = |version: &str| {
            let jdk = format!("<toolchains><jdk><version>{version}</version></jdk></toolchains>");
            read("maven-toolchains-plugin", &jdk)
        };
        assert_eq!(jdk("17").as_deref(), Some("17"));
        assert_eq!(jdk("[11, 18)").as_deref(), Some("11"));
        assert_eq!(jdk("(,17]").as_deref(), Some(""));
        let own = "<jdkToolchain><version>[21]</version></jdkToolchain>";
        assert_eq!(read("maven-compiler-plugin", own).as_deref(), Some("21"));
        assert_eq!(read("maven-compiler-plugin", ""), None);
    }
}
