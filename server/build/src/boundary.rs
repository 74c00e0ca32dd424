//! How far a project reaches: takes its folder, gives that of its repository or reactor, which a worker may read;
//! never a home folder.

mod listed;

use std::{
    env, io,
    path::{Component, Path, PathBuf},
};

use listed::outermost_build;

use crate::{Project, tools::is_shared};

/// Endings of files that a class path may name, wherever they lie: archives of classes, and no other.
const ARCHIVES: [&str; 5] = ["jar", "war", "ear", "aar", "jmod"];

/// The nearest folder at or above `folder` that a repository begins in, else the outermost one whose build leads to it;
/// `folder` itself where there is none. Files that stand for all modules (`lombok.config`) lie there. A folder that
/// is too wide does not count.
pub fn repository_root(folder: &Path) -> PathBuf {
    repository_around(folder).unwrap_or(folder).to_path_buf()
}

/// The same; none where there is none.
pub(crate) fn repository_around(folder: &Path) -> Option<&Path> {
    let reached = folder.ancestors().take_while(|one| !is_too_wide(one));
    let reached: Vec<&Path> = reached.collect();
    let mut repositories = reached.iter().filter(|one| one.join(".git").exists());
    let repository = repositories.next().copied();
    repository.or_else(|| outermost_build(&reached))
}

/// Whether the folder holds much that is not of one project: a home folder, a temporary one, or what these lie in.
pub fn is_too_wide(folder: &Path) -> bool {
    is_above(folder, &wide_folders()) || is_shared(folder)
}

/// The folders that, with all above them, are never opened to a worker as such.
pub fn wide_folders() -> Vec<PathBuf> {
    let homes = ["HOME", "USERPROFILE"].map(env::var_os);
    let homes = homes.into_iter().flatten().map(PathBuf::from);
    homes.chain([env::temp_dir()]).collect()
}

fn is_above(folder: &Path, wide: &[PathBuf]) -> bool {
    let folder = match real_end(folder) {
        LinkEnd::At(real) => real,
        LinkEnd::Nowhere => folder.to_path_buf(),
        LinkEnd::Untold => return true,
    };
    let mut wide = wide.iter().flat_map(|one| one.canonicalize());
    folder.parent().is_none() || wide.any(|one| one.starts_with(&folder))
}

/// The folders in which files are a project's own: its repository, and what the user named beside it. A link in them
/// may lead to any file of the user's, which the text of a source would make known to what the project runs.
pub struct Reach {
    folders: Vec<PathBuf>,
}

impl Reach {
    /// Whether the file, followed to its end, is there and one of the project's own.
    pub fn holds(&self, file: &Path) -> bool {
        let real = file.canonicalize();
        real.is_ok_and(|real| self.folders.iter().any(|folder| real.starts_with(folder)))
    }
}

impl Project {
    /// How far its sources may lie.
    pub fn reach(&self) -> Reach {
        let repository = repository_root(&self.root);
        let named = self.source_roots.iter().chain(&self.test_roots);
        let named = named.chain(&self.test_run.source_roots);
        let folders = named.map(PathBuf::as_path).chain([&*repository]);
        Reach {
            folders: folders.filter_map(|it| it.canonicalize().ok()).collect(),
        }
    }

    /// Where writing the file would really write, if that is outside of the project: a test root or a test file may
    /// be a link.
    pub fn strays_to(&self, file: &Path) -> Option<PathBuf> {
        let root = repository_root(&self.root).canonicalize();
        match (root, real_place(file)) {
            (Ok(root), Some(end)) => (!end.starts_with(root)).then_some(end),
            // What cannot be told may be anywhere.
            _ => Some(file.to_path_buf()),
        }
    }

    /// Leaves out what a build file names outside of its own repository, save archives of classes: what a stranger's
    /// build names is read by a stranger's code. Says so in a notice.
    pub(crate) fn within_its_repository(mut self) -> Self {
        let root = repository_root(&self.root);
        let mut left = Vec::new();
        let mut keep = |paths: &mut Vec<PathBuf>, archives: bool| {
            paths.retain(|path| {
                let stays = is_within(path, &root) || archives && is_archive(path);
                if !stays {
                    left.push(path.clone());
                }
                stays
            });
        };
        keep(&mut self.source_roots, false);
        keep(&mut self.test_roots, false);
        keep(&mut self.test_run.source_roots, false);
        keep(&mut self.output_folders, false);
        keep(&mut self.class_path, true);
        keep(&mut self.test_class_path, true);
        keep(&mut self.processor_path, true);
        left.retain(|path| path.exists());
        self.notices.extend(left.iter().map(|path| {
            format!(
                "the build names {}, which lies outside of {}: it is not read; name it with --sources or --classpath if it belongs to the project",
                path.display(),
                root.display()
            )
        }));
        self
    }
}

