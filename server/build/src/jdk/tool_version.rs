//! The JDK that a project asks for by name: takes its folders, gives what `.sdkmanrc` or `.java-version` says; reads
//! nothing else.
//!
//! Whoever wrote these files may be a stranger. So they only choose among the JDKs that are installed: a name has no
//! path parts, and nothing outside of the project is read.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

/// More than any of these files has.
const LONGEST_FILE: u64 = 4096;
/// More than any version has.
const LONGEST_NAME: usize = 64;
/// What tells that a folder belongs to the build around it.
const BUILD_FILES: [&str; 5] = [
    "pom.xml",
    "settings.gradle",
    "settings.gradle.kts",
    "build.gradle",
    "build.gradle.kts",
];

/// The version or the name of a JDK, as version managers write it: `17`, `17.0.9-tem`, `temurin-21.0.1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WantedJdk(String);

impl WantedJdk {
    /// The JDK of this name; none where it is no plain name, but a path or part of one.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
        let is_name = name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.len() <= LONGEST_NAME
            && name.chars().all(is_plain)
            && !name.contains("..");
        is_name.then(|| Self(name.to_owned()))
    }

    /// As it is written.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// The numbers of the version that it names, `[17, 0, 9]`; empty when it names none. `1.8` is 8.
    pub fn version(&self) -> Vec<u32> {
        let starts_with_digit = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
        // GraalVM has versions of its own: `graalvm-22.3.0+java17`.
        let named = self.0.split_once("java").map(|(_, version)| version);
        let version = named
            .filter(starts_with_digit)
            .or_else(|| self.0.split(['-', '_']).find(starts_with_digit));
        numbers(version.unwrap_or_default())
    }
}

/// The leading numbers of a version: of `17.0.9+9` those before the plus; of `1.8.0_392` those after the one.
pub(crate) fn numbers(version: &str) -> Vec<u32> {
    let end = version.find(|c: char| !(c.is_ascii_digit() || c == '.'));
    let parts = version[..end.unwrap_or(version.len())].split('.');
    let mut numbers: Vec<u32> = parts.map_while(|part| part.parse().ok()).collect();
    if numbers.len() > 1 && numbers[0] == 1 {
        numbers.remove(0);
    }
    numbers
}

/// The outermost folder of the project with this root: the workspace around it; without one, that of the build whose
/// module it is.
pub fn top_of(root: &Path, workspace: Option<&Path>) -> PathBuf {
    if let Some(workspace) = workspace.filter(|workspace| root.starts_with(workspace)) {
        return workspace.to_path_buf();
    }
    let has_build = |folder: &&Path| BUILD_FILES.iter().any(|name| folder.join(name).is_file());
    let modules = root.ancestors().skip(1).take_while(has_build);
    modules.last().unwrap_or(root).to_path_buf()
}

/// The JDK that the files of a project ask for: those in its root, else those in the folders above it, up to its
/// outermost one.
pub fn wanted_jdk(root: &Path, workspace: Option<&Path>) -> Option<WantedJdk> {
    let top = top_of(root, workspace);
    root.ancestors()
        .take_while(|folder| folder.starts_with(&top))
        .find_map(wanted_here)
}

fn wanted_here(folder: &Path) -> Option<WantedJdk> {
    let sdkman = text_of(&folder.join(".sdkmanrc")).and_then(|text| {
        let mut lines = text.lines();
        WantedJdk::named(lines.find_map(|line| line.trim().strip_prefix("java="))?)
    });
    sdkman.or_else(|| WantedJdk::named(&text_of(&folder.join(".java-version"))?))
}

/// The text of a small file; nothing of a link, which may lead out of the project, nor of what is no file and may
/// never end.
fn text_of(file: &Path) -> Option<String> {
    if !fs::symlink_metadata(file).ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    let mut start = File::open(file).ok()?.take(LONGEST_FILE);
    start.read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    fn wanted(files: &[(&str, &str)], root: &str) -> Option<String> {
        let folder = folder(files);
        let found = wanted_jdk(&folder.path().join(root), None);
        found.map(|wanted| wanted.name().to_owned())
    }

    #[test]
    fn version_files_name_a_jdk() {
        let sdkman = wanted(&[(".sdkmanrc", "# sdk env\njava=17.0.9-tem\n")], "");
        assert_eq!(sdkman.as_deref(), Some("17.0.9-tem"));
        let jenv = wanted(&[(".java-version", "21.0\n")], "");
        assert_eq!(jenv.as_deref(), Some("21.0"));
    }

    #[test]
    fn a_path_is_no_name_of_a_jdk() {
        let paths = [
            "/tmp/jdk",
            "../jdk",
            "..",
            ".",
            ".jdk",
            "a/b",
            "a\\b",
            "C:jdk",
            "17/../../jdk",
            "~jdk",
            "1..7",
            "",
            "$HOME",
            "17\u{0}",
        ];
        for path in paths {
            assert_eq!(WantedJdk::named(path), None, "{path}");
            let text = format!("java={path}");
            assert_eq!(wanted(&[(".sdkmanrc", &text)], ""), None, "{path}");
            assert_eq!(wanted(&[(".java-version", path)], ""), None, "{path}");
        }
    }

    #[test]
    fn a_module_has_the_files_of_its_build_and_nothing_above() {
        let reactor = [
            ("top/pom.xml", ""),
            ("top/module/pom.xml", ""),
            ("top/.java-version", "17"),
        ];
        assert_eq!(wanted(&reactor, "top/module").as_deref(), Some("17"));
        let above = [(".java-version", "17"), ("project/pom.xml", "")];
        assert_eq!(wanted(&above, "project"), None);
    }

    #[test]
    fn the_workspace_is_the_outermost_folder_where_there_is_one() {
        let folder = folder(&[(".java-version", "17"), ("work/project/A.java", "")]);
        let root = folder.path().join("work/project");
        let asked = |workspace: &str| wanted_jdk(&root, Some(&folder.path().join(workspace)));
        assert_eq!(asked("work"), None);
        assert_eq!(asked(""), WantedJdk::named("17"));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_are_not_read() {
        let folder = folder(&[("elsewhere", "17")]);
        let project = folder.path().join("project");
        fs::create_dir(&project).expect("a folder");
        for target in [folder.path().join("elsewhere"), "/dev/zero".into()] {
            let link = project.join(".java-version");
            std::os::unix::fs::symlink(&target, &link).expect("a link");
            assert_eq!(wanted_jdk(&project, None), None, "{}", target.display());
            fs::remove_file(link).expect("it is there");
        }
    }

    #[test]
    fn names_of_all_version_managers_have_a_version() {
        let version = |name| WantedJdk::named(name).expect("a name").version();
        assert_eq!(version("17.0.9-tem"), [17, 0, 9]);
        assert_eq!(version("temurin-21.0.1+12.0.LTS"), [21, 0, 1]);
        assert_eq!(version("openjdk64-11.0.2"), [11, 0, 2]);
        assert_eq!(version("graalvm-22.3.0+java17"), [17]);
        assert_eq!(version("1.8"), [8]);
        assert_eq!(version("25"), [25]);
        assert_eq!(version("system"), [0; 0]);
    }
}
