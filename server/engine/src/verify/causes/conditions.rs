//! What was so in a run of a test, in the words of the source: takes the run of the call under test, gives the
//! conditions that came out one way only, those first that decided how the call ended. Names of tests tell them.

use std::{
    cell::{OnceCell, RefCell},
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use goalline_flow::{
    Branch, FileFlow, MethodFlow, MethodId, MethodKind, Predicate, PredicateId, PredicateKind,
};
use goalline_goals::GoalId;
use goalline_junit::{ANYWHERE, ConditionRole, ConditionText, has_words};
use goalline_prepare::prepare::prepared::Prepared;
use goalline_syntax::{DeclaredKind, JavaFile, MemberDeclaration, Node, Span};
use goalline_testcase::{Execution, looks_up, writes_rows};

use crate::{
    mutants::kill_matrix::MutantOutcome,
    verify::causes::why_calls_ended::{CallEnding, Decider, RunOfAct},
};

/// Conditions that a name is chosen from, at most.
const MOST: usize = 16;

/// Longest initial value that stands for a local variable, and argument that stands for a parameter.
const LONGEST_VALUE: usize = 48;

/// The call that a test is about.
pub(crate) struct CallOfAct<'a> {
    pub(crate) method: MethodId,
    /// What was traced of it.
    pub(crate) run: &'a Execution,
    /// Predicates that may come out the other way, and nobody sees it.
    pub(crate) without_effect: &'a BTreeSet<PredicateId>,
}

/// Predicates whose mutants came out the other way in the run of a test, where nothing that it shows was another thing
/// then. None of a test that shows no mutant at all.
pub(crate) fn without_effect(
    flow: &FileFlow,
    shown: &[MutantOutcome],
    plain: &Execution,
) -> BTreeSet<PredicateId> {
    let is_unseen = |outcome: &&MutantOutcome| outcome.is_unseen(plain);
    let (unseen, noticed): (Vec<_>, Vec<_>) = shown.iter().partition(is_unseen);
    if noticed.is_empty() {
        return BTreeSet::new();
    }
    let is_at = |outcomes: &[&MutantOutcome], predicate: &Predicate| {
        outcomes.iter().any(|one| one.span == Some(predicate.span))
    };
    let all = flow.predicates.iter();
    let idle = all.filter(|it| is_at(&unseen, it) && !is_at(&noticed, it));
    idle.map(|it| it.id).collect()
}

/// The conditions that held in the run of a call; nothing of what was not measured, or has no effect.
pub(crate) fn conditions(
    prepared: &Prepared,
    call: &CallOfAct<'_>,
    made_for: &[GoalId],
) -> Vec<ConditionText> {
    let (act, run) = (call.method, call.run);
    let flow = &prepared.goals.flow;
    let file = &prepared.file;
    let teller = Teller {
        prepared,
        flow,
        seen: RunOfAct {
            flow,
            file,
            act,
            run,
        },
        without_effect: call.without_effect,
        known: RefCell::default(),
        calls: OnceCell::new(),
    };
    let goals = made_for.iter().rev();
    let goals = goals.filter_map(|goal| prepared.goals.goal(*goal).target.branch());
    teller.conditions(&goals.collect::<Vec<_>>())
}

/// Beginnings of calls, and signs, that change something.
const CHANGING: [&str; 13] = [
    ".add",
    ".compareAndSet",
    ".decrement",
    ".getAnd",
    ".increment",
    ".next",
    ".offer",
    ".poll",
    ".pop",
    ".put",
    ".remove",
    "++",
    "--",
];

/// What the result of the method says itself: `user.getId().equals(article.getUserId())` of a method that only gives
/// that. None of a method with branches, or of one that gives no truth value.
pub(crate) fn given_condition(prepared: &Prepared, method: MethodId) -> Option<ConditionText> {
    let flow = &prepared.goals.flow;
    let told = flow.method(method);
    let is_question = matches!(told.returns.as_deref(), Some("boolean" | "Boolean"));
    let has_branches = flow.predicates.iter().any(|it| it.method == method);
    if !is_question || has_branches || told.body.end > prepared.file.text().len() {
        return None;
    }
    let around = prepared.file.root().smallest_around(told.body);
    let inside = around.descendants();
    let mut returns =
        inside.filter(|it| it.kind() == "return_statement" && told.body.contains(it.span()));
    let (only, None) = (returns.next()?, returns.next()) else {
        return None;
    };
    let value = only.named_children().next()?;
    let names = KnownNames::of(prepared, method);
    let readings = names.readings(value.text(), value.span());
    // A field says no more than the question does.
    let is_computed = |text: &str| {
        let calls = text.match_indices('(');
        let is_given = |at: usize| !text[at + 1..].starts_with(')');
        text.contains(['=', '<', '>'])
            || text.contains(" instanceof ")
            || calls.into_iter().any(|(at, _)| is_given(at))
    };
    let is_told = |it: &ReadableCondition| {
        !names.calls_what_changes(&it.text) && is_computed(&it.text) && has_words(&it.text)
    };
    let text = readings.into_iter().find(is_told)?.text;
    // What the question itself changes is another thing afterwards.
    let asks_alone = |text: &str| !CHANGING.iter().any(|verb| text.contains(verb));
    let is_changed = names.speaks_of_changed(&text, value.span().start);
    asks_alone(&text).then_some(ConditionText {
        text,
        outcome: true,
        role: ConditionRole::Given,
        is_sure: !is_changed,
    })
}

/// What was so of what this constructor was given, for a method without branches of its own: it gives what the
/// constructor has chosen. `run` is that of the whole test.
pub(crate) fn conditions_of_making(
    prepared: &Prepared,
    method: MethodId,
    maker: MethodId,
    run: &Execution,
) -> Vec<ConditionText> {
    let flow = &prepared.goals.flow;
    let (act, maker) = (flow.method(method), flow.method(maker));
    let is_plain = act.kind == MethodKind::Method && !act.is_static;
    let is_made = maker.kind == MethodKind::Constructor && maker.class == act.class;
    if !is_plain || !is_made || flow.predicates.iter().any(|it| it.method == method) {
        return Vec::new();
    }
    let known = KnownNames::of(prepared, maker.id);
    let seen = RunOfAct {
        flow,
        file: &prepared.file,
        act: maker.id,
        run,
    };
    let own = flow.predicates.iter().filter(|it| it.method == maker.id);
    let told = own.filter(|predicate| {
        let is_parameter = |name: &str| maker.parameter_names.iter().any(|one| one == name);
        let is_of_given = names(&predicate.text)
            .filter(|name| name.starts_with(char::is_lowercase))
            .all(is_parameter);
        predicate.kind == PredicateKind::Condition
            && is_of_given
            && !known.speaks_of_changed(&predicate.text, predicate.span.start)
            && has_words(&predicate.text)
    });
    let told = told.filter_map(|predicate| {
        Some(ConditionText {
            text: predicate.text.clone(),
            outcome: seen.held(predicate.id)?,
            role: ConditionRole::Making,
            is_sure: true,
        })
    });
    told.collect()
}

/// Puts branches of a run into words of the source.
struct Teller<'a> {
    prepared: &'a Prepared,
    flow: &'a FileFlow,
    seen: RunOfAct<'a>,
    without_effect: &'a BTreeSet<PredicateId>,
    /// What is known by name in the methods that were looked at.
    known: RefCell<BTreeMap<MethodId, Rc<KnownNames>>>,
    /// The calls in the body of the method that the test is about.
    calls: OnceCell<Vec<CallInBody>>,
}

