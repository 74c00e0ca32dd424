//! Names that a misspelt one may have meant: takes a name and the known ones, gives the nearest.

/// How alike two names have to be to be offered for one another, from 0 to 1.
const LIKENESS: f64 = 0.7;

/// ` (did you mean "mosa"?)`, or nothing when no name is near.
pub(crate) fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let scored = known
        .into_iter()
        .map(|other| (strsim::jaro_winkler(name, other), other));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0));
    match best {
        Some((likeness, other)) if likeness >= LIKENESS => format!(" (did you mean {other:?}?)"),
        _ => String::new(),
    }
}
