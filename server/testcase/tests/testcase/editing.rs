//! Laws of editing: whatever is done to a well-formed test leaves one, and nothing else is lost.

use std::sync::LazyLock;

use goalline_flow::FileFlow;
use goalline_testcase::{
    CallableId, ClassUnderTest, DoubleStyle, Flaw, Literal, Shape, Statement, StatementKind,
    TestCase, TestCluster, TypeId, Var, Vars,
};
use proptest::prelude::*;

use crate::java;

pub(crate) const CART: &str = "
public class p.Cart { public new(); public new(String owner); public void add(p.Item item, int count);
  public int total(); public p.Item dearest(); public void addAll(p.Item... items); public boolean is(Object other); }
public class p.Item { public new(String name, long price); public p.Item twice(); public String name(); }
public class p.Gift extends p.Item { public new(); }";

static CLUSTER: LazyLock<TestCluster> = LazyLock::new(|| {
    let classes = ["p.Cart", "p.Item", "p.Gift"].map(str::to_owned);
    let flow = FileFlow::default();
    let subject = ClassUnderTest {
        classes: &classes,
        package: "p",
        flow: &flow,
    };
    TestCluster::new(java::classes(&format!("{CART} {}", java::JDK)), &subject)
});

pub(crate) fn cluster() -> TestCluster {
    CLUSTER.clone()
}

/// Reads numbers as decisions; the same numbers give the same test.
struct Decisions<'a> {
    numbers: std::slice::Iter<'a, u16>,
}

impl Decisions<'_> {
    fn below(&mut self, end: usize) -> usize {
        usize::from(self.numbers.next().copied().unwrap_or(0)) % end.max(1)
    }
}

pub(crate) fn build(cluster: &mut TestCluster, numbers: &[u16]) -> TestCase {
    let mut decisions = Decisions {
        numbers: numbers.iter(),
    };
    let mut test = TestCase::default();
    let callables = cluster.under_test().to_vec();
    for _ in 0..numbers.len() / 8 {
        let callable = callables[decisions.below(callables.len())];
        call(cluster, &mut test, callable, &mut decisions, 0);
    }
    test
}

fn push(test: &mut TestCase, ty: TypeId, kind: StatementKind) -> Var {
    test.statements.push(Statement { ty, kind });
    Var(u16::try_from(test.len() - 1).expect("small tests"))
}

fn call(
    cluster: &mut TestCluster,
    test: &mut TestCase,
    id: CallableId,
    decisions: &mut Decisions,
    depth: usize,
) -> Option<Var> {
    let callable = cluster.callable(id).clone();
    let receiver = match callable.receiver {
        Some(ty) => {
            let var = value(cluster, test, ty, decisions, depth + 1)?;
            if test.statement(var).kind == StatementKind::Null {
                return None;
            }
            Some(var)
        }
        None => None,
    };
    let arguments = callable
        .parameters
        .iter()
        .map(|ty| value(cluster, test, *ty, decisions, depth + 1))
        .collect::<Option<Vars>>()?;
    let kind = StatementKind::Call {
        callable: id,
        receiver,
        arguments,
    };
    Some(push(test, callable.returns, kind))
}

fn value(
    cluster: &mut TestCluster,
    test: &mut TestCase,
    ty: TypeId,
    decisions: &mut Decisions,
    depth: usize,
) -> Option<Var> {
    let fitting: Vec<Var> = test
        .vars()
        .filter(|var| test.fits(*var, ty, cluster))
        .collect();
    if !fitting.is_empty() && decisions.below(3) > 0 {
        return Some(fitting[decisions.below(fitting.len())]);
    }
    let kind = match cluster.shape(ty) {
        Shape::Primitive(goalline_testcase::Primitive::Int) => {
            StatementKind::Literal(Literal::Int(1))
        }
        Shape::Primitive(_) => StatementKind::Literal(Literal::Long(2)),
        Shape::Text => StatementKind::Literal(Literal::Text("a".into())),
        Shape::Array(element) => {
            let count = decisions.below(3);
            let elements = (0..count)
                .map(|_| value(cluster, test, element, decisions, depth + 1))
                .collect::<Option<Vars>>()?;
            StatementKind::Array { elements }
        }
        _ if depth > 3 => StatementKind::Null,
        _ => {
            let generators = cluster.generators(ty).to_vec();
            let chosen = generators[decisions.below(generators.len())];
            return call(cluster, test, chosen, decisions, depth + 1);
        }
    };
    Some(push(test, ty, kind))
}

