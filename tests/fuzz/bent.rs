//! Texts bent at random: pieces are cut out, doubled, moved from one text into another, or replaced by what stands in
//! no text.

use std::{fs, path::Path};

use proptest::{collection::vec, prelude::*, sample::Index};

/// So many cases as `PROPTEST_CASES` says, else few: each of them reads a whole source or a whole build.
pub fn cases() -> ProptestConfig {
    const FEW: u32 = 64;
    let is_named = std::env::var_os("PROPTEST_CASES").is_some();
    let usual = ProptestConfig::default();
    ProptestConfig {
        cases: if is_named { usual.cases } else { FEW },
        ..usual
    }
}

/// The texts of a folder of the corpus, in a fixed order.
pub fn texts_in(folder: &str) -> Vec<String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let entries = fs::read_dir(corpus.join(folder)).expect("the corpus has it");
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path| fs::read_to_string(path).expect("a text");
    paths.into_iter().map(read).collect()
}

/// One way to bend a text; what it means for a text of this length is worked out when it is applied.
#[derive(Clone, Debug)]
enum TextBend {
    Cut(Index, Index),
    Repeat(Index, Index, u8),
    Insert(Index, String),
    Graft(Index, Index, Index, usize),
}

/// One of the texts, bent up to eight times. `words` are pieces that mean something where they stand.
pub fn bent(texts: Vec<String>, words: &'static [&'static str]) -> impl Strategy<Value = String> {
    let count = texts.len();
    let word = prop_oneof![
        3 => prop::sample::select(words).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
        1 => any::<char>().prop_map(String::from),
    ];
    let place = any::<Index>;
    let bend = prop_oneof![
        2 => (place(), place()).prop_map(|(from, to)| TextBend::Cut(from, to)),
        1 => (place(), place(), 1..60_u8).prop_map(|(from, to, times)| TextBend::Repeat(from, to, times)),
        4 => (place(), word).prop_map(|(at, word)| TextBend::Insert(at, word)),
        2 => (place(), place(), place(), 0..count)
            .prop_map(|(at, from, to, text)| TextBend::Graft(at, from, to, text)),
    ];
    (0..count, vec(bend, 0..8)).prop_map(move |(text, bends)| {
        let mut result: Vec<char> = texts[text].chars().collect();
        for bend in &bends {
            bend.apply(&mut result, &texts);
        }
        result.into_iter().collect()
    })
}

impl TextBend {
    fn apply(&self, text: &mut Vec<char>, texts: &[String]) {
        match self {
            Self::Cut(from, to) => {
                text.drain(range(*from, *to, text.len()));
            }
            Self::Repeat(from, to, times) => {
                let range = range(*from, *to, text.len());
                // A short piece many times, a long one once.
                let piece = &text[range.clone()];
                let times = if piece.len() < 200 {
                    usize::from(*times)
                } else {
                    1
                };
                let again = piece.repeat(times);
                text.splice(range.end..range.end, again);
            }
            Self::Insert(at, word) => {
                let at = at.index(text.len() + 1);
                text.splice(at..at, word.chars());
            }
            Self::Graft(at, from, to, other) => {
                let other: Vec<char> = texts[*other].chars().collect();
                let piece = other[range(*from, *to, other.len())].to_vec();
                let at = at.index(text.len() + 1);
                text.splice(at..at, piece);
            }
        }
    }
}

fn range(from: Index, to: Index, length: usize) -> std::ops::Range<usize> {
    let (from, to) = (from.index(length + 1), to.index(length + 1));
    from.min(to)..from.max(to)
}
