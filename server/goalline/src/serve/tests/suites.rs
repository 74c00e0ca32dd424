//! Runs of whole suites: in the background, behind what the user waits for, and what they say is shown by itself.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use goalline_engine::{
    Event, Events, GoalState, OtherTests, Report, SuiteRun, UserTestReport, UserTests,
};
use serde_json::json;

use super::{
    CART, Job, ScriptedEngine, able, goals_of, playing, report, start_heard, start_scripted,
    waiting::{until_cancelled, until_holds},
};
use crate::serve::state::generator::Failure;

const PROGRESS: [&str; 2] = ["window/workDoneProgress/create", "$/progress"];

/// So many tests ran.
fn run_of(tests: usize) -> SuiteRun {
    SuiteRun {
        tests,
        ran: tests,
        ..SuiteRun::default()
    }
}

/// What the tests cover: everything but one goal.
fn all_but(job: &Job, part: &str, state: &GoalState, others: OtherTests) -> UserTestReport {
    let by_others = GoalState::CoveredByUser(vec!["TillTest.pays".into()]);
    let goals = goals_of(job).goals.into_iter();
    let states = goals.map(|goal| {
        let is_it = goal.key.0.contains(part);
        (goal.key, if is_it { state } else { &by_others }.clone())
    });
    UserTestReport {
        states: states.collect(),
        tests: UserTests {
            others,
            ..UserTests::default()
        },
        notices: Vec::new(),
    }
}

/// An engine whose tests cover all but `n > 1` true once the suite has run, and to which nothing is missing where
/// nobody runs it.
fn with_suite() -> ScriptedEngine {
    ScriptedEngine {
        suite: Box::new(|_, _, _| Ok(run_of(2))),
        measure: Box::new(|job, _| {
            let others = if job.awaits_suite {
                OtherTests::Known
            } else {
                OtherTests::NotRun
            };
            let missing = GoalState::NotReached(None);
            Ok(all_but(job, "n > 1#0:true", &missing, others))
        }),
        ..playing(|_, _, _| Err(Failure::NothingToTest("nobody saved".into())))
    }
}

/// A search that leaves `n > 1` true in this state, and says first what the user's tests do.
fn searched(job: &Job, events: &mut dyn Events, state: GoalState, others: OtherTests) -> Report {
    let mut report = report(job, &[], &[("n > 1#0:true", state)]);
    report.user_tests.others = others;
    let goals = report.goals.iter();
    let states = goals.map(|it| (it.goal.key.clone(), it.state.clone()));
    events.event(Event::Goals {
        states: states.collect(),
        others,
    });
    report
}

#[test]
fn what_no_test_of_the_module_covers_is_shown_by_itself_once_they_ran() {
    let mut editor = start_scripted(able(json!({})), with_suite());
    editor.client.ignore(&PROGRESS);
    let uri = editor.open("Cart.java", CART);
    editor.hints_become(&["11:15 never true in a test"]);
    let at = json!({ "line": 11, "character": 16 });
    let hover = json!({ "textDocument": { "uri": uri }, "position": at });
    let shown = editor.client.call("textDocument/hover", hover).to_string();
    assert!(shown.contains("TillTest.pays"), "{shown}");
    editor.end();
}

#[test]
fn when_a_suite_runs_is_a_setting_and_where_none_does_hints_are_about_tests_of_the_class() {
    let ran = Arc::new(AtomicUsize::new(0));
    let start = |suite: &str| {
        let count = ran.clone();
        let scripted = ScriptedEngine {
            suite: Box::new(move |_, _, _| {
                count.fetch_add(1, Ordering::SeqCst);
                Ok(run_of(2))
            }),
            ..with_suite()
        };
        let scripted = ScriptedEngine {
            script: Box::new(|job, _, events| {
                let others = if job.awaits_suite {
                    OtherTests::Awaited
                } else {
                    OtherTests::NotRun
                };
                Ok(searched(job, events, GoalState::NotReached(None), others))
            }),
            ..scripted
        };
        let mut editor = start_scripted(able(json!({ "suite": suite })), scripted);
        editor.client.ignore(&PROGRESS);
        let uri = editor.open("Cart.java", CART);
        (editor, uri)
    };
    let (mut editor, uri) = start("never");
    editor.client.save(&uri);
    editor.hints_become(&["11:15 never true in a test of Cart"]);
    editor.end();
    assert_eq!(ran.load(Ordering::SeqCst), 0);
    let (mut editor, uri) = start("onSave");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(ran.load(Ordering::SeqCst), 0, "nothing was saved");
    editor.client.save(&uri);
    until_holds("the suite", || ran.load(Ordering::SeqCst) == 1);
    editor.hints_become(&["11:15 never true in a test"]);
    editor.end();
}

