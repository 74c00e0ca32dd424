//! What an exception that left a test means: takes the throw with its stack, says who raised it and whether its
//! message is the class's own.

use std::collections::BTreeSet;

use goalline_testcase::{Callable, HIDDEN_IDENTITY, StackFrame, TestCluster, Thrown};

use crate::{
    assertions::promises::Promises,
    style::Spelling,
    types::{
        hierarchy::{is_checked, is_subclass},
        type_names::simple_name,
    },
};

/// Who raised an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaisedBy {
    /// A `throw` of the class under test, or a check it calls with a message of its own.
    OnPurpose,
    /// Not by a `throw` of the class, but the method called declares it or a supertype of it, or documents it.
    Declared,
    /// By the JVM or the JDK on a bad reference, index, cast or number: nobody said it should be so.
    Implicitly,
    /// By a container or buffer of the JDK that the test handed in and that cannot be changed.
    ByWhatWasGiven,
    /// By code that the class calls (`NumberFormatException` of `Integer.parseInt`).
    ByLibrary,
    /// By the machine: no test can expect it.
    ByEnvironment,
}

/// Exceptions that the JVM raises by itself.
const IMPLICIT: &[&str] = &[
    "java.lang.NullPointerException",
    "java.lang.IndexOutOfBoundsException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.StringIndexOutOfBoundsException",
    "java.lang.ClassCastException",
    "java.lang.ArrayStoreException",
    "java.lang.NegativeArraySizeException",
    "java.lang.ArithmeticException",
];

/// Whether the JVM raises exceptions of this class by itself.
pub fn is_implicit(class: &str) -> bool {
    IMPLICIT.contains(&class)
}

/// Errors that depend on the machine, the class path or JVM flags.
const ENVIRONMENT: &[&str] = &[
    "java.lang.StackOverflowError",
    "java.lang.OutOfMemoryError",
    "java.lang.InternalError",
    "java.lang.UnknownError",
    "java.lang.ExceptionInInitializerError",
    "java.lang.NoClassDefFoundError",
    "java.lang.LinkageError",
    "java.lang.VirtualMachineError",
    "java.lang.UnsatisfiedLinkError",
    "java.lang.ThreadDeath",
    // What modules of the JDK open is the business of its version and of flags.
    "java.lang.reflect.InaccessibleObjectException",
    "java.security.AccessControlException",
];

/// How the system says no.
const DENIALS: &[&str] = &[
    "Permission denied",
    "Operation not permitted",
    "Read-only file system",
    "Function not implemented",
];

/// Classes whose methods check arguments on behalf of their caller.
const CHECKERS: &[&str] = &[
    "Objects",
    "Preconditions",
    "Validate",
    "Assert",
    "Args",
    "Assertions",
    "Checks",
    "Asserts",
];

/// First words of methods that are there to throw: that one returns is what it says.
pub const CHECKING: [&str; 6] = ["assert", "check", "ensure", "require", "validate", "verify"];

/// Classifies an exception that left a call of `callable`.
pub fn raised(
    cluster: &TestCluster,
    callable: &Callable,
    thrown: &Thrown,
    promises: &dyn Promises,
) -> RaisedBy {
    if ENVIRONMENT.contains(&thrown.class.as_str()) || is_about_the_world(thrown) {
        return RaisedBy::ByEnvironment;
    }
    if hands_on_a_null(thrown) {
        return RaisedBy::Implicitly;
    }
    let is_promised =
        || declares(cluster, callable, thrown) || promises.is_documented(callable, &thrown.class);
    if wraps_an_implicit_one(thrown) && !is_promised() {
        return RaisedBy::Implicitly;
    }
    if is_on_purpose(callable, thrown, promises) {
        return RaisedBy::OnPurpose;
    }
    if thrown.class == "java.lang.AssertionError" {
        // An `assert` statement throws only where assertions are switched on.
        return RaisedBy::ByEnvironment;
    }
    if is_promised() {
        RaisedBy::Declared
    } else if thrown.is_refusal() {
        RaisedBy::ByWhatWasGiven
    } else if IMPLICIT.contains(&thrown.class.as_str()) {
        RaisedBy::Implicitly
    } else {
        RaisedBy::ByLibrary
    }
}

