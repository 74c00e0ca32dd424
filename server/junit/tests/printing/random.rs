//! Random programs: whatever a search may put together is printed as Java that parses and compiles.

use std::collections::BTreeSet;

use goalline_junit::{Framework, Style, WrittenTest, statements, write_class};
use goalline_syntax::JavaFile;
use goalline_testcase::{
    CallableId, DoubleStyle, JavaType, Literal, Observed, Primitive, Statement, StatementKind,
    TestCluster, TypeId, Var, Vars,
};

use crate::{
    compiled::{ODDITIES, compile},
    descriptions::cluster,
    programs::{Program, object},
};

/// A small generator of numbers: the same ones in each run.
struct SeededDice(u64);

impl SeededDice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// A program of some calls with arguments made on the way.
fn random_program(program: &mut Program<'_>, dice: &mut SeededDice, callables: &[CallableId]) {
    for _ in 0..=dice.roll(4) {
        let id = callables[dice.roll(callables.len())];
        call(program, dice, callables, id, 3);
    }
}

fn call(
    program: &mut Program<'_>,
    dice: &mut SeededDice,
    callables: &[CallableId],
    id: CallableId,
    depth: u32,
) -> Option<Var> {
    let callable = program.cluster.callable(id).clone();
    let receiver = match callable.receiver {
        Some(ty) => Some(value(program, dice, callables, ty, depth, true)?),
        None => None,
    };
    let mut arguments = Vars::new();
    for ty in &callable.parameters {
        arguments.push(value(program, dice, callables, *ty, depth, false)?);
    }
    let kind = StatementKind::Call {
        callable: id,
        receiver,
        arguments,
    };
    Some(push(program, callable.returns, kind))
}

fn push(program: &mut Program<'_>, ty: TypeId, kind: StatementKind) -> Var {
    program.test.statements.push(Statement { ty, kind });
    Var((program.test.statements.len() - 1) as u16)
}

/// A value of the type: an earlier variable, a literal, an array, the result of a call, a test double or `null`.
fn value(
    program: &mut Program<'_>,
    dice: &mut SeededDice,
    callables: &[CallableId],
    ty: TypeId,
    depth: u32,
    is_receiver: bool,
) -> Option<Var> {
    let earlier: Vec<Var> = (0..program.test.len())
        .map(|at| Var(at as u16))
        .filter(|var| {
            let statement = &program.test.statements[usize::from(var.0)];
            let is_usable = !is_receiver || !matches!(statement.kind, StatementKind::Null);
            is_usable && program.cluster.would_be_assignable(statement.ty, ty)
        })
        .collect();
    if !earlier.is_empty() && dice.roll(3) > 0 {
        return Some(earlier[dice.roll(earlier.len())]);
    }
    let java = program.cluster.ty(ty).clone();
    if let Some(literal) = literal(&java, dice) {
        return Some(push(program, ty, StatementKind::Literal(literal)));
    }
    if let JavaType::Array(element) = &java
        && depth > 0
        && dice.roll(4) > 0
    {
        let element = program.cluster.intern((**element).clone());
        let mut elements = Vars::new();
        for _ in 0..dice.roll(3) {
            elements.push(value(program, dice, callables, element, depth - 1, false)?);
        }
        return Some(push(program, ty, StatementKind::Array { elements }));
    }
    if depth > 0 {
        // The described lists have fewer methods than real ones: an implementation would not compile.
        let is_list = java
            .class_name()
            .is_some_and(|name| name.starts_with("java.util.List"));
        let is_list = is_list || java.class_name() == Some("java.util.Collection");
        if !is_list && program.cluster.test_double(ty).is_some() && dice.roll(2) == 0 {
            return Some(push(
                program,
                ty,
                StatementKind::test_double(DoubleStyle::Written, Vec::new()),
            ));
        }
        let makers: Vec<CallableId> = program.cluster.generators(ty).to_vec();
        if !makers.is_empty() {
            let id = makers[dice.roll(makers.len())];
            return call(program, dice, callables, id, depth - 1);
        }
    }
    (!is_receiver).then(|| push(program, ty, StatementKind::Null))
}

