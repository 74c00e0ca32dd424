//! What a test can state of the calls on its mocks: takes the calls that were observed, with and without mutants, gives
//! checks; a call that the test itself gave an answer for is told by the answer.

use std::collections::BTreeSet;

use goalline_testcase::{
    ClassDescription, DescribedPart, DoubleStyle, JavaType, Literal, Observation, Observed,
    ObservedPart, Primitive, StatementKind, Var,
};

use crate::{
    assertions::{
        checks::{Access, Check, Fact, Observations, accessed_type, path_types},
        inspectors::{emptiness, first_word},
        killing::MutantRun,
    },
    types::{hierarchy::find_method, signatures::MethodTypes, type_names::without_wildcards},
};

/// Checks of calls that are not chosen by mutants.
const MOST_UNCHOSEN: usize = 2;

/// First words of methods that only ask.
const QUERIES: &[&str] = &[
    "all", "any", "by", "current", "first", "last", "as", "build", "can", "check", "compare",
    "contains", "convert", "count", "exists", "fetch", "find", "format", "get", "has", "is",
    "list", "load", "lookup", "matches", "next", "of", "page", "parse", "peek", "query", "read",
    "resolve", "search", "select", "should", "size", "stream", "supports", "test", "to",
    "validate", "value", "values",
];

/// The lists that are caught, to be told by their elements.
pub(crate) const LIST: &str = "java.util.List";

/// What tells how long they are.
const SIZE: &str = "size";

/// Parts of an object, and of what is in its lists, that are told at most.
const MOST_PARTS: usize = 4;

/// Shortest text of a test that is known again within another one.
pub(crate) const SHORTEST_TEXT: usize = 3;

/// Different calls of one method that are told one by one...
const MOST_DIFFERENT: usize = 3;

/// ...and of one that is told values under names, as a model is.
const MOST_NAMED: usize = 10;

/// Calls of one method of which some are left out where they are too many; of more only the number is told.
const FEW: usize = 4;

/// Whether a call is given a name and a value: `setAttribute("goods", goods)`.
fn is_named_value(arguments: &[Observed]) -> bool {
    matches!(arguments, [Observed::Literal(Literal::Text(_)), _])
}

/// One method of one mock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MockMethod<'a> {
    var: Var,
    name: &'a str,
    descriptor: &'a str,
}

impl<'a> MockMethod<'a> {
    fn of(observation: &'a Observation) -> Option<Self> {
        match &observation.subject {
            ObservedPart::Interaction { method, descriptor } => Some(Self {
                var: observation.var,
                name: method,
                descriptor,
            }),
            _ => None,
        }
    }

    fn access(&self) -> Access {
        Access::Interaction {
            method: self.name.to_owned(),
            descriptor: self.descriptor.to_owned(),
        }
    }
}

/// Times that something is asked at most for a check of that: nobody means the seventh.
const MOST_ASKED: u32 = 2;

/// Times that something is told at most: nobody counts further.
const MOST_TOLD: u32 = 3;

fn is_told_within(most: u32, check: &Check) -> bool {
    !matches!(check.fact, Fact::Called { times, .. } if times > most)
}

