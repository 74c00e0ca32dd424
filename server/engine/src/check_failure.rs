//! Where a written test failed its check: takes the checked class and what JUnit said, gives the assertion that did
//! not hold; runs nothing.

use goalline_junit::{About, Stated, WrittenTest};

/// Why a written test failed its check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckFailure {
    pub reason: String,
    /// The lines of the test's source at which it failed, counted from 0.
    pub lines: Vec<usize>,
}

/// Characters of what a test said as it failed, at most.
const LONGEST: usize = 400;

impl CheckFailure {
    /// One that is of no line.
    pub(crate) fn new(reason: String) -> Self {
        Self {
            reason,
            lines: Vec::new(),
        }
    }

    /// What a test of this class said as it failed: `AssertionFailedError: expected … at line 12`.
    pub(crate) fn of(class: &str, test: &WrittenTest, said: &str) -> Self {
        let declared = format!(" {}(", test.name);
        let at = |text: &str| text.lines().position(|line| line.contains(&declared));
        let in_test = |number: &str| {
            let number: usize = number.trim().parse().ok()?;
            (number + at(&test.source)?).checked_sub(1 + at(class)?)
        };
        let numbers = said
            .rsplit_once(" at line ")
            .map_or("", |(_, numbers)| numbers);
        // Messages of frameworks have as many lines as they like.
        let words: Vec<&str> = said.split_whitespace().collect();
        let said: String = words.join(" ").chars().take(LONGEST).collect();
        Self {
            reason: format!("it did not pass again: {said}"),
            lines: numbers.split(',').filter_map(in_test).collect(),
        }
    }

    /// Why no mock could be made, where Mockito itself failed: one that is older than the JDK knows nothing of it.
    pub(crate) fn of_mockito(&self) -> Option<String> {
        const MOCKITO: [&str; 5] = [
            "org.mockito.exceptions.base.MockitoException",
            "net.bytebuddy.",
            // After it failed once in a JVM.
            "Could not initialize class org.mockito.",
            "Could not initialize class org.powermock.",
            // How all that made classes for it before JDK 17 got them loaded.
            "java.lang.ClassLoader.defineClass(",
        ];
        let is_its_own = MOCKITO.iter().any(|it| self.reason.contains(it));
        is_its_own.then(|| {
            "the project's Mockito makes no mocks on this JDK; an older JDK, or a newer Mockito, does".to_owned()
        })
    }

    /// What the lines state that did not hold, or answer that nobody asked for; nothing where something else failed.
    pub(crate) fn stated<'t>(&self, test: &'t WrittenTest) -> Vec<&'t About> {
        let is_named = |one: &&Stated| self.lines.iter().any(|line| one.lines.contains(line));
        let stated = test.stated.iter().filter(is_named);
        stated.map(|one| &one.about).collect()
    }
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{CallableId, ObservedPart, Var};

    use super::*;

    #[test]
    fn a_mockito_that_cannot_mock_is_the_reason_and_not_what_a_mock_did() {
        let of = |said: &str| CheckFailure::new(said.to_owned()).of_mockito();
        let failed = "it did not pass again: org.mockito.exceptions.base.MockitoException: Mockito cannot mock";
        assert!(of(failed).expect("its own").contains("an older JDK"));
        let closed = "java.lang.ExceptionInInitializerError, caused by java.lang.reflect.InaccessibleObjectException: \
                      Unable to make protected final java.lang.Class java.lang.ClassLoader.defineClass(";
        assert!(of(closed).is_some());
        let again = "java.lang.NoClassDefFoundError: Could not initialize class org.powermock.api.Maker at line 9";
        assert!(of(again).is_some());
        let strict = "org.mockito.exceptions.misusing.UnnecessaryStubbingException: unused";
        assert_eq!(of(strict), None);
        assert_eq!(of("java.lang.NullPointerException at line 7"), None);
    }

    #[test]
    fn a_failure_belongs_to_the_assertion_whose_lines_it_names() {
        let stated = |lines, var| Stated {
            lines,
            about: About::Observed(Var(var), ObservedPart::Value),
        };
        let test = WrittenTest {
            name: "adds".to_owned(),
            source: "@Test\nvoid adds() {\n    Cart cart = new Cart();\n\n    assertEquals(1,\n            cart.size());\n    \
                     assertTrue(cart.isOpen());\n}"
                .to_owned(),
            imports: Vec::new(),
            static_imports: Vec::new(),
            plain_names: Vec::new(),
            method: String::new(),
            callable: CallableId(0),
            implicit_exception: false,
            assertions: 2,
            kills: Vec::new(),
            collaborators: goalline_junit::Collaborators::default(),
            stated: vec![stated(4..6, 0), stated(6..7, 1)],
            names: goalline_junit::NameChoices::default(),
        };
        let class = format!("package p;\n\nclass T {{\n\n{}\n}}\n", test.source);
        let about = |line: usize| {
            let failure = CheckFailure::of(&class, &test, &format!("wrong at line {line}"));
            failure
                .stated(&test)
                .into_iter()
                .cloned()
                .collect::<Vec<_>>()
        };
        let observed = |var| vec![About::Observed(Var(var), ObservedPart::Value)];
        assert_eq!(about(7), [], "the line that makes the cart");
        assert_eq!(about(9), observed(0));
        assert_eq!(about(10), observed(0));
        assert_eq!(about(11), observed(1));
        assert_eq!(about(1), [], "before the method");
        let timed_out = CheckFailure::of(&class, &test, "timed out");
        assert!(timed_out.lines.is_empty());
        let both = CheckFailure::of(&class, &test, "nobody asks at line 9, 11");
        assert_eq!(both.stated(&test).len(), 2);
    }
}
