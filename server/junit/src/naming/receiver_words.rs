//! The receiver in words for test names: takes the act, gives what it was called on and what had been done to that
//! before.

mod constants_inside;

use goalline_testcase::{
    Callable, CallableKind, DoubleStyle, JavaType, Literal, Observed, Statement, StatementKind,
    Var, begins_with_word, is_stock_text, name_words, shared_words,
};

use crate::{
    assertions::{
        checks::{Access, Check, Fact},
        facts::Facts,
        inspectors::{Interest, first_word, property, property_told_by},
    },
    naming::{
        condition_words::is_plural,
        input_words::{fact_of, value_words},
        value_words::{constant_words, count_words, elements_words},
    },
    types::{
        type_names::simple_name,
        variables::{capitalised, decapitalised, says_something, without_article},
    },
};

/// Longest words for what a receiver was made of.
const LONGEST_MADE: usize = 24;

/// Longest value that tells the receiver at a glance.
const LONGEST_PLAIN: usize = 10;

/// A call that told an object something.
pub(crate) struct ToldCall<'a> {
    pub(crate) callable: &'a Callable,
    pub(crate) receiver: Var,
    pub(crate) arguments: &'a [Var],
}

impl Facts<'_> {
    /// Whether the receiver holds elements, so that it is empty when it holds none.
    fn is_container(&self) -> bool {
        const SIGNS: [&str; 11] = [
            "advance", "clear", "count", "iterator", "length", "next", "peek", "poll", "pop",
            "size", "stream",
        ];
        let class = self
            .callable()
            .and_then(|(callable, ..)| self.cluster.class(&callable.owner));
        let is_sign = |name: &str| SIGNS.contains(&name);
        self.state_before("size").is_some()
            || class.is_none_or(|class| {
                let mut methods = class.methods.iter();
                methods.any(|method| method.parameters.is_empty() && is_sign(&method.name))
            })
    }

    /// `WhenCalledTwice`, where the last thing that was done with the receiver is the act's call itself.
    pub(crate) fn again(&self) -> Option<String> {
        let (act, receiver, _) = self.callable()?;
        let calls = calls_before(self, receiver?, None);
        let before = calls
            .iter()
            .rev()
            .take_while(|(call, _)| is_same(call, act));
        match before.count() {
            0 => None,
            1 => Some("WhenCalledTwice".to_owned()),
            count => Some(format!("WhenCalled{}Times", count_words(count + 1))),
        }
    }

    /// `AfterRemoveTags` of a question about what the call right before it was given.
    pub(crate) fn asked_after(&self) -> Option<String> {
        let (act, receiver, given) = self.callable()?;
        let is_call = |one: &&Statement| matches!(one.kind, StatementKind::Call { .. });
        let before = self.statements[..self.act].iter().rfind(is_call)?;
        let StatementKind::Call {
            callable,
            receiver: on,
            arguments,
        } = &before.kind
        else {
            return None;
        };
        let changing = self.cluster.callable(*callable);
        let is_same = *on == receiver || self.is_given_by_last(receiver?);
        let is_asked = |var: &Var| {
            let is_in = |array: &Var| match &self.statements[usize::from(array.0)].kind {
                StatementKind::Array { elements } => elements.contains(var),
                _ => array == var,
            };
            arguments.iter().any(is_in)
        };
        let is_void = *self.cluster.ty(changing.returns) == JavaType::void();
        let is_fluent =
            on.is_some_and(|on| changing.returns == self.statements[usize::from(on.0)].ty);
        let is_change = changing.kind == CallableKind::Method
            && changing.is_under_test
            && (is_void || is_fluent || Interest::of(changing).is_mutator);
        let is_about_it = !given.is_empty() && given.iter().all(is_asked);
        let is_about_it = is_about_it && self.told_call().is_none();
        let is_told = is_change && is_same && is_about_it && self.thrown.is_none();
        (is_told && act.name != changing.name)
            .then(|| format!("After{}", capitalised(&changing.name)))
    }

    /// The call under test right before the act that told an object something, where the act only reads it from what
    /// that object gives: `withDelay(d)` before `build().getConfig().getDelay()`.
    pub(crate) fn told_call(&self) -> Option<ToldCall<'_>> {
        let (reading, on, given) = self.callable()?;
        if self.thrown.is_some() {
            return None;
        }
        let call = |at: usize| match &self.statements[at].kind {
            StatementKind::Call {
                callable,
                receiver: Some(receiver),
                arguments,
            } => Some((self.cluster.callable(*callable), *receiver, &arguments[..])),
            _ => None,
        };
        let mut first = self.act;
        let mut of = on?;
        while let Some((step, receiver, arguments)) = call(usize::from(of.0))
            && arguments.is_empty()
            && usize::from(of.0) + 1 == first
            && step.kind == CallableKind::Method
        {
            first -= 1;
            of = receiver;
        }
        let (callable, receiver, arguments) = call(first.checked_sub(1)?)?;
        let is_fluent = callable.returns == self.statements[usize::from(receiver.0)].ty;
        let is_void = *self.cluster.ty(callable.returns) == JavaType::void();
        let is_same = receiver == of || is_fluent && usize::from(of.0) == first - 1;
        let is_told = callable.is_under_test
            && callable.kind == CallableKind::Method
            && !arguments.is_empty()
            && (is_fluent || is_void)
            && is_same;
        let told = ToldCall {
            callable,
            receiver,
            arguments,
        };
        let is_read = match given {
            [] => first < self.act && self.reads(&told),
            // What was set for the same things.
            given => {
                let verb = first_word(&callable.name).len();
                property(&reading.name) == decapitalised(&callable.name[verb..])
                    && given.iter().all(|one| arguments.contains(one))
            }
        };
        (is_told && is_read).then_some(told)
    }

    /// Whether the act reads what the call told: what the call, by its name or its parameters', is about.
    fn reads(&self, told: &ToldCall<'_>) -> bool {
        let Some((reading, ..)) = self.callable() else {
            return false;
        };
        let mut names = told
            .callable
            .parameter_names
            .iter()
            .chain([&told.callable.name]);
        names.any(|name| shared_words(&reading.name, name) > 0)
    }

    /// What the test is about: the act, or the call that it reads the effect of.
    pub(crate) fn subject(&self) -> Option<(&Callable, Option<Var>, &[Var])> {
        match self.told_call() {
            Some(told) => Some((told.callable, Some(told.receiver), told.arguments)),
            None => self.callable(),
        }
    }

    /// `WhenAlreadyAdded` of a call that adds what its receiver was given before, and leaves it as it was.
    pub(crate) fn already_there(&self) -> Option<String> {
        let (act, receiver, arguments) = self.callable()?;
        let fills = FILLING.iter().find(|(verb, _)| {
            let rest = act.name.strip_prefix(verb);
            *verb != "set" && rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
        });
        let (_, done) = fills?;
        let receiver = receiver?;
        let given = |at: usize| match &self.statements[at].kind {
            StatementKind::Call {
                receiver: on,
                arguments,
                ..
            } => (*on == Some(receiver) || at == usize::from(receiver.0)).then_some(arguments),
            _ => None,
        };
        let was_given = |var: &Var| {
            let mut before = (0..self.act).filter_map(given);
            before.any(|arguments| arguments.contains(var))
        };
        let was_so = |check: &Check| match (&check.access, &check.fact) {
            (Access::Inspector { method, .. } | Access::Field(method), Fact::Is(observed)) => {
                check.var == receiver && self.state_before(method) == Some(observed)
            }
            _ => false,
        };
        let is_idle = self.thrown.is_none() && self.checks.iter().all(was_so);
        let is_there = !arguments.is_empty() && arguments.iter().all(was_given);
        (is_idle && is_there).then(|| format!("WhenAlready{done}"))
    }

    /// `WhenNothingMatches` of a search in something that finds nothing.
    pub(crate) fn nothing_found(&self) -> Option<String> {
        const SEARCHING: [(&str, &str); 6] = [
            ("filter", "WhenNothingMatches"),
            ("find", "WhenNothingIsFound"),
            ("match", "WhenNothingMatches"),
            ("query", "WhenNothingMatches"),
            ("search", "WhenNothingIsFound"),
            ("select", "WhenNothingMatches"),
        ];
        let (act, _, arguments) = self.callable()?;
        let verb = first_word(&act.name);
        let (_, words) = SEARCHING.iter().find(|(one, _)| *one == verb)?;
        let outcome = self.outcome();
        let is_nothing = outcome == "ReturnsNull" || outcome.starts_with("ReturnsEmpty");
        let is_told = self.thrown.is_none() && is_nothing && !arguments.is_empty();
        is_told.then(|| (*words).to_owned())
    }

    /// `ForUnknownKey` of a question for one thing that is not there, as nobody put it there.
    pub(crate) fn unknown(&self) -> Option<String> {
        const KINDS: [&str; 4] = ["object", "value", "text", "input"];
        let (act, receiver, arguments) = self.callable()?;
        let nothing = [
            "ReturnsNull",
            "ReturnsMinusOne",
            "ReturnsFalse",
            "ReturnsEmptyOptional",
        ];
        let ([given], [name]) = (arguments, &act.parameter_names[..]) else {
            return None;
        };
        let looks = asks_for_one(&act.name);
        let is_question = is_question_of_one(&act.name);
        let is_noun = self.outcome() == "ReturnsNull" && act.name.chars().all(char::is_lowercase);
        let is_told = |at: usize| match &self.statements[at].kind {
            StatementKind::Call {
                receiver: on,
                arguments,
                ..
            } => *on == receiver && arguments.contains(given),
            _ => false,
        };
        let kind = &self.statements[usize::from(given.0)].kind;
        let is_plain = match kind {
            StatementKind::Literal(_) => true,
            StatementKind::Call { .. } | StatementKind::TestDouble { .. } => looks || is_question,
            _ => false,
        };
        // What a collaborator was told nothing of need not be unknown.
        let is_it = self.thrown.is_none()
            && !has_collaborators(self)
            && nothing.contains(&&*self.outcome())
            && (looks || is_question || is_noun)
            && is_plain
            && says_something(name)
            && !KINDS.contains(&&**name)
            && !(0..self.act).any(is_told);
        (is_it && receiver.is_some()).then(|| format!("ForUnknown{}", capitalised(name)))
    }

    /// `ForKnownKey` of a question whether something is there that was told to the receiver, or to what made it.
    pub(crate) fn known(&self) -> Option<String> {
        const KINDS: [&str; 4] = ["object", "value", "text", "input"];
        let (act, receiver, arguments) = self.callable()?;
        let ([given], [name]) = (arguments, &act.parameter_names[..]) else {
            return None;
        };
        let is_it = (asks_for_one(&act.name) || is_question_of_one(&act.name))
            && self.thrown.is_none()
            && self.outcome() == "ReturnsTrue"
            && says_something(name)
            && !KINDS.contains(&&**name)
            && self.is_told(receiver?, *given);
        is_it.then(|| format!("ForKnown{}", capitalised(name)))
    }

    /// Whether an object, or something that it was made of, was given this value.
    fn is_told(&self, object: Var, given: Var) -> bool {
        let kind = |var: Var| &self.statements[usize::from(var.0)].kind;
        let is_value = |var: Var| {
            let is_literal = matches!(kind(var), StatementKind::Literal(_));
            var == given || is_literal && kind(var) == kind(given)
        };
        let mut parts = vec![object];
        let mut at = 0;
        while let Some(part) = parts.get(at).copied() {
            at += 1;
            let mut used = Vec::new();
            kind(part).visit_uses(|var| used.push(var));
            let told = calls_before(self, part, None).into_iter();
            used.extend(told.flat_map(|(_, arguments)| arguments.iter().copied()));
            if used.iter().any(|var| is_value(*var)) {
                return true;
            }
            let new = used.into_iter().filter(|var| !parts.contains(var));
            let new: Vec<Var> = new.collect();
            parts.extend(new);
        }
        false
    }

    /// Whether an object is what the call right before the act gave.
    fn is_given_by_last(&self, object: Var) -> bool {
        usize::from(object.0) + 1 == self.act
    }

    /// `ByDefault` of what an object gives that nobody told anything, `WhenNothingWasAdded` of what is not found in it.
    fn untouched_words(&self) -> Option<String> {
        let (act, receiver, arguments) = self.callable()?;
        let outcome = self.outcome();
        if self.thrown.is_some() || self.promises.gives_constant(act) {
            return None;
        }
        let is_question = asks_of_itself(act, &outcome);
        let is_question = is_question || self.reads_what_can_be_set(act);
        if is_question && gives_nothing(&outcome) && is_untold(self, receiver?) {
            return Some("ByDefault".to_owned());
        }
        if is_question && self.could_be_told(act, receiver?) {
            return Some("ByDefault".to_owned());
        }
        if outcome == "ReturnsFalse"
            && let Some(before) = self.not_yet_done(act, receiver?)
        {
            return Some(before);
        }
        // What is handed over and answers nothing was told to nobody before.
        let is_handed = |at: usize| {
            let kind = &self.statements[at].kind;
            let is_mute =
                matches!(kind, StatementKind::TestDouble { answers, .. } if answers.is_empty());
            is_mute && arguments.contains(&Var(at as u16))
        };
        let has_others = (0..self.act).any(|at| !is_handed(at) && is_collaborator(self, at));
        if has_others || !is_as_made(self, receiver?) {
            return None;
        }
        if act.parameters.is_empty() {
            return (is_question && !outcome.starts_with("DoesNot"))
                .then(|| "ByDefault".to_owned());
        }
        let finds_nothing = [
            "ReturnsFalse",
            "ReturnsMinusOne",
            "ReturnsNaN",
            "ReturnsNull",
            "ReturnsZero",
        ]
        .contains(&outcome.as_str())
            || outcome.starts_with("ReturnsEmpty");
        let of_class = self.cluster.under_test().iter();
        let mut others = of_class.map(|id| self.cluster.callable(*id));
        let done = others.find_map(|other| {
            let is_own = other.owner == act.owner && other.kind == CallableKind::Method;
            let fills = FILLING.iter().find(|(verb, _)| {
                let rest = other.name.strip_prefix(verb);
                rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
            });
            let is_sought = |verb: &str| is_what_is_sought(&other.name[verb.len()..], act);
            fills.filter(|(verb, _)| is_own && !other.parameters.is_empty() && is_sought(verb))
        });
        let looks = LOOKING.contains(&first_word(&act.name));
        // Of what was not set a zero may come all the same.
        let is_why = |done: &str| outcome != "ReturnsZero" || done == "Added";
        done.filter(|(_, done)| finds_nothing && looks && is_why(done))
            .map(|(_, done)| format!("WhenNothingWas{done}"))
    }
}

