//! Values that mean something to a reader: takes a minimised test, gives one with the examples of the documentation,
//! with texts of the kind that parameters ask for, with words in place of `a`, wherever the goals allow.

use std::collections::{BTreeMap, BTreeSet};

use goalline_testcase::{
    CallableId, CallableKind, ExampleValue, ExecutorError, JavaString, JavaType, Literal,
    NAME_OF_ANYTHING, PLAIN_WORDS, Statement, StatementKind, TestCase, TestCluster, Var, Vars,
    is_stock_text, made_alike, parameter_words, words_of_name,
};

use super::{
    literal_edits::{another, last_call, literal_of, place, with_element},
    named_constants::with_named_constants,
    plain_collections::with_usual_collections,
};
use crate::minimise::{
    EditKind, Judge, Minimisation, TestEdit,
    arranging::{DEEPEST, Role, name_with_class, simple_name, telling},
    state_to_change::observing,
    texts_for_objects::unsaid_words,
    together,
};

/// Examples of the documentation that are tried in place of a call's arguments, at most.
const MOST_EXAMPLES: usize = 16;

/// Statements that another object like one is made of, at most.
const MOST_COPIED: usize = 12;

/// So many dates of a test become plain ones.
const MOST_DATES: usize = 2;

/// Texts that are tried in place of one, at most.
const MOST_TEXTS: usize = 6;

/// Calls with other arguments that a test is tried with, the documented ones first, and texts in place of bland ones.
pub(in crate::minimise) fn meaningful(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let mut test = test;
    for ways in [
        with_usual_collections,
        with_an_element,
        with_named_constants,
    ] {
        let candidates = ways(&test, minimisation.cluster);
        test = first_that_works(test, candidates, minimisation, judge)?;
    }
    test = each_role_apart(test, minimisation, judge)?;
    for ways in [
        always_apart_from_itself,
        set_to_true,
        as_number,
        of_all_kinds,
        with_one_difference,
    ] {
        let candidates = ways(&test, minimisation.cluster);
        test = first_that_works(test, candidates, minimisation, judge)?;
    }
    for _ in 0..MOST_DATES {
        let candidates = on_a_plain_day(&test, minimisation.cluster);
        test = first_that_works(test, candidates, minimisation, judge)?;
    }
    let candidates = documented(&test, minimisation.cluster);
    let test = first_that_works(test, candidates, minimisation, judge)?;
    let edits = texts(&test, minimisation.cluster);
    if edits.is_empty() {
        return Ok(test);
    }
    let whole = |told: &TestCase, length: usize| length == told.len();
    let told = together(&test, edits, whole, minimisation, judge)?;
    let test = told.map_or(test, |(told, _)| told);
    // Texts that were equal may be two words now.
    let candidates = with_one_difference(&test, minimisation.cluster);
    first_that_works(test, candidates, minimisation, judge)
}

/// The first of the candidates that does what the test has to, as a whole; the test where none does.
pub(in crate::minimise) fn first_that_works(
    test: TestCase,
    mut candidates: Vec<TestCase>,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    if candidates.is_empty() {
        return Ok(test);
    }
    let found = minimisation.first_whole(&candidates, judge)?;
    Ok(found.map_or(test, |at| candidates.swap_remove(at)))
}

/// Where an object plays a role in which another one could tell more.
#[derive(Clone, Copy)]
pub(in crate::minimise) struct SecondRole {
    /// The call that it is passed to.
    pub(in crate::minimise) at: usize,
    /// As which argument.
    pub(in crate::minimise) position: usize,
    pub(in crate::minimise) object: Var,
}

/// Roles that are told apart one after the other, at most.
const MOST_ROLES: usize = 4;

/// The test in which the first few objects that play two roles play one, where that is possible.
fn each_role_apart(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let mut test = test;
    // Counted from behind: what is added stands before the call.
    let mut known = BTreeSet::new();
    let mut tried = 0;
    while tried < MOST_ROLES {
        let mut roles = second_roles(&test, minimisation.cluster).into_iter();
        let Some(role) = roles.find(|it| known.insert((test.len() - it.at, it.position))) else {
            break;
        };
        let candidates = apart_from_itself(&test, role, minimisation.cluster);
        tried += usize::from(!candidates.is_empty());
        test = first_that_works(test, candidates, minimisation, judge)?;
    }
    Ok(test)
}

/// The roles in which an object plays another one already, or one that is made in the very same way does; those of the
/// last call first.
fn second_roles(test: &TestCase, cluster: &TestCluster) -> Vec<SecondRole> {
    let mut found = Vec::new();
    for at in (0..test.len()).rev() {
        found.extend(roles_of_one(test, at, cluster));
    }
    for at in (0..test.len()).rev() {
        let alike = roles_made_alike(test, at).into_iter();
        let is_new = |role: &SecondRole| {
            let is_it = |one: &SecondRole| (one.at, one.position) == (role.at, role.position);
            !found.iter().any(is_it)
        };
        let alike: Vec<SecondRole> = alike.filter(is_new).collect();
        found.extend(alike);
    }
    found
}

/// The test with an object of its own in place of one that is passed to itself, twice to one call, or to a setter of
/// what it made: first one that holds something else, then one that is only made like it, then one that had done to it
/// what the other had. Of `combine(node, node)` nobody sees which of the two won.
fn apart_from_itself(
    test: &TestCase,
    role: SecondRole,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let is_one = |it: &SecondRole| (it.at, it.position) == (role.at, role.position);
    if !roles_of_one(test, role.at, cluster).iter().any(is_one) {
        let other: Option<TestCase> = with_other_contents(test, role);
        return other
            .into_iter()
            .chain(by_other_makers(test, role, cluster))
            .collect();
    }
    let mut found: Vec<TestCase> = with_other_contents(test, role).into_iter().collect();
    found.extend(by_other_makers(test, role, cluster));
    let alike = [false, true].map(|with_calls| with_its_own(test, role, with_calls));
    // Two doubles in two roles need not be told the same.
    let mut silent = alike[0].clone();
    if let StatementKind::TestDouble { answers, .. } = &mut silent.statements[role.at].kind
        && !answers.is_empty()
    {
        answers.clear();
        found.push(silent);
    }
    found.extend(alike);
    found
}

/// The arguments of the statement at this place that play another role there already.
fn roles_of_one(test: &TestCase, at: usize, cluster: &TestCluster) -> Vec<SecondRole> {
    let StatementKind::Call {
        callable,
        receiver,
        arguments,
    } = &test.statements[at].kind
    else {
        return Vec::new();
    };
    let called = cluster.callables().get(callable.0 as usize);
    let is_setter = called.is_some_and(|it| it.name.starts_with("set"));
    let made_of = receiver.filter(|_| is_setter).map(|it| test.statement(it));
    let is_part = |var: &Var| {
        let made = made_of.map(|it| &it.kind);
        matches!(made, Some(StatementKind::Call { arguments, .. }) if arguments.contains(var))
    };
    let is_made = |var: &Var| match &test.statements[usize::from(var.0)].kind {
        StatementKind::Call { arguments, .. } => !arguments.contains(var),
        StatementKind::TestDouble { .. } => true,
        _ => false,
    };
    let positions = arguments.iter().enumerate();
    let others = positions.filter(|(position, var)| {
        let is_other =
            *receiver == Some(**var) || arguments[..*position].contains(var) || is_part(var);
        is_other && is_made(var)
    });
    let role = |(position, object): (usize, &Var)| SecondRole {
        at,
        position,
        object: *object,
    };
    others.map(role).collect()
}

/// The test with another object in the second role that is made in the same way of other texts and numbers; none where
/// it is made of neither, or of too much.
fn with_other_contents(test: &TestCase, role: SecondRole) -> Option<TestCase> {
    let other = |old: &Literal| other_literal(old, test).unwrap_or_else(|| old.clone());
    let Copied { made, own } = copied(test, role, other)?;
    let is_literal = |it: &Statement| matches!(it.kind, StatementKind::Literal(_));
    let is_other = |it: &Statement| is_literal(it) && !test.statements.contains(it);
    if !made.iter().any(is_other) {
        return None;
    }
    Some(in_role(test, role, made, own))
}

