//! What programs that run a project's code take of the machine, the bounds that the system itself keeps, and what is
//! opened for them: below everything that starts such a program.

mod control_group;
mod group;
mod machine;
#[cfg(target_os = "linux")]
mod rights;
mod tree;
#[cfg(target_os = "linux")]
mod way;

pub use control_group::{ControlGroup, NoControlGroup};
pub use group::GroupUsage;
pub use machine::{
    FreeDisk, free, free_memory, machine_memory, most_memory, number_in, prefer_to_end,
};
#[cfg(target_os = "linux")]
pub use rights::{ANY_FILE, give_up_rights};
pub use tree::{TreeUsage, remove_tree};
#[cfg(target_os = "linux")]
pub use way::{end_of, open_past_no_link_in, place_of};
