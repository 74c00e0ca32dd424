//! Values that tell apart what they are computed with: takes a minimised test, gives one whose zeros and ones are
//! numbers that the parameters' names ask for, else small different ones, wherever the goals allow. `2 * 3` is neither
//! `2 + 3` nor `2 / 3`; `0 * 0` is all of them.

use std::sync::Arc;

use goalline_testcase::{
    CallableId, CallableKind, ExecutorError, JavaString, Literal, Statement, StatementKind,
    TestCase, TestCluster, Var, Vars, begins_with_word, parameter_numbers, writes_rows,
};

use super::literal_edits::{last_call, of_type, place};
use super::meaningful::{first_that_works, with_one_difference};
use crate::minimise::state_to_change::FILLING;
use crate::minimise::texts_for_objects::unsaid_words;
use crate::minimise::{EditKind, Judge, Minimisation, TestEdit, together};

/// What numbers become, in turn.
const TELLING: [i8; 5] = [2, 3, 5, 7, 11];

/// Numbers up to this size say nothing by themselves.
const BLAND: f64 = 1.0;

/// Makes each bland value discriminating, alone first, then as many together as the goals allow.
pub(in crate::minimise) fn discriminating(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let mut edits = proposals(&test, minimisation.cluster);
    edits.extend(shared_numbers(&test));
    edits.extend(numbers_of_second_arrays(&test));
    edits.extend(other_constants(&test, minimisation.cluster));
    edits.extend(other_texts(&test));
    edits.extend(flags_of_maker(&test, minimisation.cluster));
    if !compares(&test, minimisation.cluster) {
        edits.extend(texts_of_second_objects(&test));
        edits.extend(numbers_of_second_objects(&test));
        edits.extend(numbers_of_second_roles(&test, minimisation.cluster));
        edits.extend(texts_of_second_roles(&test));
    }
    edits.extend(other_than_elements(&test, minimisation.cluster));
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at));
    let test = with_all(test, edits, minimisation, judge)?;
    // What two compared objects are told may differ in more than one part again.
    let candidates = with_one_difference(&test, minimisation.cluster);
    first_that_works(test, candidates, minimisation, judge)
}

/// Makes numbers differ that have become the same in different roles since: the id of who asks is not that of what is
/// asked for.
pub(in crate::minimise) fn in_roles_of_their_own(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    if compares(&test, minimisation.cluster) {
        return Ok(test);
    }
    let mut edits = numbers_of_second_roles(&test, minimisation.cluster);
    edits.extend(texts_of_second_roles(&test));
    edits.extend(texts_of_second_objects(&test));
    edits.extend(numbers_of_second_objects(&test));
    with_all(test, edits, minimisation, judge)
}

/// The test with as many of the edits together as the goals allow.
fn with_all(
    test: TestCase,
    edits: Vec<TestEdit>,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    if edits.is_empty() {
        return Ok(test);
    }
    let whole = |told: &TestCase, length: usize| length == told.len();
    let told = together(&test, edits, whole, minimisation, judge)?;
    Ok(told.map_or(test, |(told, _)| told))
}

/// For each number of an array that is as one before it in the same place, another one: what is computed of the first
/// is then nothing that comes of the second.
fn numbers_of_second_arrays(test: &TestCase) -> Vec<TestEdit> {
    let literals = |var: Var| match &test.statement(var).kind {
        StatementKind::Array { elements } => {
            let all = elements.iter().map(|it| match &test.statement(*it).kind {
                StatementKind::Literal(literal) if literal.number().is_some() => {
                    Some((*it, literal))
                }
                _ => None,
            });
            all.collect::<Option<Vec<(Var, &Literal)>>>()
        }
        _ => None,
    };
    let mut edits = Vec::new();
    for statement in &test.statements {
        let mut used = Vec::new();
        statement.kind.visit_uses(|var| used.push(var));
        let arrays: Vec<_> = used.into_iter().filter_map(literals).collect();
        for (position, array) in arrays.iter().enumerate().skip(1) {
            let said = |all: &[(Var, &Literal)]| -> Vec<Literal> {
                all.iter().map(|(_, literal)| (*literal).clone()).collect()
            };
            if !arrays[..position].iter().any(|it| said(it) == said(array)) {
                continue;
            }
            let mut numbers = TELLING.iter().copied().cycle().skip(position);
            for (var, literal) in array {
                let other = numbers.next().and_then(|it| of_type(literal, it));
                edits.extend(other.filter(|it| it != *literal).map(|it| TestEdit {
                    at: usize::from(var.0),
                    change: EditKind::Becomes(StatementKind::Literal(it)),
                }));
            }
        }
    }
    edits
}

