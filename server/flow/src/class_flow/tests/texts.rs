//! Code bases for tests: takes Java texts, guesses what a compiler would say. A receiver `e` is an object of class `E`.

use std::{fmt::Write, sync::Arc};

use goalline_syntax::{DeclaredKind, JavaFile, TypeDeclaration, declarations};

use crate::{
    AttributedCall, AttributedClass, AttributedFile, AttributedMethod, BodyCall, BodyFlow,
    CallKind, CodeBase, CodeFile, FileFlow, MethodName, SiteCount, coupled_sites,
};

fn method(class: &str, name: &str, arity: usize) -> MethodName {
    MethodName {
        class: class.into(),
        name: name.into(),
        descriptor: format!("{arity}").into(),
    }
}

/// A code base of one file.
pub(super) fn code_base(text: &str) -> CodeBase {
    let file = JavaFile::parse(text);
    let flow = FileFlow::of(&file);
    let bodies = BodyFlow::all_of(&file);
    let declared = declarations(&file);
    let above = |class: &str| -> Vec<Arc<str>> {
        let Some(ty) = declared.types.iter().find(|ty| ty.binary_name == class) else {
            return Vec::new();
        };
        let above = ty.superclass.iter().chain(&ty.interfaces);
        above.map(|name| name.as_str().into()).collect()
    };
    let mut attributed = AttributedFile::default();
    for ty in &declared.types {
        declare(ty, above(&ty.binary_name), &mut attributed);
    }
    for (body, here) in bodies.iter().zip(&flow.methods) {
        let calls = body.calls.iter().filter(|call| call.lambda.is_none());
        attributed
            .calls
            .extend(calls.filter_map(|call| seen(text, &flow, &above, (&here.class, call))));
    }
    CodeBase::of(vec![CodeFile {
        flow: Arc::new(flow),
        bodies: Arc::new(bodies),
        attributed: Arc::new(attributed),
    }])
}

fn declare(ty: &TypeDeclaration, above: Vec<Arc<str>>, attributed: &mut AttributedFile) {
    attributed.classes.push(AttributedClass {
        name: ty.binary_name.as_str().into(),
        above,
        is_abstract: ty.is_abstract(),
        is_interface: ty.kind == goalline_syntax::TypeKind::Interface,
    });
    let mut constructors = 0;
    for member in &ty.members {
        if matches!(
            member.kind,
            DeclaredKind::InstanceInitializer | DeclaredKind::StaticInitializer
        ) {
            continue;
        }
        let is_constructor = member.name == "<init>";
        constructors += usize::from(is_constructor);
        attributed.methods.push(AttributedMethod {
            name: method(&ty.binary_name, &member.name, member.parameters.len()),
            is_static: member.is_static,
            is_private: member.modifiers.has("private"),
            is_abstract: member.body.is_none(),
            body: member.body.map(|body| body.start),
            implied_super: is_constructor
                .then(|| {
                    ty.superclass
                        .as_ref()
                        .map(|above| method(above, "<init>", 0))
                })
                .flatten(),
            overrides: Vec::new(),
        });
    }
    if constructors == 0 {
        attributed.methods.push(AttributedMethod {
            name: method(&ty.binary_name, "<init>", 0),
            is_static: false,
            is_private: false,
            is_abstract: false,
            body: None,
            implied_super: ty
                .superclass
                .as_ref()
                .map(|above| method(above, "<init>", 0)),
            overrides: Vec::new(),
        });
    }
}

fn seen(
    text: &str,
    flow: &FileFlow,
    above: &dyn Fn(&str) -> Vec<Arc<str>>,
    (class, call): (&str, &BodyCall),
) -> Option<AttributedCall> {
    let written = call.span.of(text);
    let arity = call.arguments.unwrap_or(0);
    let (receiver, is_on_this) = if let Some(created) = written.strip_prefix("new ") {
        (created.split('(').next()?.to_owned(), false)
    } else if written.starts_with("super(") || written.starts_with("super.") {
        (above(class).first()?.to_string(), true)
    } else {
        match written.split_once('.') {
            Some((receiver, _)) if receiver != "this" => (receiver.to_uppercase(), false),
            _ => (class.to_owned(), true),
        }
    };
    let mut owner = receiver.clone();
    if call.name != "<init>" {
        let declares = |class: &str| {
            let mut methods = flow.methods.iter();
            methods.any(|it| it.class == class && it.name == call.name)
        };
        while !declares(&owner)
            && let Some(next) = above(&owner).first()
        {
            owner = next.to_string();
        }
    }
    let called = flow
        .methods
        .iter()
        .find(|it| it.class == owner && it.name == call.name);
    let is_exact =
        written.starts_with("super.") || called.is_some_and(|it| it.is_static || it.is_private);
    let kind = match call.name.as_str() {
        "<init>" => CallKind::Constructor,
        _ if is_exact => CallKind::Exact,
        _ => CallKind::Virtual,
    };
    Some(AttributedCall {
        span: call.span,
        kind,
        is_on_this,
        receiver: receiver.as_str().into(),
        callee: method(&owner, &call.name, arity),
    })
}

/// One line per site: the call, its callee, what decides in the caller, what there is to decide in the callee.
pub(super) fn shown(base: &CodeBase, text: &str, caller: &str) -> (String, SiteCount) {
    let (sites, count) = coupled_sites(base, &Arc::from(caller));
    let mut shown = String::new();
    for site in &sites {
        let branches = |places: &[(usize, crate::Branch)]| {
            let one = |(_, branch): &(usize, crate::Branch)| {
                let predicate = base.file(0).flow.predicate(branch.predicate);
                format!("{} {}", predicate.text, branch.outcome)
            };
            places.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        writeln!(
            shown,
            "{} -> {}.{} {}: [{}] x [{}]",
            site.span.of(text),
            site.method.class,
            site.method.name,
            site.kind.name(),
            branches(&site.caller_branches),
            branches(&site.callee_branches)
        )
        .expect("text");
    }
    (shown, count)
}
