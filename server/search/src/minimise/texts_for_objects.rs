//! A text where any characters, or any object, will do: takes a minimised test, gives one with string literals in place
//! of buffers, builders and doubles that stand for a `CharSequence`, and of whatever object stands for an `Object`,
//! wherever the goals allow. `CharBuffer.allocate(80)` is what nobody would read; of `put(key, new RuntimeException())`
//! everybody looks for the reason.

use goalline_testcase::{
    DoubleStyle, JavaType, Literal, PLAIN_WORDS, Statement, StatementKind, TestCase, TestCluster,
    Var,
};

use super::sinks::asked_for;

/// What stands for a buffer that was filled.
const FILLED: [&str; 5] = ["hello", "", " ", " hello ", "\n"];

/// Longest text that takes the place of a buffer of this size.
const LONGEST: i32 = 120;

/// The test with a text in place of each other sequence of characters.
pub(super) fn in_plain_texts(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found = Vec::new();
    for at in 0..test.len() {
        for text in texts_for(test, at, cluster) {
            found.extend(with_text(test, at, &text, cluster));
        }
    }
    found.extend(with_text_for_act(test, cluster));
    found
}

/// The test whose last call is given a text in place of a buffer that other calls filled before: what they did is of no
/// use then, and goes with other statements that are needless.
fn with_text_for_act(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some(StatementKind::Call {
        callable,
        arguments,
        ..
    }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let class = |ty| cluster.ty(ty).class_name();
    let is_filled = |position: &usize| {
        let asked = cluster.callable(*callable).parameters.get(*position);
        let given = arguments[*position];
        let is_made = matches!(test.statement(given).kind, StatementKind::Call { .. });
        asked.is_some_and(|ty| class(*ty) == Some("java.lang.CharSequence"))
            && class(test.statement(given).ty) != Some("java.lang.String")
            && is_made
            && test.users(given).len() > 1
    };
    let places: Vec<usize> = (0..arguments.len()).filter(is_filled).collect();
    let mut found = Vec::new();
    for position in places {
        for text in FILLED {
            let last = test.len() - 1;
            let mut changed = test.clone();
            changed.insert(last, vec![literal_text(text, cluster)]);
            if let StatementKind::Call { arguments, .. } = &mut changed.statements[last + 1].kind {
                arguments[position] = Var(last as u16);
            }
            found.extend(changed.is_well_formed(cluster).then_some(changed));
        }
    }
    found
}

/// The test with a text in place of each object that is given where any will do: all of them first, then each; then
/// with a number, for what takes texts otherwise.
pub(super) fn in_plain_objects(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut places: Vec<usize> = (0..test.len()).collect();
    places.retain(|at| stands_for_any(test, *at, cluster));
    let mut all = test.clone();
    let mut each = Vec::new();
    let words = unsaid_words(test);
    for (at, word) in places.iter().rev().zip(words.cycle()) {
        all.statements[*at] = literal_text(word, cluster);
        each.extend(with_text(test, *at, word, cluster));
    }
    all.remove_unused();
    if each.len() > 1 && all.is_well_formed(cluster) {
        each.insert(0, all);
    }
    each.extend(in_place_of_itself(test, cluster));
    for at in places {
        let mut changed = test.clone();
        changed.statements[at] = Statement {
            ty: cluster.intern(JavaType::class("java.lang.Integer")),
            kind: StatementKind::Literal(Literal::Int(ANY_NUMBER)),
        };
        changed.remove_unused();
        each.extend(changed.is_well_formed(cluster).then_some(changed));
    }
    each
}

/// The test with a text in place of an object that is given as any object and has another role besides: a map that is
/// asked for itself, a collaborator that is stored in itself.
fn in_place_of_itself(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found = Vec::new();
    for at in 0..test.len() {
        let StatementKind::Call {
            callable,
            receiver: Some(receiver),
            arguments,
        } = &test.statements[at].kind
        else {
            continue;
        };
        let called = cluster.callable(*callable);
        let is_any = |position: usize| {
            let ty = called.parameters.get(position).map(|ty| cluster.ty(*ty));
            let is_object = ty.and_then(JavaType::class_name) == Some("java.lang.Object");
            // That an object equals itself is a test.
            is_object && called.name != "equals"
        };
        let has_other_role = |object: Var| {
            object == *receiver || is_mock(test.statement(object)) && test.users(object).len() > 1
        };
        let places: Vec<usize> = (0..arguments.len())
            .filter(|position| has_other_role(arguments[*position]) && is_any(*position))
            .collect();
        let words = unsaid_words(test).take(places.len());
        let words: Vec<Statement> = words.map(|word| literal_text(word, cluster)).collect();
        let count = words.len();
        let mut changed = test.clone();
        changed.insert(at, words);
        if let StatementKind::Call { arguments, .. } = &mut changed.statements[at + count].kind {
            for (number, position) in places.iter().enumerate() {
                arguments[*position] = Var((at + number) as u16);
            }
        }
        found.extend((count > 0 && changed.is_well_formed(cluster)).then_some(changed));
    }
    found
}

/// Whether it makes a mock.
pub(super) fn is_mock(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::TestDouble { style, .. } => *style == DoubleStyle::Mock,
        _ => false,
    }
}

