//! What is searched beyond what was asked for: takes a request and the goals of its file, gives those that make tests
//! kill more mutants.

use goalline_goals::{Criterion, GoalChoice, GoalId, GoalSet, Selected, Subsumption};

use crate::Request;

/// Criteria whose goals lead to tests that kill more: values that tell operations apart, results that a test asks
/// for itself, methods that return where all that is known of them is that they throw.
const CRITERIA: [Criterion; 3] = [Criterion::Direct, Criterion::Weak, Criterion::NoException];

/// Seconds of search below which nothing is searched beyond what was asked for: a short search is better spent on
/// that alone. (2 s cut in two cost 22 of 210 branch goals on `DurationFormatUtils`, 10 s cost one.)
const ENOUGH_SECONDS: f64 = 5.0;

/// The criteria that are searched in a second part; none where nobody asks for it, where time is short, or where they
/// are asked for by themselves.
pub(crate) fn criteria(request: &Request) -> &'static [Criterion] {
    let asked = request.criteria.criteria();
    let is_asked = |criterion: &Criterion| asked.contains(criterion);
    let is_wanted = request.kill_survivors && request.coupled.is_none() && !is_short(request);
    if is_wanted && !CRITERIA.iter().any(is_asked) {
        &CRITERIA
    } else {
        &[]
    }
}

/// Whether the search is too short to share the machine with anything that can wait.
pub fn is_short(request: &Request) -> bool {
    let seconds = request.budget.seconds;
    seconds.is_some_and(|seconds| seconds < ENOUGH_SECONDS)
}

/// Of the goals of these criteria those that stand for the others.
pub(crate) fn goals(goals: &GoalSet, criteria: &[Criterion]) -> Vec<GoalId> {
    if criteria.is_empty() {
        return Vec::new();
    }
    let selected = Selected::of(goals, &GoalChoice::smart(Subsumption::Sound));
    let is_further = |id: &GoalId| criteria.contains(&goals.goal(*id).criterion);
    selected.kept.into_iter().filter(is_further).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;

    use super::*;

    #[test]
    fn that_each_method_returns_is_sought_further() {
        let java = "class A { int f(int a) { check(a); return a; } void check(int a) { } }";
        let flow = Arc::new(FileFlow::with_operations(&JavaFile::parse(java)));
        let set = GoalSet::of(flow, &[&[Criterion::Branch], &CRITERIA[..]].concat());
        let found = goals(&set, &CRITERIA);
        let returns = |id: &&GoalId| set.goal(**id).criterion == Criterion::NoException;
        assert_eq!(found.iter().filter(returns).count(), 2);
    }

    #[test]
    fn mutants_that_stand_for_others_and_direct_branches_are_sought_further() {
        let java = "class A { int f(int a, int b) { if (a < b) return a * b; return 0; } }";
        let flow = Arc::new(FileFlow::with_operations(&JavaFile::parse(java)));
        let set = GoalSet::of(
            flow,
            &[Criterion::Branch, Criterion::Direct, Criterion::Weak],
        );
        let keys: Vec<&str> = goals(&set, &CRITERIA)
            .into_iter()
            .map(|id| &*set.goal(id).key.0)
            .collect();
        let has = |end: &str| keys.iter().any(|key| key.ends_with(end));
        assert!(
            has(":direct:a < b#0:true") && has(":weak:a < b#0:a <= b"),
            "{keys:#?}"
        );
        assert!(
            !has(":branch:a < b#0:true") && !has(":weak:a < b#0:a >= b"),
            "{keys:#?}"
        );
        assert!(goals(&set, &[]).is_empty());
    }
}
