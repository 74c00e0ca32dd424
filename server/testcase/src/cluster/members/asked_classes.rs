//! Generic methods that ask which class they are for (`if (type == Duration.class)`): takes what the source compares,
//! gives what type variables may stand for.

use goalline_flow::FileFlow;

use super::{
    callable::CallableId,
    choice::Preference,
    member::{Member, Signature},
    test_cluster::TestCluster,
};
use crate::{
    JavaType, TypeParameter,
    cluster::types::{substitution::Bindings, universe::Universe},
};

/// At most this many classes are tried for one variable: each is a callable more.
const MOST: usize = 24;

impl Universe {
    /// The classes whose literals stand in conditions of the source.
    pub(crate) fn asked_classes(&self, flow: &FileFlow) -> Vec<JavaType> {
        let mut found = Vec::new();
        for predicate in &flow.predicates {
            let not_of_a_name = |c: char| !(c.is_alphanumeric() || "_$.".contains(c));
            let named = predicate.text.split(not_of_a_name);
            let named = named.filter_map(|word| word.strip_suffix(".class"));
            for asked in named.filter_map(|name| self.type_of_simple_name(name)) {
                if !found.contains(&asked) {
                    found.push(asked);
                }
            }
        }
        found.truncate(MOST);
        found
    }

    /// Bindings of a member's variables where one of its own, whose class a parameter tells, stands for one of these.
    pub(crate) fn bound_to_asked(
        &self,
        signature: &Signature,
        parameters: &[TypeParameter],
        bindings: &Bindings,
        asked: &[JavaType],
    ) -> Vec<Bindings> {
        let told = signature.type_parameters.iter().filter(|variable| {
            let mut types = signature.parameters.iter();
            types.any(|ty| tells_class(ty, &variable.name))
        });
        let mut found = Vec::new();
        for variable in told {
            for class in asked.iter().filter(|it| !it.is_primitive()) {
                let mut bindings = bindings.clone();
                bindings.bind(&variable.name, class.clone());
                found.extend(self.choose(parameters, bindings, Preference::Usual));
            }
        }
        found
    }
}

/// Whether a parameter of the type says which class a variable stands for: `Class<T>`, `TypeToken<T>`.
fn tells_class(ty: &JavaType, variable: &str) -> bool {
    const TELLING: [&str; 4] = ["Class", "Type", "Token", "Kind"];
    let JavaType::Class { name, arguments } = ty else {
        return false;
    };
    let simple = name.rsplit(['.', '$']).next().unwrap_or(name);
    let is_it = |it: &JavaType| it.mentions(&mut |name| name == variable);
    TELLING.iter().any(|word| simple.contains(word)) && arguments.iter().any(is_it)
}

impl TestCluster {
    /// The instance member on a receiver of this type: as usual, and for each class that the source asks for.
    pub(crate) fn link_on_for_asked(
        &mut self,
        member: Member,
        receiver: &JavaType,
    ) -> Vec<CallableId> {
        let mut linked: Vec<CallableId> = self.link_on(member, receiver).into_iter().collect();
        let JavaType::Class { arguments, .. } = receiver else {
            return linked;
        };
        let universe = self.universe.clone();
        let signature = universe.signature(member);
        let Some(bindings) = Universe::bind_arguments(universe.owner(member), arguments) else {
            return linked;
        };
        let parameters = &signature.type_parameters;
        let asked = &self.source.asked;
        for bindings in universe.bound_to_asked(&signature, parameters, &bindings, asked) {
            let resolved = universe.resolve(member, &signature, &bindings);
            let id = resolved.and_then(|it| self.add_resolved(member, it.on(receiver)));
            linked.extend(id.filter(|id| !linked.contains(id)));
        }
        linked
    }
}
