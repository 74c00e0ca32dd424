//! The server in one process with a client at the other end of a pipe and a scripted engine: what a user sees of runs.

mod actions;
mod builds;
mod extensions;
mod faults;
mod first_run;
mod folders;
mod hints;
mod one_method;
mod pairs;
mod recall;
mod runs;
mod selection;
mod suites;
#[path = "../../../../../tests/lsp/client.rs"]
mod test_client;
mod trust;
mod waiting;

use std::{
    fs,
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
};

use goalline_engine::{
    Cancel, ClosestAttempt, Event, Events, FileKeys, GoalReport, GoalState, LastPairs, LastResults,
    OtherTests, ReadyTest, Report, SearchFigures, Style, SuiteRun, UserTestReport, WrittenTest,
};
use goalline_flow::FileFlow;
use goalline_goals::{Criterion, GoalKey, GoalSet};
use goalline_syntax::JavaFile;
use goalline_testcase::{CallableId, StoredTest};
use serde_json::{Value, json};
use tempfile::TempDir;
use test_client::Client;
use waiting::until_holds;

use {
    super::serve_on,
    crate::serve::state::generator::{Failure, Generator, Job, TestPlace},
};

const CART: &str = "package shop;

class Cart {
    int total(Coupon coupon, int n) {
        if (coupon != null && n > 3) {
            return 1;
        }
        return 0;
    }

    int size(int n) {
        return n > 1 ? n : 1;
    }
}
";

type EngineScript = dyn Fn(&Job, &Cancel, &mut dyn Events) -> Result<Report, Failure> + Send + Sync;

type Couple = dyn Fn(&Job, &Cancel) -> Result<LastPairs, Failure> + Send + Sync;

type Last = dyn Fn(&Job) -> Option<LastResults> + Send + Sync;

type LastOfPairs = dyn Fn(&Job) -> Option<LastPairs> + Send + Sync;

type WarmUp = dyn Fn() + Send + Sync;

type AskBuild = dyn Fn(&Job, &Cancel) -> Result<(), Failure> + Send + Sync;

type MeasureTests = dyn Fn(&Job, &Cancel) -> Result<UserTestReport, Failure> + Send + Sync;

type RunSuite = dyn Fn(&Job, &Cancel, &mut dyn Events) -> Result<SuiteRun, Failure> + Send + Sync;

/// Plays the engine by a script, and counts.
struct ScriptedEngine {
    script: Box<EngineScript>,
    couple: Box<Couple>,
    last: Box<Last>,
    last_pairs: Box<LastOfPairs>,
    warm_up: Box<WarmUp>,
    ask_build: Box<AskBuild>,
    measure: Box<MeasureTests>,
    suite: Box<RunSuite>,
    runs: Arc<Mutex<Vec<String>>>,
}

impl Generator for ScriptedEngine {
    fn ask_build(&self, job: &Job, cancel: &Cancel) -> Result<(), Failure> {
        (self.ask_build)(job, cancel)
    }

    fn test_place(&self, job: &Job) -> Result<TestPlace, Failure> {
        let name = format!("{}Test.java", job.name());
        Ok(TestPlace {
            file: job.path.with_file_name(name),
            outside: None,
            style: Style::default(),
        })
    }

    fn warm_up(&self, _: &Job) -> Result<(), Failure> {
        (self.warm_up)();
        Ok(())
    }

    fn last_results(&self, job: &Job) -> Option<LastResults> {
        (self.last)(job)
    }

    fn last_pairs(&self, job: &Job) -> Option<LastPairs> {
        (self.last_pairs)(job)
    }

    fn generate(
        &self,
        job: &Job,
        cancel: &Cancel,
        events: &mut dyn Events,
    ) -> Result<Report, Failure> {
        let note = |what: &str| {
            self.runs
                .lock()
                .expect("nobody panics here")
                .push(what.to_owned());
        };
        note("begin");
        let result = (self.script)(job, cancel, events);
        note("end");
        result
    }

