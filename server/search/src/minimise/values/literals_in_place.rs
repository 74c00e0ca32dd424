//! Literals in place of what stands for them: takes a test, gives one in which each argument that is a number, a
//! character or a text is a literal of its own, of the type that the call takes; what covers goals stays as it is.

use goalline_testcase::{
    Callable, CallableKind, ExecutorError, HIDDEN_IDENTITY, JavaType, Literal, Observation,
    Observed, ObservedPart, Primitive, RunOptions, Shape, Statement, StatementKind, TestCase,
    TestCluster, TypeId, Var,
};

use super::meaningful::first_that_works;
use crate::minimise::{EditKind, Judge, Minimisation, TestEdit, arranging::number};

/// Longest text that is written down in place of the call that gives it.
const LONGEST: usize = 60;

/// What stands for a text that cannot be written down.
const ANY_TEXT: &str = "text";

/// Names of parameters of type `int` that take a character.
const CHARACTERS: [&str; 7] = [
    "c",
    "ch",
    "chr",
    "character",
    "codePoint",
    "codepoint",
    "cp",
];

/// The test with a literal of its own for each argument that shares one or whose literal is of a narrower type:
/// nobody sees that when it is read, and the values can differ.
pub(in crate::minimise) fn apart(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let character = JavaType::Primitive(Primitive::Char);
    let character = minimisation.cluster.intern(character);
    let split = one_each(&test, character, minimisation.cluster);
    if split == test {
        return Ok(test);
    }
    let works = minimisation.prove(&split, judge)?;
    let is_whole = works.is_some_and(|(_, length)| length == split.len());
    Ok(if is_whole { split } else { test })
}

/// The test with an array of its own for each role that shares one: who is given one array twice does not show that it
/// tells them apart.
pub(in crate::minimise) fn arrays_apart(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let mut split: Vec<TestCase> = with_own_arrays(&test).into_iter().collect();
    let filled = split
        .first()
        .and_then(|split| with_an_element_in_the_last(split, minimisation.cluster));
    split.splice(0..0, filled);
    first_that_works(test, split, minimisation, judge)
}

/// The test with an element in the last empty array of plain values that a call is given beside another empty one: who
/// mixes the two up gives something else then.
fn with_an_element_in_the_last(test: &TestCase, cluster: &mut TestCluster) -> Option<TestCase> {
    let is_empty = |var: &Var| match &test.statement(*var).kind {
        StatementKind::Array { elements } => elements.is_empty(),
        _ => false,
    };
    let second = test.statements.iter().rev().find_map(|it| {
        let StatementKind::Call { arguments, .. } = &it.kind else {
            return None;
        };
        let empty: Vec<&Var> = arguments.iter().filter(|var| is_empty(var)).collect();
        let [_, .., last] = empty[..] else {
            return None;
        };
        Some(*last)
    })?;
    let JavaType::Array(element) = cluster.ty(test.statement(second).ty).clone() else {
        return None;
    };
    let JavaType::Primitive(primitive) = *element else {
        return None;
    };
    let own = Statement {
        ty: cluster.intern(JavaType::Primitive(primitive)),
        kind: StatementKind::Literal(number(primitive)?),
    };
    let mut changed = test.clone();
    changed.insert(usize::from(second.0), vec![own]);
    let array = usize::from(second.0) + 1;
    changed.statements[array].kind = StatementKind::Array {
        elements: std::iter::once(second).collect(),
    };
    Some(changed)
}

fn with_own_arrays(test: &TestCase) -> Option<TestCase> {
    let is_literal = |var: &Var| matches!(test.statement(*var).kind, StatementKind::Literal(_));
    let elements = |var: Var| match &test.statement(var).kind {
        StatementKind::Array { elements } if elements.iter().all(is_literal) => Some(elements),
        _ => None,
    };
    let mut taken = vec![false; test.len()];
    let mut split = TestCase::default();
    let mut places: Vec<Var> = Vec::new();
    for statement in &test.statements {
        let mut statement = statement.clone();
        statement.kind.visit_uses_mut(|var| {
            let own = *var;
            *var = places[usize::from(own.0)];
            let Some(elements) = elements(own) else {
                return;
            };
            if !std::mem::replace(&mut taken[usize::from(own.0)], true) {
                return;
            }
            let copied = elements.iter().map(|element| {
                split.statements.push(test.statement(*element).clone());
                last_of(&split)
            });
            let elements = copied.collect();
            split.statements.push(Statement {
                ty: test.statement(own).ty,
                kind: StatementKind::Array { elements },
            });
            *var = last_of(&split);
        });
        split.statements.push(statement);
        places.push(last_of(&split));
    }
    (split.len() > test.len()).then_some(split)
}

