//! Resources that a build does more with than copy: takes what a pom says of them, gives those files that placeholders
//! are filled into, and what the user's own build left of resources; runs nothing.

use std::{
    fs,
    path::{Path, PathBuf},
};

use roxmltree::Node;
use serde::{Deserialize, Serialize};

use super::super::elements::{LocalName, child, configurations, text_of};
use crate::{
    content_key,
    files::{globs::FilePattern, read_file, read_text},
    generated::{roots::is_own_folder, tree},
    write_whole,
};

const PLUGIN: &str = "maven-resources-plugin";

/// What is larger is no text that somebody fills in.
const MOST_BYTES: u64 = 1 << 20;

/// A build that makes more resources than this is asked itself, in a copy.
const MOST_FILES: usize = 2_000;

/// Bytes of what a build left that are kept, at most: a file with a hole is as long as it says, and so is its copy.
const MOST_LEFT: u64 = 64 << 20;

/// A folder of resources that placeholders are filled into.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilteredFolder {
    /// The folder.
    pub folder: PathBuf,
    /// Patterns of names; all files where there are none.
    includes: Vec<String>,
    /// What placeholders begin and end with.
    delimiters: Vec<Delimiter>,
}

/// What a placeholder begins and ends with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Delimiter {
    begin: String,
    end: String,
}

impl Delimiter {
    /// As the plugin writes it: `${*}`, or the same at both ends.
    fn of(text: &str) -> Self {
        let (begin, end) = text.split_once('*').unwrap_or((text, text));
        Self {
            begin: begin.to_owned(),
            end: end.to_owned(),
        }
    }

    fn is_in(&self, text: &str) -> bool {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "._-:".contains(c);
        let mut begins = text.match_indices(&*self.begin);
        begins.any(|(at, begin)| {
            let rest = &text[at + begin.len()..];
            let name = rest.find(&*self.end).map(|end| &rest[..end]);
            name.is_some_and(|name| !name.is_empty() && name.chars().all(is_name))
        })
    }
}

/// The filtered ones of the resources that a build lists under `list`, each as `item`.
pub fn filtered(project: Node<'_, '_>, list: &str, item: &str, root: &Path) -> Vec<FilteredFolder> {
    let listed = child(project, "build").and_then(|build| child(build, list));
    let listed = listed.into_iter().flat_map(|list| list.children());
    let filtered = listed.filter(|node| {
        node.has_tag_name_local(item) && text_of(*node, "filtering").as_deref() == Some("true")
    });
    let delimiters = delimiters(project);
    let folder = |node: Node<'_, '_>| {
        Some(FilteredFolder {
            folder: root.join(text_of(node, "directory")?),
            includes: texts(child(node, "includes")),
            delimiters: delimiters.clone(),
        })
    };
    filtered.filter_map(folder).collect()
}

fn delimiters(project: Node<'_, '_>) -> Vec<Delimiter> {
    let configurations = configurations(project, PLUGIN, "default-resources");
    let own = configurations
        .iter()
        .find_map(|it| child(*it, "delimiters"));
    let mut marks = texts(own);
    let defaults = configurations
        .iter()
        .find_map(|it| text_of(*it, "useDefaultDelimiters"));
    if marks.is_empty() || defaults.as_deref() != Some("false") {
        marks.extend(["${*}", "@"].map(str::to_owned));
    }
    marks.iter().map(|mark| Delimiter::of(mark)).collect()
}

fn texts(list: Option<Node<'_, '_>>) -> Vec<String> {
    let items = list.into_iter().flat_map(|list| list.children());
    let texts = items
        .filter(Node::is_element)
        .filter_map(|item| item.text());
    texts.map(|text| text.trim().to_owned()).collect()
}

