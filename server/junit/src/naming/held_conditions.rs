//! Conditions that held in a run, for names: takes them with the act, gives the words of those that are true of the
//! arguments that a reader sees.

use goalline_testcase::{
    Callable, CallableKind, ClassDescription, Literal, Observed, Statement, StatementKind, Var,
};

use crate::{
    assertions::facts::Facts,
    naming::{
        condition_syntax::{Expression, parse},
        condition_words::{Phrase, is_constant_name, phrase, same_property},
        goal_words::GoalText,
        value_words::{char_words, is_exclusive},
    },
    types::{
        hierarchy::ancestors,
        type_names::simple_name,
        variables::{capitalised, decapitalised, is_short_word},
    },
};

/// A condition of the source, and how it came out wherever it was evaluated in the run of the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionText {
    /// The condition as written, local variables by what they stand for.
    pub text: String,
    /// How it came out.
    pub outcome: bool,
    /// Whether its names mean what the arguments are called: the method is the one that was called, and it gives its
    /// parameters no other values. Else the name tells it only where the arguments show that it is so.
    pub is_sure: bool,
    /// What it has to do with how the call ended.
    pub role: ConditionRole,
}

/// Stands in a condition for a place in a text that only the method knows.
pub const ANYWHERE: &str = "ANYWHERE";

/// What a condition has to do with how a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionRole {
    /// It decided.
    Decided,
    /// The test was made for it.
    Sought,
    /// It was passed on the way, and would be a false cause.
    Passed,
    /// It is what the call gives: how the call ended says how it came out.
    Given,
    /// It was so of what the object was made of.
    Making,
}

/// What names may tell of a run.
#[derive(Debug, Default)]
pub(crate) struct Phrases {
    /// Conditions that set the run apart, the most telling first.
    pub(crate) telling: Vec<Phrase>,
    /// Those that speak of fields and sums, which a reader of the test does not see.
    pub(crate) internal: Vec<Phrase>,
    /// Those that only say what is usual.
    pub(crate) usual: Vec<Phrase>,
    /// Those that only say what something is not, and that did not decide.
    pub(crate) vague: Vec<Phrase>,
    /// Those that were only passed on the way.
    pub(crate) passed: Vec<Phrase>,
    /// What was so of what the receiver was made of.
    pub(crate) making: Vec<Phrase>,
    /// Whether the first that set the run apart decided that something is thrown, and speaks of what a reader does not
    /// see.
    pub(crate) is_cause_inside: bool,
}

impl Phrases {
    /// Where the first that is told says on which side of a bound something is, and another one that it is on the other
    /// side of another bound: between which two it is. Each alone is so of more.
    fn join_bounds(&mut self) {
        let Some(first) = self.telling.first() else {
            return;
        };
        let both = {
            let mut all = self.all().into_iter().flatten();
            all.find_map(|other| first.between(other))
        };
        if let Some(both) = both {
            self.telling[0] = both;
        }
    }

    /// Where a value was none of several, no one of these is the cause; of two it is said that it was neither.
    fn leave_out_one_of_many(&mut self) {
        let Some(first) = self.telling.first().filter(|one| one.is_negation()) else {
            return;
        };
        let subject = first.subject().to_owned();
        let is_alike = |one: &Phrase| one.is_negation() && one.subject() == subject;
        let (mut alike, others): (Vec<Phrase>, Vec<Phrase>) = std::mem::take(&mut self.telling)
            .into_iter()
            .partition(is_alike);
        // `!= 0 && != 1`: what was passed on the way is so as well.
        alike.extend(self.passed.iter().filter(|it| is_alike(it)).cloned());
        let together = match &alike[..] {
            [_] => alike.into_iter().next(),
            [second, first] => first.neither(second),
            _ => None,
        };
        self.telling = together.into_iter().chain(others).collect();
    }

    fn all(&self) -> [&Vec<Phrase>; 5] {
        [
            &self.telling,
            &self.internal,
            &self.usual,
            &self.vague,
            &self.passed,
        ]
    }
}

/// Whether a condition can be told in a name.
pub fn has_words(condition: &str) -> bool {
    [true, false]
        .iter()
        .all(|outcome| phrase(condition, *outcome).is_some())
}

