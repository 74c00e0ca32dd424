//! One class made searchable: takes a Java file and a worker, gives goals, cluster and constants with the probed
//! class loaded.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_flow::{Exempt, FileFlow};
use goalline_goals::{Criterion, GoalChoice, GoalId, GoalSet, Selected};
use goalline_instrument::{ProbePlan, ProbedSource, weave};
use goalline_jvm::{Described, SetId, SourceUnit, Worker};
use goalline_search::Algorithm;
use goalline_syntax::{JavaFile, declarations};
use goalline_testcase::{
    ClassDescription, ClassUnderTest, Mocking, TestCluster, described_beside, jdk_allow_list,
};

use crate::{
    EngineError, Request,
    needed_probes::{NeededProbes, unmeasurable},
    prepare::{
        additional_goals,
        prepared::{
            DEPTH, GoalScope, Prepared, ProbedFile, STEP_DOWNS, SourceKnowledge, error_offsets,
            failed_processors, main_class, not_compiled, plain_unit, promised, read, with_cause,
        },
        unreachable::out_of_reach,
    },
    sources::{
        makers::{
            implementations::{implementations, is_of, open_types},
            library_makers::library_makers,
        },
        mocking::mocking,
    },
};

/// Parses, probes, compiles and describes.
pub(crate) fn prepare_class(
    request: &Request,
    worker: &mut Worker,
) -> Result<Prepared, EngineError> {
    let text = read(request)?;
    let file = JavaFile::parse(text.clone());
    let declared = declarations(&file);
    let class = main_class(request, &declared)?;
    let SoughtGoals {
        goals,
        selected,
        asked: sought,
        additional,
        beside,
    } = SoughtGoals::of(request, &file)?;
    let flow = goals.flow.clone();
    let measured = searched_probes(request, &goals, &sought);
    let everything = NeededProbes::of(&goals, sought.iter().chain(&additional).copied());
    let unit = plain_unit(request, &text);
    worker.prepare(&measured.room)?;
    let compiled = compile_probed(worker, &file, &flow, &unit, measured.plan(&flow));
    let compiled = compiled.map_err(|error| with_cause(error, &request.project.notices))?;
    let unmeasurable = unmeasurable(&goals, &compiled.probes);
    let mut wanted = in_class(&goals, &sought, &unmeasurable, request.class.as_deref());
    if wanted.is_empty() && (!goals.discovers || untested(&goals).is_some()) {
        return Err(nothing_to_test(request, &goals, file.left_out()));
    }
    let described = described(worker, &compiled.classes, request, &text)?;
    let unreachable = out_of_reach(&goals, &described.classes);
    wanted.retain(|goal| !unreachable.contains_key(goal));
    let additional = in_class(&goals, &additional, &unreachable, request.class.as_deref());
    let package = declared.package.clone().unwrap_or_default();
    let subject = ClassUnderTest {
        classes: &compiled.classes,
        package: &package,
        flow: &flow,
    };
    let mut cluster = cluster(described, &subject, &class)?;
    let contracts = promised(request, &file, &declared, &flow, &mut cluster);
    let knowledge = SourceKnowledge::of(&request.project, &[&file], contracts, &mut cluster);
    Ok(Prepared {
        file,
        goals,
        scope: GoalScope {
            wanted,
            beside,
            additional,
            selected,
            unmeasurable,
            unreachable,
        },
        probing: ProbedFile {
            unit: compiled.unit,
            room: measured.room,
            measured: Some(everything),
        },
        cluster,
        knowledge,
        package,
        class,
        unit,
        coupled: None,
        notices: compiled.notices,
    })
}

/// What a search for these goals measures; where tests have mocks, also how far a run came: services go through long
/// straight pieces, of which each line may end at a collaborator that gives nothing.
fn searched_probes(request: &Request, goals: &GoalSet, sought: &[GoalId]) -> NeededProbes {
    let measured = NeededProbes::of(goals, sought.iter().copied());
    match mocking(&request.project) {
        Mocking::Nothing => measured,
        Mocking::Extensible => measured.with_ways(&goals.flow),
    }
}

/// What a run looks for in a file.
struct SoughtGoals {
    goals: GoalSet,
    selected: Selected,
    /// The selected goals, and branches.
    asked: Vec<GoalId>,
    /// Goals that nobody asked for.
    additional: Vec<GoalId>,
    /// Goals of other methods than the one asked for.
    beside: BTreeSet<GoalId>,
}

