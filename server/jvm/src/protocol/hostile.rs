//! Frames that no worker of ours would write: whoever runs in the worker may have got hold of its pipe. Whatever the
//! bytes are, reading gives values or an error, never a panic and never more memory than the frame is worth.
//!
//! More cases: `PROPTEST_CASES=2000000 cargo test --release -p goalline-jvm hostile`.

use proptest::{collection::vec, prelude::*, sample::Index};

use super::{
    attribution,
    golden::{golden_frames, unit_of_golden},
    outcome::{ResultReader, trace},
    reflect,
    wire::Decoder,
};

/// One way to bend a frame; what it means for a frame of this length is worked out when it is applied.
#[derive(Clone, Debug)]
enum FrameBend {
    Set(Index, u8),
    Insert(Index, Vec<u8>),
    Cut(Index, Index),
    Repeat(Index, Index),
}

impl FrameBend {
    fn apply(&self, frame: &mut Vec<u8>) {
        let range = |from: &Index, to: &Index, length: usize| {
            let (from, to) = (from.index(length + 1), to.index(length + 1));
            from.min(to)..from.max(to)
        };
        let length = frame.len();
        match self {
            Self::Set(at, byte) if length > 0 => frame[at.index(length)] = *byte,
            Self::Set(_, byte) => frame.push(*byte),
            Self::Insert(at, bytes) => {
                let at = at.index(length + 1);
                frame.splice(at..at, bytes.iter().copied());
            }
            Self::Cut(from, to) => {
                frame.drain(range(from, to, length));
            }
            Self::Repeat(from, to) => {
                let again = frame[range(from, to, length)].to_vec();
                frame.extend(again);
            }
        }
    }
}

fn bend() -> impl Strategy<Value = FrameBend> {
    // Bytes that mean something to the protocol: ends of ranges, long numbers.
    let byte = prop_oneof![
        any::<u8>(),
        Just(0),
        Just(1),
        Just(0x7F),
        Just(0x80),
        Just(0xFF)
    ];
    prop_oneof![
        (any::<Index>(), byte.clone()).prop_map(|(at, byte)| FrameBend::Set(at, byte)),
        (any::<Index>(), vec(byte, 1..12)).prop_map(|(at, bytes)| FrameBend::Insert(at, bytes)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| FrameBend::Cut(from, to)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| FrameBend::Repeat(from, to)),
    ]
}

/// A frame that is nearly one of ours, or bytes of no meaning at all.
fn frame() -> impl Strategy<Value = Vec<u8>> {
    let bent = (prop::sample::select(golden_frames()), vec(bend(), 0..6)).prop_map(
        |(mut frame, bends)| {
            for bend in &bends {
                bend.apply(&mut frame);
            }
            frame
        },
    );
    prop_oneof![4 => bent, 1 => vec(any::<u8>(), 0..400)]
}

proptest! {
    #[test]
    fn a_frame_of_any_bytes_is_read_or_an_error(frame in frame()) {
        let _ = reflect::classes(&mut Decoder::new(&frame));
        let _ = trace(&mut Decoder::new(&frame));
        let _ = attribution::files(&mut Decoder::new(&frame), &[unit_of_golden()]);
        for observe in [false, true] {
            let mut reader = ResultReader::default();
            let mut seen = Vec::new();
            // Twice: a reader remembers texts of the frame before.
            for _ in 0..2 {
                if let Ok(results) = reader.read(&frame, observe, &mut seen) {
                    prop_assert!(results.executions.len() <= frame.len());
                }
            }
        }
    }
}