#[test]
fn a_save_goes_first_and_until_the_suite_ran_what_it_may_cover_is_not_known_and_a_hover_says_how_far_it_is()
 {
    let (is_saved, may_end) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicBool::new(false)),
    );
    let (saved, end) = (is_saved.clone(), may_end.clone());
    let searching = Arc::new(AtomicBool::new(false));
    let (is_searching, was_searching) = (searching.clone(), searching.clone());
    let scripted = ScriptedEngine {
        suite: Box::new(move |_, cancel, events| {
            let class = "shop.TillTest".to_owned();
            events.event(Event::UserTests {
                class: class.clone(),
                at: 1,
                of: 3,
            });
            until_holds("the save", || saved.load(Ordering::SeqCst));
            events.event(Event::UserTests {
                class,
                at: 2,
                of: 3,
            });
            assert!(
                !was_searching.load(Ordering::SeqCst),
                "it did not wait for the search"
            );
            until_holds("the end", || {
                end.load(Ordering::SeqCst) || cancel.is_cancelled()
            });
            Ok(run_of(3))
        }),
        script: Box::new(move |job, _, events| {
            is_searching.store(true, Ordering::SeqCst);
            is_saved.store(true, Ordering::SeqCst);
            let found = searched(job, events, GoalState::NotKnown(None), OtherTests::Awaited);
            thread::sleep(Duration::from_millis(400));
            is_searching.store(false, Ordering::SeqCst);
            Ok(found)
        }),
        ..with_suite()
    };
    let mut editor = start_scripted(able(json!({})), scripted);
    editor.client.ignore(&PROGRESS);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    let at = json!({ "line": 11, "character": 16 });
    let hover = json!({ "textDocument": { "uri": uri }, "position": at });
    until_holds("how far it is", || {
        let shown = editor
            .client
            .call("textDocument/hover", hover.clone())
            .to_string();
        shown.contains("not known: your tests are running, 1 of 3")
    });
    may_end.store(true, Ordering::SeqCst);
    editor.hints_become(&["11:15 never true in a test"]);
    editor.end();
}

#[test]
fn the_answer_about_one_method_stays_in_the_status_line_when_the_suite_ends_behind_it() {
    let searched_once = Arc::new(AtomicBool::new(false));
    let (searching, waits) = (searched_once.clone(), searched_once);
    let scripted = ScriptedEngine {
        suite: Box::new(move |_, _, _| {
            until_holds("the search", || waits.load(Ordering::SeqCst));
            Ok(run_of(2))
        }),
        script: Box::new(move |job, _, events| {
            searching.store(true, Ordering::SeqCst);
            Ok(searched(
                job,
                events,
                GoalState::NotKnown(None),
                OtherTests::Awaited,
            ))
        }),
        ..with_suite()
    };
    let mut editor = start_heard(able(json!({})), scripted);
    editor.client.ignore(&PROGRESS);
    let uri = editor.open("Cart.java", CART);
    let at = json!({ "uri": uri, "position": { "line": 11, "character": 0 } });
    let for_size = json!({ "command": "goalline.generateMethod", "arguments": [at] });
    editor
        .client
        .call("workspace/executeCommand", for_size.clone());
    editor.hints_become(&["11:15 never true in a test"]);
    editor.client.call("workspace/executeCommand", for_size);
    let mut told = Vec::new();
    while told
        .iter()
        .filter(|it: &&String| it.ends_with("ready"))
        .count()
        < 2
    {
        let status = editor.client.notification("goalline/status");
        told.push(status["message"].as_str().unwrap_or_default().to_owned());
    }
    let strays: Vec<_> = told
        .iter()
        .filter(|it| !it.starts_with("Cart.size(): "))
        .collect();
    assert!(strays.is_empty(), "{told:?}");
    editor.end();
}

