//! Rules about the files and folders of one crate: they import one another in one direction, so that each can be
//! understood without those above it.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::{algo::tarjan_scc, graph::DiGraph};
use syn::{Item, UseTree};

use crate::sources::{expect_none, root, with_ending};

/// The modules of one crate by path (`cluster::member`; the root is empty), each with those that it imports.
type ModuleImports = BTreeMap<String, BTreeSet<String>>;

#[test]
fn the_files_of_a_crate_import_in_one_direction() {
    expect_no_circle("files that import one another in a circle", circles_in);
}

#[test]
fn the_folders_of_a_crate_import_in_one_direction() {
    expect_no_circle("folders that import one another in a circle", |imports| {
        let mut circles = Vec::new();
        for folder in folders(imports) {
            circles.extend(circles_in(&contracted(imports, &folder)));
        }
        circles
    });
}

fn expect_no_circle(rule: &str, circles_in: impl Fn(&ModuleImports) -> Vec<Vec<String>>) {
    let mut circles = Vec::new();
    let mut crates: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for source in with_ending("rs") {
        let parts: Vec<&str> = source.path.splitn(4, '/').collect();
        if let ["server", name, "src", file] = parts[..]
            && !source.is_test()
        {
            let files = crates.entry(name.to_owned()).or_default();
            files.push((module_of(file), source.text));
        }
    }
    for (name, files) in &crates {
        let found = circles_in(&imports(files)).into_iter();
        circles.extend(found.map(|circle| format!("{name}: {}", circle.join(", "))));
    }
    assert!(crates.len() > 10, "the crates lie in {}", root().display());
    expect_none(rule, &circles);
}

#[test]
fn a_circle_is_seen_and_a_module_with_its_own_parts_is_none() {
    let files = |texts: &[(&str, &str)]| -> Vec<(String, String)> {
        let owned = texts.iter();
        owned
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
            .collect()
    };
    let circle = files(&[
        ("", "mod a; mod b; mod c;"),
        ("a", "use crate::{b::B, c};"),
        ("b", "fn f() { use super::c::C; }"),
        ("c", "use crate::a::A as Other;"),
    ]);
    assert_eq!(circles_in(&imports(&circle)), [["a", "b", "c"]]);
    let parts = files(&[
        ("", "mod a; pub use a::A;"),
        ("a", "mod part; use self::part::P;"),
        ("a::part", "use super::A; use crate::Whole;"),
        ("b", "#[cfg(test)] mod tests { use crate::c::C; }"),
        ("c", "use crate::b::B;"),
    ]);
    assert!(circles_in(&imports(&parts)).is_empty());
}

#[test]
fn a_circle_of_folders_is_seen_also_through_what_the_root_exports() {
    let files: Vec<(String, String)> = [
        ("", "mod a; mod b; pub use b::deep::B;"),
        ("a", "mod one; mod two;"),
        ("a::one", "use crate::B;"),
        ("a::two", ""),
        ("b", "mod deep;"),
        ("b::deep", "use crate::a::two::Two;"),
    ]
    .map(|(path, text)| (path.to_owned(), text.to_owned()))
    .into();
    let imports = imports(&files);
    assert!(circles_in(&imports).is_empty());
    assert_eq!(circles_in(&contracted(&imports, "")), [["a", "b"]]);
    assert!(circles_in(&contracted(&imports, "a")).is_empty());
}

/// Every module that has modules below it; the root is empty.
fn folders(imports: &ModuleImports) -> BTreeSet<String> {
    let above = |module: &String| match module.rsplit_once("::") {
        Some((above, _)) => above.to_owned(),
        None => String::new(),
    };
    imports.keys().map(above).collect()
}

/// What stands directly in a folder, each with the imports of all that stands below it.
fn contracted(imports: &ModuleImports, folder: &str) -> ModuleImports {
    let member = |module: &str| -> Option<String> {
        let inside = match folder {
            "" => module,
            folder => module.strip_prefix(folder)?.strip_prefix("::")?,
        };
        let first = inside.split("::").next().filter(|name| !name.is_empty())?;
        Some(first.to_owned())
    };
    let mut contracted = ModuleImports::new();
    for (module, imported) in imports {
        if let Some(name) = member(module) {
            let others = imported.iter().filter_map(|other| member(other));
            let others: Vec<String> = others.filter(|other| *other != name).collect();
            contracted.entry(name).or_default().extend(others);
        }
    }
    contracted
}

