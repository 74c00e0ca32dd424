//! Collaborators of what is tested: takes objects and mocks, sets the fields that a container sets, and gives mocks
//! answers to what runs were seen to ask them; which types are collaborators the cluster says.

use std::{collections::BTreeMap, sync::Arc};

use goalline_testcase::{
    Answer, CallableId, CallableKind, DoubleMethod, DoubleStyle, JavaType, StatementKind, TestCase,
    TestCluster, Trace, TypeId, Var, Vars,
};
use rand::{
    Rng,
    seq::{IndexedRandom, IteratorRandom},
};

use crate::operators::{
    change::built_before,
    test_factory::{NeededRole, TestFactory},
};

/// Probability that a test with questions nobody answers gets an answer.
const ANSWERED: f64 = 0.4;

/// Probability that a new mock answers a question known to be asked.
const KNOWN: f64 = 0.5;

/// Probability that an answer is an exception, where the method declares one.
const THROWS: f64 = 0.15;

/// Levels after which a new mock answers nothing.
const DEEP: usize = 4;

/// What mocks were asked so far without having an answer, by type and in the order in which it came up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Questions {
    by_type: BTreeMap<TypeId, Vec<DoubleMethod>>,
}

impl Questions {
    /// Learns what this run asked.
    pub(crate) fn learn(&mut self, test: &TestCase, trace: &Trace, cluster: &mut TestCluster) {
        for call in &trace.unanswered {
            let Some(statement) = test.statements.get(usize::from(call.double.0)) else {
                continue;
            };
            let known = self.by_type.entry(statement.ty).or_default();
            let is_it =
                |it: &&DoubleMethod| *it.name == *call.method && *it.descriptor == *call.descriptor;
            if known.iter().any(|it| is_it(&it)) {
                continue;
            }
            let double = cluster.test_double(statement.ty);
            known.extend(double.and_then(|it| it.methods.iter().find(is_it).cloned()));
        }
    }

    fn of(&self, ty: TypeId) -> &[DoubleMethod] {
        self.by_type.get(&ty).map_or(&[], Vec::as_slice)
    }
}