/// A call as it is written.
struct CallInBody {
    name: String,
    arguments: Vec<String>,
    span: Span,
}

/// Conditions in the order in which a name should tell them.
#[derive(Default)]
struct ToldConditions {
    branches: BTreeSet<Branch>,
    conditions: Vec<ConditionText>,
}

impl ToldConditions {
    fn has_decider(&self) -> bool {
        let first = self.conditions.first();
        first.is_some_and(|one| one.role == ConditionRole::Decided)
    }

    fn add(&mut self, branch: Branch, condition: ConditionText) {
        let is_same =
            |one: &ConditionText| one.text == condition.text && one.outcome == condition.outcome;
        if self.branches.insert(branch) && !self.conditions.iter().any(is_same) {
            self.conditions.push(condition);
        }
    }
}

impl Teller<'_> {
    fn conditions(&self, goals: &[Branch]) -> Vec<ConditionText> {
        let ending = self.seen.ending();
        let mut told = ToldConditions::default();
        told.conditions.extend(self.failure());
        // Of a result that is computed the goals of the test say more than where it is computed.
        if !ending.is_computed {
            self.tell_deciders(&ending, &mut told);
        }
        // What was sought and did not decide would be a false cause where something else did.
        let is_hidden = !ending.is_computed && !ending.deciders.is_empty() && !told.has_decider();
        let role = if ending.is_throw || is_hidden {
            ConditionRole::Passed
        } else {
            ConditionRole::Sought
        };
        let held = |branch: &&Branch| self.seen.held(branch.predicate) == Some(branch.outcome);
        let held = goals.iter().filter(held);
        let (goals, unseen): (Vec<&Branch>, Vec<_>) = held.partition(|it| self.has_effect(**it));
        for branch in goals {
            if let Some(condition) = self.told(*branch, role) {
                told.add(*branch, condition);
            }
        }
        self.tell_deciders(&ending, &mut told);
        for branch in self.seen.all() {
            if !self.has_effect(branch) {
                continue;
            }
            if let Some(condition) = self.told(branch, ConditionRole::Passed) {
                told.add(branch, condition);
            }
        }
        // What the test was made for says more than nothing, even where nobody would see the difference.
        for branch in unseen {
            if let Some(condition) = self.told(*branch, ConditionRole::Passed) {
                told.add(*branch, condition);
            }
        }
        told.conditions.truncate(MOST);
        told.conditions
    }

    /// Whether something would be seen of it, had the predicate come out the other way; as far as anybody knows.
    fn has_effect(&self, branch: Branch) -> bool {
        !self.without_effect.contains(&branch.predicate)
    }

    /// That a call failed, where the method ended in what catches it.
    fn failure(&self) -> Option<ConditionText> {
        let call = self.seen.caught()?;
        Some(ConditionText {
            text: format!("{call}.fails()"),
            outcome: true,
            role: ConditionRole::Decided,
            is_sure: true,
        })
    }

    /// What stands behind something that decided and has no words was passed on the way, and is no cause.
    fn tell_deciders(&self, ending: &CallEnding, told: &mut ToldConditions) {
        let mut role = ConditionRole::Decided;
        for decider in &ending.deciders {
            let Decider::Branch(branch) = decider else {
                role = ConditionRole::Passed;
                continue;
            };
            if !self.has_effect(*branch) {
                continue;
            }
            match self.told(*branch, role) {
                Some(condition) => told.add(*branch, condition),
                None if self.only_enters_a_loop(*branch) => {}
                None => role = ConditionRole::Passed,
            }
        }
    }

    fn only_enters_a_loop(&self, branch: Branch) -> bool {
        let predicate = self.flow.predicate(branch.predicate);
        let is_loop =
            predicate.kind == PredicateKind::ForEach || predicate.text.ends_with(".hasNext()");
        branch.outcome && is_loop
    }

    /// What is known by name in a method.
    fn names(&self, method: MethodId) -> Rc<KnownNames> {
        let mut known = self.known.borrow_mut();
        let found = known
            .entry(method)
            .or_insert_with(|| Rc::new(KnownNames::of(self.prepared, method)));
        Rc::clone(found)
    }

    /// The condition in words that a reader of the test may know; none where it speaks of anything else.
    fn told(&self, branch: Branch, role: ConditionRole) -> Option<ConditionText> {
        let predicate = self.flow.predicate(branch.predicate);
        let (method, act) = (
            self.flow.method(predicate.method),
            self.flow.method(self.seen.act),
        );
        let is_of_class = method.kind == MethodKind::StaticInitializer;
        let is_of_making = method.kind == MethodKind::Constructor
            && act.kind != MethodKind::Constructor
            && method.class == act.class;
        if predicate.text.ends_with(".hasNext()") || is_of_class || is_of_making {
            // It only goes through elements, or came out so when the class was loaded or the object made.
            return None;
        }
        let (text, outcome) = match predicate.kind {
            PredicateKind::Condition | PredicateKind::Value => {
                (without_pattern_variables(&predicate.text), branch.outcome)
            }
            PredicateKind::ForEach if !branch.outcome => {
                (format!("{}.isEmpty()", predicate.text), true)
            }
            PredicateKind::Label { switch } if branch.outcome && self.is_only_label(switch) => {
                let selector = self.selector(predicate.span)?;
                (format!("{selector} == {}", predicate.text), true)
            }
            _ => return None,
        };
        if predicate.method == self.seen.act {
            self.told_of_act(predicate, &text, outcome, role)
        } else {
            self.told_of_other(predicate, &text, outcome, role)
        }
    }

    /// A condition of the method itself.
    fn told_of_act(
        &self,
        predicate: &Predicate,
        text: &str,
        outcome: bool,
        role: ConditionRole,
    ) -> Option<ConditionText> {
        let names = self.names(self.seen.act);
        if let Some(sought) = names.sought_in(text, predicate.span) {
            return Some(ConditionText {
                text: format!("{}.isFound()", sought.what),
                outcome: outcome == sought.is_there,
                role,
                is_sure: true,
            });
        }
        let readings = names.readings(text, predicate.span);
        let is_told =
            |it: &ReadableCondition| !names.calls_what_changes(&it.text) && has_words(&it.text);
        let ReadableCondition { text, is_of_moment } = readings.into_iter().find(is_told)?;
        let is_changed = names.speaks_of_changed(&text, predicate.span.start)
            || (!is_of_moment
                && names.speaks_of_state(&text)
                && self.may_be_changed(predicate, &names));
        Some(ConditionText {
            text,
            outcome,
            role,
            is_sure: !is_changed,
        })
    }

    /// A condition of a method that it called: with what it was given there, where it is called once; else as that
    /// method says it.
    fn told_of_other(
        &self,
        predicate: &Predicate,
        text: &str,
        outcome: bool,
        role: ConditionRole,
    ) -> Option<ConditionText> {
        let names = self.names(self.seen.act);
        let own = self.names(predicate.method);
        let method = self.flow.method(predicate.method);
        let is_near =
            method.class == self.flow.method(self.seen.act).class && role != ConditionRole::Passed;
        if let Some(sought) = own.sought_in(text, predicate.span).filter(|_| is_near) {
            return Some(ConditionText {
                text: format!("{}.isFound()", sought.what),
                outcome: outcome == sought.is_there,
                role,
                is_sure: true,
            });
        }
        let may_differ =
            |text: &str| names.speaks_of_state(text) && self.may_be_changed(predicate, &names);
        for ReadableCondition { text, .. } in own.readings(text, predicate.span) {
            if own.calls_what_changes(&text) || own.speaks_of_changed(&text, predicate.span.start) {
                continue;
            }
            if let Some(text) = self.as_called(&text, predicate.method)
                && has_words(&text)
            {
                let is_sure =
                    is_near && !names.speaks_of_changed(&text, usize::MAX) && !may_differ(&text);
                return Some(ConditionText {
                    text,
                    outcome,
                    role,
                    is_sure,
                });
            }
            // It is taken for one of the method itself where their parameters have the same names.
            let is_same = names.known(&text);
            let is_decided = role == ConditionRole::Decided;
            let is_of_other = is_near && is_decided && names.knows_none_of(&text, &own);
            if has_words(&text) && (is_same || is_of_other) {
                let is_sure = is_near
                    && is_decided
                    && !names.speaks_of_changed(&text, usize::MAX)
                    && !may_differ(&text);
                return Some(ConditionText {
                    text,
                    outcome,
                    role,
                    is_sure,
                });
            }
        }
        None
    }

    /// The text with arguments in place of the parameters, where the method is called once in the one that the test is
    /// about; none where an argument is long or is nothing that a reader knows.
    fn as_called(&self, text: &str, method: MethodId) -> Option<String> {
        let MethodFlow {
            class,
            name,
            parameter_names: parameters,
            ..
        } = self.flow.method(method);
        let is_alike = |it: &&MethodFlow| it.class == *class && it.name == *name;
        if self.flow.methods.iter().filter(is_alike).count() > 1 {
            return None;
        }
        let mut calls = self.calls().iter().filter(|call| call.name == *name);
        let call = calls.next()?;
        if calls.next().is_some() || call.arguments.len() != parameters.len() {
            return None;
        }
        let mut text = text.to_owned();
        for (at, parameter) in parameters.iter().enumerate() {
            text = replaced(&text, parameter, &format!("a${at}$"));
        }
        for (at, argument) in call.arguments.iter().enumerate() {
            let place = format!("a${at}$");
            if text.contains(&place) {
                if argument.len() > LONGEST_VALUE {
                    return None;
                }
                let is_name = argument.chars().all(is_part);
                let argument = if is_name {
                    argument.clone()
                } else {
                    format!("({argument})")
                };
                text = replaced(&text, &place, &argument);
            }
        }
        // Of constants alone nothing is said that could be otherwise.
        let is_variable = |name: &str| name.starts_with(char::is_lowercase);
        let is_told = names(&text).any(is_variable) || own_calls(&text).next().is_some();
        let readings = self.names(self.seen.act).readings(&text, call.span);
        let first = readings.into_iter().next().filter(|_| is_told);
        first.map(|it| it.text)
    }

    fn calls(&self) -> &[CallInBody] {
        self.calls.get_or_init(|| {
            let file = &self.prepared.file;
            let body = self.flow.method(self.seen.act).body;
            if body.end > file.text().len() {
                return Vec::new();
            }
            let around = file.root().smallest_around(body);
            let inside = around
                .descendants()
                .filter(|node| node.kind() == "method_invocation" && body.contains(node.span()));
            inside.filter_map(call_in_body).collect()
        })
    }

    /// Whether the object may have been another one by the time the predicate was asked than it was before the call.
    fn may_be_changed(&self, predicate: &Predicate, names: &KnownNames) -> bool {
        let is_own = predicate.method == self.seen.act;
        if !is_own && names.first_change.is_some() {
            return true;
        }
        let method = self.flow.method(predicate.method);
        let change = if is_own {
            names.first_change
        } else {
            names
                .changes
                .first_change(&self.prepared.file, method.body, DEEPEST_CALL)
        };
        change.is_some_and(|change| change < predicate.span.start)
    }

    fn is_only_label(&self, switch: u32) -> bool {
        let labels = self.flow.predicates.iter().filter(|it| match it.kind {
            PredicateKind::Label { switch: of } | PredicateKind::Default { switch: of } => {
                of == switch
            }
            _ => false,
        });
        let chosen = labels.filter(|it| {
            let ran = self.seen.run.trace.predicate(it.id.0);
            ran.is_some_and(|ran| ran.true_count > 0)
        });
        chosen.count() == 1
    }

    /// What the switch around this label chooses by.
    fn selector(&self, label: Span) -> Option<String> {
        let file = &self.prepared.file;
        if label.end > file.text().len() {
            return None;
        }
        let around = file.root().smallest_around(label);
        let switch = around
            .ancestors()
            .find(|node| node.kind().starts_with("switch_") && node.field("condition").is_some())?;
        Some(
            switch
                .field("condition")?
                .unparenthesized()
                .text()
                .to_owned(),
        )
    }
}