/// The conditions that a name may tell, in their order. Where the nearest one that decided cannot be told, those behind
/// it were only passed on the way.
pub(crate) fn phrases(facts: &Facts<'_>, conditions: &[ConditionText]) -> Phrases {
    let mut found = Phrases::default();
    // Of what nearly everything is not, nearly everything else is not as well.
    let is_truth = facts.thrown.is_none() && truth_given(facts).is_some();
    let is_exclusive = facts.thrown.is_none() && is_exclusive(&facts.outcome().to_lowercase());
    let mut is_certain = true;
    for condition in &of_the_call(facts, conditions) {
        let copied = of_copy(facts, condition);
        let condition = copied.as_ref().unwrap_or(condition);
        let is_decided = condition.role == ConditionRole::Decided;
        let Some((phrase, expression)) = told(facts, condition) else {
            is_certain &= !is_decided;
            continue;
        };
        if found.all().iter().any(|known| known.contains(&phrase)) {
            continue;
        }
        let role = if is_decided && !is_certain {
            ConditionRole::Passed
        } else {
            condition.role
        };
        let is_cause = facts.thrown.is_some() && role == ConditionRole::Decided;
        let is_end = is_cause || (role == ConditionRole::Decided && is_exclusive);
        let is_nearest = is_end && found.telling.is_empty();
        let is_inside = copied.is_none()
            && is_internal(facts, &expression, is_decided && is_certain)
            && !compares_with_what_is_told(facts, &expression);
        found.is_cause_inside |= is_cause && is_inside && found.telling.is_empty();
        let is_aside =
            role == ConditionRole::Passed || (is_exclusive && role != ConditionRole::Decided);
        if phrase.is_usual() && is_aside {
            &mut found.vague
        } else if phrase.is_usual() && !is_nearest {
            &mut found.usual
        } else if role == ConditionRole::Passed {
            &mut found.passed
        } else if phrase.is_negation()
            && role != ConditionRole::Decided
            && !(found.telling.is_empty() && asks_a_parameter(facts, &expression))
            || is_foreign(facts, condition, &expression)
            || is_of_no_matter(facts, &expression) && !(is_decided && is_truth)
        {
            &mut found.vague
        } else if is_inside && (!is_cause || has_sum(&expression)) {
            &mut found.internal
        } else {
            &mut found.telling
        }
        .push(phrase);
    }
    found.making = of_making(facts, conditions);
    found.leave_out_one_of_many();
    found.join_bounds();
    found
}

/// The conditions of the call itself; what it gives as it came out.
fn of_the_call(facts: &Facts<'_>, conditions: &[ConditionText]) -> Vec<ConditionText> {
    let read = conditions.iter().filter_map(|it| match it.role {
        ConditionRole::Making => None,
        ConditionRole::Given => Some(ConditionText {
            outcome: truth_given(facts)?,
            role: ConditionRole::Decided,
            ..it.clone()
        }),
        _ => Some(it.clone()),
    });
    read.collect()
}

/// The truth value that the call gave.
fn truth_given(facts: &Facts<'_>) -> Option<bool> {
    match &*facts.outcome() {
        "ReturnsTrue" => Some(true),
        "ReturnsFalse" => Some(false),
        _ => None,
    }
}

/// The flags that the receiver was made with: `HasExtra`.
fn flags_of_maker(facts: &Facts<'_>) -> Vec<Phrase> {
    let Some((maker, given)) = maker_of_receiver(facts) else {
        return Vec::new();
    };
    let named = maker.parameter_names.iter().zip(given);
    let flags =
        named.filter_map(
            |(name, value)| match facts.statements[usize::from(value.0)].kind {
                StatementKind::Literal(Literal::Boolean(flag)) => phrase(name, flag),
                _ => None,
            },
        );
    flags.collect()
}

/// What made the object that the method was called on, with what it was given.
fn maker_of_receiver<'f>(facts: &Facts<'f>) -> Option<(&'f Callable, &'f [Var])> {
    let (_, receiver, _) = facts.callable()?;
    match &facts.statements[usize::from(receiver?.0)].kind {
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => Some((facts.cluster.callable(*callable), arguments)),
        _ => None,
    }
}

/// What was so of the arguments of the constructor that made the receiver, then the flags among them.
fn of_making(facts: &Facts<'_>, conditions: &[ConditionText]) -> Vec<Phrase> {
    let held = conditions
        .iter()
        .filter(|it| it.role == ConditionRole::Making);
    let mut found: Vec<Phrase> = held.filter_map(|it| of_maker(facts, it)).collect();
    if !found.is_empty() {
        found.extend(flags_of_maker(facts));
    }
    found
}

/// What was so of the arguments of the constructor, where the method has none of their names.
fn of_maker(facts: &Facts<'_>, condition: &ConditionText) -> Option<Phrase> {
    let (act, ..) = facts.callable()?;
    let (maker, _) = maker_of_receiver(facts)?;
    let expression = parse(&condition.text)?;
    let is_variable = |name: &str| name.starts_with(char::is_lowercase);
    let is_of_maker = |name: &str| {
        let is_one = |of: &Callable| of.parameter_names.iter().any(|one| one == name);
        is_one(maker) && !is_one(act)
    };
    let is_told = maker.kind == CallableKind::Constructor
        && !expression.has_name(&|name| is_variable(name) && !is_of_maker(name));
    let said = phrase(&condition.text, condition.outcome).filter(|_| is_told)?;
    (!said.is_usual()).then_some(said)
}

