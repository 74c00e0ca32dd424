//! Names of local variables: takes what a variable is and where it goes, gives a name no other variable, keyword or
//! type has.

use std::collections::BTreeSet;

use goalline_testcase::{
    CallableKind, JavaType, Primitive, Statement, StatementKind, TestCluster, printed_to,
};

use crate::types::type_names::simple_name;

const RESERVED: &[&str] = &[
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "permits",
    "private",
    "protected",
    "public",
    "record",
    "return",
    "sealed",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "var",
    "void",
    "volatile",
    "when",
    "while",
    "yield",
];

/// Parameter names that say nothing.
const EMPTY_WORDS: &[&str] = &[
    "str", "obj", "val", "arg", "args", "param", "input", "other",
];

/// The names already taken in one test method.
pub(crate) struct Locals {
    taken: BTreeSet<String>,
}

impl Locals {
    pub(crate) fn new(reserved: &BTreeSet<String>) -> Self {
        Self {
            taken: reserved.clone(),
        }
    }

    /// Takes the first preference that is free, else the first one with a number.
    pub(crate) fn claim(
        &mut self,
        preferences: &[String],
        is_type: impl Fn(&str) -> bool,
    ) -> String {
        let free = |name: &str, taken: &BTreeSet<String>| {
            is_identifier(name) && !taken.contains(name) && !is_type(name)
        };
        let chosen = preferences
            .iter()
            .find(|name| free(name, &self.taken))
            .cloned();
        let name = chosen.unwrap_or_else(|| {
            let stem = preferences.first().map_or("value", String::as_str);
            let stem = if is_word(stem) { stem } else { "value" };
            (2..=u32::MAX)
                .map(|number| format!("{stem}{number}"))
                .find(|name| free(name, &self.taken))
                .expect("a test has fewer than four thousand million variables")
        });
        self.taken.insert(name.clone());
        name
    }
}

fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

/// Whether the text is a Java identifier that is no keyword, contextual ones included.
pub(crate) fn is_identifier(name: &str) -> bool {
    is_word(name) && !RESERVED.contains(&name)
}

/// Names for the variable of a statement, best first.
pub(crate) fn preferences(
    cluster: &TestCluster,
    statements: &[Statement],
    at: usize,
    act: Option<usize>,
) -> Vec<String> {
    let statement = &statements[at];
    let ty = cluster.ty(statement.ty);
    let mut names = Vec::new();
    if printed_to(statements, cluster).any(|sink| usize::from(sink.0) == at) {
        names.push("printed".to_owned());
    }
    let mut is_tested = false;
    if act == Some(at) {
        names.extend(result_names(cluster, statement));
    } else {
        let uses = Uses::of(cluster, statements, at, act);
        is_tested = uses.is_receiver_of_act;
        if !uses.is_receiver_of_act {
            names.extend(uses.parameter.filter(|name| says_something(name)));
        }
        if let Some(name) = stored_name(cluster, statement) {
            names.push(name);
        }
    }
    let word = type_word(ty);
    if let Some(role) = role_of_answer(statements, at) {
        let role = format!("{role}{}", capitalised(&word));
        // The act's own parameter has the plain name.
        if names_another(cluster, statements, at, act, &word) {
            names.push(role);
            names.push(word.clone());
        } else {
            names.push(word.clone());
            names.push(role);
        }
    }
    names.push(word);
    if is_tested {
        // A field of the test class has the plain name.
        names.extend(last_word(&type_word(ty)));
        names.push(format!("tested{}", capitalised(&type_word(ty))));
    }
    if !matches!(ty, JavaType::Primitive(_)) {
        names.push("other".to_owned());
        names.push(format!("another{}", capitalised(&type_word(ty))));
    }
    names
}

/// What a mock's answer is by the method that gives it: `saved` of `save`, `found` of `findById`.
fn role_of_answer(statements: &[Statement], at: usize) -> Option<&'static str> {
    const ROLES: [(&str, &str); 11] = [
        ("create", "created"),
        ("find", "found"),
        ("get", "found"),
        ("insert", "saved"),
        ("load", "found"),
        ("merge", "saved"),
        ("persist", "saved"),
        ("query", "found"),
        ("save", "saved"),
        ("select", "found"),
        ("update", "saved"),
    ];
    let given = statements.iter().find_map(|it| match &it.kind {
        StatementKind::TestDouble { answers, .. } => answers
            .iter()
            .find(|answer| usize::from(answer.value.0) == at && !answer.throws),
        _ => None,
    });
    let method = &*given?.method;
    let end = method.find(char::is_uppercase).unwrap_or(method.len());
    let role = ROLES.iter().find(|(known, _)| *known == &method[..end]);
    role.map(|(_, role)| *role)
}

