//! What probes do to a text: by examples, and by laws on random texts and whole fixtures. One executable, which is
//! linked once.

mod laws;
mod strip;
mod support;
mod weaving;