impl Facts<'_> {
    /// Whether a method without parameters reads what another one of its name sets: `outline()` beside
    /// `outline(boolean)`.
    fn reads_what_can_be_set(&self, act: &Callable) -> bool {
        let of_class = self.cluster.under_test().iter();
        let mut own = of_class.map(|id| self.cluster.callable(*id));
        act.parameters.is_empty()
            && own.any(|one| {
                one.name == act.name && one.owner == act.owner && one.parameters.len() == 1
            })
    }

    /// Whether a setter, or another constructor, tells the object what the act asks for, and nobody told it here:
    /// it was
    /// made of what other getters ask for, if of anything, and nothing was done with it.
    fn could_be_told(&self, act: &Callable, object: Var) -> bool {
        let verb = first_word(&act.name);
        let property = match verb {
            "get" | "is" | "has" => act.name[verb.len()..].to_lowercase(),
            _ => act.name.to_lowercase(),
        };
        // The `anchor` of a title is what `getTitleAnchor` asks for.
        let is_it = |name: &String| name.len() > 2 && property.ends_with(&name.to_lowercase());
        let takes_it = |one: &Callable| one.parameter_names.iter().any(is_it);
        let came_out = |var: &Var| match (self.result(), &self.statements[usize::from(var.0)].kind)
        {
            (Some(Observed::Literal(seen)), StatementKind::Literal(given)) => seen == given,
            (Some(Observed::Same(same)), _) => same == var,
            _ => false,
        };
        let own = || {
            let of_class = self.cluster.under_test().iter();
            let all = of_class.map(|id| self.cluster.callable(*id));
            all.filter(|one| one.owner == act.owner)
        };
        let has_getter = |name: &String| {
            let name = without_article(name).unwrap_or_else(|| name.clone());
            let name = name.to_lowercase();
            let mut getters = own().filter(|one| one.parameters.is_empty());
            getters.any(|one| {
                let rest = one.name[first_word(&one.name).len()..].to_lowercase();
                one.name.to_lowercase() == name || rest == name
            })
        };
        let is_plain = match &self.statements[usize::from(object.0)].kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => {
                let maker = self.cluster.callable(*callable);
                let names_all = maker.parameter_names.len() == maker.parameters.len()
                    && maker.parameter_names.iter().all(has_getter);
                let is_told = takes_it(maker) || arguments.iter().any(came_out);
                maker.kind == CallableKind::Constructor && names_all && !is_told
            }
            StatementKind::TestDouble {
                answers,
                style,
                arguments,
            } => answers.is_empty() && arguments.is_empty() && *style != DoubleStyle::Mock,
            _ => false,
        };
        if !is_plain || !self.is_left_alone(object) {
            return false;
        }
        own().any(|one| {
            let told = property_told_by(&one.name, &["set", "with"]);
            let is_setter = told.is_some_and(|told| told.to_lowercase() == property);
            let is_maker = one.kind == CallableKind::Constructor && takes_it(one);
            is_setter || is_maker
        })
    }

    /// Whether nothing uses the object before the act, and no double was told anything that it could give.
    fn is_left_alone(&self, object: Var) -> bool {
        let tells = |it: &Statement| match &it.kind {
            StatementKind::TestDouble { answers, .. } => !answers.is_empty(),
            _ => false,
        };
        let uses = |it: &Statement| {
            let mut is_it = false;
            it.kind.visit_uses(|var| is_it |= var == object);
            is_it
        };
        let mut before = self.statements[..self.act].iter();
        !before.any(|it| tells(it) || uses(it))
    }

    /// `BeforeExecute` of `isExecuted()` where nobody called `execute()` on the object.
    fn not_yet_done(&self, act: &Callable, receiver: Var) -> Option<String> {
        let done = act.name.strip_prefix("is")?.to_lowercase();
        let of_class = self.cluster.under_test().iter();
        let mut own = of_class.map(|id| self.cluster.callable(*id));
        let verb = own.find(|one| {
            one.owner == act.owner
                && one.kind == CallableKind::Method
                && is_participle(&done, &one.name)
        })?;
        let calls = calls_before(self, receiver, None);
        // What makes a started watch, or runs one, started it.
        let does = |name: &str| name.starts_with(&verb.name) || name.to_lowercase().contains(&done);
        let maker = match &self.statements[usize::from(receiver.0)].kind {
            StatementKind::Call { callable, .. } => &*self.cluster.callable(*callable).name,
            _ => "",
        };
        let is_done = does(maker) || calls.iter().any(|(call, _)| does(&call.name));
        (!is_done).then(|| format!("Before{}", capitalised(&verb.name)))
    }
}

