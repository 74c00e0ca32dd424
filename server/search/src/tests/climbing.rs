//! What local search climbs by itself, where nothing is bred.

use super::{
    searching::{search_on, uncovered},
    subject::{MiniSubject, MiniValue},
};
use crate::{Parameters, scripted::ScriptedExecutor};

/// Twenty-three elements, and the last one 77.
const LENGTH: MiniSubject = MiniSubject {
    java: "
package shop;
class Subject {
    boolean take(int[] a) {
        if (a.length == 23) {
            if (a[22] == 77) {
                return true;
            }
        }
        return false;
    }
}
",
    methods: &[("<init>", ":V"), ("take", "A:Z")],
    body: |recorder, _, name, arguments| {
        recorder.enter(0);
        if name == "take" {
            let MiniValue::Numbers(numbers) = &arguments[0] else {
                return Err("java.lang.NullPointerException");
            };
            if recorder.equal(0, i64::try_from(numbers.len()).unwrap_or(0), 23) {
                recorder.equal(1, numbers[22], 77);
            }
        }
        Ok(MiniValue::Number(0))
    },
};

#[test]
fn local_search_finds_the_length_of_an_array_and_what_its_last_element_has_to_be() {
    let left = |local_share| {
        let parameters = Parameters {
            local_share,
            crossover_rate: 0.0,
            mutation_rate: 0.0,
            ..Parameters::default()
        };
        let mut executor =
            ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
                LENGTH.run(cluster, test, options, recorder)
            });
        let (found, _) = search_on(&LENGTH, &mut executor, &parameters, (1, 6_000));
        uncovered(&LENGTH.goals(), &found)
    };
    assert_eq!(left(0.5), Vec::<String>::new());
    assert_ne!(left(0.0), Vec::<String>::new());
}
