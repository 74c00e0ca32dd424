//! Which inspectors say most about an object: takes observations of one variable, gives them most informative first.

use goalline_testcase::{
    Callable, CallableKind, Literal, Observation, Observed, ObservedPart, Var, name_words,
};

use crate::types::{type_names::descriptor_types, variables::decapitalised};

/// The class of class literals.
pub(crate) const CLASS: &str = "java.lang.Class";

/// Whether the value is a class of the JDK.
pub(crate) fn is_class_of_jdk(observed: &Observed) -> bool {
    let Observed::Value { class, text } = observed else {
        return false;
    };
    let text = text.to_text();
    let name = text.rsplit(' ').next().unwrap_or_default();
    class == CLASS && name.starts_with("java.")
}

/// What the call under test makes interesting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interest {
    /// Lower-case words that an inspector of the changed state would have in its name.
    words: Vec<String>,
    /// Words of the act's name behind its verb, each for one thing: `year` of `plusYears`.
    nouns: Vec<String>,
    /// What the act changes.
    aim: Aim,
    /// Whether the method's name says that it changes its receiver.
    pub(crate) is_mutator: bool,
    /// Lower-case names of the fields that the object is made of.
    fields: Vec<String>,
    /// The first word of the act's name, in lower case; empty where it is no method.
    verb: String,
    /// Whether the act's own value is asserted too: then only what the act is about is told of its receiver.
    is_beside_value: bool,
}

/// What a method changes, as far as its name tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Aim {
    /// Nothing, or one property.
    #[default]
    Property,
    /// How many elements there are.
    Size,
    /// A text.
    Text,
}

/// Verbs that change their receiver; those marked change how many elements it has.
const MUTATORS: &[(&str, bool)] = &[
    ("activate", false),
    ("add", true),
    ("append", true),
    ("assign", false),
    ("change", false),
    ("clear", true),
    ("deactivate", false),
    ("decrement", false),
    ("delete", true),
    ("disable", false),
    ("enable", false),
    ("increment", false),
    ("insert", true),
    ("offer", true),
    ("poll", true),
    ("pop", true),
    ("prepend", true),
    ("push", true),
    ("put", true),
    ("register", true),
    ("remove", true),
    ("rename", false),
    ("replace", false),
    ("reset", true),
    ("reverse", false),
    ("set", false),
    ("toggle", false),
    ("trim", true),
    ("unregister", true),
    ("update", false),
    ("with", false),
];

/// Verbs that change a text: what it is then tells more than its length.
const TEXT_VERBS: &[&str] = &[
    "append", "delete", "insert", "prepend", "replace", "reverse", "trim",
];

/// Names of inspectors that give a number of elements.
const SIZES: &[&str] = &[
    "size",
    "length",
    "isEmpty",
    "getSize",
    "getLength",
    "count",
    "getCount",
];

/// First words of methods that do more than look.
const NOT_INSPECTORS: &[&str] = &[
    "advance",
    "apply",
    "await",
    "begin",
    "build",
    "call",
    "clear",
    "clone",
    "close",
    "compute",
    "consume",
    "create",
    "decrement",
    "delete",
    "end",
    "execute",
    "finalize",
    "finish",
    "flush",
    "hash",
    "increment",
    "init",
    "iterator",
    "mark",
    "new",
    "next",
    "notify",
    "open",
    "peek",
    "poll",
    "pop",
    "previous",
    "process",
    "push",
    "random",
    "read",
    "remove",
    "reset",
    "restore",
    "reverse",
    "rewind",
    "run",
    "save",
    "shift",
    "shuffle",
    "skip",
    "sort",
    "start",
    "stop",
    "stream",
    "take",
    "trim",
    "undo",
    "update",
    "wait",
    "write",
];

/// Whether a method gives an object of another class of a project than its own.
fn gives_another(callable: &Callable) -> bool {
    if !callable.descriptor.starts_with('(') {
        return false;
    }
    let (_, returns) = descriptor_types(&callable.descriptor);
    let class = returns.class_name();
    class.is_some_and(|class| !class.starts_with("java.") && class != callable.owner)
}

