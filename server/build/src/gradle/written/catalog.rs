//! Catalogues of versions (`libs.versions.toml`): takes the text, gives libraries, bundles, versions and plugins by the
//! names that scripts call them; reads no more of TOML than such files have.

use std::collections::BTreeMap;

/// What a catalogue names, with dots between the words of a name.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    versions: BTreeMap<String, String>,
    /// `group:name:1`, or without a version.
    libraries: BTreeMap<String, String>,
    bundles: BTreeMap<String, Vec<String>>,
    /// `id:1`.
    plugins: BTreeMap<String, String>,
}

impl Catalog {
    /// Reads a catalogue.
    pub fn read(text: &str) -> Self {
        let mut found = Self::default();
        let entries = entries(text);
        for entry in entries.iter().filter(|it| it.table == "versions") {
            let version = entry.texts().last().cloned().unwrap_or_default();
            found.versions.insert(entry.name.clone(), version);
        }
        for entry in &entries {
            let name = entry.name.clone();
            match &*entry.table {
                "libraries" => {
                    let library = entry.whole("module", &found.versions);
                    found.libraries.insert(name, library);
                }
                "plugins" => {
                    let plugin = entry.whole("id", &found.versions);
                    found.plugins.insert(name, plugin);
                }
                "bundles" => {
                    let names = entry.texts().iter().map(|it| dotted(it)).collect();
                    found.bundles.insert(name, names);
                }
                _ => {}
            }
        }
        found
    }

    /// The libraries that this name behind `libs.` means: one, or those of a bundle.
    pub fn libraries(&self, name: &str) -> Vec<&str> {
        let name = name
            .trim_end_matches(".get")
            .trim_end_matches(".asProvider");
        let of = |name: &str| self.libraries.get(name).map(String::as_str);
        match name.strip_prefix("bundles.") {
            Some(bundle) => {
                let names = self.bundles.get(bundle).into_iter().flatten();
                names.filter_map(|it| of(it)).collect()
            }
            None => of(name).into_iter().collect(),
        }
    }

    /// The version that this name behind `libs.versions.` means.
    pub fn version(&self, name: &str) -> Option<&str> {
        let name = name.trim_end_matches(".get");
        self.versions.get(name).map(String::as_str)
    }

    /// The identifier and version of a plugin, by its name behind `libs.plugins.`.
    pub fn plugin(&self, name: &str) -> Option<&str> {
        self.plugins.get(name).map(String::as_str)
    }
}

/// A line of a table, those that belong to it included.
struct Entry {
    table: String,
    name: String,
    value: String,
}

impl Entry {
    /// What stands between quotes.
    fn texts(&self) -> Vec<String> {
        let quote = if self.value.contains('"') { '"' } else { '\'' };
        let parts = self.value.split(quote).skip(1).step_by(2);
        parts.map(str::to_owned).collect()
    }

    /// The text behind a key of a table in braces.
    fn field(&self, key: &str) -> Option<String> {
        let inner = self.value.trim_start_matches('{');
        inner.split(',').find_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            let is_it = name.trim() == key;
            is_it.then(|| value.trim_matches([' ', '}', '"', '\'']).to_owned())
        })
    }

    /// The name and its version, `group:name:1`, however they are written.
    fn whole(&self, key: &str, versions: &BTreeMap<String, String>) -> String {
        if !self.value.starts_with('{') {
            return self.texts().concat();
        }
        let parts = || Some(format!("{}:{}", self.field("group")?, self.field("name")?));
        let name = self.field(key).or_else(parts).unwrap_or_default();
        let referred = self.field("version.ref");
        let referred = referred.or_else(|| {
            let (_, inner) = self.value.split_once("version")?;
            let (_, inner) = inner.split_once("ref")?;
            inner.split(['"', '\'']).nth(1).map(str::to_owned)
        });
        let referred = referred.and_then(|it| versions.get(&dotted(&it)).cloned());
        let strict = || {
            let (_, inner) = self.value.split_once("version")?;
            inner.split(['"', '\'']).nth(1).map(str::to_owned)
        };
        match referred.or_else(strict) {
            Some(version) => format!("{name}:{version}"),
            None => name,
        }
    }
}

fn entries(text: &str) -> Vec<Entry> {
    let mut table = String::new();
    let mut found: Vec<Entry> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let line = without_comment(line).trim();
        if is_open && let Some(last) = found.last_mut() {
            last.value.push_str(line);
            is_open = !last.value.ends_with(']');
        } else if let Some(name) = line.strip_prefix('[') {
            name.trim_end_matches(']').trim().clone_into(&mut table);
        } else if let Some((name, value)) = line.split_once('=') {
            let value = value.trim().to_owned();
            is_open = value.starts_with('[') && !value.ends_with(']');
            found.push(Entry {
                table: table.clone(),
                name: dotted(name.trim().trim_matches('"')),
                value,
            });
        }
    }
    found
}

fn without_comment(line: &str) -> &str {
    let quotes = |text: &str| text.matches(['"', '\'']).count();
    let mut marks = line.match_indices('#').map(|(at, _)| at);
    let comment = marks.find(|at| quotes(&line[..*at]) % 2 == 0);
    &line[..comment.unwrap_or(line.len())]
}

/// Names have dots in scripts where a catalogue has dashes.
fn dotted(name: &str) -> String {
    name.replace(['-', '_'], ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalogue_is_read_in_all_its_spellings() {
        let catalog = Catalog::read(
            "[versions] # x\njunit-five = \"5.1\" # y\nstrict = { strictly = \"[1,2[\", prefer = '1.5' }\n[libraries]\n\
             a-one = \"g:a:1\"\nb = { module = \"g:b\", version.ref = \"junit-five\" }\n\
             c_three = { group = 'g', name = 'c', version = '3' }\nd = { module = 'g:d' }\n\
             e = { module = 'g:e', version = { ref = 'junit-five' } }\n[bundles]\nall = [\n 'a-one', # z\n 'c_three',\n]\n\
             [plugins]\nboot = { id = \"x.boot\", version = \"4\" }\nshort = 'y:5'\n",
        );
        for (name, expected) in [
            ("a.one", &["g:a:1"][..]),
            ("b", &["g:b:5.1"]),
            ("c.three.get", &["g:c:3"]),
            ("d", &["g:d"]),
            ("e", &["g:e:5.1"]),
            ("bundles.all", &["g:a:1", "g:c:3"]),
            ("f", &[]),
        ] {
            assert_eq!(catalog.libraries(name), expected, "{name}");
        }
        assert_eq!(catalog.version("junit.five.get"), Some("5.1"));
        assert_eq!(catalog.plugin("boot"), Some("x.boot:4"));
        assert_eq!(catalog.plugin("short"), Some("y:5"));
    }
}
