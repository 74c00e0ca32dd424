//! The configuration of maven-surefire-plugin: takes an effective pom, gives what the JVM of the tests is started
//! with; starts none.

use std::path::Path;

use roxmltree::Node;

use super::elements::{self, LocalName, child, configurations, plugin, text_of};
use crate::{
    TestRun,
    options::jvm::take_arguments,
    test_selection::{TestSelection, tags_in},
};

const PLUGIN: &str = "maven-surefire-plugin";
/// The execution that runs unit tests.
const EXECUTION: &str = "default-test";

/// Reads the plugin's configuration and the properties it falls back to.
pub fn test_run(project: Node<'_, '_>, root: &Path) -> TestRun {
    let configurations = configurations(project, PLUGIN, EXECUTION);
    let setting = |element: &str, property: &str| {
        elements::setting(project, &configurations, element, property)
    };
    let mut run = TestRun {
        properties: vec![("basedir".to_owned(), root.display().to_string())],
        working_directory: configurations
            .iter()
            .find_map(|configuration| text_of(*configuration, "workingDirectory"))
            .filter(|folder| !folder.contains("${"))
            .map(|folder| root.join(folder)),
        ..TestRun::default()
    };
    for configuration in configurations.iter().rev() {
        run.properties
            .extend(pairs(child(*configuration, "systemPropertyVariables")));
        run.properties
            .extend(old_properties(child(*configuration, "systemProperties")));
        run.environment
            .extend(pairs(child(*configuration, "environmentVariables")));
    }
    let of_list = |list: &str, item: &str| patterns(&configurations, list, item);
    let tags = |element: &str| tags_in(&setting(element, element).unwrap_or_default());
    run.selection = Some(TestSelection {
        tags: tags("groups"),
        excluded_tags: tags("excludedGroups"),
        ..TestSelection::of_surefire(
            of_list("includes", "include"),
            of_list("excludes", "exclude"),
        )
    });
    if setting("enableAssertions", "enableAssertions").as_deref() == Some("false") {
        run.flags.push("-da".to_owned());
    }
    if let Some(line) = setting("argLine", "argLine") {
        take_arguments(&words(&line), &mut run);
    }
    run.old_surefire = too_old(project);
    run
}

/// The first version that runs tests of JUnit 5 by itself.
const RUNS_JUPITER: (u32, u32) = (2, 22);
/// What older ones run them with, as a dependency of the plugin.
const PROVIDER: &str = "junit-platform-surefire-provider";

/// The plugin's version, where tests of JUnit 5 are passed over by it without a word.
fn too_old(project: Node<'_, '_>) -> Option<String> {
    let plugin = plugin(project, PLUGIN)?;
    let version = text_of(plugin, "version")?;
    let mut numbers = version.split(['.', '-']).map(|it| it.parse().ok());
    let is_old = (numbers.next()??, numbers.next()??) < RUNS_JUPITER;
    let dependencies = child(plugin, "dependencies");
    let mut dependencies = dependencies.into_iter().flat_map(|it| it.children());
    let is_helped = dependencies.any(|it| text_of(it, "artifactId").as_deref() == Some(PROVIDER));
    (is_old && !is_helped).then_some(version)
}

/// The patterns of a list, which may be lists themselves; of several configurations those of the first that has any.
fn patterns(configurations: &[Node<'_, '_>], list: &str, item: &str) -> Vec<String> {
    let mut configurations = configurations.iter();
    let list = configurations.find_map(|it| child(*it, list));
    let items = list.into_iter().flat_map(|list| list.children());
    let items = items.filter(|node| node.has_tag_name_local(item));
    let texts = items.filter_map(|node| node.text());
    texts
        .flat_map(|text| text.split(',').map(str::trim))
        .filter(|text| !text.is_empty() && !text.contains("${"))
        .map(str::to_owned)
        .collect()
}

/// `<name>value</name>`, one each; what Maven has not filled in is left out.
fn pairs(map: Option<Node<'_, '_>>) -> Vec<(String, String)> {
    map.into_iter()
        .flat_map(|map| map.children())
        .filter(Node::is_element)
        .map(|entry| {
            let value = entry.text().unwrap_or_default().trim();
            (entry.tag_name().name().to_owned(), value.to_owned())
        })
        .filter(|(_, value)| !value.contains("${") && !value.contains("@{"))
        .collect()
}

/// `<property><name>…</name><value>…</value></property>`, as old builds have it.
fn old_properties(list: Option<Node<'_, '_>>) -> Vec<(String, String)> {
    list.into_iter()
        .flat_map(|list| list.children())
        .filter(Node::is_element)
        .filter_map(|entry| {
            let value = text_of(entry, "value").unwrap_or_default();
            Some((text_of(entry, "name")?, value))
        })
        .filter(|(_, value)| !value.contains("${"))
        .collect()
}

