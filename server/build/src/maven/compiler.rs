//! The configuration of maven-compiler-plugin: takes an effective pom, gives javac options and processors; judges no
//! value.

use roxmltree::Node;

use super::{
    dependency::Dependency,
    elements::{self, child, configurations, text_of},
};
use crate::options::javac::{is_wanted, levels};

const PLUGIN: &str = "maven-compiler-plugin";
/// The execution that compiles main sources.
const EXECUTION: &str = "default-compile";

/// What the build says about compiling.
#[derive(Debug, Default)]
pub struct CompilerSettings {
    pub options: Vec<String>,
    pub processors: Vec<Dependency>,
}

impl CompilerSettings {
    /// Reads the plugin's configuration and the properties it falls back to.
    pub fn of(project: Node<'_, '_>) -> Self {
        let configurations = configurations(project, PLUGIN, EXECUTION);
        let setting = |element: &str, property: &str| {
            elements::setting(project, &configurations, element, property)
        };
        let is_on = |element: &str, property: &str| {
            setting(element, property).is_some_and(|value| value == "true")
        };
        let mut options = levels(
            setting("release", "maven.compiler.release"),
            setting("source", "maven.compiler.source"),
            setting("target", "maven.compiler.target"),
        );
        if let Some(encoding) = setting("encoding", "project.build.sourceEncoding") {
            options.extend(["-encoding".to_owned(), encoding]);
        }
        if is_on("parameters", "maven.compiler.parameters") {
            options.push("-parameters".to_owned());
        }
        if is_on("enablePreview", "maven.compiler.enablePreview") {
            options.push("--enable-preview".to_owned());
        }
        if let Some(proc) = setting("proc", "maven.compiler.proc") {
            options.push(format!("-proc:{proc}"));
        }
        let processors = names(&configurations, "annotationProcessors");
        if !processors.is_empty() {
            options.extend(["-processor".to_owned(), processors.join(",")]);
        }
        options.extend(
            arguments(&configurations)
                .into_iter()
                .filter(|option| is_wanted(option)),
        );
        options.dedup_by(|later, earlier| later == earlier && later.starts_with("--enable"));
        Self {
            options,
            processors: processor_paths(&configurations),
        }
    }
}

/// javac's levels for test sources; empty where they are those of main sources.
pub fn test_levels(project: Node<'_, '_>) -> Vec<String> {
    let configurations = configurations(project, PLUGIN, EXECUTION);
    let setting = |element: &str, property: &str| {
        elements::setting(project, &configurations, element, property)
    };
    let release = setting("testRelease", "maven.compiler.testRelease");
    let source = setting("testSource", "maven.compiler.testSource");
    if release.is_none() && source.is_none() {
        return Vec::new();
    }
    let target = setting("testTarget", "maven.compiler.testTarget");
    levels(release, source, target)
}

/// `compilerArgs`, `compilerArgument` and the older map `compilerArguments`.
fn arguments(configurations: &[Node<'_, '_>]) -> Vec<String> {
    let mut arguments = names(configurations, "compilerArgs");
    for configuration in configurations {
        if let Some(argument) = text_of(*configuration, "compilerArgument") {
            arguments.push(argument);
            break;
        }
    }
    let map = configurations
        .iter()
        .find_map(|node| child(*node, "compilerArguments"));
    for entry in map
        .into_iter()
        .flat_map(|map| map.children())
        .filter(Node::is_element)
    {
        arguments.push(format!("-{}", entry.tag_name().name()));
        arguments.extend(
            entry
                .text()
                .map(str::trim)
                .filter(|v| !v.is_empty())
                .map(str::to_owned),
        );
    }
    arguments
}

/// The texts of a list element, from the most specific configuration that has it.
fn names(configurations: &[Node<'_, '_>], list: &str) -> Vec<String> {
    let list = configurations
        .iter()
        .find_map(|configuration| child(*configuration, list));
    list.into_iter()
        .flat_map(|list| list.children())
        .filter(Node::is_element)
        .filter_map(|item| item.text().map(|text| text.trim().to_owned()))
        .filter(|text| !text.is_empty())
        .collect()
}

fn processor_paths(configurations: &[Node<'_, '_>]) -> Vec<Dependency> {
    let list = configurations
        .iter()
        .find_map(|node| child(*node, "annotationProcessorPaths"));
    list.into_iter()
        .flat_map(|list| list.children())
        .filter(Node::is_element)
        .filter_map(Dependency::of)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::CompilerSettings;

    fn options(properties: &str, configuration: &str) -> String {
        let text = format!(
            "<project><properties>{properties}</properties><build><plugins><plugin>\
             <artifactId>maven-compiler-plugin</artifactId><configuration>{configuration}</configuration>\
             </plugin></plugins></build></project>"
        );
        let document = roxmltree::Document::parse(&text).expect("a pom");
        CompilerSettings::of(document.root_element())
            .options
            .join(" ")
    }

    #[test]
    fn levels_come_from_the_plugin_then_from_properties_then_from_the_oldest() {
        let release = "<maven.compiler.release>17</maven.compiler.release>";
        assert_eq!(options(release, ""), "--release 17");
        assert_eq!(options(release, "<release>21</release>"), "--release 21");
        assert_eq!(
            options("", "<source>1.6</source><target>11</target>"),
            "-source 8 -target 11"
        );
        assert_eq!(options("", ""), "-source 8 -target 8");
    }

    #[test]
    fn flags_of_the_build_are_kept_and_those_that_only_judge_style_are_not() {
        assert_eq!(
            options(
                "<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>",
                "<release>21</release><parameters>true</parameters><enablePreview>true</enablePreview>\
                 <compilerArgs><arg>-Xlint:all</arg><arg>-Werror</arg><arg>-Amapstruct.x=y</arg>\
                 <arg>-Xplugin:ErrorProne</arg><arg>--add-exports</arg><arg>java.base/x=ALL-UNNAMED</arg></compilerArgs>"
            ),
            "--release 21 -encoding UTF-8 -parameters --enable-preview -Amapstruct.x=y \
             --add-exports java.base/x=ALL-UNNAMED"
        );
    }

    #[test]
    fn processors_can_be_named_or_switched_off() {
        assert_eq!(
            options("", "<proc>none</proc>"),
            "-source 8 -target 8 -proc:none"
        );
        let named = "<annotationProcessors><x>a.B</x><x>c.D</x></annotationProcessors>";
        assert_eq!(options("", named), "-source 8 -target 8 -processor a.B,c.D");
    }
}
