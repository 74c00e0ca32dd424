//! Texts and values that nobody wrote: sources, build files and cached files, bent at random. Whatever they are,
//! reading them gives an answer, never a panic and never a wait: an editor reads them at every key press, before
//! anything is trusted.
//!
//! `tests/fuzz/long` runs these, and those that stand beside what they try (frames of the worker, headers of the pipe,
//! files of Gradle), for as many seconds each as it is told. What once failed is kept beside the file of the test
//! (`*.proptest-regressions`) and tried first; `corpus` holds what they start from beside sources that are here anyway.

mod bent;
mod cached;
mod java;
mod poms;
