//! Rules of the repository as tests: opening sentences, layers, names and words, and that `server/ARCHITECTURE.md` and
//! links tell the truth.

mod architecture;
mod documents;
mod files;
mod imports;
mod layers;
mod modules;
mod parameters;
mod security;
mod sources;
mod words;
