//! Constants of a class in place of numbers: takes a minimised test, gives it with `ALLOW_ALL` where it has 1 for
//! options, a mode or another thing of which the class has constants, wherever the goals allow.

use goalline_testcase::{CallableId, StatementKind, TestCase, TestCluster, Var, Vars, name_words};

use super::literal_edits::{literal_of, place};

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
    cluster: &mut TestCluster,
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
    let class = callable.declared_in.clone();
    let mut constants = cluster.static_constants(&class, test.statements[at].ty);
    constants.truncate(MOST);
    (constants.len() > 1).then_some((at, constants))
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{FieldDescription, JavaType, Literal, Modifiers, Primitive, Statement};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, named};

    #[test]
    fn a_number_that_is_one_of_few_options_becomes_a_constant_of_the_class() {
        const PUBLIC_STATIC_FINAL: u32 = 0x19;
        let java = "package p; class Urls { static final int ALL = 1; static final int NONE = 2; static void check(int options) {} }";
        let mut check = function("check", "(I)V");
        check.parameter_names = vec!["options".to_owned()];
        let mut urls = class("p.Urls", vec![check]);
        let constant = |name: &str| FieldDescription {
            name: name.to_owned(),
            modifiers: Modifiers(PUBLIC_STATIC_FINAL),
            ty: JavaType::Primitive(Primitive::Int),
            annotations: Vec::new(),
            is_set: true,
            constant: None,
        };
        urls.fields = ["ALL", "NONE"].map(constant).to_vec();
        let cluster = &mut cluster_of(java, vec![urls]);
        let int = cluster.intern(JavaType::Primitive(Primitive::Int));
        let number = Statement {
            ty: int,
            kind: StatementKind::Literal(Literal::Int(1)),
        };
        let checked = call(cluster, named("check", cluster), None, &[Var(0)]);
        let test = TestCase {
            statements: vec![number, checked],
        };
        let found = with_named_constants(&test, cluster);
        let names = found.iter().map(|it| match &it.statements[0].kind {
            StatementKind::Call { callable, .. } => cluster.callable(*callable).name.clone(),
            kind => panic!("{kind:?} is no constant"),
        });
        assert_eq!(names.collect::<Vec<_>>(), ["ALL", "NONE"]);
    }
}
