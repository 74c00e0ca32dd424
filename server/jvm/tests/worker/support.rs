//! What the tests of the worker share: JDKs, a Java text compiled with probes in a pool, test cases by names of
//! members.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use goalline_flow::FileFlow;
use goalline_instrument::{ProbePlan, weave};
use goalline_jvm::{CompileSetup, Pool, ProbeRoom, Sandbox, SetId, SourceUnit, WorkerOptions};
use goalline_syntax::{JavaFile, declarations};
use goalline_testcase::{
    Answer, CallableId, ClassUnderTest, DoubleStyle, Execution, Executor, JavaString, JavaType,
    Literal, Primitive, RunOptions, Statement, StatementKind, TestCase, TestCluster, TypeId, Var,
    jdk_allow_list,
};

/// Feature release and home of each JDK that is found.
pub fn jdks() -> Vec<(u32, PathBuf)> {
    let mut homes: Vec<PathBuf> = std::env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    if let Ok(folders) = std::fs::read_dir("/usr/lib/jvm") {
        homes.extend(folders.flatten().map(|entry| entry.path()));
    }
    let mut found: Vec<(u32, PathBuf)> = homes
        .into_iter()
        .filter(|home| home.join("bin/javac").is_file())
        .filter_map(|home| {
            let release = std::fs::read_to_string(home.join("release")).ok()?;
            let version = release
                .lines()
                .find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
            let feature = version.split(['.', '"', '-']).next()?.parse().ok()?;
            Some((feature, home.canonicalize().ok()?))
        })
        .filter(|(feature, _)| *feature >= 11)
        .collect();
    found.sort();
    found.dedup();
    let may_be_missing = std::env::var_os("GOALLINE_ALLOW_NO_JDK").is_some();
    assert!(
        may_be_missing || !found.is_empty(),
        "no JDK 11 or newer in JAVA_HOME or /usr/lib/jvm; install one, or set GOALLINE_ALLOW_NO_JDK"
    );
    if found.is_empty() {
        eprintln!("skipped: there is no JDK");
    }
    found
}

/// The compiler of a JDK, started as what runs for a second or two should be.
pub fn javac(jdk_home: &Path) -> Command {
    let mut javac = Command::new(jdk_home.join("bin/javac"));
    javac.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    javac
}

/// Worker options for the JDK, with a cache of the tests' own.
pub fn options(feature: u32, home: &Path) -> WorkerOptions {
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache");
    WorkerOptions {
        cache,
        sandbox: Sandbox::WhenAvailable,
        ..WorkerOptions::new(home.to_owned(), feature)
    }
}

/// A Java text that is compiled, plain and with probes, in a pool of workers.
pub struct CompiledSubject {
    pub pool: Pool,
    pub cluster: TestCluster,
    pub flow: FileFlow,
    pub file: JavaFile,
}

impl CompiledSubject {
    /// The oldest JDK, one worker.
    pub fn new(text: &str) -> Option<Self> {
        let (feature, home) = jdks().into_iter().next()?;
        Some(Self::with(
            text,
            &options(feature, &home),
            1,
            &CompileSetup::default(),
        ))
    }

    pub fn with(text: &str, options: &WorkerOptions, workers: usize, setup: &CompileSetup) -> Self {
        let file = JavaFile::parse(text);
        let flow = FileFlow::of(&file);
        let declared = declarations(&file);
        let package = declared.package.clone().unwrap_or_default();
        let name = declared
            .types
            .first()
            .map(|one| one.binary_name.clone())
            .expect("a class");
        let root = setup.source_roots.first().cloned();
        let path = root
            .unwrap_or_else(|| PathBuf::from("/src"))
            .join(format!("{}.java", name.replace('.', "/")));
        let mut pool = Pool::start(options, workers).expect("a pool");
        let worker = pool.worker();
        worker.configure(setup).expect("configure");
        let probed = weave(&file, &flow, &ProbePlan::full(&flow));
        let mut classes = Vec::new();
        for (text, set) in [(text, SetId::Plain), (probed.text.as_str(), SetId::Probed)] {
            let unit = SourceUnit {
                path: path.clone(),
                text: text.to_owned(),
            };
            let outcome = worker.compile(&[unit], set).expect("compile");
            assert!(outcome.ok, "{:#?}", outcome.diagnostics);
            classes = outcome.classes;
        }
        worker
            .prepare(&ProbeRoom::new(
                flow.predicates.len() as u32,
                flow.methods.len() as u32,
            ))
            .expect("prepare");
        let allowed: Vec<String> = jdk_allow_list()
            .iter()
            .map(|class| class.name.into())
            .collect();
        let described = worker.describe(&classes, &allowed, 2).expect("describe");
        let described = described.classes;
        let subject = ClassUnderTest {
            classes: &classes,
            package: &package,
            flow: &flow,
        };
        let cluster = TestCluster::new(described, &subject);
        Self {
            pool,
            cluster,
            flow,
            file,
        }
    }

