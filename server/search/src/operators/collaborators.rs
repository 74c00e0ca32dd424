//! Collaborators of what is tested: takes objects and mocks, sets the fields that a container sets, and gives mocks
//! answers to what runs were seen to ask them; which types are collaborators the cluster says.

use std::{collections::BTreeSet, sync::Arc};

use goalline_testcase::{
    Answer, CallableId, CallableKind, DoubleMethod, DoubleStyle, JavaType, Shape, Statement,
    StatementKind, TestCase, TestCluster, TypeId, Var, Vars,
};
use rand::{
    Rng,
    seq::{IndexedRandom, IteratorRandom},
};

use crate::operators::{
    change::built_before,
    test_factory::{NeededRole, TestFactory},
    walks::{asks_for_more, end_walks},
};

/// Probability that a test with questions nobody answers gets an answer.
const ANSWERED: f64 = 0.4;

/// Probability that a new mock answers a question known to be asked.
const KNOWN: f64 = 0.5;

/// Probability that an answer is an exception, where the method declares one or the class under test catches it.
const THROWS: f64 = 0.15;

/// Probability that a test whose mocks answer something gets another answer behind one of these.
const IN_A_ROW: f64 = 0.05;

/// Probability that an answer is `null` where a mock by itself gives something else: who checks for that is told so.
const NOTHING: f64 = 0.08;

/// What a mock by itself gives an empty one of, which a far place may well not give at all.
const EMPTY_BY_ITSELF: [&str; 5] = [
    "java.lang.Iterable",
    "java.util.Collection",
    "java.util.List",
    "java.util.Map",
    "java.util.Set",
];

/// Answers that a mock gives to one question in a row, at most.
const MOST_IN_A_ROW: usize = 3;

/// Probability that a new test, or one that changes, fills a static holder as a container would.
const HELD: f64 = 0.3;

/// Levels after which a new mock answers nothing.
const DEEP: usize = 4;

