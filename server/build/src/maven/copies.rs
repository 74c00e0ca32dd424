//! Copies of poms from which nothing runs: takes the poms of a reactor, writes them anew into a folder of our own
//! without what would run code while Maven reads them, and says which copy stands for which pom; runs nothing.
//!
//! Build extensions and plugins with extensions run as soon as Maven builds the model of a pom, and files in `.mvn`
//! before that; the plugin that prints it for us does what the pom says of it. There is no switch against either. So
//! Maven never sees the poms of the project: it reads copies, each written from the parsed tree (what Maven reads is
//! what was looked at), in a folder without the project's `.mvn`. Paths inside lead to other copies or nowhere.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Component, Path, PathBuf},
};

use roxmltree::Node;

use super::{
    elements::{LocalName, child, text_of},
    reactor::{Reactor, parent_on_disk},
    settings::repositories::repository_name,
    xml,
};
use crate::process::work_area::WorkArea;

/// The property that tells which pom an effective pom is of: its number among the modules.
pub const NUMBER: &str = "goalline.module";

/// Packagings that Maven knows without the help of an extension.
const PACKAGINGS: [&str; 8] = [
    "pom",
    "jar",
    "maven-plugin",
    "ejb",
    "war",
    "ear",
    "rar",
    "bom",
];

/// Elements that run code of others, or say whence to fetch it.
const RUNNING: [&str; 4] = [
    "project/build/extensions",
    "project/build/plugins/plugin/extensions",
    "project/build/pluginManagement/plugins/plugin/extensions",
    "project/pluginRepositories",
];

/// The plugin that prints effective poms: what a pom says of it, where it writes and what it has on its class path,
/// would count more than what we say.
const PRINTING: [&str; 2] = ["org.apache.maven.plugins", "maven-help-plugin"];

/// Where plugins are named.
const PLUGINS: [&str; 2] = [
    "project/build/plugins/plugin",
    "project/build/pluginManagement/plugins/plugin",
];

/// Parents of parents that are followed at most.
const MOST_PARENTS: usize = 30;

/// Entries of a module's folder that get a test double at most.
const MOST_ENTRIES: usize = 500;

