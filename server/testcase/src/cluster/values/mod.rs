//! Where values of a type come from: literals, generators, names that are looked up, test doubles.

pub(crate) mod generators;
pub(crate) mod jdk_words;
pub(crate) mod literals_of_types;
pub(crate) mod lookups;
pub(crate) mod parameter_numbers;
pub(crate) mod parameter_words;
pub(crate) mod templates;
pub(crate) mod test_double;
pub(crate) mod type_text;
