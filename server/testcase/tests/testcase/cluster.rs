//! What the cluster finds for Java types: small declarations in, callables out.

use goalline_flow::FileFlow;
use goalline_testcase::{
    CallableId, CallableKind, ClassUnderTest, JavaType, Shape, TestCluster, TypeId,
};

use crate::java;

/// A cluster in which `under_test` of package `p` are tested, with the JDK fixture.
pub(crate) fn cluster_with(text: &str, under_test: &[&str], flow: &FileFlow) -> TestCluster {
    let classes: Vec<String> = under_test.iter().map(|&it| it.to_owned()).collect();
    let subject = ClassUnderTest {
        classes: &classes,
        package: "p",
        flow,
    };
    TestCluster::new(java::classes(&format!("{text} {}", java::JDK)), &subject)
}

fn cluster(text: &str, under_test: &[&str]) -> TestCluster {
    cluster_with(text, under_test, &FileFlow::default())
}

/// The type of this text, with simple names of the fixture.
pub(crate) fn ty(cluster: &mut TestCluster, text: &str) -> TypeId {
    let names: String = [
        "java.util.function",
        "java.util",
        "java.lang.reflect",
        "java.lang",
        "java.io",
        "java.time",
    ]
    .join(" ");
    let probe = java::type_of(text, &|simple| {
        names
            .split(' ')
            .chain(["p"])
            .map(|package| format!("{package}.{simple}"))
            .find(|name| cluster.class(name).is_some())
    });
    cluster.intern(probe)
}

/// `new ArrayList<String>(int)`, `Arrays.asList(String[])`: a callable for people.
fn text(cluster: &TestCluster, id: CallableId) -> String {
    let callable = cluster.callable(id);
    let parameters: Vec<String> = callable
        .parameters
        .iter()
        .map(|it| cluster.source_name(*it))
        .collect();
    let parameters = parameters.join(", ");
    let on = callable
        .receiver
        .map(|it| cluster.source_name(it))
        .unwrap_or_default();
    let owner = callable.owner.rsplit(['.', '$']).next().unwrap_or_default();
    match callable.kind {
        CallableKind::Constructor => {
            let outer = if on.is_empty() { on } else { format!("{on}.") };
            format!(
                "{outer}new {}({parameters})",
                cluster.source_name(callable.returns)
            )
        }
        CallableKind::Method => format!("{on}.{}({parameters})", callable.name),
        CallableKind::StaticMethod | CallableKind::HeldByMethod => {
            format!("{owner}.{}({parameters})", callable.name)
        }
        CallableKind::FieldRead => format!("{on}.{}", callable.name),
        CallableKind::StaticFieldRead => format!("{owner}.{}", callable.name),
        CallableKind::FieldWrite | CallableKind::InjectedField => {
            format!("{on}.{} = {parameters}", callable.name)
        }
        CallableKind::StaticFieldWrite | CallableKind::HeldField => {
            format!("{owner}.{} = {parameters}", callable.name)
        }
    }
}

pub(crate) fn texts(cluster: &TestCluster, ids: &[CallableId]) -> Vec<String> {
    ids.iter().map(|id| text(cluster, *id)).collect()
}

pub(crate) fn generators(cluster: &mut TestCluster, of: &str) -> Vec<String> {
    let of = ty(cluster, of);
    let ids = cluster.generators(of).to_vec();
    texts(cluster, &ids)
}

fn uses(cluster: &mut TestCluster, of: &str) -> Vec<String> {
    let of = ty(cluster, of);
    let ids = cluster.uses(of).to_vec();
    texts(cluster, &ids)
}

fn under_test(cluster: &TestCluster) -> Vec<String> {
    texts(cluster, cluster.under_test())
}

fn fits(cluster: &mut TestCluster, from: &str, to: &str) -> bool {
    let (from, to) = (ty(cluster, from), ty(cluster, to));
    cluster.is_assignable(from, to)
}

#[test]
fn a_list_of_strings_is_made_in_every_usual_way() {
    let mut cluster = cluster("public class p.A { public new(); }", &["p.A"]);
    let found = generators(&mut cluster, "List<String>");
    for wanted in [
        "new ArrayList<String>()",
        "new ArrayList<String>(Collection<? extends String>)",
        "Arrays.asList(String[])",
        "Collections.emptyList()",
        "Collections.singletonList(String)",
    ] {
        assert!(found.contains(&wanted.to_owned()), "{wanted} in {found:?}");
    }
    assert!(
        !found.iter().any(|it| it.contains("singleton(")),
        "a set is no list: {found:?}"
    );
}

