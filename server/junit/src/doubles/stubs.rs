//! What mocks answer, as Java text: takes a double's answers with what was seen of the calls, gives one line for each
//! answer that is another one than a mock gives by itself.

use goalline_testcase::{
    Answer, DoubleStyle, ExecutableDescription, JavaType, Literal, Observed, ObservedPart,
    Primitive, StatementKind, Var,
};

use crate::{
    doubles::{
        asked_class::{AskedDouble, class_in},
        mock_calls::{MatcherUse, MockedMethod},
    },
    printing::{
        double_forms::is_of_same,
        printer::{ExpressionPlace, Printer},
    },
    style::StubbingWords,
    types::{
        hierarchy::abstract_methods,
        type_names::{primitive_name, unboxed},
    },
    written::StubbedCall,
};

/// Types for which a mock answers with an empty value where nothing was said, and a class by hand with `null`.
const EMPTY_ANSWERS: &[&str] = &[
    "java.lang.Iterable",
    "java.time.Duration",
    "java.time.Period",
];

/// One line that says what a mock answers.
pub(crate) struct Stub {
    pub(crate) text: String,
    pub(crate) call: StubbedCall,
}

/// What a call is answered with.
struct Given {
    value: String,
    throws: bool,
}

impl Given {
    /// The end of Mockito's words for it.
    fn word(&self) -> &'static str {
        if self.throws { "Throw" } else { "Return" }
    }
}

/// `thenReturn(owner).thenReturn(null)`
fn in_a_row(row: &[Given], verb: &str) -> String {
    let all = row
        .iter()
        .map(|it| format!("{verb}{}({})", it.word(), it.value));
    all.collect::<Vec<_>>().join(".")
}

/// Whether javac takes what the method returns for something of another type than it is told: of
/// `<T> List<T> all(Class<T> type)` the list for one of objects, of `<T> Future<T> submit(Runnable task, T result)` the
/// future for one of what is given for `result`, of `<K, V> HashOperations<K, V> opsForHash()` what is asked for as one
/// of objects.
fn is_inferred(method: &ExecutableDescription) -> bool {
    let is_own = |it: &JavaType| {
        let mut own = method.type_parameters.iter();
        own.any(|one| *it == JavaType::Variable(one.name.clone()))
    };
    let of_class =
        !method.type_parameters.is_empty() && method.descriptor.contains("Ljava/lang/Class;");
    let JavaType::Class { arguments, .. } = &method.returns else {
        return false;
    };
    let mentions = |it: &JavaType| {
        it.mentions(&mut |name| method.type_parameters.iter().any(|own| own.name == name))
    };
    let is_of_own = arguments.iter().any(mentions) || method.parameters.iter().any(is_own);
    !arguments.is_empty() && (of_class || is_of_own)
}

