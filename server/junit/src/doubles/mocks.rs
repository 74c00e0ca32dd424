//! Test doubles as Mockito's mocks: takes a double's statement, gives the line that makes one; what it answers stands
//! in lines of its own.

use goalline_testcase::JavaType;

use crate::printing::{double_forms::DoubleForm, printer::Printer};

impl Printer<'_> {
    /// The value of a variable of this declared type that is a mock of the type of the statement.
    pub(crate) fn mock(&mut self, at: usize, declared: &str) -> String {
        let ty = self.ty(self.statements[at].ty);
        self.call_mockito("mock");
        let class = self.names.erased(ty);
        match self.doubles.get(&at) {
            Some(DoubleForm::MockOfDefaults) => {
                self.call_mockito("CALLS_REAL_METHODS");
                format!("mock({class}.class, CALLS_REAL_METHODS)")
            }
            Some(DoubleForm::MockOfRest) => {
                self.call_mockito("CALLS_REAL_METHODS");
                self.call_mockito("withSettings");
                format!(
                    "mock({class}.class, withSettings().useConstructor().defaultAnswer(CALLS_REAL_METHODS))"
                )
            }
            _ if declared != "var" && self.infers_type_arguments(ty) => "mock()".to_owned(),
            _ => format!("mock({class}.class)"),
        }
    }

    /// The line before the declaration of a mock, where javac would warn of it.
    pub(crate) fn mock_annotation(&mut self, at: usize, value: &str) -> Option<String> {
        let is_generic = has_arguments(self.ty(self.statements[at].ty));
        (is_generic && value != "mock()").then(|| {
            let name = self.names.class("java.lang.SuppressWarnings");
            format!("@{name}(\"unchecked\")\n")
        })
    }

    /// Whether the mock keeps its type arguments without a cast.
    fn infers_type_arguments(&self, ty: &JavaType) -> bool {
        let mockito = self.style.mocks.unwrap_or_default();
        has_arguments(ty) && mockito.infers_mocked_class()
    }

    /// Asks for a static member of Mockito.
    pub(crate) fn call_mockito(&mut self, member: &str) {
        self.members.insert(format!("org.mockito.Mockito.{member}"));
    }

    /// Whether the statement is a double that is written as a mock.
    pub(crate) fn is_mocked(&self, at: usize) -> bool {
        self.doubles.get(&at).is_some_and(|form| form.is_mock())
    }
}

fn has_arguments(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Class { arguments, .. } if !arguments.is_empty())
}
