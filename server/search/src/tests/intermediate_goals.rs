//! Intermediate goals to pairs, which pair waits for which, and covering methods that lead nowhere: worked examples by
//! hand.

use std::{collections::BTreeSet, sync::Arc};

use goalline_flow::{CallSite, FileFlow, MethodId, PredicateId};
use goalline_goals::{CoupledBranches, GoalId, GoalKey, GoalSet, JoinedPair};
use goalline_syntax::JavaFile;
use goalline_testcase::{CallableId, Statement, StatementKind, TestCase, Trace};

use super::{
    coupled::{SET, branch, goals},
    subject::{MiniSubject, MiniValue},
};
use crate::{
    CallableChoice, Fitness,
    coupled::{covering_methods::Covering, intermediate_goals::with_intermediate_goals},
    goals::targets::{IntermediateSteps, TargetPlan, TargetPolicy, Targets},
    operators::callable_choice::Focus,
};

fn targets(
    (goals, fitness): (&GoalSet, &Fitness),
    wanted: &[GoalId],
    (sought, steps): (TargetPolicy, IntermediateSteps),
) -> Targets {
    let plan = TargetPlan {
        sought,
        most_columns: usize::MAX,
        steps,
    };
    Targets::new(goals, fitness.graph(), wanted, plan)
}

/// The columns' goals: the caller's branch on its own has number 2.
fn dynamic_states(covered: &[u32]) -> Vec<u32> {
    let pairs = goals();
    let wanted = [GoalId(0), GoalId(1)];
    let (goals, steps) = with_intermediate_goals(&pairs, &wanted).expect("pairs are wanted");
    let fitness = Fitness::new(&goals);
    let mut targets = targets((&goals, &fitness), &wanted, (TargetPolicy::Dynamic, steps));
    for goal in covered {
        targets.cover(fitness.graph(), GoalId(*goal));
    }
    assert_eq!(
        targets.open(),
        2 - covered.iter().filter(|it| **it < 2).count()
    );
    targets.active().map(|(_, goal)| goal.0).collect()
}

#[test]
fn dynamic_targets_seek_the_callers_branch_first_then_the_callees_branches_from_outside_in() {
    // By hand: ⟨a, x⟩ waits for a, and ⟨a, y⟩, where y is reached through x, for ⟨a, x⟩.
    assert_eq!(dynamic_states(&[]), [2]);
    assert_eq!(dynamic_states(&[2]), [0]);
    assert_eq!(dynamic_states(&[2, 0]), [1]);
    assert_eq!(dynamic_states(&[2, 0, 1]), [0; 0]);
}

/// Two pairs and the caller's branch as a step, sought all at once with so many columns.
fn late_targets(most_columns: usize) -> (Fitness, Targets) {
    let pairs = goals();
    let wanted = [GoalId(0), GoalId(1)];
    let (goals, steps) = with_intermediate_goals(&pairs, &wanted).expect("pairs are wanted");
    let plan = TargetPlan {
        sought: TargetPolicy::All,
        most_columns,
        steps,
    };
    let fitness = Fitness::new(&goals);
    let targets = Targets::new(&goals, fitness.graph(), &wanted, plan);
    (fitness, targets)
}

fn active(targets: &Targets) -> BTreeSet<u32> {
    targets.active().map(|(_, goal)| goal.0).collect()
}

#[test]
fn pairs_that_are_sought_all_at_once_have_the_callers_branch_beside_them_while_no_further_one_gets_covered()
 {
    let (fitness, mut targets) = late_targets(usize::MAX);
    let graph = fitness.graph();
    assert_eq!(active(&targets), BTreeSet::from([0, 1]));
    assert!(!targets.has_steps());
    targets.seek_steps();
    assert_eq!(active(&targets), BTreeSet::from([0, 1, 2]));
    assert!(targets.has_steps());
    targets.cover(graph, GoalId(1));
    assert_eq!((active(&targets), targets.open()), (BTreeSet::from([0]), 1));
    targets.seek_steps();
    assert_eq!(
        (active(&targets), targets.open()),
        (BTreeSet::from([0, 2]), 1)
    );
    // Covered, it is sought no more, whatever becomes of the pairs; tests that cover it are of use.
    targets.cover(graph, GoalId(2));
    targets.seek_steps();
    assert_eq!((active(&targets), targets.open()), (BTreeSet::from([0]), 1));
    assert!(targets.has_steps());
    targets.reopen(GoalId(1));
    assert_eq!(
        (active(&targets), targets.open()),
        (BTreeSet::from([0, 1]), 2)
    );
}

