//! Test programs from test sources: takes parsed test methods, gives those of their statements that the cluster can
//! express; runs nothing.

use std::collections::BTreeMap;

use goalline_prepare::sources::source_literals::literal;
use goalline_syntax::{DeclaredKind, FileDeclarations, JavaFile, Node};
use goalline_testcase::{
    CallableId, CallableKind, JavaType, Literal, Primitive, Shape, Statement, StatementKind,
    TestCase, TestCluster, TypeId, Var, Vars,
};

use super::test_expressions::{
    Natural, arguments, is_asserting, misfit, named, natural, number, simple,
};

/// Statements of one program at most; a longer test goes on in another one.
const LONGEST: usize = 30;

/// Programs that are taken at most.
const MOST: usize = 120;

/// The test methods of a file as programs, each call in them that the cluster knows.
pub(super) fn seeds(
    file: &JavaFile,
    declared: &FileDeclarations,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let mut found: Vec<TestCase> = Vec::new();
    for ty in &declared.types {
        let fields: BTreeMap<&str, Node<'_>> = ty
            .members
            .iter()
            .filter(|member| member.kind == DeclaredKind::Field)
            .filter_map(|member| Some((member.name.as_str(), file.node(member.code?))))
            .collect();
        for method in &ty.members {
            let body = method.code.filter(|_| method.kind == DeclaredKind::Method);
            let Some(body) = body.filter(|_| method.modifiers.has_annotation("Test")) else {
                continue;
            };
            let mut reader = SeedReader {
                cluster,
                fields: &fields,
                test: TestCase::default(),
                variables: BTreeMap::new(),
                done: Vec::new(),
            };
            reader.block(file.node(body));
            reader.finish();
            for test in reader.done {
                if found.len() < MOST && !found.contains(&test) {
                    found.push(test);
                }
            }
        }
    }
    found
}

/// Makes the cluster number what values of the parameters of the callables under test are made with.
pub(super) fn warm(cluster: &mut TestCluster) {
    for id in cluster.under_test().to_vec() {
        let callable = cluster.callable(id);
        let types: Vec<TypeId> = callable
            .parameters
            .iter()
            .copied()
            .chain(callable.receiver)
            .collect();
        for ty in types {
            cluster.generators(ty);
            cluster.uses(ty);
        }
    }
}

struct SeedReader<'a, 'f> {
    cluster: &'a mut TestCluster,
    /// Fields of the test class with their initial values.
    fields: &'a BTreeMap<&'a str, Node<'f>>,
    test: TestCase,
    variables: BTreeMap<String, Var>,
    done: Vec<TestCase>,
}

