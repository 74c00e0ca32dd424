//! Numbers of types and callables that the workers have to know: takes a cluster, gives link frames; calls nothing.

use goalline_testcase::{
    Callable, CallableId, CallableKind, JavaType, Primitive, TestCluster, TypeId,
};

use crate::protocol::wire::Encoder;

/// What was linked since the last change of classes or cluster, in order.
#[derive(Default)]
pub(crate) struct LinkTable {
    /// Changes whenever numbers lose their meaning.
    pub(crate) epoch: u64,
    package: String,
    types: Vec<(TypeId, JavaType)>,
    callables: Vec<(CallableId, Callable)>,
    known_types: Vec<bool>,
    known_callables: Vec<bool>,
}

/// How much of a link table a worker has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linked {
    epoch: u64,
    types: usize,
    callables: usize,
}

impl LinkTable {
    /// Forgets all numbers.
    pub(crate) fn clear(&mut self) {
        *self = Self {
            epoch: self.epoch + 1,
            ..Self::default()
        };
    }

    /// Forgets all numbers when they mean something else in this cluster.
    pub(crate) fn adopt(&mut self, cluster: &TestCluster) {
        let fits = self.package == cluster.package()
            && self
                .types
                .iter()
                .all(|(id, ty)| (id.0 as usize) < cluster.types_len() && cluster.ty(*id) == ty)
            && self.callables.iter().all(|(id, callable)| {
                cluster
                    .callables()
                    .get(id.0 as usize)
                    .is_some_and(|now| same(now, callable))
            });
        if !fits {
            self.clear();
            cluster.package().clone_into(&mut self.package);
        }
        if self.epoch == 0 {
            self.epoch = 1;
        }
    }

    pub(crate) fn need_type(&mut self, cluster: &TestCluster, id: TypeId) {
        if mark(&mut self.known_types, id.0) {
            self.types.push((id, cluster.ty(id).clone()));
        }
    }

    pub(crate) fn need_callable(&mut self, cluster: &TestCluster, id: CallableId) {
        if mark(&mut self.known_callables, id.0) {
            self.callables.push((id, cluster.callable(id).clone()));
        }
    }

    /// What a worker with this much still needs, as the payload of a `LINK` frame.
    pub(crate) fn missing(&self, linked: &mut Linked) -> Option<Vec<u8>> {
        let now = Linked {
            epoch: self.epoch,
            types: self.types.len(),
            callables: self.callables.len(),
        };
        if *linked == now {
            return None;
        }
        let anew = linked.epoch != self.epoch;
        let (types, callables) = if anew {
            (0, 0)
        } else {
            (linked.types, linked.callables)
        };
        let mut encoder = Encoder::default();
        encoder.u8(u8::from(anew));
        encoder.text(&self.package);
        encoder.count(self.types.len() - types);
        for (id, ty) in &self.types[types..] {
            encoder.varint(u64::from(id.0));
            encoder.text(&descriptor(ty));
        }
        encoder.count(self.callables.len() - callables);
        for (id, callable) in &self.callables[callables..] {
            encoder.varint(u64::from(id.0));
            encoder.u8(kind(callable.kind));
            for text in [
                &callable.owner,
                &callable.declared_in,
                &callable.name,
                &callable.descriptor,
            ] {
                encoder.text(text);
            }
            encoder.varint(callable.method.map_or(0, |method| u64::from(method.0) + 1));
        }
        *linked = now;
        Some(encoder.bytes)
    }
}

fn same(a: &Callable, b: &Callable) -> bool {
    a.kind == b.kind
        && a.method == b.method
        && a.name == b.name
        && a.descriptor == b.descriptor
        && a.owner == b.owner
        && a.declared_in == b.declared_in
}

/// Sets the mark; gives whether it was new.
fn mark(known: &mut Vec<bool>, id: u32) -> bool {
    let at = id as usize;
    if at >= known.len() {
        known.resize(at + 1, false);
    }
    !std::mem::replace(&mut known[at], true)
}

fn kind(kind: CallableKind) -> u8 {
    match kind {
        CallableKind::Constructor => 0,
        CallableKind::Method => 1,
        CallableKind::StaticMethod => 2,
        CallableKind::FieldRead => 3,
        CallableKind::StaticFieldRead => 4,
        CallableKind::FieldWrite | CallableKind::InjectedField => 5,
        CallableKind::StaticFieldWrite => 6,
        CallableKind::HeldField => 7,
        CallableKind::HeldByMethod => 8,
    }
}

/// The JVM's name of the erased type.
fn descriptor(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(primitive) => match primitive {
            Primitive::Boolean => "Z",
            Primitive::Byte => "B",
            Primitive::Short => "S",
            Primitive::Char => "C",
            Primitive::Int => "I",
            Primitive::Long => "J",
            Primitive::Float => "F",
            Primitive::Double => "D",
            Primitive::Void => "V",
        }
        .into(),
        JavaType::Class { name, .. } => format!("L{};", name.replace('.', "/")),
        JavaType::Array(element) => format!("[{}", descriptor(element)),
        JavaType::Variable(_) | JavaType::Wildcard { .. } => "Ljava/lang/Object;".into(),
    }
}