/// The condition on a property of a local variable by the property alone, where an argument has one that is called so:
/// the variable is a copy of it, `isEmpty(firstLetter)` of `isEmpty(brand.getFirstLetter())`.
fn of_copy(facts: &Facts<'_>, condition: &ConditionText) -> Option<ConditionText> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let (before, rest) = condition.text.split_once(".get")?;
    let (property, behind) = rest.split_once("()")?;
    let at = before.rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
    let (before, local) = before.split_at(at);
    let is_local = local.starts_with(char::is_lowercase)
        && !local.contains('.')
        && local != "this"
        && !facts.is_parameter(local)
        && !facts.is_field(local)
        && !facts.is_shown(local);
    let is_one = property.starts_with(char::is_uppercase) && property.chars().all(is_part);
    // What is asked of the property itself is more than it.
    let is_whole = !behind.starts_with('.') && !behind.contains(".get");
    let (.., given) = facts.callable()?;
    let getter = format!("get{property}");
    let has_it = |var: &Var| {
        let ty = facts.cluster.ty(facts.statements[usize::from(var.0)].ty);
        let mut methods = ancestors(facts.cluster, ty)
            .into_iter()
            .flat_map(|it| &it.class.methods);
        methods.any(|method| method.name == getter && method.parameters.is_empty())
    };
    let is_copy = is_local && is_one && is_whole && given.iter().any(has_it);
    is_copy.then(|| ConditionText {
        text: format!("{before}{}{behind}", decapitalised(property)),
        ..condition.clone()
    })
}

/// The words of a condition where it is so of what a reader of the test sees.
fn told(facts: &Facts<'_>, condition: &ConditionText) -> Option<(Phrase, Expression)> {
    let expression = parse(&condition.text)?;
    if expression.has_name(&|name| name == ANYWHERE) {
        let said = character_within(facts, &expression, condition.outcome)?;
        return Some((said, expression));
    }
    // What was looked for is called by a name that says something, if only by its class: `hr.isFound()`.
    let is_sought = matches!(&expression, Expression::Call { on: Some(on), name, .. }
        if name == "isFound" && matches!(&**on, Expression::Name(sought) if sought.len() > 1));
    if !is_sought && is_obscure(facts, &expression)
        || is_said_by_input(facts, &expression, condition.outcome)
    {
        return None;
    }
    if condition.outcome
        && let Some(name) = null_that_is_called_empty(facts, &expression)
    {
        return Some((phrase(&format!("{name} == null"), true)?, expression));
    }
    let shown = truth(facts, &expression);
    let is_told = condition.outcome && compares_with_what_is_told(facts, &expression);
    let is_so = shown.map_or(condition.is_sure || is_told, |shown| {
        shown == condition.outcome
    });
    let text = by_types(facts, &condition.text);
    let said = phrase(&text, condition.outcome).filter(|_| is_so)?;
    let said = of_given(facts, &expression, condition.outcome).unwrap_or(said);
    // `getPetReturnsPetWithGivenIdWhenPetHasGivenId` says it twice.
    let again = said.condition().replacen("HasGiven", "WithGiven", 1);
    if facts.thrown.is_none() && facts.outcome().ends_with(&again) {
        return None;
    }
    Some((of_receiver(facts, &expression, said), expression))
}

/// The text with what an object is in place of a parameter that is called by a letter or two: `message == null` of
/// `m == null`. Of two objects of one type the letters are what tells them apart.
fn by_types(facts: &Facts<'_>, text: &str) -> String {
    let Some((callable, ..)) = facts.callable() else {
        return text.to_owned();
    };
    let types = &callable.parameters;
    let mut text = text.to_owned();
    for (name, ty) in callable.parameter_names.iter().zip(types) {
        let class = facts.cluster.ty(*ty).class_name();
        let class = class.filter(|class| !class.starts_with("java.lang."));
        let is_one = types.iter().filter(|other| *other == ty).count() == 1;
        if name.len() > 2 || is_short_word(name) || !is_one {
            continue;
        }
        let word = class.map(|class| decapitalised(simple_name(class)));
        if let Some(word) = word.filter(|word| !callable.parameter_names.contains(word)) {
            text = with_name(&text, name, &word);
        }
    }
    text
}

