//! What the scripts of one module say as they are written: dependencies, plugins, levels of Java, arguments; takes
//! statements, runs nothing.

use std::path::Path;

use super::{
    script::{Part, ScriptStatement},
    values::Values,
};

/// What a dependency is for, by the ending of its configuration's name; the first that fits.
const USES: [(&str, Use); 12] = [
    ("testannotationprocessor", Use::Nothing),
    ("annotationprocessor", Use::Processor),
    ("kapt", Use::Processor),
    ("compileonlyapi", Use::Compile),
    ("compileonly", Use::CompileOnly),
    ("providedcompile", Use::CompileOnly),
    ("runtimeonly", Use::Run),
    ("implementation", Use::Compile),
    ("api", Use::Compile),
    ("compile", Use::Compile),
    ("optional", Use::Compile),
    ("runtime", Use::Run),
];

/// Endings of the configurations of a feature that is compiled with the main classes.
const FEATURE: [&str; 3] = ["Api", "Implementation", "CompileOnly"];

/// Blocks that say nothing of how the module is compiled.
const PASSED_OVER: [&str; 4] = ["buildscript", "publishing", "signing", "pluginManagement"];

/// What a dependency is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    Compile,
    Run,
    CompileOnly,
    Test,
    Processor,
    /// Only how versions are chosen.
    Managed,
    Nothing,
}

/// A library, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenLibrary {
    /// `group:name:version`, or without a version.
    pub name: String,
    pub of: Use,
    /// Whether it is a list of versions.
    pub is_platform: bool,
    /// `group:name` of what is not wanted through it; either may be `*`.
    pub exclusions: Vec<String>,
}

/// Another project of the build that is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenProject {
    /// `:lib`.
    pub path: String,
    pub of: Use,
    /// The source set: `main`, `test`, `testFixtures`.
    pub set: &'static str,
}

/// What scripts say.
#[derive(Clone, Debug, Default)]
pub struct WrittenModule {
    pub libraries: Vec<WrittenLibrary>,
    pub projects: Vec<WrittenProject>,
    /// Jars and folders of jars, as they are written.
    pub files: Vec<String>,
    /// Identifiers of plugins, with a version where one is written.
    pub plugins: Vec<String>,
    /// Other scripts that are applied.
    pub scripts: Vec<String>,
    pub release: Option<u32>,
    pub source: Option<String>,
    pub target: Option<String>,
    pub toolchain: Option<u32>,
    pub encoding: Option<String>,
    /// Arguments of javac.
    pub arguments: Vec<String>,
    /// Arguments of the JVM that runs tests.
    pub test_arguments: Vec<String>,
}

/// Whose script is read.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub values: &'a Values,
    /// The module that is asked about: `:app`, `:` for the root.
    pub module: &'a str,
    /// Where it lies.
    pub folder: &'a Path,
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug, Default)]
struct Surroundings {
    /// Whether in the block of test suites.
    in_suites: bool,
    /// Whether in a block of tests: `test { … }`, `tasks.withType(Test) { … }`.
    in_tests: bool,
}

/// Whether a word of the statement, or a name in quotes, is one of tests.
fn speaks_of_tests(statement: &[Part]) -> bool {
    statement.iter().any(|part| match part {
        Part::Word(text) | Part::Text(text) => has_word_of_tests(text),
        _ => false,
    })
}

/// What tests are of, where that is written in one word with them: `functionaltest`.
const KINDS_OF_TESTS: [&str; 9] = [
    "acceptance",
    "component",
    "e2e",
    "functional",
    "i",
    "integration",
    "smoke",
    "system",
    "unit",
];

/// Whether a word of the name starts with *test*: `integrationTest`, and not `latest`.
fn has_word_of_tests(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    // Written in one.
    let kind = lower
        .strip_suffix('s')
        .unwrap_or(&lower)
        .strip_suffix("test");
    if kind.is_some_and(|kind| KINDS_OF_TESTS.contains(&kind)) {
        return true;
    }
    let mut places = lower.match_indices("test");
    places.any(|(at, _)| {
        let is_inside = name[..at].ends_with(char::is_alphabetic);
        !is_inside || name[at..].starts_with('T')
    })
}

