//! What the flow of one Java file looks like to the crates above: ids, predicates, branches, methods, call sites.

use std::collections::{BTreeMap, BTreeSet};

use goalline_syntax::Span;

use crate::exempt::Exempt;

/// The dense number of a predicate in its file, from 0, in source order of the predicates' spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PredicateId(pub u32);

/// The dense number of a method, constructor, initialiser or lambda body in its file, from 0, in source order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId(pub u32);

/// The dense number of an operation in its file, from 0, in source order of the operations' spans (outer before inner);
/// calls and returned values come after all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperationId(pub u32);

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

impl PredicateKind {
    /// Whether it is a truth value that the source computes.
    pub fn is_condition(self) -> bool {
        matches!(self, Self::Condition | Self::Value)
    }
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
    /// The text of the span, white space folded to single blanks; of a long one the start.
    pub text: String,
    /// The branches on which the evaluation of this predicate is directly control dependent
    /// (Ferrante, Ottenstein, Warren 1987); empty when it runs whenever the method is entered, even if a loop repeats
    /// it. Any of them leads here, so a search may follow the nearest. A loop condition does not list itself.
    pub controls: Vec<Branch>,
}

impl Predicate {
    /// Its outcomes, `true` before `false` as people write it; a label or default only chosen.
    pub fn branches(&self) -> impl Iterator<Item = Branch> + use<> {
        let is_choice = matches!(
            self.kind,
            PredicateKind::Label { .. } | PredicateKind::Default { .. }
        );
        let predicate = self.id;
        let outcomes: &[bool] = if is_choice { &[true] } else { &[true, false] };
        outcomes.iter().map(move |outcome| Branch {
            predicate,
            outcome: *outcome,
        })
    }
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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each answers a question of its own"
)]
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
    /// Simple source types of the parameters without type arguments and annotations (`int`, `String`, `T[]`; varargs
    /// as `T[]`).
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
    /// The source type of what it returns, without annotations (`Map<K, V>`, `int[]`); none for `void` and everything
    /// but methods.
    pub returns: Option<String>,
    /// Whether a test in the same package can call it by itself: no private, local or anonymous class is around it,
    /// and it is neither private nor a constructor of an abstract class or an enum.
    pub is_callable: bool,
    /// Whether a syntax error stands inside: its goals are silenced.
    pub is_broken: bool,
    /// Why it has no goals though it may be called; what is written in an exempt method is exempt, too.
    pub exempt: Option<Exempt>,
    /// For a lambda, an anonymous or local class body: the method it is written in.
    pub enclosing: Option<MethodId>,
}

impl MethodFlow {
    /// `total(int,String)`: the name and the parameters' simple types.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(","))
    }
}

/// A call written in the file to a method that, by name and number of arguments, may be declared in the same file. A
/// lambda or a local class where it is written counts as a call of its bodies: they cannot run before the flow came
/// there.
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
    /// Where the list of statements starts that it stands in: the last of a list runs only after all before it.
    pub block: usize,
    /// At most 200 characters of the first line of its text, white space folded to single blanks.
    pub text: String,
    /// The branches on which that statement is directly control dependent.
    pub controls: Vec<Branch>,
}

/// What an operation does, which decides how mutants change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperationKind {
    /// `+ - * / %` on what may be numbers (texts that are seen to be joined are left out), also as `+=` or `++` of a
    /// variable.
    Arithmetic,
    /// `& | ^`
    Bitwise,
    /// `<< >> >>>`
    Shift,
    /// `< <= > >= == !=`; comparisons with `null` are left out.
    Comparison,
    /// Reading a variable whose declaration in this file says a primitive type.
    Variable,
    /// A literal number or truth value that is no part of a constant expression.
    Constant,
    /// A call that stands as a statement.
    Call,
    /// The value of a `return`.
    Returned,
    /// A condition that is no comparison of numbers and no variable of its own: a call, a comparison with `null`.
    Condition,
}

/// A place where a mutant may differ from the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its number.
    pub id: OperationId,
    /// What it does.
    pub kind: OperationKind,
    /// The innermost body around it.
    pub method: MethodId,
    /// The whole expression; of calls and returned values the statement.
    pub span: Span,
    /// The operator as it is written; the declared type of a variable; `int`, `long`, `float`, `double` or `boolean`
    /// of a constant; the type that the method declares of a returned value; nothing of a call.
    pub operator: String,
    /// The spans of its operands, parentheses included; none of variables and constants.
    pub operands: Vec<Span>,
    /// The text of the span, white space folded to single blanks.
    pub text: String,
    /// The branches on which it is directly control dependent.
    pub controls: Vec<Branch>,
    /// The predicate that this comparison is.
    pub predicate: Option<PredicateId>,
    /// For `x += e`, `x++` and the like: the declared type of the variable, to which the result is cast.
    pub stored: Option<String>,
    /// For a variable: others of the same declared type that are sure to have a value here. For a returned value: Java
    /// expressions that stand for nothing.
    pub others: Vec<String>,
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
    /// By `OperationId`; empty unless asked for (`FileFlow::with_operations`).
    pub operations: Vec<Operation>,
    /// The constants of each enum that the file declares, by its simple name.
    pub enums: BTreeMap<String, Vec<String>>,
    /// Simple names of the classes of exceptions that `catch` clauses of the file are for.
    pub caught: BTreeSet<String>,
}

impl FileFlow {
    /// The predicate with this number.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }

    /// The operation with this number.
    pub fn operation(&self, id: OperationId) -> &Operation {
        &self.operations[id.0 as usize]
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
}