/// A call on the object itself or on a class.
fn call_in_body(node: Node<'_>) -> Option<CallInBody> {
    let on = node.field("object").map_or("", Node::text);
    let is_own = on.is_empty() || on == "this" || on.starts_with(char::is_uppercase);
    let arguments = node.field("arguments")?.named_children();
    let arguments = arguments.map(|one| one.text().to_owned()).collect();
    is_own.then(|| CallInBody {
        name: node.field("name").map_or("", Node::text).to_owned(),
        arguments,
        span: node.span(),
    })
}

/// What a reader of a test knows by name: parameters of the method, fields, constants, and what local variables stand
/// for.
#[derive(Default)]
struct KnownNames {
    parameters: BTreeSet<String>,
    fields: BTreeSet<String>,
    /// Those of them that are maps: what they have of a key is told by the key.
    maps: BTreeSet<String>,
    /// Parameters that the method gives other values, with the place from which on they may have one.
    changed: BTreeMap<String, usize>,
    /// Local variables that keep their initial value.
    locals: Vec<LocalVariable>,
    /// Those that get others: they have a name, and stand for nothing else.
    changing_locals: Vec<LocalVariable>,
    /// Variables that the properties of another object are copied into, and that object.
    copies: BTreeSet<String>,
    /// What changes objects of the class.
    changes: Changes,
    /// Methods of the class that change the object that they are called on.
    changing: BTreeSet<String>,
    /// Where the method first changes the object that it is called on.
    first_change: Option<usize>,
    /// Variables of for-each loops: all that is said of them was so of every element.
    elements: BTreeSet<String>,
}

/// A condition as a reader could know it.
#[derive(PartialEq)]
struct ReadableCondition {
    text: String,
    /// Whether it speaks of a local variable: it is one of that moment, and says nothing of how things were before.
    is_of_moment: bool,
}

/// What a collaborator was asked for.
struct SoughtObject {
    /// What it is called: `owner`.
    what: String,
    /// Whether the condition is that it is there.
    is_there: bool,
}

/// Types of the JDK that say nothing of what was looked for.
const OF_JDK: [&str; 8] = [
    "Boolean", "Integer", "List", "Long", "Map", "Object", "Set", "String",
];

/// A local variable.
struct LocalVariable {
    name: String,
    /// Its type as written.
    ty: String,
    /// Its initial value.
    value: String,
    /// Where it is declared.
    declared: Span,
    /// The block that it is known in.
    scope: Span,
}