pub(crate) fn numbers() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 8..160)
}

fn pick(test: &TestCase, number: u16) -> Option<Var> {
    let at = u16::try_from(usize::from(number) % test.len().max(1)).expect("small tests");
    (!test.is_empty()).then_some(Var(at))
}

fn calls(test: &TestCase) -> usize {
    let is_call = |it: &&Statement| matches!(it.kind, StatementKind::Call { .. });
    test.statements.iter().filter(is_call).count()
}

proptest! {
    #[test]
    fn built_tests_are_well_formed(numbers in numbers()) {
        let mut cluster = cluster();
        let test = build(&mut cluster, &numbers);
        prop_assert_eq!(test.check(&cluster), Ok(()));
    }

    #[test]
    fn removing_takes_the_dependents_along_and_nothing_else(numbers in numbers(), at: u16) {
        let mut cluster = cluster();
        let test = build(&mut cluster, &numbers);
        let Some(var) = pick(&test, at) else { return Ok(()) };
        let mut left = test.clone();
        let gone = left.remove(var);
        prop_assert_eq!(left.check(&cluster), Ok(()));
        prop_assert_eq!(left.len() + gone, test.len());
        let independent = test.vars().filter(|it| *it != var && !depends(&test, *it, var));
        prop_assert_eq!(independent.count(), left.len());
    }

    #[test]
    fn inserting_moves_the_rest_and_can_be_undone(numbers in numbers(), at: u16) {
        let mut cluster = cluster();
        let test = build(&mut cluster, &numbers);
        let at = usize::from(at) % (test.len() + 1);
        let cart = build(&mut cluster, &[0; 8]);
        let mut inserted = cart.clone();
        for statement in &mut inserted.statements {
            statement.kind.visit_uses_mut(|var| var.0 += u16::try_from(at).expect("small"));
        }
        let mut longer = test.clone();
        longer.insert(at, inserted.statements);
        prop_assert_eq!(longer.check(&cluster), Ok(()));
        prop_assert_eq!(longer.len(), test.len() + cart.len());
        longer.retain(|var| !(at..at + cart.len()).contains(&usize::from(var.0)));
        prop_assert_eq!(longer, test);
    }

    #[test]
    fn removing_unused_values_keeps_every_call(numbers in numbers()) {
        let mut cluster = cluster();
        let test = build(&mut cluster, &numbers);
        let mut lean = test.clone();
        lean.remove_unused();
        prop_assert_eq!(lean.check(&cluster), Ok(()));
        prop_assert_eq!(calls(&lean), calls(&test));
        prop_assert_eq!(lean.remove_unused(), 0);
    }

    #[test]
    fn arguments_before_doubles_are_the_same_test_in_another_order(numbers in numbers()) {
        let mut cluster = cluster();
        let mut test = build(&mut cluster, &numbers);
        let ty = cluster.callable(cluster.under_test()[0]).returns;
        let answers = Vec::new();
        let kind = StatementKind::test_double(DoubleStyle::Mock, answers);
        test.insert(0, vec![Statement { ty, kind }]);
        let takes_something = matches!(&test.statements.last().map(|it| &it.kind),
            Some(StatementKind::Call { arguments, .. }) if !arguments.is_empty());
        let ordered = test.with_arguments_before_doubles();
        prop_assert_eq!(ordered.is_some(), takes_something);
        if let Some(ordered) = ordered {
            prop_assert_eq!(ordered.check(&cluster), Ok(()));
            prop_assert_eq!(ordered.len(), test.len());
            let types = [&test, &ordered].map(|it| {
                let mut all: Vec<TypeId> = it.statements.iter().map(|one| one.ty).collect();
                all.sort_unstable();
                all
            });
            prop_assert_eq!(&types[0], &types[1]);
        }
    }

    #[test]
    fn a_use_before_its_definition_is_a_flaw(numbers in numbers()) {
        let mut cluster = cluster();
        let mut test = build(&mut cluster, &numbers);
        let end = Var(u16::try_from(test.len()).expect("small"));
        let Some(user) = test.vars().find(|it| !used_by(&test, *it).is_empty()) else { return Ok(()) };
        let statement = &mut test.statements[usize::from(user.0)];
        statement.kind.visit_uses_mut(|var| *var = end);
        prop_assert_eq!(test.check(&cluster), Err(Flaw::UseBeforeDefinition(user, end)));
    }
}

