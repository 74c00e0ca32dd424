//! What has to be resolved for a module, its reactor siblings replaced by what they need themselves: pure, runs
//! nothing.

use std::collections::BTreeSet;

use super::{dependency::Dependency, effective::Module};

/// What has to be resolved for a module.
#[derive(Debug, Default)]
pub struct WantedArtifacts<'a> {
    /// From outside of the reactor: the module's own first, then those of its siblings.
    pub dependencies: Vec<Dependency>,
    /// Modules of the same reactor that it depends on, directly or not.
    pub siblings: Vec<Sibling<'a>>,
    /// Annotation processors that are built in the same reactor: they cannot be run from sources.
    pub sibling_processors: Vec<String>,
}

/// A module of the same reactor.
#[derive(Debug)]
pub struct Sibling<'a> {
    pub module: &'a Module,
    /// Whether its test classes are wanted too (type `test-jar`).
    pub with_tests: bool,
}

impl<'a> WantedArtifacts<'a> {
    /// Walks from the module through its siblings.
    pub fn of(own: &'a Module, modules: &'a [Module]) -> Self {
        let mut wanted = Self::default();
        let mut seen: BTreeSet<(&str, &str)> = BTreeSet::from([(&*own.group, &*own.artifact)]);
        let mut open: Vec<Dependency> = own.dependencies.iter().rev().cloned().collect();
        while let Some(dependency) = open.pop() {
            let Some(module) = sibling(&dependency, modules) else {
                wanted.add(dependency);
                continue;
            };
            let with_tests =
                dependency.kind == "test-jar" || dependency.classifier.as_deref() == Some("tests");
            if seen.insert((&module.group, &module.artifact)) {
                wanted.siblings.push(Sibling { module, with_tests });
                // To be taken after all that is open: what stands nearer wins, as in Maven.
                open.splice(0..0, inherited(&dependency, module).rev());
            } else if let Some(known) = wanted
                .siblings
                .iter_mut()
                .find(|known| std::ptr::eq(known.module, module))
            {
                known.with_tests |= with_tests;
            }
        }
        wanted.exclude_the_reactor(own);
        wanted.sibling_processors = own
            .compiler
            .processors
            .iter()
            .filter(|processor| sibling(processor, modules).is_some())
            .map(|processor| processor.artifact.clone())
            .collect();
        wanted
    }

    /// A library may depend on an older release of the very module: what is read from sources never comes as a jar.
    fn exclude_the_reactor(&mut self, own: &Module) {
        let siblings = self.siblings.iter().map(|sibling| sibling.module);
        let from_sources: Vec<(String, String)> = siblings
            .chain([own])
            .map(|module| (module.group.clone(), module.artifact.clone()))
            .collect();
        for dependency in &mut self.dependencies {
            dependency.exclusions.extend_from_slice(&from_sources);
        }
    }

    fn add(&mut self, dependency: Dependency) {
        if !self
            .dependencies
            .iter()
            .any(|known| known.identity() == dependency.identity())
        {
            self.dependencies.push(dependency);
        }
    }
}

/// The module of the reactor that the dependency means.
pub fn sibling<'a>(dependency: &Dependency, modules: &'a [Module]) -> Option<&'a Module> {
    modules
        .iter()
        .find(|module| module.group == dependency.group && module.artifact == dependency.artifact)
}

/// What comes through a sibling: its compile and runtime dependencies, in the scope that the sibling itself is used in.
fn inherited<'a>(
    through: &'a Dependency,
    module: &'a Module,
) -> impl DoubleEndedIterator<Item = Dependency> + 'a {
    module
        .dependencies
        .iter()
        .filter(|dependency| matches!(dependency.scope.as_str(), "compile" | "runtime"))
        .filter(|dependency| !dependency.optional && !through.excludes(dependency))
        .map(|dependency| {
            let scope = if through.scope == "compile" {
                &dependency.scope
            } else {
                &through.scope
            };
            let mut inherited = dependency.clone();
            inherited.scope.clone_from(scope);
            inherited
                .exclusions
                .extend(through.exclusions.iter().cloned());
            inherited
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dependency(artifact: &str, scope: &str) -> Dependency {
        Dependency {
            group: "g".into(),
            artifact: artifact.into(),
            kind: "jar".into(),
            scope: scope.into(),
            ..Dependency::default()
        }
    }

    fn module(artifact: &str, dependencies: Vec<Dependency>) -> Module {
        Module {
            group: "g".into(),
            artifact: artifact.into(),
            dependencies,
            ..Module::default()
        }
    }

    fn names(wanted: &WantedArtifacts<'_>) -> Vec<String> {
        let name = |d: &Dependency| format!("{}:{}", d.artifact, d.scope);
        wanted.dependencies.iter().map(name).collect()
    }

    #[test]
    fn siblings_are_replaced_by_what_they_need() {
        let modules = [
            module(
                "app",
                vec![dependency("core", "compile"), dependency("junit", "test")],
            ),
            module(
                "core",
                vec![dependency("base", "compile"), dependency("lang", "runtime")],
            ),
            module(
                "base",
                vec![dependency("io", "compile"), dependency("mock", "test")],
            ),
        ];
        let wanted = WantedArtifacts::of(&modules[0], &modules);
        assert_eq!(names(&wanted), ["junit:test", "lang:runtime", "io:compile"]);
        let siblings: Vec<_> = wanted
            .siblings
            .iter()
            .map(|s| s.module.artifact.as_str())
            .collect();
        assert_eq!(siblings, ["core", "base"]);
    }

    #[test]
    fn a_sibling_for_tests_brings_dependencies_for_tests_only() {
        let mut tests = dependency("core", "test");
        tests.kind = "test-jar".into();
        tests.exclusions = vec![("*".into(), "no".into())];
        let modules = [
            module("app", vec![tests]),
            module(
                "core",
                vec![dependency("lang", "compile"), dependency("no", "compile")],
            ),
        ];
        let wanted = WantedArtifacts::of(&modules[0], &modules);
        assert_eq!(names(&wanted), ["lang:test"]);
        assert!(wanted.siblings[0].with_tests);
    }

    #[test]
    fn an_older_release_of_the_module_itself_never_comes_through_a_library() {
        let modules = [
            module(
                "lang",
                vec![dependency("text", "test"), dependency("core", "compile")],
            ),
            module("core", vec![]),
        ];
        let wanted = WantedArtifacts::of(&modules[0], &modules);
        let excluded = |artifact: &str| ("g".to_owned(), artifact.to_owned());
        assert_eq!(
            wanted.dependencies[0].exclusions,
            [excluded("core"), excluded("lang")]
        );
    }

    #[test]
    fn modules_that_need_each_other_end() {
        let modules = [
            module("a", vec![dependency("b", "compile")]),
            module("b", vec![dependency("a", "compile")]),
        ];
        assert_eq!(WantedArtifacts::of(&modules[0], &modules).siblings.len(), 1);
    }
}
