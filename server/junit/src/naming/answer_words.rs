//! What mocks answered, in words for a test's name: takes the doubles of a test, gives `FindByIdReturnsNull`,
//! `ResultHasErrors`, and whose answer came out.

use goalline_testcase::{
    Answer, Callable, CallableKind, JavaType, Literal, Observation, Observed, ObservedPart,
    StatementKind, Var, begins_with_word, is_stock_text, looks_up, written_rows,
};

use crate::{
    assertions::facts::Facts,
    naming::{
        condition_words::camel_words,
        held_conditions::ConditionText,
        input_words::is_changed,
        value_words::{constant_words, count_words, elements_words, literal_words},
    },
    types::{
        hierarchy::find_method,
        type_names::{descriptor_types, simple_name},
        variables::{capitalised, plural, says_something},
    },
    written::StubbedCall,
};

/// Longest words for one answer.
const LONGEST: usize = 48;

/// What holds others, or none, is found though nothing is in it.
pub(crate) const HOLDERS: [&str; 14] = [
    "Either",
    "Flux",
    "IPage",
    "Mono",
    "Multi",
    "Option",
    "Optional",
    "Page",
    "PageInfo",
    "Response",
    "ResponseEntity",
    "Slice",
    "Try",
    "Uni",
];

/// Ends of names of what keeps things of one kind.
const STORES: [&str; 5] = ["DAO", "Dao", "Mapper", "Repo", "Repository"];

/// Calls that give something empty.
const EMPTY: [&str; 5] = ["empty", "emptyList", "emptySet", "emptyMap", "of"];

/// What each mock was told to answer that is more than something of the right type: those that decided how the act
/// ended first, then in the order of the test.
pub(crate) fn answers(facts: &Facts<'_>) -> Vec<String> {
    worded(facts, |facts, answer| !is_some_thing(facts, answer))
}

/// How many of those that decided stand before this answer; all of them before one that did not.
fn rank(facts: &Facts<'_>, double: usize, answer: &Answer) -> usize {
    let is_it = |it: &StubbedCall| {
        usize::from(it.double.0) == double
            && *it.method == *answer.method
            && *it.descriptor == *answer.descriptor
    };
    let place = facts.deciding.iter().position(is_it);
    place.unwrap_or(facts.deciding.len())
}

/// What the act was given functions for that always give one thing: `FilterReturnsStop`.
pub(crate) fn given_functions(facts: &Facts<'_>) -> Vec<String> {
    let Some((_, _, arguments)) = facts.callable() else {
        return Vec::new();
    };
    let functions = arguments
        .iter()
        .filter(|var| !facts.mocks.contains(&usize::from(var.0)));
    let words = functions.filter_map(|var| {
        let StatementKind::TestDouble { answers, .. } = &facts.statements[usize::from(var.0)].kind
        else {
            return None;
        };
        let [answer] = &answers[..] else {
            return None;
        };
        let name = subject(facts, *var);
        let value = function_value(facts, answer)?;
        Some(format!("{name}{value}"))
    });
    words.filter(|words| words.len() <= LONGEST).collect()
}

/// What a function always does: `ReturnsStop`, `ReturnsTrue`, `ThrowsIOException`.
fn function_value(facts: &Facts<'_>, answer: &Answer) -> Option<String> {
    let value = &facts.statements[usize::from(answer.value.0)];
    if answer.throws {
        let class = facts.cluster.ty(value.ty).class_name()?;
        return Some(format!("Throws{}", simple_name(class)));
    }
    match &value.kind {
        StatementKind::Null => Some("ReturnsNull".to_owned()),
        StatementKind::Literal(Literal::Boolean(value)) => {
            Some(format!("Returns{}", if *value { "True" } else { "False" }))
        }
        StatementKind::Call { callable, .. } => {
            let read = facts.cluster.callable(*callable);
            (read.kind == CallableKind::StaticFieldRead)
                .then(|| format!("Returns{}", constant_words(&read.name)))
        }
        _ => None,
    }
}

/// What mocks were told to answer that can end a call: nothing, a refusal, an exception.
pub(crate) fn refusing_answers(facts: &Facts<'_>) -> Vec<String> {
    const REFUSALS: [&str; 7] = [
        "Null",
        "Nothing",
        "Zero",
        "False",
        "HasNo",
        "IsNot",
        "EmptyString",
    ];
    let is_refusal = |words: &String| {
        let ends_it = words.contains("Throws") || words.ends_with("Fails");
        ends_it || REFUSALS.iter().any(|refusal| words.contains(refusal))
    };
    answers(facts).into_iter().filter(is_refusal).collect()
}