/// The test with these statements before the call, and what one of them gives in the second role.
pub(in crate::minimise) fn in_role(
    test: &TestCase,
    role: SecondRole,
    added: Vec<Statement>,
    own: Var,
) -> TestCase {
    let call = role.at + added.len();
    let mut changed = test.clone();
    changed.insert(role.at, added);
    if let StatementKind::Call { arguments, .. } = &mut changed.statements[call].kind {
        arguments[role.position] = own;
    }
    // What nobody asks for any more is not made in vain.
    if changed.users(role.object).is_empty() {
        changed.remove(role.object);
    }
    changed
}

/// The test with one element in each empty array that its last call is given, else with two in one of them: of no ids
/// at all no row is deleted, and of one not only some.
fn with_an_element(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let count = last_call(test).map_or(0, |(_, arguments)| arguments.len());
    let mut filled = test.clone();
    let mut found = Vec::new();
    for position in 0..count {
        found.extend(filled_at(test, position, cluster));
        if let Some(more) = filled_at(&filled, position, cluster) {
            filled = more;
        }
    }
    let two: Vec<TestCase> = found.iter().filter_map(with_a_second).collect();
    if found.len() > 1 {
        found.insert(0, filled);
    }
    found.extend(two);
    found
}

/// The test with another element beside the only literal of the first such array that its last call is given.
fn with_a_second(test: &TestCase) -> Option<TestCase> {
    let (_, arguments) = last_call(test)?;
    arguments.iter().find_map(|array| {
        let StatementKind::Array { elements } = &test.statement(*array).kind else {
            return None;
        };
        let [only] = elements[..] else { return None };
        let other = another(literal_of(test, only)?)?;
        Some(with_element(test, *array, &other, 1))
    })
}

/// The test with an element in the array that the last call is given at this position, where that is empty and has to
/// be told something: neither the rest of a call with any number of arguments, nor room for others.
fn filled_at(test: &TestCase, position: usize, cluster: &mut TestCluster) -> Option<TestCase> {
    let (called, arguments) = last_call(test)?;
    let array = *arguments.get(position)?;
    let is_empty = matches!(&test.statement(array).kind,
        StatementKind::Array { elements } if elements.is_empty());
    let callable = cluster.callables().get(called.0 as usize)?;
    let is_rest = callable.is_varargs && position + 1 == callable.parameters.len();
    let role = Role::of_parameter(callable, position);
    if !is_empty || is_rest || callable.name == "toArray" {
        return None;
    }
    let JavaType::Array(element) = cluster.ty(test.statement(array).ty).clone() else {
        return None;
    };
    if element.class_name() == Some("java.lang.Object") {
        return None;
    }
    let element = cluster.intern(*element);
    let at = usize::from(array.0);
    let mut made = TestCase {
        statements: test.statements[..at].to_vec(),
    };
    let held = telling(&mut made, element, &role, 1, cluster)?;
    let added = made.statements.split_off(at);
    let count = added.len();
    let mut changed = test.clone();
    changed.insert(at, added);
    if let StatementKind::Array { elements } = &mut changed.statements[at + count].kind {
        elements.push(held);
    }
    changed.is_well_formed(cluster).then_some(changed)
}

/// The arguments of the call at this place that are made in the very way in which one before them is.
fn roles_made_alike(test: &TestCase, at: usize) -> Vec<SecondRole> {
    let StatementKind::Call { arguments, .. } = &test.statements[at].kind else {
        return Vec::new();
    };
    let kind = |var: Var| &test.statement(var).kind;
    let is_made = |var: Var| matches!(kind(var), StatementKind::Call { receiver: None, .. });
    let places = arguments.iter().enumerate();
    let alike = places.filter(|(position, var)| {
        let mut before = arguments[..*position].iter();
        is_made(**var) && before.any(|other| are_made_alike(test, *other, **var))
    });
    let role = |(position, object): (usize, &Var)| SecondRole {
        at,
        position,
        object: *object,
    };
    alike.map(role).collect()
}

/// Whether both are made by one call of the same values.
fn are_made_alike(test: &TestCase, one: Var, other: Var) -> bool {
    let kind = |var: Var| &test.statement(var).kind;
    let is_literal = |var: Var| matches!(kind(var), StatementKind::Literal(_));
    match (kind(one), kind(other)) {
        (
            StatementKind::Call {
                callable,
                receiver: None,
                arguments,
            },
            StatementKind::Call {
                callable: same,
                receiver: None,
                arguments: others,
            },
        ) if callable == same && arguments.len() == others.len() => {
            let mut pairs = arguments.iter().zip(others);
            pairs.all(|(one, other)| one == other || is_literal(*one) && kind(*one) == kind(*other))
        }
        _ => false,
    }
}

/// The test with what other makers of the class give in the second role, where the object came from one that takes
/// nothing: `commaMatcher()` beside `quoteMatcher()`; where there is none, with one that is made of something.
fn by_other_makers(test: &TestCase, role: SecondRole, cluster: &mut TestCluster) -> Vec<TestCase> {
    const MOST: usize = 2;
    let statement = test.statement(role.object).clone();
    let StatementKind::Call {
        callable: own,
        receiver: None,
        arguments,
    } = &statement.kind
    else {
        return Vec::new();
    };
    let makes_at_once = |maker: CallableId, cluster: &TestCluster| {
        let called = cluster.callables().get(maker.0 as usize);
        called.is_some_and(|called| {
            let is_static = matches!(
                called.kind,
                CallableKind::StaticMethod | CallableKind::StaticFieldRead
            );
            is_static && called.parameters.is_empty()
        })
    };
    if !arguments.is_empty() || !makes_at_once(*own, cluster) {
        return Vec::new();
    }
    let (owner, returns) = {
        let called = cluster.callable(*own);
        (called.owner.clone(), called.returns)
    };
    let makers = cluster.generators(statement.ty).to_vec();
    let others = makers.into_iter().filter(|it| {
        let called = cluster.callable(*it);
        it != own
            && called.owner == owner
            && called.returns == returns
            && makes_at_once(*it, cluster)
    });
    let with = |maker: CallableId| {
        let made = Statement {
            ty: statement.ty,
            kind: StatementKind::Call {
                callable: maker,
                receiver: None,
                arguments: Vars::new(),
            },
        };
        in_role(test, role, vec![made], Var(role.at as u16))
    };
    let mut found: Vec<TestCase> = others.take(MOST).map(with).collect();
    if found.is_empty() {
        found.extend(with_a_telling_one(test, role, cluster));
    }
    let is_whole = |it: &TestCase| it.is_well_formed(cluster);
    found.into_iter().filter(is_whole).collect()
}

/// The test with an object in the second role that is made of something: `Instant.ofEpochSecond(2)` beside
/// `Instant.EPOCH`.
fn with_a_telling_one(
    test: &TestCase,
    role: SecondRole,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let ty = test.statement(role.object).ty;
    let mut made = TestCase {
        statements: test.statements[..role.at].to_vec(),
    };
    let own = telling(&mut made, ty, &Role::default(), DEEPEST, cluster)?;
    let added = made.statements.split_off(role.at);
    let is_of_something = added.len() > 1;
    is_of_something.then(|| in_role(test, role, added, own))
}

/// What makes the object, in order: itself, what it is made of, and what is done with those before it takes its role.
fn making(test: &TestCase, role: SecondRole) -> BTreeSet<Var> {
    let mut found = BTreeSet::from([role.object]);
    loop {
        let mut more = found.clone();
        for at in 0..role.at {
            let (var, kind) = (Var(at as u16), &test.statements[at].kind);
            let is_done = matches!(kind, StatementKind::Call { receiver: Some(on), .. } if found.contains(on));
            if found.contains(&var) || is_done {
                more.insert(var);
                kind.visit_uses(|used| {
                    more.insert(used);
                });
            }
        }
        if more == found {
            return found;
        }
        found = more;
    }
}