impl Interest {
    /// What a call of the callable makes interesting.
    pub(crate) fn of(callable: &Callable) -> Self {
        let mut words: Vec<String> = callable
            .parameter_names
            .iter()
            .map(|name| name.to_lowercase())
            .collect();
        let mut interest = Self::default();
        if callable.kind == CallableKind::Method {
            let verb = first_word(&callable.name);
            interest.verb = verb.to_lowercase();
            interest.nouns = name_words(&callable.name).into_iter().skip(1).collect();
            if let Some((_, about_size)) = MUTATORS.iter().find(|(mutator, _)| *mutator == verb) {
                interest.is_mutator = true;
                interest.aim = if gives_another(callable) {
                    // A service that deletes and says what came of it holds no text.
                    Aim::Property
                } else if TEXT_VERBS.contains(&verb) {
                    Aim::Text
                } else if *about_size {
                    Aim::Size
                } else {
                    Aim::Property
                };
                let rest = callable.name[verb.len()..].to_lowercase();
                if !rest.is_empty() {
                    words.push(rest);
                }
            }
        }
        if let CallableKind::FieldWrite = callable.kind {
            interest.is_mutator = true;
            words.push(callable.name.to_lowercase());
        }
        interest.words = words;
        interest
    }

    /// The same, and in what a builder was told right before the act: `width` of `setWidth` and `width`.
    pub(crate) fn with_told(mut self, told: &Callable) -> Self {
        let own = Self::of(told);
        self.words.extend(own.words);
        self.words.push(told.name.to_lowercase());
        self
    }

    /// The same interest in the state of the receiver, beside the act's value or without one.
    pub(crate) fn of_state(&self, is_beside_value: bool) -> Self {
        Self {
            is_beside_value,
            ..self.clone()
        }
    }

    /// The same interest in an object made of these fields.
    pub(crate) fn with_fields(&self, fields: &[String]) -> Self {
        Self {
            fields: fields.to_vec(),
            ..self.clone()
        }
    }

    /// Whether an inspector gives what the object is made of, not something derived.
    fn is_of_field(&self, name: &str) -> bool {
        let (name, property) = (name.to_lowercase(), property(name).to_lowercase());
        self.fields
            .iter()
            .any(|field| *field == name || *field == property)
    }

    /// Whether a question asks for the state that the act's verb speaks of: `isValid` of `validateName`, `isClosed` of
    /// `close`.
    pub(crate) fn asks_for_state(&self, question: &str) -> bool {
        const SHORTEST: usize = 4;
        let state = question
            .strip_prefix("is")
            .unwrap_or_default()
            .to_lowercase();
        let stem = self.verb.strip_suffix('e').unwrap_or(&self.verb);
        let is_long = state.len() >= SHORTEST && stem.len() >= SHORTEST;
        is_long && (self.verb.starts_with(&state) || state.starts_with(stem))
    }

    /// Whether what is called so is what the act is about.
    pub(crate) fn concerns(&self, name: &str) -> bool {
        let property = property(name);
        // `monthOfYear` is a month.
        let noun = name_words(&property).into_iter().next();
        let is_named = noun.is_some_and(|noun| self.nouns.contains(&noun));
        let is_of_verb = !self.is_mutator && is_named;
        self.words.contains(&property.to_lowercase())
            || is_of_verb
            || (self.aim != Aim::Property && SIZES.contains(&name))
            || (self.aim == Aim::Text && name == "toString")
    }
}

/// The observations that can serve as assertions about a variable's state, most informative first; those that add
/// little to them too when a wide choice is wanted.
pub(crate) fn inspectors<'a>(
    stable: &'a [Observation],
    var: Var,
    interest: &Interest,
    wide: bool,
) -> Vec<&'a Observation> {
    let mut found: Vec<(InspectorRank, &Observation)> = stable
        .iter()
        .filter(|one| one.var == var)
        .filter_map(|one| Some((rank(one, interest)?, one)))
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    if wide {
        return found.into_iter().map(|(_, one)| one).collect();
    }
    if found.iter().any(|(rank, _)| !rank.is_beside_the_point) {
        // What the act is about is known: empty values of anything else are noise.
        let strict = interest.is_beside_value;
        found.retain(|(rank, _)| !rank.is_beside_the_point || (rank.emptiness == 0 && !strict));
    }
    if found.iter().filter(|(rank, _)| !rank.is_derived).count() > 1 {
        found.retain(|(rank, _)| !rank.is_derived || !rank.is_beside_the_point);
    }
    let has_other_than_text = found
        .iter()
        .any(|(rank, _)| rank.form < InspectorForm::Text);
    found
        .into_iter()
        .filter(|(rank, _)| rank.form < InspectorForm::Text || !has_other_than_text)
        .map(|(_, one)| one)
        .collect()
}

