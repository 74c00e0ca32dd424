//! What a call keeps: takes a minimised test whose last call is given something blank, and so leaves alone what it
//! would set otherwise, gives one in which the receiver has that before, wherever the goals allow. That an update
//! without an address keeps the address shows only where there is one.

use goalline_testcase::{
    CallableKind, ExecutorError, Observation, ObservedPart, Shape, Statement, StatementKind,
    TestCase, TestCluster, TypeId, Var, Vars,
};

use super::{
    Judge, Minimisation,
    arranging::{Role, other_value, telling},
    copied_properties::with_properties,
    state_to_change::{CallOnObject, observing},
    values::meaningful::first_that_works,
};
use crate::Ending;

/// Blank arguments that are tried with something in their place, at most.
const MOST_BLANK: usize = 6;

/// Most parameters of a constructor that gives its object what it has: a test is to be read.
const MOST_PARAMETERS: usize = 6;

/// Properties that are tried, at most.
const MOST_PROPERTIES: usize = 8;

/// The test in which the last call keeps something, where it ends well, its receiver is new, and what it was given is
/// why the receiver still has nothing there.
pub(super) fn with_kept_state(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let receiver = new_receiver(&test, minimisation.cluster);
    let is_possible =
        judge.ending == Some(Ending::Passed) && is_about_property(&test, minimisation.cluster);
    let Some(receiver) = receiver.filter(|_| is_possible) else {
        return Ok(test);
    };
    let left = left_alone(&test, receiver, minimisation)?;
    if left.is_empty() {
        return Ok(test);
    }
    let mut keeping = Vec::new();
    for candidate in richer(&test, receiver, minimisation.cluster) {
        if keeps(&candidate, &left, minimisation)? {
            keeping.push(candidate.test);
        }
    }
    first_that_works(test, keeping, minimisation, judge)
}

/// The object of the last call, a method under test, that a constructor made and nothing else was done with.
fn new_receiver(test: &TestCase, cluster: &TestCluster) -> Option<Var> {
    let call = CallOnObject::last_of(test)?;
    let act = cluster.callable(call.callable);
    let is_act = act.is_under_test && act.kind == CallableKind::Method;
    let is_new = matches!(&test.statement(call.receiver).kind,
        StatementKind::Call { callable, receiver: None, .. }
            if cluster.callable(*callable).kind == CallableKind::Constructor);
    (is_act && is_new && test.users(call.receiver).len() == 1).then_some(call.receiver)
}

/// Whether a blank argument of the last call is called as something that the class tells of its objects: without that
/// no test would show what was kept, and none has to be run.
fn is_about_property(test: &TestCase, cluster: &TestCluster) -> bool {
    let Some(call) = CallOnObject::last_of(test) else {
        return false;
    };
    let act = cluster.callable(call.callable);
    let tells = |property: &str| {
        let mut own = cluster.under_test().iter().map(|id| cluster.callable(*id));
        own.any(|it| {
            let name = it.name.strip_prefix("get").or(it.name.strip_prefix("is"));
            let name = name.unwrap_or(&it.name);
            it.owner == act.owner && it.parameters.is_empty() && name.eq_ignore_ascii_case(property)
        })
    };
    let mut given = act.parameter_names.iter().zip(call.arguments);
    given.any(|(name, var)| test.statement(*var).kind.is_blank() && tells(name))
}

/// What the object says of itself that is nothing, and would be something if a blank argument were none.
fn left_alone(
    test: &TestCase,
    receiver: Var,
    minimisation: &mut Minimisation<'_>,
) -> Result<Vec<ObservedPart>, ExecutorError> {
    let mut tests = vec![test.clone()];
    tests.extend(filled_in(test, minimisation.cluster));
    if tests.len() == 1 {
        return Ok(Vec::new());
    }
    let options = observing(minimisation);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &tests, options)?;
    let own = state(&runs[0].observations, receiver);
    let nothing = own.filter(|one| one.observed.is_nothing());
    let is_set = |one: &&Observation| {
        runs[1..].iter().any(|run| {
            let mut told = state(&run.observations, receiver);
            told.any(|it| it.subject == one.subject && !it.observed.is_nothing())
        })
    };
    Ok(nothing
        .filter(is_set)
        .map(|one| one.subject.clone())
        .collect())
}

