//! Who implements what a class is handed: takes types that nobody at hand implements and the project, gives sources of
//! classes that do. Where nothing mocks, a long interface is given as one of those or not at all; an
//! abstract class under test is tested by what is below it, whatever mocks there are.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use goalline_build::{Project, read_text};
use goalline_syntax::{JavaFile, TypeKind, declarations};
use goalline_testcase::{ClassDescription, ClassKind, MOST_WRITTEN_METHODS};

use crate::sources::index::Sources;

/// Types that are looked for, at most.
const MOST_TYPES: usize = 8;

/// Classes that are taken of each, at most.
const MOST_OF_EACH: usize = 2;

/// Sources of a project that are looked through: each run reads them.
const MOST_SOURCES: usize = 2_000;

/// A source with a class that implements a type.
pub(crate) struct Implementation {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    /// Binary name of the class that is named like the file.
    pub(crate) class: String,
    /// Whether it leaves something to others.
    is_partial: bool,
}

/// Those of these types which the text of a class names, a test cannot implement in a few lines or is for, and no class
/// that is known implements.
pub(crate) fn open_types<'d>(
    described: &'d [ClassDescription],
    text: &str,
    file: &Path,
) -> Vec<&'d ClassDescription> {
    let words = crate::sources::mocking::words(text);
    let by_name: BTreeMap<&str, &ClassDescription> =
        described.iter().map(|it| (it.name.as_str(), it)).collect();
    let is_made = |class: &ClassDescription| {
        let mut below = class.subclasses.iter();
        below.any(|name| by_name.get(&**name).is_some_and(|it| is_made_here(it)))
    };
    described
        .iter()
        .filter(|class| class.modifiers.is_abstract() && class.outer.is_none())
        .filter(|class| is_long(class) || is_of(class, file))
        .filter(|class| words.contains(simple(&class.name)) && !is_made(class))
        .take(MOST_TYPES)
        .collect()
}

/// Sources of classes that implement these types.
pub(crate) fn implementations(
    wanted: &[&ClassDescription],
    file: &Path,
    project: &Project,
) -> Vec<Implementation> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut sources = Sources::of(project);
    sources.look_again();
    if sources.len() > MOST_SOURCES {
        return Vec::new();
    }
    let known = BTreeSet::from([file]);
    let mut found: Vec<Implementation> = Vec::new();
    for class in wanted {
        let mut all = of_type(&sources, &class.name, &known);
        all.retain(|it| !found.iter().any(|other| other.class == it.class));
        found.extend(all.into_iter().take(MOST_OF_EACH));
    }
    found
}

/// The classes that can be made of this type, directly or through a class that leaves something to them, the plainest
/// first.
fn of_type(sources: &Sources, class: &str, known: &BTreeSet<&Path>) -> Vec<Implementation> {
    let (partial, mut all): (Vec<Implementation>, Vec<Implementation>) =
        below(sources, class, known).partition(|it| it.is_partial);
    for one in partial {
        all.extend(below(sources, &one.class, known).filter(|it| !it.is_partial));
    }
    all.sort_by_cached_key(|it| (rank(&it.class, class), it.text.len()));
    all
}

/// The classes that name this one as what they extend or implement.
fn below<'s>(
    sources: &'s Sources,
    class: &str,
    known: &BTreeSet<&Path>,
) -> impl Iterator<Item = Implementation> + use<'s> {
    let paths = sources.below(class, known).into_iter();
    let name = simple(class).to_owned();
    paths.filter_map(move |path| read(path, &name))
}

/// Whether it is what the file is for: of an abstract class whose project has others below it readers want to see one
/// of those, however little a test has to write.
pub(crate) fn is_of(class: &ClassDescription, file: &Path) -> bool {
    class.kind == ClassKind::Class && file.ends_with(class.name.replace('.', "/") + ".java")
}

/// Whether an object of it can be made by its constructor.
fn is_made_here(class: &ClassDescription) -> bool {
    !class.modifiers.is_abstract() && !class.constructors.is_empty()
}

/// Whether a class that implements it has more methods than a test wants to read.
fn is_long(class: &ClassDescription) -> bool {
    let open = class.methods.iter();
    open.filter(|it| it.modifiers.is_abstract()).count() > MOST_WRITTEN_METHODS
}

/// The plainest first: one that is called so, then one that stands beside the type.
fn rank(class: &str, implemented: &str) -> (bool, bool) {
    const PLAIN: [&str; 4] = ["Base", "Basic", "Default", "Simple"];
    let is_plain = PLAIN.iter().any(|word| simple(class).starts_with(word));
    let package = |name: &str| name.rsplit_once('.').map(|it| it.0.to_owned());
    (!is_plain, package(class) != package(implemented))
}

/// The class that is named like the file, where it is what names the type; no interface that goes on with it.
fn read(path: PathBuf, implemented: &str) -> Option<Implementation> {
    let text = read_text(&path).ok()?;
    let declared = declarations(&JavaFile::parse(text.clone()));
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    let mut types = declared.types.iter();
    let class = types.find(|it| it.outer.is_none() && it.name == stem)?;
    let names_it = |above: &String| {
        let plain = above.split('<').next().unwrap_or_default();
        simple(plain.trim()) == implemented
    };
    let is_below = class
        .superclass
        .iter()
        .chain(&class.interfaces)
        .any(names_it);
    let is_class = matches!(
        class.kind,
        TypeKind::Class | TypeKind::Enum | TypeKind::Record
    );
    (is_below && is_class).then(|| Implementation {
        class: class.binary_name.clone(),
        is_partial: class.modifiers.has("abstract"),
        path,
        text,
    })
}

fn simple(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use goalline_build::ProjectSettings;

    use super::*;

    #[test]
    fn who_can_be_made_is_found_behind_abstract_classes_and_beside_namesakes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("a file");
        };
        write("Store.java", "package shop; interface Store { }");
        write(
            "BasicStore.java",
            "package shop; interface BasicStore extends Store { }",
        );
        write(
            "BaseStore.java",
            "package shop; abstract class BaseStore implements Store { }",
        );
        write(
            "CornerStore.java",
            "package shop; class CornerStore extends BaseStore { }",
        );
        write(
            "Plan.java",
            "package shop; class Plan { class Inner implements Store { } }",
        );
        let settings = ProjectSettings {
            sources: vec![folder.path().to_path_buf()],
            ..ProjectSettings::default()
        };
        let file = folder.path().join("Store.java");
        let project = Project::discover(&file, &settings).expect("a plain folder");
        let mut sources = Sources::of(&project);
        sources.look_again();
        let found = of_type(&sources, "shop.Store", &BTreeSet::new());
        let classes: Vec<&str> = found.iter().map(|it| it.class.as_str()).collect();
        assert_eq!(classes, ["shop.CornerStore"]);
    }

    #[test]
    fn the_abstract_class_that_a_file_is_for_is_open_however_little_it_leaves_to_others() {
        let class = |name: &str| ClassDescription {
            name: name.to_owned(),
            modifiers: goalline_testcase::Modifiers(1 | 1024),
            ..ClassDescription::default()
        };
        let described = [class("shop.Store"), class("shop.Shelf")];
        let text = "abstract class Store { Shelf shelf; }";
        let open = open_types(&described, text, Path::new("/shop/Store.java"));
        let names: Vec<&str> = open.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["shop.Store"]);
    }
}
