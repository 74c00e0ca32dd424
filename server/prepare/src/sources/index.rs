//! Java files of a project by the classes in them: takes source roots, finds files by class and by what they inherit
//! from; remembers between runs what the files say, and looks again at those that changed.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use goalline_build::{Project, Reach, Stamp, read_file};
use goalline_syntax::{JavaFile, declarations};

/// More files than this are not looked through for subclasses.
const FILE_LIMIT: usize = 20_000;

/// At least so many bytes behind `extends` are read as names of classes, however early a brace comes: it may stand in
/// a comment.
const HEAD: usize = 200;

/// The source roots of a project with what is known of their files.
pub struct Sources {
    roots: Vec<PathBuf>,
    reach: Reach,
    files: BTreeMap<PathBuf, IndexedSource>,
}

/// A file as it was when it was looked at.
struct IndexedSource {
    stamp: Option<Stamp>,
    /// Words that stand behind `extends` or `implements`.
    mentioned: OnceCell<BTreeSet<String>>,
    /// Simple names of what its classes inherit from.
    above: OnceCell<BTreeSet<String>>,
}

impl Sources {
    pub(crate) fn of(project: &Project) -> Self {
        Self {
            roots: project.source_roots.clone(),
            reach: project.reach(),
            files: BTreeMap::new(),
        }
    }

    /// Looks which files there are; gives those that came, went or changed since the last look.
    pub(crate) fn look_again(&mut self) -> BTreeSet<PathBuf> {
        let mut old = std::mem::take(&mut self.files);
        let mut changed = BTreeSet::new();
        for path in self.list() {
            let stamp = Stamp::of(&path);
            let same = old.remove(&path).filter(|known| known.stamp == stamp);
            let source = same.unwrap_or_else(|| {
                changed.insert(path.clone());
                IndexedSource {
                    stamp,
                    mentioned: OnceCell::new(),
                    above: OnceCell::new(),
                }
            });
            self.files.insert(path, source);
        }
        changed.extend(old.into_keys());
        changed
    }

    fn list(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut open = self.roots.clone();
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let Ok(kind) = entry.file_type() else {
                    continue;
                };
                let is_own = || !kind.is_symlink() || self.reach.holds(&path);
                if kind.is_dir() {
                    open.push(path);
                } else if is_java(&path) && found.len() < FILE_LIMIT && is_own() {
                    found.push(path);
                }
            }
        }
        found
    }

    /// How many files there are.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// The file that is named like the outermost class of this binary name, in its package.
    pub(crate) fn of_class(&self, class: &str) -> Option<PathBuf> {
        let (package, name) = class.rsplit_once('.').unwrap_or(("", class));
        let outermost = name.split('$').find(|part| !part.is_empty())?;
        let relative: PathBuf = package.split('.').collect();
        let file = relative.join(format!("{outermost}.java"));
        let mut places = self.roots.iter().map(|root| root.join(&file));
        places.find(|place| place.is_file() && self.reach.holds(place))
    }

    /// Files beside the known ones with a class that names the given one among what it extends or implements; names
    /// are all that is compared.
    pub(crate) fn below(&self, class: &str, known: &BTreeSet<&Path>) -> BTreeSet<PathBuf> {
        let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
        let others = self.files.iter();
        let others = others.filter(|(path, _)| !known.contains(&***path));
        let does = others.filter(|(path, source)| {
            let mentioned = source.mentioned.get_or_init(|| mentioned(&text(path)));
            mentioned.contains(simple)
                && source
                    .above
                    .get_or_init(|| above(text(path)))
                    .contains(simple)
        });
        does.map(|(path, _)| path.clone()).collect()
    }
}

/// Nothing where it cannot be read.
fn text(path: &Path) -> String {
    let bytes = read_file(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// All words that may name a class that something inherits from, and others.
fn mentioned(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for keyword in ["extends", "implements"] {
        for (at, _) in text.match_indices(keyword) {
            let rest = &text[at + keyword.len()..];
            let brace = rest.find('{').unwrap_or(rest.len());
            let mut end = brace.max(HEAD).min(rest.len());
            while !rest.is_char_boundary(end) {
                end += 1;
            }
            let words = rest[..end].split(|it: char| !(it.is_alphanumeric() || it == '_'));
            found.extend(words.filter(|it| !it.is_empty()).map(str::to_owned));
        }
    }
    found
}

fn above(text: String) -> BTreeSet<String> {
    let declared = declarations(&JavaFile::parse(text));
    let names = declared
        .types
        .iter()
        .flat_map(|ty| ty.superclass.iter().chain(&ty.interfaces));
    names
        .map(|name| {
            let name = name.split('<').next().unwrap_or(name);
            name.rsplit('.').next().unwrap_or(name).trim().to_owned()
        })
        .collect()
}

fn is_java(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "java")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use goalline_build::ProjectSettings;

    use super::*;

    #[test]
    fn classes_below_are_found_by_name_and_looked_for_again_only_where_a_file_changed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).expect("a file");
        write("Rule.java", "interface Rule<T> { }");
        write(
            "Flat.java",
            "class Flat extends /* { */ Object implements a.Rule<String> { }",
        );
        write(
            "Other.java",
            "/** extends nothing, nor Rule */ class Other<T extends Rule> { }",
        );
        let settings = ProjectSettings {
            sources: vec![folder.path().to_path_buf()],
            ..ProjectSettings::default()
        };
        let project = Project::discover(&path("Rule.java"), &settings).expect("a plain folder");
        let mut sources = Sources::of(&project);
        assert_eq!(sources.look_again().len(), 3);
        let below = |sources: &Sources| sources.below("shop.Rule", &BTreeSet::new());
        assert_eq!(below(&sources), BTreeSet::from([path("Flat.java")]));
        write("Other.java", "class Other implements Rule<Integer> { }");
        assert_eq!(sources.look_again(), BTreeSet::from([path("Other.java")]));
        let both = [path("Flat.java"), path("Other.java")];
        assert_eq!(below(&sources), BTreeSet::from(both));
        fs::remove_file(path("Flat.java")).expect("it is there");
        assert_eq!(sources.look_again(), BTreeSet::from([path("Flat.java")]));
        assert_eq!(below(&sources), BTreeSet::from([path("Other.java")]));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_project_is_no_source_of_it() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().join("shop");
        fs::create_dir(&root).expect("a folder");
        fs::write(folder.path().join("secret"), "class B extends A { }").expect("a file");
        fs::write(root.join("A.java"), "class A { }").expect("a file");
        symlink(folder.path().join("secret"), root.join("B.java")).expect("a link");
        let settings = ProjectSettings {
            sources: vec![root.clone()],
            ..ProjectSettings::default()
        };
        let project = Project::discover(&root.join("A.java"), &settings).expect("a plain folder");
        let mut sources = Sources::of(&project);
        assert_eq!(sources.look_again(), BTreeSet::from([root.join("A.java")]));
        assert_eq!(sources.of_class("$B"), None);
        assert_eq!(sources.of_class("A"), Some(root.join("A.java")));
    }
}
