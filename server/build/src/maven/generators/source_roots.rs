//! Folders of sources that the configuration of a plugin names: takes an effective pom, gives them; runs no plugin.
//! What the build compiles beside its usual folder would otherwise be missing from the class path.

use std::path::{Path, PathBuf};

use roxmltree::Node;

use crate::maven::elements::{LocalName, plugin};

const COMPILER: &str = "maven-compiler-plugin";

/// Roots that build-helper-maven-plugin adds.
pub fn add_helper_roots(
    project: Node<'_, '_>,
    root: &Path,
    sources: &mut Vec<PathBuf>,
    tests: &mut Vec<PathBuf>,
) {
    let Some(helper) = plugin(project, "build-helper-maven-plugin") else {
        return;
    };
    let executions = helper
        .descendants()
        .filter(|node| node.has_tag_name_local("execution"));
    for execution in executions {
        let has_goal = |name: &str| {
            execution
                .descendants()
                .any(|node| node.has_tag_name_local("goal") && node.text() == Some(name))
        };
        let roots = match () {
            () if has_goal("add-source") => &mut *sources,
            () if has_goal("add-test-source") => &mut *tests,
            () => continue,
        };
        let named = execution
            .descendants()
            .filter(|node| node.has_tag_name_local("source"));
        roots.extend(named.filter_map(|node| Some(root.join(node.text()?.trim()))));
    }
}

/// The folders that executions beside the usual one compile: `src/main/java11` of a multi-release jar.
pub fn further_roots(project: Node<'_, '_>, root: &Path) -> Vec<PathBuf> {
    let executions = plugin(project, COMPILER)
        .into_iter()
        .flat_map(|plugin| plugin.descendants())
        .filter(|node| node.has_tag_name_local("execution"));
    let compiles = |node: &Node<'_, '_>| {
        let mut goals = node
            .descendants()
            .filter(|it| it.has_tag_name_local("goal"));
        goals.any(|goal| goal.text().map(str::trim) == Some("compile"))
    };
    let mut roots = Vec::new();
    for execution in executions.filter(compiles) {
        let named = execution
            .descendants()
            .filter(|node| node.has_tag_name_local("compileSourceRoot"));
        let folders = named.filter_map(|node| node.text()).map(str::trim);
        roots.extend(
            folders
                .filter(|it| !it.contains("${"))
                .map(|it| root.join(it)),
        );
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_other_executions_compile_is_found_by_its_folder_and_what_they_test_is_not() {
        let execution = |goal: &str, folder: &str| {
            format!(
                "<execution><goals><goal>{goal}</goal></goals><configuration><compileSourceRoots>\
                 <compileSourceRoot>{folder}</compileSourceRoot></compileSourceRoots></configuration></execution>"
            )
        };
        let text = format!(
            "<project><build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><executions>{}{}{}\
             </executions></plugin></plugins></build></project>",
            execution("compile", "src/main/java11"),
            execution("testCompile", "src/test/java11"),
            execution("compile", "${nowhere}/java")
        );
        let document = roxmltree::Document::parse(&text).expect("a pom");
        let roots = further_roots(document.root_element(), Path::new("/p"));
        assert_eq!(roots, [PathBuf::from("/p/src/main/java11")]);
    }
}
