//! A file ready to be searched: what preparing gives, and the pieces that preparing a class and preparing its pairs
//! share.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use goalline_build::{CANNOT_BE_HAD, MAVEN_SAYS, Project, read_file, read_text};
use goalline_flow::FileFlow;
use goalline_goals::{Criterion, Goal, GoalChoice, GoalId, GoalSet, Selected};
use goalline_jvm::{CompileOutcome, JavacDiagnostic, ProbeRoom, SetId, SourceUnit, Worker};
use goalline_search::ConstantPool;
use goalline_syntax::{FileDeclarations, JavaFile, TypeKind};
use goalline_testcase::{ConstantDescription, JavaString, TestCluster};

use crate::{
    CoupledCall, EngineError, FileKeys, Request,
    coupled::meta_mutant::MetaMutantFiles,
    needed_probes::NeededProbes,
    sources::{
        contracts::Contracts,
        environment_calls::EnvironmentCalls,
        index::Sources,
        javadoc_examples::examples,
        map_keys::keys_asked_for,
        matching_texts::matching_texts,
        mocking::{mocking, words},
        source_literals::literals,
    },
};

/// How often probes are stepped down before the class is given up.
pub(crate) const STEP_DOWNS: usize = 64;

/// How far from the class under test types are described.
pub(crate) const DEPTH: u32 = 3;

/// A file that is compiled with probes and described.
pub struct Prepared {
    /// The parsed file.
    pub file: JavaFile,
    /// Its goals.
    pub goals: GoalSet,
    /// Which of the goals are asked for, and which cannot be had.
    pub scope: GoalScope,
    /// What it is like with probes.
    pub probing: ProbedFile,
    /// What tests are built from.
    pub cluster: TestCluster,
    /// What its sources say besides.
    pub knowledge: SourceKnowledge,
    /// Package of the file, empty for the unnamed one.
    pub package: String,
    /// Binary name of the class the test class is named after.
    pub class: String,
    /// The plain text as a compilation unit.
    pub unit: SourceUnit,
    /// What only goals that are pairs of branches have; none where they are goals of the file alone.
    pub coupled: Option<CoupledUnit>,
    /// What the user should know of its compilation.
    pub notices: Vec<String>,
}

/// Which goals of a file a run is about.
pub struct GoalScope {
    /// The goals of this run that can be measured.
    pub wanted: Vec<GoalId>,
    /// Goals of other methods than the one asked for: they are not searched.
    pub beside: BTreeSet<GoalId>,
    /// Goals that nobody asked for and that make tests kill more mutants; they have no probe in [`ProbedFile::unit`].
    pub additional: Vec<GoalId>,
    /// What was selected among the goals.
    pub selected: Selected,
    /// Goals without a probe, with the reason.
    pub unmeasurable: BTreeMap<GoalId, String>,
    /// Goals that no input can reach, with the reason.
    pub unreachable: BTreeMap<GoalId, String>,
}

/// A file with probes.
pub struct ProbedFile {
    /// The text with probes as a compilation unit.
    pub unit: SourceUnit,
    /// Room for its probes.
    pub room: ProbeRoom,
    /// What of the file is measured, for further goals too; none where several files are measured together.
    pub measured: Option<NeededProbes>,
}

/// What the sources say that tests and their names are made of.
pub struct SourceKnowledge {
    /// Literals of the file and constants of its project.
    pub constants: ConstantPool,
    /// What its methods promise.
    pub contracts: Contracts,
    /// Its calls that the sandbox answers.
    pub environment_calls: EnvironmentCalls,
}

impl GoalScope {
    /// All these goals, which are pairs of branches; others have no probe, for these reasons.
    pub(crate) fn of_pairs(
        goals: &GoalSet,
        wanted: Vec<GoalId>,
        unmeasurable: BTreeMap<GoalId, String>,
    ) -> Self {
        Self {
            wanted,
            beside: BTreeSet::new(),
            additional: Vec::new(),
            selected: Selected::of(goals, &GoalChoice::Listed(vec![Criterion::Coupled])),
            unmeasurable,
            unreachable: BTreeMap::new(),
        }
    }
}

