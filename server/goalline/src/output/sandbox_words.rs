//! What the sandbox promises and whether this machine keeps it, in words: for `goalline doctor` and for the status item
//! of an editor; binds nothing itself.

use goalline_engine::build::builds_are_confined;
use goalline_jvm::Promise;
use goalline_limits::{ControlGroup, most_memory};

/// A promise and whether it is kept here.
pub(crate) struct MachinePromise {
    /// Whether this machine keeps it.
    pub(crate) holds: bool,
    /// For people.
    pub(crate) what: String,
}

/// All promises, one by one.
pub(crate) fn promises() -> Vec<MachinePromise> {
    let of_workers = goalline_jvm::sandbox_support().promises;
    let mut all: Vec<MachinePromise> = of_workers.into_iter().map(MachinePromise::from).collect();
    all.push(MachinePromise {
        holds: builds_are_confined(),
        what: "build tools: they read the project, their own folders and the JDK, and write their repository and the cache"
            .to_owned(),
    });
    all.push(bounds());
    all
}

/// Those of these that this machine does not keep, in a few lines.
pub(crate) fn missing(promises: &[MachinePromise]) -> String {
    let missing = promises.iter().filter(|one| !one.holds);
    let lines: Vec<&str> = missing.map(|one| one.what.as_str()).collect();
    if lines.is_empty() {
        return "the sandbox keeps all that it promises on this machine".to_owned();
    }
    format!(
        "on this machine the sandbox does not keep:\n{}",
        lines.join("\n")
    )
}

impl From<Promise> for MachinePromise {
    fn from(promise: Promise) -> Self {
        Self {
            holds: promise.holds,
            what: promise.what.to_owned(),
        }
    }
}

/// Who keeps programs of a project from taking the whole machine.
fn bounds() -> MachinePromise {
    let group = ControlGroup::of_this_program();
    let memory = most_memory() >> 20;
    let what = match &group {
        Ok(group) if group.has_weight() => format!(
            "limits of all together: {memory} MB of memory and a smaller share of the processor, kept by the kernel (control \
             group)"
        ),
        Ok(_) => format!(
            "limits of all together: {memory} MB of memory, kept by the kernel (control group)"
        ),
        Err(reason) => format!(
            "limits of memory, processes, processor and disk: looked after a few times a second, not kept by the kernel \
             ({})",
            reason.0
        ),
    };
    MachinePromise {
        holds: group.is_ok(),
        what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_kept_is_told_and_nothing_else() {
        let promise = |holds, what: &str| MachinePromise {
            holds,
            what: what.to_owned(),
        };
        let kept = [promise(true, "files"), promise(true, "network")];
        assert_eq!(
            missing(&kept),
            "the sandbox keeps all that it promises on this machine"
        );
        let some = [promise(true, "files"), promise(false, "network")];
        let told = "on this machine the sandbox does not keep:\nnetwork";
        assert_eq!(missing(&some), told);
    }
}