/// The text with another name for a variable; what stands in quotes stays.
fn with_name(text: &str, name: &str, other: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut changed = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let is_quoted = text[..text.len() - after.len()].matches('"').count() % 2 == 1;
        let goes_on = before.is_empty() && changed.ends_with(is_part)
            || before.ends_with(|c: char| is_part(c) || c == '.')
            || after.starts_with(|c: char| is_part(c) || c == '(');
        let is_whole = !is_quoted && !goes_on;
        changed.push_str(before);
        changed.push_str(if is_whole { other } else { name });
        rest = after;
    }
    changed + rest
}

/// `PetHasGivenName` of `pet.getName().equals(name)`, where the method was given the name.
fn of_given(facts: &Facts<'_>, condition: &Expression, outcome: bool) -> Option<Phrase> {
    let compared = match condition {
        Expression::Not(inner) => return of_given(facts, inner, !outcome),
        _ => same_property(condition)?,
    };
    facts
        .is_parameter(compared.given)
        .then(|| Phrase::of_given(&compared, outcome))
}

/// Whether it is a question to what the method was given: `pet.isNew()`.
fn asks_a_parameter(facts: &Facts<'_>, expression: &Expression) -> bool {
    match expression {
        Expression::Not(inner) => asks_a_parameter(facts, inner),
        Expression::Call {
            on: Some(on),
            arguments,
            ..
        } => {
            matches!(&**on, Expression::Name(name) if facts.is_parameter(name))
                && arguments.is_empty()
        }
        _ => false,
    }
}

/// Whether an operator computes a number.
fn computes(operator: &str) -> bool {
    matches!(operator, "+" | "-" | "*" | "/" | "%")
}

/// Whether values are computed in it.
fn has_sum(expression: &Expression) -> bool {
    match expression {
        Expression::Binary {
            operator,
            left,
            right,
        } => computes(operator) || has_sum(left) || has_sum(right),
        Expression::Not(inner) => has_sum(inner),
        _ => false,
    }
}

/// What is said of the object that the method is called on names it: `QueueIsEmpty`.
fn of_receiver(facts: &Facts<'_>, expression: &Expression, said: Phrase) -> Phrase {
    let is_parameter = match expression {
        Expression::Name(name) => facts.is_parameter(name),
        Expression::Not(inner) => {
            matches!(&**inner, Expression::Name(name) if facts.is_parameter(name))
        }
        _ => false,
    };
    match facts.receiver_word().filter(|_| !is_parameter) {
        Some(receiver) => said.of_receiver(&receiver),
        None => said,
    }
}

/// Questions about a character, with what a text has of which one is so, and what where one is not.
const CHARACTER_QUESTIONS: [CharacterQuestion; 6] = [
    CharacterQuestion::new("isDigit", is_digit, ["Digit", "NonDigit"]),
    CharacterQuestion::new("isLetter", char::is_alphabetic, ["Letter", "NonLetter"]),
    CharacterQuestion::new(
        "isLetterOrDigit",
        char::is_alphanumeric,
        ["LetterOrDigit", "NonAlphanumericCharacter"],
    ),
    CharacterQuestion::new(
        "isLowerCase",
        char::is_lowercase,
        ["LowerCaseLetter", "NonLowerCaseCharacter"],
    ),
    CharacterQuestion::new(
        "isUpperCase",
        char::is_uppercase,
        ["UpperCaseLetter", "NonUpperCaseCharacter"],
    ),
    CharacterQuestion::new(
        "isWhitespace",
        char::is_whitespace,
        ["Whitespace", "NonBlankCharacter"],
    ),
];

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// A method of `Character` that says what a character is.
struct CharacterQuestion {
    method: &'static str,
    is_so: fn(char) -> bool,
    so: &'static str,
    not_so: &'static str,
}

impl CharacterQuestion {
    const fn new(method: &'static str, is_so: fn(char) -> bool, words: [&'static str; 2]) -> Self {
        let [so, not_so] = words;
        Self {
            method,
            is_so,
            so,
            not_so,
        }
    }
}

/// `InputContainsPlus` of `input.charAt(index + i) == '+'`: where in a text a character stands that it is looked
/// through for is nobody's business but the method's.
fn character_within(facts: &Facts<'_>, condition: &Expression, outcome: bool) -> Option<Phrase> {
    match condition {
        Expression::Not(inner) => character_within(facts, inner, !outcome),
        Expression::Binary {
            operator,
            left,
            right,
        } => {
            let (read, unit) = match (&**left, &**right) {
                (read, Expression::Char(unit)) | (Expression::Char(unit), read) => (read, *unit),
                _ => return None,
            };
            let read = text_read(facts, read)?;
            let is_so = matches!(operator.as_str(), "==" | "!=") && (operator == "==") == outcome;
            let has_it = is_so && read.text.contains(&unit);
            has_it.then(|| Phrase::containing(read.whom, &char_words(unit)))
        }
        Expression::Call {
            on: Some(on),
            name,
            arguments,
        } if **on == Expression::Name("Character".to_owned()) => {
            let [read] = &arguments[..] else { return None };
            let read = text_read(facts, read)?;
            let mut questions = CHARACTER_QUESTIONS.iter();
            let question = questions.find(|it| it.method == name)?;
            let mut all = char::decode_utf16(read.text).filter_map(Result::ok);
            let has_it = all.any(|c| (question.is_so)(c) == outcome);
            let what = if outcome {
                question.so
            } else {
                question.not_so
            };
            has_it.then(|| Phrase::containing(read.whom, what))
        }
        _ => None,
    }
}

