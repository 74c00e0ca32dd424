//! A whole new test class: takes written tests, gives the file's text with merged imports; existing files are not its
//! business.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    insertion::{shared_fields::SharedFields, tokens::replace},
    style::{ImportOrder, LineBreaks, Style},
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
    parts.extend(
        style
            .imports
            .blocks(&static_imports, &imports.into_values().collect()),
    );
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
    let fields = shared.source(&style.indent, style.breaks == LineBreaks::Google);
    let empty = |is_there| if is_there { "\n" } else { "" };
    parts.push(format!(
        "{annotation}{visibility}class {class_name} {{\n{}{fields}{}{}}}\n",
        empty(style.empty_line_first),
        methods.join("\n"),
        empty(style.empty_line_last)
    ));
    let text = parts.join("\n").replace('\n', style.line_break);
    format!("{}{text}", style.header.for_class(class_name))
}

impl ImportOrder {
    /// The lines of each block of imports that has any.
    fn blocks(&self, static_imports: &BTreeSet<String>, imports: &BTreeSet<String>) -> Vec<String> {
        let mut groups = vec![BTreeSet::new(); self.groups.len().max(1)];
        for import in imports {
            groups[self.group_of(import)].insert(import.clone());
        }
        let mut blocks: Vec<String> = groups
            .iter()
            .map(|group| import_lines("import ", group))
            .collect();
        let at = if self.static_last { blocks.len() } else { 0 };
        blocks.insert(at, import_lines("import static ", static_imports));
        blocks.retain(|block| !block.is_empty());
        blocks
    }

    /// The group whose beginning the import has, the longest one deciding.
    fn group_of(&self, import: &str) -> usize {
        let fits = |start: &String| {
            let rest = import.strip_prefix(start.as_str());
            rest.is_some_and(|rest| start.is_empty() || rest.starts_with('.'))
        };
        let mut best = (0, 0);
        for (at, group) in self.groups.iter().enumerate() {
            let longest = group
                .iter()
                .filter(|it| fits(it))
                .map(|it| it.len() + 1)
                .max();
            if let Some(longest) = longest.filter(|it| *it > best.1) {
                best = (at, longest);
            }
        }
        best.0
    }
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
