//! Examples of Javadoc: takes the documentation of methods, gives the calls that it shows with their arguments, and the
//! texts that it quotes.

use std::collections::BTreeMap;

use goalline_flow::{FileFlow, MethodId};
use goalline_syntax::{FileDeclarations, JavaFile};
use goalline_testcase::{ExampleValue, Examples};

use crate::sources::source_literals::unescape;

/// Longest text that is taken.
const LONGEST: usize = 60;

/// Examples of one method, at most.
const MOST: usize = 24;

/// What the documentation of each method of the file shows; methods that it shows nothing of are left out.
pub(crate) fn examples(
    file: &JavaFile,
    declared: &FileDeclarations,
    flow: &FileFlow,
) -> BTreeMap<MethodId, Examples> {
    let mut found = BTreeMap::new();
    for member in declared.types.iter().flat_map(|ty| &ty.members) {
        let Some(javadoc) = member.javadoc else {
            continue;
        };
        let mut methods = flow.methods.iter();
        let method = methods.find(|it| it.name_span == member.name_span && it.name == member.name);
        let shown = of_javadoc(javadoc.of(file.text()), &member.name);
        if let Some(method) = method
            && shown != Examples::default()
        {
            found.insert(method.id, shown);
        }
    }
    found
}

fn of_javadoc(javadoc: &str, name: &str) -> Examples {
    let text = plain(javadoc);
    let mut shown = Examples::default();
    for (at, _) in text.match_indices(&format!("{name}(")) {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '#';
        if text[..at].ends_with(is_part) {
            continue;
        }
        let arguments = arguments(&text[at + name.len() + 1..]);
        let arguments = arguments.filter(|one| !one.is_empty() && !shown.calls.contains(one));
        shown.calls.extend(arguments);
    }
    let mut rest = text.as_str();
    while let Some(start) = rest.find('"') {
        let Some(length) = quoted(&rest[start..]) else {
            break;
        };
        let units = unescape(&rest[start + 1..start + length - 1]);
        let quoted = String::from_utf16_lossy(&units);
        if (1..=LONGEST).contains(&quoted.len()) && !shown.texts.contains(&quoted) {
            shown.texts.push(quoted);
        }
        rest = &rest[start + length..];
    }
    shown.calls.truncate(MOST);
    shown.texts.truncate(MOST);
    shown
}

/// The text without the stars in front of its lines and without what HTML writes otherwise.
pub(crate) fn plain(javadoc: &str) -> String {
    let lines = javadoc
        .lines()
        .map(|line| line.trim_start().trim_start_matches('*'));
    let text = lines.collect::<Vec<_>>().join("\n");
    let entities = [
        ("&quot;", "\""),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    entities
        .iter()
        .fold(text, |text, (entity, sign)| text.replace(entity, sign))
}

/// How long a text in double quotes is that begins here; none where the line ends before it does.
fn quoted(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The arguments of a call, from behind its parenthesis; none where one of them is no literal.
fn arguments(text: &str) -> Option<Vec<ExampleValue>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    loop {
        let (value, length) = argument(rest)?;
        found.push(value);
        rest = rest[length..].trim_start();
        match rest.chars().next()? {
            ',' => rest = rest[1..].trim_start(),
            ')' => return Some(found),
            _ => return None,
        }
    }
}

/// The literal that a text begins with, and how long it is.
fn argument(text: &str) -> Option<(ExampleValue, usize)> {
    if text.starts_with('"') {
        let length = quoted(text)?;
        let units = unescape(&text[1..length - 1]);
        return Some((ExampleValue::Text(String::from_utf16_lossy(&units)), length));
    }
    if let Some(rest) = text.strip_prefix('\'') {
        let length = rest.find('\'').filter(|length| *length > 0)?;
        let [unit] = unescape(&rest[..length])[..] else {
            return None;
        };
        return Some((ExampleValue::Char(unit), length + 2));
    }
    let length =
        text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.' | '+'))?;
    let literal = match &text[..length] {
        "null" => ExampleValue::Null,
        "true" => ExampleValue::Truth(true),
        "false" => ExampleValue::Truth(false),
        number => match number.parse::<i32>() {
            Ok(value) => ExampleValue::Whole(value),
            Err(_) => ExampleValue::Floating(
                number
                    .trim_end_matches(['d', 'D', 'f', 'F', 'L', 'l'])
                    .parse()
                    .ok()?,
            ),
        },
    };
    Some((literal, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> ExampleValue {
        ExampleValue::Text(text.to_owned())
    }

    #[test]
    fn calls_in_javadoc_are_read_with_their_arguments() {
        let javadoc = "/** Shortens.\n * <pre>\n * Utils.cut(null, 4)   = null\n * Utils.cut(\"ab\\tc, d\", 2) = \"ab\"\n \
                       * Utils.cut(*, 0) = \"\"\n * Utils.recut(\"x\", 1) = 1\n * cut(&quot;&lt;&quot;, -1.5)\n * </pre> */";
        let shown = of_javadoc(javadoc, "cut");
        assert_eq!(
            shown.calls,
            [
                vec![ExampleValue::Null, ExampleValue::Whole(4)],
                vec![text("ab\tc, d"), ExampleValue::Whole(2)],
                vec![text("<"), ExampleValue::Floating(-1.5)],
            ]
        );
        assert!(shown.texts.contains(&"ab".to_owned()));
    }

    #[test]
    fn what_is_no_example_is_none() {
        let shown = of_javadoc(
            "/** Calls {@link #cut(String, int)}; cut(name) is \"open\n * ended */",
            "cut",
        );
        assert_eq!(shown, Examples::default());
    }

    #[test]
    fn examples_belong_to_the_method_that_they_are_written_at() {
        let java = "class A {\n /** {@code m(\"b\")} */ void m(String a) { }\n void m(int a) { } }";
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        let found = examples(&file, &goalline_syntax::declarations(&file), &flow);
        let of: Vec<&Vec<String>> = found
            .keys()
            .map(|id| &flow.method(*id).parameters)
            .collect();
        assert_eq!(of, [&["String".to_owned()]]);
    }
}
