//! The settings of the language server, one type for every editor: takes JSON from `initialize` and
//! `workspace/configuration`, gives values; names what it does not know.

use std::{collections::BTreeSet, path::PathBuf};

use goalline_goals::GoalChoice;
use goalline_jvm::Sandbox;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tracing::level_filters::LevelFilter;

pub use former::FormerSettings;

/// Everything a user can set; the names are those under `goalline` in an editor's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own to the user"
)]
pub struct ClientSettings {
    /// When tests are searched by themselves: when a class is saved (onSave), when it is opened, too (onOpen), only
    /// when asked for (onDemand).
    pub run: RunSetting,
    /// When all tests of the module of a file run once, in the background, so that what tests of other classes cover is
    /// known: when it is opened (onOpen), when it is saved (onSave), never. Afterwards only those run again that a
    /// change can affect. Where `run` is onDemand, they do not.
    pub suite: SuiteSetting,
    /// When a save starts no search by itself.
    pub pause: PauseSettings,
    /// Seconds of search per save.
    pub seconds_per_save: f64,
    /// Whose goals are searched and shown: `branch`, `smart` (a selection of eight criteria, each goal standing for
    /// others), `eight` (all of theirs), `all` (these and strong mutants), or a list of branch, direct, line, weak,
    /// strong, method, noexception, exception, output.
    pub criteria: String,
    /// How a goal that no test covers is shown: as information, in the Problems list, or as a hint, the quietest that
    /// editors have.
    pub severity: Severity,
    /// At most so many hints in a file, and at most so many calls with pairs of branches.
    pub max_diagnostics: usize,
    /// Show figures above each method: "7/9 goals · 2 tests ready".
    pub code_lens: bool,
    /// After a search, look for pairs of branches of the class and of what it calls that no test covers together, and
    /// for tests of them.
    pub coupled_branches: bool,
    /// Open the test file where a test was inserted.
    pub reveal_inserted: bool,
    /// Offer tests that only pin an implicit exception, such as a `NullPointerException` from a null argument.
    pub implicit_exceptions: bool,
    /// The JDK.
    pub java: JavaSettings,
    /// What the server writes to its log.
    pub log: LogSettings,
    /// The JVM that runs tests.
    pub worker: WorkerSettings,
    /// Confine the JVM that runs tests: no network, no new programs, one writable folder (Linux). `true`: where this
    /// machine cannot, nothing runs. `whenAvailable`: it runs all the same there. `false`: never.
    pub sandbox: SandboxSetting,
    /// Who is asked for the class path: the build as far as it can be read, else the Java server (auto), only one of
    /// them.
    pub class_path_from: ClassPathFrom,
    /// Class path in place of the build's.
    pub classpath: Vec<PathBuf>,
    /// Source roots in place of the build's.
    pub sources: Vec<PathBuf>,
    /// Those that no editor offers any more.
    #[serde(flatten, skip_serializing)]
    #[cfg_attr(test, schemars(skip))]
    pub former: FormerSettings,
}

/// When tests are searched by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum RunSetting {
    /// When a class is saved.
    #[serde(rename = "onSave")]
    Save,
    /// When it is opened, too.
    #[serde(rename = "onOpen")]
    Open,
    /// When the user asks.
    #[serde(rename = "onDemand")]
    Demand,
}

/// Whether the JVM that runs tests is confined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SandboxSetting {
    /// It is, or nothing runs; or it is not.
    Switch(bool),
    /// In a word.
    Word(SandboxWord),
}

/// The settings of the sandbox that are words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SandboxWord {
    /// As `true`.
    Required,
    /// Where the machine can.
    WhenAvailable,
    /// As `false`.
    Off,
}

impl From<SandboxSetting> for Sandbox {
    fn from(setting: SandboxSetting) -> Self {
        match setting {
            SandboxSetting::Switch(true) | SandboxSetting::Word(SandboxWord::Required) => {
                Self::Required
            }
            SandboxSetting::Word(SandboxWord::WhenAvailable) => Self::WhenAvailable,
            SandboxSetting::Switch(false) | SandboxSetting::Word(SandboxWord::Off) => Self::Off,
        }
    }
}

