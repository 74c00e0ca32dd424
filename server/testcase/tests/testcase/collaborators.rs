//! Which types are doubled as mocks, and which fields a container sets.

use std::collections::BTreeSet;

use goalline_flow::FileFlow;
use goalline_testcase::{
    CallableKind, ClassDescription, ClassKind, ClassUnderTest, DoubleStyle, JavaType, Mocking,
    TestCluster,
};

use crate::java;

const SHOP: &str = "
    public class java.lang.Object { public new(); }
    public class p.Desk extends p.Base {
      public new();
      private p.Store store; private p.Money price; final p.Store fixed; static p.Store shared; }
    public class p.Base { public new(); private p.Clerk clerk; }
    public interface p.Query<T> { java.util.Optional<T> find(java.lang.String name); void put(T one); }
    public interface p.Store extends p.Query<p.Money> { int count(); }
    public interface p.Price { int cents(); boolean isFree(); }
    public class p.Money implements p.Price { public new(int cents);
      public void setCents(int cents); public void setNote(java.lang.String note); }
    public interface p.Rule { boolean allows(p.Money money); }
    public class p.Clerk { public new(java.lang.String name); public int wage(); final int badge(); }
    public final class p.Vault { public new(); public int open(); }
";

/// A shop in which these types have a component's annotation and these fields one of injection.
fn shop(components: &[&str], injected: &[&str]) -> TestCluster {
    shop_of(SHOP, components, injected)
}

fn shop_of(text: &str, components: &[&str], injected: &[&str]) -> TestCluster {
    let mut classes: Vec<ClassDescription> = java::classes(text);
    for class in &mut classes {
        if components.contains(&class.name.as_str()) {
            class.annotations = vec!["org.springframework.stereotype.Component".to_owned()];
        }
        for field in &mut class.fields {
            if injected.contains(&field.name.as_str()) {
                field.annotations = vec!["javax.inject.Inject".to_owned()];
            }
        }
    }
    with_mocks(classes)
}

/// The cluster of these classes, with `p.Desk` under test and tests that have Mockito.
fn with_mocks(classes: Vec<ClassDescription>) -> TestCluster {
    let flow = FileFlow::default();
    let subject = ClassUnderTest {
        classes: &["p.Desk".to_owned()],
        package: "p",
        flow: &flow,
    };
    let mut cluster = TestCluster::new(classes, &subject);
    cluster.allow_mocks(Mocking::Extensible);
    cluster
}

fn is_collaborator(cluster: &mut TestCluster, name: &str) -> bool {
    let ty = cluster.intern(JavaType::class(name));
    cluster.is_collaborator(ty)
}

#[test]
fn interfaces_that_nobody_implements_and_components_are_mocked_values_and_lambdas_are_real() {
    let mut cluster = shop(&["p.Clerk", "p.Vault"], &[]);
    for (name, expected) in [
        ("p.Store", true),
        ("p.Clerk", true),
        ("p.Price", false),
        ("p.Money", false),
        ("p.Rule", false),
        ("p.Vault", false),
        ("p.Desk", false),
    ] {
        assert_eq!(is_collaborator(&mut cluster, name), expected, "{name}");
    }
    cluster.allow_mocks(Mocking::Nothing);
    assert!(!is_collaborator(&mut cluster, "p.Store"));
}

#[test]
fn without_a_library_for_mocks_a_real_object_stands_for_what_is_long_to_write() {
    let text = "
        public class java.lang.Object { public new(); }
        public class p.Desk { public new(); }
        public interface p.Log { int a(); int b(); int c(); int d(); }
        public interface p.Context { int a(); int b(); int c(); int d(); }
        public interface p.Rule { int a(); int b(); }
        public class p.PlainRule implements p.Rule { public new(); public int a(); public int b(); }
        public class p.PlainContext implements p.Context { public new();
            public int a(); public int b(); public int c(); public int d(); }";
    let mut cluster = shop_of(text, &[], &[]);
    cluster.allow_mocks(Mocking::Nothing);
    for (name, expected) in [("p.Log", true), ("p.Context", false), ("p.Rule", true)] {
        let ty = cluster.intern(JavaType::class(name));
        assert_eq!(cluster.test_double(ty).is_some(), expected, "{name}");
    }
}