impl LocalVariable {
    /// Whether it is a new object, and a text asks it for a property and nothing else: `brand.getFirstLetter()`.
    fn is_asked_for_a_property(&self, text: &str) -> bool {
        let asked = format!("{}.get", self.name);
        let mut words = names(text);
        let is_once = words.by_ref().filter(|name| *name == self.name).count() == 1;
        let is_getter = text.split_once(&asked).is_some_and(|(_, rest)| {
            let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
            end > 0 && rest[end..].starts_with("()")
        });
        self.value.starts_with("new ") && is_once && is_getter
    }

    /// Whether it is a new collection that is called by what it holds: `vets` of `new ArrayList<>()`.
    fn is_collection(&self) -> bool {
        const COLLECTIONS: [&str; 3] = ["List", "Map", "Set"];
        let made = self.value.strip_prefix("new ");
        let class = made.and_then(|made| made.split(['<', '(']).next());
        let is_one = class.is_some_and(|class| {
            let mut kinds = COLLECTIONS.iter();
            kinds.any(|kind| class.trim().ends_with(kind))
        });
        let is_kind = |name: &str| COLLECTIONS.iter().any(|it| it.eq_ignore_ascii_case(name));
        let says_something = self.name.len() > 3 && !VAGUE.contains(&&*self.name);
        is_one && says_something && self.name.ends_with('s') && !is_kind(&self.name)
    }

    /// What a name may call it: what it is called where it holds what a call gave and its name says something, else
    /// the method that gave it.
    fn telling_name(&self) -> Option<String> {
        let called = self
            .value
            .split_once('(')
            .map(|(called, _)| called.trim())?;
        let is_call = called.chars().all(|c| is_part(c) || c == '.');
        // What the first of several calls is called says nothing of what the last one gave.
        let is_chain = self.value.contains(").");
        let is_vague = VAGUE.contains(&self.name.as_str());
        if !is_call
            || is_chain && is_vague
            || self.value.starts_with("new ")
            || called.ends_with("terator")
        {
            return None;
        }
        let (_, method) = called.rsplit_once('.').unwrap_or(("", called));
        if self.name.len() > 2 && !is_vague {
            return Some(self.name.clone());
        }
        // How many rows were written the answer says that the test gives.
        let is_count = matches!(&*self.ty, "int" | "long" | "Integer" | "Long");
        if !called.contains('.') || is_count && writes_rows(method) {
            return None;
        }
        let asked = method.strip_prefix("get").unwrap_or(method);
        let first = asked.chars().next()?;
        let is_name = method.len() > 3
            && method.starts_with(char::is_lowercase)
            && !PLACES.iter().any(|word| method.starts_with(word));
        is_name.then(|| first.to_lowercase().chain(asked.chars().skip(1)).collect())
    }
}

/// Words that names of methods begin with that only give something of a text, from somewhere.
const PLACES: [&str; 5] = ["char", "code", "index", "last", "next"];

/// Names that say nothing of what they stand for.
const VAGUE: [&str; 14] = [
    "count", "element", "flag", "index", "item", "num", "number", "obj", "res", "result", "ret",
    "temp", "tmp", "value",
];

