//! What a statement might be instead: takes a statement, gives plainer ones, the plainest first; each is strictly
//! plainer, so that replacing ends.

use goalline_testcase::{
    Answer, Callable, CallableId, CallableKind, DoubleStyle, JavaString, Literal, Primitive, Shape,
    Statement, StatementKind, TestCase, TestCluster, TypeId, Var, Vars,
};

use super::{EditKind, TestEdit};
use crate::json_texts;

/// Shorter calls that are tried in place of one.
const MOST_SHORTER: usize = 8;

/// Objects that are tried in place of a class of the test's own.
const MOST_READY_MADE: usize = 4;

/// Texts up to this length are tried without each single character.
const SHORT: usize = 16;

/// Plainer values for each statement, the last statement first.
pub(super) fn simplifications(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestEdit> {
    let mut used = vec![false; test.len()];
    for statement in &test.statements {
        statement
            .kind
            .visit_uses(|var| used[usize::from(var.0)] = true);
    }
    let mut edits = Vec::new();
    for at in (0..test.len()).rev() {
        let statement = &test.statements[at];
        let shape = cluster.shape(statement.ty);
        let found = match &statement.kind {
            StatementKind::Literal(literal) => usual_words(test, at, cluster)
                .unwrap_or_else(|| plainer(literal))
                .into_iter()
                .map(StatementKind::Literal)
                .collect(),
            StatementKind::Call { .. } if used[at] => {
                let mut found = Vec::new();
                if !cluster.needs_object(test, Var(at as u16)) && !is_answer(test, at) {
                    found = instead_of_call(shape);
                }
                found.extend(own_object(test, at, cluster));
                found.extend(shorter_calls(test, at, cluster));
                found.extend(exact_overload(test, at, cluster));
                edits.extend(of_class_asked_for(test, at, cluster));
                found
            }
            StatementKind::Null => instead_of_null(shape).into_iter().collect(),
            StatementKind::Call { .. } => Vec::new(),
            StatementKind::Array { elements } => without_one(elements)
                .map(|elements| StatementKind::Array {
                    elements: elements.into(),
                })
                .collect(),
            StatementKind::TestDouble {
                answers,
                style,
                arguments,
            } => {
                let fewer = without_one(answers).map(|answers| StatementKind::TestDouble {
                    answers,
                    style: *style,
                    arguments: arguments.clone(),
                });
                if *style != DoubleStyle::Mock {
                    edits.extend(ready_made(test, at, cluster));
                }
                fewer.collect()
            }
        };
        edits.extend(found.into_iter().map(|kind| TestEdit {
            at,
            change: EditKind::Becomes(kind),
        }));
        edits.extend(alike(test, at));
    }
    edits
}

/// More usual words in place of one that a member of the JDK understands: `SHA-256` is plain to whoever knows it, `SHa`
/// is not. None where the text is no such word.
fn usual_words(test: &TestCase, at: usize, cluster: &TestCluster) -> Option<Vec<Literal>> {
    let StatementKind::Literal(Literal::Text(literal)) = &test.statements[at].kind else {
        return None;
    };
    let given = literal.to_text();
    let var = Var(at as u16);
    let words = test.statements[at + 1..]
        .iter()
        .find_map(|user| match &user.kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } if arguments.contains(&var) => Some(cluster.words(*callable)),
            _ => None,
        })?;
    let place = words.iter().position(|word| *word == given)?;
    let is_word = given.contains(char::is_alphabetic);
    let earlier = words[..place].iter();
    is_word.then(|| earlier.map(|word| Literal::Text((*word).into())).collect())
}

/// Plainer values for a literal that an earlier one is equal to, for both at once: what has to be equal may be plain
/// all the same.
fn alike(test: &TestCase, at: usize) -> Vec<TestEdit> {
    let kind = &test.statements[at].kind;
    let StatementKind::Literal(literal) = kind else {
        return Vec::new();
    };
    let mut earlier = test.statements[..at].iter();
    if !earlier.any(|one| one.kind == *kind) {
        return Vec::new();
    }
    let change = |literal| TestEdit {
        at,
        change: EditKind::AllBecome(literal),
    };
    plainer(literal).into_iter().map(change).collect()
}

/// The empty list, then the list without each one.
fn without_one<T: Clone>(all: &[T]) -> impl Iterator<Item = Vec<T>> {
    let empty = (all.len() > 1).then(Vec::new);
    let others = (0..all.len()).map(|at| [&all[..at], &all[at + 1..]].concat());
    empty.into_iter().chain(others)
}

