//! The pom files around a module, as they lie on disk: takes one, gives the reactor it belongs to and a key of all
//! contents.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

use roxmltree::Node;
use sha2::{Digest, Sha256};

use super::{
    elements::{LocalName, child, text_of},
    xml,
};
use crate::{boundary::is_within, files::read_file, repository_root, tools::is_own_build_file};

/// Changes when the meaning of cached answers does.
const FORMAT: &str = "goalline maven 10";

/// Poms of one reactor, and parents of one pom, at most: a stranger's may go on for ever.
const MOST_MODULES: usize = 5_000;
const MOST_BYTES: u64 = 64 << 20;
const MOST_PARENTS: usize = 30;

/// A reactor as one of its modules sees it: the topmost pom that leads to the module, or a parent beside that which
/// leads to both, and all poms it lists.
#[derive(Debug)]
pub struct Reactor {
    /// The pom of the module that is asked about.
    pub module: PathBuf,
    /// The pom to run Maven on.
    pub root: PathBuf,
    /// All poms, the root included.
    pub poms: BTreeSet<PathBuf>,
    /// Poms that are listed and left out, because Maven rejects them.
    pub left_out: BTreeSet<PathBuf>,
}

impl Reactor {
    /// The reactor that `pom` is a module of; the module alone when neither a pom above nor one of its parents lists
    /// it. Poms of other users do not count.
    pub fn around(pom: &Path) -> Self {
        let mut reactor = Self::alone(pom);
        let above = pom
            .parent()
            .into_iter()
            .flat_map(|folder| folder.ancestors().skip(1));
        let above = above
            .map(|folder| folder.join("pom.xml"))
            .filter(|above| above.is_file() && is_own_build_file(above, pom));
        for candidate in above {
            let poms = listed_from(&candidate, &reactor.left_out);
            if poms.contains(pom) {
                reactor.root = candidate;
                reactor.poms = poms;
            }
        }
        // A parent that lists its modules may stand beside them, in the same repository.
        let folder = pom.parent().unwrap_or(pom);
        let repository = repository_root(folder);
        let beside = parents(&reactor.root).into_iter();
        for candidate in beside.filter(|it| is_within(it, &repository)) {
            let poms = listed_from(&candidate, &reactor.left_out);
            if poms.contains(pom) && poms.contains(&reactor.root) {
                reactor.root = candidate;
                reactor.poms = poms;
            }
        }
        reactor
    }

    /// The pom as the root of what it lists itself, whatever lists it.
    pub fn alone(pom: &Path) -> Self {
        Self {
            module: pom.to_path_buf(),
            root: pom.to_path_buf(),
            poms: listed_from(pom, &BTreeSet::new()),
            left_out: BTreeSet::new(),
        }
    }

    /// The reactor without the poms that Maven's message calls broken; none where these are the module, one of its
    /// parents, or none at all.
    pub fn without_broken(&self, message: &str) -> Option<Self> {
        let mut needed = BTreeSet::from([self.root.clone(), self.module.clone()]);
        add_parents(&self.module, &mut needed);
        let is_broken = |pom: &&PathBuf| {
            let place = format!("({}) has ", pom.display());
            message.contains(&place)
        };
        let broken: BTreeSet<PathBuf> = self.poms.iter().filter(is_broken).cloned().collect();
        if broken.is_empty() || !broken.is_disjoint(&needed) {
            return None;
        }
        let left_out: BTreeSet<PathBuf> = self.left_out.union(&broken).cloned().collect();
        let poms = listed_from(&self.root, &left_out);
        poms.contains(&self.module).then(|| Self {
            poms,
            left_out,
            module: self.module.clone(),
            root: self.root.clone(),
        })
    }

