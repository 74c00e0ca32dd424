//! Projects on disk: takes a file or folder, gives class path, source roots, compiler options and a JDK; knows nothing of goals or editors.

mod boundary;
mod cache;
mod confined;
mod discover;
mod files;
mod folder;
mod jdk;
mod junit;
mod launcher;
mod maven;
mod model;
mod process;
mod published;
mod source_file;
mod source_index;
mod test_files;
mod test_sources;
mod tool_version;

pub use boundary::{is_too_wide, repository_root, wide_folders};
pub use cache::{cache_folder, content_key, read_cached, write_cached};
pub use confined::builds_are_confined;
pub use discover::{ProjectError, ProjectSettings};
pub use files::{write_whole, write_whole_with};
pub use jdk::{Installed, Jdk, JdkWish, Machine, NoJdk, OLDEST_JDK};
pub use junit::find_junit;
pub use launcher::{Launcher, NoLauncher, TestFrameworks};
pub use maven::{MavenProgram, maven_version};
pub use model::{JunitVersion, Project, ProjectKind, TestRun};
pub use source_file::package_of;
pub use source_index::SourceIndex;
pub use test_sources::{Stamp, stamps};
pub use tool_version::{WantedJdk, top_of};
