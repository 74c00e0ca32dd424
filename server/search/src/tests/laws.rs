//! Laws of the operators, for any seed: tests stay well-formed, and no longer than they may be.

use goalline_testcase::{CallableId, Literal, Statement, StatementKind, TestCase, Var};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::subject::{MiniSubject, MiniValue};
use crate::{
    CallableChoice, ConstantPool, Parameters,
    goals::fitness::Fitness,
    operators::{
        self, callable_choice::Focus, literal_crossover::cross_literals, questions::Questions,
        test_factory::TestFactory,
    },
};

/// A class whose methods take and give one another.
const WEB: MiniSubject = MiniSubject {
    java: r"
package shop;
class Subject {
    Subject(int a) { if (a < 0) throw new IllegalArgumentException(); }
    Subject with(Subject other, String name, int[] sizes) { return name == null ? other : this; }
    String name(char c, long n, double d) { return c == 'x' ? null : String.valueOf(n); }
    static boolean same(Subject a, Subject b) { return a == b; }
}
",
    methods: &[
        ("<init>", "I:V"),
        ("with", "OSA:O"),
        ("name", "CJD:S"),
        ("same", "OO:Z"),
    ],
    body: |_, _, _, _| Ok(MiniValue::Null),
};

fn in_factory(seed: u64, max_length: usize, act: impl FnOnce(&mut TestFactory<'_>)) {
    in_factory_of(&WEB, seed, max_length, act);
}

fn in_factory_of(
    subject: &MiniSubject,
    seed: u64,
    max_length: usize,
    act: impl FnOnce(&mut TestFactory<'_>),
) {
    let goals = subject.goals();
    let mut cluster = subject.cluster(&goals);
    let fitness = Fitness::new(&goals);
    let mut focus = Focus::new(&cluster, fitness.graph(), CallableChoice::default());
    focus.update(&goals, goals.goals.iter().map(|goal| goal.id));
    let parameters = Parameters {
        max_length,
        ..Parameters::default()
    };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    act(&mut TestFactory {
        cluster: &mut cluster,
        parameters: &parameters,
        pool: ConstantPool::new([1, 7], [0.5], ["shop".into()]),
        focus,
        rng: &mut rng,
        room: max_length,
        questions: Questions::default(),
    });
}

/// Two signatures that take numbers.
const NUMBERS: MiniSubject = MiniSubject {
    java: "package shop; class Subject { Subject(int a) { if (a < 0) return; } Subject(int a, int b) { if (a < b) return; } }",
    methods: &[("<init>", "I:V"), ("<init>", "II:V")],
    body: |_, _, _, _| Ok(MiniValue::Null),
};

/// A number, and calls of these callables with nothing but that number.
fn calls_with(factory: &TestFactory<'_>, number: i32, called: &[CallableId]) -> TestCase {
    let int = factory.cluster.callable(called[0]).parameters[0];
    let mut statements = vec![Statement {
        ty: int,
        kind: StatementKind::Literal(Literal::Int(number)),
    }];
    statements.extend(called.iter().map(|callable| {
        let signature = factory.cluster.callable(*callable);
        Statement {
            ty: signature.returns,
            kind: StatementKind::Call {
                callable: *callable,
                receiver: None,
                arguments: signature.parameters.iter().map(|_| Var(0)).collect(),
            },
        }
    }));
    TestCase { statements }
}

/// The numbers that calls are made with.
fn numbers_passed(test: &TestCase) -> Vec<i32> {
    let mut passed = Vec::new();
    for statement in &test.statements {
        if let StatementKind::Call { arguments, .. } = &statement.kind {
            passed.extend(arguments.iter().filter_map(|var| {
                match &test.statements[usize::from(var.0)].kind {
                    StatementKind::Literal(Literal::Int(number)) => Some(*number),
                    _ => None,
                }
            }));
        }
    }
    passed
}

#[test]
fn all_signatures_that_both_tests_have_are_recombined_in_whatever_order_they_stand() {
    in_factory_of(&NUMBERS, 7, 40, |factory| {
        let &[one, two] = factory.focus.callables() else {
            panic!("there are two constructors")
        };
        for order in [[one, two], [two, one]] {
            // One number for all calls: each gets a copy of its own, which moves what stands behind it.
            let mut a = calls_with(factory, 0, &[one, two]);
            let mut b = calls_with(factory, 1_000_000, &order);
            cross_literals(factory, &mut a, &mut b);
            assert_lawful(factory, &a);
            assert_lawful(factory, &b);
            // Of parents so far apart next to no child of simulated binary crossover is one of them.
            let passed = [numbers_passed(&a), numbers_passed(&b)].concat();
            assert_eq!(passed.len(), 6);
            assert!(
                passed.iter().all(|it| *it != 0 && *it != 1_000_000),
                "{passed:?}"
            );
        }
    });
}

fn random_test(factory: &mut TestFactory<'_>) -> TestCase {
    let callable = factory
        .focus
        .choose(factory.rng)
        .expect("there is something under test");
    factory.random_test(callable)
}

fn assert_lawful(factory: &TestFactory<'_>, test: &TestCase) {
    assert_eq!(test.check(factory.cluster), Ok(()), "{test:#?}");
    assert!(
        test.len() <= factory.parameters.max_length,
        "{} statements",
        test.len()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_tests_are_well_formed_and_end_in_a_call_under_test(seed: u64, most in 4_usize..40) {
        in_factory(seed, most, |factory| {
            for _ in 0..20 {
                let test = random_test(factory);
                assert_lawful(factory, &test);
            }
        });
    }

    #[test]
    fn mutants_are_well_formed_and_keep_the_length(seed: u64, most in 4_usize..40, threw: bool) {
        in_factory(seed, most, |factory| {
            let mut test = random_test(factory);
            for _ in 0..60 {
                let threw = threw && !test.is_empty();
                operators::mutate(factory, &mut test, threw);
                assert_lawful(factory, &test);
            }
        });
    }

    #[test]
    fn children_are_well_formed_and_keep_the_length(seed: u64, most in 4_usize..40) {
        in_factory(seed, most, |factory| {
            let (mut a, mut b) = (random_test(factory), random_test(factory));
            for _ in 0..40 {
                (a, b) = operators::cross(factory, &a, &b);
                assert_lawful(factory, &a);
                assert_lawful(factory, &b);
                operators::mutate(factory, &mut a, false);
                operators::mutate(factory, &mut b, false);
            }
        });
    }
}
