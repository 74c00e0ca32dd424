//! Objects made at once: takes a minimised test in which an object is copied from another one or changed before the
//! last call, gives tests in which a constructor is given what the object says of itself, wherever the goals allow. A
//! point that is copied from another one and whose ordinates are set is read three times before it is understood.

use goalline_testcase::{
    CallableId, CallableKind, ExecutorError, Literal, Observation, Observed, ObservedPart,
    Statement, StatementKind, TestCase, TestCluster, Var, Vars,
};

use super::{
    EditKind, Judge, Minimisation, TestEdit, edited, state_to_change::observing,
    values::meaningful::first_that_works,
};

/// Parameters that a constructor may have.
const MOST_PARAMETERS: usize = 5;

/// Makes each object at once that can be, all of them first.
pub(super) fn made_at_once(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let objects = composed(&test, minimisation.cluster);
    if objects.is_empty() {
        return Ok(test);
    }
    let options = observing(minimisation);
    let tests = std::slice::from_ref(&test);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, tests, options)?;
    let candidates = candidates(&test, &objects, &runs[0].observations, minimisation.cluster);
    first_that_works(test, candidates, minimisation, judge)
}

/// The objects before the last call that are changed, or copied from another one.
fn composed(test: &TestCase, cluster: &TestCluster) -> Vec<Var> {
    let before_act = 0..test.len().saturating_sub(1);
    let is_composed = |at: &usize| {
        let StatementKind::Call {
            callable, receiver, ..
        } = &test.statements[*at].kind
        else {
            return false;
        };
        let is_copied =
            receiver.is_some_and(|from| test.statement(from).ty == test.statements[*at].ty);
        let is_made = cluster.callable(*callable).kind == CallableKind::Constructor;
        is_copied || is_made && !changes_of(test, Var(*at as u16)).is_empty()
    };
    before_act
        .filter(is_composed)
        .map(|at| Var(at as u16))
        .collect()
}

/// The statements before the last call that are made on the object and of which nothing is used.
fn changes_of(test: &TestCase, object: Var) -> Vec<usize> {
    let places = usize::from(object.0) + 1..test.len().saturating_sub(1);
    let is_change = |at: &usize| {
        let is_on = matches!(&test.statements[*at].kind,
            StatementKind::Call { receiver, .. } if *receiver == Some(object));
        is_on && test.users(Var(*at as u16)).is_empty()
    };
    places.filter(is_change).collect()
}

/// The test with all of the objects made at once, then with each of them.
fn candidates(
    test: &TestCase,
    objects: &[Var],
    seen: &[Observation],
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let mut all = test.clone();
    let mut each = Vec::new();
    // From the last one on: the places of the earlier ones stay.
    for object in objects.iter().rev() {
        all = at_once(&all, *object, seen, cluster).unwrap_or(all);
        each.extend(at_once(test, *object, seen, cluster));
    }
    if each.len() > 1 {
        each.insert(0, all);
    }
    each
}

/// The test with the object made by the constructor that is given most of what the object says of itself.
fn at_once(
    test: &TestCase,
    object: Var,
    seen: &[Observation],
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let ty = test.statement(object).ty;
    let makers = cluster.generators(ty).to_vec();
    let given = makers
        .into_iter()
        .filter_map(|maker| Some((maker, given_to(maker, object, seen, cluster)?)));
    let (maker, given) = given.max_by_key(|(_, given)| given.len())?;
    let at = usize::from(object.0);
    let count = given.len();
    let mut edits: Vec<TestEdit> = changes_of(test, object)
        .into_iter()
        .map(|change| TestEdit {
            at: change + count,
            change: EditKind::Removed,
        })
        .collect();
    edits.reverse();
    let mut changed = test.clone();
    changed.insert(at, given);
    let arguments: Vec<Var> = (at..at + count).map(|at| Var(at as u16)).collect();
    changed.statements[at + count].kind = StatementKind::Call {
        callable: maker,
        receiver: None,
        arguments: Vars::from_slice(&arguments),
    };
    let changed = edited(&changed, &edits);
    (changed.is_well_formed(cluster) && changed != *test).then_some(changed)
}

