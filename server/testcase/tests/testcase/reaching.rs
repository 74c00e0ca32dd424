//! What callables lead to: the source methods they run, and what is reached through what the class under test returns.

use goalline_flow::{FileFlow, MethodId};
use goalline_syntax::JavaFile;
use goalline_testcase::jdk_allow_list;

use crate::cluster::{cluster_with, generators, texts, ty};

fn flow_of(java: &str) -> FileFlow {
    FileFlow::of(&JavaFile::parse(java))
}

/// The number of the only method with this class and name.
fn method(flow: &FileFlow, class: &str, name: &str) -> MethodId {
    let mut found = flow
        .methods
        .iter()
        .filter(|it| it.class == class && it.name == name);
    let id = found.next().expect("it is declared").id;
    assert!(found.next().is_none(), "{class}.{name} is declared once");
    id
}

#[test]
fn callables_know_the_source_method_they_run_and_stand_in_its_order() {
    let flow = flow_of(
        "package p; class A {
           void zeta(Entry e) { }
           <T> void alpha(String a, T... b) { }
           void alpha(int a) { }
           <T extends CharSequence> void twin(T it) { }
           <T extends Number> void twin(T it) { }
           static class Entry { } class Inner { Inner(int it) { } } }",
    );
    let cluster = cluster_with(
        "public class p.A { public <T> void alpha(String a, T... b); public void alpha(int a); public void zeta(p.A$Entry e);
           public <T extends CharSequence> void twin(T it); public <T extends Number> void twin(T it); public new(); }
         public static class p.A$Entry { public new(); }
         public class p.A$Inner { new(p.A outer, int it); }",
        &["p.A", "p.A$Inner"],
        &flow,
    );
    let mut found: Vec<Option<MethodId>> = cluster
        .under_test()
        .iter()
        .map(|id| cluster.callable(*id).method)
        .collect();
    found.dedup();
    let numbers = [Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), None];
    assert_eq!(found, numbers.map(|it| it.map(MethodId)));
}

#[test]
fn hidden_classes_are_reached_through_what_the_class_under_test_returns() {
    let flow = flow_of(
        "package p; class Ring {
           Iterator<String> iterator() { return new Walker(); }
           private class Walker implements Iterator<String> {
             public boolean hasNext() { return false; }
             public String next() { return null; }
             void helper() { } } }",
    );
    let mut cluster = cluster_with(
        "public class p.Ring { public new(); public java.util.Iterator<String> iterator(); }
         private class p.Ring$Walker implements java.util.Iterator<String> {
           private new(p.Ring ring); public boolean hasNext(); public String next(); void helper();
         }",
        &["p.Ring", "p.Ring$Walker"],
        &flow,
    );
    let reaching = cluster
        .reaching(method(&flow, "p.Ring$Walker", "next"))
        .to_vec();
    assert_eq!(texts(&cluster, &reaching), ["Iterator<String>.next()"]);
    assert!(cluster.under_test().contains(&reaching[0]));
    assert!(cluster.callable(reaching[0]).is_under_test);
    assert!(
        cluster
            .reaching(method(&flow, "p.Ring$Walker", "helper"))
            .is_empty()
    );
    assert_eq!(
        generators(&mut cluster, "Iterator<String>")[0],
        "Ring.iterator()"
    );
}

#[test]
fn a_lambda_is_reached_by_calling_the_function_that_was_returned() {
    let flow = flow_of(
        "package p; class A { static Function<String, Integer> sizes() { return it -> it == null ? 0 : 1; } }",
    );
    let cluster = cluster_with(
        "public class p.A { public new(); public static java.util.function.Function<String, Integer> sizes(); }",
        &["p.A"],
        &flow,
    );
    let lambda = method(&flow, "p.A", "lambda$sizes$0");
    let reaching = cluster.reaching(lambda).to_vec();
    assert_eq!(
        texts(&cluster, &reaching),
        ["Function<String, Integer>.apply(String)"]
    );
    assert_eq!(cluster.callable(reaching[0]).method, Some(lambda));
}

#[test]
fn types_that_the_source_asks_about_come_first_where_anything_is_accepted() {
    let flow = flow_of(
        "package p; class A { boolean odd(Object it) { return it instanceof Item || it instanceof long[]; } }",
    );
    let mut cluster = cluster_with(
        "public class p.A { public new(); public boolean odd(Object it); } public class p.Item { public new(); }",
        &["p.A"],
        &flow,
    );
    let object = ty(&mut cluster, "Object");
    let first = cluster.literal_types(object)[0];
    assert_eq!(cluster.source_name(first), "long[]");
    assert!(generators(&mut cluster, "Object").contains(&"new Item()".to_owned()));
}

#[test]
fn a_generic_method_is_tried_for_each_class_whose_literal_the_source_compares() {
    let flow = flow_of(
        "package p; class A {
           <T> boolean isKnown(Class<T> type, T value) { return type == Item.class || int.class == type; }
           static Kinds kinds() { return new Kinds() {
             public <T> boolean has(List<T> all, Class<T> type) { return type.equals(p.Item.class); } }; } }",
    );
    let mut cluster = cluster_with(
        "public class p.A { public new(); public <T> boolean isKnown(Class<T> type, T value);
           public static p.Kinds kinds(); }
         public abstract interface p.Kinds {
           public abstract <T> boolean has(java.util.List<T> all, Class<T> type); }
         public class p.Item { public new(); }",
        &["p.A"],
        &flow,
    );
    let under_test = cluster.under_test().to_vec();
    let all = texts(&cluster, &under_test);
    assert!(
        all.contains(&"A.isKnown(Class<Item>, Item)".to_owned()),
        "{all:?}"
    );
    assert!(
        all.contains(&"Kinds.has(List<Item>, Class<Item>)".to_owned()),
        "{all:?}"
    );
    let any = ty(&mut cluster, "Class<?>");
    let literals = cluster.class_literals(any).to_vec();
    let first = literals.iter().map(|it| cluster.source_name(*it));
    assert_eq!(first.take(2).collect::<Vec<_>>(), ["Item", "int"]);
}

#[test]
fn the_allow_list_names_each_class_once() {
    let mut names: Vec<&str> = jdk_allow_list().iter().map(|class| class.name).collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[test]
fn inherited_methods_may_run_what_the_class_overrides_beside_them() {
    let flow = flow_of(
        "package p; class Sum extends Work { protected int step() { return 1; } private int other() { return 2; } }",
    );
    let mut cluster = cluster_with(
        "public class p.Sum extends p.Work { public new(); protected int step(); private int other(); }
         public abstract class p.Work extends p.Base { public new(); public int run(); protected abstract int step(); }
         public abstract class p.Base { public new(); public int other(); }",
        &["p.Sum"],
        &flow,
    );
    let found = cluster.templates(&flow);
    let (callables, run): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    assert_eq!(texts(&cluster, &callables), ["Sum.run()"]);
    assert_eq!(run, [[method(&flow, "p.Sum", "step")]]);
}
