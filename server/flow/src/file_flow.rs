//! What the flow of one Java file looks like to the crates above: ids, predicates, branches, methods, call sites.

use goalline_syntax::Span;

/// The dense number of a predicate in its file, from 0, in source order of the predicates' spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PredicateId(pub u32);

/// The dense number of a method, constructor, initialiser or lambda body in its file, from 0, in source order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId(pub u32);

/// A predicate with one of its outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its outcome; for a label only `true` is a goal ("the selector chose this label").
    pub outcome: bool,
}

/// Where a predicate stands, which decides how it is probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PredicateKind {
    /// A condition of `if`, `while`, `do`, `for`, `?:`, a guard, or an operand of `&&` or `||`.
    Condition,
    /// A comparison or negation whose value is used (`return a < b;`): javac makes a branch of it, so do we.
    Value,
    /// "Has a next element" of a for-each loop; the span is the iterated expression.
    ForEach,
    /// One label of a switch (each constant or pattern of `case A, B` is a label of its own).
    Label {
        /// Ordinal of the switch in the file.
        switch: u32,
    },
    /// The default of a switch, written or (for a switch that need not be exhaustive) implied.
    Default {
        /// Ordinal of the switch in the file.
        switch: u32,
    },
}

/// An atomic condition. Constant conditions (`true`, `1 < 2`) are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Its number.
    pub id: PredicateId,
    /// Where it stands.
    pub kind: PredicateKind,
    /// The innermost method, initialiser or lambda body around it.
    pub method: MethodId,
    /// The expression, parentheses and leading `!` stripped: outcomes are those of this expression.
    pub span: Span,
    /// The text of the span, white space folded to single blanks.
    pub text: String,
    /// The branches on which the evaluation of this predicate is directly control dependent
    /// (Ferrante, Ottenstein, Warren 1987); empty when it runs whenever the method is entered, even if a loop repeats it.
    /// Any of them leads here, so a search may follow the nearest. A loop condition does not list itself.
    pub controls: Vec<Branch>,
}

/// What kind of body a `MethodFlow` describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodKind {
    /// A method with a body.
    Method,
    /// A constructor, or the compact constructor of a record.
    Constructor,
    /// A static initialiser block, or the initialisers of static fields (one body per class).
    StaticInitializer,
    /// An instance initialiser block, or the initialisers of instance fields (one body per class).
    InstanceInitializer,
    /// The body of a lambda: a graph of its own.
    Lambda,
}

/// One body of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodFlow {
    /// Its number.
    pub id: MethodId,
    /// What it is.
    pub kind: MethodKind,
    /// Binary name of the class it stands in, `shop.Cart$Line`; anonymous and local classes get `Cart$1`, `Cart$1Local`
    /// in source order, as javac numbers them.
    pub class: String,
    /// `total`, `<init>`, `<clinit>`, or `lambda$total$0` (ordinal inside the enclosing method).
    pub name: String,
    /// Simple source types of the parameters without type arguments and annotations (`int`, `String`, `T[]`; varargs as `T[]`).
    pub parameters: Vec<String>,
    /// The parameters' names, in order.
    pub parameter_names: Vec<String>,
    /// Whether the declaration is `private`.
    pub is_private: bool,
    /// Whether the declaration is `static`.
    pub is_static: bool,
    /// The name in the declaration (for lambdas the arrow, for initialisers the opening brace or the first field name).
    pub name_span: Span,
    /// The body, braces included (for an expression lambda the expression).
    pub body: Span,
    /// Whether a syntax error stands inside: its goals are silenced.
    pub is_broken: bool,
    /// For a lambda, an anonymous or local class body: the method it is written in.
    pub enclosing: Option<MethodId>,
}

impl MethodFlow {
    /// `total(int,String)`: the name and the parameters' simple types.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(","))
    }
}

/// A call written in the file to a method that, by name and number of arguments, may be declared in the same file. A lambda or a
/// local class where it is written counts as a call of its bodies: they cannot run before the flow came there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The body that calls.
    pub caller: MethodId,
    /// The declarations that name and arity allow.
    pub callees: Vec<MethodId>,
    /// The call expression.
    pub span: Span,
    /// The branches on which the call is directly control dependent.
    pub controls: Vec<Branch>,
}

/// A source line on which at least one statement starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The method the statement stands in.
    pub method: MethodId,
    /// Zero-based line.
    pub line: usize,
    /// The first statement that starts on the line.
    pub span: Span,
    /// The branches on which that statement is directly control dependent.
    pub controls: Vec<Branch>,
}

/// The flow of one file. Indices are the ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileFlow {
    /// By `PredicateId`.
    pub predicates: Vec<Predicate>,
    /// By `MethodId`.
    pub methods: Vec<MethodFlow>,
    /// In source order.
    pub call_sites: Vec<CallSite>,
    /// In source order.
    pub lines: Vec<Line>,
}

impl FileFlow {
    /// The predicate with this number.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }

    /// The method with this number.
    pub fn method(&self, id: MethodId) -> &MethodFlow {
        &self.methods[id.0 as usize]
    }

    /// The predicates whose innermost body this is, in source order.
    pub fn predicates_of(&self, id: MethodId) -> impl Iterator<Item = &Predicate> {
        self.predicates
            .iter()
            .filter(move |predicate| predicate.method == id)
    }

    /// The call sites that may call this method, in source order.
    pub fn callers_of(&self, id: MethodId) -> impl Iterator<Item = &CallSite> {
        self.call_sites
            .iter()
            .filter(move |site| site.callees.contains(&id))
    }

    /// The innermost body around an offset.
    pub fn method_at(&self, offset: usize) -> Option<&MethodFlow> {
        let around = |body: Span| body.start <= offset && offset <= body.end;
        let methods = self.methods.iter().filter(|method| around(method.body));
        methods.min_by_key(|method| method.body.end - method.body.start)
    }
}
