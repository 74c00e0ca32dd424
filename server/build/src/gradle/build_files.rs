//! The files of a Gradle build, as they lie on disk: takes a file of a project, gives the folder of its build and a key
//! of all that decides what the build says; runs nothing.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{
    cache::ContentKey,
    confined::home,
    files::read_written,
    generated::tree,
    tools::{has_same_owner, is_own_build_file},
};

/// Changes when the meaning of cached answers does.
const FORMAT: &str = "goalline gradle 1";

/// What a build begins with.
const SETTINGS: [&str; 2] = ["settings.gradle", "settings.gradle.kts"];

/// What says that a folder is a project of a build.
pub const BUILDS: [&str; 2] = ["build.gradle", "build.gradle.kts"];

/// Folders whose every file may decide what the build says: they hold its own plugins.
const OF_BUILD: [&str; 2] = ["buildSrc", "gradle"];

/// Files of the user that every build reads, in Gradle's folder.
pub const USER_FILES: [&str; 4] = [
    "gradle.properties",
    "init.gradle",
    "init.gradle.kts",
    "init.d",
];

/// A build: the folder that Gradle is run in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradleRoot {
    /// That folder.
    pub folder: PathBuf,
}

impl GradleRoot {
    /// The build that a file belongs to: the nearest folder above with settings, else the nearest one with a build
    /// script. Not above `limit`, and in no folder of another user.
    pub fn around(file: &Path, limit: Option<&Path>) -> Option<Self> {
        let module = Self::nearest(file, limit, &BUILDS);
        let root = Self::nearest(file, limit, &SETTINGS);
        let folder = root.or(module)?;
        Some(Self { folder })
    }

    /// How deep the build file stands that is nearest to the file.
    pub fn depth(file: &Path, limit: Option<&Path>) -> Option<usize> {
        let all = [SETTINGS, BUILDS].concat();
        let folder = Self::nearest(file, limit, &all)?;
        Some(folder.components().count())
    }

    fn nearest(file: &Path, limit: Option<&Path>, names: &[&str]) -> Option<PathBuf> {
        let own = file.parent()?;
        // What does not exist yet belongs to whom its folder belongs to.
        let there = own.ancestors().find(|folder| folder.is_dir())?;
        let limit = limit.filter(|limit| file.starts_with(limit));
        let folders = own
            .ancestors()
            .take_while(|folder| limit.is_none_or(|limit| folder.starts_with(limit)));
        folders
            .filter(|folder| folder.is_dir())
            .take_while(|folder| has_same_owner(folder, there))
            .find(|folder| {
                let mut files = names.iter().map(|name| folder.join(name));
                files.any(|file| file.is_file() && is_own_build_file(&file, there))
            })
            .map(Path::to_path_buf)
    }

    /// Whether the build compiles parts of itself first, and so writes into the folder that it stands in.
    pub fn compiles_itself(&self) -> bool {
        let text = SETTINGS.map(|name| read_written(self.folder.join(name)));
        let text = text.into_iter().flatten().collect::<String>();
        self.folder.join("buildSrc").is_dir() || text.contains("includeBuild")
    }

    /// A key of everything that the build's answer depends on.
    pub fn key(&self, java_home: Option<&Path>) -> std::io::Result<String> {
        let mut files = self.files()?;
        if let Some(home) = user_home() {
            files.extend(USER_FILES.map(|name| home.join(name)));
        }
        let java_home = java_home.map(|home| home.as_os_str().to_owned());
        let java_home = java_home.or_else(|| env::var_os("JAVA_HOME"));
        let mut key = ContentKey::default();
        key.add(FORMAT);
        key.add(super::SCRIPT);
        key.add(self.folder.as_os_str().as_encoded_bytes());
        key.add(java_home.unwrap_or_default().as_encoded_bytes());
        for file in files {
            key.add(file.as_os_str().as_encoded_bytes());
            key.add(tree::content(&file).unwrap_or_default());
        }
        Ok(key.finish()[..32].to_owned())
    }

