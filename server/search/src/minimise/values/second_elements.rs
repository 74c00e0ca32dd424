//! A second element where there is only one: takes a minimised test of a call on something that holds one element,
//! gives it with another one beside that, wherever the goals allow. What removes the only element of a list may as well
//! clear it, and the first one is the last one.

use goalline_testcase::{
    CallableId, CallableKind, Literal, Statement, StatementKind, TestCase, TestCluster, Var,
    begins_with_word,
};

use super::literal_edits::{another, literal_of, with_element};

/// First words of methods that say the same of one element as of two.
const INDIFFERENT: [&str; 9] = [
    "add", "append", "equals", "hash", "is", "offer", "push", "put", "to",
];

/// First words of methods that put one element into a container.
const FILLING: [&str; 7] = [
    "add", "append", "offer", "push", "put", "register", "insert",
];

/// The test with a second element in all that holds one, then in each alone.
pub(in crate::minimise) fn with_second_elements(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    if !is_of_contents(test, cluster) {
        return Vec::new();
    }
    let places: Vec<usize> = (0..test.len() - 1).rev().collect();
    let mut all = test.clone();
    let mut found = Vec::new();
    for at in places {
        if let Some(changed) = with_second_element(&all, at, cluster) {
            all = changed;
            found.extend(with_second_element(test, at, cluster));
        }
    }
    if found.len() > 1 {
        found.insert(0, all);
    }
    let ordered: Vec<TestCase> = found.iter().map(|it| in_order(it, cluster)).collect();
    let mut found: Vec<TestCase> = ordered.into_iter().chain(found).collect();
    found.dedup();
    found.retain(|changed| changed.is_well_formed(cluster));
    found
}

/// The test with sets that keep the order of their elements in place of those that do not: which of two elements comes
/// first nobody promises.
fn in_order(test: &TestCase, cluster: &mut TestCluster) -> TestCase {
    let mut changed = test.clone();
    for statement in &mut changed.statements {
        let StatementKind::Call { callable, .. } = &mut statement.kind else {
            continue;
        };
        let maker = cluster.callable(*callable);
        if maker.owner != "java.util.HashSet" || maker.parameters.len() != 1 {
            continue;
        }
        let descriptor = maker.descriptor.clone();
        let makers = cluster.generators(statement.ty).to_vec();
        let is_ordered = |id: &CallableId| {
            let other = cluster.callable(*id);
            other.owner == "java.util.LinkedHashSet"
                && other.kind == CallableKind::Constructor
                && other.descriptor == descriptor
        };
        if let Some(ordered) = makers.into_iter().find(is_ordered) {
            *callable = ordered;
            statement.ty = cluster.callable(ordered).returns;
        }
    }
    changed
}

/// Whether the last call is one on an object under test that may depend on what it holds.
fn is_of_contents(test: &TestCase, cluster: &TestCluster) -> bool {
    let Some(StatementKind::Call {
        callable,
        receiver: Some(_),
        ..
    }) = test.statements.last().map(|it| &it.kind)
    else {
        return false;
    };
    let called = cluster.callable(*callable);
    called.is_under_test && !begins_with_word(&called.name, &INDIFFERENT)
}

/// The test with another element beside the only one that the statement at this place holds, or puts somewhere.
fn with_second_element(test: &TestCase, at: usize, cluster: &TestCluster) -> Option<TestCase> {
    let var = Var(at as u16);
    match &test.statements[at].kind {
        StatementKind::Array { elements } => {
            let [only] = elements[..] else { return None };
            let other = another(literal_of(test, only)?)?;
            is_of_collection(test, var, cluster).then(|| with_element(test, var, &other, 1))
        }
        StatementKind::Call {
            receiver: Some(receiver),
            ..
        } => {
            let is_only = fills(test, at, cluster)
                && (0..test.len() - 1).all(|other| other == at || !is_on(test, other, *receiver));
            is_only.then(|| put_twice(test, at)).flatten()
        }
        _ => None,
    }
}

/// Whether the array is what a collection of the JDK is made of.
fn is_of_collection(test: &TestCase, array: Var, cluster: &TestCluster) -> bool {
    let users = test.users(array);
    let [user] = users[..] else { return false };
    match &test.statement(user).kind {
        StatementKind::Call { callable, .. } => {
            let maker = cluster.callable(*callable);
            maker.owner.starts_with("java.util.") && ["asList", "of"].contains(&&*maker.name)
        }
        _ => false,
    }
}

fn is_on(test: &TestCase, at: usize, object: Var) -> bool {
    matches!(&test.statements[at].kind, StatementKind::Call { receiver: Some(on), .. } if *on == object)
}