/// Types of which a text is as good an object as any other: of an exception as the id of a session everybody looks for
/// the reason.
const OF_ANY_OBJECT: [&str; 3] = [
    "java.io.Serializable",
    "java.lang.Comparable",
    "java.lang.Object",
];

/// Whether a text is as good as any other object of the type.
pub(super) fn takes_any_object(ty: &JavaType) -> bool {
    ty.class_name()
        .is_some_and(|name| OF_ANY_OBJECT.contains(&name))
}

/// A number that is none of those that mean something.
const ANY_NUMBER: i32 = 42;

/// Whether the statement makes an object, or is a literal, that is only ever given where any object will do: of `true`
/// or `(short) 2` a reader wonders whether it matters.
fn stands_for_any(test: &TestCase, at: usize, cluster: &TestCluster) -> bool {
    let statement = &test.statements[at];
    let var = Var(at as u16);
    let asked = asked_for(test, var, cluster).map(|ty| cluster.ty(ty));
    let is_any = match asked.or_else(|| element_of(test, var, cluster)) {
        Some(JavaType::Variable(_)) => true,
        asked => asked.is_some_and(takes_any_object),
    };
    let class = cluster.ty(statement.ty).class_name();
    let is_object = matches!(
        statement.kind,
        StatementKind::Call { .. } | StatementKind::TestDouble { .. } | StatementKind::Literal(_)
    );
    let is_number = statement.kind == StatementKind::Literal(Literal::Int(ANY_NUMBER));
    let is_object = is_object && !is_number;
    let is_object = is_object || is_held_null(test, at, cluster);
    is_object && is_any && class != Some("java.lang.String")
}

/// The type of the elements of the only array that the value stands in.
fn element_of<'c>(test: &TestCase, var: Var, cluster: &'c TestCluster) -> Option<&'c JavaType> {
    let users = test.users(var);
    let [array] = users[..] else { return None };
    match cluster.ty(test.statement(array).ty) {
        JavaType::Array(element) => Some(element),
        _ => None,
    }
}

/// Whether the statement is the `null` that a collection of the JDK holds: a reader wonders whether it matters.
fn is_held_null(test: &TestCase, at: usize, cluster: &TestCluster) -> bool {
    let holds = |user: &Var| match &test.statement(*user).kind {
        StatementKind::Array { .. } => true,
        StatementKind::Call { callable, .. } => {
            cluster.callable(*callable).owner.starts_with("java.util.")
        }
        _ => false,
    };
    let users = test.users(Var(at as u16));
    matches!(test.statements[at].kind, StatementKind::Null) && users.iter().all(holds)
}

