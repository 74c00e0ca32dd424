//! Values that a reader takes something from: plain ones, distinct ones, ones that their roles ask for, each taken only
//! where the test still does what it has to.

pub(crate) mod array_ranges;
pub(super) mod big_numbers;
pub(super) mod calendar_dates;
pub(super) mod discriminating;
pub(super) mod fixed_times;
pub(super) mod literal_edits;
pub(super) mod literals_in_place;
pub(super) mod meaningful;
pub(super) mod named_constants;
pub(super) mod plain_collections;
pub(super) mod ranges;
pub(super) mod revealing_inputs;
pub(super) mod second_elements;
pub(super) mod small_numbers;
pub(super) mod usual_classes;
