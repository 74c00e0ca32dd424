//! What a test shows in words for its name: takes the act and its checks, gives `ReturnsThree`, `LeavesCartEmpty`,
//! `HasNoItems`.

pub(crate) mod command_words;
mod effect_words;
mod lookup_words;

use std::collections::BTreeMap;

use goalline_testcase::{
    CallableKind, JavaString, JavaType, Literal, Observation, Observed, ObservedPart, Primitive,
    Statement, StatementKind, Var, is_stock_text, name_words, printed_to,
};

use self::command_words::{CommandName, attribute_words, command_of, command_words};
use crate::{
    assertions::{
        checks::{
            Access, Check, Fact, MapWay, OF_ONLY_ELEMENT, Sign, character_read, element_type,
        },
        facts::Facts,
        inspectors::{Interest, first_word, property, property_told_by},
        interactions::LIST,
    },
    naming::{
        answer_words::source_of,
        condition_words::{states_a_verb, verb_statement},
        contracts::collections::contract_noun,
        receiver_words::{MAKING, calls_on_receiver},
        relation_words::{
            char_relation, given_before, given_to_maker, number_given, text_relation,
        },
        value_words::{
            char_words, constant_words, count_words, elements_words, few_elements_words,
            is_name_of_constant, is_some_large_number, keys_words, literal_words, number_words,
            observed_words, plain_text_words, redirect_words, sentence_words, text_words,
            told_text_words,
        },
    },
    types::{
        hierarchy::{ancestors, find_method},
        type_names::simple_name,
        variables::{capitalised, decapitalised, plural, says_something},
    },
};

/// `Null` of `[null]`, `Hello` of `["hello"]`: what a container's text says that it holds, where that is one word.
fn only_element(text: &JavaString) -> Option<String> {
    let text = text.to_text();
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let word = inner.trim_matches('"');
    let is_word = !word.is_empty() && word.len() <= 20 && word.chars().all(char::is_alphanumeric);
    is_word.then(|| capitalised(word))
}

/// How a result is told that a collaborator gave.
const RESULT_OF: &str = "ReturnsResultOf";

/// Whether it is the result of a command: `ResultOfInsert`.
fn is_of_command(told: &str) -> bool {
    let method = told.strip_prefix("ResultOf").map(decapitalised);
    method.is_some_and(|method| command_of(&method).is_some())
}

/// What is said of a constructor of whose object nothing else is known.
pub(crate) const CREATES: &str = "CreatesInstance";

/// Outcomes that only say that it went well.
const WELL: [&str; 6] = [
    "ReturnsNoContent",
    "ReturnsOk",
    "ReturnsStatusCreated",
    "ReturnsStatusNoContent",
    "ReturnsStatusOk",
    "ReturnsSuccess",
];

/// Whether the check says that a call was made.
fn is_made(check: &Check) -> bool {
    matches!(check.fact, Fact::Called { times, .. } if times > 0)
}

