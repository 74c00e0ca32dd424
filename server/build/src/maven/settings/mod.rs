//! What is said to Maven beside the poms, by the project and by the user.

pub mod dot_mvn;
pub mod repositories;
