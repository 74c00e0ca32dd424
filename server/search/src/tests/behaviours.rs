//! That tests are taken apart into single behaviours, as plain as their goals allow.

use goalline_goals::GoalId;
use goalline_testcase::{
    Execution, Executor, ExecutorError, JavaType, Literal, Observation, Observed, Outcome,
    Primitive, RunOptions, SeenConstant, Statement, StatementKind, TestCase, TestCluster, Var,
};

use super::subject::{MiniSubject, MiniValue};
use crate::{
    Behaviour, HandedOn, Minimisation, Parameters, minimise, minimise::behaviours::behaviours,
    scripted::ScriptedExecutor,
};

const TWO: MiniSubject = MiniSubject {
    java: "package shop; class Subject { \
           boolean isBig(int a) { return a > 1000 ? true : false; } \
           boolean isOdd(int a) { return a % 2 == 1 ? true : false; } }",
    methods: &[("<init>", ":V"), ("isBig", "I:Z"), ("isOdd", "I:Z")],
    body: |recorder, _, name, arguments| {
        match name {
            "isBig" => recorder.less(0, 1000, arguments[0].number()),
            "isOdd" => recorder.equal(1, arguments[0].number() % 2, 1),
            _ => false,
        };
        Ok(MiniValue::Number(0))
    },
};

fn call(cluster: &TestCluster, name: &str, receiver: Option<u16>, arguments: &[u16]) -> Statement {
    let ids = cluster.under_test();
    let callable = *ids
        .iter()
        .find(|id| cluster.callable(**id).name == name)
        .expect("the subject has the method");
    Statement {
        ty: cluster.callable(callable).returns,
        kind: StatementKind::Call {
            callable,
            receiver: receiver.map(Var),
            arguments: arguments.iter().map(|at| Var(*at)).collect(),
        },
    }
}

fn taken_apart(goals_of: impl Fn(&[GoalId]) -> Vec<GoalId>, number: i32) -> Vec<Behaviour> {
    let goals = TWO.goals();
    let mut cluster = TWO.cluster(&goals);
    let int = cluster.intern(JavaType::Primitive(Primitive::Int));
    let literal = Statement {
        ty: int,
        kind: StatementKind::Literal(Literal::Int(number)),
    };
    let test = TestCase {
        statements: vec![
            call(&cluster, "<init>", None, &[]),
            literal,
            call(&cluster, "isBig", Some(0), &[1]),
            call(&cluster, "isOdd", Some(0), &[1]),
            call(&cluster, "isBig", Some(0), &[1]),
        ],
    };
    let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
        TWO.run(cluster, test, options, recorder)
    });
    let mut bench = Minimisation {
        goals: &goals,
        cluster: &mut cluster,
        executor: &mut executor,
        options: Parameters::default().options,
        handed_on: &mut HandedOn::default(),
    };
    let wanted = goals_of(&MiniSubject::wanted(&goals));
    behaviours(&test, &wanted, &mut bench).expect("the executor never fails")
}

#[test]
fn what_no_statement_covers_again_is_no_test_and_stays_as_it_is() {
    let parts = taken_apart(<[GoalId]>::to_vec, 4);
    let (again, once): (Vec<_>, Vec<_>) = parts.into_iter().partition(|it| it.is_repeatable);
    // Neither that 4 is big nor that it is odd.
    let lengths: Vec<usize> = again.iter().map(|part| part.test.len()).collect();
    assert_eq!((lengths, once.len()), (vec![3, 3], 1));
    assert_eq!((once[0].goals.len(), once[0].test.len()), (2, 5));
}

#[test]
fn a_class_loader_of_its_own_is_for_what_is_likely_to_cover_something() {
    let goals = TWO.goals();
    let mut cluster = TWO.cluster(&goals);
    let int = cluster.intern(JavaType::Primitive(Primitive::Int));
    let mut statements = vec![call(&cluster, "<init>", None, &[])];
    for number in 0..40 {
        statements.push(Statement {
            ty: int,
            kind: StatementKind::Literal(Literal::Int(2 * number)),
        });
        let last = statements.len() as u16 - 1;
        statements.push(call(&cluster, "isOdd", Some(0), &[last]));
    }
    statements.push(call(&cluster, "isBig", Some(0), &[1]));
    let mut fresh = 0;
    let mut executor = ScriptedExecutor::new(
        |cluster: &_, test: &_, options: RunOptions, recorder: &mut _| {
            fresh += usize::from(options.fresh_loader);
            TWO.run(cluster, test, options, recorder)
        },
    );
    let mut bench = Minimisation {
        goals: &goals,
        cluster: &mut cluster,
        executor: &mut executor,
        options: Parameters::default().options,
        handed_on: &mut HandedOn::default(),
    };
    let test = TestCase { statements };
    // Of isBig the outcome false, of isOdd the outcome false.
    let wanted = [
        MiniSubject::wanted(&goals)[1],
        MiniSubject::wanted(&goals)[3],
    ];
    let parts = behaviours(&test, &wanted, &mut bench).expect("the executor never fails");
    assert_eq!(parts.len(), 2);
    assert!(fresh <= 4, "{fresh} runs");
}

