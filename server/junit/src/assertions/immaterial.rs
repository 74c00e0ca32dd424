//! Inputs that have nothing to do with what a test states: takes its checks and what runs with other values for one
//! input each showed, gives the inputs that may be anything. What is so of such an input is no condition.

use std::collections::BTreeSet;

use goalline_testcase::{Literal, Observation, Observed, StatementKind, Var};

use crate::assertions::{
    checks::{Check, Fact, Observations},
    killing::MutantRun,
};

/// What a test showed with another value for one input of its act.
#[derive(Clone, Copy, Debug)]
pub struct VariedRun<'a> {
    /// The variable that was given another value.
    pub input: Var,
    /// The other value, where that is a literal.
    pub value: Option<&'a Literal>,
    /// Whether it ended as without the change: with the same exception, or with none.
    pub ends_alike: bool,
    /// What was observed in it.
    pub observations: &'a [Observation],
}

impl Observations<'_> {
    /// The inputs for which each other value gives a run in which all the checks pass; those that state the input
    /// itself state the other value there.
    pub(crate) fn immaterial(&self, checks: &[Check], varied: &[VariedRun<'_>]) -> BTreeSet<Var> {
        let passes = |run: &VariedRun<'_>| {
            let seen = MutantRun {
                mutant: 0,
                ends_otherwise: false,
                is_of_setup: false,
                is_of_goal: false,
                observations: run.observations,
            };
            let holds = |check: &Check| {
                let other = self.states_input(run.input, check).then_some(run.value);
                let other = other.flatten().map(|value| Check {
                    fact: Fact::Is(Observed::Literal(value.clone())),
                    ..check.clone()
                });
                self.holds_in(other.as_ref().unwrap_or(check), &seen)
            };
            checks.iter().all(holds)
        };
        let is_blank = |var: &Var| is_blank(&self.statements[usize::from(var.0)].kind);
        inputs_of_no_matter(varied, passes, is_blank)
    }
}

/// The inputs with which every run ends alike and passes. Two of which each is nothing may be the cause together.
pub(crate) fn inputs_of_no_matter(
    varied: &[VariedRun<'_>],
    passes: impl Fn(&VariedRun<'_>) -> bool,
    is_blank: impl Fn(&Var) -> bool,
) -> BTreeSet<Var> {
    let all: BTreeSet<Var> = varied.iter().map(|run| run.input).collect();
    let of = |input: Var| varied.iter().filter(move |run| run.input == input);
    let is_any = |input: &Var| of(*input).all(|run| run.ends_alike && passes(run));
    let mut found: BTreeSet<Var> = all.into_iter().filter(is_any).collect();
    if found.iter().filter(|var| is_blank(var)).count() > 1 {
        found.retain(|var| !is_blank(var));
    }
    found
}

/// Whether a value is nothing, as far as a reader sees it.
pub(crate) fn is_blank(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Array { elements } => elements.is_empty(),
        kind => kind.is_blank(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(input: u16, ends_alike: bool) -> VariedRun<'static> {
        VariedRun {
            input: Var(input),
            value: None,
            ends_alike,
            observations: &[],
        }
    }

    #[test]
    fn an_input_is_of_no_matter_where_every_other_value_gives_the_same() {
        let varied = [run(0, true), run(0, true), run(1, true), run(1, false)];
        let found = inputs_of_no_matter(&varied, |_| true, |_| false);
        assert_eq!(found, BTreeSet::from([Var(0)]));
        assert!(inputs_of_no_matter(&varied, |_| false, |_| false).is_empty());
    }

    #[test]
    fn two_that_are_nothing_may_be_the_cause_together() {
        let varied = [run(0, true), run(1, true), run(2, true)];
        let found = inputs_of_no_matter(&varied, |_| true, |var| var.0 < 2);
        assert_eq!(found, BTreeSet::from([Var(2)]));
    }
}
