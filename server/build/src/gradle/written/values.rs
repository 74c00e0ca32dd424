//! What names stand for in build scripts: takes statements and properties, gives the texts that they mean; computes
//! nothing else that a script computes.

use std::collections::BTreeMap;

use super::{
    catalog::Catalog,
    script::{Part, ScriptStatement},
};

/// Names that stand for names that stand for names are followed this far.
const FARTHEST: usize = 8;

/// Letters that come of the names in a text at most: names may stand for texts with names.
const LONGEST: usize = 1 << 16;

/// Names with their values, as they are written.
#[derive(Clone, Debug, Default)]
pub struct Values {
    by_name: BTreeMap<String, String>,
    /// By what scripts call them: `libs`.
    catalogs: BTreeMap<String, Catalog>,
}

impl Values {
    /// Adds a catalogue under its name.
    pub fn add_catalog(&mut self, name: &str, text: &str) {
        let catalog = Catalog::read(text);
        self.catalogs.insert(name.to_owned(), catalog);
    }

    /// Adds a file of properties.
    pub fn add_properties(&mut self, text: &str) {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((name, value)) = line.split_once('=') {
                self.add(name.trim(), value.trim());
            }
        }
    }

    /// Adds what a script names, blocks included; what is known already stays.
    pub fn add_script(&mut self, statements: &[ScriptStatement]) {
        for statement in statements {
            for at in 0..statement.len() {
                match &statement[at..] {
                    [Part::Block(inner), ..] => self.add_script(inner),
                    parts => {
                        if let Some((name, value)) = named_value(parts) {
                            self.add_written(name, value);
                        }
                    }
                }
            }
        }
    }

    fn add_written(&mut self, name: &str, value: &[Part]) {
        // What a call gives is computed.
        let is_call = matches!(value, [Part::Word(_), Part::Mark('('), ..]);
        if !is_call && let [Part::Text(value) | Part::Word(value), ..] = value {
            self.add(name, value);
        }
    }

    fn add(&mut self, name: &str, value: &str) {
        if !name.is_empty() && name != value {
            let known = self.by_name.entry(name.to_owned());
            known.or_insert_with(|| value.to_owned());
        }
    }

    /// What a name means: the value of it, else that of its last part.
    fn of_name(&self, name: &str, depth: usize, room: &mut usize) -> Option<String> {
        if depth > FARTHEST {
            return None;
        }
        if let Some((catalog, rest)) = name.split_once(".versions.")
            && let Some(catalog) = self.catalogs.get(catalog)
        {
            return catalog.version(rest).map(str::to_owned);
        }
        let last = name.rsplit('.').next().unwrap_or(name);
        let in_ext = format!("ext.{last}");
        let names = [name, last, &in_ext];
        let value = names.into_iter().find_map(|it| self.by_name.get(it))?;
        let is_number = value.starts_with(|c: char| c.is_ascii_digit());
        if is_number || value.contains('$') || !self.by_name.contains_key(value) {
            return Some(self.filled(value, depth + 1, room));
        }
        self.of_name(value, depth + 1, room)
    }

    /// A text with the values of the names in it.
    pub fn text(&self, text: &str) -> String {
        self.filled(text, 0, &mut LONGEST.clone())
    }

    /// The same where so many letters more may come of all names.
    fn filled(&self, text: &str, depth: usize, room: &mut usize) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while *room > 0
            && depth <= FARTHEST
            && let Some((before, behind)) = rest.split_once('$')
        {
            let (name, after) = match behind.strip_prefix('{') {
                Some(inner) => inner.split_once('}').unwrap_or((inner, "")),
                None => behind.split_at(name_end(behind)),
            };
            // `${property("x")}` names it in quotes.
            let name = name.split(['"', '\'']).nth(1).unwrap_or(name.trim());
            let name = name.trim_end_matches("()");
            let value = self.of_name(name, depth + 1, room);
            let value = value.unwrap_or_else(|| format!("${{{name}}}"));
            *room = room.saturating_sub(value.len() + 1);
            filled.push_str(before);
            filled.push_str(&value);
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    /// The text that these parts begin with: quotes and names, joined by `+`.
    pub fn written(&self, parts: &[Part]) -> Option<String> {
        let mut text = self.value_of(parts.first()?)?;
        let mut rest = &parts[1..];
        while let [Part::Mark('+'), next, after @ ..] = rest
            && let Some(value) = self.value_of(next)
        {
            text.push_str(&value);
            rest = after;
        }
        Some(text)
    }

    fn value_of(&self, part: &Part) -> Option<String> {
        match part {
            Part::Text(text) => Some(self.text(text)),
            Part::Word(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                Some(word.clone())
            }
            Part::Word(word) => self.of_name(word, 0, &mut LONGEST.clone()),
            _ => None,
        }
    }

    /// The libraries of a catalogue that a name means.
    pub fn libraries(&self, name: &str) -> Vec<&str> {
        let of = |(catalog, rest): (&str, _)| Some(self.catalogs.get(catalog)?.libraries(rest));
        name.split_once('.').and_then(of).unwrap_or_default()
    }

    /// The identifier and version of a catalogue's plugin.
    pub fn plugin(&self, name: &str) -> Option<&str> {
        let (catalog, rest) = name.split_once(".plugins.")?;
        self.catalogs.get(catalog)?.plugin(rest)
    }
}

