//! What a worker compiles with: takes a project, gives class path, source roots and options as they exist on disk.

use std::path::PathBuf;

use goalline_build::Project;
use goalline_jvm::CompileSetup;

const NAMES: &str = "-parameters";

/// The setup of a project's main sources; paths that do not exist are left out.
pub(crate) fn setup(project: &Project) -> CompileSetup {
    let existing = |paths: &[PathBuf]| -> Vec<PathBuf> {
        paths.iter().filter(|path| path.exists()).cloned().collect()
    };
    // What folders of tests say of services names classes of tests, which are not compiled.
    let jars = |paths: &[PathBuf]| -> Vec<PathBuf> {
        paths
            .iter()
            .filter(|path| path.is_file())
            .cloned()
            .collect()
    };
    CompileSetup {
        class_path: existing(&project.class_path),
        source_roots: existing(&project.source_roots),
        options: options(project),
        processor_path: existing(&project.processor_path),
        built: existing(&project.output_folders),
        test_libraries: jars(&project.test_class_path),
    }
}

/// Names of parameters are in class files only where javac is told so, and tests are named after them.
fn options(project: &Project) -> Vec<String> {
    let mut options = project.compiler_options.clone();
    if !options.iter().any(|option| option == NAMES) {
        options.push(NAMES.to_owned());
    }
    options
}
