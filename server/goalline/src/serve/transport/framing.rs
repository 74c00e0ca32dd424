//! Where one message ends and the next begins: takes bytes as they come, gives bodies; a broken header costs its
//! message and no other.
//!
//! A header that cannot be believed says nothing of where the next message begins. But no body of JSON can hold the
//! text of a header with the end of its line: strings have no line ends, and outside of strings it is no JSON. So
//! wherever such a text stands a message begins, also in the middle of what an earlier header called a body.

use std::{
    fmt,
    io::{ErrorKind, Read},
};

/// In bytes; no editor sends a larger message. What is said to be larger is not waited for.
pub const LONGEST_BODY: usize = 64 << 20;
/// In bytes; all headers of a message together.
const LONGEST_HEADERS: usize = 8 << 10;
const CHUNK: usize = 64 << 10;
const NAME: &[u8] = b"content-length";
/// In bytes: more than the line with a length has.
const LONGEST_LENGTH: usize = 64;

/// What is wrong with a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The length of the body is missing.
    NoLength,
    /// The length is no number.
    NoNumber,
    /// There are two of them.
    TwoLengths,
    /// It is more than [`LONGEST_BODY`].
    TooLong,
    /// The headers do not end.
    NoEnd,
    /// Another message begins before the body is as long as that.
    TooFewBytes,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Self::NoLength => "the header of a message has no Content-Length",
            Self::NoNumber => "the Content-Length of a message is no number",
            Self::TwoLengths => "a message has two lengths",
            Self::TooLong => "a message is said to have more than 64 MB",
            Self::NoEnd => "the header of a message does not end",
            Self::TooFewBytes => "a message is shorter than its Content-Length",
        };
        write!(f, "{what}; everything up to the next header is passed over")
    }
}

/// Cuts a stream into bodies. Keeps at most one message of the greatest length.
pub struct Frames<R> {
    from: R,
    chunk: Box<[u8]>,
    bytes: Vec<u8>,
    /// Before it everything was used.
    used: usize,
    /// Whether the next header has to be looked for.
    is_lost: bool,
}

/// What the bytes so far say of the headers of a message.
enum Head {
    Unfinished,
    /// An empty line between messages.
    Blank {
        end: usize,
    },
    Whole {
        length: usize,
        end: usize,
    },
    Broken(Broken),
}

impl<R: Read> Frames<R> {
    /// Reads from here on.
    pub fn new(from: R) -> Self {
        Self {
            from,
            chunk: vec![0; CHUNK].into(),
            bytes: Vec::new(),
            used: 0,
            is_lost: false,
        }
    }

    /// The body of the next message; none at the end of the stream.
    pub fn next_body(&mut self) -> Option<Result<Vec<u8>, Broken>> {
        if self.is_lost {
            self.find_header()?;
            self.is_lost = false;
        }
        loop {
            match head(&self.bytes[self.used..]) {
                Head::Unfinished => self.fill()?,
                Head::Blank { end } => self.used += end,
                Head::Whole { length, end } => return self.body(end, length),
                Head::Broken(broken) => {
                    // It may look like a header itself: the next one comes after it.
                    self.used += 1;
                    self.is_lost = true;
                    return Some(Err(broken));
                }
            }
        }
    }

    /// The body of this length that starts behind the headers.
    fn body(&mut self, start: usize, length: usize) -> Option<Result<Vec<u8>, Broken>> {
        self.used += start;
        let mut seen = 0;
        loop {
            let there = &self.bytes[self.used..];
            let there = &there[..there.len().min(length)];
            if let Some(at) = header_in(there, seen) {
                self.used += at;
                return Some(Err(Broken::TooFewBytes));
            }
            if there.len() == length {
                if let Some(at) = header_begun_in(there) {
                    self.used += at;
                    return Some(Err(Broken::TooFewBytes));
                }
                let body = there.to_vec();
                self.used += length;
                return Some(Ok(body));
            }
            seen = there.len().saturating_sub(LONGEST_LENGTH);
            self.fill()?;
        }
    }