impl Facts<'_> {
    /// What the first assertion says; where that is the answer to a command, what came of the command.
    pub(crate) fn outcome(&self) -> String {
        let outcome = self.first_outcome();
        let effect = self.effect(&outcome);
        effect
            .or_else(|| self.looked_up_by(&outcome))
            .or_else(|| self.what_was_given(&outcome))
            .or_else(|| self.effect_beside_success(&outcome))
            .unwrap_or(outcome)
    }

    /// What a collaborator was told, where the result only says that this went well: of `delete` that answers with
    /// success everybody wants to know what is gone. That a call of the same name was made is no other effect.
    fn effect_beside_success(&self, outcome: &str) -> Option<String> {
        if !WELL.contains(&outcome) {
            return None;
        }
        let own = self.callable().map(|(callable, ..)| &callable.name)?;
        let made = self.checks.iter().filter(|check| match &check.access {
            Access::Interaction { method, .. } => is_made(check) && method != own,
            _ => false,
        });
        let mut commands = made.filter_map(|check| self.command_outcome(check));
        commands.next().or_else(|| self.carried())
    }

    /// Where what came out is a collaborator's answer, the method that gave it, or that it was found, in words.
    pub(crate) fn source_of_result(&self) -> Option<String> {
        let mut outcome = self.first_outcome();
        if WELL.contains(&outcome.as_str())
            && let Some(object) = self.carried_object()
        {
            outcome = format!("Returns{}", self.same_words(object));
        }
        let found = outcome.strip_prefix("ReturnsFound");
        let found = found.map(|noun| format!("{noun}IsFound"));
        found.or_else(|| outcome.strip_prefix(RESULT_OF).map(str::to_owned))
    }

    /// The class of what the act gives, where the first assertion looks at that and it is one of the project.
    pub(crate) fn class_of_result(&self) -> Option<String> {
        let check = self
            .told()
            .filter(|check| usize::from(check.var.0) == self.act)
            .filter(|check| check.fact != Fact::Is(Observed::Null))?;
        let class = self.cluster.ty(self.statements[self.act].ty).class_name()?;
        (!class.starts_with("java.")).then(|| self.type_word(check.var))
    }

    fn first_outcome(&self) -> String {
        let Some(check) = self.told() else {
            return "DoesNotThrow".to_owned();
        };
        let is_of_act = usize::from(check.var.0) == self.act;
        if is_of_act && let Some(told) = self.told_outcome(check) {
            return told;
        }
        if is_of_act && let Some(answer) = self.answer_words(check) {
            return format!("Returns{answer}");
        }
        if let Some(unit) = character_read(self.cluster, self.statements, check) {
            return format!("Returns{}", char_words(unit));
        }
        match &check.access {
            Access::Value if is_of_act && self.is_map_of_project(check) => {
                let kind = self
                    .only_kind(check.var)
                    .map(|kind| format!("Returns{kind}"));
                let command = self.commands_made().next().or(kind);
                command.unwrap_or_else(|| format!("Returns{}", self.type_word(check.var)))
            }
            Access::Value if is_of_act => match contract_noun(self) {
                Some(noun) => format!("Returns{noun}"),
                None => self.result_outcome(&check.fact),
            },
            Access::Value => self.change_words(check),
            Access::Entry(way) => self.entry_outcome(check, way),
            // A page is its view, whatever the object is that says so.
            Access::Inspector { method, .. } if is_of_act && method == "getViewName" => {
                self.result_outcome(&check.fact)
            }
            Access::Inspector { method, .. } => self.state_outcome(check, method, is_of_act),
            Access::Field(name) => self.state_outcome(check, name, is_of_act),
            Access::Interaction { method, .. } => self.call_outcome(check, method),
        }
    }

    /// `CallsSave`, `DoesNotCallSave`; `DelegatesToFilter` of a call of the same name.
    fn call_outcome(&self, check: &Check, method: &str) -> String {
        let is_none = matches!(check.fact, Fact::Called { times: 0, .. });
        let is_same = self
            .callable()
            .is_some_and(|(callable, ..)| callable.name == method);
        match (is_none, is_same) {
            (true, _) => format!("DoesNotCall{}", capitalised(method)),
            (false, true) => format!("DelegatesTo{}", self.role_of(check.var)),
            (false, false) => self
                .command_outcome(check)
                .unwrap_or_else(|| format!("Calls{}", capitalised(method))),
        }
    }

    /// `SavesOwner` of a mock that is told `save(owner)`.
    fn command_outcome(&self, check: &Check) -> Option<String> {
        let Access::Interaction { method, descriptor } = &check.access else {
            return None;
        };
        let given = match &check.fact {
            Fact::Called { arguments, .. } => arguments.as_deref(),
            _ => None,
        };
        if let Some(words) = attribute_words(method, given) {
            return Some(words);
        }
        let noun_of = |class: &str| self.noun_of(class);
        command_words(method, descriptor, given, noun_of, |seen| match seen {
            Observed::Same(var) => Some(self.word_of_given(*var)),
            Observed::Described { class, .. } if class != LIST => Some(self.noun_of(class)),
            Observed::Object { .. } | Observed::Described { .. } => self.held_by_given(check),
            _ => None,
        })
        .or_else(|| self.command_by_parameter(check))
    }

    /// What a command was told of where that is a text or a number, or a row of these: as its parameter is called,
    /// `DeletesKey`.
    fn command_by_parameter(&self, check: &Check) -> Option<String> {
        let Access::Interaction { method, descriptor } = &check.access else {
            return None;
        };
        let Fact::Called {
            arguments: Some(given),
            ..
        } = &check.fact
        else {
            return None;
        };
        let is_one = match &given[..] {
            [Observed::Literal(_)] => false,
            [Observed::Array { elements, .. }] => {
                let is_plain = |it: &Observed| matches!(it, Observed::Literal(_));
                let is_row = !elements.is_empty() && elements.iter().all(is_plain);
                is_row.then_some(elements.len() == 1)?
            }
            _ => return None,
        };
        let command = command_of(method).filter(CommandName::is_bare)?;
        let ty = self
            .cluster
            .ty(self.statements[usize::from(check.var.0)].ty);
        let (_, called) = find_method(self.cluster, ty, method, descriptor)?;
        let [name] = &called.parameter_names[..] else {
            return None;
        };
        let singular = name.strip_suffix('s').filter(|_| is_one);
        let noun = capitalised(singular.unwrap_or(name));
        says_something(name).then(|| format!("{}{noun}", command.third))
    }

    /// What an object that the act hands on is called: where only the JDK knows its class, as the act's parameter is.
    fn word_of_given(&self, var: Var) -> String {
        let class = self.cluster.ty(self.statements[usize::from(var.0)].ty);
        let is_of_jdk = class.class_name().is_none_or(|it| it.starts_with("java."));
        let parameter = self.callable().and_then(|(callable, _, given)| {
            let position = given.iter().position(|it| *it == var)?;
            callable.parameter_names.get(position)
        });
        let name = parameter.filter(|name| is_of_jdk && says_something(name));
        name.map_or_else(|| self.type_word(var), |name| capitalised(name))
    }

    /// What collaborators were told, in the order of the checks.
    fn commands_made(&self) -> impl Iterator<Item = String> {
        let made = self.checks.iter().filter(|check| is_made(check));
        made.filter_map(|check| self.command_outcome(check))
    }

    /// What collaborators were told beside what the name tells of the result: `InsertsList`.
    pub(crate) fn other_commands(&self) -> Vec<String> {
        let outcome = self.first_outcome();
        let is_told = |method: &str| outcome.ends_with(&capitalised(method));
        let of_calls = self.checks.iter().filter_map(|check| match &check.access {
            Access::Interaction { method, .. } if !is_told(method) && is_made(check) => {
                self.command_outcome(check)
            }
            _ => None,
        });
        of_calls.collect()
    }

    /// What an object is called by whoever takes it: by the constructor that it was given, else by its type.
    fn role_of(&self, var: Var) -> String {
        let names = self.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => {
                let position = arguments.iter().position(|one| *one == var)?;
                self.cluster
                    .callable(*callable)
                    .parameter_names
                    .get(position)
            }
            _ => None,
        });
        let mut names = names.filter(|name| says_something(name));
        let name = names.next().map(|name| capitalised(name));
        name.unwrap_or_else(|| self.type_word(var))
    }

    /// What the factory of an answer calls it, where the result is an object of which only a part can be told:
    /// `NotFound`.
    fn answer_words(&self, check: &Check) -> Option<String> {
        const DOING: [&str; 16] = [
            "apply", "collect", "concat", "convert", "filter", "find", "format", "has", "is",
            "join", "map", "max", "merge", "min", "status", "stream",
        ];
        let factory = self.answered.filter(|it| {
            let verb = first_word(it);
            !MAKING.contains(&verb) && !DOING.contains(&verb) && !self.asks_how_it_went(it)
        })?;
        let is_part = match &check.access {
            Access::Entry(_) | Access::Inspector { .. } | Access::Field(_) => true,
            Access::Value => {
                matches!(check.fact, Fact::NotNull | Fact::InstanceOf(_))
                    || self.is_map_of_project(check)
            }
            Access::Interaction { .. } => false,
        };
        let made = ["gen", "generate"].iter().find_map(|verb| {
            let rest = factory.strip_prefix(verb)?;
            rest.starts_with(char::is_uppercase).then_some(rest)
        });
        is_part.then(|| capitalised(made.unwrap_or(factory)))
    }

    /// Whether the factory of an answer is told how it went: `Result.judge(isSaved)` gives one kind or the other.
    fn asks_how_it_went(&self, factory: &str) -> bool {
        let result = self.cluster.ty(self.statements[self.act].ty).class_name();
        let class = result.and_then(|class| self.cluster.class(class));
        let methods = class.into_iter().flat_map(|class| &class.methods);
        let mut called = methods.filter(|it| it.name == factory).peekable();
        let truth = JavaType::Primitive(Primitive::Boolean);
        called.peek().is_some() && called.all(|it| it.parameters.contains(&truth))
    }

    /// Whether the check says what an object of the project holds that is a map: people think of what the object is.
    fn is_map_of_project(&self, check: &Check) -> bool {
        let is_map = match &check.fact {
            Fact::Is(Observed::Unordered(all)) => all.is_map,
            Fact::Keys(_) | Fact::SizeOfObject { .. } => true,
            _ => false,
        };
        let class = self.class_of(check.var).unwrap_or("java.");
        is_map && !class.starts_with("java.")
    }

    /// What an object says that it is, where it says that of one thing alone: `Error` of `isError()`.
    fn only_kind(&self, object: Var) -> Option<String> {
        let told = self.seen.iter().filter(|it| {
            it.var == object && it.observed == Observed::Literal(Literal::Boolean(true))
        });
        let mut kinds = told.filter_map(|it| match &it.subject {
            ObservedPart::Inspector { method, .. } if method != "isEmpty" => {
                let kind = method.strip_prefix("is")?;
                kind.starts_with(char::is_uppercase)
                    .then(|| kind.to_owned())
            }
            _ => None,
        });
        kinds.next().filter(|_| kinds.next().is_none())
    }

    fn class_of(&self, var: Var) -> Option<&str> {
        let ty = self.statements[usize::from(var.0)].ty;
        self.cluster.ty(ty).class_name()
    }

    /// `SetsDelay`, `AddsToListeners`: what a call told, where the act only reads that.
    fn told_outcome(&self, check: &Check) -> Option<String> {
        let told = self.told_call()?;
        let (reading, ..) = self.callable()?;
        let property = capitalised(&property(&reading.name));
        if check.access != Access::Value {
            return None;
        }
        let is_given = |var: &Var| match (&check.fact, &self.statements[usize::from(var.0)].kind) {
            (Fact::Is(Observed::Same(same)), _) => same == var,
            (Fact::Is(Observed::Literal(seen)), StatementKind::Literal(given)) => {
                seen == given && !matches!(seen, Literal::Boolean(_))
            }
            _ => false,
        };
        if told.arguments.iter().any(is_given) {
            return Some(format!("Sets{property}"));
        }
        Some(match held(&check.fact) {
            Some(0) => format!("Empties{property}"),
            Some(_) => format!("AddsTo{property}"),
            None => {
                let words = self.result_outcome(&check.fact);
                let value = words.strip_prefix("Returns").unwrap_or_default();
                let is_told = matches!(
                    &check.fact,
                    Fact::Is(Observed::Literal(_) | Observed::Constant { .. })
                ) && !value.is_empty()
                    && !is_unreadable(value);
                if is_told {
                    format!("Sets{property}To{value}")
                } else {
                    format!("Sets{property}")
                }
            }
        })
    }

    /// Whether the outcome says which property of the object came out: then which object it is says nothing.
    pub(crate) fn gives_a_property(&self) -> bool {
        let of_act =
            |check: &&Check| check.access == Access::Value && usize::from(check.var.0) == self.act;
        let told = self.told().filter(of_act).map(|check| &check.fact);
        matches!(told, Some(Fact::Is(Observed::Literal(Literal::Text(text))))
            if self.property_that_is(text).is_some())
    }

    /// Whether the outcome says so little that inputs have to stand beside it: a long text, some number.
    pub(crate) fn says_little(&self) -> bool {
        const VAGUE: [&str; 4] = ["LongString", "PositiveNumber", "NegativeNumber", "String"];
        let is_vague = |check: &Check| VAGUE.contains(&self.fact_words(&check.fact).as_str());
        // `ReturnsOk` says what a text of Chinese does not.
        let is_told = |check: &&Check| {
            usize::from(check.var.0) == self.act && self.answer_words(check).is_some()
        };
        self.thrown.is_none()
            && self
                .told()
                .filter(|check| !is_told(check))
                .is_some_and(is_vague)
    }

    /// The check that the name tells: that a call gives its receiver is the least that can be said of it.
    fn told(&self) -> Option<&Check> {
        let interest = self.callable().map(|(callable, ..)| Interest::of(callable));
        let concerns = |check: &&Check| match &check.access {
            Access::Inspector { method: name, .. } | Access::Field(name) => interest
                .as_ref()
                .is_some_and(|it| it.is_mutator && it.concerns(name)),
            Access::Value | Access::Entry(_) | Access::Interaction { .. } => false,
        };
        let mut telling = self
            .checks
            .iter()
            .filter(|check| !self.gives_receiver(check) && !self.gives_what_is_written(check));
        let concerned = telling.clone().find(concerns);
        // What is stored says more than which cache was told.
        let first = telling.clone().next();
        let stored = first.filter(|it| is_call(it) && !stores(it));
        let stored = stored.and_then(|_| telling.clone().find(|it| stores(it)));
        let discriminating = concerned.or(stored).or_else(|| telling.next());
        // What was so before says less than that the call gives its receiver.
        let is_idle = |check: &&Check| match (&check.access, &check.fact) {
            (Access::Inspector { method: name, .. } | Access::Field(name), Fact::Is(observed)) => {
                self.state_before(name) == Some(observed)
            }
            _ => false,
        };
        let itself = self.checks.iter().find(|check| self.gives_receiver(check));
        let asks = |check: &&Check| match &check.access {
            Access::Inspector { method, .. } => interest
                .as_ref()
                .is_some_and(|it| it.asks_for_state(method)),
            _ => false,
        };
        let is_less = |check: &&Check| is_idle(check) && !asks(check);
        let itself = itself.filter(|_| discriminating.as_ref().is_some_and(is_less));
        itself.or(discriminating).or(self.checks.first())
    }

    /// Whether it says that the call gave back what it was given, of which another check tells what became of it.
    fn gives_what_is_written(&self, check: &Check) -> bool {
        match check.fact {
            Fact::Is(Observed::Same(var)) if usize::from(check.var.0) == self.act => {
                let arguments = self.callable().map_or(&[][..], |(_, _, given)| given);
                arguments.contains(&var) && self.checks.iter().any(|other| other.var == var)
            }
            _ => false,
        }
    }

    /// Whether the call gives the object that it is made on, as those do that tell it something.
    pub(crate) fn gives_itself(&self) -> bool {
        self.checks.iter().any(|check| self.gives_receiver(check))
    }

    fn gives_receiver(&self, check: &Check) -> bool {
        let receiver = self.callable().and_then(|(_, receiver, _)| receiver);
        match (&check.fact, receiver) {
            (Fact::Is(Observed::Same(var)), Some(receiver)) => {
                usize::from(check.var.0) == self.act && self.is_chained_on(receiver, *var)
            }
            _ => false,
        }
    }

    fn result_outcome(&self, fact: &Fact) -> String {
        let told = self.argument_that_came_out(fact);
        if let Some(told) = told.or_else(|| self.result_of_function(fact)) {
            return format!("Returns{told}");
        }
        match fact {
            Fact::Is(Observed::Same(_)) if self.is_number() => match self.callable() {
                Some((_, Some(receiver), _)) => {
                    format!("IsThatOfEqual{}", self.type_word(receiver))
                }
                _ => "ReturnsSameNumber".to_owned(),
            },
            Fact::Is(Observed::Same(var)) => format!("Returns{}", self.same_words(*var)),
            Fact::Is(Observed::Literal(Literal::Text(text))) => self.text_outcome(text),
            Fact::Is(Observed::Literal(literal)) => {
                let told = self.answer_that_is(literal);
                let told = told.or_else(|| self.documented_as(literal));
                let words = told.unwrap_or_else(|| literal_words(literal));
                let hash = self.hash_noun().filter(|_| is_some_large_number(&words));
                format!("Returns{}", hash.unwrap_or(words))
            }
            Fact::Is(Observed::Sized { size: 0, .. })
            | Fact::Size(0)
            | Fact::SizeOfObject { size: 0, .. } => {
                format!("ReturnsEmpty{}", self.result_word())
            }
            Fact::Is(observed) => self.observed_outcome(observed),
            Fact::ArrayLength(0) => "ReturnsEmptyArray".to_owned(),
            Fact::ArrayLength(size) | Fact::Size(size) | Fact::SizeOfObject { size, .. } => {
                self.counted_outcome(*size)
            }
            Fact::Keys(keys) => match keys_words(keys) {
                Some(words) => format!("Returns{words}"),
                None => self.counted_outcome(keys.len() as u32),
            },
            Fact::Contains(text) => format!("ReturnsTextWith{}", self.property_told(text)),
            Fact::Sign(Sign::Positive) => "ReturnsPositive".to_owned(),
            Fact::Sign(Sign::Negative) => "ReturnsNegative".to_owned(),
            Fact::TextLength(_) | Fact::StartsWith(_) => {
                format!("Returns{}", self.documented.as_deref().unwrap_or("Text"))
            }
            Fact::Text(text) => {
                let told = self.documented.clone();
                format!("Returns{}", told.unwrap_or_else(|| text_words(text)))
            }
            Fact::InstanceOf(class) => format!("Returns{}", capitalised(simple_name(class))),
            Fact::NotNull if self.is_constructor() => CREATES.to_owned(),
            Fact::NotNull => format!("Returns{}", self.result_word()),
            Fact::Returns | Fact::Called { .. } => "DoesNotThrow".to_owned(),
        }
    }

    /// What came out as a whole: by what was given, by its elements, by what the documentation calls it.
    fn observed_outcome(&self, observed: &Observed) -> String {
        let told = self
            .elements_given(observed)
            .or_else(|| self.only_element_given(observed))
            .or_else(|| few_elements_words(observed));
        let told = told.or_else(|| {
            self.documented
                .clone()
                .filter(|_| size_of(observed).is_some())
                .or_else(|| self.objects(size_of(observed)?))
        });
        format!(
            "Returns{}",
            told.unwrap_or_else(|| observed_words(observed))
        )
    }

    /// `GivenVias`: the elements of an array or list that the receiver was made with or told, where the act asks for
    /// nothing else.
    fn elements_given(&self, observed: &Observed) -> Option<String> {
        let (Observed::Sized { elements, .. } | Observed::Array { elements, .. }) = observed else {
            return None;
        };
        if size_of(observed) != u32::try_from(elements.len()).ok() {
            return None;
        }
        let (act, receiver, _) = self.callable()?;
        let receiver = receiver.filter(|_| act.parameters.is_empty() && !elements.is_empty())?;
        let is_it = |var: &Var| {
            let given = self.literals_held(*var);
            given.is_some_and(|given| {
                given.len() == elements.len()
                    && given
                        .iter()
                        .zip(elements)
                        .all(|(one, seen)| matches!(seen, Observed::Literal(seen) if seen == *one))
            })
        };
        let told = self.statements[..self.act].iter().enumerate();
        // What it was told last is what it has.
        let mut names = told.filter_map(|(at, it)| match &it.kind {
            StatementKind::Call {
                callable,
                receiver: on,
                arguments,
            } if *on == Some(receiver) || at == usize::from(receiver.0) => {
                let position = arguments.iter().position(is_it)?;
                self.cluster
                    .callable(*callable)
                    .parameter_names
                    .get(position)
            }
            _ => None,
        });
        let name = names.next_back().filter(|name| says_something(name))?;
        Some(format!("Given{}", capitalised(name)))
    }

    /// The literals that an array, or a list made of them, holds.
    fn literals_held(&self, var: Var) -> Option<Vec<&Literal>> {
        const LISTS: [&str; 5] = ["asList", "of", "singleton", "singletonList", "toList"];
        let parts = match &self.statements[usize::from(var.0)].kind {
            StatementKind::Array { elements } => &elements[..],
            StatementKind::Call {
                callable,
                receiver: None,
                arguments,
            } if LISTS.contains(&&*self.cluster.callable(*callable).name) => match arguments[..] {
                [only]
                    if matches!(
                        self.statements[usize::from(only.0)].kind,
                        StatementKind::Array { .. }
                    ) =>
                {
                    return self.literals_held(only);
                }
                _ => &arguments[..],
            },
            _ => return None,
        };
        let literals = parts
            .iter()
            .map(|part| match &self.statements[usize::from(part.0)].kind {
                StatementKind::Literal(literal) => Some(literal),
                _ => None,
            });
        literals.collect()
    }

    /// `AddedSpecialty`: the only element of a list, where the receiver was given it before.
    fn only_element_given(&self, observed: &Observed) -> Option<String> {
        let (Observed::Sized { elements, size: 1 }
        | Observed::Array {
            elements,
            length: 1,
        }) = observed
        else {
            return None;
        };
        let [Observed::Same(only)] = elements[..] else {
            return None;
        };
        let name = given_before(self, only)?;
        let calls = calls_on_receiver(self).into_iter();
        let mut adding = calls.filter(|(call, given)| {
            given.contains(&only) && ["add", "put", "register"].contains(&first_word(&call.name))
        });
        let verb = if adding.next().is_some() {
            "Added"
        } else {
            "Given"
        };
        Some(format!("{verb}{name}"))
    }

    /// The argument that the call gave back, where that is what it is for or can be no chance: `DefaultValue`,
    /// `GivenUnit`.
    fn argument_that_came_out(&self, fact: &Fact) -> Option<String> {
        let (callable, _, arguments) = self.callable()?;
        let Fact::Is(observed) = fact else {
            return None;
        };
        let is_it = |var: &Var| match (observed, &self.statements[usize::from(var.0)].kind) {
            (Observed::Same(same), _) => same == var,
            (Observed::Literal(seen), StatementKind::Literal(given)) => {
                seen == given && !matches!(given, Literal::Boolean(_))
            }
            (Observed::Constant { constant, .. }, StatementKind::Call { callable, .. }) => {
                let read = self.cluster.callable(*callable);
                read.kind == CallableKind::StaticFieldRead && read.name == *constant
            }
            _ => false,
        };
        let mut given = callable.parameter_names.iter().zip(arguments);
        let (name, _) = given.find(|(_, var)| is_it(var))?;
        let is_only = !given.any(|(_, var)| is_it(var));
        let is_fallback = ["default", "fallback"]
            .iter()
            .any(|word| name.to_lowercase().starts_with(word));
        let is_enum = matches!(observed, Observed::Constant { .. });
        match (is_fallback, is_enum) {
            (true, _) => Some(capitalised(name)),
            (false, true) if is_only && says_something(name) => {
                Some(format!("Given{}", capitalised(name)))
            }
            _ => None,
        }
    }

    /// The function whose answer the call gave back, where it was given one that gives always the same.
    fn result_of_function(&self, fact: &Fact) -> Option<String> {
        let (callable, _, arguments) = self.callable()?;
        let Fact::Is(observed) = fact else {
            return None;
        };
        let is_it = |answer: Var| match (observed, &self.statements[usize::from(answer.0)].kind) {
            (Observed::Same(same), _) => *same == answer,
            (Observed::Literal(Literal::Boolean(_)), _) => false,
            (Observed::Literal(seen), StatementKind::Literal(given)) => seen == given,
            _ => false,
        };
        let answers = |var: &Var| match &self.statements[usize::from(var.0)].kind {
            StatementKind::TestDouble { answers, .. }
                if !self.mocks.contains(&usize::from(var.0)) =>
            {
                matches!(&answers[..], [only] if !only.throws && is_it(only.value))
            }
            _ => false,
        };
        let mut given = callable.parameter_names.iter().zip(arguments);
        let (name, _) = given.find(|(name, var)| says_something(name) && answers(var))?;
        Some(format!("ResultOf{}", capitalised(name)))
    }

    /// What the act did to something else: `WritesHello`, `ChangesNumbers`.
    fn change_words(&self, check: &Check) -> String {
        const SINKS: [&str; 6] = [
            "Writer",
            "Formatter",
            "OutputStream",
            "Stream",
            "StringBuilder",
            "StringBuffer",
        ];
        let class = self.type_word(check.var);
        let word = self.word_of(check.var);
        let (Fact::Text(text) | Fact::Contains(text) | Fact::Is(Observed::Value { text, .. })) =
            &check.fact
        else {
            return self
                .size_change(check)
                .unwrap_or_else(|| format!("Changes{word}"));
        };
        if !SINKS.iter().any(|sink| class.ends_with(sink)) {
            return format!("Changes{word}");
        }
        // What was given to a call is its own, and appended to; what something was made of is written to.
        let is_given = self
            .callable()
            .is_some_and(|(_, _, arguments)| arguments.contains(&check.var));
        if !(is_given && class.contains("String")) {
            return if self.is_printed_to(check.var) {
                format!("Prints{}", self.printed_words(&text.to_text()))
            } else {
                format!("Writes{}", self.written_words(check.var, text))
            };
        }
        match self.added(check.var, &text.to_text()) {
            Some(added) if added.is_empty() => "AppendsNothing".to_owned(),
            Some(added) => match self.argument_written(&added) {
                Some(given) if self.is_argument(added.trim()) => format!("AppendsGiven{given}"),
                _ => format!("AppendsTo{word}"),
            },
            None => format!("Changes{word}"),
        }
    }

    /// Whether what is printed goes there.
    fn is_printed_to(&self, sink: Var) -> bool {
        printed_to(self.statements, self.cluster).any(|it| it == sink)
    }

    /// What a call did to a collection that it was given, by how many elements that had before.
    fn size_change(&self, check: &Check) -> Option<String> {
        let before = self.before.iter().find_map(|seen| {
            let is_it = seen.var == check.var && seen.subject == ObservedPart::Value;
            size_of(&seen.observed).filter(|_| is_it)
        })?;
        let word = self.word_of(check.var);
        Some(match held(&check.fact)? {
            after if after > before => format!("AddsTo{word}"),
            0 if before > 0 => format!("Empties{word}"),
            after if after < before => format!("RemovesFrom{word}"),
            0 => format!("Leaves{word}Empty"),
            _ => return None,
        })
    }

    /// What was added to a text that something held before.
    fn added(&self, sink: Var, whole: &str) -> Option<String> {
        let before = self.before.iter().find_map(|one| match &one.observed {
            Observed::Value { text, .. } | Observed::Literal(Literal::Text(text))
                if one.var == sink =>
            {
                Some(text.to_text())
            }
            _ => None,
        });
        whole.strip_prefix(&*before?).map(str::to_owned)
    }

    /// What was written: what was added where that is one sign or what the call was given, else the words of it all.
    fn written_words(&self, sink: Var, text: &JavaString) -> String {
        let Some(added) = self.added(sink, &text.to_text()) else {
            return plain_text_words(text);
        };
        let sign = match added.as_str() {
            "{" => Some("OpeningBrace"),
            "}" => Some("ClosingBrace"),
            "[" => Some("OpeningBracket"),
            "]" => Some("ClosingBracket"),
            "(" => Some("OpeningParenthesis"),
            ")" => Some("ClosingParenthesis"),
            _ => None,
        };
        let first = match added.chars().next() {
            Some(',') => "CommaAnd",
            _ => "",
        };
        let sign = sign.map(str::to_owned);
        let given = || Some(format!("{first}Given{}", self.argument_written(&added)?));
        sign.or_else(given)
            .unwrap_or_else(|| plain_text_words(&JavaString::from(&*added)))
    }

    /// What was printed, without the ends of lines.
    fn printed_words(&self, text: &str) -> String {
        let all = text;
        let text = text.trim();
        if text.is_empty() {
            let words = match all {
                "" => "Nothing",
                "\n" => "EmptyLine",
                _ => "Blank",
            };
            return words.to_owned();
        }
        if text.contains('\n') {
            return "Lines".to_owned();
        }
        match self.argument_written(text) {
            Some(given) => format!("Given{given}"),
            None => sentence_words(text),
        }
    }

    /// The argument of the call that stands in what was written: `Key`.
    fn argument_written(&self, added: &str) -> Option<String> {
        let (_, _, arguments) = self.callable()?;
        let text = |var: &Var| match &self.statements[usize::from(var.0)].kind {
            StatementKind::Literal(Literal::Text(text)) => Some(text.to_text()),
            StatementKind::Literal(Literal::Boolean(value)) => Some(value.to_string()),
            StatementKind::Literal(Literal::Int(value)) => Some(value.to_string()),
            StatementKind::Literal(Literal::Long(value)) => Some(value.to_string()),
            StatementKind::Literal(Literal::Double(value)) => Some(value.to_string()),
            _ => None,
        };
        let is_written =
            |var: &&Var| text(var).is_some_and(|text| !text.is_empty() && added.contains(&text));
        arguments
            .iter()
            .find(is_written)
            .map(|var| self.word_of(*var))
    }

    /// Whether the call was given this text.
    fn is_argument(&self, text: &str) -> bool {
        let Some((_, _, arguments)) = self.callable() else {
            return false;
        };
        let kind = StatementKind::Literal(Literal::Text(text.into()));
        let mut given = arguments.iter();
        given.any(|var| self.statements[usize::from(var.0)].kind == kind)
    }

    /// What is said of a text: that it is the one that was given, else the text itself where it is made of words.
    fn text_outcome(&self, text: &JavaString) -> String {
        let (arguments, names) = self
            .callable()
            .map_or((&[][..], &[][..]), |(callable, _, given)| {
                (given, &callable.parameter_names[..])
            });
        let is_it = |var: &Var| {
            let kind = &self.statements[usize::from(var.0)].kind;
            *kind == StatementKind::Literal(Literal::Text(text.clone()))
        };
        let given: Vec<usize> = (0..arguments.len())
            .filter(|at| is_it(&arguments[*at]))
            .collect();
        if let ([at], false) = (&given[..], text.0.is_empty()) {
            // A text that is called by a letter is a text.
            let name = names.get(*at).filter(|name| name.len() > 1);
            let name = name.map_or_else(|| "Text".to_owned(), |name| capitalised(name));
            return format!("Returns{name}Unchanged");
        }
        if let Some(redirect) = redirect_words(&text.to_text()) {
            return redirect;
        }
        let texts = arguments.iter().filter_map(|var| self.text_given(*var));
        if let [given] = &texts.collect::<Vec<_>>()[..]
            && let Some(change) = change_of_sign(given, &text.to_text())
        {
            return change;
        }
        let told = self
            .property_that_is(text)
            .or_else(|| text_relation(self, &text.to_text()))
            .or_else(|| self.answer_that_is(&Literal::Text(text.clone())))
            .or_else(|| self.told_property_that_is(text))
            .or_else(|| self.documented.clone().filter(|_| !text.0.is_empty()));
        format!("Returns{}", told.unwrap_or_else(|| told_text_words(text)))
    }

    fn text_given(&self, var: Var) -> Option<String> {
        match &self.statements[usize::from(var.0)].kind {
            StatementKind::Literal(Literal::Text(text)) => Some(text.to_text()),
            _ => None,
        }
    }

    /// What is said of a result that is told by the number of its elements.
    fn counted_outcome(&self, size: u32) -> String {
        let told = self.documented.clone().or_else(|| self.objects(size));
        format!("Returns{}", told.unwrap_or_else(|| elements_words(size)))
    }

    /// So many objects of a class of the project, which the act gives a list of: `OneOwner`, `TwoVets`.
    fn objects(&self, size: u32) -> Option<String> {
        let list = self.cluster.ty(self.statements[self.act].ty);
        let element = element_type(self.cluster, list)?;
        let class = element.class_name().filter(|it| !it.starts_with("java."))?;
        let class = capitalised(simple_name(class));
        let noun = if size == 1 { class } else { plural(&class) };
        Some(format!("{}{noun}", count_words(size as usize)))
    }

    /// What the documentation calls a number or a character; not one that stands for nothing.
    fn documented_as(&self, literal: &Literal) -> Option<String> {
        let is_special = matches!(literal, Literal::Boolean(_) | Literal::Class(_))
            || *literal == Literal::Char(0)
            || matches!(literal_words(literal).as_str(), "Zero" | "MinusOne" | "NaN");
        let documented = self.documented.clone().filter(|_| !is_special)?;
        (!self.is_asked_so(&documented)).then_some(documented)
    }

    /// Whether what the documentation calls a result says no more than the getter that gives it: `SettingOfSize` of
    /// `getSize()`.
    fn is_asked_so(&self, documented: &str) -> bool {
        self.callable().is_some_and(|(callable, ..)| {
            const IDLE: [&str; 6] = ["Configured", "Current", "Of", "Setting", "The", "Value"];
            let asked = capitalised(&property(&callable.name));
            let more = documented.strip_suffix(asked.as_str());
            let says_nothing = more.is_some_and(|more| {
                let words = name_words(more).into_iter();
                words
                    .map(|it| capitalised(&it))
                    .all(|it| IDLE.contains(&it.as_str()))
            });
            callable.name.starts_with("get") && asked.len() > 2 && says_nothing
        })
    }

    /// The property of the object that the result is, where another getter gave this text before: `Code`.
    fn property_that_is(&self, text: &JavaString) -> Option<String> {
        const SHORTEST: usize = 2;
        let (callable, receiver, _) = self.callable()?;
        let receiver = receiver.filter(|_| text.0.len() >= SHORTEST)?;
        let is_it = |seen: &&Observation| {
            seen.var == receiver && seen.observed == Observed::Literal(Literal::Text(text.clone()))
        };
        let mut found = self.before.iter().filter(is_it);
        found.find_map(|seen| match &seen.subject {
            ObservedPart::Inspector { method, .. }
                if *method != callable.name && method.starts_with("get") =>
            {
                Some(constant_words(&property(method)))
            }
            _ => None,
        })
    }

    /// The property of an object that the test told this text, which the act was not given itself: `UsernameOfAccount`.
    fn told_property_that_is(&self, text: &JavaString) -> Option<String> {
        const ROLES: [&str; 6] = ["DTO", "Dto", "Entity", "VO", "Vo", "POJO"];
        let (_, receiver, given) = self.callable()?;
        let kind = StatementKind::Literal(Literal::Text(text.clone()));
        let is_it = |var: &Var| self.statements[usize::from(var.0)].kind == kind;
        let told = |statement: &Statement| match &statement.kind {
            StatementKind::Call {
                callable,
                receiver: Some(object),
                arguments,
            } if arguments.len() == 1 && is_it(&arguments[0]) => {
                let name = &self.cluster.callable(*callable).name;
                let property = name.strip_prefix("set")?;
                let is_property = property.starts_with(char::is_uppercase);
                is_property.then(|| (property.to_owned(), *object))
            }
            _ => None,
        };
        let mut all = self.statements[..self.act].iter().filter_map(told);
        let (property, object) = all.next().filter(|_| !text.0.is_empty())?;
        let is_answer = |it: &Statement| match &it.kind {
            StatementKind::TestDouble { answers, .. } => {
                answers.iter().any(|answer| answer.value == object)
            }
            _ => false,
        };
        let is_found = self.statements[..self.act].iter().any(is_answer);
        let is_other = Some(object) != receiver && !given.contains(&object) && is_found;
        let class = self.type_word(object);
        let role = ROLES.iter().find_map(|role| class.strip_suffix(role));
        let noun = role.filter(|it| !it.is_empty()).unwrap_or(&class);
        (is_other && all.next().is_none()).then(|| format!("{property}Of{noun}"))
    }

    /// Whose answer the result is, or whose character, where that is no number that comes by chance.
    fn answer_that_is(&self, literal: &Literal) -> Option<String> {
        if let Literal::Char(unit) = literal {
            return char_relation(self, *unit);
        }
        if matches!(literal, Literal::Boolean(_)) {
            return None;
        }
        let kind = StatementKind::Literal(literal.clone());
        // Where other answers give the same, it is none of them that came out.
        let is_it = |var: Var| {
            self.statements[usize::from(var.0)].kind == kind && !self.immaterial.is_unseen(var)
        };
        let answered = source_of(self, is_it);
        if matches!(literal_words(literal).as_str(), "Zero" | "One" | "MinusOne") {
            // Of one row that was written everybody knows what it is.
            return answered.filter(|told| is_of_command(told));
        }
        answered.or_else(|| number_given(self, literal))
    }

    /// What a number is that stands for all that went in, whatever it is: `HashOfText` of `hash32(text)`.
    fn hash_noun(&self) -> Option<String> {
        const NOUNS: [(&str, &str); 5] = [
            ("hash", "Hash"),
            ("murmur", "Hash"),
            ("checksum", "Checksum"),
            ("crc", "Checksum"),
            ("adler", "Checksum"),
        ];
        let (callable, _, arguments) = self.callable()?;
        let words = name_words(&callable.name);
        let is_word = |noun: &str| {
            words
                .iter()
                .any(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()) == noun)
        };
        let (_, noun) = NOUNS.iter().find(|(word, _)| is_word(word))?;
        let holds_all = |var: &Var| {
            let ty = self.cluster.ty(self.statements[usize::from(var.0)].ty);
            matches!(ty, JavaType::Array(_)) || ty.class_name() == Some("java.lang.String")
        };
        let mut named = callable.parameter_names.iter().zip(arguments);
        let of = named.find(|(name, var)| says_something(name) && holds_all(var));
        let of = of.map(|(name, _)| format!("Of{}", capitalised(name)));
        Some(format!("{noun}{}", of.unwrap_or_default()))
    }

    fn is_constructor(&self) -> bool {
        self.callable()
            .is_some_and(|(callable, ..)| callable.kind == CallableKind::Constructor)
    }

    fn is_number(&self) -> bool {
        let ty = self.cluster.ty(self.statements[self.act].ty);
        matches!(ty, JavaType::Primitive(_))
    }

    /// What an object that the call gave is called: that of the class under test need not be spelt where that is long.
    fn made_word(&self, var: Var) -> String {
        const LONGEST: usize = 16;
        let class = self.type_word(var);
        let own = self
            .callable()
            .map(|(callable, ..)| capitalised(simple_name(&callable.owner)));
        if class.len() > LONGEST && own.as_ref() == Some(&class) {
            return "Instance".to_owned();
        }
        class
    }

    fn result_word(&self) -> String {
        self.type_word(Var(self.act as u16))
    }

    fn type_word(&self, var: Var) -> String {
        match self.cluster.ty(self.statements[usize::from(var.0)].ty) {
            JavaType::Class { name, .. } => capitalised(simple_name(name)),
            JavaType::Array(_) => "Array".to_owned(),
            _ => "Value".to_owned(),
        }
    }

    /// What a variable is called in the name: its parameter's name, else its type's.
    fn word_of(&self, var: Var) -> String {
        let Some((callable, receiver, arguments)) = self.callable() else {
            return self.type_word(var);
        };
        if receiver == Some(var) {
            return self.type_word(var);
        }
        let position = arguments.iter().position(|one| *one == var);
        position
            .and_then(|at| callable.parameter_names.get(at))
            .filter(|name| crate::types::variables::says_something(name))
            .map_or_else(|| self.type_word(var), |name| capitalised(name))
    }

    pub(super) fn same_words(&self, var: Var) -> String {
        let Some((_, receiver, _)) = self.callable() else {
            return "SameInstance".to_owned();
        };
        if receiver.is_some_and(|receiver| self.is_chained_on(receiver, var)) {
            return "SameInstance".to_owned();
        }
        let is_it = |answer: Var| answer == var || self.is_made_of(answer, var);
        if let Some(answered) = source_of(self, is_it) {
            return answered;
        }
        if let Some(key) = self.key_of(var) {
            return format!("{}WithGiven{key}", self.word_of(var));
        }
        if let Some(name) = given_before(self, var) {
            return format!("Given{name}");
        }
        match &self.statements[usize::from(var.0)].kind {
            StatementKind::Call { callable, .. } => {
                let callable = self.cluster.callable(*callable);
                let is_given = self
                    .callable()
                    .is_some_and(|(_, _, arguments)| arguments.contains(&var));
                if let Some(given) = given_to_maker(self, var) {
                    format!("Given{given}")
                } else if callable.kind == CallableKind::StaticFieldRead && !is_given {
                    constant_words(&callable.name)
                } else {
                    format!("Given{}", self.word_of(var))
                }
            }
            _ => format!("Given{}", self.word_of(var)),
        }
    }

    /// The property of the receiver that a setter gave this text: `FirstName`.
    fn property_told(&self, text: &JavaString) -> String {
        let receiver = self.callable().and_then(|(_, receiver, _)| receiver);
        let is_it = |var: &Var| {
            matches!(&self.statements[usize::from(var.0)].kind,
                StatementKind::Literal(Literal::Text(given)) if given == text)
        };
        let mut calls = self.statements[..self.act].iter();
        let found = calls.find_map(|statement| match &statement.kind {
            StatementKind::Call {
                callable,
                receiver: on,
                arguments,
            } if on.is_some() && *on == receiver && arguments.iter().any(is_it) => {
                let setter = &self.cluster.callable(*callable).name;
                property_told_by(setter, &["set"]).map(str::to_owned)
            }
            _ => None,
        });
        found.unwrap_or_else(|| "GivenText".to_owned())
    }

    /// What the act was given that the object was told before, by the act's name for it: `Name` of `getPet("Leo")` after
    /// `pet.setName("Leo")`.
    fn key_of(&self, object: Var) -> Option<String> {
        let (act, _, given) = self.callable()?;
        let kind = |var: &Var| &self.statements[usize::from(var.0)].kind;
        let is_told = |name: &str, value: &Var| {
            self.statements[..self.act].iter().any(|it| match &it.kind {
                StatementKind::Call {
                    callable,
                    receiver: Some(of),
                    arguments,
                } => {
                    let setter = property_told_by(&self.cluster.callable(*callable).name, &["set"]);
                    // `petId` of a pet is its id, `ownerId` is none.
                    let (name, class) = (capitalised(name), self.type_word(object));
                    setter.is_some_and(|it| name == it || name == format!("{class}{it}"))
                        && *of == object
                        && matches!(&arguments[..], [only] if kind(only) == kind(value))
                }
                _ => false,
            })
        };
        let mut pairs = act.parameter_names.iter().zip(given);
        let found = pairs.find(|(name, value)| {
            matches!(kind(value), StatementKind::Literal(_)) && is_told(name, value)
        });
        found.map(|(name, _)| capitalised(name))
    }

    /// Whether an object only wraps the variable: an `Optional` or a list of it.
    fn is_made_of(&self, object: Var, var: Var) -> bool {
        match &self.statements[usize::from(object.0)].kind {
            StatementKind::Call {
                callable,
                receiver: None,
                arguments,
            } => {
                let is_wrapper = self
                    .cluster
                    .callable(*callable)
                    .owner
                    .starts_with("java.util.");
                is_wrapper && arguments[..] == [var]
            }
            _ => false,
        }
    }

    /// Whether a receiver is the variable, or the end of a chain of calls on it that give their own type: a builder.
    fn is_chained_on(&self, receiver: Var, var: Var) -> bool {
        let mut at = receiver;
        loop {
            if at == var {
                return true;
            }
            let statement = &self.statements[usize::from(at.0)];
            match &statement.kind {
                StatementKind::Call {
                    receiver: Some(on), ..
                } if self.statements[usize::from(on.0)].ty == statement.ty => {
                    at = *on;
                }
                _ => return false,
            }
        }
    }

    /// What an inspector says after the act: of the result, of a new object, or of a changed receiver.
    fn state_outcome(&self, check: &Check, inspector: &str, is_of_act: bool) -> String {
        let words = self.property_words(check, inspector);
        let Some((callable, ..)) = self.callable() else {
            return words;
        };
        if callable.kind == CallableKind::Constructor {
            return if is_unreadable(&words) || matches!(&*words, "HasLongText" | "HasTextString") {
                CREATES.to_owned()
            } else {
                words
            };
        }
        if check.fact == Fact::NotNull && !is_of_act {
            return format!("Sets{}", constant_words(&property(inspector)));
        }
        if let Some(ignored) = self.ignored(check, inspector).filter(|_| !is_of_act) {
            return ignored;
        }
        if is_of_act && let Some(element) = self.only_element(check, inspector) {
            return format!("ReturnsOne{element}");
        }
        let shown = || self.shown_change(check, inspector);
        if let Some(shown) = (!is_of_act).then(shown).flatten() {
            return shown;
        }
        if is_unreadable(&words) || self.fact_words(&check.fact) == "String" {
            let class = self.type_word(check.var);
            let is_other = self.receiver_class() == Some(class.clone());
            return match (is_of_act, is_other) {
                (true, true) => format!("ReturnsNew{class}"),
                (true, false) => format!("Returns{class}"),
                _ => {
                    let verb = self.change_verb(check, inspector);
                    format!("{verb}{}", constant_words(&property(inspector)))
                }
            };
        }
        if is_of_act {
            return self.returned_outcome(check, inspector, &words);
        }
        self.left_outcome(check, inspector, &words)
    }

    /// What the only element is of the list that the act gives, where the check asks that.
    fn only_element(&self, check: &Check, inspector: &str) -> Option<String> {
        let list = self
            .cluster
            .ty(self.statements[usize::from(check.var.0)].ty);
        let is_it = inspector.starts_with(OF_ONLY_ELEMENT);
        let element = is_it.then(|| element_type(self.cluster, list))??;
        Some(capitalised(simple_name(element.class_name()?)))
    }

    /// What an inspector says of an object that the act was called on, or was given.
    fn left_outcome(&self, check: &Check, inspector: &str, words: &str) -> String {
        let name = constant_words(&property(inspector));
        // What is added to nothing is no copy.
        let adds = self
            .callable()
            .is_some_and(|(callable, ..)| ADDING.contains(&first_word(&callable.name)));
        if !adds && self.is_of_another(&check.fact) {
            return format!("Copies{name}");
        }
        let was_so = match &check.fact {
            Fact::Is(observed) => self.state_before(inspector).filter(|it| *it == observed),
            _ => None,
        };
        let keeps = was_so.is_some_and(|it| !it.is_nothing());
        if self.sets(inspector) && !(keeps && self.is_given_nothing()) {
            return format!("Stores{}", self.stored_words(check, inspector));
        }
        if let Some(change) = self.held_change(check, inspector, &name) {
            return change;
        }
        match words.strip_prefix("Has") {
            Some(rest) if self.is_of_new_element(inspector) => format!("Adds{rest}"),
            Some(_) if keeps => format!("Keeps{name}"),
            Some(rest) if is_some_large_number(rest) => {
                format!("{}{name}", self.change_verb(check, inspector))
            }
            Some(rest) if self.was_other(check, inspector) => {
                let is_found = rest.starts_with("Found")
                    && !name.starts_with("Found")
                    && matches!(check.fact, Fact::Is(Observed::Same(_)));
                match self.told_value(check, &name, rest) {
                    // `configSetsIdToOne`
                    Some(value) => format!("Sets{name}To{}", constant_words(value)),
                    // `savePetSetsFoundType`
                    None if is_found => format!("Sets{rest}"),
                    // `updateSetsId`: that it was given is to be seen.
                    None if rest.starts_with("Given") => format!("Sets{name}"),
                    None => format!("Leaves{rest}"),
                }
            }
            Some(rest) => format!("Leaves{rest}"),
            None => {
                let verb = if was_so.is_some() { "Keeps" } else { "Leaves" };
                let class = self.type_word(check.var);
                if states_a_verb(words) {
                    return format!("{verb}{class}That{words}");
                }
                let adjective = words.strip_prefix("Is").unwrap_or(words);
                // `isError()`
                let is_noun = ["Error", "Failure", "Success"].contains(&adjective);
                if is_noun && was_so.is_none() && self.state_before(inspector).is_some() {
                    return format!("Sets{adjective}");
                }
                // `LeavesTagKnown` of `isKnownTag()`.
                let short = adjective.strip_suffix(&*class).filter(|it| !it.is_empty());
                format!("{verb}{class}{}", short.unwrap_or(adjective))
            }
        }
    }

    /// `ReturnsMapWithOwner`; of a map that an object has, that it is there: `ReturnsPageWithOwner`,
    /// `AddsToAttributes`.
    fn entry_outcome(&self, check: &Check, way: &MapWay) -> String {
        let key = way.keys.last().map(observed_words).unwrap_or_default();
        match &way.asked {
            None => format!("ReturnsMapWith{key}"),
            Some(_) if usize::from(check.var.0) == self.act => {
                format!("Returns{}With{key}", self.type_word(check.var))
            }
            Some(asked) => format!("AddsTo{}", constant_words(&property(&asked.method))),
        }
    }

    /// Whether a property was another one before the act.
    fn was_other(&self, check: &Check, inspector: &str) -> bool {
        let Fact::Is(observed) = &check.fact else {
            return false;
        };
        let before = self.property_before(check.var, inspector);
        before.is_some_and(|before| before != observed)
    }

    /// What the property of an object was before the act, where that was seen.
    fn property_before(&self, object: Var, inspector: &str) -> Option<&Observed> {
        let is_it = |part: &ObservedPart| match part {
            ObservedPart::Inspector { method, .. } => method == inspector,
            ObservedPart::Field { name } => name == inspector,
            _ => false,
        };
        let mut before = self.before.iter();
        let before = before.find(|one| one.var == object && is_it(&one.subject));
        before.map(|one| &one.observed)
    }

    /// What a property of something that the act was given was set to, in words, where it has a setter and that is no
    /// text: `One` of `IdOne`.
    fn told_value<'w>(&self, check: &Check, name: &str, words: &'w str) -> Option<&'w str> {
        let (.., given) = self.callable()?;
        // Of a text only the name of a constant.
        let is_plain = matches!(&check.fact, Fact::Is(Observed::Literal(literal))
            if !matches!(literal, Literal::Text(text) if !is_name_of_constant(text)));
        let setter = format!("set{name}");
        let ty = self
            .cluster
            .ty(self.statements[usize::from(check.var.0)].ty);
        let all = ancestors(self.cluster, ty);
        let mut methods = all.iter().flat_map(|it| &it.class.methods);
        let has_setter = methods.any(|it| it.name == setter && it.parameters.len() == 1);
        let value = words.strip_prefix(name).filter(|it| !it.is_empty())?;
        (is_plain && has_setter && given.contains(&check.var)).then_some(value)
    }

    /// What the act did to what the inspector gives, by how many elements that had before.
    fn held_change(&self, check: &Check, inspector: &str, name: &str) -> Option<String> {
        let before = self.property_before(check.var, inspector)?;
        let after = held(&check.fact)?;
        match (before, size_of(before)) {
            (Observed::Null, _) if after > 0 => Some(format!("Sets{name}")),
            (_, Some(0)) if after > 0 => Some(format!("AddsTo{name}")),
            (_, Some(before)) if after == 0 && before > 0 => Some(format!("Empties{name}")),
            // What was replaced by more is not added to.
            (all, Some(before)) if after > before && has_all(&check.fact, all) => {
                Some(format!("AddsTo{name}"))
            }
            _ => None,
        }
    }

    /// Whether the act's name says that it sets what the inspector gives.
    fn sets(&self, inspector: &str) -> bool {
        self.callable().is_some_and(|(callable, ..)| {
            let verb = first_word(&callable.name);
            let rest = &callable.name[verb.len()..];
            let is_setter =
                matches!(verb, "set" | "with") && rest.eq_ignore_ascii_case(&property(inspector));
            // `request.followRedirects(true)` beside `request.followRedirects()`.
            is_setter || (callable.name == inspector && callable.parameters.len() == 1)
        })
    }

    /// Whether an argument of the act is blank.
    fn is_given_nothing(&self) -> bool {
        self.callable().is_some_and(|(_, _, arguments)| {
            let mut given = arguments.iter();
            given.any(|var| self.statements[usize::from(var.0)].kind.is_blank())
        })
    }

    /// What the act did to a property that says nothing by itself.
    fn change_verb(&self, check: &Check, inspector: &str) -> &'static str {
        match &check.fact {
            Fact::Is(observed) if self.state_before(inspector) == Some(observed) => "Keeps",
            _ if self.is_of_new_element(inspector) => "Adds",
            _ => "Changes",
        }
    }

    /// Whether it asks the only element of a list that had none before the act.
    fn is_of_new_element(&self, inspector: &str) -> bool {
        let is_of_element = inspector.contains(&format!("().{OF_ONLY_ELEMENT}"));
        is_of_element && self.state_before(inspector).is_none()
    }

    /// `IgnoresPet` of `addPet(pet)` that left its receiver as it was.
    fn ignored(&self, check: &Check, inspector: &str) -> Option<String> {
        const TAKING_IN: [&str; 8] = [
            "add", "append", "attach", "insert", "offer", "push", "put", "register",
        ];
        let (callable, receiver, _) = self.callable()?;
        let ([only], [name]) = (&callable.parameters[..], &callable.parameter_names[..]) else {
            return None;
        };
        // `appendTo(writer)` takes nothing in.
        let gives_out = ["To", "Into"].iter().any(|it| callable.name.ends_with(it));
        let takes_in = TAKING_IN.contains(&first_word(&callable.name))
            && !gives_out
            && receiver == Some(check.var);
        let is_object = self.cluster.ty(*only).class_name().is_some();
        let is_as_before = |one: &Observation| match &one.subject {
            ObservedPart::Inspector { method: name, .. } | ObservedPart::Field { name } => {
                self.state_before(name) == Some(&one.observed)
            }
            ObservedPart::Value | ObservedPart::Interaction { .. } => true,
        };
        let is_untouched = || {
            let mut of_receiver = self.seen.iter().filter(|one| Some(one.var) == receiver);
            of_receiver.all(is_as_before)
        };
        let was_seen = self.state_before(inspector).is_some();
        (takes_in && is_object && was_seen && says_something(name) && is_untouched())
            .then(|| format!("Ignores{}", capitalised(name)))
    }

    /// What an inspector says of the object that the act gave.
    fn returned_outcome(&self, check: &Check, inspector: &str, words: &str) -> String {
        if matches!(words, "HasLongText" | "HasTextString") {
            return format!("Returns{}", self.type_word(check.var));
        }
        if shows_text(check) && shows_nothing(&check.fact) {
            return format!("ReturnsEmpty{}", self.type_word(check.var));
        }
        if let Some(text) = words.strip_prefix("HasText").filter(|_| shows_text(check)) {
            return format!("Returns{}{text}", self.type_word(check.var));
        }
        let class = self.made_word(check.var);
        if let Some(told) = what_is_held(inspector, words, &check.fact) {
            return told.returned(&class);
        }
        match (words.strip_prefix("Has"), words) {
            // Of an answer to a request it is what it is known by.
            (Some(rest), _) if rest.len() > STATUS.len() && rest.starts_with(STATUS) => {
                format!("ReturnsStatus{}", &rest[STATUS.len()..])
            }
            // That it has a text says nothing of it.
            (Some(_), _) if is_stock(&check.fact) && inspector == "toString" => {
                format!("Returns{class}")
            }
            (Some(_), _) if is_stock(&check.fact) && says_something(inspector) => {
                format!("Returns{class}With{}", capitalised(&property(inspector)))
            }
            (Some(rest), _) => format!("Returns{class}With{rest}"),
            (None, "IsEmpty") => format!("ReturnsEmpty{class}"),
            (None, "IsNotEmpty") => format!("ReturnsNonEmpty{class}"),
            (None, _) => format!("Returns{class}That{words}"),
        }
    }

    /// What a long text that the object gives of itself says now that it did not say before, or no longer: an object
    /// of the test by the texts it was made of. `AddsUserAccountToPrint`, `RemovesUserAccountFromPrint`.
    fn shown_change(&self, check: &Check, inspector: &str) -> Option<String> {
        const SHORTEST: usize = 3;
        let text = |observed: &Observed| match observed {
            Observed::Literal(Literal::Text(text)) => Some(text.to_text()),
            _ => None,
        };
        let Fact::Is(after) = &check.fact else {
            return None;
        };
        let (before, after) = (text(self.state_before(inspector)?)?, text(after)?);
        let shown = |var: &Var| match &self.statements[usize::from(var.0)].kind {
            StatementKind::Literal(Literal::Text(text)) if text.0.len() >= SHORTEST => {
                let text = text.to_text();
                Some((before.contains(&text), after.contains(&text)))
            }
            _ => None,
        };
        let made = (0..self.act).filter_map(|at| match &self.statements[at].kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } if self.cluster.callable(*callable).kind == CallableKind::Constructor => {
                Some((Var(at as u16), &arguments[..]))
            }
            _ => None,
        });
        let place = capitalised(&property(inspector));
        // What an object holds of itself is what it is made of.
        let others = made.filter(|(object, _)| *object != check.var);
        let mut changes = others.filter_map(|(object, given)| {
            let word = self.word_of(object);
            match given.iter().find_map(shown)? {
                (false, true) => Some(format!("Adds{word}To{place}")),
                (true, false) => Some(format!("Removes{word}From{place}")),
                _ => None,
            }
        });
        let only = changes.next()?;
        changes.all(|other| other == only).then_some(only)
    }

    /// `IsEmpty`, `IsNotNegated`, `HasNumeratorThree`.
    fn property_words(&self, check: &Check, inspector: &str) -> String {
        let name = constant_words(&property(inspector));
        // `getAsCharacter` gives the character.
        let seen_as = name
            .strip_prefix("As")
            .filter(|rest| rest.starts_with(char::is_uppercase));
        let name = seen_as.map_or_else(|| name.clone(), str::to_owned);
        if let Fact::Is(Observed::Literal(Literal::Text(text))) = &check.fact
            && let Some(given) = self.argument_that_is(text)
        {
            return if is_text_of_all(inspector, &check.fact) {
                format!("Has{given}AsText")
            } else if given.strip_prefix("Given") == Some(&*name) {
                format!("Has{given}")
            } else {
                format!("Has{given}As{name}")
            };
        }
        if let Fact::Is(Observed::Literal(Literal::Text(text))) = &check.fact
            && self.is_joined(text)
        {
            return format!("HasJoined{name}");
        }
        match &check.fact {
            Fact::Is(Observed::Literal(Literal::Boolean(value))) => {
                truth_words(inspector, &name, *value)
            }
            Fact::Is(Observed::Literal(_)) if matches!(inspector, "size" | "length") => {
                match self.fact_words(&check.fact).as_str() {
                    "Zero" => "IsEmpty".to_owned(),
                    other => format!("Has{name}{other}"),
                }
            }
            Fact::Is(Observed::Literal(Literal::Text(text)))
                if inspector == "toString" && only_element(text).is_some() =>
            {
                format!("HasOnly{}", only_element(text).unwrap_or_default())
            }
            fact if is_text_of_all(inspector, fact) => match self.fact_words(fact).as_str() {
                "LongString" => "HasLongText".to_owned(),
                words => format!("HasText{words}"),
            },
            fact if name.ends_with('s') && held(fact).is_some() => {
                counted(held(fact).unwrap_or_default(), &name)
            }
            Fact::Is(Observed::Null) => format!("HasNo{name}"),
            fact if held(fact) == Some(0) => format!("HasEmpty{name}"),
            fact if self.number_given_as(fact, &name) => format!("HasGiven{name}"),
            fact => match self.fact_words(fact).as_str() {
                // `HasPositiveReal`, as one would say it.
                words @ ("PositiveNumber" | "NegativeNumber") => {
                    format!("Has{}{name}", words.trim_end_matches("Number"))
                }
                words if matches!(fact, Fact::Is(Observed::Same(_))) => same_property(&name, words),
                words => format!("Has{name}{words}"),
            },
        }
    }

    /// Whether the text is two texts of the test, one behind the other.
    fn is_joined(&self, text: &JavaString) -> bool {
        let all = self.statements[..self.act].iter();
        let texts = all.filter_map(|it| match &it.kind {
            StatementKind::Literal(Literal::Text(text)) if !text.0.is_empty() => Some(&text.0[..]),
            _ => None,
        });
        let texts: Vec<&[u16]> = texts.collect();
        let mut first = texts.iter().enumerate();
        first.any(|(at, first)| {
            let rest = text.0.strip_prefix(*first);
            let mut others = texts.iter().enumerate().filter(|(other, _)| *other != at);
            rest.is_some_and(|rest| others.any(|(_, second)| rest == *second))
        })
    }

    /// Whether a value was told to another object than the one that is called, and is no argument of the call itself.
    fn is_of_another(&self, fact: &Fact) -> bool {
        let Some((_, Some(receiver), arguments)) = self.callable() else {
            return false;
        };
        let is_it = |var: &Var| match (fact, &self.statements[usize::from(var.0)].kind) {
            (Fact::Is(Observed::Same(same)), _) => same == var,
            (Fact::Is(Observed::Literal(seen)), StatementKind::Literal(given)) => {
                seen == given
                    && !matches!(given, Literal::Boolean(_))
                    && !matches!(
                        literal_words(given).as_str(),
                        "Zero" | "One" | "EmptyString"
                    )
            }
            _ => false,
        };
        let told = |on: bool| {
            let mut calls = self.statements[..self.act].iter();
            calls.any(|one| match &one.kind {
                StatementKind::Call {
                    receiver: Some(object),
                    arguments,
                    ..
                } => (*object == receiver) == on && arguments.iter().any(is_it),
                _ => false,
            })
        };
        !arguments.is_empty() && !arguments.iter().any(is_it) && told(false) && !told(true)
    }

    fn receiver_class(&self) -> Option<String> {
        let (_, receiver, _) = self.callable()?;
        receiver.map(|receiver| self.type_word(receiver))
    }

    /// Whether a number is the one that the call was given under this name; of zero it is better said that it is zero.
    fn number_given_as(&self, fact: &Fact, name: &str) -> bool {
        let Some((callable, _, arguments)) = self.callable() else {
            return false;
        };
        let seen = match fact {
            Fact::Is(Observed::Literal(literal)) => literal.number(),
            Fact::Is(Observed::Value { text, .. }) => text.to_text().parse().ok(),
            _ => None,
        };
        let given = |var: &Var| match &self.statements[usize::from(var.0)].kind {
            StatementKind::Literal(literal) => literal.number(),
            _ => None,
        };
        let mut pairs = callable.parameter_names.iter().zip(arguments);
        seen.is_some_and(|seen: f64| {
            seen != 0.0
                && pairs.any(|(parameter, var)| {
                    parameter.eq_ignore_ascii_case(name) && given(var) == Some(seen)
                })
        })
    }

    /// The name of the one argument of the call that is this text; none of a text that is empty.
    fn argument_that_is(&self, text: &JavaString) -> Option<String> {
        let (callable, _, arguments) = self.callable()?;
        let kind = StatementKind::Literal(Literal::Text(text.clone()));
        let is_it = |var: &Var| self.statements[usize::from(var.0)].kind == kind;
        let mut found = (0..arguments.len()).filter(|at| is_it(&arguments[*at]));
        let at = found.next().filter(|_| !text.0.is_empty())?;
        let name = callable.parameter_names.get(at)?;
        let is_only = found.next().is_none() && !name.starts_with("arg");
        is_only.then(|| format!("Given{}", capitalised(name)))
    }

    /// What a setter stored: texts and numbers are told by the property that they are of, unless they stand for
    /// nothing.
    fn stored_words(&self, check: &Check, inspector: &str) -> String {
        let words = self.fact_words(&check.fact);
        let is_special = |words: &str| {
            ["Zero", "MinusOne", "NaN", "EmptyString", "BlankString"].contains(&words)
        };
        match &check.fact {
            Fact::Is(Observed::Literal(Literal::Boolean(_) | Literal::Class(_))) => words,
            Fact::Is(Observed::Literal(_)) if !is_special(&words) => {
                constant_words(&property(inspector))
            }
            _ => words,
        }
    }

    fn fact_words(&self, fact: &Fact) -> String {
        match fact {
            Fact::Is(Observed::Same(var)) => self.same_words(*var),
            Fact::Is(observed) => observed_words(observed),
            Fact::ArrayLength(size) | Fact::Size(size) | Fact::SizeOfObject { size, .. } => {
                format!("With{}", elements_words(*size))
            }
            Fact::Keys(keys) => format!("With{}", elements_words(keys.len() as u32)),
            Fact::Contains(_) => "WithGivenText".to_owned(),
            Fact::TextLength(_) | Fact::StartsWith(_) => "LongString".to_owned(),
            Fact::Sign(Sign::Positive) => "Positive".to_owned(),
            Fact::Sign(Sign::Negative) => "Negative".to_owned(),
            Fact::Text(text) => text_words(text),
            Fact::InstanceOf(class) => capitalised(simple_name(class)),
            Fact::NotNull => "Value".to_owned(),
            Fact::Returns | Fact::Called { .. } => String::new(),
        }
    }
}

