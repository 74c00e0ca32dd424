//! What an assertion can state: takes what was observed of a variable, gives checks of its value and of its state;
//! chooses for no act.

use std::collections::BTreeSet;

use goalline_testcase::{
    ExecutableDescription, JavaString, JavaType, Literal, Observation, Observed, ObservedPart,
    Primitive, Statement, StatementKind, TestCluster, Unordered, Var,
};

use crate::{
    assertions::inspectors::{CLASS, Interest, inspectors},
    types::{
        hierarchy::{ancestors, find_method, is_subclass},
        type_names::{TypeNames, descriptor_types, unboxed},
    },
};

/// Inspectors of one object that a choice is made from at most.
const WIDE: usize = 12;

/// Longest string that is compared as a whole.
pub(crate) const LONGEST_TEXT: usize = 120;

/// Classes of the JDK whose values equal what is made from their text, with what makes them.
const VALUE_CLASSES: &[(&str, &str)] = &[
    (CLASS, "class"),
    ("java.math.BigDecimal", "new"),
    ("java.math.BigInteger", "new"),
    ("java.time.Duration", "parse"),
    ("java.time.Instant", "parse"),
    ("java.time.LocalDate", "parse"),
    ("java.time.LocalDateTime", "parse"),
    ("java.time.LocalTime", "parse"),
    ("java.time.Period", "parse"),
    ("java.net.URI", "create"),
    ("java.util.Date", "from"),
    ("java.util.UUID", "fromString"),
    ("org.springframework.data.domain.PageRequest", "of"),
    ("org.springframework.data.domain.Sort", "by"),
];

/// Where the values lie whose text is that of their arguments: `0,20,DESC,createdAt`.
pub(crate) const SPRING_DATA: &str = "org.springframework.data.domain.";

/// What a check looks at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Access {
    /// The variable itself.
    Value,
    /// The result of a method without parameters; `getHeaders().getLocation` asks what the first one gives.
    Inspector {
        /// Method name.
        method: String,
        /// JVM descriptor.
        descriptor: String,
    },
    /// A field.
    Field(String),
    /// What a map holds.
    Entry(MapWay),
    /// The calls of a method on the variable, a mock.
    Interaction {
        /// Method name.
        method: String,
        /// JVM descriptor.
        descriptor: String,
    },
}

/// The way to something that a map holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MapWay {
    /// The question that gives the map; none where it is the variable itself.
    pub(crate) asked: Option<MapGetter>,
    /// What it holds for the first key, what that map holds for the second one, and so on.
    pub(crate) keys: Vec<Observed>,
}

/// A method without parameters that gives a map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MapGetter {
    pub(crate) method: String,
    /// JVM descriptor.
    pub(crate) descriptor: String,
}

impl MapGetter {
    /// The same, as an access of its own.
    pub(crate) fn access(&self) -> Access {
        Access::Inspector {
            method: self.method.clone(),
            descriptor: self.descriptor.clone(),
        }
    }
}

impl Access {
    /// What has to be observed of the variable for it.
    pub(crate) fn subject(&self) -> ObservedPart {
        match self {
            Self::Entry(MapWay {
                asked: Some(asked), ..
            }) => asked.access().subject(),
            Self::Value | Self::Entry(_) => ObservedPart::Value,
            Self::Inspector { method, descriptor } => ObservedPart::Inspector {
                method: method.clone(),
                descriptor: descriptor.clone(),
            },
            Self::Field(name) => ObservedPart::Field { name: name.clone() },
            Self::Interaction { method, descriptor } => ObservedPart::Interaction {
                method: method.clone(),
                descriptor: descriptor.clone(),
            },
        }
    }
}

/// What a check states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fact {
    /// Equal to, the same as, or `null`.
    Is(Observed),
    /// An array of this length.
    ArrayLength(u32),
    /// A string of this length.
    TextLength(usize),
    /// A long string in which this stands.
    Contains(JavaString),
    /// A long string that begins with this.
    StartsWith(JavaString),
    /// A number of which the contract says no more than its sign: what `compareTo` gives.
    Sign(Sign),
    /// A collection or map of this size.
    Size(u32),
    /// The same of what is declared as an `Object`.
    SizeOfObject {
        /// How many.
        size: u32,
        /// Whether it is a map.
        is_map: bool,
    },
    /// A map with these keys, whatever their values are.
    Keys(Vec<Observed>),
    /// An object of the JDK that `toString` turns into this.
    Text(JavaString),
    /// Of this class, by its binary name, where less is declared.
    InstanceOf(String),
    /// Not `null`.
    NotNull,
    /// The call of the variable's statement returns.
    Returns,
    /// So many calls were made; with these arguments, where they are told.
    Called {
        /// How many.
        times: u32,
        /// Of each.
        arguments: Option<Vec<Observed>>,
    },
}

/// Of a number that is not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Positive,
    Negative,
}

/// One assertion.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Check {
    pub(crate) var: Var,
    pub(crate) access: Access,
    pub(crate) fact: Fact,
}

