//! Coupled branches as goals: takes coupled call sites and the branch goals of their files, gives pairs and keys over
//! both files.
//!
//! A pair ⟨r, e⟩ is covered when one test covers both branches. A triple ⟨s, r, e⟩ asks more: e happened while the
//! call s was on the stack. Where nothing in the caller decides about a call, its method's entry stands for r: an
//! extension, counted by itself.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_flow::{BodyId, Branch, CodeBase, CoupledSite, FileFlow, MethodId, MethodKind};
use goalline_syntax::Span;

use crate::{CoupledBranches, Criterion, GoalKey, GoalSet, Target, goal::FoundGoal};

/// A branch of one of several files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BranchPlace {
    /// The position of the file.
    pub file: usize,
    /// The branch.
    pub branch: Branch,
}

/// The caller's side of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallerSide {
    /// A branch that is sure to lead to the call.
    Branch(BranchPlace),
    /// Nothing decides about the call: the body around it is entered.
    Entry(BodyId),
}

/// A branch of the caller with a branch of the callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CoupledPair {
    /// The caller's side.
    pub caller: CallerSide,
    /// The callee's branch.
    pub callee: BranchPlace,
}

/// A pair of branches in the numbers of a joined flow, with what a goal needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedPair {
    /// The branches.
    pub branches: CoupledBranches,
    /// Its stable name.
    pub key: GoalKey,
    /// The method around the call.
    pub method: MethodId,
    /// The call.
    pub span: Span,
}

/// How many pairs there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCount {
    /// Sites with at least one pair of two branches.
    pub sites: usize,
    /// Distinct ⟨r, e⟩.
    pub pairs: usize,
    /// ⟨s, r, e⟩.
    pub triples: usize,
    /// Pairs with a method's entry, which belong to no published measure.
    pub entry_pairs: usize,
}

/// Names pairs by the keys of the branch goals of their files.
#[derive(Clone, Copy)]
pub struct PairKeys<'a> {
    base: &'a CodeBase,
    sets: &'a [GoalSet],
}

impl<'a> PairKeys<'a> {
    /// The sets are those of the files of the code base, in its order.
    pub fn new(base: &'a CodeBase, sets: &'a [GoalSet]) -> Self {
        Self { base, sets }
    }

