//! The comparisons of the papers by name: one table, each with the configurations that it compares.

/// A comparison that a paper made.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it asks, and who asked it first.
    pub question: &'static str,
    /// What it compares (`Plan` says which with which).
    pub configurations: &'static [&'static str],
    /// Whether goals are compared one by one too.
    pub per_goal: bool,
    /// Whether the coverage that one criterion guides to is correlated with that of the others.
    pub correlates: bool,
    /// Whether all are compared with the first one only.
    pub has_baseline: bool,
}

/// The smart selection, all eight criteria, the representatives alone (no subsumption strategy), other
/// representatives, and each criterion alone (exceptions and outputs with branches), under three algorithms. Branches
/// join each of DynaMOSA's by themselves.
const SMART_SELECTION: [&str; 36] = [
    "ws@smart",
    "ws@eight",
    "ws@representatives",
    "ws@lt",
    "ws@wt",
    "ws@branch",
    "ws@direct",
    "ws@line",
    "ws@weak",
    "ws@method",
    "ws@noexception",
    "ws@branch+exception+output",
    "mosa@smart",
    "mosa@eight",
    "mosa@representatives",
    "mosa@lt",
    "mosa@wt",
    "mosa@branch",
    "mosa@direct",
    "mosa@line",
    "mosa@weak",
    "mosa@method",
    "mosa@noexception",
    "mosa@branch+exception+output",
    "dynamosa@smart",
    "dynamosa@eight",
    "dynamosa@representatives",
    "dynamosa@lt",
    "dynamosa@wt",
    "dynamosa@branch",
    "dynamosa@direct",
    "dynamosa@line",
    "dynamosa@weak",
    "dynamosa@method",
    "dynamosa@noexception",
    "dynamosa@branch+exception+output",
];

/// The product's search, then each setting in which it differs from the papers put back, then other searches.
const DEFAULT: [&str; 16] = [
    "default@branch",
    "default/crossover=single-point@branch",
    "default/fresh-share=0.1@branch",
    "default/targeted-share=0@branch",
    "default/local-share=0@branch",
    "default/patience=unlimited@branch",
    "default/columns=unlimited@branch",
    "default/choice=uniform@branch",
    "default/neighbours=unlimited@branch",
    "default/first=1@branch",
    "default/overlaps=off@branch",
    "default/spares-costly=off@branch",
    "default/prefers-passing=off@branch",
    "default/algorithm=mosa@branch",
    "dynamosa/hmx@branch",
    "dynamosa@branch",
];

/// All presets.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "smart-selection",
        question: "Does a selection of goals reach more than all goals of eight criteria at once, and than each criterion alone? \
                   (Zhou, Zhou, Fang, Gu, Wang, Xu, Yang 2022)",
        configurations: &SMART_SELECTION,
        per_goal: false,
        correlates: true,
        has_baseline: false,
    },
    Preset {
        name: "whole-suite",
        question: "Do whole suites reach more than one goal at a time, and what does the archive add? \
                   (Fraser, Arcuri 2013; Rojas, Vivanti, Arcuri, Fraser 2017)",
        configurations: &["wsa", "ws", "one-goal", "random"],
        per_goal: true,
        correlates: false,
        has_baseline: false,
    },
    Preset {
        name: "dynamosa",
        question: "Do dynamic goals reach more, or sooner, than all goals at once and than whole suites, and which half of the \
                   sorting does it? (Panichella, Kifetew, Tonella 2018)",
        configurations: &[
            "dynamosa@branch",
            "mosa@branch",
            "wsa@branch",
            "ranking-only@branch",
            "preference-only@branch",
            "dynamosa@line",
            "mosa@line",
            "wsa@line",
            "ranking-only@line",
            "preference-only@line",
            "dynamosa@weak",
            "mosa@weak",
            "wsa@weak",
            "ranking-only@weak",
            "preference-only@weak",
            "dynamosa@strong",
            "mosa@strong",
            "wsa@strong",
            "ranking-only@strong",
            "preference-only@strong",
        ],
        per_goal: false,
        correlates: false,
        has_baseline: false,
    },
    Preset {
        name: "hmx",
        question: "Does crossover of arguments, too, reach more than crossover of statements alone? \
                   (Olsthoorn, Derakhshanfar, Panichella 2021)",
        configurations: &[
            "dynamosa/hmx@branch",
            "dynamosa@branch",
            "dynamosa/hmx@line",
            "dynamosa@line",
            "dynamosa/hmx@weak",
            "dynamosa@weak",
            "dynamosa/hmx@strong",
            "dynamosa@strong",
        ],
        per_goal: false,
        correlates: false,
        has_baseline: false,
    },
    Preset {
        name: "coupled",
        question: "Do integration tests that seek pairs of branches of a caller and a callee reach what unit tests of either class \
                   do not? (Derakhshanfar, Devroey, Panichella, Zaidman, van Deursen 2022)",
        configurations: &[
            "default@coupled",
            "default/steps-after=unlimited@coupled",
            "default@branch:caller",
            "default@branch:callee",
            "default@branch:both",
            "random@coupled",
        ],
        per_goal: false,
        correlates: false,
        has_baseline: false,
    },
    Preset {
        name: "default",
        question: "Is the product's search better than it would be with any one of its settings as in the papers, than MOSA with \
                   these settings, and than DynaMOSA as published?",
        configurations: &DEFAULT,
        per_goal: false,
        correlates: false,
        has_baseline: true,
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
    use goalline_engine::{Algorithm, Parameters, SETTINGS};

    use super::*;
    use crate::Configuration;

    #[test]
    fn every_preset_names_configurations() {
        for preset in PRESETS {
            for name in preset.configurations {
                Configuration::named(name).expect("a configuration");
            }
        }
    }

    #[test]
    fn each_setting_that_differs_from_the_papers_is_put_back_once() {
        let presets = ["default", "coupled"].map(|it| Preset::named(it).expect("a preset"));
        let compared: Vec<&str> = presets
            .iter()
            .flat_map(|it| it.configurations)
            .copied()
            .collect();
        let (product, papers) = (
            Parameters::default(),
            Parameters::of_papers(Algorithm::DynaMosa),
        );
        for setting in &SETTINGS {
            let (ours, theirs) = (setting.get(&product), setting.get(&papers));
            let put_back = format!("default/{}={theirs}@", setting.name);
            let times = compared.iter().filter(|it| it.starts_with(&put_back));
            assert_eq!(times.count(), usize::from(ours != theirs), "{put_back}");
        }
    }
}