/// What the act's result says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActResult {
    /// It comes of what the act does.
    Computed,
    /// The source spells the one value that comes out whatever the act does.
    Spelt,
}

/// What a check that the act returns at all says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returning {
    /// It cannot be written.
    Unwritable,
    /// Nothing: the act refuses nothing that it is given.
    Idle,
    /// That the act found what it is given well.
    Telling,
}

/// What the choice is made from.
#[derive(Clone, Copy)]
pub(crate) struct Observations<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) names: &'a TypeNames<'a>,
    pub(crate) statements: &'a [Statement],
    pub(crate) stable: &'a [Observation],
    /// What was observed when the test ended before the act; empty when that is not known.
    pub(crate) before: &'a [Observation],
    pub(crate) act: usize,
    pub(crate) result: ActResult,
    /// What a check that the act returns at all would say.
    pub(crate) returning: Returning,
    /// Whether everything that can be stated is wanted, for a choice afterwards.
    pub(crate) wide: bool,
    /// All that was observed, stable or not.
    pub(crate) observed: &'a [Observation],
    /// Whether calls on mocks can be stated.
    pub(crate) may_verify: bool,
    /// Whether a list that a mock was given can be caught: of Mockito 1 that takes a cast.
    pub(crate) catches_lists: bool,
    /// Checks that mutants choose, at most.
    pub(crate) most_checks: usize,
    /// Variables whose text has a hash of identity in it: its length is another one in another JVM.
    pub(crate) hashed: &'a BTreeSet<Var>,
    /// The Java release that the test is written for.
    pub(crate) release: u32,
}

/// Whether the fact is of something in which the object itself stands.
fn holds(fact: &Fact, var: Var) -> bool {
    let is_it = |one: &Observed| *one == Observed::Same(var);
    match fact {
        Fact::Is(Observed::Array { elements, .. } | Observed::Sized { elements, .. }) => {
            elements.iter().any(is_it)
        }
        Fact::Is(Observed::Unordered(all)) => all.keys.iter().chain(&all.values).any(is_it),
        _ => false,
    }
}

