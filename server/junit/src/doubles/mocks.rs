//! Stand-ins as Mockito's mocks: takes an interface that nobody implements with its answers, gives the statements
//! that set one up.

use goalline_testcase::{
    Answer, ClassKind, ExecutableDescription, JavaType, Primitive, StatementKind,
};

use crate::{
    printing::printer::{ExpressionPlace, Printer},
    types::{
        hierarchy::{abstract_methods, ancestors, functional_method},
        type_names::primitive_name,
    },
};

/// Types for which a mock answers with an empty value where nothing was said, and an anonymous class with `null`.
const EMPTY_ANSWERS: &[&str] = &[
    "java.lang.Iterable",
    "java.time.Duration",
    "java.time.Period",
];

impl Printer<'_> {
    /// Whether the statement is written as a mock: a test double that a mock behaves like.
    pub(crate) fn is_mocked(&self, at: usize) -> bool {
        let statement = &self.statements[at];
        match &statement.kind {
            StatementKind::TestDouble { answers, .. } => {
                self.style.mocks && self.is_mockable(self.ty(statement.ty), answers)
            }
            _ => false,
        }
    }

    /// The value and the further lines that make the test double of a statement a mock of this name.
    pub(crate) fn mock(&mut self, at: usize, name: &str) -> Vec<String> {
        let statement = &self.statements[at];
        let StatementKind::TestDouble { answers, .. } = &statement.kind else {
            return Vec::new();
        };
        let ty = self.ty(statement.ty);
        self.members.insert("org.mockito.Mockito.mock".to_owned());
        let erased = self.names.erased(ty);
        let mut lines = vec![format!("mock({erased}.class);")];
        for (_, method) in abstract_methods(self.cluster, ty) {
            let answer = answers.iter().find(|one| is_answer(method, one));
            let value = match answer {
                Some(answer) if self.says_something(method, answer) => {
                    self.mocked_answer(method, answer)
                }
                None if is_answered_with_something(&method.returns) => "null".to_owned(),
                _ => continue,
            };
            let matchers: Vec<&str> = method.parameters.iter().map(matcher).collect();
            for member in &matchers {
                let member = member.trim_end_matches("()");
                let path = format!("org.mockito.ArgumentMatchers.{member}");
                self.members.insert(path);
            }
            self.members.insert("org.mockito.Mockito.when".to_owned());
            let (method, matchers) = (&method.name, matchers.join(", "));
            lines.push(format!(
                "when({name}.{method}({matchers})).thenReturn({value});"
            ));
        }
        lines
    }

    /// The answer as an argument of the very type that the method returns.
    fn mocked_answer(&mut self, method: &ExecutableDescription, answer: &Answer) -> String {
        let value = self.expression(answer.value, ExpressionPlace::Argument);
        let given = self.ty(self.statements[usize::from(answer.value.0)].ty);
        match &method.returns {
            JavaType::Primitive(wanted) if *given != method.returns => {
                format!("({}) {value}", primitive_name(*wanted))
            }
            _ => value,
        }
    }

    /// Whether the answer is another one than a mock gives by itself.
    fn says_something(&mut self, method: &ExecutableDescription, answer: &Answer) -> bool {
        let value = self.expression(answer.value, ExpressionPlace::Argument);
        let is_default = value == Self::default_value(&method.returns);
        !is_default || is_answered_with_something(&method.returns)
    }

    /// Whether a mock of the type does what an anonymous class would: plain abstract methods and nothing else.
    fn is_mockable(&self, ty: &JavaType, answers: &[Answer]) -> bool {
        let JavaType::Class { name, arguments } = ty else {
            return false;
        };
        let methods = abstract_methods(self.cluster, ty);
        let is_interface = |name: &str| {
            let class = self.cluster.class(name);
            class.is_some_and(|class| {
                class.kind == ClassKind::Interface && class.type_parameters.is_empty()
            })
        };
        let has_behaviour = ancestors(self.cluster, ty).iter().any(|one| {
            one.class.kind == ClassKind::Interface
                && one.class.methods.iter().any(|method| method.is_default)
        });
        arguments.is_empty()
            && is_interface(name)
            && !has_behaviour
            && functional_method(self.cluster, ty).is_none()
            && answers
                .iter()
                .all(|answer| methods.iter().any(|(_, method)| is_answer(method, answer)))
            && methods.iter().all(|(ancestor, method)| {
                method.type_parameters.is_empty()
                    && method.throws.is_empty()
                    && !method.is_varargs
                    && !ancestor.is_raw()
                    && ancestor.class.type_parameters.is_empty()
                    && ancestor.class.name != "java.lang.Comparable"
            })
    }
}

fn is_answer(method: &ExecutableDescription, answer: &Answer) -> bool {
    *answer.method == *method.name && *answer.descriptor == *method.descriptor
}

/// Whether a mock gives something else than zero, `false` or `null` where nothing was said.
fn is_answered_with_something(ty: &JavaType) -> bool {
    let JavaType::Class { name, .. } = ty else {
        return false;
    };
    EMPTY_ANSWERS.contains(&name.as_str())
        || name.starts_with("java.util.")
        || name.starts_with("java.lang.") && crate::types::type_names::unboxed(name).is_some()
}

/// What stands for any argument of the type, `null` included.
fn matcher(ty: &JavaType) -> &'static str {
    match ty {
        JavaType::Primitive(Primitive::Boolean) => "anyBoolean()",
        JavaType::Primitive(Primitive::Byte) => "anyByte()",
        JavaType::Primitive(Primitive::Char) => "anyChar()",
        JavaType::Primitive(Primitive::Short) => "anyShort()",
        JavaType::Primitive(Primitive::Int) => "anyInt()",
        JavaType::Primitive(Primitive::Long) => "anyLong()",
        JavaType::Primitive(Primitive::Float) => "anyFloat()",
        JavaType::Primitive(Primitive::Double) => "anyDouble()",
        _ => "any()",
    }
}
