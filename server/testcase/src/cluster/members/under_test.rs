//! The start of a cluster: takes descriptions and the class under test with its flow, gives the cluster and what
//! tests are for.

use std::{collections::BTreeSet, sync::Arc};

use goalline_flow::{FileFlow, MethodFlow, MethodId, MethodKind};

use crate::{ClassDescription, ExecutableDescription, JavaType, Primitive, TypeId};
use {
    super::{
        callable::CallableKind,
        choice::Preference,
        inference::Instance,
        member::{Member, MemberKind},
        test_cluster::TestCluster,
    },
    crate::cluster::{
        members::cache::ClusterCache,
        types::{substitution::Bindings, universe::Universe},
    },
};

/// The plainest exception that nobody has to declare.
const UNCHECKED: &str = "java.lang.RuntimeException";

/// What clauses name that catch every one of these.
const CATCH_ALL: [&str; 3] = ["Exception", "RuntimeException", "Throwable"];

/// What tests are to be built for.
#[derive(Clone, Copy, Debug)]
pub struct ClassUnderTest<'a> {
    /// Binary names of the classes of the file, nested ones included.
    pub classes: &'a [String],
    /// The package that the tests stand in: the file's own; empty for the unnamed one.
    pub package: &'a str,
    /// The flow of the file.
    pub flow: &'a FileFlow,
}

impl TestCluster {
    /// Puts the cluster together. Classes that are missing among the descriptions are opaque: only `null` fits them.
    pub fn new(classes: Vec<ClassDescription>, subject: &ClassUnderTest) -> Self {
        let universe = Universe::new(classes, subject.classes, subject.package);
        let mut cluster = Self::default();
        cluster.makers = Arc::new(universe.makers());
        cluster.source.hints = universe.hints(subject.flow);
        cluster.source.asked = universe.asked_classes(subject.flow);
        cluster.source.caught = universe.caught(subject.flow);
        cluster.universe = Arc::new(universe);
        cluster.map_methods(subject.flow);
        cluster.link_under_test();
        cluster.drop_unreachable();
        cluster.link_hidden(subject.flow);
        cluster.memory = ClusterCache::default();
        cluster
    }

    fn map_methods(&mut self, flow: &FileFlow) {
        for name in self.universe.under_test() {
            let Some(class) = self.universe.class(name) else {
                continue;
            };
            let mut taken = BTreeSet::new();
            for executable in class.constructors.iter().chain(&class.methods) {
                if let Some(method) = source_method(flow, class, executable, &taken) {
                    let key = (
                        name.clone(),
                        executable.name.clone(),
                        executable.descriptor.clone(),
                    );
                    taken.insert(method);
                    self.source.methods.insert(key, method);
                }
            }
        }
    }

    fn link_under_test(&mut self) {
        let mut members: Vec<Member> = Vec::new();
        for name in self.universe.under_test() {
            if let Some(class) = self.universe.number(name) {
                members.extend(self.universe.own_members(class));
            }
        }
        members.retain(|it| self.is_worth_testing(*it));
        members.sort_by_key(|member| {
            let found = self.universe.executable(*member).and_then(|executable| {
                let class = self.universe.owner(*member).name.clone();
                let key = (
                    class,
                    executable.name.clone(),
                    executable.descriptor.clone(),
                );
                self.source.methods.get(&key)
            });
            (found.is_none(), found.copied())
        });
        for member in members {
            let signature = self.universe.signature(member);
            let parameters = self.universe.free_parameters(member, &signature);
            let mut instances = Vec::new();
            for preference in [Preference::Usual, Preference::Other] {
                let chosen = self
                    .universe
                    .choose(&parameters, Bindings::default(), preference);
                instances.extend(chosen.map(Instance::Bound));
            }
            if instances.is_empty() {
                let bound = self.universe.choose_by_subclass(member, &parameters);
                instances.push(bound.map_or(Instance::Raw, Instance::Bound));
            }
            let asked = self.universe.bound_to_asked(
                &signature,
                &parameters,
                &Bindings::default(),
                &self.source.asked,
            );
            instances.extend(asked.into_iter().map(Instance::Bound));
            for instance in instances {
                if let Some(id) = self.link(member, &signature, &instance)
                    && !self.tested.callables.contains(&id)
                {
                    self.tested.callables.push(id);
                }
            }
        }
    }

    /// Drops calls on objects that no test can have: nothing makes one, and nothing can stand in.
    fn drop_unreachable(&mut self) {
        let mut callables = std::mem::take(&mut self.tested.callables);
        callables.retain(|id| {
            self.callable(*id)
                .receiver
                .is_none_or(|ty| self.can_have(ty))
        });
        self.tested.callables = callables;
    }

    /// Whether something other than a method of such a value makes one.
    fn can_have(&mut self, ty: TypeId) -> bool {
        let generators = self.generators(ty).to_vec();
        generators
            .into_iter()
            .any(|id| self.callable(id).receiver != Some(ty))
            || self.test_double(ty).is_some()
    }

