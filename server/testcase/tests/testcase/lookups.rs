//! Members that a test looks up by name: only what is there and open is named, with its erased parameters.

use goalline_flow::FileFlow;
use goalline_testcase::{Lookup, TestCluster, TypeId};

use crate::cluster::{cluster_with, ty};

const ITEM: &str = "public class p.Item {
  public new(); public new(int count, String... names); private new(String name);
  public <T extends Comparable<T>> void put(T one, java.util.List<T> all); public int size(); private int hidden();
  public static String of(Object... all);
  public int width; private int height;
}";

const REFLECTION: &str = "
public interface java.lang.reflect.Method { } public interface java.lang.reflect.Constructor<T> { }
public interface java.lang.reflect.Field { }";

/// What the only generator of this type is called on, and looks up in the class under test.
fn looked_up(made: &str) -> (String, Vec<String>) {
    let mut cluster = cluster_with(
        &format!("{ITEM}{REFLECTION}"),
        &["p.Item"],
        &FileFlow::default(),
    );
    let (receiver, found) = found(&mut cluster, made, "Item");
    (cluster.source_name(receiver), found)
}

fn methods_of(cluster: &mut TestCluster, owner: &str) -> Vec<String> {
    let (_, found) = found(cluster, "Method", owner);
    found
}

/// What the only generator of a type is called on, and looks up in the class of this name.
fn found(cluster: &mut TestCluster, made: &str, owner: &str) -> (TypeId, Vec<String>) {
    let wanted = ty(cluster, made);
    let &[getter] = cluster.generators(wanted) else {
        panic!("one way to make a {made}");
    };
    let receiver = cluster.callable(getter).receiver;
    let found = cluster.lookups(getter).expect("it looks members up");
    let own = found
        .iter()
        .filter(|it| cluster.source_name(it.class).ends_with(owner));
    let found = own.map(|it| text(cluster, it)).collect();
    (receiver.expect("it is no static method"), found)
}

fn text(cluster: &TestCluster, lookup: &Lookup) -> String {
    let name = lookup.name.as_deref().unwrap_or("new");
    let Some(parameters) = &lookup.parameters else {
        return name.to_owned();
    };
    let parameters: Vec<String> = parameters
        .iter()
        .map(|it| cluster.source_name(*it))
        .collect();
    format!("{name}({})", parameters.join(", "))
}

#[test]
fn methods_constructors_and_fields_are_looked_up_that_are_open_and_there() {
    for (made, on, found) in [
        (
            "Method",
            "Class<?>",
            vec!["put(Comparable, List)", "size()", "of(Object[])"],
        ),
        (
            "Constructor<Item>",
            "Class<Item>",
            vec!["new()", "new(int, String[])"],
        ),
        ("Field", "Class<?>", vec!["width"]),
    ] {
        let found = found.into_iter().map(str::to_owned).collect();
        assert_eq!(looked_up(made), (on.to_owned(), found), "{made}");
    }
}

#[test]
fn the_parameter_of_an_inner_class_is_erased_to_what_bounds_it_outside_and_hidden_types_stay_out() {
    const OUTER: &str = "public class p.Outer<T extends Comparable<T>> { }
public class p.Outer$Inner { public void take(T one); public void pass(q.Unknown[] all); }";
    let mut cluster = cluster_with(
        &format!("{OUTER}{REFLECTION}"),
        &["p.Outer$Inner"],
        &FileFlow::default(),
    );
    assert_eq!(methods_of(&mut cluster, "Inner"), ["take(Comparable)"]);
}

#[test]
fn of_the_jdk_only_members_are_looked_up_that_every_release_has() {
    const NEW: &str = "public class p.Item { public void describe(); public int length(); }";
    let mut cluster = cluster_with(
        &format!("{NEW}{REFLECTION}"),
        &["p.Item"],
        &FileFlow::default(),
    );
    assert_eq!(methods_of(&mut cluster, "Item"), ["describe()", "length()"]);
    let of_text = methods_of(&mut cluster, "String");
    assert!(of_text.contains(&"length()".to_owned()), "{of_text:?}");
    assert!(!of_text.contains(&"strip()".to_owned()), "{of_text:?}");
}

#[test]
fn what_looks_nothing_up_has_no_lookups_and_takes_any_text() {
    let mut cluster = cluster_with(ITEM, &["p.Item"], &FileFlow::default());
    for id in cluster.under_test().to_vec() {
        assert!(cluster.lookups(id).is_none());
        assert!(cluster.words(id).is_empty());
    }
}

#[test]
fn names_of_members_are_told_once_each() {
    let mut cluster = cluster_with(ITEM, &["p.Item"], &FileFlow::default());
    let names = cluster.member_names();
    for name in ["put", "size", "of", "width"] {
        assert_eq!(
            names.iter().filter(|it| *it == name).count(),
            1,
            "{name}: {names:?}"
        );
    }
    assert!(!names.iter().any(|it| it == "hidden" || it == "height"));
}
