//! A list of calls that couple: takes sites and their pairs one by one, gives one call per place in the source.

#![expect(
    clippy::similar_names,
    reason = "caller and callee are the words of the subject"
)]

use std::collections::BTreeMap;

use goalline_flow::{CoupledSite, MethodFlow, MethodName};
use goalline_goals::{BranchPlace, CallerSide, GoalKey};
use goalline_syntax::Span;

use crate::{Combination, CoupledBranch, CoupledCall, Coupling};

/// Puts the calls together, one per place in the source.
pub(crate) struct Calls<'a> {
    coupling: &'a Coupling,
    at: BTreeMap<(usize, Span), (usize, &'a MethodName)>,
    found: Vec<CoupledCall>,
}

impl<'a> Calls<'a> {
    pub(crate) fn new(coupling: &'a Coupling) -> Self {
        Self {
            coupling,
            at: BTreeMap::new(),
            found: Vec::new(),
        }
    }

    /// In the order of their first combination.
    pub(crate) fn finish(self) -> Vec<CoupledCall> {
        let calls = self.found.into_iter();
        calls.filter(|call| !call.combinations.is_empty()).collect()
    }

    /// Passes over so many combinations of a site whose call has as many as are wanted.
    pub(crate) fn pass_over(&mut self, site: &'a CoupledSite, count: usize) {
        let at = self.call(site);
        self.found[at].more += count;
    }

    /// Whether the call of a site has as many combinations as are wanted.
    pub(crate) fn is_full(&mut self, site: &'a CoupledSite, most: usize) -> bool {
        let at = self.call(site);
        self.found[at].combinations.len() >= most
    }

    /// Adds a combination of a site.
    pub(crate) fn add(&mut self, site: &'a CoupledSite, branches: PlacedBranches, key: &GoalKey) {
        let at = self.call(site);
        let sides = (self.branch(branches.caller), self.branch(branches.callee));
        let call = &mut self.found[at];
        if !call.callee_files.contains(&sides.1.file) {
            call.callee_files.push(sides.1.file.clone());
        }
        let combination = Combination {
            caller: position(&mut call.callers, sides.0),
            callee: position(&mut call.callees, sides.1),
            key: key.clone(),
        };
        call.combinations.push(combination);
    }

    fn call(&mut self, site: &'a CoupledSite) -> usize {
        let place = (site.body.file, site.span);
        if let Some((at, method)) = self.at.get(&place) {
            // One of several implementations is not what the call says.
            let meant = self.coupling.base.meant(site.body.file, site.span);
            if let Some(meant) = meant.filter(|_| **method != site.method) {
                self.found[*at].callee = label(meant);
            }
            return *at;
        }
        self.found.push(CoupledCall {
            file: self.coupling.files[site.body.file].path.clone(),
            span: site.span,
            callee: label(&site.method),
            callee_files: Vec::new(),
            callers: Vec::new(),
            callees: Vec::new(),
            combinations: Vec::new(),
            more: 0,
        });
        let at = self.found.len() - 1;
        self.at.insert(place, (at, &site.method));
        at
    }

    fn branch(&self, place: BranchPlace) -> CoupledBranch {
        let flow = &self.coupling.base.file(place.file).flow;
        let predicate = flow.predicate(place.branch.predicate);
        CoupledBranch {
            file: self.coupling.files[place.file].path.clone(),
            span: predicate.span,
            text: predicate.text.clone(),
            outcome: place.branch.outcome,
            within: within(flow.method(predicate.method)),
        }
    }
}

/// `Discount.rateFor`; the class alone for constructors and initial values.
fn within(method: &MethodFlow) -> String {
    let class = method.class.rsplit(['.', '$']).next();
    let class = class.unwrap_or_default();
    if method.name.starts_with('<') {
        class.to_owned()
    } else {
        format!("{class}.{}", method.name)
    }
}

/// `Discount.rateFor`, `new Discount`.
fn label(method: &MethodName) -> String {
    let class = method.class.rsplit(['.', '$']).next();
    let class = class.unwrap_or_default();
    match &*method.name {
        "<init>" => format!("new {class}"),
        name => format!("{class}.{name}"),
    }
}

/// Where the two branches of a pair stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedBranches {
    pub caller: BranchPlace,
    pub callee: BranchPlace,
}

/// The branches of a pair, where the caller's side is one.
pub(crate) fn branches(caller: CallerSide, callee: BranchPlace) -> Option<PlacedBranches> {
    match caller {
        CallerSide::Branch(caller) => Some(PlacedBranches { caller, callee }),
        CallerSide::Entry(_) => None,
    }
}

fn position(known: &mut Vec<CoupledBranch>, branch: CoupledBranch) -> usize {
    let found = known.iter().position(|other| *other == branch);
    found.unwrap_or_else(|| {
        known.push(branch);
        known.len() - 1
    })
}
