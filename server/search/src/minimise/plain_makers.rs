//! Objects by their plainest makers: takes a minimised test that has what it hands over from afar, or writes a class
//! for it, gives one that calls a constructor or a factory, wherever the goals allow. `new TitleEntity(area, new
//! TextTitle()).getTitle()` is `new TextTitle()` to everybody else, and so is a class of ten lines that draws nothing.

use std::collections::BTreeSet;

use goalline_testcase::{
    CallableId, CallableKind, DoubleStyle, ExecutorError, JavaType, Shape, Statement,
    StatementKind, TestCase, TestCluster, TypeId, Var, Vars,
};

use super::{
    Judge, Minimisation,
    arranging::{Role, telling},
    sinks::asked_for,
    values::meaningful::first_that_works,
};

/// Makers that are tried for each object, those with fewest parameters first.
const MOST_MAKERS: usize = 4;

/// Packages of the JDK whose objects are values or hold some.
const VALUES: [&str; 6] = [
    "java.lang.",
    "java.math.",
    "java.net.",
    "java.text.",
    "java.time.",
    "java.util.",
];

/// Plain values that such a maker is given at most.
const MOST_VALUES: usize = 2;

/// Lines that a class written in a test takes at least, beside its methods.
const LINES_OF_CLASS: usize = 2;

/// The test with plain makers in place of the others, the last object first.
pub(super) fn by_plain_makers(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    for behind in 1..=test.len() {
        // Whatever goes stands before what took its place.
        let Some(at) = test.len().checked_sub(behind) else {
            break;
        };
        let candidates = plainer(&test, at, minimisation.cluster);
        test = first_that_works(test, candidates, minimisation, judge)?;
    }
    Ok(test)
}

/// The test with each plain maker in place of what makes this object, where that is longer.
fn plainer(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some(asked) = asked_for(test, Var(at as u16), cluster) else {
        return Vec::new();
    };
    let is_short = lines(test, at, cluster) < 2 && !is_asked_of_tested(test, at, cluster);
    if is_short || !is_apt(asked, cluster) {
        return Vec::new();
    }
    let makers = plain_makers(asked, cluster).into_iter();
    makers
        .filter_map(|maker| made_by(test, at, maker, cluster))
        .collect()
}

/// Whether the object is what the tested object gave of itself, for the last call alone: `service.pay(service.find(),
/// order)` is about both. What it was told to make and then gets back is its own: `graph.remove(graph.add("a"))`.
fn is_asked_of_tested(test: &TestCase, at: usize, cluster: &TestCluster) -> bool {
    const ASKING: [&str; 3] = ["find", "get", "load"];
    let StatementKind::Call {
        callable,
        receiver: Some(_),
        arguments,
    } = &test.statements[at].kind
    else {
        return false;
    };
    let called = cluster.callable(*callable);
    let asks = arguments.is_empty() && ASKING.iter().any(|verb| called.name.starts_with(verb));
    let users = test.users(Var(at as u16));
    let is_for_last = users
        .iter()
        .all(|user| usize::from(user.0) + 1 == test.len());
    called.is_under_test && asks && is_for_last
}

/// Whether a plain object of the type is as good as any: it is no value that tells something by itself, and nobody
/// would mock it.
fn is_apt(asked: TypeId, cluster: &mut TestCluster) -> bool {
    const ANY: [&str; 2] = ["java.lang.Object", "java.lang.CharSequence"];
    let is_object = matches!(cluster.shape(asked), Shape::Reference | Shape::TestDouble);
    let name = cluster.ty(asked).class_name();
    // Of numbers, times and the like each is a value of its own.
    let is_value = |class: &str| VALUES.iter().any(|package| class.starts_with(package));
    let is_of_class = name.is_some_and(|it| !ANY.contains(&it) && !is_value(it));
    is_object
        && is_of_class
        && !cluster.is_known_by_contents(asked)
        && !cluster.is_collaborator(asked)
}

/// How much there is to read until the object is there: a line per call that nothing else needs, and those of a class
/// that is written for it.
fn lines(test: &TestCase, at: usize, cluster: &mut TestCluster) -> usize {
    let own = match &test.statements[at].kind {
        StatementKind::Literal(_) | StatementKind::Null => 0,
        StatementKind::Array { .. } | StatementKind::Call { .. } => 1,
        StatementKind::TestDouble { answers, style, .. } => match style {
            DoubleStyle::Mock => 1 + answers.len(),
            DoubleStyle::Written => lines_of_class(test.statements[at].ty, cluster),
        },
    };
    let parts = parts(test, at).into_iter();
    own + parts.map(|part| lines(test, part, cluster)).sum::<usize>()
}

