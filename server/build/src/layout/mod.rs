//! How a project's sources are laid out, as far as its files say so: a formatter or checkstyle in the build, an
//! `.editorconfig`. Takes the module and a file of it, reads; nothing of the project runs.

mod editor_config;
mod formatter;

use std::path::{Path, PathBuf};

pub use formatter::Formatter;

use crate::{Project, boundary::repository_root, files::read_written};

/// What is said about the layout of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLayout {
    /// The formatter that the build runs over its sources, or that refuses what is laid out otherwise.
    pub formatter: Option<Formatter>,
    /// One level of indentation.
    pub indent: Option<String>,
    /// Columns that a line may have.
    pub width: Option<usize>,
    /// What lines end with.
    pub line_break: Option<&'static str>,
}

/// Widths that somebody may mean.
const WIDTHS: std::ops::RangeInclusive<usize> = 60..=200;

impl SourceLayout {
    /// What the module of this project says of the file, which need not be there yet.
    pub fn of(project: &Project, file: &Path) -> Self {
        let folders = folders_up(&project.root);
        let formatter = folders.iter().find_map(|it| formatter::in_folder(it));
        let said = editor_config::said_of(file, &repository_root(&project.root));
        Self {
            formatter: formatter.map(|it| it.told_by(&folders)),
            indent: said.indent(),
            width: checkstyle_width(&folders)
                .or(said.width())
                .filter(|width| WIDTHS.contains(width)),
            line_break: said.line_break(),
        }
    }
}

/// The module's folder and those above it, up to that of the repository.
fn folders_up(root: &Path) -> Vec<PathBuf> {
    let last = repository_root(root);
    let inside = root.ancestors().take_while(|it| it.starts_with(&last));
    inside.map(Path::to_path_buf).collect()
}

/// The longest line that a configuration of checkstyle in a usual place allows.
fn checkstyle_width(folders: &[PathBuf]) -> Option<usize> {
    const PLACES: [&str; 7] = [
        "checkstyle.xml",
        "config/checkstyle/checkstyle.xml",
        "config/checkstyle.xml",
        "src/checkstyle/checkstyle.xml",
        "src/main/checkstyle/checkstyle.xml",
        "etc/checkstyle.xml",
        "src/conf/checkstyle.xml",
    ];
    let files = folders
        .iter()
        .flat_map(|folder| PLACES.iter().map(|place| folder.join(place)));
    let mut texts = files.filter_map(|file| read_written(file).ok());
    texts.find_map(|text| longest_line(&text))
}

/// `max` of the module `LineLength` in a configuration of checkstyle.
fn longest_line(text: &str) -> Option<usize> {
    let text = formatter::without_comments(text, "<!--", "-->");
    let (_, module) = text.split_once("name=\"LineLength\"")?;
    let module = &module[..module.find("</module>").unwrap_or(module.len())];
    let (_, property) = module.split_once("name=\"max\"")?;
    let (_, value) = property.split_once("value=\"")?;
    let (value, _) = value.split_once('"')?;
    value.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::ProjectSettings;

    fn layout(files: &[(&str, &str)]) -> SourceLayout {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().canonicalize().expect("a real path");
        fs::create_dir(root.join(".git")).expect("a folder");
        for (path, text) in files {
            let file = root.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        let file = root.join("shop/src/Cart.java");
        let settings = ProjectSettings::default();
        let mut project = Project::discover_text(&file, "class Cart {}", &settings)
            .expect("a plain folder is a project");
        project.root = root.join("shop");
        SourceLayout::of(&project, &root.join("shop/src/test/java/CartTest.java"))
    }

    #[test]
    fn a_formatter_of_the_whole_build_counts_in_its_modules() {
        let pom = "<plugin><artifactId>spring-javaformat-maven-plugin</artifactId></plugin>";
        assert_eq!(
            layout(&[("pom.xml", pom)]).formatter,
            Some(Formatter::Spring { spaces: false })
        );
        let spaces = ("shop/.springjavaformatconfig", "indentation-style=spaces\n");
        assert_eq!(
            layout(&[("pom.xml", pom), spaces]).formatter,
            Some(Formatter::Spring { spaces: true })
        );
        assert_eq!(layout(&[("pom.xml", "<project/>")]).formatter, None);
    }

    #[test]
    fn what_the_nearest_files_say_holds() {
        let files = [
            (
                ".editorconfig",
                "root = true\n[*]\nindent_style = space\nindent_size = 2\nmax_line_length = 140\n\
                 [*.{java,xml}]\nindent_style = tab\nend_of_line = crlf\n",
            ),
            (
                "shop/.editorconfig",
                "[src/test/**.java]\nmax_line_length = 110\n",
            ),
        ];
        let layout = layout(&files);
        assert_eq!(layout.indent.as_deref(), Some("\t"));
        assert_eq!(layout.width, Some(110));
        assert_eq!(layout.line_break, Some("\r\n"));
    }

    #[test]
    fn checkstyle_says_how_long_a_line_may_be() {
        let config = "<module name=\"Checker\"><!-- <module name=\"LineLength\"/> -->
            <module name=\"LineLength\"><property name=\"fileExtensions\" value=\"java\"/>
            <property name=\"max\" value=\"90\"/></module></module>";
        assert_eq!(layout(&[("checkstyle.xml", config)]).width, Some(90));
        assert_eq!(longest_line("<module name=\"LineLength\"/>"), None);
    }
}
