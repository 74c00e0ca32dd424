//! Test programs by calls that read like the test: takes a cluster, gives a test case, its execution and the written
//! test.

use std::{collections::BTreeSet, sync::Arc};

use goalline_junit::{
    ConditionRole, ConditionText, DocumentedEnd, GoalText, MutantRun, Promises, Refusal,
    ReturnedConstant, StubbedCall, Style, TestDraft, VariedRun, WrittenTest, write_test,
};
use goalline_testcase::{
    Answer, Callable, CallableId, CallableKind, DoubleStyle, Execution, JavaString, JavaType,
    Literal, Observation, Observed, ObservedPart, Outcome, StackFrame, Statement, StatementKind,
    TestCase, TestCluster, Thrown, Trace, Var,
};

use crate::descriptions::parse_type;

/// A test program in the making.
pub struct Program<'a> {
    pub cluster: &'a mut TestCluster,
    pub test: TestCase,
    pub stable: Vec<Observation>,
    pub before: Vec<Observation>,
    /// What was seen with one mutant switched on; none where the test ended otherwise.
    pub mutants: Vec<Option<Vec<Observation>>>,
    /// Inputs with another value of which the same was seen.
    pub of_no_matter: Vec<Var>,
    /// Those of the mutants that change the condition of a branch that the test was made for, by number.
    pub of_goal: BTreeSet<usize>,
    pub goals: Vec<GoalText>,
    pub conditions: Vec<ConditionText>,
    pub style: Style,
    pub taken: BTreeSet<String>,
    /// Answers that Mockito said were not asked for.
    pub idle: Vec<StubbedCall>,
    pub deciding: Vec<StubbedCall>,
    /// The factory whose result the act returned.
    pub answered: Option<&'static str>,
    /// The constant that the act returned by its name.
    pub constant: Option<ReturnedConstant>,
    outcome: Outcome,
    implicit: bool,
}

/// Every `throw` of a class of the shop stands on a line below 100; `load` documents what it throws.
struct ShopPromises;

impl Promises for ShopPromises {
    fn is_own_throw(&self, class: &str, line: u32, _: &str) -> bool {
        class.starts_with("shop.") && line < 100
    }

    fn is_documented(&self, callable: &Callable, _: &str) -> bool {
        callable.name == "load"
    }

    fn may_refuse(&self, callable: &Callable) -> bool {
        callable.name != "clear"
    }

    fn may_give_null(&self, callable: &Callable) -> bool {
        callable.name != "appendNote"
    }

    fn condition_of(&self, callable: &Callable, end: DocumentedEnd<'_>) -> Option<String> {
        let said = match (&*callable.name, end) {
            ("isEmpty", DocumentedEnd::Returned("true")) => "the cart has no items",
            ("isValidHost", DocumentedEnd::Returned("true")) => "the host's name is valid",
            ("lookUp", DocumentedEnd::Returned("null")) => "no such item is there",
            ("exchange", DocumentedEnd::Thrown(_)) => "the multiplier is negative",
            _ => return None,
        };
        Some(said.to_owned())
    }

    fn result_of(&self, callable: &Callable) -> Option<String> {
        match &*callable.name {
            "total" => Some("sum of prices".to_owned()),
            "getMaxIdle" => Some("current setting of max idle".to_owned()),
            "quoted" => Some("title in quotes".to_owned()),
            _ => None,
        }
    }

    fn gives_constant(&self, callable: &Callable) -> bool {
        callable.name == "getFormat"
    }

    fn gives_always_the_same(&self, callable: &Callable) -> bool {
        callable.name == "process"
    }

    fn is_constant(&self, _: &str, method: &str) -> bool {
        method == "getKind"
    }

    fn is_fixed(&self, _: &str, method: &str) -> bool {
        method == "getMaker"
    }

    fn speaks_of(&self, sign: char) -> bool {
        sign != '!'
    }
}

