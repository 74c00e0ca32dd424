//! Which names Java source can hold: class files may call a method what they like, and a name that is code would stand
//! in a test as that code.

/// A name of the language that has signs around it.
const CONSTRUCTORS: [&str; 2] = ["<init>", "<clinit>"];

/// Whether a name, as the JVM or as Java writes it, is of characters that names in source are of. Those that nobody
/// sees are none.
pub(crate) fn is_spelt(name: &str) -> bool {
    CONSTRUCTORS.contains(&name) || without_own_signs(name).chars().all(is_part)
}

/// Whether it is the descriptor of a method whose types are spelt so: `(I[Ljava/lang/String;)V`.
pub(crate) fn is_descriptor(text: &str) -> bool {
    let inner = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    inner.is_some_and(|(parameters, returns)| {
        let mut rest = parameters;
        while !rest.is_empty() {
            match behind_type(rest) {
                Some(next) => rest = next,
                None => return false,
            }
        }
        returns == "V" || behind_type(returns) == Some("")
    })
}

/// What follows the type that a descriptor begins with; none where it begins with no type.
fn behind_type(text: &str) -> Option<&str> {
    const DEEPEST: usize = 255;
    let element = text.trim_start_matches('[');
    if text.len() - element.len() > DEEPEST {
        return None;
    }
    if let Some(rest) = element.strip_prefix('L') {
        let (name, rest) = rest.split_once(';')?;
        let is_name = !name.is_empty() && name.split('/').all(is_plain);
        return is_name.then_some(rest);
    }
    element.strip_prefix(['B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z'])
}

fn is_plain(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|c| c != '.' && is_part(c))
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
    use super::{is_descriptor, is_spelt};

    #[test]
    fn what_is_code_is_no_descriptor() {
        for text in ["()V", "(I[[Ljava/lang/String;J)Lshop/Cart$Line;", "()[I"] {
            assert!(is_descriptor(text), "{text}");
        }
        let deep = format!("(){}I", "[".repeat(256));
        for text in [
            "()[LObject[]{Runtime$getRuntime()};",
            "()",
            "V",
            "(V)V",
            "()Ljava.lang.String;",
            "()L;",
            "()II",
            &deep,
        ] {
            assert!(!is_descriptor(text), "{text}");
        }
    }

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
