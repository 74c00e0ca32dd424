//! Mocks that are asked for an object of a class: takes a double's answers with the calls that were seen, gives which
//! calls each one answers.

use goalline_testcase::{
    Answer, CallableKind, JavaType, Observation, Observed, ObservedPart, Primitive, Statement,
    StatementKind, TestCluster, Var,
};

use crate::{
    assertions::inspectors::CLASS,
    types::{
        hierarchy::{ancestors, find_method},
        type_names::unboxed,
    },
};

/// The answers of one double.
#[derive(Clone, Copy)]
pub(crate) struct AskedDouble<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) statements: &'a [Statement],
    /// What was observed of the calls on doubles.
    pub(crate) seen: &'a [Observation],
    pub(crate) double: Var,
}

impl<'a> AskedDouble<'a> {
    /// The arguments of the calls that got the answer at this place of the list; none where it is not known by the
    /// class that was asked for.
    pub(crate) fn calls_answered_by(
        &self,
        answers: &[Answer],
        place: usize,
    ) -> Option<Vec<&'a [Observed]>> {
        let answer = &answers[place];
        let ty = self
            .cluster
            .ty(self.statements[usize::from(self.double.0)].ty);
        let (_, method) = find_method(self.cluster, ty, &answer.method, &answer.descriptor)?;
        let is_same =
            |it: &Answer| it.method == answer.method && it.descriptor == answer.descriptor;
        let is_thrown = answers.iter().any(|it| is_same(it) && it.throws);
        if !method.gives_asked_class() || is_thrown {
            return None;
        }
        let mut found = Vec::new();
        for call in self.calls(answer)? {
            let class = class_in(call)?;
            let is_it = |it: &Answer| is_same(it) && self.is_of(it.value, &class);
            let first = answers.iter().position(is_it);
            // What a call gave may be of a class below the one that it is declared with.
            let is_doubtful = |it: &Answer| is_same(it) && !is_it(it) && !self.is_exact(it.value);
            if answers[..first.unwrap_or(answers.len())]
                .iter()
                .any(is_doubtful)
            {
                return None;
            }
            if first == Some(place) {
                found.push(call);
            }
        }
        Some(found)
    }

    /// Whether a method of this name was called that none of the answers is for, or for a class that none is of.
    pub(crate) fn has_call_without_answer(&self, answers: &[Answer], name: &str) -> bool {
        let mut calls = self.seen.iter().filter_map(|one| match &one.subject {
            ObservedPart::Interaction { method, descriptor }
                if one.var == self.double && method == name =>
            {
                Some((descriptor, known_calls(&one.observed)?))
            }
            _ => None,
        });
        calls.any(|(descriptor, calls)| {
            let is_of = |it: &Answer| *it.method == *name && *it.descriptor == **descriptor;
            let Some(first) = answers.iter().position(is_of) else {
                return true;
            };
            if self.calls_answered_by(answers, first).is_none() {
                return false;
            }
            let answered = (0..answers.len()).filter(|place| is_of(&answers[*place]));
            let answered = answered.filter_map(|place| self.calls_answered_by(answers, place));
            answered.map(|calls| calls.len()).sum::<usize>() < calls.len()
        })
    }

    /// The arguments of all calls of the method; none where they are not all known.
    pub(crate) fn calls(&self, answer: &Answer) -> Option<Vec<&'a [Observed]>> {
        let is_it = |one: &&Observation| {
            one.var == self.double
                && matches!(&one.subject, ObservedPart::Interaction { method, descriptor }
                    if **method == *answer.method && **descriptor == *answer.descriptor)
        };
        let found = self.seen.iter().find(is_it)?;
        let calls = known_calls(&found.observed)?;
        Some(calls.iter().map(Vec::as_slice).collect())
    }

    fn is_of(&self, value: Var, class: &str) -> bool {
        let statement = &self.statements[usize::from(value.0)];
        let ty = self.cluster.ty(statement.ty);
        if let JavaType::Primitive(primitive) = ty {
            let is_number = !matches!(primitive, Primitive::Boolean | Primitive::Char);
            return unboxed(class) == Some(*primitive)
                || class == "java.lang.Object"
                || class == "java.lang.Number" && is_number;
        }
        let mut above = ancestors(self.cluster, ty).into_iter();
        statement.kind != StatementKind::Null
            && (class == "java.lang.Object" || above.any(|it| it.class.name == class))
    }

    /// Whether the value is of the very class that its statement says.
    fn is_exact(&self, value: Var) -> bool {
        match &self.statements[usize::from(value.0)].kind {
            StatementKind::Call { callable, .. } => {
                self.cluster.callable(*callable).kind == CallableKind::Constructor
            }
            StatementKind::Null
            | StatementKind::Literal(_)
            | StatementKind::Array { .. }
            | StatementKind::TestDouble { .. } => true,
        }
    }
}

/// The arguments of all these calls, where they are known.
fn known_calls(observed: &Observed) -> Option<&[Vec<Observed>]> {
    match observed {
        Observed::Calls { count, arguments } if *count as usize == arguments.len() => {
            Some(arguments)
        }
        _ => None,
    }
}

/// The binary name of the class that a call asks for.
pub(crate) fn class_in(call: &[Observed]) -> Option<String> {
    call.iter().find_map(class_of)
}

/// The binary name of a class that was given as an argument.
fn class_of(observed: &Observed) -> Option<String> {
    let Observed::Value { class, text } = observed else {
        return None;
    };
    let text = text.to_text();
    let name = text.rsplit(' ').next()?;
    (class == CLASS).then(|| name.to_owned())
}
