//! Something to tell: takes a minimised test that asks a blank object what it has, or compares two blank ones, gives
//! one in which they have something before, wherever the goals allow. That nothing is there by default is so of most
//! classes, and two blank objects are equal whatever is compared.

use goalline_testcase::{
    CallableId, CallableKind, ExecutorError, Literal, Observation, Observed, ObservedPart, Shape,
    StatementKind, TestCase, TestCluster, Var,
};

use super::{
    Judge, Minimisation, copied_properties::with_properties, state_to_change::CallOnObject,
    state_to_change::observing,
};
use crate::Ending;

/// Setters that are tried, at most.
const MOST_TRIED: usize = 4;

/// The test whose last call, which ends well, is asked of objects that have something.
pub(super) fn with_something_to_tell(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let asked = blank(&test, minimisation.cluster).filter(|_| judge.ending == Some(Ending::Passed));
    let Some(asked) = asked else {
        return Ok(test);
    };
    let candidates = asked.told(&test, minimisation.cluster);
    if candidates.is_empty() {
        return Ok(test);
    }
    let mut tests = vec![test];
    tests.extend(candidates);
    let options = observing(minimisation);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &tests, options)?;
    let before = given(&tests[0], &runs[0].observations).cloned();
    let mut better = Vec::new();
    for (candidate, run) in tests.drain(1..).zip(&runs[1..]) {
        let now = given(&candidate, &run.observations);
        if asked.is_told_more(&candidate, before.as_ref(), now) {
            better.push(candidate);
        }
    }
    let found = minimisation.first_whole(&better, judge)?;
    Ok(found.map_or_else(|| tests.swap_remove(0), |at| better.swap_remove(at)))
}

/// What the last call gave.
fn given<'o>(test: &TestCase, seen: &'o [Observation]) -> Option<&'o Observed> {
    let last = Var(test.len() as u16 - 1);
    let mut seen = seen.iter();
    let found = seen.find(|it| it.var == last && it.subject == ObservedPart::Value);
    found.map(|it| &it.observed)
}

/// The objects that have nothing where the last call is about what they have.
enum Blank {
    /// It asks for a property.
    Asked { object: Var, property: String },
    /// It asks for all of them, as a text.
    Described { object: Var },
    /// It asks for its hash code.
    Hashed { object: Var },
    /// It compares two of a class.
    Compared { one: Var, other: Var },
}

fn blank(test: &TestCase, cluster: &TestCluster) -> Option<Blank> {
    let call = CallOnObject::last_of(test)?;
    let called = cluster.callable(call.callable);
    let object = call.receiver;
    if !called.is_under_test || called.kind != CallableKind::Method {
        return None;
    }
    match (&*called.name, &call.arguments[..]) {
        ("equals", [other]) => {
            let is_pair = *other != object && test.statement(object) == test.statement(*other);
            let are_blank = is_blank(test, object, cluster) && is_blank(test, *other, cluster);
            (is_pair && are_blank).then_some(Blank::Compared {
                one: object,
                other: *other,
            })
        }
        ("toString", []) => {
            is_only_told(test, object, cluster).then_some(Blank::Described { object })
        }
        ("hashCode", []) => is_blank(test, object, cluster).then_some(Blank::Hashed { object }),
        (name, []) => {
            let property = name.strip_prefix("get").or(name.strip_prefix("is"));
            let property = property.unwrap_or(name).to_owned();
            is_blank(test, object, cluster).then_some(Blank::Asked { object, property })
        }
        _ => None,
    }
}

/// Whether a constructor made the object of nothing.
pub(super) fn is_made_of_nothing(test: &TestCase, object: Var, cluster: &TestCluster) -> bool {
    matches!(&test.statement(object).kind,
        StatementKind::Call { callable, receiver: None, arguments }
            if arguments.is_empty() && cluster.callable(*callable).kind == CallableKind::Constructor)
}

