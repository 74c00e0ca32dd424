//! Imports of an existing test class: takes what new tests need, gives the edits that add the missing ones in their
//! order.

use std::collections::{BTreeMap, BTreeSet};

use goalline_syntax::{Import, Span, TextEdit};

use crate::{
    insertion::{
        class_file::import_lines,
        existing::{Existing, imported},
    },
    types::type_names::{simple_name, split_package},
};

/// What has to be imported beside what is.
pub(crate) struct Imports {
    /// Qualified name by simple name.
    classes: BTreeMap<String, String>,
    members: BTreeSet<String>,
    /// Simple names that the code of the class uses, and that therefore must not change their meaning.
    used: BTreeSet<String>,
    /// Simple names of the types that the file declares.
    declared: BTreeSet<String>,
    /// Methods that the class declares: they hide static imports.
    methods: BTreeSet<String>,
}

impl Imports {
    pub(crate) fn of(class: &Existing<'_>) -> Self {
        let code = class.identifiers();
        let used = code
            .iter()
            .filter(|one| !one.is_member)
            .map(|one| one.text.to_owned());
        Self {
            classes: BTreeMap::new(),
            members: BTreeSet::new(),
            used: used.collect(),
            declared: class
                .declarations
                .types
                .iter()
                .map(|one| one.name.clone())
                .collect(),
            methods: class.method_names(),
        }
    }

    /// Asks for a class; false when its simple name means something else in the file.
    pub(crate) fn want(&mut self, class: &Existing<'_>, qualified: &str) -> bool {
        let simple = simple_name(qualified);
        if self.declared.contains(simple) {
            return false;
        }
        if let Some(other) = imported(&class.declarations, simple) {
            return other == qualified;
        }
        if let Some(other) = self.classes.get(simple) {
            return other == qualified;
        }
        let package = split_package(qualified).0;
        let wildcards: Vec<&str> = class
            .declarations
            .imports
            .iter()
            .filter(|one| one.is_wildcard && !one.is_static && !one.path.starts_with("org.junit"))
            .map(|one| one.path.as_str())
            .collect();
        let is_junit = package.starts_with("org.junit")
            && class
                .declarations
                .imports
                .iter()
                .any(|one| one.is_wildcard && one.path == package);
        // With a second wildcard the simple name may be ambiguous.
        if is_junit || wildcards == [package] {
            return true;
        }
        if self.used.contains(simple) {
            // The file means a class of its package or of another wildcard by it.
            return false;
        }
        self.classes.insert(simple.to_owned(), qualified.to_owned());
        true
    }

    /// Whether a simple name that needs no import elsewhere means another class in this file.
    pub(crate) fn means_other(&self, class: &Existing<'_>, simple: &str, qualified: &str) -> bool {
        let package = class.declarations.package.as_deref().unwrap_or("");
        let is_top_level_here = |name: &str| {
            class
                .declarations
                .types
                .iter()
                .any(|one| one.name == name && one.outer.is_none())
        };
        let is_same = is_top_level_here(simple) && split_package(qualified).0 == package;
        let is_nested_here = self.declared.contains(simple) && !is_same;
        let other =
            imported(&class.declarations, simple).or(self.classes.get(simple).map(String::as_str));
        is_nested_here || other.is_some_and(|other| other != qualified)
    }

    /// Asks for a static member; gives the prefix to write before it where the class does not import it statically.
    pub(crate) fn want_static(&mut self, class: &Existing<'_>, member: &str) -> Option<String> {
        let (owner, name) = split_package(member);
        let imports = &class.declarations.imports;
        let covers = |one: &Import| {
            one.is_static
                && if one.is_wildcard {
                    one.path == owner
                } else {
                    one.path == member
                }
        };
        let is_hidden = self.methods.contains(name);
        if !is_hidden && imports.iter().any(covers) {
            return None;
        }
        let comes_from_elsewhere = imports
            .iter()
            .any(|one| one.is_static && !one.is_wildcard && simple_name(&one.path) == name)
            || (self.used.contains(name) && !is_hidden);
        let writes_prefix = imported(&class.declarations, simple_name(owner)) == Some(owner)
            && !imports
                .iter()
                .any(|one| one.is_static && one.path.starts_with(owner));
        if !is_hidden && !comes_from_elsewhere && !writes_prefix {
            self.members.insert(member.to_owned());
            return None;
        }
        Some(if self.want(class, owner) {
            simple_name(owner).to_owned()
        } else {
            owner.to_owned()
        })
    }
}