/// Whether the method declares the exception, or one above it.
fn declares(cluster: &TestCluster, callable: &Callable, thrown: &Thrown) -> bool {
    // `throws Exception` says nothing of unchecked ones.
    callable.throws.iter().any(|declared| {
        let is_wide = matches!(
            declared.as_str(),
            "java.lang.Exception" | "java.lang.Throwable"
        );
        (!is_wide || is_checked(cluster, &thrown.class))
            && match is_subclass(cluster, &thrown.class, declared) {
                Some(is_one) => is_one,
                // Where nothing is known of the exception, its name tells that it is of the kind that is declared.
                None => {
                    simple_name(&thrown.class).ends_with(simple_name(declared))
                        || is_of_io(&thrown.class, declared)
                }
            }
    })
}

/// Whether it says that something was `null` where the JVM found none, as another exception: `catch (Exception e) {
/// throw new ServiceException(e); }` says for which failures that is meant, and not that there has to be one.
fn hands_on_a_null(thrown: &Thrown) -> bool {
    let message = thrown
        .message
        .as_ref()
        .filter(|_| !is_implicit(&thrown.class));
    message.is_some_and(|message| said_by_machine(&message.to_text()))
}

/// The same of all that the JVM raises by itself.
fn wraps_an_implicit_one(thrown: &Thrown) -> bool {
    const SAID: [&str; 5] = [
        " out of bounds for length ",
        ", length ",
        "/ by zero",
        "cannot be cast to",
        "index out of range",
    ];
    const ALWAYS: [&str; 2] = [
        "java.lang.ArrayStoreException",
        "java.lang.NegativeArraySizeException",
    ];
    let Some(message) = thrown
        .message
        .as_ref()
        .filter(|_| !is_implicit(&thrown.class))
    else {
        return false;
    };
    let message = message.to_text();
    let is_of = |class: &&str| {
        let rest = message.strip_prefix(*class);
        let is_said = |rest: &str| rest.is_empty() || SAID.iter().any(|it| rest.contains(it));
        rest.is_some_and(|rest| ALWAYS.contains(class) || is_said(rest))
    };
    IMPLICIT.iter().any(is_of)
}

const ILLEGAL_ARGUMENT: &str = "java.lang.IllegalArgumentException";

/// Whether the JDK refused something that is no argument of the call: an object in the wrong state, a node where none
/// may stand. Nobody said that the method should end so.
pub(crate) fn is_state_refused(
    cluster: &TestCluster,
    callable: &Callable,
    thrown: &Thrown,
) -> bool {
    const OF_ARGUMENTS: [&str; 6] = [
        "FormatException",
        "SyntaxException",
        "ParseException",
        "CharsetException",
        "CharsetNameException",
        "PathException",
    ];
    const TAKING: [&str; 9] = [
        "element", "first", "get", "last", "next", "peek", "pop", "previous", "remove",
    ];
    // What a class inherits from the JDK is its own.
    let is_of_jdk = thrown.stack.split_first().is_some_and(|(top, callers)| {
        is_platform(&top.class) && callers.iter().any(|one| !is_platform(&one.class))
    });
    let is_of_arguments = OF_ARGUMENTS.iter().any(|end| thrown.class.ends_with(end))
        || [ILLEGAL_ARGUMENT, "java.time.DateTimeException"]
            .iter()
            .any(|kind| {
                thrown.class == *kind || is_subclass(cluster, &thrown.class, kind) == Some(true)
            });
    // Of a call that was given nothing it is no argument either.
    let said = thrown
        .message
        .as_ref()
        .map(goalline_testcase::JavaString::to_text);
    let is_of_null = said.is_some_and(|said| said == "null" || said.contains("null string"));
    let is_given = !callable.parameters.is_empty();
    let is_of_arguments =
        is_of_arguments && (is_given || !(is_of_null || thrown.class == ILLEGAL_ARGUMENT));
    let is_nothing_left = thrown.class.ends_with("NoSuchElementException")
        && TAKING.iter().any(|verb| callable.name.starts_with(verb));
    is_of_jdk && !is_of_arguments && !is_nothing_left
}

/// Whether the exception comes from deep inside of libraries of others: two or more of their classes stand between the
/// throw and the class that was called, those that only check arguments left out. It tells how a framework is set up,
/// and nothing of that class.
pub(crate) fn is_of_distant_library(callable: &Callable, thrown: &Thrown) -> bool {
    let outermost = |class: &str| class.split('$').next().unwrap_or(class).to_owned();
    let own = group(&callable.declared_in);
    let above = thrown
        .stack
        .iter()
        .skip_while(|frame| is_checker(frame))
        .filter(|frame| !is_platform(&frame.class) && !is_of_doubles(&frame.class))
        .take_while(|frame| group(&frame.class) != own);
    let classes: BTreeSet<String> = above.map(|frame| outermost(&frame.class)).collect();
    classes.len() > 1
}