impl SourceKnowledge {
    /// Of these files of the project; what the sandbox answers is found out later.
    pub(crate) fn of(
        project: &Project,
        files: &[&JavaFile],
        contracts: Contracts,
        cluster: &mut TestCluster,
    ) -> Self {
        let keys = keys_asked_for(files, &Sources::of(project), cluster);
        Self {
            constants: constants(files, cluster).with_keys(keys),
            contracts,
            environment_calls: EnvironmentCalls::default(),
        }
    }
}

/// What pairs of branches lead into.
#[derive(Default)]
pub struct CoupledUnit {
    /// Further files with probes.
    pub partners: Vec<Partner>,
    /// The calls whose pairs the goals are.
    pub calls: Vec<CoupledCall>,
    /// The files that these calls depend on.
    pub seen: FileKeys,
    /// The operations of all these files, where tests are to kill their mutants.
    pub meta_mutant: Option<MetaMutantFiles>,
}

/// A file with and without probes.
pub struct Partner {
    /// The plain text as a compilation unit.
    pub plain: SourceUnit,
    /// The text with probes as a compilation unit.
    pub probed: SourceUnit,
}

impl Prepared {
    /// The further files of its pairs.
    pub fn partners(&self) -> &[Partner] {
        self.coupled.as_ref().map_or(&[], |it| &it.partners)
    }

    /// Several files whose mutants are run together.
    pub fn several_files(&self) -> Option<&MetaMutantFiles> {
        self.coupled.as_ref().and_then(|it| it.meta_mutant.as_ref())
    }

    /// The paths of all files.
    pub fn paths(&self) -> Vec<&Path> {
        let partners = self.partners().iter();
        let partners = partners.map(|partner| &*partner.plain.path);
        std::iter::once(&*self.unit.path).chain(partners).collect()
    }

    /// All files as they are in a set of classes.
    pub fn units(&self, set: SetId) -> Vec<SourceUnit> {
        let of = |plain: &SourceUnit, probed: &SourceUnit| match set {
            SetId::Plain => plain.clone(),
            SetId::Probed => probed.clone(),
        };
        let partners = self.partners().iter();
        let partners = partners.map(|partner| of(&partner.plain, &partner.probed));
        std::iter::once(of(&self.unit, &self.probing.unit))
            .chain(partners)
            .collect()
    }
}

impl Prepared {
    /// The goals that are searched.
    pub fn sought(&self) -> Vec<GoalId> {
        let wanted = self.scope.wanted.iter().copied();
        wanted
            .filter(|goal| !self.scope.beside.contains(goal))
            .collect()
    }

    /// Whether a report tells of the goal: it was selected, or the search finds its way by it.
    pub fn shows(&self, goal: &Goal) -> bool {
        matches!(goal.criterion, Criterion::Branch | Criterion::Exception)
            || self.scope.selected.keeps(goal.id)
    }
}

/// The text of the request's file: the open one, else the saved one.
pub fn read(request: &Request) -> Result<Arc<str>, EngineError> {
    if let Some(text) = &request.text {
        return Ok(text.clone());
    }
    let unreadable = |cause| EngineError::Unreadable {
        path: request.file.clone(),
        cause,
    };
    let bytes = read_file(&request.file).map_err(unreadable)?;
    Ok(String::from_utf8_lossy(&bytes).into())
}

/// The request's file as a compilation unit.
pub(crate) fn plain_unit(request: &Request, text: &str) -> SourceUnit {
    SourceUnit {
        path: request.file.clone(),
        text: text.to_owned(),
    }
}

/// What the methods of a file promise, with what its package says. The cluster is told where `null` is forbidden, what
/// the project's tests can mock, and what the file looks at.
pub(crate) fn promised(
    request: &Request,
    file: &JavaFile,
    declared: &FileDeclarations,
    flow: &FileFlow,
    cluster: &mut TestCluster,
) -> Contracts {
    cluster.allow_mocks(mocking(&request.project));
    cluster.mention(words(file.text()));
    let path = request.file.with_file_name("package-info.java");
    let package = match request.open_texts.get(&path) {
        Some(text) => Some(text.to_string()),
        None if request.project.reach().holds(&path) => read_text(path).ok(),
        None => None,
    };
    let contracts = Contracts::of(file, declared, flow, package.as_deref());
    for (method, position) in contracts.not_null() {
        cluster.forbid_null(method, position);
    }
    cluster.know_examples(examples(file, declared, flow));
    contracts
}