    /// Passes over everything before the next header.
    fn find_header(&mut self) -> Option<()> {
        loop {
            if let Some(at) = header_in(&self.bytes[self.used..], 0) {
                self.used += at;
                return Some(());
            }
            self.used = self
                .used
                .max(self.bytes.len().saturating_sub(LONGEST_LENGTH));
            self.fill()?;
        }
    }

    /// Reads on; none at the end of the stream.
    fn fill(&mut self) -> Option<()> {
        self.bytes.drain(..self.used);
        self.used = 0;
        if self.bytes.len() < CHUNK {
            // What one large message needed is not kept for small ones.
            self.bytes.shrink_to(2 * CHUNK);
        }
        let count = loop {
            match self.from.read(&mut self.chunk) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read.unwrap_or(0),
            }
        };
        self.bytes.extend_from_slice(&self.chunk[..count]);
        (count > 0).then_some(())
    }
}

/// Reads the headers at the start of these bytes. Lines that are no header are passed over.
fn head(bytes: &[u8]) -> Head {
    let (mut at, mut length, mut is_blank) = (0, None, true);
    loop {
        let rest = &bytes[at..bytes.len().min(LONGEST_HEADERS)];
        let Some(line_end) = rest.iter().position(|byte| *byte == b'\n') else {
            return if bytes.len() < LONGEST_HEADERS {
                Head::Unfinished
            } else {
                Head::Broken(Broken::NoEnd)
            };
        };
        let line = rest[..line_end].trim_ascii();
        at += line_end + 1;
        if line.is_empty() {
            return match length {
                Some(length) => Head::Whole { length, end: at },
                None if is_blank => Head::Blank { end: at },
                None => Head::Broken(Broken::NoLength),
            };
        }
        is_blank = false;
        let Some(value) = value_of_length(line) else {
            continue;
        };
        match length_of(value) {
            Err(broken) => return Head::Broken(broken),
            Ok(new) if length.is_some_and(|old| old != new) => {
                return Head::Broken(Broken::TwoLengths);
            }
            Ok(new) => length = Some(new),
        }
    }
}

fn value_of_length(line: &[u8]) -> Option<&[u8]> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let name = line[..colon].trim_ascii();
    let is_length = name.eq_ignore_ascii_case(NAME);
    is_length.then(|| line[colon + 1..].trim_ascii())
}

fn length_of(value: &[u8]) -> Result<usize, Broken> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return Err(Broken::NoNumber);
    }
    let text = std::str::from_utf8(value).map_err(|_| Broken::NoNumber)?;
    let length = text.parse().map_err(|_| Broken::TooLong)?;
    if length > LONGEST_BODY {
        return Err(Broken::TooLong);
    }
    Ok(length)
}

/// Where a line with a length starts, `Content-Length: 52` with its end, also behind other text; looked for from
/// `from` on.
fn header_in(bytes: &[u8], from: usize) -> Option<usize> {
    let colons = (from..bytes.len()).filter(|at| bytes[*at] == b':');
    colons
        .filter_map(|colon| colon.checked_sub(NAME.len()))
        .find(|start| {
            let (name, rest) = bytes[*start..].split_at(NAME.len());
            name.eq_ignore_ascii_case(NAME) && is_length_line(&rest[1..])
        })
}

/// Where a header begins with which a body ends that is no whole object: its length reaches into the header of the
/// next message.
fn header_begun_in(body: &[u8]) -> Option<usize> {
    if body.trim_ascii_end().ends_with(b"}") {
        return None;
    }
    let last = body.len().saturating_sub(LONGEST_LENGTH)..body.len();
    last.into_iter().find(|start| {
        let (name, rest) = body[*start..].split_at(NAME.len().min(body.len() - start));
        let is_number = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
        NAME[..name.len()].eq_ignore_ascii_case(name)
            && rest.first().is_none_or(|colon| *colon == b':')
            && rest.iter().skip(1).all(is_number)
    })
}

/// Whether a number and the end of a line come here.
fn is_length_line(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(LONGEST_LENGTH - NAME.len() - 1)];
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
        return false;
    };
    let value = bytes[..end].trim_ascii();
    !value.is_empty() && value.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
#[path = "framing_tests.rs"]
mod tests;