/// Whoever made a class, as far as its package tells: `org.apache` of `org.apache.shiro.SecurityUtils`, `shop` of
/// `shop.model.Item`.
fn group(class: &str) -> Vec<&str> {
    const DOMAINS: [&str; 9] = [
        "app", "com", "dev", "edu", "gov", "info", "net", "org", "xyz",
    ];
    let package = class.rsplit_once('.').map_or("", |(package, _)| package);
    let first = package.split('.').next().unwrap_or_default();
    let is_domain = first.len() == 2 || DOMAINS.contains(&first);
    package
        .split('.')
        .take(1 + usize::from(is_domain))
        .collect()
}

/// Whether the class is of what plays a collaborator: what that throws is said by the test.
fn is_of_doubles(class: &str) -> bool {
    ["org.mockito.", "net.bytebuddy.", "goalline."]
        .iter()
        .any(|prefix| class.starts_with(prefix))
        || class.contains("$MockitoMock$")
}

/// Packages of the JDK whose exceptions are those of input and output...
const OF_IO: [&str; 6] = [
    "java.io.",
    "java.net.",
    "java.nio.charset.",
    "java.nio.file.",
    "java.util.jar.",
    "java.util.zip.",
];

/// ...but for these.
const NOT_OF_IO: [&str; 14] = [
    "java.io.UncheckedIOException",
    "java.net.URISyntaxException",
    "java.nio.charset.CoderMalfunctionError",
    "java.nio.charset.IllegalCharsetNameException",
    "java.nio.charset.UnsupportedCharsetException",
    "java.nio.file.ClosedDirectoryStreamException",
    "java.nio.file.ClosedFileSystemException",
    "java.nio.file.DirectoryIteratorException",
    "java.nio.file.FileSystemAlreadyExistsException",
    "java.nio.file.FileSystemNotFoundException",
    "java.nio.file.InvalidPathException",
    "java.nio.file.ProviderMismatchException",
    "java.nio.file.ProviderNotFoundException",
    "java.nio.file.ReadOnlyFileSystemException",
];

/// Whether a checked exception of input and output left a method that declares those. A cluster rarely describes it.
fn is_of_io(exception: &str, declared: &str) -> bool {
    declared == "java.io.IOException"
        && OF_IO.iter().any(|package| exception.starts_with(package))
        && !NOT_OF_IO.contains(&exception)
}

/// Whether the exception tells of a network, or of files and programs that the worker's sandbox keeps away: elsewhere
/// it may not come.
fn is_about_the_world(thrown: &Thrown) -> bool {
    let message = thrown
        .message
        .as_ref()
        .map(goalline_testcase::JavaString::to_text);
    let is_of_another_place = |text: &str| is_denial(text) || lacks_a_container(text);
    thrown.is_of_surroundings
        || wants_the_world(&thrown.class)
        || message.is_some_and(|text| is_of_another_place(&text))
}

/// Whether a framework says that nobody started what it runs in: no behaviour of who asks for the request.
fn lacks_a_container(text: &str) -> bool {
    const SAID: [&str; 4] = [
        "No Scope registered for scope name",
        "No current ServletRequestAttributes",
        "No thread-bound request found",
        "not initialized - call 'refresh'",
    ];
    SAID.iter().any(|said| text.contains(said))
}

fn is_denial(text: &str) -> bool {
    DENIALS.iter().any(|denial| text.contains(denial))
}

/// Whether what a test ended with (`class: message`, causes too) tells of a network, or of files and programs that a
/// sandbox keeps away.
pub fn wants_the_world(told: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$');
    let mut names = told.split(|c| !is_part(c));
    let is_network = |name: &str| {
        name.starts_with("java.net.")
            && !matches!(
                name,
                "java.net.URISyntaxException" | "java.net.MalformedURLException"
            )
    };
    is_denial(told)
        || names.any(|name| is_network(name) || name == "java.nio.file.AccessDeniedException")
}