#[test]
fn wildcards_ask_for_what_their_bounds_allow() {
    let mut cluster = cluster(
        "public interface p.Shape { } public class p.Circle implements p.Shape { public new(); }",
        &["p.Circle"],
    );
    let found = generators(&mut cluster, "List<? extends Shape>");
    assert!(
        found.contains(&"new ArrayList<Shape>()".to_owned()),
        "{found:?}"
    );
    assert!(fits(
        &mut cluster,
        "ArrayList<Circle>",
        "List<? extends Shape>"
    ));
    assert!(fits(
        &mut cluster,
        "ArrayList<Shape>",
        "Collection<? super Circle>"
    ));
    assert!(!fits(&mut cluster, "ArrayList<Circle>", "List<Shape>"));
    assert!(!fits(
        &mut cluster,
        "ArrayList<Shape>",
        "List<? extends Circle>"
    ));
    assert!(fits(
        &mut cluster,
        "Map<String, List<Circle>>",
        "Map<?, ? extends List<? extends Shape>>"
    ));
    assert!(!fits(
        &mut cluster,
        "Map<String, List<Circle>>",
        "Map<?, List<? extends Shape>>"
    ));
}

#[test]
fn arrays_are_covariant_and_primitives_widen_and_box() {
    let mut cluster = cluster("public class p.A { public new(); }", &["p.A"]);
    assert!(fits(&mut cluster, "String[]", "Object[]"));
    assert!(fits(&mut cluster, "int[][]", "Object[]"));
    assert!(!fits(&mut cluster, "int[]", "long[]"));
    assert!(fits(&mut cluster, "String[]", "Serializable"));
    assert!(fits(&mut cluster, "char", "int"));
    assert!(!fits(&mut cluster, "int", "short"));
    assert!(fits(&mut cluster, "int", "Number"));
    assert!(fits(&mut cluster, "Integer", "long"));
    assert!(!fits(&mut cluster, "int", "Long"));
    assert!(fits(&mut cluster, "int", "Comparable<Integer>"));
    assert!(!fits(&mut cluster, "int", "Comparable<String>"));
}

#[test]
fn a_raw_type_accepts_all_but_is_accepted_only_where_nothing_is_unchecked() {
    let mut cluster = cluster("public class p.A { public new(); }", &["p.A"]);
    assert!(fits(&mut cluster, "ArrayList<String>", "List"));
    assert!(fits(&mut cluster, "ArrayList", "List<?>"));
    assert!(!fits(&mut cluster, "ArrayList", "List<String>"));
}

#[test]
fn type_variables_get_types_within_their_bounds() {
    let cluster = cluster(
        "public class p.A {
           public static <T extends Comparable<T>> T max(java.util.List<T> all);
           public static <E extends Enum<E>> E parse(Class<E> type);
           public static <S extends Number, T extends java.util.List<S>> void both(S one, T all);
           public static <T> T first(T[] all);
         }
         public enum p.Colour extends Enum<p.Colour> { constants RED, GREEN; }",
        &["p.A"],
    );
    let found = under_test(&cluster);
    for wanted in [
        "A.max(List<Integer>)",
        "A.max(List<String>)",
        "A.parse(Class<Colour>)",
        "A.both(Integer, List<Integer>)",
        "A.first(String[])",
        "A.first(Object[])",
    ] {
        assert!(found.contains(&wanted.to_owned()), "{wanted} in {found:?}");
    }
}

#[test]
fn variables_that_hang_together_get_the_types_that_a_subclass_gives_them() {
    let cluster = cluster(
        "public abstract class p.Handler<R, H extends p.Handler<R, H>> { public R handle(R result); public H self(); }
         public class p.All extends p.Handler<java.util.List<String>, p.All> { public new(); }",
        &["p.Handler", "p.All"],
    );
    let found = under_test(&cluster);
    assert!(
        found.contains(&"Handler<List<String>, All>.handle(List<String>)".to_owned()),
        "{found:?}"
    );
}

