//! Reads what the worker's compiler says about declarations and calls (`Attribution.java`), offsets turned into
//! bytes; judges nothing.

use std::sync::Arc;

use goalline_flow::{
    AttributedCall, AttributedClass, AttributedFile, AttributedMethod, CallKind, MethodName,
};
use goalline_syntax::Span;

use crate::{SourceUnit, WorkerError, protocol::wire::Decoder};

/// The answer to a request that named these units: one file each, in their order.
pub(crate) fn files(
    decoder: &mut Decoder,
    units: &[SourceUnit],
) -> Result<Vec<AttributedFile>, WorkerError> {
    let names = decoder.list(|decoder| Ok(Arc::<str>::from(decoder.text()?)))?;
    let mut at = 0;
    let files = decoder.list(|decoder| {
        let unit = units
            .get(at)
            .ok_or_else(|| WorkerError::Protocol("a file that nobody asked for".into()))?;
        at += 1;
        AttributionReader::new(&names, &unit.text).file(decoder)
    })?;
    if files.len() < units.len() {
        return Err(WorkerError::Protocol("fewer files than units".into()));
    }
    Ok(files)
}

struct AttributionReader<'a> {
    names: &'a [Arc<str>],
    /// Byte offset by UTF-16 offset; empty where both are the same.
    bytes: Vec<usize>,
    length: usize,
}

impl<'a> AttributionReader<'a> {
    fn new(names: &'a [Arc<str>], text: &str) -> Self {
        let mut bytes = Vec::new();
        if !text.is_ascii() {
            for (at, letter) in text.char_indices() {
                bytes.extend(std::iter::repeat_n(at, letter.len_utf16()));
            }
            bytes.push(text.len());
        }
        Self {
            names,
            bytes,
            length: text.len(),
        }
    }

    fn offset(&self, units: u64) -> usize {
        let units = usize::try_from(units).unwrap_or(usize::MAX);
        if self.bytes.is_empty() {
            units.min(self.length)
        } else {
            self.bytes.get(units).copied().unwrap_or(self.length)
        }
    }

    fn name(&self, decoder: &mut Decoder) -> Result<Arc<str>, WorkerError> {
        let number = decoder.id()? as usize;
        self.names
            .get(number)
            .cloned()
            .ok_or_else(|| WorkerError::Protocol(format!("name {number} of {}", self.names.len())))
    }

    fn method_name(&self, decoder: &mut Decoder) -> Result<MethodName, WorkerError> {
        Ok(MethodName {
            class: self.name(decoder)?,
            name: self.name(decoder)?,
            descriptor: self.name(decoder)?,
        })
    }

    fn file(&self, decoder: &mut Decoder) -> Result<AttributedFile, WorkerError> {
        Ok(AttributedFile {
            classes: decoder.list(|decoder| self.class(decoder))?,
            methods: decoder.list(|decoder| self.method(decoder))?,
            calls: decoder.list(|decoder| self.call(decoder))?,
        })
    }

    fn class(&self, decoder: &mut Decoder) -> Result<AttributedClass, WorkerError> {
        let name = self.name(decoder)?;
        let above = decoder.list(|decoder| self.name(decoder))?;
        let flags = decoder.u8()?;
        Ok(AttributedClass {
            name,
            above,
            is_abstract: flags & ABSTRACT != 0,
            is_interface: flags & INTERFACE != 0,
        })
    }

    fn method(&self, decoder: &mut Decoder) -> Result<AttributedMethod, WorkerError> {
        let name = self.method_name(decoder)?;
        let flags = decoder.u8()?;
        let body = decoder.zigzag()?;
        let implied_super = match decoder.u8()? {
            0 => None,
            _ => Some(self.method_name(decoder)?),
        };
        Ok(AttributedMethod {
            name,
            is_static: flags & STATIC != 0,
            is_private: flags & PRIVATE != 0,
            is_abstract: flags & ABSTRACT != 0,
            body: u64::try_from(body).ok().map(|start| self.offset(start)),
            implied_super,
            overrides: decoder.list(|decoder| self.name(decoder))?,
        })
    }

    fn call(&self, decoder: &mut Decoder) -> Result<AttributedCall, WorkerError> {
        let start = self.offset(decoder.varint()?);
        let end = self.offset(decoder.varint()?);
        let kind = match decoder.u8()? {
            0 => CallKind::Virtual,
            1 => CallKind::Exact,
            2 => CallKind::Constructor,
            other => return Err(WorkerError::Protocol(format!("a call of kind {other}"))),
        };
        Ok(AttributedCall {
            span: Span::new(start, end.max(start)),
            kind,
            is_on_this: decoder.u8()? & ON_THIS != 0,
            receiver: self.name(decoder)?,
            callee: self.method_name(decoder)?,
        })
    }
}

const STATIC: u8 = 1;
const PRIVATE: u8 = 2;
const ABSTRACT: u8 = 4;
const ON_THIS: u8 = 8;
const INTERFACE: u8 = 16;
