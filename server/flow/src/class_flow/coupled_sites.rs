//! Coupled call sites of a class: takes a code base, gives for each call the caller branches and callee branches that
//! it couples.

use std::{collections::BTreeMap, sync::Arc};

use goalline_syntax::Span;

use super::{
    BodyCall, BodyId, CodeBase,
    callee::{CallTargets, Callee},
    class_graph::{ClassGraph, FileBranch},
    code_base::CONSTRUCTOR,
    post_dominance::AvoidedCall,
};
use crate::{AttributedCall, Branch, CallKind, MethodName};

/// How caller and callee stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CouplingKind {
    /// Neither inherits from the other.
    Different,
    /// The callee inherits from the caller: the caller calls what the callee overrides.
    Above,
    /// The caller inherits from the callee: it calls what it inherits.
    Below,
}

impl CouplingKind {
    /// `different`, `above`, `below`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Different => "different",
            Self::Above => "above",
            Self::Below => "below",
        }
    }
}

/// A call that may run one method of another class. An interface call has one of these per implementation.
#[derive(Clone, Debug)]
pub struct CoupledSite {
    /// Binary name of the caller.
    pub caller: Arc<str>,
    /// The body the call stands in.
    pub body: BodyId,
    /// The call.
    pub span: Span,
    /// Binary name of the callee.
    pub callee: Arc<str>,
    /// The method that runs.
    pub method: MethodName,
    /// Its body; none for a constructor that nobody wrote.
    pub method_body: Option<BodyId>,
    /// How both stand to each other.
    pub kind: CouplingKind,
    /// Whether names and numbers of arguments are all that told whom the call means.
    pub is_approximate: bool,
    /// `B_R`: file and branch. Empty when nothing in the class decides about the call.
    pub caller_branches: Arc<[(usize, Branch)]>,
    /// `B_E`: file and branch, those of the called method first, then those of what it calls. Empty for a callee
    /// without branches.
    pub callee_branches: Arc<[(usize, Branch)]>,
}

/// What became of the calls of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SiteCount {
    /// Calls, object creations and method references in it.
    pub calls: usize,
    /// Those into the class itself.
    pub own: usize,
    /// Those to classes without source, or to methods without an implementation.
    pub unknown: usize,
    /// Those that were matched by name.
    pub approximate: usize,
}

/// The call sites of one class whose callee is another class of the code base, in source order.
pub fn coupled_sites(base: &CodeBase, caller: &Arc<str>) -> (Vec<CoupledSite>, SiteCount) {
    let mut sites = Sites {
        base,
        caller,
        callers: BTreeMap::new(),
        callees: BTreeMap::new(),
        found: Vec::new(),
        count: SiteCount::default(),
    };
    let Some(class) = base.classes.get(caller) else {
        return (Vec::new(), sites.count);
    };
    let mut bodies: Vec<BodyId> = class.others.iter().map(|(_, body)| *body).collect();
    bodies.extend(class.methods.iter().filter_map(|method| method.body));
    bodies.sort_unstable();
    for body in bodies {
        for call in base
            .body(body)
            .calls
            .iter()
            .filter(|call| call.lambda.is_none())
        {
            sites.call(body, call);
        }
    }
    let mut found = sites.found;
    found.sort_by_key(|site| site.span);
    (found, sites.count)
}

/// A callee's class, whether it is of the caller's inheritance tree, and the bodies that are entered.
type CalleeKey = (Arc<str>, bool, Vec<BodyId>);

struct Sites<'a> {
    base: &'a CodeBase,
    caller: &'a Arc<str>,
    /// The caller's graph: by the callee where both are of one inheritance tree, else one for all.
    callers: BTreeMap<Option<Arc<str>>, ClassGraph<'a>>,
    callees: BTreeMap<CalleeKey, Arc<[FileBranch]>>,
    found: Vec<CoupledSite>,
    count: SiteCount,
}

impl Sites<'_> {
    fn call(&mut self, body: BodyId, call: &BodyCall) {
        self.count.calls += 1;
        let guess = match self.base.call_at(body.file, call.span) {
            Some(_) => None,
            None => self.guess(call),
        };
        let is_approximate = guess.is_some();
        let seen = self.base.call_at(body.file, call.span).or(guess.as_ref());
        let Some(seen) = seen else {
            self.count.unknown += 1;
            return;
        };
        self.count.approximate += usize::from(is_approximate);
        match self.base.callees(self.caller, seen) {
            CallTargets::Own => self.count.own += 1,
            CallTargets::Unknown => self.count.unknown += 1,
            CallTargets::To(callees) => {
                for callee in callees {
                    self.site(body, call, callee, is_approximate);
                }
            }
        }
    }

    /// While the code does not compile: the one method at hand that has this name and so many parameters.
    fn guess(&self, call: &BodyCall) -> Option<AttributedCall> {
        // Which constructor `this(…)` and `super(…)` mean, no name says.
        let created = call.created.as_deref();
        if call.name == CONSTRUCTOR && created.is_none() {
            return None;
        }
        let callee = self.base.only_named(&call.name, call.arguments?, created)?;
        let declared = self.base.declared(callee)?;
        let kind = if declared.is_constructor() {
            CallKind::Constructor
        } else if declared.is_static || declared.is_private {
            CallKind::Exact
        } else {
            CallKind::Virtual
        };
        Some(AttributedCall {
            span: call.span,
            kind,
            is_on_this: false,
            receiver: callee.class.clone(),
            callee: callee.clone(),
        })
    }

    fn site(&mut self, body: BodyId, call: &BodyCall, callee: Callee, is_approximate: bool) {
        let kind = if self.base.is_above(self.caller, &callee.class) {
            CouplingKind::Above
        } else if self.base.is_above(&callee.class, self.caller) {
            CouplingKind::Below
        } else {
            CouplingKind::Different
        };
        // An object of the callee never runs the body of a method that it overrides.
        let Some(caller_branches) = self.caller_branches(body, call, kind, &callee.class) else {
            return;
        };
        let callee_branches = self.callee_branches(&callee, kind);
        self.found.push(CoupledSite {
            caller: self.caller.clone(),
            body,
            span: call.span,
            method_body: self.base.declared(&callee.method).and_then(|one| one.body),
            callee: callee.class,
            method: callee.method,
            kind,
            is_approximate,
            caller_branches,
            callee_branches,
        });
    }

    fn caller_branches(
        &mut self,
        body: BodyId,
        call: &BodyCall,
        kind: CouplingKind,
        callee: &Arc<str>,
    ) -> Option<Arc<[FileBranch]>> {
        let (base, caller) = (self.base, self.caller);
        let key = (kind != CouplingKind::Different).then(|| callee.clone());
        let graph = self
            .callers
            .entry(key)
            .or_insert_with(|| ClassGraph::of_caller(base, caller, callee));
        let site = AvoidedCall {
            unit: *graph.position.get(&body)?,
            nodes: &call.places,
            end: call.span.end,
        };
        Some(graph.caller_branches(site).into())
    }

    fn callee_branches(&mut self, callee: &Callee, kind: CouplingKind) -> Arc<[FileBranch]> {
        let (base, caller) = (self.base, self.caller);
        let is_related = kind != CouplingKind::Different;
        let key = (callee.class.clone(), is_related, callee.entries.clone());
        let branches = self.callees.entry(key).or_insert_with(|| {
            let graph = ClassGraph::of(base, &callee.class, caller);
            graph.branches_from(&callee.entries).into()
        });
        branches.clone()
    }
}