/// The order of inspectors; smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct InspectorRank {
    is_beside_the_point: bool,
    /// Of `null` nobody knows whether it is what anybody meant: what is there says more, whatever it comes from.
    absence: u8,
    is_derived: bool,
    form: InspectorForm,
    is_presence: bool,
    emptiness: u8,
    narrowness: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum InspectorForm {
    Aim,
    Getter,
    Field,
    Other,
    Text,
    OtherText,
}

fn rank(observation: &Observation, interest: &Interest) -> Option<InspectorRank> {
    let tells_contents = tells_contents(observation);
    let (name, form) = match &observation.subject {
        ObservedPart::Value | ObservedPart::Interaction { .. } => return None,
        ObservedPart::Field { name } => (name, InspectorForm::Field),
        ObservedPart::Inspector { method, .. } if method == "toString" => {
            let form = match interest.aim {
                Aim::Text => InspectorForm::Aim,
                Aim::Size if tells_contents => InspectorForm::Aim,
                _ if tells_contents => InspectorForm::Other,
                _ => InspectorForm::Text,
            };
            (method, form)
        }
        ObservedPart::Inspector { method, .. } => {
            let verb = first_word(method);
            if NOT_INSPECTORS.contains(&verb) {
                return None;
            }
            let is_getter =
                matches!(verb, "get" | "is" | "has") || SIZES.contains(&method.as_str());
            let is_text = matches!(&observation.observed, Observed::Literal(Literal::Text(_)));
            let form = match verb {
                _ if is_getter => InspectorForm::Getter,
                "to" if is_text => InspectorForm::OtherText,
                _ => InspectorForm::Other,
            };
            (method, form)
        }
    };
    if name == "getClass" || name == "getDeclaringClass" {
        return None;
    }
    let is_told = tells_contents && interest.aim == Aim::Size;
    Some(InspectorRank {
        is_beside_the_point: !interest.concerns(name) && !is_told,
        absence: u8::from(observation.observed == Observed::Null),
        is_derived: !interest.is_of_field(name) && !tells_contents,
        is_presence: first_word(name) == "has",
        form,
        emptiness: emptiness(&observation.observed)?,
        narrowness: u8::from(is_narrow(&observation.observed)),
    })
}

/// Whether it is the text of what holds others, with these in brackets: that says more than how many there are.
pub(crate) fn tells_contents(observation: &Observation) -> bool {
    const LONGEST: usize = 60;
    let is_text = matches!(&observation.subject,
        ObservedPart::Inspector { method, .. } if method == "toString");
    let Observed::Literal(Literal::Text(text)) = &observation.observed else {
        return false;
    };
    let text = text.to_text();
    let is_in = |open: char, close: char| text.starts_with(open) && text.ends_with(close);
    let is_short = (3..=LONGEST).contains(&text.len());
    is_text && is_short && !text.contains('@') && (is_in('[', ']') || is_in('{', '}'))
}

/// Whether there is a plainer type for most of such values: of a text `'h'` says less than `"hello"`, of a number `3`
/// is read sooner than `3.0` and `new BigDecimal("3")`.
fn is_narrow(observed: &Observed) -> bool {
    match observed {
        Observed::Literal(literal) => matches!(
            literal,
            Literal::Byte(_)
                | Literal::Short(_)
                | Literal::Char(_)
                | Literal::Float(_)
                | Literal::Double(_)
        ),
        Observed::Value { .. } => true,
        _ => false,
    }
}

/// How little a value says; none for values that an inspector's assertion cannot state.
pub(crate) fn emptiness(observed: &Observed) -> Option<u8> {
    Some(match observed {
        Observed::Literal(literal) => u8::from(match literal {
            Literal::Boolean(value) => !value,
            Literal::Byte(value) => *value == 0,
            Literal::Short(value) => *value == 0,
            Literal::Char(value) => *value == 0,
            Literal::Int(value) => *value == 0,
            Literal::Long(value) => *value == 0,
            Literal::Float(value) => *value == 0.0,
            Literal::Double(value) => *value == 0.0,
            Literal::Text(text) => text.0.is_empty(),
            Literal::Class(_) => return None,
        }),
        class @ Observed::Value { .. } if is_class_of_jdk(class) => 2,
        Observed::Constant { .. } | Observed::Value { .. } => 0,
        Observed::Sized { size, .. } => u8::from(*size == 0),
        Observed::Unordered(all) => u8::from(all.size == 0),
        Observed::Array { length, .. } => u8::from(*length == 0),
        Observed::Null => 2,
        Observed::Same(_) => 1,
        Observed::Object { .. } | Observed::Described { .. } | Observed::Calls { .. } => {
            return None;
        }
    })
}

