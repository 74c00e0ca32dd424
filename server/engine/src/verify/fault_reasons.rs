//! Why an exception is thought to be a fault: takes a test with what it threw, gives the reason, or none. Most
//! undeclared exceptions are the fault of the test: it passed an index that is none, asked an object that was only
//! half built, or brought a collaborator that breaks its contract. A warning that is wrong costs more than one that
//! is missing, so only those that the class brought about itself have a reason.

use std::collections::BTreeSet;

use goalline_junit::is_implicit;
use goalline_prepare::sources::contracts::Contracts;
use goalline_testcase::{
    Callable, CallableKind, DoubleStyle, ExecutableDescription, JavaString, JavaType, Literal,
    Modifiers, StackFrame, Statement, StatementKind, TestCase, TestCluster, Thrown, Var,
};

/// A call that threw.
pub(crate) struct FailedCall<'a> {
    /// What callables and types are.
    pub cluster: &'a TestCluster,
    /// What the file promises.
    pub contracts: &'a Contracts,
    /// The test; its last statement threw.
    pub test: &'a TestCase,
    /// What that statement calls.
    pub callable: &'a Callable,
    /// What it threw.
    pub thrown: &'a Thrown,
}

/// Why an exception is thought to be a fault, the likeliest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FaultReason {
    /// `equals`, `hashCode` or `toString` threw.
    MethodOfObject,
    /// The method declares an exception of the project (simple name) for what it rejects, and threw another one.
    NotTheDeclaredOne(String),
    /// An index or a bound that no argument gave, and what it should lie in.
    ComputedIndex(String),
    /// A negative size that no argument gave.
    ComputedSize(String),
    /// What this method, as the JVM or the source names it, looked up was `null`, and nobody checked it.
    UncheckedNull(String),
    /// A cast to what the object is not.
    UncheckedCast,
    /// A division by zero.
    Division,
    /// This method of the JDK found nothing to give.
    NothingThere(String),
    /// This method of the JDK rejected what it was given.
    RejectedByJdk(String),
}

impl FaultReason {
    /// Why, as the end of a sentence that names call and exception.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::MethodOfObject => "a method of Object is not expected to throw".to_owned(),
            Self::NotTheDeclaredOne(declared) => {
                format!("the method declares {declared} for what it rejects, not this one")
            }
            Self::ComputedIndex(detail) => {
                format!("{detail}, and no argument is that index or bound")
            }
            Self::ComputedSize(size) => {
                format!("an array gets the size {size}, which no argument is")
            }
            Self::UncheckedNull(method) => {
                format!("`{method}` gave null, which nothing checks")
            }
            Self::UncheckedCast => "the class casts without a check".to_owned(),
            Self::Division => {
                "it divides without a check, which the method neither declares nor documents"
                    .to_owned()
            }
            Self::NothingThere(method) => {
                format!(
                    "`{method}` has nothing to give, which the method neither checks nor documents"
                )
            }
            Self::RejectedByJdk(method) => {
                format!(
                    "`{method}` rejects what it gets, which the method neither declares nor documents"
                )
            }
        }
    }
}

/// Why the exception is thought to be a fault; none where the test rather than the class is to blame.
pub(crate) fn fault_reason(call: &FailedCall<'_>) -> Option<FaultReason> {
    if !call.is_set_up_in_public() || call.has_double_of_jdk() {
        return None;
    }
    if call.has_number_of_double() {
        return None;
    }
    if !is_public(call.cluster, call.callable) {
        return call.computed_in_package();
    }
    if call.is_method_of_object() {
        let is_meant = call.has_double() || !is_implicit(&call.thrown.class);
        return (!is_meant && call.is_raised_in_file()).then_some(FaultReason::MethodOfObject);
    }
    if call.has_contract_of_jdk() {
        return None;
    }
    match simple_name(&call.thrown.class) {
        "NullPointerException" => call.unchecked_null(),
        "IndexOutOfBoundsException"
        | "ArrayIndexOutOfBoundsException"
        | "StringIndexOutOfBoundsException" => call.computed_index(),
        "NegativeArraySizeException" => call.computed_size(),
        "ArithmeticException" => call.division(),
        "ClassCastException" => call.unchecked_cast(),
        "NoSuchElementException" => call.nothing_there(),
        _ => call.rejected_by_jdk().or_else(|| call.other_exception()),
    }
}

