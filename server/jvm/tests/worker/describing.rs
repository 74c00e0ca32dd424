//! What a worker tells of compiled classes, by reflection.

use goalline_jvm::SetId;
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
        let compiled = worker
            .compile(&[unit("/s/p/Shapes.java", SHAPES)], SetId::Plain)
            .unwrap();
        assert!(compiled.ok, "{:?}", compiled.diagnostics);
        let roots: Vec<String> = vec!["p.Shapes".into(), "no.such.Class".into()];
        let all = worker
            .describe(&roots, &["java.util.ArrayList".into()], 2)
            .unwrap();
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
fn enums_and_inner_classes_are_described() {
    for mut worker in workers() {
        let compiled = worker
            .compile(&[unit("/s/p/Shapes.java", SHAPES)], SetId::Plain)
            .unwrap();
        assert!(compiled.ok, "{:?}", compiled.diagnostics);
        let roots: Vec<String> = vec!["p.Shapes$Kind".into(), "p.Shapes$Inner".into()];
        let more = worker.describe(&roots, &[], 0).unwrap();
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
