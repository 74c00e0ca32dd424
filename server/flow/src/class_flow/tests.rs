//! Coupled call sites of small classes, worked out by hand, and laws on random graphs.

mod examples;

mod laws;
mod texts;
