//! Plugins that make sources or resources: takes an effective pom, gives the names of those that it binds; runs none.

pub mod built;
mod in_the_way;
pub mod resources;
pub mod source_roots;

use roxmltree::Node;

use super::elements::{LocalName, child, text_of};

/// Plugins that make nothing that is compiled or read by tests, and those whose work we do ourselves (roots that
/// build-helper-maven-plugin adds: [`source_roots`]).
const NEVER: [&str; 50] = [
    "animal-sniffer-maven-plugin",
    "apache-rat-plugin",
    "asciidoctor-maven-plugin",
    "bnd-maven-plugin",
    "build-helper-maven-plugin",
    "buildnumber-maven-plugin",
    "central-publishing-maven-plugin",
    "cobertura-maven-plugin",
    "cyclonedx-maven-plugin",
    "dependency-check-maven",
    "docker-maven-plugin",
    "dockerfile-maven-plugin",
    "duplicate-finder-maven-plugin",
    "findbugs-maven-plugin",
    "flatten-maven-plugin",
    "fmt-maven-plugin",
    "formatter-maven-plugin",
    "frontend-maven-plugin",
    "git-build-hook-maven-plugin",
    "git-commit-id-maven-plugin",
    "git-commit-id-plugin",
    "githook-maven-plugin",
    "impsort-maven-plugin",
    "jacoco-maven-plugin",
    "japicmp-maven-plugin",
    "jib-maven-plugin",
    "license-maven-plugin",
    "lifecycle-mapping",
    "lombok-maven-plugin",
    "maven-bundle-plugin",
    "moditect-maven-plugin",
    "native-maven-plugin",
    "nexus-staging-maven-plugin",
    "nohttp",
    "ossindex-maven-plugin",
    "pitest-maven",
    "proguard-maven-plugin",
    "properties-maven-plugin",
    "revapi-maven-plugin",
    "sonar-maven-plugin",
    "sortpom-maven-plugin",
    "sonatype-maven-plugin",
    "spotbugs-maven-plugin",
    "spotless-maven-plugin",
    "spring-boot-maven-plugin",
    "spring-javaformat-maven-plugin",
    "versions-maven-plugin",
    "tidy-maven-plugin",
    "xml-maven-plugin",
    "whitespace-maven-plugin",
];

/// Of Maven's own plugins those that may do anything; they count where they are bound to a phase that makes.
const OF_MAVEN: [&str; 3] = [
    "maven-antrun-plugin",
    "maven-dependency-plugin",
    "maven-remote-resources-plugin",
];

/// Plugins that run whatever they are told.
const RUNNERS: [&str; 3] = [
    "exec-maven-plugin",
    "groovy-maven-plugin",
    "gmavenplus-plugin",
];

/// Phases that sources and resources are made in.
const MAKING: [&str; 8] = [
    "generate-sources",
    "process-sources",
    "generate-resources",
    "process-resources",
    "generate-test-sources",
    "process-test-sources",
    "generate-test-resources",
    "process-test-resources",
];

/// Phases that come before a goal without a phase of its own may be bound to, too.
const EARLY: [&str; 2] = ["validate", "initialize"];

/// The plugins that make sources or resources in a build of this module.
pub fn bound_in(project: Node<'_, '_>) -> Vec<String> {
    let plugins = child(project, "build").and_then(|build| child(build, "plugins"));
    let plugins = plugins.into_iter().flat_map(|list| list.children());
    let plugins = plugins.filter(|node| node.has_tag_name_local("plugin"));
    let making = plugins.filter(|plugin| makes(*plugin));
    making
        .filter_map(|plugin| text_of(plugin, "artifactId"))
        .collect()
}

fn makes(plugin: Node<'_, '_>) -> bool {
    let name = text_of(plugin, "artifactId").unwrap_or_default();
    let is = |list: &[&str]| list.contains(&&*name);
    let is_of_maven = name.starts_with("maven-") && name.ends_with("-plugin");
    let needs_phase = is(&OF_MAVEN) || is(&RUNNERS);
    if is(&NEVER) || is_of_maven && !needs_phase {
        return false;
    }
    let executions = child(plugin, "executions");
    let executions = executions.into_iter().flat_map(|list| list.children());
    let mut executions = executions.filter(|node| node.has_tag_name_local("execution"));
    executions.any(|execution| {
        let goals = child(execution, "goals");
        let has_goals = goals.is_some_and(|goals| goals.children().any(|it| it.is_element()));
        has_goals
            && !only_documents(execution)
            && text_of(execution, "phase").map_or(!needs_phase, |phase| {
                MAKING.contains(&&*phase) || !needs_phase && EARLY.contains(&&*phase)
            })
    })
}

