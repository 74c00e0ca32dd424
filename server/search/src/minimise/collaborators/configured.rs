//! Texts that a container configures (`@Value`, a setter): takes a minimised test whose call shows or hands on `null`
//! where such a text belongs, gives one in which the object has it, wherever the goals allow. Nobody expects an address
//! `nullnull`.

use goalline_testcase::{
    CallableId, CallableKind, ExecutorError, Literal, Observation, Observed, ObservedPart, Shape,
    Statement, StatementKind, TestCase, TestCluster, Var, Vars, parameter_words,
};

use crate::minimise::{
    Judge, Minimisation,
    arranging::{blanks, shown, whole},
    texts_for_objects::unsaid_words,
};

use super::{is_set, named_in_messages};

/// Fields of an object that are tried, each by itself and all together.
const MOST: usize = 4;

/// Objects beside that of the last call whose fields are tried.
const MOST_OBJECTS: usize = 2;

/// Fields of each of these that are tried: the path of an entry in a menu shows where its title does not.
const MOST_OF_HANDED: usize = 8;

/// The test with texts in those fields of its last call's object that a container sets, where less is `null` then.
pub(in crate::minimise) fn configured(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let Some(StatementKind::Call { receiver, .. }) = test.statements.last().map(|it| &it.kind)
    else {
        return Ok(test);
    };
    let own: Vec<Var> = receiver.iter().copied().collect();
    let handed = handed_in(&test, *receiver, minimisation.cluster);
    let mut candidates = with_texts(&test, &own, MOST, minimisation.cluster);
    let of_handed = with_texts(&test, &handed, MOST_OF_HANDED, minimisation.cluster);
    if candidates.is_empty() && of_handed.is_empty() {
        return Ok(test);
    }
    let Some((seen, _)) = shown(&test, minimisation)? else {
        return Ok(test);
    };
    // That an object which a test makes has no text is its choice, unless `null` is put together with others.
    let is_spelt = |one: &Observation| !is_of_whole(one) && spelt(&one.observed) > 0;
    if seen.iter().any(is_spelt) {
        candidates.extend(of_handed);
    }
    let before = nothings(&seen);
    if before == 0 || candidates.is_empty() {
        return Ok(test);
    }
    let tried = whole(candidates, minimisation, judge)?;
    let better = tried
        .into_iter()
        .map(|(test, seen, _)| (nothings(&seen), test));
    let best = better.min_by_key(|(left, _)| *left);
    let found = best.filter(|(left, _)| *left < before);
    Ok(found.map_or(test, |(_, better)| better))
}

/// Whether it is what an object says of all that it holds: nobody puts `null` together there.
fn is_of_whole(one: &Observation) -> bool {
    matches!(&one.subject, ObservedPart::Inspector { method, .. } if method.ends_with("toString"))
}

/// The objects that the test makes beside that of its last call.
fn handed_in(test: &TestCase, receiver: Option<Var>, cluster: &TestCluster) -> Vec<Var> {
    let mut handed: Vec<Var> = test.vars().collect();
    handed.retain(|it| Some(*it) != receiver && is_new(test, *it, cluster));
    handed.truncate(MOST_OBJECTS);
    handed
}

/// The test with texts in so many of the fields of these objects that have none, once for each.
fn with_texts(
    test: &TestCase,
    objects: &[Var],
    most: usize,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let each = objects
        .iter()
        .flat_map(|object| with_texts_in(test, *object, most, cluster));
    each.collect()
}

/// Whether the test makes the object itself, of a class that is none of the JDK.
fn is_new(test: &TestCase, var: Var, cluster: &TestCluster) -> bool {
    let StatementKind::Call { callable, .. } = &test.statement(var).kind else {
        return false;
    };
    let maker = cluster.callable(*callable);
    let is_act = usize::from(var.0) + 1 == test.len();
    maker.kind == CallableKind::Constructor && !is_act && !maker.owner.starts_with("java.")
}

/// The test with a text in one of the fields of this object, once for each, and in all of them.
fn with_texts_in(
    test: &TestCase,
    object: Var,
    most: usize,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let ty = test.statement(object).ty;
    let fields = cluster.injected(ty).to_vec();
    let mut setters = cluster.uses(ty).to_vec();
    setters.retain(|id| {
        let called = cluster.callable(*id);
        called.name.starts_with("set") && called.parameters.len() == 1
    });
    let blank: Vec<CallableId> = fields
        .into_iter()
        .chain(setters)
        .filter(|field| {
            let ty = cluster.callable(*field).parameters[0];
            cluster.shape(ty) == Shape::Text && !is_set(test, object, *field)
        })
        .take(most)
        .collect();
    let mut found: Vec<TestCase> = blank
        .iter()
        .filter_map(|field| with_text(test, object, &[*field], cluster))
        .collect();
    if blank.len() > 1 {
        found.extend(with_text(test, object, &blank, cluster));
    }
    found
}