/// The class that the test class is named after: the one asked for, else the one named like the file, else the first.
pub(crate) fn main_class(
    request: &Request,
    declared: &FileDeclarations,
) -> Result<String, EngineError> {
    let named = |name: &str| {
        let fits =
            |ty: &&goalline_syntax::TypeDeclaration| ty.name == name || ty.binary_name == name;
        declared.types.iter().find(fits)
    };
    if let Some(name) = &request.class {
        let found = named(name).ok_or_else(|| EngineError::NoSuchClass {
            file: request.file.clone(),
            name: name.clone(),
            near: near(name, declared),
        })?;
        return Ok(found.binary_name.clone());
    }
    let stem = request
        .file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let first = declared
        .types
        .iter()
        .find(|ty| ty.outer.is_none() && ty.kind != TypeKind::Annotation);
    named(&stem)
        .or(first)
        .map(|ty| ty.binary_name.clone())
        .ok_or_else(|| {
            EngineError::NothingToTest(format!("{} declares no class", request.file.display()))
        })
}

/// The declared classes whose names are most like this one, at most three; all of them where there are no more.
fn near(name: &str, declared: &FileDeclarations) -> Vec<String> {
    const MOST: usize = 3;
    /// How alike two names have to be, from 0 to 1.
    const LIKENESS: f64 = 0.7;
    let simple = name.rsplit(['.', '$']).next().unwrap_or(name);
    let mut likely: Vec<(f64, &str)> = declared
        .types
        .iter()
        .map(|ty| {
            let likeness = strsim::jaro_winkler(&simple.to_lowercase(), &ty.name.to_lowercase());
            (likeness, ty.name.as_str())
        })
        .collect();
    likely.sort_by(|one, other| other.0.total_cmp(&one.0));
    let is_few = likely.len() <= MOST;
    likely.retain(|(likeness, name)| !name.is_empty() && (is_few || *likeness >= LIKENESS));
    likely.truncate(MOST);
    likely
        .into_iter()
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// Gives a worker that ran no search the class with and without probes.
pub fn compile_for_checks(prepared: &Prepared, worker: &mut Worker) -> Result<(), EngineError> {
    worker.prepare(&prepared.probing.room)?;
    worker.keep_only(&[SetId::Plain, SetId::Probed], &prepared.paths())?;
    for set in [SetId::Probed, SetId::Plain] {
        worker.compile(&prepared.units(set), set)?;
    }
    Ok(())
}

/// The same for a worker that was told what a searching one knows: the class without probes is all that is missing.
pub fn compile_plain(prepared: &Prepared, worker: &mut Worker) -> Result<(), EngineError> {
    worker.compile(&prepared.units(SetId::Plain), SetId::Plain)?;
    Ok(())
}

/// Where javac found errors in this unit, as byte offsets.
pub fn error_offsets(outcome: &CompileOutcome, unit: &SourceUnit) -> Vec<usize> {
    let here = |diagnostic: &&JavacDiagnostic| {
        diagnostic.is_error && Path::new(&diagnostic.file) == unit.path
    };
    let errors = outcome.diagnostics.iter().filter(here);
    errors
        .filter_map(|diagnostic| usize::try_from(diagnostic.position).ok())
        .collect()
}

/// Why a file that was compiled without probes gives nothing.
pub fn not_compiled(file: &Path, outcome: &CompileOutcome) -> EngineError {
    let errors = outcome.diagnostics.iter().filter(|it| it.is_error);
    let message = |error: &JavacDiagnostic| {
        let Some(name) = Path::new(&error.file).file_name() else {
            return error.message.clone();
        };
        let (name, line) = (name.to_string_lossy(), error.line);
        format!("{name}:{line}: {}", error.message)
    };
    EngineError::DoesNotCompile {
        file: file.to_path_buf(),
        messages: errors.clone().map(message).collect(),
        remedy: remedy(errors, is_built(file)),
    }
}

/// The error with what may be its cause, where packages are missing and the build was read without an artifact: a
/// notice of the project says without which, and what helps.
pub(crate) fn with_cause(error: EngineError, notices: &[String]) -> EngineError {
    let lacking = notices.iter().find(|it| it.contains(CANNOT_BE_HAD));
    match (error, lacking) {
        (
            EngineError::DoesNotCompile {
                file,
                messages,
                remedy: Some(remedy),
            },
            Some(lacking),
        ) => {
            let cause = lacking.split(MAVEN_SAYS).next().unwrap_or(lacking);
            EngineError::DoesNotCompile {
                file,
                messages,
                remedy: Some(format!("{remedy} It may be that {cause}.")),
            }
        }
        (error, _) => error,
    }
}

/// Whether a build file stands above the file: then the class path is that of the build already.
fn is_built(file: &Path) -> bool {
    const BUILD_FILES: [&str; 3] = ["pom.xml", "build.gradle", "build.gradle.kts"];
    let mut above = file.ancestors().skip(1);
    above.any(|folder| BUILD_FILES.iter().any(|it| folder.join(it).is_file()))
}

/// What is said about annotation processors that failed where the class compiles without them.
pub(crate) fn failed_processors(outcome: &CompileOutcome) -> Vec<String> {
    let all = outcome.diagnostics.iter();
    all.filter(|it| it.is_about_processor())
        .map(|it| it.message.clone())
        .collect()
}

/// javac's code for a package that is nowhere.
const NO_PACKAGE: &str = "compiler.err.doesnt.exist";

/// Missing packages that are named.
const NAMED: usize = 5;

/// What to do where packages are missing; their names are the words with a dot.
fn remedy<'d>(errors: impl Iterator<Item = &'d JavacDiagnostic>, is_built: bool) -> Option<String> {
    let missing = errors.filter(|error| error.code == NO_PACKAGE);
    let names: BTreeSet<&str> = missing
        .filter_map(|error| error.message.split_whitespace().find(|it| it.contains('.')))
        .collect();
    if names.is_empty() {
        return None;
    }
    let more = names.len().saturating_sub(NAMED);
    let first: Vec<&str> = names.into_iter().take(NAMED).collect();
    let packages = match more {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    };
    Some(if is_built {
        format!(
            "The build's class path has nothing of {packages}: if the build makes them, build the project once; else give \
             the jars with --classpath (in an editor goalline.classpath)."
        )
    } else {
        format!(
            "The class path has nothing of {packages}: give the jars with --classpath (in an editor goalline.classpath), \
             put them into lib, or open the file in its project, with a pom.xml."
        )
    })
}