impl Observations<'_> {
    pub(crate) fn is_void(&self, var: Var) -> bool {
        *self.ty(var) == JavaType::Primitive(Primitive::Void)
    }

    pub(crate) fn is_reference(&self, var: Var) -> bool {
        !matches!(self.ty(var), JavaType::Primitive(_))
    }

    pub(crate) fn ty(&self, var: Var) -> &JavaType {
        self.cluster.ty(self.statements[usize::from(var.0)].ty)
    }

    /// Whether the variable is a constant of some class: its state is not the test's business.
    pub(crate) fn is_constant(&self, var: Var) -> bool {
        crate::printing::value_places::is_copyable(
            self.cluster,
            &self.statements[usize::from(var.0)],
        )
    }

    /// What the variable is in the end: of arrays and containers the contents after the last statement.
    pub(crate) fn value_of(&self, var: Var) -> Option<&Observed> {
        self.values_of(var).next_back()
    }

    pub(crate) fn values_of(&self, var: Var) -> impl DoubleEndedIterator<Item = &Observed> {
        let values = self.stable.iter().filter(move |one| one.var == var);
        values
            .filter(|one| one.subject == ObservedPart::Value)
            .map(|one| &one.observed)
    }

    pub(crate) fn value_check(&self, var: Var, observed: &Observed) -> Option<Check> {
        let fact = if self.asks_for_hash(var).is_some() {
            Fact::Is(Observed::Same(self.equally_hashed(var, observed)?))
        } else {
            let fact = self.fact(self.ty(var), observed);
            let fact = fact.or_else(|| self.said_in(observed))?;
            let is_long = matches!(fact, Fact::TextLength(_));
            let contained = || self.contained(observed);
            let part = is_long.then(|| contained().or_else(|| self.beginning(var, observed)));
            let sign = self.sign(var, observed);
            part.flatten().or(sign).unwrap_or(fact)
        };
        let check = Check {
            var,
            access: Access::Value,
            fact,
        };
        (!self.compares_with_itself(&check)).then_some(check)
    }

    /// States a value of the JDK by what the test handed over, where that is equal: `delay` rather than
    /// `Duration.parse("PT2S")`.
    pub(crate) fn say_as_given(&self, check: &mut Check) {
        let Fact::Is(observed @ Observed::Value { class, .. }) = &check.fact else {
            return;
        };
        let calls = (0..=self.act).rev();
        let mut handed = calls.flat_map(|at| match &self.statements[at].kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } if at == self.act || self.cluster.callable(*callable).is_under_test => &arguments[..],
            _ => &[],
        });
        let is_it = |var: &Var| {
            let is_made = matches!(
                self.statements[usize::from(var.0)].kind,
                StatementKind::Call { .. }
            );
            // What became of the object that was handed over is not said by itself.
            is_made
                && *var != check.var
                && is_plain_value(class)
                && self.value_of(*var) == Some(observed)
        };
        if let Some(var) = handed.find(|var| is_it(var)) {
            check.fact = Fact::Is(Observed::Same(*var));
        }
    }

    /// Whether what one question gives would be compared with what the same question gave before, and nothing else
    /// happened between, or with something that holds the object that is asked: that is so whatever it is like.
    fn compares_with_itself(&self, check: &Check) -> bool {
        if check.access != Access::Value && holds(&check.fact, check.var) {
            return true;
        }
        let Fact::Is(Observed::Same(first)) = &check.fact else {
            return false;
        };
        let asked = |var: Var| match &self.statements[usize::from(var.0)].kind {
            StatementKind::Call {
                callable,
                receiver: Some(receiver),
                arguments,
            } if arguments.is_empty() => Some((&*self.cluster.callable(*callable).name, *receiver)),
            _ => None,
        };
        let again = match &check.access {
            Access::Value => asked(check.var),
            Access::Inspector { method, .. } => Some((&**method, check.var)),
            Access::Field(_) | Access::Entry(_) | Access::Interaction { .. } => None,
        };
        let is_same = again.is_some() && again == asked(*first);
        let after = usize::from(first.0) + 1..=self.act;
        let is_change = |at: usize| {
            let var = Var(at as u16);
            let is_call = matches!(self.statements[at].kind, StatementKind::Call { .. });
            is_call && asked(var) != again
        };
        is_same && !after.into_iter().any(is_change)
    }

    /// The object that is asked for its hash code there.
    fn asks_for_hash(&self, var: Var) -> Option<Var> {
        match &self.statements[usize::from(var.0)].kind {
            StatementKind::Call {
                callable,
                receiver: Some(receiver),
                ..
            } => {
                let callable = self.cluster.callable(*callable);
                (callable.name == "hashCode" && callable.descriptor == "()I").then_some(*receiver)
            }
            _ => None,
        }
    }

    /// An earlier hash code of another object that is the same: which number it is, is nobody's business.
    fn equally_hashed(&self, var: Var, observed: &Observed) -> Option<Var> {
        let own = self.asks_for_hash(var);
        let is_equal = |earlier: &Var| {
            let other = self.asks_for_hash(*earlier);
            // An object has the hash of itself.
            let is_other = other.map(|it| self.identity(it)) != own.map(|it| self.identity(it));
            other.is_some() && is_other && self.value_of(*earlier) == Some(observed)
        };
        (0..var.0).map(Var).find(is_equal)
    }

    /// Checks of what inspectors say of a variable after the last statement, most informative first.
    pub(crate) fn inspect(&self, var: Var, interest: &Interest, limit: usize) -> Vec<Check> {
        self.checks_of(self.stable, var, interest, limit)
    }

    /// The same, of these observations only.
    pub(crate) fn checks_of(
        &self,
        observations: &[Observation],
        var: Var,
        interest: &Interest,
        limit: usize,
    ) -> Vec<Check> {
        let mut seen = BTreeSet::new();
        let interest = interest.with_fields(&self.fields_of(var));
        let found = inspectors(observations, var, &interest, self.wide);
        let limit = if self.wide { limit.max(WIDE) } else { limit };
        let checks = found.into_iter().flat_map(|observation| {
            let mut within = self.entries_within(var, observation);
            let whole = self.check_of(var, observation);
            let are_all = matches!(&observation.observed, Observed::Unordered(all) if all.keys.len() == within.len());
            within.extend(whole.filter(|_| !are_all || within.is_empty()));
            within
        });
        checks
            .filter(|check| self.wide || seen.insert(subject_key(&check.access)))
            .take(limit)
            .collect()
    }

    /// What the map that a question gives holds, where it cannot be stated as a whole.
    fn entries_within(&self, var: Var, observation: &Observation) -> Vec<Check> {
        const MOST: usize = 2;
        let ObservedPart::Inspector { method, descriptor } = &observation.subject else {
            return Vec::new();
        };
        let Observed::Unordered(all) = &observation.observed else {
            return Vec::new();
        };
        if self.is_statable(&observation.observed) {
            return Vec::new();
        }
        let asked = MapGetter {
            method: method.clone(),
            descriptor: descriptor.clone(),
        };
        let map = accessed_type(self.cluster, self.ty(var), &asked.access());
        let held = map.map(|map| held_type(self.cluster, &map));
        let stated = entries_of(all).filter_map(|entry| {
            let check = self.entry(var, held.as_ref()?, &[entry])?;
            let Access::Entry(way) = check.access else {
                return None;
            };
            let access = Access::Entry(MapWay {
                asked: Some(asked.clone()),
                ..way
            });
            Some(Check { access, ..check })
        });
        stated.take(if self.wide { WIDE } else { MOST }).collect()
    }

    /// What can be stated of what was observed of a variable.
    fn check_of(&self, var: Var, observation: &Observation) -> Option<Check> {
        let access = match &observation.subject {
            ObservedPart::Inspector { method, descriptor } => Access::Inspector {
                method: method.clone(),
                descriptor: descriptor.clone(),
            },
            ObservedPart::Field { name } => Access::Field(name.clone()),
            ObservedPart::Value | ObservedPart::Interaction { .. } => return None,
        };
        let ty = accessed_type(self.cluster, self.ty(var), &access)?;
        let fact = match self.fact(&ty, &observation.observed)? {
            // How long the text of an object is tells nobody anything.
            Fact::TextLength(_) => self.contained(&observation.observed)?,
            fact => fact,
        };
        let is_steady = !self.hashed.contains(&var) || !may_be_of_hash(&access, &fact);
        let check = Check { var, access, fact };
        (is_steady && !self.compares_with_itself(&check)).then_some(check)
    }

    /// That what the act was given stands in this text.
    fn contained(&self, observed: &Observed) -> Option<Fact> {
        const SHORTEST: usize = 3;
        let Observed::Literal(Literal::Text(text)) = observed else {
            return None;
        };
        let StatementKind::Call { arguments, .. } = &self.statements[self.act].kind else {
            return None;
        };
        let whole = text.to_text();
        let given =
            arguments
                .iter()
                .filter_map(|var| match &self.statements[usize::from(var.0)].kind {
                    StatementKind::Literal(Literal::Text(given)) => Some(given),
                    _ => None,
                });
        let mut given = given.filter(|given| given.0.len() >= SHORTEST);
        let found = given.find(|given| whole.contains(&*given.to_text()));
        found.map(|given| Fact::Contains(given.clone()))
    }

    /// That something which the test says stands in a text that is another one in every run.
    fn said_in(&self, observed: &Observed) -> Option<Fact> {
        let Observed::Literal(Literal::Text(text)) = observed else {
            return None;
        };
        let whole = text.to_text();
        let said = self.texts_said();
        let mut said = said.iter().filter(|said| whole.contains(*said));
        let found = said.next().map(|said| Fact::Contains(said.as_str().into()));
        found.filter(|_| crate::assertions::raised_by::has_identity(&whole))
    }

    /// How a long text begins: its first words.
    fn beginning(&self, var: Var, observed: &Observed) -> Option<Fact> {
        const LONGEST: usize = 60;
        const SHORTEST: usize = 10;
        let Observed::Literal(Literal::Text(text)) = observed else {
            return None;
        };
        let is_string =
            matches!(self.ty(var), JavaType::Class { name, .. } if name == "java.lang.String");
        let whole = text.to_text();
        let end = whole
            .char_indices()
            .nth(LONGEST)
            .map_or(whole.len(), |(at, _)| at);
        let first = &whole[..end];
        let last_word = first.rfind(' ').filter(|at| *at >= SHORTEST);
        let told = &first[..last_word.unwrap_or(end)];
        let is_plain = told.chars().all(|c| c.is_ascii_graphic() || c == ' ');
        let is_steady = !crate::assertions::raised_by::has_identity(told);
        (is_string && is_plain && is_steady).then(|| Fact::StartsWith(told.into()))
    }

    /// The sign of a number that says which of two comes first.
    fn sign(&self, var: Var, observed: &Observed) -> Option<Fact> {
        let Observed::Literal(Literal::Int(number)) = observed else {
            return None;
        };
        let orders = compares_two(self.cluster, &self.statements[usize::from(var.0)].kind);
        let sign = match number {
            0 => return None,
            1.. => Sign::Positive,
            _ => Sign::Negative,
        };
        orders.then_some(Fact::Sign(sign))
    }

    /// Whatever can be stated of a variable's state.
    pub(crate) fn all_checks_of(&self, var: Var) -> Vec<Check> {
        let all = Self {
            wide: true,
            ..*self
        };
        all.checks_of(self.stable, var, &Interest::default(), usize::MAX)
    }

    /// Whatever can be stated of what a map holds for its keys.
    pub(crate) fn all_entries(&self, var: Var) -> Vec<Check> {
        let all = Self {
            wide: true,
            ..*self
        };
        all.entries(var)
    }

    /// Names of the fields that objects of the variable's type are made of.
    fn fields_of(&self, var: Var) -> Vec<String> {
        let mut names = Vec::new();
        for ancestor in ancestors(self.cluster, self.ty(var)) {
            let fields = ancestor
                .class
                .fields
                .iter()
                .filter(|field| !field.modifiers.is_static());
            names.extend(fields.map(|field| field.name.to_lowercase()));
        }
        names
    }

    /// What can be stated of a value of this static type.
    pub(crate) fn fact(&self, ty: &JavaType, observed: &Observed) -> Option<Fact> {
        match observed {
            Observed::Null => Some(Fact::Is(Observed::Null)),
            Observed::Literal(Literal::Class(_))
            | Observed::Object { .. }
            | Observed::Described { .. }
            | Observed::Calls { .. } => None,
            Observed::Value { text, .. } if text.0.len() > LONGEST_TEXT => None,
            Observed::Value { class, .. } if maker(class).is_some() => {
                Some(Fact::Is(observed.clone()))
            }
            Observed::Value { text, .. } => Some(Fact::Text(text.clone())),
            Observed::Literal(Literal::Text(text))
                if crate::assertions::raised_by::has_identity(&text.to_text()) =>
            {
                None
            }
            Observed::Literal(Literal::Text(text)) if text.0.len() > LONGEST_TEXT => {
                let is_text = matches!(ty, JavaType::Class { name, .. }
                    if is_subclass(self.cluster, name, "java.lang.CharSequence") == Some(true));
                is_text.then_some(Fact::TextLength(text.0.len()))
            }
            Observed::Literal(literal) => {
                literal_fits(ty, literal).then(|| Fact::Is(observed.clone()))
            }
            Observed::Constant { class, .. } => self
                .names
                .is_visible(class)
                .then(|| Fact::Is(observed.clone())),
            Observed::Same(other) => {
                let is_earlier = usize::from(other.0) < self.statements.len()
                    && !self.is_void(*other)
                    && self.is_reference(*other);
                is_earlier.then(|| Fact::Is(observed.clone()))
            }
            Observed::Array { length, elements } => {
                let JavaType::Array(element) = ty else {
                    return None;
                };
                let complete = *length as usize == elements.len() && *length > 0;
                if complete && elements.iter().all(|one| self.is_statable_in(element, one)) {
                    Some(Fact::Is(observed.clone()))
                } else {
                    Some(Fact::ArrayLength(*length))
                }
            }
            Observed::Sized { size, elements } => {
                let complete = *size as usize == elements.len() && *size > 0;
                if complete && elements.iter().all(|one| self.is_statable(one)) {
                    Some(Fact::Is(observed.clone()))
                } else {
                    size_fact(self.cluster, ty, *size, false)
                }
            }
            Observed::Unordered(all) => self.unordered_fact(ty, all, observed),
        }
    }

    /// What a set or a map holds; of a map whose values cannot be stated, its keys; else how much it is.
    fn unordered_fact(&self, ty: &JavaType, all: &Unordered, observed: &Observed) -> Option<Fact> {
        let has_keys = is_map(self.cluster, ty) || all.is_map && *ty == JavaType::object();
        if self.is_statable(observed) {
            Some(Fact::Is(observed.clone()))
        } else if has_keys && self.is_statable_set(all.size, &all.keys) {
            Some(Fact::Keys(all.keys.clone()))
        } else {
            size_fact(self.cluster, ty, all.size, all.is_map)
        }
    }

    /// What the map that the variable is holds for each of its first keys, where that can be stated; nothing is said of
    /// other values.
    pub(crate) fn entries(&self, var: Var) -> Vec<Check> {
        const MOST: usize = 3;
        let Some(Observed::Unordered(all)) = self.value_of(var) else {
            return Vec::new();
        };
        let mut stated = Vec::new();
        for entry in entries_of(all) {
            let ty = held_type(self.cluster, self.ty(var));
            stated.extend(self.entry(var, &ty, &[entry]));
            // What an answer carries is a map of its own, beside a code and a message that are always the same.
            let Observed::Unordered(inner) = entry.value else {
                continue;
            };
            if self.is_statable(entry.value) {
                continue;
            }
            let inner = entries_of(inner).filter(|it| *it.value != Observed::Null);
            let object = JavaType::object();
            stated.extend(inner.filter_map(|within| self.entry(var, &object, &[entry, within])));
        }
        let most = if self.wide { WIDE } else { MOST };
        stated.truncate(most);
        stated
    }

    /// What is held on this way through maps, where it can be stated.
    fn entry(&self, var: Var, ty: &JavaType, way: &[MapEntry<'_>]) -> Option<Check> {
        let is_plain = |it: &MapEntry<'_>| {
            matches!(it.key, Observed::Literal(_) | Observed::Constant { .. })
                && self.is_statable(it.key)
        };
        let held = way.last()?.value;
        let is_told = way.iter().all(is_plain) && self.is_statable(held);
        let fact = self.fact(ty, held).filter(|_| is_told)?;
        let keys = way.iter().map(|it| it.key.clone()).collect();
        Some(Check {
            var,
            access: Access::Entry(MapWay { asked: None, keys }),
            fact,
        })
    }

    /// Whether an expression can be written for a set of these.
    fn is_statable_set(&self, size: u32, elements: &[Observed]) -> bool {
        size as usize == elements.len()
            && size > 0
            && elements
                .iter()
                .all(|one| *one != Observed::Null && self.is_statable(one))
    }

    /// Whether an expression can be written for it: there is none for a map of many entries before Java 9.
    fn is_statable_unordered(&self, all: &Unordered) -> bool {
        const MOST_ENTRIES: usize = 10;
        let most = if self.release < 9 { 1 } else { MOST_ENTRIES };
        self.is_statable_set(all.size, &all.keys)
            && (!all.is_map
                || (all.keys.len() <= most && self.is_statable_set(all.size, &all.values)))
    }

    fn is_statable_in(&self, element: &JavaType, observed: &Observed) -> bool {
        match (element, observed) {
            (JavaType::Array(inner), Observed::Array { length, elements }) => {
                *length as usize == elements.len()
                    && elements.iter().all(|one| self.is_statable_in(inner, one))
            }
            (_, Observed::Array { .. }) => false,
            _ => self.is_statable(observed),
        }
    }

    fn is_statable(&self, observed: &Observed) -> bool {
        match observed {
            Observed::Null => true,
            Observed::Literal(literal) => !matches!(literal, Literal::Class(_)),
            Observed::Constant { class, .. } => self.names.is_visible(class),
            Observed::Value { class, text } => {
                maker(class).is_some() && text.0.len() <= LONGEST_TEXT
            }
            Observed::Same(var) => {
                usize::from(var.0) < self.statements.len() && !self.is_void(*var)
            }
            Observed::Sized { size, elements } => {
                *size as usize == elements.len()
                    && *size > 0
                    && elements.iter().all(|one| self.is_statable(one))
            }
            Observed::Unordered(all) => self.is_statable_unordered(all),
            Observed::Array { .. }
            | Observed::Object { .. }
            | Observed::Described { .. }
            | Observed::Calls { .. } => false,
        }
    }
}

