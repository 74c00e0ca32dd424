//! The end-to-end tests live beside this file, one folder each; the library itself is empty.