impl Observations<'_> {
    /// Checks of the calls that the act made on mocks, those that change something first.
    pub(crate) fn interactions(&self) -> Vec<Check> {
        if !self.may_verify {
            return Vec::new();
        }
        let is_new = |one: &&Observation| !self.before.contains(one);
        let mut changing = Vec::new();
        let mut asking = Vec::new();
        for observation in self.stable.iter().filter(is_new) {
            let Some(method) = MockMethod::of(observation) else {
                continue;
            };
            if !self.is_visible_mock(&method) {
                continue;
            }
            let mut checks = self.calls_told(&method, &observation.observed);
            if self.is_answered(&method) {
                // That it was asked the answer tells; what it was told of an object made inside nothing else does:
                // which rows a query is for.
                checks.retain(is_caught);
            }
            if self.changes(&method) {
                checks.retain(|check| is_told_within(MOST_TOLD, check));
                changing.extend(checks);
            } else if !is_getter(&method) {
                // That a property was looked at is nobody's business.
                checks.retain(|check| is_told_within(MOST_ASKED, check));
                asking.extend(checks);
            }
        }
        if self.wide {
            changing.extend(asking);
        } else {
            changing.truncate(MOST_UNCHOSEN);
        }
        changing.extend(self.asked_once());
        changing
    }

    /// Checks that a mock was asked by the first of two like calls alone: the answer is the same either way.
    fn asked_once(&self) -> Vec<Check> {
        if !self.is_repeated() {
            return Vec::new();
        }
        let kept = self.stable.iter().filter(|one| self.before.contains(one));
        kept.filter_map(|one| Some((MockMethod::of(one)?, &one.observed)))
            .filter(|(method, observed)| {
                let is_one = matches!(observed, Observed::Calls { count: 1, .. });
                is_one && self.is_answered(method) && self.is_visible_mock(method)
            })
            .flat_map(|(method, observed)| self.calls_told(&method, observed))
            .collect()
    }

    /// Whether the act was done just so before.
    fn is_repeated(&self) -> bool {
        let act = &self.statements[self.act].kind;
        let has_receiver = matches!(
            act,
            StatementKind::Call {
                receiver: Some(_),
                ..
            }
        );
        let is_equal = |var: &Var, other: &Var| {
            let kind = |var: &Var| &self.statements[usize::from(var.0)].kind;
            var == other
                || matches!(kind(var), StatementKind::Literal(_)) && kind(var) == kind(other)
        };
        let is_alike = |one: &StatementKind| match (one, act) {
            (
                StatementKind::Call {
                    callable,
                    receiver,
                    arguments,
                },
                StatementKind::Call {
                    callable: same,
                    receiver: on,
                    arguments: given,
                },
            ) => {
                callable == same
                    && receiver == on
                    && arguments
                        .iter()
                        .zip(given.iter())
                        .all(|(one, other)| is_equal(one, other))
            }
            _ => false,
        };
        has_receiver
            && self.statements[..self.act]
                .iter()
                .any(|one| is_alike(&one.kind))
    }

    /// Checks that methods of mocks are never called which a mutant called.
    pub(crate) fn calls_of_mutants(&self, runs: &[&MutantRun<'_>]) -> Vec<Check> {
        if !self.may_verify {
            return Vec::new();
        }
        let is_made = |method: &MockMethod<'_>| {
            self.observed
                .iter()
                .filter_map(MockMethod::of)
                .any(|one| one == *method)
        };
        let made_there = runs.iter().flat_map(|run| run.observations);
        let methods: BTreeSet<MockMethod<'_>> = made_there
            .filter_map(MockMethod::of)
            // What is answered and never asked stands in no test.
            .filter(|method| !is_made(method))
            .filter(|method| self.is_worth_telling(method) && self.changes(method))
            .collect();
        let never = |method: MockMethod<'_>| Check {
            var: method.var,
            access: method.access(),
            fact: Fact::Called {
                times: 0,
                arguments: None,
            },
        };
        methods.into_iter().map(never).collect()
    }

    /// One check per list of arguments; one for all where these are many or none is known.
    fn calls_told(&self, method: &MockMethod<'_>, observed: &Observed) -> Vec<Check> {
        let Observed::Calls { count, arguments } = observed else {
            return Vec::new();
        };
        let check = |times: u32, arguments: Option<Vec<Observed>>| Check {
            var: method.var,
            access: method.access(),
            fact: Fact::Called { times, arguments },
        };
        let told: Vec<Vec<Observed>> = arguments
            .iter()
            .map(|one| {
                let all = one.iter().enumerate().map(|(at, value)| match value {
                    // What is caught of one call cannot be told from what is caught of others.
                    Observed::Described { class, parts } if *count == 1 => {
                        let ty = self.caught_type(method, at, class);
                        let told = ty.and_then(|ty| self.described(&ty, class, parts));
                        told.unwrap_or_else(untold)
                    }
                    Observed::Sized { .. } if !self.takes_any_list(method, at) => untold(),
                    value => self.told(value),
                });
                all.collect()
            })
            .collect();
        let mut different: Vec<&Vec<Observed>> = Vec::new();
        for one in &told {
            if !different.contains(&one) {
                different.push(one);
            }
        }
        let is_all = told.len() == *count as usize;
        if different.len() > 1 {
            // An argument that cannot be stated would stand for those of the other calls as well.
            different.retain(|one| !one.iter().any(is_untold));
        }
        if !is_all || different.is_empty() {
            return vec![check(*count, None)];
        }
        let most = if different.iter().all(|one| is_named_value(one)) {
            MOST_NAMED
        } else {
            MOST_DIFFERENT
        };
        if different.len() > most && told.len() > FEW {
            return vec![check(*count, None)];
        }
        let times = |one: &Vec<Observed>| told.iter().filter(|other| *other == one).count();
        different
            .into_iter()
            .take(most)
            .map(|one| check(times(one) as u32, Some(one.clone())))
            .collect()
    }

    /// What a captor of the argument is declared for: the class, or the list that the method takes.
    fn caught_type(&self, method: &MockMethod<'_>, at: usize, class: &str) -> Option<JavaType> {
        if class == LIST {
            let taken = self.taken(method, at).filter(|_| self.catches_lists)?;
            return list_caught(&taken).filter(|_| self.is_of_named(&taken));
        }
        let is_plain = |it: &&ClassDescription| it.type_parameters.is_empty();
        let is_named = self.names.is_visible(class);
        let found = self.cluster.class(class).filter(is_plain);
        found.filter(|_| is_named).map(|_| JavaType::class(class))
    }

    /// What the method is declared to take at this place.
    fn taken(&self, method: &MockMethod<'_>, at: usize) -> Option<JavaType> {
        let ty = self.ty(method.var);
        let (ancestor, found) = find_method(self.cluster, ty, method.name, method.descriptor)?;
        MethodTypes::of(&ancestor, found)
            .parameters
            .get(at)
            .cloned()
    }

    /// Whether any list will do at this place: a test writes the usual one.
    fn takes_any_list(&self, method: &MockMethod<'_>, at: usize) -> bool {
        self.taken(method, at).is_some_and(|ty| is_of_any_list(&ty))
    }

    /// Whether a test can name what a list is of.
    fn is_of_named(&self, list: &JavaType) -> bool {
        let mut named = element_of(list).into_iter();
        named.any(|of| of.class_name().is_some_and(|it| self.names.is_visible(it)))
    }

    /// The object of this type by the few parts of it that say something and that a test can state.
    fn described(&self, ty: &JavaType, class: &str, parts: &[DescribedPart]) -> Option<Observed> {
        let is_statable = |part: &&DescribedPart| {
            let access = Access::Inspector {
                method: part.method.clone(),
                descriptor: part.descriptor.clone(),
            };
            let is_flag = part.method.contains(").") && part.descriptor == "()Z";
            let way = path_types(self.cluster, ty, &part.method, &part.descriptor);
            let is_quiet = way.as_ref().is_some_and(|types| self.is_quiet(types, part));
            let ty = accessed_type(self.cluster, ty, &access);
            let fact = ty.and_then(|ty| self.fact(&ty, &part.observed));
            let is_open = way.is_some_and(|types| {
                let mut classes = types[..types.len() - 1].iter();
                classes.all(|it| {
                    it.class_name()
                        .is_some_and(|name| self.names.is_visible(name))
                })
            });
            says_something(part)
                && !is_flag
                && is_open
                && is_quiet
                && matches!(fact, Some(Fact::Is(_)))
        };
        let (of_elements, own): (Vec<_>, Vec<_>) = parts
            .iter()
            .filter(is_statable)
            .cloned()
            .partition(|part| part.method.contains(")."));
        let mut told = self.most_telling(own);
        told.extend(self.telling_elements(of_elements));
        // How long a list is says nothing of what is in it.
        let is_enough = told.iter().any(|part| part.method != SIZE);
        is_enough.then(|| Observed::Described {
            class: class.to_owned(),
            parts: told,
        })
    }

    /// Whether the question for the part declares no exception: a test that asks it would have to, too. `types` are
    /// those on the way.
    fn is_quiet(&self, types: &[JavaType], part: &DescribedPart) -> bool {
        let name = part.method.rsplit('.').next().unwrap_or(&part.method);
        let asked = types.iter().rev().nth(1);
        let found = asked.and_then(|ty| find_method(self.cluster, ty, name, &part.descriptor));
        found.is_some_and(|(_, method)| method.throws.is_empty())
    }

    /// Of many parts those that say what the test says, then texts and objects, in the order that they have.
    fn most_telling(&self, parts: Vec<DescribedPart>) -> Vec<DescribedPart> {
        let is_said = |part: &DescribedPart| {
            let mut all = (0..self.statements.len()).map(|at| Var(at as u16));
            all.any(|var| self.is_seen_in(var, &part.observed))
        };
        let rank = |part: &DescribedPart| match &part.observed {
            _ if is_said(part) => 0,
            Observed::Literal(Literal::Text(_)) | Observed::Same(_) | Observed::Constant { .. } => {
                1
            }
            Observed::Sized { .. } | Observed::Unordered(_) => 3,
            _ => 2,
        };
        let mut ranked: Vec<(usize, DescribedPart)> = parts.into_iter().enumerate().collect();
        ranked.sort_by_key(|(_, part)| rank(part));
        ranked.truncate(MOST_PARTS);
        ranked.sort_by_key(|(at, _)| *at);
        ranked.into_iter().map(|(_, part)| part).collect()
    }

    /// Of many parts of elements those of elements that say what the test says, then the others, in their order.
    fn telling_elements(&self, parts: Vec<DescribedPart>) -> Vec<DescribedPart> {
        let element = |part: &DescribedPart| part.method.rfind('.').map_or(0, |dot| dot);
        let texts: Vec<String> = self
            .statements
            .iter()
            .filter_map(|it| match &it.kind {
                StatementKind::Literal(Literal::Text(text)) => Some(text.to_text()),
                _ => None,
            })
            .filter(|text| text.chars().count() >= SHORTEST_TEXT)
            .collect();
        let is_said = |part: &DescribedPart| {
            let mut all = (0..self.statements.len()).map(|at| Var(at as u16));
            all.any(|var| self.is_seen_in(var, &part.observed))
                || matches!(&part.observed, Observed::Literal(Literal::Text(seen))
                    if texts.iter().any(|text| seen.to_text().contains(text)))
        };
        let telling: BTreeSet<String> = parts
            .iter()
            .filter(|part| is_said(part))
            .map(|part| part.method[..element(part)].to_owned())
            .collect();
        let mut ranked: Vec<(usize, DescribedPart)> = parts.into_iter().enumerate().collect();
        ranked.sort_by_key(|(_, part)| !telling.contains(&part.method[..element(part)]));
        ranked.truncate(MOST_PARTS);
        ranked.sort_by_key(|(at, _)| *at);
        ranked.into_iter().map(|(_, part)| part).collect()
    }

    /// The argument as far as a test can state it.
    fn told(&self, observed: &Observed) -> Observed {
        let is_told = match observed {
            Observed::Null | Observed::Literal(_) | Observed::Value { .. } => true,
            Observed::Constant { class, .. } => self.names.is_visible(class),
            Observed::Same(other) => {
                usize::from(other.0) < self.statements.len()
                    && !self.is_void(*other)
                    && self.is_reference(*other)
            }
            Observed::Array { elements, .. } => !elements.iter().any(is_untold),
            Observed::Sized { size, elements } => {
                let is_whole = *size > 0 && elements.len() == *size as usize;
                is_whole && elements.iter().all(|one| !is_untold(&self.told(one)))
            }
            _ => false,
        };
        if is_told { observed.clone() } else { untold() }
    }

    /// Whether so many of these calls had the arguments, an untold one being any.
    pub(crate) fn were_called(&self, check: &Check) -> bool {
        let Fact::Called { times, arguments } = &check.fact else {
            return false;
        };
        let subject = check.access.subject();
        let found = self
            .stable
            .iter()
            .find(|one| one.var == check.var && one.subject == subject);
        let Some(Observed::Calls {
            count,
            arguments: seen,
        }) = found.map(|one| &one.observed)
        else {
            return *times == 0;
        };
        let (Some(stated), true) = (arguments, seen.len() == *count as usize) else {
            return count == times;
        };
        let is_like = |one: &&Vec<Observed>| {
            one.len() == stated.len()
                && stated
                    .iter()
                    .zip(one.iter())
                    .all(|(stated, seen)| is_untold(stated) || is_so(stated, seen))
        };
        seen.iter().filter(is_like).count() == *times as usize
    }

    /// Whether the method can be named, and the test says no answer for it, or it changes something.
    fn is_worth_telling(&self, method: &MockMethod<'_>) -> bool {
        let is_told = self.changes(method) || !self.is_answered(method);
        is_told && self.is_visible_mock(method)
    }

    /// Whether it is a method of a mock that a test can name.
    fn is_visible_mock(&self, method: &MockMethod<'_>) -> bool {
        let statement = self.statements.get(usize::from(method.var.0));
        let is_mock = statement.is_some_and(|it| {
            matches!(&it.kind, StatementKind::TestDouble { style, .. } if *style == DoubleStyle::Mock)
        });
        if !is_mock {
            return false;
        }
        let ty = self.ty(method.var);
        let found = find_method(self.cluster, ty, method.name, method.descriptor);
        found.is_some_and(|(_, one)| {
            one.modifiers.is_public() && !one.modifiers.is_final() && !one.modifiers.is_static()
        })
    }

    /// Whether the test says an answer for it.
    fn is_answered(&self, method: &MockMethod<'_>) -> bool {
        let answers = match &self.statements[usize::from(method.var.0)].kind {
            StatementKind::TestDouble { answers, .. } => answers.as_slice(),
            _ => &[],
        };
        let mut answers = answers.iter();
        answers.any(|one| *one.method == *method.name && *one.descriptor == *method.descriptor)
    }

    /// Whether the check says that a call was made which changes something, as far as its name and result tell: that
    /// the call can be lost is known without a run.
    pub(crate) fn tells_change(&self, check: &Check) -> bool {
        let (Access::Interaction { method, descriptor }, Fact::Called { times: 1.., .. }) =
            (&check.access, &check.fact)
        else {
            return false;
        };
        let method = MockMethod {
            var: check.var,
            name: method,
            descriptor,
        };
        self.changes(&method)
    }

    fn changes(&self, method: &MockMethod<'_>) -> bool {
        self.gives_nothing(method) || !QUERIES.contains(&first_word(method.name))
    }

    fn gives_nothing(&self, method: &MockMethod<'_>) -> bool {
        let ty = self.ty(method.var);
        find_method(self.cluster, ty, method.name, method.descriptor)
            .is_some_and(|(_, one)| one.returns == JavaType::Primitive(Primitive::Void))
    }
}

