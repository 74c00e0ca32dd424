//! The settings of the language server, one type for every editor: takes JSON from `initialize` and `workspace/configuration`, gives
//! values; names what it does not know.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Everything a user can set; the names are those under `goalline` in an editor's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own to the user"
)]
pub struct Settings {
    /// Search for tests when a class is saved.
    pub run_on_save: bool,
    /// Search for tests when a class is opened.
    pub run_on_open: bool,
    /// Whether the workspace may run code at all.
    pub trusted: bool,
    /// Seconds of search per save.
    pub seconds_per_save: f64,
    /// How goals are shown.
    pub severity: Severity,
    /// At most so many hints in a file.
    pub max_diagnostics: usize,
    /// Show a line of figures above each method.
    pub code_lens: bool,
    /// Offer tests that only pin an implicit exception, such as a `NullPointerException` from a null argument.
    pub implicit_exceptions: bool,
    /// The seed of the search.
    pub seed: u64,
    /// The JDK.
    pub java: JavaSettings,
    /// The JVM that runs tests.
    pub worker: WorkerSettings,
    /// Confine the JVM that runs tests, where the platform can.
    pub sandbox: bool,
    /// Class path in place of the build's.
    pub classpath: Vec<PathBuf>,
    /// Source roots in place of the build's.
    pub sources: Vec<PathBuf>,
    /// Answer the requests that only tests send.
    #[serde(skip_serializing)]
    pub test_requests: bool,
}

/// How a goal is shown in the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// As information.
    Information,
    /// As a hint, the quietest that editors have.
    Hint,
}

/// Settings under `goalline.java`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct JavaSettings {
    /// Home folder of the JDK to use.
    pub home: Option<PathBuf>,
}

/// Settings under `goalline.worker`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct WorkerSettings {
    /// Heap in megabytes.
    pub memory: u32,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self { memory: 512 }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            run_on_save: true,
            run_on_open: false,
            trusted: true,
            seconds_per_save: 2.0,
            severity: Severity::Information,
            max_diagnostics: 100,
            code_lens: true,
            implicit_exceptions: false,
            seed: 1,
            java: JavaSettings::default(),
            worker: WorkerSettings::default(),
            sandbox: true,
            classpath: Vec::new(),
            sources: Vec::new(),
            test_requests: false,
        }
    }
}

/// Settings as read from the layers an editor sends, with what should be said about them.
#[derive(Debug, PartialEq)]
pub struct ReadSettings {
    /// The settings.
    pub settings: Settings,
    /// Messages for the user: unknown names, values of a wrong type.
    pub complaints: Vec<String>,
}

/// Reads layers of JSON objects, later ones over earlier ones. A layer with a wrong value is left out, with a complaint.
pub fn read(layers: &[&Value]) -> ReadSettings {
    let mut merged = Value::Object(serde_json::Map::new());
    let mut read = ReadSettings {
        settings: Settings::default(),
        complaints: Vec::new(),
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
        *seconds = Settings::default().seconds_per_save;
    }
    read
}

fn known_names() -> Value {
    let mut known = serde_json::to_value(Settings::default()).expect("settings are plain JSON");
    // What only tests send, and what an editor keeps for itself in the same section.
    for name in ["testRequests", "server", "trace"] {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Settings as an editor names them: `java.home`.
    fn flat(value: &Value, name: &str, flattened: &mut Vec<(String, Value)>) {
        match value {
            Value::Object(inner) if !inner.is_empty() => {
                for (part, value) in inner {
                    flat(value, &format!("{name}.{part}"), flattened);
                }
            }
            value => flattened.push((name.to_owned(), value.clone())),
        }
    }

    #[test]
    fn vs_code_offers_every_setting_with_its_default_and_a_description() {
        let package = include_str!("../../../../editors/vscode/package.json");
        let package: Value = serde_json::from_str(package).expect("the manifest is JSON");
        let offered = &package["contributes"]["configuration"]["properties"];
        let settings = serde_json::to_value(Settings::default()).expect("settings are plain JSON");
        let mut known = Vec::new();
        flat(&settings, "goalline", &mut known);
        known.retain(|(name, _)| name != "goalline.trusted");
        for (name, default) in &known {
            assert_eq!(offered[name]["default"], *default, "{name}");
            assert!(offered[name]["description"].is_string(), "{name}");
        }
        let names = offered.as_object().expect("an object").keys();
        let own = ["goalline.server.path", "goalline.trace.server"];
        for name in names.filter(|name| !own.contains(&name.as_str())) {
            assert!(
                known.iter().any(|(known, _)| known == name),
                "the server knows no {name}"
            );
        }
    }

    #[test]
    fn later_layers_win_and_nothing_but_the_named_values_changes() {
        let first = json!({ "secondsPerSave": 5, "java": { "home": "/jdk" } });
        let second = json!({ "secondsPerSave": 1.5, "severity": "hint", "java": { "home": null } });
        let read = read(&[&first, &Value::Null, &second]);
        assert_eq!(
            read.settings,
            Settings {
                seconds_per_save: 1.5,
                severity: Severity::Hint,
                java: JavaSettings {
                    home: Some("/jdk".into())
                },
                ..Settings::default()
            }
        );
        assert!(read.complaints.is_empty());
    }

    #[test]
    fn an_unknown_name_is_named_and_not_fatal() {
        let read = read(&[&json!({ "worker": { "memroy": 9 }, "maxDiagnostics": 3 })]);
        assert_eq!(read.settings.max_diagnostics, 3);
        assert_eq!(
            read.complaints,
            ["there is no setting goalline.worker.memroy; it has no effect"]
        );
    }

    #[test]
    fn a_wrong_value_leaves_the_last_good_settings() {
        let read = read(&[
            &json!({ "maxDiagnostics": 3 }),
            &json!({ "maxDiagnostics": "many" }),
        ]);
        assert_eq!(read.settings.max_diagnostics, 3);
        assert_eq!(read.complaints.len(), 1);
    }
}
