//! Which overload javac picks: takes the candidates and the types of written arguments, says whether the intended one
//! is chosen for certain.

use goalline_testcase::{JavaType, Primitive, TestCluster};

use crate::types::{
    hierarchy::{OverloadCandidate, is_subclass},
    type_names::unboxed,
};

/// The static type of an argument as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WrittenArgument {
    /// `null`
    Null,
    /// A lambda: fits any interface, says nothing about its own type.
    Lambda,
    /// An expression of this erased type.
    Typed(JavaType),
}

/// How javac's three phases let a candidate take the arguments (JLS 15.12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum OverloadPhase {
    Subtyping,
    Boxing,
    VariableArity,
}

/// Whether javac picks the candidate with the intended descriptor for these arguments, written one by one.
///
/// With `spread`, the arguments stand for the elements of the intended candidate's variable-arity parameter.
/// Missing descriptions count against: the answer is yes only when it is certain.
pub(crate) fn picks_intended(
    cluster: &TestCluster,
    candidates: &[OverloadCandidate],
    intended: &str,
    arguments: &[WrittenArgument],
    spread: bool,
) -> bool {
    let Some(chosen) = candidates.iter().find(|one| one.descriptor == intended) else {
        // The class is not described: nothing is known of overloads either.
        return candidates.is_empty();
    };
    let phase = if spread {
        if fixed_arity(cluster, &chosen.parameters, arguments).is_some() {
            // `f(null)` and `f(array)` hand over the array itself.
            return false;
        }
        OverloadPhase::VariableArity
    } else {
        // It was made to fit, whatever the descriptions can tell.
        fixed_arity(cluster, &chosen.parameters, arguments).unwrap_or(OverloadPhase::Subtyping)
    };
    candidates
        .iter()
        .filter(|one| one.descriptor != intended)
        .all(|other| match applicable(cluster, other, arguments) {
            None => true,
            Some(theirs) if phase != theirs => phase < theirs,
            Some(OverloadPhase::VariableArity) => false,
            Some(_) => is_more_specific(cluster, &chosen.parameters, &other.parameters),
        })
}

fn applicable(
    cluster: &TestCluster,
    candidate: &OverloadCandidate,
    arguments: &[WrittenArgument],
) -> Option<OverloadPhase> {
    fixed_arity(cluster, &candidate.parameters, arguments).or_else(|| {
        let (last, fixed) = candidate.parameters.split_last()?;
        let JavaType::Array(element) = last else {
            return None;
        };
        if !candidate.is_varargs || arguments.len() < fixed.len() {
            return None;
        }
        let (first, rest) = arguments.split_at(fixed.len());
        fixed_arity(cluster, fixed, first)?;
        rest.iter()
            .all(|one| accepts(cluster, element, one).is_some())
            .then_some(OverloadPhase::VariableArity)
    })
}

fn fixed_arity(
    cluster: &TestCluster,
    parameters: &[JavaType],
    arguments: &[WrittenArgument],
) -> Option<OverloadPhase> {
    if parameters.len() != arguments.len() {
        return None;
    }
    let mut phase = OverloadPhase::Subtyping;
    for (parameter, argument) in parameters.iter().zip(arguments) {
        phase = phase.max(accepts(cluster, parameter, argument)?);
    }
    Some(phase)
}

/// The phase in which a parameter takes an argument; what is unknown counts as taken.
fn accepts(
    cluster: &TestCluster,
    parameter: &JavaType,
    argument: &WrittenArgument,
) -> Option<OverloadPhase> {
    let is_reference = !matches!(parameter, JavaType::Primitive(_));
    match argument {
        WrittenArgument::Null => is_reference.then_some(OverloadPhase::Subtyping),
        WrittenArgument::Lambda => match parameter {
            JavaType::Class { name, .. } => {
                let known = cluster.class(name).map(|class| class.kind);
                let may_be_interface = known
                    .is_none_or(|kind| kind == goalline_testcase::ClassKind::Interface)
                    && name != "java.lang.Object"
                    && name != "java.lang.String";
                may_be_interface.then_some(OverloadPhase::Subtyping)
            }
            _ => None,
        },
        WrittenArgument::Typed(ty) => accepts_type(cluster, parameter, ty),
    }
}

fn accepts_type(
    cluster: &TestCluster,
    parameter: &JavaType,
    ty: &JavaType,
) -> Option<OverloadPhase> {
    match (ty, parameter) {
        (JavaType::Primitive(from), JavaType::Primitive(to)) => {
            widens(*from, *to).then_some(OverloadPhase::Subtyping)
        }
        (JavaType::Primitive(from), _) => {
            let boxed = crate::types::type_names::class_type(wrapper(*from));
            is_subtype(cluster, &boxed, parameter)
                .unwrap_or(true)
                .then_some(OverloadPhase::Boxing)
        }
        (JavaType::Class { name, .. }, JavaType::Primitive(to)) => {
            widens(unboxed(name)?, *to).then_some(OverloadPhase::Boxing)
        }
        (_, JavaType::Primitive(_)) => None,
        _ => is_subtype(cluster, ty, parameter)
            .unwrap_or(true)
            .then_some(OverloadPhase::Subtyping),
    }
}

fn is_more_specific(cluster: &TestCluster, ours: &[JavaType], theirs: &[JavaType]) -> bool {
    ours.iter()
        .zip(theirs)
        .all(|(our, their)| is_subtype(cluster, our, their) == Some(true))
}

/// Subtyping of erased types; none when a description is missing.
pub(crate) fn is_subtype(cluster: &TestCluster, from: &JavaType, to: &JavaType) -> Option<bool> {
    match (from, to) {
        (JavaType::Primitive(from), JavaType::Primitive(to)) => Some(widens(*from, *to)),
        (JavaType::Array(from), JavaType::Array(to)) => match (&**from, &**to) {
            (JavaType::Primitive(from), JavaType::Primitive(to)) => Some(from == to),
            (from, to) => is_subtype(cluster, from, to),
        },
        (JavaType::Array(_), JavaType::Class { name, .. }) => Some(matches!(
            name.as_str(),
            "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable"
        )),
        (JavaType::Class { name: from, .. }, JavaType::Class { name: to, .. }) => {
            is_subclass(cluster, from, to)
        }
        _ => Some(false),
    }
}

/// Widening primitive conversion or identity (JLS 5.1.2).
fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Byte, Char, Double, Float, Int, Long, Short};
    from == to
        || match from {
            Byte => matches!(to, Short | Int | Long | Float | Double),
            Short | Char => matches!(to, Int | Long | Float | Double),
            Int => matches!(to, Long | Float | Double),
            Long => matches!(to, Float | Double),
            Float => to == Double,
            _ => false,
        }
}

/// The class that boxes a primitive.
pub(crate) fn wrapper(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "java.lang.Boolean",
        Primitive::Byte => "java.lang.Byte",
        Primitive::Short => "java.lang.Short",
        Primitive::Char => "java.lang.Character",
        Primitive::Int => "java.lang.Integer",
        Primitive::Long => "java.lang.Long",
        Primitive::Float => "java.lang.Float",
        Primitive::Double => "java.lang.Double",
        Primitive::Void => "java.lang.Void",
    }
}
