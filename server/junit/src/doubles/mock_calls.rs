//! Calls on mocks as they are stubbed and verified: takes a method with the arguments that were seen, gives the
//! argument list. Values that a test can state stand as they are; where one cannot be stated, all are matchers, as
//! Mockito takes no mixture.

use goalline_testcase::{
    DescribedPart, ExecutableDescription, JavaType, Literal, Observed, Primitive, Statement,
    StatementKind, Var,
};

use crate::{
    assertions::{
        checks::maker,
        inspectors::CLASS,
        interactions::{LIST, is_of_any_list, list_caught},
    },
    printing::{
        printer::{ExpressionPlace, Printer},
        value_places::is_copyable,
    },
    types::signatures::MethodTypes,
    types::{
        hierarchy::{candidates, find_method},
        type_names::{class_type, descriptor_types, erase},
    },
};

/// Longest text that is written as an argument of a mock.
const LONGEST_TEXT: usize = 60;

/// The class whose values have constants.
const LOCALE: &str = "java.util.Locale";

/// A method of a mock.
pub(crate) struct MockedMethod<'a> {
    pub(crate) method: &'a ExecutableDescription,
    pub(crate) signature: MethodTypes,
    /// Whether another method of this name takes as many arguments: a matcher has to say its type.
    is_overloaded: bool,
    /// Whether another method of this name takes all but its last argument, or a row of others: where it is a row of
    /// nothing, a call would mean that one.
    is_shadowed: bool,
}

/// What a matcher has to be good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatcherUse {
    Stubbing,
    Verifying,
}

/// The elements of an array that the test makes of literals alone, of one at least.
pub(crate) fn literals_in(statements: &[Statement], array: Var) -> Option<&[Var]> {
    let StatementKind::Array { elements } = &statements[usize::from(array.0)].kind else {
        return None;
    };
    let is_literal = |var: &Var| {
        let element = &statements[usize::from(var.0)].kind;
        matches!(element, StatementKind::Literal(_))
    };
    (!elements.is_empty() && elements.iter().all(is_literal)).then_some(&elements[..])
}

