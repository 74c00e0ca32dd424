//! Criteria as the user sets them: what is searched is what is shown unless the user wants less, each goal says its
//! criterion, what it stands for and why it was kept.

use std::sync::{Arc, Mutex};

use goalline_engine::{GoalReport, GoalState, Report};
use goalline_goals::{Criterion, GoalChoice, GoalSet, Subsumption};
use goalline_syntax::JavaFile;
use serde_json::json;

use super::{CART, Editor, able, report, start, waiting::until_holds};
use crate::serve::state::generator::Job;

/// No goal of any criterion is reached.
fn nothing_reached(job: &Job) -> Report {
    let choice = GoalChoice::smart(Subsumption::Sound);
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

/// Saves the file; the codes of the diagnostics that come of it.
fn saved(editor: &mut Editor, uri: &str) -> Vec<String> {
    editor.client.save(uri);
    let published = editor
        .client
        .notification("textDocument/publishDiagnostics");
    let hints = published["diagnostics"].as_array().expect("a list");
    let codes = hints.iter().filter_map(|it| it["code"].as_str());
    codes.map(str::to_owned).collect()
}

#[test]
fn a_smart_selection_shows_what_is_kept_with_its_criterion_and_what_it_stands_for() {
    let mut editor = start(able(json!({ "criteria": "smart" })), |job, _, _| {
        Ok(nothing_reached(job))
    });
    let uri = editor.open("Cart.java", CART);
    let codes = saved(&mut editor, &uri);
    for kept in ["direct", "output", "noexception"] {
        assert!(codes.iter().any(|it| it == kept), "{codes:?}");
    }
    assert!(
        !codes.iter().any(|it| it == "branch"),
        "direct branches stand for them"
    );
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
fn what_is_shown_may_be_less_than_what_is_searched() {
    let searched = Arc::new(Mutex::new(Vec::new()));
    let heard = searched.clone();
    let settings = json!({ "criteria": "all", "shown": "smart" });
    let mut editor = start(able(settings), move |job, _, _| {
        let criteria = job.settings.choice().criteria();
        heard.lock().expect("no panic").push(criteria);
        Ok(nothing_reached(job))
    });
    let uri = editor.open("Cart.java", CART);
    let codes = saved(&mut editor, &uri);
    assert!(codes.iter().any(|it| it == "direct"), "{codes:?}");
    assert!(
        !codes.iter().any(|it| it == "branch"),
        "the selection leaves them out"
    );
    let all: Vec<Criterion> = Criterion::eight().chain([Criterion::Strong]).collect();
    assert_eq!(*searched.lock().expect("no panic"), [all]);
    editor.end();
}

#[test]
fn what_is_not_searched_cannot_be_shown_and_the_user_is_told() {
    let settings = json!({ "criteria": "branch", "shown": "line" });
    let mut editor = start(able(settings), |job, _, _| Ok(nothing_reached(job)));
    let uri = editor.open("Cart.java", CART);
    assert_eq!(
        editor.lenses(&uri),
        ["4 goals, not measured yet", "2 goals, not measured yet"]
    );
    let told = editor.client.notification("window/showMessage");
    let text = told["message"].as_str().expect("a text");
    assert_eq!(
        text,
        "goalline.shown: no goals of line are searched: add it to goalline.criteria; what is searched is shown."
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