/// Whether the elements of a list are among those of the fact, as far as they are told.
fn has_all(fact: &Fact, before: &Observed) -> bool {
    let elements = |observed: &Observed| match observed {
        Observed::Array { elements, .. } | Observed::Sized { elements, .. } => elements.clone(),
        _ => Vec::new(),
    };
    let Fact::Is(after) = fact else {
        return false;
    };
    let (before, after) = (elements(before), elements(after));
    !before.is_empty() && before.iter().all(|one| after.contains(one))
}

/// How many something holds.
fn held(fact: &Fact) -> Option<u32> {
    match fact {
        Fact::ArrayLength(size) | Fact::Size(size) | Fact::SizeOfObject { size, .. } => Some(*size),
        Fact::Is(observed) => size_of(observed),
        Fact::Keys(keys) => Some(keys.len() as u32),
        _ => None,
    }
}

/// `RemovesMinus`, `ReplacesControlCharacter`: what became of the only sign of a text, wherever it stands, where
/// nothing else changed.
fn change_of_sign(given: &str, text: &str) -> Option<String> {
    let mut signs = given.chars().filter(|c| !c.is_alphanumeric());
    let sign = signs.next()?;
    if given == text {
        return None;
    }
    if signs.any(|other| other != sign) {
        return changes_of_signs(given, text);
    }
    let parts: Vec<&str> = given.split(sign).collect();
    let (first, last) = (parts.first()?, parts.last()?);
    // What stands for one sign, where all of them became the same.
    let kept: usize = parts.iter().map(|part| part.len()).sum();
    let added = text.len().checked_sub(kept)?;
    let each = added / (parts.len() - 1);
    let replacement = text.get(first.len()..first.len() + each)?;
    if parts.join(replacement) != text || !text.ends_with(last) {
        return None;
    }
    let unit = u16::try_from(u32::from(sign)).ok()?;
    let verb = if replacement.is_empty() {
        "Removes"
    } else {
        "Replaces"
    };
    Some(format!("{verb}{}", char_words(unit)))
}

