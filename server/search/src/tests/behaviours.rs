//! That tests are taken apart into single behaviours, as plain as their goals allow.

use goalline_goals::GoalId;
use goalline_testcase::{JavaType, Literal, Statement, StatementKind, TestCase, TestCluster, Var};

use super::subject::{Subject, Value};
use crate::{Behaviour, Bench, Parameters, behaviours, scripted::ScriptedExecutor};

const TWO: Subject = Subject {
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
        Ok(Value::Number(0))
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
    let int = cluster.intern(JavaType::Primitive(goalline_testcase::Primitive::Int));
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
    let mut bench = Bench {
        goals: &goals,
        probe_base: 0,
        cluster: &mut cluster,
        executor: &mut executor,
        options: Parameters::default().options,
    };
    let wanted = goals_of(&Subject::wanted(&goals));
    behaviours(&test, &wanted, &mut bench).expect("the executor never fails")
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