    /// The callable under test of this name; `<init>` for a constructor.
    pub fn callable(&self, name: &str) -> CallableId {
        let mut all = self.cluster.under_test().iter();
        let names: Vec<_> = self
            .cluster
            .under_test()
            .iter()
            .map(|id| &self.cluster.callable(*id).name)
            .collect();
        *all.find(|id| self.cluster.callable(**id).name == name)
            .unwrap_or_else(|| panic!("no callable {name} among {names:?}"))
    }

    pub fn run(&mut self, test: &TestCase) -> Execution {
        self.run_with(test, RunOptions::default())
    }

    pub fn run_with(&mut self, test: &TestCase, options: RunOptions) -> Execution {
        self.run_all(std::slice::from_ref(test), options).remove(0)
    }

    pub fn run_all(&mut self, tests: &[TestCase], options: RunOptions) -> Vec<Execution> {
        let executions = self.pool.run(&self.cluster, tests, options).expect("run");
        assert_eq!(executions.len(), tests.len());
        executions
    }

    /// A test that calls static methods, or instance methods on an object of the no-argument constructor, each with
    /// these arguments.
    pub fn test(&mut self, calls: &[(&str, &[Literal])]) -> TestCase {
        let mut script = TestScript::default();
        let mut object = None;
        for (name, arguments) in calls {
            let callable = self.callable(name);
            if self.cluster.callable(callable).receiver.is_some() && object.is_none() {
                object = Some(script.call(&self.cluster, self.callable("<init>"), None, &[]));
            }
            let variables: Vec<Var> = arguments
                .iter()
                .map(|literal| script.literal(&mut self.cluster, literal.clone()))
                .collect();
            let receiver = self.cluster.callable(callable).receiver.and(object);
            let var = script.call(&self.cluster, callable, receiver, &variables);
            if *name == "<init>" {
                object = Some(var);
            }
        }
        script.test
    }

    /// The number of the first predicate with this text.
    pub fn predicate(&self, text: &str) -> u32 {
        self.flow
            .predicates
            .iter()
            .find(|predicate| &self.file.text()[predicate.span.start..predicate.span.end] == text)
            .unwrap_or_else(|| panic!("no predicate {text}"))
            .id
            .0
    }
}

/// Builds a test case.
#[derive(Default)]
pub struct TestScript {
    pub test: TestCase,
}

impl TestScript {
    pub fn push(&mut self, ty: TypeId, kind: StatementKind) -> Var {
        self.test.statements.push(Statement { ty, kind });
        Var((self.test.statements.len() - 1) as u16)
    }

    pub fn literal(&mut self, cluster: &mut TestCluster, literal: Literal) -> Var {
        let ty = match &literal {
            Literal::Boolean(_) => JavaType::Primitive(Primitive::Boolean),
            Literal::Byte(_) => JavaType::Primitive(Primitive::Byte),
            Literal::Short(_) => JavaType::Primitive(Primitive::Short),
            Literal::Char(_) => JavaType::Primitive(Primitive::Char),
            Literal::Int(_) => JavaType::Primitive(Primitive::Int),
            Literal::Long(_) => JavaType::Primitive(Primitive::Long),
            Literal::Float(_) => JavaType::Primitive(Primitive::Float),
            Literal::Double(_) => JavaType::Primitive(Primitive::Double),
            Literal::Text(_) => class("java.lang.String"),
            Literal::Class(_) => class("java.lang.Class"),
        };
        let ty = cluster.intern(ty);
        self.push(ty, StatementKind::Literal(literal))
    }

    pub fn call(
        &mut self,
        cluster: &TestCluster,
        callable: CallableId,
        receiver: Option<Var>,
        arguments: &[Var],
    ) -> Var {
        let ty = cluster.callable(callable).returns;
        self.push(
            ty,
            StatementKind::Call {
                callable,
                receiver,
                arguments: arguments.into(),
            },
        )
    }
}

pub fn class(name: &str) -> JavaType {
    JavaType::Class {
        name: name.into(),
        arguments: Vec::new(),
    }
}

pub fn text(text: &str) -> Literal {
    Literal::Text(JavaString::from(text))
}

pub fn observing() -> RunOptions {
    RunOptions {
        observe: true,
        fresh_loader: true,
        ..RunOptions::default()
    }
}

/// A test double of the class whose named method gives the variable.
pub fn test_double(
    script: &mut TestScript,
    cluster: &mut TestCluster,
    name: &str,
    answer: (&str, &str, Var),
) -> Var {
    let ty = cluster.intern(class(name));
    let (method, descriptor, value) = answer;
    let answers = vec![Answer {
        method: method.into(),
        descriptor: descriptor.into(),
        value,
        throws: false,
    }];
    script.push(
        ty,
        StatementKind::test_double(DoubleStyle::Written, answers),
    )
}