/// For the only flag that the last call, which makes an object, is given, and as `false`, that it is `true`: the other
/// is what most objects have by themselves. Of several each has its own place, which the search found.
fn flags_of_maker(test: &TestCase, cluster: &TestCluster) -> Vec<TestEdit> {
    let Some((act, arguments)) = last_call(test) else {
        return Vec::new();
    };
    if cluster.callable(act).kind != CallableKind::Constructor {
        return Vec::new();
    }
    let flags = arguments
        .iter()
        .filter_map(|var| match &test.statement(*var).kind {
            StatementKind::Literal(Literal::Boolean(flag)) => Some((*var, *flag)),
            _ => None,
        });
    let flags: Vec<(Var, bool)> = flags.collect();
    let [(flag, false)] = flags[..] else {
        return Vec::new();
    };
    let edit = TestEdit {
        at: usize::from(flag.0),
        change: EditKind::Becomes(StatementKind::Literal(Literal::Boolean(true))),
    };
    vec![edit]
}

/// For each text that a call is given twice another one in the second role.
fn other_texts(test: &TestCase) -> Vec<TestEdit> {
    let given = |var: Var| match &test.statement(var).kind {
        StatementKind::Literal(Literal::Text(own)) if !own.0.is_empty() => Some(own),
        _ => None,
    };
    let mut words = unsaid_words(test);
    let mut edits = Vec::new();
    for statement in &test.statements {
        let StatementKind::Call { arguments, .. } = &statement.kind else {
            continue;
        };
        for (position, var) in arguments.iter().enumerate() {
            let is_second = given(*var).is_some_and(|own| {
                let mut before = arguments[..position].iter();
                before.any(|other| other != var && given(*other) == Some(own))
            });
            if is_second && let Some(word) = words.next() {
                let literal = Literal::Text(word.into());
                edits.push(TestEdit {
                    at: usize::from(var.0),
                    change: EditKind::Becomes(StatementKind::Literal(literal)),
                });
            }
        }
    }
    edits
}

/// Whether the last call compares objects: two that are equal are what it is about.
fn compares(test: &TestCase, cluster: &TestCluster) -> bool {
    const COMPARISONS: [&str; 4] = ["compare", "compareTo", "equals", "hashCode"];
    last_call(test).is_some_and(|(act, _)| COMPARISONS.contains(&&*cluster.callable(act).name))
}

/// What a value is for.
#[derive(Clone, PartialEq)]
enum GivenAs {
    Argument(CallableId, usize),
    /// What this method of a mock gives.
    Answer(Arc<str>),
}

/// For each number that a call is given as another one, or in another place, was given before it another number, and so
/// for what mocks answer: which of the two is meant is not seen where both are the same.
fn numbers_of_second_roles(test: &TestCase, cluster: &TestCluster) -> Vec<TestEdit> {
    let mut given: Vec<(GivenAs, Literal)> = Vec::new();
    let mut edits = Vec::new();
    for (role, var) in roles(test) {
        let StatementKind::Literal(literal) = &test.statement(var).kind else {
            continue;
        };
        let is_number = matches!(literal, Literal::Int(_) | Literal::Long(_));
        if !is_number || test.users(var).len() != 1 {
            continue;
        }
        let is_other = |(of, known): &(GivenAs, Literal)| known == literal && *of != role;
        let is_new = |other: &Literal| !given.iter().any(|(_, known)| known == other);
        let name = parameter_name(test, cluster, usize::from(var.0)).and_then(parameter_numbers);
        let named = name.iter().flat_map(|it| it.shown.iter());
        let named = named.filter_map(|it| i8::try_from(*it).ok());
        let plain = TELLING.iter().copied().filter(|_| name.is_none());
        let mut others = named.chain(plain).filter_map(|it| of_type(literal, it));
        let other = others.find(is_new).filter(|_| given.iter().any(is_other));
        edits.extend(other.clone().map(|other| TestEdit {
            at: usize::from(var.0),
            change: EditKind::Becomes(StatementKind::Literal(other)),
        }));
        given.push((role, other.unwrap_or_else(|| literal.clone())));
    }
    edits
}

/// What mocks answer and calls are given, in the order of the test.
fn roles(test: &TestCase) -> Vec<(GivenAs, Var)> {
    let mut found = Vec::new();
    for statement in &test.statements {
        match &statement.kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => {
                let all = arguments.iter().enumerate();
                found.extend(all.map(|(at, var)| (GivenAs::Argument(*callable, at), *var)));
            }
            StatementKind::TestDouble { answers, .. } => {
                let said = answers.iter().filter(|it| !it.throws);
                found.extend(said.map(|it| (GivenAs::Answer(it.method.clone()), it.value)));
            }
            _ => {}
        }
    }
    found
}