/// `cluster/member.rs` is `cluster::member`, `cluster/mod.rs` is `cluster`, `lib.rs` and `main.rs` are the root.
fn module_of(file: &str) -> String {
    let path = file.trim_end_matches(".rs").replace('/', "::");
    match path.as_str() {
        "lib" | "main" => String::new(),
        other => other.trim_end_matches("::mod").to_owned(),
    }
}

fn imports(files: &[(String, String)]) -> ModuleImports {
    let known: BTreeSet<&str> = files.iter().map(|(module, _)| module.as_str()).collect();
    let exports = exports(files, &known);
    let of_file = |(module, text): &(String, String)| {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{module}: {error}"));
        let mut seen = UsePaths::default();
        syn::visit::visit_file(&mut seen, &file);
        let imported = seen.paths.iter().filter_map(|path| {
            let path = absolute(module, path)?;
            let exported = path.split("::").next().and_then(|name| exports.get(name));
            file_of(&path, &known).or_else(|| exported.cloned())
        });
        (module.clone(), imported.collect())
    };
    files.iter().map(of_file).collect()
}

/// The longest part of the path that is a file.
fn file_of(path: &str, known: &BTreeSet<&str>) -> Option<String> {
    let parts: Vec<&str> = path.split("::").collect();
    let mut prefixes = (1..=parts.len()).rev().map(|end| parts[..end].join("::"));
    prefixes.find(|prefix| known.contains(prefix.as_str()))
}

/// The names that the root exports again, each with the file that it comes from.
fn exports(files: &[(String, String)], known: &BTreeSet<&str>) -> BTreeMap<String, String> {
    let Some((_, text)) = files.iter().find(|(module, _)| module.is_empty()) else {
        return BTreeMap::new();
    };
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("the root: {error}"));
    let mut seen = UsePaths::default();
    syn::visit::visit_file(&mut seen, &file);
    let exported = seen.paths.iter().filter_map(|path| {
        let path = path.strip_prefix("crate::").unwrap_or(path);
        let name = path.rsplit("::").next()?;
        Some((name.to_owned(), file_of(path, known)?))
    });
    exported.collect()
}

/// The path from the crate's root; none for other crates.
fn absolute(module: &str, path: &str) -> Option<String> {
    let (first, rest) = path.split_once("::")?;
    match first {
        "crate" => Some(rest.to_owned()),
        "self" => Some(format!("{module}::{rest}")),
        "super" => {
            let above = module.rsplit_once("::").map_or("", |(above, _)| above);
            match rest.strip_prefix("super::") {
                Some(_) => absolute(above, rest),
                None if above.is_empty() => Some(rest.to_owned()),
                None => Some(format!("{above}::{rest}")),
            }
        }
        _ => None,
    }
}

/// Paths of all `use` items outside of tests.
#[derive(Default)]
struct UsePaths {
    paths: Vec<String>,
}

impl<'ast> syn::visit::Visit<'ast> for UsePaths {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Mod(inner) if inner.content.is_some() => {}
            Item::Use(used) => self.add("", &used.tree),
            other => syn::visit::visit_item(self, other),
        }
    }
}

impl UsePaths {
    fn add(&mut self, before: &str, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.add(&format!("{before}{}::", path.ident), &path.tree),
            UseTree::Name(name) => self.paths.push(format!("{before}{}", name.ident)),
            UseTree::Rename(name) => self.paths.push(format!("{before}{}", name.ident)),
            UseTree::Glob(_) => self.paths.push(before.trim_end_matches(':').to_owned()),
            UseTree::Group(group) => {
                for one in &group.items {
                    self.add(before, one);
                }
            }
        }
    }
}

/// Groups of modules that reach one another. A module and its own parts belong together: imports between them do not
/// count.
fn circles_in(imports: &ModuleImports) -> Vec<Vec<String>> {
    let mut graph = DiGraph::new();
    let nodes: BTreeMap<&str, _> = imports
        .keys()
        .map(|module| (module.as_str(), graph.add_node(module.as_str())))
        .collect();
    let is_part = |a: &str, b: &str| a.is_empty() || b.starts_with(&format!("{a}::"));
    for (module, imported) in imports {
        for other in imported {
            if module != other && !is_part(module, other) && !is_part(other, module) {
                graph.add_edge(nodes[module.as_str()], nodes[other.as_str()], ());
            }
        }
    }
    let groups = tarjan_scc(&graph).into_iter().filter(|it| it.len() > 1);
    let mut circles: Vec<Vec<String>> = groups
        .map(|group| {
            let mut names: Vec<String> = group.iter().map(|node| graph[*node].into()).collect();
            names.sort();
            names
        })
        .collect();
    circles.sort();
    circles
}
