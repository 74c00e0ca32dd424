//! What the methods of a file promise: takes the file, gives the lines of its `throw` statements, documented
//! exceptions and parameters that may, or must not, be `null`.

use std::collections::{BTreeMap, BTreeSet};

use goalline_flow::{FileFlow, MethodId};
use goalline_junit::{CHECKING, DocumentedEnd, Promises};
use goalline_syntax::{
    DeclaredKind, FileDeclarations, JavaFile, MemberDeclaration, Node, TypeDeclaration,
};
use goalline_testcase::{Callable, JavaString};

use crate::sources::{
    documented_conditions::DocumentedConditions,
    documented_results::documented_result,
    source_literals::literal,
    spelt_results::{SpeltResult, field_given},
};

/// Annotations, by simple name, that allow `null`.
const NULLABLE: [&str; 3] = ["Nullable", "CheckForNull", "NullOr"];

/// Annotations, by simple name, that forbid `null`.
const NOT_NULL: [&str; 4] = ["NonNull", "NotNull", "Nonnull", "NonNullDecl"];

/// Annotations of types and packages, by simple name, that forbid `null` wherever it is not allowed.
const NOT_NULL_INSIDE: [&str; 5] = [
    "NullMarked",
    "NonNullApi",
    "ParametersAreNonnullByDefault",
    "NonNullByDefault",
    "NotNullByDefault",
];

/// Annotations of types and methods, by simple name, that end this.
const NULL_INSIDE: [&str; 2] = ["NullUnmarked", "ParametersAreNullableByDefault"];

/// The promises of one file.
#[derive(Clone, Debug, Default)]
pub struct Contracts {
    top_level: BTreeSet<String>,
    /// One-based lines of `throw` statements, each with the simple name of the exception that it makes, where it
    /// makes one.
    throws: BTreeSet<(u32, Option<String>)>,
    methods: BTreeMap<MethodId, Contract>,
    /// Local variables by one-based line and name, with the look-up (`prices.get(name)`) that is their first value.
    looked_up: BTreeMap<(u32, String), Option<String>>,
    /// Methods without parameters that only give a spelt value, with their classes (binary names).
    constants: BTreeSet<(String, String)>,
    /// Methods without parameters that only give a plain value which is never set again, with their classes.
    fixed: BTreeSet<(String, String)>,
    /// Signs of character literals and of short texts; `0` where digits matter.
    signs: BTreeSet<char>,
}

/// What one method promises.
#[derive(Clone, Debug, Default)]
struct Contract {
    /// Simple names of the exceptions that its Javadoc speaks of.
    documented: BTreeSet<String>,
    /// Whether it throws by itself, or calls what checks.
    refuses: bool,
    /// Whether a `return` says `null`, or gives what a look-up gave.
    returns_null: bool,
    /// When it ends how, as its Javadoc says it.
    conditions: DocumentedConditions,
    /// What it gives whatever happens.
    spelt: SpeltResult,
    /// What it gives, in the words of its Javadoc.
    result: Option<String>,
    /// Positions of the parameters that may be `null`.
    nullable: BTreeSet<usize>,
    /// Positions of those that must not.
    not_null: BTreeSet<usize>,
}