fn used_by(test: &TestCase, var: Var) -> Vec<Var> {
    let mut used = Vec::new();
    test.statement(var).kind.visit_uses(|it| used.push(it));
    used
}

/// Whether the one variable is the other or needs it.
fn depends(test: &TestCase, var: Var, on: Var) -> bool {
    var == on
        || used_by(test, var)
            .into_iter()
            .any(|used| depends(test, used, on))
}

#[test]
fn a_value_of_the_wrong_type_and_a_call_on_null_are_flaws() {
    let mut cluster = cluster();
    let item = cluster.intern(goalline_testcase::JavaType::class("p.Item"));
    let string = cluster.intern(goalline_testcase::JavaType::class("java.lang.String"));
    let uses = cluster.uses(item).to_vec();
    let is_name = |id: &CallableId| cluster.callable(*id).name == "name";
    let name = uses.into_iter().find(is_name).expect("declared");
    let mut test = TestCase::default();
    let called = |receiver| StatementKind::Call {
        callable: name,
        receiver: Some(receiver),
        arguments: Vars::new(),
    };
    let null = push(&mut test, item, StatementKind::Null);
    let call = push(&mut test, string, called(null));
    assert_eq!(test.check(&cluster), Err(Flaw::NullReceiver(call)));
    test.statements[0] = Statement {
        ty: string,
        kind: StatementKind::Literal(Literal::Text("a".into())),
    };
    assert_eq!(test.check(&cluster), Err(Flaw::WrongType(call, null)));
    test.statements[0] = Statement {
        ty: item,
        kind: StatementKind::Literal(Literal::Int(1)),
    };
    assert_eq!(test.check(&cluster), Err(Flaw::WrongStatementType(null)));
    assert!(!test.is_well_formed(&cluster));
}

#[test]
fn what_the_last_call_is_given_is_made_before_the_double_that_is_asked_with_it() {
    let cluster = cluster();
    let callables = cluster.under_test().to_vec();
    let named = |name: &str, parameters: usize| {
        let mut all = callables.iter();
        let found = all.find(|id| {
            let one = cluster.callable(**id);
            one.name == name && one.parameters.len() == parameters
        });
        *found.expect("the cart has it")
    };
    let (made, asked) = (named("<init>", 1), named("is", 1));
    let ty = cluster.callable(made).returns;
    let of_name = cluster.callable(made).parameters[0];
    let given = |callable, receiver, arguments: &[Var]| StatementKind::Call {
        callable,
        receiver,
        arguments: Vars::from_slice(arguments),
    };
    let double = StatementKind::test_double(DoubleStyle::Mock, Vec::new());
    let mut test = TestCase::default();
    let mock = push(&mut test, ty, double);
    let name = push(
        &mut test,
        of_name,
        StatementKind::Literal(Literal::Text("Ada".into())),
    );
    let other = push(&mut test, ty, given(made, None, &[name]));
    push(&mut test, ty, given(asked, Some(mock), &[other]));
    let ordered = test.with_arguments_before_doubles().expect("it moves");
    let places: Vec<bool> = ordered
        .statements
        .iter()
        .map(|it| matches!(it.kind, StatementKind::TestDouble { .. }))
        .collect();
    assert_eq!(places, [false, false, true, false]);
    assert_eq!(ordered.with_arguments_before_doubles(), None);
    assert_eq!(
        ordered.statements[3].kind,
        given(asked, Some(Var(2)), &[Var(1)])
    );
}