impl KnownNames {
    fn of(prepared: &Prepared, act: MethodId) -> Self {
        let flow = &prepared.goals.flow;
        let method = flow.method(act);
        let declared = goalline_syntax::declarations(&prepared.file);
        // Those of a class inside of it, or beside it, are other fields.
        let is_around = |class: &str| {
            let rest = method.class.strip_prefix(class);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        let around = declared
            .types
            .iter()
            .filter(|ty| is_around(&ty.binary_name));
        let members = around.flat_map(|ty| &ty.members);
        let is_field =
            |kind: DeclaredKind| matches!(kind, DeclaredKind::Field | DeclaredKind::EnumConstant);
        let fields: Vec<_> = members.filter(|member| is_field(member.kind)).collect();
        let is_map = |member: &&&MemberDeclaration| {
            let ty = member.ty.as_deref().unwrap_or_default();
            ty.split('<').next().is_some_and(|raw| raw.ends_with("Map"))
        };
        let maps = fields.iter().filter(is_map).map(|it| it.name.clone());
        let maps: BTreeSet<String> = maps.collect();
        let fields: BTreeSet<String> = fields.iter().map(|it| it.name.clone()).collect();
        let changes = Changes {
            fields: fields.clone(),
            bodies: bodies(flow, &method.class),
        };
        let is_there = method.body.end <= prepared.file.text().len();
        let mut names = Self {
            parameters: method.parameter_names.iter().cloned().collect(),
            first_change: is_there
                .then(|| changes.first_change(&prepared.file, method.body, DEEPEST_CALL))
                .flatten(),
            changing: if is_there {
                changes.changing(&prepared.file)
            } else {
                BTreeSet::new()
            },
            fields,
            maps,
            changes,
            changed: BTreeMap::new(),
            locals: Vec::new(),
            changing_locals: Vec::new(),
            elements: BTreeSet::new(),
            copies: BTreeSet::new(),
        };
        if method.body.end <= prepared.file.text().len() {
            names.read(&prepared.file, method.body);
        }
        names
    }

    /// Reads which variables of the body change, and what the others stand for.
    fn read(&mut self, file: &JavaFile, body: Span) {
        let around = file.root().smallest_around(body);
        let inside = |node: &Node<'_>| body.contains(node.span());
        let mut assigned: BTreeMap<String, usize> = BTreeMap::new();
        for node in around.descendants().filter(inside) {
            let target = match node.kind() {
                "assignment_expression" => node.field("left"),
                "update_expression" => node.first_named(),
                _ => None,
            };
            if let Some(target) = target {
                let from = changed_from(node, body);
                let known = assigned.entry(target.text().to_owned()).or_insert(from);
                *known = from.min(*known);
            }
            match node.kind() {
                "variable_declarator" => self.locals.extend(local(node)),
                "method_invocation" => self.copies.extend(copied_into(node)),
                "enhanced_for_statement" => {
                    self.elements
                        .extend(node.field("name").map(|name| name.text().to_owned()));
                }
                _ => {}
            }
        }
        let changed = assigned
            .iter()
            .filter(|(name, _)| self.parameters.contains(*name));
        self.changed = changed.map(|(name, from)| (name.clone(), *from)).collect();
        for local in &self.locals {
            // It hides a field of this name.
            self.fields.remove(&local.name);
        }
        let locals = std::mem::take(&mut self.locals).into_iter();
        (self.changing_locals, self.locals) =
            locals.partition(|local| assigned.contains_key(&local.name));
        self.elements.retain(|name| !assigned.contains_key(name));
    }

    /// The text as a reader could know it, the best first: with local variables by what they stand for, with those
    /// that have a telling name by that; none where it speaks of anything else.
    fn readings(&self, text: &str, at: Span) -> Vec<ReadableCondition> {
        let by_value = self.resolved(text, at).map(|text| ReadableCondition {
            text,
            is_of_moment: false,
        });
        let by_name = self.by_names_of_locals(text, at);
        let asks = self.unknown(text).and_then(|word| self.local(&word, at));
        let asks = asks.is_some_and(|local| self.asks_another(&local.value));
        let mut readings: Vec<ReadableCondition> =
            self.place_sought(text, at).into_iter().collect();
        if asks {
            readings.extend(by_name.into_iter().chain(by_value));
        } else {
            readings.extend(by_value.into_iter().chain(by_name));
        }
        if readings.is_empty() {
            let within = self.read_anywhere(text, at);
            readings.extend(within.map(|text| ReadableCondition {
                text,
                is_of_moment: false,
            }));
        }
        readings.dedup();
        readings
    }

    /// The text of a condition on a character that is read at a place which only the method knows, with any place
    /// there; none of what speaks of other things that nobody knows.
    fn read_anywhere(&self, text: &str, at: Span) -> Option<String> {
        let mut text = self.with_any_place(text);
        for _ in 0..2 {
            let Some(word) = self.unknown(&text) else {
                break;
            };
            let local = self.local(&word, at)?;
            let is_short = (1..=LONGEST_VALUE).contains(&local.value.len());
            let value = self.with_any_place(&local.value);
            text = is_short.then(|| replaced(&text, &word, &format!("({value})")))?;
        }
        (text.contains(ANYWHERE) && self.known(&text)).then_some(text)
    }

    /// The text with any place for each at which a character is read and that nobody knows.
    fn with_any_place(&self, text: &str) -> String {
        const READS: &str = ".charAt(";
        let mut changed = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(READS) {
            changed.push_str(before);
            changed.push_str(READS);
            let end = after.find(')').filter(|end| !after[..*end].contains('('));
            match end {
                Some(end) if self.unknown(&after[..end]).is_some() => {
                    changed.push_str(ANYWHERE);
                    rest = &after[end..];
                }
                _ => rest = after,
            }
        }
        changed + rest
    }

    /// Whether something was found in a text or a list, where the text says that of a local variable for its place:
    /// `indexOf(seq) == -1` of `offset == -1`.
    fn place_sought(&self, text: &str, at: Span) -> Option<ReadableCondition> {
        let compared = ["==", "!="].into_iter().find_map(|operator| {
            let name = text.strip_suffix(&format!(" {operator} -1"))?;
            Some((name, operator))
        });
        let (name, operator) = compared?;
        let (called, given) = self.local(name, at)?.value.split_once('(')?;
        // Of two arguments one may be what is looked through, or where that begins.
        let sought = given.strip_suffix(')')?;
        let is_name = !sought.is_empty() && sought.chars().all(is_part);
        let is_search = called.ends_with("ndexOf")
            && !called.starts_with(char::is_uppercase)
            && is_name
            && self.known(sought);
        is_search.then(|| ReadableCondition {
            text: format!("indexOf({sought}) {operator} -1"),
            is_of_moment: true,
        })
    }

    /// What was looked for by a collaborator where the text compares with nothing what that gave.
    fn sought_in(&self, text: &str, at: Span) -> Option<SoughtObject> {
        let (name, is_there) = match (text.split_once(" == "), text.split_once(" != ")) {
            (Some((name, "null")), _) => (name, false),
            (_, Some((name, "null"))) => (name, true),
            _ => return None,
        };
        let local = self.local(name, at)?;
        let (called, given) = local.value.split_once('(')?;
        let (on, method) = called.trim_start_matches("this.").rsplit_once('.')?;
        let is_asked = self.fields.contains(on) && looks_up(method) && !given.starts_with(')');
        let is_object = local.ty.starts_with(char::is_uppercase)
            && local.ty.chars().all(is_part)
            && !OF_JDK.contains(&local.ty.as_str());
        let says_something = name.len() > 2 && !VAGUE.contains(&name) && name != "found";
        // `findCollection`: that it was looked for is said behind it.
        let sought = ["find", "found", "get", "query", "select"];
        let mut rests = sought.iter().filter_map(|verb| name.strip_prefix(verb));
        let rest = rests.find(|rest| rest.starts_with(char::is_uppercase));
        let is_telling = |rest: &str| {
            let rest = rest.to_lowercase();
            rest.len() > 2 && !["all", "one"].contains(&&*rest) && !VAGUE.contains(&&*rest)
        };
        let what = match rest {
            Some(rest) if says_something && is_telling(rest) => rest,
            None if says_something => name,
            _ => &local.ty,
        };
        let first = what.chars().next()?;
        let what = first.to_lowercase().chain(what.chars().skip(1)).collect();
        (is_asked && is_object).then_some(SoughtObject { what, is_there })
    }

    /// The text with local variables by what they stand for; none where it speaks of others.
    fn resolved(&self, text: &str, at: Span) -> Option<String> {
        let mut text = text.to_owned();
        for _ in 0..3 {
            let Some(word) = self.unknown(&text) else {
                return Some(text);
            };
            let local = self.local(&word, at)?;
            let is_short = (1..=LONGEST_VALUE).contains(&local.value.len());
            text = is_short.then(|| replaced(&text, &word, &format!("({})", local.value)))?;
        }
        self.known(&text).then_some(text)
    }

    /// The text where local variables stand for themselves, those with a name that says nothing for the method that
    /// gave them.
    fn by_names_of_locals(&self, text: &str, at: Span) -> Option<ReadableCondition> {
        let mut text = text.to_owned();
        let mut told = BTreeSet::new();
        while let Some(word) = self.unknown_beside(&text, &told) {
            let name = match self.local(&word, at) {
                Some(local) if local.is_collection() => word.clone(),
                Some(local)
                    if self.copies.contains(&word) && local.is_asked_for_a_property(&text) =>
                {
                    word.clone()
                }
                Some(local) => local.telling_name()?,
                None => self.name_of_changing(&word, at)?,
            };
            text = replaced(&text, &word, &name);
            if !told.insert(name) {
                return None;
            }
        }
        Some(ReadableCondition {
            text,
            is_of_moment: !told.is_empty(),
        })
    }

    /// What a local variable that gets several values is called, where its name says something and a call gave the
    /// first of them.
    fn name_of_changing(&self, name: &str, at: Span) -> Option<String> {
        let local = in_scope(&self.changing_locals, name, at)?;
        local.telling_name().filter(|told| told == name)
    }

    /// The local variable that a name means at a place.
    fn local(&self, name: &str, at: Span) -> Option<&LocalVariable> {
        in_scope(&self.locals, name, at)
    }

    /// Whether a value is what a method of another object gave: what it is called says more than that call.
    fn asks_another(&self, value: &str) -> bool {
        // What a text is asked for (where a sign stands, how long it is) has words of its own.
        const OF_TEXTS: [&str; 6] = [
            "charAt",
            "contains",
            "indexOf",
            "lastIndexOf",
            "length",
            "size",
        ];
        let called = value.split('(').next().unwrap_or_default();
        let on = called
            .rsplit_once('.')
            .map(|(on, _)| on.trim_start_matches("this."));
        let asked = called.rsplit('.').next().unwrap_or_default();
        let is_looked_up = asked == "get" && on.is_some_and(|on| self.maps.contains(on));
        on.is_some_and(|on| self.fields.contains(on)) && !OF_TEXTS.contains(&asked) && !is_looked_up
    }

    /// Whether it speaks of things of that method and of nothing that these names mean: no parameter here is called
    /// like one there.
    fn knows_none_of(&self, text: &str, own: &Self) -> bool {
        names(text).all(|name| {
            let says_something = name.len() > 2 && !VAGUE.contains(&name);
            let is_local = || own.locals.iter().any(|it| it.name == name);
            let is_there = says_something
                && (own.parameters.contains(name) || own.elements.contains(name) || is_local());
            !self.parameters.contains(name) && (is_there || self.known(name) || own.is_told(name))
        })
    }

    /// Whether a local variable is told by this name.
    fn is_told(&self, name: &str) -> bool {
        let told = self.locals.iter().filter_map(LocalVariable::telling_name);
        told.into_iter().any(|it| it == name)
    }

    fn known(&self, text: &str) -> bool {
        self.unknown(text).is_none()
    }

    /// The first name that nobody knows.
    fn unknown(&self, text: &str) -> Option<String> {
        self.unknown_beside(text, &BTreeSet::new())
    }

    /// The first name that nobody knows and that is none of these.
    fn unknown_beside(&self, text: &str, others: &BTreeSet<String>) -> Option<String> {
        const WORDS: [&str; 6] = ["null", "true", "false", "this", "instanceof", "final"];
        names(text)
            .find(|name| {
                let is_known = WORDS.contains(name)
                    || name.starts_with(char::is_uppercase)
                    || self.parameters.contains(*name)
                    || self.fields.contains(*name)
                    || self.elements.contains(*name)
                    || others.contains(*name);
                !is_known
            })
            .map(str::to_owned)
    }

    /// Whether it speaks of the object that the method is called on: of a field, of what a method of it gives.
    fn speaks_of_state(&self, text: &str) -> bool {
        let is_field = |name: &str| name == "this" || self.fields.contains(name);
        names(text).any(is_field) || own_calls(text).next().is_some()
    }

    fn calls_what_changes(&self, text: &str) -> bool {
        own_calls(text).any(|name| self.changing.contains(name))
    }

    /// Whether what stands at this place speaks of a parameter that may have another value there.
    fn speaks_of_changed(&self, text: &str, at: usize) -> bool {
        names(text).any(|name| self.changed.get(name).is_some_and(|from| *from <= at))
    }
}

/// From where on an assignment may have been made: from the beginning of the outermost loop around it.
fn changed_from(assignment: Node<'_>, body: Span) -> usize {
    const LOOPS: [&str; 4] = [
        "do_statement",
        "enhanced_for_statement",
        "for_statement",
        "while_statement",
    ];
    let around = assignment.ancestors();
    let around = around.take_while(|node| body.contains(node.span()));
    let loops = around.filter(|node| LOOPS.contains(&node.kind()));
    let outermost = loops.last().unwrap_or(assignment);
    outermost.span().start
}

fn in_scope<'a>(locals: &'a [LocalVariable], name: &str, at: Span) -> Option<&'a LocalVariable> {
    let mut locals = locals.iter().rev();
    locals.find(|local| {
        local.name == name && local.scope.contains(at) && local.declared.start < at.start
    })
}