/// Whether a call says by the sign of a number which of two comes first: `compareTo`, `compare`.
pub(crate) fn compares_two(cluster: &TestCluster, call: &StatementKind) -> bool {
    let StatementKind::Call {
        callable,
        receiver,
        arguments,
    } = call
    else {
        return false;
    };
    let called = cluster.callable(*callable);
    let is_order = match (&*called.name, receiver, &arguments[..]) {
        ("compareTo" | "compareToIgnoreCase", Some(_), [_]) => true,
        ("compare", _, [one, other]) => one != other || receiver.is_some(),
        _ => false,
    };
    is_order && called.descriptor.ends_with(")I")
}

/// The character that a call read as a number: its name says that it reads, and the test has the character in a text.
pub(crate) fn character_read(
    cluster: &TestCluster,
    statements: &[Statement],
    check: &Check,
) -> Option<u16> {
    const READING: [&str; 5] = ["read", "peek", "next", "codePointAt", "current"];
    let Fact::Is(Observed::Literal(Literal::Int(unit))) = check.fact else {
        return None;
    };
    let unit = u16::try_from(unit).ok();
    let unit = unit.filter(|unit| matches!(unit, 9 | 10 | 13 | 33..127))?;
    // What an escape stands for is not in the text.
    let escape = match unit {
        9 => Some("t"),
        10 => Some("n"),
        13 => Some("r"),
        _ => None,
    };
    let is_escaped = |text: &JavaString| {
        let text = text.to_text();
        escape.is_some_and(|it| text == it || text.contains(&format!("\\{it}")))
    };
    let StatementKind::Call { callable, .. } = &statements[usize::from(check.var.0)].kind else {
        return None;
    };
    let called = cluster.callable(*callable);
    let is_int = *cluster.ty(called.returns) == JavaType::Primitive(Primitive::Int);
    let reads = |verb: &&str| {
        const OF_ONE: [&str; 6] = ["", "Char", "Character", "CodePoint", "Escape", "NextChar"];
        let rest = called.name.strip_prefix(verb);
        rest.is_some_and(|rest| OF_ONE.contains(&rest))
    };
    let is_read = check.access == Access::Value && READING.iter().any(reads);
    let is_there = |it: &Statement| match &it.kind {
        StatementKind::Literal(Literal::Text(text)) => text.0.contains(&unit) || is_escaped(text),
        StatementKind::Literal(Literal::Char(other)) => *other == unit,
        _ => false,
    };
    (is_int && is_read && statements.iter().any(is_there)).then_some(unit)
}