impl Contracts {
    /// Reads the file; `package` is the text of its `package-info.java`, where there is one.
    pub fn of(
        file: &JavaFile,
        declarations: &FileDeclarations,
        flow: &FileFlow,
        package: Option<&str>,
    ) -> Self {
        let mut contracts = Self::default();
        let in_package = package.is_some_and(|text| {
            let info = JavaFile::parse(text);
            let mut nodes = info.root().descendants();
            let declared = nodes.find(|node| node.kind() == "package_declaration");
            declared.is_some_and(|node| default_in(node.span().of(text), false))
        });
        // Types stand behind those around them.
        let mut defaults: Vec<bool> = Vec::new();
        for node in file.root().descendants() {
            if node.kind() == "throw_statement" {
                let span = node.span();
                let first = file.lines().line_of(span.start) as u32 + 1;
                let last = file.lines().line_of(span.end) as u32 + 1;
                let made = made_exception(node);
                contracts
                    .throws
                    .extend((first..=last).map(|line| (line, made.clone())));
            }
            if node.kind() == "variable_declarator"
                && let Some(name) = node.field("name")
            {
                let line = file.lines().line_of(node.span().start) as u32 + 1;
                let call = look_up(node);
                contracts
                    .looked_up
                    .insert((line, name.text().to_owned()), call);
            }
        }
        contracts.signs = signs(file);
        let refusing = refusing(flow);
        for ty in &declarations.types {
            let around = ty.outer.map_or(in_package, |outer| defaults[outer]);
            let header = &file.text()[ty.span.start..ty.name_span.start.max(ty.span.start)];
            let is_default = default_in(header, around);
            defaults.push(is_default);
            if ty.outer.is_none() {
                contracts.top_level.insert(ty.binary_name.clone());
            }
            contracts.note_getters(file, ty);
            for member in &ty.members {
                let mut methods = flow.methods.iter();
                if let Some(method) =
                    methods.find(|one| one.name_span == member.name_span && one.name == member.name)
                {
                    let header = &file.text()[member.span.start..member.name_span.start];
                    let is_default = default_in(header, is_default);
                    let contract = Contract {
                        refuses: refusing.contains(&method.id),
                        returns_null: returns_null(flow, method.id),
                        ..Contract::of(file, member, is_default)
                    };
                    contracts.methods.insert(method.id, contract);
                }
            }
        }
        contracts
    }

    /// Notes the methods without parameters of a class that give what no call changes.
    fn note_getters(&mut self, file: &JavaFile, ty: &TypeDeclaration) {
        let is_fixed = |name: &str| {
            let mut members = ty.members.iter();
            members.any(|it| {
                let is_plain = |ty: &str| is_primitive(ty) || ty == "String";
                it.kind == DeclaredKind::Field
                    && it.name == name
                    && it.modifiers.has("final")
                    && it.ty.as_deref().is_some_and(is_plain)
            })
        };
        for member in ty.members.iter().filter(|it| it.parameters.is_empty()) {
            let getter = (ty.binary_name.clone(), member.name.clone());
            let spelt = SpeltResult::of(file, member);
            if matches!(spelt, SpeltResult::Constant | SpeltResult::NamedConstant) {
                self.constants.insert(getter);
            } else if field_given(file, member).is_some_and(is_fixed) {
                self.fixed.insert(getter);
            }
        }
    }

    /// Whether an annotation allows `null` for the parameter at this position.
    pub fn accepts_null(&self, callable: &Callable, position: usize) -> bool {
        self.of_method(callable)
            .is_some_and(|contract| contract.nullable.contains(&position))
    }

    /// Whether the class (binary name) stands in the file.
    pub fn is_of_file(&self, class: &str) -> bool {
        let top = class.split('$').next().unwrap_or(class);
        self.top_level.contains(top)
    }

    /// The look-up that gave a local variable its first value, where it is declared last before this one-based line.
    pub fn looked_up(&self, variable: &str, line: u32) -> Option<String> {
        let mut before = self.looked_up.range(..=(line, variable.to_owned())).rev();
        before.find(|it| it.0.1 == variable)?.1.clone()
    }

    /// The parameters that must not be `null`, with their methods.
    pub(crate) fn not_null(&self) -> impl Iterator<Item = (MethodId, usize)> {
        let methods = self.methods.iter();
        methods.flat_map(|(method, contract)| {
            let positions = contract.not_null.iter();
            positions.map(|position| (*method, *position))
        })
    }

    fn of_method(&self, callable: &Callable) -> Option<&Contract> {
        self.methods.get(&callable.method?)
    }
}

impl Promises for Contracts {
    fn is_own_throw(&self, class: &str, line: u32, exception: &str) -> bool {
        let made = Some(simple_name(exception).to_owned());
        self.is_of_file(class)
            && (self.throws.contains(&(line, None)) || self.throws.contains(&(line, made)))
    }

    fn is_documented(&self, callable: &Callable, exception: &str) -> bool {
        self.of_method(callable)
            .is_some_and(|contract| contract.speaks_of(exception))
    }

    fn may_refuse(&self, callable: &Callable) -> bool {
        self.of_method(callable).is_none_or(|it| it.refuses)
    }

    fn may_give_null(&self, callable: &Callable) -> bool {
        self.of_method(callable).is_none_or(|contract| {
            contract.returns_null || contract.conditions.when_returned("null").is_some()
        })
    }

