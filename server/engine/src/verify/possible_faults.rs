//! Possible faults: takes tests that threw what nobody said they would, gives the smallest input that shows it, its
//! stack, and two tests: one that fails as long as it throws, and one that accepts it.

use std::collections::{BTreeMap, BTreeSet};

use goalline_junit::{
    RaisedBy, TestDraft, WrittenTest, raised, statements, write_failing_test, write_test,
};
use goalline_jvm::Pool;
use goalline_prepare::{PossibleFault, sources::contracts::Contracts};
use goalline_search::UndeclaredException;
use goalline_testcase::{
    Callable, CallableKind, ClassKind, DoubleStyle, Execution, Executor, JavaString, Observation,
    Observed, ObservedPart, Outcome, StackFrame, Statement, StatementKind, TestCase, TestCluster,
    Thrown, Trace, Var,
};

use crate::{
    observe::OBSERVING,
    verify::{
        fault_reasons::{FailedCall, FaultReason, fault_reason},
        verification::Verification,
    },
};

/// Possible faults that a report lists at most.
const MOST: usize = 20;

/// Undeclared exceptions whose tests are run again at once: few, as each may take its whole limit.
const AT_ONCE: usize = 4;

/// Statements that are taken out of an input at most.
const MOST_ROUNDS: usize = 12;

/// Inputs without a reason that are made smaller per cause: without what they do not need they may have one.
const MOST_PER_CAUSE: usize = 3;

/// The undeclared exceptions that nothing declares, documents or throws on purpose, where there is a reason to blame
/// the class, each as small as it happens, the likeliest first. Those that a careless `null` brought about are none.
pub(crate) fn faults(
    bench: &Verification<'_>,
    pool: &mut Pool,
    cluster: &TestCluster,
    undeclared: &[UndeclaredException],
    taken: &BTreeSet<String>,
) -> Vec<PossibleFault> {
    let mut taken = taken.clone();
    let mut shown = shown_faults(bench, pool, cluster, undeclared);
    shown.sort_by(|one, other| one.reason.cmp(&other.reason));
    shown.truncate(MOST);
    let told = shown
        .iter()
        .filter_map(|it| told(bench, cluster, it, &mut taken));
    let mut faults = told.collect::<Vec<_>>();
    verified(bench, pool, &mut faults);
    faults
}

/// The smallest test that shows a fault.
struct ShownFault {
    test: TestCase,
    thrown: Thrown,
    reason: FaultReason,
}

/// One per cause, in the order of finding.
fn shown_faults(
    bench: &Verification<'_>,
    pool: &mut Pool,
    cluster: &TestCluster,
    undeclared: &[UndeclaredException],
) -> Vec<ShownFault> {
    let contracts = &bench.prepared.knowledge.contracts;
    let mut causes = Causes::default();
    let mut shown = Vec::new();
    for some in undeclared.chunks(AT_ONCE) {
        if bench.limits.is_late_for_faults() {
            break;
        }
        let tests: Vec<TestCase> = some.iter().map(|one| one.test.clone()).collect();
        // A run that was cancelled has its tests; without a worker there is nothing to look closer with.
        let Ok(runs) = pool.run(cluster, &tests, OBSERVING) else {
            break;
        };
        for (one, run) in some.iter().zip(runs) {
            let Some(thrown) = undocumented(contracts, cluster, one, &run) else {
                continue;
            };
            let cause = cause(thrown, contracts);
            let has_reason = reason(contracts, cluster, &one.test, thrown).is_some();
            if bench.limits.is_late_for_faults() || !causes.is_worth_a_look(&cause, has_reason) {
                continue;
            }
            let (test, thrown) = smallest(pool, cluster, &one.test, thrown.clone());
            if let Some(reason) = reason(contracts, cluster, &test, &thrown) {
                causes.shown.insert(cause);
                shown.push(ShownFault {
                    test,
                    thrown,
                    reason,
                });
            }
        }
    }
    shown
}

