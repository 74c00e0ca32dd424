//! The focused choice of a callable under test: takes what is still open per method, gives callables that may reach it.

use std::collections::{BTreeMap, BTreeSet};

use goalline_goals::{GoalId, GoalSet};
use goalline_testcase::{CallableId, TestCluster};
use rand::{Rng, seq::IndexedRandom};

use crate::{CallableChoice, goals::graph::GoalGraph};

/// Calls away from a test at which a method still counts as reached.
const REACH: u32 = 4;

/// Weight of an open goal that a method reaches through a call of what a test cannot call itself.
const HIDDEN: f64 = 0.7;

/// Weight per call of an open goal in a method that a test can call itself.
const DIRECT: f64 = 0.2;

/// Tries to choose a callable that is not avoided.
const TRIES: usize = 4;

/// Share of choices that are made among all callables, whatever is open.
const UNFOCUSED: f64 = 0.15;

/// Chooses callables under test.
#[derive(Debug)]
pub(crate) struct Focus {
    choice: CallableChoice,
    callables: Vec<CallableId>,
    /// Per callable: the methods it may reach, with a weight.
    reach: Vec<Vec<(u32, f64)>>,
    /// Per callable: the method that it calls.
    entered: Vec<Option<u32>>,
    /// Per method: those it calls.
    calls: Vec<Vec<u32>>,
    /// Running sums of the weights.
    sums: Vec<f64>,
    /// Those that lead nowhere.
    avoided: BTreeSet<CallableId>,
    methods: usize,
}

impl Focus {
    /// Works out what each callable under test reaches.
    pub(crate) fn new(cluster: &TestCluster, graph: &GoalGraph, choice: CallableChoice) -> Self {
        let callables = cluster.under_test().to_vec();
        let mut is_direct = vec![false; graph.methods];
        for callable in &callables {
            if let Some(method) = cluster.callable(*callable).method {
                is_direct[method.0 as usize] = true;
            }
        }
        let mut calls = vec![Vec::new(); graph.methods];
        for entrance in &graph.entrances {
            calls[entrance.caller as usize].push(entrance.callee);
        }
        let method = |callable: &CallableId| cluster.callable(*callable).method;
        let entered: Vec<Option<u32>> = callables
            .iter()
            .map(|callable| method(callable).map(|it| it.0))
            .collect();
        let reach = entered.iter().map(|method| match method {
            Some(method) => reached(*method, &calls, &is_direct),
            None => Vec::new(),
        });
        Self {
            choice,
            reach: reach.collect(),
            entered,
            calls,
            sums: Vec::with_capacity(callables.len()),
            avoided: BTreeSet::new(),
            callables,
            methods: graph.methods,
        }
    }

    /// All callables under test, in source order.
    pub(crate) fn callables(&self) -> &[CallableId] {
        &self.callables
    }

    /// These methods and all that lead to one of them, through however many calls.
    pub(crate) fn leading(&self, methods: &BTreeSet<u32>) -> BTreeSet<u32> {
        let mut leading = methods.clone();
        loop {
            let calls = self.calls.iter().zip(0..);
            let more = calls.filter(|(callees, caller)| {
                !leading.contains(caller) && callees.iter().any(|it| leading.contains(it))
            });
            let more: Vec<u32> = more.map(|(_, caller)| caller).collect();
            if more.is_empty() {
                break;
            }
            leading.extend(more);
        }
        leading
    }

    /// The callables that enter one of these methods, in source order.
    pub(crate) fn entering(&self, methods: &BTreeSet<u32>) -> Vec<CallableId> {
        let found = self.callables.iter().zip(&self.entered);
        let found = found.filter(|(_, method)| method.is_some_and(|it| methods.contains(&it)));
        found.map(|(callable, _)| *callable).collect()
    }

    /// Weighs the callables anew by the goals that are open.
    pub(crate) fn update(&mut self, goals: &GoalSet, open: impl Iterator<Item = GoalId>) {
        let mut per_method = vec![0.0_f64; self.methods];
        for goal in open {
            per_method[goals.goal(goal).method.0 as usize] += 1.0;
        }
        self.sums.clear();
        let mut sum = 0.0;
        for reach in &self.reach {
            let weight: f64 = reach
                .iter()
                .map(|(method, weight)| per_method[*method as usize] * weight)
                .sum();
            sum += match self.choice {
                // The root keeps a method with hundreds of goals from starving the others.
                CallableChoice::Weighted => weight.sqrt(),
                CallableChoice::Uniform => 1.0,
                CallableChoice::Open => f64::from(u8::from(weight > 0.0)),
            };
            self.sums.push(sum);
        }
    }

    /// From now on the callable is chosen only where nothing else comes up.
    pub(crate) fn avoid(&mut self, callable: CallableId) {
        self.avoided.insert(callable);
    }

    /// A callable under test, more likely one that reaches open goals.
    pub(crate) fn choose(&self, rng: &mut impl Rng) -> Option<CallableId> {
        let mut chosen = self.draw(rng);
        for _ in 0..TRIES {
            match chosen {
                Some(callable) if self.avoided.contains(&callable) => chosen = self.draw(rng),
                _ => break,
            }
        }
        chosen
    }

    fn draw(&self, rng: &mut impl Rng) -> Option<CallableId> {
        let total = self.sums.last().copied().unwrap_or(0.0);
        if total <= 0.0 || (self.choice == CallableChoice::Weighted && rng.random_bool(UNFOCUSED)) {
            return self.callables.choose(rng).copied();
        }
        let point = rng.random::<f64>() * total;
        let at = self.sums.partition_point(|sum| *sum <= point);
        self.callables.get(at).or(self.callables.last()).copied()
    }
}

fn reached(from: u32, calls: &[Vec<u32>], is_direct: &[bool]) -> Vec<(u32, f64)> {
    let mut weights = BTreeMap::from([(from, 1.0)]);
    let mut edge = vec![(from, 1.0)];
    for _ in 0..REACH {
        let mut next = Vec::new();
        for (method, weight) in edge {
            for callee in &calls[method as usize] {
                let weight = weight
                    * if is_direct[*callee as usize] {
                        DIRECT
                    } else {
                        HIDDEN
                    };
                let known = weights.entry(*callee).or_insert(0.0);
                if weight > *known {
                    *known = weight;
                    next.push((*callee, weight));
                }
            }
        }
        edge = next;
    }
    weights.into_iter().collect()
}