impl<'a> Program<'a> {
    pub fn new(cluster: &'a mut TestCluster) -> Self {
        Self {
            cluster,
            test: TestCase::default(),
            stable: Vec::new(),
            before: Vec::new(),
            mutants: Vec::new(),
            of_no_matter: Vec::new(),
            of_goal: BTreeSet::new(),
            goals: Vec::new(),
            conditions: Vec::new(),
            style: Style::default(),
            taken: BTreeSet::new(),
            idle: Vec::new(),
            deciding: Vec::new(),
            answered: None,
            constant: None,
            outcome: Outcome::Passed,
            implicit: false,
        }
    }

    fn push(&mut self, ty: JavaType, kind: StatementKind) -> Var {
        let ty = self.cluster.intern(ty);
        self.test.statements.push(Statement { ty, kind });
        Var((self.test.statements.len() - 1) as u16)
    }

    pub fn literal(&mut self, ty: &str, literal: Literal) -> Var {
        self.push(parse_type(ty), StatementKind::Literal(literal))
    }

    pub fn int(&mut self, value: i32) -> Var {
        self.literal("int", Literal::Int(value))
    }

    pub fn text(&mut self, value: &str) -> Var {
        self.literal("java.lang.String", Literal::Text(JavaString::from(value)))
    }

    pub fn null(&mut self, ty: &str) -> Var {
        self.push(parse_type(ty), StatementKind::Null)
    }

    /// Gives a variable another declared type.
    pub fn retyped(&mut self, var: Var, ty: &str) -> Var {
        let ty = self.cluster.intern(parse_type(ty));
        self.test.statements[usize::from(var.0)].ty = ty;
        var
    }

    pub fn array(&mut self, ty: &str, elements: &[Var]) -> Var {
        self.push(
            parse_type(ty),
            StatementKind::Array {
                elements: elements.into(),
            },
        )
    }

    pub fn test_double(&mut self, ty: &str, answers: &[(&str, &str, Var)]) -> Var {
        let answers = answers
            .iter()
            .map(|(method, descriptor, value)| Answer {
                method: Arc::from(*method),
                descriptor: Arc::from(*descriptor),
                value: *value,
                throws: false,
            })
            .collect();
        self.push(
            parse_type(ty),
            StatementKind::test_double(DoubleStyle::Written, answers),
        )
    }

    /// A mock with these answers.
    pub fn mock(&mut self, ty: &str, answers: &[(&str, &str, Var)]) -> Var {
        let mock = self.test_double(ty, answers);
        let kind = &mut self.test.statements[usize::from(mock.0)].kind;
        if let StatementKind::TestDouble { style, .. } = kind {
            *style = DoubleStyle::Mock;
        }
        mock
    }

    /// The last answer of the mock is thrown.
    pub fn throwing(&mut self, mock: Var) -> Var {
        let kind = &mut self.test.statements[usize::from(mock.0)].kind;
        if let StatementKind::TestDouble { answers, .. } = kind {
            let last = answers.last_mut();
            last.expect("there is an answer").throws = true;
        }
        mock
    }

    /// The method of a mock was called so often, each time with these arguments.
    pub fn called(
        &mut self,
        mock: Var,
        method: &str,
        descriptor: &str,
        calls: &[&[Observed]],
    ) -> &mut Self {
        self.stable.push(Observation {
            var: mock,
            subject: ObservedPart::Interaction {
                method: method.to_owned(),
                descriptor: descriptor.to_owned(),
            },
            observed: Observed::Calls {
                count: calls.len() as u32,
                arguments: calls.iter().map(|one| one.to_vec()).collect(),
            },
        });
        self
    }

    /// Sets a field of an object as a container would.
    pub fn inject(&mut self, object: Var, field: &str, value: Var) {
        let ty = self.test.statements[usize::from(object.0)].ty;
        let found = self.cluster.injected(ty).to_vec();
        let callable = found
            .into_iter()
            .find(|id| self.cluster.callable(*id).name == field)
            .unwrap_or_else(|| panic!("no injected field {field}"));
        let ty = self.cluster.callable(callable).returns;
        let kind = StatementKind::Call {
            callable,
            receiver: Some(object),
            arguments: [value].as_slice().into(),
        };
        self.test.statements.push(Statement { ty, kind });
    }

