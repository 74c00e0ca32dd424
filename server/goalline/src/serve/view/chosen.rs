//! Tests that somebody has chosen, as they stand in the data of an action and in the arguments of a command.

use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::Uri;

/// Tests of a main file, by name.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct NamedTests {
    /// The main file.
    pub uri: Uri,
    /// Names of verified tests.
    pub tests: Vec<String>,
    /// Whether they are tests of pairs of branches.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pairs: bool,
}
