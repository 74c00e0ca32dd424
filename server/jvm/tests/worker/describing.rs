//! What a worker tells of compiled classes, by reflection.

use std::fs;

use goalline_jvm::{CompileSetup, SetId};
use goalline_testcase::{ClassDescription, ClassKind, ConstantDescription, JavaType};

use crate::compiling::{unit, workers};

const SHAPES: &str = r#"package p;
import java.util.*;
public abstract class Shapes<T extends Comparable<T>> implements Iterable<T> {
    public static final int LIMIT = 42;
    static final String NAME = "shapes";
    static { if (true) { throw new IllegalStateException("must not run"); } }
    protected Shapes(List<? extends T> all, int... sizes) throws java.io.IOException { }
    public abstract <K> Map<K, T[]> index(Map<? super K, ?> keys);
    enum Kind { ROUND, FLAT { } }
    interface Corner { default int count() { return 4; } }
    class Inner { Inner(int a) { } }
    static class Square extends Shapes<String> implements Corner {
        Square() throws java.io.IOException { super(List.of()); }
        public <K> Map<K, String[]> index(Map<? super K, ?> keys) { return null; }
        public Iterator<String> iterator() { return null; }
    }
}
"#;

#[test]
fn classes_are_described_with_generics_and_without_running_them() {
    for mut worker in workers() {
        let setup = CompileSetup {
            options: vec!["-parameters".to_owned()],
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let compiled = worker
            .compile(&[unit("/s/p/Shapes.java", SHAPES)], SetId::Plain)
            .unwrap();
        assert!(compiled.ok, "{:?}", compiled.diagnostics);
        let roots: Vec<String> = vec!["p.Shapes".into(), "no.such.Class".into()];
        let all = worker
            .describe(&roots, &["java.util.ArrayList".into()], 2)
            .unwrap()
            .classes;
        let class = |name: &str| -> &ClassDescription {
            all.iter()
                .find(|class| class.name == name)
                .unwrap_or_else(|| panic!("no {name}"))
        };
        let shapes = class("p.Shapes");
        assert!(shapes.modifiers.is_abstract());
        assert_eq!(shapes.type_parameters[0].bounds.len(), 1);
        assert_eq!(shapes.subclasses, ["p.Shapes$Square"]);
        let constructor = &shapes.constructors[0];
        assert!(constructor.is_varargs);
        assert_eq!(constructor.parameter_names, ["all", "sizes"]);
        let JavaType::Class { name, arguments } = &constructor.parameters[0] else {
            panic!()
        };
        assert_eq!(name, "java.util.List");
        assert!(matches!(
            &arguments[0],
            JavaType::Wildcard {
                upper: Some(_),
                lower: None
            }
        ));
        let constants: Vec<_> = shapes
            .fields
            .iter()
            .map(|field| field.constant.clone())
            .collect();
        assert_eq!(constants[0], Some(ConstantDescription::Integral(42)));
        assert_eq!(
            constants[1],
            Some(ConstantDescription::Text("shapes".into()))
        );
        assert!(!class("java.util.ArrayList").constructors.is_empty());
        assert!(class("java.lang.Iterable").methods.is_empty(), "only named");
        let square = class("p.Shapes$Square");
        assert_eq!(square.canonical.as_deref(), Some("p.Shapes.Square"));
        assert_eq!(
            square.methods.len(),
            2,
            "bridges are left out: {:?}",
            square.methods
        );
        assert!(all.iter().all(|class| class.name != "p.Shapes$Kind$1"));
    }
}

#[test]
fn what_is_cast_to_is_described_with_what_its_setters_take() {
    const SHELF: &str = "package p; public class Shelf {
    public int lids(Object one) { return ((Box) one).lid == null ? 0 : 1; }
}
class Box { Lid lid; void setLid(Lid lid) { this.lid = lid; } }
class Lid { }";
    for mut worker in workers() {
        let compiled = worker.compile(&[unit("/s/p/Shelf.java", SHELF)], SetId::Plain);
        assert!(compiled.unwrap().ok);
        let found = worker.describe(&["p.Shelf".into()], &[], 3).unwrap();
        let names: Vec<&str> = found.classes.iter().map(|it| it.name.as_str()).collect();
        assert!(
            names.contains(&"p.Box") && names.contains(&"p.Lid"),
            "{names:?}"
        );
    }
}

#[test]
fn what_the_class_under_test_makes_is_described_with_what_stands_in_its_lists() {
    const DESK: &str = "package p; public class Desk {
    Store store;
    public int rows(int id) { Query query = new Query(); query.add(id); return store.rows(query); }
}
interface Store { int rows(Query query); }
class Query { void add(int id) { } java.util.List<Group> groups() { return null; } }
abstract class Terms { java.util.List<Term> terms() { return null; } }
class Group extends Terms { }
class Term { }";
    for mut worker in workers() {
        let compiled = worker.compile(&[unit("/s/p/Desk.java", DESK)], SetId::Plain);
        assert!(compiled.unwrap().ok);
        let found = worker.describe(&["p.Desk".into()], &[], 3).unwrap();
        assert!(found.classes.iter().any(|it| it.name == "p.Term"));
    }
}

