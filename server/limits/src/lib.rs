//! What programs that run a project's code take of the machine, and the bounds that the system itself keeps: below
//! everything that starts such a program.

mod control_group;
mod group;
mod machine;
mod tree;

pub use control_group::{ControlGroup, NoControlGroup};
pub use group::GroupUsage;
pub use machine::{free, free_memory, machine_memory, most_memory, number_in, prefer_to_end};
pub use tree::{TreeUsage, remove_tree};