/// What says less than `null`, about which a reader wonders whether it matters.
fn instead_of_null(shape: Shape) -> Option<StatementKind> {
    match shape {
        Shape::Boxed(_) | Shape::Text | Shape::Array(_) => {
            instead_of_call(shape).into_iter().next()
        }
        _ => None,
    }
}

/// A literal or `null` of the type that the call returns.
fn instead_of_call(shape: Shape) -> Vec<StatementKind> {
    match shape {
        Shape::Primitive(primitive) => zero(primitive)
            .map(StatementKind::Literal)
            .into_iter()
            .collect(),
        Shape::Boxed(primitive) => {
            let zero = zero(primitive).map(StatementKind::Literal);
            zero.into_iter().chain([StatementKind::Null]).collect()
        }
        Shape::Text => vec![
            StatementKind::Literal(Literal::Text(JavaString::from(""))),
            StatementKind::Null,
        ],
        Shape::Array(_) => vec![
            StatementKind::Array {
                elements: Vars::new(),
            },
            StatementKind::Null,
        ],
        // A constant is as plain as `null` and says more.
        Shape::Void | Shape::Enum | Shape::ClassLiteral => Vec::new(),
        Shape::TestDouble | Shape::Reference => vec![StatementKind::Null],
    }
}

/// Whether a mock answers with it: where it does so with `null`, the test shows nothing of the class under test.
fn is_answer(test: &TestCase, at: usize) -> bool {
    let is_it = |answer: &Answer| usize::from(answer.value.0) == at && !answer.throws;
    test.statements.iter().any(|it| {
        matches!(&it.kind, StatementKind::TestDouble { answers, style: DoubleStyle::Mock, .. }
            if answers.iter().any(is_it))
    })
}

/// Whether a call that gives nothing is made on the variable: then it is there to be changed.
fn is_changed(test: &TestCase, at: usize, cluster: &TestCluster) -> bool {
    let var = Some(Var(at as u16));
    test.statements[at + 1..].iter().any(|later| {
        matches!(&later.kind, StatementKind::Call { receiver, .. } if *receiver == var)
            && matches!(cluster.shape(later.ty), Shape::Void)
    })
}