/// Code that looks members up takes their names as texts. Other parts of the package are for proxies, arrays and what
/// a call threw.
const REFLECTION: [&str; 5] = ["*", "Method", "Constructor", "Field", "Member"];

/// What names of classes have in them that read or write JSON.
const JSON: [&str; 3] = ["json", "gson", "jackson"];

fn constants(files: &[&JavaFile], cluster: &mut TestCluster) -> ConstantPool {
    let mut found = literals(files[0]);
    for file in &files[1..] {
        let more = literals(file);
        found.integrals.extend(more.integrals);
        found.floatings.extend(more.floatings);
        found.texts.extend(more.texts);
    }
    for constant in cluster.constants() {
        match constant {
            ConstantDescription::Integral(value) => found.integrals.push(*value),
            ConstantDescription::Floating(value) => found.floatings.push(*value),
            ConstantDescription::Text(value) => found.texts.push(value.clone()),
        }
    }
    found.texts.extend(matching_texts(&found.texts));
    let mut pool = ConstantPool::new(found.integrals, found.floatings, found.texts);
    if files.iter().any(|file| reads_json(file.text())) {
        pool = pool.with_json();
    }
    if !files.iter().any(|file| looks_members_up(file.text())) {
        return pool;
    }
    let names = cluster.member_names();
    pool.with_names(names.iter().map(|name| JavaString::from(name.as_str())))
}

/// Whether a name in the text is that of something for JSON: a library's, or the project's own around one.
fn reads_json(text: &str) -> bool {
    let mut names = text.split(|it: char| !it.is_alphanumeric());
    names.any(|name| {
        let name = name.to_ascii_lowercase();
        JSON.iter().any(|it| name.contains(it))
    })
}