/// Exceptions by which the JDK rejects a text.
const REJECTED_TEXT: [&str; 12] = [
    "java.lang.IllegalArgumentException",
    "java.lang.NumberFormatException",
    "java.nio.charset.IllegalCharsetNameException",
    "java.nio.charset.UnsupportedCharsetException",
    "java.nio.file.InvalidPathException",
    "java.time.DateTimeException",
    "java.time.format.DateTimeParseException",
    "java.time.zone.ZoneRulesException",
    "java.util.IllegalFormatException",
    "java.util.MissingFormatArgumentException",
    "java.util.UnknownFormatConversionException",
    "java.util.regex.PatternSyntaxException",
];

/// Packages of the JDK whose types say what their methods throw, for all that implement them.
const SPOKEN_FOR: [&str; 5] = [
    "java.util.",
    "java.io.",
    "java.lang.Iterable",
    "java.lang.CharSequence",
    "java.lang.Appendable",
];

impl FailedCall<'_> {
    fn literals(&self) -> impl Iterator<Item = &Literal> {
        let statements = self.test.statements.iter();
        statements.filter_map(|statement| match &statement.kind {
            StatementKind::Literal(literal) => Some(literal),
            _ => None,
        })
    }

    fn calls(&self) -> impl Iterator<Item = (&Callable, &[Var])> {
        let statements = self.test.statements.iter();
        statements.filter_map(|statement| match &statement.kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => Some((self.cluster.callable(*callable), &arguments[..])),
            _ => None,
        })
    }

    fn statement(&self, var: Var) -> Option<&Statement> {
        self.test.statements.get(usize::from(var.0))
    }

    /// Whether everybody could bring about the state that the call meets: one that no public call leaves proves
    /// nothing.
    fn is_set_up_in_public(&self) -> bool {
        let count = self.calls().count();
        let mut before = self.calls().take(count.saturating_sub(1));
        before.all(|call| is_public(self.cluster, call.0))
    }

    /// A method that is not public may ask for anything of its callers, but for a negative size that it computed
    /// itself; what a nested class is asked for only the class around it knows.
    fn computed_in_package(&self) -> Option<FaultReason> {
        let class = self.cluster.class(&self.callable.declared_in);
        if class.is_none_or(|it| it.outer.is_some()) {
            return None;
        }
        match simple_name(&self.thrown.class) {
            "NegativeArraySizeException" => self.computed_size(),
            _ => None,
        }
    }

    /// Whether a type of the JDK that the class extends has the method, too: what that says goes for this one.
    fn has_contract_of_jdk(&self) -> bool {
        let arity = self.callable.parameters.len();
        let mut supertypes = supertypes(self.cluster, &self.callable.declared_in).into_iter();
        supertypes.any(|name| {
            SPOKEN_FOR.iter().any(|part| name.starts_with(part))
                && self.cluster.class(&name).is_some_and(|class| {
                    let mut methods = class.methods.iter();
                    methods.any(|it| it.name == self.callable.name && it.parameters.len() == arity)
                })
        })
    }

    fn doubles(&self) -> impl Iterator<Item = (&JavaType, DoubleStyle)> {
        let statements = self.test.statements.iter();
        statements.filter_map(|statement| match &statement.kind {
            StatementKind::TestDouble { style, .. } => {
                Some((self.cluster.ty(statement.ty), *style))
            }
            _ => None,
        })
    }

    fn has_double(&self) -> bool {
        self.doubles().next().is_some()
    }

    /// Whether something stands in for a type of the JDK, whose contract it does not know.
    fn has_double_of_jdk(&self) -> bool {
        self.doubles().any(|double| match double.0 {
            JavaType::Class { name, .. } => {
                is_of_jdk(name)
                    && !name.starts_with("java.util.function.")
                    && name != "java.lang.Runnable"
            }
            _ => false,
        })
    }

    /// Whether a test double answers with a number of the test's choice: what is computed of that is the test's, too.
    fn has_number_of_double(&self) -> bool {
        let is_number = |var: Var| {
            let kind = self.statement(var).map(|it| &it.kind);
            matches!(kind, Some(StatementKind::Literal(it)) if whole_number(it).is_some())
        };
        self.test.statements.iter().any(|it| match &it.kind {
            StatementKind::TestDouble { answers, .. } => {
                answers.iter().any(|answer| is_number(answer.value))
            }
            _ => false,
        })
    }

    fn is_method_of_object(&self) -> bool {
        let signature = (
            self.callable.name.as_str(),
            self.callable.descriptor.as_str(),
        );
        matches!(
            signature,
            ("equals", "(Ljava/lang/Object;)Z")
                | ("hashCode", "()I")
                | ("toString", "()Ljava/lang/String;")
        )
    }

    /// The first frame that is not of the JDK.
    fn first_frame(&self) -> Option<&StackFrame> {
        let mut frames = self.thrown.stack.iter();
        frames.find(|frame| !is_of_jdk(&frame.class))
    }

    /// Whether the file itself, or the JDK called by it, threw.
    fn is_raised_in_file(&self) -> bool {
        let first = self.first_frame();
        first.is_some_and(|frame| self.contracts.is_of_file(&frame.class))
    }

    /// Whether the project itself, or the JDK called by it, threw.
    fn is_raised_in_project(&self) -> bool {
        let first = self.first_frame();
        first.is_some_and(|frame| is_of_project(&self.callable.declared_in, &frame.class))
    }

    /// The method of the JDK that the file called, where that threw.
    fn called_in_jdk(&self) -> Option<String> {
        let after = self.thrown.stack.iter();
        let count = after.take_while(|frame| is_of_jdk(&frame.class)).count();
        let frame = self.thrown.stack.get(count.checked_sub(1)?)?;
        let class = simple_name(&frame.class);
        Some(match frame.method.as_str() {
            "<init>" => format!("new {class}"),
            method => format!("{class}.{method}"),
        })
    }

    fn message(&self) -> String {
        let message = self.thrown.message.as_ref().map(JavaString::to_text);
        message.unwrap_or_default()
    }

    fn unchecked_null(&self) -> Option<FaultReason> {
        if self.has_double() || !self.is_raised_in_file() || self.has_half_built() {
            return None;
        }
        let message = self.message();
        let (_, what) = message.split_once("because ")?;
        let source = if let Some(method) = what.strip_prefix("the return value of \"") {
            null_of_jdk(method)
        } else {
            let variable = what.strip_prefix('"')?.strip_suffix("\" is null")?;
            let frame = self.thrown.stack.first()?;
            self.contracts.looked_up(variable, frame.line)
        };
        source.map(FaultReason::UncheckedNull)
    }

    /// Whether an object may want more than it got: one of a class with setters, made without arguments.
    fn has_half_built(&self) -> bool {
        self.calls().any(|(callable, arguments)| {
            let class = self.cluster.class(&callable.declared_in);
            callable.kind == CallableKind::Constructor
                && arguments.is_empty()
                && !is_of_jdk(&callable.declared_in)
                && class.is_some_and(|it| it.methods.iter().any(is_setter))
        })
    }

    /// All whole numbers that the test writes down.
    fn numbers(&self) -> BTreeSet<i64> {
        self.literals().filter_map(whole_number).collect()
    }

    /// Whether a number is one of the test, beside one of the test, or the sum of two.
    fn is_of_test(&self, number: i64) -> bool {
        let numbers = self.numbers();
        let is_near = |it: &i64| (number - it).abs() <= 1;
        let is_rest = |it: &i64| numbers.contains(&(number - it));
        numbers.iter().any(|it| is_near(it) || is_rest(it))
    }

    /// Whether the test passes a negative number, but for the least one, which is negative by mistake more often.
    fn has_negative(&self) -> bool {
        self.calls().any(|(callable, arguments)| {
            arguments.iter().enumerate().any(|(at, var)| {
                let kind = self.statement(*var).map(|it| &it.kind);
                let Some(StatementKind::Literal(literal)) = kind else {
                    return false;
                };
                let name = callable.parameter_names.get(at).map_or("", String::as_str);
                whole_number(literal)
                    .is_some_and(|number| number < 0 && (!is_least(literal) || names_a_size(name)))
            })
        })
    }

    fn computed_index(&self) -> Option<FaultReason> {
        if !self.is_raised_in_project() || self.has_negative() {
            return None;
        }
        let message = self.message();
        let message = message.lines().next()?;
        let numbers = numbers_in(message);
        let bounds = OutOfBounds::of(&numbers);
        let mut suspects = bounds.indexes.iter();
        if bounds.indexes.is_empty()
            || suspects.any(|it| self.is_of_test(*it))
            || bounds
                .length_if_counted_up()
                .is_some_and(|it| self.exceeds_argument(it))
        {
            return None;
        }
        Some(FaultReason::ComputedIndex(lower_first(message)))
    }

    /// Whether an argument of this length came with a number that is no index of it.
    fn exceeds_argument(&self, length: i64) -> bool {
        let Some(StatementKind::Call { arguments, .. }) =
            self.test.statements.last().map(|it| &it.kind)
        else {
            return false;
        };
        let kinds = || arguments.iter().filter_map(|var| self.statement(*var));
        let has_length = kinds().any(|it| match &it.kind {
            StatementKind::Array { elements } => usize::try_from(length) == Ok(elements.len()),
            StatementKind::Literal(Literal::Text(text)) => {
                usize::try_from(length) == Ok(text.0.len())
            }
            _ => false,
        });
        let exceeds = |it: &Statement| match &it.kind {
            StatementKind::Literal(literal) => whole_number(literal).is_some_and(|it| it > length),
            _ => false,
        };
        has_length && kinds().any(exceeds)
    }

    fn computed_size(&self) -> Option<FaultReason> {
        let message = self.message();
        let size: i64 = message.parse().ok()?;
        let is_computed = !self.has_negative() && !self.is_of_test(size);
        (is_computed && self.is_raised_in_project()).then_some(FaultReason::ComputedSize(message))
    }

    fn division(&self) -> Option<FaultReason> {
        let is_overflow = self.message().contains("overflow");
        (!is_overflow && self.is_raised_in_file()).then_some(FaultReason::Division)
    }

    /// A cast in the file itself; of an argument that may be anything, the caller says what it is.
    fn unchecked_cast(&self) -> Option<FaultReason> {
        let top = self.thrown.stack.first()?;
        let may_be_anything = |callable: &Callable| {
            let mut types = callable.parameters.iter().map(|it| self.cluster.ty(*it));
            types.any(may_hold_anything)
        };
        let is_own = self.contracts.is_of_file(&top.class);
        let mut calls = self.calls();
        (is_own && !self.has_double() && !calls.any(|call| may_be_anything(call.0)))
            .then_some(FaultReason::UncheckedCast)
    }

    /// The file took an element of something empty that it did not ask before; who asks an object for its next
    /// element knows that there may be none.
    fn nothing_there(&self) -> Option<FaultReason> {
        const ASKED_FOR: [&str; 12] = [
            "next", "previous", "first", "last", "get", "peek", "pop", "poll", "remove", "element",
            "min", "max",
        ];
        let name = self.callable.name.to_lowercase();
        let is_by_jdk = is_of_jdk(&self.thrown.stack.first()?.class);
        let is_asked_for = ASKED_FOR.iter().any(|it| name.contains(it));
        if !is_by_jdk || is_asked_for || self.has_double() || !self.is_raised_in_file() {
            return None;
        }
        self.called_in_jdk().map(FaultReason::NothingThere)
    }

    /// The file called the JDK with a text that this rejects.
    fn rejected_by_jdk(&self) -> Option<FaultReason> {
        let class = self.thrown.class.as_str();
        let has_text = self.literals().any(|it| matches!(it, Literal::Text(_)));
        let is_by_jdk = is_of_jdk(&self.thrown.stack.first()?.class);
        if !REJECTED_TEXT.contains(&class)
            || !has_text
            || !is_by_jdk
            || self.has_double()
            || !self.is_raised_in_file()
            || self.is_said_by_a_name()
        {
            return None;
        }
        self.called_in_jdk().map(FaultReason::RejectedByJdk)
    }

    /// Whether a parameter is named after what the exception is about: who passes a `pattern` knows that it is one.
    fn is_said_by_a_name(&self) -> bool {
        let exception = simple_name(&self.thrown.class).to_lowercase();
        self.calls().any(|call| {
            let mut names = call.0.parameter_names.iter().map(|it| it.to_lowercase());
            names.any(|name| {
                let word = name.trim_end_matches('s');
                let is_regex = word.contains("regex") || word.contains("pattern");
                (word.len() > 3 && exception.contains(word))
                    || (is_regex && exception.starts_with("pattern"))
            })
        })
    }

    /// The project has an exception of its own for what the method rejects, which is declared, and threw another one.
    fn other_exception(&self) -> Option<FaultReason> {
        const CHOSEN: [&str; 2] = [
            "java.lang.IllegalArgumentException",
            "java.lang.IllegalStateException",
        ];
        let mut declared = self.callable.throws.iter();
        let own = declared.find(|it| is_of_project(&self.callable.declared_in, it))?;
        let is_other = CHOSEN.contains(&self.thrown.class.as_str());
        (is_other && !self.has_double() && self.is_raised_in_project())
            .then(|| FaultReason::NotTheDeclaredOne(simple_name(own).to_owned()))
    }
}