#[test]
fn what_stands_in_for_an_interface_of_the_jdk_gives_is_described_as_far_as_it_is_asked() {
    const USERS: &str = "package p; public class Users {
    public Users(javax.sql.DataSource source) { }
}";
    for mut worker in workers() {
        let compiled = worker.compile(&[unit("/s/p/Users.java", USERS)], SetId::Plain);
        assert!(compiled.unwrap().ok);
        let found = worker.describe(&["p.Users".into()], &[], 3).unwrap();
        let has = |class: &str, method: &str| {
            let mut classes = found.classes.iter();
            classes.any(|it| it.name == class && it.methods.iter().any(|it| it.name == method))
        };
        assert!(has("java.sql.Connection", "prepareStatement"));
        assert!(has("java.sql.PreparedStatement", "executeQuery"));
        assert!(has("java.sql.ResultSet", "getInt"));
        // Of everyday types there are objects.
        assert!(!has("java.util.concurrent.Executor", "execute"));
    }
}

#[test]
fn enums_and_inner_classes_are_described() {
    for mut worker in workers() {
        let compiled = worker
            .compile(&[unit("/s/p/Shapes.java", SHAPES)], SetId::Plain)
            .unwrap();
        assert!(compiled.ok, "{:?}", compiled.diagnostics);
        let roots: Vec<String> = vec!["p.Shapes$Kind".into(), "p.Shapes$Inner".into()];
        let more = worker.describe(&roots, &[], 0).unwrap().classes;
        assert_eq!(
            (more[0].kind, more[0].enum_constants.len()),
            (ClassKind::Enum, 2)
        );
        assert_eq!(
            more[1].constructors[0].parameters.len(),
            2,
            "the outer instance is first"
        );
    }
}

#[test]
fn a_class_that_names_what_is_on_no_class_path_is_told_with_the_reason() {
    for mut worker in workers() {
        let sources = tempfile::tempdir().unwrap();
        let classes = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(sources.path().join(name), text).unwrap();
        write(
            "Dialect.java",
            "package lib; public class Dialect extends Base { }",
        );
        write("Base.java", "package lib; public class Base { }");
        let compiled = crate::support::javac(worker.jdk_home())
            .arg("-d")
            .arg(classes.path())
            .args(["Dialect.java", "Base.java"].map(|name| sources.path().join(name)))
            .status();
        assert!(compiled.unwrap().success());
        let setup = CompileSetup {
            class_path: vec![classes.path().into()],
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let text =
            "package p; class Config { lib.Dialect dialect() { return new lib.Dialect(); } }";
        let compiled = worker.compile(&[unit("/s/p/Config.java", text)], SetId::Plain);
        assert!(compiled.unwrap().ok);
        // As on the class path of a module whose user has the rest.
        fs::remove_file(classes.path().join("lib/Base.class")).unwrap();
        let described = worker.describe(&["p.Config".into()], &[], 2).unwrap();
        assert!(described.classes.iter().all(|it| it.name != "p.Config"));
        let reason = &described.incomplete["p.Config"];
        assert!(
            reason.contains("NoClassDefFoundError: lib/Base"),
            "{reason}"
        );
    }
}

#[test]
fn what_is_deprecated_is_told_and_what_annotations_are_made_of_is_not_run() {
    const PEN: &str = r#"package p;
import java.lang.annotation.*;
public class Pen {
    enum Kind { OLD; static { if (true) { throw new IllegalStateException("must not run"); } } }
    @Retention(RetentionPolicy.RUNTIME) @interface Of { Kind value(); }
    @Deprecated @Of(Kind.OLD) public Pen(int ink) { }
    public Pen() { }
    @Deprecated public void drop() { }
    public void lift() { }
}
"#;
    for mut worker in workers() {
        worker.configure(&CompileSetup::default()).unwrap();
        let compiled = worker
            .compile(&[unit("/s/p/Pen.java", PEN)], SetId::Plain)
            .unwrap();
        assert!(compiled.ok, "{:?}", compiled.diagnostics);
        let all = worker.describe(&["p.Pen".into()], &[], 0).unwrap().classes;
        let pen = all.iter().find(|it| it.name == "p.Pen").expect("a pen");
        let told = pen.constructors.iter().chain(&pen.methods);
        let mut deprecated: Vec<&str> = told
            .filter(|it| it.is_deprecated)
            .map(|it| it.descriptor.as_str())
            .collect();
        deprecated.sort_unstable();
        assert_eq!(deprecated, ["()V", "(I)V"]);
    }
}
