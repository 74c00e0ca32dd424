//! Examples that documentation shows of one method: calls with their arguments, and texts.

use crate::{JavaString, Literal};

/// What the documentation of a method shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// The arguments of calls that it shows, `null` as none.
    pub calls: Vec<Vec<Option<Literal>>>,
    /// Other texts that it quotes.
    pub texts: Vec<JavaString>,
}
