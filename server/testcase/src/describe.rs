//! Classes as the worker describes them by reflection: names, members, generics; nothing here is resolved or judged.

use crate::JavaType;

/// The Java modifier bits of `java.lang.reflect.Modifier` (public 1, private 2, protected 4, static 8, final 16,
/// abstract 1024 …).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers(pub u32);

impl Modifiers {
    /// `public`
    pub fn is_public(self) -> bool {
        self.0 & 1 != 0
    }
    /// `private`
    pub fn is_private(self) -> bool {
        self.0 & 2 != 0
    }
    /// `protected`
    pub fn is_protected(self) -> bool {
        self.0 & 4 != 0
    }
    /// `static`
    pub fn is_static(self) -> bool {
        self.0 & 8 != 0
    }
    /// `final`
    pub fn is_final(self) -> bool {
        self.0 & 16 != 0
    }
    /// `abstract`
    pub fn is_abstract(self) -> bool {
        self.0 & 1024 != 0
    }
}

/// What kind of type a class file declares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClassKind {
    /// A class.
    #[default]
    Class,
    /// An interface.
    Interface,
    /// An enum.
    Enum,
    /// A record.
    Record,
    /// An annotation type.
    Annotation,
}

/// A type parameter with its bounds other than `Object`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    /// `T`
    pub name: String,
    /// Upper bounds.
    pub bounds: Vec<JavaType>,
}

/// A class, its supertypes and its members (declared ones only; inherited ones stand with their own class).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassDescription {
    /// Binary name.
    pub name: String,
    /// Name to write in source (`java.util.Map.Entry`); none for local and anonymous classes.
    pub canonical: Option<String>,
    /// Modifiers; for a member class those of its declaration.
    pub modifiers: Modifiers,
    /// What it is.
    pub kind: ClassKind,
    /// Whether it is `sealed`: nothing outside its own list may extend or implement it. (`false` where the JDK knows
    /// none.)
    pub is_sealed: bool,
    /// Type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// Generic superclass; none for interfaces and `Object`.
    pub superclass: Option<JavaType>,
    /// Generic superinterfaces.
    pub interfaces: Vec<JavaType>,
    /// The class it is a member of.
    pub outer: Option<String>,
    /// Constructors (name `<init>`).
    pub constructors: Vec<ExecutableDescription>,
    /// Methods; bridge and synthetic ones are left out.
    pub methods: Vec<ExecutableDescription>,
    /// Fields; synthetic ones are left out.
    pub fields: Vec<FieldDescription>,
    /// Names of the enum constants, in order.
    pub enum_constants: Vec<String>,
    /// Binary names of its annotations and, in turn, of their annotations, sorted; those of `java.lang` are left out.
    pub annotations: Vec<String>,
    /// Binary names of what its code casts to, sorted; only of the classes that were asked about themselves.
    pub casts: Vec<String>,
    /// What the constants of enums that its code uses are made with, sorted; only of the classes that were asked about
    /// themselves.
    pub enum_texts: Vec<ConstantDescription>,
    /// Known subclasses and implementations (binary names) among the project's classes, sorted.
    pub subclasses: Vec<String>,
}

/// A constructor or method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutableDescription {
    /// Name; `<init>` for a constructor.
    pub name: String,
    /// JVM descriptor, `(ILjava/lang/String;)V`: the identity within its class.
    pub descriptor: String,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Its own type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// Generic parameter types, as written (the hidden outer instance of inner-class constructors included, first).
    pub parameters: Vec<JavaType>,
    /// Parameter names when the class file or the source knows them.
    pub parameter_names: Vec<String>,
    /// Generic return type; `void` for constructors.
    pub returns: JavaType,
    /// Declared exceptions.
    pub throws: Vec<JavaType>,
    /// Whether the last parameter is variable-arity.
    pub is_varargs: bool,
    /// Whether it is a `default` method.
    pub is_default: bool,
    /// Whether it is `@Deprecated`: where there is another way, nobody takes this one any more.
    pub is_deprecated: bool,
}

impl ExecutableDescription {
    /// Whether its caller says by a class what it is to give, and that is an object of this class:
    /// `<T> T getBean(Class<T> type)`.
    pub fn gives_asked_class(&self) -> bool {
        let is_own = |it: &TypeParameter| self.returns == JavaType::Variable(it.name.clone());
        self.modifiers.is_public()
            && self.type_parameters.iter().any(is_own)
            && self.descriptor.contains("Ljava/lang/Class;")
            && self.descriptor.ends_with(")Ljava/lang/Object;")
    }
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDescription {
    /// Name.
    pub name: String,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Generic type.
    pub ty: JavaType,
    /// Binary names of its annotations, as for classes.
    pub annotations: Vec<String>,
    /// Whether code of the class, constructors included, sets it. A static field counts as set unless an object of the
    /// class gives it its first value.
    pub is_set: bool,
    /// The value of a constant variable (`static final` primitive or String with a constant initialiser).
    pub constant: Option<ConstantDescription>,
}

/// The value of a constant field.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantDescription {
    /// An integral, char or boolean value, widened.
    Integral(i64),
    /// A floating value.
    Floating(f64),
    /// A string.
    Text(crate::JavaString),
}

impl Eq for ConstantDescription {}
