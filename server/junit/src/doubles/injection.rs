//! Fields that a container would set, as Java text: by name where the test sees them, else as the project's libraries
//! do it.

use goalline_testcase::{Callable, CallableKind, FieldDescription, StandardStream, StatementKind};

use crate::{
    printing::printer::{ExpressionPlace, Printer},
    types::{
        hierarchy::ancestors,
        type_names::{class_type, split_package},
        variables::capitalised,
    },
};

impl Printer<'_> {
    /// The statement, without its last semicolon, that sets the field of a call of this object, or of this class where
    /// the field is static: then it is noted how the field is emptied again.
    pub(crate) fn injection(&mut self, at: usize, object: &str) -> String {
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &self.statements[at].kind
        else {
            return String::new();
        };
        let callable = self.cluster.callable(*callable);
        let value = |printer: &mut Self, place| {
            arguments
                .first()
                .map_or_else(String::new, |var| printer.expression(*var, place))
        };
        let name = &callable.name;
        let is_held = callable.kind == CallableKind::HeldField;
        if self.is_seen_by_test(callable) {
            let value = value(self, ExpressionPlace::Assigned);
            let set = |value: &str| format!("{object}.{name} = {value}");
            self.note_reset(at, is_held.then(|| set("null")));
            return set(&value);
        }
        let value = value(self, ExpressionPlace::Argument);
        let suffix = if is_held { ".class" } else { "" };
        if self.style.sets_fields {
            let utils = self
                .names
                .class("org.springframework.test.util.ReflectionTestUtils");
            let set =
                |value: &str| format!("{utils}.setField({object}{suffix}, \"{name}\", {value})");
            self.note_reset(at, is_held.then(|| set("null")));
            return set(&value);
        }
        let declarer = self.names.class(&callable.declared_in);
        let class = self.names.class("java.lang.reflect.Field");
        let wanted = [format!("{name}Field")];
        let names = &self.names;
        let field = self.locals.claim(&wanted, |name| names.is_used(name));
        let object = if is_held { "null" } else { object };
        self.note_reset(at, is_held.then(|| format!("{field}.set(null, null)")));
        format!(
            "{class} {field} = {declarer}.class.getDeclaredField(\"{name}\");\n{field}.setAccessible(true);\n\
             {field}.set({object}, {value})"
        )
    }

    /// The statement, without its last semicolon, that puts something into the static holder; how it is taken away is
    /// noted.
    pub(crate) fn put_down(&mut self, at: usize, holder: &str) -> String {
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &self.statements[at].kind
        else {
            return String::new();
        };
        let callable = self.cluster.callable(*callable);
        if let Some(stream) = callable.caught_stream() {
            let value = self.arguments(callable, arguments);
            return self.catching(at, stream, holder, &value);
        }
        let clearing = self.cluster.clearing(callable);
        self.note_reset(at, clearing.map(|method| format!("{holder}.{method}()")));
        let value = self.arguments(callable, arguments);
        format!("{holder}.{}({value})", callable.name)
    }

    /// The statements that put this stream in the place of a standard one, which comes back at the end.
    fn catching(&mut self, at: usize, stream: StandardStream, system: &str, value: &str) -> String {
        let (field, setter) = (stream.field(), stream.setter());
        let class = self.names.class("java.io.PrintStream");
        let names = &self.names;
        let wanted = [format!("standard{}", capitalised(field))];
        let standard = self.locals.claim(&wanted, |name| names.is_used(name));
        self.note_reset(at, Some(format!("{system}.{setter}({standard})")));
        format!("{class} {standard} = {system}.{field};\n{system}.{setter}({value})")
    }

    fn note_reset(&mut self, at: usize, statement: Option<String>) {
        if let Some(statement) = statement {
            self.resets.insert(at, format!("{statement};"));
        }
    }

    /// Whether the field can be assigned in a test of the package.
    pub(crate) fn is_seen_by_test(&self, callable: &Callable) -> bool {
        let Some(modifiers) = self.injected_field(callable).map(|field| field.modifiers) else {
            return false;
        };
        let is_near = split_package(&callable.declared_in).0 == self.cluster.package();
        modifiers.is_public() || is_near && !modifiers.is_private()
    }

    fn injected_field(&self, callable: &Callable) -> Option<&FieldDescription> {
        let owner = class_type(&callable.declared_in);
        let found = ancestors(self.cluster, &owner).into_iter().next()?;
        let mut fields = found.class.fields.iter();
        fields.find(|field| field.name == callable.name)
    }

    /// Whether setting the field throws what a test has to declare.
    pub(crate) fn injects_by_reflection(&self, callable: &Callable) -> bool {
        !self.style.sets_fields && !self.is_seen_by_test(callable)
    }
}
