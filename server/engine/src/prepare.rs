//! From text to something searchable: takes a Java file and a worker, gives goals, cluster and constants with the probed class loaded.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use goalline_flow::FileFlow;
use goalline_goals::{Choice, Criterion, Goal, GoalId, GoalSet, Selected};
use goalline_instrument::{ProbePlan, ProbedSource, weave};
use goalline_jvm::{CompileOutcome, JavacDiagnostic, ProbeRoom, SetId, SourceUnit, Worker};
use goalline_search::ConstantPool;
use goalline_syntax::{FileDeclarations, JavaFile, TypeKind, declarations};
use goalline_testcase::{
    ClassDescription, ClassUnderTest, ConstantDescription, TestCluster, jdk_allow_list,
};

use crate::{
    EngineError, Request,
    contracts::Contracts,
    literals,
    measured::{Measured, unmeasurable},
    prepare_coupled::prepare_coupled,
    unreachable::out_of_reach,
};

/// How often probes are stepped down before the class is given up.
pub(crate) const STEP_DOWNS: usize = 64;

/// How far from the class under test types are described.
pub(crate) const DEPTH: u32 = 3;

/// A file that is compiled with probes and described.
pub(crate) struct Prepared {
    /// The parsed file.
    pub file: JavaFile,
    /// Its goals.
    pub goals: GoalSet,
    /// The goals of this run that can be measured.
    pub wanted: Vec<GoalId>,
    /// What was selected among the goals.
    pub selected: Selected,
    /// Goals without a probe, with the reason.
    pub unmeasurable: BTreeMap<GoalId, String>,
    /// Room for its probes.
    pub room: ProbeRoom,
    /// Goals that no input can reach, with the reason.
    pub unreachable: BTreeMap<GoalId, String>,
    /// What tests are built from.
    pub cluster: TestCluster,
    /// Literals of the file and constants of its project.
    pub constants: ConstantPool,
    /// What its methods promise.
    pub contracts: Contracts,
    /// Package of the file, empty for the unnamed one.
    pub package: String,
    /// Binary name of the class the test class is named after.
    pub class: String,
    /// The plain text as a compilation unit.
    pub unit: SourceUnit,
    /// The text with probes as a compilation unit.
    pub probed: SourceUnit,
    /// Further files with probes: those that the first one's pairs lead into.
    pub partners: Vec<Partner>,
}

/// A file with and without probes.
pub(crate) struct Partner {
    /// The plain text as a compilation unit.
    pub plain: SourceUnit,
    /// The text with probes as a compilation unit.
    pub probed: SourceUnit,
}

impl Prepared {
    /// All files as they are in a set of classes.
    pub fn units(&self, set: SetId) -> Vec<SourceUnit> {
        let of = |plain: &SourceUnit, probed: &SourceUnit| match set {
            SetId::Plain => plain.clone(),
            SetId::Probed => probed.clone(),
        };
        let partners = self.partners.iter();
        let partners = partners.map(|partner| of(&partner.plain, &partner.probed));
        std::iter::once(of(&self.unit, &self.probed))
            .chain(partners)
            .collect()
    }
}

impl Prepared {
    /// Whether a report tells of the goal: it was selected, or the search finds its way by it.
    pub(crate) fn shows(&self, goal: &Goal) -> bool {
        goal.criterion == Criterion::Branch || self.selected.keeps(goal.id)
    }
}

/// Parses, probes, compiles and describes.
pub(crate) fn prepare(request: &Request, worker: &mut Worker) -> Result<Prepared, EngineError> {
    if let Some(wish) = &request.coupled {
        return prepare_coupled(request, wish, worker);
    }
    let text = read(request)?;
    let file = JavaFile::parse(text.clone());
    let declared = declarations(&file);
    let class = main_class(request, &declared)?;
    let flow = Arc::new(request.criteria.flow(&file));
    let goals = GoalSet::of(flow.clone(), &sought_criteria(&request.criteria));
    let selected = Selected::of(&goals, &request.criteria);
    let sought = sought(&goals, &selected);
    let measured = Measured::of(&goals, sought.iter().copied());
    let unit = SourceUnit {
        path: request.file.clone(),
        text: text.to_string(),
    };
    worker.prepare(&measured.room).map_err(broken)?;
    let plan = measured.plan(&flow);
    let compiled = compile_probed(request, worker, &file, &flow, (&unit, plan))?;
    let unmeasurable = unmeasurable(&goals, &compiled.probes);
    let mut wanted = wanted(&goals, &sought, &unmeasurable, request.class.as_deref());
    if wanted.is_empty() {
        return Err(EngineError::NothingToTest(nothing_to_test(request, &goals)));
    }
    let described = described(worker, &compiled.classes)?;
    let unreachable = out_of_reach(&goals, &described);
    wanted.retain(|goal| !unreachable.contains_key(goal));
    let package = declared.package.clone().unwrap_or_default();
    let subject = ClassUnderTest {
        classes: &compiled.classes,
        package: &package,
        flow: &flow,
    };
    let cluster = TestCluster::new(described, &subject);
    if cluster.under_test().is_empty() {
        return Err(EngineError::NothingToTest(format!(
            "{class} has no constructor, method or field that a test in its package can use"
        )));
    }
    let constants = constants(&[&file], &cluster);
    let contracts = Contracts::of(&file, &declared, &flow);
    Ok(Prepared {
        file,
        goals,
        wanted,
        selected,
        unmeasurable,
        unreachable,
        room: measured.room,
        cluster,
        constants,
        contracts,
        package,
        class,
        unit,
        probed: compiled.unit,
        partners: Vec::new(),
    })
}

