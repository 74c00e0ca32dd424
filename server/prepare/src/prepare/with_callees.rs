//! From a caller to something searchable for its pairs: takes a file and a worker, gives caller and callees with
//! probes, and one goal per pair.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_flow::{Branch, CoupledSite, CouplingKind, FileFlow};
use goalline_goals::{Goal, GoalId, GoalSet, Target};
use goalline_jvm::Worker;
use goalline_syntax::{JavaFile, declarations};
use goalline_testcase::{ClassUnderTest, TestCluster, jdk_allow_list};

use crate::{
    Coupling, EngineError, FileKeys, Request,
    coupled::{
        coupling::couple_with, inspected::Inspected, meta_mutant::MetaMutantFiles, parts::Parts,
    },
    needed_probes::unmeasurable,
    prepare::{
        compile_callees::{Compiled, compile, compile_plain},
        prepared::{
            CoupledUnit, DEPTH, GoalScope, Partner, Prepared, ProbedFile, SourceKnowledge,
            main_class, plain_unit, promised, read,
        },
    },
    request::pair_selector::PairSelector,
    sources::attributions::Attributions,
};

/// A worker with what its compiler said before.
pub struct Javac<'a> {
    /// Compiles.
    pub worker: &'a mut Worker,
    /// What it said of files that did not change since.
    pub attributions: &'a mut Attributions,
}

/// The pairs of the request's file, once it compiles.
fn couple_file(
    request: &Request,
    text: Arc<str>,
    javac: &mut Javac<'_>,
) -> Result<Coupling, EngineError> {
    let unit = plain_unit(request, &text);
    compile_plain(request, javac.worker, &[unit])?;
    let mut texts = request.open_texts.clone();
    texts.insert(request.file.clone(), text);
    let files = [request.file.clone()];
    couple_with(javac.worker, &files, javac.attributions, &texts)
}

/// Couples, probes all files of wanted pairs, compiles them together and describes.
pub(crate) fn prepare_coupled(
    request: &Request,
    selector: &PairSelector,
    javac: Javac<'_>,
) -> Result<Prepared, EngineError> {
    Ok(prepare_pairs(request, selector, false, javac)?.0)
}

/// The lines and mutants of a callee, those of them that have a probe, and the first predicate that belongs to a call
/// alone.
pub struct CalleeGoals {
    /// All goals of the callee.
    pub goals: GoalSet,
    /// Those of them that have a probe.
    pub wanted: Vec<GoalId>,
    /// The number of the first predicate that belongs to a call alone.
    pub first_told: u32,
}

/// The same, with the lines and mutants of the callee that the wish names.
pub fn prepare_inspected(
    request: &Request,
    selector: &PairSelector,
    javac: Javac<'_>,
) -> Result<(Prepared, CalleeGoals), EngineError> {
    let (prepared, callee) = prepare_pairs(request, selector, true, javac)?;
    match callee {
        Some(callee) => Ok((prepared, callee)),
        None => Err(nothing_coupled(
            request,
            prepared.coupled.unwrap_or_default().seen,
        )),
    }
}

fn nothing_coupled(request: &Request, seen: FileKeys) -> EngineError {
    EngineError::NothingCoupled {
        file: request.file.clone(),
        seen,
    }
}

fn prepare_pairs(
    request: &Request,
    selector: &PairSelector,
    inspects: bool,
    mut javac: Javac<'_>,
) -> Result<(Prepared, Option<CalleeGoals>), EngineError> {
    let text = read(request)?;
    let file = JavaFile::parse(text.clone());
    let declared = declarations(&file);
    let class = main_class(request, &declared)?;
    let coupling = couple_file(request, text, &mut javac)?;
    let nothing = || nothing_coupled(request, coupling.seen());
    let wanted = wanted_sites(&coupling, selector).ok_or_else(nothing)?;
    let inspect = || Inspected::of(&coupling, &|class| selector.takes(class));
    let inspected = inspects.then(inspect).flatten();
    let parts = Parts::of(&coupling, &wanted, selector.reading, inspected.as_slice());
    let (pairs, calls) = parts.pairs(&wanted, selector);
    let goals = GoalSet::coupled(Arc::new(parts.flow(&wanted)), &pairs);
    let compiled = compile(&parts, request, javac.worker, &goals.flow)?;
    let measured = measurable(&goals, &compiled);
    if measured.is_empty() {
        return Err(nothing());
    }
    let package = declared.package.clone().unwrap_or_default();
    let files_flow = parts.files_flow();
    let classes = under_test(&coupling, &wanted);
    let mut cluster = cluster(javac.worker, &classes, &compiled, &package, &files_flow)?;
    let contracts = promised(request, &file, &declared, &files_flow, &mut cluster);
    let lost = inspected.as_ref().and_then(|it| {
        let part = parts.part_of(it.file)?;
        Some(unmeasurable(&it.goals, &compiled.probes[part]))
    });
    let mut units = compiled.units.into_iter();
    let Partner { plain, probed } = units.next().ok_or_else(nothing)?;
    let coupled = CoupledUnit {
        partners: units.collect(),
        calls,
        seen: coupling.seen(),
        meta_mutant: (!inspects).then(|| MetaMutantFiles::of(&coupling, &wanted, selector.reading)),
    };
    let unmeasured = why_unmeasurable(&goals, &compiled.unmeasurable);
    let project = &request.project;
    let prepared = Prepared {
        file,
        scope: GoalScope::of_pairs(&goals, measured, unmeasured),
        probing: ProbedFile {
            unit: probed,
            room: parts.room(&goals.flow),
            measured: None,
        },
        knowledge: SourceKnowledge::of(project, &parts.java_files(), contracts, &mut cluster),
        cluster,
        package,
        class,
        unit: plain,
        coupled: Some(coupled),
        notices: compiled.notices,
        goals,
    };
    let told = files_flow.predicates.len() as u32;
    let callee = inspected.zip(lost);
    let callee = callee.map(|(it, lost)| CalleeGoals::of(it, &lost, told));
    Ok((prepared, callee))
}