/// Whether a constructor made the object of nothing and the last call alone has to do with it.
fn is_blank(test: &TestCase, object: Var, cluster: &TestCluster) -> bool {
    is_only_told(test, object, cluster) && test.users(object).len() == 1
}

/// Whether the object is made of nothing and only told something before the last call: what describes it may need some
/// of it.
fn is_only_told(test: &TestCase, object: Var, cluster: &TestCluster) -> bool {
    let is_made = is_made_of_nothing(test, object, cluster);
    let is_told = |user: &Var| {
        matches!(&test.statement(*user).kind, StatementKind::Call { callable, receiver, .. }
            if *receiver == Some(object) && cluster.callable(*callable).name.starts_with("set"))
    };
    let users = test.users(object);
    let before = users.iter().filter(|it| usize::from(it.0) + 1 < test.len());
    is_made && before.clone().all(is_told) && before.count() < users.len()
}

impl Blank {
    /// The test with something set on the objects.
    fn told(&self, test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
        let (object, other) = match self {
            Self::Asked { object, .. } | Self::Described { object } | Self::Hashed { object } => {
                (*object, None)
            }
            Self::Compared { one, other } => (*one.max(other), Some(*one.min(other))),
        };
        let setters = self.setters(test, object, cluster);
        let told = setters.into_iter().filter_map(|setter| {
            // The last object first: what is put behind it moves none before it.
            let told = with_properties(test, object, &[setter], cluster)?;
            match other {
                Some(other) => with_properties(&told, other, &[setter], cluster),
                None => Some(told),
            }
        });
        told.collect()
    }

    /// What sets something that the last call is about.
    fn setters(&self, test: &TestCase, object: Var, cluster: &mut TestCluster) -> Vec<CallableId> {
        let ty = test.statement(object).ty;
        let mut setters = cluster.uses(ty).to_vec();
        let is_set = |setter: &CallableId| {
            test.statements.iter().any(|it| {
                matches!(&it.kind, StatementKind::Call { callable, receiver, .. }
                    if callable == setter && *receiver == Some(object))
            })
        };
        setters.retain(|id| {
            let called = cluster.callable(*id);
            let [parameter] = called.parameters[..] else {
                return false;
            };
            let property = called.name.strip_prefix("set").unwrap_or(&called.name);
            let is_setter = called.name.starts_with("set") || called.returns == ty;
            let shape = cluster.shape(parameter);
            called.kind == CallableKind::Method
                && is_setter
                && !is_set(id)
                && match self {
                    Self::Asked { property: of, .. } => property.eq_ignore_ascii_case(of),
                    Self::Described { .. } => shape == Shape::Text,
                    Self::Hashed { .. } | Self::Compared { .. } => tells_apart(shape),
                }
        });
        // What people call an object by says most of it.
        setters.sort_by_key(|id| {
            let called = cluster.callable(*id);
            let is_name = called.name.eq_ignore_ascii_case("setName");
            (!is_name, cluster.shape(called.parameters[0]) != Shape::Text)
        });
        setters.truncate(MOST_TRIED);
        setters
    }

    /// Whether the last call gives something where it gave nothing, tells what was set, or compares as before.
    fn is_told_more(
        &self,
        candidate: &TestCase,
        before: Option<&Observed>,
        now: Option<&Observed>,
    ) -> bool {
        let is_nothing = |it: Option<&Observed>| it.is_some_and(Observed::is_nothing);
        let is_no = before == Some(&Observed::Literal(Literal::Boolean(false)));
        match self {
            Self::Asked { .. } => is_nothing(before) && !is_no && now.is_some() && !is_nothing(now),
            Self::Described { .. } => match now {
                Some(Observed::Literal(Literal::Text(now))) => {
                    let now = now.to_text();
                    let mut set = candidate.statements.iter().filter_map(|it| match &it.kind {
                        StatementKind::Literal(Literal::Text(text)) => Some(text.to_text()),
                        _ => None,
                    });
                    set.any(|text| now.contains(&text))
                }
                _ => false,
            },
            Self::Hashed { .. } => now.is_some() && now != before,
            Self::Compared { .. } => {
                before == Some(&Observed::Literal(Literal::Boolean(true))) && now == before
            }
        }
    }
}

