//! The builds that are being asked what their projects are: says whose files have to wait for that; asks nobody itself.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use goalline_engine::Cancel;

/// Builds of one project that are asked at once: each is a JVM or more.
const MOST_OF_A_PROJECT: usize = 2;

/// Files whose folders are part of a project.
const PROJECT_FILES: [&str; 6] = [
    ".git",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
];

/// One build that is being asked.
struct AskedBuild {
    folder: PathBuf,
    project: PathBuf,
    /// The file that it is asked for.
    path: PathBuf,
    /// Names its progress to the client.
    token: String,
    cancel: Cancel,
}

/// All builds that are being asked, and which have answered.
#[derive(Default)]
pub struct AskedBuilds {
    open: Vec<AskedBuild>,
    answered: BTreeSet<PathBuf>,
}

impl AskedBuilds {
    /// The build of this file is asked from now on.
    pub fn begin(&mut self, path: &Path, token: &str, cancel: &Cancel) {
        self.open.push(AskedBuild {
            folder: build_of(path),
            project: project_of(path).to_path_buf(),
            path: path.to_path_buf(),
            token: token.to_owned(),
            cancel: cancel.clone(),
        });
    }

    /// The one of this token has answered, or nobody wants its answer any more.
    pub fn end(&mut self, token: &str) {
        let at = self.open.iter().position(|it| it.token == token);
        if let Some(ended) = at.map(|at| self.open.remove(at)) {
            self.answered.insert(ended.folder);
        }
    }

    /// Whether a run of this file has to wait: its build is being asked, or would be one too many of its project.
    pub fn holds(&self, path: &Path) -> bool {
        if self.open.is_empty() {
            return false;
        }
        let (folder, project) = (build_of(path), project_of(path));
        let of_project = self.open.iter().filter(|it| it.project == project);
        let is_full = of_project.count() >= MOST_OF_A_PROJECT;
        self.is_asked(&folder) || is_full && !self.answered.contains(&folder)
    }

    fn is_asked(&self, folder: &Path) -> bool {
        self.open.iter().any(|it| it.folder == folder)
    }

    /// Nobody wants the answer for this file any more, or none at all.
    pub fn cancel(&self, path: Option<&Path>) {
        let meant = |it: &&AskedBuild| path.is_none_or(|path| it.path == path);
        for build in self.open.iter().filter(meant) {
            build.cancel.cancel();
        }
    }

    /// The file for which the build of this token is asked.
    pub fn file_of(&self, token: &str) -> Option<PathBuf> {
        let asked = self.open.iter().find(|it| it.token == token);
        asked.map(|it| it.path.clone())
    }

    /// Whether none is being asked.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }
}

/// The folder of the build that has to be asked for a file: of Maven's the module, of Gradle's the whole.
fn build_of(file: &Path) -> PathBuf {
    let folders = || file.ancestors().skip(1);
    let has = |folder: &Path, names: &[&str]| names.iter().any(|name| folder.join(name).exists());
    let settings = ["settings.gradle", "settings.gradle.kts"];
    let of_gradle = [settings[0], settings[1], "build.gradle", "build.gradle.kts"];
    let nearest = folders().find(|it| has(it, &["pom.xml"]) || has(it, &of_gradle));
    let is_maven = nearest.is_some_and(|it| has(it, &["pom.xml"]));
    let whole = folders()
        .filter(|it| !is_maven && has(it, &settings))
        .last();
    let folder = whole.or(nearest).or(file.parent());
    folder.unwrap_or(file).to_path_buf()
}

/// The outermost folder of the project that the file belongs to; its own folder where there is none.
pub fn project_of(file: &Path) -> &Path {
    let folders = file.ancestors().skip(1);
    let is_part = |folder: &&Path| PROJECT_FILES.iter().any(|name| folder.join(name).exists());
    let outermost = folders.filter(is_part).last();
    outermost.or(file.parent()).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A project of Maven modules, one of Gradle's, and a file without a build, each with files in two folders.
    fn projects() -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a folder");
        for (folder, file) in [
            ("shop/cart", "pom.xml"),
            ("shop/till", "pom.xml"),
            ("shop/stock", "pom.xml"),
            ("shop", "pom.xml"),
            ("clinic/pets", "build.gradle"),
            ("clinic/vets", "build.gradle.kts"),
            ("clinic", "settings.gradle"),
        ] {
            let folder = root.path().join(folder);
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join(file), "").expect("a file");
        }
        root
    }

    #[test]
    fn files_of_a_build_that_is_asked_wait_and_no_others() {
        let root = projects();
        let file = |path: &str| root.path().join(path);
        let mut asked = AskedBuilds::default();
        assert!(!asked.holds(&file("shop/cart/A.java")));
        asked.begin(&file("shop/cart/A.java"), "goalline/1", &Cancel::default());
        asked.begin(
            &file("clinic/pets/A.java"),
            "goalline/2",
            &Cancel::default(),
        );
        let held = [
            "shop/cart/x/B.java",
            "clinic/pets/B.java",
            "clinic/vets/C.java",
        ];
        for path in held {
            assert!(asked.holds(&file(path)), "{path}");
        }
        for path in ["shop/till/B.java", "shop/C.java", "plain/C.java"] {
            assert!(!asked.holds(&file(path)), "{path}");
        }
        asked.end("goalline/1");
        assert!(!asked.holds(&file("shop/cart/x/B.java")) && !asked.is_empty());
    }

    #[test]
    fn two_builds_of_a_project_are_asked_at_once_and_files_of_a_third_wait_unless_it_is_known() {
        let root = projects();
        let file = |path: &str| root.path().join(path);
        let mut asked = AskedBuilds::default();
        for (path, token) in [("shop/cart/A.java", "1"), ("shop/till/A.java", "2")] {
            asked.begin(&file(path), token, &Cancel::default());
        }
        assert!(asked.holds(&file("shop/stock/A.java")) && !asked.holds(&file("clinic/A.java")));
        asked.end("1");
        asked.begin(&file("shop/stock/A.java"), "3", &Cancel::default());
        assert!(!asked.holds(&file("shop/cart/A.java")), "it has answered");
    }

    #[test]
    fn whoever_stops_a_file_stops_the_build_that_is_asked_for_it_and_no_other() {
        let root = projects();
        let file = |path: &str| root.path().join(path);
        let (one, other) = (Cancel::default(), Cancel::default());
        let mut asked = AskedBuilds::default();
        asked.begin(&file("shop/cart/A.java"), "1", &one);
        asked.begin(&file("shop/till/A.java"), "2", &other);
        let named = asked.file_of("1");
        asked.cancel(named.as_deref());
        assert!(one.is_cancelled() && !other.is_cancelled());
        asked.cancel(None);
        assert!(other.is_cancelled());
    }
}
