//! What a worker has to know before it can run anything: kept here so that a new JVM can be told again; talks to none.

use std::{
    collections::BTreeMap,
    ops::Range,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    CompileSetup, WorkerError, protocol as p,
    protocol::wire::{Decoder, Encoder},
};

/// Plain, probed, shared.
pub(crate) const SETS: usize = 3;
pub(crate) const SHARED: usize = 2;

/// One compiled class and the file or unit it was made from.
#[derive(Clone, Debug)]
pub(crate) struct StoredClass {
    bytes: Arc<[u8]>,
    source: Arc<str>,
    modified: i64,
    size: i64,
}

/// What the probes of the classes in use report: one more than the highest number of each kind, and what numbers
/// belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProbeRoom {
    /// Predicates.
    pub predicates: u32,
    /// Methods.
    pub methods: u32,
    /// Lines; 0 unless wanted.
    pub lines: u32,
    /// Operations; 0 unless wanted.
    pub operations: u32,
    /// Whether calls that a test itself makes are wanted, with what they return.
    pub calls: bool,
    /// By predicate: the method that it belongs to, where a test can call that. Empty unless direct outcomes are
    /// wanted.
    pub direct: Vec<Option<u32>>,
    /// By predicate: the operation that it is as a comparison. Empty unless mutants are wanted.
    pub comparisons: Vec<Option<u32>>,
    /// By number: calls whose running is told apart. Empty unless that is wanted.
    pub sites: Vec<SiteRoom>,
    /// Methods whose entries and exits are both reported.
    pub framed: Vec<u32>,
}

/// A call that is announced before it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteRoom {
    /// The methods that it may run.
    pub entries: Vec<u32>,
    /// Constructors that one of these runs before its first statement, by `this` or `super`.
    pub before: Vec<u32>,
    /// Numbers under which what happens meanwhile is reported once more.
    pub copies: Vec<CopiedNumbers>,
}

/// Predicates and methods of a file, reported a second time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedNumbers {
    /// The predicates.
    pub predicates: Range<u32>,
    /// The first of them in the copy.
    pub first_predicate: u32,
    /// The methods.
    pub methods: Range<u32>,
    /// The first of them in the copy.
    pub first_method: u32,
}

impl CopiedNumbers {
    fn numbers(&self) -> [u32; 6] {
        [
            self.predicates.start,
            self.predicates.end,
            self.first_predicate,
            self.methods.start,
            self.methods.end,
            self.first_method,
        ]
    }
}

impl ProbeRoom {
    /// Room for predicates and methods only.
    pub fn new(predicates: u32, methods: u32) -> Self {
        Self {
            predicates,
            methods,
            ..Self::default()
        }
    }

    fn payload(&self) -> Vec<u8> {
        let mut encoder = Encoder::default();
        for count in [self.predicates, self.methods, self.lines, self.operations] {
            encoder.varint(u64::from(count));
        }
        encoder.u8(u8::from(self.calls));
        for numbers in [&self.direct, &self.comparisons] {
            encoder.count(numbers.len());
            for number in numbers {
                encoder.varint(number.map_or(0, |number| u64::from(number) + 1));
            }
        }
        encoder.count(self.sites.len());
        for site in &self.sites {
            let copies: Vec<u32> = site
                .copies
                .iter()
                .flat_map(CopiedNumbers::numbers)
                .collect();
            numbers(&mut encoder, &site.entries);
            numbers(&mut encoder, &site.before);
            numbers(&mut encoder, &copies);
        }
        numbers(&mut encoder, &self.framed);
        encoder.bytes
    }
}

fn numbers(encoder: &mut Encoder, numbers: &[u32]) {
    encoder.count(numbers.len());
    for number in numbers {
        encoder.varint(u64::from(*number));
    }
}

/// Setup, classes and room for probes. Equal versions mean equal states.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorkerState {
    pub(crate) version: u64,
    setup: CompileSetup,
    classes: [BTreeMap<Arc<str>, StoredClass>; SETS],
    probes: ProbeRoom,
}

static NEXT_VERSION: AtomicU64 = AtomicU64::new(1);

impl WorkerState {
    fn touch(&mut self) {
        self.version = NEXT_VERSION.fetch_add(1, Ordering::Relaxed);
    }

    /// Another setup; classes of the old one are forgotten. Gives whether anything changed.
    pub(crate) fn configure(&mut self, setup: &CompileSetup) -> bool {
        if self.setup == *setup {
            return false;
        }
        self.setup = setup.clone();
        self.classes = Default::default();
        self.touch();
        true
    }