/// The method of the JDK (`Map.get`) that gave `null`, from how the JVM names it with its parameters; none where it
/// only gives what a caller gave it.
fn null_of_jdk(method: &str) -> Option<String> {
    const CALLBACKS: [&str; 3] = [
        "java.util.function.",
        "java.util.Iterator.",
        "java.util.concurrent.Callable.",
    ];
    let (method, _) = method.split_once('(')?;
    if !is_of_jdk(method) || CALLBACKS.iter().any(|it| method.starts_with(it)) {
        return None;
    }
    let (class, name) = method.rsplit_once('.')?;
    Some(format!("{}.{name}", simple_name(class)))
}

/// What a message about an index says.
struct OutOfBounds {
    /// Numbers that lie outside, all of them where none does.
    indexes: Vec<i64>,
    length: Option<i64>,
}

impl OutOfBounds {
    /// The last of several numbers is the length.
    fn of(numbers: &[i64]) -> Self {
        let Some((last, before)) = numbers.split_last().filter(|it| !it.1.is_empty()) else {
            return Self {
                indexes: numbers.to_vec(),
                length: None,
            };
        };
        let outside = before.iter().filter(|it| **it < 0 || *it >= last);
        let mut indexes: Vec<i64> = outside.copied().collect();
        if indexes.is_empty() {
            indexes = before.to_vec();
        }
        Self {
            indexes,
            length: Some(*last),
        }
    }
}

