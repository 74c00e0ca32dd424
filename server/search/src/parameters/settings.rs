//! The one table of settings by name: takes and gives them as text, for command lines and reports.

use super::{Algorithm, Crossover, Parameters};
use crate::CallableChoice;

/// A setting of the search as text.
pub struct Setting {
    /// Its name in flags and reports.
    pub name: &'static str,
    /// What it means, in a few words.
    pub meaning: &'static str,
    value: SettingKind,
}

/// Where a setting lies, and what it may be.
enum SettingKind {
    Algorithm,
    Crossover,
    Choice,
    Share(fn(&mut Parameters) -> &mut f64),
    Number(fn(&mut Parameters) -> &mut f64),
    Count(fn(&mut Parameters) -> &mut usize),
    Switch(fn(&mut Parameters) -> &mut bool),
    Generations(fn(&mut Parameters) -> &mut u32),
}

use SettingKind::{Count, Generations, Number, Share, Switch};

/// All settings, those of FITNESS.md first.
pub const SETTINGS: [Setting; 33] = [
    of("algorithm", "what searches", SettingKind::Algorithm),
    of(
        "population",
        "individuals, and offspring per generation",
        Count(|it| &mut it.population),
    ),
    of(
        "crossover",
        "how parents are recombined",
        SettingKind::Crossover,
    ),
    of(
        "crossover-rate",
        "probability that parents are recombined",
        Share(|it| &mut it.crossover_rate),
    ),
    of(
        "eta",
        "distribution index of the crossover of numbers",
        Number(|it| &mut it.eta),
    ),
    of(
        "mutation-rate",
        "probability of each of deletion, change and insertion",
        Share(|it| &mut it.mutation_rate),
    ),
    of(
        "mutated-statements",
        "statements that deletion and change each take on average",
        Count(|it| &mut it.mutated_statements),
    ),
    of(
        "insert-again",
        "probability that an inserted call is followed by another one",
        Share(|it| &mut it.insert_again),
    ),
    of(
        "tournament",
        "individuals that compete for being a parent",
        Count(|it| &mut it.tournament),
    ),
    of(
        "max-length",
        "statements of a test",
        Count(|it| &mut it.max_length),
    ),
    of(
        "fresh-share",
        "share of a generation that is random or from the archive",
        Share(|it| &mut it.fresh_share),
    ),
    of(
        "targeted-share",
        "share of a generation that is a mutant of a nearest test",
        Share(|it| &mut it.targeted_share),
    ),
    of(
        "local-share",
        "share of the tests that local search may run",
        Share(|it| &mut it.local_share),
    ),
    of(
        "patience",
        "generations without progress before local search, and before length decides no more",
        Generations(|it| &mut it.patience),
    ),
    of(
        "columns",
        "goals scored at once; more take turns",
        Count(|it| &mut it.columns),
    ),
    of(
        "choice",
        "how a callable under test is chosen",
        SettingKind::Choice,
    ),
    of(
        "suite",
        "tests of a suite, where individuals are suites",
        Count(|it| &mut it.suite),
    ),
    of(
        "first-suite",
        "tests of a suite at the start, at most",
        Count(|it| &mut it.first_suite),
    ),
    of(
        "test-insertion",
        "probability that a suite gets one more test, where individuals are suites",
        Share(|it| &mut it.test_insertion),
    ),
    of(
        "max-depth",
        "levels of values built for values",
        Count(|it| &mut it.max_depth),
    ),
    of(
        "reuse-object",
        "probability that a receiver is there already",
        Share(|it| &mut it.reuse_object),
    ),
    of(
        "reuse-argument",
        "probability that an argument is there already",
        Share(|it| &mut it.reuse_argument),
    ),
    of(
        "reuse-literal",
        "probability that a literal is there already",
        Share(|it| &mut it.reuse_literal),
    ),
    of(
        "null",
        "probability that a reference argument is null",
        Share(|it| &mut it.null),
    ),
    of(
        "from-pool",
        "probability that a literal comes from the constant pool",
        Share(|it| &mut it.from_pool),
    ),
    of(
        "kin",
        "probability that a text is made from another one of the test",
        Share(|it| &mut it.kin),
    ),
    of(
        "neighbours",
        "others that a test of a large front is compared with",
        Count(|it| &mut it.neighbours),
    ),
    of(
        "first",
        "tests of the first generation at most, where two per callable exceed the population",
        Count(|it| &mut it.first),
    ),
    of(
        "overlaps",
        "whether a generation is bred while the last one runs",
        Switch(|it| &mut it.overlaps),
    ),
    of(
        "spares-costly",
        "whether tests of many steps are bred from rarely",
        Switch(|it| &mut it.spares_costly),
    ),
    of(
        "prefers-passing",
        "whether the archive prefers tests that pass to shorter ones",
        Switch(|it| &mut it.prefers_passing),
    ),
    of(
        "steps-after",
        "generations without another pair before the caller's branches are sought beside pairs",
        Generations(|it| &mut it.steps_after),
    ),
    of(
        "caller-share",
        "share of the budget for the caller's branches before pairs are sought",
        Share(|it| &mut it.caller_share),
    ),
];

