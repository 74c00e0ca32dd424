//! Measures a worker on one Java file: cold and warm compilation, describing, and tests run per second.
//!
//! `cargo run --release -p goalline-jvm --example throughput -- JAVA_HOME SOURCE_ROOT FILE`

#![expect(clippy::print_stdout, reason = "a measurement is for people to read")]

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use goalline_flow::FileFlow;
use goalline_instrument::{ProbePlan, weave};
use goalline_jvm::{CompileSetup, Pool, ProbeRoom, SetId, SourceUnit, WorkerOptions};
use goalline_syntax::{JavaFile, declarations};
use goalline_testcase::{
    CallableId, ClassUnderTest, Executor, JavaType, Literal, Outcome, Primitive, RunOptions,
    Statement, StatementKind, TestCase, TestCluster, Var, Vars, jdk_allow_list,
};

/// Tests in a batch: a generation of the search.
const GENERATION: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1).map(PathBuf::from);
    let (Some(home), Some(root), Some(path)) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("usage: throughput JAVA_HOME SOURCE_ROOT FILE".into());
    };
    let release = fs::read_to_string(home.join("release"))?;
    let feature = release
        .lines()
        .find_map(|line| {
            line.strip_prefix("JAVA_VERSION=\"")?
                .split(['.', '"'])
                .next()?
                .parse()
                .ok()
        })
        .ok_or("no version in the release file")?;
    let options = WorkerOptions {
        readable: vec![root.clone()],
        ..WorkerOptions::new(home, feature)
    };
    let clock = Instant::now();
    let mut pool = Pool::start(&options, 1)?;
    println!(
        "start          {:>8.1} ms",
        clock.elapsed().as_secs_f64() * 1e3
    );
    let cluster = prepare(&mut pool, &root, &path)?;
    measure(&mut pool, &cluster)
}

fn prepare(pool: &mut Pool, root: &Path, path: &Path) -> Result<TestCluster, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let file = JavaFile::parse(text.as_str());
    let flow = FileFlow::of(&file);
    let probed = weave(&file, &flow, &ProbePlan::full(&flow));
    let worker = pool.worker();
    let setup = CompileSetup {
        source_roots: vec![root.to_owned()],
        ..CompileSetup::default()
    };
    worker.configure(&setup)?;
    let mut classes = Vec::new();
    for round in 0..6 {
        for (set, text) in [(SetId::Plain, &text), (SetId::Probed, &probed.text)] {
            let clock = Instant::now();
            let unit = SourceUnit {
                path: path.to_owned(),
                text: text.clone(),
            };
            let outcome = worker.compile(&[unit], set)?;
            println!(
                "compile {round} {set:?} {:>8.1} ms",
                clock.elapsed().as_secs_f64() * 1e3
            );
            if !outcome.ok {
                return Err(format!("{:#?}", outcome.diagnostics).into());
            }
            classes = outcome.classes;
        }
    }
    worker.prepare(&ProbeRoom::new(
        flow.predicates.len() as u32,
        flow.methods.len() as u32,
    ))?;
    let clock = Instant::now();
    let allowed: Vec<String> = jdk_allow_list()
        .iter()
        .map(|class| class.name.into())
        .collect();
    let described = worker.describe(&classes, &allowed, 2)?.classes;
    let millis = clock.elapsed().as_secs_f64() * 1e3;
    println!(
        "describe       {millis:>8.1} ms, {} classes",
        described.len()
    );
    let package = declarations(&file).package.clone().unwrap_or_default();
    let subject = ClassUnderTest {
        classes: &classes,
        package: &package,
        flow: &flow,
    };
    Ok(TestCluster::new(described, &subject))
}

fn measure(pool: &mut Pool, cluster: &TestCluster) -> Result<(), Box<dyn Error>> {
    let mut cluster = cluster.clone();
    let int = cluster.intern(JavaType::Primitive(Primitive::Int));
    let mut random = 1_u64;
    for round in 0..8 {
        let generations: Vec<Vec<TestCase>> = (0..100)
            .map(|_| {
                (0..GENERATION)
                    .map(|_| test(&cluster, int, &mut random))
                    .collect()
            })
            .collect();
        let statements: usize = generations.iter().flatten().map(TestCase::len).sum();
        let clock = Instant::now();
        let mut passed = 0;
        for generation in &generations {
            let executions = pool.run(&cluster, generation, RunOptions::default())?;
            passed += executions
                .iter()
                .filter(|one| one.outcome == Outcome::Passed)
                .count();
        }
        let seconds = clock.elapsed().as_secs_f64();
        let tests = 100 * GENERATION;
        println!(
            "run {round}  {:>9.0} tests/s  {:.1} statements each, {} % passed, {} deaths",
            tests as f64 / seconds,
            statements as f64 / tests as f64,
            passed * 100 / tests,
            pool.deaths(),
        );
    }
    let tests: Vec<TestCase> = (0..200).map(|_| test(&cluster, int, &mut random)).collect();
    for (name, fresh_loader, observe) in [
        ("fresh loader", true, false),
        ("fresh loader, observing", true, true),
    ] {
        let clock = Instant::now();
        pool.run(
            &cluster,
            &tests,
            RunOptions {
                fresh_loader,
                observe,
                ..RunOptions::default()
            },
        )?;
        println!(
            "{name}: {:.2} ms each",
            clock.elapsed().as_secs_f64() * 1e3 / tests.len() as f64
        );
    }
    Ok(())
}

fn next(random: &mut u64, below: usize) -> usize {
    *random = random
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*random >> 33) as usize % below
}

/// About ten statements: small ints and calls under test whose parameters and receivers are ints or earlier results.
fn test(cluster: &TestCluster, int: goalline_testcase::TypeId, random: &mut u64) -> TestCase {
    let mut test = TestCase::default();
    for _ in 0..3 {
        let value = Literal::Int(i32::from(next(random, 20) as u8) - 6);
        test.statements.push(Statement {
            ty: int,
            kind: StatementKind::Literal(value),
        });
    }
    for _ in 0..40 {
        if test.len() >= 10 {
            break;
        }
        let callable = cluster.under_test()[next(random, cluster.under_test().len())];
        if let Some(statement) = call(cluster, &test, callable, random) {
            test.statements.push(statement);
        }
    }
    test
}

fn call(
    cluster: &TestCluster,
    test: &TestCase,
    callable: CallableId,
    random: &mut u64,
) -> Option<Statement> {
    let called = cluster.callable(callable);
    let mut pick = |ty| {
        let fitting: Vec<Var> = (0..test.len())
            .filter(|at| test.statements[*at].ty == ty)
            .map(|at| Var(at as u16))
            .collect();
        let at = next(random, fitting.len().max(1));
        fitting.get(at).copied()
    };
    let receiver = match called.receiver {
        Some(ty) => Some(pick(ty)?),
        None => None,
    };
    let arguments = called
        .parameters
        .iter()
        .map(|ty| pick(*ty))
        .collect::<Option<Vars>>()?;
    Some(Statement {
        ty: called.returns,
        kind: StatementKind::Call {
            callable,
            receiver,
            arguments,
        },
    })
}
