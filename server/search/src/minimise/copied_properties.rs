//! Properties that a call hands on: takes a minimised test in which objects have none, gives one in which they have
//! those that show elsewhere afterwards, wherever the goals allow. Of an empty form every update changes nothing.

use goalline_testcase::{
    CallableId, CallableKind, ExecutorError, Observation, Observed, ObservedPart, Statement,
    StatementKind, TestCase, TestCluster, Var, Vars,
};

use super::{
    Judge, Minimisation,
    arranging::{Role, name_with_class, simple_name, telling},
    state_to_change::observing,
    values::meaningful::first_that_works,
};
use crate::Ending;

/// Objects that get properties, at most.
const MOST_OBJECTS: usize = 2;

/// Properties that are tried of an object, at most.
const MOST_TRIED: usize = 8;

/// Properties that an object gets, at most: a test is to be read.
const MOST_SET: usize = 5;

/// Levels of what a property is made of.
const DEEPEST: usize = 1;

/// Gives objects without properties those that the last call, which ends well, hands on.
pub(super) fn with_copied_properties(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    if judge.ending != Some(Ending::Passed) {
        return Ok(test);
    }
    let mut test = test;
    // The last one first: what is put behind an object moves none before it.
    let blank = blank_objects(&test, minimisation.cluster);
    for object in blank.into_iter().rev().take(MOST_OBJECTS) {
        test = with_shown_ones(test, object, minimisation, judge)?;
    }
    Ok(test)
}

fn with_shown_ones(
    test: TestCase,
    object: Var,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let ty = test.statement(object).ty;
    let mut tried = Vec::new();
    for setter in minimisation.cluster.properties(ty).to_vec() {
        if tried.len() < MOST_TRIED {
            let changed = with_properties(&test, object, &[setter], minimisation.cluster);
            tried.extend(changed.map(|changed| (setter, changed)));
        }
    }
    if tried.is_empty() {
        return Ok(test);
    }
    let mut runs = vec![test.clone()];
    runs.extend(tried.iter().map(|(_, changed)| changed.clone()));
    let options = observing(minimisation);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &runs, options)?;
    let shown = tried.iter().zip(&runs[1..]).filter(|((_, changed), run)| {
        let count = changed.len() - test.len();
        let inserted = Inserted { object, count };
        inserted.shows(&runs[0].observations, &run.observations)
    });
    let mut setters: Vec<CallableId> = shown.map(|((setter, _), _)| *setter).collect();
    setters.truncate(MOST_SET);
    if setters.is_empty() {
        return Ok(test);
    }
    let all = with_properties(&test, object, &setters, minimisation.cluster);
    let one = with_properties(&test, object, &setters[..1], minimisation.cluster);
    let candidates: Vec<TestCase> = all.into_iter().chain(one).collect();
    first_that_works(test, candidates, minimisation, judge)
}

/// New objects of the test without properties, in their order.
fn blank_objects(test: &TestCase, cluster: &mut TestCluster) -> Vec<Var> {
    let is_blank = |var: &Var| {
        let statement = test.statement(*var);
        let StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } = &statement.kind
        else {
            return false;
        };
        let is_made = cluster.callable(*callable).kind == CallableKind::Constructor;
        let properties = cluster.properties(statement.ty);
        let is_set = |it: &Statement| {
            matches!(&it.kind, StatementKind::Call { callable, receiver, .. }
                if *receiver == Some(*var) && properties.contains(callable))
        };
        is_made
            && arguments.is_empty()
            && !properties.is_empty()
            && !test.statements.iter().any(is_set)
    };
    test.vars().filter(is_blank).collect()
}

/// The test with these properties of the object set to something right after it was made; those that would take long
/// are left out.
pub(super) fn with_properties(
    test: &TestCase,
    object: Var,
    setters: &[CallableId],
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let behind = usize::from(object.0) + 1;
    let mut head = TestCase {
        statements: test.statements[..behind].to_vec(),
    };
    for (position, setter) in setters.iter().enumerate() {
        let called = cluster.callable(*setter);
        let (ty, returns) = (called.parameters[0], called.returns);
        let property = called.name.strip_prefix("set").unwrap_or(&called.name);
        // The name of a pet is another one than that of a column.
        let name = match property {
            "Name" => format!("{}{property}", simple_name(&called.owner)),
            _ => name_with_class(called, property).unwrap_or_else(|| property.to_owned()),
        };
        let role = Role { name, position };
        let mark = head.len();
        let Some(value) = telling(&mut head, ty, &role, DEEPEST, cluster) else {
            head.statements.truncate(mark);
            continue;
        };
        let kind = StatementKind::Call {
            callable: *setter,
            receiver: Some(object),
            arguments: Vars::from_slice(&[value]),
        };
        head.statements.push(Statement { ty: returns, kind });
    }
    let added = head.statements.split_off(behind);
    let mut changed = test.clone();
    changed.insert(behind, added);
    (changed.len() > test.len() && changed.is_well_formed(cluster)).then_some(changed)
}

/// Statements behind an object that only set what it has.
struct Inserted {
    object: Var,
    count: usize,
}