/// Whether the act is given another variable for a parameter of this name.
fn names_another(
    cluster: &TestCluster,
    statements: &[Statement],
    at: usize,
    act: Option<usize>,
    name: &str,
) -> bool {
    let called = act.and_then(|act| statements.get(act));
    let Some(StatementKind::Call {
        callable,
        arguments,
        ..
    }) = called.map(|it| &it.kind)
    else {
        return false;
    };
    let names = &cluster.callable(*callable).parameter_names;
    let mut given = names.iter().zip(arguments);
    given.any(|(one, var)| one == name && usize::from(var.0) != at)
}

/// `validator` of `petValidator`; none of a single word.
fn last_word(name: &str) -> Option<String> {
    let at = name.rfind(char::is_uppercase)?;
    Some(name[at..].to_lowercase())
}

/// Where a variable goes.
struct Uses {
    is_receiver_of_act: bool,
    parameter: Option<String>,
}

impl Uses {
    fn of(cluster: &TestCluster, statements: &[Statement], at: usize, act: Option<usize>) -> Self {
        let mut uses = Self {
            is_receiver_of_act: false,
            parameter: None,
        };
        for (user, statement) in statements.iter().enumerate().skip(at + 1) {
            let StatementKind::Call {
                callable,
                receiver,
                arguments,
            } = &statement.kind
            else {
                continue;
            };
            let is_here = |var: &goalline_testcase::Var| usize::from(var.0) == at;
            if act == Some(user) && receiver.as_ref().is_some_and(is_here) {
                uses.is_receiver_of_act = true;
            }
            // What the act calls it comes before what others do: it is what the test is about.
            if (uses.parameter.is_none() || act == Some(user))
                && let Some(position) = arguments.iter().position(is_here)
            {
                let names = &cluster.callable(*callable).parameter_names;
                let name = names.get(position).filter(|name| says_something(name));
                uses.parameter = name.cloned().or(uses.parameter);
            }
        }
        uses
    }
}

/// The name that the value of an earlier call suggests: `names` for `getNames()`.
fn stored_name(cluster: &TestCluster, statement: &Statement) -> Option<String> {
    let StatementKind::Call { callable, .. } = &statement.kind else {
        return None;
    };
    let callable = cluster.callable(*callable);
    match callable.kind {
        CallableKind::Method if callable.parameters.is_empty() => property(&callable.name),
        CallableKind::FieldRead => Some(callable.name.clone()),
        _ => None,
    }
}

fn result_names(cluster: &TestCluster, statement: &Statement) -> Vec<String> {
    let StatementKind::Call { callable, .. } = &statement.kind else {
        return Vec::new();
    };
    let callable = cluster.callable(*callable);
    match callable.kind {
        CallableKind::Constructor => Vec::new(),
        CallableKind::Method if callable.parameters.is_empty() => {
            let ty = cluster.ty(statement.ty);
            let is_plain = matches!(ty, JavaType::Primitive(one) if *one != Primitive::Boolean);
            property(&callable.name)
                .or_else(|| is_plain.then(|| callable.name.clone()))
                .into_iter()
                .chain(["result".to_owned()])
                .collect()
        }
        CallableKind::FieldRead | CallableKind::StaticFieldRead => {
            vec![decapitalised(&callable.name)]
        }
        _ => vec!["result".to_owned()],
    }
}

/// `total` of `getTotal`.
fn property(method: &str) -> Option<String> {
    let rest = method.strip_prefix("get")?;
    rest.starts_with(char::is_uppercase)
        .then(|| decapitalised(rest))
}

/// Whether a parameter name tells more than its type would.
pub(crate) fn says_something(name: &str) -> bool {
    let is_numbered = name
        .strip_prefix("arg")
        .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
    name.chars().count() >= 3 && !is_numbered && !EMPTY_WORDS.contains(&name)
}

