//! Where a written test failed its check: takes the checked class and what JUnit said, gives the assertion that did
//! not hold; runs nothing.

use goalline_junit::{About, WrittenTest};

/// Why a written test failed its check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckFailure {
    pub reason: String,
    /// The line of the test's source at which it failed, counted from 0.
    pub line: Option<usize>,
}

impl CheckFailure {
    /// One that is of no line.
    pub(crate) fn new(reason: String) -> Self {
        Self { reason, line: None }
    }

    /// What a test of this class said as it failed: `AssertionFailedError: expected … at line 12`.
    pub(crate) fn of(class: &str, test: &WrittenTest, said: &str) -> Self {
        let line = said.rsplit_once(" at line ").and_then(|(_, number)| {
            let number: usize = number.trim().parse().ok()?;
            let declared = format!(" {}(", test.name);
            let at = |text: &str| text.lines().position(|line| line.contains(&declared));
            (number + at(&test.source)?).checked_sub(1 + at(class)?)
        });
        Self {
            reason: format!("it did not pass again: {said}"),
            line,
        }
    }

    /// What the assertion states that did not hold; none where something else failed.
    pub(crate) fn assertion<'t>(&self, test: &'t WrittenTest) -> Option<&'t About> {
        let line = self.line?;
        let stated = test.stated.iter().find(|one| one.lines.contains(&line));
        stated.map(|one| &one.about)
    }
}

#[cfg(test)]
mod tests {
    use goalline_junit::Stated;
    use goalline_testcase::{CallableId, ObservedPart, Var};

    use super::*;

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
            stated: vec![stated(4..6, 0), stated(6..7, 1)],
        };
        let class = format!("package p;\n\nclass T {{\n\n{}\n}}\n", test.source);
        let about = |line: usize| {
            let failure = CheckFailure::of(&class, &test, &format!("wrong at line {line}"));
            failure.assertion(&test).cloned()
        };
        let observed = |var| Some(About::Observed(Var(var), ObservedPart::Value));
        assert_eq!(about(7), None, "the line that makes the cart");
        assert_eq!(about(9), observed(0));
        assert_eq!(about(10), observed(0));
        assert_eq!(about(11), observed(1));
        assert_eq!(about(1), None, "before the method");
        assert_eq!(CheckFailure::of(&class, &test, "timed out").line, None);
    }
}