/// Whether the call puts plain values of its own into its receiver.
fn fills(test: &TestCase, at: usize, cluster: &TestCluster) -> bool {
    let StatementKind::Call {
        callable,
        arguments,
        ..
    } = &test.statements[at].kind
    else {
        return false;
    };
    let called = cluster.callable(*callable);
    let is_plain = |var: &Var| matches!(literal_of(test, *var), Some(it) if !matches!(it, Literal::Boolean(_)));
    called.kind == CallableKind::Method
        && begins_with_word(&called.name, &FILLING)
        && matches!(arguments.len(), 1 | 2)
        && arguments.iter().all(is_plain)
}

/// The test with the call at this place made once more, of other values.
fn put_twice(test: &TestCase, at: usize) -> Option<TestCase> {
    let StatementKind::Call {
        callable,
        receiver,
        arguments,
    } = &test.statements[at].kind
    else {
        return None;
    };
    let mut made: Vec<Statement> = Vec::new();
    let mut own = Vec::new();
    for var in arguments {
        own.push(Var((at + 1 + made.len()) as u16));
        made.push(Statement {
            ty: test.statement(*var).ty,
            kind: StatementKind::Literal(another(literal_of(test, *var)?)?),
        });
    }
    made.push(Statement {
        ty: test.statements[at].ty,
        kind: StatementKind::Call {
            callable: *callable,
            receiver: *receiver,
            arguments: own.into_iter().collect(),
        },
    });
    let mut changed = test.clone();
    changed.insert(at + 1, made);
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goalline_testcase::JavaType;

    use crate::minimise::small_classes::{call, class, cluster_of, function, method, named, text};

    fn words(test: &TestCase) -> Vec<String> {
        let literals = test.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Literal(Literal::Text(said)) => Some(said.to_text()),
            _ => None,
        });
        literals.collect()
    }

    #[test]
    fn what_a_call_takes_from_holds_a_second_element() {
        let java = "package p; class Bag { void add(String one) {} void clear() {} boolean isEmpty() { return true; } }";
        let methods = vec![
            method("add", "(Ljava/lang/String;)V"),
            method("clear", "()V"),
            method("isEmpty", "()Z"),
        ];
        let cluster = &mut cluster_of(java, vec![class("p.Bag", methods)]);
        let mut tried = |act: &str| {
            let statements = vec![
                call(cluster, named("<init>", cluster), None, &[]),
                text(cluster, "hello"),
                call(cluster, named("add", cluster), Some(Var(0)), &[Var(1)]),
                call(cluster, named(act, cluster), Some(Var(0)), &[]),
            ];
            with_second_elements(&TestCase { statements }, cluster)
        };
        let found = tried("clear");
        assert_eq!(
            found.iter().map(words).collect::<Vec<_>>(),
            [["hello", "world"]]
        );
        assert_eq!(found[0].len(), 6, "it is added, too");
        assert_eq!(tried("isEmpty"), []);
        let more = with_second_elements(&found[0], cluster);
        assert_eq!(more, [], "two are enough");
    }

    #[test]
    fn a_set_of_two_elements_keeps_their_order() {
        let java = "package p; class Bag { static void take(java.util.HashSet set) {} }";
        let take = function("take", "(Ljava/util/HashSet;)V");
        let of_collection = |name: &str| {
            let mut made = class(name, Vec::new());
            made.constructors = vec![method("<init>", "(Ljava/util/Collection;)V")];
            made
        };
        let mut linked = of_collection("java.util.LinkedHashSet");
        linked.superclass = Some(JavaType::class("java.util.HashSet"));
        let classes = vec![
            class("p.Bag", vec![take]),
            class("java.util.Collection", Vec::new()),
            of_collection("java.util.HashSet"),
            linked,
        ];
        let cluster = &mut cluster_of(java, classes);
        let sets = cluster.intern(JavaType::class("java.util.HashSet"));
        let makers = cluster.generators(sets).to_vec();
        let of = |owner: &str| {
            let mut makers = makers.iter();
            *makers
                .find(|id| cluster.callable(**id).owner == owner)
                .expect("it is there")
        };
        let (plain, ordered) = (of("java.util.HashSet"), of("java.util.LinkedHashSet"));
        let test = |maker: CallableId| TestCase {
            statements: vec![
                text(&mut cluster.clone(), "hello"),
                call(cluster, maker, None, &[Var(0)]),
                call(cluster, named("take", cluster), None, &[Var(1)]),
            ],
        };
        let (given, expected) = (test(plain), test(ordered));
        assert_eq!(in_order(&given, cluster), expected);
    }
}