/// How far calls of methods of the class are followed to find out whether they change anything.
const DEEPEST_CALL: usize = 3;

/// What changes objects of a class: assignments to fields, calls on fields that do not only ask.
#[derive(Default)]
struct Changes {
    fields: BTreeSet<String>,
    /// The methods of the class.
    bodies: Vec<MethodBody>,
}

/// A method by its name.
struct MethodBody {
    name: String,
    body: Span,
}

fn bodies(flow: &FileFlow, class: &str) -> Vec<MethodBody> {
    let own = flow.methods.iter().filter(|method| method.class == class);
    own.map(|method| MethodBody {
        name: method.name.clone(),
        body: method.body,
    })
    .collect()
}

impl Changes {
    /// Where a body first changes the object; methods of the class that it calls are looked into.
    fn first_change(&self, file: &JavaFile, body: Span, depth: usize) -> Option<usize> {
        if body.end > file.text().len() {
            return None;
        }
        let around = file.root().smallest_around(body);
        let inside = around
            .descendants()
            .filter(|node| body.contains(node.span()));
        inside
            .filter(|node| self.is_change(file, *node, depth))
            .map(|node| node.span().end)
            .min()
    }

    fn is_change(&self, file: &JavaFile, node: Node<'_>, depth: usize) -> bool {
        match node.kind() {
            "assignment_expression" => node
                .field("left")
                .is_some_and(|left| self.is_of_field(left.text())),
            "update_expression" => node
                .first_named()
                .is_some_and(|of| self.is_of_field(of.text())),
            "method_invocation" => {
                let Some(name) = node.field("name").map(|name| name.text().to_owned()) else {
                    return false;
                };
                match node.field("object").map(|on| on.text().to_owned()) {
                    Some(on) if on != "this" => self.is_of_field(&on) && !only_asks(&name),
                    _ => self.is_changing(file, &name, depth),
                }
            }
            _ => false,
        }
    }

    /// `count`, `this.count`, `counts[0]`
    fn is_of_field(&self, text: &str) -> bool {
        let text = text.trim_start_matches("this.");
        let name = text.split(|c| !is_part(c)).next().unwrap_or_default();
        self.fields.contains(name)
    }

    fn is_changing(&self, file: &JavaFile, name: &str, depth: usize) -> bool {
        let mut own = self
            .bodies
            .iter()
            .filter(|method| method.name == name)
            .peekable();
        if own.peek().is_none() || depth == 0 {
            return !only_asks(name);
        }
        own.any(|method| self.first_change(file, method.body, depth - 1).is_some())
    }

    fn changing(&self, file: &JavaFile) -> BTreeSet<String> {
        let names = self.bodies.iter().map(|method| &method.name);
        names
            .filter(|name| self.is_changing(file, name, DEEPEST_CALL) && !only_asks(name))
            .cloned()
            .collect()
    }
}

/// Whether a method of this name is one that most often only asks.
fn only_asks(name: &str) -> bool {
    const QUESTIONS: [&str; 26] = [
        "all", "any", "can", "char", "compare", "contains", "count", "current", "ends", "equals",
        "get", "has", "hash", "index", "is", "last", "length", "matches", "max", "min", "none",
        "peek", "size", "starts", "stream", "to",
    ];
    let first = name.split(char::is_uppercase).next().unwrap_or(name);
    QUESTIONS.contains(&first)
}

/// The methods that an expression calls on the object itself.
fn own_calls(text: &str) -> impl Iterator<Item = &str> {
    words(text).filter_map(|(at, word)| {
        let before = text[..at].trim_end();
        let after = text[at + word.len()..].trim_start();
        let is_own = !before.ends_with('.') || before.ends_with("this.");
        (is_own && after.starts_with('(') && word.starts_with(char::is_lowercase)).then_some(word)
    })
}

/// The two objects of which one gets the properties of the other: `BeanUtils.copyProperties(given, brand)`.
fn copied_into(call: Node<'_>) -> Vec<String> {
    let is_copying = call
        .field("name")
        .is_some_and(|name| name.text() == "copyProperties");
    let arguments = call.field("arguments").filter(|_| is_copying);
    let given = arguments.map_or("", Node::text).trim_matches(['(', ')']);
    given.split(',').map(|it| it.trim().to_owned()).collect()
}

