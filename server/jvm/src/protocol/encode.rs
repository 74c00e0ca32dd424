//! Writes test cases as the worker reads them (`Runner.java`), linking on the way what they use; runs nothing.

use goalline_testcase::{
    DoubleStyle, Literal, Statement, StatementKind, TestCase, TestCluster, Var,
};

use crate::{
    protocol as p,
    protocol::{link::LinkTable, wire::Encoder},
};

/// The statements of one test, without the length in front.
pub(crate) fn test(cluster: &TestCluster, test: &TestCase, links: &mut LinkTable) -> Vec<u8> {
    let mut encoder = Encoder {
        bytes: Vec::with_capacity(16 * test.len()),
    };
    encoder.count(test.len());
    for one in &test.statements {
        statement(cluster, one, links, &mut encoder);
    }
    encoder.bytes
}

fn statement(
    cluster: &TestCluster,
    statement: &Statement,
    links: &mut LinkTable,
    encoder: &mut Encoder,
) {
    match &statement.kind {
        StatementKind::Null => encoder.u8(p::OP_NULL),
        StatementKind::Literal(value) => literal(cluster, value, links, encoder),
        StatementKind::Call {
            callable,
            receiver,
            arguments,
        } => {
            links.need_callable(cluster, *callable);
            encoder.u8(p::OP_CALL);
            encoder.varint(u64::from(callable.0));
            encoder.count(arguments.len() + usize::from(receiver.is_some()));
            receiver
                .iter()
                .chain(arguments)
                .for_each(|var| variable(*var, encoder));
        }
        StatementKind::Array { elements } => {
            links.need_type(cluster, statement.ty);
            encoder.u8(p::OP_ARRAY);
            encoder.varint(u64::from(statement.ty.0));
            encoder.count(elements.len());
            for var in elements {
                variable(*var, encoder);
            }
        }
        StatementKind::TestDouble {
            answers,
            style,
            arguments,
        } => {
            links.need_type(cluster, statement.ty);
            encoder.u8(p::OP_TEST_DOUBLE);
            encoder.varint(u64::from(statement.ty.0));
            encoder.u8(u8::from(*style == DoubleStyle::Mock));
            encoder.count(answers.len());
            for answer in answers {
                encoder.text(&answer.method);
                encoder.text(&answer.descriptor);
                encoder.u8(u8::from(answer.throws));
                variable(answer.value, encoder);
            }
            encoder.count(arguments.len());
            for var in arguments {
                variable(*var, encoder);
            }
        }
    }
}

fn variable(var: Var, encoder: &mut Encoder) {
    encoder.varint(u64::from(var.0));
}

fn literal(cluster: &TestCluster, value: &Literal, links: &mut LinkTable, encoder: &mut Encoder) {
    let mut signed = |op: u8, value: i64| {
        encoder.u8(op);
        encoder.zigzag(value);
    };
    match value {
        Literal::Byte(value) => signed(p::OP_BYTE, i64::from(*value)),
        Literal::Short(value) => signed(p::OP_SHORT, i64::from(*value)),
        Literal::Int(value) => signed(p::OP_INT, i64::from(*value)),
        Literal::Long(value) => signed(p::OP_LONG, *value),
        Literal::Boolean(value) => encoder.u8(if *value { p::OP_TRUE } else { p::OP_FALSE }),
        Literal::Char(value) => {
            encoder.u8(p::OP_CHAR);
            encoder.varint(u64::from(*value));
        }
        Literal::Float(value) => {
            encoder.u8(p::OP_FLOAT);
            encoder.u32(value.to_bits());
        }
        Literal::Double(value) => {
            encoder.u8(p::OP_DOUBLE);
            encoder.f64(*value);
        }
        Literal::Text(value) => {
            encoder.u8(p::OP_TEXT);
            encoder.units(&value.0);
        }
        Literal::Class(id) => {
            links.need_type(cluster, *id);
            encoder.u8(p::OP_CLASS);
            encoder.varint(u64::from(id.0));
        }
    }
}