impl<'a> Printer<'a> {
    /// The method of a mock of this type.
    pub(crate) fn mocked_method(
        &self,
        ty: &JavaType,
        name: &str,
        descriptor: &str,
    ) -> Option<MockedMethod<'a>> {
        let (ancestor, method) = find_method(self.cluster, ty, name, descriptor)?;
        let count = method.parameters.len();
        let all = candidates(self.cluster, ty.class_name()?, name);
        let erased = |parameters: &[JavaType]| parameters.iter().map(erase).collect::<Vec<_>>();
        let signature = MethodTypes::of(&ancestor, method);
        let own = [
            erased(&signature.parameters),
            descriptor_types(descriptor).0,
        ];
        let is_other = |other: &[JavaType]| !own.iter().any(|one| one.as_slice() == other);
        let is_overloaded = all.iter().any(|one| {
            one.is_varargs || one.parameters.len() == count && is_other(&one.parameters)
        });
        Some(MockedMethod {
            method,
            signature,
            is_overloaded: is_overloaded && all.len() > 1,
            is_shadowed: all.iter().any(|one| {
                let length = one.parameters.len();
                length + 1 == count
                    || one.is_varargs && length <= count && is_other(&one.parameters)
            }),
        })
    }

    /// The arguments between the parentheses, for calls that had these; none: for any.
    pub(crate) fn mocked_arguments(
        &mut self,
        method: &MockedMethod<'_>,
        seen: Option<&[Observed]>,
        usage: MatcherUse,
    ) -> String {
        let count = method.method.parameters.len();
        let seen = seen.filter(|seen| seen.len() == count);
        let mut exact = Vec::new();
        for at in 0..count {
            let is_statable = |seen: &[Observed]| match &seen[at] {
                // What a list holds in the end is not what it held when it was given: an answer is for one of plain
                // values alone.
                Observed::Sized { size, elements } => {
                    let taken = &method.signature.parameters[at];
                    let is_plain = |one: &Observed| matches!(one, Observed::Literal(_));
                    let is_for_all =
                        usage == MatcherUse::Verifying || elements.iter().all(is_plain);
                    is_for_all && *size > 0 && is_of_any_list(taken)
                }
                _ => true,
            };
            let seen = seen.filter(|seen| is_statable(seen));
            exact.push(seen.and_then(|seen| self.exact_argument(method, at, &seen[at])));
        }
        if exact.iter().all(Option::is_some) {
            let all = exact.into_iter().flatten().flatten();
            return all.collect::<Vec<_>>().join(", ");
        }
        let mut texts = Vec::new();
        for (at, exact) in exact.into_iter().enumerate() {
            let is_null = seen.is_some_and(|seen| seen[at] == Observed::Null);
            texts.push(match exact {
                Some(_) if is_null => self.null_matcher(method, at),
                // A row of nothing.
                Some(exact) if exact.is_empty() => continue,
                Some(exact) => {
                    self.use_matcher("eq");
                    let each = exact.iter().map(|text| format!("eq({text})"));
                    each.collect::<Vec<_>>().join(", ")
                }
                None => match seen.map(|seen| &seen[at]) {
                    Some(Observed::Described { class, parts })
                        if usage == MatcherUse::Verifying =>
                    {
                        let taken = &method.signature.parameters[at];
                        let list = list_caught(taken).filter(|_| class == LIST);
                        let ty = list.unwrap_or_else(|| JavaType::class(class));
                        let name = method.method.parameter_names.get(at);
                        self.caught(ty, parts, name.map(String::as_str))
                    }
                    seen => self.any(method, at, usage, seen.is_some()),
                },
            });
        }
        texts.join(", ")
    }

    /// The arguments between the parentheses of a call that had these, where a test can name each.
    pub(crate) fn exact_arguments(
        &mut self,
        method: &MockedMethod<'_>,
        seen: &[Observed],
    ) -> Option<String> {
        let is_open = |it: &Observed| matches!(it, Observed::Sized { .. } | Observed::Null);
        if seen.len() != method.method.parameters.len() || seen.iter().any(is_open) {
            return None;
        }
        let mut exact = Vec::new();
        for (at, one) in seen.iter().enumerate() {
            exact.extend(self.exact_argument(method, at, one)?);
        }
        Some(exact.join(", "))
    }

    /// What catches the argument, which is then told by its parts.
    fn caught(&mut self, ty: JavaType, parts: &[DescribedPart], parameter: Option<&str>) -> String {
        let captor = self.captor(ty, parts, parameter);
        let argument = captor.capture();
        self.captors.push(captor);
        argument
    }

    /// The argument as an expression that is equal to it, as several where they are the rest of a call with any number
    /// of arguments; none where it cannot be stated.
    fn exact_argument(
        &mut self,
        method: &MockedMethod<'_>,
        at: usize,
        observed: &Observed,
    ) -> Option<Vec<String>> {
        let is_rest = method.method.is_varargs && at + 1 == method.method.parameters.len();
        match observed {
            Observed::Array { length, elements }
                if is_rest && *length as usize == elements.len() =>
            {
                let texts: Option<Vec<String>> =
                    elements.iter().map(|one| self.stated_value(one)).collect();
                texts.filter(|texts| !texts.is_empty() || !method.is_shadowed)
            }
            // Another method of the name may take so many.
            Observed::Same(array) if is_rest && !method.is_shadowed => self.elements_of(*array),
            _ if is_rest => None,
            Observed::Null if method.is_overloaded => {
                let ty = self.names.erased(&method.signature.parameters[at]);
                Some(vec![format!("({ty}) null")])
            }
            _ => self.stated_value(observed).map(|text| vec![text]),
        }
    }

    /// The elements of an array that the test makes of literals, as a call with any number of arguments takes them.
    fn elements_of(&mut self, array: Var) -> Option<Vec<String>> {
        let texts = literals_in(self.statements, array)?.iter();
        let texts = texts.map(|var| self.expression(*var, ExpressionPlace::Argument));
        Some(texts.collect())
    }

    fn stated_value(&mut self, observed: &Observed) -> Option<String> {
        if let Observed::Value { class, text } = observed
            && class == LOCALE
            && let Some(constant) = constant_of_locale(&text.to_text())
        {
            return Some(format!("{}.{constant}", self.names.class(LOCALE)));
        }
        let is_stated = match observed {
            Observed::Null => true,
            Observed::Literal(Literal::Text(text)) => {
                text.0.len() <= LONGEST_TEXT
                    && !crate::assertions::raised_by::has_identity(&text.to_text())
            }
            Observed::Literal(literal) => !matches!(literal, Literal::Class(_)),
            Observed::Constant { class, .. } => self.names.is_visible(class),
            Observed::Value { class, text } => {
                maker(class).is_some() && (class == CLASS || text.0.len() <= LONGEST_TEXT)
            }
            Observed::Sized { size, elements } => {
                let mut elements_stated = elements.iter().map(|one| self.stated_value(one));
                elements.len() == *size as usize && elements_stated.all(|text| text.is_some())
            }
            Observed::Same(var) => {
                let is_copied = is_copyable(self.cluster, &self.statements[usize::from(var.0)]);
                return (is_copied || self.name_of(*var).is_some())
                    .then(|| self.expression(*var, ExpressionPlace::Argument));
            }
            _ => false,
        };
        is_stated.then(|| self.observed(observed))
    }

    fn null_matcher(&mut self, method: &MockedMethod<'_>, at: usize) -> String {
        self.use_matcher("isNull");
        if method.is_overloaded {
            let ty = self.names.erased(&method.signature.parameters[at]);
            return format!("({ty}) isNull()");
        }
        "isNull()".to_owned()
    }

    /// What stands for any argument. For one that was seen it tells the type; for others it takes `null` as well.
    fn any(
        &mut self,
        method: &MockedMethod<'_>,
        at: usize,
        usage: MatcherUse,
        is_seen: bool,
    ) -> String {
        let ty = &method.signature.parameters[at];
        if let JavaType::Primitive(primitive) = ty {
            let member = any_of_primitive(*primitive);
            self.use_matcher(member);
            return format!("{member}()");
        }
        let mockito = self.style.mocks.unwrap_or_default();
        let is_rest = method.method.is_varargs && at + 1 == method.method.parameters.len();
        if is_rest && mockito.major < 2 {
            self.use_matcher("anyVararg");
            return "anyVararg()".to_owned();
        }
        if is_rest && mockito.major < 5 {
            self.use_matcher("any");
            return "any()".to_owned();
        }
        let has_plain_class =
            !matches!(ty, JavaType::Class { arguments, .. } if !arguments.is_empty());
        let erased = erase(ty);
        let tells_type = method.is_overloaded
            || is_rest
            || mockito.major < 2
            || is_seen && usage == MatcherUse::Verifying && has_plain_class;
        if !tells_type || erased == class_type("java.lang.Object") && !method.is_overloaded {
            self.use_matcher("any");
            return "any()".to_owned();
        }
        let member = if is_seen || is_rest || mockito.major < 2 {
            "any"
        } else {
            "nullable"
        };
        self.use_matcher(member);
        format!("{member}({}.class)", self.names.java_type(&erased))
    }

    fn use_matcher(&mut self, member: &str) {
        let class = self.style.mocks.unwrap_or_default().matchers_class();
        self.members.insert(format!("{class}.{member}"));
    }
}

/// The constant that holds the locale which is told so.
fn constant_of_locale(told: &str) -> Option<&'static str> {
    const CONSTANTS: [(&str, &str); 10] = [
        ("", "ROOT"),
        ("de", "GERMAN"),
        ("de_DE", "GERMANY"),
        ("en", "ENGLISH"),
        ("en_GB", "UK"),
        ("en_US", "US"),
        ("fr", "FRENCH"),
        ("fr_FR", "FRANCE"),
        ("it", "ITALIAN"),
        ("ja", "JAPANESE"),
    ];
    let mut all = CONSTANTS.iter();
    all.find_map(|(one, constant)| (*one == told).then_some(*constant))
}

fn any_of_primitive(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "anyBoolean",
        Primitive::Byte => "anyByte",
        Primitive::Char => "anyChar",
        Primitive::Short => "anyShort",
        Primitive::Long => "anyLong",
        Primitive::Float => "anyFloat",
        Primitive::Double => "anyDouble",
        Primitive::Int | Primitive::Void => "anyInt",
    }
}
