//! Collaborators that a call does not speak to: takes a test that needs none of them, gives tests with a silent one
//! each. That nobody was told anything can only be said of somebody who is there.

use goalline_testcase::{
    CallableId, DoubleStyle, ExecutorError, Observation, ObservedPart, Statement, StatementKind,
    TestCase, TestCluster, Var, Vars,
};

use super::is_set;
use crate::minimise::{Judge, Minimisation, arranging::whole};

/// Fields that are tried, each in a test of its own.
const MOST: usize = 6;

/// The test with a blank mock in one of the fields that a container sets in what its last call is made on and that
/// the test left alone, once for each of these.
pub fn beside_silent_ones(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some(StatementKind::Call {
        receiver: Some(object),
        ..
    }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let object = *object;
    let fields = cluster.injected(test.statement(object).ty).to_vec();
    let fields = fields.into_iter().filter(|it| !is_set(test, object, *it));
    let beside = fields.filter_map(|it| beside(test, object, it, cluster));
    beside.take(MOST).collect()
}

/// The test whose object has a mock in each of those fields that its last call speaks to: where a container sets them,
/// a call that copes with their absence is about nothing that happens.
pub(in crate::minimise) fn beside_asked_ones(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    for _ in 0..MOST {
        let candidates = beside_silent_ones(&test, minimisation.cluster);
        if candidates.is_empty() {
            break;
        }
        // The mock, its field, and the call.
        let mock = Var((test.len() - 1) as u16);
        let is_asked = |one: &Observation| {
            one.var == mock && matches!(one.subject, ObservedPart::Interaction { .. })
        };
        let tried = whole(candidates, minimisation, judge)?;
        let mut asked = tried
            .into_iter()
            .filter(|(_, seen, _)| seen.iter().any(is_asked));
        let Some((beside, _, _)) = asked.next() else {
            break;
        };
        test = beside;
    }
    Ok(test)
}

fn beside(
    test: &TestCase,
    object: Var,
    field: CallableId,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let called = cluster.callable(field);
    let (ty, returns) = (called.parameters[0], called.returns);
    if !cluster.is_collaborator(ty) {
        return None;
    }
    let mut beside = test.clone();
    let act = beside.statements.pop()?;
    let kind = StatementKind::test_double(DoubleStyle::Mock, Vec::new());
    beside.statements.push(Statement { ty, kind });
    let mock = Var(beside.len() as u16 - 1);
    let kind = StatementKind::Call {
        callable: field,
        receiver: Some(object),
        arguments: Vars::from_slice(&[mock]),
    };
    beside.statements.push(Statement { ty: returns, kind });
    beside.statements.push(act);
    beside.is_well_formed(cluster).then_some(beside)
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{
        ClassDescription, ClassKind, FieldDescription, Mocking, Modifiers, Observed, Outcome,
    };

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, minimising, named};
    use crate::scripted::{Recorder, ScriptedExecutor};

    /// An abstract method of an interface.
    fn asked(name: &str) -> ClassDescription {
        let mut asked = class(name, vec![method("take", "()V")]);
        asked.kind = ClassKind::Interface;
        asked.modifiers = Modifiers(0x601);
        asked.constructors.clear();
        asked.methods[0].modifiers = Modifiers(0x401);
        asked
    }

    /// A desk with a store and a till that a container sets.
    fn desk() -> TestCluster {
        let mut desk = class("p.Desk", vec![method("sell", "()V")]);
        let field = |name: &str, ty: &str| FieldDescription {
            name: name.to_owned(),
            modifiers: Modifiers(2),
            ty: goalline_testcase::JavaType::class(ty),
            annotations: vec!["javax.inject.Inject".to_owned()],
            is_set: false,
            constant: None,
        };
        desk.fields = vec![field("store", "p.Store"), field("till", "p.Till")];
        let java = "package p; class Desk { void sell() { } }";
        let mut cluster = cluster_of(java, vec![desk, asked("p.Store"), asked("p.Till")]);
        cluster.allow_mocks(Mocking::Extensible);
        cluster
    }

    /// The call speaks to the store, where there is one.
    fn speaks_to_the_store(cluster: &TestCluster, test: &TestCase, recorder: &mut Recorder) {
        let given = test.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } if cluster.callable(*callable).name == "store" => arguments.first(),
            _ => None,
        });
        for store in given {
            recorder.observe(Observation {
                var: *store,
                subject: ObservedPart::Interaction {
                    method: "take".to_owned(),
                    descriptor: "()V".to_owned(),
                },
                observed: Observed::Calls {
                    count: 1,
                    arguments: vec![Vec::new()],
                },
            });
        }
    }

    #[test]
    fn who_is_spoken_to_is_there_and_who_is_not_is_left_out() {
        let mut cluster = desk();
        let [maker, sell] = ["<init>", "sell"].map(|name| named(name, &cluster));
        let made = call(&cluster, maker, None, &[]);
        let act = call(&cluster, sell, Some(Var(0)), &[]);
        let test = TestCase {
            statements: vec![made, act],
        };
        let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, _, recorder: &mut _| {
            speaks_to_the_store(cluster, test, recorder);
            Outcome::Passed
        });
        let found = minimising(&mut cluster, &mut executor, |bench, judge| {
            beside_asked_ones(test, bench, judge)
        })
        .expect("it runs");
        let set: Vec<&str> = found
            .statements
            .iter()
            .filter_map(|it| match &it.kind {
                StatementKind::Call { callable, .. } => Some(&*cluster.callable(*callable).name),
                _ => None,
            })
            .collect();
        assert_eq!(set, ["<init>", "store", "sell"]);
    }

    #[test]
    fn a_call_that_spoke_to_nobody_is_tried_beside_each_of_whom_it_might_have_spoken_to() {
        let mut cluster = desk();
        let [maker, sell] = ["<init>", "sell"].map(|name| named(name, &cluster));
        let made = call(&cluster, maker, None, &[]);
        let act = call(&cluster, sell, Some(Var(0)), &[]);
        let test = TestCase {
            statements: vec![made, act.clone()],
        };
        let beside = beside_silent_ones(&test, &mut cluster);
        assert_eq!(beside.len(), 2, "one for the store, one for the till");
        for one in &beside {
            assert_eq!(one.len(), 4);
            assert_eq!(one.statements[3], act);
            let made = &one.statements[1].kind;
            assert!(
                matches!(made, StatementKind::TestDouble { answers, .. } if answers.is_empty())
            );
        }
        let again = beside_silent_ones(&beside[0], &mut cluster);
        assert_eq!(again.len(), 1, "the other one");
    }
}
