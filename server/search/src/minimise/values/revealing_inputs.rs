//! Inputs that show what a call does: takes a minimised test, gives one whose last call has more than one element to
//! work on, different numbers in different roles, a text with the sign in it that is looked for, the other case where
//! case does not count, and a text that it changes, wherever the goals allow. Of `{true}`, *and*, *or* and *xor* are
//! the same; lower case of `red` is `red`.

use goalline_testcase::{
    Callable, CallableId, CallableKind, ExecutorError, JavaString, JavaType, Literal, Observation,
    Observed, ObservedPart, PLAIN_WORDS, Shape, Statement, StatementKind, TestCase, TestCluster,
    Var, Vars,
};

use super::{
    array_ranges::within_arrays,
    fixed_times::ASKING_THE_CLOCK,
    literal_edits::{
        OTHERS, another, last_call, literal_of, of_type, place, with_element, with_literal,
    },
    meaningful::first_that_works,
    second_elements::with_second_elements,
};
use crate::Ending;
use crate::minimise::{
    Judge, Minimisation,
    state_to_change::observing,
    use_of_result::{Anything, nth_plain},
};

/// Pairs of equal numbers that are taken apart at most.
const MOST_EQUAL: usize = 3;

/// Objects with a name of their own that others take the place of, one after the other, at most.
const MOST_NAMED: usize = 3;

/// Texts that are tried in place of one that nothing changed, at most.
const MOST_TEXTS: usize = 8;

/// Gives the last call inputs that show what it does, where it ends well.
pub(in crate::minimise) fn with_revealing_inputs(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let mut test = test;
    for _ in 0..MOST_EQUAL {
        let candidates = with_unequal_numbers(&test);
        let before = test.clone();
        test = first_that_works(test, candidates, minimisation, judge)?;
        if test == before {
            break;
        }
    }
    for _ in 0..MOST_NAMED {
        let candidates = of_ordinary_objects(&test, judge.ending, minimisation.cluster);
        let before = test.clone();
        test = first_that_works(test, candidates, minimisation, judge)?;
        if test == before {
            break;
        }
    }
    if judge.ending != Some(Ending::Passed) {
        return Ok(test);
    }
    let ways: [fn(&TestCase, &mut TestCluster) -> Vec<TestCase>; 8] = [
        of_told_object,
        with_filled_sources,
        with_something_beside,
        with_longer_arrays,
        within_arrays,
        with_second_elements,
        with_what_is_looked_for,
        in_other_case,
    ];
    for way in ways {
        let candidates = way(&test, minimisation.cluster);
        test = first_that_works(test, candidates, minimisation, judge)?;
    }
    test = with_new_number(test, minimisation, judge)?;
    with_effect(test, minimisation, judge)
}

/// The test whose object is made of a value of its own for each part, where its last call tells all of it in a text: of
/// zeros and empty texts nobody sees which is which.
fn of_told_object(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    const PARTS: std::ops::RangeInclusive<usize> = 2..=6;
    let Some(StatementKind::Call {
        receiver: Some(object),
        arguments,
        ..
    }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let gives = test.statements.last().map(|it| cluster.ty(it.ty));
    let tells = gives.and_then(JavaType::class_name) == Some("java.lang.String");
    let made = test.statement(*object);
    let StatementKind::Call {
        callable,
        arguments: told,
        ..
    } = &made.kind
    else {
        return Vec::new();
    };
    let maker = cluster.callable(*callable).clone();
    let is_plain = maker.kind == CallableKind::Constructor && told.is_empty();
    if !tells || !arguments.is_empty() || !is_plain || test.users(*object).len() != 1 {
        return Vec::new();
    }
    let mut makers = cluster.generators(made.ty).to_vec();
    makers.retain(|id| {
        let other = cluster.callable(*id);
        let is_constructor = other.kind == CallableKind::Constructor && other.owner == maker.owner;
        is_constructor && PARTS.contains(&other.parameters.len())
    });
    makers.sort_by_key(|id| std::cmp::Reverse(cluster.callable(*id).parameters.len()));
    let at = usize::from(object.0);
    let made = makers
        .into_iter()
        .filter_map(|maker| made_of_values(test, at, maker, 0, cluster));
    made.collect()
}

/// The test on an object with a value of its own for each part, in place of one that its class names or that the clock
/// gives, where it ends as it does for others: of `MIDNIGHT` nobody sees which part was lost, and two that `now()`
/// gives may be equal or not. What the clock gives first as a whole, then each alone.
fn of_ordinary_objects(
    test: &TestCase,
    ending: Option<Ending>,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let mut found = Vec::new();
    let mut all = test.clone();
    let mut of_clock = 0;
    // From behind, so that those before keep their places.
    for at in (0..test.len().saturating_sub(1)).rev() {
        let Some(named) = NamedObject::at(at, test, cluster) else {
            continue;
        };
        let makers = makers_of_parts(named.maker, cluster);
        if named.is_of_moment {
            let mut made = makers.iter();
            if let Some(with_parts) = made.find_map(|it| made_of_values(&all, at, *it, 0, cluster))
            {
                all = with_parts;
                of_clock += 1;
            }
        }
        if named.is_of_moment || ending == Some(Ending::Passed) {
            // Of two that are to differ one may be that of the first numbers already.
            for skipped in 0..2 {
                let made = makers.iter();
                found.extend(made.filter_map(|it| made_of_values(test, at, *it, skipped, cluster)));
            }
        }
    }
    if of_clock > 1 {
        found.insert(0, all);
    }
    found
}

/// An object that a class has a name for, or that the clock gives.
struct NamedObject {
    maker: CallableId,
    is_of_moment: bool,
}

impl NamedObject {
    fn at(at: usize, test: &TestCase, cluster: &TestCluster) -> Option<Self> {
        let StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } = &test.statements[at].kind
        else {
            return None;
        };
        let maker = cluster.callable(*callable);
        let is_of_moment = maker.kind == CallableKind::StaticMethod
            && ASKING_THE_CLOCK.contains(&maker.name.as_str());
        // Of these names everybody knows what they stand for.
        let is_known =
            maker.owner.starts_with("java.") || cluster.shape(maker.returns) == Shape::Enum;
        let is_own = cluster.ty(maker.returns).class_name() == Some(&*maker.owner);
        let is_named = is_of_moment || maker.kind == CallableKind::StaticFieldRead;
        (arguments.is_empty() && is_own && is_named && !is_known).then_some(Self {
            maker: *callable,
            is_of_moment,
        })
    }
}

