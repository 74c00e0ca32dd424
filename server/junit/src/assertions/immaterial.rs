//! Inputs that have nothing to do with what a test states: takes its checks and what runs with other values for one
//! input each showed, gives the inputs that may be anything. What is so of such an input is no condition.

use std::collections::BTreeSet;

use goalline_testcase::{
    DescribedPart, Literal, Observation, Observed, Statement, StatementKind, Var,
};

use crate::assertions::{
    checks::{Check, Fact, Observations},
    facts::ImmaterialInputs,
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
    pub(crate) fn immaterial(
        &self,
        checks: &[Check],
        varied: &[VariedRun<'_>],
    ) -> ImmaterialInputs {
        let passes = |run: &VariedRun<'_>, is_stated_anew: bool| {
            let seen = MutantRun {
                mutant: 0,
                ends_otherwise: false,
                is_of_setup: false,
                is_of_goal: false,
                observations: run.observations,
            };
            let holds = |check: &Check| {
                let value = run.value.filter(|_| is_stated_anew);
                let other = value.and_then(|value| self.with_value(check, run.input, value));
                self.holds_in(other.as_ref().unwrap_or(check), &seen)
            };
            checks.iter().all(holds)
        };
        let nothing_of = |var: &Var| nothing_of(self.statements, self.act, *var);
        ImmaterialInputs {
            any: inputs_of_no_matter(varied, |run| passes(run, true), nothing_of),
            unseen: inputs_of_no_matter(varied, |run| passes(run, false), nothing_of),
        }
    }

    /// The check with another value of an input wherever it states that; none where a yes or no, or a zero, was given,
    /// which anything may be.
    fn with_value(&self, check: &Check, input: Var, value: &Literal) -> Option<Check> {
        let StatementKind::Literal(given) = &self.statements[usize::from(input.0)].kind else {
            return None;
        };
        let is_any = matches!(given, Literal::Boolean(_)) || given.number() == Some(0.0);
        let replaced = |seen: &Observed| replaced(seen, given, value);
        let fact = match &check.fact {
            Fact::Is(seen) => Fact::Is(replaced(seen)),
            Fact::Called { times, arguments } => Fact::Called {
                times: *times,
                arguments: arguments
                    .as_ref()
                    .map(|all| all.iter().map(replaced).collect()),
            },
            _ => return None,
        };
        (!is_any).then(|| Check {
            fact,
            ..check.clone()
        })
    }
}

/// What was seen with another value wherever this one stands in it.
fn replaced(seen: &Observed, given: &Literal, other: &Literal) -> Observed {
    let all = |elements: &[Observed]| {
        let elements = elements.iter();
        elements.map(|one| replaced(one, given, other)).collect()
    };
    match seen {
        Observed::Literal(literal) if literal == given => Observed::Literal(other.clone()),
        Observed::Array { length, elements } => Observed::Array {
            length: *length,
            elements: all(elements),
        },
        Observed::Sized { size, elements } => Observed::Sized {
            size: *size,
            elements: all(elements),
        },
        Observed::Described { class, parts } => Observed::Described {
            class: class.clone(),
            parts: parts
                .iter()
                .map(|part| DescribedPart {
                    observed: replaced(&part.observed, given, other),
                    ..part.clone()
                })
                .collect(),
        },
        seen => seen.clone(),
    }
}

/// Whose input one is that is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NothingOf {
    /// The act is given it.
    Act,
    /// What made the receiver was.
    Making,
}

/// Whose input it is, where it is nothing as far as a reader sees it; none of what a mock answers.
pub(crate) fn nothing_of(statements: &[Statement], act: usize, var: Var) -> Option<NothingOf> {
    let is_answer = |it: &Statement| match &it.kind {
        StatementKind::TestDouble { answers, .. } => {
            answers.iter().any(|answer| answer.value == var)
        }
        _ => false,
    };
    if statements[..act].iter().any(is_answer) {
        return None;
    }
    let given = match &statements[act].kind {
        StatementKind::Call { arguments, .. } => &arguments[..],
        _ => &[],
    };
    let of = if given.contains(&var) {
        NothingOf::Act
    } else {
        NothingOf::Making
    };
    is_blank(&statements[usize::from(var.0)].kind).then_some(of)
}