    /// Fills a static field as a container would.
    pub fn hold(&mut self, field: &str, value: Var) {
        let found = self.cluster.holders().to_vec();
        let callable = found
            .into_iter()
            .find(|id| self.cluster.callable(*id).name == field)
            .unwrap_or_else(|| panic!("no static field {field}"));
        let ty = self.cluster.callable(callable).returns;
        let kind = StatementKind::Call {
            callable,
            receiver: None,
            arguments: [value].as_slice().into(),
        };
        self.test.statements.push(Statement { ty, kind });
    }

    /// With another mutant the test saw other calls of this method of a mock; none: no call.
    pub fn mutant_calls(
        &mut self,
        mock: Var,
        method: &str,
        descriptor: &str,
        calls: &[&[Observed]],
    ) -> &mut Self {
        let before = self.stable.clone();
        let is_it = |one: &Observation| {
            one.var == mock
                && matches!(&one.subject, ObservedPart::Interaction { method: name, .. } if name == method)
        };
        self.stable.retain(|one| !is_it(one));
        if !calls.is_empty() {
            self.called(mock, method, descriptor, calls);
        }
        let seen = std::mem::replace(&mut self.stable, before);
        self.mutants.push(Some(seen));
        self
    }

    /// A constructor (`shop.Cart`), a static member (`shop.Cart.of`) with its arguments.
    pub fn make(&mut self, callable: &str, arguments: &[Var]) -> Var {
        self.call(None, callable, arguments)
    }

    /// A method of a variable (`shop.Cart.add`) with its arguments.
    pub fn on(&mut self, receiver: Var, callable: &str, arguments: &[Var]) -> Var {
        self.call(Some(receiver), callable, arguments)
    }

    fn call(&mut self, receiver: Option<Var>, callable: &str, arguments: &[Var]) -> Var {
        let types: Vec<JavaType> = arguments
            .iter()
            .map(|var| {
                self.cluster
                    .ty(self.test.statements[usize::from(var.0)].ty)
                    .clone()
            })
            .collect();
        let id = self.find(callable, receiver.is_some(), &types);
        let ty = self.cluster.callable(id).returns;
        let kind = StatementKind::Call {
            callable: id,
            receiver,
            arguments: arguments.into(),
        };
        self.test.statements.push(Statement { ty, kind });
        Var((self.test.statements.len() - 1) as u16)
    }

    /// The callable that takes these types; asks the cluster for more of them until it is there.
    fn find(&mut self, name: &str, has_receiver: bool, arguments: &[JavaType]) -> CallableId {
        for ty in 0..self.cluster.types_len() {
            let ty = goalline_testcase::TypeId(ty as u32);
            self.cluster.generators(ty);
            self.cluster.uses(ty);
        }
        let exact = |exact: bool| {
            (0..self.cluster.callables().len())
                .map(|at| CallableId(at as u32))
                .find(|id| {
                    let one = self.cluster.callable(*id);
                    let is_named = match one.kind {
                        CallableKind::Constructor => one.owner == name,
                        _ => format!("{}.{}", one.owner, one.name) == name,
                    };
                    let fits = one.parameters.len() == arguments.len()
                        && (!exact
                            || one.parameters.iter().zip(arguments).all(
                                |(parameter, argument)| self.cluster.ty(*parameter) == argument,
                            ));
                    is_named && fits && one.receiver.is_some() == has_receiver
                })
        };
        exact(true)
            .or_else(|| exact(false))
            .unwrap_or_else(|| panic!("no callable {name}"))
    }

    /// What a statement returned.
    pub fn saw(&mut self, var: Var, observed: Observed) -> &mut Self {
        self.stable.push(Observation {
            var,
            subject: ObservedPart::Value,
            observed,
        });
        self
    }

