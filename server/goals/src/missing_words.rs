//! Goals in words for people: takes a goal that no test covers, says what is missing; says nothing of how to get there.

use goalline_flow::MethodKind;

use crate::{Goal, GoalSet, Target};

impl GoalSet {
    /// What is missing where no test covers the goal: "never false in a test", "no test tells `a + b` from `a * b`
    /// here".
    pub fn missing(&self, goal: &Goal) -> String {
        let method = self.flow.method(goal.method);
        let name = match method.kind {
            MethodKind::Constructor => "the constructor".to_owned(),
            _ => format!("{}()", method.name),
        };
        let is_label = |outcome: bool| outcome && goal.text == "switch";
        match goal.target {
            Target::Branch(branch) if is_label(branch.outcome) => {
                "no test takes the default".to_owned()
            }
            Target::Branch(branch) | Target::DirectBranch(branch) if goal.is_loop => {
                let what = if branch.outcome {
                    "never gives an element"
                } else {
                    "never runs out of elements"
                };
                format!("{what} in a test")
            }
            Target::DirectBranch(branch) if method.is_callable => {
                format!("never {} when a test calls {name} directly", branch.outcome)
            }
            Target::Branch(branch) | Target::DirectBranch(branch) => {
                format!("never {} in a test", branch.outcome)
            }
            Target::Entry(_) | Target::Line(_) => "never run in a test".to_owned(),
            Target::DirectEntry(_) if !method.is_callable => "never run in a test".to_owned(),
            Target::DirectEntry(_) | Target::Called(_) => format!("no test calls {name}"),
            Target::Returned(_) => format!("{name} never returns normally in a test"),
            Target::Threw(_, exception) => {
                let class = self.discovered.exception(exception);
                let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
                format!("no test sees {name} throw {simple}")
            }
            Target::Coupled(_) => {
                format!("{} and {} never happen in one test", goal.text, goal.detail)
            }
            Target::Output(_, output) => {
                format!(
                    "no test sees {name} return {}",
                    output.phrase(&self.flow, method)
                )
            }
            Target::Weak(_) | Target::Strong(_) => {
                format!("no test tells `{}` from `{}` here", goal.text, goal.detail)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;

    use super::*;
    use crate::Criterion;

    #[test]
    fn what_a_loop_over_elements_misses_is_an_element_or_their_end() {
        let java =
            "class Cart { int first(int[] all) { for (int one : all) return one; return 0; } }";
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
        let set = GoalSet::of(flow, &[Criterion::Branch]);
        let words: Vec<String> = set.goals.iter().map(|goal| set.missing(goal)).collect();
        assert_eq!(
            words,
            [
                "never gives an element in a test",
                "never runs out of elements in a test"
            ]
        );
    }
}
