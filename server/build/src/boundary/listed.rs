//! Which folders a build names as its modules, as its files have it in words: takes folders around one another, gives
//! the outermost one whose build the first is part of; runs nothing.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::files::read_file;

const POM: &str = "pom.xml";
const SETTINGS: [&str; 2] = ["settings.gradle", "settings.gradle.kts"];
const SCRIPTS: [&str; 2] = ["build.gradle", "build.gradle.kts"];

/// What the build files of a folder say.
struct ListedBuild<'a> {
    folder: &'a Path,
    /// Folders of modules that the pom names.
    modules: Vec<PathBuf>,
    /// The settings of a Gradle build.
    settings: String,
    /// Whether it has no sources of its own.
    is_list: bool,
}

/// Of folders from the inside out, each around the one before, the outermost one whose build names those inside as its
/// modules, or that is the first one's own. A build file that somebody put above several projects makes one project of
/// those that it names and of no other.
pub fn outermost_build<'a>(folders: &[&'a Path]) -> Option<&'a Path> {
    let start = *folders.first()?;
    let mut own: Vec<&Path> = Vec::new();
    for build in folders.iter().filter_map(|it| ListedBuild::of(it)) {
        let is_part = if own.is_empty() {
            build.holds(start)
        } else {
            own.iter().any(|inner| build.names(inner))
        };
        if is_part {
            own.push(build.folder);
        }
    }
    own.pop()
}

impl<'a> ListedBuild<'a> {
    /// None where no build file lies in the folder.
    fn of(folder: &'a Path) -> Option<Self> {
        let has = |names: &[&str]| names.iter().any(|name| folder.join(name).exists());
        if !has(&[POM]) && !has(&SETTINGS) && !has(&SCRIPTS) {
            return None;
        }
        let text_of = |name: &str| {
            let bytes = read_file(folder.join(name)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let pom = text_of(POM);
        let settings = SETTINGS.map(text_of).concat();
        let is_list_of_poms = texts_in(&pom, "packaging").any(|it| it == "pom");
        let is_list_of_gradle = settings.contains("include") && !folder.join("src").is_dir();
        Some(Self {
            folder,
            modules: ["module", "subproject"]
                .iter()
                .flat_map(|name| texts_in(&pom, name))
                .filter_map(|name| folder_of(&folder.join(name)))
                .collect(),
            settings,
            is_list: is_list_of_poms || pom.is_empty() && is_list_of_gradle,
        })
    }

    /// Whether a folder inside is the build's own: a list of modules has none but those.
    fn holds(&self, inner: &Path) -> bool {
        let is_source = inner.starts_with(self.folder.join("src"));
        let between = inner.ancestors().take_while(|it| *it != self.folder);
        inner == self.folder || is_source || !self.is_list || { between }.any(|it| self.names(it))
    }

    /// Whether it says that this folder inside is one of its modules.
    fn names(&self, inner: &Path) -> bool {
        let real = fs::canonicalize(inner).ok();
        let is_module = real.is_some_and(|real| self.modules.contains(&real));
        is_module || self.settings_name(inner)
    }

    /// Whether settings name it: `include 'a:b'`, `file("$rootDir/a/b")`; of `a:b:c` it is a part.
    fn settings_name(&self, inner: &Path) -> bool {
        let below = inner.strip_prefix(self.folder).unwrap_or(inner);
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        let is_edge = |c: char| "'\":/".contains(c);
        [":", "/"].iter().any(|between| {
            let name = parts.join(between);
            let mut found = self.settings.match_indices(&*name);
            !name.is_empty()
                && found.any(|(at, name)| {
                    let rest = &self.settings[at + name.len()..];
                    self.settings[..at].ends_with(is_edge) && rest.starts_with(is_edge)
                })
        })
    }
}

/// The folder of a module, which may be named by its pom.
fn folder_of(module: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(module).ok()?;
    if real.is_dir() {
        return Some(real);
    }
    real.parent().map(Path::to_path_buf)
}

/// The texts of all elements of this name.
fn texts_in<'t>(xml: &'t str, name: &str) -> impl Iterator<Item = &'t str> + use<'t> {
    let begin = format!("<{name}>");
    let places: Vec<usize> = xml
        .match_indices(&begin)
        .map(|(at, it)| at + it.len())
        .collect();
    let texts = places.into_iter().map(|at| &xml[at..]);
    texts.map(|rest| rest[..rest.find('<').unwrap_or(rest.len())].trim())
}