    /// All poms with their parents that lie outside of the reactor.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let mut files: BTreeSet<PathBuf> = self.poms.clone();
        for pom in &self.poms {
            add_parents(pom, &mut files);
        }
        files
    }

    /// A key of the module and of everything that Maven's answer about it depends on: poms, parents outside of the
    /// reactor, Maven's own settings. Modules of one reactor have the same poms, and each an answer of its own.
    pub fn key(&self, java_home: Option<&Path>) -> String {
        self.key_of(&self.module, java_home)
    }

    /// The same for what is true of all modules.
    pub fn shared_key(&self, java_home: Option<&Path>) -> String {
        self.key_of(&self.root, java_home)
    }

    /// Whether it has a module of these coordinates, by its artifact: `group:artifact:type:version`.
    pub fn has(&self, coordinates: &str) -> bool {
        let Some(artifact) = coordinates.split(':').nth(1) else {
            return false;
        };
        let artifact_of = |pom: &PathBuf| {
            let text = xml::read(pom).ok()?;
            let document = xml::parse(&text).ok()?;
            text_of(document.root_element(), "artifactId")
        };
        self.poms
            .iter()
            .any(|pom| artifact_of(pom).is_some_and(|own| own == artifact))
    }

    /// The module with this number, in the order of all.
    pub fn numbered(&self, number: &str) -> Option<&Path> {
        let number: usize = number.parse().ok()?;
        self.poms.iter().nth(number).map(PathBuf::as_path)
    }

    fn key_of(&self, module: &Path, java_home: Option<&Path>) -> String {
        let mut files = self.files();
        let root = self.root.parent().unwrap_or(&self.root);
        for folder in root.ancestors() {
            let settings = [
                ".mvn/maven.config",
                ".mvn/jvm.config",
                ".mvn/extensions.xml",
            ];
            files.extend(
                settings
                    .iter()
                    .map(|file| folder.join(file))
                    .filter(|file| file.is_file()),
            );
        }
        if let Some(home) = env::var_os("HOME") {
            files.insert(Path::new(&home).join(".m2/settings.xml"));
        }
        let mut hash = Sha256::new();
        let mut feed = |bytes: &[u8]| {
            hash.update(bytes.len().to_le_bytes());
            hash.update(bytes);
        };
        feed(FORMAT.as_bytes());
        feed(self.root.as_os_str().as_encoded_bytes());
        feed(module.as_os_str().as_encoded_bytes());
        let java_home = java_home.map(Path::as_os_str).map(ToOwned::to_owned);
        for variable in [
            java_home.or_else(|| env::var_os("JAVA_HOME")),
            env::var_os("MAVEN_OPTS"),
        ] {
            feed(variable.unwrap_or_default().as_encoded_bytes());
        }
        for file in files {
            feed(file.as_os_str().as_encoded_bytes());
            feed(&read_file(&file).unwrap_or_default());
        }
        hash.finalize()
            .iter()
            .take(16)
            .fold(String::new(), |key, byte| format!("{key}{byte:02x}"))
    }
}

/// The pom and all poms that its `<module>` elements lead to, those of profiles included, by none that is left out.
fn listed_from(pom: &Path, left_out: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut open = vec![pom.to_path_buf()];
    let mut bytes = 0;
    while let Some(pom) = open.pop() {
        if found.len() >= MOST_MODULES || bytes > MOST_BYTES {
            break;
        }
        if !found.insert(pom.clone()) {
            continue;
        }
        bytes += fs::metadata(&pom).map_or(0, |about| about.len());
        let folder = pom.parent().unwrap_or(&pom).to_path_buf();
        for name in texts(&pom, "module") {
            let path = fs::canonicalize(pom_of_module(&folder, &name)).ok();
            open.extend(path.filter(|path| !left_out.contains(path)));
        }
    }
    found
}

/// The file that a `<module>` element of a pom in this folder leads to.
fn pom_of_module(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name.trim());
    if path.is_dir() {
        path.join("pom.xml")
    } else {
        path
    }
}

/// What the pom of this folder lists as modules, outside of profiles, and is not there: others are read without them,
/// so whoever looks for one wants to be told.
pub fn missing_modules(folder: &Path) -> Vec<String> {
    let listed = listed_in(&folder.join("pom.xml"));
    let is_missing = |name: &String| {
        // Expressions are Maven's to understand.
        !name.contains('$') && !pom_of_module(folder, name).is_file()
    };
    listed.into_iter().filter(is_missing).collect()
}

/// The modules that the pom itself lists, outside of profiles.
fn listed_in(pom: &Path) -> Vec<String> {
    let text = xml::read(pom).unwrap_or_default();
    let Ok(document) = xml::parse(&text) else {
        return Vec::new();
    };
    let modules = child(document.root_element(), "modules");
    let elements = modules.into_iter().flat_map(|it| it.children());
    let elements = elements.filter(|node| node.has_tag_name_local("module"));
    let names = elements.filter_map(|node| node.text());
    names.map(|name| name.trim().to_owned()).collect()
}

fn add_parents(pom: &Path, files: &mut BTreeSet<PathBuf>) {
    for parent in parents(pom) {
        if !files.insert(parent) {
            return;
        }
    }
}

