//! A dependency as a pom states it: read from an element, written as one; resolves nothing.

use std::fmt::Write;

use roxmltree::Node;

use super::elements::{LocalName, child, text_of};

/// A dependency as a pom states it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependency {
    pub group: String,
    pub artifact: String,
    pub version: Option<String>,
    pub kind: String,
    pub classifier: Option<String>,
    pub scope: String,
    pub optional: bool,
    pub system_path: Option<String>,
    /// Group and artifact of what is not wanted through it.
    pub exclusions: Vec<(String, String)>,
}

impl Dependency {
    /// Reads a `dependency` (or `path`) element.
    pub fn of(node: Node<'_, '_>) -> Option<Self> {
        let exclusions = child(node, "exclusions")
            .into_iter()
            .flat_map(|list| list.children())
            .filter(|node| node.has_tag_name_local("exclusion"))
            .filter_map(|node| Some((text_of(node, "groupId")?, text_of(node, "artifactId")?)))
            .collect();
        Some(Self {
            group: text_of(node, "groupId")?,
            artifact: text_of(node, "artifactId")?,
            version: text_of(node, "version"),
            kind: text_of(node, "type").unwrap_or_else(|| "jar".into()),
            classifier: text_of(node, "classifier"),
            scope: text_of(node, "scope").unwrap_or_else(|| "compile".into()),
            optional: text_of(node, "optional").is_some_and(|value| value == "true"),
            system_path: text_of(node, "systemPath"),
            exclusions,
        })
    }

    /// What sets it apart from others: group, artifact, type, classifier.
    pub fn identity(&self) -> (&str, &str, &str, Option<&str>) {
        (
            &self.group,
            &self.artifact,
            &self.kind,
            self.classifier.as_deref(),
        )
    }

    /// Whether another one is not wanted through this one.
    pub fn excludes(&self, other: &Self) -> bool {
        let matches = |pattern: &str, name: &str| pattern == "*" || pattern == name;
        self.exclusions.iter().any(|(group, artifact)| {
            matches(group, &other.group) && matches(artifact, &other.artifact)
        })
    }

    /// The dependency as XML for a pom.
    pub fn to_xml(&self) -> String {
        let mut xml = String::from("<dependency>");
        let mut element = |name: &str, value: &str| {
            let _ = write!(xml, "<{name}>{}</{name}>", escape(value));
        };
        element("groupId", &self.group);
        element("artifactId", &self.artifact);
        element("type", &self.kind);
        element("scope", &self.scope);
        for (name, value) in [
            ("version", &self.version),
            ("classifier", &self.classifier),
            ("systemPath", &self.system_path),
        ] {
            if let Some(value) = value {
                element(name, value);
            }
        }
        if !self.exclusions.is_empty() {
            xml.push_str("<exclusions>");
            for (group, artifact) in &self.exclusions {
                let (group, artifact) = (escape(group), escape(artifact));
                let _ = write!(
                    xml,
                    "<exclusion><groupId>{group}</groupId><artifactId>{artifact}</artifactId></exclusion>"
                );
            }
            xml.push_str("</exclusions>");
        }
        xml.push_str("</dependency>");
        xml
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::Dependency;

    #[test]
    fn a_dependency_survives_its_way_through_xml() {
        let before = Dependency {
            group: "g".into(),
            artifact: "a&b".into(),
            version: Some("1".into()),
            kind: "jar".into(),
            classifier: Some("tests".into()),
            scope: "test".into(),
            exclusions: vec![("*".into(), "x".into())],
            ..Dependency::default()
        };
        let xml = before.to_xml();
        let document = roxmltree::Document::parse(&xml).expect("XML");
        assert_eq!(Dependency::of(document.root_element()), Some(before));
    }
}
