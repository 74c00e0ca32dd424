//! What a test states of what it saw: which checks there are, which are chosen, how they are written.

pub(crate) mod assertion_words;
pub(crate) mod checks;
pub(crate) mod choosing;
pub(crate) mod expected_throw;
pub(crate) mod facts;
pub(crate) mod immaterial;
pub(crate) mod inspectors;
pub(crate) mod interactions;
pub(crate) mod killing;
pub(crate) mod long_texts;
pub(crate) mod promises;
pub(crate) mod raised_by;
pub(crate) mod state;
pub(crate) mod text;
pub(crate) mod tolerance;
