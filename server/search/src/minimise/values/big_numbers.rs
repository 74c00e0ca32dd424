//! Big numbers by their digits: takes a minimised test that makes a `BigInteger` or `BigDecimal` of bytes or of another
//! such number, gives one that writes the number down, wherever the goals allow.

use goalline_testcase::{
    CallableKind, ExecutorError, JavaType, Literal, Observation, Observed, ObservedPart, Statement,
    StatementKind, TestCase, TestCluster, Var, Vars,
};

use crate::minimise::{
    Judge, Minimisation, state_to_change::observing, values::meaningful::first_that_works,
};

/// Classes of numbers that are made of their digits.
const CLASSES: [&str; 2] = ["java.math.BigDecimal", "java.math.BigInteger"];

/// Numbers that are written down, at most.
const MOST_NUMBERS: usize = 4;

/// Digits that are written down, at most.
const MOST_DIGITS: usize = 20;

/// The test with numbers by their digits, the last one first.
pub(in crate::minimise) fn by_their_digits(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    for _ in 0..MOST_NUMBERS {
        let made = made_otherwise(&test, minimisation.cluster);
        if made.is_empty() {
            break;
        }
        let options = observing(minimisation);
        let only = std::slice::from_ref(&test);
        let runs = minimisation
            .executor
            .run(minimisation.cluster, only, options)?;
        // Behind a change the statements have other numbers.
        let candidates = made.into_iter().rev().filter_map(|at| {
            let digits = digits(at, &runs[0].observations)?;
            written(&test, at, digits, minimisation.cluster)
        });
        let candidates: Vec<TestCase> = candidates.collect();
        let before = test.clone();
        test = first_that_works(test, candidates, minimisation, judge)?;
        if test == before {
            break;
        }
    }
    Ok(test)
}

/// The numbers that something else than one text or number makes.
fn made_otherwise(test: &TestCase, cluster: &TestCluster) -> Vec<usize> {
    let is_made_otherwise = |at: &usize| {
        let statement = &test.statements[*at];
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &statement.kind
        else {
            return false;
        };
        let class = cluster.ty(statement.ty).class_name();
        let is_literal = |var: &Var| matches!(test.statement(*var).kind, StatementKind::Literal(_));
        let called = cluster.callable(*callable);
        class.is_some_and(|class| CLASSES.contains(&class))
            && called.kind == CallableKind::Constructor
            && !matches!(&arguments[..], [only] if is_literal(only))
    };
    (0..test.len()).filter(is_made_otherwise).collect()
}

/// What the number is, as far as that is known and short.
fn digits(at: usize, seen: &[Observation]) -> Option<Literal> {
    let is_it =
        |one: &&Observation| usize::from(one.var.0) == at && one.subject == ObservedPart::Value;
    match &seen.iter().find(is_it)?.observed {
        Observed::Value { text, .. } if text.0.len() <= MOST_DIGITS => {
            Some(Literal::Text(text.clone()))
        }
        _ => None,
    }
}

/// The test with the number made of these digits at this place.
fn written(
    test: &TestCase,
    at: usize,
    digits: Literal,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let string = cluster.intern(JavaType::class("java.lang.String"));
    let ty = test.statements[at].ty;
    let makers = cluster.generators(ty).to_vec();
    let maker = makers.into_iter().find(|id| {
        let called = cluster.callable(*id);
        called.kind == CallableKind::Constructor && called.parameters[..] == [string]
    })?;
    let mut changed = test.clone();
    let argument = Statement {
        ty: string,
        kind: StatementKind::Literal(digits),
    };
    changed.insert(at, vec![argument]);
    changed.statements[at + 1].kind = StatementKind::Call {
        callable: maker,
        receiver: None,
        arguments: Vars::from_slice(&[Var(at as u16)]),
    };
    let mut before = usize::MAX;
    while before != changed.len() {
        before = changed.len();
        changed.remove_unused();
        remove_parts(&mut changed, cluster);
    }
    changed.is_well_formed(cluster).then_some(changed)
}

/// Leaves out what made parts of a number and is used by nobody any more.
fn remove_parts(test: &mut TestCase, cluster: &TestCluster) {
    let is_part = |at: &usize| match &test.statements[*at].kind {
        StatementKind::Call { callable, .. } => {
            let called = cluster.callable(*callable);
            called.kind == CallableKind::Constructor
                && called.owner.starts_with("java.")
                && test.users(Var(*at as u16)).is_empty()
        }
        _ => false,
    };
    let before_last = 0..test.len().saturating_sub(1);
    if let Some(part) = before_last.rev().find(is_part) {
        test.remove(Var(part as u16));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named};
    use goalline_testcase::{CallableId, ClassDescription, ExecutableDescription};

    /// A number with a constructor of bytes and one of a text.
    fn number() -> ClassDescription {
        let of = |descriptor: &str, parameter: JavaType| ExecutableDescription {
            name: "<init>".to_owned(),
            parameters: vec![parameter],
            ..method("<init>", descriptor)
        };
        let bytes = JavaType::Primitive(goalline_testcase::Primitive::Byte).array_of();
        let text = JavaType::class("java.lang.String");
        ClassDescription {
            constructors: vec![of("([B)V", bytes), of("(Ljava/lang/String;)V", text)],
            ..class("java.math.BigInteger", Vec::new())
        }
    }

    #[test]
    fn a_number_of_bytes_is_written_down() {
        let java =
            "package p; class Till { boolean pays(java.math.BigInteger sum) { return true; } }";
        let pays = method("pays", "(Ljava/math/BigInteger;)Z");
        let mut cluster = cluster_of(java, vec![class("p.Till", vec![pays]), number()]);
        let ty = cluster.intern(JavaType::class("java.math.BigInteger"));
        let makers: Vec<CallableId> = cluster.generators(ty).to_vec();
        let of_bytes = makers[0];
        let bytes = cluster.callable(of_bytes).parameters[0];
        let array = Statement {
            ty: bytes,
            kind: StatementKind::Array {
                elements: Vars::new(),
            },
        };
        let made = call(&cluster, of_bytes, None, &[Var(0)]);
        let pays = named("pays", &cluster);
        let till = call(&cluster, named("<init>", &cluster), None, &[]);
        let test = TestCase {
            statements: vec![
                array,
                made,
                till,
                call(&cluster, pays, Some(Var(2)), &[Var(1)]),
            ],
        };
        assert_eq!(made_otherwise(&test, &cluster), [1]);
        let digits = Literal::Text("42".into());
        let written = written(&test, 1, digits.clone(), &mut cluster).expect("it has a text");
        assert_eq!(written.len(), 4, "{written:?}");
        assert_eq!(written.statements[0].kind, StatementKind::Literal(digits));
        assert!(made_otherwise(&written, &cluster).is_empty());
    }
}
