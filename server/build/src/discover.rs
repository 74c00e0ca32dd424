//! Recognises the project of a file: takes the file and the user's settings, gives class path, roots and options;
//! writes only the cache.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Project, ProjectError, ProjectKind, ProjectSettings,
    boundary::{is_too_wide, repository_around},
    files::read_file,
    gradle::{self, GradleRoot},
    jdk::tool_version,
    maven, plain_folder, published, source_file,
    testing::framework,
    tools::is_own_build_file,
};

impl Project {
    /// The project that `file` belongs to: the explicit class path and sources, else the nearest Maven module or Gradle
    /// build above the file, else a plain folder made out from the package declaration, else the file alone.
    pub fn discover(file: &Path, settings: &ProjectSettings) -> Result<Self, ProjectError> {
        if file.extension().is_none_or(|extension| extension != "java") {
            return Err(ProjectError::NotJava(file.to_path_buf()));
        }
        let unreadable = |cause| ProjectError::Unreadable {
            path: file.to_path_buf(),
            cause,
        };
        let bytes = read_file(file).map_err(unreadable)?;
        let file = fs::canonicalize(file).map_err(unreadable)?;
        Self::discover_text(&file, &String::from_utf8_lossy(&bytes), settings)
    }

    /// The same for a text that an editor holds; the file need not exist yet.
    pub fn discover_text(
        file: &Path,
        text: &str,
        settings: &ProjectSettings,
    ) -> Result<Self, ProjectError> {
        let checked = Checked::of(settings)?;
        let workspace = settings.workspace.as_ref();
        let checked_workspace = workspace.and_then(|folder| fs::canonicalize(folder).ok());
        let named = checked.project.clone();
        let limit = named.as_deref();
        let opened = limit.or(settings.workspace.as_deref());
        let reach = reach_of(file, opened);
        let package = believed_package(file, text, reach);
        let mut project = if !checked.class_path.is_empty() || !checked.sources.is_empty() {
            checked.explicit(file, &package, reach)
        } else if let Some(build) = BuildFile::around(file, limit.or(reach)) {
            match build.read(file, settings) {
                Ok(project) => project.with_source_of(file, &package),
                Err(message) => {
                    let module = build.module_of(file);
                    let mut project = plain_folder::of_module(&module, file, &package);
                    project.notices.push(message);
                    project
                }
            }
        } else {
            let project = plain_within(file, &package, limit, reach);
            project.with_published_libraries(&package, settings)
        };
        project.framework = framework::version_on(&project);
        let named = tool_version::wanted_jdk(&project.root, checked_workspace.as_deref());
        project.wanted_jdk = named.or(project.wanted_jdk);
        Ok(project)
    }

    /// Sources that a library published have the libraries of the pom that lies among them, where they need some and
    /// have none.
    fn with_published_libraries(mut self, package: &str, settings: &ProjectSettings) -> Self {
        let root = self
            .source_roots
            .first()
            .filter(|_| self.class_path.is_empty());
        let Some(pom) = root.and_then(|root| published::pom_of(root, package)) else {
            return self;
        };
        match maven::read_module(&pom, settings) {
            Ok(published) => self.class_path = published.class_path,
            Err(error) => self.notices.push(error.to_string()),
        }
        self
    }

    /// A file outside of the module's roots (generated, or a stray one below a build file) brings its own root.
    fn with_source_of(mut self, file: &Path, package: &str) -> Self {
        let mut roots = self.source_roots.iter().chain(&self.test_roots);
        if !roots.any(|root| file.starts_with(root))
            && let Some(root) = plain_folder::source_root(file, package)
        {
            self.source_roots.insert(0, root);
        }
        self
    }
}

/// The folder above which nothing belongs to the file's project, whatever the file says and however its folders are
/// called: that of its repository, else what the user opened. None where nobody knows.
fn reach_of<'a>(file: &'a Path, opened: Option<&'a Path>) -> Option<&'a Path> {
    let around = opened.filter(|folder| file.starts_with(folder));
    file.parent().and_then(repository_around).or(around)
}

/// The package that the text declares; none where it would make a source root of a folder above the reach: other
/// projects of the user may lie there.
fn believed_package(file: &Path, text: &str, reach: Option<&Path>) -> String {
    let package = source_file::package_of(text);
    let root = plain_folder::source_root(file, &package);
    let strays = |(root, reach): (PathBuf, &Path)| !root.starts_with(reach);
    if root.zip(reach).is_some_and(strays) {
        return String::new();
    }
    package
}

/// A plain folder; one that lies above the reach, as its source root is called by custom, is none.
fn plain_within(file: &Path, package: &str, limit: Option<&Path>, reach: Option<&Path>) -> Project {
    let project = plain_folder::of(file, package, limit);
    match reach {
        Some(reach) if !project.root.starts_with(reach) => {
            plain_folder::of(file, package, Some(reach))
        }
        _ => project,
    }
}