impl FilteredFolder {
    /// The files with a placeholder.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = tree::files(&self.folder).unwrap_or_default();
        files.retain(|file| self.includes(file) && self.has_placeholder(file));
        files
    }

    fn includes(&self, file: &Path) -> bool {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let fits = |pattern: &String| {
            let last = pattern.rsplit(['/', '\\']).next().unwrap_or(pattern);
            FilePattern::of_ant(last).fits(&name)
        };
        self.includes.is_empty() || self.includes.iter().any(fits)
    }

    fn has_placeholder(&self, file: &Path) -> bool {
        let is_small = fs::metadata(file).is_ok_and(|about| about.len() < MOST_BYTES);
        let text = Some(file)
            .filter(|_| is_small)
            .and_then(|file| read_text(file).ok());
        text.is_some_and(|text| self.delimiters.iter().any(|it| it.is_in(&text)))
    }
}

/// What the user's own build left of resources in its output folder, where that is not what stands in the folders of
/// resources: filled in, or made by plugins and processors.
#[derive(Debug)]
pub struct LeftResources {
    /// Names below the output folder.
    files: Vec<PathBuf>,
    output: PathBuf,
}

impl LeftResources {
    /// Looks into the output folder, where it is no link to another one; what is older than the resource of its name
    /// does not count.
    pub fn of(output: &Path, resources: &[PathBuf]) -> Self {
        let own = Some(output).filter(|it| is_own_folder(it));
        let mut files = own.and_then(|it| tree::files(it).ok()).unwrap_or_default();
        files.retain(|file| file.extension().is_none_or(|ending| ending != "class"));
        let names = files
            .iter()
            .filter_map(|file| file.strip_prefix(output).ok());
        let is_made = |name: &&Path| {
            let real = resources
                .iter()
                .map(|folder| folder.join(name))
                .find(|it| it.is_file());
            real.is_none_or(|real| {
                is_newer(&output.join(name), &real) && differ(&output.join(name), &real)
            })
        };
        let mut files: Vec<PathBuf> = names.filter(is_made).map(Path::to_path_buf).collect();
        files.truncate(MOST_FILES);
        let mut room = MOST_LEFT;
        files.retain(|name| {
            let size = fs::metadata(output.join(name)).map_or(u64::MAX, |about| about.len());
            let fits = size <= room;
            room -= if fits { size } else { 0 };
            fits
        });
        let output = output.to_path_buf();
        Self { files, output }
    }

    /// Whether this file of resources is there as the build made it.
    pub fn has(&self, file: &Path, folder: &Path) -> bool {
        let name = file.strip_prefix(folder).unwrap_or(file);
        self.files.iter().any(|known| known == name)
    }

    /// A folder with these alone, in the cache: beside the classes that the build left, nobody could see them without
    /// seeing those.
    pub fn kept_below(&self, cache: &Path) -> Option<PathBuf> {
        let mut parts = Vec::new();
        for name in &self.files {
            parts.push(name.as_os_str().as_encoded_bytes().to_vec());
            parts.push(read_file(self.output.join(name)).ok()?);
        }
        if parts.is_empty() {
            return None;
        }
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        let folder = cache.join("resources").join(&content_key(&parts)[..32]);
        for (name, content) in self.files.iter().zip(parts.iter().skip(1).step_by(2)) {
            let place = folder.join(name);
            if !place.is_file() {
                write_whole(&place, content).ok()?;
            }
        }
        Some(folder)
    }
}

fn is_newer(file: &Path, than: &Path) -> bool {
    let time = |file: &Path| fs::metadata(file).and_then(|about| about.modified()).ok();
    time(file) >= time(than)
}