/// An argument whose characters are looked through.
struct TextRead<'e> {
    whom: &'e str,
    text: Vec<u16>,
}

/// The argument that is read at a place which nobody sees from outside; none where it has one character.
fn text_read<'e>(facts: &Facts<'_>, read: &'e Expression) -> Option<TextRead<'e>> {
    let (of, at) = match read {
        Expression::Call {
            on: Some(of),
            name,
            arguments,
        } if name == "charAt" => (of, arguments.first()?),
        _ => return None,
    };
    let Expression::Name(whom) = &**of else {
        return None;
    };
    let is_within = *at == Expression::Name(ANYWHERE.to_owned());
    match argument(facts, whom)? {
        ArgumentValue::Text(text) if is_within && text.len() > 1 => Some(TextRead { whom, text }),
        _ => None,
    }
}

/// Names that programmers give to variables nobody else has to know.
const ABBREVIATED: [&str; 16] = [
    "arr", "buf", "cnt", "coll", "ctor", "cur", "idx", "len", "num", "obj", "pos", "prev", "res",
    "ret", "tmp", "val",
];

/// Whether a goal is a condition on such a variable.
pub(crate) fn speaks_of_obscure(facts: &Facts<'_>, goal: &GoalText) -> bool {
    parse(&goal.text).is_some_and(|condition| is_obscure(facts, &condition))
}

/// Whether a local variable stands in it whose name says nothing to anybody who does not read the method.
fn is_obscure(facts: &Facts<'_>, expression: &Expression) -> bool {
    expression.has_name(&|name| {
        let is_known = facts.is_parameter(name) || facts.is_field(name);
        let is_short = name.len() <= 2 || ABBREVIATED.contains(&name);
        is_short && name.starts_with(char::is_lowercase) && !is_known
    })
}

/// Whether it only says of what an object is compared with that it is `null`, the same object or another one, or one of
/// its class: the input says that in plainer words than `WhenOIsNull`.
fn is_said_by_input(facts: &Facts<'_>, expression: &Expression, outcome: bool) -> bool {
    let Some((act, ..)) = facts.callable() else {
        return false;
    };
    let [other] = &act.parameter_names[..] else {
        return false;
    };
    let is_other = |it: &Expression| matches!(it, Expression::Name(name) if name == other);
    let is_comparison = facts.thrown.is_none() && ["equals", "compareTo"].contains(&&*act.name);
    is_comparison
        && match expression {
            Expression::Binary {
                operator,
                left,
                right,
            } => {
                let is_with = |is_it: &dyn Fn(&Expression) -> bool| {
                    is_other(left) && is_it(right) || is_other(right) && is_it(left)
                };
                let is_null = |it: &Expression| *it == Expression::Null;
                let is_alike = (operator == "==") == outcome;
                is_with(&is_this) || is_alike && is_with(&is_null)
            }
            Expression::InstanceOf { value, .. } => outcome && is_other(value),
            Expression::Not(inner) => is_said_by_input(facts, inner, !outcome),
            _ => false,
        }
}

/// Whether it speaks of the one argument for which another value gives the same.
fn is_of_no_matter(facts: &Facts<'_>, expression: &Expression) -> bool {
    let Some((callable, _, given)) = facts.callable() else {
        return false;
    };
    let mut immaterial = given.iter().filter(|var| facts.immaterial.contains(**var));
    let Some(only) = immaterial.next().filter(|_| immaterial.next().is_none()) else {
        return false;
    };
    let name = given.iter().position(|var| var == only);
    let name = name.and_then(|at| callable.parameter_names.get(at));
    let is_it = |one: &str| name.is_some_and(|name| name == one);
    let is_other = |one: &str| one.starts_with(char::is_lowercase) && !is_it(one);
    expression.has_name(&is_it) && !expression.has_name(&is_other)
}

/// Whether it speaks of what only the source knows.
fn is_foreign(facts: &Facts<'_>, condition: &ConditionText, expression: &Expression) -> bool {
    speaks_of_locals(facts, expression)
        && (!condition.is_sure || compares_names(expression))
        && !compares_with_what_is_told(facts, expression)
        && of_given(facts, expression, true).is_none()
}