/// The test that asks an object made in the same way for its hash before it asks its own object, where both give one
/// number: which number it is nobody may know.
pub(in crate::minimise) fn with_equal_hash(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let Some(asked) = with_hash_of_another(&test, minimisation.cluster) else {
        return Ok(test);
    };
    let works = minimisation.prove(&asked, judge)?;
    if works.is_none_or(|(_, length)| length != asked.len()) {
        return Ok(test);
    }
    let options = observing(minimisation);
    let tests = std::slice::from_ref(&asked);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, tests, options)?;
    let hash = |var: usize| {
        let mut seen = runs[0].observations.iter();
        let given = seen.find(|it| usize::from(it.var.0) == var);
        given.map(|it| &it.observed)
    };
    let last = asked.len() - 1;
    let is_equal = hash(last).is_some() && hash(last) == hash(last - 1);
    Ok(if is_equal { asked } else { test })
}

fn with_hash_of_another(test: &TestCase, cluster: &TestCluster) -> Option<TestCase> {
    let last = test.statements.last()?;
    let StatementKind::Call {
        callable,
        receiver: Some(object),
        arguments,
    } = &last.kind
    else {
        return None;
    };
    let asks = |it: &Statement| matches!(&it.kind, StatementKind::Call { callable: other, .. } if other == callable);
    let before = &test.statements[..test.len() - 1];
    let called = cluster.callable(*callable);
    if called.name != "hashCode" || !arguments.is_empty() || before.iter().any(asks) {
        return None;
    }
    let role = SecondRole {
        at: test.len() - 1,
        position: 0,
        object: *object,
    };
    let Copied { mut made, own } = copied(test, role, Literal::clone)?;
    let mut hash = last.clone();
    if let StatementKind::Call { receiver, .. } = &mut hash.kind {
        *receiver = Some(own);
    }
    made.push(hash);
    let mut changed = test.clone();
    changed.insert(role.at, made);
    Some(changed)
}

/// What makes another object like one, and its variable where it is put before its role.
struct Copied {
    made: Vec<Statement>,
    own: Var,
}

/// Copies of what makes the object, with these literals; none where that is too much.
fn copied(
    test: &TestCase,
    role: SecondRole,
    literal: impl Fn(&Literal) -> Literal,
) -> Option<Copied> {
    let made_of = making(test, role);
    if made_of.len() > MOST_COPIED {
        return None;
    }
    let mut places: BTreeMap<Var, Var> = BTreeMap::new();
    let mut made = Vec::new();
    for var in &made_of {
        places.insert(*var, Var((role.at + made.len()) as u16));
        let mut copy = test.statement(*var).clone();
        copy.kind
            .visit_uses_mut(|used| *used = places.get(used).copied().unwrap_or(*used));
        if let StatementKind::Literal(old) = &mut copy.kind {
            *old = literal(old);
        }
        made.push(copy);
    }
    let own = *places.get(&role.object)?;
    Some(Copied { made, own })
}

/// A text or number that the test does not say yet.
fn other_literal(literal: &Literal, test: &TestCase) -> Option<Literal> {
    match literal {
        Literal::Text(_) => Some(Literal::Text(unsaid_words(test).next()?.into())),
        Literal::Boolean(_) => None,
        number => number.next(),
    }
}

/// The test with one other object wherever one is passed to itself: a key has to be the same each time. Where any
/// object will do, it is a text.
fn always_apart_from_itself(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some(object) = test.statements.iter().find_map(passed_to_itself) else {
        return Vec::new();
    };
    let at = usize::from(object.0);
    let made = test.statements[at].clone();
    let is_made = matches!(&made.kind, StatementKind::Call { receiver: None, .. });
    if !is_made {
        return Vec::new();
    }
    let string = cluster.intern(JavaType::class("java.lang.String"));
    let any = cluster.intern(JavaType::class("java.lang.Object"));
    let mut is_any = true;
    let mut changed = test.clone();
    changed.insert(at + 1, vec![made]);
    let other = Var(object.0 + 1);
    for statement in &mut changed.statements[at + 2..] {
        let is_on_it = passed_to_itself(statement) == Some(object);
        if let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &mut statement.kind
            && is_on_it
        {
            let called = cluster.callables().get(callable.0 as usize);
            for (position, argument) in arguments.iter_mut().enumerate() {
                if *argument == object {
                    *argument = other;
                    is_any &= called.is_some_and(|it| it.parameters.get(position) == Some(&any));
                }
            }
        }
    }
    let mut found = vec![changed.clone()];
    if is_any {
        changed.statements[at + 1] = Statement {
            ty: string,
            kind: StatementKind::Literal(Literal::Text(JavaString::from("red"))),
        };
        found.insert(0, changed);
    }
    found
}

/// The object that the statement passes to itself.
fn passed_to_itself(statement: &Statement) -> Option<Var> {
    match &statement.kind {
        StatementKind::Call {
            receiver: Some(receiver),
            arguments,
            ..
        } => arguments.contains(receiver).then_some(*receiver),
        _ => None,
    }
}

/// The test with a copy of the object in the second role; with what was called on it.
pub(in crate::minimise) fn with_its_own(
    test: &TestCase,
    role: SecondRole,
    with_calls: bool,
) -> TestCase {
    let SecondRole {
        at, object: var, ..
    } = role;
    let mut copies = vec![test.statements[usize::from(var.0)].clone()];
    let own = Var(at as u16);
    if with_calls {
        let calls = test.statements[usize::from(var.0) + 1..at].iter().filter(|statement| {
            matches!(&statement.kind, StatementKind::Call { receiver: Some(on), .. } if *on == var)
        });
        copies.extend(calls.cloned().map(|mut call| {
            call.kind.visit_uses_mut(|used| {
                if *used == var {
                    *used = own;
                }
            });
            call
        }));
    }
    in_role(test, role, copies, own)
}

/// The test with a day that a reader can picture in place of the first or the last one that there is.
fn on_a_plain_day(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let far = test
        .statements
        .iter()
        .enumerate()
        .rev()
        .find_map(|(at, statement)| {
            let StatementKind::Call { callable, .. } = &statement.kind else {
                return None;
            };
            let constant = cluster.callable(*callable);
            let is_far = constant.kind == CallableKind::StaticFieldRead
                && matches!(constant.name.as_str(), "MIN" | "MAX");
            let parts = is_far.then(|| plain_day(&constant.declared_in))??;
            Some((at, statement.ty, parts))
        });
    let Some((at, ty, parts)) = far else {
        return Vec::new();
    };
    let makers = cluster.generators(ty).to_vec();
    let of_numbers = |id: &CallableId| {
        let maker = cluster.callable(*id);
        let numbers = "I".repeat(parts.len());
        maker.name == "of" && maker.descriptor.starts_with(&format!("({numbers})"))
    };
    let Some(maker) = makers.into_iter().find(of_numbers) else {
        return Vec::new();
    };
    let types = cluster.callable(maker).parameters.clone();
    let literals = parts.iter().zip(types.iter());
    let literals = literals.map(|(part, ty)| Statement {
        ty: *ty,
        kind: StatementKind::Literal(Literal::Int(*part)),
    });
    let mut changed = test.clone();
    changed.insert(at, literals.collect());
    changed.statements[at + parts.len()].kind = StatementKind::Call {
        callable: maker,
        receiver: None,
        arguments: (at..at + parts.len()).map(|one| Var(one as u16)).collect(),
    };
    vec![changed]
}

/// A day, and noon of it where the class tells the time, too, as `of` takes them.
fn plain_day(class: &str) -> Option<&'static [i32]> {
    match class {
        "java.time.LocalDate" => Some(&[2024, 3, 15]),
        "java.time.LocalDateTime" => Some(&[2024, 3, 15, 12, 30]),
        _ => None,
    }
}

/// The test with digits in place of each text and character where its last call gives a `Number`: one that is read
/// when it is asked for says of any text that it is one.
fn as_number(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let gives = test.statements.last().map(|it| cluster.ty(it.ty));
    if gives.and_then(JavaType::class_name) != Some("java.lang.Number") {
        return Vec::new();
    }
    in_digits(test).into_iter().collect()
}

/// The test with digits in place of texts and characters that are none; none where there are no such.
fn in_digits(test: &TestCase) -> Option<TestCase> {
    let mut changed = test.clone();
    for statement in &mut changed.statements {
        match &mut statement.kind {
            StatementKind::Literal(Literal::Text(said))
                if said.to_text().parse::<f64>().is_err() =>
            {
                *said = JavaString::from("12");
            }
            StatementKind::Literal(Literal::Char(unit)) if !(48..58).contains(unit) => {
                *unit = u16::from(b'7');
            }
            _ => {}
        }
    }
    (changed != *test).then_some(changed)
}

