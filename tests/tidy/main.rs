//! Rules of the repository as tests: opening sentences, file sizes, layers, names, and that `server/ARCHITECTURE.md`
//! tells the truth.

mod architecture;
mod files;
mod imports;
mod layers;
mod modules;
mod parameters;
mod security;
mod sources;
mod words;