/// The test with something in place of each blank argument of its last call.
pub(super) fn filled_in(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some(call) = CallOnObject::last_of(test) else {
        return Vec::new();
    };
    let callable = cluster.callable(call.callable);
    let places: Vec<(usize, Role)> = call
        .arguments
        .iter()
        .enumerate()
        .filter(|(_, var)| test.statement(**var).kind.is_blank())
        .map(|(position, _)| (position, Role::of_parameter(callable, position)))
        .collect();
    let mut found = Vec::new();
    for (position, role) in places.into_iter().take(MOST_BLANK) {
        let mut changed = test.clone();
        let Some(mut last) = changed.statements.pop() else {
            continue;
        };
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &mut last.kind
        else {
            continue;
        };
        let ty = cluster.callable(*callable).parameters[position];
        if let Some(value) = telling(&mut changed, ty, &role, 0, cluster) {
            arguments[position] = value;
            changed.statements.push(last);
            found.push(changed);
        }
    }
    found
}

/// A test whose receiver has more than before.
struct Richer {
    test: TestCase,
    receiver: Var,
}

/// The test with a receiver that a longer constructor made, and with one of which one property was set.
fn richer(test: &TestCase, receiver: Var, cluster: &mut TestCluster) -> Vec<Richer> {
    let mut found: Vec<Richer> = made_of_more(test, receiver, cluster).into_iter().collect();
    let act = CallOnObject::last_of(test).map(|call| call.callable);
    let mut setters = cluster.uses(test.statement(receiver).ty).to_vec();
    setters.retain(|id| {
        let called = cluster.callable(*id);
        let is_setter = called.kind == CallableKind::Method && called.name.starts_with("set");
        let is_plain = |ty: &TypeId| is_plain(cluster.shape(*ty));
        is_setter && matches!(&called.parameters[..], [only] if is_plain(only)) && Some(*id) != act
    });
    for setter in setters.into_iter().take(MOST_PROPERTIES) {
        let test = with_properties(test, receiver, &[setter], cluster);
        found.extend(test.map(|test| Richer { test, receiver }));
    }
    found
}

fn is_plain(shape: Shape) -> bool {
    matches!(
        shape,
        Shape::Primitive(_) | Shape::Boxed(_) | Shape::Text | Shape::Enum
    )
}

/// The test with the constructor of the receiver that takes most, of those that take plain values alone.
fn made_of_more(test: &TestCase, receiver: Var, cluster: &mut TestCluster) -> Option<Richer> {
    let Statement {
        ty,
        kind: StatementKind::Call { callable, .. },
    } = test.statement(receiver)
    else {
        return None;
    };
    let least = cluster.callable(*callable).parameters.len();
    let mut makers = cluster.generators(*ty).to_vec();
    makers.retain(|maker| {
        let maker = cluster.callable(*maker);
        maker.kind == CallableKind::Constructor
            && maker.returns == *ty
            && (least + 1..=MOST_PARAMETERS).contains(&maker.parameters.len())
            && maker
                .parameters
                .iter()
                .all(|it| is_plain(cluster.shape(*it)))
    });
    let maker = makers
        .into_iter()
        .max_by_key(|maker| cluster.callable(*maker).parameters.len())?;
    let at = usize::from(receiver.0);
    let mut head = TestCase {
        statements: test.statements[..at].to_vec(),
    };
    let mut arguments = Vars::new();
    for (position, parameter) in cluster
        .callable(maker)
        .parameters
        .clone()
        .iter()
        .enumerate()
    {
        let role = Role::of_parameter(cluster.callable(maker), position);
        arguments.push(other_value(&mut head, *parameter, &role, test, cluster)?);
    }
    let added = head.statements.split_off(at);
    let receiver = Var((at + added.len()) as u16);
    let mut changed = test.clone();
    changed.insert(at, added);
    changed.statements[usize::from(receiver.0)].kind = StatementKind::Call {
        callable: maker,
        receiver: None,
        arguments,
    };
    let gone = changed.remove_unused();
    let receiver = Var(receiver.0 - gone as u16);
    changed.is_well_formed(cluster).then_some(Richer {
        test: changed,
        receiver,
    })
}

