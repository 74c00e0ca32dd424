//! What catches an argument of a call on a mock: plain data, written elsewhere.

use goalline_testcase::{DescribedPart, JavaType};

/// What catches one argument.
pub(crate) struct Captor {
    /// The variable.
    pub(crate) name: String,
    /// What is caught.
    pub(crate) ty: JavaType,
    /// What is stated of it.
    pub(crate) parts: Vec<DescribedPart>,
}

impl Captor {
    /// The argument in its place.
    pub(crate) fn capture(&self) -> String {
        format!("{}.capture()", self.name)
    }
}