/// Where a path leads.
enum LinkEnd {
    /// To something, whose path without links this is.
    At(PathBuf),
    /// To nothing that is there.
    Nowhere,
    /// Links go round in circles, or on for longer than a path may be: whoever opens it may come anywhere.
    Untold,
}

fn real_end(path: &Path) -> LinkEnd {
    match path.canonicalize() {
        Ok(real) => LinkEnd::At(real),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => LinkEnd::Nowhere,
        Err(_) => LinkEnd::Untold,
    }
}

/// The path without links, though its last parts may not exist yet; none where that cannot be told.
fn real_place(path: &Path) -> Option<PathBuf> {
    const MOST: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST {
        match real_end(&path) {
            LinkEnd::At(real) => return Some(real),
            LinkEnd::Nowhere => {}
            LinkEnd::Untold => return None,
        }
        let folder = path.parent()?.to_path_buf();
        match path.read_link() {
            // A link to what is not there yet.
            Ok(next) => path = folder.join(next),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                return Some(real_place(&folder)?.join(path.file_name()?));
            }
            Err(_) => return None,
        }
    }
    None
}

/// Whether the path, followed to its end, lies in the folder.
pub(crate) fn is_within(path: &Path, folder: &Path) -> bool {
    match (real_end(path), real_end(folder)) {
        (LinkEnd::At(path), LinkEnd::At(folder)) => path.starts_with(folder),
        (LinkEnd::Untold, _) | (_, LinkEnd::Untold) => false,
        // What is not there yet lies where it is spelt, if that goes down alone.
        _ => path.starts_with(folder) && !path.components().any(|it| it == Component::ParentDir),
    }
}

/// Whether a path is read that somebody else than the user may have named, a setting of the workspace or a Java server
/// that reads the workspace: an archive of classes, or what lies in one of these folders.
pub fn is_read_for_anybody(path: &Path, folders: &[PathBuf]) -> bool {
    let mut folders = folders.iter().filter(|folder| !is_too_wide(folder));
    is_archive(path) || folders.any(|folder| is_within(path, folder))
}

