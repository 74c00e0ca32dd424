//! What the contracts of the JDK say of an answer, for names: of what is compared, of what is looked for in
//! collections and maps.

pub(crate) mod collections;
pub(crate) mod differences;
