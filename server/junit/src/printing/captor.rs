//! What catches an argument of a call on a mock: plain data, written elsewhere.

use goalline_testcase::DescribedPart;

/// What catches one argument.
pub(crate) struct Captor {
    /// The variable.
    pub(crate) name: String,
    /// Binary name of what is caught.
    pub(crate) class: String,
    /// What is stated of it.
    pub(crate) parts: Vec<DescribedPart>,
}

impl Captor {
    /// The argument in its place.
    pub(crate) fn capture(&self) -> String {
        format!("{}.capture()", self.name)
    }
}
