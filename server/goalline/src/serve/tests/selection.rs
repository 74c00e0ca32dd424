//! Criteria as the user sets them: what is searched is what is shown, each goal says its criterion, what it stands for and why it was kept.

use goalline_engine::{GoalReport, GoalState, Report};
use goalline_goals::{Choice, GoalSet, Subsumption};
use goalline_syntax::JavaFile;
use serde_json::json;

use super::{CART, Editor, able, report, start, waiting::until_holds};
use crate::serve::known::generator::Job;

/// No goal of any criterion is reached.
fn nothing_reached(job: &Job) -> Report {
    let choice = Choice::smart(Subsumption::Sound);
    let flow = choice.flow(&JavaFile::parse(job.text.clone()));
    let goals = GoalSet::of(flow.into(), &choice.criteria()).goals;
    let reports = goals.into_iter().map(|goal| GoalReport {
        goal,
        state: GoalState::NotReached(None),
        missing: String::new(),
        stands_for: 0,
        is_sought: true,
    });
    Report {
        goals: reports.collect(),
        ..report(job, &[], &[])
    }
}

fn hover(editor: &mut Editor, uri: &str, line: u32, character: u32) -> String {
    let at = json!({ "line": line, "character": character });
    let params = json!({ "textDocument": { "uri": uri }, "position": at });
    let hover = editor.client.call("textDocument/hover", params);
    hover["contents"]["value"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn a_smart_selection_shows_what_is_kept_with_its_criterion_and_what_it_stands_for() {
    let mut editor = start(able(json!({ "criteria": "smart" })), |job, _, _| {
        Ok(nothing_reached(job))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    let published = editor
        .client
        .notification("textDocument/publishDiagnostics");
    let hints = published["diagnostics"].as_array().expect("a list");
    let codes: Vec<&str> = hints.iter().filter_map(|it| it["code"].as_str()).collect();
    for kept in ["direct", "output", "noexception"] {
        assert!(codes.contains(&kept), "{codes:?}");
    }
    assert!(!codes.contains(&"branch"), "direct branches stand for them");
    let told = hover(&mut editor, &uri, 4, 14);
    assert!(told.contains(" — direct branch · goal "), "{told}");
    assert!(
        told.contains("Stands for: `coupon != null` true (branch)"),
        "{told}"
    );
    assert!(
        told.contains("Kept among the goals of this place: "),
        "{told}"
    );
    editor.end();
}

#[test]
fn a_change_of_the_criteria_changes_what_is_counted_at_once() {
    let mut editor = start(able(json!({})), |job, _, _| Ok(nothing_reached(job)));
    let uri = editor.open("Cart.java", CART);
    assert_eq!(
        editor.lenses(&uri),
        ["4 goals, not measured yet", "2 goals, not measured yet"]
    );
    let settings = json!({ "settings": { "goalline": { "criteria": "branch,line" } } });
    editor
        .client
        .notify("workspace/didChangeConfiguration", settings);
    assert_eq!(
        editor.lenses(&uri),
        ["7 goals, not measured yet", "3 goals, not measured yet"]
    );
    editor.end();
}

#[test]
fn hovering_what_the_users_tests_cover_names_them() {
    let mut editor = start(able(json!({})), |job, _, _| Ok(report(job, &[], &[])));
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    until_holds("measured goals", || {
        editor.lenses(&uri)[0] != "4 goals, not measured yet"
    });
    let told = hover(&mut editor, &uri, 4, 14);
    assert_eq!(
        told,
        "`coupon != null` true: covered by CartTest.total\n\n`coupon != null` false: covered by CartTest.total\n\n"
    );
    editor.end();
}
