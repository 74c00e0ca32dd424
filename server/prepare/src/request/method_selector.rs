//! One method in place of a whole file: takes its name as a person or an editor writes it, tells which bodies of a
//! file belong to it.

use std::{fmt, str::FromStr};

use goalline_flow::{FileFlow, MethodFlow, MethodId};

/// A declared method by its name: `total`; with the simple types of its parameters where overloads are to be told
/// apart, `total(int,String)`; with its class where several have one, `Cart.total` or `shop.Cart$Line.total()`. A
/// constructor has the name of its class, `Cart(int)`, or `<init>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSelector {
    class: Option<String>,
    name: String,
    parameters: Option<String>,
}

impl FromStr for MethodSelector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let compact: String = text.split_whitespace().collect();
        let (path, parameters) = match compact.split_once('(') {
            None => (compact.as_str(), None),
            Some((path, rest)) => match rest.strip_suffix(')') {
                Some(types) => (path, Some(types.replace("...", "[]"))),
                None => return Err(format!("{text}: the parameters have no end")),
            },
        };
        let (class, name) = match path.rsplit_once(['.', '#']) {
            Some((class, name)) => (Some(class.to_owned()), name),
            None => (None, path),
        };
        if name.is_empty() {
            return Err(format!("{text} names no method"));
        }
        Ok(Self {
            class,
            name: name.to_owned(),
            parameters,
        })
    }
}

impl fmt::Display for MethodSelector {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(class) = &self.class {
            write!(out, "{class}.")?;
        }
        out.write_str(&self.name)?;
        match &self.parameters {
            Some(parameters) => write!(out, "({parameters})"),
            None => Ok(()),
        }
    }
}

impl MethodSelector {
    /// The method of this class, by its binary name, with this signature: `total(int,String)`.
    pub fn exact(class: &str, signature: &str) -> Self {
        let (name, parameters) = signature.split_once('(').unwrap_or((signature, ")"));
        Self {
            class: Some(class.to_owned()),
            name: name.to_owned(),
            parameters: Some(parameters.trim_end_matches(')').to_owned()),
        }
    }

    /// Whether this body is the method's own, or that of a lambda or a class inside of it.
    pub fn means(&self, flow: &FileFlow, body: MethodId) -> bool {
        let method = declared(flow, body);
        let is_named = method.name == self.name
            || (method.name == "<init>" && simple(&method.class) == self.name);
        let is_of_class = |name: &String| method.class == *name || simple(&method.class) == name;
        let has = |parameters: &String| method.parameters.join(",") == *parameters;
        is_named
            && self.class.as_ref().is_none_or(is_of_class)
            && self.parameters.as_ref().is_none_or(has)
    }

    /// The declared methods whose names are most like this one, or that are its overloads, at most three; all where
    /// there are no more.
    pub(crate) fn near(&self, flow: &FileFlow) -> Vec<String> {
        let mut names: Vec<(f64, String)> = Vec::new();
        for method in flow.methods.iter().filter(|it| it.enclosing.is_none()) {
            let name = match method.name.as_str() {
                "<init>" => simple(&method.class),
                "<clinit>" => continue,
                name => name,
            };
            let likeness = strsim::jaro_winkler(&name.to_lowercase(), &self.name.to_lowercase());
            names.push((likeness, format!("{name}({})", method.parameters.join(","))));
        }
        names.sort_by(|one, other| other.0.total_cmp(&one.0));
        names.truncate(3);
        names.into_iter().map(|(_, name)| name).collect()
    }
}

/// The method of a class in which a body stands.
fn declared(flow: &FileFlow, body: MethodId) -> &MethodFlow {
    let mut method = flow.method(body);
    while let Some(around) = method.enclosing {
        method = flow.method(around);
    }
    method
}

/// `Line` of `shop.Cart$Line`.
fn simple(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use goalline_syntax::JavaFile;

    use super::*;

    const JAVA: &str = "package shop; class Cart { Cart() { } Cart(int size) { } int total() { Runnable r = () -> { }; return 1; } \
        int total(int a, String... b) { return 2; } class Line { int total() { return 3; } } }";

    /// The methods that a name means, as `Cart.total(int,String[])`.
    fn meant(name: &str) -> Vec<String> {
        let flow = FileFlow::of(&JavaFile::parse(JAVA));
        let selector: MethodSelector = name.parse().expect("a name");
        let bodies = flow
            .methods
            .iter()
            .filter(|it| selector.means(&flow, it.id));
        bodies
            .map(|it| format!("{}.{}", simple(&it.class), it.signature()))
            .collect()
    }

    #[test]
    fn a_name_alone_means_all_overloads_in_all_classes_with_their_lambdas() {
        let all = [
            "Cart.total()",
            "Cart.lambda$total$0()",
            "Cart.total(int,String[])",
            "Line.total()",
        ];
        let mut found = meant("total");
        found.sort_unstable();
        let mut all = all.map(str::to_owned).to_vec();
        all.sort_unstable();
        assert_eq!(found, all);
    }

    #[test]
    fn parameters_and_class_tell_methods_of_one_name_apart() {
        assert_eq!(meant("total(int, String...)"), ["Cart.total(int,String[])"]);
        assert_eq!(meant("shop.Cart$Line.total"), ["Line.total()"]);
        assert_eq!(meant("Line.total()"), ["Line.total()"]);
        assert!(meant("total(long)").is_empty());
    }

    #[test]
    fn a_constructor_has_the_name_of_its_class() {
        assert_eq!(meant("Cart"), ["Cart.<init>()", "Cart.<init>(int)"]);
        assert_eq!(meant("Cart(int)"), ["Cart.<init>(int)"]);
        assert_eq!(meant("shop.Cart.<init>()"), ["Cart.<init>()"]);
        let selector = MethodSelector::exact("shop.Cart", "<init>(int)");
        assert_eq!(Ok(selector), "shop.Cart.<init>(int)".parse());
    }

    #[test]
    fn what_names_no_method_is_refused_with_the_reason() {
        let refused = |text: &str| text.parse::<MethodSelector>().expect_err("no name");
        assert_eq!(
            refused("total(int"),
            "total(int: the parameters have no end"
        );
        assert_eq!(refused("Cart."), "Cart. names no method");
    }

    #[test]
    fn a_misspelt_method_is_answered_with_those_it_may_have_meant() {
        let flow = FileFlow::of(&JavaFile::parse(JAVA));
        let selector: MethodSelector = "totl".parse().expect("a name");
        assert_eq!(selector.near(&flow)[0], "total()");
    }
}
