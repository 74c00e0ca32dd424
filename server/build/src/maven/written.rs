//! Libraries that another build's files name: takes them as they are written, gives the class paths that Maven makes of
//! them.

use std::{collections::BTreeMap, path::Path};

use super::{
    Dependency, MavenError, MavenProgram, effective::Module, resolve, resolve::ResolvedPaths,
    wanted::WantedArtifacts,
};
use crate::ProjectSettings;

/// Libraries, with what decides their versions.
#[derive(Debug, Default)]
pub struct WrittenLibraries {
    /// By scope, the nearest first; one that is named twice has the widest scope.
    pub dependencies: Vec<Dependency>,
    /// Annotation processors.
    pub processors: Vec<Dependency>,
    /// Versions for what comes without one, and for what comes through others.
    pub managed: Vec<Dependency>,
    /// Lists of such versions, the first that has one counts.
    pub platforms: Vec<Dependency>,
}

/// What Maven makes of libraries that this file names.
pub fn libraries_of(
    file: &Path,
    libraries: &WrittenLibraries,
    settings: &ProjectSettings,
) -> Result<ResolvedPaths, MavenError> {
    let module = file.parent().unwrap_or(file);
    let program = MavenProgram::find(settings, module);
    let program = program.ok_or_else(|| MavenError::NotInstalled {
        module: module.to_path_buf(),
    })?;
    let own = Module {
        passed_on: libraries.management(),
        ..Module::default()
    };
    let mut wanted = WantedArtifacts {
        dependencies: once_each(&libraries.dependencies),
        processors: once_each(&libraries.processors),
        ..WantedArtifacts::default()
    };
    let mut left_out = libraries.without_version(&mut wanted.dependencies);
    left_out.extend(libraries.without_version(&mut wanted.processors));
    let mut resolved = resolve::class_path(&program, file, &own, &wanted)?;
    if !left_out.is_empty() {
        resolved.notices.push(format!(
            "{} is read without {}, of which no version is written",
            file.display(),
            left_out.join(", ")
        ));
    }
    Ok(resolved)
}

/// Each library once, with the widest of its scopes and its first version.
fn once_each(all: &[Dependency]) -> Vec<Dependency> {
    const WIDEST_FIRST: [&str; 4] = ["compile", "provided", "runtime", "test"];
    let width = |scope: &str| WIDEST_FIRST.iter().position(|it| *it == scope);
    let mut places = BTreeMap::new();
    let mut found: Vec<Dependency> = Vec::new();
    for one in all {
        let place = *places.entry(one.identity()).or_insert(found.len());
        let Some(known) = found.get_mut(place) else {
            found.push(one.clone());
            continue;
        };
        if width(&one.scope) < width(&known.scope) {
            known.scope.clone_from(&one.scope);
        }
        if known.version.is_none() {
            known.version.clone_from(&one.version);
        }
    }
    found
}

impl WrittenLibraries {
    /// The element of a pom that decides versions.
    fn management(&self) -> String {
        let all = self.managed.iter().chain(&self.platforms);
        let all = all.filter(|it| it.version.is_some());
        let mut seen = Vec::new();
        let mut xml = String::new();
        for one in all {
            if !seen.contains(&one.identity()) {
                seen.push(one.identity());
                xml.push_str(&one.to_xml());
            }
        }
        if xml.is_empty() {
            return xml;
        }
        format!("<dependencyManagement><dependencies>{xml}</dependencies></dependencyManagement>")
    }

    /// Takes out what nothing gives a version, and names it. A list of versions may give one to anything.
    fn without_version(&self, all: &mut Vec<Dependency>) -> Vec<String> {
        let has_version = |it: &Dependency| {
            let mut managed = self.managed.iter();
            let is_managed = managed.any(|other| other.identity() == it.identity());
            it.version.is_some() || is_managed || !self.platforms.is_empty()
        };
        let left_out = all.extract_if(.., |it| !has_version(it));
        left_out
            .map(|it| format!("{}:{}", it.group, it.artifact))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(artifact: &str, version: Option<&str>, scope: &str) -> Dependency {
        Dependency {
            group: "g".into(),
            artifact: artifact.into(),
            version: version.map(str::to_owned),
            kind: "jar".into(),
            scope: scope.into(),
            ..Dependency::default()
        }
    }

    #[test]
    fn a_library_that_is_named_twice_has_the_widest_scope_and_one_that_nothing_gives_a_version_is_left_out()
     {
        let mut libraries = WrittenLibraries {
            dependencies: vec![
                library("a", None, "test"),
                library("b", None, "compile"),
                library("a", Some("1"), "compile"),
                library("c", None, "compile"),
            ],
            managed: vec![library("c", Some("3"), "compile")],
            ..WrittenLibraries::default()
        };
        let mut all = once_each(&libraries.dependencies);
        assert_eq!(libraries.without_version(&mut all), ["g:b"]);
        let shown = all.iter().map(|it| format!("{} {}", it.artifact, it.scope));
        assert_eq!(shown.collect::<Vec<_>>(), ["a compile", "c compile"]);
        libraries
            .platforms
            .push(library("bom", Some("1"), "import"));
        let mut all = once_each(&libraries.dependencies);
        assert!(libraries.without_version(&mut all).is_empty());
        libraries.managed.push(library("c", Some("4"), "compile"));
        let xml = libraries.management();
        assert_eq!(xml.matches("<version>").count(), 2, "{xml}");
        assert!(xml.contains("<version>3</version>"), "{xml}");
    }
}