/// Folders of the output that hold documents, which are neither compiled nor on a class path.
const OF_DOCUMENTS: [&str; 6] = [
    "apidocs",
    "docs",
    "javadoc",
    "reports",
    "site",
    "testapidocs",
];

/// Whether Ant does nothing in this execution but put files beside documents and say so: every project of Apache
/// Commons copies its licence there, in a phase that makes sources.
fn only_documents(execution: Node<'_, '_>) -> bool {
    const TOLD: [&str; 3] = ["echo", "mkdir", "property"];
    let configuration = child(execution, "configuration");
    let target = |node| child(node, "target").or_else(|| child(node, "tasks"));
    let Some(target) = configuration.and_then(target) else {
        return false;
    };
    let is_document = |task: Node<'_, '_>| {
        let places = ["todir", "tofile"].map(|name| task.attribute(name));
        let place = places.into_iter().flatten().next();
        place.is_some_and(|place| {
            let mut folders = place.split(['/', '\\']).skip_while(|it| *it != "target");
            folders.nth(1).is_some_and(|it| OF_DOCUMENTS.contains(&it))
        })
    };
    let mut tasks = target.children().filter(Node::is_element);
    let is_harmless = |task: Node<'_, '_>| match task.tag_name().name() {
        "copy" => is_document(task),
        // `echo` with a file writes it.
        name => TOLD.contains(&name) && task.attribute("file").is_none(),
    };
    target.children().any(|it| it.is_element()) && tasks.all(is_harmless)
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::*;

    fn bound(plugins: &str) -> Vec<String> {
        let text = format!("<project><build><plugins>{plugins}</plugins></build></project>");
        bound_in(Document::parse(&text).expect("XML").root_element())
    }

    fn plugin(name: &str, phase: &str) -> String {
        let phase = if phase.is_empty() {
            String::new()
        } else {
            format!("<phase>{phase}</phase>")
        };
        format!(
            "<plugin><artifactId>{name}</artifactId><executions><execution>{phase}\
             <goals><goal>it</goal></goals></execution></executions></plugin>"
        )
    }

    #[test]
    fn a_plugin_makes_something_by_its_phase_or_where_nobody_knows_it() {
        for (name, phase, expected) in [
            ("openapi-generator-maven-plugin", "", true),
            ("templating-maven-plugin", "generate-sources", true),
            ("antlr4-maven-plugin", "", true),
            ("maven-antrun-plugin", "generate-sources", true),
            ("maven-antrun-plugin", "", false),
            ("exec-maven-plugin", "integration-test", false),
            ("maven-compiler-plugin", "", false),
            ("jacoco-maven-plugin", "initialize", false),
            ("unknown-plugin", "verify", false),
        ] {
            let found = bound(&plugin(name, phase));
            assert_eq!(found == [name], expected, "{name} {phase}");
        }
    }

    #[test]
    fn ant_that_copies_beside_documents_makes_nothing() {
        let of = |tasks: &str| {
            let plugin = format!(
                "<plugin><artifactId>maven-antrun-plugin</artifactId><executions><execution>\
                 <phase>generate-sources</phase><goals><goal>run</goal></goals><configuration>\
                 <target>{tasks}</target></configuration></execution></executions></plugin>"
            );
            bound(&plugin).len()
        };
        let licence =
            r#"<copy todir="/home/a/target/apidocs/META-INF"><fileset dir="/home/a"/></copy>"#;
        assert_eq!(of(licence), 0);
        assert_eq!(
            of(r#"<copy tofile="/home/a/target/classes/a.txt" file="a"/>"#),
            1
        );
        assert_eq!(of(&format!("{licence}<java classname=\"Maker\"/>")), 1);
        assert_eq!(of(&format!("{licence}<echo>copied</echo>")), 0);
        assert_eq!(
            of(r#"<echo file="/home/a/target/B.java">class B {}</echo>"#),
            1
        );
        assert_eq!(of(""), 1, "what it does is not known");
    }

    #[test]
    fn a_plugin_that_nothing_binds_makes_nothing() {
        let unbound = "<plugin><artifactId>mybatis-generator-maven-plugin</artifactId></plugin>";
        assert!(bound(unbound).is_empty());
    }
}