impl SoughtGoals {
    fn of(request: &Request, file: &JavaFile) -> Result<Self, EngineError> {
        let additional = additional_goals::criteria(request);
        let flow = Arc::new(if additional.is_empty() {
            request.criteria.flow(file)
        } else {
            FileFlow::with_operations(file)
        });
        let criteria = [&sought_criteria(&request.criteria), additional].concat();
        let goals = GoalSet::of(flow, &criteria);
        let selected = Selected::of(&goals, &request.criteria);
        let beside = beside(&goals, request)?;
        let mut additional = additional_goals::goals(&goals, additional);
        additional.retain(|goal| !beside.contains(goal));
        Ok(Self {
            asked: sought(&goals, &selected, request.parameters.algorithm),
            additional,
            goals,
            selected,
            beside,
        })
    }
}

/// What tests of the class are built from; an error where a test can use nothing of it.
fn cluster(
    described: Described,
    subject: &ClassUnderTest<'_>,
    class: &str,
) -> Result<TestCluster, EngineError> {
    let cluster = TestCluster::new(described.classes, subject);
    if !cluster.under_test().is_empty() {
        return Ok(cluster);
    }
    let reason = match described.incomplete.get(class) {
        Some(thrown) => half_there(class, thrown),
        None => out_of_touch(class),
    };
    Err(EngineError::NothingToTest(reason))
}

/// The classes with what tests of them may need.
fn described(
    worker: &mut Worker,
    classes: &[String],
    request: &Request,
    text: &str,
) -> Result<Described, EngineError> {
    let mut allowed: Vec<String> = jdk_allow_list()
        .iter()
        .map(|class| class.name.to_owned())
        .collect();
    let described = worker.describe(classes, &allowed, DEPTH)?;
    let names = described.classes.iter().map(|it| it.name.as_str());
    let beside: BTreeSet<&str> = names.flat_map(described_beside).collect();
    let mut makers = makers(&described.classes, request);
    makers.extend(implementers(worker, &described.classes, request, text)?);
    makers.extend(beside.into_iter().map(str::to_owned));
    if makers.is_empty() {
        return Ok(described);
    }
    // Of a class of the JDK that is not among these the name alone is described.
    allowed.extend(makers.iter().cloned());
    let roots: Vec<String> = classes.iter().cloned().chain(makers).collect();
    Ok(worker.describe(&roots, &allowed, DEPTH)?)
}

/// Who makes what tests are to be handed of libraries, where nothing could stand for it.
fn makers(described: &[ClassDescription], request: &Request) -> Vec<String> {
    if mocking(&request.project) != Mocking::Nothing {
        return Vec::new();
    }
    let is_open = |it: &&ClassDescription| it.modifiers.is_abstract() && it.outer.is_none();
    let open = described.iter().filter(is_open);
    let names: Vec<&str> = open.map(|class| class.name.as_str()).collect();
    library_makers(&names, &request.file, &request.project)
}

/// Classes of the project that implement what the class names and nobody at hand implements, where nothing could stand
/// for it, or the class itself, where it is abstract: as the build has them, else compiled by themselves, those that
/// compile.
fn implementers(
    worker: &mut Worker,
    described: &[ClassDescription],
    request: &Request,
    text: &str,
) -> Result<Vec<String>, EngineError> {
    let mut open = open_types(described, text, &request.file);
    if mocking(&request.project) != Mocking::Nothing {
        open.retain(|class| is_of(class, &request.file));
    }
    let found = implementations(&open, &request.file, &request.project);
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<String> = found.iter().map(|it| it.class.clone()).collect();
    // What is built is there: compiling it beside would put it in the place of what the build made.
    let there = worker.describe(&names, &[], 0)?.classes;
    let mut made: Vec<String> = there.into_iter().map(|it| it.name).collect();
    made.retain(|name| names.contains(name));
    for found in found {
        if made.contains(&found.class) {
            continue;
        }
        let unit = SourceUnit {
            path: found.path,
            text: found.text,
        };
        if worker
            .compile(std::slice::from_ref(&unit), SetId::Plain)?
            .ok
        {
            made.push(found.class);
        }
    }
    Ok(made)
}

/// The goals of the class asked for (all classes of the file when none is) that are not left out.
fn in_class(
    goals: &GoalSet,
    sought: &[GoalId],
    left_out: &BTreeMap<GoalId, String>,
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
        !left_out.contains_key(*id) && belongs(class)
    };
    sought.iter().filter(fits).copied().collect()
}