#[test]
fn where_no_progress_is_shown_the_answer_stands_in_the_status_line_again_after_the_suite() {
    let answered = Arc::new(AtomicBool::new(false));
    let waits = answered.clone();
    let scripted = ScriptedEngine {
        suite: Box::new(move |_, _, events| {
            until_holds("the answer", || waits.load(Ordering::SeqCst));
            events.event(Event::UserTests {
                class: "shop.TillTest".into(),
                at: 1,
                of: 3,
            });
            Ok(run_of(2))
        }),
        script: Box::new(|job, _, events| {
            let nothing = GoalState::NotKnown(None);
            Ok(searched(job, events, nothing, OtherTests::Awaited))
        }),
        ..with_suite()
    };
    let mut client = able(json!({}));
    client["capabilities"]["window"]["workDoneProgress"] = json!(false);
    let mut editor = start_heard(client, scripted);
    editor.client.ignore(&["textDocument/publishDiagnostics"]);
    let uri = editor.open("Cart.java", CART);
    let at = json!({ "uri": uri, "position": { "line": 11, "character": 0 } });
    let for_size = json!({ "command": "goalline.generateMethod", "arguments": [at] });
    editor.client.call("workspace/executeCommand", for_size);
    let mut told = |wanted: &dyn Fn(&str) -> bool| {
        loop {
            let status = editor.client.notification("goalline/status");
            let message = status["message"].as_str().unwrap_or_default().to_owned();
            if wanted(&message) {
                return message;
            }
        }
    };
    let answer = told(&|it| it.ends_with("ready"));
    assert!(answer.starts_with("Cart.size(): "), "{answer}");
    answered.store(true, Ordering::SeqCst);
    told(&|it| it == "your tests, 0 of 3");
    assert_eq!(told(&|_| true), answer);
    editor.end();
}

#[test]
fn a_suite_that_the_user_stops_is_waited_for_no_more() {
    let scripted = ScriptedEngine {
        suite: Box::new(|_, cancel, events| {
            events.event(Event::UserTests {
                class: "shop.TillTest".into(),
                at: 1,
                of: 3,
            });
            until_cancelled(cancel);
            Err(Failure::Cancelled)
        }),
        ..with_suite()
    };
    let mut editor = start_scripted(able(json!({})), scripted);
    editor.open("Cart.java", CART);
    let (id, created) = editor
        .client
        .server_request("window/workDoneProgress/create");
    editor.client.answer(&id, json!(null));
    let shown = editor.client.notification("$/progress");
    assert_eq!(shown["value"]["title"], "Your tests", "{shown}");
    assert_eq!(shown["value"]["message"], "0 of 3", "{shown}");
    editor.client.ignore(&PROGRESS);
    let token = json!({ "token": created["token"] });
    editor
        .client
        .notify("window/workDoneProgress/cancel", token);
    editor.hints_become(&["11:15 never true in a test of Cart"]);
    editor.end();
}

#[test]
fn while_tests_run_again_that_ran_before_the_hints_stay_as_they_were() {
    let renewed = Arc::new(AtomicBool::new(false));
    let is_renewed = renewed.clone();
    let scripted = ScriptedEngine {
        suite: Box::new(move |_, cancel, _| {
            if is_renewed.load(Ordering::SeqCst) {
                until_cancelled(cancel);
                return Err(Failure::Cancelled);
            }
            Ok(run_of(2))
        }),
        script: Box::new(move |job, _, events| {
            renewed.store(true, Ordering::SeqCst);
            let known = all_but(
                job,
                "n > 1#0:true",
                &GoalState::NotKnown(None),
                OtherTests::Renewed,
            );
            events.event(Event::Goals {
                states: known.states,
                others: OtherTests::Renewed,
            });
            let mut report = report(job, &[], &[("n > 1#0:true", GoalState::NotKnown(None))]);
            report.user_tests.others = OtherTests::Renewed;
            let fresh = super::key(job, "n > 3#0:true");
            let fresh = report.goals.iter_mut().find(|it| it.goal.key == fresh);
            fresh.expect("the goal").state = GoalState::NotReached(None);
            Ok(report)
        }),
        ..with_suite()
    };
    let mut editor = start_scripted(able(json!({})), scripted);
    editor.client.ignore(&PROGRESS);
    let uri = editor.open("Cart.java", CART);
    editor.hints_become(&["11:15 never true in a test"]);
    editor.client.save(&uri);
    let both = ["4:30 never true in a test", "11:15 never true in a test"];
    editor.hints_become(&both);
    editor.end();
}
