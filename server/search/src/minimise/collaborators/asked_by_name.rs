//! Answers to questions that name what they ask for: takes a minimised test whose mock answers a question with a plain
//! text, gives one in which the text is of the kind that the question names, wherever the goals allow. A header
//! `Authorization` is no `Accept`, and nobody comes from the address `hello`.

use goalline_testcase::{
    ExecutorError, Literal, Observation, Observed, ObservedPart, StatementKind, TestCase,
    TestCluster, Var, parameter_words,
};

use crate::minimise::{
    Judge, Minimisation, arranging::shown, texts_for_objects::is_mock,
    values::meaningful::first_that_works,
};

/// Answers that are looked at, at most.
const MOST: usize = 4;

/// The test whose mocks answer with what they are asked for.
pub(in crate::minimise) fn answered_by_name(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let is_text = |var: Var| {
        let kind = &test.statement(var).kind;
        matches!(kind, StatementKind::Literal(Literal::Text(_)))
    };
    let mut answers = test.statements.iter().flat_map(|it| match &it.kind {
        StatementKind::TestDouble { answers, .. } if is_mock(it) => &answers[..],
        _ => &[],
    });
    if !answers.any(|answer| is_text(answer.value)) {
        return Ok(test);
    }
    let Some((seen, _)) = shown(&test, minimisation)? else {
        return Ok(test);
    };
    for named in named_answers(&test, &seen, minimisation.cluster)
        .into_iter()
        .take(MOST)
    {
        let candidates = named.words.iter().map(|word| {
            let mut changed = test.clone();
            let said = StatementKind::Literal(Literal::Text((*word).into()));
            changed.statements[usize::from(named.value.0)].kind = said;
            changed
        });
        let candidates = candidates.collect();
        test = first_that_works(test, candidates, minimisation, judge)?;
    }
    Ok(test)
}

/// A text that a mock answers with, and texts of the kind that it was asked for.
struct NamedAnswer {
    value: Var,
    words: &'static [&'static str],
}

/// The texts that are of another kind than what was asked for.
fn named_answers(test: &TestCase, seen: &[Observation], cluster: &TestCluster) -> Vec<NamedAnswer> {
    let mut found = Vec::new();
    for one in seen {
        let (ObservedPart::Interaction { method, descriptor }, Observed::Calls { arguments, .. }) =
            (&one.subject, &one.observed)
        else {
            continue;
        };
        let StatementKind::TestDouble { answers, .. } = &test.statement(one.var).kind else {
            continue;
        };
        let mut given = answers
            .iter()
            .filter(|it| *it.method == **method && *it.descriptor == **descriptor);
        let (Some(answer), None) = (given.next(), given.next()) else {
            continue;
        };
        let said = match &test.statement(answer.value).kind {
            StatementKind::Literal(Literal::Text(said)) => said.to_text(),
            _ => continue,
        };
        let asked = cluster.ty(test.statement(one.var).ty).class_name();
        let is_request = asked.is_some_and(|class| class.ends_with("Request"));
        let words = words_for(method, arguments, is_request);
        let is_own = test.users(answer.value).len() == 1;
        if is_own && !answer.throws && !words.is_empty() && !words.contains(&&*said) {
            found.push(NamedAnswer {
                value: answer.value,
                words,
            });
        }
    }
    found
}

/// Texts of the kind that all these calls of the method name.
fn words_for(method: &str, calls: &[Vec<Observed>], is_request: bool) -> &'static [&'static str] {
    // The verb of a request, and no method of a class.
    if is_request && method == "getMethod" && calls.iter().all(Vec::is_empty) {
        return parameter_words("httpMethod");
    }
    let [call] = calls else { return &[] };
    let [Observed::Literal(Literal::Text(name))] = &call[..] else {
        return &[];
    };
    let name: String = name.to_text().split(['-', '_', '.', ' ']).collect();
    parameter_words(&name)
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{Answer, DoubleStyle, JavaType, Outcome, Statement};

    use super::*;
    use crate::{
        minimise::small_classes::{
            call, class, cluster_of, function, method, minimising, named, text,
        },
        scripted::{ScriptedExecutor, throws},
    };

    const DESCRIPTOR: &str = "(Ljava/lang/String;)Ljava/lang/String;";

    /// What a request answers in the end that was asked for this header, where only some answers will do.
    fn answered(header: &str, will_do: fn(&str) -> bool) -> String {
        let java = "package p; class Filter { static void go(Request request) { } }";
        let mut cluster = cluster_of(
            java,
            vec![
                class("p.Filter", vec![function("go", "(Lp/Request;)V")]),
                class("p.Request", vec![method("getHeader", DESCRIPTOR)]),
            ],
        );
        let answer = Answer {
            method: "getHeader".into(),
            descriptor: DESCRIPTOR.into(),
            value: Var(0),
            throws: false,
        };
        let request = Statement {
            ty: cluster.intern(JavaType::class("p.Request")),
            kind: StatementKind::test_double(DoubleStyle::Mock, vec![answer]),
        };
        let said = text(&mut cluster, "hello");
        let go = call(&cluster, named("go", &cluster), None, &[Var(1)]);
        let test = TestCase {
            statements: vec![said, request, go],
        };
        let given = |test: &TestCase| match &test.statements[0].kind {
            StatementKind::Literal(Literal::Text(said)) => said.to_text(),
            _ => String::new(),
        };
        let mut executor = ScriptedExecutor::new(|_: &_, test: &_, _, recorder: &mut _| {
            let recorder: &mut crate::scripted::Recorder = recorder;
            let asked = Observed::Literal(Literal::Text(header.into()));
            recorder.observe(Observation {
                var: Var(1),
                subject: ObservedPart::Interaction {
                    method: "getHeader".to_owned(),
                    descriptor: DESCRIPTOR.to_owned(),
                },
                observed: Observed::Calls {
                    count: 1,
                    arguments: vec![vec![asked]],
                },
            });
            if will_do(&given(test)) {
                Outcome::Passed
            } else {
                throws(2, "java.lang.IllegalStateException")
            }
        });
        let told = minimising(&mut cluster, &mut executor, |bench, judge| {
            answered_by_name(test, bench, judge)
        });
        given(&told.expect("it runs"))
    }

    #[test]
    fn a_question_that_names_what_it_asks_for_is_answered_with_that() {
        assert_eq!(answered("X-Forwarded-For", |_| true), "192.0.2.1");
        assert!(answered("Authorization", |_| true).starts_with("Bearer "));
        let basic = answered("Authorization", |it| !it.starts_with("Bearer "));
        assert!(basic.starts_with("Basic "), "{basic}");
        assert_eq!(answered("Authorization", |it| it == "hello"), "hello");
        assert_eq!(
            answered("X-Quux", |_| true),
            "hello",
            "nobody knows what that is"
        );
        assert!(
            words_for("getMethod", &[Vec::new()], false).is_empty(),
            "of a payment"
        );
        assert_eq!(words_for("getMethod", &[Vec::new()], true)[0], "GET");
    }
}
