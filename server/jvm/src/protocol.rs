//! The protocol between server and worker: the numbers, and below the one description of what travels.
//!
//! # Transport
//! Two pipes of their own, never the standard streams, which belong to the user's code (and lead nowhere). A frame is a
//! `u32` length (little endian, of what follows), one byte for the kind, and the payload. The server asks, the worker
//! answers each frame with one frame, except `LINK`, which has no answer. A third pipe ends when the server does, and
//! the worker with it. It carries nothing but, as big-endian u32, how many batches (`RUN`) have been sent when those
//! of them that are not done are to end at once: the running one answers with what is finished, those behind it run
//! nothing.
//!
//! # Values
//! | name | bytes |
//! |---|---|
//! | u8, u32 | as they are, little endian |
//! | varint | seven bits per byte, lowest first, high bit set on all but the last |
//! | zigzag | a signed number as varint: 0, -1, 1, -2 … |
//! | f64 | the bits as little endian |
//! | text | varint count of UTF-16 code units, two bytes each: lone surrogates survive |
//! | list of x | varint count, then the entries |
//! | optional x | u8 0, or u8 1 and x |
//! | blob | varint count, then the bytes |
//! | distance | u8 for whole numbers below 255, else u8 255 and f64 |
//! | numbered | varint; the next unused number is followed by its text, which it stands for from then on |
//!
//! # Requests
//! | kind | payload | answer (after `DONE`) |
//! |---|---|---|
//! | `HELLO` | | varint version, varint Java feature, text Java version |
//! | `CONFIGURE` | lists of text: class path, source roots, options, processor path, folders of built classes | |
//! | `COMPILE` | u8 set, list of unit (text path, text source) | u8 ok, list of diagnostic, lists of text: classes of
//! the units, removed from the set, removed from shared; lists of class: of the set, shared |
//! | `CLASSES` | three times (plain, probed, shared): list of text removed, list of class | |
//! | `DESCRIBE` | varint depth, lists of text: roots, allowed JDK classes | u32 count, class descriptions (`reflect`) |
//! | `PREPARE` | varints predicates, methods, lines, operations, u8 direct calls, two lists by predicate (varint, 0
//! for none, else one more than the number): the method whose direct calls count, the comparison it is, list of site
//! (list of varint methods that it may run, list of varint constructors that run before these, list of six varints
//! per copy: predicates from, to, first in the copy, methods likewise), list of varint framed methods | |
//! | `LINK` | u8 forget first, text package of tests, list of type (varint, text descriptor), list of callable
//! (varint, u8 kind, texts owner, declaring class, name, descriptor, varint method of the file, 0 for none, else one
//! more than its number) | none |
//! | `RUN` | varint steps, varint milliseconds, u8 flags (1 fresh loaders, 2 observe, 4 mutant, 8 tell, 16 pauses),
//! with flag 4 varint mutant, list of test | with flag 8 any number of `AT`, then `RESULTS`, maybe `EXITING` |
//! | `CHECK` | text test class, varint times, varint milliseconds, list of text test class path, list of unit | u8
//! compiled, list of diagnostic, u8 a test did not end, list of (text method, optional text failure) |
//! | `ATTRIBUTE` | list of unit | list of text: the names, then a list of attributed file, in the order of the units |
//!
//! An attributed file is three lists. Names are varints into the list before; a method name is class, name, descriptor.
//! Class: name, list of name superclass and interfaces, u8 flags (4 abstract, 16 interface).
//! Method: method name, u8 flags (1 static, 2 private, 4 abstract), zigzag start of the body (-1: none written),
//! optional method name of the constructor it calls unsaid, list of name further descriptors under which it
//! overrides. Call: varint start, varint end (UTF-16 units), u8 kind (0 virtual, 1 exact, 2 constructor), u8 flags (8
//! on `this`), name of the receiver's class, method name.
//! | `USER_TESTS` | u8 set, u8 1 reversed, 2 warmed, 4 isolated, list of unit (the launching class), text test class,
//! lists of text: ids to run (none: all), ids to leave out | any number of `TEST_STARTED` and `TEST_ENDED` before it |
//!
//! `FAILED` (text) answers a request that could not be done.
//! A class is text name, blob, text source, zigzag time of the file, zigzag size of the file (-1: not a file).
//! A diagnostic is text file, zigzag start, position, end, varint line, column, text code, text message, u8 is error.
//!
//! # Tests
//! A test is a varint length in bytes and a list of statements: an op and what it needs. Literals carry their value,
//! `OP_CLASS` a type; `OP_CALL` a callable and a list of variables (receiver first); `OP_ARRAY` a type and a list of
//! variables; `OP_TEST_DOUBLE` a type, u8 mock, a list of (text method, text descriptor, u8 thrown,
//! varint variable), and the list of variables that a constructor is given.
//!
//! # Results
//! `RESULTS` is u8 state, u32 finished tests, u32 statement (of the test after them, in states `OUT_OF_TIME` and
//! `EXIT_CALLED`; `CUT` says that the batch was ended early), the results and, in states `COMPLETE`, `THREAD_LEFT`
//! and `WORN` (a thread that exceeded its time goes on), three lists of seen constants (zigzag, f64, text). A result
//! is an outcome (`PASSED`; `THREW` varint statement, numbered class, numbered nameable class, when observing
//! optional text message, and list of frames (numbered class, numbered method, varint line); `OUT_OF_STEPS` varint
//! statement; `UNLINKABLE` varint statement, text reason; `OUT_OF_TIME_ALONE` varint statement: the worker went on
//! without it; before each of them maybe `SLOW` varint statement: the test was slow there), varint steps, list of
//! predicates (varint distance from the last id, varint true count, varint false count, distance to true, distance to
//! false), list of methods (varint distance from the last id, varint count), details, list of calls on mocks without
//! an answer (varint variable, numbered method, numbered descriptor) and, when observing, a list of observations
//!  (`outcome`). `TEST_STARTED` is text id, class, method (empty for a whole class) and name for people;
//! `TEST_ENDED` is the same and u8 0 passed, 1 failed, 2 aborted or skipped, optional text reason, varint steps and
//! what it touched, as in a result. `AT` (varint) is the statement that begins, of whichever test it is. `EXITING`
//! says that the user's code called System.exit: the process ends next.
//!
//! Details are u8 0 where `PREPARE` asked for none, else u8 1 and four lists: predicates in direct calls, as above;
//! lines (varint distance from the last); operations (varint distance from the last, u8 mutants infected by slot, u8
//! 0 or, for comparisons, u8 1 and the distances to less, equal, greater); direct calls (varint method, u8 kind: 0
//! threw, 1 false, 2 true, 3 number with f64, 4 character, 6 size and 7 enum constant with varint, 5 null, 8 anything
//! else).