/// What makes an object of the same class of numbers, that of the most parts first.
fn makers_of_parts(named: CallableId, cluster: &mut TestCluster) -> Vec<CallableId> {
    const PARTS: std::ops::RangeInclusive<usize> = 1..=3;
    let maker = cluster.callable(named).clone();
    let mut makers = cluster.generators(maker.returns).to_vec();
    makers.retain(|id| {
        let other = cluster.callable(*id);
        let is_maker = matches!(
            other.kind,
            CallableKind::Constructor | CallableKind::StaticMethod
        );
        let mut parts = other.parameters.iter();
        let is_plain = parts.all(|part| matches!(cluster.shape(*part), Shape::Primitive(_)));
        let is_like_it = other.receiver.is_none() && other.owner == maker.owner;
        let count = other.parameters.len();
        is_maker && is_like_it && !other.is_varargs && PARTS.contains(&count) && is_plain
    });
    makers.sort_by_key(|id| {
        let maker = cluster.callable(*id);
        (
            maker.name != "of",
            std::cmp::Reverse(maker.parameters.len()),
        )
    });
    makers
}

/// The test in which the statement at this place makes its object so, each argument another plain value, of numbers
/// without so many of the first ones.
fn made_of_values(
    test: &TestCase,
    at: usize,
    maker: CallableId,
    skipped: usize,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let parameters = cluster.callable(maker).parameters.clone();
    let mut values = Vec::new();
    for (position, ty) in parameters.iter().enumerate() {
        let mut value = nth_plain(*ty, position, &Anything::Text, cluster)?;
        if let StatementKind::Literal(literal) = &mut value.kind {
            *literal = match &*literal {
                Literal::Text(_) => Literal::Text((*PLAIN_WORDS.get(position)?).into()),
                Literal::Boolean(_) => Literal::Boolean(true),
                number => of_type(number, *OTHERS.get(position + skipped)?)?,
            };
        }
        values.push(value);
    }
    let arguments = (0..values.len())
        .map(|one| Var((at + one) as u16))
        .collect();
    let count = values.len();
    let mut changed = test.clone();
    changed.insert(at, values);
    changed.statements[at + count].kind = StatementKind::Call {
        callable: maker,
        receiver: None,
        arguments,
    };
    changed.is_well_formed(cluster).then_some(changed)
}

/// What of the JDK makes something empty, and what makes the same with something in it.
struct EmptySource {
    owner: &'static str,
    maker: &'static str,
    filled_owner: &'static str,
    filled_maker: &'static str,
}

const fn emptied(
    owner: &'static str,
    maker: &'static str,
    filled_owner: &'static str,
    filled_maker: &'static str,
) -> EmptySource {
    EmptySource {
        owner,
        maker,
        filled_owner,
        filled_maker,
    }
}

const ALL: &str = "java.util.Collections";
const STREAM: &str = "java.util.stream.Stream";

const EMPTY: [EmptySource; 5] = [
    emptied(ALL, "emptyList", ALL, "singletonList"),
    emptied(ALL, "emptyMap", ALL, "singletonMap"),
    emptied(ALL, "emptySet", ALL, "singleton"),
    emptied("java.util.ArrayList", "<init>", ALL, "singletonList"),
    emptied(STREAM, "empty", STREAM, "of"),
];

