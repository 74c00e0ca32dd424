//! JUnit text from test cases: takes typed test programs with what running them gave, gives readable test methods and edits; runs nothing.

mod arguments;
mod assertions;
mod body;
mod checks;
mod choosing;
mod class_file;
mod draft;
mod exceptions;
mod existing;
mod facts;
mod goal_words;
mod hierarchy;
mod import_edits;
mod input_words;
mod insert;
mod inspectors;
mod killing;
mod last_words;
mod layout;
mod literals;
mod matchers;
mod mocks;
mod one_name;
mod outcome_words;
mod overloads;
mod plan;
mod printer;
mod receiver_words;
mod stand_ins;
mod state;
mod style;
mod test_names;
mod tokens;
mod type_names;
mod variables;
mod words;
mod written;

pub use class_file::{test_class_name, write_class};
pub use draft::{
    Refusal, TestDraft, before_act, last_call, statements, write_failing_test, write_test,
};
pub use exceptions::{Promises, Raised, raised, wants_the_world};
pub use existing::{learn_style, taken_names};
pub use goal_words::GoalText;
pub use insert::{InsertError, insert_into};
pub use killing::MutantRun;
pub use style::{AssertionLibrary, Framework, Naming, Style};
pub use written::{About, Stated, WrittenTest};