/// Whether it is about a number that may come of a hash code, which may be another one in each process: that itself, or
/// how long a text is that it stands in.
fn may_be_of_hash(access: &Access, fact: &Fact) -> bool {
    const LEAST_HASH: f64 = 100_000.0;
    const LEAST_LENGTH: f64 = 10.0;
    const LENGTHS: [&str; 13] = [
        "size",
        "length",
        "count",
        "position",
        "column",
        "offset",
        "index",
        "width",
        "end",
        "limit",
        "capacity",
        "remaining",
        "total",
    ];
    let is_length = match access {
        Access::Inspector { method, .. } | Access::Field(method) => {
            let lower = method.to_lowercase();
            LENGTHS.iter().any(|end| lower.ends_with(end))
        }
        _ => false,
    };
    let least = if is_length { LEAST_LENGTH } else { LEAST_HASH };
    match fact {
        // What is as short may be a part of it.
        Fact::Is(Observed::Literal(Literal::Byte(_) | Literal::Short(_) | Literal::Char(_)))
        | Fact::TextLength(_)
        | Fact::SizeOfObject { .. } => true,
        Fact::Is(Observed::Literal(literal)) => {
            literal.number().is_some_and(|it| it.abs() >= least)
        }
        _ => false,
    }
}

/// The variables of which something was said that has a hash of identity in it.
pub(crate) fn hashed(observations: &[Observation]) -> BTreeSet<Var> {
    let is_hashed = |one: &&Observation| match &one.observed {
        Observed::Literal(Literal::Text(text)) | Observed::Value { text, .. } => {
            crate::assertions::raised_by::has_identity(&text.to_text())
        }
        _ => false,
    };
    let found = observations.iter().filter(is_hashed);
    found.map(|one| one.var).collect()
}