/// What only this statement uses.
fn parts(test: &TestCase, at: usize) -> BTreeSet<usize> {
    let mut parts = BTreeSet::new();
    test.statements[at].kind.visit_uses(|var| {
        if test.users(var).len() == 1 {
            parts.insert(usize::from(var.0));
        }
    });
    parts
}

/// The same with what only these use, and so on.
fn all_parts(test: &TestCase, at: usize) -> BTreeSet<usize> {
    let direct = parts(test, at);
    let others = direct.iter().flat_map(|part| all_parts(test, *part));
    let others: BTreeSet<usize> = others.collect();
    direct.into_iter().chain(others).collect()
}

/// A lambda is one line.
fn lines_of_class(ty: TypeId, cluster: &mut TestCluster) -> usize {
    match cluster.test_double(ty) {
        Some(double) if double.is_functional => 1,
        Some(double) => LINES_OF_CLASS + double.methods.len(),
        None => 1,
    }
}

/// Constructors and factories that need plain values at most.
fn plain_makers(ty: TypeId, cluster: &mut TestCluster) -> Vec<CallableId> {
    let mut makers = cluster.generators(ty).to_vec();
    makers.retain(|maker| {
        let maker = cluster.callable(*maker);
        let is_maker = matches!(
            maker.kind,
            CallableKind::Constructor | CallableKind::StaticMethod
        );
        let is_plain = |ty: &TypeId| {
            matches!(
                cluster.shape(*ty),
                Shape::Primitive(_) | Shape::Boxed(_) | Shape::Text
            ) || cluster.ty(*ty).class_name() == Some("java.lang.CharSequence")
        };
        is_maker
            && !maker.is_under_test
            && !maker.is_varargs
            && maker.receiver.is_none()
            && maker.parameters.len() <= MOST_VALUES
            && maker.parameters.iter().all(is_plain)
    });
    makers.sort_by_key(|maker| {
        let maker = cluster.callable(*maker);
        (
            maker.parameters.len(),
            maker.kind != CallableKind::Constructor,
        )
    });
    makers.truncate(MOST_MAKERS);
    makers
}