/// The causes that were looked at.
#[derive(Default)]
struct Causes {
    shown: BTreeSet<Cause>,
    /// How many inputs without a reason were made smaller.
    tried: BTreeMap<Cause, usize>,
}

impl Causes {
    /// Whether an input is made smaller. One without a reason may have one without the statement that blames the test;
    /// however many of them there are, the next one with a reason counts.
    fn is_worth_a_look(&mut self, cause: &Cause, has_reason: bool) -> bool {
        if has_reason || self.shown.contains(cause) {
            return !self.shown.contains(cause);
        }
        let times = self.tried.entry(cause.clone()).or_default();
        *times += 1;
        *times <= MOST_PER_CAUSE
    }
}

/// What the run threw, where it threw the same exception again and nobody speaks of it.
fn undocumented<'r>(
    contracts: &Contracts,
    cluster: &TestCluster,
    found: &UndeclaredException,
    run: &'r Execution,
) -> Option<&'r Thrown> {
    let Outcome::Threw { thrown, .. } = &run.outcome else {
        return None;
    };
    let happens_again = thrown.class == found.thrown.class;
    (happens_again && is_fault(contracts, cluster, &found.test, run, thrown)).then_some(thrown)
}

/// Why the class is to blame for what the last call of the test threw.
fn reason(
    contracts: &Contracts,
    cluster: &TestCluster,
    test: &TestCase,
    thrown: &Thrown,
) -> Option<FaultReason> {
    let callable = last_call(cluster, test)?;
    fault_reason(&FailedCall {
        cluster,
        contracts,
        test,
        callable,
        thrown,
    })
}

/// The exception, and the innermost method of the class that it went through, else where it came from.
type Cause = (String, Option<(String, String)>);

/// What went wrong, apart from the input that showed it and the way into the method.
fn cause(thrown: &Thrown, contracts: &Contracts) -> Cause {
    let mut frames = thrown.stack.iter();
    let own = frames.find(|frame| contracts.is_of_file(&frame.class));
    let place = own.or(thrown.stack.first());
    let place = place.map(|it| (it.class.clone(), it.method.clone()));
    (thrown.class.clone(), place)
}

/// Where undeclared exceptions are possible faults, as `exception at class.method:line`.
pub fn fault_places(
    contracts: &Contracts,
    pool: &mut Pool,
    cluster: &TestCluster,
    undeclared: &[UndeclaredException],
) -> BTreeSet<String> {
    let tests: Vec<TestCase> = undeclared.iter().map(|one| one.test.clone()).collect();
    let Ok(runs) = pool.run(cluster, &tests, OBSERVING) else {
        return BTreeSet::new();
    };
    let mut places = BTreeSet::new();
    for (one, run) in undeclared.iter().zip(runs) {
        if let Some(thrown) = undocumented(contracts, cluster, one, &run)
            && reason(contracts, cluster, &one.test, thrown).is_some()
        {
            let top = thrown.stack.first().map(frame).unwrap_or_default();
            places.insert(format!("{} at {top}", thrown.class));
        }
    }
    places
}

/// Takes back those tests that do not do what they say: one fails with the exception, the other one passes.
fn verified(bench: &Verification<'_>, pool: &mut Pool, faults: &mut [PossibleFault]) {
    let written = faults
        .iter()
        .flat_map(|fault| [&fault.failing, &fault.accepting]);
    let written: Vec<_> = written.flatten().cloned().enumerate().collect();
    let Ok(failures) = bench.check(pool, &written) else {
        // Without a worker nothing is known of them.
        for fault in faults {
            (fault.failing, fault.accepting) = (None, None);
        }
        return;
    };
    for fault in faults {
        let exception = &fault.exception;
        let failed = |test: &WrittenTest| failures.get(&test.name);
        fault
            .failing
            .take_if(|test| failed(test).is_none_or(|reason| !reason.contains(exception.as_str())));
        fault.accepting.take_if(|test| failed(test).is_some());
    }
}