const fn of(name: &'static str, meaning: &'static str, value: SettingKind) -> Setting {
    Setting {
        name,
        meaning,
        value,
    }
}

const CROSSOVERS: [(&str, Crossover); 2] = [
    ("hybrid", Crossover::Hybrid),
    ("single-point", Crossover::SinglePoint),
];

const CHOICES: [(&str, CallableChoice); 3] = [
    ("weighted", CallableChoice::Weighted),
    ("uniform", CallableChoice::Uniform),
    ("open", CallableChoice::Open),
];

const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];

/// How a count without limit, and a patience without end, are written.
const UNLIMITED: &str = "unlimited";

impl Setting {
    /// The setting of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|setting| setting.name == name)
    }

    /// Its value as text.
    pub fn get(&self, parameters: &Parameters) -> String {
        let mut parameters = parameters.clone();
        match self.value {
            SettingKind::Algorithm => parameters.algorithm.name().to_owned(),
            SettingKind::Crossover => name_of(&CROSSOVERS, &parameters.crossover),
            SettingKind::Choice => name_of(&CHOICES, &parameters.choice),
            Share(field) | Number(field) => field(&mut parameters).to_string(),
            Count(field) => match *field(&mut parameters) {
                usize::MAX => UNLIMITED.to_owned(),
                count => count.to_string(),
            },
            Switch(field) => name_of(&SWITCH, field(&mut parameters)),
            Generations(field) => match *field(&mut parameters) {
                u32::MAX => UNLIMITED.to_owned(),
                count => count.to_string(),
            },
        }
    }

    /// Sets it from text; gives what it takes when the text is no value of it.
    pub fn set(&self, parameters: &mut Parameters, text: &str) -> Result<(), String> {
        let done = match self.value {
            SettingKind::Algorithm => {
                Algorithm::named(text).map(|value| parameters.algorithm = value)
            }
            SettingKind::Crossover => {
                named(&CROSSOVERS, text).map(|value| parameters.crossover = value)
            }
            SettingKind::Choice => named(&CHOICES, text).map(|value| parameters.choice = value),
            Share(field) => share(text).map(|value| *field(parameters) = value),
            Number(field) => number(text).map(|value| *field(parameters) = value),
            Count(field) => count(text).map(|value| *field(parameters) = value),
            Generations(field) => generations(text).map(|value| *field(parameters) = value),
            Switch(field) => named(&SWITCH, text).map(|value| *field(parameters) = value),
        };
        done.ok_or_else(|| format!("{} takes {}", self.name, self.takes()))
    }

    /// What it may be, for people.
    pub fn takes(&self) -> String {
        match self.value {
            SettingKind::Algorithm => Algorithm::all()
                .map(Algorithm::name)
                .collect::<Vec<_>>()
                .join(", "),
            SettingKind::Crossover => CROSSOVERS.map(|(name, _)| name).join(", "),
            Switch(_) => SWITCH.map(|(name, _)| name).join(", "),
            SettingKind::Choice => CHOICES.map(|(name, _)| name).join(", "),
            Share(_) => "a number from 0 to 1".to_owned(),
            Number(_) => "a number from 0".to_owned(),
            Count(_) | Generations(_) => format!("a number from 1, or {UNLIMITED}"),
        }
    }
}

fn name_of<T: PartialEq>(names: &[(&str, T)], value: &T) -> String {
    let found = names.iter().find(|(_, known)| known == value);
    found.map_or_else(String::new, |(name, _)| (*name).to_owned())
}

fn named<T: Copy>(names: &[(&str, T)], text: &str) -> Option<T> {
    let found = names.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value)
}

fn share(text: &str) -> Option<f64> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
}

fn number(text: &str) -> Option<f64> {
    let number: f64 = text.parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}

fn count(text: &str) -> Option<usize> {
    match text {
        UNLIMITED => Some(usize::MAX),
        _ => text.parse().ok().filter(|count| *count > 0),
    }
}

fn generations(text: &str) -> Option<u32> {
    match text {
        UNLIMITED => Some(u32::MAX),
        _ => text.parse().ok().filter(|count| *count > 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_takes_what_it_gives() {
        for algorithm in Algorithm::all() {
            for from in [Parameters::default(), Parameters::of_papers(algorithm)] {
                let mut to = Parameters::default();
                for setting in &SETTINGS {
                    setting
                        .set(&mut to, &setting.get(&from))
                        .expect("its own text");
                }
                assert_eq!(format!("{to:?}"), format!("{from:?}"));
            }
        }
    }

    #[test]
    fn what_is_no_value_is_refused_with_what_would_be() {
        let mut parameters = Parameters::default();
        for (name, text) in [
            ("population", "0"),
            ("null", "1.5"),
            ("null", "NaN"),
            ("eta", "-0.5"),
            ("eta", "inf"),
            ("patience", "-1"),
        ] {
            let setting = Setting::named(name).expect("a setting");
            assert!(setting.set(&mut parameters, text).is_err(), "{name}={text}");
        }
        let algorithm = Setting::named("algorithm").expect("a setting");
        let refusal = algorithm
            .set(&mut parameters, "mosaic")
            .expect_err("no algorithm");
        assert!(refusal.contains("dynamosa, mosa"), "{refusal}");
    }
}