/// The lower-case letters that a name begins with.
pub(crate) fn first_word(name: &str) -> &str {
    let end = name.find(|c: char| !c.is_lowercase()).unwrap_or(name.len());
    &name[..end]
}

/// `name` of `getName`, `isName`, `hasName`, `name`; `value` of `get`.
pub(crate) fn property(name: &str) -> String {
    let name = name.rsplit(").").next().unwrap_or(name);
    if name == "get" {
        return "value".to_owned();
    }
    for prefix in ["get", "is", "has"] {
        if let Some(rest) = name.strip_prefix(prefix)
            && rest.starts_with(char::is_uppercase)
        {
            return decapitalised(rest);
        }
    }
    name.to_owned()
}

/// `Width` of `setWidth` and, where that is one of the verbs, `withWidth`: the property that a method tells its object.
pub(crate) fn property_told_by<'m>(method: &'m str, verbs: &[&str]) -> Option<&'m str> {
    let mut rest = verbs.iter().filter_map(|verb| method.strip_prefix(verb));
    rest.find(|rest| rest.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use goalline_testcase::JavaString;

    use super::*;

    fn says(method: &str, observed: Observed) -> Observation {
        Observation {
            var: Var(0),
            subject: ObservedPart::Inspector {
                method: method.to_owned(),
                descriptor: "()I".to_owned(),
            },
            observed,
        }
    }

    #[test]
    fn what_is_there_comes_before_null_wherever_it_comes_from() {
        let all = [
            says("getStatus", Observed::Null),
            says(
                "getViewName",
                Observed::Literal(Literal::Text("owners".into())),
            ),
        ];
        let interest = Interest::default();
        let found = inspectors(&all, Var(0), &interest, false);
        assert!(matches!(&found[0].subject,
            ObservedPart::Inspector { method, .. } if method == "getViewName"));
    }

    fn first(interest: &Interest, text: &str) -> String {
        let all = [
            says("getFirst", Observed::Literal(Literal::Int(3))),
            says("size", Observed::Literal(Literal::Int(1))),
            says(
                "toString",
                Observed::Literal(Literal::Text(JavaString::from(text))),
            ),
        ];
        let found = inspectors(&all, Var(0), interest, false);
        match &found[0].subject {
            ObservedPart::Inspector { method, .. } => method.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn of_two_getters_the_one_that_gives_a_text_says_more_than_one_that_gives_its_first_letter() {
        let text = Literal::Text(JavaString::from("hello"));
        let all = [
            says("getAsCharacter", Observed::Literal(Literal::Char(104))),
            says("getAsString", Observed::Literal(text.clone())),
        ];
        let found = inspectors(&all, Var(0), &Interest::default(), false);
        assert_eq!(found[0].observed, Observed::Literal(text));
    }

    #[test]
    fn of_a_date_that_years_were_added_to_the_year_is_told() {
        let added = Interest {
            nouns: vec!["year".to_owned()],
            ..Interest::default()
        };
        let all = [
            says("getMillis", Observed::Literal(Literal::Long(7))),
            says("getDayOfWeek", Observed::Literal(Literal::Int(3))),
            says("getYearOfEra", Observed::Literal(Literal::Int(2031))),
        ];
        let found = inspectors(&all, Var(0), &added, false);
        assert_eq!(found[0].observed, Observed::Literal(Literal::Int(2031)));
    }

    #[test]
    fn what_was_added_is_told_and_not_only_how_many_there_are() {
        let added = Interest {
            aim: Aim::Size,
            is_mutator: true,
            ..Interest::default()
        };
        assert_eq!(first(&added, "[null]"), "toString");
        assert_eq!(first(&added, "Cart of 1"), "size");
        // An empty one is told by its size.
        assert_eq!(first(&added, "[]"), "size");
        let returned = Interest::default();
        assert_eq!(first(&returned, "{\"a\":1}"), "toString");
        let of_field = returned.with_fields(&["first".to_owned()]);
        assert_eq!(first(&of_field, "[3..3]"), "getFirst");
    }
}
