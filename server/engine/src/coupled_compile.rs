//! Compiling the files of pairs together: takes their parts and a worker, gives as many probes as javac takes, and what lost its own.

use std::collections::BTreeMap;

use goalline_flow::{Branch, FileFlow, PredicateId};
use goalline_instrument::{ProbePlan, ProbedSource, weave};
use goalline_jvm::{CompileOutcome, SetId, SourceUnit, Worker};

use crate::{
    EngineError, Request,
    coupled_parts::Parts,
    prepared::{Partner, STEP_DOWNS, error_offsets, messages},
};

const UNTOLD: &str = "this call cannot be told from others here";

/// The files of a run, compiled with as many probes as javac takes.
pub(crate) struct Compiled {
    pub units: Vec<Partner>,
    pub classes: Vec<String>,
    /// By part.
    pub probes: Vec<ProbedSource>,
    pub unmeasurable: BTreeMap<PredicateId, String>,
}

/// Compiles all files with probes.
pub(crate) fn compile(
    parts: &Parts<'_>,
    request: &Request,
    worker: &mut Worker,
    joined: &FileFlow,
) -> Result<Compiled, EngineError> {
    let count = parts.count();
    let unit = |part: usize, text: &str| SourceUnit {
        path: parts.file(part).0.path.clone(),
        text: text.to_owned(),
    };
    let plain: Vec<SourceUnit> = (0..count)
        .map(|part| unit(part, parts.file(part).0.file.text()))
        .collect();
    let mut plans: Vec<ProbePlan> = (0..count).map(|part| parts.plan(part)).collect();
    worker.prepare(&parts.room(joined))?;
    for round in 0..STEP_DOWNS {
        let woven: Vec<ProbedSource> = (0..count)
            .map(|part| {
                let (file, flow) = parts.file(part);
                weave(&file.file, flow, &plans[part])
            })
            .collect();
        let probed = woven.iter().zip(0..);
        let probed: Vec<SourceUnit> = probed
            .map(|(woven, part)| unit(part, &woven.text))
            .collect();
        let outcome = worker.compile(&probed, SetId::Probed)?;
        if outcome.ok {
            return Ok(compiled(outcome, (plain, probed), woven, parts));
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
    Err(EngineError::DoesNotCompile {
        file: request.file.clone(),
        messages: messages(&outcome),
    })
}

fn compiled(
    outcome: CompileOutcome,
    (plain, probed): (Vec<SourceUnit>, Vec<SourceUnit>),
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
        units: units
            .map(|(plain, probed)| Partner { plain, probed })
            .collect(),
        classes: outcome.classes,
        probes: woven,
        unmeasurable,
    }
}
