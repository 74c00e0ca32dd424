//! Which files a look at calls depended on: takes files with their texts, tells later whether one of them is as it
//! was; reads nothing.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use goalline_build::content_key;
use serde::{Deserialize, Serialize};

/// Files by the keys of their contents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileKeys(BTreeMap<PathBuf, String>);

impl FileKeys {
    /// These files with these texts.
    pub fn of<'a>(files: impl IntoIterator<Item = (&'a Path, &'a str)>) -> Self {
        let files = files.into_iter();
        let keyed = files.map(|(path, text)| (path.to_path_buf(), key(text)));
        Self(keyed.collect())
    }

    /// Whether the file is one of them.
    pub fn holds(&self, path: &Path) -> bool {
        self.0.contains_key(path)
    }

    /// Whether the file is one of them and has another text now, or none.
    pub fn is_outdated_by(&self, path: &Path, now: Option<&str>) -> bool {
        let then = self.0.get(path);
        then.is_some_and(|then| now.is_none_or(|now| key(now) != *then))
    }

    /// The files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }
}

/// An editor leaves the mark at the beginning of a file out.
fn key(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    content_key(&[text.as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_text_and_no_text_are_changes_and_a_byte_order_mark_is_none() {
        let (cart, tax) = (Path::new("Cart.java"), Path::new("Tax.java"));
        let seen = FileKeys::of([(cart, "class Cart { }")]);
        assert!(!seen.is_outdated_by(cart, Some("class Cart { }")));
        assert!(!seen.is_outdated_by(cart, Some("\u{feff}class Cart { }")));
        assert!(seen.is_outdated_by(cart, Some("class Cart { int n; }")));
        assert!(seen.is_outdated_by(cart, None));
        assert!(!seen.is_outdated_by(tax, None) && !seen.holds(tax));
    }
}
