//! The constants of a class that a value may be written as: takes a class and a type, gives what reads them.

use super::{
    callable::{CallableId, CallableKind},
    choice::Preference,
    inference::Instance,
    member::{Member, MemberKind},
    test_cluster::TestCluster,
};
use crate::{TypeId, cluster::types::substitution::Bindings};

impl TestCluster {
    /// Reads of the final static fields of exactly this type that the class, a binary name, declares and a test may
    /// use, in their order.
    pub fn static_constants(&mut self, class: &str, ty: TypeId) -> Vec<CallableId> {
        let universe = self.universe.clone();
        let Some(number) = universe.number(class) else {
            return Vec::new();
        };
        let is_constant = |member: &Member| {
            let modifiers = universe.member_modifiers(*member);
            member.kind == MemberKind::Field
                && modifiers.is_static()
                && modifiers.is_final()
                && universe.is_usable(*member)
        };
        let members = universe.own_members(number).into_iter();
        let linked = members.filter(is_constant).filter_map(|member| {
            let signature = universe.signature(member);
            let parameters = universe.free_parameters(member, &signature);
            let chosen = universe.choose(&parameters, Bindings::default(), Preference::Usual)?;
            self.link(member, &signature, &Instance::Bound(chosen))
        });
        let linked: Vec<CallableId> = linked.collect();
        let is_it = |id: &CallableId| {
            let read = self.callable(*id);
            read.kind == CallableKind::StaticFieldRead && read.returns == ty
        };
        linked.into_iter().filter(is_it).collect()
    }
}
