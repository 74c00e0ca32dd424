//! Files of the cache, bent and sealed again, as another version or another program may have left them: they are read
//! as something or as nothing, never with a panic. What is damaged without a seal counts as absent (`cache.rs`).

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, OnceLock},
};

use goalline_build::{
    Jdk, JdkRequest, Machine, Project, ProjectSettings, read_cached, write_cached,
};
use goalline_engine::{
    Budget, Cancel, Event, Parameters, Request, Session, Settings, goals::GoalChoice,
};
use proptest::{collection::vec, prelude::*, sample::Index};
use serde_json::{Value, json};

/// One way to bend a value; what it means for a value of this size is worked out when it is applied.
#[derive(Clone, Debug)]
enum ValueBend {
    Set(Index, Value),
    Copy(Index, Index),
    Double(Index),
    Drop(Index),
}

fn bend() -> impl Strategy<Value = ValueBend> {
    let odd = vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(u64::MAX),
        json!(1.5e300),
        json!(""),
        json!("é\u{0}\u{1F600}"),
        json!("../../../etc/passwd"),
        json!("/"),
        json!("shop.Cart#total/0:true"),
        json!("x".repeat(5_000)),
        json!([]),
        json!({}),
        json!([[[[[[[[]]]]]]]]),
    ];
    let place = any::<Index>;
    prop_oneof![
        3 => (place(), prop::sample::select(odd)).prop_map(|(at, value)| ValueBend::Set(at, value)),
        2 => (place(), place()).prop_map(|(at, from)| ValueBend::Copy(at, from)),
        1 => place().prop_map(ValueBend::Double),
        1 => place().prop_map(ValueBend::Drop),
    ]
}

impl ValueBend {
    fn apply(&self, value: &mut Value) {
        let count = count(value);
        match self {
            Self::Set(at, odd) => *part(value, at.index(count)) = odd.clone(),
            Self::Copy(at, from) => {
                let copy = part(value, from.index(count)).clone();
                *part(value, at.index(count)) = copy;
            }
            Self::Double(at) => {
                if let Value::Array(all) = part(value, at.index(count)) {
                    all.extend(all.clone());
                }
            }
            Self::Drop(at) => match part(value, at.index(count)) {
                Value::Array(all) => drop(all.pop()),
                Value::Object(all) => drop(all.pop_first_key()),
                other => *other = Value::Null,
            },
        }
    }
}

/// Removes what comes first.
trait PopFirst {
    fn pop_first_key(&mut self) -> Option<Value>;
}

impl PopFirst for serde_json::Map<String, Value> {
    fn pop_first_key(&mut self) -> Option<Value> {
        let first = self.keys().next().cloned()?;
        self.remove(&first)
    }
}

/// How many values there are in this one, itself among them.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(all) => all.iter().map(count).sum(),
        Value::Object(all) => all.values().map(count).sum(),
        _ => 0,
    }
}

/// The part of this number, counted from the outside.
fn part(value: &mut Value, number: usize) -> &mut Value {
    if number == 0 {
        return value;
    }
    let mut left = number - 1;
    let parts: Vec<&mut Value> = match value {
        Value::Array(all) => all.iter_mut().collect(),
        Value::Object(all) => all.values_mut().collect(),
        _ => Vec::new(),
    };
    for one in parts {
        let size = count(one);
        if left < size {
            return part(one, left);
        }
        left -= size;
    }
    unreachable!("a part of this number is in there")
}

/// A project whose cache holds all that a run leaves.
struct FilledCache {
    folder: tempfile::TempDir,
    files: BTreeMap<PathBuf, Value>,
}

impl FilledCache {
    fn file(&self) -> PathBuf {
        self.folder.path().join("shop/src/main/java/shop/Cart.java")
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// The project of the demo after a short run; none where there is no JDK or no Maven.
    fn get() -> Option<&'static Self> {
        static PREPARED: OnceLock<Option<FilledCache>> = OnceLock::new();
        let has = |program: &str| Command::new(program).arg("-version").output().is_ok();
        let prepare = || {
            if !has("javac") || !has("mvn") {
                eprintln!("skipped: cached files come from a run, which needs a JDK and Maven");
                return None;
            }
            Some(Self::prepare())
        };
        PREPARED.get_or_init(prepare).as_ref()
    }

    fn prepare() -> Self {
        let mut prepared = Self {
            folder: tempfile::tempdir().expect("a folder"),
            files: BTreeMap::new(),
        };
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/shop");
        copy(&fixture, &prepared.folder.path().join("shop"));
        let settings = ProjectSettings {
            cache: Some(prepared.cache()),
            ..ProjectSettings::default()
        };
        let file = fs::canonicalize(prepared.file()).expect("it was copied");
        let project = Project::discover(&file, &settings).expect("a project");
        let request = request(file, project);
        prepared
            .session()
            .generate(&request, &Cancel::default(), &mut |_: Event| {})
            .expect("a run of the demo");
        prepared.files = sealed_below(&prepared.cache());
        assert!(prepared.files.len() > 2, "{:?}", prepared.files.keys());
        prepared
    }

    fn session(&self) -> Session {
        Session::new(Settings {
            cache: Some(self.cache()),
            remembers: true,
            ..Settings::default()
        })
    }

    /// Reads whatever is read of the cache before anything runs.
    fn read(&self) {
        let settings = ProjectSettings {
            cache: Some(self.cache()),
            // What is not understood is not asked for again.
            maven: Some(self.folder.path().join("no-maven")),
            ..ProjectSettings::default()
        };
        let project = Project::discover(&self.file(), &settings).expect("a project of some kind");
        let _ = project.test_file_for(&self.file(), "Cart");
        let session = self.session();
        let _ = session.last_results(&self.file());
        let _ = session.last_pairs(&self.file());
    }
}

fn request(file: PathBuf, project: Project) -> Request {
    Request {
        file,
        text: None,
        class: None,
        method: None,
        project: Arc::new(project),
        jdk: Jdk::find(JdkRequest::default(), &Machine::current()).expect("there is a JDK"),
        budget: Budget {
            seconds: None,
            max_executions: Some(2_000),
        },
        seed: 1,
        criteria: GoalChoice::default(),
        parameters: Parameters::default(),
        framework: None,
        implicit_exceptions: false,
        kill_survivors: false,
        is_apart: false,
        one_per_shape: false,
        coupled: None,
        open_texts: BTreeMap::new(),
        user_tests: true,
        awaits_suite: false,
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file");
        }
    }
}

/// All sealed files below a folder.
fn sealed_below(folder: &Path) -> BTreeMap<PathBuf, Value> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sealed_below(&path));
        } else if let Some(value) = read_cached::<Value>(&path) {
            found.insert(path, value);
        }
    }
    found
}

proptest! {
    #![proptest_config(crate::bent::cases())]

    #[test]
    fn a_cached_file_of_any_content_is_read_as_something_or_as_nothing(
        which in any::<Index>(),
        bends in vec(bend(), 1..6),
    ) {
        if let Some(prepared) = FilledCache::get() {
            let (path, whole) = prepared.files.iter().nth(which.index(prepared.files.len())).expect("there are some");
            let mut value = whole.clone();
            for bend in &bends {
                bend.apply(&mut value);
            }
            write_cached(path, &value);
            prepared.read();
            write_cached(path, whole);
        }
    }
}