/// Whether a word says that something was done: `executed` of `execute`, `cancelled` of `cancel`.
pub(super) fn is_participle(done: &str, verb: &str) -> bool {
    let verb = verb.to_lowercase();
    let Some(ending) = done.strip_prefix(&*verb) else {
        return false;
    };
    let last = verb.chars().last().unwrap_or_default();
    verb.len() > 2 && (matches!(ending, "" | "d" | "ed") || ending == format!("{last}ed"))
}

/// Whether an outcome is what an object begins with.
fn gives_nothing(outcome: &str) -> bool {
    const NOTHING: [&str; 4] = [
        "ReturnsNull",
        "ReturnsFalse",
        "ReturnsZero",
        "ReturnsEmptyString",
    ];
    NOTHING.contains(&outcome) || outcome.starts_with("ReturnsEmpty")
}

/// Whether a method, by its name, looks for one thing that its receiver has or not, or takes it away.
fn asks_for_one(method: &str) -> bool {
    const LOOKING: [&str; 15] = [
        "contains",
        "delete",
        "deregister",
        "detach",
        "find",
        "get",
        "has",
        "includes",
        "indexOf",
        "lookup",
        "remove",
        "resolve",
        "search",
        "unregister",
        "unsubscribe",
    ];
    begins_with_word(method, &LOOKING) && !method.ends_with("All")
}

