//! Which pairs of a call are about the call: takes the pairs of a site, puts those first whose branches are near to it on both sides.
//!
//! A branch of the called method often depends on what the caller passes. A branch that lies several calls behind it belongs to the
//! callee's own affairs, and so does one of a method around the caller's: a test for such a pair tells little about the two together.

use std::cmp::Reverse;

use goalline_flow::{BodyId, CodeBase, CoupledSite};
use goalline_goals::{BranchPlace, CallerSide, CoupledPair};

/// Bodies in which branches stand.
pub(crate) struct Nearness<'a>(pub &'a CodeBase);

impl Nearness<'_> {
    /// Pairs of the called method with the method around the call first, then those with one body in between, and so on; of
    /// equally near ones those first whose caller's condition stands closest before the call.
    pub(crate) fn sort(&self, site: &CoupledSite, pairs: &mut [CoupledPair]) {
        let mut bodies: Vec<BodyId> = Vec::new();
        for (file, branch) in &*site.callee_branches {
            let body = self.body(BranchPlace {
                file: *file,
                branch: *branch,
            });
            if !bodies.contains(&body) {
                bodies.push(body);
            }
        }
        pairs.sort_by_key(|pair| {
            let inner = self.body(pair.callee);
            let behind = bodies.iter().position(|body| *body == inner);
            let (before, start) = match pair.caller {
                CallerSide::Branch(place) => {
                    let flow = &self.0.file(place.file).flow;
                    let start = flow.predicate(place.branch.predicate).span.start;
                    (usize::from(self.body(place) != site.body), start)
                }
                CallerSide::Entry(_) => (0, 0),
            };
            (before + behind.unwrap_or(bodies.len()), Reverse(start))
        });
    }

    fn body(&self, place: BranchPlace) -> BodyId {
        let flow = &self.0.file(place.file).flow;
        BodyId {
            file: place.file,
            method: flow.predicate(place.branch.predicate).method,
        }
    }
}
