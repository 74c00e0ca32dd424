//! What only pairs of branches of a caller and a callee need of a search.

pub(crate) mod covering_methods;
pub(crate) mod intermediate_goals;