/// Whether it only gives a property: `getStatusManager()`.
fn is_getter(method: &MockMethod<'_>) -> bool {
    let verb = first_word(method.name);
    method.descriptor.starts_with("()") && matches!(verb, "get" | "is" | "has")
}

/// Whether a value of the type may be any list.
pub(crate) fn is_of_any_list(ty: &JavaType) -> bool {
    matches!(
        ty.class_name(),
        Some("java.util.List" | "java.util.Collection" | "java.lang.Iterable" | "java.lang.Object")
    )
}

/// The list that a captor is declared for where a method takes a list, or no more than something of several elements:
/// of `Iterable<? extends Pen>` it is `List<Pen>`, whose elements can be asked for by their places.
pub(crate) fn list_caught(taken: &JavaType) -> Option<JavaType> {
    is_of_any_list(taken)
        .then(|| element_of(taken))
        .flatten()
        .map(|element| JavaType::Class {
            name: LIST.to_owned(),
            arguments: vec![element],
        })
}

/// The class that the elements of something with one plain type argument have.
fn element_of(taken: &JavaType) -> Option<JavaType> {
    let JavaType::Class { arguments, .. } = without_wildcards(taken) else {
        return None;
    };
    match arguments.as_slice() {
        [element @ JavaType::Class { arguments, .. }] if arguments.is_empty() => {
            Some(element.clone())
        }
        _ => None,
    }
}

