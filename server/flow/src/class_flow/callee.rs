//! Which code a call may run: takes a call seen from one class, gives methods of that class or of others; builds no
//! graph.

use std::{collections::BTreeSet, sync::Arc};

use super::code_base::{BodyId, CodeBase, Declared};
use crate::{AttributedCall, CallKind, MethodKind, MethodName};

/// A method of another class that a call means.
pub(super) struct Callee {
    /// The class that is the callee: the receiver's, the implementing one, or the one above.
    pub(super) class: Arc<str>,
    pub(super) method: MethodName,
    pub(super) entries: Vec<BodyId>,
}

/// Where a call of a class leads, outside of the class.
pub(super) enum CallTargets {
    /// Into the class itself.
    Own,
    /// To classes without source.
    Unknown,
    To(Vec<Callee>),
}

impl CodeBase {
    /// What a call runs that code of `class`, or of one above it, makes on an object of the class `object`.
    pub(super) fn within(
        &self,
        class: &str,
        object: &str,
        call: &AttributedCall,
    ) -> Option<&Declared> {
        let name = &call.callee;
        match call.kind {
            CallKind::Virtual => {
                // An object that is only known as something above the class may be of another class.
                let is_ours = call.is_on_this || *call.receiver == *class;
                if is_ours {
                    self.virtual_of(object, name)
                } else {
                    None
                }
            }
            CallKind::Exact | CallKind::Constructor => {
                let is_ours = *name.class == *class || self.is_above(&name.class, class);
                if is_ours { self.declared(name) } else { None }
            }
        }
    }

    /// The bodies that run, one after the other, when the method is called.
    pub(super) fn entries(&self, method: &Declared) -> Vec<BodyId> {
        match method.body {
            Some(body) => vec![body],
            None if method.is_constructor() => self.before(method),
            None => Vec::new(),
        }
    }

    /// What runs before the first statement of a constructor: those above, and the initial values of fields.
    pub(super) fn before(&self, constructor: &Declared) -> Vec<BodyId> {
        let mut found = Vec::new();
        let mut next = Some(constructor);
        while let Some(one) = next.take() {
            let Some(class) = self.classes.get(&one.name.class) else {
                break;
            };
            let initialisers = class.others.iter();
            let initialisers =
                initialisers.filter(|(kind, _)| *kind == MethodKind::InstanceInitializer);
            found.extend(initialisers.map(|(_, body)| *body));
            let above = one
                .implied_super
                .as_ref()
                .and_then(|name| self.declared(name));
            match above.map(|above| (above, above.body)) {
                Some((_, Some(body))) => found.push(body),
                Some((above, None)) if above.name != one.name => next = Some(above),
                _ => {}
            }
        }
        found
    }

    /// The constructors that run before the first statement of this one: those that it calls by `this` or `super`, or
    /// without saying so, and what these call in turn.
    pub fn constructors_before(&self, body: BodyId) -> BTreeSet<BodyId> {
        let mut found = BTreeSet::new();
        let mut open = self.chained(body);
        while let Some(name) = open.pop() {
            let Some(declared) = self.declared(&name) else {
                continue;
            };
            match declared.body {
                Some(body) if found.insert(body) => open.extend(self.chained(body)),
                Some(_) => {}
                None => open.extend(declared.implied_super.clone()),
            }
        }
        found
    }

    /// The constructor that this one calls first.
    fn chained(&self, body: BodyId) -> Vec<MethodName> {
        let inside = self.method(body).body;
        let attributed = &self.files[body.file].attributed;
        let calls = attributed.calls.iter();
        let calls = calls.filter(|call| {
            call.kind == CallKind::Constructor && call.is_on_this && inside.contains(call.span)
        });
        let declared = attributed.methods.iter();
        let mut declared = declared.filter(|method| method.body == Some(inside.start));
        let implied = declared.find_map(|method| method.implied_super.clone());
        calls
            .map(|call| call.callee.clone())
            .chain(implied)
            .collect()
    }

