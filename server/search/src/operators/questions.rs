//! What runs asked for and nobody gave: takes runs with their tests, keeps the questions to mocks without an answer and
//! the properties whose `null` ended a run; gives neither.

use std::collections::{BTreeMap, BTreeSet};

use goalline_testcase::{
    CallableId, DoubleMethod, JavaType, NullResult, Shape, TestCase, TestCluster, Trace, TypeId,
    UnansweredCall,
};

/// What mocks were asked so far without having an answer, by type and in the order in which it came up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Questions {
    by_type: BTreeMap<TypeId, Vec<DoubleMethod>>,
    /// By class: names of getters.
    missed: BTreeMap<String, BTreeSet<String>>,
}

impl Questions {
    /// Learns what this run asked.
    pub(crate) fn learn(&mut self, test: &TestCase, trace: &Trace, cluster: &mut TestCluster) {
        if let Some(NullResult { class, method }) = &trace.null_result
            && cluster.may_mock()
        {
            let missed = self.missed.entry(class.clone()).or_default();
            if !missed.contains(method) {
                missed.insert(method.clone());
            }
        }
        for call in &trace.unanswered {
            let Some(statement) = test.statements.get(usize::from(call.double.0)) else {
                continue;
            };
            let known = self.by_type.entry(statement.ty).or_default();
            let is_it =
                |it: &&DoubleMethod| *it.name == *call.method && *it.descriptor == *call.descriptor;
            if call.class_argument.is_none() && known.iter().any(|it| is_it(&it)) {
                continue;
            }
            let asked = question(statement.ty, call, cluster);
            let asked = asked.filter(|it| may_be_answered(it, cluster));
            known.extend(asked.filter(|it| !known.contains(it)));
        }
    }

    /// Whether no property was missed yet.
    pub(crate) fn misses_nothing(&self) -> bool {
        self.missed.is_empty()
    }

    /// Whether this sets a property of its receiver's class, or of a class above it, whose `null` ended a run.
    pub(crate) fn is_missed(&self, setter: CallableId, cluster: &mut TestCluster) -> bool {
        let callable = cluster.callable(setter);
        let (Some(receiver), true) = (callable.receiver, callable.parameters.len() == 1) else {
            return false;
        };
        let property = callable.name.strip_prefix("set").map(str::to_owned);
        let Some(property) = property.filter(|it| !it.is_empty()) else {
            return false;
        };
        let is_it = |getter: &String| {
            let asked = getter
                .strip_prefix("get")
                .or_else(|| getter.strip_prefix("is"));
            asked == Some(property.as_str())
        };
        let classes = self
            .missed
            .iter()
            .filter(|(_, missed)| missed.iter().any(is_it));
        let classes: Vec<&String> = classes.map(|(class, _)| class).collect();
        classes.into_iter().any(|class| {
            let asked = cluster.intern(JavaType::class(class));
            cluster.is_assignable(receiver, asked)
        })
    }

    /// Whether nothing was asked yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_type.is_empty()
    }

    /// What mocks of the type were asked.
    pub(crate) fn of(&self, ty: TypeId) -> &[DoubleMethod] {
        self.by_type.get(&ty).map_or(&[], Vec::as_slice)
    }
}

/// Whether there is an answer: what gives nothing can at most fail.
fn may_be_answered(question: &DoubleMethod, cluster: &TestCluster) -> bool {
    cluster.shape(question.returns) != Shape::Void || !question.throws.is_empty()
}

/// What each mock of the test was asked last of all that it had no answer for, where it gave `null` instead: a run that
/// ended at a `null` most often ended there.
pub(crate) fn last_asked(
    test: &TestCase,
    trace: &Trace,
    cluster: &mut TestCluster,
) -> Vec<(usize, DoubleMethod)> {
    let gives_null = |call: &&UnansweredCall| call.descriptor.ends_with(';');
    let mut last: BTreeMap<usize, &UnansweredCall> = BTreeMap::new();
    for call in trace.unanswered.iter().filter(gives_null) {
        last.insert(usize::from(call.double.0), call);
    }
    let asked = last.into_iter().filter_map(|(at, call)| {
        let ty = test.statements.get(at)?.ty;
        Some((at, question(ty, call, cluster)?))
    });
    asked.collect()
}

/// The method of the mocked type that was called, as far as its caller said what it wants.
fn question(ty: TypeId, call: &UnansweredCall, cluster: &mut TestCluster) -> Option<DoubleMethod> {
    let double = cluster.test_double(ty)?;
    let is_it = |it: &&DoubleMethod| *it.name == *call.method && *it.descriptor == *call.descriptor;
    let asked = double.methods.iter().find(is_it).cloned()?;
    as_asked_for(asked, call, cluster)
}

/// The question with what its caller said that it wants; none where it did not say so, and nobody else knows.
pub(crate) fn as_asked_for(
    mut question: DoubleMethod,
    call: &UnansweredCall,
    cluster: &mut TestCluster,
) -> Option<DoubleMethod> {
    if !question.gives_what_is_asked_for {
        return Some(question);
    }
    let class = JavaType::class(call.class_argument.as_deref()?);
    let returns = match cluster.ty(question.returns) {
        JavaType::Class { name, arguments } if arguments.len() == 1 => JavaType::Class {
            name: name.clone(),
            arguments: vec![class],
        },
        _ if question.descriptor.ends_with(")Ljava/lang/Object;") => class,
        other => other.clone(),
    };
    question.returns = cluster.intern(returns);
    Some(question)
}

/// Methods for the tests of those who answer questions.
#[cfg(test)]
pub(crate) mod for_tests {
    use goalline_testcase::{ExecutableDescription, JavaType, Modifiers, TypeParameter};

    /// `<T> T get(Class<T> type)`
    pub(crate) fn asked_for_a_class() -> ExecutableDescription {
        let t = JavaType::Variable("T".to_owned());
        let class = JavaType::Class {
            name: "java.lang.Class".to_owned(),
            arguments: vec![t.clone()],
        };
        ExecutableDescription {
            name: "get".to_owned(),
            descriptor: "(Ljava/lang/Class;)Ljava/lang/Object;".to_owned(),
            modifiers: Modifiers(0x401),
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
            type_parameters: vec![TypeParameter {
                name: "T".to_owned(),
                bounds: Vec::new(),
            }],
            parameters: vec![class],
            parameter_names: Vec::new(),
            returns: t,
            throws: Vec::new(),
        }
    }
}
