//! How two things that a call compares differ, in words for its name: takes a call that is given another object like
//! its receiver, gives `OtherCurrency`, `WhenAmountIsLess`, `EqualMoney`.

use std::{cmp::Ordering, collections::BTreeMap};

use goalline_testcase::{
    Callable, CallableId, CallableKind, Literal, Observation, Observed, ObservedPart,
    StatementKind, Var, made_alike,
};

use crate::{
    assertions::{
        checks::compares_two,
        facts::Facts,
        inspectors::{property, property_told_by},
    },
    types::{
        hierarchy::{has_equality, is_subclass},
        type_names::simple_name,
        variables::{capitalised, says_something},
    },
};

/// Types whose contract of `equals` is for all classes of them.
const COMPARED: [&str; 4] = [
    "java.util.Map$Entry",
    "java.util.List",
    "java.util.Map",
    "java.util.Set",
];

/// What is said of an object of another class that is not equal.
fn of_other_class(facts: &Facts<'_>, own: Option<&str>, other: Option<&str>) -> Option<String> {
    let shared = own.zip(other);
    let shared = shared.and_then(|(own, other)| compared_as(facts, own, other));
    let is_equal = facts.outcome() == "ReturnsTrue";
    (!is_equal).then(|| match shared {
        Some(shared) => format!("Other{}", simple_name(shared)),
        None => "ObjectOfOtherType".to_owned(),
    })
}

/// The type whose contract of `equals` is for both classes.
fn compared_as(facts: &Facts<'_>, one: &str, other: &str) -> Option<&'static str> {
    COMPARED.into_iter().find(|it| {
        let is_one = |class| is_subclass(facts.cluster, class, it) == Some(true);
        is_one(one) && is_one(other)
    })
}

/// What is said of the object that `equals` compares with, where that is no matter of what it holds: `OtherType`; where
/// both were made in one way with one difference: `OtherCurrency`; else `EqualMoney`, `OtherMoney`.
pub(crate) fn equality_words(facts: &Facts<'_>, var: Var) -> Option<String> {
    let (act, receiver, _) = facts.callable()?;
    let receiver = receiver.filter(|_| act.name == "equals" && facts.thrown.is_none())?;
    let statement = |var: Var| &facts.statements[usize::from(var.0)];
    if receiver == var || matches!(statement(var).kind, StatementKind::Null) {
        return None;
    }
    let class = |var: Var| facts.cluster.ty(statement(var).ty).class_name();
    if class(receiver) != class(var) {
        // What a `clone()` gives is an `Object` by its declaration alone.
        let is_made = matches!(&statement(var).kind, StatementKind::Call { callable, .. }
            if facts.cluster.callable(*callable).kind != CallableKind::Constructor);
        if is_made && class(var) == Some("java.lang.Object") {
            return None;
        }
        return of_other_class(facts, class(receiver), class(var));
    }
    let own = capitalised(simple_name(class(receiver)?));
    if is_same_object(facts, receiver, var) {
        return Some(format!("Same{own}"));
    }
    let making = Making::of(facts, receiver).zip(Making::of(facts, var));
    if let Some((one, other)) = making
        && one.maker == other.maker
    {
        let pairs = one.given.iter().zip(other.given).enumerate();
        let mut differing =
            pairs.filter(|(_, (one, other))| !made_alike(facts.statements, **one, **other));
        let names = &one.called.parameter_names;
        let first = differing.next();
        if facts.outcome() == "ReturnsTrue" && first.is_none() {
            let equal = equal_parts(names);
            return Some(format!("Equal{}", equal.unwrap_or(own)));
        }
        // What differs and makes them no others is worth to be told, too, where everybody sees that it differs.
        let is_told = |(one, other): (&Var, &Var)| {
            facts.outcome() != "ReturnsTrue" || (is_value(facts, *one) && is_value(facts, *other))
        };
        if let (Some((at, pair)), None) = (first, differing.next())
            && is_told(pair)
            && let Some(name) = names.get(at).filter(|name| says_something(name))
        {
            return Some(format!("Other{}", capitalised(name)));
        }
    }
    if facts.outcome() == "ReturnsFalse" {
        if let Some(name) = making.and_then(|(one, other)| given_besides(facts, one, other)) {
            return Some(format!("Other{name}"));
        }
        if let Some(property) = told_apart(facts, receiver, var) {
            return Some(format!("Other{property}"));
        }
        if let Some(difference) = seen_otherwise(facts, receiver, var) {
            return Some(format!("Other{}", difference.property()));
        }
    }
    let is_equal = facts.outcome() == "ReturnsTrue";
    Some(format!("{}{own}", if is_equal { "Equal" } else { "Other" }))
}

/// How an object was made.
#[derive(Clone, Copy)]
struct Making<'a> {
    maker: CallableId,
    called: &'a Callable,
    given: &'a [Var],
}

