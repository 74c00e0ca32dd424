//! Texts and characters in words that can stand in a method name: the text itself where it is short and readable,
//! else what is so of it.

use std::collections::BTreeSet;

use goalline_testcase::JavaString;

use super::constant_words;
use crate::types::variables::capitalised;

/// Longest text that a name quotes, and most words: longer ones are no names.
const LONGEST_QUOTE: usize = 20;
const MOST_WORDS: usize = 2;

/// The name of a character that is no letter or digit.
pub(crate) fn sign_word(c: char) -> Option<&'static str> {
    Some(match c {
        ' ' => "Space",
        '\t' => "Tab",
        '\n' => "LineFeed",
        '\r' => "CarriageReturn",
        '\0' => "Nul",
        '-' => "Minus",
        '+' => "Plus",
        '/' => "Slash",
        '\\' => "Backslash",
        '.' => "Point",
        ',' => "Comma",
        ':' => "Colon",
        ';' => "Semicolon",
        '_' => "Underscore",
        '=' => "Equals",
        '*' => "Star",
        '%' => "Percent",
        '#' => "Hash",
        '\'' => "Quote",
        '"' => "DoubleQuote",
        '(' | ')' => "Parenthesis",
        '[' | ']' => "Bracket",
        '{' | '}' => "Brace",
        '<' => "LessThanSign",
        '>' => "GreaterThanSign",
        '!' => "Exclamation",
        '?' => "Question",
        '@' => "At",
        '&' => "Ampersand",
        '|' => "Bar",
        '~' => "Tilde",
        '^' => "Caret",
        '$' => "Dollar",
        '`' => "Backtick",
        _ => return None,
    })
}

/// A character in words.
pub(crate) fn char_words(unit: u16) -> String {
    match char::from_u32(u32::from(unit)) {
        Some(c) if c.is_ascii_lowercase() => format!("Letter{}", c.to_ascii_uppercase()),
        Some(c) if c.is_ascii_uppercase() => format!("Capital{c}"),
        Some(c) if c.is_ascii_digit() => format!("Digit{c}"),
        _ if unit == u16::MAX => "MaximumCharacter".to_owned(),
        _ if unit == 0xFFFD => "ReplacementCharacter".to_owned(),
        Some(c) => sign_word(c)
            .unwrap_or(match c {
                _ if c.is_control() => "ControlCharacter",
                _ if c.is_whitespace() => "Blank",
                _ if c.is_alphabetic() => "NonAsciiLetter",
                _ => "NonAsciiCharacter",
            })
            .to_owned(),
        None => "LoneSurrogate".to_owned(),
    }
}

/// `EmptyString`, `BlankString`, the text itself in words where it is short and readable, else `LongString` or
/// `OtherString`.
pub(crate) fn text_words(text: &JavaString) -> String {
    let text = text.to_text();
    if text.is_empty() {
        return "EmptyString".to_owned();
    }
    if text.chars().all(char::is_whitespace) {
        return gap_words(&text).to_owned();
    }
    if text.chars().count() > LONGEST_QUOTE {
        return "LongString".to_owned();
    }
    // A word that goes on until the text is long enough says how long it is.
    if text.to_lowercase().contains("exampleexam") {
        return format!("StringOfLength{}", text.chars().count());
    }
    let words = name_of_constant(&text).or_else(|| quoted(&text));
    match words {
        // The text is not what it says.
        Some(words) if KEYWORDS.contains(&&*words) => format!("Text{words}"),
        words => words.unwrap_or_else(|| "OtherString".to_owned()),
    }
}

/// A text that nobody sees, by what it does to a line.
fn gap_words(text: &str) -> &'static str {
    match text {
        "\n" => "LineFeed",
        "\r" => "CarriageReturn",
        "\r\n" => "LineBreak",
        "\t" => "Tab",
        _ if text.chars().all(|c| gap_word(c) == Some("LineBreak")) => "LineBreaks",
        _ => "BlankString",
    }
}

