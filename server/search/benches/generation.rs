//! What a thousand tests, nineteen generations bred and sorted, cost the search when running them costs next to
//! nothing, by the number of goals.

use std::{fmt::Write as _, sync::Arc};

use divan::Bencher;
use goalline_flow::FileFlow;
use goalline_goals::{Criterion, GoalId, GoalSet};
use goalline_search::{
    Algorithm, ArchivedTest, ConstantPool, Parameters, SearchEvents, SearchProgress, SearchTask,
    World,
    scripted::{Recorder, ScriptedExecutor},
    search,
};
use goalline_syntax::JavaFile;
use goalline_testcase::{
    ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, JavaType, Literal,
    Modifiers, Outcome, Primitive, RunOptions, StatementKind, TestCase, TestCluster,
};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

/// Branches of one method.
const BRANCHES: usize = 20;

/// Tests per sample.
const TESTS: u64 = 1_000;

fn main() {
    divan::main();
}

struct Deaf;

impl SearchEvents for Deaf {
    fn covered(&mut self, _: &[GoalId], _: &Arc<ArchivedTest>) {}

    fn progress(&mut self, _: SearchProgress, _: &TestCluster) {}
}

fn int() -> JavaType {
    JavaType::Primitive(Primitive::Int)
}

fn executable(name: &str, count: usize) -> ExecutableDescription {
    ExecutableDescription {
        name: name.to_owned(),
        descriptor: format!("({})V", "I".repeat(count)),
        modifiers: Modifiers(1),
        type_parameters: Vec::new(),
        parameters: vec![int(); count],
        parameter_names: Vec::new(),
        returns: JavaType::Primitive(Primitive::Void),
        throws: Vec::new(),
        is_varargs: false,
        is_default: false,
        is_deprecated: false,
    }
}

/// A class whose methods each compare their argument with ten numbers far apart.
fn subject(goals: usize) -> (GoalSet, TestCluster) {
    let methods = goals / BRANCHES;
    let mut java = "package shop; class Subject {\n".to_owned();
    for method in 0..methods {
        let _ = writeln!(java, "void m{method}(int a, int b) {{");
        for at in 0..BRANCHES / 2 {
            let _ = writeln!(
                java,
                "if (a == {}) {{ b++; }}",
                1_000_003 * (at + 1) + method
            );
        }
        java.push_str("}\n");
    }
    java.push('}');
    let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
    let goals = GoalSet::of(flow.clone(), &[Criterion::Branch]);
    let description = ClassDescription {
        name: "shop.Subject".to_owned(),
        canonical: Some("shop.Subject".to_owned()),
        modifiers: Modifiers(1),
        constructors: vec![executable("<init>", 0)],
        methods: (0..methods)
            .map(|method| executable(&format!("m{method}"), 2))
            .collect(),
        ..ClassDescription::default()
    };
    let classes = ["shop.Subject".to_owned()];
    let subject = ClassUnderTest {
        classes: &classes,
        package: "shop",
        flow: &flow,
    };
    let cluster = TestCluster::new(vec![description], &subject);
    (goals, cluster)
}

fn run(cluster: &TestCluster, test: &TestCase, _: RunOptions, recorder: &mut Recorder) -> Outcome {
    for statement in &test.statements {
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &statement.kind
        else {
            continue;
        };
        let Some(method) = cluster.callable(*callable).method else {
            continue;
        };
        recorder.enter(method.0);
        let Some(first) = arguments.first() else {
            continue;
        };
        let value = match &test.statements[usize::from(first.0)].kind {
            StatementKind::Literal(Literal::Int(value)) => i64::from(*value),
            _ => 0,
        };
        for at in 0..BRANCHES as u32 / 2 {
            let wanted = i64::from(1_000_003 * (at + 1) + method.0);
            let distance = (value - wanted).abs().max(1) as f64;
            recorder.evaluate(
                method.0 * (BRANCHES as u32 / 2) + at,
                value == wanted,
                distance,
            );
        }
    }
    Outcome::Passed
}

/// The product: beyond 400 goals they take turns. Its first generation is as small as the papers', for otherwise two
/// tests per method would be all of them where there are many.
#[divan::bench(args = [100, 1_000, 10_000], sample_count = 10)]
fn a_thousand_tests(bencher: Bencher, count: usize) {
    let parameters = Parameters {
        first: 1,
        ..Parameters::default()
    };
    measure(bencher, count, &parameters);
}

/// The papers' MOSA: every test is scored and sorted on every goal.
#[divan::bench(args = [100, 1_000, 10_000], sample_count = 10)]
fn a_thousand_tests_sorted_on_all_goals(bencher: Bencher, count: usize) {
    measure(bencher, count, &Parameters::of_papers(Algorithm::Mosa));
}

fn measure(bencher: Bencher, count: usize, parameters: &Parameters) {
    let (goals, cluster) = subject(count);
    let wanted: Vec<GoalId> = goals.goals.iter().map(|goal| goal.id).collect();
    bencher
        .with_inputs(|| cluster.clone())
        .bench_values(|mut cluster| {
            let task = SearchTask {
                goals: &goals,
                wanted: &wanted,
                pool: ConstantPool::default(),
                seeds: Vec::new(),
                parameters,
            };
            let mut executor = ScriptedExecutor::new(run);
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let world = World {
                cluster: &mut cluster,
                executor: &mut executor,
                stop: &mut |executions| executions >= TESTS,
                events: &mut Deaf,
            };
            search(task, world, &mut rng).executions
        });
}