impl<'a> Making<'a> {
    fn of(facts: &Facts<'a>, object: Var) -> Option<Self> {
        match &facts.statements[usize::from(object.0)].kind {
            StatementKind::Call {
                callable,
                arguments,
                receiver: None,
            } => Some(Self {
                maker: *callable,
                called: facts.cluster.callable(*callable),
                given: arguments,
            }),
            _ => None,
        }
    }

    /// What it was given by these names.
    fn named(self) -> impl Iterator<Item = (&'a String, Var)> {
        let names = self.called.parameter_names.iter();
        names.zip(self.given.iter().copied())
    }
}

/// The one thing that one of two makers of a class takes and the other one does not: `new Range(2)` has another start
/// than `new Range()`.
fn given_besides(facts: &Facts<'_>, one: Making<'_>, other: Making<'_>) -> Option<String> {
    let are_alike = one.named().all(|(name, var)| {
        let same = other.named().find(|(it, _)| *it == name);
        same.is_none_or(|(_, it)| made_alike(facts.statements, var, it))
    });
    let (one, other) = (one.called, other.called);
    let are_makers = one.name == other.name && one.owner == other.owner;
    let (less, more) = if one.parameters.len() < other.parameters.len() {
        (one, other)
    } else {
        (other, one)
    };
    let mut besides = more
        .parameter_names
        .iter()
        .filter(|name| !less.parameter_names.contains(name));
    let only = besides.next().filter(|name| says_something(name))?;
    let is_only = besides.next().is_none() && more.parameters.len() == less.parameters.len() + 1;
    (are_makers && are_alike && is_only).then(|| capitalised(only))
}

/// Whether everybody sees which value it is: a literal, a constant.
fn is_value(facts: &Facts<'_>, var: Var) -> bool {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Literal(_) => true,
        StatementKind::Call { callable, .. } => {
            facts.cluster.callable(*callable).kind == CallableKind::StaticFieldRead
        }
        _ => false,
    }
}

/// Whether both are one object: the same constant, or one that was seen to be the other.
fn is_same_object(facts: &Facts<'_>, one: Var, other: Var) -> bool {
    let constant = |var: Var| match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Call { callable, .. } => {
            let read = facts.cluster.callable(*callable);
            (read.kind == CallableKind::StaticFieldRead).then_some(*callable)
        }
        _ => None,
    };
    let is_other = |it: &Observation| {
        let is_value = it.subject == ObservedPart::Value;
        let pair = (it.var, &it.observed);
        is_value && (pair == (one, &Observed::Same(other)) || pair == (other, &Observed::Same(one)))
    };
    let is_one = constant(one).is_some() && constant(one) == constant(other);
    is_one || facts.seen.iter().any(is_other)
}

