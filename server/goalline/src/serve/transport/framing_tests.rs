//! Broken headers of every kind, and random bytes: whole messages that follow are read.

use proptest::prelude::*;

use super::*;

/// Gives its bytes in pieces of this size, as a pipe may.
struct Pieces<'b> {
    bytes: &'b [u8],
    size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.size.min(buffer.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.bytes = later;
        Ok(count)
    }
}

/// What comes of these bytes: bodies, and what was broken.
fn read(bytes: &[u8], size: usize) -> (Vec<String>, Vec<Broken>) {
    let mut frames = Frames::new(Pieces { bytes, size });
    let (mut bodies, mut broken) = (Vec::new(), Vec::new());
    while let Some(next) = frames.next_body() {
        match next {
            Ok(body) => bodies.push(String::from_utf8_lossy(&body).into_owned()),
            Err(reason) => broken.push(reason),
        }
        assert!(frames.bytes.len() <= LONGEST_BODY + LONGEST_HEADERS + CHUNK);
    }
    (bodies, broken)
}

fn message(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

const NEXT: &str = r#"{"id":2}"#;

/// What comes of a message behind this header, and of two whole messages after it.
fn behind(header: &str) -> (Vec<String>, Vec<Broken>) {
    let next = message(NEXT);
    let bytes = format!("{header}{{\"id\":1}}{next}{next}");
    let at_once = read(bytes.as_bytes(), usize::MAX);
    assert_eq!(read(bytes.as_bytes(), 1), at_once, "byte by byte");
    at_once
}

#[test]
fn a_broken_header_costs_its_message_and_no_other() {
    let cases = [
        ("Content-Length: -8\r\n\r\n", Broken::NoNumber),
        ("Content-Length: +8\r\n\r\n", Broken::NoNumber),
        ("Content-Length: eight\r\n\r\n", Broken::NoNumber),
        ("Content-Length: 8 8\r\n\r\n", Broken::NoNumber),
        ("Content-Length:\r\n\r\n", Broken::NoNumber),
        ("Content-Length: 0x8\r\n\r\n", Broken::NoNumber),
        ("Content-Length: 67108865\r\n\r\n", Broken::TooLong),
        (
            "Content-Length: 99999999999999999999999\r\n\r\n",
            Broken::TooLong,
        ),
        ("Content-Type: json\r\n\r\n", Broken::NoLength),
        ("nonsense\r\n\r\n", Broken::NoLength),
        ("Content-Length: 12\r\n\r\n", Broken::TooFewBytes),
        ("Content-Length: 67108864\r\n\r\n", Broken::TooFewBytes),
    ];
    for (header, reason) in cases {
        let (bodies, broken) = behind(header);
        assert_eq!(bodies, [NEXT, NEXT], "{header}");
        assert_eq!(broken, [reason], "{header}");
    }
}

#[test]
fn two_lengths_are_refused_unless_they_say_the_same() {
    let (bodies, broken) = behind("Content-Length: 8\r\ncontent-length: 8\r\n\r\n");
    assert_eq!(bodies, [r#"{"id":1}"#, NEXT, NEXT]);
    assert_eq!(broken, []);
    let (bodies, broken) = behind("Content-Length: 9\r\nContent-Length: 8\r\n\r\n");
    assert_eq!(bodies.last().map(String::as_str), Some(NEXT));
    assert_eq!(broken, [Broken::TwoLengths]);
}

#[test]
fn a_length_that_is_too_small_costs_its_message_and_no_other() {
    let (bodies, broken) = behind("Content-Length: 3\r\n\r\n");
    assert_eq!(bodies, [r#"{"i"#, NEXT, NEXT]);
    assert_eq!(broken, [Broken::NoLength]);
}

#[test]
fn headers_without_an_end_are_not_kept() {
    let endless = ["x".repeat(3 * LONGEST_HEADERS), "a: b\n".repeat(20_000)];
    for endless in endless {
        let (bodies, broken) = behind(&endless);
        assert_eq!(bodies, [NEXT, NEXT]);
        assert_eq!(broken, [Broken::NoEnd]);
    }
}

#[test]
fn a_text_that_quotes_a_header_is_no_header() {
    let quoted = r#"{"text":"Content-Length: 5\r\n\r\n{}"}"#;
    let pretty = "{\n  \"a\": \"Content-Length: 5\"\n}\r\n";
    let bytes = [message(quoted), message(pretty)].concat();
    let (bodies, broken) = read(bytes.as_bytes(), 7);
    assert_eq!(bodies, [quoted, pretty]);
    assert_eq!(broken, []);
}

#[test]
fn other_headers_blank_lines_and_plain_line_ends_are_understood() {
    let bytes =
        "\r\nContent-Type: a\nCONTENT-LENGTH :8\n\n{\"id\":2}\r\n\r\nContent-Length: 2\r\n\r\n{}";
    let (bodies, broken) = read(bytes.as_bytes(), usize::MAX);
    assert_eq!(bodies, [NEXT, "{}"]);
    assert_eq!(broken, []);
}

/// Bytes of every kind, those that headers are made of often.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop_oneof![
        Just(b"Content-Length".to_vec()),
        Just(b"Content-Length: 7".to_vec()),
        Just(b": ".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"\n".to_vec()),
        "[0-9]{1,30}".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..40),
        prop::collection::vec(any::<u8>(), 0..20_000),
    ];
    prop::collection::vec(pieces, 0..30).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn whatever_came_before_whole_messages_are_read_in_the_end(
        noise in noise(),
        size in prop_oneof![1_usize..9, 1_000_usize..100_000],
    ) {
        // The first may be taken for a part of what came before.
        let bytes = [noise, message(NEXT).repeat(3).into_bytes()].concat();
        let (bodies, broken) = read(&bytes, size);
        let last: Vec<&String> = bodies.iter().rev().take(2).collect();
        prop_assert_eq!(last, [NEXT, NEXT], "{:?}", broken);
    }
}