#[test]
fn of_an_abstract_class_that_is_long_to_write_there_are_mocks_and_no_halves_of_one() {
    let text = "
        public class java.lang.Object { public new(); }
        public class p.Desk { public new(); }
        public abstract class p.Field { public new(); public abstract int a(); public abstract int b();
            public abstract int c(); public abstract int d(); public int e(); }
        public class p.PlainField extends p.Field { public new();
            public int a(); public int b(); public int c(); public int d(); }
        public abstract class p.Base { public new(); public abstract int a(); public int b(); }
        public abstract class p.Closed { public new(); public abstract int a(); public abstract int b();
            public abstract int c(); public abstract int d(); public final int e(); }
        public abstract class p.Shown { public new(); protected int size; public abstract int a();
            public abstract int b(); public abstract int c(); public abstract int d(); }
        public class p.PlainClosed extends p.Closed { public new();
            public int a(); public int b(); public int c(); public int d(); }
        public class p.PlainShown extends p.Shown { public new();
            public int a(); public int b(); public int c(); public int d(); }
        public class p.PlainBase extends p.Base { public new(); public int a(); }";
    let mut cluster = shop_of(text, &[], &[]);
    // What a final method does with fields that no constructor set nobody promises.
    for (name, expected) in [
        ("p.Field", DoubleStyle::Mock),
        ("p.Base", DoubleStyle::Written),
        ("p.Closed", DoubleStyle::Written),
        ("p.Shown", DoubleStyle::Written),
    ] {
        assert!(!is_collaborator(&mut cluster, name), "{name}");
        let ty = cluster.intern(JavaType::class(name));
        let double = cluster.test_double(ty).expect("it can be doubled");
        assert_eq!(double.style, expected, "{name}");
    }
}

#[test]
fn what_nobody_makes_without_a_database_is_mocked_in_its_place() {
    let text = "
        public class java.lang.Object { public new(); }
        public interface javax.sql.DataSource { java.lang.Object getConnection(); }
        public class p.Desk { public new(); }
        public class p.Dao { public new(javax.sql.DataSource source); public int count(); }
        public class p.Report { public new(); public new(javax.sql.DataSource source); public int pages(); }";
    let mut cluster = shop_of(text, &[], &[]);
    assert!(is_collaborator(&mut cluster, "p.Dao"));
    assert!(!is_collaborator(&mut cluster, "p.Report"));
}

#[test]
fn an_interface_of_one_method_is_a_collaborator_where_a_container_hands_it_in() {
    let mut classes = java::classes(
        "
        public class java.lang.Object { public new(); }
        public class p.Desk { public new(p.Clock clock); private p.Dao dao; private p.Rule rule; }
        public interface p.Dao { int insert(); }
        public interface p.Clock { long now(); }
        public interface p.Rule { boolean allows(); }",
    );
    let desk = classes.iter_mut().find(|it| it.name == "p.Desk");
    let desk = desk.expect("it is declared");
    desk.fields[0].annotations = vec!["javax.inject.Inject".to_owned()];
    desk.fields[1].is_set = true;
    let mut cluster = with_mocks(classes.clone());
    assert!(is_collaborator(&mut cluster, "p.Dao"));
    // No container makes this desk: whoever does may hand in a lambda.
    assert!(!is_collaborator(&mut cluster, "p.Clock"));
    assert!(!is_collaborator(&mut cluster, "p.Rule"));
    let desk = classes.iter_mut().find(|it| it.name == "p.Desk");
    desk.expect("it is declared").annotations =
        vec!["org.springframework.stereotype.Component".to_owned()];
    let mut cluster = with_mocks(classes);
    assert!(is_collaborator(&mut cluster, "p.Clock"));
}

