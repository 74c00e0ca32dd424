//! Which names Java source can hold: class files may call a method what they like, and a name that is code would stand
//! in a test as that code.

/// A name of the language that has signs around it.
const CONSTRUCTORS: [&str; 2] = ["<init>", "<clinit>"];

/// Whether a name, as the JVM or as Java writes it, is of characters that names in source are of. Those that nobody
/// sees are none.
pub(crate) fn is_spelt(name: &str) -> bool {
    CONSTRUCTORS.contains(&name) || without_own_signs(name).chars().all(is_part)
}

/// The name without what the JVM itself adds: brackets of an array, the number of a class that has no name.
fn without_own_signs(name: &str) -> &str {
    let element = name.trim_start_matches('[');
    let name = if element.len() < name.len() {
        element.strip_suffix(';').unwrap_or(element)
    } else {
        element.trim_end_matches("[]")
    };
    let is_number = |tail: &str| tail.chars().all(|c| c == 'x' || c.is_ascii_hexdigit());
    match name.rsplit_once('/') {
        Some((class, tail)) if is_number(tail) => class,
        _ => name,
    }
}

fn is_part(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    }
    let is_unseen = matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    !(is_unseen || c.is_control() || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::is_spelt;

    #[test]
    fn what_is_code_or_cannot_be_seen_is_no_name() {
        for name in [
            "size",
            "<init>",
            "shop.Cart$1",
            "[Lshop.Cart;",
            "int[][]",
            "größe",
            "shop.Cart$$Lambda$14/0x0000000800c03000",
            "shop.Cart$$Lambda/1234567",
            "",
        ] {
            assert!(is_spelt(name), "{name}");
        }
        for name in [
            "a();b",
            "a\\u0028\\u0029\\u003bb",
            "a b",
            "a\nb",
            "a/*",
            "a//",
            "a\"",
            "<T>",
            "a-b",
            "a\u{202e}b",
            "a\u{3164}",
            "a\u{fe0f}",
            "a\u{34f}b",
            "a\u{e0100}",
            "a;",
            "a/two",
            "Cart$$Lambda/0x1;x()",
        ] {
            assert!(!is_spelt(name), "{name}");
        }
    }
}
