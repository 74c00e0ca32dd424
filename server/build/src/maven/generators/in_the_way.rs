//! Plugins that stop a build in a copy before it made anything: takes Maven's message, gives the copied pom without
//! the execution that failed; runs nothing.
//!
//! A build in a copy is there for what plugins make. One that checks licences, or a version of Maven, is none of these,
//! and many have no property that switches them off.

use roxmltree::Node;

use super::super::{
    elements::{LocalName, child, text_of},
    xml,
};
use super::RUNNERS;

/// Whose work a build without them would lack.
const NEEDED: [&str; 2] = ["maven-compiler-plugin", "maven-resources-plugin"];

/// What stopped a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InTheWay {
    /// An execution that failed.
    Execution(FailedExecution),
    /// A plugin that cannot be had, by its artifact.
    Plugin(String),
}

impl InTheWay {
    /// What a message tells of.
    pub fn told_in(message: &str) -> Option<Self> {
        let failed = FailedExecution::told_in(message).map(Self::Execution);
        failed.or_else(|| missing_plugin(message).map(Self::Plugin))
    }

    /// Whether the build can do without: it is none of the plugins that make something, and none that compiles.
    pub fn may_be_left_out(&self, making: &[&String]) -> bool {
        match self {
            Self::Execution(failed) => failed.may_be_left_out(making),
            Self::Plugin(artifact) => {
                !making.contains(&artifact) && !NEEDED.contains(&artifact.as_str())
            }
        }
    }

    /// The pom without it; none where it is not in there.
    pub fn left_out_of(&self, pom: &str) -> Option<String> {
        match self {
            Self::Execution(failed) => failed.left_out_of(pom),
            Self::Plugin(artifact) => without_plugin(pom, artifact),
        }
    }
}

/// The artifact of a plugin that no repository has.
fn missing_plugin(message: &str) -> Option<String> {
    const TOLD: [(&str, &str); 2] = [
        ("Error resolving version for plugin '", "'"),
        (
            "Plugin ",
            " or one of its dependencies could not be resolved",
        ),
    ];
    let between = |(before, after): &(&str, &str)| {
        let (_, rest) = message.split_once(before)?;
        let (plugin, _) = rest.split_once(after)?;
        plugin.split(':').nth(1).map(str::to_owned)
    };
    let found = TOLD.iter().find_map(between);
    found.filter(|it| !it.contains(char::is_whitespace))
}

/// The pom without all that it says of the plugin.
fn without_plugin(pom: &str, artifact: &str) -> Option<String> {
    let document = xml::parse(pom).ok()?;
    let all = document.root_element().descendants();
    let plugins = all.filter(|it| {
        it.has_tag_name_local("plugin") && text_of(*it, "artifactId").as_deref() == Some(artifact)
    });
    let mut ranges: Vec<_> = plugins.map(|it| it.range()).collect();
    ranges.reverse();
    let mut text = pom.to_owned();
    for range in &ranges {
        text.replace_range(range.clone(), "");
    }
    (!ranges.is_empty()).then_some(text)
}

/// One execution of a plugin in one module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedExecution {
    group: String,
    artifact: String,
    id: String,
    module: String,
}

impl FailedExecution {
    /// The one that a message tells of: `Failed to execute goal group:artifact:version:goal (id) on project name: …`.
    pub fn told_in(message: &str) -> Option<Self> {
        let (_, rest) = message.split_once("Failed to execute goal ")?;
        let (plugin, rest) = rest.split_once(" (")?;
        let (id, rest) = rest.split_once(") on project ")?;
        let module = rest.split([':', '\n']).next()?.trim();
        let mut parts = plugin.split(':');
        Some(Self {
            group: parts.next()?.to_owned(),
            artifact: parts.next()?.to_owned(),
            id: id.to_owned(),
            module: module.to_owned(),
        })
    }

    /// Whether the build can do without: it is none of the plugins that make something, and none that compiles. One
    /// that runs whatever it is told (`git submodule update`) may make nothing, where others do.
    pub fn may_be_left_out(&self, making: &[&String]) -> bool {
        let is_making = making.iter().any(|it| **it == self.artifact);
        let is_runner = RUNNERS.contains(&&*self.artifact);
        let others_make = making.iter().any(|it| !RUNNERS.contains(&it.as_str()));
        (!is_making || is_runner && others_make) && !NEEDED.contains(&&*self.artifact)
    }

    /// The pom of the module with the execution bound to no phase, in its profiles, too; none where it is not that
    /// module's, or already so.
    pub fn left_out_of(&self, pom: &str) -> Option<String> {
        let of_profiles = self.left_out_of_profiles(pom)?;
        let of_build = self.left_out_of_build(&of_profiles);
        of_build.or((of_profiles != pom).then_some(of_profiles))
    }

