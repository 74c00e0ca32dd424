//! What the sources say of methods, for those who write assertions and names: a trait, because only who has read the
//! sources can answer.

use goalline_testcase::Callable;

/// What sources say of their methods: by their code, by their documentation.
pub trait Promises {
    /// Whether a `throw` statement stands on this one-based line of this class that may have thrown this exception
    /// (binary names).
    fn is_own_throw(&self, class: &str, line: u32, exception: &str) -> bool;

    /// Whether the documentation of the method says that it throws this exception (binary name).
    fn is_documented(&self, callable: &Callable, exception: &str) -> bool;

    /// Whether the method refuses something on purpose, by a `throw` of its own or by a call that checks: that it
    /// returns is an answer then.
    fn may_refuse(&self, callable: &Callable) -> bool;

    /// Whether the method may give `null`, as far as its source and documentation say; so may one of elsewhere.
    fn may_give_null(&self, callable: &Callable) -> bool;

    /// What is so when the method ends like this, in the words of its documentation; none where that names no
    /// condition or several.
    fn condition_of(&self, callable: &Callable, end: DocumentedEnd<'_>) -> Option<String>;

    /// What the method gives, as a noun of its documentation without articles: `smallest of values`.
    fn result_of(&self, callable: &Callable) -> Option<String>;

    /// Whether the method only gives a constant by its name: there is nothing else that it may give.
    fn gives_constant(&self, callable: &Callable) -> bool;

    /// Whether the method gives one value that its source spells, whatever else it did: that this came out says
    /// nothing.
    fn gives_always_the_same(&self, callable: &Callable) -> bool;

    /// Whether the method without parameters of this class (binary name) does nothing but give a spelt value.
    fn is_constant(&self, class: &str, method: &str) -> bool;

    /// Whether the method without parameters of this class (binary name) only gives what its objects were made with: no
    /// call changes that.
    fn is_fixed(&self, class: &str, method: &str) -> bool;

    /// Whether the source of the file speaks of this sign or kind of character (`0` is any digit): of others it is no
    /// reason for anything that a text has one.
    fn speaks_of(&self, sign: char) -> bool;
}

/// An end that documentation gives conditions of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentedEnd<'a> {
    /// This exception (binary name).
    Thrown(&'a str),
    /// `true`, `false` or `null`.
    Returned(&'a str),
}
