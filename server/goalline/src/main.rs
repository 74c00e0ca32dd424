//! The binary: takes a command line, gives goals, tests or a language server; computes nothing about Java itself.

fn main() {}
