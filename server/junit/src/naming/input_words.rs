//! Inputs in words for test names: takes the arguments of the act, gives conditions, most special first.

use goalline_testcase::{
    Callable, CallableKind, ClassKind, JavaString, JavaType, Literal, Primitive, StatementKind,
    Var, is_stock_text, name_words,
};

use crate::{
    assertions::facts::Facts,
    naming::{
        condition_words::is_plural,
        contracts::differences::equality_words,
        value_words::{constant_words, literal_words, text_feature},
    },
    types::{
        type_names::{simple_name, unboxed},
        variables::{capitalised, is_short_word, says_something},
    },
};

/// Something a name can say about one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InputFact {
    /// `NegativeQuantity`, `NullName`.
    pub(crate) words: String,
    pub(crate) standing: InputStanding,
    /// Whether it quotes a text that is a word.
    pub(crate) is_word: bool,
}

/// What an input has to do with what a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputStanding {
    /// The message of the expected exception speaks of it.
    Blamed,
    /// It is one that calls often treat in a way of its own: `null`, nothing, what is negative.
    Special,
    /// One of many.
    Plain,
    /// It stands in for any value, and is no reason for what the call does.
    Stock,
}

impl InputFact {
    /// Whether the name should say it even when it would be unique without.
    pub(crate) fn is_special(&self) -> bool {
        matches!(
            self.standing,
            InputStanding::Blamed | InputStanding::Special
        )
    }
}

/// What can be said about each argument, the special ones first; of those that the factory was given which made what
/// is used only these.
pub(crate) fn input_facts(facts: &Facts<'_>) -> Vec<InputFact> {
    let Some((callable, receiver, arguments)) = facts.subject() else {
        return Vec::new();
    };
    let mut found = facts_of_call(facts, callable, receiver, arguments);
    if let Some((factory, given)) = facts.factory() {
        let of_factory = facts_of_call(facts, factory, None, given).into_iter();
        found.extend(of_factory.filter(|(_, fact)| fact.is_special()));
    }
    found.sort_by_key(|(order, _)| *order);
    found.into_iter().map(|(_, fact)| fact).collect()
}

/// Whether a parameter only says which one is meant: the zero among identifiers is one like the others.
pub(crate) fn is_one_of_many(parameter: &str) -> bool {
    let words = name_words(parameter);
    words
        .last()
        .is_some_and(|last| matches!(&**last, "code" | "id" | "ids" | "key"))
}

/// Whether the words say that a number, or each of several, is zero.
fn tells_zero(words: &str) -> bool {
    words.starts_with("Zero") || words.starts_with("AllZero")
}