/// Why there are no copies.
#[derive(Debug)]
pub enum NoCopies {
    /// The system does not let us write.
    Io(io::Error),
    /// A pom that cannot be looked into: it is not shown to Maven.
    Unreadable {
        /// The pom.
        pom: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl From<io::Error> for NoCopies {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Group, artifact and version of a parent that is in no folder of the project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coordinates {
    /// Its group.
    pub group: String,
    /// Its artifact.
    pub artifact: String,
    /// Its version, without expressions.
    pub version: String,
}

impl Coordinates {
    /// Reads them from a pom's `parent`; none where there is none, or not all of it, which Maven will say itself.
    pub fn of_parent(text: &str) -> Result<Option<Self>, String> {
        let document = xml::parse(text)?;
        let Some(parent) = child(document.root_element(), "parent") else {
            return Ok(None);
        };
        let [Some(group), Some(artifact), Some(version)] =
            ["groupId", "artifactId", "version"].map(|name| text_of(parent, name))
        else {
            return Ok(None);
        };
        let is_letter = |c: char| c.is_alphanumeric() || "._-+".contains(c);
        for part in [&group, &artifact, &version] {
            if !part.chars().all(is_letter) || part.starts_with("..") {
                return Err(format!(
                    "its parent is in no folder of the project, and {part} names none in a repository"
                ));
            }
        }
        Ok(Some(Self {
            group,
            artifact,
            version,
        }))
    }

    /// The release that a snapshot is to become; none of what is no snapshot.
    pub fn release(&self) -> Option<Self> {
        let version = self.version.strip_suffix("-SNAPSHOT")?.to_owned();
        Some(Self {
            version,
            ..self.clone()
        })
    }

    /// The range of the releases before a snapshot: `[2.19,2.20.0-SNAPSHOT)` of `2.20.0-SNAPSHOT`.
    pub fn releases_before(&self) -> Option<String> {
        let numbers = numbers(&self.version.strip_suffix("-SNAPSHOT")?.replace(".x", ""));
        let lowest = match numbers[..] {
            [major, minor, ..] if minor > 0 => format!("{major}.{}", minor - 1),
            [major, ..] => format!("{}", major.saturating_sub(1)),
            [] => return None,
        };
        Some(format!("[{lowest},{})", self.version))
    }

    /// The newest release of the local repository that is not newer than this.
    pub fn newest_in(&self, repository: &Path) -> Option<Self> {
        let own = self.pom_in(repository);
        let versions = fs::read_dir(own.parent()?.parent()?).ok()?.flatten();
        let versions = versions.filter_map(|it| it.file_name().into_string().ok());
        let is_release = |version: &String| {
            let mut letters = version.chars();
            letters.all(|c| c.is_ascii_digit() || c == '.')
        };
        let releases = versions.filter(is_release).map(|version| Self {
            version,
            ..self.clone()
        });
        let all = releases.filter(|it| it.pom_in(repository).is_file());
        let highest = numbers(&self.version);
        all.filter(|it| numbers(&it.version) <= highest)
            .max_by_key(|it| numbers(&it.version))
    }

    /// A pom whose parent these are, with another version of it; any other as it is.
    fn replaced_in(&self, text: String, version: &str) -> String {
        if Self::of_parent(&text).ok().flatten().as_ref() != Some(self) {
            return text;
        }
        let place = xml::parse(&text).ok().and_then(|document| {
            let parent = child(document.root_element(), "parent")?;
            Some(child(parent, "version")?.range())
        });
        let mut text = text;
        if let Some(place) = place {
            text.replace_range(place, &format!("<version>{version}</version>"));
        }
        text
    }

    fn pom_in(&self, repository: &Path) -> PathBuf {
        let Self {
            group,
            artifact,
            version,
        } = self;
        repository
            .join(group.replace('.', "/"))
            .join(artifact)
            .join(version)
            .join(format!("{artifact}-{version}.pom"))
    }
}

/// The numbers that a version begins with.
fn numbers(version: &str) -> Vec<u64> {
    let parts = version.split(['.', '-']);
    parts.map_while(|part| part.parse().ok()).collect()
}

/// Versions that stand in for those of parents that cannot be had.
pub type StandIns = BTreeMap<Coordinates, String>;

/// The copies of a reactor's poms.
#[derive(Debug)]
pub struct Copies {
    area: WorkArea,
    /// The folder in it, its links resolved.
    folder: PathBuf,
    /// The folder of the project that `folder` stands for.
    base: PathBuf,
    /// The project's own folder among the copies, where its `.mvn` would be.
    root: PathBuf,
    /// Each pom with its copy.
    places: BTreeMap<PathBuf, PathBuf>,
    /// The modules in the order of their numbers.
    modules: Vec<PathBuf>,
    /// Poms that are listed and not to be read.
    left_out: BTreeSet<PathBuf>,
    /// Expressions that stand for what the user's settings alone are filled in from.
    secrets: Vec<String>,
    /// Parents that neither the project nor the local repository has.
    pub missing: BTreeSet<Coordinates>,
    /// The repositories that the poms name and that can be understood without them, as XML.
    pub repositories: String,
    /// Whether an extension was left out that tells poms what system this is.
    pub wants_system: bool,
}

impl Copies {
    /// Copies the poms of the reactor whose project has this root. Parents from a local repository are copied where
    /// they, or theirs, have extensions; others stay there, for Maven is more lenient with poms that it found in a
    /// repository. Secrets are variables that Maven has for the user's own settings: a pom that names one, as a part
    /// of an address, gets nothing.
    pub fn of(
        reactor: &Reactor,
        root: &Path,
        local: &[PathBuf],
        secrets: &[String],
        stand_ins: &StandIns,
    ) -> Result<Self, NoCopies> {
        let files = reactor.files();
        let is_hidden = |pom: &&PathBuf| pom.components().any(|part| part.as_os_str() == ".mvn");
        if let Some(pom) = files.iter().find(is_hidden) {
            // Its copy would lie where Maven looks for its own options.
            return Err(NoCopies::Unreadable {
                pom: pom.clone(),
                reason: "it lies in a folder .mvn, which is Maven's own".to_owned(),
            });
        }
        let base = common_folder(files.iter().chain([&root.join("pom.xml")]));
        let area = WorkArea::new()?;
        let folder = fs::canonicalize(area.path())?.join("project");
        let place = |path: &Path| folder.join(path.strip_prefix(&base).unwrap_or(Path::new("")));
        let mut copies = Self {
            root: place(root),
            places: files.iter().map(|pom| (pom.clone(), place(pom))).collect(),
            modules: reactor.poms.iter().cloned().collect(),
            left_out: reactor.left_out.clone(),
            secrets: secrets.iter().map(|it| format!("${{env.{it}}}")).collect(),
            missing: BTreeSet::new(),
            repositories: String::new(),
            wants_system: false,
            area,
            folder,
            base,
        };
        let mut texts = BTreeMap::new();
        for pom in files {
            let mut text = xml::read(&pom).map_err(|reason| NoCopies::Unreadable {
                pom: pom.clone(),
                reason,
            })?;
            for (parent, version) in stand_ins {
                text = parent.replaced_in(text, version);
            }
            texts.insert(pom, text);
        }
        let mut parents = BTreeMap::new();
        for (pom, text) in &texts {
            copies
                .look_for_parents(pom, text, local, &mut parents)
                .map_err(|reason| NoCopies::Unreadable {
                    pom: pom.clone(),
                    reason,
                })?;
        }
        texts.append(&mut parents);
        for (pom, text) in &texts {
            copies.write(pom, text)?;
        }
        fs::create_dir_all(copies.root.join(".mvn"))?;
        copies.add_placeholders(&texts);
        Ok(copies)
    }

    /// The folder that Maven may write into, all copies in it.
    pub fn area(&self) -> &Path {
        self.area.path()
    }

    /// Where the project's root is among the copies.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The copy of a pom.
    pub fn place(&self, pom: &Path) -> Option<&Path> {
        self.places.get(pom).map(PathBuf::as_path)
    }

    /// A text in which Maven names copies, with the project's own paths.
    pub fn with_real_paths(&self, text: &str) -> String {
        let base = self.base.display().to_string();
        text.replace(
            &self.folder.display().to_string(),
            base.trim_end_matches(['/', '\\']),
        )
    }

    /// The same for XML.
    pub fn xml_with_real_paths(&self, text: &str) -> String {
        let base = xml::escape(&self.base.display().to_string());
        text.replace(
            &self.folder.display().to_string(),
            base.trim_end_matches(['/', '\\']),
        )
    }

    /// Follows the parents of a pom into the local repository and notes those that have to be copied, or that are not
    /// there.
    fn look_for_parents(
        &mut self,
        pom: &Path,
        text: &str,
        local: &[PathBuf],
        found: &mut BTreeMap<PathBuf, String>,
    ) -> Result<(), String> {
        let mut chain = Vec::new();
        let mut next = self.parent_elsewhere(pom, text)?;
        while let Some(parent) = next {
            let mut places = local.iter().map(|repository| parent.pom_in(repository));
            let Some(place) = places.find(|place| place.is_file()) else {
                self.missing.insert(parent);
                break;
            };
            if chain.len() > MOST_PARENTS {
                return Err("it has too many parents".to_owned());
            }
            let text = xml::read(&place)?;
            next = Coordinates::of_parent(&text)?;
            chain.push((parent, place, text));
        }
        // The last one that runs something, and all below it, for these lead to it.
        let is_copied = |text| runs_something(text) || self.asks_for_secrets(text);
        let last = chain.iter().rposition(|(_, _, text)| is_copied(text));
        let copied = last.map_or(0, |last| last + 1);
        for (parent, place, text) in chain.into_iter().take(copied) {
            let Coordinates {
                group,
                artifact,
                version,
            } = &parent;
            let copy = format!("parents/{group}/{artifact}/{version}/pom.xml");
            self.places
                .insert(place.clone(), self.folder.with_file_name(copy));
            found.insert(place, text);
        }
        Ok(())
    }

    /// Whether a variable of the user's settings would be filled in there.
    fn asks_for_secrets(&self, text: &str) -> bool {
        let Ok(document) = xml::parse(text) else {
            return true;
        };
        let asks = |text: &str| self.secrets.iter().any(|secret| text.contains(secret));
        document
            .descendants()
            .any(|node| node.text().is_some_and(asks))
    }

    /// The parent that no pom of the project is.
    fn parent_elsewhere(&self, pom: &Path, text: &str) -> Result<Option<Coordinates>, String> {
        let on_disk = parent_on_disk(pom, text).filter(|path| self.places.contains_key(path));
        if on_disk.is_some() {
            return Ok(None);
        }
        Coordinates::of_parent(text)
    }

    fn write(&mut self, pom: &Path, text: &str) -> Result<(), NoCopies> {
        let unreadable = |reason: String| NoCopies::Unreadable {
            pom: pom.to_path_buf(),
            reason,
        };
        let document = xml::parse(text).map_err(unreadable)?;
        let root = document.root_element();
        if !root.has_tag_name_local("project") {
            return Err(unreadable("it is not about a project".to_owned()));
        }
        let copy = self.places[pom].clone();
        let writer = PomWriter {
            copies: self,
            pom,
            copy: &copy,
            text,
            number: self.modules.iter().position(|module| module == pom),
        };
        let mut out = String::new();
        xml::write(root, &mut out, &|node, path| writer.edit(node, path))
            .map_err(|reason| unreadable(reason.to_owned()))?;
        // In what is written letters stand for themselves, however the pom has them.
        for secret in &writer.copies.secrets {
            out = out.replace(&xml::escape(secret), "");
        }
        let repositories = child(root, "repositories").filter(|_| writer.number.is_some());
        let repositories = repositories.map(|node| writer.repositories(node));
        self.wants_system |= text.contains("os-maven-plugin");
        self.repositories.extend(repositories.into_iter().flatten());
        if let Some(folder) = copy.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(copy, out)?;
        Ok(())
    }

    /// Profiles may ask whether a file is there: empty files and folders stand for what lies around the poms.
    fn add_placeholders(&self, texts: &BTreeMap<PathBuf, String>) {
        let asked: BTreeSet<String> = texts.values().flat_map(|text| asked_files(text)).collect();
        for pom in &self.modules {
            let Some((folder, copy)) = pom.parent().zip(self.places[pom].parent()) else {
                continue;
            };
            let mut paths = Vec::new();
            list(folder, "", &mut paths);
            paths.extend(asked.iter().cloned());
            for path in paths {
                let real = folder.join(&path);
                if real.exists()
                    && let Some(place) = inside(&self.folder, &copy.join(&path))
                {
                    placeholder(&place, real.is_dir());
                }
            }
        }
    }
}

/// Writes one pom.
struct PomWriter<'a> {
    copies: &'a Copies,
    pom: &'a Path,
    copy: &'a Path,
    text: &'a str,
    number: Option<usize>,
}

impl PomWriter<'_> {
    /// What becomes of an element; its path says where it stands, as if there were no profiles.
    fn edit(&self, node: Node<'_, '_>, path: &str) -> xml::Edit {
        if runs(node, path) {
            return xml::Edit::Drop;
        }
        let text = node.text().unwrap_or_default().trim();
        match path {
            "project/parent/relativePath" => xml::Edit::Drop,
            "project/parent" => xml::Edit::Add(self.way_to_parent()),
            "project/modules/module" | "project/subprojects/subproject" => self.module(text),
            "project/packaging" if !PACKAGINGS.contains(&text) && !text.contains("${") => {
                xml::Edit::Text("jar".to_owned())
            }
            "project/repositories/repository/url" => xml::Edit::Text(self.with_folder(text)),
            "project/repositories/repository/id" => {
                let url = node
                    .parent()
                    .and_then(|repository| text_of(repository, "url"));
                let name = repository_name(text, &url.unwrap_or_default());
                name.map_or(xml::Edit::Keep, |name| xml::Edit::Text(name.to_owned()))
            }
            "project/properties"
                if node
                    .parent()
                    .is_some_and(|it| it.parent_element().is_none()) =>
            {
                xml::Edit::Add(self.own_number())
            }
            "project" if child(node, "properties").is_none() => {
                xml::Edit::Add(format!("<properties>{}</properties>", self.own_number()))
            }
            _ => xml::Edit::Keep,
        }
    }

    fn own_number(&self) -> String {
        self.number.map_or_else(String::new, |number| {
            format!("<{NUMBER}>{number}</{NUMBER}>")
        })
    }

    /// The copy of the parent; without one, Maven is to look into its repositories alone.
    fn way_to_parent(&self) -> String {
        let places = &self.copies.places;
        let on_disk = parent_on_disk(self.pom, self.text).and_then(|path| places.get(&path));
        let copy = on_disk.or_else(|| {
            let parent = Coordinates::of_parent(self.text).ok()??;
            let own = format!("{}/{}/{}", parent.group, parent.artifact, parent.version);
            let parents = self.copies.folder.with_file_name("parents");
            let place = parents.join(own).join("pom.xml");
            places.values().find(|copy| **copy == place)
        });
        match copy.and_then(|copy| self.way_to(copy)) {
            Some(way) => format!("<relativePath>{}</relativePath>", xml::escape(&way)),
            None => "<relativePath/>".to_owned(),
        }
    }

    /// A module that is there leads to its copy, one that is left out goes; Maven complains of others in its own words.
    fn module(&self, name: &str) -> xml::Edit {
        let path = self.pom.parent().unwrap_or(self.pom).join(name);
        let path = if path.is_dir() {
            path.join("pom.xml")
        } else {
            path
        };
        let path = fs::canonicalize(path).ok();
        if path
            .as_ref()
            .is_some_and(|path| self.copies.left_out.contains(path))
        {
            return xml::Edit::Drop;
        }
        let copy = path.and_then(|path| self.copies.places.get(&path));
        match copy.and_then(|copy| self.way_to(copy)) {
            Some(way) => xml::Edit::Text(way),
            None => xml::Edit::Keep,
        }
    }

    fn way_to(&self, copy: &Path) -> Option<String> {
        let from: Vec<Component<'_>> = self.copy.parent()?.components().collect();
        let to: Vec<Component<'_>> = copy.components().collect();
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let up = (common..from.len()).map(|_| "..".to_owned());
        let down = to[common..]
            .iter()
            .map(|part| part.as_os_str().to_string_lossy().into_owned());
        Some(up.chain(down).collect::<Vec<_>>().join("/"))
    }

    /// Repositories in the project itself lie there, not beside the copy; no address has a secret in it.
    fn with_folder(&self, url: &str) -> String {
        let secrets = self.copies.secrets.iter();
        let url = secrets.fold(url.to_owned(), |url, secret| url.replace(secret, ""));
        let folder = self.pom.parent().unwrap_or(self.pom).display().to_string();
        let root = self
            .copies
            .with_real_paths(&self.copies.root.display().to_string());
        url.replace("${project.basedir}", &folder)
            .replace("${basedir}", &folder)
            .replace("${maven.multiModuleProjectDirectory}", &root)
            .replace("${session.rootDirectory}", &root)
    }

    /// Repositories that can be understood without the pom, for a pom of ours.
    fn repositories(&self, list: Node<'_, '_>) -> Vec<String> {
        let mut all = Vec::new();
        for repository in list.children().filter(Node::is_element) {
            let pair = text_of(repository, "id").zip(text_of(repository, "url"));
            let Some((id, url)) = pair else { continue };
            let id = xml::escape(repository_name(&id, &url).unwrap_or(&id));
            let url = xml::escape(&self.with_folder(&url));
            let id = format!("<id>{id}</id>");
            if !url.contains("${") && !self.copies.repositories.contains(&id) {
                all.push(format!("<repository>{id}<url>{url}</url></repository>"));
            }
        }
        all
    }
}

/// Whether Maven would run code because of this pom.
fn runs_something(text: &str) -> bool {
    let Ok(document) = xml::parse(text) else {
        return true;
    };
    document
        .descendants()
        .any(|node| node.is_element() && runs(node, &xml::path_of(node)))
}

/// Whether an element runs code while Maven reads the pom, or says how the plugin runs that does so for us.
fn runs(node: Node<'_, '_>, path: &str) -> bool {
    RUNNING.contains(&path) || PLUGINS.contains(&path) && may_print(node)
}

/// Whether the plugin is the one that prints, or may be, once its name is filled in.
fn may_print(plugin: Node<'_, '_>) -> bool {
    let [group, artifact] = PRINTING;
    let may_be = |element: &str, expected: &str| {
        text_of(plugin, element).is_none_or(|name| name == expected || name.contains("${"))
    };
    may_be("groupId", group) && may_be("artifactId", artifact)
}

/// What profiles ask for: paths relative to the folder of whatever module reads them.
fn asked_files(text: &str) -> Vec<String> {
    let Ok(document) = xml::parse(text) else {
        return Vec::new();
    };
    let asks = |node: &Node<'_, '_>| {
        ["exists", "missing"]
            .iter()
            .any(|name| node.has_tag_name_local(name))
            && node
                .parent()
                .is_some_and(|it| it.has_tag_name_local("file"))
    };
    document
        .descendants()
        .filter(asks)
        .filter_map(|node| {
            let text = node.text()?.trim();
            let path = ["${basedir}/", "${project.basedir}/"]
                .iter()
                .find_map(|start| text.strip_prefix(start))
                .unwrap_or(text);
            let is_relative = !path.contains("${") && Path::new(path).is_relative();
            is_relative.then(|| path.to_owned())
        })
        .collect()
}

/// The entries of a module's folder, and the folders of its sources.
fn list(folder: &Path, below: &str, found: &mut Vec<String>) {
    let entries = fs::read_dir(folder.join(below))
        .into_iter()
        .flatten()
        .flatten();
    for entry in entries.take(MOST_ENTRIES) {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let depth = below.matches('/').count();
        let path = format!("{below}{name}");
        if is_folder && (path == "src" || below.starts_with("src/") && depth < 2) {
            list(folder, &format!("{path}/"), found);
        }
        if below.is_empty() || is_folder {
            found.push(path);
        }
    }
}

fn placeholder(place: &Path, is_folder: bool) {
    if place.exists() {
        return;
    }
    let made = if is_folder {
        fs::create_dir_all(place)
    } else {
        let parent = place.parent().unwrap_or(place);
        fs::create_dir_all(parent).and_then(|()| fs::write(place, ""))
    };
    if let Err(error) = made {
        tracing::debug!(place = %place.display(), %error, "no placeholder");
    }
}

/// The path without `..`, when it stays in the folder and is none of Maven's own.
fn inside(folder: &Path, path: &Path) -> Option<PathBuf> {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                clean.pop();
            }
            Component::CurDir => {}
            Component::Normal(name) if name == ".mvn" => return None,
            part => clean.push(part),
        }
    }
    clean.starts_with(folder).then_some(clean)
}

