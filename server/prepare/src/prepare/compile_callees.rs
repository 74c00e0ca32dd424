//! Compiling the files of pairs together: takes their parts and a worker, gives as many probes as javac takes, and
//! what lost its own.

use std::collections::BTreeMap;

use goalline_flow::{Branch, FileFlow, PredicateId};
use goalline_instrument::{ProbePlan, ProbedSource, weave};
use goalline_jvm::{CompileOutcome, SetId, SourceUnit, Worker};
use goalline_syntax::JavaFile;

use crate::{
    EngineError, Request,
    coupled::parts::Parts,
    prepare::prepared::{
        Partner, STEP_DOWNS, error_offsets, failed_processors, not_compiled, with_cause,
    },
};

const UNTOLD: &str = "this call cannot be told from others here";

/// The files of a run, compiled with as many probes as javac takes.
pub(crate) struct Compiled {
    pub units: Vec<Partner>,
    pub classes: Vec<String>,
    /// By part.
    pub probes: Vec<ProbedSource>,
    pub unmeasurable: BTreeMap<PredicateId, String>,
    /// What the user should know of it.
    pub notices: Vec<String>,
}

/// A file that is to be probed, with its flow.
pub struct Probing<'a> {
    /// Its plain text as a compilation unit.
    pub unit: SourceUnit,
    /// The same text, parsed.
    pub file: &'a JavaFile,
    /// Its flow, with what is to be probed.
    pub flow: &'a FileFlow,
}

/// What javac took: its outcome, and the files with their probes.
type AcceptedByJavac = (CompileOutcome, Vec<ProbedSource>);

/// Compiles files with probes, stepping down where javac objects to one; asks `first` when it objects for the first
/// time. None where it takes them with no probes.
pub fn compile_humbly(
    worker: &mut Worker,
    files: &[Probing<'_>],
    mut plans: Vec<ProbePlan>,
    first: impl Fn(&mut Worker) -> Result<(), EngineError>,
) -> Result<Option<AcceptedByJavac>, EngineError> {
    for round in 0..STEP_DOWNS {
        let woven = files.iter().zip(&plans);
        let woven: Vec<ProbedSource> = woven
            .map(|(one, plan)| weave(one.file, one.flow, plan))
            .collect();
        let outcome = worker.compile(&probed(files, &woven), SetId::Probed)?;
        if outcome.ok {
            return Ok(Some((outcome, woven)));
        }
        if round == 0 {
            first(worker)?;
        }
        let mut is_humbler = false;
        for (part, plan) in plans.iter_mut().enumerate() {
            let errors = error_offsets(&outcome, &files[part].unit);
            if !errors.is_empty() {
                is_humbler |= plan.step_down(&woven[part], &errors);
            }
        }
        if !is_humbler {
            break;
        }
    }
    Ok(None)
}

fn probed(files: &[Probing<'_>], woven: &[ProbedSource]) -> Vec<SourceUnit> {
    let units = files.iter().zip(woven);
    units
        .map(|(one, woven)| SourceUnit {
            path: one.unit.path.clone(),
            text: woven.text.clone(),
        })
        .collect()
}

/// Compiles all files with probes.
pub(crate) fn compile(
    parts: &Parts<'_>,
    request: &Request,
    worker: &mut Worker,
    joined: &FileFlow,
) -> Result<Compiled, EngineError> {
    let probing = |part: usize| {
        let (file, flow) = parts.file(part);
        Probing {
            unit: SourceUnit {
                path: file.path.clone(),
                text: file.file.text().to_owned(),
            },
            file: &file.file,
            flow,
        }
    };
    let files: Vec<Probing<'_>> = (0..parts.count()).map(probing).collect();
    let plans = (0..parts.count()).map(|part| parts.plan(part)).collect();
    worker.prepare(&parts.room(joined))?;
    let plain: Vec<SourceUnit> = files.iter().map(|one| one.unit.clone()).collect();
    let taken = compile_humbly(worker, &files, plans, |worker| {
        compile_plain(request, worker, &plain)
    })?;
    let (outcome, woven) = taken.ok_or_else(|| {
        EngineError::NothingToTest(format!(
            "{} compiles, but not with probes in all files that it calls: please report it",
            request.file.display()
        ))
    })?;
    let probed = probed(&files, &woven);
    Ok(compiled(outcome, plain, probed, woven, parts))
}

/// Compiles without probes; what does not compile then is the user's to mend.
pub(crate) fn compile_plain(
    request: &Request,
    worker: &mut Worker,
    units: &[SourceUnit],
) -> Result<(), EngineError> {
    let outcome = worker.compile(units, SetId::Plain)?;
    if outcome.ok {
        return Ok(());
    }
    Err(with_cause(
        not_compiled(&request.file, &outcome),
        &request.project.notices,
    ))
}

fn compiled(
    outcome: CompileOutcome,
    plain: Vec<SourceUnit>,
    probed: Vec<SourceUnit>,
    woven: Vec<ProbedSource>,
    parts: &Parts<'_>,
) -> Compiled {
    let mut unmeasurable = BTreeMap::new();
    for (part, woven) in woven.iter().enumerate() {
        for (id, reason) in woven.unmeasurable() {
            let branch = Branch {
                predicate: *id,
                outcome: true,
            };
            let everywhere = parts.everywhere(part, branch).into_iter();
            unmeasurable.extend(everywhere.map(|branch| (branch.predicate, reason.clone())));
        }
    }
    for (number, call) in parts.marked.iter().enumerate() {
        let is_unmarked = woven
            .iter()
            .any(|woven| woven.unmarked().contains(&(number as u32)));
        let has_frame = |(part, method)| {
            woven
                .get::<usize>(part)
                .is_some_and(|it| it.has_frame(method))
        };
        let entries = call.entries.iter().chain(&call.before);
        let mut entries = entries.filter_map(|body| Some((parts.part_of(body.file)?, body.method)));
        let is_told = !call.entries.is_empty() && entries.all(has_frame);
        if is_unmarked || !is_told {
            let lost = parts.predicates_of(number).map(PredicateId);
            unmeasurable.extend(lost.map(|id| (id, UNTOLD.to_owned())));
        }
    }
    let units = plain.into_iter().zip(probed);
    Compiled {
        notices: failed_processors(&outcome),
        units: units
            .map(|(plain, probed)| Partner { plain, probed })
            .collect(),
        classes: outcome.classes,
        probes: woven,
        unmeasurable,
    }
}
