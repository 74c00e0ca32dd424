//! What tests might cover that could not do their work here: takes their files and the class, gives the methods that
//! they may reach by the names that they mention, all of them where names do not tell; runs nothing.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use goalline_build::read_text;
use goalline_flow::{FileFlow, MethodFlow, MethodId};
use goalline_prepare::{Request, prepare::prepared::Prepared};
use goalline_syntax::{FileDeclarations, JavaFile, Node, declarations};

use super::{
    Inconclusive,
    find::{TestFile, has_word},
};

/// Packages of which nothing calls a class that it was not handed by name.
const OPEN: [&str; 13] = [
    "java.util.",
    "java.io.",
    "java.math.",
    "java.nio.",
    "java.time.",
    "java.text.",
    "java.lang.",
    "org.junit.",
    "junit.framework.",
    "org.hamcrest.",
    "org.assertj.",
    "com.google.common.truth.",
    "org.testng.",
];

/// What is in these packages and calls members that nobody names.
const HIDDEN: [&str; 4] = [
    "java.lang.reflect",
    "java.lang.invoke",
    "java.io.Object",
    "java.util.ServiceLoader",
];

/// Calls after which any member may be called.
const REFLECTING: [&str; 2] = ["getClass", "forName"];

/// Members that the JDK calls without a test's naming them; those marked `@Override` are called so, too.
const UNNAMED: [&str; 16] = [
    "toString",
    "equals",
    "hashCode",
    "compareTo",
    "compare",
    "iterator",
    "hasNext",
    "next",
    "close",
    "run",
    "call",
    "get",
    "accept",
    "apply",
    "test",
    "clone",
];

/// The types of `java.lang` that tests name.
const LANGUAGE: [&str; 24] = [
    "String",
    "Object",
    "Integer",
    "Long",
    "Short",
    "Byte",
    "Character",
    "Boolean",
    "Float",
    "Double",
    "Number",
    "Math",
    "StringBuilder",
    "CharSequence",
    "Iterable",
    "Comparable",
    "Runnable",
    "Override",
    "SuppressWarnings",
    "Deprecated",
    "System",
    "Void",
    "AutoCloseable",
    "Thread",
];

/// What these tests, which did not do their work, might cover.
pub(super) fn inconclusive(
    prepared: &Prepared,
    request: &Request,
    files: &[&TestFile],
) -> Inconclusive {
    if files.is_empty() {
        return Inconclusive::None;
    }
    let roots = request.project.source_roots.iter();
    let roots: Vec<&PathBuf> = roots.chain(&request.project.test_roots).collect();
    let read = |path: &str| {
        roots.iter().find_map(|root| {
            let path = root.join(path);
            (path != request.file).then(|| read_text(path).ok())?
        })
    };
    let class = ClassSource {
        file: &prepared.file,
        declared: declarations(&prepared.file),
        read: &read,
    };
    let mut names = BTreeSet::new();
    for file in files {
        match class.named_in(&JavaFile::parse(file.text.clone())) {
            Some(found) => names.extend(found),
            None => return Inconclusive::Whole,
        }
    }
    if class.is_called_back() {
        return Inconclusive::Whole;
    }
    Inconclusive::Methods(class.reachable(&prepared.goals.flow, &names))
}

/// The file of the class under test.
struct ClassSource<'a> {
    file: &'a JavaFile,
    declared: FileDeclarations,
    /// The text of another source of the project, by its path below a source root.
    read: &'a dyn Fn(&str) -> Option<String>,
}

