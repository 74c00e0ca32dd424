//! All goals of a file: takes its flow and criteria, numbers and names what the criteria find, knows what each goal waits for.

use std::{collections::BTreeMap, sync::Arc};

use goalline_flow::{Branch, FileFlow};

use crate::{Criterion, Goal, GoalId, GoalKey, GoalSet, Target, goal::Found};

impl GoalSet {
    /// The goals of the given criteria. Bodies with a syntax error have none.
    pub fn of(flow: Arc<FileFlow>, criteria: &[Criterion]) -> Self {
        let found = |criterion: &Criterion| {
            let criterion = *criterion;
            criterion
                .goals(&flow)
                .into_iter()
                .map(move |found| (criterion, found))
        };
        let mut found: Vec<_> = criteria.iter().flat_map(found).collect();
        found.retain(|(_, found)| !flow.method(found.method).is_broken);
        // `true` before `false`, as people write it.
        let outcome = |found: &Found| match found.target {
            Target::Branch(branch) => Some(!branch.outcome),
            Target::Entry(_) => None,
        };
        found.sort_by_key(|(criterion, found)| (found.span, *criterion, outcome(found)));
        let mut keys = Keys::default();
        let goals = found
            .into_iter()
            .zip(0..)
            .map(|((criterion, found), id)| Goal {
                id: GoalId(id),
                key: keys.key(&flow, criterion, &found),
                criterion,
                method: found.method,
                span: found.span,
                text: found.text,
                target: found.target,
            });
        let goals: Vec<_> = goals.collect();
        Self { goals, flow }
    }

    /// The goal with this key.
    pub fn by_key(&self, key: &GoalKey) -> Option<&Goal> {
        self.goals.iter().find(|goal| goal.key == *key)
    }

    /// The goals of the branches on which this goal is directly control dependent: once any of them is covered, this one is within
    /// reach. Empty: it is from the start.
    pub fn depends(&self, id: GoalId) -> Vec<GoalId> {
        let Target::Branch(branch) = self.goal(id).target else {
            return Vec::new();
        };
        let controls = &self.flow.predicate(branch.predicate).controls;
        let goals = controls
            .iter()
            .filter_map(|control| self.of_branch(*control));
        goals.collect()
    }

    /// The goal of the branch criterion for this branch.
    pub fn of_branch(&self, branch: Branch) -> Option<GoalId> {
        let span = self.flow.predicate(branch.predicate).span;
        let from = self.goals.partition_point(|goal| goal.span < span);
        let same_place = self.goals[from..]
            .iter()
            .take_while(|goal| goal.span == span);
        let target = Target::Branch(branch);
        same_place
            .filter(|goal| goal.target == target)
            .map(|goal| goal.id)
            .next()
    }
}

/// Counts equal texts, so that each goal of a method has a key of its own.
#[derive(Default)]
struct Keys {
    seen: BTreeMap<String, usize>,
}

impl Keys {
    fn key(&mut self, flow: &FileFlow, criterion: Criterion, found: &Found) -> GoalKey {
        let method = flow.method(found.method);
        let place = format!(
            "{}#{}:{}",
            method.class,
            method.signature(),
            criterion.name()
        );
        let (mut stem, outcome) = match found.target {
            Target::Branch(branch) => (
                format!("{place}:{}", found.text),
                if branch.outcome { ":true" } else { ":false" },
            ),
            Target::Entry(_) => (format!("{place}:entry"), ""),
        };
        let count = self.seen.entry(format!("{stem}{outcome}")).or_default();
        stem.push_str(&format!("#{count}{outcome}"));
        *count += 1;
        GoalKey(stem.into())
    }
}
