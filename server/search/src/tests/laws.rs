//! Laws of the operators, for any seed: tests stay well-formed, and no longer than they may be.

use goalline_testcase::TestCase;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::subject::{Subject, Value};
use crate::{
    Choice, ConstantPool, Parameters, fitness::Fitness, focus::Focus, operators, workshop::Workshop,
};

/// A class whose methods take and give one another.
const WEB: Subject = Subject {
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
    body: |_, _, _, _| Ok(Value::Null),
};

fn in_workshop(seed: u64, max_length: usize, act: impl FnOnce(&mut Workshop<'_>)) {
    let goals = WEB.goals();
    let mut cluster = WEB.cluster(&goals);
    let fitness = Fitness::new(&goals);
    let mut focus = Focus::new(&cluster, fitness.graph(), Choice::default());
    focus.update(&goals, goals.goals.iter().map(|goal| goal.id));
    let parameters = Parameters {
        max_length,
        ..Parameters::default()
    };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    act(&mut Workshop {
        cluster: &mut cluster,
        parameters: &parameters,
        pool: ConstantPool::new([1, 7], [0.5], ["shop".into()]),
        focus,
        rng: &mut rng,
        room: max_length,
    });
}

fn random_test(shop: &mut Workshop<'_>) -> TestCase {
    let callable = shop
        .focus
        .choose(shop.rng)
        .expect("there is something under test");
    shop.random_test(callable)
}

fn assert_lawful(shop: &Workshop<'_>, test: &TestCase) {
    assert_eq!(test.check(shop.cluster), Ok(()), "{test:#?}");
    assert!(
        test.len() <= shop.parameters.max_length,
        "{} statements",
        test.len()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_tests_are_well_formed_and_end_in_a_call_under_test(seed: u64, most in 4_usize..40) {
        in_workshop(seed, most, |shop| {
            for _ in 0..20 {
                let test = random_test(shop);
                assert_lawful(shop, &test);
            }
        });
    }

    #[test]
    fn mutants_are_well_formed_and_keep_the_length(seed: u64, most in 4_usize..40, threw: bool) {
        in_workshop(seed, most, |shop| {
            let mut test = random_test(shop);
            for _ in 0..60 {
                let threw = threw && !test.is_empty();
                operators::mutate(shop, &mut test, threw);
                assert_lawful(shop, &test);
            }
        });
    }

    #[test]
    fn children_are_well_formed_and_keep_the_length(seed: u64, most in 4_usize..40) {
        in_workshop(seed, most, |shop| {
            let (mut a, mut b) = (random_test(shop), random_test(shop));
            for _ in 0..40 {
                (a, b) = operators::cross(shop, &a, &b);
                assert_lawful(shop, &a);
                assert_lawful(shop, &b);
                operators::mutate(shop, &mut a, false);
                operators::mutate(shop, &mut b, false);
            }
        });
    }
}
