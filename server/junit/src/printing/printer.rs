//! Java text of the statements of one test: takes placed statements, gives expressions and statements; assertions are
//! written elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use goalline_testcase::{
    Callable, CallableKind, JavaType, Literal, Observation, Observed, Primitive, Statement,
    StatementKind, TestCluster, TypeId, Var,
};

use crate::{
    printing::{
        captor::Captor,
        double_forms::DoubleForm,
        literal_text::{literal_text, narrowing_cast},
        value_places::{Placement, is_copyable},
    },
    style::Style,
    types::{
        type_names::{TypeNames, erase},
        variables::{Locals, preferences},
    },
    written::StubbedCall,
};

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpressionPlace {
    /// The initialiser of a variable of the value's own type, or an element of an array initialiser.
    Assigned,
    /// An argument, or anything else that gives no type.
    Argument,
    /// In front of a dot.
    Receiver,
}

/// What is known while one test is written.
pub(crate) struct Printer<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) statements: &'a [Statement],
    pub(crate) style: &'a Style,
    pub(crate) names: TypeNames<'a>,
    pub(crate) locals: Locals,
    pub(crate) act: Option<usize>,
    /// The static members called so far, to be imported.
    pub(crate) members: BTreeSet<String>,
    /// How test doubles are written, by their statements.
    pub(crate) doubles: BTreeMap<usize, DoubleForm>,
    /// What was observed of the calls on mocks.
    pub(crate) seen: &'a [Observation],
    /// Answers that no call asked for.
    pub(crate) idle: &'a [StubbedCall],
    /// The statements that empty static fields again, by those that fill them.
    pub(crate) resets: BTreeMap<usize, String>,
    /// The types of variables as they were written.
    pub(crate) declared: BTreeMap<usize, String>,
    /// The map within a map that assertions look into, where there is a variable for it.
    pub(crate) held_map: Option<HeldMap>,
    /// What catches arguments of the call that is being verified.
    pub(crate) captors: Vec<Captor>,
    placements: Vec<Placement>,
    variables: Vec<Option<String>>,
    reserved_names: BTreeMap<usize, String>,
}

/// A variable for what a map holds, which is a map itself.
pub(crate) struct HeldMap {
    pub(crate) map: Var,
    pub(crate) key: Observed,
    pub(crate) name: String,
}

impl<'a> Printer<'a> {
    pub(crate) fn new(
        cluster: &'a TestCluster,
        statements: &'a [Statement],
        style: &'a Style,
        act: Option<usize>,
        placements: Vec<Placement>,
    ) -> Self {
        Self {
            cluster,
            statements,
            style,
            names: TypeNames::new(cluster),
            locals: Locals::new(&style.reserved),
            act,
            members: BTreeSet::new(),
            doubles: BTreeMap::new(),
            seen: &[],
            idle: &[],
            resets: BTreeMap::new(),
            declared: BTreeMap::new(),
            held_map: None,
            captors: Vec::new(),
            placements,
            variables: vec![None; statements.len()],
            reserved_names: BTreeMap::new(),
        }
    }

    pub(crate) fn placement(&self, at: usize) -> Placement {
        self.placements[at]
    }

