//! Assertions in Java text: takes checks, gives statements of the framework in use; what to check is decided elsewhere.

use goalline_testcase::{
    JavaString, JavaType, Literal, Observed, Primitive, Unordered, Var, printed_to,
};

use crate::{
    assertions::{
        assertion_words::{thrown_by, worded},
        checks::{
            Access, Check, Fact, MapWay, SPRING_DATA, Sign, accessed_type, character_read, is_map,
            is_plain_value, maker,
        },
        expected_throw::ExpectedThrow,
        inspectors::CLASS,
        tolerance::Tolerance,
    },
    printing::{
        literal_text::{literal_text, narrowing_cast, string_text},
        printer::{ExpressionPlace, HeldMap, Printer},
    },
    style::{AssertionLibrary, Framework},
    types::{hierarchy::holds_objects, overloads::wrapper, type_names::unboxed},
};

impl Printer<'_> {
    /// The check as a statement. `act` is the text of the call under test where it is written inside.
    pub(crate) fn assertion(&mut self, check: &Check) -> String {
        if let Some(verification) = self.verification(check) {
            return verification;
        }
        let actual = self.actual(check);
        let ty = self.checked_type(check);
        match &check.fact {
            Fact::Is(observed) => match self.character_read(check) {
                Some(character) => self.asserts("assertEquals", &[&character, &actual]),
                None => self.states(&ty, observed, &actual),
            },
            Fact::ArrayLength(length) => self.has_size(&actual, u64::from(*length), ".length"),
            Fact::TextLength(length) => self.has_size(&actual, *length as u64, ".length()"),
            Fact::Contains(text) => {
                let given = string_text(text, self.style.spelling);
                let is_written =
                    !matches!(&ty, JavaType::Class { name, .. } if name == "java.lang.String");
                let text = if is_written { ".toString()" } else { "" };
                self.asserts(
                    "assertTrue",
                    &[&format!("{actual}{text}.contains({given})")],
                )
            }
            Fact::StartsWith(text) => {
                let given = string_text(text, self.style.spelling);
                self.asserts("assertTrue", &[&format!("{actual}.startsWith({given})")])
            }
            Fact::Sign(Sign::Positive) => self.asserts("assertPositive", &[&actual]),
            Fact::Sign(Sign::Negative) => self.asserts("assertNegative", &[&actual]),
            Fact::Size(size) => self.has_size(&actual, u64::from(*size), ".size()"),
            Fact::SizeOfObject { size, is_map } => {
                let container = if *is_map {
                    self.as_map(&ty, &actual)
                } else {
                    let collection = self.names.class("java.util.Collection");
                    format!("(({collection}<?>) {actual})")
                };
                self.has_size(&container, u64::from(*size), ".size()")
            }
            Fact::Keys(keys) => {
                let expected = self.set(keys);
                let map = self.as_map(&ty, &actual);
                self.asserts("assertEquals", &[&expected, &format!("{map}.keySet()")])
            }
            Fact::Text(text) if self.is_of_lines(check, text) => self.prints(&actual, text),
            Fact::Text(text) => {
                let expected = string_text(text, self.style.spelling);
                self.asserts(
                    "assertEquals",
                    &[&expected, &format!("{actual}.toString()")],
                )
            }
            Fact::InstanceOf(class) => self.is_of(&actual, class),
            Fact::NotNull => self.asserts("assertNotNull", &[&actual]),
            // The JUnit 4 test fails by itself when the call throws.
            Fact::Returns if self.says_nothing_of_returning() => format!("{actual};"),
            Fact::Returns | Fact::Called { .. } => {
                self.asserts("assertDoesNotThrow", &[&format!("() -> {actual}")])
            }
        }
    }

    /// Whether the text was printed and lines of it end as the platform ends them.
    fn is_of_lines(&self, check: &Check, text: &JavaString) -> bool {
        let is_end = |unit: &u16| *unit == u16::from(b'\n');
        let has_words = || !text.to_text().trim().is_empty();
        text.0.iter().any(is_end)
            && (has_words() || text.0.iter().all(is_end))
            && printed_to(self.statements, self.cluster).any(|sink| sink == check.var)
    }

    /// That these lines were printed, whatever ends them.
    fn prints(&mut self, actual: &str, text: &JavaString) -> String {
        let text = text.to_text();
        let spelt = |line: &str| string_text(&line.into(), self.style.spelling);
        if text.trim().is_empty() {
            let end = format!("{}.lineSeparator()", self.names.class("java.lang.System"));
            let expected = vec![end; text.matches('\n').count()].join(" + ");
            return self.asserts(
                "assertEquals",
                &[&expected, &format!("{actual}.toString()")],
            );
        }
        if !text.trim().contains('\n') {
            let expected = spelt(text.trim());
            let actual = format!("{actual}.toString().trim()");
            return self.asserts("assertEquals", &[&expected, &actual]);
        }
        let lines: Vec<String> = text.trim_end_matches('\n').split('\n').map(spelt).collect();
        let expected = format!("new String[] {}", self.style.breaks.braced(&lines));
        let actual = format!("{actual}.toString().split(\"\\\\R\")");
        self.asserts("assertArrayEquals", &[&expected, &actual])
    }

    /// That something is of a class.
    fn is_of(&mut self, actual: &str, class: &str) -> String {
        let class = self.names.class(class);
        if self.style.assertions == AssertionLibrary::JUnit {
            // `assertInstanceOf` came late.
            return self.asserts("assertTrue", &[&format!("{actual} instanceof {class}")]);
        }
        self.asserts("assertInstanceOf", &[&format!("{class}.class"), actual])
    }

    /// A value of the JDK from its text: `new BigDecimal("1.5")`, `BigInteger.valueOf(5)`,
    /// `LocalDate.parse("2001-02-03")`.
    fn built(&mut self, class: &str, text: &JavaString) -> String {
        if class == CLASS {
            return self.class_literal(&text.to_text());
        }
        let name = self.names.class(class);
        let quoted = string_text(text, self.style.spelling);
        let maker = maker(class).unwrap_or("new");
        if class.starts_with(SPRING_DATA) {
            return format!("{name}.{maker}({})", self.of_spring_data(&text.to_text()));
        }
        if class == "java.util.Date" {
            let instant = self.names.class("java.time.Instant");
            return format!("{name}.{maker}({instant}.parse({quoted}))");
        }
        match (maker, text.to_text().parse::<i32>()) {
            ("new", Ok(small)) if class == "java.math.BigInteger" => match small {
                0 => format!("{name}.ZERO"),
                1 => format!("{name}.ONE"),
                _ => format!("{name}.valueOf({small})"),
            },
            ("new", _) => format!("new {name}({quoted})"),
            _ => format!("{name}.{maker}({quoted})"),
        }
    }

    /// `0, 20, Sort.Direction.DESC, "createdAt"`: what a request of a page or an order is made of.
    fn of_spring_data(&mut self, parts: &str) -> String {
        let mut texts = Vec::new();
        let mut has_direction = false;
        for part in parts.split(',') {
            let number = part.parse::<i32>().ok();
            let number = number.filter(|number| *number >= 0 && !has_direction);
            let is_direction = !has_direction && ["ASC", "DESC"].contains(&part);
            has_direction |= is_direction;
            texts.push(match number {
                Some(number) => number.to_string(),
                None if is_direction => {
                    let sort = self.names.class(&format!("{SPRING_DATA}Sort"));
                    format!("{sort}.Direction.{part}")
                }
                None => string_text(&part.into(), self.style.spelling),
            });
        }
        texts.join(", ")
    }

    /// `'t'` in place of 116 where the call reads a character.
    fn character_read(&self, check: &Check) -> Option<String> {
        let unit = character_read(self.cluster, self.statements, check)?;
        let is_plain = self.style.assertions == AssertionLibrary::JUnit;
        is_plain.then(|| literal_text(&Literal::Char(unit), self.style.spelling))?
    }

    /// `String.class`, `int.class`
    fn class_literal(&mut self, class: &str) -> String {
        if class.contains('.') {
            format!("{}.class", self.names.class(class))
        } else {
            format!("{class}.class")
        }
    }

    fn actual(&mut self, check: &Check) -> String {
        if check.fact == Fact::Returns {
            return self.call(usize::from(check.var.0));
        }
        let place = if check.access == Access::Value {
            ExpressionPlace::Argument
        } else {
            ExpressionPlace::Receiver
        };
        let value = self.expression(check.var, place);
        match &check.access {
            Access::Value | Access::Interaction { .. } => value,
            Access::Inspector { method, .. } => format!("{value}.{method}()"),
            Access::Field(name) => format!("{value}.{name}"),
            Access::Entry(way) => self.entry(check.var, &value, way),
        }
    }

    /// What the map holds on the way of these keys.
    fn entry(&mut self, var: Var, object: &str, way: &MapWay) -> String {
        let keys = &way.keys[..];
        let variable = self.held_map.as_ref().filter(|it| it.map == var);
        if let (Some(variable), [first, inner]) = (variable, keys)
            && variable.key == *first
            && way.asked.is_none()
        {
            let name = variable.name.clone();
            return format!("{name}.get({})", self.observed(inner));
        }
        let mut ty = self.ty(self.statements[usize::from(var.0)].ty).clone();
        let mut held = object.to_owned();
        if let Some(asked) = &way.asked {
            let given = accessed_type(self.cluster, &ty, &asked.access());
            ty = given.unwrap_or_else(JavaType::object);
            held = format!("{held}.{}()", asked.method);
        }
        for key in keys {
            let map = self.as_map(&ty, &held);
            held = format!("{map}.get({})", self.observed(key));
            ty = JavaType::object();
        }
        held
    }

    /// The line that gives a name to the map within a map of which several of the checks tell something; none where
    /// one does at most.
    pub(crate) fn map_within(&mut self, checks: &[Check]) -> Option<String> {
        let within = checks.iter().filter_map(|check| match &check.access {
            Access::Entry(MapWay { asked: None, keys }) if keys.len() == 2 => {
                Some((check.var, keys.first()?))
            }
            _ => None,
        });
        let within: Vec<(Var, &Observed)> = within.collect();
        let (map, key) = *within.first()?;
        let Observed::Literal(Literal::Text(text)) = key else {
            return None;
        };
        if within.iter().filter(|it| **it == (map, key)).count() < 2 {
            return None;
        }
        let whole = self.expression(map, ExpressionPlace::Receiver);
        let way = MapWay {
            asked: None,
            keys: vec![key.clone()],
        };
        let held = self.entry(map, &whole, &way);
        let types = &self.names;
        let wanted = [text.to_text(), "held".to_owned()];
        let name = self.locals.claim(&wanted, |name| types.is_used(name));
        let class = self.names.class("java.util.Map");
        let modifier = if self.style.final_locals {
            "final "
        } else {
            ""
        };
        let line = format!("{modifier}{class}<?, ?> {name} = ({class}<?, ?>) {held};");
        let key = key.clone();
        self.held_map = Some(HeldMap { map, key, name });
        Some(line)
    }

    /// A map to be asked: cast where the type of the expression does not say that it is one.
    fn as_map(&mut self, ty: &JavaType, map: &str) -> String {
        if is_map(self.cluster, ty) {
            return map.to_owned();
        }
        format!("(({}<?, ?>) {map})", self.names.class("java.util.Map"))
    }

    fn checked_type(&self, check: &Check) -> JavaType {
        let ty = self.ty(self.statements[usize::from(check.var.0)].ty);
        accessed_type(self.cluster, ty, &check.access).unwrap_or_else(|| ty.clone())
    }

    pub(crate) fn states(&mut self, ty: &JavaType, observed: &Observed, actual: &str) -> String {
        match observed {
            Observed::Null => self.asserts("assertNull", &[actual]),
            Observed::Literal(Literal::Boolean(value)) if is_boolean(ty) => {
                self.asserts(if *value { "assertTrue" } else { "assertFalse" }, &[actual])
            }
            Observed::Literal(literal) => {
                let expected = self.expected(ty, literal);
                match Tolerance::of(ty, &[observed]) {
                    Some(delta) => {
                        self.asserts("assertEquals", &[&expected, actual, &delta.text()])
                    }
                    None => self.asserts("assertEquals", &[&expected, actual]),
                }
            }
            Observed::Same(other) => {
                let expected = self.expression(*other, ExpressionPlace::Argument);
                let is_number = matches!(ty, JavaType::Primitive(_));
                let given = self.ty(self.statements[usize::from(other.0)].ty);
                let classes = [ty, given].map(JavaType::class_name);
                let is_value = classes.into_iter().flatten().any(is_plain_value);
                let word = if is_number || is_value {
                    "assertEquals"
                } else {
                    "assertSame"
                };
                self.asserts(word, &[&expected, actual])
            }
            Observed::Array { elements, .. } => {
                let expected = format!(
                    "new {} {}",
                    self.names.erased(ty),
                    self.elements(ty, elements)
                );
                let JavaType::Array(element) = ty else {
                    return self.asserts("assertNotNull", &[actual]);
                };
                let elements: Vec<&Observed> = elements.iter().collect();
                match Tolerance::of(element, &elements)
                    .filter(|_| matches!(**element, JavaType::Primitive(_)))
                {
                    Some(delta) => {
                        self.asserts("assertArrayEquals", &[&expected, actual, &delta.text()])
                    }
                    None => self.asserts("assertArrayEquals", &[&expected, actual]),
                }
            }
            Observed::Sized { .. }
            | Observed::Unordered(_)
            | Observed::Constant { .. }
            | Observed::Value { .. }
            | Observed::Calls { .. }
            | Observed::Object { .. }
            | Observed::Described { .. } => {
                let expected = self.observed(observed);
                self.asserts(self.word_for_equal(ty, observed), &[&expected, actual])
            }
        }
    }

    /// What says that something of this type is as observed: the name of a number, a text or one of an enum stands for
    /// its value, that of an object for the very one.
    fn word_for_equal(&self, ty: &JavaType, observed: &Observed) -> &'static str {
        let Observed::Constant { class, .. } = observed else {
            return "assertEquals";
        };
        let is_value = match ty {
            JavaType::Primitive(_) => true,
            _ => ty
                .class_name()
                .is_some_and(|name| name == "java.lang.String" || unboxed(name).is_some()),
        };
        if !is_value && holds_objects(self.cluster, class) {
            "assertSame"
        } else {
            "assertEquals"
        }
    }

    /// The text of an expected literal, so that exactly one `assertEquals` fits.
    fn expected(&mut self, ty: &JavaType, literal: &Literal) -> String {
        let text = literal_text(literal, self.style.spelling).unwrap_or_default();
        let is_primitive = matches!(ty, JavaType::Primitive(_));
        let kind = literal.primitive();
        match (kind, narrowing_cast(literal)) {
            (Some(kind), cast) if !is_primitive && self.style.framework != Framework::Jupiter => {
                // assertEquals(long, long) and (Object, Object) both take a primitive beside a wrapper.
                let class = self.names.class(wrapper(kind));
                format!("{class}.valueOf({}{text})", cast.unwrap_or_default())
            }
            (Some(_), Some(cast))
                if !is_primitive || self.style.assertions != AssertionLibrary::JUnit =>
            {
                format!("{cast}{text}")
            }
            _ => text,
        }
    }

    /// An observed value as an expression of its own.
    pub(crate) fn observed(&mut self, observed: &Observed) -> String {
        match observed {
            Observed::Null
            | Observed::Object { .. }
            | Observed::Described { .. }
            | Observed::Calls { .. }
            | Observed::Array { .. } => "null".to_owned(),
            Observed::Literal(literal) => {
                let text = literal_text(literal, self.style.spelling).unwrap_or_default();
                format!("{}{text}", narrowing_cast(literal).unwrap_or_default())
            }
            Observed::Constant { class, constant } => {
                format!("{}.{constant}", self.names.class(class))
            }
            Observed::Value { class, text } => self.built(class, text),
            Observed::Same(var) => self.expression(*var, ExpressionPlace::Argument),
            Observed::Sized { elements, .. } => self.list(elements),
            Observed::Unordered(all) if all.is_map => self.map(all),
            Observed::Unordered(all) => self.set(&all.keys),
        }
    }

    fn map(&mut self, all: &Unordered) -> String {
        let entries = all.keys.iter().zip(&all.values);
        let entries: Vec<String> = entries
            .map(|(key, value)| format!("{}, {}", self.observed(key), self.observed(value)))
            .collect();
        let factory = if self.style.release < 9 {
            format!("{}.singletonMap", self.names.class("java.util.Collections"))
        } else {
            format!("{}.of", self.names.class("java.util.Map"))
        };
        format!("{factory}({})", entries.join(", "))
    }

    fn set(&mut self, elements: &[Observed]) -> String {
        let texts: Vec<String> = elements.iter().map(|one| self.observed(one)).collect();
        let texts = texts.join(", ");
        if self.style.release >= 9 {
            return format!("{}.of({texts})", self.names.class("java.util.Set"));
        }
        if elements.len() == 1 {
            let maker = self.names.class("java.util.Collections");
            return format!("{maker}.singleton({texts})");
        }
        let (set, arrays) = (
            self.names.class("java.util.HashSet"),
            self.names.class("java.util.Arrays"),
        );
        format!("new {set}<>({arrays}.asList({texts}))")
    }

    fn list(&mut self, elements: &[Observed]) -> String {
        let texts: Vec<String> = elements.iter().map(|one| self.observed(one)).collect();
        if let [Observed::Null] = elements {
            return format!(
                "{}.singletonList(null)",
                self.names.class("java.util.Collections")
            );
        }
        let factory = if elements.contains(&Observed::Null) || self.style.release < 9 {
            format!("{}.asList", self.names.class("java.util.Arrays"))
        } else {
            format!("{}.of", self.names.class("java.util.List"))
        };
        format!("{factory}({})", texts.join(", "))
    }

    fn elements(&mut self, ty: &JavaType, elements: &[Observed]) -> String {
        let JavaType::Array(element) = ty else {
            return "{}".to_owned();
        };
        let is_exact = |literal: &Literal| match &**element {
            JavaType::Primitive(_) => true,
            JavaType::Class { name, .. } => unboxed(name) == literal.primitive(),
            _ => false,
        };
        let mut texts = Vec::new();
        for one in elements {
            texts.push(match one {
                Observed::Array { elements, .. } => self.elements(element, elements),
                Observed::Literal(literal) if is_exact(literal) => {
                    literal_text(literal, self.style.spelling).unwrap_or_default()
                }
                other => self.observed(other),
            });
        }
        self.style.breaks.braced(&texts)
    }

    /// A call of an assertion as a statement.
    pub(crate) fn asserts(&mut self, name: &'static str, arguments: &[&str]) -> String {
        let worded = worded(self.style, name, arguments);
        self.members.extend(worded.members);
        format!("{};", worded.text)
    }

    fn says_nothing_of_returning(&self) -> bool {
        !self.style.framework.says_that_nothing_is_thrown()
            && (self.style.assertions != AssertionLibrary::AssertJ || !self.style.has_lambdas())
    }

    /// That a container or text has so many elements; `length` is how JUnit's words ask for it.
    fn has_size(&mut self, actual: &str, size: u64, length: &str) -> String {
        if self.style.assertions == AssertionLibrary::AssertJ {
            self.members
                .extend(worded(self.style, "assertNull", &[actual]).members);
            return match size {
                0 => format!("assertThat({actual}).isEmpty();"),
                _ => format!("assertThat({actual}).hasSize({size});"),
            };
        }
        match (size, length) {
            (0, ".size()") => self.asserts("assertTrue", &[&format!("{actual}.isEmpty()")]),
            _ => self.asserts(
                "assertEquals",
                &[&size.to_string(), &format!("{actual}{length}")],
            ),
        }
    }

    /// Statements that expect the act to throw, with its message where one is given.
    pub(crate) fn expects_throw(&mut self, act: Var, expected: &ExpectedThrow) -> Vec<String> {
        let exception = self.names.class(&expected.class);
        let call = self.call(usize::from(act.0));
        if self.style.assertions == AssertionLibrary::AssertJ {
            let lambda = format!("() -> {call}");
            let cause = expected.cause.as_ref().map(|it| self.names.class(it));
            let worded = thrown_by(
                &self.style.indent,
                &lambda,
                &exception,
                expected.message.as_deref(),
                cause.as_deref(),
            );
            self.members.extend(worded.members);
            return vec![format!("{};", worded.text)];
        }
        let word = if expected.says_more() {
            self.style.framework.gives_thrown()
        } else {
            "assertThrows"
        };
        let asserts = self.asserts(
            word,
            &[&format!("{exception}.class"), &format!("() -> {call}")],
        );
        if !expected.says_more() {
            return vec![asserts];
        }
        let names = &self.names;
        let wanted = ["thrown".to_owned(), "exception".to_owned()];
        let thrown = self.locals.claim(&wanted, |name| names.is_used(name));
        let modifier = if self.style.final_locals {
            "final "
        } else {
            ""
        };
        let declared = if self.style.uses_var && self.style.release >= 10 {
            "var"
        } else {
            &exception
        };
        let first = format!("{modifier}{declared} {thrown} = {asserts}");
        let mut lines = vec![first];
        lines.extend(self.said_by_thrown(&thrown, expected));
        lines
    }

    /// What is asserted of the exception in this variable, in the order of [`ExpectedThrow::about`].
    fn said_by_thrown(&mut self, thrown: &str, expected: &ExpectedThrow) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(message) = &expected.message {
            let actual = format!("{thrown}.getMessage()");
            lines.push(self.asserts("assertEquals", &[message, &actual]));
        }
        if let Some(cause) = &expected.cause {
            lines.push(self.is_of(&format!("{thrown}.getCause()"), cause));
        }
        for one in &expected.carried {
            let actual = format!("{thrown}.{}()", one.getter);
            lines.push(self.states(&one.ty, &one.value, &actual));
        }
        lines
    }
}

fn is_boolean(ty: &JavaType) -> bool {
    match ty {
        JavaType::Primitive(primitive) => *primitive == Primitive::Boolean,
        JavaType::Class { name, .. } => name == "java.lang.Boolean",
        _ => false,
    }
}
