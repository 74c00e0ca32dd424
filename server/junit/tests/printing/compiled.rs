//! Printed tests seen by javac: prints tests of hard cases, compiles them with a JDK and runs them; without a JDK on
//! the path it says so.

use std::{fs, path::Path, process::Command};

use crate::{
    descriptions::cluster,
    programs::{Program, seen},
};
use goalline_junit::{Style, WrittenTest, write_class};
use goalline_testcase::{Literal, Observed, TestCluster, Var};

/// Descriptions of the classes in `tests/java/shop/Oddities.java`, and of the JDK's around them.
pub const ODDITIES: &str = "
public class shop.Oddities
  new()
  field count: int
  field static final EMPTY: shop.Oddities
  static take(value: java.lang.Object): java.lang.String
  static take(value: java.lang.String): java.lang.String
  static take(value: long): java.lang.String
  static take(value: java.lang.Integer): java.lang.String
  static take(value: char[]): java.lang.String
  static join(separator: java.lang.String, parts: java.lang.Object...): java.lang.String
  static join(separator: java.lang.Object, part: java.lang.String): java.lang.String
  static narrow(value: byte): byte
  static box(value: java.lang.Short): java.lang.Short
  static <T>same(list: java.util.List<T>): java.util.List<T>
  static apply(function: java.util.function.Function<java.lang.String,java.lang.Integer>): int
  static order(comparator: java.util.Comparator<java.lang.String>): int
  static boxed(value: int): java.lang.Integer
  static plain(value: int): java.lang.Object
  static letter(): char
  static halves(): double[]
  static names(): java.util.List<java.lang.String>
  static table(): java.lang.String[][]
  inner(size: int): shop.Oddities$Inner
  static date(first: java.util.Date, second: shop.Date): java.lang.String
  static sum(shape: shop.Oddities$Shape): int
public class shop.Oddities$Inner
  new(outer: shop.Oddities, size: int)
  size(): int
public static class shop.Oddities$Nested<T>
  new()
  set(value: T): void
  get(): T
public static abstract class shop.Oddities$Shape
  protected new(edge: int, name: java.lang.String)
  protected abstract area(scale: int): int
class shop.Date
  new()
class shop.Test
  new()
  answer(): int
public class java.util.Date
  new(date: long)
public interface java.util.Comparator<T>
  compare(first: T, second: T): int
public interface java.util.function.Function<T,R>
  apply(value: T): R
public interface java.util.Collection<E>
  size(): int
public interface java.util.List<E> implements java.util.Collection<E>
  get(index: int): E
public class java.util.ArrayList<E> implements java.util.List<E>
  new()
";

fn text(value: &str) -> Observed {
    Observed::Literal(Literal::Text(value.into()))
}