#[test]
fn an_interface_of_one_method_that_gives_nothing_is_mocked_as_a_lambda_would_not_tell_that_it_ran()
{
    let classes = java::classes(
        "
        public class java.lang.Object { public new(); }
        public interface java.lang.Runnable { void run(); }
        public class p.Desk { public new(); public void serve(javax.servlet.Chain chain); }
        public interface javax.servlet.Chain { void pass(int number); }
        public interface p.Rule { boolean allows(int number); }",
    );
    let mut cluster = with_mocks(classes);
    assert!(is_collaborator(&mut cluster, "javax.servlet.Chain"));
    assert!(!is_collaborator(&mut cluster, "p.Rule"));
    assert!(!is_collaborator(&mut cluster, "java.lang.Runnable"));
}

#[test]
fn a_class_whose_fields_a_container_sets_is_mocked_as_a_component_is() {
    let classes = "
        public class java.lang.Object { public new(); }
        public class p.Desk { public new(); private p.Keys keys; }
        public class p.Keys { public new(); private java.lang.String secret; public int sign(); }";
    let mut cluster = shop_of(classes, &[], &[]);
    assert!(!is_collaborator(&mut cluster, "p.Keys"));
    let mut cluster = shop_of(classes, &[], &["secret"]);
    assert!(is_collaborator(&mut cluster, "p.Keys"));
}

#[test]
fn what_leads_to_a_database_is_mocked_though_a_plain_class_implements_it() {
    let text = format!(
        "{SHOP} public interface javax.sql.DataSource {{ int open(); int close(); }}
        public class p.Wrapped implements javax.sql.DataSource {{ public new(); }}
        public interface p.Source {{ int open(); int close(); }}
        public class p.Plain implements p.Source {{ public new(); }}"
    );
    let mut cluster = shop_of(&text, &[], &[]);
    assert!(is_collaborator(&mut cluster, "javax.sql.DataSource"));
    assert!(!is_collaborator(&mut cluster, "p.Source"));
}

#[test]
fn a_mock_answers_all_that_can_be_overridden_with_type_arguments_put_in() {
    let mut cluster = shop(&["p.Clerk"], &[]);
    let store = cluster.intern(JavaType::class("p.Store"));
    let double = cluster.test_double(store).expect("a mock");
    assert_eq!(double.style, DoubleStyle::Mock);
    let find = double.methods.iter().find(|it| &*it.name == "find");
    let returns = cluster.ty(find.expect("it is inherited").returns);
    let optional = JavaType::Class {
        name: "java.util.Optional".to_owned(),
        arguments: vec![JavaType::class("p.Money")],
    };
    assert_eq!(*returns, optional);
    let clerk = cluster.intern(JavaType::class("p.Clerk"));
    let double = cluster.test_double(clerk).expect("a mock");
    let names: Vec<&str> = double.methods.iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["wage"]);
}

#[test]
fn a_container_sets_annotated_fields_of_the_class_and_of_those_above_it() {
    let mut cluster = shop(&[], &["store", "fixed", "shared", "clerk"]);
    let desk = cluster.intern(JavaType::class("p.Desk"));
    let injected = cluster.injected(desk).to_vec();
    let fields = injected.iter().map(|id| cluster.callable(*id));
    let fields: Vec<(&str, CallableKind)> = fields.map(|it| (it.name.as_str(), it.kind)).collect();
    let kind = CallableKind::InjectedField;
    assert_eq!(fields, [("store", kind), ("clerk", kind)]);
}

#[test]
fn what_a_container_sets_is_not_set_again_where_a_test_sees_the_field() {
    let text = "\
        public class java.lang.Object { public new(); }
        public class p.Desk { public new(); public p.Store store; public p.Store other; }
        public interface p.Store { int stock(); int price(); }";
    let mut cluster = shop_of(text, &[], &["store"]);
    let desk = cluster.intern(JavaType::class("p.Desk"));
    let uses = cluster.uses(desk).to_vec();
    let names: Vec<&str> = uses.iter().map(|id| &*cluster.callable(*id).name).collect();
    assert_eq!(names, ["other"]);
    assert_eq!(cluster.injected(desk).len(), 1);
}

