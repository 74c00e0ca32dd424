//! Typed test programs and what running them gives: takes class descriptions, gives callables and statements; prints
//! no Java, does no I/O.

mod bits;
mod cluster;
mod describe;
mod editing;
mod execution;
mod known_examples;
mod name_words;
mod nulls;
mod printed;
mod program;
mod stored;
mod types;
mod well_formed;

pub use cluster::{
    AllowedClass, Callable, CallableId, CallableKind, ClassUnderTest, DoubleMethod, DoubleMethods,
    DoubleStyle, ExampleValue, Examples, Lookup, MOST_WRITTEN_METHODS, Mocking, NAME_OF_ANYTHING,
    NumbersOfName, PLAIN_WORDS, Shape, TestCluster, TypeText, data_holder, described_beside,
    formed_words, is_stock_text, jdk_allow_list, parameter_numbers, parameter_words, stand_in,
    words_of_name,
};
pub use describe::{
    ClassDescription, ClassKind, ConstantDescription, ExecutableDescription, FieldDescription,
    Modifiers, TypeParameter,
};
pub use execution::{
    CallTrace, DescribedPart, Execution, Executor, ExecutorError, HIDDEN_IDENTITY, MethodTrace,
    MutantTrace, NullResult, Observation, Observed, ObservedPart, OperationTrace, Outcome,
    PredicateTrace, Returned, RunOptions, SeenConstant, StackFrame, Started, TestBed, Thrown,
    ThrownTrace, Trace, UnansweredCall, Unordered,
};
pub use name_words::{
    RangeEnd, begins_with_word, looks_up, name_words, range_end, shared_words, writes_rows,
    written_rows,
};
pub use printed::{StandardStream, printed_to, with_prints_caught};
pub use program::{
    Answer, JavaString, Literal, Statement, StatementKind, TestCase, Var, Vars, made_alike,
};
pub use stored::StoredTest;
pub use types::{JavaType, Primitive, TypeId};
pub use well_formed::Flaw;
