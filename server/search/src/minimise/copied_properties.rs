//! Properties that a call hands on: takes a minimised test in which objects have none, gives one in which they have
//! those that show elsewhere afterwards, wherever the goals allow. Of an empty form every update changes nothing. A
//! method that copies a dozen properties is shown by several tests, each with some that no other one has.

use std::collections::BTreeSet;

use goalline_testcase::{
    CallableId, CallableKind, ExecutorError, Observation, Observed, ObservedPart, Statement,
    StatementKind, TestCase, TestCluster, Var, Vars,
};

use super::{
    Judge, Minimisation,
    arranging::{Role, name_with_class, simple_name, telling},
    state_to_change::{is_order, observing},
    values::meaningful::first_that_works,
};
use crate::Ending;

/// Objects that get properties, at most.
const MOST_OBJECTS: usize = 4;

/// Properties that are tried of an object, at most.
const MOST_TRIED: usize = 24;

/// Properties that an object gets, at most: a test is to be read.
const MOST_SET: usize = 5;

/// Single properties that are tried where they do not work together, at most.
const MOST_ALONE: usize = 3;

/// Calls and answers of a test, at most, that each property joins with a line that sets it and one that asserts it.
const MOST_LINES: usize = 20;

/// Properties that tests show to be handed on, by the method they are about: one test is enough for each. They go by
/// their names, for the numbers of callables are other ones in other clusters.
#[derive(Clone, Debug, Default)]
pub struct HandedOn {
    shown: BTreeSet<HandedProperty>,
    /// Those that the test shows which is being made smaller: whether it comes to be is not known yet.
    pending: BTreeSet<HandedProperty>,
}

/// A property that a method hands on, each as its class, name and descriptor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct HandedProperty {
    act: String,
    setter: String,
}

impl HandedProperty {
    fn of(act: CallableId, setter: CallableId, cluster: &TestCluster) -> Self {
        let full = |id: CallableId| {
            let it = cluster.callable(id);
            format!("{}.{}{}", it.owner, it.name, it.descriptor)
        };
        Self {
            act: full(act),
            setter: full(setter),
        }
    }
}

impl HandedOn {
    /// Another test begins.
    pub(super) fn begin(&mut self) {
        self.pending.clear();
    }

    /// The test came to be: what it still sets is shown.
    pub(super) fn settle(&mut self, test: &TestCase, cluster: &TestCluster) {
        let calls: BTreeSet<String> = test
            .statements
            .iter()
            .filter_map(|it| match &it.kind {
                StatementKind::Call { callable, .. } => {
                    Some(HandedProperty::of(*callable, *callable, cluster).setter)
                }
                _ => None,
            })
            .collect();
        let pending = std::mem::take(&mut self.pending).into_iter();
        self.shown
            .extend(pending.filter(|it| calls.contains(&it.setter)));
    }
}

/// Levels of what a property is made of.
const DEEPEST: usize = 1;

/// Gives new objects those properties that the last call, which ends well, hands on and that no other test has shown
/// of it; one that has none gets some all the same.
pub(super) fn with_copied_properties(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    if judge.ending != Some(Ending::Passed) {
        return Ok(test);
    }
    let mut test = test;
    let Some(StatementKind::Call { callable: act, .. }) = test.statements.last().map(|it| &it.kind)
    else {
        return Ok(test);
    };
    let act = *act;
    // The last one first: what is put behind an object moves none before it.
    let made = objects_with_properties(&test, minimisation.cluster);
    for object in made.into_iter().rev().take(MOST_OBJECTS) {
        let is_blank = object.set.is_empty();
        let mut setters = shown_ones(&test, &object, act, minimisation)?;
        let known = &minimisation.handed_on.shown;
        let is_known = |it: &CallableId| {
            let property = HandedProperty::of(act, *it, minimisation.cluster);
            known.contains(&property)
        };
        if setters.iter().all(is_known) {
            setters.truncate(usize::from(is_blank));
        } else {
            setters.retain(|it| !is_known(it));
        }
        let setters = first_that_fit(&test, &object, setters, minimisation.cluster);
        let new = NewProperties { act, setters };
        test = with_those_that_work(test, object.var, &new, minimisation, judge)?;
    }
    Ok(test)
}

/// Properties that a method hands on and no test has shown of it.
struct NewProperties {
    act: CallableId,
    setters: Vec<CallableId>,
}