    /// What an inspector gave.
    pub fn inspected(
        &mut self,
        var: Var,
        method: &str,
        returns: &str,
        observed: Observed,
    ) -> &mut Self {
        let subject = ObservedPart::Inspector {
            method: method.to_owned(),
            descriptor: format!("(){returns}"),
        };
        self.stable.push(Observation {
            var,
            subject,
            observed,
        });
        self
    }

    /// What an inspector gave before the act and after it.
    pub fn kept(&mut self, var: Var, method: &str, returns: &str, observed: Observed) -> &mut Self {
        self.inspected(var, method, returns, observed);
        self.before.extend(self.stable.last().cloned());
        self
    }

    /// What an inspector gave before the act.
    pub fn had(&mut self, var: Var, method: &str, observed: Observed) -> &mut Self {
        self.before.push(Observation {
            var,
            subject: ObservedPart::Inspector {
                method: method.to_owned(),
                descriptor: "()".to_owned(),
            },
            observed,
        });
        self
    }

    /// All that was observed so far is what it was before the act; what is observed next is after it.
    pub fn then_act(&mut self) -> &mut Self {
        self.before = std::mem::take(&mut self.stable);
        self
    }

    /// With another mutant the same was seen but for this inspector.
    pub fn mutant_changes(&mut self, var: Var, method: &str, observed: &Observed) -> &mut Self {
        self.mutants.push(Some(self.stable.clone()));
        self.and_changes(var, method, observed)
    }

    /// The last mutant changes this inspector, too.
    pub fn and_changes(&mut self, var: Var, method: &str, observed: &Observed) -> &mut Self {
        let last = self.mutants.last_mut().and_then(Option::as_mut);
        let seen = last.expect("a mutant that ends as the program does");
        for one in seen.iter_mut().filter(|one| one.var == var) {
            let is_it = matches!(&one.subject, ObservedPart::Inspector { method: name, .. } if name == method);
            if is_it {
                one.observed = observed.clone();
            }
        }
        self
    }

    /// With another mutant the same was seen but for this variable.
    pub fn mutant_changes_value(&mut self, var: Var, observed: &Observed) -> &mut Self {
        self.mutants.push(Some(self.stable.clone()));
        self.and_changes_value(var, observed)
    }

    /// The last mutant changes this variable, too.
    pub fn and_changes_value(&mut self, var: Var, observed: &Observed) -> &mut Self {
        let last = self.mutants.last_mut().and_then(Option::as_mut);
        let seen = last.expect("a mutant that ends as the program does");
        let values = seen.iter_mut().filter(|one| one.var == var);
        for one in values.filter(|one| one.subject == ObservedPart::Value) {
            one.observed = observed.clone();
        }
        self
    }

    /// With another mutant the test ended otherwise.
    pub fn mutant_ends_otherwise(&mut self) -> &mut Self {
        self.mutants.push(None);
        self
    }

    /// The last mutant is of a condition that the test was made for.
    pub fn of_goal(&mut self) -> &mut Self {
        self.of_goal.insert(self.mutants.len() - 1);
        self
    }