    fn condition_of(&self, callable: &Callable, end: DocumentedEnd<'_>) -> Option<String> {
        let conditions = &self.of_method(callable)?.conditions;
        let condition = match end {
            DocumentedEnd::Thrown(exception) => conditions.when_thrown(simple_name(exception)),
            DocumentedEnd::Returned(value) => conditions.when_returned(value),
        };
        condition.map(str::to_owned)
    }

    fn result_of(&self, callable: &Callable) -> Option<String> {
        self.of_method(callable)?.result.clone()
    }

    fn gives_constant(&self, callable: &Callable) -> bool {
        let contract = self.of_method(callable);
        contract.is_some_and(|it| {
            matches!(it.spelt, SpeltResult::Constant | SpeltResult::NamedConstant)
        })
    }

    fn gives_always_the_same(&self, callable: &Callable) -> bool {
        let contract = self.of_method(callable);
        contract.is_some_and(|it| it.spelt == SpeltResult::Same)
    }

    fn is_constant(&self, class: &str, method: &str) -> bool {
        let constant = (class.to_owned(), method.to_owned());
        self.constants.contains(&constant)
    }

    fn is_fixed(&self, class: &str, method: &str) -> bool {
        self.fixed.contains(&(class.to_owned(), method.to_owned()))
    }

    fn speaks_of(&self, sign: char) -> bool {
        self.signs.contains(&sign)
    }
}

/// Unchecked exceptions of the JDK with the wider ones that documentation names in their place.
const KINDS: [(&str, &str); 13] = [
    (
        "ArrayIndexOutOfBoundsException",
        "IndexOutOfBoundsException",
    ),
    (
        "StringIndexOutOfBoundsException",
        "IndexOutOfBoundsException",
    ),
    ("NumberFormatException", "IllegalArgumentException"),
    ("PatternSyntaxException", "IllegalArgumentException"),
    ("IllegalCharsetNameException", "IllegalArgumentException"),
    ("UnsupportedCharsetException", "IllegalArgumentException"),
    ("InvalidPathException", "IllegalArgumentException"),
    ("IllegalFormatException", "IllegalArgumentException"),
    ("MissingFormatArgumentException", "IllegalFormatException"),
    ("UnknownFormatConversionException", "IllegalFormatException"),
    ("DateTimeParseException", "DateTimeException"),
    ("ZoneRulesException", "DateTimeException"),
    ("InputMismatchException", "NoSuchElementException"),
];

impl Contract {
    /// Whether the documentation speaks of the exception (binary name) or of a kind that it is of.
    fn speaks_of(&self, exception: &str) -> bool {
        let mut name = simple_name(exception);
        loop {
            if self.documented.contains(name) {
                return true;
            }
            match KINDS.iter().find(|kind| kind.0 == name) {
                Some(kind) => name = kind.1,
                None => return self.documented.contains("RuntimeException"),
            }
        }
    }

    fn of(file: &JavaFile, member: &MemberDeclaration, is_default: bool) -> Self {
        let javadoc = member.javadoc.map_or("", |span| span.of(file.text()));
        let mut contract = Self {
            documented: documented(javadoc).collect(),
            conditions: DocumentedConditions::of(javadoc),
            result: documented_result(javadoc),
            spelt: SpeltResult::of(file, member),
            ..Self::default()
        };
        for (at, parameter) in member.parameters.iter().enumerate() {
            let annotated = |names: &[&str]| {
                let mut found = annotations(parameter.span.of(file.text()));
                found.any(|name| names.contains(&name))
            };
            if annotated(&NULLABLE) {
                contract.nullable.insert(at);
            } else if annotated(&NOT_NULL) || (is_default && !is_primitive(&parameter.ty)) {
                contract.not_null.insert(at);
            }
        }
        contract
    }
}

