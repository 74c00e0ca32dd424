//! Projects on disk: takes a file or folder, gives class path, source roots, compiler options and a JDK; knows nothing of goals or editors.

mod cache;
mod discover;
mod folder;
mod jdk;
mod junit;
mod maven;
mod model;
mod process;
mod source_file;
mod test_files;

pub use cache::cache_folder;
pub use discover::{ProjectError, ProjectSettings};
pub use jdk::{Jdk, JdkWish, Machine, NoJdk, OLDEST_JDK};
pub use junit::find_junit;
pub use maven::{MavenProgram, maven_version};
pub use model::{JunitVersion, Project, ProjectKind};
pub use source_file::package_of;
