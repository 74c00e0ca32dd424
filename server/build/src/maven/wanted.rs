//! What has to be resolved for a module, its reactor siblings replaced by what they need themselves: pure, runs
//! nothing.

use std::collections::BTreeMap;

use super::{dependency::Dependency, effective::Module};

/// What has to be resolved for a module.
#[derive(Debug, Default)]
pub struct WantedArtifacts<'a> {
    /// From outside of the reactor: the module's own first, then those of its siblings.
    pub dependencies: Vec<Dependency>,
    /// Modules of the same reactor that it depends on, directly or not.
    pub siblings: Vec<Sibling<'a>>,
    /// Annotation processors of all that is compiled together; none where each is found on the class path.
    pub processors: Vec<Dependency>,
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
        // The module itself is never its own sibling.
        let mut seen: BTreeMap<(&str, &str), u8> =
            BTreeMap::from([((&*own.group, &*own.artifact), u8::MAX)]);
        let mut open: Vec<Dependency> = own.dependencies.iter().rev().cloned().collect();
        while let Some(dependency) = open.pop() {
            let Some(module) = sibling(&dependency, modules) else {
                wanted.add(dependency);
                continue;
            };
            let with_tests =
                dependency.kind == "test-jar" || dependency.classifier.as_deref() == Some("tests");
            let width = width_of(&dependency.scope);
            let known = seen.get(&(&*module.group, &*module.artifact));
            // What tests need and main classes, too, brings what it needs for both.
            if known.is_none_or(|known| width > *known) {
                seen.insert((&module.group, &module.artifact), width);
                // To be taken after all that is open: what stands nearer wins, as in Maven.
                open.splice(0..0, inherited(&dependency, module).rev());
            }
            wanted.add_sibling(Sibling { module, with_tests }, own);
        }
        wanted.exclude_the_reactor(own);
        wanted.add_processors(own, modules);
        wanted
    }

    /// javac has one path for all: where one module names its processors, so must those that name none, and these are
    /// found among what they depend on.
    fn add_processors(&mut self, own: &'a Module, modules: &'a [Module]) {
        let siblings = self.siblings.iter().map(|sibling| sibling.module);
        let all: Vec<&Module> = [own].into_iter().chain(siblings).collect();
        let named = all.iter().flat_map(|module| &module.compiler.processors);
        for processor in named {
            if sibling(processor, modules).is_some() {
                if own.compiler.processors.contains(processor) {
                    self.sibling_processors.push(processor.artifact.clone());
                }
            } else if !self
                .processors
                .iter()
                .any(|it| it.identity() == processor.identity())
            {
                self.processors.push(processor.clone());
            }
        }
        if self.processors.is_empty() {
            return;
        }
        let without = all
            .iter()
            .filter(|module| module.compiler.processors.is_empty());
        let libraries = without.flat_map(|module| &module.dependencies);
        for library in libraries.filter(|it| may_process(it)) {
            if !self
                .processors
                .iter()
                .any(|it| it.artifact == library.artifact)
            {
                self.processors.push(Dependency {
                    scope: "compile".to_owned(),
                    optional: false,
                    ..library.clone()
                });
            }
        }
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

    /// The nearest one counts, but in the widest scope that anyone wants it in, as in Maven.
    fn add(&mut self, dependency: Dependency) {
        let mut all = self.dependencies.iter_mut();
        let known = all.find(|known| known.identity() == dependency.identity());
        match known {
            Some(known) if width_of(&dependency.scope) > width_of(&known.scope) => {
                known.scope = dependency.scope;
            }
            Some(_) => {}
            None => self.dependencies.push(dependency),
        }
    }

    fn add_sibling(&mut self, sibling: Sibling<'a>, own: &Module) {
        let mut all = self.siblings.iter_mut();
        match all.find(|known| std::ptr::eq(known.module, sibling.module)) {
            Some(known) => known.with_tests |= sibling.with_tests,
            None if std::ptr::eq(sibling.module, own) => {}
            None => self.siblings.push(sibling),
        }
    }
}

