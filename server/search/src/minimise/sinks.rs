//! What a test hands in to be written to: takes a minimised test, gives one whose writers, streams and appendables are
//! those of which a test can say what was written, wherever the goals allow. `new OutputStreamWriter(new
//! BufferedOutputStream(null))` shows nothing, and who reads it looks for its reason. So does `new
//! BufferedInputStream(null)` in place of a stream that is empty.

use goalline_testcase::{
    CallableId, CallableKind, JavaType, Literal, Statement, StatementKind, TestCase, TestCluster,
    TypeId, Var, Vars,
};

/// What is asked for, and the plainest class that shows what was written to it.
const SINKS: [(&str, &str); 3] = [
    ("java.lang.Appendable", "java.lang.StringBuilder"),
    ("java.io.Writer", "java.io.StringWriter"),
    ("java.io.OutputStream", "java.io.ByteArrayOutputStream"),
];

/// What is asked for, and the plainest class that can be read from, made of nothing.
const SOURCES: [(&str, &str); 2] = [
    ("java.io.Reader", "java.io.StringReader"),
    ("java.io.InputStream", "java.io.ByteArrayInputStream"),
];

/// The test with an empty stream or reader in place of each one that was made of `null`, and with a reader of a text in
/// place of each other one: `new BufferedReader(new CharArrayReader(new char[] {'x'}))` is `new StringReader("x")`.
pub(super) fn in_plain_sources(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found = Vec::new();
    for at in 0..test.len() {
        found.extend(in_a_plain_source(test, at, cluster));
        found.extend(in_a_text(test, at, cluster));
    }
    found
}

