//! Rules about the modules of the language server: its folders are layers.

use crate::sources::{SourceFile, expect_none, with_ending};

const SERVE: &str = "server/goalline/src/serve/";

/// The folders, each of which imports only those before it.
const FOLDERS: [&str; 5] = ["transport", "state", "view", "jobs", "handlers"];

/// The folder and the name of a file of the language server.
fn place(source: &SourceFile) -> Option<(&str, &str)> {
    let rest = source.path.strip_prefix(SERVE)?;
    let (folder, file) = rest.split_once('/')?;
    let name = file.strip_suffix(".rs")?;
    (!source.is_test() && name != "mod").then_some((folder, name))
}

/// The paths of a file that begin like this, each up to its semicolon.
fn imports<'a>(source: &'a SourceFile, from: &'a str) -> impl Iterator<Item = &'a str> {
    let after = source.text.split(from).skip(1);
    after.filter_map(|rest| rest.split(';').next())
}

#[test]
fn a_folder_of_the_language_server_imports_only_folders_before_it() {
    let mut complaints = Vec::new();
    for source in &with_ending("rs") {
        let Some((folder, _)) = place(source) else {
            continue;
        };
        let Some(layer) = FOLDERS.iter().position(|name| *name == folder) else {
            complaints.push(format!(
                "{}: {folder} has no place in the order",
                source.path
            ));
            continue;
        };
        for path in imports(source, "use crate::serve::") {
            let not_before = FOLDERS[layer + 1..].iter();
            for name in not_before.filter(|name| path.contains(&format!("{name}::"))) {
                complaints.push(format!("{} imports {name}", source.path));
            }
        }
    }
    expect_none("the order is the architecture", &complaints);
}
