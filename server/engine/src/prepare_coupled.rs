//! From a caller to something searchable for its pairs: takes a file and a worker, gives caller and callees with probes, and one goal per pair.

#![expect(
    clippy::similar_names,
    reason = "caller and callee are the words of the subject"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_flow::{Branch, CallSite, CoupledSite, CouplingKind, FileFlow, Raised};
use goalline_goals::{
    CallerSide, Choice, CoupledBranches, Criterion, Goal, GoalId, GoalSet, JoinedPair, PairKeys,
    Selected, Target,
};
use goalline_instrument::{ProbePlan, ProbedSource, weave};
use goalline_jvm::{CompileOutcome, ProbeRoom, SetId, SourceUnit, Worker};
use goalline_syntax::{JavaFile, declarations};
use goalline_testcase::{ClassUnderTest, TestCluster, jdk_allow_list};

use crate::{
    CoupledFile, Coupling, EngineError, Request,
    confined::Confined,
    contracts::Contracts,
    couple::couple_with,
    prepared::{
        DEPTH, Partner, Prepared, STEP_DOWNS, constants, error_offsets, main_class, messages, read,
    },
    request::broken,
};

/// Which pairs of a file a run is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoupledWish {
    /// Only calls of this class, by its simple or binary name.
    pub callee: Option<String>,
}

impl CoupledWish {
    fn takes(&self, callee: &str) -> bool {
        self.callee.as_ref().is_none_or(|name| {
            let simple = callee.rsplit(['.', '$']).next().unwrap_or(callee);
            simple == name || callee == name
        })
    }
}

/// Couples, probes all files of wanted pairs, compiles them together and describes.
pub(crate) fn prepare_coupled(
    request: &Request,
    wish: &CoupledWish,
    worker: &mut Worker,
) -> Result<Prepared, EngineError> {
    let text = read(request)?;
    let file = JavaFile::parse(text.clone());
    let declared = declarations(&file);
    let class = main_class(request, &declared)?;
    let unit = SourceUnit {
        path: request.file.clone(),
        text: text.to_string(),
    };
    compile_plain(request, worker, &[unit])?;
    let texts = BTreeMap::from([(request.file.clone(), text)]);
    let files = [request.file.clone()];
    let coupling = couple_with(worker, &files, &request.project, &texts)?;
    let wanted: Vec<&CoupledSite> = coupling
        .sites
        .iter()
        .filter(|site| wish.takes(&site.callee) && !site.caller_branches.is_empty())
        .collect();
    if wanted
        .iter()
        .all(|site| coupling.keys().pairs(site).is_empty())
    {
        return Err(nothing(request));
    }
    let parts = Parts::of(&coupling, &wanted);
    let goals = GoalSet::coupled(Arc::new(parts.flow(&wanted)), &parts.pairs(&wanted));
    let compiled = parts.compile(request, worker, &goals.flow)?;
    let wanted_goals = measurable(&goals, &compiled);
    if wanted_goals.is_empty() {
        return Err(nothing(request));
    }
    let package = declared.package.clone().unwrap_or_default();
    let classes = under_test(&coupling, &wanted);
    let cluster = cluster(worker, &classes, &compiled, (&package, &goals))?;
    let mut units = compiled.units.into_iter();
    let Some(Partner { plain, probed }) = units.next() else {
        return Err(nothing(request));
    };
    Ok(Prepared {
        constants: constants(&parts.all_literals(), &cluster),
        contracts: Contracts::of(&file, &declared, &goals.flow),
        file,
        wanted: wanted_goals,
        selected: Selected::of(&goals, &Choice::Listed(vec![Criterion::Coupled])),
        unmeasurable: why_unmeasurable(&goals, &compiled.unmeasurable),
        room: room(&goals.flow),
        measured: None,
        further: Vec::new(),
        unreachable: BTreeMap::new(),
        cluster,
        confined: Confined::default(),
        package,
        class,
        unit: plain,
        probed,
        partners: units.collect(),
        goals,
    })
}