/// Which mocks were told to answer with an object of which nothing else is said: a call that goes on needs one, and
/// seldom ends as it does for it.
pub(crate) fn answered_things(facts: &Facts<'_>) -> Vec<String> {
    worded(facts, is_some_thing)
}

/// What was asked of mocks that no test told what to answer, where one of these conditions of the source speaks of it,
/// or none is known: they gave nothing, or said no.
pub(crate) fn lacking_answers(facts: &Facts<'_>, conditions: &[ConditionText]) -> Vec<String> {
    let is_decided = |method: &str| {
        let property = method.strip_prefix("get").unwrap_or(method).to_lowercase();
        let mut texts = conditions.iter().map(|one| one.text.to_lowercase());
        conditions.is_empty() || texts.any(|text| text.contains(&property))
    };
    let mut found = Vec::new();
    for one in facts.seen {
        let ObservedPart::Interaction { method, descriptor } = &one.subject else {
            continue;
        };
        let is_mock = facts.mocks.contains(&usize::from(one.var.0));
        let was_asked = matches!(one.observed, Observed::Calls { .. });
        let is_told = all(facts)
            .any(|(at, answer)| at == usize::from(one.var.0) && *answer.method == **method);
        if !is_mock || !was_asked || is_told || !is_decided(method) {
            continue;
        }
        let gives = descriptor.rsplit(')').next().unwrap_or_default();
        let words = match gives {
            "Z" => Some(yes_or_no(facts, one.var, method, false)),
            _ if is_filled_by_mockito(gives) => None,
            _ => Some(match method.strip_prefix("get") {
                Some(property) if property.starts_with(char::is_uppercase) => {
                    kept_thing(facts, one.var, property).map_or_else(
                        || format!("{}IsNull", property_of(facts, one.var, property)),
                        |thing| format!("{thing}IsNotFound"),
                    )
                }
                _ => match looked_up(method, descriptor) {
                    Some(noun) => format!("{noun}IsNotFound"),
                    None => format!("{}ReturnsNull", who_answers(facts, one.var, method)),
                },
            }),
        };
        found.extend(words.filter(|words| words.len() <= LONGEST));
    }
    found.dedup();
    found
}

/// What was looked for in vain by the only mock that was asked for something and told nothing: `DictDetailIsNotFound`.
/// Why an exception was thrown that blames nothing else.
pub(crate) fn missed(facts: &Facts<'_>) -> Option<String> {
    let mut asked = facts.seen.iter().filter_map(|one| {
        let ObservedPart::Interaction { method, descriptor } = &one.subject else {
            return None;
        };
        let is_asked = facts.mocks.contains(&usize::from(one.var.0))
            && matches!(one.observed, Observed::Calls { .. })
            && !descriptor.ends_with(")V");
        is_asked.then_some((one.var, method, descriptor))
    });
    let (double, method, descriptor) = asked.next()?;
    let is_told = all(facts).next().is_some();
    let gives = descriptor.rsplit(')').next()?;
    let is_found = looks_up(method) && !descriptor.starts_with("()");
    if asked.next().is_some() || is_told || !is_found {
        return None;
    }
    let ty = facts.cluster.ty(facts.statements[usize::from(double.0)].ty);
    let found = find_method(facts.cluster, ty, method, descriptor);
    let declared = found.map(|(ancestor, found)| ancestor.resolve(&found.returns));
    let kept = declared.and_then(|ty| match ty {
        JavaType::Class {
            name, arguments, ..
        } if name == "java.util.Optional" => {
            let class = arguments.first()?.class_name()?;
            (!class.starts_with("java.")).then(|| capitalised(simple_name(class)))
        }
        _ => None,
    });
    let nothing = ["Ljava/util/List;", "Ljava/util/Collection;"];
    let noun = kept
        .or_else(|| looked_up(method, descriptor))
        .map(|noun| format!("{noun}IsNotFound"));
    noun.or_else(|| {
        nothing
            .contains(&gives)
            .then(|| "NothingIsFound".to_owned())
    })
}

/// What a repository keeps, as its own name says.
pub(crate) fn kept_in(facts: &Facts<'_>, double: Var) -> Option<String> {
    let class = type_word(facts, double)?;
    let thing = STORES.iter().find_map(|end| class.strip_suffix(end))?;
    (!thing.is_empty()).then(|| thing.to_owned())
}