/// The first of these properties for which the test has room, each with the lines that make and set it and one that
/// asserts it; one at least of an object that has none.
fn first_that_fit(
    test: &TestCase,
    object: &MadeObject,
    setters: Vec<CallableId>,
    cluster: &mut TestCluster,
) -> Vec<CallableId> {
    let mut free = MOST_LINES.saturating_sub(lines(&test.statements));
    let least = usize::from(object.set.is_empty());
    let mut fitting = Vec::new();
    for setter in setters.into_iter().take(MOST_SET) {
        let changed = with_properties(test, object.var, &[setter], cluster);
        let added = changed.map_or(0, |it| lines(&it.statements) - lines(&test.statements));
        let is_room = added < free;
        if is_room || fitting.len() < least {
            free = free.saturating_sub(added + 1);
            fitting.push(setter);
        }
    }
    fitting
}

/// Lines that calls and answers take.
fn lines(statements: &[Statement]) -> usize {
    let lines = statements.iter().map(|it| match &it.kind {
        StatementKind::Call { .. } => 1,
        StatementKind::TestDouble { answers, .. } => answers.len(),
        StatementKind::Literal(_) | StatementKind::Null | StatementKind::Array { .. } => 0,
    });
    lines.sum()
}

/// The test whose object has all these properties, or the first of them that works alone.
fn with_those_that_work(
    test: TestCase,
    object: Var,
    new: &NewProperties,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let alone = new.setters.chunks(1).take(MOST_ALONE);
    let alone = alone.filter(|_| new.setters.len() > 1);
    let together = [&new.setters[..]].into_iter();
    for setters in together.chain(alone).filter(|it| !it.is_empty()) {
        let all = with_properties(&test, object, setters, minimisation.cluster);
        let Some(changed) = all else { continue };
        let before = test.clone();
        let changed = first_that_works(before, vec![changed], minimisation, judge)?;
        if changed != test {
            let cluster = &*minimisation.cluster;
            let shown = setters
                .iter()
                .map(|it| HandedProperty::of(new.act, *it, cluster));
            minimisation.handed_on.pending.extend(shown);
            return Ok(changed);
        }
    }
    Ok(test)
}

/// Properties of the object that the test does not set and that show elsewhere afterwards; of one that has some only
/// those that no other test shows.
fn shown_ones(
    test: &TestCase,
    object: &MadeObject,
    act: CallableId,
    minimisation: &mut Minimisation<'_>,
) -> Result<Vec<CallableId>, ExecutorError> {
    let ty = test.statement(object.var).ty;
    let mut tried = Vec::new();
    let mut properties = minimisation.cluster.properties(ty).to_vec();
    // A form that extends an entity is there for what it adds.
    let class = minimisation.cluster.ty(ty).class_name().map(str::to_owned);
    properties.sort_by_key(|it| {
        Some(&*minimisation.cluster.callable(*it).declared_in) != class.as_deref()
    });
    for setter in properties {
        let property = HandedProperty::of(act, setter, minimisation.cluster);
        let is_needless =
            !object.set.is_empty() && minimisation.handed_on.shown.contains(&property);
        if tried.len() < MOST_TRIED && !object.set.contains(&setter) && !is_needless {
            let changed = with_properties(test, object.var, &[setter], minimisation.cluster);
            tried.extend(changed.map(|changed| (setter, changed)));
        }
    }
    if tried.is_empty() {
        return Ok(Vec::new());
    }
    let mut runs = vec![test.clone()];
    runs.extend(tried.iter().map(|(_, changed)| changed.clone()));
    let options = observing(minimisation);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &runs, options)?;
    let shown = tried.iter().zip(&runs[1..]).filter(|((_, changed), run)| {
        let inserted = Inserted {
            object: object.var,
            count: changed.len() - test.len(),
        };
        inserted.shows(&runs[0].observations, &run.observations)
    });
    Ok(shown.map(|((setter, _), _)| *setter).collect())
}

/// A new object of a class with properties.
#[derive(Debug, PartialEq, Eq)]
struct MadeObject {
    var: Var,
    /// Those that the test sets, in that order.
    set: Vec<CallableId>,
}

/// New objects of the test that were given nothing when they were made, in their order.
fn objects_with_properties(test: &TestCase, cluster: &mut TestCluster) -> Vec<MadeObject> {
    let mut made = Vec::new();
    for var in test.vars() {
        let statement = test.statement(var);
        let StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } = &statement.kind
        else {
            continue;
        };
        let is_made = cluster.callable(*callable).kind == CallableKind::Constructor;
        let properties = cluster.properties(statement.ty);
        if !is_made || !arguments.is_empty() || properties.is_empty() {
            continue;
        }
        let set = test.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call {
                callable, receiver, ..
            } => (*receiver == Some(var) && properties.contains(callable)).then_some(*callable),
            _ => None,
        });
        let set = set.collect();
        made.push(MadeObject { var, set });
    }
    made
}