/// Whether the class under test let an exception pass that nobody speaks of. What other classes do when a test calls
/// them (a list that may not be changed, a map of a library) is not its fault.
fn is_fault(
    contracts: &Contracts,
    cluster: &TestCluster,
    test: &TestCase,
    run: &Execution,
    thrown: &Thrown,
) -> bool {
    let mut frames = thrown.stack.iter();
    if !frames.any(|frame| contracts.is_of_file(&frame.class)) {
        return false;
    }
    let Some(callable) = last_call(cluster, test) else {
        return false;
    };
    if is_constant_by_name(cluster, callable)
        || writes_fields(cluster, test)
        || lacks_collaborator(cluster, run, thrown)
        || is_of_another_class(test, thrown)
        || is_the_projects_own(&callable.declared_in, thrown)
    {
        return false;
    }
    let how = raised(cluster, callable, thrown, contracts);
    matches!(how, RaisedBy::Implicitly | RaisedBy::ByLibrary)
        && !is_careless(contracts, cluster, test, &run.observations)
}

/// Whether a `null` was to blame that no program in use sees: what a mock gives where nobody told it what to give, or
/// a field that only a container sets.
fn lacks_collaborator(cluster: &TestCluster, run: &Execution, thrown: &Thrown) -> bool {
    if is_of_holder(cluster, thrown) {
        return true;
    }
    if thrown.class != "java.lang.NullPointerException" {
        return false;
    }
    let gives_object = |descriptor: &str| {
        let returns = descriptor.rsplit(')').next();
        returns.is_some_and(|it| it.starts_with(['L', '[']))
    };
    let mut questions = run.trace.unanswered.iter();
    if questions.any(|call| gives_object(&call.descriptor)) {
        return true;
    }
    let message = thrown.message.as_ref().map(JavaString::to_text);
    let field = message.as_deref().and_then(|it| {
        let (_, rest) = it.split_once("because \"this.")?;
        rest.strip_suffix("\" is null")
    });
    let class = thrown.stack.first();
    let class = class.and_then(|frame| cluster.class(&frame.class));
    let mut fields = class.iter().flat_map(|class| &class.fields);
    fields.any(|it| Some(it.name.as_str()) == field && !it.annotations.is_empty() && !it.is_set)
}

/// Whether it was thrown by, or just below, a class that keeps in a static field what a container leaves there.
fn is_of_holder(cluster: &TestCluster, thrown: &Thrown) -> bool {
    let frames = thrown.stack.iter().take(2);
    let classes = frames.filter_map(|frame| cluster.class(&frame.class));
    let mut fields = classes.flat_map(|class| &class.fields);
    fields.any(|it| it.modifiers.is_static() && !it.modifiers.is_final() && !it.is_set)
}

/// Whether a mock may have given an object of a class that the real collaborator never gives: what a raw list holds,
/// only a cast says.
fn is_of_another_class(test: &TestCase, thrown: &Thrown) -> bool {
    let mut statements = test.statements.iter();
    thrown.class == "java.lang.ClassCastException"
        && statements.any(|it| {
            matches!(&it.kind, StatementKind::TestDouble { answers, style, .. }
                if *style == DoubleStyle::Mock && !answers.is_empty())
        })
}

/// Whether a class of the project threw an exception that was written for the project: nobody does that by mistake.
fn is_the_projects_own(class: &str, thrown: &Thrown) -> bool {
    let project = |class: &str| -> Option<String> {
        let (package, _) = class.rsplit_once('.')?;
        let first: Vec<&str> = package.split('.').take(2).collect();
        Some(first.join("."))
    };
    let own = project(class);
    let thrower = thrown.stack.first().map(|frame| project(&frame.class));
    own.is_some() && project(&thrown.class) == own && thrower == Some(own)
}

/// Whether a container would have made this statement.
fn is_injection(cluster: &TestCluster, statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Call { callable, .. }
        if cluster.callable(*callable).kind == CallableKind::InjectedField)
}

/// Whether the test sets fields itself: objects that no call would leave so prove nothing.
fn writes_fields(cluster: &TestCluster, test: &TestCase) -> bool {
    test.statements
        .iter()
        .any(|statement| match &statement.kind {
            StatementKind::Call { callable, .. } => matches!(
                cluster.callable(*callable).kind,
                CallableKind::FieldWrite | CallableKind::StaticFieldWrite
            ),
            _ => false,
        })
}

