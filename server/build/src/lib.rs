//! Projects on disk: takes a file or folder, gives class path, source roots, compiler options and a JDK; knows
//! nothing of goals or editors.

mod boundary;
mod cache;
mod confined;
mod discover;
mod files;
mod generated;
mod gradle;
mod jdk;
mod layout;
mod maven;
mod model;
mod options;
mod plain_folder;
mod process;
mod project_settings;
mod published;
mod source_file;
mod source_index;
mod test_selection;
mod testing;
mod tools;

pub use boundary::{Reach, is_read_for_anybody, is_too_wide, repository_root, wide_folders};
pub use cache::{cache_folder, content_key, read_cached, write_cached};
pub use confined::builds_are_confined;
pub use files::{read_file, read_text, replace_whole, write_whole, write_whole_with};
pub use gradle::gradle_version;
pub use jdk::tool_version::{WantedJdk, top_of};
pub use jdk::{FoundJdk, Jdk, JdkRequest, Machine, NoJdk, OLDEST_JDK};
pub use layout::{Formatter, SourceLayout};
pub use maven::{CANNOT_BE_HAD, MAVEN_SAYS, MavenProgram, maven_version, missing_modules};
pub use model::{Project, ProjectFramework, ProjectKind, TestRun};
pub use project_settings::{Announcer, BuildChoice, BuildStop, ProjectError, ProjectSettings};
pub use source_file::package_of;
pub use source_index::SourceIndex;
pub use test_selection::TestSelection;
pub use testing::framework::{find_junit, jars_of_checked_tests};
pub use testing::launcher::{Launcher, NoLauncher, TestFrameworks};
pub use testing::reports::failed_in_build;
pub use testing::test_files::customary_tests;
pub use testing::test_sources::{MadeClass, SourceTexts, Stamp, source_texts, stamps};