/// The classes with what tests of them may need.
fn described(
    worker: &mut Worker,
    classes: &[String],
) -> Result<Vec<ClassDescription>, EngineError> {
    let allowed: Vec<String> = jdk_allow_list()
        .iter()
        .map(|class| class.name.to_owned())
        .collect();
    worker.describe(classes, &allowed, DEPTH).map_err(broken)
}

pub(crate) fn read(request: &Request) -> Result<Arc<str>, EngineError> {
    if let Some(text) = &request.text {
        return Ok(text.clone());
    }
    let unreadable = |cause| EngineError::Unreadable {
        path: request.file.clone(),
        cause,
    };
    let bytes = std::fs::read(&request.file).map_err(unreadable)?;
    Ok(String::from_utf8_lossy(&bytes).into())
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
        let found = named(name).ok_or_else(|| {
            EngineError::NothingToTest(format!(
                "{} declares no class {name}",
                request.file.display()
            ))
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

/// The goals of the class asked for (all classes of the file when none is) that have a probe.
fn wanted(
    goals: &GoalSet,
    sought: &[GoalId],
    unmeasurable: &BTreeMap<GoalId, String>,
    class: Option<&str>,
) -> Vec<GoalId> {
    let belongs = |owner: &str| {
        class.is_none_or(|name| {
            let simple = owner.rsplit(['.', '$']).next().unwrap_or(owner);
            owner == name || simple == name || owner.starts_with(&format!("{name}$"))
        })
    };
    let fits = |id: &&GoalId| {
        let class = &goals.flow.method(goals.goal(**id).method).class;
        !unmeasurable.contains_key(*id) && belongs(class)
    };
    sought.iter().filter(fits).copied().collect()
}

/// The criteria asked for, and branches: the search finds its way by them.
fn sought_criteria(choice: &Choice) -> Vec<Criterion> {
    let mut criteria = choice.criteria();
    if !criteria.contains(&Criterion::Branch) {
        criteria.push(Criterion::Branch);
    }
    criteria
}

/// The selected goals, and branches.
fn sought(goals: &GoalSet, selected: &Selected) -> Vec<GoalId> {
    let is_sought = |goal: &&goalline_goals::Goal| {
        goal.criterion == Criterion::Branch || selected.keeps(goal.id)
    };
    goals
        .goals
        .iter()
        .filter(is_sought)
        .map(|goal| goal.id)
        .collect()
}

fn nothing_to_test(request: &Request, goals: &GoalSet) -> String {
    let file = request.file.display();
    if goals.goals.is_empty() {
        return format!(
            "{file} has no code to test: no method with a body outside of syntax errors"
        );
    }
    format!(
        "{file}: none of its {} goals can be measured",
        goals.goals.len()
    )
}

/// A file compiled with as many probes as javac takes.
struct CompiledProbes {
    unit: SourceUnit,
    probes: ProbedSource,
    classes: Vec<String>,
}

/// Compiles with probes, stepping down where javac objects to one; a class that does not compile without probes either is
/// the user's to mend.
fn compile_probed(
    request: &Request,
    worker: &mut Worker,
    file: &JavaFile,
    flow: &FileFlow,
    (unprobed, mut plan): (&SourceUnit, ProbePlan),
) -> Result<CompiledProbes, EngineError> {
    let mut plain_compiles = false;
    for _ in 0..STEP_DOWNS {
        let probed = weave(file, flow, &plan);
        let unit = SourceUnit {
            path: unprobed.path.clone(),
            text: probed.text.clone(),
        };
        let outcome = worker
            .compile(std::slice::from_ref(&unit), SetId::Probed)
            .map_err(broken)?;
        if outcome.ok {
            return Ok(CompiledProbes {
                unit,
                probes: probed,
                classes: outcome.classes,
            });
        }
        if !plain_compiles {
            let outcome = worker
                .compile(std::slice::from_ref(unprobed), SetId::Plain)
                .map_err(broken)?;
            if !outcome.ok {
                let messages = messages(&outcome);
                return Err(EngineError::DoesNotCompile {
                    file: request.file.clone(),
                    messages,
                });
            }
            plain_compiles = true;
        }
        if !plan.step_down(&probed, &error_offsets(&outcome, unprobed)) {
            break;
        }
    }
    Err(EngineError::NothingToTest(format!(
        "{} compiles, but not with any probes: please report it",
        request.file.display()
    )))
}

pub(crate) fn error_offsets(outcome: &CompileOutcome, unit: &SourceUnit) -> Vec<usize> {
    let here = |diagnostic: &&JavacDiagnostic| {
        diagnostic.is_error && Path::new(&diagnostic.file) == unit.path
    };
    let errors = outcome.diagnostics.iter().filter(here);
    errors
        .filter_map(|diagnostic| usize::try_from(diagnostic.position).ok())
        .collect()
}

pub(crate) fn messages(outcome: &CompileOutcome) -> Vec<String> {
    let errors = outcome
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error);
    errors
        .map(|error| {
            let name = Path::new(&error.file).file_name().unwrap_or_default();
            format!(
                "{}:{}: {}",
                name.to_string_lossy(),
                error.line,
                error.message
            )
        })
        .collect()
}

pub(crate) fn constants(files: &[&JavaFile], cluster: &TestCluster) -> ConstantPool {
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
    ConstantPool::new(found.integrals, found.floatings, found.texts)
}

/// A worker that is of no more use.
pub(crate) fn broken(error: impl std::fmt::Display) -> EngineError {
    EngineError::Worker(error.to_string())
}