    /// The type that the cluster has under this number.
    pub(crate) fn ty(&self, id: TypeId) -> &'a JavaType {
        self.cluster.ty(id)
    }

    /// The statement as a line of Java, or none when it stands elsewhere.
    pub(crate) fn statement(&mut self, at: usize) -> Option<String> {
        match self.placements[at] {
            Placement::Skip | Placement::Inline => None,
            Placement::Bare => Some(format!("{};", self.call(at))),
            Placement::Declare => Some(self.declaration(at)),
        }
    }

    fn declaration(&mut self, at: usize) -> String {
        let modifier = if self.style.final_locals {
            "final "
        } else {
            ""
        };
        if self.is_mocked(at) {
            let declared = self.declared_type(at);
            let name = self.claim(at);
            let value = self.mock(at, &declared);
            self.declared.insert(at, declared.clone());
            let annotation = self.mock_annotation(at, &value).unwrap_or_default();
            return format!("{annotation}{modifier}{declared} {name} = {value};");
        }
        let value = self.initialiser(at);
        let declared = self.declared_type(at);
        let name = self.claim(at);
        self.declared.insert(at, declared.clone());
        format!("{modifier}{declared} {name} = {value};")
    }

    /// Gives the object under test and the mocks it is made of their names before any other variable can take them.
    pub(crate) fn name_receiver(&mut self) {
        let Some(act) = self.act else { return };
        let StatementKind::Call {
            receiver: Some(receiver),
            ..
        } = &self.statements[act].kind
        else {
            return;
        };
        self.reserve(usize::from(receiver.0));
        for (at, statement) in self.statements.iter().enumerate() {
            let StatementKind::Call {
                callable,
                receiver: on,
                arguments,
            } = &statement.kind
            else {
                continue;
            };
            let sets_field = self.cluster.callable(*callable).kind == CallableKind::InjectedField;
            if at == usize::from(receiver.0) || sets_field && on.as_ref() == Some(receiver) {
                let mocks = arguments.iter().map(|var| usize::from(var.0));
                let mocks: Vec<usize> = mocks.filter(|at| self.is_mocked(*at)).collect();
                for mock in mocks {
                    self.reserve(mock);
                }
            }
        }
    }

    fn reserve(&mut self, at: usize) {
        if self.placements[at] == Placement::Declare && !self.reserved_names.contains_key(&at) {
            let name = self.new_name(at);
            self.reserved_names.insert(at, name);
        }
    }

    fn claim(&mut self, at: usize) -> String {
        let reserved = self.reserved_names.get(&at).cloned();
        let name = reserved.unwrap_or_else(|| self.new_name(at));
        self.variables[at] = Some(name.clone());
        name
    }

    fn new_name(&mut self, at: usize) -> String {
        let wanted = preferences(self.cluster, self.statements, at, self.act);
        let names = &self.names;
        self.locals.claim(&wanted, |name| names.is_used(name))
    }

    fn declared_type(&mut self, at: usize) -> String {
        let ty = self.ty(self.statements[at].ty);
        let shows_its_type = self.is_constructor(at);
        let wants_var = self.style.uses_var && shows_its_type;
        if self.style.release >= 10 && (wants_var || !self.names.is_nameable(ty)) {
            "var".to_owned()
        } else {
            self.names.java_type(ty)
        }
    }

    fn is_constructor(&self, at: usize) -> bool {
        matches!(&self.statements[at].kind, StatementKind::Call { callable, .. }
            if self.cluster.callable(*callable).kind == CallableKind::Constructor)
    }

    fn initialiser(&mut self, at: usize) -> String {
        match &self.statements[at].kind {
            StatementKind::Array { elements } => {
                let JavaType::Array(element) = self.ty(self.statements[at].ty) else {
                    return self.value(at, ExpressionPlace::Argument);
                };
                if erase(element) == **element {
                    self.braces(self.statements[at].ty, elements)
                } else {
                    self.value(at, ExpressionPlace::Argument)
                }
            }
            _ => self.value(at, ExpressionPlace::Assigned),
        }
    }

    /// The value of a variable: its name, or its expression where it is written in place.
    pub(crate) fn expression(&mut self, var: Var, place: ExpressionPlace) -> String {
        let at = usize::from(var.0);
        match &self.variables[at] {
            Some(name) => name.clone(),
            None => self.value(at, place),
        }
    }

    /// The name of a variable that was declared by now.
    pub(crate) fn name_of(&self, var: Var) -> Option<&str> {
        self.variables[usize::from(var.0)].as_deref()
    }

    /// Whether the variable is written in place.
    pub(crate) fn is_inline(&self, var: Var) -> bool {
        let at = usize::from(var.0);
        self.variables[at].is_none()
            && (self.placements[at] == Placement::Inline
                || is_copyable(self.cluster, &self.statements[at]))
    }

    fn value(&mut self, at: usize, place: ExpressionPlace) -> String {
        let statement = &self.statements[at];
        match &statement.kind {
            StatementKind::Null => "null".to_owned(),
            StatementKind::Literal(literal) => self.literal(literal, statement.ty, place),
            StatementKind::Call { callable, .. } => {
                let callable = self.cluster.callable(*callable);
                if callable.kind == CallableKind::Constructor {
                    self.creation(at, callable, place)
                } else {
                    self.call(at)
                }
            }
            StatementKind::Array { elements } => self.array(statement.ty, elements, place),
            StatementKind::TestDouble {
                answers, arguments, ..
            } => self.test_double(at, answers, arguments),
        }
    }

    fn literal(&mut self, literal: &Literal, ty: TypeId, place: ExpressionPlace) -> String {
        if let Literal::Class(class) = literal {
            let class = self.ty(*class);
            return format!("{}.class", self.names.erased(class));
        }
        let text = literal_text(literal, self.style.spelling);
        let text = text.expect("class literals are handled above");
        // A wrapper's own type is the only context in which its literal needs no cast.
        let is_own_variable =
            place == ExpressionPlace::Assigned && self.is_boxed_or_primitive(literal, ty);
        match narrowing_cast(literal) {
            Some(cast) if !is_own_variable => format!("{cast}{text}"),
            _ => text,
        }
    }

    fn is_boxed_or_primitive(&self, literal: &Literal, ty: TypeId) -> bool {
        match self.ty(ty) {
            JavaType::Primitive(_) => true,
            JavaType::Class { name, .. } => crate::types::type_names::unboxed(name)
                .is_some_and(|one| literal.primitive() == Some(one)),
            _ => false,
        }
    }

    fn array(&mut self, array: TypeId, elements: &[Var], place: ExpressionPlace) -> String {
        let ty = self.ty(array);
        if place == ExpressionPlace::Assigned && erase(ty) == *ty {
            return self.braces(array, elements);
        }
        let erased = self.names.erased(ty);
        if elements.is_empty()
            && let Some((first, rest)) = erased.split_once("[]")
        {
            return format!("new {first}[0]{rest}");
        }
        format!("new {erased} {}", self.braces(array, elements))
    }

    /// The elements of an array of this type. An array among them may leave out `new int[]` only where the type of the
    /// elements says it: in `Object[]` it does not.
    fn braces(&mut self, array: TypeId, elements: &[Var]) -> String {
        let declared = match self.ty(array) {
            JavaType::Array(element) => Some(erase(element)),
            _ => None,
        };
        let place = |printer: &Self, var: Var| {
            let statement = &printer.statements[usize::from(var.0)];
            let is_array = matches!(statement.kind, StatementKind::Array { .. });
            if is_array && declared != Some(erase(printer.ty(statement.ty))) {
                ExpressionPlace::Argument
            } else {
                ExpressionPlace::Assigned
            }
        };
        let elements: Vec<String> = elements
            .iter()
            .map(|var| self.expression(*var, place(self, *var)))
            .collect();
        self.style.breaks.braced(&elements)
    }

    /// The call that a statement makes, as an expression without regard to its value.
    pub(crate) fn call(&mut self, at: usize) -> String {
        let statement = &self.statements[at];
        let StatementKind::Call {
            callable,
            receiver,
            arguments,
        } = &statement.kind
        else {
            return self.value(at, ExpressionPlace::Argument);
        };
        let callable = self.cluster.callable(*callable);
        let on = match (callable.kind, receiver) {
            (CallableKind::Constructor, _) => {
                return self.creation(at, callable, ExpressionPlace::Argument);
            }
            (_, Some(receiver)) => self.expression(*receiver, ExpressionPlace::Receiver),
            (CallableKind::StaticMethod | CallableKind::HeldByMethod, None) => {
                self.static_owner(callable)
            }
            (_, None) => self.names.class(&callable.owner),
        };
        match callable.kind {
            CallableKind::FieldRead | CallableKind::StaticFieldRead => {
                format!("{on}.{}", callable.name)
            }
            CallableKind::InjectedField | CallableKind::HeldField => self.injection(at, &on),
            CallableKind::HeldByMethod => self.put_down(at, &on),
            CallableKind::FieldWrite | CallableKind::StaticFieldWrite => {
                // Only a declaration may leave out `new char[]`.
                let is_array = |var: &Var| {
                    matches!(
                        self.statements[usize::from(var.0)].kind,
                        StatementKind::Array { .. }
                    )
                };
                let place = match arguments.first() {
                    Some(var) if is_array(var) => ExpressionPlace::Argument,
                    _ => ExpressionPlace::Assigned,
                };
                let value = arguments
                    .first()
                    .map_or_else(String::new, |var| self.expression(*var, place));
                format!("{on}.{} = {value}", callable.name)
            }
            _ => format!(
                "{on}.{}({})",
                callable.name,
                self.arguments(callable, arguments)
            ),
        }
    }

    /// Static methods of interfaces are not inherited: they are called on the interface itself.
    fn static_owner(&mut self, callable: &Callable) -> String {
        let is_interface = self
            .cluster
            .class(&callable.declared_in)
            .is_some_and(|class| class.kind == goalline_testcase::ClassKind::Interface);
        let owner = if is_interface {
            &callable.declared_in
        } else {
            &callable.owner
        };
        self.names.class(owner)
    }

    fn creation(&mut self, at: usize, callable: &Callable, place: ExpressionPlace) -> String {
        let statement = &self.statements[at];
        let StatementKind::Call {
            receiver,
            arguments,
            ..
        } = &statement.kind
        else {
            return String::new();
        };
        let outer = receiver.map(|outer| self.expression(outer, ExpressionPlace::Receiver));
        let class = self.created_type(statement, callable, place);
        let arguments = self.arguments(callable, arguments);
        match outer {
            Some(outer) => {
                let simple = class.split('<').next().unwrap_or(&class);
                let simple = simple.rsplit('.').next().unwrap_or(simple);
                let suffix = class.find('<').map_or("", |from| &class[from..]);
                format!("{outer}.new {simple}{suffix}({arguments})")
            }
            None => format!("new {class}({arguments})"),
        }
    }

    fn created_type(
        &mut self,
        statement: &Statement,
        callable: &Callable,
        place: ExpressionPlace,
    ) -> String {
        let declared = self.ty(statement.ty);
        let returned = self.ty(callable.returns);
        let own =
            |ty: &JavaType| matches!(ty, JavaType::Class { name, .. } if *name == callable.owner);
        let ty = if own(declared) { declared } else { returned };
        let is_generic = matches!(ty, JavaType::Class { arguments, .. } if !arguments.is_empty());
        let type_is_declared = !(self.style.uses_var && self.style.release >= 10);
        if is_generic && place == ExpressionPlace::Assigned && type_is_declared {
            return format!("{}<>", self.names.erased(ty));
        }
        self.names.instantiable(ty)
    }

    /// The value a method gives when nothing is said about it.
    pub(crate) fn default_value(ty: &JavaType) -> &'static str {
        match ty {
            JavaType::Primitive(Primitive::Boolean) => "false",
            JavaType::Primitive(Primitive::Char) => "'\\0'",
            JavaType::Primitive(Primitive::Long) => "0L",
            JavaType::Primitive(Primitive::Float) => "0.0F",
            JavaType::Primitive(Primitive::Double) => "0.0",
            JavaType::Primitive(_) => "0",
            _ => "null",
        }
    }
}