/// `Quote` of `getOne(id)` and `getReferenceById(id)` of a `QuoteRepository`, whose methods say no more.
fn kept_thing(facts: &Facts<'_>, double: Var, property: &str) -> Option<String> {
    let is_any = property == "One" || property.starts_with("By") || property == "ReferenceById";
    kept_in(facts, double).filter(|_| is_any)
}

/// Whether a mock that was told nothing answers with something of this type (JVM descriptor): a number, an empty
/// collection.
fn is_filled_by_mockito(descriptor: &str) -> bool {
    const FILLED: [&str; 3] = ["Ljava/util/", "Ljava/time/", "Ljava/lang/"];
    let is_text = descriptor == "Ljava/lang/String;" || descriptor == "Ljava/lang/Object;";
    !descriptor.starts_with(['L', '['])
        || !is_text && FILLED.iter().any(|it| descriptor.starts_with(it))
}

fn worded(facts: &Facts<'_>, is_told: impl Fn(&Facts<'_>, &Answer) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let is_reason = |answer: &Answer| {
        let comes_out = facts.result() == Some(&Observed::Same(answer.value));
        !comes_out && !facts.immaterial.contains(answer.value) && !only_leads_on(facts, answer)
    };
    let told = all(facts).filter(|(_, answer)| is_reason(answer) && is_told(facts, answer));
    let mut told: Vec<(usize, &Answer)> = told.collect();
    told.sort_by_key(|(at, answer)| rank(facts, *at, answer));
    for (at, answer) in told {
        if let Some(words) = words(facts, Var(at as u16), answer)
            && words.len() <= LONGEST
            && !found.contains(&words)
        {
            found.push(words);
        }
    }
    found
}

/// Whether an answer is a mock that is asked or told something itself: what gives it only leads there.
fn only_leads_on(facts: &Facts<'_>, answer: &Answer) -> bool {
    let is_called = |one: &Observation| {
        one.var == answer.value && matches!(one.observed, Observed::Calls { .. })
    };
    match &facts.statements[usize::from(answer.value.0)].kind {
        StatementKind::TestDouble { answers, .. } => {
            !answer.throws && (!answers.is_empty() || facts.seen.iter().any(is_called))
        }
        _ => false,
    }
}

/// Whether an answer is an object of which a name could only say the type.
fn is_some_thing(facts: &Facts<'_>, answer: &Answer) -> bool {
    if answer.throws {
        return false;
    }
    match &facts.statements[usize::from(answer.value.0)].kind {
        StatementKind::TestDouble { .. } => true,
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => {
            let maker = facts.cluster.callable(*callable);
            maker.kind != CallableKind::StaticFieldRead
                && held(facts, &maker.owner, arguments).is_none()
                && (!is_empty(facts, maker, arguments) || is_changed(facts, answer.value))
        }
        _ => false,
    }
}

fn all<'a>(facts: &Facts<'a>) -> impl Iterator<Item = (usize, &'a Answer)> {
    // A lambda is no collaborator that answers.
    let mocks = facts.mocks.clone();
    let doubles = facts.statements[..facts.act].iter().enumerate();
    let doubles = doubles.filter(move |(at, _)| mocks.contains(at));
    doubles.flat_map(|(at, statement)| {
        let answers = match &statement.kind {
            StatementKind::TestDouble { answers, .. } => &answers[..],
            _ => &[],
        };
        answers.iter().map(move |answer| (at, answer))
    })
}

