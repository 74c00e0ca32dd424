//! What a mock is asked about is something: takes a minimised test whose mock is asked about a property that nobody
//! gave an object, or that shows a text with `null` in it, gives one in which the object has the property, wherever the
//! goals allow. That the roles are searched for `null` shows no role, a complaint that *null* is taken makes a reader
//! wonder, and so does a price of `null`.

use goalline_testcase::{
    CallableId, CallableKind, ExecutorError, Literal, Observation, Observed, ObservedPart, Shape,
    StatementKind, TestCase, TestCluster, Var, name_words,
};

use crate::{
    Ending,
    minimise::{
        Judge, Minimisation, copied_properties::with_properties,
        something_to_tell::is_made_of_nothing, state_to_change::observing,
    },
};

/// Properties that are tried, at most.
const MOST_TRIED: usize = 8;

/// Properties that are told, at most, one after the other.
const MOST_TOLD: usize = 3;

/// The test whose objects have what mocks are asked about.
pub(in crate::minimise) fn asked_about_something(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    for _ in 0..MOST_TOLD {
        let Some(told) = asked_about_one_more(&test, minimisation, judge)? else {
            break;
        };
        test = told;
    }
    Ok(test)
}

/// The test with the one property more of which mocks are asked about nothing most often; none where none is.
fn asked_about_one_more(
    test: &TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<Option<TestCase>, ExecutorError> {
    let objects = blank_arguments(test, minimisation.cluster);
    if objects.is_empty() || judge.ending == Some(Ending::ThrewImplicitly) {
        return Ok(None);
    }
    let options = observing(minimisation);
    let only = std::slice::from_ref(test);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, only, options)?;
    let asked = asked_about_nothing(&runs[0].observations);
    let shown = texts_of_nothing(&runs[0].observations);
    let is_asked_about = |id: CallableId, cluster: &mut TestCluster| {
        shown > 0 && sets_something(id, cluster) || is_asked_about(id, &asked, cluster)
    };
    let candidates = told(test, &objects, is_asked_about, minimisation.cluster);
    if candidates.is_empty() {
        return Ok(None);
    }
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &candidates, options)?;
    let candidates = candidates.into_iter().zip(runs);
    let left = candidates.map(|(candidate, run)| {
        let asked = asked_about_nothing(&run.observations).len();
        (asked, texts_of_nothing(&run.observations), candidate)
    });
    let mut left: Vec<(usize, usize, TestCase)> = left
        .filter(|(now, texts, _)| (*now, *texts) < (asked.len(), shown))
        .collect();
    left.sort_by_key(|(asked, texts, _)| (*asked, *texts));
    let mut better: Vec<TestCase> = left.into_iter().map(|(_, _, it)| it).collect();
    let found = minimisation.first_whole(&better, judge)?;
    Ok(found.map(|at| better.swap_remove(at)))
}

