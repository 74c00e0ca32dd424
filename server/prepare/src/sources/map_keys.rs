//! Keys that maps are asked for: takes the sources of a class and of what it is given, gives the texts that these look
//! values up by. Which of a map's keys matter nobody but its reader knows.

use std::collections::BTreeSet;

use goalline_build::source_texts;
use goalline_syntax::{JavaFile, Node};
use goalline_testcase::{JavaString, TestCluster};

use crate::sources::{index::Sources, source_literals::literal};

/// Methods that look a value up by the text that they are given first.
const LOOK_UPS: [&str; 13] = [
    "containsKey",
    "get",
    "getBoolean",
    "getDouble",
    "getInt",
    "getIntValue",
    "getInteger",
    "getJSONArray",
    "getJSONObject",
    "getLong",
    "getOrDefault",
    "getString",
    "remove",
];

/// Who asks for more of them reads a table or a message, which no test fills.
const MOST: usize = 12;

/// Sources beside that of the class that are read.
const MOST_SOURCES: usize = 20;

/// The keys that these files ask for, and the project's classes that callables under test take; none where there are
/// too many.
pub(crate) fn keys_asked_for(
    files: &[&JavaFile],
    sources: &Sources,
    cluster: &TestCluster,
) -> Vec<JavaString> {
    let mut found = Vec::new();
    for file in files {
        found.extend(keys(file));
    }
    let paths = taken(cluster)
        .into_iter()
        .filter_map(|it| sources.of_class(&it));
    for (_, text) in source_texts(paths.take(MOST_SOURCES)) {
        if text.contains("get(\"") {
            found.extend(keys(&JavaFile::parse(text)));
        }
    }
    let mut known = BTreeSet::new();
    found.retain(|key| known.insert(key.0.clone()));
    if found.len() > MOST {
        found.clear();
    }
    found
}

/// The classes that callables under test take.
fn taken(cluster: &TestCluster) -> BTreeSet<String> {
    let callables = cluster.under_test().iter().map(|id| cluster.callable(*id));
    let parameters = callables.flat_map(|it| it.parameters.iter());
    let names = parameters.filter_map(|ty| cluster.ty(*ty).class_name());
    names.map(str::to_owned).collect()
}

/// The texts that calls in the file look values up by, in source order, duplicates included.
fn keys(file: &JavaFile) -> Vec<JavaString> {
    file.root()
        .descendants()
        .filter_map(key)
        .flatten()
        .collect()
}

fn key(call: Node<'_>) -> Option<Vec<JavaString>> {
    let name = Some(call)
        .filter(|it| it.kind() == "method_invocation" && it.field("object").is_some())?
        .field("name")?;
    if !LOOK_UPS.contains(&name.text()) {
        return None;
    }
    let first = call.field("arguments")?.named_children().next()?;
    (first.kind() == "string_literal").then(|| literal(first).texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(expression: &str) -> Vec<JavaString> {
        keys(&JavaFile::parse(format!(
            "class A {{ Object o = {expression}; }}"
        )))
    }

    #[test]
    fn what_a_map_is_asked_for_is_a_key_and_what_it_is_told_is_none() {
        let found = of(
            "f(map.get(\"page\").toString(), map.getOrDefault(\"limit\", \"ten\"), map.put(\"a\", 1))",
        );
        assert_eq!(found, ["page", "limit"].map(JavaString::from));
        assert_eq!(of("get(\"page\")"), [], "it is a method of the class's own");
        assert_eq!(of("map.get(page)"), []);
        assert_eq!(of("text.indexOf(\"page\")"), []);
    }
}
