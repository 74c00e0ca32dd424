//! Why an exception is thought to be a fault: takes a test with what it threw, gives the reason, or none. Most undeclared
//! exceptions are the fault of the test: it passed an index that is none, asked an object that was only half built, or
//! brought a collaborator that breaks its contract. A warning that is wrong costs more than one that is missing, so only
//! those that the class brought about itself have a reason.

use std::collections::BTreeSet;

use goalline_testcase::{
    Callable, CallableKind, DoubleStyle, ExecutableDescription, JavaString, JavaType, Literal,
    Modifiers, StackFrame, Statement, StatementKind, TestCase, TestCluster, Thrown, Var,
};

use crate::sources::contracts::Contracts;

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
    /// The result of this method of the JDK was `null`, and nobody checked it.
    UncheckedNull(String),
    /// A cast to what the object is not.
    UncheckedCast,
    /// A division by zero.
    Division,
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
                format!("`{method}` gave null, and no argument was null")
            }
            Self::UncheckedCast => "the class casts without a check".to_owned(),
            Self::Division => {
                "it divides without a check, and nothing declares or documents it".to_owned()
            }
            Self::RejectedByJdk(method) => {
                format!("`{method}` rejects what it gets, which nothing declares or documents")
            }
        }
    }
}

/// Why the exception is thought to be a fault; none where the test rather than the class is to blame.
pub(crate) fn fault_reason(call: &FailedCall<'_>) -> Option<FaultReason> {
    if !call.uses_public_members() || call.has_contract_of_jdk() || call.has_double_of_jdk() {
        return None;
    }
    if call.is_method_of_object() {
        let is_plain = !call.has_double();
        return (is_plain && call.is_raised_in_file()).then_some(FaultReason::MethodOfObject);
    }
    match simple_name(&call.thrown.class) {
        "NullPointerException" => call.unchecked_null(),
        "IndexOutOfBoundsException"
        | "ArrayIndexOutOfBoundsException"
        | "StringIndexOutOfBoundsException" => call.computed_index(),
        "NegativeArraySizeException" => call.computed_size(),
        "ArithmeticException" => call.division(),
        "ClassCastException" => call.unchecked_cast(),
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

    /// Whether everybody could write this test: a state that no public call leaves proves nothing.
    fn uses_public_members(&self) -> bool {
        self.calls().all(|call| is_public(self.cluster, call.0))
    }

    /// Whether a type of the JDK that the class extends has the method, too: what that says goes for this one.
    fn has_contract_of_jdk(&self) -> bool {
        let arity = self.callable.parameters.len();
        let mut supertypes = supertypes(self.cluster, &self.callable.declared_in).into_iter();
        supertypes.any(|name| {
            SPOKEN_FOR.iter().any(|part| name.starts_with(part))
                && self.cluster.class(&name).is_some_and(|class| {
                    let mut methods = class.methods.iter();
                    methods.any(|it| {
                        it.name == self.callable.name && it.parameters.len() == arity
                    })
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
        let (_, method) = message.split_once("because the return value of \"")?;
        let (method, _) = method.split_once('(')?;
        let is_callback = method.starts_with("java.util.function.")
            || method.starts_with("java.util.Iterator.")
            || method.starts_with("java.util.concurrent.Callable.");
        (is_of_jdk(method) && !is_callback).then(|| {
            let mut parts = method.rsplit('.');
            let (name, class) = (parts.next(), parts.next());
            FaultReason::UncheckedNull(format!(
                "{}.{}",
                simple_name(class.unwrap_or_default()),
                name.unwrap_or_default()
            ))
        })
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
                whole_number(literal).is_some_and(|number| {
                    number < 0 && (!is_least(literal) || names_a_size(name))
                })
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
            || bounds.length.is_some_and(|it| self.exceeds_argument(it))
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
            StatementKind::Array { elements } => elements.len() as i64 == length,
            StatementKind::Literal(Literal::Text(text)) => text.0.len() as i64 == length,
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
            types.any(|it| may_hold_anything(it))
        };
        let is_own = self.contracts.is_of_file(&top.class);
        let mut calls = self.calls();
        (is_own && !self.has_double() && !calls.any(|call| may_be_anything(call.0)))
            .then_some(FaultReason::UncheckedCast)
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