/// Whether the observed kind of value can be the static type's: a wrapper's value or the primitive itself.
fn literal_fits(ty: &JavaType, literal: &Literal) -> bool {
    let kind = literal.primitive();
    match ty {
        JavaType::Primitive(primitive) => kind == Some(*primitive),
        JavaType::Class { name, .. } => unboxed(name).is_none_or(|one| kind == Some(one)),
        JavaType::Array(_) => false,
        JavaType::Variable(_) | JavaType::Wildcard { .. } => true,
    }
}

/// Whether objects of the class are told apart by `equals` only.
pub(crate) fn is_plain_value(class: &str) -> bool {
    const OTHERS: [&str; 4] = [
        "java.net.URI",
        "java.util.Date",
        "java.util.Locale",
        "java.util.UUID",
    ];
    class.starts_with("java.time.") || class.starts_with("java.math.") || OTHERS.contains(&class)
}

/// What makes a value of the class from its text; none for classes whose values are not told apart by `equals`.
pub(crate) fn maker(class: &str) -> Option<&'static str> {
    VALUE_CLASSES
        .iter()
        .find(|(one, _)| *one == class)
        .map(|(_, maker)| *maker)
}

/// What a map holds for a key.
#[derive(Clone, Copy)]
struct MapEntry<'a> {
    key: &'a Observed,
    value: &'a Observed,
}

