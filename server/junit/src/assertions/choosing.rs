//! Which assertions a test makes: takes what was observed twice, gives few and informative checks; their text is made
//! elsewhere.

use goalline_testcase::{
    Callable, CallableKind, Literal, Observed, ObservedPart, StatementKind, Var,
};

use crate::{
    assertions::{
        checks::{Access, ActResult, Check, Fact, OF_ONLY_ELEMENT, Observations, Returning},
        inspectors::{CLASS, Interest, first_word, is_class_of_jdk, tells_contents},
        state::ActTells,
    },
    types::{hierarchy::holds_objects, type_names::simple_name},
};

/// Checks of the only element of a list at most, where no mutants choose among them.
const MOST_OF_ELEMENT: usize = 2;

impl Observations<'_> {
    /// The checks for the act, most informative first; empty when nothing can be stated.
    pub(crate) fn choose(&self) -> Vec<Check> {
        let act = Var(self.act as u16);
        let StatementKind::Call {
            callable,
            receiver,
            arguments,
        } = &self.statements[self.act].kind
        else {
            return Vec::new();
        };
        let callable = self.cluster.callable(*callable);
        let interest = self.interest(callable);
        let returns_value = !self.is_void(act) && self.result == ActResult::Computed;
        let mut checks = if returns_value {
            self.about_result(act, &interest)
        } else {
            Vec::new()
        };
        let gives_receiver = |check: &Check| {
            receiver.is_some_and(|receiver| check.fact == Fact::Is(Observed::Same(receiver)))
        };
        let itself = checks.iter().any(gives_receiver);
        let act_tells = ActTells {
            value: returns_value,
            itself,
            is_fluent: itself && interest.is_mutator && first_word(&callable.name) != "add",
            interest: &interest,
        };
        let state = self.about_state(*receiver, arguments, &act_tells);
        let sources = receiver.map_or_else(Vec::new, |receiver| self.about_sources(receiver));
        if act_tells.itself && interest.is_mutator {
            // That such a call gives its receiver says less than what it left there.
            checks.splice(0..0, state);
        } else {
            checks.extend(state);
        }
        if let Some(receiver) = receiver.filter(|_| act_tells.itself && checks.len() == 1) {
            checks.extend(self.state_asked_for(receiver, &interest));
        }
        // What was written says more than who gives it.
        let place = if act_tells.itself { 0 } else { checks.len() };
        checks.splice(place..place, sources);
        checks.extend(self.about_printed());
        checks.extend(self.interactions());
        checks.extend(self.about_loaded(*receiver, arguments));
        if checks.is_empty() && returns_value {
            checks.extend(self.is_there(act, callable.kind));
        }
        if checks.is_empty() && !returns_value {
            checks.extend(self.what_stayed(*receiver, arguments, &interest));
        }
        if checks.is_empty() && self.returning == Returning::Unwritable {
            // JUnit 4 cannot say that a call returns: what did not change is better than nothing.
            let receiver = receiver.iter();
            checks.extend(receiver.flat_map(|receiver| self.inspect(*receiver, &interest, 1)));
        }
        if checks.is_empty() {
            checks.extend(self.that_it_returns(act, callable.kind));
        }
        checks
    }

    /// That the act returns, where that can be said.
    fn that_it_returns(&self, act: Var, kind: CallableKind) -> Option<Check> {
        let is_said = self.returning != Returning::Unwritable && callable_can_stand_alone(kind);
        is_said.then_some(Check {
            var: act,
            access: Access::Value,
            fact: Fact::Returns,
        })
    }

    /// What the act makes interesting, and what a builder was told before it builds.
    pub(crate) fn interest(&self, callable: &Callable) -> Interest {
        let interest = Interest::of(callable);
        match self.told_builder() {
            Some(told) => interest.with_told(told),
            None => interest,
        }
    }

    /// The call that gave the object which the act, a call without arguments, builds something of: a call on another of
    /// its kind.
    pub(crate) fn told_builder(&self) -> Option<&Callable> {
        let kind = |var: Var| &self.statements[usize::from(var.0)].kind;
        let StatementKind::Call {
            receiver: Some(builder),
            arguments,
            ..
        } = kind(Var(self.act as u16))
        else {
            return None;
        };
        let StatementKind::Call {
            callable,
            receiver: Some(on),
            arguments: told,
        } = kind(*builder)
        else {
            return None;
        };
        let is_fluent = self.ty(*on) == self.ty(*builder);
        let is_told = arguments.is_empty() && !told.is_empty() && is_fluent;
        is_told.then(|| self.cluster.callable(*callable))
    }

    /// The state that the act's name speaks of, where that is a yes or no: a call that gives its receiver and does
    /// nothing else shows no more.
    fn state_asked_for(&self, receiver: Var, interest: &Interest) -> Option<Check> {
        let mut all = self.all_checks_of(receiver).into_iter();
        all.find(|check| {
            let is_answer = matches!(check.fact, Fact::Is(Observed::Literal(Literal::Boolean(_))));
            let is_asked = |method: &str| interest.asks_for_state(method);
            is_answer
                && matches!(&check.access, Access::Inspector { method, .. } if is_asked(method))
        })
    }

    /// That the act gives an object of which nothing else can be said.
    fn is_there(&self, act: Var, kind: CallableKind) -> Option<Check> {
        let is_seen = !matches!(self.value_of(act), None | Some(Observed::Null));
        let is_there = is_seen || kind == CallableKind::Constructor;
        (self.is_reference(act) && is_there).then_some(Check {
            var: act,
            access: Access::Value,
            fact: Fact::NotNull,
        })
    }

    /// What the act's value is, or what its inspectors say of it.
    fn about_result(&self, act: Var, interest: &Interest) -> Vec<Check> {
        match self.value_of(act) {
            // Of a new object nothing is told but what its inspectors say.
            seen @ (None | Some(Observed::Object { .. })) => {
                let mut checks = self.inspect(act, interest, 3);
                // What sets it apart is what it is about, then of which kind it is, then what it was given.
                checks.sort_by_key(|check| {
                    let is_other = self.differs_from_receiver(check);
                    let is_aim = is_other && self.is_about_act(check);
                    let is_kind = tells_kind(check);
                    let is_view = matches!(&check.access, Access::Inspector { method, .. }
                        if method == "getViewName");
                    let is_given = self.states_argument(check);
                    (!is_view, !is_aim, !is_other, !is_kind, !is_given)
                });
                // What it holds says more than of which class it is; a yes or no does not.
                let is_told = checks.iter().any(|check| {
                    let is_yes_or_no =
                        matches!(check.fact, Fact::Is(Observed::Literal(Literal::Boolean(_))));
                    !is_yes_or_no && matches!(check.fact, Fact::Is(_))
                });
                let kind = self.kind_of_result(act, seen).filter(|_| !is_told);
                let held = self.answer_held(&checks);
                kind.into_iter().chain(checks).chain(held).collect()
            }
            Some(observed) => {
                let check = self.value_check(act, observed);
                let says_all = |check: &Check| match check.fact {
                    Fact::Keys(_) => false,
                    Fact::Size(size) | Fact::SizeOfObject { size, .. } => size == 0,
                    _ => true,
                };
                let whole = check.clone().filter(says_all);
                let told = match whole.or_else(|| self.contents_told(act)) {
                    Some(whole) => vec![whole],
                    None => self.parts_told(act, observed, check),
                };
                let told = told.into_iter().chain(self.lines_given(act));
                let parts = match observed {
                    Observed::Constant { class, .. } if holds_objects(self.cluster, class) => {
                        self.inspect(act, interest, 3)
                    }
                    _ => Vec::new(),
                };
                let told = told.chain(self.of_only_element(act, interest));
                told.chain(parts).collect()
            }
        }
    }

    /// What the only element of a list that the act gives says.
    fn of_only_element(&self, act: Var, interest: &Interest) -> Vec<Check> {
        let mut checks = self.inspect(act, interest, MOST_OF_ELEMENT);
        checks.retain(|check| match &check.access {
            Access::Inspector { method, .. } => method.starts_with(OF_ONLY_ELEMENT),
            _ => false,
        });
        checks
    }

    /// Of which public class the result is, where the act says no more than an interface or an abstract class.
    fn kind_of_result(&self, act: Var, seen: Option<&Observed>) -> Option<Check> {
        let Observed::Object { class } = seen? else {
            return None;
        };
        let declared = self.cluster.class(self.ty(act).class_name()?)?;
        let is_of_several = declared.modifiers.is_abstract() && declared.name != *class;
        // Of a library's class it is enough that the class under test names it.
        let is_public = match self.cluster.class(class) {
            Some(described) => described.modifiers.is_public(),
            None => !class.contains('$') && self.cluster.mentions(simple_name(class)),
        };
        let is_told = is_public && !class.starts_with("java.") && self.names.is_visible(class);
        (is_of_several && is_told).then(|| Check {
            var: act,
            access: Access::Value,
            fact: Fact::InstanceOf(class.clone()),
        })
    }

    /// What a map that cannot be stated as a whole holds for single keys; the check of the whole, where these are not
    /// all of them.
    fn parts_told(&self, act: Var, observed: &Observed, whole: Option<Check>) -> Vec<Check> {
        let mut checks = self.entries(act);
        let own = checks.iter();
        let own = own.filter(|it| matches!(&it.access, Access::Entry(way) if way.keys.len() == 1));
        let count = own.count();
        let are_all = matches!(observed, Observed::Unordered(all) if all.keys.len() == count);
        checks.extend(whole.filter(|_| !are_all || checks.is_empty()));
        checks
    }

    /// What a container holds, by its text: where no expression can be written for it (a map of several entries before
    /// Java 9, a map that the method gives as an `Object`), that says more than how much it is.
    fn contents_told(&self, act: Var) -> Option<Check> {
        let mut seen = self.stable.iter();
        let told = seen.find(|one| one.var == act && tells_contents(one))?;
        let ObservedPart::Inspector { method, descriptor } = &told.subject else {
            return None;
        };
        Some(Check {
            var: act,
            access: Access::Inspector {
                method: method.clone(),
                descriptor: descriptor.clone(),
            },
            fact: Fact::Is(told.observed.clone()),
        })
    }
}

/// Whether a constant of an enum, or a class, says of which kind the object is.
pub(crate) fn tells_kind(check: &Check) -> bool {
    match &check.fact {
        Fact::Is(Observed::Constant { .. }) | Fact::InstanceOf(_) => true,
        // Of which class of the JDK something inside is, is how it was made.
        Fact::Is(observed @ Observed::Value { class, .. }) => {
            class == CLASS && !is_class_of_jdk(observed)
        }
        _ => false,
    }
}

fn callable_can_stand_alone(kind: CallableKind) -> bool {
    matches!(
        kind,
        CallableKind::Method | CallableKind::StaticMethod | CallableKind::Constructor
    )
}