    fn mutant_runs<'m>(
        mutants: &'m [Option<Vec<Observation>>],
        of_goal: &BTreeSet<usize>,
    ) -> Vec<MutantRun<'m>> {
        let numbered = mutants.iter().enumerate();
        numbered
            .map(|(mutant, seen)| MutantRun {
                mutant: mutant as u32,
                ends_otherwise: seen.is_none(),
                is_of_setup: false,
                is_of_goal: of_goal.contains(&mutant),
                observations: seen.as_deref().unwrap_or_default(),
            })
            .collect()
    }

    pub fn goal(&mut self, text: &str, outcome: bool) -> &mut Self {
        self.goals.push(GoalText {
            text: text.to_owned(),
            outcome: Some(outcome),
            called: None,
        });
        self
    }

    /// A condition of the method under test came out so.
    pub fn held(&mut self, text: &str, outcome: bool) -> &mut Self {
        self.conditions.push(ConditionText {
            text: text.to_owned(),
            outcome,
            is_sure: true,
            role: ConditionRole::Decided,
        });
        self
    }

    /// A condition came out so on the way.
    pub fn passed(&mut self, text: &str, outcome: bool) -> &mut Self {
        self.conditions.push(ConditionText {
            text: text.to_owned(),
            outcome,
            is_sure: true,
            role: ConditionRole::Passed,
        });
        self
    }

    /// A condition of another method came out so.
    pub fn held_elsewhere(&mut self, text: &str, outcome: bool) -> &mut Self {
        self.conditions.push(ConditionText {
            text: text.to_owned(),
            outcome,
            is_sure: false,
            role: ConditionRole::Sought,
        });
        self
    }

    /// The last statement threw; `frames` are `class:line`, the throwing one first.
    pub fn threw(&mut self, class: &str, message: Option<&str>, frames: &[&str]) -> &mut Self {
        let statement = Var((self.test.statements.len() - 1) as u16);
        let stack = frames
            .iter()
            .map(|frame| {
                let (class, line) = frame.split_once(':').expect("frames are class:line");
                let line = line.parse().expect("lines are numbers");
                StackFrame {
                    class: class.to_owned(),
                    method: "m".to_owned(),
                    line,
                }
            })
            .collect();
        let thrown = Thrown {
            class: class.to_owned(),
            nameable: class.to_owned(),
            message: message.map(JavaString::from),
            stack,
            ..Thrown::default()
        };
        self.outcome = Outcome::Threw { statement, thrown };
        self
    }

    /// What was thrown was made of an exception of this class, and this getter of it gave a number.
    pub fn carrying(&mut self, cause: &str, getter: &str, number: i32) -> &mut Self {
        let Outcome::Threw { statement, thrown } = &mut self.outcome else {
            panic!("nothing was thrown");
        };
        thrown.cause = Some(cause.to_owned());
        thrown.carried.push(Observation {
            var: *statement,
            subject: ObservedPart::Inspector {
                method: getter.to_owned(),
                descriptor: "()I".to_owned(),
            },
            observed: Observed::Literal(Literal::Int(number)),
        });
        self
    }

    pub fn with_implicit_exceptions(&mut self) -> &mut Self {
        self.implicit = true;
        self
    }

    /// With another value for this input the same was seen.
    pub fn is_of_no_matter(&mut self, input: Var) -> &mut Self {
        self.of_no_matter.push(input);
        self
    }

    fn varied_runs<'o>(inputs: &[Var], observations: &'o [Observation]) -> Vec<VariedRun<'o>> {
        let run = |input: &Var| VariedRun {
            input: *input,
            value: None,
            ends_alike: true,
            observations,
        };
        inputs.iter().map(run).collect()
    }

    /// Writes the test.
    pub fn write(&mut self) -> Result<WrittenTest, Refusal> {
        let execution = Execution {
            outcome: self.outcome.clone(),
            trace: Trace::default(),
            steps: 1,
            observations: self.stable.clone(),
            slow_at: None,
        };
        let draft = TestDraft {
            test: &self.test,
            execution: &execution,
            stable: &self.stable,
            before: &self.before,
            mutants: &Self::mutant_runs(&self.mutants, &self.of_goal),
            varied: &Self::varied_runs(&self.of_no_matter, &self.stable),
            is_for_branch: self.goals.iter().any(|goal| goal.outcome.is_some()),
            goals: &self.goals,
            conditions: &self.conditions,
            answered: self.answered,
            constant: self.constant.as_ref(),
            implicit_exceptions: self.implicit,
            idle: &self.idle,
            deciding: &self.deciding,
            promises: &ShopPromises,
        };
        write_test(self.cluster, &draft, &self.style, &mut self.taken)
    }

    /// The source of the written test.
    pub fn source(&mut self) -> String {
        self.write().expect("there is something to assert").source
    }
}

/// An object nobody can state.
pub fn object(class: &str) -> Observed {
    Observed::Object {
        class: class.to_owned(),
    }
}

/// An `int` that was seen.
pub fn seen(value: i32) -> Observed {
    Observed::Literal(Literal::Int(value))
}