/// What a constructor of the object's class would have to be given so that the object says the same of itself; none
/// where that is not told of each parameter.
fn given_to(
    maker: CallableId,
    object: Var,
    seen: &[Observation],
    cluster: &TestCluster,
) -> Option<Vec<Statement>> {
    let maker = cluster.callable(maker);
    let count = maker.parameters.len();
    let is_apt = maker.kind == CallableKind::Constructor
        && (1..=MOST_PARAMETERS).contains(&count)
        && maker.parameter_names.len() == count;
    if !is_apt {
        return None;
    }
    let given = maker.parameter_names.iter().zip(&maker.parameters);
    given
        .map(|(name, ty)| {
            let literal = told(name, object, seen)?;
            literal.has_shape(cluster.shape(*ty)).then(|| Statement {
                ty: *ty,
                kind: StatementKind::Literal(literal.clone()),
            })
        })
        .collect()
}

/// What the object says that the parameter of this name was.
fn told<'o>(name: &str, object: Var, seen: &'o [Observation]) -> Option<&'o Literal> {
    let is_it = |one: &&Observation| match &one.subject {
        ObservedPart::Field { name: field } => field == name,
        ObservedPart::Inspector { method, .. } => {
            let property = ["get", "is"]
                .iter()
                .find_map(|prefix| method.strip_prefix(prefix));
            method == name || property.is_some_and(|it| it.eq_ignore_ascii_case(name))
        }
        ObservedPart::Value | ObservedPart::Interaction { .. } => false,
    };
    let mut of_object = seen.iter().filter(|one| one.var == object);
    match &of_object.find(is_it)?.observed {
        Observed::Literal(literal) => Some(literal),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, method, named};
    use goalline_testcase::{JavaType, Primitive};

    const JAVA: &str = "package p; class Map { static int reach(Point to) { return to.y; } }";

    fn cluster() -> TestCluster {
        let reach = function("reach", "(Lp/Point;)I");
        let mut point = class(
            "p.Point",
            vec![method("setY", "(I)V"), method("copy", "()Lp/Point;")],
        );
        let mut made = method("<init>", "(II)V");
        made.parameter_names = ["x", "y"].map(str::to_owned).to_vec();
        point.constructors = vec![method("<init>", "()V"), made];
        cluster_of(JAVA, vec![class("p.Map", vec![reach]), point])
    }

    fn number(cluster: &mut TestCluster, number: i32) -> Statement {
        Statement {
            ty: cluster.intern(JavaType::Primitive(Primitive::Int)),
            kind: StatementKind::Literal(Literal::Int(number)),
        }
    }

    /// What an object says of itself by this getter.
    fn says(object: u16, getter: &str, number: i32) -> Observation {
        Observation {
            var: Var(object),
            subject: ObservedPart::Inspector {
                method: getter.to_owned(),
                descriptor: "()I".to_owned(),
            },
            observed: Observed::Literal(Literal::Int(number)),
        }
    }

    #[test]
    fn an_object_that_is_changed_is_made_as_it_is_then() {
        let cluster = &mut cluster();
        let point = cluster.intern(JavaType::class("p.Point"));
        let plain = cluster.generators(point).to_vec();
        let plain = plain.into_iter().find(|id| {
            let maker = cluster.callable(*id);
            maker.kind == CallableKind::Constructor && maker.parameters.is_empty()
        });
        let uses = cluster.uses(point).to_vec();
        let set = uses
            .into_iter()
            .find(|id| cluster.callable(*id).name == "setY");
        let made = call(cluster, plain.expect("it can be made"), None, &[]);
        let seven = number(cluster, 7);
        let set = call(
            cluster,
            set.expect("it can be set"),
            Some(Var(0)),
            &[Var(1)],
        );
        let act = call(cluster, named("reach", cluster), None, &[Var(0)]);
        let test = TestCase {
            statements: vec![made, seven, set, act],
        };
        assert_eq!(composed(&test, cluster), [Var(0)]);
        let told_of = [says(0, "getX", 2), says(0, "getY", 7)];
        let [found] = &candidates(&test, &[Var(0)], &told_of, cluster)[..] else {
            panic!("one way");
        };
        let [x, y] = [2, 7].map(|it| number(cluster, it));
        assert_eq!(found.statements[..2], [x, y]);
        assert_eq!(found.len(), 4, "{found:?}");
        // Of one that does not say what a parameter was nothing is known.
        let untold = [says(0, "getX", 2)];
        assert_eq!(candidates(&test, &[Var(0)], &untold, cluster), []);
    }
}
