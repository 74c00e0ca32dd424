//! Test doubles in Java text: a lambda for a functional interface, else an anonymous class; the answers are those of
//! the statement.

use goalline_testcase::{Answer, ExecutableDescription, JavaType, Primitive, Var};

use crate::{
    printing::{
        double_forms::{DoubleForm, called_besides},
        printer::{ExpressionPlace, Printer},
    },
    types::{
        hierarchy::{Ancestor, abstract_methods, candidates, find_method, functional_method},
        signatures::MethodTypes,
        type_names::without_wildcards,
        variables::{is_identifier, says_something, type_word},
    },
};

/// A double of it orders by text: one answer for all would break its contract.
const ORDER: &str = "java.util.Comparator";

fn is_order(ty: &JavaType) -> bool {
    ty.class_name() == Some(ORDER)
}

/// A method of an anonymous class, resolved for its type.
struct DoubledMethod {
    name: String,
    descriptor: String,
    modifier: &'static str,
    returns: JavaType,
    parameters: Vec<JavaType>,
    parameter_names: Vec<String>,
}

impl Printer<'_> {
    /// The expression that creates a test double.
    pub(crate) fn test_double(&mut self, at: usize, answers: &[Answer], given: &[Var]) -> String {
        let concrete = without_wildcards(self.ty(self.statements[at].ty));
        match self.doubles.get(&at) {
            Some(DoubleForm::Lambda) if answers.is_empty() && is_order(&concrete) => {
                let name = self.names.class(ORDER);
                format!("{name}.comparing(Object::toString)")
            }
            Some(DoubleForm::Lambda) => match functional_method(self.cluster, &concrete) {
                Some((ancestor, method)) => {
                    self.lambda(&member(&ancestor, method), answers.first())
                }
                None => self.anonymous_class(at, &concrete, answers, given),
            },
            Some(form) if form.is_mock() => self.mock(at, "var"),
            _ => self.anonymous_class(at, &concrete, answers, given),
        }
    }

    fn lambda(&mut self, member: &DoubledMethod, answer: Option<&Answer>) -> String {
        let names = self.lambda_parameters(member);
        let head = match names.as_slice() {
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        };
        let body = if member.returns == JavaType::Primitive(Primitive::Void) {
            "{ }".to_owned()
        } else {
            self.answer(member, answer)
        };
        format!("{head} -> {body}")
    }

    fn lambda_parameters(&mut self, member: &DoubledMethod) -> Vec<String> {
        let mut names = Vec::new();
        for (position, ty) in member.parameters.iter().enumerate() {
            let known = member
                .parameter_names
                .get(position)
                .filter(|name| says_something(name) && is_identifier(name));
            let wanted: Vec<String> = known
                .cloned()
                .into_iter()
                .chain([type_word(ty), "value".to_owned()])
                .collect();
            let types = &self.names;
            names.push(self.locals.claim(&wanted, |name| types.is_used(name)));
        }
        names
    }

    fn answer(&mut self, member: &DoubledMethod, answer: Option<&Answer>) -> String {
        match answer {
            Some(answer) => self.expression(answer.value, ExpressionPlace::Argument),
            None => Self::default_value(&member.returns).to_owned(),
        }
    }

    fn anonymous_class(
        &mut self,
        at: usize,
        ty: &JavaType,
        answers: &[Answer],
        given: &[Var],
    ) -> String {
        let mut members: Vec<DoubledMethod> = abstract_methods(self.cluster, ty)
            .iter()
            .map(|(ancestor, method)| member(ancestor, method))
            .collect();
        for answer in answers {
            let is_listed = members
                .iter()
                .any(|one| *one.name == *answer.method && *one.descriptor == *answer.descriptor);
            if !is_listed
                && let Some((ancestor, method)) =
                    find_method(self.cluster, ty, &answer.method, &answer.descriptor)
            {
                members.push(member(&ancestor, method));
            }
        }
        let called = called_besides(self.cluster, self.seen, Var(at as u16), ty, answers);
        members.extend(called.iter().map(|(ancestor, it)| member(ancestor, it)));
        let name = self.names.java_type(ty);
        let indent = self.style.indent.clone();
        let constructor = self.cluster.double_constructor(self.statements[at].ty);
        let arguments = match constructor.filter(|_| !given.is_empty()) {
            Some(constructor) => self.arguments(self.cluster.callable(constructor), given),
            None => self.constructor_arguments(ty),
        };
        let mut text = format!("new {name}({arguments}) {{\n");
        for (position, one) in members.iter().enumerate() {
            if position > 0 {
                text.push('\n');
            }
            let answer = answers.iter().find(|answer| {
                *answer.method == *one.name && *answer.descriptor == *one.descriptor
            });
            for line in self.member_lines(one, answer) {
                text.push_str(&indent);
                text.push_str(&line);
                text.push('\n');
            }
        }
        text.push('}');
        text
    }

    /// `null`, zero or `false` for each parameter of the simplest constructor of an abstract class.
    fn constructor_arguments(&mut self, ty: &JavaType) -> String {
        let candidates = candidates(self.cluster, ty.class_name().unwrap_or_default(), "<init>");
        let Some(simplest) = candidates.iter().min_by_key(|one| one.parameters.len()) else {
            return String::new();
        };
        let count = simplest.parameters.len();
        let is_alone = candidates
            .iter()
            .filter(|one| one.parameters.len() == count)
            .count()
            == 1;
        let mut texts = Vec::new();
        for parameter in &simplest.parameters {
            let value = Self::default_value(parameter);
            texts.push(match parameter {
                JavaType::Primitive(Primitive::Byte | Primitive::Short) => {
                    format!("({}) {value}", self.names.java_type(parameter))
                }
                JavaType::Primitive(_) => value.to_owned(),
                _ if is_alone => value.to_owned(),
                _ => format!("({}) {value}", self.names.java_type(parameter)),
            });
        }
        texts.join(", ")
    }

    fn member_lines(&mut self, member: &DoubledMethod, answer: Option<&Answer>) -> Vec<String> {
        let mut parameters: Vec<String> = Vec::new();
        for (position, ty) in member.parameters.iter().enumerate() {
            let ty = self.names.java_type(ty);
            let name = member
                .parameter_names
                .get(position)
                .filter(|name| is_identifier(name))
                .cloned()
                .unwrap_or_else(|| format!("argument{}", position + 1));
            parameters.push(format!("{ty} {name}"));
        }
        let returns = self.names.java_type(&member.returns);
        let head = format!(
            "{}{returns} {}({}) {{",
            member.modifier,
            member.name,
            parameters.join(", ")
        );
        let indent = self.style.indent.clone();
        let mut lines = vec!["@Override".to_owned(), head];
        let throws = answer.is_some_and(|answer| answer.throws);
        if throws || member.returns != JavaType::Primitive(Primitive::Void) {
            let value = self.answer(member, answer);
            let verb = if throws { "throw" } else { "return" };
            lines.push(format!("{indent}{verb} {value};"));
        }
        lines.push("}".to_owned());
        lines
    }
}

/// The method with its types as the implementing class must write them.
fn member(ancestor: &Ancestor<'_>, method: &ExecutableDescription) -> DoubledMethod {
    let MethodTypes {
        parameters,
        returns,
    } = MethodTypes::of(ancestor, method);
    let modifier = if method.modifiers.is_public() {
        "public "
    } else if method.modifiers.is_protected() {
        "protected "
    } else {
        ""
    };
    DoubledMethod {
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
        modifier,
        returns,
        parameters,
        parameter_names: method.parameter_names.clone(),
    }
}
