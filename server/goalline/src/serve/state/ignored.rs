//! Goals that the user wants to see no more: takes their keys, keeps them in a file of the project that people can
//! read and edit; decides nothing about what is shown instead.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use goalline_engine::build::{read_text, write_whole};

/// Where a project keeps them, from its root.
pub const FILE: &str = ".goalline/ignored-goals";
const HEADING: &str =
    "# Goals that Goalline does not show, one per line. Delete a line to see its goal again.\n";
/// What marks the root of a project, the best sign first.
const ROOTS: [&[&str]; 3] = [
    &[".goalline"],
    &[".git"],
    &[
        "pom.xml",
        "build.gradle",
        "build.gradle.kts",
        "settings.gradle",
        "settings.gradle.kts",
    ],
];

/// The ignored goals of all projects, as last read.
#[derive(Default)]
pub struct Ignored(BTreeMap<PathBuf, (Option<SystemTime>, BTreeSet<String>)>);

impl Ignored {
    /// The ignored goals of the project that a file belongs to, by key; read again only when the file has changed.
    pub fn of(&mut self, path: &Path) -> &BTreeSet<String> {
        let file = file_for(path);
        let changed = fs::metadata(&file).and_then(|it| it.modified()).ok();
        let (read, goals) = self.0.entry(file.clone()).or_default();
        if *read != changed {
            *read = changed;
            let is_file = fs::metadata(&file).is_ok_and(|it| it.is_file());
            let text = is_file.then(|| read_text(&file).unwrap_or_default());
            *goals = keys(&text.unwrap_or_default());
        }
        goals
    }

    /// Adds goals; gives the file.
    pub fn add(&mut self, path: &Path, goals: &[String]) -> io::Result<PathBuf> {
        let file = file_for(path);
        // What stands in a key comes from the project, which may choose neither of these places.
        if let Some(link) = file.ancestors().take(2).find(|it| it.is_symlink()) {
            let words = format!("{} is a link", link.display());
            return Err(io::Error::other(words));
        }
        let old = match read_text(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => HEADING.to_owned(),
            Err(error) => return Err(error),
        };
        let known = keys(&old);
        let mut text = old;
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        for goal in goals.iter().map(|goal| on_one_line(goal)) {
            if !known.contains(&goal) {
                text.push_str(&goal);
                text.push('\n');
            }
        }
        write_whole(&file, text.as_bytes())?;
        self.0.remove(&file);
        Ok(file)
    }
}

/// The key as it stands in the file: one line.
pub fn on_one_line(key: &str) -> String {
    key.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn keys(text: &str) -> BTreeSet<String> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// The file of the project: at the nearest `.goalline`, else at the nearest `.git`, else at the outermost build file,
/// else beside the class.
fn file_for(path: &Path) -> PathBuf {
    let has = |folder: &Path, names: &[&str]| names.iter().any(|name| folder.join(name).exists());
    let folders = || path.ancestors().skip(1);
    let [own, git, builds] = ROOTS;
    let root = folders()
        .find(|folder| has(folder, own))
        .or_else(|| folders().find(|folder| has(folder, git)))
        .or_else(|| folders().filter(|folder| has(folder, builds)).last())
        .or_else(|| path.parent());
    root.unwrap_or(path).join(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn goals_are_written_through_no_link_that_the_project_brings() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let of_user = folder.path().join("home");
        fs::create_dir_all(&of_user).expect("writable");
        fs::write(of_user.join("ignored-goals"), "mine\n").expect("writable");
        for (name, to) in [
            (".goalline", &of_user),
            (FILE, &of_user.join("ignored-goals")),
        ] {
            let project = folder.path().join(name.replace('/', "-"));
            let class = project.join("Cart.java");
            let link = project.join(name);
            fs::create_dir_all(link.parent().expect("it has one")).expect("writable");
            symlink(to, link).expect("writable");
            let refused = Ignored::default().add(&class, &["x; rm -r y".into()]);
            let reason = refused.expect_err("it leads elsewhere").to_string();
            assert!(reason.ends_with("is a link"), "{reason}");
            let text = fs::read_to_string(of_user.join("ignored-goals"));
            assert_eq!(text.expect("it is there"), "mine\n");
        }
    }

    #[test]
    fn ignored_goals_stand_in_one_file_of_the_project_that_people_can_edit() {
        let folder = tempfile::tempdir().expect("a folder");
        let class = folder.path().join("shop/src/main/java/Cart.java");
        fs::create_dir_all(class.parent().expect("it has one")).expect("writable");
        fs::write(folder.path().join("shop/pom.xml"), "").expect("writable");
        let mut ignored = Ignored::default();
        assert!(ignored.of(&class).is_empty());
        let file = ignored
            .add(&class, &["Cart#a():branch:x\n  > 1#0:true".into()])
            .expect("writable");
        assert_eq!(file, folder.path().join("shop").join(FILE));
        let goals: Vec<&String> = ignored.of(&class).iter().collect();
        assert_eq!(goals, ["Cart#a():branch:x > 1#0:true"]);
        ignored
            .add(&class, &["Cart#a():branch:x > 1#0:true".into(), "b".into()])
            .expect("writable");
        let text = fs::read_to_string(&file).expect("it was written");
        assert_eq!(text, format!("{HEADING}Cart#a():branch:x > 1#0:true\nb\n"));
        fs::remove_file(&file).expect("writable");
        assert!(ignored.of(&class).is_empty());
    }
}