/// The test with one difference between two objects that the last call compares and that are made by one constructor or
/// factory: where several differ, it shows not which one counts.
pub(super) fn with_one_difference(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let made = |var: Var| match &test.statement(var).kind {
        StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } => Some((*callable, arguments)),
        _ => None,
    };
    let compared = match test.statements.last().map(|it| &it.kind) {
        Some(StatementKind::Call {
            receiver: Some(receiver),
            arguments,
            ..
        }) => arguments.first().map(|other| (*receiver, *other)),
        _ => None,
    };
    let Some((one, other)) = compared else {
        return Vec::new();
    };
    let (Some((maker, given)), Some((other_maker, others))) = (made(one), made(other)) else {
        return Vec::new();
    };
    if maker != other_maker {
        return Vec::new();
    }
    let pairs = given.iter().zip(others).enumerate();
    let differing: Vec<(usize, (&Var, &Var))> = pairs
        .filter(|(_, (one, other))| !made_alike(&test.statements, **one, **other))
        .collect();
    let mut parts = differing
        .iter()
        .flat_map(|(_, (one, other))| [**one, **other]);
    if differing.len() < 2
        || !(only_compares(test, cluster) || parts.all(|part| is_plain(test, part, cluster)))
    {
        return Vec::new();
    }
    let kept = differing.iter().map(|(kept, _)| {
        let mut changed = test.clone();
        for (position, (own, others)) in differing.iter().filter(|(at, _)| at != kept) {
            if is_plain(test, **own, cluster) && is_plain(test, **others, cluster) {
                changed.statements[usize::from(others.0)] = test.statement(**own).clone();
            } else if let StatementKind::Call { arguments, .. } =
                &mut changed.statements[usize::from(other.0)].kind
            {
                arguments[*position] = **own;
            }
        }
        remove_idle(
            &mut changed,
            differing.iter().map(|(_, (_, others))| **others),
        );
        changed.remove_unused();
        changed
    });
    kept.filter(|it| it.is_well_formed(cluster)).collect()
}

/// Removes those of the statements that nothing uses any more, the last first.
fn remove_idle(test: &mut TestCase, vars: impl Iterator<Item = Var>) {
    let vars: BTreeSet<Var> = vars.collect();
    for var in vars.into_iter().rev() {
        if test.users(var).is_empty() {
            test.remove(var);
        }
    }
}

/// Whether the last call only compares two objects: these bear that they share a part.
fn only_compares(test: &TestCase, cluster: &TestCluster) -> bool {
    match test.statements.last().map(|it| &it.kind) {
        Some(StatementKind::Call { callable, .. }) => {
            ["compareTo", "equals"].contains(&&*cluster.callable(*callable).name)
        }
        _ => false,
    }
}

/// Whether it is a value of its own that can be written again: a literal, `null`, a constant.
fn is_plain(test: &TestCase, var: Var, cluster: &TestCluster) -> bool {
    let is_value = match &test.statement(var).kind {
        StatementKind::Literal(_) | StatementKind::Null => true,
        StatementKind::Call { callable, .. } => {
            cluster.callable(*callable).kind == CallableKind::StaticFieldRead
        }
        _ => false,
    };
    is_value && test.users(var).len() == 1
}

/// The test with `true` in place of `false` that a setter is given at last: most often it was so before, and a call
/// that does nothing would pass, too.
fn set_to_true(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let sets = match test.statements.last().map(|statement| &statement.kind) {
        Some(StatementKind::Call { callable, .. }) => {
            cluster.callable(*callable).name.starts_with("set")
        }
        _ => false,
    };
    if sets {
        given_true(test).into_iter().collect()
    } else {
        Vec::new()
    }
}

/// The test with `true` as the only argument of its last call; none where that is not `false` for it alone.
fn given_true(test: &TestCase) -> Option<TestCase> {
    let StatementKind::Call {
        receiver: Some(_),
        arguments,
        ..
    } = &test.statements.last()?.kind
    else {
        return None;
    };
    let [value] = arguments[..] else {
        return None;
    };
    let is_false = StatementKind::Literal(Literal::Boolean(false));
    let mut changed = test.clone();
    let given = &mut changed.statements[usize::from(value.0)].kind;
    if *given != is_false || test.users(value).len() != 1 {
        return None;
    }
    *given = StatementKind::Literal(Literal::Boolean(true));
    Some(changed)
}

/// The test with the arguments of each documented example of the last call that has some.
fn documented(test: &TestCase, cluster: &TestCluster) -> Vec<TestCase> {
    let calls = test.statements.iter().enumerate().rev();
    let mut calls = calls.filter_map(|(at, statement)| match &statement.kind {
        StatementKind::Call { callable, .. } => Some((at, cluster.examples(*callable)?)),
        _ => None,
    });
    let Some((at, examples)) = calls.next() else {
        return Vec::new();
    };
    let own = with_own_arguments(test, at);
    let at = at + own.len() - test.len();
    let tests = examples.calls.iter().filter_map(|example| {
        let changed = with_arguments(&own, at, example, cluster)?;
        (changed != own).then_some(changed)
    });
    tests.take(MOST_EXAMPLES).collect()
}

/// The test with a value of its own for each argument of the call at this place: an example may show two where the test
/// passes one twice.
fn with_own_arguments(test: &TestCase, at: usize) -> TestCase {
    let mut test = test.clone();
    let mut at = at;
    loop {
        let StatementKind::Call { arguments, .. } = &test.statements[at].kind else {
            return test;
        };
        let is_value = |var: &Var| {
            matches!(
                test.statements[usize::from(var.0)].kind,
                StatementKind::Literal(_) | StatementKind::Null
            )
        };
        let mut shared = arguments.iter().enumerate();
        let shared =
            shared.find(|(position, var)| arguments[..*position].contains(var) && is_value(var));
        let role = shared.map(|(position, var)| SecondRole {
            at,
            position,
            object: *var,
        });
        let Some(role) = role else {
            return test;
        };
        test = with_its_own(&test, role, false);
        at += 1;
    }
}

/// The test with these values in place of the literals that the call at this place is given; none where they do not
/// fit.
fn with_arguments(
    test: &TestCase,
    at: usize,
    example: &[ExampleValue],
    cluster: &TestCluster,
) -> Option<TestCase> {
    let StatementKind::Call { arguments, .. } = &test.statements[at].kind else {
        return None;
    };
    if arguments.len() != example.len() {
        return None;
    }
    let mut changed = test.clone();
    for (var, value) in arguments.iter().zip(example) {
        if test.users(*var).len() > 1 {
            return None;
        }
        let statement = &mut changed.statements[usize::from(var.0)];
        let is_text = cluster.ty(statement.ty).class_name() == Some("java.lang.String");
        statement.kind = match (&statement.kind, value) {
            (StatementKind::Null, ExampleValue::Null) => StatementKind::Null,
            (StatementKind::Literal(_), ExampleValue::Null) if is_text => StatementKind::Null,
            (StatementKind::Null, ExampleValue::Text(shown)) if is_text => {
                StatementKind::Literal(Literal::Text(JavaString::from(&**shown)))
            }
            (StatementKind::Literal(old), new) => StatementKind::Literal(of_same_type(old, new)?),
            _ => return None,
        };
    }
    Some(changed)
}