/// Whether a method asks whether its receiver has one thing: `isAttached`, `isRegistered`.
fn is_question_of_one(method: &str) -> bool {
    const STATES: [&str; 9] = [
        "Added",
        "Attached",
        "Contained",
        "Included",
        "Known",
        "Member",
        "Present",
        "Registered",
        "Subscribed",
    ];
    let state = method.strip_prefix("is").unwrap_or_default();
    STATES.iter().any(|one| state.starts_with(one))
}

/// Whether nothing was told to the object nor to what made it, and nothing that it was made with can be why it gives
/// nothing: mocks that answer nothing, objects that are as they come.
fn is_untold(facts: &Facts<'_>, object: Var) -> bool {
    let is_mute = |var: &Var| match &facts.statements[usize::from(var.0)].kind {
        StatementKind::TestDouble { answers, .. } => answers.is_empty(),
        StatementKind::Call { arguments, .. } => arguments.is_empty(),
        // Of a number or a text nobody knows what is made of it.
        StatementKind::Literal(_) | StatementKind::Null | StatementKind::Array { .. } => false,
    };
    is_made_so(facts, object, |maker, given| {
        // `Money.zero()` says what it makes, and so does `createStarted()`.
        let is_special = maker.kind == CallableKind::StaticMethod && !makes_any(maker);
        !is_special && given.iter().all(is_mute)
    })
}

/// Whether nothing was told to the object, nor to what it was made of.
fn is_as_made(facts: &Facts<'_>, object: Var) -> bool {
    // `basic()` gives one that was filled for a purpose.
    let is_plain = |maker: &Callable| {
        maker.kind != CallableKind::StaticMethod || maker.name == "empty" || makes_any(maker)
    };
    is_made_so(facts, object, |maker, given| {
        given.is_empty() && is_plain(maker)
    })
}

/// Whether nothing was called on the object nor on what made it, and each call that made them is such a one; a constant
/// was made elsewhere.
fn is_made_so(facts: &Facts<'_>, object: Var, is_so: impl Fn(&Callable, &[Var]) -> bool) -> bool {
    let mut object = object;
    let mut child = None;
    loop {
        let (receiver, arguments, callable) = match &facts.statements[usize::from(object.0)].kind {
            StatementKind::Call {
                receiver,
                arguments,
                callable,
            } => (receiver, arguments, callable),
            // A class that is abstract is looked at through one that adds nothing.
            StatementKind::TestDouble {
                answers,
                style,
                arguments,
            } if arguments.is_empty() => {
                let is_subclass = *style != DoubleStyle::Mock && answers.is_empty();
                return is_subclass && calls_before(facts, object, child).is_empty();
            }
            _ => return false,
        };
        let maker = facts.cluster.callable(*callable);
        let is_told = !calls_before(facts, object, child).is_empty();
        if is_told || !is_so(maker, arguments) {
            return false;
        }
        let Some(origin) = receiver else {
            return maker.kind != CallableKind::StaticFieldRead;
        };
        child = Some(object);
        object = *origin;
    }
}

/// Whether a method without parameters asks its object for a property, by its name.
fn asks_of_itself(act: &Callable, outcome: &str) -> bool {
    let begins_with = |verb: &&str| {
        let rest = act.name.strip_prefix(*verb);
        rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
    };
    let is_truth = ["ReturnsTrue", "ReturnsFalse"].contains(&outcome);
    let is_question = ["get", "is", "has"].iter().any(begins_with)
        || is_truth && SETTINGS.iter().any(begins_with);
    is_question && act.parameters.is_empty()
}

/// Verbs of questions how an object was set up: `supportsLambda`, `allowsNull`.
const SETTINGS: [&str; 6] = [
    "accepts", "allows", "permits", "requires", "supports", "uses",
];

/// Beginnings of names of methods that look for something in an object.
const LOOKING: [&str; 18] = [
    "child", "children", "contains", "fetch", "find", "get", "has", "index", "is", "last", "list",
    "lookup", "peek", "query", "remove", "resolve", "search", "select",
];