/// The parents of a pom that are files of the project, the nearest first.
fn parents(pom: &Path) -> Vec<PathBuf> {
    let parent_of = |pom: &PathBuf| parent_on_disk(pom, &xml::read(pom).ok()?);
    let chain = std::iter::successors(Some(pom.to_path_buf()), parent_of);
    chain.skip(1).take(MOST_PARENTS).collect()
}

/// The parent of a pom where a file of the project is it, and not one of a repository.
pub fn parent_on_disk(pom: &Path, text: &str) -> Option<PathBuf> {
    let document = xml::parse(text).ok()?;
    let parent = child(document.root_element(), "parent")?;
    let relative = child(parent, "relativePath")
        .map_or("../pom.xml", |node| node.text().unwrap_or_default().trim());
    if relative.is_empty() {
        return None;
    }
    let path = pom.parent().unwrap_or(pom).join(relative);
    let path = if path.is_dir() {
        path.join("pom.xml")
    } else {
        path
    };
    let path = fs::canonicalize(path).ok()?;
    let candidate = xml::read(&path).ok()?;
    let counts = is_own_build_file(&path, pom) && is_meant(parent, &candidate);
    counts.then_some(path)
}

/// Whether a file is the parent that is named, as Maven judges: a stray pom in the folder above is not.
fn is_meant(parent: Node<'_, '_>, candidate: &str) -> bool {
    let Ok(document) = xml::parse(candidate) else {
        return false;
    };
    let project = document.root_element();
    ["artifactId", "groupId", "version"].iter().all(|name| {
        let inherited = || text_of(child(project, "parent")?, name);
        let own = text_of(project, name).or_else(inherited);
        let wanted = text_of(parent, name);
        // Expressions and ranges are Maven's to understand.
        let is_plain = |value: &String| !value.contains(['$', '[', '(', ',']);
        own.filter(is_plain)
            .zip(wanted.filter(is_plain))
            .is_none_or(|(own, wanted)| own == wanted)
    })
}