impl CalleeGoals {
    fn of(inspected: Inspected, lost: &BTreeMap<GoalId, String>, first_told: u32) -> Self {
        let all = inspected.goals.goals.iter().map(|goal| goal.id);
        Self {
            wanted: all.filter(|goal| !lost.contains_key(goal)).collect(),
            goals: inspected.goals,
            first_told,
        }
    }
}

/// The sites of wanted calls that a branch decides about; none where they have no pair.
fn wanted_sites<'a>(
    coupling: &'a Coupling,
    selector: &PairSelector,
) -> Option<Vec<&'a CoupledSite>> {
    let sites = coupling.sites.iter();
    let wanted: Vec<&CoupledSite> = sites
        .filter(|site| selector.takes(&site.callee) && !site.caller_branches.is_empty())
        .collect();
    let keys = coupling.keys();
    let has_pair = wanted.iter().any(|site| keys.has_pair(site));
    has_pair.then_some(wanted)
}

fn why_unmeasurable(
    goals: &GoalSet,
    predicates: &BTreeMap<goalline_flow::PredicateId, String>,
) -> BTreeMap<GoalId, String> {
    let why = |target: Target| match target {
        Target::Coupled(pair) => predicates
            .get(&pair.caller.predicate)
            .or_else(|| predicates.get(&pair.callee.predicate))
            .cloned(),
        _ => None,
    };
    let goals = goals.goals.iter();
    goals
        .filter_map(|goal| Some((goal.id, why(goal.target)?)))
        .collect()
}

/// The pairs of which both branches have a probe.
fn measurable(goals: &GoalSet, compiled: &Compiled) -> Vec<GoalId> {
    let has_probe = |branch: Branch| !compiled.unmeasurable.contains_key(&branch.predicate);
    let both = |goal: &&Goal| match goal.target {
        Target::Coupled(pair) => has_probe(pair.caller) && has_probe(pair.callee),
        _ => false,
    };
    let found = goals.goals.iter().filter(both);
    found.map(|goal| goal.id).collect()
}

/// The classes whose methods a test calls: those of the file, and those below that run a method of it with an
/// overridden part.
fn under_test(coupling: &Coupling, sites: &[&CoupledSite]) -> Vec<String> {
    let mut classes: BTreeSet<String> = coupling
        .base
        .classes_of(0)
        .map(ToString::to_string)
        .collect();
    let above = sites.iter().filter(|site| site.kind == CouplingKind::Above);
    classes.extend(above.map(|site| site.callee.to_string()));
    classes.into_iter().collect()
}

fn cluster(
    worker: &mut Worker,
    under_test: &[String],
    compiled: &Compiled,
    package: &str,
    flow: &FileFlow,
) -> Result<TestCluster, EngineError> {
    let allowed: Vec<String> = jdk_allow_list()
        .iter()
        .map(|class| class.name.to_owned())
        .collect();
    let described = worker.describe(&compiled.classes, &allowed, DEPTH)?;
    let described = described.classes;
    let subject = ClassUnderTest {
        classes: under_test,
        package,
        flow,
    };
    let cluster = TestCluster::new(described, &subject);
    if cluster.under_test().is_empty() {
        return Err(EngineError::NothingToTest(
            "the caller has no constructor, method or field that a test in its package can use"
                .into(),
        ));
    }
    Ok(cluster)
}