/// The test whose new objects have everything that can be set and is not: where a method hands on eight lists, one
/// after the other, no mutant of these calls shows with an empty form.
pub fn with_all_properties(test: &TestCase, cluster: &mut TestCluster) -> Option<TestCase> {
    let mut filled = test.clone();
    // The last one first: what is put behind an object moves none before it.
    for object in objects_with_properties(test, cluster).into_iter().rev() {
        let ty = test.statement(object.var).ty;
        let mut setters = cluster.properties(ty).to_vec();
        setters.retain(|it| !object.set.contains(it));
        if let Some(changed) = with_properties(&filled, object.var, &setters, cluster) {
            filled = changed;
        }
    }
    (filled.len() > test.len()).then_some(filled)
}

/// The test with these properties of the object set to something right after it was made; those that would take long
/// are left out.
pub(super) fn with_properties(
    test: &TestCase,
    object: Var,
    setters: &[CallableId],
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let behind = usize::from(object.0) + 1;
    let mut head = TestCase {
        statements: test.statements[..behind].to_vec(),
    };
    for (position, setter) in setters.iter().enumerate() {
        let called = cluster.callable(*setter);
        let (ty, returns) = (called.parameters[0], called.returns);
        let property = called.name.strip_prefix("set").unwrap_or(&called.name);
        // The name of a pet is another one than that of a column.
        let name = match property {
            "Name" => format!("{}{property}", simple_name(&called.owner)),
            _ => name_with_class(called, property).unwrap_or_else(|| property.to_owned()),
        };
        let role = Role { name, position };
        let mark = head.len();
        let Some(value) = telling(&mut head, ty, &role, DEEPEST, cluster) else {
            head.statements.truncate(mark);
            continue;
        };
        let kind = StatementKind::Call {
            callable: *setter,
            receiver: Some(object),
            arguments: Vars::from_slice(&[value]),
        };
        head.statements.push(Statement { ty: returns, kind });
    }
    let added = head.statements.split_off(behind);
    let mut changed = test.clone();
    changed.insert(behind, added);
    (changed.len() > test.len() && changed.is_well_formed(cluster)).then_some(changed)
}

/// Statements behind an object that only set what it has.
struct Inserted {
    object: Var,
    count: usize,
}

impl Inserted {
    /// Whether something else than the object shows something else.
    fn shows(&self, before: &[Observation], now: &[Observation]) -> bool {
        now.iter().any(|one| {
            let Some(var) = self.earlier(one.var).filter(|var| *var != self.object) else {
                return false;
            };
            // Whoever tells all that it holds tells of the object as well.
            let is_text = matches!(&one.subject, ObservedPart::Inspector { method, .. }
                if method == "toString" || method == "hashCode");
            let mut known = before.iter();
            let known = known.find(|it| it.var == var && it.subject == one.subject);
            // A mock that is told to do something now and was not before: what it is only asked shows nothing.
            let is_order = is_order(&one.subject);
            !is_text
                && !self.is_asked_by_way_of(one, now)
                && known.map_or(is_order, |known| !is_alike(&known.observed, &one.observed))
        })
    }

    /// Whether it is what the object itself says, that another one gives: `getData().getName()`.
    fn is_asked_by_way_of(&self, one: &Observation, now: &[Observation]) -> bool {
        let ObservedPart::Inspector { method: asked, .. } = &one.subject else {
            return false;
        };
        now.iter().any(|giving| match &giving.subject {
            ObservedPart::Inspector { method, .. } => {
                giving.var == one.var
                    && giving.observed == Observed::Same(self.object)
                    && asked
                        .strip_prefix(method.as_str())
                        .is_some_and(|rest| rest.starts_with("()."))
            }
            _ => false,
        })
    }

    /// The variable as it was called without these statements; none where it is of these.
    fn earlier(&self, var: Var) -> Option<Var> {
        if var.0 <= self.object.0 {
            return Some(var);
        }
        let earlier = usize::from(var.0).checked_sub(self.count)?;
        (earlier > usize::from(self.object.0)).then_some(Var(earlier as u16))
    }
}

