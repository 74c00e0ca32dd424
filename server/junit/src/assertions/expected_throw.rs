//! What a test expects of an exception: takes what was thrown, gives what an assertion may say of it: its message; what
//! it was made of, where it has no message of its own; what it carries beside that, such as a code.

use goalline_testcase::{
    JavaString, JavaType, Literal, Observation, Observed, ObservedPart, Thrown,
};

use crate::{
    assertions::raised_by::{has_identity, is_platform_text},
    written::About,
};

/// Getters of an exception that are asked at most.
const MOST_CARRIED: usize = 2;

/// Longest text that it carries and that is asserted.
const LONGEST: usize = 60;

/// An exception as an assertion expects it.
#[derive(Debug, Default)]
pub(crate) struct ExpectedThrow {
    /// The class that a test can name.
    pub(crate) class: String,
    /// Its message as a Java literal.
    pub(crate) message: Option<String>,
    /// The class of what it was made of.
    pub(crate) cause: Option<String>,
    /// What it carries.
    pub(crate) carried: Vec<CarriedValue>,
}

/// What a getter of an exception gave.
#[derive(Debug)]
pub(crate) struct CarriedValue {
    pub(crate) getter: String,
    pub(crate) ty: JavaType,
    pub(crate) value: Observed,
    about: About,
}

impl ExpectedThrow {
    /// Of what was thrown, with the message that a test may expect.
    pub(crate) fn of(thrown: &Thrown, message: Option<String>) -> Self {
        let told = thrown.message.as_ref().map(JavaString::to_text);
        let told = told.unwrap_or_default();
        // What a getter gives can be asked where the class itself can be named.
        let asked = thrown
            .carried
            .iter()
            .filter(|_| thrown.nameable == thrown.class);
        let carried = asked.filter_map(|one| CarriedValue::of(one, &told));
        let is_telling = |cause: &&String| {
            !["java.lang.Throwable", "java.lang.Exception"].contains(&cause.as_str())
        };
        let cause = thrown.cause.as_ref().filter(is_telling);
        Self {
            class: thrown.nameable.clone(),
            cause: cause.filter(|_| message.is_none()).cloned(),
            message,
            carried: carried.take(MOST_CARRIED).collect(),
        }
    }

    /// Of what others threw nothing is expected but class and message.
    pub(crate) fn keep_message_alone(&mut self) {
        self.cause = None;
        self.carried.clear();
    }

    /// Where no assertion gives what was thrown.
    pub(crate) fn keep_class_alone(&mut self) {
        let class = std::mem::take(&mut self.class);
        *self = Self {
            class,
            ..Self::default()
        };
    }

    /// Whether more is expected than its class.
    pub(crate) fn says_more(&self) -> bool {
        self.message.is_some() || self.cause.is_some() || !self.carried.is_empty()
    }

    /// What its assertions are about, in their order.
    pub(crate) fn about(&self) -> Vec<About> {
        let message = self.message.iter().map(|_| About::Message);
        let cause = self.cause.iter().map(|_| About::Cause);
        let carried = self.carried.iter().map(|one| one.about.clone());
        message.chain(cause).chain(carried).collect()
    }
}

impl CarriedValue {
    /// None of what the message tells as well, or of what is another text elsewhere.
    fn of(seen: &Observation, told: &str) -> Option<Self> {
        let ObservedPart::Inspector { method, descriptor } = &seen.subject else {
            return None;
        };
        let Observed::Literal(literal) = &seen.observed else {
            return None;
        };
        let text = match literal {
            Literal::Text(text) => text.to_text(),
            other => format!("{}", other.number()?),
        };
        let is_told = told.contains(&text) || text.contains(told) && !told.is_empty();
        // A path is another one on another machine.
        let is_elsewhere = text.contains(['/', '\\']) || is_platform_text(&text);
        let is_stable = text.chars().count() <= LONGEST && !has_identity(&text) && !is_elsewhere;
        (is_stable && !is_told).then(|| Self {
            getter: method.clone(),
            ty: returned(descriptor, literal),
            value: seen.observed.clone(),
            about: About::Observed(seen.var, seen.subject.clone()),
        })
    }
}

/// What a method of this descriptor gives, that gave this.
fn returned(descriptor: &str, literal: &Literal) -> JavaType {
    let class = |name: &str| JavaType::class(name);
    match (literal, literal.primitive()) {
        (_, Some(primitive)) if !descriptor.ends_with(';') => JavaType::Primitive(primitive),
        (Literal::Text(_), _) => class("java.lang.String"),
        _ => {
            let name = descriptor.rsplit(")L").next().unwrap_or_default();
            class(&name.trim_end_matches(';').replace('/', "."))
        }
    }
}
