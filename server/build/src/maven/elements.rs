//! Elements of poms: children, texts, plugins and what configures them; knows no plugin by name.

use roxmltree::Node;

/// Names of elements without their namespace: old poms have none.
pub trait LocalName {
    /// Whether the element is called so.
    fn has_tag_name_local(&self, name: &str) -> bool;
}

impl LocalName for Node<'_, '_> {
    fn has_tag_name_local(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

/// The first child element of this name.
pub fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name_local(name))
}

/// The text of the first child element of this name, when it is not empty.
pub fn text_of(node: Node<'_, '_>, name: &str) -> Option<String> {
    let text = child(node, name)?.text()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A plugin of the build, `pluginManagement` left aside: Maven has merged it already.
pub fn plugin<'a, 'input>(project: Node<'a, 'input>, artifact: &str) -> Option<Node<'a, 'input>> {
    child(child(project, "build")?, "plugins")?
        .children()
        .filter(|node| node.has_tag_name_local("plugin"))
        .find(|node| text_of(*node, "artifactId").as_deref() == Some(artifact))
}

/// What configures a plugin, the most specific first: the execution of this id, then the plugin.
pub fn configurations<'a, 'input>(
    project: Node<'a, 'input>,
    artifact: &str,
    execution: &str,
) -> Vec<Node<'a, 'input>> {
    let Some(plugin) = plugin(project, artifact) else {
        return Vec::new();
    };
    let execution = plugin
        .descendants()
        .filter(|node| node.has_tag_name_local("execution"))
        .find(|node| text_of(*node, "id").as_deref() == Some(execution));
    [execution, Some(plugin)]
        .into_iter()
        .flatten()
        .filter_map(|node| child(node, "configuration"))
        .collect()
}

/// A setting of a plugin: the element of the first configuration that has it, else the project's property.
pub fn setting(
    project: Node<'_, '_>,
    configurations: &[Node<'_, '_>],
    element: &str,
    property: &str,
) -> Option<String> {
    configurations
        .iter()
        .find_map(|configuration| text_of(*configuration, element))
        .or_else(|| text_of(child(project, "properties")?, property))
}
