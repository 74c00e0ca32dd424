//! Texts that nobody wrote: sources and build files, bent at random. Whatever they are, reading them gives an answer,
//! never a panic and never a wait: an editor reads them at every key press, before anything is trusted.
//!
//! More cases: `PROPTEST_CASES=100000 cargo test --release -p goalline-tests --test fuzz`. What once failed is kept
//! beside this file and tried first.

mod bent;
mod java;
mod poms;