/// The signs that the file speaks of, by themselves or in texts too short for a message; `0` where it reads digits.
fn signs(file: &JavaFile) -> BTreeSet<char> {
    const LONGEST: usize = 6;
    const READING: [&str; 5] = ["igit", ".parse", "decode(", "Integer.valueOf(", "\\\\d"];
    let mut found = BTreeSet::new();
    for node in file.root().descendants() {
        let literals = match node.kind() {
            "character_literal" | "string_literal" => literal(node),
            _ => continue,
        };
        let characters = literals.integrals.iter();
        let characters = characters.filter_map(|unit| char::from_u32(u32::try_from(*unit).ok()?));
        let texts = literals.texts.iter().map(JavaString::to_text);
        let short: String = texts
            .filter(|text| text.chars().count() <= LONGEST)
            .collect();
        let all = characters.chain(short.chars());
        found.extend(all.map(|c| if c.is_ascii_digit() { '0' } else { c }));
    }
    if READING.iter().any(|word| file.text().contains(word)) {
        found.insert('0');
    }
    found
}

fn is_primitive(ty: &str) -> bool {
    ty.starts_with(char::is_lowercase) && !ty.contains(['[', '.'])
}

/// Simple names of the annotations in a text.
fn annotations(text: &str) -> impl Iterator<Item = &str> {
    text.split('@').skip(1).map(|one| {
        let end = one.find(|c: char| !c.is_alphanumeric() && c != '.' && c != '_');
        let name = &one[..end.unwrap_or(one.len())];
        name.rsplit('.').next().unwrap_or(name)
    })
}

/// Whether parameters inside must not be `null` unless they say otherwise, by the annotations of a declaration and
/// what holds around.
fn default_in(header: &str, around: bool) -> bool {
    let has = |names: &[&str]| annotations(header).any(|name| names.contains(&name));
    has(&NOT_NULL_INSIDE) || (around && !has(&NULL_INSIDE))
}

/// The last part of a name, be it qualified or binary.
fn simple_name(name: &str) -> &str {
    name.rsplit(['.', '$']).next().unwrap_or(name)
}

/// Methods of the JDK that give `null` where there is nothing, with the number of their arguments.
const LOOK_UPS: [(&str, usize); 12] = [
    ("get", 1),
    ("getAnnotation", 1),
    ("getParent", 0),
    ("getParentFile", 0),
    ("getProperty", 1),
    ("getResource", 1),
    ("getResourceAsStream", 1),
    ("getenv", 1),
    ("listFiles", 0),
    ("peek", 0),
    ("poll", 0),
    ("readLine", 0),
];

/// The methods that throw, or call what is called after checking: `requireNonNull`. A method of the file that checks by
/// its name refuses where it says so: it may only report.
fn refusing(flow: &FileFlow) -> BTreeSet<MethodId> {
    let mut refusing = BTreeSet::new();
    // Who calls a method of the file that checks by its name.
    let mut callers: BTreeMap<&str, BTreeSet<MethodId>> = BTreeMap::new();
    let own: BTreeSet<&str> = flow.methods.iter().map(|it| &*it.name).collect();
    for line in &flow.lines {
        for word in words_of(&line.text) {
            let is_own = !word.is_qualified && own.contains(word.text);
            if word.text == "throw" || is_checker(word.text) && !is_own {
                refusing.insert(line.method);
            } else if is_checker(word.text) {
                callers.entry(word.text).or_default().insert(line.method);
            }
        }
    }
    let mut open: Vec<MethodId> = refusing.iter().copied().collect();
    while let Some(next) = open.pop() {
        let name = &*flow.method(next).name;
        for caller in callers.remove(name).unwrap_or_default() {
            if refusing.insert(caller) {
                open.push(caller);
            }
        }
    }
    refusing
}

fn is_checker(word: &str) -> bool {
    let checks = |verb: &&str| {
        let rest = word.strip_prefix(*verb);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase))
    };
    word == "Validate" || CHECKING.iter().any(checks)
}

/// A word of a line of code.
struct Word<'t> {
    text: &'t str,
    /// Whether it is asked of something else than the object itself.
    is_qualified: bool,
}

fn words_of(line: &str) -> Vec<Word<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = line[at..].find(is_part).map(|it| at + it) {
        let length = line[start..].find(|c| !is_part(c));
        let end = length.map_or(line.len(), |it| start + it);
        let before = line[..start].trim_end();
        found.push(Word {
            text: &line[start..end],
            is_qualified: before.ends_with('.') && !before.ends_with("this."),
        });
        at = end;
    }
    found
}