impl OutOfBounds {
    /// The length, where an index may have been counted up to it.
    fn length_if_counted_up(&self) -> Option<i64> {
        let mut indexes = self.indexes.iter();
        self.length.filter(|_| indexes.all(|it| *it >= 0))
    }
}

/// The numbers in a message, with their signs.
fn numbers_in(message: &str) -> Vec<i64> {
    let words = message.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter_map(|word| word.parse().ok()).collect()
}

fn whole_number(literal: &Literal) -> Option<i64> {
    Some(match literal {
        Literal::Byte(it) => i64::from(*it),
        Literal::Short(it) => i64::from(*it),
        Literal::Char(it) => i64::from(*it),
        Literal::Int(it) => i64::from(*it),
        Literal::Long(it) => *it,
        _ => return None,
    })
}

fn is_least(literal: &Literal) -> bool {
    matches!(
        literal,
        Literal::Byte(i8::MIN)
            | Literal::Short(i16::MIN)
            | Literal::Int(i32::MIN)
            | Literal::Long(i64::MIN)
    )
}

/// Whether a parameter of this name counts, measures or points at something.
fn names_a_size(name: &str) -> bool {
    const WORDS: [&str; 17] = [
        "index", "offset", "pos", "start", "end", "begin", "len", "count", "size", "width",
        "capacity", "pad", "indent", "limit", "column", "row", "line",
    ];
    let name = name.to_lowercase();
    WORDS.iter().any(|word| name.contains(word))
}