/// Room for the probes of all files together.
fn room(joined: &FileFlow) -> ProbeRoom {
    ProbeRoom::new(joined.predicates.len() as u32, joined.methods.len() as u32)
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

fn nothing(request: &Request) -> EngineError {
    let file = request.file.display();
    EngineError::NothingToTest(format!(
        "{file}: no call of another class with source depends on a branch and leads to one"
    ))
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

fn compile_plain(
    request: &Request,
    worker: &mut Worker,
    units: &[SourceUnit],
) -> Result<(), EngineError> {
    let outcome = worker.compile(units, SetId::Plain).map_err(broken)?;
    if outcome.ok {
        return Ok(());
    }
    Err(EngineError::DoesNotCompile {
        file: request.file.clone(),
        messages: messages(&outcome),
    })
}

/// The classes whose methods a test calls: those of the file, and those below that run a method of it with an overridden part.
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
    (package, goals): (&str, &GoalSet),
) -> Result<TestCluster, EngineError> {
    let allowed: Vec<String> = jdk_allow_list()
        .iter()
        .map(|class| class.name.to_owned())
        .collect();
    let described = worker
        .describe(&compiled.classes, &allowed, DEPTH)
        .map_err(broken)?;
    let subject = ClassUnderTest {
        classes: under_test,
        package,
        flow: &goals.flow,
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

/// The files of the wanted pairs: the caller's first.
struct Parts<'a> {
    coupling: &'a Coupling,
    /// By position in the coupling.
    files: Vec<usize>,
}

/// The files of a run, compiled with as many probes as javac takes.
struct Compiled {
    units: Vec<Partner>,
    classes: Vec<String>,
    unmeasurable: BTreeMap<goalline_flow::PredicateId, String>,
}

impl<'a> Parts<'a> {
    fn of(coupling: &'a Coupling, sites: &[&CoupledSite]) -> Self {
        let mut files = BTreeSet::from([0]);
        for site in sites {
            let places = site.caller_branches.iter().chain(&*site.callee_branches);
            files.extend(places.map(|(file, _)| *file));
        }
        let files = files.into_iter().collect();
        Self { coupling, files }
    }

    fn file(&self, part: usize) -> (&'a CoupledFile, &'a Arc<FileFlow>) {
        let index = self.files[part];
        (
            &self.coupling.files[index],
            &self.coupling.base.file(index).flow,
        )
    }

    fn lengths(&self) -> Vec<(&'a FileFlow, usize)> {
        let parts = (0..self.files.len()).map(|part| self.file(part));
        parts
            .map(|(file, flow)| (&**flow, file.file.text().len()))
            .collect()
    }

    /// What the numbers of a file of the coupling are raised by.
    fn raised(&self) -> BTreeMap<usize, Raised> {
        let (_, raised) = FileFlow::joined(&self.lengths());
        self.files.iter().copied().zip(raised).collect()
    }

    /// The joined flow, with the calls between the files: a callee that was not entered is as far away as its nearest call.
    fn flow(&self, sites: &[&CoupledSite]) -> FileFlow {
        let (mut flow, _) = FileFlow::joined(&self.lengths());
        let raised = self.raised();
        for site in sites {
            let (Some(body), Some(by)) = (site.method_body, raised.get(&site.body.file)) else {
                continue;
            };
            let Some(callee) = raised.get(&body.file) else {
                continue;
            };
            let caller = by.method(site.body.method);
            let controls = site.caller_branches.iter().filter_map(|(file, branch)| {
                let branch = raised.get(file)?.branch(*branch);
                (flow.predicate(branch.predicate).method == caller).then_some(branch)
            });
            let call = CallSite {
                caller,
                callees: vec![callee.method(body.method)],
                span: by.span(site.span),
                controls: controls.collect(),
            };
            flow.call_sites.push(call);
        }
        flow
    }

    fn pairs(&self, sites: &[&CoupledSite]) -> Vec<JoinedPair> {
        let raised = self.raised();
        let keys: PairKeys<'_> = self.coupling.keys();
        let mut seen = BTreeSet::new();
        let mut pairs = Vec::new();
        for site in sites {
            let Some(by) = raised.get(&site.body.file) else {
                continue;
            };
            for pair in keys.pairs(site) {
                let CallerSide::Branch(caller) = pair.caller else {
                    continue;
                };
                let (Some(of_caller), Some(of_callee)) =
                    (raised.get(&caller.file), raised.get(&pair.callee.file))
                else {
                    continue;
                };
                let branches = CoupledBranches {
                    caller: of_caller.branch(caller.branch),
                    callee: of_callee.branch(pair.callee.branch),
                };
                if seen.insert(branches) {
                    pairs.push(JoinedPair {
                        branches,
                        key: keys.key(&pair),
                        method: by.method(site.body.method),
                        span: by.span(site.span),
                    });
                }
            }
        }
        pairs
    }

    fn all_literals(&self) -> Vec<&'a JavaFile> {
        (0..self.files.len())
            .map(|part| &self.file(part).0.file)
            .collect()
    }

    fn compile(
        &self,
        request: &Request,
        worker: &mut Worker,
        joined: &FileFlow,
    ) -> Result<Compiled, EngineError> {
        let count = self.files.len();
        let raised = self.raised();
        let raised: Vec<Raised> = self.files.iter().map(|file| raised[file]).collect();
        let plain: Vec<SourceUnit> = (0..count)
            .map(|part| SourceUnit {
                path: self.file(part).0.path.clone(),
                text: self.file(part).0.file.text().to_owned(),
            })
            .collect();
        let mut plans: Vec<ProbePlan> = (0..count)
            .map(|part| {
                let by = raised[part];
                ProbePlan::full(self.file(part).1).with_bases(by.predicates, by.methods)
            })
            .collect();
        worker.prepare(&room(joined)).map_err(broken)?;
        for round in 0..STEP_DOWNS {
            let woven: Vec<ProbedSource> = (0..count)
                .map(|part| weave(&self.file(part).0.file, self.file(part).1, &plans[part]))
                .collect();
            let probed: Vec<SourceUnit> = woven
                .iter()
                .zip(&plain)
                .map(|(woven, plain)| SourceUnit {
                    path: plain.path.clone(),
                    text: woven.text.clone(),
                })
                .collect();
            let outcome = worker.compile(&probed, SetId::Probed).map_err(broken)?;
            if outcome.ok {
                return Ok(compiled(outcome, (plain, probed), &woven, &raised));
            }
            if round == 0 {
                compile_plain(request, worker, &plain)?;
            }
            let mut is_humbler = false;
            for part in 0..count {
                let errors = error_offsets(&outcome, &plain[part]);
                if !errors.is_empty() {
                    is_humbler |= plans[part].step_down(&woven[part], &errors);
                }
            }
            if !is_humbler {
                break;
            }
        }
        Err(EngineError::NothingToTest(format!(
            "{} compiles, but not with probes in all files that it calls: please report it",
            request.file.display()
        )))
    }
}

fn compiled(
    outcome: CompileOutcome,
    (plain, probed): (Vec<SourceUnit>, Vec<SourceUnit>),
    woven: &[ProbedSource],
    raised: &[Raised],
) -> Compiled {
    let mut unmeasurable = BTreeMap::new();
    for (woven, by) in woven.iter().zip(raised) {
        let reasons = woven.unmeasurable().iter();
        unmeasurable.extend(reasons.map(|(id, reason)| {
            let branch = Branch {
                predicate: *id,
                outcome: true,
            };
            (by.branch(branch).predicate, reason.clone())
        }));
    }
    let units = plain.into_iter().zip(probed);
    Compiled {
        units: units
            .map(|(plain, probed)| Partner { plain, probed })
            .collect(),
        classes: outcome.classes,
        unmeasurable,
    }
}