    pub(crate) fn prepare(&mut self, room: &ProbeRoom) {
        if self.probes != *room {
            self.probes = room.clone();
            self.touch();
        }
    }

    /// Forgets the classes of these sets that were made from other texts than those of these names.
    pub(crate) fn keep_only(&mut self, sets: &[usize], names: &[&str]) {
        let mut is_changed = false;
        for set in sets {
            let classes = &mut self.classes[*set];
            let before = classes.len();
            classes.retain(|_, class| names.contains(&&*class.source));
            is_changed |= classes.len() < before;
        }
        if is_changed {
            self.touch();
        }
    }

    /// Takes the classes that a compilation into the set removed and made.
    pub(crate) fn compiled(
        &mut self,
        set: usize,
        decoder: &mut Decoder,
    ) -> Result<(), WorkerError> {
        for name in decoder.list(Decoder::text)? {
            self.classes[set].remove(name.as_str());
        }
        for name in decoder.list(Decoder::text)? {
            self.classes[SHARED].remove(name.as_str());
        }
        for target in [set, SHARED] {
            for (name, class) in decoder.list(class)? {
                self.classes[target].insert(name, class);
            }
        }
        self.touch();
        Ok(())
    }

    /// All paths of the setup, with the resources beside each source root.
    pub(crate) fn readable(&self) -> Vec<PathBuf> {
        let setup = &self.setup;
        let resources = setup
            .source_roots
            .iter()
            .map(|root| root.with_file_name("resources"));
        setup
            .class_path
            .iter()
            .chain(&setup.processor_path)
            .chain(&setup.source_roots)
            .chain(&setup.built)
            .chain(&setup.test_libraries)
            .cloned()
            .chain(resources)
            .collect()
    }

    /// The requests that bring a worker from this state to another one.
    pub(crate) fn requests_to(&self, wanted: &WorkerState) -> Vec<(u8, Vec<u8>)> {
        let mut requests = Vec::new();
        if self.version == wanted.version {
            return requests;
        }
        let nothing = Default::default();
        let mut have = &self.classes;
        if self.setup != wanted.setup {
            requests.push((p::CONFIGURE, configure_payload(&wanted.setup)));
            have = &nothing;
        }
        if let Some(payload) = classes_payload(have, &wanted.classes) {
            requests.push((p::CLASSES, payload));
        }
        if self.probes != wanted.probes {
            requests.push((p::PREPARE, wanted.probes.payload()));
        }
        requests
    }
}

fn class(decoder: &mut Decoder) -> Result<(Arc<str>, StoredClass), WorkerError> {
    let name = decoder.text()?.into();
    let class = StoredClass {
        bytes: decoder.blob()?.into(),
        source: decoder.text()?.into(),
        modified: decoder.zigzag()?,
        size: decoder.zigzag()?,
    };
    Ok((name, class))
}

/// Paths as text; what is not Unicode cannot be said to a JVM that was started with UTF-8 and is left out.
pub(crate) fn path_texts(paths: &[PathBuf]) -> Vec<&str> {
    paths.iter().filter_map(|path| path.to_str()).collect()
}

fn configure_payload(setup: &CompileSetup) -> Vec<u8> {
    let mut encoder = Encoder::default();
    encoder.texts(path_texts(&setup.class_path).into_iter());
    encoder.texts(path_texts(&setup.source_roots).into_iter());
    encoder.texts(setup.options.iter());
    encoder.texts(path_texts(&setup.processor_path).into_iter());
    encoder.texts(path_texts(&setup.built).into_iter());
    encoder.texts(path_texts(&setup.test_libraries).into_iter());
    encoder.bytes
}

type Classes = [BTreeMap<Arc<str>, StoredClass>; SETS];

fn classes_payload(have: &Classes, wanted: &Classes) -> Option<Vec<u8>> {
    let mut encoder = Encoder::default();
    let mut any = false;
    for (have, wanted) in have.iter().zip(wanted) {
        let removed: Vec<_> = have
            .keys()
            .filter(|name| !wanted.contains_key(*name))
            .collect();
        let added: Vec<_> = wanted
            .iter()
            .filter(|(name, class)| {
                have.get(*name)
                    .is_none_or(|old| !Arc::ptr_eq(&old.bytes, &class.bytes))
            })
            .collect();
        any |= !removed.is_empty() || !added.is_empty();
        encoder.texts(removed.into_iter());
        encoder.count(added.len());
        for (name, class) in added {
            encoder.text(name);
            encoder.blob(&class.bytes);
            encoder.text(&class.source);
            encoder.zigzag(class.modified);
            encoder.zigzag(class.size);
        }
    }
    any.then_some(encoder.bytes)
}
