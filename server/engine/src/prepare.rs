//! From text to something searchable: takes a Java file and a worker, gives goals, cluster and constants with the probed class loaded.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use goalline_flow::{FileFlow, PredicateId};
use goalline_goals::{Criterion, GoalId, GoalSet, Target};
use goalline_instrument::{ProbePlan, ProbedSource, weave};
use goalline_jvm::{CompileOutcome, JavacDiagnostic, SetId, SourceUnit, Worker};
use goalline_search::ConstantPool;
use goalline_syntax::{FileDeclarations, JavaFile, TypeKind, declarations};
use goalline_testcase::{ClassUnderTest, ConstantDescription, TestCluster, jdk_allow_list};

use crate::{EngineError, Request, literals, own_throws::OwnThrows};

/// How often probes are stepped down before the class is given up.
const STEP_DOWNS: usize = 64;

/// How far from the class under test types are described.
const DEPTH: u32 = 3;

/// A file that is compiled with probes and described.
pub(crate) struct Prepared {
    /// The parsed file.
    pub file: JavaFile,
    /// Its goals.
    pub goals: GoalSet,
    /// The goals of this run that can be measured.
    pub wanted: Vec<GoalId>,
    /// Predicates without a probe, with the reason.
    pub unmeasurable: BTreeMap<PredicateId, String>,
    /// What tests are built from.
    pub cluster: TestCluster,
    /// Literals of the file and constants of its project.
    pub constants: ConstantPool,
    /// What the class throws on purpose.
    pub own_throws: OwnThrows,
    /// Package of the file, empty for the unnamed one.
    pub package: String,
    /// Binary name of the class the test class is named after.
    pub class: String,
    /// The plain text as a compilation unit.
    pub unit: SourceUnit,
    /// The text with probes as a compilation unit.
    pub probed: SourceUnit,
}

/// Parses, probes, compiles and describes.
pub(crate) fn prepare(request: &Request, worker: &mut Worker) -> Result<Prepared, EngineError> {
    let text = read(request)?;
    let file = JavaFile::parse(text.clone());
    let declared = declarations(&file);
    let class = main_class(request, &declared)?;
    let flow = Arc::new(FileFlow::of(&file));
    let goals = GoalSet::of(flow.clone(), &[Criterion::Branch]);
    let unit = SourceUnit {
        path: request.file.clone(),
        text: text.to_string(),
    };
    let (predicates, methods) = (flow.predicates.len() as u32, flow.methods.len() as u32);
    worker.prepare(predicates, methods).map_err(broken)?;
    let compiled = compile_probed(request, worker, &file, &flow, &unit)?;
    let unmeasurable: BTreeMap<PredicateId, String> =
        compiled.probes.unmeasurable().iter().cloned().collect();
    let wanted = wanted(&goals, &unmeasurable, request.class.as_deref());
    if wanted.is_empty() {
        return Err(EngineError::NothingToTest(nothing_to_test(request, &goals)));
    }
    let allowed: Vec<String> = jdk_allow_list()
        .iter()
        .map(|class| class.name.to_owned())
        .collect();
    let described = worker
        .describe(&compiled.classes, &allowed, DEPTH)
        .map_err(broken)?;
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
    let constants = constants(&file, &cluster);
    let own_throws = OwnThrows::of(&file, &declared);
    let probed = compiled.unit;
    let prepared = Prepared {
        file,
        goals,
        wanted,
        unmeasurable,
        cluster,
        constants,
        own_throws,
        package,
        class,
        unit,
        probed,
    };
    Ok(prepared)
}

fn read(request: &Request) -> Result<Arc<str>, EngineError> {
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
fn main_class(request: &Request, declared: &FileDeclarations) -> Result<String, EngineError> {
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
    unmeasurable: &BTreeMap<PredicateId, String>,
    class: Option<&str>,
) -> Vec<GoalId> {
    let belongs = |owner: &str| {
        class.is_none_or(|name| {
            let simple = owner.rsplit(['.', '$']).next().unwrap_or(owner);
            owner == name || simple == name || owner.starts_with(&format!("{name}$"))
        })
    };
    let is_measurable = |target: Target| match target {
        Target::Branch(branch) => !unmeasurable.contains_key(&branch.predicate),
        Target::Entry(_) => true,
    };
    let fits = |goal: &&goalline_goals::Goal| {
        is_measurable(goal.target) && belongs(&goals.flow.method(goal.method).class)
    };
    goals
        .goals
        .iter()
        .filter(fits)
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
    unprobed: &SourceUnit,
) -> Result<CompiledProbes, EngineError> {
    let mut plan = ProbePlan::full(flow);
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

fn error_offsets(outcome: &CompileOutcome, unit: &SourceUnit) -> Vec<usize> {
    let here = |diagnostic: &&JavacDiagnostic| {
        diagnostic.is_error && Path::new(&diagnostic.file) == unit.path
    };
    let errors = outcome.diagnostics.iter().filter(here);
    errors
        .filter_map(|diagnostic| usize::try_from(diagnostic.position).ok())
        .collect()
}

fn messages(outcome: &CompileOutcome) -> Vec<String> {
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

fn constants(file: &JavaFile, cluster: &TestCluster) -> ConstantPool {
    let mut found = literals(file);
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