/// `ReplacesLessThanSignAndGreaterThanSign` of `<b>` that becomes `&lt;b&gt;`: of a text with two signs, each between
/// letters, those that became something else.
fn changes_of_signs(given: &str, text: &str) -> Option<String> {
    let mut became: BTreeMap<char, &str> = BTreeMap::new();
    let mut order = Vec::new();
    let (mut given, mut text) = (given, text);
    while let Some(first) = given.chars().next() {
        let word = given.find(|c: char| !c.is_alphanumeric());
        let word = &given[..word.unwrap_or(given.len())];
        if !word.is_empty() {
            text = text.strip_prefix(word)?;
            given = &given[word.len()..];
            continue;
        }
        given = &given[first.len_utf8()..];
        let next = given.find(|c: char| !c.is_alphanumeric());
        let next = &given[..next.unwrap_or(given.len())];
        let end = match next {
            // What stands for the first of two signs nobody knows.
            "" if !given.is_empty() => return None,
            "" => text.len(),
            next => text.find(next)?,
        };
        let replacement = &text[..end];
        if *became.entry(first).or_insert(replacement) != replacement {
            return None;
        }
        if !order.contains(&first) {
            order.push(first);
        }
        text = &text[end..];
    }
    let changed = order
        .iter()
        .filter(|sign| became[*sign] != sign.to_string());
    let changed: Vec<char> = changed.copied().collect();
    let words = changed.iter().map(|sign| {
        let unit = u16::try_from(u32::from(*sign)).ok()?;
        Some(char_words(unit))
    });
    let mut words: Vec<String> = words.collect::<Option<_>>()?;
    // A parenthesis that opens and one that closes are called the same.
    words.dedup();
    let mut removed = changed.iter().map(|sign| became[sign].is_empty());
    let first = removed.next()?;
    if removed.any(|is_removed| is_removed != first) {
        return None;
    }
    let verb = if first { "Removes" } else { "Replaces" };
    let is_told = text.is_empty() && order.len() == 2 && !words.is_empty();
    is_told.then(|| format!("{verb}{}", words.join("And")))
}

