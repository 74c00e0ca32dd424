//! Values in words that can stand in a method name: takes literals and observed values, gives capitalised words; no
//! value is given exactly unless it is short. Texts and characters have a file of their own.

use goalline_testcase::{Literal, Observed};

mod text_words;

pub(crate) use text_words::{
    char_words, is_name_of_constant, plain_text_words, redirect_words, sentence_words, sign_word,
    text_feature, text_properties, text_words, told_text_words,
};

use crate::{
    assertions::inspectors::CLASS,
    types::{
        type_names::simple_name,
        variables::{capitalised, decapitalised},
    },
};

const SMALL_NUMBERS: [&str; 11] = [
    "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
];

/// Numbers from here on are only called large.
const LARGE: u64 = 1_000_000;

/// `Three`, `Minus12`, `MaximumInteger`.
pub(crate) fn number_words(value: i64) -> String {
    let small = |value: i64| {
        usize::try_from(value.unsigned_abs())
            .ok()
            .and_then(|at| SMALL_NUMBERS.get(at))
    };
    match value {
        0..=10 => small(value).map_or_else(|| value.to_string(), |word| (*word).to_owned()),
        -10..=-1 => format!("Minus{}", small(value).copied().unwrap_or_default()),
        _ if value == i64::from(i32::MAX) => "MaximumInteger".to_owned(),
        _ if value == i64::from(i32::MIN) => "MinimumInteger".to_owned(),
        i64::MAX => "MaximumLong".to_owned(),
        i64::MIN => "MinimumLong".to_owned(),
        // Nobody reads so many digits in a name.
        _ if value.unsigned_abs() >= LARGE => {
            let sign = if value < 0 { "Negative" } else { "" };
            format!("Large{sign}Number")
        }
        _ if value < 0 => format!("Minus{}", value.unsigned_abs()),
        _ => value.to_string(),
    }
}

/// A number of elements in words.
pub(crate) fn count_words(count: usize) -> String {
    SMALL_NUMBERS
        .get(count)
        .map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// `OneElement`, `TwoElements`.
pub(crate) fn elements_words(count: u32) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{}Element{plural}", count_words(count as usize))
}

fn floating_words(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 {
            "Infinity"
        } else {
            "NegativeInfinity"
        }
        .to_owned()
    } else if value.fract() == 0.0 && value.abs() < 1e6 {
        number_words(value as i64)
    } else if value.abs() < 1e4 && format!("{}", value.abs()).len() <= 6 {
        let text = format!("{}", value.abs()).replace('.', "Point");
        if value < 0.0 {
            format!("Minus{text}")
        } else {
            text
        }
    } else if value < 0.0 {
        "NegativeNumber".to_owned()
    } else {
        "PositiveNumber".to_owned()
    }
}

