//! What an act did to the objects around it: takes observations before and after, gives checks of what changed;
//! without the former it goes by names.

use goalline_testcase::{
    Observation, Observed, ObservedPart, Statement, StatementKind, Var, printed_to,
};

use crate::assertions::{
    checks::{Access, Check, Fact, Observations, Returning},
    inspectors::{Interest, property},
};

/// What is told of the act apart from the state it leaves.
pub(crate) struct ActTells<'a> {
    /// Whether it gives a value.
    pub(crate) value: bool,
    /// Whether that value is the receiver itself.
    pub(crate) itself: bool,
    /// Whether it gives its receiver as builders do: their names tell that they change something, though `add` may as
    /// well add two values that never change.
    pub(crate) is_fluent: bool,
    /// What its name and parameters make interesting.
    pub(crate) interest: &'a Interest,
}

/// Whether the check says that an object still gives what it was made with.
pub(crate) fn was_made_with(statements: &[Statement], check: &Check) -> bool {
    let Fact::Is(Observed::Same(given)) = &check.fact else {
        return false;
    };
    match &statements[usize::from(check.var.0)].kind {
        StatementKind::Call { arguments, .. } => arguments.contains(given),
        _ => false,
    }
}

impl Observations<'_> {
    /// Checks of the receiver and the arguments after the act.
    pub(crate) fn about_state(
        &self,
        receiver: Option<Var>,
        arguments: &[Var],
        act: &ActTells<'_>,
    ) -> Vec<Check> {
        let mut checks = Vec::new();
        if let Some(receiver) = receiver {
            checks.extend(self.state_of_receiver(self.identity(receiver), act));
        }
        for argument in arguments.iter().filter(|one| Some(**one) != receiver) {
            checks.extend(self.changed_contents(*argument));
            checks.extend(self.lines_written(*argument));
            checks.extend(self.about_sources(*argument));
            checks.extend(self.state_of_argument(*argument, act));
        }
        checks
    }

    /// Checks of objects that the test does not pass and that the act changed all the same: what a mock gave it, what
    /// is held by what it was given.
    pub(crate) fn about_loaded(&self, receiver: Option<Var>, arguments: &[Var]) -> Vec<Check> {
        let is_passed = |var: &Var| receiver == Some(*var) || arguments.contains(var);
        let is_made = |var: &Var| {
            let kind = &self.statements[usize::from(var.0)].kind;
            matches!(kind, StatementKind::Call { .. }) && self.identity(*var) == *var
        };
        let before = (0..self.act).map(|at| Var(at as u16));
        let loaded =
            before.filter(|var| is_made(var) && !is_passed(var) && !self.is_constant(*var));
        let interest = Interest::default();
        loaded
            .flat_map(|var| {
                let changed = self.changed(var).unwrap_or_default();
                self.checks_of(&changed, var, &interest, 1)
            })
            .collect()
    }

    /// Checks of what an object was made with and the act changed: a writer that it writes to, a list that it wraps.
    pub(crate) fn about_sources(&self, receiver: Var) -> Vec<Check> {
        const DEEPEST: usize = 4;
        let mut open = vec![(receiver, DEEPEST)];
        let mut seen = Vec::new();
        let mut checks = Vec::new();
        while let Some((var, depth)) = open.pop() {
            let statement = &self.statements[usize::from(var.0)];
            statement.kind.visit_uses(|source| {
                if depth == 0 || source == receiver || seen.contains(&source) {
                    return;
                }
                seen.push(source);
                open.push((source, depth - 1));
                let made = &self.statements[usize::from(source.0)].kind;
                let is_made = matches!(
                    made,
                    StatementKind::Call { .. } | StatementKind::Array { .. }
                );
                if is_made && !self.is_constant(source) {
                    checks.extend(self.changed_contents(source));
                    checks.extend(self.lines_written(source));
                }
            });
        }
        checks
    }

    /// Checks of what the act printed, where that is caught.
    pub(crate) fn about_printed(&self) -> Vec<Check> {
        let before_act = &self.statements[..self.act];
        let mut checks = Vec::new();
        for sink in printed_to(before_act, self.cluster) {
            match self.changed_contents(sink) {
                None if self.wide => checks.extend(self.says_nothing_was_printed(sink)),
                changed => checks.extend(changed),
            }
            checks.extend(self.lines_written(sink));
        }
        checks
    }

    /// That nothing was printed: where mutants choose it, something could have been.
    fn says_nothing_was_printed(&self, sink: Var) -> Option<Check> {
        let last = self.value_of(sink)?;
        let is_empty = matches!(last, Observed::Value { text, .. } if text.0.is_empty());
        is_empty.then(|| self.value_check(sink, last)).flatten()
    }

    /// The variable that first held the object.
    pub(crate) fn identity(&self, var: Var) -> Var {
        match self.value_of(var) {
            Some(Observed::Same(first)) => *first,
            _ => var,
        }
    }

    fn state_of_receiver(&self, receiver: Var, act: &ActTells<'_>) -> Vec<Check> {
        if self.is_constant(receiver) {
            return Vec::new();
        }
        let interest = act.interest.of_state(act.value);
        if let Some(changed) = self.changed(receiver) {
            let limit = if act.value { 2 } else { 3 };
            let kept = self.kept_for_want(receiver);
            let mut told = self.checks_of(&kept, receiver, &interest, kept.len());
            told.extend(self.checks_of(&changed, receiver, &interest, limit));
            if !told.is_empty() || !act.is_fluent {
                return told;
            }
            // That anything else is as it was, is so whatever a builder does.
            let mut stayed = self.inspect(receiver, &interest, 1);
            stayed.retain(|check| is_concerned(check, &interest));
            return stayed;
        }
        let limit = match (act.value, act.itself || act.interest.is_mutator) {
            (false, _) => 3,
            (true, true) => 1,
            (true, false) => 0,
        };
        self.inspect(receiver, &interest, limit)
    }

    /// What the receiver has as before, for the argument of that name was blank: the address, where an update was given
    /// none.
    fn kept_for_want(&self, receiver: Var) -> Vec<Observation> {
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &self.statements[self.act].kind
        else {
            return Vec::new();
        };
        let names = &self.cluster.callable(*callable).parameter_names;
        let blank: Vec<&str> = names
            .iter()
            .zip(arguments)
            .filter(|(_, var)| self.statements[usize::from(var.0)].kind.is_blank())
            .map(|(name, _)| name.as_str())
            .collect();
        let is_kept = |one: &&Observation| {
            let ObservedPart::Inspector { method, .. } = &one.subject else {
                return false;
            };
            one.var == receiver
                && self.before.contains(one)
                && !one.observed.is_nothing()
                && blank.contains(&property(method).as_str())
        };
        self.stable.iter().filter(is_kept).cloned().collect()
    }

    /// Whether the check says that the receiver kept something for want of an argument.
    pub(crate) fn tells_what_was_kept(&self, check: &Check) -> bool {
        let kept = self.kept_for_want(check.var);
        kept.iter().any(|one| one.subject == check.access.subject())
    }

    /// For an act that gives nothing and changed nothing: that what it is about is as it was.
    pub(crate) fn what_stayed(
        &self,
        receiver: Option<Var>,
        arguments: &[Var],
        interest: &Interest,
    ) -> Vec<Check> {
        let receiver = receiver
            .filter(|one| interest.is_mutator && !self.is_constant(*one))
            .map(|one| self.inspect(self.identity(one), &interest.of_state(false), 1));
        let mut of_receiver: Vec<Check> = receiver.unwrap_or_default();
        // That something else is as it was, is so whatever the act does.
        of_receiver.retain(|check| is_concerned(check, interest));
        if !of_receiver.is_empty() {
            return of_receiver;
        }
        if self.returning == Returning::Telling && !interest.is_mutator {
            // Who looks at what it is given and refuses some says by its return that this was well.
            return Vec::new();
        }
        let mut contents = arguments.iter().filter_map(|argument| {
            let seen = self.value_of(*argument)?;
            let is_container = matches!(
                seen,
                Observed::Value { .. } | Observed::Sized { .. } | Observed::Unordered(_)
            );
            let is_made = matches!(
                self.statements[usize::from(argument.0)].kind,
                StatementKind::Call { .. }
            );
            (is_container && is_made && !self.is_constant(*argument))
                .then(|| self.value_check(*argument, seen))?
        });
        contents.next().into_iter().collect()
    }

    /// What of the receiver and of objects that were passed could be asked after the act: where it changed nothing,
    /// mutants say what it could have changed.
    pub(crate) fn what_could_change(&self) -> Vec<Check> {
        const LIMIT: usize = 3;
        let StatementKind::Call { callable, .. } = &self.statements[self.act].kind else {
            return Vec::new();
        };
        let interest = Interest::of(self.cluster.callable(*callable)).of_state(false);
        let mut checks: Vec<Check> = self
            .objects_of_act()
            .into_iter()
            .flat_map(|var| self.inspect(var, &interest, LIMIT))
            .collect();
        // That an object still gives what it was made with is so whatever the act does.
        let made_with = |check: &Check| was_made_with(self.statements, check);
        if !checks.iter().all(made_with) {
            checks.retain(|check| !made_with(check));
        }
        checks
    }

    /// Whatever the receiver, what was passed and what the act gave say of themselves.
    pub(crate) fn all_that_can_be_asked(&self) -> Vec<Check> {
        let objects = self.objects_of_act().into_iter();
        let mut checks: Vec<Check> = objects
            .chain([Var(self.act as u16)])
            .flat_map(|var| self.all_checks_of(var))
            .collect();
        checks.retain(|check| !was_made_with(self.statements, check));
        checks
    }

    /// The receiver and the arguments that the test made itself.
    fn objects_of_act(&self) -> Vec<Var> {
        let StatementKind::Call {
            receiver,
            arguments,
            ..
        } = &self.statements[self.act].kind
        else {
            return Vec::new();
        };
        let is_made = |var: &&Var| {
            let kind = &self.statements[usize::from(var.0)].kind;
            matches!(kind, StatementKind::Call { .. }) && !self.is_constant(**var)
        };
        let objects = receiver.iter().chain(arguments.iter()).filter(is_made);
        objects.map(|var| self.identity(*var)).collect()
    }

    fn state_of_argument(&self, argument: Var, act: &ActTells<'_>) -> Vec<Check> {
        let statement = &self.statements[usize::from(argument.0)];
        if self.is_constant(argument) || matches!(statement.kind, StatementKind::TestDouble { .. })
        {
            return Vec::new();
        }
        let interest = Interest::default();
        match self.changed(argument) {
            Some(changed) => self.checks_of(&changed, argument, &interest, 1),
            None if act.value => Vec::new(),
            None => self.inspect(argument, &interest, 1),
        }
    }

    /// The observations of a variable that were others, or none, before the act; none when nothing is known of before.
    pub(crate) fn changed(&self, var: Var) -> Option<Vec<Observation>> {
        let is_state = |one: &&Observation| one.var == var && one.subject != ObservedPart::Value;
        self.before.iter().find(is_state)?;
        let after = self.stable.iter().filter(is_state);
        Some(
            after
                .filter(|one| !self.before.contains(one))
                .cloned()
                .collect(),
        )
    }

    /// That properties which had nothing have a date or time after the act: which one it is nobody can say.
    pub(crate) fn moments_set(&self) -> Vec<Check> {
        let is_moment = |it: &&Observation| {
            matches!(&it.observed, Observed::Object { class }
                if class.starts_with("java.time.") || class == "java.util.Date")
        };
        let had_nothing = |it: &&Observation| {
            let mut before = self.before.iter();
            let was = before.find(|one| one.var == it.var && one.subject == it.subject);
            was.is_some_and(|was| was.observed == Observed::Null)
        };
        let set = self.stable.iter().filter(is_moment).filter(had_nothing);
        let checks = set.filter_map(|it| match &it.subject {
            ObservedPart::Inspector { method, descriptor } if method.starts_with("get") => {
                Some(Check {
                    var: it.var,
                    access: Access::Inspector {
                        method: method.clone(),
                        descriptor: descriptor.clone(),
                    },
                    fact: Fact::NotNull,
                })
            }
            _ => None,
        });
        checks.collect()
    }

    /// The contents of an array or container that is not what it was made with.
    fn changed_contents(&self, argument: Var) -> Option<Check> {
        let last = self.value_of(argument)?;
        if !matches!(
            last,
            Observed::Array { .. }
                | Observed::Sized { .. }
                | Observed::Unordered(_)
                | Observed::Value { .. }
        ) {
            return None;
        }
        let was = self
            .before
            .iter()
            .rfind(|one| one.var == argument && one.subject == ObservedPart::Value);
        if let Some(was) = was {
            return if was.observed == *last {
                None
            } else {
                self.value_check(argument, last)
            };
        }
        let is_changed = match &self.statements[usize::from(argument.0)].kind {
            StatementKind::Array { elements } => !self.is_array_of(last, elements),
            _ => self.values_of(argument).next() != Some(last),
        };
        if is_changed {
            self.value_check(argument, last)
        } else {
            None
        }
    }

    /// Whether the observed array still holds the literals it was made of; unknown elements count as unchanged.
    fn is_array_of(&self, observed: &Observed, made_of: &[Var]) -> bool {
        let Observed::Array { elements, .. } = observed else {
            return true;
        };
        elements.iter().zip(made_of).all(|(now, var)| {
            match &self.statements[usize::from(var.0)].kind {
                StatementKind::Literal(literal) => *now == Observed::Literal(literal.clone()),
                StatementKind::Null => *now == Observed::Null,
                _ => true,
            }
        })
    }
}

/// Whether a check is of what the act is about.
fn is_concerned(check: &Check, interest: &Interest) -> bool {
    match &check.access {
        Access::Inspector { method, .. } => interest.concerns(method),
        Access::Field(name) => interest.concerns(name),
        Access::Value | Access::Entry(_) | Access::Interaction { .. } => true,
    }
}
