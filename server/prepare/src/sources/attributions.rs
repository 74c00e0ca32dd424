//! What javac says about files, kept between runs: takes texts, asks only about those whose text changed, or all when
//! something changed that other files may see.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_build::{Project, content_key, read_file, stamps};
use goalline_flow::{AttributedFile, FileFlow};
use goalline_jvm::SourceUnit;
use goalline_syntax::JavaFile;

use crate::{
    EngineError,
    sources::{index::Sources, skeleton::parts},
};

/// Attributed files of one project, by the keys of their contents.
pub struct Attributions {
    /// The files of the project.
    pub sources: Sources,
    class_path: Vec<PathBuf>,
    /// What the class path was like at the last run.
    libraries: String,
    kept: BTreeMap<PathBuf, CachedAttribution>,
    /// What other files may see of a file, as a key, where it is known.
    outlines: BTreeMap<PathBuf, String>,
    /// What an editor held at the last run.
    open: BTreeMap<PathBuf, Arc<str>>,
}

/// Has javac attribute units: one answer each, in their order.
pub(crate) type Ask<'a> = dyn FnMut(&[SourceUnit]) -> Result<Vec<AttributedFile>, EngineError> + 'a;

struct CachedAttribution {
    key: String,
    attributed: Arc<AttributedFile>,
}

impl Attributions {
    /// Nothing is known yet.
    pub fn of(project: &Project) -> Self {
        Self {
            sources: Sources::of(project),
            class_path: project.class_path.clone(),
            libraries: String::new(),
            kept: BTreeMap::new(),
            outlines: BTreeMap::new(),
            open: BTreeMap::new(),
        }
    }

    /// Begins a run: forgets everything where a class path, a file that came or went, or what others see of a file is
    /// not as it was. Bodies of methods are seen by nobody else.
    pub(crate) fn begin(&mut self, texts: &BTreeMap<PathBuf, Arc<str>>) {
        let libraries = format!(
            "{:?}",
            self.class_path
                .iter()
                .map(|entry| stamps(entry))
                .collect::<Vec<_>>()
        );
        let is_new = std::mem::replace(&mut self.libraries, libraries) != self.libraries;
        let on_disk = self.sources.look_again();
        let open = std::mem::replace(&mut self.open, texts.clone());
        if is_new || self.kept.is_empty() {
            self.kept.clear();
            self.outlines.clear();
        }
        let in_editor = open.keys().chain(texts.keys());
        let in_editor = in_editor.filter(|path| open.get(*path) != texts.get(*path));
        let changed: BTreeSet<&PathBuf> = if self.kept.is_empty() {
            texts.keys().collect()
        } else {
            on_disk.iter().chain(in_editor).collect()
        };
        let mut is_seen = false;
        for path in changed {
            let saved = read_file(path).ok();
            let saved = saved.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            let held = texts.get(path).map(ToString::to_string);
            // Opened, and as it is on disk.
            let is_same = held == saved && !on_disk.contains(path) && !open.contains_key(path);
            let outline = held.or(saved).map(|text| outline(&JavaFile::parse(text)));
            let before = match &outline {
                Some(now) => self.outlines.insert(path.clone(), now.clone()),
                None => self.outlines.remove(path),
            };
            is_seen |= !is_same && before != outline;
        }
        if is_seen {
            self.kept.clear();
        }
    }

    /// What the units declare and whom their calls mean, in their order; `ask` is javac.
    ///
    /// # Errors
    /// Those of `ask`.
    pub(crate) fn attribute(
        &mut self,
        ask: &mut Ask<'_>,
        units: &[(PathBuf, JavaFile)],
    ) -> Result<Vec<Arc<AttributedFile>>, EngineError> {
        let keys: Vec<String> = units
            .iter()
            .map(|(_, file)| content_key(&[file.text().as_bytes()]))
            .collect();
        let is_kept = |path: &Path, key: &str| self.kept.get(path).is_some_and(|it| it.key == key);
        let missing: Vec<usize> = (0..units.len())
            .filter(|at| !is_kept(&units[*at].0, &keys[*at]))
            .collect();
        if !missing.is_empty() {
            let fresh: Vec<SourceUnit> = missing
                .iter()
                .map(|at| SourceUnit {
                    path: units[*at].0.clone(),
                    text: units[*at].1.text().to_owned(),
                })
                .collect();
            let attributed = ask(&fresh)?;
            for (at, attributed) in missing.iter().zip(attributed) {
                let (path, file) = &units[*at];
                let kept = CachedAttribution {
                    key: keys[*at].clone(),
                    attributed: Arc::new(attributed),
                };
                self.kept.insert(path.clone(), kept);
                self.outlines.insert(path.clone(), outline(file));
            }
        }
        let known = units.iter().map(|(path, _)| &self.kept[path].attributed);
        Ok(known.cloned().collect())
    }
}