/// The one property that was set on one of two objects that are alike but for that, or that one has as a copy of the
/// other.
fn told_apart(facts: &Facts<'_>, one: Var, other: Var) -> Option<String> {
    let copied = |copy: Var, original: Var| match &facts.statements[usize::from(copy.0)].kind {
        StatementKind::Call {
            callable,
            receiver: Some(from),
            ..
        } if made_alike(facts.statements, *from, original) => {
            property_set(facts, facts.cluster.callable(*callable), copy, *from)
        }
        _ => None,
    };
    if let Some(property) = copied(one, other).or_else(|| copied(other, one)) {
        return Some(property);
    }
    let calls = facts.statements[..facts.act].iter().enumerate();
    let mut told = calls.filter_map(|(at, statement)| match &statement.kind {
        StatementKind::Call {
            callable,
            receiver: Some(on),
            ..
        } if *on == one || *on == other => {
            let callable = facts.cluster.callable(*callable);
            Some(property_set(facts, callable, Var(at as u16), *on))
        }
        _ => None,
    });
    let only = told
        .next()
        .filter(|_| made_alike(facts.statements, one, other))?;
    only.filter(|_| told.next().is_none())
}

/// `Width` of `setWidth` and `withWidth`, `Force` of a `force()` that gives the object that it is called on.
fn property_set(facts: &Facts<'_>, called: &Callable, given: Var, on: Var) -> Option<String> {
    if called.parameters.is_empty() {
        let gives_it = |one: &Observation| {
            one.var == given
                && one.subject == ObservedPart::Value
                && one.observed == Observed::Same(on)
        };
        return facts
            .seen
            .iter()
            .any(gives_it)
            .then(|| capitalised(&called.name));
    }
    let property = property_told_by(&called.name, &["set", "with"])?;
    Some(property.to_owned())
}

/// What equal objects were made of, where that is one thing or two with names: `ResultNode`, `DecoratedAndTransformer`.
fn equal_parts(names: &[String]) -> Option<String> {
    let is_told = matches!(names.len(), 1 | 2) && names.iter().all(|name| says_something(name));
    let words = names.iter().map(|name| capitalised(name));
    is_told.then(|| words.collect::<Vec<_>>().join("And"))
}

/// The condition of an answer about two objects of one class that differ in one property: `WhenAmountIsLess`,
/// `ForOtherCurrency`; `ForEqualMoney` where they were made alike. Of `equals` the words above say it.
pub(crate) fn comparison_words(facts: &Facts<'_>) -> Option<String> {
    let (act, receiver, given) = facts.callable()?;
    if let (None, [one, other]) = (receiver, given) {
        return numbers_compared(facts, *one, *other);
    }
    let receiver = receiver.filter(|_| act.name != "equals" && facts.thrown.is_none())?;
    let [other] = given else { return None };
    let class = |var: Var| {
        let ty = facts.statements[usize::from(var.0)].ty;
        facts.cluster.ty(ty).class_name()
    };
    if receiver == *other || class(receiver) != class(*other) || !gives_an_answer(facts) {
        return None;
    }
    let own = capitalised(simple_name(class(receiver)?));
    let difference = made_otherwise(facts, receiver, *other);
    let Some(difference) = difference.or_else(|| seen_otherwise(facts, receiver, *other)) else {
        return other_in_order(facts, receiver, *other, &own);
    };
    Some(match difference {
        Difference::None if are_alike(facts, receiver) => format!("ForEqual{own}"),
        Difference::None => format!("ForOther{own}"),
        Difference::Less(property) => format!("When{property}IsLess"),
        Difference::Greater(property) => format!("When{property}IsGreater"),
        Difference::Other(property) => format!("ForOther{property}"),
    })
}

/// Whether an object that was made as this one is equal to it, or made of the same: two blank ones of a class without
/// `equals` are two.
fn are_alike(facts: &Facts<'_>, var: Var) -> bool {
    let ty = facts.cluster.ty(facts.statements[usize::from(var.0)].ty);
    has_equality(facts.cluster, ty) || Making::of(facts, var).is_some_and(|it| !it.given.is_empty())
}

