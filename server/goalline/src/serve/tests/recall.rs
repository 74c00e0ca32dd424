//! What an earlier process has found: shown when a class is opened, moved by what was edited since, gone where an
//! edit touched it.

use std::sync::Arc;

use goalline_engine::{GoalState, LastResults};
use serde_json::json;

use super::{
    CART, able,
    faults::{MESSAGE, fault},
    key, start_remembering, test,
    waiting::until_holds,
};
use crate::serve::state::generator::Job;

/// One goal with its test and one fault, found in `CART`.
fn found_in_cart(job: &Job) -> LastResults {
    let job = Job {
        text: Arc::from(CART),
        ..job.clone()
    };
    let ready = test(&job, "sizeOfTwo", "n > 1#0:true");
    let by_user = GoalState::CoveredByUser(vec!["CartTest.total".into()]);
    LastResults {
        text: job.text.clone(),
        class: "shop.Cart".into(),
        states: vec![
            (key(&job, "coupon != null#0:true"), by_user),
            (
                key(&job, "n > 1#0:true"),
                GoalState::TestReady(ready.name.clone()),
            ),
        ],
        tests: vec![ready],
        faults: vec![fault(&job)],
        others: goalline_engine::OtherTests::Known,
    }
}

#[test]
fn goals_and_faults_of_an_earlier_process_are_shown_in_the_text_as_it_is_now() {
    let options = able(json!({ "coupledBranches": false }));
    let mut editor = start_remembering(options, |job| Some(found_in_cart(job)));
    let uri = editor.open("Cart.java", &format!("// somebody was here\n{CART}"));
    let fault = format!("12:8 {MESSAGE}");
    editor.hints_become(&[fault.as_str(), "12:15 never true in a test · test ready"]);
    let titles = editor.titles(&uri, 12, 17);
    assert!(
        titles.contains(&"Insert test sizeOfTwo".to_owned()),
        "{titles:?}"
    );
    assert!(
        titles.contains(&"Insert as a failing test".to_owned()),
        "{titles:?}"
    );
    editor.end();
}

#[test]
fn what_was_touched_since_the_earlier_process_is_not_shown() {
    let mut editor = start_remembering(able(json!({})), |job| Some(found_in_cart(job)));
    let text = CART.replace("return n > 1 ?", "return n > 7 ?");
    let uri = editor.open("Cart.java", &text);
    let fault = format!("11:8 {MESSAGE}");
    // Neither the goal nor the fault stands in the line that was typed anew.
    editor.client.ignore(&["textDocument/publishDiagnostics"]);
    let is_known = |lens: &String| lens.starts_with("1/");
    until_holds("what was found", || {
        editor.lenses(&uri).iter().any(is_known)
    });
    assert_eq!(
        editor.titles(&uri, 11, 20),
        [""; 0],
        "{fault} is still there"
    );
    editor.end();
}

#[test]
fn who_searches_by_hand_alone_sees_what_was_found_too() {
    let options = able(json!({ "runOnSave": false }));
    let mut editor = start_remembering(options, |job| Some(found_in_cart(job)));
    editor.open("Cart.java", CART);
    let fault = format!("11:8 {MESSAGE}");
    editor.hints_become(&[fault.as_str(), "11:15 never true in a test · test ready"]);
    editor.end();
}
