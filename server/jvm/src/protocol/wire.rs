//! The values inside frames: takes and gives bytes; what they mean stands in `protocol`.

use std::sync::Arc;

use goalline_testcase::JavaString;

use crate::{
    WorkerError,
    protocol::names::{is_descriptor, is_spelt},
};

/// Writes values at the end of a buffer.
#[derive(Default)]
pub(crate) struct Encoder {
    pub(crate) bytes: Vec<u8>,
}

impl Encoder {
    pub(crate) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(crate) fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    pub(crate) fn count(&mut self, value: usize) {
        self.varint(value as u64);
    }

    pub(crate) fn zigzag(&mut self, value: i64) {
        self.varint((value.cast_unsigned() << 1) ^ (value >> 63).cast_unsigned());
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn f64(&mut self, value: f64) {
        self.bytes.extend_from_slice(&value.to_bits().to_le_bytes());
    }

    pub(crate) fn units(&mut self, units: &[u16]) {
        self.count(units.len());
        self.bytes
            .extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.count(text.encode_utf16().count());
        self.bytes
            .extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    }

    pub(crate) fn texts<T: AsRef<str>>(&mut self, texts: impl ExactSizeIterator<Item = T>) {
        self.count(texts.len());
        texts.for_each(|text| self.text(text.as_ref()));
    }

    pub(crate) fn blob(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }
}

/// Values within values at most. Arrays have 255 dimensions at most, and nothing else that a worker tells comes near.
const DEEPEST: u32 = 300;

/// Entries of all lists of a frame at most: each takes a hundred times the memory that it takes in the frame.
const MOST_ENTRIES: usize = 1 << 23;

/// Bytes at most of all texts that a frame names again after they were sent once: a number of two bytes stands for
/// whatever was sent.
const MOST_REPEATED: usize = 1 << 27;

/// Reads values from the front of a slice. A frame that ends too early, or whose values nest too deep or are too
/// many, is a protocol error, never a panic: a program that runs in the worker may have written it.
pub(crate) struct Decoder<'a> {
    rest: &'a [u8],
    depth: u32,
    entries: usize,
    repeated: usize,
    /// Whether a name came by that Java source cannot hold.
    has_unspelt: bool,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            depth: 0,
            entries: 0,
            repeated: 0,
            has_unspelt: false,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], WorkerError> {
        if count > self.rest.len() {
            return Err(WorkerError::Protocol("a frame that ends too early".into()));
        }
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, WorkerError> {
        Ok(self.take(1)?[0])
    }

    pub(crate) fn varint(&mut self) -> Result<u64, WorkerError> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.u8()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(WorkerError::Protocol(
            "a number of more than 64 bits".into(),
        ))
    }

    pub(crate) fn id(&mut self) -> Result<u32, WorkerError> {
        u32::try_from(self.varint()?)
            .map_err(|_| WorkerError::Protocol("a number of more than 32 bits".into()))
    }

    /// A count of things that take at least one byte each.
    pub(crate) fn count(&mut self) -> Result<usize, WorkerError> {
        let count = self.varint()?;
        if count > self.rest.len() as u64 {
            return Err(WorkerError::Protocol(
                "more entries than a frame can hold".into(),
            ));
        }
        Ok(count as usize)
    }

    pub(crate) fn zigzag(&mut self) -> Result<i64, WorkerError> {
        let raw = self.varint()?;
        Ok((raw >> 1).cast_signed() ^ -(raw & 1).cast_signed())
    }

    pub(crate) fn u32(&mut self) -> Result<u32, WorkerError> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    pub(crate) fn f64(&mut self) -> Result<f64, WorkerError> {
        let low = u64::from(self.u32()?);
        let high = u64::from(self.u32()?);
        Ok(f64::from_bits(low | high << 32))
    }

    /// One byte for small whole numbers, else 255 and the bits.
    pub(crate) fn distance(&mut self) -> Result<f64, WorkerError> {
        match self.u8()? {
            255 => self.f64(),
            small => Ok(f64::from(small)),
        }
    }

    fn units(&mut self) -> Result<impl Iterator<Item = u16> + use<'a>, WorkerError> {
        let count = self.count()?;
        let bytes = self.take(count.saturating_mul(2))?;
        Ok(bytes
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]])))
    }

    pub(crate) fn java_string(&mut self) -> Result<JavaString, WorkerError> {
        Ok(JavaString(self.units()?.collect::<Arc<[u16]>>()))
    }

    pub(crate) fn text(&mut self) -> Result<String, WorkerError> {
        let units = self.units()?;
        Ok(char::decode_utf16(units)
            .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect())
    }

    /// A name, which may be to stand in Java source.
    pub(crate) fn name(&mut self) -> Result<String, WorkerError> {
        let name = self.text()?;
        self.note_name(&name);
        Ok(name)
    }

    /// A descriptor of a method: what stands in it is printed as types.
    pub(crate) fn descriptor(&mut self) -> Result<String, WorkerError> {
        let text = self.text()?;
        self.has_unspelt |= !is_descriptor(&text);
        Ok(text)
    }

    /// Looks at a name that was read otherwise.
    pub(crate) fn note_name(&mut self, name: &str) {
        self.has_unspelt |= !is_spelt(name);
    }

    /// Notes that something was read that cannot stand in Java source.
    pub(crate) fn note_unspelt(&mut self) {
        self.has_unspelt = true;
    }

    /// What is read, but nothing where one of its names cannot stand in Java source.
    pub(crate) fn spelt<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, WorkerError>,
    ) -> Result<Option<T>, WorkerError> {
        let before = std::mem::take(&mut self.has_unspelt);
        let value = read(self);
        let is_unspelt = std::mem::replace(&mut self.has_unspelt, before);
        Ok(Some(value?).filter(|_| !is_unspelt))
    }

    /// A list without those entries.
    pub(crate) fn spelt_list<T>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<T, WorkerError>,
    ) -> Result<Vec<T>, WorkerError> {
        let all = self.list(|decoder| decoder.spelt(&mut one))?;
        Ok(all.into_iter().flatten().collect())
    }

    pub(crate) fn optional_text(&mut self) -> Result<Option<String>, WorkerError> {
        if self.u8()? == 0 {
            Ok(None)
        } else {
            self.text().map(Some)
        }
    }

    pub(crate) fn blob(&mut self) -> Result<&'a [u8], WorkerError> {
        let count = self.count()?;
        self.take(count)
    }

    /// A value that may hold others of its kind.
    pub(crate) fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, WorkerError>,
    ) -> Result<T, WorkerError> {
        if self.depth == DEEPEST {
            let error = "values that nest deeper than any value does";
            return Err(WorkerError::Protocol(error.into()));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Counts entries of this frame; too many are no frame.
    pub(crate) fn announce(&mut self, count: usize) -> Result<(), WorkerError> {
        self.entries = self.entries.saturating_add(count);
        if self.entries > MOST_ENTRIES {
            let error = "more entries than a worker has to tell";
            return Err(WorkerError::Protocol(error.into()));
        }
        Ok(())
    }

    /// Counts the bytes of a text that is known already and that this frame names again.
    pub(crate) fn repeat(&mut self, bytes: usize) -> Result<(), WorkerError> {
        self.repeated = self.repeated.saturating_add(bytes);
        if self.repeated > MOST_REPEATED {
            let error = "texts that are named more often than any are";
            return Err(WorkerError::Protocol(error.into()));
        }
        Ok(())
    }

    /// A count and that many entries.
    pub(crate) fn list<T>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<T, WorkerError>,
    ) -> Result<Vec<T>, WorkerError> {
        let count = self.count()?;
        self.announce(count)?;
        // What is only announced takes no memory.
        let mut all = Vec::with_capacity(count.min(1 << 10));
        for _ in 0..count {
            all.push(one(self)?);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_that_announces_more_than_it_should_is_refused() {
        let mut frame = Encoder::default();
        frame.count(MOST_ENTRIES + 1);
        frame.bytes.resize(MOST_ENTRIES + 16, 0);
        let error = Decoder::new(&frame.bytes).list(Decoder::u8);
        let error = error.expect_err("it is too much").to_string();
        assert!(error.contains("more entries"), "{error}");
    }
}
