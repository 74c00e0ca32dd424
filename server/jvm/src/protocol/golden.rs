//! The golden bytes of the protocol, this side: each line of `tests/golden/frames.txt` is written and read.

use goalline_flow::{
    AttributedCall, AttributedClass, AttributedFile, AttributedMethod, CallKind, MethodName,
};
use goalline_syntax::Span;
use goalline_testcase::{
    Execution, JavaString, JavaType, Literal, Outcome, PredicateTrace, Primitive, Statement,
    StatementKind, TestCase, TestCluster, Thrown, Trace, Var,
};

use crate::{
    SourceUnit,
    protocol::{
        attribution, encode,
        link::LinkTable,
        outcome::ResultReader,
        wire::{Decoder, Encoder},
    },
};

const FRAMES: &str = include_str!("../../tests/golden/frames.txt");

fn lines() -> impl Iterator<Item = (&'static str, &'static str, Vec<u8>)> {
    FRAMES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let parts: Vec<&str> = line.split(' ').collect();
            let bytes = (0..parts[2].len()).step_by(2);
            let byte = |at| u8::from_str_radix(&parts[2][at..at + 2], 16).expect("hexadecimal");
            (parts[0], parts[1], bytes.map(byte).collect())
        })
}

/// All frames of a worker, as bytes.
pub(super) fn golden_frames() -> Vec<Vec<u8>> {
    let frames = lines().filter(|line| ["results", "attributed", "test"].contains(&line.0));
    frames
        .flat_map(|line| [line.2[1..].to_vec(), line.2])
        .collect()
}

/// The source that the golden answer of attribution is about.
pub(super) fn unit_of_golden() -> SourceUnit {
    SourceUnit {
        path: "A.java".into(),
        text: String::from(
            "class A extends Exception { int f() { return g(); } static int g() { return 1; } }",
        ),
    }
}

fn units(value: &str) -> Vec<u16> {
    let given = value.split(',').filter(|unit| *unit != "-");
    given
        .map(|unit| u16::from_str_radix(unit, 16).expect("hexadecimal"))
        .collect()
}

#[test]
fn values_have_the_golden_bytes_in_both_directions() {
    for (name, value, golden) in lines() {
        let mut encoder = Encoder::default();
        let mut decoder = Decoder::new(&golden);
        match name {
            "u8" => {
                encoder.u8(value.parse().unwrap());
                assert_eq!(decoder.u8().unwrap().to_string(), value);
            }
            "u32" => {
                encoder.u32(value.parse().unwrap());
                assert_eq!(decoder.u32().unwrap().to_string(), value);
            }
            "varint" => {
                encoder.varint(value.parse().unwrap());
                assert_eq!(decoder.varint().unwrap().to_string(), value);
            }
            "zigzag" => {
                encoder.zigzag(value.parse().unwrap());
                assert_eq!(decoder.zigzag().unwrap().to_string(), value);
            }
            "f64" => {
                let number: f64 = value.parse().unwrap();
                encoder.f64(number);
                assert_eq!(decoder.f64().unwrap().to_bits(), number.to_bits());
            }
            "distance" => {
                let number: f64 = value.parse().unwrap();
                assert_eq!(decoder.distance().unwrap().to_bits(), number.to_bits());
                continue;
            }
            "text" => {
                encoder.units(&units(value));
                assert_eq!(*decoder.java_string().unwrap().0, units(value));
            }
            _ => continue,
        }
        assert!(decoder.is_empty());
        assert_eq!(encoder.bytes, golden, "{name} {value}");
    }
}