/// A local variable with the value that it is declared with.
fn local(declarator: Node<'_>) -> Option<LocalVariable> {
    let scope = declarator.ancestors().find(|node| {
        matches!(
            node.kind(),
            "block" | "switch_block_statement_group" | "for_statement" | "constructor_body"
        )
    });
    Some(LocalVariable {
        name: declarator.field("name")?.text().to_owned(),
        ty: declarator
            .parent()
            .and_then(|declaration| declaration.field("type"))
            .map_or("", Node::text)
            .to_owned(),
        value: declarator.field("value").map_or("", Node::text).to_owned(),
        declared: declarator.span(),
        scope: scope?.span(),
    })
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The text without the variables that its patterns declare: `x instanceof Pen` of `x instanceof Pen pen`.
fn without_pattern_variables(text: &str) -> String {
    const TEST: &str = " instanceof ";
    let mut found = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(TEST) {
        let (before, after) = rest.split_at(at + TEST.len());
        let after = after.strip_prefix("final ").unwrap_or(after);
        let mut depth = 0_usize;
        let end = after.find(|c: char| {
            match c {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && !is_part(c) && !matches!(c, '.' | '>' | '[' | ']' | '@')
        });
        let (class, behind) = after.split_at(end.unwrap_or(after.len()));
        let variable = behind.trim_start();
        let is_variable = variable.starts_with(|c: char| c.is_alphabetic() || c == '_');
        found.push_str(before);
        found.push_str(class);
        rest = if is_variable {
            variable.trim_start_matches(is_part)
        } else {
            behind
        };
    }
    found.push_str(rest);
    found
}

/// The names of variables and types in an expression: neither members nor calls, nothing in quotes.
fn names(text: &str) -> impl Iterator<Item = &str> {
    words(text).filter_map(|(at, word)| {
        let before = text[..at].trim_end();
        let after = text[at + word.len()..].trim_start();
        (!before.ends_with('.') && !after.starts_with('(')).then_some(word)
    })
}

/// The words of an expression with their places, but for those in quotes.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut found = Vec::new();
    let mut quote = None;
    let mut start = None;
    let mut is_escaped = false;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if let Some(open) = quote {
            if !is_escaped && c == open {
                quote = None;
            }
            is_escaped = c == '\\' && !is_escaped;
        } else if is_part(c) {
            start.get_or_insert(at);
        } else {
            let from = start.take();
            found.extend(from.map(|from| (from, &text[from..at])));
            if matches!(c, '"' | '\'') {
                quote = Some(c);
            }
        }
    }
    found.retain(|(_, word)| !word.starts_with(|c: char| c.is_ascii_digit()));
    found.into_iter()
}

/// The text with something else in place of a name.
fn replaced(text: &str, name: &str, by: &str) -> String {
    let places: Vec<usize> = words(text)
        .filter(|(at, word)| *word == name && !text[..*at].trim_end().ends_with('.'))
        .map(|(at, _)| at)
        .collect();
    let mut result = text.to_owned();
    for at in places.into_iter().rev() {
        result.replace_range(at..at + name.len(), by);
    }
    result
}

#[cfg(test)]
mod tests {
    use goalline_goals::MutantId;
    use goalline_testcase::{Outcome, Trace};

    use super::*;

    fn known(java: &str) -> KnownNames {
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        let method = &flow.methods[0];
        let mut names = KnownNames {
            parameters: method.parameter_names.iter().cloned().collect(),
            fields: ["limit".to_owned()].into(),
            ..KnownNames::default()
        };
        names.read(&file, method.body);
        names
    }

    /// What a text at the first place of this marker is told as.
    fn resolved(names: &KnownNames, text: &str, marker: &str) -> Option<String> {
        let at = JAVA.find(marker).expect("the marker is there");
        names.resolved(text, Span::new(at, at + 1))
    }

    const JAVA: &str = "class A { int limit; int m(String text, int n) { int len = text.length(); int at = 0; \
                        n++; while (at < len) at++; { String sub = \"x\"; } { String sub = text.trim(); f(sub); } \
                        for (char c : text.all()) f(c); boolean tight = len > limit; return tight ? at : n; } }";

    #[test]
    fn what_was_looked_for_is_called_without_the_verb() {
        let java = "class Desk { Store limit; int m(String text) { Pen findPen = limit.findByName(text); \
                    Pen getaway = limit.findByName(text); Pen findOne = limit.findByName(text); \
                    return findPen == null ? 0 : 1; } }";
        let names = known(java);
        let at = java.find("findPen == null").expect("it is there");
        let sought = |text: &str| {
            names
                .sought_in(text, Span::new(at, at + 1))
                .map(|it| it.what)
        };
        assert_eq!(sought("findPen == null").as_deref(), Some("pen"));
        assert_eq!(sought("getaway == null").as_deref(), Some("getaway"));
        assert_eq!(sought("findOne == null").as_deref(), Some("pen"));
    }

    #[test]
    fn a_variable_that_a_pattern_declares_is_no_part_of_the_condition() {
        for (written, told) in [
            ("x instanceof Pen pen", "x instanceof Pen"),
            (
                "x instanceof final Map<K, List<V>> all",
                "x instanceof Map<K, List<V>>",
            ),
            (
                "!(x instanceof a.Pen pen) && y",
                "!(x instanceof a.Pen) && y",
            ),
            (
                "x instanceof Pen && y instanceof int[] n",
                "x instanceof Pen && y instanceof int[]",
            ),
            ("isPen(x)", "isPen(x)"),
        ] {
            assert_eq!(without_pattern_variables(written), told);
        }
    }

    #[test]
    fn what_a_map_has_of_a_key_is_told_by_the_key_and_what_another_object_gives_by_the_variable() {
        let java = "class A { Map<String, Integer> stock; int m(String item) { \
                    Integer have = stock.get(item); if (have == null) return 0; return 1; } }";
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        let first = |maps: BTreeSet<String>| {
            let mut names = KnownNames {
                parameters: ["item".to_owned()].into(),
                fields: ["stock".to_owned()].into(),
                maps,
                ..KnownNames::default()
            };
            names.read(&file, flow.methods[0].body);
            let at = java.find("have == null").expect("it is there");
            let readings = names.readings("have == null", Span::new(at, at + 4));
            readings.into_iter().next().map(|it| it.text)
        };
        let of_key = first(["stock".to_owned()].into());
        assert_eq!(of_key.as_deref(), Some("(stock.get(item)) == null"));
        let of_object = first(BTreeSet::new());
        assert_eq!(of_object.as_deref(), Some("have == null"));
    }

    #[test]
    fn a_copy_is_asked_for_its_property_and_a_new_collection_called_by_its_name() {
        let java = "class A { void m(Given given) { Brand brand = new Brand(); Brand own = new Brand(); \
                    BeanUtils.copyProperties(given, brand); List<Vet> vets = new ArrayList<>(f()); \
                    List<Vet> list = new ArrayList<>(); g(brand, own, vets, list); } }";
        let names = known(java);
        let at = java.find("g(").expect("it is there");
        let told = |text: &str| {
            let found = names.by_names_of_locals(text, Span::new(at, at + 1));
            found.map(|found| found.text)
        };
        assert!(told("isEmpty(brand.getName())").is_some());
        assert_eq!(told("isEmpty(own.getName())"), None);
        assert_eq!(told("brand.isNew()"), None);
        assert!(told("vets.isEmpty()").is_some());
        assert_eq!(told("list.isEmpty()"), None);
    }

    #[test]
    fn what_a_collaborator_was_asked_for_is_found_or_not() {
        let java = "class A { Brands brands; Brand m(long id, Brand brand) { Brand temp = brands.findByName(id); \
                    Role role = brands.selectRole(id); String name = brands.findName(id); Brand all = brands.find(); \
                    Role own = find(id); return g(); } }";
        let mut names = known(java);
        names.fields = ["brands".to_owned()].into();
        let at = java.find("g()").expect("it is there");
        let sought = |text: &str| {
            let found = names.sought_in(text, Span::new(at, at + 1))?;
            Some((found.what, found.is_there))
        };
        assert_eq!(sought("temp != null"), Some(("brand".to_owned(), true)));
        assert_eq!(sought("role == null"), Some(("role".to_owned(), false)));
        for other in [
            "name == null",
            "all == null",
            "own == null",
            "brand == null",
            "role == temp",
        ] {
            assert_eq!(sought(other), None, "{other}");
        }
    }

