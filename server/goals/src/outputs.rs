//! Kinds of returned values: takes a method, gives those that its return type allows; the file's own enums are known
//! by name.

use goalline_flow::{FileFlow, MethodFlow};

/// A kind of value that a method may return (CRITERIA.md, OC).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutputClass {
    /// `true`
    True,
    /// `false`
    False,
    /// A number below zero.
    Negative,
    /// Zero.
    Zero,
    /// A number above zero.
    Positive,
    /// A character that is a letter.
    Letter,
    /// A character that is a digit.
    Digit,
    /// Any other character.
    OtherCharacter,
    /// `null`
    Null,
    /// A text, array, collection or map without anything in it.
    Empty,
    /// A text, array, collection or map with something in it.
    NonEmpty,
    /// Any object.
    NonNull,
    /// The enum constant of this ordinal.
    Constant(u32),
}

/// Simple names of what can be empty.
const SIZED: [&str; 36] = [
    "String",
    "CharSequence",
    "StringBuilder",
    "StringBuffer",
    "Collection",
    "List",
    "Set",
    "SortedSet",
    "NavigableSet",
    "Queue",
    "Deque",
    "Map",
    "SortedMap",
    "NavigableMap",
    "ArrayList",
    "LinkedList",
    "HashSet",
    "LinkedHashSet",
    "TreeSet",
    "HashMap",
    "LinkedHashMap",
    "TreeMap",
    "ArrayDeque",
    "PriorityQueue",
    "BlockingDeque",
    "BlockingQueue",
    "ConcurrentHashMap",
    "ConcurrentMap",
    "CopyOnWriteArrayList",
    "IdentityHashMap",
    "SequencedCollection",
    "SequencedMap",
    "SequencedSet",
    "Vector",
    "EnumSet",
    "EnumMap",
];

/// The kinds of values that a method may return; none for `void` and constructors.
pub fn outputs(flow: &FileFlow, method: &MethodFlow) -> Vec<OutputClass> {
    use OutputClass::{
        Constant, Digit, Empty, False, Letter, Negative, NonEmpty, NonNull, Null, OtherCharacter,
        Positive, True, Zero,
    };
    let Some(ty) = &method.returns else {
        return Vec::new();
    };
    let simple = simple_name(ty);
    match simple {
        _ if ty.ends_with(']') => vec![Null, Empty, NonEmpty],
        "boolean" | "Boolean" => vec![True, False],
        "byte" | "short" | "int" | "long" | "float" | "double" | "Byte" | "Short" | "Integer"
        | "Long" | "Float" | "Double" => vec![Negative, Zero, Positive],
        "char" | "Character" => vec![Letter, Digit, OtherCharacter],
        "void" | "Void" => Vec::new(),
        _ if SIZED.contains(&simple) => vec![Null, Empty, NonEmpty],
        _ => match flow.enums.get(simple) {
            Some(constants) => (0..constants.len() as u32).map(Constant).collect(),
            None => vec![Null, NonNull],
        },
    }
}

/// `java.util.Map<K, V>` → `Map`
fn simple_name(ty: &str) -> &str {
    let raw = ty.split(['<', '[']).next().unwrap_or(ty).trim();
    raw.rsplit(['.', ' ']).next().unwrap_or(raw)
}

impl OutputClass {
    /// Its name in keys: `non-empty`, or that of the enum constant.
    pub fn name(self, flow: &FileFlow, method: &MethodFlow) -> String {
        let name = match self {
            Self::True => "true",
            Self::False => "false",
            Self::Negative => "negative",
            Self::Zero => "zero",
            Self::Positive => "positive",
            Self::Letter => "letter",
            Self::Digit => "digit",
            Self::OtherCharacter => "other",
            Self::Null => "null",
            Self::Empty => "empty",
            Self::NonEmpty => "non-empty",
            Self::NonNull => "non-null",
            Self::Constant(ordinal) => {
                let ty = method.returns.as_deref().map_or("", simple_name);
                let constants = flow.enums.get(ty);
                return constants
                    .and_then(|constants| constants.get(ordinal as usize))
                    .map_or_else(|| format!("constant {ordinal}"), Clone::clone);
            }
        };
        name.to_owned()
    }

    /// What it says in a sentence: "see `total()` return …".
    pub fn phrase(self, flow: &FileFlow, method: &MethodFlow) -> String {
        match self {
            Self::Negative | Self::Zero | Self::Positive => match self {
                Self::Zero => "zero".to_owned(),
                Self::Negative => "a negative number".to_owned(),
                _ => "a positive number".to_owned(),
            },
            Self::Letter => "a letter".to_owned(),
            Self::Digit => "a digit".to_owned(),
            Self::OtherCharacter => "a character that is neither letter nor digit".to_owned(),
            Self::Empty => "something empty".to_owned(),
            Self::NonEmpty => "something that is not empty".to_owned(),
            Self::NonNull => "an object".to_owned(),
            _ => self.name(flow, method),
        }
    }
}

#[cfg(test)]
mod tests {
    use goalline_syntax::JavaFile;

    use super::*;

    /// The names of what a method with this return type may return, in a file with an enum.
    fn kinds(ty: &str) -> Vec<String> {
        let java = format!("class Cart {{ enum Size {{ S, M, L }} {ty} get() {{ throw null; }} }}");
        let flow = FileFlow::of(&JavaFile::parse(java.as_str()));
        let method = flow.methods.iter().find(|it| it.name == "get");
        let method = method.expect("it is there");
        let outputs = outputs(&flow, method).into_iter();
        outputs.map(|it| it.name(&flow, method)).collect()
    }

    #[test]
    fn an_array_is_absent_empty_or_not_whatever_it_holds() {
        for ty in [
            "char[]",
            "boolean[]",
            "int[][]",
            "Integer[]",
            "Size[]",
            "List<String>[]",
        ] {
            assert_eq!(kinds(ty), ["null", "empty", "non-empty"], "{ty}");
        }
    }

    #[test]
    fn a_type_says_what_its_values_may_be() {
        for (ty, expected) in [
            ("boolean", &["true", "false"][..]),
            ("long", &["negative", "zero", "positive"]),
            ("Double", &["negative", "zero", "positive"]),
            ("char", &["letter", "digit", "other"]),
            ("void", &[]),
            (
                "java.util.Map<String, int[]>",
                &["null", "empty", "non-empty"],
            ),
            ("CharSequence", &["null", "empty", "non-empty"]),
            ("Size", &["S", "M", "L"]),
            ("Cart.Size", &["S", "M", "L"]),
            ("Cart", &["null", "non-null"]),
        ] {
            assert_eq!(kinds(ty), expected, "{ty}");
        }
    }
}