/// The test with something in each source that is made empty: of nothing, every function makes the same.
fn with_filled_sources(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let places = 0..test.len();
    places
        .filter_map(|at| with_filled_source(test, at, cluster))
        .collect()
}

fn with_filled_source(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Option<TestCase> {
    let StatementKind::Call { callable, .. } = &test.statements[at].kind else {
        return None;
    };
    let maker = cluster.callable(*callable);
    let is_it = |it: &&EmptySource| {
        maker.owner == it.owner && maker.name == it.maker && maker.parameters.is_empty()
    };
    let source = EMPTY.iter().find(is_it)?;
    let ty = if source.owner == source.filled_owner {
        test.statements[at].ty
    } else {
        // A list that somebody puts something into is no list of one.
        let (callable, position) = place(test, Var(at as u16), 0)?;
        let is_only_given = test.users(Var(at as u16)).len() == 1;
        *cluster
            .callable(callable)
            .parameters
            .get(position)
            .filter(|_| is_only_given)?
    };
    let makers = cluster.generators(ty).to_vec();
    let mut makers = makers.into_iter().filter(|id| {
        let maker = cluster.callable(*id);
        maker.owner == source.filled_owner && maker.name == source.filled_maker
    });
    let maker = makers.next()?;
    let parameters = cluster.callable(maker).parameters.clone();
    let mut made = Vec::new();
    for (position, ty) in parameters.iter().enumerate() {
        made.push(nth_plain(*ty, position, &Anything::Text, cluster)?);
    }
    let arguments = (0..made.len()).map(|one| Var((at + one) as u16)).collect();
    made.push(Statement {
        ty: cluster.callable(maker).returns,
        kind: StatementKind::Call {
            callable: maker,
            receiver: None,
            arguments,
        },
    });
    let mut changed = test.clone();
    let count = made.len() - 1;
    let new = made.pop()?;
    changed.insert(at, made);
    changed.statements[at + count] = new;
    changed.is_well_formed(cluster).then_some(changed)
}

/// The test with another number in place of the one that its last call gives back, where another one comes out then: of
/// bits that were set before, setting them shows nothing.
fn with_new_number(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let Some(same) = number_given_back(&test, minimisation)? else {
        return Ok(test);
    };
    let old = literal_of(&test, same).cloned();
    let others = OTHERS
        .iter()
        .filter_map(|number| of_type(old.as_ref()?, *number));
    let others = others.filter(|other| Some(other) != old.as_ref());
    let candidates: Vec<TestCase> = others
        .map(|other| with_literal(&test, same, other))
        .collect();
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(&candidates, &to_kill, judge)?;
    for (candidate, (works, _)) in candidates.into_iter().zip(works) {
        let is_whole = works.is_some_and(|(_, length)| length == candidate.len());
        if is_whole && number_given_back(&candidate, minimisation)?.is_none() {
            return Ok(candidate);
        }
    }
    Ok(test)
}

/// The argument of the last call that is the number which comes out.
fn number_given_back(
    test: &TestCase,
    minimisation: &mut Minimisation<'_>,
) -> Result<Option<Var>, ExecutorError> {
    let numbers = numbers_given(test, minimisation.cluster);
    if numbers.is_empty() {
        return Ok(None);
    }
    let options = observing(minimisation);
    let runs =
        minimisation
            .executor
            .run(minimisation.cluster, std::slice::from_ref(test), options)?;
    let act = Var(test.len() as u16 - 1);
    let mut seen = runs[0].observations.iter();
    let given = seen.find(|one| one.var == act && one.subject == ObservedPart::Value);
    let Some(Observed::Literal(given)) = given.map(|one| &one.observed) else {
        return Ok(None);
    };
    let mut same = numbers.into_iter();
    Ok(same.find(|var| literal_of(test, *var) == Some(given)))
}

/// The numbers that the last call alone is given, where something else has a say in what comes out.
fn numbers_given(test: &TestCase, cluster: &TestCluster) -> Vec<Var> {
    let Some((callable, arguments)) = last_call(test) else {
        return Vec::new();
    };
    let receiver = match &test.statements[test.len() - 1].kind {
        StatementKind::Call { receiver, .. } => *receiver,
        _ => None,
    };
    let is_made_of_something = receiver.is_some_and(|var| {
        matches!(&test.statement(var).kind, StatementKind::Call { arguments, .. } if !arguments.is_empty())
    });
    if !cluster.callable(callable).is_under_test || arguments.len() == 1 && !is_made_of_something {
        return Vec::new();
    }
    let is_own =
        |var: &Var| literal_of(test, *var).is_some_and(is_number) && test.users(*var).len() == 1;
    arguments.iter().copied().filter(is_own).collect()
}

/// The test with another number in place of the first argument of its last call that is equal to an earlier one.
fn with_unequal_numbers(test: &TestCase) -> Vec<TestCase> {
    let Some((_, arguments)) = last_call(test) else {
        return Vec::new();
    };
    let mut values: Vec<&Literal> = Vec::new();
    let mut twice = None;
    for var in arguments {
        let Some(value) = literal_of(test, *var).filter(|it| is_number(it)) else {
            continue;
        };
        if values.contains(&value) && twice.is_none() {
            twice = Some(*var);
        }
        values.push(value);
    }
    let Some(twice) = twice else {
        return Vec::new();
    };
    let old = literal_of(test, twice);
    let others = OTHERS
        .iter()
        .filter_map(|number| of_type(old?, *number))
        .filter(|other| !values.contains(&other));
    others
        .map(|other| with_literal(test, twice, other))
        .collect()
}

fn is_number(literal: &Literal) -> bool {
    of_type(literal, 2).is_some()
}

/// The test with something in the empty array that stands for any number of arguments: a call that is made with none of
/// them is no example.
fn with_something_beside(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some((callable, arguments)) = last_call(test) else {
        return Vec::new();
    };
    let Some(array) = arguments.last().copied() else {
        return Vec::new();
    };
    let is_empty = matches!(&test.statement(array).kind, StatementKind::Array { elements }
        if elements.is_empty());
    let is_given_once = test.users(array).len() == 1;
    if !cluster.callable(callable).is_varargs || !is_empty || !is_given_once {
        return Vec::new();
    }
    let Shape::Array(of) = cluster.shape(test.statement(array).ty) else {
        return Vec::new();
    };
    let Some(mut value) = nth_plain(of, 0, &Anything::Text, cluster) else {
        return Vec::new();
    };
    if let StatementKind::Literal(Literal::Text(text)) = &mut value.kind {
        let is_said = |word: &str| {
            let mut said = test.vars().filter_map(|var| literal_of(test, var));
            said.any(|it| *it == Literal::Text(word.into()))
        };
        let other = PLAIN_WORDS.iter().find(|word| !is_said(word));
        *text = other.map_or_else(|| text.clone(), |word| JavaString::from(*word));
    }
    let at = usize::from(array.0);
    let mut changed = test.clone();
    changed.insert(at, vec![value]);
    changed.statements[at + 1].kind = StatementKind::Array {
        elements: [Var(array.0)].into_iter().collect(),
    };
    Vec::from_iter(changed.is_well_formed(cluster).then_some(changed))
}

/// The test with a second element beside the only one of an array that the last call, which is under test, is given:
/// another one before it or after it, else the same once more.
fn with_longer_arrays(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some((callable, arguments)) = last_call(test) else {
        return Vec::new();
    };
    if !cluster.callable(callable).is_under_test {
        return Vec::new();
    }
    let only = arguments.iter().find_map(|array| {
        let StatementKind::Array { elements } = &test.statement(*array).kind else {
            return None;
        };
        let [only] = elements[..] else {
            return None;
        };
        let other = another(literal_of(test, only)?)?;
        (test.users(*array).len() == 1).then_some((*array, only, other))
    });
    let Some((array, only, other)) = only else {
        return Vec::new();
    };
    let same = literal_of(test, only).cloned();
    let mut found = vec![
        with_element(test, array, &other, 0),
        with_element(test, array, &other, 1),
    ];
    // There is no third truth value.
    if let Some(same @ Literal::Boolean(_)) = same {
        found.push(with_element(test, array, &same, 1));
    }
    found
}

/// The longest text that is taken for a sign that another text is searched for: `, ` or `->`.
const LONGEST_SIGN: usize = 3;

/// The test with a text that holds the character or the sign that the last call is given behind it: of a text without
/// any comma, splitting at commas shows nothing.
fn with_what_is_looked_for(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some((callable, arguments)) = last_call(test) else {
        return Vec::new();
    };
    let callable = cluster.callable(callable);
    if !callable.is_under_test {
        return Vec::new();
    }
    let text_of = |var: Var| match literal_of(test, var) {
        Some(Literal::Text(whole)) => Some(&whole.0),
        _ => None,
    };
    let Some(place) = arguments.iter().position(|var| text_of(*var).is_some()) else {
        return Vec::new();
    };
    let var = arguments[place];
    let mut behind = arguments.iter().enumerate().skip(place + 1);
    let sought = behind.find_map(|(at, var)| {
        let sought = match literal_of(test, *var)? {
            Literal::Char(unit) => vec![*unit],
            Literal::Text(sign) => sign.0.to_vec(),
            _ => return None,
        };
        (is_looked_for(callable, at) && !sought.is_empty()).then_some(sought)
    });
    let (Some(whole), Some(sought)) = (text_of(var), sought) else {
        return Vec::new();
    };
    let holds = whole.windows(sought.len()).any(|part| part == sought);
    if holds || test.users(var).len() > 1 {
        return Vec::new();
    }
    let changed = Literal::Text(JavaString(holding(whole, &sought).into()));
    vec![with_literal(test, var, changed)]
}

/// The text with what is looked for in it: a sign between two words, a word behind another one.
fn holding(text: &[u16], sought: &[u16]) -> Vec<u16> {
    let words = PLAIN_WORDS.iter().map(|word| JavaString::from(*word));
    let mut words = words.filter(|word| *word.0 != *text && *word.0 != *sought);
    let mut word = || words.next().map_or_else(Vec::new, |word| word.0.to_vec());
    let is_word = text.len() > LONGEST_SIGN;
    let first = if is_word { text.to_vec() } else { word() };
    if sought.len() > LONGEST_SIGN {
        [&first[..], &[0x20], sought].concat()
    } else {
        [&first[..], sought, &word()[..]].concat()
    }
}

/// Whether the call looks for the argument at this place in another one, by what either is called: a text does not hold
/// what it is filled up with, nor, as it is written, an expression.
fn is_looked_for(callable: &Callable, place: usize) -> bool {
    let parameter = callable.parameter_names.get(place);
    let parameter = parameter.map(|name| name.to_lowercase());
    let name = callable.name.to_lowercase();
    let has = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
    let is_expression = |name: &str| has(name, &["regex", "pattern"]);
    if is_expression(&name) || parameter.as_deref().is_some_and(is_expression) {
        return false;
    }
    parameter.is_some_and(|it| has(&it, &["sep", "delim", "search", "find", "needle", "token"]))
        || has(
            &name,
            &[
                "split", "contains", "index", "count", "remove", "before", "after",
            ],
        )
}

/// The test with a text in the other case where the last call says that case does not count and the text stands
/// somewhere else in the test just so.
fn in_other_case(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some((callable, arguments)) = last_call(test) else {
        return Vec::new();
    };
    if !ignores_case(cluster.callable(callable)) {
        return Vec::new();
    }
    // The first text is what is looked for, or where: what comes after it may be a value.
    let is_text = |var: &&Var| matches!(literal_of(test, **var), Some(Literal::Text(_)));
    let Some(var) = arguments.iter().find(is_text) else {
        return Vec::new();
    };
    let kind = &test.statement(*var).kind;
    let stands_twice = test.statements.iter().filter(|it| it.kind == *kind).count() > 1;
    let Some(Literal::Text(asked)) = literal_of(test, *var).filter(|_| stands_twice) else {
        return Vec::new();
    };
    let others = [upper(asked), capitalised(asked)].into_iter();
    others
        .filter(|other| other != asked && test.users(*var).len() == 1)
        .map(|other| with_literal(test, *var, Literal::Text(other)))
        .collect()
}

fn ignores_case(callable: &Callable) -> bool {
    let name = callable.name.to_lowercase();
    callable.kind != CallableKind::Constructor
        && ["ignorecase", "ignoringcase", "caseinsensitive"]
            .iter()
            .any(|word| name.contains(word))
}

fn upper(text: &JavaString) -> JavaString {
    cased(text, |_| true)
}

fn capitalised(text: &JavaString) -> JavaString {
    cased(text, |at| at == 0)
}

/// The text with capital letters at these places.
fn cased(text: &JavaString, is_meant: impl Fn(usize) -> bool) -> JavaString {
    let units = text.0.iter().enumerate();
    let units = units.map(|(at, unit)| match u8::try_from(*unit) {
        Ok(letter) if is_meant(at) => u16::from(letter.to_ascii_uppercase()),
        _ => *unit,
    });
    JavaString(units.collect())
}

/// The test with texts that the last call changes, where it changed nothing: neither an object nor the text that it
/// gives back. What is as it was before says nothing of the call.
fn with_effect(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let mut candidates = with_other_setting(&test, minimisation.cluster);
    candidates.extend(with_other_texts(&test, minimisation.cluster));
    if candidates.is_empty() || has_effect(&test, minimisation)? {
        return Ok(test);
    }
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(&candidates, &to_kill, judge)?;
    for (candidate, (works, _)) in candidates.into_iter().zip(works) {
        let is_whole = works.is_some_and(|(_, length)| length == candidate.len());
        if is_whole && has_effect(&candidate, minimisation)? {
            return Ok(candidate);
        }
    }
    Ok(test)
}

/// The test with the other truth value, or another constant of the enum, in place of the only one that an object is
/// told: that it is as it was shows not that it was told.
fn with_other_setting(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    const MOST: usize = 3;
    let Some(StatementKind::Call {
        receiver: Some(_),
        arguments,
        ..
    }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let [told] = arguments[..] else {
        return Vec::new();
    };
    if test.users(told).len() != 1 {
        return Vec::new();
    }
    let at = usize::from(told.0);
    let others: Vec<StatementKind> = match &test.statements[at].kind {
        StatementKind::Literal(Literal::Boolean(value)) => {
            vec![StatementKind::Literal(Literal::Boolean(!value))]
        }
        StatementKind::Call { callable, .. }
            if cluster.shape(test.statements[at].ty) == Shape::Enum =>
        {
            let class = cluster.callable(*callable).owner.clone();
            let all = cluster.static_constants(&class, test.statements[at].ty);
            let others = all.into_iter().filter(|other| other != callable);
            let read = |callable| StatementKind::Call {
                callable,
                receiver: None,
                arguments: Vars::new(),
            };
            others.take(MOST).map(read).collect()
        }
        _ => Vec::new(),
    };
    let changed = others.into_iter().map(|other| {
        let mut changed = test.clone();
        changed.statements[at].kind = other;
        changed
    });
    changed.collect()
}

/// The test with capitals in place of a text, the last one first, wherever it stands; with blanks around it, where the
/// last call's name says that it is about these.
fn with_other_texts(test: &TestCase, cluster: &TestCluster) -> Vec<TestCase> {
    let is_about_blanks = last_call(test).is_some_and(|(callable, _)| {
        let name = cluster.callable(callable).name.to_lowercase();
        let mut words = ["trim", "strip", "blank", "space", "normali"].iter();
        words.any(|word| name.contains(word))
    });
    let mut found = with_something_to_rewrite(test, cluster);
    let mut texts: Vec<&JavaString> = Vec::new();
    for statement in test.statements.iter().rev() {
        if let StatementKind::Literal(Literal::Text(text)) = &statement.kind
            && text.0.iter().any(|unit| is_letter(*unit))
            && !texts.contains(&text)
        {
            texts.push(text);
        }
    }
    for text in texts {
        let mut others = vec![capitalised(text), upper(text)];
        if is_about_blanks {
            others.push(JavaString([&[0x20], &text.0[..], &[0x20]].concat().into()));
        }
        for other in others.into_iter().filter(|other| other != text) {
            let mut changed = test.clone();
            for statement in &mut changed.statements {
                if statement.kind == StatementKind::Literal(Literal::Text(text.clone())) {
                    statement.kind = StatementKind::Literal(Literal::Text(other.clone()));
                }
            }
            found.push(changed);
        }
    }
    found.truncate(MOST_TEXTS);
    found
}

/// Words of methods that turn a written form into what it stands for, with forms that many of them know.
const READING: [&str; 6] = [
    "unescape", "decode", "unquote", "deserial", "unwrap", "parse",
];
const WRITTEN: [&str; 5] = ["&lt;b&gt;", r"a\tb", r#"\"Tom\""#, "\"a, b\"", "caf%C3%A9"];

/// Words of methods that write a text otherwise, with texts in which most of them find something.
const WRITING: [&str; 9] = [
    "escape", "encode", "quote", "sanitize", "html", "xml", "json", "csv", "clean",
];
const UNWRITTEN: [&str; 5] = ["<b>", "\"Tom\"", "It's", "a, b", "caf\u{e9}"];

/// The test with a text in which there is something to escape, or to take out of its escaped form, where the name of
/// the last call says that it is about that.
fn with_something_to_rewrite(test: &TestCase, cluster: &TestCluster) -> Vec<TestCase> {
    let Some((callable, arguments)) = last_call(test) else {
        return Vec::new();
    };
    let callable = cluster.callable(callable);
    let name = callable.name.to_lowercase();
    let is_about = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let texts = match (is_about(&READING), is_about(&WRITING)) {
        _ if !callable.is_under_test => return Vec::new(),
        (true, _) => WRITTEN,
        (false, true) => UNWRITTEN,
        (false, false) => return Vec::new(),
    };
    let is_text = |var: &&Var| matches!(literal_of(test, **var), Some(Literal::Text(_)));
    let Some(var) = arguments.iter().find(is_text) else {
        return Vec::new();
    };
    let texts = texts
        .iter()
        .map(|text| Literal::Text(JavaString::from(*text)));
    texts.map(|text| with_literal(test, *var, text)).collect()
}

fn is_letter(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|letter| letter.is_ascii_alphabetic())
}

/// Whether the last call gives something else than a text that it was given, or leaves an object otherwise than it
/// was.
fn has_effect(test: &TestCase, minimisation: &mut Minimisation<'_>) -> Result<bool, ExecutorError> {
    let Some((_, arguments)) = last_call(test) else {
        return Ok(true);
    };
    let before = TestCase {
        statements: test.statements[..test.len() - 1].to_vec(),
    };
    let options = observing(minimisation);
    let tests = [test.clone(), before];
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &tests, options)?;
    let [whole, before] = &runs[..] else {
        return Ok(true);
    };
    let act = Var(test.len() as u16 - 1);
    let given = whole
        .observations
        .iter()
        .find(|one| one.var == act && one.subject == ObservedPart::Value);
    let is_told = match given.map(|one| &one.observed) {
        Some(Observed::Literal(given @ Literal::Text(_))) => {
            let mut passed = arguments.iter().filter_map(|var| literal_of(test, *var));
            !passed.any(|passed| passed == given)
        }
        None | Some(Observed::Null | Observed::Same(_)) => false,
        Some(_) => true,
    };
    Ok(is_told || state(&whole.observations, act) != state(&before.observations, act))
}

/// What was observed of the objects that were there before the act.
fn state(observations: &[Observation], act: Var) -> Vec<&Observation> {
    observations.iter().filter(|one| one.var < act).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, method, named, text};

    #[test]
    fn what_an_object_is_told_is_tried_the_other_way_round() {
        let java = "package p; class Print { void outline(boolean isOn) {} }";
        let outline = method("outline", "(Z)V");
        let cluster = &mut cluster_of(java, vec![class("p.Print", vec![outline])]);
        let ty = cluster.intern(JavaType::Primitive(goalline_testcase::Primitive::Boolean));
        let truth = |value| Statement {
            ty,
            kind: StatementKind::Literal(Literal::Boolean(value)),
        };
        let made = call(cluster, named("<init>", cluster), None, &[]);
        let told = call(cluster, named("outline", cluster), Some(Var(0)), &[Var(1)]);
        let test = |value| TestCase {
            statements: vec![made.clone(), truth(value), told.clone()],
        };
        assert_eq!(with_other_setting(&test(false), cluster), [test(true)]);
    }

    #[test]
    fn what_escapes_gets_something_to_escape_and_what_unescapes_something_escaped() {
        let first = |name: &str| {
            let java = format!(
                "package p; class Texts {{ static String {name}(String text) {{ return text; }} }}"
            );
            let method = function(name, "(Ljava/lang/String;)Ljava/lang/String;");
            let cluster = &mut cluster_of(&java, vec![class("p.Texts", vec![method])]);
            let red = text(cluster, "red");
            let callable = named(name, cluster);
            let test = TestCase {
                statements: vec![red, call(cluster, callable, None, &[Var(0)])],
            };
            let tried = with_something_to_rewrite(&test, cluster);
            tried.first().map(|it| it.statements[0].kind.clone())
        };
        let literal = |text: &str| Some(StatementKind::Literal(Literal::Text(text.into())));
        assert_eq!(first("escapeXml"), literal("<b>"));
        assert_eq!(first("unescapeXml"), literal("&lt;b&gt;"));
        assert_eq!(first("shorten"), None);
    }

    #[test]
    fn what_is_told_as_a_whole_is_told_of_an_object_with_a_value_for_each_part() {
        let java = "package p; class Pen { String told() { return \"\"; } }";
        let mut pen = class("p.Pen", vec![method("told", "()Ljava/lang/String;")]);
        let given = "(Ljava/lang/String;Ljava/lang/String;)V";
        pen.constructors.push(method("<init>", given));
        let cluster = &mut cluster_of(java, vec![pen]);
        let pens = cluster.intern(JavaType::class("p.Pen"));
        let makers = cluster.generators(pens).to_vec();
        let taking = |count: usize| {
            let mut makers = makers.iter();
            *makers
                .find(|id| cluster.callable(**id).parameters.len() == count)
                .expect("it makes pens")
        };
        let (plain, whole) = (taking(0), taking(2));
        let told = call(cluster, named("told", cluster), Some(Var(0)), &[]);
        let test = TestCase {
            statements: vec![call(cluster, plain, None, &[]), told],
        };
        let found = of_told_object(&test, cluster);
        let [found] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(found.statements[0], text(cluster, "hello"));
        assert_eq!(found.statements[1], text(cluster, "world"));
        let made = call(cluster, whole, None, &[Var(0), Var(1)]);
        assert_eq!(found.statements[2].kind, made.kind);
        assert_eq!(of_told_object(found, cluster), []);
    }

    #[test]
    fn what_is_made_empty_holds_something_instead() {
        let java =
            "package p; class Texts { static Pen first(java.util.List of) { return null; } }";
        let collections = vec![
            function("emptyList", "()Ljava/util/List;"),
            function("singletonList", "(Ljava/lang/String;)Ljava/util/List;"),
        ];
        let mut array_list = class("java.util.ArrayList", Vec::new());
        array_list.interfaces = vec![goalline_testcase::JavaType::class("java.util.List")];
        let classes = vec![
            class(
                "p.Texts",
                vec![function("first", "(Ljava/util/List;)Lp/Pen;")],
            ),
            class("p.Pen", Vec::new()),
            class("java.util.List", Vec::new()),
            class("java.util.Collections", collections),
            array_list,
        ];
        let cluster = &mut cluster_of(java, classes);
        let lists = cluster.intern(goalline_testcase::JavaType::class("java.util.List"));
        let makers = cluster.generators(lists).to_vec();
        let maker = |name: &str| {
            let mut makers = makers.iter();
            *makers
                .find(|id| cluster.callable(**id).name == name)
                .expect("it makes lists")
        };
        let single = maker("singletonList");
        for empty in ["emptyList", "<init>"].map(maker) {
            let test = TestCase {
                statements: vec![
                    call(cluster, empty, None, &[]),
                    call(cluster, named("first", cluster), None, &[Var(0)]),
                ],
            };
            let found = with_filled_sources(&test, cluster);
            let expected = [
                text(cluster, "hello"),
                call(cluster, single, None, &[Var(0)]),
                call(cluster, named("first", cluster), None, &[Var(1)]),
            ];
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].statements, expected);
        }
    }

    #[test]
    fn numbers_may_come_out_as_they_are_where_something_else_has_a_say() {
        let java = "package p; class Bits { static Pen one(Pen of) { return of; } static Pen two(Pen of, Pen and) { return of; } }";
        let methods = vec![
            function("one", "(Lp/Pen;)Lp/Pen;"),
            function("two", "(Lp/Pen;Lp/Pen;)Lp/Pen;"),
        ];
        let classes = vec![class("p.Bits", methods), class("p.Pen", Vec::new())];
        let mut cluster = cluster_of(java, classes);
        let number = Statement {
            ty: cluster.intern(goalline_testcase::JavaType::Primitive(
                goalline_testcase::Primitive::Int,
            )),
            kind: StatementKind::Literal(Literal::Int(3)),
        };
        let (one, two) = (named("one", &cluster), named("two", &cluster));
        let alone = TestCase {
            statements: vec![number.clone(), call(&cluster, one, None, &[Var(0)])],
        };
        let both = TestCase {
            statements: vec![
                number.clone(),
                number,
                call(&cluster, two, None, &[Var(0), Var(1)]),
            ],
        };
        assert_eq!(numbers_given(&alone, &cluster), []);
        assert_eq!(numbers_given(&both, &cluster), [Var(0), Var(1)]);
    }

    #[test]
    fn what_the_clock_gives_and_what_has_a_name_becomes_an_object_of_plain_numbers() {
        let java = "package p; class Time { boolean is(Time other) { return true; } }";
        let time = class(
            "p.Time",
            vec![
                method("is", "(Lp/Time;)Z"),
                function("now", "()Lp/Time;"),
                function("of", "(II)Lp/Time;"),
                function("parse", "(Ljava/lang/String;)Lp/Time;"),
            ],
        );
        let cluster = &mut cluster_of(java, vec![time]);
        let now = call(cluster, named("now", cluster), None, &[]);
        let is = named("is", cluster);
        let test = TestCase {
            statements: vec![now.clone(), now, call(cluster, is, Some(Var(0)), &[Var(1)])],
        };
        let called = |test: &TestCase| -> Vec<String> {
            let calls = test.statements.iter().filter_map(|it| match &it.kind {
                StatementKind::Call { callable, .. } => Some(cluster_name(cluster, *callable)),
                _ => None,
            });
            calls.collect()
        };
        let found = of_ordinary_objects(&test, None, &mut cluster.clone());
        let all: Vec<Vec<String>> = found.iter().map(called).collect();
        let (one, other) = (["now", "of", "is"], ["of", "now", "is"]);
        assert_eq!(all, [["of", "of", "is"], one, one, other, other]);
        let numbers = |at: usize| found[0].statements[at].kind.clone();
        let number = |value| StatementKind::Literal(Literal::Int(value));
        assert_eq!([0, 1, 3, 4].map(numbers), [2, 3, 2, 3].map(number));
    }

    fn cluster_name(cluster: &TestCluster, callable: CallableId) -> String {
        cluster.callable(callable).name.clone()
    }

    #[test]
    fn a_call_with_any_number_of_arguments_is_given_some() {
        let java = "package p; class Bag { void add(String key, String... values) { } }";
        let mut add = method("add", "(Ljava/lang/String;[Ljava/lang/String;)V");
        add.is_varargs = true;
        let cluster = &mut cluster_of(java, vec![class("p.Bag", vec![add])]);
        let bags = cluster.intern(JavaType::class("p.Bag"));
        let bag = cluster.generators(bags)[0];
        let string = JavaType::class("java.lang.String");
        let none = Statement {
            ty: cluster.intern(JavaType::Array(Box::new(string))),
            kind: StatementKind::Array {
                elements: Vars::default(),
            },
        };
        let key = text(cluster, "hello");
        let add = named("add", cluster);
        let statements = vec![
            call(cluster, bag, None, &[]),
            key,
            none,
            call(cluster, add, Some(Var(0)), &[Var(1), Var(2)]),
        ];
        let test = TestCase { statements };
        let found = with_something_beside(&test, cluster);
        let [found] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(
            found.statements[2],
            text(cluster, "world"),
            "another than the key"
        );
        assert_eq!(with_something_beside(found, cluster), []);
    }
}