fn facts_of_call(
    facts: &Facts<'_>,
    callable: &Callable,
    receiver: Option<Var>,
    arguments: &[Var],
) -> Vec<(u8, InputFact)> {
    let mut found: Vec<(u8, InputFact)> = Vec::new();
    for (position, var) in arguments.iter().enumerate() {
        let name = callable
            .parameter_names
            .get(position)
            .map_or("", String::as_str);
        let parameter = callable
            .parameters
            .get(position)
            .map(|ty| facts.cluster.ty(*ty));
        let is_object = parameter.and_then(JavaType::class_name) == Some("java.lang.Object");
        let is_null = matches!(
            facts.statements[usize::from(var.0)].kind,
            StatementKind::Null
        );
        let subject = subject_of_input(facts, *var, name, is_object);
        let fact = if let Some(words) = equality_words(facts, *var) {
            Some((1, words))
        } else if receiver == Some(*var) {
            Some((1, format!("Same{}", subject_of_type(facts, *var))))
        } else if is_object && !is_null {
            object_fact(facts, *var, &subject)
        } else {
            fact_of(facts, *var, &subject)
        };
        let is_left_out =
            callable.is_varargs && position + 1 == arguments.len() && is_nothing(facts, *var);
        if !is_null && (is_left_out || parameter.is_some_and(is_sink)) {
            found.extend(is_left_out.then(|| left_out(name, arguments.len() == 1)));
            continue;
        }
        // Nobody rejects a number for being positive: the cause is another one.
        let is_cause = |words: &String| facts.thrown.is_none() || !words.starts_with("Positive");
        if let Some((order, words)) = fact.filter(|(_, words)| is_cause(words)) {
            // What the message complains of is what the test is about.
            let is_type = is_object && !is_null && !matches!(order, 0..=2);
            let is_blamed = (!is_type && is_blamed(facts, &callable.parameter_names, position))
                || is_constant_in_message(facts, *var);
            if !is_blamed && blames_another(facts, arguments, *var) {
                continue;
            }
            let is_any = tells_zero(&words) && is_one_of_many(name);
            found.push((
                if is_blamed { 0 } else { order + 1 },
                InputFact {
                    words,
                    standing: match order {
                        _ if is_blamed => InputStanding::Blamed,
                        _ if is_immaterial(facts, callable, *var) => InputStanding::Stock,
                        _ if is_any => InputStanding::Stock,
                        0..=2 => InputStanding::Special,
                        _ if is_stock(facts, *var) => InputStanding::Stock,
                        _ if arguments.len() > 1 && is_choice(facts, *var) => InputStanding::Stock,
                        _ if is_manner(facts, *var) => InputStanding::Stock,
                        _ => InputStanding::Plain,
                    },
                    is_word: is_type || is_word(facts, *var),
                },
            ));
        }
    }
    found
}

/// Whether another value does as well. That `equals` gives `false` for `null` is its contract, whatever else it does.
fn is_immaterial(facts: &Facts<'_>, callable: &Callable, var: Var) -> bool {
    let is_null = facts.statements[usize::from(var.0)].kind == StatementKind::Null;
    facts.immaterial.contains(var) && !(is_null && callable.name == "equals")
}

/// What can be said of the rest of a call where it is given none: it is not to be seen in the test. It matters where
/// the call takes nothing else.
fn left_out(parameter: &str, is_all: bool) -> (u8, InputFact) {
    const BEHIND_ALL: u8 = 6;
    let fact = InputFact {
        words: format!("No{}", capitalised(parameter)),
        standing: if is_all {
            InputStanding::Special
        } else {
            InputStanding::Plain
        },
        is_word: false,
    };
    (BEHIND_ALL, fact)
}

/// Letters from here on are of scripts that write no blanks between words.
const FIRST_OF_CHINESE: char = '\u{2E80}';

/// The words of a message among which names may stand: Chinese and Japanese have no blanks around what they quote.
fn words_of_message(message: &str) -> impl Iterator<Item = &str> {
    let is_of_word = |c: char| c.is_alphanumeric() && c < FIRST_OF_CHINESE || c == '_';
    message.split(move |c: char| !is_of_word(c))
}

/// What messages call `null`, in English and in Chinese.
const NULL_SAID: [&str; 5] = ["null", "为空", "可空", "空值", "空指针"];

/// Whether the test ends with an exception that says something, and nothing of `null`: then that is no reason.
fn blames_no_null(facts: &Facts<'_>) -> bool {
    let of_null = facts.thrown.is_some_and(|class| class.contains("Null"));
    let said = facts.said.map(str::to_lowercase);
    !of_null && said.is_some_and(|said| !NULL_SAID.iter().any(|word| said.contains(word)))
}

/// What an argument for a parameter of this name is called.
fn subject_of_input(facts: &Facts<'_>, var: Var, name: &str, is_object: bool) -> String {
    let is_null = facts.statements[usize::from(var.0)].kind == StatementKind::Null;
    if is_object && is_null && !says_something(name) {
        // `ForNull` is enough where any object will do.
        String::new()
    } else if let Some(words) = array_words(facts, var).filter(|_| is_null && name.len() == 1) {
        // Overloads for arrays of each kind call all of them `a`.
        words
    } else if is_nothing(facts, var) && name.len() > 2 && !name.starts_with("arg") {
        // A value that is not there has no type that tells more than what it is called.
        capitalised(name)
    } else {
        subject(facts, var, name)
    }
}

