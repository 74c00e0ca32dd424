//! The files of a run for pairs as one flow: takes a coupling and the wanted sites, gives numbers, goals and what a
//! worker has to know.
//!
//! In the strict reading each call has a copy of the files that it may run, behind all files: what happens while the
//! call is on the stack is reported under the numbers of the copy, too, and a goal is the caller's branch with the
//! callee's branch *in the copy*.

#![expect(
    clippy::similar_names,
    reason = "caller and callee are the words of the subject"
)]

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    ops::Range,
    path::PathBuf,
    sync::Arc,
};

use goalline_flow::{BodyId, Branch, CallSite, CoupledSite, FileFlow, MethodName, Offsets};
use goalline_goals::{CoupledBranches, JoinedPair};
use goalline_instrument::{MarkedCall, ProbePlan};
use goalline_jvm::{CopiedNumbers, ProbeRoom, SiteRoom};
use goalline_syntax::{JavaFile, Span};

use crate::{
    CoupledCall, CoupledFile, Coupling,
    coupled::{
        call_list::{Calls, PlacedBranches, branches},
        inspected::Inspected,
        nearest_pairs::{NearestPairs, room_of_site},
    },
    request::pair_selector::{PairDefinition, PairSelector},
};

/// Predicates and methods of all copies together, at most: a hundred calls of files with a thousand each are many.
const MOST_COPIED: usize = 200_000;

/// A file with where it begins in the joined text.
pub struct PlacedFile {
    pub start: usize,
    pub path: PathBuf,
    pub file: JavaFile,
}

/// The files of the wanted pairs: the caller's first.
pub(crate) struct Parts<'a> {
    coupling: &'a Coupling,
    /// The files of which lines or operations are measured, too.
    inspected: &'a [Inspected],
    /// By position in the coupling.
    files: Vec<usize>,
    /// By number: the calls that are told apart.
    pub marked: Vec<Marked>,
    copies: Vec<FileCopy>,
    /// By place: the number of a call that is told apart.
    numbers: BTreeMap<(usize, Span), usize>,
    /// By call and file: where its copy stands.
    copy_of: BTreeMap<(usize, usize), usize>,
    /// Of the files, then of the copies.
    raised: Vec<Offsets>,
}

/// A call whose running is told apart.
pub(crate) struct Marked {
    file: usize,
    span: Span,
    absent: Option<&'static str>,
    /// The bodies that it may run.
    pub entries: BTreeSet<BodyId>,
    /// Constructors that run before the first statement of one of these.
    pub before: BTreeSet<BodyId>,
}

/// What happens in a file while a call is under way.
struct FileCopy {
    /// The call, by number.
    call: usize,
    file: usize,
}

impl<'a> Parts<'a> {
    pub(crate) fn of(
        coupling: &'a Coupling,
        sites: &[&CoupledSite],
        reading: PairDefinition,
        inspected: &'a [Inspected],
    ) -> Self {
        let mut files = BTreeSet::from([0]);
        files.extend(inspected.iter().map(|inspected| inspected.file));
        for site in sites {
            let places = site.caller_branches.iter().chain(&*site.callee_branches);
            files.extend(places.map(|(file, _)| *file));
            files.extend(site.method_body.map(|body| body.file));
            files.insert(site.body.file);
        }
        let mut parts = Self {
            coupling,
            inspected,
            files: files.into_iter().collect(),
            marked: Vec::new(),
            copies: Vec::new(),
            numbers: BTreeMap::new(),
            copy_of: BTreeMap::new(),
            raised: Vec::new(),
        };
        if reading != PairDefinition::Paper {
            parts.mark(sites);
        }
        parts.raised = FileFlow::joined(&parts.lengths()).1;
        parts
    }

    fn mark(&mut self, sites: &[&CoupledSite]) {
        let mut room = MOST_COPIED;
        for site in sites {
            let number = self.number(site);
            let called = site.callee_branches.iter().map(|(file, _)| *file);
            for file in called.chain(site.method_body.map(|body| body.file)) {
                if let Entry::Vacant(vacant) = self.copy_of.entry((number, file)) {
                    let flow = &self.coupling.base.file(file).flow;
                    let size = flow.predicates.len() + flow.methods.len();
                    if size > room {
                        // Pairs of that call in that file are left out.
                        continue;
                    }
                    room -= size;
                    vacant.insert(self.copies.len());
                    let call = number;
                    self.copies.push(FileCopy { call, file });
                }
            }
        }
        for site in self.rivals() {
            self.number(site);
        }
    }