/// Plain words that are no literal of the test, the plainest first: of a word in two roles nobody sees which one came
/// out.
pub(super) fn unsaid_words(test: &TestCase) -> impl Iterator<Item = &'static str> + Clone + '_ {
    let is_said = |word: &str| {
        let mut statements = test.statements.iter();
        statements.any(|it| {
            matches!(&it.kind, StatementKind::Literal(Literal::Text(own)) if own.to_text() == word)
        })
    };
    let words = PLAIN_WORDS.iter().copied();
    words.filter(move |word| !is_said(word))
}

/// What may stand in place of this statement, the likeliest first; nothing where only characters are asked for that
/// are a text already.
fn texts_for(test: &TestCase, at: usize, cluster: &TestCluster) -> Vec<String> {
    let statement = &test.statements[at];
    let asked = asked_for(test, Var(at as u16), cluster).and_then(|ty| cluster.ty(ty).class_name());
    let class = cluster.ty(statement.ty).class_name();
    if asked != Some("java.lang.CharSequence") || class == Some("java.lang.String") {
        return Vec::new();
    }
    let arguments = match &statement.kind {
        StatementKind::Call { arguments, .. } => &arguments[..],
        StatementKind::TestDouble { .. } => &[],
        StatementKind::Null | StatementKind::Literal(_) | StatementKind::Array { .. } => {
            return Vec::new();
        }
    };
    let own = arguments
        .iter()
        .filter_map(|var| match &test.statement(*var).kind {
            StatementKind::Literal(Literal::Text(own)) => Some(own.to_text()),
            StatementKind::Literal(Literal::Int(size @ 1..=LONGEST)) => {
                Some("x".repeat(size.unsigned_abs() as usize))
            }
            _ => None,
        });
    let mut texts: Vec<String> = own.collect();
    texts.extend(["", "hello"].map(str::to_owned));
    texts
}

fn with_text(
    test: &TestCase,
    at: usize,
    contents: &str,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let mut changed = test.clone();
    changed.statements[at] = literal_text(contents, cluster);
    changed.remove_unused();
    changed.is_well_formed(cluster).then_some(changed)
}

