//! The test cluster: takes class descriptions, gives the callables that can make or use a value of a type; knows nothing of Java text.

mod allowed;
mod assignable;
mod callable;
mod choice;
mod dispatch;
mod forbidden;
mod generators;
mod inference;
mod jdk_table;
mod jdk_values;
mod jdk_words;
mod kept;
mod literals;
mod lookups;
mod member;
mod memory;
mod names;
mod nulls;
mod shape;
mod stand_in;
mod substitution;
mod templates;
mod test_cluster;
mod under_test;
mod universe;
mod uses;

pub use self::{
    allowed::jdk_allow_list,
    callable::{Callable, CallableId, CallableKind},
    jdk_table::AllowedClass,
    kept::KeptTest,
    memory::{Lookup, StandInMethod, StandInMethods},
    names::TypeText,
    shape::Shape,
    test_cluster::TestCluster,
    under_test::ClassUnderTest,
};