/// Whether what a method puts into an object (`Listener` of `addListener`) may be what the act looks for there: it
/// names the same, or one of them names nothing.
fn is_what_is_sought(put: &str, act: &Callable) -> bool {
    let verb = first_word(&act.name).len();
    let named = |name: &str| -> Vec<String> {
        let mut words = name_words(name);
        words.retain(|word| !["all", "by", "of", "for"].contains(&word.as_str()));
        words
    };
    let (put, sought) = (named(put), named(act.name.get(verb..).unwrap_or_default()));
    // `Entry` and `Entries`
    let beginning = |word: &str| word.chars().take(4).collect::<String>();
    let is_same = |word: &String| sought.iter().any(|it| beginning(it) == beginning(word));
    put.is_empty() || sought.is_empty() || put.iter().any(is_same)
}

/// Beginnings of names of methods that put something into an object, with what is said of it then.
const FILLING: [(&str, &str); 8] = [
    ("add", "Added"),
    ("append", "Added"),
    ("insert", "Added"),
    ("offer", "Added"),
    ("push", "Added"),
    ("put", "Added"),
    ("register", "Registered"),
    ("set", "Set"),
];

/// Beginnings of names of methods that make objects and say nothing of what they make.
pub(super) const MAKING: [&str; 19] = [
    "as", "build", "builder", "copy", "create", "current", "for", "from", "get", "instance",
    "make", "new", "now", "of", "parse", "read", "to", "value", "with",
];

/// Whether the name of a factory only says that it makes one of its class.
fn makes_any(maker: &Callable) -> bool {
    const IDLE: [&str; 5] = ["", "builder", "default", "instance", "new"];
    let first = first_word(&maker.name);
    let rest = maker.name[first.len()..].to_lowercase();
    let class = simple_name(&maker.owner).to_lowercase();
    MAKING.contains(&first)
        && (IDLE.contains(&&*rest) || class.contains(&rest) || rest.contains(&class))
}

/// `OnZeroMoney` for what `Money.zero(…)` makes, `ForCreateAll` for what `Rights.createAll()` does: a factory whose
/// name says what it makes, where the call is given nothing that could matter more.
fn made_by_name(facts: &Facts<'_>, maker: &Callable) -> Option<String> {
    const MAKES_NEW: [&str; 3] = ["create", "make", "new"];
    let first = first_word(&maker.name);
    let (act, ..) = facts.callable()?;
    let is_factory = act.parameters.is_empty()
        && act.name != "hashCode"
        && maker.kind == CallableKind::StaticMethod
        && maker.name.len() > 2
        && maker.owner == act.owner;
    if is_factory && MAKES_NEW.contains(&first) {
        let is_special = maker.parameters.is_empty() && !makes_any(maker);
        return is_special.then(|| format!("For{}", capitalised(&maker.name)));
    }
    let is_told = is_factory && !MAKING.contains(&first);
    let word = facts.receiver_word().filter(|_| is_told)?;
    let name = capitalised(&maker.name);
    Some(if name.ends_with(&word) {
        format!("On{name}")
    } else {
        format!("On{name}{word}")
    })
}

fn is_same(one: &Callable, other: &Callable) -> bool {
    (&one.name, &one.descriptor) == (&other.name, &other.descriptor)
}

/// What sets the receiver apart, each beginning with its preposition.
#[derive(Debug, Default)]
pub(crate) struct ReceiverWords {
    /// The constant it is, how it was made, what was called on it before.
    pub(crate) discriminating: Vec<String>,
    /// That nothing was told to it, where that is why a call finds nothing.
    pub(crate) untouched: Option<String>,
    /// The same of the objects that it came from: the builder that built it, the number whose conjugate it is.
    pub(crate) of_origin: Vec<String>,
    /// For where this is not enough: the values that all of these were made of.
    pub(crate) values: Vec<String>,
}

impl ReceiverWords {
    /// All of them, the plainest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &String> {
        let discriminating = self.discriminating.iter().chain(&self.of_origin);
        discriminating.chain(&self.values)
    }
}

/// What sets the receiver of the act apart; nothing where there is none.
pub(crate) fn receiver_words(facts: &Facts<'_>) -> ReceiverWords {
    let mut words = ReceiverWords::default();
    let Some((act, Some(receiver), _)) = facts.callable() else {
        return words;
    };
    let calls = calls_before(facts, receiver, None);
    if !calls.is_empty() {
        words.discriminating.extend(state_words(facts));
    }
    words.untouched = facts.untouched_words();
    words.discriminating.extend(words.untouched.clone());
    if let Some((last, given)) = calls.last() {
        let again = facts.again().filter(|_| is_same(last, act));
        let done = again.unwrap_or_else(|| done_words(facts, last, given));
        words.discriminating.push(done);
        words.values.extend(given_words(facts, last, given));
    }
    let (discriminating, values) = made_words(facts, receiver, calls.is_empty());
    if calls.is_empty() {
        words
            .discriminating
            .extend(steps_of_builder(facts, receiver));
    }
    words.discriminating.extend(discriminating);
    words.values.extend(values);
    if calls.len() > 1 {
        words.values.insert(0, joined(facts, &calls));
    }
    add_origins(facts, receiver, &mut words);
    words
}

/// What was so after all that was done with the receiver: `WhenArrayHasTwoElements`, `WhenQueueIsEmpty`.
fn state_words(facts: &Facts<'_>) -> Option<String> {
    let receiver = facts.receiver_word().filter(|_| facts.is_container())?;
    let own = facts
        .callable()
        .map(|(callable, ..)| callable.name.as_str());
    let literal = |member: &str| match facts.state_before(member) {
        Some(Observed::Literal(literal)) if own != Some(member) => Some(literal),
        _ => None,
    };
    let size = match (facts.state_before("size"), literal("isEmpty")) {
        (Some(Observed::Literal(Literal::Int(size))), _) => u32::try_from(*size).ok(),
        (_, Some(Literal::Boolean(true))) => Some(0),
        (_, Some(Literal::Boolean(false))) => return Some(format!("When{receiver}IsNotEmpty")),
        _ => None,
    };
    match size? {
        // `isEmptyReturnsTrueWhenCartIsEmpty` says nothing.
        0 => {
            let verb = if is_plural(&receiver) { "Are" } else { "Is" };
            (own != Some("isEmpty")).then(|| format!("When{receiver}{verb}Empty"))
        }
        size => {
            let verb = if is_plural(&receiver) { "Have" } else { "Has" };
            Some(format!("When{receiver}{verb}{}", elements_words(size)))
        }
    }
}