    fn measure(&self, job: &Job, cancel: &Cancel) -> Result<UserTestReport, Failure> {
        (self.measure)(job, cancel)
    }

    fn module(&self, job: &Job) -> Result<PathBuf, Failure> {
        Ok(job.path.parent().expect("a folder").to_path_buf())
    }

    fn suite(
        &self,
        job: &Job,
        cancel: &Cancel,
        events: &mut dyn Events,
    ) -> Result<SuiteRun, Failure> {
        (self.suite)(job, cancel, events)
    }

    fn couple(&self, job: &Job, cancel: &Cancel) -> Result<LastPairs, Failure> {
        (self.couple)(job, cancel)
    }
}

/// An editor with a server of its own.
struct Editor {
    client: Client,
    server: Option<JoinHandle<u8>>,
    folder: TempDir,
    runs: Arc<Mutex<Vec<String>>>,
}

fn start(
    params: Value,
    script: impl Fn(&Job, &Cancel, &mut dyn Events) -> Result<Report, Failure> + Send + Sync + 'static,
) -> Editor {
    start_scripted(params, playing(script))
}

/// The same with a script for runs for pairs.
fn start_with(
    params: Value,
    script: impl Fn(&Job, &Cancel, &mut dyn Events) -> Result<Report, Failure> + Send + Sync + 'static,
    couple: impl Fn(&Job, &Cancel) -> Result<LastPairs, Failure> + Send + Sync + 'static,
) -> Editor {
    let couple = Box::new(couple);
    start_scripted(
        params,
        ScriptedEngine {
            couple,
            ..playing(script)
        },
    )
}

/// An editor whose engine finds nothing by itself and knows what an earlier process has found.
fn start_remembering(
    params: Value,
    last: impl Fn(&Job) -> Option<LastResults> + Send + Sync + 'static,
) -> Editor {
    let nothing = |_: &Job, _: &Cancel, _: &mut dyn Events| {
        Err(Failure::NothingToTest("nothing is searched here".into()))
    };
    let last = Box::new(last);
    start_scripted(
        params,
        ScriptedEngine {
            last,
            ..playing(nothing)
        },
    )
}

/// The same for pairs of branches.
fn start_remembering_pairs(
    params: Value,
    last_pairs: impl Fn(&Job) -> Option<LastPairs> + Send + Sync + 'static,
) -> Editor {
    let last_pairs = Box::new(last_pairs);
    let nothing = |_: &Job, _: &Cancel, _: &mut dyn Events| Err(Failure::Cancelled);
    start_scripted(
        params,
        ScriptedEngine {
            last_pairs,
            ..playing(nothing)
        },
    )
}

/// An engine that plays this, finds no pairs, and remembers nothing.
fn playing(
    script: impl Fn(&Job, &Cancel, &mut dyn Events) -> Result<Report, Failure> + Send + Sync + 'static,
) -> ScriptedEngine {
    ScriptedEngine {
        script: Box::new(script),
        couple: Box::new(|_, _| Err(Failure::NothingToTest("it calls nobody".into()))),
        last: Box::new(|_| None),
        last_pairs: Box::new(|_| None),
        warm_up: Box::new(|| {}),
        ask_build: Box::new(|_, _| Ok(())),
        measure: Box::new(|_, _| Err(Failure::Cancelled)),
        suite: Box::new(|_, _, _| Ok(SuiteRun::default())),
        runs: Arc::default(),
    }
}

/// An editor that does not care for the status line.
fn start_scripted(params: Value, scripted: ScriptedEngine) -> Editor {
    let mut editor = start_heard(params, scripted);
    editor.client.ignore(&["goalline/status"]);
    editor
}

/// An editor that hears everything the server says; without parameters it has yet to initialize it.
fn start_heard(params: Value, scripted: ScriptedEngine) -> Editor {
    let pair = || UnixStream::pair().expect("a pair of sockets");
    let ((to_server, input), (from_server, output)) = (pair(), pair());
    let runs = scripted.runs.clone();
    let generator = Arc::new(scripted);
    let server =
        thread::spawn(move || serve_on(input, output, None, generator).expect("the server starts"));
    let mut client = Client::new(to_server, from_server);
    if !params.is_null() {
        client.initialize_with(params);
    }
    Editor {
        client,
        server: Some(server),
        folder: tempfile::tempdir().expect("a folder"),
        runs,
    }
}