/// When all tests of a module run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SuiteSetting {
    /// When a file of it is opened, and after saves.
    OnOpen,
    /// After saves.
    OnSave,
    /// Never by themselves.
    Never,
}

/// How a goal is shown in the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// As information.
    Information,
    /// As a hint, the quietest that editors have.
    Hint,
}

/// Who knows the class path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ClassPathFrom {
    /// Maven where there is a pom, else the user's Java server, else what the folder tells.
    Auto,
    /// The user's Java server alone.
    JavaServer,
    /// The build alone.
    Build,
}

/// Settings under `goalline.java`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, rename_all = "camelCase")]
pub struct JavaSettings {
    /// Home folder of the JDK to use; found by `JAVA_HOME`, `PATH` and known folders when empty.
    pub home: Option<PathBuf>,
}

/// Settings under `goalline.log`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, rename_all = "camelCase")]
pub struct LogSettings {
    /// How much the server writes to its log: `error`, `warn`, `info`, `debug` or `trace`.
    pub level: LogLevel,
}

/// How grave something is that is logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// What failed.
    Error,
    /// And what may go wrong.
    Warn,
    /// And what is done.
    #[default]
    Info,
    /// And with what.
    Debug,
    /// And each message of a worker.
    Trace,
}

impl LogLevel {
    /// As `tracing` has it.
    pub fn filter(self) -> LevelFilter {
        match self {
            Self::Error => LevelFilter::ERROR,
            Self::Warn => LevelFilter::WARN,
            Self::Info => LevelFilter::INFO,
            Self::Debug => LevelFilter::DEBUG,
            Self::Trace => LevelFilter::TRACE,
        }
    }
}

/// Settings under `goalline.pause`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, rename_all = "camelCase")]
pub struct PauseSettings {
    /// A save starts no search while the machine runs on battery (Linux).
    pub on_battery: bool,
    /// A save starts no search while other programs keep the machine busy: twice as many want to run as there are
    /// processors (Linux).
    pub when_busy: bool,
}

/// Settings under `goalline.worker`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, rename_all = "camelCase")]
pub struct WorkerSettings {
    /// Heap, in megabytes, of the JVM that runs tests.
    pub memory: u32,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self { memory: 512 }
    }
}

impl Default for ClientSettings {
    fn default() -> Self {
        Self {
            run: RunSetting::Save,
            suite: SuiteSetting::OnOpen,
            pause: PauseSettings::default(),
            seconds_per_save: 2.0,
            criteria: "branch".to_owned(),
            severity: Severity::Information,
            max_diagnostics: 100,
            code_lens: true,
            coupled_branches: true,
            reveal_inserted: true,
            implicit_exceptions: false,
            java: JavaSettings::default(),
            log: LogSettings::default(),
            worker: WorkerSettings::default(),
            sandbox: SandboxSetting::Switch(true),
            class_path_from: ClassPathFrom::Auto,
            classpath: Vec::new(),
            sources: Vec::new(),
            former: FormerSettings::default(),
        }
    }
}

impl ClientSettings {
    /// Whose goals are searched.
    pub fn choice(&self) -> GoalChoice {
        GoalChoice::named(&self.criteria).unwrap_or_default()
    }

    /// Whose goals are shown.
    pub fn shown_choice(&self) -> GoalChoice {
        let shown = self.former.shown.as_deref().unwrap_or_default();
        if shown.is_empty() {
            return self.choice();
        }
        GoalChoice::named(shown).unwrap_or_else(|_| self.choice())
    }

    /// Whether a save starts a search.
    pub fn runs_on_save(&self) -> bool {
        let former = self.former.run_on_save;
        former.unwrap_or(self.run != RunSetting::Demand)
    }

    /// Whether opening a class starts a search.
    pub fn runs_on_open(&self) -> bool {
        let former = self.former.run_on_open;
        former.unwrap_or(self.run == RunSetting::Open)
    }