#[test]
fn what_an_earlier_test_left_in_static_fields_hides_no_statement() {
    let goals = TWO.goals();
    let mut cluster = TWO.cluster(&goals);
    let int = cluster.intern(JavaType::Primitive(Primitive::Int));
    let literal = Statement {
        ty: int,
        kind: StatementKind::Literal(Literal::Int(2000)),
    };
    let test = TestCase {
        statements: vec![
            call(&cluster, "<init>", None, &[]),
            literal,
            call(&cluster, "isOdd", Some(0), &[1]),
            call(&cluster, "isBig", Some(0), &[1]),
        ],
    };
    // In the shared class loader every call of the class ends at once, as with a field that a test before has set.
    let mut executor = ScriptedExecutor::new(
        |cluster: &_, test: &_, options: RunOptions, recorder: &mut _| {
            if options.fresh_loader {
                TWO.run(cluster, test, options, recorder)
            } else {
                Outcome::Passed
            }
        },
    );
    let mut bench = Minimisation {
        goals: &goals,
        cluster: &mut cluster,
        executor: &mut executor,
        options: Parameters::default().options,
        handed_on: &mut HandedOn::default(),
    };
    let wanted = [
        MiniSubject::wanted(&goals)[0],
        MiniSubject::wanted(&goals)[3],
    ];
    let parts = behaviours(&test, &wanted, &mut bench).expect("the executor never fails");
    let ends: Vec<&str> = parts
        .iter()
        .filter_map(|part| match &part.test.statements.last()?.kind {
            StatementKind::Call { callable, .. } => Some(&*bench.cluster.callable(*callable).name),
            _ => None,
        })
        .collect();
    assert_eq!(ends, ["isOdd", "isBig"]);
}

fn number_in(behaviour: &Behaviour) -> i32 {
    let mut numbers = behaviour
        .test
        .statements
        .iter()
        .filter_map(|one| match one.kind {
            StatementKind::Literal(Literal::Int(number)) => Some(number),
            _ => None,
        });
    numbers.next().expect("the call takes a number")
}

#[test]
fn each_statement_that_covers_goals_ends_a_test_of_its_own() {
    // Of isBig the outcome true, of isOdd the outcome true.
    let parts = taken_apart(
        |all| all.iter().copied().filter(|goal| is_true(*goal)).collect(),
        987_654_321,
    );
    assert_eq!(parts.len(), 2, "{parts:?}");
    for part in &parts {
        assert_eq!(part.test.len(), 3, "{part:?}");
        assert_eq!(part.goals.len(), 1);
    }
    assert_eq!(number_in(&parts[0]), 1_500);
    assert_eq!(
        number_in(&parts[1]),
        1,
        "an odd number is wanted, 2 is none"
    );
}

fn is_true(goal: GoalId) -> bool {
    use goalline_goals::Target;
    matches!(TWO.goals().goal(goal).target, Target::Branch(branch) if branch.outcome)
}

#[test]
fn a_zero_that_need_not_be_one_becomes_a_number_that_tells_more() {
    let parts = taken_apart(|all| vec![all[1]], 0);
    assert_eq!(number_in(&parts[0]), 2);
}

#[test]
fn a_goal_that_nothing_covers_again_keeps_the_whole_test() {
    let parts = taken_apart(
        |all| all.iter().copied().filter(|goal| is_true(*goal)).collect(),
        0,
    );
    assert_eq!(parts.len(), 1);
    assert_eq!(parts[0].test.len(), 5);
    assert_eq!(parts[0].goals.len(), 2);
}

