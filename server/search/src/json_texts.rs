//! Texts that are JSON objects, for code that takes members out of one: takes the names that may be members', gives
//! such texts and others near them; who reads them is not known here.

use goalline_testcase::JavaString;
use rand::{Rng, seq::IndexedRandom};

/// Members of an object at most.
const MOST_MEMBERS: usize = 8;

/// How often a new object has one more member.
const ONE_MORE: f64 = 0.5;

/// A value that needs no reading.
const PLAIN: &str = "1";

/// Longest text that becomes a value.
const LONGEST_VALUE: usize = 20;

/// The names that members may have.
#[derive(Clone, Debug, Default)]
pub(crate) struct JsonTexts {
    keys: Vec<String>,
}

impl JsonTexts {
    /// With those texts that can be names.
    pub(crate) fn of<'a>(texts: impl IntoIterator<Item = &'a JavaString>) -> Self {
        let texts = texts.into_iter().map(JavaString::to_text);
        let keys = texts.filter(|it| is_name(it)).collect();
        Self { keys }
    }

    /// Whether no names are known.
    pub(crate) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// A new object of a few members, some of which have the given text as their value.
    pub(crate) fn object(&self, given: &JavaString, rng: &mut impl Rng) -> JavaString {
        let mut members = Vec::new();
        self.set_one(&mut members, given, rng);
        while members.len() < MOST_MEMBERS && rng.random_bool(ONE_MORE) {
            self.set_one(&mut members, given, rng);
        }
        written(&members)
    }

    /// The object with a member more, less or of another value; none where the text is no object.
    pub(crate) fn near(
        &self,
        text: &JavaString,
        given: &JavaString,
        rng: &mut impl Rng,
    ) -> Option<JavaString> {
        let mut members = members(&text.to_text())?;
        let at = (!members.is_empty()).then(|| rng.random_range(0..members.len()));
        match (rng.random_range(0..6), at) {
            (0, Some(at)) => drop(members.remove(at)),
            (1..3, Some(at)) => members[at].1 = value(given, rng),
            _ if members.len() < MOST_MEMBERS => self.set_one(&mut members, given, rng),
            _ => {}
        }
        Some(written(&members))
    }

    /// Gives one member a value, which it may have had before.
    fn set_one(&self, members: &mut Vec<(String, String)>, given: &JavaString, rng: &mut impl Rng) {
        let Some(key) = self.keys.choose(rng) else {
            return;
        };
        let value = value(given, rng);
        match members.iter_mut().find(|(known, _)| known == key) {
            Some(known) => known.1 = value,
            None => members.push((key.clone(), value)),
        }
    }
}

/// Objects with less to read than this one: a member less each, or a plainer value; none where the text is no object.
pub(crate) fn plainer(text: &JavaString) -> Vec<JavaString> {
    let whole = members(&text.to_text()).unwrap_or_default();
    let fewer = (0..whole.len()).map(|at| {
        let mut fewer = whole.clone();
        fewer.remove(at);
        fewer
    });
    let plainer = (0..whole.len()).map(|at| {
        let mut plainer = whole.clone();
        PLAIN.clone_into(&mut plainer[at].1);
        plainer
    });
    let all = fewer.chain(plainer).filter(|it| *it != whole);
    all.map(|it| written(&it)).collect()
}

/// A value, mostly of a text or a number.
fn value(given: &JavaString, rng: &mut impl Rng) -> String {
    match rng.random_range(0..10) {
        0..4 => rng.random_range(0..10).to_string(),
        4..7 => quoted(&given.to_text()),
        7 => rng.random_bool(0.5).to_string(),
        8 => format!("[{}]", rng.random_range(0..10)),
        _ => format!("[{}]", quoted(&given.to_text())),
    }
}

/// The text as a JSON text; of one that would have to be escaped or cut an empty one.
fn quoted(text: &str) -> String {
    let is_plain = |it: char| !it.is_control() && it != '"' && it != '\\';
    let fits = text.len() <= LONGEST_VALUE && text.chars().all(is_plain);
    format!("\"{}\"", if fits { text } else { "" })
}

fn is_name(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
        && text
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-'))
}

fn written(members: &[(String, String)]) -> JavaString {
    let members: Vec<String> = members
        .iter()
        .map(|(key, value)| format!("\"{key}\":{value}"))
        .collect();
    JavaString::from(format!("{{{}}}", members.join(",")).as_str())
}

/// The members of an object as it is written here; none of any other text.
fn members(text: &str) -> Option<Vec<(String, String)>> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    let mut found = Vec::new();
    for part in parts(inner) {
        let (key, value) = part.strip_prefix('"')?.split_once("\":")?;
        found.push((key.to_owned(), value.to_owned()));
    }
    Some(found)
}

/// What stands between commas outside of texts and lists.
fn parts(inner: &str) -> Vec<&str> {
    let (mut found, mut from) = (Vec::new(), 0);
    let (mut is_text, mut depth) = (false, 0_usize);
    for (at, unit) in inner.char_indices() {
        match unit {
            '"' => is_text = !is_text,
            '[' | '{' if !is_text => depth += 1,
            ']' | '}' if !is_text => depth = depth.saturating_sub(1),
            ',' if !is_text && depth == 0 => {
                found.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(&inner[from..]);
    found.retain(|part| !part.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn texts(texts: &[&str]) -> JsonTexts {
        let texts: Vec<JavaString> = texts.iter().map(|it| JavaString::from(*it)).collect();
        JsonTexts::of(&texts)
    }

    #[test]
    fn only_texts_that_can_be_names_name_members() {
        let json = texts(&["userId", "not found", "", "7up", "_x", "order-id", "-"]);
        assert_eq!(json.keys, ["userId", "_x", "order-id"]);
        assert!(texts(&["/wx/coupon"]).is_empty());
    }

    #[test]
    fn objects_are_read_as_they_are_written() {
        let json = texts(&["mobile", "code", "ids"]);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let given = JavaString::from("a,b]c{d");
        for _ in 0..200 {
            let object = json.object(&given, &mut rng);
            let read = members(&object.to_text()).expect("it is an object");
            assert_eq!(written(&read), object);
        }
    }

    #[test]
    fn an_object_is_plainer_with_a_member_less_or_a_plain_value() {
        let plainer = plainer(&"{\"id\":1,\"name\":\"a,b\"}".into());
        let texts: Vec<String> = plainer.iter().map(JavaString::to_text).collect();
        let expected = ["{\"name\":\"a,b\"}", "{\"id\":1}", "{\"id\":1,\"name\":1}"];
        assert_eq!(texts, expected);
        assert!(super::plainer(&"{x}".into()).is_empty());
    }

    #[test]
    fn step_by_step_an_object_gets_all_members_of_any_values() {
        let json = texts(&["mobile", "code"]);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let given = JavaString::from("a,b");
        let mut text = JavaString::from("{}");
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..2_000 {
            text = json.near(&text, &given, &mut rng).expect("an object");
            seen.insert(text.to_text());
        }
        for wanted in ["{}", "{\"code\":3,\"mobile\":\"a,b\"}", "{\"mobile\":[7]}"] {
            assert!(seen.contains(wanted), "{wanted}");
        }
        assert_eq!(json.near(&"x".into(), &given, &mut rng), None);
    }
}