/// Another text for each that the last call is given, or a mock answers with, as one before it; what comes out would be
/// taken for what went in.
fn texts_of_second_roles(test: &TestCase) -> Vec<TestEdit> {
    let Some((act, _)) = last_call(test) else {
        return Vec::new();
    };
    let mut known: Vec<&JavaString> = Vec::new();
    let mut words = unsaid_words(test);
    let mut edits = Vec::new();
    for (role, var) in roles(test) {
        let is_met = match role {
            GivenAs::Argument(callable, _) => callable == act,
            GivenAs::Answer(_) => true,
        };
        let StatementKind::Literal(Literal::Text(said)) = &test.statement(var).kind else {
            continue;
        };
        if !is_met || said.0.is_empty() || test.users(var).len() != 1 {
            continue;
        }
        if !known.contains(&said) {
            known.push(said);
            continue;
        }
        edits.extend(words.next().map(|word| TestEdit {
            at: usize::from(var.0),
            change: EditKind::Becomes(StatementKind::Literal(Literal::Text(word.into()))),
        }));
    }
    edits
}

/// Another text for each that a second object is made of as one before it was.
fn texts_of_second_objects(test: &TestCase) -> Vec<TestEdit> {
    let is_text = |literal: &Literal| match literal {
        Literal::Text(word) => !word.0.is_empty(),
        _ => false,
    };
    let others = of_second_object(test, is_text).into_iter();
    let edits = others.zip(unsaid_words(test)).map(|(at, word)| TestEdit {
        at,
        change: EditKind::Becomes(StatementKind::Literal(Literal::Text(word.into()))),
    });
    edits.collect()
}

/// The same of numbers: who gives is not who gets.
fn numbers_of_second_objects(test: &TestCase) -> Vec<TestEdit> {
    let is_number = |literal: &Literal| matches!(literal, Literal::Int(_) | Literal::Long(_));
    let mut said: Vec<Literal> = Vec::new();
    for statement in &test.statements {
        if let StatementKind::Literal(literal) = &statement.kind {
            said.push(literal.clone());
        }
    }
    let mut edits = Vec::new();
    for at in of_second_object(test, is_number) {
        let StatementKind::Literal(literal) = &test.statements[at].kind else {
            continue;
        };
        let mut others = TELLING.iter().filter_map(|it| of_type(literal, *it));
        if let Some(other) = others.find(|it| !said.contains(it)) {
            said.push(other.clone());
            edits.push(TestEdit {
                at,
                change: EditKind::Becomes(StatementKind::Literal(other)),
            });
        }
    }
    edits
}

/// Such literals that a second object is made of as one before it was: which of the two is meant is not seen then.
fn of_second_object(test: &TestCase, is_such: impl Fn(&Literal) -> bool) -> Vec<usize> {
    let told = |var: &Var| match &test.statement(*var).kind {
        StatementKind::Literal(literal) if is_such(literal) => Some(literal),
        _ => None,
    };
    let mut made: Vec<(CallableId, usize, &Literal)> = Vec::new();
    let mut found = Vec::new();
    for statement in &test.statements[..test.len().saturating_sub(1)] {
        let StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } = &statement.kind
        else {
            continue;
        };
        for (position, var) in arguments.iter().enumerate() {
            let Some(literal) = told(var) else { continue };
            let role = (*callable, position, literal);
            if !made.contains(&role) {
                made.push(role);
            } else if test.users(*var).len() == 1 {
                found.push(usize::from(var.0));
            }
        }
    }
    found
}

/// For each number that is put into an array which holds it another one: that it was put in is not seen where it was
/// there. Who looks for a number is given one that is there.
fn other_than_elements(test: &TestCase, cluster: &TestCluster) -> Vec<TestEdit> {
    let literal = |var: Var| match &test.statement(var).kind {
        StatementKind::Literal(literal) => Some(literal),
        _ => None,
    };
    let mut edits = Vec::new();
    for statement in &test.statements {
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &statement.kind
        else {
            continue;
        };
        let name = &cluster.callable(*callable).name;
        if !begins_with_word(name, &["fill"]) && !begins_with_word(name, &FILLING) {
            continue;
        }
        let arrays = arguments.iter().map(|var| &test.statement(*var).kind);
        let elements: Vec<&Literal> = arrays
            .filter_map(|kind| match kind {
                StatementKind::Array { elements } => Some(elements),
                _ => None,
            })
            .flatten()
            .filter_map(|element| literal(*element))
            .collect();
        let held = |var: &&Var| literal(**var).is_some_and(|it| elements.contains(&it));
        for var in arguments.iter().filter(held) {
            let others = TELLING
                .iter()
                .rev()
                .filter_map(|it| of_type(literal(*var)?, *it));
            let mut others = others.filter(|it| !elements.contains(&it));
            edits.extend(others.next().map(|other| TestEdit {
                at: usize::from(var.0),
                change: EditKind::Becomes(StatementKind::Literal(other)),
            }));
        }
    }
    edits
}