    /// Why what is to be shown cannot be.
    fn not_shown(&self) -> Option<String> {
        let shown = self.former.shown.as_deref().unwrap_or_default();
        if shown.is_empty() {
            return None;
        }
        let shown = match GoalChoice::named(shown) {
            Ok(shown) => shown.criteria(),
            Err(reason) => return Some(reason),
        };
        let searched = self.choice().criteria();
        let missing = shown.iter().find(|it| !searched.contains(it))?;
        Some(format!(
            "no goals of {} are searched: add it to goalline.criteria",
            missing.name()
        ))
    }
}

/// Settings as read from the layers an editor sends, with what should be said about them.
#[derive(Debug, PartialEq)]
pub struct ReadSettings {
    /// The settings.
    pub settings: ClientSettings,
    /// Messages for the user: unknown names, values of a wrong type.
    pub complaints: Vec<String>,
    /// For the log: names that editors offer no more.
    pub remarks: BTreeSet<String>,
}

impl ReadSettings {
    /// The same with no less of a sandbox than the user's own settings ask for: these may be those of a workspace, the
    /// work of a stranger.
    pub fn no_looser_than(mut self, own: &ClientSettings) -> Self {
        if Sandbox::from(self.settings.sandbox) > Sandbox::from(own.sandbox) {
            self.settings.sandbox = own.sandbox;
            self.complaints.push(
                "goalline.sandbox: only your own settings may loosen it, as they are when the server starts: set it there, then restart the server."
                    .into(),
            );
        }
        self
    }
}

/// Reads layers of JSON objects, later ones over earlier ones. A layer with a wrong value is left out, with a
/// complaint.
pub fn read(layers: &[&Value]) -> ReadSettings {
    let mut merged = Value::Object(serde_json::Map::new());
    let mut read = ReadSettings {
        settings: ClientSettings::default(),
        complaints: Vec::new(),
        remarks: layers
            .iter()
            .flat_map(|layer| former::remarks(layer))
            .collect(),
    };
    let known = known_names();
    for layer in layers.iter().filter(|layer| !layer.is_null()) {
        let before = merged.clone();
        merge(&mut merged, layer);
        match serde_json::from_value(merged.clone()) {
            Ok(settings) => {
                read.settings = settings;
                unknown_names(layer, &known, "goalline", &mut read.complaints);
            }
            Err(error) => {
                merged = before;
                read.complaints.push(format!(
                    "goalline: these settings were not taken: {error}. Correct the value; until then the last good ones hold."
                ));
            }
        }
    }
    let seconds = &mut read.settings.seconds_per_save;
    if !seconds.is_finite() || *seconds < 0.0 {
        read.complaints
            .push("goalline.secondsPerSave must not be negative; 2 is used.".into());
        *seconds = ClientSettings::default().seconds_per_save;
    }
    if let Err(reason) = GoalChoice::named(&read.settings.criteria) {
        read.complaints.push(format!(
            "goalline.criteria: {reason}; branches are searched."
        ));
        read.settings.criteria = ClientSettings::default().criteria;
    }
    if let Some(reason) = read.settings.not_shown() {
        read.complaints.push(format!(
            "goalline.shown: {reason}; what is searched is shown."
        ));
        read.settings.former.shown = None;
    }
    read
}

fn known_names() -> Value {
    let mut known =
        serde_json::to_value(ClientSettings::default()).expect("settings are plain JSON");
    // What an editor keeps for itself in the same section.
    for name in ["server", "trace", "afterInsert"] {
        known[name] = Value::Null;
    }
    for (name, _) in former::NAMES {
        known[name] = Value::Null;
    }
    known
}

fn merge(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (name, value) in over.iter().filter(|(_, value)| !value.is_null()) {
                merge(base.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
        (base, over) => *base = over.clone(),
    }
}

fn unknown_names(value: &Value, known: &Value, at: &str, complaints: &mut Vec<String>) {
    let (Value::Object(value), Value::Object(known)) = (value, known) else {
        return;
    };
    for (name, inner) in value {
        match known.get(name) {
            Some(known) => unknown_names(inner, known, &format!("{at}.{name}"), complaints),
            None => complaints.push(format!("there is no setting {at}.{name}; it has no effect")),
        }
    }
}

mod former;
pub mod scoped;
#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