const SHELF: MiniSubject = MiniSubject {
    java: "package shop; class Subject { Subject() { } Subject(int size) { } int size() { return 7; } \
           boolean holds(int a, long b) { return b > 1000 ? true : false; } \
           boolean fills(int a) { return a == 7 ? true : false; } \
           boolean agree(int a, int c) { return a == c ? true : false; } }",
    methods: &[
        ("<init>", ":V"),
        ("<init>", "I:V"),
        ("size", ":I"),
        ("holds", "IJ:Z"),
        ("fills", "I:Z"),
        ("agree", "II:Z"),
    ],
    body: |recorder, _, name, arguments| match name {
        "size" => Ok(MiniValue::Number(7)),
        "holds" => {
            recorder.less(0, 1000, arguments[1].number());
            Ok(MiniValue::Number(0))
        }
        "fills" => {
            recorder.equal(1, arguments[0].number(), 7);
            Ok(MiniValue::Number(0))
        }
        "agree" => {
            recorder.equal(2, arguments[0].number(), arguments[1].number());
            Ok(MiniValue::Number(0))
        }
        _ => Ok(MiniValue::Null),
    },
};

/// An executor in which every call of `size` was seen to give 7.
struct Observing<E>(E);

impl<E: Executor> Executor for Observing<E> {
    fn run(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError> {
        let mut runs = self.0.run(cluster, tests, options)?;
        for (test, run) in tests.iter().zip(&mut runs) {
            let calls = test.statements.iter().enumerate();
            let sizes = calls.filter(|(_, one)| matches!(one.kind, StatementKind::Call { callable, .. } if cluster.callable(callable).name == "size"));
            run.observations = sizes
                .map(|(at, _)| Observation {
                    var: Var(at as u16),
                    subject: goalline_testcase::ObservedPart::Value,
                    observed: Observed::Literal(Literal::Int(7)),
                })
                .collect();
        }
        Ok(runs)
    }

    fn take_seen(&mut self) -> Vec<SeenConstant> {
        self.0.take_seen()
    }
}

/// The smallest test for the condition `text`, from one that makes `new Subject(number)` and then calls these methods
/// on it.
fn small(text: &str, number: i32, calls: &[(&str, &[u16])]) -> Vec<StatementKind> {
    let goals = SHELF.goals();
    let mut cluster = SHELF.cluster(&goals);
    let int = cluster.intern(JavaType::Primitive(Primitive::Int));
    let ids = cluster.under_test();
    let sized = ids
        .iter()
        .find(|id| cluster.callable(**id).parameters.len() == 1);
    let sized = *sized.expect("one constructor takes a size");
    let mut statements = vec![
        Statement {
            ty: int,
            kind: StatementKind::Literal(Literal::Int(number)),
        },
        Statement {
            ty: cluster.callable(sized).returns,
            kind: StatementKind::Call {
                callable: sized,
                receiver: None,
                arguments: [Var(0)].into_iter().collect(),
            },
        },
    ];
    let calls = calls.iter();
    statements.extend(calls.map(|(name, arguments)| call(&cluster, name, Some(1), arguments)));
    let script = ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
        SHELF.run(cluster, test, options, recorder)
    });
    let mut executor = Observing(script);
    let mut bench = Minimisation {
        goals: &goals,
        cluster: &mut cluster,
        executor: &mut executor,
        options: Parameters::default().options,
        handed_on: &mut HandedOn::default(),
    };
    let is_wanted = |goal: &GoalId| {
        let goal = goals.goal(*goal);
        goal.text == text && goal.target.branch().is_some_and(|branch| branch.outcome)
    };
    let wanted: Vec<GoalId> = MiniSubject::wanted(&goals)
        .into_iter()
        .filter(is_wanted)
        .collect();
    let small = minimise(&TestCase { statements }, &wanted, &mut bench).expect("it runs");
    small.statements.into_iter().map(|one| one.kind).collect()
}

fn literals(kinds: &[StatementKind]) -> Vec<&Literal> {
    let literals = kinds.iter().filter_map(|kind| match kind {
        StatementKind::Literal(literal) => Some(literal),
        _ => None,
    });
    literals.collect()
}

#[test]
fn arguments_that_shared_a_value_are_made_plain_apart_and_of_the_type_that_the_call_takes() {
    let kinds = small("b > 1000", 987_654_321, &[("holds", &[0, 0])]);
    assert_eq!(
        literals(&kinds),
        [&Literal::Int(2), &Literal::Long(1_500)],
        "{kinds:?}"
    );
}