#[test]
fn a_test_has_the_golden_bytes() {
    let mut cluster = TestCluster::default();
    let ints = cluster.intern(JavaType::Array(Box::new(JavaType::Primitive(
        Primitive::Int,
    ))));
    let literal = StatementKind::Literal;
    let text = JavaString(vec![0xD800].into());
    let kinds = vec![
        literal(Literal::Boolean(false)),
        literal(Literal::Boolean(true)),
        literal(Literal::Byte(-65)),
        literal(Literal::Short(-3)),
        literal(Literal::Int(-255)),
        literal(Literal::Long(-5)),
        literal(Literal::Float(2.0)),
        literal(Literal::Text(text)),
        literal(Literal::Double(2.5)),
        StatementKind::Array {
            elements: vec![Var(2), Var(2)].into(),
        },
    ];
    let statements = kinds
        .into_iter()
        .map(|kind| Statement { ty: ints, kind })
        .collect();
    let bytes = encode::test(
        &cluster,
        &TestCase { statements },
        &mut LinkTable::default(),
    );
    let golden = lines().find(|line| line.0 == "test").expect("a test").2;
    assert_eq!(bytes, golden, "{bytes:02x?}");
}

#[test]
fn results_are_read_from_the_golden_bytes() {
    let golden = lines().find(|line| line.0 == "results").expect("results").2;
    let mut seen = Vec::new();
    let results = ResultReader::default()
        .read(&golden[1..], true, &mut seen)
        .expect("results");
    let predicate = PredicateTrace {
        predicate: 1,
        true_count: 2,
        false_count: 7,
        true_distance: 2.0,
        false_distance: 0.5,
    };
    let passed = Execution {
        outcome: Outcome::Passed,
        trace: Trace {
            predicates: vec![predicate],
            ..Trace::default()
        },
        steps: 5,
        observations: Vec::new(),
        slow_at: None,
    };
    let class = String::from("java.lang.IllegalStateException");
    let thrown = Thrown {
        nameable: class.clone(),
        class,
        message: Some("x".into()),
        cause: None,
        carried: Vec::new(),
        is_of_surroundings: false,
        stack: Vec::new(),
    };
    let threw = Execution {
        outcome: Outcome::Threw {
            statement: Var(3),
            thrown,
        },
        trace: Trace::default(),
        steps: 0,
        observations: Vec::new(),
        slow_at: None,
    };
    assert_eq!(results.executions, [passed, threw]);
}

#[test]
fn attributed_files_are_read_from_the_golden_bytes() {
    let golden = lines()
        .find(|line| line.0 == "attributed")
        .expect("attributed")
        .2;
    let units = [unit_of_golden()];
    let files = attribution::files(&mut Decoder::new(&golden), &units).expect("files");
    let name = |class: &str, name: &str, descriptor: &str| MethodName {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    };
    let method = |name: MethodName, body, implied_super| AttributedMethod {
        is_static: &*name.name == "g",
        name,
        is_private: false,
        is_abstract: false,
        body,
        implied_super,
        overrides: Vec::new(),
    };
    let above = "java.lang.Exception";
    let file = AttributedFile {
        classes: vec![AttributedClass {
            name: "A".into(),
            above: vec![above.into()],
            is_abstract: false,
            is_interface: false,
        }],
        methods: vec![
            method(
                name("A", "<init>", "()V"),
                None,
                Some(name(above, "<init>", "()V")),
            ),
            method(name("A", "f", "()I"), Some(36), None),
            method(name("A", "g", "()I"), Some(67), None),
        ],
        calls: vec![AttributedCall {
            span: Span::new(45, 48),
            kind: CallKind::Exact,
            is_on_this: true,
            receiver: "A".into(),
            callee: name("A", "g", "()I"),
        }],
    };
    assert_eq!(files, [file]);
    for end in 0..golden.len() {
        let cut = attribution::files(&mut Decoder::new(&golden[..end]), &units);
        assert!(cut.is_err(), "cut at {end}");
    }
}

#[test]
fn a_frame_cut_anywhere_is_an_error_and_no_panic() {
    let golden = lines().find(|line| line.0 == "results").expect("results").2;
    for end in 1..golden.len() {
        let cut = ResultReader::default().read(&golden[1..end], true, &mut Vec::new());
        assert!(cut.is_err(), "cut at {end}");
    }
}