    fn is_worth_testing(&self, member: Member) -> bool {
        let owner = self.universe.owner(member);
        let kind = self.universe.callable_kind(member);
        member.kind != MemberKind::Field
            && self.universe.is_usable(member)
            && !(kind == CallableKind::Constructor && owner.modifiers.is_abstract())
            && !(kind == CallableKind::Method && self.universe.is_abstract(member))
    }
}

impl Universe {
    /// Types that the source asks about with `instanceof` or in patterns: worth passing where `Object` is accepted.
    fn hints(&self, flow: &FileFlow) -> Vec<JavaType> {
        let mut hints = Vec::new();
        for predicate in &flow.predicates {
            let words: Vec<&str> = predicate.text.split(' ').collect();
            let named = words
                .iter()
                .position(|word| *word == "instanceof")
                .map(|at| {
                    words[at + 1..]
                        .iter()
                        .find(|word| **word != "final")
                        .copied()
                        .unwrap_or_default()
                });
            if let Some(hint) = named.and_then(|name| self.type_of_simple_name(name))
                && !hints.contains(&hint)
            {
                hints.push(hint);
            }
        }
        hints
    }

    /// The unchecked exceptions that the source catches. Who catches all of them gets the plainest one; what the
    /// language itself throws, like an index out of bounds, is no answer of anybody.
    fn caught(&self, flow: &FileFlow) -> Vec<String> {
        let mut found = Vec::new();
        if CATCH_ALL.iter().any(|it| flow.caught.contains(*it)) && self.class(UNCHECKED).is_some() {
            found.push(UNCHECKED.to_owned());
        }
        let named = self.classes().iter().filter(|class| {
            flow.caught.contains(last_segment(&class.name))
                && !class.name.starts_with("java.lang.")
                && !class.modifiers.is_abstract()
                && self.has_supertype(&class.name, UNCHECKED)
        });
        found.extend(named.map(|class| class.name.clone()));
        found
    }

    pub(crate) fn type_of_simple_name(&self, text: &str) -> Option<JavaType> {
        let text = text.trim_end_matches(')');
        if let Some(element) = text.strip_suffix("[]") {
            return self.type_of_simple_name(element).map(JavaType::array_of);
        }
        let name = text.split(['<', '(']).next().unwrap_or(text);
        if let Some(primitive) = Primitive::VALUES
            .into_iter()
            .find(|it| it.keyword() == name)
        {
            return Some(JavaType::Primitive(primitive));
        }
        let wanted = last_segment(name);
        let found = self
            .classes()
            .iter()
            .find(|class| last_segment(&class.name) == wanted)?;
        Some(JavaType::class(&found.name))
    }
}

/// The method of the file, not taken yet (`m(T)` may stand there twice, with other bounds), that this constructor or
/// method of the class was compiled from.
fn source_method(
    flow: &FileFlow,
    class: &ClassDescription,
    executable: &ExecutableDescription,
    taken: &BTreeSet<MethodId>,
) -> Option<MethodId> {
    let hidden = usize::from(executable.name == "<init>" && Universe::is_inner(class));
    let candidates: Vec<&MethodFlow> = flow
        .methods
        .iter()
        .filter(|method| {
            method.class == class.name
                && method.name == executable.name
                && !taken.contains(&method.id)
                && matches!(method.kind, MethodKind::Method | MethodKind::Constructor)
        })
        .collect();
    let fits = |method: &&&MethodFlow, skipped: usize| {
        let parameters = executable.parameters.get(skipped..).unwrap_or_default();
        method.parameters.len() == parameters.len()
            && method
                .parameters
                .iter()
                .zip(parameters)
                .all(|(written, ty)| last_segment(written) == simple_text(ty))
    };
    let exact = candidates
        .iter()
        .find(|it| fits(it, hidden))
        .or_else(|| candidates.iter().find(|it| fits(it, 0)));
    if let Some(method) = exact {
        return Some(method.id);
    }
    let arities: BTreeSet<usize> = [
        executable.parameters.len(),
        executable.parameters.len().saturating_sub(hidden),
    ]
    .into();
    let mut by_arity = candidates
        .iter()
        .filter(|it| arities.contains(&it.parameters.len()));
    match (by_arity.next(), by_arity.next()) {
        (Some(only), None) => Some(only.id),
        _ => None,
    }
}

/// The type as a `MethodFlow` writes it: simple name, no type arguments.
fn simple_text(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(primitive) => primitive.keyword().to_owned(),
        JavaType::Variable(name) => name.clone(),
        JavaType::Array(element) => format!("{}[]", simple_text(element)),
        JavaType::Class { name, .. } => last_segment(name).to_owned(),
        JavaType::Wildcard { .. } => "?".to_owned(),
    }
}

fn last_segment(name: &str) -> &str {
    name.rsplit(['.', '$']).next().unwrap_or(name)
}