fn one_each(test: &TestCase, character: TypeId, cluster: &TestCluster) -> TestCase {
    let mut split = TestCase::default();
    let mut places: Vec<Var> = Vec::new();
    let mut is_used = vec![false; test.len()];
    for statement in &test.statements {
        let mut statement = statement.clone();
        let callable = match &statement.kind {
            StatementKind::Call { callable, .. } => Some(cluster.callable(*callable)),
            _ => None,
        };
        let mut place = |var: &mut Var, own: Option<Statement>| {
            if let Some(own) = own {
                split.statements.push(own);
                *var = last_of(&split);
            } else {
                is_used[usize::from(var.0)] = true;
                *var = places[usize::from(var.0)];
            }
        };
        match (&mut statement.kind, callable) {
            (
                StatementKind::Call {
                    receiver,
                    arguments,
                    ..
                },
                Some(callable),
            ) => {
                if let Some(receiver) = receiver {
                    place(receiver, None);
                }
                for (position, var) in arguments.iter_mut().enumerate() {
                    let literal = &test.statements[usize::from(var.0)];
                    let own = own_literal(cluster, literal, callable, position);
                    let wanted = callable.parameters.get(position);
                    let is_int = wanted.is_some_and(|wanted| {
                        cluster.shape(*wanted) == Shape::Primitive(Primitive::Int)
                    });
                    let own = own.map(|own| {
                        if is_int {
                            as_character(own, character, callable, position)
                        } else {
                            own
                        }
                    });
                    place(var, own);
                }
            }
            (kind, _) => kind.visit_uses_mut(|var| place(var, None)),
        }
        split.statements.push(statement);
        places.push(last_of(&split));
    }
    split.remove_unused();
    split
}

fn last_of(test: &TestCase) -> Var {
    Var(test.len() as u16 - 1)
}

/// A literal for this argument alone, of the very type of a primitive parameter; none where the argument is no literal.
fn own_literal(
    cluster: &TestCluster,
    statement: &Statement,
    callable: &Callable,
    position: usize,
) -> Option<Statement> {
    let StatementKind::Literal(literal) = &statement.kind else {
        return None;
    };
    let name = callable.parameter_names.get(position);
    let is_of_numbers = name.is_some_and(|name| !CHARACTERS.contains(&name.as_str()));
    let exact = callable.parameters.get(position).and_then(|parameter| {
        let Shape::Primitive(wanted) = cluster.shape(*parameter) else {
            return None;
        };
        Some(Statement {
            ty: *parameter,
            kind: StatementKind::Literal(widened(literal, wanted, is_of_numbers)?),
        })
    });
    Some(exact.unwrap_or_else(|| statement.clone()))
}

/// The literal as a character where an `int` stands for one that can be written: `'"'` in place of `34`.
fn as_character(
    literal: Statement,
    character: TypeId,
    callable: &Callable,
    position: usize,
) -> Statement {
    let name = callable.parameter_names.get(position);
    let is_character = name.is_some_and(|name| CHARACTERS.contains(&name.as_str()));
    let unit = match literal.kind {
        StatementKind::Literal(Literal::Int(unit @ (9 | 10 | 13 | 33..=126))) if is_character => {
            u16::try_from(unit).ok()
        }
        _ => None,
    };
    unit.map_or(literal, |unit| Statement {
        ty: character,
        kind: StatementKind::Literal(Literal::Char(unit)),
    })
}

/// The same number as a literal of a wider type; of characters only where a number is meant.
fn widened(literal: &Literal, wanted: Primitive, is_of_numbers: bool) -> Option<Literal> {
    if let (Literal::Float(value), Primitive::Double) = (literal, wanted) {
        let wide = f64::from(*value);
        // `0.1F` is another number than `0.1`.
        let is_same = wide.is_nan() || format!("{value}").parse() == Ok(wide);
        return is_same.then_some(Literal::Double(wide));
    }
    let is_floating = matches!(wanted, Primitive::Float | Primitive::Double);
    let whole = match literal {
        Literal::Byte(value) => i64::from(*value),
        Literal::Short(value) => i64::from(*value),
        Literal::Int(value) => i64::from(*value),
        Literal::Long(value) => *value,
        // Nobody takes a character as a number with a point.
        Literal::Char(value) if is_of_numbers || is_floating => i64::from(*value),
        _ => return None,
    };
    Some(match wanted {
        Primitive::Short => Literal::Short(i16::try_from(whole).ok()?),
        Primitive::Int => Literal::Int(i32::try_from(whole).ok()?),
        Primitive::Long => Literal::Long(whole),
        Primitive::Float if whole.unsigned_abs() < 1 << 24 => Literal::Float(whole as f32),
        Primitive::Double if whole.unsigned_abs() < 1 << 53 => Literal::Double(whole as f64),
        _ => return None,
    })
}

