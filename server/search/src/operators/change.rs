//! Change: takes a test, alters each statement with a probability by its length: a literal, a parameter, a callable,
//! an element.

use goalline_testcase::{Literal, Shape, Statement, StatementKind, TestCase, TypeId, Var};
use rand::{Rng, seq::IteratorRandom};

use crate::operators::{
    literal_values::peers,
    surgery,
    test_factory::{NeededRole, TestFactory},
};

/// Changes statements, as many on average as is set.
pub(super) fn change(factory: &mut TestFactory<'_>, test: &mut TestCase, _end: usize) {
    let chance = factory.parameters.chance_per_statement(test.len());
    for at in (0..test.len()).rev() {
        if factory.rng.random_bool(chance) {
            change_at(factory, test, at);
        }
    }
}

fn change_at(factory: &mut TestFactory<'_>, test: &mut TestCase, at: usize) {
    let statement = &test.statements[at];
    let ty = statement.ty;
    match &statement.kind {
        StatementKind::Literal(literal) => {
            let literal = literal.clone();
            let is_primitive = matches!(factory.cluster.shape(ty), Shape::Primitive(_));
            test.statements[at].kind = if !is_primitive
                && !factory.cluster.needs_object(test, Var(at as u16))
                && factory.rng.random_bool(0.03)
            {
                StatementKind::Null
            } else {
                StatementKind::Literal(changed_literal(factory, test, at, &literal))
            };
        }
        StatementKind::Null => {
            rebuild(factory, test, at, |factory, head| {
                let shape = factory.cluster.shape(ty);
                factory.fresh(head, ty, shape, 0)
            });
        }
        StatementKind::Call { .. } => change_call(factory, test, at),
        StatementKind::Array { .. } => change_array(factory, test, at),
        StatementKind::TestDouble { .. } => change_test_double(factory, test, at),
    }
}

/// Another value; of a text now and then one that is akin to another text of the test, as parsers want their inputs.
fn changed_literal(
    factory: &mut TestFactory<'_>,
    test: &TestCase,
    at: usize,
    literal: &Literal,
) -> Literal {
    if let Literal::Text(_) = literal
        && factory.rng.random_bool(factory.parameters.kin)
        && let Some(peer) = peers(test, at).choose(factory.rng)
    {
        return Literal::Text(factory.literals().kin(peer));
    }
    factory.literals().mutated(literal)
}