impl TestFactory<'_> {
    /// Whether the parameter of this callable wants a collaborator: then it is never `null`.
    pub(crate) fn wants_collaborator(&mut self, callable: CallableId, ty: TypeId) -> bool {
        let kind = self.cluster.callable(callable).kind;
        matches!(
            kind,
            CallableKind::Constructor
                | CallableKind::InjectedField
                | CallableKind::HeldField
                | CallableKind::HeldByMethod
        ) && self.cluster.is_collaborator(ty)
    }

    /// Sets the fields of a new object that a container would set; none where there is no room for all.
    pub(crate) fn inject(&mut self, test: &mut TestCase, object: Var, depth: usize) -> Option<()> {
        let ty = test.statements[usize::from(object.0)].ty;
        for field in self.cluster.injected(ty).to_vec() {
            let held = test.held_by(object, self.cluster);
            self.inject_field(test, object, field, &held, depth)?;
        }
        Some(())
    }

    /// Sets a field to something else than what the object holds.
    fn inject_field(
        &mut self,
        test: &mut TestCase,
        object: Var,
        field: CallableId,
        held: &[Var],
        depth: usize,
    ) -> Option<()> {
        let called = self.cluster.callable(field);
        let (ty, returns) = (called.parameters[0], called.returns);
        let value = self.value(test, ty, NeededRole::Receiver, depth + 1)?;
        let value = self.told_apart(test, value, held, depth + 1);
        let kind = StatementKind::Call {
            callable: field,
            receiver: Some(object),
            arguments: Vars::from_slice(&[value]),
        };
        self.push(test, returns, kind).map(|_| ())
    }

    /// A mock of its own in place of one that the object holds already: of two fields, or parameters, of one type each
    /// is told something else.
    pub(crate) fn told_apart(
        &mut self,
        test: &mut TestCase,
        value: Var,
        held: &[Var],
        depth: usize,
    ) -> Var {
        let statement = test.statement(value);
        let is_mock = matches!(statement.kind, StatementKind::TestDouble { .. });
        if !is_mock || !held.contains(&value) {
            return value;
        }
        let (ty, mark) = (statement.ty, test.len());
        self.mock(test, ty, depth).unwrap_or_else(|| {
            test.statements.truncate(mark);
            value
        })
    }

    /// Injects what operators have lost, and nothing twice: an object is never used without its collaborators.
    pub(super) fn complete(&mut self, test: &mut TestCase) {
        drop_repeated(test, self.cluster);
        end_walks(test);
        let mut at = 0;
        while at < test.len() {
            at += self.separate(test, at);
            let missing = self.missing(test, at);
            at += 1;
            for field in missing {
                let object = Var((at - 1) as u16);
                let held = test.held_by(object, self.cluster);
                let tail = super::surgery::split(test, at);
                self.room = usize::MAX;
                let put = self.inject_field(test, object, field, &held, DEEP);
                if put.is_none() {
                    test.statements.truncate(at);
                }
                super::surgery::join(test, tail, at);
            }
        }
        self.room = self.parameters.max_length;
    }

    /// Gives the object made at this place a mock of its own for each parameter that wants a collaborator. Gives how
    /// many statements were put before it.
    fn separate(&mut self, test: &mut TestCase, at: usize) -> usize {
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &test.statements[at].kind
        else {
            return 0;
        };
        let (callable, arguments) = (*callable, arguments.clone());
        if self.cluster.callable(callable).kind != CallableKind::Constructor {
            return 0;
        }
        let mut before = 0;
        for place in 1..arguments.len() {
            let ty = self.cluster.callable(callable).parameters[place];
            let earlier = &arguments[..place];
            if !earlier.contains(&arguments[place]) || !self.wants_collaborator(callable, ty) {
                continue;
            }
            let tail = super::surgery::split(test, at + before);
            self.room = usize::MAX;
            let own = self.told_apart(test, arguments[place], earlier, DEEP);
            before += super::surgery::join(test, tail, at + before);
            if let StatementKind::Call { arguments, .. } = &mut test.statements[at + before].kind {
                arguments[place] = own;
            }
        }
        before
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

    /// Fills static holders as a container or a filter would, some of those that the test does not fill yet, before all
    /// else.
    pub(crate) fn hold(&mut self, test: &mut TestCase) {
        for field in self.unheld(test) {
            if self.rng.random_bool(HELD) {
                let tail = super::surgery::split(test, 0);
                self.room = self.parameters.max_length.saturating_sub(tail.len());
                self.append_call(test, field, 0);
                super::surgery::join(test, tail, 0);
                self.room = self.parameters.max_length;
            }
        }
    }

    fn unheld(&mut self, test: &TestCase) -> Vec<CallableId> {
        let mut fields = self.cluster.holders().to_vec();
        fields.retain(|field| {
            !test.statements.iter().any(
                |it| matches!(&it.kind, StatementKind::Call { callable, .. } if callable == field),
            )
        });
        fields
    }

    /// A new mock with answers to some of what such ones were asked.
    pub(crate) fn mock(&mut self, test: &mut TestCase, ty: TypeId, depth: usize) -> Option<Var> {
        let mut answers = Vec::new();
        let questions = self.questions.of(ty).to_vec();
        for question in questions {
            let chance = if self.gives_nothing(&question) {
                THROWS
            } else {
                KNOWN
            };
            if depth <= DEEP && test.len() < self.room && self.rng.random_bool(chance) {
                let mark = test.len();
                match self.answer(test, &question, depth) {
                    Some(answer) => {
                        answers.extend(self.followed_by_the_end(test, &question, answer));
                    }
                    None => test.statements.truncate(mark),
                }
            }
        }
        let style = DoubleStyle::Mock;
        self.push(test, ty, StatementKind::test_double(style, answers))
    }

    /// An answer to the question: `null` only where that is not what a mock gives by itself.
    fn answer(
        &mut self,
        test: &mut TestCase,
        question: &DoubleMethod,
        depth: usize,
    ) -> Option<Answer> {
        let throws = !question.throws.is_empty()
            && (self.gives_nothing(question) || self.rng.random_bool(THROWS));
        let ty = if throws {
            let class = question.throws.choose(self.rng)?;
            self.cluster.intern(JavaType::class(class))
        } else {
            question.returns
        };
        let reuses = self.rng.random_bool(self.parameters.reuse_argument);
        let there = reuses.then(|| self.existing(&test.statements, ty, NeededRole::Receiver));
        // What a container hands out is mocked as what it injects is.
        let is_bean = !throws && question.gives_asked_class && self.cluster.is_collaborator(ty);
        let value = if let Some(value) = there.flatten() {
            value
        } else if is_bean {
            self.mock(test, ty, depth + 1)?
        } else if !throws && self.rng.random_bool(NOTHING) && self.is_something_by_itself(ty) {
            self.push(test, ty, StatementKind::Null)?
        } else {
            let shape = self.cluster.shape(ty);
            self.fresh(test, ty, shape, depth + 1)?
        };
        Some(Answer {
            method: Arc::clone(&question.name),
            descriptor: Arc::clone(&question.descriptor),
            value,
            throws,
        })
    }
}

impl TestFactory<'_> {
    /// Whether all that the method can answer is an exception.
    fn gives_nothing(&self, question: &DoubleMethod) -> bool {
        self.cluster.shape(question.returns) == Shape::Void
    }

    /// Whether a mock that was told nothing gives another value of this type than `null`, where `null` is one.
    fn is_something_by_itself(&self, ty: TypeId) -> bool {
        let name = self.cluster.ty(ty).class_name();
        matches!(self.cluster.shape(ty), Shape::Boxed(_))
            || name.is_some_and(|name| EMPTY_BY_ITSELF.contains(&name))
    }
}

