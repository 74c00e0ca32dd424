//! Class descriptions from Java-like text: takes declarations without bodies, gives what reflection would say of them.

mod jdk;

use std::collections::BTreeSet;

use goalline_testcase::{
    ClassDescription, ClassKind, ExecutableDescription, FieldDescription, JavaType, Modifiers,
    Primitive, TypeParameter,
};

pub use jdk::JDK;

const MODIFIERS: [(&str, u32); 7] = [
    ("public", 1),
    ("private", 2),
    ("protected", 4),
    ("static", 8),
    ("final", 16),
    ("abstract", 1024),
    ("default", 0),
];

/// Reads declarations such as `public abstract class p.A<T extends Number> extends p.B<T> { public new(int x); T
/// get(); }`. Nested classes are written on their own as `p.A$Inner`; `constants A, B;` names those of an enum. A
/// name without a package is a type variable in scope (one letter is, unless a class has that name), or the class of
/// that simple name among those declared, else one of `java.lang`.
pub fn classes(text: &str) -> Vec<ClassDescription> {
    let tokens = tokens(text);
    let mut names = Vec::new();
    for window in tokens.windows(2) {
        if ["class", "interface", "enum", "record"].contains(&window[0]) {
            names.push(window[1].to_owned());
        }
    }
    let mut reader = JavaReader {
        tokens,
        at: 0,
        names,
        variables: BTreeSet::new(),
    };
    let mut classes = Vec::new();
    while reader.at < reader.tokens.len() {
        classes.push(reader.class());
    }
    classes
}

/// Reads one type; `find` gives the binary name of a simple one.
pub fn type_of(text: &str, find: &dyn Fn(&str) -> Option<String>) -> JavaType {
    let tokens = tokens(text);
    let names = tokens.iter().filter_map(|token| find(token)).collect();
    let mut reader = JavaReader {
        tokens,
        at: 0,
        names,
        variables: BTreeSet::new(),
    };
    reader.ty()
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |it: char| it.is_alphanumeric() || matches!(it, '.' | '$' | '_' | '@');
        let len = if rest.starts_with("...") {
            3
        } else if is_word(first) {
            let word = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
            rest[..word].find("...").unwrap_or(word)
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    tokens
}

struct JavaReader<'a> {
    tokens: Vec<&'a str>,
    at: usize,
    names: Vec<String>,
    variables: BTreeSet<String>,
}