#[test]
fn an_annotation_that_is_handed_over_is_mocked_also_where_it_says_one_thing() {
    let text = format!("{SHOP} public interface p.Match {{ java.lang.String first(); }}");
    let mut classes = java::classes(&text);
    let match_of = |classes: Vec<ClassDescription>| {
        let mut cluster = with_mocks(classes);
        is_collaborator(&mut cluster, "p.Match")
    };
    assert!(!match_of(classes.clone()), "a lambda says as much");
    let own = classes.iter_mut().find(|it| it.name == "p.Match");
    own.expect("it is declared").kind = ClassKind::Annotation;
    assert!(match_of(classes));
}

#[test]
fn of_a_component_fields_that_nothing_sets_are_set_by_its_container() {
    let mut cluster = shop(&["p.Desk"], &[]);
    let desk = cluster.intern(JavaType::class("p.Desk"));
    assert_eq!(cluster.injected(desk), []);
    let mut classes = java::classes(SHOP);
    let own = classes.iter_mut().find(|it| it.name == "p.Desk");
    let own = own.expect("it is declared");
    own.annotations = vec!["org.springframework.stereotype.Component".to_owned()];
    own.fields[0].is_set = false;
    let flow = FileFlow::default();
    let subject = ClassUnderTest {
        classes: &["p.Desk".to_owned()],
        package: "p",
        flow: &flow,
    };
    let mut cluster = TestCluster::new(classes, &subject);
    let desk = cluster.intern(JavaType::class("p.Desk"));
    assert_eq!(cluster.injected(desk).len(), 1);
}

#[test]
fn a_static_field_that_objects_of_its_class_fill_is_filled_for_a_test_where_collaborators_are_mocked()
 {
    let mut classes = java::classes(SHOP);
    let base = classes.iter_mut().find(|it| it.name == "p.Base");
    let mut held = base.expect("it is declared").fields[0].clone();
    let desk = classes.iter_mut().find(|it| it.name == "p.Desk");
    let desk = desk.expect("it is declared");
    held.modifiers.0 |= 8;
    held.ty = JavaType::class("p.Store");
    let values = [("context", "p.Store", false), ("own", "p.Store", true)];
    let values = values.into_iter().chain([("money", "p.Money", false)]);
    for (name, ty, is_set) in values {
        held.name = name.to_owned();
        held.ty = JavaType::class(ty);
        held.is_set = is_set;
        desk.fields.push(held.clone());
    }
    let flow = FileFlow::default();
    let subject = ClassUnderTest {
        classes: &["p.Desk".to_owned()],
        package: "p",
        flow: &flow,
    };
    let mut cluster = TestCluster::new(classes, &subject);
    assert_eq!(cluster.holders(), []);
    cluster.allow_mocks(Mocking::Extensible);
    let holders = cluster.holders().to_vec();
    let fields = holders.iter().map(|id| cluster.callable(*id));
    let fields: Vec<(&str, CallableKind)> = fields.map(|it| (it.name.as_str(), it.kind)).collect();
    assert_eq!(fields, [("context", CallableKind::HeldField)]);
}

const HOLDERS: &str = "
    public class java.lang.Object { public new(); }
    public class p.Desk { public new(); public int open(); }
    public interface p.Visit { int number(); }
    public class p.Current { public static void setVisit(p.Visit visit); public static p.Visit getVisit();
      public static void clearVisit();
      public static void setStrategy(p.Visit visit); public static p.Visit getStrategy();
      public static void setName(java.lang.String name); public static void clearName();
      public static void setLevel(int level); public static long getLevel(); public static void clearLevel(); }
    public class p.User { public static void setId(long id); public static long getId(); public static void remove(); }
    public class p.Order { public void setId(long id); public long getId(); public void remove(); }
";

#[test]
fn what_a_static_method_puts_down_and_another_one_takes_away_is_put_down_for_a_test() {
    let holders = |under_test: &str| {
        let flow = FileFlow::default();
        let subject = ClassUnderTest {
            classes: &[under_test.to_owned()],
            package: "p",
            flow: &flow,
        };
        let mut cluster = TestCluster::new(java::classes(HOLDERS), &subject);
        cluster.allow_mocks(Mocking::Extensible);
        let holders = cluster.holders().to_vec();
        let found = holders.iter().map(|id| {
            let callable = cluster.callable(*id);
            assert_eq!(callable.kind, CallableKind::HeldByMethod);
            let clearing = cluster.clearing(callable).unwrap_or_default();
            format!("{}.{}, {clearing}", callable.owner, callable.name)
        });
        found.collect::<Vec<_>>()
    };
    let both = ["p.Current.setVisit, clearVisit", "p.User.setId, remove"];
    assert_eq!(holders("p.Desk"), both);
    assert_eq!(holders("p.User"), both[..1], "its own are tested like all");
}