/// The objects that a constructor made of nothing and the last call is given.
fn blank_arguments(test: &TestCase, cluster: &TestCluster) -> Vec<Var> {
    let Some(StatementKind::Call { arguments, .. }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let given = arguments.iter().copied();
    let blank = given.filter(|var| is_made_of_nothing(test, *var, cluster));
    blank.collect()
}

/// The methods that mocks were called by with `null`, once for each.
fn asked_about_nothing(seen: &[Observation]) -> Vec<String> {
    let mut found = Vec::new();
    for one in seen {
        if let (ObservedPart::Interaction { method, .. }, Observed::Calls { arguments, .. }) =
            (&one.subject, &one.observed)
        {
            let nulls = arguments.iter().flatten();
            let nulls = nulls.filter(|it| **it == Observed::Null);
            found.extend(nulls.map(|_| method.clone()));
        }
    }
    found
}

/// How many texts say `null`, of all that is observed.
fn texts_of_nothing(seen: &[Observation]) -> usize {
    let mut stack: Vec<&Observed> = seen.iter().map(|one| &one.observed).collect();
    let mut found = 0;
    while let Some(observed) = stack.pop() {
        match observed {
            Observed::Literal(Literal::Text(text)) => {
                found += usize::from(text.to_text().contains("null"));
            }
            Observed::Calls { arguments, .. } => stack.extend(arguments.iter().flatten()),
            Observed::Described { parts, .. } => {
                stack.extend(parts.iter().map(|part| &part.observed));
            }
            _ => {}
        }
    }
    found
}

/// The test with a property of an object told, for each that is asked about.
fn told(
    test: &TestCase,
    objects: &[Var],
    is_asked_about: impl Fn(CallableId, &mut TestCluster) -> bool,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let mut found = Vec::new();
    for object in objects {
        let mut setters = cluster.uses(test.statement(*object).ty).to_vec();
        setters.retain(|id| is_asked_about(*id, cluster));
        let told = setters.iter();
        found.extend(told.filter_map(|it| with_properties(test, *object, &[*it], cluster)));
    }
    found.truncate(MOST_TRIED);
    found
}

/// Whether it sets one property.
fn sets_something(id: CallableId, cluster: &mut TestCluster) -> bool {
    const NUMBERS: [&str; 2] = ["java.math.BigDecimal", "java.math.BigInteger"];
    let called = cluster.callable(id);
    let ([parameter], true) = (&called.parameters[..], called.name.starts_with("set")) else {
        return false;
    };
    let (parameter, kind) = (*parameter, called.kind);
    let class = cluster.ty(parameter).class_name();
    let is_number = class.is_some_and(|class| NUMBERS.contains(&class));
    let is_plain = matches!(cluster.shape(parameter), Shape::Text | Shape::Boxed(_));
    kind == CallableKind::Method && (is_plain || is_number)
}

/// Whether it sets a property that one of the methods is named after: `setName` of `findByName`.
fn is_asked_about(id: CallableId, asked: &[String], cluster: &mut TestCluster) -> bool {
    let words = cluster
        .callable(id)
        .name
        .strip_prefix("set")
        .map(name_words);
    let words = words.unwrap_or_default();
    let speaks = |method: &String| {
        let method = name_words(method);
        !words.is_empty() && method.windows(words.len()).any(|part| part == words)
    };
    asked.iter().any(speaks) && sets_something(id, cluster)
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{JavaType, Outcome};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, minimising, named};
    use crate::scripted::{Recorder, ScriptedExecutor};

    /// A mock is asked for the name and the note of a pen, which may have none of them.
    fn asks_for_both(cluster: &TestCluster, test: &TestCase, recorder: &mut Recorder) {
        let has = |setter: &str| {
            test.statements.iter().any(|it| {
                matches!(&it.kind, StatementKind::Call { callable, .. }
                    if cluster.callable(*callable).name == setter)
            })
        };
        for (setter, method) in [("setName", "findByName"), ("setNote", "findByNote")] {
            let given = if has(setter) {
                Observed::Literal(Literal::Text("red".into()))
            } else {
                Observed::Null
            };
            recorder.observe(Observation {
                var: Var(1),
                subject: ObservedPart::Interaction {
                    method: method.to_owned(),
                    descriptor: "(Ljava/lang/String;)V".to_owned(),
                },
                observed: Observed::Calls {
                    count: 1,
                    arguments: vec![vec![given]],
                },
            });
        }
    }

    /// Who keeps a pen of no name and no note.
    fn keeping() -> (TestCluster, TestCase) {
        let java = "package p; class Desk { void keep(Pen pen) { } }";
        let keep = method("keep", "(Lp/Pen;)V");
        let setters = ["setName", "setNote"].map(|it| method(it, "(Ljava/lang/String;)V"));
        let pen = class("p.Pen", setters.to_vec());
        let mut cluster = cluster_of(java, vec![class("p.Desk", vec![keep]), pen]);
        let ty = cluster.intern(JavaType::class("p.Pen"));
        let make_pen = cluster.generators(ty)[0];
        let (make, keep) = (named("<init>", &cluster), named("keep", &cluster));
        let statements = vec![
            call(&cluster, make_pen, None, &[]),
            call(&cluster, make, None, &[]),
            call(&cluster, keep, Some(Var(1)), &[Var(0)]),
        ];
        (cluster, TestCase { statements })
    }

    #[test]
    fn all_that_mocks_are_asked_by_is_told_one_after_the_other() {
        let (mut cluster, test) = keeping();
        let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, _, recorder: &mut _| {
            asks_for_both(cluster, test, recorder);
            Outcome::Passed
        });
        let told = minimising(&mut cluster, &mut executor, |bench, judge| {
            asked_about_something(test, bench, judge)
        })
        .expect("it runs");
        let calls = told.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call { callable, .. } => Some(&*cluster.callable(*callable).name),
            _ => None,
        });
        let setters = calls.filter(|it| it.starts_with("set")).count();
        assert_eq!(setters, 2, "{told:?}");
    }

    #[test]
    fn an_object_is_told_the_property_that_a_mock_is_asked_by() {
        let java = "package p; class Desk { void keep(Pen pen) { } }";
        let keep = method("keep", "(Lp/Pen;)V");
        let methods = vec![
            method("setName", "(Ljava/lang/String;)V"),
            method("setNote", "(Ljava/lang/String;)V"),
        ];
        let classes = vec![class("p.Desk", vec![keep]), class("p.Pen", methods)];
        let mut cluster = cluster_of(java, classes);
        let ty = cluster.intern(JavaType::class("p.Pen"));
        let make_pen = cluster.generators(ty)[0];
        let (make, keep) = (named("<init>", &cluster), named("keep", &cluster));
        let statements = vec![
            call(&cluster, make_pen, None, &[]),
            call(&cluster, make, None, &[]),
            call(&cluster, keep, Some(Var(1)), &[Var(0)]),
        ];
        let test = TestCase { statements };
        let objects = blank_arguments(&test, &cluster);
        assert_eq!(objects, [Var(0)]);
        let by = |asked: &'static str| {
            move |id: CallableId, cluster: &mut TestCluster| {
                is_asked_about(id, &[asked.to_owned()], cluster)
            }
        };
        let found = told(&test, &objects, by("findByName"), &mut cluster);
        assert_eq!(found.len(), 1, "{found:?}");
        let StatementKind::Call { callable, .. } = &found[0].statements[2].kind else {
            panic!("{found:?}");
        };
        assert_eq!(cluster.callable(*callable).name, "setName");
        assert!(told(&test, &objects, by("saveAll"), &mut cluster).is_empty());
        assert_eq!(told(&test, &objects, sets_something, &mut cluster).len(), 2);
    }
}
