//! Members that tests look up by reflection: takes a callable such as `Class.getMethod`, gives classes, names and
//! parameters of members that are there; looks nothing up itself.

use std::sync::Arc;

use crate::cluster::{
    jdk::allowed,
    members::{cache::Lookup, callable::CallableId, test_cluster::TestCluster},
    types::universe::{erase, first_bound},
};
use crate::{ClassDescription, ExecutableDescription, JavaType, TypeId};

/// At most so many members of a kind of one class, so that a rich one does not crowd the others out.
const MOST_PER_CLASS: usize = 12;

/// Members of JDK classes that every release since 8 has: looking a newer one up fails on the releases before it.
const JDK_MEMBERS: [&str; 24] = [
    "<init>",
    "add",
    "append",
    "charAt",
    "clear",
    "compareTo",
    "concat",
    "contains",
    "equals",
    "format",
    "get",
    "hashCode",
    "intValue",
    "isEmpty",
    "length",
    "parseInt",
    "put",
    "size",
    "substring",
    "toString",
    "valueOf",
    "MAX_VALUE",
    "MIN_VALUE",
    "CASE_INSENSITIVE_ORDER",
];

/// What a lookup finds.
#[derive(Clone, Copy)]
enum LookupKind {
    Method,
    Constructor,
    Field,
}

impl TestCluster {
    /// Public members that a call of this callable finds, if it is `Class.getMethod`, `Class.getConstructor` or
    /// `Class.getField`; of the classes whose literals are of the receiver's type.
    pub fn lookups(&mut self, callable: CallableId) -> Option<Arc<[Lookup]>> {
        let called = self.callable(callable);
        let kind = match called.name.as_str() {
            _ if called.declared_in != "java.lang.Class" => return None,
            "getMethod" => LookupKind::Method,
            "getConstructor" => LookupKind::Constructor,
            "getField" => LookupKind::Field,
            _ => return None,
        };
        let receiver = called.receiver?;
        if let Some(found) = self.memory.lookups.get(&callable) {
            return Some(Arc::clone(found));
        }
        let found: Arc<[Lookup]> = self.find_lookups(kind, receiver).into();
        self.memory.lookups.insert(callable, Arc::clone(&found));
        Some(found)
    }

    /// Names of the methods and fields that lookups in any class find, each once.
    pub fn member_names(&mut self) -> Vec<String> {
        let any = self.intern(JavaType::any_class());
        let mut names = Vec::new();
        for kind in [LookupKind::Method, LookupKind::Field] {
            for name in self
                .find_lookups(kind, any)
                .into_iter()
                .filter_map(|it| it.name)
            {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    fn find_lookups(&mut self, kind: LookupKind, receiver: TypeId) -> Vec<Lookup> {
        let universe = Arc::clone(&self.universe);
        let mut found = Vec::new();
        for class in self.class_literals(receiver).to_vec() {
            let Some(described) = self
                .ty(class)
                .class_name()
                .and_then(|it| universe.class(it))
            else {
                continue;
            };
            match kind {
                LookupKind::Method => self.spread(&mut found, described, &described.methods, class),
                LookupKind::Constructor => {
                    self.spread(&mut found, described, &described.constructors, class);
                }
                LookupKind::Field => found.extend(spread(fields(described, class))),
            }
        }
        found
    }

    /// Adds some of these members, as many of variable arity as others: code about members treats them apart.
    fn spread(
        &mut self,
        found: &mut Vec<Lookup>,
        owner: &ClassDescription,
        all: &[ExecutableDescription],
        class: TypeId,
    ) {
        for is_varargs in [false, true] {
            let group = all.iter().filter(|it| it.is_varargs == is_varargs);
            found.extend(spread(self.executables(owner, group, class)));
        }
    }

    fn executables<'a>(
        &mut self,
        owner: &ClassDescription,
        all: impl Iterator<Item = &'a ExecutableDescription>,
        class: TypeId,
    ) -> Vec<Lookup> {
        let universe = Arc::clone(&self.universe);
        let open = all.filter(|it| it.modifiers.is_public() && is_everywhere(owner, &it.name));
        let open =
            open.filter(|it| allowed::forbidden(&owner.name, &it.name, &it.descriptor).is_none());
        let mut found = Vec::new();
        for member in open {
            let parameters = || member.type_parameters.iter().chain(&owner.type_parameters);
            let bound = |name: &str| {
                first_bound(parameters(), name).or_else(|| universe.outer_bound(owner, name))
            };
            let types: Vec<JavaType> = member
                .parameters
                .iter()
                .map(|ty| erase(ty, &bound))
                .collect();
            if types.iter().all(|ty| universe.is_known_open(ty)) {
                found.push(Lookup {
                    class,
                    name: (member.name != "<init>").then(|| member.name.clone()),
                    parameters: Some(types.into_iter().map(|ty| self.intern(ty)).collect()),
                });
            }
        }
        found
    }
}

/// Whether the member is there on every JDK that tests may run on.
fn is_everywhere(owner: &ClassDescription, member: &str) -> bool {
    !allowed::is_jdk(&owner.name) || JDK_MEMBERS.contains(&member)
}

/// A few of these from all over: overloads stand next to each other.
fn spread(members: Vec<Lookup>) -> impl Iterator<Item = Lookup> {
    let step = members.len().div_ceil(MOST_PER_CLASS).max(1);
    members.into_iter().step_by(step)
}

fn fields(owner: &ClassDescription, class: TypeId) -> Vec<Lookup> {
    let open = owner
        .fields
        .iter()
        .filter(|it| it.modifiers.is_public() && is_everywhere(owner, &it.name));
    open.map(|field| Lookup {
        class,
        name: Some(field.name.clone()),
        parameters: None,
    })
    .collect()
}