/// Whether the last call leaves something that was there, of these parts.
fn keeps(
    candidate: &Richer,
    left: &[ObservedPart],
    minimisation: &mut Minimisation<'_>,
) -> Result<bool, ExecutorError> {
    let Richer { test, receiver } = candidate;
    let before = TestCase {
        statements: test.statements[..test.len() - 1].to_vec(),
    };
    let options = observing(minimisation);
    let tests = [before, test.clone()];
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &tests, options)?;
    let mut after = state(&runs[1].observations, *receiver);
    Ok(after.any(|one| {
        let was_so = state(&runs[0].observations, *receiver).any(|it| it == one);
        was_so && left.contains(&one.subject) && !one.observed.is_nothing()
    }))
}

/// What the inspectors of an object say.
fn state(observations: &[Observation], object: Var) -> impl Iterator<Item = &Observation> {
    observations.iter().filter(move |one| {
        one.var == object && matches!(one.subject, ObservedPart::Inspector { .. })
    })
}

#[cfg(test)]
mod tests {
    use goalline_testcase::Literal;

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named, text};

    /// A user with a name and an age, who may be told a new name.
    fn users() -> TestCluster {
        users_told("name")
    }

    /// The same, told something that is called so.
    fn users_told(parameter: &str) -> TestCluster {
        let java = "package p; class User { User() {} User(String name, int age) {} void update(String name) {} }";
        let mut update = method("update", "(Ljava/lang/String;)V");
        update.parameter_names = vec![parameter.to_owned()];
        let mut user = class(
            "p.User",
            vec![
                update,
                method("setName", "(Ljava/lang/String;)V"),
                method("getName", "()Ljava/lang/String;"),
            ],
        );
        user.constructors
            .push(method("<init>", "(Ljava/lang/String;I)V"));
        cluster_of(java, vec![user])
    }

    /// `new User().update(name)`
    fn update(name: &str, cluster: &mut TestCluster) -> TestCase {
        let (make, act) = (named("<init>", cluster), named("update", cluster));
        TestCase {
            statements: vec![
                call(cluster, make, None, &[]),
                text(cluster, name),
                call(cluster, act, Some(Var(0)), &[Var(1)]),
            ],
        }
    }

    fn words_of(test: &TestCase) -> Vec<String> {
        let word = |statement: &Statement| match &statement.kind {
            StatementKind::Literal(Literal::Text(it)) => Some(it.to_text()),
            _ => None,
        };
        test.statements.iter().filter_map(word).collect()
    }

    #[test]
    fn a_blank_argument_is_looked_at_where_the_class_tells_what_it_is_called() {
        for (parameter, expected) in [("name", true), ("title", false)] {
            let cluster = &mut users_told(parameter);
            let blank = update("", cluster);
            assert_eq!(is_about_property(&blank, cluster), expected, "{parameter}");
            let said = update("Ann", cluster);
            assert!(!is_about_property(&said, cluster));
        }
    }

    #[test]
    fn what_is_blank_is_filled_in_and_what_is_not_stays() {
        let cluster = &mut users();
        let blank = update("", cluster);
        let filled = filled_in(&blank, cluster);
        assert_eq!(filled.len(), 1);
        let StatementKind::Call { arguments, .. } = &filled[0].statements[3].kind else {
            panic!("it ends with the call");
        };
        assert_eq!(arguments[..], [Var(2)]);
        assert_ne!(words_of(&filled[0])[1], "");
        let said = update("Ann", cluster);
        assert!(filled_in(&said, cluster).is_empty());
    }

    #[test]
    fn a_receiver_that_is_new_is_made_of_more_by_other_values_than_the_tests() {
        let cluster = &mut users();
        let plain = words_of(&richer(&update("", cluster), Var(0), cluster)[0].test);
        let test = update(&plain[0], cluster);
        assert_eq!(new_receiver(&test, cluster), Some(Var(0)));
        let richer = richer(&test, Var(0), cluster);
        let made = &richer[0];
        assert_eq!(made.receiver, Var(2), "{:?}", made.test);
        assert!(matches!(&made.test.statement(Var(2)).kind,
            StatementKind::Call { arguments, .. } if arguments.len() == 2));
        let said = words_of(&made.test);
        assert_ne!(said[0], said[1], "each is told from the other");
        let set = &richer[1];
        assert_eq!(set.receiver, Var(0));
        assert_eq!(set.test.users(Var(0)).len(), 2, "it is set, then asked");
        let mut used = test.clone();
        used.statements.push(test.statements[2].clone());
        assert_eq!(new_receiver(&used, cluster), None);
    }
}