/// Whether a name of two letters is a word.
pub(crate) fn is_short_word(name: &str) -> bool {
    ["id", "ip"].contains(&name)
}

/// What a value of the type is called: `cart`, `numbers`, `text`.
pub(crate) fn type_word(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(primitive) => match primitive {
            Primitive::Boolean => "flag",
            Primitive::Char => "character",
            _ => "number",
        }
        .to_owned(),
        JavaType::Array(element) => plural(&type_word(element)),
        JavaType::Class { name, arguments } => class_word(name, arguments),
        JavaType::Variable(_) | JavaType::Wildcard { .. } => "value".to_owned(),
    }
}

fn class_word(name: &str, arguments: &[JavaType]) -> String {
    let is_collection = [
        "java.util.List",
        "java.util.ArrayList",
        "java.util.LinkedList",
        "java.util.Collection",
        "java.util.Set",
        "java.util.HashSet",
        "java.util.TreeSet",
        "java.util.LinkedHashSet",
    ]
    .contains(&name);
    match (name, arguments) {
        (_, [element]) if is_collection => plural(&type_word(element)),
        ("java.lang.String", _) => "text".to_owned(),
        ("java.lang.Object", _) => "object".to_owned(),
        ("java.lang.Class", _) => "type".to_owned(),
        ("java.lang.Integer" | "java.lang.Long" | "java.lang.Short" | "java.lang.Byte", _) => {
            "number".to_owned()
        }
        ("java.lang.StringBuilder" | "java.lang.StringBuffer", _) => "builder".to_owned(),
        _ => {
            let word = decapitalised(own_name(name));
            if is_identifier(&word) {
                word
            } else {
                format!("{word}Value")
            }
        }
    }
}

/// `Reader` of the nested class `Buffer$BufferReader`: its class has been said already.
fn own_name(class: &str) -> &str {
    let simple = simple_name(class);
    let outer = class
        .rsplit_once('$')
        .map_or("", |(outer, _)| simple_name(outer));
    simple
        .strip_prefix(outer)
        .filter(|rest| rest.starts_with(char::is_uppercase))
        .unwrap_or(simple)
}

/// The name of a parameter without the article that it begins with: `ownerName` of `anOwnerName`.
pub(crate) fn without_article(parameter: &str) -> Option<String> {
    let rest = ["a", "an", "the"].iter().find_map(|article| {
        let rest = parameter.strip_prefix(article)?;
        rest.starts_with(char::is_uppercase).then_some(rest)
    });
    rest.map(decapitalised)
}

/// `Relations`, `Categories`, `Children`.
pub(crate) fn plural(word: &str) -> String {
    if word.to_lowercase().ends_with("child") {
        format!("{word}ren")
    } else if word.ends_with('s')
        || word.ends_with('x')
        || word.ends_with("ch")
        || word.ends_with("sh")
    {
        format!("{word}es")
    } else if let Some(stem) = word.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
    {
        format!("{stem}ies")
    } else {
        format!("{word}s")
    }
}

/// `cart` of `Cart`, `url` of `URL`, `httpClient` of `HTTPClient`, `ean13Reader` of `EAN13Reader`, `maxSize` of
/// `MAX_SIZE`.
pub(crate) fn decapitalised(name: &str) -> String {
    if name.contains('_') || name.chars().all(|c| !c.is_lowercase()) {
        return screaming_to_camel(name);
    }
    let capitals = name.chars().take_while(|c| c.is_uppercase()).count();
    // The last one begins the next word, unless a number stands between them.
    let begins_word = name.chars().nth(capitals).is_some_and(char::is_lowercase);
    let lowered = if capitals > 1 && begins_word {
        capitals - 1
    } else {
        capitals
    };
    name.chars()
        .enumerate()
        .map(|(at, c)| {
            if at < lowered {
                c.to_ascii_lowercase()
            } else {
                c
            }
        })
        .collect()
}

fn screaming_to_camel(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty()).map(|word| {
        let is_screaming = word.chars().all(|c| !c.is_lowercase());
        if is_screaming {
            word.to_lowercase()
        } else {
            word.to_owned()
        }
    });
    let first = words.next().unwrap_or_default();
    let mut text = first;
    for word in words {
        text.push_str(&capitalised(&word));
    }
    text
}

/// `Cart` of `cart`.
pub(crate) fn capitalised(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