fn is_on_purpose(callable: &Callable, thrown: &Thrown, promises: &dyn Promises) -> bool {
    let Some(top) = thrown.stack.first() else {
        return false;
    };
    if promises.is_own_throw(&top.class, top.line, &thrown.class) {
        return true;
    }
    let after_checks = thrown.stack.iter().position(|frame| !is_checker(frame));
    let Some(at) = after_checks.filter(|at| *at > 0) else {
        return false;
    };
    // That a library takes no `null` is no purpose of the class that has none to give.
    let checks = &thrown.stack[at].class;
    let is_of_others = is_implicit(&thrown.class) && group(checks) != group(&callable.declared_in);
    !is_platform(checks) && !is_of_others
}

fn is_checker(frame: &StackFrame) -> bool {
    let class = frame.class.split('$').next().unwrap_or(&frame.class);
    CHECKERS.contains(&simple_name(class)) || (class == "jdk.internal.util.Preconditions")
}

fn is_platform(class: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun.", "com.sun."]
        .iter()
        .any(|prefix| class.starts_with(prefix))
}

/// Whether the virtual machine says it, as its own words or as those of a cause: `Cannot invoke "String.length()"
/// because "text" is null`. Another one says it otherwise.
pub(crate) fn said_by_machine(text: &str) -> bool {
    const DONE: [&str; 8] = [
        "assign", "enter", "exit", "invoke", "load", "read", "store", "throw",
    ];
    let mut done = text.split("Cannot ").skip(1);
    let is_done = done.any(|rest| DONE.iter().any(|verb| rest.starts_with(verb)));
    is_done && text.contains("because \"") && text.ends_with(" is null")
}

/// The message that a test of this class may expect: made by the class itself or by what it calls of its project,
/// short, the same in each JVM. What a library says is its own business, and another text in its next version.
pub(crate) fn stable_message(
    thrown: &Thrown,
    raised: RaisedBy,
    tested: &str,
    spelling: Spelling,
) -> Option<String> {
    const LONGEST: usize = 120;
    let message = thrown.message.as_ref().filter(|_| {
        // What the JVM itself says is another text in the next version, and none in the one before.
        let is_of_class = !is_foreign(tested, thrown) && !is_implicit(&thrown.class);
        raised == RaisedBy::OnPurpose || is_of_class
    })?;
    let text = message.to_text();
    let is_short = !text.is_empty() && text.chars().count() <= LONGEST;
    (is_short && !has_identity(&text) && !is_platform_text(&text) && !said_by_machine(&text))
        .then(|| crate::printing::literal_text::string_text(message, spelling))
}

/// Where an exception was made. Some hide it: it is their class.
fn origin(thrown: &Thrown) -> &str {
    let top = thrown.stack.first();
    top.map_or(&thrown.class, |top| &top.class)
}

/// Whether the JDK or a library raised it: what it says is another text in the next version.
pub(crate) fn is_foreign(tested: &str, thrown: &Thrown) -> bool {
    is_platform(origin(thrown)) || is_of_library(tested, thrown)
}

/// Whether a library of the project of this class raised it.
pub(crate) fn is_of_library(tested: &str, thrown: &Thrown) -> bool {
    let origin = origin(thrown);
    !is_platform(origin) && group(tested) != group(origin)
}

/// Whether a text looks as if it holds an identity hash (`Foo@1b2c3d`) or the name of a generated class.
pub(crate) fn has_identity(text: &str) -> bool {
    let is_hash = |(at, _): (usize, &str)| {
        let before = text[..at].chars().next_back();
        let is_of_class = before.is_some_and(|it| it.is_alphanumeric() || "_$];".contains(it));
        let rest = &text[at + 1..];
        let digits = rest.chars().take_while(char::is_ascii_hexdigit).count();
        let is_whole = !rest[digits..].starts_with(char::is_alphanumeric);
        is_of_class && is_whole && (4..=8).contains(&digits)
    };
    text.match_indices('@').any(is_hash)
        || has_hash_code(text)
        || text.contains(HIDDEN_IDENTITY)
        || text.contains("$$Lambda")
        || text.contains("$Proxy")
        || text.contains("goalline")
}

/// Whether a text says a hash code: `Hash = 31`.
fn has_hash_code(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let mut places = lower.match_indices("hash");
    places.any(|(at, word)| {
        let rest = lower[at + word.len()..]
            .trim_start_matches("code")
            .trim_start();
        let value = rest.strip_prefix(['=', ':']).map(str::trim_start);
        value.is_some_and(|it| {
            it.trim_start_matches('-')
                .starts_with(|c: char| c.is_ascii_digit())
        })
    })
}