impl Reader<'_> {
    /// Adds what a script says that is the module's own.
    pub fn read(self, script: &[ScriptStatement], into: &mut WrittenModule) {
        self.walk(script, Surroundings::default(), into);
    }

    /// Adds what the root's script says of other modules.
    pub fn read_root(self, script: &[ScriptStatement], into: &mut WrittenModule) {
        for statement in script {
            let Some((head, block)) = head_and_block(statement) else {
                continue;
            };
            let names = |path: &str| {
                let mut texts = statement.iter();
                texts.any(|part| matches!(part, Part::Text(text) if text == path))
            };
            match head {
                "allprojects" | "subprojects" | "configure" => {
                    self.walk(block, Surroundings::default(), into);
                }
                "project" if names(self.module) => self.walk(block, Surroundings::default(), into),
                _ => {}
            }
        }
    }

    fn walk(self, script: &[ScriptStatement], around: Surroundings, into: &mut WrittenModule) {
        for statement in script {
            self.settings(statement, around, into);
            let Some((head, block)) = head_and_block(statement) else {
                continue;
            };
            match head {
                "subprojects" | "project" => {}
                _ if PASSED_OVER.contains(&head) => {}
                "dependencies" => self.dependencies(block, around.in_suites, into),
                "dependencyManagement" => self.management(block, into),
                "plugins" => self.plugins(block, into),
                "configure" if is_of_others(statement) => {}
                _ => {
                    let around = Surroundings {
                        in_suites: around.in_suites || head == "suites",
                        in_tests: around.in_tests || speaks_of_tests(statement),
                    };
                    for part in statement {
                        if let Part::Block(block) = part {
                            self.walk(block, around, into);
                        }
                    }
                }
            }
        }
    }

    /// The plugins of a block: `id "x" version "1"`, `alias(libs.plugins.x)`, `java`.
    fn plugins(self, block: &[ScriptStatement], into: &mut WrittenModule) {
        for statement in block {
            let texts: Vec<String> = statement.iter().filter_map(|it| self.text(it)).collect();
            let alias = statement.iter().find_map(|part| match part {
                Part::Word(word) => self.values.plugin(word),
                _ => None,
            });
            let plugin = alias.map_or_else(|| texts.join(":"), str::to_owned);
            into.plugins.push(plugin);
        }
    }

    fn text(self, part: &Part) -> Option<String> {
        match part {
            Part::Text(text) => Some(self.values.text(text)),
            _ => None,
        }
    }

    /// Levels, arguments, other scripts.
    fn settings(self, statement: &[Part], around: Surroundings, into: &mut WrittenModule) {
        let texts = || statement.iter().filter_map(|part| self.text(part));
        if let Some(Part::Word(first)) = statement.first()
            && first == "apply"
        {
            let is_script = |it: &String| it.contains(".gradle");
            into.scripts.extend(texts().filter(is_script));
            into.plugins.extend(texts().filter(|it| !is_script(it)));
        }
        for (at, part) in statement.iter().enumerate() {
            let Part::Word(word) = part else { continue };
            let rest = &statement[at + 1..];
            let last = word.trim_end_matches(".set").rsplit('.').next();
            match last.unwrap_or(word) {
                "release" => into.release = self.level(rest).or(into.release),
                "sourceCompatibility" => {
                    into.source = self.named_level(rest).or(into.source.take());
                }
                "targetCompatibility" => {
                    into.target = self.named_level(rest).or(into.target.take());
                }
                "of" if word.starts_with("JavaLanguageVersion") => {
                    into.toolchain = self.level(rest).or(into.toolchain);
                }
                "jvmToolchain" => into.toolchain = self.level(rest).or(into.toolchain),
                "encoding" => into.encoding = self.value(rest).or(into.encoding.take()),
                "compilerArgs" | "addAll" if word.contains("compilerArgs") => {
                    into.arguments
                        .extend(texts().filter(|it| !it.contains('$')));
                }
                // `bootRun` and others have theirs.
                "jvmArgs" if around.in_tests || speaks_of_tests(&statement[..=at]) => into
                    .test_arguments
                    .extend(texts().filter(|it| !it.contains('$'))),
                _ => {}
            }
        }
    }

    /// The value behind a name: after `=`, `(` or nothing.
    fn value(self, rest: &[Part]) -> Option<String> {
        let signs = usize::from(matches!(rest.first(), Some(Part::Mark('=' | '('))));
        self.values.written(&rest[signs..])
    }

    fn level(self, rest: &[Part]) -> Option<u32> {
        self.named_level(rest)?
            .trim_start_matches("1.")
            .parse()
            .ok()
    }

    /// `21` of `21`, `"21"`, `JavaVersion.VERSION_21`, and of a name that stands for one.
    fn named_level(self, rest: &[Part]) -> Option<String> {
        let marks = |part: &&Part| matches!(part, Part::Mark('=' | '('));
        let rest = &rest[rest.iter().take_while(marks).count()..];
        let level = match rest {
            [Part::Word(_), Part::Mark('('), inner @ ..] => self.values.written(inner),
            [Part::Word(word), ..] if word.contains("VERSION_") => Some(word.clone()),
            rest => self.values.written(rest),
        }?;
        let level = level.rsplit("VERSION_").next()?.replace('_', ".");
        let is_level = level
            .trim_start_matches("1.")
            .chars()
            .all(|c| c.is_ascii_digit());
        (is_level && !level.is_empty()).then_some(level)
    }

    /// A block of dependencies.
    fn dependencies(self, block: &[ScriptStatement], in_tests: bool, into: &mut WrittenModule) {
        for statement in block {
            match head_and_block(statement) {
                Some(("constraints", inner)) => self.managed(inner, into),
                Some((head, _)) if self.use_of(head).is_none() => {
                    self.dependency(statement, in_tests, into);
                    // `if (…) { implementation … }`
                    for part in statement {
                        if let Part::Block(inner) = part {
                            self.inner(statement, inner, in_tests, into);
                        }
                    }
                }
                _ => self.dependency(statement, in_tests, into),
            }
        }
    }

    /// What is in a block of a statement that states no dependency itself: more of them, or what is done with each
    /// of a list.
    fn inner(
        self,
        statement: &[Part],
        inner: &[ScriptStatement],
        in_tests: bool,
        into: &mut WrittenModule,
    ) {
        let is_each = inner
            .iter()
            .flatten()
            .any(|part| *part == Part::Word("it".to_owned()));
        if is_each {
            let mut flat: ScriptStatement = inner.concat();
            flat.extend(
                statement
                    .iter()
                    .filter(|it| !matches!(it, Part::Block(_)))
                    .cloned(),
            );
            self.dependency(&flat, in_tests, into);
        } else {
            self.dependencies(inner, in_tests, into);
        }
    }

    fn management(self, block: &[ScriptStatement], into: &mut WrittenModule) {
        for statement in block {
            if let Some((_, inner)) = head_and_block(statement) {
                self.managed(inner, into);
            }
        }
    }

    /// Versions and lists of versions.
    fn managed(self, block: &[ScriptStatement], into: &mut WrittenModule) {
        for statement in block {
            self.libraries(statement, Use::Managed, into);
        }
    }

    fn dependency(self, statement: &[Part], in_tests: bool, into: &mut WrittenModule) {
        let uses = statement.iter().find_map(|part| match part {
            Part::Word(word) | Part::Text(word) => self.use_of(word),
            _ => None,
        });
        let Some(of) = uses.filter(|it| *it != Use::Nothing) else {
            return;
        };
        let of = if in_tests { Use::Test } else { of };
        self.projects(statement, of, into);
        self.libraries(statement, of, into);
    }

    /// What a configuration of this name is for. Where the source set that it is called after is not there, it is of a
    /// feature of the main classes: `guiceApi`.
    fn use_of(self, name: &str) -> Option<Use> {
        let found = use_of(name)?;
        let sources = |set: &str| self.folder.join("src").join(set).is_dir();
        let feature = FEATURE.iter().find_map(|ending| name.strip_suffix(ending));
        let is_feature =
            found == Use::Nothing && feature.is_some_and(|set| !set.is_empty() && !sources(set));
        Some(if is_feature { Use::Compile } else { found })
    }

    fn projects(self, statement: &[Part], of: Use, into: &mut WrittenModule) {
        let words = statement.iter().filter_map(|part| match part {
            Part::Word(word) | Part::Text(word) => Some(word.as_str()),
            _ => None,
        });
        let all: Vec<&str> = words.collect();
        let set = if all.contains(&"testFixtures") {
            "testFixtures"
        } else if all
            .iter()
            .any(|it| it.contains("sourceSets.test") || it.starts_with("test") && it.ends_with('s'))
        {
            "test"
        } else {
            "main"
        };
        for (at, part) in statement.iter().enumerate() {
            let Part::Word(word) = part else { continue };
            let path = if word == "rootProject" {
                Some(":".to_owned())
            } else if word == "project" || word.ends_with(".project") {
                let texts = statement[at + 1..].iter();
                let mut texts = texts.filter_map(|it| self.text(it));
                texts.find(|it| it.starts_with(':'))
            } else {
                word.strip_prefix("projects.")
                    .map(|it| format!(":{}", it.replace('.', ":")))
            };
            let path = path.map(|path| WrittenProject { path, of, set });
            into.projects.extend(path);
        }
    }

    fn libraries(self, statement: &[Part], of: Use, into: &mut WrittenModule) {
        let is_platform = statement.iter().any(|part| {
            let names = ["platform", "enforcedPlatform", "mavenBom"];
            matches!(part, Part::Word(word) if names.contains(&word.rsplit('.').next().unwrap_or(word)))
        });
        let exclusions = self.exclusions(statement);
        let mut names: Vec<String> = self.in_parts(statement).into_iter().collect();
        for (at, part) in statement.iter().enumerate() {
            match part {
                Part::Text(text) if is_jar(text) => into.files.push(self.values.text(text)),
                Part::Text(_) => names.extend(self.values.written(&statement[at..])),
                Part::Word(word) => {
                    names.extend(self.values.libraries(word).into_iter().map(str::to_owned));
                }
                _ => {}
            }
        }
        let is_name = |name: &String| {
            let parts: Vec<&str> = name.split(':').collect();
            let is_part = |part: &&str| !part.is_empty() && !part.contains([' ', '/']);
            matches!(parts.len(), 2..=4) && parts[..2].iter().all(is_part)
        };
        let library = |name| WrittenLibrary {
            name,
            of,
            is_platform,
            exclusions: exclusions.clone(),
        };
        let libraries = names.into_iter().filter(is_name).map(library);
        into.libraries.extend(libraries);
    }

    /// `group: 'g', name: 'a', version: '1'`.
    fn in_parts(self, statement: &[Part]) -> Option<String> {
        let of = |key: &str| self.field(statement, key);
        let (group, name) = (of("group")?, of("name")?);
        Some(match of("version") {
            Some(version) => format!("{group}:{name}:{version}"),
            None => format!("{group}:{name}"),
        })
    }

    fn field(self, statement: &[Part], key: &str) -> Option<String> {
        let at = statement.windows(2).position(|pair| {
            let is_key = matches!(&pair[0], Part::Word(word) if word == key);
            is_key && matches!(pair[1], Part::Mark(':' | '='))
        })?;
        self.values.written(&statement[at + 2..])
    }

    fn exclusions(self, statement: &[Part]) -> Vec<String> {
        let blocks = statement.iter().filter_map(|part| match part {
            Part::Block(block) => Some(block),
            _ => None,
        });
        let mut found = Vec::new();
        for inner in blocks.flatten() {
            match inner.first() {
                Some(Part::Word(word)) if word == "exclude" => {
                    let of = |key| self.field(inner, key).unwrap_or_else(|| "*".to_owned());
                    found.push(format!("{}:{}", of("group"), of("module")));
                }
                Some(Part::Word(word))
                    if word.ends_with("ransitive")
                        && inner.contains(&Part::Word("false".to_owned())) =>
                {
                    found.push("*:*".to_owned());
                }
                _ => {}
            }
        }
        found
    }
}

