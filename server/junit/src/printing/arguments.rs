//! Argument lists: takes a callable and its variables, gives text for which javac picks that callable, with casts
//! only where it would not.

use goalline_testcase::{Callable, CallableKind, JavaType, Literal, StatementKind, Var};

use crate::{
    printing::printer::{ExpressionPlace, Printer},
    types::{
        hierarchy::{OverloadCandidate, candidates, functional_method},
        overloads::{WrittenArgument, picks_intended},
        type_names::{class_type, descriptor_types, erase},
    },
};

impl Printer<'_> {
    /// The arguments of a call, separated by commas.
    pub(crate) fn arguments(&mut self, callable: &Callable, arguments: &[Var]) -> String {
        let candidates = self.candidates(callable);
        if let Some(spread) = self.spread(callable, arguments, &candidates) {
            return self.plain_list(&spread);
        }
        let written: Vec<WrittenArgument> =
            arguments.iter().map(|var| self.written(*var)).collect();
        let casts = self.casts(callable, &written, &candidates);
        let mut texts = Vec::new();
        for (position, var) in arguments.iter().enumerate() {
            let text = self.expression(*var, ExpressionPlace::Argument);
            texts.push(if casts.contains(&position) {
                let parameter = self.ty(callable.parameters[position]);
                let parameter = self.names.java_type(parameter);
                // `(Integer) -1` would be a difference.
                if text.starts_with('-') {
                    format!("({parameter}) ({text})")
                } else {
                    format!("({parameter}) {text}")
                }
            } else {
                text
            });
        }
        texts.join(", ")
    }

    fn plain_list(&mut self, arguments: &[Var]) -> String {
        let texts: Vec<String> = arguments
            .iter()
            .map(|var| self.expression(*var, ExpressionPlace::Argument))
            .collect();
        texts.join(", ")
    }

    /// The members that the call may mean, as a caller writes their parameters (no hidden outer instance).
    fn candidates(&self, callable: &Callable) -> Vec<OverloadCandidate> {
        let mut found = candidates(self.cluster, &callable.owner, &callable.name);
        if callable.kind == CallableKind::Constructor && callable.receiver.is_some() {
            for candidate in &mut found {
                if !candidate.parameters.is_empty() {
                    candidate.parameters.remove(0);
                }
            }
        }
        found
    }

    /// The elements of a variable-arity array, when writing them one by one means the same call.
    fn spread(
        &self,
        callable: &Callable,
        arguments: &[Var],
        candidates: &[OverloadCandidate],
    ) -> Option<Vec<Var>> {
        let last = *arguments.last().filter(|_| callable.is_varargs)?;
        let StatementKind::Array { elements } = &self.statements[usize::from(last.0)].kind else {
            return None;
        };
        if !self.is_inline(last) || elements.iter().any(|one| !self.spreads(*one)) {
            return None;
        }
        let mut all = arguments[..arguments.len() - 1].to_vec();
        all.extend(elements);
        let written: Vec<WrittenArgument> = all.iter().map(|var| self.written(*var)).collect();
        let is_certain = picks_intended(
            self.cluster,
            candidates,
            &callable.descriptor,
            &written,
            true,
        );
        is_certain.then_some(all)
    }

    /// An array in a variable-arity place would be taken for the whole of it; a lambda has no type of its own there.
    fn spreads(&self, var: Var) -> bool {
        let statement = &self.statements[usize::from(var.0)];
        let is_array = matches!(self.ty(statement.ty), JavaType::Array(_));
        let is_lambda =
            matches!(statement.kind, StatementKind::TestDouble { .. }) && self.is_inline(var);
        !is_array && !is_lambda
    }

    /// The static type that an argument has as it will be written.
    fn written(&self, var: Var) -> WrittenArgument {
        let statement = &self.statements[usize::from(var.0)];
        let declared = erase(self.ty(statement.ty));
        if !self.is_inline(var) {
            return WrittenArgument::Typed(declared);
        }
        match &statement.kind {
            StatementKind::Null => WrittenArgument::Null,
            StatementKind::Literal(Literal::Class(_)) => {
                WrittenArgument::Typed(class_type("java.lang.Class"))
            }
            StatementKind::Literal(literal) => {
                let own = literal.primitive().map(JavaType::Primitive);
                WrittenArgument::Typed(own.unwrap_or_else(|| class_type("java.lang.String")))
            }
            StatementKind::Call { callable, .. } => {
                WrittenArgument::Typed(erase(self.ty(self.cluster.callable(*callable).returns)))
            }
            StatementKind::Array { .. } => WrittenArgument::Typed(declared),
            StatementKind::TestDouble { .. } => {
                if functional_method(self.cluster, self.ty(statement.ty)).is_some() {
                    WrittenArgument::Lambda
                } else {
                    WrittenArgument::Typed(declared)
                }
            }
        }
    }

    /// The positions that need a cast to their parameter's type: none, one, or all that are not of exactly that type.
    fn casts(
        &self,
        callable: &Callable,
        written: &[WrittenArgument],
        candidates: &[OverloadCandidate],
    ) -> Vec<usize> {
        let picks = |written: &[WrittenArgument]| {
            picks_intended(
                self.cluster,
                candidates,
                &callable.descriptor,
                written,
                false,
            )
        };
        let needs_array_cast =
            callable.is_varargs && written.last() == Some(&WrittenArgument::Null);
        if !needs_array_cast && picks(written) {
            return Vec::new();
        }
        let parameters = self.written_parameters(callable, written.len());
        let inexact: Vec<usize> = (0..written.len())
            .filter(|at| written[*at] != WrittenArgument::Typed(parameters[*at].clone()))
            .collect();
        let with_casts = |positions: &[usize]| {
            let mut changed = written.to_vec();
            for at in positions {
                changed[*at] = WrittenArgument::Typed(parameters[*at].clone());
            }
            changed
        };
        if needs_array_cast {
            let last = [written.len() - 1];
            return if picks(&with_casts(&last)) {
                last.to_vec()
            } else {
                inexact
            };
        }
        let one = inexact.iter().find(|at| picks(&with_casts(&[**at])));
        one.map_or(inexact.clone(), |at| vec![*at])
    }

    fn written_parameters(&self, callable: &Callable, count: usize) -> Vec<JavaType> {
        let mut parameters = descriptor_types(&callable.descriptor).0;
        while parameters.len() > count {
            parameters.remove(0);
        }
        while parameters.len() < count {
            parameters.push(erase(self.ty(callable.parameters[parameters.len()])));
        }
        parameters
    }
}
