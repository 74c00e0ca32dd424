//! All classes at hand: takes files with what a compiler said about them, finds classes, methods and overriding ones
//! by name.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_syntax::Span;

use super::BodyFlow;
use crate::{
    AttributedCall, AttributedClass, AttributedFile, AttributedMethod, CallKind, FileFlow,
    MethodFlow, MethodId, MethodKind, MethodName,
};

/// The name of constructors.
pub(super) const CONSTRUCTOR: &str = "<init>";

/// One file of a code base.
#[derive(Clone, Debug)]
pub struct CodeFile {
    /// Its flow.
    pub flow: Arc<FileFlow>,
    /// The graphs of its bodies, by `MethodId`.
    pub bodies: Arc<Vec<BodyFlow>>,
    /// What a compiler said about it.
    pub attributed: Arc<AttributedFile>,
}

/// A body of code in a code base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId {
    /// The position of its file.
    pub file: usize,
    /// Its number in the file.
    pub method: MethodId,
}

/// A declared method or constructor.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: MethodName,
    /// None where it is abstract, or where nobody wrote it.
    pub(super) body: Option<BodyId>,
    pub(super) is_private: bool,
    pub(super) is_static: bool,
    pub(super) is_abstract: bool,
    pub(super) implied_super: Option<MethodName>,
    overrides: Vec<Arc<str>>,
}

impl Declared {
    fn answers_to(&self, descriptor: &str) -> bool {
        *self.name.descriptor == *descriptor
            || self.overrides.iter().any(|other| **other == *descriptor)
    }

    pub(super) fn is_constructor(&self) -> bool {
        &*self.name.name == CONSTRUCTOR
    }

    pub(super) fn is_virtual(&self) -> bool {
        !(self.is_private || self.is_static || self.is_constructor())
    }
}

/// A class whose source is at hand.
#[derive(Clone, Debug)]
pub(super) struct CodeClass {
    pub(super) file: usize,
    pub(super) above: Vec<Arc<str>>,
    pub(super) is_abstract: bool,
    pub(super) is_interface: bool,
    pub(super) methods: Vec<Declared>,
    /// Lambdas and initialisers, by kind.
    pub(super) others: Vec<(MethodKind, BodyId)>,
}

/// Classes by binary name.
#[derive(Clone, Debug, Default)]
pub struct CodeBase {
    pub(super) files: Vec<CodeFile>,
    pub(super) classes: BTreeMap<Arc<str>, CodeClass>,
    /// The classes directly below each, in the order of names.
    below: BTreeMap<Arc<str>, BTreeSet<Arc<str>>>,
    /// By file: the calls by place.
    calls: Vec<BTreeMap<Span, usize>>,
    /// By simple name of a method and number of parameters: the classes that declare one.
    named: BTreeMap<(Arc<str>, usize), Vec<MethodName>>,
}

impl CodeBase {
    /// Puts files together. A class that two files declare counts where it comes first.
    pub fn of(files: Vec<CodeFile>) -> Self {
        let mut base = Self::default();
        for (index, file) in files.iter().enumerate() {
            base.add(index, file);
        }
        base.files = files;
        base
    }

    fn add(&mut self, index: usize, file: &CodeFile) {
        let places = file.attributed.calls.iter().zip(0..);
        let places = places.map(|(call, number)| (call.span, number));
        self.calls.push(places.collect());
        let fresh: Vec<_> = file
            .attributed
            .classes
            .iter()
            .filter(|class| !self.classes.contains_key(&class.name))
            .collect();
        for class in &fresh {
            self.add_class(index, file, class);
        }
        let starts: BTreeMap<usize, MethodId> = file
            .flow
            .methods
            .iter()
            .filter(|body| matches!(body.kind, MethodKind::Method | MethodKind::Constructor))
            .map(|body| (body.body.start, body.id))
            .collect();
        for method in &file.attributed.methods {
            if !fresh.iter().any(|class| class.name == method.name.class) {
                continue;
            }
            let body = method.body.and_then(|start| starts.get(&start).copied());
            self.add_method(index, method, body);
            if let Some(body) = body {
                let arity = file.flow.method(body).parameters.len();
                let same = self.named.entry((method.name.name.clone(), arity));
                same.or_default().push(method.name.clone());
            }
        }
    }

    fn add_class(&mut self, file: usize, code: &CodeFile, class: &AttributedClass) {
        for above in &class.above {
            let below = self.below.entry(above.clone()).or_default();
            below.insert(class.name.clone());
        }
        let others = code.flow.methods.iter().filter_map(|body| {
            let is_other = !matches!(body.kind, MethodKind::Method | MethodKind::Constructor);
            let method = body.id;
            (is_other && *body.class == *class.name).then_some((body.kind, BodyId { file, method }))
        });
        let class_code = CodeClass {
            file,
            above: class.above.clone(),
            is_abstract: class.is_abstract,
            is_interface: class.is_interface,
            methods: Vec::new(),
            others: others.collect(),
        };
        self.classes.insert(class.name.clone(), class_code);
    }

    fn add_method(&mut self, file: usize, method: &AttributedMethod, body: Option<MethodId>) {
        if let Some(class) = self.classes.get_mut(&method.name.class) {
            class.methods.push(Declared {
                name: method.name.clone(),
                body: body.map(|method| BodyId { file, method }),
                is_private: method.is_private,
                is_static: method.is_static,
                is_abstract: method.is_abstract,
                implied_super: method.implied_super.clone(),
                overrides: method.overrides.clone(),
            });
        }
    }