/// The test with a reader of a text in place of one of the JDK's that reads characters or another reader: first of what
/// the test has it read, then of a word.
fn in_a_text(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Vec<TestCase> {
    const PLAINEST: &str = "java.io.StringReader";
    let Some(asked) = asked_for(test, Var(at as u16), cluster) else {
        return Vec::new();
    };
    let StatementKind::Call {
        callable,
        receiver: None,
        arguments,
    } = &test.statements[at].kind
    else {
        return Vec::new();
    };
    let made = cluster.callable(*callable);
    let is_reader = made.kind == CallableKind::Constructor
        && made.owner.starts_with("java.io.")
        && made.owner != PLAINEST;
    if !is_reader || cluster.ty(asked).class_name() != Some("java.io.Reader") {
        return Vec::new();
    }
    let read = arguments.first().and_then(|var| characters(test, *var));
    let texts = read.into_iter().chain(["hello".to_owned(), String::new()]);
    let Some((maker, of)) = maker_of_contents(PLAINEST, cluster) else {
        return Vec::new();
    };
    let with_text = |text: String| {
        let mut changed = test.clone();
        let literal = StatementKind::Literal(Literal::Text(text.as_str().into()));
        changed.insert(
            at,
            vec![Statement {
                ty: of,
                kind: literal,
            }],
        );
        changed.statements[at + 1] = Statement {
            ty: cluster.callable(maker).returns,
            kind: StatementKind::Call {
                callable: maker,
                receiver: None,
                arguments: Vars::from_slice(&[Var(at as u16)]),
            },
        };
        changed.remove_unused();
        changed.is_well_formed(cluster).then_some(changed)
    };
    texts.filter_map(with_text).collect()
}

/// The text of an array of characters that the test spells.
fn characters(test: &TestCase, var: Var) -> Option<String> {
    let StatementKind::Array { elements } = &test.statement(var).kind else {
        return None;
    };
    let one = |var: &Var| match &test.statement(*var).kind {
        StatementKind::Literal(Literal::Char(unit)) => char::from_u32(u32::from(*unit)),
        _ => None,
    };
    elements.iter().map(one).collect()
}

fn in_a_plain_source(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Option<TestCase> {
    let StatementKind::Call {
        callable,
        receiver: None,
        arguments,
    } = &test.statements[at].kind
    else {
        return None;
    };
    let made = cluster.callable(*callable);
    let null = *arguments.iter().find(|var| {
        let is_null = test.statement(**var).kind == StatementKind::Null;
        is_null && test.users(**var).len() == 1
    })?;
    if made.kind != CallableKind::Constructor || !made.owner.starts_with("java.io.") {
        return None;
    }
    let asked = asked_for(test, Var(at as u16), cluster)?;
    let asked = cluster.ty(asked).class_name()?;
    let (_, plain) = SOURCES.iter().find(|(source, _)| *source == asked)?;
    let (maker, of) = maker_of_contents(plain, cluster)?;
    let contents = match cluster.ty(of) {
        JavaType::Array(_) => StatementKind::Array {
            elements: Vars::new(),
        },
        _ => StatementKind::Literal(Literal::Text("".into())),
    };
    let mut changed = test.clone();
    changed.statements[usize::from(null.0)] = Statement {
        ty: of,
        kind: contents,
    };
    changed.statements[at] = Statement {
        ty: cluster.callable(maker).returns,
        kind: StatementKind::Call {
            callable: maker,
            receiver: None,
            arguments: Vars::from_slice(&[null]),
        },
    };
    changed.remove_unused();
    changed.is_well_formed(cluster).then_some(changed)
}

/// The constructor that takes what can be read, and the type of that.
fn maker_of_contents(class: &str, cluster: &mut TestCluster) -> Option<(CallableId, TypeId)> {
    let ty = cluster.intern(JavaType::class(class));
    let makers = cluster.generators(ty).to_vec();
    makers.into_iter().find_map(|id| {
        let maker = cluster.callable(id);
        let is_it = maker.kind == CallableKind::Constructor && maker.owner == class;
        match (&maker.parameters[..], is_it) {
            ([contents], true) => Some((id, *contents)),
            _ => None,
        }
    })
}

/// The test with plain sinks: all of them first, then each.
pub(super) fn in_plain_sinks(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found: Vec<TestCase> = Vec::new();
    let mut plainest = test.clone();
    for at in (0..test.len()).rev() {
        let earlier = plainest.clone();
        if let Some(plain) = in_a_plain_sink(&earlier, at, cluster) {
            plainest = plain;
            found.extend(in_a_plain_sink(test, at, cluster));
        }
    }
    if found.len() > 1 {
        found.insert(0, plainest);
    }
    for one in &mut found {
        one.remove_unused();
    }
    found
}

/// The test with the plainest sink in place of the one that this statement makes.
fn in_a_plain_sink(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Option<TestCase> {
    let StatementKind::Call { callable, .. } = &test.statements[at].kind else {
        return None;
    };
    let made = cluster.callable(*callable).returns;
    let asked = asked_for(test, Var(at as u16), cluster)?;
    let plain = plainest_of(asked, cluster)?;
    if cluster.ty(made).class_name() == Some(plain) || shows(made, cluster) {
        return None;
    }
    let maker = maker(plain, cluster)?;
    let mut changed = test.clone();
    changed.statements[at] = Statement {
        ty: cluster.callable(maker).returns,
        kind: StatementKind::Call {
            callable: maker,
            receiver: None,
            arguments: Vars::new(),
        },
    };
    changed.is_well_formed(cluster).then_some(changed)
}

/// The type that all users of the variable are to be given; none where one is given none, or they differ.
pub(super) fn asked_for(test: &TestCase, var: Var, cluster: &TestCluster) -> Option<TypeId> {
    let mut asked = None;
    for user in test.users(var) {
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &test.statement(user).kind
        else {
            return None;
        };
        let at = arguments.iter().position(|it| *it == var)?;
        let ty = *cluster.callable(*callable).parameters.get(at)?;
        if asked.is_some_and(|it| it != ty) {
            return None;
        }
        asked = Some(ty);
    }
    asked
}

fn plainest_of(asked: TypeId, cluster: &TestCluster) -> Option<&'static str> {
    let name = cluster.ty(asked).class_name()?;
    let row = SINKS.iter().find(|(sink, _)| *sink == name)?;
    Some(row.1)
}

/// Whether a test can look at what was written to objects of the type already.
fn shows(made: TypeId, cluster: &TestCluster) -> bool {
    const OTHERS: [&str; 2] = ["java.lang.StringBuffer", "java.io.CharArrayWriter"];
    let name = cluster.ty(made).class_name();
    let mut plain = SINKS.iter().map(|(_, plain)| *plain).chain(OTHERS);
    plain.any(|it| name == Some(it))
}

fn maker(class: &str, cluster: &mut TestCluster) -> Option<CallableId> {
    let ty = cluster.intern(JavaType::class(class));
    let makers = cluster.generators(ty).to_vec();
    makers.into_iter().find(|id| {
        let maker = cluster.callable(*id);
        maker.kind == CallableKind::Constructor
            && maker.owner == class
            && maker.parameters.is_empty()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;
    use goalline_testcase::{
        ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, Modifiers,
    };

    use super::*;

    fn executable(name: &str, parameter: Option<&str>) -> ExecutableDescription {
        let given = parameter.map_or_else(String::new, |it| format!("L{};", it.replace('.', "/")));
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: format!("({given})V"),
            modifiers: Modifiers(1),
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
            type_parameters: Vec::new(),
            parameters: parameter.into_iter().map(JavaType::class).collect(),
            parameter_names: Vec::new(),
            returns: JavaType::void(),
            throws: Vec::new(),
        }
    }

    fn class(name: &str, made_of: &[Option<&str>]) -> ClassDescription {
        ClassDescription {
            name: name.to_owned(),
            canonical: Some(name.to_owned()),
            modifiers: Modifiers(1),
            kind: ClassKind::Class,
            interfaces: vec![JavaType::class("java.lang.Appendable")],
            constructors: made_of.iter().map(|it| executable("<init>", *it)).collect(),
            ..ClassDescription::default()
        }
    }

    /// A pen that writes to anything that takes text.
    fn pen() -> TestCluster {
        let java = "package p; class Pen { Pen(Appendable paper) {} void write() {} }";
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
        let mut pen = class("p.Pen", &[Some("java.lang.Appendable")]);
        pen.interfaces.clear();
        pen.methods.push(executable("write", None));
        let mut appendable = class("java.lang.Appendable", &[]);
        appendable.interfaces.clear();
        appendable.kind = ClassKind::Interface;
        appendable.modifiers = Modifiers(0x601);
        let classes = vec![
            pen,
            appendable,
            class("java.lang.StringBuilder", &[None]),
            class("java.lang.StringBuffer", &[None]),
            class("p.Lossy", &[Some("java.lang.String")]),
        ];
        let subject = ClassUnderTest {
            classes: &["p.Pen".to_owned()],
            package: "p",
            flow: &flow,
        };
        TestCluster::new(classes, &subject)
    }

    /// `new Pen(new …(…)).write()`.
    fn written_to(paper: &str, cluster: &mut TestCluster) -> TestCase {
        let mut test = TestCase::default();
        let mut push = |ty, kind| {
            test.statements.push(Statement { ty, kind });
            Var((test.len() - 1) as u16)
        };
        let ty = cluster.intern(JavaType::class(paper));
        let made = cluster.generators(ty).to_vec();
        let made = made
            .into_iter()
            .find(|it| cluster.callable(*it).owner == paper);
        let callable = made.expect("it can be made");
        let mut arguments = Vars::new();
        for parameter in cluster.callable(callable).parameters.clone() {
            arguments.push(push(parameter, StatementKind::Null));
        }
        let call = |callable, receiver, arguments| StatementKind::Call {
            callable,
            receiver,
            arguments,
        };
        let paper = push(ty, call(callable, None, arguments));
        let own = cluster.under_test().to_vec();
        let [constructor, write] = own[..] else {
            panic!("{own:?}")
        };
        let ty = cluster.callable(constructor).returns;
        let pen = push(ty, call(constructor, None, Vars::from_slice(&[paper])));
        let void = cluster.callable(write).returns;
        push(void, call(write, Some(pen), Vars::new()));
        test
    }

    fn owners(test: &TestCase, cluster: &TestCluster) -> Vec<String> {
        let made = test.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call { callable, .. } => Some(cluster.callable(*callable).owner.clone()),
            _ => None,
        });
        made.collect()
    }

    #[test]
    fn a_writer_that_shows_nothing_becomes_a_builder_where_anything_that_takes_text_is_asked_for() {
        let cluster = &mut pen();
        let test = written_to("p.Lossy", cluster);
        let found = in_plain_sinks(&test, cluster);
        let [plain] = &found[..] else {
            panic!("{} ways", found.len())
        };
        assert_eq!(
            owners(plain, cluster),
            ["java.lang.StringBuilder", "p.Pen", "p.Pen"]
        );
        assert_eq!(plain.len(), 3, "what the writer was made of is gone");
    }

    #[test]
    fn a_reader_of_the_jdk_becomes_one_of_a_text() {
        let java = "package p; class Cup { Cup(java.io.Reader in) {} void drink() {} }";
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
        let (reader, buffered) = ("java.io.Reader", "java.io.BufferedReader");
        let of = |name: &str, parent: &str, made_of: Option<&str>| {
            let mut class = class(name, &[made_of]);
            class.interfaces.clear();
            class.superclass = (!parent.is_empty()).then(|| JavaType::class(parent));
            class
        };
        let mut cup = of("p.Cup", "", Some(reader));
        cup.methods.push(executable("drink", None));
        let mut abstract_reader = of(reader, "", None);
        abstract_reader.constructors.clear();
        let classes = vec![
            cup,
            abstract_reader,
            of(buffered, reader, Some(reader)),
            of("java.io.StringReader", reader, Some("java.lang.String")),
        ];
        let subject = ClassUnderTest {
            classes: &["p.Cup".to_owned()],
            package: "p",
            flow: &flow,
        };
        let mut cluster = TestCluster::new(classes, &subject);
        let test = written_to(buffered, &mut cluster);
        let found = in_plain_sources(&test, &mut cluster);
        let read: Vec<&StatementKind> = found.iter().map(|it| &it.statements[0].kind).collect();
        let word = |word: &str| StatementKind::Literal(Literal::Text(word.into()));
        assert_eq!(read, [&word(""), &word("hello"), &word("")]);
        for plain in &found {
            assert_eq!(
                owners(plain, &cluster),
                ["java.io.StringReader", "p.Cup", "p.Cup"]
            );
        }
    }

    #[test]
    fn what_shows_what_was_written_stays() {
        let cluster = &mut pen();
        for shown in ["java.lang.StringBuilder", "java.lang.StringBuffer"] {
            let test = written_to(shown, cluster);
            assert_eq!(in_plain_sinks(&test, cluster), []);
        }
    }
}