/// The settings with absolute paths that exist.
struct Checked {
    project: Option<PathBuf>,
    class_path: Vec<PathBuf>,
    sources: Vec<PathBuf>,
}

impl Checked {
    fn of(settings: &ProjectSettings) -> Result<Self, ProjectError> {
        let missing = |what, path: &PathBuf| ProjectError::Missing {
            what,
            path: path.clone(),
        };
        let all = |what, paths: &[PathBuf]| {
            paths
                .iter()
                .map(|path| fs::canonicalize(path).map_err(|_| missing(what, path)))
                .collect::<Result<Vec<_>, _>>()
        };
        // A library is what its name leads to when it is opened, and not what it led to now.
        let as_named = |what, path: &PathBuf| {
            let is_there = fs::metadata(path).and_then(|_| std::path::absolute(path));
            is_there.map_err(|_| missing(what, path))
        };
        let libraries = settings.class_path.iter();
        let libraries = libraries.map(|path| as_named("--classpath", path));
        let project: Vec<_> = settings.project.clone().into_iter().collect();
        Ok(Self {
            project: all("--project", &project)?.pop(),
            class_path: libraries.collect::<Result<_, _>>()?,
            sources: all("--sources", &settings.sources)?,
        })
    }

    fn explicit(self, file: &Path, package: &str, reach: Option<&Path>) -> Project {
        let base = plain_within(file, package, self.project.as_deref(), reach);
        Project {
            kind: ProjectKind::Explicit,
            source_roots: if self.sources.is_empty() {
                base.source_roots
            } else {
                self.sources
            },
            class_path: if self.class_path.is_empty() {
                base.class_path
            } else {
                self.class_path
            },
            ..base
        }
    }
}

/// What describes a file's project.
enum BuildFile {
    Maven(PathBuf),
    Gradle(GradleRoot),
}

impl BuildFile {
    /// That of the file, not above this folder, where one is known. Without one no build leads to the file but one that
    /// lies where nothing may be opened as a whole.
    fn around(file: &Path, limit: Option<&Path>) -> Option<Self> {
        let nearest = Self::nearest(file, limit);
        nearest.filter(|build| limit.is_some() || is_too_wide(build.folder()))
    }

    fn folder(&self) -> &Path {
        match self {
            Self::Maven(pom) => pom.parent().unwrap_or(pom),
            Self::Gradle(root) => &root.folder,
        }
    }

    /// The nearest one above the file, not above `limit`; of two in the same folder that of Maven.
    fn nearest(file: &Path, limit: Option<&Path>) -> Option<Self> {
        let pom = nearest_pom(file, limit);
        let depth = pom
            .as_ref()
            .map(|pom| pom.components().count() - 1)
            .unwrap_or_default();
        let is_nearer = GradleRoot::depth(file, limit).is_some_and(|of_gradle| of_gradle > depth);
        let gradle = GradleRoot::around(file, limit).filter(|_| is_nearer);
        gradle.map(Self::Gradle).or(pom.map(Self::Maven))
    }

    /// The project, else why there is none.
    fn read(&self, file: &Path, settings: &ProjectSettings) -> Result<Project, String> {
        match self {
            Self::Maven(pom) => {
                maven::read_module_of(file, pom, settings).map_err(|it| it.to_string())
            }
            Self::Gradle(root) => {
                gradle::read_module(file, root, settings).map_err(|it| it.to_string())
            }
        }
    }

    /// The module's folder where the build says nothing.
    fn module_of(&self, file: &Path) -> PathBuf {
        match self {
            Self::Maven(_) => self.folder().to_path_buf(),
            Self::Gradle(root) => {
                let folders = file.ancestors().skip(1);
                let mut folders = folders.take_while(|it| it.starts_with(&root.folder));
                let has_sources = |folder: &&Path| folder.join("src").is_dir();
                let module = folders.find(has_sources).unwrap_or(&root.folder);
                module.to_path_buf()
            }
        }
    }
}

/// The nearest `pom.xml` above the file, not above `limit`, and none of another user.
fn nearest_pom(file: &Path, limit: Option<&Path>) -> Option<PathBuf> {
    let there = file.ancestors().skip(1).find(|folder| folder.is_dir())?;
    let is_pom = |pom: &PathBuf| pom.is_file() && is_own_build_file(pom, there);
    let mut folders = file.ancestors().skip(1).take_while(|folder| {
        limit.is_none_or(|limit| folder.starts_with(limit) || !file.starts_with(limit))
    });
    folders
        .find_map(|folder| Some(folder.join("pom.xml")).filter(is_pom))
        .or_else(|| {
            limit
                .map(|limit| limit.join("pom.xml"))
                .filter(|pom| pom.is_file())
        })
}

#[cfg(test)]
mod tests;
