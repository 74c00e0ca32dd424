//! Projects on disk: takes a file or folder, gives class path, source roots, compiler options and a JDK; knows nothing of goals or editors.

mod jdk;
mod model;

pub use jdk::Jdk;
pub use model::{JunitVersion, Project, ProjectKind};