/// The new value as a literal of the old one's type.
fn of_same_type(old: &Literal, new: &ExampleValue) -> Option<Literal> {
    let whole = match new {
        ExampleValue::Whole(value) => Some(*value),
        _ => None,
    };
    let floating = match new {
        ExampleValue::Whole(value) => Some(f64::from(*value)),
        ExampleValue::Floating(value) => Some(*value),
        _ => None,
    };
    Some(match (old, new) {
        (Literal::Text(_), ExampleValue::Text(text)) => Literal::Text(JavaString::from(&**text)),
        (Literal::Char(_), ExampleValue::Char(unit)) => Literal::Char(*unit),
        (Literal::Boolean(_), ExampleValue::Truth(value)) => Literal::Boolean(*value),
        (Literal::Int(_), ExampleValue::Char(unit)) => Literal::Int(i32::from(*unit)),
        (Literal::Byte(_), _) => Literal::Byte(i8::try_from(whole?).ok()?),
        (Literal::Short(_), _) => Literal::Short(i16::try_from(whole?).ok()?),
        (Literal::Int(_), _) => Literal::Int(whole?),
        (Literal::Long(_), _) => Literal::Long(i64::from(whole?)),
        (Literal::Float(_), _) => Literal::Float(floating? as f32),
        (Literal::Double(_), _) => Literal::Double(floating?),
        _ => return None,
    })
}

/// Texts that mean more in place of bland ones, the last statement first; equal ones change together, too.
fn texts(test: &TestCase, cluster: &TestCluster) -> Vec<TestEdit> {
    let mut edits = Vec::new();
    let mut role = 0;
    for (at, statement) in test.statements.iter().enumerate() {
        let old = match &statement.kind {
            StatementKind::Literal(Literal::Text(old)) => old,
            StatementKind::Literal(Literal::Char(unit)) => {
                let better = signs(test, cluster, at, *unit).into_iter();
                edits.extend(better.map(|unit| TestEdit {
                    at,
                    change: EditKind::Becomes(StatementKind::Literal(Literal::Char(unit))),
                }));
                continue;
            }
            _ => continue,
        };
        // A text that stands in for any gives way to one that is asked for.
        let said = old.to_text();
        let asked = kind_words(test, cluster, at);
        let is_out_of_place = is_stock_text(&said) && !asked.is_empty() && !asked.contains(&&*said);
        if !is_bland(old) && !is_letter(old) && !is_out_of_place && !is_garbled(old) {
            continue;
        }
        let is_equal = |other: usize| test.statements[other].kind == statement.kind;
        let is_last = !(at + 1..test.len()).any(is_equal);
        let has_equal = (0..at).any(is_equal);
        for new in better(test, cluster, at, role) {
            let literal = Literal::Text(new);
            edits.push(TestEdit {
                at,
                change: EditKind::Becomes(StatementKind::Literal(literal.clone())),
            });
            if is_last && has_equal {
                edits.push(TestEdit {
                    at,
                    change: EditKind::AllBecome(literal),
                });
            }
        }
        role += 1;
    }
    // Edits are applied from the last statement to the first; of one statement the best stays first.
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at));
    edits
}

/// Whether a text says nothing: letters that a search begins with, blanks, signs that nobody types.
fn is_bland(text: &JavaString) -> bool {
    let said = text.to_text();
    let is_filler =
        |c: char| matches!(c, 'a' | 'A' | 'b' | 'B' | '0' | '1') || !c.is_alphanumeric();
    let is_odd = |c: char| c.is_control() && !c.is_whitespace() || !c.is_ascii();
    let is_row = said.to_lowercase().contains("aaa");
    is_row || said.chars().all(is_filler) || said.chars().any(is_odd)
}

/// Whether a text is a single letter.
fn is_letter(text: &JavaString) -> bool {
    let only = text.0.first().filter(|_| text.0.len() == 1);
    only.is_some_and(|unit| u8::try_from(*unit).is_ok_and(|c| c.is_ascii_alphabetic()))
}

/// Whether a text is long and full of signs: what a search made of a pattern, and nobody would type.
fn is_garbled(text: &JavaString) -> bool {
    const LONG: usize = 24;
    const MOST_SIGNS: usize = 3;
    let said = text.to_text();
    let is_usual = |c: char| c.is_alphanumeric() || " ._-@/:,\n".contains(c);
    let signs = said.chars().filter(|c| !is_usual(*c)).count();
    let is_long = said.chars().count() > LONG;
    // Nor a long row of letters with a sign in it that is no name, no path and no address.
    let is_one_word = signs > 0 && !said.contains([' ', '/', '.', '@', ':', '\n', ',']);
    is_long && (signs > MOST_SIGNS || is_one_word) || begins_with_a_row(&said)
}

/// Whether the text begins with a letter four times over, as no word does.
fn begins_with_a_row(text: &str) -> bool {
    const LONG: usize = 4;
    let mut letters = text.chars();
    let first = letters.next().filter(|c| c.is_alphanumeric());
    first.is_some_and(|first| letters.take_while(|c| *c == first).count() + 1 >= LONG)
}

/// Letters in place of a long text: of all of it, of all but its end, of all but its beginning. Most often it only has
/// to be long.
fn in_letters(text: &JavaString) -> Vec<JavaString> {
    const KEPT: usize = 6;
    let letters = |count: usize| "example".encode_utf16().cycle().take(count);
    let kept = KEPT.min(text.0.len());
    let rest = text.0.len() - kept;
    let (first, last) = (&text.0[..kept], &text.0[rest..]);
    let found: [Vec<u16>; 3] = [
        letters(text.0.len()).collect(),
        letters(rest).chain(last.iter().copied()).collect(),
        first.iter().copied().chain(letters(rest)).collect(),
    ];
    found.map(|units| JavaString(units.into())).into()
}

/// Characters in place of a bland one: the signs that the parameter's name asks for.
fn signs(test: &TestCase, cluster: &TestCluster, at: usize, unit: u16) -> Vec<u16> {
    let is_bland = |c: char| c.is_ascii_alphanumeric() || c.is_control() || !c.is_ascii();
    if !char::from_u32(u32::from(unit)).is_none_or(is_bland) {
        return Vec::new();
    }
    let Some((callable, position)) = place(test, Var(at as u16), 0) else {
        return Vec::new();
    };
    let name = cluster.callable(callable).parameter_names.get(position);
    signs_of(name.map_or("", String::as_str), unit)
}

/// The signs that a parameter of this name asks for; else a letter that no text of fillers is made of.
fn signs_of(name: &str, unit: u16) -> Vec<u16> {
    let words = parameter_words(name).iter();
    let signs: Vec<u16> = words
        .filter_map(|word| word.encode_utf16().next())
        .collect();
    let is_filler = matches!(u8::try_from(unit), Ok(b'a' | b'b' | b'A' | b'B'));
    if signs.is_empty() && is_filler {
        return vec![unit + u16::from(b'x' - b'a')];
    }
    signs
}

/// Numbers in place of a text that is one.
const NUMBERS: [&str; 2] = ["42", "7"];

/// Texts in place of a bland one: those that the documentation quotes, those that the parameter's name asks for, words.
fn better(test: &TestCase, cluster: &TestCluster, at: usize, role: usize) -> Vec<JavaString> {
    let StatementKind::Literal(Literal::Text(old)) = &test.statements[at].kind else {
        return Vec::new();
    };
    let mut found: Vec<JavaString> = Vec::new();
    let mut add = |text: JavaString| {
        if text != *old && !found.contains(&text) && !is_bland(&text) {
            found.push(text);
        }
    };
    let is_empty = old.0.is_empty();
    let place = place(test, Var(at as u16), 0);
    let words = kind_words(test, cluster, at);
    if place.is_none() {
        let words = words.iter().map(|word| JavaString::from(*word));
        words.for_each(&mut add);
    }
    let is_any = !is_bland(old) && !is_letter(old);
    if let Some((callable, position)) = place {
        let turned = words.iter().cycle().skip(role).take(words.len());
        if let Some(examples) = cluster.examples(callable) {
            let shown = examples
                .calls
                .iter()
                .filter_map(|call| match call.get(position) {
                    Some(ExampleValue::Text(shown)) => Some(JavaString::from(&**shown)),
                    _ => None,
                });
            shown.take(MOST_TEXTS).for_each(&mut add);
        }
        turned
            .map(|word| JavaString::from(*word))
            .for_each(&mut add);
        if let Some(examples) = cluster.examples(callable).filter(|_| !is_any) {
            let texts = examples.texts.iter().take(2);
            texts
                .map(|text| JavaString::from(&**text))
                .for_each(&mut add);
        }
    }
    if is_garbled(old) {
        in_letters(old).into_iter().for_each(&mut add);
    }
    if is_any {
        // Any other word is no better.
        return found;
    }
    // A number that is read from a text is seen best where it is no zero.
    if old.to_text().parse::<f64>().is_ok() {
        for number in NUMBERS {
            add(JavaString::from(number));
        }
    }
    let plain = PLAIN_WORDS.iter().cycle().skip(role).take(2);
    let plain = plain.map(|word| JavaString::from(*word));
    let as_long = Some(spelt(old)).filter(|_| !is_empty);
    // A word of one letter says less than any other.
    if is_letter(old) {
        plain.chain(as_long).for_each(&mut add);
    } else {
        as_long.into_iter().chain(plain).for_each(&mut add);
    }
    found.truncate(MOST_TEXTS + 3);
    found
}