pub(crate) mod attribution;
pub(crate) mod encode;
#[cfg(test)]
pub(crate) mod golden;
#[cfg(test)]
mod hostile;
pub(crate) mod link;
pub(crate) mod names;
pub(crate) mod outcome;
pub(crate) mod reflect;
pub(crate) mod state;
pub(crate) mod wire;

pub(crate) const VERSION: u64 = 4;

pub(crate) const HELLO: u8 = 1;
pub(crate) const CONFIGURE: u8 = 2;
pub(crate) const COMPILE: u8 = 3;
pub(crate) const CLASSES: u8 = 4;
pub(crate) const DESCRIBE: u8 = 5;
pub(crate) const PREPARE: u8 = 6;
pub(crate) const LINK: u8 = 7;
pub(crate) const RUN: u8 = 8;
pub(crate) const CHECK: u8 = 9;
pub(crate) const ATTRIBUTE: u8 = 12;

pub(crate) const USER_TESTS: u8 = 20;

pub(crate) const DONE: u8 = 128;
pub(crate) const FAILED: u8 = 129;
pub(crate) const RESULTS: u8 = 130;
pub(crate) const EXITING: u8 = 131;
pub(crate) const AT: u8 = 132;

pub(crate) const TEST_STARTED: u8 = 140;
pub(crate) const TEST_ENDED: u8 = 141;

pub(crate) const COMPLETE: u8 = 0;
pub(crate) const THREAD_LEFT: u8 = 1;
pub(crate) const OUT_OF_TIME: u8 = 2;
pub(crate) const EXIT_CALLED: u8 = 3;
pub(crate) const WORN: u8 = 4;
pub(crate) const CUT: u8 = 5;

pub(crate) const OP_NULL: u8 = 0;
pub(crate) const OP_FALSE: u8 = 1;
pub(crate) const OP_TRUE: u8 = 2;
pub(crate) const OP_BYTE: u8 = 3;
pub(crate) const OP_SHORT: u8 = 4;
pub(crate) const OP_CHAR: u8 = 5;
pub(crate) const OP_INT: u8 = 6;
pub(crate) const OP_LONG: u8 = 7;
pub(crate) const OP_FLOAT: u8 = 8;
pub(crate) const OP_DOUBLE: u8 = 9;
pub(crate) const OP_TEXT: u8 = 10;
pub(crate) const OP_CLASS: u8 = 11;
pub(crate) const OP_CALL: u8 = 12;
pub(crate) const OP_ARRAY: u8 = 13;
pub(crate) const OP_TEST_DOUBLE: u8 = 14;

pub(crate) const PASSED: u8 = 0;
pub(crate) const THREW: u8 = 1;
pub(crate) const OUT_OF_STEPS: u8 = 2;
pub(crate) const UNLINKABLE: u8 = 3;
pub(crate) const OUT_OF_TIME_ALONE: u8 = 4;
pub(crate) const SLOW: u8 = 5;

/// The exit status of a process that has made room for another one.
pub(crate) const RETIRED: i32 = 64;
