//! Hints, hover and lenses: nothing is called missing before it was measured, and what is shown follows the text.

use goalline_engine::{ClosestAttempt, Event, GoalState};
use serde_json::{Value, json};

use super::{CART, able, begin, not_reached, report, start, test, waiting::until_holds};
use crate::serve::state::generator::Failure;

fn insert(line: u32, column: u32, text: &str) -> Value {
    let at = json!({ "line": line, "character": column });
    json!([{ "range": { "start": at, "end": at }, "text": text }])
}

#[test]
fn before_a_run_lenses_count_goals_and_nothing_is_missing() {
    let mut editor = start(able(json!({})), |_, _, _| Err(Failure::Cancelled));
    let uri = editor.open("Cart.java", CART);
    assert_eq!(
        editor.lenses(&uri),
        ["4 goals, not measured yet", "2 goals, not measured yet"]
    );
    editor.end();
}

#[test]
fn a_run_shows_what_no_test_covers_at_the_exact_expression() {
    let mut editor = start(able(json!({})), |job, _, _| {
        let tests = [
            test(job, "sizeOfTwo", "n > 1#0:true"),
            test(job, "totalOfNull", "coupon != null#0:false"),
        ];
        Ok(report(
            job,
            &tests,
            &[
                ("n > 3", not_reached(None)),
                ("n > 1#0:false", not_reached(Some(2.0))),
            ],
        ))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    let published = editor
        .client
        .notification("textDocument/publishDiagnostics");
    assert_eq!(published["version"], 1);
    let hint = &published["diagnostics"][0];
    assert_eq!(hint["severity"], 3);
    assert_eq!(hint["source"], "goalline");
    assert_eq!(hint["code"], "branch");
    assert_eq!(hint["message"], "never false in a test · test ready");
    assert_eq!(
        hint["range"],
        json!({ "start": { "line": 4, "character": 12 }, "end": { "line": 4, "character": 26 } })
    );
    assert_eq!(published["diagnostics"][1]["message"], "never run");
    assert_eq!(
        published["diagnostics"][2]["message"],
        "never run in a test · test ready for true"
    );
    assert_eq!(
        editor.lenses(&uri),
        ["1/4 goals · 1 test ready", "0/2 goals · 1 test ready"]
    );
    editor.end();
}

#[test]
fn hints_move_with_edits_vanish_when_touched_and_come_back_with_undo() {
    let mut editor = start(able(json!({})), |job, _, _| {
        Ok(report(
            job,
            &[],
            &[
                ("n > 1#0:true", not_reached(Some(1.0))),
                ("n > 3#0:true", not_reached(Some(1.0))),
            ],
        ))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(
        editor.hints(),
        ["4:30 never true in a test", "11:15 never true in a test"]
    );
    editor.client.change(&uri, 2, insert(0, 0, "// é\n"));
    assert_eq!(
        editor.hints(),
        ["5:30 never true in a test", "12:15 never true in a test"]
    );
    editor.client.change(&uri, 3, insert(5, 34, "0"));
    assert_eq!(
        editor.hints(),
        ["5:30 never true in a test", "12:15 never true in a test"][1..]
    );
    let all = json!([{ "text": CART }]);
    editor.client.change(&uri, 4, all);
    assert_eq!(
        editor.hints(),
        ["4:30 never true in a test", "11:15 never true in a test"]
    );
    editor.end();
}

#[test]
fn hints_stay_while_the_text_is_broken_elsewhere() {
    let mut editor = start(able(json!({})), |job, _, _| {
        Ok(report(
            job,
            &[],
            &[("n > 1#0:true", not_reached(Some(1.0)))],
        ))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(editor.hints(), ["11:15 never true in a test"]);
    editor
        .client
        .change(&uri, 2, insert(8, 5, "\n    void half( {"));
    assert_eq!(editor.hints(), ["12:15 never true in a test"]);
    editor.end();
}

#[test]
fn what_stays_the_same_is_not_sent_again() {
    let mut editor = start(able(json!({})), |job, _, events| {
        let found = report(job, &[], &[("n > 1#0:true", not_reached(Some(1.0)))]);
        let states = found
            .goals
            .iter()
            .map(|it| (it.goal.key.clone(), it.state.clone()));
        events.event(Event::Goals {
            states: states.collect(),
            others: goalline_engine::OtherTests::Known,
        });
        Ok(found)
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    editor.hints_become(&["11:15 never true in a test"]);
    for version in 2..5 {
        editor.client.change(&uri, version, insert(13, 0, "\n"));
        editor.client.save(&uri);
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    editor.client.ignore(&["window/workDoneProgress/create"]);
    editor.end();
}

#[test]
fn what_a_run_could_not_reach_stays_so_while_the_next_one_looks() {
    let mut editor = start(able(json!({})), |job, _, events| {
        begin(job, events);
        std::thread::sleep(std::time::Duration::from_millis(150));
        Ok(report(job, &[], &[("n > 1", not_reached(None))]))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    editor.hints_become(&["11:15 never run"]);
    editor.client.save(&uri);
    assert_eq!(
        editor.hints(),
        [
            "4:12 never run in a test",
            "4:30 never run in a test",
            "11:15 never run"
        ]
    );
    assert_eq!(editor.hints(), ["11:15 never run"]);
    editor.end();
}

#[test]
fn a_cap_says_how_many_more_there_are() {
    let mut editor = start(
        able(json!({ "maxDiagnostics": 1, "severity": "hint" })),
        |job, _, _| {
            let states = ["coupon != null#0:true", "n > 3#0:true", "n > 1#0:true"]
                .map(|key| (key, not_reached(Some(1.0))));
            Ok(report(job, &[], &states))
        },
    );
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(
        editor.hints(),
        [
            "4:12 never true in a test",
            "4:30 2 more expressions are not covered; goalline.maxDiagnostics hides them"
        ]
    );
    editor.end();
}

#[test]
fn what_the_project_says_is_no_link_in_a_hover() {
    let mut editor = start(able(json!({})), |job, _, _| {
        let link = "[read this](command:a.b) ![](https://c.d)";
        let covered = GoalState::CoveredByUser(vec![link.to_owned()]);
        let refused = GoalState::NotOffered(format!("javac: `\n# {link}"));
        let states = [("n > 3#0:true", refused), ("n > 3#0:false", covered)];
        Ok(report(job, &[], &states))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    editor.hints();
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 4, "character": 31 } });
    let hover = editor.client.call("textDocument/hover", at);
    let shown = hover["contents"]["value"].as_str().unwrap_or_default();
    assert_eq!(
        shown.matches("\\[read this](command:a.b)").count(),
        2,
        "{shown}"
    );
    assert_eq!(shown.matches("[read this]").count(), 2, "{shown}");
    assert!(
        !shown.contains("\n# ") && !shown.contains("https://"),
        "{shown}"
    );
    editor.end();
}

#[test]
fn hover_shows_the_goal_its_state_and_the_ready_test() {
    let mut editor = start(able(json!({})), |job, _, _| {
        let tests = [test(job, "totalOfNull", "coupon != null#0:false")];
        Ok(report(
            job,
            &tests,
            &[("n > 3#0:true", not_reached(Some(2.0)))],
        ))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    editor.hints();
    let mut hover = |column: u32| {
        let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 4, "character": column } });
        let hover = editor.client.call("textDocument/hover", at);
        hover["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(
        hover(14),
        "**never false in a test**: `coupon != null` — branch · goal 2 of 6\n\n\
         A test is ready: `totalOfNull` (4 lines)\n\n```java\n@Test\nvoid totalOfNull() {\n    \
         assertEquals(\"totalOfNull\", new Cart().text());\n}\n```\n\n\
         Covered the other way by: CartTest.total\n"
    );
    assert_eq!(
        hover(31),
        "**never true in a test**: `n > 3` — branch · goal 3 of 6\n\n\
         Closest attempt, 2 away:\n\n```java\nnew Cart().size(1);\n```\n\n\
         Covered the other way by: CartTest.total\n"
    );
    assert_eq!(hover(2), "");
    editor.end();
}

#[test]
fn closing_keeps_results_and_opening_again_shows_them() {
    let mut editor = start(able(json!({})), |job, _, _| {
        Ok(report(
            job,
            &[],
            &[("n > 1#0:true", not_reached(Some(1.0)))],
        ))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(editor.hints(), ["11:15 never true in a test"]);
    editor.client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri } }),
    );
    editor.client.open(&uri, &format!("// new\n{CART}"));
    assert_eq!(editor.hints(), ["12:15 never true in a test"]);
    editor.end();
}

#[test]
fn what_a_test_runs_the_other_way_is_not_said_never_to_have_run() {
    let mut editor = start(able(json!({})), |job, _, _| {
        let attempt = ClosestAttempt {
            distance: None,
            statements: "new Cart();".into(),
        };
        let missing = [("n > 1#0:true", GoalState::NotReached(Some(attempt)))];
        Ok(report(job, &[], &missing))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(editor.hints(), ["11:15 never true in a test"]);
    let at = json!({ "line": 11, "character": 16 });
    let hover = json!({ "textDocument": { "uri": uri }, "position": at });
    let shown = editor.client.call("textDocument/hover", hover).to_string();
    assert!(
        shown.contains("Covered the other way by: CartTest.total"),
        "{shown}"
    );
    assert!(
        !shown.contains("did not run") && !shown.contains("never run"),
        "{shown}"
    );
    editor.end();
}

#[test]
fn what_only_tests_that_cannot_run_here_may_cover_is_not_called_missing() {
    let mut editor = start(able(json!({})), |job, _, _| {
        let unknown = [("n > 1#0:true", GoalState::NotKnown(None))];
        Ok(report(job, &[], &unknown))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    until_holds("a measured lens", || {
        editor.lenses(&uri)[1] == "1/2 goals · 1 not known"
    });
    assert_eq!(editor.titles(&uri, 11, 17), [""; 0]);
    editor.end();
}