#[test]
fn a_late_step_has_a_column_in_every_turn_however_many_pairs_there_are_and_leaves_it_to_them_when_it_rests()
 {
    let (fitness, mut targets) = late_targets(2);
    assert!(!targets.is_turn_due());
    targets.seek_steps();
    assert!(targets.is_turn_due());
    let mut sought = BTreeSet::new();
    for _ in 0..2 {
        targets.take_turns();
        assert!(active(&targets).contains(&2));
        sought.extend(active(&targets));
    }
    assert_eq!(sought, BTreeSet::from([0, 1, 2]));
    assert!(!targets.is_turn_due());
    let pair = targets.active().find(|(_, goal)| goal.0 < 2);
    let (_, pair) = pair.expect("a pair has the other column");
    targets.cover(fitness.graph(), pair);
    assert!(targets.is_turn_due());
    targets.take_turns();
    assert_eq!(active(&targets), BTreeSet::from([1 - pair.0]));
}

#[test]
fn late_steps_that_would_take_more_than_half_of_the_columns_have_turns_like_all_others() {
    let (_, mut targets) = late_targets(1);
    targets.seek_steps();
    let mut turns = Vec::new();
    for _ in 0..3 {
        targets.take_turns();
        turns.extend(active(&targets));
    }
    turns.sort_unstable();
    assert_eq!(turns, [0, 1, 2]);
}

/// A pair whose caller is called where `d` is true, and calls before it what may throw, by `c`: the pair, then the
/// steps `a`, `d`, `c` and not `c`.
fn way() -> (GoalSet, IntermediateSteps) {
    let outer = "class R { void f() { check(); if (a) e.g(); } void check() { if (c) throw new Error(); } void after() { if (d) f(); } }";
    let flow = FileFlow::of(&JavaFile::parse(outer));
    let inner = FileFlow::of(&JavaFile::parse("class E { void g() { if (x) z(); } }"));
    let (flow, raised) = FileFlow::joined(&[(&flow, outer.len()), (&inner, 40)]);
    let number = |text: &str| {
        let found = flow.predicates.iter().find(|it| it.text == text);
        found.expect("it stands there").id
    };
    let pair = JoinedPair {
        branches: CoupledBranches {
            caller: branch(number("a").0),
            callee: raised[1].branch(branch(0)),
        },
        key: GoalKey("a + x".into()),
        method: MethodId(0),
        span: goalline_syntax::Span::new(0, 1),
    };
    let (a, c, d) = (number("a"), number("c"), number("d"));
    let pairs = GoalSet::coupled(Arc::new(flow), &[pair]);
    let (goals, steps) = with_intermediate_goals(&pairs, &[GoalId(0)]).expect("a pair is wanted");
    let intermediate: Vec<(PredicateId, bool)> = goals.goals[1..]
        .iter()
        .filter_map(|goal| goal.target.branch())
        .map(|it| (it.predicate, it.outcome))
        .collect();
    // By hand: f is called by a test or where d is true; check() before the condition may throw, and either way is a
    // step.
    assert_eq!(intermediate, [(a, true), (d, true), (c, true), (c, false)]);
    assert_eq!(steps.first_before, GoalId(3));
    (goals, steps)
}