fn last_call<'a>(cluster: &'a TestCluster, test: &TestCase) -> Option<&'a Callable> {
    match &test.statements.last()?.kind {
        StatementKind::Call { callable, .. } => Some(cluster.callable(*callable)),
        _ => None,
    }
}

/// Whether it is the `valueOf` that the language gives every enum, and documents.
fn is_constant_by_name(cluster: &TestCluster, callable: &Callable) -> bool {
    let owner = cluster.class(&callable.declared_in);
    owner.is_some_and(|class| class.kind == ClassKind::Enum)
        && callable.name == "valueOf"
        && callable.descriptor.starts_with("(Ljava/lang/String;)")
}

/// Whether `null` goes where no annotation allows it, be it written so or what a call gave.
fn is_careless(
    contracts: &Contracts,
    cluster: &TestCluster,
    test: &TestCase,
    observations: &[Observation],
) -> bool {
    let was_null: BTreeSet<Var> = observations
        .iter()
        .filter(|one| one.subject == ObservedPart::Value && one.observed == Observed::Null)
        .map(|one| one.var)
        .collect();
    let is_null = |var: Var| {
        was_null.contains(&var) || test.statements[usize::from(var.0)].kind == StatementKind::Null
    };
    test.statements
        .iter()
        .any(|statement| match &statement.kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => {
                let callable = cluster.callable(*callable);
                let mut arguments = arguments.iter().enumerate();
                arguments.any(|(at, var)| is_null(*var) && !contracts.accepts_null(callable, at))
            }
            other => {
                let mut holds_null = false;
                other.visit_uses(|var| holds_null |= is_null(var));
                holds_null
            }
        })
}

/// The test without each statement that the exception does not need, as long as it leaves the same method of the same
/// call.
fn smallest(
    pool: &mut Pool,
    cluster: &TestCluster,
    test: &TestCase,
    thrown: Thrown,
) -> (TestCase, Thrown) {
    let place = |thrown: &Thrown| {
        let top: Option<&StackFrame> = thrown.stack.first();
        (
            thrown.class.clone(),
            top.map(|top| (top.class.clone(), top.line)),
        )
    };
    let mut small = (test.clone(), thrown);
    for _ in 0..MOST_ROUNDS {
        let last = small.0.statements.last().cloned();
        // Without what a container sets, another `null` might be to blame in the same place.
        let is_left = |at: &usize| !is_injection(cluster, &small.0.statements[*at]);
        let shorter: Vec<TestCase> = (0..small.0.len().saturating_sub(1))
            .rev()
            .filter(is_left)
            .map(|at| {
                let mut shorter = small.0.clone();
                shorter.remove(Var(at as u16));
                shorter.remove_unused();
                shorter
            })
            .filter(|shorter| {
                let kept = shorter.statements.last().map(|one| one.ty);
                !shorter.is_empty() && kept == last.as_ref().map(|one| one.ty)
            })
            .collect();
        let Ok(runs) = pool.run(cluster, &shorter, OBSERVING) else {
            break;
        };
        let found = shorter.into_iter().zip(runs).find_map(|(shorter, run)| {
            let Outcome::Threw { statement, thrown } = run.outcome else {
                return None;
            };
            let is_same =
                usize::from(statement.0) + 1 == shorter.len() && place(&thrown) == place(&small.1);
            is_same.then_some((shorter, thrown))
        });
        match found {
            Some(found) => small = found,
            None => break,
        }
    }
    small
}

fn frame(frame: &StackFrame) -> String {
    format!("{}.{}:{}", frame.class, frame.method, frame.line)
}

