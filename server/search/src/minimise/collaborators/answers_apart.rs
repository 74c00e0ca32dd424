//! One answer for whatever a mock is asked: takes a minimised test in which a mock gives the same text or number to
//! several calls that ask for something else each (`getParameter("size")`, `getParameter("width")`), gives one in which
//! each gets an answer of its own, where that shows. What came from where no reader sees of answers that are all alike.

use goalline_testcase::{
    Answer, ExecutorError, Literal, Observation, Observed, ObservedPart, Statement, StatementKind,
    TestCase, TestCluster, TypeId, Var, parameter_words,
};

use crate::minimise::{
    Judge, Minimisation,
    arranging::{shown, whole},
    texts_for_objects::unsaid_words,
};

/// Calls of one method that get an answer each, at most: a line each.
const MOST_CALLS: usize = 5;

/// Methods whose calls get answers of their own, at most.
const MOST_ROUNDS: usize = 2;

/// An answer that several calls got.
struct SharedAnswer {
    /// The statement of the mock.
    double: usize,
    /// Its place among the answers of the mock.
    place: usize,
    /// The texts that the calls asked for, as far as they are texts; one for each call.
    asked: Vec<String>,
}

/// The test whose mocks give each call something else, where what is observed tells.
pub(in crate::minimise) fn answers_apart(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let is_told = |it: &Statement| matches!(&it.kind, StatementKind::TestDouble { answers, .. } if !answers.is_empty());
    for _ in 0..MOST_ROUNDS {
        if !test.statements.iter().any(is_told) {
            break;
        }
        let Some((before, _)) = shown(&test, minimisation)? else {
            break;
        };
        let shared = shared(&test, &before).into_iter();
        let candidates = shared.filter_map(|one| apart(&test, &one, minimisation.cluster));
        let tried = whole(candidates.collect(), minimisation, judge)?;
        let mut better = tried
            .into_iter()
            .filter(|(_, seen, _)| said(seen) != said(&before));
        let Some((better, _, _)) = better.next() else {
            break;
        };
        test = better;
    }
    Ok(test)
}

/// The texts and numbers of all that was observed, in their order. Which variable something is says nothing here: a
/// test with more statements has other ones.
fn said(seen: &[Observation]) -> Vec<&Literal> {
    let mut found = Vec::new();
    let mut stack: Vec<&Observed> = seen.iter().rev().map(|it| &it.observed).collect();
    while let Some(observed) = stack.pop() {
        match observed {
            Observed::Literal(literal) => found.push(literal),
            Observed::Calls { arguments, .. } => stack.extend(arguments.iter().flatten().rev()),
            Observed::Array { elements, .. } | Observed::Sized { elements, .. } => {
                stack.extend(elements.iter().rev());
            }
            Observed::Unordered(all) => stack.extend(all.keys.iter().chain(&all.values)),
            Observed::Described { parts, .. } => {
                stack.extend(parts.iter().rev().map(|part| &part.observed));
            }
            _ => {}
        }
    }
    found
}

/// The literals that mocks answer several different calls with.
fn shared(test: &TestCase, seen: &[Observation]) -> Vec<SharedAnswer> {
    let mut found = Vec::new();
    for (double, statement) in test.statements.iter().enumerate() {
        let StatementKind::TestDouble { answers, .. } = &statement.kind else {
            continue;
        };
        for (place, answer) in answers.iter().enumerate() {
            let is_same =
                |it: &&Answer| it.method == answer.method && it.descriptor == answer.descriptor;
            let is_alone = answers.iter().filter(is_same).count() == 1 && !answer.throws;
            let value = &test.statement(answer.value).kind;
            if is_alone
                && is_varied(value)
                && let Some(asked) = asked(seen, Var(double as u16), answer)
            {
                found.push(SharedAnswer {
                    double,
                    place,
                    asked,
                });
            }
        }
    }
    found
}

/// Whether others of its kind say as much.
fn is_varied(value: &StatementKind) -> bool {
    matches!(
        value,
        StatementKind::Literal(
            Literal::Text(_) | Literal::Int(_) | Literal::Long(_) | Literal::Double(_)
        )
    )
}