/// Replaces the statement at `at` by what `build` appends to the statements before it; without that, nothing changes.
fn rebuild(
    factory: &mut TestFactory<'_>,
    test: &mut TestCase,
    at: usize,
    build: impl FnOnce(&mut TestFactory<'_>, &mut TestCase) -> Option<Var>,
) {
    let mut tail = surgery::split(test, at);
    let old = tail.remove(0);
    factory.room = factory.parameters.max_length.saturating_sub(tail.len());
    let value = build(factory, test).unwrap_or_else(|| {
        test.statements.truncate(at);
        test.statements.push(old);
        Var(at as u16)
    });
    // What is done to a new object stands behind it.
    let by = test.len() - (at + 1);
    for statement in &mut tail {
        statement
            .kind
            .visit_uses_mut(|used| match usize::from(used.0) {
                place if place == at => *used = value,
                place if place > at => used.0 += by as u16,
                _ => {}
            });
    }
    test.statements.append(&mut tail);
}

/// Builds a value before the statement at `at`; gives it with the statement's new place.
fn value_before(
    factory: &mut TestFactory<'_>,
    test: &mut TestCase,
    at: usize,
    ty: TypeId,
    role: NeededRole,
) -> Option<(Var, usize)> {
    built_before(factory, test, at, |factory, head| {
        factory.value(head, ty, role, 1)
    })
}

/// The same for whatever gives a value.
pub(super) fn built_before(
    factory: &mut TestFactory<'_>,
    test: &mut TestCase,
    at: usize,
    build: impl FnOnce(&mut TestFactory<'_>, &mut TestCase) -> Option<Var>,
) -> Option<(Var, usize)> {
    let tail = surgery::split(test, at);
    factory.room = factory.parameters.max_length.saturating_sub(tail.len());
    let value = build(factory, test);
    if value.is_none() {
        test.statements.truncate(at);
    }
    let by = surgery::join(test, tail, at);
    value.map(|var| (var, at + by))
}

fn change_call(factory: &mut TestFactory<'_>, test: &mut TestCase, at: usize) {
    let StatementKind::Call {
        callable,
        receiver,
        arguments,
    } = &test.statements[at].kind
    else {
        return;
    };
    let (callable, has_receiver) = (*callable, receiver.is_some());
    let slots = arguments.len() + usize::from(has_receiver);
    if slots == 0 || factory.rng.random_bool(0.25) {
        change_callable(factory, test, at);
        return;
    }
    let slot = factory.rng.random_range(0..slots);
    let called = factory.cluster.callable(callable);
    let (ty, role) = match called.receiver {
        Some(ty) if slot == 0 => (ty, NeededRole::Receiver),
        Some(_) => (called.parameters[slot - 1], NeededRole::Argument),
        None => (called.parameters[slot], NeededRole::Argument),
    };
    if let Some((value, at)) = value_before(factory, test, at, ty, role)
        && let StatementKind::Call {
            receiver,
            arguments,
            ..
        } = &mut test.statements[at].kind
    {
        match receiver {
            Some(receiver) if slot == 0 => *receiver = value,
            Some(_) => arguments[slot - 1] = value,
            None => arguments[slot] = value,
        }
    }
}

/// Calls something else: where the value is used, another generator of its type, else another callable under test.
fn change_callable(factory: &mut TestFactory<'_>, test: &mut TestCase, at: usize) {
    let ty = test.statements[at].ty;
    let is_used = surgery::uses(test, Var(at as u16)) > 0;
    let chosen = if is_used {
        factory.generator(ty, 0)
    } else {
        factory.focus.choose(factory.rng)
    };
    let Some(callable) = chosen else { return };
    if is_used && !stands_for(factory, factory.cluster.callable(callable).returns, ty) {
        return;
    }
    rebuild(factory, test, at, |factory, head| {
        factory.append_call(head, callable, 0)
    });
}

/// Whether a variable of the one type can take the place of one of the other type wherever that is used: boxing is not
/// transitive, so values that box or unbox only stand for their own type.
fn stands_for(factory: &TestFactory<'_>, new: TypeId, old: TypeId) -> bool {
    let is_plain = |ty| {
        !matches!(
            factory.cluster.shape(ty),
            Shape::Primitive(_) | Shape::Boxed(_)
        )
    };
    new == old || (is_plain(new) && is_plain(old))
}

fn change_array(factory: &mut TestFactory<'_>, test: &mut TestCase, at: usize) {
    let Statement {
        ty,
        kind: StatementKind::Array { elements },
    } = &mut test.statements[at]
    else {
        return;
    };
    let Shape::Array(element) = factory.cluster.shape(*ty) else {
        return;
    };
    let count = elements.len();
    let choice = factory.rng.random_range(0..3);
    if choice == 0 && count > 0 {
        elements.remove(factory.rng.random_range(0..count));
        return;
    }
    let others = elements.clone();
    let built = built_before(factory, test, at, |factory, head| {
        factory.element(head, element, &others, 1)
    });
    let Some((value, at)) = built else {
        return;
    };
    let StatementKind::Array { elements } = &mut test.statements[at].kind else {
        return;
    };
    if choice == 1 && count > 0 {
        elements[factory.rng.random_range(0..count)] = value;
    } else {
        elements.insert(factory.rng.random_range(0..=count), value);
    }
}

/// Another value for a parameter of the constructor that the double calls.
fn change_constructor_argument(
    factory: &mut TestFactory<'_>,
    test: &mut TestCase,
    at: usize,
    slot: usize,
) {
    let double = factory.cluster.test_double(test.statements[at].ty);
    let Some(constructor) = double.and_then(|it| it.constructor) else {
        return;
    };
    let wanted = factory.cluster.callable(constructor).parameters[slot];
    if let Some((value, at)) = value_before(factory, test, at, wanted, NeededRole::Argument)
        && let StatementKind::TestDouble { arguments, .. } = &mut test.statements[at].kind
    {
        arguments[slot] = value;
    }
}

fn change_test_double(factory: &mut TestFactory<'_>, test: &mut TestCase, at: usize) {
    let Statement {
        ty,
        kind: StatementKind::TestDouble {
            answers, arguments, ..
        },
    } = &test.statements[at]
    else {
        return;
    };
    let ty = *ty;
    if !arguments.is_empty() && factory.rng.random_bool(0.5) {
        let slot = factory.rng.random_range(0..arguments.len());
        change_constructor_argument(factory, test, at, slot);
        return;
    }
    if answers.is_empty() || factory.rng.random_bool(0.3) {
        let shape = factory.cluster.shape(ty);
        rebuild(factory, test, at, |factory, head| {
            factory.fresh(head, ty, shape, 0)
        });
        return;
    }
    let slot = factory.rng.random_range(0..answers.len());
    let answer = &answers[slot];
    let questions = factory.questions.of(ty).iter();
    let known = questions
        .filter(|it| it.name == answer.method && it.descriptor == answer.descriptor)
        .map(|it| it.returns)
        .choose(factory.rng);
    let Some(returns) = factory.cluster.test_double(ty).and_then(|double| {
        let method = double.methods.iter().find(|method| {
            method.name == answer.method && method.descriptor == answer.descriptor
        })?;
        Some(known.unwrap_or(method.returns))
    }) else {
        return;
    };
    if let Some((value, at)) = value_before(factory, test, at, returns, NeededRole::Argument)
        && let StatementKind::TestDouble { answers, .. } = &mut test.statements[at].kind
    {
        answers[slot].value = value;
    }
}
