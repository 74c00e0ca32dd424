//! The test cluster: takes class descriptions, gives the callables that can make or use a value of a type; knows
//! nothing of Java text.

pub(crate) mod jdk;
pub(crate) mod members;
pub(crate) mod types;
pub(crate) mod values;

pub use self::{
    jdk::{allowed::jdk_allow_list, table::AllowedClass},
    members::{
        cache::{DoubleMethod, DoubleMethods, DoubleStyle, Lookup, Mocking},
        callable::{Callable, CallableId, CallableKind},
        framework_names::{data_holder, described_beside, stand_in},
        test_cluster::TestCluster,
        under_test::ClassUnderTest,
    },
    types::{
        examples::{ExampleValue, Examples},
        shape::Shape,
    },
    values::{
        parameter_numbers::{NumbersOfName, parameter_numbers},
        parameter_words::{
            NAME_OF_ANYTHING, PLAIN_WORDS, formed_words, is_stock_text, parameter_words,
            words_of_name,
        },
        test_double::MOST_WRITTEN_METHODS,
        type_text::TypeText,
    },
};
