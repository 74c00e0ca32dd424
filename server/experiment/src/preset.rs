//! The comparisons of the papers by name: one table, each with the configurations that it compares.

/// A comparison that a paper made.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it asks, and who asked it first.
    pub question: &'static str,
    /// What it compares, each with each.
    pub configurations: &'static [&'static str],
    /// Whether goals are compared one by one too.
    pub per_goal: bool,
}

/// All presets.
pub const PRESETS: [Preset; 3] = [
    Preset {
        name: "whole-suite",
        question: "Do whole suites reach more than one goal at a time, and what does the archive add? \
                   (Fraser, Arcuri 2013; Rojas, Vivanti, Arcuri, Fraser 2017)",
        configurations: &["wsa", "ws", "one-goal", "random"],
        per_goal: true,
    },
    Preset {
        name: "dynamosa",
        question: "Do dynamic goals reach more, or sooner, than all goals at once and than whole suites, and which half of the \
                   sorting does it? (Panichella, Kifetew, Tonella 2018)",
        configurations: &["dynamosa", "mosa", "wsa", "ranking-only", "preference-only"],
        per_goal: false,
    },
    Preset {
        name: "hmx",
        question: "Does crossover of arguments, too, reach more than crossover of statements alone? \
                   (Olsthoorn, Derakhshanfar, Panichella 2021)",
        configurations: &["dynamosa/hmx", "dynamosa"],
        per_goal: false,
    },
];

impl Preset {
    /// The preset of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Configuration;

    #[test]
    fn every_preset_names_configurations() {
        for preset in &PRESETS {
            for name in preset.configurations {
                Configuration::named(name).expect("a configuration");
            }
        }
    }
}