fn words(facts: &Facts<'_>, double: Var, answer: &Answer) -> Option<String> {
    let method = who_answers(facts, double, &answer.method);
    let value = &facts.statements[usize::from(answer.value.0)];
    if answer.throws {
        let class = facts.cluster.ty(value.ty).class_name()?;
        return Some(match class {
            // It stands for any of them.
            "java.lang.RuntimeException" => format!("{method}Fails"),
            class => format!("{method}Throws{}", simple_name(class)),
        });
    }
    let returns = |what: &str| Some(format!("{method}Returns{what}"));
    match &value.kind {
        StatementKind::Null => match looked_up(&answer.method, &answer.descriptor) {
            Some(noun) => Some(format!("{noun}IsNotFound")),
            None => match answer.method.strip_prefix("get") {
                Some(property) if says_property(answer, property) => {
                    Some(format!("{}IsNull", property_of(facts, double, property)))
                }
                _ => returns("Null"),
            },
        },
        StatementKind::Literal(Literal::Boolean(value)) => {
            Some(yes_or_no(facts, double, &answer.method, *value))
        }
        StatementKind::Literal(literal) => {
            let class = type_word(facts, double).unwrap_or_default();
            if let Some(rows) = rows_words(&class, &answer.method, literal) {
                return Some(rows);
            }
            let value = value_words(literal)?;
            match answer.method.strip_prefix("get") {
                Some(property) if !property.is_empty() => {
                    Some(format!("{}Is{value}", property_of(facts, double, property)))
                }
                _ => returns(&value),
            }
        }
        StatementKind::Array { elements } => returns(&elements_words(elements.len() as u32)),
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => {
            let maker = facts.cluster.callable(*callable);
            if maker.kind == CallableKind::StaticFieldRead {
                return returns(&constant_words(&maker.name));
            }
            let found = made_words(facts, double, answer, maker, arguments);
            found.or_else(|| found_or_returned(facts, answer, returns))
        }
        StatementKind::TestDouble { .. } => found_or_returned(facts, answer, returns),
    }
}

/// Whether a getter gives a property by its name, and not what it has for an argument: `getIfPresent(key)`.
fn says_property(answer: &Answer, property: &str) -> bool {
    const OF_REQUESTS: [&str; 3] = ["Attribute", "Header", "Parameter"];
    property.starts_with(char::is_uppercase)
        && (answer.descriptor.starts_with("()") || OF_REQUESTS.contains(&property))
}

/// What is said of a list or an `Optional` that was made for an answer, and of what has nothing in it.
fn made_words(
    facts: &Facts<'_>,
    double: Var,
    answer: &Answer,
    maker: &Callable,
    arguments: &[Var],
) -> Option<String> {
    let finds = looks_up(&answer.method);
    let lists = finds || begins_with_word(&answer.method, &["get", "list"]);
    let all = found_elements(facts, &maker.owner, arguments);
    if let Some(all) = all.filter(|_| lists) {
        return Some(all);
    }
    let method = who_answers(facts, double, &answer.method);
    let returns = |what: &str| format!("{method}Returns{what}");
    if let Some(held) = held(facts, &maker.owner, arguments) {
        let is_one = maker.owner == "java.util.Optional" && finds;
        return Some(if is_one {
            format!("{held}IsFound")
        } else {
            returns(&held)
        });
    }
    let is_nothing = is_empty(facts, maker, arguments) && !is_changed(facts, answer.value);
    is_nothing.then(|| {
        if finds {
            "NothingIsFound".to_owned()
        } else {
            returns("Nothing")
        }
    })
}

/// `OwnerIsFound`, `TwoOwnersAreFound` of a list of objects of the project.
fn found_elements(facts: &Facts<'_>, maker: &str, arguments: &[Var]) -> Option<String> {
    let [one] = arguments[..] else { return None };
    let elements = match &facts.statements[usize::from(one.0)].kind {
        StatementKind::Array { elements } if maker.starts_with("java.util.") => elements,
        _ => return None,
    };
    let of = |var: &Var| match facts.cluster.ty(facts.statements[usize::from(var.0)].ty) {
        JavaType::Class { name, .. } if !name.starts_with("java.") => {
            Some(capitalised(simple_name(name)))
        }
        _ => None,
    };
    let noun = of(elements.first()?)?;
    Some(match elements.len() {
        1 => format!("{noun}IsFound"),
        count => format!("{}{}AreFound", count_words(count), plural(&noun)),
    })
}

/// `OwnerIsFound` of an object that was looked up, `MakeReturnsOwner` of another one.
fn found_or_returned(
    facts: &Facts<'_>,
    answer: &Answer,
    returns: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    match looked_up(&answer.method, &answer.descriptor) {
        Some(noun) => Some(format!("{noun}IsFound")),
        None => returns(&type_word(facts, answer.value)?),
    }
}

/// What a method of this name and JVM descriptor looks for, where that is one object of the project: `Owner`.
fn looked_up(method: &str, descriptor: &str) -> Option<String> {
    let (parameters, returns) = descriptor_types(descriptor);
    let class = returns
        .class_name()
        .filter(|class| !class.starts_with("java."))?;
    if HOLDERS.contains(&simple_name(class)) {
        return None;
    }
    (looks_up(method) && !parameters.is_empty()).then(|| capitalised(simple_name(class)))
}

