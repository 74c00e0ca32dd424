//! Examples that documentation shows of one method: calls with their arguments, and texts.

/// A value as documentation writes it.
#[derive(Clone, Debug, PartialEq)]
pub enum ExampleValue {
    /// `null`
    Null,
    /// `true`, `false`
    Truth(bool),
    /// A whole number.
    Whole(i32),
    /// Any other number.
    Floating(f64),
    /// A character.
    Char(u16),
    /// A text.
    Text(String),
}

/// What the documentation of a method shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// The arguments of calls that it shows.
    pub calls: Vec<Vec<ExampleValue>>,
    /// Other texts that it quotes.
    pub texts: Vec<String>,
}