/// What separates words or lines.
fn gap_word(c: char) -> Option<&'static str> {
    match c {
        '\n' | '\r' => Some("LineBreak"),
        '\t' => Some("Tab"),
        _ => c.is_whitespace().then_some("Blank"),
    }
}

/// Values of the language that a text may spell.
const KEYWORDS: [&str; 3] = ["Null", "True", "False"];

/// Whether a text is one word, or several as the name of a constant has them, all in capitals.
pub(crate) fn is_name_of_constant(text: &JavaString) -> bool {
    let text = text.to_text();
    text.len() > 1 && text.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

/// `NoLanguages` for `NO_LANGUAGES`: what is written as a constant is told as one.
fn name_of_constant(text: &str) -> Option<String> {
    let is_part = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
    };
    let is_constant = text.contains('_')
        && text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.split('_').all(is_part);
    is_constant.then(|| constant_words(text))
}

/// The text itself where it is made of words alone, else only that it is one.
pub(crate) fn plain_text_words(text: &JavaString) -> String {
    if !text.0.is_empty() && text.to_text().chars().all(char::is_whitespace) {
        return text_words(text);
    }
    let is_plain = text
        .to_text()
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == ' ')
        && text.to_text().split_whitespace().count() <= MOST_WORDS;
    match text_words(text).as_str() {
        "EmptyString" => "EmptyString".to_owned(),
        words if is_plain && words != "LongString" => words.to_owned(),
        _ => "Text".to_owned(),
    }
}

/// `NothingBought` for `Nothing bought.`: a short line by its words, a single sign by its name, any other one only as a
/// text.
pub(crate) fn sentence_words(line: &str) -> String {
    const LONGEST: usize = 32;
    const MOST: usize = 5;
    let mut signs = line.chars();
    if let (Some(sign), None) = (signs.next(), signs.next())
        && let Some(word) = sign_word(sign)
    {
        return word.to_owned();
    }
    let is_of_sentence = |c: char| c.is_ascii_alphabetic() || " ,.!?:'".contains(c);
    let words: Vec<String> = line
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter(|word| !word.is_empty())
        .map(|word| capitalised(&word.to_lowercase()))
        .collect();
    let is_told = line.len() <= LONGEST
        && line.chars().all(is_of_sentence)
        && (1..=MOST).contains(&words.len());
    if is_told {
        words.concat()
    } else {
        "Text".to_owned()
    }
}

/// A text that came out: itself where it is made of words, a path or a single sign, else only that it is one.
pub(crate) fn told_text_words(text: &JavaString) -> String {
    let plain = plain_text_words(text);
    let shown = text.to_text();
    if let [unit] = text.0[..]
        && !shown.chars().all(char::is_alphanumeric)
    {
        return char_words(unit);
    }
    if plain != "Text" {
        return plain;
    }
    name_of_constant(&shown)
        .or_else(|| path_words(&shown))
        .or_else(|| fragment_words(&shown))
        .or_else(|| word_after_sign(&shown))
        .or_else(|| quoted(&shown).filter(|_| is_spelt(&shown)))
        .unwrap_or(plain)
}

/// `FragmentCacheNames` for the part of a page that `monitor/cache :: fragment-cache-names` is.
fn fragment_words(text: &str) -> Option<String> {
    let (page, fragment) = text.split_once("::")?;
    let is_named = |name: &str| {
        name.chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_/. ".contains(c))
    };
    let words: Vec<&str> = fragment.trim().split(['-', '_']).collect();
    let begins = fragment
        .trim()
        .starts_with(|c: char| c.is_ascii_alphabetic());
    let is_told = begins
        && page.contains('/')
        && is_named(page)
        && words.len() <= MOST_WORDS + 2
        && words
            .iter()
            .all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric()));
    let words = words.into_iter().map(capitalised).collect::<String>();
    let is_short = words.len() <= 2 * LONGEST_QUOTE;
    let prefix = if words.starts_with("Fragment") {
        ""
    } else {
        "Fragment"
    };
    (is_told && is_short).then(|| format!("{prefix}{words}"))
}

