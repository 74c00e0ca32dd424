//! The dependencies of a file's goals in flat tables: takes a `GoalSet`, gives what fitness and the choice of targets
//! look up.

use goalline_flow::{Branch, FileFlow};
use goalline_goals::{Goal, GoalId, GoalSet, Target};

use crate::goals::pair_prerequisites::PairsByBranches;

/// Marks "no such thing" in the tables.
const NONE: u32 = u32::MAX;

/// Lists of numbers, one per index, stored in one vector.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub(crate) fn collect(lists: impl Iterator<Item = impl IntoIterator<Item = u32>>) -> Self {
        let mut all = Self {
            starts: vec![0],
            items: Vec::new(),
        };
        for list in lists {
            all.items.extend(list);
            all.starts.push(all.items.len() as u32);
        }
        all
    }

    /// The list at this index.
    pub(crate) fn get(&self, index: usize) -> &[u32] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// A way into a method: from a call, or from the body around a lambda.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entrance {
    /// The method entered.
    pub callee: u32,
    /// The method it is entered from.
    pub caller: u32,
    /// Control dependences to the caller's entry when the caller was not entered.
    pub depth: f64,
}

/// A branch as one number: `2 * predicate + outcome`.
pub(crate) fn branch_index(branch: Branch) -> u32 {
    branch.predicate.0 * 2 + u32::from(branch.outcome)
}

/// Flat tables over one file's flow and goals.
#[derive(Debug)]
pub(crate) struct GoalGraph {
    /// Per predicate: the branches it depends on (itself left out).
    pub controls: Lists,
    /// Per predicate: control dependences to the entry of its method, itself counted.
    pub depth: Vec<f64>,
    /// Per predicate: its method.
    pub method: Vec<u32>,
    /// Per method: its lines, in their order.
    lines: Lists,
    /// Per predicate: how many lines of its method begin before it or where it stands.
    lines_before: Vec<u32>,
    /// All ways into methods.
    pub entrances: Vec<Entrance>,
    /// Per entrance: the branches it depends on.
    pub entrance_controls: Lists,
    /// Per goal: those that depend on it.
    dependents: Lists,
    /// Per goal: those of which any leads to it.
    pub parents: Lists,
    /// Per goal: whether it is within reach from the start: the entry of its method leads to it, or a branch that is
    /// no goal.
    pub is_root_goal: Vec<bool>,
    /// Per method: whether a test can call it by itself.
    pub is_callable: Vec<bool>,
    /// Number of methods.
    pub methods: usize,
    goal_of_branch: Vec<u32>,
    goal_of_entry: Vec<u32>,
}

impl GoalGraph {
    /// Builds the tables.
    pub(crate) fn new(goals: &GoalSet) -> Self {
        let flow = &*goals.flow;
        let controls = Lists::collect(flow.predicates.iter().map(|predicate| {
            let own = predicate.id.0;
            predicate
                .controls
                .iter()
                .map(|b| branch_index(*b))
                .filter(move |b| b / 2 != own)
        }));
        // Branches that come later in the source lead here over a loop's way back; the first time, the entry leads
        // here.
        let is_root: Vec<bool> = (0..flow.predicates.len())
            .map(|at| {
                controls
                    .get(at)
                    .iter()
                    .all(|branch| *branch as usize / 2 > at)
            })
            .collect();
        let depth = depths(&controls, &is_root);
        let lines = lines_of_methods(flow);
        let (entrances, entrance_controls) = entrances(flow, &depth);
        let mut goal_of_branch = vec![NONE; flow.predicates.len() * 2];
        let mut goal_of_entry = vec![NONE; flow.methods.len()];
        for goal in &goals.goals {
            match goal.target {
                Target::Branch(branch) => goal_of_branch[branch_index(branch) as usize] = goal.id.0,
                Target::Entry(method) => goal_of_entry[method.0 as usize] = goal.id.0,
                _ => {}
            }
        }
        let known = |branch: Branch| {
            Some(goal_of_branch[branch_index(branch) as usize]).filter(|goal| *goal != NONE)
        };
        let (parents, is_root_goal) = places(goals, known);
        let mut dependents = vec![Vec::new(); goals.goals.len()];
        for goal in 0..goals.goals.len() {
            for parent in parents.get(goal) {
                dependents[*parent as usize].push(goal as u32);
            }
        }
        Self {
            controls,
            depth,
            method: flow.predicates.iter().map(|it| it.method.0).collect(),
            lines_before: lines_before(flow, &lines),
            lines,
            entrances,
            entrance_controls,
            dependents: Lists::collect(dependents.into_iter()),
            parents,
            is_root_goal,
            is_callable: flow
                .methods
                .iter()
                .map(|method| method.is_callable)
                .collect(),
            methods: flow.methods.len(),
            goal_of_branch,
            goal_of_entry,
        }
    }

    /// The lines of its method that begin before a predicate or where it stands.
    pub(crate) fn way_to(&self, predicate: usize) -> &[u32] {
        let own = self.lines.get(self.method[predicate] as usize);
        &own[..self.lines_before[predicate] as usize]
    }

    /// Number of predicates.
    pub(crate) fn predicates(&self) -> usize {
        self.method.len()
    }

    /// The goal of this branch.
    pub(crate) fn branch_goal(&self, branch: u32) -> Option<GoalId> {
        Some(GoalId(self.goal_of_branch[branch as usize])).filter(|goal| goal.0 != NONE)
    }

