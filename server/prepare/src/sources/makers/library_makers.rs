//! Who makes objects of libraries' types: takes types and the project's sources, gives the classes whose static methods
//! the project asks for them (`Log log = LogFactory.getLog(Till.class)`). Of a library only what is named is known, and
//! the class that is handed a log never names who makes one.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use goalline_build::{Project, read_text};

/// Types of libraries that are looked for at most.
const MOST_TYPES: usize = 16;

/// Sources that are looked through at most, those beside the class first.
const MOST_SOURCES: usize = 300;

/// The binary names of classes that make those of these classes (binary names) that are libraries', in their order.
pub(crate) fn library_makers(classes: &[&str], file: &Path, project: &Project) -> Vec<String> {
    let wanted: Vec<&str> = classes
        .iter()
        .filter(|class| is_of_library(class, project))
        .map(|class| simple(class))
        .take(MOST_TYPES)
        .collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut left: BTreeSet<&str> = wanted.iter().copied().collect();
    let mut found: Vec<(usize, String)> = Vec::new();
    for path in sources_near(file, project) {
        let Ok(text) = read_text(&path) else { continue };
        let made = left
            .iter()
            .filter_map(|ty| Some((*ty, maker_in(&text, ty)?)));
        for (ty, maker) in made.collect::<Vec<_>>() {
            left.remove(ty);
            let at = wanted.iter().position(|it| *it == ty).unwrap_or_default();
            found.push((at, maker));
        }
        if left.is_empty() {
            break;
        }
    }
    found.sort();
    found.into_iter().map(|(_, maker)| maker).collect()
}

/// The classes that a text imports by name.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    let named = text.lines().filter_map(|line| {
        let name = line.trim().strip_prefix("import ")?.strip_suffix(';')?;
        let is_class = !name.starts_with("static ") && !name.ends_with(".*");
        is_class.then(|| name.trim())
    });
    named.filter(|name| simple(name).starts_with(char::is_uppercase))
}

fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

fn is_of_library(class: &str, project: &Project) -> bool {
    let relative = format!("{}.java", class.replace('.', "/"));
    let mut roots = project.source_roots.iter();
    !class.starts_with("java.") && !roots.any(|root| root.join(&relative).is_file())
}

/// The class, by its binary name, of which a static method gives a variable of this type its value.
fn maker_in(text: &str, ty: &str) -> Option<String> {
    if !text.contains(ty) {
        return None;
    }
    let makers = text.lines().filter_map(|line| maker_of(line, ty));
    makers
        .filter(|maker| *maker != ty)
        .find_map(|maker| imports(text).find(|class| simple(class) == maker))
        .map(str::to_owned)
}

/// `LogFactory` of `private final Log log = LogFactory.getLog(Till.class);`
fn maker_of<'t>(line: &'t str, ty: &str) -> Option<&'t str> {
    let (declared, value) = line.split_once('=')?;
    let mut words = declared.split_whitespace().rev();
    let name = words.next()?;
    let is_declared = words.next() == Some(ty) && is_name(name);
    let (maker, rest) = value.trim_start().split_once('.')?;
    let (method, _) = rest.split_once('(')?;
    let is_call = maker.starts_with(char::is_uppercase) && is_name(maker) && is_name(method);
    (is_declared && is_call).then_some(maker)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Sources of the project, those in the folder of the file and near it first.
fn sources_near(file: &Path, project: &Project) -> Vec<PathBuf> {
    let own = file.parent().map(Path::to_path_buf);
    let mut open: Vec<PathBuf> = project.source_roots.iter().rev().cloned().collect();
    open.extend(own);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        if found.len() >= MOST_SOURCES {
            break;
        }
        if !seen.insert(folder.clone()) {
            continue;
        }
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() && !path.is_symlink() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "java") && path != file {
                found.push(path);
            }
        }
    }
    found.truncate(MOST_SOURCES);
    found
}

#[cfg(test)]
mod tests {
    use goalline_build::ProjectSettings;

    use super::*;

    #[test]
    fn who_makes_what_a_class_is_handed_is_found_in_other_sources() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, text).expect("a file");
            path
        };
        let till = "package shop;\nimport log.Log;\nimport shop.Item;\nimport java.util.List;\n\
                    class Till { Till(Log log, Item item, List<Item> all) { } }\n";
        let file = write("src/shop/Till.java", till);
        write("src/shop/Item.java", "package shop; class Item { }");
        write(
            "src/shop/deep/Desk.java",
            "package shop.deep;\nimport log.Log;\nimport log.LogFactory;\nclass Desk {\n\
             \x20   private static final Log LOG = LogFactory.getLog(Desk.class);\n}\n",
        );
        let project = Project::discover_text(&file, till, &ProjectSettings::default());
        let project = project.expect("a plain folder");
        let classes = ["shop.Item", "java.util.List", "log.Log", "log.Sink"];
        let makers = library_makers(&classes, &file, &project);
        assert_eq!(makers, ["log.LogFactory"]);
    }

    #[test]
    fn only_a_static_call_that_a_variable_is_declared_with_counts() {
        let maker = |line| maker_of(line, "Log");
        assert_eq!(
            maker("  Log log = LogFactory.getLog(A.class);"),
            Some("LogFactory")
        );
        assert_eq!(maker("  Log log = factory.getLog(A.class);"), None);
        assert_eq!(maker("  Log log = new SimpleLog();"), None);
        assert_eq!(maker("  log = LogFactory.getLog(A.class);"), None);
        assert_eq!(maker("  Log log = Logs.PLAIN;"), None);
        assert_eq!(maker("  Catalog log = Logs.of();"), None);
    }
}
