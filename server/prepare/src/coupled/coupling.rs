//! Coupled branches of files: takes Java files of a project and a worker, gives the pairs of their calls with all
//! places; runs no test.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_build::{Jdk, Project, SourceTexts, cache_folder};
use goalline_flow::{
    AttributedFile, BodyFlow, CodeBase, CodeFile, CoupledSite, FileFlow, SiteCount, coupled_sites,
};
use goalline_goals::{Criterion, GoalSet, PairKeys};
use goalline_jvm::{SourceUnit, Worker, WorkerOptions};
use goalline_syntax::JavaFile;

use crate::{
    EngineError, FileKeys, Settings,
    sources::{attributions::Attributions, compile_setup::setup},
};

/// A file of a coupling.
pub struct CoupledFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its text and tree.
    pub file: JavaFile,
}

/// The files that were asked for with all that they call, and what their calls couple.
pub struct Coupling {
    /// The files that were asked for, then those that hold callees; in the order of the code base.
    pub files: Vec<CoupledFile>,
    /// Their classes.
    pub base: CodeBase,
    /// Their branch goals, by file.
    pub sets: Vec<GoalSet>,
    /// The coupled call sites of the classes of the files that were asked for.
    pub sites: Vec<CoupledSite>,
    /// What became of all calls of these classes.
    pub count: SiteCount,
    /// How many classes that is.
    pub classes: usize,
}

impl Coupling {
    /// Names for pairs.
    pub fn keys(&self) -> PairKeys<'_> {
        PairKeys::new(&self.base, &self.sets)
    }

    /// The files with the texts that were looked at.
    pub(crate) fn seen(&self) -> FileKeys {
        let files = self.files.iter();
        FileKeys::of(files.map(|one| (&*one.path, one.file.text())))
    }

    /// The keys of the sites, in their order.
    pub fn site_keys(&self) -> Vec<Arc<str>> {
        let texts: Vec<_> = self.files.iter().map(|file| file.file.text()).collect();
        self.keys().site_keys(&self.sites, &texts)
    }
}

/// Starts a worker and couples the classes of the files. `texts` are those that an editor holds.
///
/// # Errors
/// A file that cannot be read, or a worker that cannot be started or keeps dying.
pub fn couple(
    settings: &Settings,
    project: &Project,
    jdk: &Jdk,
    files: &[PathBuf],
    texts: &BTreeMap<PathBuf, Arc<str>>,
) -> Result<Coupling, EngineError> {
    let options = WorkerOptions {
        memory_mb: settings.worker_memory_mb,
        sandbox: settings.sandbox,
        cache: cache_folder(settings.cache.as_deref()),
        readable: files.to_vec(),
        closed: goalline_build::wide_folders(),
        ..WorkerOptions::new(jdk.home.clone(), jdk.feature)
    };
    let mut worker = Worker::start(&options)?;
    worker.configure(&setup(project))?;
    couple_with(&mut worker, files, &mut Attributions::of(project), texts)
}

/// Attributes the files with what they call and inherit, and couples. `texts` are those that an editor holds.
///
/// # Errors
/// A file that cannot be read, a worker that keeps dying, or an interrupt.
pub(crate) fn couple_with(
    worker: &mut Worker,
    files: &[PathBuf],
    attributions: &mut Attributions,
    texts: &BTreeMap<PathBuf, Arc<str>>,
) -> Result<Coupling, EngineError> {
    attributions.begin(texts);
    let mut gathered = Gathered {
        worker,
        texts,
        attributions,
        on_disk: SourceTexts::default(),
        files: Vec::new(),
        attributed: Vec::new(),
        known: BTreeSet::new(),
        asked: BTreeSet::new(),
    };
    for path in files {
        if !path.exists() && !texts.contains_key(path) {
            let cause = std::io::ErrorKind::NotFound.into();
            let path = path.clone();
            return Err(EngineError::Unreadable { path, cause });
        }
    }
    let mut wanted: Vec<PathBuf> = files.to_vec();
    while !wanted.is_empty() {
        gathered.worker.check_interrupt()?;
        gathered.attribute(&wanted)?;
        wanted = gathered.missing(files.len());
    }
    let (files_seen, attributed) = (gathered.files, gathered.attributed);
    Ok(coupled(files_seen, attributed, files.len()))
}

