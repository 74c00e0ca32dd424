//! Builds that are asked by their own programs: one executable, which is linked once.

mod gradle;
mod hostile;
mod maven;
