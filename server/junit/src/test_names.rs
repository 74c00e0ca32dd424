//! Names of tests: takes the act, its inputs and what is asserted, gives `methodOutcomeCondition` that no other test has.

use std::collections::BTreeSet;

use goalline_testcase::{CallableKind, Observed, StatementKind, Var};

use crate::{
    checks::{Access, Check, Fact},
    facts::Facts,
    goal_words::{goal_words, speaks_of},
    input_words::{InputFact, exact_words, input_facts, receiver_words},
    inspectors::{first_word, property},
    style::Naming,
    type_names::simple_name,
    variables::{capitalised, decapitalised},
    words::{constant_words, number_words, observed_words, text_words},
};

pub use crate::goal_words::GoalText;

const LONGEST: usize = 80;

/// The first name that nobody has: the plain one, then with more and more of what sets this test apart, last with a number.
pub(crate) fn choose_name(
    facts: &Facts<'_>,
    goals: &[GoalText],
    naming: Naming,
    taken: &BTreeSet<String>,
) -> String {
    let own = facts.stem();
    let called = goals.iter().find_map(|goal| goal.called.as_ref());
    // A test of a pair is named after both methods.
    let stem = match called {
        Some(called) => format!("{own}And{}", capitalised(called)),
        None => own.clone(),
    };
    let candidates = candidates(facts, goals).into_iter();
    let candidates: Vec<String> = candidates
        .map(|name| match name.strip_prefix(&own) {
            Some(rest) => dressed(&format!("{stem}{rest}"), &stem, naming),
            None => dressed(&name, &stem, naming),
        })
        .collect();
    let is_free = |name: &&String| name.len() <= LONGEST && !taken.contains(*name);
    if let Some(name) = candidates.iter().find(is_free) {
        return name.clone();
    }
    let short = candidates.iter().find(|name| name.len() <= LONGEST);
    let stem = short.cloned();
    let stem = stem.unwrap_or_else(|| dressed(&own, &own, naming));
    (2..=u32::MAX)
        .map(|number| format!("{stem}{number}"))
        .find(|name| !taken.contains(name))
        .expect("there are fewer tests than numbers")
}

/// The name in the way that tests are named here; `stem` is what it begins with.
fn dressed(name: &str, stem: &str, naming: Naming) -> String {
    match naming {
        Naming::Camel => name.to_owned(),
        Naming::TestPrefix => format!("test{}", capitalised(name)),
        Naming::Segments => match name.strip_prefix(stem) {
            Some(rest) if !rest.is_empty() => format!("{stem}_{}", decapitalised(rest)),
            _ => name.to_owned(),
        },
        Naming::Snake => {
            let mut text = String::new();
            let mut before = '_';
            for c in name.chars() {
                let starts_word =
                    c.is_uppercase() || (c.is_ascii_digit() && !before.is_ascii_digit());
                if starts_word && before != '_' {
                    text.push('_');
                }
                text.extend(c.to_lowercase());
                before = c;
            }
            text
        }
    }
}

fn candidates(facts: &Facts<'_>, goals: &[GoalText]) -> Vec<String> {
    let inputs = input_facts(facts);
    let mut names = Vec::new();
    let telling: Vec<&InputFact> = inputs.iter().filter(|one| one.is_special).collect();
    let plain = facts.named(None);
    if facts.thrown.is_none() && facts.outcome().starts_with("Stores") {
        // What is stored is the input: saying it once is enough.
        names.push(plain.clone());
    }
    if let Some(first) = telling.first() {
        names.push(facts.named(Some(&first.words)));
    } else {
        names.push(plain.clone());
    }
    let parameters = facts
        .callable()
        .map_or(&[][..], |(callable, ..)| &callable.parameter_names);
    let of_inputs = goals
        .iter()
        .filter(|goal| goal.text.contains(' ') && speaks_of(goal, parameters));
    names.extend(
        of_inputs
            .filter_map(goal_words)
            .map(|goal| format!("{plain}When{goal}")),
    );
    let goals: Vec<String> = goals.iter().filter_map(goal_words).collect();
    let receiver = receiver_words(facts);
    let first = telling.first().copied().or(inputs.first());
    if let Some(first) = first {
        names.push(facts.named(Some(&first.words)));
        let others = inputs.iter().filter(|one| one.words != first.words);
        names.extend(others.clone().map(|one| facts.named(Some(&one.words))));
        names.extend(
            others.map(|one| facts.named(Some(&format!("{}And{}", first.words, one.words)))),
        );
    }
    let stems: Vec<String> = names.clone();
    for receiver in &receiver {
        names.push(format!("{plain}{receiver}"));
        names.extend(stems.iter().map(|stem| format!("{stem}{receiver}")));
    }
    for goal in &goals {
        names.push(format!("{plain}When{goal}"));
    }
    let exact = exact_words(facts);
    if !exact.is_empty() {
        names.push(facts.named(Some(&exact.join("And"))));
        for receiver in &receiver {
            names.push(format!(
                "{}{receiver}",
                facts.named(Some(&exact.join("And")))
            ));
        }
    }
    for goal in &goals {
        names.extend(stems.iter().map(|stem| format!("{stem}When{goal}")));
    }
    let types = parameter_types(facts);
    if !types.is_empty() {
        names.extend(stems.iter().map(|stem| format!("{stem}With{types}")));
    }
    names
}