/// `IntArray` of an array's type.
fn array_words(facts: &Facts<'_>, var: Var) -> Option<String> {
    match facts.cluster.ty(facts.statements[usize::from(var.0)].ty) {
        JavaType::Array(element) => Some(match &**element {
            JavaType::Primitive(kind) => format!("{}Array", capitalised(kind.keyword())),
            JavaType::Class { name, .. } => format!("{}Array", simple_name(name)),
            _ => "Array".to_owned(),
        }),
        _ => None,
    }
}

/// Whether a parameter is there to be written into: that it is empty before is how it has to be.
fn is_sink(parameter: &JavaType) -> bool {
    const SINKS: [&str; 8] = [
        "java.lang.Appendable",
        "java.lang.StringBuilder",
        "java.lang.StringBuffer",
        "java.io.Writer",
        "java.io.StringWriter",
        "java.io.PrintWriter",
        "java.io.OutputStream",
        "java.io.PrintStream",
    ];
    parameter
        .class_name()
        .is_some_and(|class| SINKS.contains(&class))
}

/// Whether the value is none, or holds nothing; an empty string is called so.
fn is_nothing(facts: &Facts<'_>, var: Var) -> bool {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Null => true,
        StatementKind::Array { elements } => elements.is_empty(),
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => {
            let callable = facts.cluster.callable(*callable);
            callable.kind == CallableKind::Constructor
                && arguments.is_empty()
                && is_container(&callable.owner)
                && !is_changed(facts, var)
        }
        _ => false,
    }
}

/// Whether objects of the class are empty as they are made.
fn is_container(class: &str) -> bool {
    // A counter that was just made is at zero, and not empty.
    const OTHERS: [&str; 12] = [
        "Calendar",
        "CompletableFuture",
        "Date",
        "GregorianCalendar",
        "Random",
        "SplittableRandom",
        "Timer",
        "UUID",
        "atomic",
        "locks",
        "regex",
        "zip",
    ];
    let of_utilities = class.strip_prefix("java.util.");
    let is_other = |rest: &str| {
        let rest = rest.strip_prefix("concurrent.").unwrap_or(rest);
        OTHERS.iter().any(|it| rest.split('.').next() == Some(it))
    };
    of_utilities.is_some_and(|rest| !is_other(rest))
        || ["java.lang.StringBuilder", "java.lang.StringBuffer"].contains(&class)
}

/// Whether any other value would do as well: a text that was put in for one, a character, an object as it is made.
fn is_stock(facts: &Facts<'_>, var: Var) -> bool {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Literal(Literal::Text(text)) => is_stock_text(&text.to_text()),
        StatementKind::Literal(Literal::Char(_)) => true,
        StatementKind::Call { callable, .. } => {
            facts.cluster.callable(*callable).kind == CallableKind::Constructor
        }
        _ => false,
    }
}

/// Whether it is one of a few values, `true` or a constant: beside others it may be there by chance.
fn is_choice(facts: &Facts<'_>, var: Var) -> bool {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Literal(Literal::Boolean(_) | Literal::Class(_)) => true,
        StatementKind::Call { callable, .. } => {
            let callable = facts.cluster.callable(*callable);
            callable.kind == CallableKind::StaticFieldRead
        }
        _ => false,
    }
}

/// Whether it is a constant of an enum of the JDK: such a one says how something is done, seldom what comes of it.
fn is_manner(facts: &Facts<'_>, var: Var) -> bool {
    let StatementKind::Call { callable, .. } = &facts.statements[usize::from(var.0)].kind else {
        return false;
    };
    let callable = facts.cluster.callable(*callable);
    let class = facts.cluster.class(&callable.owner);
    let is_enum = class.is_some_and(|class| class.kind == ClassKind::Enum);
    callable.kind == CallableKind::StaticFieldRead && callable.owner.starts_with("java.") && is_enum
}