/// Whether it is the text of a container that holds nothing.
fn shows_nothing(fact: &Fact) -> bool {
    matches!(fact, Fact::Is(Observed::Literal(Literal::Text(text)))
        if ["[]", "{}", "()"].contains(&&*text.to_text()))
}

/// What a property that is so or not says: `IsEmpty`, `HasNoName`, `DoesNotPreserveLinks`.
fn truth_words(inspector: &str, name: &str, is_so: bool) -> String {
    let has = inspector.starts_with("has");
    let statement = verb_statement(&decapitalised(name), is_so);
    // What it has is a thing, whatever else its word means.
    if let Some(statement) = statement.filter(|_| !has) {
        return statement;
    }
    match (has, is_so) {
        (true, true) => format!("Has{name}"),
        (true, false) => format!("HasNo{name}"),
        (false, true) => format!("Is{name}"),
        (false, false) => format!("IsNot{name}"),
    }
}

/// Beginnings of names of methods that add a value to what is there.
const ADDING: [&str; 3] = ["add", "increase", "plus"];

/// How a status is called that a server answers with.
const STATUS: &str = "StatusCode";

/// Whether it says that a mock was called.
fn is_call(check: &Check) -> bool {
    matches!(&check.access, Access::Interaction { .. })
}

/// Whether it says that a mock was told to keep something, or not to keep it any more.
fn stores(check: &Check) -> bool {
    const STORING: [&str; 6] = ["delete", "insert", "persist", "remove", "save", "update"];
    match (&check.access, &check.fact) {
        (Access::Interaction { method, .. }, Fact::Called { times: 1.., .. }) => {
            STORING.contains(&first_word(method))
        }
        _ => false,
    }
}