/// The test that sets these fields right before its last call.
fn with_text(
    test: &TestCase,
    object: Var,
    fields: &[CallableId],
    cluster: &TestCluster,
) -> Option<TestCase> {
    let mut told = test.clone();
    let act = told.statements.pop()?;
    let mut words = unsaid_words(test);
    for field in fields {
        let called = cluster.callable(*field);
        let (ty, returns) = (called.parameters[0], called.returns);
        let property = called.name.strip_prefix("set").unwrap_or(&called.name);
        let named = parameter_words(property).first().copied();
        let word = named.or_else(|| words.next())?;
        let kind = StatementKind::Literal(Literal::Text(word.into()));
        told.statements.push(Statement { ty, kind });
        let given = Var(told.len() as u16 - 1);
        let kind = StatementKind::Call {
            callable: *field,
            receiver: Some(object),
            arguments: Vars::from_slice(&[given]),
        };
        told.statements.push(Statement { ty: returns, kind });
    }
    told.statements.push(act);
    told.is_well_formed(cluster).then_some(told)
}

/// How much of what was observed is nothing, or has the word for it inside.
fn nothings(seen: &[Observation]) -> usize {
    let count = |one: &Observation| match one.subject {
        ObservedPart::Value | ObservedPart::Interaction { .. } => {
            blanks(&one.observed) + spelt(&one.observed)
        }
        // That an object has none of something is no sign that it should.
        ObservedPart::Inspector { .. } => spelt(&one.observed),
        ObservedPart::Field { .. } => 0,
    };
    seen.iter().map(count).sum()
}

/// How often texts have a `null` inside that stands for something.
fn spelt(observed: &Observed) -> usize {
    match observed {
        Observed::Literal(Literal::Text(text)) => named_in_messages::nothings(&text.to_text()),
        Observed::Calls { arguments, .. } => arguments.iter().flatten().map(spelt).sum(),
        Observed::Sized { elements, .. } => elements.iter().map(spelt).sum(),
        Observed::Unordered(all) => all.values.iter().map(spelt).sum(),
        Observed::Described { parts, .. } => parts.iter().map(|it| spelt(&it.observed)).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{FieldDescription, JavaString, JavaType, Mocking, Modifiers};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named};

    fn field(name: &str, ty: &str) -> FieldDescription {
        FieldDescription {
            name: name.to_owned(),
            modifiers: Modifiers(2),
            ty: JavaType::class(ty),
            annotations: vec!["javax.inject.Inject".to_owned()],
            is_set: false,
            constant: None,
        }
    }

    #[test]
    fn texts_that_nobody_configured_are_tried_each_by_itself_and_together() {
        let mut desk = class("p.Desk", vec![method("show", "()V")]);
        desk.fields = vec![
            field("baseUrl", "java.lang.String"),
            field("store", "p.Store"),
            field("token", "java.lang.String"),
        ];
        let java = "package p; class Desk { void show() { } }";
        let classes = vec![desk, class("p.Store", Vec::new())];
        let mut cluster = cluster_of(java, classes);
        cluster.allow_mocks(Mocking::Extensible);
        let [maker, show] = ["<init>", "show"].map(|name| named(name, &cluster));
        let statements = vec![
            call(&cluster, maker, None, &[]),
            call(&cluster, show, Some(Var(0)), &[]),
        ];
        let test = TestCase { statements };
        let found = with_texts(&test, &[Var(0)], MOST, &mut cluster);
        let lengths: Vec<usize> = found.iter().map(TestCase::len).collect();
        assert_eq!(lengths, [4, 4, 6]);
        let word = |at: usize| match &found[0].statements[at].kind {
            StatementKind::Literal(Literal::Text(word)) => word.to_text(),
            other => panic!("{other:?}"),
        };
        assert!(word(1).starts_with("https:"), "{}", word(1));
        let more = with_texts(&found[2], &[Var(0)], MOST, &mut cluster);
        assert_eq!(more, []);
        assert_eq!(handed_in(&test, Some(Var(0)), &cluster), []);
        assert_eq!(handed_in(&test, None, &cluster), [Var(0)]);
    }

    #[test]
    fn a_null_inside_of_a_text_is_nothing() {
        let text = |text: &str| Observed::Literal(Literal::Text(JavaString::from(text)));
        let seen = |observed: Observed| Observation {
            var: Var(1),
            subject: ObservedPart::Value,
            observed,
        };
        assert_eq!(nothings(&[seen(text("nullnull"))]), 2);
        assert_eq!(nothings(&[seen(text("a/b")), seen(Observed::Null)]), 1);
        let calls = Observed::Calls {
            count: 1,
            arguments: vec![vec![text("null/2"), Observed::Null]],
        };
        assert_eq!(nothings(&[seen(calls)]), 2);
        let of_result = |observed: Observed| Observation {
            subject: ObservedPart::Inspector {
                method: "getHost".to_owned(),
                descriptor: "()Ljava/lang/String;".to_owned(),
            },
            ..seen(observed)
        };
        assert_eq!(nothings(&[of_result(text("http://null"))]), 1);
        assert_eq!(nothings(&[of_result(Observed::Null)]), 0);
    }
}