impl ClassSource<'_> {
    /// Every name in a test file; none where it hands the class to somebody who may call what is not named: other
    /// classes of the project, libraries, reflection.
    fn named_in(&self, test: &JavaFile) -> Option<BTreeSet<String>> {
        let declared = declarations(test);
        let own = self.declared.package.as_deref().unwrap_or_default();
        let of_own = |path: &str| {
            let rest = path.strip_prefix(own).and_then(|it| it.strip_prefix('.'));
            rest.is_some_and(|rest| self.declares(rest.split('.').next().unwrap_or(rest)))
        };
        let mut is_wide = false;
        let mut imported = BTreeSet::new();
        for import in &declared.imports {
            let path = import.path.as_str();
            let is_open = OPEN.iter().any(|open| format!("{path}.").starts_with(open))
                && !HIDDEN.iter().any(|hidden| path.starts_with(hidden));
            let is_near = import.is_wildcard && path == own;
            if !(is_open || is_near || of_own(path)) {
                return None;
            }
            is_wide |= import.is_wildcard && is_open;
            imported.insert(path.rsplit('.').next().unwrap_or(path));
        }
        let names = words(test);
        let is_known = |name: &str| {
            self.declares(name)
                || declared.types.iter().any(|ty| ty.name == name)
                || imported.contains(name)
                || LANGUAGE.contains(&name)
                || name.ends_with("Exception")
                || name.ends_with("Error")
                || (is_wide
                    && !self.is_source(&declared, name)
                    && !self.is_source(&self.declared, name))
        };
        let is_told = !REFLECTING.iter().any(|word| names.contains(*word))
            && !self.is_asked_for(test)
            && names
                .iter()
                .filter(|name| is_type(name))
                .all(|name| is_known(name));
        is_told.then_some(names)
    }

    /// Whether a class of the file is handed over as such: `Cart.class`.
    fn is_asked_for(&self, test: &JavaFile) -> bool {
        test.root().descendants().any(|node| {
            let of_own = |node: Node<'_>| node.text().split('.').any(|name| self.declares(name));
            node.kind() == "class_literal" && of_own(node)
        })
    }

    fn declares(&self, name: &str) -> bool {
        self.declared.types.iter().any(|ty| ty.name == name)
    }

    /// Whether a type of this name stands in the project, in the package of a file.
    fn is_source(&self, of: &FileDeclarations, name: &str) -> bool {
        (self.read)(&path_of(of.package.as_deref(), name)).is_some()
    }

    /// Whether another source of the project that this one uses uses this one in turn.
    fn is_called_back(&self) -> bool {
        let imports = self
            .declared
            .imports
            .iter()
            .map(|it| it.path.replace('.', "/"));
        let imported = imports.map(|path| format!("{path}.java"));
        let package = self.declared.package.as_deref();
        let near = words(self.file)
            .into_iter()
            .filter(|name| is_type(name) && !self.declares(name));
        let near = near.map(|name| path_of(package, &name));
        imported.chain(near).any(|path| {
            let text = (self.read)(&path).unwrap_or_default();
            self.declared
                .types
                .iter()
                .any(|ty| !ty.name.is_empty() && has_word(&text, &ty.name))
        })
    }

    /// The methods that somebody reaches who knows these names.
    fn reachable(&self, flow: &FileFlow, names: &BTreeSet<String>) -> BTreeSet<MethodId> {
        let overriding = self.overriding();
        let is_begun = |method: &&MethodFlow| {
            method.name.starts_with('<')
                || names.contains(&method.name)
                || UNNAMED.contains(&method.name.as_str())
                || overriding.contains(&method.name_span.start)
        };
        let mut open: Vec<MethodId> = flow
            .methods
            .iter()
            .filter(is_begun)
            .map(|it| it.id)
            .collect();
        let mut reached: BTreeSet<MethodId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let caller = flow.method(id);
            let body = &self.file.text()[caller.body.start..caller.body.end];
            let is_next =
                |method: &&MethodFlow| method.enclosing == Some(id) || has_word(body, &method.name);
            for next in flow.methods.iter().filter(is_next) {
                if reached.insert(next.id) {
                    open.push(next.id);
                }
            }
        }
        reached
    }

    /// Where the names of methods stand that are called by another name's owner: marked so or, in a type that marks
    /// none, all that may be.
    fn overriding(&self) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for ty in &self.declared.types {
            let marked = ty
                .members
                .iter()
                .filter(|it| it.modifiers.has_annotation("Override"));
            let marked: Vec<usize> = marked.map(|it| it.name_span.start).collect();
            let inherits = ty.superclass.is_some() || !ty.interfaces.is_empty();
            if marked.is_empty() && inherits {
                let own = ty.members.iter().filter(|it| !it.is_static);
                found.extend(own.map(|it| it.name_span.start));
            }
            found.extend(marked);
        }
        found
    }
}