/// Removes injections into a field or holder that was set before, and of a mock that another field of the object
/// holds: an operator has put another object in place of theirs.
fn drop_repeated(test: &mut TestCase, cluster: &TestCluster) {
    let mut known = BTreeSet::new();
    let mut held = BTreeSet::new();
    let is_mock = |var: &Var| matches!(test.statement(*var).kind, StatementKind::TestDouble { .. });
    let repeated = |it: &Statement| match &it.kind {
        StatementKind::Call {
            callable,
            receiver,
            arguments,
        } if matches!(
            cluster.callable(*callable).kind,
            CallableKind::InjectedField | CallableKind::HeldField | CallableKind::HeldByMethod
        ) =>
        {
            let mock = arguments.first().copied().filter(is_mock);
            let is_put = receiver.is_some() && mock.is_some();
            !known.insert((*callable, *receiver)) || is_put && !held.insert((*receiver, mock))
        }
        _ => false,
    };
    let repeated: Vec<bool> = test.statements.iter().map(repeated).collect();
    if repeated.contains(&true) {
        test.retain(|var| !repeated[usize::from(var.0)]);
    }
}

/// Gives a mock of the test an answer to something it was asked.
pub(super) fn answer(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    if factory.questions.is_empty() || !factory.rng.random_bool(ANSWERED) {
        return;
    }
    let open = questions(test, factory, |known| known == 0);
    give_one_of(factory, test, open);
}

/// Now and then the same as [`answer_again`].
pub(super) fn rarely_answer_again(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    if !factory.questions.is_empty() && factory.rng.random_bool(IN_A_ROW) {
        answer_again(factory, test);
    }
}

/// Lets a mock of the test answer otherwise when it is asked once more: who asks until there is nothing left would
/// never end.
pub(super) fn answer_again(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    let is_apt = |known| (1..MOST_IN_A_ROW).contains(&known);
    let mut answered = questions(test, factory, is_apt);
    answered.retain(|(_, question)| {
        !asks_for_more(question) && !is_measure(question) && !question.gives_asked_class
    });
    give_one_of(factory, test, answered);
}

/// Whether it asks how much there is: of a thing that nobody changes this is the same each time.
fn is_measure(question: &DoubleMethod) -> bool {
    const MEASURES: [&str; 10] = [
        "count",
        "getCount",
        "getHeight",
        "getLength",
        "getSize",
        "getWidth",
        "isEmpty",
        "length",
        "size",
        "width",
    ];
    question.parameters.is_empty() && MEASURES.contains(&&*question.name)
}

/// Answers one of these questions to the mocks at these places.
pub(super) fn give_one_of(
    factory: &mut TestFactory<'_>,
    test: &mut TestCase,
    questions: Vec<(usize, DoubleMethod)>,
) {
    let Some((at, question)) = questions.into_iter().choose(factory.rng) else {
        return;
    };
    let mut made = Vec::new();
    let built = built_before(factory, test, at, |factory, head| {
        let answer = factory.answer(head, &question, 1)?;
        made = factory.followed_by_the_end(head, &question, answer);
        made.last().map(|it| it.value)
    });
    if let Some((_, at)) = built
        && let StatementKind::TestDouble { answers, .. } = &mut test.statements[at].kind
    {
        answers.extend(made);
    }
}

/// What the mocks of the test may be asked, where the number of answers that they have fits, with their places.
fn questions(
    test: &TestCase,
    factory: &TestFactory<'_>,
    fits: impl Fn(usize) -> bool,
) -> Vec<(usize, DoubleMethod)> {
    let (questions, cluster) = (&factory.questions, &*factory.cluster);
    let mut found = Vec::new();
    for (at, statement) in test.statements.iter().enumerate() {
        let StatementKind::TestDouble { answers, style, .. } = &statement.kind else {
            continue;
        };
        if *style != DoubleStyle::Mock {
            continue;
        }
        let is_wanted = |question: &&DoubleMethod| {
            let is_it = |it: &&Answer| is_answer_to(it, question, test, cluster);
            fits(answers.iter().filter(is_it).count())
        };
        let of_type = questions.of(statement.ty).iter().filter(is_wanted);
        found.extend(of_type.map(|question| (at, question.clone())));
    }
    found
}

/// Whether this answers the question; where that wants an object of a class, one of another class does not.
fn is_answer_to(
    answer: &Answer,
    question: &DoubleMethod,
    test: &TestCase,
    cluster: &TestCluster,
) -> bool {
    let is_of_method = answer.method == question.name && answer.descriptor == question.descriptor;
    let given = test.statement(answer.value).ty;
    let is_wanted = !question.gives_asked_class
        || answer.throws
        || cluster.would_be_assignable(given, question.returns);
    is_of_method && is_wanted
}

#[cfg(test)]
mod tests {
    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;
    use goalline_testcase::{
        ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, FieldDescription,
        Literal, Mocking, Modifiers, NullResult, Primitive, Trace, UnansweredCall,
    };