/// The entries of a map; none of a set, and of a map of which not all is known.
fn entries_of(all: &Unordered) -> impl Iterator<Item = MapEntry<'_>> {
    let is_known = all.is_map && all.values.len() == all.keys.len();
    let entries = all.keys.iter().zip(&all.values).filter(move |_| is_known);
    entries.map(|(key, value)| MapEntry { key, value })
}

/// `size()` and `isEmpty()` say the same thing twice.
fn subject_key(access: &Access) -> String {
    match access {
        Access::Inspector { method, .. } => match method.as_str() {
            "isEmpty" | "length" | "getLength" | "count" | "getSize" => "size".to_owned(),
            other => other.to_owned(),
        },
        Access::Field(name) => name.clone(),
        Access::Entry(MapWay {
            asked: Some(asked),
            keys,
        }) => format!("{} {keys:?}", asked.method),
        Access::Value | Access::Entry(_) | Access::Interaction { .. } => String::new(),
    }
}

/// How the only element of a list is asked.
pub(crate) const OF_ONLY_ELEMENT: &str = "get(0).";

/// What an element of a list is asked by such a path: `getPrice` of `get(1).getPrice`.
fn asked_of_element(path: &str) -> Option<&str> {
    let (at, asked) = path.strip_prefix("get(")?.split_once(").")?;
    at.parse::<u32>().ok().map(|_| asked)
}

/// What a list is declared to hold.
pub(crate) fn element_type(cluster: &TestCluster, list: &JavaType) -> Option<JavaType> {
    let (ancestor, get) = find_method(cluster, list, "get", "(I)Ljava/lang/Object;")?;
    (!ancestor.is_raw()).then(|| ancestor.resolve(&get.returns))
}