/// The edits that add the imports, in the order of the text.
pub(crate) fn import_edits(class: &Existing<'_>, imports: &Imports) -> Vec<TextEdit> {
    let classes: BTreeSet<String> = imports.classes.values().cloned().collect();
    let mut edits = added(class, &imports.members, true);
    edits.extend(added(class, &classes, false));
    edits.sort_by_key(|edit| edit.span.start);
    merge_same_place(edits)
}

/// Inserts at one place become one edit, so that their order cannot be mistaken.
pub(crate) fn merge_same_place(edits: Vec<TextEdit>) -> Vec<TextEdit> {
    let mut merged: Vec<TextEdit> = Vec::new();
    for edit in edits {
        match merged.last_mut() {
            Some(last) if last.span == edit.span => last.new_text.push_str(&edit.new_text),
            _ => merged.push(edit),
        }
    }
    merged
}

fn added(class: &Existing<'_>, names: &BTreeSet<String>, is_static: bool) -> Vec<TextEdit> {
    if names.is_empty() {
        return Vec::new();
    }
    let keyword = if is_static {
        "import static "
    } else {
        "import "
    };
    let of_kind: Vec<&Import> = class
        .declarations
        .imports
        .iter()
        .filter(|one| one.is_static == is_static)
        .collect();
    if of_kind.is_empty() {
        let lines = import_lines(keyword, names);
        return vec![new_block(class, &lines, is_static)];
    }
    names
        .iter()
        .map(|name| {
            let relatives = relatives(&of_kind, name);
            let before = relatives
                .iter()
                .rfind(|one| one.path.as_str() < name.as_str());
            match before {
                Some(before) => TextEdit::insert(before.span.end, format!("\n{keyword}{name};")),
                None => TextEdit::insert(relatives[0].span.start, format!("{keyword}{name};\n")),
            }
        })
        .collect()
}

/// The imports that share the most with this name, from its beginning: they show the group that it belongs into.
fn relatives<'i>(imports: &[&'i Import], name: &str) -> Vec<&'i Import> {
    let shared = |one: &Import| {
        let parts = one.path.split('.').zip(name.split('.'));
        parts.take_while(|(one, other)| one == other).count()
    };
    let most = imports.iter().map(|one| shared(one)).max().unwrap_or(0);
    let nearest = imports.iter().filter(|one| shared(one) == most);
    nearest.copied().collect()
}

/// A first import of its kind: static ones before the others, both after the package.
fn new_block(class: &Existing<'_>, lines: &str, is_static: bool) -> TextEdit {
    let declarations = &class.declarations;
    if let (Some(first), Some(last)) = (declarations.imports.first(), declarations.imports.last()) {
        return if is_static {
            TextEdit::insert(first.span.start, format!("{lines}\n"))
        } else {
            TextEdit::insert(last.span.end, format!("\n\n{}", lines.trim_end()))
        };
    }
    match declarations.package_span {
        Some(package) => TextEdit::insert(package.end, format!("\n\n{}", lines.trim_end())),
        None => TextEdit::insert(first_declaration(class).start, format!("{lines}\n")),
    }
}

fn first_declaration(class: &Existing<'_>) -> Span {
    let first = class
        .declarations
        .types
        .iter()
        .find(|one| one.outer.is_none());
    first.map_or(Span::new(0, 0), |one| one.javadoc.unwrap_or(one.span))
}