    use super::*;
    use crate::operators::questions::{for_tests::asked_for_a_class, last_asked};
    use crate::operators::{self, beans, test_factory::for_tests::with_factory};

    fn class(name: &str, kind: ClassKind) -> ClassDescription {
        let is_interface = kind == ClassKind::Interface;
        ClassDescription {
            name: name.to_owned(),
            canonical: Some(name.to_owned()),
            modifiers: Modifiers(if is_interface { 0x601 } else { 1 }),
            kind,
            ..ClassDescription::default()
        }
    }

    fn method(
        name: &str,
        descriptor: &str,
        bits: u32,
        returns: Primitive,
    ) -> ExecutableDescription {
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            modifiers: Modifiers(bits),
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            parameter_names: Vec::new(),
            returns: JavaType::Primitive(returns),
            throws: Vec::new(),
        }
    }

    const GET: &str = "(Ljava/lang/Class;)Ljava/lang/Object;";

    /// A bean with one property.
    fn item() -> ClassDescription {
        let mut item = class("shop.Item", ClassKind::Class);
        item.constructors = vec![method("<init>", "()V", 1, Primitive::Void)];
        let setter = |name: &str, class: &str| ExecutableDescription {
            parameters: vec![JavaType::class(class)],
            ..method(
                name,
                &format!("(L{};)V", class.replace('.', "/")),
                1,
                Primitive::Void,
            )
        };
        item.methods = vec![
            setter("setCount", "java.lang.Integer"),
            setter("setCron", "java.lang.String"),
        ];
        item
    }

    /// A basket that is a collection, and one that can be had.
    fn baskets() -> [ClassDescription; 2] {
        let mut basket = class("shop.Basket", ClassKind::Interface);
        basket.interfaces = vec![JavaType::class("java.util.Collection")];
        basket.methods = vec![
            method("weight", "()I", 0x401, Primitive::Int),
            method("tip", "()V", 0x401, Primitive::Void),
        ];
        let mut made = class("shop.Wicker", ClassKind::Class);
        made.interfaces = vec![JavaType::class("shop.Basket")];
        made.constructors = vec![method("<init>", "()V", 1, Primitive::Void)];
        [basket, made]
    }

    /// A ring that is known by what it holds, and the only way to one: around another one.
    fn rings() -> [ClassDescription; 2] {
        let mut ring = class("shop.Ring", ClassKind::Interface);
        ring.interfaces = vec![JavaType::class("java.util.Iterator")];
        ring.methods = vec![
            method("weight", "()I", 0x401, Primitive::Int),
            method("turn", "()V", 0x401, Primitive::Void),
        ];
        let mut around = class("shop.Rings", ClassKind::Class);
        around.methods = vec![ExecutableDescription {
            parameters: vec![JavaType::class("shop.Ring")],
            returns: JavaType::class("shop.Ring"),
            ..method("around", "(Lshop/Ring;)Lshop/Ring;", 9, Primitive::Void)
        }];
        [ring, around]
    }

    /// What a desk sells from.
    fn store() -> ClassDescription {
        let mut store = class("shop.Store", ClassKind::Interface);
        store.methods = vec![
            method("stock", "()I", 0x401, Primitive::Int),
            method("take", "()V", 0x401, Primitive::Void),
            method("next", "()Z", 0x401, Primitive::Boolean),
            asked_for_a_class(),
        ];
        store
    }

    /// A desk whose store a container sets, and what tests of it are made with.
    fn at_the_desk(act: impl FnOnce(&mut TestFactory<'_>, CallableId)) {
        let java = "package shop; class Desk { int sell() { return 1; } }";
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
        let mut desk = class("shop.Desk", ClassKind::Class);
        desk.constructors = vec![method("<init>", "()V", 1, Primitive::Void)];
        let filled = ExecutableDescription {
            parameters: vec![JavaType::class("shop.Basket")],
            ..method("fill", "(Lshop/Basket;)V", 1, Primitive::Void)
        };
        desk.methods = vec![method("sell", "()I", 1, Primitive::Int), filled];
        let field = FieldDescription {
            name: "store".to_owned(),
            modifiers: Modifiers(2),
            ty: JavaType::class("shop.Store"),
            annotations: vec!["javax.inject.Inject".to_owned()],
            is_set: false,
            constant: None,
        };
        let shared = FieldDescription {
            name: "shared".to_owned(),
            modifiers: Modifiers(0x0a),
            ..field.clone()
        };
        desk.fields = vec![field, shared];
        let subject = ClassUnderTest {
            classes: &["shop.Desk".to_owned()],
            package: "shop",
            flow: &flow,
        };
        let mut twin = class("shop.Twin", ClassKind::Class);
        twin.constructors = vec![ExecutableDescription {
            parameters: vec![JavaType::class("shop.Store"); 2],
            ..method("<init>", "(Lshop/Store;Lshop/Store;)V", 1, Primitive::Void)
        }];
        let mut classes = vec![desk, store(), item(), twin];
        classes.extend(baskets());
        classes.extend(rings());
        let mut cluster = TestCluster::new(classes, &subject);
        cluster.allow_mocks(Mocking::Extensible);
        let is_sell = |it: &&CallableId| cluster.callable(**it).name == "sell";
        let sell = *cluster.under_test().iter().find(is_sell).expect("sell");
        with_factory(&mut cluster, &flow, |factory| act(factory, sell));
    }

    /// How many desks are made, and to how many of them a mock is given.
    fn objects(test: &TestCase, cluster: &TestCluster) -> (usize, usize) {
        let called = test.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call { callable, .. } => Some(cluster.callable(*callable)),
            _ => None,
        });
        let of_desks = called.filter(|it| it.owner == "shop.Desk");
        let kinds: Vec<CallableKind> = of_desks.map(|it| it.kind).collect();
        let count = |kind| kinds.iter().filter(|it| **it == kind).count();
        (
            count(CallableKind::Constructor),
            count(CallableKind::InjectedField),
        )
    }

    #[test]
    fn no_object_is_without_its_collaborators_however_tests_are_changed() {
        at_the_desk(|factory, sell| {
            for _ in 0..50 {
                let mut test = factory.random_test(sell);
                for _ in 0..20 {
                    let (made, given) = objects(&test, factory.cluster);
                    assert_eq!(made, given, "{test:?}");
                    assert!(test.is_well_formed(factory.cluster));
                    operators::mutate(factory, &mut test, false);
                }
            }
        });
    }

    #[test]
    fn two_fields_of_one_type_get_a_mock_each() {
        at_the_desk(|factory, sell| {
            for _ in 0..50 {
                let mut test = factory.random_test(sell);
                let is_desk = |it: &Var| {
                    let made = &test.statement(*it).kind;
                    matches!(made, StatementKind::Call { callable, receiver: None, .. }
                        if factory.cluster.callable(*callable).kind == CallableKind::Constructor)
                };
                let desk = test.vars().find(is_desk).expect("a desk sells");
                let ty = test.statement(desk).ty;
                let field = factory.cluster.injected(ty)[0];
                let held = test.held_by(desk, factory.cluster);
                factory
                    .inject_field(&mut test, desk, field, &held, 0)
                    .expect("there is room");
                let held = test.held_by(desk, factory.cluster);
                assert_eq!(held.len(), 2, "{test:?}");
                assert_ne!(held[0], held[1], "{test:?}");
                assert!(test.holds_both(held[0], held[1], factory.cluster));
                assert!(!test.holds_both(held[0], desk, factory.cluster));
            }
        });
    }

    #[test]
    fn two_parameters_of_one_type_get_a_mock_each_however_tests_are_changed() {
        at_the_desk(|factory, _| {
            let twin = factory.cluster.intern(JavaType::class("shop.Twin"));
            let maker = factory.cluster.generators(twin)[0];
            let given = |test: &TestCase, made: Var| match &test.statement(made).kind {
                StatementKind::Call { arguments, .. } => arguments.clone(),
                _ => Vars::new(),
            };
            for _ in 0..50 {
                let mut test = TestCase::default();
                let made = factory.call(&mut test, maker, None, 0).expect("room");
                let mocks = given(&test, made);
                assert_ne!(mocks[0], mocks[1], "{test:?}");
                if let StatementKind::Call { arguments, .. } =
                    &mut test.statements[usize::from(made.0)].kind
                {
                    arguments[1] = arguments[0];
                }
                factory.complete(&mut test);
                let is_twin = |it: &Var| test.statement(*it).ty == twin;
                let made = test.vars().find(is_twin).expect("it is still made");
                let mocks = given(&test, made);
                assert_ne!(mocks[0], mocks[1], "{test:?}");
                assert!(test.is_well_formed(factory.cluster));
            }
        });
    }

    #[test]
    fn what_is_known_by_its_contents_is_never_mocked_where_one_can_be_had() {
        at_the_desk(|factory, _| {
            let all = factory.cluster.under_test().to_vec();
            let is_fill = |it: &CallableId| factory.cluster.callable(*it).name == "fill";
            let fill = all.into_iter().find(is_fill).expect("fill");
            let basket = factory.cluster.callable(fill).parameters[0];
            let is_mock = |it: &Statement| {
                it.ty == basket && matches!(it.kind, StatementKind::TestDouble { .. })
            };
            for _ in 0..100 {
                let test = factory.random_test(fill);
                assert!(!test.statements.iter().any(is_mock), "{test:?}");
            }
        });
    }

    #[test]
    fn what_is_only_made_around_another_one_of_its_kind_is_mocked() {
        at_the_desk(|factory, _| {
            let ring = factory.cluster.intern(JavaType::class("shop.Ring"));
            assert_eq!(factory.cluster.generators(ring).len(), 1);
            let mut mocks = 0;
            for _ in 0..50 {
                let mut test = TestCase::default();
                let made = factory.value(&mut test, ring, NeededRole::Receiver, 0);
                let kinds = test.statements.iter().map(|it| &it.kind);
                let is_mock = |it: &StatementKind| matches!(it, StatementKind::TestDouble { .. });
                mocks += usize::from(made.is_some() && kinds.clone().any(is_mock));
            }
            assert_eq!(mocks, 50);
        });
    }

    #[test]
    fn a_static_field_that_a_container_fills_is_filled_first_of_all_and_only_once() {
        at_the_desk(|factory, sell| {
            let holder = factory.cluster.holders()[0];
            let filled = |test: &TestCase| {
                let is_it = |it: &Statement| matches!(&it.kind, StatementKind::Call { callable, .. } if *callable == holder);
                let places = test.statements.iter().enumerate();
                let places = places.filter(|(_, it)| is_it(it)).map(|(at, _)| at);
                places.collect::<Vec<_>>()
            };
            let mut counts = [0; 2];
            for _ in 0..50 {
                let mut test = factory.random_test(sell);
                for _ in 0..10 {
                    let places = filled(&test);
                    counts[places.len()] += 1;
                    operators::mutate(factory, &mut test, false);
                    assert!(test.is_well_formed(factory.cluster));
                }
            }
            assert!(counts.iter().all(|it| *it > 50), "{counts:?}");
            let mut test = factory.random_test(sell);
            while filled(&test).is_empty() {
                factory.hold(&mut test);
            }
            assert!(filled(&test)[0] < 3, "{test:?}");
        });
    }

    #[test]
    fn a_mock_answers_what_a_run_asked_and_nothing_else() {
        at_the_desk(|factory, sell| {
            let test = factory.random_test(sell);
            let is_mock = |it: &&Var| {
                let kind = &test.statement(**it).kind;
                matches!(kind, StatementKind::TestDouble { style: DoubleStyle::Mock, answers, .. }
                    if answers.is_empty())
            };
            let vars: Vec<Var> = test.vars().collect();
            let double = *vars
                .iter()
                .find(is_mock)
                .expect("nothing is known to be asked");
            let trace = Trace {
                unanswered: vec![UnansweredCall {
                    double,
                    method: "stock".to_owned(),
                    descriptor: "()I".to_owned(),
                    class_argument: None,
                }],
                ..Trace::default()
            };
            factory.questions.learn(&test, &trace, factory.cluster);
            let mut answered = test.clone();
            for _ in 0..50 {
                answer(factory, &mut answered);
            }
            let answers = answered.statements.iter().find_map(|it| match &it.kind {
                StatementKind::TestDouble { answers, .. } => Some(answers.clone()),
                _ => None,
            });
            let answers = answers.expect("the mock is still there");
            let methods: Vec<&str> = answers.iter().map(|it| &*it.method).collect();
            assert_eq!(methods, ["stock"]);
            assert!(answered.is_well_formed(factory.cluster));
        });
    }

    #[test]
    fn a_mock_that_gives_an_empty_list_or_a_zero_by_itself_is_now_and_then_told_to_give_null() {
        at_the_desk(|factory, _| {
            let mut nulls = |ty: JavaType| {
                let question = DoubleMethod {
                    name: "stock".into(),
                    descriptor: "()I".into(),
                    returns: factory.cluster.intern(ty),
                    parameters: Vec::new(),
                    throws: Vec::new(),
                    gives_what_is_asked_for: false,
                    gives_asked_class: false,
                };
                let mut nulls = 0;
                for _ in 0..300 {
                    let mut test = TestCase::default();
                    let answer = factory.answer(&mut test, &question, 1);
                    let kind = answer.map(|it| &test.statement(it.value).kind);
                    nulls += usize::from(kind == Some(&StatementKind::Null));
                }
                nulls
            };
            let count = nulls(JavaType::class("java.lang.Integer"));
            assert!((5..60).contains(&count), "{count}");
            let count = nulls(JavaType::class("java.util.List"));
            assert!((5..60).contains(&count), "{count}");
            assert_eq!(nulls(JavaType::class("java.lang.String")), 0, "by itself");
            assert_eq!(nulls(JavaType::class("shop.Item")), 0, "by itself");
        });
    }

    #[test]
    fn how_much_there_is_stays_the_same_and_what_comes_next_does_not() {
        let question = |name: &str, parameters: Vec<TypeId>| DoubleMethod {
            name: name.into(),
            descriptor: "()I".into(),
            returns: TypeId(0),
            parameters,
            throws: Vec::new(),
            gives_what_is_asked_for: false,
            gives_asked_class: false,
        };
        assert!(is_measure(&question("length", Vec::new())));
        assert!(is_measure(&question("getSize", Vec::new())));
        assert!(!is_measure(&question("next", Vec::new())));
        assert!(!is_measure(&question("size", vec![TypeId(0)])));
    }

    #[test]
    fn a_mock_that_answers_may_answer_otherwise_when_it_is_asked_again() {
        at_the_desk(|factory, sell| {
            let mut test = factory.random_test(sell);
            let is_mock =
                |it: &Var| matches!(test.statement(*it).kind, StatementKind::TestDouble { .. });
            let trace = Trace {
                unanswered: vec![UnansweredCall {
                    double: test.vars().find(is_mock).expect("a store"),
                    method: "stock".to_owned(),
                    descriptor: "()I".to_owned(),
                    class_argument: None,
                }],
                ..Trace::default()
            };
            factory.questions.learn(&test, &trace, factory.cluster);
            answer_again(factory, &mut test);
            let count = |test: &TestCase| {
                let answers = test.statements.iter().map(|it| match &it.kind {
                    StatementKind::TestDouble { answers, .. } => answers.len(),
                    _ => 0,
                });
                answers.sum::<usize>()
            };
            assert_eq!(count(&test), 0, "it has not answered at all");
            while count(&test) == 0 {
                answer(factory, &mut test);
            }
            for _ in 0..20 {
                answer_again(factory, &mut test);
            }
            assert_eq!(count(&test), MOST_IN_A_ROW);
            assert!(test.is_well_formed(factory.cluster));
        });
    }

    #[test]
    fn a_mock_that_is_walked_through_comes_to_an_end() {
        at_the_desk(|factory, sell| {
            let plain = factory.random_test(sell);
            let is_mock =
                |it: &Var| matches!(plain.statement(*it).kind, StatementKind::TestDouble { .. });
            let trace = Trace {
                unanswered: vec![UnansweredCall {
                    double: plain.vars().find(is_mock).expect("a store"),
                    method: "next".to_owned(),
                    descriptor: "()Z".to_owned(),
                    class_argument: None,
                }],
                ..Trace::default()
            };
            factory.questions.learn(&plain, &trace, factory.cluster);
            let mut seen = BTreeSet::new();
            for turn in 0..200 {
                let mut test = factory.random_test(sell);
                answer(factory, &mut test);
                answer_again(factory, &mut test);
                for _ in 0..turn % 8 {
                    operators::mutate(factory, &mut test, false);
                }
                assert!(test.is_well_formed(factory.cluster));
                let given = test.statements.iter().filter_map(|it| match &it.kind {
                    StatementKind::TestDouble { answers, .. } => Some(answers.clone()),
                    _ => None,
                });
                let value = |it: &Answer| &test.statement(it.value).kind;
                let is_yes =
                    |it: &Answer| *value(it) == StatementKind::Literal(Literal::Boolean(true));
                seen.extend(given.map(|all| all.iter().map(is_yes).collect::<Vec<_>>()));
            }
            assert!(seen.contains(&vec![true, false]), "{seen:?}");
            assert!(seen.contains(&vec![true, true, false]), "{seen:?}");
            assert!(seen.iter().all(|it| it.last() != Some(&true)), "{seen:?}");
        });
    }

    #[test]
    fn a_run_that_ended_at_a_null_is_mended_by_what_was_asked_last() {
        at_the_desk(|factory, sell| {
            let mut test = factory.random_test(sell);
            let is_mock =
                |it: &Var| matches!(test.statement(*it).kind, StatementKind::TestDouble { .. });
            let double = test.vars().find(is_mock).expect("a store");
            let call = |method: &str, descriptor: &str| UnansweredCall {
                double,
                method: method.to_owned(),
                descriptor: descriptor.to_owned(),
                class_argument: Some("shop.Item".to_owned()),
            };
            let trace = Trace {
                unanswered: vec![call("next", "()Z"), call("get", GET), call("stock", "()I")],
                ..Trace::default()
            };
            // What is no object was given one way or the other: no `null` comes of it.
            let asked = last_asked(&test, &trace, factory.cluster);
            let names: Vec<&str> = asked.iter().map(|(_, it)| &*it.name).collect();
            assert_eq!(names, ["get"]);
            crate::operators::mend_by_answer(factory, &mut test, &asked);
            let given = test.statements.iter().find_map(|it| match &it.kind {
                StatementKind::TestDouble { answers, .. } => answers.first(),
                _ => None,
            });
            assert_eq!(&*given.expect("an answer").method, "get");
            assert!(test.is_well_formed(factory.cluster));
        });
    }

    #[test]
    fn a_mock_that_is_asked_for_a_class_gives_an_object_of_it() {
        at_the_desk(|factory, sell| {
            let test = factory.random_test(sell);
            let asked = |class: Option<&str>| {
                let is_mock =
                    |it: &Var| matches!(test.statement(*it).kind, StatementKind::TestDouble { .. });
                let call = UnansweredCall {
                    double: test.vars().find(is_mock).expect("a store"),
                    method: "get".to_owned(),
                    descriptor: GET.to_owned(),
                    class_argument: class.map(str::to_owned),
                };
                Trace {
                    unanswered: vec![call],
                    ..Trace::default()
                }
            };
            factory
                .questions
                .learn(&test, &asked(None), factory.cluster);
            assert!(
                factory.questions.is_empty()
                    || questions(&test, factory, |known| known == 0).is_empty()
            );
            factory
                .questions
                .learn(&test, &asked(Some("shop.Item")), factory.cluster);
            let mut answered = test.clone();
            for _ in 0..50 {
                answer(factory, &mut answered);
            }
            let item = factory.cluster.intern(JavaType::class("shop.Item"));
            let given = answered.statements.iter().find_map(|it| match &it.kind {
                StatementKind::TestDouble { answers, .. } => Some(answers[0].value),
                _ => None,
            });
            let given = answered.statement(given.expect("the mock is still there"));
            assert_eq!(given.ty, item);
            assert!(answered.is_well_formed(factory.cluster));
        });
    }

    #[test]
    fn a_mock_that_is_asked_for_two_classes_gives_an_object_of_each() {
        at_the_desk(|factory, sell| {
            let mut test = factory.random_test(sell);
            let is_mock =
                |it: &Var| matches!(test.statement(*it).kind, StatementKind::TestDouble { .. });
            let double = test.vars().find(is_mock).expect("a store");
            for class in ["shop.Item", "shop.Twin"] {
                let call = UnansweredCall {
                    double,
                    method: "get".to_owned(),
                    descriptor: GET.to_owned(),
                    class_argument: Some(class.to_owned()),
                };
                let trace = Trace {
                    unanswered: vec![call],
                    ..Trace::default()
                };
                factory.questions.learn(&test, &trace, factory.cluster);
            }
            for _ in 0..50 {
                answer(factory, &mut test);
            }
            let wanted =
                ["shop.Item", "shop.Twin"].map(|it| factory.cluster.intern(JavaType::class(it)));
            let given = test.statements.iter().filter_map(|it| match &it.kind {
                StatementKind::TestDouble { answers, .. } => Some(answers),
                _ => None,
            });
            let count = |answers: &[Answer], ty: TypeId| {
                let is_it = |it: &&Answer| test.statement(it.value).ty == ty;
                answers.iter().filter(is_it).count()
            };
            let counts = given.map(|answers| wanted.map(|ty| count(answers, ty)));
            let counts: Vec<[usize; 2]> = counts.collect();
            assert!(counts.contains(&[1, 1]), "{counts:?}");
            assert!(counts.iter().flatten().all(|it| *it < 2), "{counts:?}");
        });
    }

    #[test]
    fn a_property_whose_text_is_read_gets_one_of_its_form_where_collaborators_are_mocked() {
        at_the_desk(|factory, _| {
            let item = factory.cluster.intern(JavaType::class("shop.Item"));
            let uses = factory.cluster.uses(item).to_vec();
            let is_it = |id: &CallableId| factory.cluster.callable(*id).name == "setCron";
            let setter = uses.into_iter().find(is_it).expect("setCron");
            let formed = |factory: &mut TestFactory<'_>| {
                let mut test = TestCase::default();
                let tries = 0..50;
                let count = tries.filter(|_| factory.formed(&mut test, setter, 0).is_some());
                (count.count(), test)
            };
            let (count, test) = formed(factory);
            assert!((5..30).contains(&count), "now and then: {count}");
            let noon = Literal::Text("0 0 12 * * ?".into());
            let is_noon = |it: &Statement| it.kind == StatementKind::Literal(noon.clone());
            assert!(test.statements.iter().any(is_noon));
            factory.cluster.allow_mocks(Mocking::Nothing);
            assert_eq!(formed(factory).0, 0);
        });
    }

    #[test]
    fn an_object_gets_the_property_whose_null_ended_a_run() {
        at_the_desk(|factory, _| {
            let item = factory.cluster.intern(JavaType::class("shop.Item"));
            let maker = factory.cluster.generators(item)[0];
            let mut test = TestCase::default();
            factory.append_call(&mut test, maker, 0);
            let blank = test.clone();
            beans::supply(factory, &mut test);
            assert_eq!(test, blank, "nothing was missed yet");
            let trace = Trace {
                null_result: Some(NullResult {
                    class: "shop.Item".to_owned(),
                    method: "getCount".to_owned(),
                }),
                ..Trace::default()
            };
            factory.questions.learn(&test, &trace, factory.cluster);
            for _ in 0..20 {
                beans::supply(factory, &mut test);
            }
            let set = test.statements.iter().filter_map(|it| match &it.kind {
                StatementKind::Call {
                    callable,
                    arguments,
                    ..
                } if factory.cluster.callable(*callable).name == "setCount" => {
                    Some(test.statement(arguments[0]).kind.clone())
                }
                _ => None,
            });
            let set: Vec<StatementKind> = set.collect();
            assert!(matches!(&*set, [StatementKind::Literal(_)]), "{test:?}");
            assert!(test.is_well_formed(factory.cluster));
        });
    }
}
