//! Keys that maps are asked for: takes the sources of a class and of what it is given, gives the texts that these look
//! values up by. Which of a map's keys matter nobody but its reader knows.

use std::collections::BTreeSet;

use goalline_build::source_texts;
use goalline_syntax::{JavaFile, Node};
use goalline_testcase::{ConstantDescription, JavaString, TestCluster};

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
        found.extend(keys(file, cluster));
    }
    let paths = taken(cluster)
        .into_iter()
        .filter_map(|it| sources.of_class(&it));
    for (_, text) in source_texts(paths.take(MOST_SOURCES)) {
        if text.contains("get(") {
            found.extend(keys(&JavaFile::parse(text), cluster));
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
fn keys(file: &JavaFile, cluster: &TestCluster) -> Vec<JavaString> {
    let calls = file.root().descendants();
    calls
        .filter_map(|call| key(call, cluster))
        .flatten()
        .collect()
}

fn key(call: Node<'_>, cluster: &TestCluster) -> Option<Vec<JavaString>> {
    let name = Some(call)
        .filter(|it| it.kind() == "method_invocation" && it.field("object").is_some())?
        .field("name")?;
    if !LOOK_UPS.contains(&name.text()) {
        return None;
    }
    let first = call.field("arguments")?.named_children().next()?;
    match first.kind() {
        "string_literal" => Some(literal(first).texts),
        "identifier" | "field_access" => {
            // `map.get(QuartzJob.JOB_KEY)`
            let (class, name) = match first.text().rsplit_once('.') {
                Some((class, name)) => (class.rsplit('.').next(), name),
                None => (None, first.text()),
            };
            let is_constant = name.starts_with(|c: char| c.is_ascii_uppercase());
            match cluster.constant(class, name).filter(|_| is_constant)? {
                ConstantDescription::Text(text) => Some(vec![text.clone()]),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_testcase::{
        ClassDescription, ClassUnderTest, FieldDescription, JavaType, Modifiers,
    };

    use super::*;

    fn of(expression: &str) -> Vec<JavaString> {
        let java = format!("class A {{ Object o = {expression}; }}");
        let file = JavaFile::parse(java);
        let flow = Arc::new(FileFlow::of(&file));
        let jobs = ClassDescription {
            name: "shop.Jobs".to_owned(),
            fields: vec![FieldDescription {
                name: "KEY".to_owned(),
                modifiers: Modifiers(0x19),
                ty: JavaType::class("java.lang.String"),
                annotations: Vec::new(),
                is_set: false,
                constant: Some(ConstantDescription::Text("job".into())),
            }],
            ..ClassDescription::default()
        };
        let subject = ClassUnderTest {
            classes: &["A".to_owned()],
            package: "",
            flow: &flow,
        };
        keys(&file, &TestCluster::new(vec![jobs], &subject))
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
        assert_eq!(of("map.get(Jobs.KEY)"), [JavaString::from("job")]);
        assert_eq!(of("map.get(Others.KEY)"), []);
    }
}
