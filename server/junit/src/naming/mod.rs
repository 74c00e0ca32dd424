//! Names of tests: what was called, with what, and what came of it.

pub(crate) mod answer_words;
pub(crate) mod complaints;
pub(crate) mod condition_syntax;
pub(crate) mod condition_words;
pub(crate) mod contracts;
pub(crate) mod disambiguation;
pub(crate) mod documented_words;
pub(crate) mod goal_words;
pub(crate) mod held_conditions;
pub(crate) mod input_words;
pub(crate) mod outcome_words;
pub(crate) mod receiver_words;
pub(crate) mod relation_words;
pub(crate) mod suite_names;
pub(crate) mod test_names;
pub(crate) mod value_words;