#[test]
fn what_is_called_on_the_way_is_sought_until_the_first_pair_is_covered() {
    let (goals, steps) = way();
    let fitness = Fitness::new(&goals);
    let mut targets = targets(
        (&goals, &fitness),
        &[GoalId(0)],
        (TargetPolicy::Dynamic, steps),
    );
    assert_eq!(active(&targets), BTreeSet::from([1, 2, 3, 4]));
    targets.cover(fitness.graph(), GoalId(0));
    assert_eq!(active(&targets), BTreeSet::from([1, 2]));
    // The only pair turns out not to be covered: the way to one is sought again.
    targets.reopen(GoalId(0));
    assert_eq!(active(&targets), BTreeSet::from([0, 1, 2, 3, 4]));
}

#[test]
fn late_steps_before_the_first_pair_are_sought_until_it_is_covered_and_the_others_whenever_they_help()
 {
    let (goals, steps) = way();
    let fitness = Fitness::new(&goals);
    let mut targets = targets((&goals, &fitness), &[GoalId(0)], (TargetPolicy::All, steps));
    targets.seek_steps();
    assert_eq!(active(&targets), BTreeSet::from([0, 1, 2, 3, 4]));
    assert!(targets.cover(fitness.graph(), GoalId(0)));
    assert!(
        !targets.cover(fitness.graph(), GoalId(0)),
        "it is not covered anew when it is confirmed"
    );
    assert_eq!(active(&targets), BTreeSet::new());
    targets.seek_steps();
    assert_eq!(active(&targets), BTreeSet::from([1, 2]));
    targets.reopen(GoalId(0));
    targets.seek_steps();
    assert_eq!(active(&targets), BTreeSet::from([0, 1, 2, 3, 4]));
}

/// Two methods lead to the pair, of which one needs what a test does not give it.
const TWO_WAYS: MiniSubject = MiniSubject {
    java: "package shop; class Subject { int x; void h() { f(1); } void f(int a) { if (a == 321) Callee.g(x); } }",
    methods: &[("<init>", ":V"), ("h", ":V"), ("f", "I:V")],
    body: |_, _, _, _| Ok(MiniValue::Null),
};

#[test]
fn a_covering_method_that_never_comes_to_a_predicate_is_given_up_unless_it_is_the_last() {
    let (mut flow, raised) = {
        let flows = [TWO_WAYS.java, SET].map(|text| FileFlow::of(&JavaFile::parse(text)));
        FileFlow::joined(&[(&flows[0], TWO_WAYS.java.len()), (&flows[1], SET.len())])
    };
    let method = |flow: &FileFlow, name: &str| {
        let found = flow.methods.iter().find(|it| it.name == name);
        found.expect("it stands there").id
    };
    let around = method(&flow, "f");
    flow.call_sites.push(CallSite {
        caller: around,
        callees: vec![raised[1].method(MethodId(0))],
        span: goalline_syntax::Span::new(0, 1),
        controls: vec![branch(0)],
    });
    let pair = JoinedPair {
        branches: CoupledBranches {
            caller: branch(0),
            callee: raised[1].branch(branch(0)),
        },
        key: GoalKey("a + x".into()),
        method: around,
        span: goalline_syntax::Span::new(0, 1),
    };
    let goals = GoalSet::coupled(Arc::new(flow), &[pair]);
    let mut cluster = TWO_WAYS.cluster(&goals);
    let fitness = Fitness::new(&goals);
    let focus = Focus::new(&cluster, fitness.graph(), CallableChoice::default());
    let mut covering = Covering::new(&goals, &[GoalId(0)], &focus, &mut cluster);
    let &[h, f] = covering.callables() else {
        panic!("both lead to the call: {:?}", covering.callables());
    };
    let calling = |callable: CallableId| TestCase {
        statements: vec![Statement {
            ty: cluster.callable(callable).returns,
            kind: StatementKind::Call {
                callable,
                receiver: None,
                arguments: Vec::new().into(),
            },
        }],
    };
    let (only_h, only_f) = (calling(h), calling(f));
    let given_up = (0..30).find_map(|_| covering.learn(&only_h, &Trace::default()));
    assert_eq!(given_up, Some(h));
    assert!(!covering.admits(&only_h) && covering.admits(&only_f));
    assert!((0..100).all(|_| covering.learn(&only_f, &Trace::default()).is_none()));
}