    /// The classes whose source is at hand and that the file of this position declares.
    pub fn classes_of(&self, file: usize) -> impl Iterator<Item = &Arc<str>> {
        let here = self
            .classes
            .iter()
            .filter(move |(_, class)| class.file == file);
        here.map(|(name, _)| name)
    }

    /// The file of this position.
    pub fn file(&self, index: usize) -> &CodeFile {
        &self.files[index]
    }

    /// How many files there are.
    pub fn file_count(&self) -> usize {
        self.files.len()
    }

    /// What the flow of its file says about a body.
    pub fn method(&self, body: BodyId) -> &MethodFlow {
        self.files[body.file].flow.method(body.method)
    }

    pub(super) fn body(&self, body: BodyId) -> &BodyFlow {
        &self.files[body.file].bodies[body.method.0 as usize]
    }

    /// The method that the call at this place means, as a compiler saw it.
    pub fn meant(&self, file: usize, span: Span) -> Option<&MethodName> {
        Some(&self.call_at(file, span)?.callee)
    }

    /// The call that a compiler saw at this place.
    pub(super) fn call_at(&self, file: usize, span: Span) -> Option<&AttributedCall> {
        let number = self.calls[file].get(&span)?;
        Some(&self.files[file].attributed.calls[*number])
    }

    /// The one method with a body that has this name and so many parameters; of constructors the one of a class of
    /// this simple name.
    pub(super) fn only_named(
        &self,
        name: &str,
        arity: usize,
        created: Option<&str>,
    ) -> Option<&MethodName> {
        let named = self.named.get(&(Arc::from(name), arity))?.iter();
        let is_meant = |method: &&MethodName| {
            created.is_none_or(|wanted| method.class.rsplit(['.', '$']).next() == Some(wanted))
        };
        let mut meant = named.filter(is_meant);
        meant.next().filter(|_| meant.next().is_none())
    }

    /// Whether a class calls a method by `super`, or one that stands between it and the method's class does.
    pub(super) fn calls_by_super(&self, class: &str, name: &MethodName) -> bool {
        let own = self.classes.get_key_value(class).map(|(name, _)| name);
        let files = own.into_iter().chain(self.above(class));
        let files = files.filter_map(|name| Some(self.classes.get(name)?.file));
        let mut calls = files.flat_map(|file| &self.files[file].attributed.calls);
        calls.any(|call| call.kind == CallKind::Exact && call.is_on_this && call.callee == *name)
    }

    /// The method that is declared under this name.
    pub(super) fn declared(&self, name: &MethodName) -> Option<&Declared> {
        let methods = &self.classes.get(&name.class)?.methods;
        methods.iter().find(|method| method.name == *name)
    }

    /// All classes above this one, the nearest first, superclasses before interfaces.
    pub(super) fn above<'a>(&'a self, class: &'a str) -> Vec<&'a Arc<str>> {
        let mut found: Vec<&Arc<str>> = Vec::new();
        let mut chain = self.classes.get(class);
        let mut interfaces: Vec<&Arc<str>> = Vec::new();
        while let Some(class) = chain {
            interfaces.extend(&class.above);
            chain = None;
            if let Some(first) = class.above.first()
                && !found.contains(&first)
            {
                found.push(first);
                chain = self.classes.get(first);
            }
        }
        let mut next = 0;
        while next < interfaces.len() {
            let one = interfaces[next];
            next += 1;
            if !found.contains(&one) {
                found.push(one);
            }
            let further = self
                .classes
                .get(one)
                .into_iter()
                .flat_map(|class| &class.above);
            for above in further {
                if !interfaces.contains(&above) {
                    interfaces.push(above);
                }
            }
        }
        found
    }

    pub(super) fn is_above(&self, above: &str, class: &str) -> bool {
        self.above(class).iter().any(|one| ***one == *above)
    }

    /// All classes below this one, in the order of names.
    pub(super) fn below(&self, class: &str) -> BTreeSet<&Arc<str>> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&Arc<str>> = self.below.get(class).into_iter().flatten().collect();
        while let Some(one) = open.pop() {
            if found.insert(one) {
                open.extend(self.below.get(one).into_iter().flatten());
            }
        }
        found
    }

    /// What an object of this class runs when the method is called: a method with a body where there is one, else an
    /// abstract one. None where the class that has it is not at hand.
    pub(super) fn virtual_of(&self, class: &str, wanted: &MethodName) -> Option<&Declared> {
        let own = self.classes.get_key_value(class).map(|(name, _)| name);
        let mut kept = None;
        for name in own.into_iter().chain(self.above(class)) {
            let methods = self
                .classes
                .get(name)
                .into_iter()
                .flat_map(|one| &one.methods);
            let mut fitting = methods.filter(|method| {
                method.is_virtual()
                    && method.name.name == wanted.name
                    && method.answers_to(&wanted.descriptor)
            });
            match fitting.next() {
                Some(found) if !found.is_abstract => return Some(found),
                Some(found) => kept = kept.or(Some(found)),
                None => {}
            }
        }
        kept
    }
}