/// What each call of the mock asked for, where there are some and no two are alike.
fn asked(seen: &[Observation], double: Var, answer: &Answer) -> Option<Vec<String>> {
    let calls = seen
        .iter()
        .find_map(|one| match (&one.subject, &one.observed) {
            (
                ObservedPart::Interaction { method, descriptor },
                Observed::Calls { count, arguments },
            ) if one.var == double
                && **method == *answer.method
                && **descriptor == *answer.descriptor
                && *count as usize == arguments.len() =>
            {
                Some(arguments)
            }
            _ => None,
        })?;
    let is_literal = |it: &Observed| matches!(it, Observed::Literal(_) | Observed::Constant { .. });
    let are_told = calls.iter().flatten().all(is_literal);
    let are_apart = (1..calls.len()).all(|at| !calls[..at].contains(&calls[at]));
    let name = |call: &Vec<Observed>| {
        let text = call.iter().find_map(|it| match it {
            Observed::Literal(Literal::Text(text)) => Some(text.to_text()),
            _ => None,
        });
        text.unwrap_or_default()
    };
    let is_some = (2..=MOST_CALLS).contains(&calls.len());
    (is_some && are_told && are_apart).then(|| calls.iter().map(name).collect())
}

/// The test whose mock has an answer of its own for each of the calls.
fn apart(test: &TestCase, shared: &SharedAnswer, cluster: &TestCluster) -> Option<TestCase> {
    let mut changed = test.clone();
    let StatementKind::TestDouble { answers, .. } = &test.statements[shared.double].kind else {
        return None;
    };
    let answer = answers.get(shared.place)?;
    let given = test.statement(answer.value);
    let values = values(test, given, &shared.asked)?;
    let count = values.len();
    let made = values.into_iter().map(|it| statement(given.ty, it));
    changed.insert(shared.double, made.collect());
    let double = &mut changed.statements[shared.double + count];
    let StatementKind::TestDouble { answers, .. } = &mut double.kind else {
        return None;
    };
    let row = (0..count).map(|at| Answer {
        value: Var((shared.double + at) as u16),
        ..answer.clone()
    });
    answers.splice(shared.place..=shared.place, row);
    changed.remove_unused();
    changed.is_well_formed(cluster).then_some(changed)
}

fn statement(ty: TypeId, literal: Literal) -> Statement {
    Statement {
        ty,
        kind: StatementKind::Literal(literal),
    }
}

/// A value for each call: a word for what it asks for, or the numbers from the first one on.
fn values(test: &TestCase, given: &Statement, asked: &[String]) -> Option<Vec<Literal>> {
    let StatementKind::Literal(first) = &given.kind else {
        return None;
    };
    let mut unsaid = unsaid_words(test);
    let mut found: Vec<Literal> = Vec::new();
    for (step, name) in (0_i32..).zip(asked) {
        let value = match first {
            Literal::Text(_) => {
                let named = parameter_words(name).iter().copied().map(text);
                let mut words = named.chain(unsaid.by_ref().map(text));
                words.find(|it| !found.contains(it))?
            }
            Literal::Int(first) => Literal::Int(first.checked_add(step)?),
            Literal::Long(first) => Literal::Long(first.checked_add(i64::from(step))?),
            Literal::Double(first) => Literal::Double(first + f64::from(step)),
            _ => return None,
        };
        found.push(value);
    }
    Some(found)
}

