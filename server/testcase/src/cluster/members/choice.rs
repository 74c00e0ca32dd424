//! What free type variables stand for: takes type parameters and what is bound already, gives bindings within the
//! bounds.

use crate::{ClassKind, JavaType, TypeParameter};
use {
    super::member::Member,
    crate::cluster::types::{substitution::Bindings, universe::Universe},
};

/// Which of several possible choices to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preference {
    /// `String`, `Integer`, or the bound itself.
    Usual,
    /// Another one, `Object` where the bounds allow it.
    Other,
    /// `Object` where there is no bound: what it is, casts of the class under test say.
    Open,
}

impl Universe {
    /// Binds every parameter that is still free; none when no choice within the bounds is known.
    pub(crate) fn choose(
        &self,
        parameters: &[TypeParameter],
        mut bindings: Bindings,
        preference: Preference,
    ) -> Option<Bindings> {
        let mut free: Vec<&TypeParameter> = parameters
            .iter()
            .filter(|it| bindings.get(&it.name).is_none())
            .collect();
        while !free.is_empty() {
            let at = free
                .iter()
                .position(|it| !mentions_another(it, &free))
                .unwrap_or(0);
            let parameter = free.remove(at);
            let choice = self.choice(parameter, &bindings, preference)?;
            bindings.bind(&parameter.name, choice);
        }
        parameters
            .iter()
            .all(|it| self.is_within_bounds(it, &bindings))
            .then_some(bindings)
    }

    /// Binds the variables of a member's class to what a subclass binds them to, and chooses those of the member: of
    /// `Handler<R, H extends Handler<R, H>>` nobody else knows which types go together.
    pub(crate) fn choose_by_subclass(
        &self,
        member: Member,
        parameters: &[TypeParameter],
    ) -> Option<Bindings> {
        let owner = self.owner(member);
        let subclasses = self.subtypes(&owner.name).iter();
        let closed = subclasses
            .map(|at| &self.classes()[*at])
            .filter(|class| class.type_parameters.is_empty() && self.is_accessible(class));
        closed
            .filter_map(|class| self.as_super(&JavaType::class(&class.name), &owner.name))
            .filter(|seen| self.is_nameable(seen))
            .find_map(|seen| {
                let JavaType::Class { arguments, .. } = seen else {
                    return None;
                };
                let bindings = Self::bind_arguments(owner, &arguments)?;
                self.choose(parameters, bindings, Preference::Usual)
            })
    }

    /// Whether what the parameter is bound to keeps all its bounds.
    pub(crate) fn is_within_bounds(&self, parameter: &TypeParameter, bindings: &Bindings) -> bool {
        let Some(bound_to) = bindings.get(&parameter.name) else {
            return false;
        };
        if matches!(bound_to, JavaType::Wildcard { .. }) {
            return true;
        }
        parameter
            .bounds
            .iter()
            .all(|bound| self.is_subtype(bound_to, &bindings.upward(bound).without_wildcard()))
    }

    fn choice(
        &self,
        parameter: &TypeParameter,
        bindings: &Bindings,
        preference: Preference,
    ) -> Option<JavaType> {
        let mut fitting = self
            .candidates(parameter, bindings)
            .into_iter()
            .filter(|candidate| {
                let mut tried = bindings.clone();
                tried.bind(&parameter.name, candidate.clone());
                self.is_nameable(candidate) && self.is_within_bounds(parameter, &tried)
            });
        if preference == Preference::Open && parameter.bounds.is_empty() {
            return Some(JavaType::object());
        }
        let usual = fitting.next();
        match preference {
            Preference::Usual | Preference::Open => usual,
            Preference::Other => fitting.next().or(usual),
        }
    }

    /// Types that may do, in order of preference; whether they keep the bounds is not looked at yet.
    fn candidates(&self, parameter: &TypeParameter, bindings: &Bindings) -> Vec<JavaType> {
        let [string, integer] = ["java.lang.String", "java.lang.Integer"].map(JavaType::class);
        let Some(bound) = parameter.bounds.first() else {
            return vec![string, JavaType::object()];
        };
        let bound = bindings.upward(bound).without_wildcard();
        let name = bound.class_name().unwrap_or("java.lang.Object").to_owned();
        let is_closed = !bound.mentions(&mut |_| true);
        let is_own = is_closed
            && self.class(&name).is_some()
            && !crate::cluster::jdk::allowed::is_jdk(&name);
        let mut candidates = Vec::new();
        if is_own {
            candidates.push(bound.clone());
        }
        candidates.extend([integer, string]);
        candidates.extend(
            self.subtypes(&name)
                .iter()
                .map(|at| &self.classes()[*at])
                .filter_map(|class| {
                    let is_usable =
                        class.kind != ClassKind::Annotation && self.is_accessible(class);
                    (is_usable && class.type_parameters.is_empty())
                        .then(|| JavaType::class(&class.name))
                }),
        );
        if is_closed && !is_own {
            candidates.push(bound);
        }
        candidates
    }
}

fn mentions_another(parameter: &TypeParameter, free: &[&TypeParameter]) -> bool {
    parameter.bounds.iter().any(|bound| {
        bound.mentions(&mut |name| {
            name != parameter.name && free.iter().any(|other| other.name == name)
        })
    })
}
