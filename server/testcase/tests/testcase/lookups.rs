//! Members that a test looks up by name: only what is there and open is named, with its erased parameters.

use goalline_flow::FileFlow;
use goalline_testcase::{Lookup, TestCluster};

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
    let wanted = ty(&mut cluster, made);
    let &[getter] = cluster.generators(wanted) else {
        panic!("one way to make a {made}");
    };
    let receiver = cluster
        .callable(getter)
        .receiver
        .expect("it is no static method");
    let found = cluster.lookups(getter).expect("it looks members up");
    let own = found
        .iter()
        .filter(|it| cluster.source_name(it.class) == "Item");
    let found = own.map(|it| text(&cluster, it)).collect();
    (cluster.source_name(receiver), found)
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