    /// Where a call leads that stands in code of `caller`.
    pub(super) fn callees(&self, caller: &Arc<str>, call: &AttributedCall) -> CallTargets {
        if call.kind != CallKind::Virtual {
            return self.exactly(caller, &call.callee);
        }
        if !call.is_on_this {
            return self.of_receiver(caller, call);
        }
        // The object that runs the caller may be of a class below it.
        let mut found = Vec::new();
        let own = self.virtual_of(caller, &call.callee);
        if let Some(own) = own.filter(|own| own.name.class != *caller && !own.is_abstract) {
            found.extend(self.callee(&own.name.class, own));
        }
        for below in self.below(caller) {
            let methods = &self.classes[below].methods;
            let resolved = self.virtual_of(below, &call.callee);
            let overriding = resolved.filter(|it| methods.iter().any(|one| one.name == it.name));
            found.extend(overriding.and_then(|method| self.callee(below, method)));
        }
        match (found.is_empty(), own) {
            (false, _) => CallTargets::To(found),
            (true, Some(own)) if own.name.class == *caller => CallTargets::Own,
            _ => CallTargets::Unknown,
        }
    }

    fn exactly(&self, caller: &Arc<str>, name: &MethodName) -> CallTargets {
        if name.class == *caller {
            return CallTargets::Own;
        }
        let found = self.declared(name);
        match found.and_then(|found| self.callee(&name.class, found)) {
            Some(callee) => CallTargets::To(vec![callee]),
            // A constructor that nobody wrote and that runs nothing has no branches.
            None if found.is_some() => CallTargets::To(Vec::new()),
            None => CallTargets::Unknown,
        }
    }

    fn of_receiver(&self, caller: &Arc<str>, call: &AttributedCall) -> CallTargets {
        if call.receiver == *caller {
            return CallTargets::Own;
        }
        // What is only known as a class of a library may be any object: nothing ties it to one callee.
        if !self.classes.contains_key(&call.receiver) {
            return CallTargets::Unknown;
        }
        let own = self.virtual_of(&call.receiver, &call.callee);
        let is_interface = |class: &str| self.classes.get(class).is_some_and(|it| it.is_interface);
        match own {
            // An implementation may have another body than the interface's own, and an object of no class at hand may
            // have none.
            Some(method) if !method.is_abstract && is_interface(&call.receiver) => {
                let mut found = match self.implementations(caller, call) {
                    CallTargets::To(found) => found,
                    CallTargets::Own | CallTargets::Unknown => Vec::new(),
                };
                let is_known = found.iter().any(|callee| callee.method == method.name);
                if !is_known && method.name.class != *caller {
                    found.extend(self.callee(&method.name.class, method));
                }
                CallTargets::To(found)
            }
            Some(method) if !method.is_abstract => {
                if method.name.class == *caller {
                    return CallTargets::Own;
                }
                CallTargets::To(self.callee(&call.receiver, method).into_iter().collect())
            }
            _ => self.implementations(caller, call),
        }
    }

    /// The code of each class below the receiver's that can have objects.
    fn implementations(&self, caller: &Arc<str>, call: &AttributedCall) -> CallTargets {
        let mut found: Vec<Callee> = Vec::new();
        for below in self.below(&call.receiver) {
            if self.classes[below].is_abstract {
                continue;
            }
            let method = self.virtual_of(below, &call.callee);
            let Some(method) = method.filter(|method| method.body.is_some()) else {
                continue;
            };
            let is_known = found.iter().any(|callee| callee.method == method.name);
            if method.name.class != *caller && !is_known {
                found.extend(self.callee(&method.name.class, method));
            }
        }
        if found.is_empty() {
            CallTargets::Unknown
        } else {
            CallTargets::To(found)
        }
    }

    fn callee(&self, class: &Arc<str>, method: &Declared) -> Option<Callee> {
        let entries = self.entries(method);
        (!entries.is_empty()).then(|| Callee {
            class: class.clone(),
            method: method.name.clone(),
            entries,
        })
    }
}