/// Whether a `return` of the method says `null` or ends in a look-up.
fn returns_null(flow: &FileFlow, method: MethodId) -> bool {
    let lines = flow.lines.iter().filter(|line| line.method == method);
    let mut returns = lines.filter(|line| line.text.starts_with("return"));
    returns.any(|line| {
        let words = line.text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_null = words.into_iter().any(|word| word == "null");
        let looks_up = LOOK_UPS
            .iter()
            .any(|(name, _)| line.text.contains(&format!(".{name}(")));
        is_null || looks_up
    })
}

/// The call of a method that looks something up, where a variable is declared with its result.
fn look_up(declarator: Node<'_>) -> Option<String> {
    const LONGEST: usize = 60;
    let value = declarator.field("value")?;
    let text = value.text();
    let name = value
        .field("name")
        .filter(|_| value.kind() == "method_invocation")?;
    let arguments = value.child("argument_list")?;
    let nodes = arguments.children().filter(|it| it.is_named());
    let count = nodes.count();
    let is_known = LOOK_UPS.contains(&(name.text(), count));
    (is_known && text.len() <= LONGEST && !text.contains('\n')).then(|| text.to_owned())
}

/// The simple name of the exception in `throw new X(…)`; none where something else is thrown, or an anonymous class.
fn made_exception(throw: Node<'_>) -> Option<String> {
    let made = throw.child("object_creation_expression")?;
    if made.has("class_body") {
        return None;
    }
    let ty = made.field("type")?.text();
    let plain = ty.split('<').next().unwrap_or(ty).trim();
    Some(simple_name(plain).to_owned())
}