fn text(word: &str) -> Literal {
    Literal::Text(word.into())
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{DoubleStyle, JavaString, JavaType, Outcome};

    use super::*;
    use crate::minimise::small_classes::{
        call, class, cluster_of, function, method, minimising, named,
    };
    use crate::scripted::{Recorder, ScriptedExecutor};

    const ASKED: &str = "(Ljava/lang/String;)Ljava/lang/String;";

    /// A form that answers `red` to whatever it is asked, and who reads it.
    fn reading(cluster: &mut TestCluster) -> TestCase {
        let text = cluster.intern(JavaType::class("java.lang.String"));
        let form = cluster.intern(JavaType::class("p.Form"));
        let answer = Answer {
            method: "field".into(),
            descriptor: ASKED.into(),
            value: Var(0),
            throws: false,
        };
        let word = StatementKind::Literal(Literal::Text("red".into()));
        let double = StatementKind::test_double(DoubleStyle::Mock, vec![answer]);
        let statements = vec![
            Statement {
                ty: text,
                kind: word,
            },
            Statement {
                ty: form,
                kind: double,
            },
            call(cluster, named("read", cluster), None, &[Var(1)]),
        ];
        TestCase { statements }
    }

    fn cluster() -> TestCluster {
        let java = "package p; class Desk { static int read(Form form) { return 0; } }";
        let read = function("read", "(Lp/Form;)I");
        let form = class("p.Form", vec![method("field", ASKED)]);
        cluster_of(java, vec![class("p.Desk", vec![read]), form])
    }

    fn asked_for(texts: &[&str]) -> Vec<Observation> {
        let argument = |it: &&str| vec![Observed::Literal(Literal::Text(JavaString::from(*it)))];
        vec![Observation {
            var: Var(1),
            subject: ObservedPart::Interaction {
                method: "field".to_owned(),
                descriptor: ASKED.to_owned(),
            },
            observed: Observed::Calls {
                count: texts.len() as u32,
                arguments: texts.iter().map(argument).collect(),
            },
        }]
    }

    #[test]
    fn calls_that_ask_for_something_else_each_get_answers_of_their_own() {
        let cluster = &mut cluster();
        let test = reading(cluster);
        let found = shared(&test, &asked_for(&["size", "width", "depth"]));
        let [one] = found.as_slice() else {
            panic!("{} found", found.len());
        };
        let apart = apart(&test, one, cluster).expect("there are words");
        assert!(apart.is_well_formed(cluster), "{apart:?}");
        let mut words: Vec<String> = Vec::new();
        for statement in &apart.statements {
            if let StatementKind::Literal(Literal::Text(word)) = &statement.kind {
                words.push(word.to_text());
            }
        }
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 3, "{words:?}");
        let StatementKind::TestDouble { answers, .. } = &apart.statements[3].kind else {
            panic!("{apart:?}");
        };
        let values: Vec<Var> = answers.iter().map(|it| it.value).collect();
        assert_eq!(values, [Var(0), Var(1), Var(2)]);
    }

    #[test]
    fn which_variable_something_is_says_nothing_of_what_came_out() {
        let seen = |var: u16, word: &str| {
            let observed = Observed::Calls {
                count: 1,
                arguments: vec![vec![
                    Observed::Same(Var(var)),
                    Observed::Literal(Literal::Text(word.into())),
                ]],
            };
            vec![Observation {
                observed,
                ..asked_for(&["size"]).remove(0)
            }]
        };
        assert_eq!(said(&seen(3, "red")), said(&seen(5, "red")));
        assert_ne!(said(&seen(3, "red")), said(&seen(3, "blue")));
    }

    /// Whoever reads the form asks for size and width, and gives both where `is_shown`.
    fn reads(test: &TestCase, is_shown: bool, recorder: &mut Recorder) {
        let act = test.len() - 1;
        let form = Var((act - 1) as u16);
        let StatementKind::TestDouble { answers, .. } = &test.statement(form).kind else {
            return;
        };
        let [asked] = &asked_for(&["size", "width"])[..] else {
            return;
        };
        recorder.observe(Observation {
            var: form,
            ..asked.clone()
        });
        for answer in answers.iter().filter(|_| is_shown) {
            if let StatementKind::Literal(literal) = &test.statement(answer.value).kind {
                recorder.observe(Observation {
                    var: Var(act as u16),
                    subject: ObservedPart::Value,
                    observed: Observed::Literal(literal.clone()),
                });
            }
        }
    }

    #[test]
    fn answers_are_told_apart_where_that_shows_and_nowhere_else() {
        for (is_shown, count) in [(true, 2), (false, 1)] {
            let mut cluster = cluster();
            let test = reading(&mut cluster);
            let mut executor = ScriptedExecutor::new(|_: &_, test: &_, _, recorder: &mut _| {
                reads(test, is_shown, recorder);
                Outcome::Passed
            });
            let told = minimising(&mut cluster, &mut executor, |bench, judge| {
                answers_apart(test, bench, judge)
            })
            .expect("it runs");
            let answers = told.statements.iter().map(|it| match &it.kind {
                StatementKind::TestDouble { answers, .. } => answers.len(),
                _ => 0,
            });
            assert_eq!(answers.sum::<usize>(), count, "{told:?}");
        }
    }

    #[test]
    fn one_call_and_calls_that_are_alike_keep_their_answer() {
        let cluster = &mut cluster();
        let test = reading(cluster);
        for texts in [
            &["size"][..],
            &["size", "size"],
            &["a", "b", "c", "d", "e", "f"],
        ] {
            assert_eq!(shared(&test, &asked_for(texts)).len(), 0, "{texts:?}");
        }
    }
}