fn is_setter(method: &ExecutableDescription) -> bool {
    let is_primitive = |ty: &JavaType| matches!(ty, JavaType::Primitive(_));
    method.name.starts_with("set")
        && method.parameters.len() == 1
        && !method.parameters.iter().any(is_primitive)
}

/// Whether a caller may put anything into a variable of this type.
fn may_hold_anything(ty: &JavaType) -> bool {
    match ty {
        JavaType::Primitive(_) => false,
        JavaType::Class { name, arguments } => {
            matches!(name.as_str(), "java.lang.Object" | "java.lang.Comparable")
                || arguments.iter().any(may_hold_anything)
        }
        JavaType::Array(element) => may_hold_anything(element),
        JavaType::Variable(_) | JavaType::Wildcard { .. } => true,
    }
}

/// Whether everybody can call it: the member is public, and so is each nested class that it stands in.
fn is_public(cluster: &TestCluster, callable: &Callable) -> bool {
    let Some(class) = cluster.class(&callable.declared_in) else {
        return true;
    };
    let mut around = Some(class);
    while let Some(nested) = around.filter(|it| it.outer.is_some()) {
        if !nested.modifiers.is_public() {
            return false;
        }
        around = nested.outer.as_ref().and_then(|it| cluster.class(it));
    }
    let mut executables = class.methods.iter().chain(&class.constructors);
    let is_it = |it: &&ExecutableDescription| {
        it.name == callable.name && it.descriptor == callable.descriptor
    };
    let of_field = || {
        let mut fields = class.fields.iter();
        let field = fields.find(|it| it.name == callable.name);
        field.map(|it| it.modifiers)
    };
    let modifiers: Option<Modifiers> = match callable.kind {
        CallableKind::Constructor | CallableKind::Method | CallableKind::StaticMethod => {
            executables.find(is_it).map(|it| it.modifiers)
        }
        _ => of_field(),
    };
    modifiers.is_none_or(Modifiers::is_public)
}

