//! Calls that end the JVM: takes the calls of a file, puts the runtime's `exit` in their place, which ends only the
//! run.

use goalline_syntax::{Node, Span};

use crate::{entries::method_around, probed::ProbePlace, weaver::Weaver};

/// Receivers and the methods of theirs that end the JVM.
const EXITS: &[(&str, &str)] = &[
    ("System", "exit"),
    ("java.lang.System", "exit"),
    ("Runtime.getRuntime()", "exit"),
    ("Runtime.getRuntime()", "halt"),
];

/// Replaces what ends the JVM.
pub(crate) fn weave(weaver: &mut Weaver<'_>, root: Node<'_>) {
    let calls = root.descendants();
    for call in calls.filter(|node| node.kind() == "method_invocation") {
        let Some(callee) = exit(weaver, call) else {
            continue;
        };
        let Some(method) = method_around(weaver, call) else {
            continue;
        };
        if weaver.is_broken(method.id) || !weaver.plan.has_steps(method.id) {
            continue;
        }
        let site = weaver.edits.site(ProbePlace::Steps(method.id));
        let name = weaver.call("exit");
        weaver
            .edits
            .replace(callee, name.trim_end_matches('('), site);
    }
}

/// The receiver with the name, where they mean the JDK's.
fn exit(weaver: &Weaver<'_>, call: Node<'_>) -> Option<Span> {
    let (object, name) = (call.field("object")?, call.field("name")?);
    let is_exit = EXITS.contains(&(object.text(), name.text()));
    let arguments = call.field("arguments")?.named_children().count();
    let is_own = ["System", "Runtime"]
        .iter()
        .any(|class| weaver.names.declares(class));
    let callee = Span::new(object.span().start, name.span().end);
    (is_exit && arguments == 1 && !is_own).then_some(callee)
}