/// Whether it compares with a constant that the test itself tells: whoever reads that the policy is set to `ASIDE`
/// knows what a field of the class is compared with.
fn compares_with_what_is_told(facts: &Facts<'_>, expression: &Expression) -> bool {
    let Expression::Binary {
        operator,
        left,
        right,
    } = expression
    else {
        return false;
    };
    let is_told = |side: &Expression| {
        let (Expression::Member { name, .. } | Expression::Name(name)) = side else {
            return false;
        };
        let reads = |one: &Statement| match &one.kind {
            StatementKind::Call { callable, .. } => {
                let read = facts.cluster.callable(*callable);
                read.kind == CallableKind::StaticFieldRead && read.name == *name
            }
            _ => false,
        };
        is_constant_name(name) && facts.statements.iter().any(reads)
    };
    operator == "==" && (is_told(left) || is_told(right))
}

/// Whether nothing is asked of what it names: `current != null`, `hasT`. What is asked of an object tells what it is
/// about: `found.isDeleted()`.
fn compares_names(expression: &Expression) -> bool {
    match expression {
        Expression::Name(_) => true,
        Expression::Not(inner) => compares_names(inner),
        Expression::Binary { left, right, .. } => {
            let is_name = |one: &Expression| matches!(one, Expression::Name(_));
            is_name(left) || is_name(right)
        }
        _ => false,
    }
}

/// Whether a local variable stands in it, or a parameter of a method behind the tested one: who calls that has neither.
fn speaks_of_locals(facts: &Facts<'_>, expression: &Expression) -> bool {
    expression.has_name(&|name| {
        name.starts_with(char::is_lowercase)
            && name != "this"
            && !facts.is_parameter(name)
            && !facts.is_field(name)
            && !facts.is_shown(name)
    })
}

/// Whether it speaks of what a reader of the test does not see: a field that nobody can ask for, a local variable of a
/// condition that did not decide, a sum.
fn is_internal(facts: &Facts<'_>, expression: &Expression, is_decided: bool) -> bool {
    let inside = |one: &Expression| is_internal(facts, one, is_decided);
    match expression {
        Expression::Name(name) => {
            name.starts_with(char::is_lowercase)
                && name != "this"
                && !facts.is_parameter(name)
                && !facts.is_shown(name)
                && (!is_decided || facts.is_field(name))
        }
        Expression::Member { of, name } => match &**of {
            Expression::Name(of) if of == "this" => !facts.is_shown(name),
            of => inside(of),
        },
        Expression::Call {
            on,
            name,
            arguments,
        } => {
            let is_own = on.as_deref().is_none_or(is_this);
            (is_own && arguments.is_empty() && facts.is_hidden_method(name))
                || on.as_deref().is_some_and(|on| !is_this(on) && inside(on))
                || arguments.iter().any(inside)
        }
        Expression::Index { of, at } => inside(of) || inside(at),
        Expression::Binary {
            operator,
            left,
            right,
        } => computes(operator) || inside(left) || inside(right),
        Expression::InstanceOf { value, .. } => inside(value),
        Expression::Not(inner) => inside(inner),
        Expression::Null
        | Expression::Truth(_)
        | Expression::Number(_)
        | Expression::Decimal(_)
        | Expression::Text(_)
        | Expression::Char(_) => false,
    }
}

impl Facts<'_> {
    pub(crate) fn is_parameter(&self, name: &str) -> bool {
        self.callable()
            .is_some_and(|(callable, ..)| callable.parameter_names.iter().any(|one| one == name))
    }

    /// Whether what made the receiver has a parameter of this name: a reader of the test sees its value.
    pub(crate) fn is_given_to_receiver(&self, name: &str) -> bool {
        let Some((_, Some(receiver), _)) = self.callable() else {
            return false;
        };
        match &self.statements[usize::from(receiver.0)].kind {
            StatementKind::Call { callable, .. } => {
                let maker = self.cluster.callable(*callable);
                maker.parameter_names.iter().any(|one| one == name)
            }
            _ => false,
        }
    }

    /// Whether a field is one that a reader knows: the receiver was given it, or a getter gives it.
    fn is_shown(&self, field: &str) -> bool {
        self.is_given_to_receiver(field) || self.has_getter(field)
    }

    fn has_getter(&self, field: &str) -> bool {
        let Some(class) = self.class_of_act() else {
            return false;
        };
        let getters = ["get", "is", "has"].map(|verb| format!("{verb}{}", capitalised(field)));
        let is_getter = |name: &String| name == field || getters.contains(name);
        class.methods.iter().any(|method| {
            method.modifiers.is_public() && method.parameters.is_empty() && is_getter(&method.name)
        })
    }

    /// Whether the class has methods without parameters of this name, and none of them is public.
    fn is_hidden_method(&self, name: &str) -> bool {
        let class = self.class_of_act();
        let methods = class.into_iter().flat_map(|class| &class.methods);
        let mut own = methods.filter(|it| it.name == name && it.parameters.is_empty());
        own.next().is_some_and(|it| !it.modifiers.is_public())
    }

    fn is_field(&self, name: &str) -> bool {
        let class = self.class_of_act();
        class.is_some_and(|class| class.fields.iter().any(|field| field.name == name))
    }

    fn class_of_act(&self) -> Option<&ClassDescription> {
        let (callable, ..) = self.callable()?;
        self.cluster.class(&callable.declared_in)
    }

    /// What names call the receiver: the last word of its class, all of it where a parameter is called so.
    pub(crate) fn receiver_word(&self) -> Option<String> {
        let (callable, receiver, _) = self.callable()?;
        receiver?;
        let class = simple_name(&callable.owner);
        let plain = class.strip_suffix("Impl").unwrap_or(class);
        let at = plain.rfind(char::is_uppercase)?;
        let names = [&plain[at..], class];
        let free = names.iter().find(|name| {
            let is_it = |one: &String| one.eq_ignore_ascii_case(name);
            !callable.parameter_names.iter().any(is_it) && name.len() > 2
        });
        Some(free.map_or_else(|| format!("This{class}"), |name| (*name).to_owned()))
    }
}