fn path_of(package: Option<&str>, name: &str) -> String {
    let folder = package.unwrap_or_default().replace('.', "/");
    Path::new(&folder)
        .join(format!("{name}.java"))
        .to_string_lossy()
        .into_owned()
}

/// Every identifier in the code.
fn words(file: &JavaFile) -> BTreeSet<String> {
    let nodes = file.root().descendants();
    let words = nodes.filter(|node| matches!(node.kind(), "identifier" | "type_identifier"));
    words.map(|node| node.text().to_owned()).collect()
}

/// Whether a name is written as those of types are: `Cart`, not `LIMIT`, not `cart`.
fn is_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CART: &str = "package shop;
public class Cart {
    private int total;
    public void add(int price) { if (price > 9) cheap(price); total += price; }
    private void cheap(int price) { each(() -> note(price)); }
    private void each(Runnable action) { action.run(); }
    private void note(int price) { }
    public int left(int most) { return rest(most); }
    private int rest(int most) { return most - total; }
    @Override public String toString() { return text(); }
    private String text() { return \"\"; }
}";

    /// The methods that a test file may cover, by name; none where it may be any.
    fn methods(test: &str, others: &[(&str, &str)]) -> Option<Vec<String>> {
        let file = JavaFile::parse(CART);
        let read = |path: &str| {
            let found = others.iter().find(|(other, _)| *other == path)?;
            Some(found.1.to_owned())
        };
        let class = ClassSource {
            declared: declarations(&file),
            file: &file,
            read: &read,
        };
        let names = class.named_in(&JavaFile::parse(test))?;
        let flow = FileFlow::of(&file);
        let reached = class.reachable(&flow, &names).into_iter();
        let reached = reached
            .map(|id| flow.method(id))
            .filter(|it| it.enclosing.is_none());
        Some(reached.map(|it| it.name.clone()).collect())
    }

    fn test(body: &str) -> String {
        format!(
            "package shop; import org.junit.jupiter.api.*; import java.util.List;
             class CartTest {{ @Test void a() throws Exception {{ {body} }} }}"
        )
    }

    #[test]
    fn a_test_may_cover_what_it_names_and_what_that_calls() {
        let always = ["toString", "text"];
        let of = |body: &str| methods(&test(body), &[]).expect("names tell");
        assert_eq!(of("new Cart();"), always);
        assert_eq!(
            of("new Cart().left(3);"),
            ["left", "rest", "toString", "text"]
        );
        let added = ["add", "cheap", "each", "note", "toString", "text"];
        assert_eq!(of("List.of(3).forEach(new Cart()::add);"), added);
    }

    #[test]
    fn who_hands_the_class_to_others_may_cover_anything() {
        let shop = [("shop/Shop.java", "class Shop { Cart cart; }")];
        assert_eq!(methods(&test("new Shop(new Cart());"), &shop), None);
        for body in [
            "Class.forName(\"shop.Cart\");",
            "new Cart().getClass();",
            "Json.write(Cart.class);",
            "com.Other.use(new Cart());",
        ] {
            assert_eq!(
                methods(&test(body).replace(".*;", ".Test;"), &[]),
                None,
                "{body}"
            );
        }
        let imports = "package a; import shop.Cart; import com.json.Json; class T { Cart cart; }";
        assert_eq!(methods(imports, &[]), None);
        let base = "package shop; class CartTest extends Base { Cart cart; }";
        assert_eq!(methods(base, &[]), None);
    }
}