fn coupled(
    files: Vec<CoupledFile>,
    attributed: Vec<Arc<AttributedFile>>,
    asked: usize,
) -> Coupling {
    let code = files
        .iter()
        .zip(attributed)
        .map(|(one, attributed)| CodeFile {
            flow: Arc::new(FileFlow::of(&one.file)),
            bodies: Arc::new(BodyFlow::all_of(&one.file)),
            attributed,
        });
    let base = CodeBase::of(code.collect());
    let set = |index| GoalSet::of(base.file(index).flow.clone(), &[Criterion::Branch]);
    let sets = (0..base.file_count()).map(set).collect();
    let mut sites = Vec::new();
    let mut count = SiteCount::default();
    let mut classes = 0;
    for index in 0..asked {
        for class in base.classes_of(index) {
            let (found, calls) = coupled_sites(&base, class);
            sites.extend(found);
            count.calls += calls.calls;
            count.own += calls.own;
            count.unknown += calls.unknown;
            count.approximate += calls.approximate;
            classes += 1;
        }
    }
    Coupling {
        files,
        base,
        sets,
        sites,
        count,
        classes,
    }
}

/// Files with what javac says of them, gathered until nothing that is called is missing.
struct Gathered<'a> {
    worker: &'a mut Worker,
    texts: &'a BTreeMap<PathBuf, Arc<str>>,
    attributions: &'a mut Attributions,
    on_disk: SourceTexts,
    files: Vec<CoupledFile>,
    attributed: Vec<Arc<AttributedFile>>,
    /// Classes that are gathered, or looked for in vain.
    known: BTreeSet<Arc<str>>,
    /// Classes whose subclasses were looked for.
    asked: BTreeSet<Arc<str>>,
}

impl Gathered<'_> {
    fn attribute(&mut self, paths: &[PathBuf]) -> Result<(), EngineError> {
        let mut units = Vec::new();
        let is_asked_for = self.files.is_empty();
        for path in paths {
            match self.text(path) {
                Ok(text) => units.push((path.clone(), JavaFile::parse(text))),
                Err(cause) if is_asked_for => {
                    return Err(EngineError::Unreadable {
                        path: path.clone(),
                        cause,
                    });
                }
                // What cannot be read is called as a library is.
                Err(_) => {}
            }
        }
        let worker = &mut *self.worker;
        let mut ask = |units: &[SourceUnit]| Ok(worker.attribute(units)?);
        let attributed = self.attributions.attribute(&mut ask, &units)?;
        for file in &attributed {
            let classes = file.classes.iter().map(|class| class.name.clone());
            self.known.extend(classes);
        }
        self.attributed.extend(attributed);
        let units = units.into_iter();
        self.files
            .extend(units.map(|(path, file)| CoupledFile { path, file }));
        Ok(())
    }

    fn text(&mut self, path: &Path) -> std::io::Result<String> {
        match self.texts.get(path) {
            Some(text) => Ok(text.to_string()),
            None => self.on_disk.read(path),
        }
    }

    /// The files that hold classes which the first so many files call, which those inherit from, or which implement
    /// them.
    fn missing(&mut self, asked: usize) -> Vec<PathBuf> {
        let mut classes: BTreeSet<Arc<str>> = BTreeSet::new();
        for (index, file) in self.attributed.iter().enumerate() {
            classes.extend(file.classes.iter().flat_map(|class| class.above.clone()));
            if index < asked {
                let calls = file.calls.iter();
                classes.extend(
                    calls.flat_map(|call| [call.receiver.clone(), call.callee.class.clone()]),
                );
            }
        }
        let mut paths = BTreeSet::new();
        for class in classes {
            if self.known.insert(class.clone()) {
                paths.extend(self.attributions.sources.of_class(&class));
            }
        }
        let here: BTreeSet<&Path> = self.files.iter().map(|file| &*file.path).collect();
        for class in self.implemented(asked) {
            if self.asked.insert(class.clone()) {
                paths.extend(self.attributions.sources.below(&class, &here));
            }
        }
        paths.retain(|path| !here.contains(&**path));
        paths.into_iter().collect()
    }

    /// The classes whose subclasses matter: abstract ones that are called, the callers, and what is below either.
    fn implemented(&self, asked: usize) -> BTreeSet<Arc<str>> {
        let classes = || self.attributed.iter().flat_map(|file| &file.classes);
        let is_abstract: BTreeMap<_, _> = classes()
            .map(|class| (&class.name, class.is_abstract))
            .collect();
        let mut found: BTreeSet<Arc<str>> = BTreeSet::new();
        for file in &self.attributed[..asked.min(self.attributed.len())] {
            found.extend(file.classes.iter().map(|class| class.name.clone()));
            let receivers = file.calls.iter().map(|call| &call.receiver);
            let called = receivers.filter(|name| is_abstract.get(name) == Some(&true));
            found.extend(called.cloned());
        }
        let below =
            classes().filter(|class| class.above.iter().any(|one| self.asked.contains(one)));
        found.extend(below.map(|class| class.name.clone()));
        found
    }
}