/// Whether the path, followed to its end, is an archive of classes: a link may go by any name.
pub(crate) fn is_archive(path: &Path) -> bool {
    let path = match real_end(path) {
        LinkEnd::At(real) => real,
        LinkEnd::Nowhere => path.to_path_buf(),
        LinkEnd::Untold => return false,
    };
    let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
    ending.is_some_and(|it| ARCHIVES.iter().any(|one| it == *one)) && !path.is_dir()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn with(root: &Path, paths: &[&str]) {
        for path in paths {
            fs::create_dir_all(root.join(path)).expect("a folder");
        }
    }

    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = folder.path().join(path);
            with(path.parent().expect("a folder"), &[""]);
            fs::write(path, text).expect("a file");
        }
        folder
    }

    #[test]
    fn a_module_reaches_as_far_as_its_repository_else_as_the_outermost_build_that_leads_to_it() {
        let folder = tree(&[
            ("a/.git/HEAD", ""),
            ("a/pom.xml", ""),
            ("a/m/n/pom.xml", ""),
            ("b/pom.xml", "<module> m </module>"),
            (
                "b/m/pom.xml",
                "<modules><module>n/pom.xml</module></modules>",
            ),
            ("b/m/n/pom.xml", "<project/>"),
            ("b/m/n/src/main/java/x/X.java", ""),
            ("c/d/X.java", ""),
            ("e/settings.gradle", "include 'till', \":tools:prices\""),
            ("e/till/src/main/java/X.java", ""),
            ("e/tools/prices/build.gradle.kts", ""),
            ("f/settings.gradle", "rootProject.name = 'f'"),
            ("f/sources/x/X.java", ""),
        ]);
        let root = |path: &str| {
            let root = repository_root(&folder.path().join(path));
            let below = root.strip_prefix(folder.path()).map(Path::to_path_buf);
            below.expect("it is below").display().to_string()
        };
        for (inner, expected) in [
            ("a/m/n", "a"),
            ("b/m/n", "b"),
            ("b/m/n/src/main/java/x", "b"),
            ("c/d", "c/d"),
            ("e/till/src/main/java", "e"),
            ("e/tools/prices", "e"),
            ("f/sources/x", "f"),
        ] {
            assert_eq!(root(inner), expected, "{inner}");
        }
    }

    #[test]
    fn a_list_of_projects_above_makes_one_of_those_that_it_names_and_of_no_stranger_beside_them() {
        let list = "<packaging>pom</packaging><modules><module>bank</module></modules>";
        for (name, text) in [
            ("pom.xml", list),
            ("settings.gradle", "include 'bank'\nincludeBuild 'evilish'"),
        ] {
            let folder = tree(&[
                (name, text),
                ("bank/pom.xml", "<project/>"),
                ("bank/build.gradle", ""),
                (
                    "evil/pom.xml",
                    "<project><parent><relativePath>..</relativePath></parent></project>",
                ),
                ("bare/src/main/java/p/A.java", ""),
            ]);
            let code = folder.path();
            assert_eq!(repository_root(&code.join("bank")), code, "{name}");
            assert_eq!(
                repository_root(&code.join("evil")),
                code.join("evil"),
                "{name}"
            );
            let bare = code.join("bare/src/main/java/p");
            assert_eq!(repository_around(&bare), None, "{name}");
        }
    }

    #[test]
    fn what_lies_above_a_home_is_too_wide_and_what_lies_in_it_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path().join("home/me");
        with(&home, &["code"]);
        let wide = [home.clone()];
        assert!(is_above(&home, &wide) && is_above(folder.path(), &wide));
        assert!(is_above(Path::new("/"), &wide));
        assert!(!is_above(&home.join("code"), &wide));
        assert!(is_too_wide(&env::temp_dir()));
    }

    #[cfg(unix)]
    #[test]
    fn a_home_reached_by_a_link_is_too_wide_all_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path().join("me");
        with(&home, &["code"]);
        let link = home.join("code/all");
        std::os::unix::fs::symlink(&home, &link).expect("a link");
        assert!(is_above(&link, &[home]));
    }

    #[test]
    fn a_build_opens_nothing_outside_of_its_repository_but_archives() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("code/shop");
        with(&root, &[".git", "a/src", "b/src"]);
        let secrets = folder.path().join("secrets");
        with(&secrets, &["keys"]);
        let jar = folder.path().join("junit.jar");
        let key = folder.path().join("id_rsa");
        for file in [&jar, &key] {
            fs::write(file, "").expect("a file");
        }
        let own = vec![root.join("a/src"), root.join("b/src")];
        let mut project =
            crate::plain_folder::of_module(&root.join("a"), &root.join("a/src/A.java"), "");
        project.source_roots = own.clone();
        project.source_roots.push(secrets.clone());
        project.test_roots = vec![folder.path().to_path_buf()];
        project.class_path = vec![jar.clone(), key, secrets.clone()];
        project.test_run.source_roots = vec![secrets];
        let project = project.within_its_repository();
        assert_eq!(project.source_roots, own);
        assert_eq!(project.test_roots, Vec::<PathBuf>::new());
        assert_eq!(project.test_run.source_roots, Vec::<PathBuf>::new());
        assert_eq!(project.class_path, [jar]);
        assert_eq!(project.notices.len(), 5, "{:?}", project.notices);
    }

    #[cfg(unix)]
    #[test]
    fn whoever_names_a_path_opens_what_lies_in_the_workspace_and_archives() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("shop");
        with(folder.path(), &["shop/lib", "keys"]);
        std::os::unix::fs::symlink("../../keys", root.join("lib/more")).expect("a link");
        fs::write(folder.path().join("junit.jar"), "").expect("a file");
        let is_read = |path: &str, folders: &[PathBuf]| {
            is_read_for_anybody(&folder.path().join(path), folders)
        };
        let own = [root];
        assert!(is_read("shop/lib", &own) && is_read("junit.jar", &own));
        for path in ["keys", "shop/lib/more", "shop/../keys", "."] {
            assert!(!is_read(path, &own), "{path}");
        }
        // A workspace that is a home folder opens nothing in it.
        assert!(!is_read("keys", &[env::temp_dir()]));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_is_called_like_an_archive_opens_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("code/shop");
        with(&root, &[".git", "lib"]);
        let key = folder.path().join("id_rsa");
        fs::write(&key, "").expect("a file");
        let link = root.join("lib/rates.jar");
        std::os::unix::fs::symlink(&key, &link).expect("a link");
        let mut project = crate::plain_folder::of_module(&root, &root.join("A.java"), "");
        project.class_path = vec![link];
        let project = project.within_its_repository();
        assert_eq!(project.class_path, Vec::<PathBuf>::new());
    }

    #[cfg(unix)]
    #[test]
    fn a_test_file_strays_where_a_link_on_its_way_leads_out_of_the_project() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let base = folder.path().canonicalize().expect("a real path");
        let root = base.join("shop");
        with(&base, &["shop/src/main/java", "shop/checks", "elsewhere"]);
        fs::write(root.join("pom.xml"), "").expect("a file");
        symlink("../checks", root.join("src/test")).expect("a link");
        symlink("../elsewhere", root.join("out")).expect("a link");
        symlink("../elsewhere/new", root.join("ATest.java")).expect("a link");
        let file = root.join("src/main/java/A.java");
        let project = crate::plain_folder::of_module(&root, &file, "");
        assert_eq!(
            project.strays_to(&root.join("src/test/java/ATest.java")),
            None
        );
        assert_eq!(project.strays_to(&root.join("new/java/ATest.java")), None);
        let outside = base.join("elsewhere/java/ATest.java");
        assert_eq!(
            project.strays_to(&root.join("out/java/ATest.java")),
            Some(outside)
        );
        let outside = base.join("elsewhere/new");
        assert_eq!(project.strays_to(&root.join("ATest.java")), Some(outside));
    }

    #[cfg(unix)]
    #[test]
    fn a_source_that_a_link_brings_in_from_outside_is_none_of_the_project() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let base = folder.path().canonicalize().expect("a real path");
        let root = base.join("shop");
        with(&base, &["shop/src/main/java", "shop/src/test/java", "bank"]);
        fs::write(root.join("pom.xml"), "").expect("a file");
        fs::write(base.join("bank/LoginTest.java"), "secret").expect("a file");
        fs::write(root.join("src/main/java/Own.java"), "").expect("a file");
        let tests = root.join("src/test/java");
        symlink(
            base.join("bank/LoginTest.java"),
            tests.join("LoginTest.java"),
        )
        .expect("a link");
        symlink("../../main/java/Own.java", tests.join("OwnTest.java")).expect("a link");
        let login = root.join("src/main/java/Login.java");
        let mut project = crate::plain_folder::of_module(&root, &login, "");
        project.source_roots = vec![root.join("src/main/java")];
        project.test_roots = vec![tests.clone()];
        let reach = project.reach();
        assert!(!reach.holds(&tests.join("LoginTest.java")));
        assert!(reach.holds(&tests.join("OwnTest.java")));
        assert_eq!(
            project.existing_tests(&login, "Login"),
            Vec::<PathBuf>::new()
        );
        assert_eq!(project.tests_near(&tests), [tests.join("OwnTest.java")]);
        let new = project.test_file_for(&login, "Login");
        assert_eq!(new, tests.join("LoginTests.java"), "not through the link");
        // What the user names lies where the user says.
        project.source_roots.push(base.join("bank"));
        assert!(project.reach().holds(&tests.join("LoginTest.java")));
    }

    /// A link in the folder to a folder outside, along a way that no absolute path can hold.
    #[cfg(unix)]
    fn with_long_link(root: &Path, name: &str, outside: &Path) {
        const DEEP: &str = r#"cd "$1"; i=0
            while [ $i -lt 20 ]; do mkdir "$2" && cd -P "$2" || exit 1; i=$((i+1)); done
            ln -s "$3" k"#;
        let part = "d".repeat(203);
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", DEEP, "sh"])
            .arg(root)
            .arg(&part)
            .arg(outside);
        assert!(shell.status().expect("a shell").success());
        let way = format!("{}k", format!("{part}/").repeat(20));
        std::os::unix::fs::symlink(way, root.join(name)).expect("a link");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_whose_end_cannot_be_told_leads_out_of_the_project() {
        let folder = tempfile::tempdir().expect("a folder");
        let base = folder.path().canonicalize().expect("a real path");
        let root = base.join("shop");
        with(&base, &["shop/src/test/java", "keys"]);
        fs::write(root.join("pom.xml"), "").expect("a file");
        fs::write(base.join("keys/id.jar"), "").expect("a file");
        with_long_link(&root, "far", &base.join("keys"));
        let far = root.join("far");
        assert!(far.join("id.jar").is_file(), "whoever opens it comes there");
        assert!(!is_within(&far, &root));
        assert!(is_too_wide(&far));
        assert!(!is_archive(&far.join("id.jar")));
        let mut project = crate::plain_folder::of_module(&root, &root.join("A.java"), "");
        for file in ["ATest.java", "id.jar"] {
            assert_eq!(project.strays_to(&far.join(file)), Some(far.join(file)));
        }
        assert!(!project.reach().holds(&far.join("id.jar")));
        project.source_roots = vec![far.clone()];
        let project = project.within_its_repository();
        assert_eq!(project.source_roots, Vec::<PathBuf>::new());
    }
}