/// The static types of all that a path leads through, `getLines().get(0).getPrice`, the last one's result among them;
/// none where one has no such member.
pub(crate) fn path_types(
    cluster: &TestCluster,
    ty: &JavaType,
    path: &str,
    descriptor: &str,
) -> Option<Vec<JavaType>> {
    let (before, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut types = vec![ty.clone()];
    for step in before.split('.').filter(|step| !step.is_empty()) {
        let now = types.last()?;
        let next = match step.strip_suffix("()") {
            Some(getter) => given_by(cluster, now, getter)?,
            None => element_type(cluster, now)?,
        };
        types.push(next);
    }
    let (ancestor, found) = find_method(cluster, types.last()?, last, descriptor)?;
    let is_open = found.type_parameters.is_empty() && !ancestor.is_raw();
    types.push(if is_open {
        ancestor.resolve(&found.returns)
    } else {
        descriptor_types(descriptor).1
    });
    Some(types)
}

/// What the getter of the type is declared to give.
fn given_by(cluster: &TestCluster, ty: &JavaType, getter: &str) -> Option<JavaType> {
    ancestors(cluster, ty).into_iter().find_map(|ancestor| {
        let mut methods = ancestor.class.methods.iter();
        let found = methods.find(|it| it.name == getter && it.parameters.is_empty())?;
        (!ancestor.is_raw()).then(|| ancestor.resolve(&found.returns))
    })
}

/// The static type of what a map of this type holds.
fn held_type(cluster: &TestCluster, map: &JavaType) -> JavaType {
    let found = find_method(
        cluster,
        map,
        "get",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
    );
    let held = found.filter(|_| is_map(cluster, map));
    let held = held.filter(|(ancestor, _)| !ancestor.is_raw());
    held.map_or_else(JavaType::object, |(ancestor, get)| {
        ancestor.resolve(&get.returns)
    })
}

/// The static type of what a check looks at; none when the static type of the variable has no such member.
pub(crate) fn accessed_type(
    cluster: &TestCluster,
    ty: &JavaType,
    access: &Access,
) -> Option<JavaType> {
    match access {
        Access::Value => Some(ty.clone()),
        Access::Interaction { .. } => None,
        Access::Entry(MapWay { asked, keys }) => {
            let map = match asked {
                Some(asked) => accessed_type(cluster, ty, &asked.access())?,
                None => ty.clone(),
            };
            match &keys[..] {
                [_] => Some(held_type(cluster, &map)),
                _ => Some(JavaType::object()),
            }
        }
        Access::Inspector { method, descriptor } => {
            if let Some(asked) = asked_of_element(method) {
                if asked.contains("().") {
                    return path_types(cluster, ty, method, descriptor)?.pop();
                }
                let element = element_type(cluster, ty)?;
                let (ancestor, found) = find_method(cluster, &element, asked, descriptor)?;
                return Some(ancestor.resolve(&found.returns));
            }
            if method.contains("().get(") || method.starts_with("get().") {
                return path_types(cluster, ty, method, descriptor)?.pop();
            }
            // Of the project's own all types on the way are known; of a library's perhaps not.
            let way =
                path_types(cluster, ty, method, descriptor).filter(|_| method.contains("()."));
            if let Some(mut types) = way {
                return types.pop();
            }
            if let Some((part, _)) = method.split_once("().") {
                let gives =
                    |it: &ExecutableDescription| it.name == part && it.parameters.is_empty();
                let all = ancestors(cluster, ty);
                let has = all.iter().any(|it| it.class.methods.iter().any(gives));
                let held = given_by(cluster, ty, part)?;
                let of = held.class_name().filter(|it| *it != "java.lang.Object")?;
                // Of a class of a library the methods may be unknown.
                let is_apart = cluster.class(of).is_none_or(|it| it.methods.is_empty());
                return (has && is_apart).then(|| descriptor_types(descriptor).1);
            }
            if let Some((ancestor, found)) = find_method(cluster, ty, method, descriptor) {
                let is_generic = !found.type_parameters.is_empty();
                return Some(if is_generic || ancestor.is_raw() {
                    descriptor_types(descriptor).1
                } else {
                    ancestor.resolve(&found.returns)
                });
            }
            (method == "toString").then(|| descriptor_types(descriptor).1)
        }
        Access::Field(name) => ancestors(cluster, ty).into_iter().find_map(|ancestor| {
            let field = ancestor
                .class
                .fields
                .iter()
                .find(|field| field.name == *name)?;
            (!field.modifiers.is_private()).then(|| ancestor.resolve(&field.ty))
        }),
    }
}

/// Whether a value of the type is a map for whoever knows no more of it than the type.
pub(crate) fn is_map(cluster: &TestCluster, ty: &JavaType) -> bool {
    ty.class_name()
        .is_some_and(|name| is_subclass(cluster, name, "java.util.Map") == Some(true))
}

/// How much a collection or map holds, where its type, or that it is no more than an `Object`, lets a test ask.
fn size_fact(cluster: &TestCluster, ty: &JavaType, size: u32, is_map: bool) -> Option<Fact> {
    // Nobody counted so many: what another version of a library, or another machine, has is another number.
    const MOST_COUNTED: u32 = 64;
    if size > MOST_COUNTED {
        return None;
    }
    if has_size(cluster, ty) {
        return Some(Fact::Size(size));
    }
    (*ty == JavaType::object()).then_some(Fact::SizeOfObject { size, is_map })
}

/// Whether a value of the type has `size()` and `isEmpty()` of collections and maps.
pub(crate) fn has_size(cluster: &TestCluster, ty: &JavaType) -> bool {
    let JavaType::Class { name, .. } = ty else {
        return false;
    };
    ["java.util.Collection", "java.util.Map"]
        .iter()
        .any(|root| is_subclass(cluster, name, root) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_the_object_itself_says_nothing_of_it() {
        let own = Var(3);
        let held = |var: Var| {
            Fact::Is(Observed::Sized {
                size: 1,
                elements: vec![Observed::Same(var)],
            })
        };
        assert!(holds(&held(own), own));
        assert!(!holds(&held(Var(2)), own));
        assert!(!holds(&Fact::Is(Observed::Same(own)), own));
    }
}