/// Whether two files say different things.
pub fn differ(one: &Path, other: &Path) -> bool {
    let size = |file: &Path| fs::metadata(file).map(|about| about.len()).ok();
    size(one) != size(other) || read_file(one).ok() != read_file(other).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        dir
    }

    #[test]
    fn files_are_filled_in_where_the_pom_says_so_and_they_have_a_placeholder() {
        let dir = tree(&[
            ("r/application.yml", "version: @project.version@"),
            ("r/application-dev.yml", "mail: ada@example.com"),
            ("r/mail.txt", "from @project.version@"),
            ("r/db/application.properties", "url=${database.url}"),
        ]);
        let read = |configuration: &str| {
            let text = format!(
                "<project><build><resources><resource><directory>r</directory><filtering>true</filtering><includes>\
                 <include>**/application*.yml</include><include>**/application*.properties</include></includes>\
                 </resource><resource><directory>r</directory></resource></resources><plugins><plugin>\
                 <artifactId>maven-resources-plugin</artifactId><configuration>{configuration}</configuration>\
                 </plugin></plugins></build></project>"
            );
            let document = roxmltree::Document::parse(&text).expect("a pom");
            let found = filtered(document.root_element(), "resources", "resource", dir.path());
            let [folder] = &found[..] else {
                panic!("one folder, not {found:?}")
            };
            let files = folder.files();
            let names = files.iter().filter_map(|it| it.file_name()?.to_str());
            names.map(str::to_owned).collect::<Vec<_>>()
        };
        let of_boot = "<delimiters><delimiter>@</delimiter></delimiters><useDefaultDelimiters>false</useDefaultDelimiters>";
        assert_eq!(read(of_boot), ["application.yml"]);
        assert_eq!(read(""), ["application.yml", "application.properties"]);
    }

    #[cfg(unix)]
    #[test]
    fn the_output_of_another_project_behind_a_link_is_nothing_that_a_build_left() {
        let dir = tree(&[("bank/application.yml", "secret")]);
        let output = dir.path().join("classes");
        std::os::unix::fs::symlink(dir.path().join("bank"), &output).expect("a link");
        let left = LeftResources::of(&output, &[]);
        assert_eq!(left.kept_below(&dir.path().join("cache")), None);
    }

    #[test]
    fn of_what_a_build_left_no_more_is_kept_than_there_is_room_for() {
        let dir = tree(&[
            ("target/classes/a.properties", "a"),
            ("target/classes/c.properties", "c"),
        ]);
        let output = dir.path().join("target/classes");
        let hole = fs::File::create(output.join("b.bin")).expect("a file");
        hole.set_len(MOST_LEFT).expect("it takes no room");
        let left = LeftResources::of(&output, &[]);
        let kept = left
            .kept_below(&dir.path().join("cache"))
            .expect("a folder");
        let mut names: Vec<String> = fs::read_dir(kept)
            .expect("it is there")
            .map(|entry| {
                entry
                    .expect("a file")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        assert_eq!(names, ["a.properties", "c.properties"]);
    }

    #[test]
    fn what_a_build_left_counts_where_it_is_not_what_stands_in_the_sources() {
        let dir = tree(&[
            ("r/same.txt", "same"),
            ("r/filled.txt", "@version@"),
            ("out/same.txt", "same"),
            ("out/filled.txt", "7"),
            ("out/META-INF/services/p.Plugin", "p.Mine"),
            ("out/p/A.class", ""),
        ]);
        let (resources, output) = (dir.path().join("r"), dir.path().join("out"));
        let left = LeftResources::of(&output, std::slice::from_ref(&resources));
        assert!(left.has(&resources.join("filled.txt"), &resources));
        assert!(!left.has(&resources.join("same.txt"), &resources));
        let cache = dir.path().join("cache");
        let kept = left.kept_below(&cache).expect("a folder");
        let names = tree::files(&kept).expect("files");
        assert_eq!(
            names,
            ["META-INF/services/p.Plugin", "filled.txt"].map(|it| kept.join(it))
        );
        assert_eq!(fs::read(kept.join("filled.txt")).expect("a file"), b"7");
        // A text that was changed since is not what the build made of it.
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(9);
        let file = fs::File::options()
            .write(true)
            .open(resources.join("filled.txt"));
        file.and_then(|file| file.set_modified(later))
            .expect("it is ours");
        let left = LeftResources::of(&output, std::slice::from_ref(&resources));
        assert!(!left.has(&resources.join("filled.txt"), &resources));
    }
}
