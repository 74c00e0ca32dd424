//! A ready test for the tests of what is done with such tests: one place knows all of its fields.

use goalline_junit::{Collaborators, NameChoices, WrittenTest};
use goalline_prepare::ReadyTest;
use goalline_testcase::{CallableId, StoredTest};

/// A test of `total()` with this body.
pub(crate) fn sample_test(name: &str, body: &str) -> ReadyTest {
    ReadyTest {
        written: WrittenTest {
            name: name.to_owned(),
            source: format!("@Test\nvoid {name}() {{ {body} }}"),
            imports: Vec::new(),
            static_imports: Vec::new(),
            plain_names: Vec::new(),
            method: "total()".to_owned(),
            callable: CallableId(0),
            implicit_exception: false,
            assertions: 1,
            kills: Vec::new(),
            collaborators: Collaborators::default(),
            stated: Vec::new(),
            names: NameChoices::default(),
        },
        goals: Vec::new(),
        left_out: Vec::new(),
        case: StoredTest::default(),
        tells_apart: Vec::new(),
        minor_kills: Vec::new(),
    }
}
