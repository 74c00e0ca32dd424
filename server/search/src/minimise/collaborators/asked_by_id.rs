//! What is found by its id has this id: takes a minimised test in which a mock is asked for the object of an id and
//! answers with one of another, gives one in which both are the same, wherever the goals allow. That a repository gives
//! the owner 2 to whoever asks for 3 makes a reader wonder, and so does one that gives the very object that is to be
//! stored.

use std::collections::BTreeSet;

use goalline_testcase::{
    Answer, JavaType, Literal, Statement, StatementKind, TestCase, TestCluster, Var, looks_up,
};

use crate::minimise::{
    EditKind, TestEdit,
    arranging::Role,
    texts_for_objects::takes_any_object,
    values::meaningful::{SecondRole, in_role, with_its_own},
};

/// Ends of names of methods that look something up by its id.
const LOOKING_UP: [&str; 5] = ["ById", "ByPrimaryKey", "getOne", "getReference", "getById"];

/// The test whose objects that mocks answer with have the id that the last call is given, by itself or in an object.
pub(in crate::minimise) fn with_ids_asked_for(
    test: &TestCase,
    cluster: &TestCluster,
) -> Vec<TestCase> {
    let Some(StatementKind::Call {
        callable,
        arguments,
        ..
    }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let names = &cluster.callable(*callable).parameter_names;
    let is_id = |name: &str| name == "id" || name.ends_with("Id") || name.ends_with("_id");
    let id = |var: &Var| match &test.statement(*var).kind {
        StatementKind::Literal(
            literal @ (Literal::Int(_) | Literal::Long(_) | Literal::Text(_)),
        ) => Some(literal.clone()),
        _ => None,
    };
    let given = arguments.iter().zip(names).filter(|(_, name)| is_id(name));
    let mut ids: Vec<Literal> = given.filter_map(|(var, _)| id(var)).collect();
    let mut objects = found_objects(test, is_by_id, cluster);
    if ids.is_empty() {
        // What is to be stored in place of what is found has its id.
        let of_id = |it: &&Var| id_of(test, **it, cluster).and_then(|var| id(&var));
        let stored: Vec<&Var> = arguments.iter().filter(|it| of_id(it).is_some()).collect();
        objects.retain(|found| {
            let is_alike = |it: &&Var| test.statement(**it).ty == test.statement(*found).ty;
            !stored.contains(&found) && stored.iter().any(is_alike)
        });
        ids.extend(stored.iter().filter_map(of_id));
    }
    // Of two nobody knows whose each is.
    if ids.len() > 1 {
        return Vec::new();
    }
    let places: Vec<Var> = objects
        .iter()
        .filter_map(|object| id_of(test, *object, cluster))
        .collect();
    let mut found = Vec::new();
    for asked in &ids {
        let mut changed = test.clone();
        for place in &places {
            let kind = &mut changed.statements[usize::from(place.0)].kind;
            let is_alike = matches!(kind, StatementKind::Literal(own)
                if std::mem::discriminant(own) == std::mem::discriminant(asked));
            if is_alike {
                *kind = StatementKind::Literal(asked.clone());
            }
        }
        if changed != *test {
            let apart = beside_others(&changed, asked, &objects, cluster);
            found.push(changed);
            found.extend(apart);
        }
    }
    found
}

/// The test in which whatever is found by something else, and is not given as well, has an id of its own; none where
/// nothing has this one.
fn beside_others(
    test: &TestCase,
    asked: &Literal,
    by_id: &[Var],
    cluster: &TestCluster,
) -> Option<TestCase> {
    let mut other = next_id(asked)?;
    let given = match &test.statements.last()?.kind {
        StatementKind::Call { arguments, .. } => &arguments[..],
        _ => &[],
    };
    let has_it = |object: &Var| {
        let id = id_of(test, *object, cluster).map(|it| &test.statement(it).kind);
        !by_id.contains(object)
            && !given.contains(object)
            && matches!(id, Some(StatementKind::Literal(literal)) if literal == asked)
    };
    let others = found_objects(test, looks_up, cluster);
    let setters = others.into_iter().filter(has_it);
    let setters = setters.filter_map(|it| setter_of_id(test, it, cluster));
    // The last one first: what is put before it moves none before it.
    let setters: BTreeSet<Var> = setters.collect();
    let mut changed = test.clone();
    for setter in setters.into_iter().rev() {
        let at = usize::from(setter.0);
        let StatementKind::Call { arguments, .. } = &changed.statements[at].kind else {
            return None;
        };
        let ty = changed.statement(*arguments.first()?).ty;
        let kind = StatementKind::Literal(other.clone());
        changed.insert(at, vec![Statement { ty, kind }]);
        if let StatementKind::Call { arguments, .. } = &mut changed.statements[at + 1].kind {
            *arguments = [Var(at as u16)].into_iter().collect();
        }
        other = next_id(&other)?;
    }
    (changed != *test).then_some(changed)
}

fn next_id(id: &Literal) -> Option<Literal> {
    match id {
        Literal::Int(id) => id.checked_add(1).map(Literal::Int),
        Literal::Long(id) => id.checked_add(1).map(Literal::Long),
        _ => None,
    }
}

/// What was set of objects that mocks find, but their ids, each left out: of one that was given as well it was copied.
pub(in crate::minimise) fn properties_of_found(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestEdit> {
    let mut edits = Vec::new();
    for object in found_objects(test, looks_up, cluster) {
        let properties = cluster.properties(test.statement(object).ty).to_vec();
        let id = setter_of_id(test, object, cluster);
        for user in test.users(object) {
            let is_set = matches!(&test.statement(user).kind,
                StatementKind::Call { callable, receiver, .. }
                    if *receiver == Some(object) && properties.contains(callable));
            if is_set && Some(user) != id {
                edits.push(TestEdit {
                    at: usize::from(user.0),
                    change: EditKind::Removed,
                });
            }
        }
    }
    edits
}

/// The test whose last call is given an object of its own in place of each one that a mock finds: what is kept of the
/// one that was found, and what of the one that was given, shows of two alone.
pub(in crate::minimise) fn with_another_given(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let Some(StatementKind::Call {
        callable,
        arguments,
        ..
    }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let objects = found_objects(test, looks_up_one, cluster);
    let is_made = |var: &Var| {
        matches!(
            test.statement(*var).kind,
            StatementKind::Call { receiver: None, .. }
        )
    };
    let roles = arguments.iter().enumerate();
    let roles = roles.filter(|(_, var)| objects.contains(var) && is_made(var));
    let mut found = Vec::new();
    for (position, object) in roles {
        let role = SecondRole {
            at: test.len() - 1,
            position,
            object: *object,
        };
        let called = cluster.callable(*callable);
        let asked = called.parameters.get(position).map(|ty| cluster.ty(*ty));
        if asked.is_some_and(takes_any_object) {
            let name = called.parameter_names.get(position).cloned();
            let name = name.unwrap_or_default();
            let told = Literal::Text(Role { name, position }.text().into());
            let literal = Statement {
                ty: cluster.intern(JavaType::class("java.lang.String")),
                kind: StatementKind::Literal(told),
            };
            found.push(in_role(test, role, vec![literal], Var(role.at as u16)));
        }
        found.push(with_its_own(test, role, true));
    }
    found.retain(|it| it.is_well_formed(cluster));
    found
}

/// Whether a method of this name looks something up by its id.
fn is_by_id(method: &str) -> bool {
    LOOKING_UP.iter().any(|end| method.ends_with(end))
}

/// Whether a method of this name looks something up, by its id or by something else.
fn looks_up_one(method: &str) -> bool {
    is_by_id(method) || looks_up(method)
}

/// The objects that mocks answer with when they are asked by such a method, out of what wraps them.
fn found_objects(test: &TestCase, is_asked: fn(&str) -> bool, cluster: &TestCluster) -> Vec<Var> {
    let is_found = |answer: &&Answer| !answer.throws && is_asked(&answer.method);
    let answers = test.statements.iter().flat_map(|it| match &it.kind {
        StatementKind::TestDouble { answers, .. } => &answers[..],
        _ => &[],
    });
    let values = answers.filter(is_found).map(|answer| answer.value);
    values
        .map(|value| unwrapped(test, value, cluster))
        .collect()
}

/// `owner` of `Optional.of(owner)`.
fn unwrapped(test: &TestCase, value: Var, cluster: &TestCluster) -> Var {
    match &test.statement(value).kind {
        StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } if arguments.len() == 1
            && cluster.callable(*callable).owner.starts_with("java.util.") =>
        {
            unwrapped(test, arguments[0], cluster)
        }
        _ => value,
    }
}

/// The value that the object is given as its id, by a setter.
fn id_of(test: &TestCase, object: Var, cluster: &TestCluster) -> Option<Var> {
    let setter = setter_of_id(test, object, cluster)?;
    match &test.statement(setter).kind {
        StatementKind::Call { arguments, .. } => arguments.first().copied(),
        _ => None,
    }
}

/// The call that gives the object its id.
fn setter_of_id(test: &TestCase, object: Var, cluster: &TestCluster) -> Option<Var> {
    let mut users = test.users(object).into_iter();
    users.find(|user| {
        matches!(&test.statement(*user).kind, StatementKind::Call { callable, receiver, .. }
            if cluster.callable(*callable).name == "setId" && *receiver == Some(object))
    })
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{DoubleStyle, JavaType, Primitive, Statement};

    use super::*;
    use crate::{
        minimise::{
            beside_what_is_found,
            small_classes::{call, class, cluster_of, function, method, minimising, named},
        },
        scripted::ScriptedExecutor,
    };
    use goalline_testcase::Outcome;

    fn number(cluster: &mut TestCluster, value: i32) -> Statement {
        Statement {
            ty: cluster.intern(JavaType::Primitive(Primitive::Int)),
            kind: StatementKind::Literal(Literal::Int(value)),
        }
    }

    /// A mock of this type that finds the pen which the first statement makes.
    fn finding_the_first(stores: goalline_testcase::TypeId) -> Statement {
        let answer = Answer {
            method: "findById".into(),
            descriptor: "(I)Lp/Pen;".into(),
            value: Var(0),
            throws: false,
        };
        Statement {
            ty: stores,
            kind: StatementKind::test_double(DoubleStyle::Mock, vec![answer]),
        }
    }

    #[test]
    fn what_is_found_has_the_id_that_was_asked_for() {
        let java =
            "package p; class Desk { static Pen take(Store store, int id) { return null; } }";
        let mut take = function("take", "(Lp/Store;I)Lp/Pen;");
        take.parameter_names = vec!["store".to_owned(), "penId".to_owned()];
        let store = class("p.Store", vec![method("findById", "(I)Lp/Pen;")]);
        let pen = class("p.Pen", vec![method("setId", "(I)V")]);
        let classes = vec![class("p.Desk", vec![take]), store, pen];
        let cluster = &mut cluster_of(java, classes);
        let [pens, stores] = ["p.Pen", "p.Store"].map(|name| cluster.intern(JavaType::class(name)));
        let new_pen = cluster.generators(pens)[0];
        let set_id = cluster.uses(pens).to_vec();
        let set_id = set_id
            .into_iter()
            .find(|id| cluster.callable(*id).name == "setId");
        let store = finding_the_first(stores);
        let statements = vec![
            call(cluster, new_pen, None, &[]),
            number(cluster, 2),
            call(
                cluster,
                set_id.expect("a pen has it"),
                Some(Var(0)),
                &[Var(1)],
            ),
            store,
            number(cluster, 3),
            call(cluster, named("take", cluster), None, &[Var(3), Var(4)]),
        ];
        let test = TestCase { statements };
        let found = with_ids_asked_for(&test, cluster);
        let ids = found.iter().map(|it| it.statements[1].kind.clone());
        let three = StatementKind::Literal(Literal::Int(3));
        assert_eq!(ids.collect::<Vec<_>>(), [three]);
        assert!(with_ids_asked_for(&found[0], cluster).is_empty());
    }

    #[test]
    fn what_is_stored_has_the_id_of_what_is_found_in_its_place() {
        let java = "package p; class Desk { static void update(Store store, Pen pen) {} }";
        let update = function("update", "(Lp/Store;Lp/Pen;)V");
        let store = class("p.Store", vec![method("findById", "(I)Lp/Pen;")]);
        let pen = class("p.Pen", vec![method("setId", "(I)V")]);
        let cluster = &mut cluster_of(java, vec![class("p.Desk", vec![update]), store, pen]);
        let [pens, stores] = ["p.Pen", "p.Store"].map(|name| cluster.intern(JavaType::class(name)));
        let new_pen = cluster.generators(pens)[0];
        let uses = cluster.uses(pens).to_vec().into_iter();
        let mut setters = uses.filter(|id| cluster.callable(*id).name == "setId");
        let set_id = setters.next().expect("a pen has it");
        let store = finding_the_first(stores);
        let statements = vec![
            call(cluster, new_pen, None, &[]),
            number(cluster, 2),
            call(cluster, set_id, Some(Var(0)), &[Var(1)]),
            store,
            call(cluster, new_pen, None, &[]),
            number(cluster, 5),
            call(cluster, set_id, Some(Var(4)), &[Var(5)]),
            call(cluster, named("update", cluster), None, &[Var(3), Var(4)]),
        ];
        let found = with_ids_asked_for(&TestCase { statements }, cluster);
        let ids = found.iter().map(|it| it.statements[1].kind.clone());
        let five = StatementKind::Literal(Literal::Int(5));
        assert_eq!(ids.collect::<Vec<_>>(), [five]);
    }

    #[test]
    fn what_is_stored_is_another_object_than_the_one_that_is_found() {
        let java = "package p; class Desk { static void update(Store store, Pen pen) {} }";
        let update = function("update", "(Lp/Store;Lp/Pen;)V");
        let store = class("p.Store", vec![method("findById", "(I)Lp/Pen;")]);
        let pen = class("p.Pen", vec![method("setId", "(I)V")]);
        let cluster = &mut cluster_of(java, vec![class("p.Desk", vec![update]), store, pen]);
        let [pens, stores] = ["p.Pen", "p.Store"].map(|name| cluster.intern(JavaType::class(name)));
        let new_pen = cluster.generators(pens)[0];
        let store = finding_the_first(stores);
        let statements = vec![
            call(cluster, new_pen, None, &[]),
            store,
            call(cluster, named("update", cluster), None, &[Var(1), Var(0)]),
        ];
        let found = with_another_given(&TestCase { statements }, cluster);
        assert_eq!(found.len(), 1);
        assert!(found[0].is_well_formed(cluster));
        assert_eq!(found[0].users(Var(2)), [Var(3)]);
        assert_eq!(found[0].users(Var(0)), [Var(1)]);
        assert!(with_another_given(&found[0], cluster).is_empty());
    }

    /// `update(store, pen)` with a pen that the store finds by its name, as it is given.
    fn updating_what_is_found(cluster: &mut TestCluster) -> TestCase {
        let [pens, stores] = ["p.Pen", "p.Store"].map(|name| cluster.intern(JavaType::class(name)));
        let new_pen = cluster.generators(pens)[0];
        let uses = cluster.uses(pens).to_vec().into_iter();
        let mut setters = uses.filter(|id| cluster.callable(*id).name == "setId");
        let set_id = setters.next().expect("a pen has it");
        let found = |method: &str, value: u16| Answer {
            method: method.into(),
            descriptor: "(I)Lp/Pen;".into(),
            value: Var(value),
            throws: false,
        };
        let answers = vec![found("findById", 0), found("findByName", 3)];
        let store = Statement {
            ty: stores,
            kind: StatementKind::test_double(DoubleStyle::Mock, answers),
        };
        let statements = vec![
            call(cluster, new_pen, None, &[]),
            number(cluster, 2),
            call(cluster, set_id, Some(Var(0)), &[Var(1)]),
            call(cluster, new_pen, None, &[]),
            number(cluster, 5),
            call(cluster, set_id, Some(Var(3)), &[Var(4)]),
            store,
            call(cluster, named("update", cluster), None, &[Var(6), Var(3)]),
        ];
        TestCase { statements }
    }

    /// A desk that updates pens, which a store finds by their ids and names.
    fn updating_desk() -> TestCluster {
        let java = "package p; class Desk { static void update(Store store, Pen pen) {} }";
        let update = function("update", "(Lp/Store;Lp/Pen;)V");
        let finders = ["findById", "findByName"].map(|name| method(name, "(I)Lp/Pen;"));
        let store = class("p.Store", finders.to_vec());
        let mut pen = vec![method("setId", "(I)V"), method("setInk", "(I)V")];
        pen.push(method("getInk", "()I"));
        let classes = vec![class("p.Desk", vec![update]), store, class("p.Pen", pen)];
        let mut cluster = cluster_of(java, classes);
        cluster.allow_mocks(goalline_testcase::Mocking::Extensible);
        cluster.mention(["getInk".to_owned()].into());
        cluster
    }

    #[test]
    fn whatever_is_found_by_another_property_has_an_id_of_its_own() {
        let cluster = &mut updating_desk();
        let test = updating_what_is_found(cluster);
        let apart = with_another_given(&test, cluster).swap_remove(0);
        // The pen of the name is the copy's original, the id is asked for by the copy.
        let found = with_ids_asked_for(&apart, cluster);
        let ids: Vec<Vec<Literal>> = found
            .iter()
            .map(|test| {
                let objects = found_objects(test, looks_up_one, cluster).into_iter();
                let ids = objects.filter_map(|it| id_of(test, it, cluster));
                let literals = ids.filter_map(|it| match &test.statement(it).kind {
                    StatementKind::Literal(literal) => Some(literal.clone()),
                    _ => None,
                });
                literals.collect()
            })
            .collect();
        let [five, six] = [5, 6].map(Literal::Int);
        assert_eq!(ids, [vec![five.clone(), five.clone()], vec![five, six]]);
        assert!(found[1].is_well_formed(cluster));
    }

    #[test]
    fn of_what_is_found_only_the_id_has_to_stay() {
        let cluster = &mut updating_desk();
        let mut test = updating_what_is_found(cluster);
        let pens = cluster.intern(JavaType::class("p.Pen"));
        let set_ink = cluster.properties(pens)[0];
        assert_eq!(cluster.callable(set_ink).name, "setInk");
        let set = call(cluster, set_ink, Some(Var(3)), &[Var(4)]);
        test.insert(6, vec![set]);
        let edits = properties_of_found(&test, cluster);
        assert_eq!(edits.iter().map(|it| it.at).collect::<Vec<_>>(), [6]);
    }

    #[test]
    fn what_is_given_is_no_longer_what_is_found_which_keeps_only_what_matters() {
        let mut cluster = updating_desk();
        let mut test = updating_what_is_found(&mut cluster);
        let pens = cluster.intern(JavaType::class("p.Pen"));
        let set_ink = cluster.properties(pens)[0];
        test.insert(6, vec![call(&cluster, set_ink, Some(Var(3)), &[Var(4)])]);
        let mut executor = ScriptedExecutor::new(|_: &_, _: &_, _, _: &mut _| Outcome::Passed);
        let told = minimising(&mut cluster, &mut executor, |bench, judge| {
            beside_what_is_found(test.clone(), bench, judge)
        })
        .expect("it runs");
        let inked: Vec<Var> = told
            .statements
            .iter()
            .filter_map(|it| match &it.kind {
                StatementKind::Call {
                    callable, receiver, ..
                } if *callable == set_ink => *receiver,
                _ => None,
            })
            .collect();
        let Some(StatementKind::Call { arguments, .. }) = told.statements.last().map(|it| &it.kind)
        else {
            panic!("{told:?}");
        };
        let found = found_objects(&told, looks_up_one, &cluster);
        assert!(!found.contains(&arguments[1]), "{told:?}");
        assert_eq!(inked, [arguments[1]], "what is given has its ink");
        let has_id = |it: &Var| setter_of_id(&told, *it, &cluster).is_some();
        assert!(found.iter().all(has_id), "{told:?}");
    }

    #[test]
    fn where_any_object_is_asked_for_a_text_is_given_beside_the_one_that_is_found() {
        let java = "package p; class Desk { static void read(Store store, Object id) {} }";
        let mut read = function("read", "(Lp/Store;Ljava/lang/Object;)V");
        read.parameter_names = vec!["store".to_owned(), "sessionId".to_owned()];
        let store = class("p.Store", vec![method("findById", "(I)Lp/Pen;")]);
        let pen = class("p.Pen", vec![method("setId", "(I)V")]);
        let object = class("java.lang.Object", vec![]);
        let classes = vec![class("p.Desk", vec![read]), store, pen, object];
        let cluster = &mut cluster_of(java, classes);
        let [pens, stores] = ["p.Pen", "p.Store"].map(|name| cluster.intern(JavaType::class(name)));
        let new_pen = cluster.generators(pens)[0];
        let statements = vec![
            call(cluster, new_pen, None, &[]),
            finding_the_first(stores),
            call(cluster, named("read", cluster), None, &[Var(1), Var(0)]),
        ];
        let found = with_another_given(&TestCase { statements }, cluster);
        let text = &found[0].statement(Var(2)).kind;
        assert!(
            matches!(text, StatementKind::Literal(Literal::Text(_))),
            "{found:?}"
        );
        assert!(found[0].is_well_formed(cluster));
    }
}
