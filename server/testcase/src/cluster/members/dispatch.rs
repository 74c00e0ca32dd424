//! Code that no test can name: takes what callables under test return, gives the calls that may run hidden classes
//! and lambdas.

use goalline_flow::{FileFlow, MethodFlow, MethodId, MethodKind};

use super::{
    callable::{Callable, CallableId, CallableKind},
    test_cluster::TestCluster,
};
use crate::{JavaType, TypeId};

/// At most this many different results are looked at; each may give objects that give objects.
const MOST_RETURNED: usize = 400;

impl TestCluster {
    /// Calls through a supertype that may run this source method: the method stands in a private or anonymous class,
    /// in a class whose constructors are closed, or is a lambda, and something under test returns an object of it.
    /// They are among `under_test` too, after all others.
    pub fn reaching(&self, method: MethodId) -> &[CallableId] {
        self.tested.reaching.get(&method).map_or(&[], Vec::as_slice)
    }

    /// Adds the calls on returned objects that may run methods which no callable under test names.
    pub(crate) fn link_hidden(&mut self, flow: &FileFlow) {
        let named: Vec<MethodId> = self.named_methods();
        let hidden: Vec<&MethodFlow> = flow
            .methods
            .iter()
            .filter(|it| match it.kind {
                MethodKind::Lambda => true,
                MethodKind::Method => !it.is_static && !named.contains(&it.id),
                _ => false,
            })
            .collect();
        self.note_overrides(&hidden);
        let mut returned: Vec<(TypeId, Option<MethodId>)> = Vec::new();
        let mut at = 0;
        while at < self.tested.callables.len() && returned.len() < MOST_RETURNED {
            let callable = self.callable(self.tested.callables[at]);
            let next = (callable.returns, callable.method);
            if !returned.contains(&next) {
                returned.push(next);
                self.link_hidden_of(next.0, next.1, &hidden);
            }
            at += 1;
        }
    }

    /// Notes which named calls may run methods that override what they call.
    fn note_overrides(&mut self, hidden: &[&MethodFlow]) {
        for id in self.tested.callables.clone() {
            let callable = self.callable(id);
            if callable.kind != CallableKind::Method {
                continue;
            }
            let run = hidden.iter().filter(|it| {
                let is_described = self.class(&it.class).is_some();
                is_described && it.name == callable.name && self.may_run(callable, it)
            });
            for method in run.map(|it| it.id).collect::<Vec<_>>() {
                self.note(method, id);
            }
        }
    }

    fn note(&mut self, method: MethodId, id: CallableId) {
        let reaching = self.tested.reaching.entry(method).or_default();
        if !reaching.contains(&id) {
            reaching.push(id);
        }
    }

    fn named_methods(&self) -> Vec<MethodId> {
        self.tested
            .callables
            .iter()
            .filter_map(|id| self.callable(*id).method)
            .collect()
    }

    fn link_hidden_of(&mut self, ty: TypeId, maker: Option<MethodId>, hidden: &[&MethodFlow]) {
        let returned = self.ty(ty).clone();
        let number = returned
            .class_name()
            .and_then(|name| self.universe.number(name));
        let Some(class) = number.filter(|_| returned != JavaType::object()) else {
            return;
        };
        if self.universe.classes()[class].modifiers.is_final() {
            return;
        }
        let is_functional = self.test_double(ty).is_some_and(|it| it.is_functional);
        let mut members = self.universe.methods_of(class);
        members.retain(|it| self.universe.is_callable_on_value(*it));
        members.extend(self.universe.object_methods());
        let name_of_returned = returned.class_name().unwrap_or_default();
        let hidden: Vec<&MethodFlow> = hidden
            .iter()
            .filter(|it| {
                self.is_within(&it.class, name_of_returned) || it.kind == MethodKind::Lambda
            })
            .copied()
            .collect();
        for member in members {
            let name = self.universe.member_name(member);
            let is_the_function = is_functional && self.universe.is_abstract(member);
            if !is_the_function && !hidden.iter().any(|it| it.name == name) {
                continue;
            }
            for plain in self.link_on_for_asked(member, &returned) {
                let plain = self.callable(plain).clone();
                let may_run = |it: &&&MethodFlow| match it.kind {
                    MethodKind::Lambda => {
                        is_the_function && maker.is_some() && it.enclosing == maker
                    }
                    _ => self.may_run(&plain, it),
                };
                let run: Vec<MethodId> = hidden.iter().filter(may_run).map(|it| it.id).collect();
                self.add_hidden(ty, plain, run);
            }
        }
    }

    /// The call on a value of the type runs these methods of the source, which no test can name.
    fn add_hidden(&mut self, ty: TypeId, plain: Callable, run: Vec<MethodId>) {
        let Some(first) = run.first() else {
            return;
        };
        let method = (run.len() == 1).then_some(*first);
        let id = self.add(Callable {
            method,
            is_under_test: true,
            ..plain
        });
        self.tested.hidden_types.insert(ty);
        if !self.tested.callables.contains(&id) {
            self.tested.callables.push(id);
        }
        for method in run {
            self.note(method, id);
        }
    }

    /// Whether a method of the file may be what runs when the callable is called: one that overrides it, as far as is
    /// known.
    fn may_run(&self, callable: &Callable, method: &MethodFlow) -> bool {
        self.is_within(&method.class, &callable.owner)
            && !method.is_private
            && method.class != callable.declared_in
            && method.name == callable.name
            && method.parameters.len() == callable.parameters.len()
    }

    /// Whether a class of the file is a subtype of the other, as far as is known: of anonymous ones nothing is.
    fn is_within(&self, class: &str, supertype: &str) -> bool {
        self.class(class).is_none_or(|class| {
            self.universe
                .ancestors(&class.name)
                .iter()
                .any(|name| name == supertype)
        })
    }
}