/// Whether both say the same, whatever objects of the test are called.
fn is_alike(one: &Observed, other: &Observed) -> bool {
    let are_alike = |some: &[Observed], others: &[Observed]| {
        some.len() == others.len()
            && some
                .iter()
                .zip(others)
                .all(|(it, other)| is_alike(it, other))
    };
    match (one, other) {
        (Observed::Same(_), Observed::Same(_)) => true,
        (
            Observed::Calls { count, arguments },
            Observed::Calls {
                count: others,
                arguments: told,
            },
        ) => {
            let mut calls = arguments.iter().zip(told);
            count == others
                && arguments.len() == told.len()
                && calls.all(|(it, other)| are_alike(it, other))
        }
        (
            Observed::Sized { elements, .. } | Observed::Array { elements, .. },
            Observed::Sized { elements: told, .. } | Observed::Array { elements: told, .. },
        ) => are_alike(elements, told),
        (Observed::Unordered(some), Observed::Unordered(others)) => some.size == others.size,
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use goalline_testcase::{JavaType, Literal, Mocking};

    use super::*;
    use crate::{
        minimise::small_classes::{call, class, cluster_of, method, minimising, named},
        scripted::{Recorder, ScriptedExecutor},
    };
    use goalline_testcase::Outcome;

    /// A desk that is given a form, of which it looks at the city.
    fn desk() -> TestCluster {
        let java = "package p; class Desk { void update(Form form) { } }";
        let string = "(Ljava/lang/String;)V";
        let form = vec![
            method("setCity", string),
            method("getCity", "()Ljava/lang/String;"),
            method("setStreet", string),
        ];
        let desk = class("p.Desk", vec![method("update", "(Lp/Form;)V")]);
        let mut cluster = cluster_of(java, vec![desk, class("p.Form", form)]);
        cluster.allow_mocks(Mocking::Extensible);
        cluster.mention(BTreeSet::from(["getCity".to_owned()]));
        cluster
    }

    /// `new Desk().update(new Form())`
    fn update(cluster: &mut TestCluster) -> TestCase {
        let form = cluster.intern(JavaType::class("p.Form"));
        let make_form = cluster.generators(form)[0];
        let (make, act) = (named("<init>", cluster), named("update", cluster));
        TestCase {
            statements: vec![
                call(cluster, make, None, &[]),
                call(cluster, make_form, None, &[]),
                call(cluster, act, Some(Var(0)), &[Var(1)]),
            ],
        }
    }

    #[test]
    fn an_object_gets_the_properties_that_are_looked_at_where_it_has_none() {
        let cluster = &mut desk();
        let test = update(cluster);
        let made = |set| MadeObject { var: Var(1), set };
        assert_eq!(objects_with_properties(&test, cluster), [made(vec![])]);
        let form = test.statement(Var(1)).ty;
        let setters = cluster.properties(form).to_vec();
        let changed = with_properties(&test, Var(1), &setters, cluster).expect("a city");
        let kinds: Vec<&StatementKind> = changed.statements.iter().map(|it| &it.kind).collect();
        assert!(matches!(kinds[2], StatementKind::Literal(Literal::Text(_))));
        let StatementKind::Call { callable, .. } = kinds[3] else {
            panic!("{changed:?}");
        };
        assert_eq!(cluster.callable(*callable).name, "setCity");
        let set = vec![*callable];
        assert_eq!(objects_with_properties(&changed, cluster), [made(set)]);
        let filled = with_all_properties(&test, cluster);
        assert_eq!(filled.as_ref(), Some(&changed), "the one property there is");
        assert_eq!(with_all_properties(&changed, cluster), None);
    }

    /// A desk that keeps all seven properties of the form that it is given.
    fn copying_desk() -> TestCluster {
        const TEXT: &str = "(Ljava/lang/String;)V";
        let names = ["A", "B", "C", "D", "E", "F", "G"];
        let setters = names.map(|name| method(&format!("setPart{name}"), TEXT));
        let getters = names.map(|name| format!("getPart{name}"));
        let form = setters.into_iter().chain(
            getters
                .iter()
                .map(|name| method(name, "()Ljava/lang/String;")),
        );
        let java = "package p; class Desk { void update(Form form) { } }";
        let desk = class("p.Desk", vec![method("update", "(Lp/Form;)V")]);
        let mut cluster = cluster_of(java, vec![desk, class("p.Form", form.collect())]);
        cluster.allow_mocks(Mocking::Extensible);
        cluster.mention(BTreeSet::from(getters));
        cluster
    }

    /// Shows of the desk how often each property was set.
    fn shows_copies(cluster: &TestCluster, test: &TestCase, recorder: &mut Recorder) {
        for name in ["A", "B", "C", "D", "E", "F", "G"] {
            let setter = format!("setPart{name}");
            let count = set_properties(cluster, test)
                .iter()
                .filter(|it| **it == setter)
                .count();
            recorder.observe(Observation {
                var: Var(0),
                subject: ObservedPart::Inspector {
                    method: format!("getPart{name}"),
                    descriptor: "()J".to_owned(),
                },
                observed: Observed::Literal(Literal::Long(i64::try_from(count).expect("few"))),
            });
        }
    }

    fn set_properties(cluster: &TestCluster, test: &TestCase) -> Vec<String> {
        let calls = test.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call { callable, .. } => Some(cluster.callable(*callable).name.clone()),
            _ => None,
        });
        calls.filter(|it| it.starts_with("set")).collect()
    }

    /// What as many tests of an update set that are made smaller one after the other; each comes to be, or none does.
    fn set_by<const TESTS: usize>(come_to_be: bool) -> [Vec<String>; TESTS] {
        let mut cluster = copying_desk();
        let test = update(&mut cluster);
        let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, _, recorder: &mut _| {
            shows_copies(cluster, test, recorder);
            Outcome::Passed
        });
        let told = minimising(&mut cluster, &mut executor, |bench, judge| {
            [(); TESTS].map(|()| {
                bench.handed_on.begin();
                let told = with_copied_properties(test.clone(), bench, judge).expect("it runs");
                if come_to_be {
                    bench.handed_on.settle(&told, bench.cluster);
                }
                told
            })
        });
        told.map(|test| set_properties(&cluster, &test))
    }

    #[test]
    fn a_method_that_copies_much_is_shown_by_several_tests_with_properties_of_their_own() {
        let set: [Vec<String>; 3] = set_by(true);
        assert_eq!([5, 2, 1], [0, 1, 2].map(|at| set[at].len()), "{set:?}");
        let all: BTreeSet<&String> = set.iter().flatten().collect();
        assert_eq!(all.len(), 7, "{set:?}");
    }

    #[test]
    fn what_a_test_showed_that_never_came_to_be_is_shown_by_the_next_one() {
        let [first, second] = set_by(false);
        assert_eq!(first, second);
    }

    #[test]
    fn a_property_shows_where_something_else_than_its_object_says_something_else() {
        let seen = |var: u16, observed: Observed| Observation {
            var: Var(var),
            subject: ObservedPart::Inspector {
                method: "getCity".to_owned(),
                descriptor: "()Ljava/lang/String;".to_owned(),
            },
            observed,
        };
        let text = || Observed::Literal(Literal::Text("Paris".into()));
        let inserted = Inserted {
            object: Var(1),
            count: 2,
        };
        let before = [seen(1, Observed::Null), seen(2, Observed::Null)];
        assert!(!inserted.shows(&before, &[seen(1, text()), seen(4, Observed::Null)]));
        assert!(inserted.shows(&before, &[seen(1, text()), seen(4, text())]));
        let called = |var: u16, method: &str| Observation {
            subject: ObservedPart::Interaction {
                method: method.to_owned(),
                descriptor: "(Ljava/lang/String;)I".to_owned(),
            },
            ..seen(var, Observed::Null)
        };
        let stored = |var: u16| called(var, "insert");
        let asked = called(4, "selectByExample");
        assert!(inserted.shows(&before, &[stored(4)]), "a mock is told now");
        assert!(!inserted.shows(&[stored(2)], &[stored(4)]), "as before");
        assert!(!inserted.shows(&before, &[asked]), "a mock is asked");
        // What the object says that another one gives is no other thing.
        let by_way = |one: Observation| Observation {
            subject: ObservedPart::Inspector {
                method: "getData().getCity".to_owned(),
                descriptor: "()Ljava/lang/String;".to_owned(),
            },
            ..one
        };
        let gives = Observation {
            subject: ObservedPart::Inspector {
                method: "getData".to_owned(),
                descriptor: "()Lp/Form;".to_owned(),
            },
            ..seen(4, Observed::Same(Var(1)))
        };
        let before = [
            before,
            [by_way(seen(2, Observed::Null)), seen(3, Observed::Null)],
        ]
        .concat();
        let now = [by_way(seen(4, text())), gives];
        assert!(!inserted.shows(&before, &now));
        assert!(inserted.shows(&before, &now[..1]));
        let same = |var| seen(2, Observed::Same(Var(var)));
        let moved = Observation {
            var: Var(4),
            ..same(5)
        };
        assert!(!inserted.shows(&[same(3)], &[moved]));
    }
}
