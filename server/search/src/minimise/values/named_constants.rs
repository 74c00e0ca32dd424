//! Constants of a class in place of numbers: takes a minimised test, gives it with `ALLOW_ALL` where it has 1 for
//! options, a mode or another thing of which the class has constants, wherever the goals allow.

use goalline_testcase::{
    CallableId, CallableKind, StatementKind, TestCase, TestCluster, Var, Vars, name_words,
};

use super::{meaningful::place, revealing_inputs::literal_of};

/// Words of parameters that are given one of a few constants.
const OF_CONSTANTS: [&str; 11] = [
    "flag",
    "kind",
    "level",
    "mode",
    "option",
    "policy",
    "precision",
    "strategy",
    "style",
    "type",
    "unit",
];

/// Constants that are tried in place of one number at most.
const MOST: usize = 12;

/// The test with each of the constants in place of the first number that stands for one.
pub(in crate::minimise) fn with_named_constants(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let mut places = (0..test.len()).rev();
    let Some((at, constants)) = places.find_map(|at| constants_for(test, at, cluster)) else {
        return Vec::new();
    };
    let named = constants.into_iter().map(|constant| {
        let mut changed = test.clone();
        changed.statements[at].ty = cluster.callable(constant).returns;
        changed.statements[at].kind = StatementKind::Call {
            callable: constant,
            receiver: None,
            arguments: Vars::new(),
        };
        changed
    });
    let named: Vec<TestCase> = named.collect();
    named
        .into_iter()
        .filter(|it| it.is_well_formed(cluster))
        .collect()
}

/// The place of the number with the constants of the class that it is given to, where there are at least two.
fn constants_for(
    test: &TestCase,
    at: usize,
    cluster: &TestCluster,
) -> Option<(usize, Vec<CallableId>)> {
    let var = Var(at as u16);
    literal_of(test, var)?.number()?;
    let (callable, position) = place(test, var, 0)?;
    let callable = cluster.callable(callable);
    let name = callable.parameter_names.get(position)?;
    let is_told = name_words(name)
        .iter()
        .any(|word| OF_CONSTANTS.contains(&&**word));
    if !is_told || test.users(var).len() != 1 {
        return None;
    }
    let ty = test.statements[at].ty;
    let under_test = cluster.under_test().iter().copied();
    let constants = under_test.filter(|id| {
        let constant = cluster.callable(*id);
        constant.kind == CallableKind::StaticFieldRead
            && constant.declared_in == callable.declared_in
            && constant.returns == ty
    });
    let constants: Vec<CallableId> = constants.take(MOST).collect();
    (constants.len() > 1).then_some((at, constants))
}