impl<'a> Printer<'a> {
    /// What the double was asked for by class.
    fn asked(&self, double: Var) -> AskedDouble<'a> {
        AskedDouble {
            cluster: self.cluster,
            statements: self.statements,
            seen: self.seen,
            double,
        }
    }

    /// The lines after the declaration of a mock; none for other statements.
    pub(crate) fn stubs(&mut self, at: usize) -> Vec<Stub> {
        let double = Var(at as u16);
        if self.name_of(double).is_none() || !self.is_mocked(at) {
            return Vec::new();
        }
        let statement = &self.statements[at];
        let StatementKind::TestDouble { answers, style, .. } = &statement.kind else {
            return Vec::new();
        };
        let ty = self.ty(statement.ty);
        let mut stubs = Vec::new();
        for (first, answer) in answers.iter().enumerate() {
            let Some(method) = self.mocked_method(ty, &answer.method, &answer.descriptor) else {
                continue;
            };
            let asked = self.asked(double);
            if let Some(mut calls) = asked.calls_answered_by(answers, first) {
                // What is of a class is of those above it, too: one line for each that is asked for.
                while let Some(class) = calls.first().map(|one| class_in(one)) {
                    let is_same = |call: &&[Observed]| class_in(call) == class;
                    let (same, rest): (Vec<_>, Vec<_>) = calls.into_iter().partition(is_same);
                    calls = rest;
                    let given = self.given(&method, answer);
                    stubs.extend(self.asked_stub(double, &method, given, &same));
                }
                continue;
            }
            if answers[..first].iter().any(|it| is_of_same(it, answer)) {
                continue;
            }
            let row = answers[first..].iter().filter(|it| is_of_same(it, answer));
            let row: Vec<Given> = row.map(|it| self.given(&method, it)).collect();
            if let Some(asked) = self.asked_in_turn(double, &method, &answers[first], row.len()) {
                let each = asked.iter().zip(row);
                stubs.extend(each.map(|(asked, given)| {
                    self.stub_of(double, &method, asked, std::slice::from_ref(&given))
                }));
            } else {
                stubs.push(self.stub(double, &method, &row));
            }
        }
        if *style == DoubleStyle::Written {
            stubs.extend(self.nulls(double, answers));
        }
        stubs
    }

    /// The arguments of each call of a row of so many answers, where all can be named and no two are alike: each answer
    /// is told what it is for.
    fn asked_in_turn(
        &mut self,
        double: Var,
        method: &MockedMethod<'_>,
        answer: &Answer,
        count: usize,
    ) -> Option<Vec<String>> {
        let calls = self.asked(double).calls(answer)?;
        if count < 2 || calls.len() != count {
            return None;
        }
        let calls: Vec<Vec<Observed>> = calls.into_iter().map(<[Observed]>::to_vec).collect();
        let mut different: Vec<String> = Vec::new();
        for call in &calls {
            let asked = self.exact_arguments(method, call)?;
            if different.contains(&asked) {
                return None;
            }
            different.push(asked);
        }
        Some(different)
    }

    /// A class by hand gives `null` where a mock gives an empty value.
    fn nulls(&mut self, double: Var, answers: &[Answer]) -> Vec<Stub> {
        let at = usize::from(double.0);
        let ty = self.ty(self.statements[at].ty);
        let mut stubs = Vec::new();
        for (_, one) in abstract_methods(self.cluster, ty) {
            let is_answered = answers
                .iter()
                .any(|answer| *answer.method == *one.name && *answer.descriptor == *one.descriptor);
            let Some(method) = self.mocked_method(ty, &one.name, &one.descriptor) else {
                continue;
            };
            let is_idle = self.idle.iter().any(|call| {
                usize::from(call.double.0) == at
                    && call.method == one.name
                    && call.descriptor == one.descriptor
            });
            if !is_answered && !is_idle && is_answered_with_something(&method.signature.returns) {
                let given = Given {
                    value: "null".to_owned(),
                    throws: false,
                };
                stubs.push(self.stub(double, &method, &[given]));
            }
        }
        stubs
    }

    fn stub(&mut self, double: Var, method: &MockedMethod<'_>, row: &[Given]) -> Stub {
        let seen = self.seen_arguments(&stubbed_call(double, method));
        let arguments = self.mocked_arguments(method, seen.as_deref(), MatcherUse::Stubbing);
        self.stub_of(double, method, &arguments, row)
    }

    /// `when(context.getBean(Clock.class)).thenReturn(clock);`, where these calls asked for what the answer is.
    fn asked_stub(
        &mut self,
        double: Var,
        method: &MockedMethod<'_>,
        given: Given,
        calls: &[&[Observed]],
    ) -> Option<Stub> {
        let mut seen = calls.first()?.to_vec();
        let mut takes_null = false;
        for (at, argument) in seen.iter_mut().enumerate() {
            if calls.iter().any(|one| one.get(at) != Some(argument)) {
                takes_null |= calls.iter().any(|one| one.get(at) == Some(&Observed::Null));
                // The class stays what it is; whatever else differs may be anything.
                *argument = Observed::Object {
                    class: "java.lang.Object".to_owned(),
                };
            }
        }
        // `any(String.class)` is no `null`.
        let seen = Some(&*seen).filter(|_| !takes_null);
        let arguments = self.mocked_arguments(method, seen, MatcherUse::Stubbing);
        Some(self.stub_of(double, method, &arguments, &[given]))
    }

    fn stub_of(
        &mut self,
        double: Var,
        method: &MockedMethod<'_>,
        arguments: &str,
        row: &[Given],
    ) -> Stub {
        let name = self.name_of(double).unwrap_or_default().to_owned();
        let called = format!("{}({arguments})", method.method.name);
        let is_void = method.signature.returns == JavaType::Primitive(Primitive::Void);
        let is_inferred = is_inferred(method.method);
        let is_backwards = is_void || is_inferred || has_wildcard(&method.signature.returns);
        let call = stubbed_call(double, method);
        let text = if self.is_called_otherwise(&call) {
            self.stubbed_leniently(&name, &called, row, is_backwards)
        } else if is_backwards {
            self.stubbed_backwards(&name, &called, row)
        } else {
            self.stubbed(&name, &called, row)
        };
        Stub { text, call }
    }

    /// Whether the double is asked by this name for something that it has no answer for: strict stubs take that for a
    /// mistake.
    fn is_called_otherwise(&self, call: &StubbedCall) -> bool {
        let mockito = self.style.mocks.unwrap_or_default();
        let knows_lenient = (mockito.major, mockito.minor) >= (2, 20);
        let statement = &self.statements[usize::from(call.double.0)];
        let StatementKind::TestDouble { answers, .. } = &statement.kind else {
            return false;
        };
        let asked = self.asked(call.double);
        knows_lenient && asked.has_call_without_answer(answers, &call.method)
    }

    /// `lenient().when(context.getBean(Clock.class)).thenReturn(clock);`
    fn stubbed_leniently(
        &mut self,
        name: &str,
        called: &str,
        row: &[Given],
        is_backwards: bool,
    ) -> String {
        self.call_mockito("lenient");
        if is_backwards {
            return format!("lenient().{}.when({name}).{called};", in_a_row(row, "do"));
        }
        format!("lenient().when({name}.{called}).{};", in_a_row(row, "then"))
    }

    /// `when(owners.findById(7)).thenReturn(owner);`
    fn stubbed(&mut self, name: &str, called: &str, row: &[Given]) -> String {
        if self.words() == StubbingWords::Given {
            self.members
                .insert("org.mockito.BDDMockito.given".to_owned());
            let given = in_a_row(row, "will");
            return format!("given({name}.{called}).{given};");
        }
        self.call_mockito("when");
        format!("when({name}.{called}).{};", in_a_row(row, "then"))
    }

    /// `doThrow(new IOException()).when(file).close();`
    fn stubbed_backwards(&mut self, name: &str, called: &str, row: &[Given]) -> String {
        let first = row.first().map(Given::word).unwrap_or_default();
        if self.words() == StubbingWords::Given {
            self.members
                .insert(format!("org.mockito.BDDMockito.will{first}"));
            return format!("{}.given({name}).{called};", in_a_row(row, "will"));
        }
        self.call_mockito(&format!("do{first}"));
        format!("{}.when({name}).{called};", in_a_row(row, "do"))
    }

    fn words(&self) -> StubbingWords {
        self.style.mocks.unwrap_or_default().words
    }

    /// The answer as an argument of the very type that the method returns.
    fn given(&mut self, method: &MockedMethod<'_>, answer: &Answer) -> Given {
        let value = self.expression(answer.value, ExpressionPlace::Argument);
        let statement = &self.statements[usize::from(answer.value.0)];
        let given = self.ty(statement.ty);
        let returns = &method.signature.returns;
        let value = match (returns, &statement.kind) {
            _ if answer.throws || given == returns => value,
            (JavaType::Primitive(wanted), StatementKind::Literal(literal))
                if literal.primitive() == Some(*wanted) =>
            {
                value
            }
            (JavaType::Primitive(wanted), StatementKind::Literal(literal)) => {
                widened(*wanted, literal).unwrap_or_else(|| cast(*wanted, &value))
            }
            (JavaType::Primitive(wanted), _) => cast(*wanted, &value),
            _ => value,
        };
        Given {
            value,
            throws: answer.throws,
        }
    }

    /// The arguments that all calls of the method had, as far as they were seen.
    fn seen_arguments(&self, call: &StubbedCall) -> Option<Vec<Observed>> {
        let is_it = |subject: &ObservedPart| {
            matches!(subject, ObservedPart::Interaction { method, descriptor }
                if *method == call.method && *descriptor == call.descriptor)
        };
        let found = self
            .seen
            .iter()
            .find(|one| one.var == call.double && is_it(&one.subject))?;
        let Observed::Calls { count, arguments } = &found.observed else {
            return None;
        };
        let first = arguments.first()?;
        let is_all = *count as usize == arguments.len();
        (is_all && arguments.iter().all(|one| one == first)).then(|| first.clone())
    }
}