/// What can be said of a value that stands where any object may: nothing but its type matters, unless it is empty.
fn object_fact(facts: &Facts<'_>, var: Var, subject: &str) -> Option<(u8, String)> {
    const HOLDING: [&str; 10] = [
        "add", "contains", "get", "index", "last", "offer", "put", "query", "remove", "set",
    ];
    let name = &facts.callable()?.0.name;
    let class = subject_of_object(facts, var)?;
    match fact_of(facts, var, subject) {
        Some((order @ 0..=2, words)) if words.starts_with("Empty") => {
            Some((order, format!("Empty{class}")))
        }
        _ if HOLDING.iter().any(|verb| name.starts_with(verb)) => None,
        Some((order @ 0..=2, _)) => Some((order.max(3), class)),
        _ => Some((3, class)),
    }
}

/// The word for the class of a value that stands where any object may.
fn subject_of_object(facts: &Facts<'_>, var: Var) -> Option<String> {
    let statement = &facts.statements[usize::from(var.0)];
    let class = facts.cluster.ty(statement.ty).class_name();
    match (&statement.kind, class) {
        // What a factory of a class gives is most often one of it.
        (StatementKind::Call { callable, .. }, Some("java.lang.Object")) => {
            let maker = facts.cluster.callable(*callable);
            let is_factory = maker.kind == CallableKind::StaticMethod;
            is_factory.then(|| capitalised(simple_name(&maker.owner)))
        }
        (_, Some("java.lang.Object"))
        | (StatementKind::Literal(Literal::Class(_)), _)
        | (StatementKind::Literal(_), None) => None,
        (StatementKind::Literal(_), Some(name)) => Some(simple_name(name).to_owned()),
        (_, Some(name)) => Some(capitalised(simple_name(name))),
        (StatementKind::Array { .. }, None) => Some("Array".to_owned()),
        _ => None,
    }
}

/// Whether a factory gives something that holds nothing: `Optional.empty()`, `List.of()`.
fn makes_nothing(callable: &Callable, arguments: &[Var]) -> bool {
    let is_empty = callable
        .name
        .strip_prefix("empty")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase));
    let is_of_nothing = callable.name == "of" && callable.owner.starts_with("java.util.");
    callable.kind == CallableKind::StaticMethod
        && arguments.is_empty()
        && (is_empty || is_of_nothing)
}

/// Whether it is a reader or a stream of the JDK that reads what is empty: `new StringReader("")`.
fn reads_nothing(facts: &Facts<'_>, callable: &Callable, arguments: &[Var]) -> bool {
    let [source] = arguments else { return false };
    let is_empty = match &facts.statements[usize::from(source.0)].kind {
        StatementKind::Literal(Literal::Text(text)) => text.0.is_empty(),
        StatementKind::Array { elements } => elements.is_empty(),
        _ => false,
    };
    is_empty && callable.kind == CallableKind::Constructor && callable.owner.starts_with("java.io.")
}

/// Whether the value is a text that is a word, and no filler of a search.
fn is_word(facts: &Facts<'_>, var: Var) -> bool {
    let StatementKind::Literal(Literal::Text(text)) = &facts.statements[usize::from(var.0)].kind
    else {
        return false;
    };
    let text = text.to_text();
    let is_filler = is_stock_text(&text);
    (2..=12).contains(&text.len()) && !is_filler && text.chars().all(|c| c.is_ascii_alphabetic())
}

/// Whether the message of the expected exception speaks of this parameter, and of no other one before it.
fn is_blamed(facts: &Facts<'_>, names: &[String], position: usize) -> bool {
    let Some(message) = facts.message else {
        return false;
    };
    let place = |name: &String| {
        let mut words = words_of_message(message);
        let place = words.position(|word| word.eq_ignore_ascii_case(name));
        place.filter(|_| says_something(name))
    };
    let Some(own) = names.get(position).and_then(place) else {
        return false;
    };
    names.iter().filter_map(place).all(|other| own <= other)
}

