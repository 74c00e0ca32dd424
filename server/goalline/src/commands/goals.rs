//! `goalline goals`: takes a Java file, prints its goals as excerpts or JSON; compiles and runs nothing.

use std::{collections::BTreeMap, io::Write, sync::Arc};

use goalline_engine::{
    goals::{Goal, GoalChoice, GoalSet, Reason, Selected, Target, flow::MethodId},
    syntax::{JavaFile, Span},
};
use serde::Serialize;

use crate::{
    args::{Format, GoalsArgs},
    commands::{DONE, WRONG_USE},
    output::{
        excerpt::{self, ExcerptMark},
        paint::{BOLD, DIM, counted},
        visible::{complain, visible_json},
    },
};

/// Prints the goals of one file.
pub fn run(args: &GoalsArgs, out: &mut dyn Write) -> anyhow::Result<u8> {
    let text = match goalline_engine::build::read_file(&args.file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            complain(&format!("cannot read {}: {error}", args.file.display()));
            return Ok(WRONG_USE);
        }
    };
    let file = JavaFile::parse(text);
    let set = goals_of(&file, &args.criteria);
    let selected = Selected::of(&set, &args.criteria);
    match args.format {
        Format::Json => {
            write!(out, "{}", visible_json(&json(&file, &set, &selected))?)?;
            writeln!(out)?;
        }
        Format::Text => {
            let name = args.file.file_name().unwrap_or_default().to_string_lossy();
            print_text(&name, &file, &set, &selected, out)?;
        }
    }
    Ok(DONE)
}

fn goals_of(file: &JavaFile, choice: &GoalChoice) -> GoalSet {
    GoalSet::of(Arc::new(choice.flow(file)), &choice.criteria())
}

#[derive(Serialize)]
struct JsonGoals {
    goals: Vec<JsonListedGoal>,
}

/// Lines and columns start at 1, columns count code points, the end is exclusive. An entry goal has no outcome.
#[derive(Serialize)]
struct JsonListedGoal {
    key: String,
    criterion: &'static str,
    class: String,
    method: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    outcome: Option<bool>,
    text: String,
    /// What tells it from others with this text: a changed operation, a kind of value.
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
    /// Keys of the goals that are covered by whatever covers this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stands_for: Vec<String>,
    /// Why it is left out: implied, implied by a line, correlated; none where it is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<&'static str>,
}

fn json(file: &JavaFile, set: &GoalSet, selected: &Selected) -> JsonGoals {
    let goal = |goal: &Goal| {
        let method = set.flow.method(goal.method);
        let start = file.lines().chars(goal.span.start);
        let end = file.lines().chars(goal.span.end);
        JsonListedGoal {
            key: goal.key.0.to_string(),
            criterion: goal.criterion.name(),
            class: method.class.clone(),
            method: method.signature(),
            line: start.line + 1,
            column: start.column + 1,
            end_line: end.line + 1,
            end_column: end.column + 1,
            outcome: outcome(goal),
            text: goal.text.clone(),
            detail: if outcome(goal).is_some() {
                String::new()
            } else {
                goal.detail.clone()
            },
            stands_for: selected
                .stands_for(goal.id)
                .iter()
                .map(|id| set.goal(*id).key.0.to_string())
                .collect(),
            dropped: selected
                .dropped
                .get(&goal.id)
                .map(|dropped| dropped.reason.name()),
        }
    };
    JsonGoals {
        goals: set.goals.iter().map(goal).collect(),
    }
}

fn outcome(goal: &Goal) -> Option<bool> {
    goal.target.branch().map(|branch| branch.outcome)
}

fn print_text(
    name: &str,
    file: &JavaFile,
    set: &GoalSet,
    selected: &Selected,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let mut methods: BTreeMap<MethodId, BTreeMap<Span, Vec<&Goal>>> = BTreeMap::new();
    for id in &selected.kept {
        let goal = set.goal(*id);
        methods
            .entry(goal.method)
            .or_default()
            .entry(goal.span)
            .or_default()
            .push(goal);
    }
    let goals = match (set.goals.len(), selected.kept.len()) {
        (all, kept) if all == kept => counted(all, "goal"),
        (all, kept) => format!("{}, {kept} selected", counted(all, "goal")),
    };
    writeln!(
        out,
        "{BOLD}{name}{BOLD:#} · {goals} in {}",
        counted(methods.len(), "method")
    )?;
    for (reason, count) in reasons(selected) {
        writeln!(out, "{DIM}{count} left out: {}{DIM:#}", reason.name())?;
    }
    if let Some(left_out) = file.left_out() {
        writeln!(out, "{DIM}{left_out}{DIM:#}")?;
    }
    for (id, places) in methods {
        let method = set.flow.method(id);
        let count = counted(places.values().map(Vec::len).sum(), "goal");
        writeln!(
            out,
            "\n{BOLD}{}.{}{BOLD:#}  {count}",
            method.class,
            method.signature()
        )?;
        let marks: Vec<ExcerptMark> = places
            .into_iter()
            .map(|(span, goals)| ExcerptMark {
                span,
                label: labels(selected, &goals),
            })
            .collect();
        writeln!(out, "{}", excerpt::render(name, file.text(), &marks))?;
    }
    Ok(())
}

