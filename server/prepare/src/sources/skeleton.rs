//! A Java file taken apart: takes its tree, gives a key of what others may see of it and one of each method's body;
//! comments and space count for nothing.

use std::collections::{BTreeMap, BTreeSet};

use goalline_build::content_key;
use goalline_flow::{FileFlow, MethodFlow, MethodKind};
use goalline_syntax::{JavaFile, Span};
use serde::{Deserialize, Serialize};

/// Whether it is a method or constructor that is not part of another one.
pub fn is_named(method: &MethodFlow) -> bool {
    method.enclosing.is_none()
        && matches!(method.kind, MethodKind::Method | MethodKind::Constructor)
}

/// `shop.Cart#total()`.
pub fn name(method: &MethodFlow) -> String {
    format!("{}#{}", method.class, method.signature())
}

/// A file as [`parts`] has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileParts {
    /// What stands outside of the bodies of its methods.
    pub skeleton: String,
    /// The bodies, by [`name`].
    pub bodies: BTreeMap<String, String>,
}

impl FileParts {
    /// Of this file.
    pub fn of(file: &JavaFile, flow: &FileFlow) -> Self {
        let (skeleton, bodies) = parts(file, flow);
        Self { skeleton, bodies }
    }

    /// The methods whose bodies differ from then; none when more than bodies of methods differs.
    pub fn changed_since<'a>(&'a self, then: &'a Self) -> Option<BTreeSet<&'a str>> {
        let is_same = self.skeleton == then.skeleton
            // A new method may override another one, which nobody can see from the outside.
            && self.bodies.keys().eq(then.bodies.keys());
        is_same.then(|| {
            let differs = |(name, body): &(&String, &String)| then.bodies[*name] != **body;
            let changed = self.bodies.iter().filter(differs);
            changed.map(|(name, _)| name.as_str()).collect()
        })
    }
}

/// Keys of what stands outside of the bodies of its methods, and of each of these by [`name`].
pub(crate) fn parts(file: &JavaFile, flow: &FileFlow) -> (String, BTreeMap<String, String>) {
    let text = file.text();
    // What stands before the call of another constructor runs before the entry is counted.
    let chains = |body: Span| {
        let inner = body
            .of(text)
            .trim_start_matches(['{', ' ', '\t', '\r', '\n']);
        inner.starts_with("this") || inner.starts_with("super") || inner.contains("super(")
    };
    let mut bodies: Vec<(Span, String)> = flow
        .methods
        .iter()
        .filter(|method| is_named(method))
        .filter(|method| method.kind == MethodKind::Method || !chains(method.body))
        .map(|method| (method.body, name(method)))
        .collect();
    bodies.sort();
    let mut skeleton = String::new();
    let mut inside: Vec<String> = vec![String::new(); bodies.len()];
    let leaves = file
        .root()
        .descendants()
        .filter(|node| node.children().next().is_none() && !node.is_comment());
    for leaf in leaves {
        let span = leaf.span();
        let after = bodies.partition_point(|(body, _)| body.start <= span.start);
        let around = after
            .checked_sub(1)
            .filter(|at| bodies[*at].0.contains(span));
        let part = around.map_or(&mut skeleton, |at| &mut inside[at]);
        part.push_str(leaf.text());
        part.push('\u{1}');
    }
    let key = |text: &String| content_key(&[text.as_bytes()]);
    let bodies = bodies.into_iter().zip(&inside);
    let bodies = bodies.map(|((_, name), text)| (name, key(text))).collect();
    (key(&skeleton), bodies)
}