/// Names of constants that operations do nothing with.
const BLAND_NAMES: [&str; 7] = ["ZERO", "ONE", "NaN", "NAN", "INF", "EMPTY", "NONE"];

/// For each bland constant of a class another one of its type.
fn other_constants(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestEdit> {
    let is_bland = |name: &str| BLAND_NAMES.contains(&name);
    let mut edits = Vec::new();
    for (at, statement) in test.statements.iter().enumerate() {
        let StatementKind::Call { callable, .. } = statement.kind else {
            continue;
        };
        let read = cluster.callable(callable);
        if read.kind != CallableKind::StaticFieldRead || !is_bland(&read.name) {
            continue;
        }
        let class = read.declared_in.clone();
        let others = cluster.static_constants(&class, statement.ty);
        let other = others
            .into_iter()
            .find(|id| !is_bland(&cluster.callable(*id).name));
        edits.extend(other.map(|other| TestEdit {
            at,
            change: EditKind::Becomes(StatementKind::Call {
                callable: other,
                receiver: None,
                arguments: Vars::new(),
            }),
        }));
    }
    edits
}

/// For each literal that says nothing the number that its parameter's name asks for, then one that is told apart; of
/// one statement the best first.
fn proposals(test: &TestCase, cluster: &TestCluster) -> Vec<TestEdit> {
    let mut numbers = TELLING.iter().copied().cycle();
    let mut roles = 0;
    let mut edits = Vec::new();
    let is_negative = |it: &&Statement| match &it.kind {
        StatementKind::Literal(literal) => literal.number().is_some_and(|size| size < 0.0),
        _ => false,
    };
    let has_several = test.statements.iter().filter(is_negative).count() > 1;
    for (at, statement) in test.statements.iter().enumerate() {
        let StatementKind::Literal(literal) = &statement.kind else {
            continue;
        };
        if is_order(test, at, literal) {
            continue;
        }
        if is_row_count(test, at) {
            let one = of_type(literal, 1).filter(|one| one != literal);
            edits.extend(one.map(|one| TestEdit {
                at,
                change: EditKind::Becomes(StatementKind::Literal(one)),
            }));
            continue;
        }
        let name = parameter_name(test, cluster, at);
        let named = name.map(|name| of_name(literal, name, &mut roles));
        let mut others = told(literal, &mut numbers);
        if has_several {
            // One of two alone may lose its sign, and both together not.
            let is_negative = |one: &Literal| one.number().is_some_and(|size| size < 0.0);
            others.retain(|other| is_negative(other) == is_negative(literal));
        }
        let named = named.into_iter().flatten();
        edits.extend(named.chain(others).map(|literal| TestEdit {
            at,
            change: EditKind::Becomes(StatementKind::Literal(literal)),
        }));
    }
    edits
}

/// For each bland number that stands in several places another one in all of them: an object is found by the id that it
/// has, whichever that is.
fn shared_numbers(test: &TestCase) -> Vec<TestEdit> {
    let mut numbers = TELLING.iter().copied().cycle();
    let mut edits = Vec::new();
    for (at, statement) in test.statements.iter().enumerate() {
        let StatementKind::Literal(literal) = &statement.kind else {
            continue;
        };
        let is_same = |it: &&Statement| it.kind == statement.kind;
        let is_first = !test.statements[..at].iter().any(|it| is_same(&it));
        let is_shared = is_first && test.statements[at + 1..].iter().any(|it| is_same(&it));
        if !is_shared
            || is_row_count(test, at)
            || literal.number().is_none()
            || is_order(test, at, literal)
        {
            continue;
        }
        let others = told(literal, &mut numbers).into_iter();
        edits.extend(others.map(|other| TestEdit {
            at,
            change: EditKind::AllBecome(other),
        }));
    }
    edits
}

/// Whether it is what a double answers to a command that writes rows: how many it wrote, one where nobody says more.
fn is_row_count(test: &TestCase, at: usize) -> bool {
    // A long one may be an id.
    matches!(
        test.statements[at].kind,
        StatementKind::Literal(Literal::Int(_))
    ) && test.statements[at + 1..]
        .iter()
        .any(|statement| match &statement.kind {
            StatementKind::TestDouble { answers, .. } => answers
                .iter()
                .any(|answer| usize::from(answer.value.0) == at && writes_rows(&answer.method)),
            _ => false,
        })
}

/// Whether it is the `-1` that a double answers: what comparators say, and plainer than any other number.
fn is_order(test: &TestCase, at: usize, literal: &Literal) -> bool {
    *literal == Literal::Int(-1)
        && test.statements[at + 1..]
            .iter()
            .any(|statement| match &statement.kind {
                StatementKind::TestDouble { answers, .. } => answers
                    .iter()
                    .any(|answer| usize::from(answer.value.0) == at),
                _ => false,
            })
}

fn parameter_name<'c>(test: &TestCase, cluster: &'c TestCluster, at: usize) -> Option<&'c str> {
    let (callable, position) = place(test, Var(at as u16), 0)?;
    let names = &cluster.callable(callable).parameter_names;
    names.get(position).map(String::as_str)
}

