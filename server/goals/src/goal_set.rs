//! All goals of a file: takes its flow and criteria, numbers and names what the criteria find, knows what each goal
//! waits for.

use std::{collections::BTreeMap, sync::Arc};

use goalline_flow::{Branch, FileFlow, MethodId, PredicateKind};

use crate::{
    Criterion, Discovered, Goal, GoalId, GoalKey, Target, criteria::exception::discovered,
    goal::FoundGoal,
};

/// The goals of one file, with the flow they were made from. Clones share what is discovered.
#[derive(Clone, Debug, Default)]
pub struct GoalSet {
    /// What the text tells of: by `GoalId`, in source order.
    pub goals: Vec<Goal>,
    /// The flow of the file.
    pub flow: Arc<FileFlow>,
    /// Goals that came up while tests ran; their numbers go on where those of `goals` end.
    pub discovered: Arc<Discovered>,
    /// Whether exceptions that leave direct calls become goals (exception coverage was asked for).
    pub discovers: bool,
}

impl GoalSet {
    /// The goal with this number.
    pub fn goal(&self, id: GoalId) -> &Goal {
        let at = id.0 as usize;
        match self.goals.get(at) {
            Some(goal) => goal,
            None => self.discovered.goal(at - self.goals.len()),
        }
    }

    /// All goals, those discovered so far at the end.
    pub fn all(&self) -> impl Iterator<Item = &Goal> {
        self.goals.iter().chain(self.discovered.goals())
    }
}

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
        let found = criteria.iter().flat_map(found).collect();
        Self {
            discovers: criteria.contains(&Criterion::Exception),
            ..Self::of_found(flow, found)
        }
    }

    /// The same goals, and behind them those of the branches, without keys that mean anything outside of a search.
    #[must_use]
    pub fn with_branches(&self, branches: &[Branch]) -> Self {
        let from = self.goals.len() as u32;
        let goal = |(branch, id): (&Branch, u32)| {
            let predicate = self.flow.predicate(branch.predicate);
            Goal {
                id: GoalId(id),
                key: GoalKey(format!("{id}").into()),
                criterion: Criterion::Branch,
                method: predicate.method,
                span: predicate.span,
                text: predicate.text.clone(),
                detail: String::new(),
                is_loop: predicate.kind == PredicateKind::ForEach,
                target: Target::Branch(*branch),
            }
        };
        let branches = branches.iter().zip(from..).map(goal);
        Self {
            goals: self.goals.iter().cloned().chain(branches).collect(),
            flow: self.flow.clone(),
            ..Self::default()
        }
    }

    pub(crate) fn of_found(flow: Arc<FileFlow>, mut found: Vec<(Criterion, FoundGoal)>) -> Self {
        found.retain(|(_, found)| {
            let method = flow.method(found.method);
            !method.is_broken && method.exempt.is_none()
        });
        found.sort_by_key(|(criterion, found)| (found.span, *criterion, found.order));
        let mut keys = Keys::new(&flow);
        let goals = found
            .into_iter()
            .zip(0..)
            .map(|((criterion, found), id)| Goal {
                id: GoalId(id),
                key: keys.key(criterion, &found),
                criterion,
                method: found.method,
                span: found.span,
                text: found.text,
                detail: found.detail.trim_start_matches(':').to_owned(),
                is_loop: found.target.branch().is_some_and(|branch| {
                    flow.predicate(branch.predicate).kind == PredicateKind::ForEach
                }),
                target: found.target,
            });
        let goals: Vec<_> = goals.collect();
        Self {
            goals,
            flow,
            ..Self::default()
        }
    }

    /// The goal that an exception of this class (binary name) leaves a direct call of the method; a new one, after
    /// all others, where it was not known.
    pub fn discover(&self, method: MethodId, class: &str) -> GoalId {
        if let Some(known) = self.discovered.find(method, class) {
            return known.id;
        }
        let exception = self.discovered.exception_id(class);
        let found = discovered(self.flow.method(method), exception, class);
        let id = GoalId((self.goals.len() + self.discovered.goals().count()) as u32);
        self.discovered.push(Goal {
            id,
            key: Keys::new(&self.flow).key(Criterion::Exception, &found),
            criterion: Criterion::Exception,
            method,
            span: found.span,
            text: found.text,
            detail: class.to_owned(),
            is_loop: false,
            target: found.target,
        });
        id
    }

    /// The goal with this key.
    pub fn by_key(&self, key: &GoalKey) -> Option<&Goal> {
        self.all().find(|goal| goal.key == *key)
    }

    /// The goals of the branches on which this goal is directly control dependent: once any of them is covered, this
    /// one is within reach. Empty: it is from the start.
    pub fn depends(&self, id: GoalId) -> Vec<GoalId> {
        let controls = self.controls(self.goal(id).target);
        let goals = controls
            .iter()
            .filter_map(|control| self.of_branch(*control));
        goals.collect()
    }

    /// The branches on which the place of a target is directly control dependent.
    pub fn controls(&self, target: Target) -> &[Branch] {
        match target {
            Target::Branch(branch) | Target::DirectBranch(branch) => {
                &self.flow.predicate(branch.predicate).controls
            }
            Target::Line(line) => &self.flow.lines[line as usize].controls,
            Target::Weak(mutant) | Target::Strong(mutant) => {
                &self.flow.operation(mutant.operation()).controls
            }
            Target::Entry(_)
            | Target::DirectEntry(_)
            | Target::Called(_)
            | Target::Returned(_)
            | Target::Threw(..)
            | Target::Output(..)
            | Target::Coupled(_) => &[],
        }
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
struct Keys<'a> {
    flow: &'a FileFlow,
    /// `shop.Cart#total(int)`, made once per method.
    places: BTreeMap<MethodId, String>,
    /// The first key of each kind, with how often it was wanted.
    seen: BTreeMap<Arc<str>, usize>,
}