/// The inputs with which every run ends alike and passes. Two of the same call of which each is nothing may be the
/// cause together.
pub(crate) fn inputs_of_no_matter(
    varied: &[VariedRun<'_>],
    passes: impl Fn(&VariedRun<'_>) -> bool,
    nothing_of: impl Fn(&Var) -> Option<NothingOf>,
) -> BTreeSet<Var> {
    let all: BTreeSet<Var> = varied.iter().map(|run| run.input).collect();
    let of = |input: Var| varied.iter().filter(move |run| run.input == input);
    let is_any = |input: &Var| of(*input).all(|run| run.ends_alike && passes(run));
    let mut found: BTreeSet<Var> = all.into_iter().filter(is_any).collect();
    for call in [NothingOf::Act, NothingOf::Making] {
        let is_nothing = |var: &Var| nothing_of(var) == Some(call);
        if found.iter().filter(|var| is_nothing(var)).count() > 1 {
            found.retain(|var| !is_nothing(var));
        }
    }
    found
}

/// Whether a value is nothing, as far as a reader sees it.
fn is_blank(kind: &StatementKind) -> bool {
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
        let found = inputs_of_no_matter(&varied, |_| true, |_| None);
        assert_eq!(found, BTreeSet::from([Var(0)]));
        assert!(inputs_of_no_matter(&varied, |_| false, |_| None).is_empty());
    }

    #[test]
    fn what_states_an_input_states_another_value_where_that_is_given() {
        let (two, seven) = (Literal::Int(2), Literal::Int(7));
        let of = |id: &Literal| Observed::Described {
            class: "shop.Brand".to_owned(),
            parts: vec![DescribedPart {
                method: "getId".to_owned(),
                descriptor: "()I".to_owned(),
                observed: Observed::Literal(id.clone()),
            }],
        };
        assert_eq!(replaced(&of(&two), &two, &seven), of(&seven));
        assert_eq!(replaced(&of(&seven), &two, &seven), of(&seven));
        assert_eq!(replaced(&Observed::Null, &two, &seven), Observed::Null);
    }

    #[test]
    fn what_a_mock_answers_is_nothing_of_the_act_nor_of_its_receiver() {
        let ty = goalline_testcase::TypeId(0);
        let statement = |kind| Statement { ty, kind };
        let answer = goalline_testcase::Answer {
            method: "find".into(),
            descriptor: "()Lshop/Pen;".into(),
            value: Var(0),
            throws: false,
        };
        let style = goalline_testcase::DoubleStyle::Mock;
        let statements = [
            statement(StatementKind::Null),
            statement(StatementKind::Null),
            statement(StatementKind::test_double(style, vec![answer])),
            statement(StatementKind::Null),
        ];
        let of = |var| nothing_of(&statements, 3, Var(var));
        assert_eq!([of(0), of(1)], [None, Some(NothingOf::Making)]);
    }

    #[test]
    fn two_that_are_nothing_may_be_the_cause_together() {
        let varied = [run(0, true), run(1, true), run(2, true)];
        let of_act = |var: &Var| (var.0 < 2).then_some(NothingOf::Act);
        let found = inputs_of_no_matter(&varied, |_| true, of_act);
        assert_eq!(found, BTreeSet::from([Var(2)]));
        let of_both = |var: &Var| match var.0 {
            0 => Some(NothingOf::Act),
            1 => Some(NothingOf::Making),
            _ => None,
        };
        let found = inputs_of_no_matter(&varied, |_| true, of_both);
        assert_eq!(found.len(), 3, "one each is no two of one call");
    }
}