/// The module of the reactor that the dependency means.
pub fn sibling<'a>(dependency: &Dependency, modules: &'a [Module]) -> Option<&'a Module> {
    modules
        .iter()
        .find(|module| module.group == dependency.group && module.artifact == dependency.artifact)
}

/// How much of a module sees what is in a scope.
fn width_of(scope: &str) -> u8 {
    match scope {
        "compile" => 2,
        "test" => 0,
        _ => 1,
    }
}

/// Whether a dependency may be there for its processors: nobody else needs it, or it is Lombok, which people do not
/// mark as such.
fn may_process(dependency: &Dependency) -> bool {
    dependency.optional || dependency.scope == "provided" || dependency.artifact == "lombok"
}

/// What comes through a sibling: all but what only its tests need, in the scope that the sibling itself is used in. As
/// it is compiled from its sources, that is more than who uses its classes needs: Lombok is provided or optional, and
/// what is excluded is imported there all the same.
fn inherited<'a>(
    through: &'a Dependency,
    module: &'a Module,
) -> impl DoubleEndedIterator<Item = Dependency> + 'a {
    module
        .dependencies
        .iter()
        .filter(|dependency| matches!(&*dependency.scope, "compile" | "runtime" | "provided"))
        .filter(|dependency| dependency.scope != "runtime" || !through.excludes(dependency))
        .map(|dependency| {
            let scope = if through.scope == "compile" {
                &dependency.scope
            } else {
                &through.scope
            };
            let mut inherited = dependency.clone();
            inherited.optional = false;
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
    fn a_sibling_is_compiled_with_what_its_classes_do_not_need_any_more_and_with_its_processors() {
        let mut optional = dependency("lombok", "compile");
        optional.optional = true;
        let mut core = module("core", vec![optional, dependency("servlet", "provided")]);
        core.compiler.processors = vec![dependency("mapstruct", "compile")];
        let lib = module("lib", vec![dependency("lombok", "provided")]);
        let app = module(
            "app",
            vec![dependency("core", "compile"), dependency("lib", "compile")],
        );
        let modules = [app, core, lib];
        let wanted = WantedArtifacts::of(&modules[0], &modules);
        assert_eq!(names(&wanted), ["lombok:compile", "servlet:provided"]);
        assert!(wanted.dependencies.iter().all(|it| !it.optional));
        let processors = wanted.processors.iter().map(|it| &*it.artifact);
        assert_eq!(processors.collect::<Vec<_>>(), ["mapstruct", "lombok"]);
    }

    #[test]
    fn a_sibling_for_tests_brings_dependencies_for_tests_only() {
        let mut tests = dependency("core", "test");
        tests.kind = "test-jar".into();
        tests.exclusions = vec![("*".into(), "no".into()), ("*".into(), "api".into())];
        let modules = [
            module("app", vec![tests]),
            module(
                "core",
                vec![
                    dependency("lang", "compile"),
                    dependency("no", "runtime"),
                    // What is excluded is imported by the sources that are compiled all the same.
                    dependency("api", "compile"),
                ],
            ),
        ];
        let wanted = WantedArtifacts::of(&modules[0], &modules);
        assert_eq!(names(&wanted), ["lang:test", "api:test"]);
        assert!(wanted.siblings[0].with_tests);
    }

    #[test]
    fn what_tests_need_first_and_main_classes_too_is_there_for_both() {
        let mut tests = dependency("config", "test");
        tests.kind = "test-jar".into();
        let modules = [
            module("web", vec![dependency("core", "compile"), tests]),
            module(
                "core",
                vec![
                    dependency("lang", "compile"),
                    dependency("config", "compile"),
                ],
            ),
            module(
                "config",
                vec![
                    dependency("slf4j", "compile"),
                    dependency("beans", "compile"),
                ],
            ),
            module("lang", vec![dependency("slf4j", "compile")]),
        ];
        let wanted = WantedArtifacts::of(&modules[0], &modules);
        assert_eq!(names(&wanted), ["slf4j:compile", "beans:compile"]);
        let siblings = wanted.siblings.iter().map(|it| &*it.module.artifact);
        assert_eq!(siblings.collect::<Vec<_>>(), ["core", "config", "lang"]);
        assert!(wanted.siblings[1].with_tests);
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