/// Which comes first by a `compareTo`, where the two differ in more than one thing: `WhenYearIsLess` of the first of
/// these that has the order of the answer, `ForGreaterMoney` where none has.
fn other_in_order(facts: &Facts<'_>, receiver: Var, other: Var, class: &str) -> Option<String> {
    let (act, ..) = facts
        .callable()
        .filter(|(act, ..)| act.name == "compareTo")?;
    let order = match facts.outcome().as_str() {
        "ReturnsNegative" => Ordering::Less,
        "ReturnsPositive" => Ordering::Greater,
        _ => match facts.result()? {
            Observed::Literal(order) => order.number()?.partial_cmp(&0.0)?,
            _ => return None,
        },
    };
    if act.parameters.len() != 1 || order == Ordering::Equal {
        return None;
    }
    let words = |it: &Difference| match (it, order) {
        (Difference::Less(property), Ordering::Less) => Some(format!("When{property}IsLess")),
        (Difference::Greater(property), Ordering::Greater) => {
            Some(format!("When{property}IsGreater"))
        }
        _ => None,
    };
    let all = differences_in_making(facts, receiver, other).unwrap_or_default();
    let place = if order == Ordering::Less {
        "Greater"
    } else {
        "Lesser"
    };
    let whole = || format!("For{place}{class}");
    // What has no order may have decided.
    let ordered = all
        .iter()
        .take_while(|it| !matches!(it, Difference::Other(_)));
    Some(ordered.into_iter().find_map(words).unwrap_or_else(whole))
}

/// How two numbers differ that a function without an object compares: `WhenXIsLessThanY`.
fn numbers_compared(facts: &Facts<'_>, one: Var, other: Var) -> Option<String> {
    let (act, ..) = facts.callable()?;
    let [name, other_name] = &act.parameter_names[..] else {
        return None;
    };
    let (name, other_name) = (capitalised(name), capitalised(other_name));
    let is_order = compares_two(facts.cluster, &facts.statements[facts.act].kind);
    if let (Some(left), Some(right)) = (truth_value(facts, one), truth_value(facts, other)) {
        let words =
            |name: &str, value: bool| format!("{name}Is{}", if value { "True" } else { "False" });
        let (left, right) = (words(&name, left), words(&other_name, right));
        return is_order.then(|| format!("When{left}And{right}"));
    }
    let order = number(facts, one)?.partial_cmp(&number(facts, other)?);
    let verb = match order.filter(|_| is_order)? {
        Ordering::Less => "IsLessThan",
        Ordering::Equal => "Equals",
        Ordering::Greater => "IsGreaterThan",
    };
    Some(format!("When{name}{verb}{other_name}"))
}

fn truth_value(facts: &Facts<'_>, var: Var) -> Option<bool> {
    match facts.statements[usize::from(var.0)].kind {
        StatementKind::Literal(Literal::Boolean(value)) => Some(value),
        _ => None,
    }
}

/// Whether the act was seen to answer yes or no, or which of two comes first.
fn gives_an_answer(facts: &Facts<'_>) -> bool {
    let is_truth = |observed: &Observed| matches!(observed, Observed::Literal(Literal::Boolean(_)));
    facts.result().is_some_and(is_truth)
        || compares_two(facts.cluster, &facts.statements[facts.act].kind)
}

/// In what the receiver differs from what it is compared with.
enum Difference {
    None,
    /// The receiver has less of it.
    Less(String),
    Greater(String),
    Other(String),
}

impl Difference {
    /// In what they differ.
    fn property(self) -> String {
        match self {
            Self::None => String::new(),
            Self::Less(property) | Self::Greater(property) | Self::Other(property) => property,
        }
    }

    fn of(property: &str, own: Option<f64>, other: Option<f64>) -> Self {
        let property = capitalised(property);
        match own
            .zip(other)
            .and_then(|(own, other)| own.partial_cmp(&other))
        {
            Some(Ordering::Less) => Self::Less(property),
            Some(Ordering::Greater) => Self::Greater(property),
            _ => Self::Other(property),
        }
    }
}

/// How two objects differ that were made by the same, as far as a reader of the test sees it; none where they differ in
/// more than one thing.
fn made_otherwise(facts: &Facts<'_>, one: Var, other: Var) -> Option<Difference> {
    let mut all = differences_in_making(facts, one, other)?;
    match all.len() {
        0 => Some(Difference::None),
        1 => all.pop(),
        _ => None,
    }
}

