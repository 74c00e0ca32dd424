//! Classes that no test can touch: takes a search that covered nothing and runs one of its tests, gives the reason in
//! words.

use goalline_flow::{FileFlow, MethodId, MethodKind};
use goalline_junit::last_call;
use goalline_prepare::prepare::prepared::Prepared;
use goalline_search::SearchResult;
use goalline_testcase::{Execution, Executor, JavaString, Outcome, TestCluster};

use crate::observe::OBSERVING;

/// Why no test of the class can be offered, where the nearest one shows it: a static initialiser, or a call that
/// every object of it needs.
pub(crate) fn why_untouchable(
    prepared: &Prepared,
    found: &SearchResult,
    executor: &mut dyn Executor,
    cluster: &TestCluster,
) -> Option<String> {
    let mut test = found.closest.first()?.test.clone();
    let runs = executor
        .run(cluster, std::slice::from_ref(&test), OBSERVING)
        .ok()?;
    let run = runs.first()?;
    if let Outcome::TimedOut { statement, .. } = run.outcome {
        test.statements.truncate(usize::from(statement.0) + 1);
    }
    let last = || last_call(cluster, &test);
    in_words(&prepared.class, &prepared.goals.flow, run, last)
}

fn in_words(
    class: &str,
    flow: &FileFlow,
    run: &Execution,
    last: impl Fn() -> String,
) -> Option<String> {
    let is_initialiser = |id: u32| flow.method(MethodId(id)).kind == MethodKind::StaticInitializer;
    let entered = &run.trace.methods;
    let is_initialising =
        !entered.is_empty() && entered.iter().all(|entry| is_initialiser(entry.method));
    let initialiser = match &run.outcome {
        Outcome::Threw { thrown, .. }
            if thrown.class == "java.lang.ExceptionInInitializerError" =>
        {
            let cause = thrown.message.as_ref().map(JavaString::to_text);
            format!(
                "throws {}",
                cause.unwrap_or_else(|| "an exception".to_owned())
            )
        }
        Outcome::TimedOut { .. } if is_initialising => "does not end".to_owned(),
        // Code of its own that loops is a matter of that code; before any of it ran, every test is lost.
        Outcome::TimedOut { by_steps, .. } if entered.is_empty() => {
            let limit = if *by_steps { "steps" } else { "milliseconds" };
            let most = if *by_steps {
                OBSERVING.step_budget
            } else {
                u64::from(OBSERVING.time_limit_ms)
            };
            return Some(format!(
                "no test of {class} came to an end: {}, for one, takes more than {most} {limit} each time; a cheaper way to make what it needs would help",
                last()
            ));
        }
        _ => return None,
    };
    Some(format!(
        "nothing of {class} can be tested: its static initialiser {initialiser}, whatever a test does; mend it, or give it what it needs"
    ))
}

#[cfg(test)]
mod tests {
    use goalline_syntax::JavaFile;
    use goalline_testcase::{MethodTrace, Thrown, Trace, Var};

    use super::*;

    /// What is told of a class with a static initialiser and a method `f`, of which a run entered these.
    fn told(outcome: Outcome, entered: &[&str]) -> Option<String> {
        let java = "class A { static int x; static { while (x == 0) { } } void f() { } }";
        let flow = FileFlow::of(&JavaFile::parse(java));
        let methods = flow.methods.iter();
        let methods = methods.filter(|method| entered.contains(&method.name.as_str()));
        let trace = Trace {
            methods: methods
                .map(|method| MethodTrace {
                    method: method.id.0,
                    count: 1,
                })
                .collect(),
            ..Trace::default()
        };
        let run = Execution {
            outcome,
            trace,
            steps: 0,
            observations: Vec::new(),
            slow_at: None,
        };
        in_words("A", &flow, &run, || "new B(7)".to_owned())
    }

    fn threw(class: &str) -> Outcome {
        let thrown = Thrown {
            class: class.to_owned(),
            nameable: class.to_owned(),
            message: Some("java.lang.IllegalStateException: no".into()),
            stack: Vec::new(),
            ..Thrown::default()
        };
        Outcome::Threw {
            statement: Var(0),
            thrown,
        }
    }

    fn stuck() -> Outcome {
        Outcome::TimedOut {
            statement: Var(0),
            by_steps: true,
        }
    }

    #[test]
    fn the_cause_of_a_failing_initialiser_is_told() {
        let told = told(
            threw("java.lang.ExceptionInInitializerError"),
            &["<clinit>"],
        );
        assert!(
            told.is_some_and(|told| told.contains("throws java.lang.IllegalStateException: no"))
        );
    }

    #[test]
    fn only_a_loop_in_the_initialiser_is_the_initialisers() {
        let in_initialiser = told(stuck(), &["<clinit>"]);
        assert!(in_initialiser.is_some_and(|told| told.contains("does not end")));
        assert_eq!(told(stuck(), &["<clinit>", "f"]), None);
        let before_any = told(stuck(), &[]).unwrap_or_default();
        let expected = "new B(7), for one, takes more than 100000 steps";
        assert!(before_any.contains(expected), "{before_any}");
        assert_eq!(told(threw("java.lang.Error"), &[]), None);
    }
}