/// Whether a name spells the text sign by sign: `Percent3b`; of `{0}` nobody reads the signs.
fn is_spelt(text: &str) -> bool {
    const LONGEST: usize = 4;
    let signs = text.chars().filter(|c| !c.is_alphanumeric());
    text.chars().count() <= LONGEST && signs.count() < 2
}

/// `SlashHello` for `/hello`.
fn word_after_sign(text: &str) -> Option<String> {
    let mut rest = text.chars();
    let sign = sign_word(rest.next()?)?;
    let word = rest.as_str();
    let is_word =
        (3..=LONGEST_QUOTE).contains(&word.len()) && word.chars().all(|c| c.is_ascii_alphabetic());
    is_word.then(|| format!("{sign}{}", capitalised(word)))
}

/// Where a controller sends whoever asked: `RedirectsToOwnerEdit` of `redirect:/owners/{id}/edit`. What stands for a
/// value, and a value, is not told; what it is one of is.
pub(crate) fn redirect_words(text: &str) -> Option<String> {
    let path = text.strip_prefix("redirect:")?;
    let path = path.split(['?', '#']).next().unwrap_or(path);
    if path == "/" {
        return Some("RedirectsToRoot".to_owned());
    }
    let is_word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    };
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let mut words = String::new();
    for (at, part) in parts.iter().enumerate().filter(|(_, part)| is_word(part)) {
        let is_one = parts.get(at + 1).is_some_and(|next| !is_word(next));
        let part = if is_one {
            one_of(part)
        } else {
            (*part).to_owned()
        };
        words.extend(part.split(['-', '_']).map(capitalised));
    }
    (!words.is_empty()).then(|| format!("RedirectsTo{words}"))
}

/// `owner` of `owners`, `city` of `cities`; the word itself where nobody can be sure.
fn one_of(several: &str) -> String {
    const THEMSELVES: [&str; 5] = ["cookies", "movies", "news", "series", "species"];
    let is_short = several.len() < 4;
    if is_short || THEMSELVES.contains(&&*several.to_lowercase()) {
        return several.to_owned();
    }
    if let Some(stem) = several.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let hissing = ["ss", "x", "ch", "sh"];
    let stem = several.strip_suffix("es");
    if let Some(stem) = stem.filter(|stem| hissing.iter().any(|end| stem.ends_with(end))) {
        return stem.to_owned();
    }
    let one = several.strip_suffix('s');
    let one = one.filter(|it| !it.ends_with(['s', 'u', 'i', 'a']));
    one.unwrap_or(several).to_owned()
}

/// `OwnersFindOwners` for `owners/findOwners`, `RedirectOwnersEdit` for `redirect:/owners/{id}/edit`: the words of a
/// path or of an identifier.
fn path_words(text: &str) -> Option<String> {
    const LONGEST: usize = 40;
    const MOST: usize = 5;
    let is_part = |c: char| c.is_ascii_alphanumeric() || "/:._-{}".contains(c);
    let is_path = text.chars().all(is_part)
        && text.contains(['/', '.', '_', '-', ':'])
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    let words: Vec<&str> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let is_told = (2..=MOST).contains(&words.len())
        && words.iter().all(|word| word.len() > 1 || words.len() > 2)
        && words.iter().any(|word| word.len() > 2);
    (is_path && is_told && text.len() <= LONGEST)
        .then(|| words.into_iter().map(capitalised).collect())
}