/// Texts of the kind that is asked for where this one is given: by the property that a setter is of, by the name of the
/// parameter.
fn kind_words(test: &TestCase, cluster: &TestCluster, at: usize) -> &'static [&'static str] {
    let Some((callable, position)) = place(test, Var(at as u16), 0) else {
        return answer_words(test, at);
    };
    let callable = cluster.callable(callable);
    let name = callable.parameter_names.get(position);
    let name = name.map_or("", String::as_str);
    // `isDate(value, pattern)` is about its first argument.
    let is_single = callable.parameters.len() == 1 || position == 0 && OF_ANYTHING.contains(&name);
    if let Some(name) = name_with_class(callable, name) {
        return words_of_name(&name);
    }
    let asked = asked_words(&callable.name, is_single, name);
    if asked == parameter_words("name") {
        return name_of_one(&callable.owner, &callable.name).unwrap_or(asked);
    }
    asked
}

/// The same where a double answers with it: `notes.txt` of `getOriginalFilename()`.
fn answer_words(test: &TestCase, at: usize) -> &'static [&'static str] {
    let answers = test.statements[at + 1..]
        .iter()
        .flat_map(|it| match &it.kind {
            StatementKind::TestDouble { answers, .. } => &answers[..],
            _ => &[],
        });
    let mut answers = answers.filter(|it| usize::from(it.value.0) == at);
    let asked = answers.next().map(|it| {
        let property = it.method.strip_prefix("get");
        parameter_words(property.unwrap_or(&it.method))
    });
    asked.unwrap_or_default()
}

/// Names of the kind of thing that the method is about, or its class: those of pets for `getPet(name)` and for
/// `setName(name)` of a `Pet`.
fn name_of_one(class: &str, method: &str) -> Option<&'static [&'static str]> {
    const ROLES: [&str; 12] = [
        "Bean", "Builder", "Details", "Dto", "Entity", "Form", "Info", "Model", "Param", "Request",
        "Response", "Vo",
    ];
    let mut class = simple_name(class);
    // `PetDetailsBuilder` makes pets.
    while let Some(thing) = ROLES.iter().find_map(|role| class.strip_suffix(role))
        && !thing.is_empty()
    {
        class = thing;
    }
    let mut nouns = [method, class].into_iter().filter_map(|it| {
        let at = it.rfind(char::is_uppercase)?;
        Some(&it[at..])
    });
    nouns.find_map(|noun| {
        let words = parameter_words(&format!("{noun}Name"));
        (words != parameter_words(NAME_OF_ANYTHING)).then_some(words)
    })
}

/// Names of parameters that may be anything.
const OF_ANYTHING: [&str; 8] = [
    "input", "name", "s", "str", "string", "text", "val", "value",
];

/// The test with texts of the kinds that are asked for in place of all texts of its last call at once: a date fits a
/// pattern of dates, and neither fits the other's filler.
fn of_all_kinds(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    const MOST: usize = 2;
    let Some(StatementKind::Call { arguments, .. }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let is_text = |at: &usize| {
        matches!(
            test.statements[*at].kind,
            StatementKind::Literal(Literal::Text(_))
        )
    };
    let places = arguments.iter().map(|var| usize::from(var.0));
    let asked = places.filter(is_text);
    let asked = asked.map(|at| (at, kind_words(test, cluster, at)));
    let asked: Vec<(usize, &[&str])> = asked.filter(|(_, words)| !words.is_empty()).collect();
    if asked.len() < 2 {
        return Vec::new();
    }
    let in_words = |number: usize| {
        let mut changed = test.clone();
        for (at, words) in &asked {
            let word = words[number % words.len()];
            changed.statements[*at].kind = StatementKind::Literal(Literal::Text(word.into()));
        }
        changed
    };
    let found = (0..MOST).map(in_words);
    found.filter(|changed| changed != test).collect()
}

/// Texts that a parameter of a method asks for; of a method's only one its property may say more: `setEncoding(enc)`,
/// `fileName(name)`.
fn asked_words(method: &str, is_single: bool, parameter: &str) -> &'static [&'static str] {
    let property = ["set", "with"]
        .iter()
        .find_map(|verb| method.strip_prefix(verb));
    let is_told = property.is_some() || OF_ANYTHING.contains(&parameter);
    let of_method = if is_single {
        parameter_words(property.unwrap_or(method))
    } else {
        &[]
    };
    match parameter_words(parameter) {
        words if words.is_empty() || (is_told && !of_method.is_empty()) => of_method,
        words => words,
    }
}

/// The text with a word of the same length in place of each row of letters that a search begins with, in their case:
/// what only asks for letters and where they stand gets words.
fn spelt(text: &JavaString) -> JavaString {
    const BY_LENGTH: [&str; 8] = ["", "x", "hi", "red", "text", "hello", "orange", "example"];
    let is_filler =
        |unit: u16| matches!(char::from_u32(u32::from(unit)), Some('a' | 'A' | 'b' | 'B'));
    let mut units: Vec<u16> = Vec::new();
    let mut rest = &text.0[..];
    while let Some(first) = rest.first() {
        let is_odd = *first > 0x7E || (*first < 0x20 && !matches!(*first, 9 | 10 | 13));
        if is_odd {
            units.push(u16::from(b'z'));
            rest = &rest[1..];
            continue;
        }
        let length = rest.iter().take_while(|unit| is_filler(**unit)).count();
        if length == 0 {
            units.push(*first);
            rest = &rest[1..];
            continue;
        }
        let word: Vec<u16> = match BY_LENGTH.get(length) {
            Some(word) => word.encode_utf16().collect(),
            None => "example".encode_utf16().cycle().take(length).collect(),
        };
        let cased = word.iter().zip(rest).map(|(unit, old)| {
            let is_capital = u8::try_from(*old).is_ok_and(|old| old.is_ascii_uppercase());
            if is_capital { unit - 32 } else { *unit }
        });
        units.extend(cased);
        rest = &rest[length..];
    }
    JavaString(units.into())
}

#[cfg(test)]
mod tests {
    use goalline_testcase::TypeId;

    use super::*;
    use crate::minimise::small_classes::{
        call as called, class as described, cluster_of, function, method as public_method,
        named as found, text as text_of,
    };

    #[test]
    fn compared_objects_that_differ_in_two_things_are_tried_with_one_difference() {
        let java = "package p; class Key { Key(String one, String other) {} boolean equals(Object other) { return true; } }";
        let mut key = described(
            "p.Key",
            vec![public_method("equals", "(Ljava/lang/Object;)Z")],
        );
        key.constructors = vec![public_method(
            "<init>",
            "(Ljava/lang/String;Ljava/lang/String;)V",
        )];
        let cluster = &mut cluster_of(java, vec![key, described("java.lang.Object", Vec::new())]);
        let (make, equals) = (found("<init>", cluster), found("equals", cluster));
        let words = ["a", "b", "c", "d"].map(|word| text_of(cluster, word));
        let mut statements = words.to_vec();
        statements.push(called(cluster, make, None, &[Var(0), Var(1)]));
        statements.push(called(cluster, make, None, &[Var(2), Var(3)]));
        statements.push(called(cluster, equals, Some(Var(4)), &[Var(5)]));
        let tried = with_one_difference(&TestCase { statements }, cluster);
        let word = |test: &TestCase, at: usize| match &test.statements[at].kind {
            StatementKind::Literal(Literal::Text(text)) => text.to_text(),
            _ => String::new(),
        };
        let others: Vec<String> = tried.iter().map(|it| word(it, 2) + &word(it, 3)).collect();
        assert_eq!(others, ["cb", "ad"]);
    }