/// A property that is an object of the test: what that was given, or found, is told by what it is there.
fn same_property(name: &str, words: &str) -> String {
    let origins = ["Given", "Found", "ResultOf"];
    match origins.into_iter().find(|it| words.starts_with(it)) {
        Some("ResultOf") => format!("Has{name}"),
        Some(origin) => format!("Has{origin}{name}"),
        None => format!("Has{name}{words}"),
    }
}

/// How many elements were observed.
fn size_of(observed: &Observed) -> Option<u32> {
    match observed {
        Observed::Array { length: size, .. } | Observed::Sized { size, .. } => Some(*size),
        Observed::Unordered(held) => Some(held.size),
        _ => None,
    }
}

/// Whether a value in words has so many digits, or digits after the point, that nobody reads them, or is only said to
/// be some text.
fn is_unreadable(words: &str) -> bool {
    let digits = words.chars().filter(char::is_ascii_digit).count();
    let is_fraction = words
        .match_indices("Point")
        .any(|(at, _)| words[..at].ends_with(|c: char| c.is_ascii_digit()));
    let is_vague = words.ends_with("LongString") || words.ends_with("OtherString");
    is_fraction || is_vague || digits > 3
}

/// `HasNoOptions`, `HasOneOption`, `HasThreeOptions`.
fn counted(size: u32, plural: &str) -> String {
    match size {
        0 => format!("HasNo{plural}"),
        1 => {
            let stem = plural.strip_suffix('s').unwrap_or(plural);
            let singular = stem
                .strip_suffix("ie")
                .map_or_else(|| stem.to_owned(), |stem| format!("{stem}y"));
            format!("HasOne{singular}")
        }
        _ => format!("Has{}{plural}", number_words(i64::from(size))),
    }
}