#[test]
fn an_object_is_made_in_the_shortest_way_that_does() {
    let kinds = small("b > 1000", 987_654_321, &[("holds", &[0, 0])]);
    let made = kinds.iter().find_map(|kind| match kind {
        StatementKind::Call { arguments, .. } => Some(arguments.len()),
        _ => None,
    });
    assert_eq!(made, Some(0), "{kinds:?}");
}

#[test]
fn a_number_that_a_call_gave_is_written_down() {
    let kinds = small("a == 7", 0, &[("size", &[]), ("fills", &[2])]);
    assert_eq!(literals(&kinds), [&Literal::Int(7)], "{kinds:?}");
}

#[test]
fn values_that_have_to_be_equal_become_small_and_telling_together() {
    let kinds = small("a == c", 987_654_321, &[("agree", &[0, 0])]);
    assert_eq!(
        literals(&kinds),
        [&Literal::Int(2), &Literal::Int(2)],
        "{kinds:?}"
    );
}

/// Sums numbers, compares a number with two others, stores a text in lower case, looks for one whatever its case is.
const JUGGLER: MiniSubject = MiniSubject {
    java: "package shop; class Subject { \
           int sum(int[] all) { return all.length > 0 ? all[0] : 0; } \
           boolean isAbove(int a, int b, int c) { return a > b && a > c; } \
           void store(String text) { if (text.isEmpty()) { return; } } \
           boolean hasIgnoreCase(String a, String b) { return a.equalsIgnoreCase(b) ? true : false; } \
           void split(String text, String at) { if (text.isEmpty()) { return; } } \
           void fill(String text, String with) { if (text.isEmpty()) { return; } } }",
    methods: &[
        ("<init>", ":V"),
        ("sum", "A:I"),
        ("isAbove", "III:Z"),
        ("store", "S:V"),
        ("hasIgnoreCase", "SS:Z"),
        ("split", "SS:V"),
        ("fill", "SS:V"),
    ],
    body: |recorder, _, name, arguments| {
        match (name, arguments) {
            ("sum", [MiniValue::Numbers(all)]) => {
                recorder.less(0, 0, i64::from(!all.is_empty()));
            }
            ("isAbove", [a, b, c]) => {
                let (a, b, c) = (a.number(), b.number(), c.number());
                let _ = recorder.less(1, b, a) && recorder.less(2, c, a);
            }
            ("store", [text]) => {
                recorder.equal(3, i64::from(!text.text().is_empty()), 0);
            }
            ("hasIgnoreCase", [a, b]) => {
                let is_same = a.text().eq_ignore_ascii_case(b.text());
                recorder.equal(4, i64::from(is_same), 1);
            }
            ("split", [text, _]) => {
                recorder.equal(5, i64::from(!text.text().is_empty()), 0);
            }
            ("fill", [text, _]) => {
                recorder.equal(6, i64::from(!text.text().is_empty()), 0);
            }
            _ => {}
        }
        Ok(MiniValue::Number(0))
    },
};

/// Says after a call of `store` that the subject holds the text in lower case, if it is not empty.
struct Storing<E>(E);