/// What stands for an argument that a test cannot state.
fn untold() -> Observed {
    Observed::Object {
        class: String::new(),
    }
}

/// Whether the check tells an argument by its parts.
fn is_caught(check: &Check) -> bool {
    let is_by_parts = |one: &Observed| matches!(one, Observed::Described { .. });
    matches!(&check.fact, Fact::Called { arguments: Some(all), .. } if all.iter().any(is_by_parts))
}

/// Whether what is stated of an argument holds of what was seen.
fn is_so(stated: &Observed, seen: &Observed) -> bool {
    match (stated, seen) {
        (
            Observed::Described { class, parts },
            Observed::Described {
                class: other,
                parts: all,
            },
        ) => class == other && parts.iter().all(|part| all.contains(part)),
        _ => stated == seen,
    }
}

/// Whether the part is not what a new object has anyway.
fn says_something(part: &DescribedPart) -> bool {
    let is_set = match &part.observed {
        Observed::Literal(_) if part.method == SIZE => true,
        Observed::Literal(Literal::Text(_)) => false,
        Observed::Literal(_) => part.descriptor.starts_with("()Ljava/lang/"),
        Observed::Same(_) => true,
        _ => false,
    };
    is_set || emptiness(&part.observed) == Some(0)
}

fn is_untold(observed: &Observed) -> bool {
    matches!(
        observed,
        Observed::Object { .. } | Observed::Literal(Literal::Class(_))
    )
}