fn tells_apart(shape: Shape) -> bool {
    let is_plain = matches!(shape, Shape::Text | Shape::Primitive(_) | Shape::Boxed(_));
    is_plain || shape == Shape::Enum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named};

    /// A pen that has a name and tells it, and is equal to one of the same name.
    fn pen() -> TestCluster {
        let java = "package p; class Pen { String getName() { return null; } void setName(String name) { }
            public boolean equals(Object other) { return true; } public String toString() { return null; } }";
        let methods = vec![
            method("getName", "()Ljava/lang/String;"),
            method("setName", "(Ljava/lang/String;)V"),
            method("equals", "(Ljava/lang/Object;)Z"),
            method("toString", "()Ljava/lang/String;"),
        ];
        let object = class("java.lang.Object", Vec::new());
        cluster_of(java, vec![class("p.Pen", methods), object])
    }

    /// The names of the methods that the test calls, in their order.
    fn called(test: &TestCase, cluster: &TestCluster) -> Vec<String> {
        let calls = test.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call { callable, .. } => Some(cluster.callable(*callable).name.clone()),
            _ => None,
        });
        calls.collect()
    }

    #[test]
    fn a_property_is_set_before_it_is_asked_for_and_of_all_the_one_that_names_the_object() {
        let cluster = &mut pen();
        for question in ["getName", "toString"] {
            let make = call(cluster, named("<init>", cluster), None, &[]);
            let ask = call(cluster, named(question, cluster), Some(Var(0)), &[]);
            let test = TestCase {
                statements: vec![make, ask],
            };
            let blank = blank(&test, cluster).expect("nothing was set");
            let told = blank.told(&test, cluster);
            assert_eq!(told.len(), 1, "{told:?}");
            assert_eq!(called(&told[0], cluster), ["<init>", "setName", question]);
            let again = super::blank(&told[0], cluster);
            assert!(again.is_none_or(|again| again.told(&told[0], cluster).is_empty()));
        }
    }

    #[test]
    fn two_blank_objects_that_are_compared_both_have_the_same() {
        let cluster = &mut pen();
        let make = call(cluster, named("<init>", cluster), None, &[]);
        let ask = call(cluster, named("equals", cluster), Some(Var(1)), &[Var(0)]);
        let test = TestCase {
            statements: vec![make.clone(), make, ask],
        };
        let told = blank(&test, cluster).expect("nothing was set");
        let told = told.told(&test, cluster);
        let all = ["<init>", "setName", "<init>", "setName", "equals"];
        assert_eq!(called(&told[0], cluster), all);
        let texts = told[0].statements.iter();
        let texts: Vec<&StatementKind> = texts
            .map(|it| &it.kind)
            .filter(|it| matches!(it, StatementKind::Literal(_)))
            .collect();
        assert_eq!(texts[0], texts[1]);
    }

    #[test]
    fn something_is_told_where_nothing_was_and_a_no_is_an_answer() {
        let blank = Blank::Asked {
            object: Var(0),
            property: "name".to_owned(),
        };
        let test = TestCase {
            statements: Vec::new(),
        };
        let ada = Observed::Literal(Literal::Text("Ada".into()));
        let is_told =
            |before: &Observed, now: &Observed| blank.is_told_more(&test, Some(before), Some(now));
        assert!(is_told(&Observed::Null, &ada));
        assert!(!is_told(&Observed::Null, &Observed::Null));
        assert!(!is_told(&ada, &ada));
        let truth = |it| Observed::Literal(Literal::Boolean(it));
        assert!(!is_told(&truth(false), &truth(true)));
    }
}
