//! Where tests are made: takes types and callables, appends statements that build values and call things; runs nothing.

use goalline_testcase::{
    Answer, CallableId, CallableKind, DoubleStyle, JavaType, Literal, Shape, Statement,
    StatementKind, TestCase, TestCluster, TypeId, Var, Vars,
};
use rand::{
    Rng,
    seq::{IndexedRandom, IteratorRandom},
};
use rand_chacha::ChaCha8Rng;

use crate::{
    ConstantPool, Parameters,
    operators::{
        callable_choice::Focus,
        literal_values::{LiteralSource, peers},
        questions::Questions,
    },
};

/// Levels after which values are built as simply as possible.
const DEEP: usize = 3;

/// Elements of a new array.
const LONGEST_ARRAY: usize = 3;

/// Cells of a row of a table, at most, and how often a new one has more than other arrays.
pub(crate) const LONGEST_ROW: usize = 8;
const LONG_ROW: f64 = 0.4;

/// Probability that a value is of a type that the class under test casts such values to.
const NARROWED: f64 = 0.5;

/// Generators that are tried for one value.
const TRIES: usize = 3;

/// How often the constructor of an abstract class gets `null` and zero of a double.
const GIVES_NOTHING: f64 = 0.2;

/// What a value is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NeededRole {
    /// Something is called on it, or it is passed where its declaration forbids `null`: never `null`.
    Receiver,
    /// It is passed, stored or returned.
    Argument,
}

/// Everything that making and changing tests needs.
pub(crate) struct TestFactory<'a> {
    /// What tests are built from.
    pub cluster: &'a mut TestCluster,
    /// Settings.
    pub parameters: &'a Parameters,
    /// Values to seed literals with.
    pub pool: ConstantPool,
    /// What to call.
    pub focus: Focus,
    /// The one generator.
    pub rng: &'a mut ChaCha8Rng,
    /// Statements that the test being built may have.
    pub room: usize,
    /// What mocks are known to be asked.
    pub questions: Questions,
}

