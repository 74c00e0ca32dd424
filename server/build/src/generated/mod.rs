//! What plugins of a build make: finds roots among generated files, copies a project to where its build may write;
//! knows no build tool.

pub mod roots;
pub mod tree;