/// What an editor with everything says whose user trusts the folder.
fn able(mut options: Value) -> Value {
    if options["trusted"].is_null() {
        options["trusted"] = json!(true);
    }
    json!({
        "initializationOptions": options,
        "capabilities": {
            "window": { "workDoneProgress": true },
            "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create"] } },
            "textDocument": { "codeAction": { "resolveSupport": { "properties": ["edit"] } } }
        }
    })
}

impl Editor {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    /// Writes a file and opens it.
    fn open(&mut self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).expect("the folder is writable");
        let uri = self.uri(name);
        self.client.open(&uri, text);
        uri
    }

    /// The next hints of a file: "line:column message".
    fn hints(&mut self) -> Vec<String> {
        let published = self.client.notification("textDocument/publishDiagnostics");
        let hints = published["diagnostics"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|hint| {
                let start = &hint["range"]["start"];
                format!(
                    "{}:{} {}",
                    start["line"],
                    start["character"],
                    hint["message"].as_str().unwrap_or("?")
                )
            });
        hints.collect()
    }

    /// Hints until they are these; others on the way are passed over.
    fn hints_become(&mut self, expected: &[&str]) {
        until_holds(&format!("{expected:?}"), || self.hints() == expected);
    }

    /// The code actions for a place.
    fn actions(&mut self, uri: &str, line: u32, column: u32) -> Vec<Value> {
        let at = json!({ "line": line, "character": column });
        let params = json!({
            "textDocument": { "uri": uri },
            "range": { "start": at, "end": at },
            "context": { "diagnostics": [] }
        });
        self.client
            .call("textDocument/codeAction", params)
            .as_array()
            .cloned()
            .unwrap_or_default()
    }

    fn titles(&mut self, uri: &str, line: u32, column: u32) -> Vec<String> {
        let actions = self.actions(uri, line, column);
        actions
            .iter()
            .map(|action| action["title"].as_str().unwrap_or("?").to_owned())
            .collect()
    }

    fn lenses(&mut self, uri: &str) -> Vec<String> {
        let lenses = self.client.call(
            "textDocument/codeLens",
            json!({ "textDocument": { "uri": uri } }),
        );
        let title = |lens: &Value| lens["command"]["title"].as_str().unwrap_or("?").to_owned();
        lenses.as_array().into_iter().flatten().map(title).collect()
    }

    fn end(mut self) {
        self.client.end();
        let status = self.server.take().expect("it was started").join();
        assert_eq!(status.expect("the server does not panic"), 0);
        self.client.hang_up();
        self.client.read_to_end();
    }
}

fn goals_of(job: &Job) -> GoalSet {
    let flow = Arc::new(FileFlow::of(&JavaFile::parse(job.text.clone())));
    GoalSet::of(flow, &[Criterion::Branch])
}

/// The key of the only goal whose key contains this.
fn key(job: &Job, part: &str) -> GoalKey {
    let goals = goals_of(job);
    let keys: Vec<&GoalKey> = goals
        .goals
        .iter()
        .map(|goal| &goal.key)
        .filter(|key| key.0.contains(part))
        .collect();
    let [key] = keys.as_slice() else {
        panic!("{part} names {keys:?} of {:?}", goals.goals);
    };
    (*key).clone()
}

