//! What stands for any number: takes a minimised test whose mocks answer with `-2.0F` where a `Number` or an object is
//! asked for, gives tests in which they answer with a whole number that is no less than zero. What a query counts is
//! one.

use goalline_testcase::{
    Answer, CallableKind, JavaType, Literal, Primitive, StatementKind, TestCase, TestCluster, Var,
};

/// What may be any number, as descriptors have it.
const ANY: [&str; 3] = [
    ")Ljava/io/Serializable;",
    ")Ljava/lang/Number;",
    ")Ljava/lang/Object;",
];

/// Tests with whole numbers: all of them first, then each alone.
pub(in crate::minimise) fn with_counts(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let mut odd: Vec<(Var, i64)> = Vec::new();
    for statement in &test.statements {
        let StatementKind::TestDouble { answers, .. } = &statement.kind else {
            continue;
        };
        odd.extend(
            answers
                .iter()
                .filter_map(|one| odd_number(test, one, cluster)),
        );
    }
    odd.sort_unstable();
    odd.dedup();
    let mut found = Vec::new();
    if odd.len() > 1 {
        found.extend(counting(test, &odd, cluster));
    }
    for one in &odd {
        found.extend(counting(test, std::slice::from_ref(one), cluster));
    }
    found
}

/// The number that a mock answers with where that may be any and is of an unusual kind, or less than zero.
fn odd_number(test: &TestCase, answer: &Answer, cluster: &TestCluster) -> Option<(Var, i64)> {
    let is_any = ANY.iter().any(|end| answer.descriptor.ends_with(end));
    if answer.throws || !is_any {
        return None;
    }
    let number = match &test.statement(answer.value).kind {
        StatementKind::Literal(Literal::Int(value)) => (*value < 0).then(|| i64::from(*value))?,
        StatementKind::Literal(Literal::Long(value)) => (*value < 0).then_some(*value)?,
        StatementKind::Literal(literal) => {
            let number = literal.number().filter(|it| it.abs() < 1e6)?;
            number as i64
        }
        StatementKind::Call { callable, .. } => {
            let constant = cluster.callable(*callable);
            let is_constant = constant.kind == CallableKind::StaticFieldRead
                && constant.owner.starts_with("java.math.Big");
            let number = match constant.name.as_str() {
                "ZERO" => 0,
                "ONE" => 1,
                _ => 2,
            };
            is_constant.then_some(number)?
        }
        _ => return None,
    };
    Some((answer.value, number.saturating_abs()))
}

/// The test with these numbers of type `long`.
fn counting(
    test: &TestCase,
    numbers: &[(Var, i64)],
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let long = cluster.intern(JavaType::Primitive(Primitive::Long));
    let mut changed = test.clone();
    for (var, number) in numbers {
        let statement = &mut changed.statements[usize::from(var.0)];
        statement.ty = long;
        statement.kind = StatementKind::Literal(Literal::Long(*number));
    }
    changed.is_well_formed(cluster).then_some(changed)
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{DoubleStyle, Statement};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, method, named};

    #[test]
    fn what_may_be_any_number_is_a_whole_one_that_is_no_less_than_zero() {
        let java = "package p; class Desk { static int count(Query query) { return 0; } }";
        let count = function("count", "(Lp/Query;)I");
        let query = class("p.Query", vec![method("single", "()Ljava/lang/Object;")]);
        let cluster = &mut cluster_of(java, vec![class("p.Desk", vec![count]), query]);
        let float = cluster.intern(JavaType::Primitive(Primitive::Float));
        let query = cluster.intern(JavaType::class("p.Query"));
        let answering = |value: f32| Statement {
            ty: float,
            kind: StatementKind::Literal(Literal::Float(value)),
        };
        let answer = Answer {
            method: "single".into(),
            descriptor: "()Ljava/lang/Object;".into(),
            value: Var(0),
            throws: false,
        };
        let double = Statement {
            ty: query,
            kind: StatementKind::test_double(DoubleStyle::Mock, vec![answer]),
        };
        let act = call(cluster, named("count", cluster), None, &[Var(1)]);
        let mut test = TestCase {
            statements: vec![answering(-2.0), double, act],
        };
        let found = with_counts(&test, cluster);
        let two = StatementKind::Literal(Literal::Long(2));
        assert_eq!(found[0].statements[0].kind, two);
        test.statements[0] = found[0].statements[0].clone();
        assert!(with_counts(&test, cluster).is_empty());
    }
}