fn literal_text(contents: &str, cluster: &mut TestCluster) -> Statement {
    Statement {
        ty: cluster.intern(JavaType::class("java.lang.String")),
        kind: StatementKind::Literal(Literal::Text(contents.into())),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;
    use goalline_testcase::{
        ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, Modifiers, Vars,
    };

    use super::*;
    use crate::minimise::small_classes::{self, call, cluster_of, method, named, text};

    fn executable(name: &str, class: &str, is_static: bool) -> ExecutableDescription {
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: format!("(L{};)V", class.replace('.', "/")),
            modifiers: Modifiers(if is_static { 9 } else { 1 }),
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
            type_parameters: Vec::new(),
            parameters: vec![JavaType::class(class)],
            parameter_names: Vec::new(),
            returns: JavaType::void(),
            throws: Vec::new(),
        }
    }

    fn class(name: &str) -> ClassDescription {
        ClassDescription {
            name: name.to_owned(),
            canonical: Some(name.to_owned()),
            modifiers: Modifiers(1),
            kind: ClassKind::Class,
            ..ClassDescription::default()
        }
    }

    /// `Reader.read(CharSequence)`, and a builder that is made of a text.
    fn reader() -> TestCluster {
        let java = "package p; class Reader { static void read(CharSequence text) {} }";
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
        let mut reader = class("p.Reader");
        reader
            .methods
            .push(executable("read", "java.lang.CharSequence", true));
        let mut characters = class("java.lang.CharSequence");
        characters.kind = ClassKind::Interface;
        characters.modifiers = Modifiers(0x601);
        let mut builder = class("java.lang.StringBuilder");
        builder.interfaces = vec![JavaType::class("java.lang.CharSequence")];
        builder.constructors = vec![executable("<init>", "java.lang.String", false)];
        let mut text = class("java.lang.String");
        text.interfaces = vec![JavaType::class("java.lang.CharSequence")];
        let subject = ClassUnderTest {
            classes: &["p.Reader".to_owned()],
            package: "p",
            flow: &flow,
        };
        TestCluster::new(vec![reader, characters, builder, text], &subject)
    }

    #[test]
    fn a_builder_that_other_calls_filled_gives_way_to_a_text_for_the_last_one() {
        let cluster = &mut reader();
        let builders = cluster.intern(JavaType::class("java.lang.StringBuilder"));
        let builder = cluster.generators(builders)[0];
        let word = text(cluster, "x");
        let read = named("read", cluster);
        let statements = vec![
            word,
            call(cluster, builder, None, &[Var(0)]),
            call(cluster, read, None, &[Var(1)]),
            call(cluster, read, None, &[Var(1)]),
        ];
        let test = TestCase { statements };
        let found = with_text_for_act(&test, cluster);
        let literal = |it: &TestCase| it.statements[3].kind.clone();
        let texts = FILLED.map(|text| StatementKind::Literal(Literal::Text(text.into())));
        assert_eq!(found.iter().map(literal).collect::<Vec<_>>(), texts);
        assert_eq!(found[0].users(Var(3)), [Var(4)]);
        assert_eq!(found[0].users(Var(1)), [Var(2)]);
    }

    #[test]
    fn an_object_that_stands_for_any_becomes_a_text_or_a_number() {
        let java = "package p; class Store { void put(String key, Object value) {} }";
        let methods = vec![method("put", "(Ljava/lang/String;Ljava/lang/Object;)V")];
        let classes = vec![
            small_classes::class("p.Store", methods),
            small_classes::class("p.Pen", Vec::new()),
            small_classes::class("java.lang.Object", Vec::new()),
        ];
        let cluster = &mut cluster_of(java, classes);
        let pens = cluster.intern(JavaType::class("p.Pen"));
        let pen = cluster.generators(pens)[0];
        let word = text(cluster, "hello");
        let statements = vec![
            call(cluster, named("<init>", cluster), None, &[]),
            word,
            call(cluster, pen, None, &[]),
            call(
                cluster,
                named("put", cluster),
                Some(Var(0)),
                &[Var(1), Var(2)],
            ),
        ];
        let found = in_plain_objects(&TestCase { statements }, cluster);
        let kinds = found.iter().map(|it| it.statements[2].kind.clone());
        let other = StatementKind::Literal(Literal::Text("world".into()));
        let number = StatementKind::Literal(Literal::Int(ANY_NUMBER));
        assert_eq!(kinds.collect::<Vec<_>>(), [other, number]);
        assert_eq!(in_plain_objects(&found[0], cluster), []);
    }

    #[test]
    fn a_number_or_truth_that_stands_for_any_object_becomes_a_text() {
        let java = "package p; class Store { void put(Object value) {} }";
        let methods = vec![method("put", "(Ljava/lang/Object;)V")];
        let classes = vec![
            small_classes::class("p.Store", methods),
            small_classes::class("java.lang.Object", Vec::new()),
        ];
        let cluster = &mut cluster_of(java, classes);
        for (class, literal) in [
            ("java.lang.Short", Literal::Short(2)),
            ("java.lang.Boolean", Literal::Boolean(true)),
        ] {
            let value = Statement {
                ty: cluster.intern(JavaType::class(class)),
                kind: StatementKind::Literal(literal),
            };
            let statements = vec![
                call(cluster, named("<init>", cluster), None, &[]),
                value,
                call(cluster, named("put", cluster), Some(Var(0)), &[Var(1)]),
            ];
            let found = in_plain_objects(&TestCase { statements }, cluster);
            assert_eq!(found[0].statements[1], text(cluster, "hello"), "{class}");
        }
    }

    #[test]
    fn an_exception_as_something_serializable_becomes_a_text() {
        let java = "package p; class Session { void setId(java.io.Serializable id) {} }";
        let methods = vec![method("setId", "(Ljava/io/Serializable;)V")];
        let mut serializable = small_classes::class("java.io.Serializable", Vec::new());
        serializable.kind = ClassKind::Interface;
        let mut failure = small_classes::class("p.Failure", Vec::new());
        failure.interfaces = vec![JavaType::class("java.io.Serializable")];
        let mut texts = small_classes::class("java.lang.String", Vec::new());
        texts.interfaces = vec![JavaType::class("java.io.Serializable")];
        let classes = vec![
            small_classes::class("p.Session", methods),
            serializable,
            failure,
            texts,
        ];
        let cluster = &mut cluster_of(java, classes);
        let failures = cluster.intern(JavaType::class("p.Failure"));
        let failure = cluster.generators(failures)[0];
        let statements = vec![
            call(cluster, named("<init>", cluster), None, &[]),
            call(cluster, failure, None, &[]),
            call(cluster, named("setId", cluster), Some(Var(0)), &[Var(1)]),
        ];
        let found = in_plain_objects(&TestCase { statements }, cluster);
        assert_eq!(found[0].statements[1], text(cluster, "hello"));
    }

    #[test]
    fn what_is_asked_for_itself_is_asked_for_a_text() {
        let java = "package p; class Store { boolean has(Object key) { return false; } }";
        let methods = ["has", "equals"].map(|name| method(name, "(Ljava/lang/Object;)Z"));
        let classes = vec![
            small_classes::class("p.Store", methods.to_vec()),
            small_classes::class("java.lang.Object", Vec::new()),
        ];
        let cluster = &mut cluster_of(java, classes);
        let asked = |name: &str, cluster: &mut TestCluster| {
            let statements = vec![
                call(cluster, named("<init>", cluster), None, &[]),
                call(cluster, named(name, cluster), Some(Var(0)), &[Var(0)]),
            ];
            in_plain_objects(&TestCase { statements }, cluster)
        };
        let found = asked("has", cluster);
        let [other] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(other.statements[1], text(cluster, "hello"));
        assert_eq!(asked("equals", cluster), []);
    }

    #[test]
    fn a_builder_that_is_only_read_becomes_the_text_that_it_is_made_of_or_any_plain_one() {
        let cluster = &mut reader();
        let ty = cluster.intern(JavaType::class("java.lang.StringBuilder"));
        let maker = cluster.generators(ty).to_vec();
        let maker = maker
            .into_iter()
            .find(|it| cluster.callable(*it).owner == "java.lang.StringBuilder");
        let string = cluster.intern(JavaType::class("java.lang.String"));
        let read = cluster.under_test().to_vec();
        let read = read
            .into_iter()
            .find(|it| cluster.callable(*it).name == "read")
            .expect("a method");
        let call = |callable, given: u16| StatementKind::Call {
            callable,
            receiver: None,
            arguments: Vars::from_slice(&[Var(given)]),
        };
        let statement = |ty, kind| Statement { ty, kind };
        let test = TestCase {
            statements: vec![
                statement(string, StatementKind::Literal(Literal::Text("blue".into()))),
                statement(ty, call(maker.expect("it can be made"), 0)),
                statement(cluster.callable(read).returns, call(read, 1)),
            ],
        };
        let found = in_plain_texts(&test, cluster);
        let first = found.iter().map(|test| test.statements[0].kind.clone());
        let told =
            ["blue", "", "hello"].map(|text| StatementKind::Literal(Literal::Text(text.into())));
        assert_eq!(first.collect::<Vec<_>>(), told);
        assert!(
            found.iter().all(|test| test.len() == 2),
            "what it was made of is gone"
        );
        assert_eq!(in_plain_texts(&found[0], cluster), []);
    }
}