pub(crate) type Call<'a> = (&'a Callable, &'a [Var]);

/// The last two different things that were done, in their order.
fn joined(facts: &Facts<'_>, calls: &[Call<'_>]) -> String {
    let mut words: Vec<String> = Vec::new();
    for (call, given) in calls.iter().rev() {
        let done = done_words(facts, call, given);
        if words.len() < 2 && !words.contains(&done) {
            words.push(done);
        }
    }
    words.reverse();
    let (first, others) = words
        .split_first()
        .map_or(("", &[][..]), |(one, rest)| (one.as_str(), rest));
    let others =
        others.iter().map(
            |one| match (first.strip_prefix("After"), one.strip_prefix("After")) {
                (Some(_), Some(rest)) => format!("And{rest}"),
                _ => format!("And{one}"),
            },
        );
    format!("{first}{}", others.collect::<String>())
}

/// What is so since a call: `WithName` after `setName`, `WithoutHeader` after `setHeader(false)`, else `AfterFill`;
/// `WhenSetToFalse` where the act asks for it.
fn done_words(facts: &Facts<'_>, call: &Callable, given: &[Var]) -> String {
    let Some(property) = property_told_by(&call.name, &["set", "with"]) else {
        return format!("After{}", capitalised(&call.name));
    };
    let [value] = given else {
        return format!("With{property}");
    };
    let kind = &facts.statements[usize::from(value.0)].kind;
    if asks_for(facts, call, property) {
        // `isCachedReturnsFalseWithoutCached` says it twice.
        match kind {
            StatementKind::Literal(Literal::Boolean(set)) => {
                return format!("WhenSetTo{}", if *set { "True" } else { "False" });
            }
            StatementKind::Null => return "WhenSetToNull".to_owned(),
            _ => {}
        }
    }
    told_words(kind, property)
}

/// What is so where a property was told this.
fn told_words(kind: &StatementKind, property: &str) -> String {
    match kind {
        StatementKind::Literal(Literal::Boolean(is_so)) if is_quality(property) => {
            format!("When{}{property}", if *is_so { "" } else { "Not" })
        }
        StatementKind::Literal(Literal::Boolean(false)) => format!("Without{property}"),
        StatementKind::Null => format!("WithNull{property}"),
        _ => format!("With{property}"),
    }
}

/// Whether a property says what an object is, and not what it has: `Enabled`, `Resizable`.
fn is_quality(property: &str) -> bool {
    const QUALITIES: [&str; 8] = [
        "Active", "Lenient", "Open", "Optional", "Public", "ReadOnly", "Secure", "Strict",
    ];
    let is_formed_so = ["ed", "able", "ible"]
        .iter()
        .any(|end| property.ends_with(end));
    let is_one_word = property.matches(char::is_uppercase).count() == 1;
    QUALITIES.contains(&property) || is_formed_so && is_one_word
}

/// Whether the act only asks for this property: `isCached`, `getName`.
fn asks_for(facts: &Facts<'_>, call: &Callable, property: &str) -> bool {
    facts.callable().is_some_and(|(act, ..)| {
        let mut asked = ["is", "get", "has"].iter();
        let is_own = act.owner == call.owner && act.parameters.is_empty();
        is_own && asked.any(|verb| act.name.strip_prefix(verb) == Some(property))
    })
}

/// `AfterFillEight`: a call with what it was given.
fn given_words(facts: &Facts<'_>, call: &Callable, given: &[Var]) -> Option<String> {
    let parts: Vec<String> = given
        .iter()
        .filter_map(|one| value_words(facts, *one))
        .collect();
    let given = parts.join("And");
    (1..=LONGEST_MADE)
        .contains(&given.len())
        .then(|| format!("After{}{given}", capitalised(&call.name)))
}

/// What made the object: telling words, then values.
fn made_words(facts: &Facts<'_>, object: Var, is_untouched: bool) -> (Vec<String>, Vec<String>) {
    let (mut discriminating, mut values) = (Vec::new(), Vec::new());
    let StatementKind::Call {
        callable,
        arguments,
        ..
    } = &facts.statements[usize::from(object.0)].kind
    else {
        return (discriminating, values);
    };
    let callable = facts.cluster.callable(*callable);
    match (callable.kind, value_words(facts, object)) {
        (CallableKind::StaticFieldRead, Some(constant)) => {
            discriminating.push(format!("On{constant}"));
        }
        // A service is new in each of its tests, and so are most objects.
        (CallableKind::Constructor, _) if arguments.is_empty() && is_untouched => {}
        // What a builder was told has words of its own.
        (CallableKind::Method, Some(_)) if is_step(facts, object) => {}
        (_, Some(made)) => {
            let set = set_by_maker(facts, callable, arguments);
            discriminating.extend(set.filter(|_| is_untouched));
            let by_name = made_by_name(facts, callable).filter(|_| is_untouched);
            discriminating.extend(by_name);
            let parts = special_parts(facts, callable, arguments);
            let (special, usual): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|(order, _)| *order <= 2);
            // Where it matters that something is not there, the source asks for it.
            let (nothing, special): (Vec<_>, Vec<_>) = special
                .into_iter()
                .partition(|(_, words)| words.ends_with("IsNull"));
            discriminating.extend(special.into_iter().map(|(_, words)| words));
            values.extend(nothing.into_iter().map(|(_, words)| words));
            values.extend(usual.into_iter().map(|(_, words)| words));
            if made.len() <= LONGEST_MADE && !made.starts_with("Nothing") {
                let is_telling = arguments.iter().all(|one| is_telling(facts, *one));
                let is_plain = arguments.len() == 1 && made.len() <= LONGEST_PLAIN && is_telling;
                let words = if is_plain {
                    &mut discriminating
                } else {
                    &mut values
                };
                words.push(format!("On{made}"));
            }
        }
        _ => discriminating.extend(made_by_name(facts, callable).filter(|_| is_untouched)),
    }
    (discriminating, values)
}

/// First words of steps that take something away: `WithRemoveHeader` says nothing.
const TAKING_AWAY: [&str; 12] = [
    "clear", "copy", "delete", "disable", "enable", "exclude", "from", "no", "remove", "reset",
    "skip", "without",
];

