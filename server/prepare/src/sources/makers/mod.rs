//! Who makes what a class is handed, where nothing could stand for it: classes of the project and of its libraries.

pub(crate) mod implementations;
pub(crate) mod library_makers;