/// The numbers that the name asks for where the literal is none of that kind, the one of its role first, the least one
/// last: others may have to lie below.
fn of_name(literal: &Literal, name: &str, roles: &mut usize) -> Vec<Literal> {
    let size = literal.number().filter(|size| size.is_finite());
    let (Some(wanted), Some(size)) = (parameter_numbers(name), size) else {
        return Vec::new();
    };
    if wanted.fits(size) && size.abs() > BLAND {
        return Vec::new();
    }
    let count = wanted.shown.len();
    let shown = (0..count).map(|turn| wanted.shown[(*roles + turn) % count]);
    let shown: Vec<i32> = shown.chain([wanted.least]).collect();
    *roles += 1;
    let typed = shown.into_iter().filter_map(|shown| {
        Some(match literal {
            Literal::Byte(_) => Literal::Byte(i8::try_from(shown).ok()?),
            Literal::Short(_) => Literal::Short(i16::try_from(shown).ok()?),
            Literal::Int(_) => Literal::Int(shown),
            Literal::Long(_) => Literal::Long(shown.into()),
            Literal::Float(_) => Literal::Float(shown as f32),
            _ => Literal::Double(shown.into()),
        })
    });
    typed.collect()
}

/// The next number in place of a bland one; in place of a negative one first the number that is none: fewer than no
/// nodes are no example, unless something asks for them.
fn told(literal: &Literal, numbers: &mut impl Iterator<Item = i8>) -> Vec<Literal> {
    if let Literal::Text(text) = literal {
        let letter = || Literal::Text(JavaString::from("a"));
        return text.0.is_empty().then(letter).into_iter().collect();
    }
    let Some(size) = literal.number() else {
        return Vec::new();
    };
    // Infinities and what is not a number were chosen.
    let is_bland = size.is_finite() && size.abs() <= BLAND;
    let Some(number) = numbers.next().filter(|_| is_bland) else {
        return Vec::new();
    };
    let negative = Some(-number).filter(|_| size < 0.0);
    let all = std::iter::once(number).chain(negative);
    all.filter_map(|number| of_type(literal, number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        minimise::small_classes::{
            call, class, cluster_of, function, method, minimising, named, text,
        },
        scripted::{ScriptedExecutor, throws},
    };
    use goalline_testcase::{Answer, DoubleStyle, JavaType, Outcome, Primitive};

    #[test]
    fn in_place_of_a_negative_number_one_that_is_none_is_tried_first() {
        let mut numbers = TELLING.iter().copied();
        let mut next = |literal| super::told(&literal, &mut numbers);
        assert_eq!(next(Literal::Int(-1)), [Literal::Int(2), Literal::Int(-2)]);
        assert_eq!(next(Literal::Long(0)), [Literal::Long(3)]);
        assert_eq!(next(Literal::Int(-12)), [], "it was chosen");
    }

    #[test]
    fn a_command_writes_one_row_where_nobody_says_more() {
        let java = "package p; class Desk { static void go(Object rows) { } }";
        let go = function("go", "(Ljava/lang/Object;)V");
        let cluster = &mut cluster_of(java, vec![class("p.Desk", vec![go])]);
        let int = cluster.intern(JavaType::Primitive(Primitive::Int));
        let object = cluster.intern(JavaType::object());
        let told = |method: &str, cluster: &TestCluster| {
            let answer = Answer {
                method: method.into(),
                descriptor: "()I".into(),
                value: Var(0),
                throws: false,
            };
            let statements = vec![
                Statement {
                    ty: int,
                    kind: StatementKind::Literal(Literal::Int(200)),
                },
                Statement {
                    ty: object,
                    kind: StatementKind::test_double(DoubleStyle::Mock, vec![answer]),
                },
                call(cluster, named("go", cluster), None, &[Var(1)]),
            ];
            let edits = proposals(&TestCase { statements }, cluster);
            let changes = edits.iter().map(|edit| match &edit.change {
                EditKind::Becomes(StatementKind::Literal(literal)) => literal.number(),
                _ => None,
            });
            changes.collect::<Vec<_>>()
        };
        assert_eq!(told("insertSelective", cluster), [Some(1.0)]);
        assert_eq!(told("insertions", cluster), []);
    }

    #[test]
    fn a_flag_that_an_object_is_made_with_is_set_and_one_that_a_method_is_given_stays() {
        let java = "package p; class Desk { Desk(boolean open) { } void shut(boolean now) { } }";
        let mut desk = class("p.Desk", vec![method("shut", "(Z)V")]);
        desk.constructors = vec![method("<init>", "(Z)V")];
        let cluster = &mut cluster_of(java, vec![desk]);
        let flag = |cluster: &mut TestCluster| Statement {
            ty: cluster.intern(JavaType::Primitive(Primitive::Boolean)),
            kind: StatementKind::Literal(Literal::Boolean(false)),
        };
        let [maker, shut] = ["<init>", "shut"].map(|name| named(name, cluster));
        let made = vec![flag(cluster), call(cluster, maker, None, &[Var(0)])];
        let mut test = TestCase { statements: made };
        let edits = flags_of_maker(&test, cluster);
        assert_eq!(edits.iter().map(|edit| edit.at).collect::<Vec<_>>(), [0]);
        let more = [flag(cluster), call(cluster, shut, Some(Var(1)), &[Var(2)])];
        test.statements.extend(more);
        assert_eq!(flags_of_maker(&test, cluster).len(), 0);
    }

    #[test]
    fn what_a_mock_answers_is_no_text_that_the_call_was_given() {
        let java = "package p; class Till { static String open(Store store, String key) { return null; } }";
        let open = function("open", "(Lp/Store;Ljava/lang/String;)Ljava/lang/String;");
        let store = class("p.Store", Vec::new());
        let mut cluster = cluster_of(java, vec![class("p.Till", vec![open]), store]);
        let [string, store] =
            ["java.lang.String", "p.Store"].map(|it| cluster.intern(JavaType::class(it)));
        let hello = || Statement {
            ty: string,
            kind: StatementKind::Literal(Literal::Text(JavaString::from("hello"))),
        };
        let answer = Answer {
            method: "get".into(),
            descriptor: "()Ljava/lang/String;".into(),
            value: Var(0),
            throws: false,
        };
        let double = Statement {
            ty: store,
            kind: StatementKind::test_double(DoubleStyle::Mock, vec![answer]),
        };
        let act = call(&cluster, named("open", &cluster), None, &[Var(1), Var(2)]);
        let statements = vec![hello(), double, hello(), act];
        let edits = texts_of_second_roles(&TestCase { statements });
        assert_eq!(edits.iter().map(|it| it.at).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_number_that_another_call_was_given_becomes_another_one() {
        let java =
            "package p; class Till { void open(int clerk) { } void pay(int sum, int year) { } }";
        let open = method("open", "(I)V");
        let mut pay = method("pay", "(II)V");
        pay.parameter_names = vec!["sum".to_owned(), "year".to_owned()];
        let mut cluster = cluster_of(java, vec![class("p.Till", vec![open, pay])]);
        let ty = cluster.intern(JavaType::Primitive(Primitive::Int));
        let two = || Statement {
            ty,
            kind: StatementKind::Literal(Literal::Int(2)),
        };
        let [make, open, pay] = ["<init>", "open", "pay"].map(|it| named(it, &cluster));
        let statements = vec![
            call(&cluster, make, None, &[]),
            two(),
            call(&cluster, open, Some(Var(0)), &[Var(1)]),
            two(),
            call(&cluster, open, Some(Var(0)), &[Var(3)]),
            two(),
            two(),
            call(&cluster, pay, Some(Var(0)), &[Var(5), Var(6)]),
        ];
        let edits = numbers_of_second_roles(&TestCase { statements }, &cluster);
        let [only] = &edits[..] else {
            panic!("{edits:?}");
        };
        let three = StatementKind::Literal(Literal::Int(3));
        assert_eq!(only.at, 5);
        assert!(matches!(&only.change, EditKind::Becomes(other) if *other == three));
    }

    #[test]
    fn the_second_of_two_arrays_has_other_numbers() {
        let java = "package p; class Plot { void add(int[] x, int[] y) { } }";
        let add = method("add", "([I[I)V");
        let mut cluster = cluster_of(java, vec![class("p.Plot", vec![add])]);
        let int = cluster.intern(JavaType::Primitive(Primitive::Int));
        let all = cluster.intern(JavaType::Primitive(Primitive::Int).array_of());
        let two = Statement {
            ty: int,
            kind: StatementKind::Literal(Literal::Int(2)),
        };
        let array = |element: u16| Statement {
            ty: all,
            kind: StatementKind::Array {
                elements: Vars::from_slice(&[Var(element)]),
            },
        };
        let (make, add) = (named("<init>", &cluster), named("add", &cluster));
        let statements = vec![
            two.clone(),
            array(0),
            two,
            array(2),
            call(&cluster, make, None, &[]),
            call(&cluster, add, Some(Var(4)), &[Var(1), Var(3)]),
        ];
        let edits = numbers_of_second_arrays(&TestCase { statements });
        let [only] = &edits[..] else {
            panic!("{edits:?}");
        };
        let three = StatementKind::Literal(Literal::Int(3));
        assert_eq!(only.at, 2);
        assert!(matches!(&only.change, EditKind::Becomes(other) if *other == three));
    }

    #[test]
    fn a_number_becomes_one_that_the_name_of_its_parameter_asks_for() {
        let named = |literal: Literal, name: &str| {
            let mut found = of_name(&literal, name, &mut 0).into_iter();
            found.next()
        };
        assert_eq!(named(Literal::Int(0), "year"), Some(Literal::Int(2024)));
        assert_eq!(named(Literal::Int(-2), "age"), Some(Literal::Int(30)));
        assert_eq!(
            named(Literal::Double(1e300), "unitPrice"),
            Some(Literal::Double(25.0))
        );
        let all = of_name(&Literal::Int(-3), "codePoint", &mut 1);
        assert_eq!(all, [0x1_f600, 97, 65].map(Literal::Int));
        assert_eq!(named(Literal::Int(1969), "year"), None);
        assert_eq!(named(Literal::Int(0), "rest"), None);
        assert_eq!(named(Literal::Double(f64::NAN), "price"), None);
    }

    #[test]
    fn two_roles_get_two_numbers() {
        let mut roles = 0;
        let first = of_name(&Literal::Int(0), "minAge", &mut roles);
        let second = of_name(&Literal::Int(0), "maxAge", &mut roles);
        assert_eq!(
            (first.first(), second.first()),
            (Some(&Literal::Int(30)), Some(&Literal::Int(42)))
        );
    }

    #[test]
    fn a_number_that_stands_in_several_places_becomes_another_one_in_all() {
        let number = |literal: Literal| Statement {
            ty: goalline_testcase::TypeId(0),
            kind: StatementKind::Literal(literal),
        };
        let [zero, seven] = [0, 7].map(|it| number(Literal::Int(it)));
        let test = TestCase {
            statements: vec![
                zero.clone(),
                seven.clone(),
                seven,
                zero,
                number(Literal::Long(0)),
            ],
        };
        let edits = shared_numbers(&test);
        assert_eq!(edits.len(), 1, "of seven enough is said: {edits:?}");
        assert!(matches!(
            edits[0],
            TestEdit {
                at: 0,
                change: EditKind::AllBecome(Literal::Int(2))
            }
        ));
    }

    #[test]
    fn what_is_put_into_an_array_was_not_there_and_two_objects_are_told_apart() {
        let java = "package p; class Texts { static void fill(int[] all, int with) { } }";
        let fill = function("fill", "([II)V");
        let mut part = class("p.Part", Vec::new());
        part.constructors = vec![method("<init>", "(Ljava/lang/String;)V")];
        let cluster = &mut cluster_of(java, vec![class("p.Texts", vec![fill]), part]);
        let int = cluster.intern(JavaType::Primitive(Primitive::Int));
        let all = cluster.intern(JavaType::Array(Box::new(JavaType::Primitive(
            Primitive::Int,
        ))));
        let three = Statement {
            ty: int,
            kind: StatementKind::Literal(Literal::Int(3)),
        };
        let elements = Vars::from_slice(&[Var(0)]);
        let array = Statement {
            ty: all,
            kind: StatementKind::Array { elements },
        };
        let filled = call(cluster, named("fill", cluster), None, &[Var(1), Var(2)]);
        let test = TestCase {
            statements: vec![three.clone(), array, three, filled],
        };
        let edits = other_than_elements(&test, cluster);
        assert!(
            matches!(&edits[..], [TestEdit { at: 2, change: EditKind::Becomes(it) }]
                if *it == StatementKind::Literal(Literal::Int(11))),
            "{edits:?}"
        );
        let part = cluster.intern(JavaType::class("p.Part"));
        let maker = cluster.generators(part)[0];
        let made = |cluster: &TestCluster, of: u16| call(cluster, maker, None, &[Var(of)]);
        let hello = text(cluster, "hello");
        let [first, second] = [made(cluster, 0), made(cluster, 2)];
        let act = call(cluster, named("fill", cluster), None, &[Var(1), Var(3)]);
        let test = TestCase {
            statements: vec![hello.clone(), first, hello, second, act],
        };
        assert_eq!(of_second_object(&test, |_| true), [2]);
        assert!(!compares(&test, cluster));
    }

    #[test]
    fn what_is_looked_for_and_what_is_compared_stays_equal() {
        let java = "package p; class Texts { static int find(int[] all, int one) { return 0; } }";
        let find = function("find", "([II)I");
        let equals = function("compare", "(II)I");
        let cluster = &mut cluster_of(java, vec![class("p.Texts", vec![find, equals])]);
        let int = cluster.intern(JavaType::Primitive(Primitive::Int));
        let all = cluster.intern(JavaType::Array(Box::new(JavaType::Primitive(
            Primitive::Int,
        ))));
        let three = Statement {
            ty: int,
            kind: StatementKind::Literal(Literal::Int(3)),
        };
        let elements = Vars::from_slice(&[Var(0)]);
        let array = Statement {
            ty: all,
            kind: StatementKind::Array { elements },
        };
        let found = call(cluster, named("find", cluster), None, &[Var(1), Var(2)]);
        let compared = call(cluster, named("compare", cluster), None, &[Var(0), Var(2)]);
        let test = TestCase {
            statements: vec![three.clone(), array, three, found, compared],
        };
        assert!(other_than_elements(&test, cluster).is_empty());
        assert!(compares(&test, cluster));
    }

    #[test]
    fn a_text_in_two_roles_of_one_call_is_another_one_in_the_second() {
        let java = "package p; class Texts { static String join(String one, String other) { return one; } }";
        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
        let cluster = &mut cluster_of(
            java,
            vec![class("p.Texts", vec![function("join", descriptor)])],
        );
        let same = text(cluster, "red");
        let joined = call(cluster, named("join", cluster), None, &[Var(0), Var(1)]);
        let test = TestCase {
            statements: vec![same.clone(), same, joined],
        };
        let edits = other_texts(&test);
        let hello = StatementKind::Literal(Literal::Text("hello".into()));
        let [
            TestEdit {
                at: 1,
                change: EditKind::Becomes(kind),
            },
        ] = &edits[..]
        else {
            panic!("{edits:?}");
        };
        assert_eq!(*kind, hello);
    }

    #[test]
    fn two_objects_that_are_compared_come_to_differ_in_one_part() {
        let java = "package p; class Pen { }";
        let mut pen = class("p.Pen", vec![method("equals", "(Lp/Pen;)Z")]);
        let given = "(Ljava/lang/String;Ljava/lang/String;)V";
        pen.constructors = vec![method("<init>", given)];
        let mut cluster = cluster_of(java, vec![pen]);
        let pens = cluster.intern(JavaType::class("p.Pen"));
        let maker = cluster.generators(pens)[0];
        let texts = ["red", "ink", "blue", "wax"].map(|it| text(&mut cluster, it));
        let mut statements = texts.to_vec();
        statements.push(call(&cluster, maker, None, &[Var(0), Var(1)]));
        statements.push(call(&cluster, maker, None, &[Var(2), Var(3)]));
        let equals = named("equals", &cluster);
        statements.push(call(&cluster, equals, Some(Var(4)), &[Var(5)]));
        let test = TestCase { statements };
        // What is under test goes another way where the first parts are the same.
        let mut executor = ScriptedExecutor::new(|_: &_, test: &TestCase, _, _: &mut _| {
            let [own, other] = [0, 2].map(|at| &test.statements[at].kind);
            if own == other {
                throws(6, "java.lang.IllegalStateException")
            } else {
                Outcome::Passed
            }
        });
        let told = minimising(&mut cluster, &mut executor, |bench, judge| {
            discriminating(test.clone(), bench, judge)
        });
        let mut expected = test;
        expected.statements[3] = texts[1].clone();
        assert_eq!(told.expect("it runs"), expected);
    }
}