#[test]
fn values_are_of_what_the_class_under_test_casts_them_to() {
    let mut classes = java::classes(SHOP);
    let desk = classes.iter_mut().find(|it| it.name == "p.Desk");
    desk.expect("it is declared").casts = vec![
        "[Ljava.lang.Object;".to_owned(),
        "[I".to_owned(),
        "p.Clerk".to_owned(),
        "p.Store".to_owned(),
    ];
    let flow = FileFlow::default();
    let subject = ClassUnderTest {
        classes: &["p.Desk".to_owned()],
        package: "p",
        flow: &flow,
    };
    let mut cluster = TestCluster::new(classes, &subject);
    let narrowed = |cluster: &mut TestCluster, name: &str| {
        let ty = cluster.intern(JavaType::class(name));
        let found = cluster.narrowed(ty).to_vec();
        let names = found.iter().map(|it| cluster.source_name(*it));
        names.collect::<Vec<_>>()
    };
    let nothing: [&str; 0] = [];
    assert_eq!(narrowed(&mut cluster, "p.Query"), nothing);
    cluster.allow_mocks(Mocking::Extensible);
    assert_eq!(narrowed(&mut cluster, "p.Query"), ["Store"]);
    assert_eq!(narrowed(&mut cluster, "p.Store"), nothing);
    let of_object = narrowed(&mut cluster, "java.lang.Object");
    assert_eq!(of_object, ["Object[]", "Clerk", "Store"]);
}

#[test]
fn what_nobody_declares_is_an_object_where_the_class_under_test_casts() {
    let text = format!(
        "{SHOP} public class java.lang.String {{ public new(); }}
        public class p.Bag<T> {{ public new(T one); }}
        public interface p.Finder {{ <T> p.Bag<T> find(java.util.List<T> names); }}"
    );
    let made = |casts: &[&str]| {
        let mut classes = java::classes(&text);
        let desk = classes.iter_mut().find(|it| it.name == "p.Desk");
        desk.expect("it is declared").casts = casts.iter().map(ToString::to_string).collect();
        let mut cluster = with_mocks(classes);
        let raw = cluster.intern(JavaType::class("p.Bag"));
        let maker = cluster.generators(raw)[0];
        let held = cluster.callable(maker).parameters[0];
        let finder = cluster.intern(JavaType::class("p.Finder"));
        let double = cluster.test_double(finder).expect("it is an interface");
        let found = double.methods[0].returns;
        [held, found].map(|it| cluster.source_name(it))
    };
    assert_eq!(made(&[]), ["String", "Bag<String>"]);
    assert_eq!(made(&["p.Clerk"]), ["Object", "Bag<Object>"]);
}

#[test]
fn who_is_handed_something_of_any_type_gives_what_it_is_asked_for() {
    let text = format!(
        "{SHOP} public interface p.Manager {{ <T> T merge(T entity); <T> T make(int kind); int count(); }}"
    );
    let mut cluster = shop_of(&text, &[], &[]);
    let manager = cluster.intern(JavaType::class("p.Manager"));
    let double = cluster.test_double(manager).expect("it is an interface");
    let told = double
        .methods
        .iter()
        .filter(|it| it.gives_what_is_asked_for);
    let names: Vec<&str> = told.map(|it| &*it.name).collect();
    assert_eq!(names, ["merge"]);
}

#[test]
fn properties_are_what_the_class_under_test_looks_at() {
    let mut cluster = shop(&[], &[]);
    cluster.mention(BTreeSet::from(["getCents".to_owned()]));
    let money = cluster.intern(JavaType::class("p.Money"));
    let properties = cluster.properties(money).to_vec();
    let names = properties
        .iter()
        .map(|id| cluster.callable(*id).name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["setCents"]);
}