/// Whether a `configure(…)` is about other projects.
fn is_of_others(statement: &[Part]) -> bool {
    let mut parts = statement.iter();
    parts.any(|part| matches!(part, Part::Word(word) if word.to_lowercase().contains("projects")))
}

fn is_jar(text: &str) -> bool {
    let is_archive = Path::new(text).extension().is_some_and(|it| it == "jar");
    is_archive || text == "libs" || text == "lib"
}

/// The first word of a statement, and its last block.
fn head_and_block(statement: &[Part]) -> Option<(&str, &[ScriptStatement])> {
    let head = match statement.first()? {
        Part::Word(word) | Part::Text(word) => word.as_str(),
        _ => "",
    };
    let block = statement.iter().rev().find_map(|part| match part {
        Part::Block(block) => Some(block.as_slice()),
        _ => None,
    })?;
    Some((head, block))
}

/// What a configuration of this name is for.
fn use_of(name: &str) -> Option<Use> {
    if !name.chars().all(char::is_alphanumeric) {
        return None;
    }
    let is_of_tests = has_word_of_tests(name);
    let name = name.to_lowercase();
    let (_, found) = USES
        .into_iter()
        .find(|(ending, _)| name.ends_with(ending))?;
    Some(match found {
        Use::Nothing | Use::Processor => found,
        _ if is_of_tests => Use::Test,
        // Of another source set: `jmhImplementation`.
        _ if USES.iter().all(|(whole, _)| *whole != name) => Use::Nothing,
        _ => found,
    })
}

#[cfg(test)]
#[path = "module_statements_tests.rs"]
mod tests;