/// Whether the message of the expected exception is about something else than this value: about no `null`, or a class
/// that was given beside it and that it names.
fn blames_another(facts: &Facts<'_>, given: &[Var], var: Var) -> bool {
    let class = |one: &Var| match &facts.statements[usize::from(one.0)].kind {
        StatementKind::Literal(Literal::Class(class)) => facts.cluster.ty(*class).class_name(),
        _ => None,
    };
    let said = facts.message.or(facts.said).unwrap_or_default();
    let mut others = given.iter().filter(|one| **one != var).filter_map(class);
    let is_null = matches!(
        facts.statements[usize::from(var.0)].kind,
        StatementKind::Null
    );
    facts.thrown.is_some() && others.any(|class| said.contains(class))
        || is_null && blames_no_null(facts)
}

/// Whether the value is a constant that the message of the expected exception names.
fn is_constant_in_message(facts: &Facts<'_>, var: Var) -> bool {
    let StatementKind::Call { callable, .. } = &facts.statements[usize::from(var.0)].kind else {
        return false;
    };
    let callable = facts.cluster.callable(*callable);
    let mut words = facts.message.into_iter().flat_map(words_of_message);
    callable.kind == CallableKind::StaticFieldRead && words.any(|word| word == callable.name)
}

/// What a parameter is called: its name, else the word for its type.
fn subject(facts: &Facts<'_>, var: Var, parameter: &str) -> String {
    // A letter or two are the name that the documentation uses of numbers, too: `n`. Of two objects of one type it is
    // all that tells them apart.
    let ty = facts.statements[usize::from(var.0)].ty;
    let given = facts.subject().map_or(&[][..], |(.., given)| given);
    let is_one = |one: &&Var| facts.statements[usize::from(one.0)].ty == ty;
    let has_like = given.iter().filter(is_one).count() > 1;
    let is_number = matches!(facts.cluster.ty(ty), JavaType::Primitive(_));
    let is_letter = (is_number || has_like)
        && matches!(parameter.len(), 1 | 2)
        && parameter.chars().all(|c| c.is_ascii_alphabetic());
    if says_something(parameter) || is_letter || is_short_word(parameter) {
        return capitalised(parameter);
    }
    subject_of_type(facts, var)
}

/// The word for the type of a value.
fn subject_of_type(facts: &Facts<'_>, var: Var) -> String {
    match facts.cluster.ty(facts.statements[usize::from(var.0)].ty) {
        JavaType::Primitive(Primitive::Boolean) => "Flag".to_owned(),
        JavaType::Primitive(Primitive::Char) => "Character".to_owned(),
        JavaType::Primitive(_) => "Number".to_owned(),
        JavaType::Class { name, .. } if unboxed(name).is_some() => "Number".to_owned(),
        JavaType::Class { name, .. } => capitalised(simple_name(name)),
        JavaType::Array(_) => "Array".to_owned(),
        JavaType::Variable(_) | JavaType::Wildcard { .. } => "Value".to_owned(),
    }
}

impl Facts<'_> {
    /// Whether the act gives something and fills nothing, so that what it was given is no place for it.
    fn gives_something(&self) -> bool {
        const FILLING: [&str; 4] = ["copy", "fill", "get", "read"];
        let void = JavaType::void();
        self.callable().is_some_and(|(act, ..)| {
            let fills = FILLING.iter().any(|verb| act.name.starts_with(verb));
            *self.cluster.ty(act.returns) != void && !fills
        })
    }
}

