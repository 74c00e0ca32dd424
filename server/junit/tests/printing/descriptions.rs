//! Class descriptions from text: one header line per class, one indented line per member; takes the text, gives a
//! cluster.
//!
//! ```text
//! public class shop.Cart extends java.lang.Object implements java.lang.Comparable<shop.Cart>
//!   new(limit: int)
//!   add(item: shop.Item, quantity: int): void throws java.io.IOException
//!   static of(codes: java.lang.String...): shop.Cart
//!   field static final EMPTY: shop.Cart
//! ```

use goalline_flow::FileFlow;
use goalline_testcase::{
    ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, FieldDescription, JavaType,
    Modifiers, Primitive, TestCluster, TypeParameter,
};

/// A cluster of the described classes; those of package `shop` are under test, tests stand in `shop`.
pub fn cluster(text: &str) -> TestCluster {
    let mut classes: Vec<ClassDescription> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if line.starts_with("  ") {
            let class = classes
                .last_mut()
                .expect("a class comes before its members");
            member(class, line.trim());
        } else {
            classes.push(header(line));
        }
    }
    let names: Vec<String> = classes
        .iter()
        .filter(|class| class.name.starts_with("shop."))
        .map(|class| class.name.clone())
        .collect();
    let subject = ClassUnderTest {
        classes: &names,
        package: "shop",
        flow: &FileFlow::default(),
    };
    TestCluster::new(classes, &subject)
}

fn header(line: &str) -> ClassDescription {
    let mut words = line.split(' ').peekable();
    let mut modifiers = 0;
    let mut kind = ClassKind::Class;
    let mut name = "";
    for word in words.by_ref() {
        match word {
            "class" => {}
            "interface" => {
                kind = ClassKind::Interface;
                modifiers |= 1024;
            }
            "enum" => kind = ClassKind::Enum,
            "record" => kind = ClassKind::Record,
            other if modifier(other) != 0 => modifiers |= modifier(other),
            other => {
                name = other;
                break;
            }
        }
    }
    let (name, parameters) = match name.split_once('<') {
        Some((name, rest)) => (name, rest.trim_end_matches('>')),
        None => (name, ""),
    };
    let mut superclass = (kind != ClassKind::Interface).then(|| parse_type("java.lang.Object"));
    let mut interfaces = Vec::new();
    while let Some(word) = words.next() {
        let ty = parse_type(words.next().expect("a type follows extends and implements"));
        if word == "extends" {
            superclass = Some(ty);
        } else {
            interfaces.push(ty);
        }
    }
    ClassDescription {
        name: name.to_owned(),
        canonical: Some(name.replace('$', ".")),
        modifiers: Modifiers(modifiers),
        kind,
        is_sealed: false,
        type_parameters: parameters
            .split(',')
            .filter(|one| !one.is_empty())
            .map(|one| TypeParameter {
                name: one.to_owned(),
                bounds: Vec::new(),
            })
            .collect(),
        superclass,
        interfaces,
        outer: name.rsplit_once('$').map(|(outer, _)| outer.to_owned()),
        constructors: Vec::new(),
        methods: Vec::new(),
        fields: Vec::new(),
        enum_constants: Vec::new(),
        annotations: Vec::new(),
        casts: Vec::new(),
        enum_texts: Vec::new(),
        subclasses: Vec::new(),
    }
}

fn modifier(word: &str) -> u32 {
    match word {
        "public" => 1,
        "private" => 2,
        "protected" => 4,
        "static" => 8,
        "final" => 16,
        "abstract" => 1024,
        _ => 0,
    }
}

/// A constant of an enum.
fn constant(class: &mut ClassDescription, name: &str) {
    class.enum_constants.push(name.to_owned());
    let ty = JavaType::Class {
        name: class.name.clone(),
        arguments: Vec::new(),
    };
    class.fields.push(FieldDescription {
        name: name.to_owned(),
        modifiers: Modifiers(1 + 8 + 16),
        ty,
        annotations: Vec::new(),
        is_set: true,
        constant: None,
    });
}