    /// The same in profiles alone: what they say of an execution overrules what the build says.
    fn left_out_of_profiles(&self, pom: &str) -> Option<String> {
        let document = xml::parse(pom).ok()?;
        let project = document.root_element();
        if text_of(project, "artifactId")? != self.module {
            return None;
        }
        let is_of_profile =
            |it: &Node<'_, '_>| it.ancestors().any(|it| it.has_tag_name_local("profile"));
        let is_of_plugin = |it: &Node<'_, '_>| {
            let mut around = it.ancestors();
            let plugin = around.find(|it| it.has_tag_name_local("plugin"));
            plugin.and_then(|it| text_of(it, "artifactId")).as_deref() == Some(&self.artifact)
        };
        let all = project.descendants();
        let executions = all.filter(|it| it.has_tag_name_local("execution"));
        let found = executions.filter(|it| {
            text_of(*it, "id").as_deref() == Some(&self.id) && is_of_profile(it) && is_of_plugin(it)
        });
        let mut ranges: Vec<_> = found.map(|it| it.range()).collect();
        ranges.reverse();
        let mut text = pom.to_owned();
        for range in ranges {
            text.replace_range(range, &self.bound_to_no_phase());
        }
        Some(text)
    }

    fn bound_to_no_phase(&self) -> String {
        format!(
            "<execution><id>{}</id><phase>none</phase></execution>",
            xml::escape(&self.id)
        )
    }

    fn left_out_of_build(&self, pom: &str) -> Option<String> {
        let document = xml::parse(pom).ok()?;
        let project = document.root_element();
        let execution = self.bound_to_no_phase();
        let plugin = |executions: &str| {
            format!(
                "<plugin><groupId>{}</groupId><artifactId>{}</artifactId>{executions}</plugin>",
                xml::escape(&self.group),
                xml::escape(&self.artifact)
            )
        };
        let executions = format!("<executions>{execution}</executions>");
        let Some(build) = child(project, "build") else {
            let build = format!("<build><plugins>{}</plugins></build>", plugin(&executions));
            return Some(inserted(pom, project, &build));
        };
        let Some(plugins) = child(build, "plugins") else {
            let plugins = format!("<plugins>{}</plugins>", plugin(&executions));
            return Some(inserted(pom, build, &plugins));
        };
        let own = plugins.children().find(|it| {
            it.has_tag_name_local("plugin")
                && text_of(*it, "artifactId").is_some_and(|name| name == self.artifact)
        });
        let Some(own) = own else {
            return Some(inserted(pom, plugins, &plugin(&executions)));
        };
        let Some(listed) = child(own, "executions") else {
            return Some(inserted(pom, own, &executions));
        };
        let same = listed
            .children()
            .find(|it| text_of(*it, "id").is_some_and(|id| id == self.id));
        match same {
            None => Some(inserted(pom, listed, &execution)),
            Some(same) => {
                let range = same.range();
                let is_done = pom[range.clone()] == execution;
                (!is_done).then(|| pom[..range.start].to_owned() + &execution + &pom[range.end..])
            }
        }
    }
}