/// Whether an inspector puts the whole object into a text: `toString`, `toProperString`.
fn is_text_of_all(inspector: &str, fact: &Fact) -> bool {
    inspector == "toString"
        || (first_word(inspector) == "to"
            && matches!(
                fact,
                Fact::Is(Observed::Literal(goalline_testcase::Literal::Text(_)))
            ))
}

/// Whether a check tells an object by a text that a name can quote.
fn shows_text(check: &Check) -> bool {
    let (Access::Inspector { method, .. }, Fact::Is(observed)) = (&check.access, &check.fact)
    else {
        return false;
    };
    let is_quoted = !matches!(
        observed_words(observed).as_str(),
        "EmptyString" | "BlankString" | "LongString" | "String"
    );
    is_quoted && is_text_of_all(method, &check.fact)
}

/// Whether it is a text that stands in for any.
fn is_stock(fact: &Fact) -> bool {
    matches!(fact, Fact::Is(Observed::Literal(Literal::Text(text))) if is_stock_text(&text.to_text()))
}

/// What an object of the JDK holds: an `Optional`, an iterator, a reference.
enum Held {
    Nothing,
    Something,
    /// This, in words.
    Told(String),
}

impl Held {
    /// What a method gives that gives such a one.
    fn returned(&self, class: &str) -> String {
        match self {
            Self::Nothing => format!("ReturnsEmpty{class}"),
            Self::Something => format!("ReturnsNonEmpty{class}"),
            Self::Told(what) => format!("Returns{class}With{what}"),
        }
    }
}