#[test]
fn members_are_seen_through_a_parameterised_subclass() {
    let mut cluster = cluster(
        "public class p.Base<T> { public new(); public void take(T it); public T give(); }
         public class p.Foo extends p.Base<p.Money> { public new(); }
         public class p.Money { private new(); }",
        &["p.Foo"],
    );
    assert_eq!(uses(&mut cluster, "Foo"), ["Foo.give()", "Foo.take(Money)"]);
    assert_eq!(generators(&mut cluster, "Money"), ["Foo.give()"]);
}

#[test]
fn an_inner_class_is_made_on_an_instance_of_the_outer_one() {
    let cluster = cluster(
        "public class p.Cart { public new(); }
         public class p.Cart$Line { public new(p.Cart outer, int amount); }
         public static class p.Cart$Free { public new(p.Cart cart); }",
        &["p.Cart", "p.Cart$Line", "p.Cart$Free"],
    );
    assert_eq!(
        under_test(&cluster),
        [
            "new Cart()",
            "Cart.new Cart.Line(int)",
            "new Cart.Free(Cart)"
        ]
    );
    let line = cluster.callable(cluster.under_test()[1]);
    assert_eq!(line.descriptor, "(Lp/Cart;I)V");
    assert_eq!(line.parameter_names, ["amount"]);
}

#[test]
fn private_members_and_classes_stay_out_and_the_packages_own_come_in() {
    let mut cluster = cluster(
        "public class p.A {
           new(); private new(int secret); protected void visible(); private void hidden(); public void open();
         }
         private static class p.A$Hidden { public new(); }
         public class q.B { protected new(); new(int it); public static q.B make(); protected void closed(); }",
        &["p.A", "p.A$Hidden"],
    );
    assert_eq!(under_test(&cluster), ["new A()", "A.open()", "A.visible()"]);
    let b = cluster.intern(JavaType::class("q.B"));
    let made = cluster.generators(b).to_vec();
    assert_eq!(texts(&cluster, &made), ["B.make()"]);
}

#[test]
fn enums_are_made_by_their_constants_in_order() {
    let mut cluster = cluster(
        "public enum p.Colour extends Enum<p.Colour> { constants RED, GREEN, BLUE; public p.Colour next(); }",
        &["p.Colour"],
    );
    let found = generators(&mut cluster, "Colour");
    assert_eq!(found[..3], ["Colour.RED", "Colour.GREEN", "Colour.BLUE"]);
    let colour = ty(&mut cluster, "Colour");
    assert_eq!(cluster.shape(colour), Shape::Enum);
}

#[test]
fn builders_lead_to_what_they_build() {
    let mut cluster = cluster(
        "public final class p.Car { private new(int doors); public static p.Car$Builder builder(); }
         public static final class p.Car$Builder {
           private new(); public p.Car$Builder doors(int count); public p.Car build();
         }",
        &["p.Car", "p.Car$Builder"],
    );
    assert_eq!(generators(&mut cluster, "Car"), ["Car.Builder.build()"]);
    let builder = cluster.intern(JavaType::class("p.Car$Builder"));
    let made = cluster.generators(builder).to_vec();
    assert_eq!(texts(&cluster, &made)[0], "Car.builder()");
    let used = cluster.uses(builder).to_vec();
    assert!(texts(&cluster, &used).contains(&"Car.Builder.doors(int)".to_owned()));
}

#[test]
fn object_and_its_like_are_made_of_literals_and_the_class_under_test() {
    let mut cluster = cluster("public class p.A { public new(); }", &["p.A"]);
    assert_eq!(generators(&mut cluster, "Object")[0], "new Object()");
    assert!(generators(&mut cluster, "Object").contains(&"new A()".to_owned()));
    for (wide, expected) in [
        ("CharSequence", vec!["String"]),
        ("Comparable<Integer>", vec!["Integer"]),
        ("Number", vec!["Integer", "Double", "Long"]),
    ] {
        let wide = ty(&mut cluster, wide);
        let literals = cluster.literal_types(wide).to_vec();
        let names: Vec<String> = literals.iter().map(|it| cluster.source_name(*it)).collect();
        let known: Vec<&String> = names
            .iter()
            .filter(|it| cluster.class(&format!("java.lang.{it}")).is_some())
            .collect();
        assert_eq!(known, expected.iter().collect::<Vec<_>>());
    }
    let object = ty(&mut cluster, "Object");
    let literals = cluster.literal_types(object).to_vec();
    assert!(
        literals
            .iter()
            .any(|it| matches!(cluster.shape(*it), Shape::Array(_)))
    );
}