fn told(
    bench: &Verification<'_>,
    cluster: &TestCluster,
    shown: &ShownFault,
    taken: &mut BTreeSet<String>,
) -> Option<PossibleFault> {
    let test = &shown.test;
    let thrown = shown.thrown.clone();
    let callable = last_call(cluster, test)?;
    let stack = thrown.stack.iter().map(frame).collect();
    let exception = thrown.class.clone();
    let execution = Execution {
        outcome: Outcome::Threw {
            statement: Var(test.len() as u16 - 1),
            thrown,
        },
        trace: Trace::default(),
        steps: 0,
        observations: Vec::new(),
        slow_at: None,
    };
    let draft = TestDraft {
        test,
        execution: &execution,
        stable: &[],
        before: &[],
        mutants: &[],
        varied: &[],
        is_for_branch: false,
        goals: &[],
        conditions: &[],
        answered: None,
        constant: None,
        implicit_exceptions: true,
        idle: &[],
        deciding: &[],
        promises: &bench.prepared.knowledge.contracts,
    };
    Some(PossibleFault {
        exception,
        method: callable.name.clone(),
        reason: shown.reason.words(),
        input: statements(cluster, test),
        stack,
        failing: write_failing_test(cluster, &draft, &bench.style, taken).ok(),
        accepting: write_test(cluster, &draft, &bench.style, taken).ok(),
    })
}

#[cfg(test)]
mod tests {
    use goalline_flow::FileFlow;
    use goalline_syntax::{JavaFile, declarations};
    use goalline_testcase::{
        Answer, ClassDescription, ClassUnderTest, FieldDescription, JavaType, Modifiers,
        UnansweredCall,
    };

    use super::*;

    fn thrown(frames: &[(&str, u32)]) -> Thrown {
        let stack = frames.iter().map(|(class, line)| StackFrame {
            class: (*class).to_owned(),
            method: "m".to_owned(),
            line: *line,
        });
        Thrown {
            class: "java.lang.ArithmeticException".to_owned(),
            nameable: "java.lang.ArithmeticException".to_owned(),
            message: None,
            stack: stack.collect(),
            ..Thrown::default()
        }
    }

    #[test]
    fn one_cause_is_one_fault_whatever_called_the_method_and_whichever_line_of_it_threw() {
        let file = JavaFile::parse("package shop; class Cart {}");
        let declared = declarations(&file);
        let contracts = Contracts::of(&file, &declared, &FileFlow::of(&file), None);
        let cause = |frames: &[(&str, u32)], method: &str| {
            let mut thrown = thrown(frames);
            thrown.stack[1].method = method.to_owned();
            cause(&thrown, &contracts)
        };
        let first = cause(
            &[("shop.Rate", 3), ("shop.Cart", 7), ("shop.Cart", 20)],
            "rate",
        );
        let again = cause(
            &[("shop.Rate", 4), ("shop.Cart", 8), ("shop.Cart", 40)],
            "rate",
        );
        assert_eq!(first, again);
        let other = cause(
            &[("shop.Rate", 3), ("shop.Cart", 7), ("shop.Cart", 20)],
            "total",
        );
        assert_ne!(first, other);
    }

    #[test]
    fn many_inputs_to_blame_hide_no_later_one_with_a_reason_and_each_cause_is_shown_once() {
        let cause = ("java.lang.NegativeArraySizeException".to_owned(), None);
        let mut causes = Causes::default();
        let mut looked = (0..9).filter(|_| causes.is_worth_a_look(&cause, false));
        assert_eq!(looked.by_ref().count(), MOST_PER_CAUSE);
        assert!(causes.is_worth_a_look(&cause, true));
        causes.shown.insert(cause.clone());
        assert!(!causes.is_worth_a_look(&cause, true));
    }

    /// A desk with one field that a container sets, and one that it sets itself.
    fn desk() -> TestCluster {
        let field = |name: &str, annotations: &[&str], is_set| FieldDescription {
            name: name.to_owned(),
            modifiers: Modifiers(2),
            ty: JavaType::class("java.lang.String"),
            annotations: annotations.iter().map(|it| (*it).to_owned()).collect(),
            is_set,
            constant: None,
        };
        let desk = ClassDescription {
            name: "shop.Desk".to_owned(),
            canonical: Some("shop.Desk".to_owned()),
            modifiers: Modifiers(1),
            fields: vec![
                field(
                    "sign",
                    &["org.springframework.beans.factory.annotation.Value"],
                    false,
                ),
                field("note", &[], false),
            ],
            ..ClassDescription::default()
        };
        let subject = ClassUnderTest {
            classes: &["shop.Desk".to_owned()],
            package: "shop",
            flow: &FileFlow::default(),
        };
        TestCluster::new(vec![desk], &subject)
    }