/// What can be said about one value, with how special it is (0 most).
pub(crate) fn fact_of(facts: &Facts<'_>, var: Var, subject: &str) -> Option<(u8, String)> {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Null if subject.is_empty() => Some((0, "Null".to_owned())),
        StatementKind::Null => Some((0, format!("Null{subject}"))),
        StatementKind::Literal(Literal::Class(ty)) => Some(match facts.cluster.ty(*ty) {
            JavaType::Class { name, .. } => (3, format!("{}Class", simple_name(name))),
            JavaType::Primitive(_) => (3, "PrimitiveType".to_owned()),
            _ => return None,
        }),
        StatementKind::Literal(literal) => literal_fact(facts, literal, subject),
        StatementKind::Array { elements } if elements.is_empty() => {
            Some((1, format!("Empty{subject}")))
        }
        StatementKind::Array { elements } if elements.len() <= 3 && are_truths(facts, elements) => {
            let words: Option<Vec<String>> = elements
                .iter()
                .map(|one| value_words(facts, *one))
                .collect();
            Some((3, words?.join("And")))
        }
        StatementKind::Array { elements } => {
            let has_null = elements.iter().any(|one| {
                matches!(
                    facts.statements[usize::from(one.0)].kind,
                    StatementKind::Null
                )
            });
            let is_zero = |one: &Var| match &facts.statements[usize::from(one.0)].kind {
                StatementKind::Literal(literal) => literal.number() == Some(0.0),
                _ => false,
            };
            if has_null {
                Some((2, format!("{subject}WithNull")))
            } else if elements.len() > 1
                && elements.iter().all(is_zero)
                && is_plural(subject)
                && facts.gives_something()
            {
                Some((2, format!("AllZero{subject}")))
            } else {
                let count = crate::naming::value_words::count_words(elements.len());
                let plural = if elements.len() == 1 { "" } else { "s" };
                Some((5, format!("{subject}With{count}Element{plural}")))
            }
        }
        StatementKind::Call { .. } => fact_of_call(facts, var, subject),
        StatementKind::TestDouble { .. } => None,
    }
}

/// The same of what a call gave.
fn fact_of_call(facts: &Facts<'_>, var: Var, subject: &str) -> Option<(u8, String)> {
    let StatementKind::Call {
        callable,
        arguments,
        ..
    } = &facts.statements[usize::from(var.0)].kind
    else {
        return None;
    };
    let callable = facts.cluster.callable(*callable);
    let is_empty = makes_nothing(callable, arguments) || reads_nothing(facts, callable, arguments);
    match callable.kind {
        CallableKind::StaticFieldRead => Some((3, constant_words(&callable.name))),
        _ if is_empty => Some((1, format!("Empty{subject}"))),
        CallableKind::Constructor if arguments.is_empty() && !is_changed(facts, var) => {
            Some(if is_container(&callable.owner) {
                (2, format!("Empty{subject}"))
            } else {
                let class = capitalised(simple_name(&callable.owner));
                (4, format!("New{class}"))
            })
        }
        _ => None,
    }
}

fn are_truths(facts: &Facts<'_>, values: &[Var]) -> bool {
    let is_truth = |var: &Var| {
        matches!(
            facts.statements[usize::from(var.0)].kind,
            StatementKind::Literal(Literal::Boolean(_))
        )
    };
    values.iter().all(is_truth)
}

/// Whether a statement before the act calls a method on the variable.
pub(crate) fn is_changed(facts: &Facts<'_>, var: Var) -> bool {
    facts.statements[..facts.act].iter().any(|statement| {
        matches!(&statement.kind, StatementKind::Call { receiver: Some(receiver), .. } if *receiver == var)
    })
}