/// The words of a command line, quotes taken off.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, c) if c.is_whitespace() => words.push(String::new()),
            (_, c) => words.last_mut().expect("there is always one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(properties: &str, configuration: &str) -> TestRun {
        let text = format!(
            "<project><properties>{properties}</properties><build><plugins><plugin>\
             <artifactId>maven-surefire-plugin</artifactId><configuration>{configuration}</configuration>\
             </plugin></plugins></build></project>"
        );
        let document = roxmltree::Document::parse(&text).expect("a pom");
        test_run(document.root_element(), Path::new("/p"))
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn properties_come_from_the_map_the_old_list_and_the_argument_line() {
        let run = read(
            "",
            "<systemPropertyVariables><a.b>1</a.b><c>${unknown}</c></systemPropertyVariables>\
             <systemProperties><property><name>d</name><value>2</value></property></systemProperties>\
             <argLine>-De=\"x y\" -Xmx2g -agentlib:jdwp=x --add-opens java.base/java.lang=ALL-UNNAMED -ea @{jacoco}</argLine>\
             <environmentVariables><HERE>yes</HERE></environmentVariables>\
             <workingDirectory>target/run</workingDirectory>",
        );
        assert_eq!(
            run.properties,
            [
                pair("basedir", "/p"),
                pair("a.b", "1"),
                pair("d", "2"),
                pair("e", "x y")
            ]
        );
        assert_eq!(
            run.flags,
            ["--add-opens=java.base/java.lang=ALL-UNNAMED", "-ea"]
        );
        assert_eq!(run.environment, [pair("HERE", "yes")]);
        assert_eq!(run.memory_mb, Some(2048));
        assert_eq!(
            run.working_directory.as_deref(),
            Some(Path::new("/p/target/run"))
        );
    }

    #[test]
    fn a_surefire_that_passes_over_tests_of_junit_5_is_known_by_its_version() {
        let old = |version: &str, more: &str| {
            let text = format!(
                "<project><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId>\
                 <version>{version}</version>{more}</plugin></plugins></build></project>"
            );
            let document = roxmltree::Document::parse(&text).expect("a pom");
            test_run(document.root_element(), Path::new("/p")).old_surefire
        };
        assert_eq!(old("2.12.4", ""), Some("2.12.4".to_owned()));
        assert_eq!(old("2.21", ""), Some("2.21".to_owned()));
        for runs_them in ["2.22.0", "3.0.0-M5", "3.5.2"] {
            assert_eq!(old(runs_them, ""), None, "{runs_them}");
        }
        let helped = "<dependencies><dependency><artifactId>junit-platform-surefire-provider</artifactId>\
                      </dependency></dependencies>";
        assert_eq!(old("2.19.1", helped), None);
        let other =
            "<dependencies><dependency><artifactId>x</artifactId></dependency></dependencies>";
        assert_eq!(old("2.19.1", other), Some("2.19.1".to_owned()));
    }

    #[test]
    fn what_the_build_leaves_out_is_known_by_pattern_and_tag() {
        let run = read(
            "<excludedGroups>slow</excludedGroups>",
            "<includes><include>**/*Test.java, **/*Check.java</include></includes>\
             <excludes><exclude>**/Old*.java</exclude></excludes><groups>fast | net</groups>",
        );
        let selection = run.selection.expect("a build says");
        assert_eq!(selection.tags, ["fast", "net"]);
        assert_eq!(selection.excluded_tags, ["slow"]);
        let runs = |file: &str| selection.runs(Path::new(file));
        assert!(runs("a/CartCheck.java") && runs("a/CartTest.java"));
        assert!(!runs("a/CartTests.java") && !runs("a/OldTest.java"));
        let selection = read("", "").selection.expect("a build says");
        assert!(!selection.runs(Path::new("a/CartCheck.java")));
    }

    #[test]
    fn the_argument_line_may_stand_among_the_properties_and_coverage_agents_are_left_out() {
        let run = read(
            "<argLine>-javaagent:/x/jacoco.jar=a -javaagent:/x/other.jar -Xss4m</argLine>",
            "",
        );
        assert_eq!(run.flags, ["-javaagent:/x/other.jar", "-Xss4m"]);
    }

    #[test]
    fn assertions_are_off_where_the_build_says_so() {
        let off = "<enableAssertions>false</enableAssertions>";
        assert_eq!(read(off, "").flags, ["-da"]);
        assert_eq!(
            read("<enableAssertions>true</enableAssertions>", "").flags,
            Vec::<String>::new()
        );
    }
}