    fn of_branch(self, place: BranchPlace) -> Option<&'a GoalKey> {
        let set = self.sets.get(place.file)?;
        Some(&set.goal(set.of_branch(place.branch)?).key)
    }

    /// The pairs of a site whose branches are goals: caller by caller in source order, each with the callee's
    /// branches as the site has them.
    pub fn pairs(self, site: &CoupledSite) -> Vec<CoupledPair> {
        let callers = self.callers(site);
        let inside = self.callees(site);
        let pair = |caller: &CallerSide| {
            let caller = *caller;
            let with = move |callee: &BranchPlace| CoupledPair {
                caller,
                callee: *callee,
            };
            inside.iter().map(with).collect::<Vec<_>>()
        };
        callers.iter().flat_map(pair).collect()
    }

    /// Whether the site has any.
    pub fn has_pair(self, site: &CoupledSite) -> bool {
        !self.callers(site).is_empty() && !self.callees(site).is_empty()
    }

    fn callers(self, site: &CoupledSite) -> Vec<CallerSide> {
        if site.caller_branches.is_empty() {
            return vec![CallerSide::Entry(site.body)];
        }
        let mut places = self.goals_among(&site.caller_branches);
        // `true` before `false`, as people write it.
        places.sort_by_key(|place| {
            let branch = place.branch;
            (place.file, branch.predicate, !branch.outcome)
        });
        places.into_iter().map(CallerSide::Branch).collect()
    }

    fn callees(self, site: &CoupledSite) -> Vec<BranchPlace> {
        let mut places = self.goals_among(&site.callee_branches);
        let mut order = BTreeMap::new();
        for (at, place) in places.iter().enumerate() {
            let predicate = (place.file, place.branch.predicate);
            order.entry(predicate).or_insert(at);
        }
        places.sort_by_key(|place| {
            let branch = place.branch;
            (order[&(place.file, branch.predicate)], !branch.outcome)
        });
        places
    }

    fn goals_among(self, places: &[(usize, Branch)]) -> Vec<BranchPlace> {
        places
            .iter()
            .map(|(file, branch)| BranchPlace {
                file: *file,
                branch: *branch,
            })
            .filter(|place| self.of_branch(*place).is_some())
            .collect()
    }

    /// A key that survives edits elsewhere in both files:
    /// `shop.Cart#total():branch:vip#0:true + shop.Discount#rateFor(int):branch:expired#0:true`.
    pub fn key(self, pair: &CoupledPair) -> GoalKey {
        let caller = match pair.caller {
            CallerSide::Branch(place) => self.text(place),
            CallerSide::Entry(body) => format!("{}:entry", self.place(body)),
        };
        GoalKey(format!("{caller} + {}", self.text(pair.callee)).into())
    }

    /// The key of a triple: that of the pair with the call.
    pub fn strict_key(self, site_key: &str, pair: &CoupledPair) -> GoalKey {
        GoalKey(format!("{} @ {site_key}", self.key(pair).0).into())
    }

    fn text(self, place: BranchPlace) -> String {
        let key = self.of_branch(place);
        key.map_or_else(String::new, |key| key.0.to_string())
    }

    /// `shop.Cart#total(int)`.
    fn place(self, body: BodyId) -> String {
        let method = self.base.method(body);
        format!("{}#{}", method.class, method.signature())
    }

    /// One key per site: class, method, the call's text and its ordinal among equals in the method. The sites of one
    /// call have the same. `texts` are those of the files.
    pub fn site_keys(self, sites: &[CoupledSite], texts: &[&str]) -> Vec<Arc<str>> {
        let mut seen: BTreeMap<String, Vec<Span>> = BTreeMap::new();
        let one = |site: &CoupledSite| {
            let text = site.span.of(texts[site.body.file]);
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let key = format!("{}:call:{text}", self.place(site.body));
            let places = seen.entry(key.clone()).or_default();
            if !places.contains(&site.span) {
                places.push(site.span);
            }
            let ordinal = places.iter().position(|span| *span == site.span);
            format!("{key}#{}", ordinal.unwrap_or_default()).into()
        };
        sites.iter().map(one).collect()
    }

    /// Counts pairs without naming them.
    pub fn count<'s>(self, sites: impl IntoIterator<Item = &'s CoupledSite>) -> PairCount {
        let mut count = PairCount::default();
        let mut pairs = BTreeSet::new();
        let mut entries = BTreeSet::new();
        for site in sites {
            let found = self.pairs(site);
            if site.caller_branches.is_empty() {
                entries.extend(found);
                continue;
            }
            count.sites += usize::from(!found.is_empty());
            count.triples += found.len();
            pairs.extend(found);
        }
        count.pairs = pairs.len();
        count.entry_pairs = entries.len();
        count
    }
}

impl GoalSet {
    /// Coupled branches over a joined flow (`FileFlow::joined`), and no other goals.
    pub fn coupled(flow: Arc<FileFlow>, pairs: &[JoinedPair]) -> Self {
        let branch = |branch: Branch| {
            let text = &flow.predicate(branch.predicate).text;
            format!("`{text}` {}", branch.outcome)
        };
        let inner = |callee: Branch| {
            let method = flow.method(flow.predicate(callee.predicate).method);
            match method.kind {
                MethodKind::Method => format!("{} in {}()", branch(callee), method.name),
                _ => branch(callee),
            }
        };
        let coupled = pairs.iter().zip(0..).map(|(pair, order)| {
            let found = FoundGoal {
                method: pair.method,
                span: pair.span,
                text: branch(pair.branches.caller),
                detail: inner(pair.branches.callee),
                order,
                target: Target::Coupled(pair.branches),
            };
            (Criterion::Coupled, found)
        });
        let coupled = coupled.collect();
        let mut set = Self::of_found(flow, coupled);
        let keys: BTreeMap<_, _> = pairs
            .iter()
            .map(|pair| (pair.branches, &pair.key))
            .collect();
        for goal in &mut set.goals {
            if let Target::Coupled(branches) = goal.target
                && let Some(key) = keys.get(&branches)
            {
                goal.key = (*key).clone();
            }
        }
        set
    }
}