fn reasons(selected: &Selected) -> BTreeMap<Reason, usize> {
    let mut reasons = BTreeMap::new();
    for dropped in selected.dropped.values() {
        *reasons.entry(dropped.reason).or_default() += 1;
    }
    reasons
}

/// What goals of one place ask for, in few words.
fn labels(selected: &Selected, goals: &[&Goal]) -> String {
    let mut labels: Vec<String> = Vec::new();
    for goal in goals {
        let what = match goal.target {
            Target::Branch(branch) => branch.outcome.to_string(),
            Target::DirectBranch(branch) => format!("{} in a direct call", branch.outcome),
            Target::Entry(_) => "entered".to_owned(),
            Target::DirectEntry(_) | Target::Called(_) => "called".to_owned(),
            Target::Returned(_) => "returns".to_owned(),
            Target::Line(_) => "run".to_owned(),
            Target::Weak(_) | Target::Strong(_) => format!("not `{}`", goal.detail),
            Target::Threw(..) => format!("throws {}", goal.detail),
            Target::Output(..) => format!("gives {}", goal.detail),
            Target::Coupled(_) => goal.aim(),
        };
        let label = match selected.stands_for(goal.id).len() {
            0 => what,
            1 => format!("{what} (stands for 1 goal)"),
            count => format!("{what} (stands for {count} goals)"),
        };
        labels.push(label);
    }
    labels.dedup();
    labels.join(", ")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    const CART: &str = "package shop;\nclass Cart {\n  int é(boolean vip) { return /* 😀 */ vip ? 1 : 2; }\n  void nothing() {}\n}\n";

    fn shown_json(file: &JavaFile) -> JsonGoals {
        let set = goals_of(file, &GoalChoice::default());
        json(file, &set, &Selected::of(&set, &GoalChoice::default()))
    }

    fn shown_text(file: &JavaFile, out: &mut dyn Write) -> std::io::Result<()> {
        let set = goals_of(file, &GoalChoice::default());
        let selected = Selected::of(&set, &GoalChoice::default());
        print_text("Cart.java", file, &set, &selected, out)
    }

    #[test]
    fn positions_are_one_based_and_count_code_points() {
        let file = JavaFile::parse(CART);
        let text = serde_json::to_string_pretty(&shown_json(&file)).expect("JSON");
        expect![[r#"
            {
              "goals": [
                {
                  "key": "shop.Cart#é(boolean):branch:vip#0:true",
                  "criterion": "branch",
                  "class": "shop.Cart",
                  "method": "é(boolean)",
                  "line": 3,
                  "column": 39,
                  "end_line": 3,
                  "end_column": 42,
                  "outcome": true,
                  "text": "vip"
                },
                {
                  "key": "shop.Cart#é(boolean):branch:vip#0:false",
                  "criterion": "branch",
                  "class": "shop.Cart",
                  "method": "é(boolean)",
                  "line": 3,
                  "column": 39,
                  "end_line": 3,
                  "end_column": 42,
                  "outcome": false,
                  "text": "vip"
                },
                {
                  "key": "shop.Cart#nothing():branch:entry#0",
                  "criterion": "branch",
                  "class": "shop.Cart",
                  "method": "nothing()",
                  "line": 4,
                  "column": 8,
                  "end_line": 4,
                  "end_column": 15,
                  "outcome": null,
                  "text": "nothing()"
                }
              ]
            }"#]]
        .assert_eq(&text);
    }

    #[test]
    fn excerpts_stand_under_their_method() {
        let file = JavaFile::parse(CART);
        let mut out = anstream::StripStream::new(Vec::new());
        shown_text(&file, &mut out).expect("memory");
        expect![[r#"
            Cart.java · 3 goals in 2 methods

            shop.Cart.é(boolean)  2 goals
             --> Cart.java:3:39
              |
            3 |   int é(boolean vip) { return /* 😀 */ vip ? 1 : 2; }
              |                                        ^^^ true, false

            shop.Cart.nothing()  1 goal
             --> Cart.java:4:8
              |
            4 |   void nothing() {}
              |        ^^^^^^^ entered
        "#]]
        .assert_eq(&String::from_utf8(out.into_inner()).expect("UTF-8"));
    }
}
