//! Code that no test can name: takes what callables under test return, gives the calls that may run hidden classes and lambdas.

use goalline_flow::{FileFlow, MethodFlow, MethodId, MethodKind};

use super::{Callable, CallableId, TestCluster, member::Member};
use crate::{JavaType, TypeId};

impl TestCluster {
    /// Calls through a supertype that may run this source method: the method stands in a private or anonymous class, in a
    /// class whose constructors are closed, or is a lambda, and something under test returns an object of it. They are among
    /// `under_test` too, after all others.
    pub fn reaching(&self, method: MethodId) -> &[CallableId] {
        self.reaching.get(&method).map_or(&[], Vec::as_slice)
    }

    /// Adds the calls on returned objects that may run methods which no callable under test names.
    pub(crate) fn link_hidden(&mut self, flow: &FileFlow) {
        let named: Vec<MethodId> = self.named_methods();
        let hidden: Vec<&MethodFlow> = flow
            .methods
            .iter()
            .filter(|it| matches!(it.kind, MethodKind::Method | MethodKind::Lambda))
            .filter(|it| !it.is_static && !named.contains(&it.id))
            .collect();
        let mut returned: Vec<(TypeId, Option<MethodId>)> = Vec::new();
        for id in &self.under_test {
            let Callable {
                returns, method, ..
            } = self.callable(*id);
            if !returned.contains(&(*returns, *method)) {
                returned.push((*returns, *method));
            }
        }
        let mut added = Vec::new();
        for (ty, maker) in returned {
            self.link_hidden_of(ty, maker, &hidden, &mut added);
        }
        for (method, id) in added {
            let reaching = self.reaching.entry(method).or_default();
            if !reaching.contains(&id) {
                reaching.push(id);
            }
            if !self.under_test.contains(&id) {
                self.under_test.push(id);
            }
        }
    }

    fn named_methods(&self) -> Vec<MethodId> {
        self.under_test
            .iter()
            .filter_map(|id| self.callable(*id).method)
            .collect()
    }

    fn link_hidden_of(
        &mut self,
        ty: TypeId,
        maker: Option<MethodId>,
        hidden: &[&MethodFlow],
        added: &mut Vec<(MethodId, CallableId)>,
    ) {
        let returned = self.ty(ty).clone();
        let number = returned
            .class_name()
            .and_then(|name| self.universe.number(name));
        let Some(class) = number.filter(|_| returned != JavaType::object()) else {
            return;
        };
        let is_functional = self.stand_in(ty).is_some_and(|it| it.is_functional);
        let mut members = self.universe.methods_of(class);
        members.retain(|it| self.universe.is_callable_on_value(*it));
        for member in members {
            let is_the_function = is_functional && self.universe.is_abstract(member);
            let run: Vec<MethodId> = hidden
                .iter()
                .filter(|it| match it.kind {
                    MethodKind::Lambda => {
                        is_the_function && maker.is_some() && it.enclosing == maker
                    }
                    _ => self.may_run(member, it),
                })
                .map(|it| it.id)
                .collect();
            if run.is_empty() {
                continue;
            }
            let Some(plain) = self.link_on(member, &returned) else {
                continue;
            };
            let only = if run.len() == 1 {
                run.first().copied()
            } else {
                None
            };
            let callable = Callable {
                method: only,
                is_under_test: true,
                ..self.callable(plain).clone()
            };
            let id = self.add(callable);
            self.hidden_types.insert(ty);
            added.extend(run.into_iter().map(|method| (method, id)));
        }
    }

    /// Whether the method of the file may be what runs when the member is called.
    fn may_run(&self, member: Member, method: &MethodFlow) -> bool {
        let Some(executable) = self.universe.executable(member) else {
            return false;
        };
        let is_subtype = self.universe.class(&method.class).is_none_or(|class| {
            let owner = &self.universe.owner(member).name;
            self.universe.ancestors(&class.name).contains(owner)
        });
        is_subtype
            && !method.is_private
            && method.class != self.universe.declarer(member).name
            && method.name == executable.name
            && method.parameters.len() == executable.parameters.len()
    }
}