impl<'a> Keys<'a> {
    fn new(flow: &'a FileFlow) -> Self {
        Self {
            flow,
            places: BTreeMap::new(),
            seen: BTreeMap::new(),
        }
    }

    fn key(&mut self, criterion: Criterion, found: &FoundGoal) -> GoalKey {
        let place = self.places.entry(found.method).or_insert_with(|| {
            let method = self.flow.method(found.method);
            format!("{}#{}", method.class, method.signature())
        });
        let text = match found.target {
            Target::Entry(_) | Target::DirectEntry(_) => "entry",
            Target::Called(_) => "called",
            Target::Returned(_) => "returned",
            Target::Threw(..) => "threw",
            Target::Output(..) => "output",
            _ => found.text.as_str(),
        };
        let (name, detail) = (criterion.name(), &found.detail);
        let key = |ordinal: usize| format!("{place}:{name}:{text}#{ordinal}{detail}").into();
        let first: Arc<str> = key(0);
        let count = self.seen.entry(first.clone()).or_default();
        *count += 1;
        GoalKey(if *count == 1 { first } else { key(*count - 1) })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use expect_test::{Expect, expect};
    use goalline_syntax::JavaFile;

    use super::*;

    fn goals(java: &str) -> GoalSet {
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
        GoalSet::of(flow, &[Criterion::Branch])
    }

    /// Each goal with the goals it waits for.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "`check(java, expect![..])` reads best"
    )]
    fn check(java: &str, expected: Expect) {
        let set = goals(java);
        let line = |goal: &Goal| {
            let waits: Vec<_> = set
                .depends(goal.id)
                .iter()
                .map(|id| set.goal(*id).key.0.to_string())
                .collect();
            let waits = if waits.is_empty() {
                String::new()
            } else {
                format!(" <- {waits:?}")
            };
            format!("{}{waits}\n", goal.key.0)
        };
        expected.assert_eq(&set.goals.iter().map(line).collect::<String>());
    }

    #[test]
    fn each_outcome_is_a_goal_and_waits_for_the_branch_above_it() {
        check(
            "package shop; class Cart { int total(int a) { if (a > 0 && b) return 1; return a > 0 ? 2 : 3; } }",
            expect![[r#"
                shop.Cart#total(int):branch:a > 0#0:true
                shop.Cart#total(int):branch:a > 0#0:false
                shop.Cart#total(int):branch:b#0:true <- ["shop.Cart#total(int):branch:a > 0#0:true"]
                shop.Cart#total(int):branch:b#0:false <- ["shop.Cart#total(int):branch:a > 0#0:true"]
                shop.Cart#total(int):branch:a > 0#1:true <- ["shop.Cart#total(int):branch:a > 0#0:false", "shop.Cart#total(int):branch:b#0:false"]
                shop.Cart#total(int):branch:a > 0#1:false <- ["shop.Cart#total(int):branch:a > 0#0:false", "shop.Cart#total(int):branch:b#0:false"]
            "#]],
        );
    }

    #[test]
    fn labels_are_goals_when_chosen_only() {
        check(
            "class A { void f() { switch (k) { case 1: x(); case 2: if (a) y(); } } }",
            expect![[r#"
                A#f():branch:switch#0:true
                A#f():branch:1#0:true
                A#f():branch:2#0:true
                A#f():branch:a#0:true <- ["A#f():branch:1#0:true", "A#f():branch:2#0:true"]
                A#f():branch:a#0:false <- ["A#f():branch:1#0:true", "A#f():branch:2#0:true"]
            "#]],
        );
    }

    #[test]
    fn methods_without_predicates_have_their_entry_but_lambdas_and_initialisers_have_none() {
        check(
            "class A { A() { x(() -> 1); } int f() { return 1; } static { x(); } abstract void g(); interface I { default void h() { } } }",
            expect![[r#"
                A#<init>():branch:entry#0
                A#f():branch:entry#0
                A$I#h():branch:entry#0
            "#]],
        );
    }

    #[test]
    fn keys_stay_the_same_when_another_method_comes_in() {
        let method =
            "int f(String s) { if (s == null || s.isEmpty()) return 1; return s == null ? 2 : 3; }";
        let keys = |java: &str| -> BTreeSet<GoalKey> {
            goals(java).goals.into_iter().map(|goal| goal.key).collect()
        };
        let before = keys(&format!("class A {{ {method} }}"));
        let after = keys(&format!(
            "class A {{ int g() {{ return 1; }}\n\n{method} }}"
        ));
        assert_eq!(before.len(), 6);
        assert!(before.is_subset(&after), "{before:?} {after:?}");
    }

    #[test]
    fn keys_are_unique_even_for_lambdas_of_overloads() {
        let set = goals(
            "class A { void f() { x(() -> a > 0 || a > 0); } void f(int i) { x(() -> a > 0); } A() { if (b) x(); } { if (b) y(); } }",
        );
        let keys: BTreeSet<_> = set.goals.iter().map(|goal| &goal.key).collect();
        assert_eq!((set.goals.len(), keys.len()), (12, 12));
        for goal in &set.goals {
            assert_eq!(set.by_key(&goal.key).map(|found| found.id), Some(goal.id));
        }
    }

    #[test]
    fn broken_members_have_no_goals() {
        check(
            "class A { void f() { if (a) x(; } void g() { if (b) y(); } }",
            expect![[r#"
                A#g():branch:b#0:true
                A#g():branch:b#0:false
            "#]],
        );
    }

    #[test]
    fn every_criterion_is_found_by_its_name() {
        for criterion in Criterion::all() {
            assert_eq!(Criterion::named(criterion.name()), Some(criterion));
        }
        assert_eq!(Criterion::named("no such"), None);
    }
}
