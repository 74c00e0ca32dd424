//! Documents against the repository: what a link or a path in them leads to is there.

use std::path::{Component, Path, PathBuf};

use crate::sources::{documents, expect_none, root, with_ending};

#[test]
fn every_link_of_a_document_leads_to_a_file() {
    let mut dead = Vec::new();
    for document in with_ending("md").into_iter().chain(documents()) {
        let folder = Path::new(&document.path).parent().unwrap_or(Path::new(""));
        for link in links(&document.text) {
            let file = link.split('#').next().unwrap_or(link);
            let is_elsewhere = link.contains("://") || link.starts_with("mailto:");
            let place = plain(&folder.join(file));
            if !is_elsewhere && !file.is_empty() && !root().join(&place).exists() {
                dead.push(format!("{}: {link}", document.path));
            }
        }
    }
    expect_none("a link that leads nowhere", &dead);
}

#[test]
fn links_are_what_stands_behind_a_text_in_brackets() {
    let text = "See [this](a/b.rs) and [that](../c.md#part), f(x)[0] (not this).";
    assert_eq!(links(text), ["a/b.rs", "../c.md#part"]);
    assert_eq!(
        plain(Path::new("server/goals/../c.md")),
        Path::new("server/c.md")
    );
}

/// Where the links of a text lead.
fn links(text: &str) -> Vec<&str> {
    let after = text.split("](").skip(1);
    after.filter_map(|rest| rest.split(')').next()).collect()
}

/// A path without `..` in it.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}