/// For each call that only gives a number, a truth value, a character or a text to another one: the literal that it
/// gave. For each other one of another class that gave nothing: `null`, as that is what it comes to.
pub(in crate::minimise) fn observed(
    test: &TestCase,
    minimisation: &mut Minimisation<'_>,
) -> Result<Vec<TestEdit>, ExecutorError> {
    let meant: Vec<usize> = (0..test.len())
        .rev()
        .filter(|at| is_looked_at(test, *at, minimisation.cluster))
        .collect();
    if meant.is_empty() {
        return Ok(Vec::new());
    }
    let options = RunOptions {
        observe: true,
        fresh_loader: true,
        ..minimisation.options
    };
    let tests = std::slice::from_ref(test);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, tests, options)?;
    let seen = |at: usize| {
        let mut seen = runs[0].observations.iter();
        let is_it =
            |one: &&Observation| usize::from(one.var.0) == at && one.subject == ObservedPart::Value;
        seen.find(is_it).map(|one| &one.observed)
    };
    let edits = meant.into_iter().filter_map(|at| {
        let shape = minimisation.cluster.shape(test.statements[at].ty);
        Some(TestEdit {
            at,
            change: EditKind::Becomes(in_its_place(seen(at), shape)?),
        })
    });
    Ok(edits.collect())
}

/// Whether what a call gives may be written down in its place: a value, or that a call of another class, which makes
/// nothing by its nature, gave nothing.
fn is_looked_at(test: &TestCase, at: usize, cluster: &TestCluster) -> bool {
    let statement = &test.statements[at];
    let StatementKind::Call { callable, .. } = statement.kind else {
        return false;
    };
    let called = cluster.callable(callable);
    let may_be_null = called.kind != CallableKind::Constructor && !called.is_under_test;
    let is_literal = match cluster.shape(statement.ty) {
        Shape::Primitive(_) | Shape::Boxed(_) | Shape::Text => true,
        Shape::Reference | Shape::TestDouble => {
            may_be_null || *cluster.ty(statement.ty) == JavaType::object()
        }
        _ => *cluster.ty(statement.ty) == JavaType::object(),
    };
    is_literal && !test.users(Var(at as u16)).is_empty()
}

/// The literal for a value of this shape that was seen so, where it can be read; any text for one that is too long, or
/// another one each time: `writer.toString()` is no key that anybody would choose.
fn in_its_place(seen: Option<&Observed>, shape: Shape) -> Option<StatementKind> {
    match seen {
        Some(Observed::Literal(literal)) if fits(literal, shape) => {
            Some(StatementKind::Literal(literal.clone()))
        }
        // That nothing came out is written down, too: `put(key, map.get(key))` hides it.
        Some(Observed::Null) => Some(StatementKind::Null),
        _ => (shape == Shape::Text).then(|| StatementKind::Literal(Literal::Text(ANY_TEXT.into()))),
    }
}