type Case = fn(&mut Program<'_>) -> Option<(Var, Observed)>;

/// Each case writes its statements and says what its last one gives.
const CASES: &[Case] = &[
    |p| {
        let value = p.null("java.lang.String");
        Some((p.make("shop.Oddities.take", &[value]), text("String")))
    },
    |p| {
        let value = p.text("a");
        let value = p.retyped(value, "java.lang.Object");
        Some((p.make("shop.Oddities.take", &[value]), text("Object")))
    },
    |p| {
        let value = p.literal("java.lang.Integer", Literal::Int(5));
        Some((p.make("shop.Oddities.take", &[value]), text("Integer")))
    },
    |p| {
        let value = p.literal("long", Literal::Long(5));
        Some((p.make("shop.Oddities.take", &[value]), text("long")))
    },
    |p| {
        let value = p.null("char[]");
        Some((p.make("shop.Oddities.take", &[value]), text("char[]")))
    },
    |p| {
        let (separator, part) = (p.text(""), p.text("a"));
        let part = p.retyped(part, "java.lang.Object");
        let parts = p.array("java.lang.Object[]", &[part]);
        Some((
            p.make("shop.Oddities.join", &[separator, parts]),
            text("Object..."),
        ))
    },
    |p| {
        let (separator, first, second) = (p.text(""), p.int(1), p.null("java.lang.Object"));
        let parts = p.array("java.lang.Object[]", &[first, second]);
        Some((
            p.make("shop.Oddities.join", &[separator, parts]),
            text("Object..."),
        ))
    },
    |p| {
        let value = p.literal("byte", Literal::Byte(7));
        Some((
            p.make("shop.Oddities.narrow", &[value]),
            Observed::Literal(Literal::Byte(7)),
        ))
    },
    |p| {
        let value = p.literal("java.lang.Short", Literal::Short(-7));
        Some((
            p.make("shop.Oddities.box", &[value]),
            Observed::Literal(Literal::Short(-7)),
        ))
    },
    |p| {
        let five = p.literal("java.lang.Integer", Literal::Int(5));
        let function = p.test_double(
            "java.util.function.Function<java.lang.String,java.lang.Integer>",
            &[("apply", "(Ljava/lang/Object;)Ljava/lang/Object;", five)],
        );
        Some((p.make("shop.Oddities.apply", &[function]), seen(5)))
    },
    |p| {
        let order = p.test_double("java.util.Comparator<java.lang.String>", &[]);
        Some((p.make("shop.Oddities.order", &[order]), seen(-1)))
    },
    |p| {
        let value = p.int(1000);
        Some((p.make("shop.Oddities.boxed", &[value]), seen(1000)))
    },
    |p| {
        let value = p.int(1000);
        Some((p.make("shop.Oddities.plain", &[value]), seen(1000)))
    },
    |p| {
        Some((
            p.make("shop.Oddities.letter", &[]),
            Observed::Literal(Literal::Char(97)),
        ))
    },
    |p| {
        let half = Observed::Literal(Literal::Double(0.5));
        let array = Observed::Array {
            length: 1,
            elements: vec![half],
        };
        // Only the arrays that the test double for JUnit knows are compared: this one by its length.
        let Observed::Array { length, .. } = array else {
            return None;
        };
        Some((
            p.make("shop.Oddities.halves", &[]),
            Observed::Array {
                length,
                elements: Vec::new(),
            },
        ))
    },
    |p| {
        let elements = vec![text("a"), text("b")];
        Some((
            p.make("shop.Oddities.names", &[]),
            Observed::Sized { size: 2, elements },
        ))
    },
    |p| {
        let row = |one: Observed| Observed::Array {
            length: 1,
            elements: vec![one],
        };
        let elements = vec![row(text("a")), row(Observed::Null)];
        Some((
            p.make("shop.Oddities.table", &[]),
            Observed::Array {
                length: 2,
                elements,
            },
        ))
    },
    |p| {
        let outer = p.make("shop.Oddities", &[]);
        let size = p.int(3);
        let inner = p.on(outer, "shop.Oddities$Inner", &[size]);
        Some((p.on(inner, "shop.Oddities$Inner.size", &[]), seen(3)))
    },
    |p| {
        let nested = p.make("shop.Oddities$Nested", &[]);
        Some((
            p.on(nested, "shop.Oddities$Nested.get", &[]),
            Observed::Null,
        ))
    },
    |p| {
        let moment = p.literal("long", Literal::Long(i64::MIN));
        let first = p.make("java.util.Date", &[moment]);
        let second = p.make("shop.Date", &[]);
        Some((
            p.make("shop.Oddities.date", &[first, second]),
            text("dates"),
        ))
    },
    |p| {
        let two = p.int(2);
        let shape = p.test_double("shop.Oddities$Shape", &[("area", "(I)I", two)]);
        Some((p.make("shop.Oddities.sum", &[shape]), seen(2)))
    },
    |p| {
        let test = p.make("shop.Test", &[]);
        Some((p.on(test, "shop.Test.answer", &[]), seen(42)))
    },
];

fn printed(cluster: &mut TestCluster) -> Vec<WrittenTest> {
    let mut taken = std::collections::BTreeSet::new();
    let mut tests = Vec::new();
    for (at, case) in CASES.iter().enumerate() {
        let mut program = Program::new(cluster);
        program.taken = taken;
        let (last, observed) = case(&mut program).expect("each case says what it gives");
        program.saw(last, observed);
        tests.push(
            program
                .write()
                .unwrap_or_else(|refusal| panic!("case {at}: {refusal}")),
        );
        taken = program.taken;
    }
    tests
}

/// Compiles sources beside the oddities; gives javac's messages, or nothing where there is no javac on the path.
pub fn compile(sources: &[(&str, &str)]) -> Option<String> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    compile_into(sources, folder.path())
}

fn compile_into(sources: &[(&str, &str)], folder: &Path) -> Option<String> {
    if Command::new("javac").arg("-version").output().is_err() {
        eprintln!("skipped: there is no javac on the path");
        return None;
    }
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    let mut javac = Command::new("javac");
    javac.args([
        "-proc:none",
        "-nowarn",
        "-Xlint:none",
        "--release",
        "11",
        "-sourcepath",
    ]);
    javac
        .arg(&java)
        .arg("-d")
        .arg(folder.join("out"))
        .arg(java.join("shop/Oddities.java"));
    for (name, text) in sources {
        let file = folder.join(format!("{name}.java"));
        fs::write(&file, text).expect("the folder is ours");
        javac.arg(file);
    }
    let compiled = javac.output().expect("javac runs");
    let messages = String::from_utf8_lossy(&compiled.stderr).into_owned();
    Some(if compiled.status.success() {
        String::new()
    } else {
        messages
    })
}

#[test]
fn printed_tests_of_hard_cases_compile_and_pass() {
    let tests = printed(&mut cluster(ODDITIES));
    let text = write_class("shop", "OdditiesTest", &tests, &Style::default());
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let sources = [("OdditiesTest", text.as_str()), ("Runner", RUNNER)];
    let Some(messages) = compile_into(&sources, folder.path()) else {
        return;
    };
    assert_eq!(messages, "", "{text}");
    let out = folder.path().join("out");
    let run = Command::new("java")
        .arg("-cp")
        .arg(&out)
        .arg("shop.Runner")
        .output()
        .expect("java runs");
    let messages = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{messages}\n{text}");
}

const RUNNER: &str = "package shop;
/** Runs each test on an object of its own. */
public class Runner {
    public static void main(String[] arguments) throws Exception {
        for (var method : OdditiesTest.class.getDeclaredMethods()) {
            if (method.isAnnotationPresent(org.junit.jupiter.api.Test.class)) {
                method.setAccessible(true);
                method.invoke(new OdditiesTest());
            }
        }
    }
}
";