/// The names of all classes and interfaces that a class extends, as far as they are known.
fn supertypes(cluster: &TestCluster, class: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![class.to_owned()];
    while let Some(name) = waiting.pop() {
        let Some(class) = cluster.class(&name) else {
            continue;
        };
        for above in class.superclass.iter().chain(&class.interfaces) {
            if let JavaType::Class { name, .. } = above
                && found.insert(name.clone())
            {
                waiting.push(name.clone());
            }
        }
    }
    found
}

/// Whether both classes stand in packages that begin with the same two names.
fn is_of_project(class: &str, other: &str) -> bool {
    let project = |class: &str| -> Option<String> {
        let (package, _) = class.rsplit_once('.')?;
        let first: Vec<&str> = package.split('.').take(2).collect();
        Some(first.join("."))
    };
    project(class) == project(other)
}

fn is_of_jdk(name: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun.", "com.sun."]
        .iter()
        .any(|part| name.starts_with(part))
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|it| it.to_lowercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

fn simple_name(name: &str) -> &str {
    name.rsplit(['.', '$']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use goalline_flow::FileFlow;
    use goalline_syntax::{JavaFile, declarations};
    use goalline_testcase::{ClassDescription, ClassUnderTest};

    use super::*;

    /// A class with a public method that takes a text and a number, one that is not public, and `toString`.
    const DESK: &str = "package shop;\npublic class Desk {\n \
        public void read(String text, int width) throws shop.Refusal { }\n void pad(String text, int width) { }\n \
        public String toString() { return null; }\n \
        public void find(String pattern) {\n  Object one = all.get(pattern);\n  one.hashCode(); } }";

    fn method(
        name: &str,
        modifiers: u32,
        parameters: &[(&str, JavaType)],
    ) -> ExecutableDescription {
        let (text, number) = ("Ljava/lang/String;", "I");
        let descriptors = parameters.iter().map(|it| match it.1 {
            JavaType::Primitive(_) => number,
            _ => text,
        });
        let descriptors: String = descriptors.collect();
        let returns = if name == "toString" { text } else { "V" };
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: format!("({descriptors}){returns}"),
            modifiers: Modifiers(modifiers),
            type_parameters: Vec::new(),
            parameters: parameters.iter().map(|it| it.1.clone()).collect(),
            parameter_names: parameters.iter().map(|it| it.0.to_owned()).collect(),
            returns: match name {
                "toString" => JavaType::class("java.lang.String"),
                _ => JavaType::void(),
            },
            throws: match name {
                "read" => vec![JavaType::class("shop.Refusal")],
                _ => Vec::new(),
            },
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
        }
    }

    /// The cluster of the desk; it may extend something of the JDK that has `read`, too.
    fn cluster(extends: Option<&str>) -> TestCluster {
        const PUBLIC: u32 = 1;
        let text = || JavaType::class("java.lang.String");
        let number = JavaType::Primitive(goalline_testcase::Primitive::Int);
        let both = [("text", text()), ("width", number)];
        let class = |name: &str, methods| ClassDescription {
            name: name.to_owned(),
            canonical: Some(name.to_owned()),
            modifiers: Modifiers(PUBLIC),
            methods,
            ..ClassDescription::default()
        };
        let desk = ClassDescription {
            constructors: vec![method("<init>", PUBLIC, &[])],
            interfaces: extends.iter().map(|it| JavaType::class(it)).collect(),
            ..class(
                "shop.Desk",
                vec![
                    method("read", PUBLIC, &both),
                    method("pad", 0, &both),
                    method("toString", PUBLIC, &[]),
                    method("find", PUBLIC, &[("pattern", text())]),
                ],
            )
        };
        let above = extends.map(|it| class(it, vec![method("read", PUBLIC, &both)]));
        let flow = FileFlow::of(&JavaFile::parse(DESK));
        let subject = ClassUnderTest {
            classes: &["shop.Desk".to_owned()],
            package: "shop",
            flow: &flow,
        };
        TestCluster::new([desk].into_iter().chain(above).collect(), &subject)
    }

    fn contracts() -> Contracts {
        let file = JavaFile::parse(DESK);
        let declared = declarations(&file);
        Contracts::of(&file, &declared, &FileFlow::of(&file), None)
    }

    fn thrown(class: &str, message: &str, frames: &[&str]) -> Thrown {
        let stack = frames.iter().map(|frame| {
            let (class, method) = frame.rsplit_once('.').expect("a class and a method");
            StackFrame {
                class: class.to_owned(),
                method: method.to_owned(),
                line: 8,
            }
        });
        Thrown {
            class: class.to_owned(),
            nameable: class.to_owned(),
            message: Some(message.into()),
            stack: stack.collect(),
            ..Thrown::default()
        }
    }

    /// Why the call of this method on a new desk is thought to be faulty, with the text and the number it is given.
    fn why(
        cluster: &mut TestCluster,
        called: &str,
        given: (&str, i32),
        thrown: &Thrown,
    ) -> Option<FaultReason> {
        let id = |cluster: &TestCluster, name: &str| {
            let mut ids = cluster.under_test().iter().copied();
            ids.find(|it| cluster.callable(*it).name == name)
                .expect("it is described")
        };
        let statement = |ty, kind| Statement { ty, kind };
        let void = cluster.intern(JavaType::void());
        let string = cluster.intern(JavaType::class("java.lang.String"));
        let number = cluster.intern(JavaType::Primitive(goalline_testcase::Primitive::Int));
        let desk = cluster.intern(JavaType::class("shop.Desk"));
        let id = (id(cluster, "<init>"), id(cluster, called));
        let count = cluster.callable(id.1).parameters.len() as u16;
        let call = |callable, receiver, count: u16| StatementKind::Call {
            callable,
            receiver,
            arguments: (1..=count).map(Var).collect(),
        };
        let test = TestCase {
            statements: vec![
                statement(desk, call(id.0, None, 0)),
                statement(
                    string,
                    StatementKind::Literal(Literal::Text(given.0.into())),
                ),
                statement(number, StatementKind::Literal(Literal::Int(given.1))),
                statement(void, call(id.1, Some(Var(0)), count)),
            ],
        };
        fault_reason(&FailedCall {
            cluster,
            contracts: &contracts(),
            test: &test,
            callable: cluster.callable(id.1),
            thrown,
        })
    }

    fn out_of_bounds(message: &str) -> Thrown {
        const CLASS: &str = "java.lang.StringIndexOutOfBoundsException";
        thrown(
            CLASS,
            message,
            &["java.lang.String.charAt", "shop.Desk.read"],
        )
    }

    #[test]
    fn an_index_that_the_class_computed_is_its_fault_and_one_that_was_passed_on_is_not() {
        let of = |given, message: &str| {
            why(&mut cluster(None), "read", given, &out_of_bounds(message)).map(|it| it.words())
        };
        assert_eq!(
            of(("ab", 40), "Index 3 out of bounds for length 3").as_deref(),
            Some("index 3 out of bounds for length 3, and no argument is that index or bound")
        );
        assert_eq!(of(("ab", 7), "Index 7 out of bounds for length 2"), None);
        assert_eq!(
            of(("ab", 7), "begin 0, end 8, length 2"),
            None,
            "one beyond"
        );
        assert_eq!(
            of(("ab", 9), "Index 2 out of bounds for length 2"),
            None,
            "it counts to 9"
        );
        assert_eq!(
            of(("ab", -9), "begin 0, end -30, length 2"),
            None,
            "negative widths are none"
        );
        assert!(of(("ab", 40), "begin 0, end -1, length 2").is_some());
    }

    #[test]
    fn what_only_a_package_can_call_and_what_a_type_of_the_jdk_documents_is_no_fault() {
        let thrown = out_of_bounds("Index 3 out of bounds for length 3");
        let mut plain = cluster(None);
        assert!(why(&mut plain, "read", ("ab", 40), &thrown).is_some());
        assert_eq!(why(&mut plain, "pad", ("ab", 40), &thrown), None);
        let mut sequence = cluster(Some("java.util.Source"));
        assert_eq!(why(&mut sequence, "read", ("ab", 40), &thrown), None);
    }

    #[test]
    fn what_is_computed_of_the_number_that_a_double_answers_with_is_the_tests() {
        let mut cluster = cluster(None);
        let matcher = cluster.intern(JavaType::class("shop.Matcher"));
        let number = cluster.intern(JavaType::Primitive(goalline_testcase::Primitive::Int));
        let answer = goalline_testcase::Answer {
            method: "isMatch".into(),
            descriptor: "()I".into(),
            value: Var(0),
            throws: false,
        };
        let double = |answers| TestCase {
            statements: vec![
                Statement {
                    ty: number,
                    kind: StatementKind::Literal(Literal::Int(i32::MAX)),
                },
                Statement {
                    ty: matcher,
                    kind: StatementKind::test_double(DoubleStyle::Written, answers),
                },
            ],
        };
        let has_number = |test: &TestCase| {
            FailedCall {
                cluster: &cluster,
                contracts: &contracts(),
                test,
                callable: cluster.callable(cluster.under_test()[0]),
                thrown: &out_of_bounds("arraycopy: length -9 is negative"),
            }
            .has_number_of_double()
        };
        assert!(has_number(&double(vec![answer])));
        assert!(!has_number(&double(Vec::new())));
    }

    #[test]
    fn a_negative_size_is_a_fault_of_whoever_computed_it_within_the_package_too() {
        let of = |given, size: &str| {
            const CLASS: &str = "java.lang.NegativeArraySizeException";
            let thrown = thrown(CLASS, size, &["shop.Desk.pad"]);
            why(&mut cluster(None), "pad", given, &thrown)
        };
        assert_eq!(
            of(("ab", 3), "-12"),
            Some(FaultReason::ComputedSize("-12".to_owned()))
        );
        assert_eq!(of(("ab", -12), "-12"), None);
        assert_eq!(of(("ab", -3), "-12"), None, "a negative width is none");
    }

    #[test]
    fn a_method_of_object_must_not_throw_and_a_look_up_is_to_be_checked() {
        const NULL: &str = "java.lang.NullPointerException";
        let null = |what: &str, frames: &[&str]| {
            thrown(
                NULL,
                &format!("Cannot invoke \"Object.hashCode()\" because {what}"),
                frames,
            )
        };
        let mut plain = cluster(None);
        let field = null("\"this.rest\" is null", &["shop.Desk.toString"]);
        assert_eq!(
            why(&mut plain, "toString", ("", 1), &field),
            Some(FaultReason::MethodOfObject)
        );
        let mut of_find = |what: &str| {
            why(
                &mut plain,
                "find",
                ("", 1),
                &null(what, &["shop.Desk.find"]),
            )
            .map(|it| it.words())
        };
        assert_eq!(
            of_find("\"this.rest\" is null"),
            None,
            "a setter may be missing"
        );
        assert_eq!(
            of_find("\"one\" is null").as_deref(),
            Some("`all.get(pattern)` gave null, which nothing checks")
        );
        assert_eq!(
            of_find("the return value of \"java.util.Map.get(Object)\" is null").as_deref(),
            Some("`Map.get` gave null, which nothing checks")
        );
        assert_eq!(
            of_find("the return value of \"shop.Desk.rest()\" is null"),
            None
        );
        assert_eq!(
            of_find("the return value of \"java.util.Iterator.next()\" is null"),
            None
        );
    }

    #[test]
    fn who_declares_an_exception_of_the_project_rejects_with_that_one() {
        let refused = |frames: &[&str]| {
            let thrown = thrown("java.lang.IllegalArgumentException", "no", frames);
            why(&mut cluster(None), "read", ("ab", 1), &thrown)
        };
        let other = Some(FaultReason::NotTheDeclaredOne("Refusal".to_owned()));
        assert_eq!(refused(&["shop.Rate.check", "shop.Desk.read"]), other);
        assert_eq!(refused(&["com.other.Rate.check", "shop.Desk.read"]), None);
    }

    #[test]
    fn a_text_that_the_jdk_rejects_is_worth_a_word_unless_the_parameter_says_what_it_must_be() {
        let rejected = |called: &str, class: &str| {
            let frame = format!("shop.Desk.{called}");
            let thrown = thrown(
                class,
                "no",
                &["java.lang.Util.error", "java.lang.Util.parse", &frame],
            );
            why(&mut cluster(None), called, ("ab", 1), &thrown).map(|it| it.words())
        };
        assert_eq!(
            rejected("find", "java.lang.NumberFormatException").as_deref(),
            Some(
                "`Util.parse` rejects what it gets, which the method neither declares nor documents"
            )
        );
        assert_eq!(
            rejected("find", "java.util.regex.PatternSyntaxException"),
            None
        );
        assert_eq!(
            rejected("find", "java.lang.UnsupportedOperationException"),
            None
        );
    }
}