/// The goals of all methods but the one asked for.
fn beside(goals: &GoalSet, request: &Request) -> Result<BTreeSet<GoalId>, EngineError> {
    let Some(selector) = &request.method else {
        return Ok(BTreeSet::new());
    };
    let flow = &goals.flow;
    if !flow.methods.iter().any(|it| selector.means(flow, it.id)) {
        return Err(EngineError::NoSuchMethod {
            file: request.file.clone(),
            name: selector.to_string(),
            near: selector.near(flow),
        });
    }
    let others = goals
        .goals
        .iter()
        .filter(|goal| !selector.means(flow, goal.method));
    Ok(others.map(|goal| goal.id).collect())
}

/// The criteria asked for, and branches: what waits for what is told by them.
fn sought_criteria(choice: &GoalChoice) -> Vec<Criterion> {
    let mut criteria = choice.criteria();
    if !criteria.contains(&Criterion::Branch) {
        criteria.push(Criterion::Branch);
    }
    criteria
}

/// The selected goals, and branches where the search finds its way by them.
fn sought(goals: &GoalSet, selected: &Selected, algorithm: Algorithm) -> Vec<GoalId> {
    let is_sought = |goal: &&goalline_goals::Goal| {
        let leads = goal.criterion == Criterion::Branch && algorithm.needs_branches();
        leads || selected.keeps(goal.id)
    };
    goals
        .goals
        .iter()
        .filter(is_sought)
        .map(|goal| goal.id)
        .collect()
}

fn out_of_touch(class: &str) -> String {
    format!(
        "{class} has no constructor, method or field that a test in its package can use: give it one that is not private, \
         or test it through a class that makes it"
    )
}

fn half_there(class: &str, thrown: &str) -> String {
    format!(
        "{class} cannot be used in tests of its module: a class that it names is not on the module's class path \
         ({thrown}). Add the library to the module, or test {class} in a module that has it"
    )
}

/// Why nothing of the file has goals though it has methods: nobody writes tests for these.
fn untested(goals: &GoalSet) -> Option<String> {
    let callable = || {
        goals
            .flow
            .methods
            .iter()
            .filter(|method| method.is_callable)
    };
    if !goals.goals.is_empty() || callable().any(|method| method.exempt.is_none()) {
        return None;
    }
    let reason = match callable().find_map(|method| method.exempt)? {
        Exempt::Generated => "a tool wrote its methods, as an annotation or a comment says",
        Exempt::Accessor => "it only holds data, and accessors alone are not worth a test",
    };
    Some(reason.to_owned())
}

fn nothing_to_test(request: &Request, goals: &GoalSet, left_out: Option<String>) -> EngineError {
    let file = request.file.display();
    if goals.goals.is_empty() {
        let reason = left_out.or_else(|| untested(goals));
        let reason = reason.unwrap_or_else(|| "no method has a body".to_owned());
        let reason = format!("{file} has no code to test: {reason}");
        return EngineError::NothingToTest(reason);
    }
    EngineError::NothingToTest(format!(
        "{file}: none of its {} goals can be measured",
        goals.goals.len()
    ))
}

/// A file compiled with as many probes as javac takes.
pub struct CompiledProbes {
    unit: SourceUnit,
    /// Its text with the probes that javac took.
    pub probes: ProbedSource,
    classes: Vec<String>,
    notices: Vec<String>,
}

/// Compiles with probes, stepping down where javac objects to one; a class that does not compile without probes
/// either is the user's to mend.
pub fn compile_probed(
    worker: &mut Worker,
    file: &JavaFile,
    flow: &FileFlow,
    unprobed: &SourceUnit,
    mut plan: ProbePlan,
) -> Result<CompiledProbes, EngineError> {
    let mut plain_compiles = false;
    for _ in 0..STEP_DOWNS {
        let probed = weave(file, flow, &plan);
        let unit = SourceUnit {
            path: unprobed.path.clone(),
            text: probed.text.clone(),
        };
        let outcome = worker.compile(std::slice::from_ref(&unit), SetId::Probed)?;
        if outcome.ok {
            return Ok(CompiledProbes {
                unit,
                probes: probed,
                notices: failed_processors(&outcome),
                classes: outcome.classes,
            });
        }
        if !plain_compiles {
            let outcome = worker.compile(std::slice::from_ref(unprobed), SetId::Plain)?;
            if !outcome.ok {
                return Err(not_compiled(&unprobed.path, &outcome));
            }
            plain_compiles = true;
        }
        if !plan.step_down(&probed, &error_offsets(&outcome, unprobed)) {
            break;
        }
    }
    Err(EngineError::NothingToTest(format!(
        "{} compiles, but not with any probes: please report it",
        unprobed.path.display()
    )))
}