#[test]
fn class_literals_keep_the_bound() {
    let mut cluster = cluster("public class p.A { public new(); }", &["p.A"]);
    for (wanted, expected) in [
        ("Class<A>", vec!["A"]),
        (
            "Class<? extends Number>",
            vec!["Integer", "Number", "Long", "Double"],
        ),
    ] {
        let wanted = ty(&mut cluster, wanted);
        let found = cluster.class_literals(wanted).to_vec();
        let names: Vec<String> = found.iter().map(|it| cluster.source_name(*it)).collect();
        assert_eq!(names, expected);
    }
}

#[test]
fn no_one_answer_stands_for_an_order() {
    let mut cluster = cluster(
        "public interface java.util.Comparator<T> { int compare(T a, T b); boolean equals(Object it); }
         public class p.A { public new(); }",
        &["p.A"],
    );
    let order = cluster.intern(JavaType::Class {
        name: "java.util.Comparator".to_owned(),
        arguments: vec![JavaType::object()],
    });
    let double = cluster.test_double(order).expect("a lambda does");
    assert!(double.is_functional && double.methods.is_empty());
}

#[test]
fn a_test_double_answers_the_abstract_methods_with_concrete_types() {
    let mut cluster = cluster(
        "public interface p.Source<T> { T read(int at); default T twice(); boolean equals(Object it); }
         public abstract class p.Rates { protected new(int base); public new(); protected abstract double rate(String of); public void log(); }
         public abstract class p.Gate<T> { protected new(int size, String name); protected new(T first); abstract T last(); }
         public sealed interface p.Closed { }
         public interface p.Generic { <T> T make(Class<T> type); }",
        &["p.Rates", "p.Gate"],
    );
    let source = ty(&mut cluster, "Source<? extends String>");
    let found = cluster
        .test_double(source)
        .expect("an interface can be stood in for");
    assert!(found.is_functional);
    let [read] = &found.methods[..] else {
        panic!("one method: {found:?}")
    };
    assert_eq!(
        (&*read.name, cluster.source_name(read.returns)),
        ("read", "String".to_owned())
    );

    let rates = ty(&mut cluster, "Rates");
    let found = cluster
        .test_double(rates)
        .expect("an abstract class can be stood in for");
    assert!(!found.is_functional);
    assert_eq!(found.methods.len(), 1);
    let constructor = found
        .constructor
        .expect("an abstract class has a constructor");
    assert!(cluster.callable(constructor).parameters.is_empty());

    // The one with the fewest parameters, which are those of the type that is wanted.
    let gate = ty(&mut cluster, "Gate<Integer>");
    let found = cluster.test_double(gate).expect("it is abstract");
    let constructor = cluster.callable(found.constructor.expect("it has two"));
    let [first] = &constructor.parameters[..] else {
        panic!("{constructor:?}");
    };
    assert_eq!(cluster.source_name(*first), "Integer");

    let closed = ty(&mut cluster, "Closed");
    assert!(cluster.test_double(closed).is_none());
    let generic = ty(&mut cluster, "Generic");
    assert!(
        !cluster
            .test_double(generic)
            .expect("can be stood in for")
            .is_functional
    );
}

#[test]
fn nothing_dangerous_or_random_is_offered() {
    let mut cluster = cluster(
        "public class p.A extends Thread { public new(); public void go(); }",
        &["p.A"],
    );
    assert_eq!(generators(&mut cluster, "Random"), ["new Random(long)"]);
    assert_eq!(generators(&mut cluster, "Date"), ["new Date(long)"]);
    assert_eq!(
        generators(&mut cluster, "Instant"),
        ["Instant.ofEpochMilli(long)"]
    );
    assert_eq!(generators(&mut cluster, "Thread"), ["new A()"]);
    assert_eq!(uses(&mut cluster, "A"), ["A.go()"]);
}