fn literal(ty: &JavaType, dice: &mut SeededDice) -> Option<Literal> {
    let small = dice.roll(9) as i8 - 4;
    Some(match ty {
        JavaType::Primitive(primitive) => match primitive {
            Primitive::Boolean => Literal::Boolean(small > 0),
            Primitive::Byte => Literal::Byte(small),
            Primitive::Short => Literal::Short(small.into()),
            Primitive::Char => Literal::Char(if small > 0 { 0xd800 } else { 39 }),
            Primitive::Int => Literal::Int(if small == 0 { i32::MIN } else { small.into() }),
            Primitive::Long => Literal::Long(small.into()),
            Primitive::Float => Literal::Float(f32::from(small)),
            Primitive::Double => Literal::Double(if small == 1 { f64::NAN } else { small.into() }),
            Primitive::Void => return None,
        },
        JavaType::Class { name, .. } if dice.roll(4) > 0 => match name.as_str() {
            "java.lang.String" | "java.lang.Object" => {
                let texts = [
                    "",
                    "a",
                    "\\ \" \u{7} é 😀",
                    "a text that is too long to be copied",
                ];
                Literal::Text(texts[dice.roll(texts.len())].into())
            }
            "java.lang.Integer" => Literal::Int(small.into()),
            "java.lang.Short" => Literal::Short(small.into()),
            _ => return None,
        },
        _ => return None,
    })
}

/// All callables that the cluster comes up with for its types.
fn all_callables(cluster: &mut TestCluster) -> Vec<CallableId> {
    for ty in 0..cluster.types_len() {
        let ty = TypeId(ty as u32);
        cluster.generators(ty);
        cluster.uses(ty);
    }
    (0..cluster.callables().len())
        .map(|at| CallableId(at as u32))
        .collect()
}

fn random_tests(cluster: &mut TestCluster, style: &Style, count: usize) -> Vec<WrittenTest> {
    let callables = all_callables(cluster);
    let mut dice = SeededDice(7);
    let mut taken = BTreeSet::new();
    let mut tests = Vec::new();
    while tests.len() < count {
        let mut program = Program::new(cluster);
        program.style = style.clone();
        program.taken.append(&mut taken);
        random_program(&mut program, &mut dice, &callables);
        observe(&mut program, &mut dice);
        let plain = statements(program.cluster, &program.test);
        let parsed = JavaFile::parse(format!("class A {{ void a() {{ {plain} }} }}"));
        assert!(!parsed.has_error(), "{plain}");
        tests.extend(program.write());
        taken = program.taken;
    }
    tests
}

/// Says of some variables that they were objects, of some that they were the same as an earlier one.
fn observe(program: &mut Program<'_>, dice: &mut SeededDice) {
    for at in 0..program.test.len() {
        let statement = program.test.statements[at].clone();
        let ty = program.cluster.ty(statement.ty).clone();
        if !matches!(statement.kind, StatementKind::Call { .. }) {
            continue;
        }
        let same = (0..at).find(|one| program.test.statements[*one].ty == statement.ty);
        match (ty, same) {
            (JavaType::Primitive(Primitive::Int), _) => {
                program.saw(Var(at as u16), Observed::Literal(Literal::Int(1)));
            }
            (JavaType::Class { .. }, Some(same)) if dice.roll(2) == 0 => {
                program.saw(Var(at as u16), Observed::Same(Var(same as u16)));
            }
            (JavaType::Class { name, .. }, _) => {
                program.saw(Var(at as u16), object(&name));
            }
            _ => {}
        }
    }
}

#[test]
fn random_programs_compile() {
    let styles = [
        Style::default(),
        Style {
            uses_var: true,
            final_locals: true,
            width: 60,
            ..Style::default()
        },
        Style {
            framework: Framework::Jupiter,
            release: 8,
            width: 40,
            ..Style::default()
        },
    ];
    let mut sources = Vec::new();
    for (at, style) in styles.iter().enumerate() {
        let name = format!("Random{at}Test");
        let tests = random_tests(&mut cluster(ODDITIES), style, 150);
        let text = write_class("shop", &name, &tests, style);
        assert!(!JavaFile::parse(text.as_str()).has_error(), "{text}");
        sources.push((name, text));
    }
    let sources: Vec<(&str, &str)> = sources
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    if let Some(messages) = compile(&sources) {
        assert_eq!(messages, "");
    }
}