/// Whether a literal can stand where a value of this shape does, and is short enough to be read.
fn fits(literal: &Literal, shape: Shape) -> bool {
    let is_readable = match literal {
        Literal::Text(text) => text.0.len() <= LONGEST && !text.to_text().contains(HIDDEN_IDENTITY),
        Literal::Class(_) => false,
        _ => true,
    };
    is_readable && literal.has_shape(shape)
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{CallableId, Vars};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, method, named};

    #[test]
    fn each_role_has_an_array_of_its_own() {
        let mut cluster = goalline_testcase::TestCluster::new(
            Vec::new(),
            &goalline_testcase::ClassUnderTest {
                classes: &[],
                package: "",
                flow: &std::sync::Arc::default(),
            },
        );
        let int = cluster.intern(JavaType::Primitive(Primitive::Int));
        let all = JavaType::Primitive(Primitive::Int).array_of();
        let (row, table) = (cluster.intern(all.clone()), cluster.intern(all.array_of()));
        let array = |ty, elements: &[Var]| Statement {
            ty,
            kind: StatementKind::Array {
                elements: elements.into(),
            },
        };
        let test = TestCase {
            statements: vec![
                Statement {
                    ty: int,
                    kind: StatementKind::Literal(Literal::Int(2)),
                },
                array(row, &[Var(0)]),
                array(table, &[Var(1), Var(1)]),
            ],
        };
        let split = with_own_arrays(&test).expect("one is used twice");
        assert_eq!(split.statements[4], array(table, &[Var(1), Var(3)]));
        assert_eq!(split.statements[3], array(row, &[Var(2)]));
        assert_eq!(with_own_arrays(&split), None);
    }

    #[test]
    fn of_two_empty_arrays_that_a_call_is_given_the_last_one_gets_an_element() {
        let java = "package p; class Key { static void of(int[] key, int[] other) { } }";
        let of = function("of", "([I[I)V");
        let cluster = &mut cluster_of(java, vec![class("p.Key", vec![of])]);
        let of = named("of", cluster);
        let empty = Statement {
            ty: cluster.callable(of).parameters[0],
            kind: StatementKind::Array {
                elements: Vars::new(),
            },
        };
        let statements = vec![
            empty.clone(),
            empty,
            call(cluster, of, None, &[Var(0), Var(1)]),
        ];
        let filled =
            with_an_element_in_the_last(&TestCase { statements }, cluster).expect("both are empty");
        let elements = |at: usize| match &filled.statements[at].kind {
            StatementKind::Array { elements } => elements.to_vec(),
            other => panic!("{other:?}"),
        };
        assert_eq!((elements(0), elements(2)), (vec![], vec![Var(1)]));
        assert_eq!(
            filled.statements[1].kind,
            StatementKind::Literal(Literal::Int(2))
        );
        assert_eq!(with_an_element_in_the_last(&filled, cluster), None);
    }

    #[test]
    fn nobody_takes_a_character_for_a_number_with_a_point() {
        let letter = Literal::Char(u16::from(b'x'));
        let unnamed = |wanted| widened(&letter, wanted, false);
        assert_eq!(unnamed(Primitive::Double), Some(Literal::Double(120.0)));
        assert_eq!(unnamed(Primitive::Int), None);
    }

    #[test]
    fn a_narrower_number_is_written_as_one_of_the_type_that_is_taken() {
        let wide = |literal, wanted| widened(&literal, wanted, true);
        assert_eq!(
            wide(Literal::Float(3.5), Primitive::Double),
            Some(Literal::Double(3.5))
        );
        assert_eq!(wide(Literal::Float(0.1), Primitive::Double), None);
        assert_eq!(
            wide(Literal::Int(3), Primitive::Float),
            Some(Literal::Float(3.0))
        );
        assert_eq!(wide(Literal::Int(16_777_217), Primitive::Float), None);
        let nan = wide(Literal::Float(f32::NAN), Primitive::Double);
        assert!(matches!(nan, Some(Literal::Double(value)) if value.is_nan()));
    }

    #[test]
    fn what_another_class_gives_may_be_nothing_and_what_is_made_or_tested_is_something() {
        let java = "package p; class Desk { Item made() { return null; } void take(Item it) { } }";
        let methods = vec![method("made", "()Lp/Item;"), method("take", "(Lp/Item;)V")];
        let shelf = class("p.Shelf", vec![function("found", "()Lp/Item;")]);
        let classes = vec![class("p.Desk", methods), class("p.Item", Vec::new()), shelf];
        let cluster = &mut cluster_of(java, classes);
        let [desk, made, take] = ["<init>", "made", "take"].map(|it| named(it, cluster));
        let item = cluster.intern(JavaType::class("p.Item"));
        let makers = cluster.generators(item).to_vec();
        let maker = |name: &str, cluster: &TestCluster| {
            let mut makers = makers.iter();
            let is_it = |it: &&CallableId| cluster.callable(**it).name == name;
            *makers.find(is_it).expect("it gives one")
        };
        let looked_at = |given: Statement, cluster: &TestCluster| {
            let statements = vec![
                call(cluster, desk, None, &[]),
                given,
                call(cluster, take, Some(Var(0)), &[Var(1)]),
            ];
            is_looked_at(&TestCase { statements }, 1, cluster)
        };
        let found = call(cluster, maker("found", cluster), None, &[]);
        assert!(looked_at(found, cluster));
        let new = call(cluster, maker("<init>", cluster), None, &[]);
        assert!(!looked_at(new, cluster));
        let of_desk = call(cluster, made, Some(Var(0)), &[]);
        assert!(!looked_at(of_desk, cluster));
        let nothing = Some(Observed::Null);
        assert_eq!(
            in_its_place(nothing.as_ref(), Shape::Reference),
            Some(StatementKind::Null)
        );
    }

    #[test]
    fn a_text_that_nobody_can_write_down_is_any_text() {
        let text = |text: &str| StatementKind::Literal(Literal::Text(text.into()));
        let seen = |literal| match literal {
            StatementKind::Literal(literal) => Some(Observed::Literal(literal)),
            _ => None,
        };
        let of = |seen: Option<Observed>, shape| in_its_place(seen.as_ref(), shape);
        assert_eq!(of(seen(text("blue")), Shape::Text), Some(text("blue")));
        assert_eq!(
            of(seen(text(&"x".repeat(99))), Shape::Text),
            Some(text(ANY_TEXT))
        );
        assert_eq!(
            of(None, Shape::Text),
            Some(text(ANY_TEXT)),
            "it has a hash in it"
        );
        assert_eq!(
            of(Some(Observed::Null), Shape::Text),
            Some(StatementKind::Null)
        );
        assert_eq!(of(None, Shape::Primitive(Primitive::Int)), None);
    }
}