/// The parameter types of the method in words, to tell overloads apart: `FloatArray`, `IntAndString`.
fn parameter_types(facts: &Facts<'_>) -> String {
    let Some((callable, ..)) = facts.callable() else {
        return String::new();
    };
    if !callable.descriptor.starts_with('(') {
        return String::new();
    }
    let parameters = crate::type_names::descriptor_types(&callable.descriptor).0;
    let words: Vec<String> = parameters
        .iter()
        .map(|ty| capitalised(&crate::written::short_type(ty)).replace("[]", "Array"))
        .collect();
    words.join("And")
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

impl Facts<'_> {
    /// The name of what is tested: the method, `newCart`, `constructor`.
    fn stem(&self) -> String {
        let Some((callable, ..)) = self.callable() else {
            return "test".to_owned();
        };
        match callable.kind {
            CallableKind::Constructor if self.thrown.is_some() => "constructor".to_owned(),
            CallableKind::Constructor => {
                format!("new{}", capitalised(simple_name(&callable.owner)))
            }
            CallableKind::StaticFieldRead | CallableKind::FieldRead => {
                decapitalised(&callable.name)
            }
            CallableKind::FieldWrite | CallableKind::StaticFieldWrite => {
                format!("setting{}", constant_words(&callable.name))
            }
            _ => callable.name.clone(),
        }
    }

    /// The whole name with one condition.
    fn named(&self, condition: Option<&str>) -> String {
        let stem = self.stem();
        let Some(class) = self.thrown else {
            let outcome = self.outcome();
            return match condition {
                Some(condition) => format!("{stem}{outcome}For{condition}"),
                None => format!("{stem}{outcome}"),
            };
        };
        let class = simple_name(class);
        match condition {
            Some(condition) if class == "IllegalArgumentException" => {
                format!("{stem}Rejects{condition}")
            }
            Some(condition) => format!("{stem}Throws{class}For{condition}"),
            None => format!("{stem}Throws{class}"),
        }
    }

    /// What the first assertion says.
    fn outcome(&self) -> String {
        let Some(check) = self.checks.first() else {
            return "Completes".to_owned();
        };
        let is_of_act = usize::from(check.var.0) == self.act;
        match &check.access {
            Access::Value if is_of_act => self.result_outcome(&check.fact),
            Access::Value => format!("Changes{}", self.word_of(check.var)),
            Access::Inspector { method, .. } => self.state_outcome(check, method, is_of_act),
            Access::Field(name) => self.state_outcome(check, name, is_of_act),
        }
    }

    fn result_outcome(&self, fact: &Fact) -> String {
        match fact {
            Fact::Is(Observed::Same(var)) => format!("Returns{}", self.same_words(*var)),
            Fact::Is(observed) => format!("Returns{}", observed_words(observed)),
            Fact::ArrayLength(0) => "ReturnsEmptyArray".to_owned(),
            Fact::ArrayLength(length) => {
                format!("ReturnsArrayOf{}", number_words(i64::from(*length)))
            }
            Fact::TextLength(_) => "ReturnsLongString".to_owned(),
            Fact::Size(0) => format!("ReturnsEmpty{}", self.result_word()),
            Fact::Size(size) => {
                format!(
                    "Returns{}Of{}",
                    self.result_word(),
                    number_words(i64::from(*size))
                )
            }
            Fact::Text(text) => format!("Returns{}", text_words(text)),
            Fact::NotNull if self.is_constructor() => "Succeeds".to_owned(),
            Fact::NotNull => format!("Returns{}", self.result_word()),
            Fact::Returns => "Completes".to_owned(),
        }
    }

    fn is_constructor(&self) -> bool {
        self.callable()
            .is_some_and(|(callable, ..)| callable.kind == CallableKind::Constructor)
    }

    fn result_word(&self) -> String {
        self.type_word(Var(self.act as u16))
    }

    fn type_word(&self, var: Var) -> String {
        use goalline_testcase::JavaType;
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
            .filter(|name| crate::variables::says_something(name))
            .map_or_else(|| self.type_word(var), |name| capitalised(name))
    }

    fn same_words(&self, var: Var) -> String {
        let Some((_, receiver, _)) = self.callable() else {
            return "SameInstance".to_owned();
        };
        if receiver.is_some_and(|receiver| self.is_chained_on(receiver, var)) {
            return "SameInstance".to_owned();
        }
        match &self.statements[usize::from(var.0)].kind {
            StatementKind::Call { callable, .. } => {
                let callable = self.cluster.callable(*callable);
                if callable.kind == CallableKind::StaticFieldRead {
                    constant_words(&callable.name)
                } else {
                    format!("Given{}", self.word_of(var))
                }
            }
            _ => format!("Given{}", self.word_of(var)),
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
            return words;
        }
        if is_of_act {
            return match words.strip_prefix("Has") {
                Some(rest) => format!("Returns{}With{rest}", self.type_word(check.var)),
                None => format!("Returns{}That{words}", self.type_word(check.var)),
            };
        }
        let verb = first_word(&callable.name);
        let stores = matches!(verb, "set" | "with")
            && callable.name[verb.len()..].eq_ignore_ascii_case(&property(inspector));
        match (stores, words.strip_prefix("Has")) {
            (true, _) => format!("Stores{}", self.fact_words(&check.fact)),
            (false, Some(rest)) => format!("Leaves{rest}"),
            (false, None) => {
                let adjective = words.strip_prefix("Is").unwrap_or(&words);
                format!("Leaves{}{adjective}", self.type_word(check.var))
            }
        }
    }

    /// `IsEmpty`, `IsNotNegated`, `HasNumeratorThree`.
    fn property_words(&self, check: &Check, inspector: &str) -> String {
        let name = constant_words(&property(inspector));
        match &check.fact {
            Fact::Is(Observed::Literal(goalline_testcase::Literal::Boolean(value))) => {
                let verb = if inspector.starts_with("has") {
                    "Has"
                } else {
                    "Is"
                };
                match (value, verb) {
                    (true, _) => format!("{verb}{name}"),
                    (false, "Has") => format!("HasNo{name}"),
                    (false, _) => format!("IsNot{name}"),
                }
            }
            Fact::Is(Observed::Literal(_)) if matches!(inspector, "size" | "length") => {
                match self.fact_words(&check.fact).as_str() {
                    "Zero" => "IsEmpty".to_owned(),
                    other => format!("Has{name}{other}"),
                }
            }
            fact if inspector == "toString" => format!("HasText{}", self.fact_words(fact)),
            Fact::ArrayLength(size)
            | Fact::Size(size)
            | Fact::Is(Observed::Array { length: size, .. } | Observed::Sized { size, .. })
                if name.ends_with('s') =>
            {
                counted(*size, &name)
            }
            fact => format!("Has{name}{}", self.fact_words(fact)),
        }
    }

    fn fact_words(&self, fact: &Fact) -> String {
        match fact {
            Fact::Is(Observed::Same(var)) => self.same_words(*var),
            Fact::Is(observed) => observed_words(observed),
            Fact::ArrayLength(size) | Fact::Size(size) => {
                format!("Of{}", number_words(i64::from(*size)))
            }
            Fact::TextLength(_) => "LongString".to_owned(),
            Fact::Text(text) => text_words(text),
            Fact::NotNull => "Value".to_owned(),
            Fact::Returns => String::new(),
        }
    }
}
