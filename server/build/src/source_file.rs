//! The package and the imports of a Java file, from its text: takes text, gives names; parses nothing else.

/// The package that a Java text declares; empty for none. Comments and annotations before it are passed over.
pub fn package_of(text: &str) -> String {
    package_before(text).0
}

/// What a Java text imports: `shop.Cart`, of a whole package or class `shop.`.
pub fn imports_of(text: &str) -> Vec<String> {
    let mut rest = package_before(text).1;
    let mut imports = Vec::new();
    loop {
        rest = skip_space(rest.trim_start_matches(';'));
        let Some(after) = after_word(rest, "import") else {
            // Empty declarations may stand between imports.
            if rest.starts_with(';') {
                continue;
            }
            return imports;
        };
        let after = skip_space(after);
        let after = after_word(after, "static").unwrap_or(after);
        imports.push(name_before_semicolon(after));
        rest = after.find(';').map_or("", |end| &after[end..]);
    }
}

/// The package and the text behind its name; of a text without one the text behind its first comments.
fn package_before(text: &str) -> (String, &str) {
    let mut rest = skip_space(text.trim_start_matches('\u{feff}'));
    let first_token = rest;
    loop {
        rest = skip_space(rest);
        if let Some(after) = after_word(rest, "package") {
            let end = after.find(';').unwrap_or(after.len());
            return (name_before_semicolon(after), &after[end..]);
        }
        // Annotations of a package stand before the word: pass over one token.
        let Some(first) = rest
            .chars()
            .next()
            .filter(|first| *first == '@' || *first == ';')
        else {
            return (String::new(), first_token);
        };
        rest = &rest[first.len_utf8()..];
        if first == '@' {
            let name = |c: char| !(c.is_alphanumeric() || c == '.' || c == '_');
            rest = &rest[rest.find(name).unwrap_or(rest.len())..];
            rest = skip_arguments(skip_space(rest));
        }
    }
}

/// What stands behind a word, where the text begins with it.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.strip_prefix(word)
        .filter(|after| after.starts_with(|c: char| c.is_whitespace() || c == '/'))
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
    use super::{imports_of, package_of};

    #[test]
    fn imports_are_found_behind_the_package_and_up_to_the_first_class() {
        for (text, imports) in [
            (
                "package a.b; import java.util.List; import static c . D./* all */*;;import e.F;\nclass A { String s = \"import g.H;\"; }",
                vec!["java.util.List", "c.D.", "e.F"],
            ),
            (
                "\u{feff}// import a.B;\nimport c.D; @interface E {}",
                vec!["c.D"],
            ),
            ("@X package a; import importer.B;", vec!["importer.B"]),
            ("class A {} import a.B;", vec![]),
            ("import", vec![]),
        ] {
            assert_eq!(imports_of(text), imports, "{text}");
        }
    }

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
