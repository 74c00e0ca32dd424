//! Texts that the regular expressions of a source match: takes the texts of a source, gives examples of those among
//! them that are expressions. A search by chance finds no `192.168.0.1` where another class does the matching.

use goalline_testcase::JavaString;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Expressions of a source that are read, at most.
const MOST_EXPRESSIONS: usize = 100;

/// Longest example, in characters.
const LONGEST: usize = 100;

/// How much of an expression an example has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Nothing that may be left out, the first of alternatives.
    Least,
    /// What may be left out once, the last of alternatives.
    More,
}

/// Two texts for each expression among these, unless they are the same: what Java and the reader of expressions here
/// do not have in common is passed over.
pub(crate) fn matching_texts(texts: &[JavaString]) -> Vec<JavaString> {
    let expressions = texts.iter().filter_map(|text| expression(&text.to_text()));
    let mut found = Vec::new();
    for expression in expressions.take(MOST_EXPRESSIONS) {
        for extent in [Extent::Least, Extent::More] {
            let mut text = String::new();
            let is_whole = write_match(&expression, extent, &mut text).is_some();
            let text = JavaString::from(&*text);
            if is_whole && !text.0.is_empty() && !found.contains(&text) {
                found.push(text);
            }
        }
    }
    found
}

/// The text as an expression; none where it is none, or one that any text is: a class of characters has to be in it,
/// and something that comes several times.
fn expression(text: &str) -> Option<Hir> {
    let may_be = text.contains(['[', '\\', '.']) && text.contains(['*', '+', '?', '{']);
    let found = may_be.then(|| regex_syntax::parse(text).ok())??;
    let (mut has_class, mut repeats) = (false, false);
    let mut open = vec![&found];
    while let Some(part) = open.pop() {
        match part.kind() {
            HirKind::Class(_) => has_class = true,
            HirKind::Repetition(repetition) => {
                repeats = true;
                open.push(&repetition.sub);
            }
            HirKind::Capture(capture) => open.push(&capture.sub),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => open.extend(parts),
            HirKind::Empty | HirKind::Literal(_) | HirKind::Look(_) => {}
        }
    }
    (has_class && repeats).then_some(found)
}

/// Writes what the expression matches; none where that gets too long, or is no text.
fn write_match(expression: &Hir, extent: Extent, text: &mut String) -> Option<()> {
    match expression.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(plainest(class)?),
        HirKind::Repetition(repetition) => {
            let more = u32::from(extent == Extent::More);
            let count = repetition.min.saturating_add(more);
            for _ in 0..repetition.max.map_or(count, |max| count.min(max)) {
                let length = text.len();
                write_match(&repetition.sub, extent, text)?;
                // What matches nothing does so however often.
                if text.len() == length {
                    break;
                }
            }
        }
        HirKind::Capture(capture) => write_match(&capture.sub, extent, text)?,
        HirKind::Concat(parts) => {
            for part in parts {
                write_match(part, extent, text)?;
            }
        }
        HirKind::Alternation(parts) => {
            let chosen = match extent {
                Extent::Least => parts.first(),
                Extent::More => parts.last(),
            };
            write_match(chosen?, extent, text)?;
        }
    }
    (text.chars().count() <= LONGEST).then_some(())
}

/// A letter where the class has one, else a digit, else its first character that can be seen.
fn plainest(class: &Class) -> Option<char> {
    let Class::Unicode(class) = class else {
        return None;
    };
    let has = |c: char| {
        let mut ranges = class.iter();
        ranges.any(|range| (range.start()..=range.end()).contains(&c))
    };
    let usual = ['a', '1', 'A', '0', ' '].into_iter().find(|c| has(*c));
    let visible = || {
        let starts = class.iter().map(|range| range.start().max('!'));
        starts
            .zip(class.iter())
            .find(|(start, range)| *start <= range.end())
    };
    usual.or_else(|| visible().map(|(start, _)| start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples(text: &str) -> Vec<String> {
        let texts = matching_texts(&[JavaString::from(text)]);
        texts.iter().map(JavaString::to_text).collect()
    }

    #[test]
    fn an_expression_gives_a_short_text_that_it_matches_and_a_longer_one() {
        assert_eq!(
            examples(r"^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$"),
            ["1.1.1.1", "11.11.11.11"]
        );
        assert_eq!(examples("[A-F]+(-[x-z])?"), ["A", "AA-x"]);
        assert_eq!(examples("(?:GET|POST) /[a-z]*"), ["GET /", "POST /a"]);
    }

    #[test]
    fn what_is_no_expression_or_matches_nothing_that_is_short_gives_none() {
        for text in [
            "hello",
            "a.b",
            "[%s]",
            "(\\d+",
            "(?=a)[b]+",
            "[a-z]{101}",
            "([a-z]{90}){90}",
            "(?:(?:[bc]?){4000000000}){4000000000}[b]{101}",
            "+",
        ] {
            assert_eq!(examples(text), [] as [&str; 0], "{text}");
        }
    }
}