impl Inserted {
    /// Whether something else than the object shows something else.
    fn shows(&self, before: &[Observation], now: &[Observation]) -> bool {
        now.iter().any(|one| {
            let Some(var) = self.earlier(one.var).filter(|var| *var != self.object) else {
                return false;
            };
            // Whoever tells all that it holds tells of the object as well.
            let is_text = matches!(&one.subject, ObservedPart::Inspector { method, .. }
                if method == "toString" || method == "hashCode");
            let mut known = before.iter();
            let known = known.find(|it| it.var == var && it.subject == one.subject);
            !is_text && known.is_some_and(|known| !is_alike(&known.observed, &one.observed))
        })
    }

    /// The variable as it was called without these statements; none where it is of these.
    fn earlier(&self, var: Var) -> Option<Var> {
        if var.0 <= self.object.0 {
            return Some(var);
        }
        let earlier = usize::from(var.0).checked_sub(self.count)?;
        (earlier > usize::from(self.object.0)).then_some(Var(earlier as u16))
    }
}

/// Whether both say the same, whatever objects of the test are called.
fn is_alike(one: &Observed, other: &Observed) -> bool {
    let are_alike = |some: &[Observed], others: &[Observed]| {
        some.len() == others.len()
            && some
                .iter()
                .zip(others)
                .all(|(it, other)| is_alike(it, other))
    };
    match (one, other) {
        (Observed::Same(_), Observed::Same(_)) => true,
        (
            Observed::Calls { count, arguments },
            Observed::Calls {
                count: others,
                arguments: told,
            },
        ) => {
            let mut calls = arguments.iter().zip(told);
            count == others
                && arguments.len() == told.len()
                && calls.all(|(it, other)| are_alike(it, other))
        }
        (
            Observed::Sized { elements, .. } | Observed::Array { elements, .. },
            Observed::Sized { elements: told, .. } | Observed::Array { elements: told, .. },
        ) => are_alike(elements, told),
        (Observed::Unordered(some), Observed::Unordered(others)) => some.size == others.size,
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use goalline_testcase::{JavaType, Literal, Mocking};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named};

    /// A desk that is given a form, of which it looks at the city.
    fn desk() -> TestCluster {
        let java = "package p; class Desk { void update(Form form) { } }";
        let string = "(Ljava/lang/String;)V";
        let form = vec![
            method("setCity", string),
            method("getCity", "()Ljava/lang/String;"),
            method("setStreet", string),
        ];
        let desk = class("p.Desk", vec![method("update", "(Lp/Form;)V")]);
        let mut cluster = cluster_of(java, vec![desk, class("p.Form", form)]);
        cluster.allow_mocks(Mocking::Extensible);
        cluster.mention(BTreeSet::from(["getCity".to_owned()]));
        cluster
    }

    /// `new Desk().update(new Form())`
    fn update(cluster: &mut TestCluster) -> TestCase {
        let form = cluster.intern(JavaType::class("p.Form"));
        let make_form = cluster.generators(form)[0];
        let (make, act) = (named("<init>", cluster), named("update", cluster));
        TestCase {
            statements: vec![
                call(cluster, make, None, &[]),
                call(cluster, make_form, None, &[]),
                call(cluster, act, Some(Var(0)), &[Var(1)]),
            ],
        }
    }

    #[test]
    fn an_object_gets_the_properties_that_are_looked_at_where_it_has_none() {
        let cluster = &mut desk();
        let test = update(cluster);
        assert_eq!(blank_objects(&test, cluster), [Var(1)]);
        let form = test.statement(Var(1)).ty;
        let setters = cluster.properties(form).to_vec();
        let changed = with_properties(&test, Var(1), &setters, cluster).expect("a city");
        let kinds: Vec<&StatementKind> = changed.statements.iter().map(|it| &it.kind).collect();
        assert!(matches!(kinds[2], StatementKind::Literal(Literal::Text(_))));
        let StatementKind::Call { callable, .. } = kinds[3] else {
            panic!("{changed:?}");
        };
        assert_eq!(cluster.callable(*callable).name, "setCity");
        assert!(blank_objects(&changed, cluster).is_empty());
    }

    #[test]
    fn a_property_shows_where_something_else_than_its_object_says_something_else() {
        let seen = |var: u16, observed: Observed| Observation {
            var: Var(var),
            subject: ObservedPart::Inspector {
                method: "getCity".to_owned(),
                descriptor: "()Ljava/lang/String;".to_owned(),
            },
            observed,
        };
        let text = || Observed::Literal(Literal::Text("Paris".into()));
        let inserted = Inserted {
            object: Var(1),
            count: 2,
        };
        let before = [seen(1, Observed::Null), seen(2, Observed::Null)];
        assert!(!inserted.shows(&before, &[seen(1, text()), seen(4, Observed::Null)]));
        assert!(inserted.shows(&before, &[seen(1, text()), seen(4, text())]));
        let same = |var| seen(2, Observed::Same(Var(var)));
        let moved = Observation {
            var: Var(4),
            ..same(5)
        };
        assert!(!inserted.shows(&[same(3)], &[moved]));
    }
}