    #[test]
    fn what_one_factory_gave_twice_to_a_call_comes_from_another_one_the_second_time() {
        let java =
            "package p; public class Reader { public Reader(Matcher delim, Matcher quote) {} }";
        let factory = |name: &str| function(name, "()Lp/Matcher;");
        let mut reader = described("p.Reader", Vec::new());
        reader.constructors = vec![public_method("<init>", "(Lp/Matcher;Lp/Matcher;)V")];
        let mut matcher = described("p.Matcher", vec![factory("comma"), factory("quote")]);
        matcher.constructors = Vec::new();
        let cluster = &mut cluster_of(java, vec![reader, matcher]);
        let make = found("<init>", cluster);
        let ty = cluster.callable(make).parameters[0];
        let makers = cluster.generators(ty).to_vec();
        let comma = makers[0];
        let statements = vec![
            called(cluster, comma, None, &[]),
            called(cluster, comma, None, &[]),
            called(cluster, make, None, &[Var(0), Var(1)]),
        ];
        let test = TestCase { statements };
        let [role] = second_roles(&test, cluster)[..] else {
            panic!("only the second one is made alike");
        };
        let tried = apart_from_itself(&test, role, cluster);
        assert_eq!(tried[0].len(), 3, "the first factory is not asked in vain");
        let StatementKind::Call { arguments, .. } = &tried[0].statements[2].kind else {
            panic!("{tried:?}");
        };
        let names = arguments
            .iter()
            .map(|var| match &tried[0].statement(*var).kind {
                StatementKind::Call { callable, .. } => cluster.callable(*callable).name.clone(),
                _ => String::new(),
            });
        assert_eq!(names.collect::<Vec<_>>(), ["comma", "quote"]);
    }

    #[test]
    fn each_role_that_is_taken_twice_is_found_and_what_is_made_of_the_same_number_is_taken_twice() {
        let java = "package p; public class Key { public Key(Time from, Time to, Time at) {} }";
        let mut key = described("p.Key", Vec::new());
        key.constructors = vec![public_method("<init>", "(Lp/Time;Lp/Time;Lp/Time;)V")];
        let mut time = described("p.Time", vec![function("of", "(I)Lp/Time;")]);
        time.constructors = Vec::new();
        let cluster = &mut cluster_of(java, vec![key, time]);
        let make = found("<init>", cluster);
        let ty = cluster.callable(make).parameters[0];
        let of = cluster.generators(ty).to_vec()[0];
        let int = cluster.callable(of).parameters[0];
        let number = |value| Statement {
            ty: int,
            kind: StatementKind::Literal(Literal::Int(value)),
        };
        let roles = |to: i32, third: u16| {
            let statements = vec![
                number(2),
                called(cluster, of, None, &[Var(0)]),
                number(to),
                called(cluster, of, None, &[Var(2)]),
                called(cluster, make, None, &[Var(1), Var(3), Var(third)]),
            ];
            let roles = second_roles(&TestCase { statements }, cluster);
            roles.iter().map(|it| it.position).collect::<Vec<_>>()
        };
        assert_eq!(roles(2, 1), [2, 1]);
        assert_eq!(roles(3, 1), [2]);
        assert_eq!(roles(3, 3), [2]);
    }

    #[test]
    fn an_empty_array_that_the_last_call_is_given_gets_an_element() {
        let java = "package p; class Desk { static void go(int[] ids) { } }";
        let go = function("go", "([I)V");
        let cluster = &mut cluster_of(java, vec![described("p.Desk", vec![go])]);
        let go = found("go", cluster);
        let ids = Statement {
            ty: cluster.callable(go).parameters[0],
            kind: StatementKind::Array {
                elements: Vars::new(),
            },
        };
        let statements = vec![ids, called(cluster, go, None, &[Var(0)])];
        let tried = with_an_element(&TestCase { statements }, cluster);
        let StatementKind::Array { elements } = &tried[0].statements[1].kind else {
            panic!("{tried:?}");
        };
        assert_eq!(elements[..], [Var(0)]);
        let number = &tried[0].statements[0].kind;
        assert!(matches!(number, StatementKind::Literal(Literal::Int(_))));
        assert_eq!(with_an_element(&tried[0], cluster), []);
        let held = |at: usize| match &tried[1].statements[at].kind {
            StatementKind::Array { elements } => elements.len(),
            _ => 0,
        };
        assert_eq!(held(2), 2, "{tried:?}");
        assert!(tried[1].is_well_formed(cluster), "{tried:?}");
    }

    #[test]
    fn letters_that_a_search_begins_with_become_words_of_the_same_length_and_case() {
        let spelt = |text: &str| spelt(&JavaString::from(text)).to_text();
        assert_eq!(spelt("aa-AA"), "hi-HI");
        assert_eq!(spelt("aaa\\aa"), "red\\hi");
        assert_eq!(spelt("Aaaa1"), "Text1");
        assert_eq!(spelt("--"), "--");
        assert_eq!(spelt("Tru\u{ffff}"), "Truz");
    }

    fn call(receiver: Option<u16>, arguments: &[u16]) -> Statement {
        Statement {
            ty: TypeId(0),
            kind: StatementKind::Call {
                callable: CallableId(0),
                receiver: receiver.map(Var),
                arguments: arguments.iter().copied().map(Var).collect(),
            },
        }
    }

    #[test]
    fn an_object_that_is_passed_to_itself_gets_another_one_beside_it() {
        let test = TestCase {
            statements: vec![call(None, &[]), call(Some(0), &[]), call(Some(0), &[0])],
        };
        let cluster = &mut TestCluster::default();
        let role = second_roles(&test, cluster)[0];
        let [made, used] = &apart_from_itself(&test, role, cluster)[..] else {
            panic!("there is a plain copy and one with its calls");
        };
        assert_eq!(
            made.statements,
            [
                call(None, &[]),
                call(Some(0), &[]),
                call(None, &[]),
                call(Some(0), &[2])
            ]
        );
        let copied = [call(None, &[]), call(Some(2), &[]), call(Some(0), &[2])];
        assert_eq!(used.statements[2..], copied);
        let apart = TestCase {
            statements: vec![call(None, &[]), call(None, &[]), call(Some(0), &[1])],
        };
        assert!(second_roles(&apart, cluster).is_empty());
    }

    #[test]
    fn an_object_that_is_asked_for_its_hash_has_another_one_made_alike_before_it() {
        let java = "package p; class Pen { public boolean hashCode() { return true; } }";
        let hash_code = public_method("hashCode", "()Z");
        let cluster = &mut cluster_of(java, vec![described("p.Pen", vec![hash_code])]);
        let new = called(cluster, found("<init>", cluster), None, &[]);
        let hash = |of: u16| called(cluster, found("hashCode", cluster), Some(Var(of)), &[]);
        let test = TestCase {
            statements: vec![new.clone(), hash(0)],
        };
        let asked = with_hash_of_another(&test, cluster).expect("it can be made again");
        assert_eq!(asked.statements, [new.clone(), new, hash(1), hash(0)]);
        assert_eq!(with_hash_of_another(&asked, cluster), None);
    }

    #[test]
    fn an_object_in_a_second_role_holds_something_else() {
        let literal = |contents: &str| Statement {
            ty: TypeId(0),
            kind: StatementKind::Literal(Literal::Text(contents.into())),
        };
        // A builder that is named makes a node, which is combined with itself.
        let test = TestCase {
            statements: vec![
                call(None, &[]),
                literal("hello"),
                call(Some(0), &[1]),
                call(Some(0), &[]),
                call(None, &[3, 3]),
            ],
        };
        let cluster = &mut TestCluster::default();
        let role = second_roles(&test, cluster)[0];
        let found = apart_from_itself(&test, role, cluster);
        let other = [
            call(None, &[]),
            literal("world"),
            call(Some(4), &[5]),
            call(Some(4), &[]),
            call(None, &[3, 7]),
        ];
        assert_eq!(found[0].statements[4..], other);
    }

