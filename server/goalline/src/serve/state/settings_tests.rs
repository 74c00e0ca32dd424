//! Settings: one type, offered by every editor under the same names, and by no editor otherwise.

use std::{env, fmt::Write as _, fs, path::PathBuf};

use serde_json::json;

use super::*;

/// A setting as people see it.
struct DocumentedSetting {
    /// `goalline.java.home`
    name: String,
    description: String,
    default: Value,
}

/// Every setting of the server, by the names of an editor. What an editor says about itself is none.
fn known() -> Vec<DocumentedSetting> {
    let schema = schemars::schema_for!(ClientSettings);
    let defaults =
        serde_json::to_value(ClientSettings::default()).expect("settings are plain JSON");
    let mut known = Vec::new();
    collect(
        schema.as_value(),
        schema.as_value(),
        &defaults,
        "goalline",
        &mut known,
    );
    known
}

fn collect(
    root: &Value,
    object: &Value,
    defaults: &Value,
    at: &str,
    known: &mut Vec<DocumentedSetting>,
) {
    let properties = object["properties"].as_object().expect("an object");
    for (part, schema) in properties {
        let name = format!("{at}.{part}");
        let default = &defaults[part];
        let inner = schema["$ref"]
            .as_str()
            .map(|it| it.rsplit('/').next().unwrap_or(it));
        let inner = inner.map_or(schema, |inner| &root["$defs"][inner]);
        if inner["properties"].is_object() {
            collect(root, inner, default, &name, known);
            continue;
        }
        let description = schema["description"]
            .as_str()
            .expect("every setting is documented");
        known.push(DocumentedSetting {
            name,
            description: description.split_whitespace().collect::<Vec<_>>().join(" "),
            default: default.clone(),
        });
    }
}

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn vs_code_offers_every_setting_with_its_default_and_its_description() {
    let package = fs::read_to_string(repository().join("editors/vscode/package.json"))
        .expect("the manifest is there");
    let package: Value = serde_json::from_str(&package).expect("the manifest is JSON");
    let offered = &package["contributes"]["configuration"]["properties"];
    let known = known();
    for setting in &known {
        let offered = &offered[&setting.name];
        assert_eq!(offered["default"], setting.default, "{}", setting.name);
        assert_eq!(
            offered["description"], setting.description,
            "{}",
            setting.name
        );
    }
    let names = offered.as_object().expect("an object").keys();
    let own = [
        "goalline.server.path",
        "goalline.trace.server",
        "goalline.afterInsert",
    ];
    for name in names.filter(|name| !own.contains(&name.as_str())) {
        let is_known = known.iter().any(|known| known.name == *name);
        assert!(is_known, "the server knows no {name}");
    }
}

/// `UPDATE_EXPECT=1` writes the table.
#[test]
fn the_table_in_the_readme_is_made_from_the_settings() {
    let mut table = String::from("| setting | default | what it does |\n|---|---|---|\n");
    for setting in known() {
        let DocumentedSetting {
            name,
            description,
            default,
        } = setting;
        // Writing into a String cannot fail.
        let _ = writeln!(table, "| `{name}` | `{default}` | {description} |");
    }
    let file = repository().join("README.md");
    let text = fs::read_to_string(&file).expect("there is one");
    let (open, close) = ("<!-- settings -->\n", "<!-- /settings -->");
    let start = text.find(open).expect("the table has a place") + open.len();
    let end = text.find(close).expect("the table has an end");
    if env::var_os("UPDATE_EXPECT").is_some() {
        let text = [&text[..start], &table, &text[end..]].concat();
        fs::write(&file, text).expect("the repository is writable");
    } else {
        assert_eq!(
            &text[start..end],
            table,
            "run it again with UPDATE_EXPECT=1"
        );
    }
}

#[test]
fn the_help_of_neovim_names_every_setting() {
    let help = fs::read_to_string(repository().join("editors/neovim/doc/goalline.txt"))
        .expect("there is one");
    for setting in known() {
        let last = setting.name.rsplit('.').next().unwrap_or_default();
        assert!(
            help.contains(&format!("{last} = ")),
            "{} is missing",
            setting.name
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
        ClientSettings {
            seconds_per_save: 1.5,
            severity: Severity::Hint,
            java: JavaSettings {
                home: Some("/jdk".into())
            },
            ..ClientSettings::default()
        }
    );
    assert!(read.complaints.is_empty());
}

#[test]
fn a_former_name_keeps_what_it_does_and_the_log_says_what_to_write_instead() {
    let read = read(&[&json!({
        "runOnSave": false, "runOnOpen": true, "seed": 7, "maxCombinations": 5, "shown": "branch",
        "relatedLocations": false
    })]);
    assert!(!read.settings.runs_on_save() && read.settings.runs_on_open());
    let former = &read.settings.former;
    assert_eq!((former.seed, former.max_combinations), (Some(7), Some(5)));
    assert_eq!(read.complaints, [""; 0]);
    assert_eq!(
        read.remarks.len(),
        former::NAMES.len(),
        "{:?}",
        read.remarks
    );
    let offered = serde_json::to_value(ClientSettings::default()).expect("plain JSON");
    for (name, _) in former::NAMES {
        assert_eq!(offered.get(name), None, "{name}");
    }
}

#[test]
fn one_setting_says_when_tests_are_searched() {
    let runs = |word: &str| {
        let settings = read(&[&json!({ "run": word })]).settings;
        (settings.runs_on_save(), settings.runs_on_open())
    };
    assert_eq!(runs("onSave"), (true, false));
    assert_eq!(runs("onOpen"), (true, true));
    assert_eq!(runs("onDemand"), (false, false));
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

#[test]
fn settings_that_may_be_the_workspaces_tighten_the_sandbox_and_do_not_loosen_it() {
    let of_both = |own: Value, configured: Value| {
        let (own, configured) = (json!({ "sandbox": own }), json!({ "sandbox": configured }));
        let own_word = read(&[&own]).settings;
        let read = read(&[&own, &configured]).no_looser_than(&own_word);
        (Sandbox::from(read.settings.sandbox), read.complaints.len())
    };
    let (none, word) = (Value::Null, json!("whenAvailable"));
    assert_eq!(of_both(none.clone(), json!(false)), (Sandbox::Required, 1));
    assert_eq!(of_both(none.clone(), word.clone()), (Sandbox::Required, 1));
    assert_eq!(
        of_both(word.clone(), json!(false)),
        (Sandbox::WhenAvailable, 1)
    );
    assert_eq!(of_both(word, json!(true)), (Sandbox::Required, 0));
    assert_eq!(of_both(json!(false), none), (Sandbox::Off, 0));
}