/// What is special about a text that is not made of words alone: `NonAsciiName`, `NameWithUnderscore`.
pub(crate) fn text_feature(
    text: &JavaString,
    subject: &str,
    speaks_of: &dyn Fn(char) -> bool,
) -> Option<String> {
    let text = text.to_text();
    if text.chars().count() > LONGEST_QUOTE {
        return Some(format!("Long{subject}"));
    }
    if !text.is_ascii() {
        return Some(format!("NonAscii{subject}"));
    }
    if text.len() == 1 {
        return None;
    }
    if text.split_whitespace().count() > MOST_WORDS {
        return Some(format!("{subject}WithSeveralWords"));
    }
    if let Some(words) = around(&text) {
        return Some(format!("{subject}With{words}"));
    }
    let mut signs = text
        .chars()
        .filter(|c| !c.is_ascii_alphanumeric() && *c != ' ' && speaks_of(*c));
    let sign = signs.find_map(sign_word)?;
    Some(format!("{subject}With{sign}"))
}

/// `BlanksAround` a text, `LeadingTab`, `TrailingLineBreak`, where something of the kind is at one of its ends.
fn around(text: &str) -> Option<String> {
    let gap = |c: Option<char>| c.and_then(gap_word);
    let words = match (gap(text.chars().next()), gap(text.chars().next_back())) {
        (None, None) => return None,
        (Some(first), None) => return Some(format!("Leading{first}")),
        (None, Some(last)) => return Some(format!("Trailing{last}")),
        (Some(first), Some(last)) if first != last => "WhitespaceAround",
        (Some("Blank"), _) => "BlanksAround",
        (Some("LineBreak"), _) => "LineBreaksAround",
        (Some("Tab"), _) => "TabsAround",
        _ => "WhitespaceAround",
    };
    Some(words.to_owned())
}

/// What is so of a text, the most telling first: `StartsWithBackslash`, `HasOnlyDigits`.
pub(crate) fn text_properties(text: &str, speaks_of: &dyn Fn(char) -> bool) -> Vec<String> {
    let is_sign = |c: &char| !c.is_alphanumeric() && !c.is_whitespace() && !c.is_control();
    let sign = |c: char| {
        let told = Some(c).filter(|c| is_sign(c) && speaks_of(*c));
        told.and_then(sign_word)
    };
    let has_digits = speaks_of('0');
    let mut found: Vec<String> = Vec::new();
    let (first, last) = (text.chars().next(), text.chars().next_back());
    if text.chars().count() < 2 {
        let kind = match first {
            Some(c) if c.is_ascii_digit() && has_digits => "IsDigit",
            Some(c) if c.is_alphabetic() => "IsLetter",
            Some(c) if c.is_control() && !c.is_whitespace() => "IsControlCharacter",
            Some(c) => {
                return sign(c)
                    .map(|sign| format!("Is{sign}"))
                    .into_iter()
                    .collect();
            }
            None => return found,
        };
        found.push(kind.to_owned());
        return found;
    }
    let starts = first.and_then(sign);
    found.extend(starts.map(|sign| format!("StartsWith{sign}")));
    if !has_digits {
        // Then they are characters like others.
    } else if text.chars().all(|c| c.is_ascii_digit()) {
        found.push("HasOnlyDigits".to_owned());
    } else if first.is_some_and(|c| c.is_ascii_digit()) {
        found.push("StartsWithDigit".to_owned());
    }
    if text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        found.push("ContainsControlCharacter".to_owned());
    }
    if !text.is_ascii() {
        found.push("ContainsNonAsciiCharacter".to_owned());
    }
    let ends = last.and_then(sign).filter(|sign| Some(*sign) != starts);
    found.extend(ends.map(|sign| format!("EndsWith{sign}")));
    match (first.and_then(gap_word), last.and_then(gap_word)) {
        (Some(_), Some(_)) => found.extend(around(text).map(|words| format!("Has{words}"))),
        (Some(gap), None) => found.push(format!("StartsWith{gap}")),
        (None, Some(gap)) => found.push(format!("EndsWith{gap}")),
        (None, None) => {}
    }
    for inner in text.chars().filter_map(sign) {
        let is_told = found.iter().any(|words| words.ends_with(inner));
        if !is_told {
            found.push(format!("Contains{inner}"));
        }
    }
    let inside: BTreeSet<&str> = text.trim().chars().filter_map(gap_word).collect();
    let rarest = ["LineBreak", "Tab", "Blank"];
    let told = rarest.into_iter().find(|gap| inside.contains(gap));
    found.extend(told.map(|gap| format!("Contains{gap}")));
    if text.chars().all(char::is_alphabetic) {
        found.push("HasOnlyLetters".to_owned());
    }
    found
}