impl<E: Executor> Executor for Storing<E> {
    fn run(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError> {
        let mut runs = self.0.run(cluster, tests, options)?;
        for (test, run) in tests.iter().zip(&mut runs) {
            let is_stored = test.statements.iter().any(|one| {
                let StatementKind::Call {
                    callable,
                    arguments,
                    ..
                } = &one.kind
                else {
                    return false;
                };
                let text = arguments.first().map(|var| &test.statement(*var).kind);
                let is_changed = matches!(text, Some(StatementKind::Literal(Literal::Text(text)))
                    if text.to_text() != text.to_text().to_lowercase());
                cluster.callable(*callable).name == "store" && is_changed
            });
            run.observations = vec![Observation {
                var: Var(0),
                subject: goalline_testcase::ObservedPart::Field {
                    name: "changed".to_owned(),
                },
                observed: Observed::Literal(Literal::Boolean(is_stored)),
            }];
        }
        Ok(runs)
    }

    fn take_seen(&mut self) -> Vec<SeenConstant> {
        self.0.take_seen()
    }
}

/// The literals of the smallest test for what a call of this method with these values covers.
fn told(name: &str, values: &[Literal], in_array: bool) -> Vec<Literal> {
    let goals = JUGGLER.goals();
    let mut cluster = JUGGLER.cluster(&goals);
    let int = JavaType::Primitive(Primitive::Int);
    let array = cluster.intern(JavaType::Array(Box::new(int.clone())));
    let int = cluster.intern(int);
    let string = cluster.intern(JavaType::class("java.lang.String"));
    let mut statements = vec![call(&cluster, "<init>", None, &[])];
    statements.extend(values.iter().map(|value| Statement {
        ty: if matches!(value, Literal::Text(_)) {
            string
        } else {
            int
        },
        kind: StatementKind::Literal(value.clone()),
    }));
    let given: Vec<u16> = (1..=values.len() as u16).collect();
    if in_array {
        let elements = given.iter().map(|at| Var(*at)).collect();
        statements.push(Statement {
            ty: array,
            kind: StatementKind::Array { elements },
        });
        statements.push(call(&cluster, name, Some(0), &[given.len() as u16 + 1]));
    } else {
        statements.push(call(&cluster, name, Some(0), &given));
    }
    let test = TestCase { statements };
    let mut executor = Storing(ScriptedExecutor::new(
        |cluster: &_, test: &_, options, recorder: &mut _| {
            JUGGLER.run(cluster, test, options, recorder)
        },
    ));
    let options = Parameters::default().options;
    let run = executor.run(&cluster, std::slice::from_ref(&test), options);
    let run = run.expect("the executor never fails").remove(0);
    let mut covered = Vec::new();
    crate::Fitness::new(&goals).covered(&run.trace, |goal| covered.push(goal));
    let mut bench = Minimisation {
        goals: &goals,
        cluster: &mut cluster,
        executor: &mut executor,
        options,
        handed_on: &mut HandedOn::default(),
    };
    let small = minimise(&test, &covered, &mut bench).expect("the executor never fails");
    let kinds: Vec<StatementKind> = small.statements.into_iter().map(|one| one.kind).collect();
    literals(&kinds).into_iter().cloned().collect()
}

#[test]
fn what_works_on_elements_is_given_two_that_differ() {
    let all = told(
        "sum",
        &[Literal::Int(40), Literal::Int(50), Literal::Int(60)],
        true,
    );
    assert_eq!(all.len(), 2);
    assert_ne!(all[0], all[1]);
}

#[test]
fn numbers_in_different_roles_differ_where_the_goals_allow() {
    let all = told(
        "isAbove",
        &[Literal::Int(0), Literal::Int(0), Literal::Int(0)],
        false,
    );
    assert_ne!(all[0], all[1], "{all:?}");
    // Above both is above what differs, too.
    let all = told(
        "isAbove",
        &[Literal::Int(1), Literal::Int(0), Literal::Int(0)],
        false,
    );
    assert_ne!(all[1], all[2], "{all:?}");
}

#[test]
fn a_text_that_a_call_left_as_it_was_becomes_one_that_it_changes() {
    let text = |text: &str| Literal::Text(goalline_testcase::JavaString::from(text));
    let all = told("store", &[text("zz")], false);
    let [Literal::Text(stored)] = &all[..] else {
        panic!("one text: {all:?}");
    };
    let stored = stored.to_text();
    assert_ne!(stored, stored.to_lowercase());
}

#[test]
fn a_text_holds_what_is_looked_for_in_it_and_not_what_it_is_filled_up_with() {
    let text = |text: &str| Literal::Text(goalline_testcase::JavaString::from(text));
    let holds = |name: &str| {
        let all = told(name, &[text("hello"), text(";")], false);
        let [Literal::Text(whole), Literal::Text(sign)] = &all[..] else {
            panic!("two texts: {all:?}");
        };
        whole.to_text().contains(&sign.to_text())
    };
    assert!(holds("split"));
    assert!(!holds("fill"));
}

#[test]
fn what_ignores_case_is_asked_in_the_other_one() {
    let text = |text: &str| Literal::Text(goalline_testcase::JavaString::from(text));
    let all = told("hasIgnoreCase", &[text("zz"), text("zz")], false);
    let [Literal::Text(one), Literal::Text(other)] = &all[..] else {
        panic!("two texts: {all:?}");
    };
    assert_ne!(one, other);
    assert_eq!(one.to_text().to_lowercase(), other.to_text().to_lowercase());
}