fn texts(pom: &Path, element: &str) -> Vec<String> {
    let Ok(text) = xml::read(pom) else {
        return Vec::new();
    };
    let Ok(document) = xml::parse(&text) else {
        return Vec::new();
    };
    document
        .descendants()
        .filter(|node| node.has_tag_name_local(element))
        .filter_map(|node| node.text().map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_that_are_listed_and_not_there_are_named() {
        let modules =
            "<modules><module>a</module><module> gone </module><module>${of}</module></modules>";
        let profile =
            "<profiles><profile><modules><module>b</module></modules></profile></profiles>";
        let (_dir, root) = tree(&[
            ("pom.xml", &format!("{modules}{profile}")),
            ("a/pom.xml", ""),
        ]);
        assert_eq!(missing_modules(&root), ["gone"]);
        assert!(missing_modules(&root.join("a")).is_empty());
        assert!(missing_modules(&root.join("nowhere")).is_empty());
    }

    #[test]
    fn a_parent_that_stands_beside_its_modules_in_one_repository_is_the_root_of_their_reactor() {
        let parent = "<parent><relativePath>../all/pom.xml</relativePath></parent>";
        let modules = "<modules><module>../shop</module><module>../store</module></modules>";
        let (_dir, root) = tree(&[
            ("all/pom.xml", modules),
            (
                "shop/pom.xml",
                &format!("{parent}<modules><module>cart</module></modules>"),
            ),
            (
                "shop/cart/pom.xml",
                "<parent><relativePath>../pom.xml</relativePath></parent>",
            ),
            ("store/pom.xml", parent),
            ("alone/pom.xml", parent),
        ]);
        let root_of = |module: &str| Reactor::around(&root.join(module)).root;
        let apart = root.join("shop/pom.xml");
        assert_eq!(
            root_of("shop/cart/pom.xml"),
            apart,
            "no repository holds both"
        );
        fs::create_dir(root.join(".git")).expect("a folder");
        for module in ["shop/cart/pom.xml", "shop/pom.xml", "store/pom.xml"] {
            assert_eq!(root_of(module), root.join("all/pom.xml"), "{module}");
        }
        let alone = root.join("alone/pom.xml");
        assert_eq!(
            root_of("alone/pom.xml"),
            alone,
            "its parent does not list it"
        );
    }

    #[test]
    fn a_reactor_knows_its_own_artifacts() {
        let (_dir, root) = tree(&[
            ("pom.xml", "<modules><module>bom</module></modules>"),
            ("bom/pom.xml", "<artifactId>shop-bom</artifactId>"),
        ]);
        let reactor = Reactor::around(&root.join("bom/pom.xml"));
        assert!(reactor.has("org.example:shop-bom:pom:1"));
        assert!(!reactor.has("org.example:shop:pom:1") && !reactor.has("shop-bom"));
    }

    #[test]
    fn a_chain_of_parents_and_a_list_of_modules_come_to_an_end() {
        let name = |at: usize| format!("p{at}/pom.xml");
        let parent = |at: usize| {
            let above = format!("<relativePath>../p{}/pom.xml</relativePath>", at + 1);
            format!("<parent>{above}</parent>")
        };
        let chain: Vec<(String, String)> = (0..100).map(|at| (name(at), parent(at))).collect();
        let chain: Vec<(&str, &str)> = chain.iter().map(|(a, b)| (&**a, &**b)).collect();
        let (_dir, root) = tree(&chain);
        let mut files = BTreeSet::new();
        add_parents(&root.join(name(0)), &mut files);
        assert_eq!(files.len(), MOST_PARENTS);
    }

    fn tree(poms: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().expect("a folder");
        let root = fs::canonicalize(dir.path()).expect("a real path");
        for (path, body) in poms {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, format!("<project>{body}</project>")).expect("a pom");
        }
        (dir, root)
    }

    const NESTED: [(&str, &str); 4] = [
        ("pom.xml", "<modules><module>a</module></modules>"),
        ("a/pom.xml", "<modules><module>b</module></modules>"),
        (
            "a/b/pom.xml",
            "<parent><relativePath>../../up/pom.xml</relativePath></parent>",
        ),
        ("up/pom.xml", ""),
    ];

    #[test]
    fn the_topmost_pom_that_leads_to_the_module_is_the_root() {
        let (_dir, root) = tree(&NESTED);
        let reactor = Reactor::around(&root.join("a/b/pom.xml"));
        assert_eq!(reactor.root, root.join("pom.xml"));
        assert_eq!(reactor.poms.len(), 3);
    }

    #[test]
    fn a_module_that_maven_rejects_is_left_out_with_what_only_it_lists_and_the_module_itself_is_not()
     {
        let (_dir, root) = tree(&[
            (
                "pom.xml",
                "<modules><module>a</module><module>c</module></modules>",
            ),
            NESTED[1],
            NESTED[2],
            ("c/pom.xml", ""),
        ]);
        let broken = |pom: &str| {
            format!(
                "The project g:x:1 ({}) has 3 errors",
                root.join(pom).display()
            )
        };
        let reactor = Reactor::around(&root.join("c/pom.xml"));
        assert_eq!(reactor.poms.len(), 4);
        let rest = reactor.without_broken(&broken("a/pom.xml"));
        let rest = rest.expect("c does not need it");
        assert_eq!(
            rest.poms.into_iter().collect::<Vec<_>>(),
            [root.join("c/pom.xml"), root.join("pom.xml")]
        );
        assert!(reactor.without_broken(&broken("c/pom.xml")).is_none());
        assert!(reactor.without_broken(&broken("pom.xml")).is_none());
        assert!(reactor.without_broken("something else").is_none());
    }

    #[test]
    fn a_pom_that_nobody_lists_stands_alone() {
        let (_dir, root) = tree(&NESTED);
        let reactor = Reactor::around(&root.join("up/pom.xml"));
        assert_eq!(
            (reactor.root, reactor.poms.len()),
            (root.join("up/pom.xml"), 1)
        );
    }

    #[test]
    fn modules_of_one_reactor_have_keys_of_their_own() {
        let (_dir, root) = tree(&NESTED);
        let key = |pom: &str| Reactor::around(&root.join(pom)).key(None);
        let keys = ["pom.xml", "a/pom.xml", "a/b/pom.xml"].map(key);
        assert_eq!(BTreeSet::from(keys).len(), 3);
        let shared = |pom: &str| Reactor::around(&root.join(pom)).shared_key(None);
        assert_eq!(shared("a/pom.xml"), shared("a/b/pom.xml"));
    }

    #[test]
    fn the_key_changes_with_every_pom_that_matters() {
        let (_dir, root) = tree(&NESTED);
        let key = || Reactor::around(&root.join("a/b/pom.xml")).key(None);
        let first = key();
        assert_eq!(first, key());
        for pom in ["pom.xml", "a/b/pom.xml", "up/pom.xml"] {
            let path = root.join(pom);
            let text = fs::read_to_string(&path).expect("a pom");
            fs::write(&path, format!("{text} ")).expect("a pom");
            assert_ne!(first, key(), "{pom}");
            fs::write(&path, text).expect("a pom");
        }
        assert_eq!(first, key());
    }
}