/// The argument that is `null` where a helper says that it is empty or blank: the reader sees `null`.
fn null_that_is_called_empty<'e>(facts: &Facts<'_>, expression: &'e Expression) -> Option<&'e str> {
    let Expression::Call {
        name, arguments, ..
    } = expression
    else {
        return None;
    };
    let [Expression::Name(argument_name)] = &arguments[..] else {
        return None;
    };
    let is_null = argument(facts, argument_name) == Some(ArgumentValue::Null);
    (is_null && matches!(name.as_str(), "isEmpty" | "isBlank" | "isNullOrEmpty"))
        .then_some(argument_name)
}

/// What an expression is worth with the arguments of the act.
#[derive(Clone, Debug, PartialEq)]
enum ArgumentValue {
    Null,
    Truth(bool),
    Number(f64),
    Text(Vec<u16>),
    /// An array of so many elements.
    Array(usize),
    /// Something that is there.
    Object,
}

/// Whether the condition is true of the arguments; none where that cannot be seen.
pub(crate) fn truth(facts: &Facts<'_>, expression: &Expression) -> Option<bool> {
    match worth(facts, expression)? {
        ArgumentValue::Truth(value) => Some(value),
        _ => None,
    }
}

fn worth(facts: &Facts<'_>, expression: &Expression) -> Option<ArgumentValue> {
    Some(match expression {
        Expression::Null => ArgumentValue::Null,
        Expression::Truth(value) => ArgumentValue::Truth(*value),
        Expression::Number(number) => ArgumentValue::Number(*number as f64),
        Expression::Decimal(text) => ArgumentValue::Number(text.parse().ok()?),
        Expression::Char(unit) => ArgumentValue::Number(f64::from(*unit)),
        Expression::Text(text) => ArgumentValue::Text(text.0.to_vec()),
        Expression::Name(name) => argument(facts, name).or_else(|| state(facts, name))?,
        Expression::Not(inner) => ArgumentValue::Truth(!truth(facts, inner)?),
        Expression::Member { of, name } => match (worth(facts, of), name.as_str()) {
            (Some(ArgumentValue::Array(length)), "length") => ArgumentValue::Number(length as f64),
            _ if is_this(of) => state(facts, name)?,
            _ => return bound(of, name),
        },
        Expression::Call {
            on,
            name,
            arguments,
        } => {
            let of = match (on, &arguments[..]) {
                (None, []) => return state(facts, name),
                (Some(on), []) if is_this(on) => return state(facts, name),
                (Some(on), []) => on,
                (_, [argument]) => argument,
                _ => return None,
            };
            match (worth(facts, of)?, name.as_str()) {
                (ArgumentValue::Text(text), "length") if arguments.is_empty() => {
                    ArgumentValue::Number(text.len() as f64)
                }
                (ArgumentValue::Text(text), "isEmpty") => ArgumentValue::Truth(text.is_empty()),
                _ => return None,
            }
        }
        Expression::Binary {
            operator,
            left,
            right,
        } => binary(operator, &worth(facts, left)?, &worth(facts, right)?)?,
        Expression::Index { .. } | Expression::InstanceOf { .. } => return None,
    })
}

fn is_this(expression: &Expression) -> bool {
    *expression == Expression::Name("this".to_owned())
}

