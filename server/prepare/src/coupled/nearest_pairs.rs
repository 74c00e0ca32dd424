//! Which pairs of a call are about the call: takes the sites of a call, gives their pairs, those first whose branches
//! are near to it on both sides.
//!
//! A branch of the called method often depends on what the caller passes. A branch that lies several calls behind it
//! belongs to the callee's own affairs, and so does one of a method around the caller's: a test for such a pair tells
//! little about the two together.

use std::cmp::Reverse;

use goalline_flow::{BodyId, CoupledSite};
use goalline_goals::{BranchPlace, CallerSide, CoupledPair};

use crate::{Coupling, request::pair_selector::PairSelector};

/// How far apart the branches of a pair are; the nearest is the least.
type PairRank = (usize, Reverse<usize>);

/// Files in which branches stand.
pub(crate) struct NearestPairs<'a>(pub &'a Coupling);

impl NearestPairs<'_> {
    /// The pairs of the sites of one call; where not all are wanted, the nearest first, whichever of its methods they
    /// are of.
    pub(crate) fn pairs<'s>(
        &self,
        call: &[&'s CoupledSite],
        selector: &PairSelector,
    ) -> Vec<(&'s CoupledSite, CoupledPair)> {
        let keys = self.0.keys();
        let mut found = Vec::new();
        for site in call {
            let pairs = keys.pairs(site);
            let ranks = self.ranks(site, &pairs).into_iter();
            found.extend(ranks.zip(pairs.into_iter().map(|pair| (*site, pair))));
        }
        if selector.most_pairs.is_some() {
            found.sort_by_key(|(rank, _)| *rank);
        }
        found.into_iter().map(|(_, one)| one).collect()
    }

    /// A rank for each pair of a site: first come pairs of the called method with the method around the call, then
    /// those with one body in between, and so on; of equally near ones those first whose caller's condition stands
    /// closest before the call.
    fn ranks(&self, site: &CoupledSite, pairs: &[CoupledPair]) -> Vec<PairRank> {
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
        let rank = |pair: &CoupledPair| {
            let inner = self.body(pair.callee);
            let behind = bodies.iter().position(|body| *body == inner);
            let (before, start) = match pair.caller {
                CallerSide::Branch(place) => {
                    let flow = &self.0.base.file(place.file).flow;
                    let start = flow.predicate(place.branch.predicate).span.start;
                    (usize::from(self.body(place) != site.body), start)
                }
                CallerSide::Entry(_) => (0, 0),
            };
            (before + behind.unwrap_or(bodies.len()), Reverse(start))
        };
        pairs.iter().map(rank).collect()
    }

    fn body(&self, place: BranchPlace) -> BodyId {
        let flow = &self.0.base.file(place.file).flow;
        BodyId {
            file: place.file,
            method: flow.predicate(place.branch.predicate).method,
        }
    }
}