    /// Whether it is for want of a collaborator that the run ended with this exception, after this was asked in vain.
    fn lacks(class: &str, message: &str, asked: &[&str]) -> bool {
        let thrown = Thrown {
            class: class.to_owned(),
            message: Some(message.into()),
            ..thrown(&[("shop.Desk", 3)])
        };
        let unanswered = asked.iter().map(|descriptor| UnansweredCall {
            double: Var(0),
            method: "find".to_owned(),
            descriptor: (*descriptor).to_owned(),
            class_argument: None,
        });
        let run = Execution {
            outcome: Outcome::Passed,
            trace: Trace {
                unanswered: unanswered.collect(),
                ..Trace::default()
            },
            steps: 0,
            observations: Vec::new(),
            slow_at: None,
        };
        lacks_collaborator(&desk(), &run, &thrown)
    }

    #[test]
    fn a_null_that_a_mock_gave_unasked_or_that_a_container_would_have_replaced_is_no_fault() {
        const NULL: &str = "java.lang.NullPointerException";
        let of =
            |name: &str| format!("Cannot invoke \"String.length()\" because \"{name}\" is null");
        assert!(lacks(NULL, &of("page"), &["()Lshop/Page;"]));
        assert!(!lacks(NULL, &of("page"), &["()I"]), "a number is no null");
        assert!(!lacks(NULL, &of("page"), &[]));
        assert!(lacks(NULL, &of("this.sign"), &[]));
        assert!(!lacks(NULL, &of("this.note"), &[]), "no container sets it");
        let other = "java.lang.ArithmeticException";
        assert!(!lacks(other, "/ by zero", &["()Lshop/Page;"]));
    }

    #[test]
    fn what_a_class_of_the_project_says_in_words_of_the_project_is_no_fault() {
        let is_own = |class: &str, thrower: &str| {
            let thrown = Thrown {
                class: class.to_owned(),
                ..thrown(&[(thrower, 3), ("com.shop.sale.Desk", 8)])
            };
            is_the_projects_own("com.shop.sale.Desk", &thrown)
        };
        let (own, others) = ("com.shop.BadRequestException", "com.other.Refusal");
        assert!(is_own(own, "com.shop.checks.Checks"));
        assert!(!is_own(own, "com.other.Checks"));
        assert!(!is_own(others, "com.other.Checks"));
        assert!(!is_own(
            "java.lang.IllegalStateException",
            "com.shop.checks.Checks"
        ));
    }

    #[test]
    fn a_cast_that_fails_where_a_mock_gave_something_is_no_fault() {
        let mut cluster = desk();
        let ty = cluster.intern(JavaType::class("shop.Desk"));
        let doubles = |answers: &[Answer]| TestCase {
            statements: vec![Statement {
                ty,
                kind: StatementKind::test_double(DoubleStyle::Mock, answers.to_vec()),
            }],
        };
        let answer = Answer {
            method: "list".into(),
            descriptor: "()Ljava/util/List;".into(),
            value: Var(0),
            throws: false,
        };
        let thrown = |class: &str| Thrown {
            class: class.to_owned(),
            ..thrown(&[("shop.Desk", 3)])
        };
        let (cast, other) = (
            "java.lang.ClassCastException",
            "java.lang.ArithmeticException",
        );
        let given = doubles(&[answer]);
        assert!(is_of_another_class(&given, &thrown(cast)));
        assert!(!is_of_another_class(&given, &thrown(other)));
        assert!(!is_of_another_class(&doubles(&[]), &thrown(cast)));
    }
}
