//! Arguments that the class under test made itself, caught by Mockito's `ArgumentCaptor`: takes an object by its parts,
//! gives the captor, and statements of what was caught.

use goalline_testcase::{DescribedPart, JavaType};

use crate::{
    assertions::checks::{Access, accessed_type},
    printing::{captor::Captor, printer::Printer},
    types::{type_names::simple_name, variables::decapitalised},
};

impl Printer<'_> {
    /// A captor for an object of this class.
    pub(crate) fn captor(&mut self, class: &str, parts: &[DescribedPart]) -> Captor {
        let own = decapitalised(simple_name(class));
        let wanted = ["captor".to_owned(), format!("{own}Captor")];
        let types = &self.names;
        Captor {
            name: self.locals.claim(&wanted, |name| types.is_used(name)),
            class: class.to_owned(),
            parts: parts.to_vec(),
        }
    }

    /// The line that makes the captor.
    pub(crate) fn made_captor(&mut self, captor: &Captor) -> String {
        let word = self.names.class("org.mockito.ArgumentCaptor");
        let class = self.names.class(&captor.class);
        let modifier = if self.style.final_locals {
            "final "
        } else {
            ""
        };
        format!(
            "{modifier}{word}<{class}> {} = {word}.forClass({class}.class);",
            captor.name
        )
    }

    /// What is stated of the argument that was caught.
    pub(crate) fn stated_of(&mut self, captor: &Captor) -> Vec<String> {
        let ty = JavaType::class(&captor.class);
        let mut lines = Vec::new();
        for part in &captor.parts {
            let access = Access::Inspector {
                method: part.method.clone(),
                descriptor: part.descriptor.clone(),
            };
            let accessed = accessed_type(self.cluster, &ty, &access);
            let actual = format!("{}.getValue().{}()", captor.name, part.method);
            let accessed = accessed.unwrap_or_else(JavaType::object);
            lines.push(self.states(&accessed, &part.observed, &actual));
        }
        lines
    }
}