fn looks_members_up(text: &str) -> bool {
    let mut imported = text.split("java.lang.reflect.").skip(1);
    imported.any(|rest| {
        let name = rest
            .split(|it: char| it != '*' && !it.is_alphanumeric())
            .next();
        name.is_some_and(|it| REFLECTION.contains(&it))
    })
}

#[cfg(test)]
mod tests {
    use goalline_syntax::declarations;

    use super::*;

    fn near_in(name: &str, java: &str) -> Vec<String> {
        near(name, &declarations(&JavaFile::parse(java)))
    }

    #[test]
    fn code_that_takes_members_apart_is_told_from_code_that_catches_what_a_call_threw() {
        for (import, looks_up) in [
            ("Method", true),
            ("*", true),
            ("InvocationTargetException", false),
            ("Array", false),
            ("MethodHandles", false),
        ] {
            let java = format!("import java.lang.reflect.{import}; class A {{ }}");
            assert_eq!(looks_members_up(&java), looks_up, "{import}");
        }
        assert!(!looks_members_up("class A { }"));
    }

    #[test]
    fn code_that_reads_json_is_told_by_the_names_in_it() {
        assert!(reads_json(
            "Integer id = JacksonUtil.parseInteger(body, \"id\");"
        ));
        assert!(reads_json("import com.google.gson.Gson;"));
        assert!(reads_json("JSON.parseObject(text)"));
        assert!(!reads_json("class Jason { int jacks; }"));
    }

    #[test]
    fn where_a_build_was_read_nobody_is_told_to_open_the_file_in_its_project() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("src/Cart.java");
        let missing = |name: &str| JavacDiagnostic {
            file: "Cart.java".to_owned(),
            start: 0,
            position: 0,
            end: 0,
            line: 1,
            column: 1,
            code: NO_PACKAGE.to_owned(),
            message: format!("package {name} does not exist"),
            is_error: true,
        };
        let errors: Vec<JavacDiagnostic> = (1..=7).map(|n| missing(&format!("a.b{n}"))).collect();
        let said = |file: &Path| remedy(errors.iter(), is_built(file)).expect("a remedy");
        let alone = said(&file);
        assert!(
            alone.contains("a.b5 and 2 more") && alone.contains("with a pom.xml"),
            "{alone}"
        );
        std::fs::write(folder.path().join("build.gradle.kts"), "").expect("a file");
        let built = said(&file);
        assert!(
            built.contains("build the project once") && !built.contains("pom.xml"),
            "{built}"
        );
    }

    #[test]
    fn packages_are_missing_because_of_the_artifact_that_the_build_is_read_without() {
        let told = |remedy: Option<&str>, notice: &str| {
            let error = EngineError::DoesNotCompile {
                file: Path::new("Cart.java").to_path_buf(),
                messages: Vec::new(),
                remedy: remedy.map(str::to_owned),
            };
            match with_cause(error, &["another".to_owned(), notice.to_owned()]) {
                EngineError::DoesNotCompile { remedy, .. } => remedy,
                _ => None,
            }
        };
        let lacking = format!(
            "p/pom.xml is read without a:b:jar:1, {CANNOT_BE_HAD}; build it{MAVEN_SAYS}\nno"
        );
        let cause = "a.b is missing. It may be that p/pom.xml is read without a:b:jar:1, which cannot be had; build it.";
        assert_eq!(
            told(Some("a.b is missing."), &lacking).as_deref(),
            Some(cause)
        );
        assert_eq!(
            told(Some("a.b is missing"), "x").as_deref(),
            Some("a.b is missing")
        );
        assert_eq!(told(None, &lacking), None, "an error of the class itself");
    }

    #[test]
    fn a_misspelt_class_is_answered_with_those_it_may_have_meant() {
        let java = "class Cart { } class Discount { } class Money { } class Item { }";
        assert_eq!(near_in("Discout", java), ["Discount"]);
        assert_eq!(near_in("shop.cart", java), ["Cart"]);
        assert!(near_in("Xyz", java).is_empty());
        // Of few classes all are named, however the name was meant.
        assert_eq!(near_in("Nope", "class Cart { class Line { } }").len(), 2);
    }
}
