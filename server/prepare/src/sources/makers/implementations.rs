//! Who implements what a class is handed: takes types that nobody at hand implements and the project, gives sources of
//! classes that do. Where nothing mocks, a long interface is given as one of those or not at all.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use goalline_build::{Project, read_text};
use goalline_syntax::{JavaFile, declarations};
use goalline_testcase::{ClassDescription, MOST_WRITTEN_METHODS};

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
}

/// Sources of classes that implement those of these types which the text of a class names, a test cannot implement in a
/// few lines, and no class that is known implements.
pub(crate) fn implementations(
    described: &[ClassDescription],
    text: &str,
    file: &Path,
    project: &Project,
) -> Vec<Implementation> {
    let words = crate::sources::mocking::words(text);
    let by_name: BTreeMap<&str, &ClassDescription> =
        described.iter().map(|it| (it.name.as_str(), it)).collect();
    let is_made = |class: &ClassDescription| {
        let mut below = class.subclasses.iter();
        below.any(|name| by_name.get(&**name).is_some_and(|it| is_made_here(it)))
    };
    let wanted: Vec<&ClassDescription> = described
        .iter()
        .filter(|class| class.modifiers.is_abstract() && class.outer.is_none())
        .filter(|class| is_long(class) && words.contains(simple(&class.name)) && !is_made(class))
        .take(MOST_TYPES)
        .collect();
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
        let paths = sources.below(&class.name, &known).into_iter();
        let mut all: Vec<Implementation> = paths.filter_map(read).collect();
        all.sort_by_cached_key(|it| (rank(&it.class, &class.name), it.text.len()));
        all.retain(|it| !found.iter().any(|other| other.class == it.class));
        found.extend(all.into_iter().take(MOST_OF_EACH));
    }
    found
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

fn read(path: PathBuf) -> Option<Implementation> {
    let text = read_text(&path).ok()?;
    let declared = declarations(&JavaFile::parse(text.clone()));
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    let class = match declared.package {
        Some(package) => format!("{package}.{stem}"),
        None => stem,
    };
    Some(Implementation { path, text, class })
}

fn simple(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}
