//! Settings that no editor offers any more: who has one keeps what it does, and the log says what to write instead.

use serde::Deserialize;
use serde_json::Value;

/// Their values, where somebody still has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct FormerSettings {
    /// Search for tests when a class is saved.
    pub run_on_save: Option<bool>,
    /// Search for tests when a class is opened.
    pub run_on_open: Option<bool>,
    /// Whose goals are shown, of those that are searched.
    pub shown: Option<String>,
    /// Name the test that covers the other outcome of an expression.
    pub related_locations: Option<bool>,
    /// At most so many pairs of branches for one call.
    pub max_combinations: Option<usize>,
    /// The seed of the search.
    pub seed: Option<u64>,
}

/// Each name with what is said of it.
pub const NAMES: [(&str, &str); 6] = [
    (
        "runOnSave",
        "write goalline.run: \"onSave\" or \"onDemand\"",
    ),
    ("runOnOpen", "write goalline.run: \"onOpen\""),
    ("shown", "what goalline.criteria searches is what is shown"),
    (
        "relatedLocations",
        "tests that cover the other outcome are named where the editor can show them",
    ),
    (
        "maxCombinations",
        "64 pairs of branches for one call are enough for everybody so far",
    ),
    ("seed", "generate --seed is there for who compares searches"),
];

/// What the log says about a layer of settings.
pub fn remarks(layer: &Value) -> impl Iterator<Item = String> {
    let named = NAMES
        .iter()
        .filter(|(name, _)| layer.get(name).is_some_and(|it| !it.is_null()));
    named.map(|(name, instead)| {
        format!("goalline.{name} still holds, but editors offer it no more: {instead}")
    })
}
