//! Java files of a project by the classes in them: takes source roots, finds files by class and by what they inherit from.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use goalline_project::Project;
use goalline_syntax::{JavaFile, declarations};

/// More files than this are not looked through for subclasses.
const FILE_LIMIT: usize = 20_000;

/// The source roots of a project; their files are listed and read on first use.
pub(crate) struct Sources {
    roots: Vec<PathBuf>,
    texts: OnceLock<Vec<(PathBuf, String)>>,
}

impl Sources {
    pub(crate) fn of(project: &Project) -> Self {
        Self {
            roots: project.source_roots.clone(),
            texts: OnceLock::new(),
        }
    }

    /// The file that is named like the outermost class of this binary name, in its package.
    pub(crate) fn of_class(&self, class: &str) -> Option<PathBuf> {
        let (package, name) = class.rsplit_once('.').unwrap_or(("", class));
        let outermost = name.split('$').find(|part| !part.is_empty())?;
        let relative: PathBuf = package.split('.').collect();
        let file = relative.join(format!("{outermost}.java"));
        let mut places = self.roots.iter().map(|root| root.join(&file));
        places.find(|place| place.is_file())
    }

    /// Files beside the known ones with a class that names the given one among what it extends or implements; names are all that is compared.
    pub(crate) fn below(&self, class: &str, known: &BTreeSet<&Path>) -> BTreeSet<PathBuf> {
        let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
        let texts = self.texts.get_or_init(|| read(&self.roots));
        let may = texts.iter().filter(|(path, text)| {
            !known.contains(&**path)
                && text.contains(simple)
                && (text.contains("extends") || text.contains("implements"))
        });
        let does = may.filter(|(_, text)| {
            let declared = declarations(&JavaFile::parse(text.as_str()));
            let mut above = declared
                .types
                .iter()
                .flat_map(|ty| ty.superclass.iter().chain(&ty.interfaces));
            above.any(|name| {
                let name = name.split('<').next().unwrap_or(name);
                name.rsplit('.').next().unwrap_or(name).trim() == simple
            })
        });
        does.map(|(path, _)| path.clone()).collect()
    }
}

fn read(roots: &[PathBuf]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = roots.to_vec();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path);
            } else if is_java(&path)
                && found.len() < FILE_LIMIT
                && let Ok(bytes) = std::fs::read(&path)
            {
                found.push((path, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
    found.sort();
    found
}

fn is_java(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "java")
}