/// `NothingIsInserted`, `OneIsUpdated`, `TwoAreDeleted` of a number of rows that were written; of verbs that may mean
/// another thing only where the double's class is about data.
fn rows_words(class: &str, method: &str, answered: &Literal) -> Option<String> {
    const SURE: [&str; 4] = ["Deleted", "Inserted", "Saved", "Updated"];
    const OF_DATA: [&str; 5] = ["DAO", "Dao", "Mapper", "Repository", "Service"];
    let written = written_rows(method)?;
    let is_sure = SURE.contains(&written);
    if !is_sure && !OF_DATA.iter().any(|it| class.ends_with(it)) {
        return None;
    }
    Some(match answered {
        Literal::Int(0) | Literal::Long(0) => format!("NothingIs{written}"),
        Literal::Int(1) => format!("OneIs{written}"),
        // Of what is created the number may be its own.
        Literal::Int(2..) if is_sure => format!("{}Are{written}", value_words(answered)?),
        _ => return None,
    })
}

/// Who gives an answer, in a name: the method that was called, or the mock where the method is called like the act
/// itself: of `submitFailsWhenSubmitFails` nobody knows which one is meant.
fn who_answers(facts: &Facts<'_>, double: Var, method: &str) -> String {
    if is_named_like_act(facts, method) {
        subject(facts, double)
    } else {
        capitalised(method)
    }
}

/// The answer to a question that is answered with yes or no.
fn yes_or_no(facts: &Facts<'_>, double: Var, method: &str, answer: bool) -> String {
    let subject = subject(facts, double);
    let words = question(&subject, method, answer);
    let returned = if answer {
        "ReturnsTrue"
    } else {
        "ReturnsFalse"
    };
    if is_named_like_act(facts, method) && words.ends_with(returned) {
        return format!("{subject}{returned}");
    }
    words
}

fn is_named_like_act(facts: &Facts<'_>, method: &str) -> bool {
    let act = facts.callable();
    act.is_some_and(|(callable, ..)| callable.name == method)
}

/// A literal that is worth telling: no text that stands in for any, no number that nobody reads.
fn value_words(literal: &Literal) -> Option<String> {
    let words = match literal {
        Literal::Class(_) => return None,
        Literal::Text(text) if text.0.is_empty() => "EmptyString".to_owned(),
        Literal::Text(text) => {
            let shown = text.to_text();
            let is_word = shown.chars().all(char::is_alphanumeric) && !is_stock_text(&shown);
            is_word.then(|| literal_words(literal))?
        }
        literal => literal_words(literal),
    };
    (!words.contains("Point") && !words.ends_with("Number")).then_some(words)
}

/// Whether something was made with nothing in it.
fn is_empty(facts: &Facts<'_>, maker: &Callable, arguments: &[Var]) -> bool {
    match arguments[..] {
        [] => EMPTY.contains(&maker.name.as_str()) || maker.owner.starts_with("java.util."),
        [one] => matches!(&facts.statements[usize::from(one.0)].kind,
            StatementKind::Array { elements } if elements.is_empty()),
        _ => false,
    }
}

/// Whether a variable was made with nothing in it, and nothing was put into it.
pub(crate) fn holds_nothing(facts: &Facts<'_>, var: Var) -> bool {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => {
            is_empty(facts, facts.cluster.callable(*callable), arguments) && !is_changed(facts, var)
        }
        _ => false,
    }
}

/// What a list or an `Optional` of the JDK was made to hold: `Owner`, `TwoElements`.
fn held(facts: &Facts<'_>, maker: &str, arguments: &[Var]) -> Option<String> {
    let [one] = arguments[..] else {
        return None;
    };
    match &facts.statements[usize::from(one.0)].kind {
        StatementKind::Array { elements } if maker.starts_with("java.util.") => {
            (!elements.is_empty()).then(|| elements_words(elements.len() as u32))
        }
        StatementKind::Null => None,
        _ => (maker == "java.util.Optional").then(|| type_word(facts, one))?,
    }
}

/// `ResultHasErrors`, `ResultHasNoErrors`, `ExistsByIdReturnsTrue`.
fn question(subject: &str, method: &str, value: bool) -> String {
    for (verb, so, not_so) in [("is", "Is", "IsNot"), ("has", "Has", "HasNo")] {
        let rest = method.strip_prefix(verb);
        if let Some(rest) = rest.filter(|rest| rest.starts_with(char::is_uppercase)) {
            return format!("{subject}{}{rest}", if value { so } else { not_so });
        }
    }
    if let Some(exists) = existence(subject, method, value) {
        return exists;
    }
    let truth = if value { "True" } else { "False" };
    format!("{}Returns{truth}", capitalised(method))
}

