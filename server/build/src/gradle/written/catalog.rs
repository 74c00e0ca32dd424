//! Catalogues of versions (`libs.versions.toml`): takes the text, gives libraries, bundles, versions and plugins by the
//! names that scripts call them.

use std::collections::BTreeMap;

use toml::{Table, Value};

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
    /// Reads a catalogue; one that is not TOML names nothing, as Gradle refuses it.
    pub fn read(text: &str) -> Self {
        let Ok(tables) = text.parse::<Table>() else {
            return Self::default();
        };
        let versions = named(&tables, "versions", |value| version_in(value, None));
        let coordinates = |table, key| named(&tables, table, |it| written(it, key, &versions));
        let bundles = named(&tables, "bundles", |value| {
            let names = value.as_array()?.iter().filter_map(Value::as_str);
            Some(names.map(dotted).collect())
        });
        Self {
            libraries: coordinates("libraries", "module"),
            plugins: coordinates("plugins", "id"),
            bundles,
            versions,
        }
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

/// What one table gives, by the names of scripts.
fn named<T>(
    tables: &Table,
    table: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> BTreeMap<String, T> {
    let entries = tables.get(table).and_then(Value::as_table).into_iter();
    let read = |(name, value): (&String, &Value)| Some((dotted(name), read(value)?));
    entries.flatten().filter_map(read).collect()
}

/// The name and its version, `group:name:1`, however they are written.
fn written(value: &Value, key: &str, versions: &BTreeMap<String, String>) -> Option<String> {
    if let Some(whole) = value.as_str() {
        return Some(whole.to_owned());
    }
    let field = |key: &str| value.get(key)?.as_str();
    let parts = || Some(format!("{}:{}", field("group")?, field("name")?));
    let name = field(key).map(str::to_owned).or_else(parts)?;
    let version = value.get("version");
    Some(
        match version.and_then(|it| version_in(it, Some(versions))) {
            Some(version) => format!("{name}:{version}"),
            None => name,
        },
    )
}

/// The version that is written here or referred to; of one with a range what is preferred in it.
fn version_in(value: &Value, versions: Option<&BTreeMap<String, String>>) -> Option<String> {
    let field = |key: &str| value.get(key)?.as_str();
    if let (Some(name), Some(versions)) = (field("ref"), versions) {
        return versions.get(&dotted(name)).cloned();
    }
    let rich = || {
        ["prefer", "strictly", "require"]
            .into_iter()
            .find_map(field)
    };
    value.as_str().or_else(rich).map(str::to_owned)
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
             e = { module = 'g:e', version = { ref = 'junit-five' } }\n\
             h = { module = \"g:h\", version = { strictly = \"[1,2[\", prefer = \"1.5\" } }\n\
             i = { version = \"7\", module = \"g:i\" }\n[bundles]\nall = [\n 'a-one', # z\n 'c_three',\n]\n\
             [plugins]\nboot = { id = \"x.boot\", version = \"4\" }\nshort = 'y:5'\n",
        );
        for (name, expected) in [
            ("a.one", &["g:a:1"][..]),
            ("b", &["g:b:5.1"]),
            ("c.three.get", &["g:c:3"]),
            ("d", &["g:d"]),
            ("e", &["g:e:5.1"]),
            ("bundles.all", &["g:a:1", "g:c:3"]),
            ("h", &["g:h:1.5"]),
            ("i", &["g:i:7"]),
            ("f", &[]),
        ] {
            assert_eq!(catalog.libraries(name), expected, "{name}");
        }
        assert_eq!(catalog.version("strict"), Some("1.5"));
        assert_eq!(catalog.version("junit.five.get"), Some("5.1"));
        assert_eq!(catalog.plugin("boot"), Some("x.boot:4"));
        assert_eq!(catalog.plugin("short"), Some("y:5"));
    }
}