impl TestFactory<'_> {
    /// Whether the parameter of this callable wants a collaborator: then it is never `null`.
    pub(crate) fn wants_collaborator(&mut self, callable: CallableId, ty: TypeId) -> bool {
        let kind = self.cluster.callable(callable).kind;
        matches!(
            kind,
            CallableKind::Constructor | CallableKind::InjectedField
        ) && self.cluster.is_collaborator(ty)
    }

    /// Sets the fields of a new object that a container would set; none where there is no room for all.
    pub(crate) fn inject(&mut self, test: &mut TestCase, object: Var, depth: usize) -> Option<()> {
        let ty = test.statements[usize::from(object.0)].ty;
        for field in self.cluster.injected(ty).to_vec() {
            self.inject_field(test, object, field, depth)?;
        }
        Some(())
    }

    fn inject_field(
        &mut self,
        test: &mut TestCase,
        object: Var,
        field: CallableId,
        depth: usize,
    ) -> Option<()> {
        let called = self.cluster.callable(field);
        let (ty, returns) = (called.parameters[0], called.returns);
        let value = self.value(test, ty, NeededRole::Receiver, depth + 1)?;
        let kind = StatementKind::Call {
            callable: field,
            receiver: Some(object),
            arguments: Vars::from_slice(&[value]),
        };
        self.push(test, returns, kind).map(|_| ())
    }

    /// Injects what operators have lost: an object is never used without its collaborators.
    pub(super) fn complete(&mut self, test: &mut TestCase) {
        let mut at = 0;
        while at < test.len() {
            let missing = self.missing(test, at);
            at += 1;
            for field in missing {
                let tail = super::surgery::split(test, at);
                self.room = usize::MAX;
                let object = Var((at - 1) as u16);
                if self.inject_field(test, object, field, DEEP).is_none() {
                    test.statements.truncate(at);
                }
                super::surgery::join(test, tail, at);
            }
        }
        self.room = self.parameters.max_length;
    }

    /// The fields of the object made at this place that are not set.
    fn missing(&mut self, test: &TestCase, at: usize) -> Vec<CallableId> {
        let statement = &test.statements[at];
        let StatementKind::Call { callable, .. } = statement.kind else {
            return Vec::new();
        };
        if self.cluster.callable(callable).kind != CallableKind::Constructor {
            return Vec::new();
        }
        let mut fields = self.cluster.injected(statement.ty).to_vec();
        let object = Some(Var(at as u16));
        fields.retain(|field| {
            !test.statements[at + 1..].iter().any(|it| {
                matches!(&it.kind, StatementKind::Call { callable, receiver, .. }
                    if callable == field && *receiver == object)
            })
        });
        fields
    }

    /// A new mock with answers to some of what such ones were asked.
    pub(crate) fn mock(&mut self, test: &mut TestCase, ty: TypeId, depth: usize) -> Option<Var> {
        let mut answers = Vec::new();
        let questions = self.questions.of(ty).to_vec();
        for question in questions {
            if depth <= DEEP && test.len() < self.room && self.rng.random_bool(KNOWN) {
                let mark = test.len();
                match self.answer(test, &question, depth) {
                    Some(answer) => answers.push(answer),
                    None => test.statements.truncate(mark),
                }
            }
        }
        let style = DoubleStyle::Mock;
        self.push(test, ty, StatementKind::TestDouble { answers, style })
    }

    /// An answer to the question: never `null`, as that is what a mock gives by itself.
    fn answer(
        &mut self,
        test: &mut TestCase,
        question: &DoubleMethod,
        depth: usize,
    ) -> Option<Answer> {
        let throws = !question.throws.is_empty() && self.rng.random_bool(THROWS);
        let ty = if throws {
            let class = question.throws.choose(self.rng)?;
            self.cluster.intern(JavaType::class(class))
        } else {
            question.returns
        };
        let reuses = self.rng.random_bool(self.parameters.reuse_argument);
        let there = reuses.then(|| self.existing(&test.statements, ty, NeededRole::Receiver));
        let value = match there.flatten() {
            Some(value) => value,
            None => {
                let shape = self.cluster.shape(ty);
                self.fresh(test, ty, shape, depth + 1)?
            }
        };
        Some(Answer {
            method: Arc::clone(&question.name),
            descriptor: Arc::clone(&question.descriptor),
            value,
            throws,
        })
    }
}

/// Gives a mock of the test an answer to something it was asked.
pub(super) fn answer(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    if factory.questions.by_type.is_empty() || !factory.rng.random_bool(ANSWERED) {
        return;
    }
    let open = open_questions(test, &factory.questions);
    let Some((at, question)) = open.into_iter().choose(factory.rng) else {
        return;
    };
    let mut made = None;
    let built = built_before(factory, test, at, |factory, head| {
        made = factory.answer(head, &question, 1);
        made.as_ref().map(|it| it.value)
    });
    if let (Some((_, at)), Some(answer)) = (built, made)
        && let StatementKind::TestDouble { answers, .. } = &mut test.statements[at].kind
    {
        answers.push(answer);
    }
}

/// What the mocks of the test may be asked and do not answer, with their places.
fn open_questions(test: &TestCase, questions: &Questions) -> Vec<(usize, DoubleMethod)> {
    let mut open = Vec::new();
    for (at, statement) in test.statements.iter().enumerate() {
        let StatementKind::TestDouble { answers, style } = &statement.kind else {
            continue;
        };
        if *style != DoubleStyle::Mock {
            continue;
        }
        let is_open = |question: &&DoubleMethod| {
            let is_it =
                |it: &Answer| it.method == question.name && it.descriptor == question.descriptor;
            !answers.iter().any(is_it)
        };
        let of_type = questions.of(statement.ty).iter().filter(is_open);
        open.extend(of_type.map(|question| (at, question.clone())));
    }
    open
}