/// The text with something more at the end of an element.
fn inserted(pom: &str, into: roxmltree::Node<'_, '_>, more: &str) -> String {
    let range = into.range();
    let text = &pom[range.clone()];
    let Some(at) = text.rfind("</") else {
        // `<plugins/>`
        let name = into.tag_name().name();
        let open = format!("<{name}>{more}</{name}>");
        return pom[..range.start].to_owned() + &open + &pom[range.end..];
    };
    let end = range.start + at;
    pom[..end].to_owned() + more + &pom[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: &str = "Failed to execute goal org.apache.rat:apache-rat-plugin:0.18:check (rat-check) on project \
                           shop: The plugin org.apache.rat:apache-rat-plugin:0.18 requires Maven version 3.9";

    #[test]
    fn a_plugin_that_no_repository_has_is_left_out_whole() {
        let missing = "Error resolving version for plugin 'com.x:hook-maven-plugin' from the repositories [central]";
        let lost = "Plugin com.x:hook-maven-plugin:1.2 or one of its dependencies could not be resolved: no";
        let pom = "<project><build><plugins><plugin><artifactId>hook-maven-plugin</artifactId></plugin>\
                   <plugin><artifactId>antlr4-maven-plugin</artifactId></plugin></plugins></build></project>";
        for message in [missing, lost] {
            let told = InTheWay::told_in(message).expect("Maven names it");
            assert!(told.may_be_left_out(&[&"antlr4-maven-plugin".to_owned()]));
            assert!(!told.may_be_left_out(&[&"hook-maven-plugin".to_owned()]));
            let left = told.left_out_of(pom).expect("it is in there");
            assert!(!left.contains("hook") && left.contains("antlr4"), "{left}");
            assert_eq!(told.left_out_of(&left), None);
        }
        assert_eq!(InTheWay::told_in("Non-parseable POM"), None);
    }

    #[test]
    fn an_execution_of_a_profile_is_left_out_where_it_stands() {
        let bound = "<execution><id>rat-check</id><phase>initialize</phase><goals/></execution>";
        let other = "<execution><id>other</id><phase>validate</phase></execution>";
        let pom = format!(
            "<project><artifactId>shop</artifactId><profiles><profile><build><plugins><plugin>\
             <artifactId>apache-rat-plugin</artifactId><executions>{bound}{other}</executions></plugin></plugins>\
             </build></profile></profiles></project>"
        );
        let left = failed().left_out_of(&pom).expect("it is changed");
        assert!(!left.contains("initialize"), "{left}");
        assert!(left.contains(other), "{left}");
        assert_eq!(left.matches("<phase>none</phase>").count(), 2, "{left}");
        assert_eq!(failed().left_out_of(&left), None);
    }

    fn failed() -> FailedExecution {
        FailedExecution::told_in(MESSAGE).expect("Maven names it")
    }

    #[test]
    fn the_execution_that_stopped_a_build_is_read_from_the_message() {
        assert_eq!(
            failed(),
            FailedExecution {
                group: "org.apache.rat".to_owned(),
                artifact: "apache-rat-plugin".to_owned(),
                id: "rat-check".to_owned(),
                module: "shop".to_owned(),
            }
        );
        assert_eq!(FailedExecution::told_in("Non-resolvable parent POM"), None);
    }

    #[test]
    fn what_makes_something_or_compiles_is_not_left_out() {
        assert!(failed().may_be_left_out(&[]));
        assert!(!failed().may_be_left_out(&[&"apache-rat-plugin".to_owned()]));
        // One that runs whatever it is told, alone and beside one that makes sources.
        let message = "Failed to execute goal org.codehaus.mojo:exec-maven-plugin:3.5.1:exec (specs) on project shop: no";
        let runner = FailedExecution::told_in(message).expect("Maven names it");
        let (exec, antlr) = (
            "exec-maven-plugin".to_owned(),
            "antlr4-maven-plugin".to_owned(),
        );
        assert!(!runner.may_be_left_out(&[&exec]));
        assert!(runner.may_be_left_out(&[&exec, &antlr]));
        let compiler = MESSAGE.replace("apache-rat-plugin", "maven-compiler-plugin");
        let compiler = FailedExecution::told_in(&compiler).expect("Maven names it");
        assert!(!compiler.may_be_left_out(&[]));
    }

    #[test]
    fn the_execution_is_bound_to_no_phase_wherever_the_pom_has_its_plugin() {
        let none = "<execution><id>rat-check</id><phase>none</phase></execution>";
        let plugin = "<groupId>org.apache.rat</groupId><artifactId>apache-rat-plugin</artifactId>";
        for (build, expected) in [
            (
                String::new(),
                format!(
                    "<build><plugins><plugin>{plugin}<executions>{none}</executions></plugin></plugins></build>"
                ),
            ),
            (
                "<build><plugins/></build>".to_owned(),
                format!(
                    "<build><plugins><plugin>{plugin}<executions>{none}</executions></plugin></plugins></build>"
                ),
            ),
            (
                format!("<build><plugins><plugin>{plugin}<a/></plugin></plugins></build>"),
                format!(
                    "<build><plugins><plugin>{plugin}<a/><executions>{none}</executions></plugin></plugins></build>"
                ),
            ),
            (
                format!(
                    "<build><plugins><plugin>{plugin}<executions><execution><id>rat-check</id><phase>validate</phase>\
                     </execution></executions></plugin></plugins></build>"
                ),
                format!(
                    "<build><plugins><plugin>{plugin}<executions>{none}</executions></plugin></plugins></build>"
                ),
            ),
        ] {
            let pom = format!("<project><artifactId>shop</artifactId>{build}</project>");
            let left = failed().left_out_of(&pom).expect("it is this module's");
            assert_eq!(
                left,
                format!("<project><artifactId>shop</artifactId>{expected}</project>")
            );
            assert_eq!(failed().left_out_of(&left), None, "once is enough");
        }
        let other = "<project><artifactId>other</artifactId></project>";
        assert_eq!(failed().left_out_of(other), None);
    }
}