/// What the builder was told that gave the receiver, the last thing first: `WithMaxPrecision` of
/// `builder().maxPrecision(1).build()`.
fn steps_of_builder(facts: &Facts<'_>, receiver: Var) -> Vec<String> {
    // Each object of the chain, and what was made of it next.
    let mut chain = Vec::new();
    let mut object = receiver;
    while let StatementKind::Call {
        receiver: Some(origin),
        ..
    } = facts.statements[usize::from(object.0)].kind
    {
        chain.push((origin, object));
        object = origin;
    }
    let is_unused = |at: usize| {
        let mut later = facts.statements[at + 1..].iter();
        !later.any(|it| {
            let mut is_used = false;
            it.kind
                .visit_uses(|var| is_used |= usize::from(var.0) == at);
            is_used
        })
    };
    // A step of the chain, or one that a builder which changes itself was told before it was passed on.
    let is_of_chain = |at: &usize| {
        let StatementKind::Call {
            receiver: Some(on), ..
        } = &facts.statements[*at].kind
        else {
            return false;
        };
        let mut links = chain.iter().filter(|(origin, _)| origin == on);
        links.any(|(_, next)| {
            let next = usize::from(next.0);
            next == *at || *at < next && is_unused(*at)
        })
    };
    let steps = (0..facts.act).rev().filter(is_of_chain);
    steps.filter_map(|at| step_words(facts, at)).collect()
}

/// `WithMaxPrecision`, `WithoutGrouping` of a step of a builder.
fn step_words(facts: &Facts<'_>, at: usize) -> Option<String> {
    let StatementKind::Call {
        callable,
        arguments,
        ..
    } = &facts.statements[at].kind
    else {
        return None;
    };
    let step = facts.cluster.callable(*callable);
    let told = arguments
        .first()
        .filter(|_| is_step(facts, Var(at as u16)))?;
    let property = property_told_by(&step.name, &["set", "with"]);
    let property = property.map_or_else(|| capitalised(&step.name), str::to_owned);
    let kind = &facts.statements[usize::from(told.0)].kind;
    Some(told_words(kind, &property))
}

/// Whether a call told a builder the property that it is named after, and gave the builder back:
/// `maxPrecision(int maxPrecision)`.
fn is_step(facts: &Facts<'_>, object: Var) -> bool {
    let StatementKind::Call {
        callable,
        receiver: Some(origin),
        arguments,
    } = &facts.statements[usize::from(object.0)].kind
    else {
        return false;
    };
    let step = facts.cluster.callable(*callable);
    let [name] = &step.parameter_names[..] else {
        return false;
    };
    let ty = |var: Var| facts.statements[usize::from(var.0)].ty;
    let told = property_told_by(&step.name, &["set", "with"]);
    let told = told.map_or_else(|| step.name.clone(), decapitalised);
    let is_of_builder = facts
        .cluster
        .ty(ty(*origin))
        .class_name()
        .is_some_and(|class| class.ends_with("Builder"));
    let verb = first_word(&step.name);
    let fills = FILLING.iter().any(|(filling, _)| *filling == verb);
    let is_property = told == *name || is_of_builder && !fills && !TAKING_AWAY.contains(&verb);
    step.kind == CallableKind::Method
        && arguments.len() == 1
        && ty(object) == ty(*origin)
        && is_property
}

/// `WhenCreatedWithTrue` where the act asks for what the maker was given: `isStrict()` after `new Reader(true)`.
fn set_by_maker(facts: &Facts<'_>, maker: &Callable, arguments: &[Var]) -> Option<String> {
    let (act, ..) = facts
        .callable()
        .filter(|(act, ..)| act.parameters.is_empty())?;
    let asked = property(&act.name);
    let mut given = maker.parameter_names.iter().zip(arguments);
    let (_, value) = given.find(|(name, _)| name.eq_ignore_ascii_case(&asked))?;
    match &facts.statements[usize::from(value.0)].kind {
        StatementKind::Literal(Literal::Boolean(true)) => Some("WhenCreatedWithTrue".to_owned()),
        StatementKind::Literal(Literal::Boolean(false)) => Some("WhenCreatedWithFalse".to_owned()),
        _ => None,
    }
}

/// Whether a value may be the reason for what a call does: a number or a text that stands in for any is none.
fn is_telling(facts: &Facts<'_>, value: Var) -> bool {
    if facts.immaterial.contains(value) {
        return false;
    }
    match &facts.statements[usize::from(value.0)].kind {
        StatementKind::Literal(Literal::Text(text)) => !is_stock_text(&text.to_text()),
        StatementKind::Literal(literal) => matches!(literal, Literal::Boolean(_)),
        // A constant is one of many.
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => {
            let is_constant =
                facts.cluster.callable(*callable).kind == CallableKind::StaticFieldRead;
            !is_constant && arguments.iter().all(|one| is_telling(facts, *one))
        }
        StatementKind::Array { elements } => elements.iter().all(|one| is_telling(facts, *one)),
        StatementKind::Null => false,
        StatementKind::TestDouble { .. } => true,
    }
}

/// Whether doubles stand in for what the receiver works with.
pub(crate) fn has_collaborators(facts: &Facts<'_>) -> bool {
    (0..facts.act).any(|at| is_collaborator(facts, at))
}

/// Whether the statement at this place makes a test double, or puts something into a field.
fn is_collaborator(facts: &Facts<'_>, at: usize) -> bool {
    match &facts.statements[at].kind {
        StatementKind::TestDouble { .. } => true,
        StatementKind::Call { callable, .. } => matches!(
            facts.cluster.callable(*callable).kind,
            CallableKind::InjectedField | CallableKind::HeldField | CallableKind::HeldByMethod
        ),
        _ => false,
    }
}

