//! Reads class descriptions as the worker writes them (`Describer.java`, `TypeWriter.java`); judges nothing.

use std::collections::BTreeMap;

use goalline_testcase::{
    ClassDescription, ClassKind, ConstantDescription, ExecutableDescription, FieldDescription,
    JavaType, Modifiers, Primitive, TypeParameter,
};

use crate::{Described, WorkerError, protocol::wire::Decoder};

const PRIMITIVES: [Primitive; 9] = [
    Primitive::Boolean,
    Primitive::Byte,
    Primitive::Short,
    Primitive::Char,
    Primitive::Int,
    Primitive::Long,
    Primitive::Float,
    Primitive::Double,
    Primitive::Void,
];

/// All class descriptions of an answer.
pub(crate) fn classes(decoder: &mut Decoder) -> Result<Described, WorkerError> {
    let count = decoder.u32()?;
    let mut classes = Vec::new();
    for _ in 0..count {
        classes.extend(decoder.spelt(class)?);
    }
    let mut incomplete = BTreeMap::new();
    let mut texts = decoder.list(Decoder::text)?.into_iter();
    while let Some((name, thrown)) = texts.next().zip(texts.next()) {
        incomplete.insert(name, thrown);
    }
    Ok(Described {
        classes,
        incomplete,
    })
}

fn class(decoder: &mut Decoder) -> Result<ClassDescription, WorkerError> {
    let name = decoder.name()?;
    let canonical = decoder.optional_text()?;
    decoder.note_name(canonical.as_deref().unwrap_or_default());
    let modifiers = Modifiers(decoder.id()?);
    let kind = match decoder.u8()? {
        0 => ClassKind::Class,
        1 => ClassKind::Interface,
        2 => ClassKind::Enum,
        3 => ClassKind::Record,
        4 => ClassKind::Annotation,
        other => return Err(WorkerError::Protocol(format!("a class of kind {other}"))),
    };
    let is_sealed = decoder.u8()? != 0;
    let type_parameters = decoder.list(type_parameter)?;
    let superclass = if decoder.u8()? == 0 {
        None
    } else {
        Some(java_type(decoder)?)
    };
    let interfaces = decoder.list(java_type)?;
    let outer = decoder.optional_text()?;
    let constructors = decoder.spelt_list(executable)?;
    let methods = decoder.spelt_list(executable)?;
    let fields = decoder.spelt_list(field)?;
    let enum_constants = decoder.list(Decoder::name)?;
    let annotations = decoder.list(Decoder::text)?;
    let casts = decoder.spelt_list(Decoder::name)?;
    let enum_texts = decoder.list(enum_text)?;
    let subclasses = decoder.spelt_list(Decoder::name)?;
    Ok(ClassDescription {
        name,
        canonical,
        modifiers,
        kind,
        is_sealed,
        type_parameters,
        superclass,
        interfaces,
        outer,
        constructors,
        methods,
        fields,
        enum_constants,
        annotations,
        casts,
        enum_texts,
        subclasses,
    })
}

fn enum_text(decoder: &mut Decoder) -> Result<ConstantDescription, WorkerError> {
    decoder.java_string().map(ConstantDescription::Text)
}

fn java_type(decoder: &mut Decoder) -> Result<JavaType, WorkerError> {
    decoder.nested(outer_type)
}

fn outer_type(decoder: &mut Decoder) -> Result<JavaType, WorkerError> {
    let kind = decoder.u8()?;
    if let Some(primitive) = PRIMITIVES.get(kind as usize) {
        return Ok(JavaType::Primitive(*primitive));
    }
    Ok(match kind {
        20 => JavaType::Class {
            name: decoder.name()?,
            arguments: decoder.list(java_type)?,
        },
        21 => JavaType::Array(Box::new(java_type(decoder)?)),
        22 => JavaType::Variable(decoder.name()?),
        23 => {
            let bounds = decoder.u8()?;
            let mut bound = |bit: u8| -> Result<Option<Box<JavaType>>, WorkerError> {
                if bounds & bit == 0 {
                    Ok(None)
                } else {
                    Ok(Some(Box::new(java_type(decoder)?)))
                }
            };
            JavaType::Wildcard {
                upper: bound(1)?,
                lower: bound(2)?,
            }
        }
        other => return Err(WorkerError::Protocol(format!("a type of kind {other}"))),
    })
}

