//! The package of a Java file, from its text: takes text, gives the name; parses nothing else.

/// The package that a Java text declares; empty for none. Comments and annotations before it are passed over.
pub fn package_of(text: &str) -> String {
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        rest = skip_space(rest);
        if let Some(after) = rest.strip_prefix("package")
            && after.starts_with(|c: char| c.is_whitespace() || c == '/')
        {
            return name_before_semicolon(after);
        }
        // Annotations of a package stand before the word: pass over one token.
        let Some(first) = rest
            .chars()
            .next()
            .filter(|first| *first == '@' || *first == ';')
        else {
            return String::new();
        };
        rest = &rest[first.len_utf8()..];
        if first == '@' {
            let name = |c: char| !(c.is_alphanumeric() || c == '.' || c == '_');
            rest = &rest[rest.find(name).unwrap_or(rest.len())..];
            rest = skip_arguments(skip_space(rest));
        }
    }
}

fn skip_arguments(text: &str) -> &str {
    if !text.starts_with('(') {
        return text;
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[at + 1..];
        }
    }
    ""
}

fn skip_space(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        text = if let Some(comment) = text.strip_prefix("//") {
            comment.find(['\n', '\r']).map_or("", |end| &comment[end..])
        } else if let Some(comment) = text.strip_prefix("/*") {
            comment.find("*/").map_or("", |end| &comment[end + 2..])
        } else {
            return text;
        };
    }
}

fn name_before_semicolon(mut text: &str) -> String {
    let mut name = String::new();
    loop {
        text = skip_space(text);
        let Some(c) = text
            .chars()
            .next()
            .filter(|c| c.is_alphanumeric() || matches!(c, '.' | '_'))
        else {
            return name;
        };
        name.push(c);
        text = &text[c.len_utf8()..];
    }
}

#[cfg(test)]
mod tests {
    use super::package_of;

    #[test]
    fn the_package_is_found_behind_comments_and_annotations() {
        for (text, package) in [
            ("package shop;\nclass Cart {}", "shop"),
            (
                "\u{feff}// package no;\n/* package no; */ package a . b /* c */ .c;",
                "a.b.c",
            ),
            ("@Deprecated @X(a = (1)) package a.b;", "a.b"),
            (
                "import java.util.List; class A { String s = \"package no;\"; }",
                "",
            ),
            ("class packageless {}", ""),
            ("", ""),
            ("/* never closed", ""),
        ] {
            assert_eq!(package_of(text), package, "{text}");
        }
    }
}
