//! Which pairs of a call are about the call: takes the sites of a call, gives their pairs, those first whose branches
//! are near to it on both sides.
//!
//! A branch of the called method often depends on what the caller passes. A branch that lies several calls behind it
//! belongs to the callee's own affairs, and so does one of a method around the caller's: a test for such a pair tells
//! little about the two together.

use std::{cmp::Reverse, sync::Arc};

use goalline_flow::{BodyId, CoupledSite};
use goalline_goals::{BranchPlace, CallerSide, CoupledPair};

use crate::{Coupling, request::pair_selector::PairSelector};

/// How far apart the branches of a pair are; the nearest is the least.
type PairRank = (usize, Reverse<usize>);

/// Files in which branches stand.
pub(crate) struct NearestPairs<'a>(pub &'a Coupling);

/// Pairs that are looked at for one run, about: a method that asks a thousand things, and one that does, are a million.
const MOST_PAIRS: usize = 2_000_000;

/// Pairs of one site that are looked at in any case, and at most.
const ROOM: std::ops::RangeInclusive<usize> = 10_000..=250_000;

/// How many pairs of each of so many sites are looked at, at most.
pub(crate) fn room_of_site(sites: usize) -> usize {
    (MOST_PAIRS / sites.max(1)).clamp(*ROOM.start(), *ROOM.end())
}

/// The pairs of one call.
pub(crate) struct PairsOfCall<'s> {
    pub(crate) pairs: Vec<(&'s CoupledSite, CoupledPair)>,
    /// How many of a site were not looked at, where there are too many.
    pub(crate) left_out: Vec<(&'s CoupledSite, usize)>,
}

/// The site without branches that lie far from its call, so that it has no more pairs than this.
fn cut(site: &CoupledSite, room: usize) -> Option<CoupledSite> {
    let (outer, inner) = (&site.caller_branches, &site.callee_branches);
    if outer.len().saturating_mul(inner.len()) <= room {
        return None;
    }
    // Those of the called method stand first.
    let most = room.isqrt().max(room / outer.len().max(1));
    let inner = &inner[..inner.len().min(most)];
    let kept = room / inner.len().max(1);
    let from = outer.len().saturating_sub(kept);
    Some(CoupledSite {
        caller_branches: Arc::from(&outer[from..]),
        callee_branches: Arc::from(inner),
        ..site.clone()
    })
}

impl NearestPairs<'_> {
    /// The pairs of the sites of one call, so many of each; where not all are wanted, the nearest first, whichever of
    /// its methods they are of.
    pub(crate) fn pairs<'s>(
        &self,
        call: &[&'s CoupledSite],
        selector: &PairSelector,
        room: usize,
    ) -> PairsOfCall<'s> {
        let keys = self.0.keys();
        let mut found = Vec::new();
        let mut left_out = Vec::new();
        for site in call {
            let short = cut(site, room);
            let looked_at = short.as_ref().unwrap_or(site);
            let count =
                |site: &CoupledSite| site.caller_branches.len() * site.callee_branches.len();
            let missing = count(site) - count(looked_at);
            left_out.extend((missing > 0).then_some((*site, missing)));
            let pairs = keys.pairs(looked_at);
            let ranks = self.ranks(site, &pairs).into_iter();
            found.extend(ranks.zip(pairs.into_iter().map(|pair| (*site, pair))));
        }
        if selector.most_pairs.is_some() {
            found.sort_by_key(|(rank, _)| *rank);
        }
        PairsOfCall {
            pairs: found.into_iter().map(|(_, one)| one).collect(),
            left_out,
        }
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

#[cfg(test)]
mod tests {
    use goalline_flow::{Branch, CouplingKind, MethodId, MethodName, PredicateId};
    use goalline_syntax::Span;

    use super::*;

    fn site(outer: u32, inner: u32) -> CoupledSite {
        let branches = |count: u32| -> Arc<[(usize, Branch)]> {
            let all = (0..count).map(|at| {
                let predicate = PredicateId(at);
                (
                    0,
                    Branch {
                        predicate,
                        outcome: true,
                    },
                )
            });
            all.collect()
        };
        CoupledSite {
            caller: "shop.Cart".into(),
            body: BodyId {
                file: 0,
                method: MethodId(0),
            },
            span: Span { start: 0, end: 1 },
            callee: "shop.Rate".into(),
            method: MethodName {
                class: "shop.Rate".into(),
                name: "of".into(),
                descriptor: "()V".into(),
            },
            method_body: None,
            kind: CouplingKind::Different,
            is_approximate: false,
            caller_branches: branches(outer),
            callee_branches: branches(inner),
        }
    }

    #[test]
    fn a_site_of_more_pairs_than_there_is_room_for_keeps_what_is_near_its_call() {
        assert!(cut(&site(100, 100), 10_000).is_none());
        let short = cut(&site(1_000, 1_000), 10_000).expect("a million is too much");
        assert_eq!(short.callee_branches.len(), 100);
        assert_eq!(short.callee_branches[0].1.predicate, PredicateId(0));
        assert_eq!(short.caller_branches.len(), 100);
        assert_eq!(short.caller_branches[99].1.predicate, PredicateId(999));
        let few = cut(&site(2, 100_000), 10_000).expect("too many");
        assert_eq!(
            (few.caller_branches.len(), few.callee_branches.len()),
            (2, 5_000)
        );
        assert_eq!(room_of_site(7_200), 10_000);
        assert_eq!(room_of_site(1), 250_000);
    }
}
