//! Classes that everybody knows: takes a minimised test that names classes (`short.class`, `Member.class`), gives edits
//! that name usual ones in their places, for each role another one.

use goalline_testcase::{
    JavaType, Literal, Shape, StatementKind, TestCase, TestCluster, TypeId, begins_with_word,
};

use super::literal_edits::place;
use crate::minimise::{EditKind, TestEdit};

/// What is taken for any class, the first one first.
const USUAL: [&str; 5] = [
    "java.lang.String",
    "java.lang.Integer",
    "java.lang.Long",
    "java.util.List",
    "java.util.Map",
];

/// The same for what has parameters of types.
const GENERIC: [&str; 2] = ["java.util.List", "java.util.Map"];

/// Beginnings of names of parameters that take such.
const GENERIC_ROLES: [&str; 3] = ["collection", "container", "raw"];

/// For each class that is no usual one, such in its place; in all places where it stands in several.
pub(in crate::minimise) fn usual_classes(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestEdit> {
    let usual = USUAL.map(|name| cluster.intern(JavaType::class(name)));
    let mut taken: Vec<TypeId> = named(test).map(|(_, class)| class).collect();
    let all: Vec<(usize, TypeId)> = named(test).collect();
    let mut edits = Vec::new();
    for (at, class) in &all {
        let is_first = !all.iter().any(|(other, it)| it == class && other < at);
        if usual.contains(class) || !is_first {
            continue;
        }
        let is_shared = all.iter().any(|(other, it)| it == class && other > at);
        let mut found = fitting(test, *at, cluster);
        for (other, _) in all.iter().filter(|(other, it)| it == class && other > at) {
            let there = fitting(test, *other, cluster);
            found.retain(|it| there.contains(it));
        }
        found.sort_by_key(|it| taken.contains(it));
        taken.extend(found.first());
        edits.extend(found.into_iter().map(|class| {
            let literal = Literal::Class(class);
            let change = if is_shared {
                EditKind::AllBecome(literal)
            } else {
                EditKind::Becomes(StatementKind::Literal(literal))
            };
            TestEdit { at: *at, change }
        }));
    }
    edits
}

/// The classes that the test names, with their places.
fn named(test: &TestCase) -> impl Iterator<Item = (usize, TypeId)> {
    let all = test.statements.iter().enumerate();
    all.filter_map(|(at, it)| match it.kind {
        StatementKind::Literal(Literal::Class(class)) => Some((at, class)),
        _ => None,
    })
}

/// The usual classes that may be named at this place, those of its role first.
fn fitting(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Vec<TypeId> {
    let ty = test.statements[at].ty;
    if cluster.shape(ty) != Shape::ClassLiteral {
        return Vec::new();
    }
    let object = cluster.intern(JavaType::object());
    let is_any = match cluster.ty(ty) {
        JavaType::Class { arguments, .. } => arguments
            .iter()
            .all(|it| matches!(it, JavaType::Wildcard { lower: None, .. })),
        _ => false,
    };
    let choices = cluster.class_literals(ty).to_vec();
    let role = place(test, goalline_testcase::Var(at as u16), 0);
    let name = role.and_then(|(id, position)| {
        let names = &cluster.callable(id).parameter_names;
        names.get(position).cloned()
    });
    let is_generic = name.is_some_and(|name| begins_with_word(&name, &GENERIC_ROLES));
    let (first, then): (&[&str], &[&str]) = if is_generic {
        (&GENERIC, &USUAL)
    } else {
        (&USUAL, &[])
    };
    let mut found = Vec::new();
    for name in first.iter().chain(then) {
        let class = cluster.intern(JavaType::class(name));
        let is_apt = choices.contains(&class) || is_any && choices.contains(&object);
        if is_apt && !found.contains(&class) {
            found.push(class);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named as callable};
    use goalline_testcase::{Statement, Var};

    #[test]
    fn each_role_has_a_usual_class_of_its_own() {
        let java = "package p; class Types { void of(Class<?> rawType, Class<?> owner) { } }";
        let mut of = method("of", "(Ljava/lang/Class;Ljava/lang/Class;)V");
        of.parameter_names = vec!["rawType".to_owned(), "owner".to_owned()];
        let mut cluster = cluster_of(java, vec![class("p.Types", vec![of])]);
        let ty = cluster.intern(JavaType::class("java.lang.Class"));
        let mut literal = |name: &str| Statement {
            ty,
            kind: StatementKind::Literal(Literal::Class(cluster.intern(JavaType::class(name)))),
        };
        let (member, type_of) = (literal("java.lang.reflect.Member"), literal("p.Types"));
        let statements = vec![
            call(&cluster, callable("<init>", &cluster), None, &[]),
            member,
            type_of,
            call(
                &cluster,
                callable("of", &cluster),
                Some(Var(0)),
                &[Var(1), Var(2)],
            ),
        ];
        let edits = usual_classes(&TestCase { statements }, &mut cluster);
        let first = |at: usize| {
            let edit = edits.iter().find(|it| it.at == at).expect("another class");
            match &edit.change {
                EditKind::Becomes(StatementKind::Literal(Literal::Class(class))) => {
                    cluster.ty(*class).class_name().map(str::to_owned)
                }
                _ => None,
            }
        };
        assert_eq!(first(1).as_deref(), Some("java.util.List"));
        assert_eq!(first(2).as_deref(), Some("java.lang.String"));
    }
}