fn test(job: &Job, name: &str, goal: &str) -> Arc<ReadyTest> {
    let written = WrittenTest {
        name: name.into(),
        source: format!(
            "@Test\nvoid {name}() {{\n    assertEquals(\"{name}\", new Cart().text());\n}}"
        ),
        imports: vec!["org.junit.jupiter.api.Test".into()],
        static_imports: vec!["org.junit.jupiter.api.Assertions.assertEquals".into()],
        plain_names: Vec::new(),
        method: "size(int)".into(),
        callable: CallableId(0),
        implicit_exception: false,
        assertions: 1,
        kills: Vec::new(),
        collaborators: goalline_engine::Collaborators::default(),
        stated: Vec::new(),
        names: goalline_engine::NameChoices::default(),
    };
    Arc::new(ReadyTest {
        written,
        goals: vec![key(job, goal)],
        case: StoredTest::default(),
        tells_apart: Vec::new(),
        left_out: Vec::new(),
        minor_kills: Vec::new(),
    })
}

fn not_reached(distance: Option<f64>) -> GoalState {
    GoalState::NotReached(Some(ClosestAttempt {
        distance,
        statements: "new Cart().size(1);".into(),
    }))
}

/// A report with these tests; all other goals are covered by the user, save those named.
fn report(job: &Job, tests: &[Arc<ReadyTest>], others: &[(&str, GoalState)]) -> Report {
    let state = |key: &GoalKey| {
        let test = tests.iter().find(|test| test.goals.contains(key));
        let other = others.iter().find(|(part, _)| key.0.contains(part));
        match (test, other) {
            (Some(test), _) => GoalState::TestReady(test.name.clone()),
            (None, Some((_, state))) => state.clone(),
            (None, None) => GoalState::CoveredByUser(vec!["CartTest.total".into()]),
        }
    };
    let goals = goals_of(job).goals.into_iter();
    Report {
        class: "shop.Cart".into(),
        goals: goals
            .map(|goal| GoalReport {
                state: state(&goal.key),
                missing: String::new(),
                stands_for: 0,
                is_sought: true,
                goal,
            })
            .collect(),
        tests: tests.to_vec(),
        tables: Vec::new(),
        faults: Vec::new(),
        user_tests: goalline_engine::UserTests::default(),
        calls: Vec::new(),
        seen: FileKeys::default(),
        figures: SearchFigures::default(),
        test_class: String::new(),
        test_class_name: "CartTest".into(),
        notices: Vec::new(),
    }
}

/// Says the goals of a run, all of them not reached.
fn begin(job: &Job, events: &mut dyn Events) {
    let goals = goals_of(job).goals.into_iter();
    let states = goals
        .map(|goal| (goal.key, GoalState::NotReached(None)))
        .collect();
    let others = OtherTests::Known;
    events.event(Event::Goals { states, others });
}

/// Applies a workspace edit to the disk, as a strict editor does.
fn apply(edit: &Value) {
    for change in edit["documentChanges"]
        .as_array()
        .expect("document changes")
    {
        let path = |uri: &Value| PathBuf::from(uri.as_str().expect("a URI").replace("file://", ""));
        if change["kind"] == "create" {
            assert_eq!(change.get("options"), None);
            assert!(
                !path(&change["uri"]).exists(),
                "an editor refuses to create what is there"
            );
            fs::write(path(&change["uri"]), "").expect("the folder is writable");
            continue;
        }
        let file = path(&change["textDocument"]["uri"]);
        apply_edits(&file, change["edits"].as_array().expect("edits"));
    }
}

fn apply_edits(file: &Path, edits: &[Value]) {
    let text = fs::read_to_string(file).expect("the file is there");
    let lines = goalline_syntax::LineIndex::new(text.as_str());
    let offset = |at: &Value| {
        let number = |name: &str| at[name].as_u64().expect("a number") as usize;
        lines.offset_of_utf16(goalline_syntax::LineColumn::new(
            number("line"),
            number("character"),
        ))
    };
    let edits: Vec<goalline_syntax::TextEdit> = edits
        .iter()
        .map(|edit| {
            let span = goalline_syntax::Span::new(
                offset(&edit["range"]["start"]),
                offset(&edit["range"]["end"]),
            );
            goalline_syntax::TextEdit::replace(span, edit["newText"].as_str().expect("a text"))
        })
        .collect();
    let text = goalline_syntax::apply_edits(&text, &edits).expect("edits fit");
    fs::write(file, text).expect("the folder is writable");
}
