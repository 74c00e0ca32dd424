//! Calls that cost a worker or a time limit: what they are, who made them, when they are barred.

pub(crate) mod blamed_calls;
pub(crate) mod quarantine;
