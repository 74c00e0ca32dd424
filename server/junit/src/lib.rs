//! JUnit text from test cases: takes typed test programs with what running them gave, gives readable test methods and
//! edits; runs nothing.

mod assertions;
mod doubles;
mod insertion;
mod naming;
mod printing;
mod style;
mod tables;
mod types;
mod writing;
mod written;

pub use assertions::immaterial::VariedRun;
pub use assertions::killing::MutantRun;
pub use assertions::promises::{DocumentedEnd, Promises};
pub use assertions::raised_by::{CHECKING, RaisedBy, is_implicit, raised, wants_the_world};
pub use insertion::class_file::{test_class_name, write_class};
pub use insertion::existing::{TEST_ANNOTATIONS, learn_style, taken_names};
pub use insertion::insert::{InsertError, insert_into};
pub use naming::goal_words::GoalText;
pub use naming::held_conditions::{ANYWHERE, ConditionRole, ConditionText, has_words};
pub use naming::suite_names::suite_names;
pub use style::{
    AssertionLibrary, FileHeader, Framework, ImportOrder, LineBreaks, Mockito, Naming, Spelling,
    StubbingWords, Style,
};
pub use tables::merging::{FEWEST_ROWS, TableTest, one_per_shape};
pub use writing::draft::{
    Refusal, ReturnedConstant, TestDraft, act_of, before_act, last_call, statements,
    unmocked_class, write_failing_test, write_test,
};
pub use written::{
    About, Collaborators, FieldFilling, MockLines, NameChoices, Stated, StubbedCall, SubjectLines,
    WrittenTest,
};
