//! Whether the machine has better things to do: takes what the system says about power and load, gives the reason to
//! put a search off; where the system says nothing (anything but Linux) there is none.

use std::{fs, path::Path, thread};

use super::settings::PauseSettings;

const POWER: &str = "/sys/class/power_supply";
const LOAD: &str = "/proc/loadavg";
/// Programs that wanted to run in the last minute, for each processor, from which on a machine is busy.
const BUSY: f64 = 2.0;

/// Why a save should start no search now; none where the user does not care.
pub fn reason_to_wait(wanted: &PauseSettings) -> Option<&'static str> {
    if wanted.on_battery && is_on_battery(Path::new(POWER)) {
        return Some("the machine runs on battery (goalline.pause.onBattery)");
    }
    let load = || fs::read_to_string(LOAD).unwrap_or_default();
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    if wanted.when_busy && is_busy(&load(), processors()) {
        return Some("the machine is busy (goalline.pause.whenBusy)");
    }
    None
}

/// Whether a battery that is not one of a mouse or a keyboard is being emptied.
fn is_on_battery(supplies: &Path) -> bool {
    let Ok(supplies) = fs::read_dir(supplies) else {
        return false;
    };
    supplies.flatten().any(|supply| {
        let says = |name: &str, wanted: &str| {
            let text = fs::read_to_string(supply.path().join(name)).unwrap_or_default();
            text.trim() == wanted
        };
        says("type", "Battery") && says("status", "Discharging") && !says("scope", "Device")
    })
}

/// Whether the first number of `/proc/loadavg` is high.
fn is_busy(load: &str, processors: usize) -> bool {
    let lately = load.split_whitespace().next();
    let lately: f64 = lately.and_then(|it| it.parse().ok()).unwrap_or(0.0);
    lately > BUSY * processors as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battery_that_is_emptied_counts_unless_it_is_one_of_a_mouse() {
        let folder = tempfile::tempdir().expect("a folder");
        let supply = |name: &str, says: &[(&str, &str)]| {
            let supply = folder.path().join(name);
            fs::create_dir_all(&supply).expect("writable");
            for (name, text) in says {
                fs::write(supply.join(name), format!("{text}\n")).expect("writable");
            }
        };
        supply("AC", &[("type", "Mains"), ("online", "0")]);
        let mouse = [
            ("type", "Battery"),
            ("status", "Discharging"),
            ("scope", "Device"),
        ];
        supply("mouse", &mouse);
        supply("BAT0", &[("type", "Battery"), ("status", "Charging")]);
        assert!(!is_on_battery(folder.path()));
        supply("BAT0", &[("type", "Battery"), ("status", "Discharging")]);
        assert!(is_on_battery(folder.path()));
        assert!(!is_on_battery(Path::new("/nowhere")), "other systems");
    }

    #[test]
    fn a_machine_is_busy_from_two_programs_for_each_processor_on() {
        assert!(is_busy("8.10 3.00 1.00 3/400 1234", 4));
        assert!(!is_busy("7.90 9.00 9.00 3/400 1234", 4));
        assert!(!is_busy("", 4));
    }
}