    #[test]
    fn a_character_is_read_anywhere_and_a_place_says_what_was_sought() {
        let java = "class A { int m(String text, int from, String part) { int i = 0; i++; char c = text.charAt(i); \
                    int at = nextIndexOf(part); int other = count(part); \
                    int next = nextIndexOf(part, from); return g(); } }";
        let names = known(java);
        let at = java.find("g()").expect("it is there");
        let first = |text: &str| {
            let readings = names.readings(text, Span::new(at, at + 1));
            readings.into_iter().next().map(|it| it.text)
        };
        let told = |text: &str| first(text).unwrap_or_default();
        assert_eq!(
            told("text.charAt(from + i) == '+'"),
            "text.charAt(ANYWHERE) == '+'"
        );
        assert_eq!(told("c == '+'"), "(text.charAt(ANYWHERE)) == '+'");
        assert_eq!(told("text.charAt(from) == '+'"), "text.charAt(from) == '+'");
        assert_eq!(told("at == -1"), "indexOf(part) == -1");
        assert_eq!(told("at != -1"), "indexOf(part) != -1");
        assert!(!told("other == -1").contains("indexOf"));
        assert!(!told("next == -1").starts_with("indexOf"));
    }

    #[test]
    fn local_variables_are_told_by_what_they_stand_for() {
        let names = known(JAVA);
        let resolved = |text: &str, marker: &str| resolved(&names, text, marker);
        assert_eq!(
            resolved("len == 0", "while").as_deref(),
            Some("(text.length()) == 0")
        );
        assert_eq!(
            resolved("tight", "? at").as_deref(),
            Some("((text.length()) > limit)")
        );
        let call = resolved("LIMIT > text.at(len)", "while");
        assert_eq!(call.as_deref(), Some("LIMIT > text.at((text.length()))"));
        assert_eq!(
            resolved("sub == null", "f(sub)").as_deref(),
            Some("(text.trim()) == null")
        );
        assert_eq!(resolved("sub == null", "? at"), None);
        assert_eq!(resolved("c == 'x'", "f(c)").as_deref(), Some("c == 'x'"));
    }

    #[test]
    fn the_first_of_several_calls_gives_a_vague_variable_no_name() {
        let told = |name: &str, value: &str| {
            let span = Span { start: 0, end: 0 };
            let local = LocalVariable {
                name: name.to_owned(),
                ty: "Long".to_owned(),
                value: value.to_owned(),
                declared: span,
                scope: span,
            };
            local.telling_name()
        };
        let chain = "template.opsForValue().increment(key)";
        assert_eq!(told("count", chain), None);
        assert_eq!(told("visits", chain).as_deref(), Some("visits"));
        assert_eq!(told("count", "store.getSize(key)").as_deref(), Some("size"));
    }

    #[test]
    fn what_changes_in_the_method_is_not_told_of_its_arguments() {
        let names = known(JAVA);
        assert_eq!(resolved(&names, "at < len", "while"), None);
        assert!(names.known("limit > 0"));
        let java = "class A { Item m(int id) { Item item = find(id); Item wanted = find(id); int at = 0; at++; \
                    if (wanted == null) { wanted = next(id); } item = wanted; return item; } }";
        let of_items = known(java);
        let at = java.find("return").expect("it is there");
        let by_name = |text: &str| of_items.by_names_of_locals(text, Span::new(at, at + 1));
        let found = by_name("wanted == null").map(|it| it.text);
        assert_eq!(found.as_deref(), Some("wanted == null"));
        assert!(by_name("item == null").is_none() && by_name("at == 0").is_none());
        assert!(
            !known("class A { int limit; void m() { int limit = f(); limit++; } }")
                .known("limit > 0")
        );
        assert!(names.speaks_of_changed("n > 0", usize::MAX));
        assert!(!names.speaks_of_changed("text.n > len", usize::MAX));
        let java = "class A { int m(int n) { if (n == 0) { return 1; } while (n > 1) { n--; } return n; } }";
        let of_n = known(java);
        let says =
            |place: &str| of_n.speaks_of_changed("n > 0", java.find(place).expect("it is there"));
        assert_eq!(
            ["n == 0", "n > 1", "return n"].map(says),
            [false, true, true]
        );
    }

    #[test]
    fn a_condition_on_the_object_is_one_of_the_beginning_only_before_the_first_change() {
        let java = "class Queue { Reader reader; int at; boolean isEmpty() { return reader.isEmpty(); } \
                    char next() { at++; return reader.consume(); } \
                    void m(List<String> out) { out.add(\"\"); if (isEmpty()) return; String c = last(); next(); if (isEmpty()) f(); } \
                    String last() { return reader.toString(); } }";
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        let changes = Changes {
            fields: ["reader".to_owned(), "at".to_owned()].into(),
            bodies: bodies(&flow, "Queue"),
        };
        let body = |name: &str| {
            flow.methods
                .iter()
                .find(|it| it.name == name)
                .expect("it is there")
                .body
        };
        let first = |name: &str| changes.first_change(&file, body(name), DEEPEST_CALL);
        let change = java.find("next(); if").expect("it is there") + "next()".len();
        assert_eq!(first("m"), Some(change));
        assert_eq!(first("isEmpty"), None);
        assert_eq!(first("last"), None);
        assert!(first("next").is_some());
        assert_eq!(
            changes.changing(&file),
            ["m", "next"].map(str::to_owned).into()
        );
        assert_eq!(
            own_calls("next() == a.b(this.c())").collect::<Vec<_>>(),
            ["next", "c"]
        );
    }

    #[test]
    fn what_may_come_out_the_other_way_unseen_is_no_cause() {
        let java = "class A { boolean m(boolean lax, int n) { if (lax) n++; return n > 3; } }";
        let flow = FileFlow::of(&JavaFile::parse(java));
        let plain = Execution {
            outcome: Outcome::Passed,
            trace: Trace::default(),
            steps: 1,
            observations: Vec::new(),
            slow_at: None,
        };
        let outcome = |text: &str, ends_otherwise: bool| {
            let start = java.find(text).expect("it is there");
            MutantOutcome {
                mutant: MutantId(0),
                ends_otherwise,
                is_of_setup: false,
                span: Some(Span::new(start, start + text.len())),
                observations: Vec::new(),
            }
        };
        let found = |lax: bool, compared: bool| {
            let lax = MutantOutcome {
                span: Some(flow.predicates[0].span),
                ..outcome("lax) n", lax)
            };
            let shown = [lax, outcome("n > 3", compared)];
            let found = without_effect(&flow, &shown, &plain);
            let texts = found.iter().map(|id| flow.predicate(*id).text.clone());
            texts.collect::<Vec<_>>()
        };
        assert_eq!(found(false, true), ["lax"]);
        assert_eq!(found(true, false), ["n > 3"]);
        assert!(found(true, true).is_empty());
        assert!(
            found(false, false).is_empty(),
            "a test that shows nothing tells no cause from another thing"
        );
    }

    #[test]
    fn members_calls_and_quotes_are_no_variables() {
        let found: Vec<&str> = names("a.b(c, \"d 'e\") + 'f' < G.h && i(1x)").collect();
        assert_eq!(found, ["a", "c", "G"]);
    }
}