/// `first name` for `first_name` and `first-name`: what joins words is no word.
fn with_separate_words(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let is_letter = |at: usize| characters.get(at).is_some_and(char::is_ascii_alphabetic);
    let separate = |(at, c): (usize, &char)| {
        let joins = matches!(c, '_' | '-') && at > 0 && is_letter(at - 1) && is_letter(at + 1);
        if joins { ' ' } else { *c }
    };
    characters.iter().enumerate().map(separate).collect()
}

/// The words of a short text; none where a character has no word.
fn quoted(text: &str) -> Option<String> {
    const BRACKETS: [char; 8] = ['(', ')', '[', ']', '{', '}', '<', '>'];
    // What stands in brackets, or would, is a notation that nobody reads aloud.
    let is_notation = text.len() > 1 && text.contains(BRACKETS);
    if is_notation || text.split(' ').count() > MOST_WORDS + 2 {
        return None;
    }
    let text = &with_separate_words(text);
    let mut words = String::new();
    let mut symbols = 0;
    let mut before = ' ';
    let mut starts_word = true;
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            // `2 1/2` is not 21/2.
            let is_digit = |c: char| c.is_ascii_digit();
            if before == ' ' && is_digit(c) && words.ends_with(is_digit) {
                words.push_str("And");
            }
            if starts_word {
                words.extend(c.to_uppercase());
            } else {
                words.push(c);
            }
            starts_word = false;
        } else if c == ' ' {
            starts_word = true;
        } else {
            symbols += 1;
            words.push_str(sign_word(c)?);
            starts_word = true;
        }
        before = c;
    }
    (symbols <= 2 && !words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fragment_of_a_page_is_told_by_its_own_name() {
        let words = |text: &str| told_text_words(&JavaString::from(text));
        let told = words("monitor/cache/cache::fragment-cache-names");
        assert_eq!(told, "FragmentCacheNames");
        assert_eq!(words("shop/a-long-path/list :: rows"), "FragmentRows");
        assert_eq!(words("std::vector<int> of many elements"), "Text");
    }

    #[test]
    fn short_texts_are_quoted_in_words() {
        let words = |text: &str| text_words(&JavaString::from(text));
        assert_eq!(words("hello world"), "HelloWorld");
        assert_eq!(words("detail_address in"), "DetailAddressIn");
        assert_eq!(words("Request-URI"), "RequestURI");
        assert_eq!(words("hello[null]"), "OtherString");
        assert_eq!(words("{}"), "OtherString");
        assert_eq!(words("["), "Bracket");
        assert_eq!(words("3/4"), "3Slash4");
        assert_eq!(words("2 1/2"), "2And1Slash2");
        assert_eq!(words("20 hours 50 minutes"), "20Hours50Minutes");
        assert_eq!(words("-1.5"), "Minus1Point5");
        assert_eq!(words(""), "EmptyString");
        assert_eq!(words(" \t"), "BlankString");
        assert_eq!(words("\n"), "LineFeed");
        assert_eq!(words("\r"), "CarriageReturn");
        assert_eq!(words("\r\n"), "LineBreak");
        assert_eq!(words("\n\n"), "LineBreaks");
        assert_eq!(words("\t"), "Tab");
        assert_eq!(words("你好"), "OtherString");
        assert_eq!(words("NO_LANGUAGES"), "NoLanguages");
        assert_eq!(words("UTF_8"), "Utf8");
        assert_eq!(words("X_"), "XUnderscore");
        assert_eq!(words("null"), "TextNull");
    }

    #[test]
    fn a_text_that_came_out_is_told_by_its_words_where_it_is_a_path_or_a_sign() {
        let words = |text: &str| told_text_words(&JavaString::from(text));
        assert_eq!(words("owners/findOwners"), "OwnersFindOwners");
        assert_eq!(words("redirect:/owners/{ownerId}"), "RedirectOwnersOwnerId");
        let to = |text: &str| redirect_words(text).unwrap_or_default();
        assert_eq!(
            to("redirect:/owners/{ownerId}/edit"),
            "RedirectsToOwnerEdit"
        );
        assert_eq!(to("redirect:/owners/2?page=1"), "RedirectsToOwner");
        assert_eq!(to("redirect:/sign-in"), "RedirectsToSignIn");
        assert_eq!(to("redirect:/cities/3/news"), "RedirectsToCityNews");
        for (several, one) in [
            ("addresses", "Address"),
            ("boxes", "Box"),
            ("status", "Status"),
        ] {
            assert_eq!(
                to(&format!("redirect:/{several}/3")),
                format!("RedirectsTo{one}")
            );
        }
        assert_eq!(to("redirect:/"), "RedirectsToRoot");
        assert_eq!(to("redirect:/7"), "");
        assert_eq!(to("owners/list"), "");
        assert_eq!(words("-"), "Minus");
        assert_eq!(words("\u{fffd}"), "ReplacementCharacter");
        assert_eq!(words("\n"), "LineFeed");
        assert_eq!(words("Hello"), "Hello");
        assert_eq!(words("[a..a]"), "Text");
        assert_eq!(words("-1"), "Minus1");
        assert_eq!(words("{0}"), "Text");
    }

    #[test]
    fn a_text_is_told_by_where_its_signs_stand() {
        let properties = |text: &str| text_properties(text, &|_| true).join(" ");
        assert_eq!(
            properties("\\a\u{0}"),
            "StartsWithBackslash ContainsControlCharacter"
        );
        assert_eq!(properties("-1.5"), "StartsWithMinus ContainsPoint");
        assert_eq!(properties("42"), "HasOnlyDigits");
        assert_eq!(properties("4a "), "StartsWithDigit EndsWithBlank");
        assert_eq!(properties("a b"), "ContainsBlank");
        assert_eq!(properties("x\r"), "EndsWithLineBreak");
        assert_eq!(properties("x\ny z"), "ContainsLineBreak");
        assert_eq!(properties("\tx y"), "StartsWithTab ContainsBlank");
        assert_eq!(properties("\nx "), "HasWhitespaceAround");
        assert_eq!(properties("x"), "IsLetter");
        assert_eq!(properties("red"), "HasOnlyLetters");
        assert_eq!(properties("\u{1f}"), "IsControlCharacter");
    }

    #[test]
    fn texts_have_features_where_they_are_no_words() {
        let feature = |text: &str| text_feature(&JavaString::from(text), "Name", &|_| true);
        assert_eq!(feature("a_b").as_deref(), Some("NameWithUnderscore"));
        assert_eq!(
            feature("The quick fox").as_deref(),
            Some("NameWithSeveralWords")
        );
        assert_eq!(feature(" x").as_deref(), Some("NameWithLeadingBlank"));
        assert_eq!(feature(" x ").as_deref(), Some("NameWithBlanksAround"));
        assert_eq!(feature("x\n").as_deref(), Some("NameWithTrailingLineBreak"));
        assert_eq!(feature("x\u{ffff}").as_deref(), Some("NonAsciiName"));
        assert_eq!(feature("Alice"), None);
    }
}