/// The folder that all of these files lie in.
pub fn common_folder<'a>(files: impl Iterator<Item = &'a PathBuf>) -> PathBuf {
    files
        .filter_map(|file| file.parent())
        .fold(None, |common: Option<PathBuf>, folder| {
            let Some(common) = common else {
                return Some(folder.to_path_buf());
            };
            let is_above = |above: &&Path| folder.starts_with(above);
            common.ancestors().find(is_above).map(Path::to_path_buf)
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Tree {
        _dir: tempfile::TempDir,
        root: PathBuf,
        repository: PathBuf,
    }

    /// A project in `p` and a local repository in `r`, each pom with coordinates of its own unless it has some.
    fn tree(files: &[(&str, &str)]) -> Tree {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = fs::canonicalize(dir.path()).expect("a real path");
        for (path, body) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, format!("<project>{body}</project>")).expect("a pom");
        }
        Tree {
            root: folder.join("p"),
            repository: folder.join("r"),
            _dir: dir,
        }
    }

    impl Tree {
        fn copies(&self) -> Copies {
            let reactor = Reactor::around(&self.root.join("pom.xml"));
            let secrets = ["TOKEN".to_owned()];
            Copies::of(
                &reactor,
                &self.root,
                std::slice::from_ref(&self.repository),
                &secrets,
                &StandIns::new(),
            )
            .expect("copies")
        }

        fn copy(&self, pom: &str) -> String {
            let copies = self.copies();
            let place = copies.place(&self.root.join(pom)).expect("a copy");
            fs::read_to_string(place).expect("it was written")
        }
    }

    #[test]
    fn what_runs_code_is_left_out_wherever_it_stands_and_nothing_else() {
        let plugin = "<plugins><plugin><artifactId>a</artifactId><extensions>true</extensions><configuration><extensions>kept\
            </extensions></configuration></plugin></plugins>";
        let body = format!(
            "<artifactId>x</artifactId><packaging>bundle</packaging><!-- one\ntwo -->\
             <pluginRepositories><pluginRepository/></pluginRepositories>\
             <build><extensions><extension/></extensions>{plugin}<pluginManagement>{plugin}</pluginManagement></build>\
             <profiles><profile><build>{plugin}</build><pluginRepositories/></profile></profiles>"
        );
        let copy = tree(&[("p/pom.xml", &body)]).copy("pom.xml");
        let plugin = plugin.replace("<extensions>true</extensions>", "");
        assert_eq!(
            copy,
            format!(
                "<project><artifactId>x</artifactId><packaging>jar</packaging>\n<build>{plugin}<pluginManagement>{plugin}\
                 </pluginManagement></build><profiles><profile><build>{plugin}</build></profile></profiles>\
                 <properties><goalline.module>0</goalline.module></properties></project>"
            )
        );
    }

    #[test]
    fn what_poms_say_of_the_plugin_that_prints_them_is_left_out_whatever_it_is_called() {
        let plugin = |names: &str| {
            format!(
                "<plugin>{names}<dependencies><dependency></dependency></dependencies><configuration><output>x</output>\
                 </configuration></plugin>"
            )
        };
        let help = "<artifactId><!-- -->maven-help-plugin </artifactId>";
        let hidden = "<artifactId>maven-${what}-plugin</artifactId><groupId>${group}</groupId>";
        let own = "<groupId>own</groupId><artifactId>maven-help-plugin</artifactId>";
        let other = "<artifactId>maven-jar-plugin</artifactId>";
        let [bad, good] = [[help, hidden], [own, other]].map(|names| names.map(plugin).concat());
        let all = |plugins: &str| {
            let plugins = format!("<plugins>{plugins}</plugins>");
            format!(
                "<build>{plugins}<pluginManagement>{plugins}</pluginManagement></build>\
                 <profiles><profile><build>{plugins}</build></profile></profiles>"
            )
        };
        let parent =
            "<parent><groupId>g</groupId><artifactId>a</artifactId><version>1</version></parent>";
        let tree = tree(&[
            (
                "p/pom.xml",
                &format!("{parent}{}", all(&format!("{bad}{good}"))),
            ),
            ("r/g/a/1/a-1.pom", &all(&bad)),
        ]);
        let copy = tree.copy("pom.xml");
        assert!(copy.contains(&all(&good)), "{copy}");
        let parent = tree.repository.join("g/a/1/a-1.pom");
        let copies = tree.copies();
        let parent = copies.place(&parent).expect("it is copied, too");
        let parent = fs::read_to_string(parent).expect("it was written");
        assert!(parent.contains(&all("")), "{parent}");
    }

    #[test]
    fn no_copy_lies_where_maven_looks_for_its_own_options() {
        let list = "<modules><module>.mvn/jvm.config</module></modules>";
        let tree = tree(&[("p/pom.xml", list), ("p/.mvn/jvm.config", "")]);
        let reactor = Reactor::around(&tree.root.join("pom.xml"));
        let copies = Copies::of(&reactor, &tree.root, &[], &[], &StandIns::new());
        assert!(matches!(copies, Err(NoCopies::Unreadable { .. })));
    }

    #[test]
    fn modules_and_parents_lead_from_copy_to_copy_also_over_links() {
        let parent = |way: &str| {
            format!(
                "<parent><groupId>g</groupId><artifactId>up</artifactId><version>1</version>{way}</parent>\
                 <properties><a>b</a></properties>"
            )
        };
        let tree = tree(&[
            (
                "p/pom.xml",
                "<groupId>g</groupId><artifactId>up</artifactId><modules><module>one</module><module>two</module>\
              <module>none</module></modules>",
            ),
            ("p/one/pom.xml", &parent("")),
            (
                "p/src/evil/pom.xml",
                &parent("<relativePath>../../one/../pom.xml</relativePath>"),
            ),
            ("p/other/pom.xml", ""),
        ]);
        #[cfg(unix)]
        std::os::unix::fs::symlink(tree.root.join("src/evil"), tree.root.join("two"))
            .expect("a link");
        #[cfg(not(unix))]
        fs::rename(tree.root.join("src/evil"), tree.root.join("two")).expect("a folder");
        let copy = tree.copy("pom.xml");
        assert!(copy.contains("<module>one/pom.xml</module>"), "{copy}");
        assert!(copy.contains("<module>none</module>"), "{copy}");
        let one = tree.copy("one/pom.xml");
        assert!(
            one.contains("<version>1</version><relativePath>../pom.xml</relativePath></parent>"),
            "{one}"
        );
        assert!(one.contains("<a>b</a><goalline.module>"), "{one}");
        #[cfg(unix)]
        {
            assert!(copy.contains("<module>src/evil/pom.xml</module>"), "{copy}");
            let evil = tree.copy("src/evil/pom.xml");
            assert!(
                evil.contains("<relativePath>../../pom.xml</relativePath>"),
                "{evil}"
            );
        }
    }

    #[test]
    fn a_parent_of_the_local_repository_is_copied_where_it_or_its_own_runs_code() {
        let parent = |name: &str| {
            format!(
                "<parent><groupId>g.h</groupId><artifactId>{name}</artifactId><version>1</version></parent>"
            )
        };
        let extension = "<build><extensions><extension/></extensions></build>";
        let tree = tree(&[
            ("p/pom.xml", &parent("near")),
            ("r/g/h/near/1/near-1.pom", &parent("far")),
            (
                "r/g/h/far/1/far-1.pom",
                &format!("{extension}{}", parent("harmless")),
            ),
            ("r/g/h/harmless/1/harmless-1.pom", &parent("unknown")),
        ]);
        let copies = tree.copies();
        assert_eq!(copies.missing.len(), 1, "{:?}", copies.missing);
        let copy = fs::read_to_string(copies.place(&tree.root.join("pom.xml")).expect("a copy"));
        let copy = copy.expect("it was written");
        let way = "<relativePath>../parents/g.h/near/1/pom.xml</relativePath>";
        assert!(copy.contains(way), "{copy}");
        let place = |name: &str| {
            let pom = tree.repository.join(format!("g/h/{name}/1/{name}-1.pom"));
            copies
                .place(&pom)
                .map(|copy| fs::read_to_string(copy).expect("it was written"))
        };
        assert!(
            place("near")
                .expect("a copy")
                .contains("../../far/1/pom.xml")
        );
        let far = place("far").expect("a copy");
        assert!(
            !far.contains("extension") && far.contains("<relativePath/>"),
            "{far}"
        );
        assert_eq!(place("harmless"), None);
    }

    #[test]
    fn the_nearest_release_stands_in_for_a_snapshot() {
        let snapshot = |version: &str| Coordinates {
            group: "g".into(),
            artifact: "a".into(),
            version: version.into(),
        };
        let wanted = snapshot("2.20.1-SNAPSHOT");
        assert_eq!(wanted.release(), Some(snapshot("2.20.1")));
        assert_eq!(snapshot("2.20.1").release(), None);
        for (version, expected) in [
            ("2.20.1-SNAPSHOT", Some("[2.19,2.20.1-SNAPSHOT)")),
            ("3.0.0-SNAPSHOT", Some("[2,3.0.0-SNAPSHOT)")),
            ("48-SNAPSHOT", Some("[47,48-SNAPSHOT)")),
            ("main-SNAPSHOT", None),
        ] {
            let range = snapshot(version).releases_before();
            assert_eq!(range.as_deref(), expected, "{version}");
        }
        let dir = tempfile::tempdir().expect("a folder");
        for version in ["2.9", "2.19.4", "2.20.0-rc1", "2.21"] {
            let pom = snapshot(version).pom_in(dir.path());
            fs::create_dir_all(pom.parent().expect("a folder")).expect("a folder");
            fs::write(pom, "").expect("a file");
        }
        assert_eq!(wanted.newest_in(dir.path()), Some(snapshot("2.19.4")));
        let pom = "<project><version>2.20.1-SNAPSHOT</version><parent><groupId>g</groupId><artifactId>a</artifactId>\
            <version>2.20.1-SNAPSHOT</version></parent></project>";
        assert_eq!(
            wanted.replaced_in(pom.to_owned(), "2.19.4"),
            pom.replace("SNAPSHOT</version></parent>", "").replace(
                "<version>2.20.1-</project>",
                "<version>2.19.4</version></parent></project>"
            )
        );
        let other = snapshot("2.20.2-SNAPSHOT");
        assert_eq!(other.replaced_in(pom.to_owned(), "1"), pom);
    }

    #[test]
    fn a_parent_that_cannot_be_looked_into_is_not_left_to_maven() {
        let parent = |version: &str| {
            format!(
                "<parent><groupId>g</groupId><artifactId>a</artifactId><version>{version}</version></parent>"
            )
        };
        for version in ["[1,2)", "${revision}", "../x"] {
            let near = tree(&[("p/pom.xml", &parent(version))]);
            let far = tree(&[
                ("p/pom.xml", &parent("1")),
                ("r/g/a/1/a-1.pom", &parent(version)),
            ]);
            for tree in [near, far] {
                let reactor = Reactor::around(&tree.root.join("pom.xml"));
                let copies = Copies::of(
                    &reactor,
                    &tree.root,
                    std::slice::from_ref(&tree.repository),
                    &[],
                    &StandIns::new(),
                );
                let is_refused = matches!(copies, Err(NoCopies::Unreadable { .. }));
                assert!(is_refused, "{version}");
            }
        }
    }

    #[test]
    fn files_that_profiles_ask_for_have_placeholders_and_those_of_maven_have_none() {
        let asks = "<profiles><profile><activation><file><exists>${basedir}/deep/in/it.txt</exists></file></activation></profile>\
            <profile><activation><file><exists>.mvn/extensions.xml</exists></file></activation></profile>\
            <profile><activation><file><missing>../../outside.txt</missing></file></activation></profile></profiles>";
        let tree = tree(&[
            ("p/pom.xml", asks),
            ("p/deep/in/it.txt", "secret"),
            ("p/src/main/java/a/A.java", ""),
            ("p/.mvn/extensions.xml", "evil"),
            ("p/.mvn/jvm.config", "evil"),
            ("outside.txt", ""),
        ]);
        let copies = tree.copies();
        let place = |path: &str| copies.root().join(path);
        assert_eq!(
            fs::read_to_string(place("deep/in/it.txt")).ok().as_deref(),
            Some("")
        );
        assert!(place("src/main/java").is_dir() && !place("src/main/java/a").exists());
        assert_eq!(fs::read_dir(place(".mvn")).expect("a folder").count(), 0);
        assert!(!copies.area().join("outside.txt").exists());
    }

    #[test]
    fn old_letters_and_repositories_of_the_project_are_understood_and_secrets_are_not_given_away() {
        let body = "<name>Jos&eacute; &amp; Co</name><repositories><repository><id>own</id>\
            <url>file://${project.basedir}/lib?${env.TOKEN}$&#123;env.TO<![CDATA[KEN]]>}</url></repository>\
            </repositories>\
            <description>${env.&#x54;OKEN}</description>";
        let of_repository = "<groupId>g</groupId><artifactId>a</artifactId><version>1</version>";
        let tree = tree(&[
            (
                "p/pom.xml",
                &format!("<parent>{of_repository}</parent>{body}"),
            ),
            ("r/g/a/1/a-1.pom", body),
        ]);
        let copy = tree.copy("pom.xml");
        assert!(copy.contains("<name>Jos? &amp; Co</name>"), "{copy}");
        let url = format!("<url>file://{}/lib?</url>", tree.root.display());
        assert!(copy.contains(&url), "{copy}");
        assert!(!copy.contains("TOKEN"), "{copy}");
        let copies = tree.copies();
        assert!(copies.repositories.contains(&url));
        let parent = copies.place(&tree.repository.join("g/a/1/a-1.pom"));
        let parent = fs::read_to_string(parent.expect("a copy")).expect("it is there");
        assert!(!parent.contains("TOKEN"), "{parent}");
        let place = copies.place(&tree.root.join("pom.xml")).expect("a copy");
        let said = copies.with_real_paths(&format!("in {} @ line 1", place.display()));
        assert_eq!(
            said,
            format!("in {} @ line 1", tree.root.join("pom.xml").display())
        );
    }

    #[test]
    fn a_repository_of_the_project_does_not_go_by_the_name_of_maven_central() {
        let repository =
            |id: &str, url: &str| format!("<repository><id>{id}</id><url>{url}</url></repository>");
        let body = format!(
            "<repositories>{}{}</repositories>",
            repository("central", "https://x.test/maven2"),
            repository("snapshots", "https://y.test")
        );
        let tree = tree(&[("p/pom.xml", &body)]);
        for text in [tree.copy("pom.xml"), tree.copies().repositories] {
            assert!(!text.contains("<id>central</id>"), "{text}");
            assert!(text.contains("<id>named-by-the-project</id>"), "{text}");
            assert!(
                text.contains(&repository("snapshots", "https://y.test")),
                "{text}"
            );
        }
        assert_eq!(
            repository_name("central", "https://repo.maven.apache.org/maven2/"),
            None
        );
        assert!(repository_name("${name}", "https://x.test").is_some());
    }

    #[test]
    fn a_pom_that_cannot_be_looked_into_is_not_shown_to_maven() {
        let tree = tree(&[("p/pom.xml", "<build><extensions>")]);
        let reactor = Reactor::around(&tree.root.join("pom.xml"));
        let copies = Copies::of(&reactor, &tree.root, &[], &[], &StandIns::new());
        assert!(matches!(copies, Err(NoCopies::Unreadable { .. })));
        let deep = format!("{}{}", "<a>".repeat(300), "</a>".repeat(300));
        fs::write(
            tree.root.join("pom.xml"),
            format!("<project>{deep}</project>"),
        )
        .expect("a pom");
        let copies = Copies::of(&reactor, &tree.root, &[], &[], &StandIns::new());
        assert!(matches!(copies, Err(NoCopies::Unreadable { .. })));
    }
}