impl<'a> JavaReader<'a> {
    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn next(&mut self) -> &'a str {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn eat(&mut self, token: &str) -> bool {
        let is_next = self.peek() == token;
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, token: &str) {
        let around = self.tokens[self.at.saturating_sub(8)..].iter().take(16);
        let around: Vec<&str> = around.copied().collect();
        assert!(self.eat(token), "{token} expected in {}", around.join(" "));
    }

    fn modifiers(&mut self) -> (Modifiers, bool, bool) {
        let (mut bits, mut is_default, mut is_sealed) = (0, false, false);
        loop {
            if self.eat("sealed") {
                is_sealed = true;
            } else if let Some((word, bit)) = MODIFIERS.iter().find(|it| it.0 == self.peek()) {
                bits |= bit;
                is_default |= *word == "default";
                self.at += 1;
            } else {
                return (Modifiers(bits), is_default, is_sealed);
            }
        }
    }

    fn class(&mut self) -> ClassDescription {
        self.variables.clear();
        let (mut modifiers, _, is_sealed) = self.modifiers();
        let kind = match self.next() {
            "interface" => {
                modifiers.0 |= 1024;
                ClassKind::Interface
            }
            "enum" => ClassKind::Enum,
            "record" => ClassKind::Record,
            "class" => ClassKind::Class,
            other => panic!("{other} is no kind of class"),
        };
        let name = self.next().to_owned();
        let type_parameters = self.type_parameters();
        let mut superclass = (kind != ClassKind::Interface && name != "java.lang.Object")
            .then(|| JavaType::class("java.lang.Object"));
        let mut interfaces = Vec::new();
        if self.eat("extends") {
            if kind == ClassKind::Interface {
                interfaces = self.types();
            } else {
                superclass = Some(self.ty());
            }
        }
        if self.eat("implements") {
            interfaces = self.types();
        }
        let mut class = ClassDescription {
            canonical: Some(name.replace('$', ".")),
            modifiers,
            kind,
            is_sealed,
            type_parameters,
            superclass,
            interfaces,
            outer: name.rfind('$').map(|at| name[..at].to_owned()),
            constructors: Vec::new(),
            methods: Vec::new(),
            fields: Vec::new(),
            enum_constants: Vec::new(),
            annotations: Vec::new(),
            casts: Vec::new(),
            enum_texts: Vec::new(),
            subclasses: Vec::new(),
            name,
        };
        self.expect("{");
        while !self.eat("}") {
            self.member(&mut class);
        }
        class
    }

    fn member(&mut self, class: &mut ClassDescription) {
        if self.eat("constants") {
            return self.constants(class);
        }
        let scope = self.variables.clone();
        let is_deprecated = self.eat("@Deprecated");
        let (modifiers, is_default, _) = self.modifiers();
        let type_parameters = self.type_parameters();
        let is_constructor = self.eat("new");
        let returns = if is_constructor {
            JavaType::void()
        } else {
            self.ty()
        };
        let name = if is_constructor {
            "<init>"
        } else {
            self.next()
        }
        .to_owned();
        if self.eat("(") {
            let mut executable = ExecutableDescription {
                name,
                descriptor: String::new(),
                modifiers,
                type_parameters,
                parameters: Vec::new(),
                parameter_names: Vec::new(),
                returns,
                throws: Vec::new(),
                is_varargs: false,
                is_default,
                is_deprecated,
            };
            self.rest_of_executable(&mut executable, class);
            let list = if is_constructor {
                &mut class.constructors
            } else {
                &mut class.methods
            };
            list.push(executable);
        } else {
            self.expect(";");
            class.fields.push(FieldDescription {
                name,
                modifiers,
                ty: returns,
                annotations: Vec::new(),
                is_set: true,
                constant: None,
            });
        }
        self.variables = scope;
    }

    fn constants(&mut self, class: &mut ClassDescription) {
        while !self.eat(";") {
            let name = self.next().to_owned();
            class.enum_constants.push(name.clone());
            class.fields.push(FieldDescription {
                name,
                modifiers: Modifiers(1 | 8 | 16),
                ty: JavaType::class(&class.name),
                annotations: Vec::new(),
                is_set: true,
                constant: None,
            });
            self.eat(",");
        }
    }

    fn rest_of_executable(&mut self, it: &mut ExecutableDescription, class: &ClassDescription) {
        (it.parameters, it.parameter_names, it.is_varargs) = self.parameters();
        it.throws = if self.eat("throws") {
            self.types()
        } else {
            Vec::new()
        };
        self.expect(";");
        if class.kind == ClassKind::Interface && !it.modifiers.is_private() {
            let is_bodied = it.is_default || it.modifiers.is_static();
            it.modifiers.0 |= if is_bodied { 1 } else { 1 | 1024 };
        }
        let all: Vec<TypeParameter> = it
            .type_parameters
            .iter()
            .chain(&class.type_parameters)
            .cloned()
            .collect();
        let inside: String = it
            .parameters
            .iter()
            .map(|ty| descriptor(ty, &all))
            .collect();
        it.descriptor = format!("({inside}){}", descriptor(&it.returns, &all));
    }

    fn parameters(&mut self) -> (Vec<JavaType>, Vec<String>, bool) {
        let (mut types, mut names, mut is_varargs) = (Vec::new(), Vec::new(), false);
        while !self.eat(")") {
            let mut ty = self.ty();
            if self.eat("...") {
                is_varargs = true;
                ty = ty.array_of();
            }
            types.push(ty);
            if ![",", ")"].contains(&self.peek()) {
                names.push(self.next().to_owned());
            }
            self.eat(",");
        }
        (types, names, is_varargs)
    }

    fn type_parameters(&mut self) -> Vec<TypeParameter> {
        if !self.eat("<") {
            return Vec::new();
        }
        let (mut depth, mut ahead, mut is_name) = (1, self.at, true);
        while depth > 0 {
            match self.tokens[ahead] {
                "<" => depth += 1,
                ">" => depth -= 1,
                "," if depth == 1 => is_name = true,
                name if is_name => {
                    self.variables.insert(name.to_owned());
                    is_name = false;
                }
                _ => {}
            }
            ahead += 1;
        }
        let mut parameters = Vec::new();
        while !self.eat(">") {
            let name = self.next().to_owned();
            let mut bounds = Vec::new();
            if self.eat("extends") {
                bounds.push(self.ty());
                while self.eat("&") {
                    bounds.push(self.ty());
                }
            }
            bounds.retain(|bound| *bound != JavaType::object());
            parameters.push(TypeParameter { name, bounds });
            self.eat(",");
        }
        parameters
    }

    fn types(&mut self) -> Vec<JavaType> {
        let mut types = vec![self.ty()];
        while self.eat(",") {
            types.push(self.ty());
        }
        types
    }

    fn ty(&mut self) -> JavaType {
        if self.eat("?") {
            let upper = self.eat("extends").then(|| Box::new(self.ty()));
            let upper = upper.filter(|bound| **bound != JavaType::object());
            let lower = self.eat("super").then(|| Box::new(self.ty()));
            return JavaType::Wildcard { upper, lower };
        }
        let word = self.next();
        let primitive = Primitive::VALUES
            .into_iter()
            .find(|it| it.keyword() == word);
        let mut ty = match primitive {
            Some(primitive) => JavaType::Primitive(primitive),
            None if word == "void" => JavaType::void(),
            None if self.is_variable(word) => JavaType::Variable(word.to_owned()),
            None => {
                let name = self.full_name(word);
                let mut arguments = Vec::new();
                if self.eat("<") {
                    arguments = self.types();
                    self.expect(">");
                }
                JavaType::Class { name, arguments }
            }
        };
        while self.eat("[") {
            self.expect("]");
            ty = ty.array_of();
        }
        ty
    }

    fn is_variable(&self, word: &str) -> bool {
        let is_class = || {
            self.names
                .iter()
                .any(|it| it.rsplit(['.', '$']).next() == Some(word))
        };
        self.variables.contains(word) || (word.len() == 1 && !is_class())
    }

    fn full_name(&self, word: &str) -> String {
        if word.contains('.') {
            return word.to_owned();
        }
        let simple = |name: &String| name.rsplit(['.', '$']).next() == Some(word);
        self.names
            .iter()
            .find(|it| simple(it))
            .cloned()
            .unwrap_or_else(|| format!("java.lang.{word}"))
    }
}

fn descriptor(ty: &JavaType, variables: &[TypeParameter]) -> String {
    match ty {
        JavaType::Array(element) => format!("[{}", descriptor(element, variables)),
        JavaType::Class { name, .. } => format!("L{};", name.replace('.', "/")),
        JavaType::Variable(name) => {
            let bound = variables
                .iter()
                .find(|it| it.name == *name)
                .and_then(|it| it.bounds.first());
            bound.map_or_else(
                || "Ljava/lang/Object;".to_owned(),
                |it| descriptor(it, variables),
            )
        }
        JavaType::Wildcard { .. } => unreachable!("a wildcard is no parameter type"),
        JavaType::Primitive(primitive) => match primitive {
            Primitive::Boolean => "Z",
            Primitive::Byte => "B",
            Primitive::Short => "S",
            Primitive::Char => "C",
            Primitive::Int => "I",
            Primitive::Long => "J",
            Primitive::Float => "F",
            Primitive::Double => "D",
            Primitive::Void => "V",
        }
        .to_owned(),
    }
}
