//! Build scripts as text: takes Groovy or Kotlin, gives its statements with their blocks; understands no language, and
//! no script is too strange for it.

use std::{iter::Peekable, str::Chars};

/// Blocks inside of blocks that are followed; what lies deeper is dropped.
const DEEPEST: usize = 64;

/// A part of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A name with its dots, or a number: `libs.junit`, `1.8`.
    Word(String),
    /// What stands between quotes, as it is written.
    Text(String),
    /// Any other sign.
    Mark(char),
    /// What stands in braces.
    Block(Vec<ScriptStatement>),
}

/// A statement: what ends with a line, outside of brackets.
pub type ScriptStatement = Vec<Part>;

/// Statements as they are read.
#[derive(Default)]
struct Reading {
    done: Vec<ScriptStatement>,
    open: ScriptStatement,
    /// Round and square brackets that are open.
    brackets: usize,
}

/// Reads a script.
pub fn statements(text: &str) -> Vec<ScriptStatement> {
    let mut letters = text.chars().peekable();
    block(&mut letters, 0)
}

/// The words, marks and blocks up to the brace that ends them.
fn block(letters: &mut Peekable<Chars<'_>>, depth: usize) -> Vec<ScriptStatement> {
    let mut reading = Reading::default();
    while let Some(letter) = letters.next() {
        match letter {
            '}' => break,
            '{' if depth == DEEPEST => skip_block(letters),
            '{' => {
                let inner = block(letters, depth + 1);
                reading.open.push(Part::Block(inner));
            }
            '\n' | ';' => reading.end_line(letter == ';'),
            '/' if letters.peek() == Some(&'/') => skip_line(letters),
            '/' if letters.peek() == Some(&'*') => skip_comment(letters),
            '\'' | '"' => {
                let text = quoted(letters, letter);
                reading.push(Part::Text(text));
            }
            '`' => {}
            _ if letter.is_whitespace() => {}
            _ if letter.is_alphanumeric() || letter == '_' => {
                let word = word(letters, letter);
                reading.push(Part::Word(word));
            }
            _ => reading.mark(letter),
        }
    }
    reading.end_line(true);
    reading.done
}

impl Reading {
    fn push(&mut self, part: Part) {
        self.open.push(part);
    }

    fn mark(&mut self, mark: char) {
        match mark {
            '(' | '[' => self.brackets += 1,
            ')' | ']' => self.brackets = self.brackets.saturating_sub(1),
            // A line that begins with a dot goes on with the one before.
            '.' if self.open.is_empty() => self.open = self.done.pop().unwrap_or_default(),
            _ => {}
        }
        self.open.push(Part::Mark(mark));
    }

    fn end_line(&mut self, is_sure: bool) {
        let goes_on = self.brackets > 0 || self.open.last() == Some(&Part::Mark(','));
        if is_sure || !goes_on {
            self.brackets = 0;
            let open = std::mem::take(&mut self.open);
            self.done.extend(Some(open).filter(|it| !it.is_empty()));
        }
    }
}

/// Passes over what stands up to the brace that ends a block, with all blocks inside of it.
fn skip_block(letters: &mut Peekable<Chars<'_>>) {
    let mut open = 1_usize;
    while open > 0
        && let Some(letter) = letters.next()
    {
        match letter {
            '{' => open += 1,
            '}' => open -= 1,
            '/' if letters.peek() == Some(&'/') => skip_line(letters),
            '/' if letters.peek() == Some(&'*') => skip_comment(letters),
            '\'' | '"' => {
                quoted(letters, letter);
            }
            _ => {}
        }
    }
}

fn skip_line(letters: &mut Peekable<Chars<'_>>) {
    while letters.next_if(|letter| *letter != '\n').is_some() {}
}

fn skip_comment(letters: &mut Peekable<Chars<'_>>) {
    let mut before = ' ';
    letters.next();
    for letter in letters.by_ref() {
        if before == '*' && letter == '/' {
            break;
        }
        before = letter;
    }
}

fn word(letters: &mut Peekable<Chars<'_>>, first: char) -> String {
    let mut word = String::from(first);
    while let Some(letter) = letters.next_if(|it| it.is_alphanumeric() || "_.$".contains(*it)) {
        word.push(letter);
    }
    word
}

/// The text up to the quote that ends it, or the line's end; what `${…}` holds may have quotes of its own.
fn quoted(letters: &mut Peekable<Chars<'_>>, quote: char) -> String {
    let mut text = String::new();
    let mut braces = 0_usize;
    if letters.next_if_eq(&quote).is_some() {
        if letters.next_if_eq(&quote).is_some() {
            return long_text(letters, quote);
        }
        return text;
    }
    while let Some(letter) = letters.next_if(|it| *it != '\n') {
        match letter {
            _ if letter == quote && braces == 0 => break,
            '\\' => {
                text.extend(letters.next());
                continue;
            }
            '{' if text.ends_with('$') || braces > 0 => braces += 1,
            '}' => braces = braces.saturating_sub(1),
            _ => {}
        }
        text.push(letter);
    }
    text
}

fn long_text(letters: &mut Peekable<Chars<'_>>, quote: char) -> String {
    let end: String = [quote; 3].iter().collect();
    let mut text = String::new();
    for letter in letters.by_ref() {
        text.push(letter);
        if text.ends_with(&end) {
            text.truncate(text.len() - end.len());
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(statement: &[Part]) -> String {
        let parts = statement.iter().map(|part| match part {
            Part::Word(word) => word.clone(),
            Part::Text(text) => format!("<{text}>"),
            Part::Mark(mark) => mark.to_string(),
            Part::Block(inner) => {
                let inner: Vec<String> = inner.iter().map(|it| shown(it)).collect();
                format!("{{{}}}", inner.join("; "))
            }
        });
        parts.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn blocks_that_nest_without_an_end_are_passed_over_and_what_follows_is_read() {
        let (open, close) = ("a {".repeat(300_000), "} ".repeat(300_000));
        assert_eq!(statements(&open).len(), 1);
        let whole = format!("{open} '}}' /* }} */ {close}\nb 'c'");
        let read = statements(&whole);
        assert_eq!(
            shown(read.last().expect("statements")),
            shown(&statements("b 'c'")[0])
        );
    }

    #[test]
    fn statements_end_with_lines_outside_of_brackets() {
        let text = "plugins { id 'java' } // x\ndependencies {\n  api libs.a.b /* no\n */\n  api(\n 'g:a:1',\n \"g:b:$v\")\n\
            listOf(\"x\")\n   .forEach { api(it) }\n}\n'''long\n''' x; y = 1.8";
        let found: Vec<String> = statements(text).iter().map(|it| shown(it)).collect();
        assert_eq!(
            found,
            [
                "plugins {id <java>}",
                "dependencies {api libs.a.b; api ( <g:a:1> , <g:b:$v> ); listOf ( <x> ) . forEach {api ( it )}}",
                "<long\n> x",
                "y = 1.8",
            ]
        );
    }

    #[test]
    fn a_quote_inside_of_a_placeholder_ends_no_text_and_a_line_does() {
        let found = statements("a \"x${p(\"q\")}y\" b\nc 'open\nd }}} e {{");
        let found: Vec<String> = found.iter().map(|it| shown(it)).collect();
        assert_eq!(found, ["a <x${p(\"q\")}y> b", "c <open>", "d"]);
        statements(&"{".repeat(300));
    }
}