/// The number that the digits of a `float` say: `0.1`, where its value is `0.10000000149011612`.
pub(crate) fn as_written(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

/// Whether a value is a constant or a text that is one word.
fn has_word(one: &Observed) -> bool {
    match one {
        Observed::Constant { .. } => true,
        Observed::Literal(Literal::Text(text)) => {
            let text = text.to_text();
            text.len() > 1 && text.chars().all(|c| c.is_ascii_alphabetic())
        }
        _ => false,
    }
}

/// The one or two elements of a list, a set or an array, where each has a word of its own: `DownAndUp`; the only entry
/// of a map: `MethodXml`.
pub(crate) fn few_elements_words(observed: &Observed) -> Option<String> {
    if let Observed::Unordered(all) = observed
        && let ([key], [value], 1, true) = (&all.keys[..], &all.values[..], all.size, all.is_map)
    {
        let is_told = has_word(key) && has_word(value);
        return is_told.then(|| format!("{}{}", observed_words(key), observed_words(value)));
    }
    let (size, elements) = match observed {
        Observed::Array { length, elements } => (*length, elements),
        Observed::Sized { size, elements } => (*size, elements),
        Observed::Unordered(all) if !all.is_map => (all.size, &all.keys),
        _ => return None,
    };
    let is_told = matches!(elements.len(), 1 | 2)
        && elements.len() == size as usize
        && elements.iter().all(has_word);
    let words = || elements.iter().map(observed_words).collect::<Vec<_>>();
    is_told.then(|| match &words()[..] {
        [only] => format!("Only{only}"),
        several => several.join("And"),
    })
}

/// The keys of a small map that are words each: `OrderAndOrderItemList`.
pub(crate) fn keys_words(keys: &[Observed]) -> Option<String> {
    let is_told = matches!(keys.len(), 2 | 3) && keys.iter().all(has_word);
    let words = keys.iter().map(observed_words);
    is_told.then(|| words.collect::<Vec<_>>().join("And"))
}

/// Whether a call that ends so cannot end otherwise for the same reason: of a value that is computed many are possible.
pub(crate) fn is_exclusive(outcome: &str) -> bool {
    const EXCLUSIVE: [&str; 3] = ["returnstrue", "returnsfalse", "returnsnull"];
    const BEGINNINGS: [&str; 8] = [
        "throws",
        "rejects",
        "redirectsto",
        "returnsstatus",
        // Answers of services and controllers.
        "returnserror",
        "returnsfail",
        "returnsok",
        "returnssuccess",
    ];
    EXCLUSIVE.contains(&outcome) || BEGINNINGS.iter().any(|it| outcome.starts_with(it))
}

/// A literal in words.
pub(crate) fn literal_words(literal: &Literal) -> String {
    match literal {
        Literal::Boolean(value) => if *value { "True" } else { "False" }.to_owned(),
        Literal::Byte(value) => number_words(i64::from(*value)),
        Literal::Short(value) => number_words(i64::from(*value)),
        Literal::Int(value) => number_words(i64::from(*value)),
        Literal::Long(value) => number_words(*value),
        Literal::Char(unit) => char_words(*unit),
        Literal::Float(value) => floating_words(as_written(*value)),
        Literal::Double(value) => floating_words(*value),
        Literal::Text(text) => text_words(text),
        Literal::Class(_) => "Class".to_owned(),
    }
}

/// Whether all that the words say of a number is that it is large.
pub(crate) fn is_some_large_number(words: &str) -> bool {
    words.ends_with("LargeNumber") || words.ends_with("LargeNegativeNumber")
}

/// A constant's name in words: `MaxSize` of `MAX_SIZE`, whatever it is asked for.
pub(crate) fn constant_words(constant: &str) -> String {
    let name = constant.split('.').next().unwrap_or(constant);
    capitalised(&decapitalised(name))
}

/// An observed value in words; variables are named by the caller.
pub(crate) fn observed_words(observed: &Observed) -> String {
    match observed {
        Observed::Null => "Null".to_owned(),
        Observed::Literal(literal) => match literal_words(literal).as_str() {
            "OtherString" => "String".to_owned(),
            words => words.to_owned(),
        },
        Observed::Constant { constant, .. } => constant_words(constant),
        Observed::Same(_) => "SameInstance".to_owned(),
        Observed::Array { length: 0, .. } => "EmptyArray".to_owned(),
        Observed::Sized { size: 0, .. } => "Nothing".to_owned(),
        Observed::Array { length: size, .. } | Observed::Sized { size, .. } => {
            elements_words(*size)
        }
        Observed::Unordered(all) if all.size == 0 => "Nothing".to_owned(),
        Observed::Unordered(all) => elements_words(all.size),
        Observed::Value { class, text } => match text.to_text().parse::<i64>() {
            Ok(number) => number_words(number),
            // `PT0.002S` is nothing that anybody says.
            Err(_) if class.starts_with("java.time.") || class == "java.util.Date" => {
                simple_name(class).to_owned()
            }
            Err(_) if class == "java.net.URI" => "Uri".to_owned(),
            Err(_) if class == CLASS => capitalised(simple_name(&text.to_text())),
            Err(_) => text_words(text),
        },
        Observed::Calls { count, .. } => format!("{}Calls", number_words(i64::from(*count))),
        Observed::Object { class } | Observed::Described { class, .. } => {
            capitalised(simple_name(class))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_entry_of_a_map_is_told_where_both_are_words() {
        let text = |text: &str| Observed::Literal(Literal::Text(text.into()));
        let map = |value: Observed| {
            Observed::Unordered(goalline_testcase::Unordered {
                size: 1,
                is_map: true,
                keys: vec![text("method")],
                values: vec![value],
            })
        };
        assert_eq!(
            few_elements_words(&map(text("xml"))).as_deref(),
            Some("MethodXml")
        );
        assert_eq!(few_elements_words(&map(text("1.0"))), None);
    }

    #[test]
    fn the_keys_of_a_small_map_are_told_where_all_are_words() {
        let text = |text: &str| Observed::Literal(Literal::Text(text.into()));
        let words = keys_words(&[text("order"), text("orderItemList")]);
        assert_eq!(words.as_deref(), Some("OrderAndOrderItemList"));
        assert_eq!(keys_words(&[text("order"), text("7")]), None);
        assert_eq!(keys_words(&[text("order")]), None);
    }

    #[test]
    fn numbers_are_words_up_to_ten() {
        assert_eq!(number_words(7), "Seven");
        assert_eq!(number_words(-12), "Minus12");
        assert_eq!(number_words(i64::from(i32::MIN)), "MinimumInteger");
        assert_eq!(literal_words(&Literal::Double(0.5)), "0Point5");
        assert_eq!(literal_words(&Literal::Float(-2.0)), "MinusTwo");
        assert_eq!(literal_words(&Literal::Float(0.1)), "0Point1");
    }

    #[test]
    fn characters_without_a_word_go_by_their_kind() {
        assert_eq!(literal_words(&Literal::Char(1)), "ControlCharacter");
        assert_eq!(literal_words(&Literal::Char(0xE9)), "NonAsciiLetter");
        assert_eq!(literal_words(&Literal::Char(0xFFEE)), "NonAsciiCharacter");
        assert_eq!(literal_words(&Literal::Char(u16::MAX)), "MaximumCharacter");
    }
}
