//! What the class under test prints: takes a test, gives ones in which `System.out` or `System.err` is caught before
//! the last call. Of a method that only prints nothing else can be said.

use crate::cluster::members::{
    callable::{Callable, CallableId, CallableKind},
    test_cluster::TestCluster,
};
use crate::{JavaType, Statement, StatementKind, TestCase, TypeId, Var, Vars};

const SYSTEM: &str = "java.lang.System";
const PRINT_STREAM: &str = "java.io.PrintStream";
const SINK: &str = "java.io.ByteArrayOutputStream";

/// What is called on a stream by whoever prints, or to get it printed. A class that only copies arrays names `System`,
/// too, and has `out` in a comment.
const PRINTING: [&str; 5] = ["format", "print", "printStackTrace", "printf", "println"];

/// Where programs print to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandardStream {
    /// `System.out`
    Out,
    /// `System.err`
    Err,
}

impl StandardStream {
    const ALL: [Self; 2] = [Self::Out, Self::Err];

    /// The field of `System` that has it.
    pub fn field(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::Err => "err",
        }
    }

    /// The method of `System` that puts another one there.
    pub fn setter(self) -> &'static str {
        match self {
            Self::Out => "setOut",
            Self::Err => "setErr",
        }
    }
}

impl Callable {
    /// The stream that it puts another one in place of, for the time of one test.
    pub fn caught_stream(&self) -> Option<StandardStream> {
        let mut all = StandardStream::ALL.into_iter();
        let is_it = self.kind == CallableKind::HeldByMethod && self.declared_in == SYSTEM;
        all.find(|stream| is_it && self.name == stream.setter())
    }
}

/// The objects that what is printed goes to, of these statements.
pub fn printed_to<'a>(
    statements: &'a [Statement],
    cluster: &'a TestCluster,
) -> impl Iterator<Item = Var> + 'a {
    let given = |statement: &'a Statement| match &statement.kind {
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => Some((cluster.callable(*callable), *arguments.first()?)),
        _ => None,
    };
    let caught = statements
        .iter()
        .filter_map(given)
        .filter(|(callable, _)| callable.caught_stream().is_some());
    caught.filter_map(move |(_, stream)| {
        let (_, sink) = given(statements.get(usize::from(stream.0))?)?;
        Some(sink)
    })
}

/// The test with each stream caught that the sources of the classes under test name, one at a time.
pub fn with_prints_caught(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    if test.is_empty() || !cluster.mentions("System") {
        return Vec::new();
    }
    let prints = PRINTING.iter().any(|word| cluster.mentions(word));
    let named = StandardStream::ALL
        .into_iter()
        .filter(|stream| prints && cluster.mentions(stream.field()))
        .collect::<Vec<_>>();
    let caught = named
        .into_iter()
        .filter_map(|stream| caught(test, stream, cluster));
    caught.collect()
}

/// `out = new ByteArrayOutputStream(); System.setOut(new PrintStream(out));` before the last call.
fn caught(test: &TestCase, stream: StandardStream, cluster: &mut TestCluster) -> Option<TestCase> {
    let (sink, print_stream) = (
        cluster.intern(JavaType::class(SINK)),
        cluster.intern(JavaType::class(PRINT_STREAM)),
    );
    let made = cluster.constructor(sink, <[JavaType]>::is_empty)?;
    let wrapped = cluster.constructor(print_stream, |parameters| match parameters {
        [JavaType::Class { name, .. }] => name == "java.io.OutputStream",
        _ => false,
    })?;
    let set = cluster.catching(stream, print_stream);
    let at = test.len() - 1;
    let var = |offset: usize| Vars::from_slice(&[Var((at + offset) as u16)]);
    let call = |ty, callable, arguments| Statement {
        ty,
        kind: StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        },
    };
    let mut changed = test.clone();
    let void = cluster.callable(set).returns;
    changed.insert(
        at,
        vec![
            call(sink, made, Vars::new()),
            call(print_stream, wrapped, var(0)),
            call(void, set, var(1)),
        ],
    );
    changed.is_well_formed(cluster).then_some(changed)
}

impl TestCluster {
    /// The constructor of the class whose parameters are such.
    fn constructor(
        &mut self,
        class: TypeId,
        is_it: impl Fn(&[JavaType]) -> bool,
    ) -> Option<CallableId> {
        let name = self.ty(class).class_name()?.to_owned();
        let makers = self.generators(class).to_vec();
        makers.into_iter().find(|id| {
            let maker = self.callable(*id);
            let types = maker.parameters.iter().map(|ty| self.ty(*ty).clone());
            maker.kind == CallableKind::Constructor
                && maker.owner == name
                && is_it(&types.collect::<Vec<_>>())
        })
    }

    /// What puts a stream of this type in the place of the standard one for the time of a test.
    pub(crate) fn catching(&mut self, stream: StandardStream, ty: TypeId) -> CallableId {
        let returns = self.intern(JavaType::void());
        self.add(Callable {
            kind: CallableKind::HeldByMethod,
            owner: SYSTEM.to_owned(),
            declared_in: SYSTEM.to_owned(),
            name: stream.setter().to_owned(),
            descriptor: "(Ljava/io/PrintStream;)V".to_owned(),
            receiver: None,
            parameters: vec![ty],
            parameter_names: vec![stream.field().to_owned()],
            returns,
            throws: Vec::new(),
            is_varargs: false,
            method: None,
            is_under_test: false,
        })
    }
}