/// `OwnerExists` of `existsById` of an `OwnerRepository`, `UserWithLoginDoesNotExist` of `existsByLogin`; none of what
/// keeps no things that its name tells.
fn existence(subject: &str, method: &str, value: bool) -> Option<String> {
    // Words with which a name says more than a property.
    const MORE: [&str; 10] = [
        "And", "Between", "False", "Greater", "In", "Less", "Like", "Not", "Or", "True",
    ];
    let asked = method
        .strip_prefix("exists")
        .or_else(|| method.strip_prefix("exist"))?;
    let noun = STORES.iter().find_map(|it| subject.strip_suffix(it))?;
    let by = asked
        .strip_prefix("By")
        .filter(|it| it.starts_with(char::is_uppercase));
    let is_plain = |property: &str| {
        let words = camel_words(property);
        !words.iter().any(|word| MORE.contains(word))
    };
    let with = match (asked, by) {
        ("" | "ById", _) => String::new(),
        (_, Some(property)) if is_plain(property) => format!("With{property}"),
        _ => return None,
    };
    let verb = if value { "Exists" } else { "DoesNotExist" };
    (!noun.is_empty()).then(|| format!("{noun}{with}{verb}"))
}

/// The property of a double, behind the double's own word where the call has a parameter of that name.
fn property_of(facts: &Facts<'_>, double: Var, property: &str) -> String {
    let names = facts
        .callable()
        .map(|(callable, ..)| &callable.parameter_names[..]);
    let mut names = names.unwrap_or_default().iter();
    if names.any(|name| capitalised(name) == property) {
        let owner = type_word(facts, double).unwrap_or_default();
        return format!("{owner}{property}");
    }
    property.to_owned()
}

/// What a double is called: the parameter that it is given for, else its type.
fn subject(facts: &Facts<'_>, double: Var) -> String {
    let named = facts.callable().and_then(|(callable, _, arguments)| {
        let position = arguments.iter().position(|one| *one == double)?;
        callable.parameter_names.get(position)
    });
    let named = named
        .filter(|name| says_something(name))
        .map(|name| capitalised(name));
    named
        .or_else(|| type_word(facts, double))
        .unwrap_or_default()
}

fn type_word(facts: &Facts<'_>, var: Var) -> Option<String> {
    match facts.cluster.ty(facts.statements[usize::from(var.0)].ty) {
        JavaType::Class { name, .. } => Some(capitalised(simple_name(name))),
        _ => None,
    }
}

/// `ResultOfUpdate`, `FoundOwner` where what came out is what a mock answered, and no other one answered the same.
pub(crate) fn source_of(facts: &Facts<'_>, is_it: impl Fn(Var) -> bool) -> Option<String> {
    let mut found = all(facts).filter(|(_, answer)| !answer.throws && is_it(answer.value));
    let (at, answer) = found.next()?;
    if found.next().is_some() {
        return None;
    }
    let own = facts
        .callable()
        .map(|(callable, ..)| callable.name.as_str());
    if own == Some(&*answer.method) {
        return Some(format!("ResultOf{}", type_word(facts, Var(at as u16))?));
    }
    Some(match looked_up(&answer.method, &answer.descriptor) {
        Some(noun) => format!("Found{noun}"),
        None => format!("ResultOf{}", capitalised(&answer.method)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_repository_says_exists_is_called_by_what_it_keeps() {
        let says = |subject: &str, method: &str, value: bool| question(subject, method, value);
        assert_eq!(says("OwnerRepository", "existsById", true), "OwnerExists");
        assert_eq!(
            says("UserMapper", "existsByLogin", false),
            "UserWithLoginDoesNotExist"
        );
        // A service keeps other things, too; of more than a property nothing is said.
        assert_eq!(says("CacheService", "exists", true), "ExistsReturnsTrue");
        assert_eq!(
            says("OwnerRepository", "existsByIdNot", true),
            "ExistsByIdNotReturnsTrue"
        );
        assert_eq!(says("File", "exists", true), "ExistsReturnsTrue");
        assert_eq!(
            says("OwnerRepository", "existsAnyOf", true),
            "ExistsAnyOfReturnsTrue"
        );
        assert_eq!(says("Result", "hasErrors", false), "ResultHasNoErrors");
    }
}