/// A new object in place of a constant that the test would change: other tests see the constant, too.
fn own_object(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Option<StatementKind> {
    let statement = &test.statements[at];
    let StatementKind::Call { callable, .. } = statement.kind else {
        return None;
    };
    let is_constant = cluster.callable(callable).kind == CallableKind::StaticFieldRead;
    if !is_constant || !is_changed(test, at, cluster) {
        return None;
    }
    new_object(statement.ty, cluster)
}

/// A new object of the very type, by a constructor that is given nothing.
fn new_object(ty: TypeId, cluster: &mut TestCluster) -> Option<StatementKind> {
    let makers = cluster.generators(ty).to_vec();
    let maker = makers.into_iter().find(|maker| {
        let maker = cluster.callable(*maker);
        let is_plain = maker.parameters.is_empty() && maker.receiver.is_none();
        is_plain && maker.kind == CallableKind::Constructor && maker.returns == ty
    })?;
    Some(given_nothing(maker))
}

fn given_nothing(callable: CallableId) -> StatementKind {
    StatementKind::Call {
        callable,
        receiver: None,
        arguments: Vars::new(),
    }
}

/// An object of the very class that is asked for, in place of a new one of a subclass.
fn of_class_asked_for(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Option<TestEdit> {
    let StatementKind::Call {
        callable,
        receiver: None,
        arguments,
    } = &test.statements[at].kind
    else {
        return None;
    };
    let is_new = cluster.callable(*callable).kind == CallableKind::Constructor;
    let var = Var(at as u16);
    let mut asked: Vec<TypeId> = Vec::new();
    for user in test.users(var) {
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &test.statement(user).kind
        else {
            return None;
        };
        let called = cluster.callable(*callable);
        let given = arguments.iter().zip(&called.parameters);
        asked.extend(given.filter(|(given, _)| **given == var).map(|(_, ty)| *ty));
    }
    asked.dedup();
    let [asked] = asked[..] else { return None };
    let is_of_jdk = cluster
        .ty(asked)
        .class_name()
        .is_none_or(|it| it.starts_with("java."));
    if !is_new || !arguments.is_empty() || is_of_jdk || asked == test.statements[at].ty {
        return None;
    }
    let kind = new_object(asked, cluster)?;
    let mut changed = test.clone();
    changed.statements[at] = Statement {
        ty: asked,
        kind: kind.clone(),
    };
    let change = EditKind::IsMade(asked, kind);
    // What else is done with it has to be something that the other class can do.
    let can_do_all = changed.is_well_formed(cluster);
    can_do_all.then_some(TestEdit { at, change })
}

/// What is there without being given anything, in place of a class that the test would write for one object.
fn ready_made(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Vec<TestEdit> {
    let ty = test.statements[at].ty;
    // A lambda is plain.
    let is_class = cluster
        .test_double(ty)
        .is_some_and(|it| it.methods.len() > 1);
    if !is_class {
        return Vec::new();
    }
    let makers = cluster.generators(ty).to_vec();
    let plain = makers.into_iter().filter(|maker| {
        let maker = cluster.callable(*maker);
        let is_maker = matches!(
            maker.kind,
            CallableKind::Constructor | CallableKind::StaticFieldRead
        );
        is_maker && maker.parameters.is_empty() && maker.receiver.is_none() && !maker.is_under_test
    });
    let plain: Vec<CallableId> = plain.take(MOST_READY_MADE).collect();
    let made = plain.into_iter().map(|callable| {
        let ty = cluster.callable(callable).returns;
        let change = EditKind::IsMade(ty, given_nothing(callable));
        TestEdit { at, change }
    });
    made.collect()
}

/// The same of an overload that takes literals as what they are, where this one takes them as objects: nobody writes
/// `new Sum((Number) (short) 2)` beside `new Sum(short)`.
fn exact_overload(test: &TestCase, at: usize, cluster: &TestCluster) -> Option<StatementKind> {
    let StatementKind::Call {
        callable,
        receiver,
        arguments,
    } = &test.statements[at].kind
    else {
        return None;
    };
    let own = cluster.callable(*callable);
    let is_exact = |parameter: &TypeId, var: &Var| test.statement(*var).ty == *parameter;
    let is_cast = |(parameter, var): (&TypeId, &Var)| {
        let is_literal = matches!(test.statement(*var).kind, StatementKind::Literal(_));
        is_literal && !is_exact(parameter, var) && cluster.shape(*parameter) == Shape::Reference
    };
    if !own.parameters.iter().zip(arguments).any(is_cast) {
        return None;
    }
    let is_it = |other: &Callable| {
        let mut given = other.parameters.iter().zip(arguments);
        (&other.owner, &other.name, other.kind) == (&own.owner, &own.name, own.kind)
            && other.parameters.len() == arguments.len()
            && other.returns == own.returns
            && given.all(|(parameter, var)| is_exact(parameter, var))
    };
    let exact = cluster.callables().iter().position(is_it)?;
    Some(StatementKind::Call {
        callable: CallableId(exact as u32),
        receiver: *receiver,
        arguments: arguments.clone(),
    })
}

/// Other ways to an object of the very type that take fewer of the same arguments, those with fewest first: of what
/// another object made, that one is an argument, too.
fn shorter_calls(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Vec<StatementKind> {
    let StatementKind::Call {
        callable,
        receiver,
        arguments,
    } = &test.statements[at].kind
    else {
        return Vec::new();
    };
    let ty = test.statements[at].ty;
    let is_changed = is_changed(test, at, cluster);
    let makers = cluster.generators(ty).to_vec();
    let own = cluster.callable(*callable);
    if receiver.is_some() && own.is_under_test {
        return Vec::new();
    }
    let given: Vars = receiver.iter().chain(arguments).copied().collect();
    let mut found: Vec<(usize, bool, CallableId, Vars)> = Vec::new();
    for maker in makers {
        let other = cluster.callable(maker);
        // `getInstance()` may give what other tests were at; whoever reads several tests sees one way to the object.
        let is_own_object = given.is_empty()
            && own.kind == CallableKind::StaticMethod
            && other.kind == CallableKind::Constructor;
        let is_shorter =
            other.parameters.len() < given.len() || (is_own_object && other.parameters.is_empty());
        let is_shared = other.kind == CallableKind::StaticFieldRead;
        if (is_changed && is_shared)
            || other.receiver.is_some()
            || other.returns != ty
            || !is_shorter
        {
            continue;
        }
        let mut left = given.iter();
        let taken: Option<Vars> = other
            .parameters
            .iter()
            .map(|parameter| {
                let fits = |var: &&Var| {
                    let given = test.statements[usize::from(var.0)].ty;
                    cluster.would_be_assignable(given, *parameter)
                };
                left.find(fits).copied()
            })
            .collect();
        if let Some(taken) = taken {
            // `isNot` is nearer to `isNotIn` than `is`.
            let is_alike = own.name.starts_with(&other.name) && other.name.len() > 2;
            found.push((taken.len(), !is_alike, maker, taken));
        }
    }
    found.sort_by_key(|(count, is_other, ..)| (*count, *is_other));
    found
        .into_iter()
        .take(MOST_SHORTER)
        .map(|(_, _, callable, arguments)| StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        })
        .collect()
}

fn zero(primitive: Primitive) -> Option<Literal> {
    Some(match primitive {
        Primitive::Boolean => Literal::Boolean(false),
        Primitive::Byte => Literal::Byte(0),
        Primitive::Short => Literal::Short(0),
        Primitive::Char => Literal::Char(u16::from(b'a')),
        Primitive::Int => Literal::Int(0),
        Primitive::Long => Literal::Long(0),
        Primitive::Float => Literal::Float(0.0),
        Primitive::Double => Literal::Double(0.0),
        Primitive::Void => return None,
    })
}

fn plainer(literal: &Literal) -> Vec<Literal> {
    match literal {
        Literal::Boolean(true) => vec![Literal::Boolean(false)],
        Literal::Boolean(false) | Literal::Class(_) => Vec::new(),
        Literal::Byte(value) => nearer_zero((*value).into(), |it| {
            i8::try_from(it).ok().map(Literal::Byte)
        }),
        Literal::Short(value) => nearer_zero((*value).into(), |it| {
            i16::try_from(it).ok().map(Literal::Short)
        }),
        Literal::Int(value) => nearer_zero((*value).into(), |it| {
            i32::try_from(it).ok().map(Literal::Int)
        }),
        Literal::Long(value) => nearer_zero(*value, |it| Some(Literal::Long(it))),
        Literal::Char(value) => plainer_units(*value)
            .into_iter()
            .map(Literal::Char)
            .collect(),
        Literal::Float(value) => {
            let found = plainer_floatings(f64::from(*value)).into_iter();
            found
                .map(|plainer| plainer as f32)
                .filter(|plainer| plainer.is_finite() && plainer.to_bits() != value.to_bits())
                .map(Literal::Float)
                .collect()
        }
        Literal::Double(value) => plainer_floatings(*value)
            .into_iter()
            .map(Literal::Double)
            .collect(),
        Literal::Text(text) => plainer_texts(text).into_iter().map(Literal::Text).collect(),
    }
}

/// How much there is to read: the significant digits, where the bounds of `int` and `long` count as two because they
/// have names, then the size, then the sign.
fn reading_cost(value: i64) -> (usize, u64, bool) {
    const NAMED: [i64; 4] = [i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];
    let digits = value.unsigned_abs().to_string();
    let significant = digits.trim_end_matches('0').len();
    let significant = if NAMED.contains(&value) {
        2
    } else {
        significant
    };
    // A short number is plain whatever its digits are.
    (significant.max(2), value.unsigned_abs(), value < 0)
}

fn nearer_zero(value: i64, wrap: impl Fn(i64) -> Option<Literal>) -> Vec<Literal> {
    let eighths = [1, 2, 3, 4, 5, 6, 7].map(|eighth| value / 8 * eighth);
    let rounded = (1..=18).flat_map(|power| {
        let ten = 10_i64.pow(power);
        let (down, sign) = (value / ten * ten, value.signum());
        let up = down.saturating_add(ten * sign);
        [ten, ten.saturating_mul(2), ten.saturating_mul(5)]
            .map(|round| round.saturating_mul(sign))
            .into_iter()
            .chain([down, up])
    });
    let bounds = [i32::MAX, i32::MIN].map(i64::from);
    let mut found: Vec<i64> = [0, 1, -1, 2, 3, 10]
        .into_iter()
        .chain(bounds)
        .chain(rounded)
        .chain(eighths)
        .chain([value.saturating_neg(), value - value.signum()])
        .filter(|candidate| reading_cost(*candidate) < reading_cost(value))
        .collect();
    found.sort_by_key(|candidate| reading_cost(*candidate));
    found.dedup();
    found.into_iter().filter_map(wrap).collect()
}

/// How much there is to read of a floating value: how many digits, then how large it is; the greatest one has a name.
fn floating_cost(value: f64) -> (bool, bool, usize, usize, bool) {
    const NAME: usize = "Double.MAX_VALUE".len();
    let text = value.abs().to_string();
    let significant = text.trim_end_matches('0').trim_matches(['0', '.']).len();
    let is_named = value.abs() >= f64::MAX && value.is_finite();
    (
        !value.is_finite(),
        value.fract() != 0.0,
        if is_named { 2 } else { significant.max(2) },
        if is_named { NAME } else { text.len() },
        value.is_sign_negative(),
    )
}

fn plainer_floatings(value: f64) -> Vec<f64> {
    let rounded = (-9..=3).rev().flat_map(|power| {
        let ten = 10_f64.powi(power);
        [(value / ten).trunc(), (value / ten).round()].map(|whole| {
            // Below one the division gives the shorter decimal.
            if power < 0 {
                whole / 10_f64.powi(-power)
            } else {
                whole * ten
            }
        })
    });
    let halves = [value / 2.0, value.trunc() + 0.5];
    let greatest = f64::MAX.copysign(value);
    [0.0, 1.0, -1.0, 2.0, 10.0, 0.5]
        .into_iter()
        .chain((0..=2).flat_map(|decimals| in_digits(value, decimals)))
        .chain([greatest])
        .chain(rounded)
        .chain(halves)
        .chain([-value])
        .filter(|candidate| {
            candidate.is_finite() && floating_cost(*candidate) < floating_cost(value)
        })
        .collect()
}

/// The value with so many digits after the first one: the nearest, and the next one away from zero.
fn in_digits(value: f64, decimals: u8) -> Vec<f64> {
    let places = usize::from(decimals);
    let text = format!("{value:.places$e}");
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return Vec::new();
    };
    let Ok(mantissa) = mantissa.parse::<f64>() else {
        return Vec::new();
    };
    let unit = 10_f64.powi(-i32::from(decimals)).copysign(value);
    let found = [mantissa, mantissa + unit].map(|it| format!("{it:.places$}e{exponent}"));
    found.iter().filter_map(|it| it.parse().ok()).collect()
}

fn plainer_units(unit: u16) -> Vec<u16> {
    // a, b, A, 0, 1, space, minus, point; then the first and the last ones, where loops over characters are short.
    let order = [
        0x61, 0x62, 0x41, 0x30, 0x31, 0x20, 0x2D, 0x2E, 0, 1, 0xFFFF, 0xFFFE,
    ];
    let place = order
        .iter()
        .position(|known| *known == unit)
        .unwrap_or(order.len());
    order[..place].to_vec()
}

fn plainer_texts(text: &JavaString) -> Vec<JavaString> {
    let units = &*text.0;
    let mut found = Vec::new();
    if units.is_empty() {
        return found;
    }
    found.push(JavaString::from(""));
    found.extend(json_texts::plainer(text));
    if units.len() > 1 {
        found.push(JavaString::from("a"));
        found.push(JavaString(units[..units.len() / 2].into()));
        found.push(JavaString(units[units.len() / 2..].into()));
    }
    if units.len() > SHORT {
        // Without each of the pieces that are left.
        for size in [units.len() / 4, units.len() / 12] {
            let starts = (0..units.len()).step_by(size.max(1));
            found.extend(starts.map(|start| {
                let end = (start + size).min(units.len());
                JavaString([&units[..start], &units[end..]].concat().into())
            }));
        }
    } else {
        for at in 0..units.len() {
            found.push(JavaString([&units[..at], &units[at + 1..]].concat().into()));
        }
        for at in 0..units.len() {
            for unit in plainer_units(units[at]) {
                found.push(JavaString(
                    [&units[..at], &[unit], &units[at + 1..]].concat().into(),
                ));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{ExecutableDescription, JavaType};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, method, named, text};

    #[test]
    fn an_object_of_a_subclass_gives_way_to_one_of_the_class_that_is_asked_for() {
        let java =
            "package p; class Shop { static void take(Menu one) {} static void draw(Node one) {} }";
        let [take, draw] = [("take", "(Lp/Menu;)V"), ("draw", "(Lp/Node;)V")]
            .map(|(name, descriptor)| function(name, descriptor));
        let menu = class("p.Menu", Vec::new());
        let mut node = class("p.Node", Vec::new());
        node.superclass = Some(JavaType::class("p.Menu"));
        let shop = class("p.Shop", vec![take, draw]);
        let mut cluster = cluster_of(java, vec![shop, menu, node]);
        let [menu, node] = ["p.Menu", "p.Node"].map(|it| cluster.intern(JavaType::class(it)));
        let makers = cluster.generators(node).to_vec();
        let new = makers
            .into_iter()
            .find(|it| cluster.callable(*it).returns == node);
        let new = new.expect("its constructor");
        let mut made = |method: &str| {
            let statements = vec![
                call(&cluster, new, None, &[]),
                call(&cluster, named(method, &cluster), None, &[Var(0)]),
            ];
            let edit = of_class_asked_for(&TestCase { statements }, 0, &mut cluster)?;
            match edit.change {
                EditKind::IsMade(ty, _) => Some(ty),
                _ => None,
            }
        };
        assert_eq!(made("take"), Some(menu));
        assert_eq!(made("draw"), None);
    }

    #[test]
    fn a_literal_is_given_to_the_overload_that_takes_it_as_what_it_is() {
        let java = "package p; class Sum { }";
        let types = [
            JavaType::class("java.lang.Number"),
            JavaType::Primitive(Primitive::Short),
        ];
        let maker = |ty: &JavaType, descriptor: &str| ExecutableDescription {
            parameters: vec![ty.clone()],
            ..method("<init>", descriptor)
        };
        let mut sum = class("p.Sum", Vec::new());
        sum.constructors = vec![
            maker(&types[0], "(Ljava/lang/Number;)V"),
            maker(&types[1], "(S)V"),
        ];
        let number = class("java.lang.Number", Vec::new());
        let mut cluster = cluster_of(java, vec![sum, number]);
        let ty = cluster.intern(JavaType::class("p.Sum"));
        let makers = cluster.generators(ty).to_vec();
        let [by_object, by_short] = types.map(|ty| {
            let ty = cluster.intern(ty);
            let takes = |id: &&CallableId| cluster.callable(**id).parameters == [ty];
            *makers.iter().find(takes).expect("it is there")
        });
        let two = Statement {
            ty: cluster.callable(by_short).parameters[0],
            kind: StatementKind::Literal(Literal::Short(2)),
        };
        let made = |maker| call(&cluster, maker, None, &[Var(0)]);
        let making = |maker| TestCase {
            statements: vec![two.clone(), made(maker)],
        };
        let exact = exact_overload(&making(by_object), 1, &cluster);
        assert_eq!(exact, Some(made(by_short).kind));
        assert_eq!(exact_overload(&making(by_short), 1, &cluster), None);
    }

    #[test]
    fn a_word_that_the_jdk_understands_gives_way_to_more_usual_ones_alone() {
        let digest = "java.security.MessageDigest";
        let make = function(
            "getInstance",
            "(Ljava/lang/String;)Ljava/security/MessageDigest;",
        );
        let ids = class(
            "p.Ids",
            vec![method("of", "(Ljava/security/MessageDigest;)V")],
        );
        let java = "package p; class Ids { void of(MessageDigest digest) { } }";
        let mut cluster = cluster_of(java, vec![ids, class(digest, vec![make])]);
        let digest = cluster.intern(goalline_testcase::JavaType::class(digest));
        let maker = cluster.generators(digest).to_vec();
        let maker = maker
            .into_iter()
            .find(|id| cluster.callable(*id).name == "getInstance");
        let maker = maker.expect("it is on the list");
        let ids = cluster.under_test().to_vec();
        let new = ids
            .into_iter()
            .find(|id| cluster.callable(*id).kind == CallableKind::Constructor);
        let mut plainer = |word: &str| -> Vec<String> {
            let mut test = TestCase::default();
            test.statements.push(text(&mut cluster, word));
            test.statements.push(call(&cluster, maker, None, &[Var(0)]));
            test.statements
                .push(call(&cluster, new.expect("it has one"), None, &[]));
            let of = call(&cluster, named("of", &cluster), Some(Var(2)), &[Var(1)]);
            test.statements.push(of);
            let edits = simplifications(&test, &mut cluster).into_iter();
            let texts = edits.filter_map(|edit| match edit.change {
                EditKind::Becomes(StatementKind::Literal(Literal::Text(plain))) => {
                    Some(plain.to_text())
                }
                _ => None,
            });
            texts.collect()
        };
        assert_eq!(plainer("MD5"), ["SHA-256"]);
        assert_eq!(plainer("SHA-256"), [] as [&str; 0]);
        assert!(plainer("unheard of").len() > 1);
    }
}