fn outline(file: &JavaFile) -> String {
    parts(file, &FileFlow::of(file)).0
}

#[cfg(test)]
mod tests {
    use std::fs;

    use goalline_build::ProjectSettings;

    use super::*;

    const CART: &str = "class Cart { int total() { return Tax.of(1); } }\n";
    const TAX: &str = "class Tax { static int of(int sum) { return sum; } }\n";

    /// A project of two files, with what javac was asked about.
    struct AttributedShop {
        folder: tempfile::TempDir,
        attributions: Attributions,
        open: BTreeMap<PathBuf, Arc<str>>,
    }

    impl AttributedShop {
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a temporary folder");
            fs::write(folder.path().join("Cart.java"), CART).expect("a file");
            fs::write(folder.path().join("Tax.java"), TAX).expect("a file");
            let settings = ProjectSettings {
                sources: vec![folder.path().to_path_buf()],
                ..ProjectSettings::default()
            };
            let project = Project::discover(&folder.path().join("Cart.java"), &settings);
            let mut shop = Self {
                attributions: Attributions::of(&project.expect("a plain folder")),
                folder,
                open: BTreeMap::new(),
            };
            assert_eq!(shop.asked(), ["Cart.java", "Tax.java"]);
            assert_eq!(shop.asked(), [""; 0]);
            shop
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn write(&self, name: &str, text: &str) {
            fs::write(self.path(name), text).expect("a file");
        }

        /// The files that a run asks javac about.
        fn asked(&mut self) -> Vec<String> {
            let mut asked = Vec::new();
            let units: Vec<_> = ["Cart.java", "Tax.java"]
                .map(|name| {
                    let path = self.path(name);
                    let saved = || fs::read_to_string(&path).expect("it is there");
                    let text = self.open.get(&path).map_or_else(saved, ToString::to_string);
                    (path, JavaFile::parse(text))
                })
                .into();
            self.attributions.begin(&self.open);
            let mut ask = |units: &[SourceUnit]| {
                let names = units.iter().filter_map(|unit| unit.path.file_name());
                asked.extend(names.map(|name| name.to_string_lossy().into_owned()));
                Ok(vec![AttributedFile::default(); units.len()])
            };
            let answers = self.attributions.attribute(&mut ask, &units);
            assert_eq!(answers.expect("nothing fails").len(), 2);
            asked
        }
    }

    #[test]
    fn a_changed_body_is_asked_about_alone() {
        let mut shop = AttributedShop::new();
        shop.write("Tax.java", &TAX.replace("return sum", "return sum * 2"));
        assert_eq!(shop.asked(), ["Tax.java"]);
        assert_eq!(shop.asked(), [""; 0]);
    }

    #[test]
    fn what_other_files_may_see_asks_about_all() {
        let mut shop = AttributedShop::new();
        shop.write("Tax.java", &TAX.replace("int sum", "long sum"));
        assert_eq!(shop.asked(), ["Cart.java", "Tax.java"]);
        shop.write("New.java", "class New { }");
        assert_eq!(shop.asked(), ["Cart.java", "Tax.java"]);
        fs::remove_file(shop.path("New.java")).expect("it is there");
        assert_eq!(shop.asked(), ["Cart.java", "Tax.java"]);
    }

    #[test]
    fn texts_that_an_editor_holds_count_instead_of_the_files() {
        let mut shop = AttributedShop::new();
        let (cart, tax) = (shop.path("Cart.java"), shop.path("Tax.java"));
        shop.open.insert(tax.clone(), Arc::from(TAX));
        assert_eq!(shop.asked(), [""; 0]);
        let edited = TAX.replace("return sum", "return -sum");
        shop.open.insert(tax.clone(), Arc::from(edited.as_str()));
        assert_eq!(shop.asked(), ["Tax.java"]);
        shop.write("Tax.java", &edited);
        shop.open.remove(&tax);
        assert_eq!(shop.asked(), [""; 0]);
        let edited = CART.replace("int total", "long total");
        shop.open.insert(cart.clone(), Arc::from(edited.as_str()));
        assert_eq!(shop.asked(), ["Cart.java", "Tax.java"]);
        shop.open.remove(&cart);
        assert_eq!(shop.asked(), ["Cart.java", "Tax.java"]);
    }
}