fn member(class: &mut ClassDescription, line: &str) {
    let mut modifiers = Modifiers(u32::from(
        !["private ", "protected "]
            .iter()
            .any(|word| line.contains(word)),
    ));
    let (rest, is_default) = match line.strip_prefix("default ") {
        Some(rest) => (rest, true),
        None => (line, false),
    };
    let (mut rest, is_injected) = match rest.strip_prefix("injected ") {
        Some(after) => (after, true),
        None => (rest, false),
    };
    let mut is_field = false;
    while let Some((word, after)) = rest.split_once(' ') {
        match word {
            "field" => is_field = true,
            "constant" => {
                constant(class, after);
                return;
            }
            other if modifier(other) != 0 => modifiers.0 |= modifier(other),
            _ => break,
        }
        rest = after;
    }
    if class.kind == ClassKind::Interface && !modifiers.is_static() && !is_default {
        modifiers.0 |= 1024;
    }
    if is_field {
        let (name, ty) = rest.split_once(": ").expect("a field has a type");
        let (name, ty) = (name.to_owned(), parse_type(ty));
        class.fields.push(FieldDescription {
            name,
            modifiers,
            ty,
            annotations: is_injected.then(autowired).into_iter().collect(),
            is_set: !is_injected,
            constant: None,
        });
        return;
    }
    let executable = ExecutableDescription {
        is_default,
        is_deprecated: false,
        ..executable(rest, modifiers)
    };
    let list = if executable.name == "<init>" {
        &mut class.constructors
    } else {
        &mut class.methods
    };
    list.push(executable);
}

fn autowired() -> String {
    "org.springframework.beans.factory.annotation.Autowired".to_owned()
}

/// `<T extends U>name(a: int, b: T...): void throws X`
fn executable(text: &str, modifiers: Modifiers) -> ExecutableDescription {
    let (head, rest) = text
        .split_once('(')
        .expect("a member that is no field has parameters");
    let (parameters, rest) = rest.split_once(')').expect("parameters are closed");
    let (type_parameters, name) = match head.strip_prefix('<').and_then(|one| one.split_once('>')) {
        Some((variable, name)) => {
            let (variable, bound) = match variable.split_once(" extends ") {
                Some((variable, bound)) => (variable, vec![parse_type(bound)]),
                None => (variable, Vec::new()),
            };
            let parameter = TypeParameter {
                name: variable.to_owned(),
                bounds: bound,
            };
            (vec![parameter], name)
        }
        None => (Vec::new(), head),
    };
    let (returns, throws) = match rest.split_once(" throws ") {
        Some((returns, throws)) => (returns, vec![parse_type(throws)]),
        None => (rest, Vec::new()),
    };
    let returns = parse_type(returns.strip_prefix(": ").unwrap_or("void"));
    let mut types = Vec::new();
    let mut names = Vec::new();
    for parameter in parameters.split(", ").filter(|one| !one.is_empty()) {
        let (name, ty) = parameter.split_once(": ").expect("a parameter has a type");
        names.push(name.to_owned());
        types.push(match ty.strip_suffix("...") {
            Some(element) => JavaType::Array(Box::new(parse_type(element))),
            None => parse_type(ty),
        });
    }
    let descriptor: String = types.iter().map(descriptor).collect();
    ExecutableDescription {
        name: if name == "new" {
            "<init>".to_owned()
        } else {
            name.to_owned()
        },
        descriptor: format!("({descriptor}){}", self::descriptor(&returns)),
        modifiers,
        type_parameters,
        parameters: types,
        parameter_names: names,
        returns,
        throws,
        is_varargs: parameters.ends_with("..."),
        is_default: false,
        is_deprecated: false,
    }
}

fn descriptor(ty: &JavaType) -> String {
    match ty {
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
        JavaType::Array(element) => format!("[{}", descriptor(element)),
        JavaType::Class { name, .. } => format!("L{};", name.replace('.', "/")),
        JavaType::Variable(_) | JavaType::Wildcard { .. } => "Ljava/lang/Object;".to_owned(),
    }
}

/// A type from text: `int`, `T`, `java.util.List<java.lang.String>`, `int[]`, `?`.
pub fn parse_type(text: &str) -> JavaType {
    if let Some(element) = text.strip_suffix("[]") {
        return JavaType::Array(Box::new(parse_type(element)));
    }
    let primitive = match text {
        "boolean" => Some(Primitive::Boolean),
        "byte" => Some(Primitive::Byte),
        "short" => Some(Primitive::Short),
        "char" => Some(Primitive::Char),
        "int" => Some(Primitive::Int),
        "long" => Some(Primitive::Long),
        "float" => Some(Primitive::Float),
        "double" => Some(Primitive::Double),
        "void" => Some(Primitive::Void),
        _ => None,
    };
    if let Some(primitive) = primitive {
        return JavaType::Primitive(primitive);
    }
    if text == "?" {
        return JavaType::Wildcard {
            upper: None,
            lower: None,
        };
    }
    if text.len() == 1 {
        return JavaType::Variable(text.to_owned());
    }
    let Some((name, arguments)) = text.split_once('<') else {
        return JavaType::Class {
            name: text.to_owned(),
            arguments: Vec::new(),
        };
    };
    let arguments = arguments
        .strip_suffix('>')
        .expect("type arguments are closed");
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0, 0);
    for (at, c) in arguments.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(parse_type(&arguments[from..at]));
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(parse_type(&arguments[from..]));
    JavaType::Class {
        name: name.to_owned(),
        arguments: parts,
    }
}