fn literal_fact(facts: &Facts<'_>, literal: &Literal, subject: &str) -> Option<(u8, String)> {
    let integral = |value: i64, least: i64, greatest: i64| {
        if value == 0 {
            (1, format!("Zero{subject}"))
        } else if value == least {
            (1, format!("Minimum{subject}"))
        } else if value == greatest {
            (1, format!("Maximum{subject}"))
        } else if value < 0 {
            (2, format!("Negative{subject}"))
        } else {
            (4, format!("Positive{subject}"))
        }
    };
    Some(match literal {
        Literal::Byte(value) => integral(i64::from(*value), i8::MIN.into(), i8::MAX.into()),
        Literal::Short(value) => integral(i64::from(*value), i16::MIN.into(), i16::MAX.into()),
        Literal::Int(value) => integral(i64::from(*value), i32::MIN.into(), i32::MAX.into()),
        Literal::Long(value) => integral(*value, i64::MIN, i64::MAX),
        Literal::Float(value) => floating_fact(f64::from(*value), subject),
        Literal::Double(value) => floating_fact(*value, subject),
        Literal::Boolean(value) => {
            // `TrueB` is no word.
            let subject = if subject.len() == 1 { "" } else { subject };
            let truth = if *value { "True" } else { "False" };
            (3, format!("{truth}{subject}"))
        }
        Literal::Char(_) => (4, literal_words(literal)),
        Literal::Text(text) => match literal_words(literal).as_str() {
            "EmptyString" => (1, format!("Empty{subject}")),
            "BlankString" => (1, format!("Blank{subject}")),
            // `RejectsBracketFormat`: a sign alone is no word for a text.
            words if words != "OtherString" && is_sign(text) => (3, format!("{words}{subject}")),
            words => match text_feature(text, subject, &|sign| facts.promises.speaks_of(sign)) {
                Some(feature) => (3, feature),
                None if text.to_text().contains(char::is_control) => {
                    (3, format!("{subject}WithControlCharacter"))
                }
                None if words == "OtherString" => (5, format!("{subject}OfLength{}", text.0.len())),
                None => (3, words.to_owned()),
            },
        },
        Literal::Class(_) => return None,
    })
}

/// Whether a text is one character that is no letter or digit.
fn is_sign(text: &JavaString) -> bool {
    text.0.len() == 1 && !text.to_text().chars().all(char::is_alphanumeric)
}

fn floating_fact(value: f64, subject: &str) -> (u8, String) {
    if value.is_nan() {
        (0, format!("NaN{subject}"))
    } else if value.is_infinite() {
        (
            0,
            format!(
                "{}Infinite{subject}",
                if value < 0.0 { "Negative" } else { "" }
            ),
        )
    } else if value == 0.0 {
        (1, format!("Zero{subject}"))
    } else if value < 0.0 {
        (2, format!("Negative{subject}"))
    } else {
        (4, format!("Positive{subject}"))
    }
}

/// The exact values of the arguments, with parameter names where they say something: `NumeratorThree`.
pub(crate) fn exact_words(facts: &Facts<'_>) -> Vec<String> {
    let Some((callable, _, arguments)) = facts.callable() else {
        return Vec::new();
    };
    let mut words = Vec::new();
    for (position, var) in arguments.iter().enumerate() {
        let name = callable
            .parameter_names
            .get(position)
            .map_or("", String::as_str);
        let name = if says_something(name) {
            capitalised(name)
        } else {
            String::new()
        };
        if let Some(value) = value_words(facts, *var) {
            words.push(format!("{name}{value}"));
        }
    }
    words
}

/// A value by its literals and constants.
pub(crate) fn value_words(facts: &Facts<'_>, var: Var) -> Option<String> {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Null => Some("Null".to_owned()),
        StatementKind::Literal(literal) => Some(literal_words(literal)),
        StatementKind::Array { elements } => {
            if elements.is_empty() {
                return Some("Nothing".to_owned());
            }
            let parts = elements.iter().filter_map(|one| value_words(facts, *one));
            let parts: String = parts.collect();
            (!parts.is_empty()).then_some(parts)
        }
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => {
            let callable = facts.cluster.callable(*callable);
            if callable.kind == CallableKind::StaticFieldRead {
                return Some(constant_words(&callable.name));
            }
            let parts: Vec<String> = arguments
                .iter()
                .filter_map(|one| value_words(facts, *one))
                .collect();
            (!parts.is_empty()).then(|| parts.join("And"))
        }
        StatementKind::TestDouble { .. } => None,
    }
}
