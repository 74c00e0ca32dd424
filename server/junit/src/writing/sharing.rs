//! What of a test can be shared with others of its class: takes its statements with the lines they stand on, gives its
//! mocks and the object under test that is made of them.

use std::{collections::BTreeMap, ops::Range};

use goalline_testcase::{
    Callable, CallableKind, JavaType, Statement, StatementKind, TestCluster, Var,
};

use crate::{
    printing::{double_forms::DoubleForm, printer::Printer},
    style::Style,
    types::hierarchy::ancestors,
    written::{Collaborators, FieldFilling, MockLines, SubjectLines},
};

/// Where the lines of the arrangement stand.
pub(crate) struct PlacedLines<'a> {
    /// In the source, by position.
    pub(crate) lines: Vec<Range<usize>>,
    /// The statements that they are, by position.
    pub(crate) made: &'a BTreeMap<usize, usize>,
}

impl PlacedLines<'_> {
    fn of(&self, statement: usize) -> Option<Range<usize>> {
        let found = self.made.iter().find(|(_, made)| **made == statement);
        found.map(|(at, _)| self.lines[*at].clone())
    }
}

/// A written test whose collaborators are looked for.
pub(crate) struct Sharing<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) style: &'a Style,
    pub(crate) statements: &'a [Statement],
    pub(crate) act: usize,
    pub(crate) doubles: &'a BTreeMap<usize, DoubleForm>,
    pub(crate) printer: &'a Printer<'a>,
    pub(crate) placed: &'a PlacedLines<'a>,
    /// Whether something else than fields that are set makes the test declare an exception.
    pub(crate) throws_otherwise: bool,
}

impl Sharing<'_> {
    pub(crate) fn collaborators(&self) -> Collaborators {
        let plain = self
            .doubles
            .iter()
            .filter(|(_, form)| **form == DoubleForm::Mock);
        let mocks: Vec<MockLines> = plain.filter_map(|(at, _)| self.mock(*at)).collect();
        if self.style.mocks.is_none() {
            return Collaborators::default();
        }
        Collaborators {
            subject: self.subject(),
            mocks,
            filling: FieldFilling::of(self.style),
        }
    }

    fn mock(&self, at: usize) -> Option<MockLines> {
        Some(MockLines {
            name: self.mock_name(Var(at as u16))?,
            declared: self.declared(at)?,
            supertypes: ancestors(self.cluster, self.cluster.ty(self.statements[at].ty))
                .iter()
                .map(|ancestor| ancestor.class.name.clone())
                .collect(),
            lines: self.placed.of(at)?,
        })
    }

    fn declared(&self, at: usize) -> Option<String> {
        let declared = self.printer.declared.get(&at);
        declared.filter(|declared| *declared != "var").cloned()
    }

    fn mock_name(&self, var: Var) -> Option<String> {
        let form = self.doubles.get(&usize::from(var.0));
        let name = self
            .printer
            .name_of(var)
            .filter(|_| form == Some(&DoubleForm::Mock));
        name.map(str::to_owned)
    }

    /// The object under test, where Mockito would make the same one.
    fn subject(&self) -> Option<SubjectLines> {
        let receiver = &self.receiver_of_act()?;
        let at = usize::from(receiver.0);
        let StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } = &self.statements[at].kind
        else {
            return None;
        };
        let constructor = self.cluster.callable(*callable);
        let class = self.cluster.class(&constructor.owner)?;
        let most = class
            .constructors
            .iter()
            .map(|one| one.parameters.len())
            .max()?;
        let is_made = constructor.kind == CallableKind::Constructor && most == arguments.len();
        if !is_made || has_arguments(self.cluster.ty(self.statements[at].ty)) {
            return None;
        }
        let mut lines = vec![self.placed.of(at)?];
        let injected = self.injected(*receiver);
        let by_constructor = !arguments.is_empty();
        let mocks: Vec<String> = if by_constructor {
            arguments
                .iter()
                .map(|var| self.mock_name(*var))
                .collect::<Option<_>>()?
        } else {
            injected
                .iter()
                .filter_map(|field| self.mock_name(field.value))
                .collect()
        };
        let is_field =
            |field: &&InjectedMock<'_>| !by_constructor && self.mock_name(field.value).is_some();
        let fields: Vec<&InjectedMock<'_>> = injected.iter().filter(is_field).collect();
        lines.extend(fields.iter().filter_map(|field| self.placed.of(field.at)));
        let of_fields = fields.iter().flat_map(|field| &field.callable.parameters);
        let types = constructor.parameters.iter().chain(of_fields);
        let types = types.filter_map(|ty| self.cluster.ty(*ty).class_name());
        Some(SubjectLines {
            name: self.printer.name_of(*receiver)?.to_owned(),
            declared: self.declared(at)?,
            lines,
            is_private: fields
                .iter()
                .any(|field| !self.printer.is_seen_by_test(field.callable)),
            mocks,
            fields: fields
                .iter()
                .map(|field| field.callable.name.clone())
                .collect(),
            types: types.map(str::to_owned).collect(),
            by_constructor,
            is_only_thrower: !self.throws_otherwise && fields.len() == injected.len(),
        })
        // One without mocks is like another one with those that its test has no use for.
        .filter(|subject| !subject.mocks.is_empty() || most == 0)
    }

    fn receiver_of_act(&self) -> Option<Var> {
        match &self.statements[self.act].kind {
            StatementKind::Call { receiver, .. } => *receiver,
            _ => None,
        }
    }

    fn injected(&self, object: Var) -> Vec<InjectedMock<'_>> {
        let all = self.statements.iter().enumerate();
        let set = all.filter_map(|(at, statement)| match &statement.kind {
            StatementKind::Call {
                callable,
                receiver: Some(receiver),
                arguments,
            } if *receiver == object => {
                let callable = self.cluster.callable(*callable);
                let value = *arguments.first()?;
                let is_it = callable.kind == CallableKind::InjectedField;
                is_it.then_some(InjectedMock {
                    at,
                    callable,
                    value,
                })
            }
            _ => None,
        });
        set.collect()
    }
}

/// A statement that sets a field as a container would.
struct InjectedMock<'a> {
    at: usize,
    callable: &'a Callable,
    value: Var,
}

fn has_arguments(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Class { arguments, .. } if !arguments.is_empty())
}