/// Whether a text differs between machines: paths of temporary files, loaders, modules, numbers in the style of a
/// locale.
pub(crate) fn is_platform_text(text: &str) -> bool {
    let digits: Vec<bool> = text.bytes().map(|byte| byte.is_ascii_digit()).collect();
    let is_grouped = text.bytes().enumerate().any(|(at, byte)| {
        byte == b','
            && at > 0
            && digits[at - 1]
            && digits[at + 1..].iter().take(3).filter(|one| **one).count() == 3
    });
    if is_grouped {
        return true;
    }
    [
        "/tmp/",
        // What the operating system says.
        "(No such file or directory)",
        "(Is a directory)",
        "(Permission denied)",
        "java.tmpdir",
        "unnamed module",
        "class loader",
        "loader '",
    ]
    .iter()
    .any(|mark| text.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_virtual_machine_says_is_known_in_the_words_of_whom_it_caused() {
        let said = "Cannot invoke \"Callable.call()\" because \"task\" is null";
        assert!(said_by_machine(said));
        assert!(said_by_machine(&format!(
            "java.lang.NullPointerException: {said}"
        )));
        assert!(!said_by_machine(
            "Cannot read the file because \"task\" is locked"
        ));
        assert!(!said_by_machine("task is null"));
    }

    #[test]
    fn what_is_missing_around_a_test_is_of_the_world() {
        let said = |message: &str| {
            is_about_the_world(&Thrown {
                class: "java.lang.IllegalStateException".to_owned(),
                message: Some(message.into()),
                ..Thrown::default()
            })
        };
        assert!(said("No current ServletRequestAttributes"));
        assert!(said(
            "No thread-bound request found: Are you referring to …"
        ));
        assert!(!said("No current order"));
        assert!(is_about_the_world(&Thrown {
            is_of_surroundings: true,
            ..Thrown::default()
        }));
    }

    #[test]
    fn an_exception_made_of_one_that_nobody_throws_is_thrown_by_nobody_either() {
        let made = |class: &str, message: &str| Thrown {
            class: class.to_owned(),
            nameable: class.to_owned(),
            message: Some(message.into()),
            stack: Vec::new(),
            ..Thrown::default()
        };
        let wraps =
            |message: &str| wraps_an_implicit_one(&made("shop.ConversionException", message));
        let null = "no order: Cannot invoke \"Order.id()\" because \"order\" is null";
        assert!(hands_on_a_null(&made("shop.ConversionException", null)));
        assert!(!hands_on_a_null(&made(
            "java.lang.NullPointerException",
            null
        )));
        assert!(wraps("java.lang.NullPointerException"));
        assert!(wraps(
            "java.lang.ArrayIndexOutOfBoundsException: Index 2 out of bounds for length 2"
        ));
        assert!(!wraps(
            "java.lang.NumberFormatException: For input string: \"x\""
        ));
        assert!(!wraps("no NullPointerException"));
        assert!(wraps(
            "java.lang.StringIndexOutOfBoundsException: begin 0, end 5, length 3"
        ));
    }

    #[test]
    fn classes_are_of_one_project_whose_packages_begin_alike() {
        assert_eq!(group("org.shop.cart.Cart"), group("org.shop.Money"));
        assert_eq!(group("shop.cart.Cart"), group("shop.model.Money"));
        assert_eq!(group("Cart"), group("Money"));
        assert_ne!(group("org.shop.Cart"), group("org.bank.Money"));
        assert_ne!(group("Cart"), group("shop.Money"));
    }

    #[test]
    fn a_mail_address_is_no_identity() {
        assert!(has_identity("shop.Pen@1b2c3d"));
        assert!(has_identity("[I@1b2c3d4e, x"));
        assert!(has_identity("Issue [Hash = -31, id=2]"));
        assert!(!has_identity("hashtag = 2"));
        assert!(!has_identity("bob@facebook.com"));
        assert!(!has_identity("at @cafe"));
    }

    #[test]
    fn who_declares_io_exceptions_declares_those_of_files_and_networks_and_not_a_path_that_is_none()
    {
        let is_declared = |exception| is_of_io(exception, "java.io.IOException");
        assert!(is_declared("java.nio.file.NoSuchFileException"));
        assert!(is_declared("java.net.MalformedURLException"));
        assert!(is_declared("java.util.zip.ZipException"));
        assert!(!is_declared("java.nio.file.InvalidPathException"));
        assert!(!is_declared("java.nio.charset.UnsupportedCharsetException"));
        assert!(!is_of_io("java.io.IOException", "java.sql.SQLException"));
    }
}