/// The test with an object that this maker makes, of values for their roles.
fn made_by(
    test: &TestCase,
    at: usize,
    maker: CallableId,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let mut made = TestCase {
        statements: test.statements[..at].to_vec(),
    };
    let called = cluster.callable(maker);
    let (parameters, returns) = (called.parameters.clone(), called.returns);
    let roles = (0..parameters.len()).map(|position| Role::of_parameter(called, position));
    let roles: Vec<Role> = roles.collect();
    let string = cluster.intern(JavaType::class("java.lang.String"));
    let arguments: Vars = parameters
        .iter()
        .zip(&roles)
        .map(|(parameter, role)| {
            let is_plain = cluster.shape(*parameter) != Shape::Reference;
            let ty = if is_plain { *parameter } else { string };
            telling(&mut made, ty, role, 0, cluster)
        })
        .collect::<Option<Vars>>()?;
    let values = made.statements.split_off(at);
    let count = values.len();
    let mut changed = test.clone();
    changed.insert(at, values);
    changed.statements[at + count] = Statement {
        ty: returns,
        kind: StatementKind::Call {
            callable: maker,
            receiver: None,
            arguments,
        },
    };
    for part in all_parts(test, at).into_iter().rev() {
        changed.remove(Var(part as u16));
    }
    changed.remove_unused();
    changed.is_well_formed(cluster).then_some(changed)
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{ClassKind, Modifiers};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, method, named};

    const PUBLIC_ABSTRACT: u32 = 0x401;

    /// A chart takes a title; there is one of a text, one of an area, and what an event says of one.
    fn charts() -> TestCluster {
        let java = "package p; class Chart { static void show(Title title) {} }";
        let mut title = class("p.Title", vec![method("draw", "()V")]);
        title.modifiers = Modifiers(PUBLIC_ABSTRACT);
        title.methods[0].modifiers = Modifiers(PUBLIC_ABSTRACT);
        title.kind = ClassKind::Class;
        let mut plain = class("p.TextTitle", vec![method("draw", "()V")]);
        plain.superclass = Some(JavaType::class("p.Title"));
        plain
            .constructors
            .push(method("<init>", "(Ljava/lang/String;)V"));
        let mut event = class("p.Event", vec![method("getTitle", "()Lp/Title;")]);
        event.constructors = vec![method("<init>", "(Lp/Title;)V")];
        let chart = class("p.Chart", vec![function("show", "(Lp/Title;)V")]);
        cluster_of(java, vec![chart, title, plain, event])
    }

    /// The makers of the objects of each test.
    fn made(tests: &[TestCase], cluster: &TestCluster) -> Vec<Vec<String>> {
        let owner = |statement: &Statement| match &statement.kind {
            StatementKind::Call { callable, .. } => Some(cluster.callable(*callable).owner.clone()),
            _ => None,
        };
        let of = |test: &TestCase| test.statements.iter().filter_map(owner).collect();
        tests.iter().map(of).collect()
    }

    #[test]
    fn what_the_tested_object_hands_out_for_another_call_of_it_is_made_plainly() {
        let java =
            "package p; class Desk { Order find() { return null; } void pay(Order order) {} }";
        let find = method("find", "()Lp/Order;");
        let pay = method("pay", "(Lp/Order;)V");
        let desk = class("p.Desk", vec![find, pay]);
        let mut cluster = cluster_of(java, vec![desk, class("p.Order", Vec::new())]);
        let [make, find, pay] = ["<init>", "find", "pay"].map(|name| named(name, &cluster));
        let test = TestCase {
            statements: vec![
                call(&cluster, make, None, &[]),
                call(&cluster, find, Some(Var(0)), &[]),
                call(&cluster, pay, Some(Var(0)), &[Var(1)]),
            ],
        };
        let plain = plainer(&test, 1, &mut cluster);
        assert_eq!(
            made(&plain, &cluster),
            [["p.Desk", "p.Order", "p.Desk"].map(str::to_owned).to_vec()]
        );
        assert_eq!(plainer(&test, 2, &mut cluster), []);
    }

    #[test]
    fn an_object_that_another_one_hands_out_is_made_by_its_plainest_maker() {
        let mut cluster = charts();
        let [title, event, title_of] = {
            let ty = |name: &str, cluster: &mut TestCluster| cluster.intern(JavaType::class(name));
            let plain = ty("p.TextTitle", &mut cluster);
            let event = ty("p.Event", &mut cluster);
            let any = ty("p.Title", &mut cluster);
            let handed_out = cluster.generators(any).to_vec().into_iter();
            let mut handed_out = handed_out.filter(|id| cluster.callable(*id).name == "getTitle");
            let title_of = handed_out.next().expect("an event has one");
            [
                cluster.generators(plain)[0],
                cluster.generators(event)[0],
                title_of,
            ]
        };
        let show = named("show", &cluster);
        let statements = vec![
            call(&cluster, title, None, &[]),
            call(&cluster, event, None, &[Var(0)]),
            call(&cluster, title_of, Some(Var(1)), &[]),
            call(&cluster, show, None, &[Var(2)]),
        ];
        let test = TestCase { statements };
        let found = plainer(&test, 2, &mut cluster);
        let makers = made(&found, &cluster);
        assert_eq!(makers[0], ["p.TextTitle", "p.Chart"]);
        assert!(found[0].is_well_formed(&cluster));
        // What is made at once already stays.
        assert!(plainer(&found[0], 0, &mut cluster).is_empty());
    }

    #[test]
    fn a_class_that_a_test_would_write_gives_way_to_one_that_is_there() {
        let mut cluster = charts();
        let any = cluster.intern(JavaType::class("p.Title"));
        let written = Statement {
            ty: any,
            kind: StatementKind::test_double(DoubleStyle::Written, Vec::new()),
        };
        let show = named("show", &cluster);
        let statements = vec![written, call(&cluster, show, None, &[Var(0)])];
        let found = plainer(&TestCase { statements }, 0, &mut cluster);
        assert_eq!(made(&found, &cluster)[0], ["p.TextTitle", "p.Chart"]);
        // Where that does not do, one of a text may.
        assert_eq!(found.len(), 2);
    }
}
