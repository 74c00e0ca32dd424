//! What the methods of a file promise: takes the file, gives the lines of its `throw` statements, documented exceptions and
//! parameters that may be `null`.

use std::collections::{BTreeMap, BTreeSet};

use goalline_flow::{FileFlow, MethodId};
use goalline_junit::Promises;
use goalline_syntax::{FileDeclarations, JavaFile, MemberDeclaration};
use goalline_testcase::Callable;

/// Annotations, by simple name, that allow `null`.
const NULLABLE: [&str; 3] = ["Nullable", "CheckForNull", "NullOr"];

/// The promises of one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contracts {
    top_level: BTreeSet<String>,
    throw_lines: BTreeSet<u32>,
    methods: BTreeMap<MethodId, Contract>,
}

/// What one method promises.
#[derive(Clone, Debug, Default)]
struct Contract {
    /// Simple names of the exceptions that its Javadoc speaks of.
    documented: BTreeSet<String>,
    /// Positions of the parameters that may be `null`.
    nullable: BTreeSet<usize>,
}

impl Contracts {
    /// Reads the file.
    pub(crate) fn of(file: &JavaFile, declarations: &FileDeclarations, flow: &FileFlow) -> Self {
        let mut contracts = Self::default();
        for node in file.root().descendants() {
            if node.kind() == "throw_statement" {
                let span = node.span();
                let first = file.lines().line_of(span.start) as u32 + 1;
                let last = file.lines().line_of(span.end) as u32 + 1;
                contracts.throw_lines.extend(first..=last);
            }
        }
        for ty in &declarations.types {
            if ty.outer.is_none() {
                contracts.top_level.insert(ty.binary_name.clone());
            }
            for member in &ty.members {
                let mut methods = flow.methods.iter();
                if let Some(method) =
                    methods.find(|one| one.name_span == member.name_span && one.name == member.name)
                {
                    let contract = Contract::of(file, member);
                    contracts.methods.insert(method.id, contract);
                }
            }
        }
        contracts
    }

    /// Whether an annotation allows `null` for the parameter at this position.
    pub(crate) fn accepts_null(&self, callable: &Callable, position: usize) -> bool {
        self.of_method(callable)
            .is_some_and(|contract| contract.nullable.contains(&position))
    }

    /// Whether the class (binary name) stands in the file.
    pub(crate) fn is_of_file(&self, class: &str) -> bool {
        let top = class.split('$').next().unwrap_or(class);
        self.top_level.contains(top)
    }

    fn of_method(&self, callable: &Callable) -> Option<&Contract> {
        self.methods.get(&callable.method?)
    }
}

impl Promises for Contracts {
    fn is_own_throw(&self, class: &str, line: u32) -> bool {
        self.is_of_file(class) && self.throw_lines.contains(&line)
    }

    fn is_documented(&self, callable: &Callable, exception: &str) -> bool {
        let simple = exception.rsplit(['.', '$']).next().unwrap_or(exception);
        self.of_method(callable)
            .is_some_and(|contract| contract.documented.contains(simple))
    }
}

impl Contract {
    fn of(file: &JavaFile, member: &MemberDeclaration) -> Self {
        let javadoc = member.javadoc.map_or("", |span| span.of(file.text()));
        let parameters = member.parameters.iter().enumerate();
        let is_nullable = |text: &str| {
            let annotations = text.split('@').skip(1);
            let mut names = annotations.map(|one| {
                let end = one.find(|c: char| !c.is_alphanumeric() && c != '.' && c != '_');
                let name = &one[..end.unwrap_or(one.len())];
                name.rsplit('.').next().unwrap_or(name)
            });
            names.any(|name| NULLABLE.contains(&name))
        };
        Self {
            documented: documented(javadoc).collect(),
            nullable: parameters
                .filter(|(_, parameter)| is_nullable(parameter.span.of(file.text())))
                .map(|(at, _)| at)
                .collect(),
        }
    }
}

/// Simple names after `@throws` and `@exception`.
fn documented(javadoc: &str) -> impl Iterator<Item = String> {
    let words: Vec<&str> = javadoc.split_whitespace().collect();
    let named = |pair: &[&str]| {
        let tag = pair[0].trim_start_matches('*');
        (tag == "@throws" || tag == "@exception")
            .then(|| pair[1].rsplit('.').next().unwrap_or(pair[1]).to_owned())
    };
    words
        .windows(2)
        .filter_map(named)
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
mod tests {
    use goalline_syntax::declarations;

    use super::*;

    fn of(java: &str) -> (Contracts, FileFlow) {
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        (Contracts::of(&file, &declarations(&file), &flow), flow)
    }

    #[test]
    fn a_throw_statement_is_known_by_all_its_lines() {
        let (own, _) =
            of("package p;\nclass A {\n  void m() {\n    throw new X(\n      1);\n  }\n}\n");
        assert!(own.is_own_throw("p.A", 4));
        assert!(own.is_own_throw("p.A$Inner", 5));
        assert!(!own.is_own_throw("p.A", 3));
        assert!(!own.is_own_throw("p.B", 4));
    }

    #[test]
    fn promises_belong_to_the_overload_that_makes_them() {
        let (own, flow) = of(
            "class A {\n /** Does.\n  * @throws java.io.IOException when it fails */\n \
             void m(int a, @org.x.Nullable String b) { }\n void m(@NonNull String a) { } }",
        );
        let contract = |count: usize| {
            let method = flow
                .methods
                .iter()
                .find(|one| one.parameters.len() == count);
            &own.methods[&method.expect("both overloads are there").id]
        };
        assert!(contract(2).documented.contains("IOException"));
        assert!(contract(1).documented.is_empty());
        assert_eq!(contract(2).nullable, BTreeSet::from([1]));
        assert!(contract(1).nullable.is_empty());
    }
}