/// A name and what stands for its value: `a = 1`, `val a: String = "1"`, `a: 1`, `set("a", 1)`, `extra["a"] = 1`,
/// `val a by extra(1)`.
fn named_value(parts: &[Part]) -> Option<(&str, &[Part])> {
    let (name, value) = match parts {
        [Part::Word(name), Part::Mark(':'), Part::Word(_), rest @ ..]
            if rest.first() == Some(&Part::Mark('=')) =>
        {
            (name, rest)
        }
        [Part::Word(name), rest @ ..] if matches!(rest, [Part::Mark('=' | ':'), ..]) => {
            (name, rest)
        }
        [
            Part::Mark('[' | '('),
            Part::Text(name),
            Part::Mark(_),
            rest @ ..,
        ] => (name, rest),
        [
            Part::Word(name),
            Part::Word(by),
            Part::Word(extra),
            rest @ ..,
        ] if by == "by" && extra == "extra" => (name, rest),
        _ => return None,
    };
    let is_sign = |part: &&Part| matches!(part, Part::Mark('=' | ':' | '('));
    let signs = value.iter().take_while(is_sign).count();
    Some((name, &value[signs..]))
}

/// Where the name that a text begins with ends: a dot belongs to it where a letter follows.
fn name_end(text: &str) -> usize {
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let is_dot = letter == '.';
        let goes_on = letters.peek().is_some_and(|(_, next)| next.is_alphabetic());
        if !(letter.is_alphanumeric() || letter == '_' || is_dot && goes_on) {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{super::script::statements, *};

    #[test]
    fn texts_that_grow_with_each_name_and_texts_of_many_names_come_to_an_end() {
        let mut values = Values::default();
        let names = "abcdefghij".chars().zip("bcdefghijk".chars());
        let lines =
            names.map(|(name, next)| format!("{name}={}\n", format!("${{{next}}}").repeat(100)));
        values.add_properties(&lines.collect::<String>());
        values.add_properties("self=$self$self\nk=1\n");
        for text in ["$a", "$self"] {
            assert!(values.text(text).len() < LONGEST * 8, "{text}");
        }
        let many = "$k".repeat(300_000);
        assert!(values.text(&many).starts_with("1111"));
        let sum = statements(&["k", &"+ k ".repeat(300_000)].concat());
        let written = values.written(&sum[0]).expect("a text");
        assert_eq!(written.len(), 300_001);
    }

    #[test]
    fn names_in_texts_are_followed_to_their_values() {
        let mut values = Values::default();
        values.add_properties("# no=1\na_version = 1.0\n");
        values.add_catalog("libs", "[versions]\nx-y = '7'\n[libraries]\nz = 'g:z:1'");
        let script = "ext { b = '2'\n versions = [ c: \"3\" ] }\next.d = \"$b.1\"\nval e: String = \"5\"\n\
            val f by extra(\"6\")\nset('g', '8')\nextra[\"h\"] = \"9\"\nloop = \"$loop\"\nval i = e";
        values.add_script(&statements(script));
        for (text, expected) in [
            ("g:a:$a_version", "g:a:1.0"),
            ("${b}-${versions.c}", "2-3"),
            ("$d", "2.1"),
            ("${rootProject.ext.e}", "5"),
            ("${property(\"f\")}$g", "68"),
            ("${libs.versions.x.y.get()}", "7"),
            ("$h$i", "95"),
            ("$none!", "${none}!"),
        ] {
            assert_eq!(values.text(text), expected, "{text}");
        }
        assert!(values.text("$loop").contains("loop"));
        values.add_script(&statements("j = computed(\"1\")"));
        assert_eq!(values.text("$j"), "${j}");
        let parts = statements("'g:a:' + b");
        assert_eq!(values.written(&parts[0]).as_deref(), Some("g:a:2"));
        assert_eq!(values.libraries("libs.z"), ["g:z:1"]);
    }
}
