//! Arguments that the class under test made itself, caught by Mockito's `ArgumentCaptor`: takes an object by its parts,
//! gives the captor, and statements of what was caught.

use goalline_testcase::{DescribedPart, JavaType};

use crate::{
    assertions::checks::{Access, accessed_type, path_types},
    printing::{captor::Captor, printer::Printer},
    types::{
        type_names::{erase, simple_name},
        variables::decapitalised,
    },
};

impl Printer<'_> {
    /// A captor for an object of this type, which the method takes as the parameter of this name.
    pub(crate) fn captor(
        &mut self,
        ty: JavaType,
        parts: &[DescribedPart],
        parameter: Option<&str>,
    ) -> Captor {
        let own = decapitalised(&element_noun(&ty));
        let of_parameter = parameter.filter(|name| name.len() <= LONGEST_NAME);
        let short = last_word(&own);
        let wanted: Vec<String> = std::iter::once("captor".to_owned())
            .chain(of_parameter.map(|name| format!("{name}Captor")))
            .chain([short, own.as_str()].map(|name| format!("{}Captor", decapitalised(name))))
            .collect();
        let types = &self.names;
        Captor {
            name: self.locals.claim(&wanted, |name| types.is_used(name)),
            ty,
            parts: parts.to_vec(),
        }
    }

    /// The line that makes the captor.
    pub(crate) fn made_captor(&mut self, captor: &Captor) -> String {
        let word = self.names.class("org.mockito.ArgumentCaptor");
        let class = self.names.java_type(&erase(&captor.ty));
        let ty = self.names.java_type(&captor.ty);
        let modifier = if self.style.final_locals {
            "final "
        } else {
            ""
        };
        let made = format!(
            "{modifier}{word}<{ty}> {} = {word}.forClass({class}.class);",
            captor.name
        );
        if class == ty {
            return made;
        }
        let suppressed = self.names.class("java.lang.SuppressWarnings");
        format!("@{suppressed}(\"unchecked\")\n{made}")
    }

    /// What is stated of the argument that was caught. An element of a list that says several things has a variable.
    pub(crate) fn stated_of(&mut self, captor: &Captor) -> Vec<String> {
        let caught = format!("{}.getValue()", captor.name);
        let mut lines = Vec::new();
        let mut parts = captor.parts.as_slice();
        while let Some(first) = parts.first() {
            let (path, _) = split_last(&first.method);
            let count = parts
                .iter()
                .take_while(|part| split_last(&part.method).0 == path)
                .count();
            let (together, rest) = parts.split_at(count);
            parts = rest;
            let element = (count > 1 && path.contains("()."))
                .then(|| self.element_variable(&captor.ty, &caught, first))
                .flatten();
            if let Some(element) = &element {
                lines.push(element.declaration.clone());
            }
            for part in together {
                let access = Access::Inspector {
                    method: part.method.clone(),
                    descriptor: part.descriptor.clone(),
                };
                let accessed = accessed_type(self.cluster, &captor.ty, &access);
                let accessed = accessed.unwrap_or_else(JavaType::object);
                let actual = match &element {
                    Some(element) => format!("{}.{}()", element.name, split_last(&part.method).1),
                    None => format!("{caught}.{}()", part.method),
                };
                lines.push(self.states(&accessed, &part.observed, &actual));
            }
        }
        lines
    }

    /// The variable of what this path leads to in what was caught; none where it leads to no element, or to one of a
    /// type that has no plain name.
    fn element_variable(
        &mut self,
        caught: &JavaType,
        actual: &str,
        asked: &DescribedPart,
    ) -> Option<ElementVariable> {
        let path = split_last(&asked.method).0;
        let mut types = path_types(self.cluster, caught, &asked.method, &asked.descriptor)?;
        types.pop();
        let ty = types.pop()?;
        let JavaType::Class { name, arguments } = &ty else {
            return None;
        };
        let is_plain = arguments.is_empty() && self.names.is_visible(name);
        if path.is_empty() || !is_plain {
            return None;
        }
        let noun = simple_name(name);
        let wanted = [
            decapitalised(noun),
            format!("other{noun}"),
            format!("another{noun}"),
        ];
        let types = &self.names;
        let variable = self.locals.claim(&wanted, |name| types.is_used(name));
        let modifier = if self.style.final_locals {
            "final "
        } else {
            ""
        };
        let class = self.names.java_type(&ty);
        Some(ElementVariable {
            declaration: format!("{modifier}{class} {variable} = {actual}.{path};"),
            name: variable,
        })
    }
}

/// A variable of something in what was caught.
struct ElementVariable {
    name: String,
    declaration: String,
}

/// The way to what is asked, and the question: of `getLines().get(0).getPrice` the price of the line.
fn split_last(method: &str) -> (&str, &str) {
    method.rsplit_once('.').unwrap_or(("", method))
}

/// Longest name of a parameter that a variable is called after.
const LONGEST_NAME: usize = 16;

/// The last word of a name: of `ProductRelations` the relations.
fn last_word(name: &str) -> &str {
    let at = name.rfind(char::is_uppercase).unwrap_or(0);
    &name[at..]
}

/// What a variable that catches it is called after: the class, of a list what it holds.
fn element_noun(ty: &JavaType) -> String {
    let JavaType::Class { name, arguments } = ty else {
        return "argument".to_owned();
    };
    let of = arguments.first().and_then(JavaType::class_name);
    match of {
        Some(of) => format!("{}s", simple_name(of)),
        None => simple_name(name).to_owned(),
    }
}