impl<'f> SeedReader<'_, 'f> {
    fn block(&mut self, block: Node<'f>) {
        for statement in block.named_children() {
            if self.test.len() > LONGEST {
                self.finish();
            }
            match statement.kind() {
                "local_variable_declaration" => self.declaration(statement),
                "expression_statement" => {
                    if let Some(expression) = statement.first_named() {
                        self.expression(expression);
                    }
                }
                _ => {}
            }
        }
    }

    /// Takes what was read as one program, when it calls anything under test.
    fn finish(&mut self) {
        let test = std::mem::take(&mut self.test);
        self.variables.clear();
        let calls_subject = test.statements.iter().any(|statement| {
            matches!(&statement.kind, StatementKind::Call { callable, .. }
                if self.cluster.callable(*callable).is_under_test)
        });
        if calls_subject && test.is_well_formed(self.cluster) {
            self.done.push(test);
        }
    }

    fn declaration(&mut self, declaration: Node<'f>) {
        let written = declaration.field("type").map_or("", Node::text);
        for declarator in declaration.fields("declarator") {
            let (Some(name), Some(value)) = (declarator.field("name"), declarator.field("value"))
            else {
                continue;
            };
            let wanted = self.primitive_type(written);
            match self.value(value, wanted) {
                Some(var) => self.variables.insert(name.text().to_owned(), var),
                None => self.variables.remove(name.text()),
            };
        }
    }

    fn expression(&mut self, expression: Node<'f>) {
        match expression.kind() {
            "assignment_expression" => {
                let (Some(left), Some(right)) =
                    (expression.field("left"), expression.field("right"))
                else {
                    return;
                };
                let wanted = self
                    .variables
                    .get(left.text())
                    .map(|var| self.test.statement(*var).ty);
                match self.value(right, wanted) {
                    Some(var) => self.variables.insert(left.text().to_owned(), var),
                    None => self.variables.remove(left.text()),
                };
            }
            "method_invocation" if is_asserting(expression) => {
                for argument in arguments(expression) {
                    self.asserted(argument);
                }
            }
            _ => {
                self.value(expression, None);
            }
        }
    }

    /// An argument of an assertion: only calls are worth running.
    fn asserted(&mut self, argument: Node<'f>) {
        match argument.unparenthesized().kind() {
            "lambda_expression" => {
                let Some(body) = argument.unparenthesized().field("body") else {
                    return;
                };
                if body.kind() == "block" {
                    // One level: an assertion within an assertion is a test of its own.
                    let inner = body.named_children();
                    for statement in inner.filter(|node| node.kind() == "expression_statement") {
                        if let Some(expression) = statement.first_named() {
                            self.value(expression, None);
                        }
                    }
                } else {
                    self.value(body, None);
                }
            }
            "method_invocation" | "object_creation_expression" => {
                self.value(argument, None);
            }
            _ => {}
        }
    }

    /// Adds the statements of an expression; on failure nothing stays added.
    fn value(&mut self, node: Node<'f>, wanted: Option<TypeId>) -> Option<Var> {
        let before = self.test.len();
        let found = self.try_value(node.unparenthesized(), wanted);
        if found.is_none() {
            self.back_to(before);
        }
        found
    }

    /// Takes back the statements from this one on, and what their values are called.
    fn back_to(&mut self, before: usize) {
        self.test.truncate(before);
        self.variables.retain(|_, var| usize::from(var.0) < before);
    }

    fn try_value(&mut self, node: Node<'f>, wanted: Option<TypeId>) -> Option<Var> {
        match node.kind() {
            "identifier" => self.named(node.text()),
            "cast_expression" => self.value(node.field("value")?, wanted),
            "method_invocation" => self.method(node),
            "object_creation_expression" => {
                if node.has("class_body") || node.child("class_body").is_some() {
                    return None;
                }
                let class = simple(node.field("type")?.text());
                let of = |kind| kind == CallableKind::Constructor;
                self.call(&of, "<init>", Some(class), None, &arguments(node))
            }
            "field_access" => {
                let owner = simple(node.field("object")?.text());
                let name = node.field("field")?.text();
                let of = |kind| kind == CallableKind::StaticFieldRead;
                self.call(&of, name, Some(owner), None, &[])
            }
            "array_creation_expression" => {
                let wanted = wanted.filter(|ty| matches!(self.cluster.shape(*ty), Shape::Array(_)));
                self.array(node.field("value")?, wanted?)
            }
            "array_initializer" => self.array(node, wanted?),
            _ => self.literal(node, wanted),
        }
    }

    fn named(&mut self, name: &str) -> Option<Var> {
        if let Some(var) = self.variables.get(name) {
            return Some(*var);
        }
        let value = *self.fields.get(name)?;
        // A field that is made from itself would never end.
        if value.descendants().any(|node| node.text() == name) {
            return None;
        }
        let var = self.value(value, None)?;
        self.variables.insert(name.to_owned(), var);
        Some(var)
    }

    fn array(&mut self, initializer: Node<'f>, ty: TypeId) -> Option<Var> {
        let Shape::Array(element) = self.cluster.shape(ty) else {
            return None;
        };
        let mut elements = Vars::new();
        for node in initializer.named_children() {
            elements.push(self.fitting(node, element)?);
        }
        self.push(ty, StatementKind::Array { elements })
    }

    fn method(&mut self, node: Node<'f>) -> Option<Var> {
        let name = node.field("name")?.text();
        let arguments = arguments(node);
        let is_static = |kind| kind == CallableKind::StaticMethod;
        let Some(object) = node.field("object") else {
            // A static import.
            return self.call(&is_static, name, None, None, &arguments);
        };
        let is_type = object.kind() == "identifier" && !self.knows(object.text())
            || object.kind() == "scoped_identifier"
            || object.kind() == "field_access" && object.text().starts_with(char::is_lowercase);
        if is_type {
            let owner = simple(object.text());
            if let Some(var) = self.call(&is_static, name, Some(owner), None, &arguments) {
                return Some(var);
            }
        }
        let receiver = self.value(object, None)?;
        let of = |kind| kind == CallableKind::Method;
        self.call(&of, name, None, Some(receiver), &arguments)
    }

    fn knows(&self, name: &str) -> bool {
        self.variables.contains_key(name) || self.fields.contains_key(name)
    }

    /// The first callable of this name that takes the arguments, those whose literals fit best first.
    fn call(
        &mut self,
        kind: &dyn Fn(CallableKind) -> bool,
        name: &str,
        owner: Option<&str>,
        receiver: Option<Var>,
        arguments: &[Node<'f>],
    ) -> Option<Var> {
        let mut fitting: Vec<(u32, CallableId)> = Vec::new();
        for (callable, number) in self.cluster.callables().iter().zip(0..) {
            let is_right = kind(callable.kind)
                && callable.name == name
                && owner.is_none_or(|owner| simple(&callable.owner.replace('$', ".")) == owner)
                && callable.receiver.is_some() == receiver.is_some()
                && (callable.parameters.len() == arguments.len()
                    || callable.is_varargs && arguments.len() + 1 >= callable.parameters.len());
            if is_right {
                let misfit = |(parameter, node): (&TypeId, &Node<'_>)| {
                    misfit(self.cluster.shape(*parameter), *node)
                };
                let pairs = callable.parameters.iter().zip(arguments);
                fitting.push((pairs.map(misfit).sum(), CallableId(number)));
            }
        }
        fitting.sort();
        for (_, id) in fitting {
            let before = self.test.len();
            if let Some(var) = self.call_of(id, receiver, arguments) {
                return Some(var);
            }
            self.back_to(before);
        }
        None
    }

    fn call_of(
        &mut self,
        id: CallableId,
        receiver: Option<Var>,
        nodes: &[Node<'f>],
    ) -> Option<Var> {
        let callable = self.cluster.callable(id).clone();
        if let Some(receiver) = receiver
            && !self.test.fits(receiver, callable.receiver?, self.cluster)
        {
            return None;
        }
        let mut arguments = Vars::new();
        let fixed = callable.parameters.len() - usize::from(callable.is_varargs);
        for (parameter, node) in callable.parameters.iter().zip(nodes.iter().take(fixed)) {
            arguments.push(self.fitting(*node, *parameter)?);
        }
        if callable.is_varargs {
            let array = *callable.parameters.last()?;
            arguments.push(self.rest(array, nodes.get(fixed..)?)?);
        }
        let kind = StatementKind::Call {
            callable: id,
            receiver,
            arguments,
        };
        self.push(callable.returns, kind)
    }

    /// The array of a variable-arity call: given as one, or element by element.
    fn rest(&mut self, array: TypeId, nodes: &[Node<'f>]) -> Option<Var> {
        if let [only] = nodes
            && let Some(var) = self.value(*only, Some(array))
            && self.test.fits(var, array, self.cluster)
        {
            return Some(var);
        }
        let Shape::Array(element) = self.cluster.shape(array) else {
            return None;
        };
        let mut elements = Vars::new();
        for node in nodes {
            elements.push(self.fitting(*node, element)?);
        }
        self.push(array, StatementKind::Array { elements })
    }

    fn fitting(&mut self, node: Node<'f>, wanted: TypeId) -> Option<Var> {
        let var = self.value(node, Some(wanted))?;
        self.test.fits(var, wanted, self.cluster).then_some(var)
    }

    fn literal(&mut self, node: Node<'f>, wanted: Option<TypeId>) -> Option<Var> {
        let wanted_shape = wanted.map(|ty| self.cluster.shape(ty));
        if node.kind() == "null_literal" {
            let ty = wanted?;
            let is_reference = !matches!(self.cluster.shape(ty), Shape::Primitive(_) | Shape::Void);
            return is_reference.then(|| self.push(ty, StatementKind::Null))?;
        }
        let natural = natural(node)?;
        let Natural::Primitive(own) = natural else {
            let ty = match wanted_shape {
                Some(Shape::Text) => wanted?,
                _ => self.cluster.type_id(&JavaType::class("java.lang.String"))?,
            };
            let text = literal(node).texts.pop()?;
            return self.push(ty, StatementKind::Literal(Literal::Text(text)));
        };
        let primitive = match wanted_shape {
            Some(Shape::Primitive(primitive)) if own == primitive || own.widens_to(primitive) => {
                primitive
            }
            Some(Shape::Boxed(primitive)) if own == primitive => primitive,
            Some(Shape::Primitive(small @ (Primitive::Byte | Primitive::Short)))
                if own == Primitive::Int =>
            {
                small
            }
            _ => own,
        };
        let ty = match wanted_shape {
            Some(Shape::Primitive(shape) | Shape::Boxed(shape)) if shape == primitive => wanted?,
            _ => self.cluster.intern(JavaType::Primitive(primitive)),
        };
        let value = number(node, primitive)?;
        self.push(ty, StatementKind::Literal(value))
    }

    fn primitive_type(&mut self, written: &str) -> Option<TypeId> {
        let (base, dimensions) = match written.strip_suffix("[]") {
            Some(base) => (base, 1),
            None => (written, 0),
        };
        let mut ty = match base {
            "String" => JavaType::class("java.lang.String"),
            _ => JavaType::Primitive(named(base)?),
        };
        for _ in 0..dimensions {
            ty = ty.array_of();
        }
        Some(self.cluster.intern(ty))
    }

    fn push(&mut self, ty: TypeId, kind: StatementKind) -> Option<Var> {
        let var = Var(u16::try_from(self.test.len()).ok()?);
        self.test.statements.push(Statement { ty, kind });
        Some(var)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_syntax::declarations;
    use goalline_testcase::{ClassDescription, ClassUnderTest, ExecutableDescription, Modifiers};

    use super::*;

    /// `public static int name(int, last)`.
    fn overload(name: &str, last: Primitive) -> ExecutableDescription {
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: format!("(I{})I", if last == Primitive::Int { "I" } else { "Z" }),
            modifiers: Modifiers(0x9),
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
            type_parameters: Vec::new(),
            parameters: vec![
                JavaType::Primitive(Primitive::Int),
                JavaType::Primitive(last),
            ],
            parameter_names: Vec::new(),
            returns: JavaType::Primitive(Primitive::Int),
            throws: Vec::new(),
        }
    }

    fn rates() -> TestCluster {
        let java = "package shop; class Rate { }";
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
        let overloads = [Primitive::Int, Primitive::Boolean].map(|last| overload("of", last));
        let rate = ClassDescription {
            name: "shop.Rate".to_owned(),
            canonical: Some("shop.Rate".to_owned()),
            modifiers: Modifiers(1),
            methods: overloads.to_vec(),
            ..ClassDescription::default()
        };
        let subject = ClassUnderTest {
            classes: &["shop.Rate".to_owned()],
            package: "shop",
            flow: &flow,
        };
        TestCluster::new(vec![rate], &subject)
    }

    #[test]
    fn an_overload_that_does_not_fit_leaves_no_value_behind_for_the_next_one() {
        let read = |second: &str| {
            let file = JavaFile::parse(format!(
                "class T {{ static final int DAYS = 5; @Test void a() {{ Rate.of(DAYS, {second}); Rate.of(DAYS, 3); }} }}"
            ));
            seeds(&file, &declarations(&file), &mut rates())
        };
        // Neither overload takes it; the call after it is read all the same.
        let [program] = &read("unknown")[..] else {
            panic!("one program")
        };
        assert_eq!(program.statements.len(), 3, "two numbers and a call");
        assert_eq!(read("true")[0].statements.len(), 5);
    }

    #[test]
    fn what_no_cluster_knows_is_no_program() {
        let file = JavaFile::parse(
            "class T { @Test void a() { int b = 1; assertEquals(1, new Cart(b).total()); } }",
        );
        let mut cluster = TestCluster::default();
        assert!(seeds(&file, &declarations(&file), &mut cluster).is_empty());
    }
}
