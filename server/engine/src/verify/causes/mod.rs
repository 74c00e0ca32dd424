//! Why the call under test ended as it did: what held on its way, and which of its inputs have nothing to do with it.

pub(crate) mod conditions;
pub(crate) mod deciding_answers;
pub(crate) mod varied_inputs;
pub(crate) mod why_calls_ended;