impl TestFactory<'_> {
    /// A new test: a few values and a call of this callable under test.
    pub(crate) fn random_test(&mut self, callable: CallableId) -> TestCase {
        let mut test = TestCase::default();
        self.room = self.parameters.max_length;
        self.hold(&mut test);
        self.append_call(&mut test, callable, 0);
        while test.len() < self.room / 2 && self.rng.random_bool(0.3) {
            if let Some(callable) = self.focus.choose(self.rng) {
                self.append_call(&mut test, callable, 0);
            }
        }
        test
    }

    /// Appends a call with all it needs; leaves the test as it was when that cannot be built.
    pub(crate) fn append_call(
        &mut self,
        test: &mut TestCase,
        callable: CallableId,
        depth: usize,
    ) -> Option<Var> {
        let mark = test.len();
        let built = self.call(test, callable, None, depth);
        if built.is_none() {
            test.statements.truncate(mark);
        }
        built
    }

    /// Appends a call on a given receiver.
    pub(crate) fn append_call_on(
        &mut self,
        test: &mut TestCase,
        callable: CallableId,
        receiver: Var,
    ) -> Option<Var> {
        let mark = test.len();
        let built = self.call(test, callable, Some(receiver), 0);
        if built.is_none() {
            test.statements.truncate(mark);
        }
        built
    }

    pub(super) fn call(
        &mut self,
        test: &mut TestCase,
        callable: CallableId,
        receiver: Option<Var>,
        depth: usize,
    ) -> Option<Var> {
        if receiver.is_none() {
            let mark = test.len();
            if let Some(var) = self.looked_up(test, callable) {
                return Some(var);
            }
            test.statements.truncate(mark);
        }
        let called = self.cluster.callable(callable);
        let (returns, receiver_type) = (called.returns, called.receiver);
        let count = called.parameters.len();
        let receiver = match (receiver, receiver_type) {
            (None, Some(ty)) => Some(self.value(test, ty, NeededRole::Receiver, depth + 1)?),
            (given, Some(_)) => given,
            (_, None) => None,
        };
        let mut arguments = Vars::with_capacity(count);
        for at in 0..count {
            // What needs one more statement than there is room for cannot be built, whatever else is.
            if test.len() >= self.room {
                return None;
            }
            let ty = self.cluster.callable(callable).parameters[at];
            let understood = self.understood(test, callable, ty);
            if let Some(var) = understood.or_else(|| self.formed(test, callable, at)) {
                arguments.push(var);
                continue;
            }
            let is_collaborator = self.wants_collaborator(callable, ty);
            let role = if self.cluster.forbids_null(callable, at) || is_collaborator {
                NeededRole::Receiver
            } else {
                NeededRole::Argument
            };
            let value = self.value(test, ty, role, depth + 1)?;
            arguments.push(if is_collaborator {
                self.told_apart(test, value, &arguments, depth + 1)
            } else {
                value
            });
        }
        let is_new = self.cluster.callable(callable).kind == CallableKind::Constructor;
        let kind = StatementKind::Call {
            callable,
            receiver,
            arguments,
        };
        let made = self.push(test, returns, kind)?;
        if is_new {
            self.inject(test, made, depth)?;
            self.set_properties(test, made, depth);
        }
        Some(made)
    }

    /// Appends a statement, if there is room.
    pub(crate) fn push(
        &mut self,
        test: &mut TestCase,
        ty: TypeId,
        kind: StatementKind,
    ) -> Option<Var> {
        if test.len() >= self.room {
            return None;
        }
        test.statements.push(Statement { ty, kind });
        Some(Var((test.len() - 1) as u16))
    }

    /// A variable of the type: one that is there, `null`, or a new one. May leave statements behind when it fails.
    pub(crate) fn value(
        &mut self,
        test: &mut TestCase,
        ty: TypeId,
        role: NeededRole,
        depth: usize,
    ) -> Option<Var> {
        let shape = self.cluster.shape(ty);
        let is_simple = matches!(shape, Shape::Primitive(_) | Shape::Boxed(_) | Shape::Text);
        let may_be_null = role == NeededRole::Argument && !matches!(shape, Shape::Primitive(_));
        let reuse = match role {
            _ if is_simple => self.parameters.reuse_literal,
            NeededRole::Receiver => self.parameters.reuse_object,
            NeededRole::Argument => self.parameters.reuse_argument,
        };
        if self.rng.random_bool(reuse)
            && let Some(var) = self.existing(&test.statements, ty, role)
        {
            return Some(var);
        }
        if may_be_null && self.rng.random_bool(self.parameters.null) {
            return self.push(test, ty, StatementKind::Null);
        }
        if depth <= self.parameters.max_depth
            && let Some(var) = self.fresh(test, ty, shape, depth)
        {
            return Some(var);
        }
        if let Some(var) = self.existing(&test.statements, ty, role) {
            return Some(var);
        }
        if may_be_null {
            self.push(test, ty, StatementKind::Null)
        } else {
            None
        }
    }

    /// A variable among these statements whose value fits.
    pub(crate) fn existing(
        &mut self,
        statements: &[Statement],
        ty: TypeId,
        role: NeededRole,
    ) -> Option<Var> {
        let mut chosen = None;
        let mut seen = 0_u32;
        for (at, statement) in statements.iter().enumerate() {
            let is_null = matches!(statement.kind, StatementKind::Null);
            if (role == NeededRole::Receiver && is_null)
                || !self.cluster.is_assignable(statement.ty, ty)
            {
                continue;
            }
            seen += 1;
            if self.rng.random_range(0..seen) == 0 {
                chosen = Some(Var(at as u16));
            }
        }
        chosen
    }

    /// A new value; leaves the test as it was when none can be built.
    pub(crate) fn fresh(
        &mut self,
        test: &mut TestCase,
        ty: TypeId,
        shape: Shape,
        depth: usize,
    ) -> Option<Var> {
        let mark = test.len();
        let listed = self.listed(test, ty, depth);
        if listed.is_some() {
            return listed;
        }
        test.statements.truncate(mark);
        if let Some(map) = self.keyed(test, ty, depth) {
            return Some(map);
        }
        test.statements.truncate(mark);
        if let Some(narrowed) = self.narrowed(ty) {
            let shape = self.cluster.shape(narrowed);
            return self.fresh(test, narrowed, shape, depth);
        }
        let built = match shape {
            Shape::TestDouble | Shape::Reference if self.cluster.is_collaborator(ty) => {
                self.mock(test, ty, depth)
            }
            Shape::Void => None,
            Shape::Primitive(primitive) | Shape::Boxed(primitive) => {
                let literal = self.literals().primitive(primitive)?;
                self.push(test, ty, StatementKind::Literal(literal))
            }
            Shape::Text => {
                let peer = peers(test, test.len()).choose(self.rng).cloned();
                let peer = peer.filter(|_| self.rng.random_bool(self.parameters.kin));
                let literal = match peer {
                    Some(peer) => self.literals().kin(&peer),
                    None => self.literals().text(),
                };
                self.push(test, ty, StatementKind::Literal(Literal::Text(literal)))
            }
            Shape::ClassLiteral => {
                let class = *self.cluster.class_literals(ty).choose(self.rng)?;
                self.push(test, ty, StatementKind::Literal(Literal::Class(class)))
            }
            Shape::Array(element) => self.array(test, ty, element, depth),
            Shape::Enum => self.generated(test, ty, depth),
            Shape::TestDouble => self.implemented(test, ty, depth),
            Shape::Reference => self.object(test, ty, depth),
        };
        if built.is_none() {
            test.statements.truncate(mark);
        }
        built
    }

    /// Now and then the type that the class under test takes values of this type for.
    fn narrowed(&mut self, ty: TypeId) -> Option<TypeId> {
        if self.cluster.narrowed(ty).is_empty() || !self.rng.random_bool(NARROWED) {
            return None;
        }
        self.cluster.narrowed(ty).choose(self.rng).copied()
    }

    /// A source of literals over this factory's pool.
    pub(crate) fn literals(&mut self) -> LiteralSource<'_, ChaCha8Rng> {
        LiteralSource {
            pool: &self.pool,
            from_pool: self.parameters.from_pool,
            rng: self.rng,
        }
    }

    /// Whether an array of such elements may be a row of a table: of many things, where something far away is asked.
    pub(crate) fn is_row(&self, element: TypeId) -> bool {
        self.cluster.may_mock() && *self.cluster.ty(element) == JavaType::object()
    }

    fn array(
        &mut self,
        test: &mut TestCase,
        ty: TypeId,
        element: TypeId,
        depth: usize,
    ) -> Option<Var> {
        let length = if depth > DEEP {
            0
        } else if self.is_row(element) && self.rng.random_bool(LONG_ROW) {
            self.rng.random_range(LONGEST_ARRAY..=LONGEST_ROW)
        } else {
            self.rng.random_range(0..=LONGEST_ARRAY)
        };
        let mut elements = Vars::with_capacity(length);
        for _ in 0..length {
            match self.element(test, element, &elements, depth + 1) {
                Some(var) => elements.push(var),
                None => break,
            }
        }
        self.push(test, ty, StatementKind::Array { elements })
    }

    fn implemented(&mut self, test: &mut TestCase, ty: TypeId, depth: usize) -> Option<Var> {
        let double = self.cluster.test_double(ty);
        // Nobody who reads tests wants the dozen methods of a `java.util.Collection` implemented in one.
        let name = self.cluster.ty(ty).class_name();
        let is_of_jdk = name.is_some_and(|name| name.starts_with("java."));
        let is_made = self.is_made_of_others(ty);
        let likely = match &double {
            None => 0.0,
            Some(_) if !is_made => 1.0,
            Some(double) if is_of_jdk && !double.is_functional => {
                return self.object(test, ty, depth);
            }
            // An order that the JDK has says more than one of our own.
            Some(double) if double.is_functional && double.methods.is_empty() => 0.0,
            Some(double) if double.is_functional => 0.7,
            Some(_) if self.cluster.is_known_by_contents(ty) => 0.0,
            Some(double) if double.style == DoubleStyle::Mock => 0.2,
            Some(_) => 0.1,
        };
        if self.rng.random_bool(likely)
            && let Some(var) = self.test_double(test, ty, depth)
        {
            return Some(var);
        }
        self.object(test, ty, depth)
            .or_else(|| self.test_double(test, ty, depth))
    }

    /// Whether something gives an object of the type without being given another one: a decorator alone leads nowhere.
    fn is_made_of_others(&mut self, ty: TypeId) -> bool {
        let generators = self.cluster.generators(ty).to_vec();
        let class = self.cluster.ty(ty).class_name();
        generators.iter().any(|id| {
            let called = self.cluster.callable(*id);
            let mut needed = called.parameters.iter().chain(&called.receiver);
            !needed.any(|it| class.is_some() && self.cluster.ty(*it).class_name() == class)
        })
    }

    fn test_double(&mut self, test: &mut TestCase, ty: TypeId, depth: usize) -> Option<Var> {
        let double = self.cluster.test_double(ty)?;
        if double.style == DoubleStyle::Mock {
            return self.mock(test, ty, depth);
        }
        let mut answers = Vec::new();
        for method in &double.methods {
            if test.len() >= self.room {
                return None;
            }
            if self.cluster.shape(method.returns) == Shape::Void
                || (!double.is_functional && (depth > DEEP || self.rng.random_bool(0.3)))
            {
                continue;
            }
            let mark = test.len();
            match self.value(test, method.returns, NeededRole::Argument, depth + 1) {
                Some(value) => answers.push(Answer {
                    method: method.name.clone(),
                    descriptor: method.descriptor.clone(),
                    value,
                    throws: false,
                }),
                None => test.statements.truncate(mark),
            }
        }
        let style = double.style;
        let arguments = double
            .constructor
            .and_then(|it| self.constructor_arguments(test, it, depth));
        let kind = StatementKind::TestDouble {
            answers,
            style,
            arguments: arguments.unwrap_or_default(),
        };
        self.push(test, ty, kind)
    }

    /// Values for the parameters of the constructor that a test double of an abstract class calls; none where it is to
    /// get `null` and zero, as it does now and then.
    fn constructor_arguments(
        &mut self,
        test: &mut TestCase,
        constructor: CallableId,
        depth: usize,
    ) -> Option<Vars> {
        let parameters = self.cluster.callable(constructor).parameters.clone();
        if parameters.is_empty() || depth > DEEP || self.rng.random_bool(GIVES_NOTHING) {
            return None;
        }
        let mark = test.len();
        let mut given = Vars::new();
        for ty in parameters {
            let has_room = test.len() < self.room;
            let value = has_room.then(|| self.value(test, ty, NeededRole::Argument, depth + 1));
            let Some(value) = value.flatten() else {
                test.statements.truncate(mark);
                return None;
            };
            given.push(value);
        }
        Some(given)
    }

    fn object(&mut self, test: &mut TestCase, ty: TypeId, depth: usize) -> Option<Var> {
        if self.rng.random_bool(0.4)
            && let Some(literal) = self.cluster.literal_types(ty).choose(self.rng).copied()
            && literal != ty
        {
            let shape = self.cluster.shape(literal);
            return self.fresh(test, literal, shape, depth + 1);
        }
        self.generated(test, ty, depth)
    }

    fn generated(&mut self, test: &mut TestCase, ty: TypeId, depth: usize) -> Option<Var> {
        for _ in 0..TRIES {
            let callable = self.generator(ty, depth)?;
            if let Some(var) = self.append_call(test, callable, depth) {
                return Some(var);
            }
        }
        None
    }

    /// A generator of the type: the most useful ones stand first and are taken more often; deep down, those that need
    /// little.
    pub(crate) fn generator(&mut self, ty: TypeId, depth: usize) -> Option<CallableId> {
        let count = self.cluster.generators(ty).len();
        if count == 0 {
            return None;
        }
        let is_enum = self.cluster.shape(ty) == Shape::Enum;
        let mut best: Option<(usize, CallableId)> = None;
        for _ in 0..if depth > DEEP { TRIES } else { 1 } {
            let mut at = self.rng.random_range(0..count);
            if !is_enum {
                at = at.min(self.rng.random_range(0..count));
            }
            let chosen = self.cluster.generators(ty)[at];
            let receiver = self.cluster.callable(chosen).receiver;
            // What a collaborator is asked is for the class under test to say.
            if receiver.is_some_and(|it| self.cluster.is_collaborator(it)) {
                continue;
            }
            let called = self.cluster.callable(chosen);
            let needs = called.parameters.len() + usize::from(called.receiver.is_some());
            if best.is_none_or(|(least, _)| needs < least) {
                best = Some((needs, chosen));
            }
        }
        best.map(|(_, chosen)| chosen)
    }
}

/// Factories for the tests of those who make and change tests with one.
#[cfg(test)]
pub(crate) mod for_tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_goals::GoalSet;
    use rand::SeedableRng;

    use super::*;
    use crate::{CallableChoice, goals::fitness::Fitness};

    /// What one with the usual settings and no constants gives; `flow` is that of the classes under test.
    pub(crate) fn with_factory<T>(
        cluster: &mut TestCluster,
        flow: &Arc<FileFlow>,
        act: impl FnOnce(&mut TestFactory<'_>) -> T,
    ) -> T {
        let goals = GoalSet::of(flow.clone(), &[]);
        let fitness = Fitness::new(&goals);
        let focus = Focus::new(cluster, fitness.graph(), CallableChoice::default());
        let parameters = Parameters::default();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        act(&mut TestFactory {
            cluster,
            parameters: &parameters,
            pool: ConstantPool::default(),
            focus,
            rng: &mut rng,
            room: parameters.max_length,
            questions: Questions::default(),
        })
    }
}