/// What a member of the receiver was worth before the act: a field, a method without parameters, the getter of a field.
fn state(facts: &Facts<'_>, member: &str) -> Option<ArgumentValue> {
    let getters = ["get", "is"].map(|verb| format!("{verb}{}", capitalised(member)));
    let known = facts.state_before(member);
    let known = known.or_else(|| getters.iter().find_map(|name| facts.state_before(name)));
    Some(match known? {
        Observed::Null => ArgumentValue::Null,
        Observed::Literal(literal) => of_literal(literal)?,
        Observed::Array { length, .. } => ArgumentValue::Array(*length as usize),
        _ => ArgumentValue::Object,
    })
}

fn bound(of: &Expression, name: &str) -> Option<ArgumentValue> {
    let Expression::Name(of) = of else {
        return None;
    };
    Some(ArgumentValue::Number(match (of.as_str(), name) {
        ("Integer", "MAX_VALUE") => f64::from(i32::MAX),
        ("Integer", "MIN_VALUE") => f64::from(i32::MIN),
        _ => return None,
    }))
}

fn argument(facts: &Facts<'_>, name: &str) -> Option<ArgumentValue> {
    let (callable, _, arguments) = facts.callable()?;
    let at = callable
        .parameter_names
        .iter()
        .position(|one| one == name)?;
    let statement = &facts.statements[usize::from(arguments.get(at)?.0)];
    Some(match &statement.kind {
        StatementKind::Null => ArgumentValue::Null,
        StatementKind::Literal(literal) => of_literal(literal)?,
        StatementKind::Array { elements } => ArgumentValue::Array(elements.len()),
        StatementKind::TestDouble { .. } => ArgumentValue::Object,
        StatementKind::Call { callable, .. } => {
            let called = facts.cluster.callable(*callable);
            match called.kind {
                CallableKind::Constructor => ArgumentValue::Object,
                CallableKind::StaticFieldRead => round_number(&called.owner, &called.name)?,
                _ => return None,
            }
        }
    })
}

/// The number that a constant of `BigDecimal` or `BigInteger` is.
fn round_number(class: &str, constant: &str) -> Option<ArgumentValue> {
    let number = match constant {
        "ZERO" => 0.0,
        "ONE" => 1.0,
        "TWO" => 2.0,
        "TEN" => 10.0,
        _ => return None,
    };
    let is_one = ["java.math.BigDecimal", "java.math.BigInteger"].contains(&class);
    is_one.then_some(ArgumentValue::Number(number))
}

fn of_literal(literal: &Literal) -> Option<ArgumentValue> {
    Some(match literal {
        Literal::Byte(value) => ArgumentValue::Number(f64::from(*value)),
        Literal::Short(value) => ArgumentValue::Number(f64::from(*value)),
        Literal::Int(value) => ArgumentValue::Number(f64::from(*value)),
        // Greater numbers are not told apart here.
        Literal::Long(value) if value.unsigned_abs() < 1 << 53 => {
            ArgumentValue::Number(*value as f64)
        }
        Literal::Float(value) => ArgumentValue::Number(f64::from(*value)),
        Literal::Double(value) => ArgumentValue::Number(*value),
        Literal::Char(unit) => ArgumentValue::Number(f64::from(*unit)),
        Literal::Boolean(value) => ArgumentValue::Truth(*value),
        Literal::Text(text) => ArgumentValue::Text(text.0.to_vec()),
        Literal::Long(_) | Literal::Class(_) => return None,
    })
}

fn binary(operator: &str, left: &ArgumentValue, right: &ArgumentValue) -> Option<ArgumentValue> {
    if let (ArgumentValue::Number(left), ArgumentValue::Number(right)) = (left, right) {
        return Some(match operator {
            "<" => ArgumentValue::Truth(left < right),
            "<=" => ArgumentValue::Truth(left <= right),
            ">" => ArgumentValue::Truth(left > right),
            ">=" => ArgumentValue::Truth(left >= right),
            "==" => ArgumentValue::Truth(left.total_cmp(right).is_eq()),
            "!=" => ArgumentValue::Truth(left.total_cmp(right).is_ne()),
            "+" => ArgumentValue::Number(left + right),
            "-" => ArgumentValue::Number(left - right),
            "*" => ArgumentValue::Number(left * right),
            _ => return None,
        });
    }
    let is_equal = match (left, right) {
        (ArgumentValue::Null, ArgumentValue::Null) => true,
        (ArgumentValue::Null, _) | (_, ArgumentValue::Null) => false,
        (ArgumentValue::Truth(left), ArgumentValue::Truth(right)) => left == right,
        _ => return None,
    };
    match operator {
        "==" => Some(ArgumentValue::Truth(is_equal)),
        "!=" => Some(ArgumentValue::Truth(!is_equal)),
        _ => None,
    }
}
