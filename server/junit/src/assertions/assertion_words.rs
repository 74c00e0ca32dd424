//! An assertion in the words of JUnit, TestNG, AssertJ or Hamcrest: takes it in JUnit's, gives its text in those of the
//! project's tests with the static imports.

use std::fmt::Write as _;

use crate::style::{AssertionLibrary, Framework, Style};

/// An assertion as an expression, without the semicolon.
pub(crate) struct Worded {
    pub(crate) text: String,
    /// Qualified names of the members it needs.
    pub(crate) members: Vec<String>,
}

/// What AssertJ's entry points stand in.
const ASSERTJ: &str = "org.assertj.core.api.Assertions";

/// The assertion in the words of the style's library; `name` and `arguments` are JUnit's, expected before actual.
pub(crate) fn worded(style: &Style, name: &str, arguments: &[&str]) -> Worded {
    let other = match style.assertions {
        AssertionLibrary::JUnit => None,
        AssertionLibrary::AssertJ => in_assertj(name, arguments),
        AssertionLibrary::Hamcrest => in_hamcrest("org.hamcrest.Matchers", name, arguments),
        AssertionLibrary::HamcrestCore => in_hamcrest("org.hamcrest.CoreMatchers", name, arguments),
    };
    other.unwrap_or_else(|| in_own_words(style.framework, name, arguments))
}

/// The assertion as the framework itself has it.
fn in_own_words(framework: Framework, name: &str, arguments: &[&str]) -> Worded {
    if let ("assertPositive" | "assertNegative", [actual]) = (name, arguments) {
        let sign = if name == "assertPositive" { '>' } else { '<' };
        return in_own_words(framework, "assertTrue", &[&format!("{actual} {sign} 0")]);
    }
    let (name, arguments) = match framework {
        Framework::Jupiter | Framework::Junit4 => (name, arguments.to_vec()),
        Framework::TestNg => in_testng(name, arguments),
    };
    Worded {
        text: format!("{name}({})", arguments.join(", ")),
        members: vec![format!("{}.{name}", framework.assertions_class())],
    }
}

/// TestNG asks for the actual value first, and compares arrays as it does all else.
fn in_testng<'a>(name: &'a str, arguments: &[&'a str]) -> (&'a str, Vec<&'a str>) {
    match (name, arguments) {
        ("assertEquals" | "assertArrayEquals", [expected, actual, delta @ ..]) => {
            ("assertEquals", [&[*actual, *expected], delta].concat())
        }
        ("assertSame", [expected, actual]) => (name, vec![*actual, *expected]),
        _ => (name, arguments.to_vec()),
    }
}

fn in_assertj(name: &str, arguments: &[&str]) -> Option<Worded> {
    let that = |actual: &str, says: &str, members: &[&str]| {
        let members = ["assertThat"].iter().chain(members);
        Worded {
            text: format!("assertThat({actual}).{says}"),
            members: members.map(|one| format!("{ASSERTJ}.{one}")).collect(),
        }
    };
    let code = |entry: &str, text: String| Worded {
        text,
        members: vec![format!("{ASSERTJ}.{entry}")],
    };
    Some(match (name, arguments) {
        ("assertEquals" | "assertArrayEquals", [expected, actual]) => {
            that(actual, &format!("isEqualTo({expected})"), &[])
        }
        ("assertEquals", [expected, actual, delta]) => that(
            actual,
            &format!("isCloseTo({expected}, within({delta}))"),
            &["within"],
        ),
        ("assertArrayEquals", [expected, actual, delta]) => that(
            actual,
            &format!("containsExactly({expected}, within({delta}))"),
            &["within"],
        ),
        ("assertTrue", [actual]) => that(actual, "isTrue()", &[]),
        ("assertFalse", [actual]) => that(actual, "isFalse()", &[]),
        ("assertPositive", [actual]) => that(actual, "isPositive()", &[]),
        ("assertNegative", [actual]) => that(actual, "isNegative()", &[]),
        ("assertNull", [actual]) => that(actual, "isNull()", &[]),
        ("assertNotNull", [actual]) => that(actual, "isNotNull()", &[]),
        ("assertSame", [expected, actual]) => that(actual, &format!("isSameAs({expected})"), &[]),
        ("assertInstanceOf", [class, actual]) => {
            that(actual, &format!("isInstanceOf({class})"), &[])
        }
        ("assertDoesNotThrow", [call]) => code(
            "assertThatCode",
            format!("assertThatCode({call}).doesNotThrowAnyException()"),
        ),
        _ => return None,
    })
}

fn in_hamcrest(matchers: &str, name: &str, arguments: &[&str]) -> Option<Worded> {
    let that = |actual: &str, says: &str, members: &[&str]| {
        let members = members.iter().map(|one| format!("{matchers}.{one}"));
        let entry = "org.hamcrest.MatcherAssert.assertThat".to_owned();
        Worded {
            text: format!("assertThat({actual}, {says})"),
            members: [entry].into_iter().chain(members).collect(),
        }
    };
    let is_whole = matchers == "org.hamcrest.Matchers";
    Some(match (name, arguments) {
        ("assertEquals" | "assertArrayEquals", [expected, actual]) => {
            that(actual, &format!("is({expected})"), &["is"])
        }
        // Its `closeTo` knows `double` alone.
        ("assertEquals", [expected, actual, delta]) if is_whole && !delta.ends_with('F') => that(
            actual,
            &format!("is(closeTo({expected}, {delta}))"),
            &["closeTo", "is"],
        ),
        ("assertTrue", [actual]) => that(actual, "is(true)", &["is"]),
        ("assertFalse", [actual]) => that(actual, "is(false)", &["is"]),
        ("assertPositive", [actual]) if is_whole => {
            that(actual, "is(greaterThan(0))", &["greaterThan", "is"])
        }
        ("assertNegative", [actual]) if is_whole => {
            that(actual, "is(lessThan(0))", &["is", "lessThan"])
        }
        ("assertNull", [actual]) => that(actual, "is(nullValue())", &["is", "nullValue"]),
        ("assertNotNull", [actual]) => that(actual, "is(notNullValue())", &["is", "notNullValue"]),
        ("assertSame", [expected, actual]) => that(
            actual,
            &format!("is(sameInstance({expected}))"),
            &["is", "sameInstance"],
        ),
        ("assertInstanceOf", [class, actual]) => that(
            actual,
            &format!("is(instanceOf({class}))"),
            &["instanceOf", "is"],
        ),
        _ => return None,
    })
}

/// That a lambda throws, with its message and cause where they are given, in the words of AssertJ.
pub(crate) fn thrown_by(
    indent: &str,
    lambda: &str,
    exception: &str,
    message: Option<&str>,
    cause: Option<&str>,
) -> Worded {
    let next = format!("\n{indent}{indent}");
    let mut says = message.map_or_else(String::new, |text| format!("{next}.hasMessage({text})"));
    if let Some(cause) = cause {
        let _ = write!(says, "{next}.hasCauseInstanceOf({cause}.class)");
    }
    Worded {
        text: format!("assertThatThrownBy({lambda}){next}.isInstanceOf({exception}.class){says}"),
        members: vec![format!("{ASSERTJ}.assertThatThrownBy")],
    }
}
