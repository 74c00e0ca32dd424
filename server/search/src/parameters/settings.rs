//! The one table of settings: what each is by default and in the papers, what it may be, and what it does. Takes and
//! gives them as text, for command lines and reports.

use goalline_testcase::RunOptions;

use super::{Algorithm, CallableChoice, Crossover};

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
    Algorithm(fn(&mut Parameters) -> &mut Algorithm),
    Crossover(fn(&mut Parameters) -> &mut Crossover),
    Choice(fn(&mut Parameters) -> &mut CallableChoice),
    Share(fn(&mut Parameters) -> &mut f64),
    Number(fn(&mut Parameters) -> &mut f64),
    Count(fn(&mut Parameters) -> &mut usize),
    Switch(fn(&mut Parameters) -> &mut bool),
    Generations(fn(&mut Parameters) -> &mut u32),
}

use SettingKind::{Choice, Count, Generations, Number, Share, Switch};

/// Never: more generations than any search has.
const NEVER: u32 = u32::MAX;

/// From one row per setting: the field with its documentation, the defaults, the values of the papers, and the table
/// that flags, configurations and `experiment --show-parameters` are read from.
macro_rules! settings {
    ($(
        $(#[$more:meta])*
        $name:literal, $field:ident: $type:ty = $default:expr $(, papers: $papers:expr)?;
        $kind:ident, $meaning:literal;
    )*) => {
        /// All settings of a search.
        #[derive(Clone, Debug)]
        pub struct Parameters {
            $(
                #[doc = concat!("In flags and reports `", $name, "`: ", $meaning, ".")]
                $(#[$more])*
                pub $field: $type,
            )*
            /// How tests are run.
            pub options: RunOptions,
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self {
                    $($field: $default,)*
                    options: RunOptions {
                        time_limit_ms: 100,
                        ..RunOptions::default()
                    },
                }
            }
        }

        impl Parameters {
            /// The settings that the papers used for an algorithm (FITNESS.md): a tenth of each generation new, no
            /// local search, no share of targeted tests, all goals scored at once, each test of a front compared with
            /// each, a first generation of the population's size, each generation bred from the last one, length
            /// alone as a tie-break and in the archive, callables chosen alike, no steps beside pairs that are sought
            /// all at once. What the papers leave open is as in the defaults. One thing is as nowhere in the papers:
            /// numbers that ended a worker are not passed again.
            pub fn of_papers(algorithm: Algorithm) -> Self {
                let mut of_papers = Self::default();
                $($(of_papers.$field = $papers;)?)*
                if algorithm == Algorithm::WholeSuiteArchive {
                    of_papers.choice = CallableChoice::Open;
                }
                of_papers.algorithm = algorithm;
                of_papers
            }
        }

        /// All settings, those of FITNESS.md first.
        pub const SETTINGS: [Setting; [$($name),*].len()] = [$(
            Setting {
                name: $name,
                meaning: $meaning,
                value: SettingKind::$kind(|it| &mut it.$field),
            },
        )*];
    };
}

// Name, field and default, what the papers have where that is something else; what it may be, and what it does.
settings! {
    "algorithm", algorithm: Algorithm = Algorithm::DynaMosa;
        Algorithm, "what searches";
    "population", population: usize = 50;
        Count, "individuals, and offspring per generation";
    "crossover", crossover: Crossover = Crossover::Hybrid, papers: Crossover::SinglePoint;
        Crossover, "how parents are recombined";
    "crossover-rate", crossover_rate: f64 = 0.75;
        Share, "probability that parents are recombined";
    /// The larger, the nearer children stay to their parents.
    "eta", eta: f64 = 2.5;
        Number, "distribution index of the crossover of numbers";
    "mutation-rate", mutation_rate: f64 = 1.0 / 3.0;
        Share, "probability of each of deletion, change and insertion";
    "mutated-statements", mutated_statements: usize = 1;
        Count, "statements that deletion and change each take on average";
    "insert-again", insert_again: f64 = 0.5;
        Share, "probability that an inserted call is followed by another one";
    "tournament", tournament: usize = 10;
        Count, "individuals that compete for being a parent";
    "max-length", max_length: usize = 40;
        Count, "statements of a test";
    "fresh-share", fresh_share: f64 = 0.06, papers: 0.1;
        Share, "share of a generation that is random or from the archive";
    /// Whatever its rank.
    "targeted-share", targeted_share: f64 = 0.12, papers: 0.0;
        Share, "share of a generation that is a mutant of a nearest test";
    /// It runs them while goals do not move.
    "local-share", local_share: f64 = 0.05, papers: 0.0;
        Share, "share of the tests that local search may run";
    /// Length decides no more between equally good tests.
    "patience", patience: u32 = 8, papers: NEVER;
        Generations, "generations without progress before local search, and before length decides no more";
    "columns", columns: usize = 400, papers: usize::MAX;
        Count, "goals scored at once; more take turns";
    "choice", choice: CallableChoice = CallableChoice::Weighted, papers: CallableChoice::Uniform;
        Choice, "how a callable under test is chosen";
    "suite", suite: usize = 100;
        Count, "tests of a suite, where individuals are suites";
    "first-suite", first_suite: usize = 10;
        Count, "tests of a suite at the start, at most";
    /// And another one with its square, and so on.
    "test-insertion", test_insertion: f64 = 0.1;
        Share, "probability that a suite gets one more test, where individuals are suites";
    "max-depth", max_depth: usize = 10;
        Count, "levels of values built for values";
    "reuse-object", reuse_object: f64 = 0.9;
        Share, "probability that a receiver is there already";
    "reuse-argument", reuse_argument: f64 = 0.6;
        Share, "probability that an argument is there already";
    "reuse-literal", reuse_literal: f64 = 0.3;
        Share, "probability that a literal is there already";
    "null", null: f64 = 0.1;
        Share, "probability that a reference argument is null";
    "from-pool", from_pool: f64 = 0.5;
        Share, "probability that a literal comes from the constant pool";
    "kin", kin: f64 = 0.4;
        Share, "probability that a text is made from another one of the test";
    /// For its crowding.
    "neighbours", neighbours: usize = 6, papers: usize::MAX;
        Count, "others that a test of a large front is compared with";
    "first", first: usize = 2_000, papers: 1;
        Count, "tests of the first generation at most, where two per callable exceed the population";
    /// From what the generation before that one did.
    "overlaps", overlaps: bool = true, papers: false;
        Switch, "whether a generation is bred while the last one runs";
    /// They come last among equally near ones, too.
    "spares-costly", spares_costly: bool = true, papers: false;
        Switch, "whether tests of many steps are bred from rarely";
    "prefers-passing", prefers_passing: bool = true, papers: false;
        Switch, "whether the archive prefers tests that pass to shorter ones";
    /// Until one of the branches is covered; with dynamic targets they always are.
    "steps-after", steps_after: u32 = 20, papers: NEVER;
        Generations, "generations without another pair before the caller's branches are sought beside pairs";
    /// Where no earlier search left tests of them: what covers them is where the search for pairs starts.
    "caller-share", caller_share: f64 = 0.0;
        Share, "share of the budget for the caller's branches before pairs are sought";
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
            SettingKind::Algorithm(field) => field(&mut parameters).name().to_owned(),
            SettingKind::Crossover(field) => name_of(&CROSSOVERS, field(&mut parameters)),
            Choice(field) => name_of(&CHOICES, field(&mut parameters)),
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
            SettingKind::Algorithm(field) => {
                Algorithm::named(text).map(|value| *field(parameters) = value)
            }
            SettingKind::Crossover(field) => {
                named(&CROSSOVERS, text).map(|value| *field(parameters) = value)
            }
            Choice(field) => named(&CHOICES, text).map(|value| *field(parameters) = value),
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
            SettingKind::Algorithm(_) => Algorithm::all()
                .map(Algorithm::name)
                .collect::<Vec<_>>()
                .join(", "),
            SettingKind::Crossover(_) => CROSSOVERS.map(|(name, _)| name).join(", "),
            Switch(_) => SWITCH.map(|(name, _)| name).join(", "),
            Choice(_) => CHOICES.map(|(name, _)| name).join(", "),
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