/// In what two objects differ that were made by the same, in the order of its parameters; none where one of them has no
/// name that says something.
fn differences_in_making(facts: &Facts<'_>, one: Var, other: Var) -> Option<Vec<Difference>> {
    let (maker, given) = made(facts, one)?;
    let (other_maker, other_given) = made(facts, other)?;
    let is_changed = |var: Var| {
        facts.statements[..facts.act].iter().any(
            |it| matches!(&it.kind, StatementKind::Call { receiver: Some(on), .. } if *on == var),
        )
    };
    if (&maker.name, &maker.descriptor) != (&other_maker.name, &other_maker.descriptor)
        || is_changed(one)
        || is_changed(other)
    {
        return None;
    }
    let pairs = given.iter().zip(other_given).zip(&maker.parameter_names);
    let differing = pairs.filter(|((one, other), _)| !made_alike(facts.statements, **one, **other));
    let told = differing.map(|((own, others), name)| {
        let numbers = (number(facts, *own), number(facts, *others));
        says_something(name).then(|| Difference::of(name, numbers.0, numbers.1))
    });
    told.collect()
}

/// What makes an object without another one, with what that was given.
fn made<'f>(facts: &'f Facts<'_>, var: Var) -> Option<(&'f Callable, &'f [Var])> {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } => Some((facts.cluster.callable(*callable), arguments)),
        _ => None,
    }
}

/// The number that a value is, be it one of `java.math`.
fn number(facts: &Facts<'_>, var: Var) -> Option<f64> {
    match &facts.statements[usize::from(var.0)].kind {
        StatementKind::Literal(literal) => literal.number(),
        StatementKind::Call { .. } => {
            let (maker, given) = made(facts, var)?;
            let is_number = maker.owner.starts_with("java.math.") || maker.name == "valueOf";
            match given {
                [only] if is_number => match &facts.statements[usize::from(only.0)].kind {
                    StatementKind::Literal(Literal::Text(text)) => text.to_text().parse().ok(),
                    _ => number(facts, *only),
                },
                _ => None,
            }
        }
        _ => None,
    }
}

/// How two objects differ as their getters showed it before the act: in one property, or in several that are one by
/// their names (`amount`, `amountMajor`).
fn seen_otherwise(facts: &Facts<'_>, one: Var, other: Var) -> Option<Difference> {
    let (own, others) = (seen(facts, one), seen(facts, other));
    let differing: BTreeMap<&String, (&Observed, &Observed)> = own
        .iter()
        .filter_map(|(name, seen)| Some((name, (*seen, *others.get(name)?))))
        .filter(|(_, (seen, other))| seen != other)
        .collect();
    let shortest = *differing.keys().min_by_key(|name| name.len())?;
    let is_one = differing.keys().all(|name| name.starts_with(&**shortest));
    let (seen, other) = differing[shortest];
    is_one.then(|| Difference::of(shortest, of_observed(seen), of_observed(other)))
}

fn of_observed(observed: &Observed) -> Option<f64> {
    match observed {
        Observed::Literal(literal) => literal.number(),
        Observed::Value { class, text } if class.starts_with("java.math.") => {
            text.to_text().parse().ok()
        }
        _ => None,
    }
}

/// What the getters of an object gave before the act, by their properties; what follows from others (`isZero`) is left
/// out.
fn seen<'f>(facts: &'f Facts<'_>, var: Var) -> BTreeMap<String, &'f Observed> {
    let told = facts.before.iter().filter(|it| it.var == var);
    let told = told.filter_map(|one| match (&one.subject, &one.observed) {
        (_, Observed::Literal(Literal::Boolean(_))) => None,
        (ObservedPart::Inspector { method, .. }, observed)
            if !["toString", "hashCode"].contains(&&**method) =>
        {
            Some((property(method), observed))
        }
        _ => None,
    });
    told.collect()
}