    /// The number of a site's call, which may run the site's method, too.
    fn number(&mut self, site: &CoupledSite) -> usize {
        let place = (site.body.file, site.span);
        let number = *self.numbers.entry(place).or_insert_with(|| {
            self.marked.push(Marked {
                file: site.body.file,
                span: site.span,
                absent: absent(&site.method),
                entries: BTreeSet::new(),
                before: BTreeSet::new(),
            });
            self.marked.len() - 1
        });
        if let Some(body) = site.method_body {
            let mut before = self.coupling.base.constructors_before(body);
            before.retain(|body| self.part_of(body.file).is_some());
            self.marked[number].before.extend(before);
            self.marked[number].entries.insert(body);
        }
        number
    }

    /// Calls of these files that nobody asks about and that may run what calls may that are told apart: it must not
    /// count for one that was announced and never began, because one of its arguments threw.
    fn rivals(&self) -> Vec<&'a CoupledSite> {
        let told = self.marked.iter();
        let run: BTreeSet<BodyId> = told
            .flat_map(|call| call.entries.iter().chain(&call.before))
            .copied()
            .collect();
        let is_rival = |site: &&CoupledSite| {
            let is_told = self.numbers.contains_key(&(site.body.file, site.span));
            let runs_it = site.method_body.is_some_and(|body| run.contains(&body));
            !is_told && runs_it && self.part_of(site.body.file).is_some()
        };
        self.coupling.sites.iter().filter(is_rival).collect()
    }

    /// How many files there are.
    pub(crate) fn count(&self) -> usize {
        self.files.len()
    }

    /// Positions in the coupling, by part.
    pub(crate) fn indices(&self) -> Vec<usize> {
        self.files.clone()
    }

    /// A file with where it begins in the joined text.
    pub(crate) fn placed(&self, part: usize) -> PlacedFile {
        let file = self.file(part).0;
        PlacedFile {
            start: self.raised[part].offsets,
            path: file.path.clone(),
            file: file.file.clone(),
        }
    }

    /// A file with its flow.
    pub(crate) fn file(&self, part: usize) -> (&'a CoupledFile, &'a Arc<FileFlow>) {
        self.at(self.files[part])
    }

    fn at(&self, index: usize) -> (&'a CoupledFile, &'a Arc<FileFlow>) {
        let flow = match self.inspected_at(index) {
            Some(inspected) => &inspected.goals.flow,
            None => &self.coupling.base.file(index).flow,
        };
        (&self.coupling.files[index], flow)
    }

    fn inspected_at(&self, index: usize) -> Option<&'a Inspected> {
        self.inspected.iter().find(|one| one.file == index)
    }

    fn lengths(&self) -> Vec<(&'a FileFlow, usize)> {
        let length = |index: usize| self.coupling.files[index].file.text().len();
        let files = self.files.iter();
        let files = files.map(|index| (&**self.at(*index).1, length(*index)));
        // What happens in a copy are branches alone: operations are not told apart.
        let flow_alone = |index: usize| &*self.coupling.base.file(index).flow;
        let copies = self.copies.iter();
        let copies = copies.map(|copy| (flow_alone(copy.file), length(copy.file)));
        files.chain(copies).collect()
    }

    /// What the numbers of a file of the coupling are raised by.
    fn raised(&self, file: usize) -> Option<Offsets> {
        let part = self.files.binary_search(&file).ok()?;
        self.raised.get(part).copied()
    }

    /// The same in what is told apart for a site; the file itself where nothing is.
    fn raised_in(&self, site: &CoupledSite, file: usize) -> Option<Offsets> {
        if self.marked.is_empty() {
            return self.raised(file);
        }
        let number = self.numbers.get(&(site.body.file, site.span))?;
        let at = self.copy_of.get(&(*number, file))?;
        self.raised.get(self.files.len() + at).copied()
    }

    /// The files alone, without copies and without calls from file to file.
    pub(crate) fn files_flow(&self) -> FileFlow {
        FileFlow::joined(&self.lengths()[..self.files.len()]).0
    }

    /// The joined flow, with the calls between the files: a callee that was not entered is as far away as its nearest
    /// call.
    pub(crate) fn flow(&self, sites: &[&CoupledSite]) -> FileFlow {
        let (mut flow, _) = FileFlow::joined(&self.lengths());
        for site in sites {
            let (Some(body), Some(by)) = (site.method_body, self.raised(site.body.file)) else {
                continue;
            };
            let Some(callee) = self.raised_in(site, body.file) else {
                continue;
            };
            let caller = by.method(site.body.method);
            let controls = site.caller_branches.iter().filter_map(|(file, branch)| {
                let branch = self.raised(*file)?.branch(*branch);
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

    /// The pairs of the sites, the triples, or first these and then those, as many per call as are wanted.
    pub(crate) fn pairs(
        &self,
        sites: &[&CoupledSite],
        selector: &PairSelector,
    ) -> (Vec<JoinedPair>, Vec<CoupledCall>) {
        match selector.reading {
            PairDefinition::Paper => self.read(sites, selector, false),
            PairDefinition::Strict => self.read(sites, selector, true),
            PairDefinition::Both => {
                let (mut pairs, calls) = self.read(sites, selector, false);
                pairs.extend(self.read(sites, selector, true).0);
                (pairs, calls)
            }
        }
    }

    fn read(
        &self,
        sites: &[&CoupledSite],
        selector: &PairSelector,
        is_strict: bool,
    ) -> (Vec<JoinedPair>, Vec<CoupledCall>) {
        let keys = self.coupling.keys();
        let names = self.coupling.site_keys();
        let places = self.coupling.sites.iter();
        let places = places.map(|site| (site.body.file, site.span));
        let names: BTreeMap<_, _> = places.zip(&names).collect();
        let most = selector.most_pairs.unwrap_or(usize::MAX);
        let mut calls = Calls::new(self.coupling);
        let nearness = NearestPairs(self.coupling);
        let mut seen = BTreeSet::new();
        let mut pairs = Vec::new();
        let room = room_of_site(sites.len());
        for call in sites.chunk_by(|one, other| (one.body, one.span) == (other.body, other.span)) {
            let near = nearness.pairs(call, selector, room);
            for (site, count) in near.left_out {
                calls.pass_over(site, count);
            }
            let mut passed = BTreeSet::new();
            for (site, pair) in near.pairs {
                let Some(branches) = branches(pair.caller, pair.callee) else {
                    continue;
                };
                let Some(joined) = self.joined(site, branches, is_strict) else {
                    continue;
                };
                if seen.contains(&joined) {
                    continue;
                }
                if calls.is_full(site, most) {
                    // Several implementations may lead to the same pair.
                    calls.pass_over(site, usize::from(passed.insert(joined)));
                    continue;
                }
                seen.insert(joined);
                let key = match names.get(&(site.body.file, site.span)) {
                    Some(name) if is_strict => keys.strict_key(name, &pair),
                    _ => keys.key(&pair),
                };
                calls.add(site, branches, &key);
                if let Some(by) = self.raised(site.body.file) {
                    pairs.push(JoinedPair {
                        branches: joined,
                        key,
                        method: by.method(site.body.method),
                        span: by.span(site.span),
                    });
                }
            }
        }
        (pairs, calls.finish())
    }

    fn joined(
        &self,
        site: &CoupledSite,
        branches: PlacedBranches,
        is_strict: bool,
    ) -> Option<CoupledBranches> {
        let inner = if is_strict {
            self.raised_in(site, branches.callee.file)?
        } else {
            self.raised(branches.callee.file)?
        };
        Some(CoupledBranches {
            caller: self
                .raised(branches.caller.file)?
                .branch(branches.caller.branch),
            callee: inner.branch(branches.callee.branch),
        })
    }

    /// The files, the caller's first.
    pub(crate) fn java_files(&self) -> Vec<&'a JavaFile> {
        let parts = 0..self.files.len();
        parts.map(|part| &self.file(part).0.file).collect()
    }

    /// Every probe of a part that tells most.
    pub(crate) fn plan(&self, part: usize) -> ProbePlan {
        let file = self.files[part];
        let by = self.raised[part];
        let numbered = self.marked.iter().zip(0..);
        let calls = numbered
            .filter(|(call, _)| call.file == file)
            .map(|(call, number)| MarkedCall {
                span: call.span,
                number,
                absent: call.absent,
            });
        let framed = self.framed().into_iter();
        let framed = framed.filter(|body| body.file == file);
        let flow = self.file(part).1;
        let plain = match self.inspected_at(file) {
            Some(inspected) => inspected.measured.plan(flow),
            None => ProbePlan::full(flow),
        };
        plain
            .with_marks(calls, framed.map(|body| body.method))
            .with_bases(by.predicates, by.methods)
            .with_operation_base(by.operations)
    }

    /// The bodies whose entries and exits begin and end calls, or hold calls that are announced.
    fn framed(&self) -> BTreeSet<BodyId> {
        let around = |call: &Marked| {
            let flow = self.at(call.file).1;
            let bodies = flow.methods.iter();
            let around = bodies.filter(|method| method.body.contains(call.span));
            let inner = around.min_by_key(|method| method.body.end - method.body.start)?;
            Some(BodyId {
                file: call.file,
                method: inner.id,
            })
        };
        let mut framed: BTreeSet<BodyId> = self.marked.iter().filter_map(around).collect();
        for call in &self.marked {
            framed.extend(call.entries.iter().chain(&call.before));
        }
        framed
    }

    /// Room for the probes of all files together.
    pub(crate) fn room(&self, joined: &FileFlow) -> ProbeRoom {
        let number = |body: &BodyId| Some(self.raised(body.file)?.method(body.method).0);
        let mut sites: Vec<SiteRoom> = Vec::new();
        for call in &self.marked {
            sites.push(SiteRoom {
                entries: call.entries.iter().filter_map(number).collect(),
                before: call.before.iter().filter_map(number).collect(),
                copies: Vec::new(),
            });
        }
        for at in 0..self.copies.len() {
            let copy = &self.copies[at];
            let (predicates, methods) = self.copied(at);
            let Some(own) = self.raised(copy.file) else {
                continue;
            };
            let flow = self.at(copy.file).1;
            sites[copy.call].copies.push(CopiedNumbers {
                predicates: own.predicates..own.predicates + flow.predicates.len() as u32,
                first_predicate: predicates.start,
                methods: own.methods..own.methods + flow.methods.len() as u32,
                first_method: methods.start,
            });
        }
        let room = ProbeRoom {
            sites,
            framed: self.framed().iter().filter_map(number).collect(),
            ..ProbeRoom::new(joined.predicates.len() as u32, joined.methods.len() as u32)
        };
        self.inspected.iter().fold(room, |room, inspected| {
            inspected.enlarged(room, self.raised(inspected.file))
        })
    }

    fn copied(&self, at: usize) -> (Range<u32>, Range<u32>) {
        let by = self.raised[self.files.len() + at];
        let flow = self.at(self.copies[at].file).1;
        (
            by.predicates..by.predicates + flow.predicates.len() as u32,
            by.methods..by.methods + flow.methods.len() as u32,
        )
    }

    /// A predicate of a part, wherever its number stands: in the file and in each copy of it.
    pub(crate) fn everywhere(&self, part: usize, branch: Branch) -> Vec<Branch> {
        let file = self.files[part];
        let copies = self.copies.iter().zip(&self.raised[self.files.len()..]);
        let copies = copies.filter(|(copy, _)| copy.file == file);
        std::iter::once(&self.raised[part])
            .chain(copies.map(|(_, by)| by))
            .map(|by| by.branch(branch))
            .collect()
    }

    /// The numbers of all predicates in the copies of a call.
    pub(crate) fn predicates_of(&self, call: usize) -> impl Iterator<Item = u32> {
        let copies = (0..self.copies.len()).filter(move |at| self.copies[*at].call == call);
        copies.flat_map(|at| self.copied(at).0)
    }

    /// The part that holds a file of the coupling.
    pub(crate) fn part_of(&self, file: usize) -> Option<usize> {
        self.files.binary_search(&file).ok()
    }
}

/// What fits in the place of a call's value.
fn absent(method: &MethodName) -> Option<&'static str> {
    if &*method.name == "<init>" {
        return Some("null");
    }
    let returned = method.descriptor.rsplit(')').next().unwrap_or_default();
    match returned {
        "V" => None,
        "Z" => Some("false"),
        "B" | "S" | "C" | "I" => Some("0"),
        "J" => Some("0L"),
        "F" => Some("0f"),
        "D" => Some("0d"),
        _ => Some("null"),
    }
}