fn type_parameter(decoder: &mut Decoder) -> Result<TypeParameter, WorkerError> {
    Ok(TypeParameter {
        name: decoder.name()?,
        bounds: decoder.list(java_type)?,
    })
}

fn executable(decoder: &mut Decoder) -> Result<ExecutableDescription, WorkerError> {
    let name = decoder.name()?;
    let descriptor = decoder.descriptor()?;
    let modifiers = Modifiers(decoder.id()?);
    let flags = decoder.u8()?;
    Ok(ExecutableDescription {
        name,
        descriptor,
        modifiers,
        type_parameters: decoder.list(type_parameter)?,
        parameters: decoder.list(java_type)?,
        parameter_names: decoder
            .spelt(|decoder| decoder.list(Decoder::name))?
            .unwrap_or_default(),
        returns: java_type(decoder)?,
        throws: decoder.list(java_type)?,
        is_varargs: flags & 1 != 0,
        is_default: flags & 2 != 0,
        is_deprecated: flags & 4 != 0,
    })
}

fn field(decoder: &mut Decoder) -> Result<FieldDescription, WorkerError> {
    let name = decoder.name()?;
    let modifiers = Modifiers(decoder.id()?);
    let ty = java_type(decoder)?;
    let annotations = decoder.list(Decoder::text)?;
    let is_set = decoder.u8()? != 0;
    let constant = match decoder.u8()? {
        0 => None,
        1 => Some(ConstantDescription::Integral(decoder.zigzag()?)),
        2 => Some(ConstantDescription::Floating(decoder.f64()?)),
        3 => Some(ConstantDescription::Text(decoder.java_string()?)),
        other => return Err(WorkerError::Protocol(format!("a constant of kind {other}"))),
    };
    Ok(FieldDescription {
        name,
        modifiers,
        ty,
        annotations,
        is_set,
        constant,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::wire::Encoder;

    /// A method `void name(owner)` as the worker writes it.
    fn method(name: &str, owner: &str, parameter: &str) -> Vec<u8> {
        let mut frame = Encoder::default();
        frame.text(name);
        frame.text("(Lx;)V");
        frame.varint(1);
        frame.u8(0);
        frame.count(0);
        frame.count(1);
        frame.u8(20);
        frame.text(owner);
        frame.count(0);
        frame.texts([parameter].into_iter());
        frame.u8(8);
        frame.count(0);
        frame.bytes
    }

    #[test]
    fn a_method_whose_name_or_type_is_code_is_left_out() {
        let mut frame = Encoder::default();
        frame.count(4);
        frame.bytes.extend(method("add", "shop.Item", "item"));
        frame.bytes.extend(method("a\\u003bb", "shop.Item", "item"));
        frame.bytes.extend(method("add", "x();y", "item"));
        frame.bytes.extend(method("remove", "shop.Item", "a, b"));
        let mut decoder = Decoder::new(&frame.bytes);
        let read = decoder.spelt_list(executable).expect("a list");
        assert!(decoder.is_empty());
        let shown = |it: &ExecutableDescription| (it.name.clone(), it.parameter_names.clone());
        let shown: Vec<_> = read.iter().map(shown).collect();
        assert_eq!(
            shown,
            [
                ("add".into(), vec!["item".into()]),
                ("remove".into(), vec![])
            ]
        );
    }

    #[test]
    fn a_type_of_a_million_dimensions_is_refused_and_ends_nothing() {
        let forged = vec![21; 1 << 20];
        assert!(matches!(
            java_type(&mut Decoder::new(&forged)),
            Err(WorkerError::Protocol(_))
        ));
        let mut real = vec![21; 255];
        real.push(0);
        assert!(java_type(&mut Decoder::new(&real)).is_ok());
    }
}