    /// The files that the build is made of.
    pub fn files(&self) -> std::io::Result<Vec<PathBuf>> {
        let mut files = tree::files(&self.folder)?;
        files.retain(|file| self.is_of_build(file));
        Ok(files)
    }

    /// A script, properties, a catalogue of versions, or a part of the build's own plugins, which are a build of their
    /// own inside of this one.
    fn is_of_build(&self, file: &Path) -> bool {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let endings = [".gradle", ".gradle.kts", ".versions.toml", ".lockfile"];
        let is_script = name == "gradle.properties" || endings.iter().any(|it| name.ends_with(it));
        let folders = file.ancestors().skip(1);
        let mut folders = folders.take_while(|folder| folder.starts_with(&self.folder));
        is_script
            || folders.any(|folder| {
                let is_plugins = OF_BUILD.iter().any(|it| folder.ends_with(it));
                let is_build = || SETTINGS.iter().any(|it| folder.join(it).is_file());
                folder != self.folder && (is_plugins || is_build())
            })
    }
}

/// The folder where the user's Gradle keeps what it knows.
pub fn user_home() -> Option<PathBuf> {
    let named = env::var_os("GRADLE_USER_HOME").map(PathBuf::from);
    named
        .filter(|home| home.is_absolute())
        .or_else(|| Some(home()?.join(".gradle")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn build(files: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().expect("a folder");
        let root = fs::canonicalize(dir.path()).expect("a real path");
        for path in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "before").expect("a file");
        }
        (dir, root)
    }

    #[test]
    fn a_build_begins_where_its_settings_are_and_without_any_at_its_script() {
        let (_dir, root) = build(&[
            "a/settings.gradle.kts",
            "a/m/build.gradle",
            "a/m/src/A.java",
            "b/build.gradle",
            "b/src/B.java",
        ]);
        let folder = |file: &str| {
            let build = GradleRoot::around(&root.join(file), Some(&root));
            build.map(|it| it.folder)
        };
        assert_eq!(folder("a/m/src/A.java"), Some(root.join("a")));
        assert_eq!(folder("a/m/src/new/B.java"), Some(root.join("a")));
        assert_eq!(folder("b/src/B.java"), Some(root.join("b")));
        assert_eq!(folder("c/src/B.java"), None);
        let limited = GradleRoot::around(&root.join("a/m/src/A.java"), Some(&root.join("a/m/src")));
        assert_eq!(limited, None);
    }

    #[test]
    fn the_key_changes_with_all_that_a_build_is_made_of_and_not_with_sources() {
        let inputs = [
            "settings.gradle",
            "build.gradle",
            "m/build.gradle.kts",
            "gradle.properties",
            "gradle/libs.versions.toml",
            "gradle/checks/extra.xml",
            "buildSrc/src/main/java/Plugin.java",
            "build-logic/src/main/groovy/shop.groovy",
        ];
        let others = ["build-logic/settings.gradle", "m/src/main/java/A.java"];
        let (_dir, root) = build(&[&inputs[..], &others].concat());
        let build = GradleRoot {
            folder: root.clone(),
        };
        let key = || build.key(None).expect("a key");
        let first = key();
        let write = |path: &str, text: &str| fs::write(root.join(path), text).expect("a file");
        write("m/src/main/java/A.java", "after");
        assert_eq!(key(), first);
        for input in inputs {
            write(input, "after");
            assert_ne!(key(), first, "{input}");
            write(input, "before");
        }
        assert_eq!(key(), first);
    }

    #[test]
    fn a_build_with_plugins_of_its_own_writes_where_it_stands() {
        let (_dir, root) = build(&["a/settings.gradle", "a/buildSrc/build.gradle", "b/x"]);
        let compiles = |name: &str| {
            let folder = root.join(name);
            GradleRoot { folder }.compiles_itself()
        };
        assert!(compiles("a") && !compiles("b"));
        let text = "pluginManagement { includeBuild 'logic' }";
        fs::write(root.join("b/settings.gradle"), text).expect("a file");
        assert!(compiles("b"));
    }
}
