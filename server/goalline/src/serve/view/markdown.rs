//! Markdown of texts that somebody else wrote: what a project calls its things stands in it as it is, and makes no
//! link, no picture and no heading.

use crate::output::visible::visible;

/// A text on one line in which what stands between two backticks is code.
pub fn prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let mut shown = String::new();
    for (at, part) in parts.iter().enumerate() {
        let is_inside = at % 2 == 1;
        let is_closed = at + 1 < parts.len();
        if is_inside && is_closed && !part.trim().is_empty() {
            shown.push_str(&code(part));
            continue;
        }
        if is_inside {
            shown.push_str("\\`");
        }
        push_plain(&mut shown, &on_one_line(part));
        if is_inside && is_closed {
            shown.push_str("\\`");
        }
    }
    shown
}

/// A text as code within a line.
pub fn code(text: &str) -> String {
    format!("`{}`", on_one_line(text).replace('`', "'"))
}

/// Lines of Java as a block.
pub fn block(text: &str) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or_default().max(2) + 1);
    format!("{fence}java\n{}\n{fence}\n", visible(text.trim_end()))
}

fn on_one_line(text: &str) -> String {
    let blank = |c: char| if c.is_whitespace() { ' ' } else { c };
    visible(&text.chars().map(blank).collect::<String>())
}

fn push_plain(shown: &mut String, text: &str) {
    for (at, c) in text.char_indices() {
        let (before, rest) = (&text[..at], &text[at + c.len_utf8()..]);
        let is_first = shown.is_empty();
        if means_something(c, before, rest) || is_first && matches!(c, '#' | '>' | '+' | '-' | '=')
        {
            shown.push('\\');
        }
        shown.push(c);
    }
}

/// Whether Markdown would see more than the character: there links are made of bare addresses, too.
fn means_something(c: char, before: &str, rest: &str) -> bool {
    let follows = |wanted: fn(char) -> bool| rest.starts_with(wanted);
    let ends_in = |wanted: fn(char) -> bool| before.ends_with(wanted);
    match c {
        '\\' | '*' | '[' | '<' | '~' | '|' => true,
        '_' => !(ends_in(char::is_alphanumeric) && follows(char::is_alphanumeric)),
        '&' => follows(|next| next == '#' || next.is_alphanumeric()),
        ':' => rest.starts_with("//"),
        '@' => ends_in(|it| !it.is_whitespace()),
        '.' => before.to_ascii_lowercase().ends_with("www"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_people_call_their_things_is_shown_as_it_is() {
        for text in [
            "`coupon != null` true: covered by CartTest.appliesCoupon",
            "covered by Cart_Test#applies_coupon(String), a > b && c - d = 1. Then: it",
            "possible fault: `new int[] {1}[0]` throws ArithmeticException: it divides",
        ] {
            assert_eq!(prose(text), text);
        }
        assert_eq!(block("a();\n"), "```java\na();\n```\n");
    }

    #[test]
    fn no_name_and_no_text_of_a_project_is_a_link_or_a_picture() {
        assert_eq!(
            prose("[a](command:b) ![](https://c.d) <img src=x> www.e.f g@h ` # i"),
            "\\[a](command:b) !\\[](https\\://c.d) \\<img src=x> www\\.e.f g\\@h \\` # i"
        );
        assert_eq!(prose("`a` [b](c) `d"), "`a` \\[b](c) \\`d");
        assert_eq!(prose("#a\n\n# b``"), "\\#a  # b\\`\\`");
        assert_eq!(code("`[a](b)`\n\u{202e}"), "`'[a](b)' \u{fffd}`");
        assert_eq!(
            block("```\n[a](b)\n````"),
            "`````java\n```\n[a](b)\n````\n`````\n"
        );
    }

    /// What of a line is no code and has no backslash before it.
    fn active(line: &str) -> String {
        let (mut rest, mut left) = (line, String::new());
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '\\' => rest = rest.get(1..).expect("something is escaped"),
                '`' => rest = rest.split_once('`').expect("code ends").1,
                _ => left.push(c),
            }
        }
        left
    }

    proptest! {
        #[test]
        fn of_any_text_nothing_is_left_that_makes_links_pictures_or_markup(
            parts in prop::collection::vec(prop::sample::select(vec![
                "`", "``", "[", "](", "!", "<", "\\", "https://", "www.", "a", " ", "\n", "*", "_", "|", "\u{202e}", "\u{1b}", "#",
            ]), 0..12)
        ) {
            let shown = prose(&parts.concat());
            let left = active(&shown);
            let is_quiet = !left.contains(['[', '<', '*', '|', '\n', '\u{202e}', '\u{1b}']);
            prop_assert!(is_quiet && !left.contains("://") && !left.contains("www."), "{shown:?}");
            prop_assert!(!shown.starts_with('#'), "{shown:?}");
        }
    }
}
