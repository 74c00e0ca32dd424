//! The command line as a user calls it, on real projects: one executable, which is linked once.

mod cli;
mod couple;
mod full_disk;
mod generate;
mod killed;