    /// The goal "this method was entered".
    pub(crate) fn entry_goal(&self, method: u32) -> Option<GoalId> {
        Some(GoalId(self.goal_of_entry[method as usize])).filter(|goal| goal.0 != NONE)
    }

    /// The goals that depend on this one; none on one that came up while tests ran.
    pub(crate) fn dependents_of(&self, goal: GoalId) -> &[u32] {
        let at = goal.0 as usize;
        if at < self.is_root_goal.len() {
            self.dependents.get(at)
        } else {
            &[]
        }
    }

    /// The distance of what nothing leads to: above every distance that something leads to.
    pub(crate) fn worst(&self) -> f64 {
        (2 * (self.predicates() + self.methods) + 2) as f64
    }
}

/// Per goal those that lead to it, and whether nothing has to.
///
/// A place waits for one of the branches that it depends on (those of its own predicate left out). A pair ⟨r, e⟩
/// waits for r and, where e depends on branches e′ in its method, for one of the pairs ⟨r, e′⟩: our own reading of
/// dynamic targets (Panichella, Kifetew, Tonella 2018, Algorithm 2) for coupled branches, which the paper seeks all
/// at once.
fn places(goals: &GoalSet, goal_of: impl Fn(Branch) -> Option<u32> + Copy) -> (Lists, Vec<bool>) {
    let pairs = PairsByBranches::of(goals);
    let mut is_root_goal = Vec::with_capacity(goals.goals.len());
    let parents = goals.goals.iter().map(|goal| {
        let found = match goal.target {
            Target::Coupled(pair) => pairs.parents(&goals.flow, pair, goal_of),
            _ => before(goals, goal, goal_of),
        };
        is_root_goal.push(found.is_none());
        found.unwrap_or_default()
    });
    let parents = Lists::collect(parents.collect::<Vec<_>>().into_iter());
    (parents, is_root_goal)
}

/// The goals of the branches on which a place depends; none where its method's entry leads to it, or a branch that is
/// no goal.
fn before(
    goals: &GoalSet,
    goal: &Goal,
    goal_of: impl Fn(Branch) -> Option<u32>,
) -> Option<Vec<u32>> {
    let own = goal.target.branch().map(|branch| branch.predicate);
    let controls = goals.controls(goal.target).iter();
    let controls = controls.filter(|branch| Some(branch.predicate) != own);
    let is_later = |branch: Branch| match own {
        Some(own) => branch.predicate > own,
        None => goals.flow.predicate(branch.predicate).span.start > goal.span.start,
    };
    if controls.clone().all(|branch| is_later(*branch)) {
        return None;
    }
    controls.map(|branch| goal_of(*branch)).collect()
}

/// Per method: its lines, in their order.
fn lines_of_methods(flow: &FileFlow) -> Lists {
    let mut lines = vec![Vec::new(); flow.methods.len()];
    for (line, at) in flow.lines.iter().zip(0..) {
        lines[line.method.0 as usize].push(at);
    }
    Lists::collect(lines.into_iter())
}

/// Per predicate: how many lines the flow may pass on its way to it.
fn lines_before(flow: &FileFlow, lines: &Lists) -> Vec<u32> {
    let before = flow.predicates.iter().map(|predicate| {
        let own = lines.get(predicate.method.0 as usize);
        let is_before = |line: &u32| flow.lines[*line as usize].span.start <= predicate.span.start;
        own.partition_point(is_before) as u32
    });
    before.collect()
}

/// Shortest number of control dependences from each predicate to its method's entry.
fn depths(controls: &Lists, is_root: &[bool]) -> Vec<f64> {
    let count = is_root.len();
    let mut depth: Vec<f64> = is_root
        .iter()
        .map(|root| if *root { 1.0 } else { f64::INFINITY })
        .collect();
    loop {
        let mut changed = false;
        for at in 0..count {
            for branch in controls.get(at) {
                let through = depth[*branch as usize / 2] + 1.0;
                if through < depth[at] {
                    depth[at] = through;
                    changed = true;
                }
            }
        }
        if !changed {
            return depth;
        }
    }
}

fn entrances(flow: &FileFlow, depth: &[f64]) -> (Vec<Entrance>, Lists) {
    let mut entrances = Vec::new();
    let mut controls: Vec<Vec<u32>> = Vec::new();
    for site in &flow.call_sites {
        let is_earlier =
            |branch: &&Branch| flow.predicate(branch.predicate).span.start < site.span.start;
        let is_root = !site.controls.iter().any(|branch| is_earlier(&branch));
        let own: Vec<u32> = if is_root {
            Vec::new()
        } else {
            site.controls
                .iter()
                .map(|branch| branch_index(*branch))
                .collect()
        };
        let least = own
            .iter()
            .map(|branch| depth[*branch as usize / 2])
            .reduce(f64::min);
        for callee in &site.callees {
            entrances.push(Entrance {
                callee: callee.0,
                caller: site.caller.0,
                depth: least.unwrap_or(0.0),
            });
            controls.push(own.clone());
        }
    }
    for method in &flow.methods {
        if let Some(around) = method.enclosing {
            entrances.push(Entrance {
                callee: method.id.0,
                caller: around.0,
                depth: 0.0,
            });
            controls.push(Vec::new());
        }
    }
    (entrances, Lists::collect(controls.into_iter()))
}
