//! A whole new test class: takes written tests, gives the file's text with merged imports; existing files are not its
//! business.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    insertion::{shared_fields::SharedFields, tokens::replace},
    style::Style,
    types::type_names::simple_name,
    written::WrittenTest,
};

/// The text of a new test class in `package` (empty for the unnamed one) with these tests.
pub fn write_class(
    package: &str,
    class_name: &str,
    tests: &[WrittenTest],
    style: &Style,
) -> String {
    let shared = SharedFields::of(tests);
    let tests: Vec<WrittenTest> = tests.iter().map(|test| shared.taken_from(test)).collect();
    let mut imports: BTreeMap<String, String> = BTreeMap::new();
    for import in shared.imports() {
        imports.insert(simple_name(&import).to_owned(), import);
    }
    let mut static_imports = BTreeSet::new();
    let mut sources = Vec::new();
    for test in &tests {
        let mut clashes = BTreeMap::new();
        for import in &test.imports {
            let simple = simple_name(import).to_owned();
            let holder = imports
                .entry(simple.clone())
                .or_insert_with(|| import.clone());
            if holder != import || simple == class_name {
                clashes.insert(simple, import.clone());
            }
        }
        static_imports.extend(test.static_imports.iter().cloned());
        sources.push(qualified(&test.source, &clashes));
    }
    imports.remove(class_name);
    let mut parts = Vec::new();
    if !package.is_empty() {
        parts.push(format!("package {package};\n"));
    }
    parts.push(import_lines("import static ", &static_imports));
    parts.push(import_lines("import ", &imports.into_values().collect()));
    parts.retain(|part| !part.is_empty());
    let visibility = if style.framework.wants_public() {
        "public "
    } else {
        ""
    };
    let methods: Vec<String> = sources
        .iter()
        .map(|source| indented(source, &style.indent))
        .collect();
    let annotation = shared.class_annotation().map(|text| text + "\n");
    let annotation = annotation.unwrap_or_default();
    let fields = shared.source(&style.indent);
    let empty = |is_there| if is_there { "\n" } else { "" };
    parts.push(format!(
        "{annotation}{visibility}class {class_name} {{\n{}{fields}{}{}}}\n",
        empty(style.empty_line_first),
        methods.join("\n"),
        empty(style.empty_line_last)
    ));
    parts.join("\n")
}

/// One line per import.
pub(crate) fn import_lines(keyword: &str, names: &BTreeSet<String>) -> String {
    let lines: Vec<String> = names
        .iter()
        .map(|name| format!("{keyword}{name};\n"))
        .collect();
    lines.concat()
}

/// The simple name of the test class for a class: `CartTest` for `shop.Cart`, `OuterInnerTest` for a nested one.
pub fn test_class_name(class: &str) -> String {
    let simple = class.rsplit('.').next().unwrap_or(class);
    format!("{}Test", simple.replace('$', ""))
}

/// The source with these simple names written out.
pub(crate) fn qualified(source: &str, names: &BTreeMap<String, String>) -> String {
    if names.is_empty() {
        return source.to_owned();
    }
    replace(source, |identifier| names.get(identifier.text).cloned())
}

/// Each line that is not empty, one level in.
pub(crate) fn indented(source: &str, indent: &str) -> String {
    let mut text = String::new();
    for line in source.lines() {
        if !line.is_empty() {
            text.push_str(indent);
            text.push_str(line);
        }
        text.push('\n');
    }
    text
}
