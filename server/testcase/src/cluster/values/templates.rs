//! Template methods: takes the classes under test with their flow, gives the inherited methods that may run what
//! these classes override.

use goalline_flow::{FileFlow, MethodFlow, MethodId, MethodKind};

use crate::JavaType;
use crate::cluster::members::{callable::CallableId, member::Member, test_cluster::TestCluster};

impl TestCluster {
    /// Methods that a class under test inherits from another one with source, on an object of it, each with the
    /// source methods of the class that it may run, because they override a method that stands beside it or above.
    pub fn templates(&mut self, flow: &FileFlow) -> Vec<(CallableId, Vec<MethodId>)> {
        let universe = self.universe.clone();
        let mut found = Vec::new();
        for name in universe.under_test() {
            let Some(class) = universe.number(name) else {
                continue;
            };
            let own = flow.methods.iter().filter(|it| it.class == *name);
            let own: Vec<&MethodFlow> = own.filter(|it| can_override(it)).collect();
            for member in universe.methods_outside_jdk(class) {
                let is_inherited =
                    member.declared != class && universe.is_callable_on_value(member);
                if !is_inherited || universe.is_abstract(member) {
                    continue;
                }
                let run: Vec<MethodId> = own
                    .iter()
                    .filter(|it| self.overrides_beside(it, member))
                    .map(|it| it.id)
                    .collect();
                if !run.is_empty()
                    && let Some(id) = self.link_on(member, &JavaType::class(name))
                {
                    found.push((id, run));
                }
            }
        }
        found
    }

    /// Whether the class that declares the member, or one above that, declares what the method overrides.
    fn overrides_beside(&self, method: &MethodFlow, member: Member) -> bool {
        let declarer = &self.universe.declarer(member).name;
        let around = self.universe.ancestors(declarer);
        let mut around = around.iter().filter_map(|name| self.universe.class(name));
        around.any(|class| {
            let mut methods = class.methods.iter();
            methods
                .any(|it| it.name == method.name && it.parameters.len() == method.parameters.len())
        })
    }
}

fn can_override(method: &MethodFlow) -> bool {
    method.kind == MethodKind::Method && !method.is_private && !method.is_static
}