/// Simple names of all exceptions that a text speaks of, be it after `@throws` or in a sentence.
fn documented(javadoc: &str) -> impl Iterator<Item = String> {
    let words = javadoc.split(|c: char| !c.is_alphanumeric() && c != '_');
    words
        .filter(|word| {
            let is_kind = word.ends_with("Exception") || word.ends_with("Error");
            is_kind && word.starts_with(char::is_uppercase)
        })
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use goalline_syntax::declarations;

    use super::*;

    fn of(java: &str) -> (Contracts, FileFlow) {
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        (
            Contracts::of(&file, &declarations(&file), &flow, None),
            flow,
        )
    }

    /// Names of methods with the positions that must not be `null`.
    fn not_null(java: &str, package: Option<&str>) -> Vec<(String, usize)> {
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        let own = Contracts::of(&file, &declarations(&file), &flow, package);
        let found = own.not_null();
        found
            .map(|(method, at)| (flow.method(method).name.clone(), at))
            .collect()
    }

    #[test]
    fn a_file_speaks_of_the_signs_of_its_characters_and_short_texts() {
        let (contracts, _) = of(
            "class A { boolean a(char c) { return c == '_' || s.equals(\"->\"); }\n void b() { say(\"Not found!\"); } }",
        );
        let spoken: String = "_->!0"
            .chars()
            .filter(|it| contracts.speaks_of(*it))
            .collect();
        assert_eq!(spoken, "_->");
        let (contracts, _) = of("class A { boolean a(char c) { return Character.isDigit(c); } }");
        assert!(contracts.speaks_of('0'));
    }

    #[test]
    fn what_says_null_or_looks_something_up_may_give_null() {
        let java = "class A {\n A a() { return null; }\n A b() { return all.get(1); }\n A c() { return new A(); }\n}";
        let (contracts, flow) = of(java);
        let nullable = flow
            .methods
            .iter()
            .map(|it| contracts.methods[&it.id].returns_null);
        assert_eq!(nullable.collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn what_only_gives_what_no_call_changes_is_known() {
        let java = "class A {\n final int size = 1;\n int ink;\n int getSize() { return size; }\n \
                    int getInk() { return ink; }\n int getKind() { return 3; }\n \
                    boolean use(int a) {\n ink = a;\n return true;\n }\n \
                    Era getEra() { return Era.NEW; }\n}";
        let (contracts, flow) = of(java);
        let is_fixed = ["getSize", "getInk"].map(|it| contracts.is_fixed("A", it));
        assert_eq!(is_fixed, [true, false]);
        let is_constant = ["getSize", "getKind", "getEra"].map(|it| contracts.is_constant("A", it));
        assert_eq!(is_constant, [false, true, true]);
        let mut methods = flow.methods.iter();
        let used = methods.find(|it| it.name == "use").expect("it is there");
        assert_eq!(contracts.methods[&used.id].spelt, SpeltResult::Same);
    }

    #[test]
    fn what_throws_or_calls_what_checks_refuses_something() {
        let java = "class A {\n void a(A b) {\n if (b == null)\n throw new B();\n }\n \
                    void c(A b) {\n Objects.requireNonNull(b);\n }\n void d() {\n e.add(1);\n }\n \
                    void checkAll(Log log) {\n checkOne(log);\n }\n \
                    void checkOne(Log log) {\n log.add(1);\n checkAll(log);\n }\n \
                    void f() {\n checkTwo();\n }\n void checkTwo() {\n throw new B();\n }\n \
                    void g(Log log) {\n C.checkOne(log);\n }\n}";
        let (contracts, flow) = of(java);
        let refuses = flow
            .methods
            .iter()
            .map(|it| contracts.methods[&it.id].refuses);
        // What checks by its name alone may only report.
        assert_eq!(
            refuses.collect::<Vec<_>>(),
            [true, true, false, false, false, true, true, true]
        );
    }

    #[test]
    fn annotations_of_parameters_types_and_packages_forbid_null() {
        let java = "class A { void m(@org.x.NonNull String a, String b) { } \
                    @NullMarked static class B { void n(String a, @Nullable String b) { } \
                    @NullUnmarked void o(String a) { } } }";
        let own = [("m".to_owned(), 0), ("n".to_owned(), 0)];
        assert_eq!(not_null(java, None), own);
        let package = "/** Of this package @NonNull. */ @javax.annotation.ParametersAreNonnullByDefault package p;";
        assert_eq!(
            not_null(
                "class A { void m(String a, @CheckForNull String b, int c) { } }",
                Some(package)
            ),
            [("m".to_owned(), 0)]
        );
        assert!(not_null("class A { void m(String a) { } }", Some("package p;")).is_empty());
    }

    #[test]
    fn a_throw_statement_is_known_by_all_its_lines() {
        let (own, _) =
            of("package p;\nclass A {\n  void m() {\n    throw new X(\n      1);\n  }\n}\n");
        assert!(own.is_own_throw("p.A", 4, "p.X"));
        assert!(own.is_own_throw("p.A$Inner", 5, "p.A$X"));
        assert!(!own.is_own_throw("p.A", 3, "p.X"));
        assert!(!own.is_own_throw("p.B", 4, "p.X"));
    }

    #[test]
    fn what_goes_wrong_while_an_exception_is_made_is_not_thrown_on_purpose() {
        let (own, _) = of(
            "class A {\n void m(B b) {\n  throw new X(b.name());\n }\n void n(X x) {\n  throw x;\n } }",
        );
        assert!(!own.is_own_throw("A", 3, "java.lang.NullPointerException"));
        assert!(own.is_own_throw("A", 6, "java.lang.IllegalStateException"));
    }

    #[test]
    fn who_documents_an_exception_documents_those_of_its_kind_be_it_in_a_tag_or_in_a_sentence() {
        let (own, _) = of(
            "class A {\n /** @throws java.lang.IndexOutOfBoundsException if it is none */\n void m() { } }",
        );
        let (told, _) =
            of("class A {\n /** Throws {@link IllegalArgumentException}. */\n void m() { } }");
        let speaks = |of: &Contracts, exception: &str| {
            of.methods
                .values()
                .any(|contract| contract.speaks_of(exception))
        };
        assert!(speaks(&own, "java.lang.ArrayIndexOutOfBoundsException"));
        assert!(!speaks(&own, "java.lang.NumberFormatException"));
        assert!(speaks(&told, "java.lang.NumberFormatException"));
        assert!(!speaks(&told, "java.lang.NullPointerException"));
    }

    #[test]
    fn a_variable_is_known_by_the_look_up_that_gave_it_its_value() {
        let (own, _) = of(
            "class A {\n void m() {\n  B b = all.get(key);\n  b.n();\n }\n void n() {\n  B b = make(3);\n  b.n();\n } }",
        );
        assert_eq!(own.looked_up("b", 4).as_deref(), Some("all.get(key)"));
        assert_eq!(own.looked_up("b", 8), None, "another variable of that name");
        assert_eq!(own.looked_up("c", 4), None);
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