/// Goes from the receiver to what its method was called on, and so on to what a constructor, a factory or a constant
/// gave.
fn add_origins(facts: &Facts<'_>, receiver: Var, words: &mut ReceiverWords) {
    let mut object = receiver;
    while let StatementKind::Call {
        callable,
        receiver: Some(origin),
        ..
    } = &facts.statements[usize::from(object.0)].kind
    {
        let callable = facts.cluster.callable(*callable);
        let type_of = |var: Var| facts.statements[usize::from(var.0)].ty;
        let is_of_own_kind = type_of(*origin) == type_of(object);
        // A conjugate is told from what it is the conjugate of, a builder by what it was told; that it builds says
        // nothing.
        if is_of_own_kind && callable.kind == CallableKind::Method {
            let is_value = type_of(object) == type_of(receiver);
            let preposition = if is_value { "Of" } else { "After" };
            let link = constant_words(&callable.name);
            words.of_origin.push(format!("{preposition}{link}"));
        }
        let calls = calls_before(facts, *origin, Some(object));
        if !calls.is_empty() {
            words.of_origin.push(joined(facts, &calls));
        }
        for (call, given) in calls.iter().rev() {
            words.values.extend(given_words(facts, call, given));
        }
        let (discriminating, values) = made_words(facts, *origin, false);
        words.of_origin.extend(discriminating);
        words.values.extend(values);
        object = *origin;
    }
}

/// The methods that were called on the receiver before the act, each with its arguments.
pub(crate) fn calls_on_receiver<'a>(facts: &Facts<'a>) -> Vec<Call<'a>> {
    let receiver = facts.callable().and_then(|(_, receiver, _)| receiver);
    receiver.map_or_else(Vec::new, |receiver| calls_before(facts, receiver, None))
}

/// The methods that were called on an object before the act, each with its arguments, but for the one that gave
/// `except`.
fn calls_before<'a>(facts: &Facts<'a>, object: Var, except: Option<Var>) -> Vec<Call<'a>> {
    facts.statements[..facts.act]
        .iter()
        .enumerate()
        .filter(|(at, _)| except.is_none_or(|except| usize::from(except.0) != *at))
        .filter_map(|(_, statement)| match &statement.kind {
            StatementKind::Call {
                callable,
                receiver: Some(on),
                arguments,
            } if is_same_object(facts, *on, object) => {
                let callable = facts.cluster.callable(*callable);
                // That it has its collaborators is no condition.
                let wires = callable.name.starts_with("set")
                    && matches!(arguments[..], [only] if facts.mocks.contains(&usize::from(only.0)));
                let is_told = callable.kind == CallableKind::Method && !wires;
                is_told.then_some((callable, &arguments[..]))
            }
            _ => None,
        })
        .collect()
}

/// Whether both are the same variable, or reads of one constant.
fn is_same_object(facts: &Facts<'_>, one: Var, other: Var) -> bool {
    let kind = |var: Var| &facts.statements[usize::from(var.0)].kind;
    let is_constant = crate::printing::value_places::is_copyable(
        facts.cluster,
        &facts.statements[usize::from(one.0)],
    );
    one == other || (is_constant && kind(one) == kind(other))
}

/// What is said of the arguments that an object was made of where their names say it, with how special it is:
/// `WhenNumeratorIsNegative`.
fn special_parts(facts: &Facts<'_>, maker: &Callable, arguments: &[Var]) -> Vec<(u8, String)> {
    let parts = maker.parameter_names.iter().zip(arguments);
    parts
        .filter(|(name, var)| says_something(name) && !facts.immaterial.contains(**var))
        .filter_map(|(name, var)| {
            let subject = capitalised(name);
            if let Some(counted) = counted(facts, *var, name) {
                return Some((2, counted));
            }
            let (order, words) = fact_of(facts, *var, &subject)?;
            (order != 3 && words.len() <= LONGEST_MADE)
                .then(|| (order, made_of(&words, &subject, order <= 2)))
        })
        .collect()
}

/// `WithOneLanguage`, `WithTwoLanguages` for the parameter `languages` and a collection that holds so many.
fn counted(facts: &Facts<'_>, var: Var, name: &str) -> Option<String> {
    const MOST: usize = 3;
    let StatementKind::Call {
        callable,
        receiver: None,
        arguments,
    } = &facts.statements[usize::from(var.0)].kind
    else {
        return None;
    };
    let maker = facts.cluster.callable(*callable);
    let elements = |given: &[Var]| match given {
        [only] => match &facts.statements[usize::from(only.0)].kind {
            StatementKind::Array { elements } => elements.len(),
            _ => 1,
        },
        all => all.len(),
    };
    let of_jdk = maker.owner.starts_with("java.util.");
    let count = match (&*maker.name, maker.kind) {
        ("singleton" | "singletonList", _) if of_jdk => 1,
        ("asList" | "of", CallableKind::StaticMethod) if of_jdk => elements(arguments),
        (_, CallableKind::Constructor) if of_jdk && arguments.is_empty() => {
            let calls = calls_before(facts, var, None);
            calls.iter().filter(|(call, _)| call.name == "add").count()
        }
        _ => 0,
    };
    let noun = capitalised(name);
    let one = is_plural(&noun).then(|| singular(&noun))?;
    (1..=MOST).contains(&count).then(|| match count {
        1 => format!("WithOne{one}"),
        count => format!("With{}{noun}", count_words(count)),
    })
}

/// `Entry` of `Entries`, `Box` of `Boxes`, `Item` of `Items`.
fn singular(plural: &str) -> String {
    let hissing = ["sses", "xes", "ches", "shes"];
    if let Some(stem) = plural.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let ending = if hissing.iter().any(|it| plural.ends_with(it)) {
        "es"
    } else {
        "s"
    };
    plural.strip_suffix(ending).unwrap_or(plural).to_owned()
}

/// `WhenLimitIsNegative` for `NegativeLimit`.
fn made_of(words: &str, subject: &str, is_special: bool) -> String {
    match words.strip_suffix(subject) {
        Some(adjective) if is_special && !adjective.is_empty() => {
            format!("When{subject}Is{adjective}")
        }
        _ => format!("On{words}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_of_a_thing_are_told_by_its_noun() {
        let nouns = ["Entries", "Boxes", "Classes", "Items", "Values"].map(singular);
        assert_eq!(nouns, ["Entry", "Box", "Class", "Item", "Value"]);
    }

    #[test]
    fn a_participle_says_what_was_done() {
        for (done, verb) in [
            ("executed", "execute"),
            ("cancelled", "cancel"),
            ("shutdown", "shutdown"),
            ("started", "start"),
        ] {
            assert!(is_participle(done, verb), "{done}");
        }
        assert!(!is_participle("empty", "add"));
        assert!(!is_participle("executable", "execute"));
    }
}
