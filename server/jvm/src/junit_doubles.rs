//! Doubles of the few members of JUnit that offered tests use, for projects that have no JUnit yet; printed tests
//! are not changed.

use std::path::{Path, PathBuf};

use crate::{SourceUnit, install::SOURCES};

/// The test double sources that the test needs, when the class path has no JUnit of its kind.
pub(crate) fn junit_doubles(test: &str, class_path: &[PathBuf]) -> Vec<SourceUnit> {
    let jupiter = test.contains("org.junit.jupiter.");
    let wanted = if jupiter {
        "org/junit/jupiter/api/Test"
    } else {
        "org/junit/Test"
    };
    if class_path.iter().any(|entry| may_hold(entry, wanted)) {
        return Vec::new();
    }
    let folder = if jupiter {
        "junit/jupiter/"
    } else {
        "junit/four/"
    };
    SOURCES
        .iter()
        .filter_map(|(name, text)| Some((name.strip_prefix(folder)?, text)))
        .map(|(name, text)| SourceUnit {
            path: Path::new("/junit").join(name),
            text: (*text).into(),
        })
        .collect()
}

/// Whether a class path entry is a JUnit jar by its name, or a folder with the class.
fn may_hold(entry: &Path, class: &str) -> bool {
    if entry.is_dir() {
        return entry.join(class).with_extension("class").is_file();
    }
    let name = entry.file_name().unwrap_or_default().to_string_lossy();
    let prefixes: &[&str] = if class.contains("jupiter") {
        &["junit-jupiter-api", "junit-platform-console-standalone"]
    } else {
        &["junit-4", "junit-dep", "junit.jar", "junit4"]
    };
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}