/// What the inspector of such an object says of it; none where it is another one's.
fn what_is_held(inspector: &str, words: &str, fact: &Fact) -> Option<Held> {
    const GETTERS: [&str; 5] = ["get", "getAsInt", "getAsLong", "getAsDouble", "join"];
    let is = |value| *fact == Fact::Is(Observed::Literal(Literal::Boolean(value)));
    match inspector {
        "isPresent" | "hasNext" | "hasMoreElements" if is(false) => Some(Held::Nothing),
        "isPresent" | "hasNext" | "hasMoreElements" if is(true) => Some(Held::Something),
        _ if GETTERS.contains(&inspector) => {
            let property = capitalised(&property(inspector));
            let told = words.strip_prefix("Has")?.strip_prefix(&property)?;
            Some(if told.is_empty() {
                Held::Something
            } else {
                Held::Told(told.to_owned())
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_the_only_sign_of_a_text_is_told() {
        let told = |given: &str, text: &str| change_of_sign(given, text).unwrap_or_default();
        assert_eq!(told("a-b-c", "abc"), "RemovesMinus");
        assert_eq!(told("a\u{1}", "a\u{fffd}"), "ReplacesControlCharacter");
        assert_eq!(told("x_y", "x\\_y"), "ReplacesUnderscore");
        assert_eq!(told("a-b", "a-b"), "");
        assert_eq!(
            told("<b>", "&lt;b&gt;"),
            "ReplacesLessThanSignAndGreaterThanSign"
        );
        assert_eq!(told("a<b>c<d", "a&lt;b>c&lt;d"), "ReplacesLessThanSign");
        assert_eq!(told("a<b>c<d", "a&lt;b>c(d"), "");
        assert_eq!(told("a-b", "A_B"), "");
        assert_eq!(told("a-b+c", "abc"), "RemovesMinusAndPlus");
        assert_eq!(told("a-+c", "a"), "");
        assert_eq!(told("a-b+c", "ab+c"), "RemovesMinus");
        assert_eq!(told("a-b+c", "ab_c"), "");
        assert_eq!(told("(a)", "a"), "RemovesParenthesis");
    }

    #[test]
    fn the_only_element_of_a_container_is_told_by_its_word() {
        let only = |text: &str| only_element(&JavaString::from(text));
        assert_eq!(only("[null]").as_deref(), Some("Null"));
        assert_eq!(only("[\"hello\"]").as_deref(), Some("Hello"));
        assert_eq!(only("[a, b]"), None);
        assert_eq!(only("[]"), None);
    }
}
