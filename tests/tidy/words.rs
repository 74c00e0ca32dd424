//! Rules about words: one name for one thing and one thing per name, in the terms of the field.

use std::collections::BTreeMap;

use syn::{
    Item,
    visit::{Visit, visit_item},
};

use crate::sources::{documents, expect_none, with_ending};

/// Names that several types may have, and why.
const SHARED: [(&str, &str); 2] = [
    (
        "Confinement",
        "the same thing on Linux and where there is no sandbox: one of them is compiled",
    ),
    (
        "Ending",
        "how a test ends, and what stands at the end of a name: both are what the word says",
    ),
];

/// What a thing was called before it had the field's word, by parts of names and of texts, with that word.
const FORMER: [(&str, &str); 12] = [
    ("second look", "assertion selection"),
    ("stepping stone", "intermediate goal"),
    ("workshop", "test factory"),
    ("convict", "blamed call"),
    ("culprit", "polluter"),
    ("guilty", "blamed call, polluter"),
    ("mutants it notices", "the mutants it kills"),
    ("notices a mutant", "kills a mutant"),
    ("notice mutants", "kill mutants"),
    ("tests that notice", "tests that kill"),
    ("method wish", "method selector"),
    ("pair wish", "pair selector"),
];

#[test]
fn no_two_types_have_the_same_name() {
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in with_ending("rs") {
        for name in types_of(&source.text) {
            types.entry(name).or_default().push(source.path.clone());
        }
    }
    let is_shared = |name: &str| SHARED.iter().any(|(shared, _)| *shared == name);
    let complaints = types
        .iter()
        .filter(|(name, places)| places.len() > 1 && !is_shared(name));
    let complaints: Vec<String> = complaints
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect();
    expect_none("a type's name says which thing of all it is", &complaints);
    let is_alone = |name: &&str| types.get(*name).is_none_or(|places| places.len() < 2);
    let shared = SHARED.iter().map(|(name, _)| *name);
    let unneeded: Vec<String> = shared.filter(is_alone).map(str::to_owned).collect();
    expect_none("only one type is called so: it needs no reason", &unneeded);
}

#[test]
fn types_are_found_in_modules_and_functions_and_associated_ones_are_none() {
    let text = "
        struct One; enum Two {} trait Three { type Of; } type Four = u8;
        impl Three for One { type Of = u8; }
        #[cfg(test)] mod tests { struct Five; fn f() { struct Six; } }";
    assert_eq!(
        types_of(text),
        ["One", "Two", "Three", "Four", "Five", "Six"]
    );
}

#[test]
fn things_have_the_fields_words() {
    let mut complaints = Vec::new();
    let endings = [
        "rs", "java", "md", "ts", "lua", "py", "js", "mjs", "gradle", "scm",
    ]
    .into_iter();
    let sources = endings.flat_map(with_ending).chain(documents());
    for source in sources.filter(|source| !source.path.starts_with("tests/tidy/")) {
        for (line, number) in source.text.lines().zip(1..) {
            complaints.extend(
                former_word_in(line).map(|(former, word)| {
                    format!("{}:{number}: {former}, now {word}", source.path)
                }),
            );
        }
    }
    expect_none("say it in the field's word", &complaints);
}

#[test]
fn a_former_word_is_seen_in_names_of_all_kinds() {
    for text in [
        "// A second look.",
        "fn second_look() {}",
        "struct SecondLook;",
        "FOR_SECOND_LOOK",
    ] {
        let found = former_word_in(text).map(|(_, word)| word);
        assert_eq!(found, Some("assertion selection"), "{text}");
    }
    assert_eq!(former_word_in("the second of the looks"), None);
}

fn former_word_in(line: &str) -> Option<(&'static str, &'static str)> {
    let mut plain = String::new();
    let mut before = ' ';
    for c in line.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            plain.push(' ');
        }
        plain.extend(if c == '_' { ' ' } else { c }.to_lowercase());
        before = c;
    }
    let mut all = FORMER.into_iter();
    all.find(|(former, _)| plain.contains(former))
}

/// The types that a file defines, in its order.
fn types_of(text: &str) -> Vec<String> {
    let mut types = DefinedTypes(Vec::new());
    types.visit_file(&syn::parse_file(text).expect("the compiler has read it"));
    types.0
}

struct DefinedTypes(Vec<String>);

impl<'ast> Visit<'ast> for DefinedTypes {
    fn visit_item(&mut self, item: &'ast Item) {
        let name = match item {
            Item::Struct(it) => Some(&it.ident),
            Item::Enum(it) => Some(&it.ident),
            Item::Trait(it) => Some(&it.ident),
            Item::Type(it) => Some(&it.ident),
            Item::Union(it) => Some(&it.ident),
            _ => None,
        };
        self.0.extend(name.map(ToString::to_string));
        visit_item(self, item);
    }
}