#[test]
fn collections_change_by_their_mutators_with_element_types() {
    let mut cluster = cluster("public class p.A { public new(); }", &["p.A"]);
    let found = uses(&mut cluster, "ArrayList<String>");
    assert!(
        found.contains(&"ArrayList<String>.add(String)".to_owned()),
        "{found:?}"
    );
    assert!(!found.iter().any(|it| it.contains("size")), "{found:?}");
    let through_wildcard = uses(&mut cluster, "List<? extends String>");
    assert!(
        !through_wildcard.iter().any(|it| it.contains("add(")),
        "{through_wildcard:?}"
    );
    let lower = uses(&mut cluster, "List<? super String>");
    assert!(
        lower.contains(&"List<? super String>.add(String)".to_owned()),
        "{lower:?}"
    );
}

#[test]
fn a_missing_description_leaves_a_type_opaque() {
    let mut cluster = cluster(
        "public class p.A { public new(x.Gone gone); public x.Gone give(java.util.List<x.Gone> all); }",
        &["p.A"],
    );
    assert_eq!(under_test(&cluster), ["new A(Gone)", "A.give(List<Gone>)"]);
    let gone = cluster.intern(JavaType::class("x.Gone"));
    assert_eq!(cluster.shape(gone), Shape::Reference);
    let made = cluster.generators(gone).to_vec();
    assert_eq!(texts(&cluster, &made), ["A.give(List<Gone>)"]);
    assert!(cluster.test_double(gone).is_none());
    assert!(cluster.uses(gone).is_empty());
    assert!(cluster.literal_types(gone).is_empty());
}

#[test]
fn the_same_questions_in_the_same_order_give_the_same_numbers() {
    let declarations = "public class p.A<T extends Comparable<T>> { public new(); public java.util.List<T> all(T it); }";
    let ask = || {
        let mut cluster = cluster(declarations, &["p.A"]);
        for of in ["List<String>", "Object", "A<Integer>"] {
            generators(&mut cluster, of);
            uses(&mut cluster, of);
        }
        cluster.callables().to_vec()
    };
    assert_eq!(ask(), ask());
}

#[test]
fn types_are_written_with_simple_names_and_their_imports() {
    let mut cluster = cluster("public static class p.A$B { }", &["p.A$B"]);
    let written = ty(&mut cluster, "Map<String, List<? super Integer>[]>");
    let written = cluster.write_type(written);
    assert_eq!(written.text, "Map<String, List<? super Integer>[]>");
    assert_eq!(written.imports, ["java.util.List", "java.util.Map"]);
    let nested = cluster.intern(JavaType::class("p.A$B"));
    assert_eq!(cluster.source_name(nested), "A.B");
    assert!(cluster.write_type(nested).imports.is_empty());
}

#[test]
fn a_field_that_its_class_sets_is_written_where_it_is_public_only() {
    let mut classes = java::classes(
        "public class p.Names { public new(); int size; int limit; public int shown; public int count(); }",
    );
    let own = classes.iter_mut().find(|it| it.name == "p.Names");
    let own = own.expect("it is declared");
    let limit = own.fields.iter_mut().find(|it| it.name == "limit");
    limit.expect("it is declared").is_set = false;
    let flow = FileFlow::default();
    let subject = ClassUnderTest {
        classes: &["p.Names".to_owned()],
        package: "p",
        flow: &flow,
    };
    let mut cluster = TestCluster::new(classes, &subject);
    let written = uses(&mut cluster, "Names");
    let written: Vec<&str> = written
        .iter()
        .map(String::as_str)
        .filter(|it| it.contains('='))
        .collect();
    assert_eq!(written, ["Names.limit = int", "Names.shown = int"]);
}

#[test]
fn nothing_deprecated_is_taken_where_there_is_another_way() {
    let mut cluster = cluster(
        "public class p.Desk { public new(Pen, Ink); } \
         public class p.Pen { @Deprecated public new(int); public new(); \
         @Deprecated public void fill(int); public void setFill(int); \
         @Deprecated public void drop(); } \
         public class p.Ink { @Deprecated public new(int); public new(Well); } \
         public interface p.Well { }",
        &["p.Desk"],
    );
    assert_eq!(generators(&mut cluster, "Pen"), ["new Pen()"]);
    let told = generators(&mut cluster, "Ink").join(" ");
    assert!(
        told.contains("new Ink(int)"),
        "nothing gives a well: {told}"
    );
    let told = uses(&mut cluster, "Pen").join(" ");
    assert!(told.contains("setFill") && told.contains("drop"), "{told}");
    assert!(!told.contains(".fill"), "{told}");
}