    #[test]
    fn an_object_that_is_its_own_key_each_time_gets_one_other_key() {
        let mut cluster = TestCluster::default();
        let test = TestCase {
            statements: vec![call(None, &[]), call(Some(0), &[0]), call(Some(0), &[0])],
        };
        let found = always_apart_from_itself(&test, &mut cluster);
        let other = [
            call(None, &[]),
            call(None, &[]),
            call(Some(0), &[1]),
            call(Some(0), &[1]),
        ];
        assert!(found.iter().any(|one| one.statements == other), "{found:?}");
        assert!(found.iter().all(|one| one.statements[2..] == other[2..]));
    }

    #[test]
    fn a_number_is_made_of_digits() {
        let test = |text: &str, unit: u8| TestCase {
            statements: [
                Literal::Text(JavaString::from(text)),
                Literal::Char(unit.into()),
            ]
            .map(|literal| Statement {
                ty: TypeId(0),
                kind: StatementKind::Literal(literal),
            })
            .to_vec(),
        };
        assert_eq!(in_digits(&test("hello", b'x')), Some(test("12", b'7')));
        assert_eq!(in_digits(&test("1.5", b'3')), None);
    }

    #[test]
    fn a_setter_is_given_what_was_not_so_before() {
        let truth = |value: bool| Statement {
            ty: TypeId(0),
            kind: StatementKind::Literal(Literal::Boolean(value)),
        };
        let test = |value: bool| TestCase {
            statements: vec![call(None, &[]), truth(value), call(Some(0), &[1])],
        };
        assert_eq!(given_true(&test(false)), Some(test(true)));
        assert_eq!(given_true(&test(true)), None);
    }

    #[test]
    fn a_character_becomes_the_sign_that_its_name_asks_for() {
        let signs = |name: &str, c: u8| String::from_utf16_lossy(&signs_of(name, u16::from(c)));
        assert_eq!(signs("open", b'7'), "([");
        assert_eq!(signs("separator", b'a'), ",;");
        assert_eq!(signs("c", b'a'), "x");
        assert_eq!(signs("c", b'B'), "Y");
        assert_eq!(signs("c", b'7'), "");
    }

    #[test]
    fn fillers_and_signs_that_nobody_types_are_bland() {
        for text in ["", "a", "aAb ", "00", "Tru\u{ffff}", "\u{1}x"] {
            assert!(is_bland(&JavaString::from(text)), "{text:?}");
        }
        for text in ["true", "en_GB", "x\ty", "Alice"] {
            assert!(!is_bland(&JavaString::from(text)), "{text:?}");
        }
    }

    #[test]
    fn a_text_that_is_a_number_may_become_one_that_is_no_zero() {
        let mut cluster = TestCluster::default();
        let ty = cluster.intern(JavaType::class("java.lang.String"));
        let kind = StatementKind::Literal(Literal::Text("0".into()));
        let test = TestCase {
            statements: vec![Statement { ty, kind }],
        };
        assert_eq!(better(&test, &cluster, 0, 0)[0].to_text(), "42");
    }

    #[test]
    fn an_example_fits_where_one_value_was_passed_twice_or_was_null() {
        let mut cluster = TestCluster::default();
        let ty = cluster.intern(goalline_testcase::JavaType::Class {
            name: "java.lang.String".into(),
            arguments: [].into(),
        });
        let text = |text: &str| Statement {
            ty,
            kind: StatementKind::Literal(Literal::Text(JavaString::from(text))),
        };
        let null = Statement {
            ty,
            kind: StatementKind::Null,
        };
        let example = [
            ExampleValue::Text("frog".to_owned()),
            ExampleValue::Text("fog".to_owned()),
        ];
        let twice = TestCase {
            statements: vec![text("a"), call(None, &[0, 0])],
        };
        let own = with_own_arguments(&twice, 1);
        let shown = with_arguments(&own, 2, &example, &cluster).expect("it fits");
        assert_eq!(
            shown.statements,
            [text("frog"), text("fog"), call(None, &[0, 1])]
        );
        let with_null = TestCase {
            statements: vec![null.clone(), text("a"), call(None, &[0, 1])],
        };
        let shown = with_arguments(&with_null, 2, &example, &cluster).expect("it fits");
        assert_eq!(shown.statements[..2], [text("frog"), text("fog")]);
        let example = [ExampleValue::Text("foo".to_owned()), ExampleValue::Null];
        let shown = with_arguments(&with_null, 2, &example, &cluster).expect("it fits");
        assert_eq!(shown.statements[..2], [text("foo"), null]);
    }

    #[test]
    fn the_property_of_a_setter_says_what_text_is_asked_for_where_its_parameter_does_not() {
        let encodings = parameter_words("encoding");
        assert_eq!(asked_words("setEncoding", true, "enc"), encodings);
        assert_eq!(asked_words("add", true, "encoding"), encodings);
        assert_eq!(asked_words("encoding", true, "name"), encodings);
        assert_eq!(asked_words("isEmail", true, "s"), parameter_words("email"));
        assert_eq!(
            asked_words("setEncoding", false, "thing"),
            parameter_words("thing")
        );
    }

    #[test]
    fn names_are_those_of_the_kind_of_thing_that_has_them() {
        let of = |class, method| name_of_one(class, method).map(|words| words[0]);
        assert_eq!(of("shop.Pet", "setName"), Some("Leo"));
        assert_eq!(of("shop.Owner", "getPet"), Some("Leo"));
        assert_eq!(of("shop.vip.Customer", "Customer"), Some("Alice"));
        assert_eq!(of("shop.PetDetails$PetDetailsBuilder", "name"), Some("Leo"));
        assert_eq!(of("shop.PetType", "PetType"), None);
        assert_eq!(of("shop.Shelf", "setName"), None);
        assert_eq!(of("shop.Shelf", "find"), None);
    }

    #[test]
    fn a_long_text_full_of_signs_is_tried_in_letters() {
        let garbled = JavaString::from("L9sE\\thand{4} he[xx]  dig(its) \\u+1");
        assert!(is_garbled(&garbled));
        assert!(
            is_garbled(&JavaString::from("zzzzzINDEX")) && !is_garbled(&JavaString::from("zoo"))
        );
        let found = in_letters(&garbled).into_iter();
        let found: Vec<String> = found.map(|text| text.to_text()).collect();
        assert_eq!(found[0], "exampleexampleexampleexampleexample");
        assert!(found[1].ends_with("e) \\u+1"), "{found:?}");
        assert!(found[2].starts_with("L9sE\\texample"), "{found:?}");
        assert!(!is_garbled(&JavaString::from(
            "https://example.com/docs/readme.md"
        )));
    }

    #[test]
    fn texts_that_fit_each_other_are_tried_together() {
        let java = "package p; class V { boolean isDate(String value, String datePattern) { return true; } }";
        let mut is_date = public_method("isDate", "(Ljava/lang/String;Ljava/lang/String;)Z");
        is_date.parameter_names = ["value", "datePattern"].map(str::to_owned).to_vec();
        let cluster = &mut cluster_of(java, vec![described("p.V", vec![is_date])]);
        let filler = text_of(cluster, "42");
        let asked = called(cluster, found("isDate", cluster), None, &[Var(0), Var(1)]);
        let test = TestCase {
            statements: vec![filler.clone(), filler, asked],
        };
        let tried = of_all_kinds(&test, cluster);
        let texts = tried[0].statements[..2].iter().map(|it| it.kind.clone());
        let literal = |text: &str| StatementKind::Literal(Literal::Text(text.into()));
        let expected = ["2024-02-29", parameter_words("datePattern")[0]].map(literal);
        assert_eq!(texts.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_documented_value_takes_the_type_of_the_one_it_replaces() {
        assert_eq!(
            of_same_type(&Literal::Long(0), &ExampleValue::Whole(4)),
            Some(Literal::Long(4))
        );
        assert_eq!(
            of_same_type(&Literal::Int(49), &ExampleValue::Char(49)),
            Some(Literal::Int(49))
        );
        assert_eq!(
            of_same_type(&Literal::Byte(0), &ExampleValue::Whole(400)),
            None
        );
        let text = Literal::Text(JavaString::from("a"));
        assert_eq!(of_same_type(&text, &ExampleValue::Whole(4)), None);
    }
}
