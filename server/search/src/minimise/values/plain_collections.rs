//! The usual collections in place of special ones: takes a minimised test, gives it with a `HashMap` where it makes a
//! `TreeMap` that nothing is put into, wherever the goals allow. Which one it is looks as if it mattered.

use goalline_testcase::{
    CallableId, CallableKind, JavaType, StatementKind, TestCase, TestCluster, Var, Vars,
};

use crate::minimise::USUAL_CONTAINERS;

/// The test with usual collections in place of all special ones, then of each alone.
pub(in crate::minimise) fn with_usual_collections(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let special: Vec<(usize, CallableId)> = (0..test.len())
        .filter_map(|at| Some((at, usual_in_place_of(test, at, cluster)?)))
        .collect();
    let alone = special.iter().map(std::slice::from_ref);
    let all = (special.len() > 1).then_some(&special[..]);
    let mut found: Vec<TestCase> = Vec::new();
    for changes in all.into_iter().chain(alone) {
        let mut changed = test.clone();
        for (at, maker) in changes {
            changed.statements[*at].ty = cluster.callable(*maker).returns;
            changed.statements[*at].kind = StatementKind::Call {
                callable: *maker,
                receiver: None,
                arguments: Vars::new(),
            };
        }
        if changed.is_well_formed(cluster) {
            found.push(changed);
        }
    }
    found
}

/// What makes the usual collection that can stand in place of the one which is made here.
fn usual_in_place_of(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Option<CallableId> {
    let var = Var(at as u16);
    let StatementKind::Call {
        callable,
        receiver: None,
        arguments,
    } = &test.statements[at].kind
    else {
        return None;
    };
    let made = cluster.callable(*callable);
    let is_special = arguments.is_empty()
        && made.kind == CallableKind::Constructor
        && made.owner.starts_with("java.util.")
        && !USUAL_CONTAINERS.contains(&&*made.owner);
    let role = is_special.then(|| only_role(test, var)).flatten()?;
    let wanted = *cluster.callable(role.0).parameters.get(role.1)?;
    let is_usual = |ty: &JavaType| {
        ty.class_name()
            .is_some_and(|name| USUAL_CONTAINERS.contains(&name))
    };
    let makers = cluster.generators(wanted).to_vec();
    makers.into_iter().find(|maker| {
        let maker = cluster.callable(*maker);
        let is_plain = maker.kind == CallableKind::Constructor && maker.parameters.is_empty();
        is_plain && is_usual(cluster.ty(maker.returns))
    })
}

/// The call that the variable is passed to and its place there, where that is all that becomes of it.
fn only_role(test: &TestCase, var: Var) -> Option<(CallableId, usize)> {
    let users = test.users(var);
    let [user] = users[..] else { return None };
    match &test.statement(user).kind {
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => {
            let mut places = arguments.iter();
            Some((*callable, places.position(|it| *it == var)?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, named};

    #[test]
    fn a_special_map_that_is_only_handed_over_is_a_usual_one() {
        let java = "package p; class M { static void take(java.util.Map map) { } }";
        let take = function("take", "(Ljava/util/Map;)V");
        let map = || JavaType::class("java.util.Map");
        let mut interface = class("java.util.Map", Vec::new());
        interface.kind = goalline_testcase::ClassKind::Interface;
        interface.constructors.clear();
        let of_jdk = ["java.util.HashMap", "java.util.TreeMap"].map(|name| {
            let mut made = class(name, Vec::new());
            made.interfaces = vec![map()];
            made
        });
        let [hash_map, tree_map] = of_jdk;
        let classes = vec![class("p.M", vec![take]), interface, hash_map, tree_map];
        let cluster = &mut cluster_of(java, classes);
        let wanted = cluster.intern(map());
        let makers = cluster.generators(wanted).to_vec();
        let of = |owner: &str| {
            let mut makers = makers.iter();
            *makers
                .find(|id| cluster.callable(**id).owner == owner)
                .expect("it is there")
        };
        let (special, usual) = (of("java.util.TreeMap"), of("java.util.HashMap"));
        let given = call(cluster, special, None, &[]);
        let taken = call(cluster, named("take", cluster), None, &[Var(0)]);
        let test = TestCase {
            statements: vec![given, taken.clone()],
        };
        let expected = TestCase {
            statements: vec![call(cluster, usual, None, &[]), taken],
        };
        assert_eq!(
            with_usual_collections(&test, cluster),
            std::slice::from_ref(&expected)
        );
        assert_eq!(with_usual_collections(&expected, cluster), []);
    }
}