fn stubbed_call(double: Var, method: &MockedMethod<'_>) -> StubbedCall {
    StubbedCall {
        double,
        method: method.method.name.clone(),
        descriptor: method.method.descriptor.clone(),
    }
}

fn cast(wanted: Primitive, value: &str) -> String {
    format!("({}) {value}", primitive_name(wanted))
}

/// The whole number as a literal of a wider type.
fn widened(wanted: Primitive, literal: &Literal) -> Option<String> {
    let whole = match literal {
        Literal::Byte(value) => i64::from(*value),
        Literal::Short(value) => i64::from(*value),
        Literal::Int(value) => i64::from(*value),
        _ => return None,
    };
    match wanted {
        Primitive::Int => Some(whole.to_string()),
        Primitive::Long => Some(format!("{whole}L")),
        _ => None,
    }
}

/// Whether a mock gives something else than zero, `false` or `null` where nothing was said.
pub(crate) fn is_answered_with_something(ty: &JavaType) -> bool {
    let JavaType::Class { name, .. } = ty else {
        return false;
    };
    EMPTY_ANSWERS.contains(&name.as_str())
        || name.starts_with("java.util.")
        || name.starts_with("java.lang.") && unboxed(name).is_some()
}

/// `thenReturn` takes no value of a type that is not known exactly.
fn has_wildcard(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Class { arguments, .. }
        if arguments.iter().any(|one| matches!(one, JavaType::Wildcard { .. })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrower_number_is_answered_as_one_of_the_type_that_is_given() {
        let of = |wanted, literal| widened(wanted, &literal);
        assert_eq!(of(Primitive::Int, Literal::Byte(-2)).as_deref(), Some("-2"));
        assert_eq!(of(Primitive::Long, Literal::Int(7)).as_deref(), Some("7L"));
        assert_eq!(of(Primitive::Double, Literal::Int(7)), None, "it is cast");
        assert_eq!(of(Primitive::Int, Literal::Char(65)), None, "it is cast");
    }
}
